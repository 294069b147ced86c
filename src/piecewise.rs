//! Piecewise constant and piecewise linear functions with exact breakpoints.
//!
//! A [`StepFunction`] has a value on each half-open interval \[p_i, p_{i+1}), the last without an
//! end. A [`PiecewiseLinear`] function is continuous, with breakpoints on a lattice and whole
//! slopes.
//!
//! *Deliberately absent:* how such functions are found (by a sweep), and what they mean (in a
//! game).

use std::cmp::Ordering;
use std::iter::repeat;

use crate::error::{Error, error};
use crate::lattice::{Coordinates, Lattice, Point};
use crate::number::Surd;

/// A function that is constant on half-open intervals, from a first breakpoint on.
///
/// # Canonical form
/// Breakpoints ascend, and neighbouring values differ. So two functions are equal if and only if
/// their breakpoints and their values are.
///
/// ```
/// use nimsweep::piecewise::StepFunction;
///
/// let step = StepFunction::new([(0, 'a'), (3, 'b'), (7, 'a')])?;
/// assert_eq!(step.value_at(&6), Some(&'b'));
/// assert_eq!(step.value_at(&7), Some(&'a'));
/// assert_eq!(step.value_at(&-1), None);
/// # Ok::<(), nimsweep::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepFunction<P, V> {
    breakpoints: Vec<P>,
    values: Vec<V>,
}

/// A coefficient of a [`LinearForm`] is too large.
pub(crate) fn unfit() -> Error {
    error!(TooLarge, "a coefficient does not fit 64 bits")
}

impl<P: Ord, V: PartialEq> StepFunction<P, V> {
    /// The function with these steps. A step that repeats the value before it is dropped.
    ///
    /// # Errors
    /// [`Error`] if there is no step or breakpoints do not ascend.
    pub fn new(steps: impl IntoIterator<Item = (P, V)>) -> Result<Self, Error> {
        let (mut breakpoints, mut values) = (vec![], vec![]);
        // the last breakpoint, if it was dropped
        let mut dropped = None;
        for (index, (at, value)) in steps.into_iter().enumerate() {
            if dropped.as_ref().or(breakpoints.last()).is_some_and(|last| *last >= at) {
                let text = "is not above the one before it; breakpoints must ascend";
                return Err(error!(Domain, "breakpoint number {index} {text}"));
            }
            if values.last() == Some(&value) {
                dropped = Some(at);
            } else {
                dropped = None;
                breakpoints.push(at);
                values.push(value);
            }
        }
        if values.is_empty() {
            return Err(error!(Domain, "a step function needs at least one step"));
        }
        Ok(Self { breakpoints, values })
    }

    /// The value at `x`, or `None` before the first breakpoint.
    ///
    /// # Cost
    /// A binary search.
    pub fn value_at(&self, x: &P) -> Option<&V> {
        self.value_by(|breakpoint| breakpoint.cmp(x))
    }
}

impl<P, V> StepFunction<P, V> {
    /// The function with steps that are known to ascend and to change the value, such as those that
    /// a sweep produces.
    pub(crate) fn ascending(steps: impl IntoIterator<Item = (P, V)>) -> Self {
        let (breakpoints, values) = steps.into_iter().unzip();
        Self { breakpoints, values }
    }

    /// The value at a place that is given by how breakpoints compare with it, or `None` before the
    /// first breakpoint.
    ///
    /// The place need not be of the type of the breakpoints.
    pub(crate) fn value_by(&self, compare: impl Fn(&P) -> Ordering) -> Option<&V> {
        let past = self.breakpoints.partition_point(|breakpoint| compare(breakpoint).is_le());
        self.values.get(past.checked_sub(1)?)
    }

    /// The breakpoints in ascending order; the function begins at the first.
    #[must_use]
    pub fn breakpoints(&self) -> &[P] {
        &self.breakpoints
    }

    /// The value of each step.
    #[must_use]
    pub fn values(&self) -> &[V] {
        &self.values
    }

    /// How many steps there are: at least one.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "a step function is never empty")]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// The steps as (start, end, value), the last one with no end.
    pub fn intervals(&self) -> impl ExactSizeIterator<Item = (&P, Option<&P>, &V)> {
        let starts = self.breakpoints.iter().enumerate();
        starts
            .zip(&self.values)
            .map(|((index, start), value)| (start, self.breakpoints.get(index + 1), value))
    }
}

/// A linear function slope·y + (a + Σ b√d)/D with an integer slope, and a and b the
/// [coordinates](Lattice::coordinates) of a number of a [`Lattice`].
///
/// # Range
/// The coefficients are `i64`, and a function is refused if they, or their changes, are larger
/// ([`Error`]). A sum over n breakpoints with changes of at most 4 and coordinates below
/// 2³⁰ needs none for n < 2³¹: it is below 4·2³⁰·2³¹ = 2⁶³.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinearForm<'c> {
    /// The factor of y.
    pub slope: i64,
    /// The coordinates of the constant term.
    pub offset: &'c [i64],
}

impl<'c> LinearForm<'c> {
    /// The form with these coefficients: the slope, and the coordinates of the constant term.
    #[inline]
    pub(crate) fn of(coefficients: &'c [i64]) -> Self {
        let (&slope, offset) = coefficients.split_first().unwrap_or((&0, &[]));
        Self { slope, offset }
    }

    /// The coordinates of the value at a point, given those of the point; `None` if they do not fit
    /// `i64`.
    ///
    /// ```
    /// use nimsweep::piecewise::LinearForm;
    ///
    /// let form = LinearForm { slope: 3, offset: &[-1, 2] }; // 3y − 1 + 2√d
    /// assert_eq!(form.at(&[5, 1]).unwrap()[..], [14, 5]);
    /// ```
    #[must_use]
    pub fn at(self, point: &[i64]) -> Option<Coordinates> {
        let coordinate = |(x, offset): (&i64, &i64)| self.slope.checked_mul(*x)?.checked_add(*offset);
        point.iter().zip(self.offset).map(coordinate).collect()
    }

    /// Whether the constant term is 0.
    #[must_use]
    pub fn is_proportional(self) -> bool {
        self.offset.iter().all(|&x| x == 0)
    }

    /// The constant term as an exact number.
    #[must_use]
    pub fn offset(self, lattice: &Lattice) -> Surd {
        lattice.number(self.offset)
    }

    /// The exact value at y.
    #[must_use]
    pub fn evaluate(self, lattice: &Lattice, y: &Surd) -> Surd {
        Surd::from(self.slope) * y + self.offset(lattice)
    }
}

/// A continuous function that is linear between breakpoints on a lattice.
///
/// # Form
/// The linear form before the first breakpoint, and for each breakpoint, in ascending order, the
/// form from there on. The slope changes at every breakpoint that is kept. The function is
/// continuous by construction: at a breakpoint the form changes by a multiple of (y − breakpoint).
///
/// ```
/// use nimsweep::lattice::Lattice;
/// use nimsweep::number::Surd;
/// use nimsweep::piecewise::{PiecewiseLinear, LinearForm};
///
/// let lattice = Lattice::spanned_by(&[Surd::from(1), "sqrt2".parse()?], &"9".parse()?)?;
/// let root = lattice.generators()[1];
/// // y up to √2, constant from there on
/// let rising = LinearForm { slope: 1, offset: &[0, 0] };
/// let capped = PiecewiseLinear::new(&lattice, rising, [(root, -1)])?;
/// assert_eq!(capped.evaluate(&"5".parse()?).to_string(), "sqrt(2)");
/// assert_eq!(capped.evaluate(&"1/3".parse()?).to_string(), "1/3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PiecewiseLinear {
    lattice: Lattice,
    breakpoints: Vec<Point>,
    /// The coefficients of the forms, one form after the other.
    forms: Vec<i64>,
}

impl PiecewiseLinear {
    /// The function that begins as `first` and changes its slope at breakpoints given in ascending
    /// order. Coordinates that are not given are 0.
    ///
    /// Changes at one breakpoint are added. A breakpoint whose changes add up to 0 is dropped.
    ///
    /// # Errors
    /// [`Error`] if a form of the function does not fit 64 bits.
    ///
    /// # Cost
    /// O(number of changes).
    pub fn new(
        lattice: &Lattice,
        first: LinearForm<'_>,
        changes: impl IntoIterator<Item = (Point, i64)>,
    ) -> Result<Self, Error> {
        let mut changes = changes.into_iter().peekable();
        let (at_least, _) = changes.size_hint();
        let count = 2 + lattice.radicands().len();
        let (mut breakpoints, mut forms) =
            (Vec::with_capacity(at_least), Vec::with_capacity((1 + at_least) * count));
        forms.push(first.slope);
        forms.extend(first.offset.iter().chain(repeat(&0)).take(count - 1));
        while let Some((breakpoint, mut change)) = changes.next() {
            while let Some((_, more)) = changes.next_if(|&(next, _)| next == breakpoint) {
                change += more;
            }
            if change == 0 {
                continue;
            }
            debug_assert!(
                breakpoints.last().is_none_or(|last| *last < breakpoint),
                "breakpoints come in ascending order"
            );
            // change·(y − breakpoint) is added, which vanishes there
            let last = forms.len() - count;
            forms.push(forms[last].checked_add(change).ok_or_else(unfit)?);
            for (index, x) in (last + 1..).zip(lattice.coordinates(breakpoint).as_slice()) {
                let less = change.checked_mul(*x).and_then(|less| forms[index].checked_sub(less));
                forms.push(less.ok_or_else(unfit)?);
            }
            breakpoints.push(breakpoint);
        }
        Ok(Self { lattice: lattice.clone(), breakpoints, forms })
    }

    /// The lattice of the breakpoints.
    #[must_use]
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// Where the slope changes, ascending.
    #[must_use]
    pub fn breakpoints(&self) -> &[Point] {
        &self.breakpoints
    }

    /// The linear form on the piece after this many breakpoints: 0 is the first piece.
    ///
    /// For more breakpoints than there are, the form of the last piece.
    #[must_use]
    #[inline]
    pub(crate) fn form_after(&self, breakpoints: usize) -> LinearForm<'_> {
        let count = 2 + self.lattice.radicands().len();
        let first = breakpoints.min(self.breakpoints.len()) * count;
        LinearForm::of(&self.forms[first..first + count])
    }

    /// The linear forms from that on the piece after this many breakpoints on.
    pub(crate) fn forms_from(&self, breakpoints: usize) -> impl Iterator<Item = LinearForm<'_>> {
        let count = 2 + self.lattice.radicands().len();
        self.forms[breakpoints * count..].chunks_exact(count).map(LinearForm::of)
    }

    /// The exact value at y.
    #[must_use]
    pub fn evaluate(&self, y: &Surd) -> Surd {
        let passed =
            self.breakpoints.partition_point(|&breakpoint| self.lattice.compare(breakpoint, y).is_le());
        self.form_after(passed).evaluate(&self.lattice, y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_neighbours_become_one_step() {
        let step = StepFunction::new([(0, 5), (1, 5), (2, 6), (9, 6)]).unwrap();
        assert_eq!((step.breakpoints(), step.values(), step.len()), (&[0, 2][..], &[5, 6][..], 2));
        let intervals: Vec<_> = step.intervals().collect();
        assert_eq!(intervals, [(&0, Some(&2), &5), (&2, None, &6)]);
    }

    #[test]
    fn values_just_below_at_and_just_above_a_breakpoint() {
        let step = StepFunction::new([(0, 'a'), (10, 'b')]).unwrap();
        assert_eq!([9, 10, 11].map(|x| *step.value_at(&x).unwrap()), ['a', 'b', 'b']);
    }

    #[test]
    fn disorder_is_refused() {
        let refusal = |steps: &[(u8, u8)]| StepFunction::new(steps.iter().copied()).unwrap_err().to_string();
        assert!(refusal(&[(1, 0), (1, 1)]).starts_with("breakpoint number 1 is not above"));
        assert_eq!(refusal(&[]), "a step function needs at least one step");
        // also behind a step that repeats the value before it
        assert!(refusal(&[(0, 5), (3, 5), (2, 6)]).starts_with("breakpoint number 2 is not above"));
        assert!(refusal(&[(0, 5), (3, 5), (3, 5)]).starts_with("breakpoint number 2 is not above"));
    }

    #[test]
    fn coefficients_beyond_64_bits_are_refused() {
        let lengths = [Surd::from(1), Surd::from(1_i64 << 40)];
        let lattice = Lattice::spanned_by(&lengths, &Surd::from(1_i64 << 41)).unwrap();
        let far = lattice.generators()[1];
        let zero = LinearForm { slope: 0, offset: &[0] };
        let bent = |change| PiecewiseLinear::new(&lattice, zero, [(far, change)]).map(|f| f.forms);
        assert_eq!(bent(-(1 << 22)), Ok(vec![0, 0, -(1 << 22), 1 << 62]));
        assert_eq!(bent(-(1 << 23)), Err(unfit()));
        // also where changes add up
        let changes = [(far, -(1 << 22)), (far + far, -(1 << 21))];
        assert_eq!(PiecewiseLinear::new(&lattice, zero, changes).map(|_| ()), Err(unfit()));
    }
}
