//! The pictures of the documentation are those that the program makes now.
//!
//! The pages of [`PAGES`] show each picture and the command that makes it. If a picture is stale,
//! `NIMSWEEP_MAKE_PICTURES=1 cargo test --test it pictures` makes all of them again.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::Path;

use crate::support::{Start, command};

/// The largest picture, in bytes: a page has many of them.
const LARGEST: usize = 150_000;

const PAGES: [&str; 2] = ["docs/pictures.md", "docs/tutorial.md"];

fn page() -> String {
    PAGES.map(|page| fs::read_to_string(page).unwrap()).concat()
}

/// The commands of the pages that draw, as words without the name of the program.
fn commands(page: &str) -> Vec<Vec<&str>> {
    let lines = page.lines().filter(|line| line.starts_with("$ nimsweep plot "));
    lines.map(|line| line.split(' ').skip(2).collect()).collect()
}

#[test]
fn every_picture_is_what_its_command_makes() {
    let (page, kept) = (page(), Path::new("docs/pictures"));
    let commands = commands(&page);
    let mut made = BTreeSet::new();
    let folder = tempfile::tempdir().unwrap();
    for words in &commands {
        let [.., "-o", name] = words[..] else { panic!("{words:?} names no file at its end") };
        let output = command(words).current_dir(folder.path()).run().unwrap();
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
        let picture = fs::read(folder.path().join(name)).unwrap();
        assert!(picture.len() <= LARGEST, "{name} has {} bytes", picture.len());
        if env::var_os("NIMSWEEP_MAKE_PICTURES").is_some() {
            fs::create_dir_all(kept).unwrap();
            fs::write(kept.join(name), &picture).unwrap();
        }
        let is_current = fs::read(kept.join(name)).is_ok_and(|kept| kept == picture);
        assert!(
            is_current,
            "{name} is stale; NIMSWEEP_MAKE_PICTURES=1 cargo test --test it pictures makes it again"
        );
        assert!(made.insert(name.to_owned()), "{name} is made twice");
    }
    let names = fs::read_dir(kept).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(names.collect::<BTreeSet<_>>(), made, "a picture has no command");
}

/// A picture is seen on the page before its command, and the README shows none that is not there.
#[test]
fn every_picture_is_shown() {
    let page = page();
    for words in commands(&page) {
        let name = words.last().unwrap();
        let shown =
            page.find(&format!("](pictures/{name})")).unwrap_or_else(|| panic!("{name} is not shown"));
        let made = page.find(&words.join(" ")).unwrap();
        assert!(shown < made, "{name} is shown after its command");
    }
    let readme = fs::read_to_string("README.md").unwrap();
    for rest in readme.split("docs/pictures/").skip(1) {
        let name = rest.split(['"', ')', ' ']).next().unwrap();
        assert!(Path::new("docs/pictures").join(name).exists(), "the README shows {name}");
    }
}
