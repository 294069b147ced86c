//! The steps of a function as their cells are covered: codes and values in lists, the long steps
//! apart from the short ones.

use super::super::steps::Steps;
use crate::lattice::{Key, Point};

/// How many steps a vector of the processor reads at once. Lists end with as many zeros, so that
/// a whole vector begins at every step.
pub(super) const LANES: usize = 32;

/// One step in so many is long.
const PART_LONG: usize = 20;

/// A linear code of the points of a lattice: m + factor·r for place m of row r, modulo 2¹⁶.
///
/// # Proof that it names points
/// Keys are linear, too: that of place m in row r is m·A + r·B, with the spacing A and the slope
/// B of the rows. If two points have the same m + factor·r, and their rows differ by n ≠ 0, then
/// their keys differ by n·(B − factor·A). So in a window of keys that is narrower than
/// factor·A − B, each point has a code of its own, before it is taken modulo 2¹⁶. There codes
/// ascend with the row and with the key: the code is key/A + row·(factor − B/A), and the key of
/// each point has at most the width of the window more or less than that of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LinearCode {
    factor: i128,
}

impl LinearCode {
    /// The code with the least factor that names the points of a window of this width; none if rows
    /// are single points.
    pub(super) fn for_width<K: Key>(steps: &Steps<K>, width: K) -> Option<Self> {
        Some(Self { factor: steps.row_keys().code_factor(width.into())? })
    }

    /// Whether this code names all points that another one names, and is not much longer.
    fn serves(self, wanted: Self) -> bool {
        (wanted.factor..=wanted.factor + wanted.factor / 2).contains(&self.factor)
    }

    /// A code that also serves for windows that are somewhat wider or narrower.
    fn with_slack(self) -> Self {
        Self { factor: self.factor + self.factor / 8 }
    }

    /// The code of a point.
    pub(super) fn of<K: Key>(self, steps: &Steps<K>, at: Point<K>) -> u16 {
        // modulo 2¹⁶, as everything that is added to it
        (steps.row_keys().place(at) as u16).wrapping_add((self.factor as u16).wrapping_mul(at.row as u16))
    }

    /// How far the codes of two points are apart, before they are taken modulo 2¹⁶.
    pub(super) fn distance<K: Key>(self, steps: &Steps<K>, from: Point<K>, to: Point<K>) -> i128 {
        let rows = i128::from(to.row) - i128::from(from.row);
        steps.row_keys().place(to) - steps.row_keys().place(from) + self.factor.saturating_mul(rows)
    }
}

/// Some of the steps, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct List {
    /// Which steps.
    steps: Vec<u32>,
    /// The codes of where each begins and ends, and its value; followed by zeros.
    pub(super) starts: Vec<u16>,
    pub(super) ends: Vec<u16>,
    pub(super) values: Vec<u16>,
    /// At each multiple of 2^shift, how many steps begin below it, and how many have ended by then.
    begun: Vec<u32>,
    ended: Vec<u32>,
    shift: u32,
}

impl List {
    fn with_shift(shift: u32) -> Self {
        Self { shift, ..Self::default() }
    }

    fn push<K: Key>(&mut self, steps: &Steps<K>, step: usize, [start, end]: [u16; 2]) {
        let count = self.len();
        // no value of steps that are covered has more than 16 bits
        let value = steps.values[step] as u16;
        for (list, item) in [(&mut self.starts, start), (&mut self.ends, end), (&mut self.values, value)] {
            list.truncate(count);
            list.push(item);
        }
        // fewer steps than 2³² fit the memory
        self.steps.push(step as u32);
        let at = |marks: &Vec<u32>| K::from(marks.len() as i64) << self.shift;
        while at(&self.begun) <= steps.keys[step] {
            self.begun.push(count as u32);
        }
        while at(&self.ended) < steps.keys[step + 1] {
            self.ended.push(count as u32);
        }
    }

    fn pad(&mut self) {
        for list in [&mut self.starts, &mut self.ends, &mut self.values] {
            list.resize(self.steps.len() + LANES, 0);
        }
    }

    /// How many steps.
    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    /// Which step of the function one of the list is.
    pub(super) fn step(&self, index: usize) -> Option<usize> {
        self.steps.get(index).map(|&step| step as usize)
    }

    /// How many steps, nearly, begin below a key: all that do, and of the others only some that
    /// begin less than a [mark](Lists::mark) above it.
    pub(super) fn begun_below<K: Key>(&self, key: K) -> usize {
        // the next multiple at or above the key
        let marks: i128 = ((key - K::from(1)) >> self.shift).into() + 1;
        usize::try_from(marks).map_or(0, |marks| self.at_mark(&self.begun, marks))
    }

    /// How many steps, nearly, have ended at a key: only such, and all that have ended a
    /// [mark](Lists::mark) below it.
    pub(super) fn ended_at<K: Key>(&self, key: K) -> usize {
        let marks: i128 = (key >> self.shift).into();
        usize::try_from(marks).map_or(0, |marks| self.at_mark(&self.ended, marks))
    }

    fn at_mark(&self, counts: &[u32], marks: usize) -> usize {
        // beyond the last step all have begun and ended
        counts.get(marks).map_or(self.len(), |&count| count as usize)
    }
}

/// Long and short steps: all that have an end.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists<K> {
    code: Option<LinearCode>,
    /// Steps of at least this length are long, as chosen when there were so many steps.
    least: K,
    chosen_of: usize,
    /// How many steps are in the lists.
    known: usize,
    pub(super) long: List,
    pub(super) short: List,
    /// The longest of so many steps.
    longest: K,
    measured: usize,
}

impl<K: Key> Lists<K> {
    /// Measures the steps that are new, of which at least two have an end; and if there are many,
    /// chooses anew which steps are long.
    pub(super) fn measure(&mut self, steps: &Steps<K>) {
        let known = steps.len() - 1;
        let lengths = |from: usize| steps.keys[from..].windows(2).map(|ends| ends[1] - ends[0]);
        self.longest = lengths(self.measured).fold(self.longest, K::max);
        self.measured = known;
        if known > self.chosen_of + self.chosen_of / 2 {
            let mut lengths: Vec<K> = lengths(0).collect();
            let (_, least, _) = lengths.select_nth_unstable(known - 1 - known / PART_LONG);
            self.least = *least;
            self.chosen_of = known;
            let average: i128 = (steps.keys[known] / K::from(known as i64)).into();
            let shift = average.max(1).ilog2() + 1;
            // there are far fewer long steps, which need not be found so exactly
            self.short = List::with_shift(shift);
            self.long = List::with_shift(shift + 2);
            self.known = 0;
        }
    }

    /// The length of the longest step.
    pub(super) fn longest(&self) -> K {
        self.longest
    }

    /// The greatest distance of the marks at which steps are counted.
    pub(super) fn mark(&self) -> K {
        K::from(1) << self.long.shift.max(self.short.shift)
    }

    /// The code of the lists, if it names the points of a window of this width.
    pub(super) fn code_for(&self, steps: &Steps<K>, width: K) -> Option<LinearCode> {
        let wanted = LinearCode::for_width(steps, width)?;
        self.code.filter(|code| code.serves(wanted))
    }

    /// Adds the steps that are new; returns the code of the lists, which names the points of a
    /// window of this width. None if there is no such code.
    pub(super) fn extend(&mut self, steps: &Steps<K>, width: K) -> Option<LinearCode> {
        let wanted = LinearCode::for_width(steps, width)?;
        let code = match self.code {
            Some(code) if code.serves(wanted) => code,
            _ => {
                let code = wanted.with_slack();
                self.code = Some(code);
                self.known = 0;
                code
            }
        };
        if self.known == 0 {
            [self.long.shift, self.short.shift]
                .into_iter()
                .zip([&mut self.long, &mut self.short])
                .for_each(|(shift, list)| *list = List::with_shift(shift));
        }
        let known = steps.len() - 1;
        let mut start = code.of(steps, steps.start(self.known));
        for step in self.known..known {
            let end = code.of(steps, steps.start(step + 1));
            let is_long = steps.keys[step + 1] - steps.keys[step] >= self.least;
            let list = if is_long { &mut self.long } else { &mut self.short };
            list.push(steps, step, [start, end]);
            start = end;
        }
        self.known = known;
        self.long.pad();
        self.short.pad();
        Some(code)
    }

    /// How many steps are in the lists.
    pub(super) fn known(&self) -> usize {
        self.known
    }
}
