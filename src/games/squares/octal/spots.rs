//! Values that are said to be those of G: computed anew, all if they are few, else at some places.

use super::super::places::{mixed, spread};
use super::reach::{Looker, Reach};
use super::recent::sums;
use super::run::OctalRun;
use crate::sweep::Nimber;

/// So many values are computed anew, all of them: at most 25 million pairs.
const FEW_VALUES: usize = 10_000;
/// Of more values so many are computed from those below them.
const PLACES: usize = 200;

/// Whether values are those of G: all of them if they are few, else those at 200 places.
///
/// The values are cut into as many stretches as there are places. In each, one value is chosen by a
/// hash of all values, so that an edit cannot avoid the places that were known before it.
///
/// # Cost
/// Up to 10,000 values that of a run, else O(values) for each place and quotient.
pub fn are_values(values: &[Nimber], quotients: &[usize]) -> bool {
    if values.len() <= FEW_VALUES {
        let mut run = OctalRun::new(quotients.to_vec());
        // as soon as they differ, so that wrong values do not cost the way to the end
        while values.starts_with(run.values()) && run.advance(values.len()) {}
        return values == run.values();
    }
    let mut looker = Looker::new();
    values.iter().for_each(|&value| looker.include(value));
    let hash = values.iter().fold(0, |hash, &value| mixed(hash ^ u64::from(value)));
    spread(PLACES, values.len(), hash).all(|n| follows(values, quotients, n, &mut looker))
}

/// Whether G(n) is the value that follows from those below it.
fn follows(values: &[Nimber], quotients: &[usize], n: usize, looker: &mut Looker) -> bool {
    let mut options = vec![0; looker.words()];
    for sum in sums(n, quotients) {
        let mut reach = Reach::new(sum);
        looker.look(&mut reach, values, usize::MAX);
        options.iter_mut().zip(reach.held()).for_each(|(options, held)| *options |= held);
    }
    let is_option = |nimber: Nimber| options[nimber as usize / 64] >> (nimber % 64) & 1 == 1;
    // a value that no option has, and below it only such that one has
    !is_option(values[n]) && (0..values[n]).all(is_option)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(quotients: &[usize], end: usize) -> Vec<Nimber> {
        let mut run = OctalRun::new(quotients.to_vec());
        while run.advance(end) {}
        run.values().to_vec()
    }

    #[test]
    fn every_edit_of_few_values_is_seen() {
        let right = values(&[1, 2], 300);
        assert!(are_values(&right, &[1, 2]) && are_values(&[], &[1, 2]));
        for n in 0..300 {
            let mut wrong = right.clone();
            wrong[n] ^= 1;
            assert!(!are_values(&wrong, &[1, 2]), "{n}");
        }
    }

    #[test]
    fn edits_of_many_values_are_seen() {
        for quotients in [&[1][..], &[1, 2], &[2, 7]] {
            let right = values(quotients, 15_000);
            assert!(are_values(&right, quotients));
            // every seventeenth value, by another one that occurs
            for offset in 0..17 {
                let mut wrong = right.clone();
                for n in (offset..right.len()).step_by(17) {
                    wrong[n] = if right[n] == right[40] { right[41] } else { right[40] };
                }
                assert!(!are_values(&wrong, quotients), "{quotients:?} with offset {offset}");
            }
        }
    }
}
