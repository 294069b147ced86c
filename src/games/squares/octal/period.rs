//! The period of an octal game: the least one that the period law proves.

use crate::sweep::Nimber;

/// A period that holds for ever: G(n + `length`) = G(n) for all n ≥ `from`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OctalPeriod {
    /// The least place from which on it holds.
    pub from: usize,
    /// The least period.
    pub length: usize,
}

/// The least period that follows from these values by the period law, where `longest` is the
/// greatest quotient; `None` if none does yet.
///
/// It is the least period of the whole sequence: a lesser one would divide it, hold from the same
/// place, and be proven by the same values.
///
/// # Cost
/// O(values).
pub(super) fn proven_period(values: &[Nimber], longest: usize) -> Option<OctalPeriod> {
    // N values match those p before them from n₀ + p on, so for t = N − n₀ − p values at the end.
    // The law needs them up to 2·n₀ + 2p + Q ≤ N, and that is N + Q ≤ 2t.
    let needed = (values.len() + longest).div_ceil(2);
    let matched = matches_from_the_end(values);
    let length = (1..matched.len()).find(|&shift| matched[shift] >= needed)?;
    Some(OctalPeriod { from: values.len() - length - matched[length], length })
}

/// For each shift p, how many values at the end equal those p before them without a gap: the
/// Z-function of the sequence read backwards.
fn matches_from_the_end(values: &[Nimber]) -> Vec<usize> {
    let backwards = |index: usize| values[values.len() - 1 - index];
    let mut matched = vec![0; values.len()];
    // the stretch start..end equals the first end − start values, and ends last of those known
    let (mut start, mut end) = (0, 0);
    for shift in 1..values.len() {
        let mut equal = if shift < end { matched[shift - start].min(end - shift) } else { 0 };
        while shift + equal < values.len() && backwards(equal) == backwards(shift + equal) {
            equal += 1;
        }
        if shift + equal > end {
            (start, end) = (shift, shift + equal);
        }
        matched[shift] = equal;
    }
    matched
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_are_those_of_the_definition() {
        let mut state = 7_u32;
        for length in [0, 1, 2, 3, 10, 50] {
            for _ in 0..50 {
                let values: Vec<Nimber> = (0..length)
                    .map(|_| {
                        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                        state >> 31
                    })
                    .collect();
                let matched = matches_from_the_end(&values);
                assert_eq!(matched.len(), values.len());
                for (shift, &matched) in matched.iter().enumerate().skip(1) {
                    let (late, early) = (values.iter().rev(), values.iter().rev().skip(shift));
                    let expected = late.zip(early).take_while(|(a, b)| a == b).count();
                    assert_eq!(matched, expected, "{shift} of {values:?}");
                }
            }
        }
    }

    #[test]
    fn a_period_is_proven_as_soon_as_the_law_allows() {
        // from 3 on with period 4, and Q = 5: known below 2·3 + 2·4 + 5 = 19
        let value = |n: usize| if n < 3 { 9 } else { (n % 4) as Nimber };
        let values: Vec<Nimber> = (0..40).map(value).collect();
        assert_eq!(proven_period(&values[..18], 5), None);
        for known in 19..40 {
            let period = OctalPeriod { from: 3, length: 4 };
            assert_eq!(proven_period(&values[..known], 5), Some(period), "{known}");
        }
    }
}
