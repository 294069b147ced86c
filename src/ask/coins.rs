//! Questions about coins: stacks of gold and silver coins in a row.

use itertools::Itertools;
use num_bigint::{BigInt, BigUint};

use super::answer::{Answer, modulo};
use super::limits;
use super::question::{AnswerRun, Question};
use super::raw_question::Keys;
use super::reply::{Reply, ReplyFields, Value, fields};
use super::table::Rows;
use super::values::{machine_word, modulus, number, parsed};
use crate::error::Error;
use crate::games::coins::count::fair_rows_watched;
use crate::games::coins::{Coin, Modulus, Outcome, Removal, Row, Stack, ValueCount, too_tall, value_table};
use crate::number::{Notation, NumberStyle, Surd};
use crate::watch::Watch;

/// The number of coins in a stack, unless a question says otherwise.
const DEFAULT_HEIGHT: &str = "2";
/// The most coins of a row whose winning moves are listed: ten of the tallest stacks, in a second.
const MOST_COINS: usize = 100_000;

/// Reads a height. Which heights are too large depends on the question, and is decided there.
fn height(key: &'static str, text: &str) -> Result<u32, Error> {
    let height = machine_word(key, text)?;
    u32::try_from(height).map_err(|_| too_tall(height))
}

/// The question of `coins count`.
pub(super) fn read_count(keys: &Keys) -> Result<Question, Error> {
    let stacks = keys.needed("stacks", machine_word)?;
    let height = height("height", keys.text("height").unwrap_or(DEFAULT_HEIGHT))?;
    let modulus = keys.read("mod", modulus)?;
    Ok(Question::by_run(move |patience| {
        limits::rows(height, stacks, modulus.as_ref(), patience)?;
        Ok(CountRun { height, stacks, modulus: modulus.clone(), count: None })
    }))
}

/// A count of rows under way.
struct CountRun {
    height: u32,
    stacks: u64,
    modulus: Option<Modulus>,
    count: Option<BigUint>,
}

impl AnswerRun for CountRun {
    fn advance(&mut self, watch: Watch<'_>) -> Result<bool, Error> {
        if self.count.is_none() {
            let modulus = self.modulus.as_ref();
            self.count = Some(fair_rows_watched(self.height, self.stacks, modulus, watch)?);
        }
        Ok(false)
    }

    fn answer(self: Box<Self>) -> Result<Answer, Error> {
        let Self { height, stacks, modulus, count } = *self;
        let (modulus, count) = (modulus.as_ref().map(Modulus::get), count.unwrap_or_default());
        let (fields, modulo) = (fields! { stacks, height, modulus, count: &count }, modulo(modulus));
        let text = format!("fair rows of {stacks} stacks of {height} coins{modulo}: {count}");
        Ok(Reply::new(fields).text(move |f, _| f.write_str(&text)).into())
    }
}

/// The question of `coins value`.
pub(super) fn read_value(keys: &Keys) -> Result<Question, Error> {
    let stack: Stack = keys.needed("stack", parsed)?;
    Ok(Question::at_once(move || Ok(of_stack(&stack))))
}

/// The question of `coins stalk`.
pub(super) fn read_stalk(keys: &Keys) -> Result<Question, Error> {
    let number = keys.needed("value", number)?;
    let reason =
        "a stack has a rational value; give a fraction whose denominator is a power of 2, such as 7/4";
    let value = number.as_rational().ok_or_else(|| Error::of_key("value", reason))?;
    let stack = Stack::of_value(&value).map_err(|error| error.at("value"))?;
    Ok(Question::at_once(move || Ok(of_value(stack.clone()))))
}

/// The question of `coins row`.
pub(super) fn read_row(keys: &Keys) -> Result<Question, Error> {
    // GG+GS, as rows are written; an empty word is an empty stack
    let stacks = |word: &String| match word.is_empty() {
        true => Ok(vec![Stack::default()]),
        false => parsed("stacks", word).map(|row: Row| row.stacks),
    };
    let row: Row = keys.needed_list("stacks")?.iter().map(stacks).flatten_ok().try_collect()?;
    let coins: usize = row.stacks.iter().map(|stack| stack.coins().len()).sum();
    if coins > MOST_COINS {
        let reason = format!("the row has {coins} coins; give at most {MOST_COINS}");
        return Err(Error::of_key("stacks", reason));
    }
    Ok(Question::at_once(move || Ok(of_row(&row))))
}

/// The question of `coins table`.
pub(super) fn read_table(keys: &Keys) -> Result<Question, Error> {
    let height = keys.needed("height", height)?;
    Ok(Question::at_once(move || {
        let values = (height, value_table(height)?);
        let titles = "value,value_decimal,stacks";
        Ok(Reply::new(fields! { height }).rows("rows", titles, values, stack_values))
    }))
}

/// What is said of the players Gary and Sally, who are Left and Right if the stacks are stalks of
/// blue and red.
fn named(row: &Row, said: String) -> String {
    let are_stalks = row.stacks.iter().all(Stack::is_stalk);
    if are_stalks { said.replace("Gary", "Left").replace("Sally", "Right") } else { said }
}

/// Who wins.
fn outcome(row: &Row) -> String {
    named(row, row.outcome().to_string())
}

/// The value of a stack.
fn of_stack(stack: &Stack) -> Reply {
    let (value, outcome) = (Surd::from(stack.value()), outcome(&Row::from_iter([stack.clone()])));
    let name = if stack.coins().is_empty() { "the empty stack" } else { &stack.to_string() };
    let (fields, name) = (fields! { stack: stack.to_string(), value: &value }, name.to_owned());
    let said = match stack.is_stalk() {
        true => format!("{name} = {value} (read from the ground up): {outcome}"),
        false => format!("{name} = {value}, {outcome}"),
    };
    Reply::new(fields).text(move |f, _| f.write_str(&said))
}

/// The stack of a value, written in both ways.
fn of_value(stack: Stack) -> Reply {
    let (value, coins) = (Surd::from(stack.value()), stack.to_string());
    let stalk = stack.as_stalk().to_string();
    Reply::new(fields! { stack: &coins, stalk: &stalk, value: &value }).text(move |f, _| match &*coins {
        "" => write!(f, "{value}: the empty stack"),
        _ => write!(f, "{value}: {coins} from the top, {stalk} from the ground"),
    })
}

/// The value of a row of stacks, who wins it, and by which moves.
fn of_row(row: &Row) -> Reply {
    let value = Surd::from(row.value());
    let stacks = row.stacks.iter().map(Stack::to_string).collect_vec();
    let mut text = format!("{} = {value}, {}\n", stacks.join(" + "), outcome(row));
    let mut winning_moves = ReplyFields::default();
    for (player, coin) in [("Gary", Coin::Gold), ("Sally", Coin::Silver)] {
        let moves = row.winning_moves(coin);
        // counted from 1; a memory of 2⁶⁴ stacks or coins is not there
        let place = |of: &Removal| [of.stack + 1, row.stacks[of.stack].place(of.below) + 1];
        let places = moves.iter().map(place).collect_vec();
        let names = places.iter().map(|[stack, coin]| format!("coin {coin} of stack {stack}")).join(", ");
        let verb = if names.is_empty() { "loses" } else { "wins by removing " };
        text += &named(row, format!("{player}, moving first, {verb}{names}\n"));
        let place = |[stack, coin]: [usize; 2]| fields! { stack, coin };
        winning_moves = winning_moves.with(player, Value::from_iter(places.into_iter().map(place)));
    }
    let winner = match row.outcome() {
        Outcome::Gary => "Gary",
        Outcome::Sally => "Sally",
        Outcome::Fair => "second player",
    };
    text += "coins are numbered as each stack is typed, and stacks from the left";
    Reply::new(fields! { stacks, value, winner, winning_moves }).text(move |f, _| f.write_str(&text))
}

/// The values of all stacks of a height, ascending.
fn stack_values((height, values): &(u32, Vec<ValueCount>), _: NumberStyle) -> Rows<'_> {
    // a value has fewer binary digits than its stack has coins, and as many decimal ones
    let digits = height.saturating_sub(1);
    let notation = Notation::new(vec![], BigInt::from(1) << digits, digits as usize);
    Rows::of(values.iter(), move |row, entry| {
        row.push_written(|text| notation.write_closed_form(text, &[entry.numerator]));
        row.push_written(|text| notation.write_decimal(text, &[entry.numerator]));
        row.push_number(entry.stacks);
    })
}
