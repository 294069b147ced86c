//! The digits of machine integers, appended to a text in a fraction of the time of a format.

/// The digits of 0, 1, …, 99, two each.
const PAIRS: &str = concat!(
    "00010203040506070809",
    "10111213141516171819",
    "20212223242526272829",
    "30313233343536373839",
    "40414243444546474849",
    "50515253545556575859",
    "60616263646566676869",
    "70717273747576777879",
    "80818283848586878889",
    "90919293949596979899",
);

/// Appends a whole number.
pub(crate) fn write_whole(text: &mut String, number: u64) {
    match number {
        0..10 => write_digit(text, number),
        10..100 => write_pair(text, number),
        _ => {
            write_whole(text, number / 100);
            write_pair(text, number % 100);
        }
    }
}

/// The most digits of 64 bits.
const MOST_DIGITS: usize = 20;

/// Appends the last `count` digits of a whole number, with zeros in front if it has fewer; at most
/// 20.
pub(super) fn write_last_digits(text: &mut String, mut number: u64, count: usize) {
    debug_assert!(count <= MOST_DIGITS, "{count} digits");
    let mut pairs = [0; MOST_DIGITS / 2];
    let pairs = &mut pairs[..(count / 2).min(MOST_DIGITS / 2)];
    for pair in pairs.iter_mut().rev() {
        *pair = number % 100;
        number /= 100;
    }
    if count % 2 == 1 {
        write_digit(text, number % 10);
    }
    pairs.iter().for_each(|&pair| write_pair(text, pair));
}

/// Appends a number below 10.
fn write_digit(text: &mut String, digit: u64) {
    text.push(char::from(b'0' + digit as u8));
}

/// Appends a number below 100 with two digits.
fn write_pair(text: &mut String, pair: u64) {
    let start = 2 * pair as usize;
    text.push_str(&PAIRS[start..start + 2]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_written_like_those_of_a_format() {
        let powers = (0..20).map(|exponent| 10_u64.pow(exponent));
        let around = powers.flat_map(|power| [power - 1, power, power + 1, power / 7]);
        for number in around.chain(0..1000).chain([u64::MAX]) {
            let mut text = String::from("-");
            write_whole(&mut text, number);
            assert_eq!(text, format!("-{number}"));
            for count in 0..=MOST_DIGITS {
                let mut text = String::new();
                write_last_digits(&mut text, number, count);
                let padded = format!("{number:020}");
                assert_eq!(text, padded[MOST_DIGITS - count..], "{count} digits of {number}");
            }
        }
    }
}
