//! A game of squares at a terminal, against perfect replies.

use std::io::{self, BufRead, Read, Write};

use itertools::Itertools;
use num_traits::Zero;

use super::failure::Failure;
use super::output::{columns, text_style};
use crate::ask::{AskError, ValueError};
use crate::draw::{self, Segment, Strip, wrapped};
use crate::games::squares::{Digit, Grundy, Interval, Lengths, Method, Move, Piece, Position, SquaresError};
use crate::number::{NumberStyle, Surd, quoted, with_decimals};

/// What can be typed, but for moves.
const HELP: &str = "\
hint       a winning move, and all winning places
undo       take back your last move
new won    a random position that you can win; new won 3, of 3 segments
new lost   one that you cannot win
quit       end the game";

const IS_OVER: &str = "the game is over; type new, undo or quit";

/// Random segments are at most this many times the longest piece.
const SIZE: u64 = 6;
/// Random positions are tried so often; nearly always one of the first has the right outcome.
const MOST_TRIES: usize = 200;
/// A random position has at most so many segments.
const MOST_SEGMENTS: usize = 9;

/// Plays until the input ends, from a position, or else from a random one that can be won.
///
/// # Errors
/// [`Failure`] if nothing can be written.
pub(super) fn play(
    lengths: &Lengths,
    segments: Vec<Surd>,
    mut input: impl BufRead,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let longest = segments.iter().max().cloned().unwrap_or_default();
    let limit = longest.max(Surd::from(SIZE) * lengths.longest());
    let grundy = Grundy::by_method(Method::default(), lengths, &limit).map_err(AskError::from)?;
    let mut game = Game { grundy, positions: vec![] };
    let position = match segments.is_empty() {
        true => game.deal("won", 2).map_err(|reason| ValueError::new("lengths", reason))?,
        false => game.position(segments).map_err(AskError::from)?,
    };
    game.positions.push(position);
    let rules = format!(
        "Place pieces in turns; they may touch, but not overlap. Whoever places the last one wins. The pieces have the length \
         {}.\n{}\n",
        pieces(lengths),
        help(lengths)
    );
    writeln!(out, "{}\n", for_people(&rules))?;
    if game.present().is_over() {
        writeln!(out, "No piece fits: the player to move has lost.")?;
    }
    game.show(out)?;
    while let Some(line) = game.prompt(out).and_then(|()| next_line(&mut input))? {
        let line = match line {
            Ok(line) => line.to_lowercase().replace(',', " "),
            Err(reason) => {
                writeln!(out, "{}", for_people(&reason))?;
                continue;
            }
        };
        let words: Vec<&str> = line.split_whitespace().collect();
        let said = match words[..] {
            [] => Ok(String::new()),
            ["quit" | "exit" | "q"] => return Ok(()),
            ["help" | "h" | "?"] => Ok(help(lengths)),
            ["hint", ..] => game.hint(),
            ["undo", ..] => game.undo(),
            ["new", ref wish @ ..] => game.begin(wish),
            ref words => game.turn(words),
        };
        match said {
            Ok(text) if text.is_empty() => {}
            Ok(text) => writeln!(out, "{}", for_people(&text))?,
            Err(reason) => {
                writeln!(out, "{}", wrapped(&reason, columns()).join("\n"))?;
                continue;
            }
        }
        if !matches!(words[..], ["help" | "h" | "?"] | ["hint", ..]) {
            game.show(out)?;
        }
    }
    Ok(writeln!(out)?)
}

/// The next line that was typed, or why it cannot be one; none at the end of the input.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<Result<String, String>>> {
    /// Nobody types more.
    const MOST_BYTES: u64 = 1_000_000;
    let mut bytes = vec![];
    let read = input.by_ref().take(MOST_BYTES + 1).read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 > MOST_BYTES && !bytes.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(format!("a line of more than {MOST_BYTES} bytes is no move"))));
    }
    Ok(Some(match String::from_utf8(bytes) {
        // an arrow or another key, which the terminal did not keep to itself
        Ok(line) if line.contains('\u{1b}') => {
            Err("arrows and other keys have no meaning here; type the line again".to_owned())
        }
        Ok(line) => Ok(line),
        Err(_) => Err("this line is no text in UTF-8; type it again".to_owned()),
    }))
}

/// The lengths of the pieces, with what their digits say.
fn pieces(lengths: &Lengths) -> String {
    let with_place = |Piece { length, digit }| match digit {
        Digit::AtAnEnd => format!("{length} (only at an end)"),
        Digit::Anywhere => length.to_string(),
    };
    lengths.pieces().map(with_place).join(" or ")
}

/// What can be typed, with a move that may be one.
fn help(lengths: &Lengths) -> String {
    let (length, place) = (lengths.longest(), if lengths.all_anywhere() { "3/2" } else { "end" });
    format!(
        "A move is a segment, a piece and the place of its left end, such as 2 {length} {place}; 'start', 'mid' and 'end' \
         are places, too. Below each segment a line for each piece shows where its left end may lie.\n{HELP}"
    )
}

/// A game, with g as far as it is needed.
struct Game {
    grundy: Grundy,
    /// The positions in which the person was to move; the last one is the present one. None has a
    /// segment that no piece fits.
    positions: Vec<Position>,
}

impl Game {
    fn lengths(&self) -> &Lengths {
        self.grundy.lengths()
    }

    /// A position of those segments that some piece fits.
    fn position(&self, segments: impl IntoIterator<Item = Surd>) -> Result<Position, SquaresError> {
        let open = segments.into_iter().filter(|segment| segment >= self.lengths().shortest());
        Position::new(self.lengths(), open)
    }

    /// The present position. There is always one.
    fn present(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    fn prompt(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{}", if self.present().is_over() { "new, undo or quit> " } else { "your move> " })?;
        out.flush()
    }

    /// Draws a lane for each piece that fits, along which its left end may lie.
    fn show(&self, out: &mut dyn Write) -> io::Result<()> {
        let lanes: Vec<_> = self.present().segments().iter().map(|segment| self.places(segment)).collect();
        self.drawing(&lanes, draw::lanes).map_or(Ok(()), |drawing| writeln!(out, "{drawing}"))
    }

    /// The present segments with some places for each length that fits, drawn.
    fn drawing(
        &self,
        places: &[Vec<(Surd, Vec<Interval>)>],
        draw: fn(&[Segment<'_>], Option<[&Surd; 2]>, usize) -> String,
    ) -> Option<String> {
        let segments = self.present().segments().iter().zip(places).zip(1..);
        let segments = segments.map(|((length, strips), number)| Segment {
            head: Some(NumberStyle::Plain.rewritten(&format!("segment {number}: {}", both(length)))),
            length,
            strips: strips
                .iter()
                .map(|(length, places)| Strip { length, winning: places.iter().collect() })
                .collect(),
        });
        let segments: Vec<_> = segments.collect();
        (!segments.is_empty()).then(|| draw(&segments, None, columns()))
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

    /// Makes the move of these words, and the reply.
    fn turn(&mut self, words: &[&str]) -> Result<String, String> {
        let step = self.read(words)?;
        let position = self.position_after(self.present(), &step)?;
        if position.is_over() {
            self.positions.push(position);
            return Ok("No piece fits any more: you placed the last one, and win.".to_owned());
        }
        let turn = position.turn(None, &self.grundy).map_err(in_words)?;
        let reply = turn.reply.ok_or("no piece fits any more")?;
        let said = format!(
            "nimsweep places length {} at {} in the segment of length {}.",
            reply.length,
            both(&reply.place),
            both(&position.segments()[reply.segment]),
        );
        let position = self.position_after(&position, &reply)?;
        let is_over = position.is_over();
        self.positions.push(position);
        let end = "\nNo piece fits any more: nimsweep placed the last one, and wins.";
        Ok(said + if is_over { end } else { "" })
    }

    fn position_after(&self, position: &Position, step: &Move) -> Result<Position, String> {
        let left = position.after(step).and_then(|left| self.position(left.segments().to_vec()));
        left.map_err(in_words)
    }

    /// Reads a move.
    fn read(&self, words: &[&str]) -> Result<Move, String> {
        let segments = self.present().segments();
        let (number, length, place) = match *words {
            [length, place] if segments.len() == 1 => ("1", length, place),
            [number, length, place] => (number, length, place),
            _ if segments.is_empty() => return Err(IS_OVER.to_owned()),
            [_, _] => {
                let example = self.example();
                return Err(format!("a move is segment number, length and place; write such as {example}"));
            }
            _ => return Err(format!("this is no move; write such as {}, or help", self.example())),
        };
        let segment = number.parse().ok().and_then(|number: usize| number.checked_sub(1));
        let segment = segment.filter(|&segment| segment < segments.len()).ok_or_else(|| {
            format!(
                "there is no segment '{}'; they are numbered from 1 to {}",
                quoted(number),
                segments.len()
            )
        })?;
        let read = |text: &str| text.parse::<Surd>().map_err(|error| error.to_string());
        let length = read(length)?;
        let last = segments[segment].try_sub(&length).map_err(|error| error.to_string())?;
        let place = match place {
            "start" => Surd::zero(),
            "mid" => last / 2,
            "end" => last,
            place => read(place)?,
        };
        Ok(Move { segment, length, place })
    }

    /// A move that may be one.
    fn example(&self) -> String {
        format!("1 {} end", self.lengths().shortest())
    }

    /// A winning move, and where all of them are.
    fn hint(&self) -> Result<String, String> {
        let position = self.present();
        if position.is_over() {
            return Err(IS_OVER.to_owned());
        }
        let Some(best) = position.best_reply(&self.grundy).map_err(in_words)? else {
            return Ok("No move wins, if the replies are perfect.".to_owned());
        };
        let moves = position.moves(&self.grundy, None).map_err(in_words)?;
        let winning = moves.segments.into_iter().map(|moves| {
            moves.placements.into_iter().map(|places| (places.length, places.winning)).collect()
        });
        let drawing = self.drawing(&winning.collect::<Vec<_>>(), draw::strips).unwrap_or_default();
        let Move { segment, length, place } = best;
        Ok(format!("{drawing}\nA winning move: {} {length} {place}", segment + 1))
    }

    fn undo(&mut self) -> Result<String, String> {
        if self.positions.len() == 1 {
            return Err("this is the first position".to_owned());
        }
        self.positions.pop();
        Ok(String::new())
    }

    /// Begins again with a random position: an outcome, and how many segments.
    fn begin(&mut self, wish: &[&str]) -> Result<String, String> {
        let (outcome, count) = match *wish {
            [] => ("won", "2"),
            [count] if count.parse::<u64>().is_ok() => ("won", count),
            [outcome] => (outcome, "2"),
            [outcome, count] => (outcome, count),
            _ => return Err("write such as new won, or new lost 3".to_owned()),
        };
        let count = count.parse().ok().filter(|count| (1..=MOST_SEGMENTS).contains(count));
        let count = count.ok_or_else(|| format!("give a number of segments from 1 to {MOST_SEGMENTS}"))?;
        self.positions = vec![self.deal(outcome, count)?];
        Ok(String::new())
    }

    /// A random position that the player who moves can win, or cannot.
    fn deal(&self, outcome: &str, count: usize) -> Result<Position, String> {
        let is_won = match outcome {
            "won" => true,
            "lost" => false,
            _ => return Err(format!("'{}' is no outcome; write new won, or new lost", quoted(outcome))),
        };
        if !is_won && count == 1 && self.lengths().all_anywhere() {
            return Err("the player who begins wins every single segment; write new lost 2".to_owned());
        }
        for _ in 0..MOST_TRIES {
            let mut segments: Vec<Surd> = (0..count).map(|_| self.random_segment()).collect();
            let value = |segments: &[Surd]| {
                self.position(segments.to_vec()).and_then(|position| position.value(&self.grundy))
            };
            if (value(&segments).map_err(in_words)? != 0) == is_won {
                return self.position(segments).map_err(in_words);
            }
            if is_won {
                continue;
            }
            // the last one becomes one with the value of all others together
            let wanted = value(&segments[..count - 1]).map_err(in_words)?;
            let lattice = self.grundy.lattice();
            let steps = self.grundy.steps().intervals().filter(|&(_, _, &value)| value == wanted);
            let steps = steps.map(|(start, end, _)| Interval {
                start: lattice.exact(*start),
                end: end.map_or_else(|| self.grundy.limit().clone(), |&end| lattice.exact(end)),
                start_included: true,
                end_included: false,
            });
            let long: Vec<_> = steps.filter(|step| step.start >= *self.lengths().shortest()).collect();
            if !long.is_empty() {
                segments[count - 1] = long[fastrand::usize(..long.len())].simplest_place();
                return self.position(segments).map_err(in_words);
            }
        }
        Err(format!("no position of {count} segments with this outcome was found; try another number"))
    }

    /// A sum of halves of the shortest piece and some longest ones.
    fn random_segment(&self) -> Surd {
        let [shortest, longest] = [self.lengths().shortest(), self.lengths().longest()];
        let longer = Surd::from(fastrand::u64(..3)) * longest;
        let most = (Surd::from(SIZE) * longest - &longer) * Surd::from(2_u64) / shortest.clone();
        // at most six times their ratio
        let halves = u64::try_from(most.floor()).unwrap_or(2).clamp(2, 30);
        longer + Surd::from(fastrand::u64(2..=halves)) * shortest / Surd::from(2_u64)
    }
}

fn in_words(error: SquaresError) -> String {
    error.to_string()
}

/// What is said, with its numbers in the style of answers.
fn for_people(text: &str) -> String {
    text_style().text(text)
}

/// A number, with decimals if it is not whole.
fn both(number: &Surd) -> String {
    with_decimals(&number.to_string(), &number.to_decimal(3))
}
