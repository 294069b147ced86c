//! The integration tests, one file a capability.

mod ask;
mod asked;
mod bad_input;
mod batch;
mod bench_command;
mod certificates;
mod check;
mod coins;
mod command_line;
mod definition;
#[cfg(unix)]
mod files;
mod forged;
mod game_commands;
mod halving;
mod help;
mod hostile;
mod house;
mod interior_maximum;
mod json;
mod kayles;
mod keys;
mod long_runs;
mod maxima;
mod numbers;
mod octal;
mod periods;
mod positions;
mod properties;
mod property;
mod published;
mod rational_lengths;
mod readme;
#[cfg(unix)]
mod signals;
mod stones;
mod support;
mod tables;
mod tampered;
mod threads;
