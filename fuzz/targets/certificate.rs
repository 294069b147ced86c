//! Fuzzes [`nimsweep_fuzz::certificate`]; without a fuzzer it does nothing.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| nimsweep_fuzz::certificate(bytes));

#[cfg(not(fuzzing))]
fn main() {}
