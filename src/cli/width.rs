//! How wide a drawing may be: as wide as the terminal.

use std::io::{self, IsTerminal};

use terminal_size::{Width, terminal_size_of};

use crate::draw::LEAST_COLUMNS;

/// Without a terminal, and without another wish.
const USUAL: usize = 80;
/// Above this lines are hard to follow.
const MOST: usize = 300;

/// The columns of standard output: those of the terminal, or else those that the variable COLUMNS
/// asks for.
pub(super) fn of_output() -> usize {
    let out = io::stdout();
    let terminal = out.is_terminal().then(|| terminal_size_of(&out)).flatten();
    let asked = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    usable(terminal.map(|(Width(columns), _)| columns.into()), asked)
}

/// A terminal of no columns is one whose size is unknown.
fn usable(terminal: Option<usize>, asked: Option<usize>) -> usize {
    let known = [terminal, asked].into_iter().flatten().find(|&columns| columns > 0);
    known.unwrap_or(USUAL).clamp(LEAST_COLUMNS, MOST)
}

#[cfg(test)]
mod tests {
    use super::usable;

    #[test]
    fn the_terminal_counts_before_the_variable() {
        for (terminal, asked, expected) in [
            (None, None, 80),
            (Some(132), Some(60), 132),
            (None, Some(60), 60),
            (Some(0), Some(60), 60),
            (Some(0), Some(0), 80),
            (Some(5), None, 20),
            (None, Some(100_000), 300),
        ] {
            assert_eq!(usable(terminal, asked), expected, "{terminal:?} {asked:?}");
        }
    }
}
