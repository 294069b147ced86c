//! Sums of segments: whole games of perfect play, every place of a list, and illegal moves. `check`
//! compares the lists themselves with a table.

use itertools::Itertools;
use nimsweep::ErrorKind;
use nimsweep::ask::Batch;
use nimsweep::games::squares::{Digit, Grundy, Lengths, Move, Piece, Position};
use nimsweep::number::Surd;
use num_traits::Zero;
use serde_json::{Value, json};

use crate::support::{Random, object, surd};

/// Lengths with a rule, `7` if there is none.
fn ruled(lengths: &str, rule: &str) -> Lengths {
    Lengths::with_rule(lengths.split(',').map(surd), &Digit::of_rule(rule).unwrap()).unwrap()
}

/// A random place where a piece fits: an end, or a fraction of the way if it may lie anywhere.
fn random_move(position: &Position, random: &mut Random) -> Option<Move> {
    let choices: Vec<(usize, Piece)> = position
        .segments()
        .iter()
        .enumerate()
        .flat_map(|(segment, l)| {
            position
                .lengths()
                .pieces()
                .filter(move |piece| piece.length <= *l)
                .map(move |piece| (segment, piece))
        })
        .collect();
    let (segment, Piece { length, digit }) = choices.get(random.below(choices.len().max(1)))?.clone();
    let rest = &position.segments()[segment] - &length;
    let parts = if digit == Digit::Anywhere { 8 } else { 1 };
    let part = Surd::from(random.below(parts + 1) as u64) / Surd::from(parts as u64);
    Some(Move { segment, length, place: rest * part })
}

/// From a won position, the best reply wins whatever the other player does: 14,000 games.
#[test]
fn perfect_play_never_loses() {
    let mut random = Random::new(7);
    let mut won = 0;
    for (lengths, rule, games) in [
        ("1,sqrt2", "7", 4000),
        ("1", "7", 1500),
        ("1,3/2", "7", 1500),
        ("1,sqrt3", "7", 1500),
        ("1,(1+sqrt5)/2,2", "7", 1500),
        ("1,sqrt2", "3,7", 1000),
        ("1,sqrt2", "7,3", 1000),
        ("1,sqrt2,1+sqrt2", "3", 1000),
        ("1,5/2,3", "3,7,3", 1000),
    ] {
        let lengths = ruled(lengths, rule);
        let grundy = Grundy::new(&lengths, &Surd::from(12)).unwrap();
        for _ in 0..games {
            let segments = (0..1 + random.below(3)).map(|_| {
                let [a, b] = [random.below(6), random.below(4)].map(|n| Surd::from(n as u64));
                a + b * lengths.longest() / Surd::from(2)
            });
            let mut position = Position::new(&lengths, segments.collect::<Vec<_>>()).unwrap();
            let mut ours = position.value(&grundy).unwrap() != 0;
            // the winner of a lost position is the other: let it move first, at random
            if !ours && random.below(2) == 0 && !position.is_over() {
                position = position.after(&random_move(&position, &mut random).unwrap()).unwrap();
                ours = true;
            }
            if !ours {
                assert_eq!(position.best_reply(&grundy), Ok(None), "{position}");
                continue;
            }
            loop {
                let reply = position.best_reply(&grundy).unwrap();
                let reply = reply.unwrap_or_else(|| panic!("no reply in {position} of {lengths}"));
                position = position.after(&reply).unwrap();
                assert_eq!(position.value(&grundy).unwrap(), 0, "{reply} leaves {position} of {lengths}");
                match random_move(&position, &mut random) {
                    Some(other) => position = position.after(&other).unwrap(),
                    None => break,
                }
            }
            assert!(position.is_over() && position.legal_move().is_none());
            won += 1;
        }
    }
    assert!(won > 11_000, "{won} of 14,000");
}

/// The candidates of a lost position by their definition: g(x) xor g(y − x) changes at a sum of
/// lengths x or y − x, if the value there differs from one half way to its neighbours.
fn candidates(position: &Position, grundy: &Grundy) -> Vec<Move> {
    let mut candidates = vec![];
    for (segment, length) in position.segments().iter().enumerate() {
        for Piece { length: piece, digit } in position.lengths().pieces() {
            let y = length - &piece;
            if y < Surd::zero() {
                continue;
            }
            let mut marks = vec![Surd::zero(), y.clone()];
            if digit == Digit::Anywhere {
                let nimber = |x: &Surd| grundy.value_at(x).unwrap() ^ grundy.value_at(&(&y - x)).unwrap();
                let ends = grundy.intervals().map(|(start, ..)| start).filter(|start| *start <= y);
                let ends = ends.flat_map(|start| [&y - &start, start]).sorted().dedup().collect_vec();
                let half_way = ends
                    .iter()
                    .tuple_windows()
                    .map(|(a, b)| nimber(&((a + b) / Surd::from(2))))
                    .collect_vec();
                marks.extend((1..ends.len().saturating_sub(1)).filter_map(|end| {
                    let around = [half_way[end - 1], nimber(&ends[end]), half_way[end]];
                    (!around.iter().all_equal()).then(|| ends[end].clone())
                }));
                marks.push(&y / Surd::from(2));
            }
            let marks = marks.into_iter().sorted().dedup().collect_vec();
            let mut places = marks.clone();
            if digit == Digit::Anywhere {
                let between = |(a, b)| Surd::from(Surd::simplest_between(a, b).unwrap());
                places.extend(marks.iter().tuple_windows().map(between));
                places.sort();
            }
            candidates.extend(places.into_iter().map(|place| Move { segment, length: piece.clone(), place }));
        }
    }
    candidates.truncate(500);
    candidates
}

/// The first candidate that leaves the least to win by.
fn most_resisting(position: &Position, grundy: &Grundy) -> Option<Move> {
    let left_to_win_by = |step: &Move| {
        let moves = position.after(step).unwrap().moves(grundy, None).unwrap();
        let placements = moves.segments.iter().flat_map(|moves| &moves.placements);
        let winning = placements.flat_map(|places| &places.winning);
        let lengths = winning.map(|interval| &interval.end - &interval.start).collect_vec();
        let total = lengths.iter().fold(Surd::zero(), |sum, length| sum + length);
        (total, lengths.iter().filter(|length| length.is_zero()).count())
    };
    // of several that are least, it takes the first
    candidates(position, grundy).into_iter().min_by_key(left_to_win_by)
}

/// 500 lost positions.
#[test]
fn a_lost_position_resists_by_the_definition() {
    let mut random = Random::new(50);
    for (lengths, rule, games) in [
        ("1,sqrt2", "7", 150),
        ("1", "7", 50),
        ("1,3/2", "7", 50),
        ("1,(1+sqrt5)/2,2", "7", 50),
        ("1,sqrt2", "3,7", 60),
        ("1,sqrt2", "7,3", 60),
        ("1,sqrt2,1+sqrt2", "3", 40),
        ("1,5/2,3", "3,7,3", 40),
    ] {
        let lengths = ruled(lengths, rule);
        let grundy = Grundy::new(&lengths, &Surd::from(12)).unwrap();
        let mut lost = 0;
        while lost < games {
            let segments = (0..1 + random.below(3)).map(|_| {
                let [a, b] = [random.below(8), random.below(4)].map(|n| Surd::from(n as u64) / Surd::from(2));
                a + b * lengths.longest()
            });
            let mut segments = segments.collect_vec();
            // a last segment with the value of all others together
            let value = Position::new(&lengths, segments.clone()).unwrap().value(&grundy).unwrap();
            let last = grundy.intervals().filter(|step| step.2 == value).collect_vec();
            let Some((start, ..)) = last.get(random.below(last.len().max(1))) else { continue };
            segments.insert(random.below(segments.len() + 1), start.clone());
            let position = Position::new(&lengths, segments).unwrap();
            if !position.is_over() {
                let turn = position.turn(None, &grundy).unwrap();
                assert_eq!((turn.value, turn.wins), (Some(0), false), "{position}");
                assert_eq!(turn.reply, most_resisting(&position, &grundy), "{position} of {lengths}");
                lost += 1;
            }
        }
    }
    // of 2 × 60 there are more than 500 candidates
    let grundy = Grundy::new(&Lengths::default(), &Surd::from(60)).unwrap();
    let position = Position::new(&Lengths::default(), [60, 60].map(Surd::from)).unwrap();
    assert_eq!(candidates(&position, &grundy).len(), 500);
    assert_eq!(position.resisting_move(&grundy), Ok(most_resisting(&position, &grundy)));
}

/// Longer than 5000 shortest lengths.
#[test]
fn what_is_too_long_to_resist_has_a_legal_move() {
    let lengths = Lengths::default();
    let position = Position::new(&lengths, [5001, 5001].map(Surd::from)).unwrap();
    let grundy = Grundy::new(&lengths, &Surd::zero()).unwrap();
    let legal = position.legal_move();
    assert!(legal.is_some());
    assert_eq!(position.resisting_move(&grundy), Ok(legal));
}

#[test]
fn every_place_of_a_listed_interval_wins_and_no_other() {
    let positions = [&["5", "7"][..], &["4+sqrt2", "3", "8"], &["11"], &["2", "2"]];
    for (segments, rule) in positions.into_iter().cartesian_product(["7", "3", "3,7", "7,3"]) {
        let lengths = ruled("1,sqrt2", rule);
        let grundy = Grundy::new(&lengths, &Surd::from(12)).unwrap();
        let position = Position::new(&lengths, segments.iter().copied().map(surd)).unwrap();
        let sum = position.moves(&grundy, None).unwrap();
        for (segment, moves) in sum.segments.iter().enumerate() {
            for placements in &moves.placements {
                let last = &position.segments()[segment] - &placements.length;
                for part in 0..=60 {
                    let place = &last * Surd::from(part) / Surd::from(60);
                    let step = Move { segment, length: placements.length.clone(), place };
                    let listed = placements.winning.iter().any(|interval| interval.contains(&step.place));
                    let left = match position.after(&step) {
                        Err(error) => {
                            assert!(error.text().contains(" may lie only at an end (digit 3)"), "{error}");
                            assert!(0 < part && part < 60 && !listed && rule != "7");
                            continue;
                        }
                        left => left.unwrap().value(&grundy).unwrap(),
                    };
                    assert_eq!(left == 0, listed, "{step} of {position}");
                }
                for interval in &placements.winning {
                    assert!(interval.contains(&interval.simplest_place()), "{interval}");
                }
            }
        }
    }
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let lengths = Lengths::default();
    let position = Position::new(&lengths, [surd("1"), surd("5")]).unwrap();
    let refusal = |segment, length, place| {
        let step = Move { segment, length: surd(length), place: surd(place) };
        let error = position.after(&step).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::IllegalMove);
        error.to_string()
    };
    assert_eq!(refusal(2, "1", "0"), "there is no segment number 3; the position has 2");
    assert_eq!(refusal(1, "2", "0"), "there is no piece of length 2; the lengths are 1, √2");
    let text = "a piece of length √2 does not fit into a segment of length 1";
    assert_eq!(refusal(0, "sqrt2", "0"), text);
    for (place, said) in [("-1", "-1"), ("3.6", "18/5")] {
        let text = format!("a piece of length √2 cannot lie at {said}; its left end must be from 0 to 5-√2");
        assert_eq!(refusal(1, "sqrt2", place), text);
    }
    // a place may have a root of its own
    let step = Move { segment: 1, length: surd("sqrt2"), place: surd("sqrt3") };
    assert_eq!(position.after(&step).unwrap().to_string(), "1 + sqrt(3) + 5-sqrt(2)-sqrt(3)");
    let other = Grundy::new(&"1".parse().unwrap(), &surd("9")).unwrap();
    assert!(position.value(&other).is_err() && position.moves(&other, None).is_err());
    assert_eq!(refusal(2, "1", "0").to_string(), "there is no segment number 3; the position has 2");
    assert!(Position::new(&lengths, [surd("-1")]).is_err());
    // a piece may touch both ends
    let just_one = Position::new(&lengths, [surd("1/2"), surd("1")]).unwrap();
    let step = Move { segment: 1, length: surd("1"), place: Surd::zero() };
    assert!(just_one.legal_move() == Some(step) && !just_one.is_over());
    let step = Move { segment: 0, length: surd("1"), place: Surd::zero() };
    let left = position.after(&step).unwrap();
    assert_eq!(left.to_string(), "0 + 0 + 5");
    assert_eq!(Position::new(&lengths, []).unwrap().to_string(), "0");
}

fn ask(batch: &mut Batch, question: &Value) -> Value {
    serde_json::from_str(&batch.reply(&question.to_string())).unwrap()
}

/// The position that a list of lengths in an answer stands for.
fn position(segments: &Value) -> Position {
    let segments = segments.as_array().unwrap().iter().map(|segment| surd(segment.as_str().unwrap()));
    Position::new(&Lengths::default(), segments).unwrap()
}

/// Whole games with the command alone: its replies are legal, and win from every won position.
#[test]
fn replies_of_the_command_win_what_is_won() {
    let mut random = Random::new(8);
    let mut batch = Batch::default();
    let (mut won, mut lost) = (0, 0);
    for _ in 0..60 {
        let segments: Vec<_> = (0..=random.below(3)).map(|_| format!("{}/4", random.below(36))).collect();
        let mut turn = ask(&mut batch, &json!({"command": "play", "segments": segments}));
        let wins = turn["wins"] == true;
        *(if wins { &mut won } else { &mut lost }) += 1;
        while turn["over"] == false {
            let left = position(&turn["left"]);
            let reply = &turn["reply"];
            let segment = reply["segment"].as_u64().unwrap() as usize - 1;
            let [length, place] = ["length", "place"].map(|key| surd(reply[key].as_str().unwrap()));
            let after = left.after(&Move { segment, length, place }).unwrap();
            assert_eq!(after, position(&turn["after"]), "{turn}");
            assert_eq!(turn["reply_wins"], turn["wins"]);

            let Some(Move { segment, length, place }) = random_move(&after, &mut random) else {
                break;
            };
            let step = json!({
                "command": "play", "segments": turn["after"],
                "segment": segment + 1, "length": length.to_string(), "place": place.to_string(),
            });
            turn = ask(&mut batch, &step);
            let made = after.after(&Move { segment, length, place }).unwrap();
            assert_eq!(made, position(&turn["left"]), "{turn}");
            // after a winning reply, every move of the other player is wrong
            assert!(!wins || turn["wins"] == true, "{turn}");
        }
        assert!(!wins || turn["over"] == false, "the other player made the last move: {turn}");
    }
    assert!(won > 10 && lost > 0, "{won} {lost}");
}

/// A move that leaves pairs wins, no matter what is known about g.
#[test]
fn pairing_moves_win() {
    let mut random = Random::new(21);
    let mut found = 0;
    for lengths in ["1,sqrt2", "1", "2,3", "sqrt2,1+sqrt2"] {
        let lengths: Lengths = lengths.parse().unwrap();
        let grundy = Grundy::new(&lengths, &Surd::from(12)).unwrap();
        for _ in 0..300 {
            let mut segments: Vec<_> =
                (0..random.below(4)).map(|_| Surd::from(random.below(44) as u64) / Surd::from(4)).collect();
            if random.below(2) == 0 {
                segments.extend(segments.clone());
            }
            let won = Position::new(&lengths, segments).unwrap();
            let mut position = won;
            // after a move that leaves pairs, and any move after it, there is such a move again
            while let Some(step) = position.pairing_move() {
                found += 1;
                let left = position.after(&step).unwrap();
                assert_eq!(left.value(&grundy), Ok(0), "{step} in {position}");
                let one_by_one = left.segments().iter().map(|segment| grundy.value_at(segment).unwrap());
                assert_eq!(one_by_one.fold(0, |sum, value| sum ^ value), 0, "{step} in {position}");
                let Some(other) = random_move(&left, &mut random) else { break };
                position = left.after(&other).unwrap();
                assert!(position.pairing_move().is_some(), "{other} in {left}");
            }
        }
    }
    assert!(found > 400, "{found}");
}

/// Segments that no table reaches, played by the command against random moves.
#[test]
fn single_segments_of_any_length_are_won() {
    let mut random = Random::new(30);
    for (lengths, at) in
        [("1,sqrt2", "10^30"), ("1,2", "10^30"), ("1,2", "3*10^20"), ("2,1+sqrt2", "10^40+sqrt2")]
    {
        let mut batch = Batch::default();
        let mut turn =
            ask(&mut batch, &json!({"command": "play", "segments": [at, "1/2"], "lengths": lengths}));
        let lengths_of_pieces: Lengths = lengths.parse().unwrap();
        for _ in 0..12 {
            assert_eq!((&turn["wins"], &turn["reply_wins"]), (&json!(true), &json!(true)), "{turn}");
            assert!(turn["grundy"].is_null() && turn["values"][0].is_null(), "{turn}");
            let after = turn["after"].as_array().unwrap().iter().map(|at| surd(at.as_str().unwrap()));
            let after = Position::new(&lengths_of_pieces, after).unwrap();
            let Some(Move { segment, length, place }) = random_move(&after, &mut random) else { break };
            turn = ask(
                &mut batch,
                &json!({
                    "command": "play", "segments": turn["after"], "lengths": lengths,
                    "segment": segment + 1, "length": length.to_string(), "place": place.to_string(),
                }),
            );
        }
    }
    let turn = ask(&mut Batch::default(), &json!({"command": "play", "segments": ["10^30"], "lengths": "1"}));
    assert_eq!(turn["reply"]["place"], "999999999999999999999999999999/2");
    assert_eq!((&turn["grundy"], &turn["wins"]), (&json!(1), &json!(true)));
}

/// Two equal segments cancel, so that the others decide, and only they have to be known.
#[test]
fn equal_segments_cancel_however_long_they_are() {
    let mut batch = Batch::default();
    for (segments, same) in [
        (&["10^30", "5", "10^30", "7.5"][..], &["5", "7.5"][..]),
        (&["10^30", "10^30"], &[]),
        (&["10^30", "10^30", "2", "3", "2", "9"], &["3", "9"]),
        (&["10^30+sqrt2", "5", "10^30+sqrt2", "7.5", "3", "4", "8"], &["5", "7.5", "3", "4", "8"]),
    ] {
        let far = ask(&mut batch, &json!({"command": "play", "segments": segments}));
        let near = [&["1/2"], same].concat();
        let near = ask(&mut batch, &json!({"command": "play", "segments": near}));
        assert_eq!((&far["grundy"], &far["wins"]), (&near["grundy"], &near["wins"]), "{far}");
        assert!(far["grundy"].is_number(), "{far}");
        if far["wins"] == true {
            // the reply is within what is known
            let left = position(&far["after"]);
            let grundy = Grundy::new(&Lengths::default(), &Surd::from(10)).unwrap();
            assert_eq!(left.value(&grundy), Ok(0), "{far}");
        }
    }
    // without a period, two that differ have no answer
    let far = ask(&mut batch, &json!({"command": "play", "segments": ["10^30", "10^20"], "lengths": "1,2"}));
    assert!(far["error"].as_str().unwrap().contains("where no period was found that would answer"), "{far}");
}

/// What an answer does not need is not computed: the values of equal segments, and any value if a
/// pairing move wins. To compute g for the longer ones takes minutes to hours.
#[test]
fn no_value_is_computed_that_the_answer_does_not_need() {
    for (segments, value) in [
        ("90000", Value::Null),
        ("100001", Value::Null),
        ("5 50000 50000", json!(1)),
        ("70000.5 3 70000.5", json!(3)),
        ("6000 6000", json!(0)),
        // nobody knows the winner without the value
        ("6000 5", json!(321)),
    ] {
        let answer = object(&format!("play {segments}"));
        assert_eq!(answer["grundy"], value, "{answer}");
        if value.is_null() {
            assert_eq!(answer["wins"], true, "{answer}");
            let left = answer["after"].as_array().unwrap();
            assert!(left.len() == 2 && left[0] == left[1], "{answer}");
        }
    }
}

/// Sums of segments with far too many places for a list, by the period.
#[test]
fn sums_of_segments_of_any_length_are_won() {
    let mut random = Random::new(61);
    let (mut won, mut lost) = (0, 0);
    for (lengths, known) in [("1", "200"), ("1,5", "100"), ("1/2,5/2", "60"), ("sqrt2,5sqrt2", "100sqrt2")] {
        let lengths: Lengths = lengths.parse().unwrap();
        let grundy = Grundy::new(&lengths, &surd(known)).unwrap().with_period();
        assert!(grundy.period().is_some(), "{lengths}");
        for _ in 0..40 {
            let segments = (0..2 + random.below(3)).map(|count| {
                let far = if count < 2 || random.below(2) == 0 { surd("10^30") } else { Surd::zero() };
                (far + Surd::from(random.below(600) as u64) / Surd::from(8)) * lengths.shortest()
            });
            let position = Position::new(&lengths, segments.collect::<Vec<_>>()).unwrap();
            let value = position.value(&grundy).unwrap();
            match position.best_reply(&grundy).unwrap() {
                Some(reply) => {
                    won += 1;
                    assert_ne!(value, 0, "{position}");
                    let left = position.after(&reply).unwrap();
                    let values = left.segments().iter().map(|segment| grundy.value_at(segment).unwrap());
                    assert_eq!(values.fold(0, |sum, value| sum ^ value), 0, "{reply} in {position}");
                }
                None => {
                    lost += 1;
                    assert_eq!(value, 0, "{position}");
                }
            }
        }
    }
    assert!(won > 100 && lost > 3, "{won} {lost}");
}

/// Equal segments cancel, however long they are, and of the others g is computed.
#[test]
fn a_sum_with_long_pairs_has_the_value_of_the_rest() {
    let rest = ["1500", "1400", "1300", "1200.5"];
    let value = |segment: &str| object(&["grundy", segment])["value"].as_u64().unwrap();
    let sum = rest.iter().fold(0, |sum, segment| sum ^ value(segment));
    let play = [&["play", "10^30", "10^30"], &rest[..], &["--once"]].concat();
    let turn = object(&play);
    assert_eq!((&turn["grundy"], &turn["wins"]), (&json!(sum), &json!(true)));
}

/// An end of the part belongs to it, also for pieces that may lie only at an end.
#[test]
fn a_part_has_both_its_ends() {
    // 9 is odd, so that each move wins in this game of parity
    let places = |from, to| {
        let call = ["moves", "9", "--lengths", "1,3", "--rule", "3", "--within", from, to];
        let moves = object(&call)["moves"].clone();
        let winning =
            moves.as_array().unwrap().iter().flat_map(|of| of["winning"].as_array().unwrap().clone());
        winning.map(|places| places["start"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(places("0", "8"), ["0", "8", "0", "6"]);
    assert_eq!(places("5", "8"), ["8", "6"]);
    assert_eq!(places("6", "7"), ["6"]);
    assert_eq!(places("5", "6"), ["6"]);
}

#[test]
fn a_sum_says_whether_the_player_to_move_wins() {
    // equal segments cancel, and on 1 there is one move
    for (segments, wins) in [("3 3", false), ("3 3 1", true), ("1 1 1/2", false), ("4+sqrt2 1 4+sqrt2", true)]
    {
        let answer = object(&format!("moves {segments}"));
        assert_eq!(
            (&answer["wins"], &answer["grundy"]),
            (&json!(wins), &json!(u32::from(wins))),
            "{segments}"
        );
    }
}
