//! The puzzles of the days, a table of positions that have one winning move only, up to mirror:
//! `cargo run --release --example puzzles > data/puzzles.csv`.
//!
//! Positions are dealt at random, with the same numbers each time, until each grade has enough.

use std::collections::{BTreeMap, HashSet};
use std::error::Error;

use itertools::Itertools;
use nimsweep::games::squares::{Grundy, Lengths, OnlyMove, Position};
use nimsweep::number::Surd;

/// How many weeks the table has.
const WEEKS: usize = 52;
/// The grades, from Monday to Sunday.
const GRADES: usize = 7;
/// The lengths of the pieces; whole ones have no irrational places.
const LENGTHS: [&str; 4] = ["1,sqrt2", "1,(1+sqrt5)/2", "1,sqrt3", "2,3"];

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end
    }
}

/// The grade of a puzzle with so many segments, if its only move is like that of a grade.
fn grade(position: &Position, only: &OnlyMove) -> Option<usize> {
    let places = only.places.first()?;
    // that of the mirror image of a place is the other one
    let is_irrational = only.places.iter().any(|places| places.start.as_rational().is_none());
    let is_end = places.start == Surd::default();
    let is_wide = &places.end - &places.start >= position.lengths().shortest() / Surd::from(2);
    Some(match (position.segments().len(), !places.is_place()) {
        (2, true) if is_wide => 1,
        (2, true) => 2,
        (3, true) => 3,
        (2, false) if is_end => 4,
        (2, false) => 5,
        (3, false) if is_end || !is_irrational => 6,
        (3, false) => 7,
        _ => return None,
    })
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut random = Random(20_261_125);
    let games: Vec<(Lengths, Grundy)> = LENGTHS
        .iter()
        .map(|lengths| {
            let lengths: Lengths = lengths.parse()?;
            let limit = Surd::from(8) * lengths.longest();
            Ok((lengths.clone(), Grundy::new(&lengths, &limit)?))
        })
        .collect::<Result<_, Box<dyn Error>>>()?;
    let mut known = HashSet::new();
    let mut rows: BTreeMap<(usize, usize), String> = BTreeMap::new();
    let mut counts: BTreeMap<usize, [usize; LENGTHS.len()]> = BTreeMap::new();
    while rows.len() < WEEKS * GRADES {
        let index = random.below(LENGTHS.len() as u64) as usize;
        let (lengths, grundy) = &games[index];
        let count = 2 + random.below(2);
        let mut below = |end| random.below(end);
        let segments = (0..count).map(|_| lengths.random_segment(grundy.limit(), &mut below));
        let position = Position::new(lengths, segments)?;
        let Some(only) = position.moves(grundy, None)?.only_move() else { continue };
        let Some(grade) = grade(&position, &only) else { continue };
        // not all of a grade with the same lengths, of which some have many more
        let of_grade = counts.entry(grade).or_insert([0; LENGTHS.len()]);
        if of_grade[index] >= WEEKS / 2 || of_grade.iter().sum::<usize>() == WEEKS {
            continue;
        }
        let mut segments = position.segments().to_vec();
        segments.sort();
        // two that are equal cancel, and leave nothing to find
        if segments.iter().all_unique() && known.insert(segments) {
            let [lengths, segments] =
                [lengths.as_slice(), position.segments()].map(|list| list.iter().join(" "));
            rows.insert((of_grade.iter().sum(), grade), format!("{lengths},{segments}"));
            of_grade[index] += 1;
        }
    }
    println!("lengths,segments");
    rows.values().for_each(|row| println!("{row}"));
    Ok(())
}
