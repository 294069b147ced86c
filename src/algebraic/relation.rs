//! The quadratic equation of a real number that is known to any number of digits: found
//! if there is one with bounded coefficients, by reduction of a lattice.
//!
//! # The lattice
//! For a real number x and T = 2^t let each (A, B, C) ∈ Z³ stand for the vector
//! (A, B, C, A·X₂ + B·X₁ + C·T), where X₁ and X₂ differ from T·x and T·x² by less than 1.05. A
//! short vector has a small A·x² + B·x + C.
//!
//! # The bound
//! Let x have degree at most 2, g be its minimal polynomial over Z, and M at least the Mahler
//! measure of g. The coefficients of g are at most M, 2M and M, and its vector is no longer than
//! 4M, as |A·X₂ + B·X₁ + C·T| ≤ 1.05·(|A| + |B|) ≤ 3.15·M.
//!
//! Now let v be a polynomial whose vector is no longer than that, with v(x) ≠ 0. If g has degree 2,
//! its resultant with v is an integer other than 0, so that |v(x)|·A²·|v(x')| ≥ 1 for the conjugate
//! x'; and A²·|v(x')| ≤ 12M·A²·max(1, x'²) ≤ 12M³. If g has degree 1, |v(x)| ≥ 1/A² ≥ 1/M². Either
//! way the last coordinate of v is at least T/(12M³) − 9M, which exceeds 4M for T > 156·M⁴.
//!
//! So for T ≥ 256·M⁴ the shortest vector belongs to a polynomial that vanishes at x. If that of the
//! shortest vector does not, x has no equation of degree 2 or less and measure at most M.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::Zero;

use crate::number::{Enclosure, Surd};

/// By how many binary digits T grows from one reduction to the next.
const STEP: usize = 192;

/// (A, B, C) and the last coordinate of its vector.
type Vector = [BigInt; 4];

/// The number x in closed form, if it is at most quadratic with a polynomial of Mahler measure at
/// most `measure`, and what is left under its root fits 64 bits.
///
/// `enclosure` gives an interval around x no longer than 2^−bits, and `is_equal` decides whether a
/// number near x is x.
///
/// # Cost
/// About as many steps as M⁴ has binary digits; far fewer if there is an equation with small
/// coefficients.
pub(super) fn closed_form(
    measure: &BigInt,
    enclosure: &mut dyn FnMut(usize) -> Enclosure,
    is_equal: &mut dyn FnMut(&Surd) -> bool,
) -> Option<Surd> {
    let last = 8 + 4 * measure.bits() as usize;
    let mut basis = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]].map(|row| row.map(BigInt::from));
    let mut before: Vec<BigInt> = vec![];
    let mut digits = 0;
    loop {
        digits = (digits + STEP).min(last);
        let x = enclosure(digits + 8);
        let [first, second] = scaled_powers(&x, digits, enclosure);
        for [a, b, c, end] in &mut basis {
            *end = &*a * &second + &*b * &first + (&*c << digits);
        }
        reduce(&mut basis);
        let equation = &basis[0][..3];
        // a true equation stays the shortest vector, while the others grow
        if equation == before || digits == last {
            let found = roots(equation).into_iter().find(|root| {
                let [low, high] = x.ends();
                low <= *root && *root <= high && is_equal(root)
            });
            if found.is_some() || digits == last {
                return found;
            }
        }
        before = equation.to_vec();
    }
}

/// Integers that differ from 2^digits·x and 2^digits·x² by less than 1.05: 1 for rounding down, and
/// less than 1/32 for the width of the intervals.
fn scaled_powers(x: &Enclosure, digits: usize, enclosure: &mut dyn FnMut(usize) -> Enclosure) -> [BigInt; 2] {
    let size = (x.magnitude() >> x.bits()).bits() as usize;
    let x = enclosure(digits + size + 8);
    let square = &x * &x;
    [x, square].map(|power| power.low() >> (power.bits() - digits))
}

/// The real roots of A·x² + B·x + C that are numbers p + q√d with a d of 64 bits.
fn roots(equation: &[BigInt]) -> Vec<Surd> {
    let [a, b, c] = [0, 1, 2].map(|i| Surd::from(equation[i].clone()));
    if a.is_zero() {
        return if b.is_zero() { vec![] } else { vec![-c / b] };
    }
    let discriminant = &b * &b - 4 * &a * c;
    match discriminant.sqrt() {
        None => vec![],
        Some(root) => [-&b - &root, -&b + &root].map(|twice| twice / (&a * 2)).to_vec(),
    }
}

fn product(a: &Vector, b: &Vector) -> BigInt {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

fn subtract(a: &mut Vector, b: &Vector, factor: &BigInt) {
    if !factor.is_zero() {
        a.iter_mut().zip(b).for_each(|(x, y)| *x -= factor * y);
    }
}

/// The integer nearest to n/m, for m > 0.
fn nearest(n: &BigInt, m: &BigInt) -> BigInt {
    let twice: BigInt = n * 2 + m;
    twice.div_floor(&(m * 2))
}

/// Reduces three vectors so that the first is a shortest vector of their lattice.
///
/// Each vector is made as short as integer multiples of the shorter ones allow, until nothing
/// changes: in three dimensions the basis has then the shortest vectors (Semaev, *A 3-dimensional
/// lattice reduction algorithm*, Cryptography and Lattices 2001).
fn reduce(basis: &mut [Vector; 3]) {
    loop {
        basis.sort_by_cached_key(|vector| product(vector, vector));
        let [first, second, third] = &mut *basis;
        let (aa, ab) = (product(first, first), product(first, second));
        let factor = nearest(&ab, &aa);
        subtract(second, first, &factor);
        let bb = product(second, second);
        if bb < aa {
            continue;
        }
        // the point of the plane nearest to the third vector, by Cramer's rule
        let (ab, ac, bc) = (product(first, second), product(first, third), product(second, third));
        let determinant = &aa * &bb - &ab * &ab;
        let x = nearest(&(&ac * &bb - &bc * &ab), &determinant);
        let y = nearest(&(&bc * &aa - &ac * &ab), &determinant);
        subtract(third, first, &x);
        subtract(third, second, &y);
        let mut length = product(third, third);
        // rounding both coordinates may miss the nearest lattice point by one
        if length >= bb {
            for (x, y) in itertools::iproduct!(-1..=1, -1..=1) {
                let mut other = third.clone();
                subtract(&mut other, first, &BigInt::from(x));
                subtract(&mut other, second, &BigInt::from(y));
                let shorter = product(&other, &other);
                if shorter < length {
                    (*third, length) = (other, shorter);
                }
            }
            if length >= bb {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::{One, Signed};

    fn surd(text: &str) -> Surd {
        text.parse().unwrap()
    }

    fn found(x: &Surd, measure: &str) -> Option<Surd> {
        let measure = surd(measure).floor();
        closed_form(&measure, &mut |bits| Enclosure::of(x, bits), &mut |root| root == x)
    }

    #[test]
    fn equations_are_found_within_their_bound() {
        for (text, measure) in [
            ("sqrt2", "2"),
            ("-7/3", "7"),
            ("0", "1"),
            ("(1+sqrt5)/2", "2"),
            ("123456789+98765sqrt7", "10^18"),
            ("10^-30+10^-20*sqrt(391)", "10^100"),
            ("(12345678901234567-3sqrt(18446744073709551557))/10^15", "10^60"),
        ] {
            let x = surd(text);
            assert_eq!(found(&x, measure), Some(x.clone()), "{text}");
        }
    }

    #[test]
    fn other_numbers_have_none() {
        // the cube root of 2, by digits
        let cube_root = |bits: usize| {
            let x = (BigInt::from(2) << (3 * bits)).cbrt();
            Enclosure::between(x.clone(), x + 1, bits)
        };
        let never = &mut |_: &Surd| false;
        assert_eq!(closed_form(&(BigInt::one() << 300), &mut |bits| cube_root(bits), never), None);
    }

    #[test]
    fn the_shortest_vector_is_found() {
        // by trying all small combinations
        let random = (1_i64..60).map(|seed| {
            let entry = |i: i64| (seed * 7919 + i * i * 104_729 + i * 31) % 201 - 100;
            [0, 4, 8].map(|i| [i, i + 1, i + 2, i + 3].map(entry))
        });
        // the third is nearest to the first, though its coordinates are below one half
        let hexagonal = [[100, 0, 0, 0], [49, 87, 0, 0], [72, 42, 0, 60]];
        for original in random.chain([hexagonal]) {
            let original = original.map(|row| row.map(BigInt::from));
            let mut basis = original.clone();
            reduce(&mut basis);
            let shortest = product(&basis[0], &basis[0]);
            for (x, y, z) in itertools::iproduct!(-6..=6, -6..=6, -6..=6) {
                let mut vector = [0, 0, 0, 0].map(BigInt::from);
                for (row, factor) in original.iter().zip([x, y, z]) {
                    subtract(&mut vector, row, &BigInt::from(factor));
                }
                let length = product(&vector, &vector);
                assert!(length.is_zero() || length >= shortest, "{original:?}: {x} {y} {z}");
            }
            assert!(shortest.is_positive());
        }
    }
}
