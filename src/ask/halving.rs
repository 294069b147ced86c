//! Questions about halving: a pile of stones, from which a move takes at most half.

use std::fmt;

use num_bigint::BigUint;
use num_traits::One;
use serde::{Deserialize, Serialize};

use super::answer::{Answer, Object, TableAnswer};
use super::error::AskError;
use super::question::{Keys, Question};
use super::table::{Rows, Table};
use super::text::brief;
use super::values::{last_row, whole};
use crate::games::halving::{self, grundy_value, is_p_position, winning_move};

/// The keys of `halving play`.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args), group(skip))]
pub(crate) struct HalvingPlayKeys {
    /// The stones: a whole number of any size, such as 100 or 3*2^5000-1
    #[cfg_attr(feature = "cli", arg(value_name = "N", allow_hyphen_values = true))]
    n: String,
}

/// The keys of `halving table`.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args), group(skip))]
pub(crate) struct HalvingTableKeys {
    /// The last pile
    #[cfg_attr(feature = "cli", arg(value_name = "N", allow_hyphen_values = true))]
    n: String,
}

impl Keys for HalvingPlayKeys {
    const COMMAND: &'static str = "halving play";

    fn read(&self) -> Result<Question, AskError> {
        let n = whole("n", &self.n)?;
        Ok(Question::law(move || Ok(Answer::from(HalvingPlay::from(&n)))))
    }
}

impl Keys for HalvingTableKeys {
    const COMMAND: &'static str = "halving table";

    fn read(&self) -> Result<Question, AskError> {
        let last = last_row("n", &self.n)?;
        Ok(Question::law(move || {
            let head = HalvingHead { n: last.to_string() };
            Ok(Answer::from(TableAnswer { head, key: "rows", table: Piles { last }, draw: None }))
        }))
    }
}

/// Who wins from n stones, the winning move, and the Grundy value.
#[derive(Debug, Serialize)]
struct HalvingPlay {
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

impl From<&BigUint> for HalvingPlay {
    fn from(n: &BigUint) -> Self {
        let winning = winning_move(n);
        Self {
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

impl Object for HalvingPlay {}

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

/// What the table of halving is about.
#[derive(Debug, Serialize)]
struct HalvingHead {
    n: String,
}

/// Winner, Grundy value and winning move for 0 … `last` stones.
#[derive(Debug)]
struct Piles {
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
