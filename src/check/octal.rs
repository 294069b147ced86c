//! Checks of octal games.

use super::compare::{Entry, Tally, answer};
use super::reference::Reference;
use crate::error::Error;
use crate::games::octal::{Code, Values};

/// All checks of this game.
pub(super) const CHECKS: &[Entry] = &[
    ("20 published periods", ["tables of others", "period theorem"], periods),
    ("Project Euler 306, N-positions of 0.07", ["problem statement", "rare and common values"], strips),
];

fn computed(text: &str, last: usize) -> Result<Values, Error> {
    let mut values = Values::new(answer(text, text.parse::<Code>())?);
    while values.advance(last + 1) {}
    Ok(values)
}

fn periods(reference: &Reference, tally: &mut Tally) -> Result<(), Error> {
    reference.each("octal_periods.csv", |row| {
        let values = computed(row.text(0)?, 700_000)?;
        let found = values.period().map(|period| (period.from, period.length));
        let (from, length) = found.unwrap_or_default();
        tally.compare(row, row.read::<usize>(1)?, from)?;
        tally.compare(row, row.read::<usize>(2)?, length)
    })
}

fn strips(_: &Reference, tally: &mut Tally) -> Result<(), Error> {
    let values = computed("0.07", 50)?;
    let won = |last: usize| values.as_slice()[..=last].iter().filter(|&&value| value != 0).count();
    tally.compare("strips of 1 to 5 squares", 3, won(5))?;
    tally.compare("strips of 1 to 50 squares", 40, won(50))
}
