//! g as it grows, window by window: the sweep that extends its own function.
//!
//! # The feedback
//! g is constant on half-open intervals between sums of lengths: reach changes only at corners (the
//! corner law), and a change of reach at y reaches g at y + s for each length s. A change of g
//! makes new corners. The first of them lies where it happens, and all of them reach g no sooner
//! than the shortest length further on. So a sweep by windows of at most that width always knows
//! the steps that it needs.

use std::ops::Range;

use super::super::super::octal::{mixed, spread};
use super::super::rules::Digit;
use super::delays::Delays;
use super::method::{Choice, Reach};
use super::steps::Steps;
use crate::lattice::{Key, Lattice, Point};
use crate::sweep::Nimber;

/// Where steps come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// A run or a function of this process: they are those of g.
    Own,
    /// A file: they are checked.
    Foreign,
}

/// g as it grows, with keys of the type K.
#[derive(Clone, Debug)]
pub struct Run<K> {
    /// g is wanted for keys below this one.
    end: K,
    steps: Steps<K>,
    reach: Reach<K>,
    delays: Delays<K>,
    /// The next window.
    window: usize,
}

impl<K: Key> Run<K> {
    /// Nothing is known yet but g(0) = 0; g is wanted for keys below `end`.
    #[must_use]
    pub fn new(lattice: &Lattice, digits: &[Digit], end: i128, choice: Choice) -> Self {
        Self {
            end: K::nearest(end),
            steps: Steps::zero_on(lattice),
            reach: Reach::new(choice),
            delays: Delays::new(lattice, digits),
            window: 0,
        }
    }

    /// Continues from steps, which are all steps of g up to some place; none if they are not those
    /// of g, unless they are trusted: all of them are compared if they are few, else those of a few
    /// dozen windows, each of which is computed from the steps below it.
    ///
    /// # Cost
    /// For each window O(steps), and the windows one longest length before it.
    #[must_use]
    pub fn resume(self, lattice: &Lattice, kept: &[(Point, Nimber)], trust: Trust) -> Option<Self> {
        /// Two million corners.
        const FEW_STEPS: usize = 2000;
        let resumed = self.after(kept.iter().map(|&(at, value)| (Point::of(at), value)).collect())?;
        let known = resumed.known();
        let are_those_of_g = if trust == Trust::Own {
            true
        } else if resumed.steps.len() > FEW_STEPS {
            resumed.windows_to_check(lattice).all(|window| resumed.agrees(lattice, window))
        } else {
            resumed.agrees(lattice, K::default()..known)
        };
        are_those_of_g.then_some(resumed)
    }

    /// As if it had found these steps itself.
    fn after(mut self, kept: Vec<(Point<K>, Nimber)>) -> Option<Self> {
        let (shortest, longest) = self.delays.shortest_and_longest();
        let Some(&(last, _)) = kept.last() else { return Some(self) };
        let width = self.steps.window_width();
        // after that many windows g was known at least up to the last step
        let windows = self.steps.windows_in(last.key.min(self.end) + K::nearest(1) - shortest);
        let known = (width * K::from(windows as i64) + shortest).min(self.end);
        // step 0 is there already
        for &(at, value) in kept[1..].iter().take_while(|(at, _)| at.key < known) {
            self.steps.push(at, value);
        }
        // a transition that is due from there on happened no more than the longest length before
        self.window = self.steps.windows_in(known - longest);
        let begin = self.steps.keys_of_window(self.window).start;
        self.delays.hold(&self.steps, begin, &self.steps.held_below(begin));
        while self.window < windows {
            self.sweep();
        }
        let value = self.delays.skip_to(&self.steps, known);
        (value == self.steps.last_value()).then_some(self)
    }

    /// Whether the steps in a piece of the line follow from those below it.
    fn agrees(&self, lattice: &Lattice, Range { start, end }: Range<K>) -> bool {
        let below = |key: K| self.steps.keys.partition_point(|&at| at < key);
        let (mut compared, past) = (below(start), below(end));
        let digits: Vec<Digit> = self.delays.digits().collect();
        let again = Self::new(lattice, &digits, end.into(), self.reach.choice());
        let Some(mut again) = again.after(self.steps.iter().take(compared).collect()) else { return false };
        loop {
            // as soon as they differ, so that wrong steps do not cost the covering to the end
            let (found, ours) = (again.steps.iter().skip(compared), self.steps.iter().skip(compared));
            if again.steps.len() > past || !found.zip(ours).all(|(found, ours)| found == ours) {
                return false;
            }
            compared = again.steps.len();
            if !again.advance() {
                return compared == past;
            }
        }
    }

    /// Windows of what is known, chosen by a hash of all steps, so that an edit cannot avoid those
    /// that were known before it.
    fn windows_to_check(&self, lattice: &Lattice) -> impl Iterator<Item = Range<K>> {
        const MOST: usize = 36;
        /// No more than one part in this many of all windows is swept for it.
        const PART: usize = 4;
        let windows = self.steps.windows_in(self.known());
        // one length before a window of the same width there are at most two
        let swept_for_each = 2 * lattice.generators().len();
        let count = (windows / PART / swept_for_each).clamp(1, MOST);
        // of a long key the lower half, which changes most
        let low_half = |key: K| -> u64 { key.into() as u64 };
        let seed =
            self.steps.iter().fold(0, |hash, (at, value)| mixed(hash ^ low_half(at.key)) ^ u64::from(value));
        spread(count, windows, seed).map(|window| self.steps.keys_of_window(window))
    }

    /// Sweeps the next window; returns whether there was one.
    pub fn advance(&mut self) -> bool {
        let (shortest, _) = self.delays.shortest_and_longest();
        let width = self.steps.window_width();
        // g below the end depends on reach below end − shortest
        if width * K::from(self.window as i64) >= self.end - shortest {
            return false;
        }
        self.sweep();
        let known = self.known();
        self.delays.extend(&mut self.steps, known);
        true
    }

    /// g is known for keys below this one.
    #[must_use]
    pub fn known(&self) -> K {
        let (shortest, _) = self.delays.shortest_and_longest();
        (self.steps.window_width() * K::from(self.window as i64) + shortest).min(self.end)
    }

    fn sweep(&mut self) {
        if self.delays.read_reach() {
            self.reach.sweep(&self.steps, self.window, self.delays.transitions());
        }
        self.window += 1;
    }

    /// Whether the windows have become so large that several threads are faster than one.
    #[must_use]
    pub fn gains_from_threads(&self) -> bool {
        self.reach.gains_from_threads(&self.steps)
    }

    /// The part of the line that is swept, from 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f64 {
        let (shortest, _) = self.delays.shortest_and_longest();
        let [length, width]: [i128; 2] = [(self.end - shortest).into(), self.steps.window_width().into()];
        (self.window as f64 * width as f64 / length.max(1) as f64).min(1.0)
    }

    /// The steps so far.
    #[must_use]
    pub fn steps(&self) -> &Steps<K> {
        &self.steps
    }
}

#[cfg(test)]
mod tests {
    use super::super::engine::EngineRun;
    use super::super::places::{Covering, Kernel, NARROW, WIDE};
    use super::super::transitions::Transition;
    use super::*;
    use itertools::iproduct;

    use crate::number::Surd;

    impl<K: Key> Run<K> {
        /// Grows to the end and passes all transitions of reach to `show`; returns the key of the
        /// shortest length, and the steps.
        pub(crate) fn log(mut self, mut show: impl FnMut(&Transition<K>)) -> (K, Steps<K>) {
            let (shortest, _) = self.delays.shortest_and_longest();
            loop {
                let mut ahead = self.clone();
                let before = ahead.delays.transitions().len();
                if !self.advance() {
                    return (shortest, self.steps);
                }
                ahead.sweep();
                ahead.delays.transitions().iter().skip(before).for_each(|transition| show(&transition));
            }
        }

        /// Whether a key lies in a window that is looked at when this run is resumed.
        pub(crate) fn looks_at(&self, lattice: &Lattice, key: K) -> bool {
            self.windows_to_check(lattice).any(|window| window.contains(&key))
        }
    }
    fn lattice(lengths: &str, limit: &str) -> (Lattice, Surd) {
        let lengths: Vec<Surd> = lengths.split(',').map(|length| length.parse().unwrap()).collect();
        let limit: Surd = limit.parse().unwrap();
        let reach = limit.ceil() + lengths.iter().map(Surd::ceil).max().unwrap();
        (Lattice::spanned_by(&lengths, &reach.into()).unwrap(), limit)
    }

    #[test]
    fn spot_checks_agree_with_the_sweep_everywhere() {
        for (lengths, limit) in
            [("1,sqrt2", "90"), ("1", "60"), ("1,3/2", "60"), ("3,1+sqrt2", "90"), ("1,7,20+sqrt2", "120")]
        {
            let (lattice, limit) = lattice(lengths, limit);
            let mut run = Run::<i64>::new(
                &lattice,
                &anywhere(&lattice),
                lattice.bound(&limit, true).end(),
                Choice::default(),
            );
            while run.advance() {}
            let agree_everywhere = |run: &Run<i64>| {
                let mut windows =
                    (0..run.steps.windows_in(run.end)).map(|window| run.steps.keys_of_window(window));
                windows.all(|window| run.agrees(&lattice, window))
            };
            assert!(agree_everywhere(&run), "{lengths}");
            // another value of any step is seen in the window of that step
            let points: Vec<_> = run.steps.iter().collect();
            for step in (1..points.len()).step_by(7) {
                let edited = |(index, &(at, value))| (at, if index == step { value ^ 512 } else { value });
                let mut wrong = Steps::zero_on(&lattice);
                points.iter().enumerate().skip(1).map(edited).for_each(|(at, value)| wrong.push(at, value));
                let wrong = Run { steps: wrong, ..run.clone() };
                assert!(!agree_everywhere(&wrong), "step {step} of {lengths}");
            }
        }
    }

    #[test]
    fn long_runs_are_looked_at_in_many_places() {
        let (lattice, limit) = lattice("1,sqrt2", "800");
        let mut run = Run::<i64>::new(
            &lattice,
            &anywhere(&lattice),
            lattice.bound(&limit, true).end(),
            Choice::default(),
        );
        while run.advance() {}
        assert!(run.steps.len() > 2000 && run.windows_to_check(&lattice).count() > 20);
    }

    /// The steps of g and the transitions of reach, with places that are the same for keys of any
    /// type.
    type Log = (Vec<(Point, Nimber)>, Vec<(Point, Nimber, bool)>);

    /// All choices that are to be compared on this processor.
    fn choices() -> Vec<Choice> {
        let kernels = Kernel::ALL.iter().copied().filter(|kernel| kernel.is_supported());
        let ways = [
            (NARROW, Covering::Every),
            (WIDE, Covering::Every),
            (NARROW, Covering::Look),
            (WIDE, Covering::Look),
        ];
        let all = iproduct!(kernels, ways);
        let places = all
            .map(|(kernel, covering)| Choice { sorts: false, kernel, forced: Some(covering) })
            .collect::<Vec<_>>();
        let sorted = Choice { sorts: true, ..Choice::default() };
        places.into_iter().chain([sorted, Choice::default()]).collect()
    }

    fn anywhere(lattice: &Lattice) -> Vec<Digit> {
        vec![Digit::Anywhere; lattice.generators().len()]
    }

    /// The log of the engine.
    fn engine_log<K: Key>(lattice: &Lattice, digits: &[Digit], limit: &Surd) -> Log {
        let end = lattice.bound(limit, true).end();
        let mut log = vec![];
        let mut run = EngineRun::<K>::new(lattice, digits, end);
        while run.advance(|transition| log.push(transition)) {}
        comparable(run.steps(), log, end)
    }

    /// The log of a choice.
    fn log<K: Key>(lattice: &Lattice, digits: &[Digit], limit: &Surd, choice: Choice) -> Log {
        let end = lattice.bound(limit, true).end();
        let mut log = vec![];
        let (_, steps) = Run::<K>::new(lattice, digits, end, choice).log(|transition| log.push(*transition));
        comparable(&steps, log, end)
    }

    /// Windows stop where nothing is due below the end any more.
    fn comparable<K: Key>(steps: &Steps<K>, log: Vec<Transition<K>>, end: i128) -> Log {
        let shortest = steps.iter().nth(1).map_or(0, |(at, _)| at.key.into());
        let due = log.into_iter().map(|t| (t.at.widened(), t.nimber, t.held));
        (steps.points().collect(), due.filter(|(at, ..)| at.key < end - shortest).collect())
    }

    /// One log: all methods see the same transitions, and make the same function, with keys of
    /// either type.
    #[test]
    fn all_methods_write_the_same_log() {
        for (lengths, limit) in [
            ("1,sqrt2", "60"),
            ("1", "40"),
            ("1,sqrt3", "40"),
            ("1,(1+sqrt5)/2", "40"),
            ("1,3/2", "60"),
            ("1,sqrt2,2", "30"),
            ("3,1+sqrt2", "90"),
            ("sqrt2,2sqrt2", "40"),
            ("11/10,13/10,sqrt2", "25"),
            ("100+sqrt2,101+3sqrt2", "3000"),
            // many more places than steps
            ("1,10001/10000", "9"),
            ("1,1.41421", "9"),
            // keys beyond 64 bits
            ("1,999999*sqrt2/10^6,1000001*sqrt2/10^6", "12"),
            ("1000001/10^6+sqrt2/999983,3/2-sqrt2/10^6", "25"),
            ("10^9+sqrt2,10^9+10^8*sqrt2", "10^10"),
            // a spacing beyond 64 bits, of narrow keys
            ("10000+sqrt2,1+10000sqrt2", "200028"),
        ] {
            check_logs(lengths, limit, &choices());
        }
    }

    /// Rows times slant beyond 64 bits: this takes long, and is the same for all kernels.
    #[test]
    fn all_methods_write_the_same_log_of_many_rows() {
        let choices: Vec<_> =
            choices().into_iter().filter(|choice| choice.sorts || choice.kernel == Kernel::Plain).collect();
        for (lengths, limit) in [("60000,sqrt2-1", "200"), ("3000,sqrt10-3", "60")] {
            check_logs(lengths, limit, &choices);
        }
    }

    /// With keys of both types and all lengths or some of them anywhere the log is that of the
    /// engine.
    fn check_logs(lengths: &str, limit: &str, choices: &[Choice]) {
        let (lattice, limit) = lattice(lengths, limit);
        assert_eq!(lattice.scale().is_narrow, !lengths.contains("10^"), "keys for {lengths}");
        // all may lie anywhere, or every second one
        let mut rules = vec![anywhere(&lattice)];
        let alternating = [Digit::Anywhere, Digit::AtAnEnd].into_iter().cycle();
        if rules[0].len() > 1 {
            rules.extend([0, 1].map(|skip| alternating.clone().skip(skip).take(rules[0].len()).collect()));
        }
        for digits in rules {
            let expected = engine_log::<i128>(&lattice, &digits, &limit);
            assert!(!expected.1.is_empty());
            for &choice in choices {
                let wide = log::<i128>(&lattice, &digits, &limit, choice);
                assert!(wide == expected, "{choice:?} for {lengths} with {digits:?}");
                if lattice.scale().is_narrow {
                    let narrow = log::<i64>(&lattice, &digits, &limit, choice);
                    assert!(narrow == expected, "narrow keys for {lengths} with {digits:?} by {choice:?}");
                }
            }
        }
    }
}
