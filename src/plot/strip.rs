//! A strip of the winning places: bars, thin lines at the places between them that lose, and single
//! places in red.
//!
//! A column of pixels in which ends of several bars lie is drawn as a whole, in a shade that is the
//! lighter the less of the column wins. So a strip has no more marks than pixels.

use std::collections::BTreeMap;

use super::axis::{Scale, float};
use super::drawing::Drawing;
use super::path::{Path, Spot};
use crate::games::squares::Interval;

/// A bar alone in its columns has at least so many pixels.
const LEAST_WIDTH: f64 = 0.9;
/// Bars that a thin line separates have at least so many pixels.
const SEPARATED: f64 = 3.0;
/// How far a single place reaches beyond its strip.
const BEYOND: f64 = 3.0;
/// Single places closer than this are drawn as one.
const LEAST_DISTANCE: f64 = 0.5;
/// If there are many single places and each has fewer pixels on average, all are drawn beyond the
/// strip only.
const SINGLE_SPACE: f64 = 4.0;
/// From how many on single places are many.
const MANY: usize = 10;
/// How many shades there are.
const SHADES: u32 = 64;
/// How opaque a column is of which almost nothing wins.
const LEAST_SHADE: f64 = 0.3;

/// All places that a piece may have, up to `rest`, and where it wins, between two heights.
pub(super) fn draw(
    drawing: &mut Drawing,
    winning: &[Interval],
    [rest, segment]: [f64; 2],
    x: &Scale,
    [top, bottom]: [f64; 2],
) {
    let theme = drawing.theme;
    let mut back = Path::default();
    let end = x.at(rest).max(x.ends[0] + LEAST_WIDTH);
    back.rectangle(Spot::new(x.ends[0], top), Spot::new(end, bottom));
    drawing.fill(&back, theme.area);
    let mut whole = Path::default();
    whole.start(Spot::new(x.ends[0], bottom));
    whole.line(Spot::new(x.at(segment), bottom));
    drawing.stroke(&whole, theme.faint, 1.0);
    let places = Places::of(winning, x);
    let columns = Columns::of(&places.bars, x.ends[0]);
    for (shade, runs) in columns.shades() {
        let mut path = Path::default();
        for [start, end] in runs {
            path.rectangle(Spot::new(start, top), Spot::new(end, bottom));
        }
        let share = f64::from(shade) / f64::from(SHADES);
        let opacity = LEAST_SHADE + (1.0 - LEAST_SHADE) * share;
        let attributes =
            format!(" fill=\"{}\" fill-opacity=\"{opacity:.2}\" shape-rendering=\"crispEdges\"", theme.main);
        drawing.path(&path, &attributes);
    }
    let mut bars = Path::default();
    for [start, end] in places.bars.iter().filter_map(|&bar| columns.outside(bar)) {
        bars.rectangle(Spot::new(start, top), Spot::new(end, bottom));
    }
    drawing.fill(&bars, theme.main);
    let mut gaps = Path::default();
    for at in places.gaps {
        gaps.start(Spot::new(at, top));
        gaps.line(Spot::new(at, bottom));
    }
    drawing.stroke(&gaps, theme.area, 0.8);
    let mut single = Path::default();
    let count = places.single.len();
    let is_crowded = count >= MANY && count as f64 * SINGLE_SPACE > x.at(rest) - x.ends[0];
    for at in places.single {
        single.start(Spot::new(at, top - BEYOND));
        if is_crowded {
            single.line(Spot::new(at, top));
            single.start(Spot::new(at, bottom));
        }
        single.line(Spot::new(at, bottom + BEYOND));
    }
    drawing.stroke(&single, theme.accent, 1.6);
}

/// Winning places in pixels.
#[derive(Default)]
struct Places {
    /// Disjoint intervals in ascending order.
    bars: Vec<[f64; 2]>,
    /// Places that lose between two intervals.
    gaps: Vec<f64>,
    single: Vec<f64>,
}

impl Places {
    fn of(winning: &[Interval], x: &Scale) -> Self {
        let mut places = Self::default();
        let mut width_before = 0.0;
        for interval in winning {
            let [start, end] = [&interval.start, &interval.end].map(|end| x.at(float(end)));
            if interval.start == interval.end {
                if places.single.last().is_none_or(|last| start - last >= LEAST_DISTANCE) {
                    places.single.push(start);
                }
                continue;
            }
            match places.bars.last_mut() {
                Some([_, last]) if start <= *last => {
                    if width_before >= SEPARATED && end - start >= SEPARATED {
                        places.gaps.push(start);
                    }
                    *last = last.max(end);
                }
                _ => places.bars.push([start, end]),
            }
            width_before = end - start;
        }
        places
    }
}

/// The columns of pixels in which ends of several bars lie, each with the part of it that wins.
struct Columns {
    left: f64,
    shares: BTreeMap<u32, f64>,
}

impl Columns {
    fn of(bars: &[[f64; 2]], left: f64) -> Self {
        let mut columns = Self { left, shares: BTreeMap::new() };
        let mut ends = BTreeMap::<u32, (u32, f64)>::new();
        for &bar in bars {
            let [first, last] = columns.ends(bar);
            let mut add = |column: u32| {
                let start = left + f64::from(column);
                let (bars, share) = ends.entry(column).or_default();
                *bars += 1;
                *share += bar[1].min(start + 1.0) - bar[0].max(start);
            };
            add(first);
            if last != first {
                add(last);
            }
        }
        let crowded = ends.into_iter().filter(|(_, (bars, _))| *bars > 1);
        columns.shares = crowded.map(|(column, (_, share))| (column, share.clamp(0.0, 1.0))).collect();
        columns
    }

    /// The first and the last column of a bar; where one ends, the next column has no part of it.
    fn ends(&self, [start, end]: [f64; 2]) -> [u32; 2] {
        // pictures have less than 2^14 pixels
        let column = |at: f64| at.clamp(0.0, 16384.0) as u32;
        let first = column(start - self.left);
        [first, column((end - self.left).ceil() - 1.0).max(first)]
    }

    /// From where to where columns have each shade, counted from none to [`SHADES`].
    fn shades(&self) -> BTreeMap<u32, Vec<[f64; 2]>> {
        let mut shades = BTreeMap::<u32, Vec<[f64; 2]>>::new();
        for (&column, share) in &self.shares {
            let start = self.left + f64::from(column);
            // between 0 and their number
            let runs = shades.entry((share * f64::from(SHADES)).round() as u32).or_default();
            match runs.last_mut() {
                Some([_, end]) if *end == start => *end = start + 1.0,
                _ => runs.push([start, start + 1.0]),
            }
        }
        shades
    }

    /// The part of a bar outside these columns, widened if it would not be seen; none if they hold
    /// all of it.
    fn outside(&self, bar: [f64; 2]) -> Option<[f64; 2]> {
        let [first, last] = self.ends(bar);
        let is_crowded = [first, last].map(|column| self.shares.contains_key(&column));
        let start = if is_crowded[0] { self.left + f64::from(first + 1) } else { bar[0] };
        let end = if is_crowded[1] { self.left + f64::from(last) } else { bar[1] };
        if is_crowded != [false; 2] {
            return (start < end).then_some([start, end]);
        }
        let missing = (LEAST_WIDTH - (end - start)).max(0.0) / 2.0;
        Some([start - missing, end + missing])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_alone_is_exact_or_as_wide_as_can_be_seen() {
        let columns = Columns::of(&[[10.25, 12.5], [20.0, 20.1]], 10.0);
        assert!(columns.shares.is_empty());
        assert_eq!(columns.outside([10.25, 12.5]), Some([10.25, 12.5]));
        let [start, end] = columns.outside([20.0, 20.1]).unwrap();
        assert!((end - start - LEAST_WIDTH).abs() < 1e-9 && start < 20.0);
    }

    #[test]
    fn a_column_with_ends_of_several_bars_has_a_shade() {
        // from 11.5 to 12.25 and from 12.75 to 15: half of the column from 12 to 13 wins
        let bars = [[11.5, 12.25], [12.75, 15.0]];
        let columns = Columns::of(&bars, 10.0);
        assert_eq!(columns.shares, BTreeMap::from([(2, 0.5)]));
        assert_eq!(bars.map(|bar| columns.outside(bar)), [Some([11.5, 12.0]), Some([13.0, 15.0])]);
        assert_eq!(columns.shades(), BTreeMap::from([(SHADES / 2, vec![[12.0, 13.0]])]));
        assert_eq!(columns.outside([12.25, 12.5]), None);
    }

    #[test]
    fn a_crowd_has_the_shade_of_its_part() {
        // a quarter of every column wins, in ten bars
        let bars: Vec<_> = (0..1000).map(|index| f64::from(index) * 0.1).map(|at| [at, at + 0.025]).collect();
        let columns = Columns::of(&bars, 0.0);
        assert_eq!(columns.shades(), BTreeMap::from([(SHADES / 4, vec![[0.0, 100.0]])]));
        assert!(bars.iter().all(|&bar| columns.outside(bar).is_none()));
    }
}
