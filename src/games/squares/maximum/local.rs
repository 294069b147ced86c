//! The greatest local maxima of the gain on a range.
//!
//! A place of the range is a *local maximum* if e is nowhere greater on the range near it. At an
//! end of a piece, the first derivatives that are not 0 on both sides decide that. If e is constant
//! on a piece, as it never is for the game itself, its ends stand for it.
//!
//! Floats with rigorous error bounds recognise most local maxima, and so a value that the greatest
//! ones reach; what lies below it for certain is discarded.

use std::cmp::Ordering;

use itertools::Itertools;
use ordered_float::OrderedFloat;

use super::super::gain::{Floats, GainCurve, PieceEnd, Watched};
use super::bounds::Bounded;
use super::{Candidate, Candidates, Maximum, highest};
use crate::error::Error;
use crate::number::{Approximate, Surd};
use crate::watch::{Stopped, Watch, part, unstopped};

impl Watched<'_> {
    /// [`GainCurve::local_maxima`] on a range.
    ///
    /// # Errors
    /// As [`Grundy::maximum`](super::super::Grundy::maximum), and
    /// [`Stopped`](crate::ErrorKind::Stopped).
    pub fn local_maxima(self, from: &Surd, to: &Surd, count: usize) -> Result<Vec<Maximum>, Error> {
        let curve = self.grundy.watched(&mut part(self.watch, [0.0, 0.5])).gain_curve(from, to)?;
        Ok(curve.local_maxima_watched(count, &mut part(self.watch, [0.5, 1.0]))?)
    }
}

/// An end of a piece that is not surely no local maximum.
struct LocalSpot {
    place: PieceEnd,
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
    ///
    /// ```
    /// use nimsweep::games::squares::{Grundy, Lengths};
    ///
    /// let grundy = Grundy::new(&Lengths::default(), &"10".parse()?)?;
    /// let maxima = grundy.gain_curve(&"2".parse()?, &"10".parse()?)?.local_maxima(3);
    /// let values = maxima.iter().map(|maximum| maximum.value.to_decimal(4));
    /// assert!(values.eq(["2.6197", "2.0000", "1.1197"]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn local_maxima(&self, count: usize) -> Vec<Maximum> {
        unstopped(|watch| self.local_maxima_watched(count, watch))
    }

    fn local_maxima_watched(&self, count: usize, watch: Watch<'_>) -> Result<Vec<Maximum>, Stopped> {
        if count == 0 {
            return Ok(vec![]);
        }
        let floats = Floats::new(self);
        let pieces = floats.all(&mut part(watch, [0.0, 0.5]))?;
        let spots = spots(&floats, &pieces);
        let certain =
            spots.iter().filter(|spot| spot.is_certain).map(|spot| OrderedFloat(spot.value.lower()));
        let reached = certain.k_largest(count).nth(count - 1).map_or(f64::NEG_INFINITY, |bound| bound.0);
        let mut candidates = Candidates { keeps_lower: true, ..Candidates::default() };
        for spot in spots.iter().filter(|spot| spot.value.upper() >= reached) {
            if spot.is_certain || is_local_maximum(self, &pieces, spot) {
                let piece = spot.right.or(spot.left).map(|index| &pieces[index]);
                let form = piece.map_or_else(
                    || self.form(&self.passed_at(PieceEnd::From)),
                    |piece| self.form(&piece.passed),
                );
                candidates.all.push(Candidate::End(Box::new(Maximum::at_place(self, &form, spot.place))));
            }
        }
        candidates.add_insides(&floats, &pieces, reached, &mut part(watch, [0.5, 1.0]))?;
        let mut maxima = highest(candidates.all, count);
        maxima.truncate(count);
        Ok(maxima)
    }
}

/// The ends of pieces, but those from which e surely rises to a side.
fn spots(floats: &Floats<'_>, pieces: &[Bounded]) -> Vec<LocalSpot> {
    let mut spots = vec![];
    // on a range of one place nothing is near
    let has_width = floats.curve.from() < floats.curve.to();
    for index in 0..=pieces.len() {
        let (left, right) = (index.checked_sub(1), Some(index).filter(|&index| index < pieces.len()));
        let (place, value) = match (right, left) {
            (Some(right), _) => (pieces[right].start, pieces[right].at_start),
            (None, Some(left)) if has_width => (pieces[left].end, pieces[left].at_end),
            _ => continue,
        };
        let sides = [(left, Ordering::Greater), (right, Ordering::Less)]
            .map(|(side, falling)| (side.filter(|_| has_width), falling));
        let slopes = sides.map(|(side, falling)| match side {
            None => Some(true),
            Some(piece) => floats.slope_sign(&pieces[piece], place).map(|sign| sign == falling),
        });
        if !slopes.contains(&Some(false)) {
            let is_certain = slopes == [Some(true); 2];
            spots.push(LocalSpot { place, value, left: sides[0].0, right: sides[1].0, is_certain });
        }
    }
    spots
}

/// Whether e rises to neither side, exactly.
fn is_local_maximum(curve: &GainCurve, pieces: &[Bounded], spot: &LocalSpot) -> bool {
    let place = curve.exact(spot.place);
    [(spot.left, false), (spot.right, true)].into_iter().all(|(piece, right)| {
        piece.is_none_or(|piece| {
            curve.form(&pieces[piece].passed).fractions().change_beside(&place, right).is_le()
        })
    })
}
