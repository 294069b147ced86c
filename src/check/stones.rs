//! Checks of "at most K times the move before", and the rival that serves only to be compared:
//! openings by a sweep that knows no K-sequence.

use std::collections::BTreeSet;

use itertools::Itertools;
use num_bigint::BigUint;

use super::compare::{Entry, Tally, answer};
use super::reference::{Record, Reference};
use crate::error::Error;
use crate::games::stones::{Opening, Ratio, TakeAway};
use crate::sweep::{Queue, State, run_until};

/// All checks of this game.
pub(super) const CHECKS: &[Entry] = &[
    ("published figures", ["problem statement", "representation and block sums"], published),
    ("T(n) and all winning moves, n <= 300, K = 1..5", ["game search", "representation"], table),
    ("T(n) and M(n), n <= 20000, K = 1..6", ["event engine: active targets", "representation"], sweep),
];

fn published(reference: &Reference, tally: &mut Tally) -> Result<(), Error> {
    let game = TakeAway::FIBONACCI_NIM;
    for figure in reference.published("stones") {
        let figure = figure?;
        let (n, expected): (BigUint, _) = (figure.argument()?, figure.exact.as_deref().unwrap_or_default());
        let found = match figure.figure.as_str() {
            "sum" => answer(&figure.row, game.sum_of_largest_moves(&n))?.to_string(),
            "winning moves" => match winning_moves(&figure.row, game, &n)?.as_slice() {
                [] => "none".to_owned(),
                moves => moves.iter().join(";"),
            },
            _ => return Err(figure.unknown()),
        };
        tally.compare(&figure.row, expected, found)?;
    }
    Ok(())
}

/// All winning first moves, ascending.
fn winning_moves(place: &Record, game: TakeAway, n: &BigUint) -> Result<Vec<BigUint>, Error> {
    let mut moves = answer(place, game.winning_moves(n))?.collect_vec();
    moves.reverse();
    Ok(moves)
}

fn table(reference: &Reference, tally: &mut Tally) -> Result<(), Error> {
    reference.each("stones.csv", |row| {
        let (game, n) = (TakeAway::new(row.read::<Ratio>(0)?), row.read(1)?);
        let opening = answer(row, game.opening(&n))?;
        let largest = opening.largest().map_or_else(|| "0".to_owned(), BigUint::to_string);
        tally.compare(row, row.text(2)?, opening.threshold().to_string())?;
        tally.compare(row, row.text(3)?, largest)?;
        tally.compare(row, row.text(4)?, winning_moves(row, game, &n)?.iter().join(" "))
    })
}

fn sweep(_: &Reference, tally: &mut Tally) -> Result<(), Error> {
    let described = |opening: &Opening<u64>| {
        format!("T = {}, M = {}", opening.threshold(), opening.largest().unwrap_or(&0))
    };
    for game in (1..=6_u64).filter_map(|ratio| Some(TakeAway::new(ratio.try_into().ok()?))) {
        for (swept, (n, closed)) in openings_by_sweep(game, 20_000).iter().zip(game.openings()) {
            let place = format_args!("n = {n}, K = {}", game.ratio());
            tally.compare(place, described(swept), described(&closed))?;
        }
    }
    Ok(())
}

/// The openings from n = 1, …, `limit`, by a sweep over n.
///
/// A remainder N ≥ 1 is a P-position under every bound below T(N). So it is a winning target from
/// n = N + x if and only if K·x < T(N), that is, from N + 1 up to N + ⌊(T(N) − 1)/K⌋. The remainder
/// 0 is a winning target from every n, if the whole pile may be taken. Hence, at n,
///
/// > T(n) = n − (the largest active target),  M(n) = n − (the smallest active target except 0),
///
/// and T(n) opens the interval of n itself: the sweep feeds itself, and no term of the K-sequence
/// occurs.
///
/// # Cost
/// At most three events for each n, O(log limit) each. Memory: O(limit).
///
/// ```
/// use nimsweep::internal::openings_by_sweep;
/// use nimsweep::games::stones::TakeAway;
///
/// let game = TakeAway::FIBONACCI_NIM;
/// for ((_, by_the_law), by_the_sweep) in game.openings().zip(openings_by_sweep(game, 1000)) {
///     assert_eq!(by_the_law, by_the_sweep);
/// }
/// ```
#[must_use]
pub fn openings_by_sweep(game: TakeAway, limit: u32) -> Vec<Opening<u64>> {
    let ratio = game.ratio().get();
    let mut state = Targets { ratio, active: BTreeSet::new(), openings: vec![] };
    let mut queue = Queue::default();
    queue.visit(1);
    run_until(&mut state, &mut queue, |&n| n > limit.into());
    state.openings
}

/// The remainders except 0 that are winning targets from n, and the openings from 1, …, n.
struct Targets {
    ratio: u64,
    active: BTreeSet<u64>,
    openings: Vec<Opening<u64>>,
}

impl State for Targets {
    /// The number of stones. The last event is at most at 2·limit < 2³³, since T(n) ≤ n.
    type Key = u64;
    /// A remainder that becomes a winning target, or is one no longer: an interval is never empty,
    /// so that it closes at a later key than it opens.
    type Event = u64;

    fn apply(&mut self, _: &u64, target: u64) {
        if !self.active.remove(&target) {
            self.active.insert(target);
        }
    }

    fn settle(&mut self, &n: &u64, queue: &mut Queue<u64, u64>) {
        let threshold = n - self.active.last().unwrap_or(&0);
        let largest = self.active.first().map(|target| n - target);
        self.openings.push(Opening { threshold, largest });
        queue.visit(n + 1);
        let length = (threshold - 1) / self.ratio;
        if length > 0 {
            queue.schedule(n + 1, n);
            queue.schedule(n + 1 + length, n);
        }
    }
}
