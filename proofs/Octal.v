(** Octal games: what is claimed, and the theorem of Guy and Smith.

    The first part of this file is the statement, and all that has to be read to know what the
    checker proves. How to read it: numbers of tokens, places and periods are of the type [nat];
    digits and Grundy values of the type [N], which [%N] marks. Both begin with 0. [N.lxor] is the
    nim-sum, the exclusive or of binary digits, and [N.testbit d b] says whether the binary digit
    number b of d is 1, counted from 0. [A -> B] is "if A, then B", [/\] is "and", [~] is "not", [Prop]
    is the type of statements, and [d i] is the value of the function d at i. [[a; b]] is a list,
    [nth i l 0] its element number i, and 0 behind its end. [Inductive] lists all the ways in which
    something can hold; there are no others. *)

From Coq Require Import List Arith NArith Lia.
Import ListNotations.

(** * The statement *)

(** The rule of a game says for each i what may be left of a heap from which i tokens are taken: the
    octal digit [d i] has the bit 1 (number 0) if nothing may be left, the bit 2 (number 1) if one
    heap may be left, and the bit 4 (number 2) if two heaps may be left. A digit d0 = 4 allows to
    split a heap without taking a token; its other bits count for nothing. No heap that is left is
    empty.

    [move d n heaps] says: from a heap of n tokens a player may move to these heaps. *)
Inductive move (d : nat -> N) : nat -> list nat -> Prop :=
  | leave_nothing : forall i, 1 <= i -> N.testbit (d i) 0 = true ->
      move d i []
  | leave_one_heap : forall i a, 1 <= i -> 1 <= a -> N.testbit (d i) 1 = true ->
      move d (i + a) [a]
  | leave_two_heaps : forall i a b, 1 <= a -> 1 <= b -> N.testbit (d i) 2 = true ->
      move d (i + a + b) [a; b].

(** The nim-sum of the values of some heaps. *)
Definition nim_sum (g : nat -> N) (heaps : list nat) : N := fold_right N.lxor 0%N (map g heaps).

(** [leaves d g n v]: some move from a heap of n leaves heaps with the nim-sum v. *)
Definition leaves (d : nat -> N) (g : nat -> N) (n : nat) (v : N) : Prop :=
  exists heaps, move d n heaps /\ nim_sum g heaps = v.

(** v is the least number that does not have the property P. *)
Definition is_mex (v : N) (P : N -> Prop) : Prop := ~ P v /\ forall w, (w < v)%N -> P w.

(** g is the function of Grundy values: each value is the mex of what the moves leave. *)
Definition is_grundy (d : nat -> N) (g : nat -> N) : Prop :=
  forall n, is_mex (g n) (leaves d g n).

(** g has the period p from n0 on. *)
Definition has_period (g : nat -> N) (p n0 : nat) : Prop := forall n, n0 <= n -> g (n + p) = g n.

(** The rule of the game d0.d1d2...dk, given by the list of its digits from d0 on. *)
Definition rule (digits : list N) (i : nat) : N := nth i digits 0%N.

(** What a certificate with a period claims of the game with these digits: it has Grundy values, the
    heaps 0, 1, 2, ... have the values of the list [values], and the values have the period p >= 1 from
    n0 on. There is one function g of Grundy values only: this is [grundy_unique] below. The theorem
    [check_proves] of the file Values.v says that [check digits values p n0 = true] implies the claim,
    and [check_values_proves] says the same of a certificate without a period. *)
Definition claim (digits values : list N) (p n0 : nat) : Prop :=
  exists g, is_grundy (rule digits) g /\
            (forall n, n < length values -> g n = nth n values 0%N) /\
            1 <= p /\ has_period g p n0.

(** * A game has one function of values *)

(** There is at most one mex. *)
Lemma mex_unique : forall v w P Q, is_mex v P -> is_mex w Q -> (forall x, P x <-> Q x) -> v = w.
Proof.
  intros v w P Q [Pv Pbelow] [Qw Qbelow] same.
  destruct (N.lt_trichotomy v w) as [less | [equal | more]]; auto; exfalso.
  - apply Pv, same, Qbelow, less.
  - apply Qw, same, Pbelow, more.
Qed.

(** A move leaves heaps that are smaller, and not empty. *)
Lemma move_smaller : forall d n heaps a, move d n heaps -> In a heaps -> 1 <= a < n.
Proof.
  intros d n heaps a M I. destruct M; simpl in I; repeat destruct I as [<- | I]; (lia || contradiction).
Qed.

(** Equal values of what is left have the same nim-sum. *)
Lemma nim_sum_ext : forall g h heaps, (forall a, In a heaps -> g a = h a) -> nim_sum g heaps = nim_sum h heaps.
Proof. intros g h heaps E. unfold nim_sum. f_equal. apply map_ext_in, E. Qed.

(** What a heap leaves depends on the values of smaller heaps only. *)
Lemma leaves_ext : forall d g h n, (forall a, 1 <= a < n -> g a = h a) ->
  forall v, leaves d g n v <-> leaves d h n v.
Proof.
  intros d g h n E v. split; intros (heaps & M & S); exists heaps; (split; [exact M |]); rewrite <- S;
    apply nim_sum_ext; intros a I; [symmetry |]; apply E; eauto using move_smaller.
Qed.

(** So a game has at most one function of values. (That it has one is shown in Values.v.) *)
Theorem grundy_unique : forall d g h, is_grundy d g -> is_grundy d h -> forall n, g n = h n.
Proof.
  intros d g h G H n. induction n as [n IH] using lt_wf_ind.
  apply (mex_unique _ _ _ _ (G n) (H n)), leaves_ext. intros a L. apply IH. lia.
Qed.

(** * The theorem of Guy and Smith *)

Section Guy_Smith.

Variables (d : nat -> N) (g : nat -> N) (k p n0 : nat).
Hypothesis last_digit : forall i, k < i -> d i = 0%N.
Hypothesis grundy : is_grundy d g.
Hypothesis not_empty : 1 <= n0.

(** A digit with a bit stands at the place k at most. *)
Lemma place_of_digit : forall i bit, N.testbit (d i) bit = true -> i <= k.
Proof.
  intros i bit B. destruct (le_lt_dec i k) as [L | L]; auto.
  rewrite last_digit, N.bits_0 in B by exact L. discriminate.
Qed.

(** The values have the period for all m from n0 to n - 1. *)
Definition same_until (n : nat) : Prop := forall m, n0 <= m < n -> g (m + p) = g m.

(** From a large heap that is a period larger one can leave no other nim-sums, if the period holds for
    smaller heaps. *)
Lemma leaves_less : forall n v, 2 * n0 + p + k <= n -> same_until n -> leaves d g (n + p) v -> leaves d g n v.
Proof.
  intros n v Big Same (heaps & M & <-). inversion M as [i Hi B | i a Hi Ha B E | i a b Ha Hb B E]; subst;
    assert (I := place_of_digit _ _ B); [lia | |].
  - exists [a - p]. split.
    + replace n with (i + (a - p)) by lia. apply leave_one_heap; auto; lia.
    + unfold nim_sum; simpl. rewrite <- (Same (a - p)) by lia. do 2 f_equal. lia.
  - destruct (le_lt_dec b a).
    + exists [a - p; b]. split.
      * replace n with (i + (a - p) + b) by lia. apply leave_two_heaps; auto; lia.
      * unfold nim_sum; simpl. rewrite <- (Same (a - p)) by lia. do 2 f_equal. lia.
    + exists [a; b - p]. split.
      * replace n with (i + a + (b - p)) by lia. apply leave_two_heaps; auto; lia.
      * unfold nim_sum; simpl. rewrite <- (Same (b - p)) by lia. do 3 f_equal. lia.
Qed.

(** And no fewer. *)
Lemma leaves_more : forall n v, 2 * n0 + p + k <= n -> same_until n -> leaves d g n v -> leaves d g (n + p) v.
Proof.
  intros n v Big Same (heaps & M & <-). inversion M as [i Hi B | i a Hi Ha B E | i a b Ha Hb B E]; subst;
    assert (I := place_of_digit _ _ B); [lia | |].
  - exists [a + p]. split.
    + replace (i + a + p) with (i + (a + p)) by lia. apply leave_one_heap; auto; lia.
    + unfold nim_sum; simpl. now rewrite Same by lia.
  - destruct (le_lt_dec b a).
    + exists [a + p; b]. split.
      * replace (i + a + b + p) with (i + (a + p) + b) by lia. apply leave_two_heaps; auto; lia.
      * unfold nim_sum; simpl. now rewrite Same by lia.
    + exists [a; b + p]. split.
      * replace (i + a + b + p) with (i + a + (b + p)) by lia. apply leave_two_heaps; auto; lia.
      * unfold nim_sum; simpl. now rewrite (Same b) by lia.
Qed.

(** If the values have the period p for all n from n0 to 2 n0 + p + k - 1, where no digit behind the
    place k is other than 0, and n0 >= 1, then they have it for ever. *)
Theorem guy_smith : same_until (2 * n0 + p + k) -> has_period g p n0.
Proof.
  intros Window n. induction n as [n IH] using lt_wf_ind. intros L.
  destruct (le_lt_dec (2 * n0 + p + k) n) as [Big | Small]; [| apply Window; lia].
  assert (Same : same_until n) by (intros m Hm; apply IH; lia).
  apply (mex_unique _ _ _ _ (grundy (n + p)) (grundy n)).
  split; [apply leaves_less | apply leaves_more]; auto.
Qed.

End Guy_Smith.
