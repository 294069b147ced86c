//! Questions about octal games: their least period and what else is known of them, the value of a
//! heap, its winning moves, and tables of values.

use std::fmt;

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use super::answer::{Answer, Object, TableAnswer, Whole, outcome};
use super::question::{AskError, Keys, Question, Show};
use super::table::{Rows, Table};
use super::text_style::TextStyle;
use super::values::{MOST_HEAP, ValueError, heap, listed_whole};
use crate::games::octal::{Code, Period, RareValues, Values};
use crate::number::NumberStyle;
use crate::proof::{Certificate, CertificateError};
use crate::sweep::Nimber;

/// How far a period is looked for, unless a question says otherwise.
const SEARCHED: usize = 1_000_000;
/// Values up to here are listed; further ones only in files, in which they are all.
const LISTED: usize = 1_000_000;

/// The keys of `octal`.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args), group(skip))]
pub(crate) struct OctalKeys {
    /// The code of the game, such as 0.77 or 4.007
    ///
    /// 0, or 4 if heaps may be split without taking; a point; and a digit from 0 to 7 for each
    /// number of tokens.
    #[cfg_attr(feature = "cli", arg(value_name = "CODE", allow_hyphen_values = true))]
    octal: String,
    /// The value of a heap of N tokens
    ///
    /// Of any size if a period is proven.
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", allow_hyphen_values = true))]
    at: Option<String>,
    /// The winning moves from a heap of N tokens
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", allow_hyphen_values = true))]
    #[cfg_attr(feature = "cli", arg(conflicts_with_all = ["at", "upto"]))]
    moves: Option<String>,
    /// Compute up to N, and list the values
    ///
    /// They are listed if N is at most 1000000. Some games take minutes. [default: 1000000, and no
    /// list]
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", allow_hyphen_values = true))]
    upto: Option<String>,
}

impl Keys for OctalKeys {
    const COMMAND: &'static str = "octal";

    fn read(&self) -> Result<Question, AskError> {
        let code: Code = self.octal.parse().map_err(|error| ValueError::new("octal", error))?;
        let upto = self.upto.as_ref().map(|upto| heap("upto", upto)).transpose()?;
        let last = upto.unwrap_or(SEARCHED);
        match (&self.at, &self.moves) {
            (Some(_), Some(_)) => Err(ValueError::conflict("moves", "at").into()),
            (None, Some(_)) if upto.is_some() => Err(ValueError::conflict("moves", "upto").into()),
            (Some(at), None) => {
                let at = listed_whole("at", at)?;
                Ok(Question::long_law(move |show| OctalValue::new(&code, at.clone(), last, show)))
            }
            (None, Some(moves)) => {
                let n = heap("moves", moves)?;
                Ok(Question::long_law(move |show| {
                    Ok(TableAnswer::new("winning_moves", OctalMoves::new(&code, n, show))
                        .introduced(ToString::to_string))
                }))
            }
            (None, None) => Ok(Question::long_law(move |show| {
                let report = Report::new(&code, last, show);
                Ok(if upto.is_some_and(|upto| upto <= LISTED) {
                    Answer::from(TableAnswer::new("values", report).introduced(ToString::to_string))
                } else {
                    Answer::from(report)
                })
            })),
        }
    }
}

/// The values up to a heap, or fewer if these are enough.
fn computed(code: &Code, last: usize, show: Show<'_>, are_enough: impl Fn(&Values) -> bool) -> Values {
    let mut values = Values::new(code.clone());
    while !are_enough(&values) && values.advance(last + 1) {
        show(values.as_slice().len() as f64 / (last + 1) as f64);
    }
    values
}

/// The value of one heap.
#[derive(Debug, Serialize)]
struct OctalValue {
    octal: String,
    at: Whole,
    value: Nimber,
}

impl OctalValue {
    fn new(code: &Code, at: BigUint, last: usize, show: Show<'_>) -> Result<Self, AskError> {
        let values = computed(code, last, show, |values| values.value_at(&at).is_ok());
        let value = values.value_at(&at)?;
        Ok(Self { octal: code.to_string(), at: Whole(at), value })
    }
}

impl Object for OctalValue {
    fn write_text(&self, f: &mut fmt::Formatter<'_>, _: &TextStyle) -> fmt::Result {
        let at = super::answer::shortened(&self.at.to_string());
        write!(f, "G({at}) = {}, {}", self.value, outcome(self.value == 0))
    }
}

/// The winning moves from one heap.
#[derive(Debug, Serialize)]
struct OctalMoves {
    octal: String,
    n: String,
    value: Nimber,
    #[serde(skip)]
    heap: usize,
    #[serde(skip)]
    values: Values,
}

impl OctalMoves {
    fn new(code: &Code, heap: usize, show: Show<'_>) -> Self {
        let values = computed(code, heap, show, |_| false);
        let value = values.as_slice().get(heap).copied().unwrap_or_default();
        Self { octal: code.to_string(), n: heap.to_string(), value, heap, values }
    }
}

impl fmt::Display for OctalMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "G({}) = {}, {}", self.n, self.value, outcome(self.value == 0))
    }
}

impl Table for OctalMoves {
    fn titles(&self) -> &'static [&'static str] {
        &["taken", "left"]
    }

    fn rows_in(&self, _: NumberStyle) -> Rows<'_> {
        // all smaller heaps are computed
        let moves = self.values.winning_moves(self.heap).into_iter().flatten();
        Rows::of(moves, |row, of| {
            row.push_whole(of.taken as u64);
            let left = of.left.into_iter().filter(|&heap| heap > 0);
            row.push_list(left, |text, heap| text.extend_from_slice(heap.to_string().as_bytes()));
        })
    }
}

/// How many values are rare.
#[derive(Clone, Copy, Debug, Serialize)]
struct Rare {
    rare: usize,
    mask: Nimber,
}

impl From<RareValues> for Rare {
    fn from(RareValues { mask, count }: RareValues) -> Self {
        Self { rare: count, mask }
    }
}

/// What is known of a game by its values up to a heap; as a table, these values.
#[derive(Debug, Serialize)]
struct Report {
    octal: String,
    upto: String,
    period: Option<String>,
    from: Option<String>,
    exceptions: Option<Vec<String>>,
    largest_nimber: Nimber,
    largest_at: String,
    #[serde(flatten)]
    rare: Rare,
    parity: Option<Rare>,
    #[serde(skip)]
    proof: Option<Period>,
    #[serde(skip)]
    values: Values,
}

impl Report {
    fn new(code: &Code, last: usize, show: Show<'_>) -> Self {
        let values = computed(code, last, show, |_| false);
        let proof = values.period();
        let (largest_nimber, largest_at) = values.largest().unwrap_or_default();
        let rare = values.rare_values();
        // the parity says something only if fewer are rare by it
        let parity = values.rare_values_by_parity().filter(|parity| parity.count < rare.count);
        Self {
            octal: code.to_string(),
            upto: last.to_string(),
            period: proof.map(|period| period.length.to_string()),
            from: proof.map(|period| period.from.to_string()),
            exceptions: values.exceptions().map(|heaps| heaps.map(|n| n.to_string()).collect()),
            largest_nimber,
            largest_at: largest_at.to_string(),
            rare: rare.into(),
            parity: parity.map(Rare::from),
            proof,
            values,
        }
    }
}

impl Object for Report {
    fn write_text(&self, f: &mut fmt::Formatter<'_>, style: &TextStyle) -> fmt::Result {
        if style.is_verbose { write!(f, "{self:#}") } else { write!(f, "{self}") }
    }

    fn table(&self) -> Option<&dyn Table> {
        Some(self)
    }
}

impl Table for Report {
    fn titles(&self) -> &'static [&'static str] {
        &["n", "value"]
    }

    fn rows_in(&self, _: NumberStyle) -> Rows<'_> {
        Rows::of((0..).zip(self.values.as_slice()), |row, (n, &value)| {
            row.push_whole(n);
            row.push_number(value.into());
        })
    }

    fn certificate(&self) -> Option<Result<Certificate, CertificateError>> {
        Some(Certificate::octal(self.values.code(), self.values.as_slice(), self.proof))
    }
}

impl fmt::Display for Report {
    /// The alternate form counts the rare values, too.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// How many exceptions are written at each end of the list.
        const SHOWN: usize = 6;
        let Self { octal, upto, largest_nimber, largest_at, rare, parity, .. } = self;
        writeln!(f, "octal game {octal}")?;
        match &self.proof {
            Some(Period { from, length, seen_to }) => {
                writeln!(f, "period {length} from {from} on: G(n + {length}) = G(n) for all n >= {from}")?;
                writeln!(
                    f,
                    "proof: it holds for {from} <= n < {seen_to} = 2*m + p + k with m = {}, p = {length} and the last place \
                     k = {}; by the theorem of Guy and Smith it then holds for ever",
                    from.max(&1),
                    self.values.code().last_place()
                )?;
            }
            None => {
                write!(f, "no period up to {upto}, which proves nothing about larger heaps")?;
                let further = 10 * self.values.as_slice().len().saturating_sub(1).clamp(1, MOST_HEAP / 10);
                match further > self.values.as_slice().len() {
                    true => writeln!(f, "; try --upto {further}")?,
                    false => writeln!(f)?,
                }
            }
        }
        if let Some(exceptions) = self.exceptions.as_ref().filter(|exceptions| !exceptions.is_empty()) {
            write!(f, "exceptions, where G(n) is not as the period has it: ")?;
            match exceptions.len() {
                1 => write!(f, "just one, at ")?,
                count => write!(f, "{count} of them, at ")?,
            }
            if exceptions.len() <= 2 * SHOWN + 2 {
                writeln!(f, "{}", exceptions.join(", "))?;
            } else {
                let (start, end) = (&exceptions[..SHOWN], &exceptions[exceptions.len() - SHOWN..]);
                writeln!(f, "{}, ..., {}", start.join(", "), end.join(", "))?;
            }
        }
        let extent = if self.proof.is_some() { "on all heaps" } else { "up to there" };
        write!(f, "largest nimber {largest_nimber}, first at n = {largest_at}, {extent}")?;
        if !f.alternate() {
            return Ok(());
        }
        write!(
            f,
            "\nrare values, sharing an even number of bits with the mask {}, up to {upto}: {}",
            rare.mask, rare.rare
        )?;
        parity.map_or(Ok(()), |Rare { rare, mask }| {
            write!(f, "; with the mask {mask} and the parity of n: {rare}")
        })
    }
}
