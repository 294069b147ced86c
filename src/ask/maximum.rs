//! A maximum of the gain as a part of an answer: decimals, closed forms, polynomials.

use serde::Serialize;

use super::text::{Both, closed_form};
use crate::algebraic::{Algebraic, DefiningPolynomial};
use crate::games::squares::{Maximum, MaximumKind};
use crate::number::Surd;

/// The largest degree of a polynomial in an answer.
const MOST_DEGREE: usize = 32;

/// The value and the place of a maximum.
#[derive(Clone, Debug, Serialize)]
pub(super) struct MaximumAnswer {
    pub(super) value: String,
    pub(super) at: String,
    pub(super) at_exact: Option<String>,
    pub(super) value_exact: Option<String>,
    at_polynomial: Option<DefiningPolynomial>,
    value_polynomial: Option<DefiningPolynomial>,
    pub(super) kind: &'static str,
    /// Value and place for people.
    #[serde(skip)]
    texts: [String; 2],
    #[serde(skip)]
    remark: &'static str,
}

/// The place of a maximum alone.
#[derive(Clone, Debug, Serialize)]
pub(super) struct PlaceAnswer {
    at: String,
    at_exact: Option<String>,
    at_polynomial: Option<DefiningPolynomial>,
    kind: &'static str,
}

impl MaximumAnswer {
    pub(super) fn new(maximum: &Maximum, digits: usize) -> Self {
        let numbers = [&maximum.value, &maximum.at];
        let [value, at] = numbers.map(|number| number.to_decimal(digits));
        let [value_exact, at_exact] = numbers.map(closed_form);
        let [value_polynomial, at_polynomial] = numbers.map(|number| number.defining_polynomial(MOST_DEGREE));
        let texts = [
            text(&value, value_exact.as_ref(), value_polynomial.as_ref(), &maximum.value),
            text(&at, at_exact.as_ref(), at_polynomial.as_ref(), &maximum.at),
        ];
        let (kind, remark) = match maximum.kind {
            MaximumKind::Endpoint => ("endpoint", "an end of the range"),
            MaximumKind::Breakpoint => ("breakpoint", "a breakpoint of e"),
            MaximumKind::Interior => ("interior", "inside a piece of e, where its derivative vanishes"),
        };
        Self { value, at, at_exact, value_exact, at_polynomial, value_polynomial, kind, texts, remark }
    }

    /// The place for people.
    fn place_text(&self) -> String {
        format!("{}, {}", self.texts[1], self.remark)
    }

    pub(super) fn place(&self) -> PlaceAnswer {
        let (at, at_exact) = (self.at.clone(), self.at_exact.clone());
        PlaceAnswer { at, at_exact, at_polynomial: self.at_polynomial.clone(), kind: self.kind }
    }
}

/// The maximum on a range for people, and all places that attain it, a line each.
pub(super) fn maximum_text(
    [from, to]: &[Surd; 2],
    maximum: &MaximumAnswer,
    others: &[MaximumAnswer],
) -> String {
    let mut text =
        format!("f({from}, {to}) = {}\nattained at L = {}", maximum.texts[0], maximum.place_text());
    for other in others {
        text += &format!("\n        and L = {}", other.place_text());
    }
    text
}

/// A number for people: of one without closed form, the degree is said.
fn text(
    decimal: &str,
    exact: Option<&String>,
    polynomial: Option<&DefiningPolynomial>,
    number: &Algebraic,
) -> String {
    let is_minimal = polynomial.is_some_and(|polynomial| polynomial.minimal);
    let what = if is_minimal { "algebraic" } else { "a root of a polynomial" };
    let degree = polynomial.map_or_else(|| number.degree_bound(), |p| p.coefficients.len() - 1);
    let remark = format!("no closed form; {what} of degree {degree}");
    Both { decimal, exact, remark: &remark }.to_string()
}
