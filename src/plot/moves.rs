//! The picture of the winning moves: a strip for each length of a piece on each segment.

use super::axis::{self, Scale, float};
use super::drawing::{Anchor, Drawing};
use super::path::Spot;
use super::picture::{Frame, Look, Picture, PlotError, Size};
use super::strip;
use super::typeset::{self, Line};
use crate::games::squares::{Grundy, Position, SumMoves};
use crate::number::Surd;

/// The usual height of a strip, the least and the greatest one.
const STRIP: [f64; 3] = [26.0, 5.0, 90.0];
/// Between two strips, in heights of a strip.
const GAP: f64 = 0.45;
/// The most strips of a picture.
const MOST_STRIPS: usize = 200;

/// Where a piece of each length wins in each segment of a position, to one scale; single places in
/// red.
///
/// # Errors
/// [`PlotError`] as [`Position::moves`], for a position without a segment of some length or of one
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
/// let picture = plot::moves(&grundy, &position, &Look::default())?;
/// assert_eq!(picture.x().unwrap()[1], "20+3*sqrt(2)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn moves(grundy: &Grundy, position: &Position, look: &Look) -> Result<Picture, PlotError> {
    let moves = position.moves(grundy, None)?;
    let longest = position.segments().iter().max().filter(|longest| longest.is_positive());
    let longest = longest.ok_or(PlotError::NoSegment)?;
    let strips: usize = moves.segments.iter().map(|segment| segment.placements.len()).sum();
    if strips > MOST_STRIPS {
        return Err(PlotError::Strips { strips, most: MOST_STRIPS });
    }
    let groups = position.segments().len();
    let size = match look.size {
        Some(size) => size,
        None => Size::new(1200, usual_height(strips, groups))?,
    };
    let mut intervals =
        moves.segments.iter().flat_map(|segment| &segment.placements).flat_map(|one| &one.winning);
    let has_single = intervals.any(|interval| interval.start == interval.end);
    let mut drawing = Drawing::new(look, size, &titles(position, has_single))?;
    let text_size = drawing.text_size;
    let all = grundy.lengths().as_slice();
    let names: Vec<Line> = all.iter().map(|length| name_of(length, 8.0 * text_size, text_size)).collect();
    let widest = names.iter().map(|name| name.width(text_size)).fold(0.0, f64::max);
    let [above, below] = [1.9 * text_size, axis::height_below(text_size)];
    let headers = if groups > 1 { 1.7 * text_size } else { 0.0 };
    let (all_headers, all_strips) = (headers * groups as f64, strips as f64 * (1.0 + GAP));
    let sides = [2.0 * drawing.margin + widest, above, 2.0 * drawing.margin, below];
    let frame = drawing.frame_around(sides, all_headers, STRIP[1] * all_strips)?;
    let Frame { left, top, right, bottom } = frame;
    let x = Scale { values: [0.0, float(longest)], ends: [left, right].map(f64::from) };
    if !x.resolves() {
        return Err(PlotError::Narrow { from: Surd::from(0), to: longest.clone() });
    }
    let strip_height = ((f64::from(bottom - top) - all_headers) / all_strips).min(STRIP[2]);
    let width = f64::from(size.width()) - 2.0 * drawing.margin;
    let verdicts = verdicts(position, &moves);
    drawing.text(
        &typeset::fitting(&verdicts, text_size, width),
        Spot::new(drawing.margin, drawing.top + 0.9 * text_size),
        Anchor::Start,
        match moves.grundy {
            0 => drawing.theme.accent,
            _ => drawing.theme.ink,
        },
    );
    let mut y = f64::from(top);
    for (number, (segment, own)) in (1..).zip(position.segments().iter().zip(&moves.segments)) {
        if groups > 1 {
            let headers_of = headers_of(number, segment, own.grundy);
            let width = f64::from(size.width()) - drawing.margin - f64::from(left);
            drawing.text(
                &typeset::fitting(&headers_of, text_size, width),
                Spot::new(left.into(), y + 1.1 * text_size),
                Anchor::Start,
                drawing.theme.ink,
            );
            y += headers;
        }
        for placements in &own.placements {
            let rest = float(&(segment - &placements.length));
            let name = all.iter().position(|length| *length == placements.length);
            if let Some(name) = name.and_then(|index| names.get(index)) {
                let place = Spot::new(
                    f64::from(left) - 10.0 * drawing.unit,
                    y + strip_height / 2.0 + 0.33 * text_size,
                );
                drawing.text(name, place, Anchor::End, drawing.theme.ink);
            }
            let lengths = [rest, float(segment)];
            strip::draw(&mut drawing, &placements.winning, lengths, &x, [y, y + strip_height]);
            y += strip_height * (1.0 + GAP);
        }
    }
    axis::below_range(
        &mut drawing,
        &x,
        bottom,
        [&Surd::from(0), longest],
        &Line::marked("left end *x* of the piece"),
    );
    let verdict = verdicts.first().map(Line::plain).unwrap_or_default();
    let description = format!("{verdict}. {}", places(&moves));
    let description = description.trim_end();
    Ok(Picture {
        svg: drawing.finish(description),
        size,
        frame,
        x: Some(["0".to_owned(), longest.to_string()]),
        y: None,
    })
}

/// The height of a picture in which strips have the usual height.
fn usual_height(strips: usize, groups: usize) -> u32 {
    let headers = if groups > 1 { 24.0 * groups as f64 } else { 0.0 };
    // at most some 8000
    (120.0 + headers + (strips as f64 * STRIP[0] * (1.0 + GAP))).clamp(160.0, 8192.0) as u32
}

/// The name of a strip: the length of its piece.
fn name_of(length: &Surd, width: f64, text_size: f64) -> Line {
    axis::Tick::exact(length, 2, width, text_size).label
}

/// From long to short; what is red is said if it is there.
fn titles(position: &Position, has_single: bool) -> Vec<Line> {
    let remark = if has_single { "; red: single places" } else { "" };
    let list = typeset::list(position.lengths().as_slice(), "or");
    let mut titles = match position.segments() {
        [segment] => {
            let segment = typeset::exact(segment);
            let on = format!("wins on a segment of length *L* = {segment}");
            let brief = format!("wins on a segment of length {segment}");
            vec![
                format!("Where a piece of length {list} {on}, by its left end *x*"),
                format!("Where a piece of length {list} {brief}"),
                format!("Where a piece {brief}"),
            ]
        }
        _ => vec![
            format!("Where a piece of length {list} wins in a sum of segments, by its left end *x*"),
            format!("Where a piece of length {list} wins, by its left end *x*"),
        ],
    };
    titles.push(format!("Where a piece of length {list} wins"));
    titles.push("Where a piece wins, by its left end *x*".to_owned());
    titles.push("Where a piece wins".to_owned());
    let mut titles: Vec<_> = titles.into_iter().map(|title| (title, remark)).collect();
    titles.push(("Where a piece wins".to_owned(), ""));
    typeset::remarked(&titles)
}

/// Who wins, and by which value, from long to short.
fn verdicts(position: &Position, moves: &SumMoves) -> Vec<Line> {
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
    [
        format!("{value}, {name}: {outcome}"),
        format!("{brief}, {name}: {outcome}"),
        format!("{value}, {name}"),
        format!("{brief}, {name}"),
    ]
    .iter()
    .map(|verdict| Line::marked(verdict))
    .collect()
}

/// What stands above the strips of one segment of several, from long to short.
fn headers_of(number: usize, segment: &Surd, value: u32) -> Vec<Line> {
    let decimal = typeset::decimal(&segment.to_decimal(2));
    [
        format!("segment {number}: *L* = {}, *g*(*L*) = {value}", typeset::exact(segment)),
        format!("segment {number}: *L* ≈ {decimal}, *g*(*L*) = {value}"),
        format!("*L* ≈ {decimal}, *g*(*L*) = {value}"),
        format!("*g*(*L*) = {value}"),
    ]
    .iter()
    .map(|header| Line::marked(header))
    .collect()
}

/// All winning places in words, unless there are many.
fn places(moves: &SumMoves) -> String {
    const MOST: usize = 200;
    let all = moves.segments.iter().enumerate().flat_map(|(index, segment)| {
        segment.placements.iter().map(move |placements| (index + 1, placements))
    });
    let count: usize = all.clone().map(|(_, placements)| placements.winning.len()).sum();
    if count > MOST {
        return format!("{count} intervals of winning places.");
    }
    let text = |(number, placements): (usize, &crate::games::squares::Placements)| {
        let places: Vec<_> = placements.winning.iter().map(ToString::to_string).collect();
        let places = if places.is_empty() { "nowhere".to_owned() } else { places.join(", ") };
        format!("Segment {number}, length {}: {places}.", placements.length)
    };
    all.map(text).collect::<Vec<_>>().join(" ")
}
