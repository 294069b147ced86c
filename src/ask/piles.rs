//! Questions about a pile of stones: from which a move takes at most K times what the move before
//! took, which are the commands `stones`; or at most half, which are the commands `halving`.

use std::fmt;

use num_bigint::BigUint;
use serde::{Deserialize, Serialize, Serializer};

use super::answer::{Object, TableAnswer, Whole, modulo, shortened, shortened_list};
use super::limits;
use super::question::{AskError, Keys, Question};
use super::table::{Rows, Table};
use super::text_style::TextStyle;
use super::values::{ValueError, last_row, listed_whole, machine_word, modulus, whole};
use crate::games::coins::Modulus;
use crate::games::halving::{self, grundy_value, is_p_position, winning_move};
use crate::games::stones::{PileError, Ratio, TakeAway};
use crate::number::NumberStyle;

/// K, unless a question says otherwise: Fibonacci nim.
const DEFAULT_RATIO: &str = "2";

/// The key of every question about stones.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct RatioKey {
    /// K: a move takes at most K times what the move before took
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
pub(crate) struct StonesSumKeys {
    /// Piles of 1 to N stones, such as 100 or 10^18
    n: String,
    /// Print the sum modulo M
    r#mod: Option<String>,
    ratio: RatioKey,
}

/// The keys of `stones move`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct StonesMoveKeys {
    /// The stones: a whole number from 1, such as 17 or 10^100
    n: String,
    /// A move later in the game, which may take at most B stones
    ///
    /// B is K times what the move before took. All stones may be taken, if they are no more.
    atmost: Option<String>,
    ratio: RatioKey,
}

/// The keys of `stones table`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct StonesTableKeys {
    /// The last pile
    n: String,
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
            let (ratio, modulus) = (game.ratio().get(), modulus.as_ref().map(Modulus::to_string));
            Ok(StonesSum { n: n.to_string(), ratio, modulus, sum: sum.to_string() })
        }))
    }
}

impl Keys for StonesMoveKeys {
    const COMMAND: &'static str = "stones move";

    fn read(&self) -> Result<Question, AskError> {
        let (n, game) = (listed_whole("n", &self.n)?, self.ratio.game()?);
        let bound = self.atmost.as_ref().map(|text| listed_whole("atmost", text)).transpose()?;
        Ok(Question::long_law(move |pace| {
            limits::pile(game, &n, pace.patience)?;
            StonesMove::new(game, &n, bound.clone())
        }))
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
            let (n, ratio) = (last.to_string(), game.ratio().get());
            Ok(TableAnswer::new("rows", Verdicts { n, ratio, game, last }))
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

impl Object for StonesSum {
    fn write_text(&self, f: &mut fmt::Formatter<'_>, _: &TextStyle) -> fmt::Result {
        let modulo = modulo(self.modulus.as_ref());
        write!(f, "sum of M(n) for n = 1 .. {}{modulo}: {}", shortened(&self.n), self.sum)
    }
}

/// Who wins from n stones, and by which first moves.
#[derive(Debug, Serialize)]
struct StonesMove {
    n: Whole,
    /// Of a move later in the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    atmost: Option<Whole>,
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
        let text = stones.0.to_string();
        [text.clone(), text]
    }))
}

impl StonesMove {
    fn new(game: TakeAway, n: &BigUint, bound: Option<BigUint>) -> Result<Self, AskError> {
        let representation: Vec<_> = game.representation(n)?.map(Whole).collect();
        // its last term is T(n)
        let threshold = representation.last().cloned().ok_or(PileError::Empty)?;
        let most = bound.clone().unwrap_or_else(|| n - 1_u32);
        let mut winning_moves: Vec<_> = game.winning_moves_within(n, most)?.map(Whole).collect();
        winning_moves.reverse();
        let one = |stones: Option<&Whole>| stones.cloned().unwrap_or_default();
        Ok(Self {
            n: Whole(n.clone()),
            atmost: bound.map(Whole),
            ratio: game.ratio().get(),
            losing: winning_moves.is_empty(),
            max_move: one(winning_moves.last()),
            min_move: one(winning_moves.first()),
            winning_moves,
            threshold,
            representation,
        })
    }
}

impl Object for StonesMove {
    fn write_text(&self, f: &mut fmt::Formatter<'_>, _: &TextStyle) -> fmt::Result {
        let (n, ratio) = (shortened(&self.n.0.to_string()), self.ratio);
        let (first, player, bound) = match &self.atmost {
            None => ("first ", "first player", String::new()),
            Some(bound) => {
                ("", "player to move", format!("at most {} now, ", shortened(&bound.0.to_string())))
            }
        };
        let outcome = if self.losing { "a P-position, the" } else { "an N-position, the" };
        let verb = if self.losing { "loses" } else { "wins" };
        writeln!(
            f,
            "n = {n}, {bound}each move at most {ratio} times the one before: {outcome} {player} {verb}"
        )?;
        if !self.losing {
            writeln!(f, "winning {first}moves: {}", shortened_list(&self.winning_moves, ", "))?;
        }
        if !self.losing && self.atmost.is_none() {
            writeln!(f, "M(n) = {}, the largest winning first move", self.max_move.0)?;
        }
        writeln!(f, "T(n) = {}, the least bound under which n stones are an N-position", self.threshold.0)?;
        write!(f, "n = {}, a sum of P-positions", shortened_list(&self.representation, " + "))
    }
}

/// The openings from 1 … `last` stones.
#[derive(Debug, Serialize)]
struct Verdicts {
    n: String,
    ratio: u64,
    #[serde(skip)]
    game: TakeAway,
    #[serde(skip)]
    last: u64,
}

impl Table for Verdicts {
    fn titles(&self) -> &'static str {
        "n,losing,max_move,min_move,threshold"
    }

    fn rows_in(&self, _: NumberStyle) -> Rows<'_> {
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

/// The keys of `halving play`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct HalvingPlayKeys {
    /// The stones: a whole number of any size, such as 100 or 3*2^5000-1
    n: String,
}

/// The keys of `halving table`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct HalvingTableKeys {
    /// The last pile
    n: String,
}

impl Keys for HalvingPlayKeys {
    const COMMAND: &'static str = "halving play";

    fn read(&self) -> Result<Question, AskError> {
        let n = whole("n", &self.n)?;
        Ok(Question::law(move || Ok(HalvingPlay::from(&n))))
    }
}

impl Keys for HalvingTableKeys {
    const COMMAND: &'static str = "halving table";

    fn read(&self) -> Result<Question, AskError> {
        let last = last_row("n", &self.n)?;
        Ok(Question::law(move || Ok(TableAnswer::new("rows", Piles { n: last.to_string(), last }))))
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
        }
    }
}

/// The player who wins; Alice moves first.
fn winner(is_p_position: bool) -> &'static str {
    if is_p_position { "Bob" } else { "Alice" }
}

impl Object for HalvingPlay {
    fn write_text(&self, f: &mut fmt::Formatter<'_>, _: &TextStyle) -> fmt::Result {
        let stones = if self.n == "1" { "stone" } else { "stones" };
        writeln!(f, "{} {stones}, Alice moves first: {} wins", shortened(&self.n), self.winner)?;
        match (self.winning_moves.first(), &self.left) {
            (Some([stones, _]), Some(left)) => {
                writeln!(f, "the only winning move takes {stones} and leaves {left}")?;
            }
            _ => writeln!(f, "no move of Alice wins")?,
        }
        write!(f, "Grundy value {}", self.grundy)
    }
}

/// Winner, Grundy value and winning move for 0 … `last` stones.
#[derive(Debug, Serialize)]
struct Piles {
    n: String,
    #[serde(skip)]
    last: u64,
}

impl Table for Piles {
    fn titles(&self) -> &'static str {
        "n,winner,grundy,winning_move"
    }

    fn rows_in(&self, _: NumberStyle) -> Rows<'_> {
        let piles = halving::piles().take_while(|pile| pile.stones <= self.last);
        Rows::of(piles, |row, pile| {
            row.push_whole(pile.stones);
            row.push_bytes(winner(pile.winning_move.is_none()));
            row.push_whole(pile.grundy);
            row.push_optional(pile.winning_move);
        })
    }
}
