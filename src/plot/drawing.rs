//! A picture that is being drawn: its title, the box of its data, its colours, and its shapes.

use super::shapes::{Anchor, DARK, LIGHT, Paint, Path, Rgb, Shape, Spot, Theme};
use super::typeset::{self, TextLine};
use super::{Frame, Look, Picture, Size};
use crate::error::{Error, error};

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
    pub(super) shapes: Vec<Shape>,
}

/// The size of the text for the unit 1.
pub(super) const TEXT_SIZE: f64 = 14.0;
/// The margin for the unit 1.
const MARGIN: f64 = 12.0;
/// Text is as large as usual in a picture of at most this width.
const USUAL_WIDTH: f64 = 1200.0;
/// The width of a picture whose text, of 12 pixels, has 9 points in a line of 345.
pub(super) const PAPER_WIDTH: u32 = 460;
/// The radius of a dot at an end of an interval, and the width of the line around an open one, in
/// units.
const END_RADIUS: f64 = 2.5;
const END_LINE: f64 = 1.2;
/// The most steps or intervals whose ends are told apart.
pub(super) const MOST_ENDS: usize = 40;
/// The least size of a title.
const LEAST_TITLE: f64 = 9.0;
/// The least width and height of the box of the data.
const LEAST_FRAME: [f64; 2] = [60.0, 30.0];

impl Drawing {
    /// An empty picture of its usual size, unless the look has another one, with its title: that of
    /// the look, or the first of these that fits, and the last if none does.
    pub(super) fn new(look: &Look, usual: Size, titles: &[TextLine]) -> Result<Self, Error> {
        let usual = if look.paper { usual.on_paper() } else { usual };
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
            return Err(error!(
                Domain,
                "the title needs a width of {needed} pixels, and the picture has {}; give a shorter title or a larger size",
                size.width()
            ));
        }
        let theme = if look.dark { DARK } else { LIGHT };
        let mut drawing =
            Self { size, theme, unit, text_size, margin, top: margin, name: usual.plain(), shapes: vec![] };
        if !title.plain().trim().is_empty() {
            drawing.name = title.plain();
            let place = Spot::new(margin, margin + 0.75 * text_size);
            drawing.text_of_size(&title, place, Anchor::Start, theme.ink, title_size);
            drawing.top += 1.3 * text_size;
        }
        Ok(drawing)
    }

    /// The box of the data, with this much space on each side of it, below the title.
    pub(super) fn frame(&self, sides: [f64; 4]) -> Result<Frame, Error> {
        self.frame_around(sides, 0.0, LEAST_FRAME[1])
    }

    /// The box of data that have lines of text of this height, and need this many pixels beside
    /// them. The spaces grow with the text, and the pixels do not.
    pub(super) fn frame_around(
        &self,
        [left, above, right, below]: [f64; 4],
        lines: f64,
        pixels: f64,
    ) -> Result<Frame, Error> {
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
        Err(error!(Domain, "the picture needs a size of at least {width}x{height}; give a larger one"))
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
        let Self { size, theme, name, shapes, .. } = self;
        Picture {
            size,
            frame,
            x,
            y,
            strips: vec![],
            name,
            description: description.to_owned(),
            theme,
            shapes,
        }
    }

    /// Adds a line of text at the usual size.
    pub(super) fn text(&mut self, line: &TextLine, place: Spot, anchor: Anchor, color: Rgb) {
        self.text_of_size(line, place, anchor, color, self.text_size);
    }

    /// Adds the first of these lines that is at most this wide, from a place on.
    pub(super) fn fitting(&mut self, lines: &[TextLine], width: f64, place: Spot, color: Rgb) {
        self.text(&typeset::fitting(lines, self.text_size, width), place, Anchor::Start, color);
    }

    fn text_of_size(&mut self, line: &TextLine, place: Spot, anchor: Anchor, color: Rgb, size: f64) {
        if !line.parts.is_empty() {
            self.shapes.push(Shape::Text { line: line.clone(), place, anchor, color, size });
        }
    }

    /// Adds a path, unless it is empty.
    pub(super) fn path(&mut self, path: Path, paint: Paint) {
        if !path.steps.is_empty() {
            self.shapes.push(Shape::Path(path, paint));
        }
    }

    /// Adds the outline of a path, this many units wide.
    pub(super) fn stroke(&mut self, path: Path, color: Rgb, units: f64) {
        self.stroke_of_width(path, color, units * self.unit);
    }

    /// Adds the outline of a path, this many pixels wide.
    pub(super) fn stroke_of_width(&mut self, path: Path, color: Rgb, width: f64) {
        self.path(path, Paint { line: Some(width), ..Paint::fill(color) });
    }

    /// Adds the inside of a path.
    pub(super) fn fill(&mut self, path: Path, color: Rgb) {
        self.path(path, Paint::fill(color));
    }

    /// Adds a dot of this radius in units.
    pub(super) fn dot(&mut self, place: Spot, radius: f64, color: Rgb) {
        self.shapes.push(Shape::Dot { place, radius: radius * self.unit, color, ring: None });
    }

    /// Adds a dot at an end of an interval, open unless the end belongs to it.
    pub(super) fn end(&mut self, place: Spot, is_included: bool, color: Rgb) {
        let ring = (!is_included).then_some(END_LINE * self.unit);
        self.shapes.push(Shape::Dot { place, radius: END_RADIUS * self.unit, color, ring });
    }
}

/// The unit of a picture: smaller on a narrow one, larger on one that is large in both directions.
fn unit([width, height]: [f64; 2]) -> f64 {
    let times = (width / USUAL_WIDTH).min(height / 400.0);
    if width < 480.0 { 12.0 / TEXT_SIZE } else { times.max(1.0).powf(0.6) }
}

impl Size {
    /// The size of a picture whose text is to be read on paper, in the width of a column.
    fn on_paper(self) -> Self {
        const LEAST_HEIGHT: u32 = 184;
        Self { width: PAPER_WIDTH, height: (self.height * PAPER_WIDTH / self.width).max(LEAST_HEIGHT) }
    }

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
