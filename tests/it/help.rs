//! Help for people: `help` and `--help` with examples that work anywhere, suggestions, colours.

use crate::support::{Start, command, printed, process, refusal, skip};

/// Every command with a help of its own.
const COMMANDS: &[&str] = &[
    "",
    "range",
    "gain",
    "grundy",
    "moves",
    "explain",
    "compare",
    "period",
    "play",
    "octal",
    "puzzle",
    "regions",
    "plot",
    "plot gain",
    "plot grundy",
    "plot compare",
    "plot moves",
    "plot pairs",
    "plot growth",
    "stones",
    "stones sum",
    "stones move",
    "stones table",
    "coins",
    "coins count",
    "coins value",
    "coins stalk",
    "coins row",
    "coins table",
    "halving",
    "halving play",
    "halving table",
    "explore",
    "check",
    "verify",
    "bench",
    "batch",
    "recipes",
    "completions",
    "man",
];

#[test]
fn suggestions_and_the_help_of_the_command_are_in_the_line() {
    for (call, says) in [
        ("gain --lenghts 1", "'--lenghts' found (did you mean --lengths?); see 'nimsweep gain --help'"),
        ("gian", "unrecognized subcommand 'gian' (did you mean gain?); see 'nimsweep --help'"),
        ("help gian", "'gian' (did you mean gain?); see 'nimsweep --help'"),
        ("--rnge 2 9", "'--rnge' found (did you mean --range?); see 'nimsweep --help'"),
        ("stones mvoe 5", "'mvoe' (did you mean move?); see 'nimsweep stones --help'"),
        ("stones sum --mod", "none was supplied; see 'nimsweep stones sum --help'"),
        ("moves 5 --at 5", "cannot be used with '--at <L>'; see 'nimsweep moves --help'"),
        ("gain --at 4 --color alwas", "always, never] (did you mean always?); see 'nimsweep gain --help'"),
        ("grundy 2 --where", "none was supplied; see 'nimsweep grundy --help'"),
        // an option is not a command, and no word is a slip of itself
        ("lenghts", "'nimsweep' has no command 'lenghts'; its commands: range, gain,"),
        (
            "stones stones",
            "'nimsweep stones' has no command 'stones'; its commands: sum, move, table; see 'nimsweep stones --help'",
        ),
        ("gain --at 4 --json --at", "required"),
        ("paly 5", "(did you mean play?); see 'nimsweep --help'"),
        ("perod", "(did you mean period?); see 'nimsweep --help'"),
        ("completions bsh", "(did you mean bash?); see 'nimsweep completions --help'"),
        // nothing is near
        ("play 5 --hint", "unexpected argument '--hint' found; see 'nimsweep play --help'"),
        ("mac", "'nimsweep' has no command 'mac'; its commands: range, gain,"),
        ("--lengths 1 gain --at 4", "--lengths comes before the command 'gain'; write it after the command;"),
    ] {
        let line = refusal(call);
        assert!(line.contains(says), "{call}: {line}");
    }
}

#[test]
fn help_of_a_command_is_the_same_in_both_ways() {
    for &command in COMMANDS {
        let help = if command.is_empty() { "help".to_owned() } else { format!("help {command}") };
        let option = if command.is_empty() { "--help".to_owned() } else { format!("{command} --help") };
        assert_eq!(printed(&help), printed(&option));
    }
}

/// The calls in a text, each on a line of its own.
fn calls_in(text: &str) -> impl Iterator<Item = String> {
    let calls = text.lines().filter_map(|line| line.strip_prefix("  nimsweep "));
    // in the first screen a remark follows
    calls.map(|line| line.split("   ").next().unwrap().replace('\'', ""))
}

/// What a terminal of 80 columns shows of a call.
fn on_80_columns(call: &str) -> Vec<String> {
    on_columns(80, call)
}

fn on_columns(columns: usize, call: &str) -> Vec<String> {
    let mut program = command(&call.split_whitespace().collect::<Vec<_>>());
    let output = program.env("COLUMNS", columns.to_string()).run().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{call}");
    let lines: Vec<_> = String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect();
    assert!(lines.iter().all(|line| line.chars().count() <= columns), "{call}: {lines:#?}");
    lines
}

#[test]
fn the_first_screen_is_short_and_what_it_says_works() {
    let screen = on_80_columns("");
    assert!(screen.len() <= 22, "{screen:#?}");
    assert!(screen.iter().any(|line| line.starts_with("nimsweep recipes ")));
    let help = on_80_columns("help");
    // the manual page and help begin as the first screen does
    let (beginning, _) =
        screen.split_at(screen.iter().position(|line| line.starts_with("Other lengths")).unwrap());
    assert_eq!(&help[..beginning.len()], beginning);
    assert_eq!(screen, on_80_columns("-h"));
    let folder = tempfile::tempdir().unwrap();
    // a game needs a terminal
    let calls: Vec<_> = calls_in(&screen.join("\n")).filter(|call| call != "play").collect();
    assert!(calls.len() >= 4, "{calls:?}");
    for call in calls {
        let output = command(&call).current_dir(folder.path()).run().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{call}");
    }
    let all = on_80_columns("help");
    for name in COMMANDS.iter().filter(|name| !name.is_empty() && !name.contains(' ')) {
        assert!(all.iter().any(|line| line.starts_with(&format!("  {name} "))), "{name} is in no group");
    }
    assert!(!all.join("\n").contains("--checkpoint-every"));
}

#[test]
fn short_help_fits_a_screen_and_long_help_has_everything() {
    let mut long_runs = 0;
    for name in COMMANDS {
        let short = on_80_columns(&format!("{name} -h"));
        assert!(short.len() <= 23, "{name}: {short:#?}");
        let short = short.join("\n");
        assert!(!short.contains("Long runs"), "{name}");
        assert!(name.is_empty() || short.contains("Examples:\n  "), "{name}");
        let long = on_80_columns(&format!("{name} --help")).join("\n");
        long_runs += usize::from(long.contains("Long runs:") && long.contains("--checkpoint-every"));
    }
    // range, gain, grundy, moves, explain, period, five pictures
    assert_eq!(long_runs, 11);
}

#[test]
fn a_command_alone_says_what_to_type() {
    for name in [
        "coins",
        "stones",
        "halving",
        "plot",
        "grundy",
        "gain",
        "moves",
        "range",
        "octal",
        "verify",
        "coins row",
    ] {
        let output = command(name).run().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{name}");
        assert!(text.starts_with(&format!("nimsweep: 'nimsweep {name}' needs an argument; for example:\n")));
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        let folder = tempfile::tempdir().unwrap();
        assert!(calls_in(&text).count() > 0, "{text}");
        for call in calls_in(&text) {
            let status = command(&call).current_dir(folder.path()).run().unwrap().status;
            assert!(status.success(), "{call}");
        }
    }
}

#[test]
fn examples_of_the_help_work_anywhere() {
    let mut called = 0;
    for of in COMMANDS {
        let folder = tempfile::tempdir().unwrap();
        let help = printed(format!("{of} --help").trim_start());
        // those of the program stand above
        let examples = match help.split_once("Examples:\n") {
            Some((_, examples)) => examples,
            None if of.is_empty() => "",
            None => panic!("{of} has no example"),
        };
        // the checks take long, and have tests of their own
        for call in calls_in(examples).filter(|call| !call.starts_with("check") && call != "bench") {
            let output = command(&call).current_dir(folder.path()).run().unwrap();
            let error = String::from_utf8(output.stderr).unwrap();
            assert!(output.status.success() && error.is_empty(), "{call}: {error}");
            called += 1;
        }
    }
    assert!(called > 30, "{called}");
}

#[test]
fn help_fits_the_width_of_the_terminal() {
    for width in [60, 100] {
        let output = command("coins --help").env("COLUMNS", width.to_string()).run().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(widest <= width && widest > width - 15, "{widest} of {width}: {text}");
    }
}

#[test]
fn the_range_is_a_command_and_an_option() {
    for rest in ["2 10", "sqrt3*4 10 --digits 20 --lengths 1,sqrt3 --json"] {
        assert_eq!(printed(&format!("range {rest}")), printed(&format!("--range {rest}")));
    }
    assert!(refusal("range 5 2").contains("the range from 5 to 2 is reversed"));
    assert!(refusal("range 2 x").contains("range: cannot read 'x': unexpected 'x' at column 1"));
}

#[test]
fn colours_are_for_terminals_or_on_demand() {
    let escapes = |call: &str, variable: Option<(&str, &str)>| {
        let output = command(call).envs(variable).run().unwrap();
        let [results, messages] = [output.stdout, output.stderr].map(|bytes| bytes.contains(&0x1b));
        (results, messages)
    };
    assert_eq!(escapes("gain --help", None), (false, false));
    assert_eq!(escapes("gain --at x", None), (false, false));
    assert_eq!(escapes("gain --help --color always", None), (true, false));
    assert_eq!(escapes("--color always gain --at x", None), (false, true));
    assert_eq!(escapes("--color=always --rnge 5", Some(("NO_COLOR", "1"))), (false, true));
    assert_eq!(escapes("--color never gain --at x", None), (false, false));
    // no result is coloured, and a mistake is one line where nobody looks
    assert_eq!(escapes("gain --at 4 --color always", None), (false, false));
    assert_eq!(refusal("gain --at 4x --color never").lines().count(), 1);
}

#[test]
fn every_shell_has_completions_for_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = printed(&format!("completions {shell}"));
        for word in ["grundy", "stones", "completions", "checkpoint-every", "summary"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    assert!(refusal("completions tcsh").contains("[possible values: bash, elvish, fish, powershell, zsh]"));
}

#[test]
fn a_bash_can_read_its_completions() {
    let script = printed("completions bash");
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.cert"), "").unwrap();
    for (typed, completes) in [
        ("gain --ra", "--range"),
        ("gain --method so", "sort"),
        ("gain --rule 3", "3"),
        ("gain --color al", "always"),
        ("gain --numbers ma", "mathematica"),
        ("octal trebl", "treblecross"),
        ("man peri", "period"),
        ("gain --csv a", "a.cert"),
        // no file
        ("gain --at a", "a"),
        ("gain --digits a", "a"),
        ("grundy a", "+o default +o bashdefault"),
        // bash's own way, which finds files
        ("verify a", ""),
    ] {
        let words: Vec<_> = typed.split(' ').collect();
        let [.., before, last] = words[..] else { panic!("{typed}") };
        let ask = format!(
            "compopt() {{ OPTIONS=$*; }}; COMP_WORDS=(nimsweep {typed}); COMP_CWORD={}; \
             _nimsweep_without_files nimsweep {last} {before}; echo ${{COMPREPLY[*]:-$OPTIONS}}",
            words.len()
        );
        let bash = process("bash").args(["-c", &format!("{script}\n{ask}")]).current_dir(folder.path()).run();
        let Ok(output) = bash else { return skip("there is no bash") };
        assert_eq!(String::from_utf8(output.stdout).unwrap().trim_end(), completes, "{typed}");
    }
}

#[test]
fn a_fish_completes_files_only_where_a_file_may_stand() {
    let script = printed("completions fish");
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.cert"), "").unwrap();
    for (typed, completes) in [
        ("gain --method so", "sort"),
        ("verify a", "a.cert"),
        ("gain --csv a", "a.cert"),
        ("gain --at a", ""),
        ("grundy a", ""),
    ] {
        let ask = format!("{script}\ncomplete -C 'nimsweep {typed}'");
        let fish = process("fish").args(["--no-config", "-c", &ask]).current_dir(folder.path()).run();
        let Ok(output) = fish else { return skip("there is no fish") };
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(text.split(['\t', '\n']).next().unwrap(), completes, "{typed}: {text}");
    }
}

/// On a narrow terminal what a call does is below the call, and no line is broken by the terminal.
#[test]
fn the_first_screen_fits_sixty_columns() {
    let screen = on_columns(60, "");
    let calls = screen
        .windows(2)
        .filter(|pair| pair[0].trim_start().starts_with("nimsweep ") && pair[1].starts_with("      "));
    assert_eq!(calls.count(), 9, "{screen:#?}");
}

/// The page of the program has the commands in their groups, and the options of no command.
#[test]
fn the_manual_page_begins_with_the_commands() {
    let page = printed("man");
    let groups = page.lines().filter_map(|line| line.strip_prefix(".SS "));
    assert_eq!(groups.collect::<Vec<_>>(), ["Squares on the line", "Other games", "Files and checks"]);
    let (commands, options) = page.split_once(".SH OPTIONS").unwrap();
    assert!(commands.contains("\n  play         Play a game at the terminal;"), "{commands}");
    assert!(!options.contains("lengths") && !options.contains("checkpoint"), "{options}");
    for name in COMMANDS {
        let page = printed(format!("man {name}").trim_end());
        assert!(!page.contains("see a summary with") && !page.contains("Print this message"), "{name}");
    }
}

#[test]
fn manual_pages_are_as_mandoc_wants_them() {
    for name in COMMANDS {
        let page = printed(format!("man {name}").trim_end());
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("page.1");
        std::fs::write(&file, page).unwrap();
        let Ok(output) = process("mandoc").args(["-T", "lint", "-W", "warning"]).arg(&file).run() else {
            return skip("there is no mandoc");
        };
        assert!(output.stdout.is_empty(), "{name}: {}", String::from_utf8_lossy(&output.stdout));
    }
}

#[test]
fn every_command_has_a_manual_page() {
    for name in COMMANDS {
        let page = printed(format!("man {name}").trim_end());
        let title = ["nimsweep"].into_iter().chain(name.split(' ').filter(|word| !word.is_empty()));
        let title = title.collect::<Vec<_>>().join("-");
        // a day, and then the source
        let head = page.split_once(&format!(".TH {title} 1 20")).unwrap_or_else(|| panic!("{page}")).1;
        assert!(
            head.starts_with(|digit: char| digit.is_ascii_digit()) && head.contains("\"nimsweep "),
            "{page}"
        );
        assert!(page.contains("\n.SH SYNOPSIS\n") && page.contains("\n.SH EXAMPLES\n.nf\n  "), "{page}");
        assert!(!page.contains("Examples:") && !page.contains("EXTRA"), "{page}");
        // each option has a text
        for option in page.split("\n.TP\n").skip(1) {
            let text = option.lines().nth(1).unwrap_or_default();
            assert!(!text.is_empty() && !text.starts_with('.'), "{name}: {option}");
        }
    }
    let program = printed("man");
    let synopsis = r"\fBnimsweep\fR COMMAND [OPTIONS]";
    assert!(program.contains(synopsis) && program.contains("who wins on two segments, and how"), "{program}");
    assert!(printed("man gain").contains(r"[OPTIONS] <L|\-\-at <L>|\-\-range <A> <B>>"));
    assert!(refusal("man gian").contains("'nimsweep' has no command 'gian'; its commands: range, gain, "));
    assert!(refusal("man gain at").contains("'nimsweep gain' has no command 'at'; its commands: none"));
}
