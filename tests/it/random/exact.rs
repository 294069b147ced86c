//! Numbers of the second methods: sums of roots with fractions, read from what an answer says. They
//! share nothing with the numbers of the library but the big integers.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Pow, Signed, Zero};

/// Σ c√d for fractions c ≠ 0 and square-free d ≥ 1: it is 0 only without terms.
#[derive(Clone, Debug, Default)]
pub struct Exact(BTreeMap<u64, BigRational>);

impl Exact {
    /// Σ c√d over r.
    pub fn new<N: Into<BigInt>>(terms: impl IntoIterator<Item = (u64, N)>, r: impl Into<BigInt>) -> Self {
        let r = BigRational::from(r.into());
        let terms = terms.into_iter().map(|(d, c)| (d, BigRational::from(c.into()) / &r));
        Self(terms.filter(|(_, c)| !c.is_zero()).collect())
    }

    pub fn whole(number: impl Into<BigInt>) -> Self {
        Self::new([(1, number.into())], 1)
    }

    /// 1/n.
    pub fn one_of(n: &BigInt) -> Self {
        Self::new([(1, 1)], n.clone())
    }

    /// The root of a whole number.
    pub fn root(of: u64) -> Self {
        let (mut inside, mut outside) = (of, 1);
        for p in (2..).take_while(|p| p * p <= of) {
            while inside % (p * p) == 0 {
                (inside, outside) = (inside / (p * p), outside * p);
            }
        }
        Self::new([(inside, outside)], 1)
    }

    /// Reads sums, products and quotients of whole numbers, decimals, roots and brackets; `None` if
    /// the text is none.
    pub fn read(text: &str) -> Option<Self> {
        let mut reader = Reader { text };
        let sum = reader.sum()?;
        reader.text.is_empty().then_some(sum)
    }

    fn of(terms: impl IntoIterator<Item = (u64, BigRational)>) -> Self {
        let mut sums = BTreeMap::<u64, BigRational>::new();
        terms.into_iter().for_each(|(d, c)| *sums.entry(d).or_default() += c);
        sums.retain(|_, c| !c.is_zero());
        Self(sums)
    }

    fn terms(&self) -> impl Iterator<Item = (u64, BigRational)> + '_ {
        self.0.iter().map(|(&d, c)| (d, c.clone()))
    }

    pub fn plus(&self, other: &Self) -> Self {
        Self::of(self.terms().chain(other.terms()))
    }

    pub fn minus(&self, other: &Self) -> Self {
        Self::of(self.terms().chain(other.terms().map(|(d, c)| (d, -c))))
    }

    pub fn times(&self, other: &Self) -> Self {
        Self::of(self.terms().flat_map(|(d, x)| {
            other.terms().map(move |(e, y)| {
                let common = d.gcd(&e);
                (d / common * (e / common), &x * y * BigRational::from(BigInt::from(common)))
            })
        }))
    }

    /// The quotient; `None` by 0.
    pub fn over(&self, other: &Self) -> Option<Self> {
        // a prime of a number under a root; the product with the conjugate has no such roots
        let prime = other.0.keys().find(|d| **d > 1).map(|d| (2..).find(|p| d % p == 0).unwrap_or(*d));
        let Some(p) = prime else {
            let inverse = other.0.get(&1)?.recip();
            return Some(Self::of(self.terms().map(|(d, c)| (d, c * &inverse))));
        };
        let conjugate = Self(other.terms().map(|(d, c)| (d, if d % p == 0 { -c } else { c })).collect());
        self.times(&conjugate).over(&other.times(&conjugate))
    }

    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// About self·2^bits; each term is off by less than 1.
    fn scaled(&self, bits: u32) -> BigInt {
        let scale = BigRational::from(BigInt::one() << bits);
        let terms = self.terms().map(|(d, c)| {
            let square = &c * &c * BigRational::from(BigInt::from(d)) * &scale * &scale;
            square.floor().to_integer().sqrt() * if c.is_negative() { -1 } else { 1 }
        });
        terms.sum()
    }

    /// The order, by ever more binary digits.
    pub fn order(&self, other: &Self) -> Ordering {
        let difference = self.minus(other);
        if difference.is_zero() {
            return Ordering::Equal;
        }
        let mut scaled = (6..).map(|exponent| difference.scaled(1 << exponent));
        let far = scaled.find(|scaled| scaled.abs() > BigInt::from(difference.0.len()));
        far.map_or(Ordering::Equal, |scaled| scaled.cmp(&BigInt::zero()))
    }

    pub fn is_at_most(&self, other: &Self) -> bool {
        self.order(other).is_le()
    }

    /// Whether a decimal with this many places is this number, rounded.
    pub fn rounds_to(&self, decimal: &str, places: usize) -> bool {
        let digits = decimal.split_once('.').map_or(0, |(_, digits)| digits.len());
        let Some(read) = Self::read(decimal) else { return false };
        let half = Self::one_of(&(BigInt::from(2) * Pow::pow(BigInt::from(10), places)));
        let distance = self.minus(&read);
        digits == places && distance.is_at_most(&half) && half.times(&Self::whole(-1)).is_at_most(&distance)
    }

    /// The least r, and all c of Σ c√d over r.
    pub fn parts(&self) -> (BTreeMap<u64, BigInt>, BigInt) {
        let r = self.0.values().fold(BigInt::one(), |r, c| r.lcm(c.denom()));
        let whole = |c: BigRational| (c * BigRational::from(r.clone())).to_integer();
        (self.terms().map(|(d, c)| (d, whole(c))).collect(), r)
    }
}

impl PartialEq for Exact {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl fmt::Display for Exact {
    /// In the form that is read: `7`, `3/2`, `1+2*sqrt(3)`, `(5-sqrt(2))/4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (parts, r) = self.parts();
        let sum = parts.iter().fold(String::new(), |sum, (d, c)| {
            let sign = match (c.is_negative(), sum.is_empty()) {
                (true, _) => "-",
                (false, true) => "",
                (false, false) => "+",
            };
            let root = if *d == 1 { String::new() } else { format!("sqrt({d})") };
            let count = match c.abs() {
                count if *d == 1 => count.to_string(),
                count if count.is_one() => String::new(),
                count => format!("{count}*"),
            };
            sum + sign + &count + &root
        });
        match (r.is_one(), parts.len()) {
            (_, 0) => write!(f, "0"),
            (true, _) => write!(f, "{sum}"),
            (false, 1) => write!(f, "{sum}/{r}"),
            (false, _) => write!(f, "({sum})/{r}"),
        }
    }
}

/// What is not read yet.
struct Reader<'a> {
    text: &'a str,
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
            return Some(Exact::root(of)).filter(|_| self.takes(")"));
        }
        let whole = self.digits();
        let places = if self.takes(".") { self.digits() } else { "" };
        let unit: BigUint = Pow::pow(BigUint::from(10_u32), places.len());
        let digits: BigInt = format!("{whole}{places}").parse().ok()?;
        Some(Exact::new([(1, digits)], BigInt::from(unit)))
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
        Exact::read(text).unwrap()
    }

    #[test]
    fn numbers_are_read_written_and_ordered() {
        for (text, written) in [
            ("(1+sqrt(8))/2", "(1+2*sqrt(2))/2"),
            ("1.25-3/4", "1/2"),
            ("-sqrt(2)*sqrt(2)", "-2"),
            ("1/(1+sqrt(2))", "-1+sqrt(2)"),
            ("sqrt(2)/2", "sqrt(2)/2"),
            ("sqrt(6)/sqrt(3)-2*sqrt(12)", "sqrt(2)-4*sqrt(3)"),
            ("1/(1+sqrt(2)+sqrt(3))", "(2+sqrt(2)-sqrt(6))/4"),
        ] {
            assert_eq!(exact(text).to_string(), written);
            assert!(exact(text) == exact(written));
        }
        let ascending = ["-sqrt(2)", "-1", "0", "1393/985", "sqrt(2)", "99/70", "3/2"].map(exact);
        assert!(ascending.is_sorted_by(|a, b| a.order(b).is_lt()));
        assert!(Exact::read("sqrt(x)").is_none() && Exact::read("1/0").is_none());
        assert!(exact("sqrt(2)+sqrt(3)").order(&exact("sqrt(10)")).is_lt());
    }

    #[test]
    fn decimals_are_those_of_the_number() {
        let root = exact("-sqrt(2)");
        assert!(
            root.rounds_to("-1.4142", 4) && !root.rounds_to("-1.4143", 4) && !root.rounds_to("-1.414", 4)
        );
    }
}
