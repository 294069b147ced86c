//! The claim behind the table: read line by line, and proven.

use std::io::BufRead;

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Pow, Signed, Zero};

use super::gain::Gain;
use super::mex::Keys;
use super::moves::winning_places;
use super::proven::{ProvenClaim, ProvenRange};
use super::table::{Pair, Table};
use crate::number::Surd;
use crate::proof::certificate::{Lines, MOST_SEGMENTS, PLACES, VerifyError, WHOLE_DIGITS, is_digits};

/// Reads the claim and proves it from g, which has to be proven.
pub(super) fn check<R: BufRead>(
    table: &Table,
    keys: &Keys,
    lines: &mut Lines<R>,
) -> Result<ProvenClaim, VerifyError> {
    let claim = match lines.next()? {
        "range" => range(table, keys, lines)?,
        "moves" => moves(table, lines)?,
        _ => {
            lines.end()?;
            return Ok(ProvenClaim::Grundy);
        }
    };
    lines.next()?;
    lines.end()?;
    Ok(claim)
}

fn range<R: BufRead>(table: &Table, keys: &Keys, lines: &mut Lines<R>) -> Result<ProvenClaim, VerifyError> {
    let [a, b, c, d] = lines.some_integers()?;
    let [low, high] = [table.pair(lines, [a, b])?, table.pair(lines, [c, d])?];
    let [shortest, longest] =
        [table.lengths.first(), table.lengths.last()].map(|length| length.copied().unwrap_or(Pair::ZERO));
    let is_range = table.compare(longest, low).is_le() && table.compare(low, high).is_le();
    lines.need(is_range, "the range is reversed, or begins below the longest length")?;
    let is_known = table.compare(high, table.limit + shortest).is_le();
    lines.need(is_known, "g is not known far enough")?;
    let gain = Gain::of(table, keys, [low, high]);
    if lines.next()? == "closed" && lines.says("closed") {
        return closed(table, &gain, lines);
    }
    lines.need(lines.says("inside"), "expected 'closed' or 'inside'")?;
    inside(&gain, lines)
}

/// A place and a value in the field of the numbers.
fn closed<R: BufRead>(
    table: &Table,
    gain: &Gain<'_>,
    lines: &mut Lines<R>,
) -> Result<ProvenClaim, VerifyError> {
    let at = number(table, lines, "at")?;
    let value = number(table, lines, "value")?;
    let (decimal, text) = decimal(lines)?;
    let (rest, half) = (&value - decimal, half_unit());
    let is_rounded = -&half <= rest && rest < half;
    lines.need(is_rounded, "the decimal number is not the value, rounded")?;
    let [low, high] = &gain.ends;
    lines.need(*low <= at && at <= *high, "the place lies outside of the range")?;
    lines.need(gain.at(&at) == value, "the gain has another value there")?;
    gain.bound([low, high], &value, Some(&at)).map_err(|reason| lines.refused(reason))?;
    let (from, to, decimal) = (low.clone(), high.clone(), at.to_decimal(PLACES));
    let range = ProvenRange { from, to, exact: Some([at, value]), at: decimal, value: text };
    Ok(ProvenClaim::Range(Box::new(range)))
}

/// A place and a value outside of it, by decimals.
fn inside<R: BufRead>(gain: &Gain<'_>, lines: &mut Lines<R>) -> Result<ProvenClaim, VerifyError> {
    let (place, at) = decimal(lines)?;
    let (top, value) = decimal(lines)?;
    let [low, high] = &gain.ends;
    let half = half_unit();
    let (first, last) = (low.clone().max(&place - &half), high.clone().min(place + &half));
    lines.need(first <= last, "the place lies outside of the range")?;
    let greatest = gain.greatest_end(&first, &last);
    lines.need(&top - &half <= greatest, "the gain is less around the place")?;
    let bounds = [(&first, &last, &(top + half)), (low, &first, &greatest), (&last, high, &greatest)];
    for (low, high, most) in bounds {
        gain.bound([low, high], most, None).map_err(|reason| lines.refused(reason))?;
    }
    let (from, to) = (low.clone(), high.clone());
    Ok(ProvenClaim::Range(Box::new(ProvenRange { from, to, exact: None, at, value })))
}

fn moves<R: BufRead>(table: &Table, lines: &mut Lines<R>) -> Result<ProvenClaim, VerifyError> {
    let [count] = lines.some_integers()?;
    let is_fitting = (1..=MOST_SEGMENTS).contains(&count);
    lines.need(is_fitting, format!("expected 1 to {MOST_SEGMENTS} segments"))?;
    let (mut segments, mut sum) = (vec![], 0);
    for _ in 0..count {
        lines.read("segment")?;
        let [a, b, value] = lines.some_integers()?;
        let segment = table.pair(lines, [a, b])?;
        let is_known =
            table.compare(Pair::ZERO, segment).is_le() && table.compare(segment, table.limit).is_le();
        lines.need(is_known, "g is not known for the segment")?;
        let known = table.values[table.step_at(segment)];
        lines.need(u64::try_from(value) == Ok(known), "g has another value there")?;
        sum ^= known;
        segments.push((segment, known));
    }
    let mut count = 0;
    for &(segment, value) in &segments {
        let fitting = table.lengths.iter().filter(|&&length| table.compare(length, segment).is_le());
        for &length in fitting {
            let places = winning_places(table, segment - length, sum ^ value);
            count += places.len();
            lines.expect("piece", &[places.len() as i64])?; // two for each step at most
            for places in places {
                lines.expect("places", &places.integers())?;
            }
        }
    }
    let segments = segments.into_iter().map(|(segment, value)| (table.number(segment), value)).collect();
    Ok(ProvenClaim::Moves { segments, value: sum, places: count })
}

/// A line with a name and the number (a + b√d)/r in lowest terms.
fn number<R: BufRead>(table: &Table, lines: &mut Lines<R>, name: &str) -> Result<Surd, VerifyError> {
    lines.read(name)?;
    let [a, b, r] = lines.long_integers()?;
    let is_lowest =
        r.is_positive() && a.gcd(&b).gcd(&r).is_one() && (table.radicand.is_some() || b.is_zero());
    let reason = "expected a b r with r > 0, without common divisor, and b = 0 if the radicand is 0";
    lines.need(is_lowest, reason)?;
    let [a, b] = [a, b].map(|x| BigRational::new(x, r.clone())); // r is not 0
    Ok(table.radicand.map_or_else(|| a.clone().into(), |d| Surd::new(a.clone(), b, d)))
}

/// A line with a decimal number, as a number and as its text.
fn decimal<R: BufRead>(lines: &mut Lines<R>) -> Result<(Surd, String), VerifyError> {
    lines.next()?;
    let reason = || lines.refused(format!("expected 'decimal' and a number with {PLACES} decimals"));
    let text = lines.rest("decimal").ok_or_else(reason)?.to_owned();
    let (whole, places) = text.split_once('.').ok_or_else(reason)?;
    let is_plain = whole == "0" || !whole.is_empty() && !whole.starts_with('0');
    let is_fitting = is_plain && whole.len() <= WHOLE_DIGITS && places.len() == PLACES;
    if !(is_fitting && is_digits(whole) && is_digits(places)) {
        return Err(reason());
    }
    let digits: BigInt = format!("{whole}{places}").parse().unwrap_or_default(); // digits only
    Ok((BigRational::new(digits, unit()).into(), text))
}

fn unit() -> BigInt {
    BigInt::from(10).pow(PLACES)
}

/// Half of a unit of the last decimal.
fn half_unit() -> Surd {
    BigRational::new(BigInt::one(), unit() * 2).into()
}
