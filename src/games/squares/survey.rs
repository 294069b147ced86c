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
//! With D the common denominator of the lattice, lengths and measures are taken D-fold, so that
//! those of lattice points have whole coordinates, and cancel exactly before they become floats.
//!
//! Nearly all pieces are so low that the bound of a [block](super::glance) of several pieces
//! discards them.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use num_traits::Zero;

use super::glance::{Block, blocks};
use super::pieces::{GainCurve, Place};
use super::winning::Watch;
use crate::number::{Approximate, Surd};
use crate::piecewise::LinearForm;

/// A piece of e, with what floats know of it.
#[derive(Debug)]
pub(super) struct Bounded {
    pub(super) start: Place,
    pub(super) end: Place,
    /// For each length, how many breakpoints of W lie at or below `start` minus that length.
    pub(super) passed: Vec<usize>,
    pub(super) at_start: Approximate,
    pub(super) at_end: Approximate,
    /// A number that e does not exceed on the whole piece.
    pub(super) inside: Approximate,
}

impl Bounded {
    fn upper_bound(&self) -> f64 {
        self.inside.max(self.at_start).max(self.at_end).upper()
    }
}

/// A range of e with the images that its bounds are made of.
pub(super) struct Survey<'a> {
    curve: &'a GainCurve,
    /// The ends of the range, D-fold.
    ends: [Approximate; 2],
    /// √d.
    root: Approximate,
    /// D.
    denominator: Approximate,
    /// The coordinates of the lengths.
    coordinates: Vec<(i64, i64)>,
    /// The lengths, D-fold.
    lengths: Vec<Approximate>,
    /// 1/(D·|S|).
    scale: Approximate,
}

impl<'a> Survey<'a> {
    pub(super) fn new(curve: &'a GainCurve) -> Self {
        let lattice = curve.winning_measure().lattice();
        let root = lattice.scale().radicand().map_or_else(Surd::zero, |d| Surd::square_root_of(d.get()));
        let denominator = Approximate::of(&lattice.denominator().clone().into());
        let mut survey = Self {
            curve,
            ends: [curve.from(), curve.to()].map(|end| Approximate::of(end) * denominator),
            root: Approximate::of(&root),
            denominator,
            coordinates: lattice.generators().iter().map(|&length| lattice.coordinates(length)).collect(),
            lengths: vec![],
            scale: Approximate::integer(1)
                / (denominator * Approximate::integer(lattice.generators().len() as i64)),
        };
        survey.lengths = survey.coordinates.iter().map(|&length| survey.number(length)).collect();
        survey
    }

    /// The pieces of the range, from left to right, on which e may reach its maximum, and a number
    /// that it does reach; the break value if `watch`, which is called with the part that is done,
    /// breaks it off.
    ///
    /// # Cost
    /// O(|S|) float operations for each breakpoint of e in the range, a dozen for most.
    pub(super) fn in_question<B>(&self, watch: Watch<'_, B>) -> Result<(Vec<Bounded>, f64), B> {
        let whole = || vec![Block { bound: f64::INFINITY, start: Place::From, end: Place::To }];
        let mut blocks = blocks(self.curve, self.root, self.denominator).unwrap_or_else(whole);
        // the highest come first, so that they discard the others
        blocks.sort_unstable_by(|left, right| right.bound.total_cmp(&left.bound));
        let mut walk = Walk::new(self);
        for block in blocks {
            if block.bound < walk.reached {
                break;
            }
            walk.along(block, watch)?;
        }
        // the comparison cannot lose a piece by rounding: `max` widens the bound, so that it
        // exceeds the greatest value on the piece by 16·2⁻⁵³ of it at least
        walk.pieces.retain(|piece| piece.upper_bound() >= walk.reached);
        walk.pieces.sort_by_key(|piece| match piece.start {
            Place::From => i128::MIN,
            Place::Breakpoint(point) => point.key,
            Place::To => i128::MAX,
        });
        Ok((walk.pieces, walk.reached))
    }

    /// All pieces of the range, from left to right; the break value if `watch` breaks it off.
    ///
    /// # Cost
    /// As [`Survey::in_question`].
    pub(super) fn all<B>(&self, watch: Watch<'_, B>) -> Result<Vec<Bounded>, B> {
        let mut walk = Walk { keeps_all: true, ..Walk::new(self) };
        walk.along(Block { bound: f64::INFINITY, start: Place::From, end: Place::To }, watch)?;
        Ok(walk.pieces)
    }

    /// a + b√d.
    fn number(&self, (a, b): (i64, i64)) -> Approximate {
        Approximate::integer(a) + Approximate::integer(b) * self.root
    }

    /// The place L, D-fold, and its coordinates if it is a breakpoint.
    fn located(&self, place: Place) -> (Approximate, Option<(i64, i64)>) {
        match place {
            Place::From => (self.ends[0], None),
            Place::Breakpoint(point) => {
                let coordinates = self.curve.winning_measure().lattice().coordinates(point);
                (self.number(coordinates), Some(coordinates))
            }
            Place::To => (self.ends[1], None),
        }
    }

    /// W(L − s), D-fold, for the length s of this index and a place as it is located.
    fn measure(
        &self,
        form: LinearForm,
        (at, coordinates): (Approximate, Option<(i64, i64)>),
        index: usize,
    ) -> Approximate {
        match coordinates {
            Some((a, b)) => {
                // coordinates have fewer than 62 bits
                let (less_a, less_b) = self.coordinates[index];
                let value = form.at((a - less_a, b - less_b));
                value.map_or(Approximate::unknown(), |value| self.number(value))
            }
            None => {
                let rest = at - self.lengths[index];
                Approximate::integer(form.slope) * rest + self.number((form.a, form.b))
            }
        }
    }

    /// Whether bounds show that e' has no zero on a piece: each summand of Σ ( m_s − c_s·s/(L
    /// − s)² ) is monotonic.
    pub(super) fn is_monotonic(&self, piece: &Bounded) -> bool {
        let [mut least, mut greatest] = [Approximate::default(); 2];
        for (&breakpoints, &length) in piece.passed.iter().zip(&self.lengths) {
            let form = self.curve.winning_measure().form_after(breakpoints);
            let [left, right] = [piece.start, piece.end].map(|end| self.slope(form, end, length));
            least = least + left.min(right);
            greatest = greatest + left.max(right);
        }
        least.certain_sign() == Some(Ordering::Greater) || greatest.certain_sign() == Some(Ordering::Less)
    }

    /// The sign of e' at an end of a piece, if it is certain.
    pub(super) fn slope_at(&self, piece: &Bounded, end: Place) -> Option<Ordering> {
        let slopes = piece.passed.iter().zip(&self.lengths).map(|(&breakpoints, &length)| {
            self.slope(self.curve.winning_measure().form_after(breakpoints), end, length)
        });
        slopes.fold(Approximate::default(), |sum, slope| sum + slope).certain_sign()
    }

    /// m − c·s/(L − s)².
    fn slope(&self, form: LinearForm, place: Place, length: Approximate) -> Approximate {
        let slope = Approximate::integer(form.slope);
        if (form.a, form.b) == (0, 0) {
            return slope; // also at L = s
        }
        let rest = self.located(place).0 - length;
        slope - self.number((form.a, form.b)) * length / (rest * rest)
    }
}

/// What floats know of e at a place.
#[derive(Clone)]
struct Sight {
    place: Place,
    /// For each length, W(L − s), D-fold.
    measures: Vec<Approximate>,
    /// For each length, L/(L − s).
    ratios: Vec<Approximate>,
    /// e(L).
    value: Approximate,
}

/// The way along the range, from one place to the next.
struct Walk<'a> {
    survey: &'a Survey<'a>,
    /// For each length, how many breakpoints of W have been passed.
    passed: Vec<usize>,
    /// How many places have been looked at.
    looks: usize,
    /// The place, and the one before it.
    sights: [Sight; 2],
    /// A number that e reaches.
    reached: f64,
    /// Whether pieces below that are kept, too.
    keeps_all: bool,
    pieces: Vec<Bounded>,
}

impl<'a> Walk<'a> {
    fn new(survey: &'a Survey<'a>) -> Self {
        let nothing =
            Sight { place: Place::From, measures: vec![], ratios: vec![], value: Approximate::unknown() };
        let sights = [nothing.clone(), nothing];
        let passed = survey.curve.passed().to_vec();
        let mut walk = Self {
            survey,
            passed,
            looks: 0,
            sights,
            reached: f64::NEG_INFINITY,
            keeps_all: false,
            pieces: vec![],
        };
        walk.look(Place::From);
        walk
    }

    /// Looks at the end of a piece; its start remains as the second sight.
    fn look(&mut self, place: Place) {
        self.sights.swap(0, 1);
        let Self { survey, passed, sights: [sight, _], reached, .. } = self;
        let located = survey.located(place);
        let (at, _) = located;
        sight.place = place;
        sight.measures.clear();
        sight.ratios.clear();
        let mut sum = Approximate::default();
        for (index, (&breakpoints, &length)) in passed.iter().zip(&survey.lengths).enumerate() {
            let measure =
                survey.measure(survey.curve.winning_measure().form_after(breakpoints), located, index);
            let ratio = at / (at - length);
            sum = sum + measure * ratio;
            sight.measures.push(measure);
            sight.ratios.push(ratio);
        }
        sight.value = sum * survey.scale;
        *reached = reached.max(sight.value.lower());
    }

    /// Looks at all pieces of a block; the break value if `watch` breaks it off.
    fn along<B>(&mut self, block: Block, watch: Watch<'_, B>) -> Result<(), B> {
        /// How many places there are between two calls of `watch`.
        const PAUSE: usize = 4096;
        let curve = self.survey.curve;
        let past = curve.passed_at(block.end);
        self.passed = curve.passed_at(block.start);
        // each breakpoint of W comes once for each length
        let all = (curve.winning_measure().breakpoints().len() * self.passed.len()).max(1);
        if self.sights[0].place != block.start {
            self.look(block.start);
        }
        for (breakpoint, length) in curve.breakpoints_between(&self.passed, &past) {
            if self.looks % PAUSE == 0
                && let ControlFlow::Break(value) = watch(self.looks as f64 / all as f64)
            {
                return Err(value);
            }
            self.looks += 1;
            self.go_to(Place::Breakpoint(breakpoint));
            self.passed[length] += 1;
        }
        self.go_to(block.end);
        Ok(())
    }

    /// Moves to a place, unless it is already there.
    fn go_to(&mut self, place: Place) {
        // several lengths may have a breakpoint at one place
        if self.sights[0].place != place {
            self.look_at_piece(place);
        }
    }

    /// Looks at the end of a piece, and keeps the piece if it is in question.
    fn look_at_piece(&mut self, end: Place) {
        self.look(end);
        let [right, left] = &self.sights;
        let measures = left.measures.iter().zip(&right.measures);
        let bound =
            measures.zip(&left.ratios).fold(Approximate::default(), |sum, ((&left, &right), &ratio)| {
                sum + left.max(right).max(Approximate::default()) * ratio
            });
        let piece = Bounded {
            start: left.place,
            end,
            passed: vec![],
            at_start: left.value,
            at_end: right.value,
            inside: bound * self.survey.scale,
        };
        if self.keeps_all || piece.upper_bound() >= self.reached {
            self.pieces.push(Bounded { passed: self.passed.clone(), ..piece });
        }
    }
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;
    use num_rational::BigRational;

    use super::super::winning::unwatched;
    use super::*;
    use crate::games::squares::{Grundy, Lengths};

    fn surd(text: &str) -> Surd {
        text.parse().unwrap()
    }

    fn exact(bound: f64) -> Surd {
        BigRational::from_float(bound).unwrap().into()
    }

    /// The bound of a piece, and the values at its ends, against e by its definition.
    #[test]
    fn bounds_hold_and_what_is_discarded_is_lower() {
        for lengths in ["1,sqrt2", "1", "1,3/2", "3,1+sqrt2", "11/10,13/10,sqrt2", "1,(1+sqrt5)/2", "1,6"] {
            let lengths: Lengths = lengths.parse().unwrap();
            let (from, to) = (surd("8"), surd("25"));
            let grundy = Grundy::new(&lengths, &to).unwrap();
            let curve = grundy.gain_curve(&from, &to).unwrap();
            let measure = curve.winning_measure();
            let survey = Survey::new(&curve);
            let gain = |segment: &Surd| {
                let rests = lengths.as_slice().iter().map(|length| segment - length);
                let sum = rests.fold(Surd::zero(), |sum, rest| sum + measure.evaluate(&rest) / rest);
                sum * segment / Surd::from(lengths.as_slice().len() as u64)
            };
            let place = |place: Place| match place {
                Place::From => from.clone(),
                Place::Breakpoint(point) => measure.lattice().exact(point),
                Place::To => to.clone(),
            };
            let Ok((pieces, reached)) = survey.in_question(&mut unwatched);
            for piece in &pieces {
                let (start, end) = (place(piece.start), place(piece.end));
                for (at, value) in [(&start, piece.at_start), (&end, piece.at_end)] {
                    assert!(exact(value.lower()) <= gain(at) && gain(at) <= exact(value.upper()), "e({at})");
                }
                for quarter in 0..=4 {
                    let at = &start + (&end - &start) * Surd::from(quarter) / Surd::from(4);
                    assert!(gain(&at) <= exact(piece.inside.upper()), "e({at}) for {lengths}");
                }
            }
            let (mut kept, mut all) = (0, 0);
            for (breakpoint, _) in curve.breakpoints().dedup_by(|(left, _), (right, _)| left == right) {
                let found = pieces.iter().any(|piece| piece.start == Place::Breakpoint(breakpoint));
                assert!(
                    found || gain(&measure.lattice().exact(breakpoint)) < exact(reached),
                    "{breakpoint:?}"
                );
                (kept, all) = (kept + usize::from(found), all + 1);
            }
            assert!(2 * kept < all, "{kept} of {all} breakpoints are in question for {lengths}");
        }
    }
}
