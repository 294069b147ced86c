//! g as it grows, window by window: it can be watched, stopped, and resumed from its steps alone.
//!
//! # The feedback
//! g is constant on half-open intervals between sums of lengths: reach changes only at corners (the
//! corner law), and a change of reach at y reaches g at y + s for each length s. A change of g
//! makes new corners. The first of them lies where it happens, and all of them reach g no sooner
//! than the shortest length further on. So a sweep by windows of at most that width always knows
//! the steps that it needs.

use num_traits::Zero;

use super::grundy::{Grundy, GrundyError, lattice_for};
use super::multiples::Multiples;
use super::rules::Lengths;
use super::sweep::{Delays, ReachSweep, Steps, agree_at_places, gains_from_threads, sweep_by_queue};
use crate::lattice::{Lattice, Point};
use crate::number::Surd;
use crate::sweep::Nimber;

impl Grundy {
    /// Computes g on [0, limit], by windows of corners; for lengths with a common measure by their
    /// octal game, if that is cheaper. The limit may lie in any field.
    ///
    /// # Errors
    /// [`GrundyError`] for a negative limit, or one too large for the keys.
    ///
    /// # Cost
    /// For K steps below the limit, up to K²/2 corners of two nanoseconds each, and O(K) memory. K
    /// depends on the lengths; for {1, √2} there are 1,829 steps up to 500 and 14,861 up to 2000.
    /// With a common measure u, at most (L/u)²/4 pairs of one nanosecond each, but far fewer for
    /// most lengths, and none once a period is proven.
    /// With the feature `parallel`, large windows are shared by the threads of the current rayon
    /// pool; outside of a pool, by a pool of its own with one thread for each core, if it can be
    /// started.
    pub fn new(lengths: &Lengths, limit: &Surd) -> Result<Self, GrundyError> {
        let mut growing = GrundyRun::new(lengths, limit)?;
        while !growing.gains_from_threads() && growing.advance() {}
        Ok(finish_in_a_pool(growing))
    }

    /// Computes g by the general event engine: slow, without windows or rows, and the reference
    /// that [`Grundy::new`] is tested against.
    ///
    /// # Errors
    /// As [`Grundy::new`].
    ///
    /// # Cost
    /// O(log K) for each corner of K steps, some 30 ns.
    pub fn by_event_engine(lengths: &Lengths, limit: &Surd) -> Result<Self, GrundyError> {
        let lattice = lattice_for(lengths, limit)?;
        let end = lattice.threshold(limit, true);
        let steps = sweep_by_queue(&lattice, end, |_| ());
        Ok(Self::of(lengths, lattice, limit, steps))
    }
}

#[cfg(feature = "parallel")]
fn finish_in_a_pool(growing: GrundyRun) -> Grundy {
    if !growing.gains_from_threads() || rayon::current_thread_index().is_some() {
        return growing.finish();
    }
    match rayon::ThreadPoolBuilder::new().build() {
        Ok(pool) => pool.install(|| growing.finish()),
        Err(_) => growing.finish(), // one thread gives the same steps
    }
}

#[cfg(not(feature = "parallel"))]
fn finish_in_a_pool(growing: GrundyRun) -> Grundy {
    growing.finish()
}

/// g as it grows, window by window, for long runs: to watch it, to stop it and to resume it.
///
/// Only the steps have to be kept: [`resume`](GrundyRun::resume) recomputes everything else from
/// them and leads to the same function.
///
/// ```
/// use nimsweep::games::squares::{GrundyRun, Grundy, Lengths};
///
/// let (lengths, limit) = (Lengths::default(), "30".parse()?);
/// let mut growing = GrundyRun::new(&lengths, &limit)?;
/// while growing.advance() && growing.progress() < 0.5 {}
/// let kept = growing.steps().collect();
///
/// let mut resumed = GrundyRun::resume(&lengths, &limit, kept)?;
/// while resumed.advance() {}
/// assert_eq!(resumed.finish(), Grundy::new(&lengths, &limit)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GrundyRun {
    lengths: Lengths,
    limit: Surd,
    lattice: Lattice,
    /// g is wanted for keys below this one.
    end: i64,
    steps: Steps,
    reach: ReachSweep,
    delays: Delays,
    /// The next window.
    window: usize,
    /// The multiples of the common measure, if there is one. They take over from the windows if
    /// that is cheaper.
    multiples: Option<Multiples>,
}

/// A step of g as it is kept: the coordinates (a, b) of its start (a + b√d)/D in the
/// [lattice](Grundy::lattice), and the value.
pub type KeptStep = (i64, i64, Nimber);

impl GrundyRun {
    /// Nothing is known yet but g(0) = 0.
    ///
    /// # Errors
    /// As [`Grundy::new`].
    pub fn new(lengths: &Lengths, limit: &Surd) -> Result<Self, GrundyError> {
        let mut growing = Self::by_windows(lengths, limit)?;
        growing.multiples = Multiples::of(lengths, &growing.lattice, limit);
        Ok(growing)
    }

    /// As [`new`](GrundyRun::new), but always by windows of corners: the reference for lengths with
    /// a common measure, whose octal game is otherwise computed if that is cheaper.
    ///
    /// # Errors
    /// As [`Grundy::new`].
    pub fn by_windows(lengths: &Lengths, limit: &Surd) -> Result<Self, GrundyError> {
        let lattice = lattice_for(lengths, limit)?;
        Ok(Self {
            lengths: lengths.clone(),
            limit: limit.clone(),
            end: lattice.threshold(limit, true),
            steps: Steps::zero_on(&lattice),
            reach: ReachSweep::default(),
            delays: Delays::new(&lattice),
            window: 0,
            multiples: None,
            lattice,
        })
    }

    /// Continues from kept steps, which are all steps of g up to some place. The limit may differ
    /// from that of the run that kept them.
    ///
    /// # Errors
    /// As [`Grundy::new`], and [`GrundyError::NotSteps`] if the steps are not those of g, as far as
    /// that is checked: up to 2,000 steps are computed again, all of them. Of more, those at up to
    /// 36 places all along the line are computed from the steps below them. Of an octal game up to
    /// 10,000 values are computed again, and of more those at 200 places. So steps that are wrong
    /// only in rare places may be believed.
    ///
    /// # Cost
    /// O(steps), the windows within the longest length of the end of what is known, and at most a
    /// quarter of the windows for the places. For an octal game, O(values) for each place.
    pub fn resume(lengths: &Lengths, limit: &Surd, kept: Vec<KeptStep>) -> Result<Self, GrundyError> {
        let mut growing = Self::new(lengths, limit)?;
        let steps = growing.points_of(&kept)?;
        let Some(&(last, _)) = steps.last() else { return Ok(growing) };
        if let Some(multiples) = &mut growing.multiples
            && multiples.are_dense(steps.len(), last.key)
        {
            let known = (last.key + 1).min(growing.end);
            if !multiples.are_steps(&steps, known) {
                return Err(GrundyError::NotSteps);
            }
            growing.steps = multiples.take_over(&growing.lattice, &steps, known);
            return Ok(growing);
        }
        let (shortest, longest) = growing.delays.shortest_and_longest();
        let width = growing.steps.window_width();
        // after that many windows g was known at least up to the last step
        let windows = ((last.key.min(growing.end) + 1 - shortest) / width).max(0);
        let known = (windows * width + shortest).min(growing.end);
        // step 0 is there already
        for &(at, value) in steps[1..].iter().take_while(|(at, _)| at.key < known) {
            growing.steps.push(at, value);
        }
        // a transition that is due from there on happened no more than the longest length before
        let first = ((known - longest) / width).max(0);
        growing.window = first as usize;
        growing.reach = ReachSweep::before_window(&growing.steps, growing.window);
        growing.delays.hold(&growing.reach.held());
        while growing.window < windows as usize {
            growing.sweep();
        }
        let value = growing.delays.skip_to(known);
        let is_g = value == growing.steps.last_value() && growing.is_g_below(known);
        if is_g { Ok(growing) } else { Err(GrundyError::NotSteps) }
    }

    /// Whether the steps, all of which are below a key, are those of g: all of them if they are
    /// few, else at some places.
    fn is_g_below(&self, known: i64) -> bool {
        /// Two million corners.
        const FEW_STEPS: usize = 2000;
        if self.steps.len() > FEW_STEPS {
            return agree_at_places(&self.lattice, &self.steps, known);
        }
        let mut anew = Self {
            end: known,
            steps: Steps::zero_on(&self.lattice),
            reach: ReachSweep::default(),
            delays: Delays::new(&self.lattice),
            window: 0,
            multiples: None,
            ..self.clone()
        };
        let mut compared = 0;
        while anew.advance() {
            // as soon as they differ, so that wrong steps do not cost the way to the end
            let ours = self.steps.iter().skip(compared);
            if !anew.steps.iter().skip(compared).zip(ours).all(|(anew, ours)| anew == ours) {
                return false;
            }
            compared = anew.steps.len().min(self.steps.len());
        }
        anew.steps.len() == self.steps.len()
    }

    /// The kept steps as points of the lattice.
    fn points_of(&self, kept: &[KeptStep]) -> Result<Vec<(Point, Nimber)>, GrundyError> {
        let point = |&(a, b, value): &KeptStep| Some((self.lattice.point(a, b)?, value));
        // beyond the box of this lattice there are no points, and no steps are needed
        let steps: Vec<_> = kept.iter().map_while(point).collect();
        let rest = kept.get(steps.len());
        if rest.is_some_and(|&(a, b, _)| self.lattice.is_in_box(a, b)) {
            return Err(GrundyError::NotSteps);
        }
        let begins = steps.first().is_none_or(|&step| step == (Point::ORIGIN, 0));
        let ascends = steps.windows(2).all(|pair| pair[0].0.key < pair[1].0.key && pair[0].1 != pair[1].1);
        // a Grundy value is at most the number of moves of the longest play; so no value makes the
        // sweep ask for more memory than g does
        let (shortest, _) = self.delays.shortest_and_longest();
        let possible = steps.iter().all(|&(at, value)| i64::from(value) <= at.key / shortest);
        if begins && ascends && possible { Ok(steps) } else { Err(GrundyError::NotSteps) }
    }

    /// Sweeps the next window, or finds some more values of the octal game; returns whether there
    /// was anything left to do.
    pub fn advance(&mut self) -> bool {
        let (shortest, _) = self.delays.shortest_and_longest();
        let width = self.steps.window_width();
        if let Some(multiples) = &mut self.multiples {
            if multiples.is_running() {
                return multiples.advance(&mut self.steps);
            }
            let known = self.window as i64 * width + shortest;
            if multiples.are_dense(self.steps.len(), known) {
                let steps: Vec<_> = self.steps.iter().collect();
                self.steps = multiples.take_over(&self.lattice, &steps, known.min(self.end));
                return true;
            }
        }
        // g below the end depends on reach below end − shortest
        if self.window as i64 * width >= self.end - shortest {
            return false;
        }
        self.sweep();
        let known = self.window as i64 * width + shortest;
        self.delays.extend(&mut self.steps, known.min(self.end));
        true
    }

    fn sweep(&mut self) {
        self.reach.sweep(&self.steps, self.window, self.delays.transitions());
        self.window += 1;
    }

    /// Whether the windows have become so large that several threads are faster than one: call
    /// [`advance`](GrundyRun::advance) inside a rayon pool from then on.
    ///
    /// It changes nothing but the time.
    #[must_use]
    pub fn gains_from_threads(&self) -> bool {
        let by_windows = self.multiples.as_ref().is_none_or(|multiples| !multiples.is_running());
        by_windows && gains_from_threads(&self.steps, self.window)
    }

    /// The part of the line that is known, from 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f64 {
        if let Some(multiples) = self.multiples.as_ref().filter(|multiples| multiples.is_running()) {
            return multiples.progress();
        }
        let (shortest, _) = self.delays.shortest_and_longest();
        let windows = (self.end - shortest).max(1) as f64 / self.steps.window_width() as f64;
        (self.window as f64 / windows).min(1.0)
    }

    /// The least n₀ and p for which g(L + p) = g(L) is proven for all L ≥ n₀, if the octal game of
    /// the lengths is computed and has shown a period: (n₀, p).
    ///
    /// ```
    /// use nimsweep::games::squares::{GrundyRun, Lengths};
    ///
    /// let mut kayles = GrundyRun::new(&"1/2".parse()?, &"500".parse()?)?;
    /// while kayles.advance() {}
    /// assert_eq!(kayles.proven_period(), Some(("71/2".parse()?, "6".parse()?)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn proven_period(&self) -> Option<(Surd, Surd)> {
        let (period, unit) = self.multiples.as_ref()?.period()?;
        let [from, length] = [period.from, period.length].map(|n| unit * &Surd::from(n as u64));
        Some((from, length))
    }

    /// The steps so far.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = KeptStep> {
        self.steps.iter().map(|(at, value)| {
            let (a, b) = self.lattice.coordinates(at);
            (a, b, value)
        })
    }

    /// Where the last step so far begins.
    #[must_use]
    pub fn last_step(&self) -> Surd {
        self.steps.iter().next_back().map_or_else(Surd::zero, |(at, _)| self.lattice.exact(at))
    }

    /// Sweeps whatever is left, and returns g.
    ///
    /// # Cost
    /// O(1) if there is nothing left to [advance](GrundyRun::advance) to, else that of the windows
    /// left.
    #[must_use]
    pub fn finish(mut self) -> Grundy {
        while self.advance() {}
        Grundy::of(&self.lengths, self.lattice, &self.limit, self.steps)
    }

    /// Grows to the end and passes all transitions of reach to `show`; returns the key of the
    /// shortest length, and the steps.
    #[cfg(test)]
    fn log(mut self, mut show: impl FnMut(&super::sweep::Transition)) -> (i64, Steps) {
        let (shortest, _) = self.delays.shortest_and_longest();
        loop {
            let mut ahead = self.clone();
            let before = ahead.delays.transitions().len();
            if !self.advance() {
                return (shortest, self.steps);
            }
            ahead.sweep();
            ahead.delays.transitions()[before..].iter().for_each(&mut show);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::sweep::spot_tests;
    use super::*;

    #[test]
    fn a_sweep_that_was_stopped_anywhere_resumes_to_the_same_function() {
        for (lengths, limit) in
            [("1,sqrt2", "40"), ("1,(1+sqrt5)/2", "25"), ("3,1+sqrt2", "60"), ("1,3/2", "20")]
        {
            let (lengths, limit): (Lengths, Surd) = (lengths.parse().unwrap(), limit.parse().unwrap());
            let expected = Grundy::new(&lengths, &limit).unwrap();
            let mut growing = GrundyRun::new(&lengths, &limit).unwrap();
            while growing.advance() {
                let resumed = GrundyRun::resume(&lengths, &limit, growing.steps().collect()).unwrap();
                assert!(resumed.progress() <= growing.progress());
                assert_eq!(resumed.finish(), expected, "{lengths} from {}", growing.last_step());
                // to other limits
                for limit in ["0", "1/2", "3/2", "7"].map(|limit| limit.parse().unwrap()) {
                    let shorter = GrundyRun::resume(&lengths, &limit, growing.steps().collect()).unwrap();
                    assert_eq!(
                        shorter.finish(),
                        Grundy::new(&lengths, &limit).unwrap(),
                        "{lengths} to {limit}"
                    );
                }
                let limit = &limit + &Surd::from(9);
                let longer = GrundyRun::resume(&lengths, &limit, growing.steps().collect()).unwrap();
                assert_eq!(
                    longer.finish().steps().len(),
                    Grundy::new(&lengths, &limit).unwrap().steps().len()
                );
            }
        }
    }

    #[test]
    fn steps_that_are_none_are_refused() {
        let (lengths, limit) = (Lengths::default(), Surd::from(40));
        let grown =
            |kept: Vec<KeptStep>| GrundyRun::resume(&lengths, &limit, kept).map(|growing| growing.finish());
        let steps: Vec<KeptStep> = {
            let mut growing = GrundyRun::new(&lengths, &limit).unwrap();
            while growing.advance() {}
            growing.steps().collect()
        };
        assert!(grown(steps.clone()).is_ok() && grown(vec![]).is_ok());
        let wrong = |change: &dyn Fn(&mut Vec<KeptStep>)| {
            let mut steps = steps.clone();
            change(&mut steps);
            grown(steps)
        };
        assert_eq!(wrong(&|steps| steps[0].2 = 1), Err(GrundyError::NotSteps));
        assert_eq!(wrong(&|steps| steps[9].0 = i64::MAX).map(|_| ()), Ok(())); // beyond the box: the end
        assert_eq!(wrong(&|steps| steps.swap(3, 4)), Err(GrundyError::NotSteps));
        assert_eq!(wrong(&|steps| steps[5].2 = steps[4].2), Err(GrundyError::NotSteps));
        // the last step below the windows that are swept anew is compared with what they give
        let start = |&(a, b, _): &KeptStep| Surd::from(a) + Surd::from(b) * Surd::square_root_of(2);
        let swept = Surd::from(start(&steps[steps.len() - 1]).floor());
        let last = steps.iter().rposition(|step| start(step) < swept).unwrap();
        let taken = [steps[last - 1].2, steps[last].2, steps[last + 1].2];
        for value in (0..16).filter(|value| !taken.contains(value)) {
            assert_eq!(wrong(&|steps| steps[last].2 = value), Err(GrundyError::NotSteps), "{value}");
        }
        // more than pieces that fit, and more than counts for them would fit the memory
        assert_eq!(wrong(&|steps| steps[5].2 = Nimber::MAX), Err(GrundyError::NotSteps));
    }

    /// g for some lengths, its steps as they are kept, and how many of them are in question when
    /// they are resumed from.
    fn grown(lengths: &str, limit: u32) -> (GrundyRun, Vec<KeptStep>) {
        let lengths = lengths.parse().unwrap();
        let mut growing = GrundyRun::by_windows(&lengths, &Surd::from(i64::from(limit))).unwrap();
        while growing.advance() {}
        let kept = growing.steps().collect();
        (growing, kept)
    }

    /// Another value for a step than it has, and than its neighbours have.
    fn edit(steps: &mut [KeptStep], step: usize) {
        let taken: Vec<_> = steps[step - 1..].iter().take(3).map(|step| step.2).collect();
        steps[step].2 = (0..).find(|value| !taken.contains(value)).unwrap();
    }

    #[test]
    fn every_edit_of_few_steps_is_refused() {
        let (growing, kept) = grown("1,sqrt2", 60);
        let last = growing.end - growing.lattice.generators()[1].key;
        for step in (1..kept.len()).filter(|&step| growing.steps.iter().nth(step).unwrap().0.key < last) {
            let mut edited = kept.clone();
            edit(&mut edited, step);
            let resumed = GrundyRun::resume(&growing.lengths, &growing.limit, edited).map(|_| ());
            assert_eq!(resumed, Err(GrundyError::NotSteps), "step {step}");
            let mut shorter = kept.clone();
            shorter.remove(step);
            let resumed = GrundyRun::resume(&growing.lengths, &growing.limit, shorter).map(|_| ());
            assert_eq!(resumed, Err(GrundyError::NotSteps), "without step {step}");
        }
    }

    #[test]
    fn spot_checks_agree_with_the_sweep_everywhere() {
        for (lengths, limit) in
            [("1,sqrt2", 90), ("1", 60), ("1,3/2", 60), ("3,1+sqrt2", 90), ("1,7,20+sqrt2", 120)]
        {
            let (growing, _) = grown(lengths, limit);
            let GrundyRun { lattice, steps, end, .. } = &growing;
            assert!(spot_tests::agree_everywhere(lattice, steps, *end), "{lengths}");
            // another value of any step is seen in the window of that step
            let points: Vec<_> = steps.iter().collect();
            for step in (1..points.len()).step_by(7) {
                let edited = |(index, &(at, value))| (at, if index == step { value ^ 512 } else { value });
                let mut wrong = Steps::zero_on(lattice);
                points.iter().enumerate().skip(1).map(edited).for_each(|(at, value)| wrong.push(at, value));
                assert!(!spot_tests::agree_everywhere(lattice, &wrong, *end), "step {step} of {lengths}");
            }
        }
    }

    #[test]
    fn edits_of_many_steps_are_refused_unless_they_avoid_all_places() {
        let (growing, kept) = grown("1,sqrt2", 800);
        let GrundyRun { lengths, limit, lattice, steps, end, .. } = &growing;
        assert!(GrundyRun::resume(lengths, limit, kept.clone()).is_ok());
        assert!(kept.len() > 2000 && spot_tests::count(lattice, steps, *end) > 20);
        let mut state = 1_u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        for _ in 0..20 {
            // a twentieth of the steps, all along the line
            let mut edited = kept.clone();
            (0..kept.len() / 20).for_each(|_| edit(&mut edited, 1 + random(kept.len() - 1)));
            assert_eq!(GrundyRun::resume(lengths, limit, edited).map(|_| ()), Err(GrundyError::NotSteps));
            // a single one may be believed, but not at a place that is looked at
            let mut edited = kept.clone();
            let step = 1 + random(kept.len() - 1);
            edit(&mut edited, step);
            if let Ok(resumed) = GrundyRun::resume(lengths, limit, edited) {
                let key = steps.iter().nth(step).unwrap().0.key;
                let known =
                    resumed.window as i64 * resumed.steps.window_width() + lattice.generators()[0].key;
                assert!(!spot_tests::is_looked_at(lattice, &resumed.steps, known, key), "step {step}");
            }
        }
    }

    /// Whether the octal run has taken over by the end.
    fn is_octal(lengths: &str, limit: &str) -> bool {
        let mut growing = GrundyRun::new(&lengths.parse().unwrap(), &limit.parse().unwrap()).unwrap();
        while growing.advance() {}
        growing.multiples.is_some_and(|multiples| multiples.is_running())
    }

    #[test]
    fn the_way_is_chosen_by_its_cost() {
        for lengths in ["1", "7/3", "1,2", "1,4", "2,3", "sqrt2,2sqrt2", "4,6", "1,100", "17,19,23"] {
            assert!(is_octal(lengths, "5000"), "{lengths}");
        }
        for (lengths, limit) in [
            ("1,sqrt2", "200"),
            // far fewer steps than multiples
            ("300001/100000,3", "200"),
            ("1,1000001/1000000", "20"),
            ("1,10001/10000", "9"),
            ("101,103", "10000"),
            ("500,501,503", "30000"),
            ("997,998,999,1000", "30000"),
            // few steps
            ("1", "150"),
        ] {
            assert!(!is_octal(lengths, limit), "{lengths} to {limit}");
        }
        // more values than memory holds
        let growing = GrundyRun::new(&"1".parse().unwrap(), &"10^9".parse().unwrap()).unwrap();
        assert!(growing.multiples.is_none());
    }

    #[test]
    fn steps_of_either_way_continue_in_the_other() {
        let [short, long] = ["300", "6000"];
        assert!(!is_octal("17,19,23", short) && is_octal("17,19,23", long));
        let lengths: Lengths = "17,19,23".parse().unwrap();
        let resumed = |limit: &str, kept: &[KeptStep]| {
            let mut growing = GrundyRun::resume(&lengths, &limit.parse().unwrap(), kept.to_vec()).unwrap();
            while growing.advance() {}
            growing.steps().collect::<Vec<_>>()
        };
        let [to_short, to_long] = [short, long].map(|limit| resumed(limit, &[]));
        assert!(to_long.starts_with(&to_short) && to_short.len() > 20);
        assert_eq!(resumed(long, &to_short), to_long);
        assert_eq!(resumed(short, &to_long), to_short);
        for known in [10, to_short.len(), 100, 900] {
            assert_eq!(resumed(long, &to_long[..known]), to_long);
        }
    }

    /// Two sources, one log: windows and queue see the same transitions, and make the same
    /// function.
    #[test]
    fn windows_and_queue_write_the_same_log() {
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
            // rows times slant beyond 64 bits
            ("60000,sqrt2-1", "200"),
            ("3000,sqrt10-3", "60"),
            // many more places than steps
            ("1,10001/10000", "9"),
            ("1,1.41421", "9"),
        ] {
            let lengths: Lengths = lengths.parse().unwrap();
            let lattice = lengths.lattice(&limit.parse().unwrap()).unwrap();
            let end = lattice.threshold(&limit.parse().unwrap(), true);
            let (mut left, mut right) = (vec![], vec![]);
            let growing = GrundyRun::by_windows(&lengths, &limit.parse().unwrap()).unwrap();
            let (shortest, windows) = growing.log(|transition| left.push(*transition));
            let queue = sweep_by_queue(&lattice, end, |transition| right.push(*transition));
            assert!(windows.iter().eq(queue.iter()), "values for {lengths}");
            // the windows stop where nothing is due below the end any more
            left.retain(|transition| transition.at.key < end - shortest);
            right.retain(|transition| transition.at.key < end - shortest);
            assert_eq!(left, right, "log for {lengths}");
            assert!(!left.is_empty());
        }
    }
}
