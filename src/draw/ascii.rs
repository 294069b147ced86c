//! Drawings in ASCII, for terminals that have nothing else.

/// The sign of a root where a place holds one letter.
const ROOT: char = 'v';

/// A drawing in the letters of ASCII, each line as long as before or shorter. Beside a drawing
/// `v2` stands for √2, which a last line says.
///
/// ```
/// # use nimsweep::draw::ascii;
/// assert_eq!(ascii("√2 ·▐█▌│"), "v2 .+#+|\nv2 is sqrt(2)");
/// assert_eq!(ascii("L = 1+√2 ≈ 2.41"), "L = 1+sqrt2 ~ 2.41");
/// ```
#[must_use]
pub fn ascii(text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(line).collect();
    let drawn = text.lines().filter(|line| line.contains(is_drawn)).collect::<String>();
    if let Some((_, behind)) = drawn.split_once('√') {
        let under: String = behind.chars().take_while(char::is_ascii_digit).collect();
        lines.push(format!("{ROOT}{under} is sqrt({under})"));
    }
    lines.join("\n")
}

fn line(text: &str) -> String {
    const SQRT: &str = "sqrt";
    let is_drawing = text.contains(is_drawn);
    let mut line = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '√' if is_drawing => line.push(ROOT),
            '√' => {
                // a number at the end of an axis keeps its place
                const MORE: usize = SQRT.len() - 1;
                if let Some(space) = line.rfind(&" ".repeat(MORE + 2)) {
                    line.replace_range(space..space + MORE, "");
                }
                line += SQRT;
            }
            '⊕' => line += "xor",
            '…' => line += "...",
            sign => line.push(letter(sign)),
        }
    }
    line
}

/// Whether a sign is a part of a drawing rather than of a text.
fn is_drawn(sign: char) -> bool {
    matches!(sign, '\u{2500}'..='\u{259f}' | '\u{2800}'..='\u{28ff}' | '●' | '·')
}

fn letter(sign: char) -> char {
    match sign {
        '█' => '#',
        '▌' | '▐' | '▒' => '+',
        '▓' => '%',
        '│' => '|',
        '·' => '.',
        '●' => 'o',
        '─' | '━' | '╸' | '╌' | '−' | '–' => '-',
        '\u{2500}'..='\u{257f}' => '+',
        '≈' => '~',
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
