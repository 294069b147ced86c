//! The games: one file (or folder) each, with its rule, its closed form, and its state for the sweep.

pub mod coins;
pub mod halving;
pub mod squares;
pub mod stones;
