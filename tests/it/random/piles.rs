//! Questions about octal games, stones, coins and halving, against all moves of each position.

use std::collections::BTreeMap;

use itertools::Itertools;
use num_bigint::BigUint;
use serde_json::Value;

use super::choices::Choices;
use super::exact::Exact;
use super::question::{Kind, Outcome, Question, entries, text};
use crate::octal_games::by_definition;

/// All kinds of questions about these games.
pub const KINDS: &[Kind] = &[
    ("octal", "values, periods and rare values", "all moves, all periods and all masks", octal),
    ("octal", "winning moves from a heap or a board", "all moves", octal_moves),
    ("octal", "where games of whole lengths differ", "values by all moves", compared),
    ("stones", "winning moves from a pile", "game search", stones_move),
    ("stones", "tables and sums of the largest moves", "game search", stones_sum),
    ("coins", "values of stacks", "simplest number of the options", coins_value),
    ("coins", "winning moves in a row", "game search", coins_row),
    ("coins", "fair rows", "sums of values, one stack at a time", coins_count),
    ("halving", "tables", "mex over all options", halving_table),
    ("halving", "one pile of any size", "g(2m) = m and g(2m + 1) = g(m)", halving_play),
];

/// The code of an octal game with a digit that is not 0.
fn random_code(choices: &mut Choices) -> String {
    let start = choices.one_of(&["0.", "0.", "0.", "4."]);
    let mut digits = choices.list(5, |choices| choices.below(8).to_string()).concat();
    if digits.ends_with('0') {
        digits.push('1');
    }
    format!("{start}{digits}")
}

fn octal(choices: &mut Choices) -> Outcome {
    let code = random_code(choices);
    let last = choices.small(1500) as usize;
    let values = by_definition(&code, last);
    let question = Question::new("octal").argument("octal", &code).option("upto", last);
    let answer = question.answer()?;
    let found = entries(&answer["values"]).iter().map(|row| &row["value"]);
    question.compare("values", values.iter().format(" "), found.format(" "))?;
    let largest = values.iter().max().copied().unwrap_or_default();
    let rare =
        |mask: u32| values.iter().filter(|value| (*value & mask).count_ones().is_multiple_of(2)).count();
    let masks = (0..=largest.max(1).next_power_of_two() * 2 - 1).map(|mask| (rare(mask), mask));
    let (rare, mask) = masks.min().unwrap_or_default();
    question.compare(
        "mask and rare values",
        format!("{mask}: {rare}"),
        format!("{}: {}", answer["mask"], answer["rare"]),
    )?;
    // the theorem of Guy and Smith, with every period and every beginning
    let last_place = code.trim_end_matches('0').len() - 2;
    let proven = |values: &[u32]| {
        (1..=values.len() / 2).find_map(|period| {
            let differs =
                (1..values.len().saturating_sub(period)).rev().find(|&n| values[n] != values[n + period]);
            let from = differs.map_or(1, |n| n + 1);
            (2 * from + 2 * period + last_place <= values.len()).then_some((period, from))
        })
    };
    // one that shows beyond the limit is said, too
    let last = match &answer["period"] {
        Value::Null => last,
        period => {
            let [period, from] = [period, &answer["from"]].map(|key| text(key).parse().unwrap_or(0_usize));
            last.max(2 * (from.max(1) + period) + last_place)
        }
    };
    if last > 6000 {
        return question.compare("period up to the limit", "None", format!("{:?}", proven(&values)));
    }
    let values = by_definition(&code, last);
    let largest = values.iter().max().copied().unwrap_or_default();
    question.compare("largest value", largest, &answer["largest_nimber"])?;
    let first = values.iter().position(|value| *value == largest);
    question.compare("heap of the largest value", first.unwrap_or_default(), text(&answer["largest_at"]))?;
    // from 0 on, if that holds as well
    let proven = proven(&values)
        .map(|(period, from)| (period, from - usize::from(from == 1 && values[0] == values[period])));
    let expected =
        proven.map_or_else(|| "none".to_owned(), |(period, from)| format!("{period} from {from} on"));
    let found = match &answer["period"] {
        Value::Null => "none".to_owned(),
        period => format!("{} from {} on", text(period), text(&answer["from"])),
    };
    question.compare("period", expected, found)?;
    if let Some((period, from)) = proven {
        // the pattern of the last period, as it was and as it would have been
        let pattern = |n: usize| values[from..].get((n + period - from % period) % period);
        let exceptions = (0..from).filter(|&n| pattern(n) != Some(&values[n]));
        let found = entries(&answer["exceptions"]).iter().map(text);
        question.compare("exceptions", exceptions.format(" "), found.format(" "))?;
        let at = choices.below(1_000_000_000) as usize;
        let value = if at <= last { values[at] } else { values[from + (at - from) % period] };
        let mut question = Question::new("octal").argument("octal", &code).option("at", at);
        if choices.once_in(2) {
            question = question.option("upto", last);
        }
        question.compare("value", value, &question.answer()?["value"])?;
    }
    Ok(())
}

fn octal_moves(choices: &mut Choices) -> Outcome {
    let mut code = random_code(choices);
    let (mut name, mut heap) = (code.clone(), choices.small(300) as usize);
    let mut asked = heap;
    // a board of n squares is the heap n + 2
    if choices.once_in(4) {
        (name, code) = ("treblecross".to_owned(), "0.007".to_owned());
        (asked, heap) = (heap + 3, heap + 5);
    }
    let values = by_definition(&code, heap);
    let question = Question::new("octal").argument("octal", &name).option("moves", asked);
    let answer = question.answer()?;
    question.compare("heap", heap, text(&answer["n"]))?;
    question.compare("value", values[heap], &answer["value"])?;
    let digits = code.chars().filter_map(|digit| digit.to_digit(8));
    let mut moves = vec![];
    for (taken, digit) in digits.enumerate().filter(|(taken, _)| *taken <= heap) {
        let left = heap - taken;
        match left {
            0 if digit & 1 != 0 => moves.push(format!("{taken}:")),
            1.. if digit & 2 != 0 && values[left] == 0 => moves.push(format!("{taken}:{left}")),
            _ => {}
        }
        let pairs = (1..=left / 2).filter(|one| digit & 4 != 0 && values[*one] == values[left - one]);
        moves.extend(pairs.map(|one| format!("{taken}:{one},{}", left - one)));
    }
    let found = entries(&answer["winning_moves"]).iter().map(|row| {
        let left = entries(&row["left"]).iter().map(text).sorted_by_key(|heap| heap.parse::<usize>().ok());
        format!("{}:{}", text(&row["taken"]), left.format(","))
    });
    question.compare("winning moves", moves.iter().sorted().format(" "), found.sorted().format(" "))
}

/// Between whole numbers g is constant if the pieces have whole lengths. The whole parts of what a
/// piece leaves anywhere have one less together, or none: it takes s or s + 1 tokens.
fn compared(choices: &mut Choices) -> Outcome {
    let mut random_game = || {
        let code: String = (0..6).map(|_| choices.one_of(&["0", "0", "3", "7"])).collect();
        if code.contains(['3', '7']) { code } else { format!("7{}", &code[1..]) }
    };
    let codes = [random_game(), random_game()];
    let pieces = |code: &str| code.char_indices().filter(|(_, digit)| *digit != '0').collect_vec();
    let [games, rules] = [true, false].map(|are_lengths| {
        let text = |(place, digit): (usize, char)| match are_lengths {
            true => (place + 1).to_string(),
            false => digit.to_string(),
        };
        codes.each_ref().map(|code| pieces(code).into_iter().map(text).join(","))
    });
    // in units of 1/q
    let (upto, q) = (choices.small(90) as usize + 1, choices.below(3) as usize + 1);
    let question = Question::new("compare").list("games", "", &games).list("rule", "--rule", &rules);
    let question = question.option("upto", format!("{upto}/{q}"));
    let answer = question.answer()?;
    let octal = |code: &String| {
        let digit = |place: usize| code[place..].chars().next().filter(|_| place < code.len());
        let taken = |place: usize| match (digit(place), place.checked_sub(1).and_then(digit)) {
            (Some('7'), _) | (_, Some('7')) => '7',
            (Some('3'), _) => '3',
            _ => '0',
        };
        format!("0.{}", (0..=code.len()).map(taken).collect::<String>())
    };
    // where both have periods, a difference beyond the limit is found, too
    let at = (!answer["at"].is_null()).then(|| text(&answer["at"]).parse::<usize>().unwrap_or_default());
    let last = upto.div_ceil(q).max(at.unwrap_or_default());
    if last > 300 {
        return Ok(());
    }
    let values = codes.each_ref().map(|code| by_definition(&octal(code), last));
    let differ = |n: &usize| values[0][*n] != values[1][*n];
    let first = (0..=last).find(differ).filter(|n| n * q < upto || at.is_some());
    question.compare("first difference", format!("{first:?}"), format!("{at:?}"))?;
    let below = (0..upto.div_ceil(q)).filter(differ).map(|n| ((n + 1) * q).min(upto) - n * q);
    let share = Exact::new([(1, below.sum::<usize>() as i64)], upto as i64);
    question.compare_number("share", &share, &answer["differing_exact"])
}

/// T(0), …, T(n) of the stones: the least number of stones whose taking wins, by search.
fn thresholds(ratio: usize, n: usize) -> Vec<usize> {
    let mut least = vec![0];
    for pile in 1..=n {
        // taking x wins if the rest needs more than may be taken then; the whole pile always wins
        let wins = |x: &usize| *x == pile || least[pile - x] > ratio * x;
        least.push((1..=pile).find(wins).unwrap_or(pile));
    }
    least
}

/// The winning first moves, ascending.
fn stones_moves(ratio: usize, least: &[usize], n: usize) -> Vec<usize> {
    (1..n).filter(|x| least[n - x] > ratio * x).collect()
}

fn stones_move(choices: &mut Choices) -> Outcome {
    let (n, ratio) = (1 + choices.small(500) as usize, 1 + choices.small(8) as usize);
    let question = Question::new("stones move").argument("n", n).option("ratio", ratio);
    let answer = question.answer()?;
    let least = thresholds(ratio, n);
    let moves = stones_moves(ratio, &least, n);
    let ranges = entries(&answer["winning_moves"]).iter().flat_map(|pair| {
        let [from, to] = [0, 1].map(|index| text(&pair[index]).parse::<usize>().unwrap_or_default());
        from..=to.min(n)
    });
    question.compare("winning moves", moves.iter().format(" "), ranges.format(" "))?;
    question.compare("threshold", least[n], text(&answer["threshold"]))?;
    // later in a game all stones may be taken
    let bound = choices.small(500) as usize;
    let within = (1..=n.min(bound)).filter(|&x| x == n || least[n - x] > ratio * x);
    let later = Question::new("stones move").argument("n", n).option("ratio", ratio).option("atmost", bound);
    let found = later.answer()?;
    let found = entries(&found["winning_moves"]).iter().map(|pair| text(&pair[0]).to_owned()).collect_vec();
    later.compare("winning moves", within.format(" "), found.iter().format(" "))?;
    question.compare("whether it is lost", moves.is_empty(), &answer["losing"])?;
    let first_and_last = [moves.last(), moves.first()].map(|end| end.copied().unwrap_or_default());
    let found = ["max_move", "min_move"].map(|key| text(&answer[key]));
    question.compare(
        "largest and smallest move",
        first_and_last.iter().format(", "),
        found.iter().format(", "),
    )?;
    let parts = entries(&answer["representation"]).iter().map(|part| text(part).parse().unwrap_or_default());
    let parts: Vec<usize> = parts.sorted_unstable().collect();
    let lost = |part: &usize| *part <= n && stones_moves(ratio, &least, *part).is_empty();
    let is_sum = parts.iter().sum::<usize>() == n && parts.iter().all(lost);
    let is_spaced = parts.windows(2).all(|pair| ratio * pair[0] < pair[1]);
    question.need(is_sum && is_spaced, "the representation is a sum of lost piles that are far apart")
}

fn stones_sum(choices: &mut Choices) -> Outcome {
    let (n, ratio) = (1 + choices.small(500) as usize, 1 + choices.small(8) as usize);
    let least = thresholds(ratio, n);
    let largest = |n: usize| stones_moves(ratio, &least, n).last().copied().unwrap_or_default();
    let sum: usize = (1..=n).map(largest).sum();
    let question = Question::new("stones sum").argument("n", n).option("ratio", ratio);
    question.compare("sum", sum, text(&question.answer()?["sum"]))?;
    let modulus = 1 + choices.small(100_000) as usize;
    let question = question.option("mod", modulus);
    question.compare("sum", sum % modulus, text(&question.answer()?["sum"]))?;
    let question = Question::new("stones table").argument("n", n).option("ratio", ratio);
    let answer = question.answer()?;
    let rows = (1..=n).map(|n| format!("{n}: {} {}", largest(n), least[n]));
    let found = entries(&answer["rows"])
        .iter()
        .map(|row| format!("{}: {} {}", text(&row["n"]), text(&row["max_move"]), text(&row["threshold"])));
    question.compare("rows", rows.format(", "), found.format(", "))
}

/// One, in the units of [`stack_value`].
const ONE: i64 = 1 << 40;

/// The value of a stack in units of 2⁻⁴⁰: the simplest number between the best options.
fn stack_value(from_top: &str) -> i64 {
    let mut values = vec![0_i64]; // of the lowest coins, from none to all
    let coins = from_top.chars().rev().collect_vec();
    for count in 1..=coins.len() {
        let options =
            |coin| coins[..count].iter().zip(&values).filter(move |pair| *pair.0 == coin).map(|pair| *pair.1);
        values.push(simplest(options('G').max(), options('S').min()));
    }
    values.last().copied().unwrap_or_default()
}

/// The number with the least denominator, and among whole numbers the least magnitude, strictly
/// between two.
fn simplest(above: Option<i64>, below: Option<i64>) -> i64 {
    let fits =
        |number: i64| above.is_none_or(|above| above < number) && below.is_none_or(|below| number < below);
    let whole = (0..64).flat_map(|whole| [whole * ONE, -whole * ONE]).find(|number| fits(*number));
    whole.unwrap_or_else(|| {
        let start = above.unwrap_or_default();
        let next = |unit: i64| (start.div_euclid(unit) + 1) * unit; // the least multiple above
        let units = (1..=40).map(|bits| ONE >> bits);
        units.map(next).find(|number| fits(*number)).unwrap_or_default()
    })
}

fn dyadic(units: i64) -> Exact {
    Exact::new([(1, units)], ONE)
}

fn random_stack(choices: &mut Choices, most: usize) -> String {
    choices.list(most, |choices| choices.one_of(&["G", "S"])).concat()
}

/// A stack as it may be typed: now and then as a stalk, from the ground up in B and R.
fn typed(choices: &mut Choices, stack: &str) -> String {
    if !choices.once_in(3) {
        return stack.to_owned();
    }
    stack.chars().rev().map(|coin| if coin == 'G' { 'B' } else { 'R' }).collect()
}

fn coins_value(choices: &mut Choices) -> Outcome {
    let stack = random_stack(choices, 30);
    let question = Question::new("coins value").argument("stack", typed(choices, &stack));
    let answer = question.answer()?;
    question.compare_number("value", &dyadic(stack_value(&stack)), &answer["value"])?;
    let stalk = Question::new("coins stalk").argument("value", text(&answer["value"]));
    stalk.compare("stack", &stack, text(&stalk.answer()?["stack"]))?;
    let height = choices.below(8) as usize;
    let question = Question::new("coins table").argument("height", height);
    let answer = question.answer()?;
    let stacks = counted(height).into_iter().map(|(value, count)| format!("{count} of {}", dyadic(value)));
    let found =
        entries(&answer["rows"]).iter().map(|row| format!("{} of {}", row["stacks"], text(&row["value"])));
    question.compare("rows", stacks.sorted().format(", "), found.sorted().format(", "))
}

/// How many stacks of a height have each value.
fn counted(height: usize) -> BTreeMap<i64, u32> {
    let mut stacks = BTreeMap::new();
    for bits in 0..1_u32 << height {
        let stack: String = (0..height).map(|coin| if bits >> coin & 1 == 0 { 'G' } else { 'S' }).collect();
        *stacks.entry(stack_value(&stack)).or_default() += 1;
    }
    stacks
}

fn coins_row(choices: &mut Choices) -> Outcome {
    let row = choices.list(4, |choices| random_stack(choices, 4));
    let words = row.iter().map(|stack| typed(choices, stack)).collect_vec();
    let question = Question::new("coins row").list("stacks", "", &words);
    let answer = question.answer()?;
    let value = row.iter().map(|stack| stack_value(stack)).sum();
    question.compare_number("value", &dyadic(value), &answer["value"])?;
    let coins = row.iter().map(|stack| stack.chars().rev().collect_vec()).collect_vec();
    let heights = coins.iter().map(Vec::len).collect_vec();
    let mut known = BTreeMap::new();
    let wins = ['G', 'S'].map(|player| winning_coins(&coins, &heights, player, &mut known));
    for (name, coins) in ["Gary", "Sally"].iter().zip(&wins) {
        let found = entries(&answer["winning_moves"][name]).iter();
        let found = found.map(|coin| format!("{}:{}", coin["stack"], coin["coin"])).sorted();
        // counted as typed
        let number = |&[stack, coin]: &[usize; 2]| match words[stack] == row[stack] {
            true => format!("{}:{}", stack + 1, heights[stack] - coin),
            false => format!("{}:{}", stack + 1, coin + 1),
        };
        let expected = coins.iter().map(number).sorted();
        question.compare(format_args!("winning moves of {name}"), expected.format(" "), found.format(" "))?;
    }
    let winner = match wins.map(|coins| !coins.is_empty()) {
        [true, true] => "first player",
        [true, false] => "Gary",
        [false, true] => "Sally",
        [false, false] => "second player",
    };
    question.compare("winner", winner, text(&answer["winner"]))
}

/// The coins whose removal wins for the player who moves, as the stack and the place from below.
fn winning_coins(
    coins: &[Vec<char>],
    heights: &[usize],
    player: char,
    known: &mut BTreeMap<(Vec<usize>, char), bool>,
) -> Vec<[usize; 2]> {
    let other = if player == 'G' { 'S' } else { 'G' };
    let mut winning = vec![];
    for (stack, &height) in heights.iter().enumerate() {
        for coin in (0..height).filter(|&coin| coins[stack][coin] == player) {
            let mut left = heights.to_vec();
            left[stack] = coin;
            let loses = match known.get(&(left.clone(), other)) {
                Some(loses) => *loses,
                None => winning_coins(coins, &left, other, known).is_empty(),
            };
            known.insert((left, other), loses);
            if loses {
                winning.push([stack, coin]);
            }
        }
    }
    winning
}

fn coins_count(choices: &mut Choices) -> Outcome {
    let (stacks, height) = (choices.small(25), choices.below(5) as usize);
    let one = counted(height);
    let mut rows = BTreeMap::from([(0_i64, BigUint::from(1_u32))]);
    for _ in 0..stacks {
        let mut longer: BTreeMap<i64, BigUint> = BTreeMap::new();
        for ((sum, count), (value, stacks)) in rows.iter().cartesian_product(&one) {
            *longer.entry(sum + value).or_default() += count * stacks;
        }
        rows = longer;
    }
    let fair = rows.remove(&0).unwrap_or_default();
    let question = Question::new("coins count").argument("stacks", stacks).option("height", height);
    question.compare("fair rows", &fair, text(&question.answer()?["count"]))?;
    let modulus = 1 + choices.small(1_000_000);
    let question = question.option("mod", modulus);
    question.compare("fair rows", fair % modulus, text(&question.answer()?["count"]))
}

fn halving_table(choices: &mut Choices) -> Outcome {
    let n = choices.small(600) as usize;
    let question = Question::new("halving table").argument("n", n);
    let answer = question.answer()?;
    let mut values: Vec<usize> = vec![];
    let mut rows = vec![];
    for pile in 0..=n {
        let most = if pile == 1 { 1 } else { pile / 2 };
        let options = (1..=most).map(|x| values[pile - x]).sorted_unstable().dedup();
        values.push(options.enumerate().take_while(|(place, option)| place == option).count());
        let wins = (1..=most).filter(|x| values[pile - x] == 0).map(|x| x.to_string()).join(" ");
        rows.push(format!("{pile}: {} {wins}", values[pile]));
    }
    let found = entries(&answer["rows"]).iter().map(|row| {
        let wins = row["winning_move"].as_str().unwrap_or_default();
        format!("{}: {} {wins}", text(&row["n"]), text(&row["grundy"]))
    });
    question.compare("rows", rows.iter().format(", "), found.format(", "))
}

fn halving_play(choices: &mut Choices) -> Outcome {
    let bits = choices.small(300) as u32;
    let n = (BigUint::from(1_u32) << bits) + choices.below(1 << 20);
    let question = Question::new("halving play").argument("n", &n);
    let answer = question.answer()?;
    let (mut pile, four) = (n, BigUint::from(4_u32));
    while pile.bit(0) && pile >= four {
        pile >>= 1_u32;
    }
    let value = match u32::try_from(&pile) {
        Ok(small @ 0..4) => BigUint::from(small % 2),
        _ => pile >> 1_u32,
    };
    question.compare(
        "winner",
        if value == BigUint::ZERO { "Bob" } else { "Alice" },
        text(&answer["winner"]),
    )?;
    question.compare("value", value, text(&answer["grundy"]))
}
