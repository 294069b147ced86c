//! Pictures as PDF. All letters of an SVG of ours are outlines, so that no fonts are needed.

use svg2pdf::usvg::{Options, Tree};
use svg2pdf::{ConversionOptions, PageOptions};

/// An SVG as a PDF of one page, with a point for each of its pixels, and with a description.
///
/// # Errors
/// If the text is no SVG.
pub(super) fn of_svg(svg: &str, description: &str) -> Result<Vec<u8>, String> {
    let drawn = |error: &dyn std::fmt::Display| format!("cannot draw the picture: {error}");
    let tree = Tree::from_str(svg, &Options::default()).map_err(|error| drawn(&error))?;
    let page = PageOptions { dpi: 72.0 };
    let pdf = svg2pdf::to_pdf(&tree, ConversionOptions::default(), page).map_err(|error| drawn(&error))?;
    Ok(described(&pdf, description).unwrap_or(pdf))
}

/// A PDF with a description, if it ends as the converter writes it: the last object is that
/// of the producer, so that only the table of objects lies further on, whose place the end names.
fn described(pdf: &[u8], description: &str) -> Option<Vec<u8>> {
    const PRODUCER: &[u8] = b"/Producer (svg2pdf)";
    const TABLE: &[u8] = b"startxref\n";
    let last = |text: &[u8]| pdf.windows(text.len()).rposition(|part| part == text).map(|at| at + text.len());
    let (producer, table) = (last(PRODUCER)?, last(TABLE)?);
    let end = table + pdf[table..].iter().position(|digit| !digit.is_ascii_digit())?;
    let place: usize = str::from_utf8(&pdf[table..end]).ok()?.parse().ok()?;
    // big-endian UTF-16 after its mark, in hexadecimal digits
    let text: String = description.encode_utf16().map(|unit| format!("{unit:04X}")).collect();
    let text = format!("\n  /Subject <FEFF{text}>");
    let place = (place + text.len()).to_string();
    let parts = [&pdf[..producer], text.as_bytes(), &pdf[producer..table], place.as_bytes(), &pdf[end..]];
    (producer < table).then(|| parts.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of objects is found where the end says, and lists them where they begin.
    #[test]
    fn a_pdf_has_its_description_and_a_table_that_fits() {
        let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" width="60" height="30"><rect width="60" height="30" fill="#fff"/></svg>"##;
        let pdf = of_svg(svg, "1,√2").unwrap();
        let find = |text: &[u8]| pdf.windows(text.len()).rposition(|part| part == text).unwrap();
        assert!(find(b"/Subject <FEFF0031002C221A0032>") > 0);
        let end = String::from_utf8(pdf[find(b"startxref")..].to_vec()).unwrap();
        let table: usize = end.lines().nth(1).unwrap().parse().unwrap();
        let table = String::from_utf8(pdf[table..].to_vec()).unwrap();
        assert!(table.starts_with("xref\n"), "{table}");
        let places = table.lines().skip(3).take_while(|line| line.ends_with("n")).enumerate();
        let mut objects = 0;
        for (index, line) in places {
            let place: usize = line.split(' ').next().unwrap().parse().unwrap();
            assert!(pdf[place..].starts_with(format!("{} 0 obj", index + 1).as_bytes()), "{line}");
            objects += 1;
        }
        assert!(objects >= 6, "{table}");
    }
}
