//! The head of a certificate and its steps: numbers (a + b√d)/D by their integers a and b.

use std::cmp::Ordering;
use std::io::BufRead;
use std::ops::{Add, Sub};

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive};

use crate::lattice::KeyError;
use crate::number::{Radicand, Surd};
use crate::proof::certificate::{FIRST_LINE, Lines, MOST_LENGTHS, MOST_STEPS, VerifyError};

/// The largest integer of 18 digits.
const LARGEST: u64 = 10_u64.pow(18) - 1;

/// The integers a and b of (a + b√d)/D.
///
/// Those that are read have at most 18 digits, so the sum of nine of them fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Pair {
    pub(super) a: i64,
    pub(super) b: i64,
}

impl Pair {
    pub(super) const ZERO: Self = Self { a: 0, b: 0 };

    /// The sign of a + b√d, where d is below 2³²: that of the larger of a² and d·b².
    fn sign(self, radicand: u64) -> Ordering {
        let (of_a, of_b) = (self.a.cmp(&0), self.b.cmp(&0));
        if of_a == of_b || of_b.is_eq() {
            return of_a;
        }
        // a² < 2¹²⁶; what does not fit 128 bits is larger
        let squared = |x: i64| u128::from(x.unsigned_abs()).pow(2);
        let larger = squared(self.b).checked_mul(radicand.into());
        match larger.map_or(Ordering::Less, |with_root| squared(self.a).cmp(&with_root)) {
            Ordering::Greater => of_a,
            Ordering::Less => of_b,
            Ordering::Equal => Ordering::Equal, // only 0 = 0, as d is square-free
        }
    }
}

impl Add for Pair {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { a: self.a + other.a, b: self.b + other.b }
    }
}

impl Sub for Pair {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { a: self.a - other.a, b: self.b - other.b }
    }
}

/// The game, and what is stated about g.
pub(super) struct Table {
    pub(super) radicand: Option<Radicand>,
    pub(super) denominator: i64,
    /// Ascending.
    pub(super) lengths: Vec<Pair>,
    pub(super) limit: Pair,
    /// Where each step begins, ascending from 0.
    pub(super) starts: Vec<Pair>,
    /// The value of each step.
    pub(super) values: Vec<u64>,
    /// The line of the first step.
    pub(super) first_line: u64,
}

impl Table {
    /// Reads the lines up to the last step.
    pub(super) fn read<R: BufRead>(lines: &mut Lines<R>) -> Result<Self, VerifyError> {
        lines.next()?;
        lines.need(lines.says(FIRST_LINE), "not a certificate of version 1")?;
        lines.read("radicand")?;
        let [d] = lines.some_integers()?;
        let radicand = u32::try_from(d).ok().and_then(|d| Radicand::new(d.into()).ok());
        let reason = "the radicand is neither 0 nor square-free, or not below 2^32";
        lines.need(d == 0 || radicand.is_some(), reason)?;
        lines.read("denominator")?;
        let [denominator] = lines.some_integers()?;
        lines.need(denominator > 0, "the denominator is not positive")?;
        let (starts, values, first_line) = (vec![], vec![], 0);
        let mut table =
            Self { radicand, denominator, lengths: vec![], limit: Pair::ZERO, starts, values, first_line };
        table.lengths = table.read_lengths(lines)?;
        lines.read("limit")?;
        table.limit = table.pair(lines, lines.some_integers()?)?;
        table.read_steps(lines)?;
        Ok(table)
    }

    /// The table of steps over the common denominator of the lengths, the limit being the last
    /// step.
    pub(super) fn of_steps(lengths: &[Surd], steps: &[(i64, i64, u32)]) -> Result<Self, VerifyError> {
        let mut radicand = None;
        let mut denominator = BigInt::one();
        for length in lengths {
            radicand = radicand.or(length.radicand());
            denominator = denominator.lcm(&length.over_common_denominator().2);
        }
        let bits =
            |number: &BigInt| VerifyError::TooLarge { source: KeyError::Coordinate { bits: number.bits() } };
        let fitting = |number: BigInt| {
            let fitting = number.to_i64().filter(|number| number.unsigned_abs() <= LARGEST);
            fitting.ok_or_else(|| bits(&number))
        };
        let pair = |a, b| Ok(Pair { a: fitting(a)?, b: fitting(b)? });
        let lengths = lengths.iter().map(|length| {
            let (a, b, r) = length.over_common_denominator();
            pair(a * (&denominator / &r), b * (&denominator / &r))
        });
        let lengths = lengths.collect::<Result<_, VerifyError>>()?;
        let starts = steps.iter().map(|&(a, b, _)| pair(a.into(), b.into()));
        let starts: Vec<Pair> = starts.collect::<Result<_, VerifyError>>()?;
        let values: Vec<u64> = steps.iter().map(|&(_, _, value)| value.into()).collect();
        let limit = starts.last().copied().unwrap_or(Pair::ZERO);
        let denominator = fitting(denominator)?;
        let table = Self { radicand, denominator, lengths, limit, starts, values, first_line: 1 };
        table.check_order()?;
        Ok(table)
    }

    /// Refuses steps that do not begin at 0, do not ascend, or repeat a value.
    fn check_order(&self) -> Result<(), VerifyError> {
        let refused = |line, reason: &str| Err(VerifyError::Refused { line, reason: reason.into() });
        if self.starts.first() != Some(&Pair::ZERO) || self.values.first() != Some(&0) {
            return refused(1, "it is not the value 0 at 0");
        }
        if self.radicand.is_none() && self.starts.iter().any(|start| start.b != 0) {
            return refused(1, "a step has a root, and no length has");
        }
        for (line, (starts, values)) in (2..).zip(self.starts.windows(2).zip(self.values.windows(2))) {
            if self.compare(starts[0], starts[1]).is_ge() || values[0] == values[1] {
                return refused(line, "it is not behind the step before, or has the same value");
            }
        }
        Ok(())
    }

    fn read_lengths<R: BufRead>(&self, lines: &mut Lines<R>) -> Result<Vec<Pair>, VerifyError> {
        lines.read("lengths")?;
        let integers = lines.integers()?;
        let is_fitting = integers.len() % 2 == 0 && (1..=MOST_LENGTHS).contains(&(integers.len() / 2));
        lines.need(is_fitting, "expected a pair for each length")?;
        let lengths = integers.chunks_exact(2).map(|ab| self.pair(lines, [ab[0], ab[1]]));
        let lengths: Vec<Pair> = lengths.collect::<Result<_, _>>()?;
        let mut ascending = std::iter::once(&Pair::ZERO).chain(&lengths).zip(&lengths);
        let is_ascending = ascending.all(|(&x, &y)| self.compare(x, y).is_lt());
        lines.need(is_ascending, "the lengths are not positive and ascending")?;
        Ok(lengths)
    }

    fn read_steps<R: BufRead>(&mut self, lines: &mut Lines<R>) -> Result<(), VerifyError> {
        lines.read("steps")?;
        let [count] = lines.some_integers()?;
        let count = usize::try_from(count).ok().filter(|count| (1..=MOST_STEPS).contains(count));
        let count = count.ok_or_else(|| lines.refused(format!("expected 1 to {MOST_STEPS} steps")))?;
        self.first_line = lines.number() + 1;
        for index in 0..count {
            lines.read("g")?;
            let [a, b, value] = lines.some_integers()?;
            let start = self.pair(lines, [a, b])?;
            let is_first = [a, b, value] == [0; 3];
            lines.need(index > 0 || is_first, "the first step is not 'g 0 0 0'")?;
            let is_ascending = self.starts.last().is_none_or(|&last| self.compare(last, start).is_lt());
            let is_next = is_ascending && self.compare(start, self.limit).is_le();
            lines.need(is_next, "not behind the step before, or beyond the limit")?;
            let before = index.checked_sub(1).map(|before| self.values[before]);
            let fitting = u64::try_from(value).ok().filter(|&value| before != Some(value));
            let reason = "the value is negative, or that of the step before";
            self.values.push(fitting.ok_or_else(|| lines.refused(reason))?);
            self.starts.push(start);
        }
        Ok(())
    }

    /// Two integers of the current line as a number.
    pub(super) fn pair<R: BufRead>(&self, lines: &Lines<R>, [a, b]: [i64; 2]) -> Result<Pair, VerifyError> {
        let is_fitting = self.radicand.is_some() || b == 0;
        lines.need(is_fitting, "the radicand is 0, so b must be 0")?;
        Ok(Pair { a, b })
    }

    /// Whether one number is less than another.
    pub(super) fn compare(&self, x: Pair, y: Pair) -> Ordering {
        (x - y).sign(self.radicand.map_or(0, Radicand::get))
    }

    /// The step that a number from 0 to the limit lies in.
    pub(super) fn step_at(&self, x: Pair) -> usize {
        // the first step begins at 0
        self.starts.partition_point(|&start| self.compare(start, x).is_le()).saturating_sub(1)
    }

    /// The step right before a number above 0, or `None` at 0.
    pub(super) fn step_before(&self, x: Pair) -> Option<usize> {
        self.starts.partition_point(|&start| self.compare(start, x).is_lt()).checked_sub(1)
    }

    /// The number (a + b√d)/D.
    pub(super) fn number(&self, pair: Pair) -> Surd {
        self.wide_number([pair.a.into(), pair.b.into()])
    }

    /// The same for integers of any size.
    pub(super) fn wide_number(&self, [a, b]: [i128; 2]) -> Surd {
        let over = |x: i128| BigRational::new(BigInt::from(x), BigInt::from(self.denominator));
        match self.radicand {
            None => over(a).into(),
            Some(d) => Surd::new(over(a), over(b), d),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_compared_exactly() {
        let sign = |a, b, d| Pair { a, b }.sign(d);
        // 577/408 is a convergent of √2 from above, 1393/985 one from below
        assert_eq!(sign(577, -408, 2), Ordering::Greater);
        assert_eq!(sign(1393, -985, 2), Ordering::Less);
        assert_eq!(sign(-1393, 985, 2), Ordering::Greater);
        assert_eq!(sign(0, -3, 2), Ordering::Less);
        assert_eq!(sign(0, 0, 2), Ordering::Equal);
        assert_eq!(sign(-5, 0, 0), Ordering::Less);
        // products beyond 128 bits
        let large = 4_000_000_000_000_000_000;
        assert_eq!(sign(large, -large, 4_294_967_295), Ordering::Less);
        assert_eq!(sign(-large, large, 4_294_967_295), Ordering::Greater);
    }
}
