//! The look at many cells at once, by vectors of 512 bits.
//!
//! A vector has the values of 32 steps. Xor with the value of another step gives the nimbers of 32
//! cells. Each is looked up in the list of bare nimbers, 16 of them in a word and 64 words in two
//! registers: the lower six bits of the word's number choose a word of each pair of registers, the
//! upper bits choose the pair. Most nimbers are not bare. The cells of those that are, are pushed
//! together, appended to a short list, and cover their places when the list is full.

use std::arch::x86_64::{
    __m256i, __m512i, _mm256_cmpneq_epi64_mask, _mm256_set1_epi64x, _mm256_ternarylogic_epi64,
    _mm512_add_epi16, _mm512_cmpge_epu16_mask, _mm512_mask_blend_epi16, _mm512_mask_test_epi16_mask,
    _mm512_maskz_compress_epi16, _mm512_permutex2var_epi16, _mm512_set1_epi16, _mm512_shrdv_epi16,
    _mm512_srli_epi16, _mm512_test_epi16_mask, _mm512_xor_si512,
};
use std::ops::Range;

use bytemuck::must_cast;

use super::cover::{CELLS_FOR_A_LIST, CODES, Cover, MOST_NIMBERS};
use super::lists::{LANES, List};

/// How many nimbers two registers have a bit for.
const NIMBERS_OF_A_PAIR: usize = 1024;
/// How many pairs fit the registers; of more, some are read from memory.
const PAIRS_AT_ONCE: usize = 8;
/// The most pairs of registers.
const MOST_PAIRS: usize = MOST_NIMBERS / NIMBERS_OF_A_PAIR;
/// How many cells are collected before they cover places.
const ROOM: usize = 1024;
/// How many steps of the first list may be taken together.
const MOST_TOGETHER: usize = 4;
/// How many words the list of cells has: cells are appended by whole vectors.
const CELLS: usize = ROOM + MOST_TOGETHER * LANES;

/// Whether this processor has what [`cover`] needs.
pub(super) fn is_supported() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
}

/// Cells that have to cover places: for each the codes of its corners and its nimber.
struct Cells {
    starts: [u16; CELLS],
    ends: [u16; CELLS],
    nimbers: [u16; CELLS],
}

/// As [`Cover::cover_one_by_one`].
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn cover<const TOGETHER: usize>(
    cover: &mut Cover<'_>,
    first: &List,
    second: &List,
    runs: impl Iterator<Item = ([usize; TOGETHER], Range<usize>)>,
) {
    match cover.present.len().div_ceil(NIMBERS_OF_A_PAIR) {
        // few steps have so few nimbers that one pair would do
        1 | 2 => cover_with::<2, TOGETHER>(cover, first, second, runs),
        4 => cover_with::<4, TOGETHER>(cover, first, second, runs),
        8 => cover_with::<8, TOGETHER>(cover, first, second, runs),
        16 => cover_with::<16, TOGETHER>(cover, first, second, runs),
        _ => cover_with::<MOST_PAIRS, TOGETHER>(cover, first, second, runs),
    }
}

/// The same with the list of bare nimbers in so many pairs of registers.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2,bmi1,bmi2,popcnt")]
fn cover_with<const PAIRS: usize, const TOGETHER: usize>(
    cover: &mut Cover<'_>,
    first: &List,
    second: &List,
    runs: impl Iterator<Item = ([usize; TOGETHER], Range<usize>)>,
) {
    const { assert!(TOGETHER <= MOST_TOGETHER && PAIRS <= MOST_PAIRS) };
    let mut cells = Cells { starts: [0; CELLS], ends: [0; CELLS], nimbers: [0; CELLS] };
    let (mut count, mut covered) = (0, 0);
    let mut bare = bare_nimbers::<PAIRS>(cover);
    for (together, run) in runs {
        let mut of_first = [[0; 3]; TOGETHER];
        for (words, i) in of_first.iter_mut().zip(together) {
            let (start, end) = (cover.entry(first.starts[i]), cover.entry(first.ends[i]));
            *words = [start.cast_signed(), end.cast_signed(), first.values[i].cast_signed()];
        }
        let mut j = run.start;
        while j < run.end {
            let (starts, ends) = (load(&second.starts, j), load(&second.ends, j));
            let values = load(&second.values, j);
            // one bit for each step of the run
            let wanted = u32::MAX >> LANES.saturating_sub(run.end - j);
            for [start, end, value] in of_first {
                let nimbers = _mm512_xor_si512(_mm512_set1_epi16(value), values);
                let hit = wanted_and_bare(wanted, nimbers, &bare);
                let starts = _mm512_add_epi16(_mm512_set1_epi16(start), starts);
                let ends = _mm512_add_epi16(_mm512_set1_epi16(end), ends);
                store(&mut cells.starts, count, _mm512_maskz_compress_epi16(hit, starts));
                store(&mut cells.ends, count, _mm512_maskz_compress_epi16(hit, ends));
                store(&mut cells.nimbers, count, _mm512_maskz_compress_epi16(hit, nimbers));
                count += hit.count_ones() as usize;
            }
            j += LANES;
            if count > ROOM {
                cover_places(cover, &cells, count);
                covered += count;
                count = 0;
                if covered > CELLS_FOR_A_LIST * cover.present.len() {
                    bare = bare_nimbers(cover);
                    covered = 0;
                }
            }
        }
    }
    cover_places(cover, &cells, count);
}

/// Which of some nimbers are wanted and bare.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2")]
fn wanted_and_bare<const PAIRS: usize>(wanted: u32, nimbers: __m512i, bare: &[[__m512i; 2]; PAIRS]) -> u32 {
    let number = _mm512_srli_epi16::<4>(nimbers);
    let mut word = word_of(number, bare, 0);
    for eight in 1..PAIRS.div_ceil(PAIRS_AT_ONCE) {
        // the bits above those of eight pairs
        let its = _mm512_set1_epi16((eight * PAIRS_AT_ONCE) as i16);
        let is_its = _mm512_cmpge_epu16_mask(_mm512_srli_epi16::<6>(number), its);
        word = _mm512_mask_blend_epi16(is_its, word, word_of(number, bare, eight * PAIRS_AT_ONCE));
    }
    // rotated by the lower four bits of the nimber, its bit comes first
    let rotated = _mm512_shrdv_epi16(word, word, nimbers);
    _mm512_mask_test_epi16_mask(wanted, rotated, _mm512_set1_epi16(1))
}

/// The words with these numbers, from up to eight pairs of registers, the first of which is given.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2")]
fn word_of<const PAIRS: usize>(number: __m512i, bare: &[[__m512i; 2]; PAIRS], first: usize) -> __m512i {
    let pairs = const { if PAIRS < PAIRS_AT_ONCE { PAIRS } else { PAIRS_AT_ONCE } };
    // loops and no closures, which might not become part of this function
    let mut words = [number; PAIRS_AT_ONCE];
    for (word, [low, high]) in words.iter_mut().zip(&bare[first..first + pairs]) {
        *word = _mm512_permutex2var_epi16(*low, number, *high);
    }
    // bit by bit, the upper bits of the number choose among the words
    let (mut left, mut bit) = (pairs, 64);
    while left > 1 {
        left /= 2;
        let upper = _mm512_test_epi16_mask(number, _mm512_set1_epi16(bit));
        for pair in 0..left {
            words[pair] = _mm512_mask_blend_epi16(upper, words[2 * pair], words[2 * pair + 1]);
        }
        bit *= 2;
    }
    words[0]
}

/// One bit for each nimber that is not present everywhere.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2")]
fn bare_nimbers<const PAIRS: usize>(cover: &Cover<'_>) -> [[__m512i; 2]; PAIRS] {
    let mut words = [[0_u16; LANES]; 2 * MOST_PAIRS];
    let all = _mm256_set1_epi64x(-1);
    for (present, bits) in cover.present.chunks(16).zip(words.as_flattened_mut()) {
        for (bit, &places) in present.iter().enumerate() {
            let is_bare = _mm256_cmpneq_epi64_mask(must_cast(places), all) != 0;
            *bits |= u16::from(is_bare) << bit;
        }
    }
    std::array::from_fn(|pair| [must_cast(words[2 * pair]), must_cast(words[2 * pair + 1])])
}

/// Covers the places of the first of these cells.
#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
fn cover_places(cover: &mut Cover<'_>, cells: &Cells, count: usize) {
    /// a | (b ^ c), as the bits of its table of truth.
    const A_OR_B_XOR_C: i32 = 0xf6;
    // the nimbers of all pairs of values are below this power of two
    let mask = cover.present.len() - 1;
    let corners = cells.starts[..count].iter().zip(&cells.ends[..count]);
    for ((&start, &end), &nimber) in corners.zip(&cells.nimbers[..count]) {
        let from: __m256i = must_cast(cover.corners[usize::from(start) % CODES]);
        let to: __m256i = must_cast(cover.corners[usize::from(end) % CODES]);
        let present = &mut cover.present[usize::from(nimber) & mask];
        *present = must_cast(_mm256_ternarylogic_epi64::<A_OR_B_XOR_C>(must_cast(*present), from, to));
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(words: &[u16], from: usize) -> __m512i {
    let mut lanes = [0; LANES];
    lanes.copy_from_slice(&words[from..from + LANES]);
    must_cast(lanes)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store(words: &mut [u16; CELLS], from: usize, vector: __m512i) {
    let lanes: [u16; LANES] = must_cast(vector);
    words[from..from + LANES].copy_from_slice(&lanes);
}
