//! How much of the work for g is done, by how far the line is known.

use num_traits::ToPrimitive;

use super::GrundyRun;

/// How far g is, in parts of the line from 0 to 1.
#[derive(Clone, Copy, Debug, Default)]
pub struct GrowthEstimate {
    /// Up to where it was known when this run began.
    pub(crate) before: f64,
    /// Up to where it is known now.
    pub(crate) done: f64,
    /// The end of the line.
    pub(crate) limit: f64,
    /// The time up to a part of the line grows like this power of it.
    pub(crate) exponent: f64,
    /// The exponent was found at this part of the line.
    pub(crate) looked_at: f64,
}

impl GrowthEstimate {
    /// Begins to watch a run.
    #[must_use]
    pub fn of(growing: &GrundyRun) -> Self {
        let before = growing.progress();
        let limit = growing.limit().to_f64().unwrap_or(f64::INFINITY);
        Self { before, limit, ..Self::default() }
    }

    /// Looks how far g is. How its time grows is looked for now and then only, as that takes long
    /// beside a picture of a bar.
    pub fn look(&mut self, growing: &GrundyRun) {
        const SELDOM: f64 = 1.1;
        self.done = growing.progress();
        if self.done >= SELDOM * self.looked_at {
            (self.exponent, self.looked_at) = (growing.growth_of_corners(usize::MAX).1, self.done);
        }
    }

    /// The part of the work, from 0 to 1, that a part of the line is.
    pub(crate) fn work(&self, part: f64) -> f64 {
        part.powf(self.exponent)
    }

    /// The part of the work that is done, from 0 to 1.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.work(self.done)
    }
}
