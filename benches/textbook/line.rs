//! g as it grows from corners that come in order: what the ordinary methods share.

use nimsweep::lattice::Lattice;
use nimsweep::sweep::{Nimber, NimberCounts};

/// Steps i ≥ j, whose corner lies at p_i + p_j.
pub(super) type Pair = (u32, u32);

/// g as far as it is known, and what it grows from.
pub(crate) struct Line {
    /// Where the steps begin, as keys.
    starts: Vec<i64>,
    values: Vec<Nimber>,
    /// g is wanted for keys below this one.
    end: i64,
    /// Corners are taken below this one.
    corners_end: i64,
    corners: u64,
    reach: CellCounts,
    /// Each length, with how many transitions have been applied at its delay.
    lengths: Vec<(i64, usize)>,
    /// At how many delays each nimber is held.
    options: NimberCounts,
}

impl Line {
    /// g(0) = 0, and a limit up to which g is wanted and below which corners are taken, for a
    /// lattice with narrow keys.
    pub(super) fn new(lattice: &Lattice, end: i64, corners_end: i64) -> Self {
        Self {
            starts: vec![0],
            values: vec![0],
            end,
            corners_end,
            corners: 0,
            reach: CellCounts::for_values(0),
            lengths: lattice.generators().iter().map(|&length| (length.key as i64, 0)).collect(),
            options: NimberCounts::default(),
        }
    }

    pub(super) fn starts(&self) -> &[i64] {
        &self.starts
    }

    /// The last step.
    pub(super) fn last(&self) -> u32 {
        // more than 2³² steps would have more corners than a life has nanoseconds
        self.starts.len() as u32 - 1
    }

    pub(super) fn corners_end(&self) -> i64 {
        self.corners_end
    }

    pub(super) fn shortest(&self) -> i64 {
        self.lengths.iter().map(|&(length, _)| length).min().unwrap_or(1)
    }

    /// Where the corner of two steps lies, if it is taken.
    pub(super) fn corner(&self, (i, j): Pair) -> Option<i64> {
        let key = self.starts[i as usize] + self.starts[j as usize];
        (key < self.corners_end).then_some(key)
    }

    /// The cell (i, j) enters, and the cell (i − 1, j − 1) leaves.
    pub(super) fn take(&mut self, (i, j): Pair) {
        let (i, j) = (i as usize, j as usize);
        self.reach.change(self.values[i] ^ self.values[j], 1);
        if j > 0 {
            self.reach.change(self.values[i - 1] ^ self.values[j - 1], -1);
        }
        self.corners += 1;
    }

    /// All corners at this key have been taken.
    pub(super) fn settle(&mut self, key: i64) {
        self.reach.settle(key);
    }

    /// Where the next transition is due at its delay, if g is wanted there.
    pub(super) fn next_change(&self) -> Option<i64> {
        let changes =
            self.lengths.iter().filter_map(|&(length, seen)| Some(self.reach.log.get(seen)?.key + length));
        changes.min().filter(|&key| key < self.end)
    }

    /// Applies the transitions that are due at this key; returns whether that made a step of g.
    pub(super) fn apply(&mut self, key: i64) -> bool {
        for (length, seen) in &mut self.lengths {
            while let Some(transition) = self.reach.log.get(*seen).filter(|t| t.key + *length == key) {
                self.options.add(transition.nimber, if transition.held { 1 } else { -1 });
                *seen += 1;
            }
        }
        self.options.settle();
        let value = self.options.mex();
        let steps = self.values.last() != Some(&value);
        if steps {
            self.starts.push(key);
            self.values.push(value);
            self.reach.grow(value);
        }
        steps
    }

    /// The steps, and how many corners were taken for them.
    pub(super) fn finish(self) -> (Vec<(i64, Nimber)>, u64) {
        (self.starts.into_iter().zip(self.values).collect(), self.corners)
    }
}

/// A nimber comes into reach or leaves it.
struct Change {
    key: i64,
    nimber: Nimber,
    held: bool,
}

/// How many cells hold each nimber, and the log of what came and went.
struct CellCounts {
    /// For K steps no more than K cells i ≥ j are alive at one place, nor change there: 32 bits are
    /// enough.
    counts: Vec<i32>,
    held: Vec<bool>,
    /// Nimbers whose count became zero or left zero since the last settling; few do.
    touched: Vec<Nimber>,
    log: Vec<Change>,
}

impl CellCounts {
    fn for_values(greatest: Nimber) -> Self {
        let mut reach = Self { counts: vec![], held: vec![], touched: vec![], log: vec![] };
        reach.grow(greatest);
        reach
    }

    /// Allows for sums with this value.
    fn grow(&mut self, value: Nimber) {
        // two numbers below a power of two have a nim-sum below it
        let size = (value as usize + 1).next_power_of_two();
        if size > self.counts.len() {
            self.counts.resize(size, 0);
            self.held.resize(size, false);
        }
    }

    fn change(&mut self, nimber: Nimber, difference: i32) {
        let count = &mut self.counts[nimber as usize];
        let before = *count;
        *count += difference;
        if before == 0 || *count == 0 {
            self.touched.push(nimber);
        }
    }

    fn settle(&mut self, key: i64) {
        for nimber in self.touched.drain(..) {
            let place = nimber as usize;
            let held = self.counts[place] != 0;
            if held != self.held[place] {
                self.held[place] = held;
                self.log.push(Change { key, nimber, held });
            }
        }
    }
}
