//! Questions about halving: a pile of stones, from which a move takes at most half.

use std::fmt;

use num_bigint::BigUint;
use num_traits::One;
use serde::Serialize;

use super::table::{Columns, Rows, Table, as_objects};
use super::text::brief;
use super::values::{ValueError, last_row, whole};
use super::words::RawQuestion;
use crate::games::halving::{grundy_value, is_p_position, winning_move};

/// Who wins from n stones, the winning move, and the Grundy value.
#[derive(Clone, Debug)]
pub(super) struct PlayQuestion {
    n: BigUint,
}

impl PlayQuestion {
    pub(super) fn read(words: &RawQuestion) -> Result<Self, ValueError> {
        words.expect_keys(&["n"])?;
        Ok(Self { n: whole("n", words.one("n")?)? })
    }

    pub(super) fn answer(&self) -> HalvingPlay {
        let n = &self.n;
        let winning = winning_move(n);
        HalvingPlay {
            n: n.to_string(),
            winner: winner(is_p_position(n)),
            grundy: grundy_value(n).to_string(),
            // there is never a second winning move
            winning_moves: winning.iter().map(|stones| [stones.to_string(), stones.to_string()]).collect(),
            left: winning.map(|stones| n - stones),
            is_one: n.is_one(),
        }
    }
}

/// The player who wins; Alice moves first.
fn winner(is_p_position: bool) -> &'static str {
    if is_p_position { "Bob" } else { "Alice" }
}

/// The answer to [`PlayQuestion`].
#[derive(Clone, Debug, Serialize)]
pub(super) struct HalvingPlay {
    n: String,
    winner: &'static str,
    grundy: String,
    /// The first and the last number of stones of each interval of winning moves.
    winning_moves: Vec<[String; 2]>,
    /// What the winning move leaves.
    #[serde(skip)]
    left: Option<BigUint>,
    #[serde(skip)]
    is_one: bool,
}

impl fmt::Display for HalvingPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stones = if self.is_one { "stone" } else { "stones" };
        writeln!(f, "{} {stones}, Alice moves first: {} wins", brief(&self.n), self.winner)?;
        match (self.winning_moves.first(), &self.left) {
            (Some([stones, _]), Some(left)) => {
                writeln!(f, "the only winning move takes {stones} and leaves {left}")?;
            }
            _ => writeln!(f, "no move of Alice wins")?,
        }
        write!(f, "Grundy value {}", self.grundy)
    }
}

/// Winner, Grundy value and winning move for 0 … n stones.
#[derive(Clone, Debug)]
pub(super) struct TableQuestion {
    last: u64,
}

impl TableQuestion {
    pub(super) fn read(words: &RawQuestion) -> Result<Self, ValueError> {
        words.expect_keys(&["n"])?;
        Ok(Self { last: last_row("n", words.one("n")?)? })
    }

    pub(super) fn answer(&self) -> HalvingTable {
        HalvingTable { n: self.last.to_string(), rows: Piles { last: self.last } }
    }
}

/// The answer to [`TableQuestion`].
#[derive(Clone, Debug, Serialize)]
pub(super) struct HalvingTable {
    n: String,
    #[serde(serialize_with = "as_objects")]
    rows: Piles,
}

impl HalvingTable {
    pub(super) fn table(&self) -> &dyn Table {
        &self.rows
    }
}

impl fmt::Display for HalvingTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Columns::of(&self.rows).fmt(f)
    }
}

#[derive(Clone, Debug)]
struct Piles {
    last: u64,
}

impl Table for Piles {
    fn titles(&self) -> &'static [&'static str] {
        &["n", "winner", "grundy", "winning_move"]
    }

    fn rows(&self) -> Rows<'_> {
        Rows::of(0..=self.last, |row, n| {
            let pile = BigUint::from(n);
            row.whole(n);
            let winning = winning_move(&pile);
            row.str(winner(winning.is_none()));
            row.whole_of_any_size(&grundy_value(&pile));
            match winning {
                Some(stones) => row.whole_of_any_size(&stones),
                None => row.empty(),
            }
        })
    }
}
