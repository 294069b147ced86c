//! The value of a stack: from its options by the simplest-number rule, and by Berlekamp's rule.

use std::fmt;
use std::ops::Neg;

use num_bigint::BigInt;
use num_rational::BigRational;

use super::stack::{Coin, Stack, TALLEST_STACK};
use crate::number::Surd;

/// How many binary digits after the point a [`Dyadic`] has.
const DIGITS: u32 = TALLEST_STACK;

/// A dyadic rational: a whole multiple of 2^−60, as that multiple.
///
/// # Canonical form
/// The unit is fixed, so equal numbers are equal as integers, and order and equality are derived. Sums need no rounding.
///
/// # Range
/// A stack's value is below 2^66 units in size, so that the sum of 2^60 stacks is below 2^126 and fits. No memory holds
/// so many, and only values of stacks that are there are summed. That is why there is no public sum: doubled again and
/// again, a value would leave the range. Numbers to calculate with are those of [`number`](crate::number): `Surd::from(value)`.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dyadic {
    units: i128,
}

impl Dyadic {
    /// The number 0.
    pub const ZERO: Self = Self { units: 0 };
    /// The number 1.
    pub const ONE: Self = Self { units: 1 << DIGITS };

    /// ⌊value · 2^`shift`⌋, which is the numerator over 2^`shift` where the value has no more than `shift` digits.
    ///
    /// A `shift` above 60 counts as 60.
    #[must_use]
    pub fn numerator_over_power(self, shift: u32) -> i128 {
        self.units >> DIGITS.saturating_sub(shift)
    }

    /// The sum of two values of different stacks or rows.
    pub(super) fn plus(self, other: Self) -> Self {
        Self { units: self.units + other.units } // in range: see the type
    }

    /// The number halved; meant for a unit that halves at most 60 times from 1.
    fn halved(self) -> Self {
        Self { units: self.units >> 1 }
    }
}

impl Neg for Dyadic {
    type Output = Self;

    fn neg(self) -> Self {
        Self { units: -self.units }
    }
}

impl From<Dyadic> for Surd {
    fn from(value: Dyadic) -> Self {
        BigRational::new(value.units.into(), BigInt::from(1) << DIGITS).into()
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Surd::from(*self).fmt(f)
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The value of a stack from its own options: the simplest number between the best of Gary's and the best of Sally's.
///
/// Removing the coin with b coins below it leaves the lowest b coins. So with v_b the value of the lowest b coins, the
/// value is { v_b : that coin is gold | v_b : it is silver }; of these only the greatest v_b of a gold coin and the least
/// of a silver one are not dominated. Conway, *On Numbers and Games*, chapter 2.
///
/// # Cost
/// O(h) simplest numbers for h coins, each in O(h): all v_b come on the way, and the best options are kept as they grow.
///
/// ```
/// use nimsweep::games::coins::value_by_options;
///
/// for (stack, value) in [("", "0"), ("GG", "2"), ("SG", "1/2"), ("GS", "-1/2"), ("GSG", "3/4"), ("SSSG", "1/8")] {
///     assert_eq!(value_by_options(stack.parse()?).to_string(), value);
/// }
/// # Ok::<(), nimsweep::games::coins::StackError>(())
/// ```
#[must_use]
pub fn value_by_options(stack: Stack) -> Dyadic {
    stack.coins().fold(Grown::default(), Grown::with).value
}

/// A stack that grows: its value, and the best option of either player.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Grown {
    pub(super) value: Dyadic,
    /// Gary's best option, where he has any.
    left: Option<Dyadic>,
    /// Sally's best option, where she has any.
    right: Option<Dyadic>,
}

impl Grown {
    /// The stack with one more coin on top: removing that coin leaves the stack as it was.
    pub(super) fn with(self, coin: Coin) -> Self {
        let (mut left, mut right) = (self.left, self.right);
        match coin {
            Coin::Gold => left = left.max(Some(self.value)),
            Coin::Silver => right = Some(right.map_or(self.value, |best| best.min(self.value))),
        }
        Self { value: simplest_between(left, right), left, right }
    }
}

/// The simplest number above `left` and below `right`: the integer nearest to 0 where there is one, else the number of
/// fewest binary digits.
///
/// # Contract
/// `left` < `right`, and a number of 60 digits lies between. It holds for options of stacks: the positions of red-blue
/// Hackenbush are numbers (*Winning Ways*, chapter 2), and those of h ≥ 1 coins are born on day h, with at most h − 1 digits.
fn simplest_between(left: Option<Dyadic>, right: Option<Dyadic>) -> Dyadic {
    debug_assert!(left.zip(right).is_none_or(|(left, right)| left < right), "{left:?} | {right:?}");
    if right.is_some_and(|right| right <= Dyadic::ZERO) {
        return -simplest_between(right.map(Neg::neg), left.map(Neg::neg));
    }
    let Some(left) = left.filter(|&left| left >= Dyadic::ZERO) else { return Dyadic::ZERO };
    let fits = |number: Dyadic| right.is_none_or(|right| number < right);
    let mut unit = Dyadic::ONE;
    while !fits(next_multiple(left, unit)) && unit.units > 1 {
        unit = unit.halved();
    }
    next_multiple(left, unit)
}

/// The least multiple of `unit` > 0 that is greater than `number` ≥ 0.
fn next_multiple(number: Dyadic, unit: Dyadic) -> Dyadic {
    Dyadic { units: (number.units / unit.units + 1) * unit.units }
}

/// The value of a stack by Berlekamp's rule: from the bottom up each coin counts ±1 until the colour changes for the first
/// time; that coin counts ±1/2, the next ±1/4, and so on; + for gold, − for silver.
///
/// This is the number's sign expansion, read off the coins: Berlekamp (1974), *Winning Ways*, chapter 3, "Hackenbush
/// strings"; Conway, *On Numbers and Games*, chapter 3. It knows nothing of options, and so checks [`value_by_options`].
///
/// # Cost
/// O(h) for h coins.
///
/// ```
/// use nimsweep::games::coins::value_by_sign_expansion;
///
/// // GSSGGG: 3 gold coins, then −1/2, −1/4, +1/8
/// assert_eq!(value_by_sign_expansion("GSSGGG".parse()?).to_string(), "19/8");
/// # Ok::<(), nimsweep::games::coins::StackError>(())
/// ```
#[must_use]
pub fn value_by_sign_expansion(stack: Stack) -> Dyadic {
    let (mut sum, mut weight, mut changed) = (Dyadic::ZERO, Dyadic::ONE, false);
    let lowest = stack.coin(0);
    for coin in stack.coins() {
        changed |= Some(coin) != lowest;
        if changed {
            weight = weight.halved(); // at most 59 times: the lowest coin never is the change
        }
        sum = sum.plus(if coin == Coin::Gold { weight } else { -weight });
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dyadic(numerator: i128, digits: u32) -> Dyadic {
        Dyadic { units: numerator << (DIGITS - digits) }
    }

    /// The same by definition: every number of at most 6 digits in the interval, the least day of birth wins.
    fn first_born_between(left: Option<Dyadic>, right: Option<Dyadic>) -> Dyadic {
        let inside = |&x: &Dyadic| left.is_none_or(|left| left < x) && right.is_none_or(|right| x < right);
        let candidates = (-640..=640).map(|numerator| dyadic(numerator, 6)).filter(inside);
        candidates.min_by_key(|&x| birthday(x)).unwrap()
    }

    /// Day of birth by walking the tree of numbers down from 0: next integer out, or half way to a neighbour.
    fn birthday(x: Dyadic) -> u32 {
        let (mut low, mut high, mut here, mut day) = (None::<i128>, None::<i128>, 0_i128, 0);
        while here != x.units {
            if here < x.units {
                low = Some(here);
            } else {
                high = Some(here);
            }
            here = match (low, high) {
                (Some(low), Some(high)) => (low + high) / 2,
                (Some(low), None) => low + Dyadic::ONE.units,
                (None, Some(high)) => high - Dyadic::ONE.units,
                (None, None) => 0,
            };
            day += 1;
        }
        day
    }

    #[test]
    fn the_simplest_number_is_the_first_born() {
        let ends: Vec<Option<Dyadic>> =
            (-50..=50).map(|numerator| Some(dyadic(numerator, 4))).chain([None]).collect();
        for (&left, &right) in itertools::iproduct!(&ends, &ends) {
            if left.zip(right).is_some_and(|(left, right)| left >= right) {
                continue;
            }
            let found = simplest_between(left, right);
            assert_eq!(found, first_born_between(left, right), "{left:?} | {right:?}");
        }
    }

    #[test]
    fn the_tallest_stacks_stay_in_range() {
        let tallest = |text: &str| value_by_options(text.parse().unwrap());
        assert_eq!(tallest(&"G".repeat(60)), dyadic(60, 0));
        assert_eq!(tallest(&"S".repeat(60)), -dyadic(60, 0));
        assert_eq!(tallest(&("S".repeat(59) + "G")), dyadic(1, 59));
        assert_eq!(tallest(&("S".to_owned() + &"G".repeat(59))), dyadic(117, 1));
    }

    #[test]
    fn numbers_print_as_rationals() {
        assert_eq!(dyadic(-3, 2).to_string(), "-3/4");
        assert_eq!(format!("{:>6}|{:.3}|", dyadic(5, 0), dyadic(-3, 2)), "     5|-0.750|");
        assert_eq!(dyadic(-3, 2).numerator_over_power(2), -3);
        assert_eq!(dyadic(-3, 2).numerator_over_power(1), -2);
    }
}
