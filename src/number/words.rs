//! Numbers in several words, as a shell or a line has them.

use super::excerpt::quoted;
use super::read::{ParseSurdError, SIGNS, two_readings};

/// What goes on in the next word if a word ends with it: signs, and roots.
const OPEN_ENDS: [&str; 16] =
    ["+", "-", "−", "–", "*", "·", "×", "/", "÷", "^", "≈", "=", "about", "sqrt", "√", "Sqrt"];
/// What goes on with the word before if a word begins with it, or is it.
const CLOSE_BEGINS: [&str; 9] = ["*", "·", "×", "/", "÷", "^", "≈", "=", "about"];

/// Whether a number that ends so goes on in the next word.
pub(crate) fn is_open(word: &str) -> bool {
    OPEN_ENDS.iter().any(|end| word.ends_with(end))
}

/// Numbers in the words of a call or a line, each in one text: `5 + sqrt 2` is one in four words.
/// In a sum of segments a plus between spaces stands between two numbers instead. A comma may end
/// a word.
///
/// # Errors
/// For `2 +3`, and in a sum for `2+ 3`, which are one number or two.
pub(crate) fn join_words<'a>(
    words: impl IntoIterator<Item = &'a str>,
    is_sum: bool,
) -> Result<Vec<String>, ParseSurdError> {
    let mut numbers: Vec<String> = vec![];
    // whether the next word goes on, and whether it cannot
    let (mut is_continued, mut is_parted) = (false, true);
    let mut words = words.into_iter().peekable();
    while let Some(typed) = words.next() {
        let word = typed.strip_suffix(',').filter(|word| !word.is_empty()).unwrap_or(typed);
        let word = if word == "about" { "≈" } else { word };
        let is_sign = SIGNS.iter().any(|&sign| word.chars().eq([sign]));
        if is_sum && word == "+" && !is_continued && !is_parted && words.peek().is_some() {
            is_parted = true;
            continue;
        }
        let goes_on = is_continued || is_sign || CLOSE_BEGINS.iter().any(|begin| word.starts_with(begin));
        match numbers.last_mut().filter(|_| !is_parted) {
            Some(number)
                if !is_continued && !is_sign && word.starts_with('+') || is_sum && number.ends_with('+') =>
            {
                let (left, right) = (number.trim_end_matches('+'), word.trim_start_matches('+'));
                let problem = two_readings(&format!("{left}+{right}"), &[left, right]);
                return Err(ParseSurdError { input: quoted(&format!("{number} {word}")), problem });
            }
            Some(number) if goes_on => *number += word,
            _ => numbers.push(word.to_owned()),
        }
        is_continued = is_open(word);
        is_parted = typed.ends_with(',');
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_joined_to_numbers() {
        for (line, numbers, sum) in [
            ("4 + sqrt 2", "4+sqrt2", "4|sqrt2"),
            ("2 5+ √ 3", "2|5+√3", ""),
            ("3 - √2 7", "3-√2|7", "3-√2|7"),
            ("2 * 3 / 4 5", "2*3/4|5", "2*3/4|5"),
            ("5+2√2 ≈ 7.83, 4 about 4.0 3 ≈3", "5+2√2≈7.83|4≈4.0|3≈3", "5+2√2≈7.83|4≈4.0|3≈3"),
            ("5, 7,5", "5|7,5", "5|7,5"),
            ("5, - 2", "5|-2", "5|-2"),
            ("2 + 3 + 4", "2+3+4", "2|3|4"),
            ("2 + +3", "2++3", "2|+3"),
            ("2 +", "2+", "2+"),
            ("+3 4", "+3|4", "+3|4"),
            ("2 -3", "2|-3", "2|-3"),
            ("2 +3", "", ""),
        ] {
            let joined = |is_sum| {
                join_words(line.split(' '), is_sum).map_or_else(|_| String::new(), |all| all.join("|"))
            };
            assert_eq!([joined(false), joined(true)], [numbers, sum], "{line}");
        }
        let refusal = join_words(["2+", "3"], true).unwrap_err().to_string();
        assert_eq!(refusal, "cannot read '2+ 3': it has two readings: 2+3 as one number, or 2 and 3 as two");
    }
}
