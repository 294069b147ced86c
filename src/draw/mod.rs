//! Drawings made of characters: winning places as strips, and the gain as a curve.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `strips` | winning places: a row of cells for each length of each segment |
//! | `curve` | the gain: a curve of Braille dots above its axis |
//! | `axis` | places in cells, round numbers as ticks, and the line below a drawing |
//! | `lines` | text that fits the width |
//!
//! Places are assigned to cells exactly. Only the height of a curve is rounded from floats.

mod axis;
mod curve;
mod lines;
mod strips;

pub use curve::curve;
pub use lines::LEAST_COLUMNS;
pub use strips::{Segment, Strip, strips};
#[cfg(feature = "serde")]
pub(crate) use {curve::with_maxima, lines::below};
