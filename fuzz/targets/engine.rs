//! Fuzzes [`nimsweep_fuzz::engine`]; without a fuzzer it does nothing.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| nimsweep_fuzz::engine(bytes));

#[cfg(not(fuzzing))]
fn main() {}
