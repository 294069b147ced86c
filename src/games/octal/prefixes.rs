//! How far a list agrees with itself shifted: by this, periods are found.

/// For each of the first `places` places of a list of `length` items how long the list from there
/// on agrees with the list from its start: the Z-function (Gusfield, *Algorithms on Strings, Trees,
/// and Sequences*, section 1.3). `agree` compares the items at two places.
///
/// Lengths beyond 32 bits become 2³² − 1: the search uses what it knows of an earlier place only
/// as a lower bound, so that the other lengths stay exact.
pub(in crate::games) fn common_prefixes(
    length: usize,
    places: usize,
    agree: impl Fn(usize, usize) -> bool,
) -> Vec<u32> {
    let mut lengths: Vec<u32> = Vec::with_capacity(places.min(length));
    // the stretch that agrees with the start of the list and reaches furthest so far
    let (mut start, mut end) = (0, 0);
    for place in 0..places.min(length) {
        let mut common = match place {
            0 => length,
            // place > start ≥ 1, so that the entry is there and is not that of the whole list
            _ if place < end => (lengths[place - start] as usize).min(end - place),
            _ => 0,
        };
        while place + common < length && agree(place + common, common) {
            common += 1;
        }
        if place > 0 && place + common > end {
            (start, end) = (place, place + common);
        }
        lengths.push(u32::try_from(common).unwrap_or(u32::MAX));
    }
    lengths
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn common_prefixes_agree_with_comparison() {
        for list in ["", "a", "aaaa", "abab", "aabaacaabaab", "xyzxyzxyzxy"] {
            let list = list.as_bytes();
            let compared: Vec<u32> = (0..list.len())
                .map(|place| list[place..].iter().zip(list).take_while(|(a, b)| a == b).count() as u32)
                .collect();
            for places in 0..=list.len() + 1 {
                let found = common_prefixes(list.len(), places, |a, b| list[a] == list[b]);
                assert_eq!(found, compared[..places.min(list.len())]);
            }
        }
    }

    /// A comparison finds that the furthest stretch reaches one item further, or ends the search at
    /// its place: so there are at most two for each item, also if the list has a period.
    #[test]
    fn the_search_is_linear() {
        let comparisons = Cell::new(0);
        common_prefixes(1000, 1000, |a, b| {
            comparisons.set(comparisons.get() + 1);
            a % 7 == b % 7
        });
        assert!(comparisons.get() <= 2000, "{}", comparisons.get());
    }
}
