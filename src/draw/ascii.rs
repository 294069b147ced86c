//! Drawings in ASCII, for terminals that have nothing else.

/// The sign of a root where a place holds one letter.
const ROOT: char = 'v';

/// A drawing in the letters of ASCII, each line as long as before: `v2` stands for √2, which a last
/// line says.
///
/// ```
/// # use nimsweep::draw::ascii;
/// assert_eq!(ascii("√2 ·▐█▌│"), "v2 ./#\\|\nv2 is sqrt(2)");
/// ```
#[must_use]
pub fn ascii(text: &str) -> String {
    let mut ascii: String = text.chars().map(letter).collect();
    if let Some((_, behind)) = text.split_once('√') {
        let under: String = behind.chars().take_while(char::is_ascii_digit).collect();
        ascii += &format!("\n{ROOT}{under} is sqrt({under})");
    }
    ascii
}

fn letter(sign: char) -> char {
    match sign {
        '█' => '#',
        '▌' => '\\',
        '▐' => '/',
        '▒' => '+',
        '▓' => '%',
        '│' => '|',
        '·' => '.',
        '●' => 'o',
        '─' | '━' | '╸' | '╌' | '−' | '–' => '-',
        '\u{2500}'..='\u{257f}' => '+',
        '≈' | '…' => '~',
        '√' => ROOT,
        '⊕' => '^',
        // dots of the upper and of the lower half of a cell of Braille
        '\u{2800}'..='\u{28ff}' => match [0x1b, 0xe4].map(|half| u32::from(sign) & half & 0xff > 0) {
            [false, false] => ' ',
            [true, false] => '\'',
            [false, true] => '.',
            [true, true] => ':',
        },
        sign if sign.is_ascii() => sign,
        _ => '?',
    }
}
