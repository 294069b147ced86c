//! What answers begin with: the method, if the question names one, and what all steps of g have in
//! common.

use serde::{Serialize, Serializer};

use super::text;
use crate::games::squares::{Grundy, Lengths, Method};
use crate::number::Surd;
use crate::sweep::Nimber;

/// An object that names the method by which g was computed, if the question does.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ByMethod<T> {
    #[serde(serialize_with = "name", skip_serializing_if = "Option::is_none")]
    pub(super) method: Option<Method>,
    #[serde(flatten)]
    pub(super) object: T,
}

fn name<S: Serializer>(method: &Option<Method>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&method.unwrap_or_default())
}

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
