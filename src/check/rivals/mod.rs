//! Rival methods: other ways to the results of the games, which serve only to be compared with
//! them.
//!
//! A rival shares as little as possible with the method that it checks. None of them is the fastest
//! way, and most need much more memory.
//!
//! | module | methods |
//! | --- | --- |
//! | [`stones`] | openings by a sweep that knows no K-sequence; the sum of M(n) by prefix sums |
//! | [`coins`] | values by Berlekamp's rule; fair rows by multinomials, binomials, and a sweep |
//! | [`halving`] | Grundy values by a sweep that knows no closed form |

pub mod coins;
pub mod halving;
pub mod stones;
