(* On the player's three cards: the mean over all hands, of which those of `who` are paid. *)
Definition mean_three (who : hand -> bool) (t : list (line * Q)) : Q :=
  (sum_q (fun h => if who h then first_paid (fun l => on l h (kind_of h)) t else 0) hands / sum_q (fun _ => 1) hands)%Q.
