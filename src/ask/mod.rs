//! One question, one answer: from a question as JSON to the object that the program prints with
//! `--json`.
//!
//! ```
//! let answer = nimsweep::ask::ask(r#"{"command": "moves", "at": "4+sqrt2", "digits": 3}"#)?;
//! assert_eq!(
//!     answer.to_string(),
//!     "g(4+√2) = 5, an N-position: the player to move wins\n\
//!      piece of length 1 wins with its left end at x in\n  [2, 1+√2]   2.000 .. 2.414\n\
//!      piece of length √2 wins with its left end at x in\n  {2}"
//! );
//! # Ok::<(), nimsweep::Error>(())
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
//! | `range` | `range`: a list of two numbers; *squares*, `digits` |
//! | `gain` | `at`, or `range` for the pieces of the gain, and perhaps `top` for its greatest maxima; *squares*, `digits` |
//! | `moves` | `at`, or `segments`: a list; `within`: a list of two numbers, `random`, `upto`, *squares*, `digits` |
//! | `explain` | `at`, or `segments`: a list; `within`: a list of two numbers, `upto`, *squares* |
//! | `compare` | `games`: a list of two lists of lengths; `rule`: a list, `upto`, `digits` |
//! | `grundy` | `at`, or `upto` and perhaps `where`; both: `at`, and a search for a period up to `upto`; *squares*, `digits` |
//! | `grundy summary` | `upto`; *squares*, `digits` |
//! | `period` | –; `upto`, *squares* |
//! | `play` | `segments`: a list; `segment`, `length`, `place`, *squares*, `digits` |
//! | `plot gain`, `plot grundy` | `upto` or `range`; *squares*, *look* |
//! | `plot compare` | `games`; `rule`, `upto` or `range`, *look* |
//! | `plot moves` | `segments`; *squares*, *look* |
//! | `plot pairs`, `plot growth` | `upto`; *squares*, *look* |
//! | `plot octal` | `octal`; `upto`, *look* |
//! | `puzzle` | –; `date`, by default today, or `segments` with *squares*; `segment`, `length`, `place` |
//! | `regions` | `lengths`, `for`: the conditions; `rule`, `share`, `cells` |
//! | `octal` | `octal`: the code; `at`, `heaps` or `moves`: lists, or `upto`, perhaps with `from`; `at` and `upto`: a search for a period up to `upto`; `for_days` |
//! | `stones sum` | `n`; `ratio`, `mod` |
//! | `stones move` | `n`; `ratio`, `atmost` |
//! | `stones table` | `n`; `ratio` |
//! | `coins count` | `stacks`; `height`, `mod` |
//! | `coins value` | `stack` |
//! | `coins stalk` | `value` |
//! | `coins row` | `stacks`: a list |
//! | `coins table` | `height` |
//! | `halving play`, `halving table` | `n` |
//! | `number` | `number`; `digits` |
//! | *squares* | `lengths`, `rule`, `method`, `for_days` |
//! | *look* | `size`, `title`, `dark` |
//!
//! The keys after a semicolon may be left out: `lengths` is then `1,sqrt2`, `rule` 7, `digits` 8,
//! `ratio` 2, `height` 2, and without `mod` the result is exact. With `method`, the name of a
//! [`Method`](crate::games::squares::Method), the answer begins with it; `for_days` is true for
//! work that may take days.
//!
//! # Files
//! | file | one purpose |
//! | --- | --- |
//! | `commands` | the registry: every command, with its keys, which the command line shares |
//! | `question` | a question whose values are read: what it needs of g, its answer, its certificate, why it may have none |
//! | `answer` | an answer of any command, and numbers as text |
//! | `batch` | many questions, with the tables of g kept between them |
//! | `compare` · `explain` · `gain` · `grundy` · `moves` · `play` · `plot` | the squares: question and answer of each |
//! | `octal` · `piles` · `coins` | the other games, stones and halving in `piles`: questions and answers |
//! | `number` | what a number is: question and answer |
//! | `puzzle` | the puzzle of the day: question and answer |
//! | `regions` | periods for all lengths of a region: question and answer |
//! | `reply` | an answer as keys and values, with its text, rows, drawing and certificate |
//! | `raw_question` | a question before its values are read, and the keys of a command with their texts |
//! | `values` | readers of values, which the command line uses, too |
//! | `limits` | which questions would take too long; how far g is computed for long segments |
//! | `table` | rows that are made while they are written, in columns and as JSON |
//! | `text_style` | how texts for people are written: the notation of numbers, letters and width |
//!
//! The command line and JSON both fill the keys of a command, and one function reads them.
//!
//! *Deliberately absent:* files, threads, signals and everything of a terminal, so that all of this
//! works in a browser.
use crate::error::Error;

mod answer;
mod batch;
mod coins;
pub(crate) mod commands;
mod compare;
mod explain;
mod gain;
mod grundy;
pub(crate) mod limits;
mod moves;
mod number;
mod octal;
mod piles;
mod play;
mod plot;
mod puzzle;
mod question;
mod raw_question;
mod regions;
mod reply;
mod table;
mod text_style;
pub(crate) mod values;

pub use answer::{Answer, refusal};
pub use batch::{Batch, Growth};
pub use question::Question;

#[cfg(feature = "cli")]
pub(crate) use {
    answer::pieces, question::uncertified, reply::ReplyFields, table::Columns, table::Rows, table::Table,
    text_style::TextStyle,
};

/// Answers a question that is given as JSON.
///
/// # Errors
/// [`Error`] with what is wrong and what would be right.
///
/// # Cost
/// As [`Question::answer`].
///
/// ```
/// use nimsweep::ask::ask;
///
/// let answer = ask(r#"{"command": "stones sum", "n": "10^12", "mod": "10^8"}"#)?;
/// assert!(answer.to_string().ends_with(" modulo 100000000: 73114890"));
///
/// let error = ask(r#"{"command": "gain", "at": 0.5}"#).unwrap_err().to_string();
/// assert!(error.contains("is not exact in JSON; write it as a string"));
/// # Ok::<(), nimsweep::Error>(())
/// ```
pub fn ask(question: &str) -> Result<Answer, Error> {
    question.parse::<Question>()?.answer()
}
