//! The picture of two segments: g(x) xor g(y) over the square, the P-positions in red.
//!
//! # Few marks for many values
//! A binary digit of g(x) xor g(y) is 1 where that of exactly one of g(x) and g(y) is. So one path
//! by the even-odd rule shows it on the whole square: upright strips where g(x) has the digit, and
//! level strips where g(y) has it. Digit number k is laid on with the opacity 1 − q^(2^k), which
//! leaves the part q^(2^k) of what is below, so that a value v leaves q^v. Thus each value has its
//! own shade, and K steps take O(K) strips for each digit instead of K² rectangles. Rectangles are
//! drawn only where the value is 0.

use std::collections::HashMap;

use itertools::Itertools;

use super::axis::{self, RoundNumbers, Scale, Tick};
use super::drawing::{Anchor, Drawing, Path, Spot, Theme};
use super::grundy::PlacedStep;
use super::typeset::{self, TextLine};
use super::{Frame, Look, Picture, PlotError, Size};
use crate::games::squares::{Grundy, Lengths};
use crate::number::Surd;

/// The most rectangles of P-positions.
const MOST_RECTANGLES: usize = 12_000;
/// How many times the shortest length a square usually shows well.
const USUAL_TIMES: u64 = 100;
/// The part of the lightest shade that the greatest value leaves.
const LEAST_SHARE: f64 = 0.16;
/// The width of the scale of values, in units.
const BAR: f64 = 14.0;

/// The value g(x) xor g(y) of two segments of lengths x and y up to `upto`, P-positions in red.
///
/// # Errors
/// [`PlotError`] for an end that is 0, negative, beyond what is known or one that floats cannot
/// place, and if more than 12,000 pairs of steps have one value.
///
/// # Cost
/// O(K²) for K steps.
///
/// ```
/// use nimsweep::games::squares::Grundy;
/// use nimsweep::plot::{self, Look};
///
/// let grundy = Grundy::new(&"1, sqrt2".parse()?, &"1000".parse()?)?;
/// assert!(plot::pairs(&grundy, &"20".parse()?, &Look::default()).is_ok());
/// let error = plot::pairs(&grundy, &"1000".parse()?, &Look::default()).unwrap_err();
/// assert!(error.to_string().contains("give at most"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pairs(grundy: &Grundy, upto: &Surd, look: &Look) -> Result<Picture, PlotError> {
    let zero = Surd::from(0);
    super::grundy::check_range(grundy, &zero, upto)?;
    let steps = PlacedStep::on(grundy, &zero, upto);
    check_count(grundy, upto)?;
    let mut drawing = Drawing::new(look, Size { width: 960, height: 900 }, &titles(grundy))?;
    let text_size = drawing.text_size;
    let highest = steps.iter().map(|step| step.value).max().unwrap_or_default();
    // no xor has more binary digits than the greatest value
    let digits = u32::BITS - highest.leading_zeros();
    let greatest = u32::MAX.checked_shr(highest.leading_zeros()).unwrap_or_default();
    let [above, below] = [2.1 * text_size, axis::height_below(text_size)];
    let most = f64::from(drawing.size.height()) / (6.0 * text_size);
    let [ends, others] = axis::exact_ticks([&Surd::from(0), upto], most, 6.0 * text_size, text_size);
    let beside = axis::width_beside(ends.iter().chain(&others), text_size);
    let bar_label = TextLine::marked(&greatest.to_string()).width(text_size);
    let behind = 2.0 * drawing.margin + (BAR + 6.0) * drawing.unit + bar_label + drawing.margin;
    let frame = square(drawing.frame([drawing.margin + beside, above, behind, below])?);
    let Frame { left, top, right, bottom } = frame;
    let x = Scale::of_range([&zero, upto], [left, right])?;
    let y = Scale::new(x.values, [bottom, top]);
    let shades = Shades::new(&drawing, greatest);
    let ground = [Spot::new(x.ends[0], y.ends[1]), Spot::new(x.ends[1], y.ends[0])];
    drawing.fill(&Path::rectangles([ground]), &shades.of(0.0));
    for digit in 0..digits {
        let attributes = format!(
            " fill=\"{}\" fill-opacity=\"{:.4}\" fill-rule=\"evenodd\" shape-rendering=\"crispEdges\"",
            shades.of(f64::INFINITY),
            1.0 - shades.left_by(1_u32.checked_shl(digit).unwrap_or_default()),
        );
        drawing.path(&strips(&steps, digit, &x, &y), &attributes);
    }
    let accent = format!(" fill=\"{}\" shape-rendering=\"crispEdges\"", drawing.theme.accent);
    drawing.path(&zeros(&steps, &x, &y), &accent);
    let bar = f64::from(right) + 2.0 * drawing.margin;
    draw_scale(&mut drawing, &shades, bar, [bottom, top]);
    axis::below(&mut drawing, &x, bottom.into(), [&ends, &others], &TextLine::marked("*x*"));
    axis::beside(&mut drawing, &y, left.into(), [&ends, &others], &TextLine::marked("*y*"));
    let description = format!(
        "Lengths {}; 0 ≤ x, y ≤ {}: {} steps of g on each side, values from 0 to {greatest}.",
        typeset::game(grundy.lengths()),
        typeset::exact(upto),
        steps.len(),
    );
    let axis = ["0".to_owned(), upto.to_string()];
    Ok(drawing.picture(&description, frame, Some(axis.clone()), Some(axis)))
}

fn titles(grundy: &Grundy) -> Vec<TextLine> {
    let [pieces, count, rule] = typeset::pieces(grundy.lengths());
    const VALUE: &str = "*g*(*x*) ⊕ *g*(*y*)";
    typeset::remarked(&[
        (format!("Value {VALUE} of two segments, {pieces}"), "; red: 0, the player to move loses"),
        (format!("Value {VALUE}, {pieces}"), "; red: 0, a P-position"),
        (format!("{VALUE}, {pieces}"), "; red: 0"),
        (format!("{VALUE}, {pieces}"), ""),
        (format!("Value {VALUE}, {count}"), "; red: 0, a P-position"),
        (format!("{VALUE}, {count}"), "; red: 0"),
        (format!("Value {VALUE}{rule}"), "; red: 0"),
        (format!("Value {VALUE}{rule}"), ""),
    ])
}

/// The largest square at the left and the top of a box.
fn square(frame: Frame) -> Frame {
    let side = (frame.right - frame.left).min(frame.bottom - frame.top);
    Frame { right: frame.left + side, bottom: frame.top + side, ..frame }
}

/// Refuses more rectangles of P-positions than a picture holds.
fn check_count(grundy: &Grundy, upto: &Surd) -> Result<(), PlotError> {
    let (lattice, starts) = (grundy.lattice(), grundy.steps().breakpoints());
    let own = starts.iter().take_while(|&&start| lattice.compare(start, upto).is_le());
    let (mut of_value, mut found, mut beyond) = (HashMap::<u32, u64>::new(), 0, None);
    for (&start, &value) in own.zip(grundy.steps().values()) {
        // the square of the number of steps of this value grows by twice that number and one
        let count = of_value.entry(value).or_default();
        found += 2 * *count + 1;
        *count += 1;
        if found > MOST_RECTANGLES as u64 && beyond.is_none() {
            beyond = Some(lattice.exact(start));
        }
    }
    let Some(beyond) = beyond else { return Ok(()) };
    // the place itself would be one step too many
    let whole = Surd::from(beyond.ceil() - 1);
    let fitting = if whole.is_positive() { whole } else { beyond / Surd::from(2) };
    let (what, most) = ("rectangles of P-positions", MOST_RECTANGLES as u64);
    Err(PlotError::Crowded { found, what, most, fitting })
}

/// Refuses a square that surely has more rectangles than a picture holds, before g is known.
///
/// A piece of length s at the end of a segment of length L leaves g(L − s) beside an empty segment,
/// so that g(L) ≠ g(L − s). Hence no step is longer than the shortest length, and every step has a
/// rectangle on the diagonal.
///
/// # Errors
/// [`PlotError::TooFar`] if `upto` is more than 12,000 times the shortest length.
pub fn check_pairs(lengths: &Lengths, upto: &Surd) -> Result<(), PlotError> {
    if *upto > lengths.shortest() * Surd::from(MOST_RECTANGLES as u64) {
        let fewer = lengths.shortest() * Surd::from(USUAL_TIMES);
        return Err(PlotError::TooFar { upto: upto.clone(), fewer });
    }
    Ok(())
}

/// For the strips along x, then for those along y, from where to where g has a binary digit.
fn strips(steps: &[PlacedStep], digit: u32, x: &Scale, y: &Scale) -> Path {
    let own = steps.iter().filter(|step| step.value >> digit & 1 == 1).map(|step| [step.start, step.end]);
    // neighbours make one strip
    let joined = own.coalesce(|left, right| match (left, right) {
        ([start, middle], [same, end]) if middle == same => Ok([start, end]),
        apart => Err(apart),
    });
    let strips: Vec<[f64; 2]> = joined.collect();
    let upright =
        |&[start, end]: &[f64; 2]| [Spot::new(x.at(start), y.ends[1]), Spot::new(x.at(end), y.ends[0])];
    let level =
        |&[start, end]: &[f64; 2]| [Spot::new(x.ends[0], y.at(end)), Spot::new(x.ends[1], y.at(start))];
    Path::rectangles(strips.iter().map(upright).chain(strips.iter().map(level)))
}

/// All rectangles in which both steps have one value.
fn zeros(steps: &[PlacedStep], x: &Scale, y: &Scale) -> Path {
    let both = steps.iter().cartesian_product(steps).filter(|(row, step)| row.value == step.value);
    Path::rectangles(both.map(|(row, step)| {
        [Spot::new(x.at(step.start), y.at(row.end)), Spot::new(x.at(step.end), y.at(row.start))]
    }))
}

/// The shade of each value.
struct Shades {
    theme: Theme,
    greatest: u32,
    /// q.
    base: f64,
}

impl Shades {
    fn new(drawing: &Drawing, greatest: u32) -> Self {
        let base = LEAST_SHARE.powf(1.0 / f64::from(greatest.max(8)));
        Self { theme: drawing.theme, greatest, base }
    }

    /// The part of what is below that a value leaves.
    fn left_by(&self, value: u32) -> f64 {
        self.base.powf(f64::from(value))
    }

    /// The shade of a value, also of 0, which lies below the red.
    fn of(&self, value: f64) -> String {
        self.theme.shade(1.0 - self.base.powf(value))
    }
}

/// Which colour each value has, from bottom to top.
fn draw_scale(drawing: &mut Drawing, shades: &Shades, left: f64, ends: [u32; 2]) {
    let (text_size, greatest, width) = (drawing.text_size, shades.greatest, BAR * drawing.unit);
    // a box for each value, its label in the middle
    let scale = Scale::new([-0.5, f64::from(greatest) + 0.5], ends);
    for value in 0..=greatest {
        let [low, high] = [-0.5, 0.5].map(|half| scale.at(f64::from(value) + half));
        let path = Path::rectangles([[Spot::new(left, high), Spot::new(left + width, low)]]);
        let color = if value == 0 { drawing.theme.accent.to_owned() } else { shades.of(f64::from(value)) };
        drawing.path(&path, &format!(" fill=\"{color}\" shape-rendering=\"crispEdges\""));
    }
    let most = scale.length() / (3.2 * text_size);
    let ticks = RoundNumbers::between([0.0, f64::from(greatest)], most, true).ticks(0);
    let ends = [0, greatest].map(|value| Tick::decimal(value.into(), 0));
    let mut taken: Vec<f64> = vec![];
    for tick in ends.iter().chain(&ticks) {
        let y = scale.at(tick.value);
        if taken.iter().all(|other| (y - other).abs() >= 1.6 * text_size) {
            taken.push(y);
            let color = if tick.value == 0.0 { drawing.theme.accent } else { drawing.theme.ink };
            let place = Spot::new(left + width + 6.0 * drawing.unit, y + 0.33 * text_size);
            drawing.text(&tick.label, place, Anchor::Start, color);
        }
    }
}
