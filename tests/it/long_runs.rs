//! Long runs can be killed, interrupted and resumed, and the answer is the same to the byte.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use tempfile::TempDir;

use crate::support::{
    self, Random, Run, Start, command, interrupted, let_compute, names_in, process, program, signal, skip,
    steps_in, wait_until,
};

/// A run of about a second, so that there is a middle to be killed in.
const RANGE: [&str; 3] = ["--range", "200", "2500"];
const OFTEN: [&str; 2] = ["--checkpoint-every", "0.01"];

/// Runs to the end in a process of its own, and returns what was printed; there must be no remarks.
#[track_caller]
fn printed(arguments: &[&[&str]]) -> String {
    support::printed(arguments.concat().as_slice())
}

/// The same inside of this process: what is printed, or the complaint.
fn answer(arguments: &[&str]) -> Result<String, String> {
    let mut out = vec![];
    match nimsweep::internal::run(["nimsweep"].iter().chain(arguments), &mut out) {
        Ok(()) => Ok(String::from_utf8(out).unwrap()),
        Err(failure) if out.is_empty() => Err(failure.to_string()),
        Err(failure) => panic!("{failure} after a part of a result"),
    }
}

/// A folder with a place for a checkpoint.
struct Place {
    folder: TempDir,
    file: PathBuf,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("g.json");
        Self { folder, file }
    }

    /// A checkpoint of g up to a limit.
    fn grown_to(limit: &str) -> Self {
        let place = Self::new();
        answer(&["grundy", "--at", limit, "--checkpoint", place.name()]).unwrap();
        place
    }

    fn name(&self) -> &str {
        self.file.to_str().unwrap()
    }

    /// Whether there is a checkpoint: at first the file is empty.
    fn has_begun(&self) -> bool {
        fs::metadata(&self.file).is_ok_and(|file| file.len() > 0)
    }

    /// What else is in the folder.
    fn leftovers(&self) -> Vec<String> {
        names_in(self.folder.path()).into_iter().filter(|name| name != "g.json").collect()
    }

    fn steps(&self) -> usize {
        steps_in(&self.file)
    }
}

fn killed(mut child: Run) {
    child.kill().unwrap();
    child.wait().unwrap();
}

/// The pauses before kills, in milliseconds: irregular, and not the same in every run of the tests.
fn pauses() -> impl Iterator<Item = u64> {
    let mut random = Random::new(std::process::id().into());
    std::iter::repeat_with(move || random.below(400) as u64)
}

#[test]
fn a_run_that_is_killed_again_and_again_comes_to_the_same_bytes() {
    let expected = printed(&[&RANGE]);
    for first in pauses().take(3) {
        let place = Place::new();
        let child = command(&[&RANGE[..], &OFTEN, &["--checkpoint", place.name()]].concat()).start().unwrap();
        wait_until(|| place.has_begun());
        sleep(Duration::from_millis(first));
        killed(child);
        // at any moment there is a complete checkpoint, from which a run comes to the same bytes
        let before = place.steps();
        assert_eq!(printed(&[&RANGE, &["--resume", place.name()]]), expected);
        let again = [&RANGE[..], &OFTEN, &["--resume", place.name(), "--checkpoint", place.name()]].concat();
        for pause in pauses().take(2) {
            let child = command(&again).start().unwrap();
            sleep(Duration::from_millis(pause / 3));
            killed(child);
            assert!(place.steps() >= before, "work was lost");
        }
        assert_eq!(printed(&[&again]), expected);
        // what a kill leaves behind is known by its name
        assert!(
            place.leftovers().iter().all(|name| name.starts_with(".nimsweep-")),
            "{:?}",
            place.leftovers()
        );
        assert!(place.leftovers().len() <= 3);
    }
}

/// What a reader finds at a moment is what a kill at that moment leaves; and a reader can look far
/// more often.
#[test]
fn at_any_moment_there_is_a_complete_checkpoint() {
    let place = Place::new();
    let keep = ["--checkpoint", place.name(), "--checkpoint-every", "0.0001"];
    let mut child = command(&[&["grundy", "--at", "1500"], &keep[..]].concat()).start().unwrap();
    wait_until(|| place.has_begun());
    let mut sizes = vec![];
    while child.try_wait().unwrap().is_none() {
        let text = fs::read_to_string(&place.file).unwrap();
        assert!(text.starts_with("{\n  \"format\": ") && text.ends_with("\"\n}\n"), "{} bytes", text.len());
        sizes.push(text.len());
    }
    assert!(sizes.is_sorted(), "a checkpoint became smaller");
    sizes.dedup();
    assert!(sizes.len() > 20, "{} checkpoints were seen", sizes.len());
}

#[test]
fn checkpoints_of_a_killed_and_of_an_undisturbed_run_are_the_same_file() {
    let (undisturbed, place) = (Place::grown_to("1500"), Place::new());
    let run = ["grundy", "--at", "1500", "--checkpoint", place.name(), "--checkpoint-every", "0.001"];
    let child = command(&run).start().unwrap();
    wait_until(|| place.has_begun() && place.steps() > 1000);
    killed(child);
    printed(&[&run, &["--resume", place.name()]]);
    assert_eq!(fs::read(&place.file).unwrap(), fs::read(&undisturbed.file).unwrap());
}

mod signals {
    use super::*;

    /// A run that would take hours.
    const ENDLESS: [&str; 3] = ["--range", "200", "100000"];

    /// The one line of a run that was interrupted; it has printed nothing else.
    #[track_caller]
    fn last_words(child: Run) -> String {
        let (printed, line) = interrupted(child);
        assert!(printed.is_empty(), "{line}");
        line
    }

    #[test]
    fn ctrl_c_saves_and_says_how_to_resume() {
        for name in ["-INT", "-TERM"] {
            let place = Place::new();
            let child = command(&[&ENDLESS[..], &["--checkpoint", place.name()]].concat()).start().unwrap();
            wait_until(|| place.has_begun());
            let_compute(&child, Duration::from_millis(200));
            signal(&child, name);
            let line = last_words(child);
            assert!(line.starts_with("nimsweep: interrupted at L = "), "{line}");
            assert!(line.ends_with(&format!("; resume with --resume '{}'\n", place.name())), "{line}");
            // the next regular checkpoint was half a minute away
            assert!(place.steps() > 100, "{} steps", place.steps());
            assert!(place.leftovers().is_empty());
            let range = ["--range", "200", "2000"];
            assert_eq!(printed(&[&range, &["--resume", place.name()]]), printed(&[&range]));
        }
    }

    /// Another program puts a file in the place of the checkpoint that is as long, to the byte: by
    /// another name, or by writing into the same file.
    #[test]
    fn a_file_that_takes_the_place_of_the_checkpoint_is_not_lost() {
        for renames in [true, false] {
            let place = Place::new();
            let keep = ["--checkpoint", place.name(), "--checkpoint-every", "0.5"];
            let child = command(&[&ENDLESS[..], &keep].concat()).start().unwrap();
            let is_complete = || {
                let is_saved = fs::read(&place.file).is_ok_and(|bytes| bytes.ends_with(b"}\n"));
                is_saved && place.leftovers() == ["g.json.nimsweep-lock"]
            };
            // the run stands still, and not while it saves
            wait_until(|| {
                if !is_complete() {
                    return false;
                }
                signal(&child, "-STOP");
                sleep(Duration::from_millis(20));
                let is_between = is_complete();
                if !is_between {
                    signal(&child, "-CONT");
                }
                is_between
            });
            let foreign = vec![b'x'; fs::read(&place.file).unwrap().len()];
            if renames {
                let other = place.folder.path().join("other");
                fs::write(&other, &foreign).unwrap();
                fs::rename(&other, &place.file).unwrap();
            } else {
                fs::write(&place.file, &foreign).unwrap();
            }
            signal(&child, "-CONT");
            // it saves at the latest now
            signal(&child, "-TERM");
            let Output { status, stderr, .. } = child.wait_with_output().unwrap();
            assert!(fs::read(&place.file).unwrap() == foreign, "renames: {renames}");
            let complaint = String::from_utf8(stderr).unwrap();
            assert!(!status.success() && complaint.contains(place.name()), "{complaint:?}");
        }
    }

    #[test]
    fn ctrl_c_without_a_checkpoint_says_what_would_save_the_work() {
        for arguments in
            ["--range 200 100000", "grundy --upto 100000", "gain --at 100000", "moves --at 100000"]
        {
            let child = command(arguments).start().unwrap();
            let_compute(&child, Duration::from_millis(100));
            signal(&child, "-INT");
            assert!(last_words(child).contains("; the work was not saved; with --checkpoint FILE it is"));
        }
    }

    /// What a terminal shows of a run at which Ctrl-C is pressed after a while; `None` without a
    /// program that makes terminals.
    #[cfg(target_os = "linux")]
    fn shown_on_a_terminal(while_running: Duration) -> Option<String> {
        use std::io::Write;
        let program = program();
        let run = format!("'{}' {}", program.display(), ENDLESS.join(" "));
        let mut terminal =
            process("script").args(["-qec", &run, "/dev/null"]).stdin(Stdio::piped()).start().ok()?;
        sleep(while_running);
        terminal.stdin.as_mut().unwrap().write_all(b"\x03").unwrap();
        let Output { status, stdout, .. } = terminal.wait_with_output().unwrap();
        assert_eq!(status.code(), Some(130));
        Some(String::from_utf8_lossy(&stdout).into_owned())
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_terminal_shows_a_bar_after_half_a_second() {
        let Some(text) = shown_on_a_terminal(Duration::from_millis(1500)) else {
            return skip("there is no program 'script', which gives a terminal");
        };
        assert!(text.contains(" left, ") && text.contains(" % of g up to "), "{text:?}");
        assert!(text.contains(" interrupted at L = "), "{text:?}");
        let text = shown_on_a_terminal(Duration::from_millis(250)).unwrap();
        assert!(!text.contains("g up to ") && text.contains(" interrupted"), "{text:?}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_terminal_that_is_closed_loses_no_work() {
        let place = Place::new();
        let run = format!(
            "exec '{}' grundy 100000 --checkpoint {} --checkpoint-every 999",
            program().display(),
            place.name()
        );
        let mut terminal = process("script");
        let Ok(terminal) = terminal.args(["-qec", &run, "/dev/null"]).stdin(Stdio::piped()).start() else {
            return skip("there is no program 'script', which gives a terminal");
        };
        wait_until(|| place.has_begun());
        // only the first save, which comes soon, is regular
        let first = steps_in(&place.file);
        sleep(Duration::from_millis(500));
        assert_eq!(steps_in(&place.file), first);
        signal(&terminal, "-KILL");
        // neither a lock nor a draft is left
        wait_until(|| names_in(place.folder.path()).len() == 1);
        assert!(steps_in(&place.file) > first);
        let known = printed(&[&["grundy", "50", "--resume", place.name()]]);
        assert_eq!(known, printed(&[&["grundy", "50"]]));
    }

    #[test]
    fn a_hangup_that_is_ignored_stays_ignored() {
        let Ok(mut child) = process("nohup").arg(program()).args(ENDLESS).start() else {
            return skip("there is no nohup");
        };
        let_compute(&child, Duration::from_millis(100));
        signal(&child, "-HUP");
        // a run that hears it ends long before
        let_compute(&child, Duration::from_secs(1));
        assert!(child.try_wait().unwrap().is_none());
        signal(&child, "-INT");
        assert!(last_words(child).contains("interrupted at L = "));
    }

    #[test]
    fn a_checkpoint_that_fails_on_the_way_does_not_stop_the_run() {
        let place = Place::new();
        let child = command(&[&RANGE[..], &OFTEN, &["--checkpoint", place.name()]].concat()).start().unwrap();
        wait_until(|| place.has_begun());
        // a file may be written into the folder while it is being emptied
        wait_until(|| fs::remove_dir_all(place.folder.path()).is_ok());
        let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
        let warning = String::from_utf8(stderr).unwrap();
        assert!(status.success(), "{warning}");
        assert!(warning.starts_with("nimsweep: cannot write the checkpoint '"), "{warning}");
        assert!(warning.ends_with("; the run continues\n") && warning.lines().count() == 1, "{warning}");
        assert_eq!(String::from_utf8(stdout).unwrap(), printed(&[&RANGE]));
    }
}

#[test]
fn threads_do_not_change_a_byte() {
    let expected = printed(&[&RANGE, &["--json"]]);
    let mut checkpoints = vec![];
    for threads in ["1", "2", "3"] {
        let place = Place::new();
        let options = ["--json", "--threads", threads, "--checkpoint", place.name()];
        assert_eq!(printed(&[&RANGE, &options]), expected, "{threads} threads");
        checkpoints.push(fs::read(&place.file).unwrap());
    }
    assert!(checkpoints.iter().all(|checkpoint| checkpoint == &checkpoints[0]));
    let table = ["grundy", "--upto", "300", "--csv", "-"];
    assert_eq!(printed(&[&table, &["--threads", "3"]]), printed(&[&table]));
}

#[test]
fn a_run_is_resumed_to_a_larger_and_to_a_smaller_limit() {
    for (lengths, limits) in [
        ("1,sqrt2", ["0", "1/2", "60", "150", "150+sqrt2", "151+sqrt3", "400"]),
        ("3/2,(1+sqrt5)/2", ["0", "2", "60", "90", "100", "101", "200"]),
        ("1", ["0", "1", "60", "61", "99", "100", "300"]),
    ] {
        let place = Place::new();
        let options = ["--lengths", lengths, "--checkpoint", place.name()];
        answer(&[&["grundy", "--at", "100"], &options[..]].concat()).unwrap();
        for limit in limits {
            let table = ["grundy", "--upto", limit, "--lengths", lengths, "--json"];
            let resumed = answer(&[&table[..], &["--resume", place.name()]].concat());
            assert_eq!(resumed, answer(&table), "{lengths} up to {limit}");
        }
    }
}

#[test]
fn every_command_of_the_squares_saves_and_resumes() {
    for run in [&["--range", "2", "300"][..], &["gain", "--at", "300"], &["moves", "--at", "300"]] {
        let place = Place::new();
        let expected = answer(run).unwrap();
        let saved = answer(&[run, &["--checkpoint", place.name(), "--threads", "2"]].concat());
        assert_eq!(saved.unwrap(), expected, "{run:?}");
        assert_eq!(fs::read(&place.file).unwrap(), fs::read(&Place::grown_to("300").file).unwrap());
        let shorter = Place::grown_to("200");
        let resumed = answer(&[run, &["--resume", shorter.name()]].concat());
        assert_eq!(resumed.unwrap(), expected, "{run:?}");
    }
}

#[test]
fn a_checkpoint_never_loses_what_it_has() {
    let place = Place::grown_to("200");
    let known = fs::read(&place.file).unwrap();
    let again = |limit| {
        let run = ["grundy", "--at", limit, "--resume", place.name(), "--checkpoint", place.name()];
        answer(&run).unwrap();
        fs::read(&place.file).unwrap()
    };
    assert_eq!(again("50"), known);
    assert_eq!(again("200"), known);
    assert_eq!(again("300"), fs::read(&Place::grown_to("300").file).unwrap());
    // a copy has all of it, too
    let copy = Place::new();
    answer(&["grundy", "--at", "50", "--resume", place.name(), "--checkpoint", copy.name()]).unwrap();
    assert_eq!(fs::read(&copy.file).unwrap(), fs::read(&place.file).unwrap());
}

#[test]
fn people_can_read_a_checkpoint() {
    let place = Place::grown_to("2");
    // of the canonical text, by another program: printf "..." | sha256sum
    let sum = "796607425b20866a11aa9a638b02a37fb9bbd5a41cd3b2ece862df5de02ec7d8";
    let expected = format!(
        "{{\n  \"format\": \"nimsweep checkpoint 1\",\n  \"lengths\": [\"1\", \"sqrt(2)\"],\n  \"steps\": [\n    \
         [0, 0, 0],\n    [1, 0, 1],\n    [2, 0, 2]\n  ],\n  \"sha256\": \"{sum}\"\n}}\n"
    );
    assert_eq!(fs::read_to_string(&place.file).unwrap(), expected);
}

/// The rule is part of the sum: of the canonical text with the line `rule 3,7` after the lengths.
#[test]
fn people_can_read_a_checkpoint_with_a_rule() {
    let place = Place::new();
    let game = ["grundy", "--lengths", "1,2", "--rule", "3,7"];
    answer(&[&game[..], &["--at", "3", "--checkpoint", place.name()]].concat()).unwrap();
    let sum = "72085ec8e084c7db76b6097c2d3c65df3b856aef3acf037924e93f8548116c5c";
    let expected = format!(
        "{{\n  \"format\": \"nimsweep checkpoint 1\",\n  \"lengths\": [\"1\", \"2\"],\n  \"rule\": \"3,7\",\n  \
         \"steps\": [\n    [0, 0, 0],\n    [1, 0, 1],\n    [2, 0, 2],\n    [3, 0, 3]\n  ],\n  \"sha256\": \"{sum}\"\n}}\n"
    );
    assert_eq!(fs::read_to_string(&place.file).unwrap(), expected);
    // another rule with the same sum is damage
    fs::write(&place.file, expected.replace("3,7", "7,3")).unwrap();
    let complaint =
        answer(&["grundy", "--at", "40", "--lengths", "1,2", "--rule", "7,3", "--resume", place.name()])
            .unwrap_err();
    assert!(complaint.contains("is damaged: its sha256 does not match"), "{complaint}");
}

/// The complaint about a file with these bytes, as a file to resume from.
fn resumed(place: &Place, bytes: &[u8]) -> Result<String, String> {
    fs::write(&place.file, bytes).unwrap();
    answer(&["grundy", "--at", "40", "--resume", place.name()])
}

#[test]
fn a_checkpoint_that_was_cut_off_is_refused() {
    let place = Place::grown_to("20");
    let whole = fs::read(&place.file).unwrap();
    // without the last line break it is whole
    for length in 0..whole.len() - 1 {
        let complaint = resumed(&place, &whole[..length]).unwrap_err();
        assert!(complaint.contains("is not a complete checkpoint of nimsweep: "), "{complaint}");
        assert_eq!(complaint.lines().count(), 1);
    }
    assert_eq!(resumed(&place, &whole[..whole.len() - 1]), answer(&["grundy", "--at", "40"]));
    assert!(resumed(&place, b"").unwrap_err().contains("it is empty"));
}

#[test]
fn a_checkpoint_with_a_bit_flipped_is_refused_or_says_the_same() {
    let place = Place::grown_to("6");
    let whole = fs::read(&place.file).unwrap();
    let expected = answer(&["grundy", "--at", "40"]);
    let mut refused = 0;
    for (at, bit) in (0..whole.len()).flat_map(|at| [0, 2, 5, 7].map(move |bit| (at, bit))) {
        let mut flipped = whole.clone();
        flipped[at] ^= 1 << bit;
        match resumed(&place, &flipped) {
            Err(complaint) => {
                assert!(complaint.lines().count() == 1 && complaint.contains(place.name()), "{complaint}");
                refused += 1;
            }
            // white space that became other white space
            result => assert!(whole[at].is_ascii_whitespace() && result == expected, "byte {at}, bit {bit}"),
        }
    }
    assert!(refused > 3 * whole.len());
}

#[test]
fn changed_numbers_are_found_by_the_checksum() {
    let place = Place::grown_to("20");
    let whole = fs::read_to_string(&place.file).unwrap();
    for (old, new) in [("[3, 0, 3]", "[3, 0, 4]"), ("    [3, 0, 3],\n", ""), ("\"sqrt(2)\"", "\"sqrt(3)\"")] {
        assert!(whole.contains(old));
        let complaint = resumed(&place, whole.replace(old, new).as_bytes()).unwrap_err();
        assert!(complaint.contains("is damaged: its sha256 does not match"), "{complaint}");
    }
}

#[test]
fn other_files_are_refused() {
    let place = Place::grown_to("20");
    let whole = fs::read_to_string(&place.file).unwrap();
    let newer = whole.replace("checkpoint 1", "checkpoint 2").replace("steps", "stairs");
    for (text, says) in [
        (
            newer.as_str(),
            "has the format 'nimsweep checkpoint 2'; this program reads 'nimsweep checkpoint 1'",
        ),
        ("{\"format\": \"a\\nb\"}", "has the format 'a\\nb'"),
        ("start,end,value\n", "is not a complete checkpoint of nimsweep"),
        ("{}", "missing field `format`"),
        ("[1, 2]", "is not a complete checkpoint of nimsweep"),
        ("{\"format\": \"nimsweep checkpoint 1\"}", "missing field `lengths`"),
        (&format!("{whole}{whole}"), "trailing characters"),
        ("\u{0}\u{0}", "is not a complete checkpoint of nimsweep"),
    ] {
        let complaint = resumed(&place, text.as_bytes()).unwrap_err();
        assert!(complaint.contains(says), "{complaint}");
        assert_eq!(complaint.lines().count(), 1);
    }
}

#[test]
fn a_checkpoint_of_other_lengths_is_refused() {
    let place = Place::grown_to("20");
    let run = |lengths| answer(&["grundy", "--at", "40", "--lengths", lengths, "--resume", place.name()]);
    let complaint = run("1,sqrt3").unwrap_err();
    let says = "is for the lengths 1, √2, not for 1, √3; give the same --lengths and --rule or another file";
    assert!(complaint.contains(says), "{complaint}");
    // so near that no decimal would show it
    assert!(run("1,1414213562373095/10^15").is_err());
    // the same lengths in other words
    assert_eq!(run("sqrt(2),2/2"), answer(&["grundy", "--at", "40"]));
}

/// A run that could not end in time is refused within a moment.
#[track_caller]
fn refused_at_once(options: &[&str], says: &str) {
    let output = command(&[&["--range", "200", "100000"], options].concat()).run().unwrap();
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{complaint}");
    assert!(output.stdout.is_empty() && complaint.lines().count() == 1, "{complaint}");
    assert!(complaint.contains(says), "{complaint:?} does not say {says:?}");
}

#[test]
fn a_place_that_cannot_be_written_is_refused_at_the_start() {
    let place = Place::new();
    let missing = place.folder.path().join("no/such/folder/g.json");
    let folder = place.folder.path().to_str().unwrap();
    let cannot = "give a file in a writable folder";
    refused_at_once(&["--checkpoint", missing.to_str().unwrap()], cannot);
    refused_at_once(&["--checkpoint", folder], "it is not a regular file");
    refused_at_once(&["--resume", missing.to_str().unwrap()], "cannot read the checkpoint '");
    refused_at_once(&["--resume", folder], "it is not a regular file");
    assert!(place.leftovers().is_empty() && !place.file.exists());
}

#[test]
fn existing_files_are_not_overwritten() {
    let place = Place::grown_to("20");
    let other = Place::grown_to("10");
    let says = "already exists and would be overwritten; resume from it with --resume, or give --checkpoint";
    let text = place.folder.path().join("thesis.txt");
    fs::write(&text, "years of work").unwrap();
    refused_at_once(&["--checkpoint", place.name()], says);
    refused_at_once(&["--checkpoint", place.name(), "--resume", other.name()], says);
    refused_at_once(&["--checkpoint", text.to_str().unwrap()], says);
    assert_eq!(fs::read_to_string(&text).unwrap(), "years of work");
    assert_eq!(place.steps(), Place::grown_to("20").steps());
    // there is nothing to lose in an empty file
    fs::write(&place.file, "").unwrap();
    answer(&["grundy", "--at", "20", "--checkpoint", place.name()]).unwrap();
    assert_eq!(place.steps(), Place::grown_to("20").steps());
}

#[test]
fn bad_input_leaves_no_checkpoint() {
    let place = Place::new();
    let keep = ["--checkpoint", place.name()];
    for run in [
        &["--range", "5", "2"][..],
        &["--range", "1", "5"],
        &["--range", "2", "10^13"],
        &["grundy", "--at", "5", "--digits", "x"],
        &["grundy", "--at", "5", "--threads", "0"],
        &["grundy", "--at", "5", "--resume", "missing"],
    ] {
        assert!(answer(&[run, &keep[..]].concat()).is_err(), "{run:?}");
        assert!(!place.file.exists() && place.leftovers().is_empty(), "{run:?}");
    }
}

#[test]
fn a_checkpoint_is_written_through_a_link() {
    let place = Place::grown_to("20");
    let link = place.folder.path().join("link");
    std::os::unix::fs::symlink(&place.file, &link).unwrap();
    let run = ["grundy", "--at", "60", "--checkpoint", link.to_str().unwrap(), "--resume", place.name()];
    answer(&run).unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(place.steps(), Place::grown_to("60").steps());
}

#[test]
fn invalid_options_say_what_would_be_right() {
    for threads in ["0", "-1", "1.5", "", "many", "1025", "99999999999999999999"] {
        refused_at_once(&["--threads", threads], "give a number of threads from 1 to 1024");
    }
    let keep = ["--checkpoint", Path::new("no/such/folder/g.json").to_str().unwrap()];
    for seconds in ["0", "-1", "10^9"] {
        let options = [&keep[..], &["--checkpoint-every", seconds]].concat();
        refused_at_once(
            &options,
            "s cannot be the time between checkpoints; give a number above 0, up to 30000000",
        );
    }
    refused_at_once(
        &[&keep[..], &["--checkpoint-every", "soon"]].concat(),
        "--checkpoint-every: cannot read 'soon'",
    );
    refused_at_once(&["--checkpoint-every", "5"], "not provided: --checkpoint <FILE>");
    refused_at_once(&["--checkpoint"], "a value is required for '--checkpoint <FILE>'");
}
