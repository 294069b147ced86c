//! Two theorems that give g(L) for every L: of two lengths, and of additive games, both with the
//! digit 3. The page [additive games](crate::docs::additive_games) has the proofs.
//!
//! Lengths are multiples of the shortest one here, the other one is x > 1, Σ is the union of all
//! \[2i, 2i + 1), h = ⌊(x + 1)/2⌋, and d is the greater of h and x − h.
//!
//! - With {1, x} the P-positions are the L with ⌊y⌋ even and y = L mod (1 + x) below x; g is 1 at a
//!   distance of 1 after them, and 2 elsewhere.
//! - With {1, x, 1 + x} they are the t + ⌊t⌋ + x·⌊t/d⌋ for all t ≥ 0; g is 1 at a distance of 1
//!   after them, 2 at a distance of x before them, and 3 elsewhere. There is no period if d is
//!   irrational; for d = n/m in lowest terms the least one is 2n + m·x, from 0 on.
//!
//! # Blocks
//! The P-positions come in blocks. That of index j ≥ 0 is a part of Σ moved to the right by its
//! base:
//!
//! | lengths | base | part of Σ | next block, from the base |
//! | --- | --- | --- | --- |
//! | {1, x} | j·(1 + x) | \[0, x) | 1 + x |
//! | {1, x, 1 + x} | j·x | \[σ(jd), σ((j + 1)d)), σ(t) = t + ⌊t⌋ | σ((j + 1)d) + x |
//!
//! Let Σ have the measure t below w. Then w ≤ σ(t), and w < σ(t) only in a gap of Σ.
//!
//! # How often a value occurs
//! The steps of the value 1 are those of 0, one further on; with three lengths those of 2 are those
//! of 0, x before. With two lengths the value 2 has the rest of each block, which is one step, or
//! none if x is odd. With three lengths the value 3 has the rest. In the block j these are, with jd
//! = K + ρ and (j + 1)d = K' + ρ' for whole K, K': one step at 2K + 1 if ρ > 0, and then one at 2K'
//! + 1 + ρ' and at each greater 2K' + 2i + 1 below the next block. In all that is
//!
//! ```text
//! [ρ > 0] + ⌈(ρ' + x − 1)/2⌉.
//! ```
//!
//! If d is not whole, the second term is ⌊(j + 2)d⌋ − ⌊(j + 1)d⌋, less one if (j + 2)d is whole, so
//! that the sum over all blocks has few terms.

use std::collections::BTreeMap;
use std::fmt;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};

use super::occurrence::Occurrence;
use super::rules::Lengths;
use crate::number::{Surd, check_products};
use crate::sweep::Nimber;

/// What gives g(L) for every L.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theorem {
    /// The shortest length, in which all others are measured here.
    unit: Surd,
    /// x.
    ratio: Surd,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    TwoLengths,
    Additive {
        /// h = ⌊(x + 1)/2⌋.
        half: BigInt,
        /// d.
        run: Surd,
    },
}

/// The P-positions up to a place, and whether it is one.
#[derive(Default)]
struct Zeros {
    is_here: bool,
    measure: Surd,
    /// How many steps of the value 0 begin at the place or below.
    steps: BigInt,
}

impl Theorem {
    /// The theorem that applies to some lengths: all digits are 3, and there are two lengths, or
    /// three of which the longest is the sum of the others.
    #[must_use]
    pub fn of(lengths: &Lengths) -> Option<Self> {
        if !lengths.all_at_an_end() {
            return None;
        }
        let (unit, other, is_additive) = match lengths.as_slice() {
            [unit, other] => (unit, other, false),
            [unit, other, sum] if *sum == unit + other => (unit, other, true),
            _ => return None,
        };
        let ratio = other / unit;
        let kind = if is_additive {
            let half = (ratio.floor() + 1_i32) / 2_i32;
            let least = Surd::from(half.clone());
            Kind::Additive { half, run: (&ratio - &least).max(least) }
        } else {
            Kind::TwoLengths
        };
        Some(Self { unit: unit.clone(), ratio, kind })
    }

    /// Its name: `two lengths`, or `additive`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self.kind {
            Kind::TwoLengths => "two lengths",
            Kind::Additive { .. } => "additive",
        }
    }

    /// x, the quotient of the second length by the first.
    #[must_use]
    pub fn ratio(&self) -> &Surd {
        &self.ratio
    }

    /// h, for an additive game.
    pub(crate) fn half(&self) -> Option<&BigInt> {
        match &self.kind {
            Kind::TwoLengths => None,
            Kind::Additive { half, .. } => Some(half),
        }
    }

    /// The least period, from 0 on, or `None` if g has no period at all.
    #[must_use]
    pub fn period(&self) -> Option<Surd> {
        let period = match &self.kind {
            Kind::TwoLengths if self.is_parity() => Surd::from(2),
            Kind::TwoLengths => Surd::one() + &self.ratio,
            Kind::Additive { run, .. } => {
                let [numerator, denominator] = Self::parts(run)?;
                Surd::from(2_i32 * numerator) + Surd::from(denominator) * &self.ratio
            }
        };
        Some(period * &self.unit)
    }

    /// The largest value of g.
    #[must_use]
    pub fn largest_nimber(&self) -> Nimber {
        match self.kind {
            Kind::TwoLengths => Nimber::from(!self.is_parity()) + 1,
            Kind::Additive { .. } => 3,
        }
    }

    /// g(L), for a length of any field that is not negative.
    ///
    /// # Cost
    /// Some operations with exact numbers, whatever the length is.
    ///
    /// ```
    /// use nimsweep::games::squares::{Digit, Lengths, Theorem};
    ///
    /// let lengths = ["1", "1+sqrt2", "2+sqrt2"].map(|length| length.parse().unwrap());
    /// let theorem = Theorem::of(&Lengths::with_rule(lengths, &[Digit::AtAnEnd])?).unwrap();
    /// assert_eq!(theorem.value_at(&"10^100".parse()?), 0);
    /// assert_eq!(theorem.period(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn value_at(&self, length: &Surd) -> Nimber {
        self.value_of(&self.below(length))
    }

    /// The value at a place of the field.
    fn value_of(&self, place: &Surd) -> Nimber {
        let is_other = || match self.kind {
            Kind::TwoLengths => true,
            Kind::Additive { .. } => self.zeros(&(place + &self.ratio)).is_here,
        };
        match () {
            () if self.zeros(place).is_here => 0,
            () if self.zeros(&(place - Surd::one())).is_here => 1,
            () if is_other() => 2,
            () => 3,
        }
    }

    /// How often each value occurs on [0, upto], for a length of any field above 0.
    pub(super) fn occurrences(&self, upto: &Surd) -> BTreeMap<Nimber, Occurrence> {
        let place = self.below(upto);
        let [zeros, ones] = [Surd::zero(), Surd::one()].map(|by| self.zeros(&(&place - by)));
        let rest = &place - &zeros.measure - &ones.measure;
        let mut found = vec![
            (Surd::zero(), zeros.steps, zeros.measure), //
            (Surd::one(), ones.steps, ones.measure),
        ];
        match &self.kind {
            Kind::TwoLengths => {
                let [even, period] = [sigma(&measure(&self.ratio)), Surd::one() + &self.ratio];
                let first = even.max(self.ratio.clone());
                found.push((first.clone(), ((&place - first) / period).floor() + 1_i32, rest));
            }
            Kind::Additive { run, .. } => {
                let [ends, before] = [&place + &self.ratio, self.ratio.clone()].map(|end| self.zeros(&end));
                let (steps, measure) = (ends.steps - before.steps, ends.measure - before.measure);
                let (first, rest) = (sigma(run), rest - &measure);
                found.push((first.clone(), steps, measure));
                found.push((first + Surd::one(), self.steps_of_three(&place, run), rest));
            }
        }
        let cut = &place * &self.unit;
        // the last step goes on from there, if that is below in another field
        let last = self.value_of(&place);
        let found = (0..=self.largest_nimber()).zip(found).filter(|(_, (first, ..))| *first <= place);
        let found = found.map(|(value, (first, steps, measure))| {
            let [first, length] = [first, measure].map(|multiple| multiple * &self.unit);
            let is_last = value == last;
            let length = if is_last { length - &cut } else { length };
            let steps = steps.to_biguint().unwrap_or_default(); // at least one
            (value, Occurrence { steps, length, is_last, first, is_record: true })
        });
        found.collect()
    }

    /// How many steps of the value 3 begin at a place or below.
    fn steps_of_three(&self, place: &Surd, run: &Surd) -> BigInt {
        let (block, place) = self.block(place, run);
        let after = &block + 1_i32;
        let [whole, whole_after] = [&block, &after].map(|block| (Surd::from(block.clone()) * run).floor());
        let [rest, rest_after] = [(&block, &whole), (&after, &whole_after)]
            .map(|(block, whole)| Surd::from(block.clone()) * run - Surd::from(whole.clone()));
        let parts = Self::parts(run);
        let of_blocks = if run.is_integer() {
            &block * ((&self.ratio - Surd::one()) / Surd::from(2)).ceil()
        } else {
            // multiples of the denominator of d in [0, j), and in [1, j + 1]
            let [below, up_to] = match &parts {
                Some([_, denominator]) => [block.div_ceil(denominator), after.div_floor(denominator)],
                None => [block.clone().min(BigInt::one()), BigInt::zero()],
            };
            &block - below + &whole_after - run.floor() - up_to
        };
        let is_first = !rest.is_zero() && Surd::from(2_i32 * whole + 1_i32) <= place;
        let place = place - Surd::from(2_i32 * whole_after);
        let is_later = place >= rest_after + Surd::one();
        let later = ((place + Surd::one()) / Surd::from(2)).floor();
        of_blocks + i32::from(is_first) + if is_later { later } else { BigInt::zero() }
    }

    /// The block of a place, and the place as seen from the base of that.
    fn block(&self, place: &Surd, run: &Surd) -> (BigInt, Surd) {
        let from_base = |block: &BigInt| place - Surd::from(block.clone()) * &self.ratio;
        // block j begins less than 1 before j·(2d + x)
        let block = (place / (Surd::from(2) * run + &self.ratio)).floor();
        let next = &block + 1_i32;
        let from_next = from_base(&next);
        let is_next = sigma(&(Surd::from(next.clone()) * run)) <= from_next;
        if is_next {
            (next, from_next)
        } else {
            let place = from_base(&block);
            (block, place)
        }
    }

    fn zeros(&self, place: &Surd) -> Zeros {
        if place.is_negative() {
            return Zeros::default();
        }
        // the place, and the measure of Σ up to the end of the block
        let (block, from_base, end) = match &self.kind {
            Kind::TwoLengths => {
                let period = Surd::one() + &self.ratio;
                let block = (place / &period).floor();
                (block.clone(), place - Surd::from(block) * &period, measure(&self.ratio))
            }
            Kind::Additive { run, .. } => {
                let (block, from_base) = self.block(place, run);
                let end = Surd::from(&block + 1_i32) * run;
                (block, from_base, end)
            }
        };
        let below = measure(&from_base);
        let is_here = from_base.floor().is_even() && below < end;
        let below = below.min(end.clone());
        let (measure, steps, begins) = match &self.kind {
            Kind::TwoLengths => {
                let steps = &block * end.ceil() + below.ceil();
                (Surd::from(block) * &end + &below, steps, below.is_integer())
            }
            Kind::Additive { run, .. } => {
                // whole numbers and multiples of d below t, without those that are both
                let both = match Self::parts(run) {
                    Some([numerator, _]) => (&below / Surd::from(numerator)).ceil(),
                    None => below.ceil().min(BigInt::one()),
                };
                let steps = below.ceil() + (&below / run).ceil() - both;
                let begins = below.is_integer() || (&below / run).is_integer();
                (below, steps, begins)
            }
        };
        Zeros { is_here, measure, steps: steps + i32::from(is_here && begins) }
    }

    /// A number over the shortest length at a length or below it, whose products with others exist,
    /// without a step that begins after it and up to the length.
    fn below(&self, length: &Surd) -> Surd {
        if check_products([length, &self.unit, &self.ratio]).is_ok() {
            return length / &self.unit;
        }
        // no step begins there, as it lies in another field: some numbers around it are close
        let mut scale = Surd::from(1 << 8);
        loop {
            let whole = (length * &scale).floor();
            let [place, above] =
                [whole.clone(), whole + 1_i32].map(|end| Surd::from(end) / &scale / &self.unit);
            let is_close = |by: &Surd| {
                let [low, high] = [&place, &above].map(|end| self.zeros(&(end + by)));
                (low.is_here, low.steps) == (high.is_here, high.steps)
            };
            if [Surd::zero(), -Surd::one(), self.ratio.clone()].iter().all(is_close) {
                return place;
            }
            scale = &scale * &scale;
        }
    }

    /// Whether x is an odd whole number. With two lengths only the parity counts then.
    fn is_parity(&self) -> bool {
        self.ratio.is_integer() && self.ratio.floor().is_odd()
    }

    /// The numerator and the denominator of a fraction.
    fn parts(number: &Surd) -> Option<[BigInt; 2]> {
        number.as_rational().map(|number| [number.numer().clone(), number.denom().clone()])
    }
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            Kind::TwoLengths => "the theorem on two lengths {a, b}",
            Kind::Additive { .. } => "the theorem on additive games {a, b, a + b}",
        })
    }
}

/// σ(t) = t + ⌊t⌋.
fn sigma(measure: &Surd) -> Surd {
    measure + Surd::from(measure.floor())
}

/// The measure of Σ below a place.
fn measure(place: &Surd) -> Surd {
    let whole = place.floor();
    let half = Surd::from((&whole + 1_i32).div_floor(&2.into()));
    if whole.is_even() { place - half } else { half }
}
