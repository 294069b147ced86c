//! The certificate of an answer: the table of g and the claim, written as lines.

use std::fmt;
use std::io::{self, Write};

use itertools::Itertools;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive};

use super::certificate::{
    FIRST_LINE, LARGE_FIELD, LONGEST_LINE, MILLION, MOST_LENGTHS, MOST_SEGMENTS, MOST_STEPS, PLACES,
    REGION_DIGITS, ROW, TABLE_DIGITS, VALUE_DIGITS, VerifyError, roots_of_field,
};
use super::verify::verify;
use crate::algebraic::Algebraic;
use crate::error::{Error, error};
use crate::games::octal;
use crate::games::squares::{Grundy, Interval, Lengths, Period, Step, SumMoves, Theorem};
use crate::number::{Radicand, Surd, all_radicands, brief, power_of_ten};
use crate::regions::{ConvexCell, Corner, LengthForm, PeriodCell, RegionProof};

/// What a certificate claims beyond g.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Claim {
    /// Nothing.
    Grundy,
    /// The greatest gain on a range.
    Gain(Box<GainClaim>),
    /// The winning moves of a sum of segments.
    Moves {
        /// The segments.
        segments: Vec<Surd>,
        /// All their winning moves.
        moves: SumMoves,
    },
    /// A period of g, which the steps show.
    Period(Box<Period>),
    /// The theorem that gives g for all lengths: its least period, or that there is none. No steps
    /// are written.
    Theorem(Box<Theorem>),
}

/// The greatest gain on a range, and a place that has it; at one length, if both ends are equal.
#[derive(Clone, Debug)]
pub struct GainClaim {
    /// Where the range begins.
    pub from: Surd,
    /// Where it ends.
    pub to: Surd,
    /// The place.
    pub at: Algebraic,
    /// The value.
    pub value: Algebraic,
}

impl Claim {
    /// The period of g, or that there is none: by the [theorem](Grundy::theorem) if one gives g,
    /// else by the steps; `None` if neither proves it. It has to be [looked
    /// for](Grundy::with_period) before.
    ///
    /// ```
    /// use nimsweep::games::squares::Grundy;
    /// use nimsweep::proof::{Certificate, Claim, verify};
    ///
    /// let kayles = Grundy::new(&"1".parse()?, &"200".parse()?)?.with_period();
    /// let claim = Claim::of_period(&kayles).unwrap();
    /// let mut text = vec![];
    /// Certificate::new(kayles, claim)?.write(&mut text)?;
    /// assert!(verify(&text[..])?.to_string().ends_with("g(L + 12) = g(L) for all L >= 71"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of_period(grundy: &Grundy) -> Option<Self> {
        match grundy.theorem() {
            Some(theorem) => Some(Self::Theorem(Box::new(theorem.clone()))),
            None => grundy.period().map(|period| Self::Period(Box::new(period.clone()))),
        }
    }
}

impl From<GainClaim> for Claim {
    fn from(claim: GainClaim) -> Self {
        Self::Gain(Box::new(claim))
    }
}

/// Why there is no certificate.
pub(crate) fn no_certificate(error: Error) -> Error {
    error.behind("no certificate of this answer: ")
}

/// Over the common denominator, a number needs an integer that is too long.
fn too_long(number: &Surd) -> Error {
    error!(
        TooLarge,
        "over the common denominator of all its numbers, {} needs an integer of more than {TABLE_DIGITS} digits, which \
         a certificate does not have; give numbers of fewer digits",
        brief(number)
    )
}

/// A certificate: its lines.
#[derive(Clone, Debug)]
pub struct Certificate(String);

/// Checks that a certificate can state numbers beyond the lengths and their sums: the ends of a
/// range, or segments. How many steps g has shows later.
///
/// # Errors
/// [`Error`].
pub fn check_numbers<'a>(
    lengths: &Lengths,
    numbers: impl IntoIterator<Item = &'a Surd>,
) -> Result<(), Error> {
    CommonDenominator::of(lengths.as_slice(), numbers).map(drop).map_err(no_certificate)
}

/// Proves that these steps are those of g up to the last of them, as the certificate that states
/// them.
///
/// # Errors
/// [`VerifyError`], in which a step counts as a line.
///
/// # Cost
/// As [`verify`].
pub fn verify_steps(lengths: &Lengths, steps: &[Step]) -> Result<(), VerifyError> {
    let refused = |line, reason| VerifyError::Refused { line, reason };
    let write = || {
        let scale = CommonDenominator::of(lengths.as_slice(), [])?;
        let limit = steps.last().map_or_else(String::new, |step| scale.words(&step.start));
        let head = scale.head(lengths, &limit, steps.len())?;
        let lines = steps.iter().map(|step| format!("g {} {}\n", scale.words(&step.start), step.value));
        Ok(format!("{head}{}end\n", lines.format("")))
    };
    let lines = write().map_err(|error: Error| refused(1, error.to_string()))?;
    verify(lines.as_bytes()).map(drop).map_err(|error| match error {
        VerifyError::Refused { line, reason } => {
            let head = if lengths.all_anywhere() { 6 } else { 7 };
            refused(line.saturating_sub(head).max(1), reason)
        }
        error => error,
    })
}

impl Certificate {
    /// The certificate of a claim. Above the limit of `grundy` a
    /// [period](Grundy::with_period) is used. The claim of a period has g as far as that is needed.
    ///
    /// # Errors
    /// [`Error`] if numbers are too long or too many.
    ///
    /// # Cost
    /// O(K) for K steps of g.
    pub fn new(grundy: Grundy, claim: Claim) -> Result<Self, Error> {
        Self::of_claim(grundy, claim).map_err(no_certificate)
    }

    fn of_claim(grundy: Grundy, claim: Claim) -> Result<Self, Error> {
        let grundy = match &claim {
            Claim::Period(period) => {
                let end = &period.seen_to + &period.length;
                if end <= *grundy.limit() { grundy.up_to(&end)? } else { grundy.extended_to(&end)? }
            }
            _ => grundy,
        };
        let mut numbers = vec![grundy.limit()];
        match &claim {
            Claim::Grundy => {}
            Claim::Theorem(theorem) => return Self::of_theorem(grundy.lengths(), theorem),
            Claim::Gain(gain) => numbers.extend([&gain.from, &gain.to]),
            Claim::Moves { segments, .. } => numbers.extend(segments),
            Claim::Period(period) => numbers.extend([&period.length, &period.from]),
        }
        let scale = CommonDenominator::of(grundy.lengths().as_slice(), numbers.iter().copied())?;
        if let Claim::Moves { segments, .. } = &claim {
            at_most(MOST_SEGMENTS, segments.len(), "segments")?;
        }
        let beyond = numbers.into_iter().max().filter(|needed| *needed > grundy.limit());
        let grundy = beyond.map(|needed| grundy.extended_to(needed)).transpose()?.unwrap_or(grundy);
        let (lattice, count) = (grundy.lattice(), grundy.steps().len());
        at_most(MOST_STEPS, count, "steps")?;
        let mut lines = scale.head(grundy.lengths(), &scale.text(grundy.limit())?, count)?;
        let roots: Vec<_> = lattice.radicands().collect();
        for (&start, _, value) in grundy.steps().intervals() {
            let words = scale.step(&lattice.coordinates(start), &roots);
            lines += &format!("g {} {value}\n", words.ok_or_else(|| too_long(&lattice.exact(start)))?);
        }
        lines += &scale.claim(&claim)?;
        Self::of_lines(lines)
    }

    /// These lines, and the last one.
    fn of_lines(lines: String) -> Result<Self, Error> {
        lines.lines().try_for_each(|line| at_most(LONGEST_LINE - 1, line.len(), "bytes of a line"))?;
        Ok(Self(lines + "end\n"))
    }

    /// The certificate of a theorem.
    fn of_theorem(lengths: &Lengths, theorem: &Theorem) -> Result<Self, Error> {
        let scale = CommonDenominator::of(lengths.as_slice(), [])?;
        // a quotient of lengths has less than 100 digits, and a period less than 300
        let words = |number: &Surd| scale.closed_form(number).ok_or_else(|| too_long(number));
        let half = theorem.half().map(|half| format!("h {half}\n")).unwrap_or_default();
        let claim = match theorem.period() {
            Some(period) => format!("period {}", words(&period)?),
            None => "aperiodic".to_owned(),
        };
        let (game, name, ratio) = (scale.game(lengths)?, theorem.name(), words(theorem.ratio())?);
        Self::of_lines(format!("{game}theorem {name}\nx {ratio}\n{half}{claim}\n"))
    }

    /// The certificate of the values G(0), G(1), … of an octal game, or of its period: the values
    /// as far as that is needed, if there are as many.
    ///
    /// # Errors
    /// [`Error`] for too many values.
    ///
    /// # Cost
    /// O(N) for N values.
    ///
    /// ```
    /// use nimsweep::games::octal::Values;
    /// use nimsweep::proof::{Certificate, verify};
    ///
    /// // one token may be taken
    /// let mut values = Values::new("0.3".parse()?);
    /// while values.advance(20) {}
    /// let mut text = vec![];
    /// Certificate::octal(values.code(), values.as_slice(), values.period())?.write(&mut text)?;
    /// assert!(verify(&text[..])?.to_string().ends_with("G(n + 2) = G(n) for all n >= 0"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn octal(code: &octal::Code, values: &[u32], period: Option<octal::Period>) -> Result<Self, Error> {
        let needed = period.map_or(values.len(), |period| period.seen_to.saturating_add(period.length));
        let values = &values[..needed.min(values.len())];
        at_most(MOST_STEPS, values.len(), "values").map_err(no_certificate)?;
        let rows = values.chunks(ROW).map(|row| format!("g {}\n", row.iter().format(" "))).format("");
        let claim = period
            .map(|octal::Period { length, from, .. }| format!("period {length} {from}\n"))
            .unwrap_or_default();
        let head = format!("{FIRST_LINE}\noctal {code}\nvalues {}\n", values.len());
        Ok(Self(format!("{head}{rows}{claim}end\n")))
    }

    /// The certificate of what is proven of a region.
    ///
    /// # Errors
    /// [`Error`] for too many lengths, digits of a number, or bytes of a line.
    ///
    /// # Cost
    /// A line for each cell, its period and its start.
    ///
    /// ```
    /// use nimsweep::proof::{Certificate, verify};
    /// use nimsweep::regions::{Region, RegionProof};
    ///
    /// let mut proof = RegionProof::new(Region::new("1,2,z", "7", "5<=z<=6")?);
    /// while proof.advance() {}
    /// let mut text = vec![];
    /// Certificate::regions(&proof)?.write(&mut text)?;
    /// assert!(verify(&text[..])?.to_string().ends_with("make up the share 1 of it"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn regions(proof: &RegionProof) -> Result<Self, Error> {
        Self::of_regions(proof).map_err(no_certificate)
    }

    fn of_regions(proof: &RegionProof) -> Result<Self, Error> {
        let (region, mut covered) = (proof.region(), BigRational::default());
        let corners = |cell: &ConvexCell| cell.corners().iter().flat_map(Corner::integers).join(" ");
        let form = |form: LengthForm| form.integers().iter().join(" ");
        at_most(MOST_LENGTHS, region.forms().len(), "lengths")?;
        if proof.period_cells().is_empty() {
            return Err(error!(NoPeriod, "nothing is proven of the region yet; give it more time"));
        }
        let mut text = format!("{FIRST_LINE}\nregions\ndenominator {}\n", region.denominator());
        for (length, digit) in region.forms() {
            text += &format!("length {} {digit}\n", form(*length));
        }
        text += &format!("region {}\n", corners(region.inside()));
        for PeriodCell { cell, found, .. } in proof.period_cells() {
            if cell.dimension() == region.inside().dimension() {
                covered += cell.size();
            }
            let (period, from) = (form(found.period), form(found.from));
            text += &format!("cell {}\nperiod {period}\nfrom {from}\n", corners(cell));
        }
        text.split_whitespace()
            .try_for_each(|word| at_most(REGION_DIGITS, word.len(), "digits of a number"))?;
        let share = (covered / region.inside().size() * BigInt::from(MILLION)).to_integer();
        Self::of_lines(format!("{text}share {share}\n"))
    }

    /// Writes the lines.
    ///
    /// # Errors
    /// Those of the writer.
    ///
    /// # Cost
    /// One line for each step, or interval of winning places.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.0.as_bytes())
    }
}

/// The roots and the common denominator of all numbers of a certificate.
#[derive(Clone, Debug)]
struct CommonDenominator {
    radicands: Vec<Radicand>,
    /// The numbers under all square roots of their field.
    field: Vec<Radicand>,
    denominator: BigInt,
    /// By how much it is greater than the common denominator of the lengths alone.
    factor: i64,
}

impl CommonDenominator {
    fn of<'a>(lengths: &[Surd], numbers: impl IntoIterator<Item = &'a Surd>) -> Result<Self, Error> {
        at_most(MOST_LENGTHS, lengths.len(), "lengths")?;
        let numbers: Vec<&Surd> = numbers.into_iter().collect();
        let radicands = all_radicands(lengths.iter().chain(numbers.iter().copied()));
        let field = roots_of_field(&radicands).ok_or_else(|| error!(TooLarge, "{LARGE_FIELD}"))?;
        let mut scale = Self { radicands, field, denominator: BigInt::one(), factor: 1 };
        lengths.iter().try_for_each(|length| scale.take(length))?;
        let of_lengths = scale.denominator.clone();
        numbers.iter().try_for_each(|number| scale.take(number))?;
        let factor = (&scale.denominator / of_lengths).to_i64();
        scale.factor = factor.ok_or_else(|| too_long(&scale.denominator.clone().into()))?;
        for number in lengths.iter().chain(numbers) {
            scale.text(number)?;
        }
        Ok(scale)
    }

    /// The lines of the game: 4, or 5 if not all digits are 7.
    fn game(&self, lengths: &Lengths) -> Result<String, Error> {
        let denominator = &self.denominator;
        // 0 if there is none
        let radicands = self.radicands.iter().map(|d| d.get()).pad_using(1, |_| 0).format(" ");
        let numbers: Vec<_> = lengths.as_slice().iter().map(|length| self.text(length)).try_collect()?;
        let digits = match lengths.all_anywhere() {
            true => String::new(),
            false => format!("digits {}\n", lengths.digits().iter().format(" ")),
        };
        let numbers = numbers.iter().format(" ");
        Ok(format!(
            "{FIRST_LINE}\nradicand {radicands}\ndenominator {denominator}\nlengths {numbers}\n{digits}"
        ))
    }

    /// The lines before the steps: two more.
    fn head(&self, lengths: &Lengths, limit: &str, count: usize) -> Result<String, Error> {
        Ok(self.game(lengths)? + &format!("limit {limit}\nsteps {count}\n"))
    }

    /// The lines after the steps, up to the last one.
    fn claim(&self, claim: &Claim) -> Result<String, Error> {
        Ok(match claim {
            Claim::Grundy | Claim::Theorem(_) => String::new(),
            Claim::Gain(gain) => {
                let GainClaim { from, to, at, value } = &**gain;
                let closed =
                    |number: &Algebraic| number.as_surd().and_then(|number| self.closed_form(number));
                let place = match closed(at).zip(closed(value)) {
                    Some((at, value)) => format!("closed\nat {at}\nvalue {value}"),
                    None => format!("inside\ndecimal {}", at.to_decimal(PLACES)),
                };
                let [from, to, value] = [self.text(from)?, self.text(to)?, value.to_decimal(PLACES)];
                format!("range {from} {to}\n{place}\ndecimal {value}\n")
            }
            Claim::Moves { segments, moves } => {
                let mut lines = format!("moves {}\n", segments.len());
                for (segment, moves) in segments.iter().zip(&moves.segments) {
                    lines += &format!("segment {} {}\n", self.text(segment)?, moves.grundy);
                }
                for places in moves.segments.iter().flat_map(|segment| &segment.placements) {
                    lines += &format!("piece {}\n", places.winning.len());
                    for Interval { start, end, start_included, end_included } in &places.winning {
                        let [start, end] = [self.text(start)?, self.text(end)?];
                        let [first, last] = [start_included, end_included].map(|is_in| u8::from(*is_in));
                        lines += &format!("places {start} {end} {first} {last}\n");
                    }
                }
                lines
            }
            Claim::Period(period) => {
                format!("period {} {}\n", self.text(&period.length)?, self.text(&period.from)?)
            }
        })
    }

    /// Brings a number over the denominator.
    fn take(&mut self, number: &Surd) -> Result<(), Error> {
        let (_, _, denominator) = number.over_common_denominator();
        self.denominator = self.denominator.lcm(denominator);
        let is_fitting = self.denominator < power_of_ten(TABLE_DIGITS);
        if is_fitting { Ok(()) } else { Err(too_long(number)) }
    }

    /// The integers of a number as words.
    fn text(&self, number: &Surd) -> Result<String, Error> {
        let factor = &self.denominator / number.over_common_denominator().2;
        let fits = |x: &BigInt| *x.magnitude() < *power_of_ten(TABLE_DIGITS).magnitude();
        let integers = number.coordinates_in(&self.radicands);
        let integers = integers.map(|x| x.into_iter().map(|x| x * &factor).collect_vec());
        let integers = integers.filter(|integers| integers.iter().all(fits));
        integers.map(|integers| self.words(&integers)).ok_or_else(|| too_long(number))
    }

    /// Integers as words: if there is no root, with 0 for b.
    fn words(&self, integers: &[impl fmt::Display]) -> String {
        let zero = if integers.len() == 1 { " 0" } else { "" };
        format!("{}{zero}", integers.iter().format(" "))
    }

    /// The integers of a step as words, given those over the denominator of the lengths, for their
    /// roots alone.
    fn step(&self, start: &[i64], roots: &[Radicand]) -> Option<String> {
        let (whole, parts) = start.split_first()?;
        let of = |d| roots.iter().position(|e| *e == d).and_then(|index| parts.get(index)).unwrap_or(&0);
        let scaled = |x: &i64| {
            let scaled = x.checked_mul(self.factor)?;
            (scaled.unsigned_abs() < 10_u64.pow(TABLE_DIGITS as u32)).then_some(scaled)
        };
        let all = [whole].into_iter().chain(self.radicands.iter().map(|&d| of(d)));
        Some(self.words(&all.map(scaled).collect::<Option<Vec<_>>>()?))
    }

    /// The words `a b … r` of a number of the field, if they are not too long.
    fn closed_form(&self, number: &Surd) -> Option<String> {
        let integers = number.coordinates_in(&self.field)?;
        let words = format!("{} {}", self.words(&integers), number.over_common_denominator().2);
        let is_short = words.split(' ').all(|word| word.trim_start_matches('-').len() <= VALUE_DIGITS);
        // with its name, a space and its end
        (is_short && words.len() + 10 <= LONGEST_LINE).then_some(words)
    }
}

fn at_most(most: usize, count: usize, what: &'static str) -> Result<(), Error> {
    if count > most {
        return Err(error!(TooLarge, "a certificate has at most {most} {what}; here there are {count}"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::squares::Digit;

    #[test]
    fn only_numbers_of_the_field_are_written_in_closed_form() {
        for (lengths, number, words) in [
            ("1,sqrt2", "(7-3sqrt2)/2", Some("7 -3 2")),
            ("1,sqrt2", "5/4", Some("5 0 4")),
            ("1,sqrt2", "sqrt3", None),
            ("1", "5/4", Some("5 0 4")),
            ("1", "sqrt2", None),
            ("1,sqrt6,sqrt10", "(7-3sqrt15+sqrt10)/2", Some("7 0 1 -3 2")),
            ("1,sqrt6,sqrt10", "sqrt2", None),
        ] {
            let lengths: Lengths = lengths.parse().unwrap();
            let scale = CommonDenominator::of(lengths.as_slice(), []).unwrap();
            let number: Surd = number.parse().unwrap();
            assert_eq!(scale.closed_form(&number).as_deref(), words, "{number}");
        }
    }

    /// Alternating values make millions of cells of one nimber; an early error is refused early.
    #[test]
    fn a_long_table_with_an_early_error_is_refused_early() {
        let steps: Vec<_> = (0..2_000_000)
            .map(|a| Step { start: [a].into_iter().collect(), value: u32::from(a % 2 == 1) })
            .collect();
        let refused = verify_steps(&"1".parse().unwrap(), &steps).unwrap_err().to_string();
        assert_eq!(refused, "line 3: some L here has a move to 0");
    }

    /// A step counts as a line, also where the head has one more.
    #[test]
    fn the_steps_of_a_game_with_digits_are_proven() {
        let step = |value, a| Step { start: [a].into_iter().collect(), value };
        let lengths = |digits: [Digit; 2]| Lengths::with_rule([1, 3].map(Surd::from), &digits).unwrap();
        // one or three tokens: the parity
        let steps: Vec<Step> =
            [0, 1, 0, 1, 0, 1].into_iter().zip(0..).map(|(value, a)| step(value, a)).collect();
        let at_an_end = [Digit::AtAnEnd; 2];
        assert!(verify_steps(&lengths(at_an_end), &steps).is_ok());
        let refused = verify_steps(&lengths([Digit::Anywhere, Digit::AtAnEnd]), &steps).unwrap_err();
        assert_eq!(refused.to_string(), "line 3: some L here has a move to 0");
        let changed = [&steps[..5], &[step(2, 5)]].concat();
        let refused = verify_steps(&lengths(at_an_end), &changed).unwrap_err();
        assert_eq!(refused.to_string(), "line 6: not every L here has a move to 1");
    }
}
