//! A stretch of the line: its places, and for each nimber the places where it is present.

use std::mem;
use std::ops::Range;

use super::super::steps::Steps;
use super::super::transition::{Transition, Transitions};
use super::changes::Changes;
use super::cover::{CODES, CornerPlaces, Cover, MOST_PLACES, Places, WORDS, add_cell, places_from};
use super::lists::{LinearCode, Lists};
use super::look::Look;
use super::plan::Plan;
use super::runs::Runs;
use super::set::NimberSet;
use crate::lattice::{Key, Point};

/// How many short steps are taken together.
const TOGETHER: usize = 2;

/// Some windows, or a part of one, with at most [`MOST_PLACES`] places.
#[derive(Clone, Debug)]
pub(super) struct Stretch<K> {
    plan: Plan<K>,
    /// The code, which names the points of all that the plan has.
    code: LinearCode,
    /// The places, in order.
    points: Vec<Point<K>>,
    /// How many of them there are in a spacing of the rows.
    in_a_spacing: usize,
    /// The code of the first entry of the next two, and how many codes there are.
    base: u16,
    codes: usize,
    corners: Box<CornerPlaces>,
    /// For the code of each place its number.
    ranks: Box<[u16; CODES]>,
    /// For each nimber the places where it is present, and all that there are not.
    present: Vec<Places>,
    /// How many steps have covered the places of their cells: all cells with earlier ones.
    covered: usize,
    /// The changes at these places.
    changes: Changes,
}

impl<K: Key> Stretch<K> {
    /// A stretch with as many places as possible; none if there are too many codes. It has to be
    /// [prepared](Stretch::prepare).
    pub(super) fn new(
        steps: &Steps<K>,
        plan: Plan<K>,
        code: LinearCode,
        spare: Option<Self>,
    ) -> Option<Self> {
        let spacing = steps.row_keys().spacing()?;
        let mut stretch = match spare {
            Some(spare) => Self { plan, code, ..spare },
            None => Self::empty(plan, code)?,
        };
        stretch.place(steps, spacing);
        let Plan { keys: Range { start, end }, rows: _, margin, all_rows, .. } = &stretch.plan;
        let point = |row: i32, from: K| {
            let key = steps.row_keys().first_in(row, from..from + spacing)?;
            Some(Point { key, row })
        };
        // all corners of cells that are alive lie between these two, and so do their codes
        let low = point(*all_rows.start(), *start - *margin)?;
        let high = point(*all_rows.end(), *end + *margin)?;
        let codes = usize::try_from(code.distance(steps, low, high) + 1).ok();
        stretch.codes = codes.filter(|&codes| codes <= CODES)?;
        stretch.base = code.of(steps, low);
        Some(stretch)
    }

    /// Makes the tables, in which no nimber is present yet.
    pub(super) fn prepare(&mut self, steps: &Steps<K>) {
        let Plan { keys: Range { start, .. }, margin, ref all_rows, .. } = self.plan;
        let (codes, low, rows) = (self.codes, start - margin, all_rows.clone());
        let Some(spacing) = steps.row_keys().spacing() else { return };
        self.corners[..codes].fill(places_from(MOST_PLACES));
        for mut at in steps.row_keys().first_points(rows, start - spacing) {
            // one place after the other, down to the margin; the codes of a row are consecutive
            let mut code = self.entry(steps, at);
            while at.key >= low && code < codes {
                self.corners[code] = places_from(0);
                at.key = at.key - spacing;
                code = code.wrapping_sub(1);
            }
        }
        let mut entries = [0; MOST_PLACES];
        for rank in 0..self.points.len() {
            // so is the code of the next place of the row
            let entry = match rank.checked_sub(self.in_a_spacing) {
                Some(before) => entries[before] + 1,
                None => self.entry(steps, self.points[rank]),
            };
            entries[rank] = entry;
            self.corners[entry % CODES] = places_from(rank);
            // there are at most 256 places
            self.ranks[entry % CODES] = rank as u16;
        }
        self.present.clear();
        self.present.resize(steps.nimbers(), places_from(self.points.len()));
        self.covered = 0;
    }

    /// None never: the tables have as many entries as they should.
    fn empty(plan: Plan<K>, code: LinearCode) -> Option<Self> {
        // from the heap at once, so that only pages that are used take memory
        let corners = vec![[0; WORDS]; CODES].into_boxed_slice().try_into().ok()?;
        let ranks = vec![0; CODES].into_boxed_slice().try_into().ok()?;
        Some(Self {
            plan,
            code,
            points: vec![],
            in_a_spacing: 0,
            base: 0,
            codes: 0,
            corners,
            ranks,
            present: vec![],
            covered: 0,
            changes: Changes::default(),
        })
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
        while points.len() <= MOST_PLACES {
            let Some(&Point { key, row }) = points.get(points.len() - *in_a_spacing) else { break };
            if key + spacing >= end {
                break;
            }
            points.push(Point { key: key + spacing, row });
        }
        points.truncate(points.partition_point(|at| at.key < end));
        plan.keys.end = points.get(MOST_PLACES).map_or(end, |beyond| beyond.key);
        points.truncate(MOST_PLACES);
    }

    /// Where it lies.
    pub(super) fn keys(&self) -> Range<K> {
        self.plan.keys.clone()
    }

    fn entry(&self, steps: &Steps<K>, at: Point<K>) -> usize {
        usize::from(self.code.of(steps, at).wrapping_sub(self.base)) % CODES
    }

    /// Covers the places of all cells of the steps in the lists; steps are taken together if they
    /// are near to each other.
    pub(super) fn cover(&mut self, look: Look, steps: &Steps<K>, lists: &Lists<K>, near: K) {
        let Self { plan: Plan { keys, .. }, base, corners, present, .. } = self;
        let mut cover = Cover { corners, base: *base, present };
        let Lists { long, short, .. } = lists;
        // the longest first: a cell lives as long as both of its steps together
        let of_long = |second, in_order| Runs::<K, 1> {
            steps,
            first: long,
            second,
            window: keys.clone(),
            near,
            in_order,
            next: 0,
        };
        look.cover(&mut cover, long, long, of_long(long, true));
        look.cover(&mut cover, long, short, of_long(short, false));
        let window = keys.clone();
        let of_short =
            Runs::<K, TOGETHER> { steps, first: short, second: short, window, near, in_order: true, next: 0 };
        look.cover(&mut cover, short, short, of_short);
        self.covered = lists.known();
        self.changes.find(&self.present, self.points.len());
    }

    /// Covers the places of the cells of all steps that are known by now, up to a key below which
    /// all steps are known; returns whether all corners were foreseen. If not, places are missing.
    #[must_use]
    pub(super) fn complete(&mut self, steps: &Steps<K>, end: K) -> bool {
        if self.present.len() < steps.nimbers() {
            self.present.resize(steps.nimbers(), places_from(self.points.len()));
            self.changes.grow(steps.nimbers());
        }
        let last = steps.len() - 1;
        let Range { start: low, end: high } = self.plan.keys;
        let new = mem::replace(&mut self.covered, last)..last;
        // cells of a new step with steps before this one ended below; the later the new step, the
        // fewer those are
        let mut first = steps.keys[1..].partition_point(|&key| key + steps.keys[new.start] <= low);
        for later in new {
            while first > 0 && steps.keys[first] + steps.keys[later + 1] > low {
                first -= 1;
            }
            if self.complete_step(steps, first, later, high, None).is_none() {
                return false;
            }
        }
        // an end of the last step is not known, but that it is no smaller than `end`
        self.complete_step(steps, 0, last, end, Some(places_from(self.rank(end)))).is_some()
    }

    /// Covers the places of the cells of a step with earlier ones, from the first of some on, that
    /// begin below an end; up to the place where they end, or to this one. None if a corner was not
    /// foreseen.
    fn complete_step(
        &mut self,
        steps: &Steps<K>,
        first: usize,
        later: usize,
        end: K,
        until: Option<Places>,
    ) -> Option<()> {
        for earlier in first..=later {
            if steps.keys[earlier] + steps.keys[later] >= end {
                break;
            }
            let nimber = steps.values[earlier] ^ steps.values[later];
            if self.changes.is_throughout(nimber) {
                // wherever the corners are
                continue;
            }
            let from = self.places_from_corner(steps, earlier, later)?;
            let to = match until {
                Some(places) => places,
                None => self.places_from_corner(steps, earlier + 1, later + 1)?,
            };
            let present = &mut self.present[nimber as usize];
            let before = *present;
            add_cell(present, from, to);
            if *present != before {
                self.changes.revise(nimber);
            }
        }
        Some(())
    }

    /// The places from the corner of two steps on; none if it was not foreseen.
    fn places_from_corner(&self, steps: &Steps<K>, i: usize, j: usize) -> Option<Places> {
        let at = steps.start(i) + steps.start(j);
        if at.key < self.plan.keys.start {
            Some(places_from(0))
        } else if at.key >= self.plan.keys.end {
            Some(places_from(MOST_PLACES))
        } else {
            let rank = usize::from(self.ranks[self.entry(steps, at)]);
            (self.points.get(rank) == Some(&at)).then(|| places_from(rank))
        }
    }

    /// How many places lie below a key.
    fn rank(&self, key: K) -> usize {
        self.points.partition_point(|at| at.key < key)
    }

    /// Appends the transitions of a part of the stretch that is complete, given the nimbers that
    /// are held just below it, and changes those to the ones just below its end.
    pub(super) fn report(&mut self, keys: Range<K>, held: &mut NimberSet, transitions: &mut Transitions<K>) {
        let places = self.rank(keys.start)..self.rank(keys.end);
        if places.is_empty() {
            return;
        }
        let Self { points, present, changes, .. } = self;
        for change in changes.report(present, places, held) {
            let (nimber, held) = (change.nimber(), change.is_held());
            transitions.push(Transition { at: points[change.place()], nimber, held });
        }
    }
}
