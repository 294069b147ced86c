//! The published figures of the squares, from `data/published.csv`: decimals by `approx`, closed
//! forms exactly.

use approx::assert_abs_diff_eq;
use nimsweep::algebraic::Algebraic;
use nimsweep::games::squares::{Grundy, Lengths};
use nimsweep::number::Surd;
use num_bigint::BigInt;

struct Published {
    what: String,
    arguments: Vec<Surd>,
    decimal: String,
    closed: Option<Surd>,
}

fn published() -> Vec<Published> {
    let mut reader = csv::ReaderBuilder::new()
        .comment(Some(b'#'))
        .from_path("data/published.csv")
        .expect("the table exists");
    let rows = reader.records().map(|row| row.expect("five columns"));
    let squares = rows.filter(|row| &row[0] == "squares").map(|row| Published {
        what: row[1].to_owned(),
        arguments: row[2].split(';').map(|text| text.parse().unwrap()).collect(),
        decimal: row[3].to_owned(),
        closed: (&row[4] != "-").then(|| row[4].parse().unwrap()),
    });
    squares.collect()
}

fn computed(figure: &Published) -> Algebraic {
    let lengths = Lengths::default();
    let upto = |limit| Grundy::new(&lengths, limit).unwrap();
    let maximum = || {
        let [from, to] = &figure.arguments[..] else { panic!("a range has two ends") };
        upto(to).maximum(from, to).unwrap()
    };
    let gain = || upto(&figure.arguments[0]).gain_at(&figure.arguments[0]).unwrap();
    match figure.what.as_str() {
        "e" => gain().value.into(),
        "straight" => gain().chances[0].probability.clone().into(),
        "diagonal" => gain().chances[1].probability.clone().into(),
        "f" => maximum().value,
        "at" => maximum().at,
        other => panic!("no figure '{other}' is known"),
    }
}

#[test]
fn every_published_figure_is_reproduced() {
    let figures = published();
    assert_eq!(figures.len(), 7);
    for figure in figures {
        let value = computed(&figure);
        let name = format!("{}{:?}", figure.what, figure.arguments);
        let decimal: f64 = figure.decimal.parse().unwrap();
        assert_abs_diff_eq!(value.to_decimal(12).parse::<f64>().unwrap(), decimal, epsilon = 0.5e-8 + 1e-12);
        if let Some((_, places)) = figure.decimal.split_once('.') {
            assert_eq!(value.to_decimal(places.len()), figure.decimal, "{name}");
        }
        if let Some(closed) = &figure.closed {
            assert_eq!(value.as_surd(), Some(closed), "{name}");
        }
    }
}

#[test]
fn the_decimals_are_those_of_the_closed_form() {
    let lengths = Lengths::default();
    let grundy = Grundy::new(&lengths, &Surd::from(10)).unwrap();
    let maximum = grundy.maximum(&Surd::from(2), &Surd::from(10)).unwrap();
    // ⌊10⁵⁰·(200 + 29√2)/92⌋ by integer arithmetic alone, and the next digit decides the rounding
    let scale = BigInt::from(10).pow(51);
    let root = BigInt::from(2 * 29 * 29) * &scale * &scale;
    let truncated: BigInt = (BigInt::from(200) * &scale + root.sqrt()) / 92;
    let rounded: BigInt = (truncated + 5) / 10;
    assert_eq!(maximum.value.to_decimal(50).replace('.', ""), rounded.to_string());
}
