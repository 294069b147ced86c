//! The head of a certificate and its steps: numbers (a + b√d)/D by their integers a and b.

use std::cmp::Ordering;
use std::io::BufRead;
use std::ops::{Add, Sub};

use itertools::Itertools;
use num_bigint::BigInt;
use num_rational::BigRational;

use crate::number::{Radicand, Surd};
use crate::proof::certificate::{Lines, MOST_LENGTHS, MOST_STEPS, VerifyError};

/// The integers a and b of (a + b√d)/D.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Pair {
    pub(super) a: i128,
    pub(super) b: i128,
}

impl Pair {
    pub(super) const ZERO: Self = Self { a: 0, b: 0 };

    /// A multiple of the number.
    pub(super) fn times(self, factor: i128) -> Self {
        Self { a: self.a * factor, b: self.b * factor }
    }

    /// The sign of a + b√d, where d is below 2³²: that of the larger of a² and d·b².
    ///
    /// Integers that are read have at most 18 digits, and at most nine of them are added up before
    /// they are compared. So a² and b² are below 2¹²⁸.
    fn sign(self, radicand: u64) -> Ordering {
        let (of_a, of_b) = (self.a.cmp(&0), self.b.cmp(&0));
        if of_a == of_b || of_b.is_eq() {
            return of_a;
        }
        let squared = |x: i128| x.unsigned_abs().pow(2);
        let with_root = squared(self.b).checked_mul(radicand.into());
        // what does not fit is larger; d is square-free, so that both are equal only if both are 0
        match with_root.map_or(Ordering::Less, |with_root| squared(self.a).cmp(&with_root)) {
            Ordering::Less => of_b,
            _ => of_a,
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
#[derive(Debug)]
pub(super) struct StepTable {
    pub(super) radicand: Option<Radicand>,
    pub(super) denominator: BigInt,
    /// Ascending, and one at least.
    pub(super) lengths: Vec<Pair>,
    /// Whether a piece of each length may lie anywhere, digit 7, and not at an end only, digit 3.
    pub(super) is_anywhere: Vec<bool>,
    pub(super) limit: Pair,
    /// Where each step begins, ascending from 0.
    pub(super) starts: Vec<Pair>,
    /// The value of each step.
    pub(super) values: Vec<u64>,
    /// The line of the first step.
    pub(super) first_line: u64,
}

impl StepTable {
    /// Reads from the line of the radicand up to that after the lengths and digits.
    pub(super) fn read_game<R: BufRead>(lines: &mut Lines<R>) -> Result<Self, VerifyError> {
        lines.need_name("radicand")?;
        let [d] = lines.some_integers()?;
        let radicand = u32::try_from(d).ok().and_then(|d| Radicand::new(d.into()).ok());
        let reason = "the radicand is neither 0 nor square-free, or not below 2^32";
        lines.need(d == 0 || radicand.is_some(), reason)?;
        let [denominator] = lines.read("denominator")?;
        lines.need(denominator > 0, "the denominator is not positive")?;
        let (denominator, lengths, is_anywhere) = (denominator.into(), vec![], vec![]);
        let (limit, starts, values, first_line) = (Pair::ZERO, vec![], vec![], 0);
        let mut table =
            Self { radicand, denominator, lengths, is_anywhere, limit, starts, values, first_line };
        table.read_lengths(lines)?;
        table.read_digits(lines)?;
        Ok(table)
    }

    fn read_lengths<R: BufRead>(&mut self, lines: &mut Lines<R>) -> Result<(), VerifyError> {
        lines.named("lengths")?;
        let integers = lines.all_integers()?;
        let is_fitting = integers.len() % 2 == 0 && (1..=MOST_LENGTHS).contains(&(integers.len() / 2));
        lines.need(is_fitting, "expected a pair for each length")?;
        let lengths = integers.chunks_exact(2).map(|ab| self.pair(lines, [ab[0], ab[1]]));
        self.lengths = lengths.collect::<Result<_, _>>()?;
        let mut ascending = std::iter::once(&Pair::ZERO).chain(&self.lengths).zip(&self.lengths);
        let is_ascending = ascending.all(|(&x, &y)| self.compare(x, y).is_lt());
        lines.need(is_ascending, "the lengths are not positive and ascending")
    }

    /// Reads the line after the lengths, and the next one if that has the digits.
    fn read_digits<R: BufRead>(&mut self, lines: &mut Lines<R>) -> Result<(), VerifyError> {
        self.is_anywhere = vec![true; self.lengths.len()];
        if lines.next()? != "digits" {
            return Ok(());
        }
        let digits = lines.all_integers()?;
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
        let limit = lines.some_integers()?;
        self.limit = self.pair(lines, limit)?;
        let [count] = lines.read("steps")?;
        let is_fitting = (1..=MOST_STEPS as i128).contains(&count);
        lines.need(is_fitting, format!("expected 1 to {MOST_STEPS} steps"))?;
        self.first_line = lines.line_number() + 1;
        for index in 0..count {
            let [a, b, value] = lines.read("g")?;
            let start = self.pair(lines, [a, b])?;
            lines.need(index > 0 || [a, b, value] == [0; 3], "the first step is not 'g 0 0 0'")?;
            let is_ascending = self.starts.last().is_none_or(|&last| self.compare(last, start).is_lt());
            let is_next = is_ascending && self.compare(start, self.limit).is_le();
            lines.need(is_next, "not after the step before, or beyond the limit")?;
            let value = u64::try_from(value).ok().filter(|value| self.values.last() != Some(value));
            let reason = "the value is negative, or equals that of the step before";
            self.values.push(value.ok_or_else(|| lines.refused(reason))?);
            self.starts.push(start);
        }
        Ok(())
    }

    /// Two integers of the current line as a number.
    pub(super) fn pair<R: BufRead>(&self, lines: &Lines<R>, [a, b]: [i128; 2]) -> Result<Pair, VerifyError> {
        lines.need(self.radicand.is_some() || b == 0, "the radicand is 0, so b must be 0")?;
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

    /// The step just before a number above 0, or `None` at 0.
    pub(super) fn step_before(&self, x: Pair) -> Option<usize> {
        self.starts.partition_point(|&start| self.compare(start, x).is_lt()).checked_sub(1)
    }

    /// The lengths as numbers.
    pub(super) fn numbers(&self) -> Vec<Surd> {
        self.lengths.iter().map(|&length| self.number(length)).collect()
    }

    /// The number (a + b√d)/D.
    pub(super) fn number(&self, Pair { a, b }: Pair) -> Surd {
        let over = |x: i128| BigRational::new(x.into(), self.denominator.clone());
        self.radicand.map_or_else(|| over(a).into(), |d| Surd::new(over(a), over(b), d))
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
