//! Events ordered by key, taken one key at a time.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Events waiting for their key.
///
/// Events of one key come in no promised order: they are one moment of the sweep, and a [`State`](super::State) must
/// not depend on their order.
///
/// # Cost
/// O(log n) comparisons of keys to schedule an event and to take one, n being the events that wait.
///
/// ```
/// use nimsweep::sweep::Queue;
///
/// let mut queue = Queue::default();
/// for (key, event) in [(7, 'c'), (2, 'a'), (7, 'b')] {
///     queue.schedule(key, event);
/// }
/// assert_eq!(queue.take_if_at(7), None); // 2 comes first
/// assert_eq!(queue.next_key(), Some(2));
/// assert_eq!(queue.take_if_at(2), Some('a'));
/// assert_eq!(queue.next_key(), Some(7));
/// assert_eq!(queue.len(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Queue<K, E> {
    heap: BinaryHeap<Entry<K, E>>,
}

/// An event at its key; the smallest key is the greatest entry, for the heap gives the greatest first.
#[derive(Clone, Debug)]
struct Entry<K, E> {
    key: K,
    event: E,
}

impl<K: Ord, E> Ord for Entry<K, E> {
    fn cmp(&self, other: &Self) -> Ordering {
        other.key.cmp(&self.key)
    }
}

impl<K: Ord, E> PartialOrd for Entry<K, E> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<K: Ord, E> PartialEq for Entry<K, E> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<K: Ord, E> Eq for Entry<K, E> {}

impl<K: Ord, E> Default for Queue<K, E> {
    fn default() -> Self {
        Self { heap: BinaryHeap::new() }
    }
}

impl<K: Ord + Copy, E> Queue<K, E> {
    /// Adds an event that happens at `key`.
    pub fn schedule(&mut self, key: K, event: E) {
        self.heap.push(Entry { key, event });
    }

    /// The smallest key at which an event waits.
    #[must_use]
    pub fn next_key(&self) -> Option<K> {
        self.heap.peek().map(|entry| entry.key)
    }

    /// Takes one event of the smallest key, if that key is `key`.
    pub fn take_if_at(&mut self, key: K) -> Option<E> {
        if self.next_key()? != key {
            return None;
        }
        self.heap.pop().map(|entry| entry.event)
    }

    /// How many events wait.
    #[must_use]
    pub fn len(&self) -> usize {
        self.heap.len()
    }

    /// Whether no event waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.heap.is_empty()
    }
}

impl<K: Ord + Copy, E> Extend<(K, E)> for Queue<K, E> {
    fn extend<I: IntoIterator<Item = (K, E)>>(&mut self, events: I) {
        self.heap.extend(events.into_iter().map(|(key, event)| Entry { key, event }));
    }
}
