//! The gain e on a range, in pieces.

use std::iter::Peekable;
use std::ops::ControlFlow;

use itertools::Itertools;

use super::super::grundy::Grundy;
use super::super::rules::Lengths;
use super::{GainForm, winning_measure};
use crate::error::Error;
use crate::lattice::Point;
use crate::number::Surd;
use crate::piecewise::{LinearForm, PiecewiseLinear};
use crate::watch::{Watch, unwatched};

/// The gain e on a range of lengths L, in pieces.
///
/// ```
/// use nimsweep::games::squares::{Grundy, Lengths};
///
/// let grundy = Grundy::new(&Lengths::default(), &"10".parse()?)?;
/// let curve = grundy.gain_curve(&"3".parse()?, &"4".parse()?)?;
/// for piece in curve.pieces() {
///     assert!(piece.start < piece.end);
///     let term = &piece.form.terms[0]; // W(L − 1) = slope·(L − 1) + offset
///     println!("[{}, {}]: {}, {}", piece.start, piece.end, term.slope, term.offset);
/// }
/// let last = curve.pieces().last().unwrap();
/// assert_eq!(last.form.value_at(&"4".parse()?).to_decimal(8), "1.11974851");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GainCurve {
    lengths: Lengths,
    winning: PiecewiseLinear,
    from: Surd,
    to: Surd,
    /// For each length, how many breakpoints of W lie at or below `from` minus that length.
    passed: Vec<usize>,
}

/// One piece of e: its ends, between which e has one form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GainPiece {
    /// Where the piece begins.
    pub start: Surd,
    /// Where it ends.
    pub end: Surd,
    /// What e is between.
    pub form: GainForm,
}

/// A piece by the places of its ends, without its numbers.
pub struct PieceEnds {
    pub start: PieceEnd,
    pub end: PieceEnd,
    /// For each length, how many breakpoints of W lie at or below the start minus that length.
    pub passed: Vec<usize>,
}

/// The long searches of a [`Grundy`], watched; see [`Grundy::watched`].
pub struct Watched<'a> {
    pub(in super::super) grundy: &'a Grundy,
    pub(in super::super) watch: Watch<'a>,
}

impl Grundy {
    /// The gain e on the range [from, to], whose ends may lie in any field.
    ///
    /// # Errors
    /// [`Error`] for a range that is reversed, begins below the longest length or ends
    /// beyond the limit, or if a coefficient of W does not fit 64 bits.
    ///
    /// # Cost
    /// That of [`Grundy::measure`].
    pub fn gain_curve(&self, from: &Surd, to: &Surd) -> Result<GainCurve, Error> {
        self.watched(&mut unwatched).gain_curve(from, to)
    }

    /// Watches one search on a long range: `watch` is called now and then with the share of the
    /// work that is done, from 0 to 1. A break stops the search, which ends with
    /// [`Stopped`](crate::ErrorKind::Stopped).
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use nimsweep::ErrorKind;
    /// use nimsweep::games::squares::{Grundy, Lengths};
    ///
    /// let grundy = Grundy::new(&Lengths::default(), &"100".parse()?)?;
    /// let mut stop = |_| ControlFlow::Break(());
    /// let stopped = grundy.watched(&mut stop).maxima(&"2".parse()?, &"100".parse()?);
    /// assert_eq!(stopped.unwrap_err().kind(), ErrorKind::Stopped);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn watched<'a>(&'a self, watch: &'a mut (dyn FnMut(f64) -> ControlFlow<()> + Send)) -> Watched<'a> {
        Watched { grundy: self, watch }
    }
}

impl Watched<'_> {
    /// [`Grundy::gain_curve`].
    ///
    /// # Errors
    /// As [`Grundy::gain_curve`], and [`Stopped`](crate::ErrorKind::Stopped).
    pub fn gain_curve(self, from: &Surd, to: &Surd) -> Result<GainCurve, Error> {
        self.grundy.check_range(from, to)?;
        let winning = winning_measure::on_range(self.grundy, from, to, self.watch)?;
        Ok(GainCurve::new(self.grundy.lengths(), winning, from, to))
    }
}

/// A place L on the range: one of its ends, or a breakpoint of e between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceEnd {
    /// The lower end of the range.
    From,
    /// A breakpoint of e.
    Breakpoint(Point),
    /// The upper end of the range.
    To,
}

impl GainCurve {
    /// The gain on [from, to] for any winning measure W that is given as a piecewise-linear
    /// function.
    ///
    /// W has to be known from `from` − max(S) on, with breakpoints on the lattice of the lengths
    /// ([`Lengths::lattice`]). For the game itself, [`Grundy::gain_curve`] makes it.
    #[must_use]
    pub fn new(lengths: &Lengths, winning: PiecewiseLinear, from: &Surd, to: &Surd) -> Self {
        let lattice = winning.lattice();
        let start = lattice.bound(from, true);
        let passed = |&length: &Point| {
            winning.breakpoints().partition_point(|&breakpoint| start.admits(breakpoint + length))
        };
        let passed = lattice.generators().iter().map(passed).collect();
        Self { lengths: lengths.clone(), winning, from: from.clone(), to: to.clone(), passed }
    }

    /// The lengths of the pieces of the game.
    #[must_use]
    pub fn lengths(&self) -> &Lengths {
        &self.lengths
    }

    /// Where the range begins.
    #[must_use]
    pub fn from(&self) -> &Surd {
        &self.from
    }

    /// Where the range ends.
    #[must_use]
    pub fn to(&self) -> &Surd {
        &self.to
    }

    /// W on all y with `from` − max(S) ≤ y ≤ `to` − min(S), which is what the range needs. Outside
    /// of these y the function is not W.
    ///
    /// ```
    /// use nimsweep::games::squares::{Grundy, Lengths};
    ///
    /// let grundy = Grundy::new(&Lengths::default(), &"10".parse()?)?;
    /// let curve = grundy.gain_curve(&"2".parse()?, &"10".parse()?)?;
    /// let measure = curve.winning_measure();
    /// assert_eq!(measure.evaluate(&"1".parse()?).to_string(), "1"); // every x in [0, 1] wins
    /// assert_eq!(measure.evaluate(&"3".parse()?).to_string(), "1"); // x in [1, 2]
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn winning_measure(&self) -> &PiecewiseLinear {
        &self.winning
    }

    /// The pieces from left to right; a range of one place has one piece without width.
    ///
    /// # Cost
    /// |S| + 2 exact numbers for each piece.
    pub fn pieces(&self) -> impl Iterator<Item = GainPiece> {
        self.piece_ends().map(|PieceEnds { start, end, passed }| GainPiece {
            start: self.exact(start),
            end: self.exact(end),
            form: self.form(&passed),
        })
    }

    /// The pieces from left to right, without exact numbers.
    pub(crate) fn piece_ends(&self) -> impl Iterator<Item = PieceEnds> {
        let mut walk = self.walk(PieceEnd::From, PieceEnd::To);
        std::iter::from_fn(move || {
            let [start, end] = walk.next_piece()?;
            Some(PieceEnds { start, end, passed: walk.passed().to_vec() })
        })
    }

    /// A walk along the pieces from one place to another.
    pub(super) fn walk(&self, start: PieceEnd, end: PieceEnd) -> Walk<impl Iterator<Item = (Point, usize)>> {
        let passed = self.passed_at(start);
        let breakpoints = self.breakpoints_between(&passed, &self.passed_at(end));
        Walk { breakpoints: breakpoints.peekable(), passed, start: Some(start), end }
    }

    /// For each length, how many breakpoints of W lie at or below a place minus that length; for
    /// the end of the range, how many lie below.
    pub(crate) fn passed_at(&self, place: PieceEnd) -> Vec<usize> {
        let lattice = self.winning.lattice();
        let passed_by = |is_passed: &dyn Fn(Point) -> bool| {
            let lengths = lattice.generators().iter().zip(&self.passed);
            let passed = lengths.map(|(&length, &passed)| {
                let breakpoints = &self.winning.breakpoints()[passed..];
                passed + breakpoints.partition_point(|&breakpoint| is_passed(breakpoint + length))
            });
            passed.collect()
        };
        match place {
            PieceEnd::From => self.passed.clone(),
            PieceEnd::Breakpoint(point) => passed_by(&|at| at.key <= point.key),
            PieceEnd::To => {
                let end = lattice.bound(&self.to, false);
                passed_by(&|at| end.admits(at))
            }
        }
    }

    /// The breakpoints of e between two places, ascending, each with the index of its length: those
    /// of W, moved by each length, merged. The places are given by how many breakpoints of W have
    /// been passed for each length.
    fn breakpoints_between<'a>(
        &'a self,
        first: &[usize],
        past: &[usize],
    ) -> impl Iterator<Item = (Point, usize)> + use<'a> {
        let lengths = self.winning.lattice().generators().iter().zip(first.iter().zip(past)).enumerate();
        let moved = lengths.map(|(index, (&length, (&first, &past)))| {
            let breakpoints = &self.winning.breakpoints()[first..past];
            breakpoints.iter().map(move |&breakpoint| (breakpoint + length, index))
        });
        moved.kmerge_by(|(left, _), (right, _)| left.key < right.key) // the key names the point
    }

    /// The place as a number.
    pub(crate) fn exact(&self, place: PieceEnd) -> Surd {
        match place {
            PieceEnd::Breakpoint(point) => self.winning.lattice().exact(point),
            PieceEnd::From => self.from.clone(),
            PieceEnd::To => self.to.clone(),
        }
    }

    /// The form of e after this many breakpoints of W for each length.
    pub(crate) fn form(&self, passed: &[usize]) -> GainForm {
        GainForm::new(self.winning.lattice(), &self.lengths, self.linear_forms(passed))
    }

    /// The form of W at L − s for each length s, after this many breakpoints.
    pub(crate) fn linear_forms(&self, passed: &[usize]) -> impl Iterator<Item = LinearForm<'_>> {
        passed.iter().map(|&breakpoints| self.winning.form_after(breakpoints))
    }

    /// The value of [`GainForm::value_at`] at a point, by machine integers if they suffice.
    #[cfg(feature = "serde")]
    pub(crate) fn value_in_integers(
        &self,
        point: Point,
        passed: &[usize],
    ) -> Option<crate::number::WideSurd> {
        use num_traits::ToPrimitive;

        use crate::number::WideSurd;

        let lattice = self.winning.lattice();
        let radicand = lattice.radicands().at_most_one().ok()?;
        let number = |coordinates: &[i64], r| WideSurd::new(coordinates, r, radicand);
        let mut sum = number(&[], 1);
        for (&length, form) in lattice.generators().iter().zip(self.linear_forms(passed)) {
            sum = sum.plus(number(&[form.slope], 1))?;
            if !form.is_proportional() {
                // L − s and c have one denominator
                let rest = lattice.coordinates(point - length);
                sum = sum.plus(number(form.offset, 1).over(number(&rest, 1))?)?;
            }
        }
        let count = i64::try_from(passed.len()).ok()?;
        let denominator = lattice.denominator().to_i64()?.checked_mul(count)?;
        sum.times(number(&lattice.coordinates(point), denominator))
    }
}

/// A walk along the pieces of e between two places, from left to right.
pub(super) struct Walk<B: Iterator<Item = (Point, usize)>> {
    /// The breakpoints ahead, each with the index of its length.
    breakpoints: Peekable<B>,
    /// For each length, how many breakpoints of W have been passed.
    passed: Vec<usize>,
    /// Where the next piece begins, if there is one.
    start: Option<PieceEnd>,
    end: PieceEnd,
}

impl<B: Iterator<Item = (Point, usize)>> Walk<B> {
    /// The ends of the next piece.
    pub(super) fn next_piece(&mut self) -> Option<[PieceEnd; 2]> {
        let start = self.start?;
        // several lengths may have a breakpoint at one place
        while let Some((_, length)) = self.breakpoints.next_if(|&(at, _)| PieceEnd::Breakpoint(at) == start) {
            self.passed[length] += 1;
        }
        let end = self.breakpoints.peek().map_or(self.end, |&(at, _)| PieceEnd::Breakpoint(at));
        self.start = Some(end).filter(|&end| end != self.end);
        Some([start, end])
    }

    /// For each length, how many breakpoints of W lie at or below the start of the piece minus that
    /// length: they say which form the piece has.
    pub(super) fn passed(&self) -> &[usize] {
        &self.passed
    }
}
