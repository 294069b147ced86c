//! Certificates: a claim and the table of g as lines of text, and a verifier that uses exact
//! numbers and integer keys only.
//!
//! A published maximum of the gain has to convince readers who trust neither this program nor its
//! authors. A certificate has everything that a checker needs: the lengths, all steps of g, and the
//! claim. The page [certificates](crate::docs::certificates) has the format, and the
//! argument why acceptance proves the claim; `data/check_certificate.py` is a second checker.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `certificate` | the lines of a certificate: bounds of what is read, and refusals |
//! | `verify` | the verifier; of this crate it uses numbers and lattices only |
//! | `write` | the certificate of an answer |
//!
//! ```
//! use nimsweep::games::squares::Grundy;
//! use nimsweep::proof::{Certificate, Claim, GainClaim, verify};
//!
//! let grundy = Grundy::new(&"1, sqrt2".parse()?, &"10".parse()?)?;
//! let (from, to) = ("2".parse()?, "10".parse()?);
//! let maximum = grundy.maximum(&from, &to)?;
//! let claim = Claim::from(GainClaim { from, to, at: maximum.at, value: maximum.value });
//! let mut text = vec![];
//! Certificate::new(grundy, claim)?.write(&mut text)?;
//! assert!(text.starts_with(b"nimsweep certificate 1\nradicand 2\n"));
//!
//! let proven = verify(&text[..])?;
//! assert!(proven.to_string().contains("greatest at L = 5+2√2"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod certificate;
mod verify;
pub(crate) mod write;

pub use certificate::VerifyError;
#[doc(hidden)]
pub use verify::verify_watched;
pub use verify::{Proven, ProvenClaim, ProvenGame, ProvenRange, verify};
#[doc(hidden)]
pub use write::check_numbers;
#[cfg(feature = "serde")]
pub(crate) use write::no_certificate;
pub use write::{Certificate, Claim, GainClaim};
