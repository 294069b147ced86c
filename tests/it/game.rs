//! The game at the terminal: whole games, what can be typed, and what is refused.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use crate::support::{Start, command, refusal, unwrapped};
use crate::terminal::{at_a_terminal, dialog, start};

/// Plays by the hints of the game until it is over.
pub fn play_by_hints(arguments: &[&str], start: &str) -> String {
    let mut child = command(arguments).stdin(Stdio::piped()).start().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut text = String::new();
    writeln!(input, "{start}hint").unwrap();
    while let Some(line) = lines.next().transpose().unwrap() {
        text += &line;
        text.push('\n');
        let winning = line.split("A winning move: ").nth(1);
        if let Some(winning) = winning {
            writeln!(input, "{winning}\nhint").unwrap();
        } else if line.contains("No piece fits any more") {
            writeln!(input, "quit").unwrap();
            drop(input);
            break;
        }
    }
    assert!(child.wait().unwrap().success());
    text
}

#[test]
fn hints_win_a_game() {
    for (arguments, start) in [
        (&["play", "5", "7.5", "--game"][..], ""),
        (&["play", "--game"], ""),
        (&["play", "--game"], "new won 1\n"),
        (&["play", "--game", "--lengths", "1,phi,3"], "new won 3\n"),
        (&["play", "--game", "--lengths", "1,sqrt2,1+sqrt2", "--rule", "3"], "new won\n"),
        (&["play", "--game", "--lengths", "1,5/2", "--rule", "3,7"], "new won 4\n"),
    ] {
        let text = play_by_hints(arguments, start);
        assert!(text.contains("No piece fits any more: you placed the "), "{arguments:?}: {text}");
        assert!(!text.contains("nimsweep placed"), "{arguments:?}: {text}");
    }
}

/// What the game prints for some lines.
fn game(arguments: &[&str], lines: &str) -> String {
    let mut child = command(arguments).stdin(Stdio::piped()).start().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_game_says_why_a_move_is_illegal() {
    for (line, reason) in [
        ("1 1 9", "a piece of length 1 cannot lie at 9; its left end must be from 0 to 4"),
        ("1 2 0", "there is no piece of length 2; the lengths are 1, sqrt2"),
        ("3 1 0", "there is no segment '3'; segments left: 1, 2"),
        ("0 1 0", "there is no segment '0'"),
        ("1 0", "a move is a segment number, a length and a place, such as 2 sqrt2 end"),
        ("1 1 x", "cannot read 'x'"),
        ("1 1 2,5", "cannot read '2,5': it is ambiguous: 2.5 as one number, or 2 and 5 as two"),
        ("1 1 2 1/2", "that is not a move"),
        ("1 1 2 +1", "cannot read '2 +1': it is ambiguous: 2+1 as one number, or 2 and 1 as two"),
        ("1 sqrt3 0", "there is no piece of length sqrt3"),
        ("√8*√2 1 0", "there is no segment '√8*√2'; segments left: 1, 2"),
        ("1 1.4142 0", "there is no piece of length 1.4142; type sqrt2 for the piece of length sqrt2"),
        ("1 1.4 0", "there is no piece of length 1.4; type sqrt2 for the piece of length sqrt2"),
        ("1 1.43 0", "there is no piece of length 143/100"),
        ("y", "that is not a move; type a move such as 2 sqrt2 end, or help"),
        ("hello", "that is not a move; type a move such as 2 sqrt2 end, or help"),
        ("undo", "there is no move to take back"),
        ("new drawn", "'drawn' is not an outcome; type new won or new lost"),
        ("new lost 2 2", "type new won, or new lost 3"),
        ("new lost 1", "the first player wins on every single segment; type new lost 2"),
        ("new won 99", "give a number of segments from 1 to 9"),
    ] {
        let text = game(&["play", "5", "7.5", "--game"], &format!("{line}\n"));
        assert!(text.contains(&format!("your move> {line}\n{reason}")), "{line}: {text}");
        // the position is as before, and not shown again
        assert_eq!(text.matches("2: 15/2 = 7.500").count(), 1, "{line}: {text}");
    }
    let another_root = unwrapped(&game(&["play", "5", "--game"], "1 √2 √3\n"));
    assert!(another_root.contains("1: √3 ≈ 1.732"), "{another_root}");
    let at_an_end = game(&["play", "5", "--game", "--rule", "3"], "1 1\n");
    assert!(at_an_end.contains(", only at an end.") && at_an_end.contains("your move> "), "{at_an_end}");
    assert!(refusal(&["play", "10^9", "--game"]).contains("L: "), "a long segment");
}

/// The game goes on after any bytes, and takes no more memory than a line may have.
#[test]
fn a_line_that_cannot_be_a_move_is_refused_with_a_sentence() {
    for (line, reason) in [
        (vec![b'1'; 30_000_000], "a line of more than 1000000 bytes is not a move"),
        (vec![b'1'; 1_000_001], "a line of more than 1000000 bytes is not a move"),
        (b"1 1 \xff".to_vec(), "this line is not valid UTF-8; type it again"),
        (b"\x1b[A".to_vec(), "arrow keys and the like do nothing here; type the line again"),
    ] {
        let mut child = command("play 1 1 --game").stdin(Stdio::piped()).start().unwrap();
        let mut input = child.stdin.take().unwrap();
        for line in [&line[..], b"\n1 1 start\n"] {
            input.write_all(line).unwrap();
        }
        drop(input);
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{text}");
        assert!(text.contains(&format!("\n{reason}\nyour move> 1 1 start\nnimsweep places")), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }
}

#[test]
fn a_game_that_is_lost_is_lost_and_undone() {
    // 3 + 3 is lost: the reply copies each move on the other segment
    let text = game(&["play", "3", "3", "--game"], "hint\n1 1 1\nundo\n1 1 0\nquit\n");
    assert!(text.contains("your move> hint\nNo move wins against perfect play."), "{text}");
    assert!(text.contains("nimsweep places 1 at 1 in segment 2 (of length 3).\n"), "{text}");
    // before the move, after it is taken back, and after the other one
    assert_eq!(text.matches("\n2: 3\n").count(), 2, "{text}");
    let text = game(&["play", "1", "1", "--game"], "1, 1, START\nhint\n");
    assert!(
        text.contains("nimsweep placed the last of the 2 pieces and wins.\n")
            && text.contains("play again? (y/n)> hint\nthe game is over"),
        "{text}"
    );
    assert!(game(&["play", "1/2", "--game"], "").contains("No piece fits: the player to move has lost.\n"));
}

#[test]
fn what_can_be_typed_instead_of_numbers() {
    for (line, reply_after) in [
        ("2 1 start", "2 1 0"),
        ("2 1 mid", "2 1 13/4"),
        ("2 1 right", "2 1 13/2"),
        ("2 sqrt2 end", "2 √2 15/2-√2"),
        ("2 1.4142 1", ""),
        ("√2 at 1 in segment 2", "2 √2 1"),
        ("2 sqrt 2 1 + ½", "2 √2 1½"),
        ("1 at 3/2 in 2", "2 1 3/2"),
        ("2, 1, 1.5", "2 1 3/2"),
        ("  2  1 1.5", "2 1 3/2"),
    ] {
        let said = |lines: &str| {
            let text = game(&["play", "5", "7.5", "--game"], &format!("{lines}\n"));
            let after = text.split_once("nimsweep places");
            after.map_or_else(String::new, |(_, after)| after.to_owned())
        };
        assert_eq!(said(line), said(reply_after), "{line}");
        assert_eq!(said(line).is_empty(), reply_after.is_empty(), "{line}");
    }
    // the only segment that is left
    let text = game(&["play", "5", "1/2", "--game"], "1 mid\n");
    assert!(text.contains("nimsweep places") && text.contains("[") && text.contains("╌╌"), "{text}");
    assert!(
        game(&["play", "5", "--game"], "1\n").contains("that is not a move; type a move such as 1 sqrt2 end")
    );
}

/// Words that people type instead of those that the help names.
#[test]
fn other_words_lead_on() {
    let text = game(&["play", "5", "7.5", "--game"], "rules\nvalues\nscore\nresign\nnew 3 4\nwhy\n");
    let said: Vec<_> =
        text.split("your move> ").map(|part| part.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    let [_, rules, values, score, resign, new, why, _] = &said[..] else { panic!("{text}") };
    assert!(rules.contains("The player who places the last piece wins."), "{rules}");
    assert!(values.contains("The values: g(5) xor g(15/2) = 1 xor 2 = 3."), "{values}");
    assert_eq!(values.trim_start_matches("values"), why.trim_start_matches("why"));
    assert!(score.contains("Games won: you 0, nimsweep 0."), "{score}");
    assert!(resign.contains("type quit to end the game, or new to start another one"), "{resign}");
    assert!(new.contains("for 3 random segments") && new.contains("nimsweep play 3 4"), "{new}");
}

/// The move that the introduction and a refusal name as an example.
#[test]
fn examples_are_legal() {
    for arguments in [
        &["play", "2", "--game"][..],
        &["play", "2", "3", "1/2", "--game", "--lengths", "1,phi,3"],
        &["play", "5", "--game", "--rule", "3"],
        &["play", "9", "1", "--game", "--rule", "7,3"],
    ] {
        let text = unwrapped(&game(arguments, "x\n"));
        for (before, after) in
            [("in the segment, such as ", ". The place"), ("type a move such as ", ", or help")]
        {
            let example = text.split_once(before).unwrap().1.split_once(after).unwrap().0;
            let played = game(arguments, &format!("{example}\n"));
            assert!(
                played.contains("nimsweep places") || played.contains("you placed"),
                "{example}: {played}"
            );
        }
    }
    let at_an_end = game(&["play", "5", "--game", "--rule", "3"], "");
    assert!(at_an_end.contains("'start' or 'end'") && !at_an_end.contains("'mid'"), "{at_an_end}");
}

/// The left part keeps the number, unless no piece fits there, and the right one gets the next.
#[test]
fn segments_keep_their_numbers() {
    let text = game(&["play", "5", "3", "--game", "--two"], "1 1 2\n3 1 0\n1 1 1/2\n2 sqrt2 end\nundo\n");
    // behind the prompt, what was typed, and the move in words
    let boards = text.split("> ").skip(1).filter_map(|said| said.split_once(".\n").or(said.split_once('\n')));
    let boards: Vec<&str> = boards.map(|(_, board)| board.split("\n\n").next().unwrap()).collect();
    assert!(boards[0].starts_with("1: 2 ") && boards[0].contains(" 3: 2\n["), "{text}");
    assert!(boards[1].starts_with("1: 2 ") && boards[1].contains(" 3: 1\n["), "{text}");
    assert!(!boards[2].contains("1: ") && boards[2].contains(" 3: 1\n╌╌"), "{text}");
    assert!(boards[3].contains("\n2: 3-√2 ≈ 1.586\n[") && boards[3].contains("▓▓\n"), "{text}");
    // taken back
    assert_eq!(boards[4].trim_end(), boards[2].trim_end(), "{text}");
}

#[test]
fn two_people_play_in_turns() {
    let text = game(&["play", "1", "2", "--two"], "1 0\n1 1 0\n2 1 1/2\nwhy\nn\n");
    let prompts: Vec<&str> = text.split('\n').filter(|line| line.contains("> ")).collect();
    assert!(text.contains("player 1> 1 0\na move is a segment number, a length and a place"), "{text}");
    assert_eq!(prompts.len(), 5, "{text}");
    let end = "player 2> 2 1 1/2\nplayer 2 places 1 at 1/2 = 0.500 in segment 2 (of length 2).\nNo piece fits any more: player 2 placed the last of the 2 pieces and wins.\n";
    assert!(text.contains(end), "{text}");
    assert!(text.ends_with("play again? (y/n)> n\nGames won: player 1 0, player 2 1.\n"), "{text}");
    assert!(!text.contains("nimsweep"), "{text}");
}

#[test]
fn a_game_is_followed_by_another_one_and_by_the_score() {
    // the only piece wins; then more segments, and the score
    let text = game(&["play", "1", "--game"], "1 0\nwhy\nnew 2\nquit\n");
    assert!(text.contains("you placed the only piece and win.\n██"), "{text}");
    assert!(text.contains("After it: no piece fits. The player to move has\n  lost."), "{text}");
    assert!(text.contains("play again? (y/n)> new 2\n1: ") && text.contains("]\n2: "), "{text}");
    assert!(text.ends_with("your move> quit\nGames won: you 1, nimsweep 0.\n"), "{text}");
    // a game that is taken back is not counted
    let text = game(&["play", "1", "--game"], "1 0\nundo\n1 0\ny\n");
    assert!(text.ends_with("your move> \nGames won: you 1, nimsweep 0.\n"), "{text}");
    let text = game(&["play", "1", "--game"], "easy\n1 0\nhard\n");
    assert!(text.contains("Easy: nimsweep sometimes") && text.contains("Perfect: nimsweep always"), "{text}");
    assert!(game(&["play", "1/2", "--game"], "n\n").ends_with("Games won: you 0, nimsweep 0.\n"));
}

/// An easy game can be lost by the program: it does so in some of many games from lost positions.
#[test]
fn the_easy_program_does_not_always_win() {
    let mut wins = [0, 0];
    for _ in 0..40 {
        let text = game(&["play", "2", "2", "--game"], "easy\n1 1 0\nhint\n");
        // after perfect play no move wins
        wins[usize::from(text.contains("A winning move: "))] += 1;
    }
    assert!(wins[0] > 0 && wins[1] > 0, "{wins:?}");
}

#[test]
fn why_says_what_the_last_move_did() {
    let text = unwrapped(&game(&["play", "2", "3", "--game"], "why\n2 1 0\nwhy\n"));
    let now = "The values: g(2) xor g(3) = 2 xor 3 = 1. That is not 0, so some move leaves 0 and wins.";
    assert!(text.contains(now), "{text}");
    let resisted =
        "No move won before it, so nimsweep played the one that leaves you the fewest ways to win.";
    assert!(text.contains(resisted), "{text}");
    let text = unwrapped(&game(&["play", "3", "3", "--game"], "1 1 1\nwhy\n"));
    let copied = "Before the last move: g(1) xor g(1) xor g(3) = 1 xor 1 xor 3 = 3. After it: g(1) xor g(1) xor g(1) \
                  xor g(1) = 1 xor 1 xor 1 xor 1 = 0. That is 0: no move wins. The segments form equal pairs";
    assert!(text.contains(copied), "{text}");
}

#[test]
fn the_ruler_names_the_exact_places() {
    let text = unwrapped(&game(&["play", "5", "2", "--game"], "ruler\n"));
    let lines = [
        "segment 1, length 1: from 0 to 4, mid 2\n",
        "segment 1, length √2: from 0 to 5-√2 ≈ 3.586, mid 5/2-√2/2 ≈ 1.793\n",
    ];
    for line in lines {
        assert!(text.contains(line), "{text}");
    }
    assert!(text.contains("segment 2, length 1: from 0 to 1, mid 1/2 = 0.500\n"), "{text}");
    let at_an_end = unwrapped(&game(&["play", "5", "--game", "--rule", "3"], "ruler\n"));
    assert!(at_an_end.contains("segment 1, length 1: at 0 or 4\n"), "{at_an_end}");
}

/// From 40 columns on, for any length.
#[test]
fn every_line_of_a_game_fits_the_width() {
    for columns in ["40", "57", "80"] {
        for segments in ["2 3", "5 7.5 1/2 40+sqrt2", "1000", "300 300"] {
            let call = format!("play {segments} --game");
            let mut child = command(&call).stdin(Stdio::piped()).env("COLUMNS", columns).start().unwrap();
            let lines =
                b"help\n1 1 mid\nwhy\nruler\nhint\n1 sqrt2 0\n2 1 end\nnew lost 9\n1 1.4142 0\nhint\nquit\n";
            child.stdin.take().unwrap().write_all(lines).unwrap();
            let text = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
            let width = columns.parse().unwrap();
            let wide = text.lines().find(|line| line.chars().count() > width);
            assert_eq!(wide, None, "{columns}: {text}");
        }
    }
}

#[test]
fn on_a_terminal_segments_begin_a_game_and_a_question_does_not() {
    let folder = tempfile::tempdir().unwrap();
    for (call, is_game) in [
        ("play 2 3", true),
        ("play", true),
        ("play 2 3 --lengths 1 --two", true),
        ("play 2 3 --threads 1", true),
        ("play 2 3 --method sort", true),
        ("play 2 3 --once", false),
        ("play 2 3 --digits 3", false),
        ("play 2 3 --for-days", false),
        ("play 5 --length 1 --place 2", false),
    ] {
        let Some(text) = at_a_terminal(folder.path(), call, "quit\n") else { return };
        assert_eq!(text.contains("Take turns placing"), is_game, "{call}: {text}");
        assert_eq!(text.contains("Games won: "), is_game, "{call}: {text}");
    }
    // what is too long for a game has its turn, and a line that says why
    let text = at_a_terminal(folder.path(), "play 6000", "").unwrap();
    let why = "nimsweep: only one turn, not a game: computing g up to 6000 would take more than a few seconds; give segments of at most 5000\n\
               value of 6000: not 0, an N-position";
    assert!(text.contains(why), "{text}");
    // in a pipe there is one turn
    assert!(crate::support::printed("play 2 3").starts_with("value of 2 + 3: 1"));
}

/// Nothing that is typed is ignored.
#[test]
fn a_game_refuses_what_is_for_one_turn() {
    for option in [
        "--json",
        "--segment 2",
        "--length 1",
        "--place 0",
        "--digits 3",
        "--checkpoint f",
        "--checkpoint-every 3",
        "--resume f",
        "--verify",
        "--for-days",
    ] {
        for game in ["--game", "--two"] {
            let line = crate::support::refusal(&format!("play 5 7.5 {game} {option}"));
            let says =
                format!("the argument '{game}' cannot be used with '{}", option.split(' ').next().unwrap());
            assert!(line.contains(&says), "{line}");
        }
    }
    for (option, says) in [
        ("--method x", "--method: there is no method 'x'"),
        ("--threads 0", "--threads: '0' is out of range"),
    ] {
        let line = crate::support::refusal(&format!("play 5 7.5 --game {option}"));
        assert!(line.contains(says), "{line}");
    }
}

/// By the values that the game itself does not print when it deals.
#[test]
fn a_random_position_has_the_outcome_that_was_asked_for() {
    for (rule, count) in [("7", 2), ("7", 9), ("3", 1), ("3,7", 3)] {
        for (outcome, says) in [("won", "That is not 0"), ("lost", "That is 0")] {
            let lines = format!("new {outcome} {count}\nwhy\n").repeat(20);
            let shown = unwrapped(&game(&["play", "2", "--game", "--rule", rule], &lines));
            assert_eq!(shown.matches(says).count(), 20, "{rule} {outcome} {count}: {shown}");
        }
    }
}

/// The random positions too come in seconds, whatever the lengths are.
#[test]
fn random_positions_are_short_enough() {
    for lengths in ["sqrt2-1.4142,1", "1,30000+sqrt2", "1,3000+sqrt2"] {
        let shown = game(&["play", "--game", "--lengths", lengths], "new lost\nnew won 3\n");
        assert!(shown.matches("your move>").count() == 3, "{shown}");
    }
}

/// The terminal edits the line, and what is typed ahead is kept.
#[test]
fn the_terminal_edits_a_line_and_keeps_what_is_typed_ahead() {
    let ahead = "1 1 10\rwhy\rbord\u{7f}\u{7f}ard\r1 1 2\rquit\r";
    let Some((shown, is_success)) = dialog("play 5 3", 80, &[ahead]) else { return };
    assert!(is_success, "{shown}");
    for says in [
        "a piece of length 1 cannot lie at 10",
        "The values: g(5) xor g(3) = 1 xor 3 = 2.",
        "nimsweep places",
        "Games won: you 0, nimsweep 0.\n",
    ] {
        assert!(shown.contains(says), "{says}: {shown}");
    }
    // at the beginning, when it was asked for, and after the move
    let of_length_3 = format!("\n[{}]\n", "·".repeat(46));
    assert_eq!(shown.matches(&of_length_3).count(), 3, "{shown}");
    let (shown, is_success) = dialog("play 5 3", 40, &["1 1 2\r", "\u{4}"]).unwrap();
    assert!(is_success && shown.ends_with("your move> \nGames won: you 0, nimsweep 0.\n"), "{shown}");
    let (shown, is_success) = dialog("play 5 3", 40, &["\u{3}"]).unwrap();
    assert!(!is_success && shown.contains("nimsweep: interrupted before the end"), "{shown}");
}

/// Also if a signal ends the game.
#[test]
fn a_game_leaves_the_terminal_as_it_was() {
    for end in ["TERM", "INT", "KILL"] {
        let commands =
            format!("stty -a > before; timeout --foreground -s {end} 0.5 \"$P\" play 2 3; stty -a > after");
        let folder = tempfile::tempdir().unwrap();
        let Some(mut run) = start(&commands, folder.path(), "xterm") else { return };
        run.wait().unwrap();
        let [before, after] =
            ["before", "after"].map(|name| std::fs::read_to_string(folder.path().join(name)).unwrap());
        assert!(before == after && before.contains("icanon"), "{end}: {after}");
    }
}

/// A game from the manual: its call, what is typed after each prompt, and all that is shown.
fn game_of_the_manual(page: &str) -> (String, Vec<String>, String) {
    let page = std::fs::read_to_string(page).unwrap();
    let (_, game) = page.split_once("```text\n$ nimsweep play").unwrap();
    let (game, _) = game.split_once("```").unwrap();
    let (arguments, shown) = game.split_once('\n').unwrap();
    let typed = shown.lines().filter_map(|line| line.split_once("> ")).map(|(_, typed)| format!("{typed}\r"));
    (format!("play{arguments}"), typed.collect(), shown.to_owned())
}

#[test]
fn the_games_of_the_manual_are_played() {
    for (page, columns) in [("docs/tutorial.md", 80), ("docs/commands.md", 40)] {
        let (call, typed, expected) = game_of_the_manual(page);
        assert!(expected.ends_with("play again? (y/n)> n\nGames won: you 1, nimsweep 0.\n"), "{expected}");
        let typed: Vec<&str> = typed.iter().map(String::as_str).collect();
        let Some((shown, is_success)) = dialog(&call, columns, &typed) else { return };
        assert!(is_success);
        assert_eq!(shown, expected, "{page}");
        assert!(shown.lines().all(|line| line.chars().count() <= columns), "{shown}");
    }
}
