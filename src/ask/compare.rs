//! Two games: where their Grundy values first differ, by which move, and on how much of the line.

use num_bigint::BigInt;
use num_traits::{One, Zero};

use super::answer::{pieces, share_for_people};
use super::question::Question;
use super::raw_question::Keys;
use super::reply::{Reply, fields};
use super::values::{lengths, segment_with_shares};
use crate::error::Error;
use crate::games::squares::need::table_limit;
use crate::games::squares::{CommonStep, Grundy, Lengths, common_steps};
use crate::number::{Surd, check_products};
use crate::sweep::Nimber;

/// Unless a question says otherwise, games are compared up to this multiple of the longest length,
/// or as far as it gets in about a second.
const TIMES_LONGEST: i64 = 1000;

/// Reads two games.
pub(super) fn two_games(keys: &Keys) -> Result<[Lengths; 2], Error> {
    let [first, second] = keys.needed_list("games")? else {
        let reason = "compare needs two games; give two lists, such as 1,2 1,3";
        return Err(Error::of_key("games", reason));
    };
    let rules = match keys.list("rule") {
        [] => [None; 2],
        [both] => [Some(both); 2],
        [first, second] => [Some(first), Some(second)],
        _ => return Err(Error::of_key("rule", "give two, one for each game")),
    };
    let game = |text: &str, rule: Option<&String>| lengths(["games", "rule"], text, rule.map(String::as_str));
    Ok([game(first, rules[0])?, game(second, rules[1])?])
}

/// The question of `compare`.
pub(super) fn read_compare(keys: &Keys) -> Result<Question, Error> {
    let games = two_games(keys)?;
    let digits = keys.digits()?;
    let longest = games.iter().map(Lengths::longest).max().cloned().unwrap_or_default();
    let upto = keys.read("upto", segment_with_shares)?;
    let upto = upto.unwrap_or_else(|| table_limit(&games, Surd::from(TIMES_LONGEST) * longest));
    // a sum of their breakpoints is divided by it
    let lengths = games.iter().flat_map(Lengths::as_slice);
    check_products(lengths.chain([&upto])).map_err(|error| error.at("games"))?;
    let pair = games.clone();
    Ok(Question::pair(&pair, &upto.clone(), move |tables| comparison(tables, &games, &upto, digits)))
}

/// Where two games differ.
fn comparison(
    tables: [&Grundy; 2],
    games: &[Lengths; 2],
    upto: &Surd,
    digits: usize,
) -> Result<Reply, Error> {
    let shown = tables.map(|table| table.clone().with_period());
    let decided = match shown.each_ref().map(Grundy::period) {
        // with the periods p and q from N on, what is equal on [N, N + p + q] is so forever:
        // f(x + q) = g(x + q) = g(x) = f(x) for N ≤ x < N + p, and so f has the period q, too
        [Some(first), Some(second)] => {
            let from = (&first.from).max(&second.from);
            let end: BigInt = [from, &first.length, &second.length].map(Surd::ceil).into_iter().sum();
            Some(Surd::from(end))
        }
        _ => None,
    };
    let end = decided.iter().fold(upto, |end, decided| end.max(decided));
    let tables = match end > upto {
        true => [shown[0].extended_to(end)?, shown[1].extended_to(end)?],
        false => shown,
    };
    let mut parts = common_steps(tables.each_ref(), &Surd::zero(), end)?;
    parts.retain(|part| part.values[0] != part.values[1]);
    let first = parts.first();
    let below = parts.iter().take_while(|part| part.start < *upto);
    let share = below.map(|part| (&part.end).min(upto) - &part.start).sum::<Surd>() / upto;
    let proven = parts.is_empty() && (decided.is_some() || games[0] == games[1]);
    let first = first.map(|part| (part.start.clone(), part.values, DecidingMove::new(&tables, part)));
    let step = first.as_ref().and_then(|(.., step)| step.as_ref());
    let step = step.map(|DecidingMove { game, at, length, place, left }| {
        fields! { game: *game, at, length, place, left: *left }
    });
    let fields = fields! {
        games: games.each_ref().map(pieces), at: first.as_ref().map(|(at, ..)| at),
        values: first.as_ref().map(|(_, values, _)| *values), move: step,
        upto, digits, differing: share.to_decimal(digits), differing_exact: &share, proven,
    };
    let differing = share_for_people(share.to_decimal(digits), 1, share.is_zero() || share.is_one());
    let (games, upto) = (games.clone(), upto.clone());
    Ok(Reply::new(fields).text(move |f, style| {
        let both = |number| style.numbers.with_decimals(number, digits);
        let upto = style.numbers.text(&upto);
        let Some((at, values, step)) = &first else {
            let beyond = match proven {
                true if games[0] == games[1] => "as both games are the same",
                true => "and by their periods none at any length",
                false => "which proves nothing about longer segments",
            };
            return write!(f, "no difference up to {upto}, {beyond}");
        };
        writeln!(f, "they differ first at L = {}", both(at))?;
        for (lengths, value) in games.iter().zip(values) {
            let list = lengths.named(|length| style.numbers.text(length)).join(", ");
            writeln!(f, "g(L) = {value} with pieces {list}{}", lengths.where_all_lie())?;
        }
        if let Some(DecidingMove { game, at, length, place, left }) = step {
            let [at, length, place] = [at, length, place].map(|number| style.numbers.text(number));
            let game = ["first", "second"][game - 1];
            writeln!(
                f,
                "only the {game} game has a move that leaves {left}, for example on {at}: length {length} at {place}"
            )?;
        }
        write!(f, "below {upto} they differ on a share of {differing} of all lengths")
    }))
}

/// A move that one game has, which leaves a value that no move of the other one leaves.
struct DecidingMove {
    /// The game, counted from 1.
    game: usize,
    at: Surd,
    length: Surd,
    place: Surd,
    left: Nimber,
}

impl DecidingMove {
    /// Some move of the game with the greater value leaves the smaller value, and no move of the
    /// other game does, as that is its mex.
    fn new(tables: &[Grundy; 2], part: &CommonStep<2>) -> Option<Self> {
        let CommonStep { start, end, values } = part;
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
