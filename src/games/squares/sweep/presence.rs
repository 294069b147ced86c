//! Reach by presence: which nimbers are there, not how often.

use super::lists::{LinearCode, Lists};
use super::stretch::{env, MOST_PLACES, Stretch};
use super::steps::Steps;
use super::windows::Transition;
use crate::lattice::{Key, Point};
use crate::sweep::Nimber;

#[derive(Clone, Debug, Default)]
pub(super) struct Presence<K> {
    /// Whether each nimber is held.
    held: Vec<u64>,
    lists: Option<Lists<K>>,
    longest: K,
    seen: usize,
    strip: super::strip::Strip,
    stretch: Option<Stretch<K>>,
    pub(super) restarts: usize,
    pub(super) stretches: usize,
}

impl<K: Key> Presence<K> {
    pub(super) fn with(held: impl Iterator<Item = Nimber>) -> Self {
        let mut this = Self { held: vec![], lists: None, longest: K::default(), seen: 0, strip: Default::default(), stretch: None, restarts: 0, stretches: 0 };
        for nimber in held {
            let word = nimber as usize / 64;
            if this.held.len() <= word {
                this.held.resize(word + 1, 0);
            }
            this.held[word] |= 1 << (nimber % 64);
        }
        this
    }

    pub(super) fn held(&self) -> impl Iterator<Item = Nimber> {
        (0..self.held.len() as Nimber * 64).filter(|&n| self.held[n as usize / 64] >> (n % 64) & 1 == 1)
    }

    fn prepare(&mut self, steps: &Steps<K>, low: K, limit: Option<K>) -> Option<()> {
        let spacing = steps.spacing()?;
        self.strip.extend(steps);
        let width = steps.window_width();
        for step in self.seen..steps.len() - 1 {
            self.longest = self.longest.max(steps.keys[step + 1] - steps.keys[step]);
        }
        self.seen = steps.len() - 1;
        let average = steps.keys[self.seen] / K::from(self.seen as i64);
        let near = average.times(env("NEAR", 8) as i64).min(width + width);
        // two buckets, each of at most the average
        let margin = near + self.longest + self.longest + width / K::from(4);
        let window = steps.windows_in(low);
        let pad = env("PAD", 2) as i32;
        let rows = self.strip.rows(window.saturating_sub(1)..window + 2)?;
        let count = i64::from(rows.end() - rows.start()) + 1 + 2 * i64::from(pad);
        // the places of some rows
        let estimate = spacing.times(MOST_PLACES as i64 + 20) / K::from(count);
        let most = low + estimate.min(low / K::from(16)).max(K::from(1));
        let most = limit.map_or(most, |limit| limit.min(most));
        let last = steps.windows_in(most - K::from(1)) + 1;
        let rows = self.strip.rows(window.saturating_sub(1)..last)?;
        let rows = rows.start() - pad..=rows.end() + pad;
        let beside: i128 = margin.into() / width.into();
        let beside = beside as usize + 2;
        let outer = self.strip.rows(window.saturating_sub(beside)..last + beside)?;
        let outer = *outer.start().min(rows.start())..=*outer.end().max(rows.end());
        let extended: i128 = (most - low + margin + margin + spacing + spacing).into();
        let factor = (steps.slope() + extended) / spacing.into() + 1;
        let lists = match &mut self.lists {
            Some(lists) if lists.code.factor >= factor && lists.code.factor <= 2 * factor => lists,
            lists => lists.insert(Lists::new(LinearCode { factor })),
        };
        lists.extend(steps);
        let mut stretch = Stretch::new(steps, low, most, rows, outer, lists.code, margin)?;
        stretch.cover(steps, lists, near);
        self.stretch = Some(stretch);
        self.stretches += 1;
        Some(())
    }

    pub(super) fn sweep(&mut self, steps: &Steps<K>, window: usize, transitions: &mut Vec<Transition<K>>) -> bool {
        let keys = steps.keys_of_window(window);
        let mut low = keys.start;
        let mut limit = None;
        while low < keys.end {
            if !self.stretch.as_ref().is_some_and(|s| s.keys.contains(&low))
                && self.prepare(steps, low, limit).is_none()
            {
                return false;
            }
            let Some(stretch) = &mut self.stretch else { return false };
            let high = stretch.keys.end.min(keys.end);
            if stretch.complete(steps, high).is_some() {
                stretch.report(low..high, &mut self.held, transitions);
                low = high;
                limit = None;
                continue;
            }
            self.stretch = None;
            self.restarts += 1;
            if limit.is_some() {
                return false;
            }
            limit = Some(keys.end);
        }
        true
    }
}
