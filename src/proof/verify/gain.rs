//! W and e in pieces, and the proof that e is nowhere greater than a claim.
//!
//! **W(y) = measure { x in [0, y] : g(x) = g(y − x) } is a sum of trapezoids.** Let two steps of
//! one value go from p to q and from r to u. As y grows from 0, the x of the first step with y − x
//! in the second have a measure that is 0 up to p + r, then grows with slope 1, is constant, falls
//! with slope −1, and is 0 from q + u on. So let a value jump by 1 where it begins, and by −1 where
//! it ends: the slope of the measure changes by the product of two jumps at the sum of their
//! places. W is the sum over all ordered pairs of steps of one value. So its slope changes for each
//! ordered pair of jumps of one value. The end of the last step changes nothing below the limit.
//!
//! **e in pieces.** Call a place where the slope of W changes a *bend*. Between two neighbouring
//! places of the form bend + s, W(L − s) = m·(L − s) + c for each length s, so that
//!
//! ```text
//! e(L) = (1/|S|)·Σ (m·L + c + c·s/(L − s)),      e'(L) = (1/|S|)·Σ (m − c·s/(L − s)²).
//! ```
//!
//! **e ≤ M** on most pieces because the claim M is far above them: on a piece [l, h], e is at most
//! h times the mean of the greater of W(l − s) and W(h − s), over l − s. Integers show that, each
//! rounded to the safe side. On the other pieces exact numbers decide. e(l) ≤ M and e(h) ≤ M are
//! necessary; each term c·s/(L − s)² is monotone, so that its values at l and h enclose it, and
//! their sums enclose e'. If α ≤ e' ≤ β with α ≤ 0 ≤ β, then
//!
//! ```text
//! e(L) ≤ e(l) + β·(L − l)   and   e(L) ≤ e(h) − α·(h − L).
//! ```
//!
//! Add −α/(β − α) times the first and β/(β − α) times the second: L vanishes, and e ≤ M follows if
//!
//! ```text
//! β·(e(h) − M) − α·(e(l) − M) ≤ α·β·(h − l).
//! ```
//!
//! This includes α = 0 or β = 0, where e is monotone. Otherwise the piece is divided, at the
//! claimed place if that is inside, else in the middle. Only next to a claimed place where e' = 0
//! no division helps; there e is concave if e'' ≤ 0, by the greatest value of each of its terms
//! 2·c·s/(L − s)³ at l and h.

use std::collections::HashMap;

use itertools::Itertools;
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use smallvec::SmallVec;

use super::table::{StepTable, TablePoints};
use crate::lattice::Point;
use crate::number::{Radicand, Surd};

/// The binary places of the integers of the rough bound.
const PLACES: u32 = 64;

/// A part that is still undecided after this many divisions is given up.
const MOST_DIVISIONS: u32 = 200;

/// W(y) = slope·y + constant from a bend on.
///
/// K ≤ 2²² steps make at most 4·K² changes of 1, so a slope has 47 bits, and with the 61 of a
/// coordinate a constant has 108.
#[derive(Clone)]
struct LineForm {
    slope: i128,
    constant: SmallVec<[i128; 2]>,
}

impl LineForm {
    /// This form and a multiple of y − z.
    fn with_bend(&self, at: &[i64], change: i128) -> Self {
        let constant = self.constant.iter().zip(at).map(|(x, &at)| x - change * i128::from(at));
        Self { slope: self.slope + change, constant: constant.collect() }
    }

    /// The integers of W(y).
    fn at(&self, y: &[i64]) -> SmallVec<[i128; 2]> {
        self.constant.iter().zip(y).map(|(x, &y)| x + self.slope * i128::from(y)).collect()
    }
}

/// e on a range.
pub(super) struct VerifiedGain<'a> {
    table: &'a StepTable,
    points: &'a TablePoints,
    /// Where the slope of W changes, ascending from 0, and the form from there on.
    bends: Vec<(Point, LineForm)>,
    /// The ends of the range.
    pub(super) ends: [Surd; 2],
    /// The ends of the range and the breakpoints of e inside, ascending; two at least.
    cuts: Vec<Point>,
    lengths: Vec<Surd>,
    /// ⌊2⁶⁴·√d⌋ for each d.
    roots: Vec<BigInt>,
}

/// What a length s contributes on a piece: m·L + c + c·s/(L − s).
struct Term<'a> {
    length: &'a Surd,
    slope: Surd,
    constant: Surd,
}

/// What e may not exceed; inside a piece it may be equal at the given place only.
type Bound<'a> = (&'a Surd, Option<&'a Surd>);

/// e is greater than the claim somewhere, or it cannot be shown that it is not.
pub(super) type Greater = &'static str;

impl<'a> VerifiedGain<'a> {
    /// e on a range that is in order, begins at the longest length or above it, and for which g is
    /// known.
    pub(super) fn of(table: &'a StepTable, points: &'a TablePoints, [low, high]: [Point; 2]) -> Self {
        let changes = slope_changes(&table.values, &points.starts, high - points.lengths[0]);
        let changes = changes.into_iter().filter(|&(_, change)| change != 0).sorted_unstable();
        let zeros = SmallVec::from_elem(0, table.radicands.len() + 1);
        let mut form = LineForm { slope: 0, constant: zeros };
        let bends = changes.map(|(bend, change)| {
            form = form.with_bend(&points.coordinates(bend), change);
            (bend, form.clone())
        });
        let bends = bends.collect_vec();
        let places = bends.iter().flat_map(|&(bend, _)| points.lengths.iter().map(move |&s| bend + s));
        let inside = places.filter(|&cut| low < cut && cut < high).sorted_unstable().dedup();
        let cuts = std::iter::once(low).chain(inside).chain([high]).collect();
        let root = |d: &Radicand| (BigInt::from(d.get()) << (2 * PLACES)).sqrt();
        let (lengths, roots) = (table.numbers(), table.radicands.iter().map(root).collect());
        let ends = [low, high].map(|end| table.number(&points.coordinates(end)));
        Self { table, points, bends, ends, cuts, lengths, roots }
    }

    /// The number of a point.
    fn number(&self, point: Point) -> Surd {
        self.table.number(&self.points.coordinates(point))
    }

    /// e(L) for L in the range.
    pub(super) fn at(&self, x: &Surd) -> Surd {
        let past = self.cuts.partition_point(|&cut| self.number(cut) <= *x);
        let terms = self.terms(&self.forms(self.cuts[past.saturating_sub(1)]));
        sum_at(&terms, x) / Surd::from(self.lengths.len() as u64)
    }

    /// The greatest value of e at two places of the range and at the breakpoints between them.
    pub(super) fn greatest_end(&self, first: &Surd, last: &Surd) -> Surd {
        let cuts = self.cuts.iter().map(|&cut| self.number(cut));
        let inside = cuts.filter(|cut| first < cut && cut < last).map(|cut| self.at(&cut));
        inside.fold(self.at(first).max(self.at(last)), Ord::max)
    }

    /// Proves that e is nowhere greater than claimed between two places of the range.
    pub(super) fn bound(&self, [low, high]: [&Surd; 2], (most, at): Bound<'_>) -> Result<(), Greater> {
        let most = &(most * Surd::from(self.lengths.len() as u64));
        let scale = self.table.denominator.clone() << (2 * PLACES);
        let floor = (most * Surd::from(scale)).floor();
        for (&start, &end) in self.cuts.iter().tuple_windows() {
            let forms = self.forms(start);
            if self.is_low([start, end], &forms, &floor) {
                continue;
            }
            let [start, end] = [start, end].map(|cut| self.number(cut));
            let (start, end) = ((&start).max(low), (&end).min(high));
            if start <= end {
                search(&self.terms(&forms), [start, end], (most, at), 0)?;
            }
        }
        Ok(())
    }

    /// The form of W(L − s) for each length s from a place of the range on.
    fn forms(&self, start: Point) -> Vec<&LineForm> {
        let form = |&length: &Point| {
            // the first bend is 0, and passed
            let passed = self.bends.partition_point(|&(bend, _)| bend + length <= start);
            &self.bends[passed.saturating_sub(1)].1
        };
        self.points.lengths.iter().map(form).collect()
    }

    /// Whether the rough bound shows that |S|·e is at most a number on a piece. `floor` is that of
    /// 2¹²⁸·D times this number, as all lengths here are D-fold.
    fn is_low(&self, [l, h]: [Point; 2], forms: &[&LineForm], floor: &BigInt) -> bool {
        // a root is less than 1 too small
        let around = |x: &[i128]| {
            let roots = self.roots.iter().zip(&x[1..]).map(|(root, b)| root * b);
            let sum = (BigInt::from(x[0]) << PLACES) + roots.sum::<BigInt>();
            let doubt: i128 = x[1..].iter().map(|b| b.abs()).sum();
            [&sum - doubt, sum + doubt]
        };
        let wide = |x: Point| self.points.coordinates(x).into_iter().map(i128::from).collect_vec();
        let mut ratios = BigInt::ZERO;
        for (form, &length) in forms.iter().zip(&self.points.lengths) {
            let [_, of_l] = around(&form.at(&self.points.coordinates(l - length)));
            let [_, of_h] = around(&form.at(&self.points.coordinates(h - length)));
            let [rest, _] = around(&wide(l - length));
            if !rest.is_positive() {
                return false;
            }
            ratios += (of_l.max(of_h) << PLACES) / rest + 1; // W is not negative
        }
        let [_, end] = around(&wide(h));
        end * ratios <= *floor
    }

    fn terms(&self, forms: &[&LineForm]) -> Vec<Term<'_>> {
        let terms = self.lengths.iter().zip(forms).map(|(length, form)| {
            let constant = self.table.number(&form.constant);
            Term { length, slope: Surd::from(form.slope), constant }
        });
        terms.collect()
    }
}

impl Term<'_> {
    fn at(&self, x: &Surd) -> Surd {
        &self.slope * x + &self.constant + self.fall(x) * (x - self.length)
    }

    /// c·s/(L − s)², by which the slope is less than m. W(0) = 0, so that c = 0 at L = s.
    fn fall(&self, x: &Surd) -> Surd {
        if self.constant.is_zero() {
            return Surd::zero();
        }
        let rest = x - self.length;
        &self.constant * self.length / (&rest * &rest)
    }
}

/// |S|·e(L).
fn sum_at(terms: &[Term<'_>], x: &Surd) -> Surd {
    terms.iter().map(|term| term.at(x)).sum()
}

/// Proves that |S|·e is nowhere greater than claimed on a part of a piece.
fn search(terms: &[Term<'_>], [l, h]: [&Surd; 2], claim: Bound<'_>, divisions: u32) -> Result<(), Greater> {
    let (most, at) = claim;
    let [above_l, above_h] = [l, h].map(|x| sum_at(terms, x) - most);
    if above_l.is_positive() || above_h.is_positive() {
        return Err("the gain is greater somewhere in the range");
    }
    let falls = terms.iter().map(|term| [l, h].map(|x| term.fall(x))).collect_vec();
    let slope: Surd = terms.iter().map(|term| &term.slope).sum();
    let alpha = falls.iter().fold(slope.clone(), |sum, [x, y]| sum - x.max(y)).min(Surd::zero());
    let beta = falls.iter().fold(slope.clone(), |sum, [x, y]| sum - x.min(y)).max(Surd::zero());
    if &beta * above_h - &alpha * above_l <= &alpha * &beta * (h - l) {
        return Ok(());
    }
    if let Some(end) = [l, h].into_iter().position(|x| Some(x) == at) {
        let is_flat = slope == falls.iter().map(|values| &values[end]).sum::<Surd>();
        // half of the greater value of each term of e''
        let curved = terms.iter().zip(&falls).filter(|(term, _)| !term.constant.is_zero());
        let bends =
            curved.map(|(term, [of_l, of_h])| (of_l / (l - term.length)).max(of_h / (h - term.length)));
        if is_flat && !bends.sum::<Surd>().is_positive() {
            return Ok(());
        }
    }
    if divisions == MOST_DIVISIONS {
        return Err("it cannot be shown that the gain is nowhere greater");
    }
    let inside = at.filter(|at| l < *at && *at < h).cloned();
    let middle = inside.unwrap_or_else(|| (l + h) / Surd::from(2));
    search(terms, [l, &middle], claim, divisions + 1)?;
    search(terms, [&middle, h], claim, divisions + 1)
}

/// The slope changes of W, up to `most`, which is not above the limit.
fn slope_changes(values: &[u64], starts: &[Point], most: Point) -> HashMap<Point, i128> {
    // where a value begins and ends
    let mut jumps: HashMap<u64, Vec<(Point, i128)>> = HashMap::new();
    for (step, &start) in starts.iter().enumerate() {
        jumps.entry(values[step]).or_default().push((start, 1));
        if let Some(before) = step.checked_sub(1) {
            jumps.entry(values[before]).or_default().push((start, -1));
        }
    }
    let mut changes = HashMap::new();
    for jumps in jumps.values() {
        for &(p, of_p) in jumps {
            for &(r, of_r) in jumps.iter().take_while(|&&(r, _)| p + r <= most) {
                *changes.entry(p + r).or_default() += of_p * of_r;
            }
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use num_traits::One;
    use proptest::prelude::*;

    use super::*;
    use crate::lattice::Coordinates;

    fn surd(text: &str) -> Surd {
        text.parse().unwrap()
    }

    /// Steps at random places and with random values: e is defined for any.
    fn tables() -> impl Strategy<Value = StepTable> {
        let steps = proptest::collection::vec(((0_i64..12, 0_i64..9), 0_u64..3), 1..14);
        (steps, [1_i64..4, 1..4], 1_u64..8, 1..3_usize).prop_map(|(steps, [a, b], denominator, count)| {
            let roots = &[2, 3][..count];
            // with two roots, half of the rows are on one of them
            let point = |a: i64, b: i64| -> Coordinates {
                let parts = if count == 1 { vec![a, b] } else { vec![a, b - b / 2, b / 2] };
                parts.into_iter().collect()
            };
            let mut table = StepTable {
                radicands: roots.iter().map(|&d| Radicand::new(d).unwrap()).collect(),
                field: vec![],
                denominator: denominator.into(),
                lengths: vec![point(a, 0), point(1, b), point(9 * b - 1, 0)],
                is_anywhere: vec![true; 3],
                limit: point(40, 0),
                starts: vec![],
                values: vec![],
                first_line: 1,
            };
            let starts = steps.iter().map(|&((a, b), _)| point(a, b)).chain([point(0, 0)]);
            let sorted = |all: Vec<Coordinates>| {
                all.into_iter().sorted_by(|x, y| table.compare(x, y)).dedup().collect_vec()
            };
            let (starts, lengths) = (sorted(starts.collect()), sorted(table.lengths.clone()));
            table.values = starts.iter().enumerate().map(|(step, _)| steps[step % steps.len()].1).collect();
            (table.starts, table.lengths) = (starts, lengths);
            table
        })
    }

    /// W(y) by its definition: for each two steps of one value the x of the one with y − x in the
    /// other.
    fn winning(table: &StepTable, y: &Surd) -> Surd {
        let starts = table.starts.iter().map(|start| table.number(start)).collect_vec();
        let end = |step: usize| starts.get(step + 1).cloned().unwrap_or_else(|| surd("1000"));
        let steps = || (0..starts.len()).map(|step| (starts[step].clone(), end(step), table.values[step]));
        let pairs = steps().cartesian_product(steps()).filter(|((_, _, x), (_, _, y))| x == y);
        pairs.map(|((p, q, _), (r, u, _))| (q.min(y - r) - p.max(y - u)).max(Surd::zero())).sum()
    }

    proptest! {
        #![proptest_config(crate::property::cases(16))]

        #[test]
        fn the_gain_is_that_of_the_definition_and_bounds_are_on_the_safe_side(table in tables()) {
            let [mut low, mut high] = [table.lengths[table.lengths.len() - 1].clone(), table.limit.clone()];
            (low[0], high[0], high[1]) = (low[0] + 1, 33, 5);
            let (points, ends) = table.points(&[low, high], 4).unwrap();
            let gain = VerifiedGain::of(&table, &points, [ends[0], ends[1]]);
            let count = Surd::from(gain.lengths.len() as u64);
            let shares = |x: &Surd| {
                let share = |s| (winning(&table, &(x - s)), x - s);
                gain.lengths.iter().map(share).collect_vec()
            };
            let mean = |x: &Surd| shares(x).into_iter().map(|(wins, rest)| wins / rest).sum::<Surd>() / &count;
            let scale = Surd::from(table.denominator.clone() << (2 * PLACES));
            let mut greatest = Surd::zero();
            for (&l, &h) in gain.cuts.iter().tuple_windows() {
                let [x, y] = [l, h].map(|cut| gain.number(cut));
                for place in [x.clone(), (&x + &y) / Surd::from(2), (&x * Surd::from(7) + &y) / Surd::from(8), y.clone()] {
                    let value = gain.at(&place);
                    prop_assert_eq!(&value, &(&place * mean(&place)), "at {}", place);
                    greatest = greatest.max(value);
                }
                // h times the greater W at both ends over l − s
                let terms = shares(&x).into_iter().zip(shares(&y));
                let bound = &y * terms.map(|((of_x, rest), (of_y, _))| of_x.max(of_y) / rest).sum::<Surd>();
                let forms = gain.forms(l);
                let exact = (bound * &scale).floor();
                prop_assert!(!gain.is_low([l, h], &forms, &(&exact - 1)));
                prop_assert!(gain.is_low([l, h], &forms, &(exact + (BigInt::one() << 100))));
            }
            let ends = || [&gain.ends[0], &gain.ends[1]];
            prop_assert!(gain.bound(ends(), (&(&greatest - surd("2^-40")), None)).is_err());
            prop_assert!(gain.greatest_end(ends()[0], ends()[1]) <= greatest);
        }
    }

    /// With W(y) = −y + c the maximum of −L + c + c/(L − 1) is at 1 + √−c.
    fn bounded(constant: i32, most: &str, at: Option<&str>) -> Result<(), Greater> {
        let (length, constant) = (Surd::one(), Surd::from(constant));
        let terms = [Term { length: &length, slope: Surd::from(-1), constant }];
        let [low, high, most] = ["2", "9", most].map(surd);
        search(&terms, [&low, &high], (&most, at.map(surd).as_ref()), 0)
    }

    #[test]
    fn a_claim_is_shown_only_if_it_holds() {
        let greater = Err("the gain is greater somewhere in the range");
        let unknown = Err("it cannot be shown that the gain is nowhere greater");
        // at 1 + √5 it is −6 − 2√5, which no end of a part can touch
        assert_eq!(bounded(-5, "-6-2sqrt5+10^-12", None), Ok(()));
        assert_eq!(bounded(-5, "-6-2sqrt5-10^-12", None), greater);
        assert_eq!(bounded(-5, "-6-2sqrt5", None), unknown);
        // at 3 it is −9; the value at 2.9 is not the greatest, though the curve is concave there
        assert_eq!(bounded(-4, "-9", Some("3")), Ok(()));
        assert_eq!(bounded(-4, "-9", Some("4.1")), unknown);
        assert_eq!(bounded(-4, "-6.9-40/19", Some("2.9")), greater);
    }

    /// −L/3 + 1/(L − 1) − 3/(L − 1/2) − 5 is flat at 2 and rises there, and falls far below that.
    #[test]
    fn a_flat_end_from_which_the_gain_rises_is_not_its_greatest() {
        let (one, half) = (Surd::one(), surd("1/2"));
        let terms = [(&one, "-1/3", 1), (&half, "0", -6)].map(|(length, slope, constant)| Term {
            length,
            slope: surd(slope),
            constant: constant.into(),
        });
        let [low, high, most] = ["2", "9", "-20/3"].map(surd);
        assert_eq!(sum_at(&terms, &low), most);
        assert_eq!(terms.iter().map(|term| &term.slope - term.fall(&low)).sum::<Surd>(), Surd::zero());
        let greater = Err("the gain is greater somewhere in the range");
        assert_eq!(search(&terms, [&low, &high], (&most, Some(&low)), 0), greater);
    }
}
