//! The atlas of octal games: a table of every game 0.d₁d₂d₃ and 4.d₁d₂, and a picture of their
//! periods.
//!
//! The page *atlas* has the command that makes its table and its picture. Without arguments the
//! values up to 2000 are computed, and the table is printed.

use std::collections::HashMap;
use std::env;
use std::error::Error;
use std::fs;

use nimsweep::games::octal::{Code, Period, RareValues, Values};
use rayon::prelude::*;

/// What the table says about one game.
struct Game {
    code: Code,
    values: Values,
    rare: RareValues,
    by_parity: bool,
}

impl Game {
    fn new(code: Code, count: usize) -> Self {
        let mut values = Values::new(code.clone());
        while values.advance(count) {}
        let (plain, parity) = (values.rare_values(), values.rare_values_by_parity());
        let better = parity.filter(|parity| parity.count < plain.count);
        Self { code, values, rare: better.unwrap_or(plain), by_parity: better.is_some() }
    }

    /// How many values at the beginning are 0.
    fn zeros(&self) -> usize {
        self.values.as_slice().iter().take_while(|&&value| value == 0).count()
    }

    /// The row of the table, without what it says about equal games.
    fn row(&self) -> String {
        let [from, period] = match self.values.period() {
            Some(Period { from, length, .. }) => [from, length].map(|number| number.to_string()),
            None => [String::new(), String::new()],
        };
        let (largest, at) = self.values.largest().unwrap_or_default();
        let share = self.rare.count as f64 / self.values.as_slice().len() as f64;
        let (mask, parity) = (self.rare.mask, if self.by_parity { "+n" } else { "" });
        format!("{},{period},{from},{largest},{at},{share:.5},{mask}{parity}", self.code)
    }
}

/// Every game once, in the order of the digits.
fn codes() -> Result<Vec<Code>, Box<dyn Error>> {
    let zero = (0..512).map(|digits| format!("0.{digits:03o}"));
    let four = (0..64).map(|digits| format!("4.{digits:02o}"));
    Ok(zero.chain(four).map(|code| code.parse()).collect::<Result<_, _>>()?)
}

/// How many values of each game, from the first one on that is not 0, are known of all games.
fn compared(games: &[Game]) -> usize {
    let known = games[0].values.as_slice().len();
    // of 0.0 all values are 0, and of no other game
    known - games.iter().map(Game::zeros).filter(|&zeros| zeros < known).max().unwrap_or(0)
}

/// For each game the first one in the list that has the same values from the first one on that is
/// not 0, if that is another game.
fn equal_games(games: &[Game]) -> Vec<Option<usize>> {
    let compared = compared(games);
    let key = |game: &'_ Game| game.zeros()..game.zeros() + compared;
    let keys = games.iter().map(|game| game.values.as_slice().get(key(game)).unwrap_or_default());
    let mut first = HashMap::new();
    let firsts: Vec<usize> = keys.enumerate().map(|(own, key)| *first.entry(key).or_insert(own)).collect();
    firsts.into_iter().enumerate().map(|(own, first)| (first != own).then_some(first)).collect()
}

/// Whether games with equal values are proven to have them forever.
///
/// Let u and v have the periods p and q from N on, and agree on the p + q places from N on. Then
/// they agree from there on, too, by induction: u(n) = u(n − p) = v(n − p) = v(n − p − q) =
/// u(n − p − q) = u(n − q) = v(n − q) = v(n).
fn is_proven(one: &Game, other: &Game, compared: usize) -> bool {
    let (Some(a), Some(b)) = (one.values.period(), other.values.period()) else { return false };
    a.from.max(b.from) + a.length + b.length <= compared
}

/// The table, with the first line that says how it was made.
fn table(games: &[Game], command: &str) -> String {
    let last = games[0].values.as_slice().len() - 1;
    let mut table = format!(
        "# Octal games by their values up to {last}. period, from: G(n+period) = G(n) for all n >= from, both least, \
         if proven. largest: the largest value up to {last}, first at n = at. rare: the share of values with an even \
         number of bits in common with the mask, which makes it least (+n: at odd n the others, or at even n). \
         G(n) = F(n+shift) for the first game F of the table with the same values from the first one that is not 0; \
         equality: proven if both periods are, else observed up to {last}. Made by: {command}\n\
         code,period,from,largest,at,rare,mask,equal_to,shift,equality\n"
    );
    for (game, first) in games.iter().zip(equal_games(games)) {
        table += &game.row();
        table += &first.map_or_else(
            || ",,,\n".to_owned(),
            |first| {
                let first = &games[first];
                let shift = first.zeros() as i64 - game.zeros() as i64; // a few zeros
                let equality = if is_proven(game, first, compared(games)) { "proven" } else { "observed" };
                format!(",{},{shift},{equality}\n", first.code)
            },
        );
    }
    table
}

/// Fills and the colour of their text, light to dark, for periods below 10, 100, 1000 and for all
/// others; and for games without a proven period.
const FILLS: [(&str, &str, &str); 5] = [
    ("#e3eef9", "#1b1f24", "below 10"),
    ("#a6cbe8", "#1b1f24", "below 100"),
    ("#4a90c4", "#ffffff", "below 1000"),
    ("#12436d", "#ffffff", "1000 and more"),
    ("#f0a33a", "#1b1f24", "none proven"),
];

/// The periods of all games: a square for each first digit, a column for each d₃, a row for each
/// d₂.
fn picture(games: &[Game]) -> String {
    const CELL: [usize; 2] = [37, 20];
    const PANEL: [usize; 2] = [8 * CELL[0] + 44, 8 * CELL[1] + 52];
    let [width, height] = [3 * PANEL[0] + 12, 3 * PANEL[1] + 44];
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
         font-size=\"11\" text-anchor=\"middle\">\n\
         <title>The least period of every octal game 0.d₁d₂d₃ and 4.d₁d₂</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    let mut left = 34;
    for (fill, _, name) in FILLS {
        svg += &format!(
            "<rect x=\"{left}\" y=\"14\" width=\"16\" height=\"14\" fill=\"{fill}\" stroke=\"#8c959f\"/>\
             <text x=\"{}\" y=\"25\" font-size=\"13\" text-anchor=\"start\">{name}</text>\n",
            left + 22
        );
        left += 42 + 8 * name.len();
    }
    svg += &format!(
        "<text x=\"{}\" y=\"25\" font-size=\"13\" text-anchor=\"end\">columns: the last digit; rows: the one before \
         it</text>\n",
        width - 22
    );
    for (panel, games) in games.chunks(64).enumerate() {
        let corner = [panel % 3 * PANEL[0] + 34, panel / 3 * PANEL[1] + 84];
        let title = if panel < 8 { format!("0.{panel}d₂d₃") } else { "4.d₁d₂".to_owned() };
        svg += &format!(
            "<g transform=\"translate({} {})\"><text x=\"{}\" y=\"-22\" font-size=\"14\" font-weight=\"bold\">\
             {title}</text>\n",
            corner[0],
            corner[1],
            4 * CELL[0]
        );
        for digit in 0..8 {
            let [x, y] = [digit * CELL[0] + CELL[0] / 2, digit * CELL[1] + 14];
            svg += &format!("<text x=\"{x}\" y=\"-6\" fill=\"#57606a\">{digit}</text>");
            svg += &format!("<text x=\"-10\" y=\"{y}\" fill=\"#57606a\">{digit}</text>\n");
        }
        for (index, game) in games.iter().enumerate() {
            let [x, y] = [index % 8 * CELL[0], index / 8 * CELL[1]];
            let period = game.values.period().map(|period| period.length);
            let class = period.map_or(4, |length| (length.ilog10() as usize).min(3));
            let (fill, colour, _) = FILLS[class];
            let [inner_width, inner_height] = CELL.map(|side| side - 1);
            svg += &format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{inner_width}\" height=\"{inner_height}\" fill=\"{fill}\"/>"
            );
            if let Some(period) = period {
                let [x, y] = [x + CELL[0] / 2, y + 14];
                svg += &format!("<text x=\"{x}\" y=\"{y}\" fill=\"{colour}\">{period}</text>");
            }
            svg.push('\n');
        }
        svg += "</g>\n";
    }
    svg + "</svg>\n"
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let limit: usize = arguments.first().map_or(Ok(2000), |limit| limit.parse())?;
    let codes = codes()?;
    // each game is a task of its own, since a few take most of the time
    let games: Vec<Game> =
        codes.into_par_iter().with_max_len(1).map(|code| Game::new(code, limit + 1)).collect();

    let command = format!("cargo run --release --example octal_atlas -- {}", arguments.join(" "));
    let table = table(&games, &command);
    match &arguments[..] {
        [_, table_file, picture_file] => {
            fs::write(table_file, table)?;
            fs::write(picture_file, picture(&games))?;
        }
        _ => print!("{table}"),
    }

    let proven = games.iter().filter(|game| game.values.period().is_some()).count();
    eprintln!("{} games, {proven} periods proven by the values up to {limit}", games.len());
    let kayles =
        games.iter().find(|game| game.code.to_string() == "0.77").and_then(|game| game.values.period());
    assert_eq!(kayles.map(|period| (period.length, period.from)), Some((12, 71)));
    Ok(())
}
