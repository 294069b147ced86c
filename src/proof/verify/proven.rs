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

/// What is proven beyond g.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProvenClaim {
    /// Nothing.
    Grundy,
    /// The maximum of the gain on a range, and a place that has it.
    Range(Box<ProvenRange>),
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

/// The proven maximum of the gain on a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvenRange {
    /// Where the range begins.
    pub from: Surd,
    /// Where it ends; for the gain at one length, there, too.
    pub to: Surd,
    /// The place and the value in closed form, unless the decimals alone are proven.
    pub exact: Option<[Surd; 2]>,
    /// A place that has the maximum, rounded to 20 decimals.
    pub at: String,
    /// The maximum, rounded to 20 decimals.
    pub value: String,
}

impl fmt::Display for Proven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { lengths, limit, steps, claim } = self;
        write!(f, "proven: with pieces of the lengths {}, ", lengths.iter().format(", "))?;
        write!(f, "g has the values that are stated, in {steps} steps on [0, {limit}]")?;
        match claim {
            ProvenClaim::Grundy => Ok(()),
            ProvenClaim::Range(range) => write!(f, "\nproven: {range}"),
            ProvenClaim::Moves { segments, value, places } => {
                let sum = segments.iter().map(|(segment, _)| segment).format(" + ");
                write!(f, "\nproven: {sum} has the value {value}, ")?;
                write!(f, "and its winning moves are the {places} intervals of places that are stated")
            }
        }
    }
}

impl fmt::Display for ProvenRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, to, exact, at, value } = self;
        if let Some([at, exact]) = exact.as_ref().filter(|_| from == to) {
            return write!(f, "the gain at L = {at} is {exact} = {value}");
        }
        write!(f, "on [{from}, {to}] the gain is greatest at L = ")?;
        match exact {
            Some([at, exact]) => write!(f, "{at}, where it is {exact} = {value}"),
            None => write!(f, "{at}, where it is {value}, both rounded"),
        }
    }
}
