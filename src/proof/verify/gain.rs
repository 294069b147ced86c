//! e(L) on a range, in pieces, and the proof that it is nowhere greater than a claim.
//!
//! On a piece W(L − s) = m·(L − s) + c for each length s, so that
//!
//! ```text
//! e(L) = (1/|S|)·Σ (m·L + c + c·s/(L − s)),      e'(L) = (1/|S|)·Σ (m − c·s/(L − s)²).
//! ```
//!
//! Most pieces are far below the claim, which integers with bounds of their error show. On the
//! others exact numbers prove it, by the first of these that applies to a part between l and h:
//!
//! - e is convex if no c is negative, and greatest at an end then;
//! - each term c·s/(L − s)² is monotone, so that its values at l and h enclose e'; if the sum of
//!   the least or of the greatest values keeps one sign, e is monotone;
//! - at the claimed place e' = 0, and e is concave if the same bounds of e'' say so;
//! - e is at most (e(l) + e(h) + B·(h − l))/2 if |e'| ≤ B; otherwise the part is divided, at the
//!   claimed place or in the middle.

use itertools::Itertools;
use num_traits::Zero;

use super::measure::{Bounds, Form, Measure};
use super::mex::Keys;
use super::table::{Pair, Table};
use crate::number::Surd;

/// Parts that were divided so often, and are still undecided, are given up.
const MOST_DIVISIONS: u32 = 200;

/// e on a range.
pub(super) struct Gain<'a> {
    table: &'a Table,
    measure: Measure,
    bounds: Bounds,
    /// The ends of the range.
    pub(super) ends: [Surd; 2],
    /// The ends of the range and the breakpoints of e inside, ascending; two at least.
    cuts: Vec<Pair>,
    lengths: Vec<Surd>,
}

/// e is greater than the claim somewhere, or that it is not cannot be shown.
pub(super) type Greater = &'static str;

/// What a length s contributes on a piece: m·L + c + c·s/(L − s).
struct Term<'a> {
    length: &'a Surd,
    slope: Surd,
    constant: Surd,
}

impl<'a> Gain<'a> {
    /// e on a range that is in order, begins at the longest length or above it, and for which g is
    /// known.
    pub(super) fn of(table: &'a Table, keys: &Keys, [low, high]: [Pair; 2]) -> Self {
        let shortest = table.lengths.first().copied().unwrap_or(Pair::ZERO);
        let measure = Measure::of(table, keys, high - shortest);
        let inside = table.lengths.iter().flat_map(|&length| {
            let is_before = |x: Pair| move |bend: &Pair| table.compare(*bend + length, x).is_lt();
            let first = measure.bends.partition_point(|bend| table.compare(*bend + length, low).is_le());
            let past = measure.bends.partition_point(is_before(high)).max(first);
            measure.bends[first..past].iter().map(move |&bend| bend + length)
        });
        let inside = inside.sorted_by_key(|&cut| keys.key(cut)).dedup();
        let cuts = std::iter::once(low).chain(inside).chain([high]).collect();
        let lengths = table.lengths.iter().map(|&length| table.number(length)).collect();
        let ends = [low, high].map(|end| table.number(end));
        Self { table, measure, bounds: Bounds::of(table), ends, cuts, lengths }
    }

    /// e(L) for L in the range.
    pub(super) fn at(&self, x: &Surd) -> Surd {
        let forms = self.lengths.iter().map(|length| self.measure.form_at(self.table, &(x - length)));
        self.value(&self.terms(&forms.collect_vec()), x)
    }

    /// The greatest value of e at two places of the range and at the breakpoints between them.
    pub(super) fn greatest_end(&self, first: &Surd, last: &Surd) -> Surd {
        let past = self.cuts.partition_point(|&cut| self.table.number(cut) <= *first);
        let inside = self.cuts[past..].iter().map(|&cut| self.table.number(cut));
        let inside = inside.take_while(|cut| cut < last).map(|cut| self.at(&cut));
        inside.chain([self.at(last)]).fold(self.at(first), Ord::max)
    }

    fn terms(&self, forms: &[Form]) -> Vec<Term<'_>> {
        let term = |(length, form): (_, &Form)| {
            let constant = self.table.wide_number(form.constant);
            Term { length, slope: Surd::from(form.slope), constant }
        };
        self.lengths.iter().zip(forms).map(term).collect()
    }

    fn value(&self, terms: &[Term<'_>], x: &Surd) -> Surd {
        let sum: Surd = terms.iter().map(|term| term.value(x)).sum();
        sum / self.count()
    }

    fn count(&self) -> Surd {
        Surd::from(self.lengths.len() as u64)
    }

    /// Proves that e is at most `most` between two places of the range; inside a piece they may be
    /// equal at the place `at` only.
    pub(super) fn bound(
        &self,
        [low, high]: [&Surd; 2],
        most: &Surd,
        at: Option<&Surd>,
    ) -> Result<(), Greater> {
        let floor = Bounds::below(most);
        let table = self.table;
        let first = self.cuts.partition_point(|&cut| table.number(cut) < *low).saturating_sub(1);
        let past = self.cuts.partition_point(|&cut| table.number(cut) <= *high) + 1;
        // how many bends lie at or before the piece, for each length
        let mut passed = vec![0; self.lengths.len()];
        for (&start, &end) in self.cuts[first..past.min(self.cuts.len())].iter().tuple_windows() {
            for (passed, &length) in passed.iter_mut().zip(&table.lengths) {
                let is_passed = |bend: &Pair| table.compare(*bend + length, start).is_le();
                while self.measure.bends.get(*passed).is_some_and(is_passed) {
                    *passed += 1;
                }
            }
            let forms = passed.iter().map(|&passed| self.measure.form(passed)).collect_vec();
            if floor.is_some_and(|floor| self.is_low([start, end], &forms, floor)) {
                continue;
            }
            let (start, end) = (table.number(start), table.number(end));
            let (start, end) = ((&start).max(low), (&end).min(high));
            self.search(&self.terms(&forms), [start, end], most, at, 0)?;
        }
        Ok(())
    }

    /// A rough bound: e is at most h times the mean of the greater W over the smaller L − s.
    fn is_low(&self, [l, h]: [Pair; 2], forms: &[Form], floor: i128) -> bool {
        let around = |pair: Pair| self.bounds.around([pair.a.into(), pair.b.into()]);
        let bound = || {
            let mut ratios = 0_i128;
            for (form, &length) in forms.iter().zip(&self.table.lengths) {
                let [_, at_l] = self.bounds.around(form.at(l, length))?;
                let [_, at_h] = self.bounds.around(form.at(h, length))?;
                let [rest, _] = around(l - length)?;
                ratios = ratios.checked_add(Bounds::ratio(at_l.max(at_h), rest)?)?;
            }
            let [_, h] = around(h)?;
            Bounds::product(h, ratios)
        };
        let most = floor.checked_mul(self.lengths.len() as i128);
        bound().zip(most).is_some_and(|(bound, most)| bound <= most)
    }

    fn search(
        &self,
        terms: &[Term<'_>],
        [l, h]: [&Surd; 2],
        most: &Surd,
        at: Option<&Surd>,
        divisions: u32,
    ) -> Result<(), Greater> {
        let ends = [l, h].map(|x| self.value(terms, x));
        if ends.iter().any(|value| value > most) {
            return Err("the gain is greater somewhere in the range");
        }
        let curved = || terms.iter().filter(|term| !term.constant.is_zero());
        if curved().all(|term| term.constant.is_positive()) {
            return Ok(()); // convex
        }
        // the values of c·s/(L − s)² at both ends
        let falls = curved().map(|term| [l, h].map(|x| term.fall(x))).collect_vec();
        let slope: Surd = terms.iter().map(|term| &term.slope).sum();
        let least = falls.iter().fold(slope.clone(), |sum, [x, y]| sum - x.max(y));
        let greatest = falls.iter().fold(slope.clone(), |sum, [x, y]| sum - x.min(y));
        if !least.is_negative() || !greatest.is_positive() {
            return Ok(()); // monotone
        }
        if let Some(end) = [l, h].into_iter().position(|x| Some(x) == at) {
            let slope_at = falls.iter().fold(slope, |sum, values| sum - &values[end]);
            // a term of e'' is 2·c·s/(L − s)³
            let bend = |(term, values): (&Term<'_>, &[Surd; 2])| {
                let [x, y] = [(l, &values[0]), (h, &values[1])].map(|(x, fall)| fall / (x - term.length));
                x.max(y)
            };
            let bends: Surd = curved().zip(&falls).map(bend).sum();
            if slope_at.is_zero() && !bends.is_positive() {
                return Ok(()); // concave, and greatest at this end
            }
        }
        let steepest = greatest.max(-least) / self.count();
        if &ends[0] + &ends[1] + steepest * (h - l) <= most + most {
            return Ok(());
        }
        if divisions == MOST_DIVISIONS {
            return Err("it cannot be shown that the gain is nowhere greater");
        }
        let inside = at.filter(|at| l < *at && *at < h).cloned();
        let middle = inside.unwrap_or_else(|| (l + h) / Surd::from(2));
        self.search(terms, [l, &middle], most, at, divisions + 1)?;
        self.search(terms, [&middle, h], most, at, divisions + 1)
    }
}

impl Term<'_> {
    fn value(&self, x: &Surd) -> Surd {
        let line = &self.slope * x + &self.constant;
        if self.constant.is_zero() {
            return line; // also at L = s, where a piece has one place, and wins
        }
        line + &self.constant * self.length / (x - self.length)
    }

    /// c·s/(L − s)², which is not asked for at L = s: W(0) = 0, so that c = 0 there.
    fn fall(&self, x: &Surd) -> Surd {
        let rest = x - self.length;
        &self.constant * self.length / (&rest * &rest)
    }
}
