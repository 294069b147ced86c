//! An answer as a value: keys and values, from which its JSON follows; and beside them its text,
//! its rows, its drawing, and what a certificate claims of it.

use std::fmt::{self, Debug, Display};
use std::sync::Arc;

use num_bigint::{BigInt, BigUint};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::table::{Columns, Rows, Table};
use super::text_style::TextStyle;
use crate::algebraic::Algebraic;
use crate::error::Error;
use crate::number::{NumberStyle, Surd};
use crate::plot::Picture;
use crate::proof::{Certificate, Claim};

/// A value of an answer. The digits of numbers are found when they are written: those of thousands
/// take longer than most numbers take to compute, and people see few.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// The key is not there.
    Absent,
    Nothing,
    Flag(bool),
    /// A Grundy value or a count: a number in JSON.
    Count(u64),
    /// A whole number of any size: a text in JSON, as all below.
    Whole(BigInt),
    Exact(Surd),
    /// A number with so many decimals.
    Decimal(Algebraic, usize),
    Text(String),
    /// A picture as SVG.
    Svg(Arc<Picture>),
    List(Vec<Value>),
    Object(ReplyFields),
}

/// Keys and values, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReplyFields(Vec<(&'static str, Value)>);

/// Keys and values as a struct has them: `fields! { n, ratio: game.ratio() }`.
macro_rules! fields {
    (= $key:ident) => { $key };
    (= $key:ident $value:expr) => { $value };
    ($($key:ident $(: $value:expr)?),* $(,)?) => {
        $crate::ask::reply::ReplyFields::default()$(.with(stringify!($key), fields!(= $key $($value)?)))*
    };
}

pub(super) use fields;

impl Value {
    /// The value, if there is one; else there is no key, either.
    pub(super) fn given(value: Option<impl Into<Self>>) -> Self {
        value.map_or(Self::Absent, Into::into)
    }

    /// A whole number that is a text in JSON, however small it is.
    pub(super) fn whole(number: impl Into<BigInt>) -> Self {
        Self::Whole(number.into())
    }
}

impl ReplyFields {
    /// These and one more, unless its value is absent.
    pub(super) fn with(mut self, key: &'static str, value: impl Into<Value>) -> Self {
        let value = value.into();
        if !matches!(value, Value::Absent) {
            self.0.push((key, value));
        }
        self
    }

    /// These and those.
    pub(super) fn and(mut self, others: Self) -> Self {
        self.0.extend(others.0);
        self
    }

    /// These, with the decimals of a number, and its closed form or nothing.
    pub(super) fn both(self, keys: [&'static str; 2], number: &Algebraic, digits: usize) -> Self {
        self.with(keys[0], Value::Decimal(number.clone(), digits)).with(keys[1], number.as_surd())
    }

    pub(super) fn write<M: SerializeMap>(&self, entries: &mut M) -> Result<(), M::Error> {
        self.0.iter().try_for_each(|(key, value)| entries.serialize_entry(key, value))
    }
}

/// A value from those of other types.
macro_rules! values {
    ($($type:ty: $value:ident => $into:expr;)+) => {$(
        impl From<$type> for Value {
            fn from($value: $type) -> Self {
                $into
            }
        }
    )+};
}

values! {
    bool: flag => Self::Flag(flag);
    u32: count => Self::Count(count.into());
    u64: count => Self::Count(count);
    usize: count => Self::Count(count as u64);
    BigUint: number => Self::whole(number);
    &BigUint: number => Self::whole(number.clone());
    Surd: number => Self::Exact(number);
    &Surd: number => Self::Exact(number.clone());
    &str: text => Self::Text(text.to_owned());
    String: text => Self::Text(text);
    &String: text => Self::Text(text.clone());
    ReplyFields: fields => Self::Object(fields);
}

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(list: Vec<T>) -> Self {
        Self::List(list.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Value>, const N: usize> From<[T; N]> for Value {
    fn from(list: [T; N]) -> Self {
        Self::List(list.map(Into::into).into())
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Nothing, Into::into)
    }
}

impl<T: Into<Value>> FromIterator<T> for Value {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        Self::List(values.into_iter().map(Into::into).collect())
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Absent | Self::Nothing => serializer.serialize_none(),
            Self::Flag(flag) => serializer.serialize_bool(*flag),
            Self::Count(count) => serializer.serialize_u64(*count),
            Self::Whole(number) => serializer.serialize_str(&number.to_string()),
            Self::Exact(number) => serializer.collect_str(number),
            Self::Decimal(number, digits) => serializer.serialize_str(&number.to_decimal(*digits)),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Svg(picture) => serializer.serialize_str(&picture.svg()),
            Self::List(values) => serializer.collect_seq(values),
            Self::Object(fields) => fields.serialize(serializer),
        }
    }
}

impl Serialize for ReplyFields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

type WriteText = dyn Fn(&mut fmt::Formatter<'_>, &TextStyle) -> fmt::Result + Send + Sync;
type Certify = dyn Fn() -> Result<Certificate, Error> + Send + Sync;
type Draw = dyn Fn(usize) -> String + Send + Sync;

/// What a command answers.
#[derive(Default)]
pub(super) struct Reply {
    pub(super) fields: ReplyFields,
    /// The key of the rows in JSON, if they are there, and the rows.
    pub(super) table: Option<(Option<&'static str>, Box<dyn Table + Send + Sync>)>,
    /// The text for people, if it is not columns,
    text: Option<Box<WriteText>>,
    /// and what is said below it.
    remark: Option<String>,
    pub(super) drawing: Option<Box<Draw>>,
    pub(super) picture: Option<Arc<Picture>>,
    /// Whether the text or picture names the pieces.
    pub(super) names_pieces: bool,
    /// What a certificate claims of it, if it says all of that.
    pub(super) claim: Option<Claim>,
    /// The certificate, if there is one that needs no g.
    pub(super) certificate: Option<Box<Certify>>,
}

impl Reply {
    pub(super) fn new(fields: ReplyFields) -> Self {
        Self { fields, ..Self::default() }
    }

    /// With a text for people.
    pub(super) fn text(
        self,
        text: impl Fn(&mut fmt::Formatter<'_>, &TextStyle) -> fmt::Result + Send + Sync + 'static,
    ) -> Self {
        Self { text: Some(Box::new(text)), ..self }
    }

    /// With rows, each made when it is written: from a value, by a function. JSON has them below a
    /// key, if there is one.
    pub(super) fn rows<T: Send + Sync + 'static>(
        self,
        key: impl Into<Option<&'static str>>,
        titles: &'static str,
        value: T,
        rows: fn(&T, NumberStyle) -> Rows<'_>,
    ) -> Self {
        self.table(key, RowsOf { titles, value, rows })
    }

    /// With a table.
    pub(super) fn table(
        self,
        key: impl Into<Option<&'static str>>,
        table: impl Table + Send + Sync + 'static,
    ) -> Self {
        Self { table: Some((key.into(), Box::new(table))), ..self }
    }

    /// With a picture, which names the pieces.
    pub(super) fn picture(self, picture: Arc<Picture>) -> Self {
        Self { picture: Some(picture), names_pieces: true, ..self }
    }

    /// Whose text names the pieces.
    pub(super) fn naming_pieces(self) -> Self {
        Self { names_pieces: true, ..self }
    }

    /// With a line below the text.
    pub(super) fn remarking(self, remark: String) -> Self {
        Self { remark: Some(remark), ..self }
    }

    /// With a drawing of at most so many columns.
    pub(super) fn drawn(self, draw: impl Fn(usize) -> String + Send + Sync + 'static) -> Self {
        Self { drawing: Some(Box::new(draw)), ..self }
    }

    /// With what a certificate claims.
    pub(super) fn claiming(self, claim: Option<Claim>) -> Self {
        Self { claim, ..self }
    }

    /// With a certificate that needs no g.
    pub(super) fn certified(
        self,
        certificate: impl Fn() -> Result<Certificate, Error> + Send + Sync + 'static,
    ) -> Self {
        Self { certificate: Some(Box::new(certificate)), ..self }
    }
}

impl Debug for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fields.fmt(f)
    }
}

impl Reply {
    /// Writes the text: columns, unless there is another one.
    pub(super) fn write_text(&self, f: &mut fmt::Formatter<'_>, style: &TextStyle) -> fmt::Result {
        /// A text in lines of any length.
        struct Text<'a>(&'a WriteText, &'a TextStyle);

        impl Display for Text<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0(f, self.1)
            }
        }

        match self {
            Self { text: Some(text), .. } => f.write_str(&style.fitted(Text(text, style).to_string()))?,
            Self { picture: Some(picture), .. } => f.write_str(&picture.svg())?,
            Self { table, .. } => {
                table.iter().try_for_each(|(_, table)| Columns::in_style(&**table, style).fmt(f))?;
            }
        }
        self.remark.iter().try_for_each(|remark| write!(f, "\n{}", style.fitted(remark.clone())))
    }
}

/// Rows that a function makes from a value.
struct RowsOf<T> {
    titles: &'static str,
    value: T,
    rows: fn(&T, NumberStyle) -> Rows<'_>,
}

impl<T> Table for RowsOf<T> {
    fn titles(&self) -> &'static str {
        self.titles
    }

    fn rows_in(&self, style: NumberStyle) -> Rows<'_> {
        (self.rows)(&self.value, style)
    }
}
