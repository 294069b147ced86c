//! The question of Grundy values: at one length, or all steps up to a length.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use super::condition::Condition;
use super::error::AskError;
use super::extent::Extent;
use super::head::Head;
use super::table::{Rows, Table};
use super::table_answer::TableAnswer;
use super::text::{self, outcome};
use super::values::{DEFAULT_DIGITS, DEFAULT_LENGTHS, ValueError, digits, lengths, segment};
use super::words::RawQuestion;
use crate::games::squares::{Grundy, Lengths};
use crate::lattice::Point;
use crate::number::Surd;
use crate::sweep::Nimber;

/// The Grundy value g(L) at one length, or the steps of g up to a length.
#[derive(Clone, Debug)]
pub(super) struct GrundyQuestion {
    pub(super) lengths: Lengths,
    part: Part,
    digits: usize,
}

#[derive(Clone, Debug)]
enum Part {
    At(Surd, Box<Extent>),
    Upto(Surd, Option<Condition>),
}

impl GrundyQuestion {
    pub(super) fn read(words: &RawQuestion) -> Result<Self, AskError> {
        words.expect_keys(&["at", "upto", "where", "lengths", "digits", "method"])?;
        let condition = words.any("where")?.map(Condition::from_str).transpose()?;
        let lengths = lengths("lengths", words.one_or("lengths", DEFAULT_LENGTHS)?)?;
        let part = match (words.any("at")?, words.any("upto")?) {
            (Some(_), _) if condition.is_some() => {
                return Err(
                    ValueError::new("where", "a condition is for a table; give the key 'upto'").into()
                );
            }
            (Some(at), upto) => {
                let at = segment("at", at)?;
                let upto = upto.map(|upto| segment("upto", upto)).transpose()?;
                let extent = Extent::new(&lengths, at.clone(), upto);
                Part::At(at, Box::new(extent))
            }
            (None, Some(upto)) => Part::Upto(segment("upto", upto)?, condition),
            (None, None) => {
                let reason = "the key is missing; 'grundy' needs it, or the key 'upto'";
                return Err(ValueError::new("at", reason).into());
            }
        };
        let digits = digits("digits", words.one_or("digits", DEFAULT_DIGITS)?)?;
        Ok(Self { lengths, part, digits })
    }

    /// Up to where g is needed.
    pub(super) fn limit(&self) -> &Surd {
        match &self.part {
            Part::At(_, extent) => extent.first(),
            Part::Upto(upto, _) => upto,
        }
    }

    /// For one segment of any length, how far g has to be known.
    pub(super) fn extent(&self) -> Option<&Extent> {
        match &self.part {
            Part::At(_, extent) => Some(extent),
            Part::Upto(..) => None,
        }
    }

    /// The answer from g up to the limit; for one value, g may be known further.
    pub(super) fn answer(&self, grundy: &Grundy) -> Result<GrundyAnswer, AskError> {
        Ok(match &self.part {
            Part::At(at, _) => {
                let (lengths, value) = (self.lengths.clone(), grundy.value_at(at)?);
                GrundyAnswer::Value(GrundyValue { lengths, at: at.clone(), value })
            }
            Part::Upto(upto, condition) => GrundyAnswer::Table(Box::new(TableAnswer {
                head: GrundyHead {
                    head: Head::of(grundy, upto, self.digits),
                    corner_events: grundy.corners(),
                    condition: condition.as_ref().map(Condition::to_string),
                },
                key: "intervals",
                table: Intervals {
                    grundy: grundy.clone(),
                    condition: condition.clone(),
                    digits: self.digits,
                },
            })),
        })
    }
}

/// The answer to [`GrundyQuestion`].
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(super) enum GrundyAnswer {
    Value(GrundyValue),
    Table(Box<GrundyTable>),
}

impl GrundyAnswer {
    pub(super) fn table(&self) -> Option<&GrundyTable> {
        match self {
            Self::Value(_) => None,
            Self::Table(table) => Some(table),
        }
    }
}

impl fmt::Display for GrundyAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(value) => value.fmt(f),
            Self::Table(table) => table.fmt(f),
        }
    }
}

/// g at one length.
#[derive(Clone, Debug, Serialize)]
pub(super) struct GrundyValue {
    #[serde(serialize_with = "text::lengths")]
    lengths: Lengths,
    at: Surd,
    value: Nimber,
}

impl fmt::Display for GrundyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "g({}) = {}, {}", self.at, self.value, outcome(self.value == 0))
    }
}

/// All steps of g up to a length.
pub(super) type GrundyTable = TableAnswer<GrundyHead, Intervals>;

/// What a [`GrundyTable`] is about.
#[derive(Clone, Debug, Serialize)]
pub(super) struct GrundyHead {
    #[serde(flatten)]
    head: Head,
    corner_events: u64,
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    condition: Option<String>,
}

/// The steps of g, the last one cut at the limit.
#[derive(Clone, Debug)]
pub(super) struct Intervals {
    grundy: Grundy,
    /// Which steps are shown; all, if there is none.
    condition: Option<Condition>,
    digits: usize,
}

/// A place where a step ends and the next one begins.
#[derive(Default)]
struct End {
    /// The place; none for the limit, and if nothing is written.
    place: Option<Point>,
    exact: Vec<u8>,
    decimal: Vec<u8>,
}

impl End {
    /// Makes it a place of which nothing is written.
    fn clear(&mut self, place: Point) {
        self.place = Some(place);
        self.exact.clear();
        self.decimal.clear();
    }
}

impl Table for Intervals {
    fn titles(&self) -> &'static [&'static str] {
        &["start", "end", "value", "start_decimal", "end_decimal"]
    }

    fn rows(&self) -> Rows<'_> {
        let lattice = self.grundy.lattice();
        let notation = lattice.notation(self.digits);
        let (limit, steps) = (self.grundy.limit(), self.grundy.steps());
        let wanted = |value| self.condition.as_ref().is_none_or(|condition| condition.holds(value));
        let intervals = steps.intervals().filter(move |&(_, _, &value)| wanted(value));
        let (mut start, mut end) = (End::default(), End::default());
        Rows::of(intervals, move |row, (&from, to, &value)| {
            let write = |text: &mut End, at: Point| {
                let (a, b) = lattice.coordinates(at);
                text.clear(at);
                notation.write_closed_form(&mut text.exact, a, b);
                notation.write_decimal(&mut text.decimal, a, b);
            };
            // an end is written once, if the next step that is shown begins there
            std::mem::swap(&mut start, &mut end);
            if start.place != Some(from) {
                write(&mut start, from);
            }
            match to {
                Some(&to) => write(&mut end, to),
                None => {
                    end = End {
                        place: None,
                        exact: limit.to_string().into(),
                        decimal: limit.to_decimal(self.digits).into(),
                    }
                }
            }
            row.push_plain(&start.exact);
            row.push_plain(&end.exact);
            row.push_number(value.into());
            row.push_plain(&start.decimal);
            row.push_plain(&end.decimal);
        })
    }
}
