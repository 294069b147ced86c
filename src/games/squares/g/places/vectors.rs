//! The look at many cells at once, by vectors of 512 bits.
//!
//! A vector has the values of 32 steps. Xor with the value of another step gives the nimbers of 32
//! cells. Each is looked up in the list of bare nimbers, 16 of them in a word and 64 words in two
//! registers: the lower six bits of the word's number choose a word of each pair of registers, the
//! upper bits choose the pair. Most nimbers are not bare. The cells of those that are, are pushed
//! together, appended to a short list, and cover their places when the list is full.
//!
//! All of this is written once, over a handful of operations on vectors. They exist for processors
//! with AVX-512, and as loops over arrays ([`lanes`]), so that every test runs this on every
//! processor.

use super::cover::{Cover, NIMBERS, Task, add_cell};
use super::pairs::{List, Lists, PairRun, PairRuns, TOGETHER};
use crate::lattice::Key;

use lanes::LANES;

/// How many nimbers two registers have a bit for.
const NIMBERS_OF_A_PAIR: usize = 1024;
/// How many pairs fit the registers; if there are more, some are read from memory.
const PAIRS_AT_ONCE: usize = 8;
/// The most pairs of registers.
const MOST_PAIRS: usize = NIMBERS / NIMBERS_OF_A_PAIR;
/// How many cells are collected before they cover places.
const ROOM: usize = 1024;
/// How many words the list of cells has: cells are appended by whole vectors.
const CELLS: usize = ROOM + TOGETHER * LANES;
/// After this many cells for each nimber that have covered something, those that are still bare are
/// listed again.
const CELLS_FOR_A_LIST: usize = 2;

/// Cells that have to cover places: for each the codes of its corners and its nimber.
struct Cells {
    starts: [u16; CELLS],
    ends: [u16; CELLS],
    nimbers: [u16; CELLS],
}

/// The look, by the operations of a module, compiled for the features of a processor.
macro_rules! look {
    ($name:ident, $operations:ident $(, $feature:meta)?) => {
        /// Covers the places of the cells of a task whose nimber is bare.
        $(#[$feature])?
        pub(super) fn $name<K: Key, const N: usize>(task: Task<'_, K, N>) {
            use $operations::{Vector, add, at_least, blend, compress, has_bit, load, select, shift_right, splat, test, xor};

            /// Covers them with the list of bare nimbers in this many pairs of registers.
            $(#[$feature])?
            fn look<K: Key, const N: usize, const PAIRS: usize>(
                cover: &mut Cover<'_, N>,
                [first, second]: [&List; 2],
                runs: PairRuns<'_, K>,
            ) {
                let mut cells = Cells { starts: [0; CELLS], ends: [0; CELLS], nimbers: [0; CELLS] };
                let (mut count, mut covered) = (0, 0);
                let mut bare = bare_nimbers::<N, PAIRS>(cover);
                for PairRun { first: index, are_together, second: run } in runs {
                    let steps = if are_together { TOGETHER } else { 1 };
                    let mut of_first = [[0; 3]; TOGETHER];
                    for (step, codes) in of_first[..steps].iter_mut().enumerate() {
                        *codes = [first.starts[index + step], first.ends[index + step], first.values[index + step]];
                    }
                    let mut j = run.start;
                    while j < run.end {
                        let (starts, ends) = (load(&second.starts, j), load(&second.ends, j));
                        let values = load(&second.values, j);
                        // one bit for each step of the run
                        let wanted = u32::MAX >> LANES.saturating_sub(run.end - j);
                        for [start, end, value] in &of_first[..steps] {
                            let nimbers = xor(splat(*value), values);
                            let hit = wanted & are_bare(nimbers, &bare);
                            compress(add(splat(*start), starts), hit, &mut cells.starts, count);
                            compress(add(splat(*end), ends), hit, &mut cells.ends, count);
                            compress(nimbers, hit, &mut cells.nimbers, count);
                            count += hit.count_ones() as usize;
                        }
                        j += LANES;
                        if count > ROOM {
                            cover_places(cover, &cells, count);
                            covered += count;
                            count = 0;
                            if covered > CELLS_FOR_A_LIST * cover.nimbers {
                                bare = bare_nimbers(cover);
                                covered = 0;
                            }
                        }
                    }
                }
                cover_places(cover, &cells, count);
            }

            /// Which of some nimbers are bare.
            #[inline]
            $(#[$feature])?
            fn are_bare<const PAIRS: usize>(nimbers: Vector, bare: &[[Vector; 2]; PAIRS]) -> u32 {
                let number = shift_right::<4>(nimbers);
                let mut word = word_of(number, bare, 0);
                for eight in 1..PAIRS.div_ceil(PAIRS_AT_ONCE) {
                    // the bits above those of eight pairs
                    let is_its = at_least(shift_right::<6>(number), (eight * PAIRS_AT_ONCE) as u16);
                    word = blend(is_its, word, word_of(number, bare, eight * PAIRS_AT_ONCE));
                }
                has_bit(word, nimbers)
            }

            /// The words with these numbers, from up to eight pairs of registers, the first of
            /// which is given.
            #[inline]
            $(#[$feature])?
            fn word_of<const PAIRS: usize>(number: Vector, bare: &[[Vector; 2]; PAIRS], first: usize) -> Vector {
                let pairs = const { if PAIRS < PAIRS_AT_ONCE { PAIRS } else { PAIRS_AT_ONCE } };
                // one list and no closures: else it might not become part of the function
                let mut words = [number; PAIRS_AT_ONCE];
                for (pair, [low, high]) in bare[first..first + pairs].iter().enumerate() {
                    words[pair] = select(*low, number, *high);
                }
                // bit by bit, the upper bits of the number choose among the words
                let (mut left, mut bit) = (pairs, 1 << 6);
                while left > 1 {
                    left /= 2;
                    let upper = test(number, splat(bit));
                    for pair in 0..left {
                        words[pair] = blend(upper, words[2 * pair], words[2 * pair + 1]);
                    }
                    bit *= 2;
                }
                words[0]
            }

            /// One bit for each nimber that is not held at all places.
            #[inline(never)]
            $(#[$feature])?
            fn bare_nimbers<const N: usize, const PAIRS: usize>(cover: &Cover<'_, N>) -> [[Vector; 2]; PAIRS] {
                let mut words = [0_u16; NIMBERS / 16];
                for (word, sets) in cover.present[..cover.nimbers].chunks(16).enumerate() {
                    let mut bits = 0;
                    for (bit, held) in sets.iter().enumerate() {
                        bits |= u16::from(*held != [u64::MAX; N]) << bit;
                    }
                    words[word] = bits;
                }
                let mut pairs = [[splat(0); 2]; PAIRS];
                for (pair, [low, high]) in pairs.iter_mut().enumerate() {
                    (*low, *high) = (load(&words, 2 * pair * LANES), load(&words, (2 * pair + 1) * LANES));
                }
                pairs
            }

            /// Covers the places of the first of these cells.
            #[inline]
            $(#[$feature])?
            fn cover_places<const N: usize>(cover: &mut Cover<'_, N>, cells: &Cells, count: usize) {
                for (cell, &start) in cells.starts[..count].iter().enumerate() {
                    let (start, end) = (usize::from(start), usize::from(cells.ends[cell]));
                    let held = &mut cover.present[usize::from(cells.nimbers[cell])];
                    add_cell(held, cover.above[start], cover.above[end]);
                }
            }

            let Task { mut cover, steps, lists, keys, .. } = task;
            let Lists { long, short, .. } = lists;
            for pair in [[long, long], [long, short], [short, short]] {
                let (cover, runs) = (&mut cover, lists.runs(steps, pair, keys));
                match cover.nimbers.div_ceil(NIMBERS_OF_A_PAIR) {
                    // few steps have so few nimbers that one pair would do
                    1 | 2 => look::<K, N, 2>(cover, pair, runs),
                    4 => look::<K, N, 4>(cover, pair, runs),
                    8 => look::<K, N, 8>(cover, pair, runs),
                    16 => look::<K, N, 16>(cover, pair, runs),
                    32 => look::<K, N, 32>(cover, pair, runs),
                    _ => look::<K, N, MOST_PAIRS>(cover, pair, runs),
                }
            }
        }
    };
}

look!(look_by_lanes, lanes);
#[cfg(target_arch = "x86_64")]
look!(
    look_by_avx512,
    avx512,
    target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2,bmi1,bmi2,popcnt")
);

/// Vectors as arrays.
mod lanes {
    /// How many steps a vector has.
    pub(super) const LANES: usize = 32;

    pub(super) type Vector = [u16; LANES];

    /// One bit for each lane.
    fn mask(mut is_set: impl FnMut(usize) -> bool) -> u32 {
        (0..LANES).fold(0, |mask, lane| mask | u32::from(is_set(lane)) << lane)
    }

    /// The words from some index on.
    pub(super) fn load(words: &[u16], from: usize) -> Vector {
        std::array::from_fn(|lane| words[from + lane])
    }

    pub(super) fn splat(word: u16) -> Vector {
        [word; LANES]
    }

    pub(super) fn xor(a: Vector, b: Vector) -> Vector {
        std::array::from_fn(|lane| a[lane] ^ b[lane])
    }

    /// The sum modulo 2¹⁶.
    pub(super) fn add(a: Vector, b: Vector) -> Vector {
        std::array::from_fn(|lane| a[lane].wrapping_add(b[lane]))
    }

    pub(super) fn shift_right<const BITS: u32>(a: Vector) -> Vector {
        a.map(|word| word >> BITS)
    }

    /// Of 64 words the one with the number of the lower six bits.
    pub(super) fn select(low: Vector, number: Vector, high: Vector) -> Vector {
        number.map(|number| [low, high].as_flattened()[usize::from(number % 64)])
    }

    /// The second where the mask has a bit, else the first.
    pub(super) fn blend(mask: u32, a: Vector, b: Vector) -> Vector {
        std::array::from_fn(|lane| if mask >> lane & 1 == 1 { b[lane] } else { a[lane] })
    }

    pub(super) fn at_least(a: Vector, least: u16) -> u32 {
        mask(|lane| a[lane] >= least)
    }

    /// Where the two have a bit in common.
    pub(super) fn test(a: Vector, b: Vector) -> u32 {
        mask(|lane| a[lane] & b[lane] != 0)
    }

    /// Where the bit is set that the lower four bits of a number say.
    pub(super) fn has_bit(a: Vector, number: Vector) -> u32 {
        mask(|lane| a[lane] >> (number[lane] % 16) & 1 == 1)
    }

    /// Writes the words where the mask has a bit, one after the other, and as many others as a
    /// vector has.
    pub(super) fn compress(a: Vector, mask: u32, words: &mut [u16], mut to: usize) {
        for (lane, word) in a.into_iter().enumerate() {
            if mask >> lane & 1 == 1 {
                words[to] = word;
                to += 1;
            }
        }
    }
}

/// The operations as vectors of 512 bits.
#[cfg(target_arch = "x86_64")]
mod avx512 {
    use std::arch::x86_64::{
        __m512i, _mm512_add_epi16, _mm512_cmpge_epu16_mask, _mm512_mask_blend_epi16,
        _mm512_maskz_compress_epi16, _mm512_permutex2var_epi16, _mm512_set1_epi16, _mm512_shrdv_epi16,
        _mm512_srli_epi16, _mm512_test_epi16_mask, _mm512_xor_si512,
    };

    use bytemuck::must_cast;

    pub(super) type Vector = __m512i;

    const LANES: usize = size_of::<Vector>() / size_of::<u16>();

    /// Functions for processors with these vectors.
    macro_rules! operations {
        ($($name:ident $([$($generics:tt)*])? ($($argument:ident: $type:ty),*) $(-> $result:ty)? { $($body:tt)* })*) => {
            $(
                #[inline]
                #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2,bmi1,bmi2,popcnt")]
                pub(super) fn $name $(<$($generics)*>)? ($($argument: $type),*) $(-> $result)? { $($body)* }
            )*
        };
    }

    operations! {
        load(words: &[u16], from: usize) -> Vector {
            let (vectors, _): (&[[u16; LANES]], _) = words[from..].as_chunks();
            must_cast(vectors[0])
        }
        splat(word: u16) -> Vector { _mm512_set1_epi16(word.cast_signed()) }
        xor(a: Vector, b: Vector) -> Vector { _mm512_xor_si512(a, b) }
        add(a: Vector, b: Vector) -> Vector { _mm512_add_epi16(a, b) }
        shift_right[const BITS: u32](a: Vector) -> Vector { _mm512_srli_epi16::<BITS>(a) }
        select(low: Vector, number: Vector, high: Vector) -> Vector { _mm512_permutex2var_epi16(low, number, high) }
        blend(mask: u32, a: Vector, b: Vector) -> Vector { _mm512_mask_blend_epi16(mask, a, b) }
        at_least(a: Vector, least: u16) -> u32 { _mm512_cmpge_epu16_mask(a, splat(least)) }
        test(a: Vector, b: Vector) -> u32 { _mm512_test_epi16_mask(a, b) }
        has_bit(a: Vector, number: Vector) -> u32 {
            // rotated by the lower four bits of the number, its bit comes first
            test(_mm512_shrdv_epi16(a, a, number), splat(1))
        }
        compress(a: Vector, mask: u32, words: &mut [u16], to: usize) {
            let (vectors, _) = words[to..].as_chunks_mut();
            vectors[0] = must_cast::<_, [u16; LANES]>(_mm512_maskz_compress_epi16(mask, a));
        }
    }
}
