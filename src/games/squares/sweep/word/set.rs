//! A set of places: one number to compute with, or a word as it is kept.

/// A set of places, a bit each: the n-th place has bit n, from 1 on, and the lowest bit is that of
/// what is below all places.
pub(super) type Bits = u128;
/// The same as two halves, which processors take together.
pub(super) type Word = [u64; 2];

/// The most places of a word.
pub(super) const PLACES: usize = Bits::BITS as usize - 1;

/// A set as a word.
pub(super) fn word(bits: Bits) -> Word {
    [bits as u64, (bits >> u64::BITS) as u64]
}

/// The set of a word.
pub(super) fn bits([low, high]: Word) -> Bits {
    Bits::from(high) << u64::BITS | Bits::from(low)
}
