//! Scales, ticks and range frames: an axis is as long as the data, and its ends are labelled.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Pow;

use super::Frame;
use super::drawing::{Drawing, TEXT_SIZE};
use super::shapes::{Anchor, Path, Spot};
use super::typeset::{self, Style, TextLine};
use crate::error::{Error, error};
use crate::number::{Surd, brief};

/// Between the data and an axis, in units.
const AXIS_GAP: f64 = 8.0;
/// The length of a tick, in units.
const TICK: f64 = 5.0;
/// Between a tick and its label, in units.
const LABEL_GAP: f64 = 4.0;
/// Between two labels of an axis at the left of the data, from base line to base line, in sizes of
/// the text.
const LEAST_DISTANCE: f64 = 1.7;
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

/// Floats do not suffice.
pub(super) fn too_narrow(from: &Surd, to: &Surd) -> Error {
    let [from, to] = [from, to].map(brief);
    error!(Domain, "the range from {from} to {to} is too narrow for a picture; give a wider one")
}

impl Scale {
    pub(super) fn new(values: [f64; 2], ends: [u32; 2]) -> Self {
        Self { values, ends: ends.map(f64::from) }
    }

    /// The scale of a range of lengths.
    ///
    /// # Errors
    /// [`Error`] if floats do not suffice to place lengths along it: otherwise each is
    /// off by less than a hundredth of a pixel, as it and the ends are rounded by at most 2⁻⁵³ of
    /// their size.
    pub(super) fn of_range([from, to]: [&Surd; 2], ends: [u32; 2]) -> Result<Self, Error> {
        let scale = Self::new([from, to].map(Surd::nearest_float), ends);
        if scale.values[1] * 4.0 * f64::EPSILON * scale.per_unit() < 0.01 {
            return Ok(scale);
        }
        Err(too_narrow(from, to))
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
    pub(super) label: TextLine,
}

impl Tick {
    pub(super) fn new(value: f64, label: &str) -> Self {
        Self { value, label: TextLine::marked(label) }
    }

    /// A number with this many decimals.
    pub(super) fn decimal(value: f64, decimals: usize) -> Self {
        Self::new(value, &typeset::tick(&format!("{value:.decimals$}")))
    }

    /// An exact number: its form, or decimals if that is wider than this many pixels and decimals
    /// are not.
    pub(super) fn exact(number: &Surd, decimals: usize, width: f64, text_size: f64) -> Self {
        let exact = TextLine::marked(&typeset::exact(number));
        let decimal = TextLine::marked(&format!("≈ {}", typeset::decimal(&number.to_decimal(decimals + 2))));
        let widths = [&exact, &decimal].map(|label| label.width(text_size));
        let label = if widths[0] <= width.max(widths[1]) { exact } else { decimal };
        Self { value: number.nearest_float(), label }
    }
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

/// The greatest number 1, 2 or 5 times a power of ten that is not greater than a positive number.
pub(super) fn round_below(most: f64) -> f64 {
    let power = 10_f64.powf(most.log10().floor());
    [5.0, 2.0].into_iter().map(|factor| factor * power).find(|round| *round <= most).unwrap_or(power)
}

/// Round numbers, and how many decimals they have.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct RoundNumbers {
    values: Vec<f64>,
    pub(super) decimals: usize,
}

impl RoundNumbers {
    /// The round numbers strictly between two numbers: multiples of 1, 2 or 5 times a power of ten,
    /// no more than `most`. Steps of whole numbers if `whole`.
    pub(super) fn between([low, high]: [f64; 2], most: f64, whole: bool) -> Self {
        // there is nothing to label between numbers that agree so far; multiples have some 13
        // digits
        if high - low <= 1e-12 * high.abs().max(low.abs()) {
            return Self::default();
        }
        // a float next to a round number stands for it
        let least = (high - low) / most.max(1.0) * (1.0 - f64::EPSILON);
        let least = if whole { least.max(1.0) } else { least };
        let step = BigRational::from_float(least).and_then(|least| round_step(&least.into()));
        let Some((step, decimals)) = step else { return Self::default() };
        let step = step.nearest_float();
        let first = (low / step).floor() as i64 + 1;
        let last = (high / step).ceil() as i64 - 1;
        Self { values: (first..=last).map(|index| index as f64 * step).collect(), decimals }
    }

    /// The ticks there, with this many decimals.
    pub(super) fn ticks(&self, decimals: usize) -> Vec<Tick> {
        self.values.iter().map(|&value| Tick::decimal(value, decimals)).collect()
    }
}

/// The ticks at the ends of a range of exact numbers, and at most this many between them, which
/// have the same number of decimals. An end has as many as it needs; one that is not a short
/// decimal is named by its exact form, or if that is wider than a width, rounded.
pub(super) fn exact_ticks(ends: [&Surd; 2], most: f64, width: f64, text_size: f64) -> [Vec<Tick>; 2] {
    let round = RoundNumbers::between(ends.map(Surd::nearest_float), most, false);
    let labelled = ends.map(|end| {
        let name = Tick::new(end.nearest_float(), &typeset::exact(end));
        match end.exact_digits(0..=round.decimals + 2) {
            Some(decimals) => Tick::new(name.value, &typeset::tick(&end.to_decimal(decimals))),
            None if name.label.width(text_size) <= width => name,
            None => {
                Tick::new(name.value, &format!("≈ {}", typeset::tick(&end.to_decimal(round.decimals + 1))))
            }
        }
    });
    [labelled.to_vec(), round.ticks(round.decimals)]
}

/// The ticks at two whole numbers, and at most this many at whole numbers between them.
pub(super) fn whole_ticks(ends: [f64; 2], most: f64) -> [Vec<Tick>; 2] {
    let between = RoundNumbers::between(ends, most, true).ticks(0);
    [ends.map(|end| Tick::decimal(end, 0)).to_vec(), between]
}

/// The powers of ten strictly between two positive numbers, as exponents, and between them the
/// multiples of powers of ten as ticks without labels. The labels are powers if `raised`.
pub(super) fn powers_of_ten([low, high]: [f64; 2], raised: bool) -> Vec<Tick> {
    let [first, last] = [low.log10().floor() as i32, high.log10().floor() as i32];
    let multiples = (first..=last).flat_map(|power| {
        (1..10).map(move |factor| (power, factor, f64::from(power) + f64::from(factor).log10()))
    });
    let inside = multiples.filter(|(_, _, value)| low.log10() < *value && *value < high.log10());
    let label = |power: i32, factor: i32| match factor {
        1 if raised => TextLine::marked("10").then(Style::Raised, typeset::decimal(&power.to_string())),
        1 => Tick::decimal(10_f64.powi(power), power.min(0).unsigned_abs() as usize).label,
        _ => TextLine::default(),
    };
    inside.map(|(power, factor, value)| Tick { value, label: label(power, factor) }).collect()
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

/// The box of the data of a chart, and the ticks of its values, no more than fit its height.
pub(super) fn chart(
    drawing: &Drawing,
    ticks: impl Fn(f64) -> [Vec<Tick>; 2],
) -> Result<(Frame, [Vec<Tick>; 2]), Error> {
    let text_size = drawing.text_size;
    let [above, below] = [2.1 * text_size, height_below(text_size)];
    let rows = f64::from(drawing.size.height()) - drawing.top - above - below;
    let ticks = ticks(rows / (2.4 * text_size));
    let beside = width_beside(ticks.iter().flatten(), text_size).max(2.5 * text_size);
    let frame = drawing.frame([drawing.margin + beside, above, 2.0 * drawing.margin, below])?;
    Ok((frame, ticks))
}

/// Draws an axis below the data: its ends, and those of the other ticks whose labels have space.
pub(super) fn below(drawing: &mut Drawing, scale: &Scale, y: f64, ticks: [&[Tick]; 2], name: &TextLine) {
    let (size, unit) = (drawing.text_size, drawing.unit);
    let (y, tick_end) = (y + AXIS_GAP * unit, y + (AXIS_GAP + TICK) * unit);
    let [left_side, right_side] =
        [drawing.margin / 2.0, f64::from(drawing.size.width()) - drawing.margin / 2.0];
    draw(drawing, scale.ends.map(|x| Spot::new(x, y)), ticks, Anchor::Middle, |tick| {
        let (x, width) = (scale.at(tick.value), tick.label.width(size));
        let left = (x - width / 2.0).max(left_side).min(right_side - width);
        PlacedTick {
            tick: [Spot::new(x, y), Spot::new(x, tick_end)],
            taken: [left - 0.5 * size, left + width + 0.5 * size],
            label: Spot::new(left + width / 2.0, tick_end + 1.05 * size),
        }
    });
    let below = Spot::new(scale.ends[1], tick_end + 2.3 * size);
    drawing.text(name, below, Anchor::End, drawing.theme.ink);
}

/// Draws the axis of a range of lengths below the data, with round numbers between its ends.
pub(super) fn below_range(drawing: &mut Drawing, scale: &Scale, y: u32, ends: [&Surd; 2], name: &TextLine) {
    let size = drawing.text_size;
    let most = scale.length() / (7.0 * size);
    let [ends, others] = exact_ticks(ends, most, 0.3 * scale.length(), size);
    below(drawing, scale, y.into(), [&ends, &others], name);
}

/// Draws an axis at the left of the data: its ends, and those of the other ticks whose labels have
/// space; its name stands above.
pub(super) fn beside(drawing: &mut Drawing, scale: &Scale, x: f64, ticks: [&[Tick]; 2], name: &TextLine) {
    let (size, unit) = (drawing.text_size, drawing.unit);
    let (x, tick_end) = (x - AXIS_GAP * unit, x - (AXIS_GAP + TICK) * unit);
    draw(drawing, scale.ends.map(|y| Spot::new(x, y)), ticks, Anchor::End, |tick| {
        let y = scale.at(tick.value);
        PlacedTick {
            tick: [Spot::new(x, y), Spot::new(tick_end, y)],
            taken: [y, y + LEAST_DISTANCE * size],
            label: Spot::new(tick_end - LABEL_GAP * unit, y + 0.33 * size),
        }
    });
    let above = Spot::new(x + 0.4 * size, scale.ends[1] - 1.2 * size);
    drawing.text(name, above, Anchor::End, drawing.theme.ink);
}

/// Where a tick and its label are, and which part of the axis the label takes.
struct PlacedTick {
    tick: [Spot; 2],
    taken: [f64; 2],
    label: Spot,
}

/// Draws the line of an axis and its ticks: the ends, labelled if there is space, of the others
/// those whose labels have space, and a short tick for those without a label.
fn draw(
    drawing: &mut Drawing,
    line: [Spot; 2],
    [ends, others]: [&[Tick]; 2],
    anchor: Anchor,
    place: impl Fn(&Tick) -> PlacedTick,
) {
    let mut path = Path::default();
    path.segment(line);
    let mut taken: Vec<[f64; 2]> = vec![];
    let color = drawing.theme.ink;
    for (index, tick) in ends.iter().chain(others).enumerate() {
        let placed = place(tick);
        if tick.label.parts.is_empty() {
            let [foot, tip] = placed.tick;
            path.segment([foot, Spot::new(f64::midpoint(foot.x, tip.x), f64::midpoint(foot.y, tip.y))]);
            continue;
        }
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
    drawing.stroke(path, color, AXIS_WIDTH);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(ticks: &[Tick]) -> Vec<String> {
        ticks.iter().map(|tick| tick.label.plain()).collect()
    }

    fn round(ends: [f64; 2], most: f64, whole: bool) -> Vec<String> {
        let round = RoundNumbers::between(ends, most, whole);
        labels(&round.ticks(round.decimals))
    }

    #[test]
    fn ticks_are_round_numbers_inside() {
        assert_eq!(round([2.0, 500.0], 10.0, false)[..2], ["50", "100"]);
        assert_eq!(round([0.0, 1.0], 5.0, false), ["0.2", "0.4", "0.6", "0.8"]);
        assert_eq!(round([0.0, 2.0], 10.0, true), ["1"]);
        assert!(round([100.0, 100.0 + 1e-12], 10.0, false).is_empty());
        assert!(round([0.0, 0.0], 10.0, false).is_empty());
        assert_eq!(round([7.123, 7.124], 4.0, false), ["7.1235"]);
        assert_eq!([0.7, 1.0, 2.4, 45.0, 9.9].map(round_below), [0.5, 1.0, 2.0, 20.0, 5.0]);
    }

    #[test]
    fn between_powers_of_ten_there_are_ticks_without_labels() {
        let ticks = powers_of_ten([2.0, 400.0], false);
        let expected = (3..=9).chain((1..=9).map(|n| n * 10)).chain((1..4).map(|n| n * 100));
        assert!(ticks.iter().map(|tick| 10_f64.powf(tick.value).round() as u32).eq(expected));
        let labelled = |raised| {
            let ticks = powers_of_ten([0.005, 5000.0], raised).into_iter();
            labels(&ticks.filter(|tick| !tick.label.parts.is_empty()).collect::<Vec<_>>())
        };
        assert_eq!(labelled(false), ["0.01", "0.1", "1", "10", "100", "1,000"]);
        assert_eq!(labelled(true), ["10^−2", "10^−1", "10^0", "10^1", "10^2", "10^3"]);
    }

    /// Round numbers have the decimals that they need, whatever the ends have.
    #[test]
    fn an_end_has_decimals_of_its_own() {
        for (ends, expected) in [
            (["2", "20"], "2 20 | 5 10 15"),
            (["2.5", "20"], "2.5 20 | 5 10 15"),
            (["2", "5+2sqrt2"], "2 5 + 2√2 | 4 6"),
            (["1/3+sqrt2/7", "10"], "≈ 0.5 10 | 5"),
            (["2", "30001/7000"], "2 ≈ 4.3 | 3 4"),
            (["300", "300.001"], "300 300.001 | 300.0005"),
            (["2", "2000000"], "2 2,000,000 | 500,000 1,000,000 1,500,000"),
            (["0.1", "0.5"], "0.1 0.5 | 0.2 0.3 0.4"),
        ] {
            let [from, to]: [Surd; 2] = ends.map(|end| end.parse().unwrap());
            let [ends, others] = exact_ticks([&from, &to], 4.0, 45.0, 10.0);
            assert_eq!(format!("{} | {}", labels(&ends).join(" "), labels(&others).join(" ")), expected);
        }
    }

    #[test]
    fn the_shorter_label_of_a_number_is_taken() {
        let label =
            |number: &str, width: f64| Tick::exact(&number.parse().unwrap(), 2, width, 10.0).label.plain();
        assert_eq!(label("1/3+sqrt2/7", 100.0), "1/3 + √2/7");
        assert_eq!(label("1/3+sqrt2/7", 50.0), "≈ 0.5354");
        assert_eq!(label("100000000000000*sqrt2", 50.0), "100000000000000√2");
    }

    #[test]
    fn a_scale_may_run_upwards() {
        let scale = Scale { values: [0.0, 10.0], ends: [100.0, 20.0] };
        assert_eq!([scale.at(0.0), scale.at(10.0), scale.at(5.0)], [100.0, 20.0, 60.0]);
        assert_eq!(scale.length(), 80.0);
    }
}
