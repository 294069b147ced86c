//! Long work, watched: it runs in a thread of its own, while the caller's thread listens for Ctrl-C
//! and reports progress. Work that is mostly short begins in the caller's thread.
//!
//! The interpreter lock is released meanwhile, so that other threads of Python run. The work never
//! needs that lock, and so may hold locks of its own.

use std::any::Any;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::{Duration, Instant};

use nimsweep::internal::{Stopped, Watch, tell};
use parking_lot::{Mutex, MutexGuard};
use pyo3::prelude::*;

use crate::errors::{InternalError, TooLargeError};
use crate::failure::Failure;

/// How long work goes on in the caller's thread: far longer than it takes to start a thread, and
/// nobody waits for the part that is done again.
const AT_ONCE: Duration = Duration::from_millis(1);
/// How often signals are checked.
const LOOK: Duration = Duration::from_millis(20);
/// How often progress is reported.
const REPORT: Duration = Duration::from_millis(50);
/// How long to wait for work that was asked to stop. Work that does not look at its watch as
/// often ends on its own, later, and its result is dropped.
const GRACE: Duration = Duration::from_millis(50);

/// What work and its caller share: how much is done, and whether to stop.
#[derive(Debug)]
struct Shared {
    asked: AtomicBool,
    /// The bits of the share that is done; of NaN as long as none is known.
    done: AtomicU64,
}

impl Shared {
    fn new() -> Self {
        Self { asked: AtomicBool::new(false), done: AtomicU64::new(f64::NAN.to_bits()) }
    }

    /// Records the share that is done, from 0 to 1; breaks if the work is to stop.
    fn at(&self, done: f64) -> ControlFlow<()> {
        self.done.store(done.to_bits(), Ordering::Relaxed);
        if self.asked.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn ask_to_stop(&self) {
        self.asked.store(true, Ordering::Relaxed);
    }

    fn done(&self) -> Option<f64> {
        let done = f64::from_bits(self.done.load(Ordering::Relaxed));
        (!done.is_nan()).then(|| done.clamp(0.0, 1.0))
    }
}

/// If this many interrupted pieces of work still run, no new one begins.
const MOST_ABANDONED: usize = 4;

/// Work that was asked to stop and has not ended in time. It holds what it shares until it ends.
static ABANDONED: Mutex<Vec<Weak<Shared>>> = Mutex::new(vec![]);

/// How much work still runs although it was interrupted.
fn abandoned() -> usize {
    let mut abandoned = ABANDONED.lock();
    abandoned.retain(|shared| shared.strong_count() > 0);
    abandoned.len()
}

/// As [`run`], for work that does not look at a watch: an exception from a signal is raised at
/// once, and the work ends on its own, later.
///
/// # Errors
/// As [`run`]; `TooLargeError` as long as four pieces of work still run that were interrupted.
pub fn unwatched<T, W>(py: Python<'_>, work: W) -> Result<T, Failure>
where
    T: Send + 'static,
    W: FnOnce() -> Result<T, Failure> + Send + 'static,
{
    let count = abandoned();
    if count >= MOST_ABANDONED {
        return Err(TooLargeError::new_err(format!(
            "{count} computations that were interrupted still run; try again when one of them has ended, \
             or in a new process"
        ))
        .into());
    }
    run(py, None, |_| work())
}

/// What a lock guards, as soon as no other thread has it; a stop is heard meanwhile.
pub fn locked<'a, T>(lock: &'a Mutex<T>, watch: Watch<'_>) -> Result<MutexGuard<'a, T>, Stopped> {
    loop {
        if let Some(guard) = lock.try_lock_for(AT_ONCE) {
            return Ok(guard);
        }
        // how much of the work is done is not known here
        tell(watch, f64::NAN)?;
    }
}

/// Work without a result of its own.
type Work = Box<dyn FnOnce(Watch<'_>) -> Result<(), Failure> + Send>;

/// How the work has ended: in order, or in a panic.
type Outcome = thread::Result<Result<(), Failure>>;

/// As [`run`], for work that is mostly done before a thread would have begun: if it is short, or
/// soon looks at its watch, it begins in the caller's thread, and what has taken a millisecond when
/// it looks begins again in a thread of its own. It must take its locks by [`locked`].
///
/// # Errors
/// As [`run`].
pub fn run_at_once<T, W>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    is_short: impl FnOnce() -> bool + Send,
    work: W,
) -> Result<T, Failure>
where
    T: Send + 'static,
    W: Fn(Watch<'_>) -> Result<T, Failure> + Send + Sync + 'static,
{
    let begun = Instant::now();
    let mut stopped = false;
    let mut watch = |_| {
        stopped = begun.elapsed() >= AT_ONCE;
        if stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let at_once = || is_short().then(|| work(&mut watch));
    let outcome = py.detach(|| catch_unwind(AssertUnwindSafe(at_once)));
    let outcome = outcome.map_err(|panic| fault(&*panic))?;
    let Some(result) = outcome.filter(|_| !stopped) else { return run(py, progress, work) };
    let result = result?;
    progress.map(|progress| progress.call1((1.0,))).transpose()?;
    Ok(result)
}

/// Does the work in a thread of its own and returns its result.
///
/// Meanwhile signals are checked every 20 ms. An exception from a signal, such as
/// `KeyboardInterrupt`, or from `progress` asks the work to stop, and is raised.
///
/// `progress` is called in this thread about every 50 ms with the share that is done, or `None` if
/// none is known, and at the end with 1.0.
///
/// # Errors
/// That of the work, of a signal, or of `progress`; `RuntimeError` if no thread can be started;
/// `InternalError` after a panic of the work.
pub fn run<T, W>(py: Python<'_>, progress: Option<&Bound<'_, PyAny>>, work: W) -> Result<T, Failure>
where
    T: Send + 'static,
    W: FnOnce(Watch<'_>) -> Result<T, Failure> + Send + 'static,
{
    // one function waits for all kinds of work, no matter what their results are
    let result = Arc::new(Mutex::new(None));
    let place = Arc::clone(&result);
    let work = move |watch: Watch<'_>| {
        let result = work(watch)?;
        *place.lock() = Some(result);
        Ok(())
    };
    wait_for(py, progress, Box::new(work))?;
    let result = result.lock().take();
    result.ok_or(Failure::Stopped)
}

fn wait_for(py: Python<'_>, progress: Option<&Bound<'_, PyAny>>, work: Work) -> Result<(), Failure> {
    let shared = Arc::new(Shared::new());
    let (sender, mut receiver) = sync_channel(1);
    start(Arc::clone(&shared), sender, work)?;
    let mut reported = Instant::now();
    loop {
        let outcome;
        (receiver, outcome) = py.detach(move || receive(receiver, LOOK));
        match outcome {
            Ok(Ok(result)) => {
                result?;
                progress.map(|progress| progress.call1((1.0,))).transpose()?;
                return Ok(());
            }
            Ok(Err(panic)) => return Err(fault(&*panic).into()),
            // not reached: the thread always sends its outcome
            Err(RecvTimeoutError::Disconnected) => return Err(Failure::Stopped),
            Err(RecvTimeoutError::Timeout) => {}
        }
        let heard = py.check_signals().and_then(|()| match progress {
            Some(progress) if reported.elapsed() >= REPORT => {
                reported = Instant::now();
                progress.call1((shared.done(),)).map(drop)
            }
            _ => Ok(()),
        });
        if let Err(exception) = heard {
            shared.ask_to_stop();
            // what the work returns now is dropped: the exception counts
            let (_, ended) = py.detach(move || receive(receiver, GRACE));
            if ended.is_err() {
                ABANDONED.lock().push(Arc::downgrade(&shared));
            }
            return Err(exception.into());
        }
    }
}

/// What a panic of the work becomes.
fn fault(panic: &(dyn Any + Send)) -> PyErr {
    let reason = panic.downcast_ref::<String>().map(String::as_str);
    let reason = reason.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no reason is known");
    InternalError::new_err(format!("a fault of nimsweep, please report it with this call: {reason}"))
}

/// Panics where answers are computed, for the test of what becomes of it.
#[pyfunction]
#[pyo3(name = "_panic")]
#[expect(clippy::panic, reason = "it is asked for")]
pub fn panic_of_work(py: Python<'_>) -> Result<(), Failure> {
    run(py, None, |_| panic!("as asked for"))
}

/// The receiver is handed over and back: it may be moved between threads, but not shared.
fn receive(
    receiver: Receiver<Outcome>,
    time: Duration,
) -> (Receiver<Outcome>, Result<Outcome, RecvTimeoutError>) {
    let received = receiver.recv_timeout(time);
    (receiver, received)
}

fn start(shared: Arc<Shared>, sender: SyncSender<Outcome>, work: Work) -> Result<(), Failure> {
    let body = move || {
        // what the work shares with others is kept whole behind locks
        let outcome = catch_unwind(AssertUnwindSafe(|| work(&mut |done| shared.at(done))));
        // nobody waits any more if it took too long to stop
        let _ = sender.send(outcome);
    };
    let started = thread::Builder::new().name("nimsweep".to_owned()).spawn(body);
    started.map(drop).map_err(|error| PyErr::from(error).into())
}
