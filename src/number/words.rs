//! Numbers in several words, as a shell or a line has them.

use super::read::{CUBE_ROOTS, ROOTS, SIGNS, of_input, two_readings};
use crate::error::Error;

/// Signs with a number before and behind, besides those that may begin one.
const BETWEEN: [char; 8] = ['*', '·', '×', '/', '÷', '^', '≈', '='];

/// Whether a number that ends so goes on in the next word: behind a sign or the name of a root, and
/// in parentheses.
#[cfg(feature = "cli")]
pub(crate) fn is_open(word: &str) -> bool {
    ends_open(word) || depth(word) > 0
}

fn ends_open(word: &str) -> bool {
    let is_root = ROOTS.iter().chain(&CUBE_ROOTS).any(|root| word.ends_with(root));
    is_root || word.ends_with(BETWEEN) || word.ends_with(SIGNS)
}

/// How many parentheses of a text are open at its end.
fn depth(text: &str) -> isize {
    // a text has at most isize::MAX bytes
    text.matches(['(', '[', '{']).count() as isize - text.matches([')', ']', '}']).count() as isize
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
) -> Result<Vec<String>, Error> {
    let mut numbers: Vec<String> = vec![];
    let (mut is_parted, mut has_plus, mut inside) = (true, false, 0);
    let mut words = words.into_iter().peekable();
    while let Some(typed) = words.next() {
        let word = if typed == "about" { "≈" } else { typed.strip_suffix(',').unwrap_or(typed) };
        let is_continued = !is_parted && numbers.last().is_some_and(|number| inside > 0 || ends_open(number));
        let is_sign = SIGNS.iter().any(|&sign| word.chars().eq([sign]));
        if word.is_empty() || is_sum && word == "+" && !is_continued && !is_parted && words.peek().is_some() {
            (is_parted, has_plus) = (true, has_plus || word == "+");
            continue;
        }
        let is_joined = is_continued || is_sign || word.starts_with(BETWEEN);
        if let Some(number) = numbers.last().filter(|_| !is_parted) {
            let refused = |one: String, left: &str, right: &str| {
                of_input(&format!("{number} {word}"), two_readings(&one, &[left, right]))
            };
            let (left, right) = (number.trim_end_matches('+'), word.trim_start_matches('+'));
            // a plus at one of the two
            let is_close =
                !is_sign && !is_continued && word.starts_with('+') || is_sum && number.ends_with('+');
            if is_close && !left.is_empty() && inside <= 0 && !ends_open(left) {
                return Err(refused(format!("{left}+{right}"), left, right));
            }
            // 2 + 3 sqrt2
            if has_plus && !is_joined {
                return Err(refused(format!("{number}*{word}"), number, word));
            }
        }
        match numbers.last_mut().filter(|_| is_joined && !is_parted) {
            Some(number) => {
                *number += word;
                inside += depth(word);
            }
            None => {
                numbers.push(word.to_owned());
                inside = depth(word);
            }
        }
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
            ("+ 3", "+3", "+3"),
            ("5, + 3", "5|+3", "5|+3"),
            ("2 + + 3", "2++3", "2|+3"),
            ("5 , 7", "5|7", "5|7"),
            ("(1 + √5)/2 + 3", "(1+√5)/2+3", "(1+√5)/2|3"),
            ("cbrt 8 + ∛ 27", "cbrt8+∛27", "cbrt8|∛27"),
        ] {
            let joined = |is_sum| {
                join_words(line.split(' '), is_sum).map_or_else(|_| String::new(), |all| all.join("|"))
            };
            assert_eq!([joined(false), joined(true)], [numbers, sum], "{line}");
        }
        let refusal = join_words(["2+", "3"], true).unwrap_err().to_string();
        assert_eq!(refusal, "cannot read '2+ 3': it is ambiguous: 2+3 as one number, or 2 and 3 as two");
    }
}
