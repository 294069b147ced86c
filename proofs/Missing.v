(** Sets of values, as binary trees: those of which no move is known yet that leaves them. A value is
    looked for by its binary digits, from the lowest one on, and so is a nim-sum, before it is
    written down. *)

From Coq Require Import NArith Lia Bool.

(** [Node even odd] has the numbers 2n for n in [even] and 2n + 1 for n in [odd]; [Zero] has 0 only. *)
Inductive tree := Empty | Zero | Node (even odd : tree).

(** Whether w is in the set. *)
Fixpoint mem (t : tree) (w : N) : bool :=
  match t with
  | Empty => false
  | Zero => N.eqb w 0
  | Node even odd => if N.odd w then mem odd (N.div2 w) else mem even (N.div2 w)
  end.

(** Both halves; nothing if both are empty. *)
Definition node (even odd : tree) : tree :=
  match even, odd with Empty, Empty => Empty | _, _ => Node even odd end.

(** The set without w. *)
Fixpoint remove (t : tree) (w : N) : tree :=
  match t with
  | Empty => Empty
  | Zero => if N.eqb w 0 then Empty else Zero
  | Node even odd =>
      if N.odd w then node even (remove odd (N.div2 w)) else node (remove even (N.div2 w)) odd
  end.

(** The numbers below v, if these have at most so many binary digits. *)
Fixpoint fill (digits : nat) (v : N) : tree :=
  match digits with
  | 0 => if N.eqb v 0 then Empty else Zero
  | S fewer => node (fill fewer (N.div2 (N.succ v))) (fill fewer (N.div2 v))
  end.

(** The numbers below v. *)
Definition below (v : N) : tree := fill (N.to_nat (N.size v)) v.

(** Whether the number p > 0 is in the set. *)
Fixpoint mem_positive (t : tree) (p : positive) : bool :=
  match t with
  | Empty | Zero => false
  | Node even odd =>
      match p with
      | xO p' => mem_positive even p'
      | xI p' => mem_positive odd p'
      | xH => mem odd 0
      end
  end.

(** The same for the nim-sum of p and q. *)
Fixpoint mem_sum_positive (t : tree) (p q : positive) : bool :=
  match t with
  | Empty => false
  | Zero => Pos.eqb p q
  | Node even odd =>
      match p, q with
      | xO p', xO q' | xI p', xI q' => mem_sum_positive even p' q'
      | xO p', xI q' | xI p', xO q' => mem_sum_positive odd p' q'
      | xH, xO r | xO r, xH => mem_positive odd r
      | xH, xI r | xI r, xH => mem_positive even r
      | xH, xH => mem even 0
      end
  end.

(** The same for all numbers, also 0. *)
Definition mem_sum (t : tree) (x y : N) : bool :=
  match t, x, y with
  | Empty, _, _ => false
  | _, N0, _ => mem t y
  | _, _, N0 => mem t x
  | _, Npos p, Npos q => mem_sum_positive t p q
  end.

(** * What they do *)

(** A node without content has no content. *)
Lemma mem_node : forall even odd w, mem (node even odd) w = mem (Node even odd) w.
Proof. intros [] [] w; simpl; auto; destruct (N.odd w); reflexivity. Qed.

(** A number is known by its lowest digit and the others. *)
Lemma digits_equal : forall v w, N.odd v = N.odd w -> N.div2 v = N.div2 w -> v = w.
Proof. intros v w O D. rewrite (N.div2_odd v), (N.div2_odd w), O, D. reflexivity. Qed.

(** Nothing is removed but w. *)
Lemma mem_remove : forall t w v, v <> w -> mem t v = true -> mem (remove t w) v = true.
Proof.
  induction t as [| | even E odd O]; intros w v D M; simpl in *; [discriminate | |].
  - destruct (N.eqb_spec w 0) as [-> |]; simpl; auto. apply N.eqb_eq in M. contradiction.
  - assert (K : N.odd v = N.odd w -> N.div2 v <> N.div2 w) by (intros A B; apply D, digits_equal; auto).
    destruct (N.odd w); rewrite mem_node; simpl; destruct (N.odd v); auto.
Qed.

(** All numbers below v are in the set. *)
Lemma mem_fill : forall digits v w, (w < v)%N -> (v <= 2 ^ N.of_nat digits)%N ->
  mem (fill digits v) w = true.
Proof.
  induction digits as [| digits IH]; intros v w L B; simpl fill.
  - simpl in B. destruct (N.eqb_spec v 0); [lia |]. simpl. apply N.eqb_eq. lia.
  - rewrite Nat2N.inj_succ, N.pow_succ_r' in B. rewrite mem_node. simpl.
    assert (W := N.div2_odd w). assert (V := N.div2_odd v). assert (V' := N.div2_odd (N.succ v)).
    destruct (N.odd w), (N.odd v), (N.odd (N.succ v)); unfold N.b2n in *; apply IH; lia.
Qed.

(** The set of the numbers below v has them all. *)
Lemma mem_below : forall v w, (w < v)%N -> mem (below v) w = true.
Proof.
  intros v w L. apply mem_fill; auto. rewrite N2Nat.id. apply N.lt_le_incl, N.size_gt.
Qed.

(** Two numbers are equal if their nim-sum is 0. *)
Lemma eqb_lxor : forall p q, Pos.eqb p q = N.eqb (Pos.lxor p q) 0.
Proof.
  intros p q. apply eq_true_iff_eq. rewrite Pos.eqb_eq, N.eqb_eq.
  change (Pos.lxor p q) with (N.lxor (Npos p) (Npos q)). rewrite N.lxor_eq_0_iff.
  split; [intros ->; auto | now intros [= ->]].
Qed.

(** Looking for p needs no number of the type N. *)
Lemma mem_positive_spec : forall t p, mem_positive t p = mem t (Npos p).
Proof. induction t as [| | even E odd O]; intros [p | p |]; simpl; auto. Qed.

(** Looking for a nim-sum does not need the nim-sum. *)
Lemma mem_sum_positive_spec : forall t p q, mem_sum_positive t p q = mem t (Pos.lxor p q).
Proof.
  induction t as [| | even E odd O]; intros p q; simpl; auto.
  - apply eqb_lxor.
  - destruct p as [p | p |], q as [q | q |]; simpl; rewrite ?E, ?O, ?mem_positive_spec; auto;
      destruct (Pos.lxor p q); reflexivity.
Qed.

(** This holds for 0, too. *)
Lemma mem_sum_spec : forall t x y, mem_sum t x y = mem t (N.lxor x y).
Proof.
  intros t x y. destruct t, x as [| p], y as [| q]; auto; apply mem_sum_positive_spec.
Qed.
