//! The manual: commands, pictures, long runs, games, the sweep, exactness, cost, and the library by
//! example.
//!
//! These are the Markdown files of the folder `docs`. Their examples run as tests.

// A link of a page, such as [games], is defined twice: here for this documentation, and at the end
// of the page for readers of the file. The first definition counts.

/// Every command, with its real output and its JSON keys.
///
/// [json]: json
/// [ask]: crate::ask
/// [long-runs]: long_runs
/// [games]: games
/// [exactness]: exactness
/// [pictures]: pictures
/// [certificates]: certificates
#[doc = include_str!("../docs/commands.md")]
pub mod commands {}

/// Pictures with their commands. They lie in the folder `docs/pictures` of the source.
///
/// [commands]: commands
#[doc = include_str!("../docs/pictures.md")]
pub mod pictures {}

/// Every key of every JSON object.
///
/// [ask]: crate::ask
#[doc = include_str!("../docs/json.md")]
pub mod json {}

/// Computing g for hours: threads, progress, interrupt, resume; exit codes.
///
/// [certificates]: certificates
/// [sweep]: sweep
#[doc = include_str!("../docs/long-runs.md")]
pub mod long_runs {}

/// The rules of the games, and the mathematics behind the answers.
///
/// [sweep]: sweep
#[doc = include_str!("../docs/games.md")]
pub mod games {}

/// How g is found: cells and corners, an example, which method serves when, and a glossary.
///
/// [games]: games
/// [exactness]: exactness
/// [cost]: cost
#[doc = include_str!("../docs/sweep.md")]
pub mod sweep {}

/// How results are proven, and which independent methods confirm them.
///
/// [certificates]: certificates
/// [sweep]: sweep
#[doc = include_str!("../docs/exactness.md")]
pub mod exactness {}

/// The format of certificates, and why an accepted one proves its claim.
#[doc = include_str!("../docs/certificates.md")]
pub mod certificates {}

/// What the sweep of the squares costs, and which attempts to make it cheaper failed.
///
/// [sweep]: sweep
/// [games]: games
#[doc = include_str!("../docs/cost.md")]
pub mod cost {}

/// Scans of whole families from Python: rows, folders, executors, limits.
#[doc = include_str!("../docs/scans.md")]
pub mod scans {}

/// First results of scans: 496 games with two lengths, how fast things grow, and what stands out.
#[doc = include_str!("../docs/families.md")]
pub mod families {}

/// Every octal game with three digits, and a map of subtraction games with real lengths: tables,
/// pictures, and what stands out.
#[doc = include_str!("../docs/atlas.md")]
pub mod atlas {}

/// The library by example, and its features.
///
/// [`Grundy`]: crate::games::squares::Grundy
/// [`Method`]: crate::games::squares::Method
/// [`Surd`]: crate::number::Surd
/// [`Algebraic`]: crate::algebraic::Algebraic
/// [`sweep`]: crate::sweep
/// [`ask`]: crate::ask
#[doc = include_str!("../docs/library.md")]
pub mod library {}
