//! The event loop: events ordered by key, taken one key at a time, and a state that schedules what
//! follows from them.

use std::collections::BTreeMap;

/// Events waiting for their key.
///
/// The events of one key are one moment of the sweep. They are taken in the order in which they
/// were scheduled.
///
/// # Cost
/// Scheduling an event takes O(log k) comparisons of keys, if events wait at k keys; at one of the
/// next few dozen keys it takes some nanoseconds. All events of a moment are taken at once, and
/// their list is used again for a later moment, so events cause no allocations in the long run.
///
/// ```
/// use nimsweep::sweep::Queue;
///
/// let mut queue = Queue::default();
/// for (key, event) in [(7, 'c'), (2, 'a'), (7, 'b')] {
///     queue.schedule(key, event);
/// }
/// assert_eq!(queue.next_key(), Some(&2));
/// ```
#[derive(Clone, Debug)]
pub struct Queue<K, E> {
    /// The smallest keys, no more than [`MOST_NEAR`], in descending order: the smallest is taken
    /// from the end.
    near_keys: Vec<K>,
    /// The events of each near key. They are kept apart, as nearly all the work is to find a key.
    near_events: Vec<Vec<E>>,
    /// The moments beyond all near ones. Empty if none is near.
    far: BTreeMap<K, Vec<E>>,
    /// Empty lists with capacity.
    spare: Vec<Vec<E>>,
}

/// How many keys are near. Among so few keys the search has no jump that depends on a comparison,
/// which a processor would have to guess, and adding a key moves no more than this many.
const MOST_NEAR: usize = 64;

impl<K, E> Default for Queue<K, E> {
    fn default() -> Self {
        Self { near_keys: vec![], near_events: vec![], far: BTreeMap::new(), spare: vec![] }
    }
}

impl<K: Ord, E> Queue<K, E> {
    /// Adds an event that happens at `key`.
    pub fn schedule(&mut self, key: K, event: E) {
        self.moment(key).push(event);
    }

    /// Makes the sweep settle at `key` even if no event happens there.
    #[cfg(any(test, feature = "cli"))]
    pub(crate) fn visit(&mut self, key: K) {
        self.moment(key);
    }

    fn moment(&mut self, key: K) -> &mut Vec<E> {
        match self.near_keys.binary_search_by(|near| key.cmp(near)) {
            Ok(place) => &mut self.near_events[place],
            Err(place) => self.moment_not_near(key, place),
        }
    }

    /// The moment of a key that is not near; among the near ones this would be its place.
    fn moment_not_near(&mut self, key: K, place: usize) -> &mut Vec<E> {
        let moved = if self.near_keys.len() < MOST_NEAR { 0 } else { self.move_half_away() };
        let place = place.saturating_sub(moved);
        // it is beyond all near keys, and may be a far one
        if place == 0 && !self.far.is_empty() {
            return self.far.entry(key).or_insert_with(|| self.spare.pop().unwrap_or_default());
        }
        self.near_keys.insert(place, key);
        self.near_events.insert(place, self.spare.pop().unwrap_or_default());
        &mut self.near_events[place]
    }

    /// Makes half of the near moments far; returns how many.
    fn move_half_away(&mut self) -> usize {
        let half = MOST_NEAR / 2;
        self.far.extend(self.near_keys.drain(..half).zip(self.near_events.drain(..half)));
        half
    }

    /// Makes far moments near, if there are any and none is near.
    fn bring_near(&mut self) {
        let far = std::iter::from_fn(|| self.far.pop_first());
        (self.near_keys, self.near_events) = far.take(MOST_NEAR / 2).unzip();
        self.near_keys.reverse();
        self.near_events.reverse();
    }

    /// The smallest key at which an event or a visit waits.
    #[must_use]
    pub fn next_key(&self) -> Option<&K> {
        self.near_keys.last()
    }

    /// Takes all events of the smallest key. Returns that key and the number of its events.
    pub(crate) fn take_next(&mut self, mut apply: impl FnMut(&K, E)) -> Option<(K, usize)> {
        let (key, mut events) = self.near_keys.pop().zip(self.near_events.pop())?;
        if self.near_keys.is_empty() && !self.far.is_empty() {
            self.bring_near();
        }
        let taken = events.len();
        events.drain(..).for_each(|event| apply(&key, event));
        self.spare.push(events);
        Some((key, taken))
    }

    /// Whether neither an event nor a visit waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.near_keys.is_empty()
    }
}

impl<K: Ord, E> Extend<(K, E)> for Queue<K, E> {
    fn extend<I: IntoIterator<Item = (K, E)>>(&mut self, events: I) {
        events.into_iter().for_each(|(key, event)| self.schedule(key, event));
    }
}

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

    /// Applies one event.
    fn apply(&mut self, key: &Self::Key, event: Self::Event);

    /// Called when all events at `key` have been applied. Schedules what follows from them.
    fn settle(&mut self, key: &Self::Key, queue: &mut Queue<Self::Key, Self::Event>);
}

/// How much work a sweep took.
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
/// O(e log k) comparisons of keys for e events that wait at no more than k keys at a time, plus the
/// work of the state.
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

    /// How many events wait.
    fn waiting<K: Ord, E>(queue: &Queue<K, E>) -> usize {
        queue.near_events.iter().chain(queue.far.values()).map(Vec::len).sum()
    }

    /// What a queue promises, by one map alone.
    #[derive(Default)]
    struct Model(BTreeMap<u64, Vec<u32>>);

    impl Model {
        fn take_next(&mut self) -> Option<(u64, Vec<u32>)> {
            self.0.pop_first()
        }
    }

    fn taken(queue: &mut Queue<u64, u32>) -> Option<(u64, Vec<u32>)> {
        let mut events = vec![];
        let (key, count) = queue.take_next(|_, event| events.push(event))?;
        assert_eq!(count, events.len());
        Some((key, events))
    }

    /// Numbers below a bound that look random, always the same.
    fn numbers() -> impl FnMut(u64) -> u64 {
        let mut state = 1_u64;
        move |bound| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % bound
        }
    }

    #[test]
    fn near_and_far_moments_come_in_order() {
        let mut below = numbers();
        // few keys, as many as are near, and many; spread evenly and most of them late
        for (spread, burst) in [(5, 3), (MOST_NEAR as u64, 40), (200, 150), (100_000, 400)] {
            let (mut queue, mut model) = (Queue::default(), Model::default());
            let (mut now, mut far) = (0, 0);
            for event in 0..20_000 {
                let key = now + if below(4) == 0 { below(spread) } else { spread - 1 };
                if below(10) == 0 {
                    queue.visit(key);
                    model.0.entry(key).or_default();
                } else {
                    queue.schedule(key, event);
                    model.0.entry(key).or_default().push(event);
                }
                far = far.max(queue.far.len());
                assert!(queue.near_keys.len() <= MOST_NEAR && !queue.near_keys.is_empty());
                if event % burst == 0 {
                    for _ in 0..below(u64::from(burst)) {
                        assert_eq!(queue.next_key(), model.0.keys().next());
                        let (found, expected) = (taken(&mut queue), model.take_next());
                        assert_eq!(found, expected);
                        now = found.map_or(now, |(key, _)| key);
                    }
                    assert_eq!(waiting(&queue), model.0.values().map(Vec::len).sum::<usize>());
                }
            }
            assert_eq!(far > 0, spread > MOST_NEAR as u64, "{spread} keys use both parts");
            while let Some(expected) = model.take_next() {
                assert_eq!(taken(&mut queue), Some(expected));
            }
            assert!(queue.is_empty() && queue.next_key().is_none() && queue.take_next(|_, _| ()).is_none());
        }
    }

    #[test]
    fn keys_that_come_in_any_order_are_sorted() {
        let mut below = numbers();
        for count in [1, 63, 64, 65, 96, 97, 1000] {
            for order in 0..3 {
                let mut keys: Vec<u64> = (0..count).map(|_| below(2 * count)).collect();
                match order {
                    0 => {}
                    1 => keys.sort_unstable(),
                    _ => keys.sort_unstable_by_key(|&key| std::cmp::Reverse(key)),
                }
                let mut queue = Queue::default();
                queue.extend(keys.iter().map(|&key| (key, 0)));
                keys.sort_unstable();
                let mut found = vec![];
                while let Some((key, events)) = taken(&mut queue) {
                    found.extend(events.iter().map(|_| key));
                }
                assert_eq!(found, keys);
            }
        }
    }

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
        assert_eq!((queue.next_key(), waiting(&queue)), (Some(&16), 2)); // 16 and 24 wait
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
