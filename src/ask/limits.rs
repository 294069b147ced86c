//! How much an answer may take: which questions would take more than some minutes, and how far g is
//! computed for segments of any length, where a period may answer beyond it.
//!
//! The games compute whatever memory allows, and estimate the work beforehand.

use num_bigint::BigUint;
use thiserror::Error;

use crate::games::coins::{self, Modulus, TableTooTall};
use crate::games::squares::need::{
    has_likely_period, most_computed, quick_for_a_reply, quick_limit, searched,
};
use crate::games::squares::{Grundy, Lengths, Position};
use crate::games::stones::{Ratio, TakeAway};
use crate::number::{Surd, brief};

/// The most words that one representation of a pile adds, see [`TakeAway::work`]: under a minute.
/// The answer for one pile needs three of them.
const MOST_WORDS: u128 = 1 << 34;

/// The most word operations of a count of rows, see [`coins::fair_rows_work`]: some minutes.
const MOST_OPERATIONS: u128 = 1 << 38;

/// A question is refused because its answer would take too long.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TooLong {
    /// A pile with too many terms below it.
    #[error(
        "the winning moves from a pile of {bits} bits with the ratio {ratio} take more than some minutes; \
         give a smaller ratio or pile"
    )]
    Pile {
        /// The ratio.
        ratio: Ratio,
        /// The size of the pile in bits.
        bits: u64,
    },
    /// A row of too many stacks.
    #[error(
        "to count rows of {stacks} stacks of height {height} {} takes more than some minutes; \
         give at most {most} stacks{}",
        modulus_bits.map_or_else(|| "exactly".to_owned(), |bits| format!("modulo a number of {bits} bits")),
        if modulus_bits.is_none() { ", or a modulus" } else { "" }
    )]
    Rows {
        /// The number of stacks.
        stacks: u64,
        /// Their height.
        height: u32,
        /// The size of the modulus in bits, if there is one.
        modulus_bits: Option<u64>,
        /// How many stacks of that height can be counted so.
        most: u64,
    },
    /// A segment for which g is not computed, and no period is known that would answer.
    #[error(
        "g is computed up to {upto}, and shows no period there that would answer for the length {}; \
         give a shorter length{}",
        brief(length),
        if *takes_upto { ", or a larger --upto" } else { "" },
        upto = brief(upto)
    )]
    Segment {
        /// The length of the segment.
        length: Box<Surd>,
        /// How far a period was looked for.
        upto: Box<Surd>,
        /// Whether the question can say how far.
        takes_upto: bool,
    },
    /// The stacks have too many coins for any count.
    #[error(transparent)]
    TooTall(#[from] TableTooTall),
}

/// Refuses a pile whose opening and winning moves would take too long.
pub(super) fn pile(game: TakeAway, n: &BigUint) -> Result<(), TooLong> {
    if game.work(n) > MOST_WORDS {
        return Err(TooLong::Pile { ratio: game.ratio(), bits: n.bits() });
    }
    Ok(())
}

/// How far curves go, unless a call says otherwise: up to 20 times the longest length.
pub(crate) fn shown_limit(lengths: &Lengths) -> Surd {
    Surd::from((Surd::from(20_u64) * lengths.longest()).ceil()).min(quick_limit(lengths))
}

/// Refuses a count of fair rows that would take too long.
pub(super) fn rows(height: u32, stacks: u64, modulus: Option<&Modulus>) -> Result<(), TooLong> {
    let work = coins::fair_rows_work(height, stacks, modulus)?;
    if work <= MOST_OPERATIONS {
        return Ok(());
    }
    let exact = |stacks| coins::fair_rows_work(height, stacks, None).unwrap_or(u128::MAX);
    let most = if exact(stacks) == work {
        last_that(|stacks| exact(stacks) <= MOST_OPERATIONS)
    } else {
        // modulo m every stack takes the same work; less than 2^64·2^38, and the quotient is below
        // `stacks`
        (u128::from(stacks) * MOST_OPERATIONS / work) as u64
    };
    Err(TooLong::Rows { stacks, height, modulus_bits: modulus.map(|modulus| modulus.get().bits()), most })
}

/// The last number that fits, if 0 fits and no number after one that does not.
fn last_that(fits: impl Fn(u64) -> bool) -> u64 {
    (0..u64::BITS)
        .rev()
        .map(|bit| 1 << bit)
        .fold(0, |last, step| if fits(last + step) { last + step } else { last })
}

/// The longest segment whose value a reply cannot do without, 0 if there is none. If g takes more
/// than some seconds for the longest one, equal segments cancel; and no value is needed, `None`,
/// where a [pairing move](Position::pairing_move) wins.
///
/// ```
/// use nimsweep::games::squares::{Lengths, Position};
/// use nimsweep::internal::required_by_reply;
///
/// let required = |segments: &[i64]| {
///     let segments = segments.iter().map(|&segment| segment.into());
///     Position::new(&Lengths::default(), segments).map(|position| required_by_reply(&position))
/// };
/// assert_eq!(required(&[6000])?, None); // the middle wins
/// assert_eq!(required(&[5, 6000, 6000])?, None);
/// assert_eq!(required(&[5, 7, 8, 9, 6000, 6000])?, Some(9.into()));
/// assert_eq!(required(&[2000])?, Some(2000.into())); // at once
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn required_by_reply(position: &Position) -> Option<Surd> {
    let quick = quick_for_a_reply(position.lengths());
    let longest = position.longest().cloned().unwrap_or_default();
    if longest <= quick {
        return Some(longest);
    }
    let needs_none = position.pairing_move().is_some();
    (!needs_none).then(|| position.longest_unpaired().cloned().unwrap_or_default())
}

/// How far g has to be known for some segments.
#[derive(Clone, Debug)]
pub(super) struct TableLimit {
    /// The longest segment whose value the answer cannot do without.
    required: Surd,
    /// The longest segment.
    longest: Surd,
    /// How far g is computed at first.
    first: Surd,
    /// How far it is computed if there is no period.
    last: Surd,
    /// Whether the question can say how far a period is looked for.
    takes_upto: bool,
}

impl TableLimit {
    /// For segments up to the longest one. A period is looked for up to `upto`, if that is given.
    pub(super) fn new(lengths: &Lengths, longest: Surd, upto: Option<Surd>) -> Self {
        let searched = searched(lengths);
        let (first, last) = match upto {
            Some(upto) => (searched.min(upto.clone()), upto),
            None if !has_likely_period(lengths) => (longest.clone(), longest.clone()),
            None if longest > most_computed(lengths) => (searched.clone(), searched),
            None => (searched, longest.clone()),
        };
        let [first, last] = [first, last].map(|limit| limit.min(longest.clone()));
        Self { required: longest.clone(), longest, first, last, takes_upto: true }
    }

    /// For a reply. A period that is looked for beyond what it requires answers for all segments.
    pub(super) fn of_reply(position: &Position) -> Self {
        let lengths = position.lengths();
        let longest = position.longest().cloned().unwrap_or_default();
        let required = required_by_reply(position).unwrap_or_default();
        let limit = Self { takes_upto: false, ..Self::new(lengths, required.clone(), None) };
        if required == longest {
            return limit;
        }
        if required > most_computed(lengths) {
            return Self { longest, ..limit };
        }
        let last = searched(lengths).max(required).min(longest.clone());
        Self { longest, first: last.clone(), last, ..limit }
    }

    /// How far g is computed at first.
    pub(super) fn first(&self) -> &Surd {
        &self.first
    }

    /// The same where only what takes some seconds is computed: a likely period is looked for so
    /// far, and not further.
    pub(super) fn first_within_seconds(&self, lengths: &Lengths) -> Surd {
        let first = self.first.clone();
        if has_likely_period(lengths) { first.min(quick_limit(lengths)) } else { first }
    }

    /// Whether a segment is longer than the table goes, so that only a period can answer.
    pub(super) fn is_beyond(&self, grundy: &Grundy) -> bool {
        self.longest > *grundy.limit()
    }

    /// How far g is computed next, or `None` if the given one answers.
    pub(super) fn next(&self, grundy: &Grundy) -> Result<Option<&Surd>, TooLong> {
        if !self.is_beyond(grundy) || grundy.clone().with_period().period().is_some() {
            return Ok(None);
        }
        if self.last > *grundy.limit() {
            return Ok(Some(&self.last));
        }
        if self.required <= *grundy.limit() {
            return Ok(None);
        }
        let [length, upto] = [&self.required, &self.last].map(|number| Box::new(number.clone()));
        Err(TooLong::Segment { length, upto, takes_upto: self.takes_upto })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::squares::Digit;
    use crate::games::squares::drive::Patience;
    use crate::games::squares::need::Need;

    /// What [`Need`] decides is what was decided here, but for replies: they no longer do without a
    /// value that takes a moment, nor look for a period that is not likely.
    #[test]
    fn a_need_has_the_limits_of_before() {
        let mut random = fastrand::Rng::with_seed(7);
        let rules = ["1,sqrt2", "1", "1,2", "2,3", "17,19,23", "1/2,3", "1,60sqrt2", "1,30000", "3,1+sqrt2"];
        let (mut replies, mut other) = (0, 0);
        for _ in 0..10_000 {
            let lengths: Lengths = rules[random.usize(..rules.len())].parse().unwrap();
            let digits = vec![[Digit::AtAnEnd, Digit::Anywhere][random.usize(..2)]; lengths.as_slice().len()];
            let lengths = Lengths::with_rule(lengths.as_slice().to_vec(), &digits).unwrap();
            let length = |random: &mut fastrand::Rng| {
                Surd::from(random.i64(1..100)) * Surd::from(10_i64.pow(random.u32(..9))) / Surd::from(3)
            };
            let upto = random.bool().then(|| length(&mut random));
            let longest = length(&mut random);
            let (old, new) =
                (TableLimit::new(&lengths, longest.clone(), upto.clone()), Need::segments(longest, upto));
            let limits = [old.first.clone(), old.last.clone()];
            assert_eq!(limits, new.limits(&lengths, Patience::Hours), "{old:?} {lengths}");
            assert_eq!(old.first_within_seconds(&lengths), new.limits(&lengths, Patience::Seconds)[0]);

            let mut segments: Vec<_> = (0..random.usize(1..5)).map(|_| length(&mut random)).collect();
            if random.bool() {
                segments.push(segments[0].clone());
            }
            let position = Position::new(&lengths, segments).unwrap();
            let (old, new) = (TableLimit::of_reply(&position), Need::reply(&position));
            let limits = new.limits(&lengths, Patience::Hours);
            replies += 1;
            if old.required == new.required() && has_likely_period(&lengths) {
                assert_eq!(old.last, limits[1], "{old:?} {new:?}");
                assert!(limits[0] <= old.first, "{old:?} {new:?}");
            } else {
                other += usize::from(old.last != limits[1]);
            }
        }
        assert!(replies > 9000 && other > 100 && other < 2000, "{other} of {replies}");
    }

    #[test]
    fn piles_that_take_minutes_are_refused() {
        let pile = |ratio: u64, digits| {
            pile(TakeAway::new(ratio.try_into().unwrap()), &BigUint::from(10_u32).pow(digits))
        };
        assert!(pile(5000, 9999).is_err());
        assert!(pile(2, 600_000).is_err());
        assert!(pile(5000, 100).is_ok());
        assert!(pile(2, 10_000).is_ok());
        assert_eq!(
            pile(5000, 9999).unwrap_err().to_string(),
            "the winning moves from a pile of 33216 bits with the ratio 5000 take more than some minutes; \
             give a smaller ratio or pile"
        );
    }

    #[test]
    fn rows_that_take_minutes_are_refused_with_the_most_that_is_possible() {
        let modulus = |text: &str| Some(text.parse::<Modulus>().unwrap());
        for (height, exact, modulo_a_word, modulo_two_words) in [
            (1, 2_965_823, 8_589_934_592, 357_913_941),
            (2, 741_470, 8_589_934_592, 357_913_941),
            (3, 247_156, 178_956_970, 7_456_540),
            (5, 37_076, 6_710_886, 279_620),
            (8, 2896, 65_536, 2730),
            (12, 42, 170, 7),
        ] {
            // the primes 2^61 − 1 and 2^89 − 1
            for (modulus, most) in [
                (None, exact),
                (modulus("2305843009213693951"), modulo_a_word),
                (modulus("618970019642690137449562111"), modulo_two_words),
            ] {
                let Err(TooLong::Rows { most: found, .. }) = rows(height, u64::MAX, modulus.as_ref()) else {
                    panic!("height {height}");
                };
                assert_eq!(found, most, "height {height}, modulo {modulus:?}");
            }
        }
    }

    #[test]
    fn the_most_that_is_possible_is_possible_and_no_more() {
        for height in 1..=12 {
            let Err(TooLong::Rows { most, .. }) = rows(height, u64::MAX, None) else {
                panic!("height {height}")
            };
            assert_eq!((rows(height, most, None), rows(height, most + 1, None).is_err()), (Ok(()), true));
        }
        assert_eq!(last_that(|number| number <= 12_345), 12_345);
    }
}
