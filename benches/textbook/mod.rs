//! What one would write for this job with the standard library alone: written well, and compared.
//!
//! - *`BinaryHeap`* merges one row of corners for each step of g: only the next corner of a step
//!   waits, so that the heap holds a few thousand entries of 16 bytes and not the millions of all
//!   corners.
//! - *`BTreeMap`* merges in the same way, and keeps the corners of one key in one list.
//! - *Collect and sort* uses windows as wide as the shortest length, the widest in which all
//!   corners are known.
//!
//! The three share how corners are counted and how g grows from them, so that they differ only in
//! how they order events. They know integer keys of 64 bits and nothing else of the crate's sweep.

mod line;
mod merge;
mod sort;

use nimsweep::games::squares::Grundy;

pub(crate) use line::Line;

/// Lets g grow as far as it is wanted.
pub(crate) type Sweep = fn(&mut Line);

/// The methods, each with its name.
pub(crate) const METHODS: [(&str, Sweep); 3] = [
    ("BinaryHeap", merge::sweep::<merge::Heap>),
    ("BTreeMap", merge::sweep::<merge::Tree>),
    ("collect and sort", sort::sweep),
];

/// Does the job by one method, which has to find the same steps from as many corners.
pub(crate) fn run(sweep: Sweep, expected: &Grundy) {
    let (lattice, limit) = (expected.lattice(), expected.limit());
    // narrow keys are keys of 64 bits
    assert!(lattice.scale().is_narrow);
    // that no point lies in doubt is seen below
    let [end, corners_end] = [true, false].map(|inclusive| lattice.bound(limit, inclusive).end() as i64);
    let mut line = Line::new(lattice, end, corners_end);
    sweep(&mut line);
    let (steps, corners) = line.finish();
    let starts = expected.steps().breakpoints().iter().map(|start| start.key as i64);
    assert!(starts.zip(expected.steps().values().iter().copied()).eq(steps));
    assert_eq!(corners, expected.corners());
}
