//! The reach of a step function, from the source that is fastest: words, counts of corners, or
//! presence.

use super::presence::{Look, Presence};
use super::steps::Steps;
use super::transition::Transition;
use super::windows::{ReachSweep, gains_from_threads};
use crate::lattice::Key;
use crate::sweep::Nimber;

/// By which source reach is swept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// By counts alone, on every processor.
    Counts,
    /// By words while the line is short, then by counts, on every processor.
    #[cfg(test)]
    Words,
    /// By presence, wherever that is possible; with vectors if the processor has them.
    Presence,
    /// By presence without vectors, wherever that is possible.
    #[cfg(test)]
    PlainPresence,
    /// By words, then by counts, then by presence with vectors, if the processor has them, from
    /// where each is faster.
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
    Counts(Box<ReachSweep<K>>),
    Presence(Box<Presence<K>>),
}

/// Whether presence with vectors is faster than counts from a window on, as measured for a dozen
/// sets of lengths.
fn is_faster<K: Key>(steps: &Steps<K>, window: usize) -> bool {
    // the first where windows have many corners; the second where they have so few that the lines
    // of the table take longer
    steps.len() >= 1 << 12 || (steps.len() >= 1 << 10 && steps.len() < 2 * window)
}

/// Of how many windows one is checked under debug assertions; with `slow-asserts` all are.
const DEBUG_SAMPLE: usize = 8;

impl Source {
    fn later(self) -> Option<Later> {
        match self {
            Self::Counts => None,
            #[cfg(test)]
            Self::Words => None,
            Self::Presence => {
                Some(Later { look: Look::by_vectors().unwrap_or(Look::Plain), is_forced: true })
            }
            #[cfg(test)]
            Self::PlainPresence => Some(Later { look: Look::Plain, is_forced: true }),
            Self::Fastest => Look::by_vectors().map(|look| Later { look, is_forced: false }),
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
        Self { sweep: Sweep::Counts(counts.into()), later: source.later() }
    }

    /// The state of a sweep that has just done all windows before this one, as
    /// [`ReachSweep::before_window`].
    pub(super) fn continue_before(&mut self, steps: &Steps<K>, window: usize) {
        self.sweep = Sweep::Counts(ReachSweep::before_window(steps, window).into());
    }

    /// The nimbers that are held after the windows that were swept, ascending.
    pub(super) fn held(&self) -> Vec<Nimber> {
        match &self.sweep {
            Sweep::Counts(counts) => counts.held(),
            Sweep::Presence(presence) => presence.held().collect(),
        }
    }

    /// Whether several threads are faster than one from this window on.
    pub(super) fn gains_from_threads(&self, steps: &Steps<K>, window: usize) -> bool {
        match &self.sweep {
            Sweep::Counts(_) => gains_from_threads(steps, window),
            Sweep::Presence(_) => Presence::<K>::gains_from_threads(steps),
        }
    }

    /// Sweeps the next window and appends its transitions, as [`ReachSweep::sweep`].
    pub(super) fn sweep(&mut self, steps: &Steps<K>, window: usize, transitions: &mut Vec<Transition<K>>) {
        let begins = |later: &Later| Presence::serves(steps) && (later.is_forced || is_faster(steps, window));
        if let Some(Later { look, .. }) = self.later.filter(begins) {
            self.later = None;
            self.sweep = Sweep::Presence(Presence::with(look, &self.held()).into());
        }
        let length = transitions.len();
        match &mut self.sweep {
            Sweep::Counts(counts) => return counts.sweep(steps, window, transitions),
            Sweep::Presence(presence) => {
                if presence.sweep(steps, window, transitions).is_ok() {
                    if cfg!(feature = "slow-asserts")
                        || (cfg!(debug_assertions) && window % DEBUG_SAMPLE == 0)
                    {
                        check_held(presence, steps, window);
                    }
                    return;
                }
            }
        }
        transitions.truncate(length);
        let mut counts = ReachSweep::before_window(steps, window);
        counts.sweep(steps, window, transitions);
        self.sweep = Sweep::Counts(counts.into());
    }
}

/// The invariant of presence: after each window the nimbers of the cells that are alive just below
/// its end are held, and no others.
#[allow(clippy::panic, reason = "a broken invariant is a bug of this crate")]
fn check_held<K: Key>(presence: &Presence<K>, steps: &Steps<K>, window: usize) {
    let mut alive: Vec<_> = steps.nimbers_below(steps.keys_of_window(window).end).collect();
    alive.sort_unstable();
    alive.dedup();
    assert!(
        presence.held().eq(alive),
        "after window {window} other nimbers are held than those of live cells"
    );
}

#[cfg(test)]
impl<K: Key> Reach<K> {
    /// Whether words still hold.
    pub(super) fn is_by_words(&self) -> bool {
        matches!(&self.sweep, Sweep::Counts(counts) if counts.is_by_words())
    }
}
