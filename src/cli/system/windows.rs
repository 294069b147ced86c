//! Windows: devices by their names, Ctrl-C, and words of cmd.exe.

use std::fs::{File, Metadata};
use std::io;
use std::path::{Component, Path, Prefix, absolute};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub use dunce::canonicalize;
use tempfile::{Builder, NamedTempFile};

use super::is_shown;

/// The command that moves a file.
pub const MOVE: &str = "move";

/// Whether standard output takes results: if not, the system says so when they are written.
pub fn check_standard_output() -> io::Result<()> {
    Ok(())
}

/// Whether a terminal takes escape sequences for colours.
pub fn shows_colors() -> bool {
    anstyle_query::windows::enable_ansi_colors().unwrap_or(false)
}

/// The open descriptor that a path names: none has a name.
pub fn descriptor(_: &Path) -> io::Result<Option<File>> {
    Ok(None)
}

/// Whether a path leads to a device or a pipe, such as `NUL`, `CON` or `\\.\pipe\name`; refused if
/// it cannot be written.
pub fn is_device(path: &Path) -> io::Result<bool> {
    let Ok(absolute) = absolute(path) else { return Ok(false) };
    let Some(Component::Prefix(prefix)) = absolute.components().next() else { return Ok(false) };
    let Prefix::DeviceNS(name) = prefix.kind() else { return Ok(false) };
    // not opened: its other end would hear of it
    if !name.eq_ignore_ascii_case("pipe") {
        File::options().write(true).open(path)?;
    }
    Ok(true)
}

/// A new file, with the permissions that its folder gives.
pub fn draft(builder: &mut Builder, folder: &Path, _: Option<&Metadata>) -> io::Result<NamedTempFile> {
    builder.tempfile_in(folder)
}

/// From now on Ctrl-C and Ctrl-Break call a function.
pub fn watch_signals(heard: impl Fn() + Send + 'static, _: &Arc<AtomicBool>, _: &Arc<AtomicBool>, _: u8) {
    // if the system takes no handler, Ctrl-C ends the program as it always does
    let _ = ctrlc::set_handler(heard);
}

/// A path as one word of cmd.exe, to be pasted. No name has quotation marks; what a terminal would
/// not show as it is becomes a question mark.
pub fn shell_word(path: &Path) -> String {
    let text = path.to_string_lossy().replace(|c| !is_shown(c), "?");
    // it would be an option
    let start = if text.starts_with('-') { r".\" } else { "" };
    format!("\"{start}{text}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_are_known_by_their_names() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["NUL", "nul", r"\\.\NUL", r"\\.\pipe\nobody"] {
            assert!(is_device(Path::new(name)).unwrap(), "{name}");
        }
        for name in ["", "g.json", r"C:\", "C:g.json", "nul-1"] {
            assert!(!is_device(Path::new(name)).unwrap(), "{name}");
        }
        assert!(!is_device(folder.path()).unwrap());
    }

    #[test]
    fn a_path_is_one_word_of_the_command_line() {
        for (path, word) in [
            ("g.json", r#""g.json""#),
            (r"C:\my runs\g 1.json", r#""C:\my runs\g 1.json""#),
            ("it's & more", r#""it's & more""#),
            ("-g.json", r#"".\-g.json""#),
            ("a\u{202e}b", r#""a?b""#),
        ] {
            assert_eq!(shell_word(Path::new(path)), word);
        }
    }
}
