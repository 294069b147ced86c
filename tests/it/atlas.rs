//! The tables of the page `docs/atlas.md`: rows recomputed from the definitions, which share only
//! the numbers with the library, and what the page says about them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use nimsweep::number::Surd;

type Row = BTreeMap<String, String>;

/// The comment of the first line, and the rows by their titles.
fn table(file: &str) -> (String, Vec<Row>) {
    let text = fs::read_to_string(file).unwrap();
    let (comment, rest) = text.split_once('\n').unwrap();
    let mut reader = csv::Reader::from_reader(rest.as_bytes());
    let titles = reader.headers().unwrap().clone();
    let row =
        |record: csv::StringRecord| titles.iter().zip(&record).map(|(a, b)| (a.into(), b.into())).collect();
    let rows = reader.records().map(|record| row(record.unwrap())).collect();
    (comment.to_owned(), rows)
}

fn octal_atlas() -> Vec<Row> {
    table("data/octal_atlas.csv").1
}

fn subtraction_map() -> Vec<Row> {
    table("data/subtraction_map.csv").1
}

/// A cell of the table, if it is not empty.
fn read<T: std::str::FromStr>(row: &Row, title: &str) -> Option<T> {
    let text = &row[title];
    (!text.is_empty()).then(|| text.parse().unwrap_or_else(|_| panic!("{title} is {text}")))
}

/// G(0), G(1), … of an octal game, by all moves.
fn by_definition(code: &str, count: usize) -> Vec<usize> {
    let digits: Vec<u8> = code.bytes().filter(|&sign| sign != b'.').map(|sign| sign - b'0').collect();
    let mut values: Vec<usize> = vec![];
    for n in 0..count {
        let mut options = BTreeSet::new();
        for (taken, digit) in digits.iter().enumerate().take(n + 1) {
            let left = n - taken;
            match left {
                0 if digit & 1 != 0 => drop(options.insert(0)),
                1.. if digit & 2 != 0 => drop(options.insert(values[left])),
                _ => {}
            }
            if digit & 4 != 0 {
                options.extend((1..=left / 2).map(|a| values[a] ^ values[left - a]));
            }
        }
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    values
}

/// This many values tell all games of the table apart: 0.161 and 0.36 differ first at 519.
const VALUES: usize = 560;

/// The values of all games by their codes.
fn all_values(rows: &[Row]) -> BTreeMap<&str, Vec<usize>> {
    rows.iter().map(|row| (row["code"].as_str(), by_definition(&row["code"], VALUES))).collect()
}

#[test]
fn octal_games_have_the_values_of_their_rows() {
    let rows = octal_atlas();
    let mut whole = 0;
    for row in &rows {
        let code = &row["code"];
        let mut values = by_definition(code, VALUES);
        let [largest, at] = ["largest", "at"].map(|title| read::<usize>(row, title).unwrap());
        assert!(
            values.iter().enumerate().all(|(n, &value)| value <= largest && (value < largest || n >= at)),
            "{code}"
        );
        assert!(values.get(at).is_none_or(|&value| value == largest), "{code}");
        let Some([period, from]) =
            read(row, "period").zip(read(row, "from")).map(|(p, n): (usize, usize)| [p, n])
        else {
            continue;
        };
        let repeats =
            |p: usize, from: usize| (from..VALUES.saturating_sub(p)).all(|n| values[n + p] == values[n]);
        assert!(repeats(period, from), "{code}");
        if 2 * from.max(1) + 2 * period + 3 > VALUES {
            continue;
        }
        // the theorem of Guy and Smith proves the period, and so both are least
        whole += 1;
        assert!(from == 0 || values[from - 1 + period] != values[from - 1], "{code}");
        assert!((1..period).all(|shorter| !repeats(shorter, from)), "{code}");
        (VALUES..=100_000).for_each(|n| values.push(values[n - period]));
        assert_eq!(values.iter().max(), Some(&largest), "{code}");
        let rare = |mask: usize, odd: usize| {
            let is_rare = |(n, value): (usize, &usize)| {
                ((value & mask).count_ones() as usize + n * odd).is_multiple_of(2)
            };
            values.iter().enumerate().filter(|&pair| is_rare(pair)).count()
        };
        let share = |rare: usize| format!("{:.5}", rare as f64 / values.len() as f64);
        match row["mask"].strip_suffix("+n") {
            None => {
                let mask: usize = read(row, "mask").unwrap();
                assert_eq!(share(rare(mask, 0)), row["rare"], "{code}");
                assert!((0..=largest).all(|other| rare(other, 0) >= rare(mask, 0)), "{code}");
            }
            Some(mask) => {
                let rare = rare(mask.parse().unwrap(), 1);
                assert!([rare, values.len() - rare].map(share).contains(&row["rare"]), "{code}");
            }
        }
    }
    assert!(whole > 300, "{whole}");
}

#[test]
fn equal_octal_games_have_equal_values_and_no_others() {
    let rows = octal_atlas();
    let values = all_values(&rows);
    let by_code: BTreeMap<&str, &Row> = rows.iter().map(|row| (row["code"].as_str(), row)).collect();
    let zeros = |code: &str| values[code].iter().take_while(|&&value| value == 0).count();
    let mut different = BTreeSet::new();
    for row in &rows {
        let code = row["code"].as_str();
        let start = zeros(code);
        if row["equal_to"].is_empty() {
            let end = (start + VALUES - 10).min(VALUES);
            assert!(different.insert(&values[code][start..end]), "{code} has the values of another game");
            continue;
        }
        let (other, shift): (&Row, i64) = (by_code[row["equal_to"].as_str()], read(row, "shift").unwrap());
        let shifted = |n: usize| usize::try_from(n as i64 + shift).unwrap();
        assert_eq!(shifted(start), zeros(&other["code"]), "{code}");
        for n in start..VALUES - 10 {
            assert_eq!(values[code][n], values[other["code"].as_str()][shifted(n)], "{code} at {n}");
        }
        let are_proven = [row, other].iter().all(|row| !row["period"].is_empty());
        assert_eq!(row["equality"], if are_proven { "proven" } else { "observed" }, "{code}");
    }
}

/// 0.161 is not 0.36, 0.26 is 0.27, and 0.137(n) = 0.07(n+1) = 0.4(n+2).
#[test]
fn errata_of_the_literature_come_out_right() {
    let rows = octal_atlas();
    let equal = |code: &str| {
        let row = rows.iter().find(|row| row["code"] == code).unwrap();
        (row["equal_to"].clone(), row["shift"].clone(), row["equality"].clone())
    };
    let expected =
        |game: &str, shift: &str, equality: &str| (game.to_owned(), shift.to_owned(), equality.to_owned());
    assert_eq!([equal("0.161"), equal("0.36")], [expected("", "", ""), expected("", "", "")]);
    let [one, other] = ["0.161", "0.36"].map(|code| by_definition(code, VALUES));
    assert_eq!((0..VALUES).find(|&n| one[n] != other[n]), Some(519));
    assert_eq!(
        [equal("0.26"), equal("0.27")].map(|equal| equal == expected("0.222", "0", "proven")),
        [true; 2]
    );
    assert_eq!(equal("0.137"), expected("0.07", "1", "proven"));
    assert_eq!(equal("0.4"), expected("0.07", "-1", "proven"));
}

/// The Grundy values of a subtraction game by definition, at all sums of lengths up to a limit.
fn subtraction_by_definition(lengths: &[Surd], limit: &Surd) -> BTreeMap<Surd, usize> {
    let mut sums = BTreeSet::from([Surd::from(0)]);
    let mut ends = vec![Surd::from(0)];
    while let Some(end) = ends.pop() {
        for sum in lengths.iter().map(|length| &end + length) {
            if sum <= *limit && sums.insert(sum.clone()) {
                ends.push(sum);
            }
        }
    }
    let mut values = BTreeMap::new();
    for sum in sums {
        let options: Vec<usize> =
            lengths.iter().filter_map(|length| value_at(&values, &(&sum - length))).collect();
        values.insert(sum, (0..).find(|value| !options.contains(value)).unwrap());
    }
    values
}

/// The value of the last sum that is not above this number; `None` below 0.
fn value_at(values: &BTreeMap<Surd, usize>, at: &Surd) -> Option<usize> {
    Some(*values.range(..=at).next_back()?.1)
}

/// Whether g(L + p) = g(L) for all L from a number on, as far as both are known.
fn repeats(values: &BTreeMap<Surd, usize>, limit: &Surd, from: &Surd, period: &Surd) -> bool {
    let starts = values.keys().cloned().chain(values.keys().map(|sum| sum - period)).chain([from.clone()]);
    let places = starts.filter(|start| start >= from && &(start + period) <= limit);
    places.into_iter().all(|start| value_at(values, &(&start + period)) == value_at(values, &start))
}

#[test]
fn periods_of_subtraction_games_are_those_of_the_definition() {
    let limit = Surd::from(16);
    let mut least = 0;
    for row in subtraction_map().iter().step_by(11) {
        let lengths = [Surd::from(1), read(row, "x").unwrap(), read(row, "y").unwrap()];
        let Some((period, from)) = read::<Surd>(row, "period").zip(read::<Surd>(row, "from")) else {
            continue;
        };
        if &from + &period + &lengths[2] > limit {
            continue;
        }
        least += 1;
        let values = subtraction_by_definition(&lengths, &limit);
        assert!(repeats(&values, &limit, &from, &period), "{row:?}");
        // just before it begins, no L has g(L + p) = g(L)
        let mut before: Vec<Surd> = values.keys().flat_map(|sum| [sum.clone(), sum - &period]).collect();
        before.retain(|start| *start < from && !start.is_negative());
        let differs = |start: &Surd| value_at(&values, start) != value_at(&values, &(start + &period));
        assert!(from == Surd::from(0) || before.iter().max().is_some_and(differs), "{row:?}");
        // a shorter period would be a distance between sums: of those within a window of the period
        let window: Vec<&Surd> =
            values.keys().filter(|sum| **sum >= from && **sum <= &from + &period).collect();
        let distances: BTreeSet<Surd> =
            window.iter().flat_map(|a| window.iter().map(move |b| *b - *a)).collect();
        let shorter = distances.into_iter().filter(|distance| distance.is_positive() && *distance < period);
        assert!(shorter.into_iter().all(|distance| !repeats(&values, &limit, &from, &distance)), "{row:?}");
    }
    assert!(least > 200, "{least}");
}

/// The integers a, b, c of a combination such as `2+x-3y`.
fn multiples(combination: &str) -> [i64; 3] {
    let mut multiples = [0; 3];
    for term in combination.replace('-', "+-").split('+').filter(|term| !term.is_empty()) {
        let name = term.trim_start_matches(['-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
        let number = match term.trim_end_matches(['x', 'y']) {
            "" => 1,
            "-" => -1,
            number => number.parse().unwrap(),
        };
        multiples[["", "x", "y"].iter().position(|known| *known == name).unwrap()] += number;
    }
    multiples
}

#[test]
fn combinations_are_the_periods_and_smallest() {
    for row in subtraction_map().iter().step_by(7).filter(|row| !row["period"].is_empty()) {
        let [x, y, period]: [Surd; 3] = ["x", "y", "period"].map(|title| read(row, title).unwrap());
        let sum = |[a, b, c]: [i64; 3]| Surd::from(a) + Surd::from(b) * &x + Surd::from(c) * &y;
        let found = multiples(&row["combination"]);
        assert_eq!(sum(found), period, "{row:?}");
        let size: i64 = found.iter().map(|multiple| multiple.abs()).sum();
        if size > 6 {
            continue; // many combinations
        }
        for (a, b) in (1 - size..size).flat_map(|a| (1 - size..size).map(move |b| (a, b))) {
            let most = size - 1 - a.abs() - b.abs();
            assert!((-most..=most).all(|c| sum([a, b, c]) != period), "{row:?}: {a}, {b}");
        }
    }
}

/// The proven region, and what is said of the line y = 1 + x.
#[test]
fn the_regions_of_the_map_are_those_of_the_page() {
    let (mut region, mut without_period) = (0, vec![]);
    for row in subtraction_map() {
        let [one, two, three, x, y]: [Surd; 5] =
            [1.into(), 2.into(), 3.into(), read(&row, "x").unwrap(), read(&row, "y").unwrap()];
        if x <= two && y <= &one + &x {
            region += 1;
            assert_eq!([&row["combination"], &row["from"]], ["1+y", "0"], "{row:?}");
        }
        assert!(row["from"] != "0" || !row["combination"].contains('-'), "{row:?}");
        let is_between = y == &one + &x && x > two && x < three;
        if row["period"].is_empty() {
            assert!(is_between && x.as_rational().is_none());
            without_period.push(row["x"].clone());
        } else if is_between {
            let bend = &x / &two - &one;
            let number = (1..)
                .map(|half| Surd::from(2 * half))
                .find(|number| (number * &bend).as_rational().is_some_and(|product| product.is_integer()))
                .unwrap();
            assert_eq!(read::<Surd>(&row, "period"), Some(number * (three * &x / &two - &one)), "{row:?}");
        }
    }
    assert_eq!((region, without_period.len()), (479, 9));
}

#[test]
fn tables_and_pages_name_the_commands_that_make_them() {
    let page = fs::read_to_string("docs/atlas.md").unwrap();
    for file in ["data/octal_atlas.csv", "data/subtraction_map.csv"] {
        let (comment, _) = table(file);
        let (_, command) = comment.split_once("Made by: ").unwrap();
        assert!(comment.starts_with("# ") && command.contains(file), "{comment}");
        assert!(page.contains(&format!("\n{command}\n")), "{command}");
        let example = command.split(' ').nth(4).unwrap();
        assert!(fs::exists(format!("examples/{example}.rs")).unwrap(), "{example}");
    }
}

/// Figures of the page and of the pictures, from the tables.
#[test]
fn the_page_of_the_atlas_has_the_figures_of_its_tables() {
    let (page, games, sets) =
        (fs::read_to_string("docs/atlas.md").unwrap(), octal_atlas(), subtraction_map());
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    let count = |holds: &dyn Fn(&Row) -> bool| games.iter().filter(|row| holds(row)).count();
    let is_proven = |row: &Row| !row["period"].is_empty();
    let is_first = |row: &Row| row["equal_to"].is_empty();
    let proven = count(&is_proven);
    let in_turn = |combination: &str| sets.iter().filter(|row| row["combination"] == combination).count();
    let three = ["1+y", "x+y", "1+x"].map(in_turn);
    let from_0 = sets.iter().filter(|row| row["from"] == "0").count();
    for statement in [
        format!("For {proven} games the period is proven"),
        format!(
            "for {} of the 64 games 4.d₁d₂",
            count(&|row| is_proven(row) && row["code"].starts_with('4'))
        ),
        format!(
            "below 10 in {} games",
            count(&|row| read(row, "period").is_some_and(|period: usize| period < 10))
        ),
        format!("{} games are left", games.len() - proven),
        format!("which are {} different ones", count(&|row| is_first(row) && !is_proven(row))),
        format!("only {} different games", count(&is_first)),
        format!(
            "holds for {} rows; the {} others",
            count(&|row| row["equality"] == "proven"),
            count(&|row| row["equality"] == "observed")
        ),
        format!(
            "enough for {} sets: 1 + y ({}), x + y ({}) and 1 + x ({})",
            three.iter().sum::<usize>(),
            three[0],
            three[1],
            three[2]
        ),
        format!("{from_0} of the {} periods hold", sets.iter().filter(|row| is_proven(row)).count()),
    ] {
        assert!(page.contains(&statement), "{statement}");
    }
    let picture = fs::read_to_string("docs/atlas/subtraction.svg").unwrap();
    assert!(
        picture.contains(&format!(">1 + y ({})<", three[0])) && picture.contains(">no period found (9)<")
    );
    let picture = fs::read_to_string("docs/atlas/octal.svg").unwrap();
    assert_eq!(picture.matches("fill=\"#f0a33a\"").count(), games.len() - proven + 1);
}
