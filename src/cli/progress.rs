//! A progress bar for people: on standard error if that is a terminal, and only if a run takes
//! long.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{FormattedDuration, ProgressBar, ProgressStyle};
use num_traits::ToPrimitive;

use super::format::remark;
use crate::games::squares::GrundyRun;
use crate::number::Surd;

/// Runs that are shorter have no bar.
const PATIENCE: Duration = Duration::from_millis(500);
/// The time between two pictures of the bar.
const PAUSE: Duration = Duration::from_millis(100);
/// The time to reach y grows about like this power of y: the corners like y^3.1, and their tables
/// outgrow one cache after another. On a run to 20,000 the total expected in the first 40 seconds
/// stays within a tenth of its mean.
const EXPONENT: f64 = 3.3;
/// The length of the bar in steps.
const WHOLE: u64 = 1000;

/// How far a run is.
pub(super) struct Progress {
    start: Instant,
    /// The work that was done when this run began, from 0 to 1.
    before: f64,
    limit: f64,
    /// When the search in g began.
    search: Option<Instant>,
    /// When the next picture is due; never if nobody looks.
    due: Option<Instant>,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Begins to watch. Nothing is shown yet.
    pub(super) fn of(growing: &GrundyRun, limit: &Surd) -> Self {
        let start = Instant::now();
        let due = stderr().is_terminal().then(|| start + PATIENCE);
        let limit = limit.to_f64().unwrap_or(f64::INFINITY);
        Self { start, before: work(growing.progress()), limit, search: None, due, bar: None }
    }

    /// Shows how far g is, if it is time to.
    pub(super) fn show_growth(&mut self, growing: &GrundyRun) {
        let Some(now) = self.now_if_due() else { return };
        let pace = Pace { elapsed: now - self.start, before: self.before, done: growing.progress() };
        let message = pace.in_words(self.limit);
        self.draw(work(growing.progress()), message);
    }

    /// Shows how far the search in a complete g is, if it is time to.
    pub(super) fn show_search(&mut self, done: f64) {
        let start = *self.search.get_or_insert_with(Instant::now);
        let Some(now) = self.now_if_due() else { return };
        self.draw(done, search_in_words(done, now - start));
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

/// The part of the work, from 0 to 1, that a part of the line is.
fn work(done: f64) -> f64 {
    done.powf(EXPONENT)
}

/// The search goes over the pieces of e at an even pace.
fn search_in_words(done: f64, elapsed: Duration) -> String {
    let left = Duration::try_from_secs_f64(elapsed.as_secs_f64() * (1.0 - done) / done).ok();
    format!("{}, {:.0} % of the search in a complete g", left_in_words(left), 100.0 * done)
}

fn left_in_words(left: Option<Duration>) -> String {
    left.map_or_else(|| "unknown time left".to_owned(), |left| format!("{} left", FormattedDuration(left)))
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

    /// The part of the line that a second does now: the derivative of done, if the work is even.
    fn line_per_second(self) -> f64 {
        self.work_per_second() / (EXPONENT * self.done.powf(EXPONENT - 1.0))
    }

    /// `None` if nothing was done yet.
    fn left(self) -> Option<Duration> {
        let seconds = (1.0 - work(self.done)) / self.work_per_second();
        Duration::try_from_secs_f64(seconds).ok()
    }

    fn in_words(self, limit: f64) -> String {
        let (at, rate) = (self.done * limit, self.line_per_second() * limit);
        let left = left_in_words(self.left());
        // what matters most stands first: a narrow terminal cuts the rest
        format!("{left}, g up to {at:.1} of {limit:.1}, {rate:.1}/s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pace(seconds: f64, from: f64, to: f64) -> Pace {
        Pace { elapsed: Duration::from_secs_f64(seconds), before: work(from), done: to }
    }

    #[test]
    fn time_left_allows_for_later_stretches_costing_more() {
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
    fn forty_columns_show_the_time_left() {
        let bar = "[====================] ".len();
        for words in [pace(10.0, 0.0, 0.5).in_words(20000.0), search_in_words(0.5, Duration::from_secs(10))] {
            let shown: String = words.chars().take(40 - bar).collect();
            assert!(shown.contains(" left"), "{shown}");
        }
    }

    #[test]
    fn a_line_in_place_of_the_bar_erases_it_first() {
        let start = Instant::now();
        let progress = |due| Progress { start, before: 0.0, limit: 9.0, search: None, due, bar: None };
        assert_eq!(progress(None).above_bar("nimsweep: stopped"), "nimsweep: stopped");
        assert_eq!(progress(Some(start)).above_bar("nimsweep: stopped"), "\r\x1b[2Knimsweep: stopped");
    }

    #[test]
    fn the_rate_is_that_of_now() {
        // by a difference quotient: the same work per second a moment later
        let now = pace(10.0, 0.2, 0.6);
        let later = 0.6 + 1e-6 * now.line_per_second();
        let seconds = (work(later) - work(0.6)) / now.work_per_second();
        assert!((seconds / 1e-6 - 1.0).abs() < 1e-3, "{seconds}");
        assert_eq!(now.in_words(100.0).split(", ").nth(1), Some("g up to 60.0 of 100.0"));
    }
}
