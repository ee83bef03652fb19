(* Any three cards and two of those left are any five, divided into three and two. *)
Fixpoint splits (k : nat) (l : list card) : list (hand * hand) := match k, l with
  | O, _ => [([], l)]
  | S _, [] => []
  | S j, c :: rest => map (fun p => (c :: fst p, snd p)) (splits j rest) ++ map (fun p => (fst p, c :: snd p)) (splits k rest)
  end.
Lemma no_splits l : forall k, (length l < k)%nat -> splits k l = [].
Proof.
  induction l as [|c l IH]; intros [|k] H; cbn [splits length] in *; try lia; [reflexivity|].
  rewrite !IH by lia. reflexivity.
Qed.
Lemma split_sum l : forall a b (f : hand -> hand -> Q),
  sum_q (fun p => sum_q (f (fst p)) (choose b (snd p))) (splits a l) ==
  sum_q (fun x => sum_q (fun p => f (fst p) (snd p)) (splits a x)) (choose (a + b) l).
Proof.
  induction l as [|c l IH]; intros [|a] b f; cbn [splits choose Nat.add].
  - destruct b; cbn; ring.
  - reflexivity.
  - transitivity (sum_q (f []) (choose b (c :: l))); [unfold sum_q; cbn; ring|].
    apply q_ext. intros [|y x] _; unfold sum_q; cbn; ring.
  - rewrite !q_app, !q_map. cbn [fst snd].
    rewrite (IH a b (fun h => f (c :: h))).
    assert (E : sum_q (fun x => sum_q (fun p => f (fst p) (snd p)) (splits (S a) (c :: x))) (choose (a + b) l) ==
      sum_q (fun x => sum_q (fun p => f (c :: fst p) (snd p)) (splits a x)) (choose (a + b) l) +
      sum_q (fun x => sum_q (fun p => f (fst p) (c :: snd p)) (splits (S a) x)) (choose (a + b) l)).
    { rewrite <- q_plus. apply q_ext. intros x _. cbn [splits]. rewrite q_app, !q_map. reflexivity. }
    rewrite E. clear E. destruct b as [|b].
    + rewrite <- (IH (S a) 0%nat f).
      rewrite (q_none (fun x => sum_q (fun p => f (fst p) (c :: snd p)) (splits (S a) x))).
      2: { intros x I. rewrite no_splits; [reflexivity|]. apply size_of_choose in I. lia. }
      rewrite Qplus_0_r. apply Qplus_comp; [reflexivity|]. apply q_ext. intros [h [|y m]] _; reflexivity.
    + replace (a + S b)%nat with (S a + b)%nat by lia. rewrite <- (IH (S a) b (fun h j => f h (c :: j))).
      rewrite <- Qplus_assoc. apply Qplus_comp; [reflexivity|].
      replace (S (S a + b))%nat with (S a + S b)%nat by lia.
      rewrite <- (IH (S a) (S b) f), <- q_plus. apply q_ext. intros p _. cbn [choose]. rewrite q_app, q_map. reflexivity.
Qed.
Lemma chosen_in l : forall k h c, In h (choose k l) -> In c h -> In c l.
Proof.
  induction l as [|x l IH]; intros [|k] h c; cbn [choose In]; try tauto; try (intros [<- | []]; cbn [In]; tauto).
  rewrite in_app_iff, in_map_iff. intros [(g & <- & I) | I] J; [destruct J as [-> | J]; [tauto|]|]; right; eapply IH; eassumption.
Qed.
Lemma has_in h c : has h c = true <-> In c h.
Proof.
  unfold has. rewrite existsb_exists. split; [|intros I; exists c; split; [exact I | apply Z.eqb_refl]].
  intros (x & I & E). apply Z.eqb_eq in E. subst. exact I.
Qed.
Lemma has_not h c : has h c = false <-> ~ In c h.
Proof. rewrite <- has_in. destruct (has h c); split; congruence. Qed.
Lemma filter_same {A} (p q : A -> bool) l : (forall x, In x l -> p x = q x) -> filter p l = filter q l.
Proof.
  induction l as [|x l IH]; intros H; cbn [filter]; [reflexivity|]. rewrite IH by (intros; apply H; right; assumption).
  rewrite (H x) by (left; reflexivity). reflexivity.
Qed.
Lemma filter_none {A} (p : A -> bool) l : (forall x, p x = false) -> filter p l = [].
Proof. intros H. induction l as [|x l IH]; cbn [filter]; [|rewrite H, IH]; reflexivity. Qed.
Lemma filter_all {A} (p : A -> bool) l : (forall x, p x = true) -> filter p l = l.
Proof. intros H. induction l as [|x l IH]; cbn [filter]; [|rewrite H, IH]; reflexivity. Qed.
Lemma has_more c l h : ~ In c l -> filter (has (c :: h)) l = filter (has h) l.
Proof.
  intros N. apply filter_same. intros x J. cbn [has existsb]. destruct (Z.eqb_spec x c) as [-> | _]; [contradiction | reflexivity].
Qed.
Lemma splits_left l : NoDup l -> forall k, splits k l = map (fun h => (h, filter (fun c => negb (has h c)) l)) (choose k l).
Proof.
  induction 1 as [|c l N D IH]; intros [|k]; cbn [splits choose map]; try reflexivity.
  - f_equal. f_equal. symmetry. apply filter_all. reflexivity.
  - rewrite map_app, !IH, !map_map. f_equal; apply map_ext_in; intros h I; cbn [fst snd filter]; f_equal.
    + cbn [has existsb]. rewrite Z.eqb_refl. cbn [orb negb]. apply filter_same. intros x J. cbn [existsb].
      destruct (Z.eqb_spec x c) as [-> | _]; [contradiction | reflexivity].
    + replace (has h c) with false; [reflexivity|]. symmetry. apply has_not. intros J. exact (N (chosen_in _ _ _ _ I J)).
Qed.
Lemma split_has l : forall k p, In p (splits k l) -> forall c, has (fst p) c || has (snd p) c = has l c.
Proof.
  induction l as [|x l IH]; intros [|k] p; cbn [splits In]; try tauto; try (intros [<- | []] c; reflexivity).
  rewrite in_app_iff, !in_map_iff. intros [(g & <- & I) | (g & <- & I)] c; cbn [fst snd has existsb];
    specialize (IH _ _ I c); unfold has in IH; rewrite <- IH; destruct (c =? x)%Z; cbn [orb]; rewrite ?orb_true_r; reflexivity.
Qed.
Lemma chosen_filter l : NoDup l -> forall k h, In h (choose k l) -> filter (has h) l = h.
Proof.
  induction 1 as [|c l N D IH]; intros [|k] h; cbn [choose In]; try tauto; try (intros [<- | []]; apply filter_none; reflexivity).
  rewrite in_app_iff, in_map_iff. cbn [filter]. intros [(g & <- & I) | I].
  - rewrite has_more by exact N. cbn [has existsb]. rewrite Z.eqb_refl. cbn [orb]. f_equal. exact (IH k g I).
  - replace (has h c) with false; [exact (IH _ _ I)|]. symmetry. apply has_not. intros J. exact (N (chosen_in _ _ _ _ I J)).
Qed.
Lemma split_first l : forall k, map fst (splits k l) = choose k l.
Proof.
  induction l as [|c l IH]; intros [|k]; cbn [splits choose map]; try reflexivity. rewrite map_app, !map_map. cbn [fst].
  rewrite <- !IH, !map_map. reflexivity.
Qed.
Fixpoint distinct (l : list Z) := match l with [] => true | x :: l => if has l x then false else distinct l end.
Lemma deck_distinct : NoDup deck.
Proof.
  assert (H : distinct deck = true) by vm_cast_no_check (eq_refl true). revert H. generalize deck.
  induction l as [|x l IH]; cbn [distinct]; intros H; [constructor|]. destruct (has l x) eqn:E; [discriminate|].
  constructor; [apply has_not; exact E | exact (IH H)].
Qed.
Lemma by_fives f : over_jackpot_cards f == sum_q (fun x => sum_q (fun h => f h x) (choose 3 x)) (choose 5 deck).
Proof.
  unfold over_jackpot_cards, hands, left, together. pose proof deck_distinct as D. revert D. generalize deck. intros l D.
  set (g := fun h j => f h (filter (fun c => has h c || has j c) l)).
  transitivity (sum_q (fun p => sum_q (g (fst p)) (choose 2 (snd p))) (splits 3 l)).
  { rewrite (splits_left l D 3), q_map. reflexivity. }
  rewrite (split_sum l 3 2 g). apply q_ext. intros x I. rewrite <- (split_first x 3), q_map. apply q_ext. intros p J. unfold g.
  rewrite (filter_same _ (has x)); [rewrite (chosen_filter l D _ _ I); reflexivity|]. intros c _. exact (split_has _ _ _ J c).
Qed.

(* Five cards are visited one by one, each card with its rank and suit, and the line that pays each category is kept. *)
Fixpoint visit {A B} (k : nat) (l : list B) (f : list B -> A -> A) (t : A) : A := match k, l with
  | O, _ => f [] t
  | S _, [] => t
  | S j, c :: rest => visit k rest f (visit j rest (fun h => f (c :: h)) t)
  end.
Definition with_rank (c : card) := (c, rank c, suit c).
Definition card_of (c : card * Z * Z) := fst (fst c).
Definition rank_of (c : card * Z * Z) := snd (fst c).
Definition suit_of (c : card * Z * Z) := snd c.
Definition five_seen (x : list (card * Z * Z)) := five_of (map rank_of x) (map suit_of x).
Lemma visit_is {A} (f : list (card * Z * Z) -> A -> A) l : forall k t,
  visit k (map with_rank l) f t = fold_left (fun t x => f (map with_rank x) t) (choose k l) t.
Proof.
  revert f. induction l as [|c l IH]; intros f [|k] t; cbn [visit choose map]; try reflexivity.
  rewrite fold_left_app, !IH. f_equal. generalize (choose k l) t. induction l0 as [|x m J]; intros s; cbn [map fold_left]; [reflexivity | apply J].
Qed.
Lemma seen_is x : five_seen (map with_rank x) = five_kind x /\ map card_of (map with_rank x) = x.
Proof. unfold five_seen. rewrite !map_map. split; [reflexivity | apply map_id]. Qed.
Definition by_category {B} (f : Five.category -> B) : Five.category -> B :=
  let a := f Five.RoyalFlush in let b := f Five.StraightFlush in let c := f Five.FourOfAKind in let d := f Five.FullHouse in
  let e := f Five.Flush in let g := f Five.Straight in let h := f Five.ThreeOfAKind in let i := f Five.TwoPair in
  let j := f Five.Pair in let k := f Five.HighCard in fun x => match x with
  | Five.RoyalFlush => a | Five.StraightFlush => b | Five.FourOfAKind => c | Five.FullHouse => d | Five.Flush => e
  | Five.Straight => g | Five.ThreeOfAKind => h | Five.TwoPair => i | Five.Pair => j | Five.HighCard => k end.
Lemma by_category_is {B} (f : Five.category -> B) k : by_category f k = f k.
Proof. destruct k; reflexivity. Qed.
(* Which hands are in play is kept by card. *)
Definition after (c : card) := filter (Z.ltb c) deck.
Definition plays_third x y z := in_play [x; y; z].
Definition plays_second x y := keep (plays_third x y) (after y).
Definition plays_first x := keep (plays_second x) (after x).
Definition plays_kept := keep plays_first deck.
Definition played_of kept (h : hand) := match h with
  | [x; y; z] => get (plays_third x y) (get (plays_second x) (get plays_first kept x) y) z
  | _ => in_play h
  end.
Definition weight_kept kept (x : hand) : Z := sum (fun h => if played_of kept h then 1 else 0)%Z (choose 3 x).
Lemma played_is h : played_of plays_kept h = in_play h.
Proof.
  destruct h as [|x [|y [|z [|]]]]; try reflexivity. unfold played_of, plays_kept. rewrite get_keep. unfold plays_first.
  rewrite get_keep. unfold plays_second. rewrite get_keep. reflexivity.
Qed.
Definition five_weight (x : hand) : Z := sum (fun h => if in_play h then 1 else 0)%Z (choose 3 x).
Lemma weight_is x : weight_kept plays_kept x = five_weight x.
Proof. unfold weight_kept, five_weight. apply sum_ext. intros h _. rewrite played_is. reflexivity. Qed.
Definition five_paid (x : hand) := existsb (same_five (five_kind x)).
Definition visited ls :=
  let places := map (fun l => by_category (fun k => first (existsb (same_five k)) l)) ls in
  let kept := plays_kept in
  visit 5 (map with_rank deck) (fun x t => let k := five_seen x in
    (fst t + 1, tally (map (fun place => place k) places) (fun _ => weight_kept kept (map card_of x)) (snd t)))%Z (0%Z, none ls).
Lemma visited_is ls : visited ls = (fold_left (fun n _ => n + 1)%Z (choose 5 deck) 0%Z, count five_paid five_weight ls (choose 5 deck) (none ls)).
Proof.
  unfold visited, count. cbn zeta. rewrite visit_is. generalize (choose 5 deck) 0%Z (none ls). intros xs.
  induction xs as [|x xs IH]; intros n ts; cbn [fold_left]; [reflexivity|]. rewrite IH. cbn [fst snd].
  destruct (seen_is x) as (-> & ->). rewrite map_map. cbn beta.
  rewrite (map_ext _ (first (five_paid x)) (fun l => by_category_is _ _)).
  rewrite (tally_weight _ _ (fun _ => five_weight x)) by exact (weight_is x). reflexivity.
Qed.
Lemma weighted (p : Q) xs : sum_q (fun h => if in_play h then p else 0) xs == inject_Z (sum (fun h => if in_play h then 1 else 0)%Z xs) * p.
Proof.
  unfold sum_q, sum. induction xs as [|x xs IH]; cbn [fold_right]; [ring|]. rewrite IH, inject_Z_plus. destruct (in_play x); ring.
Qed.
Lemma ten p x : length x = 5%nat -> sum_q (fun _ : hand => p) (choose 3 x) == 10 * p.
Proof. intros L. destruct x as [|? [|? [|? [|? [|? [|]]]]]]; try discriminate L. cbn; ring. Qed.
Lemma ten_times a b : ~ b == 0 -> 10 * a / (b * 10) == a / b.
Proof. intros H. field. exact H. Qed.
Lemma five_counted : visited five_lines = (five_hands, five_numbers).
Proof. vm_cast_no_check (eq_refl (five_hands, five_numbers)). Qed.
Lemma five_total : over_jackpot_cards (fun _ _ => 1) == inject_Z five_hands * 10.
Proof.
  destruct (both _ _ _ _ (eq_trans (eq_sym (visited_is five_lines)) five_counted)) as (C & _).
  rewrite by_fives, <- C, <- q_length. apply q_ext. intros x I. apply size_of_choose in I. rewrite (ten _ x I). ring.
Qed.
Lemma five_is i l t pays : nth_error five_lines i = Some l -> nth_error five_numbers i = Some t ->
  mean_five everyone (List.combine l pays) == dot (map fst t) pays / inject_Z five_hands /\
  mean_five in_play (List.combine l pays) == dot (map snd t) pays / inject_Z five_deals.
Proof.
  intros E G. destruct (both _ _ _ _ (eq_trans (eq_sym (visited_is five_lines)) five_counted)) as (_ & C).
  destruct (counted_right _ _ _ _ _ i l t pays C E G) as (<- & <-). unfold mean_five. rewrite five_total. split; rewrite by_fives.
  - rewrite <- (ten_times _ (inject_Z five_hands)) by discriminate. apply Qdiv_comp; [|reflexivity]. rewrite <- q_scale. apply q_ext. intros x I. apply size_of_choose in I. apply ten. exact I.
  - change five_deals with (five_hands * 10)%Z. rewrite inject_Z_mult. apply Qdiv_comp; [|reflexivity]. apply q_ext. intros x _. apply weighted.
Qed.
