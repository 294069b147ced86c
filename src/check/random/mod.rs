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
use question::{Kind, Outcome};

pub use question::RandomDifference;

/// Random questions, one after the other: always the same for the same seed.
///
/// ```
/// use nimsweep::check::RandomQuestions;
///
/// let mut questions = RandomQuestions::new(7);
/// for _ in 0..40 {
///     let (kind, outcome) = questions.ask_next();
///     assert_eq!(outcome, Ok(()), "{}", RandomQuestions::kinds().nth(kind).unwrap().subject);
/// }
/// ```
#[derive(Clone, Debug)]
pub struct RandomQuestions {
    seed: u64,
    asked: u64,
}

/// A kind of random questions.
#[derive(Clone, Copy, Debug)]
pub struct RandomKind {
    /// The game.
    pub game: &'static str,
    /// What is asked.
    pub subject: &'static str,
    /// The second method, which every answer is compared with.
    pub method: &'static str,
}

fn kinds() -> impl Iterator<Item = &'static Kind> {
    [squares::KINDS, certificates::KINDS, piles::KINDS].into_iter().flatten()
}

impl RandomQuestions {
    /// The questions that a seed stands for.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { seed, asked: 0 }
    }

    /// All kinds of questions.
    pub fn kinds() -> impl Iterator<Item = RandomKind> {
        kinds().map(|&(game, subject, method, _)| RandomKind { game, subject, method })
    }

    /// Asks the next question, and returns the index of its kind. The kinds take turns.
    ///
    /// # Errors
    /// Inside the result: the smallest question that was found to differ.
    ///
    /// # Cost
    /// Some milliseconds, seldom more than a tenth of a second; for a difference up to 20 seconds
    /// more.
    pub fn ask_next(&mut self) -> (usize, Outcome) {
        let number = self.asked;
        self.asked += 1;
        let index = (number % kinds().count() as u64) as usize;
        let Some((.., ask)) = kinds().nth(index) else { return (index, Ok(())) };
        let mut choices = Choices::random(self.seed, number);
        let outcome = ask(&mut choices);
        let smaller = |difference| smallest(choices.made(), difference, |choices| ask(choices).err());
        (index, outcome.map_err(smaller))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_questions_of_every_kind_agree() {
        let mut questions = RandomQuestions::new(1);
        for _ in 0..20 * kinds().count() {
            let (kind, outcome) = questions.ask_next();
            assert_eq!(outcome, Ok(()), "{:?}", RandomQuestions::kinds().nth(kind));
        }
    }
}
