//! Why there is no answer: the error of the library. That of a certificate which proves nothing has
//! a line, and a type of its own.

use std::borrow::Cow;
use std::fmt::{self, Display};

use crate::watch::Stopped;

/// Why there is no answer: one sentence that says what is wrong, and what would be right.
///
/// The sentence is for people; for code there is the [kind](Error::kind).
///
/// ```
/// use nimsweep::ErrorKind;
/// use nimsweep::games::squares::Lengths;
///
/// let error = "1,2/2".parse::<Lengths>().unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Domain);
/// assert_eq!(
///     error.to_string(),
///     "the length 1 is given twice; give each length once"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Box<Refusal>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Refusal {
    kind: ErrorKind,
    key: Option<Cow<'static, str>>,
    text: String,
    mark: Option<Mark>,
    advice: Option<Advice>,
}

/// What kind of an [`Error`] it is, for callers that answer each kind in their own way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A text is neither a number, nor a code, nor a known name; or the value of a key is missing,
    /// cannot be read, or is out of range.
    Parse,
    /// A text can be read in two ways.
    Ambiguous,
    /// The question has no answer for these lengths, that segment or that range.
    Domain,
    /// The answer needs larger numbers, more memory or more time than there is.
    TooLarge,
    /// A proven period gives the Grundy values, but they have too many steps to list them.
    TooManySteps,
    /// A Grundy value is asked for beyond those that are known.
    BeyondTable,
    /// No period was found that would answer.
    NoPeriod,
    /// The work would take days.
    Days,
    /// A number has no inverse modulo another.
    NotInvertible,
    /// A move cannot be made.
    IllegalMove,
    /// A file, or steps that were kept, cannot be used, or an answer cannot be written.
    Setting,
    /// Who watched the work has stopped it.
    Stopped,
}

/// What else would be right: data, which each way to ask has its own words for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advice {
    /// A greater length or heap up to which a period is looked for.
    Upto,
    /// Days for the work, which can be kept or not.
    ForDays {
        /// Whether it can be kept.
        is_kept: bool,
    },
}

/// The place at which the text of a number cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The text on one line, without what is far from the place.
    pub text: String,
    /// The place in that text, counted in characters from 1; it may be right behind the text.
    pub column: usize,
}

/// The error of a kind, with a text as of `format!`.
macro_rules! error {
    ($kind:ident, $($text:tt)+) => {
        $crate::error::Error::new($crate::error::ErrorKind::$kind, format_args!($($text)+))
    };
}
pub(crate) use error;

impl Error {
    pub(crate) fn new(kind: ErrorKind, text: impl Display) -> Self {
        Self(Box::new(Refusal { kind, key: None, text: text.to_string(), mark: None, advice: None }))
    }

    /// The value of a key is missing, cannot be read, or is out of range.
    pub(crate) fn of_key(key: impl Into<Cow<'static, str>>, text: impl Display) -> Self {
        Self::new(ErrorKind::Parse, text).at(key)
    }

    /// The key of the question whose value is refused.
    pub(crate) fn at(mut self, key: impl Into<Cow<'static, str>>) -> Self {
        self.0.key = Some(key.into());
        self
    }

    /// The sentence behind this beginning.
    pub(crate) fn behind(mut self, beginning: impl Display) -> Self {
        self.0.text = format!("{beginning}{}", self.0.text);
        self
    }

    /// The same refusal in other words.
    #[cfg(feature = "serde")]
    pub(crate) fn saying(mut self, text: impl Display) -> Self {
        self.0.text = text.to_string();
        self
    }

    pub(crate) fn marked(mut self, mark: Mark) -> Self {
        self.0.mark = Some(mark);
        self
    }

    #[cfg(feature = "serde")]
    pub(crate) fn advised(mut self, advice: Advice) -> Self {
        self.0.advice = Some(advice);
        self
    }

    /// Of which kind it is.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The key of the [question](crate::docs::json) whose value is refused, if it is one.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        self.0.key.as_deref()
    }

    /// The sentence, without the key and without advice.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// What else would be right.
    #[doc(hidden)]
    #[must_use]
    pub fn advice(&self) -> Option<Advice> {
        self.0.advice
    }

    /// The key, the sentence, and the advice in these words.
    pub(crate) fn advising(&self, words: impl Fn(Advice) -> &'static str) -> String {
        let Refusal { key, text, advice, .. } = &*self.0;
        let key = key.as_ref().map(|key| format!("{key}: ")).unwrap_or_default();
        format!("{key}{text}{}", advice.map(words).unwrap_or_default())
    }

    /// The character that cannot stand where it stands, if that is what is wrong.
    pub(crate) fn found(&self) -> Option<char> {
        let mark = self.0.mark.as_ref().filter(|_| self.0.kind == ErrorKind::Parse)?;
        mark.text.chars().nth(mark.column - 1)
    }

    /// Where a number cannot be read, if that is what is wrong.
    #[cfg(feature = "cli")]
    pub(crate) fn mark(&self) -> Option<&Mark> {
        self.0.mark.as_ref()
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.advising(|advice| match advice {
            Advice::Upto => ", or set the key 'upto' higher",
            Advice::ForDays { .. } => ", or set the key 'for_days' to true",
        }))
    }
}

impl std::error::Error for Error {}

impl From<Stopped> for Error {
    fn from(_: Stopped) -> Self {
        error!(Stopped, "the work was stopped before it was finished")
    }
}

impl Mark {
    /// The place of a text at this column, counted in characters from 1.
    pub(crate) fn new(text: &str, column: usize) -> Self {
        /// How much of the text is shown on each side of the place.
        const AROUND: usize = 39;
        let before = column.saturating_sub(1);
        let hidden = before.saturating_sub(AROUND);
        // one column for each character, as the place is counted
        let plain = text
            .chars()
            .map(|c| if c.is_alphanumeric() || c.is_ascii_graphic() || c == '√' { c } else { ' ' });
        let near = plain.skip(hidden).take(before - hidden + 1 + AROUND);
        let dots = if hidden > 0 { "…" } else { "" };
        Self { text: dots.chars().chain(near).collect(), column: before + 1 - hidden + dots.chars().count() }
    }
}
