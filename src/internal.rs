//! What the program, the Python package, the benches and the tests of this project share, and users
//! do not need: the hidden door. No version promises anything about it.

#[cfg(feature = "cli")]
pub use crate::check::{
    coins::{Distribution, distribution},
    halving::halving_by_sweep,
    stones::openings_by_sweep,
};
#[cfg(feature = "cli")]
pub use crate::cli::{CheckpointError, Failure, Job, METHODS, OutputError, main, run};
pub use crate::games::coins::count::{
    fair_rows_by_binomials, fair_rows_by_recurrence, fair_rows_watched, fair_rows_work,
};
pub use crate::games::squares::drive::{Effort, Patience};
pub use crate::games::squares::known::{Known, Owners};
pub use crate::games::squares::need::{Need, period_limit};
pub use crate::lattice::key::KeyScale;
pub use crate::number::style::latex;
pub use crate::number::write::{Notation, WideSurd};
pub use crate::plot::pairs::check_pairs;
pub use crate::proof::write::verify_steps;
pub use crate::proof::{check_numbers, verify_watched};
pub use crate::watch::{Stopped, Watch, part, tell, unwatched};
