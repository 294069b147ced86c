//! The options of a position: what each move leaves, by ranges of places whose parts have the same
//! two values. Their mex is the value.

use super::super::grundy::Grundy;
use super::super::rules::Piece;
use super::{Interval, Position};
use crate::error::Error;
use crate::number::Surd;
use crate::sweep::Nimber;

/// Moves in one segment with a piece of one length, whose two parts have the same two values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionRange {
    /// The segment, counted from 0.
    pub segment: usize,
    /// The length of the piece.
    pub length: Surd,
    /// The places x of its left end, which are also the lengths of the part on its left.
    pub places: Interval,
    /// The lengths of the part on its right: from that at the last place to that at the first.
    pub right: Interval,
    /// The Grundy values of the parts on its left and on its right.
    pub values: [Nimber; 2],
    /// The value of what the move leaves: their xor with the values of the other segments.
    pub xor: Nimber,
}

impl Position {
    /// All moves, by segment, length and place: up to the middle, as the moves beyond leave the
    /// same parts the other way round; or all with the left end of the piece `within` a part
    /// [from, to] of each segment.
    ///
    /// # Errors
    /// As [`Grundy::placements`], and [`Error`] for a part that ends in another
    /// field.
    ///
    /// # Cost
    /// O(K) integer operations for K steps below each segment, and four exact numbers for each
    /// range.
    ///
    /// ```
    /// use nimsweep::games::squares::{Grundy, Lengths, Position};
    ///
    /// let lengths = Lengths::default();
    /// let grundy = Grundy::new(&lengths, &"4".parse()?)?;
    /// let options = Position::new(&lengths, ["4".parse()?])?.options(&grundy, None)?;
    /// let rows = options.iter().map(|option| format!("{} {:?}", option.places, option.values));
    /// let rows: Vec<String> = rows.collect();
    /// assert_eq!(rows[..4], ["{0} [0, 3]", "(0, 1) [0, 2]", "{1} [1, 2]", "(1, 3/2] [1, 1]"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn options(&self, grundy: &Grundy, within: Option<&[Surd; 2]>) -> Result<Vec<OptionRange>, Error> {
        let (sum, mut options) = (self.value(grundy)?, vec![]);
        for (segment, whole) in self.segments().iter().enumerate() {
            let others = sum ^ grundy.value_at(whole)?;
            for (Piece { length, .. }, found) in grundy.ranges(whole, within, None)? {
                let rest = whole - &length;
                for (places, values) in found {
                    let [start, end] = [&rest - &places.end, &rest - &places.start];
                    let right = Interval {
                        start,
                        end,
                        start_included: places.end_included,
                        end_included: places.start_included,
                    };
                    let xor = others ^ values[0] ^ values[1];
                    options.push(OptionRange { segment, length: length.clone(), places, right, values, xor });
                }
            }
        }
        Ok(options)
    }
}
