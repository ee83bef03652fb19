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
