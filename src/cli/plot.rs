//! `nimsweep plot`: pictures as SVG, to standard output or a file, or as PNG.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::asked::Asks;
use super::failure::Failure;
use super::files::{self, free_name};
use super::interrupt::Interrupt;
use super::long_run::LongRun;
use super::output::{Format, Terminal, Writes};
#[cfg(feature = "png")]
use super::raster;
use crate::ask::commands::{PlotKeys, SubjectKeys};
#[cfg(feature = "png")]
use crate::ask::values::number_of;
use crate::ask::{Answer, ValueError};
use crate::number::abridged;
#[cfg(feature = "png")]
use crate::plot::Size;

/// A picture, and where it is written.
#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct Picture<S: SubjectKeys> {
    #[command(flatten)]
    keys: PlotKeys<S>,
    /// Write the picture to a file, whose name ends in .svg or .png [default: a new file, such as
    /// gain.svg, on a terminal, and else standard output]
    #[arg(short, long, value_name = "FILE", conflicts_with = "json")]
    output: Option<PathBuf>,
    /// Dots for each pixel of a PNG [default: 2]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    scale: Option<String>,
    #[command(flatten)]
    format: Format,
    #[command(flatten)]
    long_run: LongRun,
}

/// How a picture is written to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FileKind {
    Svg,
    /// With this many dots for each pixel.
    #[cfg(feature = "png")]
    Png(u32),
}

impl FileKind {
    /// What the name of a file asks for; an SVG for a device or a pipe, as for standard output.
    fn of(file: &Path, scale: Option<&str>, size: Option<&str>) -> Result<Self, ValueError> {
        let ending = file.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
        match ending.as_deref() {
            Some("png") => Self::png(file, scale, size),
            ending if ending != Some("svg") && !files::is_stream(file) => {
                Err(refused(file, "does not say what to write; give a name that ends in .svg or .png"))
            }
            _ if scale.is_some() => Err(without_dots()),
            _ => Ok(Self::Svg),
        }
    }

    #[cfg(not(feature = "png"))]
    fn png(file: &Path, _: Option<&str>, _: Option<&str>) -> Result<Self, ValueError> {
        let reason = "cannot be written, because this program was built without PNG; give a name that ends in \
                      .svg, or install the program by 'cargo install --path . --features png'";
        Err(refused(file, reason))
    }

    #[cfg(feature = "png")]
    fn png(_: &Path, scale: Option<&str>, size: Option<&str>) -> Result<Self, ValueError> {
        let scale = match scale {
            Some(text) => number_of("dots", raster::SCALES, "scale", text)?,
            None => raster::USUAL_SCALE,
        };
        // a size that cannot be read has been refused
        if let Some(size) = size.and_then(|text| text.parse::<Size>().ok()) {
            let checked = raster::check(size.width(), size.height(), scale);
            checked.map_err(|reason| ValueError::new("scale", reason))?;
        }
        Ok(Self::Png(scale))
    }
}

fn refused(file: &Path, reason: &str) -> ValueError {
    ValueError::new("output", format!("'{}' {reason}", abridged(file.display())))
}

fn without_dots() -> ValueError {
    let reason = "an SVG has no dots; leave the option out, or write to a file whose name ends in .png";
    ValueError::new("scale", reason)
}

/// Where a picture is written, and how.
struct PictureFile<'a> {
    file: Option<(&'a Path, FileKind)>,
    format: &'a Format,
}

impl Writes for PictureFile<'_> {
    fn file(&self) -> Option<(&'static str, &Path)> {
        self.file.map(|(file, _)| ("output", file))
    }

    fn write(&self, out: &mut dyn Write, picture: &Answer) -> Result<(), Failure> {
        match self.file {
            None => self.format.write(out, picture),
            Some((file, FileKind::Svg)) => Ok(files::replace(file, |file| writeln!(file, "{picture}"))?),
            #[cfg(feature = "png")]
            Some((file, FileKind::Png(scale))) => {
                let png = raster::png(&picture.to_string(), scale);
                let png = png.map_err(|reason| refused(file, &format!("cannot be written: {reason}")))?;
                Ok(files::replace(file, |file| file.write_all(&png))?)
            }
        }
    }
}

impl<S: SubjectKeys> Picture<S> {
    pub(super) fn run(
        mut self,
        out: &mut dyn Write,
        interrupt: Interrupt,
        terminal: Terminal,
    ) -> Result<(), Failure> {
        let question = self.keys.question()?;
        let scale = self.scale.as_deref();
        let is_new = terminal.shows && self.output.is_none() && !self.format.json;
        if is_new {
            let subject = S::COMMAND.rsplit(' ').next().unwrap_or("picture");
            self.output = Some(free_name(subject, if scale.is_some() { "png" } else { "svg" }));
        }
        let file = match files::named(self.output.as_deref()) {
            Some(file) => Some((file, FileKind::of(file, scale, self.keys.size.as_deref())?)),
            None if scale.is_some() => return Err(without_dots().into()),
            None => None,
        };
        let picture = PictureFile { file, format: &self.format };
        self.long_run.write_answer(&question, &picture, None, out, interrupt)?;
        if let (Some((file, _)), true) = (file, is_new) {
            writeln!(out, "the picture is in {}", file.display())?;
        }
        Ok(())
    }
}
