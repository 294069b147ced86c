//! Rivals for the coins: values by Berlekamp's rule, and fair rows by three other methods.

mod binomial;
mod distribution;
mod multinomial;
mod sign_expansion;

pub use binomial::fair_rows_by_exact_binomials;
pub use distribution::{Distribution, distribution};
pub use multinomial::{fair_rows_by_multinomials, fair_rows_by_multinomials_modulo};
pub use sign_expansion::value_by_sign_expansion;
