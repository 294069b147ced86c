//! `Stack` and `Row`: gold and silver coins, who wins a row, and how many rows are fair.

use std::error::Error;

use nimsweep::games::coins::{Coin, Outcome, Row, Stack, fair_rows};

fn main() -> Result<(), Box<dyn Error>> {
    let stack: Stack = "SG".parse()?; // silver on top of gold
    println!("{stack} = {}", stack.value());
    assert_eq!(stack.value().to_string(), "1/2");

    let row: Row = "GG GS".parse()?;
    println!("the row {row} has the value {}", row.value());
    assert_eq!(row.value().to_string(), "3/2");
    assert_eq!(row.outcome(), Outcome::Gary);
    for removal in row.winning_moves(Coin::Gold) {
        println!("Gary wins if he takes coin {} of stack {}", removal.below + 1, removal.stack + 1);
    }
    assert!(row.winning_moves(Coin::Silver).is_empty());

    let fair = fair_rows(2, 10)?;
    println!("{fair} rows of 10 stacks of two coins are fair");
    assert_eq!(fair, 63594_u32.into());
    Ok(())
}
