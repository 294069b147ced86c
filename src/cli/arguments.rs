//! The tree of commands, and what each of them runs.

use std::ffi::OsString;
use std::io::Write;

use clap::{ArgAction, Args, CommandFactory, Parser, Subcommand};
use clap_complete::Shell;

use super::asked::{self, Asked, GrundyOrSummary, RangeArguments};
use super::batch;
use super::bench::Bench;
use super::check::Check;
use super::completions::write_completions;
use super::explore::Explore;
use super::failure::Failure;
use super::game;
use super::guesses::as_typed;
use super::help::{recipes, write_manual_page};
use super::interrupt::Interrupt;
use super::late::Late;
use super::long_run::LongRun;
use super::output::{Color, Terminal, remark};
use super::plot::Picture;
use super::verify::Verify;
use crate::ask::ValueError;
use crate::ask::commands::{
    CoinsCountKeys, CoinsRowKeys, CoinsStalkKeys, CoinsTableKeys, CoinsValueKeys, GainKeys, HalvingPlayKeys,
    HalvingTableKeys, MovesKeys, OctalKeys, PeriodKeys, PlayKeys, PlotGain, PlotGrowth, PlotGrundy,
    PlotMoves, PlotPairs, RangeKeys, StonesMoveKeys, StonesSumKeys, StonesTableKeys,
};
use crate::games::squares::drive::{Effort, Patience};
use crate::games::squares::{VECTORS_VARIABLE, use_vectors};

/// Solves combinatorial games exactly, by a sweep line.
#[derive(Debug, Parser)]
#[command(
    name = "nimsweep",
    version,
    disable_version_flag = true,
    about = "Solves combinatorial games exactly, by a sweep line over Q(sqrt(d))",
    after_long_help = "Numbers: 2, 2.5, 7/2, sqrt2, sqrt(2), 5+2*sqrt(2), (1+sqrt5)/2, phi; whole numbers also as 10^18 or 1e18. At most \
        100,000 characters are read, and a number that would take longer than a second to calculate is refused.",
    bin_name = "nimsweep"
)]
pub(super) struct Arguments {
    /// What to do instead of the main job.
    #[command(subcommand)]
    command: Option<Command>,
    /// Colours of help and messages: auto, always or never
    ///
    /// auto: on a terminal, unless NO_COLOR is set.
    #[arg(
        long,
        value_name = "WHEN",
        value_enum,
        default_value = "auto",
        global = true,
        display_order = 900,
        hide_possible_values = true,
        hide_short_help = true
    )]
    color: Color,
    /// Print the version; with --verbose also what a bug report needs
    #[arg(short = 'V', long, action = ArgAction::Version, display_order = 901)]
    version: Option<bool>,
    /// The main job.
    #[command(flatten)]
    range: Asked<RangeKeys>,
}

/// The commands.
#[derive(Debug, Subcommand)]
enum Command {
    /// The greatest gain e(L) for A <= L <= B, proven
    #[command(
        after_help = "The gain e(L) is L times the probability that a random first piece wins on a segment of length L.\n\n\
    Examples:\n  nimsweep range 200 500\n  nimsweep range 2 10 --digits 50 --json\n  nimsweep range 2 50 --lengths 1,sqrt3\n  \
    nimsweep range 200 1500 --checkpoint g.json\n  nimsweep range 200 2000 --checkpoint g.json --resume g.json"
    )]
    Range(Late<Asked<RangeArguments>>),
    /// The gain e(L): L times the probability that a random piece wins
    #[command(
        after_help = "The piece is the first one on a segment of length L: each length is equally likely, and its place is uniform.\n\n\
    W(y) is the total length of the places at which a piece \
    that leaves y wins. On a range e(L) consists of pieces. On each piece W(L - s) = slope*(L - s) + offset for each length s, and \
    e(L) = L/|S| times the sum of W(L - s)/(L - s). The table lists slopes and offsets in the order of the lengths, and the \
    value where the piece begins. With --top it lists the greatest local maxima of e instead, and with --draw it draws e.\n\n\
    Examples:\n  nimsweep gain 4\n  nimsweep gain 5+2sqrt2 --digits 30 --json\n  \
    nimsweep gain --range 2 4\n  nimsweep gain --range 10 20 --csv pieces.csv\n  nimsweep gain --range 2 10 --top 3\n  nimsweep gain --range 2 100 --draw"
    )]
    Gain(Late<Asked<GainKeys>>),
    /// Grundy values g(L): 0 if the player to move loses
    #[command(
        after_help = "g(L) is the least of 0, 1, 2, ... that no move on a segment of length L leaves. Several segments have the xor of \
    their values.\n\n\
    Each row of the table is a half-open interval [start, end); the last one is cut at L. A summary has a row for each value; a \
    record is larger than all values before it.\n\n\
    Examples:\n  nimsweep grundy 7.5\n  nimsweep grundy --upto 10\n  nimsweep grundy --upto 500 --where 'value>=200'\n  \
    nimsweep grundy --upto 500 --summary\n  nimsweep grundy --upto 500 --csv steps.csv\n  \
    nimsweep grundy --upto 2000 --csv steps.csv --checkpoint g.json --threads 4"
    )]
    Grundy(Late<Asked<GrundyOrSummary>>),
    /// The winning moves on a segment or in a sum of segments
    #[command(
        after_help = "A piece wins with its left end at every x of the intervals, from the left end of its segment. Square brackets \
    include an end, round ones exclude it, and {x} is a single place.\n\n\
    In a sum of segments a move wins if what it leaves has the value 0 as a whole.\n\n\
    Examples:\n  nimsweep moves 5\n  nimsweep moves 5 7.5 3+sqrt2\n  nimsweep moves 20+3sqrt2 --draw\n  nimsweep moves 4+sqrt2 --random --json\n  \
    nimsweep moves 10^100 --lengths 1 --within 0 20"
    )]
    Moves(Late<Asked<MovesKeys>>),
    /// The least period of the Grundy values, with its proof
    #[command(
        after_help = "With the period p from n on, g(L + p) = g(L) for all L >= n. A period that is seen for long enough holds for ever.\n\n\
    The period theorem says how long. That no period shows up to N proves nothing about lengths above N.\n\n\
    Examples:\n  nimsweep period --lengths 1\n  nimsweep period --lengths 1,5 --upto 1000 --json\n  \
    nimsweep period --lengths 1,sqrt2,1+sqrt2 --rule 3 --certificate p.cert"
    )]
    Period(Late<Asked<PeriodKeys>>),
    /// A game at the terminal; with --once who wins, and how
    #[command(
        after_help = "At a terminal a game begins, from these segments or from random ones. With --once, --json or a move, and in a pipe, there is one \
    turn: who wins, and how.\n\n\
    With a move it makes the move, or says why it is against the rules, and gives the reply: a winning move if there is one, and otherwise the move that resists most. The segments that a turn leaves are the position \
    of the next turn. If a segment is too long to compute its Grundy value, a winning move is known if it leaves pairs of equal \
    segments, such as the one in the middle of a single segment.\n\n\
    Examples:\n  nimsweep play 5 7.5\n  nimsweep play 5 7.5 --two\n  nimsweep play 5 7.5 --once\n  nimsweep play 5 7.5 --segment 2 --length sqrt2 --place 3\n  \
    nimsweep play 1 3-sqrt2 7.5 --json"
    )]
    Play(Late<Play>),
    /// A page for the browser: curves, winning places, a game to play
    Explore(Late<Explore>),
    /// Pictures: gain, Grundy values, winning moves, sums, growth
    #[command(
        subcommand,
        arg_required_else_help = false,
        disable_help_subcommand = true,
        after_help = "A picture is SVG, PDF, PNG or TeX. It is written to the file that -o gives, else on a terminal to a\n\
             new file such as gain.svg, and else to standard output.\n\n\
    Examples:\n  nimsweep plot gain --range 2 100 -o gain.svg\n  nimsweep plot grundy --upto 60 -o grundy.svg\n  \
    nimsweep plot moves 5 7.5 -o moves.svg"
    )]
    Plot(Plot),
    /// Octal games on heaps of tokens, such as Kayles (0.77)
    #[command(
        after_help = "Without an option it prints the period of the values G(0), G(1), ... with its proof. A digit says how its number of \
    tokens may be taken from a heap: the sum of 1 for leaving nothing, 2 for leaving one heap, and 4 for leaving two.\n\n\
    With 4 before the point a heap may be split in two without taking. The player who cannot move loses. \
    An exception is an n whose value is not the one that the period, continued down to 0, has there.\n\n\
    Games with names, which may stand for the code: Kayles 0.77, Dawson's Kayles 0.07, Dawson's Chess 0.137, Treblecross 0.007, James Bond 0.007, \
    Guiles 0.15, Officers 0.6.\n\n\
    Examples:\n  nimsweep octal 0.77\n  nimsweep octal 0.77 3 5 7\n  nimsweep octal kayles --moves 1 11\n  nimsweep octal 0.16 --upto 200\n  \
    nimsweep octal 0.137 --upto 1000 --bfile b002187.txt\n  nimsweep octal 0.77 --certificate kayles.cert"
    )]
    Octal(Late<Asked<OctalKeys>>),
    /// Stones: each move takes at most K times what the last one took
    #[command(
        subcommand,
        arg_required_else_help = false,
        disable_help_subcommand = true,
        after_help = "One pile of N stones. The first move takes 1 to N-1 stones, each later one at most K times what the move before \
    took; the player who takes the last stone wins. K is 2 unless --ratio gives another number; this game is Fibonacci nim.\n\n\
    Examples:\n  nimsweep stones move 17\n  nimsweep stones sum 10^18 --mod 10^8\n  nimsweep stones table 20"
    )]
    Stones(Stones),
    /// Gold and silver coins: values of stacks, winners, fair rows
    #[command(
        subcommand,
        arg_required_else_help = false,
        disable_help_subcommand = true,
        after_help = "Stalks of red-blue Hackenbush as stacks of gold (G) and silver (S) coins, or blue (B) and red (R), written top to bottom. Gary removes any gold coin with everything above \
    it, Sally any silver coin with everything above it; the player who cannot move loses. A row of stacks is fair if \
    the player who moves first loses.\n\n\
    Examples:\n  nimsweep coins value GSG\n  nimsweep coins row GG GS SS\n  nimsweep coins count 9898 --mod 989898989"
    )]
    Coins(Coins),
    /// Stones: each move takes at most half, or the last one; who wins
    #[command(
        subcommand,
        arg_required_else_help = false,
        disable_help_subcommand = true,
        after_help = "One pile of N stones. Alice moves first; a move takes at least 1 stone and at most half of them, rounded down, or \
    the only one; the player who faces 0 stones loses.\n\n\
    Examples:\n  nimsweep halving play 100\n  nimsweep halving table 20"
    )]
    Halving(Halving),
    /// Recompute all known figures by two methods, and compare
    Check(Late<Check>),
    /// Prove what a certificate claims, from the rule of the game
    Verify(Late<Verify>),
    /// Measure events per second on this machine
    Bench(Late<Bench>),
    /// Answer many questions, one as JSON on each line
    #[command(
        after_help = "Each line of standard input is an object with the key command and the long names of the options as keys. Each \
    answer is the object that the command prints with --json, on one line and in the same order; a question without an \
    answer gives an object with the key error. Grundy values are kept between questions about the same lengths.\n\n\
    Examples:\n  echo '{\"command\": \"gain\", \"at\": \"4\"}' | nimsweep batch"
    )]
    Batch,
    /// What people ask, and what to type
    #[command(after_help = "Examples:\n  nimsweep recipes")]
    Recipes,
    /// Print a script that completes commands in a shell
    #[command(
        after_help = "For bash write it to ~/.local/share/bash-completion/completions/nimsweep, for fish to \
    ~/.config/fish/completions/nimsweep.fish, for zsh to a file _nimsweep in a folder of fpath.\n\n\
    Examples:\n  nimsweep completions bash\n  nimsweep completions zsh"
    )]
    Completions {
        /// Your shell
        #[arg(value_name = "SHELL", value_enum)]
        shell: Shell,
    },
    /// Print a manual page, of the program or a command
    #[command(after_help = "The page is written in roff: nimsweep man gain > nimsweep-gain.1\n\n\
    Examples:\n  nimsweep man\n  nimsweep man gain\n  nimsweep man stones sum")]
    Man {
        /// The command; without one, the page of the program
        #[arg(value_name = "COMMAND")]
        command: Vec<String>,
    },
}

/// Options of `play` that a game has no use for.
const OF_ONE_TURN: [&str; 10] = [
    "json",
    "segment",
    "length",
    "place",
    "digits",
    "checkpoint",
    "checkpoint_every",
    "resume",
    "verify",
    "for_days",
];

/// A game, or one turn.
#[derive(Debug, Args)]
#[command(mut_arg("segments", |segments| segments.required(false)))]
struct Play {
    /// Play a game also if standard input and output are not a terminal
    #[arg(long, conflicts_with_all = OF_ONE_TURN)]
    game: bool,
    /// A game of two people at one screen
    #[arg(long, conflicts_with_all = OF_ONE_TURN)]
    two: bool,
    /// Only say who wins, and by which move
    #[arg(long, conflicts_with_all = ["game", "two"])]
    once: bool,
    #[command(flatten)]
    turn: Asked<PlayKeys>,
}

impl Play {
    fn run(self, out: &mut dyn Write, interrupt: Interrupt, terminal: Terminal) -> Result<(), Failure> {
        let Asked { keys, options } = &self.turn;
        let long_run = options.long_run.as_ref();
        let is_asked_for = self.game || self.two;
        let is_saved = long_run.is_some_and(LongRun::is_saved);
        let is_one_turn = self.once || options.format.json || keys.is_one_turn() || is_saved;
        if is_asked_for || terminal.asks && !is_one_turn {
            let named = |error: ValueError| {
                asked::refusal(error.into(), |key| (key == "segments").then(|| "L".to_owned()))
            };
            let (lengths, segments) = keys.lengths().map_err(named)?;
            let method = keys.method().map_err(named)?;
            let effort = long_run.map(LongRun::effort).transpose()?.unwrap_or_default();
            let effort = Effort { method, patience: Patience::Seconds, ..effort };
            match game::table(&lengths, &segments, effort) {
                Ok(grundy) => return game::play(grundy, segments, self.two, terminal.asks, out),
                Err(reason) if is_asked_for => return Err(named(ValueError::new("segments", reason))),
                Err(reason) => remark(&format!("one turn, and no game: {reason}")),
            }
        }
        if !keys.has_segments() {
            let reason = "no segment is given; give the length of at least one, or --game to play".to_owned();
            return Err(Failure::Usage { reason, command: "nimsweep play".to_owned() });
        }
        self.turn.run(out, interrupt)
    }
}

/// The pictures.
#[derive(Debug, Subcommand)]
enum Plot {
    /// The curve of the gain e(L) on a range, with its certified maximum
    #[command(
        after_help = "Examples:\n  nimsweep plot gain\n  nimsweep plot gain --range 2 20 --size 600x300 --dark -o gain.svg"
    )]
    Gain(Late<Picture<PlotGain>>),
    /// The Grundy values g(L) as steps, P-positions in red
    #[command(after_help = "Examples:\n  nimsweep plot grundy --upto 60 -o grundy.svg\n  \
    nimsweep plot grundy --range 40 60 --title \"\" -o grundy.svg")]
    Grundy(Late<Picture<PlotGrundy>>),
    /// Where each piece wins on a segment or in a sum of segments, as strips to scale
    #[command(
        after_help = "Examples:\n  nimsweep plot moves 20+3sqrt2 -o moves.svg\n  nimsweep plot moves 5 7.5 --dark -o moves.svg"
    )]
    Moves(Late<Picture<PlotMoves>>),
    /// The value g(x) xor g(y) of two segments over the square, P-positions in red
    #[command(after_help = "Examples:\n  nimsweep plot pairs --upto 60 -o pairs.svg")]
    Pairs(Late<Picture<PlotPairs>>),
    /// Steps of g, its largest value and corner events against L, with fitted exponents
    #[command(after_help = "Examples:\n  nimsweep plot growth --upto 500 -o growth.svg")]
    Growth(Late<Picture<PlotGrowth>>),
}

/// One pile of stones.
#[derive(Debug, Subcommand)]
enum Stones {
    /// The sum of M(n), the largest winning first move, for n = 1 .. N
    #[command(
        after_help = "Examples:\n  nimsweep stones sum 100\n  nimsweep stones sum 10^18 --mod 10^8 --json"
    )]
    Sum(Late<Asked<StonesSumKeys>>),
    /// Who wins from N stones, and by which first moves
    #[command(
        after_help = "Examples:\n  nimsweep stones move 17\n  nimsweep stones move 10^100 --ratio 3 --json"
    )]
    Move(Late<Asked<StonesMoveKeys>>),
    /// Outcome and winning first moves for n = 1 .. N
    #[command(
        after_help = "Examples:\n  nimsweep stones table 20\n  nimsweep stones table 100000 --csv stones.csv"
    )]
    Table(Late<Asked<StonesTableKeys>>),
}

/// Stacks of coins.
#[derive(Debug, Subcommand)]
enum Coins {
    /// The number of fair rows of N stacks
    #[command(after_help = "A row of stacks is fair if the player who moves first loses.\n\n\
    Examples:\n  nimsweep coins count 10\n  nimsweep coins count 10^6 --mod 989898989 --json")]
    Count(Late<Asked<CoinsCountKeys>>),
    /// The value of a stack: positive if Gary wins
    #[command(
        after_help = "Examples:\n  nimsweep coins value SG\n  nimsweep coins value RRB\n  nimsweep coins value GSGGSSG --json"
    )]
    Value(Late<Asked<CoinsValueKeys>>),
    /// The stack that is worth a number
    #[command(after_help = "Examples:\n  nimsweep coins stalk 7/4\n  nimsweep coins stalk -1/2^88")]
    Stalk(Late<Asked<CoinsStalkKeys>>),
    /// The value of a row of stacks, who wins it, and by which moves
    #[command(after_help = "Examples:\n  nimsweep coins row GG GS SS")]
    Row(Late<Asked<CoinsRowKeys>>),
    /// The values of all stacks of a height
    #[command(after_help = "Examples:\n  nimsweep coins table 3\n  nimsweep coins table 12 --csv values.csv")]
    Table(Late<Asked<CoinsTableKeys>>),
}

/// One pile of stones; a move takes at most half of them.
#[derive(Debug, Subcommand)]
enum Halving {
    /// Who wins from N stones, the winning move, and the Grundy value
    #[command(
        after_help = "Examples:\n  nimsweep halving play 100\n  nimsweep halving play 3*2^5000-1 --json"
    )]
    Play(Late<Asked<HalvingPlayKeys>>),
    /// Winner, Grundy value and winning move for n = 0 .. N
    #[command(
        after_help = "Examples:\n  nimsweep halving table 20\n  nimsweep halving table 100000 --csv halving.csv"
    )]
    Table(Late<Asked<HalvingTableKeys>>),
}

impl Arguments {
    /// Does what the call asks for.
    pub(super) fn run(
        self,
        call: &[OsString],
        out: &mut dyn Write,
        interrupt: Interrupt,
        terminal: Terminal,
    ) -> Result<(), Failure> {
        let computes_no_g = matches!(
            self.command,
            Some(
                Command::Octal(_)
                    | Command::Stones(_)
                    | Command::Coins(_)
                    | Command::Halving(_)
                    | Command::Verify(_)
                    | Command::Recipes
                    | Command::Completions { .. }
                    | Command::Man { .. }
            )
        );
        if !computes_no_g {
            choose_vectors()?;
        }
        let Some(command) = self.command else {
            if self.range.keys.range.is_empty() {
                let reason = "nothing to do: give --range A B, or a command".to_owned();
                return Err(Failure::Usage { reason, command: "nimsweep".to_owned() });
            }
            return self.range.run(out, interrupt);
        };
        match command {
            Command::Range(Late(asked)) => asked.run(out, interrupt),
            Command::Gain(Late(asked)) => asked.run(out, interrupt),
            Command::Grundy(Late(asked)) => asked.run(out, interrupt),
            Command::Moves(Late(asked)) => asked.run(out, interrupt),
            Command::Period(Late(asked)) => asked.run(out, interrupt),
            Command::Play(Late(play)) => play.run(out, interrupt, terminal),
            Command::Octal(Late(asked)) => asked.run(out, interrupt),
            Command::Explore(Late(explore)) => explore.run(out, terminal),
            Command::Plot(Plot::Gain(Late(picture))) => picture.run(&maker(call), out, interrupt, terminal),
            Command::Plot(Plot::Grundy(Late(picture))) => picture.run(&maker(call), out, interrupt, terminal),
            Command::Plot(Plot::Moves(Late(picture))) => picture.run(&maker(call), out, interrupt, terminal),
            Command::Plot(Plot::Pairs(Late(picture))) => picture.run(&maker(call), out, interrupt, terminal),
            Command::Plot(Plot::Growth(Late(picture))) => picture.run(&maker(call), out, interrupt, terminal),
            Command::Stones(Stones::Sum(Late(asked))) => asked.run(out, interrupt),
            Command::Stones(Stones::Move(Late(asked))) => asked.run(out, interrupt),
            Command::Stones(Stones::Table(Late(asked))) => asked.run(out, interrupt),
            Command::Coins(Coins::Count(Late(asked))) => asked.run(out, interrupt),
            Command::Coins(Coins::Value(Late(asked))) => asked.run(out, interrupt),
            Command::Coins(Coins::Row(Late(asked))) => asked.run(out, interrupt),
            Command::Coins(Coins::Stalk(Late(asked))) => asked.run(out, interrupt),
            Command::Coins(Coins::Table(Late(asked))) => asked.run(out, interrupt),
            Command::Halving(Halving::Play(Late(asked))) => asked.run(out, interrupt),
            Command::Halving(Halving::Table(Late(asked))) => asked.run(out, interrupt),
            Command::Check(Late(check)) => check.run(out),
            Command::Verify(Late(verify)) => verify.run(out),
            Command::Bench(Late(bench)) => bench.run(out),
            Command::Batch => batch::run(out, terminal),
            Command::Recipes => Ok(out.write_all(recipes().as_bytes())?),
            Command::Completions { shell } => write_completions(Self::command(), shell, out),
            Command::Man { command } => write_manual_page(Self::command(), &command, out),
        }
    }
}

/// The call that makes a picture, without the names of files and how often one is saved.
fn maker(call: &[OsString]) -> String {
    const FILES: [&str; 6] = ["-o", "--output", "--data", "--checkpoint", "--checkpoint-every", "--resume"];
    let mut words = call.iter().skip(1);
    let mut kept = vec![OsString::from("nimsweep")];
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        if FILES.contains(&text.as_ref()) {
            words.next();
            continue;
        }
        let name = text.split('=').next().unwrap_or_default();
        // -oFILE
        if !FILES.contains(&name) && !text.starts_with(FILES[0]) {
            kept.push(word.clone());
        }
    }
    as_typed(&kept)
}

/// Takes the vectors that the environment names, if it does.
pub(super) fn choose_vectors() -> Result<(), Failure> {
    let name = std::env::var_os(VECTORS_VARIABLE).unwrap_or_default();
    if name.is_empty() {
        return Ok(());
    }
    let refusal = |reason| Failure::Value { option: VECTORS_VARIABLE.to_owned(), reason, mark: None };
    use_vectors(&name.to_string_lossy()).map_err(refusal)
}
