//! Samples spread over a list by a hash of it: which kept values are computed again.

/// One index of each of `count` stretches of a list of `length` items, chosen by the hash of the
/// list. An edit of the list changes the places, and so cannot avoid those that were known before
/// it. No more indices than items.
pub(in crate::games) fn spread(count: usize, length: usize, hash: u64) -> impl Iterator<Item = usize> {
    let count = count.min(length);
    let stretch = move |number: usize| (length as u128 * number as u128 / count as u128) as usize;
    (0..count).map(move |number| {
        let (start, end) = (stretch(number), stretch(number + 1));
        // count ≤ length, so that no stretch is empty
        start + (mixed(hash.wrapping_add(number as u64)) % (end - start) as u64) as usize
    })
}

/// A hash of a number: the finalizer of SplitMix64.
pub(in crate::games) fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_stretch_has_its_place() {
        for (count, length) in [(0, 0), (5, 0), (1, 1), (7, 7), (9, 4), (36, 1000), (200, 12_345)] {
            let places: Vec<usize> = spread(count, length, 7).collect();
            assert_eq!(places.len(), count.min(length));
            for (number, &place) in places.iter().enumerate() {
                let stretch = length * number / places.len()..length * (number + 1) / places.len();
                assert!(stretch.contains(&place), "{place} of {count} in {length}");
            }
        }
        let other = |hash| spread(36, 1000, hash).eq(spread(36, 1000, 7));
        assert!(other(7) && !other(8));
    }

    /// The first numbers of SplitMix64 with the seed 1234567, from the reference implementation of
    /// Vigna.
    #[test]
    fn the_hash_is_that_of_splitmix64() {
        let states = (0..3).map(|n| 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(n).wrapping_add(1_234_567));
        let expected = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert!(states.map(mixed).eq(expected));
    }
}
