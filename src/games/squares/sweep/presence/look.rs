//! How cells are looked at: one by one, or many at once where the processor can.

use std::ffi::OsStr;
use std::iter::once;
use std::ops::Range;

use itertools::Itertools;
use thiserror::Error;

use super::cover::Cover;
use super::lists::List;
#[cfg(target_arch = "x86_64")]
use super::vector;
use crate::number::quoted;

/// How cells are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// One by one: slower than counts, and the reference.
    Plain,
    /// Many at once, by vectors of the processor.
    #[cfg(target_arch = "x86_64")]
    Vectors,
}

/// A look by vectors, which `NIMSWEEP_VECTORS` may choose.
struct Kernel {
    name: &'static str,
    look: Look,
    /// Whether this processor has what it needs.
    is_supported: fn() -> bool,
}

/// All kernels there are for this kind of processor, the fastest first.
const KERNELS: &[Kernel] = &[
    #[cfg(target_arch = "x86_64")]
    Kernel { name: "avx512", look: Look::Vectors, is_supported: vector::is_supported },
];

/// The name of no kernel.
const OFF: &str = "off";

/// The variable `NIMSWEEP_VECTORS` has a value that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("NIMSWEEP_VECTORS: {problem}; set it to {choices}, or to nothing", choices = choices.iter().join(" or "))]
pub struct VectorsError {
    /// What is wrong.
    problem: String,
    /// The values that can be used with this processor.
    choices: Vec<&'static str>,
}

impl Look {
    /// By the vectors that the variable `NIMSWEEP_VECTORS` names, or the fastest of this processor
    /// if it is not set or empty. None if the processor has none that are of use, or if it is
    /// `off`.
    pub(crate) fn by_vectors() -> Result<Option<Self>, VectorsError> {
        chosen(std::env::var_os("NIMSWEEP_VECTORS").as_deref(), KERNELS)
    }

    /// Covers the places of the cells of some pairs, as [`Cover::cover_one_by_one`].
    ///
    /// By vectors, some cells whose nimber is present everywhere may be covered again, which
    /// changes nothing.
    pub(super) fn cover<const TOGETHER: usize>(
        self,
        cover: &mut Cover<'_>,
        first: &List,
        second: &List,
        runs: impl Iterator<Item = ([usize; TOGETHER], Range<usize>)>,
    ) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Vectors if vector::is_supported() => {
                #[allow(unsafe_code, reason = "a function may need more of a processor than all have")]
                // SAFETY: this processor has all that the function needs, as was just asked for
                unsafe {
                    vector::cover(cover, first, second, runs);
                }
            }
            _ => cover.cover_one_by_one(first, second, runs),
        }
    }
}

/// The look that a value of the variable stands for.
fn chosen(value: Option<&OsStr>, kernels: &[Kernel]) -> Result<Option<Look>, VectorsError> {
    let mut supported = kernels.iter().filter(|kernel| (kernel.is_supported)());
    let value = match value.map(OsStr::to_string_lossy) {
        None => return Ok(supported.next().map(|kernel| kernel.look)),
        Some(value) if value.is_empty() => return Ok(supported.next().map(|kernel| kernel.look)),
        Some(value) if value == OFF => return Ok(None),
        Some(value) => value,
    };
    if let Some(kernel) = supported.clone().find(|kernel| value == kernel.name) {
        return Ok(Some(kernel.look));
    }
    let is_lacking = kernels.iter().any(|kernel| value == kernel.name);
    let reason = if is_lacking { "are not those of this processor" } else { "are unknown" };
    let problem = format!("the vectors '{}' {reason}", quoted(&value));
    Err(VectorsError { problem, choices: once(OFF).chain(supported.map(|kernel| kernel.name)).collect() })
}

#[cfg(test)]
mod tests {
    use super::super::super::steps::tests::steps;
    use super::super::cover::{CODES, Places, WORDS};
    use super::super::lists::Lists;
    use super::super::runs::Runs;
    use super::*;
    use crate::lattice::Key;
    use crate::sweep::Nimber;

    /// What is covered by all pairs of steps whose values lie below a power of two, with a table of
    /// arbitrary places, so that a wrong code or nimber is seen.
    fn covered(look: Look, nimbers: usize, window: [i64; 2]) -> Vec<Places> {
        let known = steps(80);
        // values with bits all the way up
        let scaled = known.iter().enumerate().map(|(step, (at, value))| {
            let high = (step as Nimber).wrapping_mul(0x9e37_79b9) >> 7;
            (at, if step == 0 { 0 } else { (value | high) % nimbers as Nimber })
        });
        let mut last = 0;
        let scaled = scaled.filter(|(at, value)| {
            let differs = at.key == 0 || *value != last;
            last = *value;
            differs
        });
        let steps = known.of_steps(scaled.collect::<Vec<_>>().into_iter());
        let mut lists = Lists::default();
        lists.measure(&steps);
        lists.extend(&steps, i64::nearest(1 << 40)).unwrap();
        let mut corners = Box::new([[0; WORDS]; CODES]);
        let mut state = 1_u64;
        for word in corners.as_flattened_mut() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            // few places, so that nimbers stay bare for a while
            *word = 1 << (state >> 58) | 1 << (state >> 50 & 63);
        }
        let mut present = vec![[0; WORDS]; nimbers];
        let mut cover = Cover { corners: &corners, base: 77, present: &mut present };
        let (steps, window, near) = (&steps, window[0]..window[1], window[1] / 4);
        let (long, short) = (&lists.long, &lists.short);
        let runs = Runs::<_, 1> { steps, first: long, second: short, window, near, in_order: false, next: 0 };
        let window = runs.window.clone();
        look.cover(&mut cover, long, short, runs);
        let runs = Runs::<_, 2> { steps, first: short, second: short, window, near, in_order: true, next: 0 };
        look.cover(&mut cover, short, short, runs);
        present
    }

    #[test]
    fn vectors_cover_what_cells_cover_one_by_one() {
        let width = steps(1).window_width();
        let Some(vectors) = Look::by_vectors().unwrap() else { return };
        for bits in 6..=15 {
            for [from, to] in [[0, 30], [5, 6], [7, 12], [9, 13], [20, 31]] {
                let window = [from * width, to * width];
                let plain = covered(Look::Plain, 1 << bits, window);
                assert!(plain.iter().any(|places| *places != [0; WORDS]), "{bits} {from}");
                assert!(covered(vectors, 1 << bits, window) == plain, "{bits} bits, windows {from} to {to}");
            }
        }
    }
    #[test]
    fn the_variable_names_kernels_that_the_processor_has() {
        let kernel = |name, is_supported| Kernel { name, look: Look::Plain, is_supported };
        let kernels = [kernel("wide", || false), kernel("narrow", || true), kernel("least", || true)];
        let looks = |value: &str| chosen(Some(OsStr::new(value)), &kernels);
        assert_eq!(chosen(None, &kernels), Ok(Some(Look::Plain)));
        assert_eq!(looks(""), Ok(Some(Look::Plain)));
        assert_eq!(looks("least"), Ok(Some(Look::Plain)));
        assert_eq!(looks("off"), Ok(None));
        assert_eq!(chosen(None, &kernels[..1]), Ok(None));
        let refusal = |value| looks(value).unwrap_err().to_string();
        assert_eq!(
            refusal("wide"),
            "NIMSWEEP_VECTORS: the vectors 'wide' are not those of this processor; set it to off or narrow or least, \
             or to nothing"
        );
        for value in ["on", "OFF", " ", "narrow,least", "0"] {
            let says =
                format!("NIMSWEEP_VECTORS: the vectors '{value}' are unknown; set it to off or narrow");
            assert!(refusal(value).starts_with(&says), "{}", refusal(value));
        }
    }
}
