(* What five cards are, lowest number first. *)
Fixpoint equal_ranks (l m : list Z) : bool :=
  match l, m with [], [] => true | x :: l, y :: m => if x =? y then equal_ranks l m else false | _, _ => false end.
Fixpoint among (l : list Z) (m : list (list Z)) : bool :=
  match m with [] => false | x :: rest => if equal_ranks l x then true else among l rest end.
Fixpoint all_of (s : Z) (l : list Z) : bool := match l with [] => true | x :: rest => if x =? s then all_of s rest else false end.
Definition five_of (ranks suits : list Z) : Five.category :=
  match ranks, suits with
  | [v; w; x; y; z], s :: _ =>
    if all_of s suits then
      if among ranks royal then Five.RoyalFlush else if among ranks five_straights then Five.StraightFlush else Five.Flush
    else if v =? w then
      if v =? y then Five.FourOfAKind
      else if v =? x then if y =? z then Five.FullHouse else Five.ThreeOfAKind
      else if x =? z then Five.FullHouse
      else if x =? y then Five.TwoPair else if y =? z then Five.TwoPair else Five.Pair
    else if w =? x then
      if w =? z then Five.FourOfAKind else if w =? y then Five.ThreeOfAKind else if y =? z then Five.TwoPair else Five.Pair
    else if x =? y then if x =? z then Five.ThreeOfAKind else Five.Pair
    else if y =? z then Five.Pair
    else if among ranks five_straights then Five.Straight else Five.HighCard
  | _, _ => Five.HighCard
  end.
Definition five_kind (h : hand) := five_of (map rank h) (map suit h).
Definition same_five (c d : Five.category) : bool :=
  match c, d with
  | Five.RoyalFlush, Five.RoyalFlush | Five.StraightFlush, Five.StraightFlush | Five.FourOfAKind, Five.FourOfAKind
  | Five.FullHouse, Five.FullHouse | Five.Flush, Five.Flush | Five.Straight, Five.Straight
  | Five.ThreeOfAKind, Five.ThreeOfAKind | Five.TwoPair, Five.TwoPair | Five.Pair, Five.Pair
  | Five.HighCard, Five.HighCard => true
  | _, _ => false
  end.
(* A deal is a hand of the player's, and two jackpot cards from the cards that are left. Hands of `who` are paid. *)
Definition together (h j : hand) : hand := filter (fun c => has h c || has j c) deck.
Definition over_jackpot_cards (f : hand -> hand -> Q) : Q :=
  sum_q (fun h => sum_q (fun j => f h (together h j)) (choose 2 (left h))) hands.
Definition mean_five (who : hand -> bool) (t : list (list Five.category * Q)) : Q :=
  (over_jackpot_cards (fun h x => if who h then first_paid (existsb (same_five (five_kind x))) t else 0) /
   over_jackpot_cards (fun _ _ => 1))%Q.
