Local Open Scope Q_scope.
Lemma q_app {A} (f : A -> Q) l m : sum_q f (l ++ m) == sum_q f l + sum_q f m.
Proof. unfold sum_q. induction l as [|x l IH]; cbn [fold_right app]; [ring | rewrite IH; ring]. Qed.
Lemma q_map {A B} (f : B -> Q) (g : A -> B) l : sum_q f (map g l) = sum_q (fun x => f (g x)) l.
Proof. unfold sum_q. induction l as [|x l IH]; cbn [fold_right map]; [|rewrite IH]; reflexivity. Qed.
Lemma q_ext {A} (f g : A -> Q) l : (forall x, In x l -> f x == g x) -> sum_q f l == sum_q g l.
Proof.
  unfold sum_q. induction l as [|x l IH]; intros H; cbn [fold_right]; [reflexivity|].
  rewrite IH, (H x); [reflexivity | left; reflexivity | intros y I; apply H; right; exact I].
Qed.
Lemma q_plus {A} (f g : A -> Q) l : sum_q (fun x => f x + g x) l == sum_q f l + sum_q g l.
Proof. unfold sum_q. induction l as [|x l IH]; cbn [fold_right]; [ring | rewrite IH; ring]. Qed.
Lemma q_scale {A} (f : A -> Q) a l : sum_q (fun x => a * f x) l == a * sum_q f l.
Proof. unfold sum_q. induction l as [|x l IH]; cbn [fold_right]; [ring | rewrite IH; ring]. Qed.
Lemma q_none {A} (f : A -> Q) l : (forall x, In x l -> f x == 0) -> sum_q f l == 0.
Proof.
  intros H. rewrite (q_ext f (fun _ => 0) l H). unfold sum_q. clear H.
  induction l as [|x l IH]; cbn [fold_right]; [reflexivity | rewrite IH; ring].
Qed.
Lemma q_length {A} p (l : list A) : sum_q (fun _ => p) l == inject_Z (fold_left (fun n _ => n + 1)%Z l 0%Z) * p.
Proof.
  transitivity (sum_q (fun _ => p) l + inject_Z 0 * p); [ring|]. generalize 0%Z.
  unfold sum_q. induction l as [|x l IH]; intros n; cbn [fold_left fold_right]; [ring | rewrite <- IH, inject_Z_plus; ring].
Qed.

(* How many hands each line pays first, and their weight, counted in one pass for several tables. *)
Definition counts := list (Z * Z).
Fixpoint first {A} (has_it : A -> bool) (l : list A) : option nat := match l with
  | [] => None
  | x :: l => if has_it x then Some O else match first has_it l with None => None | Some i => Some (S i) end
  end.
Fixpoint bump (i : nat) (w : Z) (t : counts) : counts := match t, i with
  | [], _ => []
  | (n, m) :: t, O => (n + 1, m + w)%Z :: t
  | x :: t, S i => x :: bump i w t
  end.
Fixpoint tally (found : list (option nat)) (w : Datatypes.unit -> Z) (ts : list counts) : list counts := match found, ts with
  | i :: found, t :: ts => match i with None => t | Some i => bump i (w tt) t end :: tally found w ts
  | _, _ => []
  end.
Lemma tally_weight found w v ts : w tt = v tt -> tally found w ts = tally found v ts.
Proof.
  intros E. revert ts. induction found as [|i found IH]; intros [|t ts]; cbn [tally]; try reflexivity. rewrite IH, E. reflexivity.
Qed.
Definition dot (t : list Z) (pays : list Q) : Q := fold_right (fun p s => inject_Z (fst p) * snd p + s) 0 (List.combine t pays).
Lemma paid_first {A} (has_it : A -> bool) l : forall pays,
  first_paid has_it (List.combine l pays) == match first has_it l with None => 0 | Some i => nth i pays 0 end.
Proof.
  induction l as [|x l IH]; intros [|p pays]; cbn [List.combine first_paid first]; try reflexivity;
    destruct (has_it x); try reflexivity; [|rewrite IH]; destruct (first has_it l); reflexivity.
Qed.
Lemma first_length {A} (has_it : A -> bool) l i : first has_it l = Some i -> (i < length l)%nat.
Proof.
  revert i. induction l as [|x l IH]; intros i; cbn [first length]; [discriminate|]. destruct (has_it x); [intros [= <-]; lia|].
  destruct (first has_it l) as [j|]; [|discriminate]. intros [= <-]. specialize (IH j eq_refl). lia.
Qed.
Lemma bump_length w t : forall i, length (bump i w t) = length t.
Proof. induction t as [|[n m] t IH]; intros [|i]; cbn [bump length]; [..|rewrite IH]; reflexivity. Qed.
Lemma bump_dot w pays : forall t i, (i < length t)%nat ->
  dot (map fst (bump i w t)) pays == dot (map fst t) pays + nth i pays 0 /\
  dot (map snd (bump i w t)) pays == dot (map snd t) pays + inject_Z w * nth i pays 0.
Proof.
  induction pays as [|p pays IH]; intros [|[n m] t] [|i] H; cbn [length] in H; try lia; unfold dot in *;
    cbn [bump map fst snd List.combine fold_right nth].
  - split; ring.
  - split; ring.
  - rewrite !inject_Z_plus. split; ring.
  - destruct (IH t i ltac:(lia)) as (E & F). rewrite E, F. split; ring.
Qed.
Lemma each_both {A B} (R S : A -> B -> Prop) ls ts : (forall l t, R l t -> S l t) -> Forall2 R ls ts -> Forall2 S ls ts.
Proof. intros H. induction 1; constructor; auto. Qed.
Lemma at_place {A B} (R : A -> B -> Prop) ls ts : Forall2 R ls ts ->
  forall i l t, nth_error ls i = Some l -> nth_error ts i = Some t -> R l t.
Proof.
  induction 1 as [|l t ls ts H F IH]; intros [|i] a b E G; try discriminate; [|exact (IH i a b E G)].
  injection E as <-. injection G as <-. exact H.
Qed.
Lemma both {A B} (a b : A) (c d : B) : (a, c) = (b, d) -> a = b /\ c = d.
Proof. intros E. injection E as <- <-. split; reflexivity. Qed.
Section Tally.
  Context {L : Type} (has_line : hand -> L -> bool) (weight : hand -> Z).
  Definition pays_of l pays x := first_paid (has_line x) (List.combine l pays).
  Definition right (f g : list L -> list Q -> Q) (l : list L) (t : counts) := length t = length l /\
    forall pays, dot (map fst t) pays == f l pays /\ dot (map snd t) pays == g l pays.
  Lemma tally_right f g x ls ts : Forall2 (right f g) ls ts ->
    Forall2 (right (fun l pays => f l pays + pays_of l pays x) (fun l pays => g l pays + inject_Z (weight x) * pays_of l pays x)) ls
      (tally (map (first (has_line x)) ls) (fun _ => weight x) ts).
  Proof.
    induction 1 as [|l t ls ts (L' & R) F IH]; cbn [map tally]; constructor; [|exact IH]. unfold right, pays_of.
    destruct (first _ l) as [i|] eqn:E.
    - pose proof (first_length _ _ _ E) as I. rewrite <- L' in I. split; [rewrite bump_length; exact L'|].
      intros pays. destruct (bump_dot (weight x) pays _ _ I) as (-> & ->). destruct (R pays) as (-> & ->).
      rewrite (paid_first _ l pays), E. split; reflexivity.
    - split; [exact L'|]. intros pays. destruct (R pays) as (-> & ->). rewrite (paid_first _ l pays), E. split; ring.
  Qed.
  Definition count ls := fold_left (fun ts x => tally (map (first (has_line x)) ls) (fun _ => weight x) ts).
  Lemma count_right ls xs : forall f g ts, Forall2 (right f g) ls ts ->
    Forall2 (right (fun l pays => f l pays + sum_q (pays_of l pays) xs)
      (fun l pays => g l pays + sum_q (fun x => inject_Z (weight x) * pays_of l pays x) xs)) ls (count ls xs ts).
  Proof.
    induction xs as [|x xs IH]; intros f g ts F; unfold count; cbn [fold_left].
    - eapply each_both; [|exact F]. intros l t (L' & R). split; [exact L'|]. intros pays. destruct (R pays) as (-> & ->).
      unfold sum_q. cbn [fold_right]. split; ring.
    - eapply each_both; [|exact (IH _ _ _ (tally_right f g x ls ts F))]. intros l t (L' & R). split; [exact L'|]. intros pays.
      destruct (R pays) as (-> & ->). unfold sum_q. cbn [fold_right]. split; ring.
  Qed.
  Definition none (ls : list (list L)) : list counts := map (map (fun _ => (0, 0)%Z)) ls.
  Lemma none_right ls : Forall2 (right (fun _ _ => 0) (fun _ _ => 0)) ls (none ls).
  Proof.
    unfold none. induction ls as [|l ls IH]; cbn [map]; constructor; [|exact IH]. split; [apply map_length|]. intros pays.
    assert (Z : forall p : list Q, dot (map (fun _ => 0%Z) l) p == 0).
    { unfold dot. induction l as [|x l J]; intros [|q p]; cbn [map List.combine fold_right fst snd]; try reflexivity. rewrite J. ring. }
    rewrite !map_map. cbn [fst snd]. split; apply Z.
  Qed.
  Lemma counted_right ls xs ts i l t pays : count ls xs (none ls) = ts -> nth_error ls i = Some l -> nth_error ts i = Some t ->
    sum_q (pays_of l pays) xs == dot (map fst t) pays /\
    sum_q (fun x => inject_Z (weight x) * pays_of l pays x) xs == dot (map snd t) pays.
  Proof.
    intros V E G. pose proof (count_right ls xs _ _ _ (none_right ls)) as C. rewrite V in C.
    destruct (at_place _ _ _ C i l t E G) as (_ & R). destruct (R pays) as (-> & ->). split; ring.
  Qed.
End Tally.
Ltac amounts claim :=
  refine (Qeq_trans _ _ _ claim _); cbv beta iota zeta delta -[Qeq Qplus Qmult Qdiv Qinv]; field.
