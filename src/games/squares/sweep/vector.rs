//! The look at many cells at once, by vectors of 512 bits.

use std::arch::x86_64::*;
use std::ops::Range;

use bytemuck::must_cast;

use super::lists::{LANES, List};
use super::look::{Cover, TABLE};

const ROOM: usize = 1024;

/// Cells that are to be covered.
struct Hits {
    starts: [u16; ROOM + 4 * LANES],
    ends: [u16; ROOM + 4 * LANES],
    nimbers: [u16; ROOM + 4 * LANES],
}

pub(super) fn cover<const TOGETHER: usize>(
    cover: &mut Cover<'_>,
    earlier: &List,
    later: &List,
    runs: impl Iterator<Item = ([usize; TOGETHER], Range<usize>)>,
) {
    #[allow(unsafe_code)]
    unsafe {
        match cover.present.len() {
            ..=1024 => cover_by::<1, TOGETHER>(cover, earlier, later, runs),
            2048 => cover_by::<2, TOGETHER>(cover, earlier, later, runs),
            4096 => cover_by::<4, TOGETHER>(cover, earlier, later, runs),
            8192 => cover_by::<8, TOGETHER>(cover, earlier, later, runs),
            _ => cover_by::<16, TOGETHER>(cover, earlier, later, runs),
        }
    }
}

fn refresh() -> usize {
    std::env::var("REF").ok().and_then(|s| s.parse().ok()).unwrap_or(4)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vl")]
fn words<const GROUPS: usize>(cover: &Cover<'_>) -> [[__m512i; 2]; GROUPS] {
    let mut bare = [[0_u16; 32]; 32];
    let all = _mm256_set1_epi64x(-1);
    for (places, bits) in cover.present.chunks_exact(16).zip(bare.as_flattened_mut()) {
        for (bit, &places) in places.iter().enumerate() {
            let missing = _mm256_cmpneq_epi64_mask(must_cast(places), all) != 0;
            *bits |= u16::from(missing) << bit;
        }
    }
    std::array::from_fn(|group| [must_cast(bare[2 * group]), must_cast(bare[2 * group + 1])])
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vl")]
fn load(words: &[u16], from: usize) -> __m512i {
    let words: [u16; LANES] = words[from..from + LANES].try_into().unwrap();
    must_cast(words)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vl")]
fn store(words: &mut [u16], from: usize, vector: __m512i) {
    let lanes: [u16; LANES] = must_cast(vector);
    words[from..from + LANES].copy_from_slice(&lanes);
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vl,bmi1,bmi2,popcnt,lzcnt")]
fn cover_by<const GROUPS: usize, const TOGETHER: usize>(
    cover: &mut Cover<'_>,
    earlier: &List,
    later: &List,
    runs: impl Iterator<Item = ([usize; TOGETHER], Range<usize>)>,
) {
    let mut hits = Hits {
        starts: [0; ROOM + 4 * LANES],
        ends: [0; ROOM + 4 * LANES],
        nimbers: [0; ROOM + 4 * LANES],
    };
    let most = cover.present.len() * refresh();
    let mut since = 0;
    let mut words = words::<GROUPS>(cover);
    let one = _mm512_set1_epi16(1);
    let mut len = 0;
    for (together, run) in runs {
        let starts_i = together.map(|i| earlier.starts[i].wrapping_sub(cover.base) as i16);
        let ends_i = together.map(|i| earlier.ends[i].wrapping_sub(cover.base) as i16);
        let values_i = together.map(|i| earlier.values[i] as i16);
        let mut j = run.start;
        while j < run.end {
            let left = run.end - j;
            let wanted: u32 = if left >= LANES { u32::MAX } else { (1 << left) - 1 };
            let (starts_j, ends_j, values_j) =
                (load(&later.starts, j), load(&later.ends, j), load(&later.values, j));
            for ((&start, &end), &value) in starts_i.iter().zip(&ends_i).zip(&values_i) {
                let nimbers = _mm512_xor_si512(_mm512_set1_epi16(value), values_j);
                let index = _mm512_srli_epi16(nimbers, 4);
                let mut found = [index; 16];
                for group in 0..GROUPS {
                    found[group] = _mm512_permutex2var_epi16(words[group][0], index, words[group][1]);
                }
                let mut width = GROUPS;
                let mut bit = 64;
                while width > 1 {
                    width /= 2;
                    let upper = _mm512_test_epi16_mask(index, _mm512_set1_epi16(bit));
                    for group in 0..width {
                        found[group] = _mm512_mask_blend_epi16(upper, found[2 * group], found[2 * group + 1]);
                    }
                    bit *= 2;
                }
                let rotated = _mm512_shrdv_epi16(found[0], found[0], nimbers);
                let hit = _mm512_mask_test_epi16_mask(wanted, rotated, one);
                let starts = _mm512_add_epi16(_mm512_set1_epi16(start), starts_j);
                let ends = _mm512_add_epi16(_mm512_set1_epi16(end), ends_j);
                store(&mut hits.starts, len, _mm512_maskz_compress_epi16(hit, starts));
                store(&mut hits.ends, len, _mm512_maskz_compress_epi16(hit, ends));
                store(&mut hits.nimbers, len, _mm512_maskz_compress_epi16(hit, nimbers));
                len += hit.count_ones() as usize;
            }
            if len > ROOM {
                flush(cover, &hits, len);
                since += len;
                len = 0;
                if since > most {
                    words = self::words(cover);
                    since = 0;
                }
            }
            j += LANES;
        }
    }
    flush(cover, &hits, len);
}
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vl,bmi1,bmi2,popcnt,lzcnt")]
fn flush(cover: &mut Cover<'_>, hits: &Hits, len: usize) {
    let mask = cover.present.len() - 1;
    for ((&start, &end), &nimber) in hits.starts[..len].iter().zip(&hits.ends[..len]).zip(&hits.nimbers[..len]) {
        let from: __m256i = must_cast(cover.table[start as usize % TABLE]);
        let to: __m256i = must_cast(cover.table[end as usize % TABLE]);
        let present = &mut cover.present[nimber as usize & mask];
        // a | (b ^ c)
        let with = _mm256_ternarylogic_epi64::<0xf6>(must_cast(*present), from, to);
        *present = must_cast(with);
    }
}
