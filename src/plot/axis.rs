//! Scales, ticks and range frames: an axis is as long as the data, and its ends are labelled.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Pow;

use super::PlotError;
use super::drawing::{Anchor, Drawing, Path, Spot, TEXT_SIZE};
use super::typeset::{self, Line, Style};
use crate::number::Surd;

/// Between the data and an axis, in units.
const AXIS_GAP: f64 = 8.0;
/// The length of a tick, in units.
const TICK: f64 = 5.0;
/// Between a tick and its label, in units.
const LABEL_GAP: f64 = 4.0;
/// How thick an axis is, in units.
const AXIS_WIDTH: f64 = 0.9;

/// Numbers along a side of a picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    /// The numbers at the ends.
    pub(super) values: [f64; 2],
    /// The ends in pixels.
    pub(super) ends: [f64; 2],
}

impl Scale {
    pub(super) fn new(values: [f64; 2], ends: [u32; 2]) -> Self {
        Self { values, ends: ends.map(f64::from) }
    }

    /// The scale of a range of lengths.
    ///
    /// # Errors
    /// [`PlotError::Narrow`] if floats do not suffice to place lengths along it: otherwise each is
    /// off by less than a hundredth of a pixel, as it and the ends are rounded by at most 2⁻⁵³ of
    /// their size.
    pub(super) fn of_range([from, to]: [&Surd; 2], ends: [u32; 2]) -> Result<Self, PlotError> {
        let scale = Self::new([from, to].map(Surd::nearest_float), ends);
        if scale.values[1] * 4.0 * f64::EPSILON * scale.per_unit() < 0.01 {
            return Ok(scale);
        }
        Err(PlotError::Narrow { from: from.clone(), to: to.clone() })
    }

    /// Where a number lies.
    pub(super) fn at(&self, value: f64) -> f64 {
        self.ends[0] + (value - self.values[0]) * self.per_unit()
    }

    /// How many pixels a unit has, negative if numbers grow to the left or upwards.
    pub(super) fn per_unit(&self) -> f64 {
        (self.ends[1] - self.ends[0]) / (self.values[1] - self.values[0])
    }

    /// The pixels between the ends.
    pub(super) fn length(&self) -> f64 {
        (self.ends[1] - self.ends[0]).abs()
    }
}

/// A number on an axis, and how it is labelled.
#[derive(Clone, Debug)]
pub(super) struct Tick {
    pub(super) value: f64,
    pub(super) label: Line,
}

impl Tick {
    pub(super) fn new(value: f64, label: &str) -> Self {
        Self { value, label: Line::marked(label) }
    }

    /// An exact number: its form, or decimals if that is wider than this many pixels and decimals
    /// are not.
    pub(super) fn exact(number: &Surd, decimals: usize, width: f64, text_size: f64) -> Self {
        let exact = Line::marked(&typeset::exact(number));
        let decimal = Line::marked(&format!("≈ {}", typeset::decimal(&number.to_decimal(decimals + 2))));
        let widths = [&exact, &decimal].map(|label| label.width(text_size));
        let label = if widths[0] <= width.max(widths[1]) { exact } else { decimal };
        Self { value: number.nearest_float(), label }
    }
}

/// A positive number with two digits, more before the point.
pub(super) fn two_digits(number: f64) -> String {
    // a positive float has less than 400 zeros behind the point
    let decimals = (1.0 - number.log10().floor()).clamp(0.0, 400.0) as usize;
    format!("{number:.decimals$}")
}

/// A decimal without the zeros at its end.
pub(super) fn without_zeros(decimal: &str) -> &str {
    if decimal.contains('.') { decimal.trim_end_matches('0').trim_end_matches('.') } else { decimal }
}

/// The least number 1, 2 or 5 times a power of ten that is not less, and how many decimals it has.
pub(crate) fn round_step(least: &Surd) -> Option<(Surd, usize)> {
    let size = Some(least.nearest_float()).filter(|size| size.is_normal())?;
    // a float shows where to begin; numbers decide
    let exponent = size.log10().floor() as i32 - 1;
    (exponent..=exponent + 3).find_map(|exponent| {
        let power = Surd::from(BigRational::from(BigInt::from(10)).pow(exponent));
        let step = [1, 2, 5].into_iter().map(|factor| Surd::from(factor) * &power).find(|step| step >= least);
        step.map(|step| (step, usize::try_from(-exponent).unwrap_or(0)))
    })
}

/// The round numbers strictly between two numbers: multiples of 1, 2 or 5 times a power of ten, no
/// more than `most`; and how many decimals they have. Steps of whole numbers if `whole`.
pub(super) fn round_numbers([low, high]: [f64; 2], most: f64, whole: bool) -> (Vec<Tick>, usize) {
    // there is nothing to label between numbers that agree so far; multiples have some 13 digits
    if high - low <= 1e-12 * high.abs().max(low.abs()) {
        return (vec![], 0);
    }
    // a float next to a round number stands for it
    let least = (high - low) / most.max(1.0) * (1.0 - f64::EPSILON);
    let least = if whole { least.max(1.0) } else { least };
    let step = BigRational::from_float(least).and_then(|least| round_step(&least.into()));
    let Some((step, decimals)) = step else { return (vec![], 0) };
    let step = step.nearest_float();
    let first = (low / step).floor() as i64 + 1;
    let last = (high / step).ceil() as i64 - 1;
    let ticks = (first..=last).map(|index| {
        let value = index as f64 * step;
        Tick::new(value, &format!("{value:.decimals$}"))
    });
    (ticks.collect(), decimals)
}

/// The powers of ten strictly between two numbers, as exponents.
pub(super) fn powers_of_ten([low, high]: [f64; 2]) -> Vec<Tick> {
    let [first, last] = [low.log10().floor() as i32 + 1, high.log10().ceil() as i32 - 1];
    let label = |power: i32| match power {
        0 => Line::marked("1"),
        1 => Line::marked("10"),
        _ => Line::marked("10").then(Style::Raised, power.to_string().replace('-', "−")),
    };
    (first..=last).map(|power| Tick { value: f64::from(power), label: label(power) }).collect()
}

/// The height that an axis below the data needs, with its labels and its name.
pub(super) fn height_below(text_size: f64) -> f64 {
    text_size * ((AXIS_GAP + TICK + 6.0) / TEXT_SIZE + 2.6)
}

/// The width that an axis beside the data needs with these labels.
pub(super) fn width_beside<'a>(ticks: impl IntoIterator<Item = &'a Tick>, text_size: f64) -> f64 {
    let widest = ticks.into_iter().map(|tick| tick.label.width(text_size)).fold(0.0, f64::max);
    text_size * (AXIS_GAP + TICK + LABEL_GAP) / TEXT_SIZE + widest
}

/// Draws an axis below the data: its ends, and those of the other ticks whose labels have space.
pub(super) fn below(
    drawing: &mut Drawing,
    scale: &Scale,
    y: f64,
    ends: &[Tick],
    others: &[Tick],
    name: &Line,
) {
    let (size, unit) = (drawing.text_size, drawing.unit);
    let (y, tick_end) = (y + AXIS_GAP * unit, y + (AXIS_GAP + TICK) * unit);
    let [left_side, right_side] =
        [drawing.margin / 2.0, f64::from(drawing.size.width()) - drawing.margin / 2.0];
    draw(drawing, scale.ends.map(|x| Spot::new(x, y)), [ends, others], Anchor::Middle, |tick| {
        let (x, width) = (scale.at(tick.value), tick.label.width(size));
        let left = (x - width / 2.0).max(left_side).min(right_side - width);
        Placed {
            tick: [Spot::new(x, y), Spot::new(x, tick_end)],
            taken: [left - 0.5 * size, left + width + 0.5 * size],
            label: Spot::new(left + width / 2.0, tick_end + 1.05 * size),
        }
    });
    let below = Spot::new(scale.ends[1], tick_end + 2.3 * size);
    drawing.text(name, below, Anchor::End, drawing.theme.ink);
}

/// Draws the axis of a range of lengths below the data, with round numbers between its ends.
pub(super) fn below_range(drawing: &mut Drawing, scale: &Scale, y: u32, ends: [&Surd; 2], name: &Line) {
    let size = drawing.text_size;
    let (others, decimals) = round_numbers(scale.values, scale.length() / (7.0 * size), false);
    let ends = ends.map(|end| Tick::exact(end, decimals, 0.3 * scale.length(), size));
    below(drawing, scale, y.into(), &ends, &others, name);
}

/// Draws an axis at the left of the data: its ends, and those of the other ticks whose labels have
/// space; its name stands above.
pub(super) fn beside(
    drawing: &mut Drawing,
    scale: &Scale,
    x: f64,
    ends: &[Tick],
    others: &[Tick],
    name: &Line,
) {
    let (size, unit) = (drawing.text_size, drawing.unit);
    let (x, tick_end) = (x - AXIS_GAP * unit, x - (AXIS_GAP + TICK) * unit);
    draw(drawing, scale.ends.map(|y| Spot::new(x, y)), [ends, others], Anchor::End, |tick| {
        let y = scale.at(tick.value);
        Placed {
            tick: [Spot::new(x, y), Spot::new(tick_end, y)],
            taken: [y, y + 1.3 * size],
            label: Spot::new(tick_end - LABEL_GAP * unit, y + 0.33 * size),
        }
    });
    let above = Spot::new(x + 0.4 * size, scale.ends[1] - 0.9 * size);
    drawing.text(name, above, Anchor::End, drawing.theme.ink);
}

/// Where a tick and its label are, and which part of the axis the label takes.
struct Placed {
    tick: [Spot; 2],
    taken: [f64; 2],
    label: Spot,
}

/// Draws the line of an axis and its ticks: the ends, labelled if there is space, and of the others
/// those whose labels have space.
fn draw(
    drawing: &mut Drawing,
    line: [Spot; 2],
    [ends, others]: [&[Tick]; 2],
    anchor: Anchor,
    place: impl Fn(&Tick) -> Placed,
) {
    let mut path = Path::default();
    path.segment(line);
    let mut taken: Vec<[f64; 2]> = vec![];
    let color = drawing.theme.ink;
    for (index, tick) in ends.iter().chain(others).enumerate() {
        let placed = place(tick);
        let [start, end] = placed.taken;
        let is_free = taken.iter().all(|other| end <= other[0] || other[1] <= start);
        if is_free || index < ends.len() {
            path.segment(placed.tick);
        }
        if is_free {
            taken.push(placed.taken);
            drawing.text(&tick.label, placed.label, anchor, color);
        }
    }
    drawing.stroke(&path, color, AXIS_WIDTH);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(ticks: &[Tick]) -> Vec<String> {
        ticks.iter().map(|tick| tick.label.plain()).collect()
    }

    #[test]
    fn ticks_are_round_numbers_inside() {
        assert_eq!(labels(&round_numbers([2.0, 500.0], 10.0, false).0)[..2], ["50", "100"]);
        assert_eq!(labels(&round_numbers([0.0, 1.0], 5.0, false).0), ["0.2", "0.4", "0.6", "0.8"]);
        assert_eq!(labels(&round_numbers([0.0, 2.0], 10.0, true).0), ["1"]);
        assert!(round_numbers([100.0, 100.0 + 1e-12], 10.0, false).0.is_empty());
        assert!(round_numbers([0.0, 0.0], 10.0, false).0.is_empty());
        assert_eq!(labels(&round_numbers([7.123, 7.124], 4.0, false).0), ["7.1235"]);
        assert_eq!(labels(&powers_of_ten([1.0, 5000.0])), ["10", "10^2", "10^3"]);
    }

    #[test]
    fn labels_have_the_digits_that_say_something() {
        let numbers = [0.000_234, 0.05, 0.99, 2.41, 23.7, 456.7];
        assert_eq!(numbers.map(two_digits), ["0.00023", "0.050", "0.99", "2.4", "24", "457"]);
        assert_eq!(["1.500", "2.000", "20", "0.05"].map(without_zeros), ["1.5", "2", "20", "0.05"]);
    }

    #[test]
    fn the_shorter_label_of_a_number_is_taken() {
        let label =
            |number: &str, width: f64| Tick::exact(&number.parse().unwrap(), 2, width, 10.0).label.plain();
        assert_eq!(label("1/3+sqrt2", 100.0), "(1 + 3√2)/3");
        assert_eq!(label("1/3+sqrt2", 50.0), "≈ 1.7475");
        assert_eq!(label("100000000000000*sqrt2", 50.0), "100000000000000√2");
    }

    #[test]
    fn a_scale_may_run_upwards() {
        let scale = Scale { values: [0.0, 10.0], ends: [100.0, 20.0] };
        assert_eq!([scale.at(0.0), scale.at(10.0), scale.at(5.0)], [100.0, 20.0, 60.0]);
        assert_eq!(scale.length(), 80.0);
    }
}
