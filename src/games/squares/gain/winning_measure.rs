//! W_t(y): the measure of the x in [0, y] that leave the nimber t, as a piecewise-linear function.
//!
//! A piece of length s on a segment of length L leaves x and y − x with y = L − s, and so the
//! nimber g(x) xor g(y − x). So W_t(y) = measure { x in [0, y] : g(x) xor g(y − x) = t } serves all
//! lengths at once. W = W_0 belongs to the P-positions: it is what a first player looks for. Beside
//! other segments the target t is what the others leave.
//!
//! The slope law, by which it is found, is in the documentation of the [squares](super::super).

use itertools::Itertools;

use super::super::error::{measure_too_large, reversed};
use super::super::grundy::Grundy;
use super::super::moves::cuts::{Cut, cut_intervals, xor};
use super::slope_changes::slope_changes;
use crate::error::Error;
use crate::lattice::{Key, UpperBound};
use crate::number::Surd;
use crate::piecewise::{LinearForm, PiecewiseLinear, unfit};
use crate::sweep::Nimber;
use crate::watch::{Watch, unwatched};

impl Grundy {
    /// W_t on all y with `from` ≤ y ≤ `to`, for any target t.
    ///
    /// The ends may lie in any field. Outside of these y the function is not W_t.
    ///
    /// # Errors
    /// [`Error`] for a range that is reversed, begins below 0 or ends beyond what is
    /// known.
    ///
    /// # Cost
    /// O(K) for K steps of g, O(1) for each pair of a jump of a value v and one of v xor t whose
    /// sum is inside the range, and a sort of the places where the slope changes there.
    ///
    /// ```
    /// use nimsweep::games::squares::{Grundy, Lengths};
    ///
    /// let grundy = Grundy::new(&Lengths::default(), &"10".parse()?)?;
    /// let measure = grundy.measure(5, &"4".parse()?, &"10".parse()?)?;
    /// assert_eq!(measure.evaluate(&"2+3sqrt2".parse()?).to_string(), "10-6*sqrt(2)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn measure(&self, target: Nimber, from: &Surd, to: &Surd) -> Result<PiecewiseLinear, Error> {
        if from > to {
            return Err(reversed(from, to));
        }
        self.value_at(from)?;
        let table = self.table_to(to)?;
        let lattice = table.lattice();
        let window = [lattice.bound(from, true), lattice.bound(to, false)];
        in_window(&table, target, window, &mut unwatched)
    }

    /// The exact W_t(y) for any target t by a walk through the cells of g, for one y.
    ///
    /// # Errors
    /// [`Error`] for y below 0, beyond what is known, or if a coefficient of W_t does not fit 64
    /// bits.
    ///
    /// # Cost
    /// O(K) for K steps below y.
    pub fn measure_at(&self, target: Nimber, y: &Surd) -> Result<Surd, Error> {
        let table = self.table_to(y)?;
        let at = table.lattice().bound(y, true);
        Ok(LinearForm::of(&form_at(&table, at, target)?).evaluate(table.lattice(), y))
    }
}

/// W where a checked range of segments needs it.
pub(super) fn on_range(
    grundy: &Grundy,
    from: &Surd,
    to: &Surd,
    watch: Watch<'_>,
) -> Result<PiecewiseLinear, Error> {
    let lattice = grundy.lattice();
    let (shortest, longest) = lattice.generators().iter().copied().minmax().into_option().unwrap_or_default();
    let start = lattice.bound(from, true).less(longest);
    // the form at a place is the one on its right; so a breakpoint at the end of the range matters
    // only if the range has no other place
    let end = lattice.bound(to, from == to).less(shortest);
    in_window(grundy, 0, [start, end], watch)
}

/// W_t between two bounds.
fn in_window(
    grundy: &Grundy,
    target: Nimber,
    window: [UpperBound<'_>; 2],
    watch: Watch<'_>,
) -> Result<PiecewiseLinear, Error> {
    let by_keys = match grundy.lattice().scale().is_narrow {
        true => by_keys::<i64>,
        false => by_keys::<i128>,
    };
    by_keys(grundy, target, window, watch)
}

/// W_t between two bounds, by keys of the type K.
fn by_keys<K: Key>(
    grundy: &Grundy,
    target: Nimber,
    window: [UpperBound<'_>; 2],
    watch: Watch<'_>,
) -> Result<PiecewiseLinear, Error> {
    let [start, end] = window;
    let keys = start.keys_in_doubt().start..end.end();
    let first = form_at(grundy, start.clone(), target)?;
    let first = LinearForm::of(&first);
    let changes = slope_changes::<K>(grundy, target, keys, watch)?;
    let changes = changes.into_iter().map(|(at, change)| (at.widened(), change));
    let changes = changes.filter(|&(at, _)| !start.admits(at) && end.admits(at));
    PiecewiseLinear::new(grundy.lattice(), first, changes)
        .map_err(|reason| measure_too_large(grundy.limit(), &reason))
}

/// The coefficients of W_t at y, and from there to the next breakpoint, by its definition: the
/// intervals of [0, y] that leave t are added up.
pub(super) fn form_at(grundy: &Grundy, y: UpperBound<'_>, target: Nimber) -> Result<Vec<i64>, Error> {
    let mut intervals = cut_intervals(grundy, y).peekable();
    // a sum of fewer than 2⁶⁴ terms, each below 2⁶¹
    let mut sum = vec![0_i128; 2 + grundy.lattice().radicands().len()];
    let mut add = |cut: Cut, factor: i128| {
        let (point, sign) = match cut {
            Cut::Breakpoint(point) => (point, factor),
            // y less the point
            Cut::Mirrored(point) => {
                sum[0] += factor;
                (point, -factor)
            }
        };
        for (x, coordinate) in sum[1..].iter_mut().zip(grundy.lattice().coordinates(point)) {
            *x += sign * i128::from(coordinate);
        }
    };
    while let Some(interval) = intervals.next() {
        if let Some(next) = intervals.peek()
            && interval.inside.map(xor) == Some(target)
        {
            add(next.start, 1);
            add(interval.start, -1);
        }
    }
    let fitting = |&x: &i128| i64::try_from(x).map_err(|_| unfit());
    sum.iter()
        .map(fitting)
        .collect::<Result<_, _>>()
        .map_err(|reason| measure_too_large(grundy.limit(), &reason))
}

#[cfg(test)]
mod tests {
    use num_traits::Zero;

    use super::*;
    use crate::games::squares::Lengths;

    /// The slope law for any target, against the walk through the cells, at the breakpoints and
    /// between them.
    #[test]
    fn slope_law_holds_for_every_target() {
        for lengths in ["1,sqrt2", "1", "1,3/2", "3,1+sqrt2"] {
            let lengths: Lengths = lengths.parse().unwrap();
            let (from, to): (Surd, Surd) = ("5".parse().unwrap(), "20".parse().unwrap());
            let grundy = Grundy::new(&lengths, &to).unwrap();
            let mut bends = 0;
            for target in 0..=16 {
                let measure = grundy.measure(target, &from, &to).unwrap();
                let places: Vec<Surd> =
                    measure.breakpoints().iter().map(|&p| grundy.lattice().exact(p)).collect();
                bends += places.len();
                for (a, b) in [from.clone()].iter().chain(&places).chain([&to]).tuple_windows() {
                    for y in [a, &((a + b) / Surd::from(2)), b] {
                        let walked = grundy.measure_at(target, y).unwrap();
                        assert_eq!(measure.evaluate(y), walked, "W_{target}({y}) for {lengths}");
                    }
                }
            }
            assert!(bends > 40, "{bends} for {lengths}");
        }
    }

    /// Every place leaves some nimber.
    #[test]
    fn the_measures_of_all_targets_add_up_to_the_rest() {
        for lengths in ["1,sqrt2", "1", "1,3/2", "3,1+sqrt2", "1,(1+sqrt5)/2"] {
            let lengths: Lengths = lengths.parse().unwrap();
            let grundy = Grundy::new(&lengths, &"30".parse().unwrap()).unwrap();
            for thirds in 0..90 {
                let y = Surd::from(thirds) / Surd::from(3);
                // no xor has more binary digits than the values have
                let targets = 0..(grundy.largest_nimber() + 1).next_power_of_two();
                let measures = targets.map(|target| grundy.measure_at(target, &y).unwrap());
                assert_eq!(measures.fold(Surd::zero(), |sum, measure| sum + measure), y, "for {lengths}");
            }
        }
    }

    /// The slope law, against the walk through the cells at places between, at and beside the
    /// breakpoints.
    #[test]
    fn slope_law_agrees_with_the_walk() {
        for lengths in ["1,sqrt2", "1", "1,3/2", "3,1+sqrt2", "1,(1+sqrt5)/2"] {
            let lengths: Lengths = lengths.parse().unwrap();
            let to: Surd = "30".parse().unwrap();
            let grundy = Grundy::new(&lengths, &to).unwrap();
            let curve = grundy.gain_curve(&"8".parse().unwrap(), &to).unwrap();
            let measure = curve.winning_measure();
            let walked = |y: &Surd| grundy.measure_at(0, y).unwrap();
            let breakpoints: Vec<Surd> =
                measure.breakpoints().iter().map(|&p| grundy.lattice().exact(p)).collect();
            assert!(breakpoints.len() > 5, "{} breakpoints for {lengths}", breakpoints.len());
            for (a, b) in breakpoints.iter().tuple_windows() {
                let between = (a + b) / Surd::from(2);
                assert_eq!(measure.evaluate(a), walked(a), "W({a}) for {lengths}");
                assert_eq!(measure.evaluate(&between), walked(&between), "W({between}) for {lengths}");
            }
        }
    }

    /// With one length and one place there is no window at all: it would end before it begins.
    #[test]
    fn a_range_of_one_place_is_enough() {
        let place: Surd = "10".parse().unwrap();
        let grundy = Grundy::new(&"1".parse().unwrap(), &place).unwrap();
        let y: Surd = "9".parse().unwrap();
        let curve = grundy.gain_curve(&place, &place).unwrap();
        assert_eq!(curve.winning_measure().evaluate(&y), grundy.measure_at(0, &y).unwrap());
    }
}
