//! Numbers as text, for people and as fields of an answer.

use std::fmt;

use itertools::Itertools;
use num_bigint::BigUint;
use serde::ser::{Serialize, Serializer};

use crate::algebraic::Algebraic;
use crate::games::squares::Lengths;
use crate::number::Surd;

/// The closed form p + q√d, if there is one.
pub(super) fn closed_form(number: &Algebraic) -> Option<String> {
    number.as_surd().map(Surd::to_string)
}

/// A number for people: decimals, and the closed form if it says more.
pub(super) struct Both<'a> {
    pub(super) decimal: &'a str,
    pub(super) exact: Option<&'a String>,
    /// What is said if there is no closed form.
    pub(super) remark: &'a str,
}

impl fmt::Display for Both<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exact {
            None => write!(f, "{} ({})", self.decimal, self.remark),
            Some(exact) if is_whole(exact) => f.write_str(exact),
            Some(exact) => write!(f, "{} = {exact}", self.decimal),
        }
    }
}

/// Whether a closed form is a whole number of at least 0: its decimals would say nothing more.
pub(super) fn is_whole(exact: &str) -> bool {
    exact.bytes().all(|c| c.is_ascii_digit())
}

/// What a Grundy value means for a single segment or pile.
pub(super) fn outcome(is_p_position: bool) -> &'static str {
    if is_p_position {
        "a P-position: the player to move loses"
    } else {
        "an N-position: the player to move wins"
    }
}

/// A whole number, which becomes digits only when it is written: a string in JSON.
///
/// Thousands of digits take longer to find than most numbers take to compute, and people see few.
#[derive(Clone, Debug)]
pub(super) struct Whole(pub(super) BigUint);

impl fmt::Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Whole {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0.to_string())
    }
}

/// A whole number for people: in full up to 60 digits, else its ends and how many digits there are.
pub(super) fn brief(number: &str) -> String {
    if number.len() <= 60 {
        return number.to_owned();
    }
    let (start, end) = (&number[..20], &number[number.len() - 20..]);
    format!("{start}...{end} ({} digits)", number.len())
}

/// The first numbers of a list for people, and how many there are if not all are shown.
pub(super) fn brief_list(numbers: &[Whole], separator: &str) -> String {
    const SHOWN: usize = 12;
    let more = numbers.len().saturating_sub(SHOWN);
    let list = numbers.iter().take(SHOWN).map(|number| brief(&number.to_string())).join(separator);
    if more == 0 {
        list
    } else {
        format!("{list}{separator}... ({more} more; the JSON object lists them all)")
    }
}

/// " modulo M", or nothing.
pub(super) fn modulo(modulus: Option<&String>) -> String {
    modulus.map_or_else(String::new, |modulus| format!(" modulo {modulus}"))
}

/// Lengths as a list of numbers.
pub(super) fn lengths<S: Serializer>(lengths: &Lengths, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(lengths.as_slice())
}
