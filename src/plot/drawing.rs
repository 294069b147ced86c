//! The elements of an SVG text, their colours, and the data of paths: places in hundredths of a
//! pixel, each written relative to the one before.

use std::fmt::Write;

use super::typeset::{self, Outline, RAISED_BY, RAISED_SIZE, TextLine};
use super::{Frame, Look, Picture, PlotError, Size};

/// Where the place of a text is, along its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A picture that is being drawn.
pub(super) struct Drawing {
    pub(super) size: Size,
    pub(super) theme: Theme,
    /// How large text, thin lines and spaces are: 1 in a picture of usual size.
    pub(super) unit: f64,
    /// The size of the text.
    pub(super) text_size: f64,
    /// The space between the sides and what is drawn.
    pub(super) margin: f64,
    /// Where the space below the title begins.
    pub(super) top: f64,
    /// What the picture is called.
    name: String,
    elements: String,
}

/// The size of the text for the unit 1.
pub(super) const TEXT_SIZE: f64 = 14.0;
/// The margin for the unit 1.
const MARGIN: f64 = 12.0;
/// Text is as large as usual in a picture of at most this width.
const USUAL_WIDTH: f64 = 1200.0;
/// Text that is there, and is not seen.
const UNSEEN: &str = " fill-opacity=\"0\"";
/// The least size of a title.
const LEAST_TITLE: f64 = 9.0;
/// The least width and height of the box of the data.
const LEAST_FRAME: [f64; 2] = [60.0, 30.0];

impl Drawing {
    /// An empty picture of its usual size, unless the look has another one, with its title: that of
    /// the look, or the first of these that fits, and the last if none does.
    pub(super) fn new(look: &Look, usual: Size, titles: &[TextLine]) -> Result<Self, PlotError> {
        let size = look.size.unwrap_or(usual);
        let unit = unit(size.sides());
        let (text_size, margin) = (unit * TEXT_SIZE, unit * MARGIN);
        let width = f64::from(size.width()) - 2.0 * margin;
        let usual = typeset::fitting(titles, text_size, width);
        let title = look.title.as_ref().map_or_else(|| usual.clone(), |title| TextLine::marked(title));
        let title_size = text_size.min(width / title.width(1.0).max(f64::MIN_POSITIVE));
        if title_size < LEAST_TITLE {
            let needed = |unit| [2.0 * MARGIN * unit + title.width(LEAST_TITLE), 0.0];
            let [needed, _] = size.enough_for(needed);
            return Err(PlotError::Title { needed, width: size.width() });
        }
        let theme = if look.dark { DARK } else { LIGHT };
        let mut drawing = Self {
            size,
            theme,
            unit,
            text_size,
            margin,
            top: margin,
            name: usual.plain(),
            elements: String::new(),
        };
        if !title.plain().trim().is_empty() {
            drawing.name = title.plain();
            let place = Spot::new(margin, margin + 0.75 * text_size);
            drawing.text_of_size(&title, place, Anchor::Start, theme.ink, title_size);
            drawing.top += 1.3 * text_size;
        }
        Ok(drawing)
    }

    /// The box of the data, with this much space on each side of it, below the title.
    pub(super) fn frame(&self, sides: [f64; 4]) -> Result<Frame, PlotError> {
        self.frame_around(sides, 0.0, LEAST_FRAME[1])
    }

    /// The box of data that have lines of text of this height, and need this many pixels beside
    /// them. The spaces grow with the text, and the pixels do not.
    pub(super) fn frame_around(
        &self,
        [left, above, right, below]: [f64; 4],
        lines: f64,
        pixels: f64,
    ) -> Result<Frame, PlotError> {
        let [width, height] = self.size.sides();
        let pixels = pixels.max(LEAST_FRAME[1]);
        // floats beyond saturate
        let whole = |pixels: f64| pixels.round() as u32;
        let frame = Frame {
            left: whole(left),
            top: whole(self.top + above),
            right: whole(width - right),
            bottom: whole(height - below),
        };
        let is_enough = |low: u32, high: u32, least: f64| f64::from(low) + least <= f64::from(high);
        let enough = is_enough(frame.left, frame.right, LEAST_FRAME[0])
            && is_enough(frame.top, frame.bottom, lines + pixels);
        if enough {
            return Ok(frame);
        }
        // both sides of the frame are rounded in each direction, as above
        let needed = |unit: f64| {
            let times = unit / self.unit;
            let [before, after] =
                [[left, self.top + above], [right, below]].map(|ends| ends.map(|end| end * times));
            let least = [LEAST_FRAME[0], lines * times + pixels];
            [0, 1].map(|side| (before[side].round() + least[side]).ceil() + after[side] - 0.5)
        };
        let [width, height] = self.size.enough_for(needed);
        Err(PlotError::Cramped { width, height })
    }

    /// The whole picture with its frame and the numbers at the ends of its axes; `description` has
    /// the numbers in full.
    pub(super) fn picture(
        self,
        description: &str,
        frame: Frame,
        x: Option<[String; 2]>,
        y: Option<[String; 2]>,
    ) -> Picture {
        let Self { size, theme, name, elements, .. } = self;
        let (width, height) = (size.width(), size.height());
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"serif\">\n\
             <title>{}</title>\n<desc>{}</desc>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n{elements}</svg>",
            escaped(&name),
            escaped(description),
            theme.ground,
        );
        Picture { svg, size, frame, x, y, strips: vec![] }
    }

    /// Adds a line of text at the usual size.
    pub(super) fn text(&mut self, line: &TextLine, place: Spot, anchor: Anchor, color: &str) {
        self.text_of_size(line, place, anchor, color, self.text_size);
    }

    /// Adds the first of these lines that is at most this wide, from a place on.
    pub(super) fn fitting(&mut self, lines: &[TextLine], width: f64, place: Spot, color: &str) {
        self.text(&typeset::fitting(lines, self.text_size, width), place, Anchor::Start, color);
    }

    /// Adds a line of text: its outlines, and the text itself, which is not seen, for those who
    /// search, select or listen. If a letter has no outline, the text is seen. The reader's own
    /// face is made as wide as the outlines.
    fn text_of_size(&mut self, line: &TextLine, place: Spot, anchor: Anchor, color: &str, size: f64) {
        if line.parts.is_empty() {
            return;
        }
        let width = line.width(size);
        let left = match anchor {
            Anchor::Start => place.x,
            Anchor::Middle => place.x - width / 2.0,
            Anchor::End => place.x - width,
        };
        let outlines = line.outlines();
        let unseen = if outlines.is_some() { UNSEEN } else { "" };
        let [x, y, text_size, width] = [left, place.y, size, width].map(coordinate);
        let text = escaped(&line.plain());
        self.push(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{text_size}\" textLength=\"{width}\" \
             lengthAdjust=\"spacingAndGlyphs\" fill=\"{color}\"{unseen}>{text}</text>\n"
        ));
        for Outline { is_remark, is_raised, start, path } in outlines.into_iter().flatten() {
            let color = if is_remark { self.theme.accent } else { color };
            let [share, raise] = if is_raised { [RAISED_SIZE, RAISED_BY] } else { [1.0, 0.0] };
            let [x, y] = [left + start * size, place.y - raise * size].map(coordinate);
            let scale = format!("{:.6}", share * size / 1000.0);
            self.push(format_args!(
                "<path transform=\"translate({x} {y})scale({scale} -{scale})\" fill=\"{color}\" d=\"{path}\"/>\n"
            ));
        }
    }

    /// Adds a path, unless it is empty; `attributes` begins with a space.
    pub(super) fn path(&mut self, path: &Path, attributes: &str) {
        if !path.data.is_empty() {
            self.push(format_args!("<path d=\"{}\"{attributes}/>\n", path.data()));
        }
    }

    /// Adds the outline of a path, this many units wide.
    pub(super) fn stroke(&mut self, path: &Path, color: &str, units: f64) {
        self.stroke_of_width(path, color, units * self.unit);
    }

    /// Adds the outline of a path, this many pixels wide.
    pub(super) fn stroke_of_width(&mut self, path: &Path, color: &str, width: f64) {
        let width = coordinate(width);
        self.path(
            path,
            &format!(" fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" stroke-linejoin=\"round\""),
        );
    }

    /// Adds the inside of a path.
    pub(super) fn fill(&mut self, path: &Path, color: &str) {
        self.path(path, &format!(" fill=\"{color}\""));
    }

    /// Adds a dot of this radius in units.
    pub(super) fn dot(&mut self, place: Spot, radius: f64, color: &str) {
        let (x, y, radius) = (coordinate(place.x), coordinate(place.y), coordinate(radius * self.unit));
        self.push(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{color}\"/>\n"));
    }

    fn push(&mut self, text: std::fmt::Arguments<'_>) {
        // a string takes everything
        let _ = self.elements.write_fmt(text);
    }
}

/// The unit of a picture: smaller on a narrow one, larger on one that is large in both directions.
fn unit([width, height]: [f64; 2]) -> f64 {
    let times = (width / USUAL_WIDTH).min(height / 400.0);
    if width < 480.0 { 12.0 / TEXT_SIZE } else { times.max(1.0).powf(0.6) }
}

impl Size {
    fn sides(self) -> [f64; 2] {
        [self.width(), self.height()].map(f64::from)
    }

    /// The least width and height, no less than these, that suffice if a picture of some unit needs
    /// a width and a height.
    fn enough_for(self, needed: impl Fn(f64) -> [f64; 2]) -> [u32; 2] {
        let [width, height] = self.sides();
        let needed = |unit: f64| needed(unit).map(f64::ceil);
        // A larger picture has larger text, but by less than it is larger. Each turn adds to a
        // side, since widths of texts are sums of finite numbers.
        let grown = |mut sides: [f64; 2]| {
            loop {
                let least = needed(unit(sides));
                if (0..2).all(|side| least[side] <= sides[side]) {
                    return Some(sides);
                }
                sides = [0, 1].map(|side| sides[side].max(least[side]));
                if sides.iter().any(|side| *side > Self::GREATEST.into()) {
                    return None;
                }
            }
        };
        // if none is large enough, then maybe one that is narrower, whose text does not grow
        let [usual_width, usual_height] = needed(1.0);
        let enough = grown([width, height])
            .or_else(|| grown([width.min(USUAL_WIDTH), height]))
            .unwrap_or([usual_width, usual_height.max(height)]);
        // floats beyond saturate
        enough.map(|side| side as u32)
    }
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

/// Colours, each as SVG writes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Theme {
    /// Behind everything.
    pub(super) ground: &'static str,
    /// Text and axes.
    pub(super) ink: &'static str,
    /// Remarks, and lines that only connect.
    pub(super) faint: &'static str,
    /// Curves, steps and winning places.
    pub(super) main: &'static str,
    /// The area below a curve, and the places that a piece may have.
    pub(super) area: &'static str,
    /// What is to be seen first: maxima, P-positions and single places.
    pub(super) accent: &'static str,
    /// The colours between which the shades of a scale lie, as red, green and blue.
    pub(super) scale: [[u8; 3]; 2],
}

/// Readable in print, and in grey.
const LIGHT: Theme = Theme {
    ground: "#ffffff",
    ink: "#1c1c1c",
    faint: "#b4bac4",
    main: "#2b5480",
    area: "#e4e9f0",
    accent: "#b71c1c",
    scale: [[0xe9, 0xee, 0xf4], [0x00, 0x14, 0x44]],
};

const DARK: Theme = Theme {
    ground: "#15181d",
    ink: "#e4e6ea",
    faint: "#535c69",
    main: "#86b3e3",
    area: "#243242",
    accent: "#ff6a5c",
    scale: [[0x20, 0x29, 0x35], [0xe8, 0xf4, 0xff]],
};

impl Theme {
    /// The colour of the part `share` of the scale, from 0 to 1.
    pub(super) fn shade(&self, share: f64) -> String {
        let [low, high] = self.scale;
        // between two bytes
        let mixed = |index: usize| {
            let [low, high] = [low[index], high[index]].map(f64::from);
            (low + (high - low) * share.clamp(0.0, 1.0)).round() as u8
        };
        format!("#{:02x}{:02x}{:02x}", mixed(0), mixed(1), mixed(2))
    }
}

/// A place in a picture, in pixels from its left upper corner.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Spot {
    pub(super) x: f64,
    pub(super) y: f64,
}

impl Spot {
    pub(super) fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }
}

/// Hundredths of a pixel.
const FINE: f64 = 100.0;

/// A path that is being written. Every place is rounded once; what is written is the difference of
/// two rounded places, so that no rounding adds up.
#[derive(Clone, Debug, Default)]
pub(super) struct Path {
    data: String,
    /// The last place.
    at: [i64; 2],
    /// Where the part began.
    first: [i64; 2],
    /// The command that the next pair of numbers would repeat.
    repeats: char,
}

impl Path {
    /// Rectangles, each by two corners.
    pub(super) fn rectangles(corners: impl IntoIterator<Item = [Spot; 2]>) -> Self {
        let mut path = Self::default();
        for [low, high] in corners {
            path.start(low);
            [Spot::new(high.x, low.y), high, Spot::new(low.x, high.y)]
                .into_iter()
                .for_each(|to| path.line(to));
            path.close();
        }
        path
    }

    pub(super) fn data(&self) -> &str {
        &self.data
    }

    /// Begins a part of the path.
    pub(super) fn start(&mut self, to: Spot) {
        self.pairs('m', &[to]);
        self.first = self.at;
        self.repeats = ' ';
    }

    /// A straight line from place to place, as a part of its own.
    pub(super) fn segment(&mut self, [from, to]: [Spot; 2]) {
        self.start(from);
        self.line(to);
    }

    /// A straight line; none if it would be shorter than what is written.
    pub(super) fn line(&mut self, to: Spot) {
        let [x, y] = rounded(to);
        match [x - self.at[0], y - self.at[1]] {
            [0, 0] => {}
            [dx, 0] => self.single('h', dx, [x, y]),
            [0, dy] => self.single('v', dy, [x, y]),
            _ => self.pairs('l', &[to]),
        }
    }

    /// A cubic with these two control points.
    pub(super) fn cubic(&mut self, controls: [Spot; 2], to: Spot) {
        self.pairs('c', &[controls[0], controls[1], to]);
    }

    /// Back to where the part began.
    pub(super) fn close(&mut self) {
        self.data.push('z');
        self.at = self.first;
        self.repeats = ' ';
    }

    fn single(&mut self, command: char, step: i64, at: [i64; 2]) {
        self.begin(command);
        self.data += &shortest(step);
        self.at = at;
    }

    /// Places relative to the last one.
    fn pairs(&mut self, command: char, places: &[Spot]) {
        self.begin(command);
        for (index, place) in places.iter().enumerate() {
            let [x, y] = rounded(*place);
            if index > 0 {
                self.data.push(' ');
            }
            self.data += &shortest(x - self.at[0]);
            self.data.push(',');
            self.data += &shortest(y - self.at[1]);
            if index + 1 == places.len() {
                self.at = [x, y];
            }
        }
    }

    fn begin(&mut self, command: char) {
        let separator = if self.repeats == command { ' ' } else { command };
        self.data.push(separator);
        self.repeats = command;
    }
}

fn rounded(place: Spot) -> [i64; 2] {
    // pictures have less than 2^14 pixels; a float beyond saturates
    [place.x, place.y].map(|coordinate| (coordinate * FINE).round() as i64)
}

/// A coordinate of an element, with at most two decimals.
pub(super) fn coordinate(value: f64) -> String {
    shortest((value * FINE).round() as i64)
}

/// So many hundredths, without the zeros that may be left out.
fn shortest(hundredths: i64) -> String {
    let sign = if hundredths < 0 { "-" } else { "" };
    let (whole, part) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
    let whole = if whole == 0 && part > 0 { String::new() } else { whole.to_string() };
    format!("{sign}{whole}.{part:02}").trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
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
        assert_eq!(path.data(), "m10,20.5l.34,-12.5 .66,-.05h4c1,.05 2,1.05 3,-.95");
    }

    #[test]
    fn a_part_begins_where_the_one_before_began() {
        let corners = [[1.0, 2.0, 4.0, 6.0], [2.0, 2.0, 3.0, 3.5]];
        let path = Path::rectangles(corners.map(|[a, b, c, d]| [Spot::new(a, b), Spot::new(c, d)]));
        assert_eq!(path.data(), "m1,2h3v4h-3zm1,0h1v1.5h-1z");
    }

    #[test]
    fn roundings_do_not_add_up() {
        let mut path = Path::default();
        path.start(Spot::default());
        (1..=1000).for_each(|step| path.line(Spot::new(f64::from(step) * 0.004, f64::from(step))));
        let sum: f64 = path
            .data()
            .split(|c: char| c.is_ascii_alphabetic() || c == ' ')
            .filter_map(|pair| pair.split_once(',')?.0.parse::<f64>().ok())
            .sum();
        assert!((sum - 4.0).abs() < 1e-9, "{sum}");
    }
}
