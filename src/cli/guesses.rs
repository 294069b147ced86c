//! What people type before they have read anything, and the call that it means.
//!
//! A table leads from what was typed to a call, or to a sentence with the right ones. It is asked
//! only after a call has been refused, so that no call changes that works. What has two readings
//! gets a sentence with both of them, and no answer.

use std::ffi::OsString;

use itertools::{Itertools, iproduct};
use strsim::damerau_levenshtein;

use num_bigint::BigUint;

use super::guessed_numbers::{
    Guess, is_number, is_option, joined_numbers, lengths_in_one_word, list, mixed_number, named_numbers,
    takes_text, two_readings,
};
use crate::ask::values::whole;
use crate::number::{Surd, are_digits, quoted};

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

/// What is typed, in one of several forms, and what it means; options that follow are kept. The
/// first row that fits counts. In braces stands what a place takes:
///
/// - `A`, `B` a number, `N` a whole one, `K` digits, `C` a code with a point
/// - `RANGE` two numbers `A` and `B`, with one of several signs between them
/// - `NUMBERS` at least one number, `LIST` the same between commas or spaces
/// - `HEAPS` whole numbers, with their `XOR` and `MEX`, and who wins with such heaps
/// - `STACK`, `STACKS` letters G and S, `STALK` those that are the same from both ends
/// - `GAME` the name of an octal game, whose code is `C` then
/// - `O` a code that is a number, too, `FILE` a name with a point
/// - `OTHER` a game that is not covered, `COMMAND` the name of a command
/// - `REST` anything, `WORDS` the same without options
const TABLE: &[(&str, Means)] = &[
    ("range {A} {B} --svg", Call("plot gain --range {A} {B}")),
    (
        "range {RANGE}|range --min {A} --max {B}|range --from {A} --to {B}|range --range {A} {B}|--range {RANGE}\
         |--range={RANGE}|--from {A} --to {B}|{A}..{B}|{A} to {B}|from {A} to {B}|f {A} {B}|f{RANGE}",
        Call("range {A} {B}"),
    ),
    (
        "range {A}",
        Sentence("a range has two ends, such as: nimsweep range 2 100; at one length: nimsweep gain {A}"),
    ),
    ("range {A} {B} {NUMBERS}", Sentence("a range has two ends, such as: nimsweep range 2 10")),
    ("{DIFFERENCE}", Sentence("a range: nimsweep range {A} {B}; one segment: nimsweep grundy {A}-{B}")),
    ("{O}", Sentence("the octal game: nimsweep octal {O}; one segment: nimsweep grundy {O}")),
    ("max {REST}|maximum {REST}|maximize {REST}", Call("range {REST}")),
    (
        "misere|misère|misere {REST}|misère {REST}|{COMMAND} --misere|{COMMAND} {REST} --misere|{COMMAND} {REST} --misère",
        Sentence("only normal play is solved: the player who cannot move loses"),
    ),
    (
        "euler 644|project-euler 644|project euler 644",
        Sentence("the question of Project Euler 644: nimsweep range 200 500"),
    ),
    (
        "euler {N}|project-euler {N}|problem {N}",
        Sentence("of Project Euler there is 644: nimsweep range 200 500"),
    ),
    ("gain {A}..{B}|gain {A} to {B}|gain {A} {B}|gain --range {RANGE}", Call("gain --range {A} {B}")),
    ("e({A})|probability {A}|chance {A}", Call("gain {A}")),
    ("e {REST}", Call("gain {REST}")),
    ("plot gain {RANGE}|plot gain --range {RANGE}|plot gain {A} {B}", Call("plot gain --range {A} {B}")),
    ("plot gain {A}", Call("plot gain --upto {A}")),
    ("plot e {REST}|plot range {REST}|curve {REST}", Call("plot gain {REST}")),
    ("plot g {REST}", Call("plot grundy {REST}")),
    ("plot grundy {RANGE}|plot grundy {A} {B}", Call("plot grundy --range {A} {B}")),
    ("plot grundy {A}", Call("plot grundy --upto {A}")),
    ("plot pairs {A}", Call("plot pairs --upto {A}")),
    ("plot growth {A}", Call("plot growth --upto {A}")),
    (
        "plot {A} {B}",
        Sentence("gain: nimsweep plot gain --range {A} {B}; moves: nimsweep plot moves {A} {B}"),
    ),
    ("plot {A}", Sentence("gain: nimsweep plot gain --upto {A}; values: nimsweep plot grundy --upto {A}")),
    ("draw {REST}|graph {REST}|chart {REST}|picture {REST}", Call("plot {REST}")),
    ("grundy {A}..{B}|grundy {A} to {B}", Sentence("a table begins at 0: nimsweep grundy --upto {B}")),
    ("p-positions {A}|losing {A}|zeros {A}", Call("grundy --upto {A} --where value=0")),
    ("grundy {A} {NUMBERS}", Sentence("g is of one segment; for a sum: nimsweep moves {A} {NUMBERS}")),
    ("grundy up to {A}|grundy to {A}|table {A}|values {A}|list {A}", Call("grundy --upto {A}")),
    (
        "table|tables|p-positions|losing|zeros",
        Sentence("values: nimsweep grundy --upto 20; P-positions: nimsweep grundy --upto 20 --where value=0"),
    ),
    ("g({A})|grundy of {A}|value of {A}|value {A}", Call("grundy {A}")),
    ("g {REST}|nimber {REST}|nimbers {REST}", Call("grundy {REST}")),
    ("value of {A} and {B}|who wins {A} and {B}|who wins on {A} and {B}", Call("play {A} {B} --once")),
    (
        "value {NUMBERS}|solve {NUMBERS}|win {NUMBERS}|wins {NUMBERS}|winner {NUMBERS}|who wins {NUMBERS}\
         |best {NUMBERS}|best move {NUMBERS}|bestmove {NUMBERS}|hint {NUMBERS}",
        Call("play {NUMBERS} --once"),
    ),
    ("sum {NUMBERS}|move {NUMBERS}", Call("moves {NUMBERS}")),
    ("moves {A} and {B}", Call("moves {A} {B}")),
    ("play {A} and {B}|play {A} vs {B}", Call("play {A} {B}")),
    (
        "solve|win|who wins|winner|value|values|hint|moves --upto {A}|moves {A} --upto {B}",
        Sentence("who wins: nimsweep play 5 7.5 --once; all winning moves: nimsweep moves 5 7.5"),
    ),
    ("game|start|new", Call("play --game")),
    (
        "play {NUMBERS} easy|play {NUMBERS} --easy|play easy|play --easy",
        Sentence("type easy in the game: nimsweep play"),
    ),
    (
        "games|list|help games",
        Sentence("squares on a line, octal games, stones, coins, halving: nimsweep help"),
    ),
    (
        "rules|help rules",
        Sentence(
            "of the squares: nimsweep help play; of other games: nimsweep help octal, stones, coins or halving",
        ),
    ),
    ("help lengths", Sentence("of the pieces, from one field: nimsweep moves 5 --lengths 1,sqrt3")),
    ("help numbers", Sentence("2, 2.5, 7/2, sqrt2, 5+2sqrt2, phi, 10^18: nimsweep help")),
    ("help {COMMAND} {WORDS}", Sentence("one command at a time: nimsweep help {COMMAND}")),
    (
        "random",
        Sentence("a random first piece: nimsweep moves 5 --random; the best length: nimsweep range 2 100"),
    ),
    ("demo", Sentence("a game: nimsweep play; a curve: nimsweep plot gain; a page: nimsweep explore")),
    ("gui|web|browser", Sentence("a page with a game to play: nimsweep explore -o page.html")),
    ("serve", Sentence("the page needs no server: nimsweep explore -o page.html")),
    ("period {O}", Sentence("the octal game: nimsweep octal {O}; squares: nimsweep period --lengths {O}")),
    ("period {LIST}", Call("period --lengths {LIST}")),
    (
        "subtraction {LIST}|subtract {LIST}|period subtraction {LIST}|octal subtraction {LIST}",
        Call("period --lengths {LIST} --rule 3"),
    ),
    ("subtraction|subtraction {WORDS}", Sentence(SUBTRACTION)),
    (
        "{GAME}|octal {GAME}|grundy {GAME}|period {GAME}|period of {GAME}|{GAME} period|octal {C} period",
        Call("octal {C}"),
    ),
    ("periods {REST}", Call("period {REST}")),
    ("period octal {C}", Call("octal {C}")),
    (
        "plot kayles",
        Sentence("pieces of length 1 have its values: nimsweep plot grundy --upto 80 --lengths 1"),
    ),
    (
        "plot {GAME}",
        Sentence("pictures are of squares on a line; the values of this game: nimsweep octal {C} --upto 80"),
    ),
    (
        "octal nim",
        Sentence("in Nim a heap of n has the value n; an octal game has a code: nimsweep octal 0.77"),
    ),
    ("octal grundy", Sentence("a move in Grundy's game leaves two unequal heaps, which no octal code says")),
    ("dawson|octal dawson", Sentence("his Kayles: nimsweep octal 0.07; his Chess: nimsweep octal 0.137")),
    ("play {GAME} {N}|moves {GAME} {N}", Call("octal {C} --moves {N}")),
    ("{GAME} {N}|octal {GAME} {N}|octal {C} {N}", Sentence(ONE_OR_ALL_HEAPS)),
    ("{GAME} {WORDS}|play {GAME}|octal {C} {WORDS}|octal {GAME} {WORDS}", Sentence(OF_HEAPS)),
    ("octal 4", Sentence("a code has a point: nimsweep octal 0.4")),
    ("octal 4{K}", Sentence("'4{K}' has two readings: nimsweep octal 4.{K}, or nimsweep octal 0.4{K}")),
    ("octal 0{K}", Sentence("'0{K}' has two readings: nimsweep octal 0.{K}, or nimsweep octal 0.0{K}")),
    ("octal {K}|octal 0,{K}", Call("octal 0.{K}")),
    ("octal 4,{K}", Call("octal 4.{K}")),
    ("stones {N}|stones play {N}|fibonacci {N}|fibonacci nim {N}|fibonacci-nim {N}", Call("stones move {N}")),
    (
        "fibonacci|fibonacci nim|fibonacci-nim",
        Sentence("the winning moves from a pile: nimsweep stones move 17"),
    ),
    (
        "stones {N} {K}|stones move {N} {K}",
        Sentence("with the ratio {K}: nimsweep stones move {N} --ratio {K}"),
    ),
    ("halving {N}", Call("halving play {N}")),
    ("coins {STACK}", Call("coins value {STACK}")),
    ("coins {STACKS}|coins value {STACKS}|coins row {STACKS}", Call("coins row {STACKS}")),
    ("coins {N}", Call("coins count {N}")),
    ("hackenbush {STALK}", Call("coins value {STALK}")),
    (
        "hackenbush {STACK}",
        Sentence(
            "from the top: nimsweep coins value {STACK}; from the ground: nimsweep coins value {REVERSED}",
        ),
    ),
    (
        "hackenbush|hackenbush {REST}",
        Sentence("a stalk of blue (G) and red (S), from the top: nimsweep coins value GSG"),
    ),
    ("mex {HEAPS}", Sentence("the least of 0, 1, 2, ... that is not among {NUMBERS} is {MEX}")),
    (
        "mex|mex {REST}",
        Sentence("the mex of a list is the least of 0, 1, 2, ... that is not in it: nimsweep mex 0 1 3"),
    ),
    ("nim {HEAPS}", Sentence("{HEAPS} = {XOR}: {OUTCOME}")),
    (
        "xor {HEAPS}",
        Sentence("of numbers: {HEAPS} = {XOR}; of the values of segments: nimsweep play {NUMBERS} --once"),
    ),
    (
        "nim {REST}|nim|xor {REST}|xor",
        Sentence("the value of heaps of Nim is the xor of their sizes: nimsweep nim 3 5 7"),
    ),
    ("batch {FILE}", Sentence("questions come from standard input: nimsweep batch < {FILE}")),
    ("check {FILE}", Sentence("a certificate is checked by: nimsweep verify {FILE}")),
    (
        "{OTHER}|{OTHER} {REST}",
        Sentence("nimsweep has no game called '{OTHER}'; all commands: nimsweep help"),
    ),
    ("version|-v", Call("--version")),
    ("usage|commands", Call("--help")),
    (
        "tutorial",
        Sentence("begin with: nimsweep play 3 --once; docs/tutorial.md in the repository goes on from there"),
    ),
    ("docs|manual", Sentence("all commands: nimsweep help; the manual page: nimsweep man")),
    ("example|examples|faq|lesson|recipes {REST}", Call("recipes")),
    ("help --help|help -h", Call("help")),
    ("test", Call("check")),
    ("benchmark", Call("bench")),
    ("{A}", Sentence("value: nimsweep grundy {A}; moves: nimsweep moves {A}; gain: nimsweep gain {A}")),
    ("{A} {B} range", Call("range {A} {B}")),
    ("{A} grundy", Call("grundy {A}")),
    ("{A} gain", Call("gain {A}")),
    ("{NUMBERS} moves", Call("moves {NUMBERS}")),
    ("{A} {B}", Sentence("a range: nimsweep range {A} {B}; two segments: nimsweep moves {A} {B}")),
    ("{NUMBERS}", Sentence("segments have winning moves: nimsweep moves {NUMBERS}")),
];

/// Octal games with names, in lower case, in one word and without apostrophes.
const GAMES: &str = "kayles 0.77|dawsons-kayles 0.07|dawson-kayles 0.07|dawsons-chess 0.137|dawson-chess 0.137|\
                     treblecross 0.007|james-bond 0.007|guiles 0.15|officers 0.6";

/// Games that people may look for.
const NOT_COVERED: &str = "amazons chomp cram domineering hex lasker sprouts toads wythoff wythoffs";

/// What a refused call means, if it is known; `is_command` says which words are commands.
pub(super) fn guess(words: &[String], is_command: impl Fn(&str) -> bool) -> Option<Guess> {
    /// Nobody types more.
    const MOST_LETTERS: usize = 400;
    let first = words.first().filter(|_| words.iter().map(String::len).sum::<usize>() <= MOST_LETTERS)?;
    let lower = first.to_lowercase();
    if lower != *first && is_command(&lower) {
        return Some(Guess::Call([&[lower], &words[1..]].concat()));
    }
    // options that follow are kept
    let parts = (1..words.len()).rev().filter(|&end| is_option(&words[end])).map(|end| words.split_at(end));
    mixed_number(words)
        .map(Guess::Sentence)
        .or_else(|| joined_numbers(words))
        .or_else(|| format_by_name(words))
        .or_else(|| with_dashes(words))
        .or_else(|| lengths_in_one_word(words))
        .or_else(|| {
            [(words, &[][..])]
                .into_iter()
                .chain(parts)
                .find_map(|(words, options)| from_table(words, options, &is_command))
        })
        .or_else(|| named_numbers(words))
        .or_else(|| two_readings(words))
}

fn from_table(words: &[String], options: &[String], is_command: &IsCommand) -> Option<Guess> {
    // a word with spaces in it stays one
    let typed = words.iter().map(|word| word.replace(' ', NO_BREAK)).join(" ");
    TABLE.iter().find_map(|(forms, means)| {
        let captures = forms.split('|').find_map(|form| captures(form, &typed, is_command))?;
        let filled = |text: &str, shown: fn(&str) -> String| {
            captures.iter().fold(text.to_owned(), |text, (name, value)| {
                text.replace(&format!("{{{name}}}"), &shown(value))
            })
        };
        Some(match means {
            Call(call) => {
                let call = filled(call, str::to_owned);
                let call =
                    call.split(' ').filter(|word| !word.is_empty()).map(|word| word.replace(NO_BREAK, " "));
                Guess::Call(call.chain(options.iter().cloned()).collect())
            }
            Sentence(sentence) => Guess::Sentence(filled(sentence, |value| {
                as_typed(&value.split(' ').map(|word| word.replace(NO_BREAK, " ").into()).collect_vec())
            })),
        })
    })
}

/// Stands for a space in a word.
const NO_BREAK: &str = "\u{a0}";

/// Whether a word is the name of a command.
type IsCommand<'a> = dyn Fn(&str) -> bool + 'a;

/// Names and texts.
type Captures = Vec<(&'static str, String)>;

/// What was typed at the places of a form, if it fits.
fn captures(form: &'static str, typed: &str, is_command: &IsCommand) -> Option<Captures> {
    let Some((before, rest)) = form.split_once('{') else {
        return form.eq_ignore_ascii_case(typed).then(Vec::new);
    };
    let typed = typed.get(before.len()..).filter(|_| typed[..before.len()].eq_ignore_ascii_case(before))?;
    let (name, after) = rest.split_once('}')?;
    let next = after.split('{').next().unwrap_or_default();
    let ends = typed.match_indices(next).map(|(end, _)| end).filter(|_| !after.is_empty());
    ends.chain([typed.len()]).find_map(|end| {
        let mut found = at_place(name, &typed[..end], is_command)?;
        found.extend(captures(after, &typed[end..], is_command)?);
        Some(found)
    })
}

/// What a text is at a place, if it fits.
fn at_place(name: &'static str, text: &str, is_command: &IsCommand) -> Option<Captures> {
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
        "STALK" => is_stack(text) && text.chars().eq(text.chars().rev()),
        "STACK" if is_stack(text) => {
            return Some(vec![(name, text.to_owned()), ("REVERSED", text.chars().rev().collect())]);
        }
        "OTHER" => NOT_COVERED.split(' ').any(|game| game.eq_ignore_ascii_case(text)),
        "FILE" => is_one_word && !text.starts_with('-') && text.contains('.'),
        "REST" => !text.is_empty(),
        "NUMBERS" => text.split(' ').all(is_number),
        "WORDS" => !text.is_empty() && !words().iter().any(|word| is_option(word)),
        "LIST" => return Some(vec![(name, list(text)?)]),
        "HEAPS" => return heaps(text),
        "RANGE" => return range(text),
        "DIFFERENCE" => return range(text).filter(|_| text.contains('-')),
        "GAME" => return Some(vec![("C", game(text)?)]),
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
    let sizes: Vec<_> = words.iter().map(|word| whole("n", word)).try_collect().ok()?;
    let xor = sizes.iter().fold(BigUint::ZERO, |xor, size| xor ^ size);
    let outcome = if xor == BigUint::ZERO { "no move wins" } else { "the player to move wins" };
    Some(vec![
        ("HEAPS", words.join(" xor ")),
        ("NUMBERS", words.join(" ")),
        ("XOR", xor.to_string()),
        ("MEX", (0_usize..).find(|&n| !sizes.contains(&n.into())).unwrap_or_default().to_string()),
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
            // three digits behind a comma may also be thousands
            let is_group = sign == "," && right.len() == 3 && are_digits(right);
            let both = is_number(left) && is_number(right) && !right.starts_with('.') && !is_group;
            let [low, high] = [left, right].map(|end| end.parse::<Surd>().unwrap_or_default());
            (both && (low < high || !matches!(sign, "-" | "–")))
                .then(|| vec![("A", left.to_owned()), ("B", right.to_owned())])
        })
    };
    let signs = [" to ", " and ", "..", ":", ",", "–", "-"];
    // 5+2*sqrt(2) has a parenthesis of its own
    iproduct!([whole, bare], signs).find_map(ends)
}

fn is_stack(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|coin| matches!(coin, 'G' | 'S' | 'g' | 's'))
}

/// The names of octal games, each one word.
pub(super) fn names_of_games() -> Vec<&'static str> {
    GAMES.split('|').filter_map(|game| Some(game.split_once(' ')?.0)).collect()
}

/// The code of a game with a name.
fn game(name: &str) -> Option<String> {
    let name = name.to_lowercase().replace(['\'', '’'], "").replace([' ', '_'], "-").replace(NO_BREAK, "-");
    let mut games = GAMES.split('|').filter_map(|game| game.split_once(' '));
    games.find(|(known, _)| *known == name).map(|(_, code)| code.to_owned())
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
        let is_text = index > 0 && (takes_text(&words[index - 1]) || words[0] == "help");
        let is_bare = index > 0 && !is_text && OPTIONS.contains(&word.as_str());
        let own = OTHERS.iter().find(|(other, _)| word == other).map(|(_, own)| (*own).to_owned());
        own.unwrap_or_else(|| if is_bare { format!("--{word}") } else { word.clone() })
    };
    let dashed: Vec<_> = words.iter().enumerate().map(dashed).collect();
    (dashed != words).then_some(Guess::Call(dashed))
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
    // a name is not a slip of itself
    let least = near.first().map(|&(distance, _)| distance).filter(|&distance| distance > 0);
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
    let samples = "{A}=2;{B}=9;{N}=17;{K}=3;{C}=0.77;{RANGE}=2-9;{DIFFERENCE}=2-9;{NUMBERS}=3 4;{LIST}=1,5;{STACK}=GS;\
                   {STACKS}=GG S;{GAME}=dawson's kayles;{FILE}=kayles.cert;{O}=0.137;{WORDS}=5 6;{STALK}=GSG;{REST}=2 9;{OTHER}=hex;{COMMAND}=play;{HEAPS}=3 5 7";
    let samples = samples.split(';').filter_map(|sample| sample.split_once('=')).collect_vec();
    let filled =
        |typed: &str| samples.iter().fold(typed.to_owned(), |call, (name, value)| call.replace(name, value));
    let forms = TABLE.iter().flat_map(|(forms, _)| forms.split('|'));
    forms.map(|form| filled(form).split(' ').map(str::to_owned).collect()).collect()
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
            (
                "range 200,500",
                "cannot read '200,500': it has two readings: 200500 as one number, or 200 and 500 as two",
            ),
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
