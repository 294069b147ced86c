//! Lengths with a common measure: the game is an octal game on whole numbers.
//!
//! # The octal law
//! Let u be a common measure of the lengths, so that each length s = q·u for a whole number q. Then
//! g(L) = G(⌊L/u⌋) for a sequence G, and
//!
//! ```text
//! G(n) = mex of the union of R(n − q) and R(n − q − 1) over all q,
//! R(m) = { G(a) xor G(m − a) : 0 ≤ a ≤ m },    R(m) empty for m < 0.
//! ```
//!
//! *Proof* by induction on n = ⌊L/u⌋, in units of u. A piece of length q leaves parts x and z with
//! x + z = L − q. Let a and b be their whole parts. Then a + b ≤ L − q < a + b + 2, so that a + b
//! is n − q or n − q − 1. All pairs of both sums occur. With f = L − n, where 0 ≤ f < 1: for
//! a + b = n − q take x = a and z = b + f; for a + b = n − q − 1 take x = a + (1 + f)/2 and
//! z = b + (1 + f)/2. The parts are shorter than L by at least q ≥ 1, so their values are G(a) and
//! G(b). ∎
//!
//! In the words of Guy and Smith: a move takes q or q + 1 adjacent tokens from a heap of n, and
//! leaves none, one or two heaps. That is the octal game with the digit 7 at q and q + 1, for each
//! q. The length 1 alone is 0.77, which is Kayles.
//!
//! One reach set R(m) serves all digits, and is found once.
//!
//! # Rare and common values
//! For any bit mask, call a value *common* if it has an odd number of bits in common with the mask,
//! else *rare*. The xor of two values has an odd number exactly if one of both has. So a common
//! value in R(m) comes from one rare and one common part, a rare value from two parts of the same
//! kind. Many games have a mask for which few G(n) are rare (*Winning Ways*, chapter 4, *sparse
//! spaces*). Then the common values of R(m) are found from its few rare parts. The least common
//! value c that no option has is G(n), unless a smaller rare value is no option either. One pair is
//! enough to see that a smaller rare value is an option, and the first few hundred pairs have such
//! a pair for nearly all of these values.
//! No mask makes the result wrong. A bad mask only makes it slow.
//!
//! # The period law
//! If G(n + p) = G(n) for n₀ ≤ n < 2·n₀ + p + Q, where Q is the greatest q, then it holds for all
//! n ≥ n₀. *Proof.* Let it hold below some n ≥ 2·n₀ + p + Q, and compare the options of n + p with
//! those of n. An option of n + p has the sum n + p − q or n + p − q − 1. Its larger part b is at
//! least half of 2·n₀ + 2p − 1, so that b ≥ n₀ + p: with b − p in place of b it is an option of n
//! of the same value. An option of n has the sum n − q or n − q − 1. Its larger part b is at least
//! half of 2·n₀ + p − 1, so that b ≥ n₀: with b + p it is an option of n + p of the same value. So
//! both have the same mex. ∎
//!
//! # Sources
//! Guy and Smith, *The G-values of various games*, Proc. Cambridge Philos. Soc. 52 (1956);
//! Berlekamp, Conway and Guy, *Winning Ways*, chapter 4.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `rule` | the common measure, the quotients, and the octal code |
//! | `reach` | R(m), as far as pairs have been looked at |
//! | `split` | the mask that makes the fewest values rare |
//! | `period` | the least period that the law proves |
//! | `recent` | the options of the next value, from the reach sets of the last sums |
//! | `run` | G, value by value |
//! | `spots` | values that are said to be those of G, computed anew |

mod period;
mod reach;
mod recent;
mod rule;
mod run;
mod split;
mod spots;

pub use period::OctalPeriod;
pub use rule::Quotients;
pub use run::OctalRun;
pub use spots::are_values;
