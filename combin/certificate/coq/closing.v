Lemma answers : (let r := rows in map (fun f => sum f r) questions) = numbers.
Proof. vm_cast_no_check (eq_refl numbers). Qed.
Lemma answer i f n : nth_error questions i = Some f -> nth_error numbers i = Some n -> sum f rows = n.
Proof.
  intros E N. pose proof answers as A. cbn zeta in A. pose proof (map_nth_error (fun f => sum f rows) i questions E) as M.
  rewrite A, N in M. revert M. generalize (sum f rows). intros x M. injection M as <-. reflexivity.
Qed.
Lemma all_deals : over_deals (fun _ _ => 1) = deals.
Proof. exact (eq_trans (total_of (fun _ _ _ _ => 1)) (answer 0 _ _ eq_refl eq_refl)). Qed.
Lemma edge_is u f t x : over_deals f = t -> ((- t) # Z.to_pos (u * deals) == x)%Q -> (edge u f == x)%Q.
Proof. unfold edge. rewrite all_deals. intros ->. exact (fun H => H). Qed.
Lemma edge_least u f t x : over_deals f <= t -> ((- t) # Z.to_pos (u * deals) == x)%Q -> (x <= edge u f)%Q.
Proof.
  unfold edge. rewrite all_deals. generalize (over_deals f). intros v H <-. unfold Qle; cbn [Qnum Qden].
  apply Z.mul_le_mono_nonneg_r; lia.
Qed.
Ltac counted total i := refine (edge_is _ _ _ _ (eq_trans total (answer i _ _ eq_refl eq_refl)) _); reflexivity.
