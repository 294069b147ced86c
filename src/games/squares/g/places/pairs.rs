//! Which pairs of steps have a cell that is alive in a stretch: steps as lists of codes and values,
//! and runs of pairs.

use std::ops::Range;

use super::super::steps::Steps;
use super::layout::{NotServed, WHOLE, WRAPPED};
use crate::lattice::{Key, LinearCode};
use crate::sweep::Nimber;

/// With how many zeros a list ends, so that a whole vector of steps begins at every step.
pub(super) const PADDING: usize = 256;
/// How many steps are taken together, if they are near to each other.
pub(super) const TOGETHER: usize = 4;

/// Where most cells are only looked at: one step in this many is long.
const PART_LONG: usize = 20;
/// There, steps are near to each other within this many average lengths of a step.
const NEAR: i64 = 12;

/// Which cells cover places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Covering {
    /// All of them.
    #[default]
    Every,
    /// Those of long steps first, and then those whose nimber is bare.
    Look,
}

impl Covering {
    /// How much finer than steps the marks are at which steps are counted, as a power of two: where
    /// all cells of a run cover places, none should be in vain.
    pub(super) fn finer(self) -> u32 {
        match self {
            Self::Every => 1,
            Self::Look => 0,
        }
    }
}

/// Some of the steps, in order.
///
/// # Invariants
/// 1. `starts`, `ends` and `values` have an entry for each of `steps`, or none where every cell is
///    added, and then zeros.
/// 2. `begun[m]` of the steps begin below m·2^`shift`, and `ended[m]` of them have ended by then;
///    beyond the last entry all have.
#[derive(Clone, Debug, Default)]
pub(super) struct List {
    /// Which steps.
    steps: Vec<u32>,
    /// The codes of where each begins and ends, modulo 2¹⁶, and its value.
    pub(super) starts: Vec<u16>,
    pub(super) ends: Vec<u16>,
    pub(super) values: Vec<u16>,
    begun: Vec<u32>,
    ended: Vec<u32>,
    shift: u32,
}

impl List {
    /// No step yet, with marks at such distances. The memory is kept.
    fn restart(&mut self, with_shift: u32) {
        let Self { steps, starts, ends, values, begun, ended, shift } = self;
        [steps, begun, ended].into_iter().for_each(Vec::clear);
        [starts, ends, values].into_iter().for_each(Vec::clear);
        *shift = with_shift;
    }

    /// Adds codes and value of a step.
    fn push(&mut self, [start, end]: [u32; 2], value: Nimber) {
        // readers take the codes modulo 2¹⁶, and values have at most 16 bits
        let entries = [start as u16, end as u16, value as u16];
        for (list, entry) in self.padded().into_iter().zip(entries) {
            list.push(entry);
        }
    }

    /// Counts a step at the marks.
    fn count<K: Key>(&mut self, steps: &Steps<K>, step: usize) {
        let count = self.len();
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

    fn padded(&mut self) -> [&mut Vec<u16>; 3] {
        [&mut self.starts, &mut self.ends, &mut self.values]
    }

    fn pad(&mut self) {
        self.padded().into_iter().for_each(|list| list.resize(list.len() + PADDING, 0));
    }

    /// Removes the zeros.
    fn truncate(&mut self) {
        self.padded().into_iter().for_each(|list| list.truncate(list.len().saturating_sub(PADDING)));
    }

    fn len(&self) -> usize {
        self.steps.len()
    }

    /// How many steps, nearly, begin below a key: all that do, and of the others only some that
    /// begin less than a mark above it.
    #[inline]
    fn begun_below<K: Key>(&self, key: K) -> usize {
        // the next multiple at or above the key
        let marks: i128 = ((key - K::from(1)) >> self.shift).into() + 1;
        self.at_mark(&self.begun, marks)
    }

    /// How many steps, nearly, have ended at a key: only such, and all that have ended a mark below
    /// it.
    #[inline]
    fn ended_at<K: Key>(&self, key: K) -> usize {
        self.at_mark(&self.ended, (key >> self.shift).into())
    }

    #[inline]
    fn at_mark(&self, counts: &[u32], marks: i128) -> usize {
        let count = |marks: usize| counts.get(marks).map_or(self.len(), |&count| count as usize);
        usize::try_from(marks).map_or(0, count)
    }
}

/// A step, where every cell is added.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepWord {
    /// Its value, as the first word of its set of places.
    pub(super) word: u32,
    /// The code of where it ends.
    pub(super) end: u32,
}

/// All steps that have an end, in the lists that a [`Covering`] needs, with their codes.
///
/// # Invariants
/// 1. The lists have the first `known` steps, each of them once. Where every cell is added, all of
///    them are in `short` and in `cells`, so that an index is the number of a step.
/// 2. `codes` has the code of each of these, and of the step after them. Where every cell is added,
///    they have 16 bits.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists<K> {
    covering: Covering,
    code: Option<LinearCode>,
    /// The code of where each step begins, modulo 2³².
    pub(super) codes: Vec<u32>,
    /// How many words a set of places has.
    words: u32,
    /// All steps in order, where every cell is added.
    pub(super) cells: Vec<StepWord>,
    /// Steps of at least this length are long, as chosen when there were this many steps.
    least: Option<K>,
    chosen_of: usize,
    /// How many steps are in the lists.
    known: usize,
    pub(super) long: List,
    pub(super) short: List,
    /// The longest of this many steps.
    longest: K,
    measured: usize,
    /// Steps are near to each other if they begin and end within this distance.
    near: K,
}

impl<K: Key> Lists<K> {
    /// No step.
    pub(super) fn new(covering: Covering, words: usize) -> Self {
        // a few words
        Self { covering, words: words as u32, ..Self::default() }
    }

    /// Measures the steps that are new, of which at least two have an end; and if there are many,
    /// chooses again which steps are long.
    pub(super) fn measure(&mut self, steps: &Steps<K>) {
        let known = steps.len() - 1;
        let lengths = |from: usize| steps.keys[from..].windows(2).map(|ends| ends[1] - ends[0]);
        self.longest = lengths(self.measured).fold(self.longest, K::max);
        self.measured = known;
        let average = steps.keys[known] / K::from(known as i64);
        let shift = (average.into().max(1).ilog2() + 1).saturating_sub(self.covering.finer());
        let is_due = self.covering == Covering::Look && known > self.chosen_of + self.chosen_of / 2;
        if is_due || self.short.shift != shift {
            self.least = (self.covering == Covering::Look).then(|| {
                let mut lengths: Vec<K> = lengths(0).collect();
                *lengths.select_nth_unstable(known - 1 - known / PART_LONG).1
            });
            self.chosen_of = known;
            // there are far fewer long steps, which need not be found so exactly
            self.short.restart(shift);
            self.long.restart(shift + 2);
            self.known = 0;
        }
        self.near = match self.covering {
            Covering::Every => self.longest * K::from(TOGETHER as i64),
            Covering::Look => average * K::from(NEAR),
        };
    }

    /// How far beside a stretch the corners of the pairs in its runs may lie.
    ///
    /// # Proof
    /// Let the steps i ≤ k be the first and the last of those that are taken together, so that
    /// end(k) ≤ start(i) + near, if i < k. The run begins with a step j that has not ended at a
    /// mark that lies at most one mark below keys.start − 1 − end(k). Hence start(j) ≥
    /// keys.start − 1 − end(k) − mark − longest, and all corners lie at or above start(i) +
    /// start(j) ≥ keys.start − 1 − mark − longest − (end(k) − start(i)). The run ends with a step
    /// j that begins less than a mark above keys.end − start(i), so that all corners lie below
    /// keys.end + mark + longest + (end(k) − start(i)). For i = k the last difference is at most
    /// the longest step. A run of pairs in order may begin with a later step, which only moves its
    /// corners up. A mark is the distance of two marks here.
    pub(super) fn margin(&self) -> K {
        let mark = K::from(1) << self.long.shift.max(self.short.shift);
        self.near.max(self.longest) + self.longest + mark + K::from(1)
    }

    /// The bits of an entry: with whole codes, an index is found with one addition less.
    fn mask(&self) -> usize {
        match self.covering {
            Covering::Every => WHOLE,
            Covering::Look => WRAPPED,
        }
    }

    /// The code of the lists, and the bits of its entries, if it names the points of a window of
    /// this width.
    pub(super) fn code_for(&self, steps: &Steps<K>, width: K) -> Result<(LinearCode, usize), NotServed> {
        let wanted = LinearCode::for_width(steps.row_keys(), width.into()).ok_or(NotServed::Codes)?;
        let code = self.code.filter(|code| code.serves(wanted)).ok_or(NotServed::Codes)?;
        Ok((code, self.mask()))
    }

    /// Adds the steps that are new, with a code that names the points of a window of this width.
    pub(super) fn extend(&mut self, steps: &Steps<K>, width: K) -> Result<(), NotServed> {
        if steps.nimbers() > WRAPPED + 1 {
            return Err(NotServed::Nimbers);
        }
        if self.code_for(steps, width).is_err() {
            let wanted = LinearCode::for_width(steps.row_keys(), width.into());
            self.code = Some(wanted.ok_or(NotServed::Codes)?.with_slack());
            self.codes.clear();
            self.known = 0;
        }
        if self.known == 0 {
            self.cells.clear();
            for list in [&mut self.long, &mut self.short] {
                list.restart(list.shift);
            }
        }
        self.add_codes(steps);
        let known = steps.len() - 1;
        if self.covering == Covering::Every
            && self.codes[self.known..=known].iter().any(|&code| code > u16::MAX.into())
        {
            return Err(NotServed::Codes);
        }
        let [long, short] = [&mut self.long, &mut self.short];
        long.truncate();
        short.truncate();
        for step in self.known..known {
            let is_long = self.least.is_some_and(|least| steps.keys[step + 1] - steps.keys[step] >= least);
            let list = if is_long { &mut *long } else { &mut *short };
            let (ends, value) = ([self.codes[step], self.codes[step + 1]], steps.values[step]);
            list.count(steps, step);
            match self.covering {
                Covering::Every => self.cells.push(StepWord { word: value * self.words, end: ends[1] }),
                Covering::Look => list.push(ends, value),
            }
        }
        self.known = known;
        long.pad();
        short.pad();
        Ok(())
    }

    /// Adds the codes of the steps that are new.
    pub(super) fn add_codes(&mut self, steps: &Steps<K>) {
        if let Some(code) = self.code {
            let codes =
                (self.codes.len()..steps.len()).map(|step| code.of(steps.row_keys(), steps.start(step)));
            // modulo 2³², as everything that is added to them
            self.codes.extend(codes.map(|code| code as u32));
        }
    }

    /// How many steps are in the lists.
    pub(super) fn known(&self) -> usize {
        self.known
    }

    /// The runs of pairs whose first step is in one list and whose second step is in another, and
    /// whose cells are alive at some of these keys.
    pub(super) fn runs<'a>(
        &'a self,
        steps: &'a Steps<K>,
        [first, second]: [&'a List; 2],
        keys: &Range<K>,
    ) -> PairRuns<'a, K> {
        let in_order = std::ptr::eq(first, second);
        PairRuns { steps, first, second, keys: keys.clone(), near: self.near, in_order, next: 0 }
    }
}

/// One step of the first list, or some that follow each other, and a run of the second list.
pub(super) struct PairRun {
    pub(super) first: usize,
    /// Whether there are [`TOGETHER`] steps from there on.
    pub(super) are_together: bool,
    pub(super) second: Range<usize>,
}

/// The pairs of steps of two lists whose cells are alive at some keys of a range, or just
/// below it.
///
/// A run also has some pairs whose cells are alive only beside the range, within the
/// [margin](Lists::margin).
pub(super) struct PairRuns<'a, K> {
    steps: &'a Steps<K>,
    first: &'a List,
    second: &'a List,
    keys: Range<K>,
    near: K,
    /// Whether both lists are one, of which only pairs in order are wanted.
    in_order: bool,
    /// The next step of the first list.
    next: usize,
}

impl<K: Key> Iterator for PairRuns<'_, K> {
    type Item = PairRun;

    #[inline]
    fn next(&mut self) -> Option<PairRun> {
        let Self { steps, first, second, .. } = *self;
        loop {
            let index = self.next;
            let mut last = *first.steps.get(index)? as usize;
            let start = steps.keys[last];
            let mut are_together = false;
            if let Some(&step) = first.steps.get(index + TOGETHER - 1)
                && steps.keys[step as usize + 1] - start <= self.near
            {
                (last, are_together) = (step as usize, true);
            }
            self.next = index + if are_together { TOGETHER } else { 1 };
            let least = if self.in_order { index } else { 0 };
            let past = second.begun_below(self.keys.end - start);
            if past <= least {
                return None;
            }
            // cells that end where the keys begin are alive just below them
            let below = self.keys.start - K::from(1);
            let run = second.ended_at(below - steps.keys[last + 1]).max(least)..past;
            if !run.is_empty() {
                return Some(PairRun { first: index, are_together, second: run });
            }
        }
    }
}
