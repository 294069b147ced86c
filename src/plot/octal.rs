//! The picture of an octal game: G(n) for the heaps n, or for n modulo a period that is proven.

use super::axis::{self, Scale};
use super::drawing::Drawing;
use super::grundy::{PlacedStep, draw_cells};
use super::shapes::Spot;
use super::typeset::{self, TextLine};
use super::{Frame, Look, Picture, Size};
use crate::error::{Error, error};
use crate::games::octal::{NamedBoard, Period, Values};

/// Heaps have dots if each has this many pixels on average.
const DOT_SPACE: f64 = 3.0;
/// The radius of a dot, in units.
const RADIUS: f64 = 2.4;
/// The most exceptions that are listed.
const MOST_LISTED: usize = 200;

/// The values G(n) that are known of an octal game, a dot for each heap, P-positions in red.
///
/// Once a period p greater than 1 is proven, they are those of all heaps: the values from there on
/// over n modulo p, and in red the exceptions before.
///
/// # Errors
/// [`Error`] for fewer than two values, and a size for which there is no picture.
///
/// ```
/// use nimsweep::games::octal::Values;
/// use nimsweep::plot::{self, Look};
///
/// let mut kayles = Values::new("0.77".parse()?);
/// while kayles.advance(200) {}
/// let svg = plot::octal(&kayles, None, &Look::default())?.svg();
/// assert!(svg.contains("the period 12") && svg.contains("n modulo 12"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn octal(values: &Values, board: Option<NamedBoard>, look: &Look) -> Result<Picture, Error> {
    let known = values.as_slice();
    let (heaps, marked): (Vec<_>, Vec<_>) = match folded(values) {
        Some(Period { from, length, .. }) => {
            let exceptions = values.exceptions().into_iter().flatten();
            let place = |n: usize| (n % length, known[n]);
            ((from..from + length).map(place).collect(), exceptions.map(place).collect())
        }
        None => known.iter().copied().enumerate().partition(|(_, value)| *value > 0),
    };
    let last = folded(values).map_or(known.len(), |period| period.length).saturating_sub(1);
    if last == 0 {
        return Err(error!(Domain, "there is only one value to draw; give a larger heap"));
    }
    let mut drawing = Drawing::new(look, Size { width: 1200, height: 400 }, &titles(values, board))?;
    let highest = heaps.iter().chain(&marked).map(|(_, value)| *value).max().unwrap_or_default();
    let heights = [0.0, f64::from(highest.max(1))];
    let (frame, [lowest, others]) = axis::chart(&drawing, |most| axis::whole_ticks(heights, most))?;
    let Frame { left, top, right, bottom } = frame;
    // below 2³²
    let ends = [0.0, last as f64];
    let (x, y) = (Scale::new(ends, [left, right]), Scale::new(heights, [bottom, top]));
    let theme = drawing.theme;
    if (last as f64) * DOT_SPACE <= x.length() {
        for (own, color) in [(&heaps, theme.main), (&marked, theme.accent)] {
            for &(n, value) in own {
                drawing.dot(Spot::new(x.at(n as f64), y.at(value.into())), RADIUS, color);
            }
        }
    } else {
        // the first and the last heap have half of a step inside
        let ends = |n: usize| [n as f64 - 0.5, n as f64 + 0.5].map(|end| end.clamp(0.0, last as f64));
        let step = |&(n, value): &(usize, u32)| PlacedStep { start: ends(n)[0], end: ends(n)[1], value };
        let steps = |own: &[(usize, u32)]| own.iter().map(step).collect::<Vec<_>>();
        draw_cells(&mut drawing, &steps(&heaps), theme.main, &x, &y);
        draw_cells(&mut drawing, &steps(&marked), theme.accent, &x, &y);
    }
    let name = folded(values).map_or("*n*".to_owned(), |period| format!("*n* modulo {}", period.length));
    axis::beside(&mut drawing, &y, left.into(), [&lowest, &others], &TextLine::marked("*G*(*n*)"));
    let [first, others] = axis::whole_ticks(ends, x.length() / (7.0 * drawing.text_size));
    axis::below(&mut drawing, &x, bottom.into(), [&first, &others], &TextLine::marked(&name));
    let [x, y] = [last, highest.max(1) as usize].map(|end| Some(["0".to_owned(), end.to_string()]));
    Ok(drawing.picture(&description(values), frame, x, y))
}

/// The period, if it is proven and a remainder says more than nothing.
fn folded(values: &Values) -> Option<Period> {
    values.period().filter(|period| period.length > 1)
}

/// From long to short; what is red is said if it is there.
fn titles(values: &Values, board: Option<NamedBoard>) -> Vec<TextLine> {
    let heaps = board
        .map_or_else(String::new, |board| format!(", of {} on *n* − {} squares", board.name(), board.more()));
    let game = format!("Values *G*(*n*) of the octal game {}{heaps}", values.code());
    let (period, long, short) = match folded(values) {
        Some(Period { from, length, .. }) => {
            let has_exceptions =
                values.exceptions().is_some_and(|mut exceptions| exceptions.next().is_some());
            let remarks = ["; red: exceptions before", "; red: exceptions"];
            let [long, short] = if has_exceptions { remarks } else { ["", ""] };
            (format!(", with the period {length} from {from} on"), long, short)
        }
        None => (String::new(), "; red: 0, the player to move loses", "; red: 0"),
    };
    typeset::remarked(&[
        (format!("{game}{period}"), long),
        (format!("{game}{period}"), short),
        (format!("*G*(*n*) of {}{period}", values.code()), short),
        (format!("*G*(*n*) of {}", values.code()), short),
        ("Values *G*(*n*)".to_owned(), short),
    ])
}

fn description(values: &Values) -> String {
    let code = values.code();
    let Some(Period { from, length, .. }) = values.period() else {
        let last = values.as_slice().len().saturating_sub(1);
        return format!("Octal game {code}; heaps n from 0 to {last}. No period is proven.");
    };
    let exceptions: Vec<_> = values.exceptions().into_iter().flatten().map(|n| n.to_string()).collect();
    let listed = match exceptions.len() {
        0 => "none".to_owned(),
        count if count > MOST_LISTED => count.to_string(),
        _ => exceptions.join(", "),
    };
    format!("Octal game {code}; the period {length} from {from} on is proven. Exceptions before: {listed}.")
}
