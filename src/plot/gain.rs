//! The picture of the gain: the curve of e on a range, with its certified maximum.

use itertools::Itertools;
use num_traits::ToPrimitive;

use super::axis::{self, Scale, Tick};
use super::curve::{self, Outline};
use super::drawing::{Anchor, Drawing, Spot};
use super::typeset::{self, Line};
use super::{Frame, Look, Picture, PlotError, Size};
use crate::algebraic::Algebraic;
use crate::games::squares::{Floats, GainCurve, Grundy, Lengths, Maxima, Maximum, middle};
use crate::number::Surd;

/// How wrong floats may be, in pixels.
const MOST_ERROR: f64 = 0.01;
/// Breakpoints are marked if each has this many pixels on average.
const MARKED_SPACE: f64 = 14.0;
/// Above this share of the greatest value, the axis of e begins with the least value, not with 0.
const ZOOMED: f64 = 0.4;
/// How many decimals of the maximum are written.
const DECIMALS: usize = 8;

/// The gain e(L) for from ≤ L ≤ to, with its certified maximum in red.
///
/// Every piece is drawn as a line or a cubic that is less than 0.15 pixels away; where more pieces
/// than pixels meet, the curve shows the lowest and the highest value of each column.
///
/// # Errors
/// [`PlotError`] as [`Grundy::maximum`], and for a range or a size for which there is no picture.
///
/// # Cost
/// That of [`Grundy::maximum`], and O(1) float operations for each piece of e.
pub fn gain(grundy: &Grundy, from: &Surd, to: &Surd, look: &Look) -> Result<Picture, PlotError> {
    let curve = grundy.gain_curve(from, to)?;
    if from == to {
        return Err(PlotError::Empty { at: from.clone() });
    }
    let size = look.size.map_or_else(|| Size::new(1200, 400), Ok)?;
    let mut drawing = Drawing::new(look, size, &titles(curve.lengths()))?;
    let text_size = drawing.text_size;
    let maxima = curve.maxima();
    let floats = Floats::new(&curve);
    let span = Span::of(&floats, &maxima);
    let above = 1.9 * text_size;
    let below = axis::height_below(text_size);
    // no more ticks than fit the height that is there
    let rows = f64::from(size.height()) - drawing.top - above - below;
    let (ends, others) = span.ticks(&maxima.first, rows / (2.4 * text_size));
    let beside = axis::width_beside(ends.iter().chain(&others), text_size).max(2.5 * text_size);
    let frame = drawing.frame([drawing.margin + beside, above, 2.0 * drawing.margin, below])?;
    let Frame { left, top, right, bottom } = frame;
    let x = Scale::of_range([from, to], [left, right])?;
    let y = Scale::new([span.low, span.high], [bottom, top]);
    if span.error * y.per_unit().abs() > MOST_ERROR {
        return Err(PlotError::Narrow { from: from.clone(), to: to.clone() });
    }
    draw_curve(&mut drawing, &floats, &span, &x, &y);
    axis::below_range(&mut drawing, &x, bottom, [from, to], &Line::marked("length *L* of the segment"));
    axis::beside(&mut drawing, &y, left.into(), &ends, &others, &Line::marked("*e*(*L*)"));
    draw_maxima(&mut drawing, &maxima, [&x, &y], f64::from(top));
    let description = description(&curve, &maxima);
    let bottom_value = if span.low > 0.0 { span.low.to_string() } else { "0".to_owned() };
    let values = [bottom_value, maxima.first.value.to_decimal(2 * DECIMALS)];
    Ok(drawing.picture(&description, frame, Some([from, to].map(Surd::to_string)), Some(values)))
}

fn titles(lengths: &Lengths) -> Vec<Line> {
    let list = typeset::list(lengths.as_slice(), "or");
    let [pieces, count] = typeset::pieces(lengths.as_slice(), "and");
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

    /// The ticks at the ends of the axis of e, and those between.
    fn ticks(&self, maximum: &Maximum, most: f64) -> (Vec<Tick>, Vec<Tick>) {
        let (others, decimals) = axis::round_numbers([self.low, self.high], most, false);
        let decimals = decimals + usize::from(decimals > 0 || self.high < 10.0) + 1;
        let low = format!("{:.decimals$}", self.low);
        // zeros at its end would say that it is rounded
        let is_round =
            |low: &str| low.parse::<f64>().is_ok_and(|round| (round - self.low).abs() <= self.error);
        let low = if is_round(&low) { axis::without_zeros(&low).to_owned() } else { low };
        let highest = maximum.value.to_decimal(decimals.min(15));
        let exact = maximum.value.as_surd().filter(|value| is_short(value)).map(typeset::exact);
        let highest = exact.filter(|exact| exact.len() <= highest.len()).unwrap_or(highest);
        (vec![Tick::new(self.low, &low), Tick::new(self.high, &highest)], others)
    }
}

fn draw_curve(drawing: &mut Drawing, floats: &Floats<'_>, span: &Span, x: &Scale, y: &Scale) {
    let place = |(at, value): (f64, f64)| Spot::new(x.at(at), y.at(value));
    let is_marked = (span.pieces as f64) * MARKED_SPACE <= x.length();
    let (mut outline, mut marks) = (None, vec![]);
    floats.for_each_piece(|piece| {
        let ends = piece.ends();
        let outline = outline.get_or_insert_with(|| Outline::from(place(ends[0])));
        curve::draw(outline, piece, ends, &place, y.per_unit().abs());
        if is_marked {
            marks.push(place(ends[1]));
        }
    });
    let line = outline.unwrap_or_default().finish();
    if span.low <= 0.0 {
        let mut area = line.clone();
        area.line(Spot::new(x.ends[1], y.ends[0]));
        area.line(Spot::new(x.ends[0], y.ends[0]));
        area.close();
        drawing.fill(&area, drawing.theme.area);
    }
    let width = match is_marked {
        true => 1.4,
        false if (span.pieces as f64) < x.length() => 1.15,
        false => 0.9,
    };
    drawing.stroke(&line, drawing.theme.main, width);
    marks.pop(); // the end of the range
    marks.into_iter().for_each(|mark| drawing.dot(mark, 2.2, drawing.theme.main));
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
fn labels(maxima: &Maxima) -> Vec<Line> {
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
            labels.push(Line::marked(&format!("*e* {value} at *L* {at}{more}")));
        }
    }
    let least = both(value, 2)[1].clone();
    labels.push(Line::marked(&format!("*e* {least}")));
    labels
}

/// An equation for a number with its exact form and decimals, and a shorter one.
fn both(number: &Algebraic, decimals: usize) -> [String; 2] {
    let decimal = typeset::decimal(&number.to_decimal(decimals));
    let exact = number.as_surd().map(typeset::exact);
    match exact {
        None => [format!("≈ {decimal}"), format!("≈ {decimal}")],
        Some(exact) if number.as_surd().is_some_and(is_short) => [format!("= {exact}"), format!("= {exact}")],
        Some(exact) => [format!("= {exact} ≈ {decimal}"), format!("≈ {decimal}")],
    }
}

/// Whether a number is printed as a decimal, so that another one says nothing more.
fn is_short(number: &Surd) -> bool {
    number.as_rational().is_some() && !typeset::exact(number).contains('/')
}

fn description(curve: &GainCurve, maxima: &Maxima) -> String {
    let full = |number: &Algebraic| both(number, DECIMALS)[0].clone();
    let lengths = curve.lengths().as_slice().iter().map(typeset::exact).join(", ");
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
