//! The places of a stretch, and which of them lie at or above each corner.

use std::ops::{Range, RangeInclusive};

use super::super::steps::Steps;
use crate::lattice::{Key, LinearCode, Point};

/// A set of places, a bit each: the n-th place has bit n, from 1 on, and bit 0 is that of what is
/// just below the stretch. In the set of a nimber, bits beyond the last place are set.
pub(super) type Set<const N: usize> = [u64; N];

/// How many words a set has: two where every cell is added by vectors of 128 bits, or there are so
/// few steps that shorter tables gain more than longer stretches, else four.
pub(crate) const NARROW: usize = 2;
pub(crate) const WIDE: usize = 4;

/// The most places that a set has bits for.
pub(super) const fn most_places(words: usize) -> usize {
    64 * words - 1
}

/// A set word by word. Loops call it, and `std::array::from_fn` is not always made part of them.
#[inline(always)]
pub(super) fn set_of<const N: usize>(word: impl Fn(usize) -> u64) -> Set<N> {
    let mut set = [0; N];
    for (index, bits) in set.iter_mut().enumerate() {
        *bits = word(index);
    }
    set
}

/// All bits from one on.
#[inline]
pub(super) fn bits_from<const N: usize>(first: usize) -> Set<N> {
    set_of(|word| u64::MAX.checked_shl(first.saturating_sub(64 * word) as u32).unwrap_or(0))
}

/// How many entries a table has: no sum of two codes of 16 bits is larger.
pub(super) const ENTRIES: usize = 1 << 17;
/// The bits of a code modulo 2¹⁶, and of a sum of two codes that are not taken modulo anything.
pub(super) const WRAPPED: usize = (1 << 16) - 1;
pub(super) const WHOLE: usize = ENTRIES - 1;

/// A stretch is at most one part in this many of the line before it, so that its own steps have few
/// cells. For the same reason all that are covered at once begin within such a part.
pub(super) const PART_OF_THE_LINE: i64 = 10;
/// How many rows more than those of the known steps are foreseen at either side.
const MORE_ROWS: i64 = 1;

/// Why reach cannot be found by places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotServed {
    /// There are too few steps for it to be worth it.
    FewSteps,
    /// There are no rows that name the points of a window by short codes.
    NoRows,
    /// There are no corners in the stretch.
    NoCorners,
    /// Keys lie too near to the ends of their type.
    Keys,
    /// The points near a stretch have too many codes.
    Codes,
    /// Values have more than 16 bits.
    Nimbers,
    /// A corner lies in a row that was not foreseen.
    Unforeseen,
}

/// The strip of rows that corners lie in, coarsely: for each sum of two blocks of some windows
/// bounds of the rows that their corners meet.
#[derive(Clone, Debug, Default)]
pub(super) struct RowStrip {
    /// The least and the greatest row of each block.
    blocks: Vec<(i64, i64)>,
    /// The least and the greatest row of the corners of each sum.
    sums: Vec<(i64, i64)>,
}

impl RowStrip {
    /// How many windows a block has.
    const WINDOWS: usize = 4;

    /// Adds the blocks that are new. The last one that was there may have had fewer steps then.
    ///
    /// # Cost
    /// O(blocks) for each new one.
    pub(super) fn extend<K: Key>(&mut self, steps: &Steps<K>) {
        let last = self.blocks.pop();
        for (block, rows) in steps.rows_of_windows().chunks(Self::WINDOWS).enumerate().skip(self.blocks.len())
        {
            let (least, greatest) = rows.iter().copied().fold(Steps::<K>::NO_ROWS, widest);
            self.blocks.push((least, greatest));
            if last == Some((least, greatest)) && self.sums.len() == 2 * block + 1 {
                continue; // it has had these rows before
            }
            self.sums.resize(2 * block + 1, Steps::<K>::NO_ROWS);
            for (bounds, rows) in self.sums[block..].iter_mut().zip(&self.blocks) {
                *bounds = widest(*bounds, (least + rows.0, greatest + rows.1));
            }
        }
    }

    /// Bounds of the rows that corners of known steps meet in these windows, if there are any.
    pub(super) fn rows(&self, windows: Range<usize>) -> Option<RangeInclusive<i64>> {
        // sum n lies in the windows from n·WINDOWS up to (n + 2)·WINDOWS
        let first = (windows.start / Self::WINDOWS).saturating_sub(1);
        let past = windows.end.div_ceil(Self::WINDOWS).min(self.sums.len());
        let (least, greatest) = self.sums.get(first..past)?.iter().copied().reduce(widest)?;
        (least <= greatest).then_some(least..=greatest)
    }
}

/// The bounds of two.
fn widest(a: (i64, i64), b: (i64, i64)) -> (i64, i64) {
    (a.0.min(b.0), a.1.max(b.1))
}

/// Where a stretch lies, and which rows the corners in it and beside it meet.
#[derive(Clone, Debug)]
pub(super) struct Plan<K> {
    /// Where it begins, and the most that it may extend to.
    pub(super) keys: Range<K>,
    /// The rows that corners in it are foreseen to meet.
    rows: RangeInclusive<i64>,
    /// How far beside it the corners of cells that are alive in it may lie, and the rows that they
    /// meet, and those that are in it.
    margin: K,
    all_rows: RangeInclusive<i64>,
    /// The width of all that.
    pub(super) width: K,
}

impl<K: Key> Plan<K> {
    /// The stretch from a key on, that extends no further than another, if one is given.
    pub(super) fn new<const N: usize>(
        steps: &Steps<K>,
        strip: &RowStrip,
        from: K,
        most: Option<K>,
        margin: K,
    ) -> Result<Self, NotServed> {
        let spacing = steps.row_keys().spacing().ok_or(NotServed::NoRows)?;
        let window = steps.windows_in(from);
        let rows_of = |windows: Range<usize>| strip.rows(windows).ok_or(NotServed::NoCorners);
        let rows = more_rows(steps, rows_of(window..window + 1)?);
        let count = *rows.end() - *rows.start() + 1;
        // each row has a point in each spacing; some more, so that the places end the stretch
        let points = i128::from(most_places(N) as i64 + count / 8);
        let wide = K::nearest(spacing.into().saturating_mul(points) / i128::from(count));
        let end = from + wide.min(from / K::from(PART_OF_THE_LINE)).max(steps.window_width());
        let end = most.map_or(end, |most| most.min(end));
        let last = steps.windows_in(end - K::from(1)) + 1;
        let rows = more_rows(steps, rows_of(window..last)?);
        let beside = steps.windows_in(margin) + 1;
        let all_rows = rows_of(window.saturating_sub(beside)..last + beside)?;
        let all_rows = *all_rows.start().min(rows.start())..=*all_rows.end().max(rows.end());
        // the two corners that the codes lie between are up to a spacing beyond the margins
        let beyond = spacing + spacing;
        if !steps.row_keys().have_room_for(&all_rows, end + margin + beyond) {
            return Err(NotServed::Keys);
        }
        let width = end - from + margin + margin + beyond;
        Ok(Self { keys: from..end, rows, margin, all_rows, width })
    }
}

/// Some more rows than these, at either side, if there are more.
fn more_rows<K: Key>(steps: &Steps<K>, rows: RangeInclusive<i64>) -> RangeInclusive<i64> {
    let more = if steps.row_keys().are_many() { MORE_ROWS } else { 0 };
    rows.start().saturating_sub(more)..=rows.end().saturating_add(more)
}

/// The places of a stretch, and A(y) for each code of a corner near it.
///
/// # Invariants
/// 1. The places are all points of the foreseen rows between the keys, in order, and at most as
///    many as a set has bits for.
/// 2. The code names each point of all rows from a margin below the stretch up to a margin above
///    it, and so does its entry, the code modulo the number of entries.
/// 3. The table has A(y) at the entry of each such point y that is a place, or a corner of known
///    steps.
#[derive(Clone, Debug)]
pub(super) struct Layout<K, const N: usize> {
    plan: Plan<K>,
    code: LinearCode,
    /// The bits of an entry.
    mask: usize,
    /// The places, in order.
    points: Vec<Point<K>>,
    /// How many of them there are in a spacing of the rows.
    in_a_spacing: usize,
    /// The codes from the first one of all points to the last one.
    codes: RangeInclusive<i128>,
    above: Box<[Set<N>; ENTRIES]>,
}

impl<K: Key, const N: usize> Layout<K, N> {
    /// The layout of a stretch with as many places as possible, that is [prepared](Self::prepare)
    /// later; entries have the bits of the mask.
    pub(super) fn new(
        steps: &Steps<K>,
        plan: Plan<K>,
        code: LinearCode,
        mask: usize,
        spare: Option<Self>,
    ) -> Result<Self, NotServed> {
        let rows = steps.row_keys();
        let spacing = rows.spacing().ok_or(NotServed::NoRows)?;
        let Plan { keys: Range { start, end }, rows: _, margin, all_rows, .. } = &plan;
        let code_of = |row: i64, from: K| {
            let key = rows.first_in(row, from..from + spacing).ok_or(NotServed::Keys)?;
            Ok(code.of(rows, Point { key, row }))
        };
        // all corners of cells that are alive lie between these two, and so do their codes
        let codes = code_of(*all_rows.start(), *start - *margin)?..=code_of(*all_rows.end(), *end + *margin)?;
        if codes.end() - codes.start() > WRAPPED as i128 {
            return Err(NotServed::Codes);
        }
        let mut layout = match spare {
            Some(spare) => Self { plan, code, codes, mask, ..spare },
            None => {
                // from the heap at once, so that only the pages that are used take memory
                let above = vec![[0; N]; ENTRIES].into_boxed_slice().try_into();
                let above = above.map_err(|_| NotServed::Codes)?;
                Self { plan, code, mask, points: vec![], in_a_spacing: 0, codes, above }
            }
        };
        layout.place(steps, spacing);
        Ok(layout)
    }

    /// Finds the places, and where the last of them is, at most.
    fn place(&mut self, steps: &Steps<K>, spacing: K) {
        let Self { plan, points, in_a_spacing, .. } = self;
        let Range { start, end } = plan.keys;
        points.clear();
        // a spacing has a point of each row, in an order that the next one repeats
        points.extend(steps.row_keys().first_points(plan.rows.clone(), start));
        points.sort_unstable();
        *in_a_spacing = points.len();
        while points.len() <= most_places(N) {
            let Some(&Point { key, row }) = points.get(points.len() - *in_a_spacing) else { break };
            if key + spacing >= end {
                break;
            }
            points.push(Point { key: key + spacing, row });
        }
        points.truncate(points.partition_point(|at| at.key < end));
        plan.keys.end = points.get(most_places(N)).map_or(end, |beyond| beyond.key);
        points.truncate(most_places(N));
    }

    /// Fills the table.
    pub(super) fn prepare(&mut self, steps: &Steps<K>) {
        let rows = steps.row_keys();
        let Some(spacing) = rows.spacing() else { return };
        let Self { plan: Plan { keys, margin, all_rows, .. }, code, mask, points, above, .. } = self;
        // an entry is the code modulo the number of entries, and so are sums
        let entry = |at: Point<K>| code.of(rows, at) as usize;
        // the codes of all points follow each other, so their entries form one piece of the table,
        // or two if they pass its end; there are no more codes than entries
        let [first, last] = [self.codes.start(), self.codes.end()].map(|&code| code as usize & *mask);
        if first <= last {
            above[first..=last].fill([0; N]);
        } else {
            above[first..=*mask].fill([0; N]);
            above[..=last].fill([0; N]);
        }
        let low = keys.start - *margin;
        for mut at in rows.first_points(all_rows.clone(), keys.start - spacing) {
            // one point of the row after the other, down to the margin; their codes are consecutive
            let mut code = entry(at);
            while at.key >= low {
                above[code & *mask] = bits_from(0);
                (at.key, code) = (at.key - spacing, code.wrapping_sub(1));
            }
        }
        let mut entries = [0_usize; 64 * WIDE];
        for (index, &at) in points.iter().enumerate() {
            // so is the code of the next place of the row
            entries[index] = match index.checked_sub(self.in_a_spacing) {
                Some(before) => entries[before].wrapping_add(1),
                None => entry(at),
            };
            above[entries[index] & *mask] = bits_from(index + 1);
        }
    }

    /// Where the stretch lies.
    pub(super) fn keys(&self) -> &Range<K> {
        &self.plan.keys
    }

    pub(super) fn places(&self) -> &[Point<K>] {
        &self.points
    }

    /// How many places lie below a key.
    pub(super) fn places_below(&self, key: K) -> usize {
        self.points.partition_point(|at| at.key < key)
    }

    /// The table of A(y) by entries.
    pub(super) fn above(&self) -> &[Set<N>; ENTRIES] {
        &self.above
    }

    /// A(y) at a corner with the sum of two codes; none if it was not foreseen.
    #[inline]
    pub(super) fn above_corner(&self, corner: Point<K>, codes: [u32; 2]) -> Option<Set<N>> {
        if corner.key < self.plan.keys.start {
            Some(bits_from(0))
        } else if corner.key >= self.plan.keys.end {
            Some([0; N])
        } else {
            let entry = codes[0].wrapping_add(codes[1]) as usize & self.mask;
            self.plan.rows.contains(&corner.row).then(|| self.above[entry])
        }
    }
}
