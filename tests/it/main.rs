//! The integration tests, one file a capability. They use shells, signals and paths of Unix; what
//! holds on every system is in `tests/everywhere.rs`.

#![cfg(unix)]

mod ask;
mod asked;
mod atlas;
mod batch;
mod bench_command;
mod browser;
mod certificates;
mod check;
mod coins;
mod command_line;
mod definition;
mod descriptors;
mod drawings;
mod drawn;
mod explore;
mod files;
mod forged;
mod fuzzed;
mod game;
mod game_commands;
mod guesses;
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
mod methods;
mod notations;
mod numbers;
#[cfg(target_os = "linux")]
mod obstacles;
mod octal;
mod octal_games;
mod papers;
mod pasted;
mod periods;
mod pictures;
mod plot;
mod plot_data;
mod positions;
mod properties;
mod property;
mod proven;
mod published;
mod random;
mod raster;
mod rational_lengths;
mod readme;
mod release;
mod short_calls;
mod signals;
mod skips;
mod stones;
mod support;
mod tables;
mod tampered;
mod terminal;
mod threads;
