(** The checker as a program of OCaml. Nothing in it is replaced by something of OCaml. *)

From Coq Require Extraction.
Require Import Checker.

Extraction Language OCaml.
Extraction "checker.ml" check check_values.
