
(* Jackpot wagers pay money and shares of a meter: any numbers. A table pays its first line that has the cards. *)
Definition sum_q {A} (f : A -> Q) (l : list A) : Q := (fold_right (fun x s => f x + s) 0 l)%Q.
Fixpoint first_paid {A} (has_it : A -> bool) (t : list (A * Q)) : Q :=
  match t with [] => 0%Q | (l, x) :: rest => if has_it l then x else first_paid has_it rest end.
Definition everyone (h : hand) := true.
