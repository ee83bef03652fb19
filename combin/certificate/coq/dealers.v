(* Bets on the dealer's hand, and on the higher or the lower of both: with the hands of a deal exchanged. *)
Lemma apart_sym h d : apart h d = apart d h.
Proof.
  assert (H : forall h d, apart h d = true -> apart d h = true).
  { clear. unfold apart, has. intros h d H. rewrite forallb_forall in H |- *. intros c I. apply negb_true_iff.
    apply not_true_is_false. intros E. apply existsb_exists in E as (c' & J & E). apply Z.eqb_eq in E. subst c'.
    specialize (H c J). apply negb_true_iff in H. rewrite <- not_true_iff_false in H. apply H.
    apply existsb_exists. exists c. split; [exact I | apply Z.eqb_refl]. }
  apply eq_true_iff_eq. split; apply H.
Qed.
Lemma sum_filter {A} (f : A -> Z) p l : sum f (filter p l) = sum (fun x => one (p x) * f x) l.
Proof. unfold sum. induction l as [|x l IH]; cbn [filter fold_right]; [reflexivity|]. destruct (p x); cbn [one fold_right]; lia. Qed.
Lemma exchange f : over_deals f = over_deals (fun h d => f d h).
Proof.
  unfold over_deals.
  rewrite (sum_ext _ (fun h => sum (fun d => one (apart h d) * f h d) hands)) by (intros; rewrite dealt; apply sum_filter).
  rewrite sum_swap. apply sum_ext. intros h _. rewrite dealt, sum_filter. apply sum_ext. intros d _. rewrite apart_sym. reflexivity.
Qed.
Lemma total_dealers g : over_deals (fun _ d => g d (kind_of d)) = sum (own g) rows.
Proof. exact (eq_trans (exchange _) (total_own g)). Qed.
Lemma over_deals_plus f g : over_deals (fun h d => f h d + g h d) = over_deals f + over_deals g.
Proof. unfold over_deals. rewrite <- sum_plus. apply sum_ext. intros h _. apply sum_plus. Qed.
Lemma over_deals_ext f g : (forall h d, f h d = g h d) -> over_deals f = over_deals g.
Proof. intros H. unfold over_deals. apply sum_ext. intros h _. apply sum_ext. intros d _. apply H. Qed.
Definition doubled (theirs : result) (g : hand -> kind -> Z) (h : hand) (k : kind) (q : bool) (r : result) : Z :=
  match r, theirs with Tie, _ => g h k | Win, Lose | Lose, Win => 2 * g h k | _, _ => 0 end.
Lemma total_both theirs g : theirs <> Tie -> over_deals (of_both theirs g) = sum (outcome (doubled theirs g)) rows.
Proof.
  intros T. rewrite <- total_of. unfold of_both, settled, doubled. cbn zeta.
  rewrite (over_deals_ext _ (fun h d =>
    (if is_result theirs (compared (kind_of h) (kind_of d)) then 0 else g h (kind_of h)) +
    (if is_result theirs (compared (kind_of h) (kind_of d)) then g d (kind_of d) else 0))).
  - rewrite over_deals_plus, (exchange (fun h d => if is_result theirs (compared (kind_of h) (kind_of d)) then g d (kind_of d) else 0)), <- over_deals_plus. apply over_deals_ext.
    intros h d. generalize (g h (kind_of h)). intros x. unfold compared. cbn zeta.
    generalize (strength (kind_of h)) (strength (kind_of d)). intros s t.
    destruct (Z.ltb_spec t s), (Z.eqb_spec t s), (Z.ltb_spec s t), (Z.eqb_spec s t); try lia; destruct theirs; cbn [is_result]; congruence || lia.
  - intros h d. destruct (is_result _ _); lia.
Qed.
