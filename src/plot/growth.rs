//! The picture of growth: steps of g, its largest value, and corner events against L, on axes of
//! powers of ten, with fitted exponents.

use super::axis::{self, Scale, Tick};
use super::drawing::Drawing;
use super::shapes::{Anchor, Path, Spot};
use super::typeset::{self, Style, TextLine};
use super::{Frame, Look, Picture, Size};
use crate::error::{Error, error};
use crate::games::squares::Grundy;
use crate::number::{Surd, brief};

/// Each place is this part of the next one.
const RATIO: [u64; 2] = [5, 6];
/// The least number of times that the shortest length fits the end.
const LEAST_TIMES: u64 = 20;
/// Exponents are fitted on the part of the places from the end down to this part of it.
const FITTED_PART: u64 = 10;

/// Up to here powers of ten are written with all their zeros.
const MOST_PLAIN: f64 = 1e6;
/// Which part of the width the lines leave free at the top.
const FREE: f64 = 0.75;

/// How g grows with L up to `upto`: its steps on [0, L], its largest value and the corner events
/// there, for L in a geometric series, with exponents fitted by least squares of the logarithms.
///
/// The numbers are exact, and a point is the nearest float; a number that is 0 is drawn as 1, the
/// end of its axis. The exponents are those of floats.
///
/// # Errors
/// [`Error`] for an end that is less than 20 times the shortest length or beyond what is known.
///
/// # Cost
/// That of [`Grundy::up_to`] for log(L/2s)/log(6/5) lengths, where s is the shortest one: 35 for
/// 1000 times s, and 60 for 100,000 times s.
///
/// ```
/// use nimsweep::games::squares::Grundy;
/// use nimsweep::plot::{self, Look};
///
/// let grundy = Grundy::new(&"1, sqrt2".parse()?, &"200".parse()?)?;
/// let picture = plot::growth(&grundy, &"200".parse()?, &Look::default())?;
/// assert!(picture.svg().contains("corner events"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn growth(grundy: &Grundy, upto: &Surd, look: &Look) -> Result<Picture, Error> {
    let shortest = grundy.lengths().shortest();
    let least = shortest * Surd::from(LEAST_TIMES);
    if *upto < least {
        let [upto, least] = [upto, &least].map(brief);
        return Err(error!(
            Domain,
            "growth up to {upto} cannot be fitted; give a length of at least {least}"
        ));
    }
    let series = Series::all(grundy, upto)?;
    let mut drawing = Drawing::new(look, Size { width: 900, height: 600 }, &titles(grundy))?;
    let text_size = drawing.text_size;
    let values = series.iter().flat_map(|series| series.points.iter().map(|point| point[1]));
    let greatest = values.fold(1.0, f64::max);
    let first = axis::round_below(series[0].points.last().map_or(1.0, |point| point[0]));
    let y_ticks = axis::powers_of_ten([0.9, greatest], true);
    let labels = series.iter().map(|series| series.label.width(text_size)).fold(0.0, f64::max);
    let beside = axis::width_beside(&y_ticks, text_size);
    let [above, below] = [0.8 * text_size, axis::height_below(text_size)];
    let frame = drawing.frame([drawing.margin + beside, above, 2.5 * drawing.margin + labels, below])?;
    let Frame { left, top, right, bottom } = frame;
    let x = Scale::new([first, upto.nearest_float()].map(f64::log10), [left, right]);
    let y = Scale::new([0.0, greatest.log10()], [bottom, top]);
    let heights = label_heights(&series, &y, 1.25 * text_size);
    for (series, height) in series.iter().zip(heights) {
        draw_series(&mut drawing, series, &x, &y, height);
    }
    let end = Tick::exact(upto, 0, 8.0 * text_size, text_size);
    let start = Tick::new(x.values[0], &first.to_string());
    let ends = [start, Tick { value: x.values[1], ..end }];
    let between = axis::powers_of_ten([first, upto.nearest_float()], upto.nearest_float() > MOST_PLAIN);
    let name = TextLine::marked("length *L*");
    axis::below(&mut drawing, &x, bottom.into(), [&ends, &between], &name);
    axis::beside(&mut drawing, &y, left.into(), [&[], &y_ticks], &TextLine::default());
    let fit_start = upto / &Surd::from(FITTED_PART);
    let fit = format!("fitted for {} ≤ *L* ≤ {}", typeset::exact(&fit_start), typeset::exact(upto));
    let fits = [TextLine::marked(&format!("exponents {fit}")), TextLine::marked(&fit), TextLine::default()];
    let place = Spot::new(f64::from(left) + text_size, f64::from(top) + text_size);
    drawing.fitting(&fits, FREE * f64::from(right - left), place, drawing.theme.ink);
    let description = description(grundy, [&fit_start, upto], &series);
    Ok(drawing.picture(&description, frame, None, None))
}

fn titles(grundy: &Grundy) -> Vec<TextLine> {
    let [pieces, count, rule] = typeset::pieces(grundy.lengths());
    typeset::marked([
        format!("Growth of *g* on [0, *L*], {pieces}"),
        format!("Growth of *g*, {pieces}"),
        format!("Growth of *g* on [0, *L*], {count}"),
        format!("Growth of *g*, {count}"),
        format!("Growth of *g* on [0, *L*]{rule}"),
        format!("Growth of *g*{rule}"),
    ])
}

/// One quantity at the places of the series, from the last place down.
struct Series {
    /// What it is, with # for its last number.
    name: &'static str,
    points: Vec<[f64; 2]>,
    /// The exact number at the end.
    last: u64,
    exponent: f64,
    label: TextLine,
}

impl Series {
    /// The three quantities, from the greatest to the smallest.
    fn all(grundy: &Grundy, upto: &Surd) -> Result<[Self; 3], Error> {
        let counts = counts(grundy, upto)?;
        let names = [(0, "# corner events"), (1, "# steps of *g*"), (2, "largest value #")];
        Ok(names.map(|(index, name)| {
            let points =
                counts.iter().map(|(at, counts)| [at.nearest_float(), counts[index].max(1) as f64]).collect();
            Self::new(name, points, counts.first().map_or(0, |(_, counts)| counts[index]))
        }))
    }

    fn new(name: &'static str, points: Vec<[f64; 2]>, last: u64) -> Self {
        let end = points.first().map_or(1.0, |point| point[0]);
        let fitted = points.iter().filter(|point| point[0] >= end / FITTED_PART as f64 * (1.0 - 1e-9));
        let exponent = fitted_exponent(fitted);
        let label =
            TextLine::marked(&format!("{} ∝ *L*", name.replace('#', &typeset::tick(&last.to_string()))))
                .then(Style::Raised, format!("{exponent:.2}"));
        Self { name, points, last, exponent, label }
    }
}

/// Corner events, steps and the largest value, at the places of the series from the last one down.
pub(super) fn counts(grundy: &Grundy, upto: &Surd) -> Result<Vec<(Surd, [u64; 3])>, Error> {
    let shortest = grundy.lengths().shortest();
    let ratio = Surd::from(RATIO[0]) / Surd::from(RATIO[1]);
    let mut counts = vec![];
    let (mut place, mut part) = (upto.clone(), grundy.up_to(upto)?);
    while place > shortest * Surd::from(2) {
        part = part.up_to(&place)?;
        let largest = u64::from(part.largest_nimber());
        counts.push((place.clone(), [part.corners(), part.steps().len() as u64, largest]));
        place *= &ratio;
    }
    Ok(counts)
}

/// The slope of the line through the logarithms by least squares.
fn fitted_exponent<'a>(points: impl Iterator<Item = &'a [f64; 2]>) -> f64 {
    let points: Vec<_> = points.map(|point| point.map(f64::ln)).collect();
    let count = points.len() as f64;
    let mean = |index: usize| points.iter().map(|point| point[index]).sum::<f64>() / count;
    let [x, y] = [mean(0), mean(1)];
    let products = points.iter().map(|point| (point[0] - x) * (point[1] - y)).sum::<f64>();
    products / points.iter().map(|point| (point[0] - x).powi(2)).sum::<f64>()
}

/// The heights of the labels at the ends of the lines, at least so far from each other.
fn label_heights(series: &[Series; 3], y: &Scale, least: f64) -> [f64; 3] {
    let mut heights = [0, 1, 2]
        .map(|index: usize| y.at(series[index].points.first().map_or(1.0, |point| point[1]).log10()));
    let mut order = [0, 1, 2];
    order.sort_by(|&left, &right| heights[left].total_cmp(&heights[right]));
    for pair in 0..2 {
        let [above, below] = [order[pair], order[pair + 1]];
        heights[below] = heights[below].max(heights[above] + least);
    }
    heights
}

fn draw_series(drawing: &mut Drawing, series: &Series, x: &Scale, y: &Scale, label_height: f64) {
    let place = |point: &[f64; 2]| Spot::new(x.at(point[0].log10()), y.at(point[1].log10()));
    let color = drawing.theme.main;
    let mut path = Path::default();
    series.points.first().into_iter().for_each(|first| path.start(place(first)));
    series.points.iter().for_each(|point| path.line(place(point)));
    drawing.stroke(path, color, 1.0);
    series.points.iter().for_each(|point| drawing.dot(place(point), 2.0, color));
    let label = Spot::new(x.ends[1] + drawing.margin, label_height + 0.33 * drawing.text_size);
    drawing.text(&series.label, label, Anchor::Start, drawing.theme.ink);
}

fn description(grundy: &Grundy, [fit_start, upto]: [&Surd; 2], series: &[Series; 3]) -> String {
    let of = |series: &Series| {
        let name = series.name.replace('*', "").replace('#', &series.last.to_string());
        format!("{name}, fitted exponent {:.2}", series.exponent)
    };
    format!(
        "Lengths {}. At L = {upto}: {}. The exponents are fitted for {} ≤ L ≤ {upto}.",
        typeset::game(grundy.lengths()),
        series.each_ref().map(of).join("; "),
        typeset::exact(fit_start),
        upto = typeset::exact(upto),
    )
}
