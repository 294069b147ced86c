//! Reach as one word for each nimber: the sweep of a few windows at once, while they have few
//! places.
//!
//! # Words
//! Reach changes at lattice points only. As long as few points of the strip lie in a window, some
//! windows together have at most 64 of them, their *places*. So what happens to a nimber there fits
//! a word: a bit for each place, in ascending order, says whether the nimber is in reach from that
//! place on. Let A(y) be the set of the places at or above y. The cell (i, j) is alive between two
//! corners, and so at the places
//!
//! ```text
//! A(p_i + p_j) xor A(p_{i+1} + p_{j+1}).
//! ```
//!
//! These are added to the word of the nimber v_i xor v_j: one update for a cell, where counts take
//! two for each corner. A cell may be added again without harm, nothing is carried from one word to
//! the next, and a change of reach is a bit that differs from the one before it.
//!
//! # Codes
//! Row r has points at the keys r·slope + m·spacing, and the code of a point is m + r·factor. Codes
//! add like keys. Two points of different rows with the same code would be (factor·spacing −
//! slope)·(r − r') apart. So no two points of the windows, and of a margin around them, have the
//! same code if the factor is above (slope + E)/spacing, with E the width of both. Then a table of
//! A(y) by codes finds both ends of a cell with an addition each.
//!
//! # Margin
//! Two steps are paired with a run of steps together, whose ends are read from a table. At the ends
//! of these runs some pairs lie outside of the windows, but by no more than three times the longest
//! step and an entry of the table; there A(y) is everything or nothing.
//!
//! # Steps that come later
//! When a word begins, g is known up to a place inside of it. A step j that is found later has all
//! its cells in the word with the first few steps i, and they are added one by one. The end of the
//! last step is not known; it lies beyond the window that is asked for, where its cells are cut.
//! If a new step is longer than all before, or has a corner outside of the strip of the word, the
//! word ends, and another begins with that window.

use std::ops::{Range, RangeInclusive};

use super::coarse::CoarseStrip;
use super::steps::Steps;
use super::transition::{Transition, Transitions};
use crate::lattice::{Key, Point};
use crate::sweep::Nimber;

/// The most places of a word, beside the bit for what is below them.
const PLACES: usize = u64::BITS as usize - 1;
/// The most windows of a word.
const WINDOWS: usize = 8;
/// A full word of fewer halves of windows than this has so few corners for the cells that are alive
/// where it begins that counts are faster.
const LEAST_HALVES: i64 = 3;
/// The bits of the beginning of a word, and of the longest step: so no key of its margin has more
/// than 62.
const KEY_BITS: u32 = 58;
/// Codes of steps and nimbers have 16 bits, so that no index made of them has to be checked.
const LIMIT: usize = 1 << u16::BITS;

/// Reach, swept by words.
#[derive(Clone, Debug)]
pub(super) struct WordSweep<K> {
    strip: CoarseStrip,
    /// The difference of codes from row to row.
    factor: i64,
    steps: Vec<CodedStep>,
    /// For each stretch of 2^`cut` keys, how many steps begin below it.
    below: Vec<usize>,
    cut: u32,
    /// The longest step of those whose end is known.
    longest: K,
    /// How many steps have been measured for that.
    measured: usize,
    /// The keys of the word.
    inside: Range<K>,
    /// The rows of its points, and of those in the margin.
    rows: RangeInclusive<i32>,
    /// The places, in order: the n-th has bit n, from 1 on.
    places: Vec<Point<K>>,
    /// How many of them have been reported.
    reported: usize,
    /// A(y) for the codes of corners. What lies beyond the margin is that of an earlier word.
    above: Vec<u64>,
    /// The word of each nimber below a bound, which all are.
    words: Vec<u64>,
    nimbers: usize,
    /// The cells of all steps before this one are in.
    covered: usize,
    /// The points of a word, with row and code.
    points: Vec<(K, i32, u32)>,
    /// For each place of a window the nimbers that change there, a bit each.
    changes: Vec<Vec<u64>>,
}

/// A step as the cells need it.
#[derive(Clone, Copy, Debug)]
struct CodedStep {
    code: u16,
    value: u16,
}

impl<K: Key> Default for WordSweep<K> {
    fn default() -> Self {
        Self {
            strip: CoarseStrip::default(),
            factor: 0,
            steps: vec![],
            below: vec![],
            cut: 0,
            longest: K::default(),
            measured: 0,
            inside: K::default()..K::default(),
            rows: 0..=0,
            places: vec![],
            reported: 0,
            // of these only the pages that are used take memory
            above: vec![0; 2 * LIMIT],
            words: vec![0; LIMIT],
            nimbers: 0,
            covered: 0,
            points: vec![],
            changes: vec![vec![]; PLACES + 1],
        }
    }
}

impl<K: Key> WordSweep<K> {
    /// The nimbers that are held after the windows that were swept, ascending.
    pub(super) fn held(&self) -> impl Iterator<Item = Nimber> {
        let held = |&nimber: &Nimber| self.words[nimber as usize] >> self.reported & 1 == 1;
        (0..self.nimbers as Nimber).filter(held)
    }

    /// Sweeps a window, which must be the next one, and appends its transitions in order; returns
    /// whether its places are so few that it could.
    pub(super) fn sweep(
        &mut self,
        steps: &Steps<K>,
        window: usize,
        transitions: &mut Transitions<K>,
    ) -> bool {
        let window = steps.keys_of_window(window);
        let (mut from, before) = (window.start, transitions.len());
        while from < window.end {
            let is_in = self.inside.contains(&from) && self.add_new_steps(steps, window.end);
            let mut begins = || self.begin(steps, from).is_some() && self.add_new_steps(steps, window.end);
            if !(is_in || begins()) {
                transitions.truncate(before);
                return false;
            }
            from = window.end.min(self.inside.end);
            self.report(from, transitions);
        }
        true
    }

    /// Begins a word, and adds the cells of the steps that are known; `None` if it would have too
    /// many places, codes or nimbers.
    fn begin(&mut self, steps: &Steps<K>, from: K) -> Option<()> {
        self.nimbers = steps.nimbers();
        if !steps.rows_name_points() || self.nimbers > LIMIT {
            return None;
        }
        self.measure(steps);
        self.strip.extend(steps);
        let width = steps.window_width();
        let keys: [i128; 3] = [from.into(), width.into(), self.longest.into()];
        if keys.iter().any(|key| key >> KEY_BITS != 0) {
            return None;
        }
        // a little longer than the last one, if there are not too many places
        let length = self.inside.end - self.inside.start;
        let longer = length + (length + width) / K::from(6) + K::from(1);
        let end = from + longer.min(width.times(WINDOWS as i64));
        let margin = self.longest.times(3) + (K::from(1) << self.cut);
        self.choose_codes(steps, margin)?;
        self.place(steps, from..end, margin)?;
        let length = self.inside.end - from;
        if self.places.len() == PLACES && length + length < width.times(LEAST_HALVES) {
            return None;
        }
        self.reported = 0;
        self.words[..self.nimbers].fill(0);
        self.cover(steps)
    }

    /// Finds the longest step, and how many begin below each stretch.
    fn measure(&mut self, steps: &Steps<K>) {
        // a sixteenth of a window, or less
        self.cut = steps.window_width().into().ilog2().saturating_sub(4);
        let counted = self.measured..steps.len();
        for (step, &key) in counted.clone().zip(&steps.keys[counted]) {
            let stretch = stretch(key, self.cut);
            if self.below.len() <= stretch {
                self.below.resize(stretch + 1, step);
            }
        }
        for step in self.measured.max(1)..steps.len() {
            self.longest = self.longest.max(steps.keys[step] - steps.keys[step - 1]);
        }
        self.measured = steps.len();
    }

    /// Chooses the factor of the codes.
    fn choose_codes(&mut self, steps: &Steps<K>, margin: K) -> Option<()> {
        let spacing: i128 = steps.row_keys().spacing()?.into();
        let widest = steps.window_width().times(WINDOWS as i64) + margin + margin;
        let factor = i64::try_from((steps.row_keys().slope() + widest.into()) / spacing + 1).ok()?;
        if factor != self.factor {
            self.factor = factor;
            self.steps.clear();
        }
        self.add_codes(steps)
    }

    /// Writes the steps that are new; `None` if a code is too large.
    fn add_codes(&mut self, steps: &Steps<K>) -> Option<()> {
        for step in self.steps.len()..steps.len() {
            let at = steps.start(step);
            let code = u16::try_from(self.code(steps.row_keys().place(at), at.row)?).ok()?;
            self.steps.push(CodedStep { code, value: steps.values[step] as u16 });
        }
        Some(())
    }

    fn code(&self, place: i128, row: i32) -> Option<i64> {
        self.factor.checked_mul(row.into())?.checked_add(i64::try_from(place).ok()?)
    }

    /// Finds the places between two keys, up to as many as a word has, and writes A(y) for the
    /// codes of all points there and in the margin.
    fn place(&mut self, steps: &Steps<K>, inside: Range<K>, margin: K) -> Option<()> {
        let (spacing, slope) = (steps.row_keys().spacing()?, steps.row_keys().slope());
        let looked_up = inside.start - margin..inside.end + margin;
        let rows = self.strip.rows(steps.windows_in(looked_up.start)..steps.windows_in(looked_up.end) + 1)?;
        let windows = steps.windows_in(inside.start)..steps.windows_in(inside.end) + 1;
        let strip: Vec<_> = windows.clone().map(|window| self.strip.rows(window..window + 1)).collect();
        // the first point of each row is as far from that of the row before as the slope, less so
        // many times the spacing that it stays the first
        let jump = slope / spacing.into();
        let advance = K::nearest(slope - jump * spacing.into());
        let codes_of_row = self.factor - jump as i64;
        let row_key = slope * i128::from(*rows.start());
        let first_place = -(row_key - looked_up.start.into()).div_euclid(spacing.into());
        let mut start = K::nearest(row_key + first_place * spacing.into());
        let mut first_code = self.code(first_place, *rows.start())?;
        self.rows = rows.clone();
        self.points.clear();
        for row in rows {
            let (mut key, mut code) = (start, first_code);
            while key < looked_up.end {
                // no corner has another code than these
                if let Some(above) = usize::try_from(code).ok().and_then(|code| self.above.get_mut(code)) {
                    *above = if key < inside.start { u64::MAX } else { 0 };
                    if inside.contains(&key) {
                        let window = steps.windows_in(key) - windows.start;
                        if strip[window].as_ref().is_some_and(|rows| rows.contains(&row)) {
                            self.points.push((key, row, code as u32));
                        }
                    }
                }
                (key, code) = (key + spacing, code + 1);
            }
            (start, first_code) = (start + advance, first_code + codes_of_row);
            if start - spacing >= looked_up.start {
                (start, first_code) = (start - spacing, first_code - 1);
            }
        }
        self.points.sort_unstable_by_key(|&(key, ..)| key);
        let end = self.points.get(PLACES).map_or(inside.end, |&(key, ..)| key);
        self.inside = inside.start..end;
        self.places.clear();
        for &(key, row, code) in self.points.iter().take(PLACES) {
            self.places.push(Point { key, row });
            self.above[code as usize] = u64::MAX << self.places.len();
        }
        Some(())
    }

    /// Adds the cells of all steps but the last two.
    fn cover(&mut self, steps: &Steps<K>) -> Option<()> {
        let last = steps.len() - 1;
        self.covered = last.saturating_sub(1);
        let Range { start: from, end } = self.inside;
        let below = |stretch: usize| self.below.get(stretch).copied().unwrap_or(last);
        let runs = (0..last.saturating_sub(1)).step_by(2).map_while(|i| {
            // at least the steps j ≥ i with p_i + p_j below the end whose cell with i or i + 1 does
            // not end before the beginning
            let past = below(stretch(end - steps.keys[i], self.cut) + 1).min(last);
            let first = below(stretch(from - steps.keys[i + 2], self.cut)).saturating_sub(1).max(i).min(past);
            (i < past).then_some((i, first..past))
        });
        for (i, run) in runs {
            add_cells(&self.steps, &self.above, &mut self.words, i, run)?;
        }
        Some(())
    }

    /// Adds the cells of the steps that came since, up to a key below which all steps are known;
    /// returns whether their corners are in the word.
    fn add_new_steps(&mut self, steps: &Steps<K>, known: K) -> bool {
        let Some(last) = steps.len().checked_sub(1) else { return false };
        let is_longer = |step: usize| steps.keys[step + 1] - steps.keys[step] > self.longest;
        let is_known = steps.nimbers() == self.nimbers && !(self.covered..last).any(is_longer);
        if !is_known || self.add_codes(steps).is_none() {
            return false;
        }
        let beyond = u64::MAX.checked_shl(1 + self.places_below(known) as u32).unwrap_or(0);
        for j in self.covered..=last {
            let end = if j == last { self.inside.end.min(known) } else { self.inside.end };
            let corners = (0..=j).take_while(|&i| steps.keys[i] + steps.keys[j] < end);
            for i in corners {
                let Some(start) = self.above_corner(steps, [i, j]) else { return false };
                let past = if j == last { Some(beyond) } else { self.above_corner(steps, [i + 1, j + 1]) };
                let Some(past) = past else { return false };
                self.words[(steps.values[i] ^ steps.values[j]) as usize] |= start & !past;
            }
        }
        self.covered = last;
        true
    }

    /// A(y) at the corner of two steps; `None` if that should be a place and is not.
    fn above_corner(&self, steps: &Steps<K>, [i, j]: [usize; 2]) -> Option<u64> {
        let corner = steps.start(i) + steps.start(j);
        if corner.key < self.inside.start {
            return Some(u64::MAX);
        }
        if corner.key >= self.inside.end {
            return Some(0);
        }
        let code = usize::from(self.steps[i].code) + usize::from(self.steps[j].code);
        // at or above a place there is at least itself
        Some(self.above[code]).filter(|&above| self.rows.contains(&corner.row) && above != 0)
    }

    /// How many places lie below a key.
    fn places_below(&self, key: K) -> usize {
        self.places.partition_point(|place| place.key < key)
    }

    /// Appends the transitions below a key.
    fn report(&mut self, end: K, transitions: &mut Transitions<K>) {
        let first = self.reported;
        let past = self.places_below(end);
        if first == past {
            return;
        }
        self.reported = past;
        // bits first + 1 to past
        let bits = (u64::MAX >> (64 - (past - first))) << (first + 1);
        let groups = self.nimbers / 64;
        self.changes[first + 1..=past].iter_mut().for_each(|changes| changes.resize(groups, 0));
        for (nimber, &word) in self.words[..self.nimbers].iter().enumerate() {
            let mut changed = (word ^ word << 1) & bits;
            while changed != 0 {
                let place = changed.trailing_zeros() as usize;
                self.changes[place][nimber / 64] |= 1 << (nimber % 64);
                changed &= changed - 1;
            }
        }
        for place in first + 1..=past {
            let at = self.places[place - 1];
            for (group, changes) in self.changes[place].iter_mut().enumerate() {
                while *changes != 0 {
                    let nimber = group * 64 + changes.trailing_zeros() as usize;
                    let held = self.words[nimber] >> place & 1 == 1;
                    transitions.push(Transition { at, nimber: nimber as Nimber, held });
                    *changes &= *changes - 1;
                }
            }
        }
    }
}

/// The stretch of 2^cut keys that a key is in; the first for negative keys.
fn stretch<K: Key>(key: K, cut: u32) -> usize {
    usize::try_from((key >> cut).into()).unwrap_or(0)
}

/// Adds the cells of the steps i and i + 1 with a run of steps to the words of nimbers.
#[inline(never)]
fn add_cells(
    steps: &[CodedStep],
    above: &[u64],
    words: &mut [u64],
    i: usize,
    run: Range<usize>,
) -> Option<()> {
    let words = words.first_chunk_mut::<LIMIT>()?;
    let row = |step: usize| above.get(usize::from(steps[step].code)..)?.first_chunk::<LIMIT>();
    let rows = [row(i)?, row(i + 1)?, row(i + 2)?];
    let own = [steps[i].value, steps[i + 1].value];
    let run = steps.get(run.start..=run.end)?;
    let (&CodedStep { code, mut value }, run) = run.split_first()?;
    let mut starts = [rows[0], rows[1]].map(|row| row[usize::from(code)]);
    for next in run {
        let ends = rows.map(|row| row[usize::from(next.code)]);
        // a cell ends where both of its steps do
        words[usize::from(own[0] ^ value)] |= starts[0] ^ ends[1];
        words[usize::from(own[1] ^ value)] |= starts[1] ^ ends[2];
        (starts, value) = ([ends[0], ends[1]], next.value);
    }
    Some(())
}
