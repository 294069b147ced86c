//! A stretch of several windows: its places, and for each nimber the places where it is present.

use std::ops::{Range, RangeInclusive};

use super::lists::{LinearCode, Lists, Runs};
use super::look::{Cover, Places, TABLE, WORDS, cover_plain};
use super::steps::Steps;
use super::vector;
use super::windows::Transition;
use crate::lattice::{Key, Point};
use crate::sweep::Nimber;

/// How many places a stretch has at most.
pub(super) const MOST_PLACES: usize = 64 * WORDS;

#[derive(Clone, Debug)]
pub(super) struct Stretch<K> {
    /// The keys.
    pub(super) keys: Range<K>,
    code: LinearCode,
    /// The places in order.
    points: Vec<Point<K>>,
    base: u16,
    table: Box<[Places; TABLE]>,
    ranks: Box<[u16; TABLE]>,
    pub(super) present: Vec<Places>,
    /// How many steps have all their cells in.
    known: usize,
    /// Nimbers that are not everywhere.
    bare: Option<Vec<Nimber>>,
}

/// The places from a rank on.
fn from_rank(rank: usize) -> Places {
    let mut places = [0; WORDS];
    for (word, places) in places.iter_mut().enumerate() {
        let skipped = rank.saturating_sub(64 * word);
        *places = if skipped >= 64 { 0 } else { u64::MAX << skipped };
    }
    places
}

impl<K: Key> Stretch<K> {
    /// The stretch of as many places as possible from a key on.
    #[inline(never)]
    pub(super) fn new(
        steps: &Steps<K>,
        low: K,
        most: K,
        rows: RangeInclusive<i32>,
        outer: RangeInclusive<i32>,
        code: LinearCode,
        margin: K,
    ) -> Option<Self> {
        let spacing = steps.spacing()?;
        let mut high = most;
        let mut points = vec![];
        for row in rows {
            let Some(first) = steps.first_in_row(row, low..low + spacing) else { continue };
            let mut key = first;
            while key < high {
                points.push(Point { key, row });
                key = key + spacing;
            }
        }
        points.sort_unstable();
        if let Some(&beyond) = points.get(MOST_PLACES) {
            high = beyond.key;
            points.truncate(MOST_PLACES);
        }
        let mut ranks = Box::new([0_u16; TABLE]);
        let mut table = Box::new([[0; WORDS]; TABLE]);
        // codes ascend with rows and keys
        let first = steps.first_in_row(*outer.start(), low - margin..low - margin + spacing)?;
        let first = Point { key: first, row: *outer.start() };
        let last = steps.first_in_row(*outer.end(), high + margin..high + margin + spacing)?;
        let last = Point { key: last, row: *outer.end() };
        let full = |at: Point<K>| steps.place(at) + code.factor * i128::from(at.row);
        if full(last) - full(first) >= TABLE as i128 {
            return None;
        }
        let base = code.of(steps, first);
        let entry = |at: Point<K>| code.of(steps, at).wrapping_sub(base) as usize % TABLE;
        for row in outer {
            // the last point below the low end, and from there downwards
            let Some(first) = steps.first_in_row(row, low - spacing..low) else { continue };
            let index = entry(Point { key: first, row });
            let mut key = first;
            let mut down = index;
            while key >= low - margin {
                table[down] = from_rank(0);
                key = key - spacing;
                down = down.wrapping_sub(1) % TABLE;
            }
        }
        for (rank, &at) in points.iter().enumerate() {
            let index = entry(at);
            table[index] = from_rank(rank);
            ranks[index] = rank as u16;
        }
        let present = vec![from_rank(points.len()); steps.nimbers()];
        let keys = low..high;
        Some(Self { keys, code, points, base, table, ranks, present, known: 0, bare: None })
    }

    /// Covers by all steps that are in the lists.
    #[inline(never)]
    pub(super) fn cover(&mut self, steps: &Steps<K>, lists: &Lists<K>, near: K) {
        let Lists { long, short, all, .. } = lists;
        let bare = 0;
        let mut cover = Cover { table: &self.table, base: self.base, present: &mut self.present };
        let plain = std::env::var("PLAIN").is_ok();
        macro_rules! by {
            ($a:expr, $b:expr, $order:expr, $together:expr) => {
                let runs = Runs::<K, $together> {
                    steps,
                    earlier: $a,
                    later: $b,
                    keys: self.keys.clone(),
                    near,
                    in_order: $order,
                    next: 0,
                    shift: lists.shift,
                };
                if plain {
                    cover_plain(&mut cover, $a, $b, runs);
                } else {
                    vector::cover(&mut cover, $a, $b, runs);
                }
            };
        }
        let _ = bare;
        for long in long {
            by!(long, all, false, 1);
        }
        if env("TOG", 4) == 4 { by!(short, short, true, 4); } else if env("TOG", 4)==2 { by!(short, short, true, 2);} else { by!(short, short, true, 1);}
        self.known = lists.known;
    }

    /// The places from a corner on, if it is one of the places that were foreseen.
    fn from_corner(&self, steps: &Steps<K>, low: K, high: K, at: Point<K>) -> Option<Places> {
        if at.key < low {
            return Some([u64::MAX; WORDS]);
        }
        if at.key >= high {
            return Some([0; WORDS]);
        }
        let index = self.code.of(steps, at).wrapping_sub(self.base) as usize % TABLE;
        let rank = self.ranks[index] as usize;
        (self.points.get(rank) == Some(&at)).then(|| from_rank(rank))
    }

    fn add(&mut self, nimber: Nimber, from: Places, to: Places) {
        let present = &mut self.present[nimber as usize];
        for word in 0..WORDS {
            present[word] |= from[word] ^ to[word];
        }
    }

    /// Adds the cells of steps that were not known then, as far as this window needs them. Returns
    /// none if a corner is at no place that was foreseen.
    #[must_use]
    #[inline(never)]
    pub(super) fn complete(&mut self, steps: &Steps<K>, end: K) -> Option<()> {
        let Range { start: low, end: high } = self.keys;
        let last = steps.len() - 1;
        let nimbers = steps.nimbers();
        if nimbers > self.present.len() {
            self.present.resize(nimbers, from_rank(self.points.len()));
            self.bare = None;
        }
        for j in self.known..last {
            let first = steps.keys.partition_point(|&key| key + steps.keys[j + 1] <= low).max(1) - 1;
            for i in first..=j {
                if steps.keys[i] + steps.keys[j] >= high {
                    break;
                }
                let from = self.from_corner(steps, low, high, steps.start(i) + steps.start(j))?;
                let to = self.from_corner(steps, low, high, steps.start(i + 1) + steps.start(j + 1))?;
                self.add(steps.values[i] ^ steps.values[j], from, to);
            }
        }
        self.known = last;
        // the cells of the last step, whose end is beyond this window
        let to = from_rank(self.rank_of(end));
        for i in 0..=last {
            if steps.keys[i] + steps.keys[last] >= end {
                break;
            }
            let from = self.from_corner(steps, low, high, steps.start(i) + steps.start(last))?;
            self.add(steps.values[i] ^ steps.values[last], from, to);
        }
        Some(())
    }

    /// Appends the transitions of a window, given which nimbers were held before it.
    #[inline(never)]
    pub(super) fn report(&mut self, keys: Range<K>, held: &mut Vec<u64>, transitions: &mut Vec<Transition<K>>) {
        let mut found: Vec<u32> = vec![];
        held.resize(self.present.len() / 64, 0);
        let places = self.rank_of(keys.start)..self.rank_of(keys.end);
        if places.is_empty() {
            return;
        }
        if self.bare.is_none() {
            let mut bare = vec![];
            for (nimber, present) in self.present.iter().enumerate() {
                let all = present.iter().fold(u64::MAX, |all, &word| all & word);
                if all != u64::MAX {
                    bare.push(nimber as Nimber);
                } else if held[nimber / 64] >> (nimber % 64) & 1 == 0 {
                    held[nimber / 64] |= 1 << (nimber % 64);
                    found.push((places.start as u32) << 20 | (nimber as u32) << 1 | 1);
                }
            }
            self.bare = Some(bare);
        }
        for &nimber in self.bare.iter().flatten() {
            let present = &self.present[nimber as usize];
            let slot = &mut held[nimber as usize / 64];
            let mut before = *slot >> (nimber % 64) & 1;
            *slot &= !(1 << (nimber % 64));
            for word in places.start / 64..=(places.end - 1) / 64 {
                let low = places.start.max(64 * word) - 64 * word;
                let high = places.end.min(64 * word + 64) - 64 * word;
                let bits = present[word] >> low;
                let size = high - low;
                let mut changes = bits ^ (bits << 1 | before);
                if size < 64 {
                    changes &= (1 << size) - 1;
                }
                before = bits >> (size - 1) & 1;
                while changes != 0 {
                    let bit = changes.trailing_zeros();
                    let place = (64 * word + low) as u32 + bit;
                    found.push(place << 20 | nimber << 1 | (bits >> bit & 1) as u32);
                    changes &= changes - 1;
                }
            }
            *slot |= before << (nimber % 64);
        }
        found.sort_unstable();
        transitions.extend(found.iter().map(|&code| Transition {
            at: self.points[(code >> 20) as usize],
            nimber: code >> 1 & 0x7ffff,
            held: code & 1 == 1,
        }));
    }

    fn rank_of(&self, key: K) -> usize {
        self.points.partition_point(|at| at.key < key)
    }
}

pub(super) fn env(name: &str, or: usize) -> usize {
    std::env::var(name).ok().and_then(|s| s.parse().ok()).unwrap_or(or)
}
