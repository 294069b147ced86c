//! g as it grows, window by window: it can be watched, stopped, and resumed from its steps alone.

use num_traits::{ToPrimitive, Zero};

use super::g::{Choice, EngineRun, Method, Run, Trust};
use super::grundy::{Grundy, lattice_for};
use super::multiples::{Multiples, MultiplesRun};
use super::rules::Lengths;
use crate::error::{Error, error};
use crate::lattice::{Coordinates, Key, Lattice, Point};
use crate::number::Surd;
use crate::sweep::Nimber;

impl Grundy {
    /// A run that continues from these steps to a further limit. The engine is the reference: it
    /// uses none of these steps, and begins at 0 again.
    ///
    /// # Errors
    /// As [`Grundy::new`].
    ///
    /// # Cost
    /// O(K) for K steps, and the windows within the longest length of the limit of these.
    pub fn continued_to(&self, method: Method, limit: &Surd) -> Result<GrundyRun, Error> {
        GrundyRun::from_steps(method, self.lengths(), limit, &self.kept_steps(), Trust::Own)
    }

    /// The steps as a run keeps them.
    pub(super) fn kept_steps(&self) -> Vec<Step> {
        let steps = self.steps().breakpoints().iter().zip(self.steps().values());
        steps.map(|(&at, &value)| Step::of(self.lattice(), at, value)).collect()
    }
}

/// g as it grows, window by window, for long runs: to watch it, to stop it and to resume it.
///
/// Only the steps have to be kept: [`resume`](GrundyRun::resume) recomputes everything else from
/// them and leads to the same function.
///
/// ```
/// use nimsweep::games::squares::{Grundy, GrundyRun, Lengths, Method};
///
/// let (lengths, limit) = (Lengths::default(), "30".parse()?);
/// let mut growing = GrundyRun::new(&lengths, &limit)?;
/// while growing.advance() && growing.progress() < 0.5 {}
/// let kept: Vec<_> = growing.steps().collect();
///
/// let mut resumed = GrundyRun::resume(Method::Fastest, &lengths, &limit, &kept)?;
/// while resumed.advance() {}
/// assert_eq!(resumed.finish(), Grundy::new(&lengths, &limit)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GrundyRun {
    lengths: Lengths,
    limit: Surd,
    pub(super) lattice: Lattice,
    source: Source,
    /// The multiples of the common measure, if there is one and the octal run may take over.
    multiples: Option<Multiples>,
}

/// Without corners a step takes as long as so many of them.
const CORNERS_OF_A_STEP: f64 = 40.0;

/// How g is found.
#[derive(Clone, Debug)]
enum Source {
    /// By windows of corners, with keys of 64 bits if those of the lattice fit.
    Narrow(Run<i64>),
    /// By windows of corners, with keys of 128 bits.
    Wide(Run<i128>),
    /// By the octal game of the lengths.
    Octal(Box<MultiplesRun>),
    /// By the general event engine, with keys of 64 or 128 bits.
    NarrowEngine(Box<EngineRun<i64>>),
    WideEngine(Box<EngineRun<i128>>),
}

/// One expression for a run of any type.
macro_rules! each {
    ($source:expr, $run:ident => $result:expr) => {
        match $source {
            Source::Narrow($run) => $result,
            Source::Wide($run) => $result,
            Source::Octal($run) => $result,
            Source::NarrowEngine($run) => $result,
            Source::WideEngine($run) => $result,
        }
    };
}

/// A step of g as it is kept: where it begins, and its value.
///
/// Step functions of other [lattices](Grundy::lattice) have other coordinates.
///
/// ```
/// use nimsweep::games::squares::{GrundyRun, Lengths};
///
/// let mut run = GrundyRun::new(&Lengths::default(), &"3".parse()?)?;
/// while run.advance() {}
/// let step = run.steps().find(|step| step.value == 2).unwrap();
/// assert_eq!(step.start[..], [2, 0]); // from 2 + 0·√2 on g is 2
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The [coordinates](Lattice::coordinates) of its start in the lattice.
    pub start: Coordinates,
    /// The value of g from there to the next step.
    pub value: Nimber,
}

impl Step {
    fn of(lattice: &Lattice, at: Point, value: Nimber) -> Self {
        Self { start: lattice.coordinates(at), value }
    }
}

/// The steps to continue from are not those of g.
fn not_steps() -> Error {
    error!(
        Setting,
        "the steps to continue from are not those of g for these lengths; start from the beginning"
    )
}

impl GrundyRun {
    /// Nothing is known yet but g(0) = 0; g is found by the fastest method.
    ///
    /// # Errors
    /// As [`Grundy::new`].
    pub fn new(lengths: &Lengths, limit: &Surd) -> Result<Self, Error> {
        Self::by_method(Method::Fastest, lengths, limit)
    }

    /// As [`new`](GrundyRun::new), by a method that is given. All methods find the same steps.
    ///
    /// # Errors
    /// As [`Grundy::new`].
    ///
    /// ```
    /// use nimsweep::games::squares::{GrundyRun, Lengths, Method};
    ///
    /// let (lengths, limit) = (Lengths::default(), "30".parse()?);
    /// let expected = GrundyRun::new(&lengths, &limit)?.finish();
    /// for method in Method::ALL {
    ///     assert_eq!(GrundyRun::by_method(method, &lengths, &limit)?.finish(), expected);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn by_method(method: Method, lengths: &Lengths, limit: &Surd) -> Result<Self, Error> {
        let choice = Choice::of(method);
        let mut growing = Self::on(lattice_for(lengths, limit)?, lengths, limit, method, choice);
        if method == Method::Fastest {
            growing.multiples = Multiples::of(lengths, &growing.lattice, limit);
        }
        Ok(growing)
    }

    fn on(lattice: Lattice, lengths: &Lengths, limit: &Surd, method: Method, choice: Choice) -> Self {
        // steps beyond the limit are dropped at the end
        let (end, digits) = (lattice.bound(limit, true).end(), lengths.digits());
        let source = match (method, lattice.scale().is_narrow) {
            (Method::Engine, true) => Source::NarrowEngine(EngineRun::new(&lattice, digits, end).into()),
            (Method::Engine, false) => Source::WideEngine(EngineRun::new(&lattice, digits, end).into()),
            (_, true) => Source::Narrow(Run::new(&lattice, digits, end, choice)),
            (_, false) => Source::Wide(Run::new(&lattice, digits, end, choice)),
        };
        Self { lengths: lengths.clone(), limit: limit.clone(), lattice, source, multiples: None }
    }

    /// Continues from kept steps, which are all steps of g up to some place. The limit may differ
    /// from that of the run that kept them. The engine is the reference: it uses none of the kept
    /// steps, and begins at 0 again.
    ///
    /// # Errors
    /// As [`Grundy::new`], and [`Error`] if the steps are not those of g, as far
    /// as that is checked: up to 2,000 steps are computed again, all of them. Of more, those at up
    /// to 36 places all along the line are computed from the steps below them. So steps that are
    /// wrong only in rare places may be believed.
    ///
    /// # Cost
    /// O(steps), the windows within the longest length of the end of what is known, and at most a
    /// quarter of the windows for the places. For an octal game, O(values) for each place.
    pub fn resume(method: Method, lengths: &Lengths, limit: &Surd, kept: &[Step]) -> Result<Self, Error> {
        Self::from_steps(method, lengths, limit, kept, Trust::Foreign)
    }

    /// A run that continues from the steps of this one to another limit.
    ///
    /// # Errors
    /// As [`Grundy::new`].
    ///
    /// # Cost
    /// O(K) for K steps so far, and the windows within the longest length of the last one.
    ///
    /// ```
    /// use nimsweep::games::squares::{Grundy, GrundyRun, Lengths, Method};
    ///
    /// let lengths = Lengths::default();
    /// let mut growing = GrundyRun::new(&lengths, &"30".parse()?)?;
    /// while growing.advance() && growing.progress() < 0.5 {}
    /// let further = growing.continued_to(Method::Fastest, &"40".parse()?)?;
    /// assert_eq!(further.finish(), Grundy::new(&lengths, &"40".parse()?)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn continued_to(&self, method: Method, limit: &Surd) -> Result<Self, Error> {
        Self::from_steps(method, &self.lengths, limit, &self.steps().collect::<Vec<_>>(), Trust::Own)
    }

    /// Continues from all steps of g up to some place.
    fn from_steps(
        method: Method,
        lengths: &Lengths,
        limit: &Surd,
        kept: &[Step],
        trust: Trust,
    ) -> Result<Self, Error> {
        let growing = Self::by_method(method, lengths, limit)?;
        let steps = growing.points_of(kept)?;
        let end = growing.lattice.bound(limit, true).end();
        let source = match (&growing.multiples, steps.last()) {
            (Some(multiples), Some(&(last, _))) if multiples.are_dense(steps.len(), last.key) => {
                // the value of the last step holds there, if nowhere else
                let (known, steps) = ((last.key + 1).min(end), || steps.iter().copied());
                let are_steps = trust == Trust::Own || multiples.are_steps(steps(), known);
                are_steps
                    .then(|| Source::Octal(multiples.taking_over(&growing.lattice, steps(), known).into()))
            }
            _ => match growing.source {
                Source::Narrow(run) => run.resume(&growing.lattice, &steps, trust).map(Source::Narrow),
                Source::Wide(run) => run.resume(&growing.lattice, &steps, trust).map(Source::Wide),
                source => Some(source), // the engine takes nothing over
            },
        };
        let source = source.ok_or_else(not_steps)?;
        Ok(Self { source, ..growing })
    }

    /// The kept steps as points of the lattice.
    fn points_of(&self, kept: &[Step]) -> Result<Vec<(Point, Nimber)>, Error> {
        let point = |step: &Step| Some((self.lattice.point(&step.start)?, step.value));
        // beyond the box of this lattice there are no points, and no steps are needed
        let steps: Vec<_> = kept.iter().map_while(point).collect();
        let rest = kept.get(steps.len());
        if rest.is_some_and(|step| self.lattice.scale().holds(&step.start)) {
            return Err(not_steps());
        }
        let begins = steps.first().is_none_or(|&step| step == (Point::ORIGIN, 0));
        let ascends = steps.windows(2).all(|pair| pair[0].0.key < pair[1].0.key && pair[0].1 != pair[1].1);
        // a Grundy value is at most the number of moves of the longest play; so no value makes a
        // run ask for more memory than g does
        let shortest = self.lattice.generators().iter().map(|length| length.key).min().unwrap_or(1);
        let possible = steps.iter().all(|&(at, value)| i128::from(value) <= at.key / shortest);
        if begins && ascends && possible { Ok(steps) } else { Err(not_steps()) }
    }

    /// Sweeps the next window, or finds some more values of the octal game; returns whether there
    /// was anything left to do.
    pub fn advance(&mut self) -> bool {
        if let Some(multiples) = &self.multiples {
            let octal = match &self.source {
                Source::Narrow(run) => taking_over(multiples, &self.lattice, run),
                Source::Wide(run) => taking_over(multiples, &self.lattice, run),
                _ => None,
            };
            if let Some(octal) = octal {
                self.source = Source::Octal(octal.into());
                return true;
            }
        }
        match &mut self.source {
            Source::Narrow(run) => run.advance(),
            Source::Wide(run) => run.advance(),
            Source::Octal(run) => run.advance(),
            Source::NarrowEngine(run) => run.advance(|_| ()),
            Source::WideEngine(run) => run.advance(|_| ()),
        }
    }

    /// Whether the windows have become so large that several threads are faster than one: call
    /// [`advance`](GrundyRun::advance) inside a rayon pool from then on.
    ///
    /// It changes nothing but the time.
    #[must_use]
    pub fn gains_from_threads(&self) -> bool {
        match &self.source {
            Source::Narrow(run) => run.gains_from_threads(),
            Source::Wide(run) => run.gains_from_threads(),
            _ => false,
        }
    }

    /// The part of the line that is known, from 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f64 {
        each!(&self.source, run => run.progress())
    }

    /// The lengths of the pieces, with their rule.
    pub(super) fn lengths(&self) -> &Lengths {
        &self.lengths
    }

    /// g is wanted up to here.
    pub(crate) fn limit(&self) -> &Surd {
        &self.limit
    }

    /// The corners up to the limit, estimated from those of the first 4,096 steps and their growth
    /// in the last doubling of the line, so that it does not matter how far the run is; a step of
    /// a subtraction game counts as many as take as long. `None` for fewer steps. None are counted
    /// if an octal run may take over: its 2^24 multiples at most take less than a day.
    pub(super) fn corners_to_limit(&self) -> Option<f64> {
        if self.multiples.is_some() {
            return Some(0.0);
        }
        let (known, corners, exponent) = self.trial()?;
        Some(corners * (known / self.limit.to_f64()?).powf(-exponent))
    }

    /// How many steps of g are counted as so many corners, if it has none.
    pub(super) fn steps_of(&self, corners: f64) -> Option<f64> {
        self.lengths.all_at_an_end().then_some(corners / CORNERS_OF_A_STEP)
    }

    /// The limit, or a length that about as many corners reach, by the same estimate, or by the
    /// pairs of an octal run: the shortest length a number of times that has two digits and zeros.
    ///
    /// # Cost
    /// That of the first steps, a hundredth of a second for {1, √2}.
    pub(super) fn limit_for(mut self, corners: f64) -> Surd {
        while !matches!(self.source, Source::Octal(_)) && self.trial().is_none() && self.advance() {}
        let shortest = self.lengths.shortest();
        let reached = self.trial().and_then(|(known, so_far, exponent)| {
            let corners = corners / self.times_slower(Method::Fastest);
            let times = known * (corners / so_far).powf(exponent.recip()) / shortest.to_f64()?;
            let unit = 10_f64.powf(times.log10().floor() - 1.0).max(1.0);
            Surd::try_from((times / unit).floor() * unit).ok()
        });
        reached.map_or_else(|| self.limit.clone(), |times| (times * shortest).min(self.limit.clone()))
    }

    /// Where the first 4,096 steps end, or an octal run is; the corners up to there, and the power
    /// of a length like which they grow.
    fn trial(&self) -> Option<(f64, f64, f64)> {
        /// For {1, √2} these are there after a hundredth of a second.
        const TRIAL_STEPS: usize = 1 << 12;
        let last = match &self.source {
            Source::Octal(_) => self.last_step(),
            source => self.lattice.exact(each!(source, run => run.steps().points().nth(TRIAL_STEPS - 1))?.0),
        };
        let (corners, exponent) = self.growth_of_corners(TRIAL_STEPS);
        Some((last.to_f64()?, corners, exponent))
    }

    /// How many times longer a corner takes than in vectors.
    pub(super) fn times_slower(&self, method: Method) -> f64 {
        let is_sorted =
            || method == Method::Sort || !each!(&self.source, run => run.steps().rows_name_points());
        let has_corners = !self.lengths.all_at_an_end() && !matches!(self.source, Source::Octal(_));
        match method {
            // 20,000 take 32 minutes
            Method::Engine => 25.0,
            // 20,000 took 21 minutes when corners were sorted; default limits hang on it
            _ if has_corners && is_sorted() => 16.0,
            // with several roots g has many steps, and a period is looked for among exact numbers
            _ if self.lattice.radicands().len() > 1 => 8.0,
            _ => 1.0,
        }
    }

    /// The corners of the first so many steps, and the power of a length like which they grow, and
    /// the time.
    ///
    /// # Cost
    /// O(K) for K of them.
    pub(crate) fn growth_of_corners(&self, steps: usize) -> (f64, f64) {
        match &self.source {
            // a step follows from the last ones, in a tenth of a microsecond
            source if self.lengths.all_at_an_end() => {
                let (steps, exponent) = each!(source, run => run.steps().growth(steps, false));
                // up to a period they grow at the same pace
                (CORNERS_OF_A_STEP * steps, if exponent < 1.1 { 1.0 } else { exponent })
            }
            // at most n²/4 pairs for all n multiples so far
            Source::Octal(run) => ((run.known() as f64).powi(2) / 8.0, 2.0),
            source => each!(source, run => run.steps().growth(steps, true)),
        }
    }

    /// The steps so far.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = Step> {
        let kept = |(at, value): (Point, Nimber)| Step::of(&self.lattice, at, value);
        let steps: Box<dyn ExactSizeIterator<Item = Step>> = each!(&self.source, run => {
            Box::new(run.steps().points().map(kept))
        });
        steps
    }

    /// Where the last step so far begins.
    #[must_use]
    pub fn last_step(&self) -> Surd {
        let last = each!(&self.source, run => run.steps().points().next_back());
        last.map_or_else(Surd::zero, |(at, _)| self.lattice.exact(at))
    }

    /// g up to a length below which all steps are known.
    pub(super) fn up_to(&self, known: &Surd) -> Grundy {
        each!(&self.source, run => Grundy::of(&self.lengths, self.lattice.clone(), known, run.steps().points()))
    }

    /// Sweeps whatever is left, and returns g.
    ///
    /// # Cost
    /// O(K) for K steps, and that of what is left to [advance](GrundyRun::advance) to.
    #[must_use]
    pub fn finish(mut self) -> Grundy {
        while self.advance() {}
        self.up_to(&self.limit)
    }
}

/// The octal run that continues from a run by windows, if it is cheaper by now.
fn taking_over<K: Key>(multiples: &Multiples, lattice: &Lattice, run: &Run<K>) -> Option<MultiplesRun> {
    let known = run.known().into();
    let is_cheaper = multiples.are_dense(run.steps().len(), known);
    is_cheaper.then(|| multiples.taking_over(lattice, run.steps().points(), known))
}

#[cfg(test)]
mod tests {
    use super::super::rules::Digit;
    use super::*;

    /// By the fastest method.
    fn resume(lengths: &Lengths, limit: &Surd, kept: &[Step]) -> Result<GrundyRun, Error> {
        GrundyRun::resume(Method::Fastest, lengths, limit, kept)
    }

    #[test]
    fn a_sweep_that_was_stopped_anywhere_resumes_to_the_same_function() {
        for (lengths, rule, limit) in [
            ("1,sqrt2", "7", "40"),
            ("1,(1+sqrt5)/2", "7", "25"),
            ("3,1+sqrt2", "7", "60"),
            ("1,3/2", "7", "20"),
            // steps that begin one longest length before a window
            ("1", "3", "20"),
            ("1,2", "3", "20"),
            ("1,sqrt2", "3", "20"),
            ("1,3", "3,7", "20"),
            ("2,4,7", "3", "40"),
            ("1,sqrt2", "7,3", "20"),
        ] {
            let (lengths, limit): (Lengths, Surd) = (lengths.parse().unwrap(), limit.parse().unwrap());
            let digits = Digit::of_rule(rule).unwrap();
            let lengths = Lengths::with_rule(lengths.as_slice().to_vec(), &digits).unwrap();
            let expected = Grundy::new(&lengths, &limit).unwrap();
            let mut growing = GrundyRun::new(&lengths, &limit).unwrap();
            while growing.advance() {
                let resumed = resume(&lengths, &limit, &growing.steps().collect::<Vec<_>>()).unwrap();
                assert!(resumed.progress() <= growing.progress());
                assert_eq!(resumed.finish(), expected, "{lengths} from {}", growing.last_step());
                // to other limits
                for limit in ["0", "1/2", "3/2", "7"].map(|limit| limit.parse().unwrap()) {
                    let shorter = resume(&lengths, &limit, &growing.steps().collect::<Vec<_>>()).unwrap();
                    assert_eq!(
                        shorter.finish(),
                        Grundy::new(&lengths, &limit).unwrap(),
                        "{lengths} to {limit}"
                    );
                }
                let trusted = growing.continued_to(Method::Fastest, &limit).unwrap();
                assert_eq!(trusted.finish(), expected, "{lengths} from {}", growing.last_step());
                let limit = &limit + &Surd::from(9);
                let longer = resume(&lengths, &limit, &growing.steps().collect::<Vec<_>>()).unwrap();
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
        let grown = |kept: Vec<Step>| resume(&lengths, &limit, &kept).map(|growing| growing.finish());
        let steps: Vec<Step> = {
            let mut growing = GrundyRun::new(&lengths, &limit).unwrap();
            while growing.advance() {}
            growing.steps().collect()
        };
        assert!(grown(steps.clone()).is_ok() && grown(vec![]).is_ok());
        let wrong = |change: &dyn Fn(&mut Vec<Step>)| {
            let mut steps = steps.clone();
            change(&mut steps);
            grown(steps)
        };
        assert_eq!(wrong(&|steps| steps[0].value = 1), Err(not_steps()));
        assert_eq!(wrong(&|steps| steps[9].start[0] = i64::MAX).map(|_| ()), Ok(())); // beyond the box: the end
        assert_eq!(wrong(&|steps| steps.swap(3, 4)), Err(not_steps()));
        assert_eq!(wrong(&|steps| steps[5].value = steps[4].value), Err(not_steps()));
        // the last step below the windows that are swept again is compared with what they give
        let start = |step: &Step| Surd::from(step.start[0]) + step.start[1] * Surd::square_root_of(2);
        let swept = Surd::from(start(&steps[steps.len() - 1]).floor());
        let last = steps.iter().rposition(|step| start(step) < swept).unwrap();
        let taken = [steps[last - 1].value, steps[last].value, steps[last + 1].value];
        for value in (0..16).filter(|value| !taken.contains(value)) {
            assert_eq!(wrong(&|steps| steps[last].value = value), Err(not_steps()), "{value}");
        }
        // more than pieces that fit, and more than counts for them would fit the memory
        assert_eq!(wrong(&|steps| steps[5].value = Nimber::MAX), Err(not_steps()));
    }

    /// g for some lengths, its steps as they are kept, and how many of them are in question when
    /// they are resumed from.
    fn grown(lengths: &str, limit: u32) -> (GrundyRun, Vec<Step>) {
        let lengths = lengths.parse().unwrap();
        let mut growing = GrundyRun::new(&lengths, &Surd::from(i64::from(limit))).unwrap();
        while growing.advance() {}
        let kept = growing.steps().collect();
        (growing, kept)
    }

    /// Another value for a step than it has, and than its neighbours have.
    fn edit(steps: &mut [Step], step: usize) {
        let taken: Vec<_> = steps[step - 1..].iter().take(3).map(|step| step.value).collect();
        steps[step].value = (0..).find(|value| !taken.contains(value)).unwrap();
    }

    #[test]
    fn every_edit_of_few_steps_is_refused() {
        let (growing, kept) = grown("1,sqrt2", 60);
        let last = &growing.limit - growing.lengths.longest();
        let start = |step: usize| growing.lattice.number(&kept[step].start);
        for step in (1..kept.len()).filter(|&step| start(step) < last) {
            let mut edited = kept.clone();
            edit(&mut edited, step);
            let resumed = resume(&growing.lengths, &growing.limit, &edited).map(|_| ());
            assert_eq!(resumed, Err(not_steps()), "step {step}");
            let mut shorter = kept.clone();
            shorter.remove(step);
            let resumed = resume(&growing.lengths, &growing.limit, &shorter).map(|_| ());
            assert_eq!(resumed, Err(not_steps()), "without step {step}");
        }
    }

    #[test]
    fn edits_of_many_steps_are_refused_unless_they_avoid_all_places() {
        let (growing, kept) = grown("1,sqrt2", 800);
        let GrundyRun { lengths, limit, lattice, .. } = &growing;
        assert!(resume(lengths, limit, &kept).is_ok());
        assert!(kept.len() > 2000);
        let mut state = 1_u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        for _ in 0..20 {
            // a twentieth of the steps, all along the line
            let mut edited = kept.clone();
            (0..kept.len() / 20).for_each(|_| edit(&mut edited, 1 + random(kept.len() - 1)));
            assert_eq!(resume(lengths, limit, &edited).map(|_| ()), Err(not_steps()));
            // a single one may be believed, but not at a place that is looked at
            let mut edited = kept.clone();
            let step = 1 + random(kept.len() - 1);
            edit(&mut edited, step);
            if let Ok(resumed) = resume(lengths, limit, &edited) {
                let at = lattice.point(&kept[step].start).unwrap();
                let Source::Narrow(run) = &resumed.source else { panic!("the keys are narrow") };
                assert!(!run.looks_at(lattice, Point::of(at).key), "step {step}");
            }
        }
    }
    /// Whether the octal run has taken over by the end.
    fn is_octal(lengths: &str, limit: &str) -> bool {
        let mut growing = GrundyRun::new(&lengths.parse().unwrap(), &limit.parse().unwrap()).unwrap();
        while growing.advance() {}
        matches!(growing.source, Source::Octal(_))
    }

    /// The estimate from 4,096 steps, and the corners that there are in the end.
    #[cfg(feature = "cli")]
    #[test]
    fn corners_are_told_long_before() {
        for (lengths, rule, limit) in [
            ("1,sqrt2", "7", "3000"),
            ("1,sqrt3", "7", "3000"),
            ("1,sqrt2", "3,7", "3000"),
            ("1,sqrt2,1+sqrt2", "7", "3000"),
            ("1,sqrt2,2", "7", "20000"), // one step for each unit
            ("101,103", "7", "100000"),
        ] {
            let digits = Digit::of_rule(rule).unwrap();
            let lengths: Lengths = lengths.parse().unwrap();
            let lengths = Lengths::with_rule(lengths.as_slice().to_vec(), &digits).unwrap();
            let limit: Surd = limit.parse().unwrap();
            // by places, as what an octal run may take over has no estimate
            let mut growing = GrundyRun::by_method(Method::Places, &lengths, &limit).unwrap();
            while growing.corners_to_limit().is_none() && growing.advance() {}
            let told = growing.corners_to_limit().unwrap();
            while growing.progress() < 0.5 && growing.advance() {}
            let later = growing.corners_to_limit().unwrap();
            assert!((told - later).abs() <= told * 1e-12, "{lengths}: {told}, {later}");
            let ratio = told / growing.finish().corners() as f64;
            assert!((0.5..1.5).contains(&ratio), "{lengths} by {rule} up to {limit:#}: {ratio}");
        }
    }

    #[cfg(feature = "cli")]
    #[test]
    fn pairs_of_an_octal_game_and_no_corners_at_all() {
        let told = |lengths: &str, rule: &str, limit: &str| {
            let lengths: Lengths = lengths.parse().unwrap();
            let digits = Digit::of_rule(rule).unwrap();
            let lengths = Lengths::with_rule(lengths.as_slice().to_vec(), &digits).unwrap();
            let mut growing = GrundyRun::new(&lengths, &limit.parse().unwrap()).unwrap();
            while growing.corners_to_limit().is_none() && growing.advance() {}
            growing.corners_to_limit().unwrap()
        };
        // at most as many multiples as an octal run takes
        assert_eq!(told("17,19,23", "7", "10^7"), 0.0);
        assert!(told("17,19,23", "7", "10^8") > 1e14);
        // single heaps, also by an octal run
        for (lengths, rule, exponent) in [("1,4,9", "3", 1.0), ("1,4,9", "7", 2.0)] {
            let lengths: Lengths = lengths.parse().unwrap();
            let lengths = Lengths::with_rule(lengths.as_slice().to_vec(), &Digit::of_rule(rule).unwrap());
            let mut growing = GrundyRun::new(&lengths.unwrap(), &"3000".parse().unwrap()).unwrap();
            while !matches!(growing.source, Source::Octal(_)) && growing.advance() {}
            assert_eq!(growing.growth_of_corners(100).1, exponent, "{rule}");
        }
        // 1 + √2 steps for each unit
        let ratio = told("1,sqrt2", "3", "10^5") / told("1,sqrt2", "3", "10^9");
        assert!((ratio * 1e4 - 1.0).abs() < 1e-9, "{ratio}");
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
        let resumed = |limit: &str, kept: &[Step]| {
            let mut growing = resume(&lengths, &limit.parse().unwrap(), kept).unwrap();
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

    /// Keys of 128 bits where 64 suffice: the same steps, and the same of everything that follows
    /// from them.
    #[test]
    fn wide_keys_give_what_narrow_keys_give() {
        for (lengths, from, to) in [
            ("1,sqrt2", "20", "70"),
            ("1", "5", "40"),
            ("1,3/2", "5", "40"),
            ("3,1+sqrt2", "20", "90"),
            ("1,(1+sqrt5)/2", "9/2+sqrt2", "40"),
            ("sqrt2,2sqrt2", "9", "40"),
            ("11/10,13/10,sqrt2", "7", "20"),
            ("300,sqrt10-3", "300", "303"),
            ("1,1.41421", "3", "7"),
        ] {
            let (lengths, from, to): (Lengths, Surd, Surd) =
                (lengths.parse().unwrap(), from.parse().unwrap(), to.parse().unwrap());
            let lattice = lattice_for(&lengths, &to).unwrap();
            assert!(lattice.scale().is_narrow, "{lengths}");
            let wide = GrundyRun::on(lattice.widened(), &lengths, &to, Method::Places, Choice::default());
            assert!(matches!(wide.source, Source::Wide(_)));
            let (narrow, wide) = (Grundy::new(&lengths, &to).unwrap(), wide.finish());
            assert_eq!(narrow, wide);
            assert_eq!(narrow.corners(), wide.corners(), "{lengths}");
            let [left, right] = [&narrow, &wide].map(|grundy| grundy.gain_curve(&from, &to).unwrap());
            assert!(left.pieces().eq(right.pieces()), "e for {lengths}");
            assert_eq!(left.maxima(), right.maxima(), "{lengths}");
            assert_eq!(narrow.gain_at(&from), wide.gain_at(&from), "{lengths}");
            assert_eq!(narrow.moves_at(&to), wide.moves_at(&to), "{lengths}");
        }
    }
}
