//! Random segments.

use crate::games::squares::Lengths;
use crate::number::Surd;

/// The most halves of the shortest length in a random segment.
const MOST_HALVES: u64 = 30;

impl Lengths {
    /// A random segment of at most `limit` on which a piece fits: a few times the longest length
    /// and some halves of the shortest one. `below` gives a random number less than its argument,
    /// which is positive. The shortest length, if nothing else is short enough.
    ///
    /// ```
    /// use nimsweep::games::squares::Lengths;
    ///
    /// let mut largest = |end| end - 1;
    /// let segment = Lengths::default().random_segment(&10.into(), &mut largest);
    /// assert_eq!(segment.to_string(), "(11+6*sqrt(2))/2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn random_segment(&self, limit: &Surd, below: &mut impl FnMut(u64) -> u64) -> Surd {
        let [shortest, longest] = [self.shortest(), self.longest()];
        let times_in = |part: &Surd, whole: &Surd| {
            whole.try_div_floor(part).map_or(0, |times| u64::try_from(times).unwrap_or(0))
        };
        // up to half of it
        let times = below(times_in(&(longest * 2), limit).min(MOST_HALVES) + 1);
        let longer = Surd::from(times) * longest;
        let half = shortest / Surd::from(2);
        let halves = times_in(&half, &(limit - &longer)).clamp(2, MOST_HALVES);
        longer + Surd::from(2 + below(halves - 1)) * half
    }
}
