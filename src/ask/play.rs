//! The question of one turn of a game: a move is made if there is one, and answered perfectly.

use std::fmt;

use itertools::Itertools;
use serde::Serialize;

use super::error::AskError;
use super::extent::Extent;
use super::text::{self, outcome};
use super::values::{DEFAULT_DIGITS, DEFAULT_LENGTHS, ValueError, digits, lengths, number, segments, whole};
use super::words::RawQuestion;
use crate::games::squares::{self, DomainError, Grundy, Lengths, Position};
use crate::number::{Surd, quoted};
use crate::sweep::Nimber;

/// The keys of a move: all of them, or none.
const MOVE: [&str; 3] = ["segment", "length", "place"];

/// A position, and perhaps a move in it.
#[derive(Clone, Debug)]
pub(super) struct PlayQuestion {
    pub(super) lengths: Lengths,
    pub(super) extent: Extent,
    before: Position,
    step: Option<squares::Move>,
    /// The position after the move, or the same if there is none.
    left: Position,
    digits: usize,
}

impl PlayQuestion {
    pub(super) fn read(words: &RawQuestion) -> Result<Self, AskError> {
        words.expect_keys(&["segments", "segment", "length", "place", "lengths", "digits", "method"])?;
        let segments = segments("segments", words.list("segments")?)?;
        let longest = segments.iter().max().cloned().unwrap_or_default();
        let lengths = lengths("lengths", words.one_or("lengths", DEFAULT_LENGTHS)?)?;
        let digits = digits("digits", words.one_or("digits", DEFAULT_DIGITS)?)?;
        let before = Position::new(&lengths, segments)?;
        let step = if MOVE.iter().any(|key| words.has(key)) { Some(read_move(words)?) } else { None };
        // refused before g is computed
        let left = step.as_ref().map_or_else(|| Ok(before.clone()), |step| before.after(step))?;
        // the values of equal segments cancel, and a pairing move needs none
        let required = || match left.pairing_move() {
            Some(_) => None,
            None => left.unpaired().into_iter().map(|segment| &left.segments()[segment]).max().cloned(),
        };
        let extent = Extent::with_required(&lengths, longest, required);
        Ok(Self { lengths, extent, before, step, left, digits })
    }

    /// The answer from g, known as far as the extent says.
    pub(super) fn answer(&self, grundy: &Grundy) -> Result<Play, AskError> {
        let left = &self.left;
        let values = left.segments().iter().map(|segment| known(grundy.value_at(segment)));
        let value = known(left.value(grundy))?;
        let best = left.best_reply(grundy)?;
        // a winning move may be known without the value
        let wins = best.is_some();
        let reply = best.or_else(|| left.legal_move());
        let after = reply.as_ref().map(|reply| left.after(reply)).transpose()?;
        Ok(Play {
            lengths: self.lengths.clone(),
            digits: self.digits,
            segments: self.before.segments().to_vec(),
            step: self.step.as_ref().map(|step| self.placed(step)),
            left: left.segments().to_vec(),
            values: values.collect::<Result<_, _>>()?,
            grundy: value,
            wins,
            over: left.is_over(),
            reply: reply.as_ref().map(|reply| self.placed(reply)),
            reply_wins: wins,
            after: after.map(|after| after.segments().to_vec()),
        })
    }

    fn placed(&self, step: &squares::Move) -> Placed {
        Placed {
            segment: step.segment + 1, // an index into a list
            length: step.length.clone(),
            place: step.place.clone(),
            place_decimal: step.place.to_decimal(self.digits),
        }
    }
}

/// A value, or `None` if g is not known that far.
fn known(value: Result<Nimber, DomainError>) -> Result<Option<Nimber>, DomainError> {
    match value {
        Err(DomainError::BeyondTable { .. }) => Ok(None),
        value => value.map(Some),
    }
}

fn read_move(words: &RawQuestion) -> Result<squares::Move, ValueError> {
    let (segment, length, place) = (words.one("segment")?, words.one("length")?, words.one("place")?);
    let counted = usize::try_from(whole("segment", segment)?).ok().and_then(|count| count.checked_sub(1));
    let segment = counted.ok_or_else(|| {
        let reason = format!("there is no segment number '{}'; they are counted from 1", quoted(segment));
        ValueError::new("segment", reason)
    })?;
    Ok(squares::Move { segment, length: number("length", length)?, place: number("place", place)? })
}

/// The answer to [`PlayQuestion`].
#[derive(Clone, Debug, Serialize)]
pub(super) struct Play {
    #[serde(serialize_with = "text::lengths")]
    lengths: Lengths,
    digits: usize,
    /// The segments before the move.
    segments: Vec<Surd>,
    #[serde(rename = "move")]
    step: Option<Placed>,
    /// The segments after the move.
    left: Vec<Surd>,
    /// Their Grundy values, as far as they are known.
    values: Vec<Option<Nimber>>,
    /// The value of their sum, unless only a pairing move is known.
    grundy: Option<Nimber>,
    /// Whether whoever moves now wins.
    wins: bool,
    /// Whether no piece fits any more.
    over: bool,
    /// A move of whoever moves now: one that wins, if there is one.
    reply: Option<Placed>,
    reply_wins: bool,
    /// The segments after the reply.
    after: Option<Vec<Surd>>,
}

/// A piece that is placed.
#[derive(Clone, Debug, Serialize)]
struct Placed {
    /// Counted from 1.
    segment: usize,
    length: Surd,
    place: Surd,
    place_decimal: String,
}

impl fmt::Display for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { segment, length, place, .. } = self;
        write!(f, "length {length} at {place} in segment {segment}")
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { segments, step, left, grundy, over, reply, after, .. } = self;
        let sum = |segments: &[Surd]| segments.iter().format(" + ").to_string();
        if let Some(step) = step {
            writeln!(f, "in {}: {step} leaves {}", sum(segments), sum(left))?;
        }
        match grundy {
            Some(grundy) => write!(f, "value of {}: {grundy}, ", sum(left))?,
            None => write!(f, "value of {}: not 0, ", sum(left))?,
        }
        if *over {
            return f.write_str("no piece fits: whoever is to move has lost");
        }
        f.write_str(outcome(!self.wins))?;
        if let (Some(reply), Some(after)) = (reply, after) {
            let kind = if self.reply_wins { "a winning move" } else { "no move wins; a legal one" };
            write!(f, "\n{kind}: {reply} leaves {}", sum(after))?;
        }
        Ok(())
    }
}
