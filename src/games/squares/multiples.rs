//! g by whole multiples of the common measure of the lengths: the octal run, read as steps.

use super::octal::{OctalPeriod, OctalRun, Quotients, are_values};
use super::rules::Lengths;
use super::sweep::Steps;
use crate::lattice::{Lattice, Point};
use crate::number::Surd;
use crate::sweep::Nimber;

/// An octal run on the lattice of the lengths.
#[derive(Clone, Debug)]
pub(super) struct Multiples {
    quotients: Quotients,
    run: OctalRun,
    /// g is wanted at the multiples of u below this one.
    end: usize,
    /// The point u.
    unit: Point,
    /// The first multiple of u that is not in the steps yet, and its point.
    next: (usize, Point),
}

/// A proven period fills memory within seconds, so that there may be no more values than this: they
/// and their steps take 3 GB.
const MOST_MULTIPLES: usize = 1 << 26;

impl Multiples {
    /// The run for g on [0, limit], if it is the cheaper way.
    pub(super) fn if_cheaper(lengths: &Lengths, lattice: &Lattice, limit: &Surd) -> Option<Self> {
        let quotients = Quotients::of(lengths)?;
        let last = quotients.whole_part(limit)?;
        if last >= MOST_MULTIPLES || !quotients.are_dense_to(last) {
            return None;
        }
        // u is a combination of the lengths, and so a point
        let (a, b) = lattice.coordinates(*lattice.generators().first()?);
        let shortest = i64::try_from(*quotients.quotients.first()?).ok()?;
        let unit = lattice.point(a / shortest, b / shortest)?;
        let run = OctalRun::new(quotients.quotients.clone());
        Some(Self { quotients, run, end: last + 1, unit, next: (0, Point::ORIGIN) })
    }

    /// Continues from points with their values, which ascend from 0 and change the value: g is
    /// believed up to the last of them. Returns whether they are steps of g, as far as that is
    /// checked.
    pub(super) fn resume(&mut self, points: &[(Point, Nimber)], steps: &mut Steps) -> bool {
        let (mut values, mut at) = (vec![], Point::ORIGIN);
        for &(point, value) in points {
            while at < point && values.len() < self.end {
                values.push(values.last().copied().unwrap_or_default());
                at = at + self.unit;
            }
            if values.len() == self.end {
                break;
            }
            values.push(value);
            at = at + self.unit;
        }
        let quotients = &self.quotients.quotients;
        let is_g = are_values(&values, quotients);
        if is_g {
            self.run = OctalRun::resume(quotients.clone(), values);
            self.add_steps(steps);
        }
        is_g
    }

    /// Finds more values and adds their steps; returns whether there were any to find.
    pub(super) fn advance(&mut self, steps: &mut Steps) -> bool {
        let advanced = self.run.advance(self.end);
        self.add_steps(steps);
        advanced
    }

    fn add_steps(&mut self, steps: &mut Steps) {
        let (next, mut at) = self.next;
        for &value in &self.run.values()[next..] {
            if value != steps.last_value() {
                steps.push(at, value);
            }
            at = at + self.unit;
        }
        self.next = (self.run.values().len(), at);
    }

    /// The part of the line that is known, from 0 to 1.
    pub(super) fn progress(&self) -> f64 {
        self.run.values().len() as f64 / self.end as f64
    }

    /// The least period of g and the least place from which on it holds, if it is proven, in units
    /// of u; and u.
    pub(super) fn period(&self) -> Option<(OctalPeriod, &Surd)> {
        Some((self.run.period()?, &self.quotients.measure))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_is_chosen_by_its_cost() {
        for (lengths, limit, octal) in [
            ("1", "100000", true),
            ("7/3", "100000", true),
            ("1,2", "1000000", true),
            ("1,4", "99sqrt2", true),
            ("sqrt2,2sqrt2", "500", true),
            ("4,6", "5000", true),
            ("2,100", "9000", true),
            ("1,sqrt2", "500", false),
            // many more multiples than sums
            ("300001/100000,3", "200", false),
            ("1,1000001/1000000", "100", false),
            ("1,10001/10000", "9", false),
            ("1000,1001", "20000", false),
            // more values than memory holds
            ("1", "10^9", false),
        ] {
            let (lengths, limit): (Lengths, Surd) = (lengths.parse().unwrap(), limit.parse().unwrap());
            let lattice = lengths.lattice(&limit).unwrap();
            let multiples = Multiples::if_cheaper(&lengths, &lattice, &limit);
            assert_eq!(multiples.is_some(), octal, "{lengths} to {limit}");
        }
    }
}
