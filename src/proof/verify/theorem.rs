//! Two theorems on subtraction games: what the lengths have to satisfy, and which period follows.
//!
//! Let all digits be 3, and let lengths be measured in units of the shortest one. The page
//! [additive games](crate::docs::additive_games) proves:
//!
//! - {1, x} has the least period 1 + x, or 2 if x is an odd whole number.
//! - {1, x, 1 + x} with 2h − 1 ≤ x < 2h + 1 for a whole number h has the least period x + 2h if x ≤
//!   2h; otherwise 3p − 2hq if x = p/q in lowest terms, and none if x is irrational.
//!
//! All periods hold from 0 on.

use std::io::BufRead;

use num_integer::Integer;
use num_traits::Zero;

use super::proven::{Proven, ProvenClaim, ProvenGame};
use super::table::StepTable;
use crate::number::Surd;
use crate::proof::certificate::{Lines, VerifyError};

/// Reads from the line of the theorem up to the end.
pub(super) fn verify<R: BufRead>(table: &StepTable, lines: &mut Lines<R>) -> Result<Proven, VerifyError> {
    let theorem = match lines.rest() {
        "two lengths" => "two lengths",
        "additive" => "additive",
        _ => return Err(lines.refused("expected 'theorem two lengths' or 'theorem additive'")),
    };
    lines.need(!table.is_anywhere.contains(&true), "the theorem holds only if all digits are 3")?;
    let lengths = table.numbers();
    let (a, b, is_additive) = match (theorem, &lengths[..]) {
        ("two lengths", [a, b]) => (a, b, false),
        ("additive", [a, b, c]) if *c == a + b => (a, b, true),
        _ => return Err(lines.refused("the theorem is not about these lengths")),
    };
    let x = lines.number("x", &table.field)?;
    lines.need(&x * a == *b, "x is not the second length over the first")?;
    let fraction = x.as_rational();
    let period = if is_additive {
        let twice = Surd::from(lines.integer("h")? * 2_i32);
        let is_half = &twice - Surd::from(1) <= x && x < &twice + Surd::from(1);
        lines.need(is_half, "h is not the whole part of (x + 1)/2")?;
        match fraction {
            _ if x <= twice => Some(&x + twice),
            Some(x) => Some(Surd::from(x.numer() * 3_i32) - twice * Surd::from(x.denom().clone())),
            None => None,
        }
    } else {
        let is_odd = fraction.is_some_and(|x| x.is_integer() && x.numer().is_odd());
        Some(if is_odd { Surd::from(2) } else { &x + Surd::from(1) })
    };
    let claim = if let Some(period) = period.map(|period| period * a) {
        let stated = lines.number("period", &table.field)?;
        lines.need(stated == period, "the least period is different")?;
        ProvenClaim::Period { period: Box::new(period), from: Box::new(Surd::zero()) }
    } else {
        lines.named("aperiodic")?;
        lines.need(lines.says("aperiodic"), "nothing may follow 'aperiodic'")?;
        ProvenClaim::Aperiodic
    };
    lines.next()?;
    lines.end()?;
    Ok(Proven { game: ProvenGame::Theorem { lengths, rule: "3", theorem }, claim })
}
