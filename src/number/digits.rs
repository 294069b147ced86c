//! The digits of machine integers, appended to a text in a fraction of the time of a format.
//!
//! A text is a vector of bytes here, all of which are ASCII: a string would check them.

/// The digits of 0, 1, …, 99, two each.
const PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut number = 0;
    while number < pairs.len() {
        pairs[number] = [b'0' + (number / 10) as u8, b'0' + (number % 10) as u8];
        number += 1;
    }
    pairs
};

/// The most digits of 64 bits.
const MOST_DIGITS: usize = 20;

/// The string of a text.
pub(super) fn ascii(text: Vec<u8>) -> String {
    // every byte is ASCII
    String::from_utf8(text).unwrap_or_default()
}

/// Appends a whole number.
pub(crate) fn write_whole(text: &mut Vec<u8>, number: u64) {
    match number {
        0..10 => text.push(b'0' + number as u8),
        10..100 => text.extend_from_slice(&PAIRS[number as usize]),
        _ => {
            write_whole(text, number / 100);
            text.extend_from_slice(&PAIRS[(number % 100) as usize]);
        }
    }
}

/// Appends an integer.
pub(crate) fn write_integer(text: &mut Vec<u8>, number: i64) {
    if number < 0 {
        text.push(b'-');
    }
    write_whole(text, number.unsigned_abs());
}

/// Appends the last `count` digits of a whole number, with zeros in front if it has fewer; at most
/// 20.
pub(super) fn write_last_digits(text: &mut Vec<u8>, mut number: u64, count: usize) {
    let mut digits = [b'0'; MOST_DIGITS];
    for pair in digits.rchunks_exact_mut(2).take(count.div_ceil(2)) {
        pair.copy_from_slice(&PAIRS[(number % 100) as usize]);
        number /= 100;
    }
    // an odd count leaves out the first digit of a pair
    text.extend_from_slice(&digits[MOST_DIGITS.saturating_sub(count)..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_written_like_those_of_a_format() {
        let powers = (0..20).map(|exponent| 10_u64.pow(exponent));
        let around = powers.flat_map(|power| [power - 1, power, power + 1, power / 7]);
        for number in around.chain(0..1000).chain([u64::MAX]) {
            let mut text = vec![b'-'];
            write_whole(&mut text, number);
            assert_eq!(text, format!("-{number}").as_bytes());
            for count in 0..=MOST_DIGITS {
                let mut text = vec![];
                write_last_digits(&mut text, number, count);
                let padded = format!("{number:020}");
                assert_eq!(text, padded.as_bytes()[MOST_DIGITS - count..], "{count} digits of {number}");
            }
        }
    }
}
