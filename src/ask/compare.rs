//! Two games: where their Grundy values first differ, by which move, and on how much of the line.

use std::fmt;
use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::Zero;
use serde::{Deserialize, Serialize};

use super::answer::{Object, lengths_and_rule};
use super::question::{AskError, DecimalsKey, Keys, Pace, Question};
use super::text_style::TextStyle;
use super::values::{ValueError, lengths, segment};
use crate::games::squares::drive::{Effort, unwatched};
use crate::games::squares::known::Known;
use crate::games::squares::need::{Need, quick_limit};
use crate::games::squares::{Grundy, Lengths};
use crate::number::Surd;
use crate::sweep::Nimber;

/// Unless a question says otherwise, games are compared up to this multiple of the longest length,
/// as far as g takes seconds.
const TIMES_LONGEST: i64 = 1000;

/// The keys of `compare`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct CompareKeys {
    /// The lengths of the pieces of each game
    games: Vec<String>,
    /// Where pieces may lie, in both games or in each
    rule: Option<Vec<String>>,
    /// Compare up to there
    upto: Option<String>,
    decimals: DecimalsKey,
}

impl Keys for CompareKeys {
    const COMMAND: &'static str = "compare";

    fn read(&self) -> Result<Question, AskError> {
        let refused = |key| ValueError::new(key, "give two, one for each game");
        let [first, second] = &self.games[..] else { return Err(refused("games").into()) };
        let rules = match self.rule.as_deref().unwrap_or_default() {
            [] => [None; 2],
            [both] => [Some(both); 2],
            [first, second] => [Some(first), Some(second)],
            _ => return Err(refused("rule").into()),
        };
        let game =
            |text: &str, rule: Option<&String>| lengths(["games", "rule"], text, rule.map(String::as_str));
        let games = [game(first, rules[0])?, game(second, rules[1])?];
        let digits = self.decimals.digits()?;
        let longest = games.iter().map(Lengths::longest).max().cloned().unwrap_or_default();
        let quick = games.iter().map(quick_limit).min().unwrap_or_default();
        let upto = self.upto.as_ref().map(|upto| segment("upto", upto)).transpose()?;
        let upto = upto.unwrap_or_else(|| (Surd::from(TIMES_LONGEST) * longest).min(quick));
        Ok(Question::long_law(move |pace| Comparison::new(&games, &upto, digits, pace)))
    }
}

/// Where two games differ.
#[derive(Debug, Serialize)]
struct Comparison {
    games: [ComparedGame; 2],
    /// The first length at which they differ, and both values there.
    at: Option<Surd>,
    values: Option<[Nimber; 2]>,
    #[serde(rename = "move")]
    step: Option<DecidingMove>,
    upto: Surd,
    digits: usize,
    /// On which share of [0, upto].
    differing: String,
    /// Whether they are proven to differ nowhere.
    proven: bool,
}

#[derive(Debug, Serialize)]
struct ComparedGame {
    #[serde(flatten, serialize_with = "lengths_and_rule")]
    lengths: Lengths,
}

/// A move that one game has, which leaves a value that no move of the other one leaves.
#[derive(Debug, Serialize)]
struct DecidingMove {
    /// The game, counted from 1.
    game: usize,
    at: Surd,
    length: Surd,
    place: Surd,
    left: Nimber,
}

impl Comparison {
    fn new(games: &[Lengths; 2], upto: &Surd, digits: usize, pace: Pace<'_>) -> Result<Self, AskError> {
        let effort = Effort { patience: pace.patience, ..Effort::default() };
        let mut known = [Known::new(&games[0], effort)?, Known::new(&games[1], effort)?];
        let mut tables = |upto: &Surd| {
            let need = Need::table(upto.clone());
            let tables = known.each_mut().map(|known| known.serve(&need, &mut unwatched).cloned());
            let [first, second] = tables;
            Ok::<_, AskError>([first?, second?])
        };
        let shown = tables(upto)?;
        let decided = match shown.each_ref().map(|table| table.period()) {
            // with the periods p and q from N on, what is equal on [N, N + p + q] is so for ever:
            // f(x + q) = g(x + q) = g(x) = f(x) for N ≤ x < N + p, and so f has the period q, too
            [Some(first), Some(second)] => {
                let from = (&first.from).max(&second.from);
                let end: BigInt = [from, &first.length, &second.length].map(Surd::ceil).into_iter().sum();
                Some(Surd::from(end))
            }
            _ => None,
        };
        let end = decided.iter().fold(upto, |end, decided| end.max(decided));
        let tables = tables(end)?;
        let parts = differing_parts(&tables, end);
        let first = parts.first();
        // numbers of different fields are added up with far more decimals than are asked for
        let exact = |number: &Surd| number.to_decimal(digits + 20).parse::<Surd>().unwrap_or_default();
        let compared = parts.iter().take_while(|(start, ..)| start < upto);
        let sum: Surd = compared.map(|(start, end, _)| exact(end.min(upto)) - exact(start)).sum();
        let share = sum.try_div(&exact(upto)).unwrap_or_default();
        Ok(Self {
            games: games.clone().map(|lengths| ComparedGame { lengths }),
            at: first.map(|(start, ..)| start.clone()),
            values: first.map(|&(.., values)| values),
            step: first.and_then(|part| DecidingMove::new(&tables, part)),
            upto: upto.clone(),
            digits,
            differing: share.to_decimal(digits),
            proven: parts.is_empty() && (decided.is_some() || games[0] == games[1]),
        })
    }
}

/// Where a part of the line begins and ends on which both games keep their values, which differ.
type DifferingPart = (Surd, Surd, [Nimber; 2]);

/// The parts of [0, end] where two games differ, ascending.
fn differing_parts(tables: &[Arc<Grundy>; 2], end: &Surd) -> Vec<DifferingPart> {
    let exact = |table: &Arc<Grundy>, step: usize| {
        let start = table.steps().breakpoints().get(step)?;
        Some(table.lattice().exact(*start)).filter(|start| start <= end)
    };
    let (mut parts, mut steps, mut start) = (vec![], [0, 0], Surd::zero());
    loop {
        let values = [0, 1].map(|game| tables[game].steps().values()[steps[game]]);
        let next = [0, 1].map(|game| exact(&tables[game], steps[game] + 1));
        let until = next.iter().flatten().min().unwrap_or(end).clone();
        if values[0] != values[1] {
            parts.push((start, until.clone(), values));
        }
        if next == [None, None] {
            return parts;
        }
        for game in [0, 1] {
            steps[game] += usize::from(next[game].as_ref() == Some(&until));
        }
        start = until;
    }
}

impl DecidingMove {
    /// Some move of the game with the greater value leaves the smaller value, and no move of the
    /// other game does, as that is its mex.
    fn new(tables: &[Arc<Grundy>; 2], (start, end, values): &DifferingPart) -> Option<Self> {
        let game = usize::from(values[1] > values[0]);
        let left = values[1 - game];
        // where the first length lies in another field, one with the same values has none
        let near = Surd::simplest_between(start, end).map(Surd::from);
        [Some(start.clone()), near].into_iter().flatten().find_map(|at| {
            let placements = tables[game].placements(&at, left, None).ok()?;
            let (length, places) =
                placements.into_iter().find_map(|of| Some((of.length, of.winning.first()?.clone())))?;
            Some(Self { game: game + 1, at, length, place: places.simplest_place(), left })
        })
    }
}

impl Object for Comparison {
    fn write_text(&self, f: &mut fmt::Formatter<'_>, style: &TextStyle) -> fmt::Result {
        let both = |number| style.numbers.with_decimals(number, self.digits);
        let upto = style.numbers.text(&self.upto);
        let (Some(at), Some(values)) = (&self.at, self.values) else {
            let beyond = match self.proven {
                true if self.games[0].lengths == self.games[1].lengths => "as both games are the same",
                true => "and none at any length, by their periods",
                false => "which proves nothing about longer segments",
            };
            return write!(f, "no difference up to {upto}, {beyond}");
        };
        writeln!(f, "they differ first at L = {}", both(at))?;
        for (ComparedGame { lengths }, value) in self.games.iter().zip(values) {
            let list = lengths.named(|length| style.numbers.text(length)).join(", ");
            writeln!(f, "g(L) = {value} with pieces {list}{}", lengths.where_all_lie())?;
        }
        if let Some(DecidingMove { game, at, length, place, left }) = &self.step {
            let [at, length, place] = [at, length, place].map(|number| style.numbers.text(number));
            let game = ["first", "second"][game - 1];
            writeln!(
                f,
                "only the {game} has a move that leaves {left}, such as on {at}: length {length} at {place}"
            )?;
        }
        write!(f, "below {upto} they differ at a share of {} of all lengths", self.differing)
    }
}
