//! Piecewise functions of a length: constant on steps, and linear between knots, with exact breakpoints.
//!
//! | file | one purpose |
//! | --- | --- |
//! | [`step`] | a value on each half-open interval [p_i, p_{i+1}) |
//! | [`linear`] | a continuous function by its knots, slopes and offsets |
//!
//! *Deliberately absent:* how such functions come about (that is the sweep), and what they mean (that is a game).

pub mod linear;
pub mod step;

pub use linear::{Linear, LinearForm};
pub use step::{Step, StepError};
