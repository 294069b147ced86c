//! Closed forms for people, and in the notation of other programs: each number of a text is
//! rewritten, and all else stays.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;

/// How closed forms of numbers are written. In every style they read back as the same numbers, in
/// the program that it is made for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[cfg_attr(not(feature = "cli"), allow(dead_code, reason = "drawings are for people"))]
pub(crate) enum NumberStyle {
    /// 1/3+2/3√2, for people: without parentheses and asterisks, so that a shell takes it as it is
    #[default]
    #[cfg_attr(feature = "cli", value(skip))]
    Plain,
    /// \frac{1+2\sqrt{2}}{3}
    Latex,
    /// (1+2*Sqrt[2])/3
    Mathematica,
}

/// A closed form in a text, with a root or a denominator; its parts are texts.
#[derive(Debug, Default, PartialEq)]
struct ClosedForm<'a> {
    /// The part without a root, with its sign.
    whole: &'a str,
    /// The sign of the root, its factor, and what is below it.
    root: Option<[&'a str; 3]>,
    /// The denominator.
    below: &'a str,
}

/// The digits at the start of a text, and the rest; none if there are no digits.
fn digits(text: &str) -> Option<(&str, &str)> {
    let end = text.bytes().take_while(u8::is_ascii_digit).count();
    (end > 0).then(|| text.split_at(end))
}

/// A sign at the start of a text, which may be empty, and the rest.
fn sign<'a>(text: &'a str, signs: &[char]) -> (&'a str, &'a str) {
    text.split_at(usize::from(text.starts_with(signs)))
}

/// A multiple of a root at the start of a text: its factor, what is below the root, and the rest.
fn root(text: &str) -> Option<([&str; 2], &str)> {
    let (factor, rest) = match digits(text) {
        Some((factor, rest)) => (factor, rest.strip_prefix('*')?),
        None => ("", text),
    };
    let (below, rest) = digits(rest.strip_prefix("sqrt(")?)?;
    Some(([factor, below], rest.strip_prefix(')')?))
}

impl<'a> ClosedForm<'a> {
    /// The closed form that a text begins with, and the rest.
    fn read(text: &'a str) -> Option<(Self, &'a str)> {
        let inside = text.strip_prefix('(');
        let (form, rest) = Self::sum(inside.unwrap_or(text))?;
        let has_two_terms = !form.whole.is_empty() && form.root.is_some();
        let rest = match inside {
            Some(_) if !has_two_terms => return None,
            Some(_) => rest.strip_prefix(')').filter(|rest| rest.starts_with('/'))?,
            None => rest,
        };
        let (below, rest) = match rest.strip_prefix('/').and_then(digits) {
            Some(fraction) if inside.is_some() || !has_two_terms => fraction,
            _ => ("", rest),
        };
        // a decimal, a power and a name are something else
        let is_longer = |c: char| c.is_alphanumeric() || matches!(c, '_' | '^' | '(');
        let ends = !rest.starts_with(is_longer)
            && !rest.strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        let says_more = form.root.is_some() || !below.is_empty();
        (ends && says_more).then_some((Self { below, ..form }, rest))
    }

    /// A number, a root, or both.
    fn sum(text: &'a str) -> Option<(Self, &'a str)> {
        let (minus, unsigned) = sign(text, &['-']);
        if let Some(([factor, below], rest)) = root(unsigned) {
            return Some((Self { root: Some([minus, factor, below]), ..Self::default() }, rest));
        }
        let (number, rest) = digits(unsigned)?;
        let whole = &text[..minus.len() + number.len()];
        let (operator, after) = sign(rest, &['+', '-']);
        let added = root(after).filter(|_| !operator.is_empty());
        Some(match added {
            Some(([factor, below], rest)) => {
                (Self { whole, root: Some([operator, factor, below]), below: "" }, rest)
            }
            None => (Self { whole, ..Self::default() }, rest),
        })
    }

    /// With a denominator for each term; a fraction alone stays as it is.
    fn plain(&self) -> Option<String> {
        let Self { whole, root, below } = self;
        let [sign, factor, inside] = (*root)?;
        let below: BigInt = if below.is_empty() { BigInt::one() } else { below.parse().ok()? };
        // a text may have 1/0
        let over = |above: BigInt| (below > BigInt::ZERO).then(|| BigRational::new(above, below.clone()));
        let whole = if whole.is_empty() { String::new() } else { over(whole.parse().ok()?)?.to_string() };
        let factor = over(if factor.is_empty() { BigInt::one() } else { factor.parse().ok()? })?;
        let factor = if factor.is_one() { String::new() } else { factor.to_string() };
        Some(format!("{whole}{sign}{factor}√{inside}"))
    }

    fn latex(&self) -> String {
        let Self { whole, root, below } = self;
        let root =
            root.map_or_else(String::new, |[sign, factor, below]| format!(r"{sign}{factor}\sqrt{{{below}}}"));
        let above = format!("{whole}{root}");
        if below.is_empty() {
            return above;
        }
        // the sign of a single term stands before the fraction
        let minus = if whole.is_empty() || root.is_empty() { sign(&above, &['-']).0 } else { "" };
        format!(r"{minus}\frac{{{}}}{{{below}}}", &above[minus.len()..])
    }
}

impl NumberStyle {
    /// The text with its closed forms in this style.
    pub(crate) fn rewritten(self, text: &str) -> String {
        let mut written = String::with_capacity(text.len() + text.len() / 4);
        let (mut rest, mut before) = (text, ' ');
        while let Some(next) = rest.chars().next() {
            let is_inside = before.is_alphanumeric() || matches!(before, '.' | '_' | '^');
            let is_minus = next == '-' && before == ')';
            let begins = matches!(next, '0'..='9' | '(' | '-' | 's') && !is_inside && !is_minus;
            let form = if begins { ClosedForm::read(rest) } else { None };
            let after = match form {
                Some((form, after)) => {
                    let own = &rest[..rest.len() - after.len()];
                    match self {
                        Self::Plain => written += &form.plain().unwrap_or_else(|| own.to_owned()),
                        Self::Latex => written += &form.latex(),
                        Self::Mathematica => {
                            let brackets = |own: &str| own.replacen("sqrt(", "Sqrt[", 1);
                            let below = form.root.map_or("", |[_, _, below]| below);
                            written +=
                                &brackets(own).replacen(&format!("[{below})"), &format!("[{below}]"), 1);
                        }
                    }
                    after
                }
                None => {
                    written.push(next);
                    &rest[next.len_utf8()..]
                }
            };
            before = rest[..rest.len() - after.len()].chars().next_back().unwrap_or(next);
            rest = after;
        }
        written
    }
}

/// Whether a closed form is a whole number of at least 0: its decimals would say nothing more.
#[cfg_attr(not(feature = "serde"), allow(dead_code, reason = "only answers have both"))]
pub(crate) fn is_whole(exact: &str) -> bool {
    exact.bytes().all(|c| c.is_ascii_digit())
}

/// A number for people, of which the closed form and the decimals are known: `5+2*sqrt(2) ≈ 7.83`,
/// `1/2 = 0.50`. Whole numbers have no decimals.
#[cfg_attr(not(feature = "serde"), allow(dead_code, reason = "only answers have both"))]
pub(crate) fn with_decimals(exact: &str, decimal: &str) -> String {
    if is_whole(exact) {
        return exact.to_owned();
    }
    let number = |text: &str| text.parse::<super::Surd>().ok();
    let is_equal = !exact.contains("sqrt") && number(exact) == number(decimal);
    format!("{exact} {} {decimal}", if is_equal { '=' } else { '≈' })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::number::Surd;

    #[test]
    fn numbers_of_a_text_are_rewritten_and_all_else_stays() {
        for (text, plain, latex, mathematica) in [
            ("7", "7", "7", "7"),
            ("7/2", "7/2", r"\frac{7}{2}", "7/2"),
            ("-7/2", "-7/2", r"-\frac{7}{2}", "-7/2"),
            ("sqrt(2)", "√2", r"\sqrt{2}", "Sqrt[2]"),
            ("-3*sqrt(2)/2", "-3/2√2", r"-\frac{3\sqrt{2}}{2}", "-3*Sqrt[2]/2"),
            ("10-sqrt(2)", "10-√2", r"10-\sqrt{2}", "10-Sqrt[2]"),
            ("(-1+sqrt(5))/2", "-1/2+1/2√5", r"\frac{-1+\sqrt{5}}{2}", "(-1+Sqrt[5])/2"),
            ("(200+29*sqrt(2))/92", "50/23+29/92√2", r"\frac{200+29\sqrt{2}}{92}", "(200+29*Sqrt[2])/92"),
            (
                "e((1+sqrt(2))/3) = 0.5 = 1/2, [1, 5+2*sqrt(2)), lengths 1,sqrt(2); 1.5e3 and 2.25",
                "e(1/3+1/3√2) = 0.5 = 1/2, [1, 5+2√2), lengths 1,√2; 1.5e3 and 2.25",
                r"e(\frac{1+\sqrt{2}}{3}) = 0.5 = \frac{1}{2}, [1, 5+2\sqrt{2}), lengths 1,\sqrt{2}; 1.5e3 and 2.25",
                "e((1+Sqrt[2])/3) = 0.5 = 1/2, [1, 5+2*Sqrt[2]), lengths 1,Sqrt[2]; 1.5e3 and 2.25",
            ),
            ("(1+sqrt(2), 3)", "(1+√2, 3)", r"(1+\sqrt{2}, 3)", "(1+Sqrt[2], 3)"),
            ("sqrt(2)/0", "sqrt(2)/0", r"\frac{\sqrt{2}}{0}", "Sqrt[2]/0"),
            ("x1/2 sqrt(2 (3) ½", "x1/2 sqrt(2 (3) ½", "x1/2 sqrt(2 (3) ½", "x1/2 sqrt(2 (3) ½"),
        ] {
            assert_eq!(NumberStyle::Plain.rewritten(text), plain);
            assert_eq!(NumberStyle::Latex.rewritten(text), latex);
            assert_eq!(NumberStyle::Mathematica.rewritten(text), mathematica);
        }
    }

    #[test]
    fn an_equals_sign_stands_between_equal_numbers_only() {
        for (exact, decimal, expected) in [
            ("5+2*sqrt(2)", "7.83", "5+2*sqrt(2) ≈ 7.83"),
            ("239/10", "23.900", "239/10 = 23.900"),
            ("239/10", "24", "239/10 ≈ 24"),
            ("-7", "-7.0", "-7 = -7.0"),
            ("7", "7.0", "7"),
        ] {
            assert_eq!(with_decimals(exact, decimal), expected);
        }
    }

    proptest! {
        #![proptest_config(crate::property::config())]

        /// Nothing is lost: what is rewritten reads back as the number.
        #[test]
        fn every_closed_form_is_rewritten(a in -99_i64..99, b in -9_i64..9, r in 1_i64..9) {
            let number = (Surd::from(a) + Surd::from(b) * "sqrt5".parse::<Surd>().unwrap()) / Surd::from(r);
            let text = number.to_string();
            let plain = NumberStyle::Plain.rewritten(&text);
            prop_assert!(!plain.contains(['(', '*']), "{}", plain);
            prop_assert_eq!(plain.parse::<Surd>(), Ok(number.clone()));
            prop_assert_eq!(plain.replace('√', "sqrt").parse::<Surd>(), Ok(number.clone()));
            let latex = NumberStyle::Latex.rewritten(&text);
            prop_assert!(!latex.contains("sqrt(") && !latex.contains('/'), "{}", latex);
            let back = latex.replace("}{", ")/(").replace(r"\frac{", "((").replace(r"\sqrt{", "sqrt(").replace('}', ")");
            let closed = if latex.contains("frac") { back + ")" } else { back };
            prop_assert_eq!(closed.parse::<Surd>().map_err(|_| closed), Ok(number.clone()));
            let mathematica = NumberStyle::Mathematica.rewritten(&text).replace("Sqrt[", "sqrt(").replace(']', ")");
            prop_assert_eq!(mathematica, text);
        }
    }
}
