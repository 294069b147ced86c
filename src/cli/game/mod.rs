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

use std::io::{self, Write};
use std::sync::Arc;

use itertools::Itertools;
use num_traits::Zero;

use super::failure::Failure;
use super::output::{as_printed, columns, in_letters};
use crate::ask::{AskError, TextStyle, ValueError};
use crate::draw::{self, Segment, Strip, with_some_decimals as both};
use crate::games::squares::drive::{Effort, unwatched};
use crate::games::squares::known::Known;
use crate::games::squares::need::Need;
use crate::games::squares::{Digit, Grundy, Interval, Lengths, Move, Piece, Position, SquaresError};
use crate::number::{NumberStyle, Surd};

use board::Board;
use deal::{MOST_SEGMENTS, Told, deal, longest_segment};
use lines::{Lines, Typed};
use typed_move::TypedMove;

const IS_OVER: &str = "the game is over; type y for another one, undo or quit";

/// g as far as a game needs it: for its segments, and for random ones that come in seconds.
///
/// # Errors
/// [`SquaresError`] if the segments are too long.
pub(super) fn table(
    lengths: &Lengths,
    segments: &[Surd],
    effort: Effort,
) -> Result<Arc<Grundy>, SquaresError> {
    let longest = segments.iter().max().cloned().unwrap_or_default();
    let need = Need::table(longest.max(longest_segment(lengths)));
    Known::new(lengths, effort)?.serve(&need, &mut unwatched).cloned()
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
        0 => (2, deal(&grundy, "won", 2).map_err(|reason| ValueError::new("lengths", reason))?),
        count => (count, Position::new(&lengths, segments).map_err(AskError::from)?),
    };
    let start = State::start(position);
    let mut game = Game {
        grundy,
        has_two_players,
        is_easy: false,
        count,
        states: vec![start],
        won: [0, 0],
        meant: None,
    };

    writeln!(out, "{}\n", for_people(&rules(game.present())))?;
    if game.present().position.is_over() {
        writeln!(out, "No piece fits: the player to move has lost.")?;
    }
    game.show(out)?;
    let mut lines = Lines::of_process(is_at_a_terminal);
    loop {
        let line = match lines.ask(game.prompt(), out)? {
            Typed::Line(line) => line.to_lowercase().replace(", ", " "),
            Typed::Refused(reason) => {
                writeln!(out, "{}", for_people(&reason))?;
                continue;
            }
            Typed::End => {
                writeln!(out)?;
                break;
            }
        };
        let words: Vec<&str> = line.split_whitespace().collect();
        if matches!(words[..], ["quit" | "exit" | "q"]) || game.is_over() && matches!(words[..], ["n" | "no"])
        {
            break;
        }
        match game.does(&words) {
            Ok(Said { text, is_new }) => {
                if !text.is_empty() {
                    writeln!(out, "{}", for_people(&text))?;
                }
                if is_new {
                    game.show(out)?;
                }
            }
            // as a keyboard has it
            Err(reason) => writeln!(out, "{}", for_people(&in_letters(&reason.to_string())))?,
        }
    }
    game.count_the_last();
    Ok(writeln!(out, "{}", game.score())?)
}

/// The rules, and what can be typed first.
fn rules(state: &State) -> String {
    let lengths = state.position.lengths();
    format!(
        "Place pieces in turns; they may touch, but not overlap. Whoever places the last one wins. The pieces have the length \
         {}{}.\n{}\n'hint' shows a winning move; 'help' lists what else can be typed.\n",
        lengths.named(|length| NumberStyle::Letters.text(length)).join(" or "),
        lengths.where_all_lie(),
        a_move(state)
    )
}

/// What a move is, with one that is legal.
fn a_move(state: &State) -> String {
    let is_at_an_end = state.position.lengths().all_at_an_end();
    let places = if is_at_an_end { "'start' or 'end'" } else { "a number, 'start', 'mid' or 'end'" };
    let example = typed_move::example(&state.position, &state.numbers());
    let such = example.map_or_else(String::new, |example| format!(", such as {example}"));
    format!(
        "A move is a segment, a piece and the place of its left end in the segment{such}. The place is {places}. The number of \
         the only segment can be left out."
    )
}

/// What can be typed.
fn help(state: &State) -> String {
    format!(
        "{}\n\
         hint       a winning move, and all winning places\n\
         why        what the last move did to the values; also values\n\
         ruler      where each piece may lie; ruler 2, in segment 2\n\
         board      the board once more; rules, the rules; score, the score\n\
         undo       take back your last move\n\
         easy       the program does not always play its best move\n\
         perfect    it does\n\
         new won    a random position that you can win; new won 3, of 3 segments\n\
         new lost   one that you cannot win\n\
         quit       end the game, with the score",
        a_move(state)
    )
}

/// What is said about a line, and whether there is a new position.
struct Said {
    text: String,
    is_new: bool,
}

/// A game, with g as far as it is needed.
struct Game {
    grundy: Arc<Grundy>,
    has_two_players: bool,
    /// Whether the program does not always play its best move.
    is_easy: bool,
    /// How many segments the next random position has.
    count: usize,
    /// The positions in which a person was to move; the last one is the present one.
    states: Vec<State>,
    /// How many games each player has won, but for the present one.
    won: [usize; 2],
    /// A move that is made if the next line says so.
    meant: Option<Move>,
}

/// A position in which a person is to move, or the game is over.
struct State {
    position: Position,
    board: Board,
    /// How many pieces lie there.
    placed: usize,
    /// The last move, and the position before it.
    last: Option<(Position, Move)>,
}

impl State {
    /// Where a game begins.
    fn start(position: Position) -> Self {
        let board = Board::new(position.lengths(), position.segments());
        Self { position, board, placed: 0, last: None }
    }

    /// The state after a move.
    fn after(&self, step: &Move) -> Result<Self, SquaresError> {
        let position = self.position.after(step)?;
        let mut board = self.board.clone();
        board.place(step);
        let last = Some((self.position.clone(), step.clone()));
        Ok(Self { position, board, placed: self.placed + 1, last })
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

impl Game {
    fn lengths(&self) -> &Lengths {
        self.grundy.lengths()
    }

    /// The present state. There is always one.
    fn present(&self) -> &State {
        &self.states[self.states.len() - 1]
    }

    fn is_over(&self) -> bool {
        self.present().position.is_over()
    }

    /// The board, and an empty line.
    fn show(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}\n", self.present().board.drawing(columns()))
    }

    /// What is asked for now.
    fn prompt(&self) -> &'static str {
        match (self.is_over(), self.has_two_players, self.present().placed % 2) {
            (true, ..) => "again? (y/n/harder)",
            (false, false, _) => "your move",
            (false, true, 0) => "player 1",
            (false, true, _) => "player 2",
        }
    }

    /// Does what these words ask for.
    fn does(&mut self, words: &[&str]) -> Told<Said> {
        let meant = self.meant.take();
        let is_over = self.is_over();
        let new = |text| Ok(Said { text, is_new: true });
        let told = |text| Ok(Said { text, is_new: false });
        if let (Some(step), ["y" | "yes"]) = (&meant, words) {
            return new(self.turn(step)?);
        }
        match *words {
            [] => told(String::new()),
            ["help" | "h" | "?"] => told(help(self.present())),
            ["board" | "draw"] => new(String::new()),
            ["rules"] => told(rules(self.present())),
            ["score"] => told(self.score()),
            ["resign" | "end" | "stop"] => Err("quit ends the game, and new begins another one".into()),
            ["easy" | "perfect" | "hard"] if self.has_two_players => {
                Err("no program plays in a game of two people".into())
            }
            ["hint" | "moves", ..] => told(self.hint()?),
            ["why" | "values", ..] => told(self.why()?),
            ["ruler", ref which @ ..] => told(self.ruler(which)?),
            ["easy"] => told(self.play_easily(true)),
            ["perfect" | "hard"] => told(self.play_easily(false)),
            ["undo", ..] => new(self.undo()?),
            ["new", ref wish @ ..] => new(self.begin(wish)?),
            ["again" | "y" | "yes"] if is_over => new(self.begin(&[])?),
            ["n" | "no"] if meant.is_some() => told("Then type the move again.".to_owned()),
            ["harder"] if !is_over => {
                Err("harder is for the end of a game; new 3 begins one with 3 segments".into())
            }
            ["harder"] => {
                let text = self.make_harder();
                new(self.begin(&[]).map(|_| text)?)
            }
            _ if is_over => Err(IS_OVER.into()),
            ref words => {
                match typed_move::read(words, &self.present().position, &self.present().numbers())? {
                    TypedMove::Exact(step) => new(self.turn(&step)?),
                    TypedMove::Meant(step, question) => {
                        self.meant = Some(step);
                        Err(question.into())
                    }
                }
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
                count => format!("placed the last of {count} pieces"),
            };
            said.push(match (self.has_two_players, winner) {
                (false, 0) => format!("No piece fits any more: you {placed}, and win."),
                (false, _) => {
                    let easier = if self.is_easy { "" } else { "\n'easy' makes it a gentler opponent." };
                    format!("No piece fits any more: nimsweep {placed}, and wins.{easier}")
                }
                (true, player) => {
                    format!("No piece fits any more: player {} {placed}, and wins.", player + 1)
                }
            });
        }
        self.states.push(next);
        Ok(said.join("\n"))
    }

    /// The move of the program.
    fn reply(&self, position: &Position) -> Result<Option<Move>, SquaresError> {
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
        let State { position, .. } = self.present();
        if position.is_over() {
            return Err(IS_OVER.into());
        }
        let Some(best) = position.best_reply(&self.grundy)? else {
            return Ok("No move wins, if the replies are perfect.".to_owned());
        };
        let moves = position.moves(&self.grundy, None)?;
        let winning = moves.segments.into_iter().map(|moves| {
            moves.placements.into_iter().map(|places| (places.length, places.winning)).collect()
        });
        let drawing = self.drawing(&winning.collect::<Vec<_>>(), None, draw::strips);
        let [length, place] = [best.length, best.place].map(|number| NumberStyle::Letters.text(&number));
        Ok(format!("{drawing}\nA winning move: {} {length} {place}", self.present().number(best.segment)))
    }

    /// Where a piece of each length may lie, in all segments or in one.
    fn ruler(&self, which: &[&str]) -> Told<String> {
        let number = match *which {
            [] => None,
            [number, ..] => Some(number.parse().map_err(|_| "write ruler, or such as ruler 2")?),
        };
        let places = self.present().position.segments().iter().map(|segment| self.places(segment));
        let places: Vec<_> = places.collect();
        let drawing = self.drawing(&places, number, draw::lanes);
        let numbers = self.present().numbers();
        let listed = places.iter().zip(numbers).filter_map(|(pieces, called)| {
            let called = called.filter(|called| number.is_none_or(|number| number == *called))?;
            let lines = pieces.iter().map(|(length, places)| {
                let last = &places[places.len() - 1].end;
                let places = match places.len() {
                    _ if last.is_zero() => "only at 0".to_owned(),
                    1 => format!("from 0 to {}, mid {}", both(last), both(&(last / Surd::from(2)))),
                    _ => format!("at 0 or {}", both(last)),
                };
                format!("segment {called}, length {length:#}: {places}")
            });
            Some(lines.collect_vec().join("\n"))
        });
        let listed = listed.collect_vec().join("\n");
        if listed.is_empty() {
            let no_segment = |which| typed_move::no_segment(which, &self.present().numbers());
            return Err(which.first().copied().map_or_else(|| IS_OVER.to_owned(), no_segment).into());
        }
        Ok(format!("{drawing}\n{listed}"))
    }

    /// The present segments, or one of them, with some places for each length that fits, drawn.
    fn drawing(
        &self,
        places: &[Vec<(Surd, Vec<Interval>)>],
        only: Option<usize>,
        draw: fn(&[Segment<'_>], Option<[&Surd; 2]>, usize) -> String,
    ) -> String {
        let State { position, board, .. } = self.present();
        let segments = position.segments().iter().zip(places).zip(board.numbers());
        let segments = segments.filter_map(|((length, strips), number)| {
            let number = number.filter(|number| only.is_none_or(|only| only == *number))?;
            let strips =
                strips.iter().map(|(length, places)| Strip { length, winning: places.iter().collect() });
            let head = format!("segment {number}: {}", both(length));
            Some(Segment { head: Some(head), length, strips: strips.collect() })
        });
        draw(&segments.collect_vec(), None, columns())
    }

    /// Where a piece of each length may lie.
    fn places(&self, segment: &Surd) -> Vec<(Surd, Vec<Interval>)> {
        let closed =
            |[start, end]: [Surd; 2]| Interval { start, end, start_included: true, end_included: true };
        let places = |Piece { length, digit }| {
            let last = segment - &length;
            let places = match digit {
                Digit::AtAnEnd => vec![[Surd::zero(), Surd::zero()], [last.clone(), last]],
                Digit::Anywhere => vec![[Surd::zero(), last]],
            };
            (length, places.into_iter().map(closed).collect())
        };
        self.lengths().pieces().filter(|piece| piece.length <= *segment).map(places).collect()
    }

    /// What the last move did to the values of the segments.
    fn why(&self) -> Told<String> {
        let State { position, last, .. } = self.present();
        let (now, value) = self.values(position)?;
        let outcome = match (position.is_over(), value) {
            (true, _) => "Whoever is to move has lost.",
            (_, 0) => "That is 0: no move wins.",
            _ => "That is not 0: some move leaves 0, and wins.",
        };
        let Some((before, step)) = last else { return Ok(format!("The values: {now}. {outcome}")) };
        let (then, value_before) = self.values(before)?;
        let mut text = format!("Before the last move: {then}. After it: {now}. {outcome}");
        if value == 0 && position.longest_unpaired().is_none() && !position.is_over() {
            text += " The segments are pairs of equal ones, so that each move can be copied on the other one of its pair.";
        }
        let may_resist = value_before == 0 && !self.has_two_players;
        // looked for only then, as that may take a second
        if may_resist && before.resisting_move(&self.grundy)?.as_ref() == Some(step) {
            let moves = position.moves(&self.grundy, None)?;
            let winning = moves.segments.into_iter().flat_map(|moves| moves.placements);
            let lengths = winning
                .flat_map(|places| places.winning)
                .map(|places| places.end - places.start)
                .collect_vec();
            let single = lengths.iter().filter(|length| length.is_zero()).count();
            let total = lengths.iter().fold(Surd::zero(), |sum, length| sum + length);
            let intervals = match total.is_zero() {
                true => "no interval".to_owned(),
                false => format!("intervals of length {} in all", both(&total)),
            };
            let places = if single == 1 { "place" } else { "places" };
            text += &format!(
                " Before that, no move would have won. This one leaves you the least to win by: {intervals}, and {single} single \
                 {places}."
            );
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
            return Err("this is the first position".into());
        }
        self.states.pop();
        Ok(String::new())
    }

    fn play_easily(&mut self, is_easy: bool) -> String {
        self.is_easy = is_easy;
        let how = if is_easy {
            "Easy: not every reply is the best one."
        } else {
            "Perfect: every reply is the best one."
        };
        how.to_owned()
    }

    /// Perfect replies, or else one segment more.
    fn make_harder(&mut self) -> String {
        if self.is_easy {
            return self.play_easily(false);
        }
        if self.count >= MOST_SEGMENTS {
            return format!("Nothing is harder than {MOST_SEGMENTS} segments.");
        }
        self.count += 1;
        format!("A position of {} segments.", self.count)
    }

    /// Begins again with a random position: an outcome, and how many segments.
    fn begin(&mut self, wish: &[&str]) -> Told<String> {
        let count = self.count.min(MOST_SEGMENTS);
        let number = |text: &str| text.parse().unwrap_or(0);
        let (outcome, count) = match *wish {
            [] => ("won", count),
            [text] if text.parse::<u64>().is_ok() => ("won", number(text)),
            [first, ..] if wish.len() > 1 && first.parse::<Surd>().is_ok() => {
                return Err(
                    "new 3 deals 3 random segments; for a position of your own quit, and type such as: \
                            nimsweep play 3 4"
                        .into(),
                );
            }
            [outcome] => (outcome, if outcome == "lost" { count.max(2) } else { count }),
            [outcome, text] => (outcome, number(text)),
            _ => return Err("write such as new won, or new lost 3".into()),
        };
        let position = deal(&self.grundy, outcome, count)?;
        self.count_the_last();
        self.count = count;
        self.states = vec![State::start(position)];
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
