//! Who watches long work: is told which share of it is done, and may stop it.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

/// Is called now and then with the share of the work that is done, from 0 to 1. A break stops the
/// work, which then ends with [`Stopped`].
pub type Watch<'a> = &'a mut (dyn FnMut(f64) -> ControlFlow<()> + Send);

/// Who watched the work has stopped it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Watches nothing, and never stops the work.
pub fn unwatched(_: f64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// The result of work that nobody watches.
pub(crate) fn unstopped<T>(work: impl Fn(Watch<'_>) -> Result<T, Stopped>) -> T {
    loop {
        // nobody stops it, so that once is enough
        if let Ok(result) = work(&mut unwatched) {
            return result;
        }
    }
}

/// Tells that a share is done.
///
/// # Errors
/// [`Stopped`] if that stops the work.
pub fn tell(watch: Watch<'_>, done: f64) -> Result<(), Stopped> {
    if watch(done).is_break() { Err(Stopped) } else { Ok(()) }
}

/// Watches a part of the work, which begins and ends at these shares.
pub fn part(watch: Watch<'_>, [from, to]: [f64; 2]) -> impl FnMut(f64) -> ControlFlow<()> + Send {
    move |done| watch(from + (to - from) * done)
}

/// A watch that several threads tell.
pub(crate) struct SharedWatch<'a>(Mutex<Watch<'a>>);

impl<'a> SharedWatch<'a> {
    pub(crate) fn new(watch: Watch<'a>) -> Self {
        Self(Mutex::new(watch))
    }

    /// As [`tell`].
    pub fn tell(&self, done: f64) -> Result<(), Stopped> {
        tell(&mut **self.0.lock().unwrap_or_else(PoisonError::into_inner), done)
    }
}
