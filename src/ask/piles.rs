//! Questions about a pile of stones: from which a move takes at most K times what the move before
//! took, which are the commands `stones`; or at most half, which are the commands `halving`.

use itertools::Itertools;
use num_bigint::BigUint;
use num_traits::One;

use super::answer::{modulo, shortened, shortened_list};
use super::limits;
use super::question::{AtOnce, Question};
use super::raw_question::Keys;
use super::reply::{Reply, Value, fields};
use super::table::Rows;
use super::values::{last_row, listed_whole, modulus, whole, whole_in};
use crate::error::Error;
use crate::games::coins::Modulus;
use crate::games::halving::{self, grundy_value, is_p_position, winning_move};
use crate::games::stones::{Ratio, TakeAway, no_stones};

/// K, unless a question says otherwise: Fibonacci nim.
const DEFAULT_RATIO: &str = "2";

/// The game with the ratio of a question.
fn game(keys: &Keys) -> Result<TakeAway, Error> {
    const KEY: &str = "ratio";
    let ratio = keys.text(KEY).unwrap_or(DEFAULT_RATIO);
    let ratio = whole_in(1..=u64::MAX, "a whole number", KEY, ratio)?;
    Ratio::try_from(ratio).map(TakeAway::new).map_err(|error| error.at(KEY))
}

/// The question of `stones sum`.
pub(super) fn read_stones_sum(keys: &Keys) -> Result<Question, Error> {
    let (n, game) = (keys.needed("n", whole)?, game(keys)?);
    let modulus = keys.read("mod", modulus)?;
    Ok(Question::at_once(move || {
        let mut sum = game.sum_of_largest_moves(&n)?;
        if let Some(modulus) = &modulus {
            sum %= modulus.get();
        }
        let modulus = modulus.as_ref().map(Modulus::get);
        let fields = fields! { n: &n, ratio: game.ratio().get(), modulus, sum: &sum };
        let (n, modulo) = (n.clone(), modulo(modulus));
        Ok(Reply::new(fields).text(move |f, _| {
            write!(f, "sum of M(n) for n = 1 .. {}{modulo}: {sum}", shortened(&n.to_string()))
        }))
    }))
}

/// The question of `stones move`.
pub(super) fn read_stones_move(keys: &Keys) -> Result<Question, Error> {
    let (n, game) = (keys.needed("n", listed_whole)?, game(keys)?);
    let bound = keys.read("atmost", listed_whole)?;
    Ok(Question::by_run(move |patience| {
        limits::pile(game, &n, patience)?;
        let (n, bound) = (n.clone(), bound.clone());
        Ok(AtOnce(move || opening(game, &n, bound.as_ref())))
    }))
}

/// The question of `stones table`.
pub(super) fn read_stones_table(keys: &Keys) -> Result<Question, Error> {
    let (game, last) = (game(keys)?, keys.needed("n", last_row)?);
    if last == 0 {
        return Err(no_stones());
    }
    Ok(Question::at_once(move || {
        let fields = fields! { n: Value::whole(last), ratio: game.ratio().get() };
        let titles = "n,losing,max_move,min_move,threshold";
        Ok(Reply::new(fields).rows("rows", titles, (game, last), |(game, last), _| {
            let verdicts = game.openings().take_while(|(n, _)| n <= last);
            Rows::of(verdicts, |row, (n, opening)| {
                row.push_whole(n);
                row.push_flag(opening.is_p_position());
                row.push_whole(*opening.largest().unwrap_or(&0));
                row.push_whole(*opening.smallest().unwrap_or(&0));
                row.push_whole(*opening.threshold());
            })
        }))
    }))
}

/// Who wins from n stones, and by which moves: first ones, or later ones of at most a bound.
fn opening(game: TakeAway, n: &BigUint, bound: Option<&BigUint>) -> Result<Reply, Error> {
    let (representation, ratio) = (game.representation(n)?.collect_vec(), game.ratio().get());
    // its last term is T(n)
    let threshold = representation.last().ok_or_else(no_stones)?.clone();
    let most = bound.cloned().unwrap_or_else(|| n - 1_u32);
    let mut winning = game.winning_moves_within(n, most)?.collect_vec();
    winning.reverse();
    let one = |stones: Option<&BigUint>| stones.cloned().unwrap_or_default();
    let (losing, max_move, min_move) = (winning.is_empty(), one(winning.last()), one(winning.first()));
    let fields = fields! {
        n, atmost: Value::given(bound), ratio, losing, max_move: &max_move, min_move,
        // by the winning-move law no two winning moves are neighbours, so each is an interval
        winning_moves: Value::from_iter(winning.iter().map(|stones| [stones, stones])),
        threshold: &threshold, representation: Value::from_iter(&representation),
    };
    let (n, bound) = (n.clone(), bound.cloned());
    Ok(Reply::new(fields).text(move |f, _| {
        let n = shortened(&n.to_string());
        let (first, player, most) = match &bound {
            None => ("first ", "first player", String::new()),
            Some(bound) => ("", "player to move", format!("at most {} now, ", shortened(&bound.to_string()))),
        };
        let outcome = if losing { "a P-position, the" } else { "an N-position, the" };
        let verb = if losing { "loses" } else { "wins" };
        writeln!(
            f,
            "n = {n}, {most}each move at most {ratio} times the one before: {outcome} {player} {verb}"
        )?;
        if !losing {
            writeln!(f, "winning {first}moves: {}", shortened_list(&winning, ", "))?;
        }
        if !losing && bound.is_none() {
            writeln!(f, "M(n) = {max_move}, the largest winning first move")?;
        }
        writeln!(f, "T(n) = {threshold}, the smallest bound that makes n stones an N-position")?;
        write!(f, "n = {n}, a sum of P-positions", n = shortened_list(&representation, " + "))
    }))
}

/// The question of `halving play`.
pub(super) fn read_halving_play(keys: &Keys) -> Result<Question, Error> {
    let n = keys.needed("n", whole)?;
    Ok(Question::at_once(move || {
        let (grundy, winner, taken) = (grundy_value(&n), winner(is_p_position(&n)), winning_move(&n));
        // there is never a second winning move
        let winning_moves = Value::from_iter(taken.iter().map(|stones| [stones, stones]));
        let n = n.clone();
        Ok(Reply::new(fields! { n: &n, winner, grundy: &grundy, winning_moves }).text(move |f, _| {
            let stones = if n.is_one() { "stone" } else { "stones" };
            writeln!(f, "{} {stones}, Alice moves first: {winner} wins", shortened(&n.to_string()))?;
            match &taken {
                Some(taken) => writeln!(f, "the only winning move takes {taken} and leaves {}", &n - taken)?,
                None => writeln!(f, "no move of Alice wins")?,
            }
            write!(f, "Grundy value {grundy}")
        }))
    }))
}

/// The question of `halving table`.
pub(super) fn read_halving_table(keys: &Keys) -> Result<Question, Error> {
    let last = keys.needed("n", last_row)?;
    Ok(Question::at_once(move || {
        let titles = "n,winner,grundy,winning_move";
        Ok(Reply::new(fields! { n: Value::whole(last) }).rows("rows", titles, last, |last, _| {
            let piles = halving::piles().take_while(|pile| pile.stones <= *last);
            Rows::of(piles, |row, pile| {
                row.push_whole(pile.stones);
                row.push_bytes(winner(pile.winning_move.is_none()));
                row.push_whole(pile.grundy);
                row.push_optional(pile.winning_move);
            })
        }))
    }))
}

/// The player who wins; Alice moves first.
fn winner(is_p_position: bool) -> &'static str {
    if is_p_position { "Bob" } else { "Alice" }
}
