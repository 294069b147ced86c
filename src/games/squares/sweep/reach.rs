//! The reach of a step function, from the source that is fastest: words, counts of corners, or
//! presence.

use super::invariant::{is_checked, live_counts};
use super::presence::{Look, Presence, VectorsError, WORTH_THREADS};
use super::steps::Steps;
use super::threads;
use super::transition::Transitions;
use super::windows::{ReachSweep, gains_from_threads};
use crate::lattice::Key;
use crate::sweep::Nimber;

/// By which source reach is swept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// By counts alone, on every processor.
    Counts,
    /// By words, and by counts where they cannot serve, on every processor.
    Words,
    /// By presence, wherever that is possible; with vectors if the processor has them.
    Presence,
    /// By presence without vectors, wherever that is possible.
    #[cfg(test)]
    PlainPresence,
    /// By words, and by presence from where it is faster, if the processor has its vectors.
    Fastest,
}

/// The reach of a step function, swept window by window.
#[derive(Clone, Debug)]
pub(super) struct Reach<K> {
    sweep: Sweep<K>,
    /// How presence looks at cells, if it may still begin.
    later: Option<Later>,
}

#[derive(Clone, Copy, Debug)]
struct Later {
    look: Look,
    /// Whether it begins as soon as that is possible, even if it is slower.
    is_forced: bool,
}

#[derive(Clone, Debug)]
enum Sweep<K> {
    /// By words or counts.
    Windows(Box<ReachSweep<K>>),
    Presence(Box<Presence<K>>),
}

/// With how many steps presence with vectors is faster, as measured for some dozen sets of lengths:
/// than words, and than counts or where several threads share its work.
const FASTER_WITH_STEPS: [usize; 2] = [1 << 13, WORTH_THREADS];
/// The same where windows have so few steps that what is done once a window takes longest: on
/// average less than this many.
const FASTER_IN_NARROW_WINDOWS: usize = 1 << 10;
const STEPS_OF_A_NARROW_WINDOW: usize = 2;

/// Refuses a value of the environment variable `NIMSWEEP_VECTORS` that [`GrundyRun::new`] would
/// refuse: a program can ask before it begins anything else.
///
/// [`GrundyRun::new`]: crate::games::squares::GrundyRun::new
///
/// # Errors
/// [`VectorsError`], which lists the values that there are.
pub fn check_vectors() -> Result<(), VectorsError> {
    Look::by_vectors().map(|_| ())
}

impl Source {
    /// Refuses vectors that there are not, if this source would use some.
    pub fn check(self) -> Result<(), VectorsError> {
        match self {
            Self::Presence | Self::Fastest => check_vectors(),
            _ => Ok(()),
        }
    }

    fn later(self) -> Option<Later> {
        // what was not checked has none
        let vectors = || Look::by_vectors().unwrap_or_default();
        match self {
            Self::Counts | Self::Words => None,
            Self::Presence => Some(Later { look: vectors().unwrap_or(Look::Plain), is_forced: true }),
            #[cfg(test)]
            Self::PlainPresence => Some(Later { look: Look::Plain, is_forced: true }),
            Self::Fastest => vectors().map(|look| Later { look, is_forced: false }),
        }
    }
}

impl<K: Key> Reach<K> {
    /// Nothing is swept yet.
    pub(super) fn new(source: Source) -> Self {
        let counts = match source {
            Source::Counts => ReachSweep::by_counts(),
            _ => ReachSweep::default(),
        };
        Self { sweep: Sweep::Windows(counts.into()), later: source.later() }
    }

    /// Goes on as if it had just done all windows before this one, as
    /// [`ReachSweep::continue_before`].
    pub(super) fn continue_before(&mut self, steps: &Steps<K>, window: usize) {
        match &mut self.sweep {
            Sweep::Windows(windows) => windows.continue_before(steps, window),
            Sweep::Presence(_) => {
                self.sweep = Sweep::Windows(ReachSweep::before_window(steps, window).into());
            }
        }
    }

    /// The nimbers that are held after the windows that were swept, ascending.
    pub(super) fn held(&self) -> Vec<Nimber> {
        match &self.sweep {
            Sweep::Windows(windows) => windows.held(),
            Sweep::Presence(presence) => presence.held().collect(),
        }
    }

    /// Whether several threads are faster than one from this window on.
    pub(super) fn gains_from_threads(&self, steps: &Steps<K>, window: usize) -> bool {
        match &self.sweep {
            // presence begins as soon as there are threads to share it
            Sweep::Windows(_) if self.later.is_none() => gains_from_threads(steps, window),
            Sweep::Windows(_) | Sweep::Presence(_) => Presence::<K>::gains_from_threads(steps),
        }
    }

    /// Whether words have served all windows so far.
    pub(super) fn is_by_words(&self) -> bool {
        matches!(&self.sweep, Sweep::Windows(windows) if windows.is_by_words())
    }

    /// Sweeps the next window and appends its transitions, as [`ReachSweep::sweep`].
    pub(super) fn sweep(&mut self, steps: &Steps<K>, window: usize, transitions: &mut Transitions<K>) {
        let is_slower = self.is_by_words() && threads::others() == 0;
        let faster_with_steps = if steps.len() < STEPS_OF_A_NARROW_WINDOW * window {
            FASTER_IN_NARROW_WINDOWS
        } else {
            FASTER_WITH_STEPS[usize::from(!is_slower)]
        };
        let begins =
            |later: &Later| Presence::serves(steps) && (later.is_forced || steps.len() >= faster_with_steps);
        if let Some(Later { look, .. }) = self.later.filter(begins) {
            self.later = None;
            self.sweep = Sweep::Presence(Presence::with(look, &self.held()).into());
        }
        let length = transitions.len();
        match &mut self.sweep {
            Sweep::Windows(windows) => return windows.sweep(steps, window, transitions),
            Sweep::Presence(presence) => {
                if presence.sweep(steps, window, transitions).is_ok() {
                    if is_checked(window) {
                        check_held(presence, steps, window);
                    }
                    return;
                }
            }
        }
        transitions.truncate(length);
        let mut counts = ReachSweep::before_window(steps, window);
        counts.sweep(steps, window, transitions);
        self.sweep = Sweep::Windows(counts.into());
    }
}

/// Compares what is held by presence with what the invariant asks for.
#[allow(clippy::panic, reason = "a broken invariant is a bug of this crate")]
fn check_held<K: Key>(presence: &Presence<K>, steps: &Steps<K>, window: usize) {
    assert!(
        presence.held().eq(live_counts(steps, window).held()),
        "after window {window} other nimbers are held than those of live cells"
    );
}

#[cfg(test)]
mod tests {
    use super::super::steps::tests::steps;
    use super::*;

    #[test]
    #[should_panic(expected = "after window 8 other nimbers are held than those of live cells")]
    fn a_nimber_that_is_held_wrongly_breaks_the_invariant() {
        let steps = steps(80);
        let mut held = ReachSweep::before_window(&steps, 9).held();
        check_held(&Presence::with(Look::Plain, &held), &steps, 8);
        held.pop();
        check_held(&Presence::with(Look::Plain, &held), &steps, 8);
    }
}
