//! The questions of pictures.

use std::fmt;

use serde::Serialize;

use super::error::AskError;
use super::text;
use super::values::{DEFAULT_LENGTHS, ValueError, lengths};
use super::words::RawQuestion;
use crate::games::squares::{Grundy, Lengths};
use crate::number::Surd;
use crate::plot::{self, Look, Picture, Size};

/// A picture.
#[derive(Clone, Debug)]
pub(super) struct PlotQuestion {
    pub(super) lengths: Lengths,
    subject: Subject,
    look: Look,
}

/// What is shown.
#[derive(Clone, Debug)]
enum Subject {
    /// The gain on a range.
    Gain([Surd; 2]),
}

/// The keys that every picture has.
const COMMON: [&str; 4] = ["lengths", "size", "title", "dark"];

impl PlotQuestion {
    pub(super) fn read(words: &RawQuestion) -> Result<Self, AskError> {
        let expect = |keys: &[&str]| words.expect_keys(&[keys, &COMMON].concat());
        let lengths = || lengths("lengths", words.one_or("lengths", DEFAULT_LENGTHS)?);
        let subject = match words.command() {
            _ => {
                expect(&["range"])?;
                let [from, to] = words.range()?;
                lengths()?.check_range(&from, &to)?;
                Subject::Gain([from, to])
            }
        };
        Ok(Self { lengths: lengths()?, subject, look: look(words)? })
    }

    /// Up to where g is needed.
    pub(super) fn limit(&self) -> &Surd {
        match &self.subject {
            Subject::Gain([_, to]) => to,
        }
    }

    /// The answer from g up to the limit.
    pub(super) fn answer(&self, grundy: &Grundy) -> Result<Plot, AskError> {
        let mut answer = Plot { lengths: self.lengths.clone(), ..Plot::default() };
        answer.picture = match &self.subject {
            Subject::Gain([from, to]) => {
                answer.range = Some([from.clone(), to.clone()]);
                plot::gain(grundy, from, to, &self.look)?
            }
        }
        .into();
        Ok(answer)
    }
}

/// How the picture is to look.
fn look(words: &RawQuestion) -> Result<Look, ValueError> {
    let size = words.any("size")?.map(|text| text.parse::<Size>());
    let size = size.transpose().map_err(|error| ValueError::new("size", error))?;
    Ok(Look { size, title: words.any("title")?.map(str::to_owned), dark: words.flag("dark")? })
}

/// The answer to [`PlotQuestion`].
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Plot {
    #[serde(serialize_with = "text::lengths")]
    lengths: Lengths,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<[Surd; 2]>,
    #[serde(flatten)]
    picture: PictureAnswer,
}

/// The picture as a part of the answer.
#[derive(Clone, Debug, Default, Serialize)]
struct PictureAnswer {
    size: String,
    svg: String,
    frame: FrameAnswer,
    #[serde(skip_serializing_if = "Option::is_none")]
    x: Option<[String; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    y: Option<[String; 2]>,
}

/// The box of the data.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct FrameAnswer {
    left: u32,
    top: u32,
    right: u32,
    bottom: u32,
}

impl From<Picture> for PictureAnswer {
    fn from(picture: Picture) -> Self {
        let plot::Frame { left, top, right, bottom } = picture.frame();
        Self {
            size: picture.size().to_string(),
            frame: FrameAnswer { left, top, right, bottom },
            x: picture.x().cloned(),
            y: picture.y().cloned(),
            svg: picture.into_svg(),
        }
    }
}

impl fmt::Display for Plot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.picture.svg)
    }
}
