//! A question before its values are read: the name of a command, and a value for each key; and how
//! the struct of a command's keys is filled from it.

use std::fmt;
use std::slice::Iter;

use serde::de::value::{Error as Never, SeqDeserializer};
use serde::de::{
    Deserialize, DeserializeOwned, DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::Value;

use super::values::missing;
use crate::error;
use crate::number::quoted;

/// The most keys of a question: more than any command has.
const MOST_KEYS: usize = 32;

/// A question before any of its values is read.
#[derive(Debug)]
pub(crate) struct RawQuestion {
    command: String,
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

impl RawQuestion {
    /// A question by its command and the values of its keys.
    pub(crate) fn new(command: &str, values: Vec<(String, Value)>) -> Self {
        Self { command: command.to_owned(), values, is_large: false, wanted: PictureExtras::default() }
    }

    /// The name of the command.
    pub(super) fn command(&self) -> &str {
        &self.command
    }

    /// The text of a key, if it has one.
    #[cfg(any(feature = "png", feature = "pdf"))]
    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        self.values.iter().find(|(own, _)| own == key)?.1.as_str()
    }

    /// Fills the struct of the command's keys. An optional key may be absent, a flag is then false;
    /// a struct in the struct takes its keys from the same question.
    ///
    /// # Errors
    /// [`Error`] for a key that is not in the struct, or else for the first that is missing or
    /// has a value of another kind.
    pub(crate) fn keys<K: DeserializeOwned>(&self) -> Result<K, error::Error> {
        let mut fields = Fields { question: self, known: vec![], refused: None };
        // what is refused is noted, so that all keys are known at the end
        let keys = K::deserialize(Field { fields: &mut fields, key: "" });
        let Fields { known, refused, .. } = fields;
        if let Some((key, _)) = self.values.iter().find(|(key, _)| !known.contains(&key.as_str())) {
            let (command, keys) = (&self.command, known.join(", "));
            let reason = format!("'{command}' has no such key; its keys are {keys}");
            return Err(error::Error::of_key(quoted(key), reason));
        }
        match refused {
            Some(refusal) => Err(refusal),
            None => keys.map_err(|refusal| error::Error::of_key("command", refusal)),
        }
    }
}

/// The fields of a struct of keys, and of the structs in it.
struct Fields<'a> {
    question: &'a RawQuestion,
    /// The keys that were asked for.
    known: Vec<&'static str>,
    /// The first value that was refused.
    refused: Option<error::Error>,
}

/// The fields one by one, whether the question has their keys or not.
struct InTurn<'f, 'a> {
    fields: &'f mut Fields<'a>,
    keys: Iter<'static, &'static str>,
    key: &'static str,
}

impl<'de> MapAccess<'de> for InTurn<'_, '_> {
    type Error = Never;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Never> {
        let Some(key) = self.keys.next() else { return Ok(None) };
        self.key = key;
        seed.deserialize(key.into_deserializer()).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Never> {
        seed.deserialize(Field { fields: self.fields, key: self.key })
    }
}

/// One field, or the struct itself. A value that cannot be used is noted, and stands as an empty
/// one.
struct Field<'f, 'a> {
    fields: &'f mut Fields<'a>,
    key: &'static str,
}

impl<'a> Field<'_, 'a> {
    fn value(&mut self) -> Option<&'a Value> {
        if !self.fields.known.contains(&self.key) {
            self.fields.known.push(self.key);
        }
        self.fields.question.values.iter().find(|(key, _)| key == self.key).map(|(_, value)| value)
    }

    fn refuse(&mut self, reason: impl fmt::Display) {
        self.fields.refused.get_or_insert_with(|| error::Error::of_key(self.key, reason));
    }

    fn refuse_missing(&mut self) {
        let missing = missing(self.key, &self.fields.question.command);
        self.fields.refused.get_or_insert(missing);
    }

    /// A text, or a whole number as one. A float is refused: 0.1 is not a tenth there, and a number
    /// of more than 64 bits becomes one.
    fn text(&mut self, value: &Value) -> String {
        let what = match value {
            Value::String(text) => return text.clone(),
            Value::Number(number) if !number.is_f64() => return number.to_string(),
            Value::Number(_) => {
                self.refuse(
                    "a number with a fraction, an exponent or more than 64 bits is not exact in JSON; \
                     write it as a string, such as \"5/2\" or \"10^18\"",
                );
                return String::new();
            }
            Value::Bool(flag) => flag.to_string(),
            Value::Array(_) => "a list".to_owned(),
            Value::Object(_) => "an object".to_owned(),
            Value::Null => "null".to_owned(),
        };
        self.refuse(format_args!("the value is {what}; give a string or a whole number"));
        String::new()
    }
}

impl<'de> Deserializer<'de> for Field<'_, '_> {
    type Error = Never;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Never> {
        Err(Never::custom(format_args!("the field {} is of no kind that keys have", self.key)))
    }

    fn deserialize_string<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Never> {
        let text = self.value().map(|value| match value {
            // as answers have them
            Value::Array(lengths) if self.key == "lengths" => {
                lengths.iter().map(|length| self.text(length)).collect::<Vec<_>>().join(",")
            }
            value => self.text(value),
        });
        if text.is_none() {
            self.refuse_missing();
        }
        visitor.visit_string(text.unwrap_or_default())
    }

    fn deserialize_seq<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Never> {
        let mut texts = vec![];
        match self.value() {
            Some(Value::Array(values)) => texts.extend(values.iter().map(|value| self.text(value))),
            // a list of one
            Some(value) => texts.push(self.text(value)),
            None => self.refuse_missing(),
        }
        visitor.visit_seq(SeqDeserializer::new(texts.into_iter()))
    }

    fn deserialize_bool<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Never> {
        let value = self.value();
        if value.is_some_and(|value| !value.is_boolean()) {
            self.refuse("the value is neither true nor false");
        }
        visitor.visit_bool(value == Some(&Value::Bool(true)))
    }

    fn deserialize_option<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Never> {
        if self.value().is_some() { visitor.visit_some(self) } else { visitor.visit_none() }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Never> {
        visitor.visit_map(InTurn { fields: self.fields, keys: fields.iter(), key: "" })
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str bytes byte_buf unit unit_struct newtype_struct tuple
        tuple_struct map enum identifier ignored_any
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
                return Err(Error::custom(format_args!("there are more than {MOST_KEYS} keys")));
            }
            let is_taken = match key.as_str() {
                "command" => command.is_some(),
                "large" => large.is_some(),
                _ => values.iter().any(|(own, _)| *own == key),
            };
            if is_taken {
                return Err(Error::custom(format_args!("the key \"{}\" is given twice", quoted(&key))));
            }
            match (key.as_str(), object.next_value()?) {
                ("command", Value::String(name)) => command = Some(name),
                ("command", _) => return Err(Error::custom("the command is not a name")),
                ("large", Value::Bool(flag)) => large = Some(flag),
                ("large", _) => {
                    return Err(Error::custom("the value of \"large\" is neither true nor false"));
                }
                (_, value) => values.push((key, value)),
            }
        }
        let command = command.ok_or_else(|| Error::custom("the key \"command\" is missing"))?;
        Ok(RawQuestion { is_large: large.unwrap_or_default(), ..RawQuestion::new(&command, values) })
    }
}
