//! The rule of an octal game: a digit for each number of tokens, as Guy and Smith write it.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use num_bigint::BigUint;

use crate::error::{Error, error};
use crate::number::quoted;

/// The code d₀.d₁d₂…d_k of an octal game.
///
/// A move takes s tokens from a heap, s ≥ 1, if the digit of s allows what it leaves of the heap:
/// the digit is the sum of 1 for nothing, 2 for one heap, and 4 for two heaps, none of them empty.
/// The digit before the point is 0, or 4 if a heap may be split into two without taking a token.
/// Some games may be called by their names: Kayles, Dawson's Kayles, Dawson's Chess, Treblecross or
/// James Bond, Guiles, Officers. A [`NamedBoard`] of Treblecross is a larger heap.
///
/// # Source
/// Guy and Smith, *The G-values of various games*, Proc. Cambridge Philos. Soc. 52 (1956).
///
/// ```
/// use nimsweep::games::octal::Code;
///
/// let kayles: Code = ".77".parse()?;
/// assert_eq!(kayles.to_string(), "0.77");
/// assert_eq!("0·77000".parse(), Ok(kayles.clone()));
/// assert_eq!("Kayles".parse(), Ok(kayles));
/// let error = "0.78".parse::<Code>().unwrap_err();
/// assert!(error.to_string().starts_with("'8' at place 2 after the point is not an octal digit;"));
/// # Ok::<(), nimsweep::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    /// The places with a digit that is not 0, ascending, and their digits. At place 0 it is 4.
    places: Vec<(usize, u8)>,
    /// Those of them whose digit allows one heap,
    shrinking: Vec<usize>,
    /// and those whose digit allows two heaps.
    splitting: Vec<usize>,
}

/// Names, in lower case, in one word and without apostrophes, and the codes of these games, or why
/// they have none.
const NAMED: [(&str, Result<&str, &str>); 13] = [
    ("kayles", Ok("0.77")),
    ("dawsons-kayles", Ok("0.07")),
    ("dawson-kayles", Ok("0.07")),
    ("dawsons-chess", Ok("0.137")),
    ("dawson-chess", Ok("0.137")),
    ("treblecross", Ok("0.007")),
    ("james-bond", Ok("0.007")),
    ("guiles", Ok("0.15")),
    ("officers", Ok("0.6")),
    ("nim", Err("a heap of n in Nim has the value n, and its code 0.333... is endless")),
    ("grundy", Err("a move in Grundy's game leaves two unequal heaps, which no octal code can express")),
    (
        "grundys-game",
        Err("a move in Grundy's game leaves two unequal heaps, which no octal code can express"),
    ),
    ("dawson", Err("Dawson's Kayles is 0.07, and Dawson's Chess 0.137")),
];

/// A board game that is an octal game on heaps which are larger than its boards.
///
/// On a board of n squares of *Treblecross* both players place X, and whoever has three in a row
/// first wins. To place one within two squares of another loses, so a move takes the three squares
/// around it from a row that begins and ends one square beyond its free ones: from the heap n + 2
/// of 0.007.
///
/// ```
/// use nimsweep::games::octal::NamedBoard;
///
/// let board = NamedBoard::named("Treblecross").unwrap();
/// assert_eq!((board.name(), board.heap(&8_u32.into())?), ("Treblecross", 10_u32.into()));
/// assert_eq!(NamedBoard::named("Kayles"), None); // a row of n pins is the heap n
/// # Ok::<(), nimsweep::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NamedBoard {
    name: &'static str,
    more: usize,
}

impl NamedBoard {
    /// On fewer squares nobody can have three in a row, so that X may be placed beside X: two
    /// squares are two moves, and the heap 4 is one.
    const FEWEST: usize = 3;

    /// The board game of a name, if its boards are not heaps of the same size.
    #[must_use]
    pub fn named(text: &str) -> Option<Self> {
        (plain(text) == "treblecross").then_some(Self { name: "Treblecross", more: 2 })
    }

    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.name
    }

    /// How many tokens more the heap has than the board has squares.
    #[must_use]
    pub fn more(self) -> usize {
        self.more
    }

    /// The heap of a board with this many squares.
    ///
    /// # Errors
    /// [`Error`] for fewer than 3.
    pub fn heap(self, squares: &BigUint) -> Result<BigUint, Error> {
        let fewest = Self::FEWEST;
        if *squares < BigUint::from(fewest) {
            Err(error!(Domain, "three in a row needs a board of at least {fewest} squares"))
        } else {
            Ok(squares + self.more)
        }
    }

    /// The squares, counted from 1, of a move that leaves two heaps: one, or a mirrored pair.
    #[cfg(feature = "serde")]
    pub(crate) fn squares(self, of: &Move) -> impl Iterator<Item = usize> {
        let [first, last] = of.left.map(|heap| heap + 1);
        [first].into_iter().chain((first != last).then_some(last))
    }
}

/// A name without all that may stand between its letters.
fn plain(name: &str) -> String {
    name.chars().filter(|c| !" _-'’".contains(*c)).flat_map(char::to_lowercase).collect()
}

/// The bits of a digit: what a move may leave.
const NOTHING: u8 = 1;
const ONE_HEAP: u8 = 2;
const TWO_HEAPS: u8 = 4;

impl Code {
    /// The most digits after the point that are read, without zeros at the end.
    pub const MOST_DIGITS: usize = 1000;

    /// The code with these digits at places from 1 on, in any order. Digits at the same place allow
    /// what either of them does.
    pub(in crate::games) fn of_places(digits: impl IntoIterator<Item = (usize, u8)>) -> Self {
        let mut places = BTreeMap::new();
        for (place, digit) in digits {
            *places.entry(place).or_insert(0) |= digit;
        }
        let places: Vec<(usize, u8)> = places.into_iter().filter(|&(_, digit)| digit != 0).collect();
        let [shrinking, splitting] = [ONE_HEAP, TWO_HEAPS].map(|bit| {
            places.iter().filter(|(_, digit)| digit & bit != 0).map(|&(place, _)| place).collect()
        });
        Self { places, shrinking, splitting }
    }

    /// The names that games can be called by, in place of a code, each as one word.
    #[cfg(feature = "cli")]
    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        NAMED.into_iter().filter(|(_, code)| code.is_ok()).map(|(name, _)| name)
    }

    /// k, the last place with a digit that is not 0: the most tokens that a move takes; 0 if no
    /// move takes any.
    #[must_use]
    pub fn last_place(&self) -> usize {
        self.places.last().map_or(0, |&(place, _)| place)
    }

    /// The numbers of tokens whose taking may leave one heap, ascending.
    pub(super) fn shrinking(&self) -> &[usize] {
        &self.shrinking
    }

    /// Whether a move may take all n tokens.
    pub(super) fn may_take_all(&self, n: usize) -> bool {
        let place = self.places.binary_search_by_key(&n, |&(place, _)| place);
        place.is_ok_and(|index| self.places[index].1 & NOTHING != 0)
    }

    /// How many tokens the two heaps that a move on n may leave have together, descending.
    pub(super) fn sums(&self, n: usize) -> impl Iterator<Item = usize> {
        self.splitting().filter_map(move |place| n.checked_sub(place)).filter(|&sum| sum >= 2)
    }

    /// The moves on n: by the number of tokens that they take, and then by the smaller heap.
    pub(super) fn moves(&self, n: usize) -> impl Iterator<Item = Move> {
        let by_place =
            self.places.iter().filter_map(move |&(taken, digit)| Some((taken, digit, n.checked_sub(taken)?)));
        by_place.flat_map(|(taken, digit, rest)| {
            let is_allowed = digit & if rest == 0 { NOTHING } else { ONE_HEAP } != 0;
            let halves = if digit & TWO_HEAPS == 0 { 0 } else { rest / 2 };
            let smaller = usize::from(!is_allowed)..=halves;
            smaller.map(move |smaller| Move { taken, left: [smaller, rest - smaller] })
        })
    }

    /// The parity of all numbers of tokens whose taking may leave two heaps, if it is the same.
    pub(super) fn parity_of_splitting(&self) -> Option<usize> {
        let parity = self.splitting().next()? % 2;
        self.splitting().all(|place| place % 2 == parity).then_some(parity)
    }

    /// The numbers of tokens whose taking may leave two heaps, ascending.
    pub(super) fn splitting(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.splitting.iter().copied()
    }
}

/// A move: how many tokens it takes from its heap, and what it leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// How many tokens it takes; 0 if it only splits the heap.
    pub taken: usize,
    /// The two heaps that it leaves, the smaller one first; 0 is not a heap.
    pub left: [usize; 2],
}

impl FromStr for Code {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let no_digits = || {
            error!(
                Parse,
                "'{}' is not an octal code; write a point and a digit for each number of tokens, such as 0.77 or 4.007, \
                 or a name such as kayles",
                quoted(text)
            )
        };
        let name = plain(text);
        let named =
            NAMED.into_iter().find(|(known, _)| plain(known) == name).map(|(_, code)| code).transpose();
        let refusal = |reason| error!(Parse, "{reason}; give a code such as 0.77");
        let text = named.map_err(refusal)?.unwrap_or_else(|| text.trim());
        let (before, after) = text.split_once(['.', '·']).ok_or_else(no_digits)?;
        let before = match before {
            "" | "0" => 0,
            "4" => TWO_HEAPS,
            _ => {
                return Err(error!(
                    Parse,
                    "an octal code begins with 0, or with 4 if a heap may be split without taking; here '{}' is before the \
                     point",
                    quoted(before)
                ));
            }
        };
        if after.is_empty() {
            return Err(no_digits());
        }
        let digits = after.trim_end_matches('0');
        let mut places = vec![(0, before)];
        for (sign, place) in digits.chars().zip(1..) {
            let digit = sign.to_digit(8).ok_or_else(|| {
                error!(Parse, "'{sign}' at place {place} after the point is not an octal digit; use 0 to 7")
            })?;
            places.push((place, digit as u8)); // at most 7
        }
        if digits.len() > Self::MOST_DIGITS {
            let (digits, most) = (digits.len(), Self::MOST_DIGITS);
            return Err(error!(
                TooLarge,
                "the code has {digits} digits after the point; at most {most} are read"
            ));
        }
        Ok(Self::of_places(places))
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut places = self.places.iter().peekable();
        let mut digit = |place| places.next_if(|&&(its, _)| its == place).map_or(0, |&(_, digit)| digit);
        write!(f, "{}.", digit(0))?;
        (1..=self.last_place().max(1)).try_for_each(|place| write!(f, "{}", digit(place)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_and_written() {
        for (text, written) in [
            ("0.77", "0.77"),
            (".77", "0.77"),
            (" 4.0070 ", "4.007"),
            ("0.0", "0.0"),
            (".000", "0.0"),
            ("4.0", "4.0"),
            ("0.0123456700", "0.01234567"),
        ] {
            let code: Code = text.parse().unwrap();
            assert_eq!(code.to_string(), written, "{text}");
            assert_eq!(written.parse(), Ok(code), "{text}");
        }
        let long = format!("0.{}7{}", "0".repeat(999), "0".repeat(50));
        assert_eq!(long.parse::<Code>().unwrap().last_place(), 1000);
        let longer = format!("0.{}7", "0".repeat(1000));
        let refusal = longer.parse::<Code>().unwrap_err();
        assert_eq!(refusal.text(), "the code has 1001 digits after the point; at most 1000 are read");
    }

    #[test]
    fn what_is_no_code_is_refused_with_what_would_be_one() {
        for (text, reason) in [
            ("", "'' is not an octal code"),
            ("77", "'77' is not an octal code"),
            ("0.", "'0.' is not an octal code"),
            ("1.7", "'1' is before the point"),
            ("-0.7", "'-0' is before the point"),
            ("00.7", "'00' is before the point"),
            ("0.8", "'8' at place 1"),
            ("0.7790", "'9' at place 3"),
            ("0.7.7", "'.' at place 2"),
            ("0.7 7", "' ' at place 2"),
            ("0.٣", "'٣' at place 1"),
        ] {
            let error = text.parse::<Code>().unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
