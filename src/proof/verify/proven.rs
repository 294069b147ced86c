//! What a certificate proves, in words.

use std::fmt;

use itertools::Itertools;

use crate::number::Surd;

/// What an accepted certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proven {
    /// The lengths of the pieces, ascending.
    pub lengths: Vec<Surd>,
    /// g is proven on [0, limit].
    pub limit: Surd,
    /// How many steps g has there.
    pub steps: usize,
    /// What else is proven.
    pub claim: ProvenClaim,
}

/// What is proven besides g.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProvenClaim {
    /// Nothing.
    Grundy,
    /// The maximum of the gain on a range in closed form, and a place that has it.
    Closed {
        /// Where the range begins.
        from: Surd,
        /// Where it ends.
        to: Surd,
        /// The place.
        at: Surd,
        /// The value.
        value: Surd,
        /// The value, rounded to 20 decimals.
        decimal: String,
    },
    /// The same, each rounded to 20 decimals.
    Inside {
        /// Where the range begins.
        from: Surd,
        /// Where it ends.
        to: Surd,
        /// The place.
        at: String,
        /// The value.
        value: String,
    },
    /// The winning moves of a sum of segments.
    Moves {
        /// Each segment with its Grundy value.
        segments: Vec<(Surd, u64)>,
        /// The value of the sum.
        value: u64,
        /// How many intervals of winning places there are.
        places: usize,
    },
}

impl fmt::Display for Proven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { lengths, limit, steps, claim } = self;
        write!(f, "proven: with pieces of the lengths {}, ", lengths.iter().format(", "))?;
        write!(f, "g has the values that are stated, in {steps} steps on [0, {limit}]")?;
        match claim {
            ProvenClaim::Grundy => Ok(()),
            ProvenClaim::Closed { from, to, at, value, decimal } if from == to => {
                write!(f, "\nproven: the gain at L = {at} is {value} = {decimal}")
            }
            ProvenClaim::Closed { from, to, at, value, decimal } => {
                write!(
                    f,
                    "\nproven: on [{from}, {to}] the gain is greatest at L = {at}, where it is {value} = {decimal}"
                )
            }
            ProvenClaim::Inside { from, to, at, value } => {
                write!(
                    f,
                    "\nproven: on [{from}, {to}] the gain is greatest at L = {at}, where it is {value}, both rounded"
                )
            }
            ProvenClaim::Moves { segments, value, places } => {
                let sum = segments.iter().map(|(segment, _)| segment).format(" + ");
                write!(
                    f,
                    "\nproven: {sum} has the value {value}, and its winning moves are the {places} intervals of places that are stated"
                )
            }
        }
    }
}
