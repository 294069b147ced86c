//! `nimsweep gain`: the gain at one length of the segment, with the chances of each piece.

use std::io::Write;

use clap::Args;
use itertools::Itertools;
use serde_json::json;

use super::args::{Common, segment};
use super::{Failure, output};
use crate::games::squares;

/// `nimsweep gain --at L`
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  nimsweep gain --at 4\n  nimsweep gain --at 5+2sqrt2 --digits 30 --json")]
pub struct Gain {
    /// Length of the segment
    #[arg(long, value_name = "L", allow_hyphen_values = true)]
    at: String,
    #[command(flatten)]
    common: Common,
}

impl Gain {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let at = segment("--at", &self.at)?;
        let (lengths, digits) = (self.common.lengths()?, self.common.digits()?);
        lengths.check_gain(&at)?;
        let gain = squares::Grundy::new(&lengths, &at)?.gain_at(&at)?;
        if self.common.json {
            let chances = &gain.chances;
            let object = json!({
                "at": at,
                "digits": digits,
                "value": gain.value.to_decimal(digits),
                "value_exact": output::exact_or_null(&gain.value),
                "lengths": lengths.as_slice(),
                "probabilities": chances.iter().map(|c| c.probability.to_decimal(digits)).collect_vec(),
                "probabilities_exact": chances.iter().map(|c| output::exact_or_null(&c.probability)).collect_vec(),
                "measures": chances.iter().map(|c| c.measure.to_decimal(digits)).collect_vec(),
                "measures_exact": chances.iter().map(|c| output::exact_or_null(&c.measure)).collect_vec(),
            });
            return Ok(output::json(out, &object)?);
        }
        writeln!(out, "e({at}) = {}", output::both(&gain.value, digits))?;
        for chance in &gain.chances {
            let (probability, measure) = (&chance.probability, &chance.measure);
            writeln!(out, "piece of length {}:", chance.length)?;
            writeln!(out, "  winning probability {}", output::both(probability, digits))?;
            writeln!(out, "  winning measure     {}", output::both(measure, digits))?;
        }
        Ok(())
    }
}
