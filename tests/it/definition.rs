//! The squares against a direct evaluation of the definition: all pairs of cells, at every lattice
//! point, up to 40.
//!
//! Nothing of the crate takes part but the function under test: points are pairs of integers with
//! their own comparison, reach is the set over all pairs of cells, W is a sum over all pairs of
//! cells, and the maximum is looked for everywhere.

use num_traits::{One, Zero};
use std::cmp::Ordering;
use std::collections::BTreeSet;

use nimsweep::games::squares::{Grundy, Lengths};
use nimsweep::number::Surd;

/// a + b√2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Number(i64, i64);

impl Number {
    fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0, self.1 + other.1)
    }

    fn minus(self, other: Self) -> Self {
        Self(self.0 - other.0, self.1 - other.1)
    }

    fn surd(self) -> Surd {
        format!("{}+({})*sqrt2", self.0, self.1).parse().unwrap()
    }
}

impl Ord for Number {
    /// a ≥ b√2 by squares.
    fn cmp(&self, other: &Self) -> Ordering {
        let Self(a, b) = self.minus(*other);
        let sign = match (a.signum(), b.signum()) {
            (1 | 0, 1 | 0) => (a + b).signum(),
            (-1 | 0, -1 | 0) => (a + b).signum(),
            (1, _) => (a * a - 2 * b * b).signum(),
            _ => (2 * b * b - a * a).signum(),
        };
        sign.cmp(&0)
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

const LENGTHS: [Number; 2] = [Number(1, 0), Number(0, 1)];

/// The lattice points from 0 to `limit`, ascending, each with g on the cell that begins there.
fn by_definition(limit: i64) -> Vec<(Number, u32)> {
    let mut points: Vec<Number> = (0..=limit)
        .flat_map(|a| (0..=limit).map(move |b| Number(a, b)))
        .filter(|&point| point <= Number(limit, 0))
        .collect();
    points.sort();
    let mut cells: Vec<(Number, u32)> = vec![];
    for &point in &points {
        let options: BTreeSet<u32> = LENGTHS
            .iter()
            .filter(|&&length| length <= point)
            .flat_map(|&length| reach(&cells, point.minus(length)))
            .collect();
        let mex = (0..).find(|nimber| !options.contains(nimber)).unwrap();
        cells.push((point, mex));
    }
    cells
}

/// { g(x) xor g(y − x) : 0 ≤ x ≤ y } from all pairs of cells; those known reach beyond y.
fn reach(cells: &[(Number, u32)], y: Number) -> Vec<u32> {
    let known = cells.partition_point(|(start, _)| *start <= y);
    let end = |index: usize| cells.get(index + 1).map(|cell| cell.0);
    let mut found = vec![];
    for i in 0..known {
        for j in 0..known {
            let begun = cells[i].0.plus(cells[j].0) <= y;
            // the last cell has no end yet, but it reaches beyond y
            let over = end(i).zip(end(j)).is_some_and(|(a, b)| a.plus(b) <= y);
            if begun && !over {
                found.push(cells[i].1 ^ cells[j].1);
            }
        }
    }
    found
}

/// W(y) as the sum over all pairs of cells of the stretch of x that lies in both.
fn measure(cells: &[(Number, u32)], y: &Surd) -> Surd {
    let cells: Vec<(Surd, Surd, u32)> = cells
        .iter()
        .enumerate()
        .map(|(i, (start, value))| {
            let end = cells.get(i + 1).map_or_else(|| Surd::from(1000), |cell| cell.0.surd());
            (start.surd(), end, *value)
        })
        .collect();
    let mut sum = Surd::zero();
    for (start, end, value) in &cells {
        for (other_start, other_end, other_value) in &cells {
            let left = start.clone().max(y - other_end).max(Surd::zero());
            let right = end.clone().min(y - other_start);
            if value == other_value && left < right {
                sum += right - left;
            }
        }
    }
    sum
}

/// e(L) by the definition.
fn gain_at(cells: &[(Number, u32)], segment: &Surd) -> Surd {
    let chances = LENGTHS.iter().map(|length| {
        let y = segment - length.surd();
        if y.is_zero() { Surd::one() } else { measure(cells, &y) / y }
    });
    chances.fold(Surd::zero(), |sum, chance| sum + chance) * segment / Surd::from(2)
}

#[test]
fn grundy_values_up_to_forty() {
    let cells = by_definition(40);
    let grundy = Grundy::new(&Lengths::default(), &Surd::from(40)).unwrap();
    assert!(cells.len() > 500);
    for &(point, value) in &cells {
        assert_eq!(grundy.value_at(&point.surd()), Ok(value), "g at {point:?}");
    }
    // and no step lies anywhere else
    let changes = cells.windows(2).filter(|pair| pair[0].1 != pair[1].1).count();
    assert_eq!(grundy.steps().len(), changes + 1);
}

#[test]
fn gains_and_probabilities_at_and_between_lattice_points() {
    let cells = merged(&by_definition(14));
    for text in ["sqrt2", "3/2", "2", "4", "5+sqrt2", "7", "19/2", "3+4sqrt2", "11", "27/2", "14"] {
        let segment: Surd = text.parse().unwrap();
        let gain = Grundy::new(&Lengths::default(), &segment).unwrap().gain_at(&segment).unwrap();
        assert_eq!(gain.value.as_surd(), Some(&gain_at(&cells, &segment)), "e({text})");
        for (chance, length) in gain.chances.iter().zip(LENGTHS) {
            let expected = measure(&cells, &(&segment - length.surd()));
            assert_eq!(chance.measure.as_surd(), Some(&expected), "W for {length:?} at {text}");
        }
    }
}

/// Neighbouring cells of one value as one cell.
fn merged(cells: &[(Number, u32)]) -> Vec<(Number, u32)> {
    let mut merged = cells.to_vec();
    merged.dedup_by_key(|cell| cell.1);
    merged
}

#[test]
fn no_place_of_a_range_exceeds_the_certified_maximum() {
    let cells = merged(&by_definition(12));
    let (from, to) = (Surd::from(3), Surd::from(12));
    let grundy = Grundy::new(&Lengths::default(), &to).unwrap();
    let maximum = grundy.maximum(&from, &to).unwrap();
    let best = maximum.value.as_surd().unwrap();
    let at = maximum.at.as_surd().unwrap();
    assert_eq!(&gain_at(&cells, at), best);
    // every corner of every two cells, felt at each length, and a grid between
    let corners = cells.iter().flat_map(|a| cells.iter().map(move |b| a.0.plus(b.0)));
    let mut places: Vec<Surd> =
        corners.flat_map(|corner| LENGTHS.map(|length| corner.plus(length).surd())).collect();
    places.extend((0..90).map(|step| &from + Surd::from(step) / Surd::from(10)));
    places.retain(|place| from <= *place && *place <= to);
    places.sort();
    places.dedup();
    assert!(places.len() > 100);
    for place in &places {
        let value = gain_at(&cells, place);
        assert!(value <= *best, "e({place}) = {value}");
        assert!(value < *best || place >= at, "{place} is as good, and further left");
    }
}
