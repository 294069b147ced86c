//! The running counts of a sweep by rows: how often each nimber is held, in as few bits as provably
//! lose nothing.
//!
//! # Narrow counts
//! Counts and differences are kept in 16 bits, modulo 2¹⁶, while that provably loses nothing.
//! Let B be the number of steps that begin no further than half of a window's end: at most B pairs
//! i ≤ j have their corner at one point of it, so that no count grows by more than B at a point.
//! As long as every count is below 2¹⁶ − B when the window begins, and every count that
//! changed is so after each of its points, all are exact. Where a count comes near that, the window
//! is swept again with 32 bits, and so are all that follow.

use std::ops::BitOr;

use crate::sweep::Nimber;

/// How often a nimber is held, modulo some power of two.
pub(super) trait Count: Copy + Default + Eq + BitOr<Output = Self> + Send + Sync {
    /// The sum, modulo the power of two.
    fn plus(self, other: Self) -> Self;
    /// An integer, modulo the power of two.
    fn modulo(integer: i32) -> Self;
    /// Whether a count that is at most this one may grow by `growth` and stay below the power of
    /// two.
    fn has_room_for(self, growth: usize) -> bool;
}

macro_rules! count {
    ($type:ty) => {
        impl Count for $type {
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            fn modulo(integer: i32) -> Self {
                integer as $type
            }

            fn has_room_for(self, growth: usize) -> bool {
                self as usize + growth <= <$type>::MAX as usize
            }
        }
    };
}

count!(u16);
count!(u32);

/// A count may have come to its power of two.
#[derive(Debug)]
pub(super) struct Overflow;

/// How often each nimber is held now, and which are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Running<C> {
    /// The length is a multiple of 64.
    counts: Vec<C>,
    /// One bit for each count that is not zero.
    held: Vec<u64>,
}

impl<C: Count> Running<C> {
    /// Makes space for nimbers below a multiple of 64.
    pub(super) fn grow(&mut self, nimbers: usize) {
        if nimbers > self.counts.len() {
            self.counts.resize(nimbers, C::default());
            self.held.resize(nimbers / 64, 0);
        }
    }

    /// A number that no count exceeds, less than twice the greatest of them.
    pub(super) fn bound(&self) -> C {
        self.counts.iter().fold(C::default(), |bound, &count| bound | count)
    }

    /// The nimbers that are held, ascending.
    pub(super) fn held(&self) -> impl Iterator<Item = Nimber> {
        let is_held = |nimber: &Nimber| self.held[*nimber as usize / 64] >> (nimber % 64) & 1 == 1;
        (0..self.counts.len() as Nimber).filter(is_held)
    }

    /// Changes one count; returns whether the nimber came (`true`) or went (`false`), and the
    /// count.
    pub(super) fn change(&mut self, nimber: Nimber, difference: i32) -> (Option<bool>, C) {
        let count = &mut self.counts[nimber as usize];
        let before = *count != C::default();
        *count = count.plus(C::modulo(difference));
        let now = *count != C::default();
        if now != before {
            self.held[nimber as usize / 64] ^= 1 << (nimber % 64);
        }
        ((now != before).then_some(now), *count)
    }

    /// Moves a line of differences to the counts, and reports the nimbers that came or went, in
    /// ascending order.
    ///
    /// Returns a number that no count exceeds, less than twice the greatest of them.
    pub(super) fn settle(&mut self, line: &mut [C], mut report: impl FnMut(Nimber, bool)) -> C {
        let zero = C::default();
        let mut bound = zero;
        let chunks =
            self.counts.chunks_exact_mut(64).zip(line.chunks_exact_mut(64)).zip(self.held.iter_mut());
        for (index, ((counts, differences), held)) in chunks.enumerate() {
            // a first pass without branches, which the compiler turns into vector instructions;
            // most change nothing
            let mut changed = false;
            for (count, difference) in counts.iter_mut().zip(&mut *differences) {
                let after = count.plus(*difference);
                changed |= (*count == zero) != (after == zero);
                bound = bound | after;
                *count = after;
                *difference = zero;
            }
            if !changed {
                continue;
            }
            let now = bits_of_held(counts);
            let mut different = now ^ *held;
            *held = now;
            while different != 0 {
                let bit = different.trailing_zeros();
                report(index as Nimber * 64 + bit, now >> bit & 1 == 1);
                different &= different - 1;
            }
        }
        bound
    }
}

/// One bit for each of 64 counts that is not zero.
fn bits_of_held<C: Count>(counts: &[C]) -> u64 {
    // the 0 or 1 of byte i in a word of eight comes to bit 56 + i, as 8i + (56 − 7i) = 56 + i
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let byte = |counts: &[C]| {
        let mut flags = [0_u8; 8];
        for (flag, &count) in flags.iter_mut().zip(counts) {
            *flag = u8::from(count != C::default());
        }
        (u64::from_le_bytes(flags).wrapping_mul(GATHER)) >> 56
    };
    counts.chunks_exact(8).rev().fold(0, |bits, counts| bits << 8 | byte(counts))
}

impl<C: Count> Running<C> {
    /// Whether both hold every nimber equally often; counts that are not there are 0.
    pub(super) fn has_counts_of(&self, other: &Self) -> bool {
        let longest = self.counts.len().max(other.counts.len());
        let count = |running: &Self, nimber: usize| running.counts.get(nimber).copied().unwrap_or_default();
        (0..longest).all(|nimber| count(self, nimber) == count(other, nimber))
    }
}

impl Running<u16> {
    /// The same counts with more bits.
    pub(super) fn widened(&self) -> Running<u32> {
        Running { counts: self.counts.iter().copied().map(u32::from).collect(), held: self.held.clone() }
    }
}

impl Running<u32> {
    /// The same counts with fewer bits, if they fit and may still grow by `growth`.
    pub(super) fn narrowed(&self, growth: usize) -> Option<Running<u16>> {
        let bound = u16::try_from(self.bound()).ok().filter(|bound| bound.has_room_for(growth));
        // each count is at most the bound
        bound.map(|_| Running {
            counts: self.counts.iter().map(|&count| count as u16).collect(),
            held: self.held.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_moves_to_the_counts_and_what_comes_or_goes_is_reported() {
        let mut running = Running::<u16>::default();
        running.grow(128);
        assert_eq!(running.change(3, 2), (Some(true), 2));
        let mut line = vec![0_u16; 128];
        (line[3], line[70], line[71]) = (2_u16.wrapping_neg(), 5, 1);
        let mut reported = vec![];
        let bound = running.settle(&mut line, |nimber, held| reported.push((nimber, held)));
        assert_eq!(reported, [(3, false), (70, true), (71, true)]);
        assert_eq!((bound, running.bound()), (5, 5));
        assert!(line.iter().all(|&difference| difference == 0));
        assert_eq!(running.held().collect::<Vec<_>>(), [70, 71]);
        assert_eq!(running.change(71, -1), (Some(false), 0));
    }

    #[test]
    fn each_count_has_its_bit() {
        for held in [0, 1, 1 << 63, u64::MAX, 0x8040_2010_0804_0201, 0x0123_4567_89ab_cdef] {
            let counts: Vec<u32> = (0..64).map(|bit| (held >> bit & 1) as u32 * 256).collect();
            assert_eq!(bits_of_held(&counts), held);
        }
    }

    #[test]
    fn counts_are_narrow_only_with_room_to_grow() {
        let mut running = Running::<u32>::default();
        running.grow(64);
        running.change(9, 1000);
        let narrow = running.narrowed(60_000).unwrap();
        assert_eq!(narrow.widened(), running);
        assert!(running.narrowed(65_000).is_none()); // the bound of 1000 is 1000 itself
        running.change(9, 70_000);
        assert!(running.narrowed(0).is_none());
    }
}
