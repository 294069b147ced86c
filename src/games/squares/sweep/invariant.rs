//! The invariant of every sweep of reach, and after which windows it is checked.
//!
//! After each window the nimbers of the cells that are alive just below its end are held, and no
//! others; where they are counted, each as often as there are such cells.

use super::running::Running;
use super::steps::Steps;
use crate::lattice::Key;

/// Of how many windows one is checked under debug assertions, as each check walks through all
/// steps; with `slow-asserts` all are.
const DEBUG_SAMPLE: usize = 8;

/// Whether the invariant is checked after this window.
pub(super) fn is_checked(window: usize) -> bool {
    cfg!(feature = "slow-asserts") || (cfg!(debug_assertions) && window % DEBUG_SAMPLE == 0)
}

/// The counts that the invariant asks for after a window, found from the steps alone.
///
/// # Cost
/// O(steps below the end of the window).
pub(super) fn live_counts<K: Key>(steps: &Steps<K>, window: usize) -> Running<u32> {
    let mut counts = Running::default();
    counts.grow(steps.nimbers());
    for nimber in steps.nimbers_below(steps.keys_of_window(window).end) {
        counts.change(nimber, 1);
    }
    counts
}
