//! Questions about stones: a pile, from which a move takes at most K times what the move before
//! took.

use std::fmt;

use num_bigint::BigUint;
use serde::{Serialize, Serializer};

use super::error::AskError;
use super::patience;
use super::table::{Rows, Table};
use super::table_answer::TableAnswer;
use super::text::{Whole, brief, brief_list, modulo};
use super::values::{ValueError, last_row, listed_whole, machine_word, modulus, whole};
use super::words::RawQuestion;
use crate::games::coins::Modulus;
use crate::games::stones::{PileError, Ratio, TakeAway};

/// K, unless a question says otherwise: Fibonacci nim.
pub(crate) const DEFAULT_RATIO: &str = "2";

fn game(words: &RawQuestion) -> Result<TakeAway, ValueError> {
    const KEY: &str = "ratio";
    let ratio = machine_word(KEY, words.one_or(KEY, DEFAULT_RATIO)?)?;
    Ratio::try_from(ratio).map(TakeAway::new).map_err(|error| ValueError::new(KEY, error))
}

/// The sum of M(n), the largest winning first move, for 1 … n stones.
#[derive(Clone, Debug)]
pub(super) struct SumQuestion {
    n: BigUint,
    game: TakeAway,
    modulus: Option<Modulus>,
}

impl SumQuestion {
    pub(super) fn read(words: &RawQuestion) -> Result<Self, ValueError> {
        words.expect_keys(&["n", "ratio", "mod"])?;
        let (n, game) = (whole("n", words.one("n")?)?, game(words)?);
        let modulus = words.any("mod")?.map(|text| modulus("mod", text)).transpose()?;
        Ok(Self { n, game, modulus })
    }

    pub(super) fn answer(&self) -> Result<StonesSum, AskError> {
        let mut sum = self.game.sum_of_largest_moves(&self.n)?;
        if let Some(modulus) = &self.modulus {
            sum %= modulus.get();
        }
        Ok(StonesSum {
            n: self.n.to_string(),
            ratio: self.game.ratio().get(),
            modulus: self.modulus.as_ref().map(Modulus::to_string),
            sum: sum.to_string(),
        })
    }
}

/// The answer to [`SumQuestion`].
#[derive(Clone, Debug, Serialize)]
pub(super) struct StonesSum {
    n: String,
    ratio: u64,
    modulus: Option<String>,
    sum: String,
}

impl fmt::Display for StonesSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let modulo = modulo(self.modulus.as_ref());
        write!(f, "sum of M(n) for n = 1 .. {}{modulo}: {}", brief(&self.n), self.sum)
    }
}

/// Who wins from n stones, and by which first moves.
#[derive(Clone, Debug)]
pub(super) struct MoveQuestion {
    n: BigUint,
    game: TakeAway,
}

impl MoveQuestion {
    pub(super) fn read(words: &RawQuestion) -> Result<Self, ValueError> {
        words.expect_keys(&["n", "ratio"])?;
        Ok(Self { n: listed_whole("n", words.one("n")?)?, game: game(words)? })
    }

    pub(super) fn answer(&self) -> Result<StonesMove, AskError> {
        let Self { n, game } = self;
        patience::pile(*game, n)?;
        let opening = game.opening(n)?;
        let whole = |number: Option<&BigUint>| Whole(number.cloned().unwrap_or_default());
        let mut winning_moves: Vec<_> = game.winning_moves(n)?.map(Whole).collect();
        winning_moves.reverse();
        Ok(StonesMove {
            n: Whole(n.clone()),
            ratio: game.ratio().get(),
            losing: opening.is_p_position(),
            max_move: whole(opening.largest()),
            min_move: whole(opening.smallest()),
            winning_moves,
            threshold: whole(Some(opening.threshold())),
            representation: game.representation(n)?.map(Whole).collect(),
        })
    }
}

/// The answer to [`MoveQuestion`].
#[derive(Clone, Debug, Serialize)]
pub(super) struct StonesMove {
    n: Whole,
    ratio: u64,
    losing: bool,
    /// 0 if no move wins, as `min_move`.
    max_move: Whole,
    min_move: Whole,
    #[serde(serialize_with = "as_intervals")]
    winning_moves: Vec<Whole>,
    threshold: Whole,
    representation: Vec<Whole>,
}

/// The first and the last number of stones of each interval of winning moves. By the winning-move
/// law no two winning moves are neighbours, so each is an interval of its own.
fn as_intervals<S: Serializer>(moves: &[Whole], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(moves.iter().map(|stones| {
        let text = stones.to_string();
        [text.clone(), text]
    }))
}

impl fmt::Display for StonesMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (n, ratio) = (brief(&self.n.to_string()), self.ratio);
        let outcome = if self.losing {
            "a P-position, the first player loses"
        } else {
            "an N-position, the first player wins"
        };
        writeln!(f, "n = {n}, each move at most {ratio} times the one before: {outcome}")?;
        if !self.losing {
            writeln!(f, "winning first moves: {}", brief_list(&self.winning_moves, ", "))?;
            writeln!(f, "M(n) = {}, the largest winning first move", self.max_move)?;
        }
        writeln!(f, "T(n) = {}, the least bound under which n stones are an N-position", self.threshold)?;
        write!(f, "n = {}, a sum of P-positions", brief_list(&self.representation, " + "))
    }
}

/// The verdicts for 1 … n stones.
#[derive(Clone, Debug)]
pub(super) struct TableQuestion {
    rows: Verdicts,
}

impl TableQuestion {
    pub(super) fn read(words: &RawQuestion) -> Result<Self, AskError> {
        words.expect_keys(&["n", "ratio"])?;
        let (game, last) = (game(words)?, last_row("n", words.one("n")?)?);
        if last == 0 {
            return Err(PileError::Empty.into());
        }
        Ok(Self { rows: Verdicts { game, last } })
    }

    pub(super) fn answer(&self) -> StonesTable {
        let table = self.rows.clone();
        let head = StonesHead { n: table.last.to_string(), ratio: table.game.ratio().get() };
        TableAnswer { head, key: "rows", table }
    }
}

/// The answer to [`TableQuestion`].
pub(super) type StonesTable = TableAnswer<StonesHead, Verdicts>;

/// What a [`StonesTable`] is about.
#[derive(Clone, Debug, Serialize)]
pub(super) struct StonesHead {
    n: String,
    ratio: u64,
}

/// The opening from each pile.
#[derive(Clone, Debug)]
pub(super) struct Verdicts {
    game: TakeAway,
    last: u64,
}

impl Table for Verdicts {
    fn titles(&self) -> &'static [&'static str] {
        &["n", "losing", "max_move", "min_move", "threshold"]
    }

    fn rows(&self) -> Rows<'_> {
        let verdicts = self.game.openings().take_while(|(n, _)| *n <= self.last);
        Rows::of(verdicts, |row, (n, opening)| {
            row.push_whole(n);
            row.push_flag(opening.is_p_position());
            row.push_whole(*opening.largest().unwrap_or(&0));
            row.push_whole(*opening.smallest().unwrap_or(&0));
            row.push_whole(*opening.threshold());
        })
    }
}
