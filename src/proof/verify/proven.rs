//! What a certificate proves, in words.

use std::fmt;

use itertools::Itertools;

use super::super::certificate::PLACES;
use crate::number::{NumberStyle, Surd};

/// What an accepted certificate proves. With the feature `serde` it becomes one object, whose names
/// are those of the fields.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Proven {
    /// Of which game, and how far g is proven.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub game: ProvenGame,
    /// What else is proven.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub claim: ProvenClaim,
}

/// A game, and how far g is proven.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
#[non_exhaustive]
pub enum ProvenGame {
    /// Pieces on a segment.
    Squares {
        /// The lengths of the pieces, ascending.
        lengths: Vec<Surd>,
        /// Their digits, `3,7`, or one for all; `None` if all are 7.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        rule: Option<String>,
        /// g is proven on [0, limit].
        limit: Surd,
        /// How many steps g has there.
        steps: usize,
    },
    /// Pieces on a segment, each at an end only: a theorem gives g for every length.
    Theorem {
        /// The lengths of the pieces, ascending.
        lengths: Vec<Surd>,
        /// Their digits: `3`.
        rule: &'static str,
        /// Which one, `two lengths` or `additive`.
        theorem: &'static str,
    },
    /// Pieces on a segment, for all lengths of a region.
    Region {
        /// The lengths as forms in x and y.
        lengths: Vec<String>,
        /// Their digits, or one for all.
        rule: String,
    },
    /// An octal game on whole numbers.
    Octal {
        /// The code, as `0.77`.
        octal: String,
        /// G is proven for the heaps from 0 up to this one.
        limit: Box<Surd>,
    },
}

/// What is proven beyond the values.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "claim", rename_all = "lowercase"))]
#[non_exhaustive]
pub enum ProvenClaim {
    /// Nothing.
    Grundy,
    /// The maximum of the gain on a range, and a place that has it.
    Range(Box<ProvenRange>),
    /// The winning moves of a sum of segments.
    Moves {
        /// The segments.
        segments: Vec<Surd>,
        /// Their Grundy values.
        values: Vec<u64>,
        /// The value of the sum.
        grundy: u64,
        /// How many intervals of winning places there are.
        places: usize,
    },
    /// A period. By a theorem it is the least one; otherwise it may be a multiple of that, and may
    /// begin sooner.
    Period {
        /// p: g(L + p) = g(L).
        period: Box<Surd>,
        /// N: for all L ≥ N.
        from: Box<Surd>,
    },
    /// A period and its least start at every point of some cells, of which those that have an area
    /// do not overlap, or those that have a length if the region has no area.
    Periods {
        /// How many cells there are.
        cells: usize,
        /// The part of the region that these are, in decimals, rounded down, and 1 for all of its
        /// area or length; edges of polygons and points do not count.
        share: String,
    },
    /// g has no period, no matter where it would begin.
    Aperiodic,
}

/// The proven maximum of the gain on a range.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ProvenRange {
    /// Where the range begins and ends; for the gain at one length, both are that.
    pub range: [Surd; 2],
    /// A place that has the maximum, rounded to 20 decimals.
    pub at: String,
    /// The place in closed form, unless the decimals alone are proven.
    pub at_exact: Option<Surd>,
    /// The maximum, rounded to 20 decimals.
    pub value: String,
    /// The maximum in closed form, with that of the place.
    pub value_exact: Option<Surd>,
}

impl fmt::Display for Proven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stated = "has the stated values";
        let g = match &self.game {
            ProvenGame::Squares { lengths, rule, limit, steps } => {
                write!(f, "proven: with pieces of the lengths {}, ", listed(lengths))?;
                rule.iter().try_for_each(|rule| write!(f, "by the rule {rule}, "))?;
                write!(f, "g {stated}, in {steps} steps on [0, {limit:#}]")?;
                ["g(L", "L"]
            }
            ProvenGame::Theorem { lengths, rule, theorem } => {
                let theorem = match *theorem {
                    "additive" => "additive games {a, b, a + b}",
                    _ => "two lengths {a, b}",
                };
                write!(f, "proven: with pieces of the lengths {}, by the rule {rule}, ", listed(lengths))?;
                write!(f, "g has the values of the theorem on {theorem}")?;
                ["g(L", "L"]
            }
            ProvenGame::Region { lengths, rule } => {
                let lengths = lengths.iter().format(", ");
                write!(f, "proven: with pieces of the lengths {lengths}, by the rule {rule}, ")?;
                write!(f, "g has the stated periods, at every point of their cells")?;
                ["g(L", "L"]
            }
            ProvenGame::Octal { octal, limit } => {
                write!(f, "proven: in the octal game {octal}, G {stated}, from G(0) to G({limit})")?;
                ["G(n", "n"]
            }
        };
        match &self.claim {
            ProvenClaim::Grundy => Ok(()),
            ProvenClaim::Range(range) => write!(f, "\nproven: {range}"),
            ProvenClaim::Moves { segments, grundy, places, .. } => {
                let sum = segments.iter().map(|segment| format!("{segment:#}")).join(" + ");
                write!(f, "\nproven: {sum} has the value {grundy}, ")?;
                write!(f, "and its winning moves are the {places} stated intervals of places")
            }
            ProvenClaim::Period { period, from } => {
                let [value, place] = g;
                write!(f, "\nproven: {value} + {period:#}) = {value}) for all {place} >= {from:#}")?;
                let is_least = matches!(self.game, ProvenGame::Theorem { .. });
                f.write_str(if is_least { ", and no period is smaller" } else { "" })
            }
            ProvenClaim::Periods { cells, share } => write!(
                f,
                "\nproven: {cells} cells; those that have an area, or a length if the region has no area, do not \
                 overlap, and make up the share {share} of it"
            ),
            ProvenClaim::Aperiodic => {
                f.write_str("\nproven: g has no period, no matter where it would begin")
            }
        }
    }
}

fn listed(lengths: &[Surd]) -> impl fmt::Display {
    lengths.iter().format_with(", ", |length, f| f(&format_args!("{length:#}")))
}

impl fmt::Display for ProvenRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { range: [from, to], at, at_exact, value, value_exact } = self;
        let exact = at_exact.as_ref().zip(value_exact.as_ref());
        let with_decimals = |number| NumberStyle::People.with_decimals(number, PLACES);
        if let Some((at, exact)) = exact.filter(|_| from == to) {
            return write!(f, "the gain at L = {at:#} is {}", with_decimals(exact));
        }
        write!(f, "on [{from:#}, {to:#}] the gain is greatest at L ")?;
        match exact {
            Some((at, exact)) => write!(f, "= {at:#}, where it is {}", with_decimals(exact)),
            None => write!(f, "≈ {at}, where it is about {value}"),
        }
    }
}
