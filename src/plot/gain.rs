//! The picture of the gain: the curve of e on a range, with its certified maximum.
//!
//! # The error of a line
//! On a piece from P to Q with Q − P = h the chord is off by at most h²/8 · max |e''|, and
//!
//! ```text
//! |e''(L)| ≤ (2/|S|) · Σ_s |c_s|·s/(P − s)³      for P ≤ L ≤ Q.
//! ```
//!
//! # The error of a cubic
//! The cubic with the values and the derivatives of e at P and at Q is off by at most h⁴/384 ·
//! max |e''''|, and |e''''(L)| ≤ (24/|S|) · Σ_s |c_s|·s/(P − s)⁵. As x = P + h·t is linear in t,
//! its control points lie at P + h/3 and Q − h/3, on the tangents.
//!
//! A piece that neither draws well enough is halved.
//!
//! # A line through many places
//! Places are gathered by columns, one pixel wide. In each column the last place is kept, and
//! before it what is needed so that no place that is dropped is farther than [`TOLERANCE`] from the
//! line (the algorithm of Ramer, Douglas and Peucker).
//!
//! # A band
//! If there are more than [`DENSE`] pieces a pixel, a line would be a wall. Then the curve is a
//! band between the least and the greatest value in each window of [`WINDOW`] pixels.

use itertools::Itertools;
use num_traits::ToPrimitive;

use super::axis::{self, RoundNumbers, Scale, Tick};
use super::drawing::Drawing;
use super::grundy::no_width;
use super::shapes::{Anchor, Paint, Path, Spot};
use super::typeset::{self, TextLine};
use super::{Frame, Look, Picture, Size};
use crate::algebraic::Algebraic;
use crate::error::Error;
use crate::games::squares::{FloatPiece, Floats, GainCurve, Grundy, Lengths, Maxima, Maximum, middle};
use crate::number::Surd;

/// How wrong floats may be, in pixels.
const MOST_ERROR: f64 = 0.01;
/// Breakpoints are marked if each has this many pixels on average.
const MARKED_SPACE: f64 = 14.0;
/// Above this share of the greatest value, the axis of e begins with the least value, not with 0.
const ZOOMED: f64 = 0.4;
/// From how many breakpoints a pixel on the curve is a band of its least and greatest values.
const DENSE: f64 = 8.0;
/// The width of the windows of a band, in pixels.
const WINDOW: f64 = 3.0;
/// How opaque a band is.
const BAND_SHADE: f64 = 0.35;
/// How many decimals of the maximum are written.
const DECIMALS: usize = 8;

/// The gain e(L) for from ≤ L ≤ to, with its certified maximum in red.
///
/// Every piece is drawn as a line or a cubic that is less than 0.15 pixels away; if there are far
/// more pieces than pixels, a band shows the least and the greatest value of each few pixels.
///
/// # Errors
/// [`Error`] as [`Grundy::maximum`], and for a range or a size for which there is no picture.
///
/// # Cost
/// That of [`Grundy::maximum`], and O(1) float operations for each piece of e.
pub fn gain(grundy: &Grundy, from: &Surd, to: &Surd, look: &Look) -> Result<Picture, Error> {
    let curve = grundy.gain_curve(from, to)?;
    if from == to {
        return Err(no_width(from));
    }
    let mut drawing = Drawing::new(look, Size { width: 1200, height: 400 }, &titles(curve.lengths()))?;
    let maxima = curve.maxima();
    let floats = Floats::new(&curve);
    let span = Span::of(&floats, &maxima);
    let (frame, [ends, others]) = axis::chart(&drawing, |most| span.ticks(&maxima.first, most))?;
    let Frame { left, top, right, bottom } = frame;
    let x = Scale::of_range([from, to], [left, right])?;
    let y = Scale::new([span.low, span.high], [bottom, top]);
    if span.error * y.per_unit().abs() > MOST_ERROR {
        return Err(axis::too_narrow(from, to));
    }
    draw_curve(&mut drawing, &floats, &span, &x, &y);
    axis::below_range(&mut drawing, &x, bottom, [from, to], &TextLine::marked("length *L* of the segment"));
    axis::beside(&mut drawing, &y, left.into(), [&ends, &others], &TextLine::marked("*e*(*L*)"));
    draw_maxima(&mut drawing, &maxima, [&x, &y], f64::from(top));
    let description = description(&curve, &maxima);
    let bottom_value = if span.low > 0.0 { span.low.to_string() } else { "0".to_owned() };
    let values = [bottom_value, maxima.first.value.to_decimal(2 * DECIMALS)];
    Ok(drawing.picture(&description, frame, Some([from, to].map(Surd::to_string)), Some(values)))
}

fn titles(lengths: &Lengths) -> Vec<TextLine> {
    let list = typeset::list(lengths, "or");
    let [pieces, count, _] = typeset::pieces(lengths); // the gain has one rule
    typeset::marked([
        format!("Gain *e*(*L*) of a random first piece of length {list} on a segment of length *L*"),
        format!("Gain *e*(*L*) of a random first piece of length {list}"),
        format!("Gain *e*(*L*), {pieces}"),
        format!("*e*(*L*), {pieces}"),
        format!("Gain *e*(*L*) of a random first piece, {count}"),
        "Gain *e*(*L*) of a random first piece".to_owned(),
        "Gain *e*(*L*)".to_owned(),
    ])
}

/// Which values e has on the range.
struct Span {
    low: f64,
    high: f64,
    /// The greatest error of a float.
    error: f64,
    pieces: usize,
}

impl Span {
    fn of(floats: &Floats<'_>, maxima: &Maxima) -> Self {
        let high = maxima.first.value.to_f64().unwrap_or(f64::INFINITY);
        let mut span = Self { low: high, high, error: 0.0, pieces: 0 };
        floats.for_each_piece(|piece| {
            span.pieces += 1;
            for known in [piece.start.value, piece.end.value] {
                span.low = span.low.min(middle(known));
                // a number of which nothing is known makes it infinite
                span.error = span.error.max(known.upper() - known.lower());
            }
        });
        if span.low <= ZOOMED * high {
            span.low = 0.0;
        }
        span
    }

    /// The ticks at the ends of the axis of e, and those between, which have as few decimals as
    /// they need. The maximum has enough of them if it has few, and otherwise one more.
    fn ticks(&self, maximum: &Maximum, most: f64) -> [Vec<Tick>; 2] {
        let round = RoundNumbers::between([self.low, self.high], most, false);
        let exact = |decimals: &usize| {
            let text = maximum.value.to_decimal(*decimals);
            maximum.value.as_surd().is_some_and(|value| text.parse::<Surd>().is_ok_and(|read| read == *value))
        };
        let decimals = (round.decimals..=round.decimals + 1).find(exact).unwrap_or(round.decimals + 1);
        let decimals = decimals.max(usize::from(self.low > 0.0) * (round.decimals + 1));
        let highest = Tick::new(self.high, &typeset::tick(&maximum.value.to_decimal(decimals)));
        let lowest = if self.low > 0.0 { decimals } else { round.decimals };
        [vec![Tick::decimal(self.low, lowest), highest], round.ticks(round.decimals)]
    }
}

fn draw_curve(drawing: &mut Drawing, floats: &Floats<'_>, span: &Span, x: &Scale, y: &Scale) {
    let place = |(at, value): (f64, f64)| Spot::new(x.at(at), y.at(value));
    let is_marked = (span.pieces as f64) * MARKED_SPACE <= x.length();
    let is_dense = span.pieces as f64 > DENSE * x.length();
    let (mut outline, mut marks) = (None, vec![]);
    floats.for_each_piece(|piece| {
        let ends = piece.ends();
        let outline = outline.get_or_insert_with(|| CurveOutline::from(place(ends[0]), is_dense));
        draw_piece(outline, piece, ends, &place, y.per_unit().abs(), MOST_HALVINGS);
        if is_marked {
            marks.push(place(ends[1]));
        }
    });
    let line = outline.unwrap_or_default().finish();
    let lines = if is_dense { edges(&line, x.ends).to_vec() } else { vec![line] };
    let corners = [1, 0].map(|end| Spot::new(x.ends[end], y.ends[0]));
    if let Some(highest) = lines.first().filter(|_| span.low <= 0.0) {
        drawing.fill(highest.clone().closed_along(corners), drawing.theme.area);
    }
    if let [highest, lowest] = &lines[..] {
        let band = highest.clone().closed_along(lowest.spots().rev());
        drawing.path(band, Paint { opacity: BAND_SHADE, ..Paint::fill(drawing.theme.main) });
    }
    let width = match is_marked {
        true => 1.4,
        false if (span.pieces as f64) < x.length() => 1.15,
        false => 0.9,
    };
    lines.into_iter().for_each(|line| drawing.stroke(line, drawing.theme.main, width));
    marks.pop(); // the end of the range
    marks.into_iter().for_each(|mark| drawing.dot(mark, 2.2, drawing.theme.main));
}

/// The highest and the lowest places of a line in windows of some pixels.
fn edges(line: &Path, [left, right]: [f64; 2]) -> [Path; 2] {
    // pictures have less than 2^14 pixels
    let window = |x: f64| ((x - left) / WINDOW).max(0.0) as usize;
    // smaller coordinates are higher
    let mut heights = vec![[f64::INFINITY, f64::NEG_INFINITY]; window(right) + 1];
    let mut add = |window: usize, height: f64| {
        if let Some([highest, lowest]) = heights.get_mut(window) {
            (*highest, *lowest) = (highest.min(height), lowest.max(height));
        }
    };
    for (from, to) in line.spots().tuple_windows() {
        add(window(from.x), from.y);
        add(window(to.x), to.y);
        // where a line comes from one window into the next
        for next in window(from.x) + 1..=window(to.x) {
            let share = (left + WINDOW * next as f64 - from.x) / (to.x - from.x);
            let height = from.y + (to.y - from.y) * share;
            add(next - 1, height);
            add(next, height);
        }
    }
    [0, 1].map(|side| {
        let known = heights.iter().enumerate().filter(|(_, [highest, lowest])| highest <= lowest);
        let spots = known.flat_map(|(window, heights)| {
            let start = left + WINDOW * window as f64;
            [start, (start + WINDOW).min(right)].map(|x| Spot::new(x, heights[side]))
        });
        let mut edge = Path::default();
        spots
            .enumerate()
            .for_each(|(index, spot)| if index == 0 { edge.start(spot) } else { edge.line(spot) });
        edge
    })
}

/// Marks the maximum at its places, the first hundred if there are more, and writes it above the
/// curve, where nothing else is.
fn draw_maxima(drawing: &mut Drawing, maxima: &Maxima, [x, y]: [&Scale; 2], top: f64) {
    let theme = drawing.theme;
    let all = std::iter::once(&maxima.first).chain(&maxima.others);
    for maximum in all.take(100) {
        let at = maximum.at.to_f64().unwrap_or(f64::INFINITY);
        drawing.dot(Spot::new(x.at(at), y.at(y.values[1])), 3.4, theme.accent);
    }
    let at = x.at(maxima.first.at.to_f64().unwrap_or(f64::INFINITY));
    let [left, right] = [x.ends[0] + drawing.text_size, f64::from(drawing.size.width()) - drawing.margin];
    let size = drawing.text_size;
    let labels = labels(maxima);
    let label = typeset::fitting(&labels, size, right - left);
    let start = (at - 0.3 * size).max(left);
    let (x, anchor) = match start + label.width(size) <= right {
        true => (start, Anchor::Start),
        false => (right, Anchor::End),
    };
    drawing.text(&label, Spot::new(x, top - 0.75 * size), anchor, theme.accent);
}

/// What is said of the maximum, from long to short.
fn labels(maxima: &Maxima) -> Vec<TextLine> {
    let Maximum { value, at, .. } = &maxima.first;
    let more = match maxima.others.len() {
        0 => String::new(),
        1 => " and at one other place".to_owned(),
        others => format!(" and at {others} other places"),
    };
    let mut labels = vec![];
    for decimals in [DECIMALS, 4, 2] {
        let [value, brief_value] = both(value, decimals);
        let [at, brief_at] = both(at, decimals);
        for (value, at) in [(&value, &at), (&brief_value, &at), (&brief_value, &brief_at)] {
            labels.push(TextLine::marked(&format!("*e* {value} at *L* {at}{more}")));
        }
    }
    let least = both(value, 2)[1].clone();
    labels.push(TextLine::marked(&format!("*e* {least}")));
    labels
}

/// An equation for a number with its exact form and decimals, and a shorter one.
fn both(number: &Algebraic, decimals: usize) -> [String; 2] {
    let decimal = format!("≈ {}", typeset::decimal(&number.to_decimal(decimals)));
    match number.as_surd().map(typeset::exact) {
        None => [decimal.clone(), decimal],
        // a number that is printed as a decimal: another one says nothing more
        Some(exact) if !exact.contains(['/', '√']) => [format!("= {exact}"), format!("= {exact}")],
        Some(exact) => [format!("= {exact} {decimal}"), decimal],
    }
}

fn description(curve: &GainCurve, maxima: &Maxima) -> String {
    let full = |number: &Algebraic| both(number, DECIMALS)[0].clone();
    let lengths = typeset::game(curve.lengths());
    let mut places = std::iter::once(&maxima.first)
        .chain(&maxima.others)
        .map(|maximum| format!("L {}", full(&maximum.at)));
    format!(
        "Lengths {lengths}; {} ≤ L ≤ {}. The maximum e {} is attained at {}.",
        typeset::exact(curve.from()),
        typeset::exact(curve.to()),
        full(&maxima.first.value),
        places.join(" and "),
    )
}

/// How far a line or a cubic may be from e, in pixels.
const FITTED: f64 = 0.03;

/// Draws the part of a piece between two places from where the outline is, halved at most this many
/// times; `place` says where L and e lie, and `scale` how many pixels a unit of e has.
fn draw_piece(
    outline: &mut CurveOutline,
    piece: &FloatPiece<'_>,
    [(start, low), (end, high)]: [(f64, f64); 2],
    place: &impl Fn((f64, f64)) -> Spot,
    scale: f64,
    halvings: u32,
) {
    let h = end - start;
    if halvings == 0 || h * h / 8.0 * piece.derivative_bound(2, start) * scale <= FITTED {
        return outline.line(place((end, high)));
    }
    if !outline.has_only_lines && h.powi(4) / 384.0 * piece.derivative_bound(4, start) * scale <= FITTED {
        let controls = [
            (start + h / 3.0, low + h / 3.0 * piece.slope(start)),
            (end - h / 3.0, high - h / 3.0 * piece.slope(end)),
        ];
        return outline.cubic(controls.map(place), place((end, high)));
    }
    let at = f64::midpoint(start, end);
    let between = (at, piece.value(at));
    draw_piece(outline, piece, [(start, low), between], place, scale, halvings - 1);
    draw_piece(outline, piece, [between, (end, high)], place, scale, halvings - 1);
}

/// A line along a 2⁻²⁰th of a piece is far below any tolerance.
const MOST_HALVINGS: u32 = 20;

/// How far a place that is dropped may be from the line, in pixels.
const TOLERANCE: f64 = 0.07;

/// A line that is being drawn from left to right.
#[derive(Default)]
struct CurveOutline {
    path: Path,
    /// The places of the column so far; the first is drawn already.
    column: Vec<Spot>,
    has_only_lines: bool,
}

impl CurveOutline {
    /// A line from a place on.
    fn from(start: Spot, has_only_lines: bool) -> Self {
        let mut path = Path::default();
        path.start(start);
        Self { path, column: vec![start], has_only_lines }
    }

    /// A straight line to a place.
    fn line(&mut self, to: Spot) {
        let column = |spot: &Spot| spot.x.floor();
        let is_next = self.column.last().is_some_and(|last| column(last) != column(&to));
        if is_next && self.column.len() > 1 {
            self.flush();
        }
        self.column.push(to);
    }

    /// A cubic with these control points to a place.
    fn cubic(&mut self, controls: [Spot; 2], to: Spot) {
        self.flush();
        self.path.cubic(controls, to);
        self.column = vec![to];
    }

    /// The whole line.
    fn finish(mut self) -> Path {
        self.flush();
        self.path
    }

    /// Draws the places of the column; its last one begins the next.
    fn flush(&mut self) {
        let spots = std::mem::take(&mut self.column);
        let Some(&last) = spots.last() else { return };
        needed(&spots).into_iter().for_each(|index| self.path.line(spots[index]));
        self.path.line(last);
        self.column = vec![last];
    }
}

/// The indices between the first and the last place that are needed, in ascending order.
fn needed(spots: &[Spot]) -> Vec<usize> {
    let mut needed = vec![];
    // a stack instead of recursion: there may be thousands of places
    let mut open = vec![(0, spots.len() - 1)];
    while let Some((first, last)) = open.pop() {
        let distance = |index: usize| distance(spots[index], spots[first], spots[last]);
        let farthest = (first + 1..last).map(|index| (distance(index), index));
        let farthest = farthest.max_by(|left, right| left.0.total_cmp(&right.0));
        if let Some((_, index)) = farthest.filter(|(distance, _)| *distance > TOLERANCE) {
            needed.push(index);
            open.push((first, index));
            open.push((index, last));
        }
    }
    needed.sort_unstable();
    needed
}

/// How far a place is from the straight line between two others.
fn distance(spot: Spot, start: Spot, end: Spot) -> f64 {
    let (dx, dy) = (end.x - start.x, end.y - start.y);
    let square = dx * dx + dy * dy;
    let share = if square > 0.0 { ((spot.x - start.x) * dx + (spot.y - start.y) * dy) / square } else { 0.0 };
    let share = share.clamp(0.0, 1.0);
    (spot.x - start.x - share * dx).hypot(spot.y - start.y - share * dy)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line through these places, as the places that are drawn.
    fn drawn(spots: &[Spot]) -> Vec<Spot> {
        let mut outline = CurveOutline::from(spots[0], true);
        spots[1..].iter().for_each(|&spot| outline.line(spot));
        outline.finish().spots().collect()
    }

    /// A wave with a peak every `period` pixels and small teeth, of coordinates whose hundredths
    /// differ.
    fn wave(period: f64, count: u32) -> Vec<Spot> {
        let spot = |index: u32| {
            let x = f64::from(index) * 0.0213 + 0.5;
            Spot::new(
                x,
                50.0 + 40.0 * (x / period * std::f64::consts::TAU).sin() + 0.03 * f64::from(index % 3),
            )
        };
        (0..count).map(spot).collect()
    }

    #[test]
    fn places_that_are_dropped_lie_on_the_line() {
        let spots = wave(30.0, 5000);
        let drawn = drawn(&spots);
        assert!(drawn.len() < 1000, "{}", drawn.len());
        for spot in &spots {
            let near = drawn.windows(2).map(|pair| distance(*spot, pair[0], pair[1]));
            let near = near.fold(f64::INFINITY, f64::min);
            assert!(near < TOLERANCE + 0.02, "{near} at {spot:?}");
        }
    }
}
