//! Pictures as TeX for the package pgfplots: each breakpoint as decimals, and its exact form in a
//! comment.

use std::fmt::Write;

use itertools::Itertools;
use num_traits::Zero;

use super::points::{DECIMALS, Number, PointStrip, Points, Winning};
use super::typeset::{Style, TextLine};
use super::{Look, PlotError};
use crate::games::squares::{Digit, Lengths};
use crate::number::{NumberStyle, Surd};

/// The most coordinates: TeX keeps all of them in its memory.
const MOST_COORDINATES: usize = 10_000;

/// The colour of curves and winning places.
const INK: &str = "blue!50!black";

/// The code of a picture, for `\input`.
///
/// # Errors
/// [`PlotError::Code`] for more points than TeX can take.
pub(crate) fn tex(points: &Points, lengths: &Lengths, look: &Look) -> Result<String, PlotError> {
    check(points)?;
    let list = lengths.as_slice().iter().map(|length| NumberStyle::Latex.text(length)).join("$, $");
    let origin = match points {
        Points::Gain { ends, .. } => Origin::of(ends.iter().map(|end| &end[0])),
        Points::Steps(steps) => Origin::of(steps.iter().map(|step| &step.0)),
        _ => Origin::of([].iter()),
    };
    let (environment, height, options, body) = match points {
        Points::Gain { ends, bends } => {
            let options = axes("e(L)", &origin, ends.iter().map(|end| &end[0]));
            ("axis", 0.4, options, gain(&origin, ends, bends))
        }
        Points::Steps(steps) => {
            let options = axes("g(L)", &origin, steps.iter().map(|step| &step.0));
            ("axis", 0.4, options, graph(&origin, steps))
        }
        Points::Moves { strips, longest } => ("axis", 0.3, names(strips, longest), places(strips)),
        Points::Growth(counts) => {
            ("loglogaxis", 0.6, vec!["legend pos=north west".to_owned()], growth(counts))
        }
    };
    let height = look.size.map_or(height, |size| f64::from(size.height()) / f64::from(size.width()));
    let name = match points {
        Points::Moves { .. } => "left end $x$ of the piece".to_owned(),
        _ => origin.name(),
    };
    let title = look.title.as_deref().filter(|title| !title.trim().is_empty());
    let title = title.map(|title| format!("title={{{}}}", marked(title)));
    // numbers beside the axes need a little of the line
    let size = format!(r"width=0.96\linewidth, height={height:.3}\linewidth, xlabel={{{name}}}");
    let options: Vec<_> = title.into_iter().chain([size]).chain(options).collect();
    let options = options.join(",\n    ");
    Ok(format!(
        "% Drawn by nimsweep for pieces of length {}; needs \\usepackage{{pgfplots}}.\n\
         % Coordinates are rounded; behind each breakpoint stands its exact form.\n\
         % Lengths in TeX: ${list}$\n\
         \\begin{{tikzpicture}}\n  \\begin{{{environment}}}[\n    {options},\n  ]\n{body}  \\end{{{environment}}}\n\\end{{tikzpicture}}",
        lengths.brief().replace('√', "sqrt"),
    ))
}

/// Refuses more coordinates than TeX can take.
fn check(points: &Points) -> Result<(), PlotError> {
    let found = match points {
        Points::Gain { ends, bends } => ends.len() + bends.iter().map(Vec::len).sum::<usize>(),
        Points::Steps(steps) => steps.len(),
        Points::Moves { strips, .. } => strips.iter().map(|strip| strip.winning.len()).sum(),
        Points::Growth(counts) => 3 * counts.len(),
    };
    if found > MOST_COORDINATES { Err(PlotError::Code { found, most: MOST_COORDINATES }) } else { Ok(()) }
}

/// A title with its italics as formulas, and nothing else that means anything to TeX.
fn marked(title: &str) -> String {
    let escaped = |text: &str| text.chars().map(letter).collect::<String>();
    let line = TextLine::marked(title);
    let parts = line.parts.iter().map(|(style, text)| match style {
        Style::Italic => format!("${}$", escaped(text)),
        _ => escaped(text),
    });
    parts.collect()
}

/// Letters outside of ASCII that every LaTeX sets as they are.
const KNOWN: &str = "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿŒœŁłŠšŽžČčŘřĚěŮůŐőŰűĞğŹźŻżŚśĆćŃńŤťĎď–—‘’“”…§¡¿";
/// Signs that are formulas in TeX.
const SIGNS: [(char, &str); 29] = [
    ('√', r"\surd"),
    ('−', r"-"),
    ('·', r"\cdot"),
    ('×', r"\times"),
    ('±', r"\pm"),
    ('⊕', r"\oplus"),
    ('≤', r"\le"),
    ('≥', r"\ge"),
    ('≠', r"\ne"),
    ('≈', r"\approx"),
    ('→', r"\to"),
    ('∞', r"\infty"),
    ('∈', r"\in"),
    ('½', r"\frac12"),
    ('²', r"^2"),
    ('°', r"^\circ"),
    ('µ', r"\mu"),
    ('ϕ', r"\phi"),
    ('Γ', r"\Gamma"),
    ('Δ', r"\Delta"),
    ('Θ', r"\Theta"),
    ('Λ', r"\Lambda"),
    ('Ξ', r"\Xi"),
    ('Π', r"\Pi"),
    ('Σ', r"\Sigma"),
    ('Υ', r"\Upsilon"),
    ('Φ', r"\Phi"),
    ('Ψ', r"\Psi"),
    ('Ω', r"\Omega"),
];
/// The small Greek letters in their order.
const GREEK: [&str; 25] = [
    "alpha",
    "beta",
    "gamma",
    "delta",
    "varepsilon",
    "zeta",
    "eta",
    "theta",
    "iota",
    "kappa",
    "lambda",
    "mu",
    "nu",
    "xi",
    "mathrm{o}",
    "pi",
    "rho",
    "varsigma",
    "sigma",
    "tau",
    "upsilon",
    "varphi",
    "chi",
    "psi",
    "omega",
];

/// A letter of a title in TeX. One that few fonts have is left to the engines that read fonts of
/// the system; with others its number is there.
fn letter(letter: char) -> String {
    match letter {
        '\\' => r"\textbackslash{}".to_owned(),
        '^' | '~' => format!(r"\{letter}{{}}"),
        '#' | '$' | '%' | '&' | '_' | '{' | '}' => format!(r"\{letter}"),
        letter if letter.is_control() => " ".to_owned(),
        letter if letter.is_ascii() || KNOWN.contains(letter) => letter.to_string(),
        'α'..='ω' => format!(r"\ensuremath{{\{}}}", GREEK[letter as usize - 'α' as usize]),
        letter => match SIGNS.iter().find(|(sign, _)| *sign == letter) {
            Some((_, formula)) => format!(r"\ensuremath{{{formula}}}"),
            None => format!(r"{{\ifdefined\Umathchar {letter}\else [U+{:04X}]\fi}}", letter as u32),
        },
    }
}

/// Where the coordinates of a range begin to count: TeX tells some five digits apart, so that of a
/// narrow range only what exceeds its beginning is written.
struct Origin {
    at: Surd,
    /// How many decimals tell places apart.
    decimals: usize,
}

impl Origin {
    /// The least share of the greatest length that a range has whose lengths are written as they
    /// are.
    const LEAST_SHARE: f64 = 0.01;

    fn of<'a>(mut places: impl DoubleEndedIterator<Item = &'a Number>) -> Self {
        let ends = [places.next(), places.next_back()].map(|end| end.and_then(|end| end.exact.clone()));
        let [Some(from), Some(to)] = ends else { return Self { at: Surd::default(), decimals: DECIMALS } };
        let greatest = to.nearest_float();
        let length = difference(&to, &from, DECIMALS).nearest_float();
        if length >= Self::LEAST_SHARE * greatest {
            return Self { at: Surd::default(), decimals: DECIMALS };
        }
        // a length that is not 0 has at most some hundred zeros behind the point
        let zeros = (-length.log10()).ceil().clamp(0.0, 300.0) as usize;
        Self { at: from, decimals: DECIMALS + zeros }
    }

    /// A place as TeX reads it.
    fn text(&self, number: &Number) -> String {
        match &number.exact {
            Some(exact) if !self.at.is_zero() => {
                difference(exact, &self.at, self.decimals).to_decimal(self.decimals)
            }
            _ => number.decimal.clone(),
        }
    }

    /// A place that is rounded already.
    fn rounded(&self, place: f64) -> f64 {
        place - self.at.nearest_float()
    }

    /// What is written below the axis.
    fn name(&self) -> String {
        let from = NumberStyle::Latex.text(&self.at);
        if self.at.is_zero() { "length $L$ of the segment".to_owned() } else { format!("$L - ({from})$") }
    }
}

/// A difference; if the numbers lie in two fields, that of their decimals.
fn difference(left: &Surd, right: &Surd, decimals: usize) -> Surd {
    left.try_sub(right).unwrap_or_else(|_| {
        let [left, right] = [left, right].map(|number| number.to_decimal(decimals));
        // decimals can always be read
        left.parse::<Surd>().unwrap_or_default() - right.parse::<Surd>().unwrap_or_default()
    })
}

/// The options of the axes for a function of L.
fn axes<'a>(
    name: &str,
    origin: &Origin,
    mut places: impl DoubleEndedIterator<Item = &'a Number>,
) -> Vec<String> {
    let ends = places.next().zip(places.next_back()).map(|(from, to)| [from, to].map(|end| origin.text(end)));
    let range = ends.map(|[from, to]| format!("xmin={from}, xmax={to}, ymin=0"));
    range.into_iter().chain([format!("ylabel={{${name}$}}, no markers, clip=false")]).collect()
}

/// A line of a coordinate, with its exact numbers in a comment.
fn coordinate(out: &mut String, [x, y]: [&str; 2], exact: &[&Option<Surd>]) {
    let text = |number: &&Option<Surd>| number.as_ref().map_or("no closed form".to_owned(), Surd::to_string);
    // a string takes everything
    let _ = writeln!(out, "      ({x},{y}) % {}", exact.iter().map(text).join(", "));
}

fn gain(origin: &Origin, ends: &[[Number; 2]], bends: &[Vec<[f64; 2]>]) -> String {
    let mut out = format!("    \\addplot[{INK}] coordinates {{\n");
    for (index, [at, value]) in ends.iter().enumerate() {
        coordinate(&mut out, [&origin.text(at), &value.decimal], &[&at.exact, &value.exact]);
        for [x, y] in bends.get(index).into_iter().flatten() {
            let x = origin.rounded(*x);
            let _ = writeln!(out, "      ({x:.decimals$},{y:.9})", decimals = origin.decimals);
        }
    }
    out + "    };\n"
}

fn graph(origin: &Origin, steps: &[(Number, u32)]) -> String {
    let mut out = format!("    \\addplot[const plot, {INK}] coordinates {{\n");
    for (at, value) in steps {
        coordinate(&mut out, [&origin.text(at), &value.to_string()], &[&at.exact]);
    }
    out += "    };\n";
    let zeros = steps.windows(2).filter(|pair| pair[0].1 == 0);
    for [start, end] in zeros.filter_map(|pair| <&[_; 2]>::try_from(pair).ok()) {
        let [start, end] = [start, end].map(|step| origin.text(&step.0));
        let _ = writeln!(out, "    \\draw[red, very thick] (axis cs:{start},0) -- (axis cs:{end},0);");
    }
    out
}

/// The options of the axes of strips, from above: the number of the segment, and the length.
fn names(strips: &[PointStrip], longest: &str) -> Vec<String> {
    let several = strips.iter().any(|strip| strip.segment > 1);
    let label = |PointStrip { segment, length, .. }: &PointStrip| {
        let length = NumberStyle::Latex.text(length);
        if several { format!("{{{segment}: ${length}$}}") } else { format!("{{${length}$}}") }
    };
    let (ticks, labels): (Vec<_>, Vec<_>) =
        strips.iter().enumerate().map(|(row, strip)| (row.to_string(), label(strip))).unzip();
    let last = strips.len().saturating_sub(1);
    vec![
        format!("xmin=0, xmax={longest}, y dir=reverse, ymin=-0.6, ymax={last}.6, clip=false"),
        format!("ytick={{{}}}, yticklabels={{{}}}", ticks.join(","), labels.join(",")),
    ]
}

fn places(strips: &[PointStrip]) -> String {
    // an axis without a plot has no units
    let mut out = "    \\addplot[draw=none, forget plot] coordinates {(0,0)};\n".to_owned();
    for (row, PointStrip { last, winning, digit, .. }) in strips.iter().enumerate() {
        if *digit == Digit::AtAnEnd {
            // a mark at each end, filled where the piece wins
            let exact = |winning: &Winning| winning.ends[0].exact.clone().unwrap_or_default();
            let won: Vec<_> =
                winning.iter().map(|place| (place.ends[0].decimal.clone(), exact(place))).collect();
            let zero = Surd::default().to_decimal(DECIMALS);
            for place in [&zero, last].into_iter().filter(|place| !won.iter().any(|(at, _)| at == *place)) {
                let _ = writeln!(
                    out,
                    "    \\node[draw=black!40, inner sep=2pt] at (axis cs:{place},{row}) {{}};"
                );
            }
            for (at, exact) in won {
                let _ = writeln!(
                    out,
                    "    \\node[fill=red, inner sep=2pt] at (axis cs:{at},{row}) {{}}; % {exact}"
                );
            }
            continue;
        }
        let _ =
            writeln!(out, "    \\fill[black!10] (axis cs:0,{row}-.3) rectangle (axis cs:{last},{row}+.3);");
        for Winning { ends: [start, end], .. } in winning {
            let [from, to] = [start, end].map(|number| number.exact.clone().unwrap_or_default());
            let (x, next) = (&start.decimal, &end.decimal);
            let _ = match from == to {
                true => writeln!(
                    out,
                    "    \\draw[red, thick] (axis cs:{x},{row}-.4) -- (axis cs:{x},{row}+.4); % {from}"
                ),
                false => writeln!(
                    out,
                    "    \\fill[{INK}] (axis cs:{x},{row}-.3) rectangle (axis cs:{next},{row}+.3); % {from}, {to}"
                ),
            };
        }
    }
    out
}

fn growth(counts: &[(Number, [u64; 3])]) -> String {
    let mut out = String::new();
    for (index, name) in ["corner events", "steps of $g$", "largest value"].into_iter().enumerate() {
        out += "    \\addplot+[mark size=1.2pt] coordinates {\n";
        for (at, counts) in counts {
            // a count of 0 has no logarithm
            coordinate(&mut out, [&at.decimal, &counts[index].max(1).to_string()], &[&at.exact]);
        }
        let _ = writeln!(out, "    }};\n    \\addlegendentry{{{name}}}");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_text_in_tex() {
        assert_eq!(
            marked(r"*e*(*L*), 50 % & {x_1}^2 \ $"),
            r"$e$($L$), 50 \% \& \{x\_1\}\^{}2 \textbackslash{} \$"
        );
        let greek = r"\ensuremath{\varphi} \ensuremath{\omega}, \ensuremath{\surd}2 \ensuremath{-} 1";
        assert_eq!(marked("φ ω, √2 − 1"), greek);
        assert_eq!(marked("ü中"), r"ü{\ifdefined\Umathchar 中\else [U+4E2D]\fi}");
    }
}
