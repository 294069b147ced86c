//! Questions about numbers: what an expression is, its decimals, and the order of two that may be
//! near each other, against fractions of big integers.

use num_bigint::BigInt;

use super::choices::Choices;
use super::exact::Exact;
use super::question::{Kind, Outcome, Question, RandomDifference};
use super::segment::convergent;
use crate::number::Surd;

/// All kinds of questions about numbers.
pub(super) const KINDS: &[Kind] = &[
    ("numbers", "expressions, and their decimals", "fractions of big integers", arithmetic),
    ("numbers", "order of two numbers", "ever more binary digits", order),
];

/// An expression, of numbers of Q(√d).
fn expression(choices: &mut Choices, d: u64, depth: u64) -> String {
    let size = choices.one_of(&[10, 1000, u64::MAX >> 1]);
    if depth == 0 || choices.below(3) == 0 {
        let number = choices.small(size);
        return match choices.below(5) {
            0 => number.to_string(),
            1 => format!("sqrt({d})"),
            2 => format!("{number}.{}", choices.small(size)),
            3 => format!("{number}/{}", 1 + choices.small(size)),
            // the number under a root has at most 64 bits
            _ => format!("sqrt({})", d * choices.small((u64::MAX / d).isqrt()).pow(2)),
        };
    }
    let sign = choices.one_of(&['+', '-', '*', '/']);
    format!("({}){sign}({})", expression(choices, d, depth - 1), expression(choices, d, depth - 1))
}

/// An expression without a division by 0, and its value.
fn random_number(choices: &mut Choices) -> (String, Exact) {
    let d = choices.one_of(&[2, 3, 5, 7, 8, 12, 94, 999_983]);
    let depth = choices.below(4);
    let text = expression(choices, d, depth);
    Exact::read(&text, &d.into()).map_or_else(|| ("0".to_owned(), Exact::whole(0)), |exact| (text, exact))
}

fn read(question: &Question, text: &str) -> Result<Surd, RandomDifference> {
    question.unless_it_panics(|| Ok(text.parse::<Surd>()?))
}

fn arithmetic(choices: &mut Choices) -> Outcome {
    let (text, exact) = random_number(choices);
    let question = Question::described(format!("the number {text}"));
    let number = read(&question, &text)?;
    question.compare_number("closed form", &exact, &number.to_string().into())?;
    question.compare("floor", exact.floor(), number.floor())?;
    let below = Exact::whole(0).minus(&exact).floor();
    question.compare("ceiling", -below, number.ceil())?;
    let places = choices.small(60) as usize;
    question.compare_decimal("decimals", &exact, &number.to_decimal(places).into(), places)?;
    let Some(root) = (&number * &number).sqrt() else {
        // the square is rational, and the part of it that is no square may be missed
        return question.need(exact.is_root(), "the square of the number has a root");
    };
    let negated = Exact::whole(0).minus(&exact);
    let magnitude = if negated.is_at_most(&exact) { exact } else { negated };
    question.compare_number("root of the square", &magnitude, &root.to_string().into())
}

fn order(choices: &mut Choices) -> Outcome {
    let (mut text, mut exact) = random_number(choices);
    let (other, exact_other) = match choices.below(3) {
        0 => random_number(choices),
        // some decimals of the first, which are below it or equal
        1 => {
            let unit = BigInt::from(10).pow(choices.below(25) as u32);
            let digits = exact.times(&Exact::whole(unit.clone())).floor();
            (format!("({digits})/{unit}"), Exact::new(digits, 0, 2, unit))
        }
        // multiples of a root, and whole numbers near them
        _ => {
            let d = choices.one_of(&[2, 3, 5, 7, 94, 999_983]);
            let (p, q) = convergent(d.into(), choices.below(60), i128::from(i64::MAX));
            (text, exact) = (format!("{q}*sqrt({d})"), Exact::new(0, q, d, 1));
            (p.to_string(), Exact::whole(p))
        }
    };
    let question = Question::described(format!("the order of {text} and {other}"));
    let (number, number_other) = (read(&question, &text)?, read(&question, &other)?);
    let expected = exact.order(&exact_other);
    question.compare("order", format!("{expected:?}"), format!("{:?}", number.cmp(&number_other)))?;
    question.compare("equality", expected.is_eq(), number == number_other)
}
