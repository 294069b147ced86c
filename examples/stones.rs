//! `TakeAway`: one pile of stones, each move at most K times the one before.

use std::error::Error;

use nimsweep::games::stones::{Ratio, TakeAway};

fn main() -> Result<(), Box<dyn Error>> {
    let nim = TakeAway::FIBONACCI_NIM; // K = 2
    let moves: Vec<String> = nim.winning_moves(&"17".parse()?)?.map(|n| n.to_string()).collect();
    println!("from 17 stones these first moves win: {}", moves.join(", "));
    assert_eq!(moves, ["4", "1"]);

    let sum = nim.sum_of_largest_moves(&"1000000000000".parse()?)?;
    println!("the largest winning first moves from 1 to 10^12 stones add up to {sum}");
    assert!(sum.to_string().ends_with("73114890"));

    // with K = 1 the first player loses exactly from powers of two
    let doubling = TakeAway::new(Ratio::try_from(1)?);
    let mut lost = vec![];
    for n in 1_u32..=40 {
        if doubling.opening(&n.into())?.is_p_position() {
            lost.push(n);
        }
    }
    println!("lost for K = 1: {lost:?}");
    assert_eq!(lost, [1, 2, 4, 8, 16, 32]);
    Ok(())
}
