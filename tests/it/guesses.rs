//! What people type before they have read anything leads to the right call, which is shown.

use std::process::Output;

use crate::support::{Start, command, names_in, printed, refusal, without_call};

/// What a call prints, and its line on standard error.
fn printed_with_remark(words: &[&str]) -> (String, String) {
    let Output { status, stdout, stderr } = command(words).run().unwrap();
    let [out, line] = [stdout, stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(status.success(), "{words:?}: {line}");
    (out, line)
}

#[test]
fn a_guess_that_is_taken_shows_the_whole_call() {
    for (typed, call) in [
        ("hackenbush GSG", "coins value GSG"),
        ("hackenbush BRB", "coins value BRB"),
        ("hackenbush BBRB", "coins value BBRB"),
        ("hackenbush GGS", "coins value GGS"),
        ("fibonacci-nim 17", "stones move 17"),
        ("stones play 17", "stones move 17"),
        ("period octal 0.77", "octal 0.77"),
        ("range 20-50", "range 20 50"),
        ("range 20..50", "range 20 50"),
        ("range 2,9", "range 2 9"),
        ("range 2 to 10 --json", "range 2 10 --json"),
        ("range --from 2 --to 10", "range 2 10"),
        ("gain 2 10", "gain --range 2 10"),
        ("plot gain 2 50", "plot gain --range 2 50"),
        ("plot grundy 20", "plot grundy --upto 20"),
        ("draw gain 2 9", "plot gain --range 2 9"),
        ("period 1,5", "period --lengths 1,5"),
        ("subtraction 2,5,7", "period --lengths 2,5,7 --rule 3"),
        ("grundy 5 --lengths 1 2", "grundy 5 --lengths 1,2"),
        ("grundy 5 --lengths [1,2]", "grundy 5 --lengths 1,2"),
        ("grundy 4 + sqrt2", "grundy 4+sqrt2"),
        ("GRUNDY 3", "grundy 3"),
        ("kayles 7 8", "octal 0.77 7 8"),
        ("kayles 12", "octal 0.77 12"),
        ("plot kayles", "plot octal 0.77"),
        ("plot treblecross", "plot octal treblecross"),
        ("octal kayle 12", "octal 0.77 12"),
        ("range 200,500", "range 200 500"),
        ("octal 0.77 10 --draw", "octal 0.77 --moves 10 --draw"),
        ("octal 0.77 3 5 --moves", "octal 0.77 --moves 3 5"),
        ("treblecross 8", "octal treblecross 8"),
        ("treblecross moves 8", "octal treblecross --moves 8"),
        ("kayles moves 1 11", "octal 0.77 --moves 1 11"),
        ("octal --moves 1 11 0.77", "octal 0.77 --moves 1 11"),
        ("octal dawson's kayles 5 6", "octal 0.07 5 6"),
        ("kayles", "octal 0.77"),
        ("octal dawson's kayles", "octal 0.07"),
        ("octal 77", "octal 0.77"),
        ("--range 2..10 --json", "range 2 10 --json"),
        ("gain --range 2..10 --top 3 --json", "gain --range 2 10 --top 3 --json"),
        ("octal 0,77", "octal 0.77"),
        ("halving 100", "halving play 100"),
        ("stones 17", "stones move 17"),
        ("coins GS", "coins value GS"),
        ("coins GG SS", "coins row GG SS"),
        ("solve 5 7.5", "play 5 7.5 --once"),
        ("max 2 10", "range 2 10"),
        ("f(2,10)", "range 2 10"),
        ("2 10 range", "range 2 10"),
        ("--range=2,10", "range 2 10"),
        ("range [2, 10]", "range 2 10"),
        ("range 3 10 -l 1,3", "range 3 10 --lengths 1,3"),
        ("p-positions 20", "grundy --upto 20 --where value=0"),
        ("who wins on 5 and 7", "play 5 7 --once"),
        ("period kayles", "octal 0.77"),
        ("plot g 20", "plot grundy --upto 20"),
        ("gain 5+2√2 ≈ 7.82842712,", "gain 5+2√2"),
        ("grundy L=5+2√2", "grundy 5+2√2"),
        ("range [2,10]", "range 2 10"),
        ("range 2–10", "range 2 10"),
        ("g(5)", "grundy 5"),
        ("e(7.5)", "gain 7.5"),
        ("gain --range 2..10", "gain --range 2 10"),
        ("plot gain --range 2-10", "plot gain --range 2 10"),
        ("grundy of 5", "grundy 5"),
        ("grundy up to 5", "grundy --upto 5"),
        ("moves 2 and 3", "moves 2 3"),
        ("play kayles 5", "octal 0.77 --moves 5"),
        ("octal subtraction 1,2,3", "period --lengths 1,2,3 --rule 3"),
        ("halving 10^100", "halving play 10^100"),
        ("stones 10^18", "stones move 10^18"),
        ("coins value GS SG", "coins row GS SG"),
        ("grundy 5 --format json", "grundy 5 --json"),
        ("grundy sqrt 2", "grundy sqrt2"),
        ("why 5 7", "explain 5 7"),
        ("grundy --to 5", "grundy --upto 5"),
        ("grundy --max 5", "grundy --upto 5"),
        ("period --limit 50", "period --upto 50"),
        ("octal 0.77 -n 5", "octal 0.77 --upto 5"),
        ("grundy 0:10", "grundy --upto 10"),
        ("grundy [0,10]", "grundy --upto 10"),
        ("grundy [0, 10]", "grundy --upto 10"),
        ("gain --from 2 --to 5", "gain --range 2 5"),
        ("octal 0.77 1..20", "octal 0.77 --from 1 --upto 20"),
        ("octal 0.77 --from 1 --to 20", "octal 0.77 --from 1 --upto 20"),
        ("kayles 1..20", "octal 0.77 --from 1 --upto 20"),
        ("sequence 10", "grundy --upto 10"),
        ("sequence kayles", "octal 0.77"),
        ("octal A002186", "octal 0.77"),
        ("oeis a002187", "octal 0.137"),
        ("A071435", "octal 0.45"),
        ("stones 17 --ratio 3", "stones move 17 --ratio 3"),
    ] {
        let words: Vec<_> = typed.split(' ').collect();
        let (out, line) = printed_with_remark(&words);
        assert_eq!(line, format!("nimsweep: this means: nimsweep {call}\n"), "{typed}");
        assert_eq!(out, printed(call), "{typed}");
    }
    for (typed, answer) in [
        ("nim 3 4 5", "3 xor 4 xor 5 = 2: the player to move wins\n"),
        ("nim 1,2,3", "1 xor 2 xor 3 = 0: no move wins\n"),
        ("nim 2^64-1 1", "2^64-1 xor 1 = 18446744073709551614: the player to move wins\n"),
        ("xor 3 5", "3 xor 5 = 6\n"),
        ("mex 0 1 3", "the mex of 0 1 3 is 2, the smallest of 0, 1, 2, ... that is not among them\n"),
    ] {
        let words: Vec<_> = typed.split(' ').collect();
        assert_eq!(printed_with_remark(&words), (answer.to_owned(), String::new()), "{typed}");
    }
    // a list is wanted, and nobody writes 12 so; but thousands
    assert_eq!(printed(&["grundy", "5", "--lengths", "1 2"]), printed("grundy 5 --lengths 1,2"));
    let thousands = refusal(&["grundy", "5", "--lengths", "1 200"]);
    assert!(thousands.contains("it is ambiguous: 1200 as one number, or 1 and 200 as two"), "{thousands}");
    assert_eq!(printed_with_remark(&["version"]).0, printed("--version"));
}

/// A number is read where it stands, and the name of a file stays.
#[test]
fn a_name_of_a_file_is_no_number_and_a_number_needs_no_guess() {
    let folder = tempfile::tempdir().unwrap();
    for call in
        ["grundy --upto 2½ --csv 1_2", "grundy --upto 5 --out x.csv", "plot gain --upto 5 --out x.svg"]
    {
        assert!(command(call).current_dir(folder.path()).run().unwrap().status.success());
    }
    assert_eq!(names_in(folder.path()), ["1_2", "x.csv", "x.svg"]);
    for (typed, plain) in [
        ("range 2 10 --lengths 1,√½", "range 2 10 --lengths 1,sqrt2/2"),
        ("grundy 5-2½", "grundy 5/2"),
        ("gain 2^½+1_0", "gain 10+sqrt2"),
        ("play 5-2½ ⅔² --once", "play 5/2 4/9 --once"),
        (
            "plot moves √4½ --lengths Sqrt[2],2 --size 400x200",
            "plot moves 3sqrt2/2 --lengths sqrt2,2 --size 400x200",
        ),
    ] {
        assert_eq!(without_call(&printed(typed)), without_call(&printed(plain)), "{typed}");
    }
}

#[test]
fn what_is_no_call_is_answered_with_the_right_ones() {
    for (typed, says) in [
        ("grundy 1 2 3", "for a sum: nimsweep moves 1 2 3"),
        ("3", "value: nimsweep grundy 3"),
        ("5 7.5", "a range: nimsweep range 5 7.5; two segments: nimsweep moves 5 7.5"),
        ("euler 644", "nimsweep range 200 500"),
        ("nim 2.5", "xor of their sizes"),
        ("period 0.137", "the octal game: nimsweep octal 0.137; squares: nimsweep period --lengths 0.137"),
        ("subtraction 1,2,3 21", "one heap of 21: nimsweep grundy 21 --lengths 1,3,4 --rule 3"),
        ("games", "nimsweep help"),
        ("help games", "octal games, stones, coins"),
        ("rules", "nimsweep help play"),
        ("help rules", "nimsweep help play"),
        ("help lengths", "--lengths 1,sqrt3"),
        ("help numbers", "sqrt2, 5+2sqrt2"),
        ("help gain range", "nimsweep help gain"),
        ("random", "moves 5 --random"),
        ("tutorial", "play 3 --once"),
        ("demo", "nimsweep plot gain"),
        ("list", "nimsweep help"),
        ("mex", "nimsweep mex 0 1 3"),
        ("xor", "nimsweep nim 3 5 7"),
        ("xor 3.5 2", "the xor of the values of segments: nimsweep play 3.5 2 --once"),
        ("nim 3 5 7 --json", "the value of heaps of Nim is the xor of their sizes"),
        ("octal A071436", "A002186 (Kayles), A002187 (Dawson's Chess) and A071435 (0.45)"),
        ("grundy 3..10", "a table begins at 0: nimsweep grundy --upto 10"),
        ("grundy 5 --out x.json", "results go to standard output: nimsweep grundy 5 --json > x.json"),
        ("gain --max 5", "unexpected argument '--max' found"),
        ("pe644", "nimsweep range 200 500"),
        ("PE 306", "nimsweep octal 0.07 --upto 60"),
        ("table", "nimsweep grundy --upto 20"),
        ("fibonacci", "nimsweep stones move 17"),
        ("stones move 20 5", "nimsweep stones move 20 --ratio 5"),
        ("hackenbush", "blue (B) and red (R)"),
        ("moves 5 --misère", "only normal play"),
        // a list is not a number with two readings
        ("--lengths 1,2 grundy 5", "--lengths comes before the command 'grundy'; write it after the command"),
        ("grundy 7 --length 1,2", "did you mean --lengths?"),
        ("play easy", "easy in the game"),
        ("play --easy", "easy in the game"),
        ("project-euler 644", "range 200 500"),
        ("euler 306", "nimsweep octal 0.07 --upto 60"),
        ("euler 366", "nimsweep stones sum 100"),
        ("euler 860", "nimsweep coins count 10"),
        ("euler 1", "four problems of Project Euler: 306, 366, 644 and 860"),
        ("compare 1,2", "compare needs two games; give two lists, such as 1,2 1,3"),
        ("compare 1 2 1 3", "compare needs two games; give two lists, such as 1,2 1,3"),
        ("grundy 5 --csv", "a table needs a greatest length: nimsweep grundy --upto 5 --csv"),
        ("recipes /dev/full", "recipes takes no argument: nimsweep recipes"),
        ("stones move 20 --ratio 1.5", "give a whole number from 1 to"),
        ("grundy 5 --lengths 1,2,", "a number is missing next to a comma in '1,2,'"),
        ("grundy 1/3=0.3", "'=' means that both sides are equal"),
        ("play kayles", "octal 0.77 --moves 3 5"),
        ("moves 4 --misere", "only normal play"),
        ("wythoff 3 5", "nimsweep has no game called 'wythoff'"),
        ("misere kayles", "only normal play is solved"),
        ("play --game --misere", "only normal play is solved"),
        ("help foo bar", "'nimsweep' has no command 'foo'; its commands: range, gain,"),
        ("batch questions.json", "nimsweep batch < questions.json"),
        ("check kayles.cert", "nimsweep verify kayles.cert"),
        ("range 9", "a range has two ends, such as: nimsweep range 2 100"),
        ("grundy 1,000", "it is ambiguous: 1000 as one number, or 1 and 000"),
        // no group of thousands: more than three digits stand before it
        ("grundy 12345,678", "it is ambiguous: 12345.678 as one number, or 12345 and 678 as two"),
        ("moves 12345,678", "it is ambiguous: 12345.678 as one number, or 12345 and 678 as two"),
        ("range 2,5 10", "it is ambiguous: 2.5 as one number, or 2 and 5"),
        ("grundy 2 +3", "it is ambiguous: 2+3 as one number, or 2 and 3 as two"),
        ("gain 2 1/2", "it is ambiguous: 2+1/2 as one number, or 2 and 1/2 as two"),
        ("gain 1 + 2 sqrt 15", "it is ambiguous: 1 + 2*sqrt 15 as one number, or 1 + 2 and sqrt 15 as two"),
        ("gain 3=4", "'=' means that both sides are equal, and they are not"),
        ("grundy 3cm", "lengths have no unit; write 3"),
        ("octal 077", "'077' is ambiguous: nimsweep octal 0.77, or nimsweep octal 0.077"),
        ("octal 45", "'45' is ambiguous: nimsweep octal 4.5, or nimsweep octal 0.45"),
        ("grundy --upto 10 3/4", "it is ambiguous: 10+3/4 as one number, or 10 and 3/4 as two"),
        ("play 20 --length 1 --place 1 1/2", "it is ambiguous: 1+1/2 as one number, or 1 and 1/2 as two"),
        ("gain 4 --lengths 3 1/2", "it is ambiguous: 3+1/2 as one number"),
        ("gain 2 ½", "it is ambiguous: 2½ as one number, or 2 and ½ as two"),
        ("moves 1,000.5", "it is ambiguous: 1000.5 as one number, or 1 and 000.5 as two"),
        ("moves 1.000,5", "it is ambiguous: 1000.5 as one number, or 1.000 and 5 as two"),
        ("grundy 5+2*sqrt(2) 3", "for a sum: nimsweep moves '5+2*sqrt(2)' 3"),
        ("grundy 1.000,5", "it is ambiguous: 1000.5 as one number, or 1.000 and 5 as two"),
        ("moves 1,5,7,5", "it is ambiguous: 1.5 as one number, or 1 and 5 as two"),
        ("moves 2 + 3 sqrt2", "it is ambiguous: 3*sqrt2 as one number, or 3 and sqrt2 as two"),
        ("hex 5", "nimsweep has no game called 'hex'"),
        ("octal 4", "a code has a point: nimsweep octal 0.4"),
        ("5-2", "value: nimsweep grundy 5-2;"),
        ("2-5", "a range: nimsweep range 2 5; one segment: nimsweep grundy 2-5"),
        ("range 5-2", "at one length: nimsweep gain 5-2"),
        ("gain 2-9", "the length -7 is negative"),
        ("plot 20", "gain: nimsweep plot gain --upto 20; values: nimsweep plot grundy --upto 20"),
        (
            "plot gain --upto 5 --title digits --sice 3",
            "unexpected argument '--sice' found (did you mean --size?)",
        ),
        ("range 2 10 --lengths 1,√x", "cannot read '√x'"),
        ("grundy pi", "a number near it is 355/113"),
    ] {
        let line = refusal(typed);
        assert!(line.contains(says), "{typed}: {line}");
    }
}

/// A call that is refused for another reason is refused for that one.
#[test]
fn other_mistakes_keep_their_line() {
    for (typed, says) in [
        ("gain 1", "the gain e(L) is defined only for L >= √2"),
        ("grundy 10^13", "is too long for pieces of these lengths"),
        ("moves 4 --rule 3,7 --random", "may lie only at an end (digit 3)"),
        ("octal 0x77", "is not an octal code"),
        ("xyzzy 3", "'nimsweep' has no command 'xyzzy'; its commands: range, gain,"),
    ] {
        let line = refusal(typed);
        assert!(line.contains(says), "{typed}: {line}");
    }
}

#[test]
fn the_help_of_octal_games_has_the_names() {
    let help = printed("octal --help").split_whitespace().collect::<Vec<_>>().join(" ");
    for (name, code) in [
        ("Kayles", "0.77"),
        ("Dawson's Kayles", "0.07"),
        ("Dawson's Chess", "0.137"),
        ("Treblecross", "0.007"),
        ("James Bond", "0.007"),
        ("Guiles", "0.15"),
        ("Officers", "0.6"),
    ] {
        assert!(help.contains(&format!("{name} {code}")), "{help}");
        for name in [name.to_owned(), name.to_lowercase().replace(' ', "-")] {
            let (answer, line) = printed_with_remark(&["octal", &name, "--at", "20", "--json"]);
            assert!(line.is_empty() && answer.contains(&format!("\"octal\": \"{code}\"")), "{name}: {line}");
        }
    }
}
