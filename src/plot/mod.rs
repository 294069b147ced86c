//! Pictures of results as SVG: the gain, Grundy values, winning places, sums of two segments,
//! growth.
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
//! identifiers, so that it works under a strict content security policy and twice in one page. A
//! `<title>` says what is shown, and a `<desc>` has the numbers in full.
//!
//! # Files
//! | file | one purpose |
//! | --- | --- |
//! | `picture` | [`Picture`], how it is to look, and why there is none |
//! | `typeset` | lines of text with italic variables, and how wide they are |
//! | `theme` | the colours |
//! | `path` | the data of a path, in hundredths of a pixel |
//! | `drawing` | the elements of an SVG text |
//! | `axis` | scales, ticks and range frames |
//! | `outline` | a line of many points, with as few points as show it |
//! | `curve` | e as straight lines and cubics with proven errors |
//! | `strip` | where a piece wins, as a strip |
//! | `gain` · `grundy` · `moves` · `pairs` · `growth` | one picture each |

mod axis;
mod curve;
mod drawing;
mod gain;
mod growth;
mod grundy;
mod moves;
mod outline;
mod pairs;
mod path;
mod picture;
mod strip;
mod theme;
mod typeset;

pub use gain::gain;
pub use growth::growth;
pub use grundy::grundy;
pub use moves::moves;
pub use pairs::{check_pairs, pairs};
pub use picture::{Frame, Look, Picture, PlotError, Size};
