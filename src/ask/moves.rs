//! The question of the winning moves: on a segment, or in a sum of segments.

use std::fmt;

use itertools::Itertools;
use num_traits::Zero;
use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::error::AskError;
use super::extent::Extent;
use super::text::{self, Both, is_whole, outcome};
use super::values::{DEFAULT_DIGITS, DEFAULT_LENGTHS, ValueError, digits, lengths, segment, segments};
use super::words::RawQuestion;
use crate::draw;
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
        words.expect_keys(&["at", "segments", "within", "random", "upto", "lengths", "digits", "method"])?;
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
            let measure = grundy.measure_at(target, &rest)?;
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
        let digits = self.digits;
        let winning = winning.into_iter().map(|places| Interval { places, digits }).collect();
        Ok(Places { length, winning, random })
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
#[derive(Clone, Debug, serde::Serialize)]
#[serde(untagged)]
pub(super) enum MovesAnswer {
    One(Box<Moves>),
    Sum(Box<SumMoves>),
}

/// The winning moves on one segment.
#[derive(Clone, Debug, serde::Serialize)]
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
#[derive(Clone, Debug, serde::Serialize)]
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
#[derive(Clone, Debug, serde::Serialize)]
struct Segment {
    at: Surd,
    grundy: Nimber,
    moves: Vec<Places>,
}

/// The places x at which a piece of one length wins.
#[derive(Clone, Debug, serde::Serialize)]
struct Places {
    length: Surd,
    winning: Vec<Interval>,
    #[serde(flatten)]
    random: Option<Random>,
}

/// How a piece of one length wins at a random place.
#[derive(Clone, Debug, serde::Serialize)]
struct Random {
    measure: String,
    measure_exact: String,
    probability: String,
    probability_exact: String,
}

/// An interval of places, or a single place.
#[derive(Clone, Debug)]
struct Interval {
    places: squares::Interval,
    /// How many decimals its ends have.
    digits: usize,
}

impl Interval {
    /// The ends as decimals.
    fn decimals(&self) -> [String; 2] {
        [&self.places.start, &self.places.end].map(|end| end.to_decimal(self.digits))
    }
}

impl Serialize for Interval {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let squares::Interval { start, end, start_included, end_included } = &self.places;
        let [start_decimal, end_decimal] = self.decimals();
        let mut object = serializer.serialize_struct("Interval", 6)?;
        object.serialize_field("start", start)?;
        object.serialize_field("end", end)?;
        object.serialize_field("start_included", start_included)?;
        object.serialize_field("end_included", end_included)?;
        object.serialize_field("start_decimal", &start_decimal)?;
        object.serialize_field("end_decimal", &end_decimal)?;
        object.end()
    }
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
        f.write_str(&self.head())?;
        write_places(f, &self.moves, "")
    }
}

impl fmt::Display for SumMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.head())?;
        for (number, segment) in (1..).zip(&self.segments) {
            write!(f, "\n{}", segment.head(number))?;
            write_places(f, &segment.moves, "  ")?;
        }
        Ok(())
    }
}

impl Moves {
    /// The value, and who wins.
    fn head(&self) -> String {
        let Self { at, within, grundy, .. } = self;
        format!("g({at}) = {grundy}, {}{}", outcome(*grundy == 0), part(within.as_ref()))
    }
}

impl SumMoves {
    /// The value of the sum, and who wins.
    fn head(&self) -> String {
        let Self { within, grundy, segments, .. } = self;
        let sum = segments.iter().map(|segment| &segment.at).format(" + ");
        format!("value of {sum}: {grundy}, {}{}", outcome(*grundy == 0), part(within.as_ref()))
    }
}

impl Segment {
    /// The value of the segment.
    fn head(&self, number: usize) -> String {
        format!("segment {number}: g({}) = {}", self.at, self.grundy)
    }
}

/// Says that not all places are listed.
fn part(within: Option<&[Surd; 2]>) -> String {
    within.map_or_else(String::new, |[from, to]| format!("\nplaces from {from} to {to}"))
}

impl MovesAnswer {
    /// The head of the text, and a strip for each length of each segment.
    pub(super) fn drawing(&self, columns: usize) -> String {
        let (head, within, segments) = match self {
            Self::One(moves) => (moves.head(), &moves.within, vec![drawn(None, &moves.at, &moves.moves)]),
            Self::Sum(moves) => {
                let segments = (1..).zip(&moves.segments);
                let segments = segments
                    .map(|(number, segment)| drawn(Some(segment.head(number)), &segment.at, &segment.moves));
                (moves.head(), &moves.within, segments.collect())
            }
        };
        let within = within.as_ref().map(|[from, to]| [from, to]);
        draw::below(&head, &draw::strips(&segments, within, columns), columns)
    }
}

fn drawn<'a>(head: Option<String>, length: &'a Surd, moves: &'a [Places]) -> draw::Segment<'a> {
    let strip = |places: &'a Places| draw::Strip {
        length: &places.length,
        winning: places.winning.iter().map(|interval| &interval.places).collect(),
    };
    draw::Segment { head, length, strips: moves.iter().map(strip).collect() }
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
        let Self { places, .. } = self;
        write!(f, "{places}")?;
        let ends = [&places.start, &places.end].map(Surd::to_string);
        if ends.iter().all(|end| is_whole(end)) {
            return Ok(());
        }
        let [start, end] = self.decimals();
        write!(f, "   {start}")?;
        if places.start == places.end { Ok(()) } else { write!(f, " .. {end}") }
    }
}
