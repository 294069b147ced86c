//! Pictures as SVG; the places of a path are written relative to the one before.

use std::fmt::{self, Display, Write};

#[cfg(feature = "cli")]
use itertools::Itertools;

use super::Picture;
#[cfg(feature = "cli")]
use super::shapes::DARK;
use super::shapes::{Paint, Path, PathStep, Rgb, Shape, hundredths, shortest};
use super::typeset::{Outline, RAISED_BY, RAISED_SIZE, TextLine};

/// Text that is there, and is not seen.
const UNSEEN: &str = " fill-opacity=\"0\"";

impl Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06x}", self.0)
    }
}

impl Picture {
    /// The picture as an `<svg>` element.
    #[must_use]
    pub fn svg(&self) -> String {
        let (width, height, ground) = (self.size.width(), self.size.height(), self.theme.ground);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"serif\">\n\
             <title>{}</title>\n<desc>{}</desc>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{ground}\"/>\n",
            escaped(&self.name),
            escaped(&self.description),
        );
        for shape in &self.shapes {
            // a string takes everything
            let _ = self.write_shape(&mut svg, shape);
        }
        svg + "</svg>"
    }

    /// A style sheet by which a reader whose screen is dark sees a light picture in dark colours;
    /// for a file of its own, as it would hold for all of a page.
    #[cfg(feature = "cli")]
    pub(crate) fn dark_style(&self) -> String {
        let colors = self.shapes.iter().flat_map(Shape::colors).chain([self.theme.ground, self.theme.accent]);
        let rule = |color: Rgb| {
            let dark = self.theme.counterpart(color, &DARK);
            format!("[fill=\"{color}\"]{{fill:{dark}}}[stroke=\"{color}\"]{{stroke:{dark}}}")
        };
        format!(
            "<style>@media (prefers-color-scheme: dark){{{}}}</style>",
            colors.unique().map(rule).join("")
        )
    }

    fn write_shape(&self, out: &mut String, shape: &Shape) -> fmt::Result {
        match shape {
            Shape::Path(path, paint) => write_path(out, path, paint),
            Shape::Clipped { inside, paths } => {
                let data = data(inside);
                let id = fingerprint(&data);
                writeln!(
                    out,
                    "<clipPath id=\"{id}\"><path d=\"{data}\" shape-rendering=\"crispEdges\"/></clipPath>\n\
                     <g clip-path=\"url(#{id})\">"
                )?;
                paths.iter().try_for_each(|(path, paint)| write_path(out, path, paint))?;
                writeln!(out, "</g>")
            }
            &Shape::Dot { place, radius, color, ring } => {
                let [x, y, radius] = [place.x, place.y, radius].map(coordinate);
                write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" ")?;
                match ring.map(coordinate) {
                    None => writeln!(out, "fill=\"{color}\"/>"),
                    Some(width) => writeln!(
                        out,
                        "fill=\"{}\" stroke=\"{color}\" stroke-width=\"{width}\"/>",
                        self.theme.ground
                    ),
                }
            }
            Shape::Text { line, place, anchor, color, size } => {
                let left = anchor.left(place.x, line.width(*size));
                self.write_text(out, line, [left, place.y, *size], *color)
            }
        }
    }

    /// Writes a line of text: its outlines, and the text itself, which is not seen, for those who
    /// search, select or listen; the reader's own face is made as wide as the outlines. A letter
    /// without an outline is seen in that face.
    fn write_text(
        &self,
        out: &mut String,
        line: &TextLine,
        [left, base, size]: [f64; 3],
        color: Rgb,
    ) -> fmt::Result {
        let [x, y, text_size, width] = [left, base, size, line.width(size)].map(coordinate);
        writeln!(
            out,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{text_size}\" textLength=\"{width}\" \
             lengthAdjust=\"spacingAndGlyphs\" fill=\"{color}\"{UNSEEN}>{}</text>",
            escaped(&line.plain())
        )?;
        let (outlines, others) = line.outlines();
        for (middle, letter) in others {
            let x = coordinate(left + middle * size);
            writeln!(
                out,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{text_size}\" text-anchor=\"middle\" fill=\"{color}\" \
                 aria-hidden=\"true\">{}</text>",
                escaped(letter.encode_utf8(&mut [0; 4]))
            )?;
        }
        for Outline { is_remark, is_raised, start, path } in outlines {
            let color = if is_remark { self.theme.accent } else { color };
            let [share, raise] = if is_raised { [RAISED_SIZE, RAISED_BY] } else { [1.0, 0.0] };
            let [x, y] = [left + start * size, base - raise * size].map(coordinate);
            let scale = format!("{:.6}", share * size / 1000.0);
            writeln!(
                out,
                "<path transform=\"translate({x} {y})scale({scale} -{scale})\" fill=\"{color}\" d=\"{path}\"/>"
            )?;
        }
        Ok(())
    }
}

fn write_path(out: &mut String, path: &Path, paint: &Paint) -> fmt::Result {
    let (data, color) = (data(path), paint.color);
    write!(out, "<path d=\"{data}\" fill=\"")?;
    match paint.line.map(coordinate) {
        Some(width) => {
            write!(out, "none\" stroke=\"{color}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"")?;
        }
        None => write!(out, "{color}\"")?,
    }
    if paint.opacity < 1.0 {
        write!(out, " fill-opacity=\"{:.2}\"", paint.opacity)?;
    }
    if paint.is_crisp {
        out.push_str(" shape-rendering=\"crispEdges\"");
    }
    writeln!(out, "/>")
}

/// An identifier made of what it stands for: elements of one document that share it are the same.
/// (FNV-1a, G. Fowler, L. C. Noll and K.-P. Vo.)
fn fingerprint(data: &str) -> String {
    let hash = data.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("n{hash:016x}")
}

/// The data of a path: what is written is the difference of two rounded places, so that no rounding
/// adds up.
pub(super) fn data(path: &Path) -> String {
    let mut data = String::new();
    let (mut at, mut first) = ([0; 2], [0; 2]);
    // the command that the next numbers would repeat
    let mut repeats = ' ';
    let mut add = |command: char, from: [i64; 2], places: &[[i64; 2]]| {
        data.push(if repeats == command && command != 'z' { ' ' } else { command });
        // the part of the path that begins has a command of its own
        repeats = if command == 'm' { ' ' } else { command };
        for (index, [x, y]) in places.iter().enumerate() {
            let separator = if index > 0 { " " } else { "" };
            let [dx, dy] = [x - from[0], y - from[1]].map(shortest);
            data += separator;
            match command {
                'h' => data += &dx,
                'v' => data += &dy,
                _ => data.extend([&dx, ",", &dy]),
            }
        }
    };
    for &step in &path.steps {
        match step {
            PathStep::Start(to) => {
                add('m', at, &[to]);
                (at, first) = (to, to);
            }
            PathStep::Line(to) => {
                let command = match [to[0] == at[0], to[1] == at[1]] {
                    [_, true] => 'h',
                    [true, _] => 'v',
                    _ => 'l',
                };
                add(command, at, &[to]);
                at = to;
            }
            PathStep::Cubic(places) => {
                add('c', at, &places);
                at = places[2];
            }
            PathStep::Close => {
                add('z', at, &[]);
                at = first;
            }
        }
    }
    data
}

/// A coordinate of an element, with at most two decimals.
fn coordinate(value: f64) -> String {
    shortest(hundredths(value))
}

/// A text in which nothing is markup. What XML does not allow becomes a space.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // no XML text may have them
            '\u{fffe}' | '\u{ffff}' => escaped.push(' '),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::super::shapes::Spot;
    use super::*;

    #[test]
    fn nothing_in_a_text_is_markup() {
        assert_eq!(escaped("a < b & \"c\"\u{1}\n"), "a &lt; b &amp; &quot;c&quot;  ");
        assert_eq!(escaped("√2 − 1"), "√2 − 1");
    }

    #[test]
    fn places_are_relative_and_short() {
        let mut path = Path::default();
        path.start(Spot::new(10.0, 20.5));
        path.line(Spot::new(10.336, 8.0));
        path.line(Spot::new(11.0, 7.95));
        path.line(Spot::new(11.001, 7.95));
        path.line(Spot::new(15.0, 7.95));
        path.cubic([Spot::new(16.0, 8.0), Spot::new(17.0, 9.0)], Spot::new(18.0, 7.0));
        assert_eq!(data(&path), "m10,20.5l.34,-12.5 .66,-.05h4c1,.05 2,1.05 3,-.95");
    }

    #[test]
    fn a_part_begins_where_the_one_before_began() {
        let corners = [[1.0, 2.0, 4.0, 6.0], [2.0, 2.0, 3.0, 3.5]];
        let path = Path::rectangles(corners.map(|[a, b, c, d]| [Spot::new(a, b), Spot::new(c, d)]));
        assert_eq!(data(&path), "m1,2h3v4h-3zm1,0h1v1.5h-1z");
    }

    #[test]
    fn roundings_do_not_add_up() {
        let mut path = Path::default();
        path.start(Spot::default());
        (1..=1000).for_each(|step| path.line(Spot::new(f64::from(step) * 0.004, f64::from(step))));
        let sum: f64 = data(&path)
            .split(|c: char| c.is_ascii_alphabetic() || c == ' ')
            .filter_map(|pair| pair.split_once(',')?.0.parse::<f64>().ok())
            .sum();
        assert!((sum - 4.0).abs() < 1e-9, "{sum}");
    }
}
