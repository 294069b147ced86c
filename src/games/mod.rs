//! The games: one module each, from its rule to its answers.

pub mod coins;
pub mod halving;
pub mod squares;
pub mod stones;
