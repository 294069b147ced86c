//! The values of one stack as a polynomial: t^(value, shifted and scaled to an integer) summed over all stacks.

use super::table::{TableTooTall, atoms};

/// The sum of t^(2^(h−1)·(value + h)) over all stacks of h coins, with h in place of h − 1 for h = 0.
///
/// A value has at most h − 1 binary digits and lies in [−h, h], so that exponents are whole and at least 0. The smallest
/// is 0 with coefficient 1: only the stack of silver alone has the value −h.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ValuePolynomial {
    /// Ascending by exponent.
    pub(super) terms: Vec<Term>,
    /// The exponent of the value 0: half the degree. In the n-th power that exponent is n times as large.
    pub(super) centre: u64,
}

/// A term of a [`ValuePolynomial`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Term {
    pub(super) exponent: u64,
    pub(super) coefficient: u64,
}

impl ValuePolynomial {
    pub(super) fn of_height(height: u32) -> Result<Self, TableTooTall> {
        let table = atoms(height)?;
        let shift = height.saturating_sub(1);
        let centre = u64::from(height) << shift; // height ≤ 20
        // |value| ≤ height, so the sum is in 0 ..= 2·centre
        let exponent = |value: i128| (value + i128::from(centre)) as u64;
        let terms = table.iter().map(|atom| Term {
            exponent: exponent(atom.value.numerator_over_power(shift)),
            coefficient: atom.multiplicity,
        });
        let polynomial = Self { terms: terms.collect(), centre };
        debug_assert!(polynomial.terms[0] == Term { exponent: 0, coefficient: 1 });
        Ok(polynomial)
    }

    pub(super) fn degree(&self) -> u64 {
        2 * self.centre
    }

    /// The terms but for the constant one.
    pub(super) fn above_constant(&self) -> &[Term] {
        &self.terms[1..]
    }

    /// Products that one stack adds to a sum over all terms for each exponent up to the centre.
    pub(super) fn products_per_stack(&self) -> u64 {
        (self.centre * self.terms.len() as u64).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_gives_the_polynomial_of_two_coins() {
        let polynomial = ValuePolynomial::of_height(2).unwrap();
        let exponents: Vec<u64> = polynomial.terms.iter().map(|term| term.exponent).collect();
        assert_eq!((exponents, polynomial.centre), (vec![0, 3, 5, 8], 4));
    }

    #[test]
    fn the_polynomial_is_the_same_from_either_end() {
        for height in 0..=10 {
            let polynomial = ValuePolynomial::of_height(height).unwrap();
            let mirrored = polynomial.terms.iter().rev().map(|term| polynomial.degree() - term.exponent);
            assert!(polynomial.terms.iter().map(|term| term.exponent).eq(mirrored));
            assert_eq!(polynomial.terms.iter().map(|term| term.coefficient).sum::<u64>(), 1 << height);
        }
    }
}
