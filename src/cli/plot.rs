//! `nimsweep plot`: pictures as SVG, to standard output or a file, or as PNG.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::failure::Failure;
use super::format::{self, Format, Writes, question};
use super::interrupt::Interrupt;
use super::long_run::LongRun;
#[cfg(feature = "png")]
use super::raster;
use super::usage::unmarked;
use super::{files, output};
use crate::ask::keys::{PlotGain, PlotGrowth, PlotGrundy, PlotKeys, PlotMoves, PlotPairs, SubjectKeys};
use crate::ask::{Answer, ValueError};
use crate::number::abridged;
#[cfg(feature = "png")]
use crate::plot::Size;

/// `nimsweep plot gain|…`
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = false,
    disable_help_subcommand = true,
    after_help = "A picture is written to standard output, or to the file that -o gives.\n\n\
    Example:\n  nimsweep plot gain --range 2 100 -o gain.svg"
)]
pub(super) struct Plot {
    #[command(subcommand)]
    subject: Subject,
}

#[derive(Debug, Subcommand)]
enum Subject {
    /// The curve of the gain e(L) on a range, with its certified maximum
    #[command(after_help = "Example:\n  nimsweep plot gain --range 2 100 -o gain.svg\n  \
    nimsweep plot gain --range 2 20 --size 600x300 --dark -o gain.svg")]
    Gain(Picture<PlotGain>),
    /// The Grundy values g(L) as steps, P-positions in red
    #[command(after_help = "Example:\n  nimsweep plot grundy --upto 60 -o grundy.svg\n  \
    nimsweep plot grundy --range 40 60 --title \"\" -o grundy.svg")]
    Grundy(Picture<PlotGrundy>),
    /// Where each piece wins on a segment or in a sum of segments, as strips to scale
    #[command(mut_arg("segments", |segments| segments.value_parser(unmarked)), after_help = "Example:\n  nimsweep plot moves 20+3sqrt2 -o moves.svg\n  nimsweep plot moves 5 7.5 --dark -o moves.svg")]
    Moves(Picture<PlotMoves>),
    /// The value g(x) xor g(y) of two segments over the square, P-positions in red
    #[command(after_help = "Example:\n  nimsweep plot pairs --upto 60 -o pairs.svg")]
    Pairs(Picture<PlotPairs>),
    /// Steps of g, its largest value and corner events against L, with fitted exponents
    #[command(after_help = "Example:\n  nimsweep plot growth --upto 500 -o growth.svg")]
    Growth(Picture<PlotGrowth>),
}

/// A picture, and where it is written.
#[derive(Debug, Args)]
#[group(skip)]
struct Picture<S: SubjectKeys> {
    #[command(flatten)]
    keys: PlotKeys<S>,
    /// Write the picture to a file, whose name ends in .svg or .png [default: standard output]
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
enum Kind {
    Svg,
    /// With this many dots for each pixel.
    #[cfg(feature = "png")]
    Png(u32),
}

impl Kind {
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
        let refused = |reason| ValueError::new("scale", reason);
        let scale = scale.map_or(Ok(raster::USUAL_SCALE), raster::scale).map_err(refused)?;
        // a size that cannot be read has been refused
        let size = size.and_then(|text| text.parse::<Size>().ok());
        size.map_or(Ok(()), |size| raster::check(size.width(), size.height(), scale)).map_err(refused)?;
        Ok(Self::Png(scale))
    }

    fn write(self, file: &Path, picture: &Answer) -> Result<(), Failure> {
        match self {
            Self::Svg => Ok(files::replace(file, |file| format::text(file, picture))?),
            #[cfg(feature = "png")]
            Self::Png(scale) => {
                let png = raster::png(&picture.to_string(), scale);
                let png = png.map_err(|reason| refused(file, &format!("cannot be written: {reason}")))?;
                Ok(files::replace(file, |file| file.write_all(&png))?)
            }
        }
    }
}

fn refused(file: &Path, reason: &str) -> ValueError {
    ValueError::new("output", format!("'{}' {reason}", abridged(file.display())))
}

fn without_dots() -> ValueError {
    let reason = "an SVG has no dots; leave the option out, or write to a file whose name ends in .png";
    ValueError::new("scale", reason)
}

impl Plot {
    pub(super) fn run(&self, out: &mut dyn Write, interrupt: Interrupt) -> Result<(), Failure> {
        match &self.subject {
            Subject::Gain(picture) => picture.run(out, interrupt),
            Subject::Grundy(picture) => picture.run(out, interrupt),
            Subject::Moves(picture) => picture.run(out, interrupt),
            Subject::Pairs(picture) => picture.run(out, interrupt),
            Subject::Growth(picture) => picture.run(out, interrupt),
        }
    }
}

impl<S: SubjectKeys> Picture<S> {
    fn run(&self, out: &mut dyn Write, interrupt: Interrupt) -> Result<(), Failure> {
        let question = question(&self.keys)?;
        let Some(file) = files::named(self.output.as_deref()) else {
            if self.scale.is_some() {
                return Err(without_dots().into());
            }
            output::check(out)?;
            return self.format.write(out, &self.long_run.answer(&question, interrupt)?);
        };
        let kind = Kind::of(file, self.scale.as_deref(), self.keys.size.as_deref())?;
        self.long_run.check_file(file, "output")?;
        kind.write(file, &self.long_run.answer(&question, interrupt)?)
    }
}
