//! Pictures of the squares, and of octal games.

use std::sync::Arc;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::answer::pieces;
use super::compare::PairKeys;
use super::limits::shown_limit;
use super::octal::AskedValues;
use super::question::{Keys, Question, SquaresKeys};
use super::raw_question::PictureExtras;
use super::reply::{Reply, ReplyFields, Value, fields};
use super::table::{Rows, Table};
use super::values::{self, conflict, heap, missing, parsed, range, segment, segments};
use crate::error::Error;
use crate::games::octal::{Code, NamedBoard, Values};
use crate::games::squares::need::Need;
use crate::games::squares::{Grundy, Lengths, Position};
use crate::number::{NumberStyle, Surd};
use crate::plot::{self, Cell, Frame, Look, Picture, Points, Size};

/// The keys of a picture: what it shows, of which game, and how it looks.
#[derive(Clone, Debug, Deserialize)]
#[serde(bound = "")]
pub(crate) struct PlotKeys<S: SubjectKeys> {
    subject: S,
    /// Width and height in pixels, such as 1200x400
    size: Option<String>,
    /// The title, "" for none
    ///
    /// *x* makes x italic, \* is an asterisk. [default: what is shown]
    title: Option<String>,
    /// Light lines on a dark background
    dark: bool,
    #[serde(skip)]
    wanted: PictureExtras,
}

/// The keys of what is shown.
pub(crate) trait SubjectKeys: DeserializeOwned {
    /// The name of the command.
    const COMMAND: &'static str;

    /// Reads the values.
    fn question(&self, look: Look, wanted: PictureExtras) -> Result<Question, Error>;
}

impl<S: SubjectKeys> PlotKeys<S> {
    pub(super) fn with(self, wanted: PictureExtras) -> Self {
        Self { wanted, ..self }
    }
}

impl<S: SubjectKeys> Keys for PlotKeys<S> {
    const COMMAND: &'static str = S::COMMAND;

    fn read(&self) -> Result<Question, Error> {
        let wanted = self.wanted;
        let size: Option<Size> = self.size.as_ref().map(|text| parsed("size", text)).transpose()?;
        let look = Look { size, title: self.title.clone(), dark: self.dark, paper: wanted.paper };
        self.subject.question(look, wanted)
    }
}

/// A picture of what is shown of the squares.
fn of_squares(
    keys: &SquaresKeys,
    look: Look,
    wanted: PictureExtras,
    subject: impl FnOnce(&Lengths) -> Result<Subject, Error>,
) -> Result<Question, Error> {
    let lengths = keys.lengths()?;
    let subject = subject(&lengths)?;
    let [_, upto] = subject.ends();
    keys.question(lengths, Need::table(upto), None, move |grundy, _| {
        let picture = subject.picture(grundy, &look)?;
        // the engine of the page has neither points nor code for TeX
        let points = wanted.points && cfg!(feature = "cli");
        let points = points.then(|| subject.points(grundy)).transpose()?;
        Ok(plotted(subject.fields(), picture, points))
    })
}

/// The keys of `plot octal`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct PlotOctal {
    /// The code of the game, such as 0.77 or 4.007, or its name
    octal: String,
    /// The largest heap
    ///
    /// [default: as far as a period needs, at most 20000]
    upto: Option<String>,
}

impl SubjectKeys for PlotOctal {
    const COMMAND: &'static str = "plot octal";

    fn question(&self, look: Look, wanted: PictureExtras) -> Result<Question, Error> {
        /// How far a period is looked for, unless a question says otherwise.
        const SEARCHED: usize = 20_000;
        let code: Code = parsed("octal", &self.octal)?;
        let board = NamedBoard::named(&self.octal);
        let upto = self.upto.as_ref().map(|upto| heap("upto", upto)).transpose()?;
        let are_enough = move |values: &Values| upto.is_none() && values.period().is_some();
        let are_enough = Arc::new(are_enough);
        let asked = AskedValues { upto, searched: SEARCHED, are_enough, ..AskedValues::new(code, false) };
        Ok(asked.question(move |values| {
            // what proves the period is enough to draw
            let values = match values.period().filter(|_| upto.is_none()) {
                Some(period) => values.up_to(period.seen_to + period.length),
                None => values,
            };
            let picture = plot::octal(&values, board, &look)?;
            // a picture has two values or more
            let upto = Value::whole(values.as_slice().len() - 1);
            let points = (wanted.points && cfg!(feature = "cli")).then(|| Points::of_octal(&values));
            Ok(plotted(fields! { octal: values.code().to_string(), upto }, picture, points))
        }))
    }
}

/// The keys of `plot compare`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct PlotCompare {
    /// Greatest length; the picture begins at 0
    ///
    /// [default: 20 times the longest, or as far as it gets in about a second]
    upto: Option<String>,
    /// The range of lengths
    range: Option<Vec<String>>,
    pair: PairKeys,
}

impl SubjectKeys for PlotCompare {
    const COMMAND: &'static str = "plot compare";

    fn question(&self, look: Look, wanted: PictureExtras) -> Result<Question, Error> {
        let games = self.pair.games()?;
        let shown = steps_shown(self.range.as_deref(), self.upto.as_deref())?;
        let subject = shown.unwrap_or_else(|| Subject::GrundyUpto(shown_limit(&games)));
        let [from, to] = subject.ends();
        let pair = games.clone();
        Ok(Question::pair(&pair, &to.clone(), move |[first, second]| {
            let picture = plot::compare([first, second], &from, &to, &look)?;
            let wanted = wanted.points && cfg!(feature = "cli");
            let points = wanted.then(|| Points::of_both([first, second], &from, &to)).transpose()?;
            let shown = fields! { games: games.each_ref().map(pieces) }.and(subject.fields());
            Ok(plotted(shown, picture, points))
        }))
    }
}

/// Which steps are drawn, if that is said.
fn steps_shown(range: Option<&[String]>, upto: Option<&str>) -> Result<Option<Subject>, Error> {
    Ok(match (range, upto) {
        (Some(_), Some(_)) => return Err(conflict("range", "upto")),
        (Some(ends), None) => Some(Subject::Grundy(values::range("range", ends)?)),
        (None, Some(upto)) => Some(Subject::GrundyUpto(segment("upto", upto)?)),
        (None, None) => None,
    })
}

/// The keys of `plot gain`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct PlotGain {
    /// Greatest length; the picture begins at the longest piece
    ///
    /// [default: 20 times the longest, or as far as it gets in about a second]
    upto: Option<String>,
    /// The range of lengths
    range: Option<Vec<String>>,
    squares: SquaresKeys,
}

impl SubjectKeys for PlotGain {
    const COMMAND: &'static str = "plot gain";

    fn question(&self, look: Look, wanted: PictureExtras) -> Result<Question, Error> {
        of_squares(&self.squares, look, wanted, |lengths| {
            let [from, to] = match (&self.range, &self.upto) {
                (Some(_), Some(_)) => return Err(conflict("range", "upto")),
                (Some(ends), None) => range("range", ends)?,
                (None, upto) => {
                    let upto = upto.as_ref().map(|upto| segment("upto", upto)).transpose()?;
                    let upto = upto.unwrap_or_else(|| shown_limit([lengths]));
                    lengths.check_gain(&upto)?;
                    [lengths.longest().clone(), upto]
                }
            };
            lengths.check_range(&from, &to)?;
            Ok(Subject::Gain([from, to]))
        })
    }
}

/// The keys of `plot grundy`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct PlotGrundy {
    /// Greatest length; the picture begins at 0
    upto: Option<String>,
    /// The range of lengths
    range: Option<Vec<String>>,
    squares: SquaresKeys,
}

impl SubjectKeys for PlotGrundy {
    const COMMAND: &'static str = "plot grundy";

    fn question(&self, look: Look, wanted: PictureExtras) -> Result<Question, Error> {
        of_squares(&self.squares, look, wanted, |_| {
            let shown = steps_shown(self.range.as_deref(), self.upto.as_deref())?;
            shown.ok_or_else(|| missing("upto", Self::COMMAND))
        })
    }
}

/// The keys of `plot moves`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct PlotMoves {
    /// Lengths of the segments
    segments: Vec<String>,
    squares: SquaresKeys,
}

impl SubjectKeys for PlotMoves {
    const COMMAND: &'static str = "plot moves";

    fn question(&self, look: Look, wanted: PictureExtras) -> Result<Question, Error> {
        of_squares(&self.squares, look, wanted, |lengths| {
            let segments = segments("segments", &self.segments)?;
            Ok(Subject::Moves(Position::new(lengths, segments)?))
        })
    }
}

/// The keys of `plot pairs`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct PlotPairs {
    /// Greatest length of each of the two segments
    upto: String,
    squares: SquaresKeys,
}

impl SubjectKeys for PlotPairs {
    const COMMAND: &'static str = "plot pairs";

    fn question(&self, look: Look, wanted: PictureExtras) -> Result<Question, Error> {
        of_squares(&self.squares, look, wanted, |lengths| {
            let upto = segment("upto", &self.upto)?;
            plot::check_pairs(lengths, &upto)?;
            Ok(Subject::Pairs(upto))
        })
    }
}

/// The keys of `plot growth`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct PlotGrowth {
    /// Greatest length
    upto: String,
    squares: SquaresKeys,
}

impl SubjectKeys for PlotGrowth {
    const COMMAND: &'static str = "plot growth";

    fn question(&self, look: Look, wanted: PictureExtras) -> Result<Question, Error> {
        of_squares(&self.squares, look, wanted, |_| Ok(Subject::Growth(segment("upto", &self.upto)?)))
    }
}

/// What is shown. In the answer, it is the key that says so.
#[derive(Clone, Debug)]
pub(crate) enum Subject {
    /// The gain on a range.
    Gain([Surd; 2]),
    /// The steps of g on a range.
    Grundy([Surd; 2]),
    /// The steps of g from 0 on.
    GrundyUpto(Surd),
    /// The winning moves of a position.
    Moves(Position),
    /// The value of two segments.
    Pairs(Surd),
    /// How g grows.
    Growth(Surd),
}

impl Subject {
    fn fields(&self) -> ReplyFields {
        match self {
            Self::Gain(range) | Self::Grundy(range) => fields! { range: range.clone() },
            Self::GrundyUpto(upto) | Self::Pairs(upto) | Self::Growth(upto) => fields! { upto },
            Self::Moves(position) => fields! { segments: Value::from_iter(position.segments()) },
        }
    }

    /// The range on which g is shown.
    fn ends(&self) -> [Surd; 2] {
        let upto = match self {
            Self::Gain(ends) | Self::Grundy(ends) => return ends.clone(),
            Self::GrundyUpto(upto) | Self::Pairs(upto) | Self::Growth(upto) => upto.clone(),
            Self::Moves(position) => position.longest().cloned().unwrap_or_default(),
        };
        [Surd::default(), upto]
    }

    fn picture(&self, grundy: &Grundy, look: &Look) -> Result<Picture, Error> {
        let [from, to] = &self.ends();
        match self {
            Self::Gain(_) => plot::gain(grundy, from, to, look),
            Self::Grundy(_) | Self::GrundyUpto(_) => plot::grundy(grundy, from, to, look),
            Self::Moves(position) => plot::moves(grundy, position, 1, look),
            Self::Pairs(upto) => plot::pairs(grundy, upto, look),
            Self::Growth(upto) => plot::growth(grundy, upto, look),
        }
    }

    /// The points of the picture.
    fn points(&self, grundy: &Grundy) -> Result<Points, Error> {
        let [from, to] = &self.ends();
        match self {
            Self::Gain(_) => Points::of_gain(grundy, from, to),
            Self::Grundy(_) | Self::GrundyUpto(_) | Self::Pairs(_) => Points::of_steps(grundy, from, to),
            Self::Moves(position) => Points::of_moves(grundy, position),
            Self::Growth(upto) => Points::of_growth(grundy, upto),
        }
    }
}

/// What is shown, and the picture, written only where it is asked for.
fn plotted(shown: ReplyFields, picture: Picture, points: Option<Points>) -> Reply {
    let picture = Arc::new(picture);
    let Picture { size, frame: Frame { left, top, right, bottom }, x, y, strips, .. } = &*picture;
    let strips = Some(strips).filter(|strips| !strips.is_empty()).cloned();
    let fields = shown.and(fields! {
        size: size.to_string(), svg: Value::Svg(Arc::clone(&picture)),
        frame: fields! { left: *left, top: *top, right: *right, bottom: *bottom },
        x: Value::given(x.clone()), y: Value::given(y.clone()), strips: Value::given(strips),
    });
    let reply = Reply::new(fields).picture(picture);
    match points {
        Some(points) => reply.table(None, points),
        None => reply,
    }
}

impl Table for Points {
    fn titles(&self) -> &'static str {
        self.titles
    }

    fn rows_in(&self, style: NumberStyle) -> Rows<'_> {
        /// How many decimals a number has.
        const DECIMALS: usize = 12;
        Rows::of(self.rows.iter(), move |row, cells| {
            for cell in cells {
                match cell {
                    Cell::Number(number) => {
                        row.push_optional(number.as_surd().map(|exact| style.text(exact)))
                    }
                    Cell::Length(length) => row.push_bytes(style.text(length)),
                    Cell::Count(count) => row.push_number(*count),
                    Cell::Flag(flag) => row.push_flag(*flag),
                }
            }
            for cell in cells {
                if let Cell::Number(number) = cell {
                    row.push_bytes(number.to_decimal(DECIMALS));
                }
            }
        })
    }
}
