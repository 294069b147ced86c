//! The elements of an SVG text.

use std::borrow::Cow;
use std::fmt::Write;

use super::path::{Path, Spot, coordinate};
use super::picture::{Frame, Look, PlotError, Size};
use super::theme::Theme;
use super::typeset::{self, FACES, ITALIC_FACES, Line, RAISED_BY, RAISED_SIZE, Style};

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
/// The least size of a title.
const LEAST_TITLE: f64 = 9.0;
/// The least width and height of the box of the data.
const LEAST_FRAME: [f64; 2] = [60.0, 30.0];

impl Drawing {
    /// An empty picture with its title: that of the look, or the first of these that fits, and the
    /// last if none does.
    pub(super) fn new(look: &Look, size: Size, titles: &[Line]) -> Result<Self, PlotError> {
        let unit = unit(size.sides());
        let (text_size, margin) = (unit * TEXT_SIZE, unit * MARGIN);
        let width = f64::from(size.width()) - 2.0 * margin;
        let usual = typeset::fitting(titles, text_size, width);
        let title = look.title.as_ref().map_or_else(|| usual.clone(), |title| Line::marked(title));
        let title_size = text_size.min(width / title.width(1.0).max(f64::MIN_POSITIVE));
        if title_size < LEAST_TITLE {
            let [needed, _] = size.enough_for([2.0 * MARGIN, 0.0], [title.width(LEAST_TITLE), 0.0]);
            return Err(PlotError::Title { needed, width: size.width() });
        }
        let theme = Theme::of(look.dark);
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

    /// The same for data that have lines of text of this height, and need so many pixels beside
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
        let text = [left + right, self.top + above + below + lines];
        let [width, height] =
            self.size.enough_for(text.map(|side| side / self.unit), [LEAST_FRAME[0], pixels]);
        Err(PlotError::Cramped { width, height })
    }

    /// The whole text; `description` has the numbers in full.
    pub(super) fn finish(self, description: &str) -> String {
        let Self { size, theme, name, elements, .. } = self;
        let (width, height) = (size.width(), size.height());
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"{FACES}\">\n\
             <title>{}</title>\n<desc>{}</desc>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n{elements}</svg>",
            escaped(&name),
            escaped(description),
            theme.ground,
        )
    }

    /// Adds a line of text at the usual size.
    pub(super) fn text(&mut self, line: &Line, place: Spot, anchor: Anchor, color: &str) {
        self.text_of_size(line, place, anchor, color, self.text_size);
    }

    /// Adds a line of text.
    pub(super) fn text_of_size(&mut self, line: &Line, place: Spot, anchor: Anchor, color: &str, size: f64) {
        if line.parts().is_empty() {
            return;
        }
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let (x, y, size_text) = (coordinate(place.x), coordinate(place.y), coordinate(size));
        self.push(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size_text}\"{anchor} fill=\"{color}\">"
        ));
        let mut is_raised = false;
        for (style, text) in line.parts() {
            let raise = coordinate(size * RAISED_BY);
            let shift = match (is_raised, *style == Style::Raised) {
                (false, true) => format!(" dy=\"-{raise}\""),
                (true, false) => format!(" dy=\"{raise}\""),
                _ => String::new(),
            };
            is_raised = *style == Style::Raised;
            let attributes = match style {
                Style::Upright => shift,
                Style::Remark => format!("{shift} fill=\"{}\"", self.theme.accent),
                Style::Italic => format!("{shift} font-family=\"{ITALIC_FACES}\" font-style=\"italic\""),
                Style::Raised => format!("{shift} font-size=\"{}\"", coordinate(size * RAISED_SIZE)),
            };
            let text = escaped(text);
            if attributes.is_empty() {
                self.push(format_args!("{text}"));
            } else {
                self.push(format_args!("<tspan{attributes}>{text}</tspan>"));
            }
        }
        self.push(format_args!("</text>\n"));
    }

    /// Adds a path, unless it is empty; `attributes` begins with a space.
    pub(super) fn path(&mut self, path: &Path, attributes: &str) {
        if !path.is_empty() {
            self.push(format_args!("<path d=\"{}\"{attributes}/>\n", path.data()));
        }
    }

    /// Adds the outline of a path, so many units wide.
    pub(super) fn stroke(&mut self, path: &Path, color: &str, units: f64) {
        self.stroke_of_width(path, color, units * self.unit);
    }

    /// Adds the outline of a path, so many pixels wide.
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

    /// A width and a height, no less than these, that suffice for text that takes so many units,
    /// and so many pixels beside it.
    fn enough_for(self, text: [f64; 2], pixels: [f64; 2]) -> [u32; 2] {
        let [width, height] = self.sides();
        // the sides of a frame are rounded, hence a pixel more
        let needed = |unit: f64| [0, 1].map(|side| (text[side] * unit + pixels[side]).ceil() + 1.0);
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
fn escaped(text: &str) -> Cow<'_, str> {
    let is_plain = |c: char| !matches!(c, '<' | '>' | '&' | '"' | '\'') && !is_forbidden(c);
    if text.chars().all(is_plain) {
        return text.into();
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c if is_forbidden(c) => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped.into()
}

/// Control characters, and the two that no XML text may have.
fn is_forbidden(c: char) -> bool {
    c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_markup() {
        assert_eq!(escaped("a < b & \"c\"\u{1}\n"), "a &lt; b &amp; &quot;c&quot;  ");
        assert_eq!(escaped("√2 − 1"), "√2 − 1");
    }
}
