//! Checks of the gold and silver coins.

use itertools::Itertools;

use super::compare::{Check, Difference, Tally, answer};
use super::reference::Reference;
use super::rivals::coins::{distribution, fair_rows_by_multinomials, value_by_sign_expansion};
use crate::games::coins::{Modulus, Stack, fair_rows, fair_rows_by_binomials};

/// All checks of this game.
pub const CHECKS: &[Check] = &[
    Check {
        game: "coins",
        subject: "published figures",
        methods: ["problem statement", "options and recurrence"],
        compare: published,
    },
    Check {
        game: "coins",
        subject: "fair rows of stacks of 0 to 5 coins",
        methods: ["fractions, one stack at a time", "recurrence"],
        compare: table,
    },
    Check {
        game: "coins",
        subject: "values of all stacks of up to 14 coins",
        methods: ["simplest number of the options", "Berlekamp's rule"],
        compare: values,
    },
    Check {
        game: "coins",
        subject: "fair rows of stacks of 1 to 4 coins",
        methods: ["event engine: multiplicities", "recurrence"],
        compare: sweep,
    },
    Check {
        game: "coins",
        subject: "fair rows of up to 150 stacks of 2 coins",
        methods: ["sum of multinomials", "recurrence"],
        compare: multinomials,
    },
    Check {
        game: "coins",
        subject: "fair rows of stacks of 2 coins modulo m",
        methods: ["split binomials", "recurrence, exact"],
        compare: residues,
    },
];

fn published(reference: &Reference, tally: &mut Tally) -> Result<(), Difference> {
    for figure in reference.published("coins") {
        let figure = figure?;
        let expected = figure.exact.as_deref().unwrap_or_default();
        let found = match figure.figure.as_str() {
            "value" => figure.argument::<Stack>()?.value().to_string(),
            "fair rows" => answer(&figure.row, fair_rows(2, figure.argument()?))?.to_string(),
            _ => return Err(figure.unknown().into()),
        };
        tally.compare(&figure.row, expected, found)?;
    }
    Ok(())
}

fn table(reference: &Reference, tally: &mut Tally) -> Result<(), Difference> {
    for row in reference.rows("fair_rows.csv") {
        let row = row?;
        let found = answer(&row, fair_rows(row.read(0)?, row.read(1)?))?;
        tally.compare(&row, row.text(2)?, found.to_string())?;
    }
    Ok(())
}

fn values(_: &Reference, tally: &mut Tally) -> Result<(), Difference> {
    for height in 1..=14 {
        for coins in (0..height).map(|_| ['G', 'S']).multi_cartesian_product() {
            let text = String::from_iter(coins);
            let stack: Stack = answer(&text, text.parse())?;
            tally.compare(stack, stack.value(), value_by_sign_expansion(stack))?;
        }
    }
    Ok(())
}

fn sweep(_: &Reference, tally: &mut Tally) -> Result<(), Difference> {
    for (height, most) in [(1, 40), (2, 30), (3, 15), (4, 8)] {
        for stacks in 0..=most {
            let place = format_args!("{stacks} stacks of {height}");
            let swept = answer(place, distribution(height, stacks))?.fair();
            tally.compare(place, swept, answer(place, fair_rows(height, stacks))?)?;
        }
    }
    Ok(())
}

fn multinomials(_: &Reference, tally: &mut Tally) -> Result<(), Difference> {
    for stacks in 0..=150 {
        let place = format_args!("{stacks} stacks");
        let by_sum = answer(place, fair_rows_by_multinomials(stacks))?;
        tally.compare(place, by_sum, answer(place, fair_rows(2, stacks))?)?;
    }
    Ok(())
}

fn residues(_: &Reference, tally: &mut Tally) -> Result<(), Difference> {
    for stacks in [1, 2, 3, 10, 99, 256, 625, 1000] {
        let exact = answer(stacks, fair_rows(2, stacks))?;
        for modulus in [
            "1",
            "2",
            "7",
            "64",
            "1000",
            "30030",
            "65537",
            "989898989",
            "340282366920938463463374607431768211456",
        ] {
            let place = format_args!("{stacks} stacks modulo {modulus}");
            let modulus: Modulus = answer(place, modulus.parse())?;
            tally.compare(
                place,
                answer(place, fair_rows_by_binomials(stacks, &modulus))?,
                &exact % modulus.get(),
            )?;
        }
    }
    Ok(())
}
