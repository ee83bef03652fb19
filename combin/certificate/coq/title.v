(* {title}: the house edge as theorems.
   SHA-256 of the rules: {digest}

   To check this file: coqc FILE.v (Coq 8.16). What it says, and what it does not say: docs/theorem.md of combin.
   The reader has to believe part 1, the rules; part 2, what a hand, a deal and an edge are; part 3, what is settled by
   each decision; and Coq. What is proved, with each house edge:

{proved} *)

(* 1. The rules. *)
