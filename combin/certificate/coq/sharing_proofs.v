(* Few five cards are a royal or straight flush; the hands that make them with two jackpot cards are tried together. *)
Definition of_one_suit (x : list (card * Z * Z)) : bool := match map suit_of x with
  | s :: _ => if all_of s (map suit_of x) then
      match five_seen x with Five.RoyalFlush | Five.StraightFlush => true | _ => false end else false
  | [] => false
  end.
Definition suited_fives : list hand := visit 5 (map with_rank deck) (fun x t => if of_one_suit x then map card_of x :: t else t) [].
Definition remaining (j x : hand) := filter (fun c => negb (has j c)) x.
Definition completing (fives : list hand) (j : hand) := map (remaining j) (filter (fun x => forallb (has x) j) fives).
Definition agrees (p q : nat * nat) := Nat.eqb (fst p) (fst q) && Nat.eqb (snd p) (snd q).
Fixpoint explore n (w : list hand) j held r s : bool := match n with
  | O => false
  | S n => if existsb (agrees (r, s)) possible_winners then
      forallb (fun h => if forallb (fun g => apart g h) held then
        match five_kind (together h j) with
        | Five.RoyalFlush => explore n w j (h :: held) (S r) s
        | Five.StraightFlush => explore n w j (h :: held) r (S s)
        | _ => false
        end else true) w
      else false
  end.
Lemma explored : (let fives := suited_fives in forallb (fun j => explore most_winners (completing fives j) j [] 0 0) (choose 2 deck)) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Definition wins j h := five_kind (together h j) = Five.RoyalFlush \/ five_kind (together h j) = Five.StraightFlush.
Lemma explore_is w j table : forall n held r s, explore n w j held r s = true ->
  Forall (fun h => In h w \/ ~ wins j h) table -> ForallOrdPairs (fun g h => apart g h = true) table ->
  Forall (fun g => Forall (fun h => apart g h = true) table) held ->
  In (r + winners Five.RoyalFlush j table, s + winners Five.StraightFlush j table)%nat possible_winners.
Proof.
  induction table as [|h table IH]; intros [|n] held r s E W F H; try discriminate E; cbn [explore] in E;
    destruct (existsb _ _) eqn:X; try discriminate E.
  - unfold winners. cbn [filter length]. rewrite <- !plus_n_O. apply existsb_exists in X. destruct X as ((a, b) & I & A).
    apply andb_true_iff in A. cbn [fst snd] in A. destruct A as (A & B). apply Nat.eqb_eq in A, B. subst. exact I.
  - inversion W as [|? ? O W']; subst. inversion F as [|? ? A F']; subst. rewrite Forall_forall in H.
    assert (held' : Forall (fun g => Forall (fun h => apart g h = true) table) held).
    { apply Forall_forall. intros g I. specialize (H g I). inversion H. assumption. }
    unfold winners in *. cbn [filter]. destruct O as [O | O].
    + rewrite forallb_forall in E. specialize (E h O).
      replace (forallb (fun g => apart g h) held) with true in E.
      2: { symmetry. apply forallb_forall. intros g I. specialize (H g I). inversion H. assumption. }
      destruct (five_kind (together h j)); try discriminate E; cbn [same_five length]; rewrite <- ?plus_n_Sm, <- ?plus_Sn_m;
        (eapply IH; [exact E | assumption | assumption | constructor; assumption]).
    + unfold wins in O. assert (S : explore (S n) w j held r s = true) by (cbn [explore]; rewrite X; exact E).
      destruct (five_kind (together h j)); try tauto; cbn [same_five]; (eapply IH; [exact S | assumption..]).
Qed.

Lemma filter_chosen p l : In (filter p l) (choose (length (filter p l)) l).
Proof.
  induction l as [|c l IH]; [left; reflexivity|]. cbn [filter]. destruct (p c); cbn [length choose].
  - apply in_or_app. left. apply in_map. exact IH.
  - destruct (filter p l); cbn [length choose] in *; [left; reflexivity | apply in_or_app; right; exact IH].
Qed.
Lemma in_chosen k l h : filter (has h) l = h -> length h = k -> In h (choose k l).
Proof. intros E <-. pose proof (filter_chosen (has h) l) as I. rewrite E in I. exact I. Qed.
Lemma filter_or {A} (p q : A -> bool) l : (forall x, p x && q x = false) ->
  length (filter (fun x => p x || q x) l) = (length (filter p l) + length (filter q l))%nat.
Proof.
  intros H. induction l as [|x l IH]; cbn [filter length]; [reflexivity|]. specialize (H x).
  destruct (p x), (q x); try discriminate H; cbn [orb length]; rewrite IH; lia.
Qed.
Lemma filter_twice {A} (p q : A -> bool) l : filter q (filter p l) = filter (fun x => p x && q x) l.
Proof. induction l as [|x l IH]; cbn [filter]; [reflexivity|]. destruct (p x); cbn [filter andb]; rewrite IH; reflexivity. Qed.
Lemma dealt_beside j h : In j (choose 2 deck) -> In h (choose 3 (left j)) ->
  In (together h j) (choose 5 deck) /\ forallb (has (together h j)) j = true /\ remaining j (together h j) = h.
Proof.
  intros J H. pose proof deck_distinct as D. unfold left in H. rewrite choose_filter in H. apply filter_In in H. destruct H as (H & A).
  rewrite forallb_forall in A.
  assert (N : forall c, has h c && has j c = false).
  { intros c. destruct (has h c) eqn:E; [|reflexivity]. apply has_in in E. specialize (A c E). destruct (has j c); [discriminate A | reflexivity]. }
  pose proof (chosen_filter _ D _ _ J) as FJ. pose proof (chosen_filter _ D _ _ H) as FH.
  unfold together, remaining. split; [|split].
  - pose proof (filter_chosen (fun c => has h c || has j c) deck) as I. rewrite filter_or in I by exact N.
    rewrite FJ, FH, (size_of_choose _ _ _ J), (size_of_choose _ _ _ H) in I. exact I.
  - apply forallb_forall. intros c I. apply has_in, filter_In. split; [exact (chosen_in _ _ _ _ J I)|].
    apply has_in in I. rewrite I. apply orb_true_r.
  - rewrite filter_twice. transitivity (filter (has h) deck); [|exact FH]. apply filter_same.
    intros c _. specialize (N c). destruct (has h c), (has j c); try discriminate N; reflexivity.
Qed.
Lemma one_suit_needed r s : five_of r s = Five.RoyalFlush \/ five_of r s = Five.StraightFlush ->
  match s with [] => false | x :: _ => all_of x s end = true.
Proof.
  unfold five_of. destruct r as [|? [|? [|? [|? [|? [|]]]]]], s as [|x s]; try (intros [H | H]; discriminate H).
  destruct (all_of x (x :: s)); [reflexivity|].
  repeat match goal with |- context [if ?b then _ else _] => destruct b end; intros [H | H]; discriminate H.
Qed.
Lemma all_found x : In x (choose 5 deck) -> five_kind x = Five.RoyalFlush \/ five_kind x = Five.StraightFlush -> In x suited_fives.
Proof.
  intros I K. unfold suited_fives. rewrite visit_is.
  assert (P : of_one_suit (map with_rank x) = true).
  { unfold of_one_suit. destruct (seen_is x) as (-> & _). rewrite map_map. pose proof (one_suit_needed _ _ K) as S.
    change (map (fun c => suit_of (with_rank c)) x) with (map suit x). destruct (map suit x); [discriminate S|]. rewrite S.
    destruct K as [-> | ->]; reflexivity. }
  revert I. generalize (choose 5 deck). intros xs.
  assert (M : forall t, In x xs \/ In x t -> In x (fold_left (fun t x => if of_one_suit (map with_rank x) then map card_of (map with_rank x) :: t else t) xs t)).
  { induction xs as [|y xs IH]; intros t; cbn [fold_left In]; [tauto|]. intros H. apply IH. destruct (seen_is y) as (_ & ->).
    destruct H as [[-> | H] | H]; [rewrite P; right; left; reflexivity | tauto|]. destruct (of_one_suit (map with_rank y)); [right; right | right]; exact H. }
  intros I. apply M. left. exact I.
Qed.
Lemma in_completing fives j x : In x fives -> forallb (has x) j = true -> In (remaining j x) (completing fives j).
Proof. intros I A. apply in_map, filter_In. split; assumption. Qed.
Lemma all_complete j h : In j (choose 2 deck) -> In h (choose 3 (left j)) -> In h (completing suited_fives j) \/ ~ wins j h.
Proof.
  intros J H. destruct (dealt_beside j h J H) as (I & A & R).
  assert (W : wins j h -> In h (completing suited_fives j)).
  { intros K. pose proof (in_completing suited_fives j _ (all_found _ I K) A) as C. rewrite R in C. exact C. }
  unfold wins in *. destruct (five_kind (together h j)); try (right; intros [X | X]; discriminate X); left; apply W; tauto.
Qed.
Theorem sharing : forall j table, seated j table ->
  In (winners Five.RoyalFlush j table, winners Five.StraightFlush j table) possible_winners.
Proof.
  intros j table (J & T & F). pose proof explored as E. cbn zeta in E. rewrite forallb_forall in E. specialize (E j J).
  refine (explore_is _ j table _ _ _ _ E _ F (Forall_nil _)).
  eapply Forall_impl; [|exact T]. intros h H. exact (all_complete j h J H).
Qed.
Ltac chosen := apply in_chosen; [vm_compute; reflexivity | reflexivity].
Ltac occurs := split; [split; [chosen | split] | vm_compute; reflexivity];
  [repeat (apply Forall_cons; [chosen|]); apply Forall_nil |
   repeat (apply FOP_cons; [repeat (apply Forall_cons; [reflexivity|]); apply Forall_nil|]); apply FOP_nil].
Theorem sharing_occurs : Forall2 (fun o e => seated (fst e) (snd e) /\
  (winners Five.RoyalFlush (fst e) (snd e), winners Five.StraightFlush (fst e) (snd e)) = o) possible_winners examples.
Proof. repeat (apply Forall2_cons; [occurs|]). apply Forall2_nil. Qed.
