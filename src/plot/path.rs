//! The data of a path: places in hundredths of a pixel, each written relative to the one before.

use std::fmt::Write;

/// A place in a picture, in pixels from its left upper corner.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Spot {
    pub(super) x: f64,
    pub(super) y: f64,
}

impl Spot {
    pub(super) fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }
}

/// Hundredths of a pixel.
const FINE: f64 = 100.0;

/// A path that is being written. Every place is rounded once; what is written is the difference of
/// two rounded places, so that no rounding adds up.
#[derive(Clone, Debug, Default)]
pub(super) struct Path {
    data: String,
    /// The last place.
    at: [i64; 2],
    /// Where the part began.
    first: [i64; 2],
    /// The command that the next pair of numbers would repeat.
    repeats: char,
}

impl Path {
    pub(super) fn data(&self) -> &str {
        &self.data
    }

    pub(super) fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// Begins a part of the path.
    pub(super) fn start(&mut self, to: Spot) {
        self.pairs('m', &[to]);
        self.first = self.at;
        self.repeats = ' ';
    }

    /// A straight line; none if it would be shorter than what is written.
    pub(super) fn line(&mut self, to: Spot) {
        let [x, y] = rounded(to);
        match [x - self.at[0], y - self.at[1]] {
            [0, 0] => {}
            [dx, 0] => self.single('h', dx, [x, y]),
            [0, dy] => self.single('v', dy, [x, y]),
            _ => self.pairs('l', &[to]),
        }
    }

    /// A cubic with these two control points.
    pub(super) fn cubic(&mut self, controls: [Spot; 2], to: Spot) {
        self.pairs('c', &[controls[0], controls[1], to]);
    }

    /// A rectangle.
    pub(super) fn rectangle(&mut self, low: Spot, high: Spot) {
        self.start(low);
        self.line(Spot::new(high.x, low.y));
        self.line(high);
        self.line(Spot::new(low.x, high.y));
        self.close();
    }

    /// Back to where the part began.
    pub(super) fn close(&mut self) {
        self.data.push('z');
        self.at = self.first;
        self.repeats = ' ';
    }

    fn single(&mut self, command: char, step: i64, at: [i64; 2]) {
        self.begin(command);
        self.number(step);
        self.at = at;
    }

    /// Places relative to the last one.
    fn pairs(&mut self, command: char, places: &[Spot]) {
        self.begin(command);
        for (index, place) in places.iter().enumerate() {
            let [x, y] = rounded(*place);
            if index > 0 {
                self.data.push(' ');
            }
            self.number(x - self.at[0]);
            self.data.push(',');
            self.number(y - self.at[1]);
            if index + 1 == places.len() {
                self.at = [x, y];
            }
        }
    }

    fn begin(&mut self, command: char) {
        let separator = if self.repeats == command { ' ' } else { command };
        self.data.push(separator);
        self.repeats = command;
    }

    /// So many hundredths, without the zeros that may be left out.
    fn number(&mut self, hundredths: i64) {
        // a string takes everything
        let _ = self.data.write_str(&shortest(hundredths));
    }
}

fn rounded(place: Spot) -> [i64; 2] {
    // pictures have less than 2^14 pixels; a float beyond saturates
    [place.x, place.y].map(|coordinate| (coordinate * FINE).round() as i64)
}

/// A coordinate of an element, with at most two decimals.
pub(super) fn coordinate(value: f64) -> String {
    shortest((value * FINE).round() as i64)
}

fn shortest(hundredths: i64) -> String {
    let sign = if hundredths < 0 { "-" } else { "" };
    let (whole, part) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
    match (whole, part) {
        (whole, 0) => format!("{sign}{whole}"),
        (0, part) => format!("{sign}.{}", decimals(part)),
        (whole, part) => format!("{sign}{whole}.{}", decimals(part)),
    }
}

fn decimals(part: u64) -> String {
    if part % 10 == 0 { (part / 10).to_string() } else { format!("{part:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_relative_and_short() {
        let mut path = Path::default();
        path.start(Spot::new(10.0, 20.5));
        path.line(Spot::new(10.336, 8.0));
        path.line(Spot::new(11.0, 7.95));
        path.line(Spot::new(11.001, 7.95));
        path.line(Spot::new(15.0, 7.95));
        path.cubic([Spot::new(16.0, 8.0), Spot::new(17.0, 9.0)], Spot::new(18.0, 7.0));
        assert_eq!(path.data(), "m10,20.5l.34,-12.5 .66,-.05h4c1,.05 2,1.05 3,-.95");
    }

    #[test]
    fn a_part_begins_where_the_one_before_began() {
        let mut path = Path::default();
        path.rectangle(Spot::new(1.0, 2.0), Spot::new(4.0, 6.0));
        path.rectangle(Spot::new(2.0, 2.0), Spot::new(3.0, 3.5));
        assert_eq!(path.data(), "m1,2h3v4h-3zm1,0h1v1.5h-1z");
    }

    #[test]
    fn roundings_do_not_add_up() {
        let mut path = Path::default();
        path.start(Spot::default());
        (1..=1000).for_each(|step| path.line(Spot::new(f64::from(step) * 0.004, f64::from(step))));
        let sum: f64 = path
            .data()
            .split(|c: char| c.is_ascii_alphabetic() || c == ' ')
            .filter_map(|pair| pair.split_once(',')?.0.parse::<f64>().ok())
            .sum();
        assert!((sum - 4.0).abs() < 1e-9, "{sum}");
    }
}
