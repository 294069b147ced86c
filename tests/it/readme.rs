//! The README and the pages of the manual show what the program really prints.
//!
//! Each `console` block holds commands, `$ nimsweep …`, each followed by its whole output. The
//! commands of a page run one after the other in one empty folder, and `$ cat FILE` shows a file
//! that they have made. A block that cannot be compared, such as one of times, is a `text` block.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::house::sources::texts_of;
use crate::support::{self, Start, digest};

/// Pages that are not part of the manual; `CONTRIBUTING.md` leads to them.
const FOR_CONTRIBUTORS: [&str; 2] = ["releasing.md", "writing.md"];

/// A command with the output that a page shows below it.
struct Example {
    command: String,
    output: String,
}

/// The README and all pages, as paths.
fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let pages = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<_> = pages.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    pages.sort();
    pages.insert(0, root.join("README.md"));
    pages
}

/// The examples of the console blocks of a page.
fn examples(text: &str) -> Vec<Example> {
    let blocks = text.split("```console\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let mut examples: Vec<Example> = vec![];
    for line in blocks.flat_map(str::lines) {
        if let Some(command) = line.strip_prefix("$ ") {
            examples.push(Example { command: command.to_owned(), output: String::new() });
        } else {
            let output = &mut examples.last_mut().expect("a block begins with a command").output;
            output.extend([line, "\n"]);
        }
    }
    examples
}

/// The words of a command: split at spaces, but not between single quotes.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for letter in command.chars() {
        match letter {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().unwrap().push(letter),
        }
    }
    words
}

/// What a command prints in this folder.
fn printed(command: &str, folder: &Path) -> String {
    if let Some(file) = command.strip_prefix("cat ") {
        return fs::read_to_string(folder.join(file)).unwrap();
    }
    let arguments = command.strip_prefix("nimsweep ");
    let arguments = arguments.unwrap_or_else(|| panic!("an example is not of this program: {command}"));
    // drawings are as wide as this variable says, if it is set
    let words = words(arguments);
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    let mut program = support::command(&words);
    let Output { status, stdout, stderr } = program.env_remove("COLUMNS").current_dir(folder).run().unwrap();
    assert!(status.success(), "{command}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

/// The text without the milliseconds at the ends of its lines, which no two runs share.
fn without_times(text: &str) -> Vec<&str> {
    let cut = |line| -> &str {
        match str::rsplit_once(line, ", ") {
            Some((start, time)) if time.ends_with(" ms") => start,
            _ => line,
        }
    };
    text.lines().map(cut).collect()
}

#[test]
fn every_example_prints_what_the_page_shows() {
    let mut compared = 0;
    for page in pages() {
        let folder = tempfile::tempdir().unwrap();
        for Example { command, output } in examples(&fs::read_to_string(&page).unwrap()) {
            let found = printed(&command, folder.path());
            assert_eq!(without_times(&found), without_times(&output), "{}: {command}", page.display());
            compared += 1;
        }
    }
    assert!(compared >= 24, "{compared} examples were found");
}

/// Each recipe is a row: what somebody wants, what is typed, and a part of what is printed.
#[test]
fn every_recipe_gives_what_its_row_says() {
    let page = fs::read_to_string("docs/recipes.md").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let rows = page.lines().filter(|line| line.starts_with("| ") && line.contains("`nimsweep "));
    let mut count = 0;
    let listed = support::printed("recipes");
    assert_eq!(listed.lines().count(), 2 + 2 * rows.clone().count(), "{listed}");
    for row in rows {
        let cells: Vec<_> = row.split(" | ").map(|cell| cell.trim_matches([' ', '|', '`'])).collect();
        let [want, command, part] = cells[..] else { panic!("{row}") };
        assert!(listed.contains(&format!("{want}\n  {command}\n")), "{row}");
        let printed = printed(command, folder.path());
        assert!(printed.contains(part), "{command} does not print {part}: {printed}");
        count += 1;
    }
    assert!(count >= 20, "{count} recipes");
}

/// Project Euler asks solvers not to publish answers. Tables, tests and benches keep what they
/// need.
#[test]
fn no_answer_of_project_euler_is_shown() {
    // of the problems 644, with its exact form, its place and decimals of both; 366, 860, 306, 310
    let answers = [
        "7a8c9f1db1b1bce9",
        "8a63a025ace4ea6b",
        "4ebb5a10693b18d7",
        "7e9af5f3dcff927b",
        "15439536a1a5f780",
        "47495a92574a6d7b",
        "2876674e459fa5e9",
        "335998d7e2a3fae2",
        "0d183ec2ff1cbc76",
        "709904c3e87d2825",
        "a67e3e26966f2743",
        "a3281f51c69743b2",
    ];
    let places = [
        "docs",
        "examples",
        "site",
        "src",
        "tests",
        "benches",
        "python",
        "explorer",
        "README.md",
        "CHANGELOG.md",
    ];
    let texts = texts_of(&places, &["md", "rs", "py", "pyi", "ipynb", "js", "html", "svg"]);
    assert!(texts.len() > 400, "{} texts", texts.len());
    // numbers as they may be written: 1_000, 1,000 and 2 + 3
    let numbers = |text: &str| -> BTreeSet<String> {
        let text = text.replace(" + ", "+").replace(['_', ','], "");
        let words = text.split(|c: char| !c.is_ascii_digit() && !".+".contains(c));
        words.map(|word| word.trim_matches(['.', '+']).to_owned()).filter(|word| word.len() > 5).collect()
    };
    for (file, text) in texts {
        for number in numbers(&text) {
            // with more decimals, too
            let last = number.find('.').map_or(number.len(), |point| number.len().min(point + 4));
            let is_shown =
                [&number[..last], &number].iter().any(|text| answers.contains(&digest(text).as_str()));
            assert!(!is_shown, "{}: {number}", file.display());
        }
    }
}

#[test]
fn the_documentation_includes_every_page() {
    let included = fs::read_to_string("src/docs.rs").unwrap();
    for page in &pages()[1..] {
        let name = page.file_name().unwrap().to_str().unwrap();
        if FOR_CONTRIBUTORS.contains(&name) {
            continue;
        }
        assert!(included.contains(&format!("include_str!(\"../docs/{name}\")")), "{name}");
    }
}

#[test]
fn the_contents_list_every_page() {
    let contents = fs::read_to_string("docs/index.md").unwrap();
    for page in &pages()[1..] {
        let name = page.file_name().unwrap().to_str().unwrap();
        let is_listed = contents.contains(&format!("]: {name}\n"));
        assert!(is_listed || name == "index.md" || FOR_CONTRIBUTORS.contains(&name), "{name}");
    }
}

#[test]
fn pages_for_contributors_are_found() {
    let first = fs::read_to_string("CONTRIBUTING.md").unwrap();
    for name in FOR_CONTRIBUTORS {
        assert!(first.contains(&format!("](docs/{name})")), "{name}");
    }
}

/// A reader sees a command, a picture or an answer before anything about how it is made.
#[test]
fn pages_begin_with_what_a_reader_came_for() {
    let page = |name: &str| fs::read_to_string(format!("docs/{name}.md")).unwrap();
    let tutorial = page("tutorial");
    let (before, _) = tutorial.split_once("```console\n$ ").unwrap();
    assert!(before.split_whitespace().count() < 200, "the first command of the tutorial comes late");
    let pictures = page("pictures");
    assert!(pictures.find("![").unwrap() < 300, "the page of pictures begins with one");
    let last = pictures.lines().rfind(|line| line.starts_with("## ")).unwrap();
    assert_eq!(last, "## How they are made again");
    assert!(page("faq").contains("**Why is the gain L times a probability?** As if the winner got L"));
}

/// The option is for the main job; everywhere else the command is shown.
#[test]
fn the_range_is_shown_as_a_command() {
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        let lines =
            text.lines().filter(|line| line.contains("nimsweep --range") || line.contains("-- --range"));
        for line in lines {
            let is_allowed = line.contains("--range 200 500") || line.ends_with("are the same call.");
            assert!(is_allowed, "{}: {line}", page.display());
        }
    }
}

#[test]
fn the_readme_stays_short() {
    let words = fs::read_to_string("README.md").unwrap().split_whitespace().count();
    assert!(words <= 750, "the README has {words} words; details belong to the pages in docs");
}

#[test]
fn links_between_files_lead_somewhere() {
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        let inline = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let defined =
            text.lines().filter(|line| line.starts_with('[')).filter_map(|line| line.split("]: ").nth(1));
        for link in inline.chain(defined).filter(|link| !link.starts_with("http")) {
            let file = link.split('#').next().unwrap();
            assert!(page.parent().unwrap().join(file).exists(), "{}: {link}", page.display());
        }
    }
}

/// Figures of the page of the families, from its table.
#[test]
fn the_page_of_the_families_has_the_medians_of_its_table() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/families.md")).unwrap();
    let mut table = csv::Reader::from_path(root.join("data/families.csv")).unwrap();
    let column = table.headers().unwrap().iter().position(|title| title == "largest_5000").unwrap();
    let mut largest: Vec<u32> = table.records().map(|row| row.unwrap()[column].parse().unwrap()).collect();
    largest.sort_unstable();
    let half = largest.len() / 2;
    assert_eq!((largest.len(), largest[half - 1] + largest[half]), (496, 2 * 3271 + 1));
    assert!(page.contains("(229 to 534, where the median is 3,271.5)"));
    assert_eq!((largest[0], largest[7]), (229, 534));
}
