//! A progress bar for people: on standard error if that is a terminal, and only if a run takes
//! long.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{FormattedDuration, HumanDuration, ProgressBar, ProgressStyle};

use super::output::remark;

/// Runs that are shorter have no bar.
const PATIENCE: Duration = Duration::from_millis(500);
/// After this time a run says how long it takes, if that is at least `LONG`.
const TRIAL: Duration = Duration::from_secs(2);
const LONG: Duration = Duration::from_secs(60);
/// The time between two pictures of the bar.
const PAUSE: Duration = Duration::from_millis(100);
/// The length of the bar in steps.
const WHOLE: u64 = 1000;

/// How far some work is.
pub(super) struct Progress {
    start: Instant,
    /// The share that was done at the start.
    before: Option<f64>,
    /// The share that was done after some time.
    earlier: Option<(Duration, f64)>,
    /// Whether it has said how long the work takes, or that is not worthwhile.
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
        Self { start, before: None, earlier: None, is_announced: false, due, bar: None }
    }

    /// Shows which share of the work is done, if it is time to; also says once how long it takes,
    /// if that is long, with some advice.
    pub(super) fn show(&mut self, done: f64, work: &str, advice: &str) {
        let elapsed = self.start.elapsed();
        let before = *self.before.get_or_insert(done);
        if elapsed >= PATIENCE && self.earlier.is_none() {
            self.earlier = Some((elapsed, done));
        }
        // estimated only if it is shown: a search calls this often
        let left = |earlier| left_by_power(elapsed, [before, done], earlier);
        if elapsed >= TRIAL && !self.is_announced {
            self.is_announced = true;
            if let Some(left) = left(self.earlier).filter(|left| *left >= LONG) {
                self.remark(&format!("about {} for {work}{advice}", HumanDuration(left)));
            }
        }
        if self.now_if_due().is_some() {
            let left = left_in_words(left(self.earlier));
            // what matters most stands first: a narrow terminal cuts the rest
            self.draw(done, format!("{left}, {:.0} % of {work}", 100.0 * done));
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
/// time and a part from earlier say otherwise, and the work began at its beginning. Values of octal
/// games take as long as each other if few are rare, and else longer and longer.
fn left_by_power(
    elapsed: Duration,
    [before, done]: [f64; 2],
    earlier: Option<(Duration, f64)>,
) -> Option<Duration> {
    let power = |(time, part): (Duration, f64)| (elapsed.div_duration_f64(time)).ln() / (done / part).ln();
    let earlier = earlier.filter(|&(time, part)| before <= 0.0 && elapsed >= 2 * time && done > part);
    left(elapsed, before, done.powf(earlier.map_or(1.0, power).clamp(1.0, 3.0)))
}

fn left_in_words(left: Option<Duration>) -> String {
    left.map_or_else(|| "unknown time left".to_owned(), |left| format!("{} left", FormattedDuration(left)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEN: Duration = Duration::from_secs(10);

    #[test]
    fn time_left_counts_only_what_this_run_did() {
        let left = |done, earlier| left_by_power(TEN, [0.5, done], earlier);
        assert_eq!(left(0.75, None), Some(TEN));
        assert_eq!(left(0.75, Some((Duration::from_secs(1), 0.6))), Some(TEN));
        assert_eq!(left(0.5, None), None);
        assert_eq!(left(1.0, None), Some(Duration::ZERO));
    }

    #[test]
    fn time_left_grows_by_the_power_that_was_seen() {
        let left = |done, earlier| left_by_power(TEN, [0.0, done], earlier).unwrap().as_secs_f64();
        assert!((left(0.25, None) - 30.0).abs() < 1e-6);
        // a tenth of the time for a tenth of the part; and for the root of a tenth of the part
        let second = Duration::from_secs(1);
        assert!((left(0.25, Some((second, 0.025))) - 30.0).abs() < 1e-6);
        assert!((left(0.25, Some((second, 0.25 / 10f64.sqrt()))) - 150.0).abs() < 1e-6);
        // too near, or without progress
        assert!((left(0.25, Some((TEN, 0.2))) - 30.0).abs() < 1e-6);
        assert_eq!(left_by_power(TEN, [0.0; 2], Some((second, 0.0))), None);
    }

    #[test]
    fn forty_columns_show_the_time_left() {
        let bar = "[====================] ".len();
        let words = left_in_words(Some(TEN)) + ", 50 % of the values";
        let shown: String = words.chars().take(40 - bar).collect();
        assert!(shown.contains(" left"), "{shown}");
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
}
