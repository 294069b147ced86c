//! One table of g answers every question as a table made for that question does, and each answer
//! agrees with the definition.

use std::fmt::Debug;
use std::ops::ControlFlow;

use nimsweep::games::squares::{
    Digit, GainCurve, Grundy, GrundyRun, Interval, Lengths, Maximum, MaximumKind, Theorem,
};
use nimsweep::internal::Watch;
use nimsweep::number::Surd;
use nimsweep::{Error, ErrorKind};
use num_traits::{ToPrimitive, Zero};

const GAMES: [&str; 7] =
    ["1,sqrt2", "1", "1,3/2", "3,1+sqrt2", "1,(1+sqrt5)/2", "11/10,13/10,sqrt2", "2,2sqrt2"];

fn surd(text: &str) -> Surd {
    text.parse().unwrap()
}

fn grundy(lengths: &str, limit: &str) -> Grundy {
    Grundy::new(&lengths.parse().unwrap(), &surd(limit)).unwrap()
}

/// Segments of the field of the lengths: on the lattice, beside it, and with other denominators.
fn segments(lengths: &Lengths) -> Vec<Surd> {
    let longest = lengths.longest();
    let shortest = lengths.shortest();
    let mut all = vec![longest.clone(), longest + shortest, longest * Surd::from(4) + surd("1/7")];
    for text in ["7", "15/2", "11.25", "16"] {
        all.push(surd(text));
        all.push(surd(text) + longest / Surd::from(3));
    }
    all
}

#[test]
fn answers_of_a_longer_table_are_those_of_the_table_that_ends_there() {
    for lengths in GAMES {
        let long = grundy(lengths, "24");
        for segment in segments(long.lengths()) {
            let own = Grundy::new(long.lengths(), &segment).unwrap();
            let place = format!("L = {segment} for {lengths}");
            assert_eq!(long.value_at(&segment), own.value_at(&segment), "{place}");
            assert_eq!(long.moves_at(&segment), own.moves_at(&segment), "{place}");
            let (left, right) = (long.gain_at(&segment), own.gain_at(&segment));
            let (left, right) = match (left, right) {
                (Ok(left), Ok(right)) => (left, right),
                (left, right) => {
                    assert_eq!(left.map(|_| ()), right.map(|_| ()), "{place}");
                    assert!(segment < *long.lengths().longest(), "{place}");
                    continue;
                }
            };
            assert_eq!(left.value, right.value, "{place}");
            for (left, right) in left.chances.iter().zip(&right.chances) {
                assert_eq!(left.measure, right.measure, "{place}");
            }
            let (from, to) = (long.lengths().longest(), &segment);
            let (left, right) = (long.maximum(from, to).unwrap(), own.maximum(from, to).unwrap());
            assert_eq!((left.at.as_surd(), left.kind), (right.at.as_surd(), right.kind), "{place}");
        }
    }
}

fn holds(interval: &Interval, x: &Surd) -> bool {
    let after = if interval.start_included { interval.start <= *x } else { interval.start < *x };
    let before = if interval.end_included { *x <= interval.end } else { *x < interval.end };
    after && before
}

/// The winning places against g(x) = g(L − s − x) itself: at every place where either side may
/// change, and between.
#[test]
fn winning_places_are_those_of_the_definition() {
    for lengths in GAMES {
        let grundy = grundy(lengths, "20");
        let starts: Vec<Surd> = grundy.intervals().map(|(start, _, _)| start).collect();
        for segment in segments(grundy.lengths()) {
            for placements in grundy.moves_at(&segment).unwrap().placements {
                let y = &segment - &placements.length;
                let mut places: Vec<Surd> = starts.iter().filter(|start| **start <= y).cloned().collect();
                places.extend(starts.iter().filter(|start| **start <= y).map(|start| &y - start));
                places.sort();
                places.dedup();
                let middle = |pair: &[Surd]| (&pair[0] + &pair[1]) / Surd::from(2);
                let between: Vec<Surd> = places.windows(2).map(middle).collect();
                for x in places.iter().chain(&between) {
                    let wins = grundy.value_at(x) == grundy.value_at(&(&y - x));
                    let listed = placements.winning.iter().any(|interval| holds(interval, x));
                    assert_eq!(listed, wins, "{} at {x} of {segment} for {lengths}", placements.length);
                }
                // the intervals are disjoint, ascending, and add up to W(L − s)
                let ordered = placements.winning.windows(2).all(|pair| pair[0].end <= pair[1].start);
                assert!(ordered, "{segment} for {lengths}");
                let total = placements.winning.iter().map(|interval| &interval.end - &interval.start);
                let total = total.fold(Surd::zero(), |sum, length| sum + length);
                assert_eq!(total, grundy.measure_at(0, &y).unwrap(), "W({y}) for {lengths}");
            }
        }
    }
}

/// The pieces of e cover the range without gap, e is continuous, and at the ends and inside of each
/// piece its form gives the gain at that length.
#[test]
fn pieces_of_the_gain_give_the_gain() {
    for lengths in GAMES {
        let grundy = grundy(lengths, "14");
        let from = grundy.lengths().longest() + surd("1/3");
        for to in ["27/2", "14", "6+sqrt7"] {
            let to = surd(to);
            let curve = grundy.gain_curve(&from, &to).unwrap();
            let pieces: Vec<_> = curve.pieces().collect();
            assert!(pieces.len() > 4, "{} pieces for {lengths}", pieces.len());
            assert_eq!((&pieces[0].start, &pieces[pieces.len() - 1].end), (&from, &to), "{lengths}");
            for piece in &pieces {
                assert!(piece.start < piece.end, "{lengths}");
                // the end may lie in another field than the start
                let inside = (&piece.start * Surd::from(2) + surd("1/100")) / Surd::from(2);
                let inside = if inside < piece.end { inside } else { piece.start.clone() };
                for at in [&piece.start, &inside, &piece.end] {
                    let expected = grundy.gain_at(at).unwrap().value.to_decimal(30);
                    assert_eq!(piece.form.value_at(at).to_decimal(30), expected, "e({at}) for {lengths}");
                }
            }
            assert!(pieces.windows(2).all(|pair| pair[0].end == pair[1].start), "{lengths}");
        }
        // a range of one place is one piece without width
        let place = surd("12");
        let curve = grundy.gain_curve(&place, &place).unwrap();
        let pieces: Vec<_> = curve.pieces().collect();
        assert_eq!(pieces.len(), 1, "{lengths}");
        assert_eq!(curve.maxima().first.kind, MaximumKind::Endpoint);
    }
}

/// e is nowhere above its maximum: at all ends of pieces, and the maximum is attained where it
/// says.
#[test]
fn the_maximum_is_the_greatest_of_all_pieces() {
    for lengths in GAMES {
        let grundy = grundy(lengths, "14");
        let (from, to) = (grundy.lengths().longest().clone(), surd("14"));
        let maximum = grundy.maximum(&from, &to).unwrap();
        let mut attained = false;
        for piece in grundy.gain_curve(&from, &to).unwrap().pieces() {
            for end in [&piece.start, &piece.end] {
                let value = piece.form.value_at(end);
                assert!(value <= maximum.value, "e({end}) for {lengths}");
                attained |= maximum.at.as_surd() == Some(end);
            }
        }
        assert!(attained || maximum.kind == MaximumKind::Interior, "{lengths}");
    }
}

#[test]
fn questions_outside_of_the_table_are_refused_with_their_reason() {
    let grundy = grundy("1,sqrt2", "10");
    let message = |error: Error| error.to_string();
    let beyond = "g is known only up to 10; compute it up to 11";
    assert_eq!(message(grundy.value_at(&surd("11")).unwrap_err()), beyond);
    assert_eq!(message(grundy.gain_at(&surd("11")).unwrap_err()), beyond);
    assert_eq!(message(grundy.moves_at(&surd("11")).unwrap_err()), beyond);
    assert_eq!(message(grundy.maximum(&surd("2"), &surd("11")).unwrap_err()), beyond);
    assert_eq!(message(grundy.measure_at(0, &surd("11")).unwrap_err()), beyond);
    let negative = "the length -1 is negative; a segment has a length of at least 0";
    assert_eq!(message(grundy.value_at(&surd("-1")).unwrap_err()), negative);
    assert_eq!(message(grundy.moves_at(&surd("-1")).unwrap_err()), negative);
    let below = "the gain e(L) is defined only for L >= √2, the longest length; 1 is too small";
    assert_eq!(message(grundy.gain_at(&surd("1")).unwrap_err()), below);
    assert_eq!(message(grundy.maximum(&surd("1"), &surd("2")).unwrap_err()), below);
    let reversed = "the range from 5 to 2 is reversed; give the smaller end first";
    assert_eq!(message(grundy.maximum(&surd("5"), &surd("2")).unwrap_err()), reversed);
    // a place with another root has a value and a gain, unless the root is too large
    assert_eq!(grundy.value_at(&surd("sqrt3")), Ok(1));
    let value = surd("(-2232-2232*sqrt(2)+4044*sqrt(3)-186*sqrt(6))/1081");
    assert_eq!(grundy.gain_at(&surd("4sqrt3")).unwrap().value, value);
    let large = surd("sqrt18446744073709551557/10^9");
    assert_eq!(grundy.gain_at(&large).unwrap_err().kind(), ErrorKind::TooLarge);
    let lengths = Lengths::with_rule([surd("1"), surd("sqrt2")], &[Digit::AtAnEnd]).unwrap();
    let theorem = Theorem::of(&lengths).unwrap();
    assert_eq!(theorem.value_at(&(&large * 10)), theorem.value_at(&surd(&(&large * 10).to_decimal(30))));
    assert!(Lengths::default().random_segment(&(&large * 10), &mut |end| end - 1).is_positive());
    assert_eq!(grundy.value_at(&large), grundy.value_at(&surd(&large.to_decimal(9))));
}

#[test]
fn a_watched_search_can_be_broken_off_at_any_moment() {
    let grundy = grundy("1,sqrt2", "120");
    let (from, to) = (surd("2"), surd("120"));
    let first = grundy.maximum(&from, &to).unwrap().at;
    let places = |maxima: Vec<Maximum>| maxima.into_iter().map(|local| local.at).collect::<Vec<_>>();
    let curve = grundy.gain_curve(&from, &to).unwrap();
    let local = places(curve.local_maxima(5));
    watched(10, |watch| Ok(vec![grundy.watched(watch).maxima(&from, &to)?.first.at]), &[first]);
    watched(10, |watch| grundy.watched(watch).local_maxima(&from, &to, 5).map(places), &local);
    let pieces: Vec<_> = curve.pieces().collect();
    let pieces_of = |curve: GainCurve| curve.pieces().collect();
    watched(5, |watch| grundy.watched(watch).gain_curve(&from, &to).map(pieces_of), &pieces);
}

/// Work reports a share that grows, returns what it returns unwatched, and ends wherever its watch
/// breaks it off.
fn watched<T: PartialEq + Debug>(
    least_calls: usize,
    work: impl Fn(Watch<'_>) -> Result<Vec<T>, Error>,
    expected: &[T],
) {
    let mut seen = vec![];
    let result = work(&mut |done| {
        seen.push(done);
        ControlFlow::Continue(())
    });
    assert_eq!(result.unwrap(), expected);
    assert!(seen.is_sorted() && seen.len() > least_calls, "{seen:?}");
    assert!(seen.iter().all(|done| (0.0..=1.0).contains(done)), "{seen:?}");
    for calls in 0..seen.len() {
        let mut left = calls;
        let broken_off = work(&mut |_| {
            if left == 0 {
                return ControlFlow::Break(());
            }
            left -= 1;
            ControlFlow::Continue(())
        });
        assert_eq!(broken_off.unwrap_err().kind(), ErrorKind::Stopped, "after {calls} calls");
    }
}

#[test]
fn tables_are_equal_if_lengths_limit_and_steps_are() {
    // g is 0 on all of these: only the lengths and the limit differ
    let short = grundy("2,3", "1");
    assert_eq!(short, grundy("3,2", "2/2"));
    for other in [grundy("2,4", "1"), grundy("2,3", "1/2")] {
        assert_eq!(other.steps().len(), 1);
        assert_ne!(short, other);
    }
}

/// The part that is swept ends within some units of the last step.
#[test]
fn progress_is_the_part_of_the_line_that_is_swept() {
    let limit = 400.0;
    let mut growing = GrundyRun::new(&Lengths::default(), &surd("400")).unwrap();
    let mut before = 0.0;
    while growing.advance() {
        let (now, reached) = (growing.progress(), growing.last_step().to_f64().unwrap() / limit);
        assert!(now >= before && (now - reached).abs() < 5.0 / limit, "{now} at {reached}");
        before = now;
    }
    assert!((growing.progress() - 1.0).abs() < 1e-9);
}
