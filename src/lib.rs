//! Solves combinatorial games exactly, by a sweep along a line of numbers p + q√d.
//!
//! - **Sums of square roots** to use on their own: [`Surd`](number::Surd) is p + q√d, exact,
//!   ordered and hashable, with as many proven digits as you ask for.
//! - **Octal games**, such as Kayles: [`Values`](games::octal::Values) computes Grundy values of
//!   heaps and proves their period.
//! - **Squares on the line**: two players place pieces of length 1 and √2 on a segment until
//!   nothing fits. Its Grundy values, winning moves and the expected gain of a random first move
//!   change at thousands of numbers a + b√2. [`Grundy`](games::squares::Grundy) computes all of
//!   them exactly, by a sweep whose integer keys provably sort like the numbers, and a maximum that
//!   is certified, not sampled.
//! - **Three more games**: [stones](games::stones), such as Fibonacci nim, and
//!   [halving](games::halving) for piles of thousands of digits; gold and silver
//!   [coins](games::coins), with the number of fair rows, exact or modulo m.
//!
//! ```
//! use nimsweep::games::octal::Values;
//! use nimsweep::games::squares::{Grundy, Lengths};
//! use nimsweep::number::Surd;
//!
//! let x: Surd = "5+2*sqrt(2)".parse()?;
//! let square: Surd = "33+20*sqrt(2)".parse()?;
//! assert!(&x * &x == square && x < Surd::from(8));
//! assert_eq!(x.to_decimal(20), "7.82842712474619009760");
//!
//! let mut kayles = Values::new("0.77".parse()?);
//! while kayles.advance(200) {}
//! assert_eq!(kayles.period().map(|period| (period.length, period.from)), Some((12, 71)));
//!
//! let grundy = Grundy::new(&Lengths::default(), &Surd::from(10))?; // pieces 1 and √2
//! assert_eq!(grundy.value_at(&"4".parse()?)?, 4);
//! let maximum = grundy.maximum(&Surd::from(2), &Surd::from(10))?; // of the gain
//! assert_eq!(maximum.at.as_surd(), Some(&x));
//! assert_eq!(maximum.value.to_decimal(20), "2.61969775335673648277");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The nouns
//! - [`Surd`](number::Surd): a number p + q√d, or a sum of several roots.
//! - [`Algebraic`](algebraic::Algebraic): a real root of a polynomial, for numbers without such a
//!   closed form.
//! - [`Error`]: why there is no answer, as a sentence and a kind.
//! - [`Lattice`](lattice::Lattice): the sums of given lengths, as integer keys.
//! - [`sweep::run_until`]: the event engine, for any ordered keys and any state.
//! - [`StepFunction`](piecewise::StepFunction) and [`PiecewiseLinear`](piecewise::PiecewiseLinear):
//!   functions given by exact breakpoints.
//! - [`Code`](games::octal::Code) and [`Values`](games::octal::Values): the rule of an octal game,
//!   and its Grundy values with their [`Period`](games::octal::Period).
//! - [`Lengths`](games::squares::Lengths) and [`Grundy`](games::squares::Grundy): the squares; a
//!   `Grundy` answers with a [`Gain`](games::squares::Gain), [`Moves`](games::squares::Moves) or a
//!   [`Maximum`](games::squares::Maximum).
//! - [`TakeAway`](games::stones::TakeAway): a pile of stones; each move takes at most K times what
//!   the move before took.
//! - [`Stack`](games::coins::Stack) and [`Row`](games::coins::Row): stacks of gold and silver
//!   coins.
//! - [`halving`](games::halving): a pile from which each move takes at most half.
//! - [`draw`]: winning places and the gain, drawn with characters.
//! - [`Picture`](plot::Picture): what was computed as an SVG picture.
//! - [`ask::ask`]: one question as JSON, one answer.
//! - [`Certificate`](proof::Certificate): an answer with all that proves it, for
//!   [`verify`](proof::verify()) and other checkers.
//! - [`Check`](check::Check): two independent methods for one thing, compared.
//!
//! The manual has pages on [the games](docs::games), [the library](docs::library) and more
//! ([`docs`]).
//!
//! # The map
//! Each module uses only modules above it:
//! ```text
//! module         uses
//! watch          –
//! error          watch
//! number         error
//! sweep          –
//! algebraic      error, number
//! lattice        error, number
//! piecewise      error, lattice, number
//! games::coins   error, number, watch
//! games::halving –
//! games::octal   error, number, sweep
//! games::squares algebraic, error, games::octal, lattice, number, piecewise, sweep, watch
//! games::stones  error, number
//! regions        error, games::squares, number, sweep
//! plot           algebraic, error, games::octal, games::squares, number
//! draw           games::squares, number, plot
//! proof          algebraic, error, games::octal, games::squares, lattice, number, regions, watch
//! ask            algebraic, draw, error, games, number, plot, proof, regions, sweep, watch
//! check          algebraic, error, games, number, sweep
//! cli            ask, check, draw, error, games::octal, games::squares, number, plot, proof, watch
//! ```
//! For the squares, the event engine of `sweep` computes a reference; the answers come from a
//! faster sweep that reports the same events. For stones, coins and halving, whose answers come
//! from closed forms and recurrences, the engine checks tables: it recomputes them from the rules.
//! An octal game is computed value by value, and `check` compares with all its moves, digit by
//! digit.
//!
//! # What to trust
//! No result depends on floating point. Floats with rigorous error bounds
//! ([`Approximate`](number::Approximate)) discard candidates, and exact numbers decide. Each law
//! that the code rests on is stated once and has a test of its name: the
//! [sign rule](number::Surd::sign), the [key bound](docs::exactness), the corner law and the
//! slope law of the [squares](games::squares), the
//! [representation, threshold and winning-move laws](games::stones), the
//! [power and factor laws](games::coins), the [halving law](games::halving). The page
//! [exactness](docs::exactness) has the proofs in short.
//!
//! # Bibliography
//! - J. H. Conway, *On Numbers and Games*, 2nd edition, A K Peters 2001.
//! - E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways for your Mathematical Plays*, 2nd
//!   edition, A K Peters 2001. Chapter 4 has Kayles, the game of the one length 1; chapters 1 to 3
//!   have red-blue Hackenbush, the game of the coins.
//! - A. N. Siegel, *Combinatorial Game Theory*, American Mathematical Society 2013. Sections II.1
//!   and IV.1: the theory of Sprague and Grundy, and octal games.
//! - S. Basu, R. Pollack, M.-F. Roy, *Algorithms in Real Algebraic Geometry*, 2nd edition, Springer
//!   2006. Chapter 2: Sturm's theorem; chapter 10: isolation of real roots.
//! - J. Abbott, *Quadratic interval refinement for real roots*, ACM Communications in Computer
//!   Algebra 48 (2014).
//! - M. J. Whinihan, *Fibonacci Nim*, Fibonacci Quarterly 1 (1963); A. J. Schwenk, *Take-Away
//!   Games*, Fibonacci Quarterly 8 (1970): the stones.
//! - Project Euler, problems 644, *Squares on the line*, the question of the main job; 366, *Stone
//!   Game III*; 860, *Gold and Silver Coin Game*.

// the documentation links to modules that only features bring
#![cfg_attr(not(feature = "cli"), allow(rustdoc::broken_intra_doc_links))]
// input must never reach a panic; tests may
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod algebraic;
#[cfg(feature = "serde")]
pub mod ask;
#[cfg(feature = "cli")]
pub mod check;
#[cfg(feature = "cli")]
mod cli;
pub mod docs;
pub mod draw;
mod error;
pub mod games;
#[doc(hidden)]
pub mod internal;
pub mod lattice;
pub mod number;
pub mod piecewise;
pub mod plot;
pub mod proof;
pub mod regions;
pub mod sweep;
mod watch;

pub use error::{Error, ErrorKind};

/// How long property tests run: one file for the unit tests and for the integration tests.
#[cfg(test)]
#[path = "../tests/it/property.rs"]
mod property;
