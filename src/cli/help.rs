//! Help in two depths: a first screen and short help, which a screen of 80 columns shows whole, and
//! all of it; and what to type if a command is typed alone.

use clap::Command;
use clap::builder::styling::Styles;
use itertools::Itertools;

/// What somebody reads who types only the name, or `-h`.
const FIRST_SCREEN: &str = "\
nimsweep solves combinatorial games exactly.

Squares on the line: two players take turns to place pieces of length 1 or
sqrt2 on segments, without overlap. The player who places the last piece wins.

  nimsweep play 5 7.5 --once       who wins on two segments, and how
  nimsweep play                    a game against the program
  nimsweep range 2 100             the length L with the greatest gain:
                                   L times the chance of a random first piece
  nimsweep plot gain -o gain.svg   a curve of the gain
  nimsweep explore -o page.html    a page for the browser, with a game to play

Other lengths: --lengths 1,sqrt3. Other games: octal, stones, coins, halving.

nimsweep help                      all commands
nimsweep help play                 one command
nimsweep man | man -l -            the manual page";

/// The options of the program, besides those of the main job.
const OPTIONS: &str = "  \
  -h, --help     Print help: -h in short, --help in full; also after a command
  -V, --version  Print the version; with --verbose all that a bug report needs
  --range A B    The same as the command: nimsweep range A B
  --color WHEN   Colours of help and messages: auto, always or never";

/// Stands before the examples of a command.
const EXAMPLES: &str = "Examples:\n";

/// How many examples the short help of a command has.
const FEW: usize = 3;

/// The heading of the options that only long runs need.
const LONG_RUNS: &str = "Long runs";

/// The tree of commands with a first screen, and with its commands in groups: their titles, and the
/// names of the commands.
pub(super) fn with_first_screen(tree: Command, groups: &[(&str, &[&str])]) -> Command {
    let header = Styles::styled().get_header().to_owned();
    let heading = |text: &str| format!("{header}{text}:{header:#}");
    let about = tree.get_about().map(ToString::to_string).unwrap_or_default();
    let groups = groups.iter().map(|(title, names)| {
        let lines = names.iter().filter_map(|name| {
            let about = tree.find_subcommand(name)?.get_about()?;
            Some(format!("  {name:13}{about}"))
        });
        [heading(title)].into_iter().chain(lines).join("\n")
    });
    let all = format!(
        "{about}\n\n{} nimsweep <COMMAND>\n\n{}\n\n{}\n{OPTIONS}\n\n{}",
        heading("Usage"),
        groups.format("\n\n"),
        heading("Options"),
        tree.get_after_long_help().map(ToString::to_string).unwrap_or_default(),
    );
    tree.help_template("{before-help}").before_help(FIRST_SCREEN).before_long_help(all)
}

/// A command whose `-h` has the first paragraph of what explains it, the first examples, and no
/// options of long runs; `--help` has everything.
pub(super) fn in_two_depths(command: Command) -> Command {
    let command = command.mut_args(|option| {
        let is_rare = option.get_help_heading() == Some(LONG_RUNS);
        if is_rare { option.hide_short_help(true) } else { option }
    });
    let Some(all) = command.get_after_help().map(ToString::to_string) else { return command };
    let explanation = all.split(EXAMPLES).next().unwrap_or_default();
    let first = explanation.split("\n\n").next().filter(|first| !first.is_empty());
    let first = first.map_or_else(String::new, |first| format!("{first}\n\n"));
    let short = format!("{first}{EXAMPLES}{}", examples(&command).unwrap_or_default());
    command.after_help(short).after_long_help(all)
}

/// What to type instead of a command alone: its first examples, each a line.
pub(super) fn examples(command: &Command) -> Option<String> {
    let all = command.get_after_help()?.to_string();
    let (_, examples) = all.split_once(EXAMPLES)?;
    Some(examples.lines().take(FEW).join("\n"))
}
