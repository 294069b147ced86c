//! Exact numbers p + q√d for Python.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `exact` | [`Exact`], an argument that is an exact number |
//! | `digits` | [`Digits`] and [`Places`], arguments that are numbers of decimals |
//! | `surd` | the class `Surd` |
//! | `class` | how it is made, its parts, what the field defines |
//! | `operators` | its arithmetic |
//! | `order` | its order and its hash |
//! | `rounding` | integers, fractions, floats and decimals near it |
//! | `write` | its texts |
//! | `real` | [`Real`], what all real numbers of the package have, rounded with proof |
//! | `significant` | numbers with a number of significant digits, proven |

mod class;
mod digits;
mod exact;
mod operators;
mod order;
mod real;
mod rounding;
mod significant;
mod surd;
mod write;

pub use class::surd_of;
pub use digits::{Digits, Places};
pub use exact::{Exact, read_text, text_of};
pub use nimsweep::internal::latex;
pub use order::{Other, Relation};
pub use real::Real;
pub use rounding::{decimal, fraction, nearest_float, rounded_to};
pub use significant::{significant, written};
pub use surd::{PySurd, listed, surd_to_py};

use pyo3::prelude::*;

/// Registers the class `Surd` as one of Python's real numbers.
pub fn register(py: Python<'_>) -> PyResult<()> {
    let real = py.import("numbers")?.getattr("Real")?;
    real.call_method1("register", (py.get_type::<PySurd>(),))?;
    Ok(())
}
