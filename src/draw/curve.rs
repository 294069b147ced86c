//! The gain, and g, as curves of Braille dots, two a column and four a row, above an axis of
//! lengths.

use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use super::{Axis, LEAST_COLUMNS};
use crate::games::squares::{Floats, GainCurve, Maxima};
use crate::number::{Surd, near_float};

/// The height of the drawing in rows, and in dots.
const ROWS: usize = 15;
const HEIGHT: usize = 4 * ROWS;
/// Labels beside the rows are at least so many dots apart.
const LABEL_SPACE: usize = HEIGHT / 5;
/// A blank cell of Braille, and its dots from the lowest up, on the left and on the right.
const BLANK: u32 = 0x2800;
const DOTS: [[u32; 4]; 2] = [[0x40, 0x04, 0x02, 0x01], [0x80, 0x20, 0x10, 0x08]];

/// The gain e on a range, drawn with at most this many columns; the places of the maximum are
/// marked.
///
/// In each column of dots the curve reaches from the lowest to the highest of the values that are
/// taken there: at the ends of all pieces, and at four places a column. They are floats, which only
/// place dots; the maximum is the certified one.
///
/// # Cost
/// That of [`GainCurve::maxima`], and for each piece the exact places of its ends on the axis and a
/// float for each length of the game.
///
/// ```
/// use nimsweep::draw::curve;
/// use nimsweep::games::squares::{Grundy, Lengths};
///
/// let grundy = Grundy::new(&Lengths::default(), &"20".parse()?)?;
/// println!("{}", curve(&grundy.gain_curve(&"2".parse()?, &"20".parse()?)?, 80));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn curve(curve: &GainCurve, columns: usize) -> String {
    with_maxima(curve, &curve.maxima(), columns)
}

/// The gain as a curve, with maxima that are known.
pub(crate) fn with_maxima(curve: &GainCurve, maxima: &Maxima, columns: usize) -> String {
    let columns = columns.max(LEAST_COLUMNS);
    let value = &maxima.first.value;
    let zeros = zeros_behind_point(value.to_f64());
    let high = exact(value.as_surd(), || value.to_decimal(PLACES + zeros));
    let ends = [curve.from(), curve.to()];
    let of_curve = |cells| envelope(curve, cells);
    let from_zero = Chart::new(ends, [Surd::zero(), high.clone()], LABEL_SPACE, columns, of_curve);
    let lowest = from_zero.drawn.iter().flatten().map(|[low, _]| *low).fold(f64::INFINITY, f64::min);
    // a curve that never comes near zero is drawn without the empty space below it, unless it is
    // as good as level
    let is_high = |low: &Surd| low + low > high && (&high - low) * Surd::from(1_000_000) > high;
    let chart = match BigRational::from_float(lowest).map(Surd::from).filter(is_high) {
        Some(low) => Chart::new(ends, [low, high], LABEL_SPACE, columns, of_curve),
        None => from_zero,
    };
    let places = std::iter::once(&maxima.first).chain(&maxima.others);
    let digits = PLACES + digits_of_cell(curve, columns);
    let places: Vec<Surd> =
        places.map(|maximum| exact(maximum.at.as_surd(), || maximum.at.to_decimal(digits))).collect();
    chart.lines(&places, &format!("maximum {}", value.to_decimal(LABEL + zeros))).join("\n")
}

/// g on [0, limit] as steps, drawn with at most this many columns, and lines between them if there
/// are few.
///
/// # Cost
/// The exact place of each step on the axis.
#[cfg(any(test, feature = "serde"))]
pub(crate) fn steps(grundy: &crate::games::squares::Grundy, columns: usize) -> String {
    let columns = columns.max(LEAST_COLUMNS);
    let ends = [&Surd::zero(), grundy.limit()];
    let largest = grundy.largest_nimber().max(1);
    let values = [Surd::zero(), Surd::from(u64::from(largest))];
    // values are whole numbers
    let apart = LABEL_SPACE.max(HEIGHT.div_ceil(largest as usize));
    let drawn = |cells: usize| {
        let axis = Axis { from: ends[0].clone(), to: ends[1].clone(), cells: 2 * cells };
        let mut drawn = vec![vec![]; axis.cells];
        let (mut first, mut before) = (0, None);
        let are_joined = grundy.steps().len() <= cells;
        for (_, end, value) in grundy.intervals() {
            let value = f64::from(value);
            // a step that ends where a cell begins has no part of it
            let last = axis.position(&end).ceil().to_usize().unwrap_or(0).clamp(1, axis.cells) - 1;
            drawn[first].extend(
                before.filter(|_| are_joined).map(|before: f64| [before.min(value), before.max(value)]),
            );
            drawn[first..=last.max(first)].iter_mut().for_each(|column| column.push([value; 2]));
            (first, before) = (axis.cell(&end), Some(value));
        }
        drawn
    };
    Chart::new(ends, values, apart, columns, drawn).lines(&[], "").join("\n")
}

/// Decimals of what is drawn, and of what is written beside it, behind zeros.
const PLACES: usize = 12;
const LABEL: usize = 8;

/// The closed form of a number, or else its decimals.
fn exact(closed: Option<&Surd>, decimals: impl FnOnce() -> String) -> Surd {
    // decimals can always be read
    closed.cloned().unwrap_or_else(|| decimals().parse().unwrap_or_default())
}

/// How many zeros a number that is not negative has behind its point before another digit; none if
/// it is too small for a float, since no such number is drawn.
fn zeros_behind_point(number: Option<f64>) -> usize {
    let size = number.filter(|size| size.is_normal());
    // at most 308, and 0 for 1 and more
    size.map_or(0, |size| (-size.log10().floor() - 1.0).max(0.0) as usize)
}

/// With how many decimals the columns of a drawing differ.
fn digits_of_cell(curve: &GainCurve, columns: usize) -> usize {
    let width = curve.to() - curve.from();
    if !width.is_positive() {
        return 0;
    }
    (Surd::from(columns as u64) / width).ceil().to_string().len()
}

/// A curve in a frame.
struct Chart {
    /// The lengths, over cells of two dots.
    lengths: Axis,
    /// The values, over dots.
    values: Axis,
    /// For each dot of the lengths, from which to which value there are dots.
    drawn: Vec<Vec<[f64; 2]>>,
    /// The texts left of the rows, from the lowest up.
    labels: Vec<Option<String>>,
}

impl Chart {
    /// Labels of values are at least so many dots apart. What is drawn depends on how many cells
    /// are left for it.
    fn new(
        ends: [&Surd; 2],
        [low, high]: [Surd; 2],
        apart: usize,
        columns: usize,
        drawn: impl Fn(usize) -> Vec<Vec<[f64; 2]>>,
    ) -> Self {
        let high = if low < high { high } else { &low + Surd::one() };
        let values = Axis { from: low, to: high, cells: HEIGHT };
        let mut labels = vec![None; ROWS];
        // at most a third is for the labels
        for (at, text) in values.ticks(apart).into_iter().filter(|(_, text)| text.len() <= columns / 3) {
            labels[values.cell(&at) / 4] = Some(text);
        }
        let widest = labels.iter().flatten().map(String::len).max().unwrap_or(0);
        let cells = columns - (widest + 2);
        let lengths = Axis { from: ends[0].clone(), to: ends[1].clone(), cells };
        Self { lengths, values, drawn: drawn(cells), labels }
    }

    /// The drawing: a row with marks above the places of the maximum, the rows of the curve, and
    /// the axis.
    fn lines(&self, maxima: &[Surd], label: &str) -> Vec<String> {
        let width = self.labels.iter().flatten().map(String::len).max().unwrap_or(0);
        let margin = " ".repeat(width + 2);
        let marks = (!maxima.is_empty()).then(|| format!("{margin}{}", self.marks(maxima, label)));
        let mut lines: Vec<String> = marks.into_iter().collect();
        for (row, cells) in self.rows().iter().enumerate().rev() {
            let (text, sign) = self.labels[row].as_deref().map_or(("", '│'), |text| (text, '┤'));
            lines.push(format!("{text:>width$} {sign}{}", cells.trim_end()));
        }
        lines.extend(self.lengths.lines().map(|line| format!("{margin}{line}")));
        lines
    }

    /// A dot for each maximum, and a text beside the first if there is space.
    fn marks(&self, maxima: &[Surd], label: &str) -> String {
        let mut row = vec![' '; self.lengths.cells];
        let marked: Vec<usize> = maxima.iter().map(|place| self.lengths.cell(place)).collect();
        for &cell in &marked {
            row[cell] = '●';
        }
        let length = label.chars().count();
        let starts = marked.first().map(|&first| [Some(first + 2), first.checked_sub(length + 1)]);
        let is_free = |&start: &usize| {
            row.get(start..start + length).is_some_and(|cells| cells.iter().all(|&cell| cell == ' '))
        };
        if let Some(start) = starts.into_iter().flatten().flatten().find(is_free) {
            row.splice(start..start + length, label.chars());
        }
        row.into_iter().collect::<String>().trim_end().to_owned()
    }

    /// The rows of the curve, from the lowest up.
    fn rows(&self) -> Vec<String> {
        let mut cells = vec![vec![BLANK; self.lengths.cells]; ROWS];
        let drawn = self.drawn.iter().enumerate();
        for (column, ends) in drawn.flat_map(|(column, own)| own.iter().map(move |ends| (column, ends))) {
            let [low, high] = ends.map(|value| self.dot(value));
            for dot in low..=high {
                // two dots a column and four a row
                cells[dot / 4][column / 2] |= DOTS[column % 2][dot % 4];
            }
        }
        let sign = |&code: &u32| if code == BLANK { ' ' } else { char::from_u32(code).unwrap_or(' ') };
        cells.iter().map(|row| row.iter().map(sign).collect()).collect()
    }

    /// The dot of a value, the lowest being 0.
    fn dot(&self, value: f64) -> usize {
        let [low, high] = [&self.values.from, &self.values.to].map(near_float);
        let share = ((value - low) / (high - low)).clamp(0.0, 1.0);
        // a float below 0 or without value becomes 0
        ((share * HEIGHT as f64) as usize).min(HEIGHT - 1)
    }
}

/// For each of the columns of dots, two a cell, the lowest and the highest value of e, if there is
/// one.
///
/// Taken at the ends of all pieces, where e has its corners, and at four places a column between.
fn envelope(curve: &GainCurve, cells: usize) -> Vec<Vec<[f64; 2]>> {
    const SAMPLES: f64 = 4.0;
    let columns = 2 * cells;
    let axis = Axis { from: curve.from().clone(), to: curve.to().clone(), cells: columns };
    let (from, width) = (near_float(&axis.from), near_float(&axis.width()) / columns as f64);
    let mut envelope: Vec<Vec<[f64; 2]>> = vec![vec![]; columns];
    let mut add = |position: f64, value: f64| {
        // a value on a border belongs to both columns, so that the curve has no gaps
        let column = position as usize;
        let left = if position == position.floor() { column.saturating_sub(1) } else { column };
        for range in envelope.iter_mut().take(column + 1).skip(left) {
            match range.first_mut() {
                Some([low, high]) => (*low, *high) = (low.min(value), high.max(value)),
                None => range.push([value; 2]),
            }
        }
    };
    let mut end = (0.0, from);
    Floats::new(curve).for_each_piece(|piece| {
        let place = curve.exact(piece.end.place);
        let start = std::mem::replace(&mut end, (near_float(&axis.position(&place)), near_float(&place)));
        let samples = ((start.0 * SAMPLES).floor() as u64 + 1..).map(|sample| sample as f64 / SAMPLES);
        let between = samples.take_while(|&position| position < end.0);
        let between = between.map(|position| (position, from + position * width));
        for (position, length) in [start, end].into_iter().chain(between) {
            let value = piece.value(length);
            if value.is_finite() {
                add(position, value);
            }
        }
    });
    envelope
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::squares::{Grundy, Lengths};

    fn drawn(from: &str, to: &str, columns: usize) -> String {
        let [from, to] = [from, to].map(|text| text.parse::<Surd>().unwrap());
        let grundy = Grundy::new(&Lengths::default(), &to).unwrap();
        curve(&grundy.gain_curve(&from, &to).unwrap(), columns)
    }

    #[test]
    fn the_gain_up_to_ten() {
        assert_eq!(
            drawn("2", "10", 40),
            "          maximum 2.61969775 ●
  │                          ⡼⣇
  │                         ⢰⠃⢸⡀
  │                        ⢀⡏  ⡇
2 ┤⡄                       ⢸   ⢳
  │⠹⣄                      ⡞   ⢸⡀
  │ ⠸⡄                    ⢀⡇    ⡇
  │  ⡇                    ⢸     ⢳
  │  ⢹                    ⡞     ⢸⡀
  │  ⠸⡄    ⢀⡤⠤⡄          ⢠⠇      ⡇
1 ┤   ⡇    ⣸  ⢹      ⡖⠒⠒⠲⠞       ⢳
  │   ⢹   ⢠⠇  ⠈⡇    ⣸⠁           ⠸⡄
  │   ⠘⡆  ⡼    ⢹⡀  ⢠⠇             ⡇
  │    ⢳⡀⢰⠃     ⢧  ⡞              ⢹
  │     ⠉⠛      ⠘⠒⠾⠁              ⠈⠧⠤⠤⠤⠤
0 ┤
   ┌────────────┬──────────────────────┐
   2            5                     10"
        );
    }

    /// The column of the first mark, counted from the left end of the axis, and its length.
    fn mark(text: &str) -> (usize, usize) {
        let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        let column = |line: &[char], sign| line.iter().position(|&c| c == sign).unwrap();
        let axis = &lines[lines.len() - 2];
        let (start, end) = (column(axis, '┌'), column(axis, '┐'));
        (column(&lines[0], '●') - start, end + 1 - start)
    }

    #[test]
    fn the_maximum_of_a_narrow_range_is_marked_where_it_is() {
        for (left, right) in [(1, 1), (1, 3), (3, 1), (9, 1)] {
            for power in [3, 13, 40] {
                let (from, to) =
                    (format!("131+28sqrt2-{left}/10^{power}"), format!("131+28sqrt2+{right}/10^{power}"));
                let (column, cells) = mark(&drawn(&from, &to, 60));
                assert_eq!(column, cells * left / (left + right), "{from} {to}");
            }
        }
    }

    /// The picture does not depend on the unit of length.
    #[test]
    fn small_lengths_are_drawn_as_large_ones_are() {
        let drawn = |unit: &str, columns| {
            let number = |times: u64| Surd::from(times) * unit.parse::<Surd>().unwrap();
            let grundy = Grundy::new(&Lengths::new([number(1)]).unwrap(), &number(10)).unwrap();
            curve(&grundy.gain_curve(&number(2), &number(10)).unwrap(), columns)
        };
        let dots = |text: &str| {
            let is_dot = |c: &char| ('\u{2801}'..='\u{28ff}').contains(c);
            text.lines().map(|line| line.chars().filter(is_dot).collect::<String>()).collect::<Vec<_>>()
        };
        let [large, small] = ["1", "1/10^13"].map(|unit| drawn(unit, 100));
        assert!(large.contains("maximum 2.33333333"), "{large}");
        assert!(small.contains("maximum 0.00000000000023333333"), "{small}");
        assert!(small.contains("0.00000000000020 ┤"), "{small}");
        for text in [large, small] {
            // e is greatest at 7 units
            let (column, cells) = mark(&text);
            assert_eq!(column, cells * 5 / 8, "{text}");
        }
        // there is no space for the labels
        let small = drawn("1/10^13", 21);
        assert!(dots(&small).iter().filter(|row| !row.is_empty()).count() > ROWS / 2, "{small}");
        assert!(small.lines().all(|line| line.chars().count() <= 21), "{small}");
    }

    /// Every dot of the curve is that of a value of e in its column, and neighbours touch.
    #[test]
    fn the_envelope_has_no_gaps_and_reaches_the_maximum() {
        for (from, to, cells) in [("2", "100", 70), ("2", "100", 300), ("20", "21", 40), ("2", "2.001", 20)] {
            let [from, to] = [from, to].map(|text| text.parse::<Surd>().unwrap());
            let grundy = Grundy::new(&Lengths::default(), &to).unwrap();
            let curve = grundy.gain_curve(&from, &to).unwrap();
            let columns: Vec<[f64; 2]> =
                envelope(&curve, cells).into_iter().map(|column| column[0]).collect();
            assert_eq!(columns.len(), 2 * cells);
            for two in columns.windows(2) {
                assert!(two[0][0] <= two[1][1] && two[1][0] <= two[0][1], "{two:?}");
            }
            let highest = columns.iter().map(|[_, high]| *high).fold(0.0, f64::max);
            let maximum = curve.maxima().first.value.to_decimal(12).parse::<f64>().unwrap();
            assert!((highest - maximum).abs() < 1e-9, "{highest} {maximum}");
            // exact values at places of our own choice lie in their columns
            let axis = Axis { from: from.clone(), to: to.clone(), cells: 2 * cells };
            for part in 0..=100 {
                let place = &from + (&to - &from) * Surd::from(part) / Surd::from(100);
                let value = grundy.gain_at(&place).unwrap().value.to_decimal(12).parse::<f64>().unwrap();
                let [low, high] = columns[axis.cell(&place)];
                // between samples e may be a little outside
                let slack = (high - low) / 4.0 + 1e-9;
                assert!(low - slack <= value && value <= high + slack, "{place}: {value} {low} {high}");
            }
        }
    }

    #[test]
    fn a_curve_far_above_zero_fills_the_frame() {
        let text = drawn("315", "315.1", 60);
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!(rows.len(), ROWS + 3);
        let is_drawn = |row: &&&str| row.contains(|c| ('\u{2801}'..='\u{28ff}').contains(&c));
        assert_eq!(rows.iter().filter(is_drawn).count(), ROWS);
        assert!(!text.contains("0 ┤\n"), "{text}");
    }

    #[test]
    fn a_single_place_is_a_dot() {
        let text = drawn("3", "3", 40);
        assert!(text.ends_with("     ┬\n     3"), "{text}");
        assert!(text.starts_with("     ● maximum 0.39180581\n    │⠁\n"), "{text}");
    }

    /// With pieces of length 1, g is 0, 1, 2, 3, 1 on unit steps, and 4 at 5.
    #[test]
    fn steps_are_those_of_g() {
        let grundy = Grundy::new(&"1".parse().unwrap(), &"5".parse().unwrap()).unwrap();
        assert_eq!(
            steps(&grundy, 22),
            "4 ┤                  ⢸
  │                  ⢸
  │                  ⢸
3 ┤           ⡤⠤⠤⠤⡄  ⢸
  │           ⡇   ⡇  ⢸
  │           ⡇   ⡇  ⢸
  │           ⡇   ⡇  ⢸
2 ┤       ⢰⠒⠒⠒⠃   ⡇  ⢸
  │       ⢸       ⡇  ⢸
  │       ⢸       ⡇  ⢸
  │       ⢸       ⡇  ⢸
1 ┤   ⢸⠉⠉⠉⠉       ⠉⠉⠉⠉
  │   ⢸
  │   ⢸
0 ┤⣀⣀⣀⣸
   ┌─────────────────┐
   0                 5"
        );
    }

    /// A label stands in the row of the dots of its value.
    #[test]
    fn labels_stand_beside_their_values() {
        for upto in ["3", "11", "20", "60"] {
            let grundy = Grundy::new(&"1".parse().unwrap(), &upto.parse().unwrap()).unwrap();
            let text = steps(&grundy, 150);
            for (label, row) in text.lines().filter_map(|line| line.split_once(" ┤")) {
                let value: u32 = label.trim().parse().unwrap();
                let place = grundy.steps().values().iter().position(|&other| other == value);
                let Some(unit) = place.filter(|&unit| unit < upto.parse().unwrap()) else { continue };
                // the middle of the step from `unit` to the next whole number
                let cells = 150 - (label.chars().count() + 2);
                let cell = (2 * unit + 1) * cells / (2 * upto.parse::<usize>().unwrap());
                assert!(row.chars().nth(cell).is_some_and(|sign| sign != ' '), "{value}: {text}");
            }
        }
    }

    #[test]
    fn no_line_is_wider_than_asked_for() {
        for columns in (0..300).step_by(7) {
            let grundy = Grundy::new(&Lengths::default(), &"20+sqrt2".parse().unwrap()).unwrap();
            let (gain, narrow) = (drawn("2", "20", columns), drawn("19.123456789", "19.12345679", columns));
            for text in [gain, narrow, steps(&grundy, columns)] {
                let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
                assert!(widest <= columns.max(LEAST_COLUMNS), "{columns}\n{text}");
            }
        }
    }
}
