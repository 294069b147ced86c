//! One turn of a game: a move is made if there is one, and answered.

use super::super::grundy::Grundy;
use super::{Move, Position};
use crate::error::Error;
use crate::sweep::Nimber;

/// A position after a move, its value, and the reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The position after the move, or the same one if none was made.
    pub left: Position,
    /// Its value; `None` if g is not known that far, and a pairing move answers all the same.
    pub value: Option<Nimber>,
    /// A move of the player who moves now: one that wins if there is one, else the one that resists
    /// most. `None` if the game is over.
    pub reply: Option<Move>,
    /// Whether it wins.
    pub wins: bool,
    /// The position after the reply.
    pub after: Option<Position>,
}

impl Position {
    /// Makes a move, if there is one, and finds the reply: a
    /// [winning move](Self::best_reply), or else the one that
    /// [resists most](Self::resisting_move).
    ///
    /// # Errors
    /// [`Error`] for a move that is not legal, and as both kinds of replies.
    ///
    /// # Cost
    /// Nearly nothing beside that of the reply.
    ///
    /// ```
    /// use nimsweep::games::squares::{Grundy, Lengths, Position};
    ///
    /// let lengths = Lengths::default();
    /// let grundy = Grundy::new(&lengths, &"10".parse()?)?;
    /// let mut position = Position::new(&lengths, ["5".parse()?, "7.5".parse()?])?;
    /// let mut moves = 0;
    /// // two perfect players
    /// while let Some(after) = position.turn(None, &grundy)?.after {
    ///     (position, moves) = (after, moves + 1);
    /// }
    /// assert!(position.is_over() && moves % 2 == 1); // the first one wins
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn turn(&self, step: Option<&Move>, grundy: &Grundy) -> Result<Turn, Error> {
        let left = step.map_or_else(|| Ok(self.clone()), |step| self.after(step))?;
        let best = left.best_reply(grundy)?;
        // a winning move may be known without the value, and other lengths have been refused
        let value = left.value(grundy).ok();
        let wins = best.is_some();
        let reply = best.map_or_else(|| left.resisting_move(grundy), |best| Ok(Some(best)))?;
        let after = reply.as_ref().map(|reply| left.after(reply)).transpose()?;
        Ok(Turn { left, value, reply, wins, after })
    }
}
