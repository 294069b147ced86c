//! Gold and silver coins: values, outcomes and counts of fair rows against the rules, the published
//! figures and each other.

use std::collections::HashMap;
use std::fs;
use std::ops::Range;

use itertools::{Itertools, repeat_n};
use nimsweep::games::coins::{Coin, Modulus, Outcome, Removal, Row, Stack, fair_rows, fair_rows_modulo};
use nimsweep::internal::{
    Distribution, distribution, fair_rows_by_binomials, fair_rows_by_recurrence, unwatched,
};
use nimsweep::{Error, ErrorKind};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Pow, Signed, Zero};
use proptest::prelude::*;

use crate::support::{Random, object, printed};

/// The stacks of a row as texts, sorted: a position of the rules alone, without numbers.
type Position = Vec<String>;

/// The two players, by the letter of their coins.
const PLAYERS: [char; 2] = ['G', 'S'];

fn other(player: char) -> char {
    if player == 'G' { 'S' } else { 'G' }
}

fn coin(player: char) -> Coin {
    if player == 'G' { Coin::Gold } else { Coin::Silver }
}

/// Who wins under normal play, by trying every move.
#[derive(Default)]
struct Search {
    known: HashMap<(char, Position), bool>,
}

impl Search {
    /// Whether the player to move wins: whether after some move the other player loses.
    fn wins(&mut self, player: char, mut position: Position) -> bool {
        position.sort();
        let key = (player, position);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let wins = options(player, &key.1).into_iter().any(|(_, option)| !self.wins(other(player), option));
        self.known.insert(key, wins);
        wins
    }

    /// Whether Gary wins and whether Sally wins when moving first.
    fn first_wins(&mut self, position: &Position) -> [bool; 2] {
        PLAYERS.map(|player| self.wins(player, position.clone()))
    }

    fn is_fair(&mut self, position: &Position) -> bool {
        self.first_wins(position) == [false, false]
    }
}

/// What a player can leave, straight from the rule: a coin goes with all that is written before it.
fn options(player: char, position: &Position) -> Vec<(Removal, Position)> {
    let mut found = vec![];
    for (index, stack) in position.iter().enumerate() {
        for (place, _) in stack.chars().rev().enumerate().filter(|&(_, letter)| letter == player) {
            let mut option = position.clone();
            option[index] = stack[stack.len() - place..].to_owned();
            found.push((Removal { stack: index, below: place }, option));
        }
    }
    found
}

/// All stacks of a height as texts.
fn texts(height: usize) -> Vec<String> {
    repeat_n(PLAYERS, height).multi_cartesian_product().map(String::from_iter).collect()
}

fn stack(text: &str) -> Stack {
    text.parse().unwrap()
}

fn row(position: &Position) -> Row {
    position.iter().map(|text| stack(text)).collect()
}

fn modulus(number: impl Into<BigUint>) -> Modulus {
    Modulus::new(number.into()).unwrap()
}

/// A row of the library against the search.
fn check_row(search: &mut Search, position: &Position) {
    let outcome = match search.first_wins(position) {
        [true, false] => Outcome::Gary,
        [false, true] => Outcome::Sally,
        [false, false] => Outcome::Fair,
        [true, true] => panic!("the first player wins {position:?}"),
    };
    assert_eq!(row(position).outcome(), outcome, "{position:?}");
    for player in PLAYERS {
        let moves = options(player, position);
        let winning = moves.iter().filter(|(_, option)| !search.wins(other(player), option.clone()));
        let winning: Vec<Removal> = winning.map(|&(played, _)| played).collect();
        assert_eq!(row(position).winning_moves(coin(player)), winning, "{player} in {position:?}");
    }
}

#[test]
fn the_search_through_the_rules_decides_every_row_as_its_value_does() {
    let mut search = Search::default();
    for (height, most) in [(1, 7), (2, 4), (3, 3)] {
        for stacks in 0..=most {
            let rows: Vec<Position> = match stacks {
                0 => vec![vec![]],
                _ => repeat_n(texts(height), stacks).multi_cartesian_product().collect(),
            };
            let fair = rows.iter().filter(|position| search.is_fair(position)).count();
            let counted = fair_rows(height as u32, stacks as u64).unwrap();
            assert_eq!(counted, fair.into(), "{stacks} stacks of height {height}");
            rows.iter().for_each(|position| check_row(&mut search, position));
        }
    }
}

#[test]
fn the_order_of_values_is_the_order_of_games() {
    // a ≥ b when Sally, moving first in a − b, loses; −b is b with the colours exchanged
    let mut search = Search::default();
    let all: Vec<String> = (0..=5).flat_map(texts).collect();
    for (a, b) in all.iter().cartesian_product(&all) {
        let minus_b: String = b.chars().map(other).collect();
        assert_eq!(-stack(b).value(), stack(&minus_b).value());
        let at_least = !search.wins('S', vec![a.clone(), minus_b]);
        assert_eq!(stack(a).value() >= stack(b).value(), at_least, "{a} and {b}");
    }
}

/// The coins from the bottom up as steps down the tree of numbers: to the next integer, or half way
/// to a neighbour.
fn number_in_the_tree(text: &str) -> BigRational {
    let (mut low, mut high, mut here) = (None, None, BigRational::zero());
    for letter in text.chars().rev() {
        let side = if letter == 'G' { &mut low } else { &mut high };
        *side = Some(here.clone());
        here = match (&low, &high) {
            (Some(low), Some(high)) => (low + high) / BigInt::from(2),
            (_, None) => here + BigInt::one(),
            (None, _) => here - BigInt::one(),
        };
    }
    here
}

fn check_value(text: &str) {
    let (stack, expected) = (stack(text), number_in_the_tree(text));
    assert_eq!(stack.value(), expected, "{text}");
    assert_eq!(Stack::of_value(&expected), Ok(stack), "{text}");
}

#[test]
fn values_are_those_of_the_tree_of_numbers_up_to_height_12() {
    (0..=12).flat_map(texts).for_each(|text| check_value(&text));
}

/// Texts of up to this many coins.
fn any_stack(tallest: u32) -> impl Strategy<Value = String> {
    let coins = proptest::collection::vec(proptest::sample::select(&PLAYERS[..]), 0..=tallest as usize);
    coins.prop_map(String::from_iter)
}

/// A modulus of up to this many bits, and at times a product of small primes or a power of one.
fn any_modulus() -> impl Strategy<Value = BigUint> {
    let of_bits =
        |bits: Range<u32>| (bits, any::<u128>()).prop_map(|(bits, number)| number >> (128 - bits) | 1);
    let small_primes =
        proptest::collection::vec(proptest::sample::select(&[2, 3, 5, 7, 11, 13_u32][..]), 0..45);
    prop_oneof![
        of_bits(1..64).prop_map(BigUint::from),
        of_bits(1..64).prop_map(|odd| BigUint::from(odd) << 1_u32),
        of_bits(65..129).prop_map(BigUint::from),
        small_primes.prop_map(|primes| primes.into_iter().product()),
        (2_u32..400, 1_u32..12).prop_map(|(base, exponent)| BigUint::from(base).pow(exponent)),
    ]
}

/// The fair rows of stacks of two coins by the factor law, exactly: the sum of C(n,i)·C(n,j) over
/// all i and j with 5·j = n + 3·i.
fn binomials(stacks: u64) -> BigUint {
    let next = |(i, binomial): &(u64, BigUint)| Some((i + 1, binomial * (stacks - i) / (i + 1)));
    let row = std::iter::successors(Some((0, BigUint::one())), next).take(stacks as usize + 1);
    let row: Vec<BigUint> = row.map(|(_, binomial)| binomial).collect();
    let partner = |i: u64| (stacks + 3 * i).is_multiple_of(5).then_some((stacks + 3 * i) / 5);
    let products = (0..=stacks).filter_map(|i| Some(&row[i as usize] * row.get(partner(i)? as usize)?));
    products.sum()
}

/// The fair rows of stacks of two coins, whose values are ±2 and ±1/2, four halves and one: with
/// a, b, c, d stacks of 4, 1, −1, −4 halves there are n!/(a!·b!·c!·d!) rows, which are fair if
/// 4a + b = c + 4d.
fn multinomials(stacks: u64) -> BigUint {
    let next = |(k, factorial): &(u64, BigUint)| Some((k + 1, factorial * (k + 1)));
    let factorials = std::iter::successors(Some((0, BigUint::one())), next).take(stacks as usize + 1);
    let factorials: Vec<BigUint> = factorials.map(|(_, factorial)| factorial).collect();
    let of = |k: u64| &factorials[k as usize];
    let pairs = (0..=stacks).flat_map(|a| (0..=stacks - a).map(move |d| (a, d)));
    let rows = pairs.filter_map(|(a, d)| {
        // b + c and c − b
        let (sum, difference) = ((stacks - a - d) as i64, 4 * (a as i64 - d as i64));
        let is_possible = difference.abs() <= sum && (sum + difference) % 2 == 0;
        let [b, c] = [sum - difference, sum + difference].map(|twice| twice as u64 / 2);
        is_possible.then(|| of(stacks) / (of(a) * of(b) * of(c) * of(d)))
    });
    rows.sum()
}

/// All modular routes for stacks of two coins, against the exact count.
fn check_modulo(stacks: u64, exact: &BigUint, number: &BigUint) {
    let (expected, modulus) = (exact % number, modulus(number.clone()));
    assert_eq!(
        fair_rows_by_binomials(stacks, &modulus, &mut unwatched).unwrap(),
        expected,
        "binomial, {stacks} modulo {number}"
    );
    assert_eq!(fair_rows_modulo(2, stacks, &modulus).unwrap(), expected);
    check_recurrence(2, stacks, &expected, &modulus);
}

/// The recurrence modulo m is right, or refuses for a divisor up to n·2^(h−1)·h that m has; for no
/// other reason.
fn check_recurrence(height: u32, stacks: u64, expected: &BigUint, modulus: &Modulus) {
    let last = (stacks * u64::from(height)) << height.saturating_sub(1);
    let first = (2..=last).find(|&divisor| (modulus.get() % divisor).is_zero());
    match (fair_rows_by_recurrence(height, stacks, modulus, &mut unwatched), first) {
        (Ok(counted), None) => assert_eq!(&counted, expected, "{stacks} of height {height} modulo {modulus}"),
        (Err(error), Some(first)) => {
            let text = format!(
                "the recurrence divides by {first}, which has no inverse modulo {modulus}; use a modulus without prime \
                 factors up to {last}, or another way of counting"
            );
            assert_eq!((error.kind(), error.to_string()), (ErrorKind::NotInvertible, text));
        }
        (counted, _) => panic!("{stacks} of height {height} modulo {modulus}: {counted:?}"),
    }
}

proptest! {
    #![proptest_config(crate::property::config())]

    #[test]
    fn values_of_tall_stacks_are_those_of_the_tree(text in any_stack(300)) {
        check_value(&text);
    }

    #[test]
    fn rows_of_unequal_stacks_are_won_as_the_search_says(
        position in proptest::collection::vec(any_stack(5), 0..=4),
    ) {
        check_row(&mut Search::default(), &position);
    }

    #[test]
    fn modular_routes_are_the_exact_count_reduced(stacks in 0_u64..300, number in any_modulus()) {
        check_modulo(stacks, &fair_rows(2, stacks).unwrap(), &number);
    }

    #[test]
    fn other_heights_are_counted_modulo_anything(
        height in 0_u32..6,
        stacks in 0_u64..12,
        number in any_modulus(),
    ) {
        let (expected, modulus) = (fair_rows(height, stacks).unwrap() % &number, modulus(number));
        prop_assert_eq!(fair_rows_modulo(height, stacks, &modulus).unwrap(), expected.clone());
        check_recurrence(height, stacks, &expected, &modulus);
    }
}

#[test]
fn every_route_gives_the_published_counts() {
    for (stacks, published) in [(2, 4_u32), (10, 63594)] {
        let published = BigUint::from(published);
        assert_eq!(fair_rows(2, stacks).unwrap(), published);
        assert_eq!(fair_rows(2, stacks).unwrap(), published);
        assert_eq!(binomials(stacks), published);
        assert_eq!(multinomials(stacks), published);
        assert_eq!(distribution(2, stacks).unwrap().fair(), published);
        check_modulo(stacks, &published, &989_898_989_u32.into());
    }
}

/// What holds for every distribution: no row is missing, gold is worth as much as silver, and the
/// work is bounded.
fn check_shape(swept: &Distribution, height: u32, stacks: u64) {
    let rows: BigUint = swept.rows.iter().map(|(_, count)| count).sum();
    assert_eq!(rows, BigUint::one() << (u64::from(height) * stacks));
    let mirrored = swept.rows.iter().rev().map(|(value, count)| (-value, count.clone()));
    assert!(mirrored.eq(swept.rows.iter().cloned()), "{stacks} stacks of height {height}");
    let half_width = (stacks * u64::from(height)) << height.saturating_sub(1);
    assert!(swept.work.events <= 1 + (stacks << height) * (half_width + 1), "{:?}", swept.work);
}

#[test]
fn the_table_of_fair_rows_agrees_with_every_route() {
    let text = fs::read_to_string("data/fair_rows.csv").unwrap();
    let mut table = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(text.as_bytes());
    let mut lines = 0;
    for line in table.deserialize() {
        let (height, stacks, rows): (u32, u64, String) = line.unwrap();
        let rows: BigUint = rows.parse().unwrap();
        let swept = distribution(height, stacks).unwrap();
        assert_eq!(swept.fair(), rows, "sweep, {stacks} stacks of height {height}");
        check_shape(&swept, height, stacks);
        assert_eq!(fair_rows(height, stacks).unwrap(), rows, "{stacks} stacks of height {height}");
        if height == 2 {
            assert_eq!(binomials(stacks), rows);
            assert_eq!(multinomials(stacks), rows);
        }
        lines += 1;
    }
    assert!(lines > 100, "{lines} lines");
}

#[test]
fn the_routes_for_two_coins_agree_up_to_300_stacks() {
    let moduli: [BigUint; 12] =
        [1, 2, 1 << 63, 3 * 3 * 3, 7 * 7, 210, 30030, 997, 1009, 1201, 10_u64.pow(9), u64::MAX]
            .map(BigUint::from);
    for stacks in 0..=300 {
        let exact = fair_rows(2, stacks).unwrap();
        assert_eq!(binomials(stacks), exact, "n = {stacks}");
        if stacks <= 100 || stacks % 50 == 0 {
            assert_eq!(multinomials(stacks), exact, "n = {stacks}");
        }
        let checked = if stacks % 25 == 0 { &moduli[..] } else { &moduli[stacks as usize % 12..][..1] };
        checked.iter().for_each(|number| check_modulo(stacks, &exact, number));
        check_modulo(stacks, &exact, &stacks.max(1).into()); // the greatest prime that takes part
    }
}

#[test]
fn the_question_of_9898_stacks_has_one_answer_by_every_route() {
    let exact = binomials(9898);
    assert_eq!(fair_rows(2, 9898).unwrap(), exact);
    check_modulo(9898, &exact, &989_898_989_u32.into());
    for number in [10_u64.pow(18), 989_898_989 * 9897, (1 << 61) - 1] {
        let expected = &exact % number;
        assert_eq!(
            fair_rows_by_binomials(9898, &modulus(number), &mut unwatched).unwrap(),
            expected,
            "modulo {number}"
        );
    }
}

/// The message of `nimsweep coins count`, or what it prints.
fn counted(arguments: &str) -> String {
    let (mut out, words) = (vec![], format!("nimsweep coins count {arguments}"));
    match nimsweep::internal::run(words.split(' '), &mut out) {
        Ok(()) => String::from_utf8(out).unwrap(),
        Err(failure) => failure.to_string(),
    }
}

#[test]
fn what_would_take_hours_is_refused_with_the_most_that_is_possible() {
    for height in 1..=20 {
        for (modulus, how, else_give) in [
            ("", "exactly", ", or a modulus"),
            (" --mod 1", "modulo a number of 1 bits", ""),
            (" --mod 2^61-1", "modulo a number of 61 bits", ""),
            (" --mod 2^89-1", "modulo a number of 89 bits", ""),
        ] {
            let message = counted(&format!("{} --height {height}{modulus}", u64::MAX));
            let rows = format!("counting rows of {} stacks of height {height}", u64::MAX);
            let refusal = format!("{rows} {how} would take too long; give at most ");
            let most = message.strip_prefix(&refusal).expect(&message);
            let most = most.strip_suffix(&format!(" stacks{else_give}")).expect(&message);
            assert!(most.parse::<u64>().unwrap() < 1 << 34, "{message}");
        }
        assert_eq!(fair_rows(height, 0), Ok(BigUint::one()));
    }
    assert!(counted("0 --height 21").ends_with("a height of at most 20 is possible"));
    // stacks without coins are counted at once
    let rows = format!("fair rows of {} stacks of 0 coins: 1\n", u64::MAX);
    assert_eq!(counted(&format!("{} --height 0", u64::MAX)), rows);
    // a modulus beyond u64 takes more work, and a modulus beyond the count takes none
    assert!(counted("2^29 --mod 10^100").contains("would take too long; give at most"));
    let huge = modulus(BigUint::one() << 100_000_u32);
    assert_eq!(fair_rows_modulo(2, 2000, &huge), fair_rows(2, 2000));
}

#[test]
fn what_no_memory_holds_is_refused_by_every_method() {
    let refused = |count: Result<BigUint, Error>| count.unwrap_err().to_string();
    for height in 1..=20 {
        assert!(refused(fair_rows(height, u64::MAX)).contains(" more than a gigabyte of memory"));
        assert!(distribution(height, u64::MAX).is_err());
    }
    let one = modulus(1_u32);
    assert!(fair_rows(21, 0).is_err());
    for height in 2..=20 {
        // n·h·2^(h−1) steps
        assert!(refused(fair_rows_modulo(height, u64::MAX, &one)).contains(" 2^64 steps or more"));
    }
    assert!(fair_rows_by_binomials(u64::MAX, &one, &mut unwatched).is_err());
}

/// As they are written in Hackenbush; and a coin is found where it is typed.
#[test]
fn stalks_of_blue_and_red_are_read_from_the_ground() {
    for (call, says) in [
        ("coins value BBRB", "BBRB = 7/4 (read from the ground up): Left wins"),
        ("coins value BRR", "BRR = 1/4 (read from the ground up): Left wins"),
        ("coins value RBB", "RBB = -1/4 (read from the ground up): Right wins"),
        ("coins stalk 7/4", "7/4: GSGG from the top, BBRB from the ground"),
        ("coins stalk 0", "0: the empty stack"),
        ("coins row BBRB RR", "BBRB + RR = -1/4, Right wins"),
        ("coins row BBRB SS", "BBRB + SS = -1/4, Sally wins"),
    ] {
        let text = printed(call);
        assert_eq!(text.lines().next(), Some(says), "{call}");
    }
    // to remove the coin that is named leaves what is typed before it, or behind it
    let mut random = Random::new(860);
    for _ in 0..60 {
        let stacks: Vec<String> = (0..1 + random.below(3))
            .map(|_| {
                let letters = [["G", "S"], ["B", "R"]][random.below(2)];
                (0..1 + random.below(6)).map(|_| letters[random.below(2)]).collect()
            })
            .collect();
        let answer = object(&format!("coins row {}", stacks.join(" ")));
        for (player, own) in [("Gary", "GB"), ("Sally", "SR")] {
            let named: Vec<[usize; 2]> = answer["winning_moves"][player]
                .as_array()
                .unwrap()
                .iter()
                .map(|of| ["stack", "coin"].map(|key| of[key].as_u64().unwrap() as usize - 1))
                .collect();
            for (index, text) in stacks.iter().enumerate() {
                for (place, letter) in text.chars().enumerate().filter(|(_, letter)| own.contains(*letter)) {
                    let left = if "GS".contains(letter) { &text[place + 1..] } else { &text[..place] };
                    let mut after: Vec<Stack> = stacks.iter().map(|text| stack(text)).collect();
                    after[index] = stack(left);
                    let value: BigRational = after.iter().map(Stack::value).sum();
                    let wins = if player == "Gary" { !value.is_negative() } else { !value.is_positive() };
                    assert_eq!(named.contains(&[index, place]), wins, "{stacks:?} {player} {index} {place}");
                }
            }
        }
    }
}
