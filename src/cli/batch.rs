//! `nimsweep batch`: one question as JSON on each line of standard input, one answer on each line.

use std::io::{self, BufRead, Read, Write};

use clap::Args;

use super::failure::Failure;
use super::output::remark;
use super::runner::{Call, Runs};
use crate::ask;

/// The longest line that is read, in bytes.
const LONGEST_LINE: u64 = 1_000_000;

/// `nimsweep batch`: reads standard input to its end. Who types it is told what is waited for.
#[derive(Debug, Args)]
pub(super) struct BatchArguments {}

impl Runs for BatchArguments {
    fn run(self, call: Call<'_>) -> Result<(), Failure> {
        if call.terminal.asks {
            remark(
                r#"each line is a question, such as {"command": "grundy", "at": "7.5"}; Ctrl-D at the start of a line ends"#,
            );
        }
        reply_to(io::stdin().lock(), call.out)
    }
}

/// Replies to each line before the next one is read.
fn reply_to(mut questions: impl BufRead, out: &mut dyn Write) -> Result<(), Failure> {
    let mut answers = ask::Batch::default();
    let mut line = vec![];
    loop {
        line.clear();
        (&mut questions).take(LONGEST_LINE).read_until(b'\n', &mut line).map_err(Failure::Input)?;
        if line.is_empty() {
            return Ok(());
        }
        let is_cut = line.len() as u64 == LONGEST_LINE && !line.ends_with(b"\n");
        let reply = match std::str::from_utf8(&line) {
            _ if is_cut => {
                questions.skip_until(b'\n').map_err(Failure::Input)?;
                ask::refusal(format!("the line has more than {LONGEST_LINE} bytes; write a shorter question"))
            }
            Ok(question) => answers.reply(question.trim_end()),
            Err(_) => ask::refusal("the line is not UTF-8; write JSON in UTF-8"),
        };
        writeln!(out, "{reply}")?;
        out.flush()?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_any_kind_have_an_answer_each() {
        let long = format!("{{\"command\": \"{}", "x".repeat(2_000_000));
        let question = r#"{"command": "halving play", "n": 5}"#;
        let mut input = format!("{question}\r\n\n{long}\n{question}\n").into_bytes();
        input.extend(b"\xff\n");
        input.extend(question.as_bytes()); // the last line may have no end
        let mut out = vec![];
        reply_to(&input[..], &mut out).unwrap();
        let out = String::from_utf8(out).unwrap();
        let answer = r#"{"n":"5","winner":"Bob","grundy":"0","winning_moves":[]}"#;
        let lines: Vec<_> = out.lines().collect();
        assert_eq!([lines[0], lines[3], lines[5]], [answer; 3]);
        assert!(lines[1].starts_with(r#"{"error":"cannot read the question: EOF"#), "{}", lines[1]);
        assert!(lines[2].starts_with(r#"{"error":"the line has more than 1000000 bytes"#), "{}", lines[2]);
        assert_eq!(lines[4], r#"{"error":"the line is not UTF-8; write JSON in UTF-8"}"#);
        assert_eq!(lines.len(), 6);
    }
}
