//! Exact numbers p + q√d for Python.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `exact` | [`Exact`], an argument that is an exact number |
//! | `surd` | the class `Surd`: how it is made, its parts |

mod exact;
mod surd;

pub use exact::Exact;
pub use surd::{PySurd, surd_to_py};
