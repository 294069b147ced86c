//! A game of squares at a terminal: against replies of the program, or between two people.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `mod` | the turns of a game, what can be typed, and its end |
//! | `deal` | random positions, with the outcome that was asked for |
//! | `board` | the rows: which pieces lie where, and what the segments are called |
//! | `lines` | the lines that are typed, or come from a pipe |
//! | `typed_move` | a move as it is typed |

mod board;
mod deal;
mod lines;
mod typed_move;

use std::io::Write;
use std::sync::Arc;

use itertools::Itertools;
use num_traits::Zero;

use super::failure::Failure;
use super::output::{as_drawn, as_printed, columns, in_letters};
use crate::ask::TextStyle;
use crate::draw::{self, Segment, Strip, with_some_decimals as both};
use crate::error::Error;
use crate::games::squares::drive::Effort;
use crate::games::squares::known::Owners;
use crate::games::squares::need::Need;
use crate::games::squares::{Digit, Grundy, Lengths, Move, Piece, Position};
use crate::number::{NumberStyle, Surd};

use board::Board;
use deal::{MOST_SEGMENTS, Told, deal, longest_segment};
use lines::TypedLines;

const IS_OVER: &str = "the game is over; type y for another game, undo, or quit";
use crate::watch::unwatched;

/// g as far as a game needs it: for its segments, and for random ones that come in seconds.
///
/// # Errors
/// [`Error`] if the segments are too long.
pub(super) fn table(lengths: &Lengths, segments: &[Surd], effort: Effort) -> Result<Arc<Grundy>, Error> {
    let longest = segments.iter().max().cloned().unwrap_or_default();
    let need = Need::table(longest.max(longest_segment(lengths)));
    Owners::default().one(lengths, effort)?.serve(&need, &mut unwatched).cloned()
}

/// Plays until the input ends, from a position, or else from a random one that can be won.
///
/// # Errors
/// [`Failure`] if nothing can be written.
pub(super) fn play(
    grundy: Arc<Grundy>,
    segments: Vec<Surd>,
    has_two_players: bool,
    is_at_a_terminal: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let lengths = grundy.lengths().clone();
    let (count, position) = match segments.len() {
        0 => (2, deal(&grundy, "won", 2).map_err(|reason| Error::of_key("lengths", reason))?),
        count => (count, Position::new(&lengths, segments)?),
    };
    let states = vec![GameState::start(position)];
    let mut game =
        TerminalGame { grundy, has_two_players, is_easy: false, count, states, won: [0, 0], is_shown: false };

    writeln!(out, "{}\n", for_people(&rules(game.present())))?;
    if game.present().position.is_over() {
        writeln!(out, "No piece fits: the player to move has lost.")?;
    }
    let mut lines = TypedLines::of_process(is_at_a_terminal);
    loop {
        if !std::mem::replace(&mut game.is_shown, true) {
            writeln!(out, "{}\n", as_drawn(game.present().board.drawing(columns())))?;
        }
        let Some(line) = lines.ask(game.prompt(), out)? else {
            writeln!(out)?;
            break;
        };
        let line = line.map(|line| line.to_lowercase().replace(", ", " "));
        let words: Vec<&str> = line.iter().flat_map(|line| line.split_whitespace()).collect();
        if matches!(words[..], ["quit" | "exit" | "q"]) || game.is_over() && matches!(words[..], ["n" | "no"])
        {
            break;
        }
        match line.as_ref().map_or_else(|reason| Err(reason.clone().into()), |_| game.does(&words)) {
            Ok(text) if text.is_empty() => {}
            Ok(text) => writeln!(out, "{}", for_people(&text))?,
            // as a keyboard has it
            Err(reason) => writeln!(out, "{}", for_people(&in_letters(&reason.to_string())))?,
        }
    }
    game.count_the_last();
    Ok(writeln!(out, "{}", game.score())?)
}

/// The rules, and what can be typed first.
fn rules(state: &GameState) -> String {
    let lengths = state.position.lengths();
    format!(
        "Take turns placing pieces of length {}{}. Pieces may touch, but not overlap. The player who places the last piece \
         wins.\n{}\n'hint' shows a winning move; 'help' lists everything you can type.\n",
        lengths.named(|length| NumberStyle::Letters.text(length)).join(" or "),
        lengths.where_all_lie(),
        a_move(state)
    )
}

/// What a move is, with one that is legal.
fn a_move(state: &GameState) -> String {
    let is_at_an_end = state.position.lengths().all_at_an_end();
    let places = if is_at_an_end { "'start' or 'end'" } else { "a number, 'start', 'mid' or 'end'" };
    let example = typed_move::example(&state.position, &state.numbers());
    let such = example.map_or_else(String::new, |example| format!(", such as {example}"));
    format!(
        "Type a move as a segment, a piece and the place of its left end in the segment{such}. The place is {places}. If there \
         is only one segment, leave out its number."
    )
}

/// What can be typed.
fn help(state: &GameState) -> String {
    format!(
        "{}\n\
         hint       a winning move, and all winning places\n\
         why        how the last move changed the values\n\
         ruler      where each piece may lie\n\
         board      the board again; rules, the rules; score, the score\n\
         undo       take back your last move\n\
         easy       nimsweep sometimes misses the best reply\n\
         perfect    nimsweep always plays the best reply\n\
         new won    a random position that you can win; new won 3 for 3 segments\n\
         new lost   a random position that you cannot win\n\
         quit       end the game and show the score",
        a_move(state)
    )
}

/// A game, with g as far as it is needed.
struct TerminalGame {
    grundy: Arc<Grundy>,
    has_two_players: bool,
    /// Whether the program does not always play its best move.
    is_easy: bool,
    /// How many segments the next random position has.
    count: usize,
    /// The positions in which a person was to move; the last one is the present one.
    states: Vec<GameState>,
    /// How many games each player has won, but for the present one.
    won: [usize; 2],
    /// Whether the board of the present position has been drawn.
    is_shown: bool,
}

/// A position in which a person is to move, or the game is over.
struct GameState {
    position: Position,
    board: Board,
    /// How many pieces lie there.
    placed: usize,
    /// The position before the last move.
    before: Option<Position>,
}

impl GameState {
    /// Where a game begins.
    fn start(position: Position) -> Self {
        let board = Board::new(position.lengths(), position.segments());
        Self { position, board, placed: 0, before: None }
    }

    /// The state after a move.
    fn after(&self, step: &Move) -> Result<Self, Error> {
        let position = self.position.after(step)?;
        let mut board = self.board.clone();
        board.place(step);
        Ok(Self { position, board, placed: self.placed + 1, before: Some(self.position.clone()) })
    }

    /// The player who placed the last piece that fits: 0, who began, or 1.
    fn winner(&self) -> Option<usize> {
        // who cannot begin has lost, but nobody has played
        self.placed.checked_sub(1).filter(|_| self.position.is_over()).map(|others| others % 2)
    }

    /// A move of a player in this position, in words.
    fn told(&self, player: &str, step: &Move) -> String {
        let (place, length) = (both(&step.place), both(&self.position.segments()[step.segment]));
        let (number, piece) = (self.number(step.segment), &step.length);
        format!("{player} places {piece:#} at {place} in segment {number} (of length {length}).")
    }

    /// The numbers of the segments; none where no piece fits.
    fn numbers(&self) -> Vec<Option<usize>> {
        self.board.numbers().collect()
    }

    /// The number of a segment that some piece fits.
    fn number(&self, segment: usize) -> usize {
        self.board.numbers().nth(segment).flatten().unwrap_or_default()
    }
}

impl TerminalGame {
    fn lengths(&self) -> &Lengths {
        self.grundy.lengths()
    }

    /// The present state. There is always one.
    fn present(&self) -> &GameState {
        &self.states[self.states.len() - 1]
    }

    fn is_over(&self) -> bool {
        self.present().position.is_over()
    }

    /// What is asked for now.
    fn prompt(&self) -> &'static str {
        match (self.is_over(), self.has_two_players, self.present().placed % 2) {
            (true, ..) => "play again? (y/n)",
            (false, false, _) => "your move",
            (false, true, 0) => "player 1",
            (false, true, _) => "player 2",
        }
    }

    /// Does what these words ask for, and says what there is to say.
    fn does(&mut self, words: &[&str]) -> Told<String> {
        match *words {
            [] => Ok(String::new()),
            ["help" | "h" | "?"] => Ok(help(self.present())),
            ["board" | "draw"] => {
                self.is_shown = false;
                Ok(String::new())
            }
            ["rules"] => Ok(rules(self.present())),
            ["score"] => Ok(self.score()),
            ["resign" | "end" | "stop"] => {
                Err("type quit to end the game, or new to start another one".into())
            }
            ["easy" | "perfect" | "hard"] if self.has_two_players => {
                Err("nimsweep does not play in a game for two".into())
            }
            ["easy"] => Ok(self.play_easily(true)),
            ["perfect" | "hard"] => Ok(self.play_easily(false)),
            ["why" | "values", ..] => self.why(),
            ["undo", ..] => self.undo(),
            ["new", ref wish @ ..] => self.begin(wish),
            ["again" | "y" | "yes"] if self.is_over() => self.begin(&[]),
            _ if self.is_over() => Err(IS_OVER.into()),
            ["hint" | "moves", ..] => self.hint(),
            ["ruler", ..] => Ok(self.ruler()),
            ref words => {
                let step = typed_move::read(words, &self.present().position, &self.present().numbers())?;
                self.turn(&step)
            }
        }
    }

    /// Makes a move, and the reply if the program plays.
    fn turn(&mut self, step: &Move) -> Told<String> {
        let mut said = vec![];
        let mut next = self.present().after(step)?;
        if self.has_two_players {
            said.push(self.present().told(self.prompt(), step));
        }
        if !self.has_two_players && next.winner().is_none() {
            let reply = self.reply(&next.position)?.ok_or("no piece fits any more")?;
            said.push(next.told("nimsweep", &reply));
            next = next.after(&reply)?;
        }
        if let Some(winner) = next.winner() {
            let placed = match next.placed {
                1 => "placed the only piece".to_owned(),
                count => format!("placed the last of the {count} pieces"),
            };
            said.push(match (self.has_two_players, winner) {
                (false, 0) => format!("No piece fits any more: you {placed} and win."),
                (false, _) => {
                    let easier = if self.is_easy { "" } else { "\nType 'easy' for a gentler opponent." };
                    format!("No piece fits any more: nimsweep {placed} and wins.{easier}")
                }
                (true, player) => {
                    format!("No piece fits any more: player {} {placed} and wins.", player + 1)
                }
            });
        }
        self.states.push(next);
        self.is_shown = false;
        Ok(said.join("\n"))
    }

    /// The move of the program.
    fn reply(&self, position: &Position) -> Result<Option<Move>, Error> {
        /// A random place is one of five at equal distances: the first, the last and three between.
        const PARTS: u64 = 4;
        if !self.is_easy || fastrand::bool() {
            return Ok(position.turn(None, &self.grundy)?.reply);
        }
        let choices = position.segments().iter().enumerate().flat_map(|(segment, length)| {
            let fitting = self.lengths().pieces().filter(move |piece| piece.length <= *length);
            fitting.map(move |piece| (segment, length - &piece.length, piece))
        });
        let choice = fastrand::choice(choices.collect_vec());
        Ok(choice.map(|(segment, last, Piece { length, digit })| {
            let parts = if digit == Digit::Anywhere { PARTS } else { 1 };
            let place = last * Surd::from(fastrand::u64(..=parts)) / Surd::from(parts);
            Move { segment, length, place }
        }))
    }

    /// A winning move, and where all of them are.
    fn hint(&self) -> Told<String> {
        let GameState { position, board, .. } = self.present();
        let Some(best) = position.best_reply(&self.grundy)? else {
            return Ok("No move wins against perfect play.".to_owned());
        };
        let moves = position.moves(&self.grundy, None)?;
        let segments = position.segments().iter().zip(&moves.segments).zip(board.numbers());
        let segments = segments.filter_map(|((length, moves), number)| {
            let head = Some(format!("segment {}: {}", number?, both(length)));
            let strips = moves.placements.iter();
            let strips = strips.map(|of| Strip {
                length: &of.length,
                digit: of.digit,
                winning: of.winning.iter().collect(),
            });
            Some(Segment { head, length, strips: strips.collect() })
        });
        let drawing = as_drawn(draw::strips(&segments.collect_vec(), None, columns()));
        let [length, place] = [best.length, best.place].map(|number| NumberStyle::Letters.text(&number));
        Ok(format!("{drawing}\nA winning move: {} {length} {place}", self.present().number(best.segment)))
    }

    /// Where a piece of each length may lie.
    fn ruler(&self) -> String {
        let GameState { position, board, .. } = self.present();
        let segments = position.segments().iter().zip(board.numbers());
        let segments = segments.filter_map(|(segment, number)| Some((segment, number?)));
        let lines = segments.flat_map(|(segment, number)| {
            let fitting = self.lengths().pieces().filter(move |piece| piece.length <= *segment);
            fitting.map(move |Piece { length, digit }| {
                let last = segment - &length;
                let places = match digit {
                    _ if last.is_zero() => "only at 0".to_owned(),
                    Digit::AtAnEnd => format!("at 0 or {}", both(&last)),
                    Digit::Anywhere => format!("from 0 to {}, mid {}", both(&last), both(&(&last / 2))),
                };
                format!("segment {number}, length {length:#}: {places}")
            })
        });
        lines.collect_vec().join("\n")
    }

    /// What the last move did to the values of the segments.
    fn why(&self) -> Told<String> {
        let GameState { position, before, .. } = self.present();
        let (now, value) = self.values(position)?;
        let outcome = match (position.is_over(), value) {
            (true, _) => "The player to move has lost.",
            (_, 0) => "That is 0: no move wins.",
            _ => "That is not 0, so some move leaves 0 and wins.",
        };
        let Some(before) = before else { return Ok(format!("The values: {now}. {outcome}")) };
        let (then, value_before) = self.values(before)?;
        let mut text = format!("Before the last move: {then}. After it: {now}. {outcome}");
        if value == 0 && position.longest_unpaired().is_none() && !position.is_over() {
            text += " The segments form equal pairs, so every move can be copied on the other segment of its pair.";
        }
        if value_before == 0 && !self.has_two_players {
            text +=
                " No move won before it, so nimsweep played the one that leaves you the fewest ways to win.";
        }
        Ok(text)
    }

    /// The values of the segments of a position that some piece fits, and their sum, in words.
    fn values(&self, position: &Position) -> Told<(String, u32)> {
        let fitting = position.segments().iter().filter(|segment| *segment >= self.lengths().shortest());
        let fitting = fitting.collect_vec();
        let values = fitting.iter().map(|segment| self.grundy.value_at(segment));
        let values: Vec<u32> = values.collect::<Result<_, _>>()?;
        let sum = values.iter().fold(0, |sum, value| sum ^ value);
        let named = fitting.iter().format_with(" xor ", |segment, f| f(&format_args!("g({segment:#})")));
        let text = match values.len() {
            0 => "no piece fits".to_owned(),
            1 => format!("{named} = {sum}"),
            _ => format!("{named} = {} = {sum}", values.iter().format(" xor ")),
        };
        Ok((text, sum))
    }

    fn undo(&mut self) -> Told<String> {
        if self.states.len() == 1 {
            return Err("there is no move to take back".into());
        }
        self.states.pop();
        self.is_shown = false;
        Ok(String::new())
    }

    fn play_easily(&mut self, is_easy: bool) -> String {
        self.is_easy = is_easy;
        let how = if is_easy {
            "Easy: nimsweep sometimes misses the best reply."
        } else {
            "Perfect: nimsweep always plays the best reply."
        };
        how.to_owned()
    }

    /// Begins again with a random position: an outcome, and how many segments.
    fn begin(&mut self, wish: &[&str]) -> Told<String> {
        let (counts, outcomes): (Vec<&str>, Vec<&str>) =
            wish.iter().partition(|word| word.parse::<Surd>().is_ok());
        if counts.len().max(outcomes.len()) > 1 {
            return Err("type new won, or new lost 3 for 3 random segments; for a position of your own, quit and type, \
                        for example: nimsweep play 3 4"
                .into());
        }
        let outcome = outcomes.first().copied().unwrap_or("won");
        let count = match counts.first() {
            Some(count) => count.parse().unwrap_or(0),
            None => self.count.clamp(if outcome == "lost" { 2 } else { 1 }, MOST_SEGMENTS),
        };
        let position = deal(&self.grundy, outcome, count)?;
        self.count_the_last();
        self.count = count;
        self.states = vec![GameState::start(position)];
        self.is_shown = false;
        Ok(String::new())
    }

    /// Adds the present game to the score, if it is over.
    fn count_the_last(&mut self) {
        if let Some(winner) = self.present().winner() {
            self.won[winner] += 1;
        }
    }

    fn score(&self) -> String {
        let [first, second] = self.won;
        let names = if self.has_two_players { ["player 1", "player 2"] } else { ["you", "nimsweep"] };
        format!("Games won: {} {first}, {} {second}.", names[0], names[1])
    }
}

/// What is said, in lines that fit.
fn for_people(text: &str) -> String {
    as_printed(TextStyle::default()).fitted(text.to_owned())
}
