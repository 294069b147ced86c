//! How much an answer may take: which questions would take minutes, or days, and how far curves go
//! that are shown.
//!
//! The games compute whatever memory allows, and estimate the work beforehand.

use num_bigint::BigUint;

use crate::error::{Error, error};
use crate::games::coins::{self, Modulus};
use crate::games::squares::Lengths;
use crate::games::squares::drive::Patience;
use crate::games::squares::need::table_limit;
use crate::games::stones::TakeAway;
use crate::number::Surd;

/// The most words that one representation of a pile adds, see [`TakeAway::work`]: under a minute,
/// and under a second in a browser. The answer for one pile needs two of them.
const MOST_WORDS: [u128; 2] = [1 << 34, 1 << 28];

/// The most word operations of a count of rows, see [`coins::fair_rows_work`]: some minutes, and
/// about a second in a browser.
const MOST_OPERATIONS: [u128; 2] = [1 << 38, 1 << 29];

/// The most bytes of a reply.
pub(super) const LARGEST_REPLY: u64 = 10_000_000;

/// What is most for somebody of some patience.
fn most([minutes, second]: [u128; 2], patience: Patience) -> u128 {
    if patience == Patience::Seconds { second } else { minutes }
}

/// Refuses a pile whose opening and winning moves would take too long.
pub(super) fn pile(game: TakeAway, n: &BigUint, patience: Patience) -> Result<(), Error> {
    if game.work(n) > most(MOST_WORDS, patience) {
        let (bits, ratio) = (n.bits(), game.ratio());
        return Err(error!(
            TooLarge,
            "the winning moves from a pile of {bits} bits with the ratio {ratio} would take too long; give a smaller \
             ratio or pile"
        ));
    }
    Ok(())
}

/// How far curves of some games go, unless a call says otherwise: up to 20 times the longest
/// length, or as far as it gets in about a second.
pub(crate) fn shown_limit(games: &[Lengths]) -> Surd {
    let longest = games.iter().map(Lengths::longest).max().cloned().unwrap_or_default();
    table_limit(games, (Surd::from(20) * longest).ceil().into())
}

/// Refuses a count of fair rows that would take too long.
pub(super) fn rows(
    height: u32,
    stacks: u64,
    modulus: Option<&Modulus>,
    patience: Patience,
) -> Result<(), Error> {
    let work = coins::fair_rows_work(height, stacks, modulus)?;
    let operations = most(MOST_OPERATIONS, patience);
    if work <= operations {
        return Ok(());
    }
    let exact = |stacks| coins::fair_rows_work(height, stacks, None).unwrap_or(u128::MAX);
    let most = if exact(stacks) == work {
        last_that(|stacks| exact(stacks) <= operations)
    } else {
        // modulo m every stack takes the same work; less than 2^64·2^38, and the quotient is below
        // `stacks`
        (u128::from(stacks) * operations / work) as u64
    };
    let (how, or) = match modulus {
        Some(modulus) => (format!("modulo a number of {} bits", modulus.get().bits()), ""),
        None => ("exactly".to_owned(), ", or a modulus"),
    };
    Err(error!(
        TooLarge,
        "counting rows of {stacks} stacks of height {height} {how} would take too long; give at most {most} stacks{or}"
    ))
}

/// The last number that fits, if 0 fits and no number after one that does not.
fn last_that(fits: impl Fn(u64) -> bool) -> u64 {
    let steps = (0..u64::BITS).rev().map(|bit| 1 << bit);
    steps.fold(0, |last, step| if fits(last + step) { last + step } else { last })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOURS: Patience = Patience::Hours;

    /// As a refusal of more says it.
    fn most_rows(height: u32, modulus: Option<&Modulus>) -> u64 {
        let refusal = rows(height, u64::MAX, modulus, HOURS).unwrap_err();
        let (_, most) = refusal.text().split_once("; give at most ").unwrap();
        most.split(' ').next().unwrap().parse().unwrap()
    }

    #[test]
    fn piles_that_take_minutes_are_refused() {
        let pile = |ratio: u64, digits| {
            let game = TakeAway::new(ratio.try_into().unwrap());
            pile(game, &BigUint::from(10_u32).pow(digits), HOURS)
        };
        assert!(pile(5000, 9999).is_err());
        assert!(pile(2, 600_000).is_err());
        assert!(pile(5000, 100).is_ok());
        assert!(pile(2, 10_000).is_ok());
        assert_eq!(
            pile(5000, 9999).unwrap_err().to_string(),
            "the winning moves from a pile of 33216 bits with the ratio 5000 would take too long; \
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
                let found = most_rows(height, modulus.as_ref());
                assert_eq!(found, most, "height {height}, modulo {modulus:?}");
            }
        }
    }

    #[test]
    fn the_most_that_is_possible_is_possible_and_no_more() {
        for height in 1..=12 {
            let most = most_rows(height, None);
            assert_eq!(
                (rows(height, most, None, HOURS), rows(height, most + 1, None, HOURS).is_err()),
                (Ok(()), true)
            );
        }
        assert_eq!(last_that(|number| number <= 12_345), 12_345);
    }
}
