//! Gold and silver coins: stacks stand in a row; Gary removes any gold coin with everything above it, Sally any silver
//! coin with everything above it; whoever cannot move loses.
//!
//! A stack is a stalk of red-blue Hackenbush, and its value is a dyadic rational, here positive where gold is stronger.
//! Values of stacks add. A row is *fair*, that is, whoever moves first loses, exactly when its value is 0. For stacks of
//! two coins (top to bottom) GG = 2, SS = −2, SG = 1/2, GS = −1/2, so that the number of fair rows of n such stacks is
//!
//! ```text
//! F(n) = constant term of (t⁴ + t + t⁻¹ + t⁻⁴)ⁿ = coefficient of t⁴ⁿ in (1 + t³ + t⁵ + t⁸)ⁿ
//! ```
//!
//! The question: F(n), exactly or modulo m, here for any height ([`fair_arrangements`], [`fair_arrangements_modulo`]).
//! No value is typed in: they come from the options of the game.
//!
//! As a sweep: an event is a number of rows at (how many stacks, value); events of one key merge, and each settled key
//! schedules its sums with all values of one more stack ([`convolution`]).
//!
//! | file | one purpose |
//! | --- | --- |
//! | [`stack`] | a stack of coins, read and printed top to bottom |
//! | [`value`] | the value of a stack, from its options and by Berlekamp's rule |
//! | [`row`] | stacks side by side: who wins, and by which move |
//! | [`table`] | how many stacks of a height have each value |
//! | [`convolution`] | how many rows have each value, by the sweep |
//! | [`limits`] | how many stacks can be counted, and the refusal beyond |
//! | [`modular`] | residues modulo any m ≥ 1, and the primes that cannot be divided by |
//! | [`recurrence`] | F by P-recursion from P′/P: any height |
//! | [`multinomial`] | F for two coins as the sum of multinomial coefficients: O(n²) |
//! | [`binomial`] | F for two coins as a sum of products of two binomials: O(n) for any modulus |
//! | [`count`] | F by the best of these |
//!
//! Sources: J. H. Conway, *On Numbers and Games*, chapters 2, 3 and 8; E. R. Berlekamp, J. H. Conway, R. K. Guy,
//! *Winning Ways for Your Mathematical Plays*, chapters 1 to 3; E. R. Berlekamp, *The Hackenbush number system for
//! compression of numerical data*, Information and Control 26 (1974).
//!
//! ```
//! use nimsweep::games::coins::{Row, fair_arrangements, value_by_options};
//!
//! assert_eq!(value_by_options("SG".parse()?).to_string(), "1/2");
//! assert_eq!("SG SG SS GG GS GS".parse::<Row>()?.value().to_string(), "0");
//! assert_eq!(fair_arrangements(2, 10)?, 63594_u32.into());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod binomial;
pub mod convolution;
pub mod count;
pub mod limits;
pub mod modular;
pub mod multinomial;
mod polynomial;
pub mod recurrence;
pub mod row;
pub mod stack;
pub mod table;
pub mod value;

pub use convolution::{Distribution, distribution};
pub use count::{fair_arrangements, fair_arrangements_modulo};
pub use limits::CountError;
pub use modular::{Modulus, ZeroModulus};
pub use row::{Move, Outcome, Row};
pub use stack::{Coin, Stack, StackError, TALLEST_STACK};
pub use table::{Atom, TALLEST_TABLE, TableTooTall, atoms};
pub use value::{Dyadic, value_by_options, value_by_sign_expansion};
