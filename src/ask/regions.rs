//! The question of a region: periods for all real lengths of a polygon.

use std::collections::BTreeMap;
use std::iter::zip;
use std::time::{Duration, Instant};

use itertools::Itertools;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use serde::{Deserialize, Serialize};

use super::answer::TableAnswer;
use super::question::{AskError, Keys, Pace, Question};
use super::table::{Rows, Table};
use super::values::{ValueError, count, number};
use crate::games::squares::drive::Patience;
#[cfg(feature = "parallel")]
use crate::games::squares::drive::pool;
use crate::number::{NumberStyle, Surd};
use crate::regions::{ProvenCell, Region, RegionError, RegionProof, written};

/// How many seconds it takes, unless a question says otherwise.
const SECONDS: u64 = 10;
/// How many cells are proven in some seconds, even in a browser.
const CELLS_OF_SECONDS: usize = 250;
/// The decimals of shares.
const DECIMALS: usize = 6;

/// The keys of `regions`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct RegionsKeys {
    /// Lengths with one or two letters
    lengths: String,
    /// Where pieces may lie
    rule: Option<String>,
    /// The conditions
    r#for: String,
    /// Until this share is proven
    share: Option<String>,
    /// Seconds
    within: Option<String>,
    /// Until so many cells are proven
    cells: Option<String>,
}

/// When a proof is to end.
struct ProofEnd {
    share: Option<BigRational>,
    within: Option<Duration>,
    cells: Option<usize>,
}

impl Keys for RegionsKeys {
    const COMMAND: &'static str = "regions";

    fn read(&self) -> Result<Question, AskError> {
        let refused = |error: RegionError| ValueError::new(error.key(), error);
        let rule = self.rule.as_deref().unwrap_or("7");
        let region = Region::new(&self.lengths, rule, &self.r#for).map_err(refused)?;
        let positive = |key, text: &String, most: u64| {
            let number = number(key, text)?;
            let is_in_range = number.is_positive() && number <= Surd::from(most);
            let rational = number.as_rational().filter(|_| is_in_range).cloned();
            rational.ok_or_else(|| ValueError::new(key, format!("give a number above 0, up to {most}")))
        };
        let share = self.share.as_ref().map(|text| positive("share", text, 1)).transpose()?;
        let within = self.within.as_ref().map(|text| positive("within", text, 1_000_000)).transpose()?;
        let cells = self.cells.as_ref().map(|text| count("cells", text)).transpose()?;
        let usual = [&self.share, &self.cells].into_iter().all(Option::is_none).then_some(SECONDS);
        let within = within.and_then(|seconds| seconds.to_f64()).map(Duration::from_secs_f64);
        let within = within.or(usual.map(Duration::from_secs));
        // all of the region is more than all of its area
        let share = share.filter(|share| !share.is_one());
        let end = ProofEnd { share, within, cells };
        let (rule, conditions) = (rule.to_owned(), self.r#for.clone());
        Ok(Question::open_law(move |pace| {
            let mut proof = RegionProof::new(region.clone());
            #[cfg(feature = "parallel")]
            match pool(None) {
                Ok(pool) => pool.install(|| prove(&mut proof, &end, pace)),
                Err(_) => prove(&mut proof, &end, pace),
            }
            #[cfg(not(feature = "parallel"))]
            prove(&mut proof, &end, pace);
            let table = ProvenRegion::new(&proof, &rule, &conditions);
            Ok(TableAnswer::new("cells", table).in_words(ProvenRegion::text))
        }))
    }
}

/// Goes on until the end, or until it is stopped.
fn prove(
    proof: &mut RegionProof,
    ProofEnd { share, within, cells }: &ProofEnd,
    Pace { patience, show }: Pace<'_>,
) {
    // a browser has no such clock
    let is_page = patience == Patience::Seconds;
    let start = (!is_page).then(Instant::now);
    let cells = cells.or(is_page.then_some(CELLS_OF_SECONDS));
    let is_over = || start.zip(*within).is_some_and(|(start, within)| start.elapsed() >= within);
    let part = |own: f64, whole: Option<f64>| whole.map_or(0.0, |whole| own / whole);
    loop {
        let elapsed = start.map_or(0.0, |start| start.elapsed().as_secs_f64());
        let done = part(elapsed, within.map(|within| within.as_secs_f64()))
            .max(part(proof.cells().len() as f64, cells.map(|cells| cells as f64)))
            .max(part(
                proof.share().to_f64().unwrap_or_default(),
                share.as_ref().and_then(BigRational::to_f64),
            ));
        if show(done.min(1.0)).is_break() || done >= 1.0 || !proof.advance_until(&is_over) {
            return;
        }
    }
}

/// What is proven of a region, and its cells.
#[derive(Debug, Serialize)]
struct ProvenRegion {
    lengths: Vec<String>,
    rule: String,
    r#for: String,
    letters: Vec<char>,
    /// The share that is proven, 1 for all.
    proven: String,
    #[serde(skip)]
    share: BigRational,
    /// Whether only parts without an area are open.
    #[serde(skip)]
    is_almost_whole: bool,
    #[serde(skip)]
    cells: Vec<ProvenCell>,
}

impl ProvenRegion {
    fn new(proof: &RegionProof, rule: &str, conditions: &str) -> Self {
        let region = proof.region();
        Self {
            lengths: region.lengths().map(|(length, _)| length).collect(),
            rule: rule.to_owned(),
            r#for: conditions.to_owned(),
            letters: region.letters().to_vec(),
            proven: if proof.is_whole() { "1".to_owned() } else { share_text(&proof.share()) },
            share: proof.share(),
            is_almost_whole: proof.is_almost_whole(),
            cells: proof.cells().to_vec(),
        }
    }

    /// A line for each form of the period that has a share, the largest first.
    fn text(&self) -> String {
        let mut of_periods: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for cell in &self.cells {
            of_periods.entry(&cell.period).or_default().push(cell);
        }
        let share = |cells: &[&ProvenCell]| cells.iter().map(|cell| &cell.share).sum::<BigRational>();
        let of_periods = of_periods.into_iter().map(|(period, cells)| (share(&cells), period, cells));
        let of_periods = of_periods.sorted_by(|(one, ..), (other, ..)| other.cmp(one)).collect_vec();
        let (large, small) =
            of_periods.split_at(of_periods.partition_point(|(share, ..)| share.is_positive()));
        // on an edge or at a point, forms that differ may be equal
        let is_large = |period: &[BigRational], cell: &ProvenCell| {
            cell.corners.iter().all(|corner| value(period, corner) == value(&cell.period, corner))
        };
        let is_other = |cell: &&&ProvenCell| !large.iter().any(|(_, period, _)| is_large(period, cell));
        let others = small.iter().flat_map(|(.., cells)| cells).filter(is_other);
        let others: Vec<_> =
            others.map(|cell| written(&cell.period, &self.letters)).sorted().dedup().collect();
        let line = |(share, period, cells): &(BigRational, &Vec<BigRational>, Vec<&ProvenCell>)| {
            let from = match cells.iter().map(|cell| &cell.from).all_equal_value() {
                Ok(from) => format!("from {} on", written(from, &self.letters)),
                Err(_) => "from various starts on".to_owned(),
            };
            format!("{:>8} %  period {} {from}", percent(share, 3), written(period, &self.letters))
        };
        let lines = large.iter().map(line);
        let others = match &others[..] {
            [] => None,
            [one] => Some(format!("only on edges or at points: period {one}")),
            [one, ..] => Some(format!("only on edges or at points: {} periods, such as {one}", others.len())),
        };
        let proven = match self.proven.as_str() {
            "1" => "proven for all of it".to_owned(),
            _ if self.is_almost_whole => "proven for all of it but some edges or points".to_owned(),
            _ => format!("proven for {} % of it; nothing is said of the rest", percent(&self.share, 4)),
        };
        let Self { lengths, rule, r#for, letters, .. } = self;
        let head = format!(
            "pieces {}, rule {rule}, for all real {} with {}",
            lengths.join(", "),
            letters.iter().join(", "),
            r#for
        );
        [head].into_iter().chain(lines).chain(others).chain([proven]).join("\n")
    }
}

fn percent(share: &BigRational, decimals: usize) -> String {
    Surd::from(share * BigInt::from(100)).to_decimal(decimals)
}

/// The value of a form at a corner.
fn value(form: &[BigRational], corner: &[BigRational]) -> BigRational {
    &form[0] + zip(&form[1..], corner).map(|(factor, part)| factor * part).sum::<BigRational>()
}

/// A share in decimals; 1 only for all.
fn share_text(share: &BigRational) -> String {
    if share.is_zero() {
        return "0".to_owned();
    }
    let text = Surd::from(share.clone()).to_decimal(DECIMALS);
    if text.starts_with('1') { format!("0.{}", "9".repeat(DECIMALS)) } else { text }
}

impl Table for ProvenRegion {
    fn titles(&self) -> &'static str {
        "corners,period,from,share"
    }

    fn rows_in(&self, _: NumberStyle) -> Rows<'_> {
        Rows::of(self.cells.iter(), |row, cell| {
            row.push_lists(&cell.corners);
            row.push_list(cell.period.iter(), |text, part| {
                text.extend_from_slice(part.to_string().as_bytes())
            });
            row.push_list(cell.from.iter(), |text, part| text.extend_from_slice(part.to_string().as_bytes()));
            row.push_bytes(share_text(&cell.share));
        })
    }
}
