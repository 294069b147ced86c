//! When help and messages are coloured: on a terminal, unless the user decides.

use std::ffi::OsString;

use clap::ValueEnum;

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// What a call asks for. It is read before everything else, because the first message may be
    /// that the call cannot be parsed.
    pub(super) fn of_call(arguments: &[OsString]) -> Self {
        const OPTION: &str = "--color";
        let texts: Vec<_> = arguments.iter().map(|text| text.to_string_lossy()).collect();
        let own = texts.iter().position(|text| text == "--").unwrap_or(texts.len());
        let place = texts[..own].iter().rposition(|text| text.starts_with(OPTION));
        let value = place.and_then(|at| match &texts[at][OPTION.len()..] {
            "" => texts.get(at + 1).map(|text| text.as_ref()),
            rest => rest.strip_prefix('='),
        });
        value.and_then(|text| Self::from_str(text, false).ok()).unwrap_or(Self::Auto)
    }

    /// Whether a stream is to be coloured. By the convention of NO_COLOR, that variable counts if
    /// it is not empty.
    pub(super) fn applies(self, is_terminal: bool) -> bool {
        let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => {
                is_terminal && set("NO_COLOR").is_none() && set("TERM").is_none_or(|term| term != "dumb")
            }
        }
    }
}

/// A text in bold red, if it is to be coloured.
pub(super) fn alarming(text: &str, colored: bool) -> String {
    if colored { format!("\u{1b}[1;31m{text}\u{1b}[0m") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_option_of_a_call_counts() {
        for (call, expected) in [
            ("nimsweep", Color::Auto),
            ("nimsweep --color always gain", Color::Always),
            ("nimsweep gain --color=never", Color::Never),
            ("nimsweep --color always gain --color never", Color::Never),
            ("nimsweep --color", Color::Auto),
            ("nimsweep --color blue", Color::Auto),
            ("nimsweep --colors always", Color::Auto),
            ("nimsweep coins row -- --color always", Color::Auto),
        ] {
            let arguments: Vec<_> = call.split(' ').map(OsString::from).collect();
            assert_eq!(Color::of_call(&arguments), expected, "{call}");
        }
        assert!(Color::Always.applies(false) && !Color::Never.applies(true) && !Color::Auto.applies(false));
    }
}
