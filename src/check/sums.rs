//! Checks of the squares beyond one segment: sums, targets and periods.

use itertools::Itertools;

use super::compare::{Difference, Row, Tally, answer};
use super::reference::{Record, Reference};
use crate::games::squares::{Grundy, Interval, Lengths, Position};
use crate::number::Surd;
use crate::sweep::Nimber;

/// All checks of these.
pub const CHECKS: &[Row] = &[
    (
        "winning places in sums of segments",
        ["definition at every cut and gap", "walk through the cells"],
        sums,
    ),
    ("W_t(y) for every target t", ["stretches between all breakpoints", "walk through the cells"], targets),
    ("periods of whole lengths up to 8000", ["octal rule", "period theorem"], periods),
];

fn sums(reference: &Reference, tally: &mut Tally) -> Result<(), Difference> {
    let rows: Vec<Record> = reference.rows("sums.csv").try_collect()?;
    let position =
        |row: &Record| -> Result<_, Difference> { Ok([row.text(0)?.to_owned(), row.text(1)?.to_owned()]) };
    let mut rows = rows.into_iter().peekable();
    while let Some(row) = rows.peek() {
        let (of, lengths): (_, Lengths) = (position(row)?, row.read(0)?);
        let segments: Result<Vec<Surd>, _> = row.text(1)?.split(" + ").map(str::parse).collect();
        let segments = segments.map_err(|_| row.unreadable(1))?;
        let grundy = answer(row, Grundy::new(&lengths, segments.iter().max().unwrap_or(lengths.longest())))?;
        let sum = answer(row, answer(row, Position::new(&lengths, segments))?.moves(&grundy, None))?;
        tally.compare(row, row.read::<Nimber>(3)?, sum.grundy)?;
        tally.compare(row, row.text(2)?, sum.segments.iter().map(|moves| moves.grundy).join(" "))?;
        let found = (1..).zip(&sum.segments).flat_map(|(segment, moves)| {
            moves.placements.iter().flat_map(move |places| {
                places.winning.iter().map(move |interval| place(segment, &places.length, interval))
            })
        });
        let mut found = found.collect_vec().into_iter();
        // a position without winning places has one row that says so
        while let Some(row) = rows.next_if(|row| position(row).is_ok_and(|next| next == of)) {
            if !row.text(7)?.is_empty() {
                let interval = interval(row.text(7)?).ok_or_else(|| row.unreadable(7))?;
                let expected = place(row.read(5)?, &row.read(6)?, &interval);
                tally.compare(&row, expected, found.next().unwrap_or_else(|| "no place".to_owned()))?;
            }
        }
        if let Some(more) = found.next() {
            tally.compare(format_args!("after the places of {}", of[1]), "no place", more)?;
        }
    }
    Ok(())
}

fn place(segment: usize, length: &Surd, interval: &Interval) -> String {
    format!("{interval} for {length} in segment {segment}")
}

/// Reads `(1/2; 1]` or `{2}`.
fn interval(text: &str) -> Option<Interval> {
    let mut inside = text.chars();
    let (first, last) = (inside.next()?, inside.next_back()?);
    let ends: Vec<Surd> = inside.as_str().split("; ").map(str::parse).try_collect().ok()?;
    Some(Interval {
        start: ends.first()?.clone(),
        end: ends.last()?.clone(),
        start_included: first != '(',
        end_included: last != ')',
    })
}

fn targets(reference: &Reference, tally: &mut Tally) -> Result<(), Difference> {
    let rows: Vec<Record> = reference.rows("targets.csv").try_collect()?;
    let mut sum = Surd::from(0);
    for (row, next) in rows.iter().zip(rows.iter().skip(1).map(Some).chain([None])) {
        let (lengths, y): (Lengths, Surd) = (row.read(0)?, row.read(1)?);
        let grundy = answer(row, Grundy::new(&lengths, &y))?;
        let found = answer(row, grundy.measure_at(row.read(2)?, &y))?;
        sum += row.read::<Surd>(3)?;
        tally.compare(row, row.read::<Surd>(3)?, found)?;
        // the rows of one y are all there are
        let goes_on = next.is_some_and(|next| next.text(0) == row.text(0) && next.text(1) == row.text(1));
        if !goes_on {
            tally.compare(format_args!("the sum up to {row}"), &y, &std::mem::take(&mut sum))?;
        }
    }
    Ok(())
}

fn periods(reference: &Reference, tally: &mut Tally) -> Result<(), Difference> {
    for row in reference.rows("periods.csv") {
        let row = row?;
        let lengths: Lengths = row.read(0)?;
        let grundy = answer(&row, Grundy::new(&lengths, &row.read(5)?))?.with_period();
        let code = Some(row.text(1)?).filter(|code| !code.is_empty());
        if let Some(code) = code {
            tally.compare(&row, code, lengths.octal_code().unwrap_or_default())?;
        }
        tally.compare(&row, row.read::<Nimber>(2)?, grundy.largest_nimber())?;
        let period = grundy.period();
        let text = |number: Option<&Surd>| number.map_or_else(String::new, Surd::to_string);
        tally.compare(&row, row.text(3)?, text(period.map(|period| &period.length)))?;
        tally.compare(&row, row.text(4)?, text(period.map(|period| &period.from)))?;
    }
    Ok(())
}
