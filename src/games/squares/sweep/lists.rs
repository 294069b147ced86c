//! The steps of a function as the presence of nimbers reads them: codes and values, the long steps
//! apart from the short ones.

use std::ops::Range;

use super::steps::Steps;
use crate::lattice::{Key, Point};

/// How many steps a vector of the processor reads at once; lists end with as many zeros, so that
/// every step begins a whole vector.
pub(super) const LANES: usize = 32;

/// A linear code of the points of a lattice: m + factor·r for place m of row r, modulo 2¹⁶.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LinearCode {
    pub(super) factor: i128,
}

impl LinearCode {
    pub(super) fn of<K: Key>(self, steps: &Steps<K>, at: Point<K>) -> u16 {
        (steps.place(at) as u16).wrapping_add((self.factor as u16).wrapping_mul(at.row as u16))
    }
}

/// Some of the steps, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct List {
    /// Which steps.
    pub(super) steps: Vec<u32>,
    /// The codes of where each begins and ends, and its value; followed by zeros.
    pub(super) starts: Vec<u16>,
    pub(super) ends: Vec<u16>,
    pub(super) values: Vec<u16>,
    /// How many steps begin below each multiple of 2^shift.
    begun: Vec<u32>,
    /// How many steps have ended at each multiple of 2^shift.
    ended: Vec<u32>,
}

impl List {
    fn push<K: Key>(&mut self, step: usize, keys: Range<K>, codes: [u16; 2], value: u16, shift: u32) {
        let count = self.steps.len();
        for (list, item) in
            [(&mut self.starts, codes[0]), (&mut self.ends, codes[1]), (&mut self.values, value)]
        {
            list.truncate(count);
            list.push(item);
        }
        self.steps.push(step as u32);
        while K::from(self.begun.len() as i64) << shift <= keys.start {
            self.begun.push(count as u32);
        }
        while K::from(self.ended.len() as i64) << shift < keys.end {
            self.ended.push(count as u32);
        }
    }

    fn pad(&mut self) {
        for list in [&mut self.starts, &mut self.ends, &mut self.values] {
            list.resize(self.steps.len() + LANES, 0);
        }
    }

    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }
}

/// Long and short steps.
#[derive(Clone, Debug)]
pub(super) struct Lists<K> {
    pub(super) code: LinearCode,
    /// Steps of at least this length are long.
    least: Vec<K>,
    /// The longest step.
    pub(super) longest: K,
    /// How many steps there were when that was chosen.
    chosen_of: usize,
    /// How many steps are in the lists: all that have an end.
    pub(super) known: usize,
    pub(super) long: Vec<List>,
    pub(super) all: List,
    pub(super) short: List,
    pub(super) shift: u32,
    pub(super) near: K,
}

fn tiers() -> Vec<f64> {
    let text = std::env::var("TIERS").unwrap_or("0.03,0.08,0.2".into());
    text.split(',').map(|t| t.parse().unwrap()).collect()
}

impl<K: Key> Lists<K> {
    pub(super) fn new(code: LinearCode) -> Self {
        let [all, short] = [(); 2].map(|()| List::default());
        let zero = K::default();
        let long = vec![List::default(); tiers().len()];
        Self { code, least: vec![], longest: zero, chosen_of: 0, known: 0, long, all, short, shift: 0, near: zero }
    }

    /// Adds the steps that are new and have an end.
    #[inline(never)]
    pub(super) fn extend(&mut self, steps: &Steps<K>) {
        let known = steps.len() - 1;
        if known > self.chosen_of + self.chosen_of / 2 {
            *self = Self::new(self.code);
            let mut lengths: Vec<K> = steps.keys.windows(2).map(|ends| ends[1] - ends[0]).collect();
            self.least = tiers()
                .iter()
                .map(|t| *lengths.select_nth_unstable(known - 1 - (known as f64 * t) as usize).1)
                .collect();
            self.chosen_of = known;
            let average: i128 = steps.keys[known].into() / known as i128;
            self.near = K::nearest(16 * average);
            self.shift = (127 - average.leading_zeros()).saturating_sub(1);
        }
        let code = |step: usize| self.code.of(steps, steps.start(step));
        let mut start = code(self.known);
        for step in self.known..known {
            let end = code(step + 1);
            let keys = steps.keys[step]..steps.keys[step + 1];
            let length = keys.end - keys.start;
            self.longest = self.longest.max(length);
            let tier = self.least.iter().position(|&least| length >= least);
            let list = match tier {
                Some(tier) => &mut self.long[tier],
                None => &mut self.short,
            };
            let value = steps.values[step] as u16;
            list.push(step, keys.clone(), [start, end], value, self.shift);
            self.all.push(step, keys, [start, end], value, self.shift);
            start = end;
        }
        self.known = known;
        self.long.iter_mut().for_each(List::pad);
        self.all.pad();
        self.short.pad();
    }
}

/// The pairs of steps of two lists whose cells are alive in a window of keys: for one or several
/// steps of the first list a run of the second.
pub(super) struct Runs<'a, K, const TOGETHER: usize> {
    pub(super) steps: &'a Steps<K>,
    pub(super) earlier: &'a List,
    pub(super) later: &'a List,
    pub(super) keys: Range<K>,
    /// Steps are taken together if they begin and end within this distance.
    pub(super) near: K,
    /// Whether both lists are one, of which only pairs in order are wanted.
    pub(super) in_order: bool,
    pub(super) next: usize,
    pub(super) shift: u32,
}

impl<K: Key, const TOGETHER: usize> Iterator for Runs<'_, K, TOGETHER> {
    type Item = ([usize; TOGETHER], Range<usize>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let Self { steps, earlier, later, shift, near, .. } = *self;
        let unit = |key: K| usize::try_from((key >> shift).into()).ok();
        loop {
            let index = self.next;
            let step = *earlier.steps.get(index)? as usize;
            let start = steps.keys[step];
            if start >= self.keys.end {
                return None;
            }
            let mut last = step;
            let mut together = [index; TOGETHER];
            self.next += 1;
            if TOGETHER > 1
                && let Some(&step) = earlier.steps.get(index + TOGETHER - 1)
                && steps.keys[step as usize + 1] - start <= near
            {
                last = step as usize;
                self.next = index + TOGETHER;
                together = std::array::from_fn(|other| index + other);
            }
            let end = steps.keys[last + 1];
            let first = match unit(self.keys.start - end) {
                Some(unit) => later.ended.get(unit).map_or(later.len(), |&n| n as usize),
                None => 0,
            };
            let past = match unit(self.keys.end - start - K::from(1)) {
                Some(unit) => later.begun.get(unit + 1).map_or(later.len(), |&n| n as usize),
                None => 0,
            };
            let least = if self.in_order { index } else { 0 };
            if past <= least {
                return None;
            }
            let run = first.max(least)..past;
            if !run.is_empty() {
                return Some((together, run));
            }
        }
    }
}
