//! The main job: the certified maximum of the gain on a range of lengths.

use std::io::Write;

use clap::Args;
use itertools::Itertools;
use serde_json::json;

use super::args::{Common, segment};
use super::interrupt::Interrupt;
use super::long_run::LongRun;
use super::{Failure, output};
use crate::games::squares::{Grundy, Kind, Lengths, Maximum};
use crate::number::Surd;

/// `nimsweep --range A B`
#[derive(Debug, Args)]
pub struct Range {
    /// The certified maximum f(A, B) of the gain e(L) over A <= L <= B
    #[arg(long, num_args = 2, value_names = ["A", "B"], allow_hyphen_values = true)]
    range: Option<Vec<String>>,
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    long_run: LongRun,
}

impl Range {
    pub(super) fn run(&self, out: &mut dyn Write, interrupt: Interrupt) -> Result<(), Failure> {
        let nothing = || Failure::Usage("nothing to do: give --range A B, or a command".to_owned());
        let ends = self.range.as_ref().ok_or_else(nothing)?;
        let (from, to) = ends.iter().collect_tuple().ok_or_else(nothing)?;
        let (from, to) = (segment("--range", from)?, segment("--range", to)?);
        let (lengths, digits) = (self.common.lengths()?, self.common.digits()?);
        lengths.check_range(&from, &to)?;
        let grundy = self.long_run.grow(&lengths, &to, interrupt)?;
        let maximum = grundy.maximum(&from, &to)?;
        let answer = Answer { lengths, from, to, digits, maximum, grundy };
        if self.common.json { answer.as_json(out) } else { answer.for_people(out) }
    }
}

struct Answer {
    lengths: Lengths,
    from: Surd,
    to: Surd,
    digits: usize,
    maximum: Maximum,
    grundy: Grundy,
}

impl Answer {
    fn as_json(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let Maximum { value, at, kind } = &self.maximum;
        let object = json!({
            "lengths": self.lengths.as_slice(),
            "range": [self.from, self.to],
            "digits": self.digits,
            "value": value.to_decimal(self.digits),
            "at": at.to_decimal(self.digits),
            "at_exact": output::exact_or_null(at),
            "value_exact": output::exact_or_null(value),
            "kind": name_of(*kind),
            "steps": self.grundy.steps().len(),
            "largest_nimber": self.grundy.largest_nimber(),
            "corner_events": self.grundy.corners(),
        });
        Ok(output::json(out, &object)?)
    }

    fn for_people(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let (value, at) = (&self.maximum.value, &self.maximum.at);
        let place = match self.maximum.kind {
            Kind::Endpoint => "an end of the range",
            Kind::Breakpoint => "a breakpoint of e",
            Kind::Interior => "inside a piece of e, where its derivative vanishes",
        };
        writeln!(out, "f({}, {}) = {}", self.from, self.to, output::both(value, self.digits))?;
        writeln!(out, "attained at L = {}, {place}", output::both(at, self.digits))?;
        writeln!(
            out,
            "lengths {}; work: {} steps of g on [0, {}], largest nimber {}, {} corner events",
            self.lengths,
            self.grundy.steps().len(),
            self.to,
            self.grundy.largest_nimber(),
            self.grundy.corners(),
        )?;
        Ok(())
    }
}

fn name_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Endpoint => "endpoint",
        Kind::Breakpoint => "breakpoint",
        Kind::Interior => "interior",
    }
}
