//! Regions: one run for all lengths of a cell proves a period for each of its points.
//!
//! Lengths, and places on the segment, are forms a + b·x + c·y. Here each is the list of its values
//! at the corners of a cell, times the z of the corner. Of two places one is less than the other at
//! every point of the cell if nowhere in the list it is greater, and somewhere less. A run takes
//! the events in some order that agrees with this, and refuses the cell if two events in a row are
//! not in this order. So the steps of g are the same at every point.

use std::collections::BTreeMap;
use std::io::BufRead;
use std::iter::zip;

use itertools::Itertools;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed};

use super::proven::{Proven, ProvenClaim, ProvenGame};
use crate::number::linear_form;
use crate::proof::certificate::{Lines, MILLION, MOST_LENGTHS, VerifyError};

/// The most places of a run: with the largest numbers they take some hundred megabytes.
const MOST_PLACES: usize = 1 << 20;
/// The most events of a run: with the digit 7 there may be many more than places.
const MOST_EVENTS: usize = 1 << 24;

/// The coefficients of 1, x and y of a form; or z > 0, z·x and z·y of a corner.
type Triple = [BigInt; 3];

/// Reads a certificate of a region, and proves it.
pub(super) fn verify<R: BufRead>(lines: &mut Lines<R>) -> Result<Proven, VerifyError> {
    lines.need(lines.says("regions"), "nothing may follow 'regions'")?;
    lines.named("denominator")?;
    let [denominator] = lines.some_big_integers()?;
    lines.need(denominator.is_positive(), "the denominator is not positive")?;
    let mut lengths: Vec<(Triple, bool)> = vec![];
    while lines.next()? == "length" {
        let [one, x, y, digit] = lines.some_big_integers()?;
        let is_anywhere = digit == BigInt::from(7);
        lines.need(is_anywhere || digit == BigInt::from(3), "expected the digit 3 or 7")?;
        lengths.push(([one, x, y], is_anywhere));
    }
    lines
        .need((1..=MOST_LENGTHS).contains(&lengths.len()), format!("expected 1 to {MOST_LENGTHS} lengths"))?;
    lines.need_name("region")?;
    let region = Polygon::read(lines)?;
    let is_positive = |(length, _): &(Triple, bool)| {
        let zero = vec![BigInt::ZERO; region.corners.len()];
        is_less(&zero, &region.corners.iter().map(|corner| value(corner, length)).collect())
    };
    lines.need(lengths.iter().all(is_positive), "a length is not positive on the region")?;
    let mut count = 0;
    let mut large: Vec<Polygon> = vec![];
    while lines.next()? == "cell" {
        let cell = Polygon::read(lines)?;
        lines.need(region.has(&cell), "the cell is not inside the region")?;
        lines.named("period")?;
        let period = lines.some_big_integers()?;
        lines.named("from")?;
        let from = lines.some_big_integers()?;
        prove(&lengths, &cell.corners, &period, &from).map_err(|reason| lines.refused(reason))?;
        count += 1;
        if cell.dimension() == region.dimension() {
            large.push(cell);
        }
    }
    lines.need(count > 0, "no cell is stated")?;
    lines.need_name("share")?;
    let [stated] = lines.some_big_integers()?;
    lines.need(are_disjoint(&large), "two cells overlap")?;
    // fractions of many denominators, in pairs, and with no common divisor looked for in large ones
    let sizes = large.iter().map(|cell| cell.size().into_raw());
    let covered = sizes.tree_reduce(|(a, b), (c, d)| (a * &d + c * &b, b * d));
    let (covered, parts) = covered.unwrap_or((BigInt::ZERO, BigInt::one()));
    let (size, whole) = region.size().into_raw();
    let share = covered * whole * MILLION / (parts * size);
    lines.need(stated == share && share <= MILLION.into(), format!("the cells have {share} millionths"))?;
    lines.next()?;
    lines.end()?;
    let words = |form: &Triple| {
        let form = form.each_ref().map(|part| BigRational::new(part.clone(), denominator.clone()));
        linear_form(&form, &['x', 'y'])
    };
    let rule = lengths.iter().map(|(_, is_anywhere)| if *is_anywhere { "7" } else { "3" });
    let rule = if rule.clone().all_equal() { rule.take(1).collect() } else { rule.collect_vec().join(",") };
    let lengths = lengths.iter().map(|(length, _)| words(length)).collect();
    let share = if share == MILLION.into() { "1".to_owned() } else { format!("0.{:0>6}", share.to_string()) };
    Ok(Proven {
        game: ProvenGame::Region { lengths, rule },
        claim: ProvenClaim::Periods { cells: count, share },
    })
}

/// The corners of a convex polygon, counterclockwise, the two of an edge, or a point.
struct Polygon {
    corners: Vec<Triple>,
    /// The least and the greatest x, and those of y.
    ends: [[BigRational; 2]; 2],
}

impl Polygon {
    /// Reads those of this line.
    fn read<R: BufRead>(lines: &Lines<R>) -> Result<Self, VerifyError> {
        let integers = lines.big_integers()?;
        let corners: Vec<Triple> = integers.into_iter().tuples().map(|(z, x, y)| [z, x, y]).collect();
        let count = lines.rest().split(' ').count();
        let are_points = count == 3 * corners.len() && corners.iter().all(|corner| corner[0].is_positive());
        lines.need(are_points, "expected z x y for each corner, with z > 0")?;
        let places = |axis: usize| {
            let places =
                corners.iter().map(|corner| BigRational::new(corner[axis].clone(), corner[0].clone()));
            let ends = places.minmax().into_option();
            ends.map(|(least, greatest)| [least, greatest])
        };
        let ends = places(1).zip(places(2)).ok_or_else(|| lines.refused("expected corners"))?;
        let polygon = Self { ends: ends.into(), corners };
        let is_convex = match polygon.dimension() {
            0 => true,
            1 => polygon.ends.iter().any(|[least, greatest]| least < greatest),
            // each corner but the two of an edge lies to the left of it; so the sides turn once
            _ => polygon.sides().enumerate().all(|(side, form)| {
                let others = polygon.corners.iter().cycle().skip(side + 2).take(polygon.corners.len() - 2);
                others.into_iter().all(|corner| value(corner, &form).is_positive())
            }),
        };
        lines.need(is_convex, "the corners are not those of a convex polygon, counterclockwise")?;
        Ok(polygon)
    }

    fn dimension(&self) -> usize {
        self.corners.len().min(3) - 1
    }

    /// For each edge the form that is 0 on it, and positive to the left.
    fn sides(&self) -> impl Iterator<Item = Triple> {
        self.corners.iter().circular_tuple_windows().map(|(a, b)| {
            let minor = |i: usize, j: usize| &a[i] * &b[j] - &a[j] * &b[i];
            [minor(1, 2), minor(2, 0), minor(0, 1)]
        })
    }

    /// The area, the length of an edge along the axes, or 1.
    fn size(&self) -> BigRational {
        let [x, y] = self.ends.each_ref().map(|[least, greatest]| greatest - least);
        match self.dimension() {
            0 => BigRational::one(),
            1 => x + y,
            _ => {
                // triangles with the origin
                let twice = zip(self.sides(), self.corners.iter().circular_tuple_windows());
                let twice = twice.map(|([origin, ..], (a, b))| BigRational::new(origin, &a[0] * &b[0]));
                twice.sum::<BigRational>() / BigInt::from(2)
            }
        }
    }

    /// Whether another one lies in it.
    fn has(&self, other: &Self) -> bool {
        zip(&self.ends, &other.ends).all(|(own, other)| own[0] <= other[0] && other[1] <= own[1])
            && self.sides().all(|side| other.corners.iter().all(|corner| !value(corner, &side).is_negative()))
    }

    /// Whether the line of an edge divides a polygon from another one above it, along the second
    /// axis.
    fn is_below(&self, other: &Self) -> bool {
        let divides = |side: &Triple, beyond: &Self| {
            beyond.corners.iter().all(|corner| !value(corner, side).is_positive())
        };
        self.dimension() == 2
            && (self.sides().any(|side| side[2].is_negative() && divides(&side, other))
                || other.sides().any(|side| side[2].is_positive() && divides(&side, self)))
    }
}

/// A positive multiple of the value of a form at a corner.
fn value(corner: &Triple, form: &Triple) -> BigInt {
    zip(corner, form).map(|(part, coefficient)| part * coefficient).sum()
}

/// Whether no two polygons have an inner point in common, or no two parts of a line.
///
/// A sweep along an axis keeps those that it meets in their order, one above the other. Where two
/// begin to overlap, what was between them ends, or overlaps, too: so some two overlap that have
/// been neighbours by then.
fn are_disjoint(cells: &[Polygon]) -> bool {
    // an edge may be along the second axis
    let axis = usize::from(cells.iter().any(|cell| cell.ends[0][0] == cell.ends[0][1]));
    let ends = cells.iter().flat_map(|cell| [0, 1].map(|end| (&cell.ends[axis][end], end == 0, cell)));
    let mut met: Vec<&Polygon> = vec![];
    // at a place some end before others begin
    ends.sorted_by_key(|&(place, begins, _)| (place, begins)).all(|(_, begins, cell)| {
        let index = met.partition_point(|other| other.is_below(cell));
        if begins {
            met.insert(index, cell);
        } else {
            met.remove(index);
        }
        let neighbours = met[index.saturating_sub(1)..].iter().take(2 + usize::from(begins));
        neighbours.tuple_windows().all(|(one, other)| one.is_below(other))
    })
}

/// The values of a form at the corners.
type FormValues = Vec<BigInt>;

/// What happens at a place.
enum CellEvent {
    /// A nimber can be left by one move more, or by one less.
    Option(u32, i32),
    /// The steps i ≥ j begin to be the parts, and i − 1 and j − 1 end to be.
    Parts(usize, usize),
}

fn sum(one: &FormValues, other: &FormValues) -> FormValues {
    zip(one, other).map(|(part, other)| part + other).collect()
}

fn less(one: &FormValues, other: &FormValues) -> FormValues {
    zip(one, other).map(|(part, other)| part - other).collect()
}

/// Whether a place is less than another one on the whole cell.
fn is_less(one: &FormValues, other: &FormValues) -> bool {
    is_at_most(one, other) && one != other
}

fn is_at_most(one: &FormValues, other: &FormValues) -> bool {
    zip(one, other).all(|(part, other)| part <= other)
}

/// Adds to a count.
fn add(counts: &mut BTreeMap<u32, i32>, nimber: u32, by: i32) {
    let count = counts.entry(nimber).or_default();
    *count += by;
    if *count == 0 {
        counts.remove(&nimber);
    }
}

/// Proves a period and its least start on the cell of some corners, or says why not.
fn prove(
    lengths: &[(Triple, bool)],
    corners: &[Triple],
    period: &Triple,
    from: &Triple,
) -> Result<(), &'static str> {
    const UNDECIDED: &str = "an order is not the same on the whole cell";
    let place = |form: &Triple| -> FormValues { corners.iter().map(|corner| value(corner, form)).collect() };
    let zero = place(&Triple::default());
    let (period, from) = (place(period), place(from));
    let lengths = lengths.iter().map(|(length, is_anywhere)| (place(length), *is_anywhere)).collect_vec();
    if !lengths.iter().all(|(length, _)| is_less(&zero, length)) || !is_less(&zero, &period) {
        return Err("a length or the period is not positive on the cell");
    }
    let is_longest =
        |longest: &&(FormValues, bool)| lengths.iter().all(|(length, _)| is_at_most(length, &longest.0));
    let (longest, _) = lengths.iter().find(is_longest).ok_or(UNDECIDED)?;
    let delays =
        |anywhere: bool| lengths.iter().filter(move |length| length.1 == anywhere).map(|length| &length.0);
    let has_parts = delays(true).next().is_some();
    // the theorem of the page: from a start on g has to repeat up to here
    let end = |start: &FormValues| {
        let end = sum(start, longest);
        if has_parts { sum(&end, &sum(start, &period)) } else { end }
    };
    let once_more = sum(&from, &period);

    let mut waiting = BTreeMap::from([(zero, vec![])]);
    let mut steps: Vec<(FormValues, u32)> = vec![];
    let (mut options, mut reach) = (BTreeMap::new(), BTreeMap::new());
    // how many steps before the last one the same begins a period before, and from where on
    let mut repeated: Option<(usize, FormValues)> = None;
    let mut taken = 0;
    for _ in 0..MOST_PLACES {
        let Some((at, events)) = waiting.pop_first().filter(|_| taken <= MOST_EVENTS) else { break };
        taken += events.len();
        let reached = reach.clone();
        let mut parts = vec![];
        for event in events {
            match event {
                CellEvent::Option(nimber, by) => add(&mut options, nimber, by),
                CellEvent::Parts(i, j) => parts.push((i, j)),
            }
        }
        let value = zip(0.., options.keys()).find(|(nimber, held)| nimber != *held);
        let value = value.map_or(options.len() as u32, |(nimber, _)| nimber); // at most two for each step
        let before = steps.last().map(|step: &(FormValues, u32)| step.1);
        if before != Some(value) {
            steps.push((at.clone(), value));
            let left = before.map(|before| (before, -1));
            for (length, (nimber, by)) in
                delays(false).cartesian_product(left.into_iter().chain([(value, 1)]))
            {
                waiting.entry(sum(&at, length)).or_default().push(CellEvent::Option(nimber, by));
            }
            if has_parts {
                parts.push((steps.len() - 1, 0));
            }
        }
        for (i, j) in parts {
            add(&mut reach, steps[i].1 ^ steps[j].1, 1);
            if j > 0 {
                add(&mut reach, steps[i - 1].1 ^ steps[j - 1].1, -1);
            }
            if j < i {
                let next = sum(&steps[i].0, &steps[j + 1].0);
                waiting.entry(next).or_default().push(CellEvent::Parts(i, j + 1));
            }
        }
        let changes = reach.keys().filter(|nimber| !reached.contains_key(*nimber)).map(|nimber| (*nimber, 1));
        let ends = reached.keys().filter(|nimber| !reach.contains_key(*nimber)).map(|nimber| (*nimber, -1));
        for (length, (nimber, by)) in delays(true).cartesian_product(changes.chain(ends).collect_vec()) {
            waiting.entry(sum(&at, length)).or_default().push(CellEvent::Option(nimber, by));
        }
        // what waits in a row is in order, and all of it comes later
        if waiting.keys().next().is_some_and(|next| !is_less(&at, next)) {
            return Err(UNDECIDED);
        }
        let last = steps.len() - 1;
        if steps[last].0 != at {
            continue;
        }
        let earlier = (less(&at, &period), value);
        if repeated.as_ref().is_none_or(|(shift, _)| steps[last - shift] != earlier) {
            // places come in the order of their lists
            let step = steps.binary_search_by(|step| step.0.cmp(&earlier.0)).ok();
            let step = step.filter(|step| steps[*step] == earlier);
            repeated = step.and_then(|step| Some((last - step, least_start(&steps, step, &period)?)));
        }
        let start = repeated.as_ref().map(|(_, start)| start);
        let is_proven = start.is_some_and(|start| is_at_most(&end(start), &earlier.0));
        if (is_proven || is_less(&once_more, &at)) && start != Some(&from) {
            return Err("g does not repeat from there on, or does sooner");
        }
        if is_proven {
            return Ok(());
        }
    }
    Err("the run is too long to be checked here")
}

/// The least place from which on g repeats up to the last step, which is a period after that step.
fn least_start(steps: &[(FormValues, u32)], mut step: usize, period: &FormValues) -> Option<FormValues> {
    let mut last = steps.len() - 1;
    while step > 0 && steps[step - 1].1 == steps[last - 1].1 {
        let (left, other) = (&steps[step - 1].0, less(&steps[last - 1].0, period));
        if *left != other {
            // the part of the two steps that is still equal
            let is_later = is_less(left, &other);
            return (is_later || is_less(&other, left)).then(|| if is_later { other } else { left.clone() });
        }
        (step, last) = (step - 1, last - 1);
    }
    Some(steps[step].0.clone())
}

#[cfg(test)]
mod tests {
    use itertools::iproduct;

    use super::*;

    /// Whether the line of an edge has one polygon at its left and the other at its right.
    fn are_beside(one: &Polygon, other: &Polygon) -> bool {
        let divides = |from: &Polygon, beyond: &Polygon| {
            let is_right = |side: Triple| !beyond.corners.iter().any(|at| value(at, &side).is_positive());
            from.sides().any(is_right)
        };
        divides(one, other) || divides(other, one)
    }

    /// Triangles and quadrilaterals of a grid, which touch in many ways, in every pair and a few
    /// together: what the sweep says is so of all pairs.
    #[test]
    fn a_sweep_finds_whether_any_two_polygons_overlap() {
        let polygon = |places: &[(i32, i32)]| {
            let corners = places.iter().map(|&(x, y)| [1, x, y].map(BigInt::from)).collect_vec();
            let ends = |axis: usize| {
                let [least, greatest] =
                    [corners.iter().min_by_key(|c| &c[axis]), corners.iter().max_by_key(|c| &c[axis])]
                        .map(|corner| BigRational::from(corner.unwrap()[axis].clone()));
                [least, greatest]
            };
            Polygon { ends: [ends(1), ends(2)], corners }
        };
        let mut random = 1_u64;
        let mut below = |end: i32| {
            random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            (random >> 33) as i32 % end
        };
        let (mut overlapping, mut disjoint) = (0, 0);
        for round in 0..20_000 {
            let mut cells = vec![];
            for _ in 0..2 + round % 7 {
                let (x, y, [a, b, c, d]) = (below(8), below(8), [(); 4].map(|()| below(3)));
                let [one, two] = [(x, y), (x + 1 + a, y + b - 1)];
                cells.push(polygon(&match round % 3 {
                    0 => vec![one, two, (x + c - 1, y + 2 + d)],
                    _ => vec![one, (x + 1 + a, y), (x + 1 + a + c, y + 1 + b), (x + c, y + 1 + b)],
                }));
            }
            let is_convex = |cell: &Polygon| {
                let corners = iproduct!(cell.sides(), &cell.corners);
                corners.into_iter().all(|(side, corner)| !value(corner, &side).is_negative())
            };
            cells.retain(is_convex);
            let expected = cells.iter().tuple_combinations().all(|(one, other)| are_beside(one, other));
            assert_eq!(are_disjoint(&cells), expected, "round {round}");
            *(if expected { &mut disjoint } else { &mut overlapping }) += 1;
        }
        assert!(overlapping > 5000 && disjoint > 2000, "{overlapping} and {disjoint}");
    }
}
