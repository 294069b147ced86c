//! How often each value of g occurs, by its steps and their period.

use std::collections::BTreeMap;

use num_bigint::{BigInt, BigUint};
use num_traits::Zero;

use super::period::Period;
use crate::number::Surd;
use crate::sweep::Nimber;

/// How often one value of g occurs on [0, upto].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// On how many steps g has it.
    pub steps: BigUint,
    /// Their length; for the last step without the limit at which that is cut.
    pub length: Surd,
    /// Whether the last step has it.
    pub is_last: bool,
    /// Where the first step with it begins.
    pub first: Surd,
    /// Whether it was larger than all values before.
    pub is_record: bool,
}

impl Occurrence {
    /// How often each value of g occurs on [0, upto], for a length above 0, by the steps of g
    /// (start, end, value) up to there, or with a period.
    ///
    /// With the period p from N on, let upto = x + k·p with N ≤ x. The steps that begin in (N, N +
    /// p] return in each period, so that they count k times more than once on [0, x]. All of them
    /// end in the table, as no step is as long as a piece, and in it lies x, which is below N + p +
    /// q/4 for the width q that was seen.
    pub(super) fn by_steps(
        steps: impl Iterator<Item = (Surd, Surd, Nimber)>,
        period: Option<&Period>,
        upto: &Surd,
    ) -> BTreeMap<Nimber, Self> {
        let (length, from) = period.map(|of| (of.length.clone(), of.from.clone())).unwrap_or_default();
        let periods = period.map(|of| of.periods_below(upto)).unwrap_or_default();
        let (shift, end_of_period) = (Surd::from(periods.clone()) * &length, &from + &length);
        let periods = periods.to_biguint().unwrap_or_default();
        let mut found = BTreeMap::<Nimber, Self>::new();
        for (start, end, value) in steps {
            let is_inside = &start + &shift <= *upto;
            if !is_inside && start > end_of_period {
                break;
            }
            let is_last = is_inside && &end + &shift >= *upto;
            let returns = start > from && start <= end_of_period;
            let whole =
                if returns { periods.clone() } else { BigUint::zero() } + u32::from(is_inside && !is_last);
            let is_record = found.last_key_value().is_none_or(|(largest, _)| value > *largest);
            let of_value = found.entry(value).or_insert_with(|| {
                let (steps, length, first) = (BigUint::zero(), Surd::zero(), start.clone());
                Self { steps, length, is_last: false, first, is_record }
            });
            if !whole.is_zero() {
                of_value.length = &of_value.length + (end - &start) * Surd::from(BigInt::from(whole.clone()));
            }
            if is_last {
                (of_value.length, of_value.is_last) = (&of_value.length - start - &shift, true);
            }
            of_value.steps += whole + u32::from(is_last);
        }
        found
    }
}
