//! Grundy values: at one length, all steps up to a length or those with some values, how often each
//! value occurs, and their least period.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use itertools::Itertools;
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

use super::answer::{BothForms, briefest, outcome, row_of_values, shortened};
use super::question::{Certified, Question};
use super::raw_question::Keys;
use super::reply::{Reply, Value, fields};
use super::table::Rows;
use super::values::{segment, segment_with_shares};
use crate::draw;
use crate::error::{Error, error};
use crate::games::octal::common_mask;
use crate::games::squares::need::{Need, period_limit};
use crate::games::squares::{self, Grundy, Occurrence, Theorem};
use crate::number::{NumberStyle, Surd, brief, check_products, quoted};
use crate::proof::{Claim, no_certificate};
use crate::sweep::Nimber;

/// The question of `grundy`.
pub(super) fn read_grundy(keys: &Keys) -> Result<Question, Error> {
    let condition = keys.text("where").map(Condition::from_str).transpose()?;
    let lengths = keys.lengths()?;
    match (keys.read("at", segment)?, keys.read("upto", segment)?) {
        (Some(_), _) if condition.is_some() => {
            Err(Error::of_key("where", "conditions are for a table; give the key 'upto'"))
        }
        (Some(at), upto) => {
            keys.digits()?; // refused, though no value has decimals
            let need = Need::segments(&lengths, at.clone(), upto.clone());
            let table = upto.filter(|upto| *upto >= at);
            keys.question(lengths, need, None, move |grundy, _| {
                let (at, table, value) = (at.clone(), table.clone(), grundy.value_at(&at)?);
                Ok(Reply::new(fields! { at: &at, value }).text(move |f, style| {
                    let text = |number| style.numbers.text(number);
                    write!(f, "g({}) = {value}, {}", text(&at), outcome(value == 0))?;
                    table.as_ref().map_or(Ok(()), |upto| {
                        write!(f, "\nfor the table up to {} leave out {}", text(upto), text(&at))
                    })
                }))
            })
        }
        (None, Some(upto)) => {
            let digits = keys.digits()?;
            let need = Need::table(upto.clone());
            let certified = Certified::new([upto.clone()], |_, _| Ok(Claim::Grundy));
            keys.question(lengths, need, Some(certified), move |grundy, _| {
                Ok(table(grundy, &upto, digits, condition.clone()))
            })
        }
        (None, None) => {
            let reason = "the key is missing; 'grundy' needs it, or the key 'upto'";
            Err(Error::of_key("at", reason))
        }
    }
}

/// The question of `grundy summary`.
pub(super) fn read_summary(keys: &Keys) -> Result<Question, Error> {
    let upto = keys.needed("upto", segment_with_shares)?;
    let (lengths, digits) = (keys.lengths()?, keys.digits()?);
    // it is divided by
    check_products(lengths.as_slice().iter().chain([&upto])).map_err(|error| error.at("upto"))?;
    // a period serves, if one shows
    let need = Need::segments(&lengths, upto.clone(), Some(upto.clone()));
    // the period that counts, or else the table
    let end = upto.clone();
    let certified = Certified::new([upto.clone()], move |grundy, _| {
        let shows = |period: &&squares::Period| &period.seen_to + &period.length <= end;
        let period = grundy.period().filter(shows).cloned();
        Ok(period.map_or(Claim::Grundy, |period| Claim::Period(period.into())))
    });
    keys.question(lengths, need, Some(certified), move |grundy, _| summary(grundy, &upto, digits))
}

/// The steps of g on [0, upto], the last one cut at the limit, where it may begin; those whose
/// value fits, if there is a condition.
fn table(grundy: &Grundy, upto: &Surd, digits: usize, condition: Option<Condition>) -> Reply {
    let fields = fields! {
        upto, digits, steps: grundy.steps().len(), largest_nimber: grundy.largest_nimber(),
        corner_events: grundy.corners(), where: Value::given(condition.as_ref().map(Condition::to_string)),
    };
    let table = Arc::new(StepsTable { upto: upto.clone(), digits, condition, grundy: grundy.clone() });
    let [said, drawn] = [(); 2].map(|()| Arc::clone(&table));
    let is_row = table.are_whole();
    let reply = Reply::new(fields)
        .rows("intervals", "start,end,value,start_decimal,end_decimal", table, |table, style| {
            table.rows(style)
        })
        .drawn(move |columns| draw::steps(&drawn.grundy, columns));
    if is_row { reply.text(move |f, _| f.write_str(&said.row())) } else { reply }
}

struct StepsTable {
    upto: Surd,
    digits: usize,
    /// Which steps are shown; all, if there is none.
    condition: Option<Condition>,
    grundy: Grundy,
}

impl StepsTable {
    /// Whether the values at the whole lengths are all that there is, and people can read them.
    fn are_whole(&self) -> bool {
        /// More values are a table.
        const MOST_VALUES: u64 = 1_000_000;
        // steps begin at sums of lengths
        let mut lengths = self.grundy.lengths().as_slice().iter();
        let are_whole = lengths.all(|length| length.exact_digits(0..=0).is_some());
        let most = MOST_VALUES.min(8 * self.grundy.steps().len() as u64);
        self.condition.is_none() && are_whole && self.upto <= Surd::from(most)
    }

    fn row(&self) -> String {
        let (steps, exact) = (self.grundy.steps(), |start| self.grundy.lattice().exact(start));
        let mut values = vec![];
        for (_, end, &value) in steps.intervals() {
            let end = end.map_or_else(|| self.upto.floor() + 1, |&end| exact(end).floor());
            values.resize(end.to_usize().unwrap_or_default(), value);
        }
        row_of_values("g", 0, &values)
    }

    fn rows(&self, style: NumberStyle) -> Rows<'_> {
        let (lattice, digits) = (self.grundy.lattice(), self.digits);
        let notation = lattice.notation(digits).in_style(style);
        let limit = self.grundy.limit();
        let wanted = |value| self.condition.as_ref().is_none_or(|condition| condition.holds(value));
        let intervals = self.grundy.steps().intervals().filter(move |(.., value)| wanted(**value));
        let (mut start_text, mut end_text, mut written_end) =
            (BothForms::default(), BothForms::default(), None);
        Rows::of(intervals, move |row, (start, end, &value)| {
            // an end is written once, if the next step that is shown begins there
            std::mem::swap(&mut start_text, &mut end_text);
            if written_end != Some(*start) {
                start_text.write(&notation, &lattice.coordinates(*start));
            }
            match end {
                Some(&end) => end_text.write(&notation, &lattice.coordinates(end)),
                None => end_text.write_surd(limit, digits, style),
            }
            written_end = end.copied();
            row.push_bytes(&start_text.exact);
            row.push_bytes(&end_text.exact);
            row.push_number(value.into());
            row.push_bytes(&start_text.decimal);
            row.push_bytes(&end_text.decimal);
        })
    }
}

/// What is known about each value, from g up to the limit, or from its period.
fn summary(grundy: &Grundy, upto: &Surd, digits: usize) -> Result<Reply, Error> {
    grundy.value_at(upto)?; // refused beyond the limit
    let entries = grundy.occurrences(upto);
    let steps = entries.values().map(|entry| &entry.steps).sum::<BigUint>();
    let largest_nimber = entries.keys().copied().max().unwrap_or_default();
    let (mask, share, quarters) = common_values(grundy, upto, &entries);
    let remark = format!(
        "common values, sharing an odd number of bits with the mask {mask}: {} of the length; of its quarters {}",
        share.to_decimal(digits),
        quarters.iter().map(|quarter| quarter.to_decimal(digits)).format(", ")
    );
    let decimal = |share: Surd| Value::Decimal(share.into(), digits);
    let (share_decimal, quarters) = (decimal(share), Value::from_iter(quarters.into_iter().map(decimal)));
    let sparse_space = fields! { mask, share_decimal, quarters };
    let titles = "value,steps,length,share,first,record,length_decimal,share_decimal,first_decimal";
    Ok(Reply::new(fields! { upto, digits, steps, largest_nimber, sparse_space })
        .rows("values", titles, (upto.clone(), digits, entries), value_rows)
        .remarking(remark))
}

/// The length of the steps with a value up to an end.
fn length_of(entry: &Occurrence, end: &Surd) -> Surd {
    if entry.is_last { &entry.length + end } else { entry.length.clone() }
}

/// The mask with which the common values, those that have an odd number of bits in common with it,
/// have the greatest share of the length; this share; and that in each quarter of the length.
fn common_values(
    grundy: &Grundy,
    upto: &Surd,
    entries: &BTreeMap<Nimber, Occurrence>,
) -> (Nimber, Surd, Vec<Surd>) {
    /// As many parts of an f64 are exact.
    const WHOLE: f64 = (1_u64 << 50) as f64;
    let largest_nimber = entries.keys().copied().max().unwrap_or_default();
    let mut weights = vec![0; (largest_nimber as usize + 1).next_power_of_two()];
    for (&value, entry) in entries {
        let share = (length_of(entry, upto) / upto).nearest_float();
        weights[value as usize] = (share * WHOLE) as i64; // of a share at most 1
    }
    let tolerance = 2 * weights.len() as i64;
    let mask = common_mask(weights, tolerance);
    let common = |entries: &BTreeMap<Nimber, Occurrence>, end: &Surd| {
        let common = entries.iter().filter(|(value, _)| (*value & mask).count_ones() % 2 == 1);
        common.fold(Surd::zero(), |sum, (_, entry)| sum + length_of(entry, end))
    };
    let quarter = upto / Surd::from(4);
    let part = |end: Surd| common(&grundy.occurrences(&end), &end);
    let [first, second, third] = [1, 2, 3].map(|quarters| part(&quarter * Surd::from(quarters)));
    let parts = [Surd::zero(), first, second, third, common(entries, upto)];
    let quarters = parts.windows(2).map(|ends| (&ends[1] - &ends[0]) / &quarter).collect();
    (mask, &parts[4] / upto, quarters)
}

/// Rows of the values below a limit.
fn value_rows(
    (limit, digits, entries): &(Surd, usize, BTreeMap<Nimber, Occurrence>),
    style: NumberStyle,
) -> Rows<'_> {
    Rows::of(entries.iter(), move |row, (value, entry)| {
        let length = length_of(entry, limit);
        let share = &length / limit;
        row.push_number(u64::from(*value));
        row.push_text(&entry.steps);
        row.push_bytes(style.text(&length));
        row.push_bytes(style.text(&share));
        row.push_bytes(style.text(&entry.first));
        row.push_flag(entry.is_record);
        row.push_bytes(length.to_decimal(*digits));
        row.push_bytes(share.to_decimal(*digits));
        row.push_bytes(entry.first.to_decimal(*digits));
    })
}

/// Which values of g a table shows: `value=3`, `value=1,2,5`, `value<4`, `value>=200`.
#[derive(Clone, Debug)]
enum Condition {
    /// One of these, in ascending order.
    Among(Vec<Nimber>),
    /// In this relation to a bound.
    Compared(Relation, Nimber),
}

/// The sign of a relation, and whether it holds.
type Relation = (&'static str, fn(&Nimber, &Nimber) -> bool);

/// The longer sign first: it begins with the shorter one.
const RELATIONS: [Relation; 4] =
    [("<=", Nimber::le), ("<", Nimber::lt), (">=", Nimber::ge), (">", Nimber::gt)];

impl Condition {
    fn holds(&self, value: Nimber) -> bool {
        match self {
            Self::Among(values) => values.binary_search(&value).is_ok(),
            Self::Compared((_, holds), bound) => holds(&value, bound),
        }
    }
}

impl FromStr for Condition {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let refused = || {
            let reason = format!(
                "'{}' is not a condition; write value=3, value=1,2,5, value<4, value<=4, value>200 or value>=200",
                quoted(text)
            );
            Error::of_key("where", reason)
        };
        let number = |text: &str| {
            let digits = Some(text.trim()).filter(|text| text.bytes().all(|c| c.is_ascii_digit()));
            digits.and_then(|text| text.parse::<Nimber>().ok())
        };
        // as they are spoken: greater or equal
        let text = &text.replace("=>", ">=").replace("=<", "<=");
        let rest = text.trim().strip_prefix("value").map(str::trim_start).ok_or_else(refused)?;
        for relation in RELATIONS {
            if let Some(bound) = rest.strip_prefix(relation.0) {
                return number(bound).map(|bound| Self::Compared(relation, bound)).ok_or_else(refused);
            }
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
            Self::Compared((sign, _), bound) => write!(f, "value{sign}{bound}"),
        }
    }
}

/// The question of `period`.
pub(super) fn read_period(keys: &Keys) -> Result<Question, Error> {
    let lengths = keys.lengths()?;
    let upto = keys.read("upto", segment)?;
    let upto = upto.unwrap_or_else(|| period_limit(&lengths));
    if upto < *lengths.longest() && Theorem::of(&lengths).is_none() {
        let reason =
            format!("no period can be seen below the longest length; give at least {:#}", lengths.longest());
        return Err(Error::of_key("upto", reason));
    }
    // a search ends where it has found a period
    let need = Need::segments(&lengths, upto.clone(), Some(upto.clone()));
    let searched = upto.clone();
    let certified = Certified::new([], move |_, answer| {
        answer.claim().ok_or_else(|| {
            let upto = brief(&searched);
            no_certificate(error!(NoPeriod, "no period was found up to {upto}; give a greater limit"))
        })
    });
    keys.question(lengths, need, Some(certified), move |grundy, _| period(grundy, &upto))
}

/// The least period, or that none shows: from g up to the limit, or as far as its period needs.
fn period(grundy: &Grundy, upto: &Surd) -> Result<Reply, Error> {
    let grundy = grundy.clone().with_period();
    if grundy.period().is_none() {
        grundy.value_at(upto)?; // refused beyond the limit
    }
    let (lengths, theorem, proof) = (grundy.lengths().clone(), grundy.theorem(), Claim::of_period(&grundy));
    let largest_nimber = theorem.map_or_else(|| grundy.largest_nimber(), Theorem::largest_nimber);
    // by which theorem there is a period, or none
    let theorem = theorem.map(Theorem::name).or(grundy.period().map(|_| "period"));
    let period = grundy.period().map(|period| [period.length.clone(), period.from.clone()]);
    let [length, from] = [0, 1].map(|index| period.as_ref().map(|period| &period[index]));
    let (octal, upto) = (lengths.octal_code(), upto.clone());
    let fields = fields! { upto: &upto, period: length, from, theorem, octal: octal.clone(), largest_nimber };
    Ok(Reply::new(fields).claiming(proof.clone()).text(move |f, style| {
        let text = |number| style.numbers.text(number);
        if let Some(period) = &period {
            let [length, from] = period.each_ref().map(text);
            writeln!(f, "period {length} from {from} on: g(L + {length}) = g(L) for all L >= {from}")?;
        }
        match &proof {
            Some(Claim::Theorem(theorem)) => {
                let ratio = text(theorem.ratio());
                match period {
                    Some(_) => writeln!(f, "proof: {theorem}, here with b/a = {ratio}")?,
                    None => writeln!(f, "no period, by {theorem}: b/a = {ratio} is irrational")?,
                }
                write!(f, "largest nimber {largest_nimber}, on all lengths")?;
            }
            Some(Claim::Period(period)) => {
                let [length, from, seen_to] = [&period.length, &period.from, &period.seen_to].map(text);
                let sum = if lengths.all_at_an_end() { "N + M" } else { "2*N + p + M" };
                writeln!(
                    f,
                    "proof: it holds for {from} <= L < {seen_to} = {sum} with N = {from}, p = {length} and the longest length \
                     M = {}; by the period theorem it then holds forever",
                    text(lengths.longest())
                )?;
                write!(f, "largest nimber {largest_nimber}, on all lengths")?;
            }
            _ => {
                let further = lengths.fitting(Surd::from(10_u64) * &upto);
                let text = briefest(&upto, style.numbers);
                write!(f, "no period found up to {text}, which proves nothing about longer segments; ")?;
                if further > upto {
                    let further = briefest(&further, NumberStyle::Letters);
                    writeln!(f, "try {}", style.key("upto", further))?;
                } else {
                    writeln!(f, "keys are too short for longer ones")?;
                }
                write!(f, "largest nimber {largest_nimber} up to there")?;
            }
        }
        octal.as_ref().map_or(Ok(()), |code| write!(f, "\noctal game {}", shortened(code)))
    }))
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
            ("value=>5", "value>=5", &[5, 6]),
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
