//! Integer keys at their limits: the largest box, and points whose keys are as far off as they can
//! be.

use nimsweep::lattice::KeyScale;
use nimsweep::number::{Radicand, Surd};

fn scale(d: u64, side: i64) -> Option<KeyScale> {
    KeyScale::for_box(Some(Radicand::new(d).unwrap()), &side.into()).ok()
}

/// The sum of the two largest keys of a box stays below 2⁶² in the largest box that is taken, and
/// would hardly do so in a larger one.
#[test]
fn two_keys_of_the_largest_box_add_up_without_overflow() {
    for d in [2, 3, 94, 999_983] {
        let (mut taken, mut refused) = (1_i64, 1 << 40);
        while refused - taken > 1 {
            let side = (taken + refused) / 2;
            *if scale(d, side).is_some() { &mut taken } else { &mut refused } = side;
        }
        let scale = scale(d, taken).unwrap();
        let root = scale.key(0, 1);
        let largest_sum = |side: i64| 2 * i128::from(side) * ((1 << scale.shift()) + i128::from(root));
        assert!(largest_sum(taken) < 1 << 62, "√{d}, side {taken}");
        // a larger box needs this scale or one more binary place
        assert!(largest_sum(refused) >= 1 << 61, "√{d}, side {refused}");
        assert_eq!(scale.key(taken, taken), (taken << scale.shift()) + taken * root);
    }
}

/// At the edge of the box a key is off from 2ᵏ·x by up to N/2, and that by almost N/2 if 2ᵏ·√d lies
/// almost in the middle of two integers.
#[test]
fn thresholds_allow_for_the_farthest_keys() {
    const SIDE: i64 = 30;
    let mut far = 0;
    for d in (2..400).filter(|&d| Radicand::new(d).is_ok()) {
        let scale = scale(d, SIDE).unwrap();
        for (a, b) in [(0, SIDE), (0, -SIDE), (SIDE, SIDE), (7, -SIDE)] {
            let number = Surd::square_root_of(d) * b + Surd::from(a);
            let key = scale.key(a, b);
            assert!(scale.threshold(&number, false) <= key, "{number} is not below itself");
            assert!(scale.threshold(&number, true) > key, "{number} is at most itself");
            let off = Surd::from(key) - &number * &Surd::from(1_i64 << scale.shift());
            far += u32::from(off.abs() > Surd::from(SIDE / 2 - 1));
        }
    }
    assert!(far > 50, "only {far} keys are almost N/2 off");
}
