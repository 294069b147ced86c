//! G, value by value, until a period is proven; and from then on by the period.

use super::period::{OctalPeriod, proven_period};
use super::recent::Recent;
use crate::sweep::Nimber;

/// The sequence G of an octal game with digits 7 at q and q + 1, as it grows.
#[derive(Clone, Debug)]
pub struct OctalRun {
    /// The quotients q, ascending: at least one, all at least 1.
    quotients: Vec<usize>,
    values: Vec<Nimber>,
    recent: Recent,
    period: Option<OctalPeriod>,
    /// How many values have to be known when a mask, or a period, is looked for again.
    next_split: usize,
    next_period: usize,
}

/// A call of [`advance`](OctalRun::advance) ends after about so many pairs, some milliseconds.
const PAIRS_AT_ONCE: u64 = 1 << 22;
/// It also ends after so many values.
const VALUES_AT_ONCE: usize = 1 << 18;
/// Masks and periods of fewer values are not looked for.
const FEW_VALUES: usize = 64;

impl OctalRun {
    /// Nothing is known yet. The quotients ascend; there is at least one, and all are at least 1.
    pub fn new(quotients: Vec<usize>) -> Self {
        Self {
            quotients,
            values: vec![],
            recent: Recent::new(),
            period: None,
            next_split: FEW_VALUES,
            next_period: FEW_VALUES,
        }
    }

    /// G(0), G(1), … as far as known.
    pub fn values(&self) -> &[Nimber] {
        &self.values
    }

    /// The least period and the least place from which on it holds, if it is proven.
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
        let pairs = self.recent.pairs();
        while self.values.len() < end_of_call && self.recent.pairs() - pairs < PAIRS_AT_ONCE {
            let value = self.next_value();
            self.values.push(value);
        }
        known < end
    }

    fn next_value(&mut self) -> Nimber {
        let n = self.values.len();
        if n == self.next_period && self.period.is_none() {
            self.next_period += n / 4;
            let longest = self.quotients[self.quotients.len() - 1];
            self.period = proven_period(&self.values, longest);
        }
        if let Some(period) = self.period {
            return self.values[n - period.length];
        }
        if n == self.next_split {
            self.next_split *= 2;
            self.recent.split_anew(&self.values);
        }
        let value = self.recent.value(&self.values, &self.quotients);
        self.recent.note(n, value);
        value
    }
}

#[cfg(test)]
mod tests {
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

    #[test]
    fn values_are_those_of_the_definition() {
        for quotients in [&[1][..], &[1, 2], &[2, 3], &[1, 4], &[1, 7], &[5, 11], &[1, 3, 5], &[40], &[3, 200]] {
            let mut run = OctalRun::new(quotients.to_vec());
            while run.advance(1000) {}
            assert_eq!(run.values(), by_definition(quotients, 1000), "{quotients:?}");
        }
    }
    #[test]
    #[ignore]
    fn time() {
        let arg: Vec<usize> = std::env::var("Q").unwrap().split(',').map(|x| x.parse().unwrap()).collect();
        let end: usize = std::env::var("N").unwrap().parse().unwrap();
        let t = std::time::Instant::now();
        let mut run = OctalRun::new(arg);
        while run.advance(end) {}
        println!("{:?} pairs {} per n {} period {:?} max {:?} hash {}", t.elapsed(), run.recent.pairs(), run.recent.pairs() / end as u64, run.period(), run.values().iter().max(), run.values().iter().fold(0u64, |h,&v| h.wrapping_mul(1000003) ^ v as u64));
    }
}
