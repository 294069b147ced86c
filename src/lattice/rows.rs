//! Where the points of a row of the lattice lie, and small numbers that name points.

use std::ops::{Range, RangeInclusive};

use super::point::{Key, Point};

/// Where the points of a row lie: row r has those with the coordinates a = r·B + m·A for all
/// integers m, and b = r·C.
///
/// So their keys are a·2ᵏ + r·round(2ᵏ·C√d), and two points of a row differ by a multiple of the
/// *spacing* A.
///
/// # Range
/// Let |a| ≤ N_a/2 and |r| ≤ N_r/2 for each length (a + r·C√d)/D, as the box of a
/// [`Lattice`](super::Lattice) has it. If there is a spacing, two of the lengths have a₁·r₂ ≠
/// a₂·r₁, and A divides the difference. So A ≤ N_a·N_r/2, and 0 ≤ B < A. Without a root A divides
/// each a, so that A ≤ N_a/2, and B is 0.
/// - By the key bound 2ᵏ is more than 2·N_r·N_a and than 4·N_r², and all keys are below 2¹²⁵. So
///   N_r is below 2⁴¹, N_a·N_r² below 2¹²³, and A and r·B, which is at most N_r·A, fit 128 bits.
/// - The keys reach 2·N_r·N_a², more than 2·A. So A and B fit 64 bits if the keys do.
///
/// Without a spacing all lengths are multiples of one number (B + C√d)/D, so |B| ≤ N_a.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RowKeys<K> {
    /// k: the number of binary places of a key.
    pub(super) shift: u32,
    /// round(2ᵏ·C√d): the key of the root in a row.
    pub(super) root: K,
    /// B: by which the points of a row are shifted against those of the row before.
    pub(super) slant: K,
    /// A, at least 1; `None` if a row is a single point.
    pub(super) spacing: Option<K>,
}

impl<K: Key> RowKeys<K> {
    /// These rows for a sweep whose keys are of this type, which has to hold the keys.
    pub(super) fn of(rows: RowKeys<i128>) -> Self {
        let RowKeys { shift, root, slant, spacing } = rows;
        Self { shift, root: K::nearest(root), slant: K::nearest(slant), spacing: spacing.map(K::nearest) }
    }

    /// How far the points of a row are apart, as keys; none if a row is a single point, or if that
    /// is farther than a quarter of the greatest key.
    #[inline]
    pub fn spacing(self) -> Option<K> {
        let (spacing, most): (i128, i128) = (self.spacing?.into(), K::nearest(i128::MAX).into() / 4);
        (spacing <= most >> self.shift).then(|| K::nearest(spacing << self.shift))
    }

    /// The key of the first point of a row in a window of keys, if there is one.
    pub fn first_in(self, row: i64, window: Range<K>) -> Option<K> {
        let root = self.root * K::from(row);
        // ⌈x/2ᵏ⌉ = −⌊−x/2ᵏ⌋: the least a at or above a key
        let least = |key: K| K::default() - ((root - key) >> self.shift);
        let (first, past) = (least(window.start), least(window.end));
        let a = match self.spacing {
            // far below the greatest number of the type: a coordinate and less than the spacing
            Some(spacing) => first + remainder(-self.along(row, first.into()), spacing),
            None => K::nearest(-self.along(row, 0)),
        };
        (first <= a && a < past).then(|| (a << self.shift) + root)
    }

    /// The first point at or above a key in each of some rows; none if a row is a single point.
    ///
    /// The key with two spacings more, and a row more, have to fit their types.
    pub fn first_points(self, rows: RangeInclusive<i64>, from: K) -> impl Iterator<Item = Point<K>> {
        // without a spacing no point is found between a key and itself
        let spacing = self.spacing().unwrap_or_default();
        let end = from + spacing;
        // the point with the same place in the next row is that much further, and up to a spacing
        let slope: i128 = self.slope().checked_rem_euclid(spacing.into()).unwrap_or_default();
        let slope = K::nearest(slope);
        let row = *rows.start();
        let first = self.first_in(row, from..end).map(|key| Point { key, row });
        std::iter::successors(first, move |&Point { key, row }| {
            let next = key + slope;
            let key = if next < end { next } else { next - spacing };
            Some(Point { key, row: row + 1 })
        })
        .take_while(move |at| at.row <= *rows.end())
    }

    /// Whether everything that is computed for the points of some rows, up to a key, stays far from
    /// the ends of the type.
    pub fn have_room_for(self, rows: &RangeInclusive<i64>, key: K) -> bool {
        let most: i128 = K::nearest(i128::MAX).into() / 4;
        let is_small = |number: i128| (-most..=most).contains(&number);
        let root = |row: i64| self.root.into().checked_mul(row.into());
        let ends = [root(*rows.start()), root(*rows.end()), Some(key.into()), self.spacing().map(K::into)];
        *rows.end() < i64::MAX && ends.into_iter().all(|end| end.is_some_and(is_small))
    }

    /// Whether the points of a lattice lie in more rows than one.
    pub fn are_many(self) -> bool {
        // without a root the only row is that of 0
        self.root != K::default()
    }

    /// The place m of a point in its row; 0 if a row is a single point.
    #[inline]
    pub fn place(self, point: Point<K>) -> i128 {
        let Some(spacing) = self.spacing else { return 0 };
        let along = self.along(point.row, self.rational_coordinate(point));
        match (i64::try_from(along), i64::try_from(spacing.into())) {
            (Ok(along), Ok(spacing)) => (along / spacing).into(),
            _ => along / spacing.into(),
        }
    }

    /// By how much the key grows from a point to the one with the same place in the next row:
    /// B·2ᵏ + round(2ᵏ·C√d).
    pub fn slope(self) -> i128 {
        // A·2ᵏ is a number of this type if a row has a spacing, and B is less than A
        (self.slant.into() << self.shift) + self.root.into()
    }

    /// The coordinate a of a point.
    #[inline]
    fn rational_coordinate(self, point: Point<K>) -> i128 {
        ((point.key - self.root * K::from(point.row)) >> self.shift).into()
    }

    /// a − r·B, which is m·A for a point.
    ///
    /// The product may lie far beyond the box of the keys, because B is any residue below A; so it
    /// is computed in 128 bits.
    fn along(self, row: i64, a: i128) -> i128 {
        a - i128::from(row) * self.slant.into()
    }
}

/// A linear code of the points of a lattice: m + factor·r for place m of row r. Codes add as points
/// do.
///
/// # Proof that it names points
/// Keys are linear, too: that of place m in row r is m·A + r·B, with the spacing A and the slope B
/// of the rows. If two points have the same m + factor·r, and their rows differ by n ≠ 0, then
/// their keys differ by n·(B − factor·A). So in a window of keys that is narrower than factor·A −
/// B, each point has a code of its own. There codes ascend with the row and with the key: the code
/// is key/A + row·(factor − B/A), and the key of each point has at most the width of the window
/// more or less than that of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LinearCode {
    factor: i128,
}

impl LinearCode {
    /// Factors have at most this many bits, so that no code has more than 126: a place has less
    /// than 123, and a row 41.
    const FACTOR_BITS: u32 = 84;

    /// The code with the least factor that names the points of a window of this width; none if rows
    /// are single points, or if that is too large.
    pub fn for_width<K: Key>(rows: RowKeys<K>, width: i128) -> Option<Self> {
        let spacing: i128 = rows.spacing()?.into();
        let factor = rows.slope().checked_add(width)? / spacing + 1;
        (factor >> Self::FACTOR_BITS == 0).then_some(Self { factor })
    }

    /// Whether this code names all points that another one names, and is not much longer.
    pub fn serves(self, wanted: Self) -> bool {
        (wanted.factor..=wanted.factor + wanted.factor / 2).contains(&self.factor)
    }

    /// A code that also serves for windows that are somewhat wider or narrower.
    pub fn with_slack(self) -> Self {
        Self { factor: self.factor + self.factor / 8 }
    }

    /// The code of a point.
    pub fn of<K: Key>(self, rows: RowKeys<K>, at: Point<K>) -> i128 {
        rows.place(at) + self.factor * i128::from(at.row)
    }
}

/// A number modulo a spacing, at least 0 and below it. Most numbers avoid the slow 128-bit
/// division.
fn remainder<K: Key>(number: i128, spacing: K) -> K {
    match (i64::try_from(number), i64::try_from(spacing.into())) {
        (Ok(number), Ok(spacing)) => number.rem_euclid(spacing).into(),
        _ => K::nearest(number.rem_euclid(spacing.into())),
    }
}
