//! The squares against a direct evaluation of the definition: all pairs of cells, at every sum of
//! lengths.
//!
//! Nothing of the crate takes part but the function under test: points are lists of integers with
//! their own comparison, reach is the set over all pairs of cells, W is a sum over all pairs of
//! cells, and the maximum is looked for everywhere.

use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::cmp::Ordering;
use std::collections::BTreeSet;

use nimsweep::ask::ask;
use nimsweep::games::squares::{Digit, Grundy, GrundyRun, Lengths, Method};
use nimsweep::number::Surd;
use serde_json::{Value, json};

use crate::property;
use crate::support::Random;

/// Σ part·√root, with the root of 1 first.
#[derive(Clone, Copy, Debug)]
struct Number {
    parts: [i64; 4],
    roots: [i64; 4],
}

impl Number {
    fn with(self, other: Self, of: impl Fn(i64, i64) -> i64) -> Self {
        Self { parts: [0, 1, 2, 3].map(|index| of(self.parts[index], other.parts[index])), ..self }
    }

    fn plus(self, other: Self) -> Self {
        self.with(other, |x, y| x + y)
    }

    fn minus(self, other: Self) -> Self {
        self.with(other, |x, y| x - y)
    }

    /// By floats, or by integer roots with 200 digits, which tell all numbers of the tests from 0.
    fn sign(self) -> Ordering {
        if self.parts == [0; 4] {
            return Ordering::Equal;
        }
        let terms = || self.parts.iter().zip(self.roots);
        let floats = || terms().map(|(&part, root)| part as f64 * (root as f64).sqrt());
        let (sum, size) = (floats().sum::<f64>(), floats().map(f64::abs).sum::<f64>());
        if sum.abs() > 1e-12 * size {
            return sum.total_cmp(&0.0);
        }
        let root = |(&part, root): (&i64, i64)| {
            let size = (BigInt::from(part).pow(2) * root * BigInt::from(100).pow(200)).sqrt();
            if part < 0 { -size } else { size }
        };
        let sum: BigInt = terms().map(root).sum();
        assert!(sum.magnitude() > &4_u32.into(), "{self:?}");
        sum.cmp(&BigInt::ZERO)
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        self.minus(*other).sign()
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Number {}

/// The game of the lengths Σ part·√root/D.
struct Game {
    denominator: i64,
    lengths: Vec<Number>,
    /// 3 or 7 for each length.
    digits: Vec<u8>,
}

impl Game {
    /// From up to three roots, D, and the parts of each length.
    fn new<const N: usize>(roots: &[i64], denominator: i64, lengths: &[[i64; N]]) -> Self {
        let padded = |numbers: &[i64]| [0, 1, 2, 3].map(|index| numbers.get(index).copied().unwrap_or(0));
        let roots = padded(&[&[1], roots].concat());
        let digits = vec![7; lengths.len()];
        let lengths = lengths.iter().map(|parts| Number { parts: padded(parts), roots }).collect();
        Self { denominator, lengths, digits }
    }

    /// The lengths 1 and √2.
    fn squares() -> Self {
        Self::new(&[2], 1, &[[1, 0], [0, 1]])
    }

    fn surd(&self, Number { parts, roots }: Number) -> Surd {
        let terms = parts.iter().zip(roots).map(|(part, root)| format!("({part})*sqrt({root})"));
        format!("({})/{}", terms.collect::<Vec<_>>().join("+"), self.denominator).parse().unwrap()
    }

    fn lengths(&self) -> Lengths {
        let rule: Vec<Digit> = self.digits.iter().map(|digit| digit.to_string().parse().unwrap()).collect();
        Lengths::with_rule(self.lengths.iter().map(|&length| self.surd(length)), &rule).unwrap()
    }

    /// The value at a place, from all cells that begin below it.
    fn value_from(&self, cells: &[(Number, u32)], at: Number) -> u32 {
        let mut options = BTreeSet::new();
        for (&length, digit) in self.lengths.iter().zip(&self.digits).filter(|(length, _)| **length <= at) {
            let left = at.minus(length);
            match digit {
                3 => _ = options.insert(cells.iter().rev().find(|cell| cell.0 <= left).unwrap().1),
                _ => options.extend(reach(cells, left)),
            }
        }
        (0..).find(|nimber| !options.contains(nimber)).unwrap()
    }

    /// The sums of lengths from 0 to `limit`, ascending, each with g on the cell that begins there.
    fn by_definition(&self, limit: i64) -> Vec<(Number, u32)> {
        let limit = Number { parts: [limit * self.denominator, 0, 0, 0], ..self.lengths[0] };
        let mut points = BTreeSet::from([Number { parts: [0; 4], ..limit }]);
        for length in &self.lengths {
            let mut ends = points.clone();
            while !ends.is_empty() {
                ends = ends.into_iter().map(|end| end.plus(*length)).filter(|end| *end <= limit).collect();
                points.extend(&ends);
            }
        }
        let (mut cells, mut merged) = (vec![], Vec::<(Number, u32)>::new());
        for &point in &points {
            let value = self.value_from(&merged, point);
            cells.push((point, value));
            // cells of one value are one cell
            if merged.last().is_none_or(|cell| cell.1 != value) {
                merged.push((point, value));
            }
        }
        cells
    }

    /// W(y) as the sum over all pairs of cells of the stretch of x that lies in both.
    fn measure(&self, cells: &[(Number, u32)], y: &Surd) -> Surd {
        let cells: Vec<(Surd, Surd, u32)> = cells
            .iter()
            .enumerate()
            .map(|(i, &(start, value))| {
                let end = cells.get(i + 1).map_or_else(|| Surd::from(1000), |cell| self.surd(cell.0));
                (self.surd(start), end, value)
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
    fn gain_at(&self, cells: &[(Number, u32)], segment: &Surd) -> Surd {
        let chances = self.lengths.iter().map(|&length| {
            let y = segment - self.surd(length);
            if y.is_zero() { Surd::one() } else { self.measure(cells, &y) / y }
        });
        let sum = chances.fold(Surd::zero(), |sum, chance| sum + chance);
        sum * segment / Surd::from(self.lengths.len() as u64)
    }

    /// Every corner of every two cells, moved by each length, and a grid between.
    fn places(&self, cells: &[(Number, u32)], from: &Surd, to: &Surd) -> Vec<Surd> {
        let corners = cells.iter().flat_map(|a| cells.iter().map(move |b| a.0.plus(b.0)));
        let corners: BTreeSet<Number> =
            corners.flat_map(|corner| self.lengths.iter().map(move |&length| corner.plus(length))).collect();
        let mut places: Vec<Surd> = corners.into_iter().map(|corner| self.surd(corner)).collect();
        places.extend((0..10).map(|step| from + (to - from) * Surd::from(step) / Surd::from(10)));
        places.retain(|place| from <= place && place <= to);
        places
    }

    /// g is that of the definition at every sum of lengths, and steps nowhere else.
    fn check_values(&self, limit: i64) {
        let cells = self.by_definition(limit);
        let grundy = Grundy::new(&self.lengths(), &Surd::from(limit)).unwrap();
        for &(point, value) in &cells {
            assert_eq!(grundy.value_at(&self.surd(point)), Ok(value), "g at {point:?}");
        }
        let changes = cells.windows(2).filter(|pair| pair[0].1 != pair[1].1).count();
        assert_eq!(grundy.steps().len(), changes + 1);
        for method in Method::ALL {
            let by_method = GrundyRun::by_method(method, &self.lengths(), grundy.limit()).unwrap();
            assert_eq!(by_method.finish(), grundy, "{method}");
        }
    }

    /// The value in the middle of each gap is that of its beginning, by the definition.
    fn check_gaps(&self, limit: i64) {
        // twice as many places
        let twice = |number: Number| number.plus(number);
        let fine = Self {
            denominator: 2 * self.denominator,
            lengths: self.lengths.iter().copied().map(twice).collect(),
            digits: self.digits.clone(),
        };
        let cells: Vec<_> =
            self.by_definition(limit).into_iter().map(|(start, value)| (twice(start), value)).collect();
        for pair in cells.windows(2) {
            let [a, b] = [pair[0].0, pair[1].0].map(|end| Number { parts: end.parts.map(|x| x / 2), ..end });
            assert_eq!(fine.value_from(&merged(&cells), a.plus(b)), pair[0].1, "between {a:?} and {b:?}");
        }
    }

    /// The certified maximum of e is reached where it says, and exceeded nowhere.
    fn check_maximum(&self, from: i64, to: i64) {
        let cells = merged(&self.by_definition(to));
        let (from, to) = (Surd::from(from), Surd::from(to));
        let grundy = Grundy::new(&self.lengths(), &to).unwrap();
        let maximum = grundy.maximum(&from, &to).unwrap();
        let best = maximum.value.as_surd().unwrap();
        let at = maximum.at.as_surd().unwrap();
        assert_eq!(&self.gain_at(&cells, at), best);
        let places = self.places(&cells, &from, &to);
        assert!(places.len() > 12, "{} places for {}", places.len(), self.lengths());
        for place in &places {
            let value = self.gain_at(&cells, place);
            assert_eq!(grundy.gain_at(place).unwrap().value, value, "e({place})");
            assert!(value <= *best, "e({place}) = {value}");
            assert!(value < *best || place >= at, "{place} is as good, and further left");
        }
    }
}

impl Game {
    /// The rows of an explanation are all moves up to the middle, each with what it leaves; and
    /// the value is the mex of theirs. Returns how many rows there are.
    fn check_explanation(&self, cells: &[(Surd, u32)], segment: &Surd) -> usize {
        let lengths = self.lengths.iter().map(|&length| self.surd(length).to_string());
        let question = json!({
            "command": "explain",
            "lengths": lengths.collect::<Vec<_>>().join(","),
            "rule": self.digits.iter().map(ToString::to_string).collect::<Vec<_>>().join(","),
            "at": segment.to_string(),
        });
        let answer: Value = serde_json::from_str(&ask(&question.to_string()).unwrap().to_json()).unwrap();
        let rows = answer["options"].as_array().unwrap();
        let value = |at: &Surd| cells[cells.partition_point(|(start, _)| start <= at) - 1].1;
        let surd = |number: &Value| -> Surd { number.as_str().unwrap().parse().unwrap() };
        let two = Surd::from(2);
        for (&length, digit) in self.lengths.iter().zip(&self.digits) {
            let (length, what) = (self.surd(length), format!("{question}, length {length:?}"));
            let of_length: Vec<_> = rows.iter().filter(|row| surd(&row["length"]) == length).collect();
            if length > *segment {
                assert_eq!(of_length.len(), 0, "{what}");
                continue;
            }
            let rest = segment - &length;
            // up to where moves are listed, and whether that is one of them
            let mut listed = (Surd::zero(), false);
            for row in &of_length {
                let [start, end] = ["start", "end"].map(|key| surd(&row[key]));
                assert_eq!((&start, &row["start_included"]), (&listed.0, &json!(!listed.1)), "{what}: {row}");
                listed = (end.clone(), row["end_included"] == true);
                let cuts = cells.iter().flat_map(|(at, _)| [at.clone(), &rest - at]);
                let mut places: Vec<Surd> = cuts.filter(|at| start < *at && *at < end).collect();
                places.sort();
                places.insert(0, start.clone());
                places.push(end.clone());
                let middles = places.windows(2).map(|pair| (&pair[0] + &pair[1]) / &two).collect::<Vec<_>>();
                places.extend(middles);
                for at in places {
                    let is_left_out = at == start && row["start_included"] != true || at == end && !listed.1;
                    if !is_left_out {
                        let values = [value(&at), value(&(&rest - &at))];
                        assert_eq!(row["values"], json!(values), "{what}: {row} at {at}");
                        assert_eq!(row["xor"], values[0] ^ values[1]);
                    }
                }
                let right = match row["left"][1].as_str().unwrap() {
                    single if start == end => single,
                    range => range[1..].split_once("..").unwrap().0,
                };
                assert_eq!(right.parse(), Ok(&rest - end), "{row}");
            }
            let last = if *digit == 3 { Surd::zero() } else { rest / &two };
            assert_eq!(listed, (last, true), "{what}");
        }
        let left: BTreeSet<u64> = rows.iter().map(|row| row["xor"].as_u64().unwrap()).collect();
        let mex = (0..).find(|value| !left.contains(value)).unwrap();
        assert_eq!((&answer["value"], mex), (&json!(mex), u64::from(value(segment))), "{question}");
        rows.len()
    }
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

/// Neighbouring cells of one value as one cell.
fn merged(cells: &[(Number, u32)]) -> Vec<(Number, u32)> {
    let mut merged = cells.to_vec();
    merged.dedup_by_key(|cell| cell.1);
    merged
}

#[test]
fn grundy_values_up_to_forty() {
    assert!(Game::squares().by_definition(40).len() > 500);
    Game::squares().check_values(40);
}

#[test]
fn gains_and_probabilities_at_and_between_lattice_points() {
    let game = Game::squares();
    let cells = merged(&game.by_definition(14));
    for text in ["sqrt2", "3/2", "2", "4", "5+sqrt2", "7", "19/2", "3+4sqrt2", "11", "27/2", "14"] {
        let segment: Surd = text.parse().unwrap();
        let gain = Grundy::new(&Lengths::default(), &segment).unwrap().gain_at(&segment).unwrap();
        assert_eq!(gain.value, game.gain_at(&cells, &segment), "e({text})");
        for (chance, &length) in gain.chances.iter().zip(&game.lengths) {
            let expected = game.measure(&cells, &(&segment - game.surd(length)));
            assert_eq!(chance.measure, expected, "W for {length:?} at {text}");
        }
    }
}

#[test]
fn no_place_of_a_range_exceeds_the_certified_maximum() {
    Game::squares().check_maximum(3, 12);
}

/// Games whose lengths have numbers and denominators of six digits and more: for some of them keys
/// of 64 bits would not keep the order.
#[test]
fn lengths_of_large_numbers() {
    let million = 1_000_000;
    let digits = 10_i64.pow(15);
    for (game, is_narrow, limit, [from, to]) in [
        (Game::new(&[2], 100_000, &[[300_001, 0], [0, 600_000], [300_000, 0]]), true, 60, [9, 50]),
        (Game::new(&[2], digits, &[[digits, 0], [1_414_213_562_373_095, 0]]), true, 20, [2, 8]),
        (Game::new(&[2], million, &[[million, 0], [0, million - 1], [0, million + 1]]), false, 8, [2, 6]),
        (
            Game::new(&[5], million, &[[2 * million, 3], [3 * million, -million - 7], [million, 999_983]]),
            false,
            9,
            [4, 7],
        ),
        (Game::new(&[94], 999_983, &[[-8_000_007, 999_983], [1_700_000, -20_001]]), false, 24, [2, 16]),
    ] {
        let lengths = game.lengths();
        let lattice = lengths.lattice(&Surd::from(limit)).unwrap();
        assert_eq!(lattice.scale().is_narrow, is_narrow, "{lengths}");
        game.check_values(limit);
        game.check_maximum(from, to);
    }
}

/// Of one root and of several, also with dependent ones.
const ROOTS: [&[i64]; 8] = [&[2], &[3], &[5], &[7], &[2, 3], &[2, 3, 6], &[5, 7], &[6, 10, 15]];

/// A whole part below 6 and small ones of the roots.
fn parts(roots: &[i64], mut random: impl FnMut(usize) -> i64) -> [i64; 4] {
    let mut parts = [random(6), 0, 0, 0];
    for part in &mut parts[1..=roots.len()] {
        *part = random(3);
    }
    parts
}

/// Games with several roots, as far as all pairs of cells can be gone through.
#[test]
fn lengths_of_several_roots() {
    let three = Game::new(&[2, 3], 1, &[[1, 0, 0], [0, 1, 0], [0, 0, 1]]);
    let is_long = property::cases(1).cases > 1;
    three.check_values(if is_long { 60 } else { 36 });
    three.check_gaps(12);
    three.check_maximum(2, 8);
    let four = Game::new(&[2, 3, 5], 1, &[[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]);
    four.check_values(if is_long { 20 } else { 15 });
    four.check_maximum(3, 5);
    Game::new(&[2, 3], 1, &[[1, 1, 0], [2, 0, 1], [0, 1, 1]]).check_values(22);
    // √6 = √2·√3, and parts of both signs over a denominator
    Game::new(&[2, 3, 6], 5, &[[9, -2, 1, 0], [0, 7, 0, -1], [3, 0, 0, 2]]).check_values(9);
}

/// {√2, √3} is {1, √6/2}, √2 times.
#[test]
fn a_scaled_game_has_scaled_steps() {
    let root = Surd::square_root_of(2);
    let limit = Surd::from(300);
    let [large, small] = ["sqrt2,sqrt3", "1,sqrt6/2"].map(|lengths| lengths.parse::<Lengths>().unwrap());
    let large = Grundy::new(&large, &(&limit * &root)).unwrap();
    let small = Grundy::new(&small, &limit).unwrap();
    let steps = |table: &Grundy, scale: &Surd| -> Vec<_> {
        let steps = table.steps().intervals();
        steps.map(|(&start, _, &value)| (table.lattice().exact(start) * scale, value)).collect()
    };
    assert!(small.steps().len() > 500);
    assert_eq!(steps(&large, &Surd::one()), steps(&small, &root));
}

/// Random lengths with random digits, and random segments.
#[test]
fn explanations_list_all_moves_and_what_they_leave() {
    let mut random = Random::new(71);
    let (mut cases, mut rows) = (0, 0);
    while cases < 300 {
        let roots = ROOTS[random.below(ROOTS.len())];
        let lengths: Vec<_> =
            (0..=random.below(3)).map(|_| parts(roots, |below| random.below(below) as i64)).collect();
        let distinct = (1..lengths.len()).all(|i| !lengths[..i].contains(&lengths[i]));
        if lengths.contains(&[0; 4]) || !distinct {
            continue;
        }
        let digits = lengths.iter().map(|_| [3, 7][random.below(2)]).collect();
        let game = Game { digits, ..Game::new(roots, 1 + random.below(2) as i64, &lengths) };
        let cells = game.by_definition(10);
        let cells: Vec<_> = cells.into_iter().map(|(start, value)| (game.surd(start), value)).collect();
        // at a step, and anywhere
        let step = cells[random.below(cells.len())].0.clone();
        let anywhere: Surd = format!("{}/12", random.below(121)).parse().unwrap();
        rows += [step, anywhere].iter().map(|segment| game.check_explanation(&cells, segment)).sum::<usize>();
        cases += 1;
    }
    assert!(rows > 1000, "{rows} rows");
}

/// Random lengths with random digits: at every sum of lengths, and in the middle of every gap.
#[test]
fn digits_of_random_lengths() {
    let mut state = 7_u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % below) as i64
    };
    let (mut cases, mut mixed) = (0, 0);
    while cases < 500 {
        let roots = ROOTS[random(ROOTS.len() as u64) as usize];
        let lengths: Vec<_> = (0..=random(3)).map(|_| parts(roots, |below| random(below as u64))).collect();
        let denominator = 1 + random(2);
        let distinct = (1..lengths.len()).all(|i| !lengths[..i].contains(&lengths[i]));
        if lengths.contains(&[0; 4]) || !distinct {
            continue;
        }
        let digits: Vec<u8> = lengths.iter().map(|_| [3, 7][random(2) as usize]).collect();
        mixed += usize::from(digits.contains(&3) && digits.contains(&7));
        let game = Game { digits, ..Game::new(roots, denominator, &lengths) };
        game.check_values(14);
        game.check_gaps(10);
        cases += 1;
    }
    assert!(mixed > 100);
}
