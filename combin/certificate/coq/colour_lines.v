(* Lines on the colours of both hands: the player's three cards of one colour, both of one each, both of the same. *)
Inductive colour_line := AnyColours | PlayerOfOneColour | BothOfOneColourEach | BothOfTheSameColour.
Definition colour_table := list (colour_line * Z).
