(* Bets on the colours of both hands. *)
Lemma pick G s l : distinct l = true -> sum (fun c => G c * one (s =? c)) l = if existsb (Z.eqb s) l then G s else 0.
Proof.
  unfold sum. induction l as [|c l IH]; cbn [distinct fold_right existsb]; [reflexivity|]. intros D.
  apply andb_true_iff in D as (N & D). rewrite (IH D). destruct (Z.eqb_spec s c) as [-> |]; cbn [one orb]; [|lia].
  apply negb_true_iff in N. rewrite N. lia.
Qed.
Definition coloured (F : hand -> Z -> Z) (r : row) :=
  let '(_, _, _, _, n) := cases r in
  F (held r) 0 * n + sum (fun c => (F (held r) (fst c) - F (held r) 0) * snd c) (of_hue r).
Lemma total_coloured F : over_deals (fun h d => F h (shade d)) = sum (coloured F) rows.
Proof.
  unfold over_deals, rows, all. cbn zeta. rewrite !sum_map. apply sum_ext. intros h I. unfold coloured, row_of.
  cbn [held cases of_hue]. change (cards (entry h)) with h. rewrite sum_map. cbn [fst snd].
  pose proof all_small as S. apply andb_true_iff in S as (_ & S). apply andb_true_iff in S as (S & T).
  apply andb_true_iff in T as (D & _). rewrite forallb_forall in S.
  rewrite (spread_is (fun _ => 1)); [| exact I | intros l _; apply tree_size].
  rewrite (sum_ext (fun c => (F h c - F h 0) * spread (fun s => count_equal (bits hues c) (snd s)) (signed kept h))
    (fun c => sum (fun d => (F h c - F h 0) * one (shade d =? c)) (choose 3 (left h))) colours).
  - rewrite <- (sum_swap (fun d c => (F h c - F h 0) * one (shade d =? c)) (choose 3 (left h)) colours).
    rewrite <- sum_times, <- sum_plus. apply sum_ext. intros d J.
    cbn [distinct] in D. apply andb_true_iff in D as (N & D). rewrite (pick (fun c => F h c - F h 0) (shade d) colours D).
    pose proof (proj2 (entry_fine d (in_hands h d J))) as C. unfold dyed in C. apply negb_true_iff in N.
    destruct (Z.eqb_spec (shade d) 0) as [E |]; cbn [orb] in C; [rewrite E, N; lia | rewrite C; lia].
  - intros c J. rewrite sum_times. f_equal. rewrite (spread_is (fun x => one (equal (hue x) (bits hues c)))); [| exact I |].
    + apply sum_ext. intros d K. f_equal. replace (hue (entry d)) with (bits hues (shade d)) by (symmetry; apply fast_bits_are).
      rewrite bits_equal, !small_mod; [reflexivity | apply S; right; exact J |].
      apply S. pose proof (proj2 (entry_fine d (in_hands h d K))) as C. unfold dyed in C.
      apply orb_true_iff in C as [E | C]; [left; symmetry; apply Z.eqb_eq; exact E | right].
      apply existsb_exists in C as (c' & C & E). apply Z.eqb_eq in E. rewrite E. exact C.
    + intros l H. apply tree_counts. intros x K. rewrite bits_length. apply (H x K).
Qed.
