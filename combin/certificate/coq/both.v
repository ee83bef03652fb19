(* Bets on the higher or the lower of both hands: with that result it is the dealer's, else the player's. *)
Definition is_result (r t : result) : bool := match r, t with Win, Win | Tie, Tie | Lose, Lose => true | _, _ => false end.
Definition of_both (theirs : result) (g : hand -> kind -> Z) (h d : hand) : Z :=
  if is_result theirs (compared (kind_of h) (kind_of d)) then g d (kind_of d) else g h (kind_of h).
