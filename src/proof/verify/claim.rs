//! The claim after the table: read line by line, and proven from g.

use std::io::BufRead;

use itertools::Itertools;
use num_rational::BigRational;
use num_traits::One;

use super::gain::VerifiedGain;
use super::proven::{ProvenClaim, ProvenRange};
use super::table::{StepTable, TablePoints};
use crate::lattice::Point;
use crate::number::{Surd, power_of_ten};
use crate::proof::certificate::{Lines, MOST_SEGMENTS, PLACES, VerifyError};

/// Reads the claim and proves it from g, which has to be proven.
pub(super) fn check<R: BufRead>(table: &StepTable, lines: &mut Lines<R>) -> Result<ProvenClaim, VerifyError> {
    let claim = match lines.next()? {
        "range" => ProvenClaim::Range(Box::new(range(table, lines)?)),
        "moves" => moves(table, lines)?,
        "period" => period(table, lines)?,
        _ => {
            lines.end()?;
            return Ok(ProvenClaim::Grundy);
        }
    };
    lines.next()?;
    lines.end()?;
    Ok(claim)
}

fn range<R: BufRead>(table: &StepTable, lines: &mut Lines<R>) -> Result<ProvenRange, VerifyError> {
    lines.need(table.rule().is_none(), "the gain is defined only if all digits are 7")?;
    let ends: [_; 2] = table.points_of(lines)?;
    // a bend is a sum of two, a breakpoint one of three, and a part of it less a length
    let (points, ends) = table.points(&ends, 4)?;
    let (low, high) = (ends[0], ends[1]);
    let (shortest, longest) = (points.lengths[0], points.lengths[points.lengths.len() - 1]);
    lines.need(longest <= low && low <= high, "the range is reversed, or begins below the longest length")?;
    lines.need(high <= points.limit + shortest, "g is not known far enough")?;
    let gain = VerifiedGain::of(table, &points, [low, high]);
    if lines.next()? == "closed" && lines.says("closed") {
        return closed(table, &gain, lines);
    }
    lines.need(lines.says("inside"), "expected 'closed' or 'inside'")?;
    inside(&gain, lines)
}

/// A place and a value in the field of the numbers.
fn closed<R: BufRead>(
    table: &StepTable,
    gain: &VerifiedGain<'_>,
    lines: &mut Lines<R>,
) -> Result<ProvenRange, VerifyError> {
    let [at, value] = [lines.number("at", &table.field)?, lines.number("value", &table.field)?];
    let (decimal, text) = lines.decimal()?;
    let (rest, half) = (&value - decimal, half_unit());
    lines.need(-&half <= rest && rest < half, "the decimal number is not the value, rounded")?;
    let [low, high] = &gain.ends;
    lines.need(*low <= at && at <= *high, "the place lies outside of the range")?;
    lines.need(gain.at(&at) == value, "the gain has a different value there")?;
    gain.bound([low, high], (&value, Some(&at))).map_err(|reason| lines.refused(reason))?;
    let (range, decimal) = (gain.ends.clone(), at.to_decimal(PLACES));
    Ok(ProvenRange { range, at: decimal, at_exact: Some(at), value: text, value_exact: Some(value) })
}

/// A place and a value outside of it, by decimals.
fn inside<R: BufRead>(gain: &VerifiedGain<'_>, lines: &mut Lines<R>) -> Result<ProvenRange, VerifyError> {
    let (place, at) = lines.decimal()?;
    let (top, value) = lines.decimal()?;
    let ([low, high], half) = (&gain.ends, half_unit());
    let (first, last) = (low.clone().max(&place - &half), high.clone().min(place + &half));
    lines.need(first <= last, "the place lies outside of the range")?;
    let greatest = gain.greatest_end(&first, &last);
    lines.need(&top - &half <= greatest, "the gain is less around the place")?;
    let bounds = [(&first, &last, &(top + half)), (low, &first, &greatest), (&last, high, &greatest)];
    for (low, high, most) in bounds {
        gain.bound([low, high], (most, None)).map_err(|reason| lines.refused(reason))?;
    }
    Ok(ProvenRange { range: gain.ends.clone(), at, at_exact: None, value, value_exact: None })
}

fn moves<R: BufRead>(table: &StepTable, lines: &mut Lines<R>) -> Result<ProvenClaim, VerifyError> {
    let [count] = lines.some_integers()?;
    let is_fitting = (1..=MOST_SEGMENTS as i64).contains(&count);
    lines.need(is_fitting, format!("expected 1 to {MOST_SEGMENTS} segments"))?;
    let (mut segments, mut values, mut sum) = (vec![], vec![], 0);
    let limit = table.number(&table.limit);
    for _ in 0..count {
        lines.named("segment")?;
        let (segment, value) = table.point_and_value(lines)?;
        let number = table.number(&segment);
        let is_known = !number.is_negative() && number <= limit;
        lines.need(is_known, "g is not known for the segment")?;
        // the first step begins at 0
        let step = table.starts.partition_point(|start| table.number(start) <= number).saturating_sub(1);
        lines.need(u64::try_from(value) == Ok(table.values[step]), "g has a different value there")?;
        sum ^= table.values[step];
        segments.push(segment);
        values.push(table.values[step]);
    }
    // of the start of a step, a length and a segment
    let (points, places) = table.points(&segments, 3)?;
    let mut count = 0;
    for (&at, value) in places.iter().zip(&values) {
        let pieces = points.lengths.iter().zip(&table.is_anywhere);
        for (&length, &is_anywhere) in pieces.filter(|piece| *piece.0 <= at) {
            let winning = if is_anywhere { winning_places } else { winning_ends };
            let places = winning(&table.values, &points, at - length, sum ^ value);
            count += places.len();
            lines.expect("piece", &[places.len() as i64])?;
            for (ends, are_included) in places {
                let integers = ends.into_iter().flat_map(|end| table.integers(points.coordinates(end)));
                lines.expect("places", &integers.chain(are_included.map(i64::from)).collect_vec())?;
            }
        }
    }
    let segments = segments.iter().map(|segment| table.number(segment)).collect();
    Ok(ProvenClaim::Moves { segments, values, grundy: sum, places: count })
}

/// From where to where a piece wins, and whether each end is included.
type WinningPlaces = Vec<([Point; 2], [bool; 2])>;

/// The maximal intervals of places x from 0 to y with g(x) xor g(y − x) = target, for a y from 0 to
/// the limit.
///
/// Both sides change at the places p and y − p only, for the steps p. At such a place itself, and
/// just above it, where y − x is a little smaller, the steps of both sides are looked up.
fn winning_places(values: &[u64], points: &TablePoints, y: Point, target: u64) -> WinningPlaces {
    let starts = &points.starts[..=points.step_at(y)];
    let places = starts.iter().flat_map(|&start| [start, y - start]).sorted().dedup();
    let mut found = WinningPlaces::new();
    let mut is_open = false;
    for x in places {
        let wanted = values[points.step_at(x)] ^ target;
        let wins = |step: usize| values[step] == wanted;
        let (here, behind) = (wins(points.step_at(y - x)), points.step_before(y - x).is_some_and(wins));
        if is_open && let Some(([_, end], [_, is_included])) = found.last_mut() {
            (*end, *is_included) = (x, here);
        }
        if here && !is_open || behind && !here {
            found.push(([x; 2], [here; 2]));
        }
        is_open = behind;
    }
    found
}

/// The places of a piece that may only lie at an end, where g(0) xor g(y) = g(y) = target: 0 and y,
/// which may be one place, or none.
fn winning_ends(values: &[u64], points: &TablePoints, y: Point, target: u64) -> WinningPlaces {
    let ends = [Point::ORIGIN, y].into_iter().dedup().filter(|_| values[points.step_at(y)] == target);
    ends.map(|end| ([end; 2], [true; 2])).collect()
}

/// A period p of g from N on, by the theorem: g(L + p) = g(L) for all L ≥ N if this holds for N ≤ L
/// < 2N + p + M, where M is the longest length; if all digits are 3, for N ≤ L < N + M.
///
/// *Proof* by induction on the length. Let L be beyond that, and let the claim hold for all lengths
/// from N up to L. A move on L + p leaves parts x ≤ z with x + z ≥ L + p − M ≥ 2N + 2p. So z − p ≥
/// N, and the move on L that leaves x and z − p has the same value. A move on L leaves x ≤ z with
/// x + z ≥ L − M ≥ 2N + p. So z ≥ N, and the move on L + p that leaves x and z + p has the same
/// value. If all digits are 3, x = 0, and L ≥ N + M is enough for z − p ≥ N and z ≥ N. ∎
///
/// Between two neighbouring starts of steps, or such starts less p, nothing changes.
fn period<R: BufRead>(table: &StepTable, lines: &mut Lines<R>) -> Result<ProvenClaim, VerifyError> {
    let [period, from] = table.points_of(lines)?;
    let numbers = [&period, &from].map(|x| table.number(x));
    // an end and a period beyond it: twice both, and the longest length
    let (points, ends) = table.points(&[period, from], 5)?;
    let (p, start) = (ends[0], ends[1]);
    let is_period = Point::ORIGIN < p && Point::ORIGIN <= start;
    lines.need(is_period, "the period is not positive, or begins below 0")?;
    let longest = points.lengths[points.lengths.len() - 1];
    let is_subtraction = !table.is_anywhere.contains(&true);
    let end = if is_subtraction { start } else { start + start + p } + longest;
    lines.need(end + p <= points.limit, "g is not known far enough")?;
    let places = points.starts.iter().flat_map(|&at| [at, at - p]).chain([start]);
    let value = |x| table.values[points.step_at(x)];
    let is_repeated = places.filter(|&x| start <= x && x < end).all(|x| value(x) == value(x + p));
    lines.need(is_repeated, "g does not repeat for as long as the theorem needs")?;
    let [period, from] = numbers.map(Box::new);
    Ok(ProvenClaim::Period { period, from })
}

/// Half of a unit of the last decimal.
fn half_unit() -> Surd {
    BigRational::new(One::one(), power_of_ten(PLACES) * 2).into()
}
