//! A stack of gold and silver coins, read and printed top to bottom, or as a stalk of blue and red
//! from the ground up; its value, by the rule of the
//! first change of colour; the stack of a value; and the table of all values of a height.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use itertools::Itertools;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive};

use crate::error::{Error, error};
use crate::number::{abridged, quoted};

/// The greatest height of a [`Stack`]: its value then has up to 9,999 binary digits after the
/// point.
pub const TALLEST_STACK: u32 = 10_000;

/// A coin, and with it the player who may remove it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coin {
    /// Gary's; blue in Hackenbush.
    Gold,
    /// Sally's; red in Hackenbush.
    Silver,
}

impl Coin {
    /// 1 for gold, −1 for silver.
    fn sign(self) -> i64 {
        if self == Self::Gold { 1 } else { -1 }
    }
}

impl fmt::Display for Coin {
    /// G or S.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(if *self == Self::Gold { "G" } else { "S" })
    }
}

/// A stack of at most [`TALLEST_STACK`] coins: a stalk of red-blue Hackenbush.
///
/// # Notation
/// The letters G and S from top to bottom, so that `SG` is a silver coin on a gold one; or the
/// letters B for blue in place of G and R for red in place of S from the ground up, as stalks of
/// Hackenbush are written, so that `BR` is the same. Lower case is read, too. The empty text is
/// the empty stack. Stacks are equal if their coins are.
///
/// ```
/// use nimsweep::games::coins::{Coin, Stack};
///
/// let stack: Stack = "SSG".parse()?;
/// assert_eq!(stack.coins(), [Coin::Gold, Coin::Silver, Coin::Silver]); // from the bottom
/// assert_eq!("BRR".parse(), Ok(stack));
/// let error = "GXS".parse::<Stack>().unwrap_err().to_string();
/// assert!(error.starts_with("cannot read a stack: 'X' at column 2 is not a coin"));
/// # Ok::<(), nimsweep::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stack {
    /// From the bottom up.
    coins: Vec<Coin>,
    /// Whether it is written as a stalk.
    is_stalk: bool,
}

impl PartialEq for Stack {
    fn eq(&self, other: &Self) -> bool {
        self.coins == other.coins
    }
}

impl Eq for Stack {}

impl Hash for Stack {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.coins.hash(state);
    }
}

impl Stack {
    /// The coins from the bottom up.
    #[must_use]
    pub fn coins(&self) -> &[Coin] {
        &self.coins
    }

    /// Whether it is written as a stalk: in B and R, from the ground up.
    #[must_use]
    pub fn is_stalk(&self) -> bool {
        self.is_stalk
    }

    /// The same stack, written as a stalk.
    ///
    /// ```
    /// use nimsweep::games::coins::Stack;
    ///
    /// let stack: Stack = "GSGG".parse()?;
    /// assert_eq!(stack.as_stalk().to_string(), "BBRB");
    /// # Ok::<(), nimsweep::Error>(())
    /// ```
    #[must_use]
    pub fn as_stalk(self) -> Self {
        Self { is_stalk: true, ..self }
    }

    /// Where the coin above so many others stands in the text of the stack, from 0.
    #[must_use]
    pub fn place(&self, below: usize) -> usize {
        if self.is_stalk { below } else { self.coins.len().saturating_sub(below + 1) }
    }

    /// The value of the stack, by the rule of the first change of colour: from the bottom up, coins
    /// of the first colour count 1 each, the first coin of the other colour counts 1/2, the next
    /// one, of any colour, 1/4, and so on; gold counts positive, silver negative.
    ///
    /// *Proof.* A move that removes a coin leaves those below it. Let v be the value of a stack and
    /// l < v < r the best options of Gary and Sally. A gold coin on top makes v Gary's best option,
    /// as it is above l, and leaves r: the new value is the simplest number between v and r, and
    /// for silver between l and v (Conway, *On Numbers and Games*, chapter 2). With gold alone only
    /// Gary has options, and n coins have the simplest number above n − 1, which is n. Silver on
    /// top of them has the simplest number between n − 1 and n, which is n − 1/2. From there on l
    /// and r are neighbouring multiples of 2^(1−i) for some i, and v is half way, a multiple of
    /// 2^−i. So v and r, as well as l and v, are neighbouring multiples of 2^−i, and the simplest
    /// number between them is again half way, 2^−(i+1) from v. With the colours exchanged all signs
    /// change. ∎
    ///
    /// # Source
    /// E. R. Berlekamp, *The Hackenbush number system*, Information and Control 26 (1974).
    ///
    /// # Cost
    /// O(h²) bit operations for h coins.
    ///
    /// ```
    /// use nimsweep::games::coins::Stack;
    ///
    /// let stacks = ["", "GG", "SG", "GS", "GSG", "SSSG"];
    /// for (text, value) in stacks.into_iter().zip(["0", "2", "1/2", "-1/2", "3/4", "1/8"]) {
    ///     assert_eq!(text.parse::<Stack>()?.value().to_string(), value);
    /// }
    /// # Ok::<(), nimsweep::Error>(())
    /// ```
    #[must_use]
    pub fn value(&self) -> BigRational {
        self.value_below(self.coins.len())
    }

    /// The value of the lowest coins, which a move leaves that removes the next one.
    pub(super) fn value_below(&self, height: usize) -> BigRational {
        let (run, others) = runs(&self.coins[..height]);
        let weighed = others.iter().fold(BigInt::from(run), |sum, coin| 2 * sum + coin.sign());
        // after the first change the numerator is odd
        BigRational::new_raw(weighed, BigInt::one() << others.len())
    }

    /// The stack that is worth a number, a fraction in lowest terms.
    ///
    /// # Cost
    /// As [`Stack::value`].
    ///
    /// # Errors
    /// [`Error`] if there is none: for a denominator that is not a power of 2, or
    /// too many coins.
    ///
    /// ```
    /// use nimsweep::games::coins::Stack;
    ///
    /// assert_eq!(Stack::of_value(&"7/4".parse()?)?.to_string(), "GSGG");
    /// assert!(Stack::of_value(&"1/3".parse()?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_value(value: &BigRational) -> Result<Self, Error> {
        let digits = value.denom().bits() - 1; // it is at least 1
        let run = value.abs().ceil().to_integer().to_u64().unwrap_or(u64::MAX);
        if *value.denom() != BigInt::one() << digits || run.saturating_add(digits) > TALLEST_STACK.into() {
            return Err(error!(
                Domain,
                "no stack of at most {TALLEST_STACK} coins has the value {}; values are fractions over powers of 2, such \
                 as 7/4",
                abridged(value)
            ));
        }
        let colour = |is_gold: bool| if is_gold { Coin::Gold } else { Coin::Silver };
        let mut coins = vec![colour(value.is_positive()); run as usize];
        // what is missing, in units of the last coin
        let mut rest = value.numer() - ((BigInt::from(run) * value.numer().signum()) << digits);
        for place in (0..digits).rev() {
            let coin = colour(rest.is_positive());
            rest -= BigInt::from(coin.sign()) << place;
            coins.push(coin);
        }
        Ok(Self { coins, is_stalk: false })
    }
}

/// How many coins of the first colour are at the bottom, negative for silver, and the others.
fn runs(coins: &[Coin]) -> (i64, &[Coin]) {
    let run = coins.iter().take_while(|coin| **coin == coins[0]).count();
    // memory holds fewer than 2⁶³ coins
    (coins.first().map_or(0, |coin| coin.sign() * run as i64), &coins[run..])
}

impl FromStr for Stack {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let is_stalk = text.starts_with(['B', 'b', 'R', 'r']);
        let coin = |(index, letter): (usize, char)| match (letter.to_ascii_uppercase(), is_stalk) {
            ('G', false) | ('B', true) => Ok(Coin::Gold),
            ('S', false) | ('R', true) => Ok(Coin::Silver),
            _ => Err(error!(
                Parse,
                "cannot read a stack: '{}' at column {} is not a coin; write G or S for each coin, top to bottom, or B \
                 or R for each, from the ground up",
                quoted(&letter.to_string()),
                index + 1
            )),
        };
        let mut coins: Vec<Coin> = text.chars().enumerate().map(coin).try_collect()?;
        if coins.len() > TALLEST_STACK as usize {
            let height = coins.len();
            let text = "cannot read a stack: it has";
            return Err(error!(TooLarge, "{text} {height} coins; at most {TALLEST_STACK} are possible"));
        }
        if !is_stalk {
            coins.reverse();
        }
        Ok(Self { coins, is_stalk })
    }
}

impl fmt::Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |coin: &Coin| if *coin == Coin::Gold { "B" } else { "R" };
        match self.is_stalk {
            true => f.pad(&self.coins.iter().map(letter).join("")),
            false => f.pad(&self.coins.iter().rev().join("")),
        }
    }
}

/// The greatest height of a [`value_table`]: it holds 2^20 stacks.
pub const TALLEST_TABLE: u32 = 20;

/// An entry of a [`value_table`]: a value, and how many stacks have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ValueCount {
    /// The value times 2^(h−1) for stacks of h ≥ 1 coins, which is a whole number.
    pub numerator: i64,
    /// How many stacks.
    pub stacks: u64,
}

/// The values of all stacks of `height` coins, ascending, each with the number of stacks that have
/// it.
///
/// They are found as [`Stack::value`] finds them, and equal values are merged. (In fact each value
/// occurs once: different stacks are different sign expansions.)
///
/// # Errors
/// [`Error`] above the height [`TALLEST_TABLE`].
///
/// # Cost
/// O(h·2^h) and a sort for h coins.
///
/// ```
/// use nimsweep::games::coins::value_table;
///
/// let table = value_table(2)?; // -2, -1/2, 1/2, 2
/// assert!(table.iter().map(|entry| entry.numerator).eq([-4, -1, 1, 4]));
/// assert!(table.iter().all(|entry| entry.stacks == 1));
/// # Ok::<(), nimsweep::Error>(())
/// ```
pub fn value_table(height: u32) -> Result<Vec<ValueCount>, Error> {
    at_most_tallest(height)?;
    let mut coins = vec![Coin::Gold; height as usize];
    let mut numerators = Vec::with_capacity(1 << height);
    for number in 0..1_u32 << height {
        for (place, coin) in coins.iter_mut().enumerate() {
            *coin = if number >> place & 1 == 1 { Coin::Gold } else { Coin::Silver };
        }
        let (run, others) = runs(&coins);
        let weighed = others.iter().fold(run, |sum, coin| 2 * sum + coin.sign());
        // a stack of h ≥ 1 coins has at most h − 1 after the first change
        numerators.push(weighed << (coins.len().saturating_sub(1) - others.len()));
    }
    numerators.sort_unstable();
    let groups = numerators.chunk_by(|a, b| a == b);
    Ok(groups.map(|group| ValueCount { numerator: group[0], stacks: group.len() as u64 }).collect())
}

/// Refuses a height above [`TALLEST_TABLE`].
pub(super) fn at_most_tallest(height: u32) -> Result<(), Error> {
    if height > TALLEST_TABLE { Err(too_tall(height.into())) } else { Ok(()) }
}

pub(crate) fn too_tall(height: u64) -> Error {
    error!(
        TooLarge,
        "a table of height {height} would hold 2^{height} stacks; a height of at most {TALLEST_TABLE} is possible"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_is_read_and_printed_top_to_bottom() {
        for text in ["", "G", "S", "SG", "GSSGS", &"GS".repeat(30)] {
            let stack: Stack = text.parse().unwrap();
            assert_eq!(stack.to_string(), text);
            assert_eq!(text.to_lowercase().parse(), Ok(stack.clone()));
            let stalk: String = text.replace('G', "B").replace('S', "R").chars().rev().collect();
            assert_eq!(stalk.parse(), Ok(stack.clone()));
            assert_eq!(stack.clone().as_stalk().to_string(), stalk);
            assert_eq!(stack.coins().iter().join(""), text.chars().rev().collect::<String>());
            assert_eq!(Stack::of_value(&stack.value()), Ok(stack));
        }
    }

    #[test]
    fn errors_say_what_would_be_right() {
        let message = |text: &str| text.parse::<Stack>().unwrap_err().to_string();
        let tail = "write G or S for each coin, top to bottom, or B or R for each, from the ground up";
        assert_eq!(message("G S"), format!("cannot read a stack: ' ' at column 2 is not a coin; {tail}"));
        assert_eq!(message("Ä"), format!("cannot read a stack: 'Ä' at column 1 is not a coin; {tail}"));
        // green in Hackenbush
        assert_eq!(message("BRG"), format!("cannot read a stack: 'G' at column 3 is not a coin; {tail}"));
        let tall = "G".repeat(10_001);
        assert_eq!(message(&tall), "cannot read a stack: it has 10001 coins; at most 10000 are possible");
        for number in ["1/3", "10001", "-9999/2", "1/6", "12345678901234567890123"] {
            let error = Stack::of_value(&number.parse().unwrap()).map(|stack| stack.to_string());
            assert_eq!(error.is_err(), number != "-9999/2", "{number}");
        }
    }

    #[test]
    fn the_tallest_stacks_have_values() {
        let value = |text: &str| text.parse::<Stack>().unwrap().value();
        assert_eq!(value(&"G".repeat(10_000)), BigRational::from(BigInt::from(10_000)));
        let small = BigRational::new(BigInt::one(), BigInt::one() << 9_999);
        assert_eq!(value(&("S".repeat(9_999) + "G")), small);
        assert_eq!(Stack::of_value(&-small).unwrap().to_string(), "G".repeat(9_999) + "S");
        // S below 88 G
        assert_eq!(value(&("G".repeat(88) + "S")).to_string(), "-1/309485009821345068724781056");
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
