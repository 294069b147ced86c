//! G, value by value, until a period is proven, and from then on by the period; and checks of
//! values that are said to be those of G.

use super::code::Code;
use super::options::{HeapOptions, PairReader};
use super::period::Period;
use super::samples::{mixed, spread};
use crate::sweep::Nimber;

/// The values G(0), G(1), … of an octal game, as far as they are computed.
#[derive(Clone, Debug)]
pub struct Values {
    code: Code,
    values: Vec<Nimber>,
    options: HeapOptions,
    period: Option<Period>,
    /// How many values have to be known when a mask, or a period, is looked for again.
    next_space: usize,
    next_period: usize,
}

/// A call of [`advance`](Values::advance) ends after about this much work, some milliseconds.
const WORK_AT_ONCE: u64 = 1 << 22;
/// It also ends after this many values.
const VALUES_AT_ONCE: usize = 1 << 18;
/// Masks and periods of fewer values are not looked for.
const FEW_VALUES: usize = 64;
/// The most bytes that sets of nimbers may have.
const MOST_BYTES: usize = 1 << 29;
/// There are never more values, so that their numbers have 32 bits.
const MOST_VALUES: usize = u32::MAX as usize;

impl Values {
    /// Nothing is known yet.
    #[must_use]
    pub fn new(code: Code) -> Self {
        Self {
            code,
            values: vec![],
            options: HeapOptions::new(MOST_BYTES),
            period: None,
            next_space: FEW_VALUES,
            next_period: FEW_VALUES,
        }
    }

    /// Continues from values that are believed to be those of G.
    pub(in crate::games) fn resume(code: Code, values: Vec<Nimber>) -> Self {
        let mut run = Self::new(code);
        for (n, &value) in values.iter().enumerate() {
            run.options.note(n, value);
        }
        run.options.choose_space(&values, &run.code);
        run.next_space = FEW_VALUES.max(values.len() + 1).next_power_of_two();
        run.next_period = FEW_VALUES.max(values.len() + 1);
        run.values = values;
        run.look_for_period();
        run
    }

    /// What the values below number `end` alone say, as if no more had been computed.
    ///
    /// # Cost
    /// O(end).
    ///
    /// ```
    /// use nimsweep::games::octal::Values;
    ///
    /// let mut kayles = Values::new("0.77".parse()?);
    /// while kayles.advance(200) {}
    /// // 2·71 + 2·12 + 2 values prove the period
    /// assert!(kayles.up_to(168).period().is_some() && kayles.up_to(167).period().is_none());
    /// # Ok::<(), nimsweep::Error>(())
    /// ```
    #[must_use]
    pub fn up_to(&self, end: usize) -> Self {
        Self::resume(self.code.clone(), self.values[..end.min(self.values.len())].to_vec())
    }

    /// The rule.
    #[must_use]
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// G(0), G(1), … as far as known.
    #[must_use]
    pub fn as_slice(&self) -> &[Nimber] {
        &self.values
    }

    /// The work so far: one for each pair of parts and each single heap that was looked at, four
    /// for each sum of two heaps and 64 nimbers, and 100 for each value.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.options.work() + 100 * self.values.len() as u64
    }

    /// The least period and the least place from which on it holds, if it is proven by now.
    #[must_use]
    pub fn period(&self) -> Option<Period> {
        self.period
    }

    /// Finds more values, but none from number `end` on, nor from 2³² − 1 on; returns whether there
    /// were any to find.
    ///
    /// # Cost
    /// Some milliseconds, or the pairs of one sum if these take longer. A value takes four bytes,
    /// and two more while a period is looked for. Once a period is proven, values are copied.
    ///
    /// ```
    /// use nimsweep::games::octal::Values;
    ///
    /// let mut kayles = Values::new("0.77".parse()?);
    /// while kayles.advance(200) {}
    /// assert_eq!(kayles.as_slice()[..10], [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]);
    /// let period = kayles.period().unwrap();
    /// assert_eq!((period.length, period.from), (12, 71));
    /// # Ok::<(), nimsweep::Error>(())
    /// ```
    pub fn advance(&mut self, end: usize) -> bool {
        let end = end.min(MOST_VALUES);
        let known = self.values.len();
        let end_of_call = end.min(known + VALUES_AT_ONCE);
        let work = self.options.work();
        while self.values.len() < end_of_call && self.options.work() - work < WORK_AT_ONCE {
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
            self.period = Period::of(&self.values, self.code.last_place());
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
            self.options.choose_space(&self.values, &self.code);
        }
        let value = self.options.value(&self.values, &self.code);
        self.options.note(n, value);
        value
    }
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
/// Up to 10,000 values that of a run, else O(values) for each place and digit.
pub(in crate::games) fn are_values(values: &[Nimber], code: &Code) -> bool {
    if values.len() <= MOST_COMPUTED {
        let mut run = Values::new(code.clone());
        // as soon as they differ, so that wrong values do not cost the way to the end
        while values.starts_with(run.as_slice()) && run.advance(values.len()) {}
        return values == run.as_slice();
    }
    let mut reader = PairReader::default();
    values.iter().for_each(|&value| reader.include(value));
    let hash = values.iter().fold(0, |hash, &value| mixed(hash ^ u64::from(value)));
    spread(SAMPLES, values.len(), hash).all(|n| follows(values, code, n, &mut reader))
}

/// Whether G(n) is the value that follows from those below it.
fn follows(values: &[Nimber], code: &Code, n: usize, reader: &mut PairReader) -> bool {
    let mut options = vec![[0; 64]; reader.nimbers / 64];
    code.sums(n).for_each(|sum| reader.whole(sum, values).add_to(&mut options));
    let options = options.as_flattened_mut();
    for taken in code.shrinking().iter().take_while(|&&taken| taken < n) {
        options[values[n - taken] as usize] = 1;
    }
    options[0] |= u8::from(code.may_take_all(n));
    // no option has the least value that none has
    options.iter().position(|&option| option == 0) == Some(values[n] as usize)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn code(text: &str) -> Code {
        text.parse().unwrap()
    }

    fn values(text: &str, end: usize) -> Vec<Nimber> {
        let mut run = Values::new(code(text));
        while run.advance(end) {}
        run.as_slice().to_vec()
    }

    /// G from the digits, by all moves.
    fn by_definition(text: &str, end: usize) -> Vec<Nimber> {
        let digits: Vec<u8> = text.bytes().filter(|&sign| sign != b'.').map(|sign| sign - b'0').collect();
        let mut values: Vec<Nimber> = vec![];
        for n in 0..end {
            let mut is_option = vec![false; 2 * end];
            for (taken, digit) in digits.iter().enumerate().take(n + 1) {
                let left = n - taken;
                if left == 0 && digit & 1 != 0 {
                    is_option[0] = true;
                }
                if left > 0 && digit & 2 != 0 {
                    is_option[values[left] as usize] = true;
                }
                if digit & 4 != 0 {
                    (1..left).for_each(|a| is_option[(values[a] ^ values[left - a]) as usize] = true);
                }
            }
            values.push((0..).find(|&nimber| !is_option[nimber as usize]).unwrap());
        }
        values
    }

    proptest! {
        #![proptest_config(crate::property::cases(60))]

        #[test]
        fn rare_and_common_values_are_those_of_all_pairs(text in "[04]\\.[0-7]{1,12}") {
            prop_assert_eq!(values(&text, 900), by_definition(&text, 900));
        }
    }

    /// Where sets of older sums are dropped, and computed again for each n.
    #[test]
    fn sets_may_have_little_memory() {
        for text in ["0.7000000000000000000000000000007", "4.000000000000000000000000000000000003", "0.777"] {
            let expected = by_definition(text, 900);
            for most_bytes in [0, 1000, 3000] {
                let mut run = Values::new(code(text));
                run.options = HeapOptions::new(most_bytes);
                while run.advance(900) {}
                assert_eq!(run.as_slice(), expected, "{text} with {most_bytes} bytes");
            }
        }
    }

    #[test]
    fn values_are_those_of_the_definition() {
        for text in [
            "0.77",
            "0.777",
            "0.0777",
            "0.77077",
            "0.7700077",
            "0.07",
            "0.4",
            "4.0",
            "4.4",
            "4.304",
            "0.16",
            "0.106",
            "0.104",
            "0.0000000000000000000077",
            "0.333",
            "0.1",
            "0.0",
        ] {
            assert_eq!(values(text, 1200), by_definition(text, 1200), "{text}");
        }
    }

    /// The rows of a block of heaps have 256 bytes, or more; the value 256 comes up within a block.
    #[test]
    fn a_move_may_leave_a_value_that_is_larger_than_a_byte() {
        let values = values(&format!("0.{}", "3".repeat(300)), 903);
        assert_eq!(values, (0..903).map(|n| n % 301).collect::<Vec<_>>());
    }

    /// Before the last place comes into play the values repeat, and no period may be proven of
    /// them: also where a far place allows no two heaps.
    #[test]
    fn a_place_far_beyond_the_others_ends_a_repetition() {
        for (begin, end) in [("0.7", "3"), ("0.", "3"), ("0.77", "1"), ("4.", "2"), ("0.3", "7")] {
            let text = format!("{begin}{}{end}", "0".repeat(90));
            assert_eq!(values(&text, 500), by_definition(&text, 500), "{text}");
        }
    }

    #[test]
    fn few_pairs_are_looked_at() {
        for text in ["0.777", "0.77077", "0.0777", "0.007777", "0.106"] {
            let mut run = Values::new(code(text));
            while run.advance(40_000) {}
            // all pairs of all sums are 40,000²/4
            let looked_at = run.options.work();
            assert!(looked_at < 40_000 * 40_000 / 4 / 2, "{text}: {looked_at}");
            assert_eq!(run.as_slice()[..4000], by_definition(text, 4000), "{text}");
        }
    }

    /// Pairs are looked at 64 together, and then one is left: the two equal parts of 130, the only
    /// pair whose nimber is 0. No real game is known in which one of 65 pairs is the only one.
    #[test]
    fn a_pair_that_is_left_alone_is_looked_at() {
        let value = |n: usize| if n == 0 { 0 } else { 1 + 2 * Nimber::from(n > 65) };
        let mut run = Values::resume(code("0.07"), (0..132).map(value).collect());
        while run.advance(133) {}
        // the pairs of 130 leave 2, and 0 for 65 + 65; 130 alone leaves 3
        assert_eq!(run.as_slice()[132], 1);
    }

    #[test]
    fn a_run_resumes_from_any_place() {
        for text in ["0.77", "0.777", "0.0777", "4.304", "0.106"] {
            let expected = by_definition(text, 700);
            for known in [0, 1, 2, 63, 64, 65, 128, 500, 699, 700] {
                let mut run = Values::resume(code(text), expected[..known].to_vec());
                while run.advance(700) {}
                assert_eq!(run.as_slice(), expected, "{text} from {known}");
            }
        }
    }

    #[test]
    fn every_edit_of_few_values_is_seen() {
        for text in ["0.777", "4.304"] {
            let right = values(text, 300);
            assert!(are_values(&right, &code(text)) && are_values(&[], &code(text)));
            for n in 0..300 {
                let mut wrong = right.clone();
                wrong[n] ^= 1;
                assert!(!are_values(&wrong, &code(text)), "{n}");
            }
        }
    }

    #[test]
    fn edits_of_many_values_are_seen() {
        for text in ["0.77", "0.777", "0.07700077", "4.304"] {
            let right = values(text, 15_000);
            assert!(are_values(&right, &code(text)));
            // every seventeenth value, by another one that occurs
            for offset in 0..17 {
                let mut wrong = right.clone();
                for n in (offset..right.len()).step_by(17) {
                    wrong[n] = if right[n] == right[40] { right[41] } else { right[40] };
                }
                assert!(!are_values(&wrong, &code(text)), "{text} with offset {offset}");
            }
        }
    }
}
