//! A set of nimbers, one bit for each.

use crate::sweep::Nimber;

/// A set of nimbers that are smaller than some number, which grows.
#[derive(Clone, Debug, Default)]
pub(super) struct NimberSet {
    words: Vec<u64>,
}

impl NimberSet {
    /// The set of some nimbers.
    pub(super) fn of(nimbers: &[Nimber]) -> Self {
        let mut set = Self::default();
        for &nimber in nimbers {
            set.grow(nimber as usize + 1);
            set.put(nimber, true);
        }
        set
    }

    /// Nothing is in it, and no nimber may be.
    pub(super) fn clear(&mut self) {
        self.words.clear();
    }

    /// From now on nimbers below this number may be in it; none is added.
    pub(super) fn grow(&mut self, nimbers: usize) {
        self.words.resize(nimbers.div_ceil(64).max(self.words.len()), 0);
    }

    /// From now on 64 nimbers more may be in it; those are whose bits are set.
    pub(super) fn push_word(&mut self, bits: u64) {
        self.words.push(bits);
    }

    pub(super) fn has(&self, nimber: Nimber) -> bool {
        self.words[nimber as usize / 64] >> (nimber % 64) & 1 == 1
    }

    /// Adds a nimber or takes it out.
    pub(super) fn put(&mut self, nimber: Nimber, added: bool) {
        let (word, bit) = (&mut self.words[nimber as usize / 64], nimber % 64);
        *word = *word & !(1 << bit) | u64::from(added) << bit;
    }

    /// The nimbers, ascending.
    pub(super) fn iter(&self) -> impl Iterator<Item = Nimber> {
        (0..).step_by(64).zip(&self.words).flat_map(|(least, &word)| bits(word).map(move |bit| least + bit))
    }

    /// How a set of as many nimbers differs from this one: the nimbers, ascending, and whether they
    /// are in the other.
    pub(super) fn changes_to(&self, other: &Self) -> impl Iterator<Item = (Nimber, bool)> {
        (0..).step_by(64).zip(self.words.iter().zip(&other.words)).flat_map(|(least, (&own, &word))| {
            bits(own ^ word).map(move |bit| (least + bit, word >> bit & 1 == 1))
        })
    }
}

/// Which bits are set, ascending.
fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (bit < u64::BITS).then_some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_differ_by_their_changes() {
        let mut set = NimberSet::of(&[0, 5, 63, 64, 200]);
        assert!(set.iter().eq([0, 5, 63, 64, 200]) && set.has(63) && !set.has(65));
        let mut other = set.clone();
        for (nimber, added) in [(5, false), (63, true), (65, true), (200, false), (201, true)] {
            other.put(nimber, added);
        }
        assert!(other.iter().eq([0, 63, 64, 65, 201]));
        let changes: Vec<_> = set.changes_to(&other).collect();
        assert_eq!(changes, [(5, false), (65, true), (200, false), (201, true)]);
        set.grow(300);
        assert!(set.iter().eq([0, 5, 63, 64, 200]) && !set.has(299));
        set.clear();
        assert_eq!(set.iter().count(), 0);
    }
}
