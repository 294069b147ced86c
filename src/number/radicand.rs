//! The numbers under square roots: square-free integers.

use std::fmt;

use num_integer::Roots;

use crate::error::{Error, error};

/// A square-free integer d ≥ 2: the d of the field Q(√d).
///
/// Every real quadratic field is Q(√d) for exactly one such d, so two fields are the same exactly
/// when their radicands are equal.
///
/// ```
/// use nimsweep::number::Radicand;
///
/// assert_eq!(Radicand::new(6)?.get(), 6);
/// assert!(Radicand::new(8).is_err()); // √8 = 2√2
/// # Ok::<(), nimsweep::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Radicand(u64);

impl Radicand {
    /// The radicand `d`, which must be square-free and at least 2.
    ///
    /// # Errors
    /// [`Error`] for 0, 1 and every multiple of a square above 1.
    ///
    /// # Cost
    /// As [`Radicand::split`].
    pub fn new(d: u64) -> Result<Self, Error> {
        match Self::split(d) {
            (1, Some(radicand)) => Ok(radicand),
            _ => Err(error!(Domain, "{d} is not a square-free integer of at least 2")),
        }
    }

    /// Takes the square out of a root: √n = outside·√inside, with `None` if the root of n is
    /// whole.
    ///
    /// Trial division by every t with t³ ≤ m, m being what is left of n. After that m has no prime
    /// factor up to its own cube root, so at most two prime factors: it is a square or square-free.
    ///
    /// # Cost
    /// O(n^(1/3)) divisions: some 5 ms for the largest `u64`.
    ///
    /// ```
    /// use nimsweep::number::Radicand;
    ///
    /// assert_eq!(Radicand::split(72), (6, Some(Radicand::new(2)?)));
    /// assert_eq!(Radicand::split(49), (7, None));
    /// # Ok::<(), nimsweep::Error>(())
    /// ```
    #[must_use]
    pub fn split(n: u64) -> (u64, Option<Self>) {
        if n == 0 {
            return (0, None);
        }
        let (mut rest, mut outside, mut inside) = (n, 1, 1);
        let mut end = rest.cbrt();
        // all primes are among 2, 3 and 6k ± 1
        let candidates = [2, 3].into_iter().chain((5..).step_by(6).flat_map(|t| [t, t + 2]));
        for t in candidates {
            if t > end {
                break;
            }
            if rest % t == 0 {
                // t³ ≤ rest, so t² fits
                while rest % (t * t) == 0 {
                    rest /= t * t;
                    outside *= t;
                }
                if rest % t == 0 {
                    rest /= t;
                    inside *= t;
                }
                end = rest.cbrt();
            }
        }
        let root = rest.isqrt();
        if root * root == rest {
            outside *= root;
        } else {
            inside *= rest;
        }
        (outside, (inside > 1).then_some(Self(inside)))
    }

    /// The radicand of a product of roots: a square-free number.
    ///
    /// # Errors
    /// [`Error`] if it does not fit 64 bits.
    pub(super) fn of_product(d: u128) -> Result<Self, Error> {
        let fitting = u64::try_from(d).map(Self);
        fitting.map_err(|_| {
            error!(TooLarge, "√{d} would be needed, and numbers under a root have at most 64 binary digits")
        })
    }

    /// The integer d itself.
    #[must_use]
    pub fn get(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Radicand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn split_multiplies_back_and_leaves_no_square() {
        for n in 1..5_000_u64 {
            let (outside, inside) = Radicand::split(n);
            let inside = inside.map_or(1, Radicand::get);
            assert_eq!(outside * outside * inside, n);
            assert!((2..=70).all(|t| inside % (t * t) != 0), "{n} leaves {inside}");
        }
    }

    #[test]
    fn split_at_the_edge_of_u64() {
        let largest_square = 4_294_967_295_u64 * 4_294_967_295;
        assert_eq!(Radicand::split(largest_square), (4_294_967_295, None));
        assert_eq!(Radicand::split(4_294_967_291 * 4_294_967_291), (4_294_967_291, None));
        let (outside, inside) = Radicand::split(u64::MAX);
        assert_eq!((outside, inside.map(Radicand::get)), (1, Some(u64::MAX)));
    }

    #[test]
    fn zero_and_one_are_no_radicands() {
        assert_eq!(Radicand::split(0), (0, None));
        assert_eq!(Radicand::split(1), (1, None));
        assert!(Radicand::new(0).is_err() && Radicand::new(1).is_err());
    }
}
