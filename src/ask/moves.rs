//! The question of the winning moves: on a segment, or in a sum of segments.

use std::fmt;

use itertools::Itertools;
use num_traits::Zero;
use serde::Serialize;

use super::error::AskError;
use super::extent::Extent;
use super::text::{self, Both, is_whole, outcome};
use super::values::{DEFAULT_DIGITS, DEFAULT_LENGTHS, ValueError, digits, lengths, segment, segments};
use super::words::RawQuestion;
use crate::games::squares::{self, Grundy, Lengths, Position};
use crate::number::{Surd, brief};
use crate::proof::Claim;
use crate::sweep::Nimber;

/// Where a piece of each length wins.
#[derive(Clone, Debug)]
pub(super) struct MovesQuestion {
    pub(super) lengths: Lengths,
    pub(super) extent: Extent,
    position: Position,
    /// The part of each segment that is asked for.
    within: Option<[Surd; 2]>,
    /// Whether random places are asked for, too.
    random: bool,
    digits: usize,
}

impl MovesQuestion {
    pub(super) fn read(words: &RawQuestion) -> Result<Self, AskError> {
        words.expect_keys(&["at", "segments", "within", "random", "upto", "lengths", "digits"])?;
        let segments = match (words.has("at"), words.has("segments")) {
            (true, true) => {
                return Err(
                    ValueError::new("segments", "the key 'at' is there, too; give one of them").into()
                );
            }
            (false, true) => segments("segments", words.list("segments")?)?,
            _ => vec![segment("at", words.one("at")?)?],
        };
        let longest = segments.iter().max().cloned().unwrap_or_default();
        let within = words.has("within").then(|| read_part(words, &longest)).transpose()?;
        let random = words.flag("random")?;
        if random && within.is_some() {
            let reason = "a random place is one of the whole segment; leave out the key 'within'";
            return Err(ValueError::new("random", reason).into());
        }
        let upto = words.any("upto")?.map(|upto| segment("upto", upto)).transpose()?;
        let lengths = lengths("lengths", words.one_or("lengths", DEFAULT_LENGTHS)?)?;
        let digits = digits("digits", words.one_or("digits", DEFAULT_DIGITS)?)?;
        let extent = Extent::new(&lengths, longest, upto);
        let position = Position::new(&lengths, segments)?;
        Ok(Self { lengths, extent, position, within, random, digits })
    }

    /// The answer from g, known as far as the extent says.
    pub(super) fn answer(&self, grundy: &Grundy) -> Result<MovesAnswer, AskError> {
        let within = self.within.as_ref().map(|[from, to]| [from, to]);
        let sum = self.position.moves(grundy, within)?;
        let segments = self.position.segments().iter().zip(sum.segments).map(|(at, moves)| {
            let target = sum.grundy ^ moves.grundy;
            let places = |placements| self.places(grundy, at, target, placements);
            let places = moves.placements.into_iter().map(places).collect::<Result<_, AskError>>()?;
            Ok(Segment { at: at.clone(), grundy: moves.grundy, moves: places })
        });
        let mut segments = segments.collect::<Result<Vec<_>, AskError>>()?;
        let (lengths, digits, within) = (self.lengths.clone(), self.digits, self.within.clone());
        Ok(match segments.len() {
            1 => {
                let Segment { at, grundy, moves } = segments.remove(0);
                MovesAnswer::One(Box::new(Moves { lengths, at, digits, within, grundy, moves }))
            }
            _ => {
                let (grundy, wins) = (sum.grundy, sum.grundy != 0);
                MovesAnswer::Sum(Box::new(SumMoves { lengths, digits, within, grundy, wins, segments }))
            }
        })
    }

    /// All winning moves, as a certificate claims them.
    pub(super) fn claim(&self, grundy: &Grundy) -> Result<Claim, AskError> {
        let segments = self.position.segments().to_vec();
        Ok(Claim::Moves { segments, moves: self.position.moves(grundy, None)? })
    }

    /// The segments.
    pub(super) fn segments(&self) -> &[Surd] {
        self.position.segments()
    }

    fn places(
        &self,
        grundy: &Grundy,
        at: &Surd,
        target: Nimber,
        placements: squares::Placements,
    ) -> Result<Places, AskError> {
        let squares::Placements { length, winning } = placements;
        let random = if self.random {
            let rest = at - &length;
            let measure = grundy.target_measure_at(target, &rest)?;
            // a piece as long as the segment has one place
            let probability = match rest.is_zero() {
                true => Surd::from(u64::from(!winning.is_empty())),
                false => &measure / rest,
            };
            Some(Random {
                measure: measure.to_decimal(self.digits),
                measure_exact: measure.to_string(),
                probability: probability.to_decimal(self.digits),
                probability_exact: probability.to_string(),
            })
        } else {
            None
        };
        let winning = winning.iter().map(|interval| self.interval(interval)).collect();
        Ok(Places { length, winning, random })
    }

    fn interval(&self, interval: &squares::Interval) -> Interval {
        Interval {
            start: interval.start.to_string(),
            end: interval.end.to_string(),
            start_included: interval.start_included,
            end_included: interval.end_included,
            start_decimal: interval.start.to_decimal(self.digits),
            end_decimal: interval.end.to_decimal(self.digits),
        }
    }
}

/// The two ends of a part of a segment.
fn read_part(words: &RawQuestion, longest: &Surd) -> Result<[Surd; 2], ValueError> {
    let [from, to] = words.list("within")? else {
        return Err(ValueError::new("within", "give two numbers: where the part begins and where it ends"));
    };
    let [from, to] = [segment("within", from)?, segment("within", to)?];
    if from > *longest {
        let reason =
            format!("the part begins beyond the longest segment, which has the length {}", brief(longest));
        return Err(ValueError::new("within", reason));
    }
    Ok([from, to])
}

/// The answer to [`MovesQuestion`].
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(super) enum MovesAnswer {
    One(Box<Moves>),
    Sum(Box<SumMoves>),
}

/// The winning moves on one segment.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Moves {
    #[serde(serialize_with = "text::lengths")]
    lengths: Lengths,
    at: Surd,
    digits: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<[Surd; 2]>,
    grundy: Nimber,
    /// For each length that fits.
    moves: Vec<Places>,
}

/// The winning moves in a sum of segments.
#[derive(Clone, Debug, Serialize)]
pub(super) struct SumMoves {
    #[serde(serialize_with = "text::lengths")]
    lengths: Lengths,
    digits: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<[Surd; 2]>,
    /// The value of the sum.
    grundy: Nimber,
    /// Whether the player to move wins.
    wins: bool,
    segments: Vec<Segment>,
}

/// A segment of a sum, and where a piece in it wins the whole game.
#[derive(Clone, Debug, Serialize)]
struct Segment {
    at: Surd,
    grundy: Nimber,
    moves: Vec<Places>,
}

/// The places x at which a piece of one length wins.
#[derive(Clone, Debug, Serialize)]
struct Places {
    length: Surd,
    winning: Vec<Interval>,
    #[serde(flatten)]
    random: Option<Random>,
}

/// How a piece of one length wins at a random place.
#[derive(Clone, Debug, Serialize)]
struct Random {
    measure: String,
    measure_exact: String,
    probability: String,
    probability_exact: String,
}

/// An interval of places, or a single place.
#[derive(Clone, Debug, Serialize)]
struct Interval {
    start: String,
    end: String,
    start_included: bool,
    end_included: bool,
    start_decimal: String,
    end_decimal: String,
}

impl fmt::Display for MovesAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One(moves) => moves.fmt(f),
            Self::Sum(moves) => moves.fmt(f),
        }
    }
}

impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { at, within, grundy, moves, .. } = self;
        write!(f, "g({at}) = {grundy}, {}", outcome(*grundy == 0))?;
        write_part(f, within.as_ref())?;
        write_places(f, moves, "")
    }
}

impl fmt::Display for SumMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { within, grundy, segments, .. } = self;
        let sum = segments.iter().map(|segment| &segment.at).format(" + ");
        write!(f, "value of {sum}: {grundy}, {}", outcome(*grundy == 0))?;
        write_part(f, within.as_ref())?;
        for (number, Segment { at, grundy, moves }) in (1..).zip(segments) {
            write!(f, "\nsegment {number}: g({at}) = {grundy}")?;
            write_places(f, moves, "  ")?;
        }
        Ok(())
    }
}

/// Says that not all places are listed.
fn write_part(f: &mut fmt::Formatter<'_>, within: Option<&[Surd; 2]>) -> fmt::Result {
    within.map_or(Ok(()), |[from, to]| write!(f, "\nplaces from {from} to {to}"))
}

fn write_places(f: &mut fmt::Formatter<'_>, moves: &[Places], indent: &str) -> fmt::Result {
    if moves.is_empty() {
        write!(f, "\n{indent}no piece fits")?;
    }
    for Places { length, winning, random } in moves {
        if winning.is_empty() {
            write!(f, "\n{indent}piece of length {length} wins nowhere")?;
        } else {
            write!(f, "\n{indent}piece of length {length} wins with its left end at x in")?;
        }
        for interval in winning {
            write!(f, "\n{indent}  {interval}")?;
        }
        if let Some(Random { measure, measure_exact, probability, probability_exact }) = random {
            let both = |decimal, exact| Both { decimal, exact: Some(exact), remark: "" };
            write!(f, "\n{indent}  winning measure     {}", both(measure, measure_exact))?;
            write!(f, "\n{indent}  winning probability {}", both(probability, probability_exact))?;
        }
    }
    Ok(())
}

impl fmt::Display for Interval {
    /// `[0, 1)`, or `{1/2}` for a single place; with decimals, if they say more than the closed
    /// forms.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { start, end, start_decimal, end_decimal, .. } = self;
        if start == end {
            write!(f, "{{{start}}}")?;
        } else {
            let open = if self.start_included { '[' } else { '(' };
            let close = if self.end_included { ']' } else { ')' };
            write!(f, "{open}{start}, {end}{close}")?;
        }
        match (is_whole(start) && is_whole(end), start == end) {
            (true, _) => Ok(()),
            (false, true) => write!(f, "   {start_decimal}"),
            (false, false) => write!(f, "   {start_decimal} .. {end_decimal}"),
        }
    }
}
