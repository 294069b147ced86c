//! What an answer needs of g: how far it is computed next, or that it takes too long.

use std::borrow::Cow;

#[cfg(feature = "serde")]
use itertools::Itertools;

use super::drive::Patience;
use super::error::too_slow;
use super::grundy::Grundy;
use super::grundy_run::GrundyRun;
use super::moves::Position;
use super::period::Period;
use super::rules::Lengths;
use crate::error::{Error, error};
use crate::number::{Surd, brief};

/// A limit that a question does not give is counted, and set so that it takes about a second: with
/// a common measure u this multiple of u, for each of which an octal game looks at pairs of smaller
/// ones (0.4 s for the lengths 17, 19, 23),
const QUICK_TIMES_MEASURE: i64 = 50_000;
/// and at least this multiple of the shortest length.
const QUICK_TIMES_SHORTEST: i64 = 5000;
/// If all digits are 3, both multiples are greater by this factor: g has no corners then, and a
/// million steps take less than a second.
const SUBTRACTION_FACTOR: i64 = 20;
/// No further than as many corners reach: those of {1, √2} up to 4,800 take half a second.
const QUICK_CORNERS: f64 = 5e8;
/// To prove a period p that begins at N, g has to be known up to 2·(N + p) and the longest length:
/// one is looked for up to this multiple of the longest length,
const TIMES_LONGEST: i64 = 3;
/// if that is not more than so many times as far as a second reaches.
const TIMES_QUICK: i64 = 5;
/// For a reply some seconds pass: 6 for 17, 19, 23, and 0.1 for 1, 2.
const REPLY_TIMES_MEASURE: i64 = 200_000;
/// Without a period, g is computed up to this multiple of the common measure,
const COMPUTED: i64 = 10_000_000;
/// and at least up to this multiple of the shortest length, as steps are then far fewer than
/// multiples.
const SWEPT: i64 = 100_000;

/// What an answer needs of g.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    /// The longest segment.
    longest: Surd,
    /// The longest one whose value the answer cannot do without.
    required: Surd,
    /// How far g is computed at first, and how far if no period shows there.
    limits: [Surd; 2],
    /// Whether a period does not serve.
    is_table: bool,
    /// Whether the answer is from the part up to the limits only.
    is_limited: bool,
    /// Whether the question gave the last limit.
    is_given: bool,
    /// Whether the question can say how far a period is looked for.
    pub(crate) takes_upto: bool,
}

impl Need {
    /// A table up to this length.
    pub fn table(limit: Surd) -> Self {
        let [longest, required, first, last] = [(); 4].map(|()| limit.clone());
        let (limits, is_table, is_limited, is_given) = ([first, last], true, true, true);
        Self { longest, required, limits, is_table, is_limited, is_given, takes_upto: false }
    }

    /// Values for segments up to the longest one, by a table or by a period, which is looked for up
    /// to `upto` if that is given.
    pub fn segments(lengths: &Lengths, longest: Surd, upto: Option<Surd>) -> Self {
        let takes_upto = true;
        Self { takes_upto, ..Self::of(&Thresholds::of(lengths), longest.clone(), longest, upto) }
    }

    /// A reply, and the values that come in some seconds. Of longer segments equal ones cancel, and
    /// no value is needed where a [pairing move](Position::pairing_move) wins.
    pub fn reply(position: &Position) -> Self {
        let thresholds = Thresholds::of(position.lengths());
        let quick = thresholds.multiple(QUICK_TIMES_SHORTEST, REPLY_TIMES_MEASURE);
        let quick = position.lengths().fitting(quick);
        let longest = position.longest().cloned().unwrap_or_default();
        let in_seconds = position.segments().iter().filter(|segment| **segment <= quick).max();
        let in_seconds = in_seconds.cloned().unwrap_or_default();
        let unpaired = position.longest_unpaired().cloned().unwrap_or_default();
        let needs_none = unpaired > quick && position.pairing_move().is_some();
        let required = if needs_none { in_seconds } else { in_seconds.max(unpaired) };
        Self::of(&thresholds, required, longest, None)
    }

    fn of(thresholds: &Thresholds<'_>, required: Surd, longest: Surd, upto: Option<Surd>) -> Self {
        let quick = thresholds.quick();
        // for the sake of another answer nobody waits long for a period that there may not be
        let a_second = || counted(thresholds.lengths, quick.clone(), QUICK_CORNERS);
        let from_to = |first: Surd, least: &Surd| [first.clone(), first.max(least.clone())];
        let is_likely = thresholds.measure.is_some() || thresholds.lengths.all_at_an_end();
        let limits = match &upto {
            Some(upto) => [quick.min(upto.clone()), upto.clone()],
            // for the sake of values that the reply does without
            None if required < longest => from_to(a_second(), &required),
            // only with a common measure, or if no segment becomes two, a period is likely
            None if is_likely && required > thresholds.most_computed() => {
                from_to(a_second(), &Surd::default())
            }
            None if is_likely => from_to(quick.clone(), &required),
            None => from_to(quick / Surd::from(5), &required),
        };
        let limits = limits.map(|limit| limit.min(longest.clone()));
        let is_given = upto.is_some();
        let is_limited = is_given || limits[1] < longest;
        Self { longest, required, limits, is_table: false, is_limited, is_given, takes_upto: false }
    }

    /// How far g is computed next, or `None` if a table, with its period if that is proven, serves:
    /// the one place that decides it. What is known beyond the limits of this need changes nothing:
    /// whether there is an answer depends on the question alone.
    ///
    /// # Errors
    /// [`Error`] if it takes too long, or no period is found.
    pub fn next(&self, known: &Grundy, patience: Patience) -> Result<Option<Surd>, Error> {
        let [first, last] = &self.limits;
        let quick = match patience {
            Patience::Seconds => quick_limit(known.lengths()),
            Patience::Hours | Patience::Days => last.clone(),
        };
        if *last > quick && self.is_table {
            return Err(too_slow(last, &quick));
        }
        for upto in [first.min(&quick), last] {
            if *upto > quick {
                return Err(too_slow(last, &quick));
            }
            if self.is_shown(known, upto) {
                return Ok(None);
            }
            if known.limit() < upto {
                let is_asked = *upto <= self.required || self.is_given && upto == last;
                // nobody is refused for a limit that nobody gave
                let own =
                    (!is_asked).then(|| known.lengths().fitting(upto.clone()).max(self.required.clone()));
                let upto = own.unwrap_or_else(|| upto.clone());
                if *known.limit() < upto {
                    return Ok(Some(upto));
                }
            }
        }
        if self.required <= *last {
            return Ok(None);
        }
        let [length, upto] = [&self.required, last].map(brief);
        Err(error!(
            NoPeriod,
            "g was computed up to {upto}, where no period was found that would answer for the length {length}; give a \
             shorter length"
        ))
    }

    /// How far g is computed at most.
    #[cfg(feature = "serde")]
    pub(crate) fn furthest(&self) -> &Surd {
        &self.limits[1]
    }

    /// Whether a theorem answers, or a period that shows up to a limit.
    fn is_shown(&self, known: &Grundy, upto: &Surd) -> bool {
        let shows = |period: &Period| &period.seen_to + &period.length <= *upto;
        !self.is_table && (known.theorem().is_some() || known.period().is_some_and(shows))
    }

    /// The part of a table that the answer is from, with its period if that is proven: the same
    /// whatever else is known.
    ///
    /// # Errors
    /// [`Error`] if the table does not go far enough for one.
    pub fn part_of<'g>(&self, known: &'g Grundy) -> Result<Cow<'g, Grundy>, Error> {
        let [_, last] = &self.limits;
        let is_refused = self.is_table && known.limit() < last;
        let is_cut = self.is_limited && known.limit() > last && !self.is_shown(known, last);
        let part = if is_refused || is_cut { Cow::Owned(known.up_to(last)?) } else { Cow::Borrowed(known) };
        let is_complete =
            self.longest <= *part.limit() || part.period().is_some() || part.theorem().is_some();
        Ok(if is_complete { part } else { Cow::Owned(part.into_owned().with_period()) })
    }
}

/// How far the search for a period goes, unless a question says otherwise: as far as it gets in
/// about a second, but also up to three times the longest length if that takes some seconds.
///
/// The seconds are counted, and the same on every machine: 50,000 times the common measure of the
/// lengths, or 5,000 times the shortest one if that is more; 20 times as far if all digits are 3;
/// and less far if g has more than 5·10^8 corners there, by an estimate from its first steps.
///
/// ```
/// use nimsweep::internal::period_limit;
///
/// assert_eq!(period_limit(&"1/2, 3".parse()?), 25_000);
/// assert_eq!(period_limit(&"1, sqrt2".parse()?), 4800);
/// assert_eq!(period_limit(&"1, 20001".parse()?), 60_003);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn period_limit(lengths: &Lengths) -> Surd {
    let (quick, longest) = (quick_limit(lengths), Surd::from(TIMES_LONGEST) * lengths.longest());
    counted(lengths, longest.min(Surd::from(TIMES_QUICK) * &quick).max(quick), QUICK_CORNERS)
}

/// How far tables of some games go, unless a question says otherwise: up to a limit, or as far as
/// they all get in about a second.
#[cfg(feature = "serde")]
pub(crate) fn table_limit(games: &[Lengths], limit: Surd) -> Surd {
    let corners = QUICK_CORNERS / games.iter().dedup().count() as f64; // equal games have one table
    games.iter().fold(limit, |limit, game| counted(game, limit.min(quick_limit(game)), corners))
}

/// A limit, or as far as it gets with so many corners.
fn counted(lengths: &Lengths, limit: Surd, corners: f64) -> Surd {
    let run = GrundyRun::new(lengths, &limit);
    let run = run.or_else(|_| GrundyRun::new(lengths, &lengths.fitting(limit.clone())));
    run.map_or(limit, |run| run.limit_for(corners)) // or refused where it is computed
}

/// How far g is computed in some seconds, even in a browser.
pub(crate) fn quick_limit(lengths: &Lengths) -> Surd {
    Thresholds::of(lengths).quick()
}

/// The lengths that all limits are multiples of.
struct Thresholds<'l> {
    lengths: &'l Lengths,
    measure: Option<Surd>,
}

impl<'l> Thresholds<'l> {
    fn of(lengths: &'l Lengths) -> Self {
        Self { lengths, measure: lengths.common_measure() }
    }

    fn most_computed(&self) -> Surd {
        self.multiple(SWEPT, COMPUTED)
    }

    fn quick(&self) -> Surd {
        self.multiple(QUICK_TIMES_SHORTEST, self.factor() * QUICK_TIMES_MEASURE)
    }

    fn factor(&self) -> i64 {
        if self.lengths.all_at_an_end() { SUBTRACTION_FACTOR } else { 1 }
    }

    /// This multiple of the shortest length, or more if all digits are 3, or that one of the common
    /// measure, if that is more.
    fn multiple(&self, times_shortest: i64, times_measure: i64) -> Surd {
        let multiple = Surd::from(self.factor() * times_shortest) * self.lengths.shortest();
        match &self.measure {
            Some(measure) => multiple.max(Surd::from(times_measure) * measure),
            None => multiple,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_does_without_values_that_take_long() {
        for (segments, required) in [
            (&[6000][..], 0),   // the middle wins
            (&[6000, 5, 5], 5), // and values that come at once are given
            (&[5, 6000, 6000], 5),
            (&[5, 7, 6000, 6000], 7), // though a move wins that makes pairs
            (&[5, 7, 8, 9, 6000, 6000], 9),
            (&[2000], 2000), // at once
        ] {
            let segments = segments.iter().map(|&segment| segment.into());
            let position = Position::new(&Lengths::default(), segments).unwrap();
            assert_eq!(Need::reply(&position).required, required, "{position}");
        }
    }

    #[cfg(feature = "serde")]
    #[test]
    fn equal_games_have_one_table() {
        let [first, second]: [Lengths; 2] = ["1,sqrt2", "1,sqrt3"].map(|lengths| lengths.parse().unwrap());
        let limit = |games: &[&Lengths]| {
            table_limit(&games.iter().copied().cloned().collect::<Vec<_>>(), Surd::from(100_000))
        };
        let [alone, twice, both] = [&[&first][..], &[&first, &first], &[&first, &second]].map(limit);
        assert!(alone == twice && both < alone, "{alone}, {twice}, {both}");
    }

    #[test]
    fn tables_that_take_seconds_are_refused_beyond_both_limits() {
        for (lengths, most) in [
            ("1,sqrt2", "5000"),
            ("1,2", "50000"),
            ("1/2,sqrt2", "2500"),
            ("2,3", "50000"),
            ("1,10001/10", "5000"),
        ] {
            let lengths: Lengths = lengths.parse().unwrap();
            let most: Surd = most.parse().unwrap();
            let nothing = Grundy::new(&lengths, &Surd::default()).unwrap();
            let next = |limit: Surd| Need::table(limit).next(&nothing, Patience::Seconds);
            assert_eq!(next(most.clone()), Ok(Some(most.clone())));
            let refusal = next(most + Surd::from(1)).unwrap_err().to_string();
            assert!(refusal.starts_with("computing g up to "), "{refusal}");
        }
    }
}
