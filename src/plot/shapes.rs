//! What pictures are made of, whatever they are written as: paths, dots and lines of text, and
//! their colours.

use super::typeset::TextLine;

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

/// A colour as red, green and blue, a byte for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Rgb(pub(super) u32);

impl Rgb {
    pub(super) fn of([red, green, blue]: [u8; 3]) -> Self {
        Self(u32::from_be_bytes([0, red, green, blue]))
    }

    pub(super) fn bytes(self) -> [u8; 3] {
        let [_, red, green, blue] = self.0.to_be_bytes();
        [red, green, blue]
    }

    /// The lightness L* of CIE 1976, from 0 to 100: what is left of a colour of sRGB in grey.
    pub(super) fn lightness(self) -> f64 {
        let linear = self.bytes().map(|byte| {
            let part = f64::from(byte) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        let [red, green, blue] = linear;
        let luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        const CUBE: f64 = 216.0 / 24_389.0;
        if luminance > CUBE { 116.0 * luminance.cbrt() - 16.0 } else { luminance * 24_389.0 / 27.0 }
    }
}

/// Colours by what they are for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Theme {
    /// Behind everything.
    pub(super) ground: Rgb,
    /// Text and axes.
    pub(super) ink: Rgb,
    /// Remarks, and lines that only connect.
    pub(super) faint: Rgb,
    /// Curves, steps and winning places.
    pub(super) main: Rgb,
    /// The area below a curve, and the places that a piece may have.
    pub(super) area: Rgb,
    /// What is to be seen first: maxima, P-positions and single places.
    pub(super) accent: Rgb,
    /// The colours between which the shades of a scale lie.
    pub(super) scale: [Rgb; 2],
    /// What is outside of that scale: lighter than all of it.
    pub(super) zero: Rgb,
}

impl Theme {
    /// The colours with their names.
    pub(super) fn named(&self) -> [(Rgb, &'static str); 7] {
        let Self { ground, ink, faint, main, area, accent, zero, .. } = *self;
        [
            (ground, "ground"),
            (ink, "ink"),
            (faint, "faint"),
            (main, "main"),
            (area, "area"),
            (accent, "accent"),
            (zero, "zero"),
        ]
    }

    /// The shade of the scale with a lightness.
    pub(super) fn shade(&self, wanted: f64) -> Rgb {
        let start = self.scale[0].lightness();
        // the lightness grows along the scale, or falls
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..16 {
            let share = f64::midpoint(low, high);
            let is_before = (self.mixed(share).lightness() - start).abs() < (wanted - start).abs();
            if is_before { low = share } else { high = share }
        }
        self.mixed(high)
    }

    /// The colour of the part `share` of the way from one end of the scale to the other.
    fn mixed(&self, share: f64) -> Rgb {
        let [start, end] = self.scale;
        Rgb::of(std::array::from_fn(|index| {
            let [start, end] = [start, end].map(|color| f64::from(color.bytes()[index]));
            // between two bytes
            (start + (end - start) * share).round() as u8
        }))
    }

    /// What stands in another theme for a colour of this one.
    #[cfg(feature = "cli")]
    pub(super) fn counterpart(&self, color: Rgb, other: &Self) -> Rgb {
        let named = self.named().into_iter().zip(other.named());
        named.into_iter().find(|((own, _), _)| *own == color).map_or_else(
            || {
                let [[start, end], [other_start, other_end]] =
                    [self, other].map(|theme| theme.scale.map(Rgb::lightness));
                let share = (color.lightness() - start) / (end - start);
                other.shade(other_start + share * (other_end - other_start))
            },
            |(_, (counterpart, _))| counterpart,
        )
    }
}

/// Readable in print, and in grey.
pub(super) const LIGHT: Theme = Theme {
    ground: Rgb(0xff_ff_ff),
    ink: Rgb(0x1c_1c_1c),
    faint: Rgb(0xb4_ba_c4),
    main: Rgb(0x2b_54_80),
    area: Rgb(0xe4_e9_f0),
    accent: Rgb(0xb7_1c_1c),
    scale: [Rgb(0xb0_bf_d4), Rgb(0x00_12_38)],
    zero: Rgb(0xff_e0_66),
};

/// Light on dark.
pub(super) const DARK: Theme = Theme {
    ground: Rgb(0x15_18_1d),
    ink: Rgb(0xe4_e6_ea),
    faint: Rgb(0x53_5c_69),
    main: Rgb(0x86_b3_e3),
    area: Rgb(0x24_32_42),
    accent: Rgb(0xff_6a_5c),
    scale: [Rgb(0x16_20_2d), Rgb(0xad_c8_e8)],
    zero: Rgb(0xff_e9_a0),
};

/// How a path is painted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Paint {
    pub(super) color: Rgb,
    pub(super) opacity: f64,
    /// The width of the line along it in pixels; its inside is painted otherwise.
    pub(super) line: Option<f64>,
    /// Edges lie between pixels of a screen.
    pub(super) is_crisp: bool,
}

impl Paint {
    /// The inside of a path.
    pub(super) fn fill(color: Rgb) -> Self {
        Self { color, opacity: 1.0, line: None, is_crisp: false }
    }

    /// The inside of a path that has neighbours.
    pub(super) fn crisp(color: Rgb) -> Self {
        Self { is_crisp: true, ..Self::fill(color) }
    }
}

/// Where the place of a text is, along its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    /// The left end of a text of some width that is at a place.
    pub(super) fn left(self, place: f64, width: f64) -> f64 {
        match self {
            Self::Start => place,
            Self::Middle => place - width / 2.0,
            Self::End => place - width,
        }
    }
}

/// A part of a picture.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    Path(Path, Paint),
    /// Paths of which only what lies inside another one is seen.
    Clipped {
        inside: Path,
        paths: Vec<(Path, Paint)>,
    },
    /// A dot, or if a width is given, a ring on the ground.
    Dot {
        place: Spot,
        radius: f64,
        color: Rgb,
        ring: Option<f64>,
    },
    Text {
        line: TextLine,
        place: Spot,
        anchor: Anchor,
        color: Rgb,
        size: f64,
    },
}

impl Shape {
    /// All paths, with those inside of which others are seen.
    pub(super) fn paths(&self) -> impl Iterator<Item = (&Path, Option<Paint>)> {
        let (own, inside) = match self {
            Self::Path(path, paint) => (Some((path, Some(*paint))), &[][..]),
            Self::Clipped { inside, paths } => (Some((inside, None)), &paths[..]),
            Self::Dot { .. } | Self::Text { .. } => (None, &[][..]),
        };
        own.into_iter().chain(inside.iter().map(|(path, paint)| (path, Some(*paint))))
    }

    pub(super) fn colors(&self) -> impl Iterator<Item = Rgb> {
        let own = match self {
            Self::Dot { color, .. } | Self::Text { color, .. } => Some(*color),
            Self::Path(..) | Self::Clipped { .. } => None,
        };
        own.into_iter().chain(self.paths().filter_map(|(_, paint)| Some(paint?.color)))
    }
}

/// A step of a path, to a place in hundredths of a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PathStep {
    Start([i64; 2]),
    Line([i64; 2]),
    /// By two control points.
    Cubic([[i64; 2]; 3]),
    /// Back to where the part began.
    Close,
}

/// Hundredths of a pixel.
const FINE: f64 = 100.0;

/// A path. Every place is rounded once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Path {
    pub(super) steps: Vec<PathStep>,
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

    /// A circle of four cubics, off by less than a thousandth of the radius.
    #[cfg(feature = "pdf")]
    pub(super) fn circle(center: Spot, radius: f64) -> Self {
        const HANDLE: f64 = 0.552_285;
        let at = |x: f64, y: f64| Spot::new(center.x + radius * x, center.y + radius * y);
        let mut path = Self::default();
        path.start(at(1.0, 0.0));
        for [x, y] in [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]] {
            // a quarter of a turn from (x, y) to (-y, x)
            path.cubic([at(x - HANDLE * y, y + HANDLE * x), at(HANDLE * x - y, HANDLE * y + x)], at(-y, x));
        }
        path.close();
        path
    }

    /// Begins a part of the path.
    pub(super) fn start(&mut self, to: Spot) {
        self.steps.push(PathStep::Start(rounded(to)));
    }

    /// A straight line from place to place, as a part of its own.
    pub(super) fn segment(&mut self, [from, to]: [Spot; 2]) {
        self.start(from);
        self.line(to);
    }

    /// A straight line; none if it would be shorter than what is written.
    pub(super) fn line(&mut self, to: Spot) {
        let to = rounded(to);
        let is_there = match self.steps.last() {
            Some(PathStep::Start(at) | PathStep::Line(at) | PathStep::Cubic([_, _, at])) => *at == to,
            _ => false,
        };
        if !is_there {
            self.steps.push(PathStep::Line(to));
        }
    }

    /// A cubic with these two control points.
    pub(super) fn cubic(&mut self, controls: [Spot; 2], to: Spot) {
        self.steps.push(PathStep::Cubic([controls[0], controls[1], to].map(rounded)));
    }

    /// Where its lines begin and end.
    pub(super) fn spots(&self) -> impl DoubleEndedIterator<Item = Spot> {
        self.steps
            .iter()
            .filter_map(|step| match *step {
                PathStep::Start(to) | PathStep::Line(to) => Some(to),
                PathStep::Cubic(_) | PathStep::Close => None,
            })
            .map(unrounded)
    }

    /// The path with lines through other places back to where it began.
    pub(super) fn closed_along(mut self, spots: impl IntoIterator<Item = Spot>) -> Self {
        spots.into_iter().for_each(|spot| self.line(spot));
        self.close();
        self
    }

    pub(super) fn close(&mut self) {
        self.steps.push(PathStep::Close);
    }
}

fn rounded(place: Spot) -> [i64; 2] {
    [place.x, place.y].map(hundredths)
}

/// The place in pixels.
pub(super) fn unrounded([x, y]: [i64; 2]) -> Spot {
    Spot::new(x as f64 / FINE, y as f64 / FINE)
}

/// A coordinate in hundredths of a pixel.
pub(super) fn hundredths(coordinate: f64) -> i64 {
    // pictures have less than 2^14 pixels; a float beyond saturates
    (coordinate * FINE).round() as i64
}

/// So many hundredths, without the zeros that may be left out.
pub(super) fn shortest(hundredths: i64) -> String {
    let sign = if hundredths < 0 { "-" } else { "" };
    let (whole, part) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
    let whole = if whole == 0 && part > 0 { String::new() } else { whole.to_string() };
    format!("{sign}{whole}.{part:02}").trim_end_matches('0').trim_end_matches('.').to_owned()
}
