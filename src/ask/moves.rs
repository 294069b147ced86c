//! The winning moves: on a segment, or in a sum of segments.

use std::fmt;
use std::sync::Arc;

use itertools::Itertools;
use num_traits::Zero;

use super::answer::outcome;
use super::question::{Certified, Question};
use super::raw_question::Keys;
use super::reply::{Reply, ReplyFields, Value, fields};
use super::text_style::TextStyle;
use super::values::{conflict, range, segment, segments};
use crate::draw;
use crate::error::Error;
use crate::games::squares::need::Need;
use crate::games::squares::{Grundy, Interval, Lengths, Placements, Position};
use crate::number::{NumberStyle, Surd, brief};
use crate::proof::Claim;
use crate::sweep::Nimber;

/// A position, the part of each segment that is asked for, and what that needs of g.
type PositionPart = (Position, Option<[Surd; 2]>, Need);

/// Reads a position, and the part of each of its segments that is asked for.
pub(super) fn position_part(keys: &Keys, lengths: &Lengths) -> Result<PositionPart, Error> {
    let segments = match (keys.has("at"), keys.has("segments")) {
        (true, true) => return Err(conflict("segments", "at")),
        (false, true) => segments("segments", keys.list("segments"))?,
        _ => vec![keys.needed("at", segment)?],
    };
    let longest = segments.iter().max().cloned().unwrap_or_default();
    let within = keys.read_list("within", |_, ends| read_part(ends, &longest))?;
    let upto = keys.read("upto", segment)?;
    Ok((Position::new(lengths, segments)?, within, Need::segments(lengths, longest, upto)))
}

/// The question of `moves`.
pub(super) fn read_moves(keys: &Keys) -> Result<Question, Error> {
    let (lengths, digits) = (keys.lengths()?, keys.digits()?);
    let (position, within, need) = position_part(keys, &lengths)?;
    let random = keys.has("random");
    if random && within.is_some() {
        let reason = "random places are taken from the whole segment; leave out the key 'within'";
        return Err(Error::of_key("random", reason));
    }
    if random {
        lengths.check_random()?;
    }
    // a certificate claims all winning moves
    let of_certificate = position.clone();
    let certified = Certified::new(position.segments().to_vec(), move |grundy, _| {
        let (segments, moves) = (of_certificate.segments().to_vec(), of_certificate.moves(grundy, None)?);
        Ok(Claim::Moves { segments, moves })
    });
    let question = MovesQuestion { position, within, random, digits };
    keys.question(lengths, need, Some(certified), move |grundy, _| question.answer(grundy))
}

/// The two ends of a part of a segment.
fn read_part(ends: &[String], longest: &Surd) -> Result<[Surd; 2], Error> {
    let [from, to] = range("within", ends)?;
    if from > *longest {
        let reason = format!(
            "the part begins beyond the end of the longest segment, whose length is {}",
            brief(longest)
        );
        return Err(Error::of_key("within", reason));
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
    fn answer(&self, grundy: &Grundy) -> Result<Reply, Error> {
        let sum = self.position.moves(grundy, self.within.as_ref())?;
        let segments = self.position.segments().iter().zip(sum.segments).map(|(at, moves)| {
            let moves_grundy = moves.grundy;
            let target = sum.grundy ^ moves_grundy;
            let random = |places: &Placements| self.random(grundy, at, target, places);
            let moves = moves.placements.into_iter().map(|places| Ok((random(&places)?, places)));
            let (moves, grundy) = (moves.collect::<Result<_, Error>>()?, moves_grundy);
            Ok(SegmentMoves { at: at.clone(), grundy, moves })
        });
        let segments = segments.collect::<Result<Vec<_>, Error>>()?;
        let (digits, within, grundy) = (self.digits, self.within.clone(), sum.grundy);
        let at = segments.iter().exactly_one().ok().map(|segment| &segment.at);
        let fields = fields! {
            at: Value::given(at), digits, within: Value::given(within.clone()), grundy,
            wins: Value::given(at.is_none().then_some(grundy != 0)),
        };
        let of_segments = segments.iter().map(|segment| segment.fields(digits));
        let fields = match &segments[..] {
            [segment] => fields.with("moves", segment.moves_fields(digits)),
            _ => fields.with("segments", Value::from_iter(of_segments)),
        };
        let answer = Arc::new(MovesAnswer { is_sum: at.is_none(), digits, within, grundy, segments });
        let drawn = Arc::clone(&answer);
        let reply = Reply::new(fields).drawn(move |columns| drawn.drawing(columns));
        Ok(reply.text(move |f, style| answer.write_text(f, style)))
    }

    /// The measure of the places where a piece of one length wins, and the probability that a
    /// random one does, if they are asked for.
    fn random(
        &self,
        grundy: &Grundy,
        at: &Surd,
        target: Nimber,
        places: &Placements,
    ) -> Result<Option<[Surd; 2]>, Error> {
        if !self.random {
            return Ok(None);
        }
        let rest = at - &places.length;
        let measure = grundy.measure_at(target, &rest)?;
        // a piece as long as the segment has one place
        let probability = match rest.is_zero() {
            true => Surd::from(u64::from(!places.winning.is_empty())),
            false => &measure / rest,
        };
        Ok(Some([measure, probability]))
    }
}

/// The winning moves on one segment, or in a sum of segments.
struct MovesAnswer {
    is_sum: bool,
    digits: usize,
    within: Option<[Surd; 2]>,
    /// The value of the sum.
    grundy: Nimber,
    segments: Vec<SegmentMoves>,
}

/// A segment, and where a piece in it wins the whole game.
struct SegmentMoves {
    at: Surd,
    grundy: Nimber,
    /// For each length that fits, the measure of the places and the probability of a random one, if
    /// they are asked for, and the places.
    moves: Vec<(Option<[Surd; 2]>, Placements)>,
}

impl SegmentMoves {
    fn fields(&self, digits: usize) -> ReplyFields {
        fields! { at: &self.at, grundy: self.grundy, moves: self.moves_fields(digits) }
    }

    fn moves_fields(&self, digits: usize) -> Value {
        let decimal = |number: &Surd| Value::Decimal(number.clone().into(), digits);
        let interval = |Interval { start, end, start_included, end_included }: &Interval| {
            fields! {
                start, end, start_included: *start_included, end_included: *end_included,
                start_decimal: decimal(start), end_decimal: decimal(end),
            }
        };
        Value::from_iter(self.moves.iter().map(|(random, Placements { length, winning, .. })| {
            let fields = fields! { length, winning: Value::from_iter(winning.iter().map(interval)) };
            let random = random.iter().map(|[measure, probability]| {
                fields! {
                    measure: decimal(measure), measure_exact: measure,
                    probability: decimal(probability), probability_exact: probability,
                }
            });
            random.fold(fields, ReplyFields::and)
        }))
    }
}

impl MovesAnswer {
    /// The value, who wins, and whether not all places are listed.
    fn head(&self, numbers: NumberStyle) -> String {
        let sum = self.segments.iter().map(|segment| numbers.text(&segment.at)).join(" + ");
        let value = if self.is_sum { format!("value of {sum}:") } else { format!("g({sum}) =") };
        let part = self.within.as_ref().map_or_else(String::new, |ends| {
            let [from, to] = ends.each_ref().map(|end| numbers.text(end));
            format!("\nplaces from {from} to {to}")
        });
        format!("{value} {}, {}{part}", self.grundy, outcome(self.grundy == 0))
    }

    /// The segments, and in a sum what is said of each.
    fn segments(&self, numbers: NumberStyle) -> impl Iterator<Item = (Option<String>, &SegmentMoves)> {
        (1..).zip(&self.segments).map(move |(number, segment)| {
            let head = || format!("segment {number}: g({}) = {}", numbers.text(&segment.at), segment.grundy);
            (self.is_sum.then(head), segment)
        })
    }

    fn drawing(&self, columns: usize) -> String {
        let segments = self.segments(NumberStyle::People);
        let segments: Vec<_> =
            segments.map(|(head, SegmentMoves { at, moves, .. })| drawn(head, at, moves)).collect();
        let head = draw::fitting(&self.head(NumberStyle::People), columns);
        format!("{head}\n{}", draw::strips(&segments, self.within.as_ref(), columns))
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

fn drawn<'a>(
    head: Option<String>,
    length: &'a Surd,
    moves: &'a [(Option<[Surd; 2]>, Placements)],
) -> draw::Segment<'a> {
    let strip = |(_, places): &'a (_, Placements)| draw::Strip {
        length: &places.length,
        digit: places.digit,
        winning: places.winning.iter().collect(),
    };
    draw::Segment { head, length, strips: moves.iter().map(strip).collect() }
}

fn write_places(
    f: &mut fmt::Formatter<'_>,
    moves: &[(Option<[Surd; 2]>, Placements)],
    indent: &str,
    digits: usize,
    numbers: NumberStyle,
) -> fmt::Result {
    if moves.is_empty() {
        write!(f, "\n{indent}no piece fits")?;
    }
    let (winners, losers): (Vec<_>, Vec<_>) =
        moves.iter().partition(|(_, places)| !places.winning.is_empty());
    for (random, Placements { length, winning, .. }) in winners {
        let length = numbers.text(length);
        write!(f, "\n{indent}piece of length {length} wins with its left end at x in")?;
        for interval in winning {
            write!(f, "\n{indent}  {}", interval_text(interval, digits, numbers))?;
        }
        if let Some([measure, probability]) = random {
            let both = |number| numbers.with_decimals(number, digits);
            write!(f, "\n{indent}  winning measure     {}", both(measure))?;
            write!(f, "\n{indent}  winning probability {}", both(probability))?;
        }
    }
    let lengths = losers.iter().map(|(_, places)| numbers.text(&places.length)).join(", ");
    match losers.len() {
        0 => Ok(()),
        1 => write!(f, "\n{indent}piece of length {lengths} wins nowhere"),
        _ => write!(f, "\n{indent}pieces of length {lengths} win nowhere"),
    }
}

/// `[0, 1)`, or `{1/2}` for a single place; with decimals, if they say more than the closed forms.
fn interval_text(places: &Interval, digits: usize, numbers: NumberStyle) -> String {
    let (text, ends) = (places.text(numbers), [&places.start, &places.end]);
    let [start, end] = ends.map(|end| end.to_decimal(digits));
    match () {
        () if ends.into_iter().all(|end| end.exact_digits(0..=0).is_some()) => text,
        () if places.start == places.end => format!("{text}   {start}"),
        () => format!("{text}   {start} .. {end}"),
    }
}
