//! Checks of octal games, and the rival that serves only to be compared: every move of every heap.

use super::compare::{Difference, Entry, Tally, answer};
use super::reference::Reference;
use crate::games::octal::{Code, Values};
use crate::sweep::Nimber;

/// All checks of this game.
pub(super) const CHECKS: &[Entry] = &[
    ("20 published periods", ["tables of others", "period theorem"], periods),
    ("values of 12 games up to 1500", ["all moves, digit by digit", "rare and common values"], values),
    ("Project Euler 306, N-positions of 0.07", ["problem statement", "rare and common values"], strips),
];

fn computed(text: &str, last: usize) -> Result<Values, Difference> {
    let mut values = Values::new(answer(text, text.parse::<Code>())?);
    while values.advance(last + 1) {}
    Ok(values)
}

fn periods(reference: &Reference, tally: &mut Tally) -> Result<(), Difference> {
    for row in reference.rows("octal_periods.csv") {
        let row = row?;
        let values = computed(row.text(0)?, 700_000)?;
        let found = values.period().map(|period| (period.from, period.length));
        let (from, length) = found.unwrap_or_default();
        tally.compare(&row, row.read::<usize>(1)?, from)?;
        tally.compare(&row, row.read::<usize>(2)?, length)?;
    }
    Ok(())
}

fn values(_: &Reference, tally: &mut Tally) -> Result<(), Difference> {
    for text in
        ["0.77", "0.07", "0.137", "0.4", "0.16", "0.56", "0.106", "0.104", "4.304", "4.0", "0.333", "0.12345"]
    {
        let found = computed(text, 1500)?;
        for (n, (expected, found)) in by_all_moves(text, 1500).into_iter().zip(found.as_slice()).enumerate() {
            tally.compare(format_args!("G({n}) of {text}"), expected, *found)?;
        }
    }
    Ok(())
}

fn strips(_: &Reference, tally: &mut Tally) -> Result<(), Difference> {
    let values = computed("0.07", 1_000_000)?;
    let won = values.as_slice().iter().filter(|&&value| value != 0).count();
    tally.compare("strips of 1 to 10^6 squares", 852_938, won)
}

/// G(0), G(1), …, G(last) from the text of the code.
fn by_all_moves(text: &str, last: usize) -> Vec<Nimber> {
    let digits: Vec<u32> = text.chars().filter_map(|digit| digit.to_digit(8)).collect();
    let mut values: Vec<Nimber> = vec![];
    for n in 0..=last {
        let mut options = vec![];
        for (taken, digit) in digits.iter().enumerate().take(n + 1) {
            let left = n - taken;
            match left {
                0 if digit & 1 != 0 => options.push(0),
                1.. if digit & 2 != 0 => options.push(values[left]),
                _ => {}
            }
            if digit & 4 != 0 {
                options.extend((1..left).map(|a| values[a] ^ values[left - a]));
            }
        }
        options.sort_unstable();
        options.dedup();
        // the mex of distinct values in order: the first that is not at its own place
        let mex = (0..).zip(&options).take_while(|(place, option)| place == *option).count();
        values.push(mex as Nimber); // at most n
    }
    values
}
