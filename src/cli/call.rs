//! Reading a call: help and version, what was typed, and what it may mean instead.

use std::ffi::{OsStr, OsString};
use std::io::Write;

use clap::error::ErrorKind;
use itertools::Itertools;

use super::arguments::{choose_vectors, program, run as run_command};
use super::failure::Failure;
use super::guard::guarded;
use super::guessed_numbers::{Guess, mixed_number};
use super::guesses::{as_typed, guess};
use super::help::{examples, with_first_screen};
use super::interrupt::Interrupt;
use super::mistakes::{asks_nothing, mistake, parted_lengths, refuse_misplaced, words_of};
use super::output::{Terminal, remark};
use super::runner::Call;
use crate::games::squares::vectors;

/// Reads the arguments of a call, and does what it asks for, or what a guess says that they mean.
///
/// # Errors
/// [`Failure::Usage`] for any mistake in the arguments, or why the command has no result.
pub(super) fn run(
    arguments: &[OsString],
    out: &mut dyn Write,
    interrupt: &Interrupt,
    terminal: Terminal,
) -> Result<(), Failure> {
    /// A guess may lead to another one, such as from `draw gain 2 10` to `plot gain 2 10`.
    const MOST_GUESSES: usize = 3;
    let (mut call, mut refused) = (arguments.to_vec(), None);
    for _ in 0..=MOST_GUESSES {
        let remark = refused.as_ref().map(|_| format!("this means: {}", as_typed(&call)));
        let failure = match attempt(&call, remark.as_deref(), out, interrupt.clone(), terminal) {
            Err(failure) if failure.may_have_another_meaning() => failure,
            result => return result,
        };
        let words: Option<Vec<_>> = call.iter().skip(1).map(|word| Some(word.to_str()?.to_owned())).collect();
        match words.and_then(|words| guess(&words)) {
            Some(Guess::Sentence(reason)) => return Err(Failure::Meaning(reason)),
            Some(Guess::Answer(text)) => return Ok(writeln!(out, "{text}")?),
            Some(Guess::Call(words)) if call[1..].iter().ne(words.iter().map(OsStr::new)) => {
                refused.get_or_insert(failure);
                call = ["nimsweep".to_owned()].into_iter().chain(words).map(OsString::from).collect();
            }
            // what was typed is refused, and not what it was taken for
            _ if matches!(failure, Failure::Usage { .. }) => return Err(refused.unwrap_or(failure)),
            _ => return Err(failure),
        }
    }
    refused.map_or(Ok(()), Err)
}

/// Reads the arguments of a call, and does what it asks for, after a remark if that is given. Help
/// and version are results, too.
fn attempt(
    arguments: &[OsString],
    remarked: Option<&str>,
    out: &mut dyn Write,
    interrupt: Interrupt,
    terminal: Terminal,
) -> Result<(), Failure> {
    let (mut tree, mut call) = (program(), guarded(arguments));
    // who types only the name wants to know what there is
    if call.len() <= 1 {
        call = vec!["nimsweep".into(), "-h".into()];
    }
    let mut words = call.iter().filter_map(|word| word.to_str());
    if words.any(|word| word.starts_with("-h") || word.ends_with("help")) {
        tree = with_first_screen(tree);
    }
    match tree.try_get_matches_from_mut(&call) {
        Ok(matches) => {
            refuse_misplaced(&tree, &matches)?;
            let words: Vec<_> =
                arguments.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
            if let Some(reason) = parted_lengths(&matches, arguments).or_else(|| mixed_number(&words)) {
                return Err(Failure::Meaning(reason));
            }
            remarked.into_iter().for_each(remark);
            run_command(&matches, Call { out, interrupt, terminal })
        }
        Err(error) if error.use_stderr() => {
            let mut tree = program();
            tree.build();
            let words = words_of(&tree, arguments);
            let command = ["nimsweep"].into_iter().chain(words.iter().map(String::as_str)).join(" ");
            // who types only a command wants to know what it takes
            if asks_nothing(&error) && words.len() + 1 == arguments.len() {
                let inner = words.iter().try_fold(&tree, |command, word| command.find_subcommand(word));
                if let Some(examples) = inner.and_then(examples) {
                    return Err(Failure::NothingAsked { command, examples });
                }
            }
            Err(Failure::Usage { reason: mistake(error, &tree, &words), command })
        }
        Err(error) if error.kind() == ErrorKind::DisplayVersion && is_verbose(arguments) => {
            Ok(out.write_all(about_this_build().as_bytes())?)
        }
        Err(error) => {
            let text = error.render();
            Ok(if terminal.colored { write!(out, "{}", text.ansi()) } else { write!(out, "{text}") }?)
        }
    }
}

/// Whether a call that asks for the version asks for all of it. The parser stops at `--version`.
fn is_verbose(arguments: &[OsString]) -> bool {
    arguments.iter().any(|argument| argument == "--verbose")
}

/// What the answer, the time or a fault may depend on, besides the call.
fn about_this_build() -> String {
    let features = [("png", cfg!(feature = "png")), ("pdf", cfg!(feature = "pdf"))];
    let has = features.into_iter().filter(|(_, has)| *has).map(|(name, _)| name);
    // a bad value of the variable is no reason to say nothing
    let vectors = choose_vectors().map_or_else(|error| error.to_string(), |()| vectors().to_owned());
    format!(
        "nimsweep {}\nfeatures: {}\nvectors: {vectors}\nsystem: {} {}\ndebug assertions: {}\n",
        env!("CARGO_PKG_VERSION"),
        ["cli", "serde", "parallel"].into_iter().chain(has).join(", "),
        std::env::consts::OS,
        std::env::consts::ARCH,
        if cfg!(debug_assertions) { "yes" } else { "no" },
    )
}

#[cfg(test)]
mod tests {
    use super::super::guesses::calls_of_the_table;
    use super::*;

    /// The parser checks the rules of a command when it is read, and here those of all commands.
    #[test]
    fn every_command_has_rules_that_hold_together() {
        program().debug_assert();
    }

    /// Every row is refused as it is typed, and leads to a call that the parser takes, or to a
    /// sentence.
    #[test]
    fn every_guess_leads_to_a_call() {
        let reads = |words: &[String]| {
            let call = ["nimsweep"].into_iter().chain(words.iter().map(String::as_str));
            match program().try_get_matches_from(call) {
                Ok(_) => true,
                Err(error) => !error.use_stderr(),
            }
        };
        for call in calls_of_the_table() {
            // the parser takes any text for a number, and any words for segments and stacks
            let typed = call.join(" ");
            let is_read_later = ["range", "octal", "gain 2", "grundy ", "moves", "play", "coins row"];
            if !is_read_later.iter().any(|start| typed.starts_with(start)) {
                assert!(!reads(&call), "{typed} is a call");
            }
            let mut next = guess(&call);
            let mut steps = 0;
            while let Some(Guess::Call(words)) = &next {
                if reads(words) {
                    break;
                }
                steps += 1;
                next = guess(words).filter(|_| steps < 3);
            }
            assert!(next.is_some(), "{typed} leads nowhere");
        }
    }
}
