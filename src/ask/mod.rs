//! One question, one answer: from a question as JSON to the object that the program prints with
//! `--json`.
//!
//! ```
//! let answer = nimsweep::ask::ask(r#"{"command": "moves", "at": "4+sqrt2", "digits": 3}"#)?;
//! assert_eq!(
//!     answer.to_string(),
//!     "g(4+sqrt(2)) = 5, an N-position: the player to move wins\n\
//!      piece of length 1 wins with its left end at x in\n  [2, 1+sqrt(2)]   2.000 .. 2.414\n\
//!      piece of length sqrt(2) wins with its left end at x in\n  {2}"
//! );
//! # Ok::<(), nimsweep::ask::AskError>(())
//! ```
//!
//! # Questions
//! A question is an object with the key `command`, and a key for each value: the long name of the
//! option, or for a positional argument the key under which the answer repeats it. Values are
//! strings, written as on the command line, or integers. Floats are refused, because they are not
//! exact.
//!
//! | command | keys |
//! | --- | --- |
//! | `range` | `range`: a list of two numbers; `lengths`, `digits` |
//! | `gain` | `at`, or `range` for the pieces of the gain, and perhaps `top` for its greatest maxima; `lengths`, `digits` |
//! | `moves` | `at`, or `segments`: a list; `within`: a list of two numbers, `random`, `upto`, `lengths`, `digits` |
//! | `grundy` | `at`, or `upto` and perhaps `where`; both: `at`, and a period is looked for up to `upto`; `lengths`, `digits` |
//! | `period` | –; `upto`, `lengths` |
//! | `play` | `segments`: a list; `segment`, `length`, `place`, `lengths`, `digits` |
//! | `grundy summary` | `upto`; `lengths`, `digits` |
//! | `plot gain` | `range`; `lengths`, `size`, `title`, `dark` |
//! | `plot grundy` | `upto` or `range`; as `plot gain` |
//! | `plot moves` | `segments`; as `plot gain` |
//! | `plot pairs`, `plot growth` | `upto`; as `plot gain` |
//! | `stones sum` | `n`; `ratio`, `mod` |
//! | `stones move`, `stones table` | `n`; `ratio` |
//! | `coins count` | `stacks`; `height`, `mod` |
//! | `coins value` | `stack` |
//! | `coins row` | `stacks`: a list |
//! | `coins table` | `height` |
//! | `halving play`, `halving table` | `n` |
//!
//! The keys after a semicolon may be left out: `lengths` is then `1,sqrt2`, `digits` 8, `ratio` 2,
//! `height` 2, and without `mod` the result is exact. All questions that have `lengths` may have
//! `method`, too: the name of a [`Method`](crate::games::squares::Method), with which the answer
//! begins.
//!
//! # Files
//! | file | one purpose |
//! | --- | --- |
//! | `question` | a question of any command, and how it is answered |
//! | `answer` | an answer of any command |
//! | `batch` | many questions, with the tables of g kept between them |
//! | `range` · `gain` · `gain_pieces` · `gain_maxima` · `grundy` · `summary` · `moves` · `period` · `play` | the squares: question and answer of one command each |
//! | `plot` | pictures |
//! | `head` | what answers begin with |
//! | `stones` · `coins` · `halving` | the other games: questions and answers of one game each |
//! | `extent` | how far g has to be known for segments of any length |
//! | `words` | a question before its values are read |
//! | `condition` | which values of g a table shows |
//! | `values` | readers of values, which the command line uses, too |
//! | `patience` | which questions would take more than some minutes |
//! | `table` | tables whose rows are made while they are written |
//! | `columns` | texts in columns |
//! | `objects` | rows of a table as JSON objects |
//! | `table_answer` | answers that are tables |
//! | `text` | numbers as text |
//! | `error` | why a question has no answer |
//!
//! *Deliberately absent:* files, threads, signals and everything of a terminal, so that all of this
//! works in a browser.

mod answer;
mod batch;
pub(crate) mod coins;
pub(crate) mod columns;
mod condition;
mod error;
mod extent;
mod gain;
mod gain_maxima;
mod gain_pieces;
mod grundy;
mod halving;
mod head;
mod maximum;
mod moves;
mod objects;
mod patience;
mod period;
mod play;
mod plot;
mod question;
mod range;
pub(crate) mod stones;
mod summary;
mod table;
mod table_answer;
mod text;
pub(crate) mod values;
mod words;

pub use answer::Answer;
pub use batch::{Batch, Reply};
pub use error::AskError;
pub use extent::period_limit;
pub use patience::TooLong;
#[cfg(feature = "cli")]
pub(crate) use patience::{quick_limit, quick_table};
pub use question::Question;
pub use table::{Cell, CellKind, Row, Rows, Table};
pub use values::{Mark, ValueError};
pub use words::RawQuestion;

/// Answers a question that is given as JSON.
///
/// # Errors
/// [`AskError`] with what is wrong and what would be right.
///
/// # Cost
/// As [`Question::answer`].
///
/// ```
/// use nimsweep::ask::ask;
///
/// let answer = ask(r#"{"command": "stones sum", "n": "10^18", "mod": "10^8"}"#)?;
/// assert!(answer.to_string().ends_with(" modulo 100000000: 88351299"));
///
/// let error = ask(r#"{"command": "gain", "at": 0.5}"#).unwrap_err().to_string();
/// assert!(error.contains("is not exact in JSON; write it as a string"));
/// # Ok::<(), nimsweep::ask::AskError>(())
/// ```
pub fn ask(question: &str) -> Result<Answer, AskError> {
    question.parse::<Question>()?.answer()
}
