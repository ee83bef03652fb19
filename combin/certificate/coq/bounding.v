Ltac at_most net i :=
  intros s; refine (edge_least _ _ _ _ (Z.le_trans _ _ _ (total_most net s) (Z.eq_le_incl _ _ (answer i _ _ eq_refl eq_refl))) _);
  reflexivity.
