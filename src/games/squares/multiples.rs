//! g by whole multiples of the common measure of the lengths: the octal run, read as steps.
//!
//! # When it is cheaper
//! For n multiples of u, of which K are steps of g, the windows of the sweep take K²/2 corners.
//! These take up to 100 ns each if the sums of lengths are rare among the multiples. The octal run
//! looks at no more than n²/4 pairs, at 1 ns each, whatever K is. Both take the same time if about
//! one multiple in fourteen is a step. How many are is not known before. So a run begins with the
//! sweep, and the octal run takes over as soon as there are some hundred steps and they are that
//! dense: at n = 200 for the lengths 1 and 2, never for 3 and 3.00001 up to 200, which have 110
//! steps at 20 million multiples.
//!
//! Where all digits are 3, the sweep takes an event for each step and length, and the octal run a
//! look for each multiple and length. At that density it takes from a thirtieth of the time (for
//! thousands of lengths) to two thirds (for four); but three times as long for three, so that steps
//! of at most three lengths have to be denser.

use super::super::octal::{Code, Values, are_values};
use super::common_measure::Quotients;
use super::g::Steps;
use super::rules::Lengths;
use crate::lattice::{Lattice, Point};
use crate::number::Surd;
use crate::sweep::Nimber;

/// The multiples of u on a lattice, at which an octal run may take over.
#[derive(Clone, Debug)]
pub struct Multiples {
    code: Code,
    /// g is wanted at the multiples of u below this one.
    end: usize,
    /// The point u.
    unit: Point,
    /// The octal run takes over if one multiple in so many is a step.
    dense: usize,
}

/// Where it is as fast as windows, and as events of few lengths whose digits are 3.
const DENSE: [usize; 2] = [14, 5];
/// It never does for fewer steps than this.
const FEW_STEPS: usize = 200;
/// It never does for more multiples than this: after a proven period their values and steps would
/// fill memory within seconds, with 2 GB for this many.
const MOST_MULTIPLES: usize = 1 << 24;

impl Multiples {
    /// The multiples of u up to a limit; `None` if there is no common measure, or if they are too
    /// many.
    pub fn of(lengths: &Lengths, lattice: &Lattice, limit: &Surd) -> Option<Self> {
        let quotients = Quotients::of(lengths)?;
        let last = quotients.whole_part(limit).filter(|&last| last < MOST_MULTIPLES)?;
        // u is a combination of the lengths, and so a point
        let mut unit = lattice.coordinates(*lattice.generators().first()?);
        let shortest = i64::try_from(*quotients.quotients.first()?).ok()?;
        unit.iter_mut().for_each(|x| *x /= shortest);
        let unit = lattice.point(&unit)?;
        let dense = DENSE[usize::from(lengths.all_at_an_end() && lengths.as_slice().len() <= 3)];
        Some(Self { code: quotients.code(last + 1), end: last + 1, unit, dense })
    }

    /// Whether steps of g are so dense below a key that the octal run is cheaper than windows.
    pub fn are_dense(&self, steps: usize, key: i128) -> bool {
        // more multiples than a machine word holds have fewer steps in any case
        let multiples = usize::try_from(key / self.unit.key).unwrap_or(usize::MAX);
        steps >= FEW_STEPS && steps >= multiples / self.dense
    }

    /// The octal run that continues from steps of g, which are all steps below a key.
    pub fn taking_over(
        &self,
        lattice: &Lattice,
        steps: impl Iterator<Item = (Point, Nimber)>,
        key: i128,
    ) -> MultiplesRun {
        let values = self.values_below(key, steps);
        let mut run = MultiplesRun {
            end: self.end,
            unit: self.unit,
            run: Values::resume(self.code.clone(), values),
            // one block, as no windows are swept
            steps: Steps::starting_with(0, i128::MAX, lattice.row_keys()),
            next: (0, Point::ORIGIN),
        };
        run.add_steps();
        run
    }

    /// Whether steps are all steps of g below a key, as far as that is checked.
    pub fn are_steps(&self, steps: impl Iterator<Item = (Point, Nimber)>, key: i128) -> bool {
        are_values(&self.values_below(key, steps), &self.code)
    }

    /// The values at all multiples of u below a key and the end.
    fn values_below(&self, key: i128, steps: impl Iterator<Item = (Point, Nimber)>) -> Vec<Nimber> {
        let (mut values, mut value, mut at) = (vec![], 0, Point::ORIGIN);
        let mut steps = steps.peekable();
        while at.key < key && values.len() < self.end {
            // every step is at a multiple
            if let Some((_, next)) = steps.next_if(|step| step.0 == at) {
                value = next;
            }
            values.push(value);
            at = at + self.unit;
        }
        values
    }
}

/// The octal run, and the steps of g that it has found.
#[derive(Clone, Debug)]
pub struct MultiplesRun {
    /// g is wanted at the multiples of u below this one.
    end: usize,
    /// The point u.
    unit: Point,
    run: Values,
    steps: Steps<i128>,
    /// The first multiple of u that is not in the steps yet, and its point.
    next: (usize, Point),
}

impl MultiplesRun {
    /// Finds more values and adds their steps; returns whether there were any to find.
    pub fn advance(&mut self) -> bool {
        let advanced = self.run.advance(self.end);
        self.add_steps();
        advanced
    }

    /// Adds the steps of the values that were found since the last call.
    fn add_steps(&mut self) {
        let (next, mut at) = self.next;
        for &value in &self.run.as_slice()[next..] {
            if value != self.steps.last_value() {
                self.steps.push(at, value);
            }
            at = at + self.unit;
        }
        self.next = (self.run.as_slice().len(), at);
    }

    /// For how many multiples of u, from 0 on, g is found.
    pub fn known(&self) -> usize {
        self.next.0
    }

    /// The part of the line for which g is found, from 0 to 1.
    pub fn progress(&self) -> f64 {
        self.known() as f64 / self.end as f64
    }

    /// The steps so far.
    pub fn steps(&self) -> &Steps<i128> {
        &self.steps
    }
}
