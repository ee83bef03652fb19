(* Hands at one table with the same jackpot cards: no card is dealt twice. How many of them make a category. *)
Definition seated (j : hand) (table : list hand) : Prop :=
  In j (choose 2 deck) /\ Forall (fun h => In h (choose 3 (left j))) table /\
  ForallOrdPairs (fun g h => forallb (fun c => negb (has g c)) h = true) table.
Definition winners (c : Five.category) (j : hand) (table : list hand) : nat :=
  length (filter (fun h => same_five c (five_kind (together h j))) table).
