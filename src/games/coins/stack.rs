//! A stack of gold and silver coins, read and printed top to bottom; its value, found from its
//! options by the simplest-number rule; and the table of all values of a height.

use std::fmt;
use std::ops::Neg;
use std::str::FromStr;

use itertools::Itertools;
use num_bigint::BigInt;
use num_rational::BigRational;
use thiserror::Error;

use crate::number::{Surd, quoted};

/// The greatest height of a [`Stack`]. Its value then has at most 59 binary digits after the point.
pub const TALLEST_STACK: u32 = 60;

/// A coin, and with it the player who may remove it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coin {
    /// Gary's.
    Gold,
    /// Sally's.
    Silver,
}

impl fmt::Display for Coin {
    /// G or S.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(if *self == Self::Gold { "G" } else { "S" })
    }
}

/// A stack of at most [`TALLEST_STACK`] coins.
///
/// # Notation
/// The letters G and S from top to bottom, so that `SG` is a silver coin on a gold one. Lower case
/// is read, too. The empty text is the empty stack.
///
/// # Canonical form
/// One bit a coin from the bottom up, 1 for gold, and zeros above the height. So equal stacks are
/// equal field by field.
///
/// ```
/// use nimsweep::games::coins::{Coin, Stack};
///
/// let stack: Stack = "SSG".parse()?;
/// assert_eq!(stack.height(), 3);
/// assert_eq!(stack.coin(0), Some(Coin::Gold)); // from the bottom
/// assert_eq!(stack.lower_part(2).to_string(), "SG");
/// let error = "GXS".parse::<Stack>().unwrap_err().to_string();
/// assert!(error.starts_with("cannot read a stack: 'X' at column 2 is not a coin"));
/// # Ok::<(), nimsweep::games::coins::StackError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stack {
    height: u32,
    gold: u64,
}

/// Why a text is not a [`Stack`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StackError {
    /// A character that is neither G nor S.
    #[error(
        "cannot read a stack: '{}' at column {column} is not a coin; \
         write G or S for each coin, top to bottom",
        quoted(&found.to_string())
    )]
    NotACoin {
        /// The character.
        found: char,
        /// Its column, counted in characters from 1.
        column: usize,
    },
    /// More coins than a stack can have.
    #[error("cannot read a stack: it has {height} coins; at most {TALLEST_STACK} are possible")]
    TooTall {
        /// How many coins.
        height: usize,
    },
}

impl Stack {
    /// How many coins.
    #[must_use]
    pub fn height(self) -> u32 {
        self.height
    }

    /// The coin with `below` coins under it, and `None` above the top.
    #[must_use]
    pub fn coin(self, below: u32) -> Option<Coin> {
        (below < self.height).then(|| if self.gold >> below & 1 == 1 { Coin::Gold } else { Coin::Silver })
    }

    /// The coins from the bottom up.
    pub fn coins(self) -> impl DoubleEndedIterator<Item = Coin> {
        (0..self.height).filter_map(move |below| self.coin(below))
    }

    /// The lowest `height` coins; the whole stack if it is not higher.
    ///
    /// The options of a stack are its lower parts: a move leaves the coins below the removed one.
    #[must_use]
    pub fn lower_part(self, height: u32) -> Self {
        let height = height.min(self.height);
        Self { height, gold: self.gold & ((1 << height) - 1) } // height ≤ 60, so the shift is in range
    }
}

impl FromStr for Stack {
    type Err = StackError;

    fn from_str(text: &str) -> Result<Self, StackError> {
        let mut stack = Self::default();
        for (index, letter) in text.chars().enumerate() {
            let gold = match letter {
                'G' | 'g' => 1,
                'S' | 's' => 0,
                found => return Err(StackError::NotACoin { found, column: index + 1 }),
            };
            if stack.height == TALLEST_STACK {
                return Err(StackError::TooTall { height: text.chars().count() });
            }
            // the coins read so far lie above this one
            stack = Self { height: stack.height + 1, gold: stack.gold << 1 | gold };
        }
        Ok(stack)
    }
}

impl fmt::Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.coins().rev().join(""))
    }
}

/// How many binary digits after the point a [`Dyadic`] has.
const DIGITS: u32 = TALLEST_STACK;

/// A dyadic rational: an integer multiple of 2^−60, stored as that integer.
///
/// # Canonical form
/// The unit is fixed, so equal numbers are equal integers, order and equality are derived, and sums
/// need no rounding.
///
/// # Range
/// The value of a stack is below 2^66 units in size, so the sum of 2^60 stacks is below 2^126 and
/// fits. No memory holds that many stacks. There is no public sum, because a value that is doubled
/// again and again would leave the range. To calculate, use `Surd::from(value)`, a number of
/// [`number`](crate::number).
///
/// ```
/// use nimsweep::games::coins::{Dyadic, Stack};
/// use nimsweep::number::Surd;
///
/// let value = "GSG".parse::<Stack>()?.value();
/// assert_eq!(value.to_string(), "3/4");
/// assert!(Dyadic::ZERO < value && value < Dyadic::ONE);
/// assert_eq!(Surd::from(value) + Surd::from(1), "7/4".parse::<Surd>()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dyadic {
    pub(crate) units: i128,
}

impl Dyadic {
    /// The number 0.
    pub const ZERO: Self = Self { units: 0 };
    /// The number 1.
    pub const ONE: Self = Self { units: 1 << DIGITS };

    /// ⌊value · 2^`shift`⌋: the numerator over 2^`shift`, if the value has at most `shift` binary
    /// digits after the point.
    ///
    /// A `shift` above 60 counts as 60.
    #[must_use]
    pub fn numerator_over_power(self, shift: u32) -> i128 {
        self.units >> DIGITS.saturating_sub(shift)
    }

    /// The sum of two values of different stacks or rows.
    pub(crate) fn plus(self, other: Self) -> Self {
        Self { units: self.units + other.units } // in range: see the type
    }
}

impl Neg for Dyadic {
    type Output = Self;

    fn neg(self) -> Self {
        Self { units: -self.units }
    }
}

impl From<Dyadic> for Surd {
    fn from(value: Dyadic) -> Self {
        BigRational::new(value.units.into(), BigInt::from(1) << DIGITS).into()
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Surd::from(*self).fmt(f)
    }
}

impl Stack {
    /// The value of the stack: the simplest number between the best options of Gary and of Sally.
    ///
    /// A move that removes the coin with b coins below it leaves the lowest b coins. Let v_b be the
    /// value of the lowest b coins. Then the value is { v_b : that coin is gold | v_b : it is
    /// silver }; all options are dominated except the greatest v_b of a gold coin and the least of
    /// a silver one. Conway, *On Numbers and Games*, chapter 2.
    ///
    /// # Cost
    /// O(h) simplest numbers for h coins, each in O(h): one pass from the bottom up gives all v_b
    /// and keeps the best options.
    ///
    /// ```
    /// use nimsweep::games::coins::Stack;
    ///
    /// let stacks = ["", "GG", "SG", "GS", "GSG", "SSSG"];
    /// for (text, value) in stacks.into_iter().zip(["0", "2", "1/2", "-1/2", "3/4", "1/8"]) {
    ///     assert_eq!(text.parse::<Stack>()?.value().to_string(), value);
    /// }
    /// # Ok::<(), nimsweep::games::coins::StackError>(())
    /// ```
    #[must_use]
    pub fn value(self) -> Dyadic {
        self.coins().fold(Grown::default(), Grown::with).value
    }
}

/// A stack built coin by coin: its value, and the best option of either player.
#[derive(Clone, Copy, Debug, Default)]
struct Grown {
    value: Dyadic,
    /// Gary's best option, if he has any.
    left: Option<Dyadic>,
    /// Sally's best option, if she has any.
    right: Option<Dyadic>,
}

impl Grown {
    /// The stack with one more coin on top: removing that coin leaves the stack as it was, whose
    /// value lies between all options so far, so that it is its player's best.
    fn with(self, coin: Coin) -> Self {
        let (left, right) = match coin {
            Coin::Gold => (Some(self.value), self.right),
            Coin::Silver => (self.left, Some(self.value)),
        };
        Self { value: simplest_between(left, right), left, right }
    }
}

/// The simplest number above `left` and below `right`: the integer nearest to 0 if there is one,
/// else the number of fewest binary digits.
///
/// # Contract
/// `left` < `right`, and a number of at most 60 binary digits after the point lies between. This
/// holds for the options of stacks: the positions of red-blue Hackenbush are numbers (*Winning
/// Ways*, chapter 2), and those of h ≥ 1 coins are born on day h, with at most h − 1 digits.
fn simplest_between(left: Option<Dyadic>, right: Option<Dyadic>) -> Dyadic {
    debug_assert!(left.zip(right).is_none_or(|(left, right)| left < right), "{left:?} | {right:?}");
    if right.is_some_and(|right| right <= Dyadic::ZERO) {
        return -simplest_between(right.map(Neg::neg), left.map(Neg::neg));
    }
    let Some(left) = left.filter(|&left| left >= Dyadic::ZERO) else { return Dyadic::ZERO };
    // a multiple of 2^k lies between if the bits from k on of the left end and of the last unit
    // below the right end differ
    let differing = |right: Dyadic| (left.units ^ (right.units - 1)).checked_ilog2().unwrap_or(0);
    let exponent = right.map_or(DIGITS, differing).min(DIGITS);
    // the least such multiple
    Dyadic { units: ((left.units >> exponent) + 1) << exponent }
}

/// The greatest height of a [`value_table`]: it holds 2^20 stacks.
pub const TALLEST_TABLE: u32 = 20;

/// An entry of a [`value_table`]: a value, and how many stacks have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ValueCount {
    /// The value.
    pub value: Dyadic,
    /// How many stacks.
    pub stacks: u64,
}

/// A [`value_table`] of more stacks than memory should hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "a table of height {height} would hold 2^{height} stacks; a height of at most {TALLEST_TABLE} is possible"
)]
pub struct TableTooTall {
    /// The requested height.
    pub height: u32,
}

/// The values of all stacks of `height` coins, ascending, each with the number of stacks that have
/// it.
///
/// They are found from the game, as [`Stack::value`] finds them, and equal values are merged. (In
/// fact each value occurs once: different stacks are different sign expansions.)
///
/// # Errors
/// [`TableTooTall`] above the height [`TALLEST_TABLE`].
///
/// # Cost
/// O(2^h) simplest numbers and a sort for h coins.
///
/// ```
/// use nimsweep::games::coins::value_table;
///
/// let table = value_table(2)?;
/// let values: Vec<String> = table.iter().map(|entry| entry.value.to_string()).collect();
/// assert_eq!(values, ["-2", "-1/2", "1/2", "2"]);
/// assert!(table.iter().all(|entry| entry.stacks == 1));
/// # Ok::<(), nimsweep::games::coins::TableTooTall>(())
/// ```
pub fn value_table(height: u32) -> Result<Vec<ValueCount>, TableTooTall> {
    at_most_tallest(height)?;
    let (mut values, mut open) = (Vec::with_capacity(1 << height), vec![(Grown::default(), height)]);
    while let Some((grown, missing)) = open.pop() {
        match missing.checked_sub(1) {
            Some(missing) => open.extend([Coin::Gold, Coin::Silver].map(|coin| (grown.with(coin), missing))),
            None => values.push(grown.value),
        }
    }
    values.sort_unstable();
    let groups = values.chunk_by(|a, b| a == b);
    Ok(groups.map(|group| ValueCount { value: group[0], stacks: group.len() as u64 }).collect())
}

/// Refuses a height above [`TALLEST_TABLE`].
pub(super) fn at_most_tallest(height: u32) -> Result<(), TableTooTall> {
    if height > TALLEST_TABLE { Err(TableTooTall { height }) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_is_read_and_printed_top_to_bottom() {
        for text in ["", "G", "S", "SG", "GSSGS", &"GS".repeat(30)] {
            let stack: Stack = text.parse().unwrap();
            assert_eq!(stack.to_string(), text);
            assert_eq!(text.to_lowercase().parse(), Ok(stack));
            assert_eq!(stack.coins().join(""), text.chars().rev().collect::<String>());
        }
    }

    #[test]
    fn lower_parts_keep_the_canonical_form() {
        let stack: Stack = "GSSG".parse().unwrap();
        assert_eq!(stack.lower_part(3), "SSG".parse().unwrap());
        assert_eq!(stack.lower_part(0), Stack::default());
        assert_eq!(stack.lower_part(99), stack);
        assert_eq!(stack.coin(4), None);
    }

    #[test]
    fn errors_say_what_would_be_right() {
        let message = |text: &str| text.parse::<Stack>().unwrap_err().to_string();
        let tail = "write G or S for each coin, top to bottom";
        assert_eq!(message("G S"), format!("cannot read a stack: ' ' at column 2 is not a coin; {tail}"));
        assert_eq!(message("Ä"), format!("cannot read a stack: 'Ä' at column 1 is not a coin; {tail}"));
        assert_eq!(message(&"G".repeat(61)), "cannot read a stack: it has 61 coins; at most 60 are possible");
    }

    fn dyadic(numerator: i128, digits: u32) -> Dyadic {
        Dyadic { units: numerator << (DIGITS - digits) }
    }

    /// The same by definition: of all numbers of at most 6 digits in the interval, the one of the
    /// least day of birth.
    fn first_born_between(left: Option<Dyadic>, right: Option<Dyadic>) -> Dyadic {
        let inside = |&x: &Dyadic| left.is_none_or(|left| left < x) && right.is_none_or(|right| x < right);
        let candidates = (-640..=640).map(|numerator| dyadic(numerator, 6)).filter(inside);
        candidates.min_by_key(|&x| birthday(x)).unwrap()
    }

    /// Day of birth by walking the tree of numbers down from 0: next integer out, or half way to a
    /// neighbour.
    fn birthday(x: Dyadic) -> u32 {
        let (mut low, mut high, mut here, mut day) = (None::<i128>, None::<i128>, 0_i128, 0);
        while here != x.units {
            if here < x.units {
                low = Some(here);
            } else {
                high = Some(here);
            }
            here = match (low, high) {
                (Some(low), Some(high)) => (low + high) / 2,
                (Some(low), None) => low + Dyadic::ONE.units,
                (None, Some(high)) => high - Dyadic::ONE.units,
                (None, None) => 0,
            };
            day += 1;
        }
        day
    }

    #[test]
    fn the_simplest_number_is_the_first_born() {
        let ends: Vec<Option<Dyadic>> =
            (-50..=50).map(|numerator| Some(dyadic(numerator, 4))).chain([None]).collect();
        for (&left, &right) in itertools::iproduct!(&ends, &ends) {
            if left.zip(right).is_some_and(|(left, right)| left >= right) {
                continue;
            }
            let found = simplest_between(left, right);
            assert_eq!(found, first_born_between(left, right), "{left:?} | {right:?}");
        }
    }

    #[test]
    fn the_tallest_stacks_stay_in_range() {
        let tallest = |text: &str| text.parse::<Stack>().unwrap().value();
        assert_eq!(tallest(&"G".repeat(60)), dyadic(60, 0));
        assert_eq!(tallest(&"S".repeat(60)), -dyadic(60, 0));
        assert_eq!(tallest(&("S".repeat(59) + "G")), dyadic(1, 59));
        assert_eq!(tallest(&("S".to_owned() + &"G".repeat(59))), dyadic(117, 1));
    }

    #[test]
    fn numbers_print_as_rationals() {
        assert_eq!(dyadic(-3, 2).to_string(), "-3/4");
        assert_eq!(format!("{:>6}|{:.3}|", dyadic(5, 0), dyadic(-3, 2)), "     5|-0.750|");
        assert_eq!(dyadic(-3, 2).numerator_over_power(2), -3);
        assert_eq!(dyadic(-3, 2).numerator_over_power(1), -2);
    }

    #[test]
    fn tables_end_where_memory_would() {
        assert_eq!(value_table(TALLEST_TABLE).unwrap().len(), 1 << 20);
        let message = "a table of height 21 would hold 2^21 stacks; a height of at most 20 is possible";
        assert_eq!(value_table(21).unwrap_err().to_string(), message);
    }

    #[test]
    fn stacks_that_differ_have_values_that_differ() {
        for height in 0..=12 {
            let table = value_table(height).unwrap();
            assert_eq!(table.len(), 1 << height);
            assert!(table.iter().all(|entry| entry.stacks == 1));
        }
    }
}
