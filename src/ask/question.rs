//! A question of any command.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::str::FromStr;

use super::answer::Answer;
use super::error::AskError;
use super::extent::Extent;
use super::gain::GainQuestion;
use super::gain_maxima::GainMaximaQuestion;
use super::gain_pieces::GainPiecesQuestion;
use super::grundy::GrundyQuestion;
use super::moves::MovesQuestion;
use super::period::PeriodQuestion;
use super::play::PlayQuestion;
use super::plot::PlotQuestion;
use super::range::RangeQuestion;
use super::summary::SummaryQuestion;
use super::values::ValueError;
use super::words::RawQuestion;
use super::{coins, halving, stones};
use crate::games::squares::{Grundy, Lengths, Method};
use crate::number::{Surd, abridged, quoted};
use crate::proof::{Certificate, Claim, GainClaim, check_numbers};

/// The names of all commands.
const COMMANDS: [&str; 21] = [
    "range",
    "gain",
    "grundy",
    "grundy summary",
    "moves",
    "period",
    "play",
    "plot gain",
    "plot grundy",
    "plot moves",
    "plot pairs",
    "plot growth",
    "stones sum",
    "stones move",
    "stones table",
    "coins count",
    "coins value",
    "coins row",
    "coins table",
    "halving play",
    "halving table",
];

/// A question whose values are read, in range, and fit together.
///
/// Questions about the squares can share their Grundy values, which are most of the work:
///
/// ```
/// use nimsweep::ask::Question;
/// use nimsweep::games::squares::Grundy;
///
/// let questions = [
///     r#"{"command": "gain", "at": "4"}"#,
///     r#"{"command": "moves", "at": "4+sqrt2", "digits": 3}"#,
/// ];
/// let questions = questions.map(|text| text.parse::<Question>().unwrap());
/// let (lengths, upto) = questions[1].required_grundy().unwrap();
/// let grundy = Grundy::new(lengths, upto)?;
/// for question in &questions {
///     assert_eq!(question.answer_from(&grundy)?.to_json(), question.answer()?.to_json());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Question {
    kind: Kind,
    /// By which method g is computed, if that was said.
    method: Option<Method>,
}

#[derive(Clone, Debug)]
enum Kind {
    /// Answered from g.
    Squares(Box<Squares>),
    /// Answered by a law of its own.
    Other(Other),
}

#[derive(Clone, Debug)]
enum Squares {
    Range(RangeQuestion),
    Gain(GainQuestion),
    GainPieces(GainPiecesQuestion),
    GainMaxima(GainMaximaQuestion),
    Grundy(GrundyQuestion),
    Summary(SummaryQuestion),
    Moves(Box<MovesQuestion>),
    Period(Box<PeriodQuestion>),
    Play(Box<PlayQuestion>),
    Plot(Box<PlotQuestion>),
}

#[derive(Clone, Debug)]
enum Other {
    StonesSum(stones::SumQuestion),
    StonesMove(stones::MoveQuestion),
    StonesTable(stones::TableQuestion),
    CoinsCount(coins::CountQuestion),
    CoinsValue(coins::ValueQuestion),
    CoinsRow(coins::RowQuestion),
    CoinsTable(coins::TableQuestion),
    HalvingPlay(halving::PlayQuestion),
    HalvingTable(halving::TableQuestion),
}

impl From<Squares> for Kind {
    fn from(question: Squares) -> Self {
        Self::Squares(Box::new(question))
    }
}

impl From<Other> for Kind {
    fn from(question: Other) -> Self {
        Self::Other(question)
    }
}

/// Is called now and then with the part of the work that is done, and may break it off.
type Watch<'a> = &'a mut dyn FnMut(f64) -> ControlFlow<()>;

impl Question {
    /// Reads the values of a question.
    ///
    /// # Errors
    /// [`AskError`] for an unknown command, and for a key that is unknown, missing, or has a value
    /// that cannot be used.
    pub fn read(words: &RawQuestion) -> Result<Self, AskError> {
        let kind = match words.command() {
            "range" => Squares::Range(RangeQuestion::read(words)?).into(),
            "gain" => gain(words)?.into(),
            "grundy" => Squares::Grundy(GrundyQuestion::read(words)?).into(),
            "grundy summary" => Squares::Summary(SummaryQuestion::read(words)?).into(),
            "moves" => Squares::Moves(Box::new(MovesQuestion::read(words)?)).into(),
            "period" => Squares::Period(Box::new(PeriodQuestion::read(words)?)).into(),
            "play" => Squares::Play(Box::new(PlayQuestion::read(words)?)).into(),
            "plot gain" | "plot grundy" | "plot moves" | "plot pairs" | "plot growth" => {
                Squares::Plot(Box::new(PlotQuestion::read(words)?)).into()
            }
            "stones sum" => Other::StonesSum(stones::SumQuestion::read(words)?).into(),
            "stones move" => Other::StonesMove(stones::MoveQuestion::read(words)?).into(),
            "stones table" => Other::StonesTable(stones::TableQuestion::read(words)?).into(),
            "coins count" => Other::CoinsCount(coins::CountQuestion::read(words)?).into(),
            "coins value" => Other::CoinsValue(coins::ValueQuestion::read(words)?).into(),
            "coins row" => Other::CoinsRow(coins::RowQuestion::read(words)?).into(),
            "coins table" => Other::CoinsTable(coins::TableQuestion::read(words)?).into(),
            "halving play" => Other::HalvingPlay(halving::PlayQuestion::read(words)?).into(),
            "halving table" => Other::HalvingTable(halving::TableQuestion::read(words)?).into(),
            other => {
                return Err(AskError::Command { command: quoted(other), commands: COMMANDS.join(", ") });
            }
        };
        let method = words.any("method")?.map(str::parse).transpose();
        Ok(Self { kind, method: method.map_err(|error| ValueError::new("method", error))? })
    }

    /// For a question about the squares, the lengths of the pieces and up to where g is needed.
    #[must_use]
    pub fn required_grundy(&self) -> Option<(&Lengths, &Surd)> {
        match &self.kind {
            Kind::Squares(squares) => Some(squares.lengths_and_limit()),
            Kind::Other(_) => None,
        }
    }

    /// By which method g is computed: the fastest, unless the question says otherwise.
    #[must_use]
    pub fn method(&self) -> Method {
        self.method.unwrap_or_default()
    }

    /// Up to where g is needed if the given one does not answer: where a period was looked for, and
    /// there is none. `None` if the given one answers.
    ///
    /// # Errors
    /// [`AskError::NoPeriod`] if g would be needed further than it can be computed.
    pub fn further_limit(&self, grundy: &Grundy) -> Result<Option<&Surd>, AskError> {
        match &self.kind {
            Kind::Squares(squares) => squares.extent().map_or(Ok(None), |extent| extent.next(grundy)),
            Kind::Other(_) => Ok(None),
        }
    }

    /// The answer. For a question about the squares, g is computed first.
    ///
    /// # Errors
    /// [`AskError`] if the limit is too large for the keys, or if the game has no answer.
    ///
    /// # Cost
    /// For the squares that of [`Grundy::new`]: hours for lengths of tens of thousands. The other
    /// games refuse what would take more than some minutes.
    pub fn answer(&self) -> Result<Answer, AskError> {
        match &self.kind {
            Kind::Squares(squares) => {
                let (lengths, limit) = squares.lengths_and_limit();
                let mut grundy = Grundy::by_method(self.method(), lengths, limit)?;
                while let Some(limit) = self.further_limit(&grundy)? {
                    grundy = grundy.continued_to(self.method(), limit)?.finish();
                }
                self.answer_from(&grundy)
            }
            Kind::Other(other) => other.answer(),
        }
    }

    /// The same answer, from a g that is there already and may be known further than is needed. A
    /// question about another game needs none.
    ///
    /// # Errors
    /// As [`Question::answer`]; [`AskError::OtherLengths`] if g is for other lengths, and
    /// [`AskError::Squares`] if it is not known far enough.
    ///
    /// # Cost
    /// O(K) for K steps of g, and for a range that of [`Grundy::maximum`].
    pub fn answer_from(&self, grundy: &Grundy) -> Result<Answer, AskError> {
        match &self.kind {
            Kind::Squares(squares) => Ok(squares.answer(&*squares.part_of(grundy)?)?.by(self.method)),
            Kind::Other(other) => other.answer(),
        }
    }

    /// The same, while `watch` is called now and then with the part of the work that is done, from
    /// 0 to 1; it may break the work off, and the answer is `None` then. Only ranges need that
    /// long.
    ///
    /// # Errors
    /// As [`Question::answer_from`].
    pub fn answer_watched(&self, grundy: &Grundy, watch: Watch<'_>) -> Result<Option<Answer>, AskError> {
        match &self.kind {
            Kind::Squares(squares) => {
                let answer = squares.answer_watched(&*squares.part_of(grundy)?, watch)?;
                Ok(answer.map(|answer| answer.by(self.method)))
            }
            Kind::Other(other) => other.answer().map(Some),
        }
    }
}

impl Question {
    /// Whether a certificate can state the answer, as far as that is known before g: for a range,
    /// the gain at one length, the table of g, and winning moves.
    ///
    /// # Errors
    /// [`AskError::Certificate`] for numbers that it cannot state, and [`AskError::Uncertified`]
    /// for any other question.
    pub fn check_certificate(&self) -> Result<(), AskError> {
        let Kind::Squares(squares) = &self.kind else { return Err(AskError::Uncertified) };
        let numbers = match &**squares {
            Squares::Range(question) => vec![&question.from, &question.to],
            Squares::Gain(question) => vec![&question.at],
            Squares::Grundy(question) if question.extent().is_none() => vec![question.limit()],
            Squares::Summary(question) => vec![&question.upto],
            Squares::Moves(question) => question.segments().iter().collect(),
            _ => return Err(AskError::Uncertified),
        };
        Ok(check_numbers(squares.lengths_and_limit().0, numbers)?)
    }

    /// The certificate of an answer from this g.
    ///
    /// # Errors
    /// As [`Question::check_certificate`], and if g has too many steps.
    ///
    /// # Cost
    /// O(K) for K steps of g.
    ///
    /// ```
    /// use nimsweep::ask::Question;
    /// use nimsweep::games::squares::Grundy;
    ///
    /// let question: Question = r#"{"command": "gain", "at": "4"}"#.parse()?;
    /// let grundy = Grundy::new(&"1, sqrt2".parse()?, &"4".parse()?)?;
    /// let answer = question.answer_from(&grundy)?;
    /// let mut text = vec![];
    /// question.certificate(&grundy, &answer)?.write(&mut text)?;
    /// assert!(String::from_utf8(text)?.ends_with(
    ///     "range 4 0 4 0\nclosed\nat 4 0 1\nvalue 32 -6 21\ndecimal 1.11974850598863950987\nend\n"
    /// ));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn certificate(&self, grundy: &Grundy, answer: &Answer) -> Result<Certificate, AskError> {
        self.check_certificate()?;
        let Kind::Squares(squares) = &self.kind else { return Err(AskError::Uncertified) };
        let grundy = squares.part_of(grundy)?.into_owned();
        let gain = |from: &Surd, to: &Surd| {
            let [at, value] = answer.gain().ok_or(AskError::Uncertified)?;
            let claim = GainClaim { from: from.clone(), to: to.clone(), at, value };
            Ok::<_, AskError>(claim.into())
        };
        let claim = match &**squares {
            Squares::Range(question) => gain(&question.from, &question.to)?,
            Squares::Gain(question) => gain(&question.at, &question.at)?,
            Squares::Moves(question) => question.claim(&grundy)?,
            _ => Claim::Grundy,
        };
        Ok(Certificate::new(grundy, claim)?)
    }
}

/// The gain at one length, its pieces on a range, or its local maxima there.
fn gain(words: &RawQuestion) -> Result<Squares, AskError> {
    words.expect_keys(&["at", "range", "top", "lengths", "digits", "method"])?;
    if !words.has("range") {
        if words.has("top") {
            return Err(ValueError::new("top", "the maxima are those on a range; give the range, too").into());
        }
        return Ok(Squares::Gain(GainQuestion::read(words)?));
    }
    if words.has("at") {
        return Err(ValueError::new("range", "the key 'at' is there, too; give one of them").into());
    }
    if words.has("top") {
        return Ok(Squares::GainMaxima(GainMaximaQuestion::read(words)?));
    }
    Ok(Squares::GainPieces(GainPiecesQuestion::read(words)?))
}

impl FromStr for Question {
    type Err = AskError;

    /// Reads a question as JSON.
    fn from_str(text: &str) -> Result<Self, AskError> {
        let unreadable = |error: serde_json::Error| AskError::Question { reason: abridged(error) };
        Self::read(&serde_json::from_str(text).map_err(unreadable)?)
    }
}

impl Squares {
    /// For segments of any length, how far g has to be known for them.
    fn extent(&self) -> Option<&Extent> {
        match self {
            Self::Moves(question) => Some(&question.extent),
            Self::Period(question) => Some(&question.extent),
            Self::Play(question) => Some(&question.extent),
            Self::Grundy(question) => question.extent(),
            _ => None,
        }
    }

    fn lengths_and_limit(&self) -> (&Lengths, &Surd) {
        match self {
            Self::Range(question) => (&question.lengths, &question.to),
            Self::Gain(question) => (&question.lengths, &question.at),
            Self::GainPieces(question) => (&question.lengths, &question.to),
            Self::GainMaxima(question) => (&question.lengths, &question.to),
            Self::Grundy(question) => (&question.lengths, question.limit()),
            Self::Summary(question) => (&question.lengths, &question.upto),
            Self::Moves(question) => (&question.lengths, question.extent.first()),
            Self::Period(question) => (&question.lengths, question.extent.first()),
            Self::Play(question) => (&question.lengths, question.extent.first()),
            Self::Plot(question) => (&question.lengths, question.limit()),
        }
    }

    /// g up to the limit: answers report how many steps it has.
    fn part_of<'g>(&self, grundy: &'g Grundy) -> Result<Cow<'g, Grundy>, AskError> {
        let (lengths, limit) = self.lengths_and_limit();
        if lengths != grundy.lengths() {
            return Err(AskError::OtherLengths { ours: lengths.clone(), theirs: grundy.lengths().clone() });
        }
        if let Some(extent) = self.extent() {
            let is_beyond = extent.is_beyond(grundy);
            return Ok(if is_beyond {
                Cow::Owned(grundy.clone().with_period())
            } else {
                Cow::Borrowed(grundy)
            });
        }
        if limit == grundy.limit() {
            return Ok(Cow::Borrowed(grundy));
        }
        // refused beyond the limit
        Ok(Cow::Owned(grundy.up_to(limit)?))
    }

    /// The answer from g up to the limit.
    fn answer(&self, grundy: &Grundy) -> Result<Answer, AskError> {
        Ok(match self {
            Self::Range(question) => question.answer(grundy)?.into(),
            Self::Gain(question) => question.answer(grundy)?.into(),
            Self::GainPieces(question) => question.answer(grundy)?.into(),
            Self::GainMaxima(question) => question.answer(grundy)?.into(),
            Self::Grundy(question) => question.answer(grundy)?.into(),
            Self::Summary(question) => question.answer(grundy).into(),
            Self::Moves(question) => question.answer(grundy)?.into(),
            Self::Period(question) => question.answer(grundy)?.into(),
            Self::Play(question) => question.answer(grundy)?.into(),
            Self::Plot(question) => question.answer(grundy)?.into(),
        })
    }

    fn answer_watched(&self, grundy: &Grundy, watch: Watch<'_>) -> Result<Option<Answer>, AskError> {
        match self {
            Self::Range(question) => Ok(question.answer_watched(grundy, watch)?.map(Answer::from)),
            _ => self.answer(grundy).map(Some),
        }
    }
}

impl Other {
    fn answer(&self) -> Result<Answer, AskError> {
        Ok(match self {
            Self::StonesSum(question) => question.answer()?.into(),
            Self::StonesMove(question) => question.answer()?.into(),
            Self::StonesTable(question) => question.answer().into(),
            Self::CoinsCount(question) => question.answer()?.into(),
            Self::CoinsValue(question) => question.answer().into(),
            Self::CoinsRow(question) => question.answer().into(),
            Self::CoinsTable(question) => question.answer()?.into(),
            Self::HalvingPlay(question) => question.answer().into(),
            Self::HalvingTable(question) => question.answer().into(),
        })
    }
}
