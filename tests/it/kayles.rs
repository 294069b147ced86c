//! With the one length 1 the game is Kayles on ⌊L⌋ pins: against its own recurrence and its known
//! period.

use itertools::iproduct;
use nimsweep::games::squares::{Grundy, GrundyRun, Lengths, Method};
use nimsweep::number::Surd;

const PINS: usize = 500;

/// The table of `data/kayles.csv`.
fn table() -> Vec<u32> {
    let mut reader =
        csv::ReaderBuilder::new().comment(Some(b'#')).from_path("data/kayles.csv").expect("the table exists");
    reader.records().map(|row| row.unwrap()[1].parse().unwrap()).collect()
}

/// Take one or two neighbouring pins from a row, leaving two rows: sets of options, no sweep.
fn by_recurrence() -> Vec<u32> {
    let mut values: Vec<u32> = vec![];
    for pins in 0..=PINS {
        let options: std::collections::BTreeSet<u32> = iproduct!(1..=2, 0..=pins)
            .filter(|&(taken, left)| taken + left <= pins)
            .map(|(taken, left)| values[left] ^ values[pins - taken - left])
            .collect();
        values.push((0..).find(|nimber| !options.contains(nimber)).unwrap());
    }
    values
}

fn by_sweep() -> Grundy {
    let lengths: Lengths = "1".parse().unwrap();
    GrundyRun::by_method(Method::Places, &lengths, &Surd::from(PINS as u64)).unwrap().finish()
}

#[test]
fn values_are_those_of_the_table_and_of_the_recurrence() {
    let (table, recurrence, grundy) = (table(), by_recurrence(), by_sweep());
    assert_eq!(table, recurrence);
    assert_eq!(table.len(), PINS + 1);
    for (pins, &value) in table.iter().enumerate() {
        let pins = Surd::from(pins as u64);
        assert_eq!(grundy.value_at(&pins), Ok(value), "at {pins}");
        let between = pins + "99/100".parse::<Surd>().unwrap();
        assert_eq!(
            grundy.value_at(&between).ok(),
            (between < Surd::from(PINS as u64)).then_some(value),
            "at {between}"
        );
    }
}

#[test]
fn the_period_is_twelve_and_the_last_exception_is_seventy() {
    // Winning Ways, chapter 4: the values repeat 4 1 2 8 1 4 7 2 1 8 2 7 after pin number 70
    let period = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7];
    let grundy = by_sweep();
    let exceptions: Vec<usize> = (0..=PINS)
        .filter(|&pins| grundy.value_at(&Surd::from(pins as u64)) != Ok(period[pins % 12]))
        .collect();
    assert_eq!(exceptions, [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]);
}

#[test]
fn a_piece_that_fits_nowhere_changes_nothing() {
    // scaled by √2 − 1 these are Kayles again; the long piece makes rows whose keys are far beyond
    // the box
    let short: Surd = "sqrt2-1".parse().unwrap();
    for long in ["60000", "20000", "1000"] {
        let lengths: Lengths = format!("{long},sqrt2-1").parse().unwrap();
        let grundy = Grundy::new(&lengths, &Surd::from(200)).unwrap();
        for (pins, value) in by_recurrence().into_iter().enumerate().take(480) {
            let segment = &short * &Surd::from(pins as u64);
            assert_eq!(grundy.value_at(&segment), Ok(value), "{pins} pins beside {long}");
        }
    }
}
