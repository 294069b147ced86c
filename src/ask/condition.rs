//! A condition on the values of g: `value=3`, `value=1,2,5`, `value<4`, `value>=200`.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;

use super::values::ValueError;
use crate::number::quoted;
use crate::sweep::Nimber;

/// Which values of g a table shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    /// One of these, in ascending order.
    Among(Vec<Nimber>),
    Below(Nimber),
    AtMost(Nimber),
    Above(Nimber),
    AtLeast(Nimber),
}

impl Condition {
    pub(super) fn holds(&self, value: Nimber) -> bool {
        match self {
            Self::Among(values) => values.binary_search(&value).is_ok(),
            Self::Below(bound) => value < *bound,
            Self::AtMost(bound) => value <= *bound,
            Self::Above(bound) => value > *bound,
            Self::AtLeast(bound) => value >= *bound,
        }
    }
}

impl FromStr for Condition {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        let refused = || {
            let reason = format!(
                "'{}' is not a condition; write value=3, value=1,2,5, value<4, value<=4, value>200 or value>=200",
                quoted(text)
            );
            ValueError::new("where", reason)
        };
        let number = |text: &str| {
            let digits = Some(text.trim()).filter(|text| text.bytes().all(|c| c.is_ascii_digit()));
            digits.and_then(|text| text.parse::<Nimber>().ok())
        };
        let rest = text.trim().strip_prefix("value").map(str::trim_start).ok_or_else(refused)?;
        // the longer sign first: it begins with the shorter one
        let relations = [
            ("<=", Self::AtMost as fn(Nimber) -> Self),
            ("<", Self::Below),
            (">=", Self::AtLeast),
            (">", Self::Above),
        ];
        let found =
            relations.into_iter().find_map(|(sign, relation)| Some((rest.strip_prefix(sign)?, relation)));
        if let Some((bound, relation)) = found {
            return number(bound).map(relation).ok_or_else(refused);
        }
        let values = rest.strip_prefix('=').ok_or_else(refused)?;
        let values: Option<Vec<_>> = values.split(',').map(number).collect();
        Ok(Self::Among(values.ok_or_else(refused)?.into_iter().sorted_unstable().dedup().collect()))
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Among(values) => write!(f, "value={}", values.iter().format(",")),
            Self::Below(bound) => write!(f, "value<{bound}"),
            Self::AtMost(bound) => write!(f, "value<={bound}"),
            Self::Above(bound) => write!(f, "value>{bound}"),
            Self::AtLeast(bound) => write!(f, "value>={bound}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_hold_for_the_values_that_they_name() {
        for (text, written, holding) in [
            ("value=3", "value=3", &[3][..]),
            (" value = 5, 1,2,2 ", "value=1,2,5", &[1, 2, 5]),
            ("value<2", "value<2", &[0, 1]),
            ("value <= 2", "value<=2", &[0, 1, 2]),
            ("value>4", "value>4", &[5, 6]),
            ("value>=4", "value>=4", &[4, 5, 6]),
            ("value<0", "value<0", &[]),
        ] {
            let condition: Condition = text.parse().unwrap();
            assert_eq!(condition.to_string(), written);
            let found: Vec<Nimber> = (0..7).filter(|&value| condition.holds(value)).collect();
            assert_eq!(found, holding, "{text}");
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "value",
            "value=",
            "3",
            "value=3,",
            "value=+3",
            "value==3",
            "value<1,2",
            "value=-1",
            "x=3",
            "value<3x",
            "value=99999999999",
            "value!=3",
        ] {
            let error = text.parse::<Condition>().unwrap_err().to_string();
            assert!(
                error.starts_with(&format!("where: '{text}' is not a condition; write value=3,")),
                "{error}"
            );
        }
    }
}
