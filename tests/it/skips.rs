//! Where the tests of one call of `cargo test` note what they cannot run here; `tests/skipped.rs`
//! prints it.

use std::path::{Path, PathBuf};

/// The file of this call, which all its test programs have in common: that of their parent.
pub fn file() -> PathBuf {
    #[cfg(unix)]
    let call = std::os::unix::process::parent_id();
    #[cfg(not(unix))]
    let call = 0;
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("skipped-{call}.txt"))
}
