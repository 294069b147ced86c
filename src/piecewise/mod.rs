//! Piecewise constant and piecewise linear functions with exact breakpoints.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `step` | [`StepFunction`]: a value on each half-open interval \[p_i, p_{i+1}) |
//! | `linear` | [`PiecewiseLinear`]: a continuous function, by its breakpoints, slopes and offsets |
//!
//! *Deliberately absent:* how such functions are found (by a sweep), and what they mean (in a
//! game).

mod linear;
mod step;

pub use linear::{CoefficientError, LinearForm, PiecewiseLinear};
pub use step::{StepError, StepFunction};
