//! Ctrl-C: a long run is asked to stop at a place from which it can be resumed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// Whether this process is ours, so that a run may listen to its signals.
///
/// Ctrl-C (SIGINT) and SIGTERM count. SIGHUP is left alone, as `nohup` asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Interrupt {
    /// The program itself: signals are listened to during a long run.
    OfProcess,
    /// The program inside of another one: signals are left to it.
    Never,
}

impl Interrupt {
    /// Listens from now on: two handlers, and no thread.
    pub(super) fn listen(self) -> Listening {
        let asked = Arc::new(AtomicBool::new(false));
        if self == Self::OfProcess {
            for signal in [SIGINT, SIGTERM] {
                // if the system takes no handler, a signal ends the program as it always does
                let _ = listen_to(signal, &asked);
            }
        }
        Listening { asked }
    }
}

/// The first signal asks, the next one ends the program at once.
fn listen_to(signal: i32, asked: &Arc<AtomicBool>) -> Result<(), std::io::Error> {
    flag::register_conditional_shutdown(signal, super::failure::INTERRUPTED.into(), Arc::clone(asked))?;
    flag::register(signal, Arc::clone(asked))?;
    Ok(())
}

/// As long as this exists, a first signal only asks the run to stop.
#[derive(Debug)]
pub(super) struct Listening {
    asked: Arc<AtomicBool>,
}

impl Listening {
    /// Whether the run is asked to stop.
    pub(super) fn is_asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }

    /// Stops listening, so that the next signal ends the program at once; returns whether the run
    /// was asked to stop.
    pub(super) fn end(&self) -> bool {
        self.asked.swap(true, Ordering::SeqCst)
    }
}

#[cfg(test)]
impl Listening {
    /// What a first signal does.
    pub(super) fn ask_to_stop(&self) {
        self.asked.store(true, Ordering::Relaxed);
    }
}
