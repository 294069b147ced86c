(** Every game has its Grundy values, so that no theorem is about nothing; and two games whose periods
    are theorems here, without a certificate. *)

From Coq Require Import List Arith NArith Lia Bool FinFun.
Require Import Octal Checker.
Import ListNotations.

(** * The values exist *)

(** Whether v is in a list. *)
Definition is_in (v : N) (l : list N) : bool := existsb (N.eqb v) l.

(** The least number that is not in a list: it is looked for from 0 up to the length of the list. *)
Definition mex (l : list N) : N :=
  match find (fun w => negb (is_in w l)) (map N.of_nat (seq 0 (S (length l)))) with
  | Some w => w
  | None => 0%N
  end.

(** g(m), ..., g(1). *)
Fixpoint table (digits : list N) (m : nat) : list N :=
  match m with
  | 0 => []
  | S j =>
      let down := table digits j in
      mex (map (fun xy => N.lxor (fst xy) (snd xy)) (all_pairs digits (rev down) down)) :: down
  end.

(** The Grundy value of a heap of n. *)
Definition grundy (digits : list N) (n : nat) : N := hd 0%N (table digits n).

(** [is_in] says what its name says. *)
Lemma is_in_spec : forall v l, is_in v l = true <-> In v l.
Proof.
  intros v l. unfold is_in. rewrite existsb_exists. split.
  - intros (x & I & E). apply N.eqb_eq in E. congruence.
  - intros I. exists v. split; [exact I | apply N.eqb_refl].
Qed.

(** What [find] finds in s, s+1, ... is the first of its kind. *)
Lemma find_first : forall (P : N -> bool) k s w, find P (map N.of_nat (seq s k)) = Some w ->
  P w = true /\ forall x, (N.of_nat s <= x < w)%N -> P x = false.
Proof.
  intros P k. induction k as [| k IH]; intros s w H; simpl in H; [discriminate |].
  destruct (P (N.of_nat s)) eqn:E.
  - injection H as <-. split; auto. intros x L. lia.
  - destruct (IH (S s) w H) as [A B]. split; auto. intros x L.
    destruct (N.eq_dec x (N.of_nat s)); [congruence | apply B; lia].
Qed.

(** It is found, as a list of length k cannot have all the numbers from 0 to k. *)
Lemma mex_spec : forall l, is_mex (mex l) (fun v => In v l).
Proof.
  intros l. unfold mex. destruct (find _ _) as [w |] eqn:E.
  - apply find_first in E. destruct E as [A B]. split.
    + intros I. apply is_in_spec in I. rewrite I in A. discriminate.
    + intros x L. apply is_in_spec, negb_false_iff, B. lia.
  - exfalso. assert (I : incl (map N.of_nat (seq 0 (S (length l)))) l).
    { intros x J. apply is_in_spec, negb_false_iff, (find_none _ _ E x J). }
    apply NoDup_incl_length in I.
    + rewrite map_length, seq_length in I. lia.
    + apply Injective_map_NoDup; [intros x y; apply Nat2N.inj | apply seq_NoDup].
Qed.

(** The table has the values of [grundy]. *)
Lemma table_descending : forall digits m, table digits m = descending (grundy digits) m.
Proof. intros digits m. induction m as [| m IH]; simpl; [reflexivity |]. now rewrite <- IH. Qed.

(** Upside down these values begin with g(1). *)
Lemma ascending : forall g m, begins g 1 m (rev (descending g m)).
Proof.
  intros g m j L. induction m as [| m IH]; [lia |]. simpl rev.
  assert (R : length (rev (descending g m)) = m) by (rewrite rev_length; apply descending_length).
  destruct (Nat.eq_dec j m) as [-> | Ne].
  - rewrite nth_error_app2, R, Nat.sub_diag by lia. reflexivity.
  - rewrite nth_error_app1 by lia. apply IH. lia.
Qed.

(** The values of the table are Grundy values. *)
Theorem grundy_exists : forall digits, is_grundy (rule digits) (grundy digits).
Proof.
  intros digits [| m].
  - split; [intros (heaps & M & _); inversion M; lia | intros w L; change (grundy digits 0) with 0%N in L; lia].
  - assert (S : forall v, In v (map (fun xy => N.lxor (fst xy) (snd xy))
        (all_pairs digits (rev (table digits m)) (table digits m))) <-> leaves (rule digits) (grundy digits) (S m) v).
    { intros v. rewrite table_descending, <- (all_pairs_spec _ _ _ _ _ (ascending _ m)), in_map_iff. split.
      - intros ((x, y) & <- & I). exists x, y. auto.
      - intros (x & y & I & ->). exists (x, y). auto. }
    destruct (mex_spec (map (fun xy => N.lxor (fst xy) (snd xy))
        (all_pairs digits (rev (table digits m)) (table digits m)))) as [A B].
    split; [intros L; apply A, S, L | intros w L; apply S, B, L].
Qed.

(** * What the checker proves *)

(** Where the checker says true, the claim of the certificate holds. *)
Theorem check_proves : forall digits values p n0,
  check digits values p n0 = true -> claim digits values p n0.
Proof.
  intros digits values p n0 C. exists (grundy digits). split; [apply grundy_exists |].
  apply (check_sound digits); [apply grundy_exists | exact C].
Qed.

(** A table without a period. *)
Theorem check_values_proves : forall digits values, check_values digits values = true ->
  exists g, is_grundy (rule digits) g /\ forall n, n < length values -> g n = nth n values 0%N.
Proof.
  intros digits values C. exists (grundy digits). split; [apply grundy_exists |].
  apply (values_sound digits); [apply grundy_exists | exact C].
Qed.

(** * Kayles and Dawson's Kayles *)

(** The values of the heaps 0 to m. *)
Definition values_to (digits : list N) (m : nat) : list N := 0%N :: rev (table digits m).

(** Kayles, 0.77, has the period 12 from 71 on. *)
Theorem kayles : forall g, is_grundy (rule [0; 7; 7]%N) g -> has_period g 12 71.
Proof.
  intros g G. apply (check_sound _ g G (values_to [0; 7; 7]%N 167)). vm_compute. reflexivity.
Qed.

(** Dawson's Kayles, 0.07, has the period 34 from 53 on. *)
Theorem dawsons_kayles : forall g, is_grundy (rule [0; 0; 7]%N) g -> has_period g 34 53.
Proof.
  intros g G. apply (check_sound _ g G (values_to [0; 0; 7]%N 175)). vm_compute. reflexivity.
Qed.
