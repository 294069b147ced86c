//! The question of the puzzle of a day: a position that has one winning move only, up to mirror.
//!
//! The table `data/puzzles.csv` has the puzzles of 52 weeks; then they begin again. The example
//! `puzzles` makes it.

use std::fmt;
use std::iter::{repeat, zip};
use std::time::SystemTime;

use itertools::Itertools;
use serde::{Deserialize, Serialize};

use super::answer::Object;
use super::question::{AskError, Keys, Question};
use super::text_style::TextStyle;
use super::values::{ValueError, segments};
use crate::games::squares::Lengths;
use crate::number::{Surd, quoted};

/// Rows for each day of some weeks from a Monday on: the grade, the lengths of the pieces, and the
/// segments.
const TABLE: &str = include_str!("../../data/puzzles.csv");
/// The days of a week, and the grade of each is its number from 1 on.
const DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
/// There are puzzles in the years from this one on,
const FIRST_YEAR: u64 = 2000;
/// and up to this one.
const LAST_YEAR: u64 = 2999;

/// The keys of `puzzle`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct PuzzleKeys {
    /// The date, such as 2026-11-25
    ///
    /// [default: today in UTC]
    date: Option<String>,
}

impl Keys for PuzzleKeys {
    const COMMAND: &'static str = "puzzle";

    fn read(&self) -> Result<Question, AskError> {
        let date = match &self.date {
            Some(date) => Date::read(date)?,
            None => Date::today().ok_or_else(|| ValueError::missing("date", Self::COMMAND))?,
        };
        let refused = |error| ValueError::new("date", error);
        let days = date.number() + 5; // 2000-01-01 was a Saturday
        let (week, day) = (days / 7, (days % 7) as usize);
        let rows: Vec<&str> = TABLE.lines().skip(1).collect();
        let row = rows[(week as usize * 7 + day) % rows.len()];
        let (_, row) = row.split_once(',').unwrap_or_default();
        let [lengths, segments_of] = row
            .split(',')
            .map(|list| list.split(' ').map(str::to_owned).collect_vec())
            .collect_array()
            .unwrap_or_default();
        let lengths: Lengths = lengths.join(",").parse().map_err(refused)?;
        let segments = segments("date", &segments_of)?;
        Ok(Question::law(move || {
            let lengths = lengths.as_slice().to_vec();
            Ok(DayPuzzle {
                date: date.to_string(),
                day: DAYS[day],
                grade: day + 1,
                lengths,
                segments: segments.clone(),
            })
        }))
    }
}

/// A day of the calendar that is in use today.
#[derive(Clone, Copy, Debug)]
struct Date {
    year: u64,
    /// From 1 on, as the day.
    month: usize,
    day: u64,
}

impl Date {
    fn read(text: &str) -> Result<Self, ValueError> {
        let reason = format!(
            "'{}' is not a date from {FIRST_YEAR} to {LAST_YEAR}; write such as 2026-11-25",
            quoted(text)
        );
        let parts: Vec<&str> = text.trim().split('-').collect();
        let is_date = parts.iter().map(|part| part.len()).eq([4, 2, 2]);
        let numbers = parts.iter().filter(|part| is_date && part.bytes().all(|byte| byte.is_ascii_digit()));
        let numbers: Vec<u64> = numbers.filter_map(|part| part.parse().ok()).collect();
        let date = match numbers[..] {
            [year, month @ 1..=12, day] => Some(Self { year, month: month as usize, day }),
            _ => None,
        };
        let is_day = |date: &Self| (1..=months(date.year)[date.month - 1]).contains(&date.day);
        let date = date.filter(|date| (FIRST_YEAR..=LAST_YEAR).contains(&date.year) && is_day(date));
        date.ok_or_else(|| ValueError::new("date", reason))
    }

    /// Today in UTC; `None` in a browser, where this clock has no time.
    fn today() -> Option<Self> {
        const EPOCH_TO_2000: u64 = 10_957;
        if cfg!(target_arch = "wasm32") {
            return None;
        }
        let seconds = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).ok()?.as_secs();
        let mut left = (seconds / 86_400).checked_sub(EPOCH_TO_2000)?;
        let mut all = (FIRST_YEAR..=LAST_YEAR).flat_map(|year| zip(repeat(year), zip(1.., months(year))));
        let (year, (month, _)) = all.find(|(_, (_, days))| {
            let is_later = left >= *days;
            left -= if is_later { *days } else { 0 };
            !is_later
        })?;
        Some(Self { year, month, day: left + 1 })
    }

    /// The days since 2000-01-01.
    fn number(self) -> u64 {
        let years: u64 = (FIRST_YEAR..self.year).flat_map(months).sum();
        years + months(self.year)[..self.month - 1].iter().sum::<u64>() + self.day - 1
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// How many days the months of a year have.
fn months(year: u64) -> [u64; 12] {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    [31, 28 + u64::from(is_leap), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
}

/// The puzzle of a day.
#[derive(Debug, Serialize)]
struct DayPuzzle {
    date: String,
    #[serde(skip)]
    day: &'static str,
    /// From 1 to 7.
    grade: usize,
    lengths: Vec<Surd>,
    segments: Vec<Surd>,
}

impl Object for DayPuzzle {
    fn write_text(&self, f: &mut fmt::Formatter<'_>, style: &TextStyle) -> fmt::Result {
        let Self { date, day, grade, lengths, segments } = self;
        let [pieces, rows] =
            [lengths, segments].map(|list| list.iter().map(|n| style.numbers.text(n)).join(", "));
        let what = if *grade <= 3 { "the places of one interval win" } else { "one place wins" };
        let typed = |number: &Surd| format!("'{number}'");
        let (first, segments) = (&lengths[0], segments.iter().map(typed).join(" "));
        let lengths = lengths.iter().join(",");
        writeln!(f, "the puzzle of {day}, {date}, grade {grade} of {}", DAYS.len())?;
        writeln!(f, "pieces {pieces} on segments of the lengths {rows}")?;
        writeln!(f, "with one piece on one segment {what}, up to mirror; which?")?;
        writeln!(
            f,
            "a try: nimsweep play {segments} --lengths '{lengths}' --segment 1 --length '{first}' --place 0"
        )?;
        write!(f, "the answer: nimsweep moves {segments} --lengths '{lengths}' --certificate puzzle.cert")
    }
}
