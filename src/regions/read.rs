//! Lengths with letters, and the conditions that bound them, as they are typed.

use std::iter::zip;

use num_bigint::BigInt;
use num_rational::BigRational;

use super::form::whole;
use crate::error::Error;
use crate::number::{letters_of, quoted, read_form};

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
pub(super) fn lengths(text: &str) -> Result<(Vec<Fractions>, Vec<char>), Error> {
    let letters = letters_of(text);
    if letters.is_empty() || letters.len() > MOST_LETTERS {
        let count = letters.len();
        let text = format!(
            "the lengths have {count} letters; give one or two, such as in 1,x,y; for numbers alone, ask for their period"
        );
        return Err(Error::of_key("lengths", text));
    }
    let forms = text.split(',').map(|text| form("lengths", text, &letters)).collect::<Result<_, _>>()?;
    Ok((forms, letters))
}

/// Reads conditions that are separated by commas: chains of forms such as `1 < x <= y`.
pub(super) fn conditions(text: &str, letters: &[char]) -> Result<Vec<([BigInt; 3], FormSign)>, Error> {
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
            let text = format!("'{}' has no < or >; write, for example, 1<x<y<3", quoted(chain));
            return Err(Error::of_key(KEY, text));
        }
    }
    Ok(conditions)
}

/// Reads a linear form with rational coefficients.
fn form(key: &'static str, text: &str, letters: &[char]) -> Result<Fractions, Error> {
    /// The most digits of a number, as in certificates.
    const MOST_DIGITS: u64 = 200;
    let refused = |reason: &str| Error::of_key(key, format!("'{}' {reason}", quoted(text.trim())));
    let parts = read_form(text, letters).map_err(|error| match error.found() {
        Some(found) if letters.contains(&found) => refused(&format!(
            "has the letter {found} where no letter may be; write linear forms such as 1+x/2"
        )),
        Some(found) if found.is_alphabetic() => {
            refused(&format!("has the letter {found}, which no length has; use those of the lengths"))
        }
        _ => error.at(key),
    })?;
    let mut form = Fractions::default();
    for (own, part) in zip(&mut form, parts) {
        let part = part.as_rational().ok_or_else(|| refused("has a root; give fractions"))?;
        // 2^10 has more than 3 digits
        if part.numer().bits().max(part.denom().bits()) > MOST_DIGITS * 10 / 3 {
            return Err(refused(&format!(
                "has numbers of more than {MOST_DIGITS} digits; give shorter ones"
            )));
        }
        *own = part;
    }
    Ok(form)
}
