//! Cells cover places: every cell, or only those whose nimber is bare somewhere.

use std::ops::Range;

use super::super::steps::Steps;
use super::layout::{ENTRIES, Set};
use super::pairs::{List, Lists, PADDING, Run, TOGETHER};
use super::vectors;
use crate::lattice::Key;

/// Nimbers have 16 bits, so that no index made of two of them has to be checked.
pub(super) const NIMBERS: usize = 1 << u16::BITS;

/// Which cells cover places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// All of them.
    Every,
    /// Those of long steps first, and then those whose nimber is bare.
    Look,
}

impl Way {
    /// How much finer than steps the marks are at which steps are counted, as a power of two: where
    /// all cells of a run cover places, none should be in vain.
    pub(super) fn finer(self) -> u32 {
        match self {
            Self::Every => 1,
            Self::Look => 0,
        }
    }
}

/// The instructions of a processor that are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kernel {
    /// What all have.
    Plain,
    /// The logic of `Avx512`, with what all have: for tests.
    Lanes,
    /// The plain code, compiled for vectors of 256 bits.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// The look by vectors of 512 bits.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

/// Where cells cover places.
pub(super) struct Cover<'a, const N: usize> {
    /// A(y) by entries.
    pub(super) above: &'a [Set<N>; ENTRIES],
    /// For each nimber the places where it is held.
    pub(super) present: &'a mut [Set<N>; NIMBERS],
    /// The nimbers of all pairs of values are below this power of two.
    pub(super) nimbers: usize,
}

/// The cells of the steps in some lists that are alive in a window.
pub(super) struct Task<'a, K, const N: usize> {
    pub(super) cover: Cover<'a, N>,
    pub(super) way: Way,
    pub(super) steps: &'a Steps<K>,
    pub(super) lists: &'a Lists<K>,
    pub(super) window: &'a Range<K>,
}

/// Covers the places of every cell, by a function that adds some cells.
macro_rules! every {
    ($task:ident, $add:ident) => {{
        let Task { mut cover, steps, lists, window, .. } = $task;
        let list = &lists.short; // all steps, of which none is long
        for Run { first, are_together, second } in lists.runs(steps, [list, list], window) {
            if are_together {
                $add::<N, TOGETHER>(&mut cover, list, first, second);
            } else {
                $add::<N, 1>(&mut cover, list, first, second);
            }
        }
    }};
}

impl Kernel {
    /// All that this program was compiled with.
    #[cfg(test)]
    pub(crate) const ALL: &'static [Self] = &[
        Self::Plain,
        Self::Lanes,
        #[cfg(target_arch = "x86_64")]
        Self::Avx2,
        #[cfg(target_arch = "x86_64")]
        Self::Avx512,
    ];

    /// Covers the places of the cells of a task.
    ///
    /// A kernel may cover cells again whose nimber is held at all places, or that are alive only
    /// beside the window, which changes nothing.
    pub(super) fn run<K: Key, const N: usize>(self, task: Task<'_, K, N>) {
        match self {
            Self::Plain => plain(task),
            Self::Lanes => vectors::look_by_lanes(task),
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code, reason = "a function may need more of a processor than all have")]
            // SAFETY: this processor has all that the function needs, as was just asked for
            Self::Avx2 if self.is_supported() => unsafe { avx2(task) },
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code, reason = "a function may need more of a processor than all have")]
            // SAFETY: as above
            Self::Avx512 if self.is_supported() => unsafe { vectors::look_by_avx512(task) },
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 | Self::Avx512 => plain(task),
        }
    }

    /// Whether this processor has it.
    pub(crate) fn is_supported(self) -> bool {
        match self {
            Self::Plain | Self::Lanes => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("popcnt")
            }
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                Self::Avx2.is_supported()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512vbmi2")
            }
        }
    }
}

pub(super) fn plain<K: Key, const N: usize>(task: Task<'_, K, N>) {
    #[inline(never)] // so that its loop gets the registers
    fn add_every<const N: usize, const STEPS: usize>(
        cover: &mut Cover<'_, N>,
        list: &List,
        first: usize,
        run: Range<usize>,
    ) {
        cover.add_every::<STEPS>(list, first, run);
    }
    match task.way {
        Way::Every => every!(task, add_every),
        Way::Look => look(task),
    }
}

/// The same, compiled for vectors of 256 bits.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn avx2<K: Key, const N: usize>(task: Task<'_, K, N>) {
    #[inline(never)]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn add_every<const N: usize, const STEPS: usize>(
        cover: &mut Cover<'_, N>,
        list: &List,
        first: usize,
        run: Range<usize>,
    ) {
        cover.add_every::<STEPS>(list, first, run);
    }
    match task.way {
        Way::Every => every!(task, add_every),
        Way::Look => look(task),
    }
}

impl<const N: usize> Cover<'_, N> {
    /// Adds the cells of some steps that follow each other with a run of steps. Two cells of one
    /// step of the run share a corner, and so do two of one of the others.
    #[inline(always)]
    fn add_every<const STEPS: usize>(&mut self, list: &List, first: usize, run: Range<usize>) {
        // entries are sums of whole codes of 16 bits, and so no longer than the table
        let row = |code: u16| -> &[Set<N>; NIMBERS] {
            let (rows, _) = self.above[usize::from(code)..].as_chunks();
            &rows[0]
        };
        let Some(own) = list.values[first..].first_chunk::<STEPS>() else { return };
        let own = own.map(usize::from);
        let Some(starts) = list.starts[first..].first_chunk::<STEPS>() else { return };
        let rows = starts.map(row);
        let after = row(list.ends[first + STEPS - 1]);
        let first_code = usize::from(list.starts[run.start]);
        let mut starts = rows.map(|row| row[first_code]);
        let mut add = |value: u16, code: u16, starts: [Set<N>; STEPS]| {
            let begin = rows.map(|row| row[usize::from(code)]);
            for step in 0..STEPS {
                // a cell ends where both of its steps do
                let end = if step + 1 < STEPS { begin[step + 1] } else { after[usize::from(code)] };
                add_cell(&mut self.present[(own[step] ^ usize::from(value)) % NIMBERS], starts[step], end);
            }
            begin
        };
        // two in a turn, so that no set is moved to where the next turn has it
        let (values, last_value) = list.values[run.clone()].as_chunks::<2>();
        let (codes, last_code) = list.ends[run].as_chunks::<2>();
        for (values, codes) in values.iter().zip(codes) {
            let begin = add(values[0], codes[0], starts);
            starts = add(values[1], codes[1], begin);
        }
        for (&value, &code) in last_value.iter().zip(last_code) {
            add(value, code, starts);
        }
    }
}

/// Adds the places of a cell, given those at or above its first corner, and its second.
#[inline(always)]
pub(super) fn add_cell<const N: usize>(held: &mut Set<N>, from: Set<N>, to: Set<N>) {
    *held = std::array::from_fn(|word| held[word] | from[word] ^ to[word]);
}

/// Covers the places of the cells whose nimber is bare, those of the longest steps first: a cell
/// lives as long as both of its steps together.
#[inline(always)]
fn look<K: Key, const N: usize>(task: Task<'_, K, N>) {
    let Task { mut cover, steps, lists, window, .. } = task;
    let Lists { long, short, .. } = lists;
    let mut bare = Bare::default();
    for (bare, held) in bare.flags.iter_mut().zip(&cover.present[..cover.nimbers]) {
        *bare = u8::from(*held != [u64::MAX; N]);
    }
    for pair in [[long, long], [long, short], [short, short]] {
        for Run { first, are_together, second } in lists.runs(steps, pair, window) {
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

impl Default for Bare {
    fn default() -> Self {
        Self {
            flags: vec![0; NIMBERS].into_boxed_slice().try_into().unwrap_or_else(|_| Box::new([0; NIMBERS])),
            found: [[0; 2 * CELLS]; TOGETHER],
        }
    }
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

#[cfg(test)]
mod tests {
    use super::super::super::steps::tests::steps;
    use super::*;
    use crate::sweep::Nimber;

    /// Steps with values below a power of two, whose bits go all the way up.
    fn steps_below(nimbers: usize) -> Steps<i64> {
        let known = steps(80);
        let mut last = 0;
        let scaled = known.iter().enumerate().filter_map(|(step, (at, value))| {
            let high = (step as Nimber).wrapping_mul(0x9e37_79b9) >> 7;
            let value = if step == 0 { 0 } else { (value | high) % nimbers as Nimber };
            let differs = step == 0 || value != last;
            last = value;
            differs.then_some((at, value))
        });
        known.of_steps(scaled.collect::<Vec<_>>().into_iter())
    }

    /// What a kernel covers, with a table of arbitrary places, so that a wrong code or nimber is seen.
    fn covered<const N: usize>(
        kernel: Kernel,
        way: Way,
        steps: &Steps<i64>,
        window: &Range<i64>,
    ) -> Vec<Set<N>> {
        let mut lists = Lists::new(way);
        lists.measure(steps);
        lists.extend(steps, steps.window_width() * 60).unwrap();
        let mut above: Box<[Set<N>; ENTRIES]> = vec![[0; N]; ENTRIES].into_boxed_slice().try_into().unwrap();
        let mut state = 1_u64;
        for word in above.as_flattened_mut() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            // few places, so that nimbers stay bare for a while
            *word = 1 << (state >> 58) | 1 << (state >> 50 & 63);
        }
        let mut present: Box<[Set<N>; NIMBERS]> =
            vec![[0; N]; NIMBERS].into_boxed_slice().try_into().unwrap();
        let cover = Cover { above: &above, present: &mut present, nimbers: steps.nimbers() };
        kernel.run(Task { cover, way, steps, lists: &lists, window });
        present[..steps.nimbers()].to_vec()
    }

    fn kernels_agree<const N: usize>() {
        for bits in 6..=16 {
            let steps = steps_below(1 << bits);
            let width = steps.window_width();
            for [from, to] in [[0, 30], [5, 6], [7, 12], [9, 13], [20, 31]] {
                let window = from * width..to * width;
                for way in [Way::Every, Way::Look] {
                    let plain = covered::<N>(Kernel::Plain, way, &steps, &window);
                    assert!(plain.iter().any(|set| *set != [0; N]), "{bits} {from}");
                    for &kernel in Kernel::ALL.iter().filter(|kernel| kernel.is_supported()) {
                        let found = covered::<N>(kernel, way, &steps, &window);
                        assert!(found == plain, "{kernel:?}, {way:?}, {bits} bits, windows {from} to {to}");
                    }
                }
            }
        }
    }

    #[test]
    fn all_kernels_cover_the_same() {
        kernels_agree::<2>();
        kernels_agree::<4>();
        for kernel in Kernel::ALL.iter().filter(|kernel| !kernel.is_supported()) {
            println!("not tested, as this processor lacks it: {kernel:?}");
        }
    }
}
