//! Pictures of the squares, and of octal games.

use std::slice;
use std::sync::Arc;

use super::answer::pieces;
use super::compare::two_games;
use super::limits::shown_limit;
use super::octal::AskedValues;
use super::question::Question;
use super::raw_question::Keys;
use super::reply::{Reply, ReplyFields, Value, fields};
use super::table::{Rows, Table};
use super::values::{conflict, heap, parsed, range, segment, segments};
use crate::error::Error;
use crate::games::octal::{Code, NamedBoard, Values};
use crate::games::squares::need::Need;
use crate::games::squares::{Grundy, Lengths, Position};
use crate::number::{NumberStyle, Surd};
use crate::plot::{self, Cell, Frame, Look, Picture, Points, Size};

/// How a picture looks.
fn look(keys: &Keys) -> Result<Look, Error> {
    let size: Option<Size> = keys.read("size", parsed)?;
    let title = keys.text("title").map(str::to_owned);
    Ok(Look { size, title, dark: keys.has("dark"), paper: keys.wanted.paper })
}

/// A picture of what is shown of the squares.
fn of_squares(
    keys: &Keys,
    subject: impl FnOnce(&Lengths) -> Result<Subject, Error>,
) -> Result<Question, Error> {
    let (look, wanted) = (look(keys)?, keys.wanted);
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

/// The question of `plot octal`.
pub(super) fn read_octal(keys: &Keys) -> Result<Question, Error> {
    /// How far a period is looked for, unless a question says otherwise.
    const SEARCHED: usize = 20_000;
    let (look, wanted) = (look(keys)?, keys.wanted);
    let code: Code = keys.needed("octal", parsed)?;
    let board = keys.text("octal").and_then(NamedBoard::named);
    let upto = keys.read("upto", heap)?;
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

/// The question of `plot compare`.
pub(super) fn read_compare(keys: &Keys) -> Result<Question, Error> {
    let (look, wanted) = (look(keys)?, keys.wanted);
    let (games, shown) = (two_games(keys)?, steps_shown(keys)?);
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

/// Which steps are drawn, if that is said.
fn steps_shown(keys: &Keys) -> Result<Option<Subject>, Error> {
    match range_shown(keys)? {
        Some(range) => Ok(Some(Subject::Grundy(range))),
        None => Ok(keys.read("upto", segment)?.map(Subject::GrundyUpto)),
    }
}

/// The range that is drawn, if one is given in place of its end.
fn range_shown(keys: &Keys) -> Result<Option<[Surd; 2]>, Error> {
    if keys.has("range") && keys.has("upto") {
        return Err(conflict("range", "upto"));
    }
    keys.read_list("range", range)
}

/// The question of `plot gain`.
pub(super) fn read_gain(keys: &Keys) -> Result<Question, Error> {
    of_squares(keys, |lengths| {
        let [from, to] = match range_shown(keys)? {
            Some(range) => range,
            None => {
                let upto =
                    keys.read("upto", segment)?.unwrap_or_else(|| shown_limit(slice::from_ref(lengths)));
                lengths.check_gain(&upto)?;
                [lengths.longest().clone(), upto]
            }
        };
        lengths.check_range(&from, &to)?;
        Ok(Subject::Gain([from, to]))
    })
}

/// The question of `plot grundy`.
pub(super) fn read_grundy(keys: &Keys) -> Result<Question, Error> {
    of_squares(keys, |_| steps_shown(keys)?.ok_or_else(|| keys.missing("upto")))
}

/// The question of `plot moves`.
pub(super) fn read_moves(keys: &Keys) -> Result<Question, Error> {
    of_squares(keys, |lengths| {
        let segments = segments("segments", keys.needed_list("segments")?)?;
        Ok(Subject::Moves(Position::new(lengths, segments)?))
    })
}

/// The question of `plot pairs`.
pub(super) fn read_pairs(keys: &Keys) -> Result<Question, Error> {
    of_squares(keys, |lengths| {
        let upto = keys.needed("upto", segment)?;
        plot::pairs::check_pairs(lengths, &upto)?;
        Ok(Subject::Pairs(upto))
    })
}

/// The question of `plot growth`.
pub(super) fn read_growth(keys: &Keys) -> Result<Question, Error> {
    of_squares(keys, |_| Ok(Subject::Growth(keys.needed("upto", segment)?)))
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
