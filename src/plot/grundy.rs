//! The picture of the Grundy values: the steps of g on a range.

use std::collections::BTreeSet;

use super::axis::{self, Scale};
use super::drawing::{Drawing, MOST_ENDS};
use super::shapes::{Path, Rgb, Spot};
use super::typeset::{self, TextLine};
use super::{Frame, Look, Picture, PlotError, Size};
use crate::games::squares::{Grundy, SquaresError};
use crate::number::{Surd, near_float};

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
/// [`PlotError`] for a range that is reversed, empty, negative or goes beyond what is known, and
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
pub fn grundy(grundy: &Grundy, from: &Surd, to: &Surd, look: &Look) -> Result<Picture, PlotError> {
    check_range(grundy, from, to)?;
    let steps = PlacedStep::on(grundy, from, to);
    let has_lost = steps.iter().any(|step| step.value == 0);
    let mut drawing = Drawing::new(look, Size { width: 1200, height: 400 }, &titles(grundy, has_lost))?;
    let highest = steps.iter().map(|step| step.value).max().unwrap_or_default();
    let values = [0.0, f64::from(highest.max(1))];
    let (frame, [ends, others]) = axis::chart(&drawing, |most| axis::whole_ticks(values, most))?;
    let Frame { left, top, right, bottom } = frame;
    let x = Scale::of_range([from, to], [left, right])?;
    let y = Scale::new(values, [bottom, top]);
    if steps.len() as f64 > x.length() {
        let (lost, others): (Vec<_>, Vec<_>) = steps.iter().copied().partition(|step| step.value == 0);
        let theme = drawing.theme;
        draw_cells(&mut drawing, &others, theme.main, &x, &y);
        draw_cells(&mut drawing, &lost, theme.accent, &x, &y);
    } else {
        draw_steps(&mut drawing, &steps, &x, &y);
        let lattice = grundy.lattice();
        let is_cut =
            grundy.steps().breakpoints().binary_search_by(|&start| lattice.compare(start, from)).is_err();
        draw_ends(&mut drawing, &steps, is_cut, &x, &y);
    }
    axis::below_range(&mut drawing, &x, bottom, [from, to], &TextLine::marked("length *L* of the segment"));
    axis::beside(&mut drawing, &y, left.into(), [&ends, &others], &TextLine::marked("*g*(*L*)"));
    let description = format!(
        "Lengths {}; {} ≤ L ≤ {}: {} steps, the largest value {highest}.",
        typeset::game(grundy.lengths()),
        typeset::exact(from),
        typeset::exact(to),
        steps.len(),
    );
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

/// Refuses a range on which g is not known, or that has no width.
pub(super) fn check_range(grundy: &Grundy, from: &Surd, to: &Surd) -> Result<(), PlotError> {
    if from > to {
        return Err(SquaresError::Reversed { from: from.clone(), to: to.clone() }.into());
    }
    grundy.value_at(from)?;
    grundy.up_to(to)?;
    if from == to {
        return Err(PlotError::Empty { at: from.clone() });
    }
    Ok(())
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
    pub(super) fn on(grundy: &Grundy, from: &Surd, to: &Surd) -> Vec<Self> {
        let (steps, lattice) = (grundy.steps(), grundy.lattice());
        let starts = steps.breakpoints();
        let first = starts.partition_point(|&start| lattice.compare(start, from).is_le()).saturating_sub(1);
        let last = starts.partition_point(|&start| lattice.compare(start, to).is_le());
        let place = |index: usize| match starts.get(index) {
            _ if index <= first => from.nearest_float(),
            Some(&start) if index < last => near_float(&lattice.exact(start)),
            _ => to.nearest_float(),
        };
        let step =
            |index: usize| Self { start: place(index), end: place(index + 1), value: steps.values()[index] };
        (first..last).map(step).collect()
    }
}

/// A bar for each step, and lines between them where there is space.
fn draw_steps(drawing: &mut Drawing, steps: &[PlacedStep], x: &Scale, y: &Scale) {
    let [mut bars, mut lost, mut risers] = <[Path; 3]>::default();
    let thickness = (0.5 * y.per_unit().abs()).clamp(1.5, 3.2) * drawing.unit;
    for step in steps {
        let height = y.at(f64::from(step.value));
        let (start, end) = (x.at(step.start), x.at(step.end));
        let missing = (LEAST_WIDTH - (end - start)).max(0.0);
        let bars = if step.value == 0 { &mut lost } else { &mut bars };
        bars.segment([start - missing / 2.0, end + missing / 2.0].map(|at| Spot::new(at, height)));
    }
    if steps.len() as f64 * JOINED_SPACE <= x.length() {
        for pair in steps.windows(2) {
            let at = x.at(pair[1].start);
            risers.segment([&pair[0], &pair[1]].map(|step| Spot::new(at, y.at(f64::from(step.value)))));
        }
    }
    let theme = drawing.theme;
    drawing.stroke(risers, theme.faint, 0.7);
    drawing.stroke_of_width(bars, theme.main, thickness);
    drawing.stroke_of_width(lost, theme.accent, thickness.max(2.4));
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
