//! Steps to continue from that are not those of g: refused or swept on, and never a panic.

use nimsweep::games::squares::{GrundyRun, Lengths, Method, Step};
use nimsweep::lattice::{Coordinates, Point};
use nimsweep::number::Surd;
use proptest::prelude::*;

/// Steps on the lattice of the lengths in ascending order, with values that the length of a segment
/// allows.
fn forged(lengths: &'static str) -> impl Strategy<Value = Vec<Step>> {
    let parsed: Lengths = lengths.parse().unwrap();
    let limit = Surd::from(30);
    let lattice = parsed.lattice(&limit).unwrap();
    let starts = (0..60_i64, 0..12_i64, 0..9_u32);
    proptest::collection::vec(starts, 1..40).prop_map(move |starts| {
        let mut steps: Vec<_> = starts
            .into_iter()
            .filter_map(|(a, b, value)| {
                // rational numbers have one coordinate
                let start = [a, b].into_iter().take(1 + lattice.radicands().len()).collect::<Coordinates>();
                Some((lattice.point(&start)?, Step { start, value }))
            })
            .filter(|(point, _)| point.key > 0)
            .collect();
        steps.sort_by_key(|&(point, _)| point.key);
        steps.dedup_by_key(|&mut (point, _)| point.key);
        let first = [Step { start: lattice.coordinates(Point::ORIGIN), value: 0 }];
        let mut steps: Vec<Step> = first.into_iter().chain(steps.into_iter().map(|(_, step)| step)).collect();
        steps.dedup_by_key(|step| step.value);
        steps
    })
}

fn resumes_or_refuses(lengths: &str, steps: Vec<Step>, limit: i32) {
    if let Ok(growing) =
        GrundyRun::resume(Method::Fastest, &lengths.parse().unwrap(), &Surd::from(limit), &steps)
    {
        let _ = growing.finish();
    }
}

/// An edit that no other check sees: the last step of a window has another value, the window after
/// it is one of those that are recomputed, and the steps inside that window are right.
///
/// Which windows are recomputed follows from a hash of all steps. If the hash changes, look for
/// other edits: about one in sixteen, of the last step of one of the last windows, is refused for
/// this reason.
#[test]
fn a_wrong_value_just_before_a_window_is_seen() {
    let (lengths, limit) = ("1,sqrt2".parse().unwrap(), Surd::from(560));
    let mut run = GrundyRun::new(&lengths, &limit).unwrap();
    while run.advance() {}
    let steps: Vec<Step> = run.steps().collect();
    assert!(GrundyRun::resume(Method::Fastest, &lengths, &limit, &steps).is_ok());
    for (start, values) in
        [([437, 82], &[4, 15][..]), ([441, 82], &[1]), ([421, 82], &[7, 9]), ([425, 94], &[10, 18])]
    {
        let step = steps.iter().position(|step| step.start[..] == start).unwrap();
        for &value in values {
            let mut forged = steps.clone();
            forged[step].value = value;
            assert!(
                GrundyRun::resume(Method::Fastest, &lengths, &limit, &forged).is_err(),
                "{value} at {start:?}"
            );
        }
    }
}

proptest! {
    #![proptest_config(crate::property::config())]

    #[test]
    fn forged_steps_of_a_rational_game_are_no_panic(steps in forged("1,3/2"), limit in 1_i32..40) {
        resumes_or_refuses("1,3/2", steps, limit);
    }

    #[test]
    fn forged_steps_of_kayles_are_no_panic(steps in forged("1"), limit in 1_i32..40) {
        resumes_or_refuses("1", steps, limit);
    }

    #[test]
    fn forged_steps_of_an_irrational_game_are_no_panic(steps in forged("1,sqrt2"), limit in 1_i32..40) {
        resumes_or_refuses("1,sqrt2", steps, limit);
    }

    #[test]
    fn forged_steps_with_a_large_denominator_are_no_panic(steps in forged("11/10,13/10"), limit in 1_i32..40) {
        resumes_or_refuses("11/10,13/10", steps, limit);
    }
}
