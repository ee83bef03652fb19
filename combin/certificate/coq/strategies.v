(* A strategy is any function of the player's hand; a plan is one that is stated by what the hand is. *)
Definition game := hand -> kind -> bool -> result -> decision -> Z.
Definition strategy := hand -> decision.
Definition follow (plan : hand -> kind -> decision) : strategy := fun h => plan h (kind_of h).
Definition decided (net : game) (s : strategy) : hand -> hand -> Z := settled (fun h k q r => net h k q r (s h)).
