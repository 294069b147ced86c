//! `nimsweep plot`: pictures as SVG, to standard output or a file, or as PDF or PNG.

use std::io::Write;
use std::path::Path;

use super::asked::write_answer;
use super::by_table::Asked;
use super::failure::Failure;
use super::files::{self, free_name};
use super::guesses::as_typed;
use super::output::{Format, Writes, csv};
#[cfg(feature = "png")]
use super::png;
use super::runner::Call;
use crate::ask::commands::PictureExtras;
#[cfg(feature = "png")]
use crate::ask::values::whole_in;
use crate::ask::{Answer, TextStyle};
use crate::error::Error;
use crate::number::{NumberStyle, abridged, quoted};
#[cfg(feature = "png")]
use crate::plot::Size;
#[cfg(any(feature = "png", feature = "pdf"))]
use crate::plot::letter_without_outline;
use crate::plot::{Picture, escaped};

/// How a picture is written to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FileKind {
    Svg,
    /// Code for TeX.
    Tex,
    #[cfg(feature = "pdf")]
    Pdf,
    /// With this many dots for each pixel.
    #[cfg(feature = "png")]
    Png(u32),
}

impl Asked {
    /// What the name of a file asks for; an SVG for a device or a pipe, as for standard output.
    fn kind(&self, file: &Path) -> Result<FileKind, Error> {
        let options = &self.options;
        let ending = file.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
        match ending.as_deref() {
            Some("png" | "pdf" | "tex") if options.is_both => {
                Err(only("both", "an SVG can follow the reader's theme", ".svg"))
            }
            Some("png") if !cfg!(feature = "png") => Err(built_without(file, "PNG", "png")),
            #[cfg(feature = "png")]
            Some("png") => self.png(file),
            _ if options.scale.is_some() => Err(only("scale", "a PNG has dots", ".png")),
            Some("pdf") if !cfg!(feature = "pdf") => Err(built_without(file, "PDF", "pdf")),
            #[cfg(feature = "pdf")]
            Some("pdf") => self.check_title(file).map(|()| FileKind::Pdf),
            Some("tex") => Ok(FileKind::Tex),
            Some("svg") => Ok(FileKind::Svg),
            _ if files::is_stream(file) => Ok(FileKind::Svg),
            Some(ending) if !ending.is_empty() => {
                let reason =
                    format!("nimsweep cannot write .{}; use .svg, .pdf, .png or .tex", quoted(ending));
                Err(Error::of_key("output", reason))
            }
            _ => Err(refused(file, "has no ending such as .svg, .pdf, .png or .tex")),
        }
    }

    #[cfg(feature = "png")]
    fn png(&self, file: &Path) -> Result<FileKind, Error> {
        let scale = match &self.options.scale {
            Some(text) => whole_in(png::SCALES, "a number of dots", "scale", text)?,
            None => png::USUAL_SCALE,
        };
        // a size that cannot be read has been refused
        if let Some(size) = self.question.keys()?.text("size").and_then(|text| text.parse::<Size>().ok()) {
            let checked = png::check(size.width(), size.height(), scale);
            checked.map_err(|reason| Error::of_key("scale", reason))?;
        }
        self.check_title(file)?;
        Ok(FileKind::Png(scale))
    }

    /// Refuses a title with a letter that only the reader's own fonts have.
    #[cfg(any(feature = "png", feature = "pdf"))]
    fn check_title(&self, file: &Path) -> Result<(), Error> {
        let Some(letter) = self.question.keys()?.text("title").and_then(letter_without_outline) else {
            return Ok(());
        };
        let reason = format!(
            "cannot be written: the font of pictures has no '{}'; leave it out of the title, or write an SVG",
            letter.escape_debug()
        );
        Err(refused(file, &reason))
    }
}

fn built_without(file: &Path, name: &str, feature: &str) -> Error {
    let reason = format!(
        "cannot be written, because this program was built without {name}; give a name that ends in .svg, \
         or install the program by 'cargo install --path . --features {feature}'"
    );
    refused(file, &reason)
}

fn refused(file: &Path, reason: &str) -> Error {
    Error::of_key("output", format!("'{}' {reason}", abridged(file.display())))
}

/// An option that is for one kind of file.
fn only(option: &'static str, what: &str, ending: &str) -> Error {
    let or = format!("leave the option out, or write to a {ending} file");
    Error::of_key(option, format!("only {what}; {or}"))
}

/// Where a picture is written, and how.
struct PictureFile<'a> {
    /// The call that makes it.
    command: &'a str,
    file: Option<(&'a Path, FileKind)>,
    /// The file of the points, and the style of their numbers.
    data: Option<(&'a Path, Option<NumberStyle>)>,
    format: &'a Format,
    is_both: bool,
}

impl Writes for PictureFile<'_> {
    fn files(&self) -> [Option<(&'static str, &Path)>; 2] {
        [self.file.map(|(file, _)| ("output", file)), self.data.map(|(file, _)| ("data", file))]
    }

    fn write(&self, out: &mut dyn Write, picture: &Answer) -> Result<(), Failure> {
        self.write_picture(out, picture)?;
        let Some((file, style)) = self.data else { return Ok(()) };
        let points = picture.restyled(|own| TextStyle { numbers: style.unwrap_or_default(), ..own });
        Ok(files::replace(file, |file| csv(file, &points))?)
    }
}

impl PictureFile<'_> {
    fn write_picture(&self, out: &mut dyn Write, picture: &Answer) -> Result<(), Failure> {
        match self.file {
            None if self.format.json => self.format.write(out, picture),
            None => Ok(writeln!(out, "{}", self.svg(picture))?),
            Some((file, FileKind::Svg)) => {
                Ok(files::replace(file, |file| writeln!(file, "{}", self.svg(picture)))?)
            }
            Some((file, FileKind::Tex)) => {
                let call = escaped(self.command);
                let head = format!("% {}\n\\def\\nimsweepcall{{{call}}}% for a caption", self.command);
                let code = shapes(picture)?.tex()?;
                Ok(files::replace(file, |file| writeln!(file, "{head}\n{code}"))?)
            }
            #[cfg(feature = "pdf")]
            Some((file, FileKind::Pdf)) => write_converted(file, Ok(shapes(picture)?.pdf(self.command))),
            #[cfg(feature = "png")]
            Some((file, FileKind::Png(scale))) => {
                write_converted(file, png::of_picture(shapes(picture)?, scale, self.command))
            }
        }
    }

    /// The SVG with the call in its metadata, behind the description, and perhaps with a style.
    /// Quotes stay as they are, so that it can be copied from there.
    fn svg(&self, picture: &Answer) -> String {
        const BEFORE: &str = "</desc>\n";
        let command = self.command.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let style = picture.picture().filter(|_| self.is_both).map(|shapes| shapes.dark_style() + "\n");
        let head = format!("{BEFORE}<metadata>{command}</metadata>\n{}", style.unwrap_or_default());
        picture.to_string().replacen(BEFORE, &head, 1)
    }
}

/// The shapes of a picture.
fn shapes(picture: &Answer) -> Result<&Picture, Error> {
    picture.picture().ok_or_else(|| Error::of_key("output", "only a picture is drawn"))
}

/// Writes what a picture was converted to.
#[cfg(any(feature = "png", feature = "pdf"))]
fn write_converted(file: &Path, bytes: Result<Vec<u8>, String>) -> Result<(), Failure> {
    let bytes = bytes.map_err(|reason| refused(file, &format!("cannot be written: {reason}")))?;
    Ok(files::replace(file, |file| file.write_all(&bytes))?)
}

impl Asked {
    /// Draws the picture of a command, and writes it.
    pub(super) fn draw(
        mut self,
        name: &str,
        Call { out, interrupt, terminal }: Call<'_>,
    ) -> Result<(), Failure> {
        let Self { options, words, .. } = &mut self;
        let scale = options.scale.iter().flat_map(|scale| ["--scale", scale]);
        let others = scale.chain(options.is_both.then_some("--both"));
        let program = ["nimsweep"].into_iter().chain(name.split(' '));
        // without the names of files, which say nothing of the picture
        let command = &as_typed(program.chain(words.iter().map(String::as_str)).chain(others));
        if terminal.shows && options.output.is_none() && !options.format.json {
            let subject = name.rsplit(' ').next().unwrap_or("picture");
            options.output = Some(free_name(subject, if options.scale.is_some() { "png" } else { "svg" }));
        }
        let options = &self.options;
        let file = match files::named(options.output.as_deref()) {
            Some(file) => self.kind(file).map(|kind| Some((file, kind))),
            None if options.scale.is_some() => Err(only("scale", "a PNG has dots", ".png")),
            None => Ok(None),
        };
        let is_tex = matches!(file, Ok(Some((_, FileKind::Tex))));
        self.question.wanted = PictureExtras { points: options.data.is_some(), paper: is_tex };
        // a mistake in the question comes before one in a file
        let question = self.question()?;
        let file = file?;
        let data = options.data.as_deref().map(|data| (data, options.numbers));
        let picture = PictureFile { command, file, data, format: &options.format, is_both: options.is_both };
        write_answer(&question, &picture, options.long_run.as_ref(), None, None, out, interrupt)?;
        if let Some((file, _)) = file.filter(|(file, _)| terminal.shows && !files::is_stream(file)) {
            writeln!(out, "the picture is in {}", file.display())?;
        }
        Ok(())
    }
}
