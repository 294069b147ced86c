//! The head of a certificate and its steps: numbers (a + Σ b√d)/D by their integers a and b.

use std::cmp::Ordering;
use std::io::BufRead;

use itertools::Itertools;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::Zero;

use crate::lattice::{Coordinates, KeyScale, Point};
use crate::number::{Radicand, Surd};
use crate::proof::certificate::{
    LARGE_FIELD, Lines, MOST_LENGTHS, MOST_ROOTS, MOST_STEPS, VerifyError, roots_of_field,
};

/// The game, and what is stated about g.
#[derive(Debug)]
pub(super) struct StepTable {
    /// The d of all numbers, ascending.
    pub(super) radicands: Vec<Radicand>,
    /// The d of all square roots of their field, ascending.
    pub(super) field: Vec<Radicand>,
    pub(super) denominator: BigInt,
    /// Ascending, and one at least.
    pub(super) lengths: Vec<Coordinates>,
    /// Whether a piece of each length may lie anywhere, digit 7, and not at an end only, digit 3.
    pub(super) is_anywhere: Vec<bool>,
    pub(super) limit: Coordinates,
    /// Where each step begins, ascending from 0.
    pub(super) starts: Vec<Coordinates>,
    /// The value of each step.
    pub(super) values: Vec<u64>,
    /// The line of the first step.
    pub(super) first_line: u64,
}

/// The numbers of a table, and some more, as points: sums of a few of them are in the order of
/// their keys.
pub(super) struct TablePoints {
    pub(super) scale: KeyScale,
    pub(super) starts: Vec<Point>,
    pub(super) lengths: Vec<Point>,
    pub(super) limit: Point,
}

impl StepTable {
    /// Reads from the line of the radicands up to that after the lengths and digits.
    pub(super) fn read_game<R: BufRead>(lines: &mut Lines<R>) -> Result<Self, VerifyError> {
        lines.need_name("radicand")?;
        let integers = lines.integers(None)?;
        lines.need(integers.len() <= MOST_ROOTS, LARGE_FIELD)?;
        let radicand = |&d: &i64| Radicand::new(d.try_into().ok()?).ok();
        let radicands: Option<Vec<_>> = integers.iter().map(radicand).collect();
        let radicands = if integers == [0] { Some(vec![]) } else { radicands.filter(|all| !all.is_empty()) };
        let radicands = radicands.filter(|all| all.is_sorted_by(|d, e| d < e));
        let reason = "the radicand is neither 0 nor square-free, or the radicands do not ascend";
        let radicands = radicands.ok_or_else(|| lines.refused(reason))?;
        let field = roots_of_field(&radicands).ok_or_else(|| lines.refused(LARGE_FIELD))?;
        let [denominator] = lines.read("denominator")?;
        lines.need(denominator > 0, "the denominator is not positive")?;
        let (denominator, lengths, is_anywhere) = (denominator.into(), vec![], vec![]);
        let (limit, starts, values, first_line) = (Coordinates::new(), vec![], vec![], 0);
        let mut table =
            Self { radicands, field, denominator, lengths, is_anywhere, limit, starts, values, first_line };
        table.read_lengths(lines)?;
        table.read_digits(lines)?;
        Ok(table)
    }

    fn read_lengths<R: BufRead>(&mut self, lines: &mut Lines<R>) -> Result<(), VerifyError> {
        lines.named("lengths")?;
        let (integers, width) = (lines.integers(None)?, self.width());
        let is_fitting =
            integers.len() % width == 0 && (1..=MOST_LENGTHS).contains(&(integers.len() / width));
        lines.need(is_fitting, format!("expected {width} integers for each length"))?;
        self.lengths = integers.chunks(width).map(|x| self.point(lines, x)).try_collect()?;
        let zero = self.zero();
        let mut ascending = std::iter::once(&zero).chain(&self.lengths).zip(&self.lengths);
        let is_ascending = ascending.all(|(x, y)| self.compare(x, y).is_lt());
        lines.need(is_ascending, "the lengths are not positive and ascending")
    }

    /// Reads the line after the lengths, and the next one if that has the digits.
    fn read_digits<R: BufRead>(&mut self, lines: &mut Lines<R>) -> Result<(), VerifyError> {
        self.is_anywhere = vec![true; self.lengths.len()];
        if lines.next()? != "digits" {
            return Ok(());
        }
        let digits = lines.integers(None)?;
        let is_fitting =
            digits.len() == self.lengths.len() && digits.iter().all(|&digit| digit == 3 || digit == 7);
        lines
            .need(is_fitting && digits.contains(&3), "expected a digit 3 or 7 for each length, not all 7")?;
        self.is_anywhere = digits.iter().map(|&digit| digit == 7).collect();
        lines.next()?;
        Ok(())
    }

    /// The digits as the program writes them, `3,7`, or one for all; `None` if all are 7.
    pub(super) fn rule(&self) -> Option<String> {
        let digits = || self.is_anywhere.iter().map(|&is_anywhere| if is_anywhere { 7 } else { 3 });
        match (digits().contains(&3), digits().contains(&7)) {
            (false, _) => None,
            (true, true) => Some(digits().join(",")),
            (true, false) => Some("3".into()),
        }
    }

    /// Reads from the line of the limit up to the last step.
    pub(super) fn read_steps<R: BufRead>(&mut self, lines: &mut Lines<R>) -> Result<(), VerifyError> {
        lines.need_name("limit")?;
        [self.limit] = self.points_of(lines)?;
        let [count] = lines.read("steps")?;
        let is_fitting = (1..=MOST_STEPS as i64).contains(&count);
        lines.need(is_fitting, format!("expected 1 to {MOST_STEPS} steps"))?;
        self.first_line = lines.line_number() + 1;
        for index in 0..count {
            lines.named("g")?;
            let (start, value) = self.point_and_value(lines)?;
            if index == 0 && (value != 0 || start.iter().any(|&x| x != 0)) {
                let zeros = vec!["0"; self.width() + 1].join(" ");
                return Err(lines.refused(format!("the first step is not 'g {zeros}'")));
            }
            let is_ascending = self.starts.last().is_none_or(|last| self.compare(last, &start).is_lt());
            let is_next = is_ascending && self.compare(&start, &self.limit).is_le();
            lines.need(is_next, "not after the step before, or beyond the limit")?;
            let value = u64::try_from(value).ok().filter(|value| self.values.last() != Some(value));
            let reason = "the value is negative, or equals that of the step before";
            self.values.push(value.ok_or_else(|| lines.refused(reason))?);
            self.starts.push(start);
        }
        Ok(())
    }

    /// How many integers a number has: two at least.
    fn width(&self) -> usize {
        self.radicands.len().max(1) + 1
    }

    fn zero(&self) -> Coordinates {
        Coordinates::from_elem(0, self.radicands.len() + 1)
    }

    /// Integers of the current line as a number.
    fn point<R: BufRead>(&self, lines: &Lines<R>, integers: &[i64]) -> Result<Coordinates, VerifyError> {
        let (point, rest) = integers.split_at(self.radicands.len() + 1);
        lines.need(rest.iter().all(Zero::is_zero), "the radicand is 0, so b must be 0")?;
        Ok(point.into())
    }

    /// The N numbers of the current line.
    pub(super) fn points_of<const N: usize, R: BufRead>(
        &self,
        lines: &Lines<R>,
    ) -> Result<[Coordinates; N], VerifyError> {
        let integers = lines.integers(Some(N * self.width()))?;
        let mut points = std::array::from_fn(|_| Coordinates::new());
        for (point, integers) in points.iter_mut().zip(integers.chunks(self.width())) {
            *point = self.point(lines, integers)?;
        }
        Ok(points)
    }

    /// The integers of a number, as a line has them.
    pub(super) fn integers(&self, coordinates: Coordinates) -> impl Iterator<Item = i64> {
        coordinates.into_iter().chain(self.radicands.is_empty().then_some(0))
    }

    /// The number and the value of the current line.
    pub(super) fn point_and_value<R: BufRead>(
        &self,
        lines: &Lines<R>,
    ) -> Result<(Coordinates, i64), VerifyError> {
        let integers = lines.integers(Some(self.width() + 1))?;
        let (&value, point) = integers.split_last().unwrap_or((&0, &[])); // it has two at least
        Ok((self.point(lines, point)?, value))
    }

    /// Whether one number is less than another.
    pub(super) fn compare(&self, x: &Coordinates, y: &Coordinates) -> Ordering {
        // integers have 18 digits
        self.number(&x.iter().zip(y).map(|(x, y)| x - y).collect::<Coordinates>()).cmp(&Surd::zero())
    }

    /// The points of the table, and of some more numbers, with keys that sort sums of so many of
    /// them.
    ///
    /// # Errors
    /// [`VerifyError::TooLarge`] if these do not fit.
    pub(super) fn points(
        &self,
        others: &[Coordinates],
        terms: u64,
    ) -> Result<(TablePoints, Vec<Point>), VerifyError> {
        let all = || self.starts.iter().chain(&self.lengths).chain([&self.limit]).chain(others);
        let greatest = |index: usize| all().map(|x| x[index].abs()).max().unwrap_or(0);
        let roots = (1..).zip(&self.radicands).map(|(index, &d)| {
            let stride = all().fold(0, |stride: i64, x| stride.gcd(&x[index])).max(1);
            (d, BigInt::from(stride))
        });
        let roots = roots.collect_vec();
        let strides = std::iter::once(BigInt::from(1)).chain(roots.iter().map(|(_, stride)| stride.clone()));
        let ends = (0..).zip(strides).map(|(index, stride)| {
            let side: BigInt = greatest(index) / stride * terms;
            [side.clone(), side]
        });
        let scale = KeyScale::for_box(&roots, &ends.collect_vec())
            .map_err(|source| VerifyError::TooLarge { source })?;
        // all of them lie in the box
        let point = |x: &Coordinates| scale.point(x).unwrap_or_default();
        let points = |all: &[Coordinates]| all.iter().map(point).collect();
        let (starts, lengths, limit) = (points(&self.starts), points(&self.lengths), point(&self.limit));
        let others = points(others);
        Ok((TablePoints { starts, lengths, limit, scale }, others))
    }

    /// The lengths as numbers.
    pub(super) fn numbers(&self) -> Vec<Surd> {
        self.lengths.iter().map(|length| self.number(length)).collect()
    }

    /// The number (a + Σ b√d)/D.
    pub(super) fn number(&self, coordinates: &[impl Clone + Into<BigInt> + Zero]) -> Surd {
        Surd::of_coordinates(coordinates, &self.denominator, self.radicands.iter().copied())
    }
}

impl TablePoints {
    pub(super) fn coordinates(&self, x: Point) -> Coordinates {
        self.scale.coordinates(x)
    }

    /// The step that a number from 0 to the limit lies in.
    pub(super) fn step_at(&self, x: Point) -> usize {
        // the first step begins at 0
        self.starts.partition_point(|&start| start <= x).saturating_sub(1)
    }

    /// The step just before a number above 0, or `None` at 0.
    pub(super) fn step_before(&self, x: Point) -> Option<usize> {
        self.starts.partition_point(|&start| start < x).checked_sub(1)
    }
}
