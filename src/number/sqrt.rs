//! The square root of p + q√d, if it is again such a number.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::radicand::Radicand;
use super::surd::Surd;

/// Prime factors below this are looked for.
const PRIMES_END: u32 = 1000;
/// In integers of at most so many bits, as divisions of larger ones take long.
const LARGEST_DIVIDED_BITS: u64 = 4096;

impl Surd {
    /// The square root that is not negative, if it is a number p + q√d; `None` if it is not, or if
    /// this is negative.
    ///
    /// # Rational numbers
    /// √(n/m) = √(n·m)/m for n/m in lowest terms, with the square part of n·m taken out; the rest
    /// must fit 64 bits. It is found if n and m each are squares, or fit 64 bits, or (up to 4096
    /// bits) are or do so without their prime factors below 1000. Of other numbers a square part
    /// may be missed, as it cannot be known without prime factors.
    ///
    /// # Irrational numbers
    /// If (u + v√d)² = p + q√d, then u² + d·v² = p and 2uv = q, so that u² and d·v² are the roots
    /// (p ± √N)/2 of z² − p·z + d·q²/4, where N = p² − d·q² is the norm. So the root is in the
    /// field exactly if N is the square of a rational number and one of the two is; then
    /// v = q/(2u). In no other quadratic field can it be: its square would be in that field, too,
    /// hence rational.
    ///
    /// # Cost
    /// A few integer square roots, and for a rational number at most three times that of
    /// [`Radicand::split`].
    ///
    /// ```
    /// use nimsweep::number::Surd;
    ///
    /// let root = |text: &str| text.parse::<Surd>().unwrap().sqrt().map(|root| root.to_string());
    /// assert_eq!(root("7/2").as_deref(), Some("sqrt(14)/2"));
    /// assert_eq!(root("3+2*sqrt(2)").as_deref(), Some("1+sqrt(2)"));
    /// assert_eq!(root("sqrt(2)"), None);
    /// assert_eq!(root("-4"), None);
    /// ```
    #[must_use]
    pub fn sqrt(&self) -> Option<Self> {
        if self.is_negative() {
            return None;
        }
        match self.radicand() {
            None => root_of_rational(self.rational_part()),
            Some(d) => self.root_in_field(d),
        }
    }

    fn root_in_field(&self, d: Radicand) -> Option<Self> {
        let half = |x: BigRational| x / BigInt::from(2);
        let root_of_norm = rational_root(&self.norm())?;
        let p = self.rational_part();
        let candidates = [half(p + &root_of_norm), half(p - &root_of_norm)];
        // not 0, as their product d·q²/4 is not
        let u = candidates.iter().find_map(rational_root)?;
        let v = half(self.root_coefficient() / &u);
        Some(Self::canonical(u, v, Some(d)).abs())
    }
}

/// √x for a rational x, if it is rational.
fn rational_root(x: &BigRational) -> Option<BigRational> {
    // n/m in lowest terms is a square only if n and m are
    let ratio = (integer_root(x.numer())?, integer_root(x.denom())?);
    Some(ratio.into())
}

/// √n for an integer n, if it is an integer.
fn integer_root(n: &BigInt) -> Option<BigInt> {
    if n.is_negative() {
        return None;
    }
    let root = n.sqrt();
    (&root * &root == *n).then_some(root)
}

/// √(n/m) = √(n·m)/m for n/m ≥ 0 in lowest terms.
fn root_of_rational(x: &BigRational) -> Option<Surd> {
    let (n, m) = (x.numer(), x.denom());
    let (outside, inside) = match (n * m).to_u64() {
        Some(product) => Radicand::split(product),
        None => {
            let ((outside_n, inside_n), (outside_m, inside_m)) = (split(n), split(m));
            let (outside, inside) = Radicand::split((inside_n * inside_m).to_u64()?);
            return Some(multiple_of_root(outside_n * outside_m * outside, inside, m));
        }
    };
    Some(multiple_of_root(outside.into(), inside, m))
}

/// (outside/m)·√inside.
fn multiple_of_root(outside: BigInt, inside: Option<Radicand>, m: &BigInt) -> Surd {
    let coefficient = BigRational::new(outside, m.clone());
    match inside {
        None => coefficient.into(),
        Some(_) => Surd::canonical(BigRational::zero(), coefficient, inside),
    }
}

/// n = outside²·inside for n ≥ 1, with those squares outside that [`Surd::sqrt`] describes.
fn split(n: &BigInt) -> (BigInt, BigInt) {
    if let Some(root) = integer_root(n) {
        return (root, BigInt::one());
    }
    let (mut outside, mut inside, mut rest) = (BigInt::one(), BigInt::one(), n.clone());
    if n.bits() > LARGEST_DIVIDED_BITS {
        return (outside, rest);
    }
    for t in 2..PRIMES_END {
        // only primes divide, as multiples of smaller ones are gone
        while (&rest % t).is_zero() {
            rest /= t;
            // t·t out of `inside` and `rest` together
            if (&inside % t).is_zero() {
                inside /= t;
                outside *= t;
            } else {
                inside *= t;
            }
        }
    }
    if let Some(root) = integer_root(&rest) {
        return (outside * root, inside);
    }
    match rest.to_u64().map(Radicand::split) {
        Some((root, radicand)) => (outside * root, inside * radicand.map_or(1, Radicand::get)),
        None => (outside, inside * rest),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn surd(text: &str) -> Surd {
        text.parse().unwrap()
    }

    #[test]
    fn squares_of_a_field_have_their_root() {
        for text in ["1+sqrt2", "sqrt2-1", "(1+sqrt5)/2", "7/3-11sqrt94/13", "sqrt3", "10^30-10^29sqrt7", "5"]
        {
            let x = surd(text);
            assert_eq!((&x * &x).sqrt(), Some(x.abs()), "{text}");
        }
        assert_eq!(Surd::zero().sqrt(), Some(Surd::zero()));
    }

    #[test]
    fn numbers_that_are_no_squares_have_none() {
        // norms that are no squares, or not positive; a square norm without a square beside:
        // 2+√3 = ((√6+√2)/2)²
        for text in ["1+sqrt2", "sqrt2", "3+sqrt2", "2+sqrt3", "6+4sqrt3", "-3-2sqrt2", "-1"] {
            assert_eq!(surd(text).sqrt(), None, "{text}");
        }
    }

    #[test]
    fn roots_of_rationals_are_found_beyond_machine_integers() {
        for (square, root) in [
            ("2*10^40", "10^20*sqrt2"),
            ("8/27", "2sqrt6/9"),
            ("3*(2^89-1)^2", "(2^89-1)*sqrt3"),
            ("(2^89-1)^2/(5*(2^61-1)^2)", "(2^89-1)/(2^61-1)/sqrt5"),
            ("43291710^2/377^2*7", "43291710*sqrt7/377"),
            ("18446744073709551557/2^100", "sqrt(18446744073709551557)/2^50"),
        ] {
            assert_eq!(surd(square).sqrt(), Some(surd(root)), "{square}");
        }
        assert_eq!(surd("10^30+1").sqrt(), None);
    }
}
