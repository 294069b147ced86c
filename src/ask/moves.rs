//! The winning moves: on a segment, or in a sum of segments.

use std::fmt;

use itertools::Itertools;
use num_traits::Zero;
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use super::answer::{Object, outcome};
use super::question::{AskError, Certified, DecimalsKey, Keys, Question, SquaresKeys};
use super::text_style::TextStyle;
use super::values::{ValueError, range, segment, segments};
use crate::draw;
use crate::games::squares::need::Need;
use crate::games::squares::{self, Digit, Grundy, Lengths, Position};
use crate::number::{NumberStyle, Surd, brief};
use crate::proof::Claim;
use crate::sweep::Nimber;

/// The keys of a position, and of the part of each of its segments that is asked for.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct PositionKeys {
    /// The length of a single segment as an option
    at: Option<String>,
    /// Lengths of the segments
    segments: Option<Vec<String>>,
    /// Only left ends from A to B of each segment
    within: Option<Vec<String>>,
    /// Look for a period of g up to N, to answer beyond
    ///
    /// A period answers for longer segments. [default: 20,000 times the common measure of the
    /// lengths, at least 20 times the longest]
    upto: Option<String>,
}

/// The keys of `moves`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct MovesKeys {
    position: PositionKeys,
    /// The winning probability of a random place
    ///
    /// And the total length of the winning places.
    random: bool,
    squares: SquaresKeys,
    decimals: DecimalsKey,
}

/// A position, the part of each segment that is asked for, and what that needs of g.
type PositionPart = (Position, Option<[Surd; 2]>, Need);

impl PositionKeys {
    pub(super) fn read(&self, lengths: &Lengths, command: &'static str) -> Result<PositionPart, AskError> {
        let segments = match (&self.at, &self.segments) {
            (Some(_), Some(_)) => return Err(ValueError::conflict("segments", "at").into()),
            (None, Some(texts)) => segments("segments", texts)?,
            (Some(at), None) => vec![segment("at", at)?],
            (None, None) => return Err(ValueError::missing("at", command).into()),
        };
        let longest = segments.iter().max().cloned().unwrap_or_default();
        let within = self.within.as_ref().map(|ends| read_part(ends, &longest)).transpose()?;
        let upto = self.upto.as_ref().map(|upto| segment("upto", upto)).transpose()?;
        Ok((Position::new(lengths, segments)?, within, Need::segments(lengths, longest, upto)))
    }
}

impl Keys for MovesKeys {
    const COMMAND: &'static str = "moves";

    fn read(&self) -> Result<Question, AskError> {
        let (lengths, digits) = (self.squares.lengths()?, self.decimals.digits()?);
        let (position, within, need) = self.position.read(&lengths, Self::COMMAND)?;
        if self.random && within.is_some() {
            let reason = "a random place is one of the whole segment; leave out the key 'within'";
            return Err(ValueError::new("random", reason).into());
        }
        if self.random {
            lengths.check_random()?;
        }
        // a certificate claims all winning moves
        let of_certificate = position.clone();
        let certified = Certified::new(position.segments().to_vec(), move |grundy, _| {
            let (segments, moves) = (of_certificate.segments().to_vec(), of_certificate.moves(grundy, None)?);
            Ok(Claim::Moves { segments, moves })
        });
        let question = MovesQuestion { position, within, random: self.random, digits };
        self.squares.question(lengths, need, Some(certified), move |grundy, _| question.answer(grundy))
    }
}

/// The two ends of a part of a segment.
fn read_part(ends: &[String], longest: &Surd) -> Result<[Surd; 2], ValueError> {
    let [from, to] = range("within", ends)?;
    if from > *longest {
        let reason =
            format!("the part begins beyond the longest segment, which has the length {}", brief(longest));
        return Err(ValueError::new("within", reason));
    }
    Ok([from, to])
}

/// Where a piece of each length wins.
struct MovesQuestion {
    position: Position,
    /// The part of each segment that is asked for.
    within: Option<[Surd; 2]>,
    /// Whether random places are asked for, too.
    random: bool,
    digits: usize,
}

impl MovesQuestion {
    fn answer(&self, grundy: &Grundy) -> Result<MovesAnswer, AskError> {
        let sum = self.position.moves(grundy, self.within.as_ref())?;
        let segments = self.position.segments().iter().zip(sum.segments).map(|(at, moves)| {
            let target = sum.grundy ^ moves.grundy;
            let places = |placements| self.places(grundy, at, target, placements);
            let places = moves.placements.into_iter().map(places).collect::<Result<_, AskError>>()?;
            Ok(SegmentAnswer { at: at.clone(), grundy: moves.grundy, moves: places })
        });
        let segments = segments.collect::<Result<Vec<_>, AskError>>()?;
        let (digits, within) = (self.digits, self.within.clone());
        let at = segments.iter().exactly_one().ok().map(|segment| segment.at.clone());
        let (grundy, wins) = (sum.grundy, at.is_none().then_some(sum.grundy != 0));
        Ok(MovesAnswer { at, digits, within, grundy, wins, segments })
    }

    fn places(
        &self,
        grundy: &Grundy,
        at: &Surd,
        target: Nimber,
        placements: squares::Placements,
    ) -> Result<PlacesAnswer, AskError> {
        let squares::Placements { length, digit, winning } = placements;
        let random = self.random.then(|| {
            let rest = at - &length;
            let measure = grundy.measure_at(target, &rest)?;
            // a piece as long as the segment has one place
            let probability = match rest.is_zero() {
                true => Surd::from(u64::from(!winning.is_empty())),
                false => &measure / rest,
            };
            Ok::<_, AskError>(Random {
                measure: measure.to_decimal(self.digits),
                measure_exact: measure,
                probability: probability.to_decimal(self.digits),
                probability_exact: probability,
            })
        });
        let decimal = |end: &Surd| end.to_decimal(self.digits);
        let winning = winning.into_iter().map(|places| WrittenInterval {
            start_decimal: decimal(&places.start),
            end_decimal: decimal(&places.end),
            places,
        });
        Ok(PlacesAnswer { length, digit, winning: winning.collect(), random: random.transpose()? })
    }
}

/// The winning moves on one segment, or in a sum of segments.
#[derive(Debug, Serialize)]
struct MovesAnswer {
    /// The only segment.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<Surd>,
    digits: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<[Surd; 2]>,
    /// The value of the sum.
    grundy: Nimber,
    /// Whether the player to move wins, in a sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    wins: Option<bool>,
    #[serde(flatten, serialize_with = "moves_or_segments")]
    segments: Vec<SegmentAnswer>,
}

/// A segment, and where a piece in it wins the whole game.
#[derive(Debug, Serialize)]
struct SegmentAnswer {
    at: Surd,
    grundy: Nimber,
    /// For each length that fits.
    moves: Vec<PlacesAnswer>,
}

/// The moves on the only segment, or all segments.
fn moves_or_segments<S: Serializer>(segments: &[SegmentAnswer], serializer: S) -> Result<S::Ok, S::Error> {
    let mut entries = serializer.serialize_map(Some(1))?;
    match segments {
        [segment] => entries.serialize_entry("moves", &segment.moves)?,
        _ => entries.serialize_entry("segments", segments)?,
    }
    entries.end()
}

/// The places x at which a piece of one length wins.
#[derive(Debug, Serialize)]
struct PlacesAnswer {
    length: Surd,
    /// The rule of the answer says it, too.
    #[serde(skip)]
    digit: Digit,
    winning: Vec<WrittenInterval>,
    #[serde(flatten)]
    random: Option<Random>,
}

/// How a piece of one length wins at a random place.
#[derive(Debug, Serialize)]
struct Random {
    measure: String,
    measure_exact: Surd,
    probability: String,
    probability_exact: Surd,
}

/// An interval of places, or a single place.
#[derive(Debug, Serialize)]
struct WrittenInterval {
    #[serde(flatten)]
    places: squares::Interval,
    start_decimal: String,
    end_decimal: String,
}

impl MovesAnswer {
    /// The value, who wins, and whether not all places are listed.
    fn head(&self, numbers: NumberStyle) -> String {
        let sum = self.segments.iter().map(|segment| numbers.text(&segment.at)).join(" + ");
        let value = if self.at.is_some() { format!("g({sum}) =") } else { format!("value of {sum}:") };
        let part = self.within.as_ref().map_or_else(String::new, |ends| {
            let [from, to] = ends.each_ref().map(|end| numbers.text(end));
            format!("\nplaces from {from} to {to}")
        });
        format!("{value} {}, {}{part}", self.grundy, outcome(self.grundy == 0))
    }

    /// The segments, and in a sum what is said of each.
    fn segments(&self, numbers: NumberStyle) -> impl Iterator<Item = (Option<String>, &SegmentAnswer)> {
        (1..).zip(&self.segments).map(move |(number, segment)| {
            let head = || format!("segment {number}: g({}) = {}", numbers.text(&segment.at), segment.grundy);
            (self.at.is_none().then(head), segment)
        })
    }
}

impl Object for MovesAnswer {
    fn drawing(&self, columns: usize) -> Option<String> {
        let segments = self.segments(NumberStyle::People);
        let segments: Vec<_> =
            segments.map(|(head, SegmentAnswer { at, moves, .. })| drawn(head, at, moves)).collect();
        let head = draw::fitting(&self.head(NumberStyle::People), columns);
        Some(format!("{head}\n{}", draw::strips(&segments, self.within.as_ref(), columns)))
    }

    fn write_text(&self, f: &mut fmt::Formatter<'_>, style: &TextStyle) -> fmt::Result {
        f.write_str(&self.head(style.numbers))?;
        for (head, segment) in self.segments(style.numbers) {
            head.iter().try_for_each(|head| write!(f, "\n{head}"))?;
            let indent = if head.is_some() { "  " } else { "" };
            write_places(f, &segment.moves, indent, self.digits, style.numbers)?;
        }
        Ok(())
    }
}

fn drawn<'a>(head: Option<String>, length: &'a Surd, moves: &'a [PlacesAnswer]) -> draw::Segment<'a> {
    let strip = |places: &'a PlacesAnswer| draw::Strip {
        length: &places.length,
        digit: places.digit,
        winning: places.winning.iter().map(|interval| &interval.places).collect(),
    };
    draw::Segment { head, length, strips: moves.iter().map(strip).collect() }
}

fn write_places(
    f: &mut fmt::Formatter<'_>,
    moves: &[PlacesAnswer],
    indent: &str,
    digits: usize,
    numbers: NumberStyle,
) -> fmt::Result {
    if moves.is_empty() {
        write!(f, "\n{indent}no piece fits")?;
    }
    let (winners, losers): (Vec<_>, Vec<_>) = moves.iter().partition(|places| !places.winning.is_empty());
    for PlacesAnswer { length, winning, random, .. } in winners {
        let length = numbers.text(length);
        write!(f, "\n{indent}piece of length {length} wins with its left end at x in")?;
        for interval in winning {
            write!(f, "\n{indent}  {}", interval.text(numbers))?;
        }
        if let Some(Random { measure_exact, probability_exact, .. }) = random {
            let both = |number| numbers.with_decimals(number, digits);
            write!(f, "\n{indent}  winning measure     {}", both(measure_exact))?;
            write!(f, "\n{indent}  winning probability {}", both(probability_exact))?;
        }
    }
    let lengths = losers.iter().map(|places| numbers.text(&places.length)).join(", ");
    match losers.len() {
        0 => Ok(()),
        1 => write!(f, "\n{indent}piece of length {lengths} wins nowhere"),
        _ => write!(f, "\n{indent}pieces of length {lengths} win nowhere"),
    }
}

impl WrittenInterval {
    /// `[0, 1)`, or `{1/2}` for a single place; with decimals, if they say more than the closed
    /// forms.
    fn text(&self, numbers: NumberStyle) -> String {
        let squares::Interval { start, end, .. } = &self.places;
        let text = self.places.text(numbers);
        match () {
            () if [start, end].into_iter().all(|end| end.exact_digits(0..=0).is_some()) => text,
            () if start == end => format!("{text}   {}", self.start_decimal),
            () => format!("{text}   {} .. {}", self.start_decimal, self.end_decimal),
        }
    }
}
