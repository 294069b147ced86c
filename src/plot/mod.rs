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
pub(crate) mod pairs;
#[cfg(feature = "pdf")]
mod pdf;
#[cfg(feature = "serde")]
mod points;
mod shapes;
mod svg;
mod tex;
mod typeset;

use std::fmt;
use std::str::FromStr;

use crate::error::{Error, error};
use crate::number::quoted;

pub(crate) use axis::round_step;
pub use grundy::{compare, grundy};
#[cfg(feature = "serde")]
pub(crate) use points::{Cell, Points};
use shapes::{Shape, Theme};
#[cfg(feature = "cli")]
pub(crate) use tex::escaped;
#[cfg(any(feature = "png", feature = "pdf"))]
pub(crate) use typeset::letter_without_outline;
pub use {gain::gain, growth::growth, moves::moves, octal::octal, pairs::pairs};

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
/// # Ok::<(), nimsweep::Error>(())
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
    /// [`Error`] for a width below 240, a height below 160, or more than 8192.
    pub fn new(width: u32, height: u32) -> Result<Self, Error> {
        let size = Self { width, height };
        let [least_width, least_height] = Self::LEAST;
        let is_in_range = (least_width..=Self::GREATEST).contains(&width)
            && (least_height..=Self::GREATEST).contains(&height);
        if is_in_range {
            return Ok(size);
        }
        Err(error!(
            Domain,
            "{width}x{height} is not a size for a picture; give a width from {least_width} to {} and a height from \
             {least_height} to {}",
            Self::GREATEST,
            Self::GREATEST
        ))
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
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let whole = |part: &str| {
            let digits = Some(part).filter(|part| part.bytes().all(|c| c.is_ascii_digit()));
            digits.and_then(|part| part.parse::<u32>().ok())
        };
        let sides = text.trim().split_once('x').and_then(|(width, height)| whole(width).zip(whole(height)));
        let (width, height) = sides.ok_or_else(|| {
            error!(
                Domain,
                "'{}' is not a size; give width and height in pixels, such as 1200x400",
                quoted(text)
            )
        })?;
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
