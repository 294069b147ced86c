//! Cells cover places: every cell, or only those whose nimber is bare somewhere.

use std::ops::Range;

use super::super::steps::Steps;
use super::layout::{ENTRIES, Set, set_of};
use super::pairs::{Covering, List, Lists, PADDING, PairRun, StepWord, TOGETHER};
use crate::lattice::Key;

/// Nimbers have 16 bits, so that no index made of two of them has to be checked.
pub(super) const NIMBERS: usize = 1 << u16::BITS;

/// Where cells cover places.
pub(super) struct Cover<'a, const N: usize> {
    /// A(y) by entries.
    pub(super) above: &'a [Set<N>; ENTRIES],
    /// For each nimber the places where it is held.
    pub(super) present: &'a mut [Set<N>; NIMBERS],
    /// The nimbers of all pairs of values are below this power of two.
    pub(super) nimbers: usize,
}

/// The cells of the steps in some lists that are alive at some keys.
pub(super) struct Task<'a, K, const N: usize> {
    pub(super) cover: Cover<'a, N>,
    pub(super) covering: Covering,
    pub(super) steps: &'a Steps<K>,
    pub(super) lists: &'a Lists<K>,
    pub(super) keys: &'a Range<K>,
}

/// Covers the places of the cells of a task, compiled for the features of a processor.
macro_rules! cover {
    ($name:ident $(, $feature:meta)?) => {
        /// Covers the places of the cells of a task.
        $(#[$feature])?
        pub(super) fn $name<K: Key, const N: usize>(task: Task<'_, K, N>) {
            #[inline(never)] // so that its loop gets the registers
            $(#[$feature])?
            fn add_every<const N: usize, const STEPS: usize>(
                cover: &mut Cover<'_, N>,
                codes: &[u32],
                cells: &[StepWord],
                first: usize,
                run: Range<usize>,
            ) {
                cover.add_every::<STEPS>(codes, cells, first, run);
            }
            if task.covering == Covering::Look {
                return look(task);
            }
            let Task { mut cover, steps, lists, keys, .. } = task;
            let Lists { codes, cells, short, .. } = lists; // all steps are short
            for PairRun { first, are_together, second } in lists.runs(steps, [short, short], keys) {
                if are_together {
                    add_every::<N, TOGETHER>(&mut cover, codes, cells, first, second);
                } else {
                    add_every::<N, 1>(&mut cover, codes, cells, first, second);
                }
            }
        }
    };
}

cover!(plain);
#[cfg(target_arch = "x86_64")]
cover!(avx2, target_feature(enable = "avx2,bmi1,bmi2,popcnt"));

impl<const N: usize> Cover<'_, N> {
    /// Adds the cells of some steps that follow each other with a run of steps. Two cells of one
    /// step of the run share a corner, and so do two of one of the others.
    #[inline(always)]
    fn add_every<const STEPS: usize>(
        &mut self,
        codes: &[u32],
        cells: &[StepWord],
        first: usize,
        run: Range<usize>,
    ) {
        // entries are sums of whole codes of 16 bits, and so no longer than the table
        let row = |code: u32| -> &[Set<N>; NIMBERS] {
            let (rows, _) = self.above[usize::from(code as u16)..].as_chunks();
            &rows[0]
        };
        let (Some(own), Some(starts)) =
            (cells[first..].first_chunk::<STEPS>(), codes[first..].first_chunk::<STEPS>())
        else {
            return;
        };
        let after = row(codes[first + STEPS]);
        // loops: what `map` and `from_fn` call is not always made part of the function
        let mut rows = [after; STEPS];
        for (step, &code) in starts.iter().enumerate() {
            rows[step] = row(code);
        }
        let entries = |at: usize| {
            let mut entries = [[0; N]; STEPS];
            for (step, row) in rows.iter().enumerate() {
                entries[step] = row[at];
            }
            entries
        };
        // sets as words one after the other: an index is one xor of two multiples of N, and so many
        // words leave nothing to check
        let Some(present) = self.present.as_flattened_mut().get_mut(..NIMBERS * N) else { return };
        let first_code = usize::from(codes[run.start] as u16);
        let mut starts = entries(first_code);
        for &StepWord { word, end } in &cells[run] {
            let end = usize::from(end as u16);
            let begin = entries(end);
            for step in 0..STEPS {
                let at = (own[step].word ^ word) as usize & (NIMBERS * N - N);
                let Some(held) = present[at..].first_chunk_mut() else { return };
                // a cell ends where both of its steps do
                add_cell(held, starts[step], if step + 1 < STEPS { begin[step + 1] } else { after[end] });
            }
            starts = begin;
        }
    }
}

/// Adds the places of a cell, given those at or above its first corner, and its second.
#[inline(always)]
pub(super) fn add_cell<const N: usize>(held: &mut Set<N>, from: Set<N>, to: Set<N>) {
    *held = set_of(|word| held[word] | from[word] ^ to[word]);
}

/// Covers the places of the cells whose nimber is bare, those of the longest steps first: a cell
/// lives as long as both of its steps together.
#[inline(always)]
fn look<K: Key, const N: usize>(task: Task<'_, K, N>) {
    let Task { mut cover, steps, lists, keys, .. } = task;
    let Lists { long, short, .. } = lists;
    let mut bare = Bare { flags: Box::new([0; NIMBERS]), found: [[0; 2 * CELLS]; TOGETHER] };
    for (bare, held) in bare.flags.iter_mut().zip(&cover.present[..cover.nimbers]) {
        *bare = u8::from(*held != [u64::MAX; N]);
    }
    for pair in [[long, long], [long, short], [short, short]] {
        for PairRun { first, are_together, second } in lists.runs(steps, pair, keys) {
            if are_together {
                cover.look_at::<TOGETHER>(&mut bare, pair, first, second);
            } else {
                cover.look_at::<1>(&mut bare, pair, first, second);
            }
        }
    }
}

/// How many cells of a step are looked at before those that were found cover places.
const CELLS: usize = 128;

/// The nimbers that are bare.
struct Bare {
    /// For each nimber 1 if it is bare, else 0.
    flags: Box<[u8; NIMBERS]>,
    /// For each step of those that are taken together, which cells of a run are bare.
    found: [[u8; 2 * CELLS]; TOGETHER],
}

impl<const N: usize> Cover<'_, N> {
    /// Looks at the cells of some steps with a run of steps.
    #[inline(always)]
    fn look_at<const STEPS: usize>(
        &mut self,
        Bare { flags, found }: &mut Bare,
        [first, second]: [&List; 2],
        index: usize,
        run: Range<usize>,
    ) {
        let own: [_; STEPS] = std::array::from_fn(|step| first.values[index + step]);
        for from in run.clone().step_by(CELLS) {
            let count = CELLS.min(run.end - from);
            let mut counts = [0_u8; STEPS];
            for (cell, &value) in (0..).zip(&second.values[from..from + count]) {
                for step in 0..STEPS {
                    // written in any case, and kept if the nimber is bare: no branch to mispredict
                    found[step][usize::from(counts[step])] = cell;
                    counts[step] += flags[usize::from(own[step] ^ value)];
                }
            }
            let lists = [&second.starts, &second.ends, &second.values].map(|list| {
                let padded: Option<&[u16; PADDING]> = list[from..].first_chunk();
                padded
            });
            let [Some(starts), Some(ends), Some(values)] = lists else { return };
            for step in 0..STEPS {
                let (start, end) = (first.starts[index + step], first.ends[index + step]);
                for &cell in &found[step][..usize::from(counts[step])] {
                    let cell = usize::from(cell);
                    let nimber = usize::from(own[step] ^ values[cell]);
                    let from = self.above[usize::from(start.wrapping_add(starts[cell]))];
                    let to = self.above[usize::from(end.wrapping_add(ends[cell]))];
                    add_cell(&mut self.present[nimber], from, to);
                    flags[nimber] = u8::from(self.present[nimber] != [u64::MAX; N]);
                }
            }
        }
    }
}
