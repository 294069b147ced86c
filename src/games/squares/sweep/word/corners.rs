//! The places of a word, and which of them lie at or above each corner.

use std::ops::Range;

use super::super::steps::Steps;
use super::super::strip::Strip;
use super::set::{Bits, PLACES, Word, bits, word};
use crate::lattice::{Key, Point};

/// Codes of steps have 16 bits, so that no index made of two of them has to be checked.
pub(super) const CODES: usize = 1 << u16::BITS;

/// The places of a word, and A(y) for each code of a corner.
///
/// # Codes
/// The code of place m in row r is m + r·factor. Codes add like keys, and no two points of the
/// windows, and of a margin around them, have the same code ([`code_factor`] has the proof). So a
/// table of A(y) by codes finds both ends of a cell with an addition each.
///
/// [`code_factor`]: crate::lattice::RowKeys::code_factor
#[derive(Clone, Debug)]
pub(super) struct Corners<K> {
    /// The difference of codes from row to row.
    factor: i64,
    /// The code of each step.
    steps: Vec<u16>,
    /// The keys of the word.
    pub(super) inside: Range<K>,
    /// The rows of its points, and of those in the margin.
    rows: Range<i32>,
    /// The places, in order: the n-th has bit n, from 1 on.
    pub(super) places: Vec<Point<K>>,
    /// A(y) for the codes of corners. What lies beyond the margin is that of an earlier word.
    above: Vec<Word>,
    /// The first point of each row in the word, with its code.
    firsts: Vec<(Point<K>, i64)>,
}

/// Where the points of a word are looked for.
pub(super) struct Region<K> {
    pub(super) inside: Range<K>,
    /// How far from the word corners of its cells may lie.
    pub(super) margin: K,
    /// No word has more keys than these.
    pub(super) widest: K,
}

impl<K: Key> Default for Corners<K> {
    fn default() -> Self {
        Self {
            factor: 0,
            steps: vec![],
            inside: K::default()..K::default(),
            rows: 0..0,
            places: vec![],
            // of these only the pages that are used take memory
            above: vec![Word::default(); 2 * CODES],
            firsts: vec![],
        }
    }
}

impl<K: Key> Corners<K> {
    /// Finds the places between two keys, up to as many as a word has, and writes A(y) for the
    /// codes of all points there and in the margin. `None` if some code is too large.
    pub(super) fn place(&mut self, steps: &Steps<K>, strip: &Strip, region: Region<K>) -> Option<()> {
        let Region { inside, margin, widest } = region;
        let spacing = steps.row_keys().spacing()?;
        // a spacing more at either side, so that the margins of all rows have as many points
        self.choose_factor(steps, widest.into() + 2 * (margin.into() + spacing.into()))?;
        let looked_up = inside.start - margin..inside.end + margin;
        let windows = steps.windows_in(looked_up.start)..steps.windows_in(looked_up.end) + 1;
        let rows = strip.rows(windows)?;
        self.rows = *rows.start()..rows.end().checked_add(1)?;
        self.find_firsts(steps, inside.start)?;
        let points = |keys: K| i64::try_from((keys / spacing).into() + 1).ok();
        let (below, from) = (points(margin)?, points(looked_up.end - inside.start)?);
        for &(_, code) in &self.firsts {
            // no corner has a code that is not in the table
            let entry = |code: i64| usize::try_from(code).map_or(0, |code| code.min(2 * CODES));
            let [low, first, high] = [code - below, code, code + from].map(entry);
            self.above[low..first].fill(word(Bits::MAX));
            self.above[first..high].fill(word(0));
        }
        self.firsts.sort_unstable_by_key(|(first, _)| first.key);
        self.find_places(steps, strip, inside, spacing);
        Some(())
    }

    /// Chooses the factor of the codes for a window of keys, and writes the codes of all steps.
    fn choose_factor(&mut self, steps: &Steps<K>, keys: i128) -> Option<()> {
        let factor = i64::try_from(steps.row_keys().code_factor(keys)?).ok()?;
        if factor != self.factor {
            self.factor = factor;
            self.steps.clear();
        }
        self.add_codes(steps)
    }

    /// Writes the codes of the steps that are new; `None` if one is too large.
    pub(super) fn add_codes(&mut self, steps: &Steps<K>) -> Option<()> {
        for step in self.steps.len()..steps.len() {
            let at = steps.start(step);
            let code = self.code(steps.row_keys().place(at), at.row)?;
            self.steps.push(u16::try_from(code).ok()?);
        }
        Some(())
    }

    fn code(&self, place: i128, row: i32) -> Option<i64> {
        self.factor.checked_mul(row.into())?.checked_add(i64::try_from(place).ok()?)
    }

    /// Finds the first point of each row at or above a key; `None` if there is no row.
    fn find_firsts(&mut self, steps: &Steps<K>, start: K) -> Option<()> {
        let row_keys = steps.row_keys();
        let jump = i64::try_from(row_keys.slope() / row_keys.spacing()?.into()).ok()?;
        let rows = self.rows.start..=self.rows.end - 1;
        self.firsts.clear();
        for at in row_keys.first_points(rows, start) {
            let code = match self.firsts.last() {
                None => self.code(row_keys.place(at), at.row)?,
                // the point with the same place in the next row, less so many times the spacing
                Some((last, code)) => code + self.factor - jump - i64::from(at.key < last.key),
            };
            self.firsts.push((at, code));
        }
        (!self.firsts.is_empty()).then_some(())
    }

    /// Finds the places: in each spacing one point of each row, always in the same order.
    fn find_places(&mut self, steps: &Steps<K>, strip: &Strip, inside: Range<K>, spacing: K) {
        let mut window = steps.windows_in(inside.start);
        let mut rows = strip.rows(window..window + 1);
        let mut past = steps.keys_of_window(window).end;
        self.inside = inside.clone();
        self.places.clear();
        let (mut moved, mut codes) = (K::default(), 0);
        loop {
            for &(first, code) in &self.firsts {
                let at = Point { key: first.key + moved, row: first.row };
                if at.key >= inside.end {
                    return;
                }
                while at.key >= past {
                    window += 1;
                    rows = strip.rows(window..window + 1);
                    past = past + steps.window_width();
                }
                if rows.as_ref().is_some_and(|rows| rows.contains(&at.row)) {
                    if self.places.len() == PLACES {
                        self.inside.end = at.key;
                        return;
                    }
                    // no corner has a code that is not in the table
                    let entry = usize::try_from(code + codes).ok().and_then(|code| self.above.get_mut(code));
                    if let Some(above) = entry {
                        self.places.push(at);
                        *above = word(Bits::MAX << self.places.len());
                    }
                }
            }
            (moved, codes) = (moved + spacing, codes + 1);
        }
    }

    /// For the codes of all other steps, A(y) of their corners with a step.
    pub(super) fn of_step(&self, step: usize) -> Option<&[Word; CODES]> {
        self.above.get(usize::from(*self.steps.get(step)?)..)?.first_chunk()
    }

    /// The codes of the steps.
    pub(super) fn codes(&self) -> &[u16] {
        &self.steps
    }

    /// A(y) at a corner with the sum of two codes; `None` if that should be a place and is not.
    #[inline]
    pub(super) fn above(&self, corner: Point<K>, codes: [u16; 2]) -> Option<Bits> {
        if corner.key < self.inside.start {
            return Some(Bits::MAX);
        }
        if corner.key >= self.inside.end {
            return Some(0);
        }
        if !self.rows.contains(&corner.row) {
            return None;
        }
        let above = bits(self.above[codes.map(usize::from).iter().sum::<usize>()]);
        // at or above a place there is at least itself
        (above != 0).then_some(above)
    }

    /// How many places lie below a key.
    pub(super) fn places_below(&self, key: K) -> usize {
        self.places.partition_point(|place| place.key < key)
    }
}
