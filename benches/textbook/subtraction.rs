//! A subtraction game as one would write it: for each heap the values of what a move leaves are
//! marked, and the first that is not is its value.

/// The values of the heaps 0, 1, …, `last`, if a move takes one of these numbers of tokens, which
/// ascend. Values are below 256.
pub(crate) fn values(taken: &[usize], last: usize) -> Vec<u8> {
    let mut values = vec![0_u8; last + 1];
    // the last heap that has an option of each value
    let mut marked = [0; 256];
    for heap in 1..=last {
        for taken in taken.iter().take_while(|&&taken| taken <= heap) {
            marked[usize::from(values[heap - taken])] = heap;
        }
        let value = marked.iter().position(|&marked| marked != heap).unwrap();
        values[heap] = u8::try_from(value).unwrap();
    }
    values
}
