//! Pictures of results as SVG: the gain, Grundy values, winning places, sums of two segments,
//! growth, octal games.
//!
//! ```
//! use nimsweep::games::squares::Grundy;
//! use nimsweep::plot::{self, Look};
//!
//! let grundy = Grundy::new(&"1, sqrt2".parse()?, &"20".parse()?)?;
//! let picture = plot::gain(&grundy, &"2".parse()?, &"20".parse()?, &Look::default())?;
//! assert!(picture.svg().starts_with("<svg "));
//! assert!(picture.svg().contains("10 + √2")); // where the greatest gain is
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Exactness
//! What is drawn is known as exact numbers, or as floats with rigorous error bounds
//! ([`Approximate`](crate::number::Approximate)). A coordinate is rounded once, to a hundredth of a
//! pixel; a picture for which floats do not suffice is refused. Labels hold exact forms, or
//! decimals behind ≈.
//!
//! # Embedding
//! The text is one `<svg>` element with presentation attributes only: no style sheet, no script, no
//! identifiers but those of [`pairs()`], which are made of what they name, so that it works under a
//! strict content security policy and twice in one page. A `<title>` says what is shown, and a
//! `<desc>` has the numbers in full. Letters are outlines, so that a picture looks the same
//! whatever fonts its reader has; the text lies under them unseen, to be searched and selected.
//!
//! # Files
//! | file | one purpose |
//! | --- | --- |
//! | `mod` | [`Picture`], how it is to look, and why there is none |
//! | `typeset` | lines of text with italic variables, how wide they are, and their outlines |
//! | `drawing` · `shapes` | a picture that is being drawn, and what pictures are made of |
//! | `svg` · `tex` · `pdf` | shapes as SVG, as code for TeX, and as PDF |
//! | `axis` | scales, round numbers as ticks, and range frames |
//! | `gain` · `grundy` · `moves` · `pairs` · `growth` · `octal` | one picture each |
//! | `points` | the points of a picture, exact |

mod axis;
mod drawing;
mod gain;
mod growth;
mod grundy;
mod moves;
mod octal;
mod pairs;
#[cfg(feature = "pdf")]
mod pdf;
mod points;
mod shapes;
mod svg;
mod tex;
mod typeset;

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::games::squares::SquaresError;
use crate::number::{Surd, brief, quoted};

pub(crate) use axis::round_step;
pub use grundy::{compare, grundy};
pub(crate) use pairs::check_pairs;
use shapes::{Shape, Theme};
#[cfg(any(feature = "png", feature = "pdf"))]
pub(crate) use typeset::letter_without_outline;
pub use {gain::gain, growth::growth, moves::moves, octal::octal, pairs::pairs};
pub(crate) use {points::Cell, points::Points, tex::escaped};

/// A picture: its shapes, written as SVG or as code for TeX, with what a program needs to find its
/// way in it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Picture {
    /// The size in pixels.
    pub size: Size,
    /// The box of the data inside the picture.
    pub frame: Frame,
    /// The numbers at the left and at the right of the frame, exact; `None` if the picture has no
    /// such axis.
    pub x: Option<[String; 2]>,
    /// The numbers at the bottom and at the top of the frame, exact or as decimals; `None` if the
    /// picture has no such axis.
    pub y: Option<[String; 2]>,
    /// The upper and the lower side of each strip of winning places, in pixels, in their order;
    /// none in other pictures.
    pub strips: Vec<[u32; 2]>,
    /// The title, whether it is drawn or not.
    pub(crate) name: String,
    /// The numbers in full.
    pub(crate) description: String,
    theme: Theme,
    shapes: Vec<Shape>,
}

/// The box of the data inside a picture, in pixels from its left upper corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Frame {
    /// The left side.
    pub left: u32,
    /// The upper side.
    pub top: u32,
    /// The right side.
    pub right: u32,
    /// The lower side.
    pub bottom: u32,
}

/// The size of a picture in pixels, written as `1200x400`.
///
/// ```
/// use nimsweep::plot::Size;
///
/// let size: Size = "1200x400".parse()?;
/// assert_eq!((size.width(), size.height()), (1200, 400));
/// assert!("1200".parse::<Size>().is_err());
/// # Ok::<(), nimsweep::plot::PlotError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    width: u32,
    height: u32,
}

impl Size {
    /// The least width and height.
    const LEAST: [u32; 2] = [240, 160];
    /// The greatest width and height.
    const GREATEST: u32 = 8192;

    /// A size of this width and height.
    ///
    /// # Errors
    /// [`PlotError::SizeRange`] for a width below 240, a height below 160, or more than 8192.
    pub fn new(width: u32, height: u32) -> Result<Self, PlotError> {
        let size = Self { width, height };
        let [least_width, least_height] = Self::LEAST;
        let is_in_range = (least_width..=Self::GREATEST).contains(&width)
            && (least_height..=Self::GREATEST).contains(&height);
        if is_in_range { Ok(size) } else { Err(PlotError::SizeRange { width, height }) }
    }

    /// The width.
    #[must_use]
    pub fn width(self) -> u32 {
        self.width
    }

    /// The height.
    #[must_use]
    pub fn height(self) -> u32 {
        self.height
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for Size {
    type Err = PlotError;

    fn from_str(text: &str) -> Result<Self, PlotError> {
        let whole = |part: &str| {
            let digits = Some(part).filter(|part| part.bytes().all(|c| c.is_ascii_digit()));
            digits.and_then(|part| part.parse::<u32>().ok())
        };
        let sides = text.trim().split_once('x').and_then(|(width, height)| whole(width).zip(whole(height)));
        let (width, height) = sides.ok_or_else(|| PlotError::Size { text: quoted(text) })?;
        Self::new(width, height)
    }
}

/// How a picture is to look.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// The size in pixels; each kind of picture has its own otherwise.
    pub size: Option<Size>,
    /// The title, without a line if it is empty; otherwise a sentence says what is shown. What
    /// stands between two asterisks is set in italics, as variables are; `\*` is an asterisk.
    pub title: Option<String>,
    /// Light lines on a dark background.
    pub dark: bool,
    /// The usual size is one whose text can be read in the column of a paper: 460 pixels wide.
    pub paper: bool,
}

/// There is no such picture.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlotError {
    /// The size cannot be read.
    #[error("'{text}' is not a size; give width and height in pixels, such as 1200x400")]
    Size {
        /// What was given.
        text: String,
    },
    /// The size is too small or too large.
    #[error(
        "{width}x{height} is not a size for a picture; give a width from {} to {greatest} and a height from {} to {greatest}",
        Size::LEAST[0],
        Size::LEAST[1],
        greatest = Size::GREATEST
    )]
    SizeRange {
        /// The width.
        width: u32,
        /// The height.
        height: u32,
    },
    /// The picture needs more space.
    #[error("the picture needs a size of at least {width}x{height}; give a larger one")]
    Cramped {
        /// A width that suffices, with this height.
        width: u32,
        /// The height.
        height: u32,
    },
    /// The title is longer than the picture is wide.
    #[error(
        "the title needs a width of {needed} pixels, and the picture has {width}; give a shorter title or a larger size"
    )]
    Title {
        /// The width that it needs.
        needed: u32,
        /// The width of the picture.
        width: u32,
    },
    /// The range has one place only.
    #[error("the range from {} to {} has no width; give one that ends after it begins", brief(at), brief(at))]
    Empty {
        /// The place.
        at: Surd,
    },
    /// Floats do not suffice.
    #[error("the range from {} to {} is too narrow for a picture; give a wider one", brief(from), brief(to))]
    Narrow {
        /// Where the range begins.
        from: Surd,
        /// Where it ends.
        to: Surd,
    },
    /// There is more to draw than a picture can show.
    #[error(
        "there are {found} {what}, and the picture shows at most {most}; give at most {}",
        brief(fitting)
    )]
    Crowded {
        /// How many there are.
        found: u64,
        /// What they are.
        what: &'static str,
        /// How many can be shown.
        most: u64,
        /// Up to which length there are so few.
        fitting: Surd,
    },
    /// There is more to draw than TeX can take.
    #[error(
        "there are {found} points to draw, and TeX takes at most {most}; show less, or write a file whose name ends in .svg or .pdf"
    )]
    Code {
        /// How many there are.
        found: usize,
        /// How many it takes.
        most: usize,
    },
    /// A square is too large, whatever g is.
    #[error(
        "the square up to {} has more steps of g than a picture can show; try {}",
        brief(upto),
        brief(fewer)
    )]
    TooFar {
        /// Where it ends.
        upto: Surd,
        /// What can be tried.
        fewer: Surd,
    },
    /// There is one heap.
    #[error("there is only one value to draw; give a larger heap")]
    Heaps,
    /// No segment has any length.
    #[error("there is no segment longer than 0 to draw; give the length of at least one")]
    NoSegment,
    /// The position has too many segments.
    #[error(
        "there are {strips} strips to draw, one for each length on each segment; a picture has at most {most}"
    )]
    Strips {
        /// How many there are.
        strips: usize,
        /// How many a picture has.
        most: usize,
    },
    /// There is too little to fit an exponent to.
    #[error("growth up to {} cannot be fitted; give a length of at least {}", brief(upto), brief(least))]
    Short {
        /// The length.
        upto: Surd,
        /// The least length.
        least: Surd,
    },
    /// The game has no answer there.
    #[error(transparent)]
    Domain(#[from] SquaresError),
}
