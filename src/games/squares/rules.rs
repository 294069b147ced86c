//! The rule of the squares on the line, and the lengths of the pieces.
//!
//! # The rule
//! Two players place pieces on a segment of length L ≥ 0, in turns, without overlap; touching is
//! allowed, and so are the ends of the segment. Each piece has one of finitely many lengths S.
//! The player who places the last piece wins.
//!
//! A piece of length s placed at x, 0 ≤ x ≤ L − s, leaves two independent segments of the
//! lengths x and L − s − x. By the theorem of Sprague and Grundy (Siegel, *Combinatorial Game
//! Theory*, section IV.1)
//!
//! ```text
//! g(L) = mex { g(x) xor g(L − s − x) : s in S, s ≤ L, 0 ≤ x ≤ L − s },
//! g(L) = 0 if no piece fits.
//! ```
//!
//! With reach(y) = { g(x) xor g(y − x) : 0 ≤ x ≤ y } this is the mex of the union of reach(L
//! − s) over s in S: reach is one function, read at one delay for each length.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;
use num_traits::{One, Zero};

use super::error::reversed;
use crate::error::{Error, error};
use crate::lattice::Lattice;
use crate::number::{Radicand, Surd, all_radicands, brief, brief_list, check_products, quoted, read_list};

/// Where a piece may lie in its segment: the digit of its length, as octal games have one for each
/// number of stones (*Winning Ways*, chapter 4).
///
/// The digits 1, 2, 4, 5 and 6 make g jump at single points, so that they are for whole-number
/// games only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Digit {
    /// Digit 3: at an end, so that at most one segment is left.
    AtAnEnd,
    /// Digit 7: anywhere, so that up to two segments are left.
    #[default]
    Anywhere,
}

impl Digit {
    /// 3 or 7.
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            Self::AtAnEnd => 3,
            Self::Anywhere => 7,
        }
    }

    /// The digits of a rule, perhaps with commas between them; `ends` is 3, and `anywhere` 7.
    ///
    /// # Errors
    /// [`Error`] for what is not a digit.
    ///
    /// ```
    /// use nimsweep::games::squares::Digit;
    ///
    /// assert_eq!(Digit::of_rule("3, 7")?, [Digit::AtAnEnd, Digit::Anywhere]);
    /// assert_eq!(Digit::of_rule("37"), Digit::of_rule("3, 7"));
    /// assert_eq!(Digit::of_rule("ends,anywhere"), Digit::of_rule("3, 7"));
    /// # Ok::<(), nimsweep::Error>(())
    /// ```
    pub fn of_rule(text: &str) -> Result<Vec<Self>, Error> {
        match text.trim() {
            "" => text.parse().map(|digit| vec![digit]),
            digits if digits.bytes().all(|digit| digit.is_ascii_digit()) => {
                digits.split_inclusive(|_| true).map(str::parse).collect()
            }
            list => list.split(',').map(str::parse).collect(),
        }
    }

    /// A digit for each of some lengths, if a rule has as many, or one for all.
    pub(crate) fn of_lengths(rule: &[Self], lengths: usize) -> Result<Vec<Self>, Error> {
        match rule {
            &[digit] => Ok(vec![digit; lengths]),
            digits if digits.len() == lengths => Ok(digits.to_vec()),
            digits => {
                let digits = digits.len();
                let advice = "give a digit for each length, or one for all";
                Err(error!(Domain, "{digits} digits are given for {lengths} lengths; {advice}"))
            }
        }
    }
}

impl FromStr for Digit {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text.trim() {
            "3" | "ends" => Ok(Self::AtAnEnd),
            "7" | "anywhere" => Ok(Self::Anywhere),
            digit => Err(error!(
                Parse,
                "'{}' is not a digit of a rule; give 3 (a piece at an end of its segment) or 7 (anywhere); other digits \
                 are those of octal games",
                quoted(digit)
            )),
        }
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

/// A piece: its length, and where it may lie.
///
/// A number is a piece of that length that may lie anywhere.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The length.
    pub length: Surd,
    /// The digit of the length.
    pub digit: Digit,
}

impl From<Surd> for Piece {
    fn from(length: Surd) -> Self {
        Self { length, digit: Digit::default() }
    }
}

/// The lengths of the pieces, each with its digit: one or more different positive numbers of one
/// field, in ascending order.
///
/// ```
/// use nimsweep::games::squares::Lengths;
///
/// let lengths: Lengths = "sqrt2, 1".parse()?;
/// assert_eq!(lengths.to_string(), "1, sqrt(2)");
/// assert_eq!(lengths, Lengths::default());
/// let error = "1,2.0,2".parse::<Lengths>().unwrap_err();
/// assert_eq!(error.to_string(), "the length 2 is given twice; give each length once");
/// # Ok::<(), nimsweep::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lengths {
    /// Ascending and positive; at least one.
    lengths: Vec<Surd>,
    /// One for each length.
    digits: Vec<Digit>,
}

impl Lengths {
    /// The pieces of a game, in any order: with their digits, or as numbers that all have the digit
    /// 7.
    ///
    /// # Errors
    /// [`Error`] if there is none, a length is not positive, two are equal, or two lie in
    /// different fields.
    pub fn new<P: Into<Piece>>(pieces: impl IntoIterator<Item = P>) -> Result<Self, Error> {
        let mut pieces: Vec<Piece> = pieces.into_iter().map(Into::into).collect();
        // any limit: this checks all but duplicates, and before any two long numbers are compared
        let lengths: Vec<Surd> = pieces.iter().map(|piece| piece.length.clone()).collect();
        Lattice::spanned_by(&lengths, &Surd::zero())?;
        pieces.sort_by(|a, b| a.length.cmp(&b.length));
        let (lengths, digits): (Vec<Surd>, Vec<Digit>) =
            pieces.into_iter().map(|Piece { length, digit }| (length, digit)).unzip();
        if let Some((length, _)) = lengths.iter().tuple_windows().find(|(a, b)| a == b) {
            return Err(error!(Domain, "the length {} is given twice; give each length once", brief(length)));
        }
        Ok(Self { lengths, digits })
    }

    /// The pieces of these lengths with a rule: a digit for each length, in the order of the
    /// lengths, or one for all.
    ///
    /// # Errors
    /// As [`Lengths::new`], and for another number of digits.
    ///
    /// ```
    /// use nimsweep::games::squares::{Grundy, Lengths};
    /// use nimsweep::number::Surd;
    ///
    /// // a subtraction game: all pieces lie at an end of their segment
    /// let lengths = ["1", "sqrt2", "1+sqrt2"].map(|length| length.parse().unwrap());
    /// let lengths = Lengths::with_rule(lengths, &["3".parse()?])?;
    /// let grundy = Grundy::new(&lengths, &"20".parse()?)?.with_period();
    /// assert_eq!(grundy.period().unwrap().length, "2+sqrt2".parse::<Surd>()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_rule(lengths: impl IntoIterator<Item = Surd>, rule: &[Digit]) -> Result<Self, Error> {
        let lengths: Vec<Surd> = lengths.into_iter().collect();
        let digits = Digit::of_lengths(rule, lengths.len())?;
        Self::new(lengths.into_iter().zip(digits).map(|(length, digit)| Piece { length, digit }))
    }

    /// The digits, in ascending order of their lengths.
    #[must_use]
    pub fn digits(&self) -> &[Digit] {
        &self.digits
    }

    /// The digits as they are written, `3,7`, or one for all; `None` if all are 7, which goes
    /// without saying.
    #[must_use]
    pub fn rule(&self) -> Option<String> {
        match () {
            () if self.all_anywhere() => None,
            () if self.all_at_an_end() => Some(Digit::AtAnEnd.to_string()),
            () => Some(self.digits.iter().join(",")),
        }
    }

    /// The lengths, and their rule unless all digits are 7, for a message.
    pub(crate) fn brief(&self) -> String {
        let rule = self.rule().map_or_else(String::new, |rule| format!(" with the rule {rule}"));
        brief_list(&self.lengths) + &rule
    }

    /// The lengths as text, for a list; behind those of pieces that lie only at an end this is
    /// said, unless it holds for all.
    pub(crate) fn named(&self, written: impl Fn(&Surd) -> String) -> Vec<String> {
        let is_said = !self.all_at_an_end();
        let remark = |digit| if is_said && digit == Digit::AtAnEnd { " (only at an end)" } else { "" };
        self.pieces().map(|piece| written(&piece.length) + remark(piece.digit)).collect()
    }

    /// What follows the list, if all pieces lie only at an end.
    pub(crate) fn where_all_lie(&self) -> &'static str {
        if self.all_at_an_end() { ", only at an end" } else { "" }
    }

    /// Whether all pieces may lie anywhere, as without a rule.
    #[must_use]
    pub fn all_anywhere(&self) -> bool {
        self.digits.iter().all(|&digit| digit == Digit::Anywhere)
    }

    /// Whether all pieces lie at an end of their segment: a subtraction game, in which a segment
    /// never becomes two.
    #[must_use]
    pub fn all_at_an_end(&self) -> bool {
        self.digits.iter().all(|&digit| digit == Digit::AtAnEnd)
    }

    /// The digit of a length, `None` if no piece has it.
    pub(super) fn digit_of(&self, length: &Surd) -> Option<Digit> {
        Some(self.digits[self.lengths.iter().position(|of_piece| of_piece == length)?])
    }

    /// The pieces, by ascending length.
    pub fn pieces(&self) -> impl ExactSizeIterator<Item = Piece> {
        let lengths = self.lengths.iter().cloned();
        lengths.zip(self.digits.iter().copied()).map(|(length, digit)| Piece { length, digit })
    }

    /// The lengths, ascending.
    #[must_use]
    pub fn as_slice(&self) -> &[Surd] {
        &self.lengths
    }

    /// The shortest length: below it no piece fits.
    #[must_use]
    pub fn shortest(&self) -> &Surd {
        &self.lengths[0]
    }

    /// The longest length: from it on the gain is defined.
    #[must_use]
    pub fn longest(&self) -> &Surd {
        &self.lengths[self.lengths.len() - 1]
    }

    /// The numbers under the roots of the lengths, in ascending order.
    #[must_use]
    pub fn radicands(&self) -> Vec<Radicand> {
        all_radicands(&self.lengths)
    }

    /// The lattice of all sums of lengths, with keys for positions up to `limit` and the moves from
    /// them.
    ///
    /// # Errors
    /// [`Error`] for a limit that is too large, or lengths for which not even the limit 1 fits.
    pub fn lattice(&self, limit: &Surd) -> Result<Lattice, Error> {
        // a bound of limit + longest that holds whatever field the limit is from
        Lattice::beyond(&self.lengths, limit, &self.longest().ceil())
    }

    /// This limit, or the greatest whole one for which there is a [lattice](Self::lattice).
    pub(crate) fn fitting(&self, limit: Surd) -> Surd {
        Lattice::greatest_limit(&self.lengths, limit, &self.longest().ceil())
    }

    /// Checks that a piece can lie at a random place of a segment.
    ///
    /// # Errors
    /// [`Error`] unless all digits are 7.
    pub(crate) fn check_random(&self) -> Result<(), Error> {
        match self.digits.iter().position(|&digit| digit != Digit::Anywhere) {
            Some(index) => Err(error!(
                Domain,
                "the gain e(L) and random places are for pieces that may lie anywhere; pieces of length {} may lie only \
                 at an end (digit 3); give all lengths the digit 7",
                brief(&self.lengths[index])
            )),
            None => Ok(()),
        }
    }

    /// Checks that the gain e(L) is defined for a segment: it is from the longest length on.
    ///
    /// # Errors
    /// [`Error`] below it, unless all digits are 7, and if the numbers under the roots of all
    /// lengths are too large together.
    pub fn check_gain(&self, segment: &Surd) -> Result<(), Error> {
        self.check_range(segment, segment)
    }

    /// Checks that the gain is defined on a range, before any work is done for it.
    ///
    /// # Errors
    /// [`Error`] for a range that is reversed, or as [`Lengths::check_gain`].
    pub fn check_range(&self, from: &Surd, to: &Surd) -> Result<(), Error> {
        if from > to {
            return Err(reversed(from, to));
        }
        self.check_random()?;
        if from < self.longest() {
            let [longest, length] = [self.longest(), from].map(brief);
            return Err(error!(
                Domain,
                "the gain e(L) is defined only for L >= {longest}, the longest length; {length} is too small"
            ));
        }
        check_products(self.lengths.iter().chain([from, to]))
    }
}

impl Default for Lengths {
    /// The lengths of the problem: a square of side 1 lies straight, or diagonal.
    fn default() -> Self {
        let lengths = vec![Surd::one(), Surd::square_root_of(2)];
        Self { digits: vec![Digit::default(); lengths.len()], lengths }
    }
}

impl FromStr for Lengths {
    type Err = Error;

    /// Reads numbers that are separated by commas, with the limits that one number has.
    fn from_str(text: &str) -> Result<Self, Error> {
        Self::new(read_list(text.split(','))?)
    }
}

impl fmt::Display for Lengths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.lengths.iter().format(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_that_is_refused_is_refused_with_the_largest_that_is_not() {
        for (lengths, least) in [
            ("1,sqrt2", 238_000),
            ("1,150000+sqrt2", 150_000),
            ("1/1000,sqrt3", 5_000),
            ("1,10^9", 1_000_000_000),
            ("10^17*sqrt2", 1_000_000_000),
            ("1,1/10^12", 500_000),
            ("300001/100000,6sqrt2,3", 1_000_000),
        ] {
            let lengths: Lengths = lengths.parse().unwrap();
            let error = lengths.lattice(&"10^30".parse().unwrap()).unwrap_err();
            let largest: num_bigint::BigInt = error.text().rsplit(' ').next().unwrap().parse().unwrap();
            assert!(largest >= least.into(), "{largest} for {lengths}");
            assert!(lengths.lattice(&largest.clone().into()).is_ok(), "{largest} for {lengths}");
            assert!(lengths.lattice(&Surd::from(largest + 1)).is_err(), "{lengths}");
        }
        // of limits only 0 would fit
        let error = "1,2^60-1".parse::<Lengths>().unwrap().lattice(&Surd::from(1)).unwrap_err();
        assert!(error.text().starts_with("these lengths do not fit the keys, whatever the limit"), "{error}");
    }

    #[test]
    fn keys_become_wide_where_64_bits_end() {
        let is_narrow = |lengths: &str, limit: i64| {
            let lengths: Lengths = lengths.parse().unwrap();
            lengths.lattice(&Surd::from(limit)).unwrap().scale().is_narrow
        };
        assert!(is_narrow("1,sqrt2", 524_000) && !is_narrow("1,sqrt2", 525_000));
        // six digits, but in every row few points
        assert!(is_narrow("300001/100000,6sqrt2,3", 60));
        // without a root a key is the number itself
        assert!(is_narrow("1,1/10^12", 500_000));
    }

    #[test]
    fn lengths_that_fit_at_no_limit_are_refused_as_such() {
        for lengths in ["1,10^19", "sqrt2,10^15*sqrt2", "10^15,10^9*sqrt2,(10^9+1)*sqrt2"] {
            let error = lengths.parse::<Lengths>().unwrap_err().to_string();
            let is_said = error.starts_with("these lengths do not fit the keys, whatever the limit");
            assert!(is_said && error.contains(" binary digits "), "{error} for {lengths}");
        }
    }
}
