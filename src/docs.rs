//! The manual: a tutorial, the games, the commands, exactness, and what was found.
//!
//! These are the Markdown files of the folder `docs`. Their examples run as tests.
//!
//! [installation]: installation
//! [tutorial]: tutorial
//! [lesson]: lesson
//! [lesson-answers]: lesson_answers
//! [games]: games
//! [recipes]: recipes
//! [faq]: faq
//! [pictures]: pictures
//! [commands]: commands
//! [json]: json
//! [long-runs]: long_runs
//! [library]: library
//! [scans]: scans
//! [versions]: versions
//! [sweep]: sweep
//! [exactness]: exactness
//! [certificates]: certificates
//! [cost]: cost
//! [trials]: trials
//! [atlas]: atlas
//! [additive-games]: additive_games
//! [families]: families
//! [several-roots]: several_roots
//! [open-questions]: open_questions
//! [related-work]: related_work
#![doc = include_str!("../docs/index.md")]

// A link of a page, such as [games], is defined twice: here for this documentation, and at the end
// of the page for readers of the file. The first definition counts.

/// From source: the program, completions, the page, the Python package and the library.
///
/// [scans]: scans
/// [families]: families
/// [library]: library
#[doc = include_str!("../docs/installation.md")]
pub mod installation {}

/// Half an hour with one game: from the rule by hand to a certificate and a scan.
///
/// [index]: crate::docs
/// [installation]: installation
/// [faq]: faq
/// [open-questions]: open_questions
/// [commands]: commands
/// [sweep]: sweep
/// [games]: games
/// [certificates]: certificates
/// [scans]: scans
/// [families]: families
#[doc = include_str!("../docs/tutorial.md")]
pub mod tutorial {}

/// A lesson of 45 minutes for a class. The sheet to print lies in the folder `docs/lesson` of the
/// source.
///
/// [lesson-answers]: lesson_answers
/// [tutorial]: tutorial
/// [installation]: installation
#[doc = include_str!("../docs/lesson.md")]
pub mod lesson {}

/// The answers to the questions of the lesson.
///
/// [lesson]: lesson
#[doc = include_str!("../docs/lesson-answers.md")]
pub mod lesson_answers {}

/// Twenty things that people have, and what to type.
///
/// [commands]: commands
/// [faq]: faq
#[doc = include_str!("../docs/recipes.md")]
pub mod recipes {}

/// Questions and answers: the game, the answers, limits, and use.
///
/// [tutorial]: tutorial
/// [games]: games
/// [exactness]: exactness
/// [certificates]: certificates
/// [cost]: cost
/// [long-runs]: long_runs
/// [pictures]: pictures
/// [library]: library
/// [commands]: commands
/// [versions]: versions
#[doc = include_str!("../docs/faq.md")]
pub mod faq {}

/// Every command, with its real output.
///
/// [json]: json
/// [ask]: crate::ask
/// [long-runs]: long_runs
/// [games]: games
/// [exactness]: exactness
/// [pictures]: pictures
/// [certificates]: certificates
/// [octal-certificates]: certificates#octal-games
/// [region-certificates]: certificates#regions
/// [additive-games]: additive_games
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
/// [octal-games]: commands#octal-games
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
/// [additive-games]: additive_games
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
///
/// [additive-games]: additive_games
#[doc = include_str!("../docs/certificates.md")]
pub mod certificates {}

/// What the sweep of the squares costs, and why.
///
/// [sweep]: sweep
/// [games]: games
/// [trials]: trials
#[doc = include_str!("../docs/cost.md")]
pub mod cost {}

/// What was tried to make the sweep of the squares faster, and was not.
///
/// [sweep]: sweep
/// [cost]: cost
#[doc = include_str!("../docs/trials.md")]
pub mod trials {}

/// Scans of whole families from Python: rows, folders, executors, limits.
#[doc = include_str!("../docs/scans.md")]
pub mod scans {}

/// What stays within a major version, the oldest Rust, and systems.
#[doc = include_str!("../docs/versions.md")]
pub mod versions {}

/// First results of scans: 496 games with two lengths, how fast things grow, and what stands out.
#[doc = include_str!("../docs/families.md")]
pub mod families {}

/// Every octal game with three digits, and a map of subtraction games with real lengths: tables,
/// pictures, and what stands out.
///
/// [additive-games]: additive_games
/// [open-questions]: open_questions
#[doc = include_str!("../docs/atlas.md")]
pub mod atlas {}

/// A theorem: all values and periods of the subtraction games {a, b, a + b} with real lengths.
///
/// [games]: games
#[doc = include_str!("../docs/additive-games.md")]
pub mod additive_games {}

/// Lengths from several square roots: values, greatest gains, and periods of 299 of 300 games.
///
/// [certificates]: certificates
/// [additive-games]: additive_games
#[doc = include_str!("../docs/several-roots.md")]
pub mod several_roots {}

/// Open questions: what is proven, what was observed, and which command shows it.
///
/// [games]: games
/// [rare]: games#octal-games-heaps-of-tokens
/// [families]: families
/// [atlas]: atlas
/// [additive-games]: additive_games
/// [certificates]: certificates
#[doc = include_str!("../docs/open-questions.md")]
pub mod open_questions {}

/// Related work: books, papers and programs, and what was looked for and not found.
///
/// [games]: games
/// [atlas]: atlas
/// [additive-games]: additive_games
#[doc = include_str!("../docs/related-work.md")]
pub mod related_work {}

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
