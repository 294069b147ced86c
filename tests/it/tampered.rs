//! Changed certificates: both verifiers refuse every change that makes the claim false or the file
//! malformed, and accept those that leave it true.
//!
//! Whether a changed certificate is still true is decided by the sweep, which neither verifier
//! uses.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use itertools::Itertools;
use nimsweep::games::squares::{Digit, Grundy, Lengths, Position};
use nimsweep::number::{Radicand, Surd};
use nimsweep::proof::{ProvenClaim, verify};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::Zero;

use crate::certificates::{
    certificate, moves, octal_values, periods, range, refused, refused_by_python, regions,
};
use crate::property;
use crate::support::{Random, surd};

/// A certificate as lines, each a list of words.
#[derive(Clone)]
struct Lines(Vec<Vec<String>>);

impl Lines {
    fn of(text: &str) -> Self {
        Self(text.lines().map(|line| line.split(' ').map(str::to_owned).collect()).collect())
    }

    fn text(&self) -> String {
        self.0.iter().fold(String::new(), |mut text, words| {
            writeln!(text, "{}", words.join(" ")).unwrap();
            text
        })
    }

    /// The place of the first line with this name.
    fn find(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|words| words[0] == name)
    }

    /// The integers of the first line with this name.
    fn integers(&self, name: &str) -> Option<Vec<BigInt>> {
        Some(self.0[self.find(name)?][1..].iter().map(|word| word.parse().unwrap()).collect())
    }

    /// The numbers under the roots.
    fn radicands(&self) -> Vec<u64> {
        self.0[1][1..].iter().filter(|word| *word != "0").map(|word| word.parse().unwrap()).collect()
    }

    /// How many integers a number has.
    fn width(&self) -> usize {
        self.0[1].len()
    }

    /// Adds to the last integer of a line.
    fn add_at_end(&mut self, line: usize, change: i64) {
        self.add(line, self.0[line].len() - 1, change);
    }

    /// Adds to an integer.
    fn add(&mut self, line: usize, word: usize, change: i64) {
        let place = &mut self.0[line][word];
        *place = (place.parse::<BigInt>().unwrap() + change).to_string();
    }

    /// Changes the last digit of a decimal number.
    fn nudge(&mut self, line: usize, change: i64) {
        let digits = self.0[line][1].replace('.', "");
        let nudged = (digits.parse::<BigInt>().unwrap() + change).to_string();
        let nudged = format!("{nudged:0>21}");
        let (whole, places) = nudged.split_at(nudged.len() - 20);
        self.0[line][1] = format!("{whole}.{places}");
    }
}

/// What a change does to a certificate with this number of steps, and whether the file is malformed
/// then.
type Change = fn(&mut Lines, &mut Random) -> bool;

/// A line of a step after the first.
fn step(lines: &Lines, random: &mut Random) -> usize {
    let steps = lines.0.iter().filter(|words| words[0] == "g").count();
    lines.find("g").unwrap() + 1 + random.below(steps - 1)
}

/// A line that has integers.
fn line_of_integers(lines: &Lines, random: &mut Random) -> usize {
    loop {
        let line = random.below(lines.0.len());
        if lines.0[line].len() > 1 && !["nimsweep", "decimal"].contains(&lines.0[line][0].as_str()) {
            return line;
        }
    }
}

fn change_steps(lines: &mut Lines, by: i64) {
    let line = lines.find("steps").unwrap();
    lines.add(line, 1, by);
}

/// Of the steps.
const STEPS: &[(&str, Change)] = &[
    ("a greater value", |lines, random| {
        let line = step(lines, random);
        lines.add_at_end(line, 1 + random.below(3) as i64);
        false
    }),
    ("a smaller value", |lines, random| {
        let line = step(lines, random);
        lines.add_at_end(line, -1);
        false
    }),
    ("a huge value", |lines, random| {
        let line = step(lines, random);
        *lines.0[line].last_mut().unwrap() = "999999999999999999".into();
        false
    }),
    ("a step moved by a lattice point", |lines, random| {
        let line = step(lines, random);
        lines.add(line, 1, if random.below(2) == 0 { 1 } else { -1 });
        false
    }),
    ("a step moved by a little", |lines, random| {
        // 7 − 5√2 is small; without a root b has to be 0
        let line = step(lines, random);
        lines.add(line, 1, 7);
        lines.add(line, 2, -5);
        lines.0[1][1] == "0"
    }),
    ("a step dropped", |lines, random| {
        let line = step(lines, random);
        lines.0.remove(line);
        true
    }),
    ("a step dropped and the number of steps right", |lines, random| {
        let line = step(lines, random);
        lines.0.remove(line);
        change_steps(lines, -1);
        false
    }),
    ("a step doubled", |lines, random| {
        let line = step(lines, random);
        let words = lines.0[line].clone();
        lines.0.insert(line, words);
        change_steps(lines, 1);
        true
    }),
    ("two steps swapped", |lines, random| {
        let line = step(lines, random);
        lines.0.swap(line, line - 1);
        true
    }),
    ("two values exchanged", |lines, random| {
        let [x, y] = [step(lines, random), step(lines, random)];
        let [of_x, of_y] = [x, y].map(|line| lines.0[line].pop().unwrap());
        lines.0[x].push(of_y);
        lines.0[y].push(of_x);
        false
    }),
    ("another number of steps", |lines, random| {
        change_steps(lines, if random.below(2) == 0 { 1 } else { -1 });
        true
    }),
];

/// Of a claim about the gain.
const GAIN: &[(&str, Change)] = &[
    ("a place nearby", |lines, _| {
        match lines.find("at") {
            Some(line) => lines.add(line, 1, 1),
            None => lines.nudge(lines.find("decimal").unwrap(), 1),
        }
        false
    }),
    ("a place of other integers", |lines, _| {
        match lines.find("at") {
            Some(line) => lines.add_at_end(line, 1),
            None => lines.nudge(lines.find("decimal").unwrap(), -1),
        }
        false
    }),
    ("another value", |lines, random| {
        let line = lines.find("value").unwrap_or(lines.0.len() - 2);
        if lines.0[line][0] == "value" {
            lines.add(line, 1 + random.below(lines.0[line].len() - 1), 1)
        } else {
            lines.nudge(line, 1000)
        }
        false
    }),
    ("the last digit of the value up", |lines, _| {
        lines.nudge(lines.0.len() - 2, 1);
        false
    }),
    ("the last digit of the value down", |lines, _| {
        lines.nudge(lines.0.len() - 2, -1);
        false
    }),
    ("a digit of the value less", |lines, _| {
        let line = lines.0.len() - 2;
        lines.0[line][1].pop();
        true
    }),
    ("a range that ends sooner", |lines, random| {
        let line = lines.find("range").unwrap();
        lines.add(line, 1 + lines.width(), -1 - random.below(2) as i64);
        false
    }),
    ("a range that begins sooner", |lines, random| {
        let line = lines.find("range").unwrap();
        lines.add(line, 1, -1 - random.below(9) as i64);
        false
    }),
    ("a range that ends later", |lines, _| {
        let line = lines.find("range").unwrap();
        lines.add(line, 1 + lines.width(), 100);
        true // g is not known so far
    }),
];

/// Of the head.
const HEAD: &[(&str, Change)] = &[
    ("another length", |lines, _| {
        let last = lines.0[3].len() - lines.width();
        lines.add(3, last, 1);
        false
    }),
    ("a length less", |lines, random| {
        let width = lines.width();
        if lines.0[3].len() == 1 + width {
            lines.0[3].pop();
            return true;
        }
        let length = 1 + width * random.below(lines.0[3].len() / width);
        lines.0[3].drain(length..length + width);
        false
    }),
    ("lengths that descend", |lines, _| {
        lines.0[3][1] = "9999".into();
        let width = lines.width();
        lines.0[3].extend((0..width).map(|place| u8::from(place == 0).to_string()));
        true
    }),
    ("another denominator", |lines, _| {
        lines.add(2, 1, 1);
        false
    }),
    ("a denominator of 0", |lines, _| {
        lines.0[2][1] = "0".into();
        true
    }),
    ("another radicand", |lines, _| {
        let radicand = &mut lines.0[1][1];
        *radicand = (if radicand == "3" { "2" } else { "3" }).into();
        !lines.radicands().is_sorted_by(|d, e| d < e)
    }),
    ("a radicand with a square", |lines, _| {
        lines.0[1][1] = "8".into();
        true
    }),
    ("a limit below the last step", |lines, _| {
        let last = lines.0.iter().rposition(|words| words[0] == "g").unwrap();
        let limit = lines.find("limit").unwrap();
        lines.0[limit] = [&["limit".into()], &lines.0[last][1..=lines.width()]].concat();
        lines.add(limit, 1, -1);
        true
    }),
    ("a limit further on", |lines, random| {
        lines.add(lines.find("limit").unwrap(), 1, 1 + random.below(9) as i64);
        false
    }),
];

/// Of the lines of any certificate.
const ANY: &[(&str, Change)] = &[
    ("a file that ends too early", |lines, random| {
        lines.0.truncate(1 + random.below(lines.0.len() - 1));
        true
    }),
    ("a line too many", |lines, random| {
        let line = random.below(lines.0.len() + 1);
        lines.0.insert(line, vec![String::new()]);
        true
    }),
    ("a number out of range", |lines, random| {
        let line = line_of_integers(lines, random);
        lines.0[line][1] = "1".repeat(2001);
        true
    }),
    ("a leading zero", |lines, random| {
        let line = line_of_integers(lines, random);
        lines.0[line][1].insert(0, '0');
        true
    }),
    ("a plus sign", |lines, random| {
        let line = line_of_integers(lines, random);
        lines.0[line][1].insert(0, '+');
        true
    }),
    ("two spaces", |lines, random| {
        let line = line_of_integers(lines, random);
        lines.0[line].insert(1, String::new());
        true
    }),
    ("a second carriage return", |lines, random| {
        let line = random.below(lines.0.len());
        lines.0[line].last_mut().unwrap().push_str("\r\r");
        true
    }),
    ("a letter of another script", |lines, random| {
        let line = line_of_integers(lines, random);
        lines.0[line][1] = "٣".into();
        true
    }),
    ("another version", |lines, _| {
        lines.0[0][2] = "2".into();
        true
    }),
    ("another name", |lines, random| {
        let line = random.below(lines.0.len());
        lines.0[line][0].push('x');
        true
    }),
];

/// Of a claim about a period.
const PERIOD: &[(&str, Change)] = &[
    ("a longer period", |lines, _| change_period(lines, 1, 1)),
    ("a shorter period", |lines, _| change_period(lines, 1, -1)),
    ("a period that begins sooner", |lines, _| {
        let middle = lines.0[lines.find("period").unwrap()].len().div_ceil(2);
        change_period(lines, middle, -1)
    }),
    ("a period that begins later", |lines, _| {
        let middle = lines.0[lines.find("period").unwrap()].len().div_ceil(2);
        change_period(lines, middle, 1)
    }),
    ("another last number of the period", |lines, random| {
        let last = lines.0[lines.find("period").unwrap()].len() - 1;
        change_period(lines, last, 1 + random.below(3) as i64);
        last == 4 && lines.0[1][1] == "0"
    }),
    ("twice the period", |lines, _| {
        let line = lines.find("period").unwrap();
        let period = lines.0[line][1].parse().unwrap();
        change_period(lines, 1, period)
    }),
    ("a period of 0", |lines, _| {
        let line = lines.find("period").unwrap();
        let words = 1..lines.0[line].len().div_ceil(2);
        words.for_each(|word| lines.0[line][word] = "0".into());
        true
    }),
    ("a number too many", |lines, _| {
        let line = lines.find("period").unwrap();
        lines.0[line].push("0".into());
        true
    }),
    ("no claim", |lines, _| {
        lines.0.remove(lines.find("period").unwrap());
        false
    }),
];

/// Of a theorem.
const THEOREM: &[(&str, Change)] = &[
    ("the other theorem", |lines, _| {
        let line = lines.find("theorem").unwrap();
        let names = ["theorem additive", "theorem two lengths"].map(|name| name.split(' ').map(String::from));
        lines.0[line] = names.into_iter().map(Vec::from_iter).find(|name| *name != lines.0[line]).unwrap();
        false
    }),
    ("another x", |lines, random| {
        lines.add(lines.find("x").unwrap(), 1, [-2, -1, 1, 2][random.below(4)]);
        false
    }),
    ("another denominator of x", |lines, _| {
        lines.add_at_end(lines.find("x").unwrap(), 1);
        false
    }),
    ("x in higher terms", |lines, _| {
        let line = lines.find("x").unwrap();
        (1..lines.0[line].len()).for_each(|word| {
            let number = lines.0[line][word].parse().unwrap();
            lines.add(line, word, number);
        });
        true
    }),
    ("another h", |lines, random| {
        let Some(line) = lines.find("h") else { return false };
        lines.add(line, 1, [-1, 1, 2][random.below(3)]);
        false
    }),
    ("another period", |lines, random| {
        let Some(line) = lines.find("period") else { return false };
        lines.add(line, 1, [-1, 1][random.below(2)]);
        false
    }),
    ("twice the period", |lines, _| {
        let Some(line) = lines.find("period") else { return false };
        let period = lines.0[line].clone();
        (1..period.len() - 1).for_each(|word| lines.add(line, word, period[word].parse().unwrap()));
        period[period.len() - 1] != "1"
    }),
    ("a period or none", |lines, _| {
        let line = lines.0.len() - 2;
        let none = vec!["aperiodic".to_owned()];
        let is_none = lines.0[line] == none;
        let mut four = lines.0[lines.find("x").unwrap()].iter().map(|_| "0".to_owned()).collect::<Vec<_>>();
        let last = four.len() - 1;
        (four[0], four[1], four[last]) = ("period".into(), "4".into(), "1".into());
        lines.0[line] = if is_none { four } else { none };
        false
    }),
    ("a number after the last claim", |lines, _| {
        let line = lines.0.len() - 2;
        lines.0[line].push("0".into());
        true
    }),
    ("a word after the last claim", |lines, _| {
        let line = lines.0.len() - 2;
        lines.0[line].push("x".into());
        true
    }),
    ("a digit 7", |lines, _| {
        lines.0[4][1] = "7".into();
        false
    }),
    ("a table in place of the theorem", |lines, _| {
        lines.0.truncate(5);
        let zero = " 0".repeat(lines.width());
        let rest = Lines::of(&format!("limit{zero}\nsteps 1\ng 0{zero}\nend\n"));
        lines.0.extend(rest.0);
        false
    }),
];

fn change_period(lines: &mut Lines, word: usize, by: i64) -> bool {
    lines.add(lines.find("period").unwrap(), word, by);
    false
}

/// Of the digits of lengths.
const DIGITS: &[(&str, Change)] = &[
    ("another digit", |lines, random| {
        let count = (lines.0[3].len() - 1) / lines.width();
        if lines.0[4][0] != "digits" {
            lines.0.insert(4, vec!["7".into(); count + 1]);
            lines.0[4][0] = "digits".into();
        }
        let digit = &mut lines.0[4][1 + random.below(count)];
        *digit = (if digit == "3" { "7" } else { "3" }).into();
        false
    }),
    ("all digits 7", |lines, _| {
        let count = (lines.0[3].len() - 1) / lines.width();
        lines.0.retain(|words| words[0] != "digits");
        lines.0.insert(4, vec!["7".into(); count + 1]);
        lines.0[4][0] = "digits".into();
        true
    }),
    ("no digits", |lines, _| {
        lines.0.retain(|words| words[0] != "digits");
        false
    }),
    ("a digit of whole-number games", |lines, random| {
        lines.0.retain(|words| words[0] != "digits");
        lines.0.insert(4, vec!["3".into(); (lines.0[3].len() - 1) / lines.width() + 1]);
        lines.0[4][0] = "digits".into();
        *lines.0[4].last_mut().unwrap() = ["1", "5", "33", "-3"][random.below(4)].into();
        true
    }),
    ("a digit too many", |lines, _| {
        lines.0.retain(|words| words[0] != "digits");
        lines.0.insert(4, vec!["3".into(); (lines.0[3].len() - 1) / lines.width() + 2]);
        lines.0[4][0] = "digits".into();
        true
    }),
];

/// Of the code and the values of an octal game.
const OCTAL: &[(&str, Change)] = &[
    ("another digit of the code", |lines, random| {
        let digit = 2 + random.below(lines.0[1][1].len() - 2);
        lines.0[1][1].replace_range(digit..=digit, &(1 + random.below(7)).to_string());
        false
    }),
    ("another digit before the point", |lines, _| {
        let before = if lines.0[1][1].starts_with('0') { "4" } else { "0" };
        lines.0[1][1].replace_range(..1, before);
        false
    }),
    ("a digit more", |lines, random| {
        lines.0[1][1] += &(1 + random.below(7)).to_string();
        false
    }),
    ("a zero at the end of the code", |lines, _| {
        lines.0[1][1].push('0');
        true
    }),
    ("a digit that is not octal", |lines, _| {
        lines.0[1][1].push('8');
        true
    }),
    ("a code without a point", |lines, _| {
        lines.0[1][1] = lines.0[1][1].replace('.', "");
        true
    }),
    ("a code that begins with 1", |lines, _| {
        lines.0[1][1].replace_range(..1, "1");
        true
    }),
    ("another value", |lines, random| {
        let (line, word) = value_of(lines, random);
        lines.add(line, word, 1 + random.below(3) as i64);
        false
    }),
    ("a smaller value", |lines, random| {
        let (line, word) = value_of(lines, random);
        lines.add(line, word, -1);
        false
    }),
    ("two values exchanged", |lines, random| {
        let [x, y] = [value_of(lines, random), value_of(lines, random)];
        let [of_x, of_y] = [x, y].map(|(line, word)| lines.0[line][word].clone());
        (lines.0[x.0][x.1], lines.0[y.0][y.1]) = (of_y, of_x);
        false
    }),
    ("a value less", |lines, random| {
        let (line, word) = value_of(lines, random);
        lines.0[line].remove(word);
        true
    }),
    ("a value less, and their number right", |lines, _| {
        let last = lines.0.iter().rposition(|words| words[0] == "g").unwrap();
        lines.0[last].pop();
        lines.add(2, 1, -1);
        lines.0[last].len() == 1
    }),
    ("another number of values", |lines, random| {
        lines.add(2, 1, [-1, 1][random.below(2)]);
        true
    }),
    ("no values", |lines, _| {
        lines.0[2][1] = "0".into();
        true
    }),
];

/// The place of a value of an octal game.
fn value_of(lines: &Lines, random: &mut Random) -> (usize, usize) {
    let rows: Vec<usize> = (0..lines.0.len()).filter(|&line| lines.0[line][0] == "g").collect();
    let line = rows[random.below(rows.len())];
    (line, 1 + random.below(lines.0[line].len() - 1))
}

/// Whether a well-formed certificate of an octal game is true, by the definition.
fn is_true_of_octal(lines: &Lines) -> bool {
    let code = &lines.0[1][1];
    let stated = lines.0.iter().filter(|words| words[0] == "g").flat_map(|words| &words[1..]);
    let stated: Vec<i64> = stated.map(|value| value.parse().unwrap()).collect();
    let values = octal_values(code, 3 * stated.len());
    if !stated.iter().zip(&values).all(|(&stated, &value)| stated == value as i64) {
        return false;
    }
    let Some(period) = lines.integers("period") else { return true };
    let [Some(length), Some(from)] = [0, 1].map(|number| usize::try_from(&period[number]).ok()) else {
        return false;
    };
    let is_known = 2 * (length + from.max(1)) + code.len() - 2 <= stated.len();
    length > 0 && is_known && (from..values.len() - length).all(|n| values[n] == values[n + length])
}

/// Whether p is a multiple of the least period, N is no smaller than where it begins, and g is
/// known far enough to prove it.
fn is_true_period(grundy: &Grundy, [length, from]: [&Surd; 2]) -> bool {
    let (lengths, zero) = (grundy.lengths(), Surd::from(0));
    let once = from + lengths.longest() + length;
    let needed = if lengths.all_at_an_end() { once } else { once + from + length };
    if *length <= zero || *from < zero || needed > *grundy.limit() {
        return false;
    }
    let known = grundy.clone().with_period();
    known.period().is_some_and(|least| {
        let times = length / &least.length;
        times == Surd::from(times.floor()) && *from >= least.from
    })
}

/// The least p up to a limit with g(L + p) = g(L) for all L below the longest length, which proves
/// a period if all digits are 3.
fn least_period(lengths: &Lengths, upto: &Surd) -> Option<Surd> {
    let grundy = Grundy::new(lengths, &(upto + lengths.longest())).unwrap();
    let starts: Vec<Surd> = grundy.intervals().map(|(start, ..)| start).collect();
    let inside = |place: &Surd| *place >= Surd::from(0) && place < lengths.longest();
    let value = |place: &Surd| grundy.value_at(place).unwrap();
    let is_period = |period: &&Surd| {
        let places = starts.iter().flat_map(|start| [start.clone(), start - *period]);
        places.filter(inside).all(|place| value(&place) == value(&(&place + *period)))
    };
    starts[1..].iter().filter(|start| *start <= upto).find(is_period).cloned()
}

/// Whether a well-formed certificate of a theorem is true, as the sweep has it: a period is the
/// least one, and where there is none, none shows.
fn is_true_theorem(lines: &Lines, lengths: &Lengths, [x, period]: [Option<Surd>; 2]) -> bool {
    let (Some(x), [a, b, rest @ ..]) = (&x, lengths.as_slice()) else { return false };
    let is_theirs = match lines.0[lines.find("theorem").unwrap()][1..].join(" ").as_str() {
        "two lengths" => rest.is_empty(),
        "additive" => {
            *rest == [a + b]
                && lines.integers("h").unwrap() == [((x + Surd::from(1)) / Surd::from(2)).floor()]
        }
        _ => false,
    };
    let upto = period.clone().unwrap_or_else(|| a * Surd::from(60));
    is_theirs
        && *x == b / a
        && lengths.all_at_an_end()
        && lines.find("aperiodic").is_some() == period.is_none()
        && least_period(lengths, &upto.max(a.clone())) == period
}

/// Whether a well-formed certificate is true, as the sweep has it.
fn is_true(lines: &Lines) -> bool {
    if lines.0[1][0] == "octal" {
        return is_true_of_octal(lines);
    }
    let numbers = |name| lines.integers(name).unwrap_or_default();
    let (radicands, denominator) = (lines.radicands(), numbers("denominator")[0].clone());
    let field = field_of(&radicands);
    let number = |x: &[BigInt]| number(x, &denominator, &radicands);
    let pairs = |name| -> Vec<Surd> { numbers(name).chunks(lines.width()).map(number).collect() };
    // in lowest terms
    let closed = |x: Vec<BigInt>| {
        let (r, parts) = x.split_last().unwrap();
        Some(self::number(parts, r, &field)).filter(|number| x == integers_of(number, &field))
    };
    let given = pairs("lengths");
    let digits = numbers("digits").into_iter().map(|digit| digit.to_string().parse::<Digit>().unwrap());
    let digits = Some(digits.collect::<Vec<_>>()).filter(|digits| !digits.is_empty());
    let Ok(lengths) = Lengths::with_rule(given.clone(), &digits.unwrap_or(vec![Digit::Anywhere])) else {
        return false;
    };
    if lengths.as_slice() != given {
        return false;
    }
    if lines.find("theorem").is_some() {
        let stated = ["x", "period"].map(|name| lines.integers(name).and_then(closed));
        return is_true_theorem(lines, &lengths, stated);
    }
    let limit = pairs("limit")[0].clone();
    let claim = ["range", "period"].into_iter().find(|claim| lines.find(claim).is_some());
    let is_range = claim == Some("range");
    let [from, to] = match is_range {
        true => [0, 1].map(|end| pairs("range")[end].clone()),
        false => [Surd::from(0), Surd::from(0)],
    };
    let is_out = from < *lengths.longest() || from > to || to > &limit + lengths.shortest();
    if is_range && (is_out || !lengths.all_anywhere()) {
        return false;
    }
    let steps = lines.0.iter().filter(|words| words[0] == "g").map(|words| {
        let integers: Vec<BigInt> = words[1..].iter().map(|word| word.parse().unwrap()).collect();
        let (value, start) = integers.split_last().unwrap();
        (number(start), value.clone())
    });
    let grundy = Grundy::new(&lengths, &limit.clone().max(to.clone())).unwrap();
    let known = grundy.up_to(&limit).unwrap();
    if !steps.eq(known.intervals().map(|(start, _, value)| (start, value.into()))) {
        return false;
    }
    if !is_range {
        let period = pairs("period");
        return claim.is_none() || is_true_period(&known, [&period[0], &period[1]]);
    }
    let maximum = grundy.maximum(&from, &to).unwrap();
    let decimals: Vec<&str> =
        lines.0.iter().filter(|words| words[0] == "decimal").map(|words| words[1].as_str()).collect();
    if decimals[decimals.len() - 1] != maximum.value.to_decimal(20) {
        return false;
    }
    if lines.find("inside").is_some() {
        return decimals[0] == maximum.at.to_decimal(20);
    }
    let [Some(at), Some(value)] = ["at", "value"].map(|name| closed(numbers(name))) else { return false };
    at >= from
        && at <= to
        && maximum.value.as_surd() == Some(&value)
        && grundy.gain_at(&at).unwrap().value == value
}

/// Makes changes of some kinds in each of some certificates, and compares both verifiers with the
/// truth; returns how many changed ones were refused.
fn tampered(texts: &[String], kinds: &[&[(&str, Change)]], seed: u64) -> usize {
    let mut random = Random::new(seed);
    let mut changed = vec![];
    for text in texts {
        assert!(is_true(&Lines::of(text)), "{text}");
        for (what, change) in kinds.iter().copied().flatten() {
            let mut lines = Lines::of(text);
            let is_malformed = change(&mut lines, &mut random);
            if lines.text() != *text {
                changed.push((what, is_malformed, lines));
            }
        }
    }
    let bytes: Vec<_> = changed.iter().map(|(_, _, lines)| lines.text().into_bytes()).collect();
    let by_python = refused_by_python(&bytes);
    let mut refusals = 0;
    for (index, (what, is_malformed, lines)) in changed.iter().enumerate() {
        let is_right = !is_malformed && is_true(lines);
        let by_rust = refused(&bytes[index]);
        assert_eq!(by_rust.is_none(), is_right, "{what}: {by_rust:?}\n{}", lines.text());
        assert!(by_rust.as_ref().is_none_or(|reason| reason.starts_with("line ")), "{what}: {by_rust:?}");
        if let Some(by_python) = &by_python {
            // both name the same line, and give the same reason
            assert_eq!(by_python[index], by_rust, "{what}\n{}", lines.text());
        }
        refusals += usize::from(!is_right);
    }
    refusals
}

#[test]
fn changed_certificates_are_refused() {
    let closed = [
        ("1,sqrt2", "2", "10"),
        ("1,sqrt2", "5", "12+sqrt2"),
        ("1", "1", "20"),
        ("1,3/2", "2", "9"),
        ("1,2", "3", "14"),
        ("(sqrt5-1)/2,(1+sqrt5)/2", "2", "5"),
        ("3,1+sqrt2", "4", "15"),
        ("1,sqrt3,2", "3", "8"),
        ("2,1+sqrt7,5", "6", "13"),
        ("1,sqrt2,3/2,2,5/2", "3", "5"),
        ("sqrt2,2*sqrt2", "3", "10*sqrt2"),
        ("1,sqrt13", "4", "9"),
        ("1,sqrt2,sqrt3", "2", "10"),
        ("sqrt2,sqrt5", "3", "2+3sqrt5"),
        ("1,sqrt2", "3", "5sqrt3"),
        ("1,sqrt6/2,1+sqrt10/5", "2", "6"),
    ];
    let inside =
        [("1,12", "16", "17"), ("2,19", "23", "24"), ("2,24", "28", "29"), ("1,12*sqrt2", "19", "20")];
    let certificates = |claims: &[(&str, &str, &str)], mark: &str| -> Vec<String> {
        let texts = claims.iter().map(|(lengths, from, to)| range(lengths, from, to));
        texts.inspect(|text| assert!(text.contains(mark), "{text}")).collect()
    };
    let (closed, inside) = (certificates(&closed, "\nclosed\n"), certificates(&inside, "\ninside\n"));
    let kinds = [STEPS, GAIN, HEAD, ANY];
    assert!(tampered(&closed, &kinds, 4) >= 400);
    assert!(tampered(&inside, &kinds, 1) >= 100);
    // nothing wins at random unless a piece may lie anywhere
    assert!(tampered(&closed, &[DIGITS], 2) >= 40);
}

#[test]
fn changed_periods_are_refused() {
    let (octal, squares): (Vec<_>, Vec<_>) =
        periods().into_iter().partition(|text| text.contains("\noctal "));
    assert!(tampered(&squares, &[STEPS, HEAD, ANY, PERIOD, DIGITS], 5) >= 300);
    assert!(tampered(&octal, &[ANY, PERIOD, OCTAL], 6) >= 150);
}

#[test]
fn changed_theorems_are_refused() {
    let lengths = [
        "1,1+sqrt2,2+sqrt2",
        "1,sqrt2,1+sqrt2",
        "1,sqrt5,1+sqrt5",
        "2,5,7",
        "1,9/2,11/2",
        "3,11,14",
        "sqrt2,3sqrt2,4sqrt2",
        "(3-sqrt5)/2,7/2,5-sqrt5/2",
        "1,sqrt2",
        "2,7",
        "1/2,5/2",
        "1,3+sqrt3",
        "sqrt2,sqrt3",
        "sqrt2,1+sqrt5,1+sqrt2+sqrt5",
    ];
    let question = |lengths| format!(r#"{{"command": "period", "lengths": "{lengths}", "rule": "3"}}"#);
    let texts = lengths.map(|lengths| certificate(&question(lengths)));
    assert!(texts.iter().all(|text| text.contains("\ntheorem ")));
    assert!(tampered(&texts, &[THEOREM, &HEAD[..7], ANY], 7) >= 200);
}

/// The numbers under all square roots of a field, given some.
fn field_of(radicands: &[u64]) -> Vec<u64> {
    let mut field = BTreeSet::from([1]);
    for d in radicands {
        field.extend(field.clone().into_iter().map(|e| d * e / d.gcd(&e).pow(2)));
    }
    field.into_iter().skip(1).collect()
}

/// (a + Σ b√d)/r.
fn number(parts: &[BigInt], r: &BigInt, radicands: &[u64]) -> Surd {
    let over = |x: &BigInt| BigRational::new(x.clone(), r.clone());
    let roots = radicands.iter().zip(&parts[1..]);
    let roots = roots.map(|(&d, b)| Surd::new(Zero::zero(), over(b), Radicand::new(d).unwrap()));
    roots.sum::<Surd>() + Surd::from(over(&parts[0]))
}

/// a, all b, and r of (a + Σ b√d)/r; one b at least.
fn integers_of(number: &Surd, radicands: &[u64]) -> Vec<BigInt> {
    let (a, roots, r) = number.over_common_denominator();
    let part = |d: u64| roots.iter().find(|(e, _)| e.get() == d).map_or(BigInt::from(0), |(_, b)| b.clone());
    let radicands = if radicands.is_empty() { &[0] } else { radicands };
    let parts = radicands.iter().map(|&d| part(d));
    [a.clone()].into_iter().chain(parts).chain([r.clone()]).collect()
}

/// A certificate with another place and value, both rational, and the decimals of the value.
fn claiming(text: &str, [at, value]: [&Surd; 2], decimals: &str) -> String {
    let lines = text.lines().take_while(|line| !["closed", "inside"].contains(line));
    let head = lines.fold(String::new(), |head, line| head + line + "\n");
    let [at, value] = [at, value].map(|number| integers_of(number, &[]).iter().join(" "));
    format!("{head}closed\nat {at}\nvalue {value}\ndecimal {decimals}\nend\n")
}

/// Claims that are wrong by little: the other end of a range on which e rises or falls, a place
/// next to the peak, and decimals that are rounded to the wrong side.
#[test]
fn claims_that_are_nearly_true_are_refused() {
    let claim = |lengths: &str, from: &str, to: &str, at: &str| {
        let grundy = Grundy::new(&lengths.parse().unwrap(), &surd(to)).unwrap();
        let (at, text) = (surd(at), range(lengths, from, to));
        let value = grundy.gain_at(&at).unwrap().value;
        claiming(&text, [&at, &value], &value.to_decimal(20))
    };
    let right = [
        claim("1", "5/4", "3/2", "3/2"),
        claim("1", "21/10", "5/2", "21/10"),
        claim("1", "1+1/2^21", "1+1/2^21", "1+1/2^21"),
    ];
    // e = 1 + 2^−21 has 21 decimals, the last of which is 5
    let digits = "\ndecimal 1.0000004768371582031";
    assert!(right[2].contains(&format!("{digits}3\n")), "{}", right[2]);
    let wrong = [
        claim("1", "5/4", "3/2", "5/4"),
        claim("1", "21/10", "5/2", "5/2"),
        right[2].replace(&format!("{digits}3"), &format!("{digits}2")),
        claim("1,100", "236", "237", "236.058"),
        claim("1,100", "236", "237", "236.0580413323"),
        claim("2,19", "23", "24", "23.5"),
    ];
    let bytes: Vec<_> = right.iter().chain(&wrong).map(|text| text.clone().into_bytes()).collect();
    let by_rust: Vec<_> = bytes.iter().map(|text| refused(text)).collect();
    for (index, refusal) in by_rust.iter().enumerate() {
        assert_eq!(refusal.is_some(), index >= right.len(), "{index}: {refusal:?}");
    }
    if let Some(by_python) = refused_by_python(&bytes) {
        assert_eq!(by_python, by_rust);
    }
}

/// The gain up to L needs g up to L less the shortest length, and no further.
#[test]
fn a_range_needs_g_for_as_long_as_a_move_leaves() {
    let claim = range("1,3", "4", "9");
    let claim = &claim[claim.find("range").unwrap()..];
    let texts = ["6", "7", "15/2", "8"].map(|upto| {
        let table = certificate(&format!(r#"{{"command": "grundy", "upto": "{upto}", "lengths": "1,3"}}"#));
        let table = table.replace("\nend\n", "\n");
        // a limit of 15/2 is one over the denominator 2
        match table.contains("\ndenominator 1\n") {
            true => (table + claim).into_bytes(),
            false => (table + "range 8 0 18 0\n" + claim.split_once('\n').unwrap().1).into_bytes(),
        }
    });
    let by_rust: Vec<_> = texts.iter().map(|text| refused(text)).collect();
    let says: Vec<_> = by_rust.iter().map(|refusal| refusal.as_deref().unwrap_or_default()).collect();
    assert!(says[..3].iter().all(|says| says.ends_with(": g is not known far enough")), "{says:?}");
    assert_eq!(says[3], "");
    if let Some(by_python) = refused_by_python(&texts) {
        assert_eq!(by_python, by_rust);
    }
}

/// Winning moves: any other place, value or number of places is refused.
#[test]
fn changed_moves_are_refused() {
    let text = certificate(r#"{"command": "moves", "segments": ["5", "7.5", "3+sqrt2"]}"#);
    // a piece of the digit 3 that fills a segment has one place
    let with_digits = moves("1,sqrt2,5/2", "7,3,3", &["5", "3+sqrt2", "5/2", "3+sqrt2", "5"]);
    let of_roots = moves("1,sqrt2,sqrt3", "7", &["5", "1+sqrt2+sqrt3"]);
    let ends = "\npiece 1\nplaces 0 0 0 0 1 1\n";
    assert!(with_digits.contains(ends), "{with_digits}");
    let mut changed = vec![];
    for lines in [&text, &with_digits, &of_roots].map(|text| Lines::of(text)) {
        for line in lines.find("moves").unwrap()..lines.0.len() - 1 {
            for word in 1..lines.0[line].len() {
                let mut lines = lines.clone();
                lines.add(line, word, if word % 2 == 0 { 1 } else { -1 });
                changed.push(lines.text().into_bytes());
            }
            let mut fewer = lines.clone();
            fewer.0.remove(line);
            changed.push(fewer.text().into_bytes());
        }
    }
    assert_eq!([&with_digits, &of_roots].map(|text| refused(text.as_bytes())), [None, None]);
    assert!(changed.len() > 100);
    let by_rust: Vec<_> = changed.iter().map(|text| refused(text)).collect();
    assert!(by_rust.iter().all(Option::is_some));
    if let Some(by_python) = refused_by_python(&changed) {
        assert_eq!(by_python, by_rust);
    }
    // the certificate has the moves of the game
    let grundy = Grundy::new(&Lengths::default(), &surd("7.5")).unwrap();
    let position = Position::new(&Lengths::default(), ["5", "7.5", "3+sqrt2"].map(surd)).unwrap();
    let moves = position.moves(&grundy, None).unwrap();
    let intervals =
        moves.segments.iter().flat_map(|segment| &segment.placements).map(|places| places.winning.len());
    let ProvenClaim::Moves { grundy: value, places, .. } = verify(text.as_bytes()).unwrap().claim else {
        panic!("{text}")
    };
    assert_eq!((value, places), (moves.grundy.into(), intervals.sum()));
}

/// Regions: any other corner, form, digit or share, and cells that overlap.
#[test]
fn changed_regions_are_refused() {
    let mut random = Random::new(78);
    let mut right = vec![regions("1,x", "7,3", "4/3<x<=3/2", "1").into_bytes()];
    let mut changed = vec![];
    for (lengths, rule, conditions, share) in [
        ("1,x,y", "3", "1<x<y<3", "3/5"),
        ("1,x,y", "3", "1<=x<=2, x<=y<=1+x", "1"),
        ("1/2,x,3/2", "7", "1/2<=x<=3/2", "1"),
        ("1,x", "3", "1<=x<=4", "1"),
        ("1,x,y", "3", "x=2, 1<y<3", "1"),
    ] {
        let text = regions(lengths, rule, conditions, share);
        let lines = Lines::of(&text);
        let dimension = lines.0.iter().find(|words| words[0] == "region").unwrap().len() / 3;
        // changes of edges and points have no area
        let is_large = |words: &[String]| words[0] == "cell" && (words.len() / 3).min(3) == dimension.min(3);
        let cells: Vec<usize> = (0..lines.0.len()).filter(|&line| is_large(&lines.0[line])).collect();
        let cell = |random: &mut Random| cells[random.below(cells.len())];
        let by = |random: &mut Random| if random.below(2) == 0 { 1 } else { -1 };
        for round in 0..property::cases(4).cases.min(8) as usize {
            let mut change = |change: &dyn Fn(&mut Lines, &mut Random)| {
                let mut lines = lines.clone();
                change(&mut lines, &mut random);
                changed.push(lines.text().into_bytes());
            };
            change(&|lines, random| {
                let line = cell(random);
                let corner = random.below(lines.0[line].len() / 3);
                lines.add(line, 3 * corner + 2, by(random));
            });
            change(&|lines, random| lines.add(cell(random) + 1, 1 + round % 2, by(random)));
            change(&|lines, random| lines.add(cell(random) + 2, 1 + round % 2, by(random)));
            change(&|lines, random| {
                let line = lines.find("share").unwrap();
                lines.add(line, 1, by(random));
            });
            change(&|lines, random| {
                // once more, for as large a share as before
                let line = cell(random);
                let same = lines.0[line..line + 3].to_vec();
                lines.0.splice(line..line, same);
            });
            change(&|lines, random| {
                let line = cell(random);
                let all = lines.0[lines.find("region").unwrap()][1..].to_vec();
                lines.0[line].splice(1.., all);
            });
            change(&|lines, _| {
                let line = lines.find("length").unwrap();
                lines.0[line][4] = if lines.0[line][4] == "3" { "7" } else { "3" }.to_owned();
            });
            change(&|lines, random| {
                lines.0.remove(cell(random) + random.below(3));
            });
            change(&|lines, _| {
                // no cell, and so no share
                let ends = ["cell", "share"].map(|word| lines.find(word).unwrap());
                lines.0.drain(ends[0]..ends[1]);
                let line = lines.find("share").unwrap();
                lines.0[line][1] = "0".to_owned();
            });
            change(&|lines, _| {
                // another length, which no cell of the region needs
                let line = lines.find("length").unwrap();
                let length = ["length", "-1", "0", "0", "3"].map(str::to_owned).to_vec();
                lines.0.insert(line, length);
            });
            change(&|lines, random| lines.0[cell(random)][2] = "9".repeat(201));
            change(&|lines, random| {
                // clockwise, or an edge from its other end
                let line = cell(random);
                let corners: Vec<_> = lines.0[line][1..].chunks(3).rev().flatten().cloned().collect();
                lines.0[line].splice(1.., corners);
                lines.add(lines.0.len() - 2, 1, i64::from(dimension < 3));
            });
        }
        right.push(text.into_bytes());
    }
    for text in &right {
        assert_eq!(refused(text), None);
    }
    let by_rust: Vec<_> = changed.iter().map(|text| refused(text)).collect();
    let accepted = changed.iter().zip(&by_rust).find(|(_, refusal)| refusal.is_none());
    assert_eq!(accepted.map(|(text, _)| String::from_utf8_lossy(text)), None);
    assert!(changed.len() >= 200);
    if let Some(by_python) = refused_by_python(&[&right[..], &changed].concat()) {
        assert!(by_python[..right.len()].iter().all(Option::is_none), "{by_python:?}");
        assert_eq!(by_python[right.len()..], by_rust);
    }
}
