Definition on_seen (h : hand) (k : kind) (l : line) := on l h k.
Definition three_paid (h : hand) := on_seen h (kind_of h).
Definition three_weight (h : hand) := if in_play h then 1%Z else 0%Z.
Definition three_visited := fold_left (fun ts h => let k := kind_of h in
  tally (map (first (on_seen h k)) three_lines) (fun _ => three_weight h) ts) hands (none three_lines).
Lemma three_counted : (fold_left (fun n _ => n + 1)%Z hands 0%Z, three_visited) = (three_deals, three_numbers).
Proof. vm_cast_no_check (eq_refl (three_deals, three_numbers)). Qed.
Lemma three_visited_is : three_visited = count three_paid three_weight three_lines hands (none three_lines).
Proof. unfold three_visited, count. generalize hands (none three_lines). reflexivity. Qed.
Lemma three_is i l t pays : nth_error three_lines i = Some l -> nth_error three_numbers i = Some t ->
  mean_three everyone (List.combine l pays) == dot (map fst t) pays / inject_Z three_deals /\
  mean_three in_play (List.combine l pays) == dot (map snd t) pays / inject_Z three_deals.
Proof.
  intros E G. destruct (both _ _ _ _ three_counted) as (D & C).
  rewrite three_visited_is in C. destruct (counted_right three_paid three_weight _ _ _ i l t pays C E G) as (<- & <-).
  unfold mean_three. rewrite q_length, D, Qmult_1_r.
  split; (apply Qdiv_comp; [apply q_ext; intros h _ | reflexivity]); unfold pays_of, three_paid, three_weight, everyone.
  - reflexivity.
  - destruct (in_play h); [symmetry; exact (Qmult_1_l _) | symmetry; exact (Qmult_0_l _)].
Qed.
