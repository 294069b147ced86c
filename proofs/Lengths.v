(** Squares on the line with rational lengths: they are octal games.

    All lengths are measured in a common measure of the pieces. So a piece has a whole length n, and a
    segment any rational length L >= 0. A piece of the digit 7 may lie anywhere, one of the digit 3
    only at an end of its segment. *)

From Coq Require Import List Arith NArith ZArith QArith Qround Lia Lqa Bool.
Require Import Octal Missing Checker Values.
Import ListNotations.
Open Scope Q_scope.

(** * The statement *)

(** The length of a piece, and whether it may lie anywhere. *)
Definition piece : Type := nat * bool.

Definition length_of (n : nat) : Q := inject_Z (Z.of_nat n).

(** [divides pieces g L v]: some piece can be placed on a segment of length L so that segments of the
    lengths x and y are left, and v is the nim-sum of their values. *)
Definition divides (pieces : list piece) (g : Q -> N) (L : Q) (v : N) : Prop :=
  exists n anywhere x y, In (n, anywhere) pieces /\
    0 <= x /\ 0 <= y /\ x + length_of n + y == L /\
    (anywhere = true \/ x == 0 \/ y == 0) /\
    v = N.lxor (g x) (g y).

(** g is the function of Grundy values of all segments. (Two fractions such as 1/2 and 2/4 are equal,
    written ==, and have one value.) *)
Definition is_grundy_of (pieces : list piece) (g : Q -> N) : Prop :=
  (forall x y, x == y -> g x = g y) /\
  (forall L, 0 <= L -> is_mex (g L) (divides pieces g L)).

(** What a certificate claims of a game with these pieces: it has Grundy values, all segments from n up
    to n + 1, which is excluded, have the value number n of the list, and the values have the period
    p >= 1 from n0 on. There is one function g only: [lengths_unique] below. *)
Definition claim_of (pieces : list piece) (values : list N) (p n0 : nat) : Prop :=
  exists g, is_grundy_of pieces g /\
    (forall n L, (n < length values)%nat -> length_of n <= L -> L < length_of (S n) ->
       g L = nth n values 0%N) /\
    (1 <= p)%nat /\
    (forall L, length_of n0 <= L -> g (L + length_of p) = g L).

(** * The octal game *)

Definition is_at (i : nat) (one : piece) : bool :=
  (fst one =? i)%nat || (snd one && (S (fst one) =? i)%nat).

(** A piece of length n that may lie anywhere takes n or n + 1 tokens, as the two segments that it
    leaves may lose less than one together, or one; a piece at an end takes n and leaves one heap. *)
Definition digit (pieces : list piece) (i : nat) : N :=
  if existsb (fun one => snd one && is_at i one) pieces then 7%N
  else if existsb (is_at i) pieces then 3%N else 0%N.

Definition longest (pieces : list piece) : nat := fold_right Nat.max 0%nat (map fst pieces).

(** The digits d0, d1, ... of the game. *)
Definition code (pieces : list piece) : list N := map (digit pieces) (seq 0 (longest pieces + 2)).

(** No piece is empty. *)
Definition check_pieces (pieces : list piece) : bool := forallb (fun one => 1 <=? fst one)%nat pieces.

(** The checker, with a period and without. *)
Definition check_lengths (pieces : list piece) (values : list N) (p n0 : nat) : bool :=
  if check_pieces pieces then check (code pieces) values p n0 else false.

Definition check_lengths_values (pieces : list piece) (values : list N) : bool :=
  if check_pieces pieces then check_values (code pieces) values else false.

(** * Whole numbers of tokens in a length *)

Definition tokens (L : Q) : nat := Z.to_nat (Qfloor L).

(** A length L >= 0 has n tokens if it is from n up to n + 1. *)
Lemma tokens_spec : forall L n, 0 <= L -> (tokens L = n <-> length_of n <= L /\ L < length_of (S n)).
Proof.
  intros L n P. unfold tokens, length_of. assert (A := Qfloor_le L). assert (B := Qlt_floor L).
  assert (F : (0 <= Qfloor L)%Z) by (change 0%Z with (Qfloor 0); now apply Qfloor_resp_le).
  split.
  - intros <-. rewrite Nat2Z.inj_succ, Z2Nat.id, <- Z.add_1_r by exact F. auto.
  - intros [C D]. rewrite Nat2Z.inj_succ, <- Z.add_1_r in D.
    assert (E := Qle_lt_trans _ _ _ C B). assert (G := Qle_lt_trans _ _ _ A D).
    rewrite <- Zlt_Qlt in E, G. lia.
Qed.

Lemma tokens_ext : forall x y, x == y -> tokens x = tokens y.
Proof. intros x y E. unfold tokens. now rewrite E. Qed.

Lemma length_of_add : forall m n, length_of (m + n) == length_of m + length_of n.
Proof. intros m n. unfold length_of. rewrite Nat2Z.inj_add, inject_Z_plus. reflexivity. Qed.

Lemma length_of_le : forall m n, length_of m < length_of n -> (m < n)%nat.
Proof. intros m n H. unfold length_of in H. rewrite <- Zlt_Qlt in H. lia. Qed.

Lemma length_of_positive : forall n, 0 <= length_of n.
Proof. intros n. unfold length_of. change 0 with (inject_Z 0). rewrite <- Zle_Qle. lia. Qed.

Lemma length_of_next : forall n, length_of (S n) == length_of n + 1.
Proof. intros n. rewrite <- Nat.add_1_r. apply length_of_add. Qed.

(** If a segment is divided, its tokens are those of the three parts, or one more. *)
Lemma tokens_of_parts : forall x y n L, 0 <= x -> 0 <= y -> x + length_of n + y == L ->
  let i := (tokens L - tokens x - tokens y)%nat in
  (i + tokens x + tokens y = tokens L)%nat /\ (i = n \/ i = S n).
Proof.
  intros x y n L X Y E i.
  assert (P := length_of_positive n). assert (L0 : 0 <= L) by lra.
  destruct (proj1 (tokens_spec x _ X) eq_refl) as [X1 X2].
  destruct (proj1 (tokens_spec y _ Y) eq_refl) as [Y1 Y2].
  destruct (proj1 (tokens_spec L _ L0) eq_refl) as [L1 L2].
  assert (A : (tokens x + n + tokens y < S (tokens L))%nat).
  { apply length_of_le. rewrite !length_of_add. lra. }
  assert (B : (tokens L < S (S (tokens x + n + tokens y)))%nat).
  { apply length_of_le. rewrite !length_of_next, !length_of_add. rewrite length_of_next in X2, Y2. lra. }
  subst i. lia.
Qed.

(** Without a part at one end they are just those. *)
Lemma tokens_of_end : forall y n L, 0 <= y -> length_of n + y == L -> (n + tokens y = tokens L)%nat.
Proof.
  intros y n L Y E. assert (P := length_of_positive n). symmetry. apply tokens_spec; [lra |].
  destruct (proj1 (tokens_spec y _ Y) eq_refl) as [Y1 Y2].
  rewrite length_of_next in *. rewrite length_of_add. lra.
Qed.

(** * The digits *)

Lemma splits_spec : forall pieces i, N.testbit (digit pieces i) 2 = true <->
  exists n, In (n, true) pieces /\ (n = i \/ S n = i).
Proof.
  intros pieces i. unfold digit.
  destruct (existsb (fun one => snd one && is_at i one) pieces) eqn:E.
  - split; auto. intros _. apply existsb_exists in E. destruct E as ((n & anywhere) & I & A).
    unfold is_at in A. cbn [fst snd] in A. destruct anywhere; [| discriminate]. exists n. split; auto.
    rewrite !andb_true_l in A. apply orb_true_iff in A. destruct A as [A | A]; apply Nat.eqb_eq in A; auto.
  - split; [destruct (existsb (is_at i) pieces); discriminate |]. intros (n & I & A). exfalso.
    assert (F : existsb (fun one => snd one && is_at i one) pieces = true); [| congruence].
    apply existsb_exists. exists (n, true). split; auto. unfold is_at. cbn [fst snd].
    rewrite !andb_true_l. apply orb_true_iff. destruct A as [-> | <-]; [left | right]; apply Nat.eqb_refl.
Qed.

(** The bits for one heap and for none are set together. *)
Lemma takes_spec : forall pieces i bit, (bit < 2)%N -> (N.testbit (digit pieces i) bit = true <->
  exists n anywhere, In (n, anywhere) pieces /\ (n = i \/ anywhere = true /\ S n = i)).
Proof.
  intros pieces i bit B. assert (D : N.testbit (digit pieces i) bit = existsb (is_at i) pieces).
  { unfold digit. destruct (existsb (fun one => snd one && is_at i one) pieces) eqn:E.
    - assert (F : existsb (is_at i) pieces = true).
      { apply existsb_exists in E. destruct E as (one & I & A). apply andb_true_iff in A.
        apply existsb_exists. exists one. tauto. }
      rewrite F. assert (bit = 0 \/ bit = 1)%N as [-> | ->] by lia; reflexivity.
    - destruct (existsb (is_at i) pieces); [| apply N.bits_0].
      assert (bit = 0 \/ bit = 1)%N as [-> | ->] by lia; reflexivity. }
  rewrite D, existsb_exists. unfold is_at. split.
  - intros ((n & anywhere) & I & A). exists n, anywhere. split; auto. cbn [fst snd] in A.
    apply orb_true_iff in A. destruct A as [A | A]; [left; now apply Nat.eqb_eq | right].
    apply andb_true_iff in A. split; [tauto | now apply Nat.eqb_eq].
  - intros (n & anywhere & I & A). exists (n, anywhere). split; auto. cbn [fst snd]. apply orb_true_iff.
    destruct A as [-> | [-> <-]]; [left | right; rewrite andb_true_l]; apply Nat.eqb_refl.
Qed.

Lemma longest_spec : forall pieces n anywhere, In (n, anywhere) pieces -> (n <= longest pieces)%nat.
Proof.
  unfold longest. induction pieces as [| (m & b) pieces IH]; intros n anywhere []; simpl.
  - injection H as -> ->. lia.
  - apply IH in H. lia.
Qed.

(** The list of digits is long enough. *)
Lemma rule_code : forall pieces i, rule (code pieces) i = digit pieces i.
Proof.
  intros pieces i. unfold rule, code. destruct (le_lt_dec (longest pieces + 2) i) as [L | L].
  - rewrite nth_overflow by (rewrite map_length, seq_length; exact L).
    assert (A : forall one, In one pieces -> is_at i one = true -> False).
    { intros (n & anywhere) I T. apply longest_spec in I. unfold is_at in T. cbn [fst snd] in T.
      apply orb_true_iff in T. rewrite andb_true_iff, !Nat.eqb_eq in T. lia. }
    unfold digit. destruct (existsb (fun one => snd one && is_at i one) pieces) eqn:E.
    + apply existsb_exists in E. destruct E as (one & I & T). apply andb_true_iff in T.
      destruct (A one I (proj2 T)).
    + destruct (existsb (is_at i) pieces) eqn:F; auto. apply existsb_exists in F.
      destruct F as (one & I & T). destruct (A one I T).
  - rewrite nth_indep with (d' := digit pieces 0) by (rewrite map_length, seq_length; exact L).
    rewrite map_nth. now rewrite seq_nth.
Qed.

(** * The two games are one *)

(** A move may leave two heaps of which one or both are empty, if the digit allows it. *)
Lemma leaves_parts : forall d g i a b, g 0%nat = 0%N -> (1 <= i)%nat ->
  N.testbit (d i) 0 = true -> N.testbit (d i) 1 = true ->
  (N.testbit (d i) 2 = true \/ a = 0%nat \/ b = 0%nat) ->
  leaves d g (i + a + b) (N.lxor (g a) (g b)).
Proof.
  intros d g i a b Z I B0 B1 B2. destruct a as [| a]; [| destruct b as [| b]].
  - destruct b as [| b].
    + exists []. rewrite !Nat.add_0_r, Z. split; [now apply leave_nothing | reflexivity].
    + exists [S b]. rewrite Nat.add_0_r, Z. split; [apply leave_one_heap; auto; lia |].
      unfold nim_sum; simpl. now rewrite N.lxor_0_r.
  - exists [S a]. rewrite Nat.add_0_r, Z. split; [apply leave_one_heap; auto; lia | reflexivity].
  - exists [S a; S b]. split; [apply leave_two_heaps; (lia || intuition discriminate) |].
    unfold nim_sum; simpl. now rewrite N.lxor_0_r.
Qed.

(** And each move does so; if it does not split, the first one is empty. *)
Lemma parts_of_move : forall d g n v, g 0%nat = 0%N -> leaves d g n v ->
  exists i a b, (i + a + b = n)%nat /\ v = N.lxor (g a) (g b) /\
    (N.testbit (d i) 2 = true \/
     a = 0%nat /\ (N.testbit (d i) 0 = true \/ N.testbit (d i) 1 = true)).
Proof.
  intros d g n v Z (heaps & M & <-). unfold nim_sum.
  destruct M as [i I B | i a I A B | i a b A A' B]; simpl; rewrite ?N.lxor_0_r.
  - exists i, 0%nat, 0%nat. rewrite Z. repeat split; auto; lia.
  - exists i, 0%nat, a. rewrite Z. repeat split; auto; lia.
  - exists i, a, b. auto.
Qed.

Section Game.

Variables (pieces : list piece) (G : nat -> N).
Hypothesis not_empty : forall n anywhere, In (n, anywhere) pieces -> (1 <= n)%nat.
Hypothesis grundy : is_grundy (rule (code pieces)) G.

(** A segment is worth what its tokens are worth. *)
Definition value (L : Q) : N := G (tokens L).

(** What a piece leaves, a move leaves. *)
Lemma divides_leaves : forall L v, divides pieces value L v -> leaves (rule (code pieces)) G (tokens L) v.
Proof.
  intros L v (n & anywhere & x & y & I & X & Y & E & C & ->). assert (Z := grundy_0 _ _ grundy).
  assert (N1 := not_empty _ _ I).
  destruct (tokens_of_parts x y n L X Y E) as [T P]. set (i := (tokens L - tokens x - tokens y)%nat) in *.
  destruct C as [-> | C].
  - rewrite <- T. apply leaves_parts; [exact Z | lia | | |]; rewrite rule_code;
      [apply takes_spec; [lia |] | apply takes_spec; [lia |] | left; apply splits_spec];
      [exists n, true | exists n, true | exists n]; (split; [exact I |]); destruct P; auto.
  - assert (K : (n + tokens x + tokens y = tokens L)%nat /\ (tokens x = 0 \/ tokens y = 0)%nat).
    { assert (T0 : tokens 0 = 0%nat) by reflexivity. destruct C as [C | C].
      - rewrite (tokens_ext _ _ C), T0. split; auto. rewrite Nat.add_0_r. apply tokens_of_end; auto. lra.
      - rewrite (tokens_ext _ _ C), T0. split; auto. rewrite Nat.add_0_r. apply tokens_of_end; auto. lra. }
    destruct K as [K O]. rewrite <- K. apply leaves_parts; [exact Z | lia | | | right; exact O];
      rewrite rule_code; apply takes_spec; try lia; exists n, anywhere; auto.
Qed.

(** What a move leaves, a piece leaves: at a whole place, or half of what is left over to each side. *)
Lemma leaves_divides : forall L v, 0 <= L -> leaves (rule (code pieces)) G (tokens L) v -> divides pieces value L v.
Proof.
  intros L v P M. assert (Z := grundy_0 _ _ grundy).
  destruct (parts_of_move _ _ _ _ Z M) as (i & a & b & T & -> & C). rewrite !rule_code in C.
  destruct (proj1 (tokens_spec L _ P) eq_refl) as [L1 L2]. rewrite length_of_next in L2.
  rewrite <- T, !length_of_add in L1, L2.
  assert (K : exists n anywhere, In (n, anywhere) pieces /\ (n = i \/ anywhere = true /\ S n = i) /\
                (anywhere = true \/ a = 0%nat)).
  { destruct C as [C | [-> [C | C]]].
    - apply splits_spec in C. destruct C as (n & I & A). exists n, true. intuition.
    - apply takes_spec in C; [| lia]. destruct C as (n & anywhere & I & A). exists n, anywhere. auto.
    - apply takes_spec in C; [| lia]. destruct C as (n & anywhere & I & A). exists n, anywhere. auto. }
  destruct K as (n & anywhere & I & A & O).
  assert (Pa := length_of_positive a). assert (Pb := length_of_positive b). assert (Pi := length_of_positive i).
  unfold value. destruct A as [-> | [-> <-]].
  - exists i, anywhere, (length_of a), (L - length_of i - length_of a).
    assert (Ta : tokens (length_of a) = a) by (apply tokens_spec; [lra | rewrite length_of_next; lra]).
    assert (Tb : tokens (L - length_of i - length_of a) = b)
      by (apply tokens_spec; [lra | rewrite length_of_next; lra]).
    rewrite Ta, Tb. repeat split; auto; try lra.
    destruct O as [-> | ->]; [auto | right; left; reflexivity].
  - rewrite length_of_next in *. set (half := (L - length_of n - length_of a - length_of b) / 2).
    assert (H : half + half == L - length_of n - length_of a - length_of b) by (unfold half; field).
    exists n, true, (length_of a + half), (length_of b + half).
    assert (Ta : tokens (length_of a + half) = a) by (apply tokens_spec; [lra | rewrite length_of_next; lra]).
    assert (Tb : tokens (length_of b + half) = b) by (apply tokens_spec; [lra | rewrite length_of_next; lra]).
    rewrite Ta, Tb. repeat split; auto; lra.
Qed.

Theorem lengths_exist : is_grundy_of pieces value.
Proof.
  split; [intros x y E; unfold value; now rewrite (tokens_ext _ _ E) |].
  intros L P. destruct (grundy (tokens L)) as [A B]. split.
  - intros D. apply A, divides_leaves, D.
  - intros w W. apply leaves_divides; auto.
Qed.

End Game.

(** A game has one function of values. *)
Theorem lengths_unique : forall pieces g h,
  (forall n anywhere, In (n, anywhere) pieces -> (1 <= n)%nat) ->
  is_grundy_of pieces g -> is_grundy_of pieces h -> forall L, 0 <= L -> g L = h L.
Proof.
  intros pieces g h N1 [_ G] [_ H] L. remember (tokens L) as m eqn:E. revert L E.
  induction m as [m IH] using lt_wf_ind. intros L -> P.
  apply (mex_unique _ _ _ _ (G L P) (H L P)). intros v.
  assert (S : forall n anywhere x y, In (n, anywhere) pieces -> 0 <= x -> 0 <= y ->
                x + length_of n + y == L -> g x = h x /\ g y = h y).
  { intros n anywhere x y I X Y E. destruct (tokens_of_parts x y n L X Y E) as [T K].
    assert (A := N1 _ _ I). split; eapply IH; eauto; lia. }
  split; intros (n & anywhere & x & y & I & X & Y & E & C & ->); exists n, anywhere, x, y;
    destruct (S n anywhere x y I X Y E) as [-> ->]; auto 8.
Qed.

(** * What the checker proves *)

(** Pieces that are accepted are not empty. *)
Lemma check_pieces_spec : forall pieces, check_pieces pieces = true ->
  forall n anywhere, In (n, anywhere) pieces -> (1 <= n)%nat.
Proof.
  intros pieces C n anywhere I. unfold check_pieces in C. rewrite forallb_forall in C.
  apply C, Nat.leb_le in I. exact I.
Qed.

(** A segment from n up to n + 1 has the value of n tokens. *)
Lemma value_spec : forall G n L, length_of n <= L -> L < length_of (S n) -> value G L = G n.
Proof.
  intros G n L A B. assert (P := length_of_positive n). unfold value.
  now rewrite (proj2 (tokens_spec L n ltac:(lra))) by auto.
Qed.

(** Where the checker says true, the values are right. *)
Theorem check_lengths_values_proves : forall pieces values, check_lengths_values pieces values = true ->
  exists g, is_grundy_of pieces g /\
    forall n L, (n < length values)%nat -> length_of n <= L -> L < length_of (S n) ->
      g L = nth n values 0%N.
Proof.
  intros pieces values C. unfold check_lengths_values in C.
  destruct (check_pieces pieces) eqn:F; [| discriminate]. assert (G := grundy_exists (code pieces)).
  exists (value (grundy (code pieces))). split; [apply lengths_exist; eauto using check_pieces_spec |].
  intros n L B L1 L2. rewrite (value_spec _ n) by auto. apply (values_sound _ _ G values C), B.
Qed.

(** Where it says true, the claim of the certificate holds. *)
Theorem check_lengths_proves : forall pieces values p n0,
  check_lengths pieces values p n0 = true -> claim_of pieces values p n0.
Proof.
  intros pieces values p n0 C. unfold check_lengths in C.
  destruct (check_pieces pieces) eqn:F; [| discriminate].
  assert (G := grundy_exists (code pieces)).
  destruct (check_sound _ _ G values p n0 C) as (V & P1 & P).
  exists (value (grundy (code pieces))). split; [apply lengths_exist; eauto using check_pieces_spec |].
  split; [| split; [exact P1 |]].
  - intros n L B L1 L2. rewrite (value_spec _ n) by auto. apply V, B.
  - intros L B. assert (L0 : 0 <= L) by (assert (K := length_of_positive n0); lra).
    assert (P0 := length_of_positive p). destruct (proj1 (tokens_spec L _ L0) eq_refl) as [L1 L2].
    assert (T : tokens (L + length_of p) = (tokens L + p)%nat).
    { apply tokens_spec; [lra |]. rewrite length_of_next in *. rewrite length_of_add. lra. }
    unfold value. rewrite T. apply P.
    assert (K : (n0 < S (tokens L))%nat) by (apply length_of_le; lra). lia.
Qed.
