//! Questions about the squares: values, tables, gains, maxima, moves, turns and periods, against
//! the definition.

use itertools::Itertools;
use num_rational::Ratio;
use serde_json::Value;

use super::choices::Choices;
use super::exact::Exact;
use super::question::{Kind, Outcome, Question, entries, text};
use super::segment::{Game, Pieces, Place};
use crate::regions::subtraction;

/// What an answer is compared with.
const DEFINITION: &str = "definition, from all pairs of cells";

/// All kinds of questions about the squares.
pub const KINDS: &[Kind] = &[
    ("squares", "g at a length", DEFINITION, value),
    ("squares", "tables of g", DEFINITION, table),
    ("squares", "gain at a length", DEFINITION, gain),
    ("squares", "pieces of the gain", DEFINITION, pieces),
    ("squares", "maximum of the gain", "definition at all corners and between them", maximum),
    ("squares", "winning moves", "definition at all cuts and between them", moves),
    ("squares", "turns of a game", DEFINITION, play),
    ("squares", "periods", "the theorem, tried at all sums of lengths", period),
    ("squares", "periods of regions", "values at places of each cell", regions),
];

fn value(choices: &mut Choices) -> Outcome {
    let game = Game::random(choices, Pieces::AnyDigits, 120);
    let at = game.random_place(choices, game.last().zero());
    let question = game.about(Question::new("grundy").option("at", game.write(at)));
    question.compare("g", game.value(at), &question.answer()?["value"])
}

fn table(choices: &mut Choices) -> Outcome {
    let game = Game::random(choices, Pieces::AnyDigits, 120);
    let limit = game.random_place(choices, game.cells[1].0);
    let question = game.about(Question::new("grundy").option("upto", game.write(limit)));
    let answer = question.answer()?;
    let steps = game.steps(limit);
    let starts = steps.iter().map(|(start, value)| format!("{value} from {}", game.write(*start)));
    let found = entries(&answer["intervals"]).iter();
    let found = found.map(|row| format!("{} from {}", row["value"], game.rewritten(&row["start"])));
    question.compare("steps", starts.format(", "), found.format(", "))?;
    let corners = (0..steps.len()).flat_map(|i| (0..=i).map(move |j| [i, j]));
    let corners = corners.filter(|&[i, j]| steps[i].0.plus(steps[j].0) < limit).count();
    question.compare("corners", corners, &answer["corner_events"])?;
    let question = game.about(Question::new("grundy summary").option("upto", game.write(limit)));
    let answer = question.answer()?;
    let rows = entries(&answer["values"]).iter();
    let rows = rows.map(|row| {
        format!("{} on {} steps of {}", row["value"], text(&row["steps"]), game.rewritten(&row["length"]))
    });
    let of_value = |value: u32| {
        let ends = steps.iter().map(|step| step.0).skip(1).chain([limit]);
        let own = steps.iter().zip(ends).filter(move |(step, _)| step.1 == value);
        let length = own.clone().fold(limit.zero(), |sum, (step, end)| sum.plus(end.minus(step.0)));
        format!("{value} on {} steps of {}", own.count(), game.write(length))
    };
    let values = steps.iter().map(|step| step.1).sorted_unstable().dedup().map(of_value);
    question.compare("values", values.format(", "), rows.format(", "))
}

fn gain(choices: &mut Choices) -> Outcome {
    let game = Game::random(choices, Pieces::Anywhere, 120);
    let at = game.random_place(choices, game.longest());
    let digits = choices.small(30) as usize;
    let question = Question::new("gain").option("at", game.write(at)).option("digits", digits);
    let question = game.about(question);
    let answer = question.answer()?;
    let value = game.gain(at);
    question.compare_number("e", &value, &answer["value_exact"])?;
    question.compare_decimal("decimals of e", &value, &answer["value"], digits)?;
    for (index, &(length, _)) in game.lengths.iter().enumerate() {
        let measure = game.exact(game.measure(0, at.minus(length)));
        question.compare_number("W", &measure, &answer["measures_exact"][index])?;
        let chance = game.chance(length, at);
        question.compare_number("chance", &chance, &answer["probabilities_exact"][index])?;
        question.compare_decimal("decimals of a chance", &chance, &answer["probabilities"][index], digits)?;
    }
    Ok(())
}

/// A range on which a gain is defined.
fn random_range(choices: &mut Choices, game: &Game) -> [Place; 2] {
    let from = game.random_place(choices, game.longest());
    [from, game.random_place(choices, from)]
}

fn pieces(choices: &mut Choices) -> Outcome {
    let game = Game::random(choices, Pieces::Anywhere, 50);
    let [from, to] = random_range(choices, &game);
    let range = [from, to].map(|end| game.write(end));
    let question = game.about(Question::new("gain").list("range", "--range", &range));
    let answer = question.answer()?;
    let mut end = from;
    for piece in entries(&answer["pieces"]) {
        let ends = [&piece["start"], &piece["end"]]
            .map(|number| game.read(number).and_then(|number| game.place_of(&number)));
        let [Some(start), Some(next)] = ends else {
            return Err(question.no_answer(format_args!("no sums of lengths are the ends of {piece}")));
        };
        question.compare("start of a piece", game.write(end), game.write(start))?;
        question.need(start < next || from == to, "a piece has a length")?;
        question.compare_number("e", &game.gain(start), &piece["value"])?;
        for place in [start, start.middle(next), next] {
            for (index, &(length, _)) in game.lengths.iter().enumerate() {
                let y = place.minus(length);
                let line = |slope: Exact, offset: Exact| slope.times(&game.exact(y)).plus(&offset);
                let [slope, offset] = ["slopes", "offsets"].map(|key| game.read(&piece[key][index]));
                let found = slope.zip(offset).map(|(slope, offset)| line(slope, offset).to_string());
                let (what, measure) = (format!("W({})", game.write(y)), game.exact(game.measure(0, y)));
                question.compare(what, measure, found.unwrap_or_default())?;
            }
        }
        end = next;
    }
    question.compare("end of the pieces", game.write(to), game.write(end))
}

fn maximum(choices: &mut Choices) -> Outcome {
    let game = Game::random(choices, Pieces::Anywhere, 40);
    let range = random_range(choices, &game);
    let digits = 12 + choices.small(14) as usize;
    let question = Question::new("range").list("range", "", &range.map(|end| game.write(end)));
    let question = game.about(question.option("digits", digits));
    let answer = question.answer()?;
    let read =
        |key: &str| game.read(&answer[key]).ok_or_else(|| question.no_answer(format_args!("no {key}")));
    let (at, value) = (read("at")?, read("value")?);
    let curve = Curve::of(&game, range);
    let unit = Exact::one_of(&num_traits::pow(10.into(), digits));
    for (place, gain) in &curve.gains {
        let (place, is_less) = (game.write(*place), gain.is_at_most(&value.plus(&unit)));
        question.need(is_less, format_args!("the maximum is at least e({place}) = {gain}"))?;
    }
    match game.read(&answer["at_exact"]) {
        Some(exact) => {
            let found = curve.gain(&exact).unwrap_or_else(|| Exact::whole(0));
            question.compare_decimal("place", &exact, &answer["at"], digits)?;
            question.compare_number("e at the place", &found, &answer["value_exact"])?;
            question.compare_decimal("decimals of e", &found, &answer["value"], digits)?;
            let earlier = curve
                .gains
                .iter()
                .find(|(place, gain)| *gain == found && !exact.is_at_most(&game.exact(*place)));
            let least = earlier.map_or_else(|| exact.to_string(), |(place, _)| game.write(*place));
            question.compare("least place", least, exact)
        }
        // the slope is 0 there, so that the rounding of the place hardly matters
        None => {
            let found = curve.gain(&at).unwrap_or_else(|| Exact::whole(0));
            let near = Exact::one_of(&1_000_000_000.into());
            let is_near = found.is_at_most(&value.plus(&near)) && value.is_at_most(&found.plus(&near));
            question.need(is_near, format_args!("e is {value} at {at}, where it is {found}"))
        }
    }
}

/// The gain on a range.
struct Curve<'a> {
    game: &'a Game,
    /// Between neighbouring ones W is linear for each length.
    ends: Vec<Place>,
    /// The gain at the ends, and in the middle between neighbouring ones.
    gains: Vec<(Place, Exact)>,
}

impl<'a> Curve<'a> {
    fn of(game: &'a Game, [from, to]: [Place; 2]) -> Self {
        let starts = game.steps(to).into_iter().map(|step| step.0).collect_vec();
        // every corner moved by every length
        let corners = starts.iter().cartesian_product(&starts).map(|(one, other)| one.plus(*other));
        let moved =
            corners.flat_map(|corner| game.lengths.iter().map(move |(length, _)| corner.plus(*length)));
        let ends = moved.filter(|place| from < *place && *place < to).chain([from, to]);
        let ends = ends.sorted_unstable().dedup().collect_vec();
        let between = ends.iter().tuple_windows().map(|(one, other)| one.middle(*other));
        let gains = ends.iter().copied().chain(between).map(|place| (place, game.gain(place))).collect();
        Self { game, ends, gains }
    }

    /// The gain at any number of the range.
    fn gain(&self, at: &Exact) -> Option<Exact> {
        let game = self.game;
        let after = self.ends.partition_point(|end| game.exact(*end).is_at_most(at));
        let (left, right) =
            (*self.ends.get(after.checked_sub(1)?)?, *self.ends.get(after).or(self.ends.last())?);
        if left == right {
            return Some(game.gain(left));
        }
        let part = at.minus(&game.exact(left)).over(&game.exact(right.minus(left)))?;
        let mut sum = Exact::whole(0);
        for &(length, _) in &game.lengths {
            let [start, end] = [left, right].map(|place| game.exact(game.measure(0, place.minus(length))));
            let measure = start.plus(&end.minus(&start).times(&part));
            sum = sum.plus(&measure.over(&at.minus(&game.exact(length))).unwrap_or_else(|| Exact::whole(1)));
        }
        sum.times(at).over(&Exact::whole(game.lengths.len() as u64))
    }
}

/// From one to three segments.
fn segments(choices: &mut Choices, game: &Game) -> Vec<Place> {
    choices.list(3, |choices| game.random_place(choices, game.last().zero()))
}

/// The value of a sum.
fn sum_of(game: &Game, segments: &[Place]) -> u32 {
    segments.iter().fold(0, |sum, &segment| sum ^ game.value(segment))
}

fn moves(choices: &mut Choices) -> Outcome {
    let game = Game::random(choices, Pieces::AnyDigits, 90);
    let segments = segments(choices, &game);
    let is_random = choices.once_in(2) && game.lengths.iter().all(|(_, digit)| *digit == 7);
    let texts = segments.iter().map(|segment| game.write(*segment)).collect_vec();
    let question = game.about(Question::new("moves").list("segments", "", &texts));
    let question = if is_random { question.flag("random") } else { question };
    let answer = question.answer()?;
    let sum = sum_of(&game, &segments);
    question.compare("value", sum, &answer["grundy"])?;
    for (index, &segment) in segments.iter().enumerate() {
        let found = if segments.len() == 1 { &answer } else { &answer["segments"][index] };
        question.compare("value of a segment", game.value(segment), &found["grundy"])?;
        let target = sum ^ game.value(segment);
        let fitting = game.lengths.iter().filter(|(length, _)| *length <= segment).collect_vec();
        question.compare("lengths that fit", fitting.len(), entries(&found["moves"]).len())?;
        for (&&piece, found) in fitting.iter().zip(entries(&found["moves"])) {
            let places = game.winning_places(piece, segment, target);
            let shown = entries(&found["winning"]).iter().map(|interval| {
                let [left, right] = [("start", "(["), ("end", ")]")].map(|(end, signs)| {
                    let included = interval[format!("{end}_included")] == true;
                    (
                        game.rewritten(&interval[end]),
                        signs.chars().nth(usize::from(included)).unwrap_or_default(),
                    )
                });
                format!("{}{}, {}{}", left.1, left.0, right.0, right.1)
            });
            let what = format_args!("places of {} in segment {}", game.write(piece.0), index + 1);
            question.compare(what, places.join(" "), shown.format(" "))?;
            if is_random {
                let measure = game.measure(target, segment.minus(piece.0));
                question.compare_number("measure", &game.exact(measure), &found["measure_exact"])?;
            }
        }
    }
    Ok(())
}

fn play(choices: &mut Choices) -> Outcome {
    let game = Game::random(choices, Pieces::AnyDigits, 90);
    let mut left = segments(choices, &game);
    let texts = left.iter().map(|segment| game.write(*segment)).collect_vec();
    let mut question = Question::new("play").list("segments", "", &texts);
    let (index, piece) = (choices.below(left.len() as u64) as usize, choices.one_of(&game.lengths));
    if let Some(y) = Some(left[index].minus(piece.0)).filter(|y| !y.is_negative()) {
        let place = if piece.1 == 3 {
            choices.one_of(&[y.zero(), y])
        } else {
            game.random_place(choices, y.zero()).min(y)
        };
        question = question.option("segment", index + 1).option("length", game.write(piece.0));
        question = question.option("place", game.write(place));
        left.splice(index..=index, [place, y.minus(place)]);
    }
    let question = game.about(question);
    let answer = question.answer()?;
    let places = |value: &Value| {
        entries(value)
            .iter()
            .map(|number| game.read(number).and_then(|number| game.place_of(&number)))
            .collect::<Option<Vec<_>>>()
    };
    let wrote = |places: &[Place]| places.iter().map(|place| game.write(*place)).join(" + ");
    let found = places(&answer["left"]).unwrap_or_default();
    question.compare("segments after the move", wrote(&left), wrote(&found))?;
    let sum = sum_of(&game, &left);
    question.compare("whether the player to move wins", sum != 0, &answer["wins"])?;
    if !answer["grundy"].is_null() {
        question.compare("value", sum, &answer["grundy"])?;
    }
    let is_over = left.iter().all(|segment| game.lengths.iter().all(|(length, _)| length > segment));
    question.compare("whether it is over", is_over, &answer["over"])?;
    if is_over {
        return question.compare("reply", "null", &answer["reply"]);
    }
    let reply = &answer["reply"];
    let [length, place] = ["length", "place"].map(|key| game.read(&reply[key]));
    let segment =
        reply["segment"].as_u64().and_then(|count| left.get((count as usize).checked_sub(1)?)).copied();
    let piece = game.lengths.iter().find(|(own, _)| length.as_ref() == Some(&game.exact(*own)));
    let (Some(&piece), Some(place), Some(segment)) = (piece, place, segment) else {
        return Err(question.no_answer(format_args!("no reply: {reply}")));
    };
    let rest = game.exact(segment.minus(piece.0)).minus(&place);
    let zero = Exact::whole(0);
    let is_end = place == zero || rest == zero;
    question.need(
        zero.is_at_most(&place) && zero.is_at_most(&rest) && (piece.1 == 7 || is_end),
        "the reply fits",
    )?;
    let parts = [&place, &rest].map(|part| game.value_at(part));
    let after = sum ^ game.value(segment) ^ parts[0] ^ parts[1];
    question.compare("whether the reply wins", after == 0, sum != 0)
}

fn period(choices: &mut Choices) -> Outcome {
    let game = Game::random(choices, Pieces::AnyDigits, 200);
    let limit = game.last();
    let question = game.about(Question::new("period").option("upto", game.write(limit)));
    let answer = question.answer()?;
    let places =
        ["period", "from"].map(|key| game.read(&answer[key]).and_then(|number| game.place_of(&number)));
    let holds = |period: Place, from: Place| {
        let starts = game.cells.iter().map(|cell| cell.0);
        let cuts = starts.clone().chain(starts.map(|start| start.minus(period))).chain([from]);
        cuts.filter(|&at| from <= at && at.plus(period) < limit)
            .all(|at| game.value(at) == game.value(at.plus(period)))
    };
    let found = match places {
        [Some(period), Some(from)] => {
            question.need(
                holds(period, from),
                format_args!("g has the period {} from {} on", game.write(period), game.write(from)),
            )?;
            Some(period)
        }
        _ => None,
    };
    question.need(found.is_some() || answer["period"].is_null(), "the period is a sum of lengths")?;
    // a period p from N on is proven if it holds for N ≤ L < 2N + p + M
    let is_proven = |period: Place| {
        let seen = |from: &Place| from.plus(*from).plus(period).plus(game.longest()).plus(period) < limit;
        let starts = game.cells.iter().map(|cell| cell.0).take_while(|from| seen(from));
        starts.clone().any(|from| holds(period, from))
    };
    let periods = game.cells.iter().map(|cell| cell.0).skip(1).take(40);
    let least = periods.clone().find(|&period| is_proven(period));
    match least {
        Some(least) if found.is_none_or(|found| least < found) => {
            question.compare("period", game.write(least), text(&answer["period"]))
        }
        _ => Ok(()),
    }
}

/// At a rational place of a cell the lengths are whole multiples of some unit, and g is that of a
/// subtraction game.
fn regions(choices: &mut Choices) -> Outcome {
    type Number = Ratio<i128>;
    let number = |text: &Value| text.as_str().and_then(|text| text.parse::<Number>().ok());
    let [zero, one, two] = [0, 1, 2].map(Number::from);
    // each as it is typed, with its coefficients of 1 and of x
    let third =
        [None, Some(("1+x", [one, one])), Some(("2x", [zero, two])), Some(("1/2+x", [one / two, one]))];
    let forms =
        [("1", [one, zero]), ("x", [zero, one])].into_iter().chain(choices.one_of(&third)).collect_vec();
    let from = Number::new(choices.below(9) as i128 + 3, 2);
    let to = from + Number::new(1, choices.below(4) as i128 + 1);
    let condition = format!("{from}{}x{}{to}", choices.one_of(&["<", "<="]), choices.one_of(&["<", "<="]));
    let lengths = forms.iter().map(|(typed, _)| typed).join(",");
    let question = Question::new("regions").option("lengths", lengths).option("rule", 3);
    let question = question.option("for", condition).option("cells", 8);
    let answer = question.answer()?;
    let mut shares = zero;
    for cell in entries(&answer["cells"]) {
        let corners = entries(&cell["corners"]).iter().filter_map(|corner| number(&corner[0])).collect_vec();
        let share = number(&cell["share_exact"]).unwrap_or_default();
        shares += share;
        let x = match corners[..] {
            [x] => x,
            [low, high] => {
                question.compare("share", (high - low) / (to - from), share)?;
                low + (high - low) * Number::new(choices.below(6) as i128 + 1, 7)
            }
            _ => return Err(question.no_answer("a cell has other corners than one or two")),
        };
        question.need(from <= x && x <= to, "a cell lies in its region")?;
        // all in units of 1/(2·denominator)
        let unit = 2 * x.denom();
        let units = |[constant, factor]: [Number; 2]| {
            let number = (constant + factor * x) * unit;
            let whole = Some(number.to_integer() as usize).filter(|_| number.is_integer() && number >= zero);
            whole.ok_or_else(|| {
                question.no_answer(format_args!("{number}/{unit} is not a sum of lengths at x = {x}"))
            })
        };
        let form = |key: &str| {
            let [constant, factor] = [0, 1].map(|index| number(&cell[key][index]).unwrap_or_default());
            units([constant, factor])
        };
        let (period, start) = (form("period")?, form("from")?);
        let taken: Vec<usize> = forms.iter().map(|&(_, form)| units(form)).try_collect()?;
        let last = 2 * (start + period) + taken.iter().max().unwrap_or(&0);
        if last > 200_000 {
            continue;
        }
        let values = subtraction(&taken, last + 1);
        let holds = (start..=last - period).all(|n| values[n] == values[n + period]);
        question.need(period > 0 && holds, format_args!("the period is {period}/{unit} at x = {x}"))?;
    }
    question.need(shares <= one, "no two cells overlap")?;
    match number(&answer["proven"]) {
        // rounded down, so that it is 1 only for all of it
        Some(proven) if proven == one => question.compare("share of all cells", one, shares),
        _ => Ok(()),
    }
}
