//! The greatest local maxima of the gain on a range.
//!
//! A place of the range is a *local maximum* if e is nowhere greater on the range near it. At an
//! end of a piece, the first derivatives that are not 0 on both sides decide that. If e is constant
//! on a piece, as it never is for the game itself, its ends stand for it.
//!
//! Floats with rigorous error bounds recognise most local maxima, and so a value that the greatest
//! ones reach; what lies below it for certain is discarded.

use std::cmp::Ordering;
use std::ops::ControlFlow;
use std::sync::Arc;

use itertools::Itertools;
use ordered_float::OrderedFloat;

use super::domain::DomainError;
use super::grundy::Grundy;
use super::maximum::{Candidate, Maximum, highest};
use super::pieces::{GainCurve, Place};
use super::survey::{Bounded, Survey};
use super::winning::{Watch, unwatched};
use crate::algebraic::Peak;
use crate::number::{Approximate, Surd};

impl Grundy {
    /// The `count` greatest local maxima of the gain on the range [from, to], or all if there are
    /// fewer; by falling value, and those of one value by their place.
    ///
    /// # Errors
    /// As [`Grundy::maximum`].
    ///
    /// # Cost
    /// As [`Grundy::maximum`], and a search for a closed form for each that is found.
    ///
    /// ```
    /// use nimsweep::games::squares::{Grundy, Lengths};
    ///
    /// let grundy = Grundy::new(&Lengths::default(), &"10".parse()?)?;
    /// let maxima = grundy.local_maxima(&"2".parse()?, &"10".parse()?, 3)?;
    /// let values = maxima.iter().map(|maximum| maximum.value.to_decimal(4));
    /// assert!(values.eq(["2.6197", "2.0000", "1.1197"]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn local_maxima(&self, from: &Surd, to: &Surd, count: usize) -> Result<Vec<Maximum>, DomainError> {
        Ok(self.gain_curve(from, to)?.local_maxima(count))
    }

    /// [`Grundy::local_maxima`] for long ranges: `watch` is called now and then with the part of
    /// the work that is done, from 0 to 1, and may break it off; the result is `None` then.
    ///
    /// # Errors
    /// As [`Grundy::maximum`].
    pub fn local_maxima_watched(
        &self,
        from: &Surd,
        to: &Surd,
        count: usize,
        watch: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> Result<Option<Vec<Maximum>>, DomainError> {
        let curve = self.gain_curve_watched(from, to, &mut |done| watch(done / 2.0))?;
        let mut second_half = |done| watch(0.5 + done / 2.0);
        Ok(curve.and_then(|curve| curve.local_maxima_watched(count, &mut second_half).ok()))
    }
}

/// The part of the search after which the pieces are surveyed.
const SURVEYED: f64 = 0.5;

/// An end of a piece that is not surely no local maximum.
struct Spot {
    place: Place,
    value: Approximate,
    /// The pieces on both sides, by their indices.
    left: Option<usize>,
    right: Option<usize>,
    is_certain: bool,
}

impl GainCurve {
    /// The `count` greatest local maxima, or all if there are fewer; by falling value, and those of
    /// one value by their place.
    ///
    /// # Cost
    /// O(1) for each piece, exact arithmetic for the candidates, and a search for a closed form for
    /// each that is found.
    #[must_use]
    pub fn local_maxima(&self, count: usize) -> Vec<Maximum> {
        let Ok(maxima) = self.local_maxima_watched(count, &mut unwatched);
        maxima
    }

    fn local_maxima_watched<B>(&self, count: usize, watch: Watch<'_, B>) -> Result<Vec<Maximum>, B> {
        if count == 0 {
            return Ok(vec![]);
        }
        let survey = Survey::new(self);
        let pieces = survey.all(&mut |done| watch(SURVEYED * done))?;
        let spots = spots(self, &survey, &pieces);
        let certain =
            spots.iter().filter(|spot| spot.is_certain).map(|spot| OrderedFloat(spot.value.lower()));
        let reached = certain.k_largest(count).nth(count - 1).map_or(f64::NEG_INFINITY, |bound| bound.0);
        let mut candidates = vec![];
        for spot in spots.iter().filter(|spot| spot.value.upper() >= reached) {
            if spot.is_certain || is_local_maximum(self, &pieces, spot) {
                let piece = spot.right.or(spot.left).map(|index| &pieces[index]);
                let form = self.form(piece.map_or(self.passed(), |piece| &piece.passed));
                candidates.push(Candidate::End(Box::new(Maximum::at_place(self, &form, spot.place))));
            }
        }
        let open = pieces.iter().enumerate().filter(|(_, piece)| piece.inside.upper() >= reached);
        for (index, piece) in open {
            let done = SURVEYED + (1.0 - SURVEYED) * index as f64 / pieces.len() as f64;
            if let ControlFlow::Break(value) = watch(done) {
                return Err(value);
            }
            let form = self.form(&piece.passed);
            if !form.is_convex() && !survey.is_monotonic(piece) {
                let (start, end) = (self.exact(piece.start), self.exact(piece.end));
                let peaks = Peak::all(&Arc::new(form.fractions()), &start, &end, None);
                candidates.extend(peaks.into_iter().map(Candidate::Inside));
            }
        }
        let mut maxima = highest(candidates, count);
        maxima.truncate(count);
        Ok(maxima)
    }
}

/// The ends of pieces, but those from which e surely rises to a side.
fn spots(curve: &GainCurve, survey: &Survey<'_>, pieces: &[Bounded]) -> Vec<Spot> {
    let mut spots = vec![];
    for index in 0..=pieces.len() {
        let (left, right) = (index.checked_sub(1), Some(index).filter(|&index| index < pieces.len()));
        let (place, value) = match (right, left) {
            (Some(right), _) => (pieces[right].start, pieces[right].at_start),
            (None, Some(left)) if curve.from() < curve.to() => (pieces[left].end, pieces[left].at_end),
            _ => continue,
        };
        // on a range of one place nothing is near
        let sides = [(left, Ordering::Greater), (right, Ordering::Less)]
            .map(|(side, falling)| (side.filter(|_| curve.from() < curve.to()), falling));
        let slopes = sides.map(|(side, falling)| match side {
            None => Some(true),
            Some(piece) => survey.slope_at(&pieces[piece], place).map(|sign| sign == falling),
        });
        if !slopes.contains(&Some(false)) {
            let is_certain = slopes == [Some(true); 2];
            spots.push(Spot { place, value, left: sides[0].0, right: sides[1].0, is_certain });
        }
    }
    spots
}

/// Whether e rises to neither side, exactly.
fn is_local_maximum(curve: &GainCurve, pieces: &[Bounded], spot: &Spot) -> bool {
    let place = curve.exact(spot.place);
    [(spot.left, false), (spot.right, true)].into_iter().all(|(piece, right)| {
        piece.is_none_or(|piece| {
            curve.form(&pieces[piece].passed).fractions().change_beside(&place, right).is_le()
        })
    })
}
