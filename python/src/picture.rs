//! Pictures as SVG, and results as HTML for notebooks.

use std::fmt::Write;

use nimsweep::games::squares::{Grundy, Position};
use nimsweep::number::Surd;
use nimsweep::plot;
use num_traits::Zero;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::failure::Failure;
use crate::number::read_text;

/// How a picture is to look.
#[derive(Clone, Debug)]
pub struct Look(plot::Look);

impl Look {
    /// A look from the arguments of a method `svg`.
    pub fn read(
        size: Option<&Bound<'_, PyString>>,
        title: Option<&Bound<'_, PyString>>,
        dark: bool,
    ) -> Result<Self, Failure> {
        let size = size.map(|size| Ok::<_, Failure>(read_text(size)?.parse()?)).transpose()?;
        let title = title.map(read_text).transpose()?;
        Ok(Self(plot::Look { size, title, dark }))
    }

    /// A picture that fits a notebook.
    pub fn in_notebook() -> Self {
        Self(plot::Look { size: plot::Size::new(960, 320).ok(), ..plot::Look::default() })
    }

    /// A picture of its usual height.
    pub fn usual() -> Self {
        Self(plot::Look::default())
    }
}

/// The method `svg` of a class, which draws its `picture` in a given look.
macro_rules! svg {
    ($(#[$doc:meta])+ $class:ty) => {
        #[pyo3::pymethods]
        impl $class {
            $(#[$doc])+
            ///
            /// `size` is width x height in pixels, such as "1200x400". In a title, text between two
            /// asterisks is set in italics. `dark` draws light lines on dark ground.
            #[pyo3(signature = (*, size = None, title = None, dark = false))]
            fn svg(
                &self,
                py: Python<'_>,
                size: Option<&Bound<'_, pyo3::types::PyString>>,
                title: Option<&Bound<'_, pyo3::types::PyString>>,
                dark: bool,
            ) -> Result<String, $crate::failure::Failure> {
                let look = $crate::picture::Look::read(size, title, dark)?;
                py.detach(|| self.picture(&look))
            }
        }
    };
}
pub(crate) use svg;

/// g on [0, limit].
pub fn of_grundy(grundy: &Grundy, look: &Look) -> Result<String, Failure> {
    Ok(plot::grundy(grundy, &Surd::zero(), grundy.limit(), &look.0).map(|picture| picture.svg)?)
}

/// The gain on a range.
pub fn of_gain(grundy: &Grundy, from: &Surd, to: &Surd, look: &Look) -> Result<String, Failure> {
    Ok(plot::gain(grundy, from, to, &look.0).map(|picture| picture.svg)?)
}

/// Where pieces win in a position.
pub fn of_moves(grundy: &Grundy, position: &Position, look: &Look) -> Result<String, Failure> {
    Ok(plot::moves(grundy, position, &look.0).map(|picture| picture.svg)?)
}

/// The first rows of a table.
pub struct Rows {
    /// The titles of the columns.
    pub titles: &'static [&'static str],
    /// The cells of the rows that are shown.
    pub shown: Vec<Vec<String>>,
    /// How many rows there are.
    pub all: usize,
}

/// A line of text, a picture if there is one, and the first rows.
pub fn html(head: &str, svg: Option<String>, rows: Option<&Rows>) -> String {
    let mut html = format!("<div><p>{}</p>", escaped(head));
    if let Some(svg) = svg {
        html += &svg;
    }
    if let Some(Rows { titles, shown, all }) = rows {
        html += "<table><thead><tr>";
        for title in *titles {
            // writing to a string succeeds
            let _ = write!(html, "<th>{}</th>", escaped(title));
        }
        html += "</tr></thead><tbody>";
        for row in shown {
            html += "<tr>";
            for cell in row {
                let _ = write!(html, "<td>{}</td>", escaped(cell));
            }
            html += "</tr>";
        }
        html += "</tbody></table>";
        if *all > shown.len() {
            let _ = write!(html, "<p>… {all} rows</p>");
        }
    }
    html + "</div>"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
