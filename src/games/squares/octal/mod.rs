//! Lengths with a common measure: squares on the line as octal games.

mod rule;
