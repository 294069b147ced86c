//! The table of g continued beyond its limit, by a proven period.

use std::borrow::Cow;
use std::ops::Range;

use num_traits::ToPrimitive;

use super::domain::DomainError;
use super::grundy::Grundy;
use super::period::Period;
use crate::number::Surd;
use crate::piecewise::StepFunction;

/// The most steps of a table that is continued: some hundred megabytes with what is listed.
const MOST_STEPS: i64 = 1 << 20;

impl Grundy {
    /// The same function on [0, limit], for any limit. Beyond the limit of this one the steps are
    /// repeated with the [period](Grundy::with_period).
    ///
    /// # Errors
    /// [`DomainError`] for a negative limit, for one beyond this one if there is no period, and for
    /// one below which there are more than 2²⁰ steps or beyond the keys.
    ///
    /// # Cost
    /// O(K) for K steps of the result.
    ///
    /// ```
    /// use nimsweep::games::squares::{Grundy, Lengths};
    ///
    /// let lengths: Lengths = "1".parse()?;
    /// let kayles = Grundy::new(&lengths, &"200".parse()?)?.with_period();
    /// assert_eq!(kayles.extended_to(&"5000".parse()?)?, Grundy::new(&lengths, &"5000".parse()?)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn extended_to(&self, limit: &Surd) -> Result<Self, DomainError> {
        Ok(match self.table_to(limit)? {
            Cow::Borrowed(table) => table.up_to(limit)?,
            Cow::Owned(table) => table,
        })
    }

    /// A table to a limit or further.
    pub(super) fn table_to(&self, limit: &Surd) -> Result<Cow<'_, Self>, DomainError> {
        self.value_at(limit)?; // refused beyond the limit, unless there is a period
        let Some(period) = self.period().filter(|_| limit > self.limit()) else {
            return Ok(Cow::Borrowed(self));
        };
        self.check_listed(limit)?;
        let too_long = || DomainError::TooLong { segment: limit.clone() };
        // every later step is one of [N + p, N + 2p), some periods on: from N + p on also the value
        // just below a place is the same one period before
        let starts = self.steps().breakpoints();
        let Range { start: first, end: past } = self.steps_of_a_period(period);
        let periods = period.periods_below(limit).to_i64().ok_or_else(too_long)?;
        let longer = self.lengths().lattice(limit).map_err(|_| too_long())?;
        // p = (a + b√d)/D; it divides D, as p is a difference of points
        let (a, b, r) = period.length.over_common_denominator();
        let factor = longer.denominator() / r;
        let period = [a, b].map(|x| (x * &factor).to_i64());
        let shifted = |step: usize, periods: i64| {
            let (a, b) = self.lattice().coordinates(starts[step]);
            let along = |x: i64, period: Option<i64>| x.checked_add(period?.checked_mul(periods)?);
            longer.point(along(a, period[0])?, along(b, period[1])?)
        };
        let known = (0..past).map(|step| (step, 0));
        let steps =
            known.chain((1..=periods).flat_map(|periods| (first..past).map(move |step| (step, periods))));
        let values = self.steps().values();
        let end = longer.threshold(limit, true);
        // every step up to the limit begins at a sum of lengths, and so in the box of the keys
        let steps = steps.map_while(|(step, periods)| Some((shifted(step, periods)?, values[step])));
        let steps = StepFunction::ascending(steps.take_while(|(start, _)| start.key < end));
        Ok(Cow::Owned(self.with_steps(longer, limit, steps)))
    }

    /// Refuses a length below which a period makes more steps than a table has.
    pub(super) fn check_listed(&self, length: &Surd) -> Result<(), DomainError> {
        let Some(period) = self.period().filter(|_| length > self.limit()) else { return Ok(()) };
        let of_a_period = self.steps_of_a_period(period).len() as i64;
        let steps =
            period.periods_below(length).to_i64().and_then(|periods| periods.checked_mul(of_a_period));
        match steps {
            Some(steps) if steps <= MOST_STEPS => Ok(()),
            _ => Err(DomainError::TooLong { segment: length.clone() }),
        }
    }

    /// The steps that begin in [N + p, N + 2p).
    fn steps_of_a_period(&self, period: &Period) -> Range<usize> {
        let [first, past] = [1, 2].map(|periods| {
            let end = &period.from + Surd::from(periods) * &period.length;
            let end = self.lattice().threshold(&end, false);
            self.steps().breakpoints().partition_point(|start| start.key < end)
        });
        first..past
    }
}

#[cfg(test)]
mod tests {
    use crate::games::squares::{DomainError, Grundy, Lengths};
    use crate::number::Surd;

    fn surd(text: &str) -> Surd {
        text.parse().unwrap()
    }

    #[test]
    fn tables_continued_by_a_period_are_those_of_the_sweep() {
        for (lengths, known, limits) in [
            ("1", "170", &["171", "250", "1000", "sqrt3*700"][..]),
            ("1,5", "60", &["61", "300", "1/3+400", "sqrt2*200"]),
            ("sqrt2,5sqrt2", "60sqrt2", &["61", "300", "400", "sqrt3*100", "200sqrt2"]),
            ("3/2,15/2", "80", &["100", "1/7+300"]),
        ] {
            let lengths: Lengths = lengths.parse().unwrap();
            let known = Grundy::new(&lengths, &surd(known)).unwrap().with_period();
            assert!(known.period().is_some(), "{lengths}");
            for limit in limits.iter().copied().map(surd) {
                let swept = Grundy::new(&lengths, &limit).unwrap();
                let extended = known.extended_to(&limit).unwrap();
                assert_eq!(
                    (&extended, extended.corners()),
                    (&swept, swept.corners()),
                    "{lengths} to {limit}"
                );
                assert_eq!(known.value_at(&limit), swept.value_at(&limit));
            }
        }
    }

    #[test]
    fn without_a_period_and_beyond_memory_it_is_refused() {
        let lengths: Lengths = "1".parse().unwrap();
        let known = Grundy::new(&lengths, &surd("200")).unwrap();
        assert!(matches!(known.extended_to(&surd("201")), Err(DomainError::BeyondTable { .. })));
        assert_eq!(known.extended_to(&surd("100")), Ok(known.up_to(&surd("100")).unwrap()));
        let known = known.with_period();
        assert!(known.extended_to(&surd("201")).is_ok());
        for limit in ["10^7", "10^100"] {
            let limit = surd(limit);
            assert_eq!(known.extended_to(&limit), Err(DomainError::TooLong { segment: limit }));
        }
    }
}
