//! The event loop: apply all events of the smallest key, then let the state schedule what follows.

use super::queue::Queue;

/// What a sweep keeps while it moves along the keys.
///
/// # Contract
/// - The result of [`apply`](State::apply) must not depend on the order of the events of one key:
///   they are one moment.
/// - [`settle`](State::settle) schedules at the current key or later. An event at the current key
///   is taken in another round at that key. An earlier one would come out of order; a build with
///   debug assertions panics on it.
pub trait State {
    /// Where events happen: any ordered type, such as an integer or an exact number.
    type Key: Ord;
    /// What happens.
    type Event;

    /// Takes one event into account.
    fn apply(&mut self, key: &Self::Key, event: Self::Event);

    /// Called when all events at `key` have been applied. Schedules what follows from them.
    fn settle(&mut self, key: &Self::Key, queue: &mut Queue<Self::Key, Self::Event>);
}

/// How much work a sweep was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// How many events were applied.
    pub events: u64,
    /// How many rounds there were: one for each key, and one more each time that a key schedules
    /// events at itself.
    pub rounds: u64,
}

/// Runs the sweep up to the first key for which `is_end` holds. Events from there on stay in the
/// queue, so the sweep can be continued.
///
/// # Cost
/// O(e log k) comparisons of keys for e events that wait at no more than k keys at a time, besides
/// the work of the state.
///
/// # Example
/// The keys are exact numbers, and the state schedules new ones: every position x leads to x + 1
/// and to x·√2, starting with 1.
///
/// ```
/// use nimsweep::number::Surd;
/// use nimsweep::sweep::{Queue, State, run_until};
///
/// #[derive(Default)]
/// struct Reached(Vec<String>);
///
/// impl State for Reached {
///     type Key = Surd;
///     type Event = ();
///     fn apply(&mut self, _: &Surd, (): ()) {}
///     fn settle(&mut self, x: &Surd, queue: &mut Queue<Surd, ()>) {
///         self.0.push(x.to_string());
///         queue.schedule(x + &Surd::from(1), ());
///         queue.schedule(x * &Surd::square_root_of(2), ());
///     }
/// }
///
/// let (mut reached, mut queue) = (Reached::default(), Queue::default());
/// queue.schedule(Surd::from(1), ());
/// let end = Surd::from(3);
/// run_until(&mut reached, &mut queue, |x| *x >= end);
/// assert_eq!(reached.0, ["1", "sqrt(2)", "2", "1+sqrt(2)", "2*sqrt(2)"]);
/// ```
pub fn run_until<S: State>(
    state: &mut S,
    queue: &mut Queue<S::Key, S::Event>,
    mut is_end: impl FnMut(&S::Key) -> bool,
) -> Work {
    let mut work = Work::default();
    let mut last = None;
    while queue.next_key().is_some_and(|key| !is_end(key)) {
        let Some((key, events)) = queue.take_next(|key, event| state.apply(key, event)) else { break };
        debug_assert!(
            last.as_ref().is_none_or(|last| *last <= key),
            "an event was scheduled before the current key"
        );
        work.events += events as u64;
        work.rounds += 1;
        state.settle(&key, queue);
        last = Some(key);
    }
    work
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

        fn apply(&mut self, _: &u64, (): ()) {
            self.pending += 1;
        }

        fn settle(&mut self, &key: &u64, queue: &mut Queue<u64, ()>) {
            self.moments.push((key, std::mem::take(&mut self.pending)));
            queue.schedule(2 * key, ());
        }
    }

    #[test]
    fn the_sweep_feeds_itself_and_merges_equal_keys() {
        let (mut state, mut queue) = (Doubling::default(), Queue::default());
        queue.extend([(3, ()), (6, ()), (1, ())]);
        let work = run_until(&mut state, &mut queue, |&key| key >= 13);
        assert_eq!(state.moments, [(1, 1), (2, 1), (3, 1), (4, 1), (6, 2), (8, 1), (12, 1)]);
        assert_eq!(work, Work { events: 8, rounds: 7 });
        assert_eq!((queue.next_key(), queue.event_count()), (Some(&16), 2)); // 16 and 24 wait
    }

    #[test]
    fn a_sweep_can_be_continued() {
        let (mut state, mut queue) = (Doubling::default(), Queue::default());
        queue.schedule(1, ());
        run_until(&mut state, &mut queue, |&key| key >= 5);
        run_until(&mut state, &mut queue, |&key| key >= 33);
        assert_eq!(state.moments.last(), Some(&(32, 1)));
        assert_eq!(state.moments.len(), 6);
    }

    #[test]
    fn a_visit_is_a_moment_without_events() {
        let (mut state, mut queue) = (Doubling::default(), Queue::default());
        queue.visit(3);
        queue.visit(3);
        let work = run_until(&mut state, &mut queue, |&key| key >= 7);
        assert_eq!(state.moments, [(3, 0), (6, 1)]);
        assert_eq!(work, Work { events: 1, rounds: 2 });
    }
}
