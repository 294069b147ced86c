//! Why a value is what it is: all options of a segment or of a sum, what each leaves, and the mex.

use itertools::Itertools;

use super::moves::position_part;
use super::question::Question;
use super::raw_question::Keys;
use super::reply::{Reply, Value, fields};
use super::table::{Rows, Table};
use crate::error::Error;
use crate::games::squares::{Grundy, Interval, OptionRange, Position};
use crate::number::{NumberStyle, Surd};

/// The most rows of an explanation.
const MOST_ROWS: usize = 5000;

/// The question of `explain`.
pub(super) fn read_explain(keys: &Keys) -> Result<Question, Error> {
    let lengths = keys.lengths()?;
    let (position, within, need) = position_part(keys, &lengths)?;
    keys.question(lengths, need, None, move |grundy, _| explained(grundy, &position, within.as_ref()))
}

/// All options, and the value that follows.
fn explained(grundy: &Grundy, position: &Position, within: Option<&[Surd; 2]>) -> Result<Reply, Error> {
    let value = position.value(grundy)?;
    let options = position.options(grundy, within)?;
    if options.len() > MOST_ROWS {
        let reason = format!(
            "there are {} rows, and at most {MOST_ROWS} are listed; ask for a smaller part of the places",
            options.len()
        );
        return Err(Error::of_key("within", reason));
    }
    let segments = position.segments();
    let at = segments.iter().exactly_one().ok();
    let part = match (options.is_empty(), within.is_some()) {
        (true, true) => Some("no piece has its left end there"),
        (true, false) => Some("no piece fits"),
        (false, true) => Some("only places in that part are listed"),
        (false, false) => None,
    };
    let least = match value {
        0 => "no move leaves 0".to_owned(),
        _ => format!("some move leaves each value below {value}, and none leaves {value}"),
    };
    let remark = match part {
        Some(part) => format!("{part}; the value is {value}"),
        None => {
            format!("mirrored moves, which leave the same, are not listed; {least}, so the value is {value}")
        }
    };
    // the only segment, or all segments
    let fields = fields! {
        at: Value::given(at), segments: Value::given(at.is_none().then(|| segments.to_vec())),
        within: Value::given(within.cloned()), value,
    };
    Ok(Reply::new(fields)
        .table("options", ExplainedOptions { is_sum: at.is_none(), options })
        .remarking(remark))
}

struct ExplainedOptions {
    is_sum: bool,
    options: Vec<OptionRange>,
}

impl Table for ExplainedOptions {
    fn titles(&self) -> &'static str {
        self.titles_in(NumberStyle::Program)
    }

    /// For people, the part on the left of a piece says where it lies.
    fn titles_in(&self, style: NumberStyle) -> &'static str {
        let titles = match style.is_for_people() {
            true => "segment,length,left,values,xor",
            false => "segment,length,start,end,start_included,end_included,left,values,xor",
        };
        titles.strip_prefix("segment,").filter(|_| !self.is_sum).unwrap_or(titles)
    }

    fn columns_of_list(&self, title: &str, _: NumberStyle) -> Vec<String> {
        let columns: &[&str] = match title {
            "left" => &["left", "right"],
            "values" => &["g(left)", "g(right)"],
            _ => &[],
        };
        columns.iter().map(ToString::to_string).collect()
    }

    fn rows_in(&self, style: NumberStyle) -> Rows<'_> {
        Rows::of(self.options.iter(), move |row, option| {
            let OptionRange { segment, length, places, right, values, xor } = option;
            if self.is_sum {
                row.push_number(*segment as u64 + 1);
            }
            row.push_bytes(style.text(length));
            if !style.is_for_people() {
                [&places.start, &places.end].into_iter().for_each(|end| row.push_bytes(style.text(end)));
                row.push_flag(places.start_included);
                row.push_flag(places.end_included);
            }
            let parts = [places, right].map(|part| part_text(part, style));
            row.push_list(parts.iter(), |text, part| text.extend_from_slice(part.as_bytes()));
            row.push_numbers(values.map(u64::from).to_vec());
            row.push_number((*xor).into());
        })
    }
}

/// The length of a part: a number, or (1..2) for those between 1 and 2.
fn part_text(part: &Interval, style: NumberStyle) -> String {
    match part.start == part.end {
        true => style.text(&part.start),
        false => part.text(style).replace(", ", ".."),
    }
}
