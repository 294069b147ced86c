//! Events ordered by key, taken one key at a time.

use std::collections::BTreeMap;

/// Events waiting for their key.
///
/// The events of one key are one moment of the sweep, and come in the order in which they were scheduled.
///
/// # Cost
/// O(log k) comparisons of keys to schedule an event, k being the keys at which events wait; a moment is taken at
/// once. Moments that were taken leave their room to later ones, so that nothing is allocated for an event.
///
/// ```
/// use nimsweep::sweep::Queue;
///
/// let mut queue = Queue::default();
/// for (key, event) in [(7, 'c'), (2, 'a'), (7, 'b')] {
///     queue.schedule(key, event);
/// }
/// assert_eq!((queue.len(), queue.next_key()), (3, Some(2)));
/// let mut taken = vec![];
/// queue.take_at(2, |event| taken.push(event));
/// queue.take_at(7, |event| taken.push(event));
/// assert_eq!(taken, ['a', 'c', 'b']);
/// assert!(queue.is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Queue<K, E> {
    moments: BTreeMap<K, Vec<E>>,
    /// Empty lists with room.
    spare: Vec<Vec<E>>,
}

impl<K: Ord, E> Default for Queue<K, E> {
    fn default() -> Self {
        Self { moments: BTreeMap::new(), spare: vec![] }
    }
}

impl<K: Ord + Copy, E> Queue<K, E> {
    /// Adds an event that happens at `key`.
    pub fn schedule(&mut self, key: K, event: E) {
        let new = || self.spare.pop().unwrap_or_default();
        self.moments.entry(key).or_insert_with(new).push(event);
    }

    /// The smallest key at which an event waits.
    #[must_use]
    pub fn next_key(&self) -> Option<K> {
        self.moments.first_key_value().map(|(&key, _)| key)
    }

    /// Takes all events of a key, and tells how many there were.
    pub fn take_at(&mut self, key: K, apply: impl FnMut(E)) -> usize {
        let Some(mut events) = self.moments.remove(&key) else { return 0 };
        let taken = events.len();
        events.drain(..).for_each(apply);
        self.spare.push(events);
        taken
    }

    /// How many events wait.
    ///
    /// # Cost
    /// O(k) for k keys.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moments.values().map(Vec::len).sum()
    }

    /// Whether no event waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moments.is_empty()
    }
}

impl<K: Ord + Copy, E> Extend<(K, E)> for Queue<K, E> {
    fn extend<I: IntoIterator<Item = (K, E)>>(&mut self, events: I) {
        events.into_iter().for_each(|(key, event)| self.schedule(key, event));
    }
}
