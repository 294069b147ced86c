//! Checks of take at most half.

use num_bigint::BigUint;

use super::compare::{Check, Difference, Tally};
use super::reference::Reference;
use super::rivals::halving::grundy_table;
use crate::games::halving::{grundy_value, is_p_position, winning_move};

/// All checks of this game.
pub const CHECKS: &[Check] = &[
    Check {
        game: "halving",
        subject: "published figures",
        methods: ["statement of the game", "closed form"],
        compare: published,
    },
    Check {
        game: "halving",
        subject: "Grundy values and winning moves, n <= 1000",
        methods: ["mex over all options", "closed form"],
        compare: table,
    },
    Check {
        game: "halving",
        subject: "Grundy values, n <= 100000",
        methods: ["event engine: nimber counts", "closed form"],
        compare: sweep,
    },
];

fn published(reference: &Reference, tally: &mut Tally) -> Result<(), Difference> {
    for figure in reference.published("halving") {
        let figure = figure?;
        if figure.figure != "winner" {
            return Err(figure.unknown().into());
        }
        let found = if is_p_position(&figure.argument()?) { "Bob" } else { "Alice" };
        tally.compare(&figure.row, figure.exact.as_deref().unwrap_or_default(), found)?;
    }
    Ok(())
}

fn table(reference: &Reference, tally: &mut Tally) -> Result<(), Difference> {
    for row in reference.rows("halving.csv") {
        let row = row?;
        let n: BigUint = row.read(0)?;
        let moves = winning_move(&n).map_or_else(String::new, |taken| taken.to_string());
        tally.compare(&row, row.text(1)?, grundy_value(&n).to_string())?;
        tally.compare(&row, row.text(2)?, moves)?;
    }
    Ok(())
}

fn sweep(_: &Reference, tally: &mut Tally) -> Result<(), Difference> {
    for (n, swept) in grundy_table(100_000).into_iter().enumerate() {
        tally.compare(format_args!("n = {n}"), BigUint::from(swept), grundy_value(&n.into()))?;
    }
    Ok(())
}
