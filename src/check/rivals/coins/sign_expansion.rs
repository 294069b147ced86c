//! Values of stacks by Berlekamp's rule.

use crate::games::coins::{Coin, Dyadic, Stack};

/// The value of a stack by Berlekamp's rule.
///
/// From the bottom up each coin counts ±1 until the colour changes for the first time. That coin
/// counts ±1/2, the next ±1/4, and so on; + for gold, − for silver. This is the sign expansion of
/// the number: Berlekamp (1974); *Winning Ways*, chapter 3, "Hackenbush strings"; Conway, *On
/// Numbers and Games*, chapter 3. The rule does not look at options, so it checks [`Stack::value`].
///
/// # Cost
/// O(h) for h coins.
///
/// ```
/// use nimsweep::check::rivals::coins::value_by_sign_expansion;
///
/// // GSSGGG: 3 gold coins, then −1/2, −1/4, +1/8
/// assert_eq!(value_by_sign_expansion("GSSGGG".parse()?).to_string(), "19/8");
/// # Ok::<(), nimsweep::games::coins::StackError>(())
/// ```
#[must_use]
pub fn value_by_sign_expansion(stack: Stack) -> Dyadic {
    let (mut sum, mut weight, mut changed) = (Dyadic::ZERO, Dyadic::ONE, false);
    let lowest = stack.coin(0);
    for coin in stack.coins() {
        changed |= Some(coin) != lowest;
        if changed {
            weight = weight.halved(); // at most 59 times, for the lowest coin is no change
        }
        sum = sum.plus(if coin == Coin::Gold { weight } else { -weight });
    }
    sum
}
