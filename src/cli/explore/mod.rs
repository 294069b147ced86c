//! `nimsweep explore`: the page of the explorer, with the library in it as WebAssembly.

mod page;

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::failure::Failure;
use super::options::question;
use super::{files, format};
use crate::ask::values::DEFAULT_LENGTHS;
use crate::ask::{AskError, RawQuestion, ValueError, quick_limit, quick_table};
use crate::games::squares::{GrundyRun, Lengths};
use crate::number::Surd;
use page::Page;

/// Without `--upto`, the curves go up to so many times the longest length.
const SHOWN: i64 = 20;

/// `nimsweep explore -o FILE`
#[derive(Debug, Args)]
#[command(
    name = "explore",
    after_help = "The page is one file with everything in it: it needs no server and no network. It computes the answers itself, \
    by the same library, and lengths can be changed there. Open it in a browser of 2023 or later.\n\n\
    Example:\n  nimsweep explore -o page.html\n  nimsweep explore --lengths 1,sqrt3 --upto 100 -o page.html"
)]
pub(super) struct Explore {
    /// Lengths of the pieces that the page begins with
    #[arg(long, value_name = "LIST", default_value = DEFAULT_LENGTHS, allow_hyphen_values = true)]
    lengths: String,
    /// Up to where the page draws the curves at first [default: 20 times the longest length]
    #[arg(long, value_name = "L", allow_hyphen_values = true)]
    upto: Option<String>,
    /// Write the page to a file; to standard output for - or without this option
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print one JSON object about the page
    #[arg(long, requires = "output")]
    json: bool,
}

/// What was written.
#[derive(Serialize)]
struct Report {
    lengths: Vec<String>,
    upto: String,
    file: String,
    bytes: usize,
}

impl Explore {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let (lengths, upto) = self.view()?;
        let page = Page { lengths: &lengths, upto: &upto }.to_html();
        let Some(file) = files::named(self.output.as_deref()) else {
            if self.json {
                let reason = "the page and the object cannot both be on standard output; give a file";
                return Err(ValueError::new("output", reason).into());
            }
            return Ok(out.write_all(page.as_bytes())?);
        };
        files::replace(file, |out| out.write_all(page.as_bytes()))?;
        if self.json {
            let lengths = lengths.as_slice().iter().map(Surd::to_string).collect();
            let file = file.display().to_string();
            format::json(out, &Report { lengths, upto: upto.to_string(), file, bytes: page.len() })?;
        }
        Ok(())
    }

    /// What the page begins with. Everything that the page would refuse is refused here.
    fn view(&self) -> Result<(Lengths, Surd), Failure> {
        // the lengths first, because the default of the other option comes from them
        let words = |upto: &str| RawQuestion::new("grundy").with("lengths", &self.lengths).with("upto", upto);
        let read = question(&words(self.upto.as_deref().unwrap_or("0")), &[])?;
        let Some((lengths, upto)) = read.required_grundy() else {
            return Err(ValueError::new("upto", "the page needs a length; give one such as 50").into());
        };
        let (lengths, mut upto) = (lengths.clone(), upto.clone());
        if self.upto.is_none() {
            let wanted = Surd::from((Surd::from(SHOWN) * lengths.longest()).ceil());
            upto = wanted.min(quick_limit(&lengths));
        }
        quick_table(&lengths, &upto).map_err(|error| ValueError::new("upto", error))?;
        if upto <= *lengths.longest() {
            let longest = lengths.longest();
            let reason = format!("the gain begins at the longest length, {longest}; give more than that");
            return Err(ValueError::new("upto", reason).into());
        }
        // refused if the keys do not suffice
        GrundyRun::new(&lengths, &upto).map_err(AskError::from)?;
        Ok((lengths, upto))
    }
}
