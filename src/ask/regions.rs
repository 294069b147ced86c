//! The question of a region: periods for all real lengths of a polygon.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;
use std::sync::Arc;

use itertools::Itertools;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use super::answer::{Answer, share_for_people};
use super::question::{AnswerRun, Question};
use super::raw_question::Keys;
use super::reply::{Reply, Value, fields};
use super::table::Rows;
use super::values::{count, positive};
use crate::error::Error;
use crate::games::squares::drive::Patience;
use crate::number::Surd;
use crate::proof::Certificate;
use crate::regions::{PeriodCell, Region, RegionProof, of_whole};
use crate::watch::{Watch, tell};

/// The [work](RegionProof::work) of about two seconds on one core: how much is done, unless a
/// question says otherwise.
const WORK: u64 = 40_000_000;
/// The decimals of shares.
const DECIMALS: usize = 6;

/// When a proof is to end.
#[derive(Clone)]
struct ProofEnd {
    share: Option<BigRational>,
    cells: Option<usize>,
}

/// The question of `regions`.
pub(super) fn read_regions(keys: &Keys) -> Result<Question, Error> {
    let typed = |_, text: &str| Ok(text.to_owned());
    let (lengths, conditions) = (keys.needed("lengths", typed)?, keys.needed("for", typed)?);
    let rule = keys.text("rule").unwrap_or("7").to_owned();
    let region = Region::new(&lengths, &rule, &conditions)?;
    let share = keys.read("share", |key, text| positive(key, text, 1))?;
    let cells = keys.read("cells", count)?;
    let end = ProofEnd { share, cells };
    Ok(Question::by_run(move |patience| {
        let is_bounded = match patience {
            Patience::Seconds => true,
            Patience::Hours => end.share.is_none() && end.cells.is_none(),
            Patience::Days => false,
        };
        let (rule, conditions, end) = (rule.clone(), conditions.clone(), end.clone());
        Ok(RegionRun { proof: RegionProof::new(region.clone()), rule, conditions, end, is_bounded })
    })
    .opened())
}

/// A proof under way.
struct RegionRun {
    proof: RegionProof,
    rule: String,
    conditions: String,
    end: ProofEnd,
    /// Whether it ends after some work.
    is_bounded: bool,
}

impl RegionRun {
    /// The share of what is to be done.
    fn done(&self) -> f64 {
        let (proof, ProofEnd { share, cells }) = (&self.proof, &self.end);
        let of_work = if self.is_bounded { proof.work() as f64 / WORK as f64 } else { 0.0 };
        let of_cells = cells.map_or(0.0, |cells| proof.cells().len() as f64 / cells as f64);
        // all of the region is more than all of its area
        let share = share.as_ref().filter(|share| !share.is_one()).and_then(BigRational::to_f64);
        let of_share = share.map_or(0.0, |share| proof.share().to_f64().unwrap_or_default() / share);
        of_work.max(of_cells).max(of_share).min(1.0)
    }
}

impl AnswerRun for RegionRun {
    fn advance(&mut self, watch: Watch<'_>) -> Result<bool, Error> {
        let done = self.done();
        tell(watch, done)?;
        Ok(done < 1.0 && self.proof.advance())
    }

    fn answer(self: Box<Self>) -> Result<Answer, Error> {
        let Self { proof, rule, conditions, .. } = *self;
        let (proven, letters) = (proven_text(&proof), proof.region().letters().to_vec());
        let lengths: Vec<String> = proof.region().lengths().map(|(length, _)| length).collect();
        let fields = fields! {
            lengths: lengths.clone(), rule: &rule, for: &conditions,
            letters: Value::from_iter(letters.iter().map(char::to_string)), proven: &proven,
        };
        let region = Arc::new(ProvenRegion { lengths, rule, conditions, letters, proven, proof });
        let [said, certified] = [(); 2].map(|()| Arc::clone(&region));
        Ok(Reply::new(fields)
            .rows("cells", "corners,period,from,share,share_exact", region, |region, _| region.rows())
            .text(move |f, _| f.write_str(&said.text()))
            .certified(move || Certificate::regions(&certified.proof))
            .into())
    }
}

/// What is proven of a region, and its cells.
struct ProvenRegion {
    lengths: Vec<String>,
    rule: String,
    conditions: String,
    letters: Vec<char>,
    /// The share that is proven, 1 for all.
    proven: String,
    proof: RegionProof,
}

impl ProvenRegion {
    fn rows(&self) -> Rows<'_> {
        Rows::of(self.proof.cells(), |row, cell| {
            row.push_lists(&cell.corners);
            for form in [&cell.period, &cell.from] {
                row.push_list(form.iter(), |text, part| text.extend_from_slice(part.to_string().as_bytes()));
            }
            let share = Surd::from(cell.share);
            let is_an_end = share.is_zero() || share.is_one();
            row.push_bytes(if is_an_end { share.to_string() } else { share.to_decimal(DECIMALS) });
            row.push_text(share);
        })
    }

    /// A line for each form of the period on some area or length, the largest first.
    fn text(&self) -> String {
        let Self { lengths, rule, conditions, letters, proven, proof } = self;
        let mut of_periods: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for cell in proof.period_cells() {
            of_periods.entry(cell.found.period).or_default().push(cell);
        }
        let share = |cells: &[&PeriodCell]| cells.iter().map(|cell| cell.share).sum::<u64>();
        let of_periods = of_periods.into_iter().map(|(period, cells)| (share(&cells), period, cells));
        let of_periods = of_periods.sorted_by_key(|(share, ..)| Reverse(*share));
        let has_large = |cells: &[&PeriodCell]| cells.iter().any(|cell| proof.is_large(&cell.cell));
        let (large, small): (Vec<_>, Vec<_>) = of_periods.partition(|(.., cells)| has_large(cells));
        let is_all = proof.is_almost_whole() && large.len() == 1;
        // on an edge or at a point, forms that differ may be equal
        let is_other = |cell: &&&PeriodCell| {
            let mut differences = large.iter().map(|(_, period, _)| *period - cell.found.period);
            differences.all(|difference| cell.cell.sign(difference) != Some(Ordering::Equal))
        };
        let text = |form| proof.region().text(form);
        let others = small.iter().flat_map(|(.., cells)| cells).filter(is_other);
        let others = others.map(|cell| text(cell.found.period)).sorted().dedup().collect_vec();
        let lines = large.iter().map(|(share, period, cells)| {
            let from = match cells.iter().map(|cell| cell.found.from).all_equal_value() {
                Ok(from) => format!("from {} on", text(from)),
                Err(_) => "from various starts on".to_owned(),
            };
            let share = percent(&of_whole(*share), 3, is_all);
            format!("{share:>8} %  period {} {from}", text(*period))
        });
        let others = match &others[..] {
            [] => None,
            [one] => Some(format!("only on edges or at points: period {one}")),
            [one, ..] => Some(format!("only on edges or at points: {} periods, such as {one}", others.len())),
        };
        let proven = match proven.as_str() {
            "1" => "proven for all of it".to_owned(),
            _ if proof.is_almost_whole() => "proven for all of it but some edges or points".to_owned(),
            _ => {
                let share = percent(&proof.share(), 4, large.is_empty());
                format!("proven for {share} % of it; nothing is proven about the rest")
            }
        };
        let (lengths, letters) = (lengths.join(", "), letters.iter().join(", "));
        let head = format!("pieces {lengths}, rule {rule}, for all real {letters} with {conditions}");
        [head].into_iter().chain(lines).chain(others).chain([proven]).join("\n")
    }
}

/// A share in percent, which is exactly none or all of it or not.
fn percent(share: &BigRational, decimals: usize, is_an_end: bool) -> String {
    let decimal = Surd::from(share * BigInt::from(100)).to_decimal(decimals);
    share_for_people(decimal, 100, is_an_end)
}

/// What is proven, in decimals: 0 only for nothing, and 1 only for all, with edges and points.
fn proven_text(proof: &RegionProof) -> String {
    let share = Surd::from(proof.share());
    match share.to_decimal(DECIMALS) {
        _ if proof.is_whole() => "1".to_owned(),
        _ if share.is_zero() => "0".to_owned(),
        text if text.starts_with('1') => format!("0.{}", "9".repeat(DECIMALS)),
        text => text,
    }
}
