//! Numbers in a call that the parser has refused: as other programs write them, in several words,
//! or with more than one reading.

use crate::error::ErrorKind;
use crate::number::{Surd, are_digits, begins_negative_number, is_open, join_words};

/// What a call means that was refused.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Guess {
    /// Another call, without the name of the program.
    Call(Vec<String>),
    /// What would be right.
    Sentence(String),
    /// The answer, which no command gives.
    Answer(String),
}

/// Whether a word is an option, and not a negative number.
pub(super) fn is_option(word: &str) -> bool {
    word.starts_with('-') && word.len() > 1 && !begins_negative_number(word)
}

/// Whether a short word is a number. Many rows ask for it, so that none may take long.
pub(super) fn is_number(word: &str) -> bool {
    const LONGEST: usize = 100;
    const LONGEST_POWER: usize = 12;
    let most = if word.contains(['^', 'e', 'E']) { LONGEST_POWER } else { LONGEST };
    word.len() <= most && word.parse::<Surd>().is_ok()
}

/// Numbers between commas or spaces, perhaps in brackets, with commas between them.
pub(super) fn list(text: &str) -> Option<String> {
    let bare = text.trim_matches(|c: char| "[]{} ".contains(c));
    let numbers: Vec<_> = match bare.contains(',') {
        true => bare.split(',').map(str::trim).collect(),
        false => bare.split_whitespace().collect(),
    };
    (!numbers.is_empty() && numbers.iter().all(|number| is_number(number))).then(|| numbers.join(","))
}

/// `--upto 2 1/2`: two words that are a mixed number, too, where one number is asked.
pub(super) fn mixed_number(words: &[String]) -> Option<String> {
    let is_mixed = |words: &&[String]| {
        const BEFORE_ONE: &str = "grundy gain --upto --at --length --place --lengths";
        let is_one = BEFORE_ONE.split(' ').any(|word| word == words[0]);
        let is_part = |part: Surd| part.is_positive() && part < Surd::from(1);
        is_one
            && are_digits(&words[1])
            && words[2].chars().all(|c| c.is_numeric() || c == '/')
            && words[2].parse().is_ok_and(is_part)
    };
    let mixed = words.windows(3).find(is_mixed)?;
    Some(mixed[1..].join(" ").parse::<Surd>().err()?.to_string())
}

/// The readings of a word that has two.
pub(super) fn two_readings(words: &[String]) -> Option<Guess> {
    // 1,2 is a list behind --lengths, however that is spelled, and where lists are compared
    let are_lists = words.iter().any(|word| word == "compare");
    let is_list = |index: usize| {
        let is_behind = index > 0 && words[index - 1].starts_with("--len");
        (are_lists || is_behind) && list(&words[index]).is_some()
    };
    let words = words.iter().enumerate().filter(|&(index, _)| !is_list(index));
    let mut errors = words.filter_map(|(_, word)| word.parse::<Surd>().err());
    let error = errors.find(|error| error.kind() == ErrorKind::Ambiguous)?;
    Some(Guess::Sentence(error.to_string()))
}

/// `--lengths 1 2` and `--lengths [1,2]` as one word.
pub(super) fn lengths_in_one_word(words: &[String]) -> Option<Guess> {
    let begin = words.iter().position(|word| word == "--lengths")? + 1;
    let count = words[begin..].iter().take_while(|word| !is_option(word)).count();
    let typed = &words[begin..begin + count];
    let lengths = list(&typed.join(" "))?;
    (typed != [lengths.as_str()])
        .then(|| Guess::Call([&words[..begin], &[lengths], &words[begin + count..]].concat()))
}

/// Whether an option takes something else than a number.
pub(super) fn takes_text(option: &str) -> bool {
    const OPTIONS: &str =
        "--csv --certificate --checkpoint --resume -o --output --title --data --bfile --where";
    OPTIONS.split(' ').any(|text| text == option)
}

/// `grundy 4 + sqrt 2`, `gain 5+2√2 ≈ 7.83`: numbers in several words each, and those that are one
/// number or two.
pub(super) fn joined_numbers(words: &[String]) -> Option<Guess> {
    let mut call: Vec<String> = vec![];
    let mut rest = words;
    while !rest.is_empty() {
        let count = 1 + rest[1..].iter().take_while(|word| !is_option(word)).count();
        let begin = rest[..count].iter().position(|word| is_number(word) || is_open(word)).unwrap_or(count);
        let begin = if takes_text(&rest[0]) { count } else { begin };
        let (before, typed) = rest[..count].split_at(begin);
        let is_one = matches!(before, [command] if command == "grundy" || command == "gain");
        if is_one && !typed.iter().all(|word| is_number(word)) {
            let refusal = two_readings(&[typed.join(" ")]);
            if refusal.is_some() {
                return refusal;
            }
        }
        match join_words(typed.iter().map(String::as_str), false) {
            Err(error) => return Some(Guess::Sentence(error.to_string())),
            Ok(numbers) if numbers.iter().all(|number| is_number(number)) => {
                // decimals that have been compared are left out
                let exact = numbers.iter().flat_map(|number| number.split(['≈', '=']).next());
                call.extend(before.iter().cloned().chain(exact.map(str::to_owned)));
            }
            Ok(_) => call.extend_from_slice(&rest[..count]),
        }
        rest = &rest[count..];
    }
    (call != words).then_some(Guess::Call(call))
}

/// `L=5`, as answers have it, and `3cm`.
pub(super) fn named_numbers(words: &[String]) -> Option<Guess> {
    let bare: Vec<_> = words.iter().map(|word| word.strip_prefix("L=").unwrap_or(word).to_owned()).collect();
    if bare != words {
        return Some(Guess::Call(bare));
    }
    words.iter().find_map(|word| {
        let number = word.trim_end_matches(|c: char| c.is_alphabetic());
        let unit = &word[number.len()..];
        (is_number(number) && ["mm", "cm", "m", "km", "in", "ft", "px"].contains(&unit))
            .then(|| Guess::Sentence(format!("lengths have no unit; write {number}")))
    })
}
