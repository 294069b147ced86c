//! Natural numbers as lists of words: sums of multiples, and exact division by a word.

use num_bigint::BigUint;

/// A natural number: words of 64 bits, the lowest first, and no zero at the end.
pub(super) type Words = Vec<u64>;

/// A sum of multiples of natural numbers, to be divided by a number that divides it.
///
/// Each word of the sum has 128 bits, so that nothing is carried before the end.
#[derive(Default)]
pub(super) struct SumOfMultiples {
    words: Vec<i128>,
}

impl SumOfMultiples {
    /// Adds a multiple.
    ///
    /// # Contract
    /// The sizes of all weights together are below 2^62.
    pub(super) fn add(&mut self, number: &[u64], weight: i64) {
        if self.words.len() < number.len() {
            self.words.resize(number.len(), 0);
        }
        let size = u128::from(weight.unsigned_abs());
        // a product is below 2^64 times its weight, so that the sums are below 2^126 in size
        let products = number.iter().map(|&word| (u128::from(word) * size).cast_signed());
        let sums = self.words.iter_mut().zip(products);
        if weight < 0 {
            sums.for_each(|(sum, product)| *sum -= product);
        } else {
            sums.for_each(|(sum, product)| *sum += product);
        }
    }

    /// Writes the quotient of the sum by a divisor, and makes the sum 0.
    ///
    /// Let 2^s be the greatest power of two in the divisor, and d the rest. d has an inverse modulo
    /// 2^64, so that each word of the quotient by d is a product of what is left of the lowest
    /// word. (T. Jebelean, *An Algorithm for Exact Division*, Journal of Symbolic Computation 15,
    /// 1993.)
    ///
    /// # Contract
    /// The sum is not negative, and the divisor divides it and is not 0.
    pub(super) fn divide_into(&mut self, quotient: &mut Words, divisor: u64) {
        let shift = divisor.trailing_zeros();
        let odd = divisor >> shift;
        let inverse = inverse_of_odd(odd);
        let (mut carry, mut borrow) = (0_i128, 0_u64);
        quotient.clear();
        self.words.push(0); // for the last carry, which is below 2^63
        for sum in self.words.drain(..) {
            carry += sum; // below 2^126 + 2^63 in size
            let word = carry as u64; // modulo 2^64
            carry >>= 64;
            let digit = word.wrapping_sub(borrow).wrapping_mul(inverse);
            quotient.push(digit);
            // what d·digit has beyond this word, and the borrow of the difference: at most d
            borrow = ((u128::from(digit) * u128::from(odd)) >> 64) as u64 + u64::from(word < borrow);
        }
        debug_assert!(carry == 0 && borrow == 0, "a sum that is negative, or is not a multiple");
        if shift > 0 {
            for index in 0..quotient.len() {
                let above = quotient.get(index + 1).map_or(0, |&next| next << (64 - shift));
                quotient[index] = quotient[index] >> shift | above;
            }
        }
        while quotient.last() == Some(&0) {
            quotient.pop();
        }
    }
}

/// The inverse of an odd number modulo 2^64, by Newton's method: d is its own inverse modulo 8, and
/// each step makes twice as many bits right.
fn inverse_of_odd(odd: u64) -> u64 {
    // 3, 6, 12, 24, 48, 96 bits
    (0..5).fold(odd, |inverse, _| inverse.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(inverse))))
}

/// The same number as a big integer.
pub(super) fn to_big(words: &[u64]) -> BigUint {
    // the lower and the upper half of each word
    BigUint::new(words.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_quotients_are_those_of_big_integers() {
        let numbers: [&[u64]; 6] = [
            &[],
            &[1],
            &[u64::MAX],
            &[0, 0, 1],
            &[u64::MAX, u64::MAX, u64::MAX],
            &[0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210],
        ];
        let divisors = [1, 2, 3, 4, 12, 1 << 63, u64::MAX, (1 << 32) + 1, 3 << 62, 1_000_003 << 7];
        let mut quotient = vec![7];
        for (a, b) in itertools::iproduct!(numbers, numbers) {
            for (&divisor, weight) in itertools::iproduct!(&divisors, [1, 5, (1 << 61) - 1]) {
                // b·weight + a·divisor·1 − b·weight is a multiple of the divisor
                let mut sum = SumOfMultiples::default();
                sum.add(b, weight);
                let product = (to_big(a) * divisor).to_u64_digits();
                sum.add(&product, 1);
                sum.add(b, -weight);
                sum.divide_into(&mut quotient, divisor);
                assert_eq!(quotient, a, "by {divisor}");
                // nothing is left over
                sum.add(&product, 1);
                sum.divide_into(&mut quotient, divisor);
                assert_eq!(to_big(&quotient), to_big(a), "by {divisor}");
            }
        }
    }

    #[test]
    fn odd_numbers_have_inverses() {
        for odd in (1..2000).step_by(2).chain([u64::MAX, (1 << 63) + 1, 0x0123_4567_89ab_cdef]) {
            assert_eq!(odd.wrapping_mul(inverse_of_odd(odd)), 1);
        }
    }
}
