//! Corners in order by collecting and sorting, one window after the other.

use super::line::{Line, Pair};

/// Lets g grow as far as it is wanted.
///
/// A change of reach changes g no sooner than the shortest length further on: so a window of that
/// width is the widest whose corners are all known when it begins.
pub(super) fn sweep(line: &mut Line) {
    let (width, end) = (line.shortest(), line.corners_end());
    let (mut from, mut corners) = (0, vec![]);
    while from < end {
        let to = end.min(from + width);
        corners.clear();
        collect(line.starts(), from, to, &mut corners);
        corners.sort_unstable_by_key(|&(key, _)| key);
        for moment in corners.chunk_by(|a, b| a.0 == b.0) {
            moment.iter().for_each(|&(_, pair)| line.take(pair));
            line.settle(moment[0].0);
        }
        apply_below(line, to + width);
        from = to;
    }
    apply_below(line, i64::MAX);
}

/// All corners from one key to below another.
fn collect(starts: &[i64], from: i64, to: i64, corners: &mut Vec<(i64, Pair)>) {
    // j ≤ i, so p_i is at least half of the sum
    let first = starts.partition_point(|&start| 2 * start < from);
    // as i moves on, the range of j moves back
    let (mut low, mut high) = (starts.len(), starts.len());
    for (i, &start) in starts.iter().enumerate().skip(first).take_while(|&(_, &start)| start < to) {
        while low > 0 && start + starts[low - 1] >= from {
            low -= 1;
        }
        while high > 0 && start + starts[high - 1] >= to {
            high -= 1;
        }
        let partners = low..high.min(i + 1);
        corners.extend(partners.map(|j| (start + starts[j], (i as u32, j as u32))));
    }
}

fn apply_below(line: &mut Line, end: i64) {
    while let Some(key) = line.next_change().filter(|&key| key < end) {
        line.apply(key);
    }
}
