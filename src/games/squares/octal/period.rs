//! The period of an octal game: the least one that the period theorem proves.

use super::super::period::common_prefixes;
use crate::sweep::Nimber;

/// A period that holds for ever: G(n + `length`) = G(n) for all n ≥ `from`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OctalPeriod {
    /// The least place from which on it holds.
    pub from: usize,
    /// The least period.
    pub length: usize,
}

/// The least period that follows from these values by the period theorem, where `longest` is the
/// greatest quotient; `None` if none does yet.
///
/// It is the least period of the whole sequence: a lesser one would divide it, hold from the same
/// place, and be proven by the same values.
///
/// # Cost
/// O(values).
pub(super) fn proven_period(values: &[Nimber], longest: usize) -> Option<OctalPeriod> {
    // N values match those p before them from n₀ + p on, so for t = N − n₀ − p values at the end.
    // The theorem needs them up to 2·n₀ + 2p + Q ≤ N, and that is N + Q ≤ 2t.
    let needed = (values.len() + longest).div_ceil(2);
    // for each shift p, how many values at the end equal those p before them without a gap
    let backwards: Vec<Nimber> = values.iter().rev().copied().collect();
    let matched = common_prefixes(&backwards);
    let length = (1..matched.len()).find(|&shift| matched[shift] >= needed)?;
    Some(OctalPeriod { from: values.len() - length - matched[length], length })
}

#[cfg(test)]
mod tests {
    use super::*;

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
