//! A progress bar for people: on standard error if that is a terminal, and only if a run takes
//! long.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{FormattedDuration, HumanDuration, ProgressBar, ProgressStyle};

use super::output::remark;
use crate::games::squares::GrundyRun;
use crate::games::squares::growth::GrowthEstimate;

/// Runs that are shorter have no bar.
const PATIENCE: Duration = Duration::from_millis(500);
/// After this time a run says how long it takes, if that is at least `LONG`.
const TRIAL: Duration = Duration::from_secs(2);
const LONG: Duration = Duration::from_secs(60);
/// The time between two pictures of the bar.
const PAUSE: Duration = Duration::from_millis(100);
/// The length of the bar in steps.
const WHOLE: u64 = 1000;

/// How far a run is.
pub(super) struct Progress {
    start: Instant,
    /// The growth of g, if that is watched.
    growth: GrowthEstimate,
    /// When the work after g, or without g, began.
    begun: Option<Instant>,
    /// What part of it was done after some time.
    earlier: Option<(Duration, f64)>,
    /// Whether the run has said how long it takes, or that is not worthwhile.
    is_announced: bool,
    /// When the next picture is due; never if nobody looks.
    due: Option<Instant>,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Begins to watch. Nothing is shown yet.
    pub(super) fn new() -> Self {
        let start = Instant::now();
        let due = stderr().is_terminal().then(|| start + PATIENCE);
        Self {
            start,
            growth: GrowthEstimate::default(),
            begun: None,
            earlier: None,
            is_announced: false,
            due,
            bar: None,
        }
    }

    /// Begins to watch a run.
    pub(super) fn of(growing: &GrundyRun) -> Self {
        let mut progress = Self::new();
        progress.growth = GrowthEstimate::of(growing);
        progress
    }

    /// Says how long the run takes, once it is known and if that is long, with some advice.
    pub(super) fn announce(&mut self, growing: &GrundyRun, advice: &str) {
        if !self.is_announced && self.start.elapsed() >= TRIAL {
            self.growth.look(growing);
            let (left, limit) = (self.growth.left(self.start.elapsed()), self.growth.limit);
            self.announce_if_long(left, |time| format!("g up to {limit:.0} takes about {time}; {advice}"));
        }
    }

    fn announce_if_long(&mut self, left: Option<Duration>, line: impl Fn(HumanDuration) -> String) {
        self.is_announced = true;
        if let Some(left) = left.filter(|left| *left >= LONG) {
            self.remark(&line(HumanDuration(left)));
        }
    }

    /// Shows how far g is, if it is time to.
    pub(super) fn show_growth(&mut self, growing: &GrundyRun) {
        let Some(now) = self.now_if_due() else { return };
        self.growth.look(growing);
        self.draw(self.growth.share(), self.growth.in_words(now - self.start));
    }

    /// Shows how far other work is, if it is time to: the search in a complete g, or the values of
    /// an octal game; also says once how long it takes, if that is long.
    pub(super) fn show(&mut self, done: f64, work: &str) {
        let elapsed = self.begun.get_or_insert_with(Instant::now).elapsed();
        if elapsed >= PATIENCE && self.earlier.is_none() {
            self.earlier = Some((elapsed, done));
        }
        // estimated only if it is shown: a search calls this often
        let left = |earlier| left_by_power(elapsed, done, earlier);
        if elapsed >= TRIAL && !self.is_announced {
            self.announce_if_long(left(self.earlier), |time| format!("about {time} for the {work}"));
        }
        if self.now_if_due().is_some() {
            let left = left_in_words(left(self.earlier));
            self.draw(done, format!("{left}, {:.0} % of the {work}", 100.0 * done));
        }
    }

    fn now_if_due(&mut self) -> Option<Instant> {
        let due = self.due?;
        let now = Instant::now();
        (now >= due).then(|| {
            self.due = Some(now + PAUSE);
            now
        })
    }

    fn draw(&mut self, done: f64, message: String) {
        let position = (done * WHOLE as f64) as u64;
        let bar = self.bar.get_or_insert_with(|| new_bar().with_position(position));
        bar.set_message(message);
        bar.set_position(position);
    }

    /// A whole line that another thread may write in place of the bar.
    pub(super) fn above_bar(&self, line: &str) -> String {
        const ERASE_LINE: &str = "\r\x1b[2K";
        format!("{}{line}", if self.due.is_some() { ERASE_LINE } else { "" })
    }

    /// Writes a line that stays, above the bar.
    pub(super) fn remark(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| remark(line)),
            None => remark(line),
        }
    }
}

impl Drop for Progress {
    /// The bar goes away; results and complaints stand alone.
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn new_bar() -> ProgressBar {
    let style = ProgressStyle::with_template("[{bar:20}] {wide_msg}");
    let bar = ProgressBar::new(WHOLE);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> "));
    bar
}

/// The time left for work at an even pace, of which `before` was done at the start and `done` is
/// done now, both from 0 to 1; unknown if nothing was done in between.
fn left(elapsed: Duration, before: f64, done: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(elapsed.as_secs_f64() * (1.0 - done) / (done - before)).ok()
}

/// The time left if the time for a part grows like a power of it: like the part itself, unless a
/// time and a part from earlier say otherwise. Values of octal games take as long as each other if
/// few are rare, and else longer and longer.
fn left_by_power(elapsed: Duration, done: f64, earlier: Option<(Duration, f64)>) -> Option<Duration> {
    let power = |(time, part): (Duration, f64)| (elapsed.div_duration_f64(time)).ln() / (done / part).ln();
    let power = earlier.filter(|&(time, part)| elapsed >= 2 * time && done > part).map_or(1.0, power);
    left(elapsed, 0.0, done.powf(power.clamp(1.0, 3.0)))
}

fn left_in_words(left: Option<Duration>) -> String {
    left.map_or_else(|| "unknown time left".to_owned(), |left| format!("{} left", FormattedDuration(left)))
}

/// What people are told of it.
impl GrowthEstimate {
    fn left(&self, elapsed: Duration) -> Option<Duration> {
        left(elapsed, self.work(self.before), self.work(self.done))
    }

    /// The part of the line that a second does now: the derivative of `done`, if the work is even.
    fn line_per_second(&self, elapsed: Duration) -> f64 {
        let worked = (self.work(self.done) - self.work(self.before)).max(0.0);
        worked / elapsed.as_secs_f64() / (self.exponent * self.done.powf(self.exponent - 1.0))
    }

    /// What can be said of it.
    fn in_words(&self, elapsed: Duration) -> String {
        let left = left_in_words(self.left(elapsed));
        let (at, rate) = (self.done * self.limit, self.line_per_second(elapsed) * self.limit);
        // what matters most stands first: a narrow terminal cuts the rest
        format!("{left}, g up to {at:.1} of {:.1}, {rate:.1}/s", self.limit)
    }
}

#[cfg(test)]
mod tests {
    use num_traits::ToPrimitive;

    use super::*;
    use crate::number::Surd;

    const TEN: Duration = Duration::from_secs(10);

    /// A growth of which the time up to L grows like L^3.3.
    fn growth(before: f64, done: f64, limit: f64) -> GrowthEstimate {
        GrowthEstimate { before, done, limit, exponent: 3.3, looked_at: done }
    }

    #[test]
    fn time_left_allows_for_later_stretches_costing_more() {
        // half of the line is a tenth of the work: 10 s for it, 2^3.3 times as many for all of it
        let left = growth(0.0, 0.5, 1.0).left(TEN).unwrap().as_secs_f64();
        assert!((left - 10.0 * (2f64.powf(3.3) - 1.0)).abs() < 1e-6, "{left}");
    }

    #[test]
    fn time_left_counts_only_what_this_run_did() {
        let growth = growth(0.5, 0.75, 1.0);
        let (half, most) = (growth.work(0.5), growth.work(0.75));
        let seconds = growth.left(TEN).unwrap().as_secs_f64();
        assert!((seconds - 10.0 * (1.0 - most) / (most - half)).abs() < 1e-6, "{seconds}");
        assert_eq!(GrowthEstimate { done: 0.5, ..growth }.left(TEN), None);
        assert_eq!(GrowthEstimate { done: 1.0, ..growth }.left(TEN), Some(Duration::ZERO));
    }

    /// The times are those of two cores; how they grow is found from a run that is much shorter.
    #[test]
    fn time_left_is_told_for_each_kind_of_growth() {
        for (lengths, trial, (at, seconds), (limit, whole)) in [
            ("1,sqrt2", 900, (10_000, 1.6), (25_000, 35.0)), // many corners
            ("1,sqrt2,2", 5000, (100_000, 0.6), (400_000, 7.8)), // a step for each unit
            ("17,19,23", 3000, (100_000, 0.58), (400_000, 7.5)), // an octal game
        ] {
            let (lengths, limit) = (lengths.parse().unwrap(), Surd::from(limit));
            let mut run = GrundyRun::new(&lengths, &limit).unwrap();
            let part = |at: i32| f64::from(at) / limit.to_f64().unwrap();
            while run.progress() < part(trial) && run.advance() {}
            let mut growth = GrowthEstimate::default();
            growth.look(&run);
            growth.done = part(at);
            let told = growth.left(Duration::from_secs_f64(seconds)).unwrap().as_secs_f64();
            let ratio = told / (whole - seconds);
            assert!(
                (0.5..2.0).contains(&ratio),
                "{lengths}: {told} s are told, which is {ratio} times as long"
            );
        }
    }

    #[test]
    fn time_left_grows_by_the_power_that_was_seen() {
        let left = |done, earlier| left_by_power(TEN, done, earlier).unwrap().as_secs_f64();
        assert!((left(0.25, None) - 30.0).abs() < 1e-6);
        // a tenth of the time for a tenth of the part; and for the root of a tenth of the part
        let second = Duration::from_secs(1);
        assert!((left(0.25, Some((second, 0.025))) - 30.0).abs() < 1e-6);
        assert!((left(0.25, Some((second, 0.25 / 10f64.sqrt()))) - 150.0).abs() < 1e-6);
        // too near, or without progress
        assert!((left(0.25, Some((TEN, 0.2))) - 30.0).abs() < 1e-6);
        assert_eq!(left_by_power(TEN, 0.0, Some((second, 0.0))), None);
    }

    #[test]
    fn forty_columns_show_the_time_left() {
        let bar = "[====================] ".len();
        let growth = growth(0.0, 0.5, 20000.0);
        for words in [growth.in_words(TEN), left_in_words(Some(TEN)) + ", 50 % of the values"] {
            let shown: String = words.chars().take(40 - bar).collect();
            assert!(shown.contains(" left"), "{shown}");
        }
    }

    #[test]
    fn a_line_in_place_of_the_bar_erases_it_first() {
        let progress = |due| {
            let mut progress = Progress::new();
            progress.due = due;
            progress
        };
        assert_eq!(progress(None).above_bar("nimsweep: stopped"), "nimsweep: stopped");
        assert_eq!(
            progress(Some(Instant::now())).above_bar("nimsweep: stopped"),
            "\r\x1b[2Knimsweep: stopped"
        );
    }

    #[test]
    fn the_rate_is_that_of_now() {
        // by a difference quotient: the same work per second a moment later
        let growth = growth(0.2, 0.6, 100.0);
        let later = 0.6 + 1e-6 * growth.line_per_second(TEN);
        let seconds =
            (growth.work(later) - growth.work(0.6)) / ((growth.work(0.6) - growth.work(0.2)) / 10.0);
        assert!((seconds / 1e-6 - 1.0).abs() < 1e-3, "{seconds}");
        let words = growth.in_words(TEN);
        assert_eq!(words.split(", ").nth(1), Some("g up to 60.0 of 100.0"));
    }
}
