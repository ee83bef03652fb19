(* Three Card Poker, Crown Melbourne: the house edge as theorems.
   SHA-256 of the rules: 5b753c5ad9736fbe41f9f412ae2800eef2f87f22c4481877b997255dd906e06d

   To check this file: coqc FILE.v (Coq 8.16). What it says, and what it does not say: docs/theorem.md of combin.
   The reader has to believe part 1, the rules; part 2, what a hand, a deal and an edge are; part 3, what is settled by
   each decision; and Coq. What is proved, with each house edge:

   house_edge_A: Ante & Play with Ante Bonus A: of plan_A, and no strategy has a lower one, 686689/20358520
   never_folding_A: Ante & Play with Ante Bonus A: Play1 with every hand, without a fold, 1947749/25448150
   house_edge_B: Ante & Play with Ante Bonus B: of plan_B, and no strategy has a lower one, 3672957/101792600
   never_folding_B: Ante & Play with Ante Bonus B: Play1 with every hand, without a fold, 2007627/25448150
   house_edge_C: Ante & Play with Ante Bonus C: of plan_C, and no strategy has a lower one, 778809/20358520
   never_folding_C: Ante & Play with Ante Bonus C: Play1 with every hand, without a fold, 121347/1496950
   bet_pair_plus_A: Pair Plus A, 128/5525
   bet_pair_plus_B: Pair Plus B, 193/5525
   bet_pair_plus_C: Pair Plus C, 308/5525
   bet_pair_plus_D: Pair Plus D, 402/5525
   bet_pair_plus_E: Pair Plus E, 253/5525
   bet_pair_plus_F: Pair Plus F, 149/5525
   jackpot_1_deals: Jackpot 1, of 25,989,600 deals: 40 royal flush, 360 straight flush, 6,240 four of a kind, 37,440
    full house, 51,080 flush
   jackpot_1: Jackpot 1 if no hand is folded returns 17305/32487 * stake + 19/6497400 * meter
   jackpot_1_in_play: Jackpot 1, lost by a fold returns 17305/32487 * stake + 19/6497400 * meter
   jackpot_2_deals: Jackpot 2, of 25,989,600 deals: 40 royal flush, 360 straight flush, 6,240 four of a kind, 37,440
    full house, 51,080 flush, 102,000 straight
   jackpot_2: Jackpot 2 if no hand is folded returns 67/119 * stake + 19/6497400 * meter
   jackpot_2_in_play: Jackpot 2, lost by a fold returns 5361/10829 * stake + 19/6497400 * meter
   sharing: At one table no numbers of royal and straight flushes but 0 and 0, 0 and 1, 0 and 2, 1 and 0, 1 and 1
   sharing_occurs: Each of these numbers occurs *)

(* 1. The rules. *)
From Coq Require Import ZArith QArith List Bool Lia.
Import ListNotations.
Open Scope Q_scope.
Open Scope Z_scope.

Inductive category := StraightFlush | ThreeOfAKind | Straight | Flush | Pair | HighCard.
Definition kind : Type := category * list Z. (* what a hand is, with its ranks in the order in which they decide *)
Inductive result := Win | Tie | Lose. (* of the player's hand against the dealer's *)
(* A pay table: the first line that has the hand pays; a loss of the stake is -1, and nothing is 0. *)
Inductive line := Any | Of (c : category) | From (lowest highest : kind) | OneSuit (s : Z) (l : line).
Definition table := list (line * Z).
Definition flat (x : Z) : table := [(Any, x)].
Definition r2 := 0. Definition r3 := 1. Definition r4 := 2. Definition r5 := 3. Definition r6 := 4. Definition r7 := 5.
    Definition r8 := 6. Definition r9 := 7. Definition rT := 8. Definition rJ := 9. Definition rQ := 10.
    Definition rK := 11. Definition rA := 12.
Definition ranks := 13. (* the deck: 3.1, 3.5 *)
Definition suits := 4. (* 0 clubs, 1 diamonds, 2 hearts, 3 spades *)
(* The order of hands, high to low, and the straights, lowest first: 3.5.1, 3.6.1, 3.6.2, 1.1 'Straight' *)
Definition order := [StraightFlush; ThreeOfAKind; Straight; Flush; Pair; HighCard].
Definition straights :=
  [[r3; r2; rA]; [r4; r3; r2]; [r5; r4; r3]; [r6; r5; r4]; [r7; r6; r5]; [r8; r7; r6]; [r9; r8; r7]; [rT; r9; r8];
    [rJ; rT; r9]; [rQ; rJ; rT]; [rK; rQ; rJ]; [rA; rK; rQ]].
Definition straight_suits := 2. (* suits that a straight shows at least *)
Definition highest_three := rA. (* of three of a kind *)
Definition lowest_wins := false.
(* The lowest hand with which the dealer qualifies, Q high: 1.1 'Qualify' *)
Definition qualifying : kind := (HighCard, [rQ; r3; r2]).
(* Ante, by whether the dealer qualifies and the result: 5.5.1, 10.2 Table 9 *)
Definition pays_ante (qualified : bool) (r : result) : table := match qualified, r with
  | false, _ => flat 1 (* 5.7.1(a), 10.1.1(a) *)
  | true, Win => flat 1 (* 5.7.1(b), 10.1.2(a) *)
  | true, Tie => flat 0 (* 5.7.3, 10.1.2(c) *)
  | true, Lose => flat (-1) (* 5.7.2(b), 10.1.2(b) *)
  end.
(* Play, by whether the dealer qualifies and the result: 5.6, 10.2 Table 9 *)
Definition pays_play (qualified : bool) (r : result) : table := match qualified, r with
  | false, _ => flat 0 (* 5.9.4, 10.1.1(b)(iv) *)
  | true, Win => flat 1 (* 5.9.1, 10.1.2(a) *)
  | true, Tie => flat 0 (* 5.9.3, 10.1.2(c) *)
  | true, Lose => flat (-1) (* 5.9.2, 10.1.2(b) *)
  end.
(* Ante Bonus A: 10.2 Table 9, 1.1 'Ante Bonus', 10.1.1(b)(ii), 10.1.2(d) *)
Definition pays_ante_bonus_A : table := [(Of StraightFlush, 5); (Of ThreeOfAKind, 4); (Of Straight, 1)].
(* Ante Bonus B: 10.2 Table 9, 1.1 'Ante Bonus', 10.1.1(b)(ii), 10.1.2(d) *)
Definition pays_ante_bonus_B : table := [(Of StraightFlush, 5); (Of ThreeOfAKind, 3); (Of Straight, 1)].
(* Ante Bonus C: 10.2 Table 9, 1.1 'Ante Bonus', 10.1.1(b)(ii), 10.1.2(d) *)
Definition pays_ante_bonus_C : table := [(Of StraightFlush, 4); (Of ThreeOfAKind, 3); (Of Straight, 1)].
(* Pair Plus A: 10.2 Table 9, 5.5.2, 10.1.2(e) *)
Definition pays_pair_plus_A : table := [(Of StraightFlush, 40); (Of ThreeOfAKind, 30); (Of Straight, 6); (Of Flush, 4);
    (Of Pair, 1); (Any, -1)].
(* Pair Plus B: 10.2 Table 9, 5.5.2, 10.1.2(e) *)
Definition pays_pair_plus_B : table := [(Of StraightFlush, 40); (Of ThreeOfAKind, 25); (Of Straight, 6); (Of Flush, 4);
    (Of Pair, 1); (Any, -1)].
(* Pair Plus C: 10.2 Table 9, 5.5.2, 10.1.2(e) *)
Definition pays_pair_plus_C : table := [(Of StraightFlush, 40); (Of ThreeOfAKind, 30); (Of Straight, 5); (Of Flush, 4);
    (Of Pair, 1); (Any, -1)].
(* Pair Plus D: 10.2 Table 9, 5.5.2, 10.1.2(e) *)
Definition pays_pair_plus_D : table := [(Of StraightFlush, 40); (Of ThreeOfAKind, 30); (Of Straight, 6); (Of Flush, 3);
    (Of Pair, 1); (Any, -1)].
(* Pair Plus E: 10.2 Table 9, 5.5.2, 10.1.2(e) *)
Definition pays_pair_plus_E : table := [(Of StraightFlush, 35); (Of ThreeOfAKind, 25); (Of Straight, 6); (Of Flush, 4);
    (Of Pair, 1); (Any, -1)].
(* Pair Plus F: 10.2 Table 9, 5.5.2, 10.1.2(e) *)
Definition pays_pair_plus_F : table := [(Of StraightFlush, 35); (Of ThreeOfAKind, 33); (Of Straight, 6); (Of Flush, 4);
    (Of Pair, 1); (Any, -1)].
(* What the player decides: 5.6, 9.5.2(c) *)
Inductive decision := Fold | Play1.
Definition decisions := [Fold; Play1].
Module Five.
  Inductive category :=
    RoyalFlush | StraightFlush | FourOfAKind | FullHouse | Flush | Straight | ThreeOfAKind | TwoPair | Pair | HighCard.
End Five.
Definition five_straights : list (list Z) := (* lowest card first *)
  [[r2; r3; r4; r5; r6]; [r3; r4; r5; r6; r7]; [r4; r5; r6; r7; r8]; [r5; r6; r7; r8; r9]; [r6; r7; r8; r9; rT];
    [r7; r8; r9; rT; rJ]; [r8; r9; rT; rJ; rQ]; [r9; rT; rJ; rQ; rK]; [rT; rJ; rQ; rK; rA]; [r2; r3; r4; r5; rA]].
Definition royal : list (list Z) := (* lowest card first *)
  [[rT; rJ; rQ; rK; rA]].
(* Jackpot 1: what comes back: 7.1 Table 3, 1.1 'Jackpot Cards', 5.10, 7.1 *)
Definition pays_jackpot_1 (stake meter : Q) : list (list Five.category * Q) :=
  [([Five.RoyalFlush], 1 * meter); ([Five.FourOfAKind], 500 * stake); ([Five.FullHouse], 150 * stake); ([Five.Flush],
    100 * stake); ([Five.RoyalFlush; Five.StraightFlush], (1 # 10) * meter)]%Q.
(* Jackpot 2: what comes back: 7.1 Table 4, 1.1 'Jackpot Cards', 5.10, 7.1 *)
Definition pays_jackpot_2 (stake meter : Q) : list (list Five.category * Q) :=
  [([Five.RoyalFlush], 1 * meter); ([Five.FourOfAKind], 600 * stake); ([Five.FullHouse], 100 * stake); ([Five.Flush], 60
    * stake); ([Five.Straight], 40 * stake); ([Five.RoyalFlush; Five.StraightFlush], (1 # 10) * meter)]%Q.

(* 2. The words, the same for every game. *)
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
        if shown =? 1 then (StraightFlush, s) else if straight_suits <=? shown then (Straight, s) else (HighCard,
    [z; y; x])
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
   player's hand, whether the dealer qualifies, and the result: for each deal. The house edge: the mean loss of all
    deals. *)
Definition sum {A} (f : A -> Z) (l : list A) : Z := fold_right (fun x s => f x + s) 0 l.
Definition over_deals (f : hand -> hand -> Z) : Z := sum (fun h => sum (f h) (choose 3 (left h))) hands.
Definition settled (g : hand -> kind -> bool -> result -> Z) (h d : hand) : Z :=
  let k := kind_of h in let e := kind_of d in g h k (qualified e) (compared k e).
Definition edge (unit : Z) (f : hand -> hand -> Z) : Q := (- over_deals f) # Z.to_pos (unit * over_deals
    (fun _ _ => 1)).
(* No bet of this game is on colours. *)
Definition colours : list Z := [].
Definition shade (h : hand) := 0.
Definition hues := 0%nat. (* bits of a colour *)
(* A strategy is any function of the player's hand; a plan is one that is stated by what the hand is. *)
Definition game := hand -> kind -> bool -> result -> decision -> Z.
Definition strategy := hand -> decision.
Definition follow (plan : hand -> kind -> decision) : strategy := fun h => plan h (kind_of h).
Definition decided (net : game) (s : strategy) : hand -> hand -> Z := settled (fun h k q r => net h k q r (s h)).

(* 3. What each decision nets, and the plan by which the player decides. *)
(* Ante & Play with Ante Bonus A: what the player nets by each decision *)
Definition net_A (h : hand) (k : kind) (q : bool) (r : result) (d : decision) : Z :=
  match d with
  | Fold => (-1) (* 5.7.2(a), 9.5.2(a) *)
  | Play1 => paid (pays_ante q r) h k + paid pays_ante_bonus_A h k + 1 * paid (pays_play q r) h k
  end.
(* Play Q-6-4 or better, fold the rest. *)
Definition plan_A (h : hand) (k : kind) : decision :=
  if strength (HighCard, [rQ; r6; r4]) <=? strength k then Play1 else
  Fold.
(* Ante & Play with Ante Bonus B: what the player nets by each decision *)
Definition net_B (h : hand) (k : kind) (q : bool) (r : result) (d : decision) : Z :=
  match d with
  | Fold => (-1) (* 5.7.2(a), 9.5.2(a) *)
  | Play1 => paid (pays_ante q r) h k + paid pays_ante_bonus_B h k + 1 * paid (pays_play q r) h k
  end.
(* Play Q-6-4 or better, fold the rest. *)
Definition plan_B (h : hand) (k : kind) : decision :=
  if strength (HighCard, [rQ; r6; r4]) <=? strength k then Play1 else
  Fold.
(* Ante & Play with Ante Bonus C: what the player nets by each decision *)
Definition net_C (h : hand) (k : kind) (q : bool) (r : result) (d : decision) : Z :=
  match d with
  | Fold => (-1) (* 5.7.2(a), 9.5.2(a) *)
  | Play1 => paid (pays_ante q r) h k + paid pays_ante_bonus_C h k + 1 * paid (pays_play q r) h k
  end.
(* Play Q-6-4 or better, fold the rest. *)
Definition plan_C (h : hand) (k : kind) : decision :=
  if strength (HighCard, [rQ; r6; r4]) <=? strength k then Play1 else
  Fold.

(* Jackpot wagers pay money and shares of a meter: any numbers. A table pays its first line that has the cards. *)
Definition sum_q {A} (f : A -> Q) (l : list A) : Q := (fold_right (fun x s => f x + s) 0 l)%Q.
Fixpoint first_paid {A} (has_it : A -> bool) (t : list (A * Q)) : Q :=
  match t with [] => 0%Q | (l, x) :: rest => if has_it l then x else first_paid has_it rest end.
Definition everyone (h : hand) := true.
(* What five cards are, lowest number first. *)
Fixpoint equal_ranks (l m : list Z) : bool :=
  match l, m with [], [] => true | x :: l, y :: m => if x =? y then equal_ranks l m else false | _, _ => false end.
Fixpoint among (l : list Z) (m : list (list Z)) : bool :=
  match m with [] => false | x :: rest => if equal_ranks l x then true else among l rest end.
Fixpoint all_of (s : Z) (l : list Z) : bool := match l with [] => true | x :: rest => if x =? s then all_of s rest else
    false end.
Definition five_of (ranks suits : list Z) : Five.category :=
  match ranks, suits with
  | [v; w; x; y; z], s :: _ =>
    if all_of s suits then
      if among ranks royal then Five.RoyalFlush else if among ranks five_straights then Five.StraightFlush else
    Five.Flush
    else if v =? w then
      if v =? y then Five.FourOfAKind
      else if v =? x then if y =? z then Five.FullHouse else Five.ThreeOfAKind
      else if x =? z then Five.FullHouse
      else if x =? y then Five.TwoPair else if y =? z then Five.TwoPair else Five.Pair
    else if w =? x then
      if w =? z then Five.FourOfAKind else if w =? y then Five.ThreeOfAKind else if y =? z then Five.TwoPair else
    Five.Pair
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
(* Hands at one table with the same jackpot cards: no card is dealt twice. How many of them make a category. *)
Definition seated (j : hand) (table : list hand) : Prop :=
  In j (choose 2 deck) /\ Forall (fun h => In h (choose 3 (left j))) table /\
  ForallOrdPairs (fun g h => forallb (fun c => negb (has g c)) h = true) table.
Definition winners (c : Five.category) (j : hand) (table : list hand) : nat :=
  length (filter (fun h => same_five c (five_kind (together h j))) table).
Definition in_play (h : hand) : bool := match plan_A h (kind_of h) with Fold => false | _ => true end.
    (* is not folded *)

(* 4. Proofs. Whoever believes the kernel need not read them. *)
Lemma sum_app {A} (f : A -> Z) l m : sum f (l ++ m) = sum f l + sum f m.
Proof. unfold sum. induction l as [|x l IH]; cbn [fold_right app]; lia. Qed.
Lemma sum_ext {A} (f g : A -> Z) l : (forall x, In x l -> f x = g x) -> sum f l = sum g l.
Proof. unfold sum. induction l as [|x l IH]; intros H; cbn [fold_right]; [reflexivity|]. rewrite (H x) by
    (left; reflexivity).
  rewrite IH; [reflexivity|]. intros y I. apply H. right. exact I. Qed.
Lemma sum_le {A} (f g : A -> Z) l : (forall x, f x <= g x) -> sum f l <= sum g l.
Proof. unfold sum. intros H. induction l as [|x l IH]; cbn [fold_right]; [lia|]. specialize (H x). lia. Qed.
Lemma sum_map {A B} (f : B -> Z) (g : A -> B) l : sum f (map g l) = sum (fun x => f (g x)) l.
Proof. unfold sum. induction l as [|x l IH]; cbn [fold_right map]; lia. Qed.
Lemma sum_const {A} c (l : list A) : sum (fun _ => c) l = c * sum (fun _ => 1) l.
Proof. unfold sum. induction l as [|x l IH]; cbn [fold_right]; lia. Qed.

(* The hands of the cards left are the hands without a card that is held. *)
Lemma choose_filter p k l : choose k (filter p l) = filter (forallb p) (choose k l).
Proof.
  revert k. induction l as [|c l IH]; intros [|k]; cbn [choose filter]; try reflexivity.
  { destruct (p c), (filter p l); reflexivity. }
  rewrite filter_app, <- IH. destruct (p c) eqn:E.
  - cbn [choose]. f_equal. rewrite (IH k). clear IH. induction (choose k l) as [|h m IH]; cbn [map filter forallb];
    [reflexivity|].
    rewrite E, <- IH. cbn [andb]. destruct (forallb p h); reflexivity.
  - assert (N : filter (forallb p) (map (cons c) (choose k l)) = []).
    { induction (choose k l) as [|h m J]; cbn [map filter forallb]; [reflexivity|]. rewrite E. exact J. }
    rewrite N. reflexivity.
Qed.
Definition apart (h d : hand) := forallb (fun c => negb (has h c)) d.
Lemma dealt F h : sum F (choose 3 (left h)) = sum F (filter (apart h) hands).
Proof. unfold left. rewrite choose_filter. reflexivity. Qed.

Lemma has_or x h d : negb (apart (x :: h) d) = has d x || negb (apart h d).
Proof.
  unfold apart, has. cbn [existsb]. induction d as [|c d IH]; cbn [forallb existsb]; [reflexivity|].
  rewrite (Z.eqb_sym x c). destruct (c =? x), (existsb (Z.eqb c) h); cbn [negb orb andb] in *; try reflexivity; auto.
  - rewrite orb_true_r. reflexivity.
Qed.
Lemma sum_plus {A} (f g : A -> Z) l : sum (fun x => f x + g x) l = sum f l + sum g l.
Proof. unfold sum. induction l as [|x l IH]; cbn [fold_right]; lia. Qed.
Lemma sum_times {A} c (f : A -> Z) l : sum (fun x => c * f x) l = c * sum f l.
Proof. unfold sum. induction l as [|x l IH]; cbn [fold_right]; lia. Qed.
Lemma sum_swap {A B} (f : A -> B -> Z) l m : sum (fun x => sum (f x) m) l = sum (fun y => sum (fun x => f x y) l) m.
Proof.
  induction l as [|x l IH]; [|change (sum (fun x => sum (f x) m) (x :: l)) with (sum (f x) m + sum (fun x => sum (f x)
    m) l)].
  - unfold sum at 1. cbn [fold_right]. rewrite (sum_ext _ (fun _ => 0 * 0) m) by reflexivity. rewrite sum_times. lia.
  - rewrite IH, <- sum_plus. reflexivity.
Qed.

(* Keys: the bits of a number, and a tree that counts those below one and those equal to it. *)
Fixpoint bits (n : nat) (v : Z) : list bool := match n with O => [] | S m => Z.testbit v (Z.of_nat m) :: bits m v end.
Fixpoint below (j k : list bool) := match j, k with
  | x :: j, y :: k => if x then (if y then below j k else false) else (if y then true else below j k)
  | _, _ => false end.
Fixpoint equal (j k : list bool) := match j, k with
  | x :: j, y :: k => if Bool.eqb x y then equal j k else false
  | [], [] => true | _, _ => false end.
Inductive tree := Empty | Node (n : Z) (l r : tree).
Definition size t := match t with Empty => 0 | Node n _ _ => n end.
Fixpoint insert (k : list bool) (t : tree) : tree := match k, t with
  | [], _ => Node (size t + 1) Empty Empty
  | b :: k, Empty => if b then Node 1 Empty (insert k Empty) else Node 1 (insert k Empty) Empty
  | b :: k, Node n l r => if b then Node (n + 1) l (insert k r) else Node (n + 1) (insert k l) r
  end.
Fixpoint count_below (k : list bool) (t : tree) : Z := match k, t with
  | _, Empty => 0
  | [], Node _ _ _ => 0
  | b :: k, Node _ l r => if b then size l + count_below k r else count_below k l
  end.
Fixpoint count_equal (k : list bool) (t : tree) : Z := match k, t with
  | _, Empty => 0
  | [], Node n _ _ => n
  | b :: k, Node _ l r => if b then count_equal k r else count_equal k l
  end.
Definition one (b : bool) := if b then 1 else 0.
Lemma size_insert k t : size (insert k t) = size t + 1.
Proof. destruct k as [|[] k], t; reflexivity. Qed.
Lemma below_insert k : forall j t, length j = length k -> count_below k (insert j t) = count_below k t + one
    (below j k).
Proof.
  induction k as [|b k IH]; intros [|a j] t L; try discriminate; [destruct t; reflexivity|].
  injection L as L. destruct t as [|n l r].
  - destruct a, b; cbn [insert count_below below one size]; rewrite ?size_insert, ?IH by exact L; try
    (destruct k; reflexivity).
    all: destruct k; cbn [count_below size]; lia.
  - destruct a, b; cbn [insert count_below below one]; rewrite ?size_insert, ?IH by exact L; lia.
Qed.
Lemma equal_insert k : forall j t, length j = length k -> count_equal k (insert j t) = count_equal k t + one
    (equal j k).
Proof.
  induction k as [|b k IH]; intros [|a j] t L; try discriminate; [destruct t; cbn; lia|].
  injection L as L. destruct t as [|n l r].
  - destruct a, b; cbn [insert count_equal equal one Bool.eqb]; rewrite ?IH by exact L; destruct k; cbn [count_equal];
    lia.
  - destruct a, b; cbn [insert count_equal equal one Bool.eqb]; rewrite ?IH by exact L; lia.
Qed.
Lemma bits_length n v : length (bits n v) = n.
Proof. induction n as [|n IH]; cbn; [reflexivity | now rewrite IH]. Qed.
Lemma bits_step n v : v mod 2 ^ Z.of_nat (S n) = v mod 2 ^ Z.of_nat n + 2 ^ Z.of_nat n * one (Z.testbit v (Z.of_nat n)).
Proof.
  rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. rewrite (Z.mul_comm 2), Z.rem_mul_r by lia.
  f_equal. f_equal. rewrite <- Z.testbit_spec' by lia. destruct (Z.testbit v (Z.of_nat n)); reflexivity.
Qed.
Lemma bits_below n a b : below (bits n a) (bits n b) = (a mod 2 ^ Z.of_nat n <? b mod 2 ^ Z.of_nat n).
Proof.
  induction n as [|n IH]; [cbn; rewrite !Z.mod_1_r; reflexivity|]. cbn [bits below]. rewrite !bits_step.
  pose proof (Z.mod_pos_bound a (2 ^ Z.of_nat n)). pose proof (Z.mod_pos_bound b (2 ^ Z.of_nat n)).
  assert (0 < 2 ^ Z.of_nat n) by lia.
  destruct (Z.testbit a _), (Z.testbit b _); cbn [one]; rewrite ?IH; apply eq_true_iff_eq; rewrite ?Z.ltb_lt; split;
    (discriminate || lia).
Qed.
Lemma bits_equal n a b : equal (bits n a) (bits n b) = (a mod 2 ^ Z.of_nat n =? b mod 2 ^ Z.of_nat n).
Proof.
  induction n as [|n IH]; [cbn; rewrite !Z.mod_1_r; reflexivity|]. cbn [bits equal]. rewrite !bits_step.
  pose proof (Z.mod_pos_bound a (2 ^ Z.of_nat n)). pose proof (Z.mod_pos_bound b (2 ^ Z.of_nat n)).
  assert (0 < 2 ^ Z.of_nat n) by lia.
  destruct (Z.testbit a _), (Z.testbit b _); cbn [one Bool.eqb]; rewrite ?IH; apply eq_true_iff_eq; rewrite ?Z.eqb_eq;
    split; (discriminate || lia).
Qed.

(* The same bits, the last one first. *)
Fixpoint from_last (n : nat) (v : Z) (acc : list bool) : list bool :=
  match n with O => acc | S m => from_last m (Z.div2 v) (Z.odd v :: acc) end.
Lemma bits_last n : forall v, bits (S n) v = bits n (Z.div2 v) ++ [Z.odd v].
Proof.
  induction n as [|n IH]; intros v; [reflexivity|].
  change (bits (S (S n)) v) with (Z.testbit v (Z.of_nat (S n)) :: bits (S n) v). rewrite IH. cbn [bits app]. f_equal.
  rewrite Nat2Z.inj_succ, Z.div2_div. symmetry. apply Z.div2_bits. lia.
Qed.
Lemma from_last_is n : forall v acc, from_last n v acc = bits n v ++ acc.
Proof.
  induction n as [|n IH]; intros v acc; [reflexivity|]. cbn [from_last]. rewrite IH, bits_last, <- app_assoc.
    reflexivity.
Qed.
Definition fast_bits n v := from_last n v [].
Lemma fast_bits_are n v : fast_bits n v = bits n v.
Proof. unfold fast_bits. rewrite from_last_is. apply app_nil_r. Qed.

(* Each hand with what it is, and with the bits of its strength and of its colour. *)
Record keyed := Keyed { cards : hand; what : kind; level : list bool; hue : list bool }.
Definition width := 24%nat.
Definition entry (h : hand) : keyed := let k := kind_of h in Keyed h k (fast_bits width (strength k)) (fast_bits hues
    (shade h)).
Definition all := map entry hands.
Definition fits (l : list keyed) := forall x, In x l -> length (level x) = width /\ length (hue x) = hues.
Lemma fits_filter p l : fits l -> fits (filter p l).
Proof. intros H x I. apply H. apply filter_In in I. tauto. Qed.
Lemma fits_all : fits all.
Proof.
  intros x I. apply in_map_iff in I. destruct I as (h & <- & _). unfold entry. cbn [level hue]. rewrite !fast_bits_are.
  split; apply bits_length.
Qed.

(* Inclusion and exclusion, card by card. *)
Definition with_card (c : card) (l : list keyed) := filter (fun x => has (cards x) c) l.
Definition without_cards (h : hand) (l : list keyed) := filter (fun x => apart h (cards x)) l.
Lemma without (F : keyed -> Z) c h l :
  sum F (without_cards (c :: h) l) = sum F (without_cards h l) - sum F (without_cards h (with_card c l)).
Proof.
  unfold sum, with_card, without_cards. induction l as [|x l IH]; cbn [filter fold_right]; [reflexivity|].
  pose proof (has_or c h (cards x)) as E.
  destruct (apart (c :: h) (cards x)), (has (cards x) c) eqn:X, (apart h (cards x)) eqn:Y; cbn [negb orb] in E; try
    discriminate;
    cbn [filter fold_right]; rewrite ?Y; cbn [fold_right]; lia.
Qed.
Lemma without_none (F : keyed -> Z) l : sum F (without_cards [] l) = sum F l.
Proof.
  unfold sum, without_cards. induction l as [|x l IH]; cbn [filter fold_right]; [reflexivity|].
  replace (apart [] (cards x)) with true; [cbn [fold_right]; lia|].
  unfold apart. induction (cards x) as [|c d J]; cbn; [reflexivity | exact J].
Qed.

(* Trees of a list of hands, kept by card and by two cards: what is not kept is made. *)
Definition tree_of (f : keyed -> list bool) (l : list keyed) := fold_right (fun x t => insert (f x) t) Empty l.
Lemma tree_counts f k l :
  (forall x, In x l -> length (f x) = length k) ->
  count_below k (tree_of f l) = sum (fun x => one (below (f x) k)) l /\
  count_equal k (tree_of f l) = sum (fun x => one (equal (f x) k)) l.
Proof.
  unfold sum, tree_of. induction l as [|x l IH]; intros H; cbn [fold_right]; [destruct k; split; reflexivity|].
  destruct IH as (L & E); [intros y I; apply H; right; exact I|].
  rewrite below_insert, equal_insert, L, E by (apply H; left; reflexivity). split; lia.
Qed.
Lemma tree_size f l : size (tree_of f l) = sum (fun _ => 1) l.
Proof. unfold sum, tree_of. induction l as [|x l IH]; cbn [fold_right]; rewrite ?size_insert; [reflexivity | lia]. Qed.
Fixpoint get {B} (f : card -> B) (kept : list (card * B)) (c : card) : B :=
  match kept with [] => f c | (x, b) :: kept => if x =? c then b else get f kept c end.
Definition keep {B} (f : card -> B) l := map (fun c => (c, f c)) l.
Lemma get_keep {B} (f : card -> B) l c : get f (keep f l) c = f c.
Proof.
  unfold keep. induction l as [|x l IH]; cbn [map get]; [reflexivity|].
  destruct (Z.eqb_spec x c) as [-> |]; [reflexivity | exact IH].
Qed.
Definition trees := (tree * tree)%type.
Definition trees_of (l : list keyed) : trees := (tree_of level l, tree_of hue l).
Definition two l c := let m := with_card c l in (trees_of m, m).
Definition first c := let l := with_card c all in (trees_of l, l, keep (two l) (filter (Z.ltb c) deck)).
Definition forest : Type := trees * list (card * (trees * list keyed * list (card * (trees * list keyed)))).
Definition kept : forest := (trees_of all, keep first deck).
Definition signed (f : forest) (h : hand) : list (bool * trees) :=
  match h with
  | [x; y; z] =>
    let '(tx, lx, mx) := get first (snd f) x in
    let '(ty, ly, my) := get first (snd f) y in
    let '(tz, _, _) := get first (snd f) z in
    let '(txy, lxy) := get (two lx) mx y in
    let '(txz, _) := get (two lx) mx z in
    let '(tyz, _) := get (two ly) my z in
    [(true, fst f); (false, tx); (false, ty); (false, tz); (true, txy); (true, txz); (true, tyz);
     (false, trees_of (with_card z lxy))]
  | _ => []
  end.
Definition spread (G : trees -> Z) : list (bool * trees) -> Z :=
  sum (fun t : bool * trees => if fst t then G (snd t) else - G (snd t)).
Lemma spread_ok (F : keyed -> Z) G h :
  length h = 3%nat -> (forall l, fits l -> G (trees_of l) = sum F l) ->
  spread G (signed kept h) = sum F (without_cards h all).
Proof.
  intros L H. destruct h as [|x [|y [|z [|]]]]; try discriminate. unfold spread, signed, kept, fst, snd.
  rewrite !get_keep. unfold first. rewrite !get_keep. unfold two. unfold sum at 1. cbn [fold_right fst snd].
  rewrite !H by (unfold with_card; repeat apply fits_filter; apply fits_all). rewrite !without, !without_none. lia.
Qed.

(* What a function of qualification and result sums to over hands of the dealer's, by four counts of these. *)
Definition counts := (bool * Z * Z * Z * Z)%type.
Definition combine (g : bool -> result -> Z) '((low, b, e, q, n) : counts) : Z :=
  if low then g false Win * b + g false Tie * e + g false Lose * (q - b - e) + g true Lose * (n - q)
  else g false Win * q + g true Win * (b - q) + g true Tie * e + g true Lose * (n - b - e).
Definition least := strength qualifying.
Lemma combine_ok g (k : kind) (l : list hand) :
  let s := strength k in
  sum (fun d => g (qualified (kind_of d)) (compared k (kind_of d))) l =
  combine g (s <? least, sum (fun d => one (strength (kind_of d) <? s)) l, sum (fun d => one (strength (kind_of d) =?
    s)) l,
    sum (fun d => one (strength (kind_of d) <? least)) l, sum (fun _ => 1) l).
Proof.
  cbn zeta. unfold qualified, compared. fold least. generalize (strength k) least. intros s t.
  unfold combine, sum. induction l as [|d l IH]; cbn [fold_right]; [destruct (s <? t); lia|].
  rewrite IH. clear IH. generalize (strength (kind_of d)). intros v.
  destruct (Z.ltb_spec s t), (Z.leb_spec t v), (Z.ltb_spec v s), (Z.eqb_spec v s), (Z.ltb_spec v t); cbn [one]; try lia.
Qed.

(* Of each hand of the player's: what it is, the counts, and how many of the dealer's hands are of each colour. *)
Record row := Row { held : hand; is : kind; cases : counts; of_hue : list (Z * Z) }.
Definition least_key := bits width least.
Definition row_of (f : forest) (x : keyed) : row :=
  let t := signed f (cards x) in
  Row (cards x) (what x)
    (strength (what x) <? least, spread (fun s => count_below (level x) (fst s)) t,
      spread (fun s => count_equal (level x) (fst s)) t, spread (fun s => count_below least_key (fst s)) t,
      spread (fun s => size (fst s)) t)
    (map (fun c => (c, spread (fun s => count_equal (bits hues c) (snd s)) t)) colours).
Definition rows := let f := kept in map (row_of f) all.

Definition small n v := (0 <=? v) && (v <? 2 ^ Z.of_nat n).
Definition dyed v := (v =? 0) || existsb (Z.eqb v) colours.
Fixpoint distinct (l : list Z) := match l with [] => true | c :: rest => negb (existsb (Z.eqb c) rest) && distinct rest
    end.
Lemma all_small :
  small width least && (forallb (small hues) (0 :: colours) && (distinct (0 :: colours) &&
  forallb (fun x => small width (strength (what x)) && dyed (shade (cards x))) all)) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Lemma small_mod n v : small n v = true -> v mod 2 ^ Z.of_nat n = v.
Proof. unfold small. intros H. apply Z.mod_small. lia. Qed.
Lemma size_of_choose k l : forall h, In h (choose k l) -> length h = k.
Proof.
  revert k. induction l as [|c l IH]; intros [|k] h; cbn [choose In]; try (intros [<- | []]; reflexivity); try (intros
    []).
  rewrite in_app_iff, in_map_iff. intros [(h' & <- & I) | I]; [cbn; f_equal|]; apply IH; exact I.
Qed.
Lemma dealt_all F h : sum F (choose 3 (left h)) = sum (fun x => F (cards x)) (without_cards h all).
Proof.
  rewrite dealt. unfold all, without_cards, sum. induction hands as [|d l IH]; cbn [map filter fold_right];
    [reflexivity|].
  change (cards (entry d)) with d. destruct (apart h d); cbn [fold_right]; change (cards (entry d)) with d; lia.
Qed.

Lemma entry_fine d : In d hands -> small width (strength (kind_of d)) = true /\ dyed (shade d) = true.
Proof.
  intros I. pose proof all_small as S. apply andb_true_iff in S as (_ & S). apply andb_true_iff in S as (_ & S).
  apply andb_true_iff in S as (_ & S). rewrite forallb_forall in S. apply andb_true_iff. apply (S (entry d)).
  apply in_map. exact I.
Qed.
Lemma in_hands h d : In d (choose 3 (left h)) -> In d hands.
Proof. unfold left. rewrite choose_filter. intros I. apply filter_In in I. tauto. Qed.
Lemma spread_is F G h : In h hands ->
  (forall l, fits l -> G (trees_of l) = sum F l) -> spread G (signed kept h) = sum (fun d => F (entry d)) (choose 3
    (left h)).
Proof.
  intros I H. rewrite dealt_all, (spread_ok F G h (size_of_choose 3 deck h I) H). apply sum_ext. intros x J.
  apply filter_In in J as (J & _). apply in_map_iff in J as (d & <- & _). reflexivity.
Qed.

Definition outcome (g : hand -> kind -> bool -> result -> Z) (r : row) := combine (g (held r) (is r)) (cases r).
Lemma row_ok g h : In h hands -> outcome g (row_of kept (entry h)) = sum (settled g h) (choose 3 (left h)).
Proof.
  intros I. unfold settled. cbn zeta. rewrite (combine_ok (g h (kind_of h))). unfold outcome, row_of. cbn
    [held is cases].
  change (cards (entry h)) with h. change (what (entry h)) with (kind_of h). f_equal.
  replace (level (entry h)) with (bits width (strength (kind_of h))) by (symmetry; apply fast_bits_are).
  pose proof (entry_fine h I) as (S & _). pose proof all_small as S0. apply andb_true_iff in S0 as (S0 & _).
  assert (T : forall v l, fits l -> forall x, In x l -> length (level x) = length (bits width v)).
  { intros v l H x J. rewrite bits_length. apply (H x J). }
  assert (M : forall v d, small width v = true -> In d (choose 3 (left h)) ->
    below (level (entry d)) (bits width v) = (strength (kind_of d) <? v) /\
    equal (level (entry d)) (bits width v) = (strength (kind_of d) =? v)).
  { intros v d V J. replace (level (entry d)) with (bits width (strength (kind_of d))) by
    (symmetry; apply fast_bits_are).
    rewrite bits_below, bits_equal, !small_mod; [split; reflexivity | exact V |]. exact (proj1 (entry_fine d
    (in_hands h d J))). }
  f_equal; [f_equal; [f_equal; [f_equal|]|]|].
  - rewrite (spread_is (fun x => one (below (level x) (bits width (strength (kind_of h)))))); [| exact I |].
    + apply sum_ext. intros d J. rewrite (proj1 (M _ d S J)). reflexivity.
    + intros l H. apply tree_counts, (T _ l H).
  - rewrite (spread_is (fun x => one (equal (level x) (bits width (strength (kind_of h)))))); [| exact I |].
    + apply sum_ext. intros d J. rewrite (proj2 (M _ d S J)). reflexivity.
    + intros l H. apply tree_counts, (T _ l H).
  - rewrite (spread_is (fun x => one (below (level x) (bits width least)))); [| exact I |].
    + apply sum_ext. intros d J. rewrite (proj1 (M _ d S0 J)). reflexivity.
    + intros l H. apply tree_counts, (T _ l H).
  - apply (spread_is (fun _ => 1)); [exact I | intros l _; apply tree_size].
Qed.
Lemma total_of g : over_deals (settled g) = sum (outcome g) rows.
Proof.
  unfold over_deals, rows, all. cbn zeta. rewrite !sum_map. apply sum_ext. intros h I. symmetry. apply row_ok. exact I.
Qed.

(* What hangs on the player's hand alone comes as often as the dealer has hands. *)
Definition own (g : hand -> kind -> Z) (r : row) := let '(_, _, _, _, n) := cases r in g (held r) (is r) * n.
Lemma total_own g : over_deals (settled (fun h k _ _ => g h k)) = sum (own g) rows.
Proof.
  rewrite total_of. apply sum_ext. intros r _. unfold outcome, own, combine.
  destruct (cases r) as ((((low, b), e), q), n). destruct low; lia.
Qed.
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
Definition questions : list (row -> Z) :=
  [outcome (fun _ _ _ _ => 1); played net_A plan_A; most net_A; worth net_A Play1; played net_B plan_B; most net_B;
    worth net_B Play1; played net_C plan_C; most net_C; worth net_C Play1; own (fun h k => paid pays_pair_plus_A h k);
    own (fun h k => paid pays_pair_plus_B h k); own (fun h k => paid pays_pair_plus_C h k); own
    (fun h k => paid pays_pair_plus_D h k); own (fun h k => paid pays_pair_plus_E h k); own
    (fun h k => paid pays_pair_plus_F h k)].
Definition numbers : list Z := [407170400; (-13733780); (-13733780); (-31163984); (-14691828); (-14691828); (-32122032);
    (-15576180); (-15576180); (-33006384); (-9433088); (-14223328); (-22698368); (-29625792); (-18645088); (-10980704)].
Definition deals := 407170400.
Lemma answers : (let r := rows in map (fun f => sum f r) questions) = numbers.
Proof. vm_cast_no_check (eq_refl numbers). Qed.
Lemma answer i f n : nth_error questions i = Some f -> nth_error numbers i = Some n -> sum f rows = n.
Proof.
  intros E N. pose proof answers as A. cbn zeta in A. pose proof (map_nth_error (fun f => sum f rows) i questions E) as
    M.
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
Ltac at_most net i :=
  intros s; refine (edge_least _ _ _ _ (Z.le_trans _ _ _ (total_most net s) (Z.eq_le_incl _ _
    (answer i _ _ eq_refl eq_refl))) _);
  reflexivity.

(* 5. The theorems. *)

(* Ante & Play with Ante Bonus A: of plan_A, and no strategy has a lower one *)
Theorem house_edge_A :
  edge 1 (decided net_A (follow plan_A)) == 686689 # 20358520 /\ forall s : strategy, (686689 # 20358520 <= edge 1
    (decided net_A s))%Q.
Proof. split; [counted (total_played net_A plan_A) 1%nat | at_most net_A 2%nat]. Qed.

(* Ante & Play with Ante Bonus A: Play1 with every hand, without a fold *)
Theorem never_folding_A :
  edge 1 (decided net_A (fun _ => Play1)) == 1947749 # 25448150.
Proof. counted (total_of (fun h k q r => net_A h k q r Play1)) 3%nat. Qed.

(* Ante & Play with Ante Bonus B: of plan_B, and no strategy has a lower one *)
Theorem house_edge_B :
  edge 1 (decided net_B (follow plan_B)) == 3672957 # 101792600 /\ forall s : strategy, (3672957 # 101792600 <= edge 1
    (decided net_B s))%Q.
Proof. split; [counted (total_played net_B plan_B) 4%nat | at_most net_B 5%nat]. Qed.

(* Ante & Play with Ante Bonus B: Play1 with every hand, without a fold *)
Theorem never_folding_B :
  edge 1 (decided net_B (fun _ => Play1)) == 2007627 # 25448150.
Proof. counted (total_of (fun h k q r => net_B h k q r Play1)) 6%nat. Qed.

(* Ante & Play with Ante Bonus C: of plan_C, and no strategy has a lower one *)
Theorem house_edge_C :
  edge 1 (decided net_C (follow plan_C)) == 778809 # 20358520 /\ forall s : strategy, (778809 # 20358520 <= edge 1
    (decided net_C s))%Q.
Proof. split; [counted (total_played net_C plan_C) 7%nat | at_most net_C 8%nat]. Qed.

(* Ante & Play with Ante Bonus C: Play1 with every hand, without a fold *)
Theorem never_folding_C :
  edge 1 (decided net_C (fun _ => Play1)) == 121347 # 1496950.
Proof. counted (total_of (fun h k q r => net_C h k q r Play1)) 9%nat. Qed.

(* Pair Plus A *)
Theorem bet_pair_plus_A :
  edge 1 (settled (fun h k _ _ => paid pays_pair_plus_A h k)) == 128 # 5525.
Proof. counted (total_own (fun h k => paid pays_pair_plus_A h k)) 10%nat. Qed.

(* Pair Plus B *)
Theorem bet_pair_plus_B :
  edge 1 (settled (fun h k _ _ => paid pays_pair_plus_B h k)) == 193 # 5525.
Proof. counted (total_own (fun h k => paid pays_pair_plus_B h k)) 11%nat. Qed.

(* Pair Plus C *)
Theorem bet_pair_plus_C :
  edge 1 (settled (fun h k _ _ => paid pays_pair_plus_C h k)) == 308 # 5525.
Proof. counted (total_own (fun h k => paid pays_pair_plus_C h k)) 12%nat. Qed.

(* Pair Plus D *)
Theorem bet_pair_plus_D :
  edge 1 (settled (fun h k _ _ => paid pays_pair_plus_D h k)) == 402 # 5525.
Proof. counted (total_own (fun h k => paid pays_pair_plus_D h k)) 13%nat. Qed.

(* Pair Plus E *)
Theorem bet_pair_plus_E :
  edge 1 (settled (fun h k _ _ => paid pays_pair_plus_E h k)) == 253 # 5525.
Proof. counted (total_own (fun h k => paid pays_pair_plus_E h k)) 14%nat. Qed.

(* Pair Plus F *)
Theorem bet_pair_plus_F :
  edge 1 (settled (fun h k _ _ => paid pays_pair_plus_F h k)) == 149 # 5525.
Proof. counted (total_own (fun h k => paid pays_pair_plus_F h k)) 15%nat. Qed.

Definition proved := (house_edge_A, never_folding_A, house_edge_B, never_folding_B, house_edge_C, never_folding_C,
    bet_pair_plus_A, bet_pair_plus_B, bet_pair_plus_C, bet_pair_plus_D, bet_pair_plus_E, bet_pair_plus_F).
Print Assumptions proved.

(* 6. Jackpots. *)
Module Jackpots.
Local Open Scope Q_scope.
Lemma q_app {A} (f : A -> Q) l m : sum_q f (l ++ m) == sum_q f l + sum_q f m.
Proof. unfold sum_q. induction l as [|x l IH]; cbn [fold_right app]; [ring | rewrite IH; ring]. Qed.
Lemma q_map {A B} (f : B -> Q) (g : A -> B) l : sum_q f (map g l) = sum_q (fun x => f (g x)) l.
Proof. unfold sum_q. induction l as [|x l IH]; cbn [fold_right map]; [|rewrite IH]; reflexivity. Qed.
Lemma q_ext {A} (f g : A -> Q) l : (forall x, In x l -> f x == g x) -> sum_q f l == sum_q g l.
Proof.
  unfold sum_q. induction l as [|x l IH]; intros H; cbn [fold_right]; [reflexivity|].
  rewrite IH, (H x); [reflexivity | left; reflexivity | intros y I; apply H; right; exact I].
Qed.
Lemma q_plus {A} (f g : A -> Q) l : sum_q (fun x => f x + g x) l == sum_q f l + sum_q g l.
Proof. unfold sum_q. induction l as [|x l IH]; cbn [fold_right]; [ring | rewrite IH; ring]. Qed.
Lemma q_scale {A} (f : A -> Q) a l : sum_q (fun x => a * f x) l == a * sum_q f l.
Proof. unfold sum_q. induction l as [|x l IH]; cbn [fold_right]; [ring | rewrite IH; ring]. Qed.
Lemma q_none {A} (f : A -> Q) l : (forall x, In x l -> f x == 0) -> sum_q f l == 0.
Proof.
  intros H. rewrite (q_ext f (fun _ => 0) l H). unfold sum_q. clear H.
  induction l as [|x l IH]; cbn [fold_right]; [reflexivity | rewrite IH; ring].
Qed.
Lemma q_length {A} p (l : list A) : sum_q (fun _ => p) l == inject_Z (fold_left (fun n _ => n + 1)%Z l 0%Z) * p.
Proof.
  transitivity (sum_q (fun _ => p) l + inject_Z 0 * p); [ring|]. generalize 0%Z.
  unfold sum_q. induction l as [|x l IH]; intros n; cbn [fold_left fold_right];
    [ring | rewrite <- IH, inject_Z_plus; ring].
Qed.

(* How many hands each line pays first, and their weight, counted in one pass for several tables. *)
Definition counts := list (Z * Z).
Fixpoint first {A} (has_it : A -> bool) (l : list A) : option nat := match l with
  | [] => None
  | x :: l => if has_it x then Some O else match first has_it l with None => None | Some i => Some (S i) end
  end.
Fixpoint bump (i : nat) (w : Z) (t : counts) : counts := match t, i with
  | [], _ => []
  | (n, m) :: t, O => (n + 1, m + w)%Z :: t
  | x :: t, S i => x :: bump i w t
  end.
Fixpoint tally (found : list (option nat)) (w : Datatypes.unit -> Z) (ts : list counts) : list counts := match found, ts
    with
  | i :: found, t :: ts => match i with None => t | Some i => bump i (w tt) t end :: tally found w ts
  | _, _ => []
  end.
Lemma tally_weight found w v ts : w tt = v tt -> tally found w ts = tally found v ts.
Proof.
  intros E. revert ts. induction found as [|i found IH]; intros [|t ts]; cbn [tally]; try reflexivity. rewrite IH, E.
    reflexivity.
Qed.
Definition dot (t : list Z) (pays : list Q) : Q := fold_right (fun p s => inject_Z (fst p) * snd p + s) 0
    (List.combine t pays).
Lemma paid_first {A} (has_it : A -> bool) l : forall pays,
  first_paid has_it (List.combine l pays) == match first has_it l with None => 0 | Some i => nth i pays 0 end.
Proof.
  induction l as [|x l IH]; intros [|p pays]; cbn [List.combine first_paid first]; try reflexivity;
    destruct (has_it x); try reflexivity; [|rewrite IH]; destruct (first has_it l); reflexivity.
Qed.
Lemma first_length {A} (has_it : A -> bool) l i : first has_it l = Some i -> (i < length l)%nat.
Proof.
  revert i. induction l as [|x l IH]; intros i; cbn [first length]; [discriminate|]. destruct (has_it x); [intros
    [= <-]; lia|].
  destruct (first has_it l) as [j|]; [|discriminate]. intros [= <-]. specialize (IH j eq_refl). lia.
Qed.
Lemma bump_length w t : forall i, length (bump i w t) = length t.
Proof. induction t as [|[n m] t IH]; intros [|i]; cbn [bump length]; [..|rewrite IH]; reflexivity. Qed.
Lemma bump_dot w pays : forall t i, (i < length t)%nat ->
  dot (map fst (bump i w t)) pays == dot (map fst t) pays + nth i pays 0 /\
  dot (map snd (bump i w t)) pays == dot (map snd t) pays + inject_Z w * nth i pays 0.
Proof.
  induction pays as [|p pays IH]; intros [|[n m] t] [|i] H; cbn [length] in H; try lia; unfold dot in *;
    cbn [bump map fst snd List.combine fold_right nth].
  - split; ring.
  - split; ring.
  - rewrite !inject_Z_plus. split; ring.
  - destruct (IH t i ltac:(lia)) as (E & F). rewrite E, F. split; ring.
Qed.
Lemma each_both {A B} (R S : A -> B -> Prop) ls ts : (forall l t, R l t -> S l t) -> Forall2 R ls ts -> Forall2 S ls ts.
Proof. intros H. induction 1; constructor; auto. Qed.
Lemma at_place {A B} (R : A -> B -> Prop) ls ts : Forall2 R ls ts ->
  forall i l t, nth_error ls i = Some l -> nth_error ts i = Some t -> R l t.
Proof.
  induction 1 as [|l t ls ts H F IH]; intros [|i] a b E G; try discriminate; [|exact (IH i a b E G)].
  injection E as <-. injection G as <-. exact H.
Qed.
Lemma both {A B} (a b : A) (c d : B) : (a, c) = (b, d) -> a = b /\ c = d.
Proof. intros E. injection E as <- <-. split; reflexivity. Qed.
Section Tally.
  Context {L : Type} (has_line : hand -> L -> bool) (weight : hand -> Z).
  Definition pays_of l pays x := first_paid (has_line x) (List.combine l pays).
  Definition right (f g : list L -> list Q -> Q) (l : list L) (t : counts) := length t = length l /\
    forall pays, dot (map fst t) pays == f l pays /\ dot (map snd t) pays == g l pays.
  Lemma tally_right f g x ls ts : Forall2 (right f g) ls ts ->
    Forall2 (right (fun l pays => f l pays + pays_of l pays x) (fun l pays => g l pays + inject_Z (weight x) * pays_of l
    pays x)) ls
      (tally (map (first (has_line x)) ls) (fun _ => weight x) ts).
  Proof.
    induction 1 as [|l t ls ts (L' & R) F IH]; cbn [map tally]; constructor; [|exact IH]. unfold right, pays_of.
    destruct (first _ l) as [i|] eqn:E.
    - pose proof (first_length _ _ _ E) as I. rewrite <- L' in I. split; [rewrite bump_length; exact L'|].
      intros pays. destruct (bump_dot (weight x) pays _ _ I) as (-> & ->). destruct (R pays) as (-> & ->).
      rewrite (paid_first _ l pays), E. split; reflexivity.
    - split; [exact L'|]. intros pays. destruct (R pays) as (-> & ->). rewrite (paid_first _ l pays), E. split; ring.
  Qed.
  Definition count ls := fold_left (fun ts x => tally (map (first (has_line x)) ls) (fun _ => weight x) ts).
  Lemma count_right ls xs : forall f g ts, Forall2 (right f g) ls ts ->
    Forall2 (right (fun l pays => f l pays + sum_q (pays_of l pays) xs)
      (fun l pays => g l pays + sum_q (fun x => inject_Z (weight x) * pays_of l pays x) xs)) ls (count ls xs ts).
  Proof.
    induction xs as [|x xs IH]; intros f g ts F; unfold count; cbn [fold_left].
    - eapply each_both; [|exact F]. intros l t (L' & R). split; [exact L'|]. intros pays. destruct (R pays) as
    (-> & ->).
      unfold sum_q. cbn [fold_right]. split; ring.
    - eapply each_both; [|exact (IH _ _ _ (tally_right f g x ls ts F))]. intros l t (L' & R). split; [exact L'|]. intros
    pays.
      destruct (R pays) as (-> & ->). unfold sum_q. cbn [fold_right]. split; ring.
  Qed.
  Definition none (ls : list (list L)) : list counts := map (map (fun _ => (0, 0)%Z)) ls.
  Lemma none_right ls : Forall2 (right (fun _ _ => 0) (fun _ _ => 0)) ls (none ls).
  Proof.
    unfold none. induction ls as [|l ls IH]; cbn [map]; constructor; [|exact IH]. split; [apply map_length|]. intros
    pays.
    assert (Z : forall p : list Q, dot (map (fun _ => 0%Z) l) p == 0).
    { unfold dot. induction l as [|x l J]; intros [|q p]; cbn [map List.combine fold_right fst snd]; try reflexivity.
    rewrite J. ring. }
    rewrite !map_map. cbn [fst snd]. split; apply Z.
  Qed.
  Lemma counted_right ls xs ts i l t pays : count ls xs (none ls) = ts -> nth_error ls i = Some l -> nth_error ts i =
    Some t ->
    sum_q (pays_of l pays) xs == dot (map fst t) pays /\
    sum_q (fun x => inject_Z (weight x) * pays_of l pays x) xs == dot (map snd t) pays.
  Proof.
    intros V E G. pose proof (count_right ls xs _ _ _ (none_right ls)) as C. rewrite V in C.
    destruct (at_place _ _ _ C i l t E G) as (_ & R). destruct (R pays) as (-> & ->). split; ring.
  Qed.
End Tally.
Ltac amounts claim :=
  refine (Qeq_trans _ _ _ claim _); cbv beta iota zeta delta -[Qeq Qplus Qmult Qdiv Qinv]; field.

Definition five_lines := [map fst (pays_jackpot_1 0 0); map fst (pays_jackpot_2 0 0)].
Definition five_numbers : list counts := [[(4, 40); (624, 6240); (3744, 37440); (5108, 51080); (36, 360)]; [(4, 40);
    (624, 6240); (3744, 37440); (5108, 51080); (10200, 57840); (36, 360)]]%Z.
Definition five_hands := 2598960%Z.
Definition five_deals := 25989600%Z.
(* Any three cards and two of those left are any five, divided into three and two. *)
Fixpoint splits (k : nat) (l : list card) : list (hand * hand) := match k, l with
  | O, _ => [([], l)]
  | S _, [] => []
  | S j, c :: rest => map (fun p => (c :: fst p, snd p)) (splits j rest) ++ map (fun p => (fst p, c :: snd p))
    (splits k rest)
  end.
Lemma no_splits l : forall k, (length l < k)%nat -> splits k l = [].
Proof.
  induction l as [|c l IH]; intros [|k] H; cbn [splits length] in *; try lia; [reflexivity|].
  rewrite !IH by lia. reflexivity.
Qed.
Lemma split_sum l : forall a b (f : hand -> hand -> Q),
  sum_q (fun p => sum_q (f (fst p)) (choose b (snd p))) (splits a l) ==
  sum_q (fun x => sum_q (fun p => f (fst p) (snd p)) (splits a x)) (choose (a + b) l).
Proof.
  induction l as [|c l IH]; intros [|a] b f; cbn [splits choose Nat.add].
  - destruct b; cbn; ring.
  - reflexivity.
  - transitivity (sum_q (f []) (choose b (c :: l))); [unfold sum_q; cbn; ring|].
    apply q_ext. intros [|y x] _; unfold sum_q; cbn; ring.
  - rewrite !q_app, !q_map. cbn [fst snd].
    rewrite (IH a b (fun h => f (c :: h))).
    assert (E : sum_q (fun x => sum_q (fun p => f (fst p) (snd p)) (splits (S a) (c :: x))) (choose (a + b) l) ==
      sum_q (fun x => sum_q (fun p => f (c :: fst p) (snd p)) (splits a x)) (choose (a + b) l) +
      sum_q (fun x => sum_q (fun p => f (fst p) (c :: snd p)) (splits (S a) x)) (choose (a + b) l)).
    { rewrite <- q_plus. apply q_ext. intros x _. cbn [splits]. rewrite q_app, !q_map. reflexivity. }
    rewrite E. clear E. destruct b as [|b].
    + rewrite <- (IH (S a) 0%nat f).
      rewrite (q_none (fun x => sum_q (fun p => f (fst p) (c :: snd p)) (splits (S a) x))).
      2: { intros x I. rewrite no_splits; [reflexivity|]. apply size_of_choose in I. lia. }
      rewrite Qplus_0_r. apply Qplus_comp; [reflexivity|]. apply q_ext. intros [h [|y m]] _; reflexivity.
    + replace (a + S b)%nat with (S a + b)%nat by lia. rewrite <- (IH (S a) b (fun h j => f h (c :: j))).
      rewrite <- Qplus_assoc. apply Qplus_comp; [reflexivity|].
      replace (S (S a + b))%nat with (S a + S b)%nat by lia.
      rewrite <- (IH (S a) (S b) f), <- q_plus. apply q_ext. intros p _. cbn [choose]. rewrite q_app, q_map.
    reflexivity.
Qed.
Lemma chosen_in l : forall k h c, In h (choose k l) -> In c h -> In c l.
Proof.
  induction l as [|x l IH]; intros [|k] h c; cbn [choose In]; try tauto; try (intros [<- | []]; cbn [In]; tauto).
  rewrite in_app_iff, in_map_iff. intros [(g & <- & I) | I] J; [destruct J as [-> | J]; [tauto|]|]; right; eapply IH;
    eassumption.
Qed.
Lemma has_in h c : has h c = true <-> In c h.
Proof.
  unfold has. rewrite existsb_exists. split; [|intros I; exists c; split; [exact I | apply Z.eqb_refl]].
  intros (x & I & E). apply Z.eqb_eq in E. subst. exact I.
Qed.
Lemma has_not h c : has h c = false <-> ~ In c h.
Proof. rewrite <- has_in. destruct (has h c); split; congruence. Qed.
Lemma filter_same {A} (p q : A -> bool) l : (forall x, In x l -> p x = q x) -> filter p l = filter q l.
Proof.
  induction l as [|x l IH]; intros H; cbn [filter]; [reflexivity|]. rewrite IH by (intros; apply H; right; assumption).
  rewrite (H x) by (left; reflexivity). reflexivity.
Qed.
Lemma filter_none {A} (p : A -> bool) l : (forall x, p x = false) -> filter p l = [].
Proof. intros H. induction l as [|x l IH]; cbn [filter]; [|rewrite H, IH]; reflexivity. Qed.
Lemma filter_all {A} (p : A -> bool) l : (forall x, p x = true) -> filter p l = l.
Proof. intros H. induction l as [|x l IH]; cbn [filter]; [|rewrite H, IH]; reflexivity. Qed.
Lemma has_more c l h : ~ In c l -> filter (has (c :: h)) l = filter (has h) l.
Proof.
  intros N. apply filter_same. intros x J. cbn [has existsb]. destruct (Z.eqb_spec x c) as [-> | _];
    [contradiction | reflexivity].
Qed.
Lemma splits_left l : NoDup l -> forall k, splits k l = map (fun h => (h, filter (fun c => negb (has h c)) l))
    (choose k l).
Proof.
  induction 1 as [|c l N D IH]; intros [|k]; cbn [splits choose map]; try reflexivity.
  - f_equal. f_equal. symmetry. apply filter_all. reflexivity.
  - rewrite map_app, !IH, !map_map. f_equal; apply map_ext_in; intros h I; cbn [fst snd filter]; f_equal.
    + cbn [has existsb]. rewrite Z.eqb_refl. cbn [orb negb]. apply filter_same. intros x J. cbn [existsb].
      destruct (Z.eqb_spec x c) as [-> | _]; [contradiction | reflexivity].
    + replace (has h c) with false; [reflexivity|]. symmetry. apply has_not. intros J. exact (N
    (chosen_in _ _ _ _ I J)).
Qed.
Lemma split_has l : forall k p, In p (splits k l) -> forall c, has (fst p) c || has (snd p) c = has l c.
Proof.
  induction l as [|x l IH]; intros [|k] p; cbn [splits In]; try tauto; try (intros [<- | []] c; reflexivity).
  rewrite in_app_iff, !in_map_iff. intros [(g & <- & I) | (g & <- & I)] c; cbn [fst snd has existsb];
    specialize (IH _ _ I c); unfold has in IH; rewrite <- IH; destruct (c =? x)%Z; cbn [orb]; rewrite ?orb_true_r;
    reflexivity.
Qed.
Lemma chosen_filter l : NoDup l -> forall k h, In h (choose k l) -> filter (has h) l = h.
Proof.
  induction 1 as [|c l N D IH]; intros [|k] h; cbn [choose In]; try tauto; try (intros [<- | []]; apply filter_none;
    reflexivity).
  rewrite in_app_iff, in_map_iff. cbn [filter]. intros [(g & <- & I) | I].
  - rewrite has_more by exact N. cbn [has existsb]. rewrite Z.eqb_refl. cbn [orb]. f_equal. exact (IH k g I).
  - replace (has h c) with false; [exact (IH _ _ I)|]. symmetry. apply has_not. intros J. exact (N
    (chosen_in _ _ _ _ I J)).
Qed.
Lemma split_first l : forall k, map fst (splits k l) = choose k l.
Proof.
  induction l as [|c l IH]; intros [|k]; cbn [splits choose map]; try reflexivity. rewrite map_app, !map_map. cbn [fst].
  rewrite <- !IH, !map_map. reflexivity.
Qed.
Fixpoint distinct (l : list Z) := match l with [] => true | x :: l => if has l x then false else distinct l end.
Lemma deck_distinct : NoDup deck.
Proof.
  assert (H : distinct deck = true) by vm_cast_no_check (eq_refl true). revert H. generalize deck.
  induction l as [|x l IH]; cbn [distinct]; intros H; [constructor|]. destruct (has l x) eqn:E; [discriminate|].
  constructor; [apply has_not; exact E | exact (IH H)].
Qed.
Lemma by_fives f : over_jackpot_cards f == sum_q (fun x => sum_q (fun h => f h x) (choose 3 x)) (choose 5 deck).
Proof.
  unfold over_jackpot_cards, hands, left, together. pose proof deck_distinct as D. revert D. generalize deck. intros l
    D.
  set (g := fun h j => f h (filter (fun c => has h c || has j c) l)).
  transitivity (sum_q (fun p => sum_q (g (fst p)) (choose 2 (snd p))) (splits 3 l)).
  { rewrite (splits_left l D 3), q_map. reflexivity. }
  rewrite (split_sum l 3 2 g). apply q_ext. intros x I. rewrite <- (split_first x 3), q_map. apply q_ext. intros p J.
    unfold g.
  rewrite (filter_same _ (has x)); [rewrite (chosen_filter l D _ _ I); reflexivity|]. intros c _. exact
    (split_has _ _ _ J c).
Qed.

(* Five cards are visited one by one, each card with its rank and suit, and the line that pays each category is kept. *)
Fixpoint visit {A B} (k : nat) (l : list B) (f : list B -> A -> A) (t : A) : A := match k, l with
  | O, _ => f [] t
  | S _, [] => t
  | S j, c :: rest => visit k rest f (visit j rest (fun h => f (c :: h)) t)
  end.
Definition with_rank (c : card) := (c, rank c, suit c).
Definition card_of (c : card * Z * Z) := fst (fst c).
Definition rank_of (c : card * Z * Z) := snd (fst c).
Definition suit_of (c : card * Z * Z) := snd c.
Definition five_seen (x : list (card * Z * Z)) := five_of (map rank_of x) (map suit_of x).
Lemma visit_is {A} (f : list (card * Z * Z) -> A -> A) l : forall k t,
  visit k (map with_rank l) f t = fold_left (fun t x => f (map with_rank x) t) (choose k l) t.
Proof.
  revert f. induction l as [|c l IH]; intros f [|k] t; cbn [visit choose map]; try reflexivity.
  rewrite fold_left_app, !IH. f_equal. generalize (choose k l) t. induction l0 as [|x m J]; intros s; cbn
    [map fold_left]; [reflexivity | apply J].
Qed.
Lemma seen_is x : five_seen (map with_rank x) = five_kind x /\ map card_of (map with_rank x) = x.
Proof. unfold five_seen. rewrite !map_map. split; [reflexivity | apply map_id]. Qed.
Definition by_category {B} (f : Five.category -> B) : Five.category -> B :=
  let a := f Five.RoyalFlush in let b := f Five.StraightFlush in let c := f Five.FourOfAKind in let d := f
    Five.FullHouse in
  let e := f Five.Flush in let g := f Five.Straight in let h := f Five.ThreeOfAKind in let i := f Five.TwoPair in
  let j := f Five.Pair in let k := f Five.HighCard in fun x => match x with
  | Five.RoyalFlush => a | Five.StraightFlush => b | Five.FourOfAKind => c | Five.FullHouse => d | Five.Flush => e
  | Five.Straight => g | Five.ThreeOfAKind => h | Five.TwoPair => i | Five.Pair => j | Five.HighCard => k end.
Lemma by_category_is {B} (f : Five.category -> B) k : by_category f k = f k.
Proof. destruct k; reflexivity. Qed.
(* Which hands are in play is kept by card. *)
Definition after (c : card) := filter (Z.ltb c) deck.
Definition plays_third x y z := in_play [x; y; z].
Definition plays_second x y := keep (plays_third x y) (after y).
Definition plays_first x := keep (plays_second x) (after x).
Definition plays_kept := keep plays_first deck.
Definition played_of kept (h : hand) := match h with
  | [x; y; z] => get (plays_third x y) (get (plays_second x) (get plays_first kept x) y) z
  | _ => in_play h
  end.
Definition weight_kept kept (x : hand) : Z := sum (fun h => if played_of kept h then 1 else 0)%Z (choose 3 x).
Lemma played_is h : played_of plays_kept h = in_play h.
Proof.
  destruct h as [|x [|y [|z [|]]]]; try reflexivity. unfold played_of, plays_kept. rewrite get_keep. unfold plays_first.
  rewrite get_keep. unfold plays_second. rewrite get_keep. reflexivity.
Qed.
Definition five_weight (x : hand) : Z := sum (fun h => if in_play h then 1 else 0)%Z (choose 3 x).
Lemma weight_is x : weight_kept plays_kept x = five_weight x.
Proof. unfold weight_kept, five_weight. apply sum_ext. intros h _. rewrite played_is. reflexivity. Qed.
Definition five_paid (x : hand) := existsb (same_five (five_kind x)).
Definition visited ls :=
  let places := map (fun l => by_category (fun k => first (existsb (same_five k)) l)) ls in
  let kept := plays_kept in
  visit 5 (map with_rank deck) (fun x t => let k := five_seen x in
    (fst t + 1, tally (map (fun place => place k) places) (fun _ => weight_kept kept (map card_of x)) (snd t)))%Z
    (0%Z, none ls).
Lemma visited_is ls : visited ls = (fold_left (fun n _ => n + 1)%Z (choose 5 deck) 0%Z, count five_paid five_weight ls
    (choose 5 deck) (none ls)).
Proof.
  unfold visited, count. cbn zeta. rewrite visit_is. generalize (choose 5 deck) 0%Z (none ls). intros xs.
  induction xs as [|x xs IH]; intros n ts; cbn [fold_left]; [reflexivity|]. rewrite IH. cbn [fst snd].
  destruct (seen_is x) as (-> & ->). rewrite map_map. cbn beta.
  rewrite (map_ext _ (first (five_paid x)) (fun l => by_category_is _ _)).
  rewrite (tally_weight _ _ (fun _ => five_weight x)) by exact (weight_is x). reflexivity.
Qed.
Lemma weighted (p : Q) xs : sum_q (fun h => if in_play h then p else 0) xs == inject_Z (sum
    (fun h => if in_play h then 1 else 0)%Z xs) * p.
Proof.
  unfold sum_q, sum. induction xs as [|x xs IH]; cbn [fold_right]; [ring|]. rewrite IH, inject_Z_plus. destruct
    (in_play x); ring.
Qed.
Lemma ten p x : length x = 5%nat -> sum_q (fun _ : hand => p) (choose 3 x) == 10 * p.
Proof. intros L. destruct x as [|? [|? [|? [|? [|? [|]]]]]]; try discriminate L. cbn; ring. Qed.
Lemma ten_times a b : ~ b == 0 -> 10 * a / (b * 10) == a / b.
Proof. intros H. field. exact H. Qed.
Lemma five_counted : visited five_lines = (five_hands, five_numbers).
Proof. vm_cast_no_check (eq_refl (five_hands, five_numbers)). Qed.
Lemma five_total : over_jackpot_cards (fun _ _ => 1) == inject_Z five_hands * 10.
Proof.
  destruct (both _ _ _ _ (eq_trans (eq_sym (visited_is five_lines)) five_counted)) as (C & _).
  rewrite by_fives, <- C, <- q_length. apply q_ext. intros x I. apply size_of_choose in I. rewrite (ten _ x I). ring.
Qed.
Lemma five_is i l t pays : nth_error five_lines i = Some l -> nth_error five_numbers i = Some t ->
  mean_five everyone (List.combine l pays) == dot (map fst t) pays / inject_Z five_hands /\
  mean_five in_play (List.combine l pays) == dot (map snd t) pays / inject_Z five_deals.
Proof.
  intros E G. destruct (both _ _ _ _ (eq_trans (eq_sym (visited_is five_lines)) five_counted)) as (_ & C).
  destruct (counted_right _ _ _ _ _ i l t pays C E G) as (<- & <-). unfold mean_five. rewrite five_total. split; rewrite
    by_fives.
  - rewrite <- (ten_times _ (inject_Z five_hands)) by discriminate. apply Qdiv_comp; [|reflexivity]. rewrite <- q_scale.
    apply q_ext. intros x I. apply size_of_choose in I. apply ten. exact I.
  - change five_deals with (five_hands * 10)%Z. rewrite inject_Z_mult. apply Qdiv_comp; [|reflexivity]. apply q_ext.
    intros x _. apply weighted.
Qed.

Definition possible_winners : list (nat * nat) := [(0, 0); (0, 1); (0, 2); (1, 0); (1, 1)]%nat.
Definition examples : list (hand * list hand) := [([0; 1], []); ([0; 4], [[8; 12; 16]]); ([8; 12], [[16; 20; 24];
    [0; 4; 48]]); ([32; 36], [[40; 44; 48]]); ([32; 36], [[20; 24; 28]; [40; 44; 48]])]%Z.
Definition most_winners := 3%nat.
(* Few five cards are a royal or straight flush; the hands that make them with two jackpot cards are tried together. *)
Definition of_one_suit (x : list (card * Z * Z)) : bool := match map suit_of x with
  | s :: _ => if all_of s (map suit_of x) then
      match five_seen x with Five.RoyalFlush | Five.StraightFlush => true | _ => false end else false
  | [] => false
  end.
Definition suited_fives : list hand := visit 5 (map with_rank deck)
    (fun x t => if of_one_suit x then map card_of x :: t else t) [].
Definition remaining (j x : hand) := filter (fun c => negb (has j c)) x.
Definition completing (fives : list hand) (j : hand) := map (remaining j) (filter (fun x => forallb (has x) j) fives).
Definition agrees (p q : nat * nat) := Nat.eqb (fst p) (fst q) && Nat.eqb (snd p) (snd q).
Fixpoint explore n (w : list hand) j held r s : bool := match n with
  | O => false
  | S n => if existsb (agrees (r, s)) possible_winners then
      forallb (fun h => if forallb (fun g => apart g h) held then
        match five_kind (together h j) with
        | Five.RoyalFlush => explore n w j (h :: held) (S r) s
        | Five.StraightFlush => explore n w j (h :: held) r (S s)
        | _ => false
        end else true) w
      else false
  end.
Lemma explored : (let fives := suited_fives in forallb (fun j => explore most_winners (completing fives j) j [] 0 0)
    (choose 2 deck)) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Definition wins j h := five_kind (together h j) = Five.RoyalFlush \/ five_kind (together h j) = Five.StraightFlush.
Lemma explore_is w j table : forall n held r s, explore n w j held r s = true ->
  Forall (fun h => In h w \/ ~ wins j h) table -> ForallOrdPairs (fun g h => apart g h = true) table ->
  Forall (fun g => Forall (fun h => apart g h = true) table) held ->
  In (r + winners Five.RoyalFlush j table, s + winners Five.StraightFlush j table)%nat possible_winners.
Proof.
  induction table as [|h table IH]; intros [|n] held r s E W F H; try discriminate E; cbn [explore] in E;
    destruct (existsb _ _) eqn:X; try discriminate E.
  - unfold winners. cbn [filter length]. rewrite <- !plus_n_O. apply existsb_exists in X. destruct X as ((a, b) & I &
    A).
    apply andb_true_iff in A. cbn [fst snd] in A. destruct A as (A & B). apply Nat.eqb_eq in A, B. subst. exact I.
  - inversion W as [|? ? O W']; subst. inversion F as [|? ? A F']; subst. rewrite Forall_forall in H.
    assert (held' : Forall (fun g => Forall (fun h => apart g h = true) table) held).
    { apply Forall_forall. intros g I. specialize (H g I). inversion H. assumption. }
    unfold winners in *. cbn [filter]. destruct O as [O | O].
    + rewrite forallb_forall in E. specialize (E h O).
      replace (forallb (fun g => apart g h) held) with true in E.
      2: { symmetry. apply forallb_forall. intros g I. specialize (H g I). inversion H. assumption. }
      destruct (five_kind (together h j)); try discriminate E; cbn [same_five length]; rewrite <- ?plus_n_Sm, <-
    ?plus_Sn_m;
        (eapply IH; [exact E | assumption | assumption | constructor; assumption]).
    + unfold wins in O. assert (S : explore (S n) w j held r s = true) by (cbn [explore]; rewrite X; exact E).
      destruct (five_kind (together h j)); try tauto; cbn [same_five]; (eapply IH; [exact S | assumption..]).
Qed.

Lemma filter_chosen p l : In (filter p l) (choose (length (filter p l)) l).
Proof.
  induction l as [|c l IH]; [left; reflexivity|]. cbn [filter]. destruct (p c); cbn [length choose].
  - apply in_or_app. left. apply in_map. exact IH.
  - destruct (filter p l); cbn [length choose] in *; [left; reflexivity | apply in_or_app; right; exact IH].
Qed.
Lemma in_chosen k l h : filter (has h) l = h -> length h = k -> In h (choose k l).
Proof. intros E <-. pose proof (filter_chosen (has h) l) as I. rewrite E in I. exact I. Qed.
Lemma filter_or {A} (p q : A -> bool) l : (forall x, p x && q x = false) ->
  length (filter (fun x => p x || q x) l) = (length (filter p l) + length (filter q l))%nat.
Proof.
  intros H. induction l as [|x l IH]; cbn [filter length]; [reflexivity|]. specialize (H x).
  destruct (p x), (q x); try discriminate H; cbn [orb length]; rewrite IH; lia.
Qed.
Lemma filter_twice {A} (p q : A -> bool) l : filter q (filter p l) = filter (fun x => p x && q x) l.
Proof. induction l as [|x l IH]; cbn [filter]; [reflexivity|]. destruct (p x); cbn [filter andb]; rewrite IH;
    reflexivity. Qed.
Lemma dealt_beside j h : In j (choose 2 deck) -> In h (choose 3 (left j)) ->
  In (together h j) (choose 5 deck) /\ forallb (has (together h j)) j = true /\ remaining j (together h j) = h.
Proof.
  intros J H. pose proof deck_distinct as D. unfold left in H. rewrite choose_filter in H. apply filter_In in H.
    destruct H as (H & A).
  rewrite forallb_forall in A.
  assert (N : forall c, has h c && has j c = false).
  { intros c. destruct (has h c) eqn:E; [|reflexivity]. apply has_in in E. specialize (A c E). destruct (has j c);
    [discriminate A | reflexivity]. }
  pose proof (chosen_filter _ D _ _ J) as FJ. pose proof (chosen_filter _ D _ _ H) as FH.
  unfold together, remaining. split; [|split].
  - pose proof (filter_chosen (fun c => has h c || has j c) deck) as I. rewrite filter_or in I by exact N.
    rewrite FJ, FH, (size_of_choose _ _ _ J), (size_of_choose _ _ _ H) in I. exact I.
  - apply forallb_forall. intros c I. apply has_in, filter_In. split; [exact (chosen_in _ _ _ _ J I)|].
    apply has_in in I. rewrite I. apply orb_true_r.
  - rewrite filter_twice. transitivity (filter (has h) deck); [|exact FH]. apply filter_same.
    intros c _. specialize (N c). destruct (has h c), (has j c); try discriminate N; reflexivity.
Qed.
Lemma one_suit_needed r s : five_of r s = Five.RoyalFlush \/ five_of r s = Five.StraightFlush ->
  match s with [] => false | x :: _ => all_of x s end = true.
Proof.
  unfold five_of. destruct r as [|? [|? [|? [|? [|? [|]]]]]], s as [|x s]; try (intros [H | H]; discriminate H).
  destruct (all_of x (x :: s)); [reflexivity|].
  repeat match goal with |- context [if ?b then _ else _] => destruct b end; intros [H | H]; discriminate H.
Qed.
Lemma all_found x : In x (choose 5 deck) -> five_kind x = Five.RoyalFlush \/ five_kind x = Five.StraightFlush -> In x
    suited_fives.
Proof.
  intros I K. unfold suited_fives. rewrite visit_is.
  assert (P : of_one_suit (map with_rank x) = true).
  { unfold of_one_suit. destruct (seen_is x) as (-> & _). rewrite map_map. pose proof (one_suit_needed _ _ K) as S.
    change (map (fun c => suit_of (with_rank c)) x) with (map suit x). destruct (map suit x); [discriminate S|]. rewrite
    S.
    destruct K as [-> | ->]; reflexivity. }
  revert I. generalize (choose 5 deck). intros xs.
  assert (M : forall t, In x xs \/ In x t -> In x (fold_left (fun t x => if of_one_suit (map with_rank x) then map
    card_of (map with_rank x) :: t else t) xs t)).
  { induction xs as [|y xs IH]; intros t; cbn [fold_left In]; [tauto|]. intros H. apply IH. destruct (seen_is y) as
    (_ & ->).
    destruct H as [[-> | H] | H]; [rewrite P; right; left; reflexivity | tauto|]. destruct (of_one_suit
    (map with_rank y)); [right; right | right]; exact H. }
  intros I. apply M. left. exact I.
Qed.
Lemma in_completing fives j x : In x fives -> forallb (has x) j = true -> In (remaining j x) (completing fives j).
Proof. intros I A. apply in_map, filter_In. split; assumption. Qed.
Lemma all_complete j h : In j (choose 2 deck) -> In h (choose 3 (left j)) -> In h (completing suited_fives j) \/ ~ wins
    j h.
Proof.
  intros J H. destruct (dealt_beside j h J H) as (I & A & R).
  assert (W : wins j h -> In h (completing suited_fives j)).
  { intros K. pose proof (in_completing suited_fives j _ (all_found _ I K) A) as C. rewrite R in C. exact C. }
  unfold wins in *. destruct (five_kind (together h j)); try (right; intros [X | X]; discriminate X); left; apply W;
    tauto.
Qed.
Theorem sharing : forall j table, seated j table ->
  In (winners Five.RoyalFlush j table, winners Five.StraightFlush j table) possible_winners.
Proof.
  intros j table (J & T & F). pose proof explored as E. cbn zeta in E. rewrite forallb_forall in E. specialize (E j J).
  refine (explore_is _ j table _ _ _ _ E _ F (Forall_nil _)).
  eapply Forall_impl; [|exact T]. intros h H. exact (all_complete j h J H).
Qed.
Ltac chosen := apply in_chosen; [vm_compute; reflexivity | reflexivity].
Ltac occurs := split; [split; [chosen | split] | vm_compute; reflexivity];
  [repeat (apply Forall_cons; [chosen|]); apply Forall_nil |
   repeat (apply FOP_cons; [repeat (apply Forall_cons; [reflexivity|]); apply Forall_nil|]); apply FOP_nil].
Theorem sharing_occurs : Forall2 (fun o e => seated (fst e) (snd e) /\
  (winners Five.RoyalFlush (fst e) (snd e), winners Five.StraightFlush (fst e) (snd e)) = o) possible_winners examples.
Proof. repeat (apply Forall2_cons; [occurs|]). apply Forall2_nil. Qed.

Theorem jackpot_1_deals :
  forall x0_royal_flush x1_four_of_a_kind x2_full_house x3_flush x4_straight_flush : Q, mean_five everyone (List.combine
    (nth 0 five_lines []) [x0_royal_flush; x1_four_of_a_kind; x2_full_house; x3_flush; x4_straight_flush]) == (40 *
    x0_royal_flush + 6240 * x1_four_of_a_kind + 37440 * x2_full_house + 51080 * x3_flush + 360 * x4_straight_flush) /
    25989600.
Proof. intros. amounts (proj1 (five_is 0 _ _ ([x0_royal_flush; x1_four_of_a_kind; x2_full_house; x3_flush;
    x4_straight_flush]) eq_refl eq_refl)). Qed.
Theorem jackpot_1 :
  forall stake meter : Q, mean_five everyone (pays_jackpot_1 stake meter) == (17305 # 32487) * stake + (19 # 6497400) *
    meter.
Proof. intros. amounts (proj1 (five_is 0 _ _ (map snd (pays_jackpot_1 stake meter)) eq_refl eq_refl)). Qed.
Theorem jackpot_1_in_play :
  forall stake meter : Q, mean_five in_play (pays_jackpot_1 stake meter) == (17305 # 32487) * stake + (19 # 6497400) *
    meter.
Proof. intros. amounts (proj2 (five_is 0 _ _ (map snd (pays_jackpot_1 stake meter)) eq_refl eq_refl)). Qed.
Theorem jackpot_2_deals :
  forall x0_royal_flush x1_four_of_a_kind x2_full_house x3_flush x4_straight x5_straight_flush : Q, mean_five everyone
    (List.combine (nth 1 five_lines []) [x0_royal_flush; x1_four_of_a_kind; x2_full_house; x3_flush; x4_straight;
    x5_straight_flush]) == (40 * x0_royal_flush + 6240 * x1_four_of_a_kind + 37440 * x2_full_house + 51080 * x3_flush +
    102000 * x4_straight + 360 * x5_straight_flush) / 25989600.
Proof. intros. amounts (proj1 (five_is 1 _ _ ([x0_royal_flush; x1_four_of_a_kind; x2_full_house; x3_flush; x4_straight;
    x5_straight_flush]) eq_refl eq_refl)). Qed.
Theorem jackpot_2 :
  forall stake meter : Q, mean_five everyone (pays_jackpot_2 stake meter) == (67 # 119) * stake + (19 # 6497400) *
    meter.
Proof. intros. amounts (proj1 (five_is 1 _ _ (map snd (pays_jackpot_2 stake meter)) eq_refl eq_refl)). Qed.
Theorem jackpot_2_in_play :
  forall stake meter : Q, mean_five in_play (pays_jackpot_2 stake meter) == (5361 # 10829) * stake + (19 # 6497400) *
    meter.
Proof. intros. amounts (proj2 (five_is 1 _ _ (map snd (pays_jackpot_2 stake meter)) eq_refl eq_refl)). Qed.
Definition proved := (jackpot_1_deals, jackpot_1, jackpot_1_in_play, jackpot_2_deals, jackpot_2, jackpot_2_in_play,
    sharing, sharing_occurs).
End Jackpots.
Print Assumptions Jackpots.proved.
