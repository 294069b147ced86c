//! Which pieces of e may hold its maximum on a range: floats with rigorous error bounds discard the
//! others.
//!
//! # The bound of a piece
//! Between two places P < Q without a breakpoint between them each W(L − s) is linear, so no more
//! than the greater of its values at P and Q; and L/(L − s) falls. So for P ≤ L ≤ Q
//!
//! ```text
//! e(L) = (1/|S|) · Σ_s W(L − s) · L/(L − s)
//!      ≤ (1/|S|) · Σ_s max(W(P − s), W(Q − s), 0) · P/(P − s).
//! ```
//!
//! Nearly all pieces are so low that the bound of a block of several pieces, by plain floats,
//! discards them. The others are looked at one by one, and the error of each operation is followed.
//!
//! # The bound of a block
//! On P ≤ L ≤ Q the rests L − s of a length s lie between two breakpoints of W, y ≤ P − s and z ≥
//! Q − s, or ends of what is known of W. Between breakpoints W is linear. So with the maximum over
//! all breakpoints from y to z
//!
//! ```text
//! e(L) = (1/|S|) · Σ_s W(L − s) · L/(L − s) ≤ (1/|S|) · Σ_s max(W(y), …, W(z), 0) · (1 + s/y).
//! ```
//!
//! # The error of a block's bound
//! Let u = 2⁻⁵³. Lengths and measures are taken D-fold. A breakpoint y of W has whole coordinates
//! (a, b) with |a| + Σ |b|·√d ≤ X, and W(y) = m·y + A + Σ B√d. Let M ≥ |m|·X + |A| + Σ |B|·√d for
//! all forms of W, so that |W| ≤ M. An integer becomes a float with a relative error of u, √d with
//! one of 4u, and each operation adds u: a sum over n roots up to n of them. No more than 7 roots
//! are taken. So
//!
//! - y is off by at most (6.1 + n)uX, an end of what is known by 12uX, which is a factor of at most
//!   δ = 14uX/(from − max(S)), and W by (9.1 + n)uM, so by 24uM.
//! - The range begins at twice the longest length or above, so that 1 + s/y is at most 2. If δ <
//!   1/4, it is off by at most 2δ + 4u.
//! - A product of both is off by (54u + 2δ)·M. Adding |S| of them makes their mean worse by 2|S|uM.
//!
//! Twice the sum of these covers also what the rounding of the bound itself loses. The greater of
//! two numbers is off by no more than they are.

use std::cmp::Ordering;
use std::ops::Range;

use super::super::gain::{Floats, GainCurve, PieceEnd};
use crate::number::Approximate;
use crate::piecewise::LinearForm;
use crate::watch::{Stopped, Watch, tell};

/// A piece of e, with what floats know of it.
#[derive(Debug)]
pub struct Bounded {
    pub start: PieceEnd,
    pub end: PieceEnd,
    /// For each length, how many breakpoints of W lie at or below `start` minus that length.
    pub passed: Vec<usize>,
    pub at_start: Approximate,
    pub at_end: Approximate,
    /// A number that e does not exceed on the whole piece.
    pub inside: Approximate,
}

impl Bounded {
    fn upper_bound(&self) -> f64 {
        self.inside.max(self.at_start).max(self.at_end).upper()
    }
}

impl Floats<'_> {
    /// The pieces of the range, from left to right, on which e may reach its maximum, and a number
    /// that it does reach.
    ///
    /// # Cost
    /// O(|S|) float operations for each breakpoint of e in the range, a dozen for most.
    pub fn in_question(&self, watch: Watch<'_>) -> Result<(Vec<Bounded>, f64), Stopped> {
        let mut blocks = blocks(self).unwrap_or_else(|| vec![RangeBlock::WHOLE]);
        // the highest come first, so that they discard the others
        blocks.sort_unstable_by(|left, right| right.bound.total_cmp(&left.bound));
        let (mut pieces, reached) = self.bounded(&blocks, false, watch)?;
        // the comparison cannot lose a piece by rounding: `max` widens the bound, so that it
        // exceeds the greatest value on the piece by 16·2⁻⁵³ of it at least
        pieces.retain(|piece| piece.upper_bound() >= reached);
        pieces.sort_by_key(|piece| match piece.start {
            PieceEnd::From => i128::MIN,
            PieceEnd::Breakpoint(point) => point.key,
            PieceEnd::To => i128::MAX,
        });
        Ok((pieces, reached))
    }

    /// All pieces of the range, from left to right.
    ///
    /// # Cost
    /// As [`Floats::in_question`].
    pub fn all(&self, watch: Watch<'_>) -> Result<Vec<Bounded>, Stopped> {
        Ok(self.bounded(&[RangeBlock::WHOLE], true, watch)?.0)
    }

    /// The pieces of some blocks, and a number that e reaches; without those that are below such a
    /// number, unless `keeps_all`. A block whose bound is below it ends the work.
    fn bounded(
        &self,
        blocks: &[RangeBlock],
        keeps_all: bool,
        watch: Watch<'_>,
    ) -> Result<(Vec<Bounded>, f64), Stopped> {
        /// How many pieces there are between two calls of `watch`.
        const PAUSE: usize = 4096;
        // each breakpoint of W comes once for each length
        let lengths = self.curve.lengths().as_slice().len();
        let all = (self.curve.winning_measure().breakpoints().len() * lengths).max(1);
        let (mut pieces, mut looks) = (vec![], 0);
        let mut walk = self.walk();
        let mut reached = walk.here().value.lower();
        for block in blocks {
            if block.bound < reached {
                break;
            }
            walk.along(block.start, block.end, |piece| {
                if looks % PAUSE == 0 {
                    tell(watch, looks as f64 / all as f64)?;
                }
                looks += 1;
                let (left, right) = (piece.start, piece.end);
                reached = reached.max(left.value.lower()).max(right.value.lower());
                let measures = left.measures.iter().zip(&right.measures);
                let bounds = measures
                    .zip(&left.ratios)
                    .map(|((&left, &right), &ratio)| left.max(right).max(Approximate::default()) * ratio);
                let bound = bounds.fold(Approximate::default(), |sum, bound| sum + bound);
                let bounded = Bounded {
                    start: left.place,
                    end: right.place,
                    passed: vec![],
                    at_start: left.value,
                    at_end: right.value,
                    inside: bound / self.divisor,
                };
                if keeps_all || bounded.upper_bound() >= reached {
                    pieces.push(Bounded { passed: piece.passed.to_vec(), ..bounded });
                }
                Ok(())
            })?;
        }
        Ok((pieces, reached))
    }

    /// Whether bounds show that e' has no zero on a piece: each summand of Σ ( m_s − c_s·s/(L
    /// − s)² ) is monotonic.
    pub fn is_monotonic(&self, piece: &Bounded) -> bool {
        let [mut least, mut greatest] = [Approximate::default(); 2];
        let [starts, ends] = [piece.start, piece.end].map(|end| self.slopes_at(end, &piece.passed));
        for (left, right) in starts.zip(ends) {
            least = least + left.min(right);
            greatest = greatest + left.max(right);
        }
        least.certain_sign() == Some(Ordering::Greater) || greatest.certain_sign() == Some(Ordering::Less)
    }

    /// The sign of e' at an end of a piece, if it is certain.
    pub fn slope_sign(&self, piece: &Bounded, end: PieceEnd) -> Option<Ordering> {
        let slopes = self.slopes_at(end, &piece.passed);
        slopes.fold(Approximate::default(), |sum, slope| sum + slope).certain_sign()
    }
}

/// Half the distance from 1 to the next float.
const UNIT: f64 = f64::EPSILON / 2.0;

/// How many breakpoints of W a block has for the longest length; for the others about as many.
const SIZE: usize = 8;

/// A stretch of the range, and a number that e does not exceed there.
#[derive(Clone, Copy, Debug)]
struct RangeBlock {
    bound: f64,
    start: PieceEnd,
    end: PieceEnd,
}

impl RangeBlock {
    /// The whole range, without a bound.
    const WHOLE: Self = Self { bound: f64::INFINITY, start: PieceEnd::From, end: PieceEnd::To };
}

/// The blocks of the range from left to right; `None` if the range begins too low, or numbers are
/// too large, for the bound to say anything.
///
/// # Cost
/// A few float operations for each breakpoint of W, and for each length.
fn blocks(floats: &Floats<'_>) -> Option<Vec<RangeBlock>> {
    let &Floats { curve, ref roots, denominator, .. } = floats;
    let (winning, lengths) = (curve.winning_measure(), curve.lengths());
    let (lattice, breakpoints) = (winning.lattice(), winning.breakpoints());
    let [mut passed, last] = [PieceEnd::From, PieceEnd::To].map(|end| curve.passed_at(end));
    let known = *passed.iter().min()?..*last.iter().max()?;
    let ends = [(curve.from(), lengths.longest()), (curve.to(), lengths.shortest())];
    // the range may begin and end in another field
    let ends = ends.map(|(end, length)| (Approximate::of(end) - Approximate::of(length)) * denominator);
    let roots = roots.iter().map(|root| root.upper()).collect();
    let knots = Knots::new(curve, known.clone(), roots, ends);
    let tolerance = knots.tolerance(curve, denominator.upper())?;

    let generators = lattice.generators();
    let numbers: Vec<_> = generators.iter().map(|&s| knots.float(&lattice.coordinates(s))).collect();
    let divisor = denominator.upper() * generators.len() as f64;
    let longest = generators.len() - 1;
    let mut blocks = Vec::with_capacity(known.len() / SIZE + 1);
    let mut start = PieceEnd::From;
    while start != PieceEnd::To {
        let next = passed[longest] + SIZE - 1;
        let end = if next < last[longest] {
            PieceEnd::Breakpoint(breakpoints[next] + generators[longest])
        } else {
            PieceEnd::To
        };
        let mut sum = 0.0;
        for (index, passed) in passed.iter_mut().enumerate() {
            let first = *passed;
            match end {
                PieceEnd::Breakpoint(end) => {
                    let rest = end.key - generators[index].key;
                    *passed += breakpoints[first..].iter().take_while(|at| at.key <= rest).count();
                }
                _ => *passed = last[index],
            }
            // from the breakpoint at or below the first rest to the one above the last
            let (first, past) = (first - known.start, *passed + 1 - known.start);
            let greatest = knots.measures[first..=past].iter().copied().fold(0.0, f64::max);
            sum += greatest * (1.0 + numbers[index] / knots.places[first]);
        }
        blocks.push(RangeBlock { bound: sum / divisor + tolerance, start, end });
        start = end;
    }
    Some(blocks)
}

/// W where it changes its form, and at the ends of what is known, D-fold.
struct Knots {
    /// Each √d.
    roots: Vec<f64>,
    places: Vec<f64>,
    measures: Vec<f64>,
    /// The greatest |m|, and the greatest |A| + |B|·√d.
    slope: f64,
    offset: f64,
}

impl Knots {
    /// At these breakpoints of W, and at both ends.
    fn new(curve: &GainCurve, known: Range<usize>, roots: Vec<f64>, ends: [Approximate; 2]) -> Self {
        let winning = curve.winning_measure();
        let lattice = winning.lattice();
        let [places, measures] = [(); 2].map(|()| Vec::with_capacity(known.len() + 2));
        let mut knots = Self { roots, places, measures, slope: 0.0, offset: 0.0 };
        let [from, to] = ends.map(Approximate::upper);
        let mut forms = winning.forms_from(known.start);
        let mut push = |knots: &mut Self, place| forms.next().map_or((), |form| knots.push(place, form));
        push(&mut knots, from);
        for &breakpoint in &winning.breakpoints()[known.clone()] {
            let place = knots.float(lattice.coordinates(breakpoint).as_slice());
            push(&mut knots, place);
        }
        knots.push(to, winning.form_after(known.end));
        knots
    }

    fn push(&mut self, place: f64, form: LinearForm<'_>) {
        self.places.push(place);
        self.measures.push(form.slope as f64 * place + self.float(form.offset));
        self.slope = self.slope.max((form.slope as f64).abs());
        self.offset = self.offset.max(self.size(form.offset));
    }

    /// a + Σ b√d.
    fn float(&self, coordinates: &[i64]) -> f64 {
        self.sum(coordinates, |x| x as f64)
    }

    /// |a| + Σ |b|·√d.
    fn size(&self, coordinates: &[i64]) -> f64 {
        self.sum(coordinates, |x| (x as f64).abs())
    }

    #[inline]
    fn sum(&self, coordinates: &[i64], float: impl Fn(i64) -> f64) -> f64 {
        match (coordinates, &self.roots[..]) {
            (&[a, b], [root]) => float(a) + float(b) * root, // without a loop
            _ => {
                let terms = coordinates[1..].iter().zip(&self.roots).map(|(&b, root)| float(b) * root);
                terms.fold(float(coordinates[0]), |sum, term| sum + term)
            }
        }
    }

    /// No bound of a block is further off; `None` where that is not proven.
    fn tolerance(&self, curve: &GainCurve, denominator: f64) -> Option<f64> {
        let (scale, longest) = (curve.winning_measure().lattice().scale(), curve.lengths().longest());
        // the box has all sums of lengths up to the limit
        let greatest = self.size(&scale.sides()).max(*self.places.last()?);
        let magnitude = self.slope * greatest + self.offset;
        let delta = 14.0 * UNIT * greatest / self.places[0];
        let is_proven = self.roots.len() <= 7 && (0.0..0.2).contains(&delta);
        if *curve.from() < longest + longest || !is_proven {
            return None;
        }
        let count = curve.lengths().as_slice().len() as f64;
        Some(magnitude / denominator * (4.0 * delta + (108.0 + 4.0 * count) * UNIT))
    }
}

#[cfg(test)]
mod tests {
    use num_rational::BigRational;

    use super::*;
    use crate::games::squares::{Grundy, Lengths};
    use crate::number::Surd;
    use crate::watch::unstopped;

    fn surd(text: &str) -> Surd {
        text.parse().unwrap()
    }

    fn exact(bound: f64) -> Surd {
        BigRational::from_float(bound).unwrap().into()
    }

    /// e by its definition.
    fn gain(curve: &GainCurve, segment: &Surd) -> Surd {
        let lengths = curve.lengths().as_slice();
        let rests = lengths.iter().map(|length| segment - length);
        let sum = rests.map(|rest| curve.winning_measure().evaluate(&rest) / rest).sum::<Surd>();
        sum * segment / Surd::from(lengths.len() as u64)
    }

    /// The bound of a piece, and the values at its ends, against e by its definition.
    #[test]
    fn bounds_hold_and_what_is_discarded_is_lower() {
        for lengths in ["1,sqrt2", "1", "1,3/2", "3,1+sqrt2", "11/10,13/10,sqrt2", "1,(1+sqrt5)/2", "1,6"] {
            let lengths: Lengths = lengths.parse().unwrap();
            let (from, to) = (surd("8"), surd("25"));
            let grundy = Grundy::new(&lengths, &to).unwrap();
            let curve = grundy.gain_curve(&from, &to).unwrap();
            let gain = |segment: &Surd| gain(&curve, segment);
            let (pieces, reached) = unstopped(|watch| Floats::new(&curve).in_question(watch));
            for piece in &pieces {
                let (start, end) = (curve.exact(piece.start), curve.exact(piece.end));
                for (at, value) in [(&start, piece.at_start), (&end, piece.at_end)] {
                    assert!(exact(value.lower()) <= gain(at) && gain(at) <= exact(value.upper()), "e({at})");
                }
                for quarter in 0..=4 {
                    let at = &start + (&end - &start) * Surd::from(quarter) / Surd::from(4);
                    assert!(gain(&at) <= exact(piece.inside.upper()), "e({at}) for {lengths}");
                }
            }
            let (mut kept, mut all) = (0, 0);
            for breakpoint in curve.pieces().skip(1).map(|piece| piece.start) {
                let found = pieces.iter().any(|piece| curve.exact(piece.start) == breakpoint);
                assert!(found || gain(&breakpoint) < exact(reached), "{breakpoint}");
                (kept, all) = (kept + usize::from(found), all + 1);
            }
            assert!(2 * kept < all, "{kept} of {all} breakpoints are in question for {lengths}");
        }
    }

    /// The gain from `from` to `to` times the longest length.
    fn curve(lengths: &str, from: &str, to: &str) -> GainCurve {
        let lengths: Lengths = lengths.parse().unwrap();
        let [from, to] = [from, to].map(|times| surd(times) * lengths.longest());
        Grundy::new(&lengths, &to).unwrap().gain_curve(&from, &to).unwrap()
    }

    fn seen(curve: &GainCurve) -> Option<Vec<RangeBlock>> {
        blocks(&Floats::new(curve))
    }

    /// Compares the bounds of all blocks with exact numbers at all breakpoints, and between them.
    fn compare(curve: &GainCurve, blocks: &[RangeBlock]) {
        assert!(blocks[0].start == PieceEnd::From && blocks[blocks.len() - 1].end == PieceEnd::To);
        assert!(blocks.windows(2).all(|pair| pair[0].end == pair[1].start));
        for block in blocks {
            let mut places = vec![curve.exact(block.start)];
            let _ = Floats::new(curve).walk().along(block.start, block.end, |piece| {
                places.push(curve.exact(piece.end.place));
                Ok(())
            });
            let middles = places.windows(2).map(|pair| (&pair[0] + &pair[1]) / Surd::from(2));
            for at in middles.chain(places.iter().cloned()) {
                assert!(gain(curve, &at) <= exact(block.bound), "e({at})");
            }
        }
    }

    /// From the lowest place where the bound is proven, twice the longest length.
    #[test]
    fn bounds_hold_on_their_blocks() {
        for lengths in ["1,sqrt2", "1", "1,3/2", "3,1+sqrt2", "11/10,13/10,sqrt2", "1,(1+sqrt5)/2", "1,6"] {
            for to in ["2", "17/8", "12"] {
                let curve = curve(lengths, "2", to);
                compare(&curve, &seen(&curve).unwrap());
            }
        }
    }

    #[test]
    fn few_blocks_reach_the_maximum() {
        for (lengths, most) in [("1,sqrt2", 8), ("3,1+sqrt2", 3), ("1", 3)] {
            let curve = curve(lengths, "20", "60");
            let blocks = seen(&curve).unwrap();
            let maximum = curve.maxima().first.value;
            let reach = blocks.iter().filter(|block| maximum <= exact(block.bound)).count();
            assert!((1..=most).contains(&reach), "{reach} of {} for {lengths}", blocks.len());
        }
    }

    #[test]
    fn below_twice_the_longest_length_nothing_is_seen() {
        for (from, is_seen) in [("2-1/10^30", false), ("2", true), ("2+1/10^30", true)] {
            for lengths in ["1,sqrt2", "1,6"] {
                assert_eq!(seen(&curve(lengths, from, "4")).is_some(), is_seen, "{from} for {lengths}");
            }
        }
    }

    /// Lengths whose coordinates cancel: those of (√2 − 1)^12 are so large that floats do not know
    /// its multiples.
    #[test]
    fn what_floats_hardly_know_is_seen_with_its_error_or_not_at_all() {
        let seen = [0, 4, 8, 9, 10, 11, 12, 16].map(|power| {
            let curve = curve(&format!("(sqrt2-1)^{power},2*(sqrt2-1)^{power}"), "2", "12");
            seen(&curve).map(|blocks| compare(&curve, &blocks)).is_some()
        });
        assert!(seen[4] && seen.is_sorted_by(|a, b| a >= b) && !seen[7], "{seen:?}");
    }
}
