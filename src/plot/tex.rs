//! Pictures as code for TeX: the same shapes, drawn by TikZ, with text that the document sets.

use std::fmt::{self, Write};

use itertools::Itertools;

use super::Picture;
use super::shapes::{Anchor, LIGHT, Paint, Path, PathStep, Rgb, Shape, shortest};
use super::typeset::{Style, TextLine};
use crate::error::{Error, error};

/// The most places: TeX takes a second for each ten thousand.
const MOST_PLACES: usize = 40_000;
/// A pixel in points, before the picture is scaled: one for paper has 345 then, as many as a usual
/// line.
const POINT: f64 = 0.75;
/// From line to line, in sizes of the text.
const LINE_HEIGHT: f64 = 1.2;

impl Picture {
    /// The picture as code for `\input` in a document with the package tikz, scaled to a line of
    /// its text: a look for [paper](super::Look::paper) has letters that can be read there. What
    /// the picture shows in full is a comment.
    ///
    /// # Errors
    /// [`Error`] for more places than TeX can take.
    pub fn tex(&self) -> Result<String, Error> {
        let found: usize = self.shapes.iter().flat_map(Shape::paths).map(|(path, _)| path.steps.len()).sum();
        if found > MOST_PLACES {
            return Err(error!(
                Domain,
                "there are {found} points to draw, and TeX takes at most {MOST_PLACES}; show less, or write a file whose \
                 name ends in .svg or .pdf"
            ));
        }
        let mut tex = format!(
            "% {}\n% {}\n% for a document with \\usepackage{{tikz}}\n\
             \\noindent\\resizebox{{\\linewidth}}{{!}}{{%\n\
             \\begin{{tikzpicture}}[x={POINT}pt, y=-{POINT}pt, line join=round, every node/.style={{inner sep=0pt, outer sep=0pt}}]\n",
            self.name, self.description
        );
        // a string takes everything
        let _ = self.write_body(&mut tex);
        // no space stands behind it
        Ok(tex + "\\end{tikzpicture}}%")
    }

    fn write_body(&self, out: &mut String) -> fmt::Result {
        let (width, height, ground) = (self.size.width(), self.size.height(), self.theme.ground);
        for color in self.shapes.iter().flat_map(Shape::colors).chain([ground, self.theme.accent]).unique() {
            writeln!(out, "\\definecolor{{{}}}{{HTML}}{{{:06X}}}", self.color(color), color.0)?;
        }
        writeln!(out, "\\useasboundingbox (0,0) rectangle ({width},{height});")?;
        // paper is light
        if self.theme != LIGHT {
            writeln!(out, "\\fill[{}] (0,0) rectangle ({width},{height});", self.color(ground))?;
        }
        for shape in &self.shapes {
            match shape {
                Shape::Path(path, paint) => self.write_path(out, path, paint)?,
                Shape::Clipped { inside, paths } => {
                    writeln!(out, "\\begin{{scope}}\n\\clip{};", places(inside))?;
                    paths.iter().try_for_each(|(path, paint)| self.write_path(out, path, paint))?;
                    writeln!(out, "\\end{{scope}}")?;
                }
                &Shape::Dot { place, radius, color, ring } => {
                    let (name, ground) = (self.color(color), self.color(self.theme.ground));
                    match ring {
                        None => write!(out, "\\fill[{name}]")?,
                        Some(width) => {
                            let width = width * POINT;
                            write!(out, "\\draw[{name}, fill={ground}, line width={width:.2}pt]")?;
                        }
                    }
                    writeln!(out, " ({:.2},{:.2}) circle[radius={radius:.2}];", place.x, place.y)?;
                }
                Shape::Text { line, place, anchor, color, size } => {
                    let anchor = match anchor {
                        Anchor::Start => "base west",
                        Anchor::Middle => "base",
                        Anchor::End => "base east",
                    };
                    writeln!(
                        out,
                        "\\node[anchor={anchor}, text={}, {}] at ({:.2},{:.2}) {{{}}};",
                        self.color(*color),
                        font(*size),
                        place.x,
                        place.y,
                        self.text(line)
                    )?;
                }
            }
        }
        Ok(())
    }

    fn write_path(&self, out: &mut String, path: &Path, paint: &Paint) -> fmt::Result {
        let name = self.color(paint.color);
        match paint.line {
            Some(width) => write!(out, "\\draw[{name}, line width={:.2}pt]", width * POINT)?,
            None if paint.opacity < 1.0 => write!(out, "\\fill[{name}, fill opacity={:.2}]", paint.opacity)?,
            None => write!(out, "\\fill[{name}]")?,
        }
        writeln!(out, "{};", places(path))
    }

    /// The name of a colour.
    fn color(&self, color: Rgb) -> String {
        match self.theme.named().into_iter().find(|(own, _)| *own == color) {
            Some((_, name)) => format!("nimsweep-{name}"),
            None => format!("nimsweep-{:06x}", color.0),
        }
    }

    /// A line with its italics as formulas, and nothing else that means anything to TeX.
    fn text(&self, line: &TextLine) -> String {
        let parts = line.parts.iter().map(|(style, text)| match (style, escaped(text)) {
            // letters with accents cannot stand in a formula
            (Style::Italic, text) if text.is_ascii() => format!("${text}$"),
            (Style::Italic, text) => format!("\\textit{{{text}}}"),
            (Style::Raised, text) => format!("$^{{{text}}}$"),
            (Style::Remark, text) => format!("\\textcolor{{{}}}{{{text}}}", self.color(self.theme.accent)),
            (Style::Upright, text) => text,
        });
        parts.collect()
    }
}

/// The size of letters as an option of a node.
fn font(size: f64) -> String {
    let points = size * POINT;
    format!("font=\\fontsize{{{points:.2}}}{{{:.2}}}\\selectfont", points * LINE_HEIGHT)
}

/// The steps of a path, some on each line.
fn places(path: &Path) -> String {
    const IN_LINE: usize = 8;
    let place = |[x, y]: [i64; 2]| format!("({},{})", shortest(x), shortest(y));
    let step = |(index, step): (usize, &PathStep)| {
        let space = if index % IN_LINE == 0 { "\n  " } else { "" };
        match *step {
            PathStep::Start(to) => format!("{space}{}", place(to)),
            PathStep::Line(to) => format!("{space}--{}", place(to)),
            PathStep::Cubic(places) => {
                let [first, second, to] = places.map(place);
                format!("{space}..controls{first}and{second}..{to}")
            }
            PathStep::Close => format!("{space}--cycle"),
        }
    };
    path.steps.iter().enumerate().map(step).collect()
}

/// Letters outside of ASCII that every LaTeX sets as they are.
const KNOWN: &str = "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿŒœŁłŠšŽžČčŘřĚěŮůŐőŰűĞğŹźŻżŚśĆćŃńŤťĎď–—‘’“”…§¡¿";
/// Signs and letters that are formulas in TeX, each before its own.
const FORMULAS: &str = r"
− - · \cdot × \times ± \pm ⊕ \oplus ≤ \le ≥ \ge ≠ \ne ≈ \approx → \to ∞ \infty ∝ \propto
∈ \in ½ \frac12 ² ^2 ° ^\circ µ \mu ϕ \phi Γ \Gamma Δ \Delta Θ \Theta Λ \Lambda Ξ \Xi
Π \Pi Σ \Sigma Υ \Upsilon Φ \Phi Ψ \Psi Ω \Omega α \alpha β \beta γ \gamma δ \delta
ε \varepsilon ζ \zeta η \eta θ \theta ι \iota κ \kappa λ \lambda μ \mu ν \nu ξ \xi
ο \mathrm{o} π \pi ρ \rho ς \varsigma σ \sigma τ \tau υ \upsilon φ \varphi χ \chi ψ \psi
ω \omega
";

/// A text in TeX, in which √2 is a root.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(next) = letters.next() {
        match next {
            '√' => {
                let under: String = letters.peeking_take_while(char::is_ascii_digit).collect();
                escaped += &format!(r"\ensuremath{{\sqrt{{{under}}}}}");
            }
            other => escaped += &letter(other),
        }
    }
    escaped
}

/// A letter of a text in TeX. One that few fonts have is left to the engines that read fonts of
/// the system; with others its number is there.
fn letter(letter: char) -> String {
    match letter {
        '\\' => r"\textbackslash{}".to_owned(),
        '^' | '~' => format!(r"\{letter}{{}}"),
        '#' | '$' | '%' | '&' | '_' | '{' | '}' => format!(r"\{letter}"),
        '<' | '>' | '|' => format!(r"\ensuremath{{{letter}}}"),
        // two of them would be a dash
        '-' => "-{}".to_owned(),
        letter if letter.is_ascii() || KNOWN.contains(letter) => letter.to_string(),
        letter => match FORMULAS.split_whitespace().tuples().find(|(sign, _)| sign.starts_with(letter)) {
            Some((_, formula)) => format!(r"\ensuremath{{{formula}}}"),
            None => format!(r"{{\ifdefined\Umathchar {letter}\else [U+{:04X}]\fi}}", letter as u32),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_means_nothing_to_tex_but_itself() {
        assert_eq!(escaped(r"50 % & {x_1}^2 \ $"), r"50 \% \& \{x\_1\}\^{}2 \textbackslash{} \$");
        let greek = r"\ensuremath{\varphi} \ensuremath{\omega}, \ensuremath{\sqrt{2}} \ensuremath{-} 1";
        assert_eq!(escaped("φ ω, √2 − 1"), greek);
        assert_eq!(escaped("ü中√"), r"ü{\ifdefined\Umathchar 中\else [U+4E2D]\fi}\ensuremath{\sqrt{}}");
    }
}
