//! Sums of segments: the positions that a game goes through, their value, their moves, and replies.
//!
//! After one move the game is a sum of segments; the law of its value and of its winning moves
//! is in the documentation of the [squares](super::super), as does the mirror strategy.

use std::borrow::Cow;
use std::fmt;
use std::iter::once;

use itertools::Itertools;
use num_bigint::BigInt;
use num_traits::Zero;

use super::super::error::{negative, too_many_steps};
use super::super::grundy::Grundy;
use super::super::rules::{Digit, Lengths};
use super::{Moves, Placements};
use crate::error::{Error, ErrorKind, error};
use crate::number::{Surd, brief, brief_list};
use crate::sweep::Nimber;

/// A position of the game: the segments that are left, in a row.
///
/// Segments too short for any piece stay in the list and change nothing.
///
/// ```
/// use nimsweep::games::squares::{Grundy, Lengths, Position};
///
/// let lengths = Lengths::default();
/// let grundy = Grundy::new(&lengths, &"10".parse()?)?;
/// let mut position = Position::new(&lengths, ["5".parse()?, "7.5".parse()?])?;
/// // perfect play from a won position
/// while let Some(reply) = position.best_reply(&grundy)? {
///     position = position.after(&reply)?;
///     assert_eq!(position.value(&grundy)?, 0); // what is left is a P-position
///     let Some(other) = position.legal_move() else { break };
///     position = position.after(&other)?;
/// }
/// assert!(position.is_over());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    lengths: Lengths,
    segments: Vec<Surd>,
}

/// A piece that is placed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The segment, counted from 0.
    pub segment: usize,
    /// The length s of the piece.
    pub length: Surd,
    /// The place x of its left end, from the left end of the segment: 0 ≤ x ≤ L − s.
    pub place: Surd,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { segment, length, place } = self;
        write!(f, "length {length} at {place} in segment {}", segment + 1)
    }
}

/// The value of a sum of segments and its winning moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumMoves {
    /// The value of the sum: zero if and only if no move wins.
    pub grundy: Nimber,
    /// For each segment its own Grundy value, and where a piece in it wins the whole game.
    pub segments: Vec<Moves>,
}

impl Position {
    /// A position with pieces of these lengths. Any number of segments makes one, also none.
    ///
    /// # Errors
    /// [`Error`] for a negative length.
    pub fn new(lengths: &Lengths, segments: impl IntoIterator<Item = Surd>) -> Result<Self, Error> {
        let segments: Vec<_> = segments.into_iter().collect();
        if let Some(length) = segments.iter().find(|segment| segment.is_negative()) {
            return Err(negative(length));
        }
        Ok(Self { lengths: lengths.clone(), segments })
    }

    /// The lengths of the pieces.
    #[must_use]
    pub fn lengths(&self) -> &Lengths {
        &self.lengths
    }

    /// The lengths of the segments, from left to right.
    #[must_use]
    pub fn segments(&self) -> &[Surd] {
        &self.segments
    }

    /// Whether no piece fits any more: the player to move has lost.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.segments.iter().all(|segment| segment < self.lengths.shortest())
    }

    /// The position after a move: its segment is replaced by what lies left and right of the piece.
    ///
    /// # Errors
    /// [`Error`] with the reason.
    ///
    /// ```
    /// use nimsweep::games::squares::{Lengths, Move, Position};
    ///
    /// let position = Position::new(&Lengths::default(), ["5".parse()?])?;
    /// let mut step = Move { segment: 0, length: "sqrt2".parse()?, place: "1".parse()? };
    /// assert_eq!(step.to_string(), "length sqrt(2) at 1 in segment 1");
    /// let left = position.after(&step)?;
    /// assert_eq!(left.segments()[1].to_string(), "4-sqrt(2)");
    /// step.place = "4".parse()?;
    /// let error = position.after(&step).unwrap_err().to_string();
    /// assert!(error.ends_with("its left end must be from 0 to 5-√2"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn after(&self, step: &Move) -> Result<Self, Error> {
        let Move { segment: index, length, place } = step;
        let count = self.segments.len();
        let segment = self.segments.get(*index).ok_or_else(|| {
            error!(IllegalMove, "there is no segment number {}; the position has {count}", index + 1)
        })?;
        let piece = || format!("a piece of length {}", brief(length));
        let Some(digit) = self.lengths.digit_of(length) else {
            let (length, lengths) = (brief(length), brief_list(self.lengths.as_slice()));
            return Err(error!(
                IllegalMove,
                "there is no piece of length {length}; the lengths are {lengths}"
            ));
        };
        let last = segment - length;
        if last.is_negative() {
            let (piece, segment) = (piece(), brief(segment));
            return Err(error!(IllegalMove, "{piece} does not fit into a segment of length {segment}"));
        }
        let ends = || [place, &last].map(brief);
        if place.is_negative() || *place > last {
            let (piece, [at, to]) = (piece(), ends());
            return Err(error!(
                IllegalMove,
                "{piece} cannot lie at {at}; its left end must be from 0 to {to}"
            ));
        }
        if digit == Digit::AtAnEnd && !place.is_zero() && *place != last {
            let (piece, [at, to]) = (piece(), ends());
            return Err(error!(
                IllegalMove,
                "{piece} may lie only at an end (digit 3) and not at {at}; its left end must be 0 or {to}"
            ));
        }
        let parts = [place.clone(), &last - place];
        let mut segments = self.segments.clone();
        segments.splice(index..=index, parts);
        Ok(Self { lengths: self.lengths.clone(), segments })
    }

    /// The value G of the sum: the player to move wins exactly when it is not 0.
    ///
    /// Two equal segments cancel, however long they are.
    ///
    /// # Errors
    /// [`Error`] if `grundy` is not known far enough, or is for other lengths.
    ///
    /// # Cost
    /// [`Grundy::value_at`] for each segment without an equal one, and a sort.
    pub fn value(&self, grundy: &Grundy) -> Result<Nimber, Error> {
        if grundy.lengths() != &self.lengths {
            let lengths = self.lengths.brief();
            return Err(error!(
                Domain,
                "the Grundy values are for other lengths; compute them for {lengths}"
            ));
        }
        let unpaired = self.unpaired().into_iter();
        unpaired.map(|segment| grundy.value_at(&self.segments[segment])).fold_ok(0, |sum, value| sum ^ value)
    }

    /// The longest segment, `None` if there is none.
    ///
    /// # Cost
    /// A comparison for each segment.
    ///
    /// ```
    /// use nimsweep::games::squares::{Lengths, Position};
    ///
    /// let position = Position::new(&Lengths::default(), [5, 9, 7].map(Into::into))?;
    /// assert_eq!(position.longest(), Some(&9.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn longest(&self) -> Option<&Surd> {
        self.segments.iter().max()
    }

    /// The longest segment on which the [value](Self::value) depends: on which a piece fits, and
    /// which is left when as many pairs of equal segments as there are have been taken away.
    ///
    /// # Cost
    /// A sort of the segments.
    ///
    /// ```
    /// use nimsweep::games::squares::{Lengths, Position};
    ///
    /// let position = Position::new(&Lengths::default(), [5, 9, 9, 9, 100, 100].map(Into::into))?;
    /// assert_eq!(position.longest_unpaired(), Some(&9.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn longest_unpaired(&self) -> Option<&Surd> {
        self.unpaired().into_iter().map(|segment| &self.segments[segment]).max()
    }

    /// The segments on which a piece fits, counted from 0, without as many pairs of equal ones as
    /// there are. The others have the value 0 together.
    fn unpaired(&self) -> Vec<usize> {
        unpaired(&self.segments, self.lengths.shortest())
    }

    /// A move that leaves nothing but pairs of equal segments and segments too short for any piece:
    /// it wins, as every later move can be copied on the other segment of its pair. No Grundy value
    /// is needed, so that segments may have any length. `None` if there is no such move.
    ///
    /// With the digit 7 a single segment of at least the shortest length has one, with the piece in
    /// the middle; and after each move of the other player there is one again.
    ///
    /// # Cost
    /// A sort of the segments, and some comparisons for each length.
    ///
    /// ```
    /// use nimsweep::games::squares::{Lengths, Position};
    /// use nimsweep::number::Surd;
    ///
    /// let lengths = Lengths::default();
    /// let position = Position::new(&lengths, ["10^30".parse()?])?;
    /// let step = position.pairing_move().unwrap();
    /// assert_eq!(step.place, "(10^30-1)/2".parse::<Surd>()?);
    /// let left = position.after(&step)?;
    /// assert_eq!(left.segments()[0], left.segments()[1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn pairing_move(&self) -> Option<Move> {
        let unpaired = self.unpaired();
        // one becomes two parts, each of which is paired with another one
        if unpaired.len() > 3 {
            return None;
        }
        let others = |segment| unpaired.iter().copied().filter(move |&other| other != segment);
        unpaired.iter().copied().find_map(|segment| {
            let length = &self.segments[segment];
            let fitting = self.lengths.pieces().take_while(|piece| piece.length <= *length);
            fitting.into_iter().find_map(|piece| {
                let rest = length - &piece.length;
                let leaves_pairs = |place: &Surd| {
                    let part = &rest - place;
                    let is_legal = !part.is_negative();
                    let left = others(segment).map(|other| &self.segments[other]).chain([place, &part]);
                    is_legal && self::unpaired(left, self.lengths.shortest()).is_empty()
                };
                let places = match piece.digit {
                    Digit::AtAnEnd => vec![Surd::zero()],
                    Digit::Anywhere => {
                        let others = others(segment).map(|other| self.segments[other].clone());
                        once(&rest / Surd::from(2)).chain(others).collect()
                    }
                };
                let place = places.into_iter().find(leaves_pairs)?;
                Some(Move { segment, length: piece.length, place })
            })
        })
    }

    /// Whether as many pairs of equal segments as there are leave none on which a piece fits.
    #[cfg(feature = "serde")]
    pub(crate) fn is_paired(&self) -> bool {
        self.unpaired().is_empty()
    }

    /// All winning moves, or in each segment those with the left end of the piece `within` a part
    /// of it.
    ///
    /// # Errors
    /// As [`Grundy::placements`].
    ///
    /// # Cost
    /// [`Grundy::placements`] for each segment.
    ///
    /// ```
    /// use nimsweep::games::squares::{Grundy, Lengths, Position};
    ///
    /// let lengths = Lengths::default();
    /// let grundy = Grundy::new(&lengths, &"10".parse()?)?;
    /// let sum = Position::new(&lengths, ["2".parse()?, "3".parse()?])?.moves(&grundy, None)?;
    /// assert_eq!(sum.grundy, 1);
    /// let places = &sum.segments[1].placements[0].winning;
    /// assert_eq!([places[0].to_string(), places[1].to_string()], ["{0}", "{2}"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves(&self, grundy: &Grundy, within: Option<&[Surd; 2]>) -> Result<SumMoves, Error> {
        let sum = self.value(grundy)?;
        // one table for all segments, unless their parts are shifted by periods
        let longest = self.segments.iter().max().filter(|_| within.is_none());
        if longest.is_some() && !self.lengths.all_at_an_end() {
            let total = || self.segments.iter().map(Surd::ceil).sum::<BigInt>().into();
            let listed = grundy.check_listed(&self.segments);
            listed.map_err(|_| too_many_steps(&total()))?;
        }
        let table = longest
            .filter(|_| !self.lengths.all_at_an_end())
            .map_or(Ok(Cow::Borrowed(grundy)), |longest| grundy.table_to(longest))?;
        let grundy = table.as_ref();
        let segments = self.segments.iter().map(|segment| {
            let value = grundy.value_at(segment)?;
            // a sum of value 0 has no winning move, and no target is g of its segment
            let placements = grundy.placements(segment, sum ^ value, within)?;
            Ok(Moves { grundy: value, placements })
        });
        Ok(SumMoves { grundy: sum, segments: segments.collect::<Result<_, Error>>()? })
    }

    /// A move that wins, or `None` if no move does. Its place is a simple number, if g has not too
    /// many steps to list all places; else it is that of a [`pairing_move`](Self::pairing_move), or
    /// it lies within the first periods of g.
    ///
    /// Some segment has the highest bit of G in its Grundy value; there the target is a smaller
    /// nimber, and by the mex some move leaves it. If g is not known far enough, a pairing move
    /// answers all the same, if there is one.
    ///
    /// # Errors
    /// As [`Grundy::placements`].
    ///
    /// # Cost
    /// [`Grundy::placements`] for one segment.
    ///
    /// ```
    /// use nimsweep::games::squares::{Grundy, Lengths, Position};
    ///
    /// let lengths: Lengths = "1".parse()?;
    /// let kayles = Grundy::new(&lengths, &"200".parse()?)?.with_period();
    /// let position = Position::new(&lengths, ["10^30".parse()?, "10^29+1".parse()?])?;
    /// let reply = position.best_reply(&kayles)?.unwrap();
    /// assert_eq!(position.after(&reply)?.value(&kayles)?, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn best_reply(&self, grundy: &Grundy) -> Result<Option<Move>, Error> {
        let sum = match self.value(grundy) {
            Err(error) if error.kind() == ErrorKind::BeyondTable => {
                return self.pairing_move().map(Some).ok_or(error);
            }
            sum => sum?,
        };
        for (segment, length) in self.segments.iter().enumerate() {
            // if not, it is one of a pair, as the value of the sum is known: a segment without an
            // equal one has the highest bit, too
            let Some(value) = grundy.known_at(length) else { continue };
            if value ^ sum < value {
                let placements = match grundy.placements(length, sum ^ value, None) {
                    Err(error) if error.kind() == ErrorKind::TooManySteps => {
                        if let Some(step) = self.pairing_move() {
                            return Ok(Some(step));
                        }
                        // with the period p from N on, some x < N + p leaves y − x with the value
                        // that is wanted if any x does: let x ≤ y − x. If x ≥ N + p, then
                        // g(x − p) = g(x) and, as y − x ≥ N, g(y − x + p) = g(y − x)
                        let end =
                            grundy.period().map_or_else(Surd::zero, |period| &period.from + &period.length);
                        grundy.placements(length, sum ^ value, Some(&[Surd::zero(), end]))
                    }
                    placements => placements,
                };
                return Ok(placements?.iter().find_map(|Placements { length, winning, .. }| {
                    let place = winning.first()?.simplest_place();
                    Some(Move { segment, length: length.clone(), place })
                }));
            }
        }
        Ok(None)
    }

    /// Some legal move, or `None` if the game is over: the shortest piece at the left end of the
    /// longest segment, which leaves as much as a move can.
    #[must_use]
    pub fn legal_move(&self) -> Option<Move> {
        let longest = self.segments.iter().enumerate().max_by_key(|&(_, segment)| segment);
        let (segment, _) = longest.filter(|&(_, segment)| segment >= self.lengths.shortest())?;
        Some(Move { segment, length: self.lengths.shortest().clone(), place: Surd::from(0) })
    }
}

/// Which segments are at least as long as the shortest length, without as many pairs of equal ones
/// as there are.
fn unpaired<'a>(segments: impl IntoIterator<Item = &'a Surd>, shortest: &Surd) -> Vec<usize> {
    let fitting = segments.into_iter().enumerate().filter(|&(_, segment)| segment >= shortest);
    let sorted = fitting.sorted_by_key(|&(_, segment)| segment).dedup_by_with_count(|(_, a), (_, b)| a == b);
    let odd = sorted.filter(|(count, _)| count % 2 == 1);
    odd.map(|(_, (index, _))| index).sorted().collect()
}

impl fmt::Display for Position {
    /// The segments as a sum, or 0 if there is none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.segments.is_empty() {
            return f.write_str("0");
        }
        write!(f, "{}", self.segments.iter().format(" + "))
    }
}
