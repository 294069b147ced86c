//! Checks of "at most K times the move before".

use itertools::Itertools;
use num_bigint::BigUint;

use super::compare::{Check, Difference, Tally, answer};
use super::reference::Reference;
use super::rivals::stones as rivals;
use crate::games::stones::{Opening, Ratio, TakeAway};

/// All checks of this game.
pub const CHECKS: &[Check] = &[
    Check {
        game: "stones",
        subject: "published figures",
        methods: ["problem statement", "representation and block sums"],
        compare: published,
    },
    Check {
        game: "stones",
        subject: "T(n) and all winning moves, n <= 300, K = 1..5",
        methods: ["game search", "representation"],
        compare: table,
    },
    Check {
        game: "stones",
        subject: "T(n) and M(n), n <= 20000, K = 1..6",
        methods: ["event engine: active targets", "representation"],
        compare: sweep,
    },
    Check {
        game: "stones",
        subject: "sums of M(n), n <= 10^1 .. 10^120, K = 1..6",
        methods: ["blocks", "prefix sums"],
        compare: sums,
    },
];

fn published(reference: &Reference, tally: &mut Tally) -> Result<(), Difference> {
    let game = TakeAway::FIBONACCI_NIM;
    for figure in reference.published("stones") {
        let figure = figure?;
        let (n, expected): (BigUint, _) = (figure.argument()?, figure.exact.as_deref().unwrap_or_default());
        let found = match figure.figure.as_str() {
            "sum" => answer(&figure.row, game.sum_of_largest_moves(&n))?.to_string(),
            "winning moves" => match winning_moves(&figure.row, game, &n)?.as_slice() {
                [] => "none".to_owned(),
                moves => moves.iter().join(";"),
            },
            _ => return Err(figure.unknown().into()),
        };
        tally.compare(&figure.row, expected, found)?;
    }
    Ok(())
}

/// All winning first moves, ascending.
fn winning_moves(
    place: impl std::fmt::Display,
    game: TakeAway,
    n: &BigUint,
) -> Result<Vec<BigUint>, Difference> {
    let mut moves = answer(place, game.winning_moves(n))?.collect_vec();
    moves.reverse();
    Ok(moves)
}

fn table(reference: &Reference, tally: &mut Tally) -> Result<(), Difference> {
    for row in reference.rows("stones.csv") {
        let row = row?;
        let (game, n) = (TakeAway::new(row.read::<Ratio>(0)?), row.read(1)?);
        let opening = answer(&row, game.opening(&n))?;
        let largest = opening.largest().map_or_else(|| "0".to_owned(), BigUint::to_string);
        tally.compare(&row, row.text(2)?, opening.threshold().to_string())?;
        tally.compare(&row, row.text(3)?, largest)?;
        tally.compare(&row, row.text(4)?, winning_moves(&row, game, &n)?.iter().join(" "))?;
    }
    Ok(())
}

fn games() -> impl Iterator<Item = TakeAway> {
    (1..=6_u64).filter_map(|ratio| Some(TakeAway::new(ratio.try_into().ok()?)))
}

fn sweep(_: &Reference, tally: &mut Tally) -> Result<(), Difference> {
    let described = |opening: &Opening<u64>| {
        format!("T = {}, M = {}", opening.threshold(), opening.largest().unwrap_or(&0))
    };
    for game in games() {
        for (swept, (n, closed)) in rivals::sweep(game, 20_000).iter().zip(game.openings()) {
            let place = format_args!("n = {n}, K = {}", game.ratio());
            tally.compare(place, described(swept), described(&closed))?;
        }
    }
    Ok(())
}

fn sums(_: &Reference, tally: &mut Tally) -> Result<(), Difference> {
    for game in games() {
        for exponent in 1..=120 {
            let place = format_args!("n = 10^{exponent}, K = {}", game.ratio());
            let n = BigUint::from(10_u32).pow(exponent);
            let by_blocks = answer(place, game.sum_of_largest_moves(&n))?;
            tally.compare(place, by_blocks, answer(place, rivals::sum_by_prefixes(game, &n))?)?;
        }
        let mut sum = 0_u64; // of at most 2000 numbers below 2000
        for (n, opening) in game.openings().take(2000) {
            let place = format_args!("n = {n}, K = {}", game.ratio());
            sum += opening.largest().unwrap_or(&0);
            tally.compare(place, answer(place, game.sum_of_largest_moves(&n.into()))?, BigUint::from(sum))?;
        }
    }
    Ok(())
}
