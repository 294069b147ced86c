//! Pictures as PDF: the same shapes on a page with a point for each pixel, with text in the faces
//! of which SVG has the outlines.

use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{CidFontType, FontFlags, LineJoinStyle, SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

use super::Picture;
use super::shapes::{Paint, Path, PathStep, Rgb, Shape, Spot, unrounded};
use super::typeset::{FACES, Face, FaceRun, RAISED_BY, RAISED_SIZE, Style, TextLine, glyphs};

/// How much the streams are compressed: as is usual.
const LEVEL: u8 = 6;
/// The first of the objects of each face.
const FONTS: [i32; 2] = [10, 20];
const SYSTEM: SystemInfo<'static> =
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

impl Picture {
    /// The picture as PDF, with a subject.
    pub(crate) fn pdf(&self, subject: &str) -> Vec<u8> {
        let [catalog, tree, page_number, content, information] = [1, 2, 3, 4, 5].map(Ref::new);
        let [width, height] = [self.size.width(), self.size.height()].map(|side| side as f32);
        let mut writer = Writer {
            content: Content::new(),
            opacities: vec![],
            ground: self.theme.ground,
            accent: self.theme.accent,
        };
        // y grows downwards
        writer.content.transform([1.0, 0.0, 0.0, -1.0, 0.0, height]);
        writer.content.set_line_join(LineJoinStyle::RoundJoin);
        let corners = [Spot::default(), Spot::new(width.into(), height.into())];
        writer.path(&Path::rectangles([corners]), Paint::fill(self.theme.ground));
        self.shapes.iter().for_each(|shape| writer.shape(shape));
        let mut pdf = Pdf::new();
        pdf.catalog(catalog).pages(tree).lang(TextStr("en"));
        pdf.pages(tree).kids([page_number]).count(1);
        let mut page = pdf.page(page_number);
        page.media_box(Rect::new(0.0, 0.0, width, height)).parent(tree).contents(content);
        let mut resources = page.resources();
        let mut fonts = resources.fonts();
        for (face, first) in FACES.iter().zip(FONTS) {
            fonts.pair(Name(face.name), Ref::new(first));
        }
        fonts.finish();
        let mut states = resources.ext_g_states();
        for &percent in &writer.opacities {
            states
                .insert(Name(opacity_name(percent).as_bytes()))
                .start::<pdf_writer::writers::ExtGraphicsState<'_>>()
                .non_stroking_alpha(f32::from(percent) / 100.0);
        }
        states.finish();
        resources.finish();
        page.finish();
        let data = compress_to_vec_zlib(&writer.content.finish(), LEVEL);
        pdf.stream(content, &data).filter(Filter::FlateDecode);
        for (is_italic, first) in [false, true].into_iter().zip(FONTS) {
            write_font(&mut pdf, is_italic, first);
        }
        let mut about = pdf.document_info(information);
        about.title(TextStr(&self.name)).subject(TextStr(subject));
        about.keywords(TextStr(&self.description)).creator(TextStr("nimsweep"));
        about.finish();
        pdf.finish()
    }
}

fn opacity_name(percent: u8) -> String {
    format!("O{percent}")
}

/// Writes a face whole: as a font of its glyphs by their numbers, with the letters that they are.
fn write_font(pdf: &mut Pdf, is_italic: bool, first: i32) {
    let Face { name, bytes, bounds: [left, bottom, right, top] } = FACES[usize::from(is_italic)];
    let [font, descendant, descriptor, file, letters] =
        [0, 1, 2, 3, 4].map(|number| Ref::new(first + number));
    let (name, identity) = (Name(name), Name(b"Identity-H"));
    pdf.type0_font(font)
        .base_font(name)
        .encoding_predefined(identity)
        .descendant_font(descendant)
        .to_unicode(letters);
    let mut of_glyphs = pdf.cid_font(descendant);
    of_glyphs.subtype(CidFontType::Type2).base_font(name).system_info(SYSTEM).font_descriptor(descriptor);
    of_glyphs.cid_to_gid_map_predefined(Name(b"Identity"));
    let (mut widths, mut of_letters) = (of_glyphs.widths(), UnicodeCmap::new(Name(b"Letters"), SYSTEM));
    for (letter, glyph, width) in glyphs(is_italic) {
        widths.consecutive(glyph, [f32::from(width)]);
        of_letters.pair(glyph, letter);
    }
    widths.finish();
    of_glyphs.finish();
    let mut about = pdf.font_descriptor(descriptor);
    about.name(name).flags(FontFlags::SYMBOLIC | FontFlags::SERIF).bbox(Rect::new(left, bottom, right, top));
    about
        .italic_angle(if is_italic { -14.0 } else { 0.0 })
        .ascent(top)
        .descent(bottom)
        .cap_height(683.0)
        .stem_v(80.0);
    about.font_file2(file);
    about.finish();
    pdf.stream(file, &compress_to_vec_zlib(bytes, LEVEL)).filter(Filter::FlateDecode);
    pdf.cmap(letters, &of_letters.finish());
}

struct Writer {
    content: Content,
    /// Which ones are used, in percent.
    opacities: Vec<u8>,
    ground: Rgb,
    accent: Rgb,
}

impl Writer {
    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Path(path, paint) => self.path(path, *paint),
            Shape::Clipped { inside, paths } => {
                self.content.save_state();
                self.outline(inside);
                self.content.clip_nonzero().end_path();
                paths.iter().for_each(|(path, paint)| self.path(path, *paint));
                self.content.restore_state();
            }
            &Shape::Dot { place, radius, color, ring } => {
                let circle = Path::circle(place, radius);
                self.path(&circle, Paint::fill(if ring.is_some() { self.ground } else { color }));
                if ring.is_some() {
                    self.path(&circle, Paint { line: ring, ..Paint::fill(color) });
                }
            }
            Shape::Text { line, place, anchor, color, size } => {
                self.text(line, Spot::new(anchor.left(place.x, line.width(*size)), place.y), *color, *size);
            }
        }
    }

    fn path(&mut self, path: &Path, Paint { color, opacity, line, .. }: Paint) {
        self.content.save_state();
        if opacity < 1.0 {
            // between two bytes
            let percent = (100.0 * opacity).round() as u8;
            if !self.opacities.contains(&percent) {
                self.opacities.push(percent);
            }
            self.content.set_parameters(Name(opacity_name(percent).as_bytes()));
        }
        let [red, green, blue] = parts(color);
        match line {
            Some(width) => {
                self.content.set_stroke_rgb(red, green, blue).set_line_width(width as f32);
                self.outline(path);
                self.content.stroke();
            }
            None => {
                self.content.set_fill_rgb(red, green, blue);
                self.outline(path);
                self.content.fill_nonzero();
            }
        }
        self.content.restore_state();
    }

    fn outline(&mut self, path: &Path) {
        let place = |to| {
            let Spot { x, y } = unrounded(to);
            [x as f32, y as f32]
        };
        for step in &path.steps {
            match *step {
                PathStep::Start(to) => {
                    let [x, y] = place(to);
                    self.content.move_to(x, y)
                }
                PathStep::Line(to) => {
                    let [x, y] = place(to);
                    self.content.line_to(x, y)
                }
                PathStep::Cubic(places) => {
                    let [[x1, y1], [x2, y2], [x, y]] = places.map(place);
                    self.content.cubic_to(x1, y1, x2, y2, x, y)
                }
                PathStep::Close => self.content.close_path(),
            };
        }
    }

    /// A line of text from its left end on.
    fn text(&mut self, line: &TextLine, start: Spot, color: Rgb, size: f64) {
        self.content.begin_text();
        for FaceRun { style, is_italic, glyphs, start: behind } in line.runs() {
            let [share, raise] = if style == Style::Raised { [RAISED_SIZE, RAISED_BY] } else { [1.0, 0.0] };
            let [red, green, blue] = parts(if style == Style::Remark { self.accent } else { color });
            let place = [start.x + behind * size, start.y - raise * size].map(|coordinate| coordinate as f32);
            let name = Name(FACES[usize::from(is_italic)].name);
            self.content.set_fill_rgb(red, green, blue).set_font(name, (share * size) as f32);
            self.content.set_text_matrix([1.0, 0.0, 0.0, -1.0, place[0], place[1]]);
            let bytes: Vec<u8> = glyphs.into_iter().flat_map(u16::to_be_bytes).collect();
            self.content.show(Str(&bytes));
        }
        self.content.end_text();
    }
}

fn parts(color: Rgb) -> [f32; 3] {
    color.bytes().map(|byte| f32::from(byte) / 255.0)
}
