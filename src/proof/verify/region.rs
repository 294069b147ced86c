//! Regions: one run for all lengths of a cell proves a period for each of its points.
//!
//! Lengths, and places on the segment, are forms a + b·x + c·y. Here each is the list of its values
//! at the corners of a cell, times the z of the corner. Of two places one is less than the other at
//! every point of the cell if nowhere in the list it is greater, and somewhere less. A run takes
//! the events in some order that agrees with this, and refuses the cell if two events in a row are
//! not in this order. So the steps of g are the same at every point.

use std::collections::{BTreeMap, HashMap};
use std::io::BufRead;
use std::iter::zip;

use itertools::Itertools;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

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
    let (size, mut covered, mut count) = (region.size(), BigRational::zero(), 0);
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
            covered += cell.size();
            large.push(cell);
        }
    }
    lines.need(count > 0, "no cell is stated")?;
    lines.need_name("share")?;
    let [stated] = lines.some_big_integers()?;
    lines.need(are_disjoint(&mut large), "two cells overlap")?;
    let share = (covered / size * BigInt::from(MILLION)).to_integer();
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

    /// Whether the line of an edge has another polygon at its right.
    fn has_beside(&self, other: &Self) -> bool {
        self.sides().any(|side| other.corners.iter().all(|corner| !value(corner, &side).is_positive()))
    }
}

/// A positive multiple of the value of a form at a corner.
fn value(corner: &Triple, form: &Triple) -> BigInt {
    zip(corner, form).map(|(part, coefficient)| part * coefficient).sum()
}

/// Whether no two polygons have an inner point in common, or no two parts of a line.
fn are_disjoint(cells: &mut [Polygon]) -> bool {
    // an edge may be along the second axis
    let axis = usize::from(cells.iter().any(|cell| cell.ends[0][0] == cell.ends[0][1]));
    cells.sort_by(|one, other| one.ends[axis].cmp(&other.ends[axis]));
    cells.iter().enumerate().all(|(index, cell)| {
        let beside = cells[index + 1..].iter().take_while(|other| other.ends[axis][0] < cell.ends[axis][1]);
        beside.into_iter().all(|other| {
            let [one, two] = [cell, other].map(|polygon| &polygon.ends[1]);
            let is_above = one[1] <= two[0] || two[1] <= one[0];
            cell.dimension() == 2 && (is_above || cell.has_beside(other) || other.has_beside(cell))
        })
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
    // the theorem of the page: g repeats for as long as this
    let end = sum(&from, longest);
    let end = if has_parts { sum(&end, &sum(&from, &period)) } else { end };

    let mut waiting = BTreeMap::from([(zero, vec![])]);
    let mut steps: Vec<(FormValues, u32)> = vec![];
    let mut numbers: HashMap<FormValues, usize> = HashMap::new();
    let (mut options, mut reach) = (BTreeMap::new(), BTreeMap::new());
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
            numbers.insert(at.clone(), steps.len());
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
        let Some((last, _)) = steps.last().filter(|step| step.0 == at) else { continue };
        let earlier = less(last, &period);
        if is_at_most(&end, &earlier) {
            if !waiting.keys().all(|next| is_less(&at, next)) {
                return Err(UNDECIDED);
            }
            let same = numbers.get(&earlier).filter(|step| steps[**step].1 == value);
            let start = same.and_then(|step| least_start(&steps, *step, &period));
            return if start == Some(from) {
                Ok(())
            } else {
                Err("g does not repeat from there on, or does sooner")
            };
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
