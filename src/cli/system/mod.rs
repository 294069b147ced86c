//! What differs between operating systems: one file for each, with the same functions.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `unix` | descriptors, owners, signals, POSIX shells |
//! | `windows` | devices by their names, Ctrl-C, cmd.exe |

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
use unix as this;
#[cfg(windows)]
use windows as this;

pub(super) use this::{
    MOVE, canonicalize, check_standard_output, descriptor, draft, is_device, shell_word, shows_colors,
    watch_signals,
};

/// Whether a terminal shows this character of a name as it is.
fn is_shown(c: char) -> bool {
    matches!(c, ' '..='~') || !c.is_ascii() && c.escape_debug().len() == 1
}
