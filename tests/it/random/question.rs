//! A question that is asked as users ask it: the values of its keys are texts, and so is what is
//! compared of the answer.

use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

use itertools::Itertools;
use serde_json::{Map, Value, json};
use thiserror::Error;

use super::choices::Choices;
use super::exact::Exact;
use crate::named_keys::assert_named;
use nimsweep::ask;

/// A kind of questions: its game, what is asked, the second method, and one question of the kind.
pub type Kind = (&'static str, &'static str, &'static str, fn(&mut Choices) -> Outcome);

/// Whether both methods agree.
pub type Outcome = Result<(), RandomDifference>;

/// A random question whose answer differs from what a second method finds.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{question}: {difference}")]
pub struct RandomDifference {
    /// The question: a command to paste into a shell if there is one, and else a description.
    pub question: String,
    /// What differs, first by the second method and then by the answer.
    pub difference: String,
}

/// A question, and the command that asks it.
#[derive(Clone)]
pub struct Question {
    keys: Map<String, Value>,
    /// Its words as they are typed.
    words: Vec<String>,
}

impl Question {
    pub fn new(command: &str) -> Self {
        let keys = Map::from_iter([("command".to_owned(), command.into())]);
        Self {
            keys,
            words: command.replace(" summary", " --summary").split(' ').map(str::to_owned).collect(),
        }
    }

    /// The same with a value, which is an option on the command line.
    pub fn option(mut self, key: &str, value: impl Display) -> Self {
        self.keys.insert(key.to_owned(), value.to_string().into());
        self.words.extend([format!("--{key}"), value.to_string()]);
        self
    }

    /// The same with a value, which is an argument on the command line.
    pub fn argument(mut self, key: &str, value: impl Display) -> Self {
        self.keys.insert(key.to_owned(), value.to_string().into());
        self.words.push(value.to_string());
        self
    }

    /// The same with several values, which are arguments on the command line, after an option if
    /// its name is given.
    pub fn list<T: Display>(mut self, key: &str, option: &str, values: &[T]) -> Self {
        let texts = values.iter().map(T::to_string).collect_vec();
        self.words.extend(Some(option.to_owned()).filter(|option| !option.is_empty()));
        self.words.extend(texts.iter().cloned());
        self.keys.insert(key.to_owned(), texts.into());
        self
    }

    /// The same with a flag.
    pub fn flag(mut self, key: &str) -> Self {
        self.keys.insert(key.to_owned(), true.into());
        self.words.push(format!("--{key}"));
        self
    }

    /// The command to paste into a shell.
    pub fn command(&self) -> String {
        if self.keys.is_empty() {
            return self.words.concat();
        }
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-+.,/_".contains(c);
        let quoted = |word: &String| match word.chars().all(is_plain) {
            true => word.clone(),
            false => format!("'{word}'"),
        };
        format!("nimsweep {}", self.words.iter().map(quoted).join(" "))
    }

    /// The question of the library.
    pub fn parsed(&self) -> Result<ask::Question, RandomDifference> {
        let parsed = json!(self.keys).to_string().parse::<ask::Question>();
        parsed.map_err(|error| self.no_answer(error))
    }

    /// The answer as JSON. After a panic, which is not an answer, the search for a
    /// smaller question continues.
    pub fn answer(&self) -> Result<Value, RandomDifference> {
        let question = self.parsed()?;
        let answer = self.unless_it_panics(|| Ok(question.answer()?.to_json()))?;
        let answer = serde_json::from_str(&answer).map_err(|error| self.no_answer(error))?;
        self.unless_it_panics(|| {
            assert_named(self.words.iter().map(String::as_str), &answer);
            Ok(answer)
        })
    }

    /// What some work on the answer returns.
    pub fn unless_it_panics<T>(
        &self,
        work: impl FnOnce() -> Result<T, Box<dyn std::error::Error>>,
    ) -> Result<T, RandomDifference> {
        match catch_unwind(AssertUnwindSafe(work)) {
            Ok(result) => result.map_err(|error| self.no_answer(error)),
            Err(payload) => {
                let said = payload.downcast_ref::<String>().cloned();
                let said = said.or_else(|| payload.downcast_ref::<&str>().map(|&text| text.to_owned()));
                Err(self.no_answer(format_args!("a panic: {}", said.unwrap_or_default())))
            }
        }
    }

    pub fn no_answer(&self, reason: impl Display) -> RandomDifference {
        RandomDifference { question: self.command(), difference: reason.to_string() }
    }

    /// Compares what a second method finds with what the answer says.
    pub fn compare(&self, what: impl Display, expected: impl Display, found: impl Display) -> Outcome {
        let (expected, found) = (expected.to_string(), found.to_string());
        if expected == found {
            return Ok(());
        }
        // of long lists, the part that differs
        let same = expected.chars().zip(found.chars()).take_while(|(left, right)| left == right).count();
        let part = |text: &str| {
            let end = text.chars().skip(same.saturating_sub(30)).take(120).collect::<String>();
            if same > 30 { format!("…{end}") } else { end }
        };
        let (left, right) = (part(&expected), part(&found));
        Err(self.no_answer(format_args!("{what}: {left} and {right} differ")))
    }

    /// The same for what must hold of the answer.
    pub fn need(&self, holds: bool, what: impl Display) -> Outcome {
        if holds { Ok(()) } else { Err(self.no_answer(format_args!("it is not so that {what}"))) }
    }

    /// Compares a number with its closed form.
    pub fn compare_number(&self, what: &str, expected: &Exact, found: &Value) -> Outcome {
        self.compare(what, expected, rewritten(found))
    }

    /// Compares a number with its decimals.
    pub fn compare_decimal(&self, what: &str, expected: &Exact, found: &Value, digits: usize) -> Outcome {
        let is_right = found.as_str().is_some_and(|decimal| expected.rounds_to(decimal, digits));
        if is_right {
            Ok(())
        } else {
            self.compare(what, format_args!("{expected}, rounded to {digits} places"), text(found))
        }
    }
}

/// A value without quotes.
pub fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// A number of an answer as [`Exact`] writes it, and any other value without quotes.
pub fn rewritten(value: &Value) -> String {
    let number = value.as_str().and_then(Exact::read);
    number.map_or_else(|| text(value), |number| number.to_string())
}

/// The entries of a list, or of none.
pub fn entries(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
