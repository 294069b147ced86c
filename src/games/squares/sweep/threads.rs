//! Threads that share the work of a window: those of the current rayon pool, or this one alone.

#[cfg(feature = "parallel")]
pub(super) use with_rayon::{for_each, join, others};

#[cfg(not(feature = "parallel"))]
pub(super) use alone::{for_each, join, others};

#[cfg(feature = "parallel")]
mod with_rayon {
    use rayon::prelude::*;

    /// How many other threads the current pool has; none outside of a pool.
    pub fn others() -> usize {
        rayon::current_thread_index().map_or(0, |_| rayon::current_num_threads() - 1)
    }

    /// Does both, at the same time if another thread is idle; returns what the first returns.
    pub fn join<T: Send>(first: impl FnOnce() -> T + Send, second: impl FnOnce() + Send) -> T {
        rayon::join(first, second).0
    }

    /// Does the same to each item, which is given with its index.
    pub fn for_each<T: Send>(items: &mut [T], work: impl Fn(usize, &mut T) + Sync + Send) {
        items.par_iter_mut().with_max_len(1).enumerate().for_each(|(index, item)| work(index, item));
    }
}

#[cfg(not(feature = "parallel"))]
mod alone {
    pub fn others() -> usize {
        0
    }

    pub fn join<T>(first: impl FnOnce() -> T, second: impl FnOnce()) -> T {
        let result = first();
        second();
        result
    }

    pub fn for_each<T>(items: &mut [T], work: impl Fn(usize, &mut T)) {
        items.iter_mut().enumerate().for_each(|(index, item)| work(index, item));
    }
}
