//! The pictures of the Grundy values: the steps of g on a range, of one game or of two.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::axis::{self, Scale};
use super::drawing::{Drawing, MOST_ENDS};
use super::shapes::{Path, Rgb, Spot, Theme};
use super::typeset::{self, TextLine};
use super::{Frame, Look, Picture, Size};
use crate::error::{Error, error};
use crate::games::squares::{CommonStep, Grundy, common_steps, reversed};
use crate::number::{Surd, brief, near_float};

/// Steps are joined by thin lines if each has this many pixels on average.
const JOINED_SPACE: f64 = 3.0;
/// Ends of steps have dots if each step has this many pixels on average.
const ENDS_SPACE: f64 = 10.0;
/// A step has at least this many pixels.
const LEAST_WIDTH: f64 = 1.4;
/// The most marks of a crowded picture; cells are made larger until there are so few.
const MOST_MARKS: usize = 30_000;
/// The size of a mark, if there are few.
const MOST_MARK: f64 = 2.4;
/// Which part of the picture marks may cover.
const MARK_SHARE: f64 = 30.0;

/// The Grundy values g(L) for from ≤ L ≤ to as steps, P-positions in red.
///
/// If there are more steps than pixels, each cell of a grid that holds a part of a step is marked.
///
/// # Errors
/// [`Error`] for a range that is reversed, empty, negative or goes beyond what is known, and
/// for a size for which there is no picture.
///
/// # Cost
/// O(1) for each step up to the end of the range.
///
/// ```
/// use nimsweep::games::squares::Grundy;
/// use nimsweep::plot::{self, Look};
///
/// let grundy = Grundy::new(&"1, sqrt2".parse()?, &"60".parse()?)?;
/// let picture = plot::grundy(&grundy, &"0".parse()?, &"60".parse()?, &Look::default())?;
/// assert_eq!(picture.y, Some(["0", "19"].map(str::to_owned)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn grundy(grundy: &Grundy, from: &Surd, to: &Surd, look: &Look) -> Result<Picture, Error> {
    let steps = PlacedStep::on(grundy, from, to)?;
    let has_lost = steps.iter().any(|step| step.value == 0);
    let highest = steps.iter().map(|step| step.value).max().unwrap_or_default();
    let description = format!("Lengths {}; *: {} steps", typeset::game(grundy.lengths()), steps.len());
    chart(look, &titles(grundy, has_lost), &description, [from, to], highest, |drawing, x, y| {
        let Theme { main, accent, .. } = drawing.theme;
        if steps.len() as f64 > x.length() {
            let (lost, others): (Vec<_>, Vec<_>) = steps.iter().copied().partition(|step| step.value == 0);
            draw_cells(drawing, &others, main, x, y);
            draw_cells(drawing, &lost, accent, x, y);
        } else {
            draw_steps(drawing, &steps, [accent, main], x, y);
            let lattice = grundy.lattice();
            let is_cut =
                grundy.steps().breakpoints().binary_search_by(|&start| lattice.compare(start, from)).is_err();
            draw_ends(drawing, &steps, is_cut, x, y);
        }
    })
}

/// The Grundy values of two games for from ≤ L ≤ to: the steps of the first, in red those of the
/// second where they differ, and the area between both. If there are more steps than pixels, cells
/// of a grid are marked as in [`grundy()`].
///
/// # Errors
/// As [`grundy()`].
///
/// # Cost
/// O(1) for each step up to the end of the range.
///
/// ```
/// use nimsweep::games::squares::Grundy;
/// use nimsweep::plot::{self, Look};
///
/// let upto = "12".parse()?;
/// let [exact, rounded] = [&"1, sqrt2".parse()?, &"1, 1.41421356".parse()?];
/// let games = [&Grundy::new(exact, &upto)?, &Grundy::new(rounded, &upto)?];
/// let picture = plot::compare(games, &"0".parse()?, &upto, &Look::default())?;
/// assert!(picture.svg().contains("intervals where they differ: 10"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compare(games: [&Grundy; 2], from: &Surd, to: &Surd, look: &Look) -> Result<Picture, Error> {
    let mut parts = steps_on(games, from, to)?;
    let highest = parts.iter().flat_map(|part| part.values).max().unwrap_or_default();
    parts.retain(|part| part.values[0] != part.values[1]);
    let [first, second] = [0, 1].map(|game: usize| parts.iter().map(move |part| PlacedStep::of(part, game)));
    let all = PlacedStep::on(games[0], from, to)?;
    let [own, other] = games.map(|game| typeset::game(game.lengths()));
    let intervals = parts.chunk_by(|one, next| one.end == next.start).count();
    let remarks = match intervals {
        0 => [format!("; the same for pieces {other}"), "; two games without a difference".to_owned()],
        _ => [format!("; red: pieces {other}, where they differ"), format!("; red: {other}")],
    };
    let titles = typeset::remarked(&[
        (format!("Grundy values *g*(*L*); blue: pieces {own}"), &remarks[0]),
        (format!("*g*(*L*); blue: pieces {own}"), &remarks[0]),
        (format!("*g*(*L*); blue: {own}"), &remarks[1]),
        ("Grundy values *g*(*L*) of two games".to_owned(), "; red: the second, where they differ"),
        ("*g*(*L*) of two games".to_owned(), "; red: the second"),
        ("*g*(*L*) of two games".to_owned(), ""),
    ]);
    let description = format!("Lengths {own}, and {other}; *: intervals where they differ: {intervals}");
    chart(look, &titles, &description, [from, to], highest, |drawing, x, y| {
        let Theme { main, accent, zero, .. } = drawing.theme;
        let others: Vec<_> = second.clone().collect();
        if (all.len() + others.len()) as f64 > x.length() {
            draw_cells(drawing, &all, main, x, y);
            draw_cells(drawing, &others, accent, x, y);
        } else {
            let between = first.zip(&others).map(|(step, other)| {
                let missing = (LEAST_WIDTH - (x.at(step.end) - x.at(step.start))).max(0.0) / 2.0;
                [
                    Spot::new(x.at(step.start) - missing, y.at(step.value.into())),
                    Spot::new(x.at(step.end) + missing, y.at(other.value.into())),
                ]
            });
            drawing.fill(Path::rectangles(between), zero);
            draw_steps(drawing, &all, [main; 2], x, y);
            draw_steps(drawing, &others, [accent; 2], x, y);
        }
    })
}

/// The axes of a chart of Grundy values, and what is drawn along them. In the description, the
/// range stands for *.
fn chart(
    look: &Look,
    titles: &[TextLine],
    description: &str,
    [from, to]: [&Surd; 2],
    highest: u32,
    draw: impl FnOnce(&mut Drawing, &Scale, &Scale),
) -> Result<Picture, Error> {
    let mut drawing = Drawing::new(look, Size { width: 1200, height: 400 }, titles)?;
    let values = [0.0, f64::from(highest.max(1))];
    let (frame, [ends, others]) = axis::chart(&drawing, |most| axis::whole_ticks(values, most))?;
    let Frame { left, top, right, bottom } = frame;
    let x = Scale::of_range([from, to], [left, right])?;
    let y = Scale::new(values, [bottom, top]);
    draw(&mut drawing, &x, &y);
    axis::below_range(&mut drawing, &x, bottom, [from, to], &TextLine::marked("length *L* of the segment"));
    axis::beside(&mut drawing, &y, left.into(), [&ends, &others], &TextLine::marked("*g*(*L*)"));
    let range = format!("{} ≤ L ≤ {}", typeset::exact(from), typeset::exact(to));
    let description = format!("{}, the largest value {highest}.", description.replacen('*', &range, 1));
    let values = ["0".to_owned(), highest.max(1).to_string()];
    Ok(drawing.picture(&description, frame, Some([from, to].map(Surd::to_string)), Some(values)))
}

/// From long to short; what is red is said if it is there.
fn titles(grundy: &Grundy, has_lost: bool) -> Vec<TextLine> {
    let [pieces, count, rule] = typeset::pieces(grundy.lengths());
    let remarks = ["; red: a P-position, the player to move loses", "; red: a P-position"];
    let [long, short] = if has_lost { remarks } else { ["", ""] };
    typeset::remarked(&[
        (format!("Grundy value *g*(*L*) of a segment of length *L*, {pieces}"), long),
        (format!("Grundy value *g*(*L*), {pieces}"), long),
        (format!("Grundy value *g*(*L*), {pieces}"), short),
        (format!("*g*(*L*), {pieces}"), short),
        (format!("*g*(*L*), {pieces}"), ""),
        (format!("Grundy value *g*(*L*), {count}"), short),
        (format!("*g*(*L*), {count}"), short),
        (format!("Grundy value *g*(*L*){rule}"), short),
        (format!("Grundy value *g*(*L*){rule}"), ""),
    ])
}

/// The common steps on a range, which has a width.
pub(super) fn steps_on<const N: usize>(
    games: [&Grundy; N],
    from: &Surd,
    to: &Surd,
) -> Result<Vec<CommonStep<N>>, Error> {
    match from.cmp(to) {
        Ordering::Less => common_steps(games, from, to),
        Ordering::Equal => Err(no_width(from)),
        Ordering::Greater => Err(reversed(from, to)),
    }
}

/// The range has one place only.
pub(super) fn no_width(place: &Surd) -> Error {
    let place = brief(place);
    error!(Domain, "the range from {place} to {place} has no width; give one that ends after it begins")
}

/// A step of g on the range, in floats.
#[derive(Clone, Copy)]
pub(super) struct PlacedStep {
    pub(super) start: f64,
    pub(super) end: f64,
    pub(super) value: u32,
}

impl PlacedStep {
    /// The steps on a range, its first and last one cut.
    pub(super) fn on(grundy: &Grundy, from: &Surd, to: &Surd) -> Result<Vec<Self>, Error> {
        Ok(steps_on([grundy], from, to)?.iter().map(|step| Self::of(step, 0)).collect())
    }

    fn of<const N: usize>(step: &CommonStep<N>, game: usize) -> Self {
        Self { start: near_float(&step.start), end: near_float(&step.end), value: step.values[game] }
    }
}

/// A bar for each step, of one colour for P-positions and one for others, and lines between them
/// where there is space.
fn draw_steps(drawing: &mut Drawing, steps: &[PlacedStep], [lost, other]: [Rgb; 2], x: &Scale, y: &Scale) {
    let [mut bars, mut lost_bars, mut risers] = <[Path; 3]>::default();
    let thickness = (0.5 * y.per_unit().abs()).clamp(1.5, 3.2) * drawing.unit;
    for step in steps {
        let height = y.at(f64::from(step.value));
        let (start, end) = (x.at(step.start), x.at(step.end));
        let missing = (LEAST_WIDTH - (end - start)).max(0.0);
        let bars = if step.value == 0 { &mut lost_bars } else { &mut bars };
        bars.segment([start - missing / 2.0, end + missing / 2.0].map(|at| Spot::new(at, height)));
    }
    if steps.len() as f64 * JOINED_SPACE <= x.length() {
        for pair in steps.windows(2).filter(|pair| pair[0].end == pair[1].start) {
            let at = x.at(pair[1].start);
            risers.segment([&pair[0], &pair[1]].map(|step| Spot::new(at, y.at(f64::from(step.value)))));
        }
    }
    drawing.stroke(risers, drawing.theme.faint, 0.7);
    drawing.stroke_of_width(bars, other, thickness);
    drawing.stroke_of_width(lost_bars, lost, thickness.max(2.4));
}

/// If there are few steps, dots where each ends, without its value, and begins, with it; none where
/// the range cuts one.
fn draw_ends(drawing: &mut Drawing, steps: &[PlacedStep], is_cut: bool, x: &Scale, y: &Scale) {
    if steps.len() > MOST_ENDS || steps.len() as f64 * ENDS_SPACE > x.length() {
        return;
    }
    for (index, step) in steps.iter().enumerate() {
        let color = if step.value == 0 { drawing.theme.accent } else { drawing.theme.main };
        let mut end =
            |at, is_included| drawing.end(Spot::new(x.at(at), y.at(step.value.into())), is_included, color);
        if index + 1 < steps.len() {
            end(step.end, false);
        }
        if index > 0 || !is_cut {
            end(step.start, true);
        }
    }
}

/// The cells of a grid that hold a part of a step, row by row.
pub(super) fn draw_cells(drawing: &mut Drawing, steps: &[PlacedStep], color: Rgb, x: &Scale, y: &Scale) {
    let mut cell = 1.0;
    let runs = loop {
        let runs = runs(steps, x, y, cell);
        if runs.len() <= MOST_MARKS {
            break runs;
        }
        cell *= 1.5;
    };
    // few marks are drawn larger than their cells
    let space = x.length() * y.length() / runs.len().max(1) as f64;
    let mark = (space / MARK_SHARE).sqrt().clamp(cell, MOST_MARK.max(cell));
    let beyond = (mark - cell) / 2.0;
    let mut marks = Path::default();
    for (row, [first, last]) in runs {
        let height = y.ends[0] - cell * (f64::from(row) + 0.5);
        let start = x.ends[0] + cell * f64::from(first) - beyond;
        let end = x.ends[0] + cell * f64::from(last + 1) + beyond;
        marks.segment([start, end].map(|at| Spot::new(at, height)));
    }
    drawing.stroke_of_width(marks, color, mark);
}

/// The marked cells of each row, as runs from a first to a last column; row 0 holds P-positions
/// only.
fn runs(steps: &[PlacedStep], x: &Scale, y: &Scale, cell: f64) -> Vec<(u32, [u32; 2])> {
    let mut marked = BTreeSet::new();
    // pictures have less than 2^14 pixels
    let column = |at: f64| ((x.at(at) - x.ends[0]) / cell).clamp(0.0, 16384.0) as u32;
    for step in steps {
        let height = (y.ends[0] - y.at(f64::from(step.value))) / cell;
        let row = (height as u32).max(u32::from(step.value > 0));
        let first = column(step.start);
        // a step that ends where a cell begins has no part of it
        let last = column(step.end).max(first + 1) - 1;
        marked.extend((first..=last.max(first)).map(|column| (row, column)));
    }
    let mut runs: Vec<(u32, [u32; 2])> = vec![];
    for (row, column) in marked {
        match runs.last_mut() {
            Some((last_row, [_, last])) if *last_row == row && *last + 1 == column => *last = column,
            _ => runs.push((row, [column, column])),
        }
    }
    runs
}
