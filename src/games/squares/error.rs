//! Refusals of the squares that several questions have, and days in words.

use crate::error::{Error, error};
use crate::number::{Surd, brief};

/// A segment has no negative length.
pub(crate) fn negative(length: &Surd) -> Error {
    error!(Domain, "the length {} is negative; a segment has a length of at least 0", brief(length))
}

/// A range ends before it begins.
pub(crate) fn reversed(from: &Surd, to: &Surd) -> Error {
    let [from, to] = [from, to].map(brief);
    error!(Domain, "the range from {from} to {to} is reversed; give the smaller end first")
}

/// g up to a limit is to come in seconds.
pub(super) fn too_slow(limit: &Surd, most: &Surd) -> Error {
    let [limit, most] = [limit, most].map(brief);
    error!(
        TooLarge,
        "computing g up to {limit} would take more than a few seconds; give segments of at most {most}"
    )
}

/// A proven period gives g, but it has too many steps to list them.
pub(super) fn too_many_steps(segment: &Surd) -> Error {
    let segment = brief(segment);
    error!(
        TooManySteps,
        "g has too many steps below {segment} to list all places; ask for those of a part of the segment (within)"
    )
}

/// The winning measure needs numbers that are too large.
pub(super) fn measure_too_large(limit: &Surd, reason: &Error) -> Error {
    let limit = brief(limit);
    error!(
        TooLarge,
        "winning measures up to {limit} need numbers that are too large: {reason}; give a smaller range, or lengths \
         with smaller numerators and denominators"
    )
}

/// So many days are about a century.
pub(super) const A_CENTURY: u64 = 36_525;

/// Some days as people say them.
pub(crate) fn in_words(days: u64) -> String {
    match days {
        ..2 => "about a day".to_owned(),
        2..11 => format!("about {days} days"),
        11..548 => format!("about {} weeks", (days + 3) / 7),
        548..A_CENTURY => format!("about {} years", (days + 182) / 365),
        _ => "more than a century".to_owned(),
    }
}
