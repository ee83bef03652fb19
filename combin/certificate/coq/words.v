(* A card is a number: its rank times the number of suits, and its suit. A hand is three cards, lowest number first. *)
Definition card := Z.
Definition hand := list card.
Definition rank (c : card) := c / suits.
Definition suit (c : card) := c mod suits.
Definition deck : list card := map Z.of_nat (seq 0 (Z.to_nat (ranks * suits))).
(* All choices of k cards from a list: with its first card, and without it. *)
Fixpoint choose (k : nat) (l : list card) : list hand :=
  match k, l with
  | O, _ => [[]]
  | S _, [] => []
  | S j, c :: rest => map (cons c) (choose j rest) ++ choose k rest
  end.
Definition hands := choose 3 deck.
Definition has (h : hand) (c : card) := existsb (Z.eqb c) h.
Definition left (h : hand) := filter (fun c => negb (has h c)) deck. (* the cards that are left for the dealer *)

(* What a hand is. Of three different ranks in sequence the run is that of the list of straights. *)
Fixpoint different (l : list Z) : Z :=
  match l with [] => 0 | x :: rest => if existsb (Z.eqb x) rest then different rest else 1 + different rest end.
Definition run (l : list Z) := find (fun s => forallb (fun x => existsb (Z.eqb x) s) l) straights.
Definition kind_of (h : hand) : kind :=
  match map rank h with
  | [x; y; z] =>
    if (x =? y) && (y =? z) then (ThreeOfAKind, [x; x; x])
    else if x =? y then (Pair, [x; x; z])
    else if y =? z then (Pair, [y; y; x])
    else let shown := different (map suit h) in
      match run [x; y; z] with
      | Some s =>
        if shown =? 1 then (StraightFlush, s) else if straight_suits <=? shown then (Straight, s) else (HighCard, [z; y; x])
      | None => (if shown =? 1 then Flush else HighCard, [z; y; x])
      end
  | _ => (HighCard, [])
  end.

(* Hands are compared by a number: the place of the category, then the deciding ranks, two digits each; of straights
   their place in the list. *)
Definition same (c d : category) : bool :=
  match c, d with
  | StraightFlush, StraightFlush | ThreeOfAKind, ThreeOfAKind | Straight, Straight | Flush, Flush | Pair, Pair
  | HighCard, HighCard => true
  | _, _ => false
  end.
Fixpoint place {A} (is : A -> bool) (l : list A) : Z :=
  match l with [] => 0 | x :: rest => if is x then 0 else 1 + place is rest end.
Definition digits (l : list Z) := fold_left (fun v x => v * 100 + x) l 0.
Definition value '((c, l) : kind) : Z :=
  (6 - place (same c) order) * 1000000 +
  match c with
  | StraightFlush | Straight => place (fun s => digits s =? digits l) straights
  | ThreeOfAKind => if digits l =? digits [highest_three; highest_three; highest_three] then 999999 else digits l
  | _ => digits l
  end.
Definition strength (k : kind) := if lowest_wins then 9999999 - value k else value k.
Definition qualified (d : kind) := strength qualifying <=? strength d.
Definition compared (h d : kind) : result :=
  let s := strength h in let t := strength d in if t <? s then Win else if t =? s then Tie else Lose.

(* What a table pays for a hand: its first line that has it. *)
Fixpoint on (l : line) (h : hand) (k : kind) : bool :=
  match l with
  | Any => true
  | Of c => same c (fst k)
  | From lowest highest => let v := value k in (value lowest <=? v) && (v <=? value highest)
  | OneSuit s l => forallb (fun c => suit c =? s) h && on l h k
  end.
Fixpoint paid (t : table) (h : hand) (k : kind) : Z :=
  match t with [] => 0 | (l, x) :: rest => if on l h k then x else paid rest h k end.

(* A deal is a hand of the player's, and a hand of the dealer's from the cards that are left. What is settled by the
   player's hand, whether the dealer qualifies, and the result: for each deal. The house edge: the mean loss of all deals. *)
Definition sum {A} (f : A -> Z) (l : list A) : Z := fold_right (fun x s => f x + s) 0 l.
Definition over_deals (f : hand -> hand -> Z) : Z := sum (fun h => sum (f h) (choose 3 (left h))) hands.
Definition settled (g : hand -> kind -> bool -> result -> Z) (h d : hand) : Z :=
  let k := kind_of h in let e := kind_of d in g h k (qualified e) (compared k e).
Definition edge (unit : Z) (f : hand -> hand -> Z) : Q := (- over_deals f) # Z.to_pos (unit * over_deals (fun _ _ => 1)).
