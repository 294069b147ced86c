//! Exact answers for combinatorial games, by a sweep line over Q(√d).
//!
//! In the game of *squares on the line* two players place pieces of length 1 and √2 on a segment until nothing fits. Its
//! Grundy values, its winning moves and the expected gain of a random first move change at numbers a + b√2, thousands of
//! them, some only 10⁻³ apart. This crate computes all of it exactly: numbers of Q(√d) with a total order of their own, a
//! sweep line over integer keys that provably keep that order, and maxima that are certified, not sampled.
//!
//! ```
//! use nimsweep::number::Surd;
//! use nimsweep::games::squares::{Grundy, Lengths};
//!
//! let lengths = Lengths::default(); // 1 and √2
//! let length: Surd = "5+2*sqrt(2)".parse()?;
//!
//! let grundy = Grundy::new(&lengths, &Surd::from(10))?;
//! assert_eq!(grundy.value_at(&"4".parse()?)?, 4);
//!
//! let gain = grundy.gain_at(&length)?;
//! assert_eq!(gain.value.in_field().unwrap().to_string(), "(200+29*sqrt(2))/92");
//!
//! let maximum = grundy.maximum(&Surd::from(2), &Surd::from(10))?;
//! assert_eq!(maximum.at.in_field(), Some(&length));
//! assert_eq!(maximum.value.to_decimal(20), "2.61969775335673648277");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The nouns
//! - [`Surd`](number::Surd): a number p + q√d, exact, ordered, hashable, with proven digits.
//! - [`Algebraic`](algebraic::Algebraic): a real root of a polynomial over Q(√d), for what has no such closed form.
//! - [`Lattice`](lattice::Lattice): the sums of given lengths, as integer keys.
//! - [`sweep::run_until`]: the event loop, for any ordered keys and any state.
//! - [`Step`](piecewise::Step) and [`Linear`](piecewise::Linear): what a sweep leaves behind.
//! - [`Lengths`](games::squares::Lengths), [`Grundy`](games::squares::Grundy), [`Gain`](games::squares::Gain),
//!   [`Maximum`](games::squares::Maximum), [`Moves`](games::squares::Moves): squares on the line.
//! - [`TakeAway`](games::stones::TakeAway), [`Stack`](games::coins::Stack), [`halving`](games::halving): a pile from
//!   which each move takes at most K times the one before; stacks of gold and silver coins; a pile that may be halved.
//! - [`Check`](check::Check): two independent methods for one thing, compared.
//! - [`cli::timing::Job`]: one thing by every method, timed.
//!
//! # The house
//! ```text
//! cli ─┬─► check ─┬─► games ──► sweep ──► exact
//!      └─► speed ─┘     │                  ▲
//!                       └──► piecewise ────┘
//! ```
//! Nothing points back; `sweep` and `piecewise` do not know each other, nor do `check` and `speed`. A test keeps it so.
//!
//! # What to trust
//! No result depends on floating point. Floats sort out candidates, with bounds of their errors
//! ([`Approximate`](number::Approximate)), and exact numbers decide. The laws that the code rests on each have one home
//! and a test of their name: the [sign rule](number::Surd::sign), the [key bound](lattice::KeyScale),
//! the corner law and the slope law of the [squares](games::squares), the
//! [representation, threshold and winning-move laws](games::stones), the [power and factor laws](games::coins), the
//! [halving law](games::halving).
//!
//! # Bibliography
//! - J. H. Conway, *On Numbers and Games*, 2nd edition, A K Peters 2001.
//! - E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways for your Mathematical Plays*, 2nd edition, A K Peters 2001.
//!   Chapter 4 has Kayles, the game of the one length 1; chapters 1 to 3 have red-blue Hackenbush, the game of the coins.
//! - A. N. Siegel, *Combinatorial Game Theory*, American Mathematical Society 2013. Sections II.1 and IV.1: the theory of
//!   Sprague and Grundy, and octal games.
//! - S. Basu, R. Pollack, M.-F. Roy, *Algorithms in Real Algebraic Geometry*, 2nd edition, Springer 2006. Chapter 2:
//!   Sturm's theorem; chapter 10: isolation of real roots.
//! - J. Abbott, *Quadratic interval refinement for real roots*, ACM Communications in Computer Algebra 48 (2014).
//! - M. J. Whinihan, *Fibonacci Nim*, Fibonacci Quarterly 1 (1963); A. J. Schwenk, *Take-Away Games*, Fibonacci Quarterly 8
//!   (1970): the stones.
//! - Project Euler, problems 644, *Squares on the line*, the question of the main job; 366, *Stone Game III*; 860, *Gold and
//!   Silver Coin Game*.

// input must never reach a panic; tests may
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod algebraic;
#[cfg(feature = "serde")]
pub mod ask;
#[cfg(feature = "cli")]
pub mod check;
#[cfg(feature = "cli")]
pub mod cli;
pub mod games;
pub mod lattice;
pub mod number;
pub mod piecewise;
pub mod sweep;

/// The README's example runs, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
