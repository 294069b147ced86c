(** The checker of octal games, and the proof that it accepts only what is true.

    It goes through the heaps n = 1, 2, 3, ... and through all that a move from n leaves, and looks
    that g(n) is not left and all smaller values are. [up] is the list g(1), g(2), ... of all values
    that are stated, and [down] the list g(n-1), ..., g(1) of those before n. So the pairs of heaps that are left when
    i tokens are taken stand in [up] and in [down] without its first i elements, one below the
    other: no place is ever looked up. *)

From Coq Require Import List Arith NArith Lia Bool.
Require Import Octal Missing.
Import ListNotations.

(** * The checker *)

(** What is left is given as two values, whose nim-sum counts: 0 and 0 for nothing, g(a) and 0 for
    one heap. [fold_pairs f up down down s] is f applied to the pairs of values in the same places, one
    after the other, up to the middle of the list: behind it each pair comes once more, with its heaps
    exchanged. The third list says where that is, as it loses two values in each step. *)
Fixpoint fold_pairs {S} (f : S -> N -> N -> S) (up down twice : list N) (s : S) : S :=
  match up, down, twice with
  | x :: up', y :: down', _ :: _ :: twice' => fold_pairs f up' down' twice' (f s x y)
  | x :: _, y :: _, [_] => f s x y
  | _, _, _ => s
  end.

(** The same for the digits d_i, d_(i+1), ... when [down] are the values below n - (i - 1). *)
Fixpoint fold_digits {S} (f : S -> N -> N -> S) (digits up down : list N) (s : S) : S :=
  match digits, down with
  | [], _ => s
  | d :: _, [] => if N.testbit d 0 then f s 0%N 0%N else s
  | d :: digits', x :: down' =>
      let s := if N.testbit d 1 then f s x 0%N else s in
      let s := if N.testbit d 2 then fold_pairs f up down' down' s else s in
      fold_digits f digits' up down' s
  end.

(** And for all digits, of which d0 can only split. *)
Definition fold_left_values {S} (f : S -> N -> N -> S) (digits up down : list N) (s : S) : S :=
  match digits with
  | [] => s
  | d :: digits' =>
      fold_digits f digits' up down (if N.testbit d 2 then fold_pairs f up down down s else s)
  end.

(** Whether the nim-sum of p and q is r: bit by bit from the lowest, up to the first that differs. *)
Fixpoint sum_is_positive (p q r : positive) : bool :=
  match p, q, r with
  | xO p', xO q', xO r' | xI p', xI q', xO r' => sum_is_positive p' q' r'
  | xI p', xO q', xI r' | xO p', xI q', xI r' => sum_is_positive p' q' r'
  | xH, xI q', xO r' | xH, xO q', xI r' => Pos.eqb q' r'
  | xI p', xH, xO r' | xO p', xH, xI r' => Pos.eqb p' r'
  | xI p', xO q', xH | xO p', xI q', xH => Pos.eqb p' q'
  | _, _, _ => false
  end.

(** The same for all numbers, also 0. *)
Definition sum_is (x y v : N) : bool :=
  match x, y, v with
  | N0, _, _ => N.eqb y v
  | _, N0, _ => N.eqb x v
  | Npos p, Npos q, N0 => Pos.eqb p q
  | Npos p, Npos q, Npos r => sum_is_positive p q r
  end.

(** The values below v that nothing has left yet, after one more pair; [None] if v itself is left. *)
Definition step (v : N) (missing : option tree) (x y : N) : option tree :=
  match missing with
  | None => None
  | Some set =>
      if sum_is x y v then None
      else if mem_sum set x y then Some (remove set (N.lxor x y)) else missing
  end.

(** Whether v is the mex of what is left. *)
Definition is_mex_of (v : N) (digits up down : list N) : bool :=
  match fold_left_values (step v) digits up down (Some (below v)) with
  | Some Empty => true
  | _ => false
  end.

(** Whether all values of [todo], which follow those of [down], are right. *)
Fixpoint check_from (digits up todo down : list N) : bool :=
  match todo with
  | [] => true
  | v :: todo' => if is_mex_of v digits up down then check_from digits up todo' (v :: down) else false
  end.

(** Whether all values are right: that of the empty heap is 0. *)
Definition check_values (digits values : list N) : bool :=
  match values with
  | [] => false
  | v :: up => if N.eqb v 0 then check_from digits up up [] else false
  end.

(** Whether two lists agree as far as the shorter one goes. *)
Fixpoint agree (l m : list N) : bool :=
  match l, m with
  | x :: l', y :: m' => if N.eqb x y then agree l' m' else false
  | _, _ => true
  end.

(** Whether a list has so many elements, given as several numbers, which are nowhere added. *)
Fixpoint drop (n : nat) (l : list N) : option (list N) :=
  match n, l with
  | 0, _ => Some l
  | S _, [] => None
  | S m, _ :: l' => drop m l'
  end.

Fixpoint has_length (numbers : list nat) (l : list N) : bool :=
  match numbers with
  | [] => true
  | n :: numbers' => match drop n l with None => false | Some l' => has_length numbers' l' end
  end.

(** Whether the values have the period p >= 1 from n0 on, and are as many as the theorem of Guy and
    Smith takes. It holds for n0 >= 1, so that a period from 0 on is one from 1 on and g(p) = g(0). *)
Definition check_period (digits values : list N) (p n0 : nat) : bool :=
  let q := Nat.max n0 1 in
  match p with
  | 0 => false
  | S _ =>
      if has_length [q; q; p; p; length digits - 1] values then
        let rest := skipn n0 values in agree rest (skipn p rest)
      else false
  end.

(** The checker. The first digit is d0. *)
Definition check (digits values : list N) (p n0 : nat) : bool :=
  if check_values digits values then check_period digits values p n0 else false.

(** * What the folds go through *)

(** The pairs of one digit, as a list. *)
Fixpoint half (up down twice : list N) : list (N * N) :=
  match up, down, twice with
  | x :: up', y :: down', _ :: _ :: twice' => (x, y) :: half up' down' twice'
  | x :: _, y :: _, [_] => [(x, y)]
  | _, _, _ => []
  end.

(** [fold_pairs] goes through this list. *)
Lemma fold_pairs_list : forall S (f : S -> N -> N -> S) up down twice s,
  fold_pairs f up down twice s = fold_left (fun s xy => f s (fst xy) (snd xy)) (half up down twice) s.
Proof. induction up as [| x up IH]; intros [| y down] [| z [| z' twice]] s; simpl; auto. Qed.

(** All pairs of the digits d_i, d_(i+1), ... *)
Fixpoint pairs (digits up down : list N) : list (N * N) :=
  match digits, down with
  | [], _ => []
  | d :: _, [] => if N.testbit d 0 then [(0, 0)%N] else []
  | d :: digits', x :: down' =>
      (if N.testbit d 1 then [(x, 0%N)] else []) ++
      (if N.testbit d 2 then half up down' down' else []) ++ pairs digits' up down'
  end.

(** All pairs of a heap. *)
Definition all_pairs (digits up down : list N) : list (N * N) :=
  match digits with
  | [] => []
  | d :: digits' => (if N.testbit d 2 then half up down down else []) ++ pairs digits' up down
  end.

(** [fold_digits] goes through the list of all pairs of some digits. *)
Lemma fold_digits_list : forall S (f : S -> N -> N -> S) digits up down s,
  fold_digits f digits up down s =
  fold_left (fun s xy => f s (fst xy) (snd xy)) (pairs digits up down) s.
Proof.
  induction digits as [| d digits IH]; intros up [| x down] s; simpl; auto;
    [destruct (N.testbit d 0); reflexivity |].
  rewrite IH, !fold_left_app.
  destruct (N.testbit d 1), (N.testbit d 2); simpl; rewrite ?fold_pairs_list; reflexivity.
Qed.

(** And [fold_left_values] through the list of all pairs. *)
Lemma fold_left_values_list : forall S (f : S -> N -> N -> S) digits up down s,
  fold_left_values f digits up down s =
  fold_left (fun s xy => f s (fst xy) (snd xy)) (all_pairs digits up down) s.
Proof.
  intros S f [| d digits] up down s; simpl; auto.
  rewrite fold_left_app, fold_digits_list. destruct (N.testbit d 2); rewrite ?fold_pairs_list; reflexivity.
Qed.

(** g(m), ..., g(1). *)
Fixpoint descending (g : nat -> N) (m : nat) : list N :=
  match m with 0 => [] | S j => g (S j) :: descending g j end.

(** They are m values. *)
Lemma descending_length : forall g m, length (descending g m) = m.
Proof. induction m; simpl; auto. Qed.

(** [up] begins with g(c), g(c+1), ..., m of them. *)
Definition begins (g : nat -> N) (c m : nat) (up : list N) : Prop :=
  forall j, j < m -> nth_error up j = Some (g (c + j)).

(** In the first half of two lists stand the values of c + j and m - j. *)
Lemma half_spec : forall g m c up twice x y, begins g c m up -> length twice <= m ->
  (In (x, y) (half up (descending g m) twice) <->
   exists j, 2 * j < length twice /\ x = g (c + j) /\ y = g (m - j)).
Proof.
  intros g m. induction m as [| m IH]; intros c up twice x y U L.
  - destruct twice; [| simpl in L; lia]. destruct up; simpl; (split; [contradiction | intros (j & ? & _); lia]).
  - destruct up as [| z up]; [discriminate (U 0); lia |].
    assert (Z := U 0 ltac:(lia)). simpl in Z. rewrite Nat.add_0_r in Z. injection Z as ->.
    destruct twice as [| w [| w' twice]]; simpl descending; simpl half; simpl length in *.
    + split; [contradiction | intros (j & ? & _); lia].
    + split.
      * intros [E | []]. injection E as <- <-. exists 0. rewrite Nat.add_0_r. auto.
      * intros (j & J & -> & ->). left. replace j with 0 by lia. now rewrite Nat.add_0_r.
    + simpl In. rewrite (IH (S c)) by (try (intros j J; replace (S c + j) with (c + S j) by lia; apply (U (S j))); lia).
      split.
      * intros [E | (j & J & -> & ->)]; [injection E as <- <-; exists 0 | exists (S j)].
        -- rewrite Nat.add_0_r. split; [lia | auto].
        -- replace (c + S j) with (S c + j) by lia. split; [lia | auto].
      * intros ([| j] & J & -> & ->); [left; now rewrite Nat.add_0_r | right; exists j].
        replace (c + S j) with (S c + j) by lia. split; [lia | auto].
Qed.

(** * The pairs are what the moves leave *)

(** [leaves], with the number i of tokens that are taken. *)
Definition leaves_taking (d : nat -> N) (g : nat -> N) (n i : nat) (v : N) : Prop :=
  (N.testbit (d i) 0 = true /\ 1 <= i /\ n = i /\ v = 0%N) \/
  (N.testbit (d i) 1 = true /\ 1 <= i /\ exists a, 1 <= a /\ n = i + a /\ v = g a) \/
  (N.testbit (d i) 2 = true /\
   exists a b, 1 <= a /\ 1 <= b /\ n = i + a + b /\ v = N.lxor (g a) (g b)).

(** A move takes some number of tokens. *)
Lemma leaves_taking_some : forall d g n v, leaves d g n v <-> exists i, leaves_taking d g n i v.
Proof.
  intros d g n v. unfold leaves, leaves_taking. split.
  - intros (heaps & M & <-). destruct M as [i L B | i a L A B | i a b A A' B]; exists i;
      unfold nim_sum; simpl; rewrite ?N.lxor_0_r.
    + left. auto.
    + right; left. split; auto. split; auto. exists a. auto.
    + right; right. split; auto. exists a, b. auto.
  - intros (i & [(B & L & -> & ->) | [(B & L & a & A & -> & ->) | (B & a & b & A & A' & -> & ->)]]);
      eexists; (split; [econstructor; eassumption | unfold nim_sum; simpl; now rewrite ?N.lxor_0_r]).
Qed.

(** v is the nim-sum of a pair of the list. *)
Definition sum_in (v : N) (l : list (N * N)) : Prop := exists x y, In (x, y) l /\ v = N.lxor x y.

(** A nim-sum of two lists is one of the first or one of the second. *)
Lemma sum_in_app : forall v l m, sum_in v (l ++ m) <-> sum_in v l \/ sum_in v m.
Proof.
  intros v l m. unfold sum_in. split.
  - intros (x & y & I & E). apply in_app_or in I. destruct I; [left | right]; eauto.
  - intros [(x & y & I & E) | (x & y & I & E)]; exists x, y; (split; [apply in_or_app; auto | exact E]).
Qed.

(** A nim-sum of a list that is there under a condition needs the condition. *)
Lemma sum_in_if : forall v (b : bool) l, sum_in v (if b then l else []) <-> b = true /\ sum_in v l.
Proof. intros v [|] l; split; [tauto | tauto | intros (x & y & [] & _) | intros [E _]; discriminate]. Qed.

(** A list of one pair has one nim-sum. *)
Lemma sum_in_one : forall v x y, sum_in v [(x, y)] <-> v = N.lxor x y.
Proof.
  intros v x y. split; [intros (x' & y' & [E | []] & ->); now injection E as -> -> |].
  intros ->. exists x, y. simpl. auto.
Qed.

(** The first half has the nim-sums of all pairs of heaps, as their order does not count. *)
Lemma sum_in_half : forall g m up v, begins g 1 m up ->
  (sum_in v (half up (descending g m) (descending g m)) <->
   exists a b, 1 <= a /\ 1 <= b /\ a + b = 1 + m /\ v = N.lxor (g a) (g b)).
Proof.
  intros g m up v U. unfold sum_in.
  assert (H : forall x y, In (x, y) (half up (descending g m) (descending g m)) <->
                exists j, 2 * j < m /\ x = g (1 + j) /\ y = g (m - j)).
  { intros x y. rewrite (half_spec g m 1) by (auto; now rewrite descending_length).
    now rewrite descending_length. }
  split.
  - intros (x & y & I & ->). apply H in I. destruct I as (j & J & -> & ->). exists (1 + j), (m - j).
    repeat split; lia.
  - intros (a & b & A & B & E & ->). destruct (le_lt_dec a b) as [L | L].
    + exists (g a), (g b). split; auto. apply H. exists (a - 1). split; [lia | split; f_equal; lia].
    + exists (g b), (g a). split; [| apply N.lxor_comm].
      apply H. exists (b - 1). split; [lia | split; f_equal; lia].
Qed.

(** What the digit d_i leaves of a heap of n = m + i. *)
Lemma digit_spec : forall d g i m up v, 1 <= i -> begins g 1 m up ->
  (leaves_taking d g (S m + i) i v <->
   (N.testbit (d i) 1 = true /\ sum_in v [(g (S m), 0%N)]) \/
   (N.testbit (d i) 2 = true /\ sum_in v (half up (descending g m) (descending g m)))).
Proof.
  intros d g i m up v L U. rewrite sum_in_one, sum_in_half, N.lxor_0_r by exact U.
  unfold leaves_taking. split.
  - intros [A | [(B & _ & a & A & E & ->) | (B & a & b & A & A' & E & ->)]]; [lia | left | right].
    + split; auto. f_equal. lia.
    + split; auto. exists a, b. intuition lia.
  - intros [(B & ->) | (B & a & b & A & A' & E & ->)]; right; [left | right].
    + split; auto. split; auto. exists (S m). intuition lia.
    + split; auto. exists a, b. intuition lia.
Qed.

(** What the digits d_i, d_(i+1), ... leave of a heap of n = m + i. *)
Lemma pairs_spec : forall d g digits i m up v,
  (forall j, d (i + j) = nth j digits 0%N) -> 1 <= i -> begins g 1 m up ->
  (sum_in v (pairs digits up (descending g m)) <->
   exists j, i <= j /\ leaves_taking d g (m + i) j v).
Proof.
  intros d g digits. induction digits as [| digit digits IH]; intros i m up v D L U.
  - split; [intros (x & y & [] & _) |]. intros (j & J & T).
    assert (Z := D (j - i)). replace (i + (j - i)) with j in Z by lia.
    unfold leaves_taking in T. rewrite Z in T. destruct (j - i); simpl in T; intuition discriminate.
  - assert (Di : d i = digit) by (rewrite <- (Nat.add_0_r i) at 1; apply (D 0)).
    destruct m as [| m]; simpl descending; simpl pairs.
    + rewrite sum_in_if, sum_in_one, <- Di. split.
      * intros (B & ->). exists i. split; auto. left. auto.
      * intros (j & J & [(B & _ & E & ->) | [(_ & _ & a & A) | (_ & a & b & A)]]); try lia.
        replace j with i in B by lia. auto.
    + rewrite !sum_in_app, !sum_in_if, <- Di.
      assert (U' : begins g 1 m up) by (intros j J; apply U; lia).
      rewrite (IH (S i)); auto;
        [| intros j; replace (S i + j) with (i + S j) by lia; apply (D (S j))].
      rewrite <- or_assoc, <- digit_spec by auto. replace (m + S i) with (S m + i) by lia. split.
      * intros [T | (j & J & T)]; [exists i | exists j]; auto with arith.
      * intros (j & J & T). destruct (Nat.eq_dec j i) as [-> | Ne]; [left; auto | right].
        exists j. split; auto. lia.
Qed.

(** What all digits leave of a heap of n = m + 1. *)
Lemma all_pairs_spec : forall digits g m up v, begins g 1 m up ->
  (sum_in v (all_pairs digits up (descending g m)) <-> leaves (rule digits) g (S m) v).
Proof.
  intros digits g m up v U. rewrite leaves_taking_some. destruct digits as [| d digits]; simpl all_pairs.
  - split; [intros (x & y & [] & _) |]. intros (i & T).
    unfold leaves_taking, rule in T. destruct i; simpl in T; intuition discriminate.
  - rewrite sum_in_app, sum_in_if, (pairs_spec (rule (d :: digits)) g digits 1), sum_in_half; auto.
    replace (m + 1) with (S m) by lia. split.
    + intros [(B & a & b & A & A' & E & ->) | (i & L & T)]; [exists 0 | exists i; auto].
      right. right. split; auto. exists a, b. intuition lia.
    + intros ([| i] & T); [left | right; exists (S i); split; [lia | auto]].
      destruct T as [T | [T | (B & a & b & A & A' & E & ->)]]; [lia | lia |].
      split; auto. exists a, b. intuition lia.
Qed.

(** * Each value is the mex *)

(** The comparison bit by bit is that with the nim-sum. *)
Lemma sum_is_positive_spec : forall p q r, sum_is_positive p q r = N.eqb (Pos.lxor p q) (Npos r).
Proof.
  induction p as [p IH | p IH |]; intros [q | q |] [r | r |]; simpl;
    rewrite ?IH, ?(eqb_lxor p q); try destruct (Pos.lxor p q); reflexivity.
Qed.

(** This holds for 0, too. *)
Lemma sum_is_spec : forall x y v, sum_is x y v = true <-> N.lxor x y = v.
Proof.
  intros x y v. rewrite <- N.eqb_eq. destruct x as [| p]; [reflexivity |].
  destruct y as [| q]; [reflexivity |]. destruct v as [| r]; simpl.
  - now rewrite eqb_lxor.
  - now rewrite sum_is_positive_spec.
Qed.

(** Once v is left, it stays so. *)
Lemma steps_none : forall v l, fold_left (fun s xy => step v s (fst xy) (snd xy)) l None = None.
Proof. induction l; simpl; auto. Qed.

(** If v is not found, it is not a nim-sum of the list, and what is no longer missing is one. *)
Lemma steps_spec : forall v l set rest,
  fold_left (fun s xy => step v s (fst xy) (snd xy)) l (Some set) = Some rest ->
  ~ sum_in v l /\ forall w, mem set w = true -> mem rest w = true \/ sum_in w l.
Proof.
  intros v l. induction l as [| (x, y) l IH]; intros set rest F; simpl in F.
  - injection F as ->. split; [intros (x & y & [] & _) | auto].
  - destruct (sum_is x y v) eqn:V; [rewrite steps_none in F; discriminate |].
    assert (V' : v <> N.lxor x y) by (intros E; symmetry in E; apply sum_is_spec in E; congruence).
    change ((x, y) :: l) with ([(x, y)] ++ l).
    destruct (mem_sum set x y); apply IH in F; destruct F as [A B]; split;
      try (rewrite sum_in_app, sum_in_one; tauto); intros w I; rewrite sum_in_app, sum_in_one.
    + destruct (N.eq_dec w (N.lxor x y)) as [-> | Ne]; [auto |].
      destruct (B w) as [C | C]; auto using mem_remove.
    + apply B in I. tauto.
Qed.

(** A value that is accepted is the mex of what the moves leave. *)
Lemma is_mex_of_spec : forall digits g m up v, begins g 1 m up ->
  is_mex_of v digits up (descending g m) = true -> is_mex v (leaves (rule digits) g (S m)).
Proof.
  intros digits g m up v U C. unfold is_mex_of in C. rewrite fold_left_values_list in C.
  destruct (fold_left _ _ _) as [[| |] |] eqn:F; try discriminate. apply steps_spec in F.
  destruct F as [A B]. split; [rewrite <- all_pairs_spec by eassumption; exact A |].
  intros w L. rewrite <- all_pairs_spec by eassumption.
  destruct (B w (mem_below v w L)) as [I | I]; [discriminate | exact I].
Qed.

(** * All values and the period *)

Section Sound.

Variables (digits : list N) (g : nat -> N).
Hypothesis grundy : is_grundy (rule digits) g.

(** A heap of 0 has no moves. *)
Lemma grundy_0 : g 0 = 0%N.
Proof.
  destruct (grundy 0) as [_ B]. destruct (N.eq_dec (g 0) 0) as [E | Ne]; auto.
  destruct (B 0%N) as (heaps & M & _); [lia |]. inversion M; lia.
Qed.

(** The list after one more element. *)
Lemma skipn_next : forall (l : list N) m v rest, skipn m l = v :: rest ->
  nth_error l m = Some v /\ skipn (S m) l = rest.
Proof.
  induction l as [| x l IH]; intros [| m] v rest E; try discriminate; simpl in *.
  - now injection E as -> ->.
  - now apply IH.
Qed.

(** The values before those to do are right, so that all are in the end. *)
Lemma check_from_sound : forall up todo m,
  begins g 1 m up -> skipn m up = todo -> check_from digits up todo (descending g m) = true ->
  begins g 1 (length up) up.
Proof.
  intros up todo. induction todo as [| v todo IH]; intros m U R C.
  - intros j J. apply U. apply (f_equal (@length N)) in R. rewrite skipn_length in R. simpl in R. lia.
  - simpl in C. destruct (is_mex_of v digits up (descending g m)) eqn:M; [| discriminate].
    apply is_mex_of_spec in M; auto.
    assert (V : v = g (S m)) by (apply (mex_unique _ _ _ _ M (grundy (S m))); tauto). subst v.
    apply skipn_next in R. destruct R as [V R]. apply (IH (S m)); auto.
    intros j J. destruct (Nat.eq_dec j m) as [-> | Ne]; [exact V | apply U; lia].
Qed.

(** All values of a table that is accepted are right. *)
Theorem values_sound : forall values, check_values digits values = true ->
  forall n, n < length values -> g n = nth n values 0%N.
Proof.
  intros [| v up] C [| n] L; simpl in *; try lia; destruct (N.eqb_spec v 0) as [-> | _];
    try discriminate; [apply grundy_0 |].
  assert (U := check_from_sound up up 0 ltac:(intros j J; lia) eq_refl C n ltac:(lia)).
  symmetry. apply nth_error_nth, U.
Qed.

(** Lists that agree have equal values in equal places. *)
Lemma agree_spec : forall l m, agree l m = true ->
  forall j, j < length l -> j < length m -> nth j l 0%N = nth j m 0%N.
Proof.
  induction l as [| x l IH]; intros [| y m] A [| j] J K; simpl in *; try lia;
    destruct (N.eqb_spec x y) as [-> | _]; try discriminate; auto. apply IH; auto; lia.
Qed.

(** The places of a list without its first m elements. *)
Lemma nth_skipn : forall (l : list N) m j, nth j (skipn m l) 0%N = nth (m + j) l 0%N.
Proof. induction l as [| x l IH]; intros [| m] j; simpl; auto. destruct j; reflexivity. Qed.

(** What is dropped from a list was there. *)
Lemma drop_length : forall n l rest, drop n l = Some rest -> length l = n + length rest.
Proof.
  induction n as [| n IH]; intros [| x l] rest D; try discriminate; simpl in *.
  - now injection D as <-.
  - now injection D as <-.
  - now rewrite (IH l rest D).
Qed.

(** A list that has the length of some numbers is at least as long as their sum. *)
Lemma has_length_spec : forall numbers l, has_length numbers l = true ->
  fold_right Nat.add 0 numbers <= length l.
Proof.
  induction numbers as [| n numbers IH]; intros l H; simpl in *; [lia |].
  destruct (drop n l) eqn:D; [| discriminate]. apply drop_length in D. apply IH in H. lia.
Qed.

(** A period that is accepted holds for ever, if the values are right. *)
Theorem period_sound : forall values p n0,
  (forall n, n < length values -> g n = nth n values 0%N) ->
  check_period digits values p n0 = true -> 1 <= p /\ has_period g p n0.
Proof.
  intros values p n0 V C. unfold check_period in C. set (q := Nat.max n0 1) in *.
  destruct p as [| p']; [discriminate |]. set (p := S p') in *. split; [lia |].
  destruct (has_length [q; q; p; p; length digits - 1] values) eqn:L; [| discriminate].
  apply has_length_spec in L. simpl fold_right in L.
  assert (W : forall n, n0 <= n -> n + p < length values -> g (n + p) = g n).
  { intros n A B. rewrite !V by lia. symmetry.
    assert (E := agree_spec _ _ C (n - n0)). rewrite !nth_skipn, !skipn_length in E.
    replace (n0 + (p + (n - n0))) with (n + p) in E by lia.
    replace (n0 + (n - n0)) with n in E by lia. apply E; lia. }
  assert (P : has_period g p q).
  { apply (guy_smith (rule digits) g (length digits - 1)); auto; [| lia | intros n A; apply W; lia].
    intros i A. apply nth_overflow. lia. }
  intros n A. destruct (le_lt_dec q n); [apply P; lia | apply W; lia].
Qed.

(** If the checker says true, then it is so. *)
Theorem check_sound : forall values p n0, check digits values p n0 = true ->
  (forall n, n < length values -> g n = nth n values 0%N) /\ 1 <= p /\ has_period g p n0.
Proof.
  intros values p n0 C. unfold check in C. destruct (check_values digits values) eqn:V; [| discriminate].
  assert (A := values_sound values V). split; [exact A | apply (period_sound values); auto].
Qed.

End Sound.
