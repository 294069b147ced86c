//! Gold and silver coins: values of stacks, winners of rows, and the number of fair rows.
//!
//! Stacks of coins stand in a row. Gary removes any gold coin with everything above it, Sally any
//! silver coin with everything above it. The player who cannot move loses.
//!
//! A stack is a stalk of red-blue Hackenbush. Its value is a dyadic rational, here positive if gold
//! is stronger, and the value of a row is the sum of the values of its stacks. A row is *fair* if
//! the player who moves first loses, that is, if it is a P-position; this holds if and only if its
//! value is 0. Of the stacks of two coins, written from top to bottom, GG has the value 2, SG 1/2,
//! GS −1/2, and SS −2. So the number of fair rows of n such stacks is
//!
//! ```text
//! F(n) = constant term of (t⁴ + t + t⁻¹ + t⁻⁴)ⁿ = coefficient of t⁴ⁿ in (1 + t³ + t⁵ + t⁸)ⁿ
//! ```
//!
//! The question is F(n), exactly ([`fair_rows`]) or modulo m ([`fair_rows_modulo`]), here for
//! stacks of any height.
//!
//! ```
//! use nimsweep::games::coins::{Row, Stack, fair_rows};
//!
//! assert_eq!("SG".parse::<Stack>()?.value().to_string(), "1/2");
//! assert_eq!("SG SG SS GG GS GS".parse::<Row>()?.value().to_string(), "0");
//! assert_eq!(fair_rows(2, 10)?, 63594_u32.into());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | purpose |
//! | --- | --- |
//! | `stack` | a stack of coins, and its value by the first change of colour; the stack of a value; the values of all stacks of a height |
//! | `row` | stacks side by side: who wins, and by which move |
//! | `residues` | residues modulo any m ≥ 1, and the primes that have no inverse |
//! | `recurrence` | F for any height, by the power law |
//! | `binomial` | F modulo m for stacks of two coins, by the factor law |
//! | `count` | F by the faster of the two, and what it costs |
//!
//! # The power law
//! Let P = Σ c_e·t^e with c_0 = 1, and A = P^n = Σ a_k·t^k. From A′ = n·P′·P^(n−1) follows
//! P·A′ = n·P′·A. The coefficients of t^(k−1) on both sides are
//!
//! ```text
//! Σ c_e·(k − e)·a_(k−e) = n·Σ c_e·e·a_(k−e),   hence
//! k·a_k = Σ over e ≥ 1 of c_e·((n+1)·e − k)·a_(k−e),
//! ```
//!
//! with a_0 = 1 and a_j = 0 for j < 0. For two coins, P = 1 + t³ + t⁵ + t⁸, this reads
//! k·a_k = (3n+3−k)·a_(k−3) + (5n+5−k)·a_(k−5) + (8n+8−k)·a_(k−8), and F(n) = a_(4n).
//!
//! Only the last coefficients have to be kept, as many as the degree of P. The division by k is
//! exact over the integers. Modulo m, every k up to 4n, in general up to n·h·2^(h−1), has to be
//! invertible.
//!
//! # The factor law
//! Let ±A, ±B with A > B be the values of the stacks of two coins, scaled to the integers 4 and 1.
//! Four such terms factor:
//!
//! ```text
//! t^A + t^B + t^−B + t^−A = t^−A·(1 + t^(A−B))·(1 + t^(A+B))
//! ```
//!
//! Hence F(n) is the coefficient of t^(A·n) in (1 + t^(A−B))^n·(1 + t^(A+B))^n, that is, the sum of
//! C(n,i)·C(n,j) over (A−B)·i + (A+B)·j = A·n. With C(n,n−i) for C(n,i) both indices ascend
//! together:
//!
//! ```text
//! F(n) = Σ C(n,i)·C(n,j)  over  0 ≤ i ≤ n,  (A+B)·j = B·n + (A−B)·i           (5j = n + 3i)
//! ```
//!
//! Here products are divided and not sums, so no division fails modulo m: each product is kept as
//! unit parts and the exponents of the primes up to n that divide m, and in
//! C(n,i+1) = C(n,i)·(n−i)/(i+1) unit parts are divided by unit parts. The divisors are collected
//! in one common denominator.
//!
//! # Sources
//! J. H. Conway, *On Numbers and Games*, chapters 2, 3 and 8; E. R. Berlekamp, J. H. Conway, R. K.
//! Guy, *Winning Ways for Your Mathematical Plays*, chapters 1 to 3; E. R. Berlekamp, *The
//! Hackenbush number system for compression of numerical data*, Information and Control 26 (1974).

mod binomial;
pub(crate) mod count;
mod recurrence;
mod residues;
mod row;
mod stack;

#[cfg(feature = "serde")]
pub(crate) use count::fair_rows_work;
pub use count::{fair_rows, fair_rows_modulo};
pub use residues::Modulus;
pub use row::{Outcome, Removal, Row};
#[cfg(feature = "serde")]
pub(crate) use stack::too_tall;
pub use stack::{Coin, Stack, TALLEST_STACK, TALLEST_TABLE, ValueCount, value_table};
