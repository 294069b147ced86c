//! Conversion to machine numbers.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use super::surd::Surd;

impl Surd {
    /// The integer part: rounded toward zero.
    fn truncated(&self) -> BigInt {
        if self.is_negative() { self.ceil() } else { self.floor() }
    }
}

impl ToPrimitive for Surd {
    /// The integer part, rounded toward zero as by [`Ratio`](num_rational::Ratio), where it fits.
    fn to_i64(&self) -> Option<i64> {
        self.truncated().to_i64()
    }

    /// As [`to_i64`](ToPrimitive::to_i64).
    fn to_u64(&self) -> Option<u64> {
        self.truncated().to_u64()
    }

    /// As [`to_i64`](ToPrimitive::to_i64).
    fn to_i128(&self) -> Option<i128> {
        self.truncated().to_i128()
    }

    /// As [`to_i64`](ToPrimitive::to_i64).
    fn to_u128(&self) -> Option<u128> {
        self.truncated().to_u128()
    }

    /// The closest float but for the last bit: for sorting out and for pictures, never for a decision.
    ///
    /// Exact until the last step: some 70 leading bits are taken by integer arithmetic, so that p and q√d of opposite
    /// sign lose nothing. Relative error below 2⁻⁵²; infinite beyond the range of `f64`.
    fn to_f64(&self) -> Option<f64> {
        if self.is_zero() {
            return Some(0.0);
        }
        // Enough bits after the point for any cancellation: |x| ≥ |norm|/(|p| + |q|√d), bounded by sizes in bits.
        let (a, b, r) = self.over_common_denominator();
        let bits = 70 + 2 * r.bits() + a.bits().max(b.bits() + 64);
        let scaled = (self * &Self::from(BigInt::one() << bits)).floor();
        BigRational::new(scaled, BigInt::one() << bits).to_f64()
    }
}
