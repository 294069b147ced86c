//! The checker that is itself proven (`proofs/`): it takes what this program writes, and refuses
//! what somebody has changed, as `verify` does. `.ci/run proofs` compiles it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use nimsweep::proof::verify;

use crate::support::{Random, Start, printed, process, skip};

/// The answer of the checker to some files; none if it is not compiled.
fn checked(files: &[PathBuf]) -> Option<Output> {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/proofs/check");
    if !program.exists() {
        skip("the proven checker is not compiled: .ci/run proofs");
        return None;
    }
    Some(process(program).args(files).run().unwrap())
}

fn written(folder: &Path, code: &str) -> PathBuf {
    let file = folder.join(format!("{code}.cert"));
    printed(&["octal", code, "--certificate", file.to_str().unwrap()]);
    file
}

/// All are proven, one in each line.
fn proves(files: &[PathBuf]) -> Option<String> {
    let answer = checked(files)?;
    let text = String::from_utf8(answer.stdout).unwrap();
    assert_eq!(answer.status.code(), Some(0), "{text}");
    assert_eq!(text.lines().filter(|line| line.contains(".cert: proven: ")).count(), files.len(), "{text}");
    Some(text)
}

#[test]
fn it_proves_the_certificates_of_this_program() {
    let folder = tempfile::tempdir().unwrap();
    let codes = ["0.07", "0.137", "0.4", "4.3", "4.7", "0.0", "4.0", "0.15", "4.4"];
    let mut files: Vec<_> = codes.map(|code| written(folder.path(), code)).into();
    files.push("data/octal.cert".into());
    let Some(text) = proves(&files) else { return };
    let kayles = "data/octal.cert: proven: 0.77: the values of the heaps 0 to 167, and G(n + 12) = G(n) for all n >= 71";
    assert_eq!(text.lines().last(), Some(kayles));
    // lines may end as on Windows
    let returns = folder.path().join("returns.cert");
    fs::write(&returns, fs::read_to_string("data/octal.cert").unwrap().replace('\n', "\r\n")).unwrap();
    proves(&[returns]);
}

/// Every twelfth game of the atlas with a short period, 40 of them.
#[test]
fn it_proves_games_of_the_atlas() {
    let atlas = fs::read_to_string("data/octal_atlas.csv").unwrap();
    let short = atlas.lines().skip(2).filter_map(|line| {
        let mut cells = line.split(',');
        let (code, period, from) = (cells.next()?, cells.next()?, cells.next()?);
        let reach = period.parse::<usize>().ok()? + from.parse::<usize>().ok()?;
        (reach <= 2000).then_some(code)
    });
    let folder = tempfile::tempdir().unwrap();
    let short: Vec<_> = short.collect();
    let files: Vec<_> =
        short.iter().step_by(short.len() / 40).take(40).map(|code| written(folder.path(), code)).collect();
    assert_eq!(files.len(), 40);
    proves(&files);
}

#[test]
fn values_without_a_period_are_taken_as_far_as_20000() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("0.6.cert");
    let path = file.to_str().unwrap();
    let write = |last: &str| printed(&["octal", "0.6", "--upto", last, "--certificate", path]);
    write("3000");
    let Some(text) = proves(std::slice::from_ref(&file)) else { return };
    assert!(text.ends_with(": proven: 0.6: the values of the heaps 0 to 3000\n"), "{text}");
    write("20000");
    let answer = checked(std::slice::from_ref(&file)).unwrap();
    let says = "refused: without a period it claims its values only, and these are taken up to 20000\n";
    assert!(String::from_utf8(answer.stdout).unwrap().ends_with(says));
    assert_eq!(answer.status.code(), Some(1));
}

#[test]
fn other_certificates_and_files_are_named() {
    let files = ["data/range.cert", "data/inside.cert", "data/no.cert"].map(PathBuf::from);
    let Some(answer) = checked(&files) else { return };
    let text = String::from_utf8(answer.stdout).unwrap();
    let says = "data/range.cert: refused: line 2: expected 'octal' and a code, or 'radicand 0': this checker \
                takes no roots\ndata/inside.cert: refused: line 25: expected 'period' or 'end': this checker \
                takes no other claims\n";
    assert_eq!(text, says);
    assert!(String::from_utf8(answer.stderr).unwrap().starts_with("check: data/no.cert: No such file"));
    assert_eq!(answer.status.code(), Some(2));
}

/// A small change of a certificate that makes it say something else, or nothing.
fn forged(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let last = lines.len();
    let place = |lines: &[String], name: &str| lines.iter().position(|line| line.starts_with(name)).unwrap();
    let number = |lines: &mut Vec<String>, at: usize, word: usize, change: i64| {
        let mut words: Vec<_> = lines[at].split(' ').map(str::to_owned).collect();
        words[word] = (words[word].parse::<i64>().unwrap() + change).to_string();
        lines[at] = words.join(" ");
    };
    match random.below(18) {
        // a value
        0..=4 => {
            let at = 3 + random.below(last - 5);
            let word = 1 + random.below(lines[at].split(' ').count() - 1);
            let change = [1, -1, 2, 8, -4][random.below(5)];
            number(&mut lines, at, word, change);
        }
        // a digit of the code
        5 => lines[1] = format!("octal 0.{}{}", random.below(8), 1 + random.below(7)),
        // the period, where it begins, how many values there are
        6 => number(&mut lines, last - 2, 1, [1, -1, 2, 5][random.below(4)]),
        7 => number(&mut lines, last - 2, 2, [-1, -2, -5][random.below(3)]),
        8 => number(&mut lines, 2, 1, [1, -1, 100][random.below(3)]),
        // a file that ends too early, or has lines that are doubled, swapped, unknown or missing
        9 => return text[..1 + random.below(text.len() - 1)].to_owned(),
        10 => lines.insert(random.below(last), lines[random.below(last)].clone()),
        11 => {
            let at = random.below(last - 1);
            let swapped = at + 1 + random.below(last - 1 - at);
            if lines[at] == lines[swapped] {
                lines.push("end".into());
            }
            lines.swap(at, swapped);
        }
        12 => lines.insert(
            1 + random.below(last),
            ["", "also this", "period 1 0", "moves 1"][random.below(4)].into(),
        ),
        13 => drop(lines.remove(random.below(last - 2))),
        // words that are not numbers, or too many
        14 => lines[random.below(last)].push_str([" 0", " ", "x", "\t"][random.below(4)]),
        15 => {
            let at = place(&lines, "period");
            lines[at] = ["period 12", "period 0 71", "period 12 071", "period 12 -1", "period +12 71"]
                [random.below(5)]
            .into();
        }
        16 => {
            let at = place(&lines, "g");
            lines[at] = lines[at].replacen(" 1", [" 1.0", " one", "  1", " 01", " 1e0"][random.below(5)], 1);
        }
        _ => return lines.join(["\r", " \n", "\n\n"][random.below(3)]) + "\n",
    }
    lines.join("\n") + "\n"
}

#[test]
fn forged_certificates_are_refused_by_both() {
    let folder = tempfile::tempdir().unwrap();
    let texts = ["0.77", "0.07", "0.137", "0.17", "0.45"];
    let texts = texts.map(|code| fs::read_to_string(written(folder.path(), code)).unwrap());
    let mut random = Random::new(52);
    let mut files = vec![];
    while files.len() < 300 {
        let text = &texts[random.below(texts.len())];
        let text = forged(text, &mut random);
        if texts.contains(&text) {
            continue;
        }
        let file = folder.path().join(format!("forged-{}.cert", files.len()));
        fs::write(&file, &text).unwrap();
        assert!(verify(text.as_bytes()).is_err(), "verify accepts\n{text}");
        files.push(file);
    }
    let Some(answer) = checked(&files) else { return };
    let says = String::from_utf8(answer.stdout).unwrap();
    for (line, file) in says.lines().zip(&files) {
        assert!(line.contains(".cert: refused: "), "{line}\n{}", fs::read_to_string(file).unwrap());
    }
    assert_eq!((answer.status.code(), says.lines().count()), (Some(1), files.len()));
}

/// The calls whose certificates have rational lengths, with periods or with values only.
const LENGTHS: [&str; 9] = [
    "period --lengths 1",
    "period --lengths 1,5",
    "period --lengths 1/2,3/2",
    "period --lengths 1/3,1",
    "period --lengths 1,3 --rule 7,3",
    "period --lengths 1,2 --rule 7,3",
    "period --lengths 1,2,4 --rule 3",
    "period --lengths 3/2,5/2,7/2 --rule 3",
    "grundy --upto 40 --lengths 1,3/2,7/3",
];

fn of_lengths(folder: &Path) -> Vec<PathBuf> {
    let calls = LENGTHS.iter().enumerate();
    calls
        .map(|(number, call)| {
            let file = folder.join(format!("{number}.cert"));
            let words = call.split(' ').chain(["--certificate", file.to_str().unwrap()]);
            printed(&words.collect::<Vec<_>>());
            file
        })
        .collect()
}

#[test]
fn it_proves_games_with_rational_lengths() {
    let folder = tempfile::tempdir().unwrap();
    let Some(text) = proves(&of_lengths(folder.path())) else { return };
    for says in [
        "pieces 1, 5: g on [0, 47], and g(L + 18) = g(L) for all L >= 3\n",
        "pieces 1, 2, 4 by the rule 3,3,3: g on [0, 7], and g(L + 3) = g(L) for all L >= 0\n",
        "pieces 1, 3/2, 7/3: g on [0, 40]\n",
    ] {
        assert!(text.contains(says), "{text}");
    }
}

/// A change of one number or one line; it may happen to be true.
fn changed(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = 2 + random.below(lines.len() - 3);
    match random.below(10) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[random.below(lines.len())].clone()),
        2 => lines[at].push_str([" 0", " ", " 1 0"][random.below(3)]),
        _ => {
            let mut words: Vec<_> = lines[at].split(' ').map(str::to_owned).collect();
            let word = 1 + random.below(words.len() - 1);
            let number = words[word].parse::<i64>().unwrap() + [1, -1, 2, 5][random.below(4)];
            words[word] = number.to_string();
            lines[at] = words.join(" ");
        }
    }
    lines.join("\n") + "\n"
}

#[test]
fn changed_lengths_are_judged_alike_by_both() {
    let folder = tempfile::tempdir().unwrap();
    let texts = of_lengths(folder.path()).into_iter().map(|file| fs::read_to_string(file).unwrap());
    let texts: Vec<_> = texts.collect();
    let mut random = Random::new(53);
    let (mut files, mut verdicts) = (vec![], vec![]);
    while files.len() < 300 {
        let text = changed(&texts[random.below(texts.len())], &mut random);
        let file = folder.path().join(format!("changed-{}.cert", files.len()));
        fs::write(&file, &text).unwrap();
        verdicts.push(verify(text.as_bytes()).is_ok());
        files.push(file);
    }
    let Some(answer) = checked(&files) else { return };
    let says = String::from_utf8(answer.stdout).unwrap();
    assert_eq!(says.lines().count(), files.len());
    for ((line, file), is_proven) in says.lines().zip(&files).zip(&verdicts) {
        let text = fs::read_to_string(file).unwrap();
        assert_eq!(line.contains(".cert: proven: "), *is_proven, "{line}\n{text}");
    }
    assert!(verdicts.iter().filter(|is_proven| !**is_proven).count() > 200);
}

/// What would need much memory, and what the grammar does not have.
#[test]
fn hostile_files_are_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let head = "nimsweep certificate 1\n";
    let at_end = "radicand 0\ndenominator 1\nlengths 2 0\n";
    let steps = "limit 8 0\nsteps 5\ng 0 0 0\ng 2 0 1\ng 4 0 0\ng 6 0 1\ng 8 0 0\n";
    let texts = [
        format!("{head}octal 0.3\nvalues 2\ng 0 99999999999999999\nend\n"),
        format!("{head}octal 0.3\nvalues 2\ng 0 1\nperiod 99999999999999999 0\nend\n"),
        format!("{head}{at_end}digitsfoo 3\n{steps}end\n"),
        format!("{head}{at_end}digits 3\n{steps}period 4 0 3 0\nend\n"),
        format!("{head}{at_end}digits 3\n{steps}period 4 0 99999999999999999 0\nend\n"),
        format!(
            "{head}radicand 0\ndenominator 1\nlengths 1 0\nlimit 99999999999999999 0\nsteps 1\ng 0 0 0\nend\n"
        ),
        format!("{head}{at_end}limit 1 0\nsteps 1\ng 0 0 99999999999999999\nend\n"),
        "\0".repeat(100_000),
        String::new(),
    ];
    let write = |(number, text): (usize, &String)| {
        let file = folder.path().join(format!("{number}.cert"));
        fs::write(&file, text).unwrap();
        assert!(verify(text.as_bytes()).is_err(), "{text}");
        file
    };
    let files: Vec<_> = texts.iter().enumerate().map(write).collect();
    let Some(answer) = checked(&files) else { return };
    let says = String::from_utf8(answer.stdout).unwrap();
    assert_eq!(says.matches(".cert: refused: ").count(), files.len(), "{says}");
    assert_eq!((answer.status.code(), answer.stderr.as_slice()), (Some(1), &b""[..]));
}
