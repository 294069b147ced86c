//! A question in words: the name of a command, and a text for each key.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::values::{ValueError, segment};
use crate::number::{Surd, quoted};

/// The most keys of a question: more than any command has.
const MOST_KEYS: usize = 32;

/// A question before any of its values is read: for those who ask from a program, without JSON.
///
/// ```
/// use nimsweep::ask::{Question, RawQuestion};
///
/// let words = RawQuestion::new("coins row").with_list("stacks", ["GG", "SS"]);
/// let answer = Question::read(&words)?.answer()?;
/// assert!(answer.to_string().starts_with("GG + SS = 0, whoever moves first loses"));
/// # Ok::<(), nimsweep::ask::AskError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawQuestion {
    command: String,
    values: Vec<(String, Word)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Word {
    Flag(bool),
    One(String),
    Many(Vec<String>),
}

impl RawQuestion {
    /// A question of this command without values.
    #[must_use]
    pub fn new(command: &str) -> Self {
        Self { command: command.to_owned(), values: vec![] }
    }

    /// Adds a value.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl ToString) -> Self {
        self.values.push((key.to_owned(), Word::One(value.to_string())));
        self
    }

    /// Adds a value if there is one.
    #[must_use]
    pub fn with_optional(self, key: &str, value: Option<impl ToString>) -> Self {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }

    /// Adds a list of values.
    #[must_use]
    pub fn with_list(mut self, key: &str, values: impl IntoIterator<Item: ToString>) -> Self {
        let values = values.into_iter().map(|value| value.to_string()).collect();
        self.values.push((key.to_owned(), Word::Many(values)));
        self
    }

    /// Adds a value that is true or false.
    #[must_use]
    pub fn with_flag(mut self, key: &str, flag: bool) -> Self {
        self.values.push((key.to_owned(), Word::Flag(flag)));
        self
    }

    /// The name of the command.
    pub(super) fn command(&self) -> &str {
        &self.command
    }

    /// Refuses every key that is not one of these.
    pub(super) fn expect_keys(&self, keys: &[&str]) -> Result<(), ValueError> {
        let unknown = self.values.iter().find(|(key, _)| !keys.contains(&key.as_str()));
        unknown.map_or(Ok(()), |(key, _)| {
            let key = quoted(key);
            let reason =
                format!("there is no such key for '{}'; its keys are {}", self.command, keys.join(", "));
            Err(ValueError::new(key, reason))
        })
    }

    /// The text of a key that must be there.
    pub(super) fn one(&self, key: &'static str) -> Result<&str, ValueError> {
        self.any(key)?.ok_or_else(|| self.missing(key))
    }

    /// The text of a key, or what stands for it otherwise.
    pub(super) fn one_or(&self, key: &'static str, default: &'static str) -> Result<&str, ValueError> {
        Ok(self.any(key)?.unwrap_or(default))
    }

    /// The text of a key, if it is there.
    pub(super) fn any(&self, key: &'static str) -> Result<Option<&str>, ValueError> {
        match self.find(key) {
            None => Ok(None),
            Some(Word::One(text)) => Ok(Some(text)),
            Some(Word::Many(_)) => {
                Err(ValueError::new(key, "the value is a list; give a string or a whole number"))
            }
            Some(Word::Flag(flag)) => {
                let reason = format!("the value is {flag}; give a string or a whole number");
                Err(ValueError::new(key, reason))
            }
        }
    }

    /// Whether a key is there and says yes.
    pub(super) fn flag(&self, key: &'static str) -> Result<bool, ValueError> {
        match self.find(key) {
            None => Ok(false),
            Some(Word::Flag(flag)) => Ok(*flag),
            Some(_) => Err(ValueError::new(key, "the value is neither true nor false")),
        }
    }

    /// The list of a key that must be there.
    pub(super) fn list(&self, key: &'static str) -> Result<&[String], ValueError> {
        match self.find(key) {
            None => Err(self.missing(key)),
            Some(Word::Many(texts)) => Ok(texts),
            Some(_) => Err(ValueError::new(key, "the value is not a list; give a list")),
        }
    }

    /// The two ends of the range.
    pub(super) fn range(&self) -> Result<[Surd; 2], ValueError> {
        const KEY: &str = "range";
        let [from, to] = self.list(KEY)? else {
            return Err(ValueError::new(KEY, "a range has two ends; give a list such as [\"2\", \"10\"]"));
        };
        Ok([segment(KEY, from)?, segment(KEY, to)?])
    }

    /// Whether a key is there.
    pub(super) fn has(&self, key: &str) -> bool {
        self.find(key).is_some()
    }

    fn find(&self, key: &str) -> Option<&Word> {
        self.values.iter().find(|(own, _)| own == key).map(|(_, word)| word)
    }

    fn missing(&self, key: &'static str) -> ValueError {
        ValueError::new(key, format!("the key is missing; '{}' needs it", self.command))
    }
}

impl<'de> Deserialize<'de> for RawQuestion {
    /// From an object with the key `command`. Values are strings, integers, lists of these, true or
    /// false.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(OfObject)
    }
}

struct OfObject;

impl<'de> Visitor<'de> for OfObject {
    type Value = RawQuestion;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with the key \"command\"")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<RawQuestion, A::Error> {
        let (mut command, mut values) = (None, Vec::<(String, Word)>::new());
        while let Some(key) = object.next_key::<String>()? {
            let is_there = |(own, _): &(String, Word)| *own == key;
            if values.len() >= MOST_KEYS {
                return Err(Error::custom(format_args!("there are more than {MOST_KEYS} keys")));
            }
            if values.iter().any(is_there) || (command.is_some() && key == "command") {
                return Err(Error::custom(format_args!("the key \"{}\" is given twice", quoted(&key))));
            }
            match (key.as_str(), object.next_value::<Word>()?) {
                ("command", Word::One(name)) => command = Some(name),
                ("command", Word::Many(_)) => return Err(Error::custom("the command is a list, not a name")),
                ("command", Word::Flag(_)) => return Err(Error::custom("the command is not a name")),
                (_, word) => values.push((key, word)),
            }
        }
        let command = command.ok_or_else(|| Error::custom("the key \"command\" is missing"))?;
        Ok(RawQuestion { command, values })
    }
}

impl<'de> Deserialize<'de> for Word {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OfValue)
    }
}

struct OfValue;

impl<'de> Visitor<'de> for OfValue {
    type Value = Word;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string, a whole number, true, false or a list")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Word, E> {
        Ok(Word::One(text.to_owned()))
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<Word, E> {
        Ok(Word::Flag(flag))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Word, E> {
        Ok(Word::One(number.to_string()))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Word, E> {
        Ok(Word::One(number.to_string()))
    }

    /// A float is refused: 0.1 is not a tenth there, and a number of more than 64 bits becomes one.
    fn visit_f64<E: Error>(self, _: f64) -> Result<Word, E> {
        let reason = "a number with a fraction, an exponent or more than 64 bits is not exact in JSON; \
                      write it as a string, such as \"5/2\" or \"10^18\"";
        Err(Error::custom(reason))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Word, A::Error> {
        let mut texts = vec![];
        while let Some(word) = list.next_element::<Word>()? {
            match word {
                Word::One(text) => texts.push(text),
                Word::Many(_) => return Err(Error::custom("there is a list in a list")),
                Word::Flag(_) => return Err(Error::custom("there is true or false in a list")),
            }
        }
        Ok(Word::Many(texts))
    }
}
