//! Pictures as files and answers: well-formed, embeddable, of any size, small, and refused in one
//! line if there is none.

use std::fs;

use crate::drawn::{document, elements, letters, number, texts};
use crate::support::{Start, command, object, output, printed, refusal, without_call};

/// A call of each picture.
const CALLS: [&str; 9] = [
    "plot gain --range 2 40",
    "plot gain --range 100 100.5",
    "plot grundy --upto 60",
    "plot compare 1,sqrt2 1,3/2",
    "plot compare 1,sqrt2 1 --rule 7 --rule 3 --range 2 40",
    "plot moves 2 3 7.5",
    "plot pairs --upto 20",
    "plot growth --upto 100",
    "plot octal 0.77",
];

/// Without the names of files, which say nothing of the picture.
#[test]
fn a_picture_has_the_call_that_made_it() {
    let folder = tempfile::tempdir().unwrap();
    let made = |call: &str, end: &str| {
        let file = folder.path().join(format!("a.{end}"));
        let data = folder.path().join("a.csv");
        printed(&format!("{call} -o {} --data={}", file.display(), data.display()));
        std::fs::read_to_string(file).unwrap()
    };
    let call = "plot grundy --upto 9 --lengths 1,√2 --rule 3";
    let svg = made(call, "svg");
    assert!(svg.contains(&format!("</desc>\n<metadata>nimsweep {call}</metadata>\n")), "{svg}");
    assert_eq!(svg, printed(call));
    assert!(made(call, "tex").starts_with(&format!("% nimsweep {call}\n\\def\\nimsweepcall{{nimsweep plot")));
    let saved = folder.path().join("g.json");
    let saving = format!("{call} --checkpoint={} --checkpoint-every 60", saved.display());
    assert_eq!(made(&saving, "svg"), svg);
    // the name of a file, also behind what looks like the option of one
    let [svg, tex] = ["svg", "tex"].map(|end| made(&format!("{call} --title=-o"), end));
    assert!(svg.contains("<metadata>nimsweep plot grundy --upto 9 --title -o --lengths"), "{svg}");
    assert!(!tex.contains("a.tex"), "{tex}");
    // a question has no call
    assert!(!printed(&format!("{call} --json")).contains("<metadata>"));
    // as it is typed, and as XML
    let svg = printed(&["plot", "gain", "--upto", "9", "--title", "a < b & c ]]>"]);
    assert!(
        svg.contains("<metadata>nimsweep plot gain --upto 9 --title 'a &lt; b &amp; c ]]&gt;'</metadata>")
    );
}

/// The points are those of both ends and of the steps between them, each once.
#[test]
fn the_points_of_steps_are_listed_once() {
    let folder = tempfile::tempdir().unwrap();
    let [svg, data] = ["a.svg", "a.csv"].map(|name| folder.path().join(name).display().to_string());
    for (call, rows) in [
        (
            "--upto 3 --lengths 1",
            "0,0,0.000000000000 1,1,1.000000000000 2,2,2.000000000000 3,3,3.000000000000",
        ),
        ("--range 1 2 --lengths 1", "1,1,1.000000000000 2,2,2.000000000000"),
        ("--range 1.5 2.5 --lengths 1", "3/2,1,1.500000000000 2,2,2.000000000000 5/2,2,2.500000000000"),
    ] {
        printed(&format!("plot grundy {call} -o {svg} --data {data}"));
        let points = std::fs::read_to_string(&data).unwrap();
        assert_eq!(points.lines().collect::<Vec<_>>().join(" "), format!("L,g,L_decimal {rows}"), "{call}");
    }
}

#[test]
fn pictures_are_well_formed_and_embeddable() {
    let mut refused = vec![];
    for call in CALLS {
        for size in ["240x160", "600x300", "1200x400", "2400x900", "400x800"] {
            for dark in ["", " --dark"] {
                let call = format!("{call} --size {size}{dark}");
                let answer = output(&call);
                if !answer.status.success() {
                    let error = String::from_utf8(answer.stderr).unwrap();
                    assert!(
                        size == "240x160" && error.contains("needs a size of at least"),
                        "{call}: {error}"
                    );
                    refused.push(call);
                    continue;
                }
                let svg = String::from_utf8(answer.stdout).unwrap();
                let document = document(&svg);
                let root = document.root_element();
                let (width, height) = size.split_once('x').unwrap();
                assert_eq!(root.attribute("width"), Some(width));
                assert_eq!(root.attribute("height"), Some(height));
                assert_eq!(root.attribute("viewBox"), Some(format!("0 0 {width} {height}").as_str()));
                assert_eq!(root.attribute("role"), Some("img"));
                let said =
                    ["title", "desc"].map(|name| elements(&document, name).next().unwrap().text().unwrap());
                assert!(said.iter().all(|text| text.len() > 8), "{said:?}");
                for node in document.descendants().filter(|node| node.is_element()) {
                    let name = node.tag_name().name();
                    let known = [
                        "svg", "title", "desc", "metadata", "rect", "path", "text", "circle", "clipPath", "g",
                    ];
                    assert!(known.contains(&name), "{name}");
                    // what an identifier is of is in it
                    let forbidden = if name == "clipPath" { "-" } else { "id" };
                    let forbidden = ["style", forbidden, "class", "href"];
                    let mut attributes = node.attributes();
                    assert!(
                        attributes.all(|a| !forbidden.contains(&a.name()) && !a.name().starts_with("on")),
                        "{node:?}"
                    );
                }
                let ground = elements(&document, "rect").next().unwrap().attribute("fill").unwrap();
                assert_eq!(ground == "#ffffff", dark.is_empty());
                texts_are_apart(&document, [width, height].map(|side| side.parse().unwrap()), &call);
            }
        }
    }
    // three segments are too high for it, and the names of the three lines of growth too wide
    let too_large = [CALLS[5], CALLS[7]].map(|call| format!("{call} --size 240x160"));
    assert_eq!(refused, too_large.each_ref().map(|call| [call.clone(), format!("{call} --dark")]).concat());
}

/// All texts lie in the picture, and no two of them nearly touch. Each is as wide as it says: its
/// outlines are, whatever fonts a reader has.
fn texts_are_apart(document: &roxmltree::Document<'_>, [width, height]: [f64; 2], call: &str) {
    /// Between two texts, in sizes of the text.
    const APART: f64 = 0.3;
    let mut size = 0.0;
    let boxes = elements(document, "text").map(|text| {
        size = number(&text, "font-size");
        let [x, y] = ["x", "y"].map(|name| number(&text, name));
        (letters(&text), [x, x + number(&text, "textLength")], [y - 0.7 * size, y])
    });
    let boxes: Vec<_> = boxes.collect();
    let space = APART * size;
    for (index, (text, x, y)) in boxes.iter().enumerate() {
        assert!(x[0] >= 0.0 && x[1] <= width && y[0] >= 0.0 && y[1] <= height, "{call}: {text} {x:?} {y:?}");
        for (other, other_x, other_y) in &boxes[index + 1..] {
            let apart =
                |one: &[f64; 2], other: &[f64; 2]| one[1] + space <= other[0] || other[1] + space <= one[0];
            let is_apart = apart(x, other_x) || apart(y, other_y);
            assert!(is_apart, "{call}: '{text}' and '{other}'");
        }
    }
}

#[test]
fn pictures_are_small() {
    for (call, most) in [
        ("plot gain --range 2 500", 200_000),
        ("plot gain --range 2 2000 --size 2400x900", 400_000),
        ("plot grundy --upto 2000", 200_000),
        ("plot grundy --upto 2000 --size 2400x900", 300_000),
        ("plot compare 1,sqrt2 1,3/2 --upto 2000", 250_000),
        ("plot pairs --upto 60", 120_000),
        ("plot pairs --upto 200", 400_000),
        ("plot moves 300", 160_000),
        ("plot growth --upto 500", 100_000),
        ("plot octal 0.007", 300_000),
    ] {
        let size = printed(call).len();
        assert!(size < most, "{call}: {size} bytes");
    }
}

#[test]
fn a_picture_is_printed_written_or_part_of_an_answer() {
    let folder = tempfile::tempdir().unwrap();
    for call in CALLS {
        let svg = printed(call);
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{call}");
        assert_eq!(printed(&format!("{call} -o -")), svg);
        let file = folder.path().join("picture.svg");
        let written = command(&format!("{call} -o {}", file.display())).run().unwrap();
        assert!(written.status.success() && written.stdout.is_empty() && written.stderr.is_empty());
        assert_eq!(fs::read_to_string(&file).unwrap(), svg);
        let answer = object(call);
        assert_eq!(answer["svg"].as_str().unwrap(), without_call(&svg).trim_end());
        let frame = ["left", "top", "right", "bottom"].map(|side| answer["frame"][side].as_u64().unwrap());
        assert!(frame[0] < frame[2] && frame[1] < frame[3], "{frame:?}");
    }
    // the ending of a file may be in capitals
    let file = folder.path().join("picture.SVG");
    let written = command(&format!("{} -o {}", CALLS[0], file.display())).run().unwrap();
    assert!(written.status.success());
    assert_eq!(fs::read_to_string(&file).unwrap(), printed(CALLS[0]));
    fs::remove_file(file).unwrap();
    let answer = object("plot gain --range 2 5+2sqrt2");
    assert_eq!(answer["x"], serde_json::json!(["2", "5+2*sqrt(2)"]));
    assert_eq!(answer["y"], serde_json::json!(["0", "2.6196977533567365"]));
    assert_eq!(answer["size"], "1200x400");
    let answer = object("plot moves 2 3 --lengths 1");
    assert_eq!(answer["segments"], serde_json::json!(["2", "3"]));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
}

/// Each colour of a light picture has the one that the dark picture has in its place.
#[test]
fn a_picture_for_both_has_the_colours_of_both() {
    for call in CALLS {
        let [light, dark, both] =
            ["", " --dark", " --both"].map(|option| printed(&format!("{call}{option}")));
        let style = both.lines().find(|line| line.starts_with("<style>")).unwrap();
        assert!(style.starts_with("<style>@media (prefers-color-scheme: dark){"), "{style}");
        let drawn = |svg: &str| {
            svg.lines().filter(|line| !line.starts_with("<metadata>")).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(drawn(&both.replace(&format!("{style}\n"), "")), drawn(&light), "{call}");
        for (light, dark) in drawn(&light).iter().zip(drawn(&dark)) {
            let colors = |line: &str| -> Vec<String> {
                line.match_indices("=\"#").map(|(at, _)| line[at + 2..at + 9].to_owned()).collect()
            };
            for (light, dark) in colors(light).iter().zip(colors(&dark)) {
                let byte = |color: &str, at: usize| i32::from_str_radix(&color[at..at + 2], 16).unwrap();
                let shown = style.split(&format!("[fill=\"{light}\"]{{fill:")).nth(1).unwrap();
                // shades of a scale are rounded in both pictures
                let is_near = [1, 3, 5].into_iter().all(|at| (byte(shown, at) - byte(&dark, at)).abs() <= 3);
                assert!(is_near, "{call}: {light} becomes {} and not {dark}", &shown[..7]);
            }
        }
    }
    for call in ["plot gain --both -o x.png", "plot gain --both -o x.pdf", "plot gain --both -o x.tex"] {
        assert!(refusal(call).contains("only an SVG can follow the reader's theme"));
    }
}

/// What proves a period is drawn, and no more is written.
#[test]
fn an_octal_game_is_drawn_as_far_as_its_period_needs() {
    for (call, upto, title) in [
        ("plot octal 0.77", "167", "with the period 12 from 71 on; red: exceptions before"),
        ("plot octal 0.77 --upto 100", "100", "octal game 0.77; red: 0"),
        ("plot octal 0.1 --upto 30", "30", "octal game 0.1; red: 0"),
        ("plot octal 0.165 --size 300x200", "13464", "<title>G(n) of 0.165; red: exceptions<"),
    ] {
        let answer = object(call);
        assert_eq!(answer["upto"], upto, "{call}");
        let svg = answer["svg"].as_str().unwrap();
        assert!(svg.contains(title), "{call}: {svg}");
    }
}

#[test]
fn titles_are_text() {
    let title = r#"<b>&"'*L*]]>"#;
    let svg = printed(&["plot", "grundy", "--upto", "5", "--title", title]);
    let document = document(&svg);
    let first = elements(&document, "text").next().unwrap();
    assert_eq!(letters(&first), r#"<b>&"'L]]>"#);
    let escaped = printed(&["plot", "grundy", "--upto", "5", "--title", r"2\*3 \* *L*"]);
    assert!(escaped.contains(">2*3 * L<"), "{escaped}");
    // italics are another outline
    let outline = |title: &str| {
        let svg = printed(&["plot", "grundy", "--upto", "5", "--title", title]);
        let path = svg.split("<path transform").nth(1).unwrap().split("/>").next().unwrap().to_owned();
        (path, svg)
    };
    let [(upright, _), (italic, svg)] = ["L", "*L*"].map(outline);
    assert!(upright != italic && svg.contains("fill-opacity=\"0\">L</text>"));
    // a letter that the typeface does not have is seen in another one, between the outlines of the
    // others
    let (path, svg) = outline("Länge");
    let text = |text: &str| svg.lines().find(|line| line.contains(&format!(">{text}</text>"))).unwrap();
    assert!(text("Länge").contains("fill-opacity=\"0\""), "{svg}");
    let letter = text("ä");
    assert!(letter.contains("text-anchor=\"middle\"") && !letter.contains("fill-opacity"), "{letter}");
    let [(without, _), (upright, _)] = ["Lnge", "L"].map(outline);
    assert!(path.len() > without.len() && path.starts_with(&upright[..upright.len() - 1]), "{path}");
    // without a title the picture begins higher, and still says what it is
    let [with, without] = ["x", ""].map(|title| {
        let mut answer = command(&["plot", "grundy", "--upto", "5", "--title", title]);
        let answer = answer.arg("--json").run().unwrap();
        serde_json::from_slice::<serde_json::Value>(&answer.stdout).unwrap()
    });
    assert!(with["frame"]["top"].as_u64() > without["frame"]["top"].as_u64());
    assert!(without["svg"].as_str().unwrap().contains("<title>Grundy value g(L)"));
}

#[test]
fn numbers_are_set_as_in_print() {
    let svg = printed("plot moves 20+3sqrt2");
    assert!(svg.contains(">20 + 3√2</text>"), "{svg}");
    assert!(svg.contains("Segment 1, length √2: ") && !svg.contains("sqrt("), "{svg}");
    // a form that is too wide is a decimal on the axis, and stands in full in the description
    let long = "123456789123456789/1000000000000000-1/7000001*sqrt2";
    let svg = printed(&["plot", "gain", "--range", "2", long, "--size", "400x300"]);
    assert!(svg.contains(">≈ 123.5<"), "{svg}");
    let desc = svg.split("<desc>").nth(1).unwrap().split("</desc>").next().unwrap();
    assert!(desc.contains("√2/"), "{desc}");
}

#[test]
fn what_cannot_be_drawn_is_refused_in_one_line() {
    for (call, says) in [
        (
            "plot gain --range 2 10 --size 0x0",
            "--size: 0x0 is not a size for a picture; give a width from 240 to 8192",
        ),
        ("plot gain --range 2 10 --size 99999x400", "--size: 99999x400 is not a size for a picture"),
        (
            "plot gain --range 2 10 --size axb",
            "--size: 'axb' is not a size; give width and height in pixels, such as",
        ),
        ("plot gain --range 2 10 --size 1200", "--size: '1200' is not a size"),
        ("plot gain --range 2 10 --size 99999999999x400", "is not a size"),
        ("plot gain --range 2 10 --size -5x400", "is not a size"),
        ("plot gain --range 10 2", "the range from 10 to 2 is reversed; give the smaller end first"),
        ("plot gain --range 5 5", "the range from 5 to 5 has no width; give one that ends after it begins"),
        ("plot gain --range 1 5", "the gain e(L) is defined only for L >= √2"),
        ("plot gain --range 100 100+1/10^14", "is too narrow for a picture; give a wider one"),
        ("plot gain --range 2 x", "--range: cannot read 'x'"),
        ("plot grundy --range 5 2", "the range from 5 to 2 is reversed"),
        ("plot compare 1 2 --range 5 5", "the range from 5 to 5 has no width"),
        ("plot compare 1", "compare needs two games"),
        ("plot grundy --upto 0", "the range from 0 to 0 has no width"),
        ("plot grundy --upto -1", "--upto: the length -1 is negative"),
        ("plot grundy --range 100 100+1/10^16", "is too narrow for a picture"),
        (
            "plot pairs --upto 1000",
            "steps of g along each side, and the picture shows at most 1200; give at most 380",
        ),
        (
            "plot pairs --upto 10^6",
            "the square up to 1000000 has more steps of g than a picture can show; try 100",
        ),
        ("plot pairs --upto 0", "the range from 0 to 0 has no width"),
        ("plot octal 0.77 --upto 0", "there is only one value to draw; give a larger heap"),
        ("plot octal 0.9", "octal"),
        ("plot growth --upto 5", "growth up to 5 cannot be fitted; give a length of at least 20"),
        ("plot moves 1/10^400", "binary digits) is too narrow for a picture; give a wider one"),
        ("plot pairs --upto 1/10^400", "is too narrow for a picture; give a wider one"),
        ("plot moves 0 0", "there is no segment longer than 0 to draw"),
        ("plot moves x", "L: cannot read 'x'"),
        ("plot moves 5 6 7 8 --size 300x160", "the picture needs a size of at least 300x"),
        (
            "plot gain --range 2 10 -o x.jpg",
            "--output: nimsweep cannot write .jpg; use .svg, .pdf, .png or .tex",
        ),
        ("plot gain --range 2 10 -o svg", "--output: 'svg' has no ending such as .svg"),
        ("plot gain --range 2 10 -o /nowhere/x.svg", "cannot write '/nowhere/x.svg'"),
        ("plot gain --range 2 10 -o x.svg --json", "cannot be used with"),
        (
            "plot gain --range 2 10 -o x.svg --checkpoint x.svg",
            "--output: 'x.svg' is already another file of this run",
        ),
        ("plot --color never", "requires a subcommand"),
    ] {
        let line = refusal(call);
        assert!(line.contains(says), "{call}: {line}");
    }
    let long = "m".repeat(500);
    let line = refusal(&["plot", "gain", "--range", "2", "9", "--title", &long]);
    assert!(
        line.contains("the title needs a width of") && line.contains("give a shorter title or a larger size"),
        "{line}"
    );
}

/// A title keeps the lengths of the pieces as long as there is space, and names no colour that is
/// not there.
#[test]
fn titles_say_what_is_shown() {
    const EIGHT: &str = "1,4/3,5/3,7/3,8/3,10/3,11/3,13/3";
    const LIST: &str = "pieces of length 1, 4/3, 5/3, 7/3, 8/3, 10/3, 11/3 and 13/3";
    for (call, title) in [
        (
            "plot grundy --upto 9 --size 600x300 --lengths 1,3/2,5/2",
            "Grundy value g(L), pieces of length 1, 1.5 and 2.5; red: a P-position, the player to move loses",
        ),
        (
            &format!("plot grundy --upto 9 --size 600x300 --lengths {EIGHT}"),
            &format!("Grundy value g(L), {LIST}; red: a P-position"),
        ),
        (
            &format!("plot grundy --upto 9 --size 300x300 --lengths {EIGHT}"),
            "g(L), pieces of 8 lengths; red: a P-position",
        ),
        (
            &format!("plot growth --upto 99 --size 600x300 --lengths {EIGHT}"),
            &format!("Growth of g on [0, L], {LIST}"),
        ),
        (
            "plot pairs --upto 20000 --lengths 6000,3000sqrt2 --size 600x300",
            "Value g(x) ⊕ g(y), pieces of length 3000√2 and 6000; yellow: 0, a P-position",
        ),
        (
            "plot grundy --range 5 5+1/10^6",
            "Grundy value g(L) of a segment of length L, pieces of length 1 and √2",
        ),
        (
            "plot compare 1,sqrt2 1,3/2 --rule 7 --rule 3",
            "Grundy values g(L); blue: pieces 1 and √2; red: pieces 1 and 1.5, only at an end, where they differ",
        ),
        ("plot compare 1 1", "Grundy values g(L); blue: pieces 1; the same for pieces 1"),
        (
            "plot moves 0.5",
            "Where a piece of length 1 or √2 wins on a segment of length L = 0.5, by its left end x",
        ),
    ] {
        let svg = printed(call);
        assert_eq!(texts(&document(&svg))[0], title, "{call}");
    }
    assert!(printed("plot moves 0.5").contains("(0.5) = 0, a P-position: no piece fits<"));
}

/// A line that is too wide for a picture has a shorter form.
#[test]
fn lines_are_as_long_as_there_is_space() {
    const LONG: &str = "12345678/1234567+98765sqrt2/54321";
    for (call, line) in [
        ("plot moves 5", "g(5) = 1, an N-position: the player to move wins"),
        ("plot moves 5 --size 240x160", "g(5) = 1, an N-position"),
        (&format!("plot moves {LONG} --size 300x200"), "Value 5, an N-position: the player to move wins"),
        (&format!("plot moves {LONG} --size 240x160"), "Value 5, an N-position"),
        ("plot moves 5 7.5 3+sqrt2 4", "Value 1 ⊕ 2 ⊕ 1 ⊕ 4 = 6, an N-position: the player to move wins"),
        ("plot moves 5 7.5 3+sqrt2 4 --size 300x300", "Value 6, an N-position: the player to move wins"),
        (&format!("plot moves {LONG} 3 --size 300x200"), "segment 1: L ≈ 12.57, g(L) = 5"),
        ("plot growth --upto 40", "exponents fitted for 4 ≤ L ≤ 40"),
        ("plot growth --upto 40 --size 360x200", "fitted for 4 ≤ L ≤ 40"),
    ] {
        let svg = printed(call);
        let lines = texts(&document(&svg));
        assert!(lines.iter().any(|text| text == line), "{call}: {lines:?}");
    }
}

/// What is refused as too large says what would do, and that does.
#[test]
fn the_greatest_end_that_is_named_is_accepted() {
    for (call, rest) in [("plot pairs --upto 1000", ""), ("plot pairs --upto 900", " --lengths 1,sqrt3")] {
        let line = refusal(&format!("{call}{rest}"));
        let most = line.trim_end().rsplit("give at most ").next().unwrap();
        let start = call.rsplit_once(' ').unwrap().0;
        let size = printed(&format!("{start} {most}{rest}")).len();
        assert!((100_000..480_000).contains(&size), "{most}: {size} bytes");
    }
}

/// A size that is refused is refused with one that is not, though text grows with the size.
#[test]
fn the_size_that_is_named_is_accepted() {
    let segments = |count: u32| (0..count).map(|number| format!(" {}", 8 + number)).collect::<String>();
    let mut calls = CALLS.map(str::to_owned).to_vec();
    calls.extend([4, 15, 66].map(|count| format!("plot moves{}", segments(count))));
    calls.push(format!("plot moves --lengths 1{}", " 1".repeat(200)));
    calls.push(format!("plot moves{}", " 1/2".repeat(50)));
    let (mut refused, mut least) = (0, 0);
    for call in calls {
        for size in ["240x160", "470x160", "1200x200", "2400x400", "5000x1000", "8192x160", "8192x8192"] {
            let answer = output(&format!("{call} --size {size}"));
            if answer.status.success() {
                continue;
            }
            refused += 1;
            let line = String::from_utf8(answer.stderr).unwrap();
            let named = line.split("at least ").nth(1).unwrap_or_else(|| panic!("{call} {size}: {line}"));
            let named = named.split(';').next().unwrap();
            let answer = output(&format!("{call} --size {named}"));
            assert!(answer.status.success(), "{call} {size}: {line} {named}");
            // and it is the least, if the text does not grow
            let sides = |text: &str| text.split('x').map(|side| side.parse().unwrap()).collect::<Vec<u32>>();
            let (named, given) = (sides(named), sides(size));
            for side in 0..2 {
                let mut less = named.clone();
                less[side] -= 1;
                if named[0] < 480 && less[side] >= given[side] {
                    let answer = output(&format!("{call} --size {}x{}", less[0], less[1]));
                    assert!(!answer.status.success(), "{call} {size}: {less:?} is enough");
                    least += 1;
                }
            }
        }
    }
    assert!(refused > 20 && least > 3, "{refused} {least}");
    // so is the width that a title needs
    for size in ["240x160", "470x800", "1300x900"] {
        let title = "m".repeat(200);
        let call =
            |size: &str| command(&["plot", "grundy", "--upto", "9", "--title", &title, "--size", size]).run();
        let line = String::from_utf8(call(size).unwrap().stderr).unwrap();
        let needed = line.split("a width of ").nth(1).unwrap().split(' ').next().unwrap();
        let height = size.split('x').nth(1).unwrap();
        assert!(call(&format!("{needed}x{height}")).unwrap().status.success(), "{size}: {line}");
    }
}

#[test]
fn a_question_has_the_keys_of_the_options() {
    let ask = |question: &str| nimsweep::ask::ask(question).map(|answer| answer.to_string());
    let svg = ask(
        r#"{"command": "plot grundy", "range": ["1", "9"], "size": "300x200", "title": "", "dark": true}"#,
    );
    assert_eq!(
        svg.unwrap() + "\n",
        without_call(&printed(&[
            "plot", "grundy", "--range", "1", "9", "--size", "300x200", "--title", "", "--dark"
        ]))
    );
    for (question, says) in [
        (r#"{"command": "plot grundy", "upto": "9", "range": ["1", "9"]}"#, "give only one of them"),
        (r#"{"command": "plot grundy"}"#, "upto: the key is missing"),
        (
            r#"{"command": "plot gain", "range": ["2", "9"], "dark": "yes"}"#,
            "dark: the value is neither true nor false",
        ),
        (
            r#"{"command": "plot gain", "range": ["2", "9"], "digits": 3}"#,
            "digits: 'plot gain' has no such key",
        ),
        (r#"{"command": "plot pairs", "upto": "9", "size": "1x1"}"#, "size: 1x1 is not a size"),
    ] {
        let error = ask(question).unwrap_err().to_string();
        assert!(error.contains(says), "{question}: {error}");
    }
}
