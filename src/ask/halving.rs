//! Questions about halving: a pile of stones, from which a move takes at most half.

use std::fmt;

use num_bigint::BigUint;
use num_traits::One;
use serde::Serialize;

use super::table::{Rows, Table};
use super::table_answer::TableAnswer;
use super::text::brief;
use super::values::{ValueError, last_row, whole};
use super::words::RawQuestion;
use crate::games::halving::{self, grundy_value, is_p_position, winning_move};

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
        let head = HalvingHead { n: self.last.to_string() };
        TableAnswer { head, key: "rows", table: Piles { last: self.last } }
    }
}

/// The answer to [`TableQuestion`].
pub(super) type HalvingTable = TableAnswer<HalvingHead, Piles>;

/// What a [`HalvingTable`] is about.
#[derive(Clone, Debug, Serialize)]
pub(super) struct HalvingHead {
    n: String,
}

/// The piles of 0 … `last` stones.
#[derive(Clone, Debug)]
pub(super) struct Piles {
    last: u64,
}

impl Table for Piles {
    fn titles(&self) -> &'static [&'static str] {
        &["n", "winner", "grundy", "winning_move"]
    }

    fn rows(&self) -> Rows<'_> {
        let piles = halving::piles().take_while(|pile| pile.stones <= self.last);
        Rows::of(piles, |row, pile| {
            row.push_whole(pile.stones);
            row.push_plain(winner(pile.winning_move.is_none()));
            row.push_whole(pile.grundy);
            match pile.winning_move {
                Some(stones) => row.push_whole(stones),
                None => row.push_empty(),
            }
        })
    }
}
