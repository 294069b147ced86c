//! Questions about octal games: their least period and what else is known of them, the value of
//! heaps, their winning moves, and lists of values.

use std::iter::once;
use std::ops::BitXor;
use std::sync::Arc;

use itertools::Itertools;
use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::answer::{Answer, outcome, row_of_values, shortened};
use super::question::{AnswerRun, Question};
use super::raw_question::Keys;
use super::reply::{Reply, ReplyFields, Value, fields};
use super::table::Rows;
use super::values::{MOST_HEAP, conflict, heap, heaps, listed_whole, parsed, whole_in};
use crate::draw;
use crate::error::{Advice, Error, error};
use crate::games::octal::{Code, Move, NamedBoard, Period, RareValues, Values};
use crate::games::squares::drive::Patience;
use crate::games::squares::in_words;
use crate::proof::Certificate;
use crate::sweep::Nimber;
use crate::watch::{Watch, tell};

/// How far a period is looked for, unless a question says otherwise,
const SEARCHED: usize = 1_000_000;
/// or as far as it gets in about a second, see [`Values::work`].
const OF_A_SECOND: f64 = 2e9;
/// With a limit a period that shows further on is said, too, if that costs nothing.
const CHEAP: u64 = 50_000_000;
/// Values up to here are listed; further ones only in files, in which they are all.
const LISTED: usize = 1_000_000;

/// The question of `octal`.
pub(super) fn read_octal(keys: &Keys) -> Result<Question, Error> {
    let code: Code = keys.needed("octal", parsed)?;
    let board = keys.text("octal").and_then(NamedBoard::named);
    let upto = keys.read("upto", heap)?;
    let for_days = keys.has("for_days");
    let has_heaps = ["moves", "heaps", "at"].iter().any(|key| keys.has(key));
    if keys.has("from") && (upto.is_none() || has_heaps) {
        let reason = "it is where a list of values begins; give the key 'upto', and neither heaps nor moves";
        return Err(Error::of_key("from", reason));
    }
    if keys.has("moves") {
        if let Some(other) = ["heaps", "at", "upto"].iter().find(|key| keys.has(key)) {
            return Err(conflict("moves", other));
        }
        let sizes = heaps("moves", keys.list("moves"), heap)?.into_iter().map(BigUint::from).collect();
        let asked = AskedHeaps::new("moves", code, board, sizes)?;
        if asked.heaps.iter().sum::<BigUint>() > BigUint::from(MOST_HEAP) {
            let reason = format!("together the heaps have more than {MOST_HEAP} tokens; give smaller ones");
            return Err(Error::of_key("moves", reason));
        }
        // at most MOST_HEAP
        let sizes = asked.heaps.iter().filter_map(BigUint::to_usize).collect_vec();
        let upto = sizes.iter().copied().max();
        let values = AskedValues { upto, ..AskedValues::new(asked.code.clone(), for_days) };
        return Ok(values.question(move |values| winning_moves(asked.clone(), sizes.clone(), values)));
    }
    let (key, sizes) = match (keys.has("at"), keys.has("heaps")) {
        (true, true) => return Err(conflict("heaps", "at")),
        (true, false) => ("at", vec![keys.needed("at", listed_whole)?]),
        (false, true) => ("heaps", heaps("heaps", keys.list("heaps"), listed_whole)?),
        (false, false) => {
            let from = keys.text("from").unwrap_or("0");
            let heaps = 0..=upto.unwrap_or_default();
            let from = whole_in(heaps, "the first heap of the list", "from", from)?;
            let values = AskedValues { upto, ..AskedValues::new(code, for_days) };
            return Ok(values.question(move |values| report(board, from, upto, values)));
        }
    };
    let asked = AskedHeaps::new(key, code, board, sizes)?;
    let largest = asked.heaps.iter().max().and_then(BigUint::to_usize);
    let upto = upto.or(largest.filter(|&largest| largest <= SEARCHED));
    let sizes = asked.heaps.clone();
    let are_enough = move |values: &Values| sizes.iter().all(|n| values.known_at(n).is_some());
    let code = asked.code.clone();
    let values = AskedValues { upto, are_enough: Arc::new(are_enough), ..AskedValues::new(code, for_days) };
    Ok(values.question(move |values| value_of(&asked, values)))
}

/// The values of an octal game that a question asks for.
#[derive(Clone)]
pub(super) struct AskedValues {
    pub(super) code: Code,
    pub(super) for_days: bool,
    /// The last heap, if it is given,
    pub(super) upto: Option<usize>,
    /// or the heap `searched`, or as far as it gets in about a second.
    pub(super) searched: usize,
    /// Or until they are enough.
    pub(super) are_enough: Arc<dyn Fn(&Values) -> bool + Send + Sync>,
}

/// The values of an octal game under way, and what is made of them.
struct OctalRun<F> {
    asked: AskedValues,
    patience: Patience,
    answer: Arc<F>,
    values: Values,
    /// How many values there were, and their work, when that was looked at last.
    half: [f64; 2],
}

impl AskedValues {
    pub(super) fn new(code: Code, for_days: bool) -> Self {
        Self { code, for_days, upto: None, searched: SEARCHED, are_enough: Arc::new(|_| false) }
    }

    /// The question that these values answer.
    pub(super) fn question<T: Into<Answer> + 'static>(
        self,
        answer: impl Fn(Values) -> Result<T, Error> + Send + Sync + 'static,
    ) -> Question {
        let answer = Arc::new(answer);
        Question::by_run(move |patience| {
            let asked = self.clone();
            let patience = if asked.for_days { patience.of_days() } else { patience };
            let values = Values::new(asked.code.clone());
            Ok(OctalRun { asked, patience, answer: Arc::clone(&answer), values, half: [1.0; 2] })
        })
    }

    fn last(&self) -> usize {
        self.upto.unwrap_or(self.searched)
    }
}

impl<F> OctalRun<F> {
    /// Refuses what would take more than a day, or than some seconds, by the power of n like which
    /// the work grew while it doubled, which is asked after a part of that: so most periods show
    /// before.
    fn check_work(&mut self) -> Result<(), Error> {
        /// The work of a day, see [`Values::work`],
        const OF_A_DAY: f64 = 4e14;
        /// and that of some seconds, even in a browser.
        const OF_SECONDS: f64 = 4e9;
        let (last, [n, work]) = (self.asked.last(), [self.values.as_slice().len() as f64, self.work()]);
        if self.patience == Patience::Days
            || self.asked.upto.is_none()
            || work <= 2.0 * self.half[1]
            || self.values.period().is_some()
        {
            return Ok(());
        }
        let power = (work / self.half[1]).ln() / (n / self.half[0]).ln();
        self.half = [n, work];
        let whole = work * ((last as f64) / n).powf(power.clamp(1.0, 3.0));
        match self.patience {
            Patience::Seconds if work > OF_SECONDS || work > OF_SECONDS / 16.0 && whole > OF_SECONDS => {
                let text = "would take more than a few seconds; give smaller heaps";
                Err(error!(TooLarge, "G up to {last} {text}"))
            }
            Patience::Hours if work > OF_SECONDS / 4.0 && whole > OF_A_DAY => {
                let time = in_words((whole / OF_A_DAY) as u64);
                let refusal = error!(Days, "G up to {last} would take {time}; give smaller heaps");
                Err(refusal.advised(Advice::ForDays { is_kept: false }))
            }
            _ => Ok(()),
        }
    }

    fn work(&self) -> f64 {
        self.values.work() as f64
    }
}

impl<T: Into<Answer>, F: Fn(Values) -> Result<T, Error> + Send + Sync> AnswerRun for OctalRun<F> {
    fn advance(&mut self, watch: Watch<'_>) -> Result<bool, Error> {
        /// The work of a piece.
        const PIECE: f64 = 2e7;
        let (end, piece) = (self.asked.last() + 1, self.work() + PIECE);
        let most_work = if self.asked.upto.is_none() { OF_A_SECOND } else { f64::INFINITY };
        while self.work() < piece {
            if self.work() >= most_work || (self.asked.are_enough)(&self.values) || !self.values.advance(end)
            {
                return Ok(false);
            }
            self.check_work()?;
        }
        let known = self.values.as_slice().len() as f64 / end as f64;
        tell(watch, known.max(self.work() / most_work).min(1.0))?;
        Ok(true)
    }

    fn answer(self: Box<Self>) -> Result<Answer, Error> {
        (self.answer)(self.values).map(Into::into)
    }
}

/// Heaps of a code, or the boards of a game with a name.
#[derive(Clone, Debug)]
struct AskedHeaps {
    code: Code,
    board: Option<NamedBoard>,
    /// Those of the boards, if there is one.
    sizes: Vec<BigUint>,
    heaps: Vec<BigUint>,
}

impl AskedHeaps {
    fn new(
        key: &'static str,
        code: Code,
        board: Option<NamedBoard>,
        sizes: Vec<BigUint>,
    ) -> Result<Self, Error> {
        let heap = |size: &BigUint| board.map_or_else(|| Ok(size.clone()), |board| board.heap(size));
        let heaps = sizes.iter().map(heap).try_collect().map_err(|error: Error| error.at(key))?;
        Ok(Self { code, board, sizes, heaps })
    }

    /// One heap below a key, or several; the boards; and their value.
    fn fields(&self, key: &'static str, value: Nimber) -> ReplyFields {
        let below = |keys: [&'static str; 2], mut values: Vec<Value>| match values.len() {
            1 => ReplyFields::default().with(keys[0], values.remove(0)),
            _ => ReplyFields::default().with(keys[1], values),
        };
        let heaps = below([key, "heaps"], self.heaps.iter().map(Value::from).collect());
        let boards =
            self.board.map(|_| below(["board", "boards"], self.sizes.iter().map(Value::from).collect()));
        let fields = fields! { octal: self.code.to_string() }.and(heaps);
        fields.and(boards.unwrap_or_default()).with("value", value)
    }

    /// What the value of one heap, or of several, says.
    fn head(&self, value: Nimber) -> String {
        let sum = |sizes: &mut dyn Iterator<Item = &BigUint>| {
            sizes.map(|size| shortened(&size.to_string())).join(" + ")
        };
        let (is_one, heaps) = (self.heaps.len() == 1, sum(&mut self.heaps.iter()));
        let outcome = outcome(value == 0);
        let said = match is_one {
            true => format!("G({heaps}) = {value}, {outcome}"),
            false => format!("value of {heaps}: {value}, {outcome}"),
        };
        let Some(board) = self.board else { return said };
        let (heap, sizes) = (if is_one { "heap" } else { "heaps" }, sum(&mut self.sizes.iter()));
        format!("{} on {sizes} squares ({heap} {heaps} of {}): {said}", board.name(), self.code)
    }
}

/// The value of one heap, or of a sum of heaps.
fn value_of(asked: &AskedHeaps, values: Values) -> Result<Reply, Error> {
    let value = asked.heaps.iter().map(|n| values.value_at(n)).fold_ok(0, BitXor::bitxor);
    let value = value.map_err(|error| error.advised(Advice::Upto))?;
    let (fields, head) = (asked.fields("at", value), asked.head(value));
    Ok(Reply::new(fields).text(move |f, _| f.write_str(&head)))
}

/// The winning moves from one heap, or in a sum of heaps of these sizes.
fn winning_moves(asked: AskedHeaps, heaps: Vec<usize>, values: Values) -> Result<Reply, Error> {
    let value = heaps.iter().fold(0, |value, &heap| value ^ values.as_slice()[heap]);
    let fields = asked.fields("n", value);
    let titles = match (heaps.len(), asked.board) {
        (1, None) => "taken,left",
        (1, Some(_)) => "squares,taken,left",
        (_, None) => "heap,taken,left",
        (_, Some(_)) => "heap,squares,taken,left",
    };
    let moves = Arc::new(OctalMoves { value, asked, heaps, values });
    let [said, drawn] = [(); 2].map(|()| Arc::clone(&moves));
    Ok(Reply::new(fields)
        .rows("winning_moves", titles, moves, |moves, _| moves.rows())
        .text(move |f, _| f.write_str(&said.text()))
        .drawn(move |columns| drawn.drawing(columns)))
}

/// Some heaps, and all values up to the largest one.
struct OctalMoves {
    value: Nimber,
    asked: AskedHeaps,
    heaps: Vec<usize>,
    values: Values,
}

impl OctalMoves {
    /// The winning moves with the numbers of their heaps, from 0.
    fn winning(&self) -> impl Iterator<Item = (usize, Move)> {
        // all values up to the largest heap are computed
        self.values.winning_moves(&self.heaps).into_iter().flatten()
    }

    /// The value, and whether no move wins.
    fn head(&self) -> String {
        let lost = if self.value == 0 { "\nlost: no move wins" } else { "" };
        self.asked.head(self.value) + lost
    }

    fn text(&self) -> String {
        let moves = self.winning().map(|(number, of)| match self.heaps.len() {
            1 => self.words(&of),
            _ => format!("heap {}: {}", number + 1, self.words(&of)),
        });
        once(self.head()).chain(moves).join("\n")
    }

    /// Rows of pins, and for each winning move what it leaves, in words where pins do not fit.
    fn drawing(&self, columns: usize) -> String {
        let mut lines = vec![draw::fitting(&self.head(), columns)];
        let mut of_heaps = self.winning().into_group_map();
        for (number, &heap) in self.heaps.iter().enumerate() {
            let name = format!("heap {}", number + 1);
            let room = columns.saturating_sub(name.len() + 2);
            let pins = if heap <= room { PIN.repeat(heap) } else { format!("{heap} tokens") };
            lines.push(format!("{name}  {pins}"));
            lines.extend(of_heaps.remove(&number).into_iter().flatten().map(|of| {
                let (words, [left, right]) = (self.words(&of), of.left);
                let pins = match heap + 4 + words.len() <= room {
                    true if of.taken == 0 => format!("{} {}   ", PIN.repeat(left), PIN.repeat(right)),
                    true => format!("{}{}{}   ", PIN.repeat(left), TAKEN.repeat(of.taken), PIN.repeat(right)),
                    false => String::new(),
                };
                format!("{:width$}  {pins}{words}", "", width = name.len())
            }));
        }
        lines.join("\n")
    }

    /// Where a move is on a board, and what it takes and leaves.
    fn words(&self, of: &Move) -> String {
        let taken = match self.asked.board {
            Some(board) => format!("square {}", board.squares(of).join(" or ")),
            None if of.taken == 0 => "split".to_owned(),
            None => format!("take {}", of.taken),
        };
        match of.left.iter().filter(|&&heap| heap > 0).join(" + ") {
            left if left.is_empty() => taken,
            left if self.asked.board.is_some() => format!("{taken}, leave the heaps {left}"),
            left => format!("{taken}, leave {left}"),
        }
    }

    fn rows(&self) -> Rows<'_> {
        Rows::of(self.winning(), |row, (number, of)| {
            if self.heaps.len() > 1 {
                row.push_number(number as u64 + 1);
            }
            if let Some(board) = self.asked.board {
                row.push_numbers(board.squares(&of).map(|square| square as u64).collect());
            }
            row.push_whole(of.taken as u64);
            let left = of.left.into_iter().filter(|&heap| heap > 0);
            row.push_list(left, |text, heap| text.extend_from_slice(heap.to_string().as_bytes()));
        })
    }
}

/// A token in a drawing, and the place of one that is taken.
const PIN: &str = "●";
const TAKEN: &str = "·";

/// What is known of a game by its values up to a heap; as a table, the values from a heap on.
fn report(
    board: Option<NamedBoard>,
    first: usize,
    upto: Option<usize>,
    mut all: Values,
) -> Result<Reply, Error> {
    let is_listed = upto.is_some_and(|upto| upto <= LISTED);
    while all.period().is_none() && all.work() <= CHEAP && all.advance(SEARCHED + 1) {}
    let last = upto.unwrap_or(all.as_slice().len().saturating_sub(1) / 1000 * 1000);
    let proof = all.period();
    let asked = (all.as_slice().len() > last + 1).then(|| all.up_to(last + 1));
    let of = asked.as_ref().unwrap_or(&all);
    let (rare, parity) = (of.rare_values(), of.rare_values_by_parity());
    let values = Arc::new(asked.filter(|_| proof.is_none()).unwrap_or(all));
    let (largest_nimber, largest_at) = values.largest().unwrap_or_default();
    // the parity says something only if fewer are rare by it
    let parity = parity.filter(|parity| parity.count < rare.count);
    let exceptions = values.exceptions().map(|heaps| heaps.collect_vec());
    let listed = exceptions.as_ref().map(|heaps| Value::from_iter(heaps.iter().copied().map(Value::whole)));
    let octal = values.code().to_string();
    let rare_fields = |RareValues { count, mask }: &RareValues| fields! { rare: *count, mask: *mask };
    let fields = fields! {
        octal: &octal, upto: Value::whole(last), period: proof.map(|period| Value::whole(period.length)),
        from: proof.map(|period| Value::whole(period.from)), exceptions: listed,
        largest_nimber, largest_at: Value::whole(largest_at),
    };
    let fields = fields.and(rare_fields(&rare)).with("parity", parity.as_ref().map(rare_fields));
    let [listed, proven] = [(); 2].map(|()| Arc::clone(&values));
    let reply = Reply::new(fields).rows(
        is_listed.then_some("values"),
        "n,value",
        (first..=last, listed),
        |(heaps, values), _| {
            Rows::of(heaps.clone().zip(&values.as_slice()[*heaps.start()..]), |row, (n, &value)| {
                row.push_whole(n as u64);
                row.push_number(value.into());
            })
        },
    );
    let certificate = move || Certificate::octal(proven.code(), proven.as_slice(), proof);
    Ok(reply.certified(certificate).text(move |f, style| {
        /// How many exceptions are written at each end of the list.
        const SHOWN: usize = 6;
        writeln!(f, "octal game {}", shortened(&octal))?;
        if let Some(board) = board {
            writeln!(f, "a board of n squares of {} is the heap n + {}", board.name(), board.more())?;
        }
        match &proof {
            Some(Period { from, length, seen_to }) => {
                writeln!(f, "period {length} from {from} on: G(n + {length}) = G(n) for all n >= {from}")?;
                writeln!(
                    f,
                    "proof: it holds for {from} <= n < {seen_to} = 2*m + p + k with m = {}, p = {length} and the last place \
                     k = {}; by the theorem of Guy and Smith it then holds forever",
                    from.max(&1),
                    values.code().last_place()
                )?;
            }
            None => {
                write!(f, "no period up to {last}, which proves nothing about larger heaps")?;
                let further = 10 * values.as_slice().len().saturating_sub(1).clamp(1, MOST_HEAP / 10);
                match further > values.as_slice().len() {
                    true => writeln!(f, "; try {}", style.key("upto", further))?,
                    false => writeln!(f)?,
                }
            }
        }
        if let Some(exceptions) = exceptions.as_ref().filter(|exceptions| !exceptions.is_empty()) {
            let plural = if exceptions.len() == 1 { "" } else { "s" };
            write!(f, "{} exception{plural}, where G(n) differs from the period: ", exceptions.len())?;
            if exceptions.len() <= 2 * SHOWN + 2 {
                writeln!(f, "{}", exceptions.iter().format(", "))?;
            } else {
                let (start, end) = (&exceptions[..SHOWN], &exceptions[exceptions.len() - SHOWN..]);
                writeln!(f, "{}, ..., {}", start.iter().format(", "), end.iter().format(", "))?;
            }
        }
        let extent = if proof.is_some() { "on all heaps" } else { "up to there" };
        write!(f, "largest nimber {largest_nimber}, first at n = {largest_at}, {extent}")?;
        if is_listed {
            return write!(f, "\n{}", row_of_values("G", first, &values.as_slice()[first..=last]));
        }
        if !style.is_verbose {
            return Ok(());
        }
        write!(
            f,
            "\nrare values, sharing an even number of bits with the mask {}, up to {last}: {}",
            rare.mask, rare.count
        )?;
        parity.map_or(Ok(()), |RareValues { count, mask }| {
            write!(f, "; with the mask {mask} and the parity of n: {count}")
        })
    }))
}
