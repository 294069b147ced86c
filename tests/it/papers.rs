//! Pictures for papers: points as CSV, code for TeX, PDF; and numbers in the notation of other
//! programs.

use std::fs;

use itertools::Itertools;
use nimsweep::games::squares::Grundy;
use nimsweep::number::Surd;

use crate::support::{Random, Start, command, lengths, printed, process, refusal, skip, surd};

/// What the file of this name holds after a call in an empty folder, which prints nothing else.
#[track_caller]
fn written(call: &str, name: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let output = command(call).current_dir(folder.path()).run().unwrap();
    assert!(output.status.success(), "{call}: {}", String::from_utf8_lossy(&output.stderr));
    fs::read(folder.path().join(name)).unwrap()
}

#[track_caller]
fn text(call: &str, name: &str) -> String {
    String::from_utf8(written(call, name)).unwrap()
}

/// The rows of the points of a picture, without their titles.
#[track_caller]
fn points(call: &str, titles: &str) -> Vec<Vec<String>> {
    let csv = text(&format!("{call} -o x.svg --data x.csv"), "x.csv");
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some(titles), "{call}");
    lines.map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

#[test]
fn points_are_exact_and_have_the_last_end() {
    let grundy = Grundy::new(&lengths("1,sqrt2"), &surd("20")).unwrap();
    let gain = points("plot gain --range 2 10+sqrt2", "L,e,L_decimal,e_decimal");
    assert_eq!([&gain[0][0], &gain.last().unwrap()[0]], ["2", "10+sqrt(2)"]);
    assert_eq!(gain.len(), grundy.gain_curve(&surd("2"), &surd("10+sqrt2")).unwrap().pieces().count() + 1);
    for row in &gain {
        let value = grundy.gain_at(&surd(&row[0])).unwrap().value;
        assert_eq!(value, surd(&row[1]));
        assert_eq!([&row[2], &row[3]], [&surd(&row[0]).to_decimal(12), &value.to_decimal(12)]);
    }
    let steps = points("plot grundy --range 1/2 7+sqrt2/3", "L,g,L_decimal");
    assert_eq!([&steps[0][0], &steps.last().unwrap()[0]], ["1/2", "(21+sqrt(2))/3"]);
    for row in &steps {
        assert_eq!(grundy.value_at(&surd(&row[0])).unwrap().to_string(), row[1], "{row:?}");
    }
    for row in points("plot compare 1,sqrt2 1,sqrt3 --range 1/3 20", "L,g_first,g_second,L_decimal") {
        let values = ["1,sqrt2", "1,sqrt3"].map(|lengths| {
            let grundy = Grundy::new(&lengths.parse().unwrap(), &surd("20")).unwrap();
            grundy.value_at(&surd(&row[0])).unwrap().to_string()
        });
        assert_eq!(values, [row[1].as_str(), &row[2]]);
    }
    assert_eq!(points("plot pairs --upto 9", "L,g,L_decimal").last().unwrap()[0], "9");
    let titles = "segment,length,start,end,start_included,end_included,start_decimal,end_decimal";
    let moves = points("plot moves 5 7.5", titles);
    assert!(moves.iter().all(|row| row.len() == 8) && moves.iter().any(|row| row[0] == "2"));
    let growth = points("plot growth --upto 40", "L,corner_events,steps,largest_nimber,L_decimal");
    assert_eq!(growth.last().unwrap()[0], "40");
    assert!(growth.iter().all(|row| surd(&row[0]).to_decimal(12) == row[4]));
}

#[test]
fn numbers_have_the_notation_that_is_asked_for() {
    for (call, latex, mathematica) in [
        ("gain --at 4", r"e(4) = \frac{32-6\sqrt{2}}{21} ≈ 1.11974851", "= (32-6*Sqrt[2])/21"),
        ("range 2 10", r"at L = 5+2\sqrt{2} ≈ 7.82842712", "= 5+2*Sqrt[2]"),
        ("moves 4+sqrt2", r"[2, 1+\sqrt{2}]", "[2, 1+Sqrt[2]]"),
        ("grundy --at 5/2+sqrt2", r"g(\frac{5+2\sqrt{2}}{2}) = ", "g((5+2*Sqrt[2])/2) = "),
        ("grundy --upto 6", "3+\\sqrt{2} ", "3+Sqrt[2] "),
        ("grundy --upto 6 --csv -", "\n3+\\sqrt{2},", "\n3+Sqrt[2],"),
        ("gain --range 2 9 --top 1", r"\frac{200+29\sqrt{2}}{92}", "(200+29*Sqrt[2])/92"),
        ("period --lengths 1/3", r"\frac{71}{3}", "71/3"),
    ] {
        for (style, expected) in [("latex", latex), ("mathematica", mathematica)] {
            let text = printed(&format!("{call} --numbers {style}"));
            assert!(text.contains(expected), "{call}: {text}");
            assert!(!text.contains("sqrt("), "{call}: {text}");
        }
    }
    // columns stay columns
    let table = printed("grundy --upto 9 --numbers latex");
    let widths: Vec<_> = table.lines().map(|line| line.len()).collect();
    assert!(widths.windows(2).all(|pair| pair[0] == pair[1]), "{table}");
    let csv = text("plot gain --range 2 5 -o x.svg --data x.csv --numbers mathematica", "x.csv");
    assert!(csv.contains("\n1+Sqrt[2],") && !csv.contains("sqrt("), "{csv}");
    for (call, says) in [
        ("gain --at 4 --numbers roman", "latex, mathematica"),
        ("gain --at 4 --numbers latex --json", "cannot be used with"),
        ("plot gain --range 2 5 --numbers latex", "--data"),
    ] {
        let line = refusal(call);
        assert!(line.contains(says), "{call}: {line}");
    }
}

/// The text of a picture for TeX without its comments.
#[track_caller]
fn tex(call: &str) -> String {
    let text = text(&format!("{call} -o x.tex"), "x.tex");
    text.lines().filter(|line| !line.starts_with('%')).join("\n")
}

/// Places of a path for TeX.
fn places(line: &str) -> impl Iterator<Item = [f64; 2]> + '_ {
    line.split('(').skip(1).filter_map(|part| {
        let (x, y) = part.split_once(')')?.0.split_once(',')?;
        Some([x.parse().ok()?, y.parse().ok()?])
    })
}

/// The command, the rule, the lengths and the maximum are said in what TeX sets.
#[test]
fn tex_says_what_the_picture_says() {
    for (call, says) in [
        (
            "plot gain --range 2 20",
            vec![
                r"\def\nimsweepcall{nimsweep plot gain -{}-{}range 2 20}",
                r"length 1 or \ensuremath{\sqrt{2}}",
                r"$e$ = 2912/395 \ensuremath{-} 77\ensuremath{\sqrt{2}}/79 \ensuremath{\approx} 5.99374121 at $L$ = 10 + \ensuremath{\sqrt{2}}",
            ],
        ),
        (
            "plot grundy --upto 9 --rule 3",
            vec!["only at an end", r"\textcolor{nimsweep-accent}{; red: a P-{}position}"],
        ),
        ("plot moves 20 4 --rule 3", vec![r"\ensuremath{\sqrt{2}} at an end wins", "$L$ = 20, $g$($L$) = 0"]),
        ("plot pairs --upto 9", vec!["pieces of length 1 and", "yellow: 0"]),
        ("plot growth --upto 40 --title x_1", vec!["x\\_1", "corner events"]),
    ] {
        let tex = tex(call);
        for says in says {
            assert!(tex.contains(says), "{call}: {says}: {tex}");
        }
    }
    let crowded = text("plot gain --range 2 500 -o x.tex", "x.tex");
    assert!(crowded.len() < 65_000, "{}", crowded.len());
}

/// A picture is refused before a file of its points is written.
#[test]
fn a_refused_picture_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let output =
        command("plot pairs --upto 380 -o x.tex --data x.csv").current_dir(folder.path()).run().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// Both are written from the same marks: the curve of one goes where that of the other goes.
#[test]
fn tex_and_svg_have_the_same_places() {
    let call = "plot gain --range 2 20 --size 460x184";
    let (tex, svg) = (tex(call), printed(call));
    let curve = tex.split("\\draw[nimsweep-main").nth(1).unwrap().split(';').next().unwrap();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let parts = crate::drawn::path_with(&document, "stroke", "#2b5480");
    let segments = &parts[0].segments;
    let ends: Vec<_> = places(curve).collect();
    assert!(segments.len() > 30 && ends.len() > segments.len());
    let start = [segments[0][0]];
    for [x, y] in start.into_iter().chain(segments.iter().map(|segment| segment[3])) {
        let is_there = ends.iter().any(|end| (end[0] - x).abs() < 1e-6 && (end[1] - y).abs() < 1e-6);
        assert!(is_there, "{x}, {y}: {curve}");
    }
}

#[test]
fn what_tex_cannot_take_is_refused() {
    for (call, says) in [
        ("plot gain --range 2 9 --scale 2 -o x.tex", "--scale: only a PNG has dots"),
        (
            "plot gain --range 2 9 -o x.svg --data -",
            "--data: standard output already has the answer; give a file",
        ),
        (
            "plot gain --range 2 9 -o x.svg --data ./x.svg",
            "--data: './x.svg' is already another file of this run",
        ),
        ("plot gain --range 2 9 -o x.svg --data /nowhere/x", "cannot write '/nowhere/x'"),
    ] {
        let line = refusal(call);
        assert!(line.contains(says), "{call}: {line}");
    }
    let line = refusal("plot pairs --upto 380 -o x.tex");
    assert!(line.contains("points to draw, and TeX takes at most 40000; show less"), "{line}");
}

/// Both say who is cited, and the version of the package.
#[test]
fn the_citation_is_that_of_this_version() {
    let [citation, page] = ["CITATION.cff", "docs/library.md"].map(|file| fs::read_to_string(file).unwrap());
    let version = env!("CARGO_PKG_VERSION");
    assert!(citation.contains(&format!("\nversion: {version}\n")), "{citation}");
    assert!(citation.contains("\n  - name: The nimsweep developers\n"), "{citation}");
    assert!(page.contains("author  = {{The nimsweep developers}}"));
    assert!(page.contains(&format!("version = {{{version}}}")));
}

/// Every kind of picture is compiled, if TeX is there.
#[test]
fn tex_compiles() {
    if process("pdflatex").arg("--version").run().is_err() {
        assert!(std::env::var_os("NIMSWEEP_TEX").is_none(), "NIMSWEEP_TEX is set, and there is no pdflatex");
        return skip("there is no pdflatex");
    }
    let folder = tempfile::tempdir().unwrap();
    let calls = [
        "plot gain --range 2 20",
        "plot grundy --upto 30",
        "plot moves 4+sqrt2 3",
        "plot growth --upto 100",
        "plot pairs --upto 20",
        "plot gain --range 2 500",
        "plot grundy --upto 2000 --dark",
        "plot octal 0.77",
        "plot compare 1,sqrt2 1,3/2",
        "plot octal 0.007",
        "plot gain --range 2 20 --size 1400x500",
        // pieces at an end, and mixed ones
        "plot moves 20 4 --rule 3",
        "plot moves 5 7.5 3+sqrt2 --rule 3,7",
        // ranges that TeX cannot tell apart by their digits
        "plot gain --range 300 300.001",
        "plot grundy --range 300 300.001",
        "plot gain --range 100 100.0001",
        "plot grundy --range 100+sqrt2 100+sqrt2+10^-6",
        "plot gain --range 100000 100001 --lengths 1",
        // ends of two fields
        "plot gain --range sqrt3 5+sqrt5",
        "plot grundy --range 300+sqrt3 300+sqrt5",
        // small and large lengths
        "plot gain --range 1/50000 1/10000 --lengths 1/100000",
        "plot grundy --range 3000000 9000000 --lengths 1000000,1000001",
    ];
    let mut random = Random::new(68);
    let ranges = (0..60).map(|_| {
        let from =
            Surd::from(2 + random.below(400) as i64) + Surd::from(random.below(3) as i64) * surd("sqrt2");
        let width = Surd::from(1 + random.below(99) as i64) * surd(&format!("10^-{}", random.below(6)));
        let curve = ["gain", "grundy"][random.below(2)];
        format!("plot {curve} --range {from} {}", &from + width)
    });
    let titles = [
        "*e*(*L*) & 100 %",
        "√2, φ and π",
        "Länge, où, Größe",
        "α β γ δ ε ζ η θ ι κ λ μ ν ξ ο π ρ σ τ υ φ χ ψ ω ς",
        "Γ Δ Θ Λ Π Σ Φ Ω Ξ Ψ Α Β",
        "L ≤ 3 · 10 − 2 ⊕ 1 ≠ ∞ ≈ → ∈ × ± ≥",
        "“quoted” – ‘so’ — …",
        "中文 и кириллица 😀",
        "*φ*(*x*) ϕ",
        "\\input{x} $x$ #1 {_^~}",
        "½ ² ° µ € ← ⟨⟩",
        "Đ þ ŋ ẞ ĳ",
        "a\tb",
        "%%",
        "[x], y=z",
        "é è ê ñ ç ø å",
        "łódź žluťoučký",
        "x_1^2",
        "*Größe* und *è*",
        "a\n\\undefined b\r\\undefined c",
        "a\u{85}\\undefined\u{2028}\\undefined",
        "\\",
        "{}",
    ];
    let plain = calls.into_iter().map(str::to_owned).chain(ranges).map(|call| (call, titles[0]));
    let titled = titles.into_iter().map(|title| ("plot gain --range 2 9".to_owned(), title));
    let mut document = "\\documentclass{article}\n\\usepackage{tikz}\n\\begin{document}\n".to_owned();
    for (index, (call, title)) in plain.chain(titled).enumerate() {
        let file = format!("{index}.tex");
        let words = call.split(' ').chain(["--title", title, "-o", &file]);
        let output = command(&words.collect::<Vec<_>>()).current_dir(folder.path()).run().unwrap();
        assert!(output.status.success(), "{call}: {}", String::from_utf8_lossy(&output.stderr));
        document += &format!("\\input{{{file}}}\n\n");
    }
    document += "\\end{document}\n";
    fs::write(folder.path().join("paper.tex"), document).unwrap();
    let options = ["-interaction=nonstopmode", "-halt-on-error", "paper.tex"];
    let output = process("pdflatex").args(options).current_dir(folder.path()).run().unwrap();
    let log = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{log}");
    assert!(fs::read(folder.path().join("paper.pdf")).unwrap().starts_with(b"%PDF-"));
    if std::env::var_os("NIMSWEEP_MAKE_PICTURES").is_some() {
        fs::copy(folder.path().join("paper.pdf"), "target/paper.pdf").unwrap();
    }
}

#[cfg(feature = "pdf")]
#[test]
fn a_pdf_has_the_size_of_the_picture() {
    let call = "plot gain --range 2 20 --size 400x200 -o x.pdf";
    let pdf = written(call, "x.pdf");
    assert!(pdf.starts_with(b"%PDF-") && pdf == written(call, "x.pdf"), "a second run writes the same");
    let text = String::from_utf8_lossy(&pdf);
    assert!(text.contains("/MediaBox [0 0 400 200]"), "{text}");
    let line = refusal("plot gain --range 2 20 --title Länge -o x.pdf");
    assert!(line.contains("'x.pdf' cannot be written: the font of pictures has no 'ä'"), "{line}");
}

/// Another program reads the text of a PDF, and its metadata.
#[cfg(feature = "pdf")]
#[test]
fn the_text_of_a_pdf_is_text() {
    if process("pdftotext").arg("-v").run().is_err() {
        assert!(std::env::var_os("NIMSWEEP_TEX").is_none(), "NIMSWEEP_TEX is set, and there is no pdftotext");
        return skip("there is no pdftotext");
    }
    let folder = tempfile::tempdir().unwrap();
    for (call, says) in [
        ("gain --range 2 20", "length 1 or √2|e = 2912/395 − 77√2/79 ≈ 5.99374121 at L = 10 + √2"),
        (
            "grundy --upto 9 --rule 3",
            "pieces of length 1 and √2, only at an end; red: a P-position|length L of the segment",
        ),
        ("moves 20 4 --rule 3", "√2 at an end wins in a sum|segment 1: L = 20, g(L) = 0"),
        ("pairs --upto 9 --dark", "g(x) ⊕ g(y) of two segments|yellow: 0"),
        ("growth --upto 40", "corner events ∝ L"),
        ("gain --range 2 9 --title *α*_1", "α_1"),
    ] {
        let words: Vec<_> = ["plot"].into_iter().chain(call.split(' ')).chain(["-o", "x.pdf"]).collect();
        assert!(command(&words).current_dir(folder.path()).run().unwrap().status.success(), "{call}");
        let read = |program: &str, arguments: &[&str]| {
            let output = process(program).args(arguments).current_dir(folder.path()).run().unwrap();
            String::from_utf8(output.stdout).unwrap()
        };
        let text = read("pdftotext", &["-layout", "x.pdf", "-"]);
        for says in says.split('|') {
            assert!(text.contains(says), "{call}: {says}: {text}");
        }
        let about = read("pdfinfo", &["x.pdf"]);
        let typed = call.replace("*α*_1", "'*α*_1'");
        assert!(about.contains(&format!("nimsweep plot {typed}\n")), "{about}");
        assert!(about.contains("Title: ") && about.contains("Lengths 1 and √2"), "{about}");
        assert!(
            !call.starts_with("gain --range 2 20") || about.contains("The maximum e = 2912/395"),
            "{about}"
        );
    }
}

#[cfg(not(feature = "pdf"))]
#[test]
fn without_the_feature_a_pdf_is_refused() {
    let line = refusal("plot gain --range 2 20 -o x.pdf");
    assert!(
        line.contains("was built without PDF; give a name that ends in .svg, or install the program by")
            && line.contains("--features pdf"),
        "{line}"
    );
}
