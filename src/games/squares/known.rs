//! g as far as it is known: its owners, one for each game, which compute it further when it is
//! asked for.

use std::sync::Arc;

use num_traits::Zero;

use super::drive::{Effort, Pool};
use super::grundy::Grundy;
use super::grundy_run::{GrundyRun, Step};
use super::need::Need;
use super::rules::Lengths;
use crate::error::Error;
use crate::number::Surd;
use crate::watch::Watch;

/// g for some lengths as far as it is known, also by a run that was stopped.
#[derive(Clone, Debug)]
pub struct Known {
    effort: Effort,
    pool: Pool,
    /// With its period, if that is proven.
    table: Arc<Grundy>,
    /// Runs that were stopped, each to a limit of its own: the last one at the end.
    stopped: Vec<GrundyRun>,
}

/// For how many games g is kept.
const MOST_OWNERS: usize = 16;
/// How many runs of a game are kept that were stopped: for questions that take turns.
const MOST_STOPPED: usize = 4;

/// The owners of g of the games that were asked about last: the only place that makes one.
#[derive(Clone, Debug, Default)]
pub struct Owners {
    /// The one that was used last stands last.
    all: Vec<Known>,
    pool: Pool,
}

impl Owners {
    /// The owner of g for some lengths; of a new one nothing is known yet but g(0) = 0.
    ///
    /// # Errors
    /// [`Error`] for lengths beyond the keys.
    pub fn one(&mut self, lengths: &Lengths, effort: Effort) -> Result<&mut Known, Error> {
        let is_it = |known: &Known| known.effort == effort && known.table.lengths() == lengths;
        match self.all.iter().position(is_it) {
            Some(place) => self.all[place..].rotate_left(1),
            None => {
                self.all.push(Known::new(lengths, effort, self.pool.clone())?);
                let others = self.all.len().saturating_sub(MOST_OWNERS);
                self.all.drain(..others);
            }
        }
        let last = self.all.len() - 1;
        Ok(&mut self.all[last])
    }

    /// The threads of all runs.
    #[cfg(feature = "serde")]
    pub(crate) fn pool(&self) -> &Pool {
        &self.pool
    }

    /// The owners for a few games, no two of them equal, in this order.
    ///
    /// # Errors
    /// As [`one`](Self::one).
    pub fn of(&mut self, games: &[(Lengths, Need)], effort: Effort) -> Result<&mut [Known], Error> {
        for (lengths, _) in games {
            self.one(lengths, effort)?;
        }
        let others = self.all.len() - games.len();
        Ok(&mut self.all[others..])
    }
}

impl Known {
    fn new(lengths: &Lengths, effort: Effort, pool: Pool) -> Result<Self, Error> {
        let table = Arc::new(Grundy::new(lengths, &Surd::zero())?.with_period());
        Ok(Self { effort, pool, table, stopped: vec![] })
    }

    /// The longest table that is complete, with its period if that is proven.
    pub fn table(&self) -> &Arc<Grundy> {
        &self.table
    }

    /// All steps that are known: of the table, or of a run that went further until it was stopped.
    pub fn steps(&self) -> Vec<Step> {
        self.further().map_or_else(|| self.table.kept_steps(), |run| run.steps().collect())
    }

    /// Where the last of these steps begins.
    pub fn last_step(&self) -> Surd {
        let of_table = || Some(self.table.lattice().exact(*self.table.steps().breakpoints().last()?));
        self.further().map(GrundyRun::last_step).or_else(of_table).unwrap_or_default()
    }

    /// Takes over steps of g for a run to this limit, which is computed next.
    ///
    /// # Errors
    /// As [`GrundyRun::resume`].
    pub fn resume(&mut self, steps: &[Step], limit: &Surd) -> Result<(), Error> {
        self.stopped = vec![GrundyRun::resume(self.effort.method, self.table.lengths(), limit, steps)?];
        Ok(())
    }

    /// A table up to the limit or further.
    ///
    /// # Errors
    /// [`Error`] if the limit is too large for the keys, the work would take too long, or
    /// `watch` ends it; the next call goes on then.
    ///
    /// # Cost
    /// As [`Grundy::new`], without what is known.
    pub fn to(&mut self, limit: &Surd, watch: Watch<'_>) -> Result<&Arc<Grundy>, Error> {
        let is_beyond = limit > self.table.limit();
        // a limit that a run has passed is not refused, as the further one was not
        if let Some(run) = self.further().filter(|run| is_beyond && *limit <= run.last_step()) {
            self.table = Arc::new(run.up_to(limit).with_period());
        }
        if limit <= self.table.limit() {
            return Ok(&self.table);
        }
        let own = self.stopped.iter().position(|run| run.limit() == limit);
        let mut run = match own {
            Some(place) => self.stopped.remove(place),
            None => self.run_to(limit)?,
        };
        if let Err(error) = run.drive(self.effort, &self.pool, watch) {
            // others stay, so that each question comes further with each of its turns
            self.stopped.push(run);
            let others = self.stopped.len().saturating_sub(MOST_STOPPED);
            self.stopped.drain(..others);
            return Err(error);
        }
        self.stopped.retain(|other| other.last_step() > *limit);
        self.table = Arc::new(run.finish().with_period());
        Ok(&self.table)
    }

    /// A table that serves a need.
    ///
    /// # Errors
    /// As [`to`](Self::to), and if nothing that may be computed serves.
    pub fn serve(&mut self, need: &Need, watch: Watch<'_>) -> Result<&Arc<Grundy>, Error> {
        while let Some(limit) = self.next(need)? {
            self.to(&limit, watch)?;
        }
        Ok(&self.table)
    }

    /// How far a need has g computed next, or `None` if the table serves it.
    ///
    /// # Errors
    /// If nothing that may be computed serves.
    pub fn next(&self, need: &Need) -> Result<Option<Surd>, Error> {
        need.next(&self.table, self.effort.patience)
    }

    /// The run that went furthest, if that is further than the table.
    fn further(&self) -> Option<&GrundyRun> {
        let furthest = self.stopped.iter().max_by_key(|run| run.last_step());
        furthest.filter(|run| run.last_step() > *self.table.limit())
    }

    /// A run to a limit, from the most that is known.
    fn run_to(&self, limit: &Surd) -> Result<GrundyRun, Error> {
        match self.further() {
            Some(run) => run.continued_to(self.effort.method, limit),
            None => self.table.continued_to(self.effort.method, limit),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow::{Break, Continue};

    use super::*;
    use crate::watch::unwatched;

    /// A part continues the run of the part before it, and a table of what is known ends no run.
    #[test]
    fn parts_are_one_run() {
        let (lengths, limit) = ("1,sqrt2,90".parse().unwrap(), Surd::from(100));
        let mut known = Known::new(&lengths, Effort::default(), Pool::default()).unwrap();
        let (mut parts, mut all, mut alone) = (0, 0, 0);
        let mut whole = Known::new(&lengths, Effort::default(), Pool::default()).unwrap();
        let count = &mut |_| {
            alone += 1;
            Continue(())
        };
        whole.to(&limit, count).unwrap();
        loop {
            let mut windows = 0;
            let part = known.to(&limit, &mut |_| {
                windows += 1;
                if windows > 10 { Break(()) } else { Continue(()) }
            });
            // each part is told where it begins
            all += windows - 1;
            if part.is_ok() {
                break;
            }
            parts += 1;
            let reached = known.last_step();
            let table = known.to(&reached, &mut |_| panic!("nothing is swept")).unwrap();
            assert_eq!(**table, Grundy::new(&lengths, &reached).unwrap());
            assert!(known.stopped.iter().any(|run| *run.limit() == limit));
        }
        assert!(parts > 5 && all == alone - 1, "{parts} parts of {all} windows, not {alone}");
        assert_eq!(**known.table(), Grundy::new(&lengths, &limit).unwrap());
    }

    /// Work that is stopped anywhere goes on to the same table, and to others.
    #[test]
    fn what_a_stop_has_left_is_used() {
        let (lengths, limits) = (Lengths::default(), [60, 25, 80, 40].map(Surd::from));
        for windows in 0..12 {
            let mut known = Known::new(&lengths, Effort::default(), Pool::default()).unwrap();
            for limit in &limits {
                let mut left = windows;
                let stopped = known.to(limit, &mut |done| {
                    left -= i32::from(done > 0.0);
                    if left < 0 { Break(()) } else { Continue(()) }
                });
                assert!(stopped.is_ok_and(|_| true) || !known.stopped.is_empty(), "{limit}");
            }
            for limit in &limits {
                let table = known.to(limit, &mut unwatched).unwrap();
                assert!(table.limit() >= limit);
                assert_eq!(table.up_to(limit).unwrap(), Grundy::new(&lengths, limit).unwrap());
            }
        }
    }
}
