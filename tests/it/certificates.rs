//! Certificates: both verifiers accept those of right answers, and the program writes and verifies
//! them.

use std::fs;
use std::io::{self, BufReader};

use nimsweep::ask::Question;
use nimsweep::games::octal::{Code, Period};
use nimsweep::games::squares::{Digit, Grundy, Lengths, Position};
use nimsweep::internal::{Effort, Owners, unwatched};
use nimsweep::number::Surd;
use nimsweep::proof::{Certificate, Claim, ProvenClaim, verify};
use nimsweep::regions::{Region, RegionProof};
use nimsweep::sweep::Nimber;
use num_rational::BigRational;
use num_traits::One;

use crate::property;
use crate::support::{
    Random, Start, command, digest, object, output, printed, process, python, refusal, surd, unwrapped,
};

/// The certificate of an answer.
pub fn certificate(question: &str) -> String {
    let question: Question = question.parse().unwrap();
    let (mut owners, effort) = (Owners::default(), Effort::default());
    let answer = question.answer_in(&mut owners, effort, &mut unwatched).unwrap();
    let (known, _) = question.owner(&mut owners, effort).unwrap().unwrap();
    written(&question.certificate(known.table(), &answer).unwrap())
}

pub fn range(lengths: &str, from: &str, to: &str) -> String {
    certificate(&format!(r#"{{"command": "range", "range": ["{from}", "{to}"], "lengths": "{lengths}"}}"#))
}

/// Lengths with a digit each.
pub fn with_rule(lengths: &str, rule: &str) -> Lengths {
    Lengths::with_rule(lengths.split(',').map(surd), &Digit::of_rule(rule).unwrap()).unwrap()
}

pub fn written(certificate: &Certificate) -> String {
    let mut text = vec![];
    certificate.write(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// The certificate of the period that shows up to a limit.
pub fn period(lengths: &str, rule: &str, upto: &str) -> String {
    let grundy = Grundy::new(&with_rule(lengths, rule), &surd(upto)).unwrap().with_period();
    let period = grundy.period().unwrap_or_else(|| panic!("no period: {lengths} {rule} {upto}")).clone();
    written(&Certificate::new(grundy, Claim::Period(period.into())).unwrap())
}

/// The cells of a region up to a share.
pub fn regions(lengths: &str, rule: &str, conditions: &str, share: &str) -> String {
    let mut proof = RegionProof::new(Region::new(lengths, rule, conditions).unwrap());
    let share: BigRational = share.parse().unwrap();
    while (proof.share() < share || share.is_one() && !proof.is_whole()) && proof.advance() {}
    written(&Certificate::regions(&proof).unwrap())
}

/// The winning moves of a sum of segments, for lengths with a digit each.
pub fn moves(lengths: &str, rule: &str, segments: &[&str]) -> String {
    let segments: Vec<Surd> = segments.iter().map(|segment| surd(segment)).collect();
    let lengths = with_rule(lengths, rule);
    let grundy = Grundy::new(&lengths, segments.iter().max().unwrap()).unwrap();
    let position = Position::new(&lengths, segments.clone()).unwrap();
    let moves = position.moves(&grundy, None).unwrap();
    written(&Certificate::new(grundy, Claim::Moves { segments, moves }).unwrap())
}

/// The values of an octal game by the definition: mex of what the moves leave.
pub fn octal_values(code: &str, count: usize) -> Vec<Nimber> {
    let digits: Vec<u32> = code.chars().filter_map(|digit| digit.to_digit(8)).collect();
    let mut values: Vec<Nimber> = vec![];
    for n in 0..count {
        let mut left = vec![];
        for (rest, digit) in
            digits.iter().enumerate().filter_map(|(i, digit)| Some((n.checked_sub(i)?, digit)))
        {
            match rest {
                0 if digit & 1 > 0 => left.push(0),
                1.. if digit & 2 > 0 => left.push(values[rest]),
                _ => {}
            }
            if digit & 4 > 0 {
                left.extend((1..rest).map(|heap| values[heap] ^ values[rest - heap]));
            }
        }
        values.push((0..).find(|value| !left.contains(value)).unwrap());
    }
    values
}

/// The certificate of a period of an octal game, from the values by the definition.
pub fn octal(code: &str, length: usize, from: usize) -> String {
    let code: Code = code.parse().unwrap();
    let seen_to = 2 * from.max(1) + length + code.last_place();
    let values = octal_values(&code.to_string(), seen_to + length);
    written(&Certificate::octal(&code, &values, Some(Period { from, length, seen_to })).unwrap())
}

/// The certificate of values of an octal game.
fn values_certificate(code: &str, values: &[Nimber]) -> String {
    written(&Certificate::octal(&code.parse().unwrap(), values, None).unwrap())
}

/// Twelve and more periods: digits 7, digits 3, both, with roots and without, and octal games.
pub fn periods() -> Vec<String> {
    let of_lengths = [
        ("1", "7", "200"),
        ("1,5", "7", "60"),
        ("sqrt2,5sqrt2", "7", "60sqrt2"),
        ("3/2,15/2", "7", "80"),
        ("1,sqrt2", "3", "20"),
        ("1,sqrt2,1+sqrt2", "3", "20"),
        ("1,sqrt2,sqrt5", "3", "20"),
        ("2,5,7", "3", "60"),
        ("(1+sqrt5)/2,3,(3+sqrt5)/2", "3", "90"),
        ("1,3", "7,3", "60"),
        ("1,2", "7,3", "200"),
        ("sqrt3,3sqrt3", "7,3", "60sqrt3"),
    ];
    let of_codes = [
        ("0.77", 12, 71),
        ("0.07", 34, 53),
        ("0.4", 34, 54),
        ("0.152", 48, 2),
        ("0.3", 2, 0),
        ("4.005", 79, 31),
        ("4.304", 21, 25),
    ];
    let texts = of_lengths.iter().map(|(lengths, rule, upto)| period(lengths, rule, upto));
    texts.chain(of_codes.iter().map(|&(code, length, from)| octal(code, length, from))).collect()
}

/// What the verifier in Rust says: nothing, or the line and the reason.
pub fn refused(text: &[u8]) -> Option<String> {
    verify(text).err().map(|error| error.to_string())
}

/// What the verifier in Python says about certificates, in a process for each fifty of them;
/// `None` if there is no Python here.
pub fn refused_by_python(texts: &[Vec<u8>]) -> Option<Vec<Option<String>>> {
    const DRIVER: &str = "import contextlib, io, sys
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import check_certificate as checker
for number in range(int(sys.argv[3])):
    with open(f'{sys.argv[2]}/{number}', encoding='ascii', errors='replace', newline='\\n') as text:
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                checker.check(checker.Reader(text))
            print('accepted')
        except SystemExit as refusal:
            print(refusal)
";
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/data");
    let mut refusals = vec![];
    for texts in texts.chunks(50) {
        let folder = tempfile::tempdir().unwrap();
        for (number, text) in texts.iter().enumerate() {
            fs::write(folder.path().join(number.to_string()), text).unwrap();
        }
        let count = texts.len().to_string();
        let output = python(&["-c", DRIVER, data, folder.path().to_str().unwrap(), &count])?;
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(said.lines().count(), texts.len(), "{}", String::from_utf8_lossy(&output.stderr));
        refusals.extend(said.lines().map(|line| Some(line.to_owned()).filter(|line| line != "accepted")));
    }
    Some(refusals)
}

/// Both verifiers accept all of them.
#[track_caller]
fn accepted(texts: &[String]) {
    for text in texts {
        assert_eq!(refused(text.as_bytes()), None, "{text}");
    }
    let texts: Vec<_> = texts.iter().map(|text| text.clone().into_bytes()).collect();
    for (text, refusal) in texts.iter().zip(refused_by_python(&texts).unwrap_or_default()) {
        assert_eq!(refusal, None, "{}", String::from_utf8_lossy(text));
    }
}

#[test]
fn right_answers_are_accepted() {
    let gain = certificate(r#"{"command": "gain", "at": "315.5"}"#);
    let table = certificate(r#"{"command": "grundy", "upto": "60+sqrt2/3"}"#);
    let moves = certificate(r#"{"command": "moves", "segments": ["5", "7.5", "3+sqrt2", "1/2"]}"#);
    let texts = [
        range("1,sqrt2", "2", "10"),
        range("1,sqrt2", "200", "500"),
        range("1,100", "236", "237"),
        gain,
        table,
        moves,
    ];
    let (_, stated) = texts[1].split_once("\nclosed\n").unwrap();
    let stated: Vec<&str> = stated.lines().take(2).collect();
    // at which length, and which gain: the answer of Project Euler 644
    assert_eq!(digest(&stated.join("\n")), "1343f93eaa13e89a");
    assert!(
        texts[2]
            .ends_with("\ninside\ndecimal 236.05804133228798375044\ndecimal 14.56180163428341435304\nend\n")
    );
    // the place of a maximum may need a root that the lengths do not have
    let tie = range("1", "(5+sqrt73)/6", "4");
    // computed by a program of its own before this one could
    let roots = range("1,sqrt2,sqrt3", "2", "10");
    assert_eq!(roots, fs::read_to_string("data/roots.cert").unwrap());
    assert!(roots.ends_with("\ndecimal 2.62449922601621825166\nend\n"), "{roots}");
    // a value with eight terms of 1,000 digits
    let lengths = (60..116)
        .map(|a| format!("({a}+{}sqrt2+{}sqrt3+{}sqrt5)/11", a % 3 + 1, a / 3 % 3 + 1, a / 7 % 3 + 1));
    let long = range(&lengths.collect::<Vec<_>>().join(","), "25", "26");
    assert!(long.contains("\ninside\n") && long.lines().all(|line| line.len() < 8000));
    assert!(tie.contains("\nradicand 73\n") && tie.contains("\nat 5 1 6\nvalue 4 0 3\n"), "{tie}");
    accepted(&texts);
    accepted(&[tie, roots, long]);
}

#[test]
fn periods_are_accepted() {
    let texts = periods();
    assert!(
        texts[5].contains("\ndigits 3 3 3\n") && texts[5].ends_with("\nperiod 2 1 0 0\nend\n"),
        "{}",
        texts[5]
    );
    let proven = verify(texts[5].as_bytes()).unwrap().to_string();
    let says = "proven: with pieces of the lengths 1, √2, 1+√2, by the rule 3, g has the stated values, in 7 steps on [0, 3+2√2]\nproven: g(L + 2+√2) = g(L) for all L >= 0";
    assert_eq!(proven, says);
    let kayles = &texts[12];
    assert!(kayles.starts_with("nimsweep certificate 1\noctal 0.77\nvalues 168\ng 0 1 2 3 1 4 3 2 1 4 2 6 "));
    assert!(kayles.ends_with("\nperiod 12 71\nend\n"), "{kayles}");
    let proven = verify(kayles.as_bytes()).unwrap().to_string();
    let says = "proven: in the octal game 0.77, G has the stated values, from G(0) to G(167)\n\
                proven: G(n + 12) = G(n) for all n >= 71";
    assert_eq!(proven, says);
    accepted(&texts);
}

/// Of the periods of 299 subtraction games {1, √p, √q} each is the sum of two lengths; those that
/// begin soon are proven again.
#[test]
fn sums_of_two_lengths_are_periods_of_three_lengths() {
    let mut table = csv::Reader::from_path("data/three_lengths.csv").unwrap();
    let rows: Vec<[String; 4]> = table.deserialize().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 300);
    let none: Vec<_> = rows.iter().filter(|[_, _, period, _]| period.is_empty()).collect();
    assert_eq!(none, [&["14".into(), "30".into(), String::new(), String::new()]]);
    let mut texts = vec![];
    for [p, q, stated, from] in rows.iter().filter(|row| row[2..].iter().all(|word| !word.is_empty())) {
        let lengths = ["1".to_owned(), format!("sqrt({p})"), format!("sqrt({q})")];
        let is_sum = |[x, y]: [usize; 2]| surd(stated) == surd(&lengths[x]) + surd(&lengths[y]);
        assert!([[0, 1], [0, 2], [1, 2]].into_iter().any(is_sum), "{stated} of {p} and {q}");
        let end = surd(from) + surd(stated) + surd(&lengths[2]);
        if end < Surd::from(30) {
            let text = period(&lengths.join(","), "3", &end.to_string());
            let proven = verify(text.as_bytes()).unwrap().claim;
            let ProvenClaim::Period { period, from: start } = proven else { panic!("{text}") };
            assert_eq!([*period, *start], [surd(stated), surd(from)], "{p} and {q}");
            texts.push(text);
        }
    }
    assert!(texts.len() > 100, "{}", texts.len());
    accepted(&texts);
}

/// In Kayles g repeats after 1/2 wherever a step begins, but not inside of the steps.
#[test]
fn a_period_that_holds_only_where_steps_begin_is_refused() {
    let text = "nimsweep certificate 1\nradicand 0\ndenominator 2\nlengths 2 0\nlimit 8 0\nsteps 5\ng 0 0 0\n\
        g 2 0 1\ng 4 0 2\ng 6 0 3\ng 8 0 1\nperiod 1 0 0 0\nend\n";
    let reason = refused(text.as_bytes()).unwrap();
    assert!(reason.contains("does not repeat"), "{reason}");
    if let Some(found) = refused_by_python(&[text.into()]) {
        assert!(found[0].is_some(), "in Python");
    }
}

/// By the theorem without n₀ ≥ 1, the values of 0, 1 and 2 would prove the period 1 of 0.4.
#[test]
fn a_period_of_1_from_0_on_is_refused_for_0_4() {
    let texts = [2, 3, 4, 5, 50].map(|count| {
        let values = octal_values("0.4", count).iter().map(Nimber::to_string).collect::<Vec<_>>().join(" ");
        let text = format!("nimsweep certificate 1\noctal 0.4\nvalues {count}\ng {values}\n");
        (text + "period 1 0\nend\n").into_bytes()
    });
    let far = "line 5: g is not known far enough";
    let repeats = "line 5: g does not repeat for as long as the theorem needs";
    let by_rust: Vec<_> = texts.iter().map(|text| refused(text)).collect();
    let expected = [far, far, far, repeats, repeats].map(|reason| Some(reason.to_owned()));
    assert_eq!(by_rust, expected);
    assert_eq!(refused_by_python(&texts).unwrap_or(by_rust), expected);
}

/// Codes of all kinds, among them such with no common values, and values on several lines.
#[test]
fn random_octal_games_are_certified() {
    let mut random = Random::new(3);
    let mut texts = vec![];
    for _ in 0..property::cases(40).cases {
        let mut code = String::from(["0.", "4."][random.below(2)]);
        (0..random.below(7)).for_each(|_| code += &random.below(8).to_string());
        code += &(1 + random.below(7)).to_string();
        let values = octal_values(&code, 1 + random.below(320));
        let text = values_certificate(&code, &values);
        let at = random.below(values.len());
        let mut changed = values;
        changed[at] += 1;
        let changed = values_certificate(&code, &changed);
        let reason = refused(changed.as_bytes()).unwrap();
        assert!(reason.contains(&format!(": G({at}) is not ")), "{reason}\n{changed}");
        texts.push(text);
    }
    texts.extend(["0.0", "4.0"].map(|code| values_certificate(code, &octal_values(code, 9))));
    accepted(&texts);
}

/// Random digits, with claims of winning moves or none.
#[test]
fn random_games_with_digits_are_certified() {
    let mut random = Random::new(24);
    let mut texts = vec![];
    for game in 0..property::cases(30).cases {
        let lengths = ["1,sqrt2", "1,3/2,2", "sqrt3,2", "2,3,7", "1,(1+sqrt5)/2,3"][game as usize % 5];
        let rule: Vec<_> = lengths.split(',').map(|_| ["3", "7"][random.below(2)]).collect();
        let rule = rule.join(",");
        let segments = [8 + random.below(5), 1 + random.below(9)].map(|segment| segment.to_string());
        texts.push(moves(lengths, &rule, &segments.each_ref().map(String::as_str)));
        // without digits the certificate is as before
        assert_eq!(texts[texts.len() - 1].contains("\ndigits "), rule.contains('3'));
    }
    accepted(&texts);
}

/// Games of one to five lengths with roots of six fields, with claims of all kinds.
#[test]
fn random_games_are_certified() {
    let mut random = Random::new(12);
    let mut texts = vec![];
    for game in 0..property::cases(20).cases {
        // the roots of a field
        let roots = [&[0][..], &[2], &[3], &[5, 6], &[2, 3, 6], &[7, 13]][game as usize % 6];
        let count = 1 + random.below(5);
        let length = |random: &mut Random| {
            let root = Surd::square_root_of(roots[random.below(roots.len())]);
            let whole = |random: &mut Random, end| Surd::from(random.below(end) as u64);
            (whole(random, 7) + whole(random, 3) * root + Surd::from(1)) / (whole(random, 3) + Surd::from(1))
        };
        let mut lengths: Vec<Surd> = (0..count).map(|_| length(&mut random)).collect();
        lengths.sort();
        lengths.dedup();
        let (shortest, longest) = (lengths[0].clone(), lengths[lengths.len() - 1].clone());
        let from = &longest + &shortest * Surd::from(random.below(3) as u64);
        let to = &from + &shortest * Surd::from(1 + random.below(5) as u64);
        let list = lengths.iter().map(Surd::to_string).collect::<Vec<_>>().join(",");
        let keys = match game % 4 {
            0 | 1 => format!(r#""command": "range", "range": ["{from}", "{to}"]"#),
            2 => format!(r#""command": "moves", "segments": ["{from}", "{to}", "{shortest}"]"#),
            _ => format!(r#""command": "gain", "at": "{to}""#),
        };
        texts.push(certificate(&format!(r#"{{{keys}, "lengths": "{list}"}}"#)));
    }
    accepted(&texts);
}

// The command line.

#[test]
fn the_program_writes_and_verifies_certificates() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("f.cert");
    let file = file.to_str().unwrap();
    for (call, says) in [
        (
            "range 2 10",
            "proven: on [2, 10] the gain is greatest at L = 5+2√2, where it is 50/23+29√2/92 ≈ 2.61969775335673648277",
        ),
        ("--range 2 10", "proven: on [2, 10] the gain is greatest at L = 5+2√2, where"),
        ("range 236 237 --lengths 1,100", "where it is about 14.56180163428341435304"),
        ("gain --at 4", "proven: the gain at L = 4 is 32/21-2√2/7 ≈ 1.11974850598863950987"),
        ("grundy --upto 20", "g has the stated values, in 25 steps on [0, 20]"),
        ("grundy --upto 20 --summary", "25 steps on [0, 20]"),
        ("moves 5 7.5", "proven: 5 + 15/2 has the value 3, and its winning moves are the "),
        ("moves 300 --lengths 1 --upto 200", "proven: 300 has the value 4"),
        ("moves 5 7.5 --rule 3,7", "proven: with pieces of the lengths 1, √2, by the rule 3,7, g has"),
        ("period --lengths 1", "proven: g(L + 12) = g(L) for all L >= 71"),
        ("period --lengths 1,sqrt2,2 --rule 3", "proven: g(L + 3) = g(L) for all L >= 0"),
        (
            "period --lengths 1,sqrt2,1+sqrt2 --rule 3",
            "g(L + 2+√2) = g(L) for all L >= 0, and no period is smaller",
        ),
        (
            "period --lengths 1,1+sqrt2,2+sqrt2 --rule 3",
            "proven: g has no period, no matter where it would begin",
        ),
        ("period --lengths 1,sqrt2 --rule 3", "g has the values of the theorem on two lengths {a, b}"),
    ] {
        let words = call.split(' ').chain(["--certificate", file]).collect::<Vec<_>>();
        assert_eq!(printed(&words), printed(call), "the answer is the same");
        let proven = unwrapped(&printed(&["verify", file]));
        assert!(proven.starts_with("proven: with pieces of the lengths 1"), "{proven}");
        assert!(proven.contains(says), "{call}: {proven}");
        let proven = object(&["verify", file, "--threads", "1"]);
        assert_eq!(proven["proven"], true);
    }
    let verified = object("verify data/period.cert");
    assert_eq!((&verified["claim"], &verified["period"]), (&"period".into(), &"2+sqrt(2)".into()));
    assert_eq!((&verified["from"], &verified["rule"]), (&"0".into(), &"3".into()));
    let verified = object("verify data/octal.cert");
    assert_eq!((&verified["octal"], &verified["limit"]), (&"0.77".into(), &"167".into()));
    let text = std::fs::read_to_string(file).unwrap();
    std::fs::write(file, text.replace("\nend\n", "\nfinis\n")).unwrap();
    let line = text.lines().count();
    let run = output(&["verify", file, "--json"]);
    assert_eq!(run.status.code(), Some(1));
    let verdict: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!(verdict, serde_json::json!({"proven": false, "line": line, "reason": "expected 'end'"}));
    let error = String::from_utf8(run.stderr).unwrap();
    assert!(error.ends_with(&format!("' is refused: line {line}: expected 'end'\n")), "{error}");
}

#[test]
fn what_cannot_be_certified_is_refused_before_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("f.cert");
    let file = file.to_str().unwrap();
    for (call, says) in [
        (
            "grundy --upto 3 --lengths 1,sqrt1000000000000000003",
            "or products with more than 18 digits under the root",
        ),
        ("range 200 1000000000000001/1000000000000000", "is reversed"),
        ("range 200 50000000000000000001/100000000000000", "needs an integer of more than 18 digits"),
        ("grundy --at 5", "only these have certificates: ranges, the gain at one length"),
        ("gain --range 2 5", "only these have certificates: ranges, the gain at one length"),
        ("moves 5 --within 0 1", "cannot be used with"),
    ] {
        let words = call.split(' ').chain(["--certificate", file]).collect::<Vec<_>>();
        let line = refusal(&words);
        assert!(line.contains(says), "{call}: {line}");
    }
    let line = refusal("range 200 50000 --certificate -");
    assert!(line.contains("--certificate: standard output already has the answer; give a file"), "{line}");
    let line = refusal(&["range", "200", "50000", "--certificate", file, "--checkpoint", file]);
    assert!(line.contains("is already another file of this run; give a different one"), "{line}");
    let line = refusal(&["grundy", "--upto", "50000", "--certificate", file, "--csv", file]);
    assert!(line.contains("is already another file of this run; give a different one"), "{line}");
    let line = refusal("range 200 50000 --certificate /no/such/folder/f.cert");
    assert!(line.contains("cannot write '/no/such/folder/f.cert'"), "{line}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// Where no period is found, the answer is written, and then that there is no certificate.
#[test]
fn what_has_no_period_has_no_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p.cert");
    let run =
        output(&["period", "--lengths", "2,3", "--upto", "50", "--certificate", file.to_str().unwrap()]);
    assert_eq!(run.status.code(), Some(2));
    assert!(String::from_utf8(run.stdout).unwrap().starts_with("no period found up to 50, "));
    let says =
        "nimsweep: no certificate of this answer: no period was found up to 50; give a greater limit\n";
    assert_eq!(String::from_utf8(run.stderr).unwrap(), says);
    assert!(!file.exists());
}

/// Whatever the file contains, it is refused soon, in one line.
#[test]
fn hostile_files_are_refused_soon() {
    let head = "nimsweep certificate 1\nradicand 0\ndenominator 1\nlengths 1 0\nlimit 9 0\n";
    for (text, says) in [
        (String::new(), "line 1: the file ends too early"),
        ("nimsweep certificate 2\n".into(), "line 1: not a certificate of version 1"),
        ("1".repeat(1_000_000), "line 1: the line is too long"),
        (
            format!("nimsweep certificate 1\nradicand {}\n", "7".repeat(7000)),
            "line 2: an integer has more than 18",
        ),
        (format!("{head}steps 4194305\n"), "line 6: expected 1 to 4194304 steps"),
        (format!("{head}steps 0\n"), "line 6: expected 1 to 4194304 steps"),
        (format!("{head}steps 4194304\ng 0 0 0\n"), "line 8: the file ends too early"),
        ("nimsweep certificate 1\noctal 0.8\n".into(), "line 2: expected '0.' or '4.' and octal digits"),
        (
            "nimsweep certificate 1\noctal 0.7\nvalues 4194305\n".into(),
            "line 3: expected 1 to 4194304 values",
        ),
        ("nimsweep certificate 1\noctal 0.7\nvalues 4194304\ng 0 1\n".into(), "line 4: expected 100 values"),
        (
            "nimsweep certificate 1\noctal 0.7\nvalues 2\ng 0 999999999999999999\n".into(),
            "line 4: G(1) is not 999999999999999999",
        ),
        (
            format!("{head}steps 2\ng 0 0 0\ng 1 0 999999999999999999\n"),
            "line 8: not every L here has a move to 1",
        ),
        (
            head.replace("lengths 1 0", &"lengths 1 0".replace("1 0", &"1 0 ".repeat(65))),
            "line 4: expected integers",
        ),
    ] {
        let refusal = refused(text.as_bytes()).unwrap();
        assert!(refusal.starts_with(says), "{refusal}");
    }
    let negative = format!("{}steps 1\ng 0 0 0\nend\n", head.replace("limit 9", "limit -1")).into_bytes();
    let says = Some("line 7: not after the step before, or beyond the limit".to_owned());
    assert_eq!(refused(&negative), says);
    assert_eq!(refused_by_python(&[negative]).unwrap_or(vec![says.clone()]), [says]);
    let is_none = "line 2: the radicand is neither 0 nor square-free, or the radicands do not ascend";
    let large = "line 2: the roots have a field of a degree above 128, or products with more than 18 digits under the root";
    let primes = " 2 3 5 7 11 13 17 19";
    let (texts, says): (Vec<_>, Vec<_>) = [
        ("", is_none),
        (" 1", is_none),
        (" 0 2", is_none),
        (" 2 0", is_none),
        (" 2 2", is_none),
        (" 3 2", is_none),
        (" -2", is_none),
        (" 18", is_none),
        (" 999999874000003969", is_none), // the square of a prime
        (" 999999999999999989", "line 3: the file ends too early"),
        (" 2 999999999999999989", large),
        (primes, large),
        (&primes.repeat(15), is_none),
        (&primes.repeat(300), large),
        (&primes[..primes.len() - 3], "line 3: the file ends too early"),
        (" x", "line 2: expected integers"),
    ]
    .map(|(d, says)| (format!("nimsweep certificate 1\nradicand{d}\n").into_bytes(), Some(says.to_owned())))
    .into_iter()
    .unzip();
    assert_eq!(texts.iter().map(|text| refused(text)).collect::<Vec<_>>(), says);
    assert_eq!(refused_by_python(&texts).unwrap_or_else(|| says.clone()), says);
    let endless = |text: &'static [u8]| BufReader::new(io::Read::chain(text, io::repeat(b'g')));
    let refusal = verify(endless(b"nimsweep certificate 1\n")).unwrap_err().to_string();
    assert_eq!(refusal, "line 2: the line is too long");
    let refusal = verify(&b"nimsweep certificate 1\nradicand \xff\xfe\0\n"[..]).unwrap_err().to_string();
    assert_eq!(refusal, "line 2: expected integers");
    // numbers that do not fit the keys
    let large = "nimsweep certificate 1\nradicand 2\ndenominator 1\nlengths 1 0\nlimit 999999999999999999 0\n\
                 steps 1\ng 0 0 0\nend\n";
    assert!(
        refused(large.as_bytes()).unwrap().starts_with("the numbers are too large to be verified here: ")
    );
    assert!(refusal_of_file("/no/such/file").contains("cannot read '/no/such/file': No such file"));
    assert!(refusal_of_file("src").contains("cannot read 'src': "));
}

fn refusal_of_file(file: &str) -> String {
    refusal(&["verify", file])
}

#[test]
fn an_endless_pipe_is_refused() {
    let mut yes = process("yes").start().unwrap();
    let run = command("verify -").stdin(yes.stdout.take().unwrap()).run().unwrap();
    yes.kill().unwrap();
    yes.wait().unwrap();
    assert_eq!(run.status.code(), Some(1));
    let error = String::from_utf8(run.stderr).unwrap();
    assert_eq!(error, "nimsweep: the certificate '-' is refused: line 1: not a certificate of version 1\n");
}

/// What the checker in Python would need long for, it leaves to the program.
#[test]
fn long_tables_are_left_to_the_program() {
    let values = octal_values("0.3", 10_001);
    let texts = [10_000, 10_001].map(|count| values_certificate("0.3", &values[..count]).into_bytes());
    assert_eq!(refused(&texts[1]), None);
    let says = "line 3: 10001 values would take long here; 'nimsweep verify' is for more than 10000";
    let expected = [None, Some(says.to_owned())];
    assert_eq!(refused_by_python(&texts).unwrap_or(expected.to_vec()), expected);
}

/// The verifier proves the steps of a checkpoint, too.
#[test]
fn a_run_can_prove_the_checkpoint_that_it_resumes_from() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("g.json");
    let file = file.to_str().unwrap();
    for list in ["1,sqrt2", "3/2,(1+sqrt5)/2"] {
        let call = ["--range", "20", "60", "--lengths", list];
        let answer = printed(&[&call[..], &["--checkpoint", file]].concat());
        let resumed = command(&[&call[..], &["--resume", file, "--verify"]].concat()).run().unwrap();
        assert_eq!(String::from_utf8(resumed.stdout).unwrap(), answer);
        let remark = String::from_utf8(resumed.stderr).unwrap();
        assert!(remark.starts_with("nimsweep: proven: the ") && remark.lines().count() == 1, "{remark}");
        std::fs::remove_file(file).unwrap();
    }
    assert!(refusal("--range 20 60 --verify").contains("--resume <FILE>"));
}

/// The command writes what the definition says, and both verifiers accept it; without a period it
/// states the values alone.
#[test]
fn the_program_certifies_octal_games() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("octal.cert");
    let written = |call: &str| {
        printed(&format!("octal {call} --certificate {}", file.display()));
        fs::read_to_string(&file).unwrap()
    };
    let kayles = written("0.77 --upto 1000");
    assert_eq!(kayles, octal("0.77", 12, 71));
    let texts =
        [kayles, written("0.3"), written("4.3 --upto 300"), written("0.07"), written("0.6 --upto 500")];
    assert!(texts[3].contains("\nperiod 34 53\n") && !texts[4].contains("period"));
    accepted(&texts);
}
