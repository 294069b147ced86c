//! Lengths with letters, and the conditions that bound them, as they are typed.

use std::str::FromStr;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::error::RegionError;
use super::form::whole;
use crate::number::{Surd, quoted};

/// The most letters.
pub(super) const MOST_LETTERS: usize = 2;

/// The coefficients of 1 and of the letters.
pub(super) type Fractions = [BigRational; 1 + MOST_LETTERS];

/// What a condition says of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FormSign {
    Positive,
    NotNegative,
    Zero,
}

/// The signs of relations, and whether they want the right side to be greater; the longer ones
/// first.
const SIGNS: [(&str, FormSign, bool); 7] = [
    ("<=", FormSign::NotNegative, true),
    (">=", FormSign::NotNegative, false),
    ("≤", FormSign::NotNegative, true),
    ("≥", FormSign::NotNegative, false),
    ("<", FormSign::Positive, true),
    (">", FormSign::Positive, false),
    ("=", FormSign::Zero, true),
];

/// Reads lengths that are separated by commas, and finds their letters, in the order of the
/// alphabet.
pub(super) fn lengths(text: &str) -> Result<(Vec<Fractions>, Vec<char>), RegionError> {
    let mut letters: Vec<char> = text.chars().filter(char::is_ascii_alphabetic).collect();
    letters.sort_unstable();
    letters.dedup();
    if letters.is_empty() || letters.len() > MOST_LETTERS {
        return Err(RegionError::Letters { count: letters.len() });
    }
    let forms = text.split(',').map(|text| form(text, &letters)).collect::<Result<_, _>>()?;
    Ok((forms, letters))
}

/// Reads conditions that are separated by commas: chains of forms such as `1 < x <= y`.
pub(super) fn conditions(text: &str, letters: &[char]) -> Result<Vec<([BigInt; 3], FormSign)>, RegionError> {
    let mut conditions = vec![];
    for chain in text.split(',') {
        let (mut left, mut rest): (Option<(Fractions, FormSign, bool)>, _) = (None, chain);
        loop {
            let sign = rest.char_indices().find_map(|(at, _)| {
                let sign = SIGNS.iter().find(|(sign, ..)| rest[at..].starts_with(sign))?;
                Some((at, sign))
            });
            let right = form(sign.map_or(rest, |(at, _)| &rest[..at]), letters).map_err(of_condition)?;
            if let Some((left, relation, is_right_greater)) = &left {
                let difference = [0, 1, 2].map(|index| &right[index] - &left[index]);
                let form = if *is_right_greater { difference } else { difference.map(|part| -part) };
                conditions.push((whole(&form), *relation));
            }
            let Some((at, &(sign, relation, is_right_greater))) = sign else { break };
            left = Some((right, relation, is_right_greater));
            rest = &rest[at + sign.len()..];
        }
        if left.is_none() {
            return Err(RegionError::Condition { text: quoted(chain), reason: "has no sign such as <" });
        }
    }
    Ok(conditions)
}

/// A mistake in a form of a condition.
fn of_condition(error: RegionError) -> RegionError {
    match error {
        RegionError::Form { text, reason } => RegionError::Condition { text, reason },
        other => other,
    }
}

/// Reads a sum of terms: fractions, and fractions of letters.
fn form(text: &str, letters: &[char]) -> Result<Fractions, RegionError> {
    let refused = |reason| RegionError::Form { text: quoted(text.trim()), reason };
    let mut sum: Fractions = std::array::from_fn(|_| BigRational::zero());
    let text = text.replace(char::is_whitespace, "").replace('−', "-");
    let mut rest = text.as_str();
    while !rest.is_empty() || text.is_empty() {
        let term = rest.strip_prefix(['+', '-']).unwrap_or(rest);
        let sign = if rest.starts_with('-') { -BigRational::one() } else { BigRational::one() };
        let end = term.find(['+', '-']).unwrap_or(term.len());
        let (term, after) = term.split_at(end);
        let (index, number) = match term.find(|c: char| c.is_ascii_alphabetic()) {
            None => (0, term.to_owned()),
            Some(at) => {
                let (before, behind) = (&term[..at], &term[at + 1..]);
                let letter = letters.iter().position(|letter| term[at..].starts_with(*letter));
                let index = letter.ok_or_else(|| refused("has a letter that no length has"))? + 1;
                if !behind.is_empty() && !behind.starts_with('/') || behind.contains(char::is_alphabetic) {
                    return Err(refused("is not linear"));
                }
                let factor = match before.strip_suffix('*').unwrap_or(before) {
                    "" => "1",
                    factor if factor.contains('/') && factor == before => {
                        return Err(refused("has two readings; write x/2 or 1/2*x"));
                    }
                    factor => factor,
                };
                (index, format!("{factor}{behind}"))
            }
        };
        let number = Surd::from_str(&number).map_err(|_| refused("is not a sum such as 1/2+x"))?;
        let number = number.as_rational().ok_or_else(|| refused("has a root; give fractions"))?;
        sum[index] += sign * number;
        rest = after;
    }
    Ok(sum)
}
