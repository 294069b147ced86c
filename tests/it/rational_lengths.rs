//! Rational lengths against brute force on a scaled grid: an octal-like game on whole numbers.
//!
//! With all lengths multiples of 1/D, g is constant on [k/D, (k+1)/D). For y in [k/D, (k+1)/D) and
//! 0 ≤ x ≤ y the grid cells of x and y − x add up to k or to k − 1, and every such pair of cells
//! occurs.

use nimsweep::games::squares::{Grundy, GrundyRun, Lengths, Method};
use nimsweep::number::Surd;

/// Grundy values of the grid cells 0..=last, for lengths given in cells.
fn on_the_grid(lengths: &[usize], last: usize) -> Vec<u32> {
    let mut values: Vec<u32> = vec![];
    for cell in 0..=last {
        let mut options = vec![];
        for rest in lengths.iter().filter_map(|length| cell.checked_sub(*length)) {
            for sum in [Some(rest), rest.checked_sub(1)].into_iter().flatten() {
                options.extend((0..=sum).map(|left| values[left] ^ values[sum - left]));
            }
        }
        values.push((0..).find(|nimber| !options.contains(nimber)).unwrap());
    }
    values
}

macro_rules! grid {
    ($name:ident, $lengths:literal, $denominator:literal, $cells:expr) => {
        #[test]
        fn $name() {
            let lengths: Lengths = $lengths.parse().unwrap();
            let expected = on_the_grid(&$cells, 240);
            let limit = Surd::from(240) / Surd::from($denominator);
            let grundy = GrundyRun::by_method(Method::Places, &lengths, &limit).unwrap().finish();
            let mut changes = 0;
            for (cell, value) in (0_u64..).zip(&expected) {
                let at = Surd::from(cell) / Surd::from($denominator);
                assert_eq!(grundy.value_at(&at), Ok(*value), "g({at})");
                changes += usize::from(cell == 0 || expected[cell as usize - 1] != *value);
            }
            // and nothing happens inside of a cell
            assert_eq!(grundy.steps().len(), changes);
        }
    };
}

grid!(one, "1", 1, [1]);
grid!(one_and_three_halves, "1,3/2", 2, [2, 3]);
grid!(one_and_two, "1,2", 1, [1, 2]);
grid!(two_and_three, "2,3", 1, [2, 3]);
grid!(written_as_decimals, "0.3,1.1,2", 10, [3, 11, 20]);
grid!(far_apart, "1,7/5,100/7", 35, [35, 49, 500]);
grid!(one_third, "1/3", 3, [1]);

#[test]
fn commensurable_roots_are_the_same_game_scaled() {
    let expected = on_the_grid(&[2, 3], 120);
    let grundy = Grundy::new(&"sqrt2, 3sqrt2/2".parse().unwrap(), &"60sqrt2".parse().unwrap()).unwrap();
    for (cell, value) in (0_u64..).zip(&expected) {
        let at = Surd::from(cell) * "sqrt2/2".parse::<Surd>().unwrap();
        assert_eq!(grundy.value_at(&at), Ok(*value), "g({at})");
    }
}
