//! Signals: Ctrl-C, SIGTERM and SIGHUP end a command with one line, long runs after their work is
//! saved.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::failure::INTERRUPTED;
use super::files;
use super::system;

/// What a signal does to this process.
///
/// Ctrl-C (SIGINT), SIGTERM and SIGHUP, which a closed terminal sends, count, unless they are
/// ignored when the program starts, as SIGINT is for a command that a script starts in the
/// background, and SIGHUP under `nohup`.
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
        let (Shared { asked, ends, .. }, shared) = (&*interrupt.0, Arc::clone(&interrupt.0));
        system::watch_signals(move || shared.heard(), asked, ends, INTERRUPTED);
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
            Effect::Asked { .. } => "nimsweep: interrupted twice; stopped at once",
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
}
