//! e as straight lines and cubics with proven errors.
//!
//! # The error of a line
//! On a piece from P to Q with Q − P = h the chord is off by at most h²/8 · max |e''|, and
//!
//! ```text
//! |e''(L)| ≤ (2/|S|) · Σ_s |c_s|·s/(P − s)³      for P ≤ L ≤ Q.
//! ```
//!
//! # The error of a cubic
//! The cubic with the values and the derivatives of e at P and at Q is off by at most h⁴/384 ·
//! max |e''''|, and |e''''(L)| ≤ (24/|S|) · Σ_s |c_s|·s/(P − s)⁵. As x = P + h·t is linear in t,
//! its control points lie at P + h/3 and Q − h/3, on the tangents.
//!
//! A piece that neither draws well enough is halved.
//!
//! # A line through many places
//! Places are gathered by columns, one pixel wide. In each column the lowest, the highest and the
//! last place are kept, and between them what is needed so that no place that is dropped is farther
//! than [`TOLERANCE`] from the line (the algorithm of Ramer, Douglas and Peucker). A column with
//! more than [`MOST_IN_COLUMN`] places left is a solid mark at any resolution of the screen: there
//! the three places are an envelope, from the lowest to the highest value in the column (as in U.
//! Jugel and others, *M4: a visualization-oriented time series data aggregation*, Proc. VLDB 7
//! (2014)).

use super::drawing::{Path, Spot};
use crate::games::squares::FloatPiece;

/// How far a line or a cubic may be from e, in pixels.
const FITTED: f64 = 0.03;

/// Draws a piece with these ends from where the outline is; `place` says where L and e lie, and
/// `scale` how many pixels a unit of e has.
pub(super) fn draw(
    outline: &mut Outline,
    piece: &FloatPiece<'_>,
    ends: [(f64, f64); 2],
    place: &impl Fn((f64, f64)) -> Spot,
    scale: f64,
) {
    draw_part(outline, piece, ends, place, scale, MOST_HALVINGS);
}

fn draw_part(
    outline: &mut Outline,
    piece: &FloatPiece<'_>,
    [(start, low), (end, high)]: [(f64, f64); 2],
    place: &impl Fn((f64, f64)) -> Spot,
    scale: f64,
    halvings: u32,
) {
    let h = end - start;
    if h * h / 8.0 * piece.derivative_bound(2, start) * scale <= FITTED {
        return outline.line(place((end, high)));
    }
    if halvings == 0 || h.powi(4) / 384.0 * piece.derivative_bound(4, start) * scale <= FITTED {
        let controls = [
            (start + h / 3.0, low + h / 3.0 * piece.slope(start)),
            (end - h / 3.0, high - h / 3.0 * piece.slope(end)),
        ];
        return outline.cubic(controls.map(place), place((end, high)));
    }
    let at = f64::midpoint(start, end);
    let between = (at, piece.value(at));
    draw_part(outline, piece, [(start, low), between], place, scale, halvings - 1);
    draw_part(outline, piece, [between, (end, high)], place, scale, halvings - 1);
}

/// A cubic of a 2⁻²⁰th of a piece is far below any tolerance.
const MOST_HALVINGS: u32 = 20;

/// How far a place that is dropped may be from the line, in pixels.
const TOLERANCE: f64 = 0.07;
/// The most places of a column that are drawn one by one.
const MOST_IN_COLUMN: usize = 12;

/// A line that is being drawn from left to right.
#[derive(Default)]
pub(super) struct Outline {
    path: Path,
    /// The places of the column so far; the first is drawn already.
    column: Vec<Spot>,
}

impl Outline {
    /// A line from a place on.
    pub(super) fn from(start: Spot) -> Self {
        let mut path = Path::default();
        path.start(start);
        Self { path, column: vec![start] }
    }

    /// A straight line to a place.
    pub(super) fn line(&mut self, to: Spot) {
        let column = |spot: &Spot| spot.x.floor();
        let is_next = self.column.last().is_some_and(|last| column(last) != column(&to));
        if is_next && self.column.len() > 1 {
            self.flush();
        }
        self.column.push(to);
    }

    /// A cubic with these control points to a place.
    pub(super) fn cubic(&mut self, controls: [Spot; 2], to: Spot) {
        self.flush();
        self.path.cubic(controls, to);
        self.column = vec![to];
    }

    /// The whole line.
    pub(super) fn finish(mut self) -> Path {
        self.flush();
        self.path
    }

    /// Draws the places of the column; its last one begins the next.
    fn flush(&mut self) {
        let spots = std::mem::take(&mut self.column);
        let Some(&last) = spots.last() else { return };
        // the first place belongs to the column before
        let lowest = extreme(&spots, |y| -y);
        let highest = extreme(&spots, |y| y);
        let mut anchors = vec![0, lowest, highest, spots.len() - 1];
        anchors.sort_unstable();
        anchors.dedup();
        let mut kept = vec![];
        for pair in anchors.windows(2) {
            keep_between(&spots, pair[0], pair[1], &mut kept);
            kept.push(pair[1]);
        }
        let drawn = if kept.len() > MOST_IN_COLUMN { &anchors[1..] } else { &kept[..] };
        drawn.iter().for_each(|&index| self.path.line(spots[index]));
        self.column = vec![last];
    }
}

/// The first place with the greatest `key` of its height, other than the very first if there are
/// more.
fn extreme(spots: &[Spot], key: impl Fn(f64) -> f64) -> usize {
    let better =
        |best: usize, index: usize| if key(spots[index].y) > key(spots[best].y) { index } else { best };
    (1..spots.len()).fold(1.min(spots.len() - 1), better)
}

/// Adds the indices strictly between two kept places that are needed, in ascending order.
fn keep_between(spots: &[Spot], first: usize, last: usize, kept: &mut Vec<usize>) {
    // a stack instead of recursion: there may be thousands of places
    let mut open = vec![(first, last)];
    let start = kept.len();
    while let Some((first, last)) = open.pop() {
        let distance = |index: usize| distance(spots[index], spots[first], spots[last]);
        let farthest = (first + 1..last).map(|index| (distance(index), index));
        let farthest = farthest.max_by(|left, right| left.0.total_cmp(&right.0));
        if let Some((_, index)) = farthest.filter(|(distance, _)| *distance > TOLERANCE) {
            kept.push(index);
            open.push((first, index));
            open.push((index, last));
        }
    }
    kept[start..].sort_unstable();
}

/// How far a place is from the straight line between two others.
fn distance(spot: Spot, start: Spot, end: Spot) -> f64 {
    let (dx, dy) = (end.x - start.x, end.y - start.y);
    let square = dx * dx + dy * dy;
    let share = if square > 0.0 { ((spot.x - start.x) * dx + (spot.y - start.y) * dy) / square } else { 0.0 };
    let share = share.clamp(0.0, 1.0);
    (spot.x - start.x - share * dx).hypot(spot.y - start.y - share * dy)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line through these places, as the places that are drawn.
    fn drawn(spots: &[Spot]) -> Vec<Spot> {
        let mut outline = Outline::from(spots[0]);
        spots[1..].iter().for_each(|&spot| outline.line(spot));
        let path = outline.finish();
        let (mut at, mut drawn) = (Spot::default(), vec![]);
        for (start, letter) in path.data().char_indices().filter(|(_, c)| c.is_ascii_alphabetic()) {
            let rest = &path.data()[start + 1..];
            let rest = rest.split(|c: char| c.is_ascii_alphabetic()).next().unwrap();
            for step in rest.split(' ') {
                let number = |text: &str| text.parse::<f64>().unwrap();
                let (dx, dy) = match (letter, step.split_once(',')) {
                    ('h', None) => (number(step), 0.0),
                    ('v', None) => (0.0, number(step)),
                    (_, pair) => pair.map(|(dx, dy)| (number(dx), number(dy))).unwrap(),
                };
                at = Spot::new(at.x + dx, at.y + dy);
                drawn.push(at);
            }
        }
        drawn
    }

    /// A wave with a peak every `period` pixels and small teeth, of coordinates whose hundredths
    /// differ.
    fn wave(period: f64, count: u32) -> Vec<Spot> {
        let spot = |index: u32| {
            let x = f64::from(index) * 0.0213 + 0.5;
            Spot::new(
                x,
                50.0 + 40.0 * (x / period * std::f64::consts::TAU).sin() + 0.03 * f64::from(index % 3),
            )
        };
        (0..count).map(spot).collect()
    }

    #[test]
    fn places_that_are_dropped_lie_on_the_line() {
        let spots = wave(30.0, 5000);
        let drawn = drawn(&spots);
        assert!(drawn.len() < 1000, "{}", drawn.len());
        for spot in &spots {
            let near = drawn.windows(2).map(|pair| distance(*spot, pair[0], pair[1]));
            let near = near.fold(f64::INFINITY, f64::min);
            assert!(near < TOLERANCE + 0.02, "{near} at {spot:?}");
        }
    }

    #[test]
    fn a_crowded_column_keeps_its_lowest_and_highest_place() {
        let spots = wave(0.11, 5000);
        let drawn = drawn(&spots);
        assert!(drawn.len() < 500, "{}", drawn.len());
        for column in 1..106 {
            // places are rounded, and so may come to the next column
            let range = |spots: &[Spot], slack: f64| {
                let low = f64::from(column) - slack;
                let own = spots.iter().filter(|spot| low <= spot.x && spot.x < low + 1.0 + 2.0 * slack);
                own.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], spot| {
                    [low.min(spot.y), high.max(spot.y)]
                })
            };
            let [[low, high], kept] = [range(&spots, 0.0), range(&drawn, 0.006)];
            assert!(kept[0] <= low + 0.006 && kept[1] >= high - 0.006, "{column}: {low} {high} {kept:?}");
        }
    }
}
