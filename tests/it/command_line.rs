//! The program as a user meets it: answers, tables and JSON on standard output, and nothing else
//! there.

use std::fs;

use nimsweep::number::Surd;
use serde_json::{Value, json};

use crate::support::{Start, command, object, printed, refusal, surd, without_call};

#[test]
fn range_prints_the_maximum_for_people() {
    let text = printed(&["--range", "2", "10"]);
    assert_eq!(
        text,
        "f(2, 10) = 50/23+29√2/92 ≈ 2.61969775\n\
         attained at L = 5+2√2 ≈ 7.82842712, a breakpoint of e\n\
         a random first piece wins there with probability 0.335\n"
    );
}

#[test]
fn a_locale_without_utf_8_gets_letters() {
    for (locale, text) in [
        ("C", "e(4) = 32/21-2sqrt2/7 about 1.11974851"),
        ("de_DE.ISO-8859-15@euro", "e(4) = 32/21-2sqrt2/7 about 1.11974851"),
        ("de_DE.UTF-8", "e(4) = 32/21-2√2/7 ≈ 1.11974851"),
        ("en_GB", "e(4) = 32/21-2√2/7 ≈ 1.11974851"),
    ] {
        let output = command("gain 4").env("LC_ALL", locale).run().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        assert_eq!(printed.lines().next(), Some(text), "{locale}");
        assert_eq!(printed.is_ascii(), text.is_ascii(), "{printed}");
    }
}

/// As wide as in other locales, and with the curve and all signs.
#[test]
fn drawings_are_of_ascii_where_the_terminal_has_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let typed = folder.path().join("typed");
    fs::write(&typed, "hint\nq\n").unwrap();
    for call in [
        "grundy --upto 30 --draw",
        "moves 20+3sqrt2 3 --draw",
        "gain --range 2 20+3sqrt2 --draw",
        "octal 0.77 --moves 7 5 --draw",
        "play --game 5 7",
    ] {
        for columns in ["33", "40", "80", "120"] {
            let printed = |name: &str, value: &str| {
                let mut answer = command(call);
                answer.env("COLUMNS", columns).env(name, value).stdin(fs::File::open(&typed).unwrap());
                String::from_utf8(answer.run().unwrap().stdout).unwrap()
            };
            let [usual, dumb] = ["xterm", "dumb"].map(|terminal| printed("TERM", terminal));
            let widths = |text: &str| text.lines().map(|line| line.chars().count()).collect::<Vec<_>>();
            // a last line says what a sign stands for
            let of_lines = widths(&usual);
            assert!(call.starts_with("play") || widths(&dumb)[..of_lines.len()] == of_lines[..], "{dumb}");
            assert!(!dumb.contains('?') || usual.contains('?'), "{dumb}");
            assert!(printed("LC_ALL", "C").is_ascii(), "{call}");
            let drawn = dumb.lines().filter(|line| line.contains(['+', '|', ':', '#', 'o'])).count();
            assert!(drawn > 3, "{dumb}");
        }
    }
}

#[test]
fn range_prints_every_key_as_json() {
    assert_eq!(
        object(&["--range", "2", "10"]),
        json!({
            "lengths": ["1", "sqrt(2)"],
            "range": ["2", "10"],
            "digits": 8,
            "value": "2.61969775",
            "at": "7.82842712",
            "at_exact": "5+2*sqrt(2)",
            "value_exact": "(200+29*sqrt(2))/92",
            "at_polynomial": null,
            "value_polynomial": null,
            "kind": "breakpoint",
            "places": [
                {"at": "7.82842712", "at_exact": "5+2*sqrt(2)", "at_polynomial": null, "kind": "breakpoint"}
            ],
            "steps": 12,
            "largest_nimber": 8,
            "corner_events": 41,
        })
    );
}

#[test]
fn the_main_job_reaches_the_size_of_the_problem() {
    let answer = object(&["--range", "200", "500"]);
    assert_eq!((&answer["steps"], &answer["largest_nimber"]), (&json!(1829), &json!(211)));
    // the closed form gives the decimals, by arithmetic that the sweep does not share
    let closed = surd(answer["value_exact"].as_str().unwrap());
    assert_eq!(closed.to_decimal(8), answer["value"]);
}

#[test]
fn digits_are_as_many_as_asked_for() {
    for digits in ["0", "1", "50", "1000"] {
        let answer = object(&["--range", "2", "10", "--digits", digits]);
        let value = answer["value"].as_str().unwrap();
        let places = value.split_once('.').map_or(0, |(_, places)| places.len());
        assert_eq!(places, digits.parse::<usize>().unwrap());
    }
}

#[test]
fn ends_of_a_range_may_be_any_number() {
    let cases = [
        (["sqrt(2)", "10"], "5+2*sqrt(2)"),
        (["2.5", "5+2sqrt2"], "5+2*sqrt(2)"),
        (["√3", "10"], "5+2*sqrt(2)"),
        (["7/2", "10*sqrt3"], "10+sqrt(2)"),
        (["10", "10"], "10"),
    ];
    for (ends, at) in cases {
        let answer = object(&["--range", ends[0], ends[1]]);
        assert_eq!(answer["at_exact"], at, "for {ends:?}");
    }
}

#[test]
fn the_value_at_an_end_with_another_root_has_a_closed_form() {
    let answer = object(&["--range", "sqrt3*4", "4*sqrt3", "--digits", "20"]);
    assert_eq!(answer["at"], "6.92820323027550917411");
    let value = "(-2232-2232*sqrt(2)+4044*sqrt(3)-186*sqrt(6))/1081";
    assert_eq!((&answer["at_exact"], &answer["value_exact"]), (&json!("4*sqrt(3)"), &json!(value)));
    assert_eq!(
        (&answer["value_polynomial"], answer["value"].as_str()),
        (&Value::Null, Some(&*surd(value).to_decimal(20)))
    );
    assert_eq!(answer["kind"], "endpoint");
    // the same place from below and above, through rational numbers
    let near = |at: &str| object(&["gain", "--at", at, "--digits", "15"])["value"].clone();
    let value = answer["value"].as_str().unwrap()[..10].to_owned();
    assert!(near("6.92820323027550917410").as_str().unwrap().starts_with(&value));
    assert!(near("6.92820323027550917412").as_str().unwrap().starts_with(&value));
}

#[test]
fn a_maximum_inside_a_piece_is_named_so() {
    let answer = object(&["--range", "236", "237", "--lengths", "1,100"]);
    assert_eq!((&answer["kind"], &answer["at_exact"]), (&json!("interior"), &Value::Null));
    assert!(printed(&["--range", "236", "237", "--lengths", "1,100"]).contains("no closed form"));
}

#[test]
fn every_kind_of_lengths_works() {
    for lengths in ["1", "1,sqrt3", "1,(1+sqrt5)/2", "1,3/2", "3,1+sqrt2", "1,sqrt2,2", "0.5, √2/2"] {
        let answer = object(&["--range", "4", "40", "--lengths", lengths]);
        assert!(answer["value"].as_str().unwrap().parse::<f64>().unwrap() > 0.0, "{lengths}");
        assert!(printed(&["grundy", "--at", "9", "--lengths", lengths]).starts_with("g(9) = "));
        assert!(printed(&["moves", "--at", "9", "--lengths", lengths]).starts_with("g(9) = "));
        assert!(printed(&["gain", "--at", "9", "--lengths", lengths]).starts_with("e(9) = "));
    }
}

#[test]
fn gain_prints_value_probabilities_and_measures() {
    assert_eq!(
        object(&["gain", "--at", "4"]),
        json!({
            "at": "4",
            "digits": 8,
            "value": "1.11974851",
            "value_exact": "(32-6*sqrt(2))/21",
            "lengths": ["1", "sqrt(2)"],
            "probabilities": ["0.33333333", "0.22654092"],
            "probabilities_exact": ["1/3", "(3-sqrt(2))/7"],
            "measures": ["1.00000000", "0.58578644"],
            "measures_exact": ["1", "2-sqrt(2)"],
        })
    );
    assert!(printed(&["gain", "--at", "4"]).contains("winning probability 3/7-√2/7 ≈ 0.22654092"));
}

#[test]
fn grundy_prints_one_value_or_the_table() {
    assert_eq!(printed(&["grundy", "--at", "7.5"]), "g(15/2) = 2, an N-position: the player to move wins\n");
    assert_eq!(printed(&["grundy", "--at", "0"]), "g(0) = 0, a P-position: the player to move loses\n");
    let csv = printed(&["grundy", "--upto", "4.2", "--csv", "-", "--digits", "3"]);
    assert_eq!(
        csv,
        "start,end,value,start_decimal,end_decimal\n0,1,0,0.000,1.000\n1,2,1,1.000,2.000\n2,3,2,2.000,3.000\n\
         3,4,3,3.000,4.000\n4,21/5,4,4.000,4.200\n"
    );
    let table = object(&["grundy", "--upto", "4.2"]);
    assert_eq!(table["steps"], 5);
    assert_eq!(table["intervals"][4]["end"], "21/5");
}

#[test]
fn moves_prints_intervals_with_their_ends() {
    let text = printed(&["moves", "--at", "4+sqrt2", "--digits", "3"]);
    assert_eq!(
        text,
        "g(4+√2) = 5, an N-position: the player to move wins\n\
         piece of length 1 wins with its left end at x in\n  [2, 1+√2]   2.000 .. 2.414\n\
         piece of length √2 wins with its left end at x in\n  {2}\n"
    );
    let object = object(&["moves", "--at", "4"]);
    let first = &object["moves"][0]["winning"][0];
    assert_eq!((&first["start"], &first["start_included"]), (&json!("1"), &json!(false)));
    assert!(printed(&["moves", "--at", "1/2"]).contains("no piece fits"));
}

#[test]
fn a_table_goes_to_a_file_whole_and_replaces_what_was_there() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("steps.csv");
    std::fs::write(&file, "old").unwrap();
    let table = ["grundy", "--upto", "100", "--csv", file.to_str().unwrap()];
    assert_eq!(printed(&table), "");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.starts_with("start,end,value") && text.ends_with('\n'));
    assert_eq!(text, printed(&["grundy", "--upto", "100", "--csv", "-"]));
    let names: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(names.len(), 1, "nothing else is left behind");
}

#[test]
fn help_shows_an_example_for_every_command() {
    for command in ["gain", "grundy", "moves"] {
        let text = printed(&[command, "--help"][..]);
        assert!(text.contains("Examples:\n  nimsweep "), "{command:?}");
    }
    assert!(printed(&["--version"]).starts_with("nimsweep "));
}

#[test]
fn a_verbose_version_says_what_a_report_needs() {
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(printed("--version"), format!("nimsweep {version}\n"));
    assert_eq!(printed("-V"), printed("--version"));
    let about = |vectors: &str| {
        let call = ["--version --verbose", "--verbose --version", "-V --verbose"];
        let [text, other, short] = call.map(|call| {
            let output = command(call).env("NIMSWEEP_VECTORS", vectors).run().unwrap();
            assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
            String::from_utf8(output.stdout).unwrap()
        });
        assert!(text == other && text == short);
        text
    };
    let text = about("off");
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[0], format!("nimsweep {version}"));
    assert!(lines[1].starts_with("features: cli, serde, parallel"), "{text}");
    assert_eq!(lines[1].contains("png"), cfg!(feature = "png"));
    assert_eq!(lines[1].contains("pdf"), cfg!(feature = "pdf"));
    assert_eq!(lines[2], "vectors: off");
    assert_eq!(lines[3], format!("system: {} {}", std::env::consts::OS, std::env::consts::ARCH));
    assert_eq!(lines.len(), 5);
    assert!(about("lanes").contains("\nvectors: lanes\n"));
    // the fastest of the processor, whatever that is, but none that only tests use
    let fastest = about("");
    assert!(!fastest.contains("lanes") && !fastest.contains("NIMSWEEP_VECTORS"), "{fastest}");
    // a call that cannot compute can still be reported
    assert!(
        about("wide").contains("\nvectors: NIMSWEEP_VECTORS: the vectors 'wide' are unknown; set it to ")
    );
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let mut child = command("grundy --upto 500").start().unwrap();
    drop(child.stdout.take()); // the reader goes away before anything was written
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    assert!(output.status.success());
}

#[test]
fn a_call_without_a_range_says_what_to_give() {
    let error = refusal(&["--threads", "1"]);
    assert!(error.contains("give --range A B, or a command; see 'nimsweep --help'"), "{error}");
}

/// Runs a command whose reader closes its end at once.
fn with_a_closed_pipe(arguments: &str) -> std::process::Output {
    let mut child = command(arguments).start().unwrap();
    drop(child.stdout.take());
    child.wait_with_output().unwrap()
}

#[test]
fn a_closed_pipe_ends_every_form_of_a_table_quietly() {
    for form in ["", " --csv -", " --csv /dev/stdout", " --json"] {
        for command in ["grundy --upto 600", "stones table 60000", "coins table 14"] {
            let output = with_a_closed_pipe(&format!("{command}{form}"));
            let error = String::from_utf8(output.stderr).unwrap();
            assert!(output.status.success() && error.is_empty(), "{command}{form}: {error}");
        }
    }
}

#[test]
fn a_table_is_refused_at_the_start_where_it_cannot_be_written_or_would_replace_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let work = folder.path().join("work.json");
    let link = folder.path().join("./work.json");
    let (work_name, link_name) = (work.to_str().unwrap(), link.to_str().unwrap());
    let at_work = ["grundy", "--upto", "9", "--checkpoint", work_name, "--csv", link_name];
    assert!(refusal(&at_work).contains("--csv: '"));
    assert!(refusal(&at_work).contains("is already another file of this run; give a different one"));
    assert!(!work.exists());
    // hours of work, were it not refused before
    let nowhere = refusal("grundy --upto 90000 --csv no/such/folder/x.csv");
    assert!(nowhere.contains("cannot write 'no/such/folder/x.csv': No such file or directory (os error 2)"));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn numbers_that_begin_with_a_minus_are_no_options() {
    for (call, same) in [
        ("moves -2+13*sqrt2/5 2", "moves 13*sqrt2/5-2 2"),
        ("moves 2 -2+13*sqrt2/5", "moves 2 13*sqrt2/5-2"),
        ("moves -(1-sqrt2) -sqrt2+5 -√2+6 -.5+1 -2^2+9", "moves sqrt2-1 5-sqrt2 6-sqrt2 1/2 5"),
        ("moves --lengths 1 -2+4 5 --digits 3", "moves 2 5 --lengths 1 --digits 3"),
        ("moves -2+9 --within -2+sqrt8 3", "moves 7 --within sqrt8-2 3"),
        ("moves 5 -- -2+4", "moves 5 2"),
        ("play -2+13*sqrt2/5 2 --json", "play 13*sqrt2/5-2 2 --json"),
        (
            "play --color never -1+5 --segment 1 --length 1 --place -1+2",
            "play 4 --segment 1 --length 1 --place 1",
        ),
        ("plot moves -2+7 3 --lengths 1", "plot moves 5 3 --lengths 1"),
        // behind an option that takes no value
        ("moves --json -2+13*sqrt2/5 2", "moves --json 13*sqrt2/5-2 2"),
        ("moves --draw -2+7", "moves --draw 5"),
        ("plot moves --dark -2+7", "plot moves --dark 5"),
    ] {
        assert_eq!(without_call(&printed(call)), without_call(&printed(same)), "{call}");
    }
    // what is misspelt or negative is refused as ever
    for (call, says) in [
        ("moves -2+9 --lenghts 1", "unexpected argument '--lenghts' found (did you mean --lengths?)"),
        ("play 5 -1+9 --lenght 1", "(did you mean --length"),
        ("moves -2+9 -x", "unexpected argument '-x' found"),
        ("moves -2+9 -sq", "unexpected argument '-s' found"),
        ("moves -2", "L: the length -2 is negative"),
        ("play 5 -2-sqrt2", "L: the length -2-√2 is negative"),
        ("moves -2+x 5", "L: cannot read '-2+x': unexpected 'x' at column 4"),
        ("moves 5 --checkpoint -2+9", "a file is needed; for a file of that name, write ./-2+9"),
        ("moves 5 --digits -2", "-2"),
        ("stones sum 5 -2+9", "unexpected argument '-2+9' found"),
    ] {
        assert!(refusal(call).contains(says), "{}", refusal(call));
    }
    assert!(printed("moves -2+9 -h").starts_with("The winning moves"));
}

/// What a number is, against facts that are known: the field, the conjugates and Pell's equation.
#[test]
fn a_number_is_described() {
    let text = printed(&["number", "(1+sqrt5)/2"]);
    assert!(text.starts_with("1/2+√5/2 ≈ 1.61803399\nin Q(√5), of degree 2: a root of x^2-x-1\n"), "{text}");
    assert!(
        text.ends_with("continued fraction [(1)], period 1\nconvergents 1, 2, 3/2, 5/3, 8/5, 13/8, ...\n")
    );
    assert_eq!(
        printed("number 355/113"),
        "355/113 ≈ 3.14159292\ncontinued fraction [3; 7, 16]\nconvergents 3, 22/7, 355/113\n"
    );
    assert!(printed("number sqrt94").contains("1, 3, 2, 1, ...)],\n  period 16\n"));
    let number = object("number 2sqrt3+sqrt5+sqrt15/7");
    let conjugates = number["conjugates"].as_array().unwrap().iter().map(|x| surd(x.as_str().unwrap()));
    let conjugates: Vec<_> = conjugates.collect();
    assert_eq!(conjugates.len(), 4);
    let coefficient = |power: usize| surd(number["minimal_polynomial"][power].as_str().unwrap());
    for x in &conjugates {
        let value = (0..5).rev().fold(Surd::from(0), |value, power| value * x + coefficient(power));
        assert_eq!(value, 0, "{x}");
    }
    assert_eq!(surd(number["trace"].as_str().unwrap()), conjugates.iter().sum::<Surd>());
    assert_eq!(surd(number["norm"].as_str().unwrap()), conjugates.into_iter().product::<Surd>());
    // the convergents of √94 contain the least solution of x² − 94·y² = 1
    let convergents = object("number sqrt94")["convergents"].to_string();
    assert!(convergents.contains("\"2143295/221064\""), "{convergents}");
    let many = object("number sqrt2+sqrt3+sqrt5+sqrt7+sqrt11+sqrt6");
    assert_eq!((&many["degree"], &many["norm"], &many["period"]), (&"32".into(), &Value::Null, &Value::Null));
    assert_eq!(many["roots"].as_array().unwrap().len(), 5);
    assert_eq!(many["continued_fraction"].as_array().unwrap().len(), 100);
}
