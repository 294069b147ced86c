//! A progress bar for people: on standard error, if that is a terminal, and only where a run takes its time.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

use indicatif::{FormattedDuration, ProgressBar, ProgressStyle};

use crate::games::squares::Growing;

/// Runs that are shorter have no bar.
const PATIENCE: Duration = Duration::from_millis(500);
/// The time between two pictures of the bar.
const PAUSE: Duration = Duration::from_millis(100);
/// The time to reach y grows about like this power of y: the corners like y^3.1, and their tables outgrow one cache after the
/// other. On a run to 20,000 the expected total of the first 40 seconds stays within a tenth of its mean.
const EXPONENT: f64 = 3.3;
/// The length of the bar in steps.
const WHOLE: u64 = 1000;

/// How far a run is.
pub(super) struct Progress {
    start: Instant,
    /// The work that was done when this run began, from 0 to 1.
    before: f64,
    limit: f64,
    /// The next picture is due then; never where nobody looks.
    due: Option<Instant>,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Begins to watch. Nothing is shown yet.
    pub(super) fn of(growing: &Growing, limit: f64) -> Self {
        let start = Instant::now();
        let due = stderr().is_terminal().then(|| start + PATIENCE);
        Self { start, before: work(growing.done()), limit, due, bar: None }
    }

    /// Shows how far the run is, where it is time to.
    pub(super) fn show(&mut self, growing: &Growing) {
        let Some(due) = self.due else { return };
        let now = Instant::now();
        if now >= due {
            self.due = Some(now + PAUSE);
            self.draw(growing.done(), now - self.start);
        }
    }

    fn draw(&mut self, done: f64, elapsed: Duration) {
        let position = (work(done) * WHOLE as f64) as u64;
        let bar = self.bar.get_or_insert_with(|| new_bar().with_position(position));
        bar.set_message(Pace { elapsed, before: self.before, done }.in_words(self.limit));
        bar.set_position(position);
    }

    /// Writes a line that stays, above the bar.
    pub(super) fn remark(&self, line: &str) {
        // nothing can be done where standard error is closed
        let write = || writeln!(stderr(), "nimsweep: {line}").unwrap_or_default();
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
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

/// The part of the work, from 0 to 1, that a part of the line is.
fn work(done: f64) -> f64 {
    done.powf(EXPONENT)
}

/// What a run that works evenly can say about itself.
#[derive(Clone, Copy, Debug)]
struct Pace {
    elapsed: Duration,
    /// The work that was done when the run began.
    before: f64,
    /// The part of the line that is done now.
    done: f64,
}

impl Pace {
    /// The part of the work that a second does.
    fn work_per_second(self) -> f64 {
        (work(self.done) - self.before).max(0.0) / self.elapsed.as_secs_f64()
    }

    /// The part of the line that a second does now: the derivative of done, where work goes on evenly.
    fn line_per_second(self) -> f64 {
        self.work_per_second() / (EXPONENT * self.done.powf(EXPONENT - 1.0))
    }

    /// `None` where nothing was done yet.
    fn left(self) -> Option<Duration> {
        let seconds = (1.0 - work(self.done)) / self.work_per_second();
        Duration::try_from_secs_f64(seconds).ok()
    }

    fn in_words(self, limit: f64) -> String {
        let (at, rate) = (self.done * limit, self.line_per_second() * limit);
        let left =
            self.left().map_or_else(|| "unknown".to_owned(), |left| FormattedDuration(left).to_string());
        format!("g up to {at:.1} of {limit:.1}, {rate:.1}/s, {left} left")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pace(seconds: f64, from: f64, to: f64) -> Pace {
        Pace { elapsed: Duration::from_secs_f64(seconds), before: work(from), done: to }
    }

    #[test]
    fn time_left_knows_that_the_line_grows_dearer() {
        // half of the line is a tenth of the work: 10 s for it, 2^3.3 times as many for all of it
        let left = pace(10.0, 0.0, 0.5).left().unwrap().as_secs_f64();
        assert!((left - 10.0 * (2f64.powf(3.3) - 1.0)).abs() < 1e-6, "{left}");
    }

    #[test]
    fn time_left_counts_only_what_this_run_did() {
        let (first, last) = (work(0.75) - work(0.5), 1.0 - work(0.75));
        let left = pace(3.0, 0.5, 0.75).left().unwrap().as_secs_f64();
        assert!((left - 3.0 * last / first).abs() < 1e-6, "{left}");
        assert_eq!(pace(3.0, 0.5, 0.5).left(), None);
        assert_eq!(pace(3.0, 0.5, 1.0).left(), Some(Duration::ZERO));
    }

    #[test]
    fn the_rate_is_that_of_now() {
        // by a difference quotient: the same work per second a moment later
        let now = pace(10.0, 0.2, 0.6);
        let later = 0.6 + 1e-6 * now.line_per_second();
        let seconds = (work(later) - work(0.6)) / now.work_per_second();
        assert!((seconds / 1e-6 - 1.0).abs() < 1e-3, "{seconds}");
        assert_eq!(now.in_words(100.0).split(',').next(), Some("g up to 60.0 of 100.0"));
    }
}
