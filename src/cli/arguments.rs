//! The tree of commands, and what runs each of them.

use clap::{ArgAction, ArgMatches, Command, CommandFactory, Parser};
use clap_complete::Shell;

use super::batch::BatchArguments;
use super::bench::Bench;
use super::by_table::{self, Asked};
use super::check::CheckArguments;
use super::completions::write_completions;
use super::explore::Explore;
use super::failure::Failure;
use super::game;
use super::guard::with_numbers;
use super::help::{in_two_depths, recipes, write_manual_page};
use super::long_run::LongRun;
use super::output::{Color, remark};
use super::runner::{Call, Runner, with_arguments};
use super::verify::Verify;
use crate::ask::commands::is_one_turn;
use crate::ask::values::segments;
use crate::error::Error;
use crate::games::squares::drive::{Effort, Patience};
use crate::games::squares::{VECTORS_VARIABLE, use_vectors};

/// What help says of each command. The text says how it is read.
const TEXTS: &str = include_str!("commands.txt");

/// The name of the program, and of the list of its own arguments.
const PROGRAM: &str = "nimsweep";
const MAIN_JOB: &str = "--range";

/// The commands whose arguments are in no table, and what runs each.
const RUNNERS: [Runner; 5] = [
    Runner::of::<Explore>("explore"),
    Runner::of::<CheckArguments>("check"),
    Runner::of::<Verify>("verify"),
    Runner::of::<Bench>("bench"),
    Runner::of::<BatchArguments>("batch"),
];

/// The arguments of the program itself.
#[derive(Debug, Parser)]
#[command(
    name = "nimsweep",
    version,
    disable_help_flag = true,
    disable_version_flag = true,
    about = "Solves combinatorial games exactly, by a sweep line over Q(sqrt(d))",
    after_long_help = "Numbers: 2, 2.5, 7/2, sqrt2, sqrt(2), 5+2*sqrt(2), (1+sqrt5)/2, phi; whole numbers also as 10^18 or 1e18. At most \
        100,000 bytes are read, and a number that would take longer than a second to calculate is refused.",
    bin_name = "nimsweep"
)]
struct MainJob {
    /// Colours of help and messages: auto, always or never
    ///
    /// auto: on a terminal, unless NO_COLOR is set.
    #[arg(
        long,
        value_name = "WHEN",
        value_enum,
        default_value = "auto",
        global = true,
        display_order = 900,
        hide_possible_values = true,
        hide_short_help = true
    )]
    color: Color,
    /// Print the version; with --verbose also what a bug report needs
    #[arg(short = 'V', long, action = ArgAction::Version, display_order = 901)]
    version: Option<bool>,
    /// Print help: -h for a summary, --help for everything
    #[arg(short = 'h', long, action = ArgAction::Help, global = true, display_order = 902)]
    help: Option<bool>,
}

/// The program with its commands.
pub(super) fn program() -> Command {
    let main_job = with_numbers(by_table::with_question(MAIN_JOB, MainJob::command()));
    by_table::sections(TEXTS).fold(main_job, |tree, (name, text)| {
        let (about, help) = text.split_once("\n\n").unwrap_or((text, ""));
        let (group, word) = name.split_once(' ').map_or((None, name), |(group, word)| (Some(group), word));
        let command = Command::new(word).about(about).after_help(help.trim_end());
        let command = match RUNNERS.iter().find(|runner| runner.name == name) {
            Some(runner) => command.defer(runner.arguments),
            None if by_table::has(name) => {
                // as it is called without this line
                let id = format!("{PROGRAM}-{}", name.replace(' ', "-"));
                command.display_name(id).defer(with_question)
            }
            None => in_two_depths(command.subcommand_required(true).disable_help_subcommand(true)),
        };
        match group {
            Some(group) => tree.mut_subcommand(group, |group| group.subcommand(command)),
            None => tree.subcommand(command),
        }
    })
}

/// Adds the arguments of a command by the table.
fn with_question(command: Command) -> Command {
    let id = command.get_display_name().and_then(|id| id.split_once('-')).unwrap_or_default().1;
    let name = id.replace('-', " ");
    let is_play = name == "play";
    let kinds = |command| if is_play { by_table::with_rows("kinds of play", command) } else { command };
    let command = with_arguments(command, |command| by_table::with_question(&name, kinds(command)));
    // a game asks for them
    if is_play { command.mut_arg("segments", |segments| segments.required(false)) } else { command }
}

/// Does what a call asks for.
pub(super) fn run(matches: &ArgMatches, call: Call<'_>) -> Result<(), Failure> {
    let (mut words, mut inner) = (vec![], matches);
    while let Some((word, deeper)) = inner.subcommand() {
        words.push(word);
        inner = deeper;
    }
    choose_vectors()?;
    let name = words.join(" ");
    if let Some(runner) = RUNNERS.iter().find(|runner| runner.name == name) {
        return (runner.run)(inner, call);
    }
    match words[..] {
        ["recipes"] => return Ok(call.out.write_all(recipes().as_bytes())?),
        ["completions"] => {
            let mut shells = inner.get_many::<Shell>("shell").into_iter().flatten();
            return shells.try_for_each(|&shell| write_completions(program(), shell, call.out));
        }
        ["man"] => {
            let command = inner.get_many::<String>("command").into_iter().flatten();
            return write_manual_page(program(), command, call.out);
        }
        _ => {}
    }
    if name.is_empty() && !matches.contains_id("range") {
        let reason = "nothing to do: give --range A B, or a command".to_owned();
        return Err(Failure::Usage { reason, command: PROGRAM.to_owned() });
    }
    let asked = Asked::of(if name.is_empty() { MAIN_JOB } else { &name }, inner);
    match words[..] {
        ["plot", _] => asked.draw(&name, call),
        ["play"] => play(&asked, inner, call),
        _ => asked.run(call),
    }
}

/// `nimsweep play`: a game, or one turn.
fn play(asked: &Asked, matches: &ArgMatches, call: Call<'_>) -> Result<(), Failure> {
    let keys = asked.question.keys()?;
    let long_run = asked.options.long_run.as_ref();
    let [game, two, once] = ["game", "two", "once"].map(|kind| matches.get_flag(kind));
    let is_saved = long_run.is_some_and(LongRun::is_saved);
    let is_one_turn = once || asked.options.format.json || is_one_turn(&keys) || is_saved;
    if game || two || call.terminal.asks && !is_one_turn {
        let named = |error| asked.refused(error);
        let typed = keys.list("segments");
        let segments = if typed.is_empty() { Ok(vec![]) } else { segments("segments", typed) };
        let (segments, lengths) = (segments.map_err(named)?, keys.lengths().map_err(named)?);
        let method = keys.method().map_err(named)?.unwrap_or_default();
        let effort = long_run.map(LongRun::effort).transpose()?.unwrap_or_default();
        let effort = Effort { method, patience: Patience::Seconds, ..effort };
        match game::table(&lengths, &segments, effort) {
            Ok(grundy) => return game::play(grundy, segments, two, call.terminal.asks, call.out),
            Err(reason) if game || two => return Err(named(Error::of_key("segments", reason))),
            Err(reason) => remark(&format!("only one turn, not a game: {reason}")),
        }
    }
    if keys.list("segments").is_empty() {
        let reason = "no segment is given; give the length of at least one, or --game to play".to_owned();
        return Err(Failure::Usage { reason, command: "nimsweep play".to_owned() });
    }
    asked.run(call)
}

/// Takes the vectors that the environment names, if it does.
pub(super) fn choose_vectors() -> Result<(), Failure> {
    let name = std::env::var_os(VECTORS_VARIABLE).unwrap_or_default();
    if name.is_empty() {
        return Ok(());
    }
    let refusal = |reason: String| Failure::Refused(Error::of_key(VECTORS_VARIABLE, reason));
    use_vectors(&name.to_string_lossy()).map_err(refusal)
}
