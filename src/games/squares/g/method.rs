//! By which method reach is found: one decision.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use itertools::Itertools;

use super::places::{self, Covering, Kernel, NARROW, Places, WIDE};
use super::sort::Sorted;
use super::steps::Steps;
use super::transitions::Transitions;
use crate::error::{Error, error};
use crate::lattice::Key;
use crate::number::quoted;

/// How g is found. All methods find the same steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// By the octal game of the lengths where they have a common measure and that is cheaper, else
    /// by places.
    #[default]
    Fastest,
    /// By the places where each nimber is held, wherever that serves; else by sorting.
    Places,
    /// By corners that are collected and sorted, window by window.
    Sort,
    /// By the general event engine and counts of nimbers: slow, and the reference.
    Engine,
}

impl Method {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Fastest, Self::Places, Self::Sort, Self::Engine];

    /// The name as it is displayed.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Fastest => "fastest",
            Self::Places => "places",
            Self::Sort => "sort",
            Self::Engine => "engine",
        }
    }
}
impl fmt::Display for Method {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

impl FromStr for Method {
    type Err = Error;

    /// Reads a name as it is displayed.
    fn from_str(name: &str) -> Result<Self, Error> {
        let method = Self::ALL.into_iter().find(|method| method.name() == name);
        method.ok_or_else(|| {
            let known = Self::ALL.iter().join(", ");
            error!(Parse, "there is no method '{}'; the methods are {known}", quoted(name))
        })
    }
}

/// What reach is found by, when a run begins.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Whether corners are sorted in any case.
    pub sorts: bool,
    pub kernel: Kernel,
    /// What is tried first, whether it is the fastest or not.
    #[cfg(test)]
    pub forced: Option<(usize, Covering)>,
}

/// The kernels by their names, the fastest first.
const KERNELS: &[(&str, Kernel)] = &[
    #[cfg(target_arch = "x86_64")]
    ("avx512", Kernel::Avx512),
    #[cfg(target_arch = "x86_64")]
    ("avx2", Kernel::Avx2),
    ("off", Kernel::Plain),
    ("lanes", Kernel::Lanes),
];

/// The variable of the environment that names the kernel, for the program and for tests.
pub const VARIABLE: &str = "NIMSWEEP_VECTORS";

/// The kernel of this process: which instructions a process uses belongs to the process.
static KERNEL: OnceLock<Kernel> = OnceLock::new();

/// Names the vectors by which this process computes g. Once it has begun to compute, or has a name,
/// that stays.
///
/// # Errors
/// Why there are none of this name, and which names there are.
#[cfg(feature = "cli")]
pub fn use_vectors(name: &str) -> Result<(), String> {
    named(name, KERNELS, Kernel::is_supported).map(|kernel| _ = KERNEL.set(kernel))
}

/// The name of the vectors in use.
#[cfg(feature = "cli")]
pub fn vectors() -> &'static str {
    KERNELS.iter().find(|(_, kernel)| *kernel == Kernel::chosen()).map_or("off", |(name, _)| name)
}

#[cfg(test)]
impl Default for Choice {
    fn default() -> Self {
        Self::of(Method::Fastest)
    }
}

impl Choice {
    /// What a method needs.
    pub fn of(method: Method) -> Self {
        Self {
            sorts: method == Method::Sort,
            kernel: Kernel::chosen(),
            #[cfg(test)]
            forced: None,
        }
    }

    /// How wide sets of places are with this many steps, and which cells cover them.
    fn of_places(self, steps: usize) -> (usize, Covering) {
        #[cfg(test)]
        if let Some(forced) = self.forced {
            return forced;
        }
        self.kernel.faster_with(steps)
    }
}

impl Kernel {
    /// That of this process: the fastest that the processor has, unless another one was named; for
    /// tests, by the variable of the program.
    fn chosen() -> Self {
        *KERNEL.get_or_init(|| {
            let is_tested = cfg!(any(test, feature = "slow-asserts"));
            let name = if is_tested { std::env::var(VARIABLE).ok() } else { None };
            let of_tests = name.and_then(|name| named(&name, KERNELS, Self::is_supported).ok());
            let fastest = || KERNELS.iter().map(|&(_, kernel)| kernel).find(|kernel| kernel.is_supported());
            of_tests.or_else(fastest).unwrap_or(Self::Plain)
        })
    }

    /// How wide sets of places are with this many steps, and which cells cover them, as measured
    /// for some dozen sets of lengths.
    fn faster_with(self, steps: usize) -> (usize, Covering) {
        match self {
            _ if steps < 8_000 => (NARROW, Covering::Every),
            Self::Plain if steps < 100_000 => (NARROW, Covering::Every),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 if steps < 70_000 => (WIDE, Covering::Every),
            _ => (WIDE, Covering::Look),
        }
    }
}

/// The kernel of this name.
fn named(
    name: &str,
    kernels: &[(&'static str, Kernel)],
    is_supported: impl Fn(Kernel) -> bool,
) -> Result<Kernel, String> {
    let supported = kernels.iter().filter(|(_, kernel)| is_supported(*kernel));
    if let Some(&(_, kernel)) = supported.clone().find(|(own, _)| name == *own) {
        return Ok(kernel);
    }
    let is_lacking = kernels.iter().any(|(own, _)| name == *own);
    let reason = if is_lacking { "are not those of this processor" } else { "are unknown" };
    let names = supported.map(|(own, _)| own).join(" or ");
    Err(format!("the vectors '{}' {reason}; set it to {names}, or to nothing", quoted(name)))
}

/// The reach of a step function, swept window by window.
#[derive(Clone, Debug)]
pub(super) struct Reach<K> {
    choice: Choice,
    source: ReachBy<K>,
    /// With how many steps each of the ways of places is tried again.
    tried_from: [usize; 2],
}

#[derive(Clone, Debug)]
enum ReachBy<K> {
    /// Nothing is swept since the sweep began at some window.
    None,
    Sorted(Box<Sorted<K>>),
    Narrow(Covering, Box<Places<K, NARROW>>),
    Wide(Covering, Box<Places<K, WIDE>>),
}

impl<K: Key> Reach<K> {
    /// Nothing is swept yet.
    pub(super) fn new(choice: Choice) -> Self {
        Self { choice, source: ReachBy::None, tried_from: [0; 2] }
    }

    pub(super) fn choice(&self) -> Choice {
        self.choice
    }

    /// Whether several threads are faster than one.
    pub(super) fn gains_from_threads(&self, steps: &Steps<K>) -> bool {
        !self.choice.sorts && places::gains_from_threads(steps)
    }

    /// Sweeps window number `window` of the steps, which must be the next one, and appends its
    /// transitions in order.
    ///
    /// All steps below the end of the window must be known. Inside a rayon pool of several threads
    /// they share the work; the transitions are the same for any number of them.
    pub(super) fn sweep(&mut self, steps: &Steps<K>, window: usize, transitions: &mut Transitions<K>) {
        if !self.sweep_places(steps, window, transitions) {
            if !matches!(self.source, ReachBy::Sorted(_)) {
                self.source = ReachBy::Sorted(Sorted::before_window(steps, window).into());
            }
            if let ReachBy::Sorted(sorted) = &mut self.source {
                sorted.sweep(steps, window, transitions);
            }
        }
        if is_checked(window) {
            self.check(steps, window);
        }
    }

    /// Sweeps a window by places, in the covering that is fastest; returns whether they serve.
    fn sweep_places(&mut self, steps: &Steps<K>, window: usize, transitions: &mut Transitions<K>) -> bool {
        if self.choice.sorts {
            return false;
        }
        let (length, fastest) = (transitions.len(), self.choice.of_places(steps.len()));
        // codes that are too large to be added without a remainder are looked up
        for (attempt, (words, covering)) in [fastest, (WIDE, Covering::Look)].into_iter().dedup().enumerate()
        {
            if steps.len() < self.tried_from[attempt] {
                continue;
            }
            let is_there = match (&self.source, words) {
                (ReachBy::Narrow(its, _), NARROW) | (ReachBy::Wide(its, _), WIDE) => *its == covering,
                _ => false,
            };
            let kernel = self.choice.kernel;
            match words {
                _ if is_there => {}
                NARROW => self.source = ReachBy::Narrow(covering, Places::new(kernel, covering).into()),
                _ => self.source = ReachBy::Wide(covering, Places::new(kernel, covering).into()),
            }
            let swept = match &mut self.source {
                ReachBy::Narrow(_, places) => places.sweep(steps, window, transitions),
                ReachBy::Wide(_, places) => places.sweep(steps, window, transitions),
                _ => return false,
            };
            if swept.is_ok() {
                return true;
            }
            transitions.truncate(length);
            self.tried_from[attempt] = 2 * steps.len();
        }
        false
    }

    /// Compares what is counted or held with the cells that are alive just below the end of a
    /// window.
    #[allow(clippy::panic, reason = "a broken invariant is a bug of this crate")]
    fn check(&self, steps: &Steps<K>, window: usize) {
        let end = steps.keys_of_window(window).end;
        let held = steps.held_below(end);
        let is_held = |nimber: u32| held.binary_search(&nimber).is_ok();
        let nimbers = 0..steps.nimbers() as u32;
        let same = match &self.source {
            ReachBy::None => true,
            ReachBy::Narrow(_, places) => places.held().eq(held.iter().copied()),
            ReachBy::Wide(_, places) => places.held().eq(held.iter().copied()),
            ReachBy::Sorted(sorted) => {
                let mut counts = vec![0; steps.nimbers()];
                steps.nimbers_below(end).for_each(|nimber| counts[nimber as usize] += 1);
                nimbers.zip(counts).all(|(nimber, count)| {
                    debug_assert_eq!(is_held(nimber), count > 0);
                    sorted.count(nimber) == count
                })
            }
        };
        assert!(same, "after window {window} other nimbers are held than those of live cells");
    }
}

/// Whether the invariant is checked after this window: under debug assertions after one of eight,
/// as each check walks through all steps; with `slow-asserts` after all.
fn is_checked(window: usize) -> bool {
    cfg!(feature = "slow-asserts") || (cfg!(debug_assertions) && window.is_multiple_of(8))
}

#[cfg(test)]
mod tests {
    use super::super::steps::tests::steps;
    use super::*;

    #[test]
    fn names_are_those_of_kernels_that_the_processor_has() {
        let kernels = [("wide", Kernel::Lanes), ("narrow", Kernel::Plain), ("off", Kernel::Plain)];
        let has = |kernel| kernel != Kernel::Lanes;
        assert_eq!(named("wide", &kernels, |_| true), Ok(Kernel::Lanes));
        for name in ["narrow", "off"] {
            assert_eq!(named(name, &kernels, has), Ok(Kernel::Plain), "{name}");
        }
        let refusal = |name| named(name, &kernels, has).unwrap_err();
        assert_eq!(
            refusal("wide"),
            "the vectors 'wide' are not those of this processor; set it to narrow or off, or to nothing"
        );
        for name in ["on", "OFF", " ", "narrow,least", "0"] {
            let says = format!("the vectors '{name}' are unknown; set it to narrow or off");
            assert!(refusal(name).starts_with(&says), "{}", refusal(name));
        }
    }

    #[test]
    #[should_panic(expected = "after window 8 other nimbers are held than those of live cells")]
    fn a_nimber_that_is_held_wrongly_breaks_the_invariant() {
        let steps = steps(80);
        let mut reach = Reach::new(Choice { sorts: true, ..Choice::default() });
        reach.source = ReachBy::Sorted(Sorted::before_window(&steps, 9).into());
        reach.check(&steps, 8);
        reach.source = ReachBy::Sorted(Sorted::before_window(&steps, 8).into());
        reach.check(&steps, 8);
    }
}
