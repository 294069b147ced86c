//! The only winning move of a sum, up to mirror.

use itertools::Itertools;

use super::{Interval, SumMoves};
use crate::number::Surd;

/// The winning moves of a sum, if they are those of one piece in one segment, at places that form
/// one interval and its mirror image.
///
/// ```
/// use itertools::Itertools;
/// use nimsweep::games::squares::{Grundy, Lengths, Position};
///
/// let lengths = Lengths::default();
/// let grundy = Grundy::new(&lengths, &"6".parse()?)?;
/// let position = Position::new(&lengths, ["5.5".parse()?, "6".parse()?])?;
/// let only = position.moves(&grundy, None)?.only_move().unwrap();
/// assert_eq!((only.segment, only.length), (1, "1".parse()?));
/// assert_eq!(only.places.iter().join(" "), "{1} {4}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnlyMove {
    /// The segment, counted from 0.
    pub segment: usize,
    /// The length of the piece.
    pub length: Surd,
    /// An interval of places and its mirror image, from left to right, or one around the middle.
    pub places: Vec<Interval>,
}

impl SumMoves {
    /// The only winning move, up to mirror; `None` if there are others, or none.
    ///
    /// # Cost
    /// A look at all winning places.
    #[must_use]
    pub fn only_move(&self) -> Option<OnlyMove> {
        let segments = self.segments.iter().enumerate();
        let pieces =
            segments.flat_map(|(segment, moves)| moves.placements.iter().map(move |piece| (segment, piece)));
        let (segment, piece) = pieces.filter(|(_, piece)| !piece.winning.is_empty()).exactly_one().ok()?;
        // what mirrors the places of a segment mirrors those that win
        let (length, places) = (piece.length.clone(), piece.winning.clone());
        (places.len() <= 2).then_some(OnlyMove { segment, length, places })
    }
}
