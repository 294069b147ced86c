//! The script that completes calls in a shell.

use std::io::Write;

use clap::{Arg, ValueHint};
use clap_complete::Shell;

use super::failure::Failure;
use super::help::GROUPS;
use crate::games::octal::Code;
use crate::games::squares::Method;

/// Writes the script that completes calls of a tree of commands in a shell.
pub(super) fn write_completions(
    mut tree: clap::Command,
    shell: Shell,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    // in memory first, because its writer panics where it cannot write
    let mut script = vec![];
    tree.build();
    clap_complete::generate(shell, &mut hinted(tree), "nimsweep", &mut script);
    out.write_all(&script)?;
    // no generator has anything for arguments without a name, of which only that of `verify` is a
    // file
    Ok(out.write_all(match shell {
        Shell::Bash => WITHOUT_FILES_IN_BASH,
        Shell::Fish => WITHOUT_FILES_IN_FISH,
        _ => b"",
    })?)
}

const WITHOUT_FILES_IN_BASH: &[u8] =
    b"_nimsweep_without_files() {\n    _nimsweep \"$@\"\n    [[ $2 == -* ]] || COMPREPLY=(${COMPREPLY[@]/#-*})\n    \
    [[ ${COMP_WORDS[1]} == verify ]] || compopt +o default +o bashdefault\n}\n\
    complete -F _nimsweep_without_files -o bashdefault -o default nimsweep\n";

const WITHOUT_FILES_IN_FISH: &[u8] = b"complete -c nimsweep -f\n\
    complete -c nimsweep -n \"__fish_nimsweep_using_subcommand verify\" -F\n";

/// A command with what completes the values of its arguments: names, files, or nothing.
fn hinted(command: clap::Command) -> clap::Command {
    let hint = |argument: Arg| {
        let names = argument.get_value_names().unwrap_or_default().iter().map(|name| name.as_str());
        let is_file = names.clone().any(|name| ["FILE", "FOLDER"].contains(&name));
        let values = match (argument.get_id().as_str(), names.clone().next()) {
            ("method", _) => Method::ALL.map(Method::name).to_vec(),
            ("rule", _) => vec!["7", "3"],
            (_, Some("CODE")) => Code::names().collect(),
            (_, Some("COMMAND")) => GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect(),
            _ if is_file => return argument.value_hint(ValueHint::AnyPath),
            _ => return argument.value_hint(ValueHint::Other),
        };
        argument.value_parser(values)
    };
    command.mut_args(hint).mut_subcommands(hinted)
}
