//! A question before its values are read: the name of a command, and a value for each key; and the
//! keys of the command, each with its texts.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use serde_json::Value;

use crate::error::Error;
use crate::number::quoted;

/// The most keys of a question: more than any command has.
const MOST_KEYS: usize = 32;

/// A question before any of its values is read.
#[derive(Debug)]
pub(crate) struct RawQuestion {
    pub(super) command: String,
    values: Vec<(String, Value)>,
    /// Whether the answer may have any size.
    pub(super) is_large: bool,
    /// What the command line wants besides a picture.
    pub(crate) wanted: PictureExtras,
}

/// What the command line wants besides a picture.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PictureExtras {
    /// The points, as a table.
    pub(crate) points: bool,
    /// A size for the column of a paper.
    pub(crate) paper: bool,
}

/// The keys of a command, and the texts of those that a question has.
#[derive(Debug)]
pub(crate) struct Keys {
    command: String,
    /// `None` for a key that the question does not have.
    texts: Vec<(&'static str, Option<Vec<String>>)>,
    /// What the command line wants besides a picture.
    pub(super) wanted: PictureExtras,
}

/// The keys of every question about the squares, and of every picture of one.
const SHARED: [(&str, &str); 2] =
    [("squares", "lengths rule method for_days!"), ("picture", "size title dark!")];

impl RawQuestion {
    /// A question by its command and the values of its keys.
    pub(crate) fn new(command: &str, values: Vec<(String, Value)>) -> Self {
        Self { command: command.to_owned(), values, is_large: false, wanted: PictureExtras::default() }
    }

    /// The values by the keys of the command: a list of names, with ... behind one that has a list
    /// of values and ! behind one that is true or false; the name of shared keys stands for these.
    ///
    /// # Errors
    /// For a key that is not in the list, or else for the first that has a value of another kind.
    pub(super) fn keys_of(&self, list: &'static str) -> Result<Keys, Error> {
        let shared = |name: &'static str| {
            let keys = SHARED.iter().find(|(shared, _)| *shared == name).map(|(_, keys)| *keys);
            keys.unwrap_or(name).split(' ')
        };
        let marked: Vec<&'static str> = list.split(' ').flat_map(shared).collect();
        let name = |marked: &'static str| marked.trim_end_matches(['.', '!']);
        if let Some((key, _)) = self.values.iter().find(|(key, _)| !marked.iter().any(|own| name(own) == key))
        {
            let (command, keys) = (&self.command, marked.iter().map(|key| name(key)).collect::<Vec<_>>());
            let reason = format!("'{command}' has no such key; its keys are {}", keys.join(", "));
            return Err(Error::of_key(quoted(key), reason));
        }
        let given = marked.into_iter().map(|marked| {
            let Some((_, value)) = self.values.iter().find(|(key, _)| key == name(marked)) else {
                return Ok((name(marked), None));
            };
            let texts = match (marked.as_bytes().last(), value) {
                (Some(b'!'), Value::Bool(true)) => Ok(vec![]),
                (Some(b'!'), Value::Bool(false)) => return Ok((name(marked), None)),
                (Some(b'!'), _) => Err("the value is neither true nor false".to_owned()),
                (Some(b'.'), Value::Array(values)) => values.iter().map(text).collect(),
                // as answers have them
                (_, Value::Array(values)) if marked == "lengths" => {
                    values.iter().map(text).collect::<Result<Vec<_>, _>>().map(|texts| vec![texts.join(",")])
                }
                (_, value) => text(value).map(|text| vec![text]),
            };
            let of_key = |reason| Error::of_key(name(marked), reason);
            texts.map(|texts| (name(marked), Some(texts))).map_err(of_key)
        });
        let texts = given.collect::<Result<_, _>>()?;
        Ok(Keys { command: self.command.clone(), texts, wanted: self.wanted })
    }
}

/// A text, or a whole number as one. A float is refused: 0.1 is not a tenth there, and a number of
/// more than 64 bits becomes one.
fn text(value: &Value) -> Result<String, String> {
    let what = match value {
        Value::String(text) => return Ok(text.clone()),
        Value::Number(number) if !number.is_f64() => return Ok(number.to_string()),
        Value::Number(_) => {
            let reason = "a number with a fraction, an exponent or more than 64 bits is not exact in JSON; write it as \
                          a string, such as \"5/2\" or \"10^18\"";
            return Err(reason.to_owned());
        }
        Value::Bool(flag) => &flag.to_string(),
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
        Value::Null => "null",
    };
    Err(format!("the value is {what}; give a string or a whole number"))
}

impl Keys {
    /// The texts of a key, if the question has it.
    fn given(&self, key: &str) -> Option<&[String]> {
        let own = self.texts.iter().find(|(own, _)| *own == key);
        debug_assert!(own.is_some(), "'{}' has no key '{key}'", self.command);
        own?.1.as_deref()
    }

    /// Whether the question has a key, and says yes to it.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.given(key).is_some()
    }

    /// The text of a key, if the question has it.
    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        self.given(key)?.first().map(String::as_str)
    }

    /// The texts of a key that has a list; none if the question does not have it.
    pub(crate) fn list(&self, key: &str) -> &[String] {
        self.given(key).unwrap_or_default()
    }

    /// The value of a key, if the question has it.
    pub(super) fn read<T>(
        &self,
        key: &'static str,
        read: impl FnOnce(&'static str, &str) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        self.text(key).map(|text| read(key, text)).transpose()
    }

    /// The value of a key that has a list, if the question has it.
    pub(super) fn read_list<T>(
        &self,
        key: &'static str,
        read: impl FnOnce(&'static str, &[String]) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        self.given(key).map(|texts| read(key, texts)).transpose()
    }

    /// The value of a key that the command needs.
    pub(super) fn needed<T>(
        &self,
        key: &'static str,
        read: impl FnOnce(&'static str, &str) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.read(key, read)?.ok_or_else(|| self.missing(key))
    }

    /// The texts of a list that the command needs.
    pub(super) fn needed_list(&self, key: &'static str) -> Result<&[String], Error> {
        self.given(key).ok_or_else(|| self.missing(key))
    }

    /// Why there is no answer without this key.
    pub(super) fn missing(&self, key: &'static str) -> Error {
        Error::of_key(key, format!("the key is missing; '{}' needs it", self.command))
    }
}

impl<'de> Deserialize<'de> for RawQuestion {
    /// From an object with the key `command`, and perhaps more keys.
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
        let (mut command, mut values, mut large) = (None, Vec::<(String, Value)>::new(), None);
        while let Some(key) = object.next_key::<String>()? {
            if values.len() >= MOST_KEYS {
                return Err(A::Error::custom(format_args!("there are more than {MOST_KEYS} keys")));
            }
            let is_taken = match key.as_str() {
                "command" => command.is_some(),
                "large" => large.is_some(),
                _ => values.iter().any(|(own, _)| *own == key),
            };
            if is_taken {
                return Err(A::Error::custom(format_args!("the key \"{}\" is given twice", quoted(&key))));
            }
            match (key.as_str(), object.next_value()?) {
                ("command", Value::String(name)) => command = Some(name),
                ("command", _) => return Err(A::Error::custom("the command is not a name")),
                ("large", Value::Bool(flag)) => large = Some(flag),
                ("large", _) => {
                    return Err(A::Error::custom("the value of \"large\" is neither true nor false"));
                }
                (_, value) => values.push((key, value)),
            }
        }
        let command = command.ok_or_else(|| A::Error::custom("the key \"command\" is missing"))?;
        Ok(RawQuestion { is_large: large.unwrap_or_default(), ..RawQuestion::new(&command, values) })
    }
}
