//! A question whose values are read, what it needs of g, how it is answered, and why it may have no
//! answer; and the keys that all questions about the squares have.

use std::borrow::Cow;
use std::fmt::{self, Debug};
use std::sync::Arc;

use itertools::Itertools;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use super::answer::{Answer, Unwritten};
use super::limits::TooLong;
use super::values::{self, DEFAULT_DIGITS, DEFAULT_LENGTHS, ValueError};
use crate::games::coins::CountError;
use crate::games::octal::OctalError;
use crate::games::squares::drive::{Effort, Patience};
use crate::games::squares::known::{Known, Owners};
use crate::games::squares::need::Need;
use crate::games::squares::{Grundy, Lengths, Method, SquaresError};
use crate::games::stones::PileError;
use crate::number::Surd;
use crate::plot::PlotError;
use crate::proof::{Certificate, CertificateError, Claim, check_numbers};
use crate::watch::{Watch, tell, unwatched};

/// The keys of one command, as texts: a struct whose fields are the keys in JSON, and the options
/// and arguments of the command line.
pub(crate) trait Keys: DeserializeOwned {
    /// The name of the command.
    const COMMAND: &'static str;

    /// Reads the values.
    ///
    /// # Errors
    /// [`AskError`] for values that cannot be read, are out of range, or do not fit together.
    fn read(&self) -> Result<Question, AskError>;
}

/// The keys of every question about the squares.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct SquaresKeys {
    /// Lengths of the pieces
    ///
    /// Separated by commas. All must be in one field Q(sqrt(d)): 1,sqrt2,3+sqrt8 are,
    /// sqrt2,sqrt3 are not.
    lengths: Option<String>,
    /// Where pieces may be: 7 anywhere, 3 only at an end
    ///
    /// One digit for each length, in the order typed, or one for all; 'anywhere' and 'ends' are 7
    /// and 3. With 7 a piece may be anywhere in its segment, with 3 only at an end. [default: 7]
    rule: Option<String>,
    /// How g is computed: fastest, places, sort or engine; the result does not depend on it
    /// [default: fastest]
    method: Option<String>,
    /// Allow a run that would take days
    ///
    /// Without this option, --checkpoint or --resume, such a run is refused.
    pub(crate) for_days: bool,
}

/// The key of the questions whose answers have decimals.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct DecimalsKey {
    /// Number of decimals, all of them proven [default: 8]
    pub(crate) digits: Option<String>,
}

/// The key of the questions about one segment: on the command line an argument or an option.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct SegmentKey {
    /// The length of the segment.
    at: Option<String>,
}

impl SegmentKey {
    /// The length of the segment, if there is one.
    pub(super) fn read(&self) -> Result<Option<Surd>, ValueError> {
        self.at.as_ref().map(|text| values::segment("at", text)).transpose()
    }
}

impl SquaresKeys {
    pub(super) fn lengths(&self) -> Result<Lengths, ValueError> {
        let lengths = self.lengths.as_deref().unwrap_or(DEFAULT_LENGTHS);
        values::lengths(["lengths", "rule"], lengths, self.rule.as_deref())
    }

    /// The question with these lengths, what it needs of g, what a certificate states if there is
    /// one, and the answer from g as far as it is needed; [`SquaresError::Stopped`] if the watch
    /// breaks it off. The method is that of the keys.
    pub(super) fn question<T: Into<Answer>>(
        &self,
        lengths: Lengths,
        need: Need,
        certified: Option<Certified>,
        answer: impl Fn(&Grundy, Watch<'_>) -> Result<T, AskError> + Send + Sync + 'static,
    ) -> Result<Question, AskError> {
        let (method, for_days) = (self.method()?, Some(self.for_days));
        let named = lengths.clone();
        let answer: Arc<Answers> =
            Arc::new(move |tables, watch| Ok(answer(&tables[0], watch)?.into().about(method, &named)));
        let games = vec![(lengths, need)];
        let squares = Squares { games, method, for_days, certified, answer };
        Ok(Question { kind: QuestionKind::Squares(squares.into()), is_large: false })
    }

    /// Whether they say what is played with.
    pub(super) fn are_given(&self) -> bool {
        self.lengths.is_some() || self.rule.is_some()
    }

    pub(super) fn method(&self) -> Result<Option<Method>, ValueError> {
        self.method.as_deref().map(|name| values::parsed("method", name)).transpose()
    }
}

impl DecimalsKey {
    pub(super) fn digits(&self) -> Result<usize, ValueError> {
        values::digits("digits", self.digits.as_deref().unwrap_or(DEFAULT_DIGITS))
    }
}

/// The certificate of an answer about the squares.
#[derive(Clone)]
pub(super) struct Certified {
    /// The numbers that it has to state.
    numbers: Vec<Surd>,
    /// What it claims.
    claim: Arc<Claims>,
}

type Claims = dyn Fn(&Grundy, &Answer) -> Result<Claim, AskError> + Send + Sync;

impl Certified {
    pub(super) fn new(
        numbers: impl Into<Vec<Surd>>,
        claim: impl Fn(&Grundy, &Answer) -> Result<Claim, AskError> + Send + Sync + 'static,
    ) -> Self {
        Self { numbers: numbers.into(), claim: Arc::new(claim) }
    }

    /// The answer says all that is claimed.
    pub(super) fn by_answer(numbers: impl Into<Vec<Surd>>) -> Self {
        Self::new(numbers, |_, answer| answer.claim().ok_or(AskError::Uncertified))
    }
}

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
/// let grundy = Grundy::new(&"1, sqrt2".parse()?, &"4+sqrt2".parse()?)?;
/// for question in questions {
///     let question: Question = question.parse()?;
///     assert_eq!(question.answer_from(&grundy)?.to_json(), question.answer()?.to_json());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Question {
    kind: QuestionKind,
    /// Whether a [batch](super::Batch) replies whatever the size of the answer is.
    pub(super) is_large: bool,
}

#[derive(Clone)]
enum QuestionKind {
    /// Answered from g.
    Squares(Box<Squares>),
    /// Answered by a law of its own.
    Law(Law),
}

/// A question about the squares.
#[derive(Clone)]
struct Squares {
    /// The lengths of each game, no two of them equal, and what is needed of its g.
    games: Vec<(Lengths, Need)>,
    /// The method by which g is computed, if the question names one.
    method: Option<Method>,
    /// Whether the question says that the work may take days, if it can.
    for_days: Option<bool>,
    certified: Option<Certified>,
    answer: Arc<Answers>,
}

/// From g of each game.
type Answers = dyn Fn(&[Cow<'_, Grundy>], Watch<'_>) -> Result<Answer, AskError> + Send + Sync;

/// What answers a question without g.
#[derive(Clone)]
struct Law {
    answer: Arc<AnswersByLaw>,
    patience: Patience,
    /// Whether there is an answer at any time.
    is_open: bool,
}

type AnswersByLaw = dyn Fn(Pace<'_>) -> Result<Answer, AskError> + Send + Sync;

/// How long an answer without g may take, and what is called now and then with the part of the work
/// that is done: a question that is open then ends with what is known, if that breaks it off.
pub(super) struct Pace<'a> {
    pub(super) patience: Patience,
    pub(super) show: Watch<'a>,
}

impl Pace<'_> {
    /// The same, or for a question that may take days.
    pub(super) fn of_days(self, for_days: bool) -> Self {
        let is_patient = for_days && self.patience != Patience::Seconds;
        Self { patience: if is_patient { Patience::Days } else { self.patience }, ..self }
    }
}

impl Debug for QuestionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if matches!(self, Self::Law(_)) { "Law" } else { "Squares" })
    }
}

impl Question {
    /// A question that is answered without g.
    pub(super) fn law<T: Into<Answer>>(
        answer: impl Fn() -> Result<T, AskError> + Send + Sync + 'static,
    ) -> Self {
        Self::long_law(move |_| answer())
    }

    /// A question without g whose answer may take minutes.
    pub(super) fn long_law<T: Into<Answer>>(
        answer: impl Fn(Pace<'_>) -> Result<T, AskError> + Send + Sync + 'static,
    ) -> Self {
        let answer = Arc::new(move |pace: Pace<'_>| answer(pace).map(Into::into));
        let kind = QuestionKind::Law(Law { answer, patience: Patience::default(), is_open: false });
        Self { kind, is_large: false }
    }

    /// A question without g that has an answer at any time, the better the later.
    pub(super) fn open_law<T: Into<Answer>>(
        answer: impl Fn(Pace<'_>) -> Result<T, AskError> + Send + Sync + 'static,
    ) -> Self {
        let mut question = Self::long_law(answer);
        if let QuestionKind::Law(law) = &mut question.kind {
            law.is_open = true;
        }
        question
    }

    /// A question about g of two games, up to a length.
    pub(super) fn pair<T: Into<Answer>>(
        games: &[Lengths; 2],
        upto: &Surd,
        answer: impl Fn([&Grundy; 2]) -> Result<T, AskError> + Send + Sync + 'static,
    ) -> Self {
        let games =
            games.iter().dedup().map(|lengths| (lengths.clone(), Need::table(upto.clone()))).collect();
        let answer: Arc<Answers> =
            Arc::new(move |tables, _| Ok(answer([&tables[0], &tables[tables.len() - 1]])?.into()));
        let squares = Squares { games, method: None, for_days: None, certified: None, answer };
        Self { kind: QuestionKind::Squares(squares.into()), is_large: false }
    }

    /// Whether it ends with an answer if it is broken off.
    #[doc(hidden)]
    pub fn is_open(&self) -> bool {
        matches!(self.kind, QuestionKind::Law(Law { is_open: true, .. }))
    }

    /// The question, for a reply of any size or not.
    pub(super) fn of_size(self, is_large: bool) -> Self {
        Self { is_large, ..self }
    }

    /// The question as somebody of some patience asks it.
    pub(super) fn within(mut self, within: Patience) -> Self {
        if let QuestionKind::Law(Law { patience, .. }) = &mut self.kind {
            *patience = within;
        }
        self
    }

    /// What is asked about the squares, if the question is about them.
    fn squares(&self) -> Option<&Squares> {
        match &self.kind {
            QuestionKind::Squares(squares) => Some(squares),
            QuestionKind::Law(_) => None,
        }
    }

    /// The owner of g for a question about one game of squares, and what the question needs of it.
    ///
    /// # Errors
    /// As [`Owners::one`].
    #[doc(hidden)]
    pub fn known<'k>(
        &self,
        owners: &'k mut Owners,
        effort: Effort,
    ) -> Result<Option<(&'k mut Known, &Need)>, AskError> {
        let Some(([(lengths, need)], effort)) = self.needs(effort) else { return Ok(None) };
        Ok(Some((owners.one(lengths, effort)?, need)))
    }

    /// The lengths of each game of a question about the squares, what it needs of their g, and who
    /// computes that how, as the question and its caller say.
    pub(super) fn needs(&self, effort: Effort) -> Option<(&[(Lengths, Need)], Effort)> {
        self.squares().map(|squares| (squares.games.as_slice(), squares.effort(effort)))
    }

    /// The answer. For a question about the squares, g is computed first.
    ///
    /// # Errors
    /// [`AskError`] if the limit is too large for the keys, or if the game has no answer.
    ///
    /// # Cost
    /// For the squares that of [`Grundy::new`]: hours for lengths of tens of thousands. The other
    /// games refuse what would take more than a few minutes.
    pub fn answer(&self) -> Result<Answer, AskError> {
        self.answer_in(&mut Owners::default(), Effort::default(), &mut unwatched)
    }

    /// The answer from what is known, and from more of it if the question needs that.
    ///
    /// # Errors
    /// As [`Question::answer`], and [`SquaresError::Stopped`] if `watch` ends the work for g.
    #[doc(hidden)]
    pub fn answer_in(
        &self,
        owners: &mut Owners,
        effort: Effort,
        watch: Watch<'_>,
    ) -> Result<Answer, AskError> {
        let squares = match &self.kind {
            QuestionKind::Squares(squares) => squares,
            QuestionKind::Law(Law { answer, patience, .. }) => {
                let patience = if effort.patience == Patience::Days { Patience::Days } else { *patience };
                return answer(Pace { patience, show: watch });
            }
        };
        let known = owners.of(&squares.games, squares.effort(effort))?;
        for (known, (_, need)) in known.iter_mut().zip(&squares.games) {
            known.serve(need, watch).map_err(|error| squares.refusal(need, error))?;
        }
        let tables: Vec<&Grundy> = known.iter().map(|known| &**known.table()).collect();
        tell(watch, 0.0).map_err(SquaresError::from)?;
        squares.answer(&tables, watch)
    }

    /// The answer from a g that is known as far as is needed, or further. A question about
    /// another game, or about two, needs none.
    ///
    /// # Errors
    /// As [`Question::answer`]; [`AskError::OtherLengths`] if g is for other lengths, and
    /// [`AskError::Squares`] if it is not known far enough.
    ///
    /// # Cost
    /// O(K) for K steps of g, and for a range that of [`Grundy::maximum`].
    pub fn answer_from(&self, grundy: &Grundy) -> Result<Answer, AskError> {
        match &self.kind {
            QuestionKind::Squares(squares) if squares.games.len() == 1 => {
                squares.answer(&[grundy], &mut unwatched)
            }
            _ => self.answer(),
        }
    }

    /// Whether a certificate can state the answer, as far as that is known before g: for a range,
    /// the gain at one length, the table of g, winning moves, and a period.
    ///
    /// # Errors
    /// [`AskError::Certificate`] for numbers that it cannot state, and [`AskError::Uncertified`]
    /// for any other question.
    #[doc(hidden)]
    pub fn check_certificate(&self) -> Result<(), AskError> {
        self.certified().map(drop)
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
        let (squares, certified) = self.certified()?;
        let game = &squares.games[0];
        let grundy = part_of(game, grundy)?.into_owned();
        let claim = (certified.claim)(&grundy, answer)?;
        // where a theorem answers, there is no table yet
        let end = game.1.furthest();
        let is_short = matches!(claim, Claim::Grundy) && grundy.limit() < end;
        let grundy = if is_short { grundy.extended_to(end)? } else { grundy };
        Ok(Certificate::new(grundy, claim)?)
    }

    /// What is asked about the squares, if a certificate can state the answer.
    fn certified(&self) -> Result<(&Squares, &Certified), AskError> {
        let squares = self.squares().ok_or(AskError::Uncertified)?;
        let certified = squares.certified.as_ref().ok_or(AskError::Uncertified)?;
        check_numbers(&squares.games[0].0, &certified.numbers)?;
        Ok((squares, certified))
    }
}

impl Squares {
    /// Who computes g how, as the question and its caller say.
    fn effort(&self, effort: Effort) -> Effort {
        let patience = match effort.patience {
            Patience::Hours if self.for_days == Some(true) => Patience::Days,
            patience => patience,
        };
        Effort { method: self.method.unwrap_or_default(), patience, ..effort }
    }

    fn answer(&self, tables: &[&Grundy], watch: Watch<'_>) -> Result<Answer, AskError> {
        let parts: Vec<_> =
            self.games.iter().zip(tables).map(|(game, table)| part_of(game, table)).try_collect()?;
        (self.answer)(&parts, watch)
    }

    /// Why g is not known as far as the question needs it.
    fn refusal(&self, need: &Need, error: SquaresError) -> AskError {
        match error {
            SquaresError::NoPeriod { .. } if need.takes_upto => AskError::Upto(error),
            SquaresError::Days { .. } if self.for_days.is_some() => AskError::Days(Box::new(error.into())),
            error => error.into(),
        }
    }
}

/// g of a game as far as the question needs it: answers report how many steps it has.
fn part_of<'g>((lengths, need): &(Lengths, Need), grundy: &'g Grundy) -> Result<Cow<'g, Grundy>, AskError> {
    if lengths != grundy.lengths() {
        let (ours, theirs) = (lengths.clone(), grundy.lengths().clone());
        return Err(AskError::OtherLengths { ours, theirs });
    }
    Ok(need.part_of(grundy)?)
}

/// A question has no answer: what is wrong, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AskError {
    /// The question is not a JSON object with a command and its keys.
    #[error(
        "cannot read the question: {reason}; write an object such as {{\"command\": \"moves\", \"at\": \"5\"}}"
    )]
    Question {
        /// What its reader found.
        reason: String,
    },
    /// There is no such command.
    #[error("there is no command '{command}'; the commands are {commands}")]
    Command {
        /// The name that was given.
        command: String,
        /// The names that there are.
        commands: String,
    },
    /// A key is missing or unknown, or its value cannot be used.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// The Grundy values are those of another game.
    #[error("the Grundy values are for the lengths {}, not for {ours}; compute those for {ours}", theirs.brief(), ours = ours.brief())]
    OtherLengths {
        /// The lengths of the question.
        ours: Lengths,
        /// The lengths of the Grundy values.
        theirs: Lengths,
    },
    /// The squares have no answer, or a move cannot be made.
    #[error(transparent)]
    Squares(#[from] SquaresError),
    /// No period answers, and it can be looked for further.
    #[error("{0}, or a larger --upto")]
    Upto(SquaresError),
    /// The work would take days, as the reason says, and the question does not say that it may.
    #[error("{0}, or set the key 'for_days' to true")]
    Days(Box<AskError>),
    /// The answer cannot be written.
    #[error(transparent)]
    Unwritten(#[from] Unwritten),
    /// There is no such picture.
    #[error(transparent)]
    Plot(#[from] PlotError),
    /// A certificate cannot state the answer.
    #[error("no certificate of this answer: {0}")]
    Certificate(#[from] CertificateError),
    /// There is no certificate of such an answer.
    #[error(
        "only these have certificates: ranges, the gain at one length, tables of g, winning moves, periods and regions"
    )]
    Uncertified,
    /// The stones have no answer for that pile.
    #[error(transparent)]
    Stones(#[from] PileError),
    /// The value of that heap is not known.
    #[error(transparent)]
    Octal(#[from] OctalError),
    /// The rows cannot be counted.
    #[error(transparent)]
    Coins(#[from] CountError),
    /// The answer would take too long.
    #[error(transparent)]
    TooLong(#[from] TooLong),
}
