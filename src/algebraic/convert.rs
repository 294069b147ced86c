//! Algebraic numbers from numbers p + q√d and to them, to integers and to floats.

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::root::Algebraic;
use crate::number::Surd;

impl Algebraic {
    /// The integer part.
    fn truncated(&self) -> BigInt {
        let mut root = match self {
            Self::InField(number) => return number.truncated(),
            Self::OutsideField(root) => root.clone(),
        };
        // the root is no integer, so that its interval shrinks to where both ends have one integer
        // part
        loop {
            let (low, high) = (root.lower().truncated(), root.upper().truncated());
            if low == high {
                return low;
            }
            root.refine();
        }
    }
}

impl TryFrom<Algebraic> for Surd {
    /// The number itself, which is no number of its base field.
    type Error = Algebraic;

    fn try_from(number: Algebraic) -> Result<Self, Algebraic> {
        match number {
            Algebraic::InField(number) => Ok(number),
            beyond @ Algebraic::OutsideField(_) => Err(beyond),
        }
    }
}

impl From<Surd> for Algebraic {
    /// The number in its own field.
    fn from(number: Surd) -> Self {
        Self::InField(number)
    }
}

impl ToPrimitive for Algebraic {
    /// The integer part: rounded toward zero.
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

    /// The nearest float; never `None`, but infinite beyond the range of `f64`.
    ///
    /// A root beyond the field is irrational, so that it is never half-way between two floats: once
    /// both ends of its interval round to the same float, so does the root.
    fn to_f64(&self) -> Option<f64> {
        let mut root = match self {
            Self::InField(number) => return number.to_f64(),
            Self::OutsideField(root) => root.clone(),
        };
        loop {
            let (low, high) = (root.lower().to_f64()?, root.upper().to_f64()?);
            // −0.0 equals 0.0; a root is not 0, and both ends have its sign once they exclude 0
            if low == high && low.is_sign_negative() == high.is_sign_negative() {
                return Some(low);
            }
            root.refine();
        }
    }
}

#[cfg(test)]
mod tests {
    use num_traits::{One, Zero};

    use super::*;
    use crate::algebraic::Polynomial;
    use crate::number::Radicand;

    fn surd(text: &str) -> Surd {
        text.parse().unwrap()
    }

    #[test]
    fn machine_numbers_of_roots() {
        let roots = Algebraic::roots_of(&Polynomial::from(&[0_i64, -2, 0, 1][..]), None);
        let floats: Vec<_> = roots.iter().map(|root| root.to_f64().unwrap()).collect();
        assert_eq!(floats, [-std::f64::consts::SQRT_2, 0.0, std::f64::consts::SQRT_2]);
        assert_eq!(roots.iter().map(|root| root.to_i64()).collect::<Vec<_>>(), [Some(-1), Some(0), Some(1)]);
        assert_eq!(roots[0].to_u64(), None);
    }

    #[test]
    fn a_number_of_the_field_becomes_a_surd_again() {
        assert_eq!(Surd::try_from(Algebraic::from(surd("7/2"))), Ok(surd("7/2")));
        let beyond = Algebraic::of(surd("sqrt3"), Radicand::new(2).ok());
        let Algebraic::OutsideField(root) = &beyond else { panic!("not in Q(√2)") };
        let [low, high] = root.interval();
        assert!(beyond > low && beyond < high);
        assert!(root.polynomial().evaluate(&low).sign() != root.polynomial().evaluate(&high).sign());
        assert_eq!(Surd::try_from(beyond.clone()), Err(beyond));
    }

    #[test]
    fn floats_of_tiny_roots_have_their_sign() {
        let tiny = Polynomial::new(vec![-surd("2^-2401"), Surd::zero(), Surd::one()]);
        let floats: Vec<_> = Algebraic::roots_of(&tiny, None).iter().filter_map(Algebraic::to_f64).collect();
        assert_eq!(floats, [-0.0, 0.0]);
        assert!(floats[0].is_sign_negative() && floats[1].is_sign_positive());
    }
}
