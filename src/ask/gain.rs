//! The gain: at one length with the chances of each piece, and on a range its certified maximum,
//! its pieces, or its greatest local maxima.

use std::iter::once;
use std::ops::Div;
use std::sync::Arc;

use itertools::Itertools;
use num_bigint::BigInt;
use num_traits::{One, Zero};

use super::answer::{BothForms, both, equals};
use super::question::{Certified, Question};
use super::raw_question::Keys;
use super::reply::{Reply, ReplyFields, Value, fields};
use super::table::{Rows, Table};
use super::values::{conflict, count, range, segment};
use crate::algebraic::{Algebraic, DefiningPolynomial};
use crate::draw;
use crate::error::Error;
use crate::games::squares::need::Need;
use crate::games::squares::{self, GainCurve, Grundy, Maxima, Maximum, MaximumKind, PieceEnd, PieceEnds};
use crate::number::{Notation, NumberStyle, Surd, refined, write_integer};
use crate::proof::GainClaim;
use crate::watch::Watch;

/// The largest degree of a polynomial in an answer.
const MOST_DEGREE: usize = 32;

/// The question of `range`.
pub(super) fn read_range(keys: &Keys) -> Result<Question, Error> {
    on_range(keys, RangeWish::Maximum)
}

/// The question of `gain`.
pub(super) fn read_gain(keys: &Keys) -> Result<Question, Error> {
    match (keys.has("at"), keys.has("range")) {
        (true, true) => Err(conflict("range", "at")),
        (false, true) => {
            let top = keys.read("top", count)?;
            on_range(keys, top.map_or(RangeWish::Pieces, RangeWish::LocalMaxima))
        }
        _ if keys.has("top") => {
            Err(Error::of_key("top", "maxima are listed for a range; give the range, too"))
        }
        _ => {
            let at = keys.needed("at", segment)?;
            let (lengths, digits) = (keys.lengths()?, keys.digits()?);
            lengths.check_gain(&at)?;
            let (need, certified) = (Need::table(at.clone()), Certified::by_answer([at.clone()]));
            keys.question(lengths, need, Some(certified), move |grundy, _| gain_at(grundy, &at, digits))
        }
    }
}

/// The question about a range.
fn on_range(keys: &Keys, wanted: RangeWish) -> Result<Question, Error> {
    let [from, to] = range("range", keys.needed_list("range")?)?;
    let (lengths, digits) = (keys.lengths()?, keys.digits()?);
    lengths.check_range(&from, &to)?;
    let is_certified = matches!(wanted, RangeWish::Maximum);
    let certified = is_certified.then(|| Certified::by_answer([from.clone(), to.clone()]));
    keys.question(lengths, Need::table(to.clone()), certified, move |grundy, watch| {
        wanted.answer(grundy, [from.clone(), to.clone()], digits, watch)
    })
}

/// What is wanted of the gain on a range.
enum RangeWish {
    Maximum,
    Pieces,
    /// This many, the greatest first.
    LocalMaxima(usize),
}

impl RangeWish {
    fn answer(
        &self,
        grundy: &Grundy,
        range: [Surd; 2],
        digits: usize,
        watch: Watch<'_>,
    ) -> Result<Reply, Error> {
        let [from, to] = range.clone();
        let head = fields! { range: range.clone(), digits };
        Ok(match self {
            Self::Maximum => {
                let maxima = grundy.watched(watch).maxima(&from, &to)?;
                let all = Shown::all(&maxima);
                let places = Value::from_iter(all.iter().map(|shown| shown.place(digits)));
                let (steps, largest_nimber) = (grundy.steps().len(), grundy.largest_nimber());
                let corner_events = grundy.corners();
                let work = fields! { places, steps, largest_nimber, corner_events };
                let fields = head.and(all[0].fields(digits)).and(work);
                let Maximum { at, value, .. } = maxima.first;
                let claim = GainClaim { from, to, at: at.clone(), value: value.clone() };
                Reply::new(fields).claiming(Some(claim.into())).text(move |f, style| {
                    writeln!(f, "{}", maximum_text(&range, &all, digits, style.numbers))?;
                    write!(f, "a random first piece wins there with probability {}", share(&value, &at))?;
                    if !style.is_verbose {
                        return Ok(());
                    }
                    let limit = style.numbers.text(&range[1]);
                    write!(
                        f,
                        "\nwork: {steps} steps of g on [0, {limit}], largest nimber {largest_nimber}, {corner_events} corner events"
                    )
                })
            }
            Self::Pieces => {
                let curve = Arc::new(grundy.gain_curve(&from, &to)?);
                let pieces = Pieces { curve: Arc::clone(&curve), digits };
                Reply::new(head).table("pieces", pieces).drawn(move |columns| {
                    let maxima = curve.maxima();
                    let text = maximum_text(&range, &Shown::all(&maxima), digits, NumberStyle::People);
                    let text = draw::fitting(&text, columns);
                    format!("{text}\n{}", draw::with_maxima(&curve, &maxima, columns))
                })
            }
            Self::LocalMaxima(top) => {
                let maxima = grundy.gain_curve(&from, &to)?.local_maxima(*top);
                let shown = maxima.iter().map(|maximum| Shown::from(maximum).fields(digits));
                let fields = head.and(fields! { top: *top, maxima: Value::from_iter(shown) });
                let titles = "value,at,kind,value_exact,at_exact";
                Reply::new(fields).rows(None, titles, (maxima, digits), |(maxima, digits), style| {
                    Rows::of(maxima.iter(), move |row, Maximum { value, at, kind }| {
                        [value, at].into_iter().for_each(|number| row.push_bytes(number.to_decimal(*digits)));
                        row.push_bytes(words(*kind)[0]);
                        for number in [value, at] {
                            row.push_optional(number.as_surd().map(|number| style.text(number)));
                        }
                    })
                })
            }
        })
    }
}

/// The gain at one length. Each list has one entry for each length.
fn gain_at(grundy: &Grundy, at: &Surd, digits: usize) -> Result<Reply, Error> {
    let (gain, at) = (grundy.gain_at(at)?, at.clone());
    let decimal = |number: &Surd| Value::Decimal(number.clone().into(), digits);
    let mut fields = fields! { at: &at, digits, value: decimal(&gain.value), value_exact: &gain.value };
    let probabilities = gain.chances.iter().map(|chance| &chance.probability).collect_vec();
    let measures = gain.chances.iter().map(|chance| &chance.measure).collect_vec();
    for (decimals, exact, numbers) in
        [("probabilities", "probabilities_exact", probabilities), ("measures", "measures_exact", measures)]
    {
        fields = fields.with(decimals, Value::from_iter(numbers.iter().map(|number| decimal(number))));
        fields = fields.with(exact, Value::from_iter(numbers));
    }
    let [from, to] = [at.clone(), at.clone()];
    let claim = GainClaim { from, to, at: at.clone().into(), value: gain.value.clone().into() };
    Ok(Reply::new(fields).claiming(Some(claim.into())).text(move |f, style| {
        let (numbers, squares::Gain { value, chances }) = (style.numbers, &gain);
        let both = |number| numbers.with_decimals(number, digits);
        write!(f, "e({}) = {}", numbers.text(&at), both(value))?;
        for chance in chances {
            write!(f, "\npiece of length {}:", numbers.text(&chance.length))?;
            write!(f, "\n  winning probability {}", both(&chance.probability))?;
            write!(f, "\n  winning measure     {}", both(&chance.measure))?;
        }
        Ok(())
    }))
}

/// A quotient of at most 1 as [`significant`] has it.
fn share(part: &Algebraic, whole: &Algebraic) -> String {
    /// As many bits tell any number from one at which the text changes, as far as anyone can see.
    const MOST_BITS: usize = 1 << 12;
    let exact = part.as_surd().zip(whole.as_surd()).and_then(|(part, whole)| part.try_div(whole).ok());
    exact.map(|share| significant(&share)).unwrap_or_else(|| {
        refined(|bits| {
            let [part, whole] = [part, whole].map(|number| number.enclosure(bits).with_bits(bits));
            let [low, high] = part.quotient(&whole)?.ends().map(|end| significant(&end));
            (low == high || bits >= MOST_BITS).then_some(high)
        })
    })
}

/// A number from 0 to 1 to three significant digits, or to as many more as show that it is not 1.
fn significant(share: &Surd) -> String {
    if share.is_zero() || share.is_one() {
        return share.to_string();
    }
    // n for a number from 10⁻ⁿ up to 10¹⁻ⁿ
    let magnitude = |number: &Surd| (Surd::div(Surd::one(), number).ceil() - BigInt::one()).to_string().len();
    let digits = magnitude(share) + 2;
    match share.to_decimal(digits) {
        text if text.starts_with('1') => share.to_decimal(magnitude(&(Surd::one() - share))),
        // 0.09996 is 0.100
        text if text.trim_start_matches(['0', '.']).len() > 3 => share.to_decimal(digits - 1),
        text => text,
    }
}

/// The pieces of the gain.
struct Pieces {
    curve: Arc<GainCurve>,
    digits: usize,
}

impl Table for Pieces {
    fn titles(&self) -> &'static str {
        "start,end,slopes,offsets,value,start_decimal,end_decimal,value_decimal"
    }

    fn columns_of_list(&self, title: &str, style: NumberStyle) -> Vec<String> {
        let Some(number) = ["slope", "offset"].into_iter().find(|&number| title.starts_with(number)) else {
            return vec![];
        };
        let lengths = self.curve.lengths().as_slice().iter();
        lengths.map(|length| format!("{number}({})", style.text(length))).collect()
    }

    fn rows_in(&self, style: NumberStyle) -> Rows<'_> {
        let (curve, digits) = (&self.curve, self.digits);
        let notation = curve.winning_measure().lattice().notation(digits).in_style(style);
        let (mut start_text, mut end_text) = (BothForms::default(), BothForms::default());
        self.write_place(&mut end_text, &notation, PieceEnd::From, style);
        Rows::of(curve.piece_ends(), move |row, PieceEnds { start, end, passed }| {
            // a piece begins where the one before it ends
            std::mem::swap(&mut start_text, &mut end_text);
            self.write_place(&mut end_text, &notation, end, style);
            let forms = || curve.linear_forms(&passed);
            let wide = match start {
                PieceEnd::Breakpoint(point) => curve.value_in_integers(point, &passed),
                PieceEnd::From | PieceEnd::To => None,
            };
            // by machine integers if they suffice
            let value = wide.ok_or_else(|| curve.form(&passed).value_at(&curve.exact(start)));
            row.push_bytes(&start_text.exact);
            row.push_bytes(&end_text.exact);
            row.push_list(forms(), |text, form| write_integer(text, form.slope));
            row.push_list(forms(), |text, form| notation.write_closed_form(text, form.offset));
            match &value {
                Ok(value) => row.push_written(|text| notation.write_wide_closed_form(text, *value)),
                Err(value) => row.push_bytes(style.text(value)),
            }
            row.push_bytes(&start_text.decimal);
            row.push_bytes(&end_text.decimal);
            match &value {
                Ok(value) => row.push_written(|text| notation.write_wide_decimal(text, *value)),
                Err(value) => row.push_bytes(value.to_decimal(digits)),
            }
        })
    }
}

impl Pieces {
    fn write_place(&self, text: &mut BothForms, notation: &Notation, place: PieceEnd, style: NumberStyle) {
        match place {
            PieceEnd::Breakpoint(point) => {
                text.write(notation, &self.curve.winning_measure().lattice().coordinates(point));
            }
            PieceEnd::From | PieceEnd::To => {
                text.write_surd(&self.curve.exact(place), self.digits, style);
            }
        }
    }
}

/// A maximum as it is shown.
struct Shown {
    maximum: Maximum,
    /// Those of the value and of the place.
    polynomials: [Option<DefiningPolynomial>; 2],
}

impl From<&Maximum> for Shown {
    fn from(maximum: &Maximum) -> Self {
        let numbers = [&maximum.value, &maximum.at];
        let polynomials = numbers.map(|number| match number {
            Algebraic::Closed(_) => None,
            Algebraic::Root(_) => number.defining_polynomial(MOST_DEGREE).ok(),
        });
        Self { maximum: maximum.clone(), polynomials }
    }
}

impl Shown {
    fn all(maxima: &Maxima) -> Vec<Self> {
        once(&maxima.first).chain(&maxima.others).map(Self::from).collect()
    }

    /// The value and the place.
    fn fields(&self, digits: usize) -> ReplyFields {
        fields! {}
            .both(["value", "value_exact"], &self.maximum.value, digits)
            .with("value_polynomial", self.polynomials[0].as_ref().map(polynomial))
            .and(self.place(digits))
    }

    /// The place alone.
    fn place(&self, digits: usize) -> ReplyFields {
        fields! {}
            .both(["at", "at_exact"], &self.maximum.at, digits)
            .with("at_polynomial", self.polynomials[1].as_ref().map(polynomial))
            .with("kind", words(self.maximum.kind)[0])
    }
}

fn polynomial(DefiningPolynomial { coefficients, interval, minimal }: &DefiningPolynomial) -> ReplyFields {
    let coefficients = Value::from_iter(coefficients.iter().cloned().map(Value::whole));
    fields! { coefficients, interval: interval.clone(), minimal: *minimal }
}

/// A kind for programs, and for people.
fn words(kind: MaximumKind) -> [&'static str; 2] {
    match kind {
        MaximumKind::Endpoint => ["endpoint", "an end of the range"],
        MaximumKind::Breakpoint => ["breakpoint", "a breakpoint of e"],
        MaximumKind::Interior => ["interior", "inside a piece of e, where its derivative vanishes"],
    }
}

/// The maximum for people, and all places that attain it, a line each.
fn maximum_text(range: &[Surd; 2], all: &[Shown], digits: usize, numbers: NumberStyle) -> String {
    let [from, to] = range.each_ref().map(|end| numbers.text(end));
    let text = |number, polynomial: &Option<_>| text(number, polynomial.as_ref(), digits, numbers);
    let value = text(&all[0].maximum.value, &all[0].polynomials[0]);
    let places = all.iter().map(|Shown { maximum, polynomials }| {
        format!("L {}, {}", text(&maximum.at, &polynomials[1]), words(maximum.kind)[1])
    });
    format!("f({from}, {to}) {value}\nattained at {}", places.format("\n        and "))
}

/// What stands behind the name of a number, for people: of one without closed form, the degree is
/// said.
fn text(
    number: &Algebraic,
    polynomial: Option<&DefiningPolynomial>,
    digits: usize,
    numbers: NumberStyle,
) -> String {
    let remark = || {
        let is_minimal = polynomial.is_some_and(|polynomial| polynomial.minimal);
        let what = if is_minimal { "algebraic" } else { "a root of a polynomial" };
        let degree = polynomial.map_or_else(|| number.degree_bound(), |p| p.coefficients.len() - 1);
        format!("no closed form; {what} of degree {degree}")
    };
    format!("{}{}", equals(number), both(numbers, number, digits, remark))
}
