//! The question about a number, which is the command `number`: what it is.

use itertools::Itertools;
use num_bigint::BigInt;
use num_traits::One;

use super::question::Question;
use super::raw_question::Keys;
use super::reply::{Reply, Value, fields};
use super::values::number;
use crate::algebraic::{Algebraic, Polynomial};
use crate::error::Error;
use crate::number::Surd;

/// Conjugates and what is made of them are given up to this degree,
const MOST_DEGREE: usize = 16;
/// and so many terms of a continued fraction, of which people see the first ones.
const TERMS: usize = 100;
const FIRST_TERMS: usize = 16;
const FIRST_CONVERGENTS: usize = 6;

/// The question of `number`.
pub(super) fn read_number(keys: &Keys) -> Result<Question, Error> {
    let (number, digits) = (keys.needed("number", number)?, keys.digits()?);
    Ok(Question::at_once(move || Ok(of_number(&number, digits))))
}

fn of_number(number: &Surd, digits: usize) -> Reply {
    // roots of which none is a product of others
    let mut field = Surd::default();
    let is_independent = |root: &Surd| {
        let larger = &field + root;
        let is_independent = larger.rank() > field.rank();
        field = if is_independent { larger } else { field.clone() };
        is_independent
    };
    let roots = number.roots().map(|(d, _)| Surd::square_root_of(d.get())).filter(is_independent);
    let roots = roots.collect_vec();
    let degree = BigInt::one() << number.rank();
    let exact = Algebraic::from(number.clone());
    // numbers whose products are none have no conjugates here, either
    let polynomial = exact.defining_polynomial(MOST_DEGREE).ok().map(|polynomial| polynomial.coefficients);
    let conjugates = polynomial.as_ref().map(|_| number.conjugates());
    let norm = polynomial.as_ref().and_then(|_| number.norm().ok()).map(Surd::from);
    let (trace, fraction) = (Surd::from(number.trace()), number.continued_fraction(TERMS));
    // some more if the terms repeat
    let count = fraction.terms.len().max(FIRST_CONVERGENTS);
    let convergents = fraction.convergents().take(count).map(Surd::from).collect_vec();
    let fields = fields! {
        number, number_decimal: Value::Decimal(exact, digits), degree: Value::whole(degree.clone()), roots: roots.clone(),
        conjugates: conjugates.clone(), norm: norm.clone(), trace: trace.clone(),
        minimal_polynomial: polynomial.clone().map(|list| Value::from_iter(list.into_iter().map(Value::Whole))),
        continued_fraction: Value::from_iter(fraction.terms.iter().cloned().map(Value::Whole)),
        period: fraction.period, convergents: convergents.clone(),
    };
    let number = number.clone();
    Reply::new(fields).text(move |f, style| {
        let text = |number: &Surd| style.numbers.text(number);
        writeln!(f, "{}", style.numbers.with_decimals(&number, digits))?;
        if !number.is_rational() {
            write!(f, "in Q({}), of degree {degree}", roots.iter().map(text).format(", "))?;
            if let Some(polynomial) = &polynomial {
                let polynomial = Polynomial::new(polynomial.iter().cloned().map(Surd::from).collect());
                write!(f, ": a root of {polynomial}")?;
            }
            if let Some([_, others @ ..]) = conjugates.as_deref() {
                write!(f, "\nconjugates {}", others.iter().map(text).format(", "))?;
            }
            let norm = norm.iter().map(|norm| format!("norm {}, ", text(norm))).format("");
            writeln!(f, "\n{norm}trace {}", text(&trace))?;
        }
        let (count, period) = (fraction.terms.len(), fraction.period.unwrap_or(0));
        let mut terms = fraction.terms.iter().map(ToString::to_string).take(FIRST_TERMS).collect_vec();
        let is_cut = count > FIRST_TERMS;
        terms.extend(is_cut.then(|| "...".to_owned()));
        // what repeats stands in parentheses
        if period > 0
            && let Some(first) = terms.get_mut(count - period).filter(|term| *term != "...")
        {
            first.insert(0, '(');
            terms.iter_mut().last().into_iter().for_each(|last| last.push(')'));
        }
        let (whole, rest) = (terms.remove(0), terms.join(", "));
        let rest = if rest.is_empty() { rest } else { format!("; {rest}") };
        write!(f, "continued fraction [{whole}{rest}]")?;
        if period > 0 {
            write!(f, ", period {period}")?;
        }
        let more = if is_cut || period > 0 || count > FIRST_CONVERGENTS { ", ..." } else { "" };
        let first = convergents.iter().take(FIRST_CONVERGENTS).map(text).format(", ");
        write!(f, "\nconvergents {first}{more}")
    })
}
