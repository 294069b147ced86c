//! The pictures of the documentation are those that the program makes now.
//!
//! The pages of [`PAGES`] show each picture and the command that makes it. If a picture is stale,
//! `NIMSWEEP_MAKE_PICTURES=1 cargo test --test it pictures` makes all of them again.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::Path;

use crate::game::play_by_hints;
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

/// A recording of a game: what the terminal shows of two prompts that follow each other, from the
/// first two to the last two. A reader who wants no motion sees its end.
fn recording(game: &str) -> String {
    const SECONDS: usize = 4;
    const LINE: usize = 18;
    const LETTER: usize = 8;
    let prompts: Vec<usize> = game.match_indices("your move> ").map(|(at, _)| at).collect();
    let starts = [0].into_iter().chain(prompts.clone());
    let frames: Vec<&str> = starts
        .zip(prompts.into_iter().skip(1).chain([game.len()]))
        .map(|(from, to)| &game[from..to])
        .collect();
    let rows = frames.iter().map(|frame| frame.lines().count()).max().unwrap();
    let (width, height, count) = (80 * LETTER + 32, rows * LINE + 32, frames.len());
    let share = 100.0 / count as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n\
         <title>A game against nimsweep at the terminal, won by its hints</title>\n<style>\n\
         text {{ font: 13px ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; fill: #e4e4e4; white-space: pre }}\n\
         g {{ visibility: hidden; animation: turn {}s step-end infinite }}\n\
         @keyframes turn {{ 0% {{ visibility: visible }} {share:.3}% {{ visibility: hidden }} }}\n\
         @media (prefers-reduced-motion) {{ g {{ animation: none }} g:last-of-type {{ visibility: visible }} }}\n\
         </style>\n<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#1c1f24\"/>\n",
        SECONDS * count
    );
    for (number, frame) in frames.iter().enumerate() {
        svg += &format!("<g style=\"animation-delay: {}s\">\n", SECONDS * number);
        for (row, line) in frame.lines().enumerate().filter(|(_, line)| !line.is_empty()) {
            let (y, length) = (LINE * (row + 1) + 12, LETTER * line.chars().count());
            let line = line.replace('&', "&amp;").replace('<', "&lt;");
            svg += &format!(
                "<text x=\"16\" y=\"{y}\" textLength=\"{length}\" xml:space=\"preserve\">{line}</text>\n"
            );
        }
        svg += "</g>\n";
    }
    svg + "</svg>\n"
}

#[test]
fn the_recording_of_the_readme_is_a_game_of_today() {
    /// The most bytes of a recording.
    const LARGEST_RECORDING: usize = 60_000;
    let game = play_by_hints(&["play", "3", "5.5", "--game"], "");
    assert!(game.contains("you placed the last of the 7 pieces and win."), "{game}");
    let made = recording(&game);
    assert!(made.len() <= LARGEST_RECORDING, "{} bytes", made.len());
    if env::var_os("NIMSWEEP_MAKE_PICTURES").is_some() {
        fs::write("docs/play.svg", &made).unwrap();
    }
    assert!(fs::read_to_string("docs/play.svg").is_ok_and(|kept| kept == made), "docs/play.svg is stale");
}

/// A unit of the sheet of the lesson is 30 mm, and √2 units are the diagonal of its square.
#[test]
fn the_sheet_of_the_lesson_is_in_true_scale() {
    let sheet = fs::read_to_string("docs/lesson/sheet.svg").unwrap();
    assert!(
        sheet.contains(r#"width="184mm" height="254mm" viewBox="3 0 184 254""#),
        "a unit is not a millimetre"
    );
    let attribute = |line: &str, name: &str| -> f64 {
        let value = line.split_once(&format!(" {name}=\"")).unwrap().1;
        value.split('"').next().unwrap().parse().unwrap()
    };
    let line_with = |what: &str| sheet.lines().find(|line| line.contains(what)).unwrap();
    assert!(line_with(r#"id="scale""#).contains(r#"d="M5 12h100""#));
    let square = line_with(r#"id="square""#);
    assert_eq!([attribute(square, "width"), attribute(square, "height")], [30.0; 2]);
    assert!(line_with(r#"id="diagonal""#).contains(r#"d="M5 48l30 -30""#));
    for (id, length) in [("one", 30.0), ("root", 30.0 * 2_f64.sqrt())] {
        let width = attribute(line_with(&format!(r#"<g id="{id}">"#)), "width");
        assert!((width - length).abs() < 1e-3, "{id} is {width} mm long");
        // side by side, to be cut once
        for row in sheet.lines().filter(|line| line.contains(&format!("#{id}"))) {
            for (number, piece) in row.split("<use").skip(1).enumerate() {
                assert!((attribute(piece, "x") - width * number as f64).abs() < 1e-3, "{piece}");
            }
        }
    }
    let board = sheet.split_once(r#"<g id="board""#).unwrap().1;
    let mut lengths = Vec::new();
    for segment in board.lines().filter(|line| line.starts_with("<rect")) {
        let label = segment.rsplit_once("</text>").unwrap().0.rsplit('>').next().unwrap();
        let length: f64 = label.parse().unwrap();
        assert_eq!(attribute(segment, "width"), 30.0 * length, "{segment}");
        assert_eq!(segment.matches("v15").count() as f64, length - 1.0, "{segment}");
        assert!(attribute(segment, "x") + 30.0 * length <= 185.0, "{segment}");
        lengths.push(label);
    }
    assert_eq!(lengths, ["2", "3", "3", "1", "4", "5", "6"]);
}
