//! Pictures as PNG. All letters of an SVG of ours are outlines, so that no fonts are needed.

use std::ops::RangeInclusive;

use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Options, Tree},
};

use crate::plot::Picture;

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

/// Draws a picture with `scale` dots for each of its pixels, as a PNG with its title, the numbers
/// in full as a comment, and a description.
///
/// # Errors
/// What is wrong, and what would be right: the picture has too many dots.
pub(super) fn of_picture(picture: &Picture, scale: u32, description: &str) -> Result<Vec<u8>, String> {
    let texts = [("Title", &*picture.name), ("Description", description), ("Comment", &picture.description)];
    of_svg(&picture.svg(), scale, &texts)
}

fn of_svg(svg: &str, scale: u32, texts: &[(&str, &str)]) -> Result<Vec<u8>, String> {
    let tree = Tree::from_str(svg, &Options::default());
    let tree = tree.map_err(|error| format!("cannot draw the picture: {error}"))?;
    let size = tree.size().to_int_size();
    check(size.width(), size.height(), scale)?;
    // at most the greatest number of dots
    let mut pixmap =
        Pixmap::new(size.width() * scale, size.height() * scale).ok_or("the picture is empty")?;
    let scale = scale as f32; // small numbers are exact
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    let mut png = pixmap.encode_png().map_err(|error| format!("cannot write the picture as PNG: {error}"))?;
    // behind the signature and the header, which are as long in every PNG
    png.splice(33..33, texts.iter().flat_map(|(keyword, text)| text_chunk(keyword, text)));
    Ok(png)
}

/// A chunk of a PNG with text in UTF-8: its length, its name, the text after a keyword, and a
/// checksum.
fn text_chunk(keyword: &str, text: &str) -> Vec<u8> {
    // not compressed, of no language
    let body = [b"iTXt", keyword.as_bytes(), b"\0\0\0\0\0", text.as_bytes()].concat();
    let length = (body.len() - 4) as u32; // far shorter than 4 GB
    let checksum = crc32fast::hash(&body);
    [&length.to_be_bytes(), body.as_slice(), &checksum.to_be_bytes()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The dots of a PNG, four bytes each, and its size.
    fn dots(svg: &str, scale: u32) -> (Pixmap, [u32; 2]) {
        let pixmap = Pixmap::decode_png(&of_svg(svg, scale, &[]).unwrap()).unwrap();
        let size = [pixmap.width(), pixmap.height()];
        (pixmap, size)
    }

    fn svg(inner: &str) -> String {
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="60" height="30" viewBox="0 0 60 30"><rect width="60" height="30" fill="#fff"/>{inner}</svg>"##
        )
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

    #[test]
    fn a_png_has_its_description_behind_its_header() {
        let [plain, described] = ["", "nimsweep plot gain --lengths 1,√2"]
            .map(|description| of_svg(&svg(""), 1, &[("Description", description)]).unwrap());
        let chunk = |png: &[u8]| {
            let length = u32::from_be_bytes(png[33..37].try_into().unwrap()) as usize;
            let (body, rest) = png[37..].split_at(4 + length);
            assert_eq!(rest[..4], crc32fast::hash(body).to_be_bytes());
            (String::from_utf8(body.to_vec()).unwrap(), rest[4..].to_vec())
        };
        let ((text, after), (_, other)) = (chunk(&described), chunk(&plain));
        assert_eq!(text, "iTXtDescription\0\0\0\0\0nimsweep plot gain --lengths 1,√2");
        assert_eq!(after, other);
        assert_eq!(Pixmap::decode_png(&described).unwrap().width(), 60);
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        let error = of_svg("<svg", 1, &[]).unwrap_err();
        assert!(error.starts_with("cannot draw the picture: "), "{error}");
        let error = check(8192, 4097, 2).unwrap_err();
        assert_eq!(
            error,
            "a picture of 8192x4097 pixels has too many dots at 2 for each pixel; give a smaller scale or size, \
             for at most 67108864 dots"
        );
        assert_eq!(of_svg(&svg(""), u32::MAX, &[]).map(|_| ()), check(60, 30, u32::MAX));
        assert_eq!(check(8192, 8192, 1), Ok(()));
    }
}
