//! Octal games on whole numbers: the values are those of the definition, and a period follows from
//! the theorem of Guy and Smith.
//!
//! A move in the game d₀.d₁d₂… takes i tokens from a heap of n. It may leave nothing if the digit
//! dᵢ has the bit 1, one heap if it has the bit 2, and two heaps if it has the bit 4; no heap is
//! empty. d₀ is 0, or 4 if a heap may be split without taking. G(n) is the mex of what the moves
//! leave. Values are checked in ascending order, so that a move leaves proven ones.
//!
//! **Masks.** For any mask call a value *common* if it has an odd number of bits in common with the
//! mask, and else *rare*. The xor of two common values is rare, and so is that of two rare ones. So
//! two heaps leave a common value only if one of them has a rare value and one a common value:
//! that G(n) is not left needs no other pairs if it is common. That all smaller values are left
//! shows after some further pairs. The mask with the fewest rare values in the table is taken, if
//! these are at most a quarter: else all pairs are less work. What is proven does not depend on it.

use std::io::BufRead;

use super::proven::{Proven, ProvenClaim, ProvenGame};
use crate::number::Surd;
use crate::proof::certificate::{Lines, MOST_DIGITS, MOST_STEPS, ROW, VerifyError};

/// What a move may leave.
const NOTHING: u8 = 1;
const ONE_HEAP: u8 = 2;
const TWO_HEAPS: u8 = 4;

/// The game, and what is stated about G.
struct OctalTable {
    /// d₀, d₁, …, of which the last is not 0, if it is not d₀.
    digits: Vec<u8>,
    /// G(n), which is at most 2n.
    values: Vec<usize>,
    /// The heaps with rare values, ascending from 1; none if the mask is 0.
    rare: Vec<usize>,
    mask: usize,
}

/// Reads a certificate of an octal game from the line of its code on, and proves it.
pub(super) fn verify<R: BufRead>(lines: &mut Lines<R>) -> Result<Proven, VerifyError> {
    let code = lines.rest().to_owned();
    let digits = digits_of(&code)
        .ok_or_else(|| lines.refused("expected '0.' or '4.' and octal digits, the last not 0"))?;
    let [count] = lines.read("values")?;
    let is_fitting = (1..=MOST_STEPS as i64).contains(&count);
    lines.need(is_fitting, format!("expected 1 to {MOST_STEPS} values"))?;
    let (count, first_line) = (count as usize, lines.line_number() + 1);
    let mut values = vec![];
    while values.len() < count {
        lines.named("g")?;
        let row = lines.integers(None)?;
        let expected = ROW.min(count - values.len());
        lines.need(row.len() == expected, format!("expected {expected} values"))?;
        for value in row {
            // a heap of n is taken from at most n times, and split at most n − 1 times
            let n = values.len();
            let is_fitting = (0..=2 * n as i64).contains(&value);
            lines.need(is_fitting, format!("G({n}) is not {value}"))?;
            values.push(value as usize);
        }
    }
    let mask = mask_of(&values);
    // without a mask no value is common, and all pairs are looked at anyway
    let is_rare = |n: &usize| mask > 0 && !is_common(values[*n], mask);
    let rare = (1..values.len()).filter(is_rare).collect();
    let table = OctalTable { digits, values, rare, mask };
    let mut seen = vec![0; 2 * count];
    if let Some(n) = (0..count).find(|&n| !table.is_mex(n, &mut seen)) {
        let (line, reason) = (first_line + (n / ROW) as u64, format!("G({n}) is not {}", table.values[n]));
        return Err(VerifyError::Refused { line, reason });
    }
    let has_claim = lines.next()? == "period";
    let claim = if has_claim { table.period(lines)? } else { ProvenClaim::Grundy };
    lines.end()?;
    Ok(Proven {
        game: ProvenGame::Octal { octal: code, limit: Box::new(Surd::from(count as u64 - 1)) },
        claim,
    })
}

/// The digits of a code: `0.0`, `4.0`, or without a zero at the end.
fn digits_of(code: &str) -> Option<Vec<u8>> {
    let (before, after) = code.split_once('.')?;
    let is_lowest = after == "0" || !after.is_empty() && !after.ends_with('0');
    let is_fitting = ["0", "4"].contains(&before) && is_lowest && after.len() <= MOST_DIGITS;
    let digits = [before, after.trim_end_matches('0')].concat();
    let digits = digits.bytes().map(|digit| (b'0'..=b'7').contains(&digit).then(|| digit - b'0'));
    digits.collect::<Option<_>>().filter(|_| is_fitting)
}

fn is_common(value: usize, mask: usize) -> bool {
    (value & mask).count_ones() % 2 == 1
}

/// The mask with the fewest rare values if these are at most a quarter, and else 0: for each mask
/// the values with an even number of bits in common with it, less those with an odd one, by a
/// Walsh–Hadamard transform of how often each value occurs.
fn mask_of(values: &[usize]) -> usize {
    let size = values.iter().max().map_or(1, |&largest| (largest + 1).next_power_of_two());
    let mut sums = vec![0_i64; size];
    values.iter().for_each(|&value| sums[value] += 1);
    for half in (0..size.ilog2()).map(|bit| 1 << bit) {
        for block in sums.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            low.iter_mut().zip(high).for_each(|(x, y)| (*x, *y) = (*x + *y, *x - *y));
        }
    }
    let has_few_rare = |mask: &usize| 2 * sums[*mask] <= -(values.len() as i64);
    (0..size).min_by_key(|&mask| sums[mask]).filter(has_few_rare).unwrap_or(0)
}

impl OctalTable {
    /// Whether G(n) is the mex of what moves leave, if all smaller heaps have the stated values.
    ///
    /// `seen` has a place for each value, and no n there yet, unless n = 0, which has no moves.
    fn is_mex(&self, n: usize, seen: &mut [usize]) -> bool {
        let Self { digits, values, rare, mask } = self;
        let value = values[n];
        let taking = || digits.iter().take(n + 1).enumerate().map(|(taken, &digit)| (n - taken, digit));
        let may_be_left = |&(rest, digit): &_| digit & if rest == 0 { NOTHING } else { ONE_HEAP } != 0;
        let single = || taking().filter(may_be_left).map(|(rest, _)| values[rest]);
        let splitting = || taking().filter(|(_, digit)| digit & TWO_HEAPS != 0).map(|(rest, _)| rest);
        let rare_up_to = |rest| rare.iter().take_while(move |&&heap| heap < rest);
        let of_rare = |rest| rare_up_to(rest).map(move |&heap| values[heap] ^ values[rest - heap]);
        let of_all = |rest| values[1..=rest / 2].iter().zip(values[..rest].iter().rev()).map(|(x, y)| x ^ y);
        // no move leaves the value; two heaps with a common one have a rare part
        let is_left = |found: bool, left: usize| found | (left == value);
        if single().chain(splitting().flat_map(of_rare)).fold(false, is_left)
            || !is_common(value, *mask) && splitting().any(|rest| of_all(rest).fold(false, is_left))
        {
            return false;
        }
        // some move leaves each smaller one
        let mut missing = value;
        let mut smaller = single().chain(splitting().flat_map(of_rare)).chain(splitting().flat_map(of_all));
        while let Some(left) = smaller.next().filter(|_| missing > 0) {
            if left < value && seen[left] != n {
                (seen[left], missing) = (n, missing - 1);
            }
        }
        missing == 0
    }

    /// A period p of G from n₀ on, by the theorem: if n₀ ≥ 1 and G(n + p) = G(n) for n₀ ≤ n < 2n₀ +
    /// p + k, where k is the last place with a digit that is not 0, then for all n ≥ n₀. A period
    /// from 0 on is one from 1 on, with G(p) = G(0).
    ///
    /// *Proof* by induction: let n ≥ 2n₀ + p + k, and let the claim hold for all heaps from n₀ up
    /// to n. A move on n leaves at least 2n₀ + p tokens, one on n + p at least 2n₀ + 2p, so that
    /// both leave a heap. The larger one that a move on n leaves, z, is at least n₀, and the move
    /// on n + p that leaves z + p in its place has the same value. The larger one, z, that a move
    /// on n + p leaves is at least n₀ + p; as n₀ ≥ 1, a heap of z − p is not empty, and the move on
    /// n that leaves it in place of z has the same value. ∎
    fn period<R: BufRead>(&self, lines: &mut Lines<R>) -> Result<ProvenClaim, VerifyError> {
        let [period, from] = lines.some_integers()?;
        lines.need(period > 0 && from >= 0, "the period is not positive, or begins below 0")?;
        let end = 2 * from.max(1) + period + (self.digits.len() - 1) as i64; // d₀ is there
        let is_known = end + period <= self.values.len() as i64;
        lines.need(is_known, "g is not known far enough")?;
        let value = |n: i64| self.values[n as usize]; // from 0 to end + period
        let is_repeated = (from..end).all(|n| value(n) == value(n + period));
        lines.need(is_repeated, "g does not repeat for as long as the theorem needs")?;
        lines.next()?;
        let [period, from] = [period, from].map(|n| Surd::from(n as u64)); // below 2²²
        Ok(ProvenClaim::Period { period: Box::new(period), from: Box::new(from) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_written_in_one_way() {
        assert_eq!(digits_of("0.77"), Some(vec![0, 7, 7]));
        assert_eq!(digits_of("4.007"), Some(vec![4, 0, 0, 7]));
        assert_eq!(digits_of("0.0"), Some(vec![0]));
        for code in ["", "0", "0.", ".7", "0.70", "0.00", "1.7", "00.7", "0.8", "0.7.7", "0.٣", "0. 7"] {
            assert_eq!(digits_of(code), None, "{code}");
        }
        assert!(digits_of(&format!("0.{}", "7".repeat(1001))).is_none());
    }

    /// Of 1, 2, 4 and 7 all are common with the mask 7; of 0 and 3 neither is.
    #[test]
    fn the_mask_leaves_the_fewest_rare_values() {
        assert_eq!(mask_of(&[0, 1, 2, 4, 7, 1, 2, 4, 7, 3]), 7);
        assert_eq!(mask_of(&[0]), 0);
    }
}
