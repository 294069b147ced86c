//! Take at most K times: the laws, the openings, the sweep and both sums against a search of the
//! game, which knows no sequence.

use std::iter::successors;

use nimsweep::games::stones::{Opening, TakeAway};
use nimsweep::internal::openings_by_sweep;
use num_bigint::BigUint;
use proptest::prelude::*;

fn game(ratio: u64) -> TakeAway {
    TakeAway::new(ratio.try_into().unwrap())
}

fn big(n: impl Into<BigUint>) -> BigUint {
    n.into()
}

/// The ratios that are searched, and up to how many stones.
const SEARCHED: [(u64, usize); 9] = [
    (1, 2000),
    (2, 2000),
    (3, 2000),
    (4, 2000),
    (5, 2000),
    (7, 700),
    (100, 700),
    (999, 300),
    (u64::MAX, 300),
];

/// Every position from the rule: n stones, of which the next move may take up to a bound.
struct Search {
    ratio: u64,
    /// Whether n stones and a bound from 0 to n are an N-position; a greater bound allows no more
    /// than n does.
    n_position: Vec<Vec<bool>>,
}

impl Search {
    fn new(ratio: u64, limit: usize) -> Self {
        let mut search = Self { ratio, n_position: vec![] };
        for n in 0..=limit {
            // the bound allows one more move than the bound before: to take exactly that many
            let mut row = vec![false];
            for bound in 1..=n {
                row.push(row[bound - 1] || search.wins(n, bound));
            }
            search.n_position.push(row);
        }
        search
    }

    /// Whether taking x of n stones leaves a P-position.
    fn wins(&self, n: usize, x: usize) -> bool {
        let left = n - x;
        let bound = (x as u128 * u128::from(self.ratio)).min(left as u128);
        !self.n_position[left][bound as usize]
    }

    /// All winning moves under a bound, largest first.
    fn moves(&self, n: usize, bound: usize) -> Vec<usize> {
        (1..=bound.min(n)).rev().filter(|&x| self.wins(n, x)).collect()
    }

    fn threshold(&self, n: usize) -> usize {
        self.n_position[n].iter().position(|&found| found).unwrap()
    }
}

/// All of an opening: the threshold, the largest and the smallest winning move, and who wins.
fn facts<N: Clone + Into<BigUint>>(
    opening: &Opening<N>,
) -> (BigUint, Option<BigUint>, Option<BigUint>, bool) {
    let owned = |stones: Option<&N>| stones.cloned().map(Into::into);
    let threshold = opening.threshold().clone().into();
    (threshold, owned(opening.largest()), owned(opening.smallest()), opening.is_p_position())
}

/// S(n) = M(1) + … + M(n), by what is stored at the start of each block, from one term H of the
/// K-sequence to the next. With n = H + y: M(n) = y for y up to c, the greatest y with K·y < H, and
/// beyond it M(n) = M(y). So S(n) = S(H − 1) + y(y + 1)/2 for y ≤ c, else S(H − 1) + c(c + 1)/2 +
/// S(y) − S(c). The library looks to the right instead, at tails of blocks.
fn sum_by_prefixes(game: TakeAway, limit: &BigUint) -> BigUint {
    let ratio = game.ratio().get();
    let triangle = |n: &BigUint| n * (n + 1_u32) / 2_u32;
    // H, S(H − 1), c, and c(c + 1)/2 − S(c)
    let mut blocks: Vec<[BigUint; 4]> = vec![];
    let sum = |blocks: &[[BigUint; 4]], n: &BigUint| {
        let (mut rest, mut sum) = (n.clone(), BigUint::ZERO);
        while let Some(at) = blocks.partition_point(|[first, ..]| *first <= rest).checked_sub(1) {
            let [first, before, end, excess] = &blocks[at];
            rest -= first;
            sum += before;
            if rest <= *end {
                return sum + triangle(&rest);
            }
            sum += excess;
        }
        sum
    };
    for first in game.terms().take_while(|term| term <= limit) {
        let before = sum(&blocks, &(&first - 1_u32));
        let end = (&first - 1_u32) / ratio;
        let excess = triangle(&end) - sum(&blocks, &end);
        blocks.push([first, before, end, excess]);
    }
    sum(&blocks, limit)
}

#[test]
fn published_figures_of_fibonacci_nim_are_met() {
    let nim = TakeAway::FIBONACCI_NIM;
    assert!(nim.opening(&big(5_u32)).unwrap().is_p_position());
    let moves: Vec<BigUint> = nim.winning_moves(&big(17_u32)).unwrap().collect();
    assert_eq!(moves, [big(4_u32), big(1_u32)]);
    assert_eq!(nim.sum_of_largest_moves(&big(100_u32)), Ok(big(728_u32)));
    assert_eq!(sum_by_prefixes(nim, &big(100_u32)), big(728_u32));
}

#[test]
fn closed_form_and_openings_and_sweep_find_what_the_search_finds() {
    for (ratio, limit) in SEARCHED {
        let (game, search) = (game(ratio), Search::new(ratio, limit));
        let swept = openings_by_sweep(game, limit as u32);
        assert_eq!(swept.len(), limit);
        for ((n, row), swept) in game.openings().zip(swept) {
            let moves = search.moves(n as usize, n as usize - 1);
            let (largest, smallest) = (moves.first().copied().map(big), moves.last().copied().map(big));
            let expected = (big(search.threshold(n as usize)), largest, smallest, moves.is_empty());
            let opening = game.opening(&big(n)).unwrap();
            assert_eq!(facts(&opening), expected, "closed form, ratio {ratio}, n = {n}");
            assert_eq!(facts(&row), expected, "openings, ratio {ratio}, n = {n}");
            assert_eq!(facts(&swept), expected, "sweep, ratio {ratio}, n = {n}");
            let found: Vec<BigUint> = game.winning_moves(&big(n)).unwrap().collect();
            assert_eq!(found, moves.into_iter().map(big).collect::<Vec<_>>(), "ratio {ratio}, n = {n}");
        }
    }
}

#[test]
fn moves_in_the_middle_of_a_game_are_those_of_the_search() {
    for (ratio, limit) in SEARCHED {
        let (game, search) = (game(ratio), Search::new(ratio, limit));
        for n in 0..=limit {
            // every bound of a small pile, and of others those about which something changes
            let threshold = if n == 0 { 0 } else { search.threshold(n) };
            let bounds: Vec<usize> = match n {
                0..=60 => (0..=n + 2).collect(),
                _ => vec![0, 1, threshold - 1, threshold, n / 3, n / 2, n - 1, n, n + 1, 9 * n],
            };
            for bound in bounds {
                let found: Vec<BigUint> = game.winning_moves_within(&big(n), big(bound)).unwrap().collect();
                let expected: Vec<BigUint> = search.moves(n, bound).into_iter().map(big).collect();
                assert_eq!(found, expected, "ratio {ratio}, n = {n}, bound {bound}");
            }
        }
    }
}

#[test]
fn both_sums_are_those_of_the_search_at_every_limit() {
    for (ratio, limit) in SEARCHED {
        let (game, search) = (game(ratio), Search::new(ratio, limit));
        let mut sum = 0;
        for n in 0..=limit {
            sum += search.moves(n, n.saturating_sub(1)).first().unwrap_or(&0);
            assert_eq!(game.sum_of_largest_moves(&big(n)), Ok(big(sum)), "blocks, ratio {ratio}, limit {n}");
            assert_eq!(sum_by_prefixes(game, &big(n)), big(sum), "prefixes, ratio {ratio}, limit {n}");
        }
    }
}

#[test]
fn a_long_sweep_agrees_with_the_openings_and_adds_up_to_the_sum() {
    for ratio in [1, 2, 3, 10, 1000] {
        let (game, limit) = (game(ratio), 100_000_u32);
        let mut sum = 0;
        for ((n, row), swept) in game.openings().zip(openings_by_sweep(game, limit)) {
            assert_eq!(row, swept, "ratio {ratio}, n = {n}");
            sum += swept.largest().unwrap_or(&0);
        }
        assert_eq!(game.sum_of_largest_moves(&limit.into()), Ok(big(sum)), "ratio {ratio}");
    }
}

#[test]
fn ratio_one_leaves_the_highest_bit_and_its_sum_has_a_formula() {
    // M(2^i + y) = y for y < 2^i, which adds up to 2^i(2^i − 1)/2 for each i
    for bits in (0..80).chain([4999, 5000]) {
        let end = (big(1_u32) << bits) - 1_u32;
        let formula: BigUint = ((((big(1_u32) << (2 * bits)) - 1_u32) / 3_u32) - &end) >> 1_u32;
        assert_eq!(game(1).sum_of_largest_moves(&end), Ok(formula.clone()), "{bits} bits");
        assert_eq!(sum_by_prefixes(game(1), &end), formula, "{bits} bits");
    }
}

#[test]
fn sums_to_a_limit_of_a_thousand_digits_agree() {
    let limit = big(10_u32).pow(1000);
    for ratio in [1, 2, 3, 7] {
        let sum = game(ratio).sum_of_largest_moves(&limit).unwrap();
        assert_eq!(sum_by_prefixes(game(ratio), &limit), sum, "ratio {ratio}");
    }
}

#[test]
fn a_pile_of_three_thousand_digits_is_decided_from_its_fibonacci_numbers() {
    let pairs = successors(Some((big(1_u32), big(2_u32))), |(a, b)| Some((b.clone(), a + b)));
    let fibonacci: Vec<BigUint> = pairs.map(|(a, _)| a).take(14_500).collect();
    let (nim, top) = (TakeAway::FIBONACCI_NIM, &fibonacci[14_400]);
    assert_eq!(top.to_string().len(), 3010);
    assert!(nim.opening(top).unwrap().is_p_position());
    // F(m − 2) + F(m − 4) is more than half of F(m): together the lower terms are not a winning
    // move
    let (second, third, low) = (&fibonacci[14_398], &fibonacci[14_396], &fibonacci[9]);
    let opening = nim.opening(&(top + second + third + low)).unwrap();
    assert_eq!((opening.threshold(), opening.largest()), (low, Some(&(third + low))));
    let moves = nim.winning_moves(&(top + second + third + low)).unwrap();
    assert!(moves.eq([third + low, low.clone()]));
}

#[test]
fn what_no_memory_holds_is_refused_and_an_empty_pile_is_no_start() {
    let huge = big(10_u32).pow(60);
    let refused = |ratio, n: &BigUint| game(ratio).opening(n).unwrap_err().to_string();
    assert_eq!(
        refused(1_000_000_000, &huge),
        "the terms of the ratio 1000000000 up to a number of 200 bits may take more than a gigabyte of memory; give a \
         smaller ratio or number"
    );
    assert_eq!(
        refused(2, &BigUint::ZERO),
        "a pile of 0 stones has no first move; give a pile of 1 stone or more"
    );
    assert_eq!(
        (openings_by_sweep(game(2), 0), game(2).sum_of_largest_moves(&BigUint::ZERO)),
        (vec![], Ok(BigUint::ZERO))
    );
}

/// Numbers of 1 to 200 bits, each size as likely as the others: up to 10^60.
fn pile() -> impl Strategy<Value = BigUint> {
    (0..200_u32, prop::collection::vec(any::<u32>(), 7)).prop_map(|(bits, digits)| {
        let leading = big(1_u32) << bits;
        BigUint::new(digits) % &leading + leading
    })
}

proptest! {
    #![proptest_config(crate::property::config())]

    #[test]
    fn both_sums_agree_and_grow_by_the_largest_winning_move(n in pile(), ratio in 1..=8_u64) {
        let game = game(ratio);
        let sum = game.sum_of_largest_moves(&n).unwrap();
        prop_assert_eq!(sum_by_prefixes(game, &n), sum.clone());
        let before = game.sum_of_largest_moves(&(&n - 1_u32)).unwrap();
        prop_assert_eq!(sum - before, game.opening(&n).unwrap().largest().cloned().unwrap_or_default());
    }

    #[test]
    fn the_representation_law_holds_for_large_piles(n in pile(), ratio in 1..=40_u64) {
        let parts: Vec<BigUint> = game(ratio).representation(&n).unwrap().collect();
        prop_assert_eq!(parts.iter().sum::<BigUint>(), n.clone());
        prop_assert!(parts.windows(2).all(|pair| &pair[1] * ratio < pair[0]));
        // one walk up the sequence meets them all
        let mut terms = game(ratio).terms().take_while(|term| *term <= n);
        prop_assert!(parts.iter().rev().all(|part| terms.any(|term| term == *part)));
    }

    #[test]
    fn the_winning_move_law_holds_for_large_piles(n in pile(), ratio in 1..=8_u64, seed in pile()) {
        let game = game(ratio);
        let moves: Vec<BigUint> = game.winning_moves_within(&n, n.clone()).unwrap().collect();
        prop_assert!(moves.windows(2).all(|pair| pair[1] < pair[0]));
        let (first, rest) = moves.split_first().unwrap();
        prop_assert_eq!(first, &n, "the whole pile");
        prop_assert!(game.winning_moves(&n).unwrap().eq(rest.iter().cloned()));
        // any move, and every sum of smallest terms with its neighbours, at which the winner
        // changes
        let terms: Vec<BigUint> = game.representation(&n).unwrap().collect();
        let sums = (0..terms.len()).map(|from| terms[from..].iter().sum::<BigUint>());
        let near = sums.flat_map(|sum| [&sum - 1_u32, sum.clone(), sum + 1_u32]);
        for x in near.chain([seed % &n]).filter(|x| *x >= big(1_u32) && *x <= n) {
            let (left, bound) = (&n - &x, &x * ratio);
            let wins = game.representation(&left).unwrap().last().is_none_or(|least| bound < least);
            prop_assert_eq!(moves.contains(&x), wins, "taking {}", x);
            let replies = game.winning_moves_within(&left, bound).unwrap().count();
            prop_assert_eq!(replies == 0, wins, "taking {}", x);
        }
    }
}
