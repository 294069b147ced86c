//! Numbers of the second methods: p + q√d with fractions, read from what an answer says. They share
//! nothing with the numbers of the library but the big integers.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Pow, Signed, Zero};

/// p + q√d; d is not a square, and if q = 0 it does not matter.
#[derive(Clone, Debug)]
pub struct Exact {
    p: BigRational,
    q: BigRational,
    d: BigInt,
}

impl Exact {
    /// (a + b√d)/r.
    pub fn new(a: impl Into<BigInt>, b: impl Into<BigInt>, d: u32, r: impl Into<BigInt>) -> Self {
        let r = BigRational::from(r.into());
        Self { p: BigRational::from(a.into()) / &r, q: BigRational::from(b.into()) / r, d: d.into() }
    }

    pub fn whole(number: impl Into<BigInt>) -> Self {
        Self { p: BigRational::from(number.into()), q: BigRational::zero(), d: BigInt::from(2) }
    }

    /// 1/n.
    pub fn one_of(n: &BigInt) -> Self {
        Self::new(1, 0, 2, n.clone())
    }

    /// The root of a whole number, as a multiple of √d.
    pub fn root(of: &BigInt, d: &BigInt) -> Option<Self> {
        let exact = |square: &BigInt| Some(square.sqrt()).filter(|root| root * root == *square);
        if of.is_negative() {
            return None;
        }
        if let Some(root) = exact(of) {
            return Some(Self::whole(root));
        }
        // √n = (√(n·d)/d)·√d
        let root = exact(&(of * d))?;
        Some(Self { p: BigRational::zero(), q: BigRational::new(root, d.clone()), d: d.clone() })
    }

    /// Reads sums, products and quotients of whole numbers, decimals, roots and brackets; `None` if
    /// the text is none, or a root is not a multiple of √d.
    pub fn read(text: &str, d: &BigInt) -> Option<Self> {
        let mut reader = Reader { text, d: d.clone() };
        let sum = reader.sum()?;
        reader.text.is_empty().then_some(sum)
    }

    /// d as of the one that has a root.
    fn with(&self, other: &Self, p: BigRational, q: BigRational) -> Self {
        let d = if self.q.is_zero() { &other.d } else { &self.d };
        Self { p, q, d: d.clone() }
    }

    pub fn plus(&self, other: &Self) -> Self {
        self.with(other, &self.p + &other.p, &self.q + &other.q)
    }

    pub fn minus(&self, other: &Self) -> Self {
        self.with(other, &self.p - &other.p, &self.q - &other.q)
    }

    pub fn times(&self, other: &Self) -> Self {
        let d = self.with(other, BigRational::zero(), BigRational::zero()).d;
        let p = &self.p * &other.p + &self.q * &other.q * BigRational::from(d);
        self.with(other, p, &self.p * &other.q + &self.q * &other.p)
    }

    /// The quotient; `None` by 0.
    pub fn over(&self, other: &Self) -> Option<Self> {
        // 1/(p + q√d) = (p − q√d)/(p² − d·q²), which is 0 for 0 only
        let norm = &other.p * &other.p - &other.q * &other.q * BigRational::from(other.d.clone());
        if norm.is_zero() {
            return None;
        }
        let conjugate = Self { p: other.p.clone(), q: -&other.q, d: other.d.clone() };
        let product = self.times(&conjugate);
        Some(Self { p: product.p / &norm, q: product.q / &norm, d: product.d })
    }

    /// d, or any number if there is no root.
    pub fn radicand(&self) -> &BigInt {
        &self.d
    }

    pub fn is_zero(&self) -> bool {
        self.p.is_zero() && self.q.is_zero()
    }

    /// ⌊self·2^bits⌋, or one less.
    fn scaled(&self, bits: u32) -> BigInt {
        let scale = BigRational::from(BigInt::one() << bits);
        let root: BigRational = &self.q * &self.q * BigRational::from(self.d.clone()) * &scale * &scale;
        let root = root.floor().to_integer().sqrt();
        // −√x has the floor −⌊√x⌋ − 1, unless it is whole; and a sum of floors may be one too small
        let root = if self.q.is_negative() { -root - 1 } else { root };
        (&self.p * scale).floor().to_integer() + root
    }

    /// The order, also of numbers with different roots: by ever more binary digits.
    pub fn order(&self, other: &Self) -> Ordering {
        let has_same_root = self.d == other.d || self.q.is_zero() || other.q.is_zero();
        if has_same_root && self.minus(other).is_zero() {
            return Ordering::Equal;
        }
        for bits in (6..16).map(|exponent| 1_u32 << exponent) {
            let (left, right) = (self.scaled(bits), other.scaled(bits));
            if (&left - &right).abs() > BigInt::from(4) {
                return left.cmp(&right);
            }
        }
        Ordering::Equal
    }

    pub fn is_at_most(&self, other: &Self) -> bool {
        self.order(other).is_le()
    }

    /// Whether a decimal with this many places is this number, rounded.
    pub fn rounds_to(&self, decimal: &str, places: usize) -> bool {
        let digits = decimal.split_once('.').map_or(0, |(_, digits)| digits.len());
        let Some(read) = Self::read(decimal, &self.d) else { return false };
        let half = Self::one_of(&(BigInt::from(2) * Pow::pow(BigInt::from(10), places)));
        let distance = self.minus(&read);
        digits == places && distance.is_at_most(&half) && half.times(&Self::whole(-1)).is_at_most(&distance)
    }

    /// The least r and a, b with self = (a + b√d)/r.
    pub fn parts(&self) -> [BigInt; 3] {
        let r: BigInt = num_integer::lcm(self.p.denom().clone(), self.q.denom().clone());
        let whole = |part: &BigRational| (part * BigRational::from(r.clone())).to_integer();
        [whole(&self.p), whole(&self.q), r]
    }
}

impl PartialEq for Exact {
    fn eq(&self, other: &Self) -> bool {
        self.order(other).is_eq()
    }
}

impl fmt::Display for Exact {
    /// In the form that is read: `7`, `3/2`, `1+2*sqrt(3)`, `(5-sqrt(2))/4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, r] = self.parts();
        let root = match (b.is_positive(), b.abs()) {
            (_, count) if count.is_zero() => String::new(),
            (plus, count) => {
                let sign = if !plus {
                    "-"
                } else if a.is_zero() {
                    ""
                } else {
                    "+"
                };
                let count = if count.is_one() { String::new() } else { format!("{count}*") };
                format!("{sign}{count}sqrt({})", self.d)
            }
        };
        let whole = if a.is_zero() && !root.is_empty() { String::new() } else { a.to_string() };
        match (r.is_one(), whole.is_empty() || root.is_empty()) {
            (true, _) => write!(f, "{whole}{root}"),
            (false, true) => write!(f, "{whole}{root}/{r}"),
            (false, false) => write!(f, "({whole}{root})/{r}"),
        }
    }
}

/// What is not read yet.
struct Reader<'a> {
    text: &'a str,
    d: BigInt,
}

impl<'a> Reader<'a> {
    fn takes(&mut self, sign: &str) -> bool {
        let rest = self.text.strip_prefix(sign);
        self.text = rest.unwrap_or(self.text);
        rest.is_some()
    }

    fn sum(&mut self) -> Option<Exact> {
        let minus = self.takes("-");
        let mut sum = self.product()?;
        if minus {
            sum = Exact::whole(0).minus(&sum);
        }
        loop {
            if self.takes("+") {
                sum = sum.plus(&self.product()?);
            } else if self.takes("-") {
                sum = sum.minus(&self.product()?);
            } else {
                return Some(sum);
            }
        }
    }

    fn product(&mut self) -> Option<Exact> {
        let mut product = self.factor()?;
        loop {
            if self.takes("*") {
                product = product.times(&self.factor()?);
            } else if self.takes("/") {
                product = product.over(&self.factor()?)?;
            } else {
                return Some(product);
            }
        }
    }

    fn factor(&mut self) -> Option<Exact> {
        if self.takes("(") {
            return self.sum().filter(|_| self.takes(")"));
        }
        if self.takes("sqrt(") {
            let of = self.digits().parse().ok()?;
            return Exact::root(&of, &self.d.clone()).filter(|_| self.takes(")"));
        }
        let whole = self.digits();
        let places = if self.takes(".") { self.digits() } else { "" };
        let unit: BigUint = Pow::pow(BigUint::from(10_u32), places.len());
        let digits: BigInt = format!("{whole}{places}").parse().ok()?;
        Some(Exact::new(digits, 0, 2, BigInt::from(unit)))
    }

    fn digits(&mut self) -> &'a str {
        let count = self.text.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, rest) = self.text.split_at(count);
        self.text = rest;
        digits
    }
}

mod tests {
    use super::*;

    fn exact(text: &str) -> Exact {
        Exact::read(text, &2.into()).unwrap()
    }

    #[test]
    fn numbers_are_read_written_and_ordered() {
        for (text, written) in [
            ("(1+sqrt(8))/2", "(1+2*sqrt(2))/2"),
            ("1.25-3/4", "1/2"),
            ("-sqrt(2)*sqrt(2)", "-2"),
            ("1/(1+sqrt(2))", "-1+sqrt(2)"),
            ("sqrt(2)/2", "sqrt(2)/2"),
        ] {
            assert_eq!(exact(text).to_string(), written);
            assert!(exact(text) == exact(written));
        }
        let ascending = ["-sqrt(2)", "-1", "0", "1393/985", "sqrt(2)", "99/70", "3/2"].map(exact);
        assert!(ascending.is_sorted_by(|a, b| a.order(b).is_lt()));
        assert!(Exact::read("sqrt(3)", &2.into()).is_none() && Exact::read("1/0", &2.into()).is_none());
        let [three, two] = [Exact::read("sqrt(3)", &3.into()).unwrap(), exact("sqrt(2)")];
        assert!(two.is_at_most(&three) && !three.is_at_most(&two));
    }

    #[test]
    fn decimals_are_those_of_the_number() {
        let root = exact("-sqrt(2)");
        assert!(
            root.rounds_to("-1.4142", 4) && !root.rounds_to("-1.4143", 4) && !root.rounds_to("-1.414", 4)
        );
    }
}
