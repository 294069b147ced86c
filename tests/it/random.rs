//! Random questions of every kind, each answered as users are answered and by a second method.
//!
//! The second methods follow the definitions and share nothing with what they check: g from all
//! pairs of cells, octal games from all moves, stones and coins by search, numbers as fractions of
//! big integers. They are slow, so the questions are small, a few of them larger. At a difference a
//! search makes the question smaller as long as both methods still differ.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `choices` | the choices of a random question, and the search for the smallest that differs |
//! | `exact` | numbers of the second methods |
//! | `question` | a question, its answer as texts, and how these are compared |
//! | `segment` | the squares by the definition |
//! | `squares` | questions about the squares |
//! | `certificates` | certificates, and certificates with one thing changed |
//! | `piles` | questions about octal games, stones, coins and halving |

mod certificates;
mod choices;
mod exact;
mod piles;
mod question;
mod segment;
mod squares;

use choices::{Choices, smallest};
use question::Kind;

use crate::property::cases;

/// The variable of the environment with another seed.
const SEED: &str = "NIMSWEEP_TEST_SEED";

/// All kinds of questions.
fn kinds() -> Vec<&'static Kind> {
    [squares::KINDS, certificates::KINDS, piles::KINDS].into_iter().flatten().collect()
}

/// Asks questions of every kind in turn, always the same for the same seed. Of a question that
/// differs a smaller one is looked for, and named as a command.
#[test]
fn random_questions_of_every_kind_agree() {
    /// How many questions of each kind are asked, times the multiplier.
    const OF_EACH_KIND: u32 = 300;
    let seed = std::env::var(SEED).map_or(1, |seed| seed.parse().unwrap());
    println!("{SEED}={seed}");
    for number in 0..u64::from(cases(OF_EACH_KIND).cases) {
        for (kind, (_, subject, method, ask)) in (0..).zip(kinds()) {
            let mut choices = Choices::random(seed, number * kinds().len() as u64 + kind);
            if let Err(difference) = ask(&mut choices) {
                let smaller = smallest(choices.made(), difference, |choices| ask(choices).err());
                panic!("{subject}, by {method}: {smaller}");
            }
        }
    }
}

#[test]
fn the_page_has_every_kind_of_random_questions() {
    let page = std::fs::read_to_string("docs/exactness.md").unwrap();
    for (game, subject, method, _) in kinds() {
        let row = format!("| {game} | {subject} | {method} |");
        assert!(page.contains(&row), "{row}");
    }
}
