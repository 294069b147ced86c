//! Pictures as TeX for the package pgfplots: each breakpoint as decimals, and its exact form in a
//! comment.

use std::fmt::Write;

use itertools::Itertools;

use super::points::{Number, PointStrip, Points, Winning};
use super::typeset::{Style, TextLine};
use super::{Look, PlotError};
use crate::games::squares::Lengths;
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
    let (environment, height, options, body) = match points {
        Points::Gain { ends, bends } => {
            ("axis", 0.4, axes("e(L)", ends.iter().map(|end| &end[0])), gain(ends, bends))
        }
        Points::Steps(steps) => ("axis", 0.4, axes("g(L)", steps.iter().map(|step| &step.0)), graph(steps)),
        Points::Moves { strips, longest } => ("axis", 0.3, names(strips, longest), places(strips)),
        Points::Growth(counts) => {
            ("loglogaxis", 0.6, vec!["legend pos=north west".to_owned()], growth(counts))
        }
    };
    let height = look.size.map_or(height, |size| f64::from(size.height()) / f64::from(size.width()));
    let name = match points {
        Points::Moves { .. } => "left end $x$ of the piece",
        _ => "length $L$ of the segment",
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
    let escaped = |text: &str| {
        text.chars().fold(String::new(), |mut escaped, letter| {
            match letter {
                '\\' => escaped.push_str(r"\textbackslash{}"),
                '^' | '~' => escaped += &format!(r"\{letter}{{}}"),
                '#' | '$' | '%' | '&' | '_' | '{' | '}' => escaped.extend(['\\', letter]),
                letter if letter.is_control() => escaped.push(' '),
                letter => escaped.push(letter),
            }
            escaped
        })
    };
    let line = TextLine::marked(title);
    let parts = line.parts.iter().map(|(style, text)| match style {
        Style::Italic => format!("${}$", escaped(text)),
        _ => escaped(text),
    });
    parts.collect()
}

/// The options of the axes for a function of L.
fn axes<'a>(name: &str, places: impl Iterator<Item = &'a Number>) -> Vec<String> {
    let ends: Vec<_> = places.map(|number| &number.decimal).collect();
    let range = ends.first().zip(ends.last()).map(|(from, to)| format!("xmin={from}, xmax={to}, ymin=0"));
    range.into_iter().chain([format!("ylabel={{${name}$}}, no markers, clip=false")]).collect()
}

/// A line of a coordinate, with its exact numbers in a comment.
fn coordinate(out: &mut String, [x, y]: [&str; 2], exact: &[&Option<Surd>]) {
    let text = |number: &&Option<Surd>| number.as_ref().map_or("no closed form".to_owned(), Surd::to_string);
    // a string takes everything
    let _ = writeln!(out, "      ({x},{y}) % {}", exact.iter().map(text).join(", "));
}

fn gain(ends: &[[Number; 2]], bends: &[Vec<[f64; 2]>]) -> String {
    let mut out = format!("    \\addplot[{INK}] coordinates {{\n");
    for (index, [at, value]) in ends.iter().enumerate() {
        coordinate(&mut out, [&at.decimal, &value.decimal], &[&at.exact, &value.exact]);
        for [x, y] in bends.get(index).into_iter().flatten() {
            let _ = writeln!(out, "      ({x:.9},{y:.9})");
        }
    }
    out + "    };\n"
}

fn graph(steps: &[(Number, u32)]) -> String {
    let mut out = format!("    \\addplot[const plot, {INK}] coordinates {{\n");
    for (at, value) in steps {
        coordinate(&mut out, [&at.decimal, &value.to_string()], &[&at.exact]);
    }
    out += "    };\n";
    let zeros = steps.windows(2).filter(|pair| pair[0].1 == 0);
    for [start, end] in zeros.filter_map(|pair| <&[_; 2]>::try_from(pair).ok()) {
        let [start, end] = [&start.0.decimal, &end.0.decimal];
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
        format!("xmin=0, xmax={longest}, y dir=reverse, ymin=-0.6, ymax={last}.6"),
        format!("ytick={{{}}}, yticklabels={{{}}}", ticks.join(","), labels.join(",")),
    ]
}

fn places(strips: &[PointStrip]) -> String {
    // an axis without a plot has no units
    let mut out = "    \\addplot[draw=none, forget plot] coordinates {(0,0)};\n".to_owned();
    for (row, PointStrip { last, winning, .. }) in strips.iter().enumerate() {
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
    }
}
