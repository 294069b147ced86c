//! Texts in the place of a number: none at all, too large, or not whole.

use super::call::{Table, joined};

/// All of these calls.
pub fn add_to(table: &mut Table) {
    numbers(table);
    work(table);
    whole_numbers(table);
}

/// Texts that are not numbers, as the length of a segment.
fn numbers(table: &mut Table) {
    let deep = "(".repeat(101) + "1" + &")".repeat(101);
    let roots = "sqrt".repeat(101) + "2";
    let long = "9".repeat(100_001);
    let bad = [
        ("", "cannot read '': it is empty; write a number such as"),
        ("\u{a0}\u{2003}", "it is empty"),
        ("\t", "it is empty"),
        ("\n\n", "it is empty"),
        ("NaN", "cannot read 'NaN': unexpected 'N' at column 1; write a number such as"),
        ("nan", "unexpected 'n' at column 1"),
        ("inf", "unexpected 'i' at column 1"),
        ("-inf", "unexpected 'i' at column 2"),
        ("∞", "unexpected '∞'"),
        ("1e", "'e' is in no field"),
        ("1e+", "'e' is in no field"),
        ("1e5e5", "'e' is in no field"),
        ("1..2", "unexpected '.'"),
        (".", "it ends where a number should follow"),
        ("1,5", "it is ambiguous: 1.5 as one number, or 1 and 5 as two"),
        ("1'000", "unexpected ''' at column 2"),
        ("1_x", "unexpected '_' at column 2"),
        ("0x10", "unexpected 'x' at column 2"),
        ("５", "unexpected '５'"),
        ("٣", "unexpected '٣'"),
        ("²", "unexpected '²'"),
        ("½½", "unexpected '½'"),
        ("1\u{1b}[31m", r"unexpected '\u{1b}' at column 2"),
        ("1\u{7}", r"unexpected '\u{7}' at column 2"),
        ("1\u{7f}", r"unexpected '\u{7f}' at column 2"),
        ("1\u{202e}2", r"unexpected '\u{202e}' at column 2"),
        ("1\u{200b}", r"unexpected '\u{200b}' at column 2"),
        ("4\nx", r"cannot read '4\nx'"),
        ("4\r\nx", r"cannot read '4\r\nx'"),
        ("4\u{2028}x", r"cannot read '4\u{2028}x'"),
        ("\"4\"", "unexpected '\"' at column 1"),
        ("$(id)", "unexpected '$' at column 1"),
        ("%s%n", "unexpected '%' at column 1"),
        ("(", "it ends where a number should follow"),
        (")", "unexpected ')' at column 1"),
        ("()", "unexpected ')' at column 2"),
        ("(1", "it ends where a number should follow"),
        ("1)", "unexpected ')' at column 2"),
        (&deep, "inside one another"),
        (&roots, "inside one another"),
        (&long, "at most 100000 are read"),
        ("+", "it ends where a number should follow"),
        ("--", "it ends where a number should follow"),
        ("1+", "it ends where a number should follow"),
        ("1**x", "unexpected 'x' at column 4"),
        ("1//2", "unexpected '/' at column 3"),
        ("2^", "it ends where a number should follow"),
        ("2^^2", "unexpected '^' at column 3"),
        ("2^2^2", "unexpected '^' at column 4"),
        ("2^0.25", "'2^0.25' is in no field"),
        ("2^(1/3)", "a number near it is 635/504"),
        ("1 2", "it is ambiguous: 12 as one number, or 1 and 2 as two"),
        ("1 sqrt2", "it is ambiguous: 1*sqrt2 as one number, or 1 and sqrt2 as two"),
        ("sqrt", "it ends where a number should follow"),
        ("sqr2", "unexpected 's' at column 1"),
        ("SQRT2", "unexpected 'S' at column 1"),
        ("√", "it ends where a number should follow"),
        ("√√2", "the root of this irrational number is not found"),
        ("√-2", "unexpected '-'"),
        ("√(-2)", "the root of a negative number is not real"),
        ("√(1-√2)", "the root of a negative number is not real"),
        ("√(10^30+1)", "the number under the root is too large"),
        ("√2*√18446744073709551557", "√36893488147419103114 would be needed, and numbers under a root have"),
        ("√2/√18446744073709551557", "numbers under a root have at most 64 binary digits"),
        (
            "(2^1048530+√2+√3+√5+√7+√11+√13+√17+√19+√23+√29+√31+√37)^-1",
            "the number is too large for one with several roots",
        ),
        ("(2^3000+√2+√3+√5+√7+√11+√13+√17+√19+√23+√29+√31+√37)^-1", "the calculation takes too long"),
        ("√((1-√2-√3+√6)^200000)", "the number is too large for one with several roots"),
        ("((1+√2+√3)^2)^½", "the root of this irrational number is not found as a sum"),
        ("1/0", "cannot read '1/0': division by zero"),
        ("1/(√2-√2)", "division by zero"),
        ("0^-1", "division by zero"),
        ("10^999999999", "the power is too large"),
        ("10^-999999999", "the power is too large"),
        ("10^99999999999999999999", "the power is too large"),
        ("1e999999999", "the power is too large"),
        ("1e-999999999", "the power is too large"),
        ("2^2000000", "the power is too large; at most 2000000 binary digits"),
        ("10^20000", "more than 16384 binary digits"),
        ("10^-20000", "more than 16384 binary digits"),
        ("-1", "the length -1 is negative"),
        ("-1e-9", "is negative"),
        ("1-√2", "the length 1-√2 is negative"),
        ("-2^4000", "(a number of 4001 binary digits) is negative"),
    ];
    for (value, says) in bad {
        for command in ["gain", "grundy", "moves"] {
            table.add(&[command, "--at", value], 2, says);
        }
        table.add(&["--range", value, "5"], 2, says);
    }
    table.each(
        "--range {} 5",
        &[("NaN", "--range: cannot read 'NaN': unexpected 'N' at column 1; write a number")],
    );
    table.each("gain --at {}", &[("4x", "--at: cannot read '4x': unexpected 'x' at column 2")]);
}

/// Texts whose reading would take long, or that are too large to keep.
fn work(table: &mut Table) {
    let units = joined("+", (2..13_000).map(|n| format!("1/{n}")));
    let roots = joined("+", (0..3000).map(|_| "0*sqrt(18446744073709551557)".to_owned()));
    let powers = joined("+", (0..9000).map(|_| "10^500000".to_owned()));
    let quotients = joined("/", (0..6000).map(|_| "(1/7^999+sqrt2)".to_owned()));
    let products = joined("*", (0..10_000).map(|_| "3^99999".to_owned()));
    let decimal = "0.".to_owned() + &"3".repeat(99_990);
    let fraction = "3".repeat(50_000) + "/" + &"7".repeat(49_990);
    let (slow, large) =
        ("the calculation takes too long; write the number with fewer", "more than 16384 binary digits");
    let texts = [
        ("3^-999999", large, "is not a whole number"),
        ("1e-490000", large, "is not a whole number"),
        ("(1/3+sqrt2/7)^200000", slow, slow),
        ("3^1000000/3^999999", slow, slow),
        (&units, large, "is not a whole number"),
        (&roots, slow, slow),
        (&powers, slow, slow),
        (&quotients, slow, slow),
        (&products, "the number is too large", "the number is too large"),
        (&decimal, large, "is not a whole number"),
        (&fraction, large, "is not a whole number"),
        ("(7/3)^500000*(3/7)^500000", slow, slow),
        ("√(9^499999+√2)", "at most 32768 binary digits are read", "cannot read"),
    ];
    // one reader reads them for all, so each is asked of two commands, and each command for some
    for (index, (value, at, whole)) in texts.into_iter().enumerate() {
        let calls: [(&[&str], &str); 7] = [
            (&["gain", "--at"], at),
            (&["halving", "play"], whole),
            (&["stones", "move"], whole),
            (&["moves", "--at"], at),
            (&["coins", "count"], whole),
            (&["stones", "sum", "9", "--mod"], whole),
            (&["gain", "--at", "5", "--lengths"], ""),
        ];
        for (call, says) in calls.into_iter().cycle().skip(2 * index).take(2) {
            table.add(&[call, &[value]].concat(), 2, says);
        }
    }
    let list = |text: &str, times| joined(",", (0..times).map(|_| text.to_owned()));
    table.add(&["gain", "--at", "5", "--lengths", "1,10^400000"], 2, "do not fit the keys");
    table.add(&["gain", "--at", "5", "--lengths", &list("10^500000", 9000)], 2, slow);
    table.add(&["gain", "--at", "5", "--lengths", &list("1", 40_000)], 2, "is given twice");
    table.add(&["gain", "--at", "5", "--lengths", &list("1", 60_000)], 2, "at most 100000 are read");
    let integers = joined(",", (1..=15_000).map(|n| n.to_string()));
    table.add(&["gain", "--at", "5", "--lengths", &integers], 2, "the longest length; 5 is too small");
    let nested = joined(",", (1..=4900).map(|n| format!("1+sqrt2/10^{n}")));
    table.add(&["gain", "--at", "5", "--lengths", &nested], 2, "do not fit the keys");
    let denominators = joined(",", (0..5000).map(|n| format!("1/10^4000/{}", 10_007 + 2 * n)));
    table.add(&["gain", "--at", "5", "--lengths", &denominators], 2, "");
    table.add(
        &["gain", "--at", "5", "--lengths=-10^500000"],
        2,
        "(a number of 1660965 binary digits) is not",
    );
    table.add(&["--range", "10^4900", "10^4899"], 2, "to (a number of 16275 binary digits) is reversed");
    table.add(&["halving", "play", "2^1000001"], 0, "Alice");
    table.add(&["halving", "play", "10^500000"], 0, "Alice");
    table.add(&["halving", "play", "1e18"], 0, "Alice");
    table.add(&["halving", "play", "3*2^100-1"], 0, "Bob");
    table.add(&["halving", "play", &"9".repeat(99_999)], 0, "Alice");
}

/// Values that are not whole numbers, for everything that counts.
fn whole_numbers(table: &mut Table) {
    let bad = [
        ("", "cannot read ''"),
        ("x", "cannot read 'x'"),
        ("-1", "'-1' is negative"),
        ("1/2", "'1/2' is not a whole number"),
        ("sqrt2", "'sqrt2' is not a whole number"),
        ("1e-1", "'1e-1' is not a whole number"),
        ("NaN", "cannot read 'NaN'"),
        ("1\n2", r"cannot read '1\n2'"),
        ("9^9999999", "the power is too large"),
    ];
    for template in [
        "stones sum {}",
        "stones move {}",
        "stones table {}",
        "stones sum 9 --ratio {}",
        "stones sum 9 --mod {}",
        "coins count {}",
        "coins count 9 --height {}",
        "coins count 9 --mod {}",
        "coins table {}",
        "octal 0.77 --at {}",
        "octal 0.77 --upto {}",
        "halving play {}",
        "halving table {}",
    ] {
        table.each(template, &bad);
    }
    table.each(
        "stones table {}",
        &[("0", "has no first move"), ("1000001", "a number of rows from 0 to 1000000")],
    );
    table.each("octal 0.77 --upto {}", &[("10^9", "from 0 to 100000000"), ("10^500000", "is out of range")]);
    table.each("octal 0.77 --at {}", &[("10^20000", "more than 10000 digits")]);
    for template in ["octal 0.77 --moves {}", "octal 0.77 5 {}"] {
        table.each(template, &bad[1..7]);
        table.each(
            template,
            &[("+", "put a plus between two heaps, as in 3 + 5"), ("1+2", "may be one heap")],
        );
    }
    table.each(
        "octal 0.77 --moves {}",
        &[("", "there is no heap"), ("99999999 2", "together the heaps have more than")],
    );
    table.each("stones move {}", &[("0", "has no first move"), ("10^20000", "more than 10000 digits")]);
    table.each(
        "stones sum 9 --ratio {}",
        &[
            ("0", "--ratio: '0' is out of range; give a whole number from 1 to"),
            ("3/2", "--ratio: '3/2' is not a whole number"),
            ("2^64", "'2^64' is out of range"),
        ],
    );
    let modulus = [
        ("0", "--mod: the modulus is 0; give a whole"),
        ("-0", "--mod: the modulus is 0; give a whole"),
        ("-7", "--mod: '-7' is negative"),
    ];
    table.each("stones sum 9 --mod {}", &modulus);
    table.each("coins count 9 --mod={}", &modulus);
    table.each(
        "coins count {}",
        &[("-1", "N: '-1' is negative"), ("10^500000", "N: '10^500000' is out of range")],
    );
    table.each("stones sum {}", &[("many", "N: cannot read 'many'; give a whole number such as 100")]);
    table.each(
        "halving play {}",
        &[("sqrt2", "N: 'sqrt2' is not a whole number; give a whole number such as")],
    );
    table.each("coins count 9 --height {}", &[("21", "a height of at most 20"), ("2^32", "at most 20")]);
    table.each(
        "coins table {}",
        &[
            ("21", "20"),
            ("2^64-1", "a table of height 18446744073709551615 would hold"),
            ("10^30", "H: '10^30' is out of range"),
            ("-1", "H: '-1' is negative"),
        ],
    );
    table.each(
        "halving table {}",
        &[
            ("10^9", "N: '10^9' is out of range; give a number of rows from 0 to 1000000"),
            ("10^500000", "is out of range"),
        ],
    );
}
