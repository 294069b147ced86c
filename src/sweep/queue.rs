//! Events ordered by key, taken one key at a time.

use std::collections::BTreeMap;

/// Events waiting for their key.
///
/// The events of one key are one moment of the sweep. They are taken in the order in which they
/// were scheduled. A key may also be [visited](Queue::visit) without an event.
///
/// # Cost
/// Scheduling an event takes O(log k) comparisons of keys, if events wait at k keys. All events of
/// a moment are taken at once, and their list is used again for a later moment, so events cause no
/// allocations in the long run.
///
/// ```
/// use nimsweep::sweep::Queue;
///
/// let mut queue = Queue::default();
/// for (key, event) in [(7, 'c'), (2, 'a'), (7, 'b')] {
///     queue.schedule(key, event);
/// }
/// assert_eq!((queue.event_count(), queue.next_key()), (3, Some(&2)));
/// let mut taken = vec![];
/// assert_eq!(queue.take_next(|_, event| taken.push(event)), Some((2, 1)));
/// assert_eq!(queue.take_next(|_, event| taken.push(event)), Some((7, 2)));
/// assert_eq!(taken, ['a', 'c', 'b']);
/// assert!(queue.is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Queue<K, E> {
    moments: BTreeMap<K, Vec<E>>,
    /// Empty lists with capacity.
    spare: Vec<Vec<E>>,
}

impl<K, E> Default for Queue<K, E> {
    fn default() -> Self {
        Self { moments: BTreeMap::new(), spare: vec![] }
    }
}

impl<K: Ord, E> Queue<K, E> {
    /// Adds an event that happens at `key`.
    pub fn schedule(&mut self, key: K, event: E) {
        self.moment(key).push(event);
    }

    /// Makes the sweep settle at `key` even if no event happens there.
    pub fn visit(&mut self, key: K) {
        self.moment(key);
    }

    fn moment(&mut self, key: K) -> &mut Vec<E> {
        self.moments.entry(key).or_insert_with(|| self.spare.pop().unwrap_or_default())
    }

    /// The smallest key at which an event or a visit waits.
    #[must_use]
    pub fn next_key(&self) -> Option<&K> {
        self.moments.first_key_value().map(|(key, _)| key)
    }

    /// Takes all events of the smallest key. Returns that key and the number of its events.
    pub fn take_next(&mut self, mut apply: impl FnMut(&K, E)) -> Option<(K, usize)> {
        let (key, mut events) = self.moments.pop_first()?;
        let taken = events.len();
        events.drain(..).for_each(|event| apply(&key, event));
        self.spare.push(events);
        Some((key, taken))
    }

    /// How many events wait.
    ///
    /// # Cost
    /// O(k) for k keys.
    #[must_use]
    pub fn event_count(&self) -> usize {
        self.moments.values().map(Vec::len).sum()
    }

    /// Whether neither an event nor a visit waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moments.is_empty()
    }
}

impl<K: Ord, E> Extend<(K, E)> for Queue<K, E> {
    fn extend<I: IntoIterator<Item = (K, E)>>(&mut self, events: I) {
        events.into_iter().for_each(|(key, event)| self.schedule(key, event));
    }
}
