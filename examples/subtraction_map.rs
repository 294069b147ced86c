//! The map of subtraction games with the lengths 1 < x < y ≤ 5: a table of their periods, and a
//! picture.
//!
//! The page *atlas* has the command that makes its table and its picture. Without arguments the
//! periods up to 100 are looked for, and the table is printed.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::fs;

use nimsweep::games::squares::{Digit, Grundy, Lengths};
use nimsweep::number::Surd;
use num_traits::ToPrimitive;
use rayon::prelude::*;

/// The numbers of one kind that x and y are taken from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Multiples of 1/20.
    Grid,
    /// p + q√d with whole p and q, −5 to 5, for this d.
    Root(u64),
}

const KINDS: [Kind; 3] = [Kind::Grid, Kind::Root(2), Kind::Root(5)];

impl Kind {
    /// All numbers of this kind above 1 and up to 5, ascending.
    fn numbers(self) -> Vec<Surd> {
        let mut numbers: Vec<Surd> = match self {
            Self::Grid => (21..=100).map(|number| Surd::from(number) / Surd::from(20)).collect(),
            Self::Root(d) => {
                let root = Surd::square_root_of(d);
                let row = |p: i64| (-5_i64..=5).map(move |q| (p, q));
                (-5..=5).flat_map(row).map(|(p, q)| Surd::from(p) + Surd::from(q) * &root).collect()
            }
        };
        numbers.retain(|number| *number > Surd::from(1) && *number <= Surd::from(5));
        numbers.sort();
        numbers
    }

    /// All sets {1, x, y} with x < y of this kind. Two whole numbers are on the grid only.
    fn sets(self) -> Vec<Set> {
        let numbers = self.numbers();
        let pairs = numbers.iter().enumerate().flat_map(|(index, x)| {
            numbers[index + 1..].iter().map(move |y| Set { kind: self, x: x.clone(), y: y.clone() })
        });
        pairs
            .filter(|Set { x, y, .. }| self == Self::Grid || [x, y].iter().any(|n| n.as_rational().is_none()))
            .collect()
    }
}

/// {1, x, y} with 1 < x < y.
struct Set {
    kind: Kind,
    x: Surd,
    y: Surd,
}

/// A proven period: its length as a sum of multiples of 1, x and y, and where it begins.
struct Found {
    length: Surd,
    from: Surd,
    multiples: [i64; 3],
}

impl Set {
    /// The period of the game in which all pieces lie at an end of their segment, looked for up to
    /// 100, 1000, … and this limit.
    fn period(&self, limit: u64) -> Result<Option<Found>, nimsweep::Error> {
        let lengths = Lengths::with_rule([Surd::from(1), self.x.clone(), self.y.clone()], &[Digit::AtAnEnd])?;
        let mut searched = limit.min(100);
        loop {
            let grundy = Grundy::new(&lengths, &Surd::from(searched))?.with_period();
            if let Some(period) = grundy.period() {
                let [length, from] = [&period.length, &period.from].map(Clone::clone);
                let multiples = self.combination(&length);
                return Ok(Some(Found { length, from, multiples }));
            }
            if searched == limit {
                return Ok(None);
            }
            searched = limit.min(searched * 10);
        }
    }

    /// Integers a, b, c with a + bx + cy equal to this sum of lengths. Their absolute values have
    /// the least sum; of several, the fewest are negative, then the largest is least, then a and b
    /// are largest.
    fn combination(&self, sum: &Surd) -> [i64; 3] {
        // floats find candidates, and exact numbers decide
        let [x, y, near] = [&self.x, &self.y, sum].map(|number| number.to_f64().unwrap_or_default());
        let exact = |[a, b, c]: [i64; 3]| Surd::from(a) + Surd::from(b) * &self.x + Surd::from(c) * &self.y;
        let mut best: Option<([i64; 3], Reverse<[i64; 3]>)> = None;
        // |b| + |c|, until it alone is more than the least sum that was found
        for others in 0_i64.. {
            if best.is_some_and(|([sum, ..], _)| others > sum) {
                break;
            }
            for b in -others..=others {
                for c in [others - b.abs(), b.abs() - others] {
                    let rest = near - b as f64 * x - c as f64 * y;
                    let multiples = [rest.round() as i64, b, c]; // a few thousand at most
                    let [sizes, signs] =
                        [multiples.map(i64::abs), multiples.map(|multiple| (multiple < 0).into())];
                    let largest = sizes.into_iter().max().unwrap_or(0);
                    let order = [sizes.iter().sum(), signs.iter().sum(), largest];
                    let rank = (order, Reverse(multiples));
                    let is_near = (rest - rest.round()).abs() < 1e-6;
                    if is_near && best.is_none_or(|best| rank < best) && exact(multiples) == *sum {
                        best = Some(rank);
                    }
                }
            }
        }
        best.map_or([0; 3], |(_, Reverse(multiples))| multiples)
    }

    /// Whether it lies in the region in which 1 + y is proven to be a period from 0 on: Moriwaki,
    /// arXiv 2606.11658.
    fn is_in_region(&self) -> bool {
        self.x <= Surd::from(2) && Surd::from(1) + &self.x >= self.y
    }
}

/// As it is written: `2+x-3y`, positive numbers first.
fn written(multiples: [i64; 3]) -> String {
    let mut terms: Vec<(i64, &str)> = multiples.into_iter().zip(["", "x", "y"]).collect();
    terms.retain(|&(multiple, _)| multiple != 0);
    terms.sort_by_key(|&(multiple, _)| multiple < 0);
    let mut text = String::new();
    for (multiple, name) in terms {
        text += if multiple < 0 {
            "-"
        } else if text.is_empty() {
            ""
        } else {
            "+"
        };
        if multiple.abs() != 1 || name.is_empty() {
            text += &multiple.abs().to_string();
        }
        text += name;
    }
    text
}

/// The table, with the first line that says how it was made.
fn table(sets: &[(Set, Option<Found>)], limit: u64, command: &str) -> String {
    let mut table = format!(
        "# Subtraction games with the lengths 1, x, y: g(L) = mex of g(L-s) over the lengths s <= L, looked at up to \
         L = {limit}. period, from: g(L+period) = g(L) for all L >= from, both least, proven; empty: none is proven by \
         then. combination: the period as a+bx+cy with the least |a|+|b|+|c|. Made by: {command}\n\
         x,y,period,from,combination\n"
    );
    for (Set { x, y, .. }, found) in sets {
        let rest = found.as_ref().map_or_else(
            || ",,".to_owned(),
            |Found { length, from, multiples }| format!("{length},{from},{}", written(*multiples)),
        );
        table += &format!("{x},{y},{rest}\n");
    }
    table
}

/// The colours of the combinations that most sets have, which people with any sight can tell apart.
const COLOURS: [&str; 8] =
    ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#882255"];
/// That of all other combinations.
const OTHER: &str = "#8c959f";

/// A point for each set, coloured by the combination: squares on the grid, circles elsewhere.
fn picture(sets: &[(Set, Option<Found>)]) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for found in sets.iter().filter_map(|(_, found)| found.as_ref()) {
        *counts.entry(written(found.multiples)).or_default() += 1;
    }
    let mut combinations: Vec<(String, usize)> = counts.into_iter().collect();
    combinations.sort_by_key(|(_, count)| Reverse(*count));
    let others = combinations.split_off(COLOURS.len().min(combinations.len()));
    let colour = |found: &Found| {
        let written = written(found.multiples);
        let number = combinations.iter().position(|(combination, _)| *combination == written);
        number.map_or(OTHER, |number| COLOURS[number])
    };
    // 160 units a length, so that a step of the grid has 8
    let left = |x: f64| 60.0 + 160.0 * (x - 1.0);
    let top = |y: f64| 664.0 - 160.0 * (y - 1.0);

    let mut squares: BTreeMap<&str, String> = BTreeMap::new();
    let (mut circles, mut crosses) = (String::new(), String::new());
    for (set, found) in sets {
        let [x, y] = [&set.x, &set.y].map(|number| number.to_f64().unwrap_or_default());
        let [x, y] = [left(x), top(y)];
        match found {
            None => crosses += &format!("M{:.1} {:.1}l8 8m0 -8l-8 8", x - 4.0, y - 4.0),
            Some(found) if set.kind == Kind::Grid => {
                *squares.entry(colour(found)).or_default() +=
                    &format!("M{} {}h8v8h-8z", x.round() - 4.0, y.round() - 4.0);
            }
            Some(found) => {
                circles +=
                    &format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.2\" fill=\"{}\"/>\n", colour(found));
            }
        }
    }

    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 728 720\" font-family=\"sans-serif\" \
         font-size=\"14\" fill=\"#1b1f24\">\n\
         <title>The periods of the subtraction games with the lengths 1, x, y</title>\n\
         <rect width=\"728\" height=\"720\" fill=\"#ffffff\"/>\n",
    );
    for number in 1..=5 {
        let [x, y] = [left(f64::from(number)), top(f64::from(number))];
        svg += &format!(
            "<path d=\"M{x} 664v6M60 {y}h-6\" stroke=\"#57606a\"/>\
             <text x=\"{x}\" y=\"688\" text-anchor=\"middle\">{number}</text>\
             <text x=\"48\" y=\"{}\" text-anchor=\"end\">{number}</text>\n",
            y + 5.0
        );
    }
    svg += "<path d=\"M60 16V664H708\" fill=\"none\" stroke=\"#57606a\"/>\n\
            <text x=\"380\" y=\"710\" text-anchor=\"middle\" font-style=\"italic\">x</text>\
            <text x=\"20\" y=\"345\" font-style=\"italic\">y</text>\n";
    for (colour, path) in squares {
        svg += &format!("<path shape-rendering=\"crispEdges\" fill=\"{colour}\" d=\"{path}\"/>\n");
    }
    svg += &format!("<g stroke=\"#ffffff\" stroke-width=\"0.8\">\n{circles}</g>\n");
    let corners = [(1.0, 1.0), (1.0, 2.0), (2.0, 3.0), (2.0, 2.0)];
    let corners: Vec<String> = corners.iter().map(|&(x, y)| format!("{},{}", left(x), top(y))).collect();
    svg += &format!(
        "<polygon points=\"{}\" fill=\"none\" stroke=\"#1b1f24\" stroke-width=\"2.5\"/>\n\
         <path d=\"{crosses}\" stroke=\"#ffffff\" stroke-width=\"5\"/>\
         <path d=\"{crosses}\" stroke=\"#1b1f24\" stroke-width=\"2.2\"/>\n",
        corners.join(" ")
    );

    // the legend, below the diagonal
    let mut line = 366;
    let mut entry = |sign: String, text: String| {
        line += 22;
        svg += &format!(
            "<g transform=\"translate(472 {line})\">{sign}<text x=\"26\" y=\"5\">{text}</text></g>\n"
        );
    };
    let square =
        |colour: &str| format!("<rect x=\"0\" y=\"-7\" width=\"14\" height=\"14\" fill=\"{colour}\"/>");
    for ((combination, count), colour) in combinations.iter().zip(COLOURS) {
        entry(square(colour), format!("{} ({count})", combination.replace('-', " − ").replace('+', " + ")));
    }
    let rest: usize = others.iter().map(|(_, count)| count).sum();
    let numbers = sets.iter().filter(|(_, found)| found.is_none()).count();
    entry(square(OTHER), format!("{} others ({rest})", others.len()));
    entry(
        "<circle cx=\"7\" cy=\"0\" r=\"4\" fill=\"none\" stroke=\"#57606a\"/>".to_owned(),
        "x, y of the form p + q√d".to_owned(),
    );
    entry(
        "<path d=\"M3 -4l8 8m0 -8l-8 8\" stroke=\"#1b1f24\" stroke-width=\"2.2\"/>".to_owned(),
        format!("no period found ({numbers})"),
    );
    entry(
        "<rect x=\"0\" y=\"-6\" width=\"14\" height=\"12\" fill=\"none\" stroke=\"#1b1f24\" stroke-width=\"2.5\"/>".to_owned(),
        "1 + y is proven".to_owned(),
    );
    svg + "</svg>\n"
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let limit: u64 = arguments.first().map_or(Ok(100), |limit| limit.parse())?;
    let sets: Vec<Set> = KINDS.into_iter().flat_map(Kind::sets).collect();
    let with_period = |set: Set| set.period(limit).map(|found| (set, found));
    let sets: Vec<(Set, Option<Found>)> =
        sets.into_par_iter().with_max_len(1).map(with_period).collect::<Result<_, _>>()?;

    let command = format!("cargo run --release --example subtraction_map -- {}", arguments.join(" "));
    let table = table(&sets, limit, &command);
    match &arguments[..] {
        [_, table_file, picture_file] => {
            fs::write(table_file, table)?;
            fs::write(picture_file, picture(&sets))?;
        }
        _ => print!("{table}"),
    }

    let found = sets.iter().filter(|(_, found)| found.is_some()).count();
    eprintln!("{} sets, {found} periods proven by g up to {limit}", sets.len());
    let in_region = sets.iter().filter(|(set, _)| set.is_in_region());
    let as_proven = |found: &Found| found.multiples == [1, 0, 1] && found.from == Surd::from(0);
    assert!(in_region.into_iter().all(|(_, found)| found.as_ref().is_some_and(as_proven)));
    Ok(())
}
