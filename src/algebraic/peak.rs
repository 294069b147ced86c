//! Local maxima of m·x + c + Σ r/(x − s) between two places: isolated and refined by interval
//! arithmetic on the sum itself.
//!
//! On a cell where the bounds of f'' exclude 0, f' is monotonic, and its signs at the ends decide.
//! Cells in which neither f' nor f'' has a certain sign are divided. Sturm's theorem decides cells
//! that are still undecided when they are very short, or after many divisions, as around a zero
//! that f' and f'' have in common.

use std::cmp::Ordering;
use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::One;

use super::fractions::{PartialFractions, Rounded};
use crate::number::{Enclosure, Surd};

/// The binary digits after the point of a search, at least.
const SEARCH_BITS: usize = 256;
/// After this many cells, Sturm's theorem decides.
const MOST_CELLS: usize = 2000;
/// Where a cell is cut, in sixteenths: the next of these, where f' has no certain sign at one.
const CUTS: [u32; 5] = [8, 7, 9, 5, 11];

/// A place where f' vanishes and f has a local maximum.
#[derive(Clone, Debug)]
pub(crate) struct Peak {
    function: Arc<PartialFractions>,
    /// Holds one zero of f' and no other; f' goes from positive to negative there.
    place: Enclosure,
}

/// A part of the range, with certain signs of f' at its ends.
struct SignedPart {
    place: Enclosure,
    rises: bool,
    falls: bool,
}

impl Peak {
    /// The local maxima strictly between `from` and `to`, in ascending order, for places
    /// beyond all poles. Maxima below `floor` may be missing.
    ///
    /// # Cost
    /// A few dozen evaluations of f' and f'' for each; more only for zeros of f' that nearly
    /// coincide. If two coincide, Sturm's sequence of the numerator of f'.
    pub(crate) fn all(
        function: &Arc<PartialFractions>,
        from: &Surd,
        to: &Surd,
        floor: Option<&Enclosure>,
    ) -> Vec<Self> {
        if function.is_constant() || function.is_convex() || from >= to {
            return vec![];
        }
        let (rounded, cell) = outer_cell(function, from, to);
        let mut found = search(function, &rounded, cell, floor);
        found.retain(|place| is_inside(function, place, from, to));
        found.sort_by(|left, right| left.order(right).unwrap_or(Ordering::Equal));
        found.into_iter().map(|place| Self { function: Arc::clone(function), place }).collect()
    }

    /// The function that has this maximum.
    pub(super) fn function(&self) -> &Arc<PartialFractions> {
        &self.function
    }

    /// The place x, in an interval no longer than 2^−bits.
    ///
    /// # Cost
    /// O(log bits) evaluations of f', each of up to `bits` binary digits and more.
    pub(crate) fn place(&mut self, bits: usize) -> &Enclosure {
        let mut guard = 64;
        loop {
            let width = self.place.width().bits() as usize;
            if self.place.bits() >= bits && width <= self.place.bits() - bits {
                return &self.place;
            }
            // Newton's method doubles the digits that are certain
            let known = self.place.bits().saturating_sub(width);
            let precision = self.place.bits().max((2 * known).min(bits) + guard);
            let rounded = self.function.rounded(precision);
            match shorter(&rounded, &self.place.with_bits(precision)) {
                Some(place) => self.place = place,
                None => guard *= 2,
            }
        }
    }

    /// The value f(x), in an interval no longer than 2^−bits.
    ///
    /// # Cost
    /// As [`Peak::place`].
    pub(crate) fn value(&mut self, bits: usize) -> Enclosure {
        let mut guard = 32;
        loop {
            let place = self.place(bits + guard).clone();
            let precision = place.bits().max(bits + 2 * guard);
            let value = self.function.rounded(precision).value(&place.with_bits(precision));
            if let Some(value) = value.filter(|value| value.width().bits() as usize <= precision - bits) {
                return value;
            }
            guard *= 2;
        }
    }
}

/// A cell a little longer than [from, to], to the right of all poles, and with certain signs.
fn outer_cell(function: &PartialFractions, from: &Surd, to: &Surd) -> (Rounded, SignedPart) {
    let mut bits = SEARCH_BITS;
    // the ends may lie in two fields, so that their difference has no closed form
    let width = |bits| Enclosure::of(to, bits).low() - Enclosure::of(from, bits).high();
    while width(bits).bits() <= SEARCH_BITS as u64 / 2 {
        bits *= 2;
    }
    // as f' has finitely many zeros, each of some order, signs are certain at some distance from
    // the ends in the end
    let mut part = 2;
    loop {
        let rounded = function.rounded(bits);
        let margin = BigInt::one() << (bits - bits / part);
        let low = Enclosure::of(from, bits).low() - &margin;
        let high = Enclosure::of(to, bits).high() + &margin;
        let beyond_poles = function.last_pole().is_none_or(|pole| *Enclosure::of(pole, bits).high() < low);
        let signs = [&low, &high].map(|x| sign_at(&rounded, x));
        if let (true, [Some(left), Some(right)]) = (beyond_poles, signs) {
            let place = Enclosure::between(low, high, bits);
            return (rounded, SignedPart { place, rises: left.is_gt(), falls: right.is_lt() });
        }
        (bits, part) = (bits * 2, part + 1);
    }
}

/// The maxima on a cell; those below `floor` may be missing.
fn search(
    function: &PartialFractions,
    rounded: &Rounded,
    cell: SignedPart,
    floor: Option<&Enclosure>,
) -> Vec<Enclosure> {
    let bits = rounded.bits();
    let floor = floor.map(|floor| floor.with_bits(bits));
    let (mut open, mut found, mut undecided, mut cells) = (vec![cell], vec![], vec![], 0);
    while let Some(cell) = open.pop() {
        cells += 1;
        let x = &cell.place;
        let [first, second] = match rounded.derivatives(x) {
            Some(derivatives) => derivatives.map(|derivative| derivative.sign()),
            None => [None; 2],
        };
        let below = |floor: &Enclosure| rounded.value(x).is_some_and(|value| value.high() < floor.low());
        if first.is_some() || second == Some(Ordering::Greater) || floor.as_ref().is_some_and(below) {
            continue; // no zero of f', or only that of a minimum, or too low
        }
        if second == Some(Ordering::Less) {
            found.extend((cell.rises && cell.falls).then_some(cell.place));
            continue;
        }
        match cut(rounded, &cell).filter(|_| cells < MOST_CELLS) {
            Some(halves) => open.extend(halves),
            None => undecided.push(cell.place),
        }
    }
    if !undecided.is_empty() {
        found.extend(by_sturm(function, undecided));
    }
    found
}

/// The sign of f' at x/2^bits, if it is certain and not 0.
fn sign_at(rounded: &Rounded, x: &BigInt) -> Option<Ordering> {
    rounded.derivative(&Enclosure::point(x, rounded.bits()))?.sign().filter(|sign| sign.is_ne())
}

/// The two parts of a cell, unless it is short or f' has no certain sign inside.
fn cut(rounded: &Rounded, SignedPart { place: x, rises, falls }: &SignedPart) -> Option<[SignedPart; 2]> {
    if x.width().bits() as usize <= rounded.bits() / 4 {
        return None;
    }
    let (middle, sign) = sign_inside(rounded, x)?;
    let [left, right] = x.cut_at(middle);
    let left = SignedPart { place: left, rises: *rises, falls: sign.is_lt() };
    Some([SignedPart { place: right, rises: sign.is_gt(), falls: *falls }, left])
}

/// A place between the ends of an interval with a certain sign of f'.
fn sign_inside(rounded: &Rounded, x: &Enclosure) -> Option<(BigInt, Ordering)> {
    let width = x.width();
    CUTS.iter().find_map(|cut| {
        let place: BigInt = x.low() + ((&width * *cut) >> 4_u32); // below the upper end
        let is_inside = place > *x.low();
        let sign = sign_at(rounded, &place).filter(|_| is_inside)?;
        Some((place, sign))
    })
}

/// The maxima on cells whose ends are not zeros of f', by Sturm's theorem.
fn by_sturm(function: &PartialFractions, open: Vec<Enclosure>) -> Vec<Enclosure> {
    let derivative = function.numerators().derivative; // has the sign of f'
    let mut zeros = derivative.square_free().isolate_on(open);
    zeros.retain(|cell| {
        cell.ends().map(|end| derivative.evaluate(&end).sign()) == [Ordering::Greater, Ordering::Less]
    });
    zeros
}

/// Whether the one zero of f' on a cell, where f' falls, is strictly between two places.
fn is_inside(function: &PartialFractions, cell: &Enclosure, from: &Surd, to: &Surd) -> bool {
    let [low, high] = cell.ends();
    // f' is positive to the left of the zero
    (*from <= low || (*from < high && function.derivative_at(from).sign().is_gt()))
        && (*to >= high || (*to > low && function.derivative_at(to).sign().is_lt()))
}

/// A shorter interval around the one zero of f', if this precision gives one: by Newton's method on
/// intervals, or else by a cut.
///
/// Moore, Kearfott, Cloud, *Introduction to Interval Analysis*, SIAM 2009, section 8.1: every zero
/// on X lies in N = m − f'(m)/f''(X), too.
fn shorter(rounded: &Rounded, x: &Enclosure) -> Option<Enclosure> {
    let (bits, width) = (rounded.bits(), x.width());
    let middle = Enclosure::point(&((x.low() + x.high()) >> 1_u32), bits);
    let newton = || {
        let [_, second] = rounded.derivatives(x)?;
        let step = rounded.derivative(&middle)?.quotient(&second)?;
        (&middle - &step).intersection(x)
    };
    if let Some(shorter) = newton().filter(|shorter| shorter.width() * 2 <= width) {
        return Some(shorter);
    }
    let (place, sign) = sign_inside(rounded, x)?;
    let [left, right] = x.cut_at(place);
    Some(if sign.is_gt() { right } else { left })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn surd(text: &str) -> Surd {
        text.parse().unwrap()
    }

    fn function(slope: &str, poles: &[(&str, &str)]) -> Arc<PartialFractions> {
        let poles = poles.iter().map(|(at, residue)| (surd(at), surd(residue)));
        Arc::new(PartialFractions::new(surd(slope), surd("0"), poles))
    }

    /// The places of all maxima, to ten decimals.
    fn places(function: &Arc<PartialFractions>, from: &str, to: &str) -> Vec<String> {
        let peaks = Peak::all(function, &surd(from), &surd(to), None);
        let numbers = peaks.into_iter().map(|mut peak| {
            let [low, high] = peak.place(200).ends();
            assert!(&high - &low <= surd("2^-200"), "{low}");
            ((low + high) / 2).to_decimal(10)
        });
        numbers.collect()
    }

    #[test]
    fn maxima_are_found_and_minima_are_not() {
        // −x − 5/(x − 1) has its maximum at 1 + √5; with the other signs it is a minimum
        let falling = function("-1", &[("1", "-5")]);
        assert_eq!(places(&falling, "2", "9"), ["3.2360679775"]);
        assert_eq!(places(&falling, "2", "13/4"), ["3.2360679775"]);
        assert!(places(&falling, "13/4", "9").is_empty() && places(&falling, "2", "3").is_empty());
        assert!(places(&function("1", &[("1", "5")]), "2", "9").is_empty());
        // ends that are the place itself, or nearly so
        assert!(places(&falling, "2", "1+sqrt5").is_empty() && places(&falling, "1+sqrt5", "9").is_empty());
        assert_eq!(places(&falling, "2", "1+sqrt5+10^-60").len(), 1);
        assert_eq!(places(&falling, "1+sqrt5-10^-60", "1+sqrt5+10^-60").len(), 1);
    }

    #[test]
    fn a_range_may_begin_right_beside_a_pole() {
        let function = function("-1", &[("1", "-10^-40")]);
        let peaks = Peak::all(&function, &surd("1+10^-30"), &surd("2"), None);
        assert_eq!(peaks.len(), 1); // at 1 + 10⁻²⁰
    }

    #[test]
    fn zeros_of_both_derivatives_are_decided_exactly() {
        // f' = −1 + 8/x² − 1/(x − 1)² is 0 at 2, as is f'', and negative around it
        assert!(places(&function("-1", &[("0", "-8"), ("1", "1")]), "3/2", "5/2").is_empty());
        // the first three derivatives vanish at 2: a maximum, and with the other signs a minimum
        let poles = [("1", "-1"), ("0", "24"), ("-2", "-128")];
        assert_eq!(places(&function("-3", &poles), "3/2", "5/2"), ["2.0000000000"]);
        let poles = [("1", "1"), ("0", "-24"), ("-2", "128")];
        assert!(places(&function("3", &poles), "3/2", "5/2").is_empty());
    }

    #[test]
    fn what_is_below_the_floor_may_be_missing_and_nothing_else() {
        // the maximum of −x − 5/(x − 1) is −1 − 2√5
        let function = function("-1", &[("1", "-5")]);
        let found = |floor: &str| {
            Peak::all(&function, &surd("2"), &surd("9"), Some(&Enclosure::of(&surd(floor), 64))).len()
        };
        assert_eq!((found("-1-2sqrt5"), found("-6"), found("0")), (1, 1, 0));
        let value = Peak::all(&function, &surd("2"), &surd("9"), None)[0].value(300);
        let [low, high] = value.ends();
        assert!(low <= surd("-1-2sqrt5") && surd("-1-2sqrt5") <= high && high - low <= surd("2^-300"));
    }
}
