//! The Grundy values of a segment as a step function of its length: compute once, query often.
//!
//! g is constant on half-open intervals between sums of lengths. Two sweeps find it, by windows of
//! corners and by the general engine, and write the same log: [`Method`](super::Method) chooses.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::error::{negative, too_many_steps};
use super::g::{count_of_pairs, pairs_of};
use super::occurrence::Occurrence;
use super::period::Period;
use super::rules::Lengths;
use super::theorem::Theorem;
use crate::error::{Error, error};
use crate::lattice::{Coordinates, Lattice, Point, UpperBound};
use crate::number::{Surd, brief};
use crate::piecewise::StepFunction;
use crate::sweep::Nimber;

/// The Grundy values g(L) of all segments of length 0 ≤ L ≤ limit, and all answers that follow
/// from them without another sweep.
///
/// | question | method |
/// | --- | --- |
/// | g(L) | [`value_at`](Grundy::value_at), [`intervals`](Grundy::intervals) |
/// | the winning first moves | [`moves_at`](Grundy::moves_at) |
/// | the gain e(L) of a random first piece | [`gain_at`](Grundy::gain_at), [`gain_curve`](Grundy::gain_curve) |
/// | its maximum on a range | [`maximum`](Grundy::maximum) |
/// | the winning measure W(y) | [`measure`](Grundy::measure) for the target 0 |
///
/// ```
/// use nimsweep::games::squares::{Grundy, Lengths};
///
/// let grundy = Grundy::new(&Lengths::default(), &"20".parse()?)?;
/// assert_eq!(grundy.value_at(&"1/2".parse()?)?, 0); // no piece fits
/// assert_eq!(grundy.value_at(&"1".parse()?)?, 1);
/// assert_eq!(grundy.gain_at(&"4".parse()?)?.value.to_decimal(8), "1.11974851");
/// assert_eq!(grundy.maximum(&"2".parse()?, &"10".parse()?)?.value.to_decimal(8), "2.61969775");
/// assert!(grundy.value_at(&"21".parse()?).is_err()); // beyond the limit
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Grundy {
    lengths: Lengths,
    lattice: Lattice,
    limit: Surd,
    steps: StepFunction<Point, Nimber>,
    corners: u64,
    /// What is known beyond the limit, if it was looked for.
    beyond: Option<Beyond>,
}

/// What gives g beyond a limit: nothing, a period that the steps prove, or a theorem.
#[derive(Clone, Debug)]
struct Beyond {
    theorem: Option<Theorem>,
    /// That of the theorem, too.
    period: Option<Period>,
}

/// The most steps of a table that is continued: some hundred megabytes with what is listed.
const MOST_STEPS: i64 = 1 << 20;

impl Grundy {
    /// The function with these steps, of which those up to the limit count.
    pub(super) fn of(
        lengths: &Lengths,
        lattice: Lattice,
        limit: &Surd,
        steps: impl Iterator<Item = (Point, Nimber)>,
    ) -> Self {
        let bound = lattice.bound(limit, true);
        let steps = StepFunction::ascending(steps.take_while(|&(start, _)| bound.admits(start)));
        let corners = corners_below(&lattice.bound(limit, false), steps.breakpoints());
        let (lengths, limit) = (lengths.clone(), limit.clone());
        Self { lengths, lattice, limit, steps, corners, beyond: None }
    }

    /// The lengths of the pieces.
    #[must_use]
    pub fn lengths(&self) -> &Lengths {
        &self.lengths
    }

    /// The lattice of all sums of lengths, which holds the breakpoints.
    #[must_use]
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// The greatest length for which g is known.
    #[must_use]
    pub fn limit(&self) -> &Surd {
        &self.limit
    }

    /// g as a step function of lattice points.
    #[must_use]
    pub fn steps(&self) -> &StepFunction<Point, Nimber> {
        &self.steps
    }

    /// This function, which also answers beyond its limit if a [theorem](Theorem) gives g, or if
    /// its steps prove a period: Grundy values, winning moves and sums of segments of any length.
    ///
    /// # Cost
    /// O(K) for K steps.
    ///
    /// ```
    /// use nimsweep::games::squares::{Grundy, Lengths};
    ///
    /// let kayles = Grundy::new(&"1".parse::<Lengths>()?, &"200".parse()?)?.with_period();
    /// let period = kayles.period().unwrap();
    /// assert_eq!([&period.length, &period.from].map(|n| n.to_string()), ["12", "71"]);
    /// assert_eq!(kayles.value_at(&"10^100".parse()?)?, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_period(mut self) -> Self {
        if self.beyond.is_none() {
            let theorem = Theorem::of(&self.lengths);
            let period = match &theorem {
                Some(theorem) => theorem.period().map(|length| Period::of_theorem(length, &self.lengths)),
                None => Period::of(&self.lattice, &self.steps, &self.limit, &self.lengths),
            };
            self.beyond = Some(Beyond { theorem, period });
        }
        self
    }

    /// The theorem that gives g for every length, if there is one, and it was [looked
    /// for](Grundy::with_period).
    #[must_use]
    pub fn theorem(&self) -> Option<&Theorem> {
        self.beyond.as_ref()?.theorem.as_ref()
    }

    /// The least period of g, if it was [looked for](Grundy::with_period) and is proven.
    #[must_use]
    pub fn period(&self) -> Option<&Period> {
        self.beyond.as_ref()?.period.as_ref()
    }

    /// g(L), for L of any field.
    ///
    /// # Errors
    /// [`Error`] for a negative length, and above the limit, unless there
    /// is a [theorem or a period](Grundy::with_period).
    ///
    /// # Cost
    /// A binary search by exact comparison: O(log K) for K steps.
    pub fn value_at(&self, length: &Surd) -> Result<Nimber, Error> {
        if length.is_negative() {
            return Err(negative(length));
        }
        self.known_at(length).ok_or_else(|| self.beyond(length))
    }

    /// g(L) as [`value_at`](Self::value_at) gives it, or `None` where that is refused.
    #[must_use]
    pub fn known_at(&self, length: &Surd) -> Option<Nimber> {
        let value = match (self.theorem(), self.period()) {
            (Some(theorem), _) if length > &self.limit => return Some(theorem.value_at(length)),
            (_, Some(period)) if length > &self.limit => {
                let shift = Surd::from(period.periods_below(length)) * &period.length;
                self.steps.value_by(|&point| (self.lattice.exact(point) + &shift).cmp(length))
            }
            _ if length > &self.limit => None,
            // the first step begins at 0
            _ => self.steps.value_by(|&point| self.lattice.compare(point, length)),
        };
        value.copied()
    }

    fn beyond(&self, length: &Surd) -> Error {
        let [limit, length] = [&self.limit, length].map(brief);
        error!(BeyondTable, "g is known only up to {limit}; compute it up to {length}")
    }

    /// Checks that the table of the steps goes as far.
    pub(super) fn check_limit(&self, length: &Surd) -> Result<(), Error> {
        if *length > self.limit { Err(self.beyond(length)) } else { Ok(()) }
    }

    /// Checks that the gain is defined and known on a range.
    pub(super) fn check_range(&self, from: &Surd, to: &Surd) -> Result<(), Error> {
        self.lengths.check_range(from, to)?;
        self.check_limit(to)
    }

    /// This function on [0, limit] only, for a limit that is not larger. Its period has to be
    /// looked for again, as fewer steps may not prove it.
    ///
    /// # Errors
    /// [`Error`] for a negative limit, or a larger one.
    ///
    /// # Cost
    /// O(K) for K steps.
    pub fn up_to(&self, limit: &Surd) -> Result<Self, Error> {
        self.value_at(limit)?;
        self.check_limit(limit)?;
        let steps = self.steps.breakpoints().iter().copied().zip(self.steps.values().iter().copied());
        Ok(Self::of(&self.lengths, self.lattice.clone(), limit, steps))
    }

    /// The largest value on [0, limit].
    #[must_use]
    pub fn largest_nimber(&self) -> Nimber {
        self.steps.values().iter().copied().max().unwrap_or_default()
    }

    /// How many corners p_i + p_j, i ≤ j, of breakpoints lie below the limit.
    #[must_use]
    pub fn corners(&self) -> u64 {
        self.corners
    }

    /// How often each value of g occurs on [0, upto], for a length above 0 at which g is known.
    ///
    /// # Cost
    /// O(K) for K steps; with a theorem about as much as the numbers have digits.
    ///
    /// ```
    /// use nimsweep::games::squares::Grundy;
    ///
    /// let kayles = Grundy::new(&"1".parse()?, &"200".parse()?)?.with_period();
    /// let found = kayles.occurrences(&"10^30".parse()?);
    /// assert_eq!(found[&0].steps, 1_u32.into()); // whoever begins on a longer segment wins
    /// assert!(found[&1].steps > found[&4].steps);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(hidden)]
    #[must_use]
    pub fn occurrences(&self, upto: &Surd) -> BTreeMap<Nimber, Occurrence> {
        let is_beyond = upto > self.limit();
        match self.theorem().filter(|_| is_beyond) {
            Some(theorem) => theorem.occurrences(upto),
            None => Occurrence::by_steps(self.intervals(), self.period().filter(|_| is_beyond), upto),
        }
    }

    /// The steps as (start, end, value), exact, the last one ending at the limit.
    pub fn intervals(&self) -> impl ExactSizeIterator<Item = (Surd, Surd, Nimber)> {
        self.steps.intervals().map(|(&start, end, &value)| {
            let end = end.map_or_else(|| self.limit.clone(), |&end| self.lattice.exact(end));
            (self.lattice.exact(start), end, value)
        })
    }

    /// This function on [0, limit], for any limit. Beyond the limit of this one the steps are those
    /// of the [theorem](Grundy::with_period), or are repeated with the period.
    ///
    /// # Errors
    /// [`Error`] for a negative limit, for one beyond this one if there is neither, and for
    /// one below which there are more than 2²⁰ steps or beyond the keys.
    ///
    /// # Cost
    /// O(K) for K steps of the result.
    ///
    /// ```
    /// use nimsweep::games::squares::{Grundy, Lengths};
    ///
    /// let lengths: Lengths = "1".parse()?;
    /// let kayles = Grundy::new(&lengths, &"200".parse()?)?.with_period();
    /// assert_eq!(kayles.extended_to(&"5000".parse()?)?, Grundy::new(&lengths, &"5000".parse()?)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn extended_to(&self, limit: &Surd) -> Result<Self, Error> {
        Ok(match self.table_to(limit)? {
            Cow::Borrowed(table) => table.up_to(limit)?,
            Cow::Owned(table) => table,
        })
    }

    /// A table to a limit or further.
    pub(super) fn table_to(&self, limit: &Surd) -> Result<Cow<'_, Self>, Error> {
        self.value_at(limit)?; // refused beyond the limit, unless there is a theorem or a period
        self.check_listed([limit])?;
        if limit <= self.limit() {
            return Ok(Cow::Borrowed(self));
        }
        let too_long = || too_many_steps(limit);
        let Some(period) = self.period().filter(|_| self.theorem().is_none()) else {
            // by a theorem, whose steps a sweep finds in less time
            let swept = Self::new(self.lengths(), limit).map_err(|_| too_long())?;
            return Ok(Cow::Owned(swept.with_period()));
        };
        // every later step is one of (N, N + p], some periods on: above N also the value just below
        // a place is the same one period later
        let starts = self.steps().breakpoints();
        let Range { start: first, end: past } = self.steps_of_a_period(period);
        let periods = period.periods_below(limit).to_i64().ok_or_else(too_long)?;
        let longer = self.lengths().lattice(limit).map_err(|_| too_long())?;
        // it divides D, as p is a difference of points
        let factor = longer.denominator() / period.length.over_common_denominator().2;
        let radicands: Vec<_> = longer.radicands().collect();
        let along = period.length.coordinates_in(&radicands).ok_or_else(too_long)?;
        let along = along.into_iter().map(|x| (x * &factor).to_i64()).collect::<Option<Coordinates>>();
        let along = along.ok_or_else(too_long)?;
        let shifted = |step: usize, periods: i64| {
            let start = self.lattice().coordinates(starts[step]);
            let shifted = start.iter().zip(&along).map(|(x, p)| x.checked_add(p.checked_mul(periods)?));
            longer.point(&shifted.collect::<Option<Coordinates>>()?)
        };
        let known = (0..past).map(|step| (step, 0));
        let steps =
            known.chain((1..=periods).flat_map(|periods| (first..past).map(move |step| (step, periods))));
        let values = self.steps().values();
        // every step up to the limit begins at a sum of lengths, and so in the box of the keys; the
        // limit is less than two periods beyond the last place that was shifted by all of them
        let steps = steps.map_while(|(step, periods)| Some((shifted(step, periods)?, values[step])));
        let table = Self::of(self.lengths(), longer.clone(), limit, steps);
        Ok(Cow::Owned(Self { beyond: self.beyond.clone(), ..table }))
    }

    /// Refuses segments below which a theorem or a period makes more steps than a table has,
    /// however far this one goes.
    pub(super) fn check_listed<'s>(&self, segments: impl IntoIterator<Item = &'s Surd>) -> Result<(), Error> {
        let by_period = self.period().filter(|_| self.theorem().is_none());
        let of_a_period = by_period.map_or(0, |period| self.steps_of_a_period(period).len() as i64);
        segments.into_iter().try_fold(0_i64, |steps, segment| {
            let more = match (self.theorem(), self.period()) {
                (Some(theorem), _) => {
                    let of_values = theorem.occurrences(segment).into_values();
                    of_values.map(|of_value| of_value.steps).sum::<BigUint>().to_i64()
                }
                (None, Some(period)) => {
                    period.periods_below(segment).to_i64().and_then(|more| more.checked_mul(of_a_period))
                }
                (None, None) => Some(0),
            };
            let steps = more.and_then(|more| steps.checked_add(more)).filter(|steps| *steps <= MOST_STEPS);
            steps.ok_or_else(|| too_many_steps(segment))
        })?;
        Ok(())
    }

    /// The steps that begin in (N, N + p].
    fn steps_of_a_period(&self, period: &Period) -> Range<usize> {
        let [first, past] = [period.from.clone(), &period.from + &period.length].map(|end| {
            let end = self.lattice().bound(&end, true);
            self.steps().breakpoints().partition_point(|&start| end.admits(start))
        });
        first..past
    }
}

/// How many corners p_i + p_j, i ≤ j, of these breakpoints lie below a bound.
fn corners_below(bound: &UpperBound<'_>, starts: &[Point]) -> u64 {
    let keys: Vec<i128> = starts.iter().map(|start| start.key).collect();
    let in_doubt = bound.keys_in_doubt();
    let others = pairs_of(&keys, in_doubt.clone())
        .map(|(i, run)| run.filter(|&j| bound.admits(starts[i] + starts[j])).count() as u64);
    others.sum::<u64>() + count_of_pairs(&keys, 0..in_doubt.start)
}

impl PartialEq for Grundy {
    /// Whether both are one function on one segment; how it was computed, and whether a period was
    /// looked for, does not matter.
    fn eq(&self, other: &Self) -> bool {
        // keys depend on the limit that the lattice was made for
        let steps = |grundy: &Self| {
            let starts = grundy.steps.breakpoints().iter().map(|&start| grundy.lattice.coordinates(start));
            starts.zip(grundy.steps.values().iter().copied()).collect::<Vec<_>>()
        };
        self.lengths == other.lengths && self.limit == other.limit && steps(self) == steps(other)
    }
}

/// The lattice of a run.
pub(super) fn lattice_for(lengths: &Lengths, limit: &Surd) -> Result<Lattice, Error> {
    if limit.is_negative() {
        return Err(negative(limit));
    }
    lengths.lattice(limit)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use num_traits::Zero;

    use super::*;
    use crate::error::ErrorKind;
    use crate::games::squares::Digit;
    use crate::number::all_radicands;

    fn surd(text: &str) -> Surd {
        text.parse().unwrap()
    }

    #[test]
    fn tables_continued_by_a_period_are_those_of_the_sweep() {
        for (lengths, rule, known, limits) in [
            ("1", "7", "170", &["171", "250", "1000", "sqrt3*700"][..]),
            ("1,5", "7", "60", &["61", "300", "1/3+400", "sqrt2*200"]),
            ("sqrt2,5sqrt2", "7", "60sqrt2", &["61", "300", "400", "sqrt3*100", "200sqrt2"]),
            ("3/2,15/2", "7", "80", &["100", "1/7+300"]),
            // known to the least place that proves the period, which is longer than what was seen
            ("1,sqrt2,1+sqrt2", "3", "3+2sqrt2", &["6", "13/2", "7+sqrt3", "100", "60sqrt2", "200"]),
            ("2,5,7", "3", "29", &["30", "44", "95/2", "51", "1000", "sqrt3*100"]),
            ("12,29,41", "3", "797", &["800", "900", "2000", "sqrt5*1000"]),
            ("1,3", "7,3", "27", &["28", "200", "sqrt3*100"]),
            ("1,2", "7,3", "168", &["170", "2000"]),
        ] {
            let rule = Digit::of_rule(rule).unwrap();
            let lengths = Lengths::with_rule(lengths.split(',').map(surd), &rule).unwrap();
            let known = Grundy::new(&lengths, &surd(known)).unwrap().with_period();
            assert!(known.period().is_some(), "{lengths}");
            for limit in limits.iter().copied().map(surd) {
                let swept = Grundy::new(&lengths, &limit).unwrap();
                let extended = known.extended_to(&limit).unwrap();
                assert_eq!(
                    (&extended, extended.corners()),
                    (&swept, swept.corners()),
                    "{lengths} to {limit}"
                );
                assert_eq!(known.value_at(&limit), swept.value_at(&limit));
            }
        }
    }

    #[test]
    fn without_a_period_and_beyond_memory_it_is_refused() {
        let lengths: Lengths = "1".parse().unwrap();
        let known = Grundy::new(&lengths, &surd("200")).unwrap();
        assert_eq!(known.extended_to(&surd("201")).unwrap_err().kind(), ErrorKind::BeyondTable);
        assert_eq!(known.extended_to(&surd("100")), Ok(known.up_to(&surd("100")).unwrap()));
        let known = known.with_period();
        assert!(known.extended_to(&surd("201")).is_ok());
        assert_eq!(known.up_to(&surd("201")).unwrap_err().kind(), ErrorKind::BeyondTable);
        // those of all segments together are listed
        let [one, other] = ["600000", "600001"].map(surd);
        assert!([&one, &other].into_iter().all(|segment| known.check_listed([segment]).is_ok()));
        assert_eq!(known.check_listed([&one, &other]), Err(too_many_steps(&other)));
        for limit in ["10^7", "10^100"] {
            let limit = surd(limit);
            assert_eq!(known.extended_to(&limit), Err(too_many_steps(&limit)));
        }
    }

    /// Both kinds with this shortest length and x.
    fn sets(unit: &Surd, ratio: &Surd) -> [Lengths; 2] {
        let [b, sum] = [unit * ratio, unit * ratio + unit];
        let pair = vec![unit.clone(), b.clone()];
        let additive = vec![unit.clone(), b, sum];
        [pair, additive].map(|lengths| Lengths::with_rule(lengths, &[Digit::AtAnEnd]).unwrap())
    }

    /// Random sets: the sweep and the formula have the same values, on the same lengths.
    #[test]
    fn the_formula_and_the_sweep_agree() {
        let mut state = 69_u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        for round in 0..400 {
            let root = ["sqrt2", "sqrt3", "sqrt5", "sqrt7"][random(4) as usize];
            let ratio = match round % 3 {
                0 => format!("1+{}/{}", 1 + random(60), 1 + random(12)),
                1 => format!("1+({}+{}{root})/{}", random(9), 1 + random(5), 1 + random(7)),
                _ => format!("{}+{}({root}-1)/{}", 1 + random(9), 1 + random(5), 5 + random(40)),
            };
            let unit = ["1", "3/7", "2", root][random(4) as usize];
            let [unit, ratio] = [unit, &ratio].map(surd);
            for lengths in sets(&unit, &ratio) {
                let theorem = Theorem::of(&lengths).unwrap();
                let field = all_radicands([&unit, &ratio]).first().map_or(0, |root| root.get());
                let other = if field == 3 { "sqrt2" } else { "sqrt3" };
                let limit = surd(&format!("{}", 60 + random(100))) * &unit;
                let table = Grundy::new(&lengths, &limit).unwrap();
                for (start, end, value) in table.intervals() {
                    let inside = (&start + &end) / Surd::from(2);
                    for at in [&start, &inside] {
                        assert_eq!(theorem.value_at(at), value, "{lengths} at {at}");
                    }
                    let near = Surd::simplest_between(&start, &end).map(Surd::from);
                    if let (Some(near), true) = (near, random(50) == 0) {
                        let nudged = &near + surd(other) / surd("10^30");
                        if nudged < end {
                            assert_eq!(theorem.value_at(&nudged), value, "{lengths} at {nudged}");
                        }
                    }
                }
                for _ in 0..4 {
                    let part = [
                        &*format!("{}/7", 1 + random(400)),
                        "9+2sqrt2",
                        &*format!("3+{other}*{}", random(30)),
                    ][random(3) as usize]
                        .to_owned();
                    let upto = surd(&part).min(limit.clone());
                    assert_occurrences(&theorem, &table, &upto);
                }
                let start = table.intervals().nth(random(40) as usize).unwrap().0;
                if start.is_positive() {
                    assert_occurrences(&theorem, &table, &start);
                }
                if let Some(period) = theorem.period().filter(|period| period < &limit) {
                    let table = Grundy::new(&lengths, &(period + lengths.longest())).unwrap();
                    let of_steps = Period::of(table.lattice(), table.steps(), table.limit(), &lengths);
                    assert_eq!(
                        of_steps.map(|of| (of.from, Some(of.length))),
                        Some((Surd::zero(), theorem.period()))
                    );
                }
            }
        }
    }

    fn assert_occurrences(theorem: &Theorem, table: &Grundy, upto: &Surd) {
        let whole = |of: BTreeMap<Nimber, Occurrence>| {
            let whole = of.into_iter().map(|(value, of)| {
                // the last step may be written in two ways if the limit lies in the field
                let length = if of.is_last { of.length + upto } else { of.length };
                (value, of.steps, length, of.first, of.is_record)
            });
            whole.collect::<Vec<_>>()
        };
        let lengths = table.lengths();
        assert_eq!(whole(theorem.occurrences(upto)), whole(table.occurrences(upto)), "{lengths} to {upto}");
    }

    #[test]
    fn other_games_have_no_theorem() {
        for (lengths, rule) in
            [("1,sqrt2", "7"), ("1,2,3", "3,3,7"), ("1,2,4", "3"), ("1", "3"), ("1,2,3,4", "3")]
        {
            let digits = Digit::of_rule(rule).unwrap();
            let lengths = Lengths::with_rule(lengths.split(',').map(surd), &digits).unwrap();
            assert_eq!(Theorem::of(&lengths), None, "{lengths}");
        }
    }
}
