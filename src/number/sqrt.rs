//! The square root of a rational number or of p + q√d, if it is a sum of roots.

use std::convert::Infallible;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::cost;
use super::radicand::Radicand;
use super::surd::Surd;

/// Prime factors below this are looked for.
const PRIMES_END: u32 = 1000;
/// In integers of at most this many bits, as divisions of larger ones take long.
const LARGEST_DIVIDED_BITS: u64 = 4096;

impl Surd {
    /// The square root that is not negative, if it is a sum of rational multiples of roots of
    /// integers; `None` if it is not, or if this is negative. Of a number with several roots none
    /// is found.
    ///
    /// # Rational numbers
    /// √(n/m) = √(n·m)/m for n/m in lowest terms, with the square part of n·m taken out; the rest
    /// must fit 64 bits. It is found if n and m each are squares, or fit 64 bits, or (up to 4096
    /// bits) are or do so without their prime factors below 1000. Of other numbers a square part
    /// may be missed, as it cannot be known without prime factors.
    ///
    /// # Irrational numbers
    /// Let N = p² − d·q² be the norm of p + q√d > 0, q ≠ 0. If N is the square of a rational number
    /// n ≥ 0, then
    ///
    /// ```text
    /// √(p + q√d) = √((p + n)/2) ± √((p − n)/2),
    /// ```
    ///
    /// with the sign of q: the square is p ± √(p² − n²) = p ± |q|√d. Both are roots of rational
    /// numbers above 0, as their sum is p, which is positive (p ± |q|√d are, having the product
    /// N > 0 and one of them being positive), and their product is d·q²/4.
    ///
    /// Else there is no such sum. For let x be one, with x² = p + q√d. All conjugations of its
    /// field commute, and each is its own inverse. Let σ be one that changes √d, and y = σ(x), so
    /// that x = σ(y) and (x·y)² = N. One that leaves √d maps x to x or −x, and y = σ(x) likewise.
    /// So all of them leave x·y, which hence is rational.
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
    /// assert_eq!(root("5+2*sqrt(6)").as_deref(), Some("sqrt(2)+sqrt(3)"));
    /// assert_eq!(root("sqrt(2)"), None);
    /// assert_eq!(root("-4"), None);
    /// ```
    #[must_use]
    pub fn sqrt(&self) -> Option<Self> {
        let free = |_| Ok::<(), Infallible>(());
        self.charged_sqrt(&mut { free }).unwrap_or_else(|never| match never {})
    }

    /// The square root, while each step is charged before it is done, in operations on machine
    /// words.
    pub(super) fn charged_sqrt<E>(&self, charge: Charge<'_, E>) -> Result<Option<Self>, E> {
        if self.is_negative() {
            return Ok(None);
        }
        match self.radicands().len() {
            0 => root_of_rational(&self.rational_part(), charge),
            1 => self.denested(charge),
            _ => Ok(None),
        }
    }

    fn denested<E>(&self, charge: Charge<'_, E>) -> Result<Option<Self>, E> {
        let Ok(norm) = self.norm() else { return Ok(None) };
        let Some(n) = rational_root(&norm, charge)? else { return Ok(None) };
        let (p, two) = (self.rational_part(), BigInt::from(2));
        let Some(greater) = root_of_rational(&((&p + &n) / &two), charge)? else { return Ok(None) };
        let Some(less) = root_of_rational(&((&p - &n) / &two), charge)? else { return Ok(None) };
        let is_sum = self.roots().all(|(_, q)| q.is_positive());
        Ok(Some(if is_sum { greater + less } else { greater - less }))
    }
}

/// Is given how much work the next step is, and may refuse it.
type Charge<'a, E> = &'a mut dyn FnMut(u64) -> Result<(), E>;

/// √x for a rational x, if it is rational.
fn rational_root<E>(x: &BigRational, charge: Charge<'_, E>) -> Result<Option<BigRational>, E> {
    // n/m in lowest terms is a square only if n and m are, and then their roots are in lowest terms
    let Some(n) = integer_root(x.numer(), charge)? else { return Ok(None) };
    let Some(m) = integer_root(x.denom(), charge)? else { return Ok(None) };
    Ok(Some(BigRational::new_raw(n, m)))
}

/// √n for an integer n, if it is an integer.
fn integer_root<E>(n: &BigInt, charge: Charge<'_, E>) -> Result<Option<BigInt>, E> {
    // squares are 0, 1, 4 or 9 modulo 16; this spares most others the root
    let rest = (n % 16_u32).to_u32();
    if n.is_negative() || !matches!(rest, Some(0 | 1 | 4 | 9)) {
        return Ok(None);
    }
    charge(cost::of_integer_root(n))?;
    let root = n.sqrt();
    Ok((&root * &root == *n).then_some(root))
}

/// √(n/m) = √(n·m)/m for n/m ≥ 0 in lowest terms.
fn root_of_rational<E>(x: &BigRational, charge: Charge<'_, E>) -> Result<Option<Surd>, E> {
    let (n, m) = (x.numer(), x.denom());
    let is_small = n.bits() + m.bits() <= u64::from(u64::BITS) + 1; // else the product is longer
    if let Some(product) = Some(n * m).filter(|_| is_small).and_then(|product| product.to_u64()) {
        let (outside, inside) = charged_split(product, charge)?;
        return Ok(Some(Surd::multiple_of_root(outside.into(), m.clone(), inside)));
    }
    let (outside_n, inside_n) = split(n, charge)?;
    let (outside_m, inside_m) = split(m, charge)?;
    if inside_n.bits() + inside_m.bits() > u64::from(u64::BITS) + 1 {
        return Ok(None);
    }
    let Some(inside) = (inside_n * inside_m).to_u64() else { return Ok(None) };
    let (outside, inside) = charged_split(inside, charge)?;
    Ok(Some(Surd::multiple_of_root(outside_n * outside_m * outside, m.clone(), inside)))
}

/// [`Radicand::split`].
fn charged_split<E>(n: u64, charge: Charge<'_, E>) -> Result<(u64, Option<Radicand>), E> {
    charge(cost::of_split(n))?;
    Ok(Radicand::split(n))
}

/// n = outside²·inside for n ≥ 1, with those squares outside that [`Surd::sqrt`] describes.
fn split<E>(n: &BigInt, charge: Charge<'_, E>) -> Result<(BigInt, BigInt), E> {
    if let Some(root) = integer_root(n, charge)? {
        return Ok((root, BigInt::one()));
    }
    let (mut outside, mut inside, mut rest) = (BigInt::one(), BigInt::one(), n.clone());
    if n.bits() > LARGEST_DIVIDED_BITS {
        return Ok((outside, rest));
    }
    charge(cost::of_small_factors(n))?;
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
    if let Some(root) = integer_root(&rest, charge)? {
        return Ok((outside * root, inside));
    }
    match rest.to_u64() {
        Some(rest) => {
            let (root, radicand) = charged_split(rest, charge)?;
            Ok((outside * root, inside * radicand.map_or(1, Radicand::get)))
        }
        None => Ok((outside, inside * rest)),
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
        // norms that are not squares, or not positive; several roots
        for text in ["1+sqrt2", "sqrt2", "3+sqrt2", "6+4sqrt3", "-3-2sqrt2", "-1", "(1+sqrt2+sqrt3)^2"] {
            assert_eq!(surd(text).sqrt(), None, "{text}");
        }
        assert_eq!(surd("2+sqrt3").sqrt(), Some(surd("(sqrt6+sqrt2)/2")));
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
