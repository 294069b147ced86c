//! Exact numbers in JSON and other formats: as the text of their closed form.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::surd::Surd;

impl Serialize for Surd {
    /// As the text of [`Display`](std::fmt::Display), so that nothing is rounded.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Surd {
    /// From any text that [`FromStr`](std::str::FromStr) reads: the canonical form is guarded at
    /// this door, too.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
