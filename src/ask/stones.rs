//! Questions about stones: a pile, from which a move takes at most K times what the move before
//! took.

use std::fmt;

use num_bigint::BigUint;
use serde::{Deserialize, Serialize, Serializer};

use super::answer::{Answer, Object, TableAnswer};
use super::error::AskError;
use super::limits;
use super::question::{Keys, Question};
use super::table::{Rows, Table};
use super::text::{Whole, brief, brief_list, modulo};
use super::values::{ValueError, last_row, listed_whole, machine_word, modulus, whole};
use crate::games::coins::Modulus;
use crate::games::stones::{PileError, Ratio, TakeAway};

/// K, unless a question says otherwise: Fibonacci nim.
const DEFAULT_RATIO: &str = "2";

/// The key of every question about stones.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args), group(skip))]
pub(crate) struct RatioKey {
    /// K: a move takes at most K times what the move before took
    #[cfg_attr(feature = "cli", arg(long, value_name = "K", allow_hyphen_values = true))]
    #[cfg_attr(feature = "cli", arg(default_value = DEFAULT_RATIO))]
    ratio: Option<String>,
}

impl RatioKey {
    fn game(&self) -> Result<TakeAway, ValueError> {
        const KEY: &str = "ratio";
        let ratio = machine_word(KEY, self.ratio.as_deref().unwrap_or(DEFAULT_RATIO))?;
        Ratio::try_from(ratio).map(TakeAway::new).map_err(|error| ValueError::new(KEY, error))
    }
}

/// The keys of `stones sum`.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args), group(skip))]
pub(crate) struct StonesSumKeys {
    /// The last pile: a whole number of any size, such as 100 or 10^18
    #[cfg_attr(feature = "cli", arg(value_name = "N", allow_hyphen_values = true))]
    n: String,
    /// Print the sum modulo M
    #[cfg_attr(feature = "cli", arg(long, value_name = "M", allow_hyphen_values = true))]
    r#mod: Option<String>,
    #[cfg_attr(feature = "cli", command(flatten))]
    ratio: RatioKey,
}

/// The keys of `stones move`.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args), group(skip))]
pub(crate) struct StonesMoveKeys {
    /// The stones: a whole number from 1, such as 17 or 10^100
    #[cfg_attr(feature = "cli", arg(value_name = "N", allow_hyphen_values = true))]
    n: String,
    #[cfg_attr(feature = "cli", command(flatten))]
    ratio: RatioKey,
}

/// The keys of `stones table`.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args), group(skip))]
pub(crate) struct StonesTableKeys {
    /// The last pile
    #[cfg_attr(feature = "cli", arg(value_name = "N", allow_hyphen_values = true))]
    n: String,
    #[cfg_attr(feature = "cli", command(flatten))]
    ratio: RatioKey,
}

impl Keys for StonesSumKeys {
    const COMMAND: &'static str = "stones sum";

    fn read(&self) -> Result<Question, AskError> {
        let (n, game) = (whole("n", &self.n)?, self.ratio.game()?);
        let modulus = self.r#mod.as_ref().map(|text| modulus("mod", text)).transpose()?;
        Ok(Question::law(move || {
            let mut sum = game.sum_of_largest_moves(&n)?;
            if let Some(modulus) = &modulus {
                sum %= modulus.get();
            }
            Ok(Answer::from(StonesSum {
                n: n.to_string(),
                ratio: game.ratio().get(),
                modulus: modulus.as_ref().map(Modulus::to_string),
                sum: sum.to_string(),
            }))
        }))
    }
}

impl Keys for StonesMoveKeys {
    const COMMAND: &'static str = "stones move";

    fn read(&self) -> Result<Question, AskError> {
        let (n, game) = (listed_whole("n", &self.n)?, self.ratio.game()?);
        Ok(Question::law(move || Ok(Answer::from(StonesMove::new(game, &n)?))))
    }
}

impl Keys for StonesTableKeys {
    const COMMAND: &'static str = "stones table";

    fn read(&self) -> Result<Question, AskError> {
        let (game, last) = (self.ratio.game()?, last_row("n", &self.n)?);
        if last == 0 {
            return Err(PileError::Empty.into());
        }
        Ok(Question::law(move || {
            let head = StonesHead { n: last.to_string(), ratio: game.ratio().get() };
            Ok(Answer::from(TableAnswer { head, key: "rows", table: Verdicts { game, last }, draw: None }))
        }))
    }
}

/// The sum of M(n), the largest winning first move, for 1 … n stones.
#[derive(Debug, Serialize)]
struct StonesSum {
    n: String,
    ratio: u64,
    modulus: Option<String>,
    sum: String,
}

impl Object for StonesSum {}

impl fmt::Display for StonesSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let modulo = modulo(self.modulus.as_ref());
        write!(f, "sum of M(n) for n = 1 .. {}{modulo}: {}", brief(&self.n), self.sum)
    }
}

/// Who wins from n stones, and by which first moves.
#[derive(Debug, Serialize)]
struct StonesMove {
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

impl StonesMove {
    fn new(game: TakeAway, n: &BigUint) -> Result<Self, AskError> {
        limits::pile(game, n)?;
        let opening = game.opening(n)?;
        let whole = |number: Option<&BigUint>| Whole(number.cloned().unwrap_or_default());
        let mut winning_moves: Vec<_> = game.winning_moves(n)?.map(Whole).collect();
        winning_moves.reverse();
        Ok(Self {
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

impl Object for StonesMove {}

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

/// What the table of stones is about.
#[derive(Debug, Serialize)]
struct StonesHead {
    n: String,
    ratio: u64,
}

/// The openings from 1 … `last` stones.
#[derive(Debug)]
struct Verdicts {
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
