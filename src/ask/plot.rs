//! The questions of pictures.

use std::fmt;

use serde::Serialize;

use super::error::AskError;
use super::text;
use super::values::{DEFAULT_LENGTHS, ValueError, lengths, segment, segments};
use super::words::RawQuestion;
use crate::games::squares::{Grundy, Lengths, Position};
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
    /// The steps of g on a range.
    Grundy([Surd; 2]),
    /// The steps of g from 0 on.
    GrundyUpto([Surd; 2]),
    /// The winning moves of a position.
    Moves(Position, Surd),
    /// The value of two segments.
    Pairs(Surd),
    /// How g grows.
    Growth(Surd),
}

/// The keys that every picture has.
const COMMON: [&str; 5] = ["lengths", "size", "title", "dark", "method"];

impl PlotQuestion {
    pub(super) fn read(words: &RawQuestion) -> Result<Self, AskError> {
        let expect = |keys: &[&str]| words.expect_keys(&[keys, &COMMON].concat());
        let lengths = || lengths("lengths", words.one_or("lengths", DEFAULT_LENGTHS)?);
        let upto = || Ok::<_, AskError>(segment("upto", words.one("upto")?)?);
        let subject = match words.command() {
            "plot gain" => {
                expect(&["range"])?;
                let [from, to] = words.range()?;
                lengths()?.check_range(&from, &to)?;
                Subject::Gain([from, to])
            }
            "plot grundy" => {
                expect(&["range", "upto"])?;
                match (words.has("range"), words.has("upto")) {
                    (true, true) => {
                        let reason = "the key 'upto' is there, too; give one of them";
                        return Err(ValueError::new("range", reason).into());
                    }
                    (true, false) => Subject::Grundy(words.range()?),
                    (false, _) => Subject::GrundyUpto([Surd::default(), upto()?]),
                }
            }
            "plot moves" => {
                expect(&["segments"])?;
                let segments = segments("segments", words.list("segments")?)?;
                let longest = segments.iter().max().cloned().unwrap_or_default();
                Subject::Moves(Position::new(&lengths()?, segments)?, longest)
            }
            "plot pairs" => {
                expect(&["upto"])?;
                let upto = upto()?;
                plot::check_pairs(&lengths()?, &upto)?;
                Subject::Pairs(upto)
            }
            _ => {
                expect(&["upto"])?;
                Subject::Growth(upto()?)
            }
        };
        Ok(Self { lengths: lengths()?, subject, look: look(words)? })
    }

    /// Up to where g is needed.
    pub(super) fn limit(&self) -> &Surd {
        match &self.subject {
            Subject::Gain([_, to]) | Subject::Grundy([_, to]) | Subject::GrundyUpto([_, to]) => to,
            Subject::Moves(_, longest) => longest,
            Subject::Pairs(upto) | Subject::Growth(upto) => upto,
        }
    }

    /// The answer from g up to the limit.
    pub(super) fn answer(&self, grundy: &Grundy) -> Result<Plot, AskError> {
        let look = &self.look;
        let picture = match &self.subject {
            Subject::Gain([from, to]) => plot::gain(grundy, from, to, look),
            Subject::Grundy([from, to]) | Subject::GrundyUpto([from, to]) => {
                plot::grundy(grundy, from, to, look)
            }
            Subject::Moves(position, _) => plot::moves(grundy, position, look),
            Subject::Pairs(upto) => plot::pairs(grundy, upto, look),
            Subject::Growth(upto) => plot::growth(grundy, upto, look),
        };
        let mut answer = Plot { lengths: self.lengths.clone(), ..Plot::default() };
        answer.picture = picture?.into();
        match self.subject.clone() {
            Subject::Gain(range) | Subject::Grundy(range) => answer.range = Some(range),
            Subject::GrundyUpto([_, upto]) | Subject::Pairs(upto) | Subject::Growth(upto) => {
                answer.upto = Some(upto);
            }
            Subject::Moves(position, _) => answer.segments = Some(position.segments().to_vec()),
        }
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
    #[serde(skip_serializing_if = "Option::is_none")]
    upto: Option<Surd>,
    #[serde(skip_serializing_if = "Option::is_none")]
    segments: Option<Vec<Surd>>,
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
        let plot::Frame { left, top, right, bottom } = picture.frame;
        Self {
            size: picture.size.to_string(),
            frame: FrameAnswer { left, top, right, bottom },
            x: picture.x,
            y: picture.y,
            svg: picture.svg,
        }
    }
}

impl fmt::Display for Plot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.picture.svg)
    }
}
