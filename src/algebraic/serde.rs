//! Algebraic numbers in JSON and other formats: a closed form, or a polynomial and the interval of
//! its root.

use std::fmt;

use itertools::Itertools;
use serde::de::{Error, MapAccess, Visitor, value::MapAccessDeserializer};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::number::Algebraic;
use super::polynomial::Polynomial;
use crate::number::{Radicand, Surd, common_radicand};

/// The largest degree that is read; it bounds the time of root isolation.
const LARGEST_DEGREE: usize = 12;
/// The largest product of the square of the degree and the size in bits of a coefficient or an end
/// of an interval, likewise.
const LARGEST_WORK: u64 = 1 << 13;

/// A root beyond its field: the coefficients from the constant term upwards, the d of the field
/// Q(√d), and an interval that holds no other root.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct RootForm {
    polynomial: Vec<Surd>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    radicand: Option<u64>,
    interval: [Surd; 2],
}

impl RootForm {
    /// The root, or why there is none beyond a field.
    fn number(self) -> Result<Algebraic, String> {
        let numbers = self.polynomial.iter().chain(&self.interval);
        let other_degree = |degree| {
            Err(format!(
                "the polynomial has degree {degree}; at least 1 and at most {LARGEST_DEGREE} is read"
            ))
        };
        let degree = self.polynomial.len().saturating_sub(1);
        if degree == 0 || degree > LARGEST_DEGREE {
            return other_degree(degree);
        }
        // neither factor exceeds the largest degree
        let most = LARGEST_WORK / (degree * degree) as u64;
        if let Some(bits) = numbers.map(Surd::bits).find(|&bits| bits > most) {
            return Err(format!(
                "a number has {bits} binary digits; at most {most} are read for degree {degree}"
            ));
        }
        let named = self.radicand.map(Radicand::new).transpose().map_err(|error| error.to_string())?;
        let mut radicands = self.polynomial.iter().map(Surd::radicand);
        let radicand = radicands
            .try_fold(named, common_radicand)
            .map_err(|_| "the coefficients are not all in one field")?;
        let polynomial = Polynomial::new(self.polynomial);
        if polynomial.degree() != degree {
            return other_degree(polynomial.degree());
        }
        if polynomial.square_free().degree() != degree {
            return Err("the polynomial has a repeated root".to_owned());
        }
        let [low, high] = self.interval;
        if low.radicand().or(high.radicand()).is_some() || low >= high {
            return Err("the ends of the interval are not two rational numbers in ascending order".to_owned());
        }
        let roots = Algebraic::roots_of(&polynomial, radicand).into_iter();
        match roots.filter(|root| *root > low && *root < high).exactly_one() {
            Ok(Algebraic::InField(_)) => Err("the root lies in the field; write its closed form".to_owned()),
            Ok(root) => Ok(root),
            Err(roots) => Err(format!("{} roots lie in the interval; exactly one must", roots.count())),
        }
    }
}

impl Serialize for Algebraic {
    /// In the field, the text of the closed form. Beyond it, an object: `polynomial`, the
    /// coefficients from the constant term upwards; `radicand`, the d of the field Q(√d), absent
    /// for Q; `interval`, two rational numbers between which there is no other root.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::InField(number) => number.serialize(serializer),
            Self::OutsideField(root) => {
                let polynomial = root.polynomial().coefficients().to_vec();
                let radicand = root.radicand().map(Radicand::get);
                RootForm { polynomial, radicand, interval: root.interval() }.serialize(serializer)
            }
        }
    }
}

impl<'de> Deserialize<'de> for Algebraic {
    /// From what [`Serialize`] writes. Everything is checked: one field, bounded sizes (degree at
    /// most 12, and numbers of at most 2¹³/degree² binary digits), no root more than once, exactly
    /// one root in the interval, and that one not in the field.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(FormVisitor)
    }
}

struct FormVisitor;

impl<'de> Visitor<'de> for FormVisitor {
    type Value = Algebraic;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number as text, or an object with a polynomial and the interval of its root")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Algebraic, E> {
        text.parse().map(Algebraic::InField).map_err(E::custom)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Algebraic, A::Error> {
        RootForm::deserialize(MapAccessDeserializer::new(map))?.number().map_err(A::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::One;

    fn read(json: &str) -> Result<Algebraic, String> {
        serde_json::from_str(json).map_err(|error| error.to_string())
    }

    #[test]
    fn numbers_come_back_as_they_were() {
        let field = Radicand::new(2).ok();
        let p = Polynomial::new(["-2-sqrt2", "0", "1"].map(|c| c.parse().unwrap()).to_vec());
        let mut numbers = Algebraic::roots_of(&(&p * &Polynomial::from(&[-3_i64, 0, 0, 1][..])), field);
        numbers.extend(["7/3", "1-sqrt2", "sqrt3"].map(|text| Algebraic::of(text.parse().unwrap(), field)));
        for number in numbers {
            let json = serde_json::to_string(&number).unwrap();
            let back = read(&json).unwrap();
            assert_eq!((&back, back.as_surd().is_some()), (&number, number.as_surd().is_some()), "{json}");
            assert_eq!(serde_json::to_string(&back).unwrap(), json);
        }
        let root = Algebraic::of("sqrt3".parse().unwrap(), field);
        let json = r#"{"polynomial":["-3","0","1"],"radicand":2,"interval":["3/2","7/4"]}"#;
        assert_eq!(serde_json::to_string(&root).unwrap(), json);
    }

    #[test]
    fn whatever_is_no_root_is_refused() {
        for (json, reason) in [
            (r#"{"polynomial":["-3","0","1"],"interval":["-2","2"]}"#, "2 roots lie in the interval"),
            (r#"{"polynomial":["-3","0","1"],"interval":["2","3"]}"#, "0 roots lie in the interval"),
            (
                r#"{"polynomial":["-3","0","1"],"radicand":3,"interval":["1","2"]}"#,
                "the root lies in the field",
            ),
            (r#"{"polynomial":["-4","0","1"],"interval":["1","3"]}"#, "the root lies in the field"),
            (
                r#"{"polynomial":["-3","0","1"],"radicand":8,"interval":["1","2"]}"#,
                "8 is not a square-free integer",
            ),
            (
                r#"{"polynomial":["-sqrt2","0","1"],"radicand":3,"interval":["1","2"]}"#,
                "are not all in one field",
            ),
            (r#"{"polynomial":["-sqrt2","sqrt3","1"],"interval":["1","2"]}"#, "are not all in one field"),
            (r#"{"polynomial":["9","0","-6","0","1"],"interval":["1","2"]}"#, "a repeated root"),
            (r#"{"polynomial":["-3","0","1"],"interval":["2","1"]}"#, "the ends of the interval"),
            (r#"{"polynomial":["-3","0","1"],"interval":["1","1+sqrt2"]}"#, "the ends of the interval"),
            (r#"{"polynomial":["-3"],"interval":["1","2"]}"#, "degree 0"),
            (r#"{"polynomial":["-3","0","1","0"],"interval":["1","2"]}"#, "degree 2"),
            (r#"{"polynomial":[],"interval":["1","2"]}"#, "degree 0"),
            (
                r#"{"polynomial":["-3","0","10^2000"],"interval":["1","2"]}"#,
                "6644 binary digits; at most 2048 are read",
            ),
            (r#"{"polynomial":["-3","0","1"]}"#, "missing field `interval`"),
            (r#"{"polynomial":["-3","0","1"],"interval":["1","2"],"x":1}"#, "unknown field"),
            (r#""1+""#, "cannot read '1+'"),
            ("17", "a number as text, or an object"),
        ] {
            let error = read(json).unwrap_err();
            assert!(error.contains(reason), "{error} for {json}");
        }
        let long = format!(r#"{{"polynomial":[{}"1"],"interval":["1","2"]}}"#, r#""1","#.repeat(13));
        assert!(read(&long).unwrap_err().contains("degree 13"));
        // x¹² − 2
        let longest = format!(r#"{{"polynomial":["-2",{}"1"],"interval":["1","2"]}}"#, r#""0","#.repeat(11));
        assert_eq!(read(&longest).unwrap().to_decimal(8), "1.05946309");
    }

    #[test]
    fn the_largest_forms_are_read_in_bounded_time() {
        for degree in [2, LARGEST_DEGREE] {
            let bits = LARGEST_WORK / (degree * degree) as u64;
            // numbers without a pattern: the digits of powers of 3 at irregular places
            let integer = |i: usize| {
                let digits =
                    num_bigint::BigInt::from(3).pow(5000 + 37 * i as u32) >> (bits as usize * (i % 5));
                let size = digits % (num_bigint::BigInt::one() << (bits - 1));
                if i.is_multiple_of(3) { -size } else { size }
            };
            let coefficients =
                (0..=degree).map(|i| format!("\"{}+{}*sqrt2\"", integer(i), integer(i + 50))).join(",");
            let json = format!(r#"{{"polynomial":[{coefficients}],"interval":["-1000","1000"]}}"#);
            let start = std::time::Instant::now();
            let result = read(&json).map(|root| root.to_decimal(8));
            assert!(start.elapsed().as_secs() < 30, "{degree}: {result:?}");
        }
    }
}
