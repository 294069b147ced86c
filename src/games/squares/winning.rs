//! W(y): the measure of the x in [0, y] that leave a P-position, as a piecewise-linear function.
//!
//! A first piece of length s on a segment of length L leaves x and y − x with y = L − s. That
//! is a P-position exactly when g(x) = g(y − x). So W(y) = measure { x in [0, y] : g(x) = g(y −
//! x) } serves all lengths at once.
//!
//! The slope law, by which it is found, stands in the documentation of the [squares](super).

use std::collections::HashMap;
use std::convert::Infallible;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::{ControlFlow, Range};

use itertools::Itertools;

use super::domain::DomainError;
use super::grundy::Grundy;
use super::line::{Cut, Target, stretches};
use super::sweep::pairs_of;
use crate::lattice::{Key, Point};
use crate::number::{Surd, common_radicand};
use crate::piecewise::{LinearForm, PiecewiseLinear};

/// Called now and then with the part that is done, from 0 to 1; a break ends the work.
pub(super) type Watch<'a, B> = &'a mut dyn FnMut(f64) -> ControlFlow<B>;

/// Watches nothing, and never breaks the work off.
pub(super) fn unwatched(_: f64) -> ControlFlow<Infallible> {
    ControlFlow::Continue(())
}

impl Grundy {
    /// W on all y with L₀ − max(S) ≤ y ≤ L₁ − min(S), which is what a range [L₀,
    /// L₁] of segments needs.
    ///
    /// The ends of the range may lie in any field. Outside of these y the function is not W: ask
    /// [`Grundy::winning_measure_at`] there.
    ///
    /// # Errors
    /// [`DomainError`] for a range that is reversed, begins below the longest length or ends beyond
    /// the limit, or if a coefficient of W does not fit 64 bits.
    ///
    /// # Cost
    /// O(K) for K steps of g, O(1) for each pair of jumps of one value whose sum is inside the
    /// range, and a sort of the places where the slope changes there.
    ///
    /// ```
    /// use nimsweep::games::squares::{Grundy, Lengths};
    ///
    /// let grundy = Grundy::new(&Lengths::default(), &"10".parse()?)?;
    /// let measure = grundy.winning_measure(&"2".parse()?, &"10".parse()?)?;
    /// assert_eq!(measure.evaluate(&"1".parse()?).to_string(), "1"); // every x in [0, 1] wins
    /// assert_eq!(measure.evaluate(&"3".parse()?).to_string(), "1"); // x in [1, 2]
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn winning_measure(&self, from: &Surd, to: &Surd) -> Result<PiecewiseLinear, DomainError> {
        self.check_range(from, to)?;
        let Ok(measure) = measure(self, from, to, &mut unwatched)?;
        Ok(measure)
    }

    /// The exact W(y) by a walk through the cells of g, for one y in the field of the lengths.
    ///
    /// # Errors
    /// [`DomainError`] for y below 0, beyond the limit, or in another field, or if a coefficient of
    /// W does not fit 64 bits.
    ///
    /// # Cost
    /// O(K) for K steps below y.
    pub fn winning_measure_at(&self, y: &Surd) -> Result<Surd, DomainError> {
        self.value_at(y)?;
        common_radicand(self.lengths().radicand(), y.radicand())
            .map_err(|source| DomainError::Field { segment: y.clone(), source })?;
        let past = self.lattice().threshold(y, true);
        Ok(form_below(self, past)?.evaluate(self.lattice(), y))
    }
}

/// [`Grundy::winning_measure`] of a range that is checked; the break value if `watch`, which is
/// called with the part that is done, breaks it off.
pub(super) fn measure<B>(
    grundy: &Grundy,
    from: &Surd,
    to: &Surd,
    watch: Watch<'_, B>,
) -> Result<Result<PiecewiseLinear, B>, DomainError> {
    let lattice = grundy.lattice();
    let (shortest, longest) = shortest_and_longest(grundy);
    // y + s ≤ L ⟺ key(y) < T(L) − key(s), also where L − s has no closed form
    let start = lattice.threshold(from, true) - longest.key;
    let end = lattice.threshold(to, false) - shortest.key;
    if lattice.scale().is_narrow() {
        measure_between::<i64, B>(grundy, start..end, watch)
    } else {
        measure_between::<i128, B>(grundy, start..end, watch)
    }
}

/// W in a window of keys, found with keys of the type K.
fn measure_between<K: Key, B>(
    grundy: &Grundy,
    window: Range<i128>,
    watch: Watch<'_, B>,
) -> Result<Result<PiecewiseLinear, B>, DomainError> {
    let first = form_below(grundy, window.start)?;
    let changes = match slope_changes::<K, B>(grundy, window, watch) {
        Ok(changes) => changes.into_iter().map(|(at, change)| (at.widened(), change)),
        Err(value) => return Ok(Err(value)),
    };
    let measure = PiecewiseLinear::new(grundy.lattice(), first, changes);
    Ok(Ok(measure.map_err(|source| DomainError::Measure { limit: grundy.limit().clone(), source })?))
}

/// The linear form of W at y = L − s, valid from the last corner at or below y to the next one,
/// for one length s of the lattice and any L ≥ s up to the limit of `grundy`, of any field.
pub(super) fn form_at(grundy: &Grundy, segment: &Surd, length: Point) -> Result<LinearForm, DomainError> {
    form_below(grundy, grundy.lattice().threshold(segment, true) - length.key)
}

fn shortest_and_longest(grundy: &Grundy) -> (Point, Point) {
    let lengths = grundy.lattice().generators();
    lengths.iter().copied().minmax().into_option().unwrap_or((Point::ORIGIN, Point::ORIGIN))
}

/// W just below the key `past`, by its definition: the stretches of [0, y] on which g(x) = g(y −
/// x) are added up.
fn form_below(grundy: &Grundy, past: i128) -> Result<LinearForm, DomainError> {
    let lattice = grundy.lattice();
    // a cut as the linear function of y that it is
    let form = |cut: Cut| match cut {
        Cut::Breakpoint(point) => {
            let (a, b) = lattice.coordinates(point);
            [0, a.into(), b.into()]
        }
        Cut::Mirrored(point) => {
            let (a, b) = lattice.coordinates(point);
            [1, -i128::from(a), -i128::from(b)]
        }
    };
    // fewer than 2⁶⁴ differences of coordinates below 2⁶¹
    let mut sum = [0_i128; 3];
    for (stretch, next) in stretches(grundy, Target::just_below(past)).tuple_windows() {
        if stretch.inside == Some(0) {
            let (start, end) = (form(stretch.start), form(next.start));
            sum = [0, 1, 2].map(|part| sum[part] + end[part] - start[part]);
        }
    }
    let [slope, a, b] = sum;
    LinearForm::fitting(slope, a, b)
        .map_err(|source| DomainError::Measure { limit: grundy.limit().clone(), source })
}

/// Where W changes its slope in a window of keys, and by how much, in ascending order.
///
/// Many pairs meet at one place, and most of them cancel; so changes are added up by place before
/// they are put in order.
///
/// The break value if `watch` breaks it off.
fn slope_changes<K: Key, B>(
    grundy: &Grundy,
    window: Range<i128>,
    watch: Watch<'_, B>,
) -> Result<Vec<(Point<K>, i64)>, B> {
    let window = K::nearest(window.start)..K::nearest(window.end);
    let mut changes = HashMap::<Point<K>, i64, BuildHasherDefault<PlaceHasher>>::default();
    let all = jumps_by_value(grundy);
    for (value, Jumps { keys, jumps }) in all.iter().enumerate() {
        if let ControlFlow::Break(value) = watch(value as f64 / all.len() as f64) {
            return Err(value);
        }
        for (i, run) in pairs_of(keys, window.clone()) {
            let (first, first_sign) = jumps[i];
            for j in run {
                let (second, second_sign) = jumps[j];
                let ordered_pairs = if i == j { 1 } else { 2 };
                *changes.entry(first + second).or_default() += ordered_pairs * first_sign * second_sign;
            }
        }
    }
    let mut changes = changes.into_iter().filter(|&(_, change)| change != 0).collect_vec();
    changes.sort_unstable_by_key(|(at, _)| at.key); // the key alone names the point
    Ok(changes)
}

/// Hashes a place by its key: one product, whose high half depends on all of it.
#[derive(Default)]
struct PlaceHasher(u64);

impl Hasher for PlaceHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write_i64(&mut self, key: i64) {
        let product = (key as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15); // 2⁶⁴ over the golden ratio
        self.0 = product ^ (product >> 32);
    }

    fn write_i128(&mut self, key: i128) {
        // keys whose lower halves are equal differ in the upper ones
        self.write_i64(key as i64 ^ (key >> 64) as i64);
    }

    fn write_i32(&mut self, _row: i32) {} // the key names the row, too

    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, &byte| hash.wrapping_mul(257) ^ u64::from(byte));
    }
}

/// Where g comes to a value (+1) or leaves it (−1), in ascending order.
#[derive(Clone, Default)]
struct Jumps<K> {
    keys: Vec<K>,
    jumps: Vec<(Point<K>, i64)>,
}

impl<K: Key> Jumps<K> {
    fn push(&mut self, at: Point<K>, sign: i64) {
        self.keys.push(at.key);
        self.jumps.push((at, sign));
    }
}

/// The jumps of each value from 0 to the largest.
fn jumps_by_value<K: Key>(grundy: &Grundy) -> Vec<Jumps<K>> {
    let mut jumps = vec![Jumps::default(); grundy.largest_nimber() as usize + 1];
    let mut before = None;
    for (&at, _, &value) in grundy.steps().intervals() {
        let at = Point::of(at);
        if let Some(before) = before.replace(value as usize) {
            jumps[before].push(at, -1);
        }
        jumps[value as usize].push(at, 1);
    }
    jumps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::squares::Lengths;

    /// The slope law, against the walk through the cells at places between, at and beside the
    /// breakpoints.
    #[test]
    fn slope_law_agrees_with_the_walk() {
        for lengths in ["1,sqrt2", "1", "1,3/2", "3,1+sqrt2", "1,(1+sqrt5)/2"] {
            let lengths: Lengths = lengths.parse().unwrap();
            let to: Surd = "30".parse().unwrap();
            let grundy = Grundy::new(&lengths, &to).unwrap();
            let measure = grundy.winning_measure(&"8".parse().unwrap(), &to).unwrap();
            let walked = |y: &Surd| grundy.winning_measure_at(y).unwrap();
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
        let measure = grundy.winning_measure(&place, &place).unwrap();
        assert_eq!(measure.evaluate(&y), grundy.winning_measure_at(&y).unwrap());
    }
}
