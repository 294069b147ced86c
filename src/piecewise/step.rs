//! A step function: a value on each half-open interval [p_i, p_{i+1}), the last without an end.

use std::cmp::Ordering;

use thiserror::Error;

/// A function that is constant on half-open intervals, from a first breakpoint on.
///
/// # Canonical form
/// Breakpoints ascend, and neighbouring values differ. So two functions are equal exactly if their
/// breakpoints and their values are.
///
/// ```
/// use nimsweep::piecewise::StepFunction;
///
/// let step = StepFunction::new([(0, 'a'), (3, 'b'), (7, 'a')])?;
/// assert_eq!(step.value_at(&6), Some(&'b'));
/// assert_eq!(step.value_at(&7), Some(&'a'));
/// assert_eq!(step.value_at(&-1), None);
/// # Ok::<(), nimsweep::piecewise::StepError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepFunction<P, V> {
    breakpoints: Vec<P>,
    values: Vec<V>,
}

/// Why steps do not make a step function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StepError {
    /// No step at all.
    #[error("a step function needs at least one step")]
    Empty,
    /// A breakpoint is not above the one before it.
    #[error("breakpoint number {index} is not above the one before it; breakpoints must ascend")]
    NotAscending {
        /// The index of the breakpoint, from 0.
        index: usize,
    },
}

impl<P: Ord, V: PartialEq> StepFunction<P, V> {
    /// The function with these steps. A step that repeats the value before it is dropped.
    ///
    /// # Errors
    /// [`StepError`] if there is no step or breakpoints do not ascend.
    pub fn new(steps: impl IntoIterator<Item = (P, V)>) -> Result<Self, StepError> {
        let (mut breakpoints, mut values) = (vec![], vec![]);
        // the last breakpoint, if it was dropped
        let mut dropped = None;
        for (index, (at, value)) in steps.into_iter().enumerate() {
            if dropped.as_ref().or(breakpoints.last()).is_some_and(|last| *last >= at) {
                return Err(StepError::NotAscending { index });
            }
            if values.last() == Some(&value) {
                dropped = Some(at);
            } else {
                dropped = None;
                breakpoints.push(at);
                values.push(value);
            }
        }
        if values.is_empty() { Err(StepError::Empty) } else { Ok(Self { breakpoints, values }) }
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
    #[doc(hidden)]
    pub fn value_by(&self, compare: impl Fn(&P) -> Ordering) -> Option<&V> {
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
        assert_eq!(StepFunction::new([(1, 0), (1, 1)]), Err(StepError::NotAscending { index: 1 }));
        assert_eq!(StepFunction::<u8, u8>::new([]), Err(StepError::Empty));
        // also after a step that repeats the value before it
        assert_eq!(StepFunction::new([(0, 5), (3, 5), (2, 6)]), Err(StepError::NotAscending { index: 2 }));
        assert_eq!(StepFunction::new([(0, 5), (3, 5), (3, 5)]), Err(StepError::NotAscending { index: 2 }));
    }
}
