//! Which nimbers are held now, how often, and the smallest that is not held (mex).

/// A nimber: a number in its role as the Grundy value of an impartial game.
pub type Nimber = u32;

/// A set of nimbers, one bit for each.
///
/// ```
/// use nimsweep::sweep::NimberSet;
///
/// let mut set = NimberSet::default();
/// for nimber in [0, 1, 3] {
///     set.insert(nimber);
/// }
/// assert_eq!(set.mex(), 2);
/// set.remove(0);
/// assert_eq!(set.mex(), 0);
/// ```
#[derive(Clone, Debug, Default)]
pub struct NimberSet {
    words: Vec<u64>,
    /// No word before this one has a zero bit.
    full: usize,
}

impl NimberSet {
    /// Adds a nimber.
    pub fn insert(&mut self, nimber: Nimber) {
        let (word, bit) = place(nimber);
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= bit;
    }

    /// Removes a nimber.
    pub fn remove(&mut self, nimber: Nimber) {
        let (word, bit) = place(nimber);
        if let Some(bits) = self.words.get_mut(word) {
            *bits &= !bit;
            self.full = self.full.min(word);
        }
    }

    /// Whether a nimber is in the set.
    #[must_use]
    pub fn contains(&self, nimber: Nimber) -> bool {
        let (word, bit) = place(nimber);
        self.words.get(word).is_some_and(|bits| bits & bit != 0)
    }

    /// The minimal excludant: the smallest nimber that is not in the set.
    ///
    /// # Cost
    /// O(1) amortised over insertions and removals at the low end: full words are skipped once.
    pub fn mex(&mut self) -> Nimber {
        while self.words.get(self.full) == Some(&u64::MAX) {
            self.full += 1;
        }
        let zeros = self.words.get(self.full).map_or(0, |bits| bits.trailing_ones());
        // a set of 2³² nimbers would fill half a gigabyte of words before this could overflow
        self.full as Nimber * u64::BITS + zeros
    }
}

impl PartialEq for NimberSet {
    /// Whether both have the same nimbers; how many words there are, and what is known of them,
    /// does not matter.
    fn eq(&self, other: &Self) -> bool {
        let longest = self.words.len().max(other.words.len());
        let word = |set: &Self, index: usize| set.words.get(index).copied().unwrap_or(0);
        (0..longest).all(|index| word(self, index) == word(other, index))
    }
}

impl Eq for NimberSet {}

fn place(nimber: Nimber) -> (usize, u64) {
    ((nimber / u64::BITS) as usize, 1 << (nimber % u64::BITS))
}

/// How often each nimber is held now.
///
/// Within one moment of a sweep, differences may come in any order, and a count may be negative in
/// between. Only the result of a moment matters: [`settle`](NimberCounts::settle) ends the moment
/// and returns which nimbers are new and which are no longer held.
///
/// ```
/// use nimsweep::sweep::NimberCounts;
///
/// let mut counts = NimberCounts::default();
/// for (nimber, difference) in [(4, -1), (0, 1), (4, 1), (1, 2)] {
///     counts.add(nimber, difference);
/// }
/// assert_eq!(counts.settle(), [(0, true), (1, true)]); // 4 left and came back within the moment
/// assert_eq!(counts.mex(), 2);
/// ```
#[derive(Clone, Debug, Default)]
pub struct NimberCounts {
    counts: Vec<i64>,
    held: NimberSet,
    /// The nimbers that this moment may make held or no longer held.
    touched: Vec<Nimber>,
    /// What the last moment changed.
    changes: Vec<(Nimber, bool)>,
}

impl NimberCounts {
    /// Changes the count of a nimber.
    pub fn add(&mut self, nimber: Nimber, difference: i64) {
        let place = nimber as usize;
        if self.counts.len() <= place {
            self.counts.resize(place + 1, 0);
        }
        let before = self.counts[place];
        self.counts[place] += difference;
        // a count that stays zero, or stays different from zero, changes nothing
        if (before == 0) != (self.counts[place] == 0) {
            self.touched.push(nimber);
        }
    }

    /// Ends a moment. Returns, in ascending order, each nimber that is held now and was not before
    /// (`true`), or was held before and is not now (`false`).
    pub fn settle(&mut self) -> &[(Nimber, bool)] {
        self.touched.sort_unstable();
        self.touched.dedup();
        self.changes.clear();
        for nimber in self.touched.drain(..) {
            let count = self.counts[nimber as usize];
            debug_assert!(count >= 0, "nimber {nimber} is held {count} times");
            let held = count > 0;
            if held == self.held.contains(nimber) {
                continue;
            }
            if held {
                self.held.insert(nimber);
            } else {
                self.held.remove(nimber);
            }
            self.changes.push((nimber, held));
        }
        &self.changes
    }

    /// How often a nimber is held.
    #[must_use]
    pub fn count(&self, nimber: Nimber) -> i64 {
        self.counts.get(nimber as usize).copied().unwrap_or(0)
    }

    /// The smallest nimber that was not held at the last [`settle`](NimberCounts::settle).
    ///
    /// With the feature `slow-asserts` it is compared with a search from 0.
    pub fn mex(&mut self) -> Nimber {
        let mex = self.held.mex();
        if cfg!(feature = "slow-asserts") {
            let searched = (0..).find(|&nimber| self.count(nimber) == 0);
            assert_eq!(Some(mex), searched, "the set of nimbers held is not that of the counts");
        }
        mex
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_equal_exactly_if_their_nimbers_are() {
        let (mut left, mut right) = (NimberSet::default(), NimberSet::default());
        left.insert(100);
        left.remove(100); // leaves words of zeros
        assert_eq!(left, right);
        (0..70).for_each(|nimber| left.insert(nimber));
        (0..70).for_each(|nimber| right.insert(nimber));
        assert_eq!(left.mex(), 70); // the other set has not looked for its full words yet
        assert_eq!(left, right);
        right.remove(3);
        assert_ne!(left, right);
    }

    #[test]
    fn mex_follows_every_change() {
        let mut set = NimberSet::default();
        assert_eq!(set.mex(), 0);
        for nimber in 0..200 {
            set.insert(nimber);
            assert_eq!(set.mex(), nimber + 1);
        }
        for nimber in [150, 64, 63, 0] {
            set.remove(nimber);
            assert_eq!(set.mex(), nimber);
        }
        set.insert(0);
        assert_eq!(set.mex(), 63);
        set.remove(100_000); // was never there
        assert!(!set.contains(100_000));
    }

    #[test]
    fn a_moment_reports_only_what_it_changes_for_good() {
        let mut counts = NimberCounts::default();
        let mut log = vec![];
        for moment in [vec![(0, 1), (2, 1)], vec![(0, 1), (0, -1), (1, 1)], vec![(2, -1), (3, 1), (3, -1)]] {
            for (nimber, difference) in moment {
                counts.add(nimber, difference);
            }
            log.extend_from_slice(counts.settle());
        }
        assert_eq!(log, [(0, true), (2, true), (1, true), (2, false)]);
        assert_eq!((counts.mex(), counts.count(0), counts.count(9)), (2, 1, 0));
    }
}
