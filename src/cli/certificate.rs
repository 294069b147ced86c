//! The option that writes an answer with its proof to a file.

use std::path::{Path, PathBuf};

use clap::Args;

use super::failure::Failure;
use super::files::{self, check_place, real_place};
use crate::ask::{Answer, Question, ValueError};
use crate::games::squares::Grundy;
use crate::number::abridged;

/// Where the certificate of an answer is written.
#[derive(Debug, Default, Args)]
pub(super) struct CertificateFile {
    /// Also write a certificate: the answer with all that proves it, for 'nimsweep verify' and
    /// other checkers
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
}

impl CertificateFile {
    /// Refuses a certificate that cannot be made or written, before the run; the places that are
    /// taken are those of other files of the run.
    pub(super) fn check<'a>(
        &self,
        question: &Question,
        taken: impl IntoIterator<Item = &'a Path>,
    ) -> Result<(), Failure> {
        let Some(file) = &self.certificate else { return Ok(()) };
        let refused = |reason: String| Err(ValueError::new("certificate", reason).into());
        if file == Path::new("-") {
            return refused("standard output has the answer; give a file".to_owned());
        }
        if taken.into_iter().any(|other| real_place(other) == real_place(file)) {
            let file = abridged(file.display());
            return refused(format!("'{file}' is another file of this run; give one of its own"));
        }
        question.check_certificate()?;
        Ok(check_place(file)?)
    }

    /// Writes the certificate, if there is to be one.
    pub(super) fn write(&self, question: &Question, grundy: &Grundy, answer: &Answer) -> Result<(), Failure> {
        let Some(file) = &self.certificate else { return Ok(()) };
        let certificate = question.certificate(grundy, answer)?;
        Ok(files::replace(file, |out| certificate.write(out))?)
    }
}
