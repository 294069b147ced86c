//! The options of a segment: what each move leaves, by ranges of places whose parts have the same
//! two values. The mex is g, by the theorem of Sprague and Grundy.

use super::super::error::SquaresError;
use super::super::grundy::Grundy;
use super::super::rules::Piece;
use super::Interval;
use crate::number::Surd;
use crate::sweep::Nimber;

/// Moves in one segment with a piece of one length, whose two parts have the same two values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionRange {
    /// The length of the piece.
    pub length: Surd,
    /// The places x of its left end, which are also the lengths of the part on its left.
    pub places: Interval,
    /// The Grundy values of the parts on its left and on its right. Their xor is that of the move.
    pub values: [Nimber; 2],
}

impl OptionRange {
    /// The lengths of the part on the right of the piece, in a segment of this length: from that at
    /// the last place to that at the first.
    #[must_use]
    pub fn right(&self, segment: &Surd) -> Interval {
        let rest = segment - &self.length;
        let Interval { start, end, start_included, end_included } = &self.places;
        Interval {
            start: &rest - end,
            end: &rest - start,
            start_included: *end_included,
            end_included: *start_included,
        }
    }
}

impl Grundy {
    /// All moves on a segment in the field of the lengths, by length and place: up to the middle,
    /// as the moves beyond leave the same parts the other way round; or all with the left end of
    /// the piece `within` a part [from, to] of the segment.
    ///
    /// # Errors
    /// As [`Grundy::placements`].
    ///
    /// # Cost
    /// O(K) integer operations for K steps below L, and two exact numbers for each row.
    ///
    /// ```
    /// use nimsweep::games::squares::Grundy;
    ///
    /// let grundy = Grundy::new(&"1,sqrt2".parse()?, &"4".parse()?)?;
    /// let options = grundy.options(&"4".parse()?, None)?;
    /// let rows = options.iter().map(|option| format!("{} {:?}", option.places, option.values));
    /// let rows: Vec<String> = rows.collect();
    /// assert_eq!(rows[..4], ["{0} [0, 3]", "(0, 1) [0, 2]", "{1} [1, 2]", "(1, 3/2] [1, 1]"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn options(
        &self,
        segment: &Surd,
        within: Option<[&Surd; 2]>,
    ) -> Result<Vec<OptionRange>, SquaresError> {
        let ranges = self.ranges(segment, within, true, Some)?.into_iter();
        let options = ranges.flat_map(|(Piece { length, .. }, found)| {
            let option = move |(places, values)| OptionRange { length: length.clone(), places, values };
            found.into_iter().map(option)
        });
        Ok(options.collect())
    }
}
