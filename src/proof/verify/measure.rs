//! W(y) = measure { x in [0, y] : g(x) = g(y − x) }, as a sum of trapezoids.
//!
//! Let two steps of one value begin at p and r, and end at q and u. As y grows from 0, the x of the
//! first step with y − x in the second have a measure that is 0 up to p + r, then grows with slope
//! 1, is constant, falls with slope −1, and is 0 from q + u on. So its slope changes by 1 at p + r,
//! by −1 at q + r and at p + u, and by 1 at q + u. W is the sum over all ordered pairs of steps of
//! one value; a step that ends at the limit has no bend there.

use std::collections::HashMap;

use itertools::Itertools;
use num_bigint::BigInt;

use super::mex::Keys;
use super::table::{Pair, Table};
use crate::number::Surd;

/// W(y) = slope·y + constant from a bend on; the constant by its integers a and b.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    pub(super) slope: i64,
    pub(super) constant: [i128; 2],
}

/// W up to some y.
pub(super) struct Measure {
    /// Where the slope changes, ascending from 0.
    pub(super) bends: Vec<Pair>,
    /// The form behind each bend.
    forms: Vec<Form>,
}

impl Measure {
    /// W on [0, most], for `most` not above the limit.
    pub(super) fn of(table: &Table, keys: &Keys, most: Pair) -> Self {
        let bends = changes(table, most).into_iter().filter(|&(_, change)| change != 0);
        let bends = bends.sorted_unstable_by_key(|&(bend, _)| keys.key(bend)).collect_vec();
        // K steps make at most 4·K² changes of 1, so a slope has 47 bits, and a constant 62 more
        let mut last = Form { slope: 0, constant: [0; 2] };
        let forms = bends.iter().map(|&(bend, change)| {
            let ([a, b], change) = (last.constant, i128::from(change));
            last.constant = [a - change * i128::from(bend.a), b - change * i128::from(bend.b)];
            last.slope += change as i64; // it was one
            last
        });
        let forms = forms.collect();
        Self { bends: bends.into_iter().map(|(bend, _)| bend).collect(), forms }
    }

    /// The form behind so many bends.
    pub(super) fn form(&self, bends: usize) -> Form {
        let before = Form { slope: 0, constant: [0; 2] };
        bends.checked_sub(1).and_then(|last| self.forms.get(last)).copied().unwrap_or(before)
    }

    /// The form at y: behind the last bend that is at most y.
    pub(super) fn form_at(&self, table: &Table, y: &Surd) -> Form {
        self.form(self.bends.partition_point(|&bend| table.number(bend) <= *y))
    }
}

/// Where the slope changes, and by how much.
fn changes(table: &Table, most: Pair) -> HashMap<Pair, i64> {
    let mut classes: HashMap<u64, Vec<usize>> = HashMap::new();
    for (step, &value) in table.values.iter().enumerate() {
        classes.entry(value).or_default().push(step);
    }
    let mut changes = HashMap::new();
    for steps in classes.values() {
        for (index, &first) in steps.iter().enumerate() {
            let rest = most - table.starts[first];
            for &second in &steps[index..] {
                if table.compare(table.starts[second], rest).is_gt() {
                    break;
                }
                let pairs = if first == second { 1 } else { 2 }; // in both orders
                for (first, of_first) in [(first, pairs), (first + 1, -pairs)] {
                    for (second, by) in [(second, of_first), (second + 1, -of_first)] {
                        if let (Some(&p), Some(&r)) = (table.starts.get(first), table.starts.get(second)) {
                            *changes.entry(p + r).or_default() += by;
                        }
                    }
                }
            }
        }
    }
    changes
}

impl Form {
    /// slope·(x − s) + constant at x for the length s, by its integers a and b.
    pub(super) fn at(self, x: Pair, length: Pair) -> [i128; 2] {
        let y = x - length;
        let ([a, b], slope) = (self.constant, i128::from(self.slope));
        [slope * i128::from(y.a) + a, slope * i128::from(y.b) + b]
    }
}

/// Bounds of numbers in units of 2⁻⁴⁰, in integers of 128 bits; `None` where these do not suffice.
pub(super) struct Bounds {
    /// ⌊2⁶⁴·√d⌋, or 0 without a root.
    root: i128,
    denominator: i128,
}

impl Bounds {
    /// The binary places of the units.
    const PLACES: u32 = 40;
    /// The binary places of the root.
    const ROOT_PLACES: u32 = 64;

    pub(super) fn of(table: &Table) -> Self {
        let d = BigInt::from(table.radicand.map_or(0, |d| d.get()));
        let root = (d << (2 * Self::ROOT_PLACES)).sqrt();
        Self { root: i128::try_from(root).unwrap_or_default(), denominator: table.denominator.into() }
    }

    /// Bounds of (a + b√d)/D from below and above.
    pub(super) fn around(&self, [a, b]: [i128; 2]) -> Option<[i128; 2]> {
        let rational = a.checked_mul(1 << Self::ROOT_PLACES)?;
        let number = rational.checked_add(b.checked_mul(self.root)?)?;
        // the root is less than 1 too small
        let (low, high) = (number.checked_sub(b.checked_abs()?)?, number.checked_add(b.checked_abs()?)?);
        let unit = self.denominator.checked_mul(1 << (Self::ROOT_PLACES - Self::PLACES))?;
        Some([low.div_euclid(unit), high.div_euclid(unit) + 1])
    }

    /// A bound of x/y from above, given one of x ≥ 0 from above and one of y > 0 from below.
    pub(super) fn ratio(x: i128, y: i128) -> Option<i128> {
        x.max(0).checked_mul(1 << Self::PLACES)?.checked_div(y.max(0))?.checked_add(1)
    }

    /// A bound of x·y from above, given such bounds of x ≥ 0 and y ≥ 0.
    pub(super) fn product(x: i128, y: i128) -> Option<i128> {
        Some((x.checked_mul(y)? >> Self::PLACES) + 1)
    }

    /// A bound of a number from below.
    pub(super) fn below(number: &Surd) -> Option<i128> {
        i128::try_from((number * Surd::from(BigInt::from(1) << Self::PLACES)).floor()).ok()
    }
}
