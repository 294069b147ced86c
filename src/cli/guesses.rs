//! What people type before they have read anything, and the call that it means.
//!
//! A table leads from what was typed to a call, to a hint with the right ones, or to an answer that
//! no command gives. It is asked only after a call has been refused, so that no call changes that
//! works. What has two readings gets a hint with both of them, and no answer.

use std::ffi::OsStr;

use itertools::{Itertools, iproduct};
use strsim::damerau_levenshtein;

use super::guessed_numbers::{
    Guess, is_number, is_option, joined_numbers, lengths_in_one_word, list, mixed_number, named_numbers,
    takes_text, two_readings,
};
use super::help::is_command;
use crate::ask::values::{machine_word, whole};
use crate::games::octal::{Code, NamedBoard};
use crate::number::{Surd, are_digits, quoted};

/// What is typed, and what it means. The text says how its lines are read.
const TABLE: &str = include_str!("guesses.txt");

/// The forms and the meaning of each line.
fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    TABLE.lines().filter_map(|line| line.split_once(" -> "))
}

/// Games that people may look for.
const NOT_COVERED: &str = "amazons chomp cram domineering hex lasker sprouts toads wythoff wythoffs";

/// What a refused call means, if it is known.
pub(super) fn guess(words: &[String]) -> Option<Guess> {
    /// Nobody types more.
    const MOST_LETTERS: usize = 400;
    let first = words.first().filter(|_| words.iter().map(String::len).sum::<usize>() <= MOST_LETTERS)?;
    let lower = first.to_lowercase();
    if lower != *first && is_command(&lower) {
        return Some(Guess::Call([&[lower], &words[1..]].concat()));
    }
    // options that follow are kept
    let mut parts =
        (1..words.len()).rev().filter(|&end| is_option(&words[end])).map(|end| words.split_at(end));
    mixed_number(words)
        .map(Guess::Sentence)
        .or_else(|| joined_numbers(words))
        .or_else(|| format_by_name(words))
        .or_else(|| with_dashes(words))
        .or_else(|| lengths_in_one_word(words))
        .or_else(|| from_table(words, &[]))
        .or_else(|| parts.find_map(|(words, options)| from_table(words, options)))
        .or_else(|| named_numbers(words))
        .or_else(|| two_readings(words))
}

fn from_table(words: &[String], options: &[String]) -> Option<Guess> {
    fn words_of(text: &str) -> Vec<String> {
        text.split(' ').map(|word| word.replace(NO_BREAK, " ")).collect()
    }
    // a word with spaces in it stays one
    let typed = words.iter().map(|word| word.replace(' ', NO_BREAK)).join(" ");
    rows().find_map(|(forms, means)| {
        let captures = forms.split('|').find_map(|form| captures(form, &typed))?;
        let filled = |text: &str, shown: fn(&str) -> String| {
            captures.iter().fold(text.to_owned(), |text, (name, value)| {
                text.replace(&format!("{{{name}}}"), &shown(value))
            })
        };
        Some(match means.trim_end_matches('"').split_once('"') {
            None => {
                let call =
                    words_of(&filled(means, str::to_owned)).into_iter().filter(|word| !word.is_empty());
                Guess::Call(call.chain(options.iter().cloned()).collect())
            }
            Some(("=", answer)) => Guess::Answer(filled(answer, str::to_owned)),
            Some((_, sentence)) => Guess::Sentence(filled(sentence, |value| as_typed(words_of(value)))),
        })
    })
}

/// Stands for a space in a word.
const NO_BREAK: &str = "\u{a0}";

/// Names and texts.
type Captures = Vec<(&'static str, String)>;

/// What was typed at the places of a form, if it fits.
fn captures(form: &'static str, typed: &str) -> Option<Captures> {
    let Some((before, rest)) = form.split_once('{') else {
        return form.eq_ignore_ascii_case(typed).then(Vec::new);
    };
    let typed = typed.get(before.len()..).filter(|_| typed[..before.len()].eq_ignore_ascii_case(before))?;
    let (name, after) = rest.split_once('}')?;
    let next = after.split('{').next().unwrap_or_default();
    let ends = typed.match_indices(next).map(|(end, _)| end).filter(|_| !after.is_empty());
    ends.chain([typed.len()]).find_map(|end| {
        let mut found = at_place(name, &typed[..end])?;
        found.extend(captures(after, &typed[end..])?);
        Some(found)
    })
}

/// What a text is at a place, if it fits.
fn at_place(name: &'static str, text: &str) -> Option<Captures> {
    let is_one_word = !text.is_empty() && !text.contains(' ');
    let words = || text.split(' ').map(str::to_owned).collect_vec();
    let fits = match name {
        // 2...10 is not a range to .10
        "A" | "B" => is_one_word && is_number(text) && !text.starts_with('.'),
        // a sum may be a sum of heaps
        "N" => is_one_word && !text.contains(['+', '-']) && is_number(text) && whole("n", text).is_ok(),
        "K" => are_digits(text),
        "C" => is_one_word && text.contains('.'),
        "O" => {
            let places = text.strip_prefix("0.").or_else(|| text.strip_prefix("4."));
            places.is_some_and(|places| are_digits(places) && !places.contains(['8', '9']))
        }
        "COMMAND" => is_command(text),
        "STACK" => is_stack(text),
        "OTHER" => NOT_COVERED.split(' ').any(|game| game.eq_ignore_ascii_case(text)),
        "FILE" => is_one_word && !text.starts_with('-') && text.contains('.'),
        "REST" => !text.is_empty(),
        "NUMBERS" => text.split(' ').all(is_number),
        "WORDS" => !text.is_empty() && !words().iter().any(|word| is_option(word)),
        "LIST" => return Some(vec![(name, list(text)?)]),
        "HEAPS" => return heaps(text),
        "RANGE" => return range(text),
        "DIFFERENCE" => return range(text).filter(|_| text.contains('-')),
        "GAME" if !text.contains('.') => {
            let name = text.replace(NO_BREAK, " ");
            // boards are not heaps of the code
            let board = NamedBoard::named(&name).map(|board| board.name().to_lowercase());
            let is_near = |known: &&str| name.len() > 4 && damerau_levenshtein(known, &name) == 1;
            let known = || Code::names().find(is_near).unwrap_or(&name).parse::<Code>().ok();
            return Some(vec![("C", board.or_else(|| Some(known()?.to_string()))?)]);
        }
        "STACKS" => {
            let stacks = text.split([' ', ',']).collect_vec();
            let are_stacks = stacks.len() > 1 && stacks.iter().all(|stack| is_stack(stack));
            return are_stacks.then(|| vec![(name, stacks.join(" "))]);
        }
        _ => false,
    };
    fits.then(|| vec![(name, text.to_owned())])
}

/// Heaps of Nim, their xor, and who wins.
fn heaps(text: &str) -> Option<Captures> {
    let words = text.split([' ', ',', '+']).filter(|word| !word.is_empty()).collect_vec();
    let sizes: Vec<_> = words.iter().map(|word| machine_word("n", word)).try_collect().ok()?;
    let xor = sizes.iter().fold(0, |xor, size| xor ^ size);
    let outcome = if xor == 0 { "no move wins" } else { "the player to move wins" };
    Some(vec![
        ("HEAPS", words.join(" xor ")),
        ("NUMBERS", words.join(" ")),
        ("XOR", xor.to_string()),
        ("MEX", (0..).find(|n| !sizes.contains(n)).unwrap_or_default().to_string()),
        ("OUTCOME", outcome.to_owned()),
    ])
}

/// The ends of a range. They are in order if a minus stands between them, as in a difference.
fn range(text: &str) -> Option<Captures> {
    let whole = text.strip_prefix("from ").unwrap_or(text);
    let bare = whole.trim_matches(['[', ']', '(', ')']);
    let ends = |(bare, sign): (&str, &'static str)| {
        let mut places = bare.match_indices(sign);
        places.find_map(|(at, _)| {
            let [left, right] = [&bare[..at], &bare[at + sign.len()..]].map(str::trim);
            let both = is_number(left) && is_number(right) && !right.starts_with('.');
            let [low, high] = [left, right].map(|end| end.parse::<Surd>().unwrap_or_default());
            (both && (low < high || !matches!(sign, "-" | "–" | ",")))
                .then(|| vec![("A", left.to_owned()), ("B", right.to_owned())])
        })
    };
    let signs = [" to ", " and ", "..", ":", ",", "–", "-"];
    // 5+2*sqrt(2) has a parenthesis of its own
    iproduct!([whole, bare], signs).find_map(ends)
}

fn is_stack(text: &str) -> bool {
    let is_of = |pair: &str| text.chars().all(|coin| pair.contains(coin.to_ascii_uppercase()));
    !text.is_empty() && (is_of("GS") || is_of("BR"))
}

/// `--format json`, `--output=csv` and `--out FILE`, as other programs have it.
fn format_by_name(words: &[String]) -> Option<Guess> {
    let is_option = |word: &str| matches!(word, "--format" | "-f" | "--output" | "-o" | "--out");
    let at = words.iter().position(|word| is_option(word.split('=').next().unwrap_or(word)))?;
    let (option, value, count) = match words[at].split_once('=') {
        Some((option, value)) => (option, value, 1),
        None => (words[at].as_str(), words.get(at + 1)?.as_str(), 2),
    };
    let with = |options: &[&str]| {
        let options = options.iter().map(|&word| word.to_owned()).collect_vec();
        [&words[..at], &options, &words[at + count..]].concat()
    };
    if matches!(words[0].as_str(), "plot" | "explore") {
        return (option == "--out").then(|| Guess::Call(with(&["--output", value])));
    }
    Some(match value.rsplit_once('.') {
        None if matches!(value, "json" | "csv") => Guess::Call(with(&[&format!("--{value}")])),
        Some((_, "csv")) => Guess::Call(with(&["--csv", value])),
        Some((_, "json" | "txt")) => {
            let call = with(if value.ends_with("json") { &["--json"] } else { &[] });
            let (call, file) = (as_typed(call), as_typed([value]));
            Guess::Sentence(format!("results go to standard output: nimsweep {call} > {file}"))
        }
        _ => return None,
    })
}

/// `play 2 3 lengths 1,2`: options without their dashes, or as other programs name them.
fn with_dashes(words: &[String]) -> Option<Guess> {
    const OPTIONS: [&str; 6] = ["lengths", "rule", "digits", "upto", "json", "threads"];
    const OTHERS: [(&str, &str); 3] =
        [("-l --pieces", "--lengths"), ("-d --precision", "--digits"), ("-n --to --max --limit", "--upto")];
    // two ends are a range
    let has_one_limit = !words.iter().any(|word| matches!(word.as_str(), "range" | "--from" | "--min"));
    let dashed = |(index, word): (usize, &String)| {
        let is_text = index > 0 && (takes_text(&words[index - 1]) || words[0] == "help");
        let is_bare = index > 0 && !is_text && OPTIONS.contains(&word.as_str());
        let is_named = |(others, own): &&(&str, &str)| {
            others.split(' ').any(|other| other == word) && (has_one_limit || *own != "--upto")
        };
        let own = OTHERS.iter().find(is_named).map(|(_, own)| (*own).to_owned());
        own.unwrap_or_else(|| if is_bare { format!("--{word}") } else { word.clone() })
    };
    let dashed: Vec<_> = words.iter().enumerate().map(dashed).collect();
    (dashed != words).then_some(Guess::Call(dashed))
}

/// The names for which a word may be a slip of the pen: with the same first letter, and one letter
/// added, left out, changed or swapped with the next, or two in a long name. The nearest ones only;
/// of short names, to which many words are near, none.
pub(super) fn slips<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    /// Up to this many letters names have none, and up to that many one.
    const SHORT: [usize; 2] = [3, 5];
    let word = word.to_lowercase();
    let distance = |name: &&str| {
        let is_near = name.len() > SHORT[0] && name.chars().next() == word.chars().next();
        let most = if name.len() > SHORT[1] { 2 } else { 1 };
        Some(damerau_levenshtein(&word, name)).filter(|&distance| is_near && distance <= most)
    };
    let near = names.into_iter().filter_map(|name| Some((distance(&name)?, name)));
    let near: Vec<_> = near.sorted().dedup().collect();
    // a name is not a slip of itself
    let least = near.first().map(|&(distance, _)| distance).filter(|&distance| distance > 0);
    let nearest = near.into_iter().filter(|&(distance, _)| Some(distance) == least);
    nearest.map(|(_, name)| name.to_owned()).collect()
}

/// A call as it is typed in a shell.
pub(super) fn as_typed(call: impl IntoIterator<Item: AsRef<OsStr>>) -> String {
    let word = |word: &OsStr| {
        let word = word.to_string_lossy();
        let is_plain = |c: char| c.is_alphanumeric() || ".,+-/_=:^√".contains(c);
        let is_bare = !word.is_empty() && word.chars().all(is_plain);
        if is_bare { word.into_owned() } else { format!("'{}'", quoted(&word).replace('\'', r"'\''")) }
    };
    call.into_iter().map(|text| word(text.as_ref())).join(" ")
}

/// A call for each row of the table.
#[cfg(test)]
pub(super) fn calls_of_the_table() -> Vec<Vec<String>> {
    let samples = "{A}=2;{B}=9;{N}=17;{K}=3;{C}=0.77;{RANGE}=2-9;{DIFFERENCE}=2-9;{NUMBERS}=3 4;{LIST}=1,5;{STACK}=GS;\
                   {STACKS}=GG S;{GAME}=dawson's kayles;{FILE}=kayles.cert;{O}=0.137;{WORDS}=5 6;{REST}=2 9;{OTHER}=hex;{COMMAND}=play;{HEAPS}=3 5 7";
    let samples = samples.split(';').filter_map(|sample| sample.split_once('=')).collect_vec();
    let filled =
        |typed: &str| samples.iter().fold(typed.to_owned(), |call, (name, value)| call.replace(name, value));
    let forms = rows().flat_map(|(forms, _)| forms.split('|'));
    forms.map(|form| filled(form).split(' ').map(str::to_owned).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guessed(call: &str) -> Option<Guess> {
        let words: Vec<_> = call.split(' ').map(str::to_owned).collect();
        guess(&words)
    }

    fn call(words: &str) -> Option<Guess> {
        Some(Guess::Call(words.split(' ').map(str::to_owned).collect()))
    }

    #[test]
    fn numbers_are_read_as_others_write_them() {
        for (typed, means) in [
            ("range sqrt 2 5+sqrt 2 --json", "range sqrt2 5+sqrt2 --json"),
            ("grundy 5 --format json", "grundy 5 --json"),
            ("grundy --upto 5 --output=csv --digits 3", "grundy --upto 5 --csv --digits 3"),
            ("grundy 4 + sqrt2", "grundy 4+sqrt2"),
            ("range 2 5 + sqrt2", "range 2 5+sqrt2"),
            ("range 2 to 5+2*sqrt(2)", "range 2 5+2*sqrt(2)"),
            ("range 2 5+ sqrt2", "range 2 5+sqrt2"),
            ("grundy 5- 2", "grundy 5-2"),
            ("play 2 3 lengths 1,2 json", "play 2 3 --lengths 1,2 --json"),
            ("grundy 5 --lengths 1 2", "grundy 5 --lengths 1,2"),
            ("grundy 5 --lengths [1,2] --json", "grundy 5 --lengths 1,2 --json"),
            ("GRUNDY 5", "grundy 5"),
            ("grundy 5+2√2 ≈ 7.82842712 --json", "grundy 5+2√2 --json"),
            ("grundy --at 5+2sqrt2 about 7.82842712", "grundy --at 5+2sqrt2"),
            ("grundy 5+2√2≈ 7.82842712", "grundy 5+2√2"),
            ("grundy 5+2√2 ≈7.82842712", "grundy 5+2√2"),
            ("range 2 ≈ 2.0 5−√2 ≈ 3.59", "range 2 5−√2"),
        ] {
            assert_eq!(guessed(typed), call(means), "{typed}");
        }
        for typed in [
            "grundy 2^0.25",
            "grundy 1_x",
            "grundy 1,2,3",
            "grundy 5 --lengths 1,,2",
            "grundy -5",
            "grundy 1e5000",
        ] {
            assert_eq!(guessed(typed), None, "{typed}");
        }
    }

    #[test]
    fn what_has_two_readings_has_no_answer() {
        for (typed, says) in [
            ("grundy 3cm", "lengths have no unit; write 3"),
            (
                "grundy 4 +sqrt2",
                "cannot read '4 +sqrt2': it is ambiguous: 4+sqrt2 as one number, or 4 and sqrt2 as two",
            ),
            (
                "grundy 2 1/2",
                "cannot read '2 1/2': it is ambiguous: 2+1/2 as one number, or 2 and 1/2 as two",
            ),
            (
                "gain 1 + 2 sqrt 15",
                "cannot read '1 + 2 sqrt 15': it is ambiguous: 1 + 2*sqrt 15 as one number, or 1 + 2 and sqrt 15 as two",
            ),
        ] {
            assert_eq!(guessed(typed), Some(Guess::Sentence(says.to_owned())), "{typed}");
        }
        assert_eq!(guessed("range 2,9"), call("range 2 9"));
        assert_eq!(guessed("range 200,500"), call("range 200 500"));
    }

    #[test]
    fn a_slip_of_the_pen_leads_to_the_nearest_name_and_a_random_word_to_none() {
        let names =
            ["range", "gain", "grundy", "moves", "period", "play", "explore", "stones", "man", "lengths"];
        let slips = |word: &str| slips(word, names).join(" ");
        for (word, name) in [
            ("gian", "gain"),
            ("paly", "play"),
            ("perod", "period"),
            ("lenghts", "lengths"),
            ("Move", "moves"),
            ("stnoes", "stones"),
            ("max", ""),
            ("mna", ""),
            ("hint", ""),
            ("instal", ""),
            ("win", ""),
        ] {
            assert_eq!(slips(word), name, "{word}");
        }
        let mut state = 1_u64;
        for _ in 0..300 {
            let word: String = (0..6)
                .map(|_| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    char::from(b'a' + ((state >> 33) % 26) as u8)
                })
                .collect();
            assert_eq!(slips(&word), "", "{word}");
        }
    }

    #[test]
    fn a_call_is_shown_as_it_is_typed() {
        let shown = |words: &[&str]| as_typed(words);
        assert_eq!(shown(&["nimsweep", "range", "2", "5+√2"]), "nimsweep range 2 5+√2");
        assert_eq!(shown(&["grundy", "--where", "value>=2", ""]), "grundy --where 'value>=2' ''");
        assert_eq!(shown(&["octal", "dawson's"]), r"octal 'dawson'\''s'");
    }
}
