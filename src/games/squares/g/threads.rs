//! Threads that share the work of a window: those of the current rayon pool, or this one alone.

#[cfg(feature = "parallel")]
pub(super) use with_rayon::{make, others};

#[cfg(not(feature = "parallel"))]
pub(super) use alone::{make, others};

/// The fewest steps with which other threads pay, as measured for some sets of lengths: below that,
/// starting and waking them takes longer than what they would do.
const WORTH_WAKING: usize = 1 << 12;

/// Whether several threads are faster than one with so many steps.
pub(super) fn are_worth_waking(steps: usize) -> bool {
    steps >= WORTH_WAKING
}

#[cfg(feature = "parallel")]
mod with_rayon {
    use std::sync::{Mutex, PoisonError};

    /// How many other threads the current pool has; none outside of a pool.
    pub fn others() -> usize {
        rayon::current_thread_index().map_or(0, |_| rayon::current_num_threads() - 1)
    }

    /// Makes at most so many items, one after the other, while other threads work on those that are
    /// made; returns them in order when all are done. A single one needs no other threads.
    pub fn make<T: Send>(
        most: usize,
        items: impl Iterator<Item = T>,
        work: impl Fn(&mut T) + Sync,
    ) -> Vec<T> {
        let done = Mutex::new(vec![]);
        let finish = |(index, mut item): (usize, T)| {
            work(&mut item);
            // if another thread panics, so does this one
            done.lock().unwrap_or_else(PoisonError::into_inner).push((index, item));
        };
        let finish = &finish;
        let mut items = items.enumerate().take(most);
        if most > 1 {
            rayon::in_place_scope(|scope| {
                items.by_ref().take(most - 1).for_each(|item| scope.spawn(move |_| finish(item)));
                items.for_each(finish);
            });
        } else {
            items.for_each(finish);
        }
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_unstable_by_key(|&(index, _)| index);
        done.into_iter().map(|(_, item)| item).collect()
    }
}

#[cfg(not(feature = "parallel"))]
mod alone {
    pub fn others() -> usize {
        0
    }

    pub fn make<T>(most: usize, items: impl Iterator<Item = T>, work: impl Fn(&mut T)) -> Vec<T> {
        items.take(most).map(|mut item| (work(&mut item), item).1).collect()
    }
}
