//! `halving`: a pile from which each move takes at most half, for piles of any size.

use std::error::Error;

use nimsweep::games::halving::{grundy_value, is_p_position, piles, winning_move};

fn main() -> Result<(), Box<dyn Error>> {
    let taken = winning_move(&100_u32.into()).ok_or("100 stones are an N-position")?;
    println!("from 100 stones the only winning move takes {taken}");
    assert_eq!(taken, 5_u32.into());
    assert!(is_p_position(&95_u32.into()));
    assert_eq!(grundy_value(&100_u32.into()), 50_u32.into());

    let lost: Vec<u64> = piles().take(100).filter(|pile| pile.grundy == 0).map(|pile| pile.stones).collect();
    println!("the player to move loses from {lost:?} stones");
    assert_eq!(lost, [0, 2, 5, 11, 23, 47, 95]);

    // a pile of 1001 digits
    let huge = format!("1{}", "0".repeat(1000)).parse()?;
    let taken = winning_move(&huge).ok_or("10^1000 is not 3·2^k − 1")?;
    println!("from 10^1000 stones the winning move takes a number of {} digits", taken.to_string().len());
    assert!(is_p_position(&(huge - taken)));
    Ok(())
}
