//! Recomputes everything known: published figures, reference tables, and each method against
//! a rival.
//!
//! A [`Check`] compares two independent methods entry by entry and stops at the first difference.
//! `nimsweep check` runs [all] of them.
//!
//! The event engine of [`sweep`](crate::sweep) has two roles here. For the squares it computes the
//! reference: g by the general queue of events, which the windows of corners have to reproduce. The
//! other games have laws and closed forms that are faster than any sweep; for them the engine only
//! checks the tables. Methods that serve only to be compared are *rivals*: a rival shares as little
//! as possible with what it checks, and most need much more memory.
//!
//! | file | purpose |
//! | --- | --- |
//! | `reference` | the tables of `data/`, those built into the program or those of a folder |
//! | `compare` | comparing two methods entry by entry |
//! | `squares` · `octal` · `stones` · `coins` · `halving` | the checks of one game each, with their rivals |
//!
//! ```
//! use nimsweep::check::{self, Reference};
//!
//! let reference = Reference::built_in();
//! let kayles = check::all().find(|check| check.subject.contains("Kayles")).unwrap();
//! assert_eq!(kayles.run(&reference)?, 501); // entries, all of them equal
//! # Ok::<(), nimsweep::Error>(())
//! ```

pub(crate) mod coins;
mod compare;
pub(crate) mod halving;
mod octal;
mod reference;
mod squares;
pub(crate) mod stones;

pub use compare::Check;
pub use reference::Reference;

/// All checks, game by game.
pub fn all() -> impl Iterator<Item = Check> {
    let games = [
        ("squares", squares::CHECKS),
        ("octal", octal::CHECKS),
        ("stones", stones::CHECKS),
        ("coins", coins::CHECKS),
        ("halving", halving::CHECKS),
    ];
    let checks = |(game, rows): (_, &'static [compare::Entry])| {
        rows.iter().map(move |&(subject, methods, compare)| Check { game, subject, methods, compare })
    };
    games.into_iter().flat_map(checks)
}
