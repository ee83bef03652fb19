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
