//! The picture of the winning moves: a strip for each length of a piece on each segment.
//!
//! A strip has bars, thin lines at the places between them that lose, and single places in red. A
//! column of pixels in which ends of several bars lie is drawn as a whole, in a shade that is the
//! lighter the less of the column wins. So a strip has no more marks than pixels. The strip of a
//! piece that may lie only at an end has a mark at each end. A segment that is far shorter than the
//! longest one has a scale of its own. Many segments stand in columns.

use std::collections::BTreeMap;

use super::axis::{self, Scale, Tick};
use super::drawing::{Drawing, MOST_ENDS, PAPER_WIDTH};
use super::shapes::{Anchor, Paint, Path, Spot};
use super::typeset::{self, TextLine};
use super::{Frame, Look, Picture, Size};
use crate::error::{Error, error};
use crate::games::squares::{Digit, Grundy, Interval, Moves, Placements, Position, SumMoves};
use crate::number::{NumberStyle, Surd, near_float};

/// The usual height of a strip, the least and the greatest one.
const STRIP: [f64; 3] = [26.0, 5.0, 90.0];
/// Between two strips, in heights of a strip.
const GAP: f64 = 0.45;
/// The most strips of a picture.
const MOST_STRIPS: usize = 200;

/// Where a piece of each length wins in each segment of a position, to one scale; single places in
/// red. Segments are counted from `first`, which is 1 for most readers.
///
/// # Errors
/// [`Error`] as [`Position::moves`], for a position without a segment of some length or of one
/// that floats cannot place, and for a size that is too small for all strips.
///
/// # Cost
/// That of [`Position::moves`].
///
/// ```
/// use nimsweep::games::squares::{Grundy, Lengths, Position};
/// use nimsweep::plot::{self, Look};
///
/// let lengths = Lengths::default();
/// let grundy = Grundy::new(&lengths, &"25".parse()?)?;
/// let position = Position::new(&lengths, ["20+3sqrt2".parse()?])?;
/// let picture = plot::moves(&grundy, &position, 1, &Look::default())?;
/// assert_eq!(picture.x.unwrap()[1], "20+3*sqrt(2)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn moves(grundy: &Grundy, position: &Position, first: usize, look: &Look) -> Result<Picture, Error> {
    let moves = position.moves(grundy, None)?;
    let longest = position.longest().filter(|longest| longest.is_positive());
    let none = "there is no segment longer than 0 to draw; give the length of at least one";
    let longest = longest.ok_or_else(|| error!(Domain, "{none}"))?;
    let strips_of = |segments: &[Moves]| segments.iter().map(|segment| segment.placements.len()).sum();
    let strips: usize = strips_of(&moves.segments);
    if strips > MOST_STRIPS {
        return Err(error!(
            Domain,
            "there are {strips} strips to draw, one for each length on each segment; a picture has at most {MOST_STRIPS}"
        ));
    }
    let groups = position.segments().len();
    // strips are as high on paper
    let width = if look.paper { PAPER_WIDTH } else { 1200 };
    let in_column = in_column(groups, look.size.map_or(width, Size::width));
    let columns = groups.div_ceil(in_column) as u32;
    let highest = moves.segments.chunks(in_column).map(strips_of).max().unwrap_or_default();
    let usual = Size { width, height: usual_height(highest, in_column, groups > 1) };
    let intervals =
        || moves.segments.iter().flat_map(|segment| &segment.placements).flat_map(|one| &one.winning);
    let has_single = intervals().any(|interval| interval.start == interval.end);
    let has_ends = intervals().count() <= MOST_ENDS;
    let mut drawing = Drawing::new(look, usual, &titles(position, has_single))?;
    let text_size = drawing.text_size;
    let name = |length| Tick::exact(length, 2, 8.0 * text_size, text_size).label;
    let names: Vec<TextLine> = grundy.lengths().as_slice().iter().map(name).collect();
    let widest = names.iter().map(|name| name.width(text_size)).fold(0.0, f64::max);
    let [above, below] = [2.1 * text_size, axis::height_below(text_size)];
    let headers = if groups > 1 { 1.7 * text_size } else { 0.0 };
    let (all_headers, all_strips) = (headers * in_column as f64, highest as f64 * (1.0 + GAP));
    let sides = [2.0 * drawing.margin + widest, above, 2.0 * drawing.margin, below];
    let frame = drawing.frame_around(sides, all_headers, STRIP[1] * all_strips)?;
    let Frame { left, top, right, bottom } = frame;
    let zero = Surd::from(0);
    // whole pixels, as the frame has
    let gap = (3.0 * drawing.margin + widest).round() as u32;
    let column_width = (right - left).saturating_sub((columns - 1) * gap) / columns;
    let strip_height = ((f64::from(bottom - top) - all_headers) / all_strips).min(STRIP[2]);
    let width = f64::from(drawing.size.width()) - 2.0 * drawing.margin;
    let verdicts = verdicts(position, &moves);
    let color = if moves.grundy == 0 { drawing.theme.accent } else { drawing.theme.ink };
    drawing.fitting(&verdicts, width, Spot::new(drawing.margin, drawing.top + 0.9 * text_size), color);
    let mut y = 0.0;
    let mut strips = Vec::with_capacity(strips);
    for (index, (segment, own)) in position.segments().iter().zip(&moves.segments).enumerate() {
        let (number, column) = (first + index, (index / in_column) as u32);
        let left = left + column * (column_width + gap);
        let x = Scale::of_range([&zero, longest], [left, left + column_width])?;
        if index % in_column == 0 {
            y = f64::from(top);
            axis::below_range(
                &mut drawing,
                &x,
                bottom,
                [&zero, longest],
                &TextLine::marked("left end *x* of the piece"),
            );
        }
        let times = times(longest, segment);
        let x = Scale { values: [0.0, x.values[1] / times], ..x };
        if groups > 1 {
            let headers_of = headers_of(number, segment, own.grundy, times);
            let width = f64::from(column_width) + drawing.margin;
            let place = Spot::new(left.into(), y + 1.1 * text_size);
            drawing.fitting(&headers_of, width, place, drawing.theme.ink);
            y += headers;
        }
        // the lengths that fit are the shortest ones
        for (placements, name) in own.placements.iter().zip(&names) {
            let height = y + strip_height / 2.0 + 0.33 * text_size;
            let place = Spot::new(f64::from(left) - 10.0 * drawing.unit, height);
            drawing.text(name, place, Anchor::End, drawing.theme.ink);
            let lengths = [near_float(&(segment - &placements.length)), near_float(segment)];
            let sides = [y, y + strip_height];
            let draw = if placements.digit == Digit::Anywhere { draw_strip } else { draw_ends };
            draw(&mut drawing, &placements.winning, lengths, &x, sides);
            if has_ends && placements.digit == Digit::Anywhere {
                draw_bounds(&mut drawing, &placements.winning, &x, sides);
            }
            // both are within the picture
            strips.push(sides.map(|side| side.round() as u32));
            y += strip_height * (1.0 + GAP);
        }
    }
    let verdict = verdicts.first().map(TextLine::plain).unwrap_or_default();
    let lengths = typeset::game(grundy.lengths());
    let description = format!("Lengths {lengths}. {verdict}. {}", places(&moves, first));
    let x = (columns == 1).then(|| ["0".to_owned(), longest.to_string()]);
    Ok(Picture { strips, ..drawing.picture(description.trim_end(), frame, x, None) })
}

/// How many segments stand in a column of a picture of this width.
fn in_column(groups: usize, width: u32) -> usize {
    const MOST: usize = 10;
    const LEAST_WIDTH: u32 = 280;
    let columns = groups.div_ceil(MOST).min((width / LEAST_WIDTH) as usize);
    groups.div_ceil(columns.max(1)).max(1)
}

/// The height of a picture in which strips have the usual height.
fn usual_height(strips: usize, groups: usize, has_headers: bool) -> u32 {
    let headers = if has_headers { 24.0 * groups as f64 } else { 0.0 };
    // at most some 8000
    (120.0 + headers + (strips as f64 * STRIP[0] * (1.0 + GAP))).clamp(160.0, 8192.0) as u32
}

/// From long to short; what is red is said if it is there.
fn titles(position: &Position, has_single: bool) -> Vec<TextLine> {
    let remark = if has_single { "; red: single places" } else { "" };
    let lengths = position.lengths();
    let [_, _, rule] = typeset::pieces(lengths);
    let at_an_end = if lengths.all_at_an_end() { " at an end" } else { "" };
    let list = typeset::list(lengths, "or") + at_an_end;
    let mut titles = match position.segments() {
        [segment] => {
            let segment = typeset::exact(segment);
            let on = format!("wins on a segment of length *L* = {segment}");
            let brief = format!("wins on a segment of length {segment}");
            vec![
                format!("Where a piece of length {list} {on}, by its left end *x*"),
                format!("Where a piece of length {list} {brief}"),
                format!("Where a piece {brief}{rule}"),
            ]
        }
        _ => vec![
            format!("Where a piece of length {list} wins in a sum of segments, by its left end *x*"),
            format!("Where a piece of length {list} wins, by its left end *x*"),
        ],
    };
    titles.push(format!("Where a piece of length {list} wins"));
    titles.push(format!("Where a piece wins, by its left end *x*{rule}"));
    titles.push(format!("Where a piece wins{rule}"));
    let mut titles: Vec<_> = titles.into_iter().map(|title| (title, remark)).collect();
    titles.push((format!("Where a piece wins{rule}"), ""));
    typeset::remarked(&titles)
}

/// Who wins, and by which value, from long to short.
fn verdicts(position: &Position, moves: &SumMoves) -> Vec<TextLine> {
    let brief = format!("Value {}", moves.grundy);
    let value = match position.segments() {
        [segment] => format!("*g*({}) = {}", typeset::exact(segment), moves.grundy),
        segments if segments.len() <= 6 => {
            let values: Vec<_> = moves.segments.iter().map(|segment| segment.grundy.to_string()).collect();
            format!("Value {} = {}", values.join(" ⊕ "), moves.grundy)
        }
        _ => brief.clone(),
    };
    let fits = moves.segments.iter().any(|segment| !segment.placements.is_empty());
    let [name, outcome] = match moves.grundy {
        0 if !fits => ["a P-position", "no piece fits"],
        0 => ["a P-position", "no move wins"],
        _ => ["an N-position", "the player to move wins"],
    };
    typeset::marked([
        format!("{value}, {name}: {outcome}"),
        format!("{brief}, {name}: {outcome}"),
        format!("{value}, {name}"),
        format!("{brief}, {name}"),
    ])
}

/// How many times as large as the longest segment another one is drawn: once unless it is far
/// shorter.
fn times(longest: &Surd, segment: &Surd) -> f64 {
    const FAR: f64 = 10.0;
    let ratio = near_float(longest) / near_float(segment);
    if ratio >= FAR && ratio.is_finite() { axis::round_below(ratio) } else { 1.0 }
}

/// What stands above the strips of one segment of several, from long to short.
fn headers_of(number: usize, segment: &Surd, value: u32, times: f64) -> Vec<TextLine> {
    let decimal = typeset::decimal(&segment.to_decimal(2));
    let scale = if times > 1.0 {
        format!(", drawn {} times as large", typeset::tick(&times.to_string()))
    } else {
        String::new()
    };
    typeset::marked([
        format!("segment {number}: *L* = {}, *g*(*L*) = {value}{scale}", typeset::exact(segment)),
        format!("segment {number}: *L* ≈ {decimal}, *g*(*L*) = {value}{scale}"),
        format!("segment {number}: *L* ≈ {decimal}{scale}"),
        format!("*L* ≈ {decimal}, *g*(*L*) = {value}{scale}"),
        format!("*g*(*L*) = {value}{scale}"),
    ])
}

/// All winning places in words, unless there are many.
fn places(moves: &SumMoves, first: usize) -> String {
    const MOST: usize = 200;
    let all = (first..)
        .zip(&moves.segments)
        .flat_map(|(number, segment)| segment.placements.iter().map(move |placements| (number, placements)));
    let count: usize = all.clone().map(|(_, placements)| placements.winning.len()).sum();
    if count > MOST {
        return format!("{count} intervals of winning places.");
    }
    let text = |(number, placements): (usize, &Placements)| {
        let places = placements.winning.iter().map(|places| places.text(NumberStyle::People));
        let places: Vec<_> = places.collect();
        let places = if places.is_empty() { "nowhere".to_owned() } else { places.join(", ") };
        format!("Segment {number}, length {:#}: {places}.", placements.length)
    };
    all.map(text).collect::<Vec<_>>().join(" ")
}

/// A bar alone in its columns has at least this many pixels.
const LEAST_WIDTH: f64 = 0.9;
/// Bars that a thin line separates have at least this many pixels.
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

/// The least width of an interval whose ends have dots, in units.
const ENDS_SPACE: f64 = 16.0;
/// Half of the width of a mark at an end, in units.
const HALF_MARK: f64 = 3.0;

/// The line on which a strip stands.
fn draw_segment(drawing: &mut Drawing, segment: f64, x: &Scale, bottom: f64) {
    let mut whole = Path::default();
    whole.segment([x.ends[0], x.at(segment)].map(|at| Spot::new(at, bottom)));
    drawing.stroke(whole, drawing.theme.faint, 1.0);
}

/// The places 0 and `rest` of a piece that may lie only there, filled where it wins.
fn draw_ends(
    drawing: &mut Drawing,
    winning: &[Interval],
    [rest, segment]: [f64; 2],
    x: &Scale,
    [top, bottom]: [f64; 2],
) {
    draw_segment(drawing, segment, x, bottom);
    let half = HALF_MARK * drawing.unit;
    let mark = |at: f64| [Spot::new(at - half, top), Spot::new(at + half, bottom)];
    let won: Vec<f64> = winning.iter().map(|interval| x.at(near_float(&interval.start))).collect();
    let lost = [0.0, rest].map(|place| x.at(place)).into_iter().filter(|at| !won.contains(at));
    drawing.stroke(Path::rectangles(lost.map(mark)), drawing.theme.faint, 1.0);
    drawing.fill(Path::rectangles(won.into_iter().map(mark)), drawing.theme.accent);
}

/// Dots at the ends of intervals that are wide enough, filled where the end wins.
fn draw_bounds(drawing: &mut Drawing, winning: &[Interval], x: &Scale, [top, bottom]: [f64; 2]) {
    for interval in winning {
        let ends = [&interval.start, &interval.end].map(|end| x.at(near_float(end)));
        if ends[1] - ends[0] < ENDS_SPACE * drawing.unit {
            continue;
        }
        for (end, is_included) in ends.into_iter().zip([interval.start_included, interval.end_included]) {
            drawing.end(Spot::new(end, f64::midpoint(top, bottom)), is_included, drawing.theme.main);
        }
    }
}

/// All places that a piece may have, up to `rest`, and where it wins, between two heights.
fn draw_strip(
    drawing: &mut Drawing,
    winning: &[Interval],
    [rest, segment]: [f64; 2],
    x: &Scale,
    [top, bottom]: [f64; 2],
) {
    let theme = drawing.theme;
    let bar = |[start, end]: [f64; 2]| [Spot::new(start, top), Spot::new(end, bottom)];
    let end = x.at(rest).max(x.ends[0] + LEAST_WIDTH);
    drawing.fill(Path::rectangles([bar([x.ends[0], end])]), theme.area);
    draw_segment(drawing, segment, x, bottom);
    let marks = Marks::of(winning, x);
    let columns = EndColumns::of(&marks.bars, x.ends[0]);
    for (shade, runs) in columns.shades() {
        let share = f64::from(shade) / f64::from(SHADES);
        let opacity = LEAST_SHADE + (1.0 - LEAST_SHADE) * share;
        drawing
            .path(Path::rectangles(runs.into_iter().map(bar)), Paint { opacity, ..Paint::crisp(theme.main) });
    }
    let bars = marks.bars.iter().filter_map(|&bar| columns.outside(bar));
    drawing.fill(Path::rectangles(bars.map(bar)), theme.main);
    let mut gaps = Path::default();
    for at in marks.gaps {
        gaps.segment([top, bottom].map(|height| Spot::new(at, height)));
    }
    drawing.stroke(gaps, theme.area, 0.8);
    let mut single = Path::default();
    let count = marks.single.len();
    let is_crowded = count >= MANY && count as f64 * SINGLE_SPACE > x.at(rest) - x.ends[0];
    for at in marks.single {
        single.start(Spot::new(at, top - BEYOND));
        if is_crowded {
            single.line(Spot::new(at, top));
            single.start(Spot::new(at, bottom));
        }
        single.line(Spot::new(at, bottom + BEYOND));
    }
    drawing.stroke(single, theme.accent, 1.6);
}

/// Winning places in pixels.
#[derive(Default)]
struct Marks {
    /// Disjoint intervals in ascending order.
    bars: Vec<[f64; 2]>,
    /// Marks that lose between two intervals.
    gaps: Vec<f64>,
    single: Vec<f64>,
}

impl Marks {
    fn of(winning: &[Interval], x: &Scale) -> Self {
        let mut marks = Self::default();
        let mut width_before = 0.0;
        for interval in winning {
            let [start, end] = [&interval.start, &interval.end].map(|end| x.at(near_float(end)));
            if interval.start == interval.end {
                if marks.single.last().is_none_or(|last| start - last >= LEAST_DISTANCE) {
                    marks.single.push(start);
                }
                continue;
            }
            match marks.bars.last_mut() {
                Some([_, last]) if start <= *last => {
                    if width_before >= SEPARATED && end - start >= SEPARATED {
                        marks.gaps.push(start);
                    }
                    *last = last.max(end);
                }
                _ => marks.bars.push([start, end]),
            }
            width_before = end - start;
        }
        marks
    }
}

/// The columns of pixels in which ends of several bars lie, each with the part of it that wins.
struct EndColumns {
    left: f64,
    shares: BTreeMap<u32, f64>,
}

impl EndColumns {
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
        let columns = EndColumns::of(&[[10.25, 12.5], [20.0, 20.1]], 10.0);
        assert!(columns.shares.is_empty());
        assert_eq!(columns.outside([10.25, 12.5]), Some([10.25, 12.5]));
        let [start, end] = columns.outside([20.0, 20.1]).unwrap();
        assert!((end - start - LEAST_WIDTH).abs() < 1e-9 && start < 20.0);
    }

    #[test]
    fn a_column_with_ends_of_several_bars_has_a_shade() {
        // from 11.5 to 12.25 and from 12.75 to 15: half of the column from 12 to 13 wins
        let bars = [[11.5, 12.25], [12.75, 15.0]];
        let columns = EndColumns::of(&bars, 10.0);
        assert_eq!(columns.shares, BTreeMap::from([(2, 0.5)]));
        assert_eq!(bars.map(|bar| columns.outside(bar)), [Some([11.5, 12.0]), Some([13.0, 15.0])]);
        assert_eq!(columns.shades(), BTreeMap::from([(SHADES / 2, vec![[12.0, 13.0]])]));
        assert_eq!(columns.outside([12.25, 12.5]), None);
    }

    #[test]
    fn a_crowd_has_the_shade_of_its_part() {
        // a quarter of every column wins, in ten bars
        let bars: Vec<_> = (0..1000).map(|index| f64::from(index) * 0.1).map(|at| [at, at + 0.025]).collect();
        let columns = EndColumns::of(&bars, 0.0);
        assert_eq!(columns.shades(), BTreeMap::from([(SHADES / 4, vec![[0.0, 100.0]])]));
        assert!(bars.iter().all(|&bar| columns.outside(bar).is_none()));
    }
}
