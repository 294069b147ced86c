//! Grundy values: at one length, all steps up to a length or those with some values, and how often
//! each value occurs.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use itertools::Itertools;
use num_traits::{One, Zero};
use serde::{Deserialize, Serialize};

use super::answer::{Answer, Object, TableAnswer};
use super::error::AskError;
use super::limits::TableLimit;
use super::question::{DecimalsKey, Keys, Need, Question, SquaresKeys, SquaresQuestion};
use super::table::{Rows, Table};
use super::text::{self, closed_form, outcome};
use super::values::{ValueError, segment};
use crate::algebraic::{Algebraic, Polynomial};
use crate::games::squares::{Grundy, Lengths};
use crate::lattice::Point;
use crate::number::{Surd, common_radicand, quoted};
use crate::proof::Claim;
use crate::sweep::Nimber;

/// The keys of `grundy`.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args), group(required = true, multiple = true, args = ["at", "upto"]))]
pub(crate) struct GrundyKeys {
    /// Length of one segment; with --upto N, g is computed up to N and a period answers beyond
    #[cfg_attr(feature = "cli", arg(long, value_name = "L", allow_hyphen_values = true))]
    at: Option<String>,
    /// Greatest length of the table
    #[cfg_attr(feature = "cli", arg(long, value_name = "L", allow_hyphen_values = true))]
    upto: Option<String>,
    /// Only steps with such values: value=3, value=1,2,5, value<4, value>=200
    #[cfg_attr(feature = "cli", arg(long, value_name = "CONDITION", allow_hyphen_values = true))]
    #[cfg_attr(feature = "cli", arg(conflicts_with = "at"))]
    r#where: Option<String>,
    #[cfg_attr(feature = "cli", command(flatten))]
    squares: SquaresKeys,
    #[cfg_attr(feature = "cli", command(flatten))]
    decimals: DecimalsKey,
}

/// The keys of `grundy summary`: on the command line, `grundy` with an option.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct SummaryKeys {
    upto: String,
    squares: SquaresKeys,
    decimals: DecimalsKey,
}

#[cfg(feature = "cli")]
impl GrundyKeys {
    /// The keys of the summary.
    pub(crate) fn of_summary(&self) -> SummaryKeys {
        let (squares, decimals) = (self.squares.clone(), self.decimals.clone());
        // a summary is not of one length, and then there is this key
        SummaryKeys { upto: self.upto.clone().unwrap_or_default(), squares, decimals }
    }
}

impl Keys for GrundyKeys {
    const COMMAND: &'static str = "grundy";

    fn read(&self) -> Result<Question, AskError> {
        let condition = self.r#where.as_deref().map(Condition::from_str).transpose()?;
        let lengths = self.squares.lengths()?;
        match (&self.at, &self.upto) {
            (Some(_), _) if condition.is_some() => {
                Err(ValueError::new("where", "a condition is for a table; give the key 'upto'").into())
            }
            (Some(at), upto) => {
                let at = segment("at", at)?;
                let upto = upto.as_ref().map(|upto| segment("upto", upto)).transpose()?;
                let limit = TableLimit::new(&lengths, at.clone(), upto);
                self.decimals.digits()?; // refused, though no value has decimals
                self.squares.question(lengths, GrundyAt { at, limit })
            }
            (None, Some(upto)) => {
                let upto = segment("upto", upto)?;
                let digits = self.decimals.digits()?;
                self.squares.question(lengths, GrundyUpto { upto, condition, digits })
            }
            (None, None) => {
                let reason = "the key is missing; 'grundy' needs it, or the key 'upto'";
                Err(ValueError::new("at", reason).into())
            }
        }
    }
}

impl Keys for SummaryKeys {
    const COMMAND: &'static str = "grundy summary";

    fn read(&self) -> Result<Question, AskError> {
        let upto = segment("upto", &self.upto)?;
        if upto.is_zero() {
            let reason = "a segment of length 0 has no shares; give a length above 0";
            return Err(ValueError::new("upto", reason).into());
        }
        let (lengths, digits) = (self.squares.lengths()?, self.decimals.digits()?);
        self.squares.question(lengths, GrundySummary { upto, digits })
    }
}

/// The Grundy value g(L) at one length.
#[derive(Debug)]
struct GrundyAt {
    at: Surd,
    limit: TableLimit,
}

/// The steps of g up to a length.
#[derive(Debug)]
struct GrundyUpto {
    upto: Surd,
    condition: Option<Condition>,
    digits: usize,
}

/// How often each value of g occurs on [0, upto].
#[derive(Debug)]
struct GrundySummary {
    upto: Surd,
    digits: usize,
}

impl SquaresQuestion for GrundyAt {
    fn need(&self) -> Need<'_> {
        Need::Segments(&self.limit)
    }

    fn answer(&self, grundy: &Grundy) -> Result<Answer, AskError> {
        let (lengths, value) = (grundy.lengths().clone(), grundy.value_at(&self.at)?);
        Ok(Answer::from(GrundyValue { lengths, at: self.at.clone(), value }))
    }
}

impl SquaresQuestion for GrundyUpto {
    fn need(&self) -> Need<'_> {
        Need::Upto(&self.upto)
    }

    fn answer(&self, grundy: &Grundy) -> Result<Answer, AskError> {
        Ok(Answer::from(TableAnswer {
            head: StepsHead {
                head: GrundyHead::of(grundy, &self.upto, self.digits),
                corner_events: grundy.corners(),
                condition: self.condition.as_ref().map(Condition::to_string),
            },
            key: "intervals",
            table: Steps { grundy: grundy.clone(), condition: self.condition.clone(), digits: self.digits },
            draw: None,
        }))
    }

    fn certified(&self) -> Option<Vec<&Surd>> {
        Some(vec![&self.upto])
    }

    fn claim(&self, _: &Grundy, _: &Answer) -> Result<Claim, AskError> {
        Ok(Claim::Grundy)
    }
}

impl SquaresQuestion for GrundySummary {
    fn need(&self) -> Need<'_> {
        Need::Upto(&self.upto)
    }

    fn answer(&self, grundy: &Grundy) -> Result<Answer, AskError> {
        let mut entries: BTreeMap<Nimber, Entry> = BTreeMap::new();
        let mut largest = None;
        for (start, end, &value) in grundy.steps().intervals() {
            let start = grundy.lattice().exact(*start);
            let record = Some(value) > largest;
            largest = largest.max(Some(value));
            let new =
                || Entry { steps: 0, length: Surd::zero(), is_last: false, first: start.clone(), record };
            let entry = entries.entry(value).or_insert_with(new);
            entry.steps += 1;
            entry.is_last = end.is_none();
            let end = end.map_or_else(Surd::zero, |end| grundy.lattice().exact(*end));
            entry.length = &entry.length + &(end - start);
        }
        Ok(Answer::from(TableAnswer {
            head: GrundyHead::of(grundy, &self.upto, self.digits),
            key: "values",
            table: Values {
                lengths: grundy.lengths().clone(),
                upto: self.upto.clone(),
                digits: self.digits,
                entries,
            },
            draw: None,
        }))
    }

    fn certified(&self) -> Option<Vec<&Surd>> {
        Some(vec![&self.upto])
    }

    fn claim(&self, _: &Grundy, _: &Answer) -> Result<Claim, AskError> {
        Ok(Claim::Grundy)
    }
}

/// g at one length.
#[derive(Debug, Serialize)]
struct GrundyValue {
    #[serde(serialize_with = "text::lengths")]
    lengths: Lengths,
    at: Surd,
    value: Nimber,
}

impl Object for GrundyValue {}

impl fmt::Display for GrundyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "g({}) = {}, {}", self.at, self.value, outcome(self.value == 0))
    }
}

/// The question, and g on [0, upto] as a whole.
#[derive(Debug, Serialize)]
struct GrundyHead {
    #[serde(serialize_with = "text::lengths")]
    lengths: Lengths,
    upto: Surd,
    digits: usize,
    steps: usize,
    largest_nimber: Nimber,
}

impl GrundyHead {
    fn of(grundy: &Grundy, upto: &Surd, digits: usize) -> Self {
        Self {
            lengths: grundy.lengths().clone(),
            upto: upto.clone(),
            digits,
            steps: grundy.steps().len(),
            largest_nimber: grundy.largest_nimber(),
        }
    }
}

/// What a table of steps is about.
#[derive(Debug, Serialize)]
struct StepsHead {
    #[serde(flatten)]
    head: GrundyHead,
    corner_events: u64,
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    condition: Option<String>,
}

/// The steps of g, the last one cut at the limit.
#[derive(Debug)]
struct Steps {
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

impl Table for Steps {
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

/// What is known about one value of g.
#[derive(Debug)]
struct Entry {
    /// On how many steps g has it.
    steps: u64,
    /// Their length; for the last step without the limit at which that is cut.
    length: Surd,
    /// Whether the last step has it.
    is_last: bool,
    /// Where the first step with it begins.
    first: Surd,
    /// Whether it was larger than all values before.
    record: bool,
}

/// What is known about each value.
#[derive(Debug)]
struct Values {
    lengths: Lengths,
    upto: Surd,
    digits: usize,
    entries: BTreeMap<Nimber, Entry>,
}

impl Table for Values {
    fn titles(&self) -> &'static [&'static str] {
        &[
            "value",
            "steps",
            "length",
            "share",
            "first",
            "record",
            "length_decimal",
            "share_decimal",
            "first_decimal",
        ]
    }

    fn rows(&self) -> Rows<'_> {
        // the limit may lie in another field than the steps, and then so do what it cuts and shares
        let own = self.lengths.radicand();
        let limit =
            Algebraic::of(self.upto.clone(), common_radicand(own, self.upto.radicand()).unwrap_or(own));
        let identity = Polynomial::with_root(&Surd::zero());
        Rows::of(self.entries.iter(), move |row, (value, entry)| {
            let constant = Polynomial::constant(entry.length.clone());
            let numerator = if entry.is_last { &constant + &identity } else { constant };
            let length = limit.quotient_of(&numerator, &Polynomial::constant(Surd::one()));
            let share = limit.quotient_of(&numerator, &identity);
            row.push_number(u64::from(*value));
            row.push_number(entry.steps);
            row.push_optional(closed_form(&length));
            row.push_optional(closed_form(&share));
            row.push_text(&entry.first);
            row.push_flag(entry.record);
            row.push_plain(length.to_decimal(self.digits));
            row.push_plain(share.to_decimal(self.digits));
            row.push_plain(entry.first.to_decimal(self.digits));
        })
    }
}

/// Which values of g a table shows: `value=3`, `value=1,2,5`, `value<4`, `value>=200`.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Condition {
    /// One of these, in ascending order.
    Among(Vec<Nimber>),
    Below(Nimber),
    AtMost(Nimber),
    Above(Nimber),
    AtLeast(Nimber),
}

impl Condition {
    fn holds(&self, value: Nimber) -> bool {
        match self {
            Self::Among(values) => values.binary_search(&value).is_ok(),
            Self::Below(bound) => value < *bound,
            Self::AtMost(bound) => value <= *bound,
            Self::Above(bound) => value > *bound,
            Self::AtLeast(bound) => value >= *bound,
        }
    }
}

impl FromStr for Condition {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        let refused = || {
            let reason = format!(
                "'{}' is not a condition; write value=3, value=1,2,5, value<4, value<=4, value>200 or value>=200",
                quoted(text)
            );
            ValueError::new("where", reason)
        };
        let number = |text: &str| {
            let digits = Some(text.trim()).filter(|text| text.bytes().all(|c| c.is_ascii_digit()));
            digits.and_then(|text| text.parse::<Nimber>().ok())
        };
        let rest = text.trim().strip_prefix("value").map(str::trim_start).ok_or_else(refused)?;
        // the longer sign first: it begins with the shorter one
        let relations = [
            ("<=", Self::AtMost as fn(Nimber) -> Self),
            ("<", Self::Below),
            (">=", Self::AtLeast),
            (">", Self::Above),
        ];
        let found =
            relations.into_iter().find_map(|(sign, relation)| Some((rest.strip_prefix(sign)?, relation)));
        if let Some((bound, relation)) = found {
            return number(bound).map(relation).ok_or_else(refused);
        }
        let values = rest.strip_prefix('=').ok_or_else(refused)?;
        let values: Option<Vec<_>> = values.split(',').map(number).collect();
        Ok(Self::Among(values.ok_or_else(refused)?.into_iter().sorted_unstable().dedup().collect()))
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Among(values) => write!(f, "value={}", values.iter().format(",")),
            Self::Below(bound) => write!(f, "value<{bound}"),
            Self::AtMost(bound) => write!(f, "value<={bound}"),
            Self::Above(bound) => write!(f, "value>{bound}"),
            Self::AtLeast(bound) => write!(f, "value>={bound}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_hold_for_the_values_that_they_name() {
        for (text, written, holding) in [
            ("value=3", "value=3", &[3][..]),
            (" value = 5, 1,2,2 ", "value=1,2,5", &[1, 2, 5]),
            ("value<2", "value<2", &[0, 1]),
            ("value <= 2", "value<=2", &[0, 1, 2]),
            ("value>4", "value>4", &[5, 6]),
            ("value>=4", "value>=4", &[4, 5, 6]),
            ("value<0", "value<0", &[]),
        ] {
            let condition: Condition = text.parse().unwrap();
            assert_eq!(condition.to_string(), written);
            let found: Vec<Nimber> = (0..7).filter(|&value| condition.holds(value)).collect();
            assert_eq!(found, holding, "{text}");
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "value",
            "value=",
            "3",
            "value=3,",
            "value=+3",
            "value==3",
            "value<1,2",
            "value=-1",
            "x=3",
            "value<3x",
            "value=99999999999",
            "value!=3",
        ] {
            let error = text.parse::<Condition>().unwrap_err().to_string();
            assert!(
                error.starts_with(&format!("where: '{text}' is not a condition; write value=3,")),
                "{error}"
            );
        }
    }
}
