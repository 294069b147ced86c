//! The event loop: take every event of the smallest key, apply it, let the state schedule what follows.

use super::queue::Queue;

/// What a sweep keeps while it moves along the keys.
///
/// # Contract
/// - [`apply`](State::apply) must not depend on the order of events of one key: they are one moment.
/// - [`settle`](State::settle) schedules at the current key or later. An event at the current key is taken in a further
///   round at that key; an earlier one would have been missed, and a debug build refuses it.
pub trait State {
    /// Where events happen.
    type Key: Ord + Copy;
    /// What happens.
    type Event;

    /// Takes one event into account.
    fn apply(&mut self, key: Self::Key, event: Self::Event);

    /// All events at `key` have been applied: the state is what it is just after `key`. Schedules what follows from it.
    fn settle(&mut self, key: Self::Key, queue: &mut Queue<Self::Key, Self::Event>);
}

/// How much work a sweep was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// How many events were applied.
    pub events: u64,
    /// How many rounds: the different keys, and once more for each key that scheduled an event at itself.
    pub rounds: u64,
}

/// Runs the sweep over all events with keys below `end`; later ones stay in the queue, so that it can go on.
///
/// # Cost
/// O(e log k) for e events that wait at no more than k keys at a time, and what the state does.
///
/// For an example see the [module](super).
pub fn run<S: State>(state: &mut S, queue: &mut Queue<S::Key, S::Event>, end: S::Key) -> Progress {
    let mut progress = Progress::default();
    let mut last = None;
    while let Some(key) = queue.next_key().filter(|&key| key < end) {
        debug_assert!(last.is_none_or(|last| last <= key), "an event was scheduled before the current key");
        progress.events += queue.take_at(key, |event| state.apply(key, event)) as u64;
        state.settle(key, queue);
        progress.rounds += 1;
        last = Some(key);
    }
    progress
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Schedules 2k at every k, and remembers each moment with how many events it had.
    #[derive(Default)]
    struct Doubling {
        pending: usize,
        moments: Vec<(u64, usize)>,
    }

    impl State for Doubling {
        type Key = u64;
        type Event = ();

        fn apply(&mut self, _: u64, (): ()) {
            self.pending += 1;
        }

        fn settle(&mut self, key: u64, queue: &mut Queue<u64, ()>) {
            self.moments.push((key, std::mem::take(&mut self.pending)));
            queue.schedule(2 * key, ());
        }
    }

    #[test]
    fn the_sweep_feeds_itself_and_merges_equal_keys() {
        let (mut state, mut queue) = (Doubling::default(), Queue::default());
        queue.extend([(3, ()), (6, ()), (1, ())]);
        let progress = run(&mut state, &mut queue, 13);
        assert_eq!(state.moments, [(1, 1), (2, 1), (3, 1), (4, 1), (6, 2), (8, 1), (12, 1)]);
        assert_eq!(progress, Progress { events: 8, rounds: 7 });
        assert_eq!((queue.next_key(), queue.len()), (Some(16), 2)); // 16 and 24 wait
    }

    #[test]
    fn a_sweep_can_go_on_where_it_ended() {
        let (mut state, mut queue) = (Doubling::default(), Queue::default());
        queue.schedule(1, ());
        run(&mut state, &mut queue, 5);
        run(&mut state, &mut queue, 33);
        assert_eq!(state.moments.last(), Some(&(32, 1)));
        assert_eq!(state.moments.len(), 6);
    }
}
