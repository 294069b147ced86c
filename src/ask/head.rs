//! What an answer about all steps of g begins with.

use serde::Serialize;

use super::text;
use crate::games::squares::{Grundy, Lengths};
use crate::number::Surd;
use crate::sweep::Nimber;

/// The question, and g on [0, upto] as a whole.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Head {
    #[serde(serialize_with = "text::lengths")]
    lengths: Lengths,
    upto: Surd,
    digits: usize,
    steps: usize,
    largest_nimber: Nimber,
}

impl Head {
    /// The head of an answer from g up to the limit.
    pub(super) fn of(grundy: &Grundy, upto: &Surd, digits: usize) -> Self {
        Self {
            lengths: grundy.lengths().clone(),
            upto: upto.clone(),
            digits,
            steps: grundy.steps().len(),
            largest_nimber: grundy.largest_nimber(),
        }
    }
}
