//! Lines of text with italic variables and raised exponents, and how wide they are.
//!
//! Widths are the advance widths of KaTeX's faces Main and Math, cut from Computer Modern; those of
//! italic letters are rounded up. They are wider than those of Times, letter by letter, so that no
//! line is longer than it is taken to be in any face that [`FACES`] names before the last.

use itertools::Itertools;

use crate::number::Surd;

/// The faces of upright text, the first that is there.
pub(super) const FACES: &str =
    "KaTeX_Main, 'Latin Modern Roman', 'STIX Two Text', 'Times New Roman', Times, serif";
/// The faces of variables.
pub(super) const ITALIC_FACES: &str =
    "KaTeX_Math, 'Latin Modern Roman', 'STIX Two Text', 'Times New Roman', Times, serif";

/// How large an exponent is, beside the text.
pub(super) const RAISED_SIZE: f64 = 0.7;
/// How far an exponent is raised, in sizes of the text.
pub(super) const RAISED_BY: f64 = 0.4;

/// How a part of a line is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Upright,
    Italic,
    /// An exponent.
    Raised,
    /// What is said about what is red.
    Remark,
}

/// A line of text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Line {
    parts: Vec<(Style, String)>,
}

impl Line {
    /// Reads a line in which the letters of `*x*` are italic. An asterisk without partner and one
    /// behind a backslash stand for themselves.
    pub(super) fn marked(text: &str) -> Self {
        let split = |text| Self::mark(text).map(|at: usize| (&text[..at], &text[at + 1..]));
        let literal = |text: &str| text.replace(r"\*", "*");
        let mut line = Self::default();
        let mut rest = text;
        while let Some((before, (inside, after))) =
            split(rest).and_then(|(before, rest)| Some((before, split(rest)?)))
        {
            line = line.then(Style::Upright, literal(before)).then_formula(&literal(inside));
            rest = after;
        }
        line.then(Style::Upright, literal(rest))
    }

    /// Where the first asterisk is that is not behind a backslash.
    fn mark(text: &str) -> Option<usize> {
        text.match_indices('*').map(|(at, _)| at).find(|&at| !text[..at].ends_with('\\'))
    }

    /// The line with letters in italics behind; digits and signs are upright in a formula.
    fn then_formula(self, text: &str) -> Self {
        let style = |c: &char| if c.is_alphabetic() { Style::Italic } else { Style::Upright };
        let runs = text.chars().chunk_by(style);
        runs.into_iter().fold(self, |line, (style, run)| line.then(style, run.collect::<String>()))
    }

    /// The line with another part behind.
    pub(super) fn then(mut self, style: Style, text: impl Into<String>) -> Self {
        let text = text.into();
        if !text.is_empty() {
            self.parts.push((style, text));
        }
        self
    }

    pub(super) fn parts(&self) -> &[(Style, String)] {
        &self.parts
    }

    /// The text without its styles; exponents stand behind ^.
    pub(super) fn plain(&self) -> String {
        let text = |(style, text): &(Style, String)| match style {
            Style::Raised => format!("^{text}"),
            _ => text.clone(),
        };
        self.parts.iter().map(text).collect()
    }

    /// The width of the line at this size of the text.
    pub(super) fn width(&self, size: f64) -> f64 {
        let width = |(style, text): &(Style, String)| {
            let scale = if *style == Style::Raised { RAISED_SIZE } else { 1.0 };
            text.chars().map(|c| f64::from(advance(c, *style == Style::Italic))).sum::<f64>() * scale
        };
        self.parts.iter().map(width).sum::<f64>() * size / 1000.0
    }
}

/// The first of these lines that is at most so wide, and the last if none is.
pub(super) fn fitting(lines: &[Line], size: f64, width: f64) -> Line {
    lines.iter().find(|line| line.width(size) <= width).or(lines.last()).cloned().unwrap_or_default()
}

/// The letters of the upright face, each with its width in thousandths of the size.
const WIDTHS: [(u16, &str); 28] = [
    (250, " "),
    (278, "!',.:;[]il|"),
    (306, "fj"),
    (333, "-"),
    (361, "I"),
    (389, "()t"),
    (392, "r"),
    (394, "s"),
    (444, "cez"),
    (472, "?"),
    (500, "$*/\\^_{}~\"ago0123456789–"),
    (528, "kqvxy"),
    (556, "bdhnpuS"),
    (611, "Z"),
    (625, "L"),
    (653, "F"),
    (681, "EP"),
    (708, "B"),
    (722, "CTw"),
    (736, "R"),
    (750, "AHNUVXY"),
    (764, "D"),
    (778, "&+<=>@KOQ−≈∝≤≥×⊕"),
    (785, "G"),
    (833, "#%m√"),
    (917, "M"),
    (1000, "∞"),
    (1172, "…"),
];

/// The letters of the italic face, each with a width that it does not exceed.
const ITALIC_WIDTHS: [(u16, &str); 8] = [
    (345, "il"),
    (490, "fjrstI"),
    (576, "abcdeghkopquvxyz"),
    (615, "nST"),
    (760, "ABCEFJLPUVYZ"),
    (850, "wDGHKNOQRX"),
    (880, "m"),
    (970, "MW"),
];

/// How far a letter takes, in thousandths of the size; that of the widest for one that is unknown.
fn advance(letter: char, italic: bool) -> u16 {
    let find = |table: &[(u16, &str)]| {
        table.iter().find(|(_, letters)| letters.contains(letter)).map(|(width, _)| *width)
    };
    let upright = find(&WIDTHS).unwrap_or(1028);
    if italic { find(&ITALIC_WIDTHS).unwrap_or(upright) } else { upright }
}

/// The most decimals of a number that is printed as a decimal.
const MOST_DECIMALS: usize = 6;

/// An exact number as it is printed: `20 + 3√2`, `(200 + 29√2)/92`, `−1/3`; as a decimal if it has
/// few, as in `7.5`.
pub(super) fn exact(number: &Surd) -> String {
    if number.as_rational().is_some() {
        let decimals = (0..=MOST_DECIMALS).map(|digits| number.to_decimal(digits));
        let equal = |text: &String| text.parse::<Surd>().is_ok_and(|value| value == *number);
        if let Some(text) = { decimals }.find(equal) {
            return decimal(&text);
        }
    }
    let plain = number.to_string().replace("*sqrt(", "√").replace("sqrt(", "√");
    // the parenthesis that closes a root goes, too
    let mut parts = plain.split('√');
    let first = parts.next().unwrap_or_default().to_owned();
    let text = parts.fold(first, |text, part| text + "√" + &part.replacen(')', "", 1));
    let text = text.replace('+', " + ").replace('-', " − ").replace("( − ", "(−");
    text.strip_prefix(" − ").map(|rest| format!("−{rest}")).unwrap_or(text)
}

/// Numbers as a list, with a word before the last: `1, 3/2 and √2`.
pub(super) fn list(numbers: &[Surd], word: &str) -> String {
    let numbers: Vec<_> = numbers.iter().map(exact).collect();
    match numbers.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} {word} {last}", others.join(", ")),
    }
}

/// What a title says of the lengths of the pieces: all of them, and how many they are.
pub(super) fn pieces(lengths: &[Surd], word: &str) -> [String; 2] {
    let count = match lengths.len() {
        1 => "one length".to_owned(),
        count => format!("{count} lengths"),
    };
    [format!("pieces of length {}", list(lengths, word)), format!("pieces of {count}")]
}

/// Lines of text in which letters are italic, from long to short.
pub(super) fn marked<const N: usize>(lines: [String; N]) -> Vec<Line> {
    lines.iter().map(|line| Line::marked(line)).collect()
}

/// The titles with a remark behind, if there is one.
pub(super) fn remarked(titles: &[(String, &str)]) -> Vec<Line> {
    titles.iter().map(|(title, remark)| Line::marked(title).then(Style::Remark, *remark)).collect()
}

/// A whole number with commas between groups of three digits.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    // a digit is one byte
    digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).join(",")
}

/// A decimal as it is printed: with a proper minus sign.
pub(super) fn decimal(text: &str) -> String {
    text.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_set_as_in_print() {
        for (number, expected) in [
            ("20+3*sqrt2", "20 + 3√2"),
            ("(200+29*sqrt(2))/92", "(200 + 29√2)/92"),
            ("-1/3", "−1/3"),
            ("-5/2", "−2.5"),
            ("50001/500", "100.002"),
            ("1/10000000", "1/10000000"),
            ("-sqrt(3)-1", "−1 − √3"),
            ("(3-sqrt5)/2", "(3 − √5)/2"),
            ("7", "7"),
        ] {
            assert_eq!(exact(&number.parse().unwrap()), expected);
        }
    }

    #[test]
    fn digits_are_grouped() {
        let of = |number: u64| grouped(number);
        assert_eq!([of(0), of(999), of(1000), of(485_252)], ["0", "999", "1,000", "485,252"]);
    }

    #[test]
    fn asterisks_make_italics() {
        let line = Line::marked("gain *e*(*L*), 2*3");
        let expected = [
            (Style::Upright, "gain "),
            (Style::Italic, "e"),
            (Style::Upright, "("),
            (Style::Italic, "L"),
            (Style::Upright, "), 2*3"),
        ];
        assert!(line.parts().iter().map(|(style, text)| (*style, text.as_str())).eq(expected));
        assert_eq!(line.plain(), "gain e(L), 2*3");
        let line = Line::marked(r"2 \* 3, *a\*b*, 4*5\*6");
        assert_eq!(line.plain(), "2 * 3, a*b, 4*5*6");
        let italic: Vec<_> = line.parts().iter().filter(|(style, _)| *style == Style::Italic).collect();
        assert_eq!(italic, [&(Style::Italic, "a".to_owned()), &(Style::Italic, "b".to_owned())]);
        assert_eq!(Line::marked("*e(L*)"), Line::marked("*e*(*L*)"));
    }

    /// The widths of the letters of a face, in the units of its file.
    struct Face(&'static [u8]);

    impl Face {
        fn number(&self, at: usize) -> usize {
            u16::from_be_bytes(self.0[at..at + 2].try_into().unwrap()).into()
        }

        fn long(&self, at: usize) -> usize {
            self.number(at) << 16 | self.number(at + 2)
        }

        fn table(&self, name: &[u8; 4]) -> usize {
            let entry = (0..self.number(4)).map(|index| 12 + 16 * index);
            self.long({ entry }.find(|&at| &self.0[at..at + 4] == name).unwrap() + 8)
        }

        /// The number of a letter's shape by the table of segments, format 4; 0 if there is none.
        fn glyph(&self, letter: char) -> usize {
            let (cmap, code) = (self.table(b"cmap"), usize::try_from(u32::from(letter)).unwrap());
            let map = cmap + self.long(cmap + 8);
            assert_eq!(self.number(map), 4);
            let twice = self.number(map + 6);
            // the ends of the segments, two bytes, and then starts, differences and places
            let mut segments = (0..twice).step_by(2).map(|at| map + 14 + at);
            let end = segments.find(|&end| code <= self.number(end)).unwrap();
            let start = end + twice + 2;
            let (difference, place) = (start + twice, start + 2 * twice);
            if code < self.number(start) {
                return 0;
            }
            let glyph = match self.number(place) {
                0 => code,
                offset => self.number(place + offset + 2 * (code - self.number(start))),
            };
            if glyph == 0 { 0 } else { (glyph + self.number(difference)) % 0x10000 }
        }

        /// The width of a letter, if the face has it.
        fn width(&self, letter: char) -> Option<u16> {
            assert_eq!(self.number(self.table(b"head") + 18), 1000, "units for a size");
            let (glyph, widths) = (self.glyph(letter), self.number(self.table(b"hhea") + 34));
            let width = self.number(self.table(b"hmtx") + 4 * glyph.min(widths - 1));
            (glyph > 0).then(|| u16::try_from(width).unwrap())
        }
    }

    #[test]
    fn the_tables_are_those_of_the_files() {
        let upright = Face(include_bytes!("../../data/fonts/KaTeX_Main-Regular.ttf"));
        let italic = Face(include_bytes!("../../data/fonts/KaTeX_Math-Italic.ttf"));
        for table in [&WIDTHS[..], &ITALIC_WIDTHS[..]] {
            let letters = || table.iter().flat_map(|(_, letters)| letters.chars());
            assert!(letters().all_unique(), "{:?}", letters().duplicates().collect::<Vec<_>>());
        }
        for &(width, letters) in &WIDTHS {
            for letter in letters.chars() {
                assert_eq!(upright.width(letter), Some(width), "{letter}");
            }
        }
        for &(most, letters) in &ITALIC_WIDTHS {
            for letter in letters.chars() {
                let width = italic.width(letter).unwrap();
                assert!(width <= most && most <= width * 7 / 5, "{letter} {width} {most}");
            }
        }
        // no letter that has no width of its own is wider than such letters are taken to be
        for letter in (' '..='~').chain('\u{a1}'..='\u{2122}') {
            let width = upright.width(letter).unwrap_or(0);
            assert!(width <= advance(letter, false), "{letter} {width}");
        }
        for letter in ('A'..='Z').chain('a'..='z') {
            assert!(advance(letter, true) < 1000 && italic.width(letter).is_some(), "{letter}");
        }
    }

    #[test]
    fn widths_are_those_of_the_face() {
        let width = |text: &str| Line::marked(text).width(10.0);
        assert!((width("0.5") - (5.0 + 2.78 + 5.0)).abs() < 1e-9);
        assert!((width("√2") - 13.33).abs() < 1e-9);
        let raised = Line::default().then(Style::Upright, "10").then(Style::Raised, "2");
        assert!((raised.width(10.0) - 13.5).abs() < 1e-9);
        assert!(width("*M*") > 9.6);
    }
}
