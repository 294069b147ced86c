//! The squares by the definition: g at every sum of lengths from all pairs of cells, W as a sum
//! over all pairs of cells. Places are pairs of integers with an order of their own.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use itertools::Itertools;
use serde_json::Value;

use super::choices::Choices;
use super::exact::Exact;
use super::question::{Question, rewritten};

/// (a + b√d + c√e)/r, with the d, e and r of its game; c = 0 if that has one root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    a: i128,
    parts: [i128; 2],
    roots: [u64; 2],
}

impl Place {
    pub fn plus(self, other: Self) -> Self {
        self.of(self.a + other.a, [0, 1].map(|index| self.parts[index] + other.parts[index]))
    }

    pub fn minus(self, other: Self) -> Self {
        self.plus(other.times(-1))
    }

    /// The place in the middle; halves of a place are whole, see [`Game::FINE`].
    pub fn middle(self, other: Self) -> Self {
        let sum = self.plus(other);
        sum.of(sum.a / 2, sum.parts.map(|part| part / 2))
    }

    fn times(self, factor: i128) -> Self {
        self.of(self.a * factor, self.parts.map(|part| part * factor))
    }

    fn of(self, a: i128, parts: [i128; 2]) -> Self {
        Self { a, parts, ..self }
    }

    pub fn zero(self) -> Self {
        self.of(0, [0; 2])
    }

    /// By squares.
    fn sign(self) -> Ordering {
        let (a, [b, c], [d, e]) = (self.a, self.parts, self.roots.map(i128::from));
        let [first, last] = [sign(a, b, d), c.cmp(&0)];
        if last.is_eq() || first == last {
            return first;
        }
        if first.is_eq() {
            return last;
        }
        // (a + b√d)² − c²·e
        if sign(a * a + b * b * d - c * c * e, 2 * a * b, d).is_gt() { first } else { last }
    }

    pub fn is_negative(self) -> bool {
        self.sign().is_lt()
    }
}

/// The sign of a + b√d.
fn sign(a: i128, b: i128, d: i128) -> Ordering {
    let by_squares = (a * a).cmp(&(d * b * b));
    match (a.cmp(&0), b.cmp(&0)) {
        (Ordering::Equal, sign) | (sign, Ordering::Equal) => sign,
        (left, right) if left == right => left,
        (Ordering::Greater, _) => by_squares,
        (Ordering::Less, _) => by_squares.reverse(),
    }
}

impl Ord for Place {
    fn cmp(&self, other: &Self) -> Ordering {
        self.minus(*other).sign()
    }
}

impl PartialOrd for Place {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// How a game may be asked about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Pieces {
    /// Each length has the digit 3 or 7.
    AnyDigits,
    /// All digits are 7: a random place is one anywhere.
    Anywhere,
}

/// A game, with g as far as it is needed.
pub struct Game {
    /// How questions write the first root of lengths: as √n of another n, over a number.
    spelled: Option<(u32, u32)>,
    denominator: i128,
    /// Ascending, with their digits.
    pub lengths: Vec<(Place, u8)>,
    method: Option<&'static str>,
    /// All sums of lengths from 0 on, ascending, with the value from there to the next.
    pub cells: Vec<(Place, u32)>,
}

impl Game {
    /// Places of a game are multiples of four: two halvings lie between.
    const FINE: i128 = 4;

    /// A random game, with g at up to `most` sums of lengths.
    pub fn random(choices: &mut Choices, pieces: Pieces, most: u64) -> Self {
        let is_rational = choices.once_in(3);
        let (roots, spelled) = choices.one_of(&[
            ([2, 0], None),
            ([3, 0], None),
            ([5, 0], None),
            ([2, 0], Some((8, 2))),
            ([3, 0], Some((12, 2))),
            ([94, 0], None),
            ([999_983, 0], None),
            ([2, 3], None),
            ([3, 6], None),
            ([2, 5], Some((50, 5))),
            ([5, 7], None),
        ]);
        let zero = Place { a: 0, parts: [0; 2], roots };
        let rule = if pieces == Pieces::Anywhere { 0 } else { choices.below(4) };
        let mut lengths: Vec<(Place, u8)> = vec![];
        choices.list(4, |choices| {
            let parts = roots.map(|d| if d == 0 { 0 } else { choices.small(6).into() });
            let parts = if is_rational { [0; 2] } else { parts };
            let mut length = zero.of(choices.small(12).into(), parts);
            length.a *= if choices.once_in(4) { -1 } else { 1 };
            // numbers that nearly agree; with two roots their keys would soon be too long
            if let Some(&(last, _)) = lengths.last().filter(|_| choices.once_in(6) && roots[1] == 0) {
                length = last.plus(tiny(choices, zero));
            }
            length = if length.sign().is_lt() { zero.minus(length) } else { length };
            length.a += i128::from(length == zero);
            let digit = match rule {
                0 | 1 => 7,
                2 => choices.one_of(&[7, 3]),
                _ => 3,
            };
            if lengths.iter().all(|(other, _)| *other != length) {
                lengths.push((length, digit));
            }
        });
        let denominator = i128::from(1 + choices.small(6));
        let method = choices.one_of(&[None, None, Some("places"), Some("sort"), Some("engine")]);
        Self::of(spelled, denominator, lengths, method, 2 + choices.small(most))
    }

    /// The game of these lengths; those are left out that the first sums do not reach.
    fn of(
        spelled: Option<(u32, u32)>,
        denominator: i128,
        mut lengths: Vec<(Place, u8)>,
        method: Option<&'static str>,
        sums: u64,
    ) -> Self {
        for (length, _) in &mut lengths {
            *length = length.times(Self::FINE);
        }
        lengths.sort_unstable();
        let mut game =
            Self { spelled, denominator: denominator * Self::FINE, lengths, method, cells: vec![] };
        let mut ends = BTreeSet::from([game.longest().zero()]);
        while (game.cells.len() as u64) < sums.max(2) {
            let Some(at) = ends.pop_first() else { break };
            ends.extend(game.lengths.iter().map(|(length, _)| at.plus(*length)));
            game.cells.push((at, game.value_from(at)));
        }
        let last = game.last();
        game.lengths.retain(|(length, _)| *length <= last);
        game
    }

    /// The value from a place on, from all cells before it.
    fn value_from(&self, at: Place) -> u32 {
        let mut options = vec![false; 64];
        let mut add = |value: u32| {
            let index = value as usize;
            options.resize(options.len().max(index + 1), false);
            options[index] = true;
        };
        for &(length, digit) in self.lengths.iter().filter(|(length, _)| *length <= at) {
            let left = at.minus(length);
            if digit == 3 {
                add(self.value(left));
                continue;
            }
            // x in one cell and left − x in another: the sum of their starts is at most `left`, and
            // that of their ends beyond it
            let known = self.cells.partition_point(|(start, _)| *start <= left);
            let end = |index: usize| self.cells.get(index + 1).map(|cell| cell.0);
            for i in 0..known {
                for j in (i..known).take_while(|&j| self.cells[i].0.plus(self.cells[j].0) <= left) {
                    let is_over = end(i).zip(end(j)).is_some_and(|(one, other)| one.plus(other) <= left);
                    if !is_over {
                        add(self.cells[i].1 ^ self.cells[j].1);
                    }
                }
            }
        }
        options.iter().take_while(|&&is_option| is_option).count() as u32
    }

    /// g at a place up to the last one.
    pub fn value(&self, at: Place) -> u32 {
        let after = self.cells.partition_point(|(start, _)| *start <= at);
        after.checked_sub(1).map_or(0, |index| self.cells[index].1)
    }

    pub fn longest(&self) -> Place {
        self.lengths.iter().map(|(length, _)| *length).max().unwrap_or(Place {
            a: 1,
            parts: [0; 2],
            roots: [2, 0],
        })
    }

    /// The last place at which g is known.
    pub fn last(&self) -> Place {
        self.cells.last().map_or_else(|| self.longest(), |(start, _)| *start)
    }

    /// The steps of g up to a place, at which one may begin: neighbouring cells with one value are
    /// one.
    pub fn steps(&self, limit: Place) -> Vec<(Place, u32)> {
        let cells = self.cells.iter().copied().filter(|(start, _)| *start <= limit);
        cells.dedup_by(|one, other| one.1 == other.1).collect()
    }

    /// The measure of { x in [0, y] : g(x) xor g(y − x) = target }.
    pub fn measure(&self, target: u32, y: Place) -> Place {
        let mut steps = self.steps(y);
        steps.push((y, 0));
        let mut sum = y.zero();
        for (one, other) in steps.iter().tuple_windows().cartesian_product(steps.iter().tuple_windows()) {
            let (((start, value), (end, _)), ((other_start, other_value), (other_end, _))) = (one, other);
            let left = (*start).max(y.minus(*other_end));
            let right = (*end).min(y.minus(*other_start));
            if value ^ other_value == target && left < right {
                sum = sum.plus(right.minus(left));
            }
        }
        sum
    }

    /// For a length, the probability that a random first piece of it wins on a segment.
    pub fn chance(&self, length: Place, segment: Place) -> Exact {
        let y = segment.minus(length);
        let chance = self.exact(self.measure(0, y)).over(&self.exact(y));
        chance.unwrap_or_else(|| Exact::whole(1)) // y = 0: the only place leaves nothing
    }

    /// e(L), by its definition.
    pub fn gain(&self, segment: Place) -> Exact {
        let chances = self.lengths.iter().map(|(length, _)| self.chance(*length, segment));
        let sum = chances.fold(Exact::whole(0), |sum, chance| sum.plus(&chance));
        let mean = sum.over(&Exact::whole(self.lengths.len() as u64));
        mean.unwrap_or(sum).times(&self.exact(segment))
    }

    pub fn exact(&self, place: Place) -> Exact {
        let parts = place.roots.into_iter().zip(place.parts);
        Exact::new([(1, place.a)].into_iter().chain(parts.filter(|(_, part)| *part != 0)), self.denominator)
    }

    /// A number as an answer writes it.
    pub fn read(&self, number: &Value) -> Option<Exact> {
        Exact::read(number.as_str()?)
    }

    /// The text of a number in an answer as this game writes it, and of any other value without
    /// quotes.
    pub fn rewritten(&self, number: &Value) -> String {
        rewritten(number)
    }

    /// g at any number up to the last place.
    pub fn value_at(&self, number: &Exact) -> u32 {
        let after = self.cells.partition_point(|(start, _)| self.exact(*start).is_at_most(number));
        after.checked_sub(1).map_or(0, |index| self.cells[index].1)
    }

    /// Where a piece leaves a target on a segment, as intervals.
    pub fn winning_places(&self, (length, digit): (Place, u8), segment: Place, target: u32) -> Vec<String> {
        let y = segment.minus(length);
        let wins = |x: Place| self.value(x) ^ self.value(y.minus(x)) == target;
        let written = |[left, right]: [Place; 2], signs: [char; 2]| {
            format!("{}{}, {}{}", signs[0], self.write(left), self.write(right), signs[1])
        };
        if digit == 3 {
            let places = [y.zero(), y].into_iter().dedup();
            return places.filter(|&x| wins(x)).map(|x| written([x, x], ['[', ']'])).collect();
        }
        let starts = self.steps(y).into_iter().map(|step| step.0);
        let cuts = starts.flat_map(|start| [start, y.minus(start)]).chain([y.zero(), y]);
        let cuts = cuts.sorted_unstable().dedup().collect_vec();
        // each cut, and the places up to the next one, all of which win or none of them
        let next = |index: usize| *cuts.get(index + 1).unwrap_or(&y);
        let parts = cuts.iter().enumerate().flat_map(|(index, &cut)| [[cut, cut], [cut, next(index)]]);
        let parts = parts.take(2 * cuts.len() - 1).map(|ends| (ends, wins(ends[0].middle(ends[1]))));
        let parts = parts.chunk_by(|part| part.1);
        let winning = parts.into_iter().filter(|(wins, _)| *wins).filter_map(|(_, mut parts)| {
            let (first, _) = parts.next()?;
            let last = parts.last().map_or(first, |(last, _)| last);
            let sign = |part: [Place; 2], signs: [char; 2]| signs[usize::from(part[0] == part[1])];
            Some(written([first[0], last[1]], [sign(first, ['(', '[']), sign(last, [')', ']'])]))
        });
        winning.collect()
    }

    /// The place of a number that has the denominator of places.
    pub fn place_of(&self, number: &Exact) -> Option<Place> {
        let (mut parts, r) = number.parts();
        let unit = i128::try_from(&r).ok().filter(|r| self.denominator % r == 0)?;
        let mut part = |d: u64| {
            let part = i128::try_from(&parts.remove(&d).unwrap_or_default()).ok();
            part?.checked_mul(self.denominator / unit)
        };
        let zero = self.longest().zero();
        let (a, [b, c]) = (part(1)?, zero.roots.map(&mut part));
        Some(zero.of(a, [b?, c?])).filter(|_| parts.is_empty())
    }

    pub fn write(&self, place: Place) -> String {
        self.exact(place).to_string()
    }

    /// A place from one on, and up to the last at which g is known: at a sum of lengths, in the
    /// middle between two, near one, or half of one.
    pub fn random_place(&self, choices: &mut Choices, from: Place) -> Place {
        let first = self.cells.partition_point(|(start, _)| *start < from);
        let Some(count) = self.cells.len().checked_sub(first).filter(|count| *count > 0) else { return from };
        let index = first + choices.below(count as u64) as usize;
        let (place, kind) = (self.cells[index].0, choices.below(5));
        let next = self.cells.get(index + 1).map_or(place, |cell| cell.0);
        let found = match kind {
            0 | 1 => place,
            2 => place.middle(next),
            3 => {
                let near = tiny(choices, place);
                place.plus(near.times(Self::FINE))
            }
            _ => place.middle(place.zero()),
        };
        if from <= found && found <= self.last() { found } else { place }
    }

    /// The question with the lengths of this game, and with its rule and method if it has them.
    pub fn about(&self, question: Question) -> Question {
        let mut lengths = self.lengths.iter().map(|(length, _)| self.write(*length)).join(",");
        if let Some((n, over)) = self.spelled {
            let root = format!("sqrt({})", self.longest().roots[0]);
            lengths = lengths.replace(&root, &format!("sqrt({n})/{over}"));
        }
        let digits = self.lengths.iter().map(|(_, digit)| digit).collect_vec();
        let mut question = question.option("lengths", lengths);
        if digits.contains(&&3) {
            question = question.option("rule", digits.iter().join(","));
        }
        match self.method {
            Some(method) => question.option("method", method),
            None => question,
        }
    }
}

/// A number near 0, of two that nearly agree.
fn tiny(choices: &mut Choices, zero: Place) -> Place {
    let (p, q) = convergent(zero.roots[0].into(), choices.small(24), 1_000_000);
    zero.of(p, [-q, 0])
}

/// p and q of a fraction p/q near √d: the convergent of this number of its continued fraction, or
/// the last one whose p is within a bound.
pub fn convergent(d: i128, number: u64, bound: i128) -> (i128, i128) {
    let root = d.isqrt();
    let (mut m, mut below, mut term) = (0, 1, root);
    let (mut before, mut convergent) = ((1, 0), (root, 1));
    for _ in 0..number {
        m = below * term - m;
        below = (d - m * m) / below;
        term = (root + m) / below;
        let next = (term * convergent.0 + before.0, term * convergent.1 + before.1);
        if next.0 > bound {
            break;
        }
        (before, convergent) = (convergent, next);
    }
    convergent
}
