//! The option of how many threads compute.

use std::thread::available_parallelism;

use clap::Args;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::failure::Failure;
use crate::ask::ValueError;
use crate::number::quoted;

/// The most threads that may be asked for.
const MOST_THREADS: usize = 1024;

/// How many threads compute.
#[derive(Debug, Args)]
pub(super) struct Threads {
    /// Threads that compute, at most one for each core; the result does not depend on it [default:
    /// one for each core]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    threads: Option<String>,
}

impl Threads {
    /// The number that was asked for, but no more than there are cores: more threads would only
    /// wait for each other.
    pub(super) fn number(&self) -> Result<Option<usize>, ValueError> {
        let read = |text: &String| {
            let threads = text.parse().ok().filter(|threads| (1..=MOST_THREADS).contains(threads));
            threads.map(at_most_one_for_each_core).ok_or_else(|| {
                let text = quoted(text);
                let reason = format!(
                    "'{text}' is not a number of threads; give a whole number from 1 to {MOST_THREADS}"
                );
                ValueError::new("threads", reason)
            })
        };
        self.threads.as_ref().map(read).transpose()
    }

    /// So many threads, ready to compute.
    pub(super) fn pool(&self) -> Result<ThreadPool, Failure> {
        // 0 stands for one thread for each core
        let pool = ThreadPoolBuilder::new().num_threads(self.number()?.unwrap_or(0)).build();
        pool.map_err(|error| {
            let reason = format!("cannot start the threads: {error}; give a smaller number");
            ValueError::new("threads", reason).into()
        })
    }
}

/// So many threads, or one for each core that this process may use, if these are known and fewer.
fn at_most_one_for_each_core(threads: usize) -> usize {
    available_parallelism().map_or(threads, |cores| threads.min(cores.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_threads_are_started_than_there_are_cores() {
        let cores = available_parallelism().map_or(1, usize::from);
        for asked in [1, 2, 3, 64, MOST_THREADS] {
            let threads = Threads { threads: Some(asked.to_string()) };
            assert_eq!(threads.number().unwrap(), Some(asked.min(cores)));
            assert_eq!(threads.pool().unwrap().current_num_threads(), asked.min(cores));
        }
        assert_eq!(Threads { threads: None }.number().unwrap(), None);
        assert!(Threads { threads: Some("1025".to_owned()) }.number().is_err());
    }
}
