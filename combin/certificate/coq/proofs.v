Lemma sum_app {A} (f : A -> Z) l m : sum f (l ++ m) = sum f l + sum f m.
Proof. unfold sum. induction l as [|x l IH]; cbn [fold_right app]; lia. Qed.
Lemma sum_ext {A} (f g : A -> Z) l : (forall x, In x l -> f x = g x) -> sum f l = sum g l.
Proof. unfold sum. induction l as [|x l IH]; intros H; cbn [fold_right]; [reflexivity|]. rewrite (H x) by (left; reflexivity).
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
  - cbn [choose]. f_equal. rewrite (IH k). clear IH. induction (choose k l) as [|h m IH]; cbn [map filter forallb]; [reflexivity|].
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
(* Keyed hands: each with the bits of its strength. Inclusion and exclusion, card by card. *)
Definition keyed := (hand * list bool)%type.
Definition with_card (c : card) (l : list keyed) := filter (fun x => has (fst x) c) l.
Definition without_cards (h : hand) (l : list keyed) := filter (fun x => apart h (fst x)) l.
Lemma without (F : keyed -> Z) c h l : sum F (without_cards (c :: h) l) = sum F (without_cards h l) - sum F (without_cards h (with_card c l)).
Proof.
  unfold sum, with_card, without_cards. induction l as [|[d b] l IH]; cbn [filter fold_right]; [reflexivity|]. cbn [fst].
  pose proof (has_or c h d) as E. destruct (apart (c :: h) d), (has d c) eqn:X, (apart h d) eqn:Y; cbn [negb orb] in E; try discriminate;
    cbn [filter fold_right fst]; rewrite ?Y; cbn [fold_right]; lia.
Qed.
Lemma without_none (F : keyed -> Z) l : sum F (without_cards [] l) = sum F l.
Proof.
  unfold sum, without_cards. induction l as [|[d b] l IH]; cbn [filter fold_right fst]; [reflexivity|].
  replace (apart [] d) with true; [cbn [fold_right]; lia|]. unfold apart. induction d as [|c d J]; cbn; [reflexivity | exact J].
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
Lemma below_insert k : forall j t, length j = length k -> count_below k (insert j t) = count_below k t + one (below j k).
Proof.
  induction k as [|b k IH]; intros [|a j] t L; try discriminate; [destruct t; reflexivity|].
  injection L as L. destruct t as [|n l r].
  - destruct a, b; cbn [insert count_below below one size]; rewrite ?size_insert, ?IH by exact L; try (destruct k; reflexivity).
    all: destruct k; cbn [count_below size]; lia.
  - destruct a, b; cbn [insert count_below below one]; rewrite ?size_insert, ?IH by exact L; lia.
Qed.
Lemma equal_insert k : forall j t, length j = length k -> count_equal k (insert j t) = count_equal k t + one (equal j k).
Proof.
  induction k as [|b k IH]; intros [|a j] t L; try discriminate; [destruct t; cbn; lia|].
  injection L as L. destruct t as [|n l r].
  - destruct a, b; cbn [insert count_equal equal one Bool.eqb]; rewrite ?IH by exact L; destruct k; cbn [count_equal]; lia.
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
  destruct (Z.testbit a _), (Z.testbit b _); cbn [one]; rewrite ?IH; apply eq_true_iff_eq; rewrite ?Z.ltb_lt; split; (discriminate || lia).
Qed.
Lemma bits_equal n a b : equal (bits n a) (bits n b) = (a mod 2 ^ Z.of_nat n =? b mod 2 ^ Z.of_nat n).
Proof.
  induction n as [|n IH]; [cbn; rewrite !Z.mod_1_r; reflexivity|]. cbn [bits equal]. rewrite !bits_step.
  pose proof (Z.mod_pos_bound a (2 ^ Z.of_nat n)). pose proof (Z.mod_pos_bound b (2 ^ Z.of_nat n)).
  assert (0 < 2 ^ Z.of_nat n) by lia.
  destruct (Z.testbit a _), (Z.testbit b _); cbn [one Bool.eqb]; rewrite ?IH; apply eq_true_iff_eq; rewrite ?Z.eqb_eq; split; (discriminate || lia).
Qed.

Definition width := 24%nat.
Definition key (h : hand) := bits width (strength (kind_of h)).
Definition all := map (fun h => (h, key h)) hands.
Definition tree_of (l : list keyed) := fold_right (fun x t => insert (snd x) t) Empty l.
Definition fits (l : list keyed) := forall x, In x l -> length (snd x) = width.
Lemma fits_filter p l : fits l -> fits (filter p l).
Proof. intros H x I. apply H. apply filter_In in I. tauto. Qed.
Lemma fits_all : fits all.
Proof. intros x I. apply in_map_iff in I. destruct I as (h & <- & _). apply bits_length. Qed.
Lemma tree_below k l : length k = width -> fits l -> count_below k (tree_of l) = sum (fun x => one (below (snd x) k)) l.
Proof.
  intros K. unfold sum, tree_of. induction l as [|x l IH]; intros H; cbn [fold_right]; [destruct k; reflexivity|].
  rewrite below_insert, IH; [lia | | ]. intros y I. apply H. right. exact I. rewrite K. apply H. left. reflexivity.
Qed.
Lemma tree_equal k l : length k = width -> fits l -> count_equal k (tree_of l) = sum (fun x => one (equal (snd x) k)) l.
Proof.
  intros K. unfold sum, tree_of. induction l as [|x l IH]; intros H; cbn [fold_right]; [destruct k; reflexivity|].
  rewrite equal_insert, IH; [lia | | ]. intros y I. apply H. right. exact I. rewrite K. apply H. left. reflexivity.
Qed.
Lemma tree_size l : size (tree_of l) = sum (fun _ => 1) l.
Proof. unfold sum, tree_of. induction l as [|x l IH]; cbn [fold_right]; rewrite ?size_insert; [reflexivity | lia]. Qed.

(* Trees kept by card: what is not kept is made. *)
Fixpoint get {B} (f : card -> B) (kept : list (card * B)) (c : card) : B :=
  match kept with [] => f c | (x, b) :: kept => if x =? c then b else get f kept c end.
Definition keep {B} (f : card -> B) l := map (fun c => (c, f c)) l.
Lemma get_keep {B} (f : card -> B) l c : get f (keep f l) c = f c.
Proof. unfold keep. induction l as [|x l IH]; cbn [map get]; [reflexivity|]. destruct (Z.eqb_spec x c) as [-> |]; [reflexivity | exact IH]. Qed.
Definition two l c := let m := with_card c l in (tree_of m, m).
Definition one_card c := let l := with_card c all in (tree_of l, l, keep (two l) (filter (Z.ltb c) deck)).
Definition kept := (tree_of all, keep one_card deck).
Definition kept_trees : Type := tree * list (card * (tree * list keyed * list (card * (tree * list keyed)))).
Definition trees_of (k : kept_trees) (h : hand) : list (bool * tree) := match h with
  | [x; y; z] =>
    let '(tx, lx, mx) := get one_card (snd k) x in
    let '(ty, ly, my) := get one_card (snd k) y in
    let '(tz, _, _) := get one_card (snd k) z in
    let '(txy, lxy) := get (two lx) mx y in
    let '(txz, _) := get (two lx) mx z in
    let '(tyz, _) := get (two ly) my z in
    [(true, fst k); (false, tx); (false, ty); (false, tz); (true, txy); (true, txz); (true, tyz);
     (false, tree_of (with_card z lxy))]
  | _ => []
  end.
Definition spread (G : tree -> Z) : list (bool * tree) -> Z :=
  sum (fun t : bool * tree => if fst t then G (snd t) else - G (snd t)).
Lemma spread_ok (F : keyed -> Z) G h :
  length h = 3%nat -> (forall l, fits l -> G (tree_of l) = sum F l) -> spread G (trees_of kept h) = sum F (without_cards h all).
Proof.
  intros L H. destruct h as [|x [|y [|z [|]]]]; try discriminate. unfold spread, trees_of, kept, fst, snd.
  rewrite !get_keep. unfold one_card. rewrite !get_keep. unfold two. unfold sum at 1. cbn [fold_right fst snd].
  rewrite !H by (unfold with_card; repeat apply fits_filter; apply fits_all). rewrite !without, !without_none. lia.
Qed.

(* What a function of result and qualification sums to over the dealer's hands, by four counts of these. *)
Definition combine (g : bool -> result -> Z) '((low, b, e, q, n) : bool * Z * Z * Z * Z) : Z :=
  if low then g false Win * b + g false Tie * e + g false Lose * (q - b - e) + g true Lose * (n - q)
  else g false Win * q + g true Win * (b - q) + g true Tie * e + g true Lose * (n - b - e).
Definition least := strength qualifying.
Lemma combine_ok g (h : hand) (l : list hand) : let s := strength (kind_of h) in
  sum (fun d => g (qualified (kind_of d)) (compared (kind_of h) (kind_of d))) l =
  combine g (s <? least, sum (fun d => one (strength (kind_of d) <? s)) l, sum (fun d => one (strength (kind_of d) =? s)) l,
    sum (fun d => one (strength (kind_of d) <? least)) l, sum (fun _ => 1) l).
Proof.
  cbn zeta. unfold qualified, compared. fold least. generalize (strength (kind_of h)) least. intros s t.
  unfold combine, sum. induction l as [|d l IH]; cbn [fold_right]; [destruct (s <? t); lia|].
  rewrite IH. clear IH. generalize (strength (kind_of d)). intros v.
  destruct (Z.ltb_spec s t), (Z.leb_spec t v), (Z.ltb_spec v s), (Z.eqb_spec v s), (Z.ltb_spec v t); cbn [one]; try lia.
Qed.
Definition row := (hand * kind * (bool * Z * Z * Z * Z))%type.
Definition row_of k (x : keyed) : row :=
  let '(h, b) := x in
  let e := kind_of h in
  let t := trees_of k h in
  (h, e, (strength e <? least, spread (count_below b) t, spread (count_equal b) t, spread (count_below (bits width least)) t,
    spread size t)).
Definition rows := let k := kept in map (row_of k) all.
Definition outcome (g : hand -> kind -> bool -> result -> Z) (r : row) := let '(h, k, t) := r in combine (g h k) t.

Definition small v := (0 <=? v) && (v <? 2 ^ Z.of_nat width).
Lemma all_small : small least && forallb (fun h => small (strength (kind_of h))) hands = true.
Proof. vm_cast_no_check (eq_refl true). Time Qed.
Lemma small_mod v : small v = true -> v mod 2 ^ Z.of_nat width = v.
Proof. unfold small. intros H. apply Z.mod_small. lia. Qed.
Lemma size_of_choose k l : forall h, In h (choose k l) -> length h = k.
Proof.
  revert k. induction l as [|c l IH]; intros [|k] h; cbn [choose In]; try (intros [<- | []]; reflexivity); try (intros []).
  rewrite in_app_iff, in_map_iff. intros [(h' & <- & I) | I]; [cbn; f_equal|]; apply IH; exact I.
Qed.

Lemma row_ok g h : In h hands -> outcome g (row_of kept (h, key h)) = sum (settled g h) (choose 3 (left h)).
Proof.
  intros I. rewrite dealt. unfold settled. cbn zeta. rewrite (combine_ok (g h (kind_of h))). unfold outcome, row_of, fst, snd. cbn zeta. f_equal.
  pose proof all_small as S. apply andb_true_iff in S. destruct S as (S0 & S). rewrite forallb_forall in S.
  pose proof (size_of_choose 3 deck h I) as L. pose proof (bits_length width) as B.
  assert (E : forall F, sum F (filter (apart h) hands) = sum (fun x => F (fst x)) (without_cards h all)).
  { intros F. unfold all, without_cards, sum. clear. induction hands as [|d l IH]; cbn [map filter fold_right fst]; [reflexivity|].
    destruct (apart h d); cbn [fold_right fst]; lia. }
  assert (W : forall P Q, (forall x, In x all -> P x = Q x) -> sum P (without_cards h all) = sum Q (without_cards h all)).
  { intros P Q H. apply sum_ext. intros x J. apply H. apply filter_In in J. tauto. }
  assert (K : forall x, In x all -> snd x = key (fst x) /\ small (strength (kind_of (fst x))) = true).
  { intros x J. apply in_map_iff in J. destruct J as (d & <- & J). split; [reflexivity | exact (S d J)]. }
  rewrite !E. f_equal; [f_equal; [f_equal; [f_equal|]|]|].
  - rewrite (spread_ok (fun x => one (below (snd x) (key h)))); [|exact L | intros; apply tree_below; [apply B | assumption]].
    apply W. intros x J. destruct (K x J) as (-> & M). unfold key. rewrite bits_below, !small_mod; auto.
  - rewrite (spread_ok (fun x => one (equal (snd x) (key h)))); [|exact L | intros; apply tree_equal; [apply B | assumption]].
    apply W. intros x J. destruct (K x J) as (-> & M). unfold key. rewrite bits_equal, !small_mod; auto.
  - rewrite (spread_ok (fun x => one (below (snd x) (bits width least)))); [|exact L | intros; apply tree_below; [apply B | assumption]].
    apply W. intros x J. destruct (K x J) as (-> & M). unfold key. rewrite bits_below, !small_mod; auto.
  - apply spread_ok; [exact L | intros; apply tree_size].
Qed.

Lemma total_of g : over_deals (settled g) = sum (outcome g) rows.
Proof.
  unfold over_deals, rows, all. cbn zeta. rewrite !sum_map. apply sum_ext. intros h I. symmetry. apply row_ok. exact I.
Qed.

(* What hangs on the player's hand alone comes as often as the dealer has hands. *)
Definition own (g : hand -> kind -> Z) (r : row) := let '(h, k, (_, _, _, _, n)) := r in g h k * n.
Lemma total_own g : over_deals (settled (fun h k _ _ => g h k)) = sum (own g) rows.
Proof.
  rewrite total_of. apply sum_ext. intros ((h, k), ((((low, b), e), q), n)) _. unfold outcome, own, combine. destruct low; lia.
Qed.
