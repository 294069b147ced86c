(** The checker as a program of OCaml. Nothing in it is replaced by something of OCaml. *)

From Coq Require Extraction.
Require Import Checker Lengths.

Extraction Language OCaml.
Extraction "checker.ml" check check_values check_lengths check_lengths_values.
