//! A table of hostile calls: each ends with its exit code and a word of its one line, under guards
//! of time and memory that only a hang or a leak reaches.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{scope, sleep};
use std::time::{Duration, Instant};

/// The longest that a call may take before it counts as a hang. Most take some milliseconds.
const LONGEST: Duration = Duration::from_secs(20);
/// The most address space of a call in KiB: one and a half GiB, of which nothing needs a tenth.
const MOST_MEMORY: u32 = 3 << 19;

/// A call, its exit code, and what its output says.
#[derive(Clone, Debug)]
struct Call {
    arguments: Vec<String>,
    code: i32,
    says: String,
}

#[derive(Default)]
struct Table {
    calls: Vec<Call>,
}

impl Table {
    fn add(&mut self, arguments: &[&str], code: i32, says: &str) {
        let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
        self.calls.push(Call { arguments, code, says: says.to_owned() });
    }

    /// A call of the words with `{}` in place of a value, for each value.
    fn each(&mut self, template: &str, values: &[(&str, &str)]) {
        for (value, says) in values {
            let arguments: Vec<String> = template.split(' ').map(|word| word.replace("{}", value)).collect();
            self.calls.push(Call { arguments, code: 2, says: (*says).to_owned() });
        }
    }
}

fn repeated(text: &str, times: usize) -> String {
    text.repeat(times)
}

fn joined(separator: &str, texts: impl IntoIterator<Item = String>) -> String {
    texts.into_iter().collect::<Vec<_>>().join(separator)
}

/// Every call, with files of this folder.
fn table(folder: &Path) -> Vec<Call> {
    let mut table = Table::default();
    numbers(&mut table);
    work(&mut table);
    whole_numbers(&mut table);
    options(&mut table);
    commands(&mut table);
    files(&mut table, folder);
    table.calls
}

/// Texts that are no numbers, as the length of a segment.
fn numbers(table: &mut Table) {
    let deep = repeated("(", 101) + "1" + &repeated(")", 101);
    let roots = repeated("sqrt", 101) + "2";
    let long = repeated("9", 100_001);
    let bad = [
        ("", "it is empty"),
        ("\u{a0}\u{2003}", "it is empty"),
        ("\t", "it is empty"),
        ("\n\n", "it is empty"),
        ("NaN", "unexpected 'N' at column 1"),
        ("nan", "unexpected 'n' at column 1"),
        ("inf", "unexpected 'i' at column 1"),
        ("-inf", "unexpected 'i' at column 2"),
        ("∞", "unexpected '∞'"),
        ("1e", "it ends where a number should follow"),
        ("1e+", "it ends where a number should follow"),
        ("1e5e5", "unexpected 'e' at column 4"),
        ("1..2", "unexpected '.'"),
        (".", "it ends where a number should follow"),
        ("1,5", "unexpected ',' at column 2"),
        ("1'000", "unexpected ''' at column 2"),
        ("1_000", "unexpected '_' at column 2"),
        ("0x10", "unexpected 'x' at column 2"),
        ("５", "unexpected '５'"),
        ("٣", "unexpected '٣'"),
        ("²", "unexpected '²'"),
        ("½", "unexpected '½'"),
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
        ("1**2", "unexpected '*' at column 3"),
        ("1//2", "unexpected '/' at column 3"),
        ("2^", "it ends where a number should follow"),
        ("2^^2", "unexpected '^' at column 3"),
        ("2^2^2", "unexpected '^' at column 4"),
        ("2^0.5", "unexpected '.' at column 4"),
        ("2^(1/2)", "unexpected '(' at column 3"),
        ("1 2", "unexpected '2' at column 3"),
        ("1 sqrt2", "unexpected 's' at column 3"),
        ("sqrt", "it ends where a number should follow"),
        ("sqr2", "unexpected '2' at column 4"),
        ("SQRT2", "unexpected 'S' at column 1"),
        ("√", "it ends where a number should follow"),
        ("√√2", "the root of this irrational number is not of the form"),
        ("√-2", "unexpected '-'"),
        ("√(-2)", "the root of a negative number is not real"),
        ("√(1-√2)", "the root of a negative number is not real"),
        ("√(10^30+1)", "the number under the root is too large"),
        ("√2+√3", "sqrt(2) and sqrt(3) do not lie in one quadratic field"),
        ("√2*√3", "sqrt(2) and sqrt(3) do not lie in one quadratic field"),
        ("√2/√3", "sqrt(2) and sqrt(3) do not lie in one quadratic field"),
        ("1/0", "division by zero"),
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
        ("1-√2", "the length 1-sqrt(2) is negative"),
        ("-2^4000", "(a number of 4001 binary digits) is negative"),
    ];
    for (value, says) in bad {
        for command in ["gain", "grundy", "moves"] {
            table.add(&[command, "--at", value], 2, says);
        }
        table.add(&["--range", value, "5"], 2, says);
    }
}

/// Texts whose reading would take long, or that are too large to keep.
fn work(table: &mut Table) {
    let units = joined("+", (2..13_000).map(|n| format!("1/{n}")));
    let roots = joined("+", (0..3000).map(|_| "0*sqrt(18446744073709551557)".to_owned()));
    let powers = joined("+", (0..9000).map(|_| "10^500000".to_owned()));
    let quotients = joined("/", (0..7000).map(|_| "(1/3+sqrt2/7)".to_owned()));
    let products = joined("*", (0..10_000).map(|_| "3^99999".to_owned()));
    let decimal = "0.".to_owned() + &repeated("3", 99_990);
    let fraction = repeated("3", 50_000) + "/" + &repeated("7", 49_990);
    let (slow, large) =
        ("the calculation takes too long; write the number with fewer", "more than 16384 binary digits");
    for (value, at, whole) in [
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
    ] {
        table.add(&["gain", "--at", value], 2, at);
        table.add(&["moves", "--at", value], 2, at);
        table.add(&["halving", "play", value], 2, whole);
        table.add(&["stones", "move", value], 2, whole);
        table.add(&["coins", "count", value], 2, whole);
        table.add(&["stones", "sum", "9", "--mod", value], 2, whole);
        table.add(&["gain", "--at", "5", "--lengths", value], 2, "");
    }
    let list = |text: &str, times| joined(",", (0..times).map(|_| text.to_owned()));
    table.add(&["gain", "--at", "5", "--lengths", "1,10^400000"], 2, "do not fit the keys");
    table.add(&["gain", "--at", "5", "--lengths", &list("10^500000", 9000)], 2, slow);
    table.add(&["gain", "--at", "5", "--lengths", &list("1", 40_000)], 2, "is given twice");
    table.add(&["gain", "--at", "5", "--lengths", &list("1", 60_000)], 2, "at most 100000 are read");
    let integers = joined(",", (1..=15_000).map(|n| n.to_string()));
    table.add(&["gain", "--at", "5", "--lengths", &integers], 2, "the longest length; 5 is below it");
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
    table.add(&["halving", "play", &repeated("9", 99_999)], 0, "Alice");
}

/// Values that are no whole numbers, for everything that counts.
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
        "halving play {}",
        "halving table {}",
    ] {
        for (value, says) in bad {
            let arguments: Vec<String> = template.split(' ').map(|word| word.replace("{}", value)).collect();
            table.calls.push(Call { arguments, code: 2, says: says.to_owned() });
        }
    }
    table.each("stones table {}", &[("0", "has no first move"), ("1000001", "at most 1000000 rows")]);
    table.each("stones move {}", &[("0", "has no first move"), ("10^20000", "more than 10000 digits")]);
    table.each("stones sum 9 --ratio {}", &[("0", "the ratio is 0"), ("2^64", "'2^64' is too large")]);
    table.each("stones sum 9 --mod {}", &[("0", "the modulus is 0"), ("-0", "the modulus is 0")]);
    table.each("coins count 9 --mod {}", &[("0", "the modulus is 0")]);
    table.each(
        "coins count {}",
        &[("10^15", "more than some minutes"), ("10^500000", "'10^500000' is too large")],
    );
    table.each("coins count 9 --height {}", &[("21", "a height of at most 20"), ("2^32", "at most 20")]);
    table.each("coins table {}", &[("21", "20"), ("10^30", "'10^30' is too large")]);
    table.each("halving table {}", &[("1000001", "at most 1000000 rows"), ("10^500000", "is too large")]);
}

/// Options out of range, without a value, twice, or of another command.
fn options(table: &mut Table) {
    table.each(
        "gain --at 5 --digits {}",
        &[
            ("", "'' is not a number of decimals"),
            ("-1", "'-1' is not a number of decimals"),
            ("-0", "'-0' is not a number of decimals"),
            ("10001", "from 0 to 10000"),
            ("8.0", "'8.0' is not a number of decimals"),
            ("1e2", "'1e2' is not a number of decimals"),
            ("99999999999999999999", "from 0 to 10000"),
            ("8\n9", r"'8\n9' is not"),
            ("٣", "'٣' is not"),
        ],
    );
    table.add(
        &["gain", "--at", "5", "--digits", &repeated("9", 100_000)],
        2,
        "999…' is not a number of decimals",
    );
    table.each(
        "--range 2 5 --threads {}",
        &[
            ("", "'' is not a number of threads"),
            ("0", "from 1 to 1024"),
            ("-1", "from 1 to 1024"),
            ("1025", "from 1 to 1024"),
            ("1.5", "'1.5' is not a number of threads"),
            ("two", "'two' is not a number of threads"),
            ("\u{1b}[2J", r"'\u{1b}[2J' is not"),
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
            ("", "there is an empty length"),
            (",", "there is an empty length"),
            ("1,", "there is an empty length"),
            (",1", "there is an empty length"),
            ("1,,2", "there is an empty length"),
            ("0", "the length 0 is not positive"),
            ("-1,1", "the length -1 is not positive"),
            ("1,1", "the length 1 is given twice"),
            ("1,2.0,2", "the length 2 is given twice"),
            ("sqrt2,sqrt3", "do not lie in one quadratic field"),
            ("1;2", "unexpected ';' at column 2"),
            ("1,two", "cannot read 'two'"),
            ("1,10^12", "the longest length; 2 is below it"),
            ("1,10^19", "numbers of 64 binary digits occur"),
            ("sqrt2,10^10*sqrt2", "multiples of the root of 35 binary digits occur"),
            ("10^15,10^9*sqrt2,(10^9+1)*sqrt2", "keys of 135 binary digits would be needed"),
            ("1,1/10^20000", "do not fit the keys"),
            ("10", "the longest length; 2 is below it"),
        ],
    );
    for arguments in [
        &["--range"][..],
        &["--range", "2"],
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
    table.add(&["gain"], 2, "--at");
    table.add(&["moves"], 2, "--at");
    table.add(&["grundy"], 2, "--at");
    table.add(&["grundy", "--at", "1", "--upto", "2", "--summary"], 2, "cannot be used with");
    table.add(&["grundy", "--upto", "2", "--csv", "-", "--json"], 2, "cannot be used with");
    for command in ["gain", "grundy", "moves"] {
        table.add(&[command, "--at", "10^12"], 2, "too large for these lengths");
        table.add(&[command, "--at", "5", "--ratio", "2"], 2, "unexpected argument '--ratio'");
        let says = if command == "moves" { "cannot be used with" } else { "'6'" };
        table.add(&[command, "--at", "5", "6"], 2, says);
    }
    table.add(&["--range", "5", "2"], 2, "the range from 5 to 2 is reversed");
    table.add(&["--range", "1", "5"], 2, "1 is below it");
    table.add(&["--range", "2", "10^12"], 2, "too large for these lengths");
    table.add(&["grundy", "--upto", "-1"], 2, "is negative");
    table.add(
        &["grundy", "--upto", "10^1000"],
        2,
        "(a number of 3322 binary digits) is too large for these lengths",
    );
}

/// Commands, options and coins that are none.
fn commands(table: &mut Table) {
    for command in ["", " ", "Gain", "gains", "\u{1b}[31m", "x\ny", "-", "--", "5", "../gain", "𝔤"] {
        if command != "--" {
            table.add(&[command], 2, "");
        }
    }
    table.add(&["x\ny"], 2, r"'x\ny'");
    table.add(&["\u{1b}]0;title\u{7}"], 2, r"\u{1b}]0;title\u{7}");
    table.add(&[&repeated("a", 100_000)], 2, "aaa…'");
    table.add(&[&("--".to_owned() + &repeated("a", 100_000))], 2, "aaa…'");
    table.add(&["--at\nx", "5"], 2, r"--at\nx");
    table.add(&["gain", "--json=yes", "--at", "5"], 2, "yes");
    table.add(&["-x"], 2, "'-x'");
    for game in ["stones", "coins", "halving"] {
        table.add(&[game], 2, "requires a subcommand");
        table.add(&[game, "dance"], 2, "'dance'");
        table.add(&[game, &repeated("z", 50_000)], 2, "zzz…'");
    }
    for arguments in [
        &["stones", "sum"][..],
        &["stones", "move"],
        &["stones", "table"],
        &["coins", "count"],
        &["coins", "value"],
        &["coins", "table"],
        &["halving", "play"],
        &["halving", "table"],
    ] {
        table.add(arguments, 2, "not provided");
    }
    for (stack, says) in [
        ("X", "'X' at column 1 is not a coin"),
        ("GBS", "'B' at column 2 is not a coin"),
        ("G S", "' ' at column 2 is not a coin"),
        ("G\nS", r"'\n' at column 2 is not a coin"),
        ("G\u{1b}", r"'\u{1b}' at column 2 is not a coin"),
        ("Ｇ", "'Ｇ' at column 1 is not a coin"),
        ("ß", "'ß' at column 1 is not a coin"),
        (&repeated("G", 61), "it has 61 coins; at most 60"),
        (&repeated("GS", 50_000), "it has 100000 coins; at most 60"),
    ] {
        table.add(&["coins", "value", stack], 2, says);
        table.add(&["coins", "row", "GG", stack], 2, says);
    }
    for help in ["--help", "--version"] {
        table.add(&[help], 0, "nimsweep");
    }
}

/// Files that are folders, devices, pipes, missing, empty, too large, or something else.
fn files(table: &mut Table, folder: &Path) {
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let made = |name: &str, bytes: &[u8]| {
        fs::write(folder.join(name), bytes).unwrap();
        path(name)
    };
    let sparse = |name: &str, bytes: u64| {
        fs::File::create(folder.join(name)).unwrap().set_len(bytes).unwrap();
        path(name)
    };
    let head = r#"{"format": "nimsweep checkpoint 1", "#;
    let long_text = format!(r#"{{"format": "{}"}}"#, repeated("a", 1 << 20));
    let deep = repeated("[", 100_000);
    let game = |lengths: &str| format!(r#"{head}"lengths": [{lengths}], "steps": [], "sha256": ""}}"#);
    let many_lengths = game(&joined(",", (0..90_000).map(|_| "\"1\"".to_owned())));
    assert!(Command::new("mkfifo").arg(path("pipe")).status().unwrap().success());
    std::os::unix::fs::symlink("loop", folder.join("loop")).unwrap();
    let checkpoints = [
        (path("missing"), "cannot read the checkpoint"),
        (path("missing/g.json"), "cannot read the checkpoint"),
        (path("a\nb"), r"a\nb"),
        (path("\u{1b}[31m"), r"\u{1b}[31m"),
        (path(&repeated("n", 250)), "nnn…"),
        (path(&repeated("n", 5000)), "nnn…"),
        (path(""), "it is not a regular file"),
        ("".to_owned(), ""),
        (path("loop"), "cannot read the checkpoint"),
        (path("pipe"), "it is not a regular file"),
        ("/dev/zero".to_owned(), "it is not a regular file"),
        ("/dev/null".to_owned(), "it is not a regular file"),
        (made("empty", b""), "it is empty"),
        (made("binary", &[0xff, 0xfe, 0, 1, 2, 3]), "is not a complete checkpoint"),
        (made("text", b"steps"), "is not a complete checkpoint"),
        (made("list", b"[]"), "is not a complete checkpoint"),
        (made("object", b"{}"), "missing field"),
        (made("escape", b"{\"a\\n\\u001b\": 1}"), "is not a complete checkpoint"),
        (made("deep", deep.as_bytes()), "is not a complete checkpoint"),
        (made("long_text", long_text.as_bytes()), "texts of more than 200000 bytes"),
        (made("many_lengths", many_lengths.as_bytes()), "texts of more than 200000 bytes"),
        (made("format", br#"{"format": "nimsweep\ncheckpoint 9"}"#), r"the format 'nimsweep\ncheckpoint 9'"),
        (made("half", format!("{head}\"lengths\": [\"1\"").as_bytes()), "is not a complete checkpoint"),
        (made("sum", game("\"1\"").as_bytes()), "its sha256 does not match"),
        (sparse("sparse", 1 << 30), "is not a complete checkpoint"),
        (sparse("huge", 3 << 30), "it has more than 2147483648 bytes"),
    ];
    for (file, says) in &checkpoints {
        table.add(&["--range", "2", "5", "--resume", file], 2, says);
        table.add(&["grundy", "--upto", "5", "--resume", file], 2, says);
    }
    fs::create_dir(folder.join("device")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", folder.join("device/published.csv")).unwrap();
    fs::create_dir(folder.join("large")).unwrap();
    sparse("large/published.csv", 3 << 30);
    fs::create_dir(folder.join("bytes")).unwrap();
    made("bytes/published.csv", &[0xff; 10]);
    for (data, says) in [
        (path("missing"), "give a folder with the tables of data/"),
        (path("empty"), "give a folder with the tables of data/"),
        (path(""), "give a folder with the tables of data/"),
        (path("a\nb"), r"a\nb"),
        (path("device"), "it is not a regular file"),
        (path("large"), "it has more than 16777216 bytes"),
        (path("bytes"), "UTF-8"),
        ("/dev/zero".to_owned(), "give a folder with the tables of data/"),
    ] {
        table.add(&["check", "--data", &data], 2, says);
    }
    for (place, says) in [
        (path(""), "cannot write"),
        (path("missing/x.csv"), "cannot write"),
        (path("missing\nline/x.csv"), r"missing\nline"),
        (path("empty/x.csv"), "cannot write"),
        ("/dev/full".to_owned(), "cannot write"),
    ] {
        table.add(&["halving", "table", "5", "--csv", &place], 2, says);
        table.add(&["grundy", "--upto", "5", "--csv", &place], 2, says);
        table.add(&["stones", "table", "5", "--csv", &place], 2, says);
    }
}

/// The output of a call that ended by itself, under guards.
struct Ended {
    code: Option<i32>,
    out: String,
    error: String,
}

fn run(arguments: &[String]) -> Result<Ended, String> {
    let program = assert_cmd::cargo::cargo_bin!("nimsweep");
    let mut child = Command::new("sh")
        .args(["-c", &format!("ulimit -v {MOST_MEMORY}; exec \"$0\" \"$@\"")])
        .arg(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    // what is printed may be longer than a pipe holds
    let reader = |stream: Option<Box<dyn Read + Send>>| {
        std::thread::spawn(move || {
            let mut bytes = vec![];
            stream.map(|mut stream| stream.read_to_end(&mut bytes));
            String::from_utf8_lossy(&bytes).into_owned()
        })
    };
    let out = reader(child.stdout.take().map(|stream| Box::new(stream) as _));
    let error = reader(child.stderr.take().map(|stream| Box::new(stream) as _));
    let code = code_in_time(&mut child);
    let texts = (out.join(), error.join());
    let (Ok(out), Ok(error)) = texts else { return Err("its output cannot be read".to_owned()) };
    Ok(Ended { code: code?, out, error })
}

fn code_in_time(child: &mut Child) -> Result<Option<i32>, String> {
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status.code()),
            Err(error) => return Err(error.to_string()),
            Ok(None) if start.elapsed() > LONGEST => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("it still runs after {LONGEST:?}"));
            }
            Ok(None) => sleep(pause),
        }
        pause = (pause * 2).min(Duration::from_millis(50));
    }
}

/// What is wrong with how a call ended.
fn fault(call: &Call) -> Option<String> {
    let Ended { code, out, error } = match run(&call.arguments) {
        Ok(ended) => ended,
        Err(fault) => return Some(fault),
    };
    let line = error.strip_prefix("nimsweep: ").and_then(|line| line.strip_suffix('\n'));
    let is_refusal = code == Some(2)
        && out.is_empty()
        && line.is_some_and(|line| !line.chars().any(char::is_control) && line.chars().count() <= 700);
    let is_right = match call.code {
        0 => code == Some(0) && error.is_empty() && out.contains(&call.says),
        _ => is_refusal && error.contains(&call.says),
    };
    let start: String = error.chars().take(800).collect();
    (!is_right).then(|| format!("exit code {code:?}: {start:?}"))
}

#[test]
fn every_hostile_call_ends_with_its_code_and_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let calls = table(folder.path());
    assert!(calls.len() >= 300, "{} calls", calls.len());
    let (next, faults) = (AtomicUsize::new(0), Mutex::new(vec![]));
    let work = || {
        while let Some(call) = calls.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Some(fault) = fault(call) {
                let arguments: Vec<String> =
                    call.arguments.iter().map(|text| text.chars().take(80).collect()).collect();
                faults.lock().unwrap().push(format!("{arguments:?}: {fault}; expected {:?}", call.says));
            }
        }
    };
    scope(|threads| {
        for _ in 0..4 {
            threads.spawn(work);
        }
    });
    let faults = faults.into_inner().unwrap();
    assert!(faults.is_empty(), "{} of {} calls:\n{}", faults.len(), calls.len(), faults.join("\n"));
}
