//! Where the points of a row of the lattice lie, as keys.

use super::point::Point;

/// Where the points of a row lie: at the keys row·`slant` + m·`spacing` for all integers m.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowKeys {
    /// The key of β, by which each row is shifted against the one before.
    pub slant: i64,
    /// The key of α, the least positive rational number of the group, so at least 1; `None` if a
    /// row is a single point.
    pub spacing: Option<i64>,
}

impl RowKeys {
    /// The key of the first point of a row that is not below `from`, if there is one.
    #[must_use]
    pub fn first_from(self, row: i32, from: i64) -> Option<i64> {
        let past = self.along(row, from);
        match self.spacing {
            Some(spacing) => Some(from + remainder(-past, spacing)),
            None => (past <= 0).then(|| i64::try_from(i128::from(from) - past).ok())?,
        }
    }

    /// Whether a key is that of a point of a row.
    #[must_use]
    pub fn hold(self, point: Point) -> bool {
        let along = self.along(point.row, point.key);
        self.spacing.map_or(along == 0, |spacing| remainder(along, spacing) == 0)
    }

    /// The parity of the place m of a point in its row, key = row·`slant` + m·`spacing`; 0 if a row
    /// is a single point.
    #[must_use]
    pub fn parity(self, point: Point) -> u32 {
        let along = self.along(point.row, point.key);
        let odd = |spacing: i64| match i64::try_from(along) {
            Ok(along) => (along / spacing) & 1 == 1,
            Err(_) => (along / i128::from(spacing)) & 1 == 1,
        };
        u32::from(self.spacing.is_some_and(odd))
    }

    /// key − row·`slant`, which is m·`spacing`.
    ///
    /// The product may lie far beyond the box of the keys, because a slant is any residue below the
    /// spacing; so it is computed in 128 bits.
    fn along(self, row: i32, key: i64) -> i128 {
        i128::from(key) - i128::from(row) * i128::from(self.slant)
    }
}

/// A number modulo a spacing, at least 0 and below it. Most numbers avoid the slow 128-bit
/// division.
fn remainder(number: i128, spacing: i64) -> i64 {
    match i64::try_from(number) {
        Ok(number) => number.rem_euclid(spacing),
        Err(_) => number.rem_euclid(spacing.into()) as i64, // below the spacing
    }
}
