//! The gain: at one length with the chances of each piece, and on a range its certified maximum,
//! its pieces, or its greatest local maxima.

use std::fmt;
use std::iter::once;
use std::ops::Div;

use num_bigint::BigInt;
use num_traits::{One, Zero};
use serde::{Deserialize, Serialize, Serializer};

use super::answer::{Answer, BothForms, Object, TableAnswer, both, equals};
use super::question::{
    AskError, Certified, DecimalsKey, Keys, Question, SearchWatch, SegmentKey, SquaresKeys,
};
use super::table::{Columns, Rows, Table};
use super::text_style::TextStyle;
use super::values::{ValueError, count, range};
use crate::algebraic::{Algebraic, DefiningPolynomial};
use crate::draw;
use crate::games::squares::need::Need;
use crate::games::squares::{
    self, GainCurve, Grundy, Maximum, MaximumKind, PieceEnd, PieceEnds, SquaresError,
};
use crate::number::{Notation, NumberStyle, Surd, write_integer};
use crate::proof::{Claim, GainClaim};
use crate::sweep::Nimber;

/// The largest degree of a polynomial in an answer.
const MOST_DEGREE: usize = 32;

/// The keys of `range`: the certified maximum. On the command line, they are the main job, too.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct RangeKeys {
    /// The greatest gain e(L) for A <= L <= B, proven
    pub(crate) range: Vec<String>,
    pub(crate) squares: SquaresKeys,
    pub(crate) decimals: DecimalsKey,
}

/// The keys of `gain`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct GainKeys {
    at: SegmentKey,
    /// The formulas of e(L) for A <= L <= B
    range: Option<Vec<String>>,
    /// The K greatest local maxima of e on the range
    top: Option<String>,
    squares: SquaresKeys,
    decimals: DecimalsKey,
}

impl Keys for RangeKeys {
    const COMMAND: &'static str = "range";

    fn read(&self) -> Result<Question, AskError> {
        on_range(&self.range, RangeWish::Maximum, &self.squares, &self.decimals)
    }
}

impl Keys for GainKeys {
    const COMMAND: &'static str = "gain";

    fn read(&self) -> Result<Question, AskError> {
        let Self { at, range, top, squares, decimals } = self;
        match (at.read()?, range) {
            (Some(_), Some(_)) => Err(ValueError::conflict("range", "at").into()),
            (None, Some(range)) => {
                let wanted = match top {
                    Some(top) => RangeWish::LocalMaxima(count("top", top)?),
                    None => RangeWish::Pieces,
                };
                on_range(range, wanted, squares, decimals)
            }
            (_, None) if top.is_some() => {
                Err(ValueError::new("top", "the maxima are those on a range; give the range, too").into())
            }
            (at, None) => {
                let at = at.ok_or_else(|| ValueError::missing("at", Self::COMMAND))?;
                let (lengths, digits) = (squares.lengths()?, decimals.digits()?);
                lengths.check_gain(&at)?;
                let (need, certified) = (Need::table(at.clone()), Certified::by_answer([at.clone()]));
                squares.question(lengths, need, Some(certified), move |grundy, _| {
                    GainAnswer::new(grundy, &at, digits)
                })
            }
        }
    }
}

/// The question about a range.
fn on_range(
    ends: &[String],
    wanted: RangeWish,
    squares: &SquaresKeys,
    decimals: &DecimalsKey,
) -> Result<Question, AskError> {
    let [from, to] = range("range", ends)?;
    let (lengths, digits) = (squares.lengths()?, decimals.digits()?);
    lengths.check_range(&from, &to)?;
    let is_certified = matches!(wanted, RangeWish::Maximum);
    let certified = is_certified.then(|| Certified::by_answer([from.clone(), to.clone()]));
    squares.question(lengths, Need::table(to.clone()), certified, move |grundy, watch| {
        let (from, to) = (from.clone(), to.clone());
        wanted.answer(grundy, RangeHead { range: [from, to], digits }, watch)
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
    fn answer(&self, grundy: &Grundy, head: RangeHead, watch: SearchWatch<'_>) -> Result<Answer, AskError> {
        let [from, to] = &head.range;
        let digits = head.digits;
        let answer = |maximum: &Maximum| MaximumAnswer::new(maximum, digits);
        Ok(match self {
            Self::Maximum => {
                let maxima = grundy.watched(watch).maxima(from, to)?.ok_or(SquaresError::Stopped)?;
                let maximum = answer(&maxima.first);
                let others: Vec<_> = maxima.others.iter().map(answer).collect();
                Answer::from(Range {
                    places: once(&maximum).chain(&others).map(|maximum| maximum.place.clone()).collect(),
                    head,
                    maximum,
                    steps: grundy.steps().len(),
                    largest_nimber: grundy.largest_nimber(),
                    corner_events: grundy.corners(),
                    others,
                })
            }
            Self::Pieces => {
                let pieces = Pieces { curve: grundy.gain_curve(from, to)?, head };
                Answer::from(TableAnswer::new("pieces", pieces).drawn(drawing))
            }
            Self::LocalMaxima(top) => {
                let maxima = grundy.gain_curve(from, to)?.local_maxima(*top);
                Answer::from(LocalMaxima { maxima: maxima.iter().map(answer).collect(), head, top: *top })
            }
        })
    }
}

/// The gain at one length. Each list has one entry for each length.
#[derive(Debug, Serialize)]
struct GainAnswer {
    at: Surd,
    digits: usize,
    value: String,
    value_exact: Option<Surd>,
    probabilities: Vec<String>,
    probabilities_exact: Vec<Option<Surd>>,
    measures: Vec<String>,
    measures_exact: Vec<Option<Surd>>,
    /// The numbers themselves.
    #[serde(skip)]
    exact: squares::Gain,
}

impl GainAnswer {
    fn new(grundy: &Grundy, at: &Surd, digits: usize) -> Result<Self, AskError> {
        let exact = grundy.gain_at(at)?;
        let forms = |number: &Algebraic| (number.to_decimal(digits), number.as_surd().cloned());
        let (value, value_exact) = forms(&exact.value);
        let (probabilities, probabilities_exact) =
            exact.chances.iter().map(|chance| forms(&chance.probability)).unzip();
        let (measures, measures_exact) = exact.chances.iter().map(|chance| forms(&chance.measure)).unzip();
        Ok(Self {
            at: at.clone(),
            digits,
            value,
            value_exact,
            probabilities,
            probabilities_exact,
            measures,
            measures_exact,
            exact,
        })
    }
}

impl Object for GainAnswer {
    fn claim(&self) -> Option<Claim> {
        let (at, value) = (self.at.clone(), self.exact.value.clone());
        Some(GainClaim { from: at.clone(), to: at.clone(), at: at.into(), value }.into())
    }

    fn write_text(&self, f: &mut fmt::Formatter<'_>, style: &TextStyle) -> fmt::Result {
        let numbers = style.numbers;
        let squares::Gain { value, chances } = &self.exact;
        let both = |number| both(numbers, number, self.digits, || "no closed form".to_owned());
        write!(f, "e({}) {}{}", numbers.text(&self.at), equals(value), both(value))?;
        for chance in chances {
            write!(f, "\npiece of length {}:", numbers.text(&chance.length))?;
            write!(f, "\n  winning probability {}", both(&chance.probability))?;
            write!(f, "\n  winning measure     {}", both(&chance.measure))?;
        }
        Ok(())
    }
}

/// What answers about a range begin with.
#[derive(Clone, Debug, Serialize)]
struct RangeHead {
    range: [Surd; 2],
    digits: usize,
}

/// The certified maximum f(from, to) of the gain, and all places that attain it.
#[derive(Debug, Serialize)]
struct Range {
    #[serde(flatten)]
    head: RangeHead,
    #[serde(flatten)]
    maximum: MaximumAnswer,
    places: Vec<PlaceAnswer>,
    steps: usize,
    largest_nimber: Nimber,
    corner_events: u64,
    /// The maximum at the other places.
    #[serde(skip)]
    others: Vec<MaximumAnswer>,
}

impl Object for Range {
    fn claim(&self) -> Option<Claim> {
        let ([from, to], Maximum { at, value, .. }) = (self.head.range.clone(), self.maximum.exact.clone());
        Some(GainClaim { from, to, at, value }.into())
    }

    fn write_text(&self, f: &mut fmt::Formatter<'_>, style: &TextStyle) -> fmt::Result {
        let Self { steps, largest_nimber, corner_events, head, .. } = self;
        writeln!(f, "{}", head.maximum_text(&self.maximum, &self.others, style.numbers))?;
        let Maximum { at, value, .. } = &self.maximum.exact;
        write!(f, "a random first piece wins there with probability {}", share(value, at))?;
        if !style.is_verbose {
            return Ok(());
        }
        let limit = style.numbers.text(&head.range[1]);
        write!(
            f,
            "\nwork: {steps} steps of g on [0, {limit}], largest nimber {largest_nimber}, {corner_events} corner events"
        )
    }
}

/// A quotient of at most 1, to three significant digits, or to as many more as show that it is not
/// 1.
fn share(part: &Algebraic, whole: &Algebraic) -> String {
    /// Far more than tell three digits from others.
    const PLACES: usize = 100;
    let exact = part.as_surd().zip(whole.as_surd()).and_then(|(part, whole)| part.try_div(whole).ok());
    let share = exact.unwrap_or_else(|| {
        let [part, whole]: [Surd; 2] =
            [part, whole].map(|number| number.to_decimal(PLACES).parse().unwrap_or_default());
        part.try_div(&whole).unwrap_or_default()
    });
    if share.is_zero() || share.is_one() {
        return share.to_string();
    }
    // n for a number from 10⁻ⁿ up to 10¹⁻ⁿ
    let magnitude = |number: &Surd| (Surd::div(Surd::one(), number).ceil() - BigInt::one()).to_string().len();
    let digits = magnitude(&share) + 2;
    match share.to_decimal(digits) {
        text if text.starts_with('1') => share.to_decimal(magnitude(&(Surd::one() - &share))),
        // 0.09996 is 0.100
        text if text.trim_start_matches(['0', '.']).len() > 3 => share.to_decimal(digits - 1),
        text => text,
    }
}

/// The greatest local maxima of the gain.
#[derive(Debug, Serialize)]
struct LocalMaxima {
    #[serde(flatten)]
    head: RangeHead,
    top: usize,
    maxima: Vec<MaximumAnswer>,
}

impl Table for LocalMaxima {
    fn titles(&self) -> &'static str {
        "value,at,kind,value_exact,at_exact"
    }

    fn rows_in(&self, style: NumberStyle) -> Rows<'_> {
        Rows::of(self.maxima.iter(), move |row, maximum| {
            let exact = |number: &Option<Surd>| number.as_ref().map(|number| style.text(number));
            row.push_bytes(maximum.value.digits());
            row.push_bytes(maximum.place.at.digits());
            row.push_bytes(maximum.place.kind);
            row.push_optional(exact(&maximum.value_exact));
            row.push_optional(exact(&maximum.place.at_exact));
        })
    }
}

impl Object for LocalMaxima {
    fn table(&self) -> Option<&dyn Table> {
        Some(self)
    }

    fn write_text(&self, f: &mut fmt::Formatter<'_>, style: &TextStyle) -> fmt::Result {
        write!(f, "{}", Columns::in_style(self, style))
    }
}

/// The pieces of the gain.
#[derive(Debug, Serialize)]
struct Pieces {
    #[serde(flatten)]
    head: RangeHead,
    #[serde(skip)]
    curve: GainCurve,
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
        let (curve, digits) = (&self.curve, self.head.digits);
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
            row.push_list(forms(), |text, form| notation.write_closed_form(text, form.a, form.b));
            match &value {
                Ok(value) => row.push_written(|text| notation.write_wide_closed_form(text, *value)),
                Err(value) => row.push_optional(value.as_surd().map(|value| style.text(value))),
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
                text.write(notation, self.curve.winning_measure().lattice().coordinates(point));
            }
            PieceEnd::From | PieceEnd::To => {
                text.write_surd(&self.curve.exact(place), self.head.digits, style);
            }
        }
    }
}

/// The certified maximum, and the curve.
fn drawing(Pieces { head, curve }: &Pieces, columns: usize) -> String {
    let maxima = curve.maxima();
    let answer = |maximum| MaximumAnswer::new(maximum, head.digits);
    let others: Vec<_> = maxima.others.iter().map(answer).collect();
    let text = head.maximum_text(&answer(&maxima.first), &others, NumberStyle::People);
    format!("{}\n{}", draw::fitting(&text, columns), draw::with_maxima(curve, &maxima, columns))
}

/// A number with so many decimals, which are found only when they are written: a string in JSON.
#[derive(Clone, Debug)]
struct Decimal(Algebraic, usize);

impl Decimal {
    fn digits(&self) -> String {
        self.0.to_decimal(self.1)
    }
}

impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.digits())
    }
}

/// The value and the place of a maximum.
#[derive(Clone, Debug, Serialize)]
struct MaximumAnswer {
    value: Decimal,
    value_exact: Option<Surd>,
    value_polynomial: Option<DefiningPolynomial>,
    #[serde(flatten)]
    place: PlaceAnswer,
    /// The kind for people.
    #[serde(skip)]
    remark: &'static str,
    /// The maximum itself.
    #[serde(skip)]
    exact: Maximum,
}

/// The place of a maximum alone.
#[derive(Clone, Debug, Serialize)]
struct PlaceAnswer {
    at: Decimal,
    at_exact: Option<Surd>,
    at_polynomial: Option<DefiningPolynomial>,
    kind: &'static str,
}

impl MaximumAnswer {
    fn new(maximum: &Maximum, digits: usize) -> Self {
        let numbers = [&maximum.value, &maximum.at];
        let [value, at] = numbers.map(|number| Decimal(number.clone(), digits));
        let [value_exact, at_exact] = numbers.map(|number| number.as_surd().cloned());
        let [value_polynomial, at_polynomial] = numbers.map(|number| number.defining_polynomial(MOST_DEGREE));
        let (kind, remark) = match maximum.kind {
            MaximumKind::Endpoint => ("endpoint", "an end of the range"),
            MaximumKind::Breakpoint => ("breakpoint", "a breakpoint of e"),
            MaximumKind::Interior => ("interior", "inside a piece of e, where its derivative vanishes"),
        };
        let exact = maximum.clone();
        let place = PlaceAnswer { at, at_exact, at_polynomial, kind };
        Self { value, value_exact, value_polynomial, place, remark, exact }
    }

    /// The place for people.
    fn place_text(&self, digits: usize, numbers: NumberStyle) -> String {
        let place = text(&self.exact.at, self.place.at_polynomial.as_ref(), digits, numbers);
        format!("{place}, {}", self.remark)
    }
}

impl RangeHead {
    /// The maximum for people, and all places that attain it, a line each.
    fn maximum_text(&self, first: &MaximumAnswer, others: &[MaximumAnswer], numbers: NumberStyle) -> String {
        let [from, to] = self.range.each_ref().map(|end| numbers.text(end));
        let value = text(&first.exact.value, first.value_polynomial.as_ref(), self.digits, numbers);
        let place = |maximum: &MaximumAnswer| maximum.place_text(self.digits, numbers);
        let mut text = format!("f({from}, {to}) {value}\nattained at L {}", place(first));
        for other in others {
            text += &format!("\n        and L {}", place(other));
        }
        text
    }
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
