//! A question whose values are read, what it needs of g, and how it is answered; and what all
//! questions about the squares read.

use std::borrow::Cow;
use std::fmt::{self, Debug};
use std::sync::Arc;

use itertools::Itertools;

use super::answer::Answer;
use super::raw_question::Keys;
use super::values::{self, DEFAULT_DIGITS, DEFAULT_LENGTHS};
use crate::error::{Advice, Error, ErrorKind, error};
use crate::games::squares::drive::{Effort, Patience, Pool};
use crate::games::squares::known::{Known, Owners};
use crate::games::squares::need::Need;
use crate::games::squares::{Grundy, Lengths, Method};
use crate::number::Surd;
use crate::proof::{Certificate, Claim, check_numbers};
use crate::watch::{Watch, tell, unwatched};

impl Keys {
    /// The lengths of the pieces, with their rule.
    pub(crate) fn lengths(&self) -> Result<Lengths, Error> {
        let lengths = self.text("lengths").unwrap_or(DEFAULT_LENGTHS);
        values::lengths(["lengths", "rule"], lengths, self.text("rule"))
    }

    /// The question with these lengths, what it needs of g, what a certificate states if there is
    /// one, and the answer from g as far as it is needed, unless the watch breaks it off. The
    /// method is that of the keys.
    pub(super) fn question<T: Into<Answer>>(
        &self,
        lengths: Lengths,
        need: Need,
        certified: Option<Certified>,
        answer: impl Fn(&Grundy, Watch<'_>) -> Result<T, Error> + Send + Sync + 'static,
    ) -> Result<Question, Error> {
        let (method, for_days) = (self.method()?, Some(self.has("for_days")));
        let named = lengths.clone();
        let answer: Arc<Answers> =
            Arc::new(move |tables, watch| Ok(answer(&tables[0], watch)?.into().about(method, &named)));
        let games = vec![(lengths, need)];
        let squares = Squares { games, method, for_days, certified, answer };
        Ok(Question { kind: QuestionKind::Squares(squares.into()), is_large: false })
    }

    pub(crate) fn method(&self) -> Result<Option<Method>, Error> {
        self.read("method", values::parsed)
    }

    /// How many decimals the answer has.
    pub(super) fn digits(&self) -> Result<usize, Error> {
        values::digits("digits", self.text("digits").unwrap_or(DEFAULT_DIGITS))
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

type Claims = dyn Fn(&Grundy, &Answer) -> Result<Claim, Error> + Send + Sync;

impl Certified {
    pub(super) fn new(
        numbers: impl Into<Vec<Surd>>,
        claim: impl Fn(&Grundy, &Answer) -> Result<Claim, Error> + Send + Sync + 'static,
    ) -> Self {
        Self { numbers: numbers.into(), claim: Arc::new(claim) }
    }

    /// The answer says all that is claimed.
    pub(super) fn by_answer(numbers: impl Into<Vec<Surd>>) -> Self {
        Self::new(numbers, |_, answer| answer.claim().ok_or_else(uncertified))
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
    /// Answered by work of its own.
    Run {
        begin: Arc<Begins>,
        /// Whether there is an answer at any time, the better the later.
        is_open: bool,
    },
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
type Answers = dyn Fn(&[Cow<'_, Grundy>], Watch<'_>) -> Result<Answer, Error> + Send + Sync;

/// A question without g under way.
pub(super) trait AnswerRun: Send {
    /// Does the next piece, which takes some hundredths of a second, and tells the watch how much
    /// is done; returns whether there is more to do.
    ///
    /// # Errors
    /// [`Error`] if there is no answer, or the watch stops the work.
    fn advance(&mut self, watch: Watch<'_>) -> Result<bool, Error>;

    /// The answer when all is done; that of an open question at any time.
    ///
    /// # Errors
    /// [`Error`] if there is none.
    fn answer(self: Box<Self>) -> Result<Answer, Error>;
}

/// Begins to answer a question without g.
type Begins = dyn Fn(Patience) -> Result<Box<dyn AnswerRun>, Error> + Send + Sync;

/// Nothing is left to do but to answer.
pub(super) struct AtOnce<F>(pub(super) F);

impl<T: Into<Answer>, F: FnOnce() -> Result<T, Error> + Send> AnswerRun for AtOnce<F> {
    fn advance(&mut self, _: Watch<'_>) -> Result<bool, Error> {
        Ok(false)
    }

    fn answer(self: Box<Self>) -> Result<Answer, Error> {
        (self.0)().map(Into::into)
    }
}

impl Debug for dyn AnswerRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AnswerRun")
    }
}

/// A run that may have been refused, and whether it is that of an open question.
#[derive(Debug)]
pub(super) struct Begun(Result<Box<dyn AnswerRun>, Error>, bool);

impl Begun {
    /// Does a piece; returns whether there is more to do. A refusal comes with the answer.
    pub(super) fn advance(&mut self, watch: Watch<'_>) -> bool {
        let more = self.0.as_mut().map_or(Ok(false), |run| run.advance(watch));
        more.unwrap_or_else(|refusal| {
            self.0 = Err(refusal);
            false
        })
    }

    /// Does the rest, that of an open question with the threads of a pool, and answers.
    pub(super) fn answer(self, effort: Effort, pool: &Pool, watch: Watch<'_>) -> Result<Answer, Error> {
        let mut run = self.0?;
        let mut rest = || -> Result<(), Error> {
            while run.advance(watch)? {}
            Ok(())
        };
        match if self.1 { pool.install(effort.threads, rest) } else { rest() } {
            Err(refusal) if !(self.1 && refusal.kind() == ErrorKind::Stopped) => Err(refusal),
            _ => run.answer(),
        }
    }
}

impl Debug for QuestionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if matches!(self, Self::Run { .. }) { "Run" } else { "Squares" })
    }
}

impl Question {
    /// A question that is answered at once, without g.
    pub(super) fn at_once<T: Into<Answer> + 'static>(
        answer: impl Fn() -> Result<T, Error> + Send + Sync + 'static,
    ) -> Self {
        let answer = Arc::new(answer);
        Self::by_run(move |_| {
            let answer = Arc::clone(&answer);
            Ok(AtOnce(move || answer()))
        })
    }

    /// A question without g whose answer takes some work.
    pub(super) fn by_run<R: AnswerRun + 'static>(
        begin: impl Fn(Patience) -> Result<R, Error> + Send + Sync + 'static,
    ) -> Self {
        let begin: Arc<Begins> = Arc::new(move |patience| Ok(Box::new(begin(patience)?)));
        Self { kind: QuestionKind::Run { begin, is_open: false }, is_large: false }
    }

    /// The question, which has an answer at any time, the better the later.
    pub(super) fn opened(mut self) -> Self {
        if let QuestionKind::Run { is_open, .. } = &mut self.kind {
            *is_open = true;
        }
        self
    }

    /// A question about g of two games, up to a length.
    pub(super) fn pair<T: Into<Answer>>(
        games: &[Lengths; 2],
        upto: &Surd,
        answer: impl Fn([&Grundy; 2]) -> Result<T, Error> + Send + Sync + 'static,
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
        matches!(self.kind, QuestionKind::Run { is_open: true, .. })
    }

    /// The question, for a reply of any size or not.
    pub(super) fn of_size(self, is_large: bool) -> Self {
        Self { is_large, ..self }
    }

    /// What is asked about the squares, if the question is about them.
    fn squares(&self) -> Option<&Squares> {
        match &self.kind {
            QuestionKind::Squares(squares) => Some(squares),
            QuestionKind::Run { .. } => None,
        }
    }

    /// The owner of g for a question about one game of squares, and what the question needs of it.
    ///
    /// # Errors
    /// As [`Owners::one`].
    #[doc(hidden)]
    pub fn owner<'k>(
        &self,
        owners: &'k mut Owners,
        effort: Effort,
    ) -> Result<Option<(&'k mut Known, &Need)>, Error> {
        let Some(([(lengths, need)], effort)) = self.needs(effort) else { return Ok(None) };
        Ok(Some((owners.one(lengths, effort)?, need)))
    }

    /// The lengths of each game of a question about the squares, what it needs of their g, and who
    /// computes that how, as the question and its caller say.
    pub(super) fn needs(&self, effort: Effort) -> Option<(&[(Lengths, Need)], Effort)> {
        self.squares().map(|squares| (squares.games.as_slice(), squares.effort(effort)))
    }

    /// The work for the answer, if that is not for g.
    pub(super) fn begun(&self, patience: Patience) -> Option<Begun> {
        match &self.kind {
            QuestionKind::Squares(_) => None,
            QuestionKind::Run { begin, is_open } => Some(Begun(begin(patience), *is_open)),
        }
    }

    /// The answer. For a question about the squares, g is computed first.
    ///
    /// # Errors
    /// [`Error`] if the limit is too large for the keys, or if the game has no answer.
    ///
    /// # Cost
    /// For the squares that of [`Grundy::new`]: hours for lengths of tens of thousands. The other
    /// games refuse what would take more than a few minutes.
    pub fn answer(&self) -> Result<Answer, Error> {
        self.answer_in(&mut Owners::default(), Effort::default(), &mut unwatched)
    }

    /// The answer from what is known, and from more of it if the question needs that.
    ///
    /// # Errors
    /// As [`Question::answer`], and of the kind [`Stopped`](ErrorKind::Stopped) if `watch` ends the
    /// work for g.
    #[doc(hidden)]
    pub fn answer_in(&self, owners: &mut Owners, effort: Effort, watch: Watch<'_>) -> Result<Answer, Error> {
        let squares = match &self.kind {
            QuestionKind::Squares(squares) => squares,
            QuestionKind::Run { begin, is_open } => {
                return Begun(begin(effort.patience), *is_open).answer(effort, owners.pool(), watch);
            }
        };
        let known = owners.of(&squares.games, squares.effort(effort))?;
        for (known, (_, need)) in known.iter_mut().zip(&squares.games) {
            known.serve(need, watch).map_err(|error| squares.refusal(need, error))?;
        }
        let tables: Vec<&Grundy> = known.iter().map(|known| &**known.table()).collect();
        tell(watch, 0.0)?;
        squares.answer(&tables, watch)
    }

    /// The answer from a g that is known as far as is needed, or further. A question about
    /// another game, or about two, needs none.
    ///
    /// # Errors
    /// As [`Question::answer`], and if g is for other lengths or not known far enough.
    ///
    /// # Cost
    /// O(K) for K steps of g, and for a range that of [`Grundy::maximum`].
    pub fn answer_from(&self, grundy: &Grundy) -> Result<Answer, Error> {
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
    /// [`Error`] for numbers that it cannot state, and for any other question.
    #[doc(hidden)]
    pub fn check_certificate(&self) -> Result<(), Error> {
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
    pub fn certificate(&self, grundy: &Grundy, answer: &Answer) -> Result<Certificate, Error> {
        let (squares, certified) = self.certified()?;
        let game = &squares.games[0];
        let grundy = part_of(game, grundy)?.into_owned();
        let claim = (certified.claim)(&grundy, answer)?;
        // where a theorem answers, there is no table yet
        let end = game.1.furthest();
        let is_short = matches!(claim, Claim::Grundy) && grundy.limit() < end;
        let grundy = if is_short { grundy.extended_to(end)? } else { grundy };
        Certificate::new(grundy, claim)
    }

    /// What is asked about the squares, if a certificate can state the answer.
    fn certified(&self) -> Result<(&Squares, &Certified), Error> {
        let squares = self.squares().ok_or_else(uncertified)?;
        let certified = squares.certified.as_ref().ok_or_else(uncertified)?;
        check_numbers(&squares.games[0].0, &certified.numbers)?;
        Ok((squares, certified))
    }
}

impl Squares {
    /// Who computes g how, as the question and its caller say.
    fn effort(&self, effort: Effort) -> Effort {
        let patience = if self.for_days == Some(true) { effort.patience.of_days() } else { effort.patience };
        Effort { method: self.method.unwrap_or_default(), patience, ..effort }
    }

    fn answer(&self, tables: &[&Grundy], watch: Watch<'_>) -> Result<Answer, Error> {
        let parts: Vec<_> =
            self.games.iter().zip(tables).map(|(game, table)| part_of(game, table)).try_collect()?;
        (self.answer)(&parts, watch)
    }

    /// Why g is not known as far as the question needs it.
    fn refusal(&self, need: &Need, error: Error) -> Error {
        match error.kind() {
            ErrorKind::NoPeriod if need.takes_upto => error.advised(Advice::Upto),
            ErrorKind::Days if self.for_days.is_some() => error.advised(Advice::ForDays { is_kept: true }),
            _ => error,
        }
    }
}

/// g of a game as far as the question needs it: answers report how many steps it has.
fn part_of<'g>((lengths, need): &(Lengths, Need), grundy: &'g Grundy) -> Result<Cow<'g, Grundy>, Error> {
    if lengths != grundy.lengths() {
        let [ours, theirs] = [lengths, grundy.lengths()].map(Lengths::brief);
        return Err(error!(
            Domain,
            "the Grundy values are for the lengths {theirs}, not for {ours}; compute those for {ours}"
        ));
    }
    need.part_of(grundy)
}

/// There is no certificate of such an answer.
pub(crate) fn uncertified() -> Error {
    let text = "only these have certificates: ranges, the gain at one length, tables of g, winning moves, periods and regions";
    error!(Domain, "{text}")
}
