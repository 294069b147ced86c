//! Signals: Ctrl-C and SIGTERM end a command with one line, long runs after their work is saved.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::flag;
use signal_hook::iterator::Signals;

use super::failure::INTERRUPTED;
use super::files;

/// What a signal does to this process.
///
/// Ctrl-C (SIGINT) and SIGTERM count, unless they are ignored when the program starts, as SIGINT is
/// for a command that a script starts in the background. SIGHUP is left alone, as `nohup` asks for.
#[derive(Clone, Debug)]
pub(super) struct Interrupt(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    /// A run is asked to stop.
    asked: Arc<AtomicBool>,
    /// The next signal ends the program, also if there is no thread to hear it.
    ends: Arc<AtomicBool>,
    effect: Mutex<Effect>,
}

/// What the next signal does.
#[derive(Debug)]
enum Effect {
    /// It ends the program with a line, which is this text.
    End { line: String },
    /// It asks the run to stop, which looks now and then.
    Ask,
    /// The run was asked to stop at that time.
    Asked { at: Instant },
}

/// What a signal says that ends a command.
pub(super) const BEFORE_THE_END: &str = "nimsweep: interrupted before the end";

/// Two signals within this time are one: `timeout` sends its signal to a process and to its group.
const ONE_SIGNAL: Duration = Duration::from_millis(200);

impl Interrupt {
    /// The program inside of another one: signals are left to it.
    pub(super) fn never() -> Self {
        let effect = Mutex::new(Effect::End { line: BEFORE_THE_END.to_owned() });
        let [asked, ends] = [false, true].map(|flag| Arc::new(AtomicBool::new(flag)));
        Self(Arc::new(Shared { asked, ends, effect }))
    }

    /// The program itself: from now on signals end it with a line, and remove unfinished files.
    ///
    /// A file-size limit (SIGXFSZ) becomes an error of the writing.
    pub(super) fn of_process() -> Self {
        let interrupt = Self::never();
        let _ = flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
        let signals: Vec<i32> = [SIGINT, SIGTERM].into_iter().filter(|&signal| !is_ignored(signal)).collect();
        let shared = Arc::clone(&interrupt.0);
        let watch = |mut signals: Signals| move || signals.forever().for_each(|_| shared.heard());
        let watched = Signals::new(&signals)
            .and_then(|signals| std::thread::Builder::new().name("signals".into()).spawn(watch(signals)));
        if watched.is_err() {
            // if the system takes no handler either, a signal ends the program as it always does
            signals.into_iter().for_each(|signal| drop(interrupt.0.listen_without_thread(signal)));
        }
        interrupt
    }

    /// From now on a first signal only asks the run to stop.
    pub(super) fn ask_first(&self) {
        self.0.ends.store(false, Ordering::SeqCst);
        *self.0.effect() = Effect::Ask;
    }

    /// From now on a signal ends the program with this line; returns whether the run was asked to
    /// stop before.
    pub(super) fn end_with(&self, line: &str) -> bool {
        let mut effect = self.0.effect();
        *effect = Effect::End { line: line.to_owned() };
        self.0.ends.store(true, Ordering::SeqCst);
        self.is_asked()
    }

    /// Whether the run is asked to stop.
    pub(super) fn is_asked(&self) -> bool {
        self.0.asked.load(Ordering::SeqCst)
    }

    /// Until this is dropped, a signal waits: the last line is being written.
    pub(super) fn hold(&self) -> impl Drop {
        self.0.effect()
    }
}

impl Shared {
    fn effect(&self) -> MutexGuard<'_, Effect> {
        self.effect.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does what a signal does now.
    fn heard(&self) {
        let mut effect = self.effect();
        let line = match &*effect {
            Effect::End { line } => line,
            Effect::Asked { at } if at.elapsed() < ONE_SIGNAL => return,
            Effect::Asked { .. } => "nimsweep: interrupted twice, and stopped at once",
            Effect::Ask => {
                *effect = Effect::Asked { at: Instant::now() };
                self.asked.store(true, Ordering::SeqCst);
                return;
            }
        };
        // no other thread gives a file its name or writes a last line any more
        let _files = files::remove_unfinished();
        let _ = writeln!(io::stderr(), "{line}");
        std::process::exit(INTERRUPTED.into());
    }

    /// The first signal asks, the next one ends the program; nobody is there to write a line.
    fn listen_without_thread(&self, signal: i32) -> io::Result<()> {
        flag::register_conditional_shutdown(signal, INTERRUPTED.into(), Arc::clone(&self.ends))?;
        flag::register(signal, Arc::clone(&self.asked))?;
        flag::register(signal, Arc::clone(&self.ends))?;
        Ok(())
    }
}

/// Whether a signal is ignored since before the program started, as far as the system reports.
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    ignored_signals(&status).is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// One bit for each ignored signal, from the text of `/proc/self/status`.
fn ignored_signals(status: &str) -> Option<u64> {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(mask.trim(), 16).ok()
}

#[cfg(test)]
impl Interrupt {
    /// What a first signal does.
    pub(super) fn ask_to_stop(&self) {
        self.0.heard();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_signal_asks_and_its_twin_is_not_a_second_one() {
        let interrupt = Interrupt::never();
        interrupt.ask_first();
        assert!(!interrupt.is_asked());
        interrupt.ask_to_stop();
        interrupt.ask_to_stop();
        assert!(interrupt.is_asked() && interrupt.end_with("") && interrupt.is_asked());
    }

    #[test]
    fn ignored_signals_are_read_from_the_status_of_the_process() {
        let status = "Name:\tnimsweep\nSigBlk:\t0000000000000004\nSigIgn:\t0000000000001002\n";
        assert_eq!(ignored_signals(status), Some(1 << 12 | 1 << (SIGINT - 1)));
        assert_eq!(ignored_signals("Name:\tnimsweep\n"), None);
    }
}
