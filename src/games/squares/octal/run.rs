//! G, value by value, until a period is proven, and from then on by the period; and checks of
//! values that are said to be those of G.

use super::super::period::common_prefixes;
use super::super::samples::{mixed, spread};
use super::options::{Options, PairReader, sums};
use crate::sweep::Nimber;

/// The sequence G of an octal game with digits 7 at q and q + 1, as it grows.
#[derive(Clone, Debug)]
pub struct OctalRun {
    /// The quotients q, ascending: at least one, all at least 1.
    quotients: Vec<usize>,
    values: Vec<Nimber>,
    options: Options,
    period: Option<OctalPeriod>,
    /// How many values have to be known when a mask, or a period, is looked for again.
    next_space: usize,
    next_period: usize,
}

/// A call of [`advance`](OctalRun::advance) ends after about this many pairs, some milliseconds.
const PAIRS_AT_ONCE: u64 = 1 << 22;
/// It also ends after this many values.
const VALUES_AT_ONCE: usize = 1 << 18;
/// Masks and periods of fewer values are not looked for.
const FEW_VALUES: usize = 64;

impl OctalRun {
    /// Nothing is known yet. The quotients ascend; there is at least one, and all are at least 1.
    pub fn new(quotients: Vec<usize>) -> Self {
        Self {
            quotients,
            values: vec![],
            options: Options::new(),
            period: None,
            next_space: FEW_VALUES,
            next_period: FEW_VALUES,
        }
    }

    /// Continues from values that are believed to be those of G.
    pub fn resume(quotients: Vec<usize>, values: Vec<Nimber>) -> Self {
        let mut run = Self::new(quotients);
        for (n, &value) in values.iter().enumerate() {
            run.options.note(n, value);
        }
        run.options.choose_space(&values);
        run.next_space = FEW_VALUES.max(values.len() + 1).next_power_of_two();
        run.next_period = FEW_VALUES.max(values.len() + 1);
        run.values = values;
        run.look_for_period();
        run
    }

    /// G(0), G(1), … as far as known.
    pub fn values(&self) -> &[Nimber] {
        &self.values
    }

    /// The least period and the least place from which on it holds, if it is proven.
    #[cfg(test)]
    pub fn period(&self) -> Option<OctalPeriod> {
        self.period
    }

    /// Finds more values, but none from number `end` on; returns whether there were any to find.
    ///
    /// # Cost
    /// Some milliseconds, or the pairs of one sum if these take longer.
    pub fn advance(&mut self, end: usize) -> bool {
        let known = self.values.len();
        let end_of_call = end.min(known + VALUES_AT_ONCE);
        let pairs = self.options.pairs();
        while self.values.len() < end_of_call && self.options.pairs() - pairs < PAIRS_AT_ONCE {
            let value = self.next_value();
            self.values.push(value);
        }
        if known < end && self.values.len() == end {
            self.look_for_period();
        }
        known < end
    }

    fn look_for_period(&mut self) {
        if self.period.is_none() {
            let longest = self.quotients[self.quotients.len() - 1];
            self.period = proven_period(&self.values, longest);
        }
    }

    fn next_value(&mut self) -> Nimber {
        let n = self.values.len();
        if n == self.next_period {
            self.next_period += n / 4;
            self.look_for_period();
        }
        if let Some(period) = self.period {
            return self.values[n - period.length];
        }
        if n == self.next_space {
            self.next_space *= 2;
            self.options.choose_space(&self.values);
        }
        let value = self.options.value(&self.values, &self.quotients);
        self.options.note(n, value);
        value
    }
}

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

/// At most this many values are all computed again: at most 25 million pairs.
const MOST_COMPUTED: usize = 10_000;
/// Of more values this many are computed from those below them.
const SAMPLES: usize = 200;

/// Whether values are those of G: all of them if they are few, else those at 200 places.
///
/// The values are cut into as many stretches as there are places. In each, one value is chosen by a
/// hash of all values, so that an edit cannot avoid the places that were known before it.
///
/// # Cost
/// Up to 10,000 values that of a run, else O(values) for each place and quotient.
pub fn are_values(values: &[Nimber], quotients: &[usize]) -> bool {
    if values.len() <= MOST_COMPUTED {
        let mut run = OctalRun::new(quotients.to_vec());
        // as soon as they differ, so that wrong values do not cost the way to the end
        while values.starts_with(run.values()) && run.advance(values.len()) {}
        return values == run.values();
    }
    let mut reader = PairReader::new();
    values.iter().for_each(|&value| reader.include(value));
    let hash = values.iter().fold(0, |hash, &value| mixed(hash ^ u64::from(value)));
    spread(SAMPLES, values.len(), hash).all(|n| follows(values, quotients, n, &mut reader))
}

/// Whether G(n) is the value that follows from those below it.
fn follows(values: &[Nimber], quotients: &[usize], n: usize, reader: &mut PairReader) -> bool {
    let mut options = vec![0; reader.words()];
    for sum in sums(n, quotients) {
        options.iter_mut().zip(reader.whole(sum, values).held()).for_each(|(options, held)| *options |= held);
    }
    let is_option = |nimber: Nimber| options[nimber as usize / 64] >> (nimber % 64) & 1 == 1;
    // a value that no option has, and below it only such that one has
    !is_option(values[n]) && (0..values[n]).all(is_option)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// G by sets of options, as the octal law says.
    fn by_definition(quotients: &[usize], end: usize) -> Vec<Nimber> {
        let mut values: Vec<Nimber> = vec![];
        for n in 0..end {
            let mut options = vec![];
            for rest in quotients.iter().filter_map(|q| n.checked_sub(*q)) {
                for sum in [Some(rest), rest.checked_sub(1)].into_iter().flatten() {
                    options.extend((0..=sum).map(|a| values[a] ^ values[sum - a]));
                }
            }
            values.push((0..).find(|nimber| !options.contains(nimber)).unwrap());
        }
        values
    }

    /// G by all pairs of every sum, no set kept.
    fn by_all_pairs(quotients: &[usize], end: usize) -> Vec<Nimber> {
        let mut values: Vec<Nimber> = vec![];
        for n in 0..end {
            let mut is_option = vec![false; 2 * end];
            for sum in sums(n, quotients) {
                (0..=sum / 2).for_each(|a| is_option[(values[a] ^ values[sum - a]) as usize] = true);
            }
            values.push((0..).find(|&nimber| !is_option[nimber as usize]).unwrap());
        }
        values
    }

    proptest! {
        #![proptest_config(crate::property::cases(24))]

        #[test]
        fn rare_and_common_values_are_those_of_all_pairs(
            quotients in proptest::collection::btree_set(1_usize..30, 1..5),
        ) {
            let quotients: Vec<usize> = quotients.into_iter().collect();
            let mut run = OctalRun::new(quotients.clone());
            while run.advance(1500) {}
            prop_assert_eq!(run.values(), by_all_pairs(&quotients, 1500));
        }
    }

    #[test]
    fn few_pairs_are_looked_at() {
        for quotients in [&[1, 2][..], &[1, 4], &[2, 3], &[3, 5]] {
            let mut run = OctalRun::new(quotients.to_vec());
            while run.advance(40_000) {}
            // all pairs of all sums are 40,000²/4
            assert!(run.options.pairs() < 40_000 * 40_000 / 4 / 2, "{quotients:?}: {}", run.options.pairs());
            assert_eq!(run.values()[..4000], by_all_pairs(quotients, 4000), "{quotients:?}");
        }
    }

    #[test]
    fn values_are_those_of_the_definition() {
        for quotients in
            [&[1][..], &[1, 2], &[2, 3], &[1, 4], &[1, 7], &[5, 11], &[1, 3, 5], &[40], &[3, 200]]
        {
            let mut run = OctalRun::new(quotients.to_vec());
            while run.advance(1000) {}
            assert_eq!(run.values(), by_definition(quotients, 1000), "{quotients:?}");
        }
    }

    /// Pairs are looked at 64 together, and then one is left: the two equal parts of 128, the only
    /// pair whose nimber is 0. No real game is known in which one of 65 pairs is the only one.
    #[test]
    fn a_pair_that_is_left_alone_is_looked_at() {
        let values: Vec<Nimber> = (0..130)
            .map(|n| {
                if n == 0 {
                    0
                } else if n < 65 {
                    1
                } else {
                    3
                }
            })
            .collect();
        let mut run = OctalRun::resume(vec![1], values);
        while run.advance(131) {}
        assert_eq!(run.values()[130], 1);
    }

    #[test]
    fn a_run_resumes_from_any_place() {
        for quotients in [&[1][..], &[1, 2], &[2, 3], &[5, 11], &[3, 200]] {
            let expected = by_definition(quotients, 700);
            for known in [0, 1, 2, 63, 64, 65, 128, 500, 699, 700] {
                let mut run = OctalRun::resume(quotients.to_vec(), expected[..known].to_vec());
                while run.advance(700) {}
                assert_eq!(run.values(), expected, "{quotients:?} from {known}");
            }
        }
    }

    #[test]
    fn periods_hold_and_are_the_least_ones() {
        for (quotients, from, length) in [
            (&[1][..], 71, 12),
            (&[1, 3], 142, 24),
            (&[1, 5], 3, 18),
            (&[1, 10], 3140, 421),
            (&[1, 3, 5], 16, 28),
            (&[1, 4, 7], 30, 40),
        ] {
            let mut run = OctalRun::new(quotients.to_vec());
            while run.advance(9000) {}
            assert_eq!(run.period(), Some(OctalPeriod { from, length }), "{quotients:?}");
            let values = by_definition(quotients, 1000);
            assert_eq!(run.values()[..1000], values, "{quotients:?}");
        }
        let mut run = OctalRun::new(vec![1, 2]);
        while run.advance(9000) {}
        assert_eq!(run.period(), None);
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

    fn values(quotients: &[usize], end: usize) -> Vec<Nimber> {
        let mut run = OctalRun::new(quotients.to_vec());
        while run.advance(end) {}
        run.values().to_vec()
    }

    #[test]
    fn every_edit_of_few_values_is_seen() {
        let right = values(&[1, 2], 300);
        assert!(are_values(&right, &[1, 2]) && are_values(&[], &[1, 2]));
        for n in 0..300 {
            let mut wrong = right.clone();
            wrong[n] ^= 1;
            assert!(!are_values(&wrong, &[1, 2]), "{n}");
        }
    }

    #[test]
    fn edits_of_many_values_are_seen() {
        for quotients in [&[1][..], &[1, 2], &[2, 7]] {
            let right = values(quotients, 15_000);
            assert!(are_values(&right, quotients));
            // every seventeenth value, by another one that occurs
            for offset in 0..17 {
                let mut wrong = right.clone();
                for n in (offset..right.len()).step_by(17) {
                    wrong[n] = if right[n] == right[40] { right[41] } else { right[40] };
                }
                assert!(!are_values(&wrong, quotients), "{quotients:?} with offset {offset}");
            }
        }
    }
}
