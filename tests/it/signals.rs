//! Signals end every command with one line, exit code 130, and no file that is not complete.

use std::fs;
use std::io::Read;
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::Duration;

use crate::support::{
    self, Arguments, Run, Start, command, interrupted, let_compute, names_in, process, program, signal,
    wait_until,
};

#[track_caller]
fn last_words(child: Run) -> String {
    interrupted(child).1
}

/// The program, called by a shell after some words of its own.
fn in_shell(before: &str, call: &str, after: &str) -> Command {
    let program = program();
    let mut shell = process("sh");
    shell.args(["-c", &format!("{before} exec \"$0\" \"$@\" {after}")]).arg(program).args(call.list());
    shell
}

#[test]
fn every_command_can_be_interrupted() {
    let calls = [
        "--range 200 100000",
        "gain --at 100000",
        "grundy --at 100000",
        "moves --at 100000",
        "coins count 700000",
        "coins count 10^9 --mod 2305843009213693951",
        "stones move 10^9999 --ratio 200",
        "stones table 1000000",
        "halving table 1000000",
        "bench --upto 5000",
        "regions --lengths 1,x --for 1<x<3 --share 1",
    ];
    for name in ["-INT", "-TERM", "-HUP"] {
        for call in calls {
            let mut child = command(call).start().unwrap();
            let_compute(&child, Duration::from_millis(50));
            assert!(child.try_wait().unwrap().is_none(), "{call} is too short for this test");
            signal(&child, name);
            let line = last_words(child);
            assert!(line.starts_with("nimsweep: interrupted "), "{call}: {line}");
        }
    }
}

/// What is proven by then is an answer with its certificate, and the line says that it is a part.
#[test]
fn a_proof_that_is_interrupted_is_written_as_far_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("r.cert");
    let call = "regions --lengths 1,x,y --rule 3 --for 1<x<y<3 --share 1 --json --certificate";
    let mut child =
        command(&call.split(' ').chain([file.to_str().unwrap()]).collect::<Vec<_>>()).start().unwrap();
    let_compute(&child, Duration::from_millis(500));
    assert!(child.try_wait().unwrap().is_none());
    signal(&child, "-TERM");
    let (answer, line) = interrupted(child);
    assert_eq!(line, "nimsweep: interrupted before the end; the answer is what was proven until then\n");
    let answer: serde_json::Value = serde_json::from_slice(&answer).unwrap();
    let proven: f64 = answer["proven"].as_str().unwrap().parse().unwrap();
    assert!(0.0 < proven && proven < 1.0, "{proven}");
    let checked = support::printed(&["verify", file.to_str().unwrap()]);
    assert!(
        checked.contains(&format!("proven: {} cells", answer["cells"].as_array().unwrap().len())),
        "{checked}"
    );
}

/// By the corners that are left, so that every machine refuses the same runs.
#[test]
fn a_run_of_days_starts_only_if_it_is_asked_for() {
    for (call, limit, time) in [
        ("grundy 10^6", "1000000", "about 16 weeks"),
        ("grundy --upto 10^6", "1000000", "about 16 weeks"),
        ("range 200 500000", "500000", "about 2 weeks"),
        ("gain 300000", "300000", "about 3 days"),
        ("moves 10^6", "1000000", "about 16 weeks"),
        ("puzzle --segments 10^6 7", "1000000", "about 16 weeks"),
        ("grundy 200000 --method sort", "200000", "about 2 weeks"),
        ("grundy 100000 --method engine", "100000", "about 2 days"),
    ] {
        let line = support::refusal(call);
        let says = format!(
            "nimsweep: g up to {limit} would take {time} on two cores; give a shorter length, \
             --checkpoint FILE to keep the work, or --for-days\n"
        );
        assert_eq!(line, says, "{call}");
    }

    // and nobody is told to wait for a century
    assert_eq!(
        support::refusal("moves 10^9"),
        "nimsweep: g up to 1000000000 would take more than a century on two cores; give a shorter length\n"
    );

    // of steps that the memory does not hold there are too many in days, too
    let steps = "grundy --upto 100000 --lengths 1,sqrt14,sqrt30 --rule 3 --for-days";
    assert!(support::refusal(steps).ends_with("more than fit the memory; give a shorter length\n"));

    // by the work for the first values; a busy machine says before how long it will take
    let Output { status, stderr, .. } = support::output("octal 0.004 --upto 10^8");
    let said = String::from_utf8(stderr).unwrap();
    assert_eq!(status.code(), Some(2), "{said}");
    let refused = "nimsweep: G up to 100000000 would take about 5 days; give smaller heaps, or --for-days\n";
    assert!(said.ends_with(refused), "{said}");
    let child = command("octal 0.004 --upto 10^8 --for-days").start().unwrap();
    let_compute(&child, Duration::from_secs(4));
    signal(&child, "-INT");
    // after a line that says how long it will take
    let said = String::from_utf8(child.wait_with_output().unwrap().stderr).unwrap();
    assert!(said.ends_with("nimsweep: interrupted before the end\n"), "{said}");
    let folder = tempfile::tempdir().unwrap();
    let [new, known] = ["g.json", "known.json"].map(|name| folder.path().join(name).display().to_string());
    support::printed(format!("grundy 9 --checkpoint {known}").as_str());
    for call in [
        "grundy 10^6 --for-days".to_owned(),
        format!("grundy 10^6 --checkpoint {new}"),
        format!("grundy 10^6 --resume {known}"),
        // five times as long, but with a step for each unit it takes 12 s
        "moves 500000.5 --within 0 9 --lengths 1,sqrt2,2".to_owned(),
        // a day by one thread
        "grundy 200000".to_owned(),
        "grundy 20000 --method engine".to_owned(),
        // the pairs of an octal game
        "grundy --upto 16000000 --lengths 17,19,23".to_owned(),
    ] {
        let child = command(call.as_str()).start().unwrap();
        let_compute(&child, Duration::from_millis(500));
        signal(&child, "-INT");
        let line = last_words(child);
        assert!(line.starts_with("nimsweep: interrupted at L = "), "{call}: {line}");
    }
}

/// Where signals are ignored, as under `nohup` or after `&` in a script, the tests of signals pass
/// as well.
#[test]
fn programs_of_tests_hear_signals_that_the_tests_ignore() {
    let tests = std::env::current_exe().unwrap();
    let mut shell = process("sh");
    shell.args(["-c", "trap '' HUP INT TERM; exec \"$0\" \"$@\""]).arg(tests);
    shell.args([
        "--exact",
        "signals::no_part_of_a_table_is_left",
        "signals::two_signals_at_the_same_time_are_one",
    ]);
    let Output { status, stdout, .. } = shell.run().unwrap();
    let report = String::from_utf8(stdout).unwrap();
    assert!(status.success() && report.contains("2 passed"), "{report}");
}

#[test]
fn a_program_of_a_test_that_does_not_end_is_ended() {
    // a shell waits for another program, which holds its output
    let mut shell = process("sh");
    shell.args(["-c", "sleep 1000; true"]);
    let ended = shell.start_for(Duration::from_millis(100)).unwrap().wait_with_output();
    let fault = ended.unwrap_err().to_string();
    assert!(fault.contains("sleep 1000") && fault.ends_with(" still runs after 100ms"), "{fault}");
    assert!(shell.start_for(Duration::from_millis(100)).unwrap().wait().is_err());
}

#[test]
fn no_part_of_a_table_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("t.csv");
    for call in ["halving table 1000000 --csv", "stones table 1000000 --csv"] {
        let child = command(&format!("{call} {}", file.display())).start().unwrap();
        wait_until(|| !names_in(folder.path()).is_empty());
        signal(&child, "-INT");
        assert!(last_words(child).ends_with("nimsweep: interrupted before the end\n"));
        assert_eq!(names_in(folder.path()), [""; 0], "{call}");
    }
}

#[test]
fn an_interrupt_after_g_is_complete_says_so() {
    // nobody reads the table, so that it does not end
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("g.json");
    for (more, says) in [
        (String::new(), "; the work was not saved; with --checkpoint FILE it is\n".to_owned()),
        (
            format!(" --checkpoint {}", file.display()),
            format!("; resume with --resume '{}'\n", file.display()),
        ),
    ] {
        let mut child = command(&format!("grundy --upto 600 --csv -{more}")).start().unwrap();
        // g is complete when the table begins
        child.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
        signal(&child, "-INT");
        // before anybody reads, which could let the table come to its end
        wait_until(|| child.try_wait().unwrap().is_some());
        assert_eq!(last_words(child), format!("nimsweep: interrupted after g was complete{says}"));
    }
}

#[test]
fn the_hint_how_to_resume_can_be_pasted() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["it's a run", "$HOME", "two\nlines", "√2"] {
        let child = command(&["grundy", "--at", "100000", "--checkpoint", name])
            .current_dir(&folder)
            .start()
            .unwrap();
        let file = folder.path().join(name);
        wait_until(|| fs::metadata(&file).is_ok_and(|file| file.len() > 0));
        signal(&child, "-INT");
        let line = last_words(child);
        let (_, hint) = line.trim_end().split_once("; resume with ").unwrap_or_else(|| panic!("{line}"));
        let script = format!("\"$0\" grundy --at 40 {hint}");
        let mut shell = process("sh");
        shell.args(["-c", &script]).arg(program()).current_dir(&folder);
        assert_eq!(shell.run().unwrap().stdout, support::printed("grundy --at 40").as_bytes(), "{script}");
    }
}

/// Before the first checkpoint there is no file, and afterwards no lock.
#[test]
fn no_empty_checkpoint_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let [known, file] = ["known", "g.json"].map(|name| folder.path().join(name));
    support::printed(&format!("grundy --at 3000 --checkpoint {}", known.display()));
    let call =
        format!("grundy --at 100000 --resume {} --verify --checkpoint {}", known.display(), file.display());
    let child = command(&call).start().unwrap();
    wait_until(|| folder.path().join("g.json.nimsweep-lock").exists());
    assert!(!file.exists());
    signal(&child, "-INT");
    assert!(last_words(child).ends_with("nimsweep: interrupted before the end\n"));
    assert_eq!(names_in(folder.path()), ["known"]);
}

#[test]
fn a_signal_is_heard_while_a_checkpoint_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("g.json");
    let steps = vec!["[0,0,0]"; 3_000_000].join(",");
    let head = "\"format\":\"nimsweep checkpoint 1\",\"lengths\":[\"1\",\"sqrt(2)\"]";
    fs::write(&file, format!("{{{head},\"steps\":[{steps}],\"sha256\":\"\"}}")).unwrap();
    let mut child = command(&format!("grundy --at 9 --resume {}", file.display())).start().unwrap();
    let_compute(&child, Duration::from_millis(50));
    assert!(child.try_wait().unwrap().is_none(), "the file is too short for this test");
    signal(&child, "-TERM");
    assert!(last_words(child).ends_with("nimsweep: interrupted before the end\n"));
}

#[test]
fn two_signals_at_the_same_time_are_one() {
    let child = command("grundy --at 100000").start().unwrap();
    let_compute(&child, Duration::from_millis(100));
    // the program cannot do what the first one asks for
    signal(&child, "-STOP");
    signal(&child, "-INT");
    signal(&child, "-TERM");
    signal(&child, "-CONT");
    // as from `timeout`, which sends its signal to a process and to its group
    assert!(last_words(child).contains(" at L = "));
}

#[test]
fn an_interrupt_that_is_ignored_stays_ignored() {
    let mut child = in_shell("trap '' INT;", "grundy --at 100000", "").start().unwrap();
    let_compute(&child, Duration::from_millis(100));
    signal(&child, "-INT");
    sleep(Duration::from_millis(300));
    assert!(child.try_wait().unwrap().is_none());
    signal(&child, "-TERM");
    assert!(last_words(child).contains("interrupted at L = "));
}

#[test]
fn numbers_are_read_with_a_stack_of_128_kib() {
    for depth in [20, 21, 99, 500] {
        let number = format!("'{}1{}'", "(".repeat(depth), ")".repeat(depth));
        let Output { status, stderr, .. } = in_shell("ulimit -s 128;", "grundy", &number).run().unwrap();
        let line = String::from_utf8(stderr).unwrap();
        let (code, says) = if depth > 20 { (2, "more than 20 parentheses or roots") } else { (0, "") };
        assert_eq!(status.code(), Some(code), "{depth}: {line}");
        assert!(line.contains(says), "{line}");
    }
}

#[test]
fn a_limit_of_the_size_of_files_is_an_error_of_the_writing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("t.csv");
    let call = format!("halving table 100000 --csv {}", file.display());
    let Output { status, stderr, .. } = in_shell("ulimit -f 8;", &call, "").run().unwrap();
    let line = String::from_utf8(stderr).unwrap();
    assert_eq!(status.code(), Some(2), "{line}");
    assert!(line.contains("File too large") && line.lines().count() == 1, "{line}");
    assert_eq!(names_in(folder.path()), [""; 0]);
    // a run that cannot be saved any more ends all the same
    let call = format!("grundy --at 1500 --checkpoint {}", folder.path().join("g.json").display());
    let Output { status, stdout, stderr } = in_shell("ulimit -f 8;", &call, "").run().unwrap();
    let line = String::from_utf8(stderr).unwrap();
    assert!(status.success(), "{line}");
    assert!(line.contains("File too large") && line.ends_with("; the run continues\n"), "{line}");
    assert_eq!(String::from_utf8(stdout).unwrap(), support::printed("grundy --at 1500"));
    assert_eq!(names_in(folder.path()), ["g.json"]);
}
