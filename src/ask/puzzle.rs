//! The question of a puzzle: a position that has one winning move only, up to mirror; and of a try.
//!
//! The table `data/puzzles.csv` has the puzzles of the days of 52 weeks; then they begin again. The
//! example `puzzles` makes it.

use std::fmt;
use std::ops::RangeInclusive;

use chrono::{Datelike, NaiveDate, Utc};
use itertools::Itertools;

use super::play::read_move;
use super::question::Question;
use super::raw_question::Keys;
use super::reply::{Reply, Value, fields};
use super::text_style::{TextStyle, unbroken};
use super::values::{conflict, segments};
use crate::error::{Error, ErrorKind};
use crate::games::squares::need::Need;
use crate::games::squares::{Grundy, Interval, Lengths, Move, OnlyMove, Position};
use crate::number::{NumberStyle, Surd, quoted};
use crate::sweep::Nimber;

/// Rows for each day of some weeks from a Monday on: the lengths of the pieces, and the segments.
const TABLE: &str = include_str!("../../data/puzzles.csv");
/// The days of a week; each has its difficulty, from 1 on.
const DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
/// There are puzzles in these years.
const YEARS: RangeInclusive<i32> = 2000..=2999;

/// The question of `puzzle`.
pub(super) fn read_puzzle(keys: &Keys) -> Result<Question, Error> {
    let (date, position) = match (keys.has("segments"), keys.text("date")) {
        (true, Some(_)) => return Err(conflict("segments", "date")),
        // where several numbers stand in a row, it would be read as a difference
        (true, None) => {
            let texts = keys.list("segments");
            if let Some(date) = texts.iter().find(|text| day(text).is_ok()) {
                let reason =
                    format!("{date} is a date, not a length; give it alone, for the puzzle of that day");
                return Err(Error::of_key("segments", reason));
            }
            (None, Position::new(&keys.lengths()?, segments("segments", texts)?)?)
        }
        (false, _) if keys.has("lengths") || keys.has("rule") => {
            let reason = "they are missing; the puzzle of the day has its own lengths and rule";
            return Err(Error::of_key("segments", reason));
        }
        (false, date) => {
            let day = match date {
                Some(date) => day(date)?,
                // a browser has no such clock
                None if cfg!(target_arch = "wasm32") => {
                    return Err(keys.missing("date"));
                }
                None => Utc::now().date_naive(),
            };
            (Some(day), position(day)?)
        }
    };
    let step = read_move(keys, position.segments().len())?;
    // refused before g is computed
    let step = step.map(|step| Ok::<_, Error>((position.after(&step)?, step))).transpose()?;
    let (lengths, longest) = (position.lengths().clone(), position.longest().cloned());
    let need = Need::segments(&lengths, longest.unwrap_or_default(), None);
    keys.question(lengths, need, None, move |grundy, _| {
        let puzzle = Puzzle::new(grundy, date, &position)?;
        let tried = step.as_ref().map(|(left, step)| puzzle.tried(grundy, left, step)).transpose()?;
        Ok(puzzle.reply(tried))
    })
}

/// The day of a date.
fn day(text: &str) -> Result<NaiveDate, Error> {
    let numbers: Option<Vec<u32>> = text.trim().split('-').map(|part| part.parse().ok()).collect();
    let day = numbers.and_then(|numbers| match numbers[..] {
        [year, month, day] => NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day),
        _ => None,
    });
    // of all ways to write it one
    let day = day.filter(|day| YEARS.contains(&day.year()) && day.to_string() == text.trim());
    day.ok_or_else(|| {
        let [first, last] = [YEARS.start(), YEARS.end()];
        let reason =
            format!("'{}' is not a date from {first} to {last}; write it as in 2026-11-25", quoted(text));
        Error::of_key("date", reason)
    })
}

/// Its position.
fn position(day: NaiveDate) -> Result<Position, Error> {
    let rows: Vec<&str> = TABLE.lines().skip(1).collect();
    // the first day is a Monday
    let row = (day.num_days_from_ce() - 1) as usize % rows.len();
    let (lengths, words) = rows[row].split_once(',').unwrap_or_default();
    let lengths: Lengths = lengths.replace(' ', ",").parse()?;
    let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
    Position::new(&lengths, segments("date", &words)?)
}

/// From 1 on Mondays.
fn difficulty(day: NaiveDate) -> u32 {
    day.weekday().number_from_monday()
}

/// A position with one winning move only, up to mirror.
struct Puzzle {
    date: Option<NaiveDate>,
    /// What is to be found.
    asked: &'static str,
    position: Position,
    only: OnlyMove,
}

/// What a try comes to. The numbers of its sentences are for people.
struct Tried {
    /// Counted from 1.
    segment: usize,
    length: Surd,
    place: Surd,
    wins: bool,
    /// How far the nearest winning place is, if nothing else is wrong.
    off: Option<String>,
    /// What the move leaves.
    why: String,
    /// A line that says how good it is, and not what it is.
    shared: String,
    /// The only winning move.
    answer: String,
    /// The calls that prove that there is no other one.
    proof: String,
}

impl Puzzle {
    fn new(grundy: &Grundy, date: Option<NaiveDate>, position: &Position) -> Result<Self, Error> {
        let moves = position.moves(grundy, None).map_err(|error| match error.kind() {
            ErrorKind::TooManySteps => {
                Error::of_key("segments", "there are too many places to try them all; give shorter segments")
            }
            _ => error,
        })?;
        let Some(only) = moves.only_move() else {
            let reason = match moves.grundy {
                0 => "this is not a puzzle: no move wins; try other segments",
                _ => "this is not a puzzle: more than one move wins; try other segments",
            };
            return Err(Error::of_key("segments", reason));
        };
        let asked = match only.places.iter().all(Interval::is_place) {
            true => "only one move and its mirror image win: which piece, on which segment, where?",
            false => {
                "only one interval of places and its mirror image win: which piece, on which segment, where?"
            }
        };
        Ok(Self { date, asked, position: position.clone(), only })
    }

    /// The segments and the options of the pieces, as a command takes them.
    fn words(&self) -> [String; 2] {
        let lengths = self.position.lengths();
        let [segments, pieces] = [(self.position.segments(), " "), (lengths.as_slice(), ",")]
            .map(|(numbers, between)| numbers.iter().map(|n| NumberStyle::Letters.text(n)).join(between));
        let rule = lengths.rule().map_or_else(String::new, |rule| format!(" --rule {rule}"));
        [segments, format!("--lengths {pieces}{rule}")]
    }

    fn tried(&self, grundy: &Grundy, left: &Position, step: &Move) -> Result<Tried, Error> {
        let only = &self.only;
        let text = |number: &Surd| NumberStyle::People.text(number);
        let value = left.value(grundy)?;
        let wins = value == 0;
        let rights = [step.segment == only.segment, step.length == only.length, wins];
        let distance = only.places.iter().map(|places| places.distance(&step.place)).min();
        let distance = distance.filter(|_| rights == [true, true, false]);
        let off = distance.map(|distance| {
            // an end of an interval may lose itself
            let mut decimals = (2..=9).map(|digits| distance.to_decimal(digits));
            let shown = decimals.find(|decimal| decimal.contains(|digit| ('1'..='9').contains(&digit)));
            shown.unwrap_or_else(|| "less than 10^-9".to_owned())
        });
        let [segments, pieces] = self.words();
        let name = match self.date {
            Some(date) => date.to_string(),
            None => {
                let is_usual = *self.position.lengths() == Lengths::default();
                let pieces = if is_usual { String::new() } else { format!(" {pieces}") };
                segments.replace(' ', ",") + &pieces
            }
        };
        let marks: String = rights.map(|is_right| if is_right { '◆' } else { '◇' }).into_iter().collect();
        let far = off.as_ref().map_or_else(String::new, |off| format!(" off by {off}"));
        let at = match only.places.iter().all(Interval::is_place) {
            true => format!("= {}", only.places.iter().map(|place| text(&place.start)).join(" or ")),
            false => {
                format!(
                    "in {}",
                    only.places.iter().map(|places| places.text(NumberStyle::People)).join(" or ")
                )
            }
        };
        Ok(Tried {
            segment: step.segment + 1, // an index into a list
            length: step.length.clone(),
            place: step.place.clone(),
            wins,
            off,
            why: why(grundy, left, value)?,
            shared: format!("nimsweep {name} {marks}{far}"),
            answer: format!(
                "the only winning move: length {} in segment {} at x {at}",
                text(&only.length),
                only.segment + 1
            ),
            proof: format!(
                "nimsweep moves {segments} {pieces} --certificate puzzle.cert && nimsweep verify puzzle.cert"
            ),
        })
    }
}

/// What a move leaves, of which the nim-sum is given, and what follows.
fn why(grundy: &Grundy, left: &Position, nim_sum: Nimber) -> Result<String, Error> {
    let fitting = left.segments().iter().filter(|segment| *segment >= left.lengths().shortest());
    let values: Vec<_> = fitting.clone().map(|segment| grundy.value_at(segment)).try_collect()?;
    let fitting = fitting.map(|segment| NumberStyle::People.text(segment)).join(", ");
    Ok(match &values[..] {
        [] => "it leaves no room for another piece".to_owned(),
        _ if left.is_paired() => format!("it leaves {fitting}: mirror every move"),
        values => {
            let value = values.iter().join(" xor ");
            let value = if values.len() > 1 { format!("{value} = {nim_sum}") } else { value };
            let then = if nim_sum == 0 { "no reply wins" } else { "the other player can leave 0 and win" };
            format!("it leaves {fitting}, of value {value}: {then}")
        }
    })
}

impl Puzzle {
    fn reply(self, tried: Option<Tried>) -> Reply {
        let Self { date, asked, ref position, .. } = self;
        let shown = tried.as_ref().map(|tried| {
            let Tried { segment, length, place, wins, off, why, shared, answer, proof } = tried;
            fields! { segment: *segment, length, place, wins: *wins, off: off.clone(), why, shared, answer, proof }
        });
        let fields = fields! {
            date: date.map(|date| date.to_string()), difficulty: date.map(difficulty),
            segments: Value::from_iter(position.segments()), asked, try: shown,
        };
        Reply::new(fields).naming_pieces().text(move |f, style| self.write_text(f, style, tried.as_ref()))
    }

    fn write_text(
        &self,
        f: &mut fmt::Formatter<'_>,
        style: &TextStyle,
        tried: Option<&Tried>,
    ) -> fmt::Result {
        let Self { date, asked, position, .. } = self;
        if let Some(date) = date {
            let day = DAYS[date.weekday().num_days_from_monday() as usize];
            writeln!(f, "Puzzle for {day}, {date} (difficulty {} of {})", difficulty(*date), DAYS.len())?;
        }
        let pieces = position.lengths().named(|length| style.numbers.text(length)).join(", ");
        let rows = position.segments().iter().map(|n| style.numbers.text(n)).join(", ");
        writeln!(f, "pieces {pieces}{} on segments of lengths {rows}", position.lengths().where_all_lie())?;
        writeln!(f, "{asked}")?;
        let Some(Tried { segment, length, place, wins, why, shared, answer, proof, .. }) = tried else {
            let puzzle = date
                .map_or_else(|| format!("--segments {}", self.words().join(" ")), |date| date.to_string());
            let call = format!("nimsweep puzzle {puzzle} --segment N --length S --place X");
            return write!(f, "to answer: {}", unbroken(&call));
        };
        let outcome = if *wins { "wins" } else { "loses" };
        let [length, place] = [length, place].map(|number| style.numbers.text(number));
        writeln!(f, "length {length} at {place} in segment {segment} {outcome}: {why}")?;
        write!(f, "{}\n{answer}\nproof: {}", unbroken(shared), unbroken(proof))
    }
}
