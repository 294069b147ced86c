//! Lengths with letters, and the conditions that bound them, as they are typed.

use std::iter::zip;
use std::str::FromStr;

use itertools::Itertools;
use num_bigint::BigInt;
use num_rational::BigRational;

use super::error::RegionError;
use super::form::whole;
use crate::number::{ParseProblem, Surd, quoted};

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

/// Whether it is a letter, other than that of `1e18`.
fn is_letter(c: &char) -> bool {
    c.is_alphabetic() && !"eE".contains(*c)
}

/// Reads lengths that are separated by commas, and finds their letters, in the order of the
/// alphabet.
pub(super) fn lengths(text: &str) -> Result<(Vec<Fractions>, Vec<char>), RegionError> {
    let mut letters: Vec<char> = text.chars().filter(is_letter).collect();
    letters.sort_unstable();
    letters.dedup();
    if letters.is_empty() || letters.len() > MOST_LETTERS {
        return Err(RegionError::Letters { count: letters.len() });
    }
    let forms = text.split(',').map(|text| form("lengths", text, &letters)).collect::<Result<_, _>>()?;
    Ok((forms, letters))
}

/// Reads conditions that are separated by commas: chains of forms such as `1 < x <= y`.
pub(super) fn conditions(text: &str, letters: &[char]) -> Result<Vec<([BigInt; 3], FormSign)>, RegionError> {
    const KEY: &str = "for";
    let mut conditions = vec![];
    for chain in text.split(',') {
        let (mut left, mut rest): (Option<(Fractions, FormSign, bool)>, _) = (None, chain);
        loop {
            let sign = rest.char_indices().find_map(|(at, _)| {
                let sign = SIGNS.iter().find(|(sign, ..)| rest[at..].starts_with(sign))?;
                Some((at, sign))
            });
            let right = form(KEY, sign.map_or(rest, |(at, _)| &rest[..at]), letters)?;
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
            let reason = "has no sign; write such as 1<x<y<3";
            return Err(RegionError::Form { key: KEY, text: quoted(chain), reason });
        }
    }
    Ok(conditions)
}

/// Reads a linear form by the grammar of numbers: by its values where the letters are numbers.
fn form(key: &'static str, text: &str, letters: &[char]) -> Result<Fractions, RegionError> {
    /// A form that is not linear has another value here.
    const ELSEWHERE: [i64; 2] = [7919, -104_729];
    let refused = |reason| RegionError::Form { key, text: quoted(text.trim()), reason };
    let is_part = |c: char| c.is_alphanumeric() || "()½".contains(c);
    let words = text.split_whitespace();
    if words
        .tuple_windows()
        .any(|(word, next): (&str, &str)| word.ends_with(is_part) && next.starts_with(is_part))
    {
        return Err(refused("has a blank between two numbers; write a comma, a sign or *"));
    }
    let value = |values: [i64; 2]| {
        let put = |text: String, (letter, value)| text.replace(letter, &format!("({value})"));
        let number = zip(letters.iter().copied(), values).fold(text.to_owned(), put);
        if number.contains(|c| is_letter(&c)) {
            return Err(refused("has a letter that no length has; use those of the lengths"));
        }
        let number = Surd::from_str(&number).map_err(|error| match error.problem {
            ParseProblem::TwoReadings { .. } => refused("has two readings; write such as x/2 or 1/2*x"),
            _ => refused("cannot be read; write linear forms such as 1+x/2"),
        })?;
        number.as_rational().cloned().ok_or_else(|| refused("has a root; give fractions"))
    };
    let [one, x, y, elsewhere] = [value([0, 0])?, value([1, 0])?, value([0, 1])?, value(ELSEWHERE)?];
    let form = [one.clone(), x - &one, y - one];
    let expected = &form[0] + &form[1] * BigInt::from(ELSEWHERE[0]) + &form[2] * BigInt::from(ELSEWHERE[1]);
    if elsewhere == expected { Ok(form) } else { Err(refused("is not linear; write such as 1+x/2")) }
}
