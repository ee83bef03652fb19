(* With each hand no strategy gets more than its best decision. *)
Definition worth (net : game) (d : decision) := outcome (fun h k q r => net h k q r d).
Definition played (net : game) (plan : hand -> kind -> decision) (r : row) :=
  let d := plan (held r) (is r) in combine (fun q c => net (held r) (is r) q c d) (cases r).
Definition most (net : game) (r : row) := fold_right (fun d x => Z.max (worth net d r) x) (worth net Fold r) decisions.
Lemma most_is_most net r d : worth net d r <= most net r.
Proof. unfold most, decisions. cbn [fold_right]. destruct d; lia. Qed.
Lemma total_most net s : over_deals (decided net s) <= sum (most net) rows.
Proof. unfold decided. rewrite total_of. apply sum_le. intros r. exact (most_is_most net r (s (held r))). Qed.
Lemma total_played net plan : over_deals (decided net (follow plan)) = sum (played net plan) rows.
Proof.
  refine (eq_trans (total_of (fun h k q r => net h k q r (plan h k))) (sum_ext _ _ _ _)). intros r _. reflexivity.
Qed.
