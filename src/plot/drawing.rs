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
/// The least size of a title.
const LEAST_TITLE: f64 = 9.0;
/// The least width and height of the box of the data.
const LEAST_FRAME: [u32; 2] = [60, 30];

impl Drawing {
    /// An empty picture with its title: that of the look, or the first of these that fits, and the
    /// last if none does.
    pub(super) fn new(look: &Look, size: Size, titles: &[Line]) -> Result<Self, PlotError> {
        let unit = unit(size);
        let (text_size, margin) = (unit * TEXT_SIZE, unit * MARGIN);
        let width = f64::from(size.width()) - 2.0 * margin;
        let usual = typeset::fitting(titles, text_size, width);
        let title = look.title.as_ref().map_or_else(|| usual.clone(), |title| Line::marked(title));
        let title_size = text_size.min(width / title.width(1.0).max(f64::MIN_POSITIVE));
        if title_size < LEAST_TITLE {
            // a float beyond saturates
            let needed = (title.width(LEAST_TITLE) + 2.0 * margin).ceil() as u32;
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
    pub(super) fn frame(&self, [left, above, right, below]: [f64; 4]) -> Result<Frame, PlotError> {
        let [width, height] = [self.size.width(), self.size.height()];
        // floats beyond saturate
        let whole = |pixels: f64| pixels.round() as u32;
        let frame = Frame {
            left: whole(left),
            top: whole(self.top + above),
            right: whole(f64::from(width) - right),
            bottom: whole(f64::from(height) - below),
        };
        let missing = |low: u32, high: u32, least: u32| (low + least).saturating_sub(high);
        let missing = [
            missing(frame.left, frame.right, LEAST_FRAME[0]),
            missing(frame.top, frame.bottom, LEAST_FRAME[1]),
        ];
        if missing == [0, 0] {
            return Ok(frame);
        }
        Err(PlotError::Cramped { width: width + missing[0], height: height + missing[1] })
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
fn unit(size: Size) -> f64 {
    let [width, height] = [size.width(), size.height()].map(f64::from);
    let times = (width / 1200.0).min(height / 400.0);
    if width < 480.0 { 12.0 / TEXT_SIZE } else { times.max(1.0).powf(0.6) }
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
