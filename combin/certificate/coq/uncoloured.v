(* No bet of this game is on colours. *)
Definition colours : list Z := [].
Definition shade (h : hand) := 0.
Definition hues := 0%nat. (* bits of a colour *)
