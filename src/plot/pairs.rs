//! The picture of two segments: g(x) xor g(y) over the square, the P-positions in yellow.
//!
//! # Few marks for many values
//! Where g(x) = a, the value is b xor a on the strip along which g(y) = b. So for each a the
//! upright strips of a are what is seen of level strips in all shades. K steps take O(nK) strips
//! for n shades instead of K² rectangles.
//!
//! # Shades
//! There are at most sixteen, with even steps of lightness, so that each differs from the next one
//! by at least 4 in CIE lightness, on a screen, in grey print and for those who see fewer colours.
//! If there are more values, 2^k of them share a shade, those that agree but for k binary digits:
//! then the shade of a xor b is that of a, xor that of b. P-positions are lighter than all shades,
//! with a red outline if there are few.

use std::collections::BTreeMap;

use itertools::Itertools;

use super::axis::{self, Scale};
use super::drawing::Drawing;
use super::grundy::PlacedStep;
use super::shapes::{Anchor, Paint, Path, Rgb, Shape, Spot, Theme};
use super::typeset::{self, TextLine};
use super::{Frame, Look, Picture, Size};
use crate::error::{Error, error};
use crate::games::squares::{Grundy, Lengths};
use crate::number::{Surd, brief};

/// The most steps of g along a side.
const MOST_STEPS: usize = 1_200;
/// The most rectangles of P-positions that are outlined.
const MOST_OUTLINED: usize = 2_000;
/// Outlined rectangles have this many pixels on average along a side.
const OUTLINED_SPACE: f64 = 6.0;
/// How many times the shortest length a square usually shows well.
const USUAL_TIMES: u64 = 100;
/// The most shades.
const MOST_SHADES: u32 = 16;
/// The most by which two neighbours among shades differ in lightness.
const MOST_CONTRAST: f64 = 9.0;
/// The width of the scale of values, in units.
const BAR: f64 = 14.0;

/// The value g(x) xor g(y) of two segments of lengths x and y up to `upto`, P-positions in
/// yellow.
///
/// # Errors
/// [`Error`] for an end that is 0, negative, beyond what is known or one that floats cannot
/// place, and if g has more than 1,200 steps.
///
/// # Cost
/// O(K) for K steps.
///
/// ```
/// use nimsweep::games::squares::Grundy;
/// use nimsweep::plot::{self, Look};
///
/// let grundy = Grundy::new(&"1, sqrt2".parse()?, &"2000".parse()?)?;
/// assert!(plot::pairs(&grundy, &"20".parse()?, &Look::default()).is_ok());
/// let error = plot::pairs(&grundy, &"2000".parse()?, &Look::default()).unwrap_err();
/// assert!(error.to_string().contains("give at most"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pairs(grundy: &Grundy, upto: &Surd, look: &Look) -> Result<Picture, Error> {
    let zero = Surd::from(0);
    let steps = PlacedStep::on(grundy, &zero, upto)?;
    check_count(grundy, upto)?;
    let mut drawing = Drawing::new(look, Size { width: 960, height: 900 }, &titles(grundy))?;
    let text_size = drawing.text_size;
    let highest = steps.iter().map(|step| step.value).max().unwrap_or_default();
    // no xor has more binary digits than the greatest value
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
    let shades = Shades::new(drawing.theme, greatest);
    // between strips that do not quite meet
    drawing.fill(
        Path::rectangles([[Spot::new(x.ends[0], y.ends[1]), Spot::new(x.ends[1], y.ends[0])]]),
        shades.of(greatest / 2),
    );
    let of_shade = strips(&steps, |value| value >> shades.shift, &x, &y);
    for (own, [upright, _]) in &of_shade {
        // the greatest value of the class, which is 0 only if no other value is of it
        let greatest = |class: u32| (class + 1).wrapping_shl(shades.shift).wrapping_sub(1);
        let level = of_shade
            .iter()
            .map(|(other, [_, level])| (level.clone(), Paint::crisp(shades.of(greatest(own ^ other)))));
        drawing.shapes.push(Shape::Clipped { inside: upright.clone(), paths: level.collect() });
    }
    if shades.shift > 0 {
        // other values share the shade
        for [inside, level] in strips(&steps, |value| value, &x, &y).into_values() {
            let paths = vec![(level, Paint::crisp(shades.of(0)))];
            drawing.shapes.push(Shape::Clipped { inside, paths });
        }
    }
    let both = || steps.iter().cartesian_product(&steps).filter(|(row, step)| row.value == step.value);
    if steps.len() as f64 * OUTLINED_SPACE <= x.length() && both().count() <= MOST_OUTLINED {
        let outlines = both().map(|(row, step)| {
            [Spot::new(x.at(step.start), y.at(row.end)), Spot::new(x.at(step.end), y.at(row.start))]
        });
        drawing.stroke(Path::rectangles(outlines), drawing.theme.accent, 1.2);
    }
    let bar = f64::from(right) + 2.0 * drawing.margin;
    draw_scale(&mut drawing, &shades, greatest, bar, [bottom, top]);
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
    typeset::marked([
        format!("Value {VALUE} of two segments, {pieces}; yellow: 0, the player to move loses"),
        format!("Value {VALUE}, {pieces}; yellow: 0, a P-position"),
        format!("{VALUE}, {pieces}; yellow: 0"),
        format!("{VALUE}, {pieces}"),
        format!("Value {VALUE}, {count}; yellow: 0, a P-position"),
        format!("{VALUE}, {count}; yellow: 0"),
        format!("Value {VALUE}{rule}; yellow: 0"),
        format!("Value {VALUE}{rule}"),
    ])
}

/// The largest square at the left and the top of a box.
fn square(frame: Frame) -> Frame {
    let side = (frame.right - frame.left).min(frame.bottom - frame.top);
    Frame { right: frame.left + side, bottom: frame.top + side, ..frame }
}

/// Refuses more steps than a picture holds.
fn check_count(grundy: &Grundy, upto: &Surd) -> Result<(), Error> {
    let (lattice, starts) = (grundy.lattice(), grundy.steps().breakpoints());
    let found = starts.partition_point(|&start| lattice.compare(start, upto).is_le());
    let Some(&beyond) = starts[..found].get(MOST_STEPS) else { return Ok(()) };
    let beyond = lattice.exact(beyond);
    // the place itself would be one step too many
    let whole = Surd::from(beyond.ceil() - 1);
    let fitting = if whole.is_positive() { whole } else { beyond / Surd::from(2) };
    Err(error!(
        Domain,
        "there are {found} steps of g along each side, and the picture shows at most {MOST_STEPS}; give at most {}",
        brief(&fitting)
    ))
}

/// Refuses a square that surely has more steps than a picture holds, before g is known.
///
/// A piece of length s at the end of a segment of length L leaves g(L − s) beside an empty segment,
/// so that g(L) ≠ g(L − s). Hence no step is longer than the shortest length.
///
/// # Errors
/// [`Error`] if `upto` is more than 1,200 times the shortest length.
pub fn check_pairs(lengths: &Lengths, upto: &Surd) -> Result<(), Error> {
    if *upto > lengths.shortest() * Surd::from(MOST_STEPS as u64) {
        let fewer = lengths.shortest() * Surd::from(USUAL_TIMES);
        let [upto, fewer] = [upto, &fewer].map(brief);
        return Err(error!(
            Domain,
            "the square up to {upto} has more steps of g than a picture can show; try {fewer}"
        ));
    }
    Ok(())
}

/// By class of the values, the upright strips where g(x) is of that class, and the level ones where
/// g(y) is.
fn strips(
    steps: &[PlacedStep],
    class: impl Fn(u32) -> u32,
    x: &Scale,
    y: &Scale,
) -> BTreeMap<u32, [Path; 2]> {
    let mut of_class = BTreeMap::<u32, Vec<[f64; 2]>>::new();
    for step in steps {
        let runs = of_class.entry(class(step.value)).or_default();
        match runs.last_mut() {
            // neighbours make one strip
            Some([_, end]) if *end == step.start => *end = step.end,
            _ => runs.push([step.start, step.end]),
        }
    }
    let upright =
        |&[start, end]: &[f64; 2]| [Spot::new(x.at(start), y.ends[1]), Spot::new(x.at(end), y.ends[0])];
    let level =
        |&[start, end]: &[f64; 2]| [Spot::new(x.ends[0], y.at(end)), Spot::new(x.ends[1], y.at(start))];
    let paths = |runs: Vec<[f64; 2]>| {
        [Path::rectangles(runs.iter().map(upright)), Path::rectangles(runs.iter().map(level))]
    };
    of_class.into_iter().map(|(class, runs)| (class, paths(runs))).collect()
}

/// The shade of each value.
struct Shades {
    theme: Theme,
    /// How many binary digits of a value its shade leaves out.
    shift: u32,
    /// The shades of values other than 0 are numbered from here to there.
    range: [u32; 2],
}

impl Shades {
    fn new(theme: Theme, greatest: u32) -> Self {
        let digits = u32::BITS - greatest.leading_zeros();
        let shift = digits.saturating_sub(MOST_SHADES.ilog2());
        Self { theme, shift, range: [u32::from(shift == 0), greatest >> shift] }
    }

    /// The shade of a value; if others share that of 0, it is the one of 0 alone.
    fn of(&self, value: u32) -> Rgb {
        if value == 0 {
            return self.theme.zero;
        }
        let [first, last] = self.range;
        let [start, end] = self.theme.scale.map(Rgb::lightness);
        let steps = f64::from(last.saturating_sub(first).max(1));
        let step = ((end - start) / steps).clamp(-MOST_CONTRAST, MOST_CONTRAST);
        self.theme.shade(start + step * f64::from((value >> self.shift).saturating_sub(first)))
    }
}

/// Which colour each value has, from bottom to top.
fn draw_scale(drawing: &mut Drawing, shades: &Shades, greatest: u32, left: f64, ends: [u32; 2]) {
    let (text_size, width) = (drawing.text_size, BAR * drawing.unit);
    // a box for each value, its label in the middle
    let scale = Scale::new([-0.5, f64::from(greatest) + 0.5], ends);
    for value in 0..=greatest {
        let [low, high] = [-0.5, 0.5].map(|half| scale.at(f64::from(value) + half));
        let path = Path::rectangles([[Spot::new(left, high), Spot::new(left + width, low)]]);
        drawing.path(path, Paint::crisp(shades.of(value)));
    }
    let most = scale.length() / (3.2 * text_size);
    let [ends, ticks] = axis::whole_ticks([0.0, f64::from(greatest)], most);
    let mut taken: Vec<f64> = vec![];
    for tick in ends.iter().chain(&ticks) {
        let y = scale.at(tick.value);
        if taken.iter().all(|other| (y - other).abs() >= 1.6 * text_size) {
            taken.push(y);
            let place = Spot::new(left + width + 6.0 * drawing.unit, y + 0.33 * text_size);
            drawing.text(&tick.label, place, Anchor::Start, drawing.theme.ink);
        }
    }
}
