(* Three Card Poker, Resorts World Sentosa: the house edge as theorems.
   SHA-256 of the rules: f65c8a393696ded0e39bce68787d988afd608cfae4f3b73abde328cae50bec59

   To check this file: coqc FILE.v (Coq 8.16). What it says, and what it does not say: docs/theorem.md of combin.
   The reader has to believe part 1, the rules; part 2, what a hand, a deal and an edge are; part 3, what is settled by
   each decision; and Coq. What is proved, with each house edge:

   house_edge_A: Ante & Play with Ante Bonus A: of plan_A, and no strategy has a lower one, 686689/20358520
   never_folding_A: Ante & Play with Ante Bonus A: Play1 with every hand, without a fold, 1947749/25448150
   bet_pair_plus_A: Pair Plus A if no hand is folded, 308/5525
   bet_pair_plus_A_plan_A: Pair Plus A, lost where plan_A folds, 308/5525
   jackpot_A_deals: Progressive Jackpot A, of 22,100 deals: 1 A-K-Q straight flush of spades, 3 A-K-Q straight flush, 44
    straight flush, 52 three of a kind, 720 straight
   jackpot_A: Progressive Jackpot A returns 601/442 + 1/22100 * meter + 4/221 * others *)

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
Definition ranks := 13. (* the deck: 2.2.1, 3.5.1 *)
Definition suits := 4. (* 0 clubs, 1 diamonds, 2 hearts, 3 spades *)
(* The order of hands, high to low, and the straights, lowest first: 3.5.1, 3.5.2, 3.5.3 *)
Definition order := [StraightFlush; ThreeOfAKind; Straight; Flush; Pair; HighCard].
Definition straights :=
  [[r3; r2; rA]; [r4; r3; r2]; [r5; r4; r3]; [r6; r5; r4]; [r7; r6; r5]; [r8; r7; r6]; [r9; r8; r7]; [rT; r9; r8];
    [rJ; rT; r9]; [rQ; rJ; rT]; [rK; rQ; rJ]; [rA; rK; rQ]].
Definition straight_suits := 2. (* suits that a straight shows at least *)
Definition highest_three := rA. (* of three of a kind *)
Definition lowest_wins := false.
(* The lowest hand with which the dealer qualifies, Q high: 3.9, 3.10 *)
Definition qualifying : kind := (HighCard, [rQ; r3; r2]).
(* Ante, by whether the dealer qualifies and the result: 1 'Ante', 3.3, 4.1 *)
Definition pays_ante (qualified : bool) (r : result) : table := match qualified, r with
  | false, _ => flat 1 (* 3.9.2, 4.1 *)
  | true, Win => flat 1 (* 3.10.1, 4.1 *)
  | true, Tie => flat 0 (* 3.10.3, 3.5.4 *)
  | true, Lose => flat (-1) (* 3.10.2 *)
  end.
(* Play, by whether the dealer qualifies and the result: 1 'Play', 3.8.2, 4.1 *)
Definition pays_play (qualified : bool) (r : result) : table := match qualified, r with
  | false, _ => flat 0 (* 3.9.1 *)
  | true, Win => flat 1 (* 3.10.1, 4.1 *)
  | true, Tie => flat 0 (* 3.10.3, 3.5.4 *)
  | true, Lose => flat (-1) (* 3.10.2 *)
  end.
(* Ante Bonus A: 4.3, 1 'Ante Bonus', 3.9.3, 3.10.4, 4.3 *)
Definition pays_ante_bonus_A : table := [(Of StraightFlush, 5); (Of ThreeOfAKind, 4); (Of Straight, 1)].
(* Pair Plus A: 4.2, 1 'Pair Plus', 3.9.3, 3.10.4, 4.2 *)
Definition pays_pair_plus_A : table := [(Of StraightFlush, 40); (Of ThreeOfAKind, 30); (Of Straight, 5); (Of Flush, 4);
    (Of Pair, 1); (Any, -1)].
(* What the player decides: 1 'Play', 3.8.2 *)
Inductive decision := Fold | Play1.
Definition decisions := [Fold; Play1].
(* Progressive Jackpot A: what comes back: 4.4, 3.4, 3.11, 4.4 *)
Definition pays_jackpot_A (meter : Q) : list (line * Q) :=
  [(OneSuit 3 (From (StraightFlush, [rA; rK; rQ]) (StraightFlush, [rA; rK; rQ])), 1 * meter); (Of ThreeOfAKind, 150);
    (Of Straight, 15); (From (StraightFlush, [rA; rK; rQ]) (StraightFlush, [rA; rK; rQ]), 1250);
    (Of StraightFlush, 175)]%Q.
(* Progressive Jackpot A: what each other player gets: 3.12, 3.13 *)
Definition envy_jackpot_A : list (line * Q) :=
  [(OneSuit 3 (From (StraightFlush, [rA; rK; rQ]) (StraightFlush, [rA; rK; rQ])), 250); (Of ThreeOfAKind, 0);
    (Of Straight, 0); (From (StraightFlush, [rA; rK; rQ]) (StraightFlush, [rA; rK; rQ]), 50); (Of StraightFlush, 0)]%Q.

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
  | Fold => (-1) (* 3.8.1 *)
  | Play1 => paid (pays_ante q r) h k + paid pays_ante_bonus_A h k + 1 * paid (pays_play q r) h k
  end.
(* Play Q-6-4 or better, fold the rest. *)
Definition plan_A (h : hand) (k : kind) : decision :=
  if strength (HighCard, [rQ; r6; r4]) <=? strength k then Play1 else
  Fold.

(* Jackpot wagers pay money and shares of a meter: any numbers. A table pays its first line that has the cards. *)
Definition sum_q {A} (f : A -> Q) (l : list A) : Q := (fold_right (fun x s => f x + s) 0 l)%Q.
Fixpoint first_paid {A} (has_it : A -> bool) (t : list (A * Q)) : Q :=
  match t with [] => 0%Q | (l, x) :: rest => if has_it l then x else first_paid has_it rest end.
Definition everyone (h : hand) := true.
(* On the player's three cards: the mean over all hands, of which those of `who` are paid. *)
Definition mean_three (who : hand -> bool) (t : list (line * Q)) : Q :=
  (sum_q (fun h => if who h then first_paid (fun l => on l h (kind_of h)) t else 0) hands / sum_q (fun _ => 1) hands)%Q.
Definition in_play (h : hand) : bool := true. (* is not folded *)

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
  [outcome (fun _ _ _ _ => 1); played net_A plan_A; most net_A; worth net_A Play1; own
    (fun h k => paid pays_pair_plus_A h k); own (fun h k => match plan_A h k with Fold => (-1) | _ => paid
    pays_pair_plus_A h k end)].
Definition numbers : list Z := [407170400; (-13733780); (-13733780); (-31163984); (-22698368); (-22698368)].
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

(* Pair Plus A if no hand is folded *)
Theorem bet_pair_plus_A :
  edge 1 (settled (fun h k _ _ => paid pays_pair_plus_A h k)) == 308 # 5525.
Proof. counted (total_own (fun h k => paid pays_pair_plus_A h k)) 4%nat. Qed.

(* Pair Plus A, lost where plan_A folds *)
Theorem bet_pair_plus_A_plan_A :
  edge 1 (settled (fun h k _ _ => match plan_A h k with Fold => (-1) | _ => paid pays_pair_plus_A h k end)) == 308 #
    5525.
Proof. counted (total_own (fun h k => match plan_A h k with Fold => (-1) | _ => paid pays_pair_plus_A h k end)) 5%nat.
    Qed.

Definition proved := (house_edge_A, never_folding_A, bet_pair_plus_A, bet_pair_plus_A_plan_A).
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

Definition three_lines := [map fst (pays_jackpot_A 0)].
Definition three_numbers : list counts := [[(1, 1); (52, 52); (720, 720); (3, 3); (44, 44)]]%Z.
Definition three_hands := 22100%Z.
Definition three_deals := 22100%Z.
Definition on_seen (h : hand) (k : kind) (l : line) := on l h k.
Definition three_paid (h : hand) := on_seen h (kind_of h).
Definition three_weight (h : hand) := if in_play h then 1%Z else 0%Z.
Definition three_visited := fold_left (fun ts h => let k := kind_of h in
  tally (map (first (on_seen h k)) three_lines) (fun _ => three_weight h) ts) hands (none three_lines).
Lemma three_counted : (fold_left (fun n _ => n + 1)%Z hands 0%Z, three_visited) = (three_deals, three_numbers).
Proof. vm_cast_no_check (eq_refl (three_deals, three_numbers)). Qed.
Lemma three_visited_is : three_visited = count three_paid three_weight three_lines hands (none three_lines).
Proof. unfold three_visited, count. generalize hands (none three_lines). reflexivity. Qed.
Lemma three_is i l t pays : nth_error three_lines i = Some l -> nth_error three_numbers i = Some t ->
  mean_three everyone (List.combine l pays) == dot (map fst t) pays / inject_Z three_deals /\
  mean_three in_play (List.combine l pays) == dot (map snd t) pays / inject_Z three_deals.
Proof.
  intros E G. destruct (both _ _ _ _ three_counted) as (D & C).
  rewrite three_visited_is in C. destruct (counted_right three_paid three_weight _ _ _ i l t pays C E G) as (<- & <-).
  unfold mean_three. rewrite q_length, D, Qmult_1_r.
  split; (apply Qdiv_comp; [apply q_ext; intros h _ | reflexivity]); unfold pays_of, three_paid, three_weight, everyone.
  - reflexivity.
  - destruct (in_play h); [symmetry; exact (Qmult_1_l _) | symmetry; exact (Qmult_0_l _)].
Qed.

Theorem jackpot_A_deals :
  forall x0_A_K_Q_straight_flush_of_spades x1_three_of_a_kind x2_straight x3_A_K_Q_straight_flush x4_straight_flush : Q,
    mean_three everyone (List.combine (nth 0 three_lines []) [x0_A_K_Q_straight_flush_of_spades; x1_three_of_a_kind;
    x2_straight; x3_A_K_Q_straight_flush; x4_straight_flush]) == (1 * x0_A_K_Q_straight_flush_of_spades + 52 *
    x1_three_of_a_kind + 720 * x2_straight + 3 * x3_A_K_Q_straight_flush + 44 * x4_straight_flush) / 22100.
Proof. intros. amounts (proj1 (three_is 0 _ _ ([x0_A_K_Q_straight_flush_of_spades; x1_three_of_a_kind; x2_straight;
    x3_A_K_Q_straight_flush; x4_straight_flush]) eq_refl eq_refl)). Qed.
Theorem jackpot_A :
  forall meter others : Q, mean_three everyone (pays_jackpot_A meter) + others * mean_three everyone envy_jackpot_A ==
    (601 # 442) + (1 # 22100) * meter + (4 # 221) * others.
Proof. intros. amounts (Qplus_comp _ _ (proj1 (three_is 0 _ _ (map snd (pays_jackpot_A meter)) eq_refl eq_refl)) _ _
    (Qmult_comp _ _ (Qeq_refl others) _ _ (proj1 (three_is 0 _ _ (map snd envy_jackpot_A) eq_refl eq_refl)))). Qed.
Definition proved := (jackpot_A_deals, jackpot_A).
End Jackpots.
Print Assumptions Jackpots.proved.
