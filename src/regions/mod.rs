//! Periods for all real lengths of a polygon at once.
//!
//! Nothing in the proof of a period uses the lengths themselves, only the order and the equalities
//! of finitely many linear forms a + bx + cy: the breakpoints of g, and their differences. So one
//! sweep with forms proves a period for every real point (x, y) of a *cell* on which that order is
//! the same everywhere: the inside of a convex polygon, of an edge, or a point.
//!
//! # Cells
//! A form is positive on a whole cell if it is at least 0 at all corners, and greater at one; it is
//! 0 if it is 0 at all. If it has both signs, the cell is cut there into three: the two parts
//! beside and the part where it is 0; nothing is lost and nothing is counted twice. A region is cut
//! by its conditions. Then each cell is swept, the largest first. A sweep ends with a period, or
//! with a form that has both signs, where the cell is cut.
//!
//! # Periods
//! If all digits are 3, g has the period P as soon as a window of the longest length M comes again:
//! the value at its end, that in force at its beginning, and all breakpoints between, relative to
//! the end. For other digits P has to be seen from N up to 2N + P + M, by the
//! [period theorem](crate::games::squares::Period). The start N is the least one at every point. P
//! is a period at every point, and the least one at almost every point: a divisor can be one only
//! where a form vanishes that is not 0 on the cell.
//!
//! ```
//! use nimsweep::regions::{Region, RegionProof};
//!
//! // Moriwaki's theorem for three lengths: 1 + y is a period, from 0 on
//! let mut proof = RegionProof::new(Region::new("1,x,y", "3", "1<=x<=2, x<=y<=1+x")?);
//! while proof.advance() {}
//! assert!(proof.is_whole());
//! assert_eq!(proof.cells().len(), 11);
//! # Ok::<(), nimsweep::Error>(())
//! ```
//!
//! # Files
//! | file | one purpose |
//! | --- | --- |
//! | `mod` | regions, and what is proven of them |
//! | `read` | lengths and conditions as they are typed |
//! | `form` · `cell` | linear forms; cells, their signs and cuts |
//! | `run` | the sweep of one cell |

mod cell;
mod form;
mod read;
mod run;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;
use std::mem::take;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
#[cfg(feature = "parallel")]
use rayon::prelude::*;

use crate::error::{Error, error};
use crate::games::squares::Digit;
use crate::number::linear_form;
pub(crate) use cell::{ConvexCell, Corner};
pub(crate) use form::LengthForm;
use form::common_denominator;
use read::FormSign;
use run::{FormPeriod, MOMENT, SweepRun, Swept};

/// How much work a cell is swept for at first; if no period shows, later twice as much,
const LEAST_WORK: u64 = MOMENT << 12;
/// but not more.
const MOST_WORK: u64 = MOMENT << 22;
/// As much is done at once, in at least two cells, whatever the number of threads is.
const ROUND: u64 = MOMENT << 18;
/// Shares are counted in parts of this.
const WHOLE: u64 = 1_000_000_000_000_000_000;

/// A bounded polygon or interval of lengths, and their rule.
#[derive(Clone, Debug)]
pub struct Region {
    lengths: Vec<(LengthForm, Digit)>,
    /// What the coefficients of all forms are multiples of.
    denominator: i64,
    letters: Vec<char>,
    /// All that fulfils the conditions, but for some edges and points.
    inside: ConvexCell,
    /// Which it consists of.
    cells: Vec<ConvexCell>,
}

impl Region {
    /// Reads lengths with one or two letters, such as `1,x,y` or `1, x, x+1/2`; their digits, one
    /// for all or one for each; and conditions, such as `1<x<=2, x<y<1+x`.
    ///
    /// # Errors
    /// [`Error`], whose [key](Error::key) says which of the three is wrong: `lengths`, `rule` or
    /// `for`, the conditions.
    pub fn new(lengths: &str, rule: &str, conditions: &str) -> Result<Self, Error> {
        let (forms, letters) = read::lengths(lengths)?;
        let digits = Digit::of_rule(rule).and_then(|rule| Digit::of_lengths(&rule, forms.len()));
        let digits = digits.map_err(|error| error.at("rule"))?;
        let conditions = read::conditions(conditions, &letters)?;
        let denominator = common_denominator(forms.iter().flatten());
        let scaled = |form: &[BigRational; 3]| {
            let coefficients = form.each_ref().map(|part| (part * &denominator).to_integer().to_i64());
            let is_small = |part: &i64| part.unsigned_abs() <= LengthForm::MOST as u64;
            let [Some(one), Some(x), Some(y)] = coefficients.map(|part| part.filter(is_small)) else {
                return Err(too_large());
            };
            Ok(LengthForm([one, x, y]))
        };
        let scaled: Vec<LengthForm> = forms.iter().map(scaled).collect::<Result<_, _>>()?;
        let cells = cells(&conditions, letters.len())?;
        for (length, form) in scaled.iter().zip(&forms) {
            if !cells.iter().all(|cell| cell.is_positive_with_edges(*length)) {
                let length = linear_form(form, &letters);
                let text = format!("the length {length} is not positive on all of the region and its edges");
                return Err(error!(Domain, "{text}; add a condition such as 1/100<{length}").at("for"));
            }
        }
        // the conditions are those of a convex set
        let inside = cells.iter().max_by_key(|cell| cell.dimension()).ok_or_else(empty)?.clone();
        let denominator = denominator.to_i64().ok_or_else(too_large)?;
        Ok(Self { lengths: scaled.into_iter().zip(digits).collect(), denominator, letters, inside, cells })
    }

    /// The letters.
    #[must_use]
    pub fn letters(&self) -> &[char] {
        &self.letters
    }

    /// The lengths with their digits.
    pub fn lengths(&self) -> impl Iterator<Item = (String, Digit)> {
        self.lengths.iter().map(|(form, digit)| (self.text(*form), *digit))
    }

    /// The lengths in the numbers of the sweep, and what these are multiples of.
    pub(crate) fn forms(&self) -> &[(LengthForm, Digit)] {
        &self.lengths
    }

    pub(crate) fn denominator(&self) -> i64 {
        self.denominator
    }

    /// All that fulfils the conditions, but for some edges and points.
    pub(crate) fn inside(&self) -> &ConvexCell {
        &self.inside
    }

    /// A form for people.
    pub(crate) fn text(&self, form: LengthForm) -> String {
        linear_form(&form.over(self.denominator), &self.letters)
    }
}

/// A coefficient is too large.
fn too_large() -> Error {
    let text = "the numbers in the lengths are too large; over a common denominator, give numerators of at most 2^30";
    error!(TooLarge, "{text}").at("lengths")
}

/// No point fulfils the conditions.
fn empty() -> Error {
    error!(Domain, "the conditions contradict each other; no point satisfies all of them").at("for")
}

/// The cells of the points that fulfil some conditions.
fn cells(conditions: &[([BigInt; 3], FormSign)], letters: usize) -> Result<Vec<ConvexCell>, Error> {
    // the lines of two forms meet nearer to 0 than the square of their coefficients
    let bits = conditions.iter().flat_map(|(form, _)| form).map(BigInt::bits).max().unwrap_or_default();
    let half = BigInt::from(1) << (2 * bits + 4);
    let mut cells = vec![ConvexCell::around_zero(&half, letters)];
    for (form, relation) in conditions {
        cells = cells
            .iter()
            .flat_map(|cell| {
                let [_, zero, positive] = cell.cut(form);
                match relation {
                    FormSign::Positive => [None, positive],
                    FormSign::NotNegative => [zero, positive],
                    FormSign::Zero => [zero, None],
                }
            })
            .flatten()
            .collect();
    }
    if cells.is_empty() {
        return Err(empty());
    }
    let mut places = cells.iter().flat_map(ConvexCell::corners).flat_map(|corner| corner.coordinates());
    if places.any(|place| place.abs() >= half.clone().into()) {
        let text = "the region is unbounded; bound each letter from below and from above, such as 1<x<3";
        return Err(error!(Domain, "{text}").at("for"));
    }
    Ok(cells)
}

/// A cell, and the period that g has at each of its points.
#[derive(Clone, Debug)]
pub struct ProvenCell {
    /// The corners, each with a coordinate for each letter.
    pub corners: Vec<Vec<BigRational>>,
    /// The least start, as its coefficients of 1 and of each letter.
    pub from: Vec<BigRational>,
    /// The period, in the same way: the least one at almost every point.
    pub period: Vec<BigRational>,
    /// The part of the region: of its area, or of its length if it has no area.
    pub share: BigRational,
}

/// A cell with its period, in the numbers of the sweep.
#[derive(Clone, Debug)]
pub(crate) struct PeriodCell {
    pub(crate) cell: ConvexCell,
    pub(crate) found: FormPeriod,
    /// The nearest share, in parts of [`WHOLE`].
    #[cfg(feature = "serde")]
    pub(crate) share: u64,
}

/// What is proven of a region so far.
#[derive(Debug)]
pub struct RegionProof {
    region: Region,
    /// The area of the region, or its length.
    size: BigRational,
    /// The cells that are to be swept, and for how much work: the largest priority first, and of
    /// several the one that was found first.
    open: BTreeMap<(u64, Reverse<usize>), (ConvexCell, u64)>,
    found: usize,
    /// The cells that are swept now.
    round: Vec<UnderWay>,
    cells: Vec<PeriodCell>,
    proven: u64,
    work: u64,
}

/// A cell that is swept, with its priority and the most work.
struct UnderWay {
    is_large: bool,
    priority: u64,
    most_work: u64,
    sweep: SweepRun,
    /// What it has found, once it is over.
    swept: Option<Swept>,
}

impl fmt::Debug for UnderWay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UnderWay").field("priority", &self.priority).finish_non_exhaustive()
    }
}

impl RegionProof {
    /// Nothing is proven yet.
    #[must_use]
    pub fn new(mut region: Region) -> Self {
        let (size, parts) = (region.inside.size(), take(&mut region.cells));
        let (open, round, cells) = (BTreeMap::new(), vec![], vec![]);
        let mut proof = Self { region, size, open, found: 0, round, cells, proven: 0, work: 0 };
        parts.into_iter().for_each(|cell| proof.open(cell, WHOLE, LEAST_WORK));
        proof
    }

    /// Sweeps the largest cells for a moment, with the threads of the current rayon pool; returns
    /// whether there were any.
    pub fn advance(&mut self) -> bool {
        let mut planned = if self.round.is_empty() { 0 } else { ROUND };
        while (self.round.len() < 2 || planned < ROUND)
            && let Some(((priority, _), (cell, most_work))) = self.open.pop_last()
        {
            planned += most_work;
            let is_large = self.is_large(&cell);
            let sweep = run::begin(&self.region.lengths, cell, most_work);
            self.round.push(UnderWay { is_large, priority, most_work, sweep, swept: None });
        }
        self.sweep_round();
        // in their order, so that threads change nothing
        let is_over = self.round.iter().all(|sweep| sweep.swept.is_some());
        let over = if is_over { take(&mut self.round) } else { vec![] };
        for UnderWay { priority, most_work, swept, .. } in over {
            let Some(Swept { kept, found, rest, work }) = swept else { continue };
            self.work += work;
            rest.into_iter().for_each(|part| self.open(part, priority, most_work));
            match (kept, found) {
                (Some(cell), Some(found)) => {
                    let share = self.share_of(&cell);
                    self.proven += share;
                    self.cells.push(PeriodCell {
                        cell,
                        found,
                        #[cfg(feature = "serde")]
                        share,
                    });
                }
                // later, with more steps
                (Some(cell), None) => self.open(cell, priority / 4, MOST_WORK.min(2 * most_work)),
                (None, _) => {}
            }
        }
        planned > 0
    }

    /// Does a piece of each sweep.
    fn sweep_round(&mut self) {
        let advance = |UnderWay { sweep, swept, .. }: &mut UnderWay| {
            if swept.is_none() {
                *swept = sweep();
            }
        };
        // outside of a pool, rayon would start threads of its own
        #[cfg(feature = "parallel")]
        if rayon::current_thread_index().is_some() {
            return self.round.par_iter_mut().for_each(advance);
        }
        self.round.iter_mut().for_each(advance);
    }

    /// The part of the region that a cell is.
    fn share_of(&self, cell: &ConvexCell) -> u64 {
        if self.is_large(cell) { self.part(&cell.size()) } else { 0 }
    }

    /// Whether a cell has an area, or a length if the region has no area.
    pub(crate) fn is_large(&self, cell: &ConvexCell) -> bool {
        cell.dimension() == self.region.inside.dimension()
    }

    fn part(&self, size: &BigRational) -> u64 {
        (size / &self.size * BigInt::from(WHOLE)).round().to_integer().to_u64().unwrap_or(WHOLE)
    }

    /// Adds a cell: a part of one of this priority, or such a cell once more.
    fn open(&mut self, cell: ConvexCell, before: u64, most_work: u64) {
        let size = cell.size();
        let priority = match cell.dimension() {
            _ if self.is_large(&cell) => self.part(&size).min(before),
            // an edge is a part of a square at it
            1 => (self.part(&(&size * &size)) / 256).min(before),
            _ => before / 256,
        };
        self.found += 1;
        self.open.insert((priority, Reverse(self.found)), (cell, most_work));
    }

    /// The region.
    #[must_use]
    pub fn region(&self) -> &Region {
        &self.region
    }

    /// The cells that are proven so far.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = ProvenCell> {
        let letters = self.region.letters.len();
        let form = move |form: LengthForm| form.over(self.region.denominator)[..=letters].to_vec();
        self.cells.iter().map(move |PeriodCell { cell, found, .. }| ProvenCell {
            corners: cell.corners().iter().map(|corner| corner.coordinates()[..letters].to_vec()).collect(),
            from: form(found.from),
            period: form(found.period),
            share: if self.is_large(cell) { cell.size() / &self.size } else { BigRational::zero() },
        })
    }

    /// The work so far, the same on every machine: 5 for each moment of events, and 1 for each
    /// corner; 20 million are about a second on one core.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.work
    }

    /// The same, in the numbers of the sweep.
    pub(crate) fn period_cells(&self) -> &[PeriodCell] {
        &self.cells
    }

    /// Whether all of the region is proven, edges and corners, too.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.open.is_empty() && self.round.is_empty()
    }

    /// Whether only parts without an area are left, or without a length if the region has no area.
    #[must_use]
    pub fn is_almost_whole(&self) -> bool {
        !self.open.values().any(|(cell, _)| self.is_large(cell))
            && !self.round.iter().any(|sweep| sweep.is_large)
    }

    /// The part of the region that is proven, up to 10⁻¹²: of its area, or of its length if it has
    /// no area.
    #[must_use]
    pub fn share(&self) -> BigRational {
        if self.is_almost_whole() { BigRational::one() } else { of_whole(self.proven) }
    }
}

/// A share, of parts of [`WHOLE`].
pub(crate) fn of_whole(parts: u64) -> BigRational {
    BigRational::new(parts.into(), WHOLE.into())
}
