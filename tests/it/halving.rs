//! Take at most half: the closed form and the sweep against the definition, by brute force.

use std::collections::BTreeSet;

use nimsweep::games::halving;
use nimsweep::internal::halving_by_sweep;
use num_bigint::BigUint;
use num_traits::One;
use proptest::prelude::*;

const LIMIT: usize = 3000;

/// Options, straight from the rule.
fn options(n: usize) -> impl Iterator<Item = usize> {
    let most = if n == 0 { 0 } else { (n / 2).max(1) };
    (1..=most).map(move |x| n - x)
}

/// Grundy values 0..=LIMIT from the definition.
fn by_definition() -> Vec<usize> {
    let mut values: Vec<usize> = vec![];
    for n in 0..=LIMIT {
        let reached: BTreeSet<usize> = options(n).map(|option| values[option]).collect();
        values.push((0..).find(|value| !reached.contains(value)).unwrap());
    }
    values
}

#[test]
fn closed_form_and_sweep_and_definition_agree() {
    let values = by_definition();
    let swept = halving_by_sweep(LIMIT as u32);
    assert_eq!(swept.len(), LIMIT + 1);
    for (n, &value) in values.iter().enumerate() {
        assert_eq!(halving::grundy_value(&n.into()), value.into(), "closed form at n = {n}");
        assert_eq!(swept[n] as usize, value, "sweep at n = {n}");
        assert_eq!(halving::is_p_position(&n.into()), value == 0, "outcome at n = {n}");
    }
}

#[test]
fn the_winning_move_is_the_only_one_and_a_p_position_has_none() {
    // who wins by backward induction, without any nimber
    let mut p_positions = vec![];
    for n in 0..=LIMIT {
        let winning: Vec<BigUint> = options(n).filter(|&p| p_positions[p]).map(|p| (n - p).into()).collect();
        p_positions.push(winning.is_empty());
        let found: Vec<BigUint> = halving::winning_move(&n.into()).into_iter().collect();
        assert_eq!(found, winning, "n = {n}");
    }
}

#[test]
fn the_option_of_a_value_is_the_only_one_that_has_it() {
    let values = by_definition();
    for n in 0..=300 {
        for value in 0..=160_usize {
            let expected: Vec<BigUint> =
                options(n).filter(|&p| values[p] == value).map(BigUint::from).collect();
            let found: Vec<BigUint> =
                halving::option_of_value(&n.into(), &value.into()).into_iter().collect();
            assert_eq!(found, expected, "n = {n}, value {value}");
        }
    }
}

#[test]
fn second_player_wins_at_the_published_positions() {
    let found = (0..=100_u32).filter(|&n| halving::is_p_position(&n.into()));
    assert_eq!(found.collect::<Vec<_>>(), [0, 2, 5, 11, 23, 47, 95]);
}

#[test]
fn piles_of_thousands_of_digits_are_decided_at_once() {
    let p: BigUint = (BigUint::from(3_u32) << 5000_u32) - 1_u32;
    assert!(halving::is_p_position(&p));
    assert_eq!(halving::winning_move(&p), None);
    // its neighbours: one more stone is taken away, one less has the P-position before it in reach
    let above = &p + 1_u32;
    assert_eq!(halving::winning_move(&above), Some(BigUint::one()));
    assert_eq!(halving::grundy_value(&above), BigUint::from(3_u32) << 4999_u32);
    let below = &p - 1_u32;
    assert_eq!(halving::winning_move(&below), Some((BigUint::from(3_u32) << 4999_u32) - 1_u32));
    // 10^30000 − 1 is odd, 10^30000 = 2^30000·5^30000: the odd part has 69,658 bits
    let odd_part = BigUint::from(5_u32).pow(30_000);
    let n = (&odd_part << 30_000_u32) - 1_u32;
    assert_eq!(halving::grundy_value(&n), odd_part >> 1_u32);
}

#[test]
fn a_long_sweep_still_agrees_with_the_closed_form() {
    for (n, value) in halving_by_sweep(100_000).into_iter().enumerate() {
        assert_eq!(halving::grundy_value(&n.into()), value.into(), "n = {n}");
    }
}

fn pile() -> impl Strategy<Value = BigUint> {
    prop::collection::vec(any::<u32>(), 1..40).prop_map(BigUint::new)
}

proptest! {
    #![proptest_config(crate::property::config())]

    #[test]
    fn a_winning_move_is_allowed_and_leaves_a_p_position(n in pile()) {
        match halving::winning_move(&n) {
            None => prop_assert!(halving::is_p_position(&n)),
            Some(x) => {
                prop_assert!(x >= BigUint::one() && x <= (&n >> 1_u32).max(BigUint::one()));
                prop_assert!(halving::is_p_position(&(&n - x)));
                prop_assert!(!halving::is_p_position(&n));
            }
        }
    }

    #[test]
    fn every_smaller_value_is_reached_and_the_own_value_is_not(n in pile(), seed in pile()) {
        let value = halving::grundy_value(&n);
        prop_assert_eq!(halving::option_of_value(&n, &value), None);
        if value > BigUint::ZERO {
            let smaller = seed % value;
            let option = halving::option_of_value(&n, &smaller).unwrap();
            prop_assert_eq!(halving::grundy_value(&option), smaller);
            prop_assert!(option < n && (&option << 1_u32 >= n || n.is_one()));
        }
    }
}
