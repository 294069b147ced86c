//! `Check`: two independent methods for one thing, compared entry by entry.

use std::error::Error;

use nimsweep::check::{self, Reference};

fn main() -> Result<(), Box<dyn Error>> {
    let reference = Reference::built_in();
    let mut compared = 0;
    for check in check::all().filter(|check| check.game == "halving") {
        let entries = check.run(&reference)?;
        println!("{}: {} = {}, {entries} entries", check.subject, check.methods[0], check.methods[1]);
        compared += entries;
    }
    assert!(compared > 100_000);
    Ok(())
}
