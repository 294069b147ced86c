//! Lines of text with italic variables and raised exponents, how wide they are, and their outlines.
//!
//! The letters are those of KaTeX's faces Main and Math, cut from Computer Modern. The file
//! `data/fonts/outlines.txt` has them as data of paths, so that a line has the same shape and the
//! same width wherever it is read.

use std::collections::HashMap;
use std::sync::LazyLock;

use itertools::Itertools;

use crate::games::squares::Lengths;
use crate::number::Surd;

/// A typeface as a file.
#[cfg(feature = "pdf")]
pub(super) struct Face {
    pub(super) name: &'static [u8],
    pub(super) bytes: &'static [u8],
    /// The box around all letters, from its left lower to its right upper corner, in thousandths
    /// of the size.
    pub(super) bounds: [f32; 4],
}

/// The upright face, and the italic one.
#[cfg(feature = "pdf")]
pub(super) const FACES: [Face; 2] = [
    Face {
        name: b"KaTeX_Main-Regular",
        bytes: include_bytes!("../../data/fonts/KaTeX_Main-Regular.ttf"),
        bounds: [-471.0, -272.0, 1803.0, 903.0],
    },
    Face {
        name: b"KaTeX_Math-Italic",
        bytes: include_bytes!("../../data/fonts/KaTeX_Math-Italic.ttf"),
        bounds: [-39.0, -218.0, 1051.0, 717.0],
    },
];

/// The letters of a face, with the numbers of their glyphs and their widths, in ascending order of
/// the numbers.
#[cfg(feature = "pdf")]
pub(super) fn glyphs(is_italic: bool) -> Vec<(char, u16, u16)> {
    let own = LETTERS.iter().filter(|((italic, _), _)| *italic == is_italic);
    let glyphs = own.map(|(&(_, letter), &Letter { glyph, width, .. })| (letter, glyph, width));
    glyphs.sorted_by_key(|(_, glyph, _)| *glyph).collect()
}

/// A line for each letter: `u` for upright or `i` for italic, the letter, its width in thousandths
/// of the size, the number of its glyph, and its path. That begins at the left end of the letter on
/// the base line, and ends where the next letter begins; y grows upwards.
const OUTLINES: &str = include_str!("../../data/fonts/outlines.txt");

/// A letter of a face.
#[derive(Clone, Copy, Debug)]
struct Letter {
    /// In thousandths of the size.
    width: u16,
    #[cfg(feature = "pdf")]
    glyph: u16,
    path: &'static str,
}

/// The letters of the upright face, and of the italic one.
static LETTERS: LazyLock<HashMap<(bool, char), Letter>> = LazyLock::new(|| {
    let letter = |line: &'static str| {
        let mut rest = line.chars();
        let (is_italic, letter) = (rest.next()? == 'i', rest.next()?);
        let mut columns = rest.as_str().splitn(3, ' ');
        let width = columns.next()?.parse().ok()?;
        let _glyph = columns.next()?;
        let letter_of = Letter {
            width,
            #[cfg(feature = "pdf")]
            glyph: _glyph.parse().ok()?,
            path: columns.next()?,
        };
        Some(((is_italic, letter), letter_of))
    };
    OUTLINES.lines().filter_map(letter).collect()
});

/// A letter of one of the faces: if its own does not have it, of the other.
fn find(letter: char, is_italic: bool) -> Option<&'static Letter> {
    LETTERS.get(&(is_italic, letter)).or_else(|| LETTERS.get(&(!is_italic, letter)))
}

/// The first letter of a title that has no outline.
#[cfg(any(test, feature = "png", feature = "pdf"))]
pub(crate) fn letter_without_outline(title: &str) -> Option<char> {
    TextLine::marked(title).plain().chars().find(|&letter| find(letter, false).is_none())
}

/// The width of a letter without an outline, in thousandths of the size: no letter of an alphabet
/// is wider in the usual faces.
const UNKNOWN: u16 = 1028;
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
pub(super) struct TextLine {
    pub(super) parts: Vec<(Style, String)>,
}

impl TextLine {
    /// Reads a line in which the letters of `*x*` are italic. An asterisk without partner and one
    /// behind a backslash stand for themselves.
    pub(super) fn marked(text: &str) -> Self {
        let split = |text| Self::mark(text).map(|at: usize| (&text[..at], &text[at + 1..]));
        // nothing that is written holds a break of a line
        let text = &text.replace(char::is_control, " ");
        let literal = |text: &str| text.replace(r"\*", "*");
        let mut line = Self::default();
        let mut rest = text.as_str();
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
        self.parts.iter().map(width_of).sum::<f64>() * size
    }

    /// The parts of the line from left to right, each in one face; a letter of neither is left out.
    #[cfg(feature = "pdf")]
    pub(super) fn runs(&self) -> Vec<FaceRun> {
        let mut runs: Vec<FaceRun> = vec![];
        let mut start = 0.0;
        for (style, text) in &self.parts {
            for letter in text.chars() {
                let wanted = *style == Style::Italic;
                // as `find` does
                let is_italic = LETTERS.contains_key(&(wanted, letter)) == wanted;
                let glyph = LETTERS.get(&(is_italic, letter)).map(|letter| letter.glyph);
                match runs.last_mut() {
                    Some(run) if (run.style, run.is_italic) == (*style, is_italic) => {
                        run.glyphs.extend(glyph)
                    }
                    _ => runs.push(FaceRun {
                        style: *style,
                        is_italic,
                        glyphs: glyph.into_iter().collect(),
                        start,
                    }),
                }
                start += width_of(&(*style, letter.to_string()));
            }
        }
        runs
    }

    /// The outlines of the line from left to right, and where the middle of each letter without one
    /// is, in sizes of the text.
    pub(super) fn outlines(&self) -> (Vec<Outline>, Vec<(f64, char)>) {
        let (mut outlines, mut others) = (Vec::<Outline>::new(), vec![]);
        let mut start = 0.0;
        for part in &self.parts {
            let (style, text) = part;
            let [is_remark, is_raised] = [Style::Remark, Style::Raised].map(|other| *style == other);
            let mut path = String::new();
            for (at, letter) in text.char_indices() {
                match find(letter, *style == Style::Italic) {
                    Some(letter) => path += letter.path,
                    None => {
                        let before = width_of(&(*style, text[..at].to_owned()));
                        others.push((start + before + f64::from(UNKNOWN) / 2000.0, letter));
                        path += &format!("m{UNKNOWN} 0");
                    }
                }
            }
            match outlines.last_mut() {
                Some(last) if (last.is_remark, last.is_raised) == (is_remark, is_raised) => {
                    last.path += &path;
                }
                _ => outlines.push(Outline { is_remark, is_raised, start, path }),
            }
            start += width_of(part);
        }
        (outlines, others)
    }
}

/// A part of a line in one face.
#[cfg(feature = "pdf")]
pub(super) struct FaceRun {
    pub(super) style: Style,
    /// Whether the face is the italic one.
    pub(super) is_italic: bool,
    pub(super) glyphs: Vec<u16>,
    /// Where it begins, in sizes of the text of the line.
    pub(super) start: f64,
}

/// A part of a line as the data of a path.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Outline {
    pub(super) is_remark: bool,
    pub(super) is_raised: bool,
    /// Where it begins, in sizes of the text.
    pub(super) start: f64,
    /// In thousandths of its own size; y grows upwards.
    pub(super) path: String,
}

/// The width of a part of a line, in sizes of the text.
fn width_of((style, text): &(Style, String)) -> f64 {
    let size = if *style == Style::Raised { RAISED_SIZE } else { 1.0 };
    let width = |letter| find(letter, *style == Style::Italic).map_or(UNKNOWN, |letter| letter.width);
    text.chars().map(|letter| f64::from(width(letter))).sum::<f64>() * size / 1000.0
}

/// The first of these lines that is at most so wide, and the last if none is.
pub(super) fn fitting(lines: &[TextLine], size: f64, width: f64) -> TextLine {
    lines.iter().find(|line| line.width(size) <= width).or(lines.last()).cloned().unwrap_or_default()
}

/// The most decimals of a number that is printed as a decimal.
const MOST_DECIMALS: usize = 6;

/// An exact number as it is printed: `20 + 3√2`, `50/23 + 29√2/92`, `−1/3`; as a decimal if it has
/// few, as in `7.5`.
pub(super) fn exact(number: &Surd) -> String {
    if let Some(digits) = number.exact_digits(0..=MOST_DECIMALS) {
        return decimal(&number.to_decimal(digits));
    }
    let text = format!("{number:#}").replace('+', " + ").replace('-', " − ");
    text.strip_prefix(" − ").map(|rest| format!("−{rest}")).unwrap_or(text)
}

/// The lengths of the pieces as a list, with a word before the last: `1, 3/2 and √2`,
/// `1 (only at an end) and √2`.
pub(super) fn list(lengths: &Lengths, word: &str) -> String {
    let named = lengths.named(exact);
    match named.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} {word} {last}", others.join(", ")),
    }
}

/// The lengths of the pieces and their rule, unless it is that without a name:
/// `1 and √2, only at an end`.
pub(super) fn game(lengths: &Lengths) -> String {
    list(lengths, "and") + lengths.where_all_lie()
}

/// What a title says of the pieces, from long to short: all of their lengths, how many they are,
/// and only their rule, if there is one.
pub(super) fn pieces(lengths: &Lengths) -> [String; 3] {
    let rule = lengths.rule().map_or_else(String::new, |rule| format!(", rule {rule}"));
    let count = match lengths.as_slice().len() {
        1 => "one length".to_owned(),
        count => format!("{count} lengths"),
    };
    [format!("pieces of length {}", game(lengths)), format!("pieces of {count}{rule}"), rule]
}

/// Lines of text in which letters are italic, from long to short.
pub(super) fn marked<const N: usize>(lines: [String; N]) -> Vec<TextLine> {
    lines.iter().map(|line| TextLine::marked(line)).collect()
}

/// The titles with a remark behind, if there is one.
pub(super) fn remarked(titles: &[(String, &str)]) -> Vec<TextLine> {
    titles.iter().map(|(title, remark)| TextLine::marked(title).then(Style::Remark, *remark)).collect()
}

/// A decimal as it is printed: with a proper minus sign.
pub(super) fn decimal(text: &str) -> String {
    text.replace('-', "−")
}

/// A decimal beside an axis: also with commas between groups of three digits.
pub(super) fn tick(text: &str) -> String {
    let digits = text.trim_start_matches('-');
    let (whole, rest) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let sign = if digits == text { "" } else { "−" };
    // a digit is one byte
    let groups = whole.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).join(",");
    format!("{sign}{groups}{rest}")
}

#[cfg(test)]
mod tests {
    use skrifa::instance::{LocationRef, Size};
    use skrifa::outline::{DrawSettings, OutlinePen};
    use skrifa::{FontRef, MetadataProvider};

    use super::*;

    #[test]
    fn numbers_are_set_as_in_print() {
        for (number, expected) in [
            ("20+3*sqrt2", "20 + 3√2"),
            ("(200+29*sqrt(2))/92", "50/23 + 29√2/92"),
            ("-1/3", "−1/3"),
            ("-5/2", "−2.5"),
            ("50001/500", "100.002"),
            ("1/10000000", "1/10000000"),
            ("-sqrt(3)-1", "−1 − √3"),
            ("(3-sqrt5)/2", "3/2 − √5/2"),
            ("7", "7"),
        ] {
            assert_eq!(exact(&number.parse().unwrap()), expected);
        }
    }

    #[test]
    fn digits_are_grouped() {
        let of = |number: u64| tick(&number.to_string());
        assert_eq!([of(0), of(999), of(1000), of(485_252)], ["0", "999", "1,000", "485,252"]);
        assert_eq!(["-1234567.12345", "0.12345"].map(tick), ["−1,234,567.12345", "0.12345"]);
    }

    #[test]
    fn asterisks_make_italics() {
        let line = TextLine::marked("gain *e*(*L*), 2*3");
        let expected = [
            (Style::Upright, "gain "),
            (Style::Italic, "e"),
            (Style::Upright, "("),
            (Style::Italic, "L"),
            (Style::Upright, "), 2*3"),
        ];
        assert!(line.parts.iter().map(|(style, text)| (*style, text.as_str())).eq(expected));
        assert_eq!(line.plain(), "gain e(L), 2*3");
        let line = TextLine::marked(r"2 \* 3, *a\*b*, 4*5\*6");
        assert_eq!(line.plain(), "2 * 3, a*b, 4*5*6");
        let italic: Vec<_> = line.parts.iter().filter(|(style, _)| *style == Style::Italic).collect();
        assert_eq!(italic, [&(Style::Italic, "a".to_owned()), &(Style::Italic, "b".to_owned())]);
        assert_eq!(TextLine::marked("*e(L*)"), TextLine::marked("*e*(*L*)"));
    }

    /// The data of a path, each number relative to the place before and as short as can be.
    #[derive(Default)]
    struct Data {
        text: String,
        at: [f32; 2],
        start: [f32; 2],
        /// The last control point, if the last command was a quadratic curve.
        control: Option<[f32; 2]>,
    }

    impl Data {
        fn add(&mut self, command: char, places: &[[f32; 2]]) {
            self.text.push(command);
            let mut is_first = true;
            for number in places.iter().flat_map(|place| [0, 1].map(|axis| place[axis] - self.at[axis])) {
                if !is_first && number >= 0.0 {
                    self.text.push(' ');
                }
                is_first = false;
                self.text += &number.to_string();
            }
            self.at = *places.last().unwrap();
            self.control = None;
        }
    }

    impl OutlinePen for Data {
        fn move_to(&mut self, x: f32, y: f32) {
            self.start = [x, y];
            self.add('m', &[[x, y]]);
        }

        fn line_to(&mut self, x: f32, y: f32) {
            self.add('l', &[[x, y]]);
        }

        fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
            let control = [cx, cy];
            // between two control points lies their middle, and then the second one is known
            let mirrored = self.control.map(|control| [0, 1].map(|axis| 2.0 * self.at[axis] - control[axis]));
            match mirrored == Some(control) {
                true => self.add('t', &[[x, y]]),
                false => self.add('q', &[control, [x, y]]),
            }
            self.control = Some(control);
        }

        fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32) {
            unreachable!("the faces have quadratic curves");
        }

        fn close(&mut self) {
            self.text.push('z');
            (self.at, self.control) = (self.start, None);
        }
    }

    /// The lines of a face.
    fn outlines(font: &[u8], style: char, letters: impl Iterator<Item = char>) -> String {
        let font = FontRef::new(font).unwrap();
        let (size, place) = (Size::unscaled(), LocationRef::default());
        let (charmap, glyphs, metrics) =
            (font.charmap(), font.outline_glyphs(), font.glyph_metrics(size, place));
        assert_eq!(font.metrics(size, place).units_per_em, 1000);
        let line = |letter| {
            let glyph = charmap.map(letter)?;
            let (mut data, width) = (Data::default(), metrics.advance_width(glyph).unwrap());
            glyphs.get(glyph).unwrap().draw(DrawSettings::unhinted(size, place), &mut data).unwrap();
            data.add('m', &[[width, 0.0]]);
            Some(format!("{style}{letter}{width} {} {}\n", glyph.to_u32(), data.text))
        };
        letters.filter_map(line).collect()
    }

    /// `NIMSWEEP_MAKE_PICTURES=1 cargo test --lib outlines` makes the file again.
    #[test]
    fn the_outlines_are_those_of_the_fonts() {
        let upright = (' '..='~').chain("·×±Δ–…′∈−√∞∝≈≠≤≥⊕∗⌈⌉⌊⌋".chars());
        let italic = ('A'..='Z').chain('a'..='z').chain('α'..='ω');
        let made = outlines(include_bytes!("../../data/fonts/KaTeX_Main-Regular.ttf"), 'u', upright)
            + &outlines(include_bytes!("../../data/fonts/KaTeX_Math-Italic.ttf"), 'i', italic);
        if std::env::var_os("NIMSWEEP_MAKE_PICTURES").is_some() {
            std::fs::write("data/fonts/outlines.txt", &made).unwrap();
        } else {
            assert!(made == OUTLINES, "the outlines are stale");
        }
    }

    /// All letters of a line: digits, signs, and what titles and labels need.
    #[test]
    fn the_faces_have_what_pictures_need() {
        let line =
            "0123456789+−=()[]/√…≤≥×∈⊕–∞∝≈.,:;#'*α*ρ abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
        assert_eq!(letter_without_outline(line), None);
        assert_eq!([letter_without_outline("*Ä*"), letter_without_outline("1 日")], [Some('Ä'), Some('日')]);
        // "ab", 2 raised and red, begins where the one before ends, and space has a width
        let line = TextLine::marked("*a* b").then(Style::Raised, "2").then(Style::Remark, "c");
        let outlines = line.outlines().0;
        let starts: Vec<_> = outlines.iter().map(|outline| outline.start).collect();
        let ends = [0.0, line.width(1.0) - 0.444 - 0.35, line.width(1.0) - 0.444];
        assert!(
            starts.iter().zip(ends).all(|(start, end)| (start - end).abs() < 1e-9),
            "{starts:?} {ends:?}"
        );
        assert!(outlines[0].path.contains("m250 0"), "{}", outlines[0].path);
        let (outlines, others) = TextLine::marked("1Äb").outlines();
        assert_eq!((outlines.len(), others), (1, vec![(0.5 + 0.514, 'Ä')]));
        assert!(outlines[0].path.contains("m1028 0"));
    }

    #[test]
    fn widths_are_those_of_the_face() {
        let width = |text: &str| TextLine::marked(text).width(10.0);
        assert!((width("0.5") - (5.0 + 2.78 + 5.0)).abs() < 1e-9);
        assert!((width("√2") - 13.33).abs() < 1e-9);
        let raised = TextLine::default().then(Style::Upright, "10").then(Style::Raised, "2");
        assert!((raised.width(10.0) - 13.5).abs() < 1e-9);
        assert!((width("*M*") - 9.7).abs() < 1e-9);
    }
}
