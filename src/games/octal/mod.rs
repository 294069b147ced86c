//! Octal games: heaps of tokens, and a digit for each number of tokens that says how it may be
//! taken.
//!
//! # The rule
//! A move in the game d₀.d₁d₂…d_k takes s tokens from one heap, if the digit of s allows what it
//! leaves of it: nothing (1), one heap (2) or two heaps (4), none of them empty; a digit is the sum
//! of what it allows. With d₀ = 4 a move may also split a heap into two and take nothing. Whoever
//! takes the last token, or makes the last split, wins. So
//!
//! ```text
//! G(n) = mex of  0                   if n = s and the digit of s allows nothing to be left,
//!                G(n − s)            if n > s and it allows one heap,
//!                G(a) xor G(b)       with a + b = n − s, a ≥ 1, b ≥ 1, if it allows two,
//! ```
//!
//! over all s; G(0) = 0. The pairs of one sum serve all digits, and are found once.
//!
//! # Rare and common values
//! For any bit mask, call a value *common* if it has an odd number of bits in common with the mask,
//! else *rare*. The xor of two values has an odd number if and only if one of both has. So a common
//! value of a pair comes from one rare and one common part, a rare value from two parts of the same
//! kind. Many games have a mask for which few G(n) are rare (*Winning Ways*, chapter 4, *sparse
//! spaces*). Then the common values of all pairs of a sum are found from its few rare parts. The
//! least common value c that no option has is G(n), unless a smaller rare value is not an option
//! either. One pair is enough to see that a smaller rare value is an option, and the first few
//! hundred pairs have such a pair for nearly all of these values.
//! No mask makes the result wrong. A bad mask only makes it slow.
//!
//! *The parity counts, too,* if all numbers k of tokens that a move takes to leave two heaps have
//! the same parity. Then call G(n) common if the number of bits in common with the mask, plus
//! n − k, is odd. For a + b = n − k the numbers of G(a) and of G(b), with a − k and b − k added,
//! have the sum of that of G(a) xor G(b) with n − k, modulo 2; so all that was said holds. By this
//! 0.104 and 0.106 have few rare values: of the first 50,000 values 20 and 15.
//!
//! # Sources
//! Guy and Smith, *The G-values of various games*, Proc. Cambridge Philos. Soc. 52 (1956);
//! Berlekamp, Conway and Guy, *Winning Ways*, chapter 4.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `code` | the rule: a digit for each number of tokens |
//! | `prefixes` | how far a list agrees with itself shifted: by this, periods are found |
//! | `samples` | samples spread over kept values, to compute them again |
//! | `period` | the period theorem, and the least period that values prove |
//! | `sparse_space` | the mask that makes the fewest values rare |
//! | `single_heaps` | options that are one heap, looked at for several heaps at once |
//! | `options` | the options of the next value, from the pairs of the last sums |
//! | `values` | G, value by value, its period, and checks of values that are said to be G |
//! | `answers` | what follows from the values: winning moves, exceptions, rare values |

mod answers;
mod code;
mod options;
mod period;
mod prefixes;
mod samples;
mod single_heaps;
mod sparse_space;
mod values;

pub use answers::RareValues;
pub use code::{Code, Move, NamedBoard};
pub use period::Period;
pub(in crate::games) use prefixes::common_prefixes;
pub(in crate::games) use samples::{mixed, spread};
#[cfg(feature = "serde")]
pub(crate) use sparse_space::common_mask;
pub use values::Values;
pub(in crate::games) use values::are_values;
