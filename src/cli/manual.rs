//! `nimsweep completions` and `nimsweep man`: what shells and manual readers need, made from the
//! tree of commands.

use std::io::Write;

use clap::Args;
use clap_complete::Shell;

use super::failure::Failure;
use crate::number::quoted;

/// `nimsweep completions SHELL`
#[derive(Debug, Args)]
#[command(
    name = "completions",
    after_help = "Example:\n  nimsweep completions bash\n  nimsweep completions zsh"
)]
pub(super) struct Completions {
    /// The shell that completes
    #[arg(value_name = "SHELL", value_enum)]
    shell: Shell,
}

/// `nimsweep man [COMMAND]`
#[derive(Debug, Args)]
#[command(
    name = "man",
    after_help = "The page is written in roff: nimsweep man gain > nimsweep-gain.1\n\n\
    Example:\n  nimsweep man\n  nimsweep man gain\n  nimsweep man stones sum"
)]
pub(super) struct Man {
    /// The command; without one, the page of the program
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
}

impl Completions {
    /// Writes the script for the tree of commands.
    pub(super) fn run(&self, mut tree: clap::Command, out: &mut dyn Write) -> Result<(), Failure> {
        // in memory first, because its writer panics where it cannot write
        let mut script = vec![];
        clap_complete::generate(self.shell, &mut tree, "nimsweep", &mut script);
        Ok(out.write_all(&script)?)
    }
}

impl Man {
    /// Writes the page of a command of the tree.
    pub(super) fn run(&self, mut tree: clap::Command, out: &mut dyn Write) -> Result<(), Failure> {
        tree.build();
        let (mut command, mut name) = (tree, "nimsweep".to_owned());
        for word in &self.command {
            let Some(inner) = command.find_subcommand(word) else {
                let names = command.get_subcommands().map(clap::Command::get_name).collect::<Vec<_>>();
                let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
                let reason = format!("'{}' has no command '{}'; its commands: {names}", name, quoted(word));
                return Err(Failure::Usage { reason, command: "nimsweep".to_owned() });
            };
            name += &format!(" {}", inner.get_name());
            command = inner.clone();
        }
        let mut page = vec![];
        let version = concat!("nimsweep ", env!("CARGO_PKG_VERSION"));
        clap_mangen::Man::new(command).source(version).render(&mut page)?;
        Ok(out.write_all(&page)?)
    }
}
