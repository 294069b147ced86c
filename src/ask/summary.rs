//! The question of the values of g as a whole: how often each occurs, its share, and the records.

use std::collections::BTreeMap;

use num_traits::{One, Zero};

use super::error::AskError;
use super::head::Head;
use super::table::{Rows, Table};
use super::table_answer::TableAnswer;
use super::text::closed_form;
use super::values::{DEFAULT_DIGITS, DEFAULT_LENGTHS, ValueError, digits, lengths, segment};
use super::words::RawQuestion;
use crate::algebraic::{Algebraic, Polynomial};
use crate::games::squares::{Grundy, Lengths};
use crate::number::{Surd, common_radicand};
use crate::sweep::Nimber;

/// How often each value of g occurs on [0, upto].
#[derive(Clone, Debug)]
pub(super) struct SummaryQuestion {
    pub(super) lengths: Lengths,
    pub(super) upto: Surd,
    digits: usize,
}

impl SummaryQuestion {
    pub(super) fn read(words: &RawQuestion) -> Result<Self, AskError> {
        words.expect_keys(&["upto", "lengths", "digits", "method"])?;
        let upto = segment("upto", words.one("upto")?)?;
        if upto.is_zero() {
            let reason = "a segment of length 0 has no shares; give a length above 0";
            return Err(ValueError::new("upto", reason).into());
        }
        let lengths = lengths("lengths", words.one_or("lengths", DEFAULT_LENGTHS)?)?;
        let digits = digits("digits", words.one_or("digits", DEFAULT_DIGITS)?)?;
        Ok(Self { lengths, upto, digits })
    }

    /// The answer from g up to the limit.
    pub(super) fn answer(&self, grundy: &Grundy) -> Summary {
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
        TableAnswer {
            head: Head::of(grundy, &self.upto, self.digits),
            key: "values",
            table: Values {
                lengths: self.lengths.clone(),
                upto: self.upto.clone(),
                digits: self.digits,
                entries,
            },
        }
    }
}

/// What is known about one value of g.
#[derive(Clone, Debug)]
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

/// The answer to [`SummaryQuestion`].
pub(super) type Summary = TableAnswer<Head, Values>;

/// What is known about each value.
#[derive(Clone, Debug)]
pub(super) struct Values {
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
