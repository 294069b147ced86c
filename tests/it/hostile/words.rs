//! Options and commands that are wrong: out of range, missing, twice, or none at all.

use super::call::Table;

/// All of these calls.
pub fn add_to(table: &mut Table) {
    options(table);
    questions(table);
    commands(table);
}

/// Options out of range, without a value, twice, or of another command.
fn options(table: &mut Table) {
    table.each(
        "gain --at 5 --digits {}",
        &[
            ("", "cannot read ''; give a number of decimals from 0 to 10000"),
            ("-1", "'-1' is negative; give a number of decimals"),
            ("8.5", "'8.5' is not a whole number; give a number of decimals"),
            ("10001", "from 0 to 10000"),
            ("99999999999999999999", "from 0 to 10000"),
            ("8\n9", r"cannot read '8\n9'"),
            ("٣", "cannot read '٣'"),
            ("many", "cannot read 'many'; give a number of decimals from 0 to 10000"),
        ],
    );
    table.add(
        &["gain", "--at", "5", "--digits", &"9".repeat(100_000)],
        2,
        "999…' is out of range; give a number of decimals",
    );
    table.each(
        "--range 2 5 --threads {}",
        &[
            ("", "cannot read ''; give a number of threads"),
            ("0", "from 1 to 1024"),
            ("-1", "from 1 to 1024"),
            ("1025", "from 1 to 1024"),
            ("1.5", "'1.5' is not a whole number; give a number of threads"),
            ("two", "cannot read 'two'; give a number of threads"),
            ("\u{1b}[2J", r"cannot read '\u{1b}[2J'"),
        ],
    );
    table.each(
        "--range 2 5 --checkpoint no/such/folder/g --checkpoint-every {}",
        &[
            ("0", "give a number above 0"),
            ("-1", "give a number above 0"),
            ("30000001", "up to 30000000"),
            ("soon", "cannot read 'soon'"),
            ("-10^500000", "(a number of 1660965 binary digits) s"),
        ],
    );
    table.each(
        "--range 2 9 --lengths {}",
        &[
            ("", "cannot read '': it is empty"),
            (",", "a number is missing next to a comma"),
            ("1,", "a number is missing next to a comma"),
            (",1", "a number is missing next to a comma"),
            ("1,,2", "a number is missing next to a comma"),
            ("0", "the length 0 is not positive"),
            ("-1,1", "the length -1 is not positive"),
            ("1,1", "the length 1 is given twice"),
            ("1,2.0,2", "the length 2 is given twice"),
            ("1,sqrt8,2sqrt2", "the length 2√2 is given twice"),
            (
                "sqrt2,sqrt3,sqrt5,sqrt7,sqrt11,sqrt13,sqrt17,sqrt19",
                "the field of the roots has the degree 256",
            ),
            ("1;2", "unexpected ';' at column 2"),
            ("1,two", "--lengths: cannot read 'two'"),
            ("1,10^12", "the longest length; 2 is too small"),
            ("1,10^19", "numbers of 64 binary digits occur"),
            ("sqrt2,10^15*sqrt2", "keys of "),
            ("10^15,10^9*sqrt2,(10^9+1)*sqrt2", "keys of 134 binary digits would be needed"),
            ("1,1/10^20000", "do not fit the keys"),
            ("10", "the longest length; 2 is too small"),
        ],
    );
    for arguments in [
        &["--range"][..],
        &["gain", "--at"],
        &["gain", "--at", "5", "--digits"],
        &["gain", "--at", "5", "--lengths"],
        &["--range", "2", "5", "--threads"],
        &["--range", "2", "5", "--checkpoint"],
        &["--range", "2", "5", "--resume"],
        &["stones", "sum", "9", "--mod"],
        &["coins", "count", "9", "--height"],
        &["check", "--data"],
    ] {
        table.add(arguments, 2, "required");
    }
    table.add(&["--range", "2"], 2, "2 values required for '--range <A> <B>'");
    for arguments in [
        &["gain", "--at", "5", "--at", "6"][..],
        &["gain", "--at", "5", "--digits", "1", "--digits", "2"],
        &["gain", "--at", "5", "--json", "--json"],
        &["stones", "sum", "9", "--ratio", "2", "--ratio", "3"],
        &["--range", "2", "5", "--range", "2", "5"],
        &["gain", "--range", "2", "5", "--range", "3", "6"],
    ] {
        table.add(arguments, 2, "cannot be used multiple times");
    }
    table.add(&["--range", "2", "5", "--checkpoint-every", "5"], 2, "--checkpoint");
    table.add(&["gain", "--json"], 2, "--at");
    table.add(&["moves", "--json"], 2, "not provided: <L|--at <L>>; see 'nimsweep moves --help'");
    table.add(&["grundy", "--json"], 2, "--at");
    table.add(&["grundy", "--at", "1", "--upto", "2", "--summary"], 2, "cannot be used with");
    table.add(&["grundy", "--at", "1", "--upto", "2", "--csv"], 2, "cannot be used with");
    table.add(&["grundy", "--upto", "2", "--csv", "-", "--json"], 2, "cannot be used with");
    for command in ["gain", "grundy", "moves"] {
        table.add(&[command, "--at", "10^13"], 2, "too long for pieces of these lengths");
        table.add(&[command, "--at", "5", "--ratio", "2"], 2, "unexpected argument '--ratio'");
        table.add(&[command, "--at", "5", "6"], 2, "cannot be used with");
    }
    table.add(&["--range", "5", "2"], 2, "the range from 5 to 2 is reversed; give the smaller end first");
    table.add(&["--range", "1", "5"], 2, "defined only for L >= √2, the longest length; 1 is too small");
    table.add(
        &["--range", "2", "10^13"],
        2,
        "too long for pieces of these lengths; the greatest length is about 1307547050777",
    );
    table.add(&["grundy", "--upto", "-1"], 2, "--upto: the length -1 is negative; a segment has a length of");
    table.add(&["grundy", "--upto", "10^1000"], 2, "that is too long for pieces of these lengths");
}

/// Questions that have no answer, though each of their numbers can be read.
fn questions(table: &mut Table) {
    table.each("gain --at {}", &[("1.4", "defined only for L >= √2, the longest length; 7/5 is too small")]);
    table.add(&["gain", "--at", "4", "--top", "3"], 2, "cannot be used with");
    table.each(
        "gain --range 2 9 --top {}",
        &[
            ("0", "--top: '0' is out of range; give a number of rows from 1 to 1000000"),
            ("2.5", "--top: '2.5' is not a whole number"),
            ("10^7", "give a number of rows from 1 to 1000000"),
        ],
    );
    table.each(
        "gain --range 2 9 --draw --certificate {}",
        &[("never.cert", "only these have certificates: ranges")],
    );
    table.each(
        "range 2 5 --lengths {}",
        &[("1/10,1/10+1/10^17", "winning measures up to 5 need numbers that are too large")],
    );
    for (arguments, says) in [
        (&["moves", "3", "-2"][..], "L: the length -2 is negative"),
        (&["moves", "9", "--within", "3", "2"], "the range from 3 to 2 is reversed"),
        (
            &["moves", "9", "--within", "10", "12"],
            "the part begins beyond the end of the longest segment, whose",
        ),
        (&["moves", "9", "--within", "-1", "2"], "the length -1 is negative"),
        (&["moves", "9", "--within", "2", "3", "--random"], "cannot be used with '--random'"),
        (
            &["moves", "10^100", "--lengths", "1,2", "--upto", "300"],
            "g was computed up to 300, where no period was found that would answer",
        ),
        (
            &["moves", "10^100", "--lengths", "1"],
            "g has too many steps below (a number of 333 binary digits) to list all places; ask for those of a part",
        ),
        (&["period", "--upto", "10^30"], "that is too long"),
        (&["period", "--upto", "1"], "no period can be seen below the longest length"),
        (&["play"], "no segment is given; give the length of at least one, or --game to play; see"),
        (
            &["stones", "sum", "10^20", "--ratio", "10^15"],
            "more than a gigabyte of memory; give a smaller ratio or number",
        ),
        (
            &["stones", "move", "10^9999", "--ratio", "5000"],
            "with the ratio 5000 would take too long; give a smaller ratio or pile",
        ),
        (
            &["coins", "count", "10^15"],
            "exactly would take too long; give at most 741470 stacks, or a modulus",
        ),
    ] {
        table.add(arguments, 2, says);
    }
    for (step, says) in [
        (&["1", "--length", "1"][..], "not provided: --place <X>; see 'nimsweep play --help'"),
        (
            &["0", "--length", "1", "--place", "0"],
            "--segment: '0' is out of range; give the number of a segment from 1 to 1",
        ),
        (
            &["2", "--length", "1", "--place", "0"],
            "--segment: '2' is out of range; give the number of a segment from 1 to 1",
        ),
        (&["1", "--length", "2", "--place", "0"], "there is no piece of length 2; the lengths are 1, √2"),
        (
            &["1", "--length", "sqrt2", "--place", "3.6"],
            "cannot lie at 18/5; its left end must be from 0 to 5-√2",
        ),
        (&["1", "--length", "1", "--place", "-0.1"], "cannot lie at -1/10; its left end must be from 0 to 4"),
    ] {
        table.add(&[&["play", "5", "--segment"], step].concat(), 2, says);
    }
}

/// Commands, options and coins that are none.
fn commands(table: &mut Table) {
    for command in ["", " ", "Gian", "gains", "\u{1b}[31m", "x\ny", "-", "--", "5", "../gain", "𝔤"] {
        if command != "--" {
            table.add(&[command], 2, "");
        }
    }
    table.add(&["squares"], 2, "'nimsweep' has no command 'squares'; its commands: range, gain,");
    table.add(&["--rnge", "2", "9"], 2, "unexpected argument '--rnge'");
    table.add(&["x\ny"], 2, r"'x\ny'");
    table.add(&["\u{1b}]0;title\u{7}"], 2, r"\u{1b}]0;title\u{7}");
    table.add(&[&"a".repeat(100_000)], 2, "aaa…'");
    table.add(&[&("--".to_owned() + &"a".repeat(100_000))], 2, "aaa…'");
    table.add(&["--at\nx", "5"], 2, r"--at\nx");
    table.add(&["gain", "--json=yes", "--at", "5"], 2, "yes");
    table.add(&["-x"], 2, "'-x'");
    for game in ["stones", "coins", "halving"] {
        table.add(
            &[game, "--color", "never"],
            2,
            "requires a subcommand but one was not provided [subcommands: ",
        );
        table.add(&[game, "dance"], 2, "'dance'");
        table.add(&[game, &"z".repeat(50_000)], 2, "zzz…'");
    }
    for arguments in [
        &["stones", "sum", "--json"][..],
        &["stones", "move", "--json"],
        &["stones", "table", "--json"],
        &["coins", "count", "--json"],
        &["coins", "value", "--json"],
        &["coins", "table", "--json"],
        &["halving", "play", "--json"],
        &["halving", "table", "--json"],
    ] {
        table.add(arguments, 2, "not provided");
    }
    for (stack, says) in [
        ("X", "'X' at column 1 is not a coin; write G or S"),
        ("GBS", "'B' at column 2 is not a coin"),
        ("G S", "' ' at column 2 is not a coin"),
        ("G\nS", r"'\n' at column 2 is not a coin"),
        ("G\u{1b}", r"'\u{1b}' at column 2 is not a coin"),
        ("Ｇ", "'Ｇ' at column 1 is not a coin"),
        ("ß", "'ß' at column 1 is not a coin"),
        ("BRG", "'G' at column 3 is not a coin"),
        (&"G".repeat(10_001), "it has 10001 coins; at most 10000"),
        (&"GS".repeat(50_000), "it has 100000 coins; at most 10000"),
    ] {
        table.add(&["coins", "value", stack], 2, &format!("STACK: cannot read a stack: {says}"));
        // blanks part the stacks of a row
        if !stack.contains(char::is_whitespace) {
            table.add(&["coins", "row", "GG", stack], 2, says);
        }
    }
    for (value, says) in [
        ("1/3", "no stack of at most 10000 coins has the value 1/3; values are fractions over powers of 2"),
        ("-10001", "no stack of at most 10000 coins has the value -10001"),
        ("2^-10000", "no stack of at most 10000 coins has the value"),
        ("sqrt2", "a stack has a rational value; give a fraction whose denominator is a power of 2"),
        ("x", "cannot read 'x'"),
    ] {
        table.add(&["coins", "stalk", value], 2, &format!("VALUE: {says}"));
    }
    table.add(&["stones", "move", "17", "--atmost", "-1"], 2, "--atmost: '-1' is negative");
    table.add(&["stones", "move", "17", "--atmost", "2.5"], 2, "--atmost: '2.5' is not a whole number");
    for help in ["--help", "--version"] {
        table.add(&[help], 0, "nimsweep");
    }
}
