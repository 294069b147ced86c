//! Many questions, one after the other, with the tables of g kept between them.

use serde::Serialize;

use super::answer::Answer;
use super::limits::quick_table;
use super::question::{AskError, Question};
use crate::games::squares::{Grundy, Lengths, Method};
use crate::number::Surd;

/// For how many lists of lengths g is kept.
const MOST_TABLES: usize = 16;

/// Answers questions one by one. g is computed once for all questions about the same lengths by the
/// same method, and continued where a later question needs it further.
///
/// The tables of the 16 lists of lengths that were asked about last are kept.
///
/// ```
/// let mut batch = nimsweep::ask::Batch::default();
/// let reply = batch.reply(r#"{"command": "grundy", "at": "7.5"}"#);
/// assert_eq!(reply.to_json(), r#"{"lengths":["1","sqrt(2)"],"at":"15/2","value":2}"#);
/// let reply = batch.reply(r#"{"command": "grundy", "at": "-1"}"#);
/// assert!(reply.to_json().starts_with(r#"{"error":"at: the length -1 is negative;"#));
/// ```
#[derive(Debug, Default)]
pub struct Batch {
    /// The one that was used last stands last.
    known: Vec<(Method, Grundy)>,
    /// Whether tables of g that take more than some seconds are refused.
    is_quick: bool,
}

/// What is answered to a line of a batch: an answer, or why there is none.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Reply {
    /// The object that the program prints with `--json`.
    Answer(Answer),
    /// An object with one key.
    Refusal {
        /// What is wrong, and what would be right.
        error: String,
    },
}

impl Batch {
    /// Refuses questions for which computing g by the fastest method would take more than some
    /// seconds in a browser, with [`TooLong::Table`](super::TooLong::Table): beyond 5000 times the
    /// shortest length (100,000 times if all digits are 3) and, if the lengths have a common
    /// measure, beyond 10,000 times the measure.
    ///
    /// ```
    /// let mut batch = nimsweep::ask::Batch::within_seconds();
    /// let reply = batch.reply(r#"{"command": "grundy", "at": "5001"}"#).to_json();
    /// assert!(reply.contains("to compute g up to 5001 takes more than some seconds"));
    /// ```
    #[must_use]
    pub fn within_seconds() -> Self {
        Self { known: vec![], is_quick: true }
    }

    /// Answers a question that is given as JSON.
    ///
    /// # Cost
    /// As [`Question::answer`], without the part of g that is known.
    pub fn reply(&mut self, question: &str) -> Reply {
        match self.answer(question) {
            Ok(answer) => Reply::Answer(answer),
            Err(error) => Reply::refusal(error),
        }
    }

    /// The same.
    ///
    /// # Errors
    /// As [`ask`](super::ask).
    ///
    /// # Cost
    /// As [`Question::answer`], without the part of g that is known.
    pub fn answer(&mut self, question: &str) -> Result<Answer, AskError> {
        let question: Question = question.parse()?;
        let Some((lengths, mut limit)) = question.required_grundy() else { return question.answer() };
        loop {
            let grundy = self.grundy(question.method(), lengths, limit)?;
            match question.further_limit(grundy)? {
                Some(further) => limit = further,
                None => return question.answer_from(grundy),
            }
        }
    }

    /// g by this method up to the limit or further.
    fn grundy(&mut self, method: Method, lengths: &Lengths, limit: &Surd) -> Result<&Grundy, AskError> {
        if self.is_quick {
            quick_table(lengths, limit)?;
        }
        let is_known = |(by, grundy): &(Method, Grundy)| *by == method && grundy.lengths() == lengths;
        let place = self.known.iter().position(is_known);
        let grundy = match place.map(|place| self.known.remove(place).1) {
            Some(grundy) if grundy.limit() >= limit => grundy,
            Some(grundy) => match grundy.continued_to(method, limit) {
                Ok(growing) => growing.finish(),
                Err(error) => {
                    self.known.push((method, grundy));
                    return Err(error.into());
                }
            },
            None => Grundy::by_method(method, lengths, limit)?,
        };
        if self.known.len() == MOST_TABLES {
            self.known.remove(0);
        }
        self.known.push((method, grundy));
        Ok(&self.known[self.known.len() - 1].1)
    }
}

impl Reply {
    /// Why there is no answer.
    pub fn refusal(reason: impl ToString) -> Self {
        Self::Refusal { error: reason.to_string() }
    }

    /// The object as JSON text on one line.
    #[must_use]
    pub fn to_json(&self) -> String {
        match self {
            Self::Answer(answer) => answer.to_line(),
            // a string takes everything
            refusal => serde_json::to_string(refusal).unwrap_or_default(),
        }
    }
}
