//! Numbers in a call that the parser has refused: as other programs write them, in several words,
//! or with more than one reading.

use crate::number::Surd;

/// What a call means that was refused.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Guess {
    /// Another call, without the name of the program.
    Call(Vec<String>),
    /// What would be right.
    Sentence(String),
}

/// Whether a word is an option, and not a negative number.
pub(super) fn is_option(word: &str) -> bool {
    word.starts_with('-') && word.len() > 1 && !is_number(word)
}

/// Whether a short word is a number. Many rows ask for it, so that none may take long.
pub(super) fn is_number(word: &str) -> bool {
    const LONGEST: usize = 100;
    const LONGEST_POWER: usize = 12;
    let most = if word.contains(['^', 'e', 'E']) { LONGEST_POWER } else { LONGEST };
    word.len() <= most && word.parse::<Surd>().is_ok()
}

pub(super) fn are_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit())
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

/// A word with a comma before three digits: what stands before it and behind it.
pub(super) fn thousands(words: &[String]) -> Option<(&str, &str)> {
    let parts = words.iter().filter_map(|word| word.split_once(','));
    parts
        .into_iter()
        .find(|(whole, rest)| are_digits(whole) && whole.len() <= 3 && are_digits(rest) && rest.len() == 3)
}

/// `grundy sqrt 2`: a root in two words.
pub(super) fn root_of_words(words: &[String]) -> Option<Guess> {
    let at = words.iter().position(|word| word.ends_with("sqrt") || word.ends_with('√'))?;
    let number = format!("{}{}", words[at], words.get(at + 1)?);
    is_number(&number).then(|| Guess::Call([&words[..at], &[number], &words[at + 2..]].concat()))
}

/// `--lengths 1 2`, `--lengths '1 2'` and `--lengths [1,2]` as one word.
pub(super) fn lengths_in_one_word(words: &[String]) -> Option<Guess> {
    let begin = words.iter().position(|word| word == "--lengths")? + 1;
    let count = words[begin..].iter().take_while(|word| !is_option(word)).count();
    let typed = &words[begin..begin + count];
    let lengths = list(&typed.join(" "))?;
    (typed != [lengths.as_str()])
        .then(|| Guess::Call([&words[..begin], &[lengths], &words[begin + count..]].concat()))
}

/// An exact number with its decimals behind it, as answers are pasted: `5+2√2 ≈ 7.83`, in one word
/// or in several, and with "about" for the sign.
pub(super) fn without_decimals(words: &[String]) -> Option<Guess> {
    const ABOUT: [&str; 3] = ["≈", "about", "="];
    let mut exact: Vec<String> = vec![];
    let mut rest = words.iter().map(String::as_str).peekable();
    while let Some(word) = rest.next() {
        let follows_number = exact.last().is_some_and(|last| is_number(last));
        let is_decimal = |decimal: &&str| is_number(decimal.trim_end_matches(','));
        if follows_number && ABOUT.contains(&word) && rest.next_if(is_decimal).is_some() {
            continue;
        }
        if follows_number && word.strip_prefix('≈').is_some_and(is_number) {
            continue;
        }
        let parts = ABOUT.iter().find_map(|sign| word.split_once(sign));
        let parts = parts.map(|(number, decimal)| [number.trim(), decimal.trim()]);
        let number =
            parts.filter(|[number, decimal]| is_number(number) && (decimal.is_empty() || is_number(decimal)));
        exact.push(number.map_or(word, |[number, _]| number).to_owned());
        // 5+2√2≈ 7.83
        if number.is_some_and(|[_, decimal]| decimal.is_empty()) {
            rest.next_if(|decimal| is_number(decimal));
        }
    }
    (exact != words).then_some(Guess::Call(exact))
}

/// `L=5`, as answers have it, and `3cm`.
pub(super) fn other_numbers(words: &[String], options: &[String]) -> Option<Guess> {
    let named = |word: &String| word.strip_prefix("L=").filter(|number| is_number(number)).map(str::to_owned);
    if words.iter().any(|word| named(word).is_some()) {
        let words: Vec<_> = words.iter().map(|word| named(word).unwrap_or_else(|| word.clone())).collect();
        return Some(Guess::Call([&words, options].concat()));
    }
    words.iter().find_map(|word| {
        let number = word.trim_end_matches(|c: char| c.is_alphabetic());
        let unit = &word[number.len()..];
        (is_number(number) && ["mm", "cm", "m", "km", "in", "ft", "px"].contains(&unit))
            .then(|| Guess::Sentence(format!("lengths have no unit; write {number}")))
    })
}
