//! Integer keys at their limits, and points beside their numbers.

use nimsweep::internal::KeyScale;
use nimsweep::lattice::Lattice;
use nimsweep::number::Radicand;

use crate::support::surd;

fn scale(d: u64, side: i64) -> KeyScale {
    KeyScale::for_box(
        &[(Radicand::new(d).unwrap(), 1.into())],
        &[[side, side], [side, side]].map(|ends| ends.map(Into::into)),
    )
    .unwrap()
}

/// The sum of the two largest keys of a box stays below 2⁶² in the largest box that takes narrow
/// keys, and would hardly do so in a larger one.
#[test]
fn two_keys_of_the_largest_box_add_up_without_overflow() {
    for d in [2, 3, 94, 999_983] {
        let (mut taken, mut refused) = (1_i64, 1 << 30);
        while refused - taken > 1 {
            let side = (taken + refused) / 2;
            *if scale(d, side).is_narrow { &mut taken } else { &mut refused } = side;
        }
        let scale = scale(d, taken);
        let root = scale.roots[0].key;
        let largest_sum = |side: i64| 2 * i128::from(side) * ((1 << scale.shift) + root);
        assert!(largest_sum(taken) < 1 << 62, "√{d}, side {taken}");
        // a larger box needs this scale or one more binary place
        assert!(largest_sum(refused) >= 1 << 61, "√{d}, side {refused}");
        let taken = i128::from(taken);
        let corner = scale.point(&[taken as i64; 2]).unwrap();
        assert_eq!(corner.key, (taken << scale.shift) + taken * root);
    }
}

/// Of lengths with a common denominator and of lengths with a root.
#[test]
fn points_are_added_subtracted_and_compared_as_their_numbers() {
    for lengths in [["3/2", "5/6", "7"], ["1", "sqrt(2)/3", "1/2+sqrt2"]] {
        let lengths = lengths.map(surd);
        let lattice = Lattice::spanned_by(&lengths, &surd("40")).unwrap();
        let [x, y, z] = lattice.generators()[..] else { panic!("three lengths") };
        let points = [x, y, z, x + y, x + y + z, z + z, z - x, y - z, x - y - y];
        for (left, right) in points.into_iter().flat_map(|left| points.map(|right| (left, right))) {
            let [first, second] = [left, right].map(|point| lattice.exact(point));
            assert_eq!(lattice.exact(left + right), &first + &second);
            assert_eq!(lattice.exact(left - right), &first - &second);
            assert_eq!(lattice.compare(left, &second), first.cmp(&second));
            assert_eq!(lattice.bound(&second, false).admits(left), first < second, "{first} < {second}");
            assert_eq!(lattice.bound(&second, true).admits(left), first <= second, "{first} ≤ {second}");
        }
    }
}

/// The keys suffice for all sums of lengths up to the limit, and for the sums of two of them.
#[test]
fn all_sums_up_to_the_limit_lie_in_the_box() {
    for lengths in [["7/10", "9/10"], ["1/6", "sqrt(2)/6"], ["3-2sqrt2", "1"], ["100", "100*sqrt3"]] {
        let lengths = lengths.map(surd);
        let limit = &lengths[0] * 9 + &lengths[1] * 9;
        let lattice = Lattice::spanned_by(&lengths, &limit).unwrap();
        for (m, n) in (0..200).flat_map(|m| (0..200).map(move |n| (m, n))) {
            let sum = &lengths[0] * m + &lengths[1] * n;
            if sum <= limit {
                let [x, y] = [0, 1].map(|index| lattice.coordinates(lattice.generators()[index]));
                let twice: Vec<i64> = x.iter().zip(&y[..]).map(|(x, y)| 2 * (m * x + n * y)).collect();
                assert!(lattice.scale().holds(&twice), "twice {sum}");
                assert_eq!(lattice.number(&twice), sum * 2);
            }
        }
    }
}
