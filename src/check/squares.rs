//! Checks of the squares on the line.

use itertools::Itertools;

use super::compare::{Entry, Tally, answer};
use super::reference::{Published, Record, Reference};
use crate::algebraic::Algebraic;
use crate::error::Error;
use crate::games::squares::{Digit, Gain, Grundy, GrundyRun, Interval, Lengths, Maximum, Method, Position};
use crate::number::Surd;
use crate::sweep::Nimber;

/// All checks of this game.
pub const CHECKS: &[Entry] = &[
    ("published figures", ["problem statement", "exact maximum and gain"], published),
    ("g for lengths 1, sqrt2 up to 60", ["definition at lattice points", "windows of corners"], steps),
    ("Kayles, the game of the length 1", ["its own recurrence", "windows of corners"], kayles),
    ("g for six sets of lengths up to 600", ["event queue", "windows of corners"], queue),
    (
        "g for eight sets of commensurable lengths up to 900",
        ["windows of corners", "octal game"],
        commensurable,
    ),
    (
        "octal games of 23 sets of whole lengths up to 8000, with their periods",
        ["sets of options", "octal game"],
        octal,
    ),
    ("W between 40 and 60", ["walk through the cells", "slope changes"], measure),
    (
        "winning places in sums of segments",
        ["definition at every cut and gap", "walk through the cells"],
        sums,
    ),
    ("W_t(y) for every target t", ["stretches between all breakpoints", "walk through the cells"], targets),
    ("periods of whole lengths up to 8000", ["octal rule", "period theorem"], periods),
    (
        "g for eight sets of lengths with the digits 3 and 7",
        ["definition at lattice points", "every method of computing g"],
        digits,
    ),
];

fn published(reference: &Reference, tally: &mut Tally) -> Result<(), Error> {
    for figure in reference.published("squares") {
        let figure = figure?;
        let (place, value) = (&figure.row, computed(&figure)?);
        if let Some(exact) = &figure.exact {
            let found = value.as_surd().map_or_else(|| value.to_decimal(30), Surd::to_string);
            tally.compare(place, exact, &found)?;
        }
        if let Some(decimal) = &figure.decimal {
            let places = decimal.split_once('.').map_or(0, |(_, places)| places.len());
            tally.compare(place, decimal, &value.to_decimal(places))?;
        }
    }
    Ok(())
}

fn computed(figure: &Published) -> Result<Algebraic, Error> {
    let row = &figure.row;
    let upto = |limit: &Surd| answer(row, Grundy::new(&Lengths::default(), limit));
    let gain = || -> Result<Gain, Error> {
        let at = figure.argument()?;
        answer(row, upto(&at)?.gain_at(&at))
    };
    let chance = |index: usize| Ok(gain()?.chances[index].probability.clone().into());
    let maximum = || -> Result<Maximum, Error> {
        let range: Option<(Surd, Surd)> = figure.arguments()?.into_iter().collect_tuple();
        let (from, to) = range.ok_or_else(|| row.unreadable(2))?;
        answer(row, upto(&to)?.maximum(&from, &to))
    };
    match figure.figure.as_str() {
        "e" => Ok(gain()?.value.into()),
        "straight" => chance(0),
        "diagonal" => chance(1),
        "f" => Ok(maximum()?.value),
        "at" => Ok(maximum()?.at),
        _ => Err(figure.unknown()),
    }
}

/// g on [0, limit] by windows of corners, for lengths and a limit that this file writes.
fn grundy(lengths: &str, limit: &str) -> Result<Grundy, Error> {
    let (lengths, limit) = parsed(lengths, limit)?;
    Ok(answer(&lengths, GrundyRun::by_method(Method::Places, &lengths, &limit))?.finish())
}

fn parsed(lengths: &str, limit: &str) -> Result<(Lengths, Surd), Error> {
    Ok((answer(lengths, lengths.parse())?, answer(limit, limit.parse())?))
}

fn steps(reference: &Reference, tally: &mut Tally) -> Result<(), Error> {
    let grundy = grundy("1,sqrt2", "60")?;
    let mut steps = listed(&grundy);
    for row in reference.rows("squares.csv") {
        let row = row?;
        let expected = step((row.read(0)?, row.read(1)?));
        tally.compare(&row, expected, steps.next().unwrap_or_else(|| "no step".to_owned()))?;
    }
    match steps.next() {
        None => Ok(()),
        Some(more) => tally.compare("after squares.csv", "no step", more),
    }
}

fn step((start, value): (Surd, Nimber)) -> String {
    format!("{value} from {start}")
}

/// The steps of g.
fn listed(grundy: &Grundy) -> impl Iterator<Item = String> {
    grundy.intervals().map(|(start, _, value)| step((start, value)))
}

fn kayles(reference: &Reference, tally: &mut Tally) -> Result<(), Error> {
    let grundy = grundy("1", "500")?;
    reference.each("kayles.csv", |row| {
        let found = answer(row, grundy.value_at(&row.read(0)?))?.to_string();
        tally.compare(row, row.text(1)?, found)
    })
}

fn queue(_: &Reference, tally: &mut Tally) -> Result<(), Error> {
    let sets = ["1,sqrt2", "1,sqrt3", "1,(1+sqrt5)/2", "1,3/2", "1,sqrt2,2", "3,1+sqrt2"];
    by_method(Method::Engine, &sets, "600", tally)
}

fn commensurable(_: &Reference, tally: &mut Tally) -> Result<(), Error> {
    let sets = ["1", "1,2", "2,3", "3,5", "1,3/2", "1,7", "1,2,4", "sqrt2,3sqrt2"];
    by_method(Method::Fastest, &sets, "900", tally)
}

/// Compares the steps that a method finds with those by windows of corners.
fn by_method(method: Method, sets: &[&str], limit: &str, tally: &mut Tally) -> Result<(), Error> {
    for lengths in sets {
        let (set, end) = parsed(lengths, limit)?;
        let found = answer(&set, Grundy::by_method(method, &set, &end))?;
        let other = grundy(lengths, limit)?;
        tally.compare(&set, found.steps().len(), other.steps().len())?;
        for (one, other) in listed(&found).zip(listed(&other)) {
            tally.compare(&set, one, other)?;
        }
    }
    Ok(())
}

fn octal(reference: &Reference, tally: &mut Tally) -> Result<(), Error> {
    reference.each("octal.csv", |row| period(row, &row.text(0)?.replace(' ', ","), "7999", tally))
}

fn periods(reference: &Reference, tally: &mut Tally) -> Result<(), Error> {
    reference.each("periods.csv", |row| period(row, row.text(0)?, row.text(5)?, tally))
}

/// Compares the octal code, if there is one, the largest value and the period.
fn period(row: &Record, lengths: &str, end: &str, tally: &mut Tally) -> Result<(), Error> {
    let (lengths, end) = parsed(lengths, end)?;
    let grundy = answer(row, Grundy::new(&lengths, &end))?.with_period();
    let period = grundy.period().map(|period| [&period.length, &period.from].map(Surd::to_string));
    let [length, from] = period.unwrap_or_default();
    if !row.text(1)?.is_empty() {
        tally.compare(row, row.text(1)?, lengths.octal_code().unwrap_or_default())?;
    }
    tally.compare(row, row.read::<Nimber>(2)?, grundy.largest_nimber())?;
    tally.compare(row, row.text(3)?, length)?;
    tally.compare(row, row.text(4)?, from)
}

fn measure(_: &Reference, tally: &mut Tally) -> Result<(), Error> {
    for lengths in ["1,sqrt2", "1,(1+sqrt5)/2", "3,1+sqrt2"] {
        let grundy = grundy(lengths, "60")?;
        let curve = answer(lengths, grundy.gain_curve(&Surd::from(40), &Surd::from(60)))?;
        let measure = curve.winning_measure();
        let breakpoints = measure.breakpoints().iter().map(|&breakpoint| grundy.lattice().exact(breakpoint));
        for (breakpoint, next) in breakpoints.tuple_windows() {
            let between = (&breakpoint + &next) / Surd::from(2);
            for y in [breakpoint, between] {
                let walked = answer(&y, grundy.measure_at(0, &y))?;
                tally.compare(format_args!("W({y})"), walked, measure.evaluate(&y))?;
            }
        }
    }
    Ok(())
}

/// What the rows of one game or position have in common: the first two columns.
fn subject(row: &Record) -> Result<[String; 2], Error> {
    Ok([row.text(0)?.to_owned(), row.text(1)?.to_owned()])
}

fn sums(reference: &Reference, tally: &mut Tally) -> Result<(), Error> {
    let rows: Vec<Record> = reference.rows("sums.csv").try_collect()?;
    let mut rows = rows.into_iter().peekable();
    while let Some(row) = rows.peek() {
        let (of, lengths): (_, Lengths) = (subject(row)?, row.read(0)?);
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
        while let Some(row) = rows.next_if(|row| subject(row).is_ok_and(|next| next == of)) {
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

fn targets(reference: &Reference, tally: &mut Tally) -> Result<(), Error> {
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

fn digits(reference: &Reference, tally: &mut Tally) -> Result<(), Error> {
    let rows: Vec<Record> = reference.rows("digits.csv").try_collect()?;
    let mut rows = rows.into_iter().peekable();
    while let Some(first) = rows.next() {
        let of = subject(&first)?;
        let rule = of[1].split("").filter(|digit| !digit.is_empty()).map(str::parse);
        let rule: Vec<Digit> = answer(&first, rule.try_collect())?;
        let numbers = answer(&first, of[0].split(',').map(str::parse::<Surd>).try_collect::<_, Vec<_>, _>())?;
        let (lengths, limit) = (answer(&first, Lengths::with_rule(numbers, &rule))?, first.read::<Surd>(2)?);
        let step = |row: &Record| -> Result<_, Error> { Ok(step((row.read(3)?, row.read(4)?))) };
        let mut steps = vec![step(&first)?];
        while let Some(row) = rows.next_if(|row| subject(row).is_ok_and(|next| next == of)) {
            steps.push(step(&row)?);
        }
        let expected = steps.join(", ");
        for method in Method::ALL {
            let grundy = answer(&first, Grundy::by_method(method, &lengths, &limit))?;
            tally.compare(format_args!("{first} by {method}"), &expected, &listed(&grundy).join(", "))?;
        }
    }
    Ok(())
}
