//! Pictures as PNG: an SVG of ours, drawn with fonts that the program contains.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, FaceInfo};
use resvg::usvg::{FallbackSelectionFn, FontResolver, Options, Tree};

/// The fonts of KaTeX, whose notice and licence stand beside them. No other fonts are used, so that
/// a picture is the same on every machine.
const FONTS: [&[u8]; 2] = [
    include_bytes!("../../data/fonts/KaTeX_Main-Regular.ttf"),
    include_bytes!("../../data/fonts/KaTeX_Math-Italic.ttf"),
];
/// The family of upright text, and of a text whose own families are not among these.
const UPRIGHT: &str = "KaTeX_Main";

/// How many dots a pixel may have on each side, and how many it usually has.
pub(super) const SCALES: RangeInclusive<u32> = 1..=8;
pub(super) const USUAL_SCALE: u32 = 2;
/// The most dots of a picture: those of the largest one with a dot for each pixel, which take 270
/// MB.
const MOST_DOTS: u64 = 8192 * 8192;

/// Refuses a picture with too many dots.
///
/// # Errors
/// What is wrong, and what would be right.
pub(super) fn check(width: u32, height: u32, scale: u32) -> Result<(), String> {
    let [width, height, scale] = [width, height, scale].map(u128::from);
    // below 2^128
    if width * scale * height * scale <= u128::from(MOST_DOTS) {
        return Ok(());
    }
    Err(format!(
        "a picture of {width}x{height} pixels has too many dots at {scale} for each pixel; give a smaller scale or size, for at most {MOST_DOTS} dots"
    ))
}

/// Draws an SVG with `scale` dots for each of its pixels, as a PNG.
///
/// # Errors
/// What is wrong, and what would be right: the text is no SVG or has characters without a font, or
/// the picture has too many dots.
pub(super) fn png(svg: &str, scale: u32) -> Result<Vec<u8>, String> {
    let mut fonts = Database::new();
    for font in FONTS {
        fonts.load_font_data(font.to_vec());
    }
    fonts.set_serif_family(UPRIGHT);
    let missing = Mutex::new(BTreeSet::new());
    // A line is shaped as a whole by each of its fonts, and each part is taken from its own. So
    // what the italic font does not have is not missing. It must not be looked for in the upright
    // font, which could replace the whole line. For upright letters the italic one may stand in.
    let select_fallback: FallbackSelectionFn<'_> = Box::new(|letter, used, fonts| {
        let is_upright = |face: &&FaceInfo| face.families.iter().any(|(name, _)| name == UPRIGHT);
        fonts.face(*used.first()?).filter(is_upright)?;
        let other = fonts.faces().find(|face| !used.contains(&face.id)).map(|face| face.id);
        if other.is_none() {
            missing.lock().unwrap_or_else(PoisonError::into_inner).insert(letter);
        }
        other
    });
    let font_resolver = FontResolver { select_fallback, ..FontResolver::default() };
    let options = Options {
        font_family: UPRIGHT.to_owned(),
        fontdb: Arc::new(fonts),
        font_resolver,
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options).map_err(|error| format!("cannot draw the picture: {error}"))?;
    drop(options);
    let missing = missing.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(letter) = missing.first() {
        return Err(format!(
            "the fonts of PNG pictures do not have '{letter}'; leave it out of the title, or write an SVG"
        ));
    }
    let size = tree.size().to_int_size();
    check(size.width(), size.height(), scale)?;
    // at most the greatest number of dots
    let mut pixmap =
        Pixmap::new(size.width() * scale, size.height() * scale).ok_or("the picture is empty")?;
    let scale = scale as f32; // small numbers are exact
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| format!("cannot write the picture as PNG: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The dots of a PNG, four bytes each, and its size.
    fn dots(svg: &str, scale: u32) -> (Pixmap, [u32; 2]) {
        let pixmap = Pixmap::decode_png(&png(svg, scale).unwrap()).unwrap();
        let size = [pixmap.width(), pixmap.height()];
        (pixmap, size)
    }

    fn svg(inner: &str) -> String {
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="60" height="30" viewBox="0 0 60 30"><rect width="60" height="30" fill="#fff"/>{inner}</svg>"##
        )
    }

    fn text(content: &str, attributes: &str) -> String {
        svg(&format!(r##"<text x="5" y="22" font-size="16" fill="#000" {attributes}>{content}</text>"##))
    }

    #[test]
    fn a_picture_has_its_size_and_its_colours() {
        let square = svg(r##"<rect x="10" y="10" width="20" height="10" fill="#c00"/>"##);
        for scale in [1, 2, 3] {
            let (pixmap, size) = dots(&square, scale);
            assert_eq!(size, [60 * scale, 30 * scale]);
            let at = |x: u32, y: u32| {
                let dot = pixmap.pixel(x * scale, y * scale).unwrap();
                [dot.red(), dot.green(), dot.blue(), dot.alpha()]
            };
            assert_eq!(at(15, 15), [0xcc, 0, 0, 255]);
            assert_eq!(at(40, 15), [255; 4]);
        }
    }

    /// A letter that no font has is refused.
    #[test]
    fn the_fonts_have_what_pictures_need() {
        let empty = dots(&svg(""), 2).0;
        for letter in "0123456789+−=()/√…≤≥×∈⊕–∞∝≈.,abcxyzLSWefgρ".chars() {
            for family in ["KaTeX_Main, serif", "'Times New Roman', serif", "Nonesuch"] {
                let drawn = dots(&text(&letter.to_string(), &format!(r#"font-family="{family}""#)), 2).0;
                assert!(drawn.data() != empty.data(), "{letter} of {family}");
            }
        }
        for letter in "abcdefghijklmnopqrstuvwxyzLSWN".chars() {
            let drawn = text(&letter.to_string(), r#"font-family="KaTeX_Math" font-style="italic""#);
            let upright = text(&letter.to_string(), r#"font-family="KaTeX_Main""#);
            let [drawn, upright] = [drawn, upright].map(|svg| dots(&svg, 2).0);
            assert!(drawn.data() != upright.data(), "{letter} is not italic");
        }
        for (line, missing) in [("Ärger", 'Ä'), ("1 日", '日')] {
            let error = png(&text(line, ""), 2).unwrap_err();
            assert_eq!(
                error,
                format!(
                    "the fonts of PNG pictures do not have '{missing}'; leave it out of the title, or write an SVG"
                )
            );
        }
    }

    #[test]
    fn italics_stay_italic_in_a_line_with_other_signs() {
        let line = |attributes: &str| {
            let content = format!(r#"1 (<tspan {attributes}>e</tspan>) √2"#);
            dots(&text(&content, r#"font-family="KaTeX_Main""#), 2).0
        };
        let italic = line(r#"font-family="KaTeX_Math" font-style="italic""#);
        assert!(italic.data() != line("").data());
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        let error = png("<svg", 1).unwrap_err();
        assert!(error.starts_with("cannot draw the picture: "), "{error}");
        let error = check(8192, 4097, 2).unwrap_err();
        assert_eq!(
            error,
            "a picture of 8192x4097 pixels has too many dots at 2 for each pixel; give a smaller scale or size, \
             for at most 67108864 dots"
        );
        assert_eq!(png(&svg(""), u32::MAX).map(|_| ()), check(60, 30, u32::MAX));
        assert_eq!(check(8192, 8192, 1), Ok(()));
    }
}
