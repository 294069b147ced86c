//! The integration tests, one file a capability.

mod ask;
mod asked;
mod bad_input;
mod batch;
mod bench_command;
mod check;
mod coins;
mod command_line;
mod definition;
mod forged;
mod game_commands;
mod halving;
mod help;
mod house;
mod interior_maximum;
mod json;
mod kayles;
mod long_runs;
mod numbers;
mod published;
mod rational_lengths;
mod readme;
mod stones;
mod support;
mod tables;
mod threads;
