//! An octal game by rare values (*Winning Ways*, chapter 4, "sparse spaces"), as one would write it
//! for games in which, from some heap on, each move takes the same number of tokens and leaves two
//! heaps.

/// The values of the heaps below `end`, of which the first ones are given, if a move on all others
/// takes `taken` tokens and leaves two heaps. Values are below 256.
pub(crate) fn values(first: &[u32], taken: usize, end: usize) -> Vec<u32> {
    /// So many values are found by all pairs, and the mask from them.
    const PLAIN: usize = 1000;
    let mut values = first.to_vec();
    // the last heap that has an option of each value
    let mut marked = [0; 256];
    let mex = |marked: &[usize; 256], n| marked.iter().position(|&marked| marked != n).unwrap() as u32;
    while values.len() < PLAIN {
        let (n, sum) = (values.len(), values.len() - taken);
        (1..=sum / 2).for_each(|a| marked[(values[a] ^ values[sum - a]) as usize] = n);
        values.push(mex(&marked, n));
    }
    // a value is common if its bits in the mask, with those of the sum of its heaps, are odd
    let is_common =
        |mask: u32, n: usize, value: u32| ((value & mask).count_ones() as usize + n + taken) % 2 == 1;
    let rare_by = |mask| (1..PLAIN).filter(|&n| !is_common(mask, n, values[n])).collect::<Vec<_>>();
    let (mask, mut rare) =
        (0..64).map(|mask| (mask, rare_by(mask))).min_by_key(|(_, rare)| rare.len()).unwrap();
    while values.len() < end {
        let (n, sum) = (values.len(), values.len() - taken);
        // each common value of the sum has one rare part
        for &part in rare.iter().take_while(|&&part| part < sum) {
            marked[(values[part] ^ values[sum - part]) as usize] = n;
        }
        let least = (0..256).find(|&value| is_common(mask, n, value) && marked[value as usize] != n).unwrap();
        // rare values below it are looked for along the pairs
        let mut missing = (0..least as usize).filter(|&value| marked[value] != n).count();
        for a in 1..=sum / 2 {
            if missing == 0 {
                break;
            }
            let value = (values[a] ^ values[sum - a]) as usize;
            missing -= usize::from(value < least as usize && marked[value] != n);
            marked[value] = n;
        }
        values.push(mex(&marked, n));
        if !is_common(mask, n, values[n]) {
            rare.push(n);
        }
    }
    values
}
