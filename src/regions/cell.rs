//! Cells: the inside of a convex polygon, of an edge, or a point, with rational corners.

use std::cmp::Ordering;
use std::iter::zip;

use itertools::Itertools;
use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::form::LengthForm;

/// A rational point (x, y), as z > 0, z·x and z·y without a common factor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Corner {
    wide: [BigInt; 3],
    /// The same, if all are small.
    narrow: Option<[i64; 3]>,
}

impl Corner {
    /// Coordinates are narrow below this. A sum of three products with coefficients is then below
    /// 2¹¹⁹, and for the sum of some hundred corners, too.
    const NARROW: u64 = 1 << 54;

    pub(super) fn new(wide: [BigInt; 3]) -> Self {
        let divisor = wide.iter().fold(BigInt::zero(), |divisor, part| divisor.gcd(part));
        let wide = wide.map(|part| part / &divisor);
        let small = |part: &BigInt| part.to_i64().filter(|part| part.unsigned_abs() < Self::NARROW);
        let narrow = match wide.each_ref().map(small) {
            [Some(z), Some(x), Some(y)] => Some([z, x, y]),
            _ => None,
        };
        Self { wide, narrow }
    }

    /// A positive multiple of the value of a form.
    pub(super) fn value(&self, form: &[BigInt; 3]) -> BigInt {
        zip(&self.wide, form).map(|(part, coefficient)| part * coefficient).sum()
    }

    /// As [`value`](Self::value), if the coordinates are narrow.
    #[inline]
    pub(super) fn narrow_value(&self, form: LengthForm) -> Option<i128> {
        let product = |part: i64, factor: i64| i128::from(part) * i128::from(factor);
        let LengthForm([one, x, y]) = form;
        self.narrow.map(|narrow| product(narrow[0], one) + product(narrow[1], x) + product(narrow[2], y))
    }

    fn sign(&self, form: LengthForm) -> Ordering {
        match self.narrow_value(form) {
            Some(value) => value.cmp(&0),
            None => self.value(&form.wide()).cmp(&BigInt::zero()),
        }
    }

    /// z > 0, z·x and z·y.
    pub(crate) fn integers(&self) -> &[BigInt; 3] {
        &self.wide
    }

    /// The coordinates.
    pub(super) fn coordinates(&self) -> [BigRational; 2] {
        [1, 2].map(|index| BigRational::new(self.wide[index].clone(), self.wide[0].clone()))
    }
}

/// The points strictly between its corners: of a convex polygon counterclockwise, those of an edge,
/// or the one corner that it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ConvexCell {
    corners: Vec<Corner>,
}

impl ConvexCell {
    /// The inside of a square of this half a side around 0, or of an interval if there is one
    /// letter.
    pub(super) fn around_zero(half: &BigInt, letters: usize) -> Self {
        let ends = [-half, half.clone()];
        let corner = |x: usize, y: Option<usize>| {
            let y = y.map_or_else(BigInt::zero, |y| ends[y].clone());
            Corner::new([BigInt::one(), ends[x].clone(), y])
        };
        let corners = match letters {
            1 => [0, 1].map(|x| corner(x, None)).to_vec(),
            _ => [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(x, y)| corner(x, Some(y))).to_vec(),
        };
        Self { corners }
    }

    pub(crate) fn corners(&self) -> &[Corner] {
        &self.corners
    }

    /// 2 for a polygon, 1 for an edge, 0 for a point.
    pub(crate) fn dimension(&self) -> usize {
        self.corners.len().min(3) - 1
    }

    /// Whether a form is positive on the whole cell, 0, or negative; `None` if it is not one of
    /// them everywhere.
    pub(crate) fn sign(&self, form: LengthForm) -> Option<Ordering> {
        common_sign(self.corners.iter().map(|corner| corner.sign(form)))
    }

    /// Whether a form is positive on the whole cell, and at its corners, too.
    pub(super) fn is_positive_with_edges(&self, form: LengthForm) -> bool {
        self.corners.iter().all(|corner| corner.sign(form).is_gt())
    }

    /// The parts where a form is negative, 0, and positive.
    pub(super) fn cut(&self, form: &[BigInt; 3]) -> [Option<Self>; 3] {
        let values: Vec<BigInt> = self.corners.iter().map(|corner| corner.value(form)).collect();
        let mut parts = [vec![], vec![], vec![]];
        if let Some(sign) = common_sign(values.iter().map(|value| value.cmp(&BigInt::zero()))) {
            parts[(sign as i8 + 1) as usize] = self.corners.clone();
        } else {
            let ends = zip(&self.corners, &values);
            for ((corner, value), (next, next_value)) in ends.circular_tuple_windows() {
                let signs = [value.sign(), next_value.sign()];
                let sides: &[usize] = match signs[0] {
                    Sign::Minus => &[0],
                    Sign::NoSign => &[0, 1, 2],
                    Sign::Plus => &[2],
                };
                sides.iter().for_each(|&side| parts[side].push(corner.clone()));
                if matches!(signs, [Sign::Minus, Sign::Plus] | [Sign::Plus, Sign::Minus]) {
                    let between = zip(&corner.wide, &next.wide)
                        .map(|(part, next)| part * next_value.abs() + next * value.abs());
                    let crossing = between.collect_array().map(Corner::new);
                    parts.iter_mut().for_each(|part| part.extend(crossing.clone()));
                }
            }
        }
        parts.map(|mut corners| {
            // an edge is gone along twice
            corners.dedup();
            if corners.len() > 1 && corners.first() == corners.last() {
                corners.pop();
            }
            (!corners.is_empty()).then_some(Self { corners })
        })
    }

    /// The area of a polygon, and the length of an edge along an axis; 1 for a point.
    pub(crate) fn size(&self) -> BigRational {
        let places: Vec<_> = self.corners.iter().map(Corner::coordinates).collect();
        match &places[..] {
            [[x, y], [other_x, other_y]] => (other_x - x).abs() + (other_y - y).abs(),
            [_] => BigRational::one(),
            places => {
                let twice = places
                    .iter()
                    .circular_tuple_windows()
                    .map(|([x, y], [next_x, next_y])| x * next_y - next_x * y);
                twice.sum::<BigRational>() / BigInt::from(2)
            }
        }
    }

    /// A point of the cell.
    pub(super) fn sample(&self) -> Corner {
        Corner::new([0, 1, 2].map(|index| self.corners.iter().map(|corner| &corner.wide[index]).sum()))
    }

    /// Factors of the coefficients of a form, whose sum modulo 2⁶⁴ is the same for forms that are
    /// equal on the cell, and hardly ever for others.
    pub(super) fn weights(&self) -> [u64; 3] {
        const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
        let low = |part: &BigInt| {
            let low = part.iter_u64_digits().next().unwrap_or_default();
            if part.is_negative() { low.wrapping_neg() } else { low }
        };
        // three corners of a polygon, and all of an edge, tell forms apart
        self.corners.iter().take(3).fold([0; 3], |sum: [u64; 3], corner| {
            [0, 1, 2].map(|index| sum[index].wrapping_mul(MIX).wrapping_add(low(&corner.wide[index])))
        })
    }
}

/// The sign of a form on the inside of corners where it has these: on the whole of it, if it is
/// one.
fn common_sign(signs: impl Iterator<Item = Ordering>) -> Option<Ordering> {
    let mut common = Ordering::Equal;
    for sign in signs.filter(|sign| sign.is_ne()) {
        if common == sign.reverse() {
            return None;
        }
        common = sign;
    }
    Some(common)
}
