//! By which instructions of a processor cells cover places.

#[cfg(target_arch = "x86_64")]
use super::cover::avx2;
use super::cover::{Task, plain};
use super::pairs::Covering;
use super::vectors;
use crate::lattice::Key;

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
    /// beside the keys, which changes nothing.
    pub(super) fn run<K: Key, const N: usize>(self, task: Task<'_, K, N>) {
        let looks = task.covering == Covering::Look;
        match self {
            Self::Lanes if looks => vectors::look_by_lanes(task),
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code, reason = "a function may need more of a processor than all have")]
            // SAFETY: this processor has all that the function needs, as was just asked for
            Self::Avx512 if looks && self.is_supported() => unsafe { vectors::look_by_avx512(task) },
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code, reason = "a function may need more of a processor than all have")]
            // SAFETY: as above
            Self::Avx2 | Self::Avx512 if self.is_supported() => unsafe { avx2(task) },
            _ => plain(task),
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

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::super::super::steps::Steps;
    use super::super::super::steps::tests::steps;
    use super::super::cover::{Cover, NIMBERS};
    use super::super::layout::{ENTRIES, Set};
    use super::super::pairs::Lists;
    use super::*;
    use crate::sweep::Nimber;

    /// Steps with values below a power of two, whose bits go all the covering up.
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

    /// What a kernel covers, with a table of arbitrary places, so that a wrong code or nimber is
    /// seen.
    fn covered<const N: usize>(
        kernel: Kernel,
        covering: Covering,
        steps: &Steps<i64>,
        keys: &Range<i64>,
    ) -> Vec<Set<N>> {
        let mut lists = Lists::new(covering, N);
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
        kernel.run(Task { cover, covering, steps, lists: &lists, keys });
        present[..steps.nimbers()].to_vec()
    }

    fn kernels_agree<const N: usize>() {
        for bits in 6..=16 {
            let steps = steps_below(1 << bits);
            let width = steps.window_width();
            for [from, to] in [[0, 30], [5, 6], [7, 12], [9, 13], [20, 31]] {
                let window = from * width..to * width;
                for covering in [Covering::Every, Covering::Look] {
                    let plain = covered::<N>(Kernel::Plain, covering, &steps, &window);
                    assert!(plain.iter().any(|set| *set != [0; N]), "{bits} {from}");
                    for &kernel in Kernel::ALL.iter().filter(|kernel| kernel.is_supported()) {
                        let found = covered::<N>(kernel, covering, &steps, &window);
                        assert!(
                            found == plain,
                            "{kernel:?}, {covering:?}, {bits} bits, windows {from} to {to}"
                        );
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
