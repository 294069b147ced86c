//! The nimbers of all options of a segment: for each length what its digit reads, at its delay.

use itertools::Itertools;

use super::super::rules::Digit;
use super::steps::Steps;
use super::transitions::Transitions;
use crate::lattice::{Key, Lattice, Point};
use crate::sweep::Nimber;

/// The union over the lengths s of reach(L − s), or of { g(L − s) }, as L moves along the line.
///
/// A transition of reach at y, or a step of g, is due at L = y + s, once for each length s.
///
/// # Invariants
/// 1. Of a length that reads reach, `passed` counts moments of `transitions`, and `applied` is the
///    `past` of the last of these, or 0; of one that reads g, `passed` counts steps.
/// 2. `next` is where what follows `passed` is due, or none; all that is passed was due before.
/// 3. A bit of `held` is set if and only if its nimber is read at this delay, just beyond the last
///    place that was applied.
/// 4. In each word below `full` every bit is held at some delay: a flip lowers `full` to its word.
#[derive(Clone, Debug)]
pub struct Delays<K> {
    delays: Vec<Delay<K>>,
    transitions: Transitions<K>,
    /// Below this word every bit is held at some delay.
    full: usize,
}

/// What is read at the delay of one length.
#[derive(Clone, Debug)]
struct Delay<K> {
    length: Point<K>,
    digit: Digit,
    /// How many places with transitions have been passed, or how many steps of g.
    passed: usize,
    /// Where what follows them is due; none if that is not known, or was not looked for yet.
    next: Option<Point<K>>,
    /// How many changes these places had.
    applied: usize,
    /// The nimbers that are held, a bit each.
    held: Vec<u64>,
}

impl<K: Key> Delays<K> {
    /// No transition and no step yet: for the lengths of a lattice, each with its digit.
    pub fn new(lattice: &Lattice, digits: &[Digit]) -> Self {
        let delay = |(&length, &digit)| {
            let length = Point::of(length);
            Delay { length, digit, passed: 0, next: None, applied: 0, held: vec![] }
        };
        let delays = lattice.generators().iter().zip_eq(digits).map(delay).collect();
        Self { delays, transitions: Transitions::default(), full: 0 }
    }

    /// The digits of the lengths.
    pub fn digits(&self) -> impl Iterator<Item = Digit> {
        self.delays.iter().map(|delay| delay.digit)
    }

    /// Whether any length reads reach.
    pub fn read_reach(&self) -> bool {
        self.digits().any(|digit| digit == Digit::Anywhere)
    }

    /// The keys of the shortest and the longest length.
    pub fn shortest_and_longest(&self) -> (K, K) {
        let keys = self.delays.iter().map(|delay| delay.length.key);
        keys.minmax().into_option().unwrap_or_default()
    }

    /// Starts with everything due at every delay that happened below a key, where reach holds these
    /// nimbers.
    pub fn hold(&mut self, steps: &Steps<K>, key: K, nimbers: &[Nimber]) {
        let begun = steps.keys.partition_point(|&start| start < key);
        for Delay { digit, passed, next, held, .. } in &mut self.delays {
            held.clear();
            *next = None;
            match digit {
                Digit::Anywhere => flip_all(held, nimbers),
                Digit::AtAnEnd => {
                    *passed = begun;
                    flip_all(held, &steps.values[begun.saturating_sub(1)..begun]);
                }
            }
        }
        self.full = 0;
    }

    /// The transitions that are not yet due at every delay; later ones are appended here.
    pub fn transitions(&mut self) -> &mut Transitions<K> {
        &mut self.transitions
    }

    /// Moves L to just below `known`, as far as g is known already; returns g there.
    pub fn skip_to(&mut self, steps: &Steps<K>, known: K) -> Nimber {
        while self.apply_next(steps, known).is_some() {}
        self.mex()
    }

    /// Moves L to just below `end` and appends the changes of g to its steps.
    pub fn extend(&mut self, steps: &mut Steps<K>, end: K) {
        while let Some(at) = self.apply_next(steps, end) {
            let value = self.mex();
            if value != steps.last_value() {
                steps.push(at, value);
            }
        }
        self.forget();
    }

    /// Applies everything that is due next, at one place below `end`; returns where.
    fn apply_next(&mut self, steps: &Steps<K>, end: K) -> Option<Point<K>> {
        let (moments, changes) = (self.transitions.moments(), self.transitions.changes());
        let mut first: Option<Point<K>> = None;
        for Delay { length, digit, passed, next, .. } in &mut self.delays {
            if next.is_none() {
                let at = match digit {
                    Digit::Anywhere => moments.get(*passed).map(|moment| moment.at),
                    Digit::AtAnEnd => (*passed < steps.len()).then(|| steps.start(*passed)),
                };
                *next = at.map(|at| at + *length);
            }
            first = next.filter(|at| first.is_none_or(|first| at.key < first.key)).or(first);
        }
        let place = first.filter(|at| at.key < end)?;
        for delay in &mut self.delays {
            // the key names the place
            if delay.next.is_none_or(|at| at.key != place.key) {
                continue;
            }
            let Delay { digit, passed, next, applied, held, .. } = delay;
            *next = None;
            let mut flip = |nimber| self.full = self.full.min(flip(held, nimber));
            match digit {
                Digit::Anywhere => {
                    let past = moments[*passed].past;
                    changes[*applied..past].iter().for_each(|change| flip(change.nimber));
                    *applied = past;
                }
                Digit::AtAnEnd => {
                    let before = passed.checked_sub(1).map(|step| steps.values[step]);
                    before.into_iter().chain([steps.values[*passed]]).for_each(flip);
                }
            }
            *passed += 1;
        }
        Some(place)
    }

    /// The smallest nimber that is held at no delay.
    fn mex(&mut self) -> Nimber {
        loop {
            let word = |delay: &Delay<K>| delay.held.get(self.full).copied().unwrap_or(0);
            let union = self.delays.iter().map(word).fold(0, |union, word| union | word);
            if union != u64::MAX {
                // there are fewer nimbers than steps
                return self.full as Nimber * u64::BITS + union.trailing_ones();
            }
            self.full += 1;
        }
    }

    /// Drops the transitions that have been applied at all delays, once they are most of the list.
    fn forget(&mut self) {
        let anywhere = |delay: &&mut Delay<K>| delay.digit == Digit::Anywhere;
        let passed = self.delays.iter_mut().filter(anywhere).map(|delay| delay.passed).min().unwrap_or(0);
        if passed > self.transitions.moments().len() / 2 {
            let forgotten = self.transitions.forget(passed);
            for delay in self.delays.iter_mut().filter(anywhere) {
                // `passed` is the least of them
                delay.passed -= passed;
                delay.applied -= forgotten;
            }
        }
    }
}

/// Adds nimbers to a set or takes them out.
fn flip_all(set: &mut Vec<u64>, nimbers: &[Nimber]) {
    for &nimber in nimbers {
        flip(set, nimber);
    }
}

/// Adds a nimber to a set or takes it out; returns its word.
fn flip(set: &mut Vec<u64>, nimber: Nimber) -> usize {
    let word = (nimber / u64::BITS) as usize;
    if set.len() <= word {
        set.resize(word + 1, 0);
    }
    set[word] ^= 1 << (nimber % u64::BITS);
    word
}

#[cfg(test)]
mod tests {
    use super::super::method::{Choice, Reach};
    use super::*;
    use crate::number::Surd;

    /// g below a key, for pieces with these digits.
    fn grown(lattice: &Lattice, digits: &[Digit], end: i64) -> Steps<i64> {
        let mut delays = Delays::<i64>::new(lattice, digits);
        let (mut steps, mut reach) = (Steps::zero_on(lattice), Reach::new(Choice::default()));
        let (shortest, _) = delays.shortest_and_longest();
        for window in 0.. {
            let keys = steps.keys_of_window(window);
            if keys.start >= end {
                break;
            }
            reach.sweep(&steps, window, delays.transitions());
            delays.extend(&mut steps, keys.end + shortest);
        }
        steps
    }

    /// By the definition, on whole numbers: what a piece leaves is two segments, or one.
    fn by_definition(pieces: &[(usize, Digit)], count: usize) -> Vec<Nimber> {
        let mut g: Vec<Nimber> = vec![];
        for length in 0..count {
            let mut options = vec![];
            for &(piece, digit) in pieces.iter().filter(|(piece, _)| *piece <= length) {
                let left = length - piece;
                match digit {
                    Digit::AtAnEnd => options.push(g[left]),
                    Digit::Anywhere => {
                        options.extend((0..=left).map(|x| g[x] ^ g[left - x]));
                        // between whole numbers, where both parts have a fraction
                        options.extend((0..left).map(|x| g[x] ^ g[left - x - 1]));
                    }
                }
            }
            g.extend((0..).find(|nimber| !options.contains(nimber)));
        }
        g
    }

    #[test]
    fn each_digit_reads_what_it_leaves() {
        use Digit::{Anywhere, AtAnEnd};
        for (pieces, digits) in [
            ("1", vec![AtAnEnd]),
            ("1,3,4", vec![AtAnEnd; 3]),
            ("2,5,7", vec![AtAnEnd; 3]),
            ("1,2", vec![Anywhere, AtAnEnd]),
            ("1,2", vec![AtAnEnd, Anywhere]),
            ("2,3,7", vec![AtAnEnd, Anywhere, AtAnEnd]),
            ("1,4", vec![Anywhere; 2]),
        ] {
            let lengths: Vec<Surd> = pieces.split(',').map(|length| length.parse().unwrap()).collect();
            let lattice = Lattice::spanned_by(&lengths, &"200".parse().unwrap()).unwrap();
            let unit = Point::<i64>::of(lattice.generators()[0]).key / pieces[..1].parse::<i64>().unwrap();
            let steps = grown(&lattice, &digits, 80 * unit);
            let whole = pieces.split(',').map(|piece| piece.parse().unwrap());
            let expected = by_definition(&whole.zip(digits.iter().copied()).collect::<Vec<_>>(), 80);
            for (number, &value) in (0..).zip(&expected) {
                let step = steps.keys.partition_point(|&key| key <= number * unit) - 1;
                assert_eq!(steps.values[step], value, "g({number}) for {pieces} with {digits:?}");
            }
        }
    }

    /// {1, √2, 1 + √2} repeats with 2 + √2, from 0 on.
    #[test]
    fn a_subtraction_game_with_real_lengths_is_periodic() {
        let lengths: Vec<Surd> =
            ["1", "sqrt2", "1+sqrt2"].iter().map(|length| length.parse().unwrap()).collect();
        let lattice = Lattice::spanned_by(&lengths, &"100".parse().unwrap()).unwrap();
        let keys: Vec<i64> = lattice.generators().iter().map(|&length| Point::of(length).key).collect();
        let (period, end) = (keys[0] + keys[2], 30 * keys[0]);
        let steps = grown(&lattice, &[Digit::AtAnEnd; 3], end);
        let points: Vec<_> = steps.iter().filter(|(at, _)| at.key < end).collect();
        let shifted: Vec<_> = points
            .iter()
            .map(|&(at, value)| (at.key + period, value))
            .filter(|(key, _)| *key < end)
            .collect();
        let late: Vec<_> =
            points.iter().map(|&(at, value)| (at.key, value)).filter(|(key, _)| *key >= period).collect();
        assert!(late.len() > 20 && late == shifted, "{late:?}");
    }
}
