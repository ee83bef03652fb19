(* Three Card Poker including Blind, UK poster: the house edge as theorems.
   SHA-256 of the rules: e4c93793921628a351883234c587b3a52ab547871c280eba120c719bd1ce9498

   To check this file: coqc FILE.v (Coq 8.16). What it says, and what it does not say: docs/theorem.md of combin.
   The reader has to believe part 1, the rules; part 2, what a hand, a deal and an edge are; part 3, what is settled by
   each decision; and Coq. What is proved, with each house edge:

   house_edge_A: Ante & Play with Ante Bonus A: of plan_A, and no strategy has a lower one, 686689/20358520
   never_folding_A: Ante & Play with Ante Bonus A: Play1 with every hand, without a fold, 1947749/25448150
   bet_pair_plus_A: Pair Plus A, 149/5525
   bet_prime_A: Prime A, 405/11186 *)

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
(* Lines on the colours of both hands: the player's three cards of one colour, both of one each, both of the same. *)
Inductive colour_line := AnyColours | PlayerOfOneColour | BothOfOneColourEach | BothOfTheSameColour.
Definition colour_table := list (colour_line * Z).
Definition r2 := 0. Definition r3 := 1. Definition r4 := 2. Definition r5 := 3. Definition r6 := 4. Definition r7 := 5.
    Definition r8 := 6. Definition r9 := 7. Definition rT := 8. Definition rJ := 9. Definition rQ := 10.
    Definition rK := 11. Definition rA := 12.
Definition ranks := 13. (* the deck: bullets 2, 11 *)
Definition suits := 4. (* 0 clubs, 1 diamonds, 2 hearts, 3 spades *)
(* The order of hands, high to low, and the straights, lowest first: bullets 11, 12 *)
Definition order := [StraightFlush; ThreeOfAKind; Straight; Flush; Pair; HighCard].
Definition straights :=
  [[r3; r2; rA]; [r4; r3; r2]; [r5; r4; r3]; [r6; r5; r4]; [r7; r6; r5]; [r8; r7; r6]; [r9; r8; r7]; [rT; r9; r8];
    [rJ; rT; r9]; [rQ; rJ; rT]; [rK; rQ; rJ]; [rA; rK; rQ]].
Definition straight_suits := 2. (* suits that a straight shows at least *)
Definition highest_three := rA. (* of three of a kind *)
Definition lowest_wins := false.
(* The lowest hand with which the dealer qualifies, Q high: bullet 17 *)
Definition qualifying : kind := (HighCard, [rQ; r3; r2]).
(* Ante, by whether the dealer qualifies and the result: bullets 6, 19 *)
Definition pays_ante (qualified : bool) (r : result) : table := match qualified, r with
  | false, _ => flat 1 (* bullet 18 *)
  | true, Win => flat 1 (* bullet 19 *)
  | true, Tie => flat 0 (* bullet 26 *)
  | true, Lose => flat (-1) (* bullet 20 *)
  end.
(* Play, by whether the dealer qualifies and the result: bullet 14 *)
Definition pays_play (qualified : bool) (r : result) : table := match qualified, r with
  | false, _ => flat 0 (* bullet 18 *)
  | true, Win => flat 1 (* bullet 19 *)
  | true, Tie => flat 0 (* bullet 26 *)
  | true, Lose => flat (-1) (* bullet 20 *)
  end.
(* Ante Bonus A: Ante Bonus, bullet 21, Ante Bonus *)
Definition pays_ante_bonus_A : table := [(Of StraightFlush, 5); (Of ThreeOfAKind, 4); (Of Straight, 1)].
(* Pair Plus A: Pair Plus *)
Definition pays_pair_plus_A : table := [(Of StraightFlush, 35); (Of ThreeOfAKind, 33); (Of Straight, 6); (Of Flush, 4);
    (Of Pair, 1); (Any, -1)].
(* Prime A: Prime *)
Definition pays_prime_A : colour_table := [(BothOfTheSameColour, 4); (PlayerOfOneColour, 3); (AnyColours, -1)].
Definition colours := [1; 2]. (* 1 black, 2 red *)
Definition colour (s : Z) : Z := nth (Z.to_nat s) [1; 2; 2; 1] 0. (* by suit *)
(* What the player decides: bullet 14 *)
Inductive decision := Fold | Play1.
Definition decisions := [Fold; Play1].

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
(* The shade of a hand: the colour of its three cards, or 0 if they show more than one. What a table on colours pays. *)
Definition shade (h : hand) : Z :=
  match map (fun c => colour (suit c)) h with [x; y; z] => if (x =? y) && (y =? z) then x else 0 | _ => 0 end.
Definition on_colours (l : colour_line) (s t : Z) : bool :=
  match l with
  | AnyColours => true
  | PlayerOfOneColour => negb (s =? 0)
  | BothOfOneColourEach => negb (s =? 0) && negb (t =? 0)
  | BothOfTheSameColour => negb (s =? 0) && (s =? t)
  end.
Fixpoint paid_colours (t : colour_table) (mine theirs : Z) : Z :=
  match t with [] => 0 | (l, x) :: rest => if on_colours l mine theirs then x else paid_colours rest mine theirs end.
Definition hues := 4%nat. (* bits of a colour *)
(* A strategy is any function of the player's hand; a plan is one that is stated by what the hand is. *)
Definition game := hand -> kind -> bool -> result -> decision -> Z.
Definition strategy := hand -> decision.
Definition follow (plan : hand -> kind -> decision) : strategy := fun h => plan h (kind_of h).
Definition decided (net : game) (s : strategy) : hand -> hand -> Z := settled (fun h k q r => net h k q r (s h)).

(* 3. What each decision nets, and the plan by which the player decides. *)
(* Ante & Play with Ante Bonus A: what the player nets by each decision *)
Definition net_A (h : hand) (k : kind) (q : bool) (r : result) (d : decision) : Z :=
  match d with
  | Fold => (-1) (* bullet 13 *)
  | Play1 => paid (pays_ante q r) h k + paid pays_ante_bonus_A h k + 1 * paid (pays_play q r) h k
  end.
(* Play Q-6-4 or better, fold the rest. *)
Definition plan_A (h : hand) (k : kind) : decision :=
  if strength (HighCard, [rQ; r6; r4]) <=? strength k then Play1 else
  Fold.

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
(* Bets on the colours of both hands. *)
Lemma pick G s l : distinct l = true -> sum (fun c => G c * one (s =? c)) l = if existsb (Z.eqb s) l then G s else 0.
Proof.
  unfold sum. induction l as [|c l IH]; cbn [distinct fold_right existsb]; [reflexivity|]. intros D.
  apply andb_true_iff in D as (N & D). rewrite (IH D). destruct (Z.eqb_spec s c) as [-> |]; cbn [one orb]; [|lia].
  apply negb_true_iff in N. rewrite N. lia.
Qed.
Definition coloured (F : hand -> Z -> Z) (r : row) :=
  let '(_, _, _, _, n) := cases r in
  F (held r) 0 * n + sum (fun c => (F (held r) (fst c) - F (held r) 0) * snd c) (of_hue r).
Lemma total_coloured F : over_deals (fun h d => F h (shade d)) = sum (coloured F) rows.
Proof.
  unfold over_deals, rows, all. cbn zeta. rewrite !sum_map. apply sum_ext. intros h I. unfold coloured, row_of.
  cbn [held cases of_hue]. change (cards (entry h)) with h. rewrite sum_map. cbn [fst snd].
  pose proof all_small as S. apply andb_true_iff in S as (_ & S). apply andb_true_iff in S as (S & T).
  apply andb_true_iff in T as (D & _). rewrite forallb_forall in S.
  rewrite (spread_is (fun _ => 1)); [| exact I | intros l _; apply tree_size].
  rewrite (sum_ext (fun c => (F h c - F h 0) * spread (fun s => count_equal (bits hues c) (snd s)) (signed kept h))
    (fun c => sum (fun d => (F h c - F h 0) * one (shade d =? c)) (choose 3 (left h))) colours).
  - rewrite <- (sum_swap (fun d c => (F h c - F h 0) * one (shade d =? c)) (choose 3 (left h)) colours).
    rewrite <- sum_times, <- sum_plus. apply sum_ext. intros d J.
    cbn [distinct] in D. apply andb_true_iff in D as (N & D). rewrite (pick (fun c => F h c - F h 0) (shade d) colours
    D).
    pose proof (proj2 (entry_fine d (in_hands h d J))) as C. unfold dyed in C. apply negb_true_iff in N.
    destruct (Z.eqb_spec (shade d) 0) as [E |]; cbn [orb] in C; [rewrite E, N; lia | rewrite C; lia].
  - intros c J. rewrite sum_times. f_equal. rewrite (spread_is (fun x => one (equal (hue x) (bits hues c))));
    [| exact I |].
    + apply sum_ext. intros d K. f_equal. replace (hue (entry d)) with (bits hues (shade d)) by
    (symmetry; apply fast_bits_are).
      rewrite bits_equal, !small_mod; [reflexivity | apply S; right; exact J |].
      apply S. pose proof (proj2 (entry_fine d (in_hands h d K))) as C. unfold dyed in C.
      apply orb_true_iff in C as [E | C]; [left; symmetry; apply Z.eqb_eq; exact E | right].
      apply existsb_exists in C as (c' & C & E). apply Z.eqb_eq in E. rewrite E. exact C.
    + intros l H. apply tree_counts. intros x K. rewrite bits_length. apply (H x K).
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
  [outcome (fun _ _ _ _ => 1); played net_A plan_A; most net_A; worth net_A Play1; own
    (fun h k => paid pays_pair_plus_A h k); coloured (fun h s => paid_colours pays_prime_A (shade h) s)].
Definition numbers : list Z := [407170400; (-13733780); (-13733780); (-31163984); (-10980704); (-14742000)].
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

(* Pair Plus A *)
Theorem bet_pair_plus_A :
  edge 1 (settled (fun h k _ _ => paid pays_pair_plus_A h k)) == 149 # 5525.
Proof. counted (total_own (fun h k => paid pays_pair_plus_A h k)) 4%nat. Qed.

(* Prime A *)
Theorem bet_prime_A :
  edge 1 (fun h d => paid_colours pays_prime_A (shade h) (shade d)) == 405 # 11186.
Proof. counted (total_coloured (fun h s => paid_colours pays_prime_A (shade h) s)) 5%nat. Qed.

Definition proved := (house_edge_A, never_folding_A, bet_pair_plus_A, bet_prime_A).
Print Assumptions proved.
