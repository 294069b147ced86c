//! Which move of a lost position leaves the other player the least to win by.

use std::collections::HashMap;
use std::iter::once;

use itertools::Itertools;
use num_traits::Zero;

use super::super::grundy::Grundy;
use super::super::rules::Digit;
use super::cuts::{Cut, cut_intervals, xor};
use super::{Move, Placements, Position};
use crate::error::Error;
use crate::number::Surd;
use crate::sweep::Nimber;

/// At most this many moves are tried.
const MOST_CANDIDATES: usize = 500;
/// They are tried up to this multiple of the shortest length; there it takes a second at most.
const MOST_TIMES_SHORTEST: u64 = 5000;

/// What the player to move can win by: the total length of the winning places, and the number of
/// single places, which have no length. The less, the harder to find.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Prospects {
    length: Surd,
    places: usize,
}

impl Position {
    /// The move that resists most in a position in which none wins: after it the other player has
    /// the least to win by.
    ///
    /// The candidates are, for each segment and each length s that fits: the places x = 0, the
    /// middle and the last one; every x at which g(x) xor g(L − s − x) changes; and the
    /// [simplest number](Surd::simplest_between) between two neighbours of these; with the digit 3
    /// both ends. Of the first 500, in the order of segment, length and place, it is the one after
    /// which [`moves`](Self::moves) has the least total length of winning places, then the fewest
    /// single places, then the first.
    ///
    /// If the longest segment is longer than 5000 shortest lengths, it is a
    /// [`legal_move`](Self::legal_move). `None` if the game is over.
    ///
    /// # Errors
    /// [`Error`] if `grundy` is not known as far as the longest segment, or is for other
    /// lengths.
    ///
    /// # Cost
    /// [`Grundy::placements`] for the two parts that each candidate leaves.
    ///
    /// ```
    /// use nimsweep::games::squares::{Grundy, Lengths, Position};
    ///
    /// let lengths = Lengths::default();
    /// let grundy = Grundy::new(&lengths, &"10".parse()?)?;
    /// let lost = Position::new(&lengths, ["3".parse()?, "3".parse()?])?;
    /// let step = lost.resisting_move(&grundy)?.unwrap();
    /// assert_eq!(step.to_string(), "length 1 at 0 in segment 1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resisting_move(&self, grundy: &Grundy) -> Result<Option<Move>, Error> {
        let shortest = self.lengths().shortest();
        let most = Surd::from(MOST_TIMES_SHORTEST) * shortest;
        let Some(longest) = self.longest().filter(|longest| **longest <= most) else {
            return Ok(self.legal_move());
        };
        let sum = self.value(grundy)?;
        // one table for all parts, which may be known by a period only
        let grundy = &*grundy.table_to(longest)?;
        let values: Vec<Nimber> =
            self.segments().iter().map(|segment| grundy.value_at(segment)).collect::<Result<_, _>>()?;

        let mut of_segments = HashMap::new();
        let mut best: Option<(Prospects, Move)> = None;
        for step in self.candidates(grundy) {
            let right = &self.segments()[step.segment] - &step.length - &step.place;
            let parts = [&step.place, &right];
            let values_of_parts = [grundy.value_at(&step.place)?, grundy.value_at(&right)?];
            // the value of the sum after the move
            let sum = values_of_parts.iter().fold(sum ^ values[step.segment], |sum, value| sum ^ value);
            let mut prospects = Prospects::default();
            for (segment, &value) in values.iter().enumerate().filter(|&(other, _)| other != step.segment) {
                let target = sum ^ value;
                let of_segment = match of_segments.get(&(segment, target)) {
                    Some(known) => known,
                    None => {
                        let found = Prospects::on(&self.segments()[segment], target, grundy)?;
                        of_segments.entry((segment, target)).or_insert(found)
                    }
                };
                prospects.add(of_segment);
            }
            for (part, value) in parts.into_iter().zip(values_of_parts) {
                if best.as_ref().is_none_or(|(least, _)| prospects < *least) {
                    prospects.add(&Prospects::on(part, sum ^ value, grundy)?);
                }
            }
            if best.as_ref().is_none_or(|(least, _)| prospects < *least) {
                best = Some((prospects, step));
            }
        }
        Ok(best.map(|(_, step)| step))
    }

    /// The first candidates, in the order of segment, length and place.
    fn candidates(&self, grundy: &Grundy) -> Vec<Move> {
        let mut candidates = vec![];
        for (segment, length) in self.segments().iter().enumerate() {
            let fitting =
                self.lengths().pieces().enumerate().take_while(|(_, piece)| piece.length <= *length);
            for (index, piece) in fitting {
                let last = length - &piece.length;
                let rest = MOST_CANDIDATES - candidates.len();
                let places: Vec<Surd> = match piece.digit {
                    Digit::AtAnEnd => [Surd::zero(), last].into_iter().dedup().collect(),
                    Digit::Anywhere => {
                        // each change is a candidate, so that no more of them are needed
                        let changes = changes(grundy, length, index).take(rest);
                        let middle = &last / Surd::from(2);
                        with_neighbours(changes.chain([Surd::zero(), middle, last]).sorted().dedup())
                    }
                };
                let moves =
                    places.into_iter().map(|place| Move { segment, length: piece.length.clone(), place });
                candidates.extend(moves.take(rest));
            }
        }
        candidates
    }
}

impl Prospects {
    /// On one segment, where a move wins if it leaves this nimber.
    fn on(segment: &Surd, target: Nimber, grundy: &Grundy) -> Result<Self, Error> {
        let mut prospects = Self::default();
        if segment < grundy.lengths().shortest() {
            return Ok(prospects);
        }
        for Placements { winning, .. } in grundy.placements(segment, target, None)? {
            for interval in winning {
                match interval.end - interval.start {
                    length if length.is_zero() => prospects.places += 1,
                    length => prospects.length += length,
                }
            }
        }
        Ok(prospects)
    }

    fn add(&mut self, other: &Self) {
        self.length += &other.length;
        self.places += other.places;
    }
}

/// The places x in [0, y] at which g(x) xor g(y − x) changes, ascending, for y = L − s with the
/// length s of this index. A place may come twice.
fn changes(grundy: &Grundy, segment: &Surd, index: usize) -> impl Iterator<Item = Surd> {
    let lattice = grundy.lattice();
    let y = segment - &grundy.lengths().as_slice()[index];
    // what lies at or below y, as L lies on the lattice or not
    let bound = lattice.bound(segment, true).less(lattice.generators()[index]);
    let mut before = None;
    cut_intervals(grundy, bound).filter_map(move |interval| {
        let at_start = xor(interval.at_start);
        let nimbers = [before.unwrap_or(at_start), at_start];
        let after = interval.inside.map_or(at_start, xor);
        before = Some(after);
        (nimbers != [after; 2]).then(|| match interval.start {
            Cut::Breakpoint(point) => lattice.exact(point),
            Cut::Mirrored(point) => &y - lattice.exact(point),
        })
    })
}

/// These numbers with the simplest one between each two neighbours.
fn with_neighbours(ascending: impl Iterator<Item = Surd>) -> Vec<Surd> {
    let mut before: Option<Surd> = None;
    let with_one_before = ascending.flat_map(|number| {
        let between = before.as_ref().and_then(|before| Surd::simplest_between(before, &number));
        before = Some(number.clone());
        between.map(Surd::from).into_iter().chain(once(number))
    });
    with_one_before.collect()
}
