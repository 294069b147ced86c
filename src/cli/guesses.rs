//! What people type before they have read anything, and the call that it means.
//!
//! A table leads from what was typed to a call, or to a sentence with the right ones. It is asked
//! only after a call has been refused, so that no call changes that works. What has two readings
//! gets a sentence with both of them, and no answer.

use std::ffi::OsString;

use itertools::Itertools;
use strsim::damerau_levenshtein;

use super::guessed_numbers::{
    Guess, TEXT_OPTIONS, are_digits, is_number, is_option, joined_numbers, lengths_in_one_word, list,
    named_numbers, thousands,
};
use crate::number::{Surd, quoted};

/// The same in the table, with the names of what was typed in braces.
enum Means {
    Call(&'static str),
    Sentence(&'static str),
}

use Means::{Call, Sentence};

/// A code and a number behind it.
const ONE_OR_ALL_HEAPS: &str =
    "one heap of {N}: nimsweep octal {C} --at {N}; all heaps up to {N}: nimsweep octal {C} --upto {N}";

/// A code and several words behind it.
const OF_HEAPS: &str = "the values of its heaps: nimsweep octal {C}; one heap of 12: nimsweep octal {C} --at 12; \
     its winning moves: nimsweep octal {C} --moves 12; a sum of heaps has the xor of their values";

const SUBTRACTION: &str = "a subtraction game: nimsweep period --lengths 1,3,4 --rule 3; one heap of 21: nimsweep grundy 21 \
     --lengths 1,3,4 --rule 3";

/// What is typed, and what it means; options that follow are kept. The first row that fits counts.
/// In braces stands what a place takes:
///
/// - `A`, `B` a number, `N` a whole one, `K` digits, `C` a code with a point
/// - `NUMBERS` at least one number, `LIST` the same between commas or spaces
/// - `STACK`, `STACKS` letters G and S, `GAME` the name of an octal game, whose code is `C` then
/// - `O` a code that is a number, too, `FILE` a name with a point
/// - `REST` anything, `WORDS` the same without options
const TABLE: &[(&str, Means)] = &[
    ("range {A}-{B}", Call("range {A} {B}")),
    ("range {A}..{B}", Call("range {A} {B}")),
    ("range {A}:{B}", Call("range {A} {B}")),
    ("range {A},{B}", Call("range {A} {B}")),
    ("range {A} to {B}", Call("range {A} {B}")),
    ("range {A} .. {B}", Call("range {A} {B}")),
    ("range [{A}, {B}]", Call("range {A} {B}")),
    ("range --min {A} --max {B}", Call("range {A} {B}")),
    ("range {A} {B} --svg", Call("plot gain --range {A} {B}")),
    ("range {A} - {B}", Call("range {A} {B}")),
    ("range {A} and {B}", Call("range {A} {B}")),
    ("range from {A} to {B}", Call("range {A} {B}")),
    ("range --from {A} --to {B}", Call("range {A} {B}")),
    ("range --range {A} {B}", Call("range {A} {B}")),
    ("range [{A},{B}]", Call("range {A} {B}")),
    ("range ({A},{B})", Call("range {A} {B}")),
    ("range {A}–{B}", Call("range {A} {B}")),
    (
        "range {A}",
        Sentence("a range has two ends, such as: nimsweep range 2 {A}; at one length: nimsweep gain {A}"),
    ),
    ("range {A} {B} {NUMBERS}", Sentence("a range has two ends, such as: nimsweep range 2 10")),
    ("--range {A}-{B}", Call("range {A} {B}")),
    ("--range {A}..{B}", Call("range {A} {B}")),
    ("--range {A},{B}", Call("range {A} {B}")),
    ("--range={A}-{B}", Call("range {A} {B}")),
    ("--range={A},{B}", Call("range {A} {B}")),
    ("--from {A} --to {B}", Call("range {A} {B}")),
    ("{A}..{B}", Call("range {A} {B}")),
    (
        "{A}-{B}",
        Sentence("a range is: nimsweep range {A} {B}; the value of one segment: nimsweep grundy {A}-{B}"),
    ),
    ("{A} to {B}", Call("range {A} {B}")),
    (
        "{O}",
        Sentence("the octal game {O}: nimsweep octal {O}; a segment of that length: nimsweep grundy {O}"),
    ),
    ("from {A} to {B}", Call("range {A} {B}")),
    ("max {REST}", Call("range {REST}")),
    ("maximum {REST}", Call("range {REST}")),
    ("maximize {REST}", Call("range {REST}")),
    ("f {A} {B}", Call("range {A} {B}")),
    ("f({A},{B})", Call("range {A} {B}")),
    ("e({A})", Call("gain {A}")),
    ("g({A})", Call("grundy {A}")),
    ("misere {REST}", Sentence("only normal play is solved: the player who cannot move loses")),
    ("misère {REST}", Sentence("only normal play is solved: the player who cannot move loses")),
    ("euler 644", Sentence("the question of Project Euler 644: nimsweep range 200 500")),
    ("euler {N}", Sentence("of Project Euler it has the question of 644: nimsweep range 200 500")),
    ("problem {N}", Call("euler {N}")),
    ("gain {A}..{B}", Call("gain --range {A} {B}")),
    ("gain {A}-{B}", Call("gain --range {A} {B}")),
    ("gain {A} to {B}", Call("gain --range {A} {B}")),
    ("gain {A} {B}", Call("gain --range {A} {B}")),
    ("gain --range {A}..{B}", Call("gain --range {A} {B}")),
    ("gain --range {A}-{B}", Call("gain --range {A} {B}")),
    ("gain --range {A},{B}", Call("gain --range {A} {B}")),
    ("e {REST}", Call("gain {REST}")),
    ("probability {A}", Call("gain {A}")),
    ("chance {A}", Call("gain {A}")),
    ("plot gain {A}..{B}", Call("plot gain --range {A} {B}")),
    ("plot gain {A}-{B}", Call("plot gain --range {A} {B}")),
    ("plot gain {A} to {B}", Call("plot gain --range {A} {B}")),
    ("plot gain {A} {B}", Call("plot gain --range {A} {B}")),
    ("plot gain {A}", Call("plot gain --upto {A}")),
    ("plot gain --range {A}..{B}", Call("plot gain --range {A} {B}")),
    ("plot gain --range {A}-{B}", Call("plot gain --range {A} {B}")),
    ("plot gain --range {A},{B}", Call("plot gain --range {A} {B}")),
    ("plot e {REST}", Call("plot gain {REST}")),
    ("plot g {REST}", Call("plot grundy {REST}")),
    ("plot range {REST}", Call("plot gain {REST}")),
    ("plot grundy {A} {B}", Call("plot grundy --range {A} {B}")),
    ("plot grundy {A}..{B}", Call("plot grundy --range {A} {B}")),
    ("plot grundy {A}", Call("plot grundy --upto {A}")),
    ("plot pairs {A}", Call("plot pairs --upto {A}")),
    ("plot growth {A}", Call("plot growth --upto {A}")),
    ("plot {A} {B}", Call("plot gain --range {A} {B}")),
    ("plot {A}", Call("plot gain --upto {A}")),
    ("draw {A}", Call("moves {A} --draw")),
    ("draw {REST}", Call("plot {REST}")),
    ("graph {REST}", Call("plot {REST}")),
    ("chart {REST}", Call("plot {REST}")),
    ("curve {REST}", Call("plot gain {REST}")),
    ("picture {REST}", Call("plot {REST}")),
    ("grundy {A}..{B}", Sentence("a table begins at 0: nimsweep grundy --upto {B}")),
    ("grundy {A} to {B}", Sentence("a table begins at 0: nimsweep grundy --upto {B}")),
    ("grundy {GAME}", Call("octal {C}")),
    ("p-positions {A}", Call("grundy --upto {A} --where value=0")),
    ("losing {A}", Call("grundy --upto {A} --where value=0")),
    ("zeros {A}", Call("grundy --upto {A} --where value=0")),
    (
        "grundy {A} {NUMBERS}",
        Sentence("g is the value of one segment; for a sum: nimsweep moves {A} {NUMBERS}"),
    ),
    ("grundy of {A}", Call("grundy {A}")),
    ("grundy up to {A}", Call("grundy --upto {A}")),
    ("grundy to {A}", Call("grundy --upto {A}")),
    ("g {REST}", Call("grundy {REST}")),
    ("nimber {REST}", Call("grundy {REST}")),
    ("nimbers {REST}", Call("grundy {REST}")),
    ("value of {A}", Call("grundy {A}")),
    ("value of {A} and {B}", Call("play {A} {B} --once")),
    ("value {A}", Call("grundy {A}")),
    ("value {NUMBERS}", Call("play {NUMBERS} --once")),
    ("table {A}", Call("grundy --upto {A}")),
    ("values {A}", Call("grundy --upto {A}")),
    ("list {A}", Call("grundy --upto {A}")),
    ("sum {NUMBERS}", Call("moves {NUMBERS}")),
    ("move {NUMBERS}", Call("moves {NUMBERS}")),
    ("moves {A} and {B}", Call("moves {A} {B}")),
    ("play {A} and {B}", Call("play {A} {B}")),
    ("solve {NUMBERS}", Call("play {NUMBERS} --once")),
    ("win {NUMBERS}", Call("play {NUMBERS} --once")),
    ("wins {NUMBERS}", Call("play {NUMBERS} --once")),
    ("winner {NUMBERS}", Call("play {NUMBERS} --once")),
    ("who wins {NUMBERS}", Call("play {NUMBERS} --once")),
    ("who wins {A} and {B}", Call("play {A} {B} --once")),
    ("who wins on {A} and {B}", Call("play {A} {B} --once")),
    ("best move {NUMBERS}", Call("play {NUMBERS} --once")),
    ("bestmove {NUMBERS}", Call("play {NUMBERS} --once")),
    ("xor {NUMBERS}", Call("play {NUMBERS} --once")),
    ("play {A} vs {B}", Call("play {A} {B}")),
    ("best {NUMBERS}", Call("play {NUMBERS} --once")),
    ("hint {NUMBERS}", Call("play {NUMBERS} --once")),
    ("solve", Sentence("who wins, and how: nimsweep play 5 7.5; all winning moves: nimsweep moves 5 7.5")),
    ("win", Sentence("who wins, and how: nimsweep play 5 7.5; all winning moves: nimsweep moves 5 7.5")),
    ("game", Call("play --game")),
    ("start", Call("play --game")),
    ("new", Call("play --game")),
    ("gui", Sentence("a page for the browser, with a game to play: nimsweep explore -o page.html")),
    ("web", Sentence("a page for the browser, with a game to play: nimsweep explore -o page.html")),
    ("browser", Sentence("a page for the browser, with a game to play: nimsweep explore -o page.html")),
    ("serve", Sentence("the page needs no server: nimsweep explore -o page.html")),
    (
        "period {O}",
        Sentence(
            "the octal game {O}: nimsweep octal {O}; squares of that length: nimsweep period --lengths {O}",
        ),
    ),
    ("period {LIST}", Call("period --lengths {LIST}")),
    ("period {GAME}", Call("octal {C}")),
    ("period of {GAME}", Call("octal {C}")),
    ("period subtraction {LIST}", Call("period --lengths {LIST} --rule 3")),
    ("periods {REST}", Call("period {REST}")),
    ("subtraction {LIST}", Call("period --lengths {LIST} --rule 3")),
    ("subtract {LIST}", Call("period --lengths {LIST} --rule 3")),
    ("subtraction", Sentence(SUBTRACTION)),
    ("subtraction {WORDS}", Sentence(SUBTRACTION)),
    ("octal subtraction {LIST}", Call("period --lengths {LIST} --rule 3")),
    ("octal {GAME}", Call("octal {C}")),
    ("{GAME}", Call("octal {C}")),
    ("dawson", Sentence("Dawson's Kayles: nimsweep octal 0.07; Dawson's Chess: nimsweep octal 0.137")),
    ("octal dawson", Sentence("Dawson's Kayles: nimsweep octal 0.07; Dawson's Chess: nimsweep octal 0.137")),
    ("{GAME} period", Call("octal {C}")),
    ("{GAME} {N}", Sentence(ONE_OR_ALL_HEAPS)),
    ("{GAME} {WORDS}", Sentence(OF_HEAPS)),
    ("play {GAME}", Sentence(OF_HEAPS)),
    ("octal {GAME} {N}", Sentence(ONE_OR_ALL_HEAPS)),
    ("play {GAME} {N}", Call("octal {C} --moves {N}")),
    ("moves {GAME} {N}", Call("octal {C} --moves {N}")),
    ("octal 0,{K}", Call("octal 0.{K}")),
    ("octal 4,{K}", Call("octal 4.{K}")),
    ("octal {K}", Call("octal 0.{K}")),
    ("octal {C} period", Call("octal {C}")),
    ("octal {C} {N}", Sentence(ONE_OR_ALL_HEAPS)),
    ("octal {C} {WORDS}", Sentence(OF_HEAPS)),
    ("octal {GAME} {WORDS}", Sentence(OF_HEAPS)),
    ("stones {N}", Call("stones move {N}")),
    (
        "stones {N} {K}",
        Sentence("there is one pile; with the ratio {K}: nimsweep stones move {N} --ratio {K}"),
    ),
    ("fibonacci {N}", Call("stones move {N}")),
    ("fibonacci nim {N}", Call("stones move {N}")),
    ("halving {N}", Call("halving play {N}")),
    ("coins {STACK}", Call("coins value {STACK}")),
    ("coins {STACKS}", Call("coins row {STACKS}")),
    ("coins value {STACKS}", Call("coins row {STACKS}")),
    ("coins row {STACKS}", Call("coins row {STACKS}")),
    ("coins {N}", Call("coins count {N}")),
    (
        "nim {REST}",
        Sentence("heaps of Nim have the xor of their sizes as value, for which no program is needed"),
    ),
    ("batch {FILE}", Sentence("questions come from standard input: nimsweep batch < {FILE}")),
    ("check {FILE}", Sentence("a certificate is checked by: nimsweep verify {FILE}")),
    ("version", Call("--version")),
    ("-v", Call("--version")),
    ("usage", Call("--help")),
    ("commands", Call("--help")),
    ("docs", Sentence("all commands: nimsweep help; the manual page: nimsweep man")),
    ("manual", Sentence("all commands: nimsweep help; the manual page: nimsweep man")),
    ("tutorial", Sentence("all commands: nimsweep help; the manual page: nimsweep man")),
    (
        "examples",
        Sentence("a command alone has examples, such as: nimsweep grundy; all commands: nimsweep help"),
    ),
    ("test", Call("check")),
    ("benchmark", Call("bench")),
    (
        "{A}",
        Sentence(
            "say what of {A}: its value, nimsweep grundy {A}; its winning moves, nimsweep moves {A}; the gain, nimsweep gain {A}",
        ),
    ),
    (
        "{A} {B}",
        Sentence("two numbers are a range, nimsweep range {A} {B}, or two segments, nimsweep moves {A} {B}"),
    ),
    ("{NUMBERS}", Sentence("segments have winning moves: nimsweep moves {NUMBERS}")),
];

/// Octal games with names, in lower case and without apostrophes.
const GAMES: &[(&str, &str)] = &[
    ("kayles", "0.77"),
    ("dawsons kayles", "0.07"),
    ("dawson kayles", "0.07"),
    ("dawsons chess", "0.137"),
    ("dawson chess", "0.137"),
    ("treblecross", "0.007"),
    ("guiles", "0.15"),
    ("officers", "0.6"),
];

/// Games that people may look for.
const NOT_COVERED: [&str; 12] = [
    "amazons",
    "chomp",
    "cram",
    "domineering",
    "hackenbush",
    "hex",
    "lasker",
    "mex",
    "sprouts",
    "toads",
    "wythoff",
    "wythoffs",
];

/// What a refused call means, if it is known; `is_command` says which words are commands.
pub(super) fn guess(words: &[String], is_command: impl Fn(&str) -> bool) -> Option<Guess> {
    /// Nobody types more.
    const MOST_LETTERS: usize = 400;
    let first = words.first().filter(|_| words.iter().map(String::len).sum::<usize>() <= MOST_LETTERS)?;
    let lower = first.to_lowercase();
    if lower != *first && is_command(&lower) {
        return Some(Guess::Call([&[lower], &words[1..]].concat()));
    }
    let begin = words.iter().position(|word| is_option(word)).unwrap_or(words.len());
    if NOT_COVERED.contains(&lower.as_str()) {
        return Some(Guess::Sentence(format!(
            "'{}' is none of its games, which are squares on the line, octal games, stones, coins and halving; all commands: \
             nimsweep help",
            quoted(first)
        )));
    }
    // 2 10 range
    if let Some((last, numbers)) = words[..begin].split_last()
        && is_command(last)
        && !numbers.is_empty()
        && numbers.iter().all(|number| is_number(number))
    {
        return Some(Guess::Call([std::slice::from_ref(last), numbers, &words[begin..]].concat()));
    }
    // options that follow are kept
    let parts = (1..words.len()).rev().filter(|&end| is_option(&words[end])).map(|end| words.split_at(end));
    joined_numbers(words)
        .or_else(|| format_by_name(words))
        .or_else(|| with_dashes(words))
        .or_else(|| lengths_in_one_word(words))
        .or_else(|| {
            [(words, &[][..])]
                .into_iter()
                .chain(parts)
                .find_map(|(words, options)| from_table(words, options))
        })
        .or_else(|| named_numbers(words))
}

fn from_table(words: &[String], options: &[String]) -> Option<Guess> {
    TABLE.iter().find_map(|(typed, means)| {
        let captures = captures(&typed.split(' ').collect::<Vec<_>>(), words)?;
        let filled = |text: &str, shown: fn(&str) -> String| {
            captures.iter().fold(text.to_owned(), |text, (name, value)| {
                text.replace(&format!("{{{name}}}"), &shown(value))
            })
        };
        // three digits after a comma may also be thousands
        if let Some((whole, rest)) = thousands(words).filter(|_| typed.contains("{A},{B}")) {
            let (Call(right) | Sentence(right)) = means;
            let right = filled(right, quoted);
            return Some(Guess::Sentence(format!(
                "'{whole},{rest}' has two readings: nimsweep {right}, or {whole}{rest} as one number"
            )));
        }
        Some(match means {
            Call(call) => {
                let call = filled(call, str::to_owned);
                let call = call.split(' ').filter(|word| !word.is_empty()).map(str::to_owned);
                Guess::Call(call.chain(options.iter().cloned()).collect())
            }
            Sentence(sentence) => Guess::Sentence(filled(sentence, quoted)),
        })
    })
}

/// What was typed at the places of a row, if the row fits: names and texts.
fn captures(typed: &[&str], words: &[String]) -> Option<Vec<(String, String)>> {
    let Some((place, places)) = typed.split_first() else { return words.is_empty().then(Vec::new) };
    let name =
        place.strip_prefix('{').and_then(|name| name.strip_suffix('}')).filter(|name| !name.contains('{'));
    // these take all words that are left
    let all =
        match name {
            Some("REST") => Some(words.iter().join(" ")),
            Some("NUMBERS") => (!words.is_empty() && words.iter().all(|word| is_number(word)))
                .then(|| words.iter().join(" ")),
            Some("LIST") => list(&words.iter().join(" ")),
            Some("STACKS") => {
                let stacks: Vec<_> = words.iter().flat_map(|word| word.split(',')).collect();
                (stacks.len() > 1 && stacks.iter().all(|stack| is_stack(stack))).then(|| stacks.join(" "))
            }
            Some("WORDS") => (!words.is_empty() && !words.iter().any(|word| is_option(word)))
                .then(|| words.iter().join(" ")),
            Some("GAME") => {
                return (1..=words.len()).rev().find_map(|count| {
                    let (of_game, others) = words.split_at(count);
                    let code = game(&of_game.iter().join(" "))?;
                    let mut found = captures(places, others)?;
                    found.push(("C".to_owned(), code));
                    Some(found)
                });
            }
            _ => {
                let (word, words) = words.split_first()?;
                let mut found = at_place(place, word)?;
                found.extend(captures(places, words)?);
                return Some(found);
            }
        };
    all.map(|text| vec![(name.unwrap_or_default().to_owned(), text)])
}

/// The same for one word.
fn at_place(place: &str, word: &str) -> Option<Vec<(String, String)>> {
    let is_whole = |text: &str| {
        is_number(text) && text.parse().is_ok_and(|number: Surd| number == Surd::from(number.floor()))
    };
    let fits = |name: &str, text: &str| match name {
        // 2...10 is no range to .10
        "A" | "B" => is_number(text) && !text.starts_with('.'),
        // a sum may be a sum of heaps
        "N" => !text.contains(['+', '-']) && is_whole(text),
        "O" => {
            let places = text.strip_prefix("0.").or_else(|| text.strip_prefix("4."));
            places.is_some_and(|places| are_digits(places) && !places.contains(['8', '9']))
        }
        "K" => are_digits(text),
        "C" => text.contains('.'),
        "STACK" => is_stack(text),
        "FILE" => !text.starts_with('-') && text.contains('.'),
        _ => false,
    };
    if !place.contains('{') {
        return (word.to_lowercase() == place).then(Vec::new);
    }
    let names: Vec<_> = place.split(['{', '}']).collect();
    match names[..] {
        [before, name, after] => {
            let text = word.strip_prefix(before)?.strip_suffix(after)?;
            fits(name, text).then(|| vec![(name.to_owned(), text.to_owned())])
        }
        [before, first, sign, second, after] => {
            let inside = word.strip_prefix(before)?.strip_suffix(after)?;
            inside.match_indices(sign).find_map(|(at, _)| {
                let [left, right] = [&inside[..at], &inside[at + sign.len()..]];
                let both = [(first, left), (second, right)];
                both.iter()
                    .all(|(name, text)| fits(name, text))
                    .then(|| both.map(|(name, text)| (name.to_owned(), text.to_owned())).into())
            })
        }
        _ => None,
    }
}

fn is_stack(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|coin| matches!(coin, 'G' | 'S' | 'g' | 's'))
}

/// The code of a game with a name.
fn game(name: &str) -> Option<String> {
    let name = name.to_lowercase().replace(['\'', '’'], "").replace(['-', '_'], " ");
    GAMES.iter().find(|(known, _)| *known == name).map(|(_, code)| (*code).to_owned())
}

/// `--format json` and `--output=csv`, as other programs have it.
fn format_by_name(words: &[String]) -> Option<Guess> {
    let is_option = |word: &str| matches!(word, "--format" | "--output" | "-f");
    let named = |value: &str| matches!(value, "json" | "csv").then(|| format!("--{value}"));
    let is_picture = matches!(words[0].as_str(), "plot" | "explore");
    let at = words.iter().position(|word| is_option(word.split('=').next().unwrap_or(word)))?;
    let (option, count) = match words[at].split_once('=') {
        Some((_, value)) => (named(value)?, 1),
        None => (named(words.get(at + 1)?)?, 2),
    };
    (!is_picture).then(|| Guess::Call([&words[..at], &[option], &words[at + count..]].concat()))
}

/// `play 2 3 lengths 1,2`: options without their dashes, or as other programs name them.
fn with_dashes(words: &[String]) -> Option<Guess> {
    const OPTIONS: [&str; 6] = ["lengths", "rule", "digits", "upto", "json", "threads"];
    const OTHERS: [(&str, &str); 4] =
        [("-l", "--lengths"), ("-d", "--digits"), ("--pieces", "--lengths"), ("--precision", "--digits")];
    let dashed = |(index, word): (usize, &String)| {
        let is_text = index > 0 && TEXT_OPTIONS.contains(&words[index - 1].as_str());
        let is_bare = index > 0 && !is_text && OPTIONS.contains(&word.as_str());
        let other = OTHERS.iter().find(|(other, _)| word == other);
        let own = other.map_or_else(|| word.clone(), |(_, own)| (*own).to_owned());
        if is_bare { format!("--{word}") } else { own }
    };
    let dashed: Vec<_> = words.iter().enumerate().map(dashed).collect();
    (dashed != words).then_some(Guess::Call(dashed))
}

/// `play 2+3`, which is one segment, although answers write a sum of two as `2 + 3`: what else may
/// be meant.
pub(super) fn sum_in_one_word(words: &[String]) -> Option<String> {
    let (command, segments) = match words {
        [plot, moves, segments @ ..] if plot == "plot" && moves == "moves" => ("plot moves", segments),
        [command, segments @ ..] if command == "moves" || command == "play" => (command.as_str(), segments),
        _ => return None,
    };
    let is_rational =
        |part: &str| is_number(part) && part.parse().is_ok_and(|part: Surd| part.as_rational().is_some());
    let mut words = segments.iter().take_while(|word| !is_option(word));
    let (Some(word), None) = (words.next(), words.next()) else { return None };
    let parts: Vec<_> = word.split('+').collect();
    if parts.len() < 2 || !parts.iter().all(|part| is_rational(part)) {
        return None;
    }
    let length: Surd = word.parse().ok()?;
    Some(format!(
        "one segment of length {length}; for {} segments: nimsweep {command} {}",
        parts.len(),
        parts.join(" ")
    ))
}

/// The names for which a word may be a slip of the pen: with the same first letter, and one letter
/// added, left out, changed or swapped with the next, or two in a long name. The nearest ones only;
/// of short names, to which many words are near, none.
pub(super) fn slips<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
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
    let least = near.first().map(|&(distance, _)| distance);
    near.into_iter().filter(|&(distance, _)| Some(distance) == least).map(|(_, name)| name).collect()
}

/// A call as it is typed in a shell.
pub(super) fn as_typed(call: &[OsString]) -> String {
    let word = |word: &OsString| {
        let word = word.to_string_lossy();
        let is_plain = |c: char| c.is_alphanumeric() || ".,+-/_=:^√".contains(c);
        let is_bare = !word.is_empty() && word.chars().all(is_plain);
        if is_bare { word.into_owned() } else { format!("'{}'", quoted(&word).replace('\'', r"'\''")) }
    };
    call.iter().map(word).join(" ")
}

/// A call for each row of the table.
#[cfg(test)]
pub(super) fn calls_of_the_table() -> Vec<Vec<String>> {
    let samples = [
        ("{A}", "2"),
        ("{B}", "9"),
        ("{N}", "17"),
        ("{K}", "3"),
        ("{C}", "0.77"),
        ("{NUMBERS}", "3 4"),
        ("{LIST}", "1,5"),
        ("{STACK}", "GS"),
        ("{STACKS}", "GG S"),
        ("{GAME}", "dawson's kayles"),
        ("{FILE}", "kayles.cert"),
        ("{O}", "0.137"),
        ("{WORDS}", "5 6"),
        ("{REST}", "2 9"),
    ];
    let filled =
        |typed: &str| samples.iter().fold(typed.to_owned(), |call, (name, value)| call.replace(name, value));
    TABLE.iter().map(|(typed, _)| filled(typed).split(' ').map(str::to_owned).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guessed(call: &str) -> Option<Guess> {
        let words: Vec<_> = call.split(' ').map(str::to_owned).collect();
        guess(&words, |word| word == "grundy")
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
            "grundy 1.000,5",
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
            ("range 200,500", "'200,500' has two readings: nimsweep range 200 500, or 200500 as one number"),
            ("grundy 3cm", "lengths have no unit; write 3"),
            (
                "grundy 4 +sqrt2",
                "cannot read '4 +sqrt2': it has two readings: 4+sqrt2 as one number, or 4 and sqrt2 as two",
            ),
            (
                "grundy 2 1/2",
                "cannot read '2 1/2': it has two readings: 2+1/2 as one number, or 2 and 1/2 as two",
            ),
            (
                "gain 1 + 2 sqrt 15",
                "cannot read '1 + 2 sqrt 15': it has two readings: 1 + 2*sqrt 15 as one number, or 1 + 2 and sqrt 15 as two",
            ),
        ] {
            assert_eq!(guessed(typed), Some(Guess::Sentence(says.to_owned())), "{typed}");
        }
        assert_eq!(guessed("range 2,9"), call("range 2 9"));
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
        let shown = |words: &[&str]| as_typed(&words.iter().map(OsString::from).collect::<Vec<_>>());
        assert_eq!(shown(&["nimsweep", "range", "2", "5+√2"]), "nimsweep range 2 5+√2");
        assert_eq!(shown(&["grundy", "--where", "value>=2", ""]), "grundy --where 'value>=2' ''");
        assert_eq!(shown(&["octal", "dawson's"]), r"octal 'dawson'\''s'");
    }
}
