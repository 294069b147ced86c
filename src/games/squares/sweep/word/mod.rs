//! Reach as one word for each nimber: the sweep of a piece of the line at once, some windows or a
//! part of one.
//!
//! # Words
//! Reach changes at lattice points only. A piece of the line with at most 127 points of the
//! strip, its *places*, is swept at once. What happens to a nimber there fits a word of 128 bits:
//! a bit for each place, in ascending order, says whether the nimber is in reach from that place
//! on. Let A(y) be the set of the places at or above y. The cell (i, j) is alive between two
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
//! # Margin
//! Some steps are paired with a run of steps together, whose ends are read from a table. At the
//! ends of these runs some pairs lie outside of the windows, but by no more than so many of the
//! longest steps, one more, and a mark; there A(y) is everything or nothing.
//!
//! # Steps that come later
//! When a word begins, g is known up to a place inside of it. A step j that is found later has all
//! its cells in the word with the first few steps i, and they are added one by one. The end of the
//! last step is not known; it lies beyond the window that is asked for, where its cells are cut.
//! If a new step is longer than all before, or has a corner outside of the strip of the word, the
//! word ends, and another begins with that window.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `set` | a set of places, as one number and as a word |
//! | `corners` | the places, and which of them lie at or above each corner |
//! | `changes` | the nimbers that change at each place |

mod changes;
mod corners;
mod set;

use std::ops::Range;

use self::changes::Changes;
use self::corners::{Corners, Region};
use self::set::{Bits, PLACES, Word, bits, word};
use super::steps::Steps;
use super::strip::Strip;
use super::transition::Transitions;
use crate::lattice::Key;
use crate::sweep::Nimber;

/// The most windows of a word.
const WINDOWS: usize = 8;
/// A full word that covers no more than one part in so many of a window has so few corners for the
/// cells that are alive where it begins that counts are faster.
const LEAST_PART: i64 = 4;
/// The bits of the beginning of a word, and of what its margin depends on: so no key of its margin
/// has more than 62.
const KEY_BITS: u32 = 58;
/// How many steps are paired with a run of steps together.
const TOGETHER: usize = 4;
/// Nimbers have 16 bits, so that no index made of two of them has to be checked.
const NIMBERS: usize = 1 << u16::BITS;

/// Reach, swept by words.
#[derive(Clone, Debug)]
pub(super) struct WordSweep<K> {
    strip: Strip,
    corners: Corners<K>,
    /// The values of the steps.
    values: Vec<u16>,
    /// At each mark, a multiple of 2^`shift`, how many steps begin below it. There are at most 32
    /// marks in a window.
    begun: Vec<usize>,
    shift: u32,
    /// The longest step of those whose end is known.
    longest: K,
    /// How many steps have been measured for that.
    measured: usize,
    /// How many of the places have been reported.
    reported: usize,
    /// The word of each nimber below a bound, which all are.
    words: Vec<Word>,
    nimbers: usize,
    /// The cells of all steps before this one are in.
    covered: usize,
    changes: Changes,
}

impl<K: Key> Default for WordSweep<K> {
    fn default() -> Self {
        Self {
            strip: Strip::default(),
            corners: Corners::default(),
            values: vec![],
            begun: vec![],
            shift: 0,
            longest: K::default(),
            measured: 0,
            reported: 0,
            // of these only the pages that are used take memory
            words: vec![Word::default(); NIMBERS],
            nimbers: 0,
            covered: 0,
            changes: Changes::default(),
        }
    }
}

impl<K: Key> WordSweep<K> {
    /// The nimbers that are held after the windows that were swept, ascending.
    pub(super) fn held(&self) -> impl Iterator<Item = Nimber> {
        let held = |&nimber: &Nimber| bits(self.words[nimber as usize]) >> self.reported & 1 == 1;
        (0..self.nimbers as Nimber).filter(held)
    }

    /// Goes on as if these nimbers were held just below the next window; returns whether it can.
    pub(super) fn hold(&mut self, steps: &Steps<K>, nimbers: &[Nimber]) -> bool {
        *self = Self { nimbers: steps.nimbers(), ..Self::default() };
        let words = self.words.get_mut(..self.nimbers);
        // the lowest bit is that of what is below all places
        words.map(|words| nimbers.iter().for_each(|&nimber| words[nimber as usize] = word(1))).is_some()
    }

    /// Sweeps a window, which must be the next one, and appends its transitions in order; returns
    /// whether it could: see `begin`.
    pub(super) fn sweep(
        &mut self,
        steps: &Steps<K>,
        window: usize,
        transitions: &mut Transitions<K>,
    ) -> bool {
        let window = steps.keys_of_window(window);
        let (mut from, before) = (window.start, transitions.len());
        while from < window.end {
            let is_in = self.corners.inside.contains(&from) && self.add_new_steps(steps, window.end);
            let mut begins = || self.begin(steps, from).is_some() && self.add_new_steps(steps, window.end);
            if !(is_in || begins()) {
                transitions.truncate(before);
                return false;
            }
            from = window.end.min(self.corners.inside.end);
            self.report(from, transitions);
        }
        true
    }

    /// Begins a word, and adds the cells of the steps that are known; `None` if a row does not name
    /// a point of a window, if it would be too short, or if nimbers, codes or keys are too large.
    fn begin(&mut self, steps: &Steps<K>, from: K) -> Option<()> {
        self.nimbers = steps.nimbers();
        if !steps.rows_name_points() || self.nimbers > NIMBERS {
            return None;
        }
        self.measure(steps);
        self.strip.extend(steps);
        let width = steps.window_width();
        let keys: [i128; 4] =
            [from.into(), width.into(), self.longest.into(), steps.row_keys().spacing()?.into()];
        if keys.iter().any(|key| key >> KEY_BITS != 0) {
            return None;
        }
        // a little longer than the last one, if there are not too many places; a little, because
        // points beyond the last place are looked for in vain
        let length = self.corners.inside.end - self.corners.inside.start;
        let longer = length + (length + width) / K::from(6) + K::from(1);
        let widest = width.times(WINDOWS as i64);
        let margin = self.longest.times(TOGETHER as i64 + 1) + (K::from(1) << self.shift);
        self.corners.place(
            steps,
            &self.strip,
            Region { inside: from..from + longer.min(widest), margin, widest },
        )?;
        let length = self.corners.inside.end - from;
        if self.corners.places.len() == PLACES && length.times(LEAST_PART) <= width {
            return None;
        }
        self.reported = 0;
        self.words[..self.nimbers].fill(Word::default());
        self.add_values(steps);
        self.cover(steps)?;
        self.changes.begin(self.corners.places.len(), &self.words[..self.nimbers]);
        Some(())
    }

    /// Finds the longest step, and how many begin below each mark.
    fn measure(&mut self, steps: &Steps<K>) {
        // a sixteenth of a window, or less
        self.shift = steps.window_width().into().ilog2().saturating_sub(4);
        let counted = self.measured..steps.len();
        for (step, &key) in counted.clone().zip(&steps.keys[counted]) {
            let mark = mark(key, self.shift);
            if self.begun.len() <= mark {
                self.begun.resize(mark + 1, step);
            }
        }
        for step in self.measured.max(1)..steps.len() {
            self.longest = self.longest.max(steps.keys[step] - steps.keys[step - 1]);
        }
        self.measured = steps.len();
    }

    /// Writes the values of the steps that are new, which have at most 16 bits.
    fn add_values(&mut self, steps: &Steps<K>) {
        self.values.extend(steps.values[self.values.len()..].iter().map(|&value| value as u16));
    }

    /// Adds the cells of all steps but the last two.
    fn cover(&mut self, steps: &Steps<K>) -> Option<()> {
        let last = steps.len() - 1;
        self.covered = last.saturating_sub(1);
        let Range { start: from, end } = self.corners.inside;
        let begun = |mark: usize| self.begun.get(mark).copied().unwrap_or(last);
        let mut i = 0;
        while i + 1 < last {
            // some steps together, as long as there are so many
            let together = if i + TOGETHER < last { TOGETHER } else { 1 };
            // at least the steps j ≥ i with p_i + p_j below the end whose cell with one of them
            // does not end before the beginning
            let past = begun(mark(end - steps.keys[i], self.shift) + 1).min(last);
            if past <= i {
                break;
            }
            let ended = mark(from - steps.keys[i + together], self.shift);
            let run = begun(ended).saturating_sub(1).max(i).min(past)..past;
            let Self { corners, values, words, .. } = self;
            match together {
                TOGETHER => add_cells::<K, TOGETHER>(corners, values, words, i, run)?,
                _ => add_cells::<K, 1>(corners, values, words, i, run)?,
            }
            i += together;
        }
        Some(())
    }

    /// Adds the cells of the steps that came since, up to a key below which all steps are known;
    /// returns whether their corners are in the word.
    fn add_new_steps(&mut self, steps: &Steps<K>, known: K) -> bool {
        let Some(last) = steps.len().checked_sub(1) else { return false };
        let is_longer = |step: usize| steps.keys[step + 1] - steps.keys[step] > self.longest;
        let is_known = steps.nimbers() == self.nimbers && !(self.covered..last).any(is_longer);
        if !is_known || self.corners.add_codes(steps).is_none() {
            return false;
        }
        self.add_values(steps);
        let beyond = Bits::MAX.checked_shl(1 + self.corners.places_below(known) as u32).unwrap_or(0);
        let Self { corners, words, changes, .. } = self;
        let (places, codes) = (|step: usize| steps.start(step), corners.codes());
        for j in self.covered..=last {
            let end = if j == last { corners.inside.end.min(known) } else { corners.inside.end };
            for i in 0..=j {
                let corner = places(i) + places(j);
                if corner.key >= end {
                    break;
                }
                let Some(start) = corners.above(corner, [codes[i], codes[j]]) else { return false };
                let past = if j == last {
                    Some(beyond)
                } else {
                    corners.above(places(i + 1) + places(j + 1), [codes[i + 1], codes[j + 1]])
                };
                let Some(past) = past else { return false };
                let nimber = (steps.values[i] ^ steps.values[j]) as usize;
                let present = bits(words[nimber]);
                let more = start & !past & !present;
                if more != 0 {
                    words[nimber] = word(present | more);
                    changes.add(nimber, more);
                }
            }
        }
        self.covered = last;
        true
    }

    /// Appends the transitions below a key.
    fn report(&mut self, end: K, transitions: &mut Transitions<K>) {
        let first = self.reported;
        self.reported = self.corners.places_below(end);
        for place in first + 1..=self.reported {
            self.changes.report(place, self.corners.places[place - 1], &self.words, transitions);
        }
    }
}

/// The last mark at or below a key; the first for negative keys.
fn mark<K: Key>(key: K, shift: u32) -> usize {
    usize::try_from((key >> shift).into()).unwrap_or(0)
}

/// Adds the cells of some steps from the i-th on with a run of steps to the words of nimbers.
#[inline(never)] // so that its loop gets the registers
fn add_cells<K: Key, const TOGETHER: usize>(
    corners: &Corners<K>,
    values: &[u16],
    words: &mut [Word],
    i: usize,
    run: Range<usize>,
) -> Option<()> {
    let words: &mut [Word; NIMBERS] = words.first_chunk_mut()?;
    let own: &[u16; TOGETHER] = values.get(i..)?.first_chunk()?;
    let mut rows = [corners.of_step(i)?; TOGETHER];
    for (row, step) in rows.iter_mut().zip(i..) {
        *row = corners.of_step(step)?;
    }
    let after = corners.of_step(i + TOGETHER)?;
    let (&code, codes) = corners.codes().get(run.start..=run.end)?.split_first()?;
    let mut starts = rows.map(|row| row[usize::from(code)]);
    for (&value, &code) in values.get(run)?.iter().zip(codes) {
        let begin = rows.map(|row| row[usize::from(code)]);
        for step in 0..TOGETHER {
            // a cell ends where both of its steps do
            let end = *begin.get(step + 1).unwrap_or(&after[usize::from(code)]);
            add(&mut words[usize::from(own[step]) ^ usize::from(value)], starts[step], end);
        }
        starts = begin;
    }
    Some(())
}

/// Adds the places from one corner up to another.
#[inline]
fn add(word: &mut Word, from: Word, to: Word) {
    for ((word, from), to) in word.iter_mut().zip(from).zip(to) {
        *word |= from ^ to;
    }
}

#[cfg(test)]
mod tests {
    use super::super::steps::tests::steps;
    use super::super::windows::ReachSweep;
    use super::*;
    use crate::lattice::{Lattice, Point};
    use crate::number::Surd;

    /// The steps that begin below the end of a window.
    fn known(steps: &Steps<i64>, window: usize) -> Steps<i64> {
        let end = steps.keys_of_window(window).end;
        steps.of_steps(steps.iter().take_while(|(at, _)| at.key < end))
    }

    /// Sweeps windows by words, as steps become known, and compares with counts; returns the
    /// windows in which a word begins.
    fn words_of(steps: &Steps<i64>, windows: Range<usize>) -> Vec<usize> {
        let mut counts = ReachSweep::before_window(&known(steps, windows.start), windows.start);
        let mut sweep = WordSweep::default();
        assert!(sweep.hold(&known(steps, windows.start), &counts.held()));
        let (mut words, mut begin) = (vec![], None);
        for window in windows {
            let (mut expected, mut found) = (Transitions::default(), Transitions::default());
            let known = known(steps, window);
            counts.sweep(&known, window, &mut expected);
            assert!(sweep.sweep(&known, window, &mut found), "window {window}");
            assert_eq!(found, expected, "window {window}");
            assert!(sweep.held().eq(counts.held()), "window {window}");
            let start = sweep.corners.inside.start;
            if begin.replace(start) != Some(start) {
                words.push(window);
            }
        }
        words
    }

    #[test]
    fn words_span_several_windows() {
        assert!((2..16).contains(&words_of(&steps(80), 0..20).len()));
    }

    /// Steps at whole numbers below a limit, but not at some of them, and one more in some row.
    fn sparse_steps(limit: i64, omitted: Range<i64>, row: usize, value: Nimber) -> Steps<i64> {
        let lengths = [Surd::from(1), "sqrt2".parse().unwrap()];
        let lattice = Lattice::spanned_by(&lengths, &"90".parse().unwrap()).unwrap();
        let [one, root] = lattice.generators()[..] else { panic!("two lengths") };
        let along = |count: usize, step: Point| (0..count).fold(Point::ORIGIN, |sum, _| sum + step);
        let whole = (0..limit).filter(|whole| !omitted.contains(whole));
        let whole = whole.map(|whole| (along(whole as usize, one), (whole * whole % 31) as Nimber + 1));
        let mut points: Vec<_> = whole.chain([(along(row, root), value)]).collect();
        points.sort_unstable();
        points.dedup_by_key(|(at, _)| *at);
        let mut steps = Steps::starting_with(0, Point::of(one).key, lattice.row_keys());
        for &(point, value) in &points[1..] {
            if value != steps.last_value() {
                steps.push(Point::of(point), value);
            }
        }
        steps
    }

    /// The same steps, but those of a window with another value.
    fn higher(steps: &Steps<i64>, window: usize, value: Nimber) -> Steps<i64> {
        let replaced = |(at, old): (Point<i64>, Nimber)| {
            (at, if steps.windows_in(at.key) == window { value } else { old })
        };
        steps.of_steps(steps.iter().map(replaced).collect::<Vec<_>>().into_iter())
    }

    #[test]
    fn a_word_ends_where_its_steps_are_not_those_it_was_made_for() {
        let begins_at = |steps: &Steps<i64>, window: usize| words_of(steps, 25..49).contains(&window);
        let all = sparse_steps(50, 0..0, 0, 1);
        for (why, other, window) in [
            ("a step that is longer than all before", sparse_steps(50, 28..33, 0, 1), 33),
            ("a corner in another row", sparse_steps(50, 0..0, 25, 7), 35),
            ("a nimber with more bits", higher(&all, 35, 99), 35),
        ] {
            assert!(begins_at(&other, window) && !begins_at(&all, window), "{why}");
        }
    }

    #[test]
    fn what_does_not_fit_a_word_is_refused() {
        let steps = steps(80);
        let refuses = |steps: &Steps<i64>, from: i64| WordSweep::default().begin(steps, from).is_none();
        assert!(!refuses(&steps, 0));
        assert!(refuses(&steps, 1 << KEY_BITS), "a key with too many bits");
        let [wide, many] = [2, 1].map(|windows| {
            let mut other = Steps::starting_with(0, steps.window_width() * windows, steps.row_keys());
            let high = |step: usize| if windows == 1 && step == 70 { NIMBERS as Nimber } else { 0 };
            let all = steps.iter().enumerate().skip(1);
            all.for_each(|(step, (at, value))| other.push(at, value + high(step)));
            other
        });
        assert!(refuses(&wide, 0), "a row that names two points of a window");
        assert!(refuses(&many, 0), "too many nimbers");
    }
}
