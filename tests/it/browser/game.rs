//! The game: the page wins what can be won and loses only what must be lost; undo, hint, pointer
//! and keys.

use nimsweep::ask::ask;
use nimsweep::games::squares::{Grundy, Lengths, Position};
use nimsweep::number::Surd;
use serde_json::{Value, json};

use super::page::Page;
use crate::support::{Random, surd};

/// A move as it is typed.
struct Move {
    /// Counted from 1.
    segment: usize,
    length: Surd,
    place: Surd,
}

/// The game of the tests, and enough of its Grundy values.
fn grundy() -> Grundy {
    Grundy::new(&Lengths::default(), &Surd::from(20)).unwrap()
}

fn value(grundy: &Grundy, segments: &[Surd]) -> u32 {
    Position::new(grundy.lengths(), segments.to_vec()).unwrap().value(grundy).unwrap()
}

/// The segments of the board, in their order.
#[track_caller]
fn board(page: &Page) -> Vec<Surd> {
    let script = "return [...document.querySelectorAll('#board .segment')]
        .sort((a, b) => a.dataset.index - b.dataset.index).map((segment) => segment.dataset.length)";
    let segments = page.browser.run(script, json!([]));
    segments.as_array().unwrap().iter().map(|length| surd(length.as_str().unwrap())).collect()
}

/// Where a number lies on a screen.
fn float(number: &Surd) -> f64 {
    number.to_decimal(6).parse().unwrap()
}

/// Whose turn it is: `you`, `program`, or nobody's: `over`.
#[track_caller]
fn turn(page: &Page) -> String {
    page.browser
        .run("return document.getElementById('turn').dataset.turn", json!([]))
        .as_str()
        .unwrap()
        .to_owned()
}

/// How many moves the history shows.
#[track_caller]
fn moves(page: &Page) -> u64 {
    page.browser.run("return document.querySelectorAll('#history li').length", json!([])).as_u64().unwrap()
}

/// A new game from these segments; `first` begins.
#[track_caller]
fn begin(page: &Page, segments: &[Surd], first: &str) {
    page.browser.click("#tab-game");
    let segments = segments.iter().map(Surd::to_string).collect::<Vec<_>>().join(", ");
    let script = "const [segments, first] = arguments;
        const set = (id, text) => {
          const field = document.getElementById(id);
          field.value = text;
          for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));
        };
        set('segments', segments);
        set('first', first);";
    page.browser.run(script, json!([segments, first]));
    page.rest();
    page.browser.run("document.getElementById('new-game').click()", json!([]));
    page.rest();
    assert_eq!(page.text("#error-game") + &page.text("#error-segments"), "", "{segments}");
}

/// A length of the game as the page shows it.
fn typeset(length: &str) -> String {
    length.replace("sqrt(2)", "√2")
}

/// Makes a move by the fields, and waits for the reply.
#[track_caller]
fn place(page: &Page, step: &Move) {
    let script = "const [segment, length, place] = args;
        const byId = (id) => document.getElementById(id);
        const moves = () => byId('history').children.length;
        const before = moves();
        for (const [id, value] of [['piece-segment', segment], ['piece-length', length], ['place', place]]) {
          byId(id).value = value;
          byId(id).dispatchEvent(new Event('change', { bubbles: true }));
        }
        byId('place-piece').click();
        for (let wait = 0; wait < 4000; wait++) {
          await new Promise((resolve) => setTimeout(resolve, 5));
          if (byId('error-place').textContent !== '') return byId('error-place').textContent;
          if (moves() > before && byId('turn').dataset.turn !== 'program') return '';
        }
        return 'no reply comes';";
    let Move { segment, length, place } = step;
    let arguments = json!([segment.to_string(), length.to_string(), place.to_string()]);
    assert_eq!(page.browser.run_async(script, arguments), json!(""), "{length} at {place} on {segment}");
}

/// A random move on segments on which a piece fits.
fn random_move(random: &mut Random, segments: &[Surd]) -> Move {
    loop {
        let index = random.below(segments.len());
        let length = [surd("1"), surd("sqrt2")][random.below(2)].clone();
        if segments[index] >= length {
            let place = (&segments[index] - &length) * &Surd::from(random.below(17) as i64) / &Surd::from(16);
            return Move { segment: index + 1, length, place };
        }
    }
}

/// The winning moves of a position, as intervals of places: at least one if its value is not 0.
fn winning_moves(segments: &[Surd]) -> Vec<(Move, Surd)> {
    let segments: Vec<String> = segments.iter().map(Surd::to_string).collect();
    let question = json!({ "command": "moves", "segments": segments }).to_string();
    let answer = serde_json::to_value(ask(&question).unwrap()).unwrap();
    let per_segment = answer["segments"].as_array().cloned().unwrap_or_else(|| vec![answer.clone()]);
    let number = |text: &Value| surd(text.as_str().unwrap());
    let mut found = vec![];
    for (index, segment) in per_segment.iter().enumerate() {
        for piece in segment["moves"].as_array().unwrap() {
            for interval in piece["winning"].as_array().unwrap() {
                let [start, end] = ["start", "end"].map(|end| number(&interval[end]));
                // the middle, which is the only place of an interval of length 0
                let place = (&start + &end) / &Surd::from(2);
                found.push((
                    Move { segment: index + 1, length: number(&piece["length"]), place },
                    end - start,
                ));
            }
        }
    }
    found
}

/// A random sum of two or three segments with a value that is 0 or not, as is wanted.
fn position(random: &mut Random, grundy: &Grundy, is_won: bool) -> Vec<Surd> {
    loop {
        let count = 2 + random.below(2);
        let segments: Vec<Surd> = (0..count)
            .map(|_| {
                let [whole, roots] =
                    [8 + random.below(20), random.below(5)].map(|part| Surd::from(part as i64));
                (whole + roots * surd("sqrt2")) / Surd::from(4 + random.below(2) as i64)
            })
            .collect();
        if (value(grundy, &segments) != 0) == is_won {
            return segments;
        }
    }
}

#[test]
fn the_page_wins_every_won_position() {
    let Some(page) = Page::open() else { return };
    let (grundy, mut random) = (grundy(), Random::new(1));
    for round in 0..20 {
        let start = position(&mut random, &grundy, true);
        begin(&page, &start, "program");
        while turn(&page) == "you" {
            let segments = board(&page);
            assert_eq!(value(&grundy, &segments), 0, "round {round}: {start:?} to {segments:?}");
            place(&page, &random_move(&mut random, &segments));
        }
        assert_eq!(turn(&page), "over");
        let rest = board(&page);
        assert!(rest.iter().all(|segment| *segment < surd("1")), "{rest:?}");
        // the page began, and made the last move
        assert_eq!(moves(&page) % 2, 1, "round {round}: {start:?}");
    }
    page.assert_console_is_empty();
}

#[test]
fn the_page_loses_lost_positions_only_to_perfect_play() {
    let Some(page) = Page::open() else { return };
    let (grundy, mut random) = (grundy(), Random::new(2));
    for round in 0..20 {
        let start = position(&mut random, &grundy, false);
        begin(&page, &start, "program");
        // every second time a mistake is made, and the page has to use it
        let mut mistake = (round % 2 == 1).then(|| random.below(2));
        let mut won = false;
        while turn(&page) == "you" {
            let segments = board(&page);
            let here = value(&grundy, &segments);
            assert_eq!(here == 0, won, "round {round}: {start:?} to {segments:?}");
            let step = if won || mistake == Some(0) {
                random_move(&mut random, &segments)
            } else {
                let winning = winning_moves(&segments);
                let at = random.below(winning.len());
                winning.into_iter().nth(at).unwrap().0
            };
            let after = Position::new(grundy.lengths(), segments).unwrap();
            let after = after.after(&squares_move(&step)).unwrap();
            won = value(&grundy, after.segments()) != 0;
            mistake = mistake.and_then(|turns| turns.checked_sub(1));
            place(&page, &step);
        }
        assert_eq!(turn(&page), "over");
        assert_eq!(moves(&page) % 2 == 1, won, "round {round}: {start:?}");
    }
    page.assert_console_is_empty();
}

/// The same move as the library has it.
fn squares_move(step: &Move) -> nimsweep::games::squares::Move {
    let Move { segment, length, place } = step;
    nimsweep::games::squares::Move { segment: segment - 1, length: length.clone(), place: place.clone() }
}

#[test]
fn a_game_is_won_with_the_mouse() {
    let Some(page) = Page::open() else { return };
    let grundy = grundy();
    begin(&page, &[surd("5"), surd("7.5")], "you");
    // nobody is helped who did not ask
    assert_eq!(page.browser.run("return document.getElementById('snap').checked", json!([])), json!(false));
    page.browser.click("#snap");
    for round in 0.. {
        page.rest();
        if turn(&page) == "over" {
            break;
        }
        let segments = board(&page);
        assert_ne!(value(&grundy, &segments), 0);
        // the widest interval is easiest to hit, but single places are snapped to as well
        let mut winning = winning_moves(&segments);
        winning.sort_by(|(_, one), (_, other)| one.cmp(other));
        let (step, _) = if round % 2 == 0 { winning.pop().unwrap() } else { winning.remove(0) };
        let index = step.segment - 1;
        let [left, top, width, height] = page.frame(&format!("#board .segment[data-index='{index}']"));
        let unit = width / float(&segments[index]);
        let x = left + (float(&step.place) + float(&step.length) / 2.0) * unit;
        // where it lies in its row
        let row = "const segment = document.querySelector(`#board .segment[data-index='${arguments[0]}']`);
            const row = segment.closest('.row');
            const rows = [...document.querySelectorAll('#board .row')];
            return [rows.indexOf(row) + 1, segment.getBoundingClientRect().left - row.getBoundingClientRect().left]";
        let row = page.browser.run(row, json!([index]));
        let in_row = row[1].as_f64().unwrap() / unit + float(&step.place);
        let target = [x, top + height / 2.0];
        let chip = format!("#tray button[data-length='{}']", step.length);
        if round % 2 == 0 {
            page.browser.click(&chip);
            page.frame(&format!("#board .segment[data-index='{index}']"));
            page.browser.drag(target, target);
        } else {
            let script = "const { left, top, width, height } = document.querySelector(arguments[0]).getBoundingClientRect();
                return [left + width / 2, top + height / 2];";
            let start = page.browser.run(script, json!([chip]));
            page.browser.drag([0, 1].map(|part| start[part].as_f64().unwrap()), target);
        }
        page.rest();
        let made = page.browser.run(
            "return document.querySelectorAll('#history li')[arguments[0]].textContent",
            json!([2 * round]),
        );
        let (_, made) = made.as_str().unwrap().split_once(" at x = ").unwrap();
        let (shown, number) = made.split_once(" in row ").unwrap();
        assert_eq!(number, row[0].to_string(), "{made}");
        assert!((float(&surd(&super::page::plain(shown))) - in_row).abs() < 2.0 / unit, "{made}: {in_row}");
    }
    assert_eq!(moves(&page) % 2, 1, "{}", page.text("#history"));
    page.assert_console_is_empty();
}

#[test]
fn pieces_of_the_digit_3_are_placed_at_the_ends() {
    let Some(page) = Page::blank() else { return };
    page.open_at("lengths=1,sqrt2&rule=3,7&segments=5,7.5&tab=game");
    let unit = |page: &Page| page.frame("#board .segment[data-index='0']")[2] / 5.0;
    page.browser.click("#tray button[data-length='1']");
    let [left, top, _, height] = page.frame("#board .segment[data-index='0']");
    // the middle of the piece is nearer to the right end
    let target = [left + 2.7 * unit(&page), top + height / 2.0];
    page.browser.drag(target, target);
    page.rest();
    let made = page.text("#history li");
    assert!(made.contains("a piece of length 1 at x = 4 in row 1"), "{made}");
    // typed, it is refused between the ends
    begin(&page, &[surd("5")], "you");
    page.browser.fill("#place", "1");
    page.browser.click("#place-piece");
    page.rest();
    let error = page.text("#error-place");
    assert!(error.contains("only at an end (digit 3) and not at 1; its left end must be 0 or 4"), "{error}");
    page.assert_console_is_empty();
}

#[test]
fn a_single_segment_is_dealt_that_a_rule_makes_a_p_position() {
    let Some(page) = Page::blank() else { return };
    page.open_at("lengths=1,sqrt2,1%2Bsqrt2&rule=3&tab=game");
    let lengths = Lengths::with_rule(["1", "sqrt2", "1+sqrt2"].map(surd), &["3".parse().unwrap()]).unwrap();
    let grundy = Grundy::new(&lengths, &Surd::from(20)).unwrap();
    let set = "const [id, value] = arguments;
        document.getElementById(id).value = value;
        document.getElementById(id).dispatchEvent(new Event('change', { bubbles: true }));";
    for (id, value) in
        [("source", "random"), ("random-count", "1"), ("random-size", "12"), ("random-outcome", "lost")]
    {
        page.browser.run(set, json!([id, value]));
    }
    for _ in 0..5 {
        page.browser.click("#new-game");
        page.rest();
        let dealt = board(&page);
        assert_eq!((page.text("#error-game"), dealt.len()), (String::new(), 1));
        assert!(dealt[0] >= surd("1") && grundy.value_at(&dealt[0]).unwrap() == 0, "{dealt:?}");
        // it is not a closed segment: a piece fits
        assert_eq!(page.browser.run("return document.getElementById('piece-segment').length", json!([])), 1);
        assert_eq!(turn(&page), "you");
    }
    page.assert_console_is_empty();
}

#[test]
fn moves_are_taken_back_and_hinted_and_refused() {
    let Some(page) = Page::open() else { return };
    let grundy = grundy();
    let start = [surd("5"), surd("7.5")];
    begin(&page, &start, "you");
    page.browser.click("#hint");
    page.rest();
    let hint = page.text("#status");
    let (_, place_text) = hint.split_once(" at x = ").unwrap_or_else(|| panic!("{hint}"));
    assert!(hint.starts_with("A winning move: a piece of length ") && !place_text.is_empty(), "{hint}");
    // it fills the form, so that Place makes it
    let filled = ["#piece-segment", "#piece-length", "#place"].map(|field| page.value(field));
    let [segment, length] = [&filled[0], &filled[1]];
    let shown_length = typeset(length);
    let said = format!("a piece of length {shown_length} at x = {} on segment {segment}.", filled[2]);
    assert!(hint.contains(&said), "{hint}: {filled:?}");
    let chosen = "return document.querySelector('#tray [aria-pressed=true]').dataset.length";
    assert_eq!(page.browser.run(chosen, json!([])), json!(length));
    page.browser.click("#place-piece");
    page.rest();
    assert_eq!((moves(&page), page.text("#error-place")), (2, String::new()));
    assert_eq!(value(&grundy, &board(&page)[..]) != 0, turn(&page) == "you");
    page.browser.click("#undo");
    page.rest();
    page.browser.run("document.getElementById('piece-segment').value = '1'", json!([]));
    page.browser.click("#tray button[data-length='1']");
    // values of segments, on demand
    page.browser.click("#show-values");
    page.rest();
    let script = "return [...document.querySelectorAll('#board .segment .value')]
        .map((element) => [getComputedStyle(element).display !== 'none', Number(element.textContent)])";
    let shown = page.browser.run(script, json!([]));
    assert_eq!(shown, json!(start.each_ref().map(|segment| (true, grundy.value_at(segment).unwrap()))));
    // an illegal move changes nothing
    for (place, says) in [
        ("4.01", "cannot lie at 401/100; its left end must be from 0 to 4"),
        ("-1", "cannot lie at -1"),
        ("x", "unexpected 'x'"),
        ("", "the place is missing"),
    ] {
        page.browser.fill("#place", place);
        page.browser.click("#place-piece");
        page.rest();
        let error = page.text("#error-place");
        assert!(error.contains(says), "{place}: {error}");
        assert_eq!((board(&page), moves(&page)), (start.to_vec(), 0));
    }
    // two moves of the player, each with its reply, are taken back one after the other
    let mut boards = vec![start.to_vec()];
    for _ in 0..2 {
        let segments = board(&page);
        let (step, _) = winning_moves(&segments).into_iter().next().unwrap();
        place(&page, &step);
        boards.push(board(&page));
    }
    for expected in boards.iter().rev().skip(1) {
        page.browser.click("#undo");
        page.rest();
        assert_eq!(&board(&page), expected);
        assert_eq!(turn(&page), "you");
    }
    // nothing wins from a lost position
    begin(&page, &[surd("3"), surd("3")], "you");
    page.browser.click("#hint");
    page.rest();
    assert!(page.text("#status").starts_with("No move wins"), "{}", page.text("#status"));
    page.assert_console_is_empty();
}

#[test]
fn a_move_submitted_twice_is_made_once_and_the_board_has_names() {
    let Some(page) = Page::open() else { return };
    begin(&page, &[surd("5"), surd("7.5")], "you");
    let names = |page: &Page| {
        let script = "return [...document.querySelectorAll('#board [role=img]')]
            .map((element) => element.getAttribute('aria-label'))";
        page.browser.run(script, json!([]))
    };
    assert_eq!(names(&page), json!(["segment 1, length 5", "segment 2, length 7.5"]));
    page.browser.click("#show-values");
    let [first, second] = ["5", "7.5"].map(|length| grundy().value_at(&surd(length)).unwrap());
    let with_values = [
        format!("segment 1, length 5, Grundy value {first}"),
        format!("segment 2, length 7.5, Grundy value {second}"),
    ];
    assert_eq!(names(&page), json!(with_values));
    page.browser.click("#show-values");
    page.browser.fill("#place", "1");
    let twice = "const button = document.getElementById('place-piece'); button.click(); button.click();";
    page.browser.run(twice, json!([]));
    page.rest();
    // the move and its reply
    assert_eq!((moves(&page), page.text("#error-place")), (2, String::new()));
    let shown = names(&page);
    assert!(shown.as_array().unwrap().contains(&json!("your piece of length 1, move 1")), "{shown}");
    // other segments leave a game that is on, and a note says so
    let note = "return document.getElementById('game-note').hidden";
    assert_eq!(page.browser.run(note, json!([])), json!(true));
    page.browser.click("#tab-curves");
    page.submit("#segments", "6");
    page.browser.click("#tab-game");
    assert_eq!((moves(&page), page.browser.run(note, json!([]))), (2, json!(false)));
    page.browser.click("#new-game");
    page.rest();
    assert_eq!((board(&page), page.browser.run(note, json!([]))), (vec![surd("6")], json!(true)));
    // the segments can be typed here, too, and the other tab shows them
    page.browser.fill("#start-segments", "3+sqrt2, 1/2");
    page.browser.click("#new-game");
    page.rest();
    assert_eq!(board(&page), [surd("3+sqrt2"), surd("1/2")]);
    assert_eq!(page.value("#segments"), "3+√2, 0.5");
    // as at a terminal: a plus between spaces stands between two segments
    page.browser.fill("#start-segments", "3 + √2; ½");
    page.browser.click("#new-game");
    page.rest();
    assert_eq!(board(&page), [surd("3"), surd("sqrt2"), surd("1/2")]);
    page.browser.fill("#start-segments", "3, x");
    page.browser.click("#new-game");
    page.rest();
    assert!(page.text("#error-game").contains("unexpected 'x'"), "{}", page.text("#error-game"));
    assert_eq!(board(&page), [surd("3"), surd("sqrt2"), surd("1/2")]);
    // and a position of the other tab is played at once
    page.browser.click("#tab-curves");
    page.submit("#segments", "7");
    page.browser.click("#play-position");
    page.rest();
    assert_eq!((board(&page), turn(&page)), (vec![surd("7")], "you".to_owned()));
    assert!(page.frame("#board")[3] > 30.0 && page.text("#error-game").is_empty());
    page.assert_console_is_empty();
}

#[test]
fn a_reply_that_was_stopped_can_be_continued() {
    let Some(page) = Page::open() else { return };
    begin(&page, &[surd("5"), surd("7.5")], "you");
    // the question of the reply is held back until it is given up
    let script = "const byId = (id) => document.getElementById(id);
        const post = Worker.prototype.postMessage;
        let plays = 0;
        await new Promise((resolve) => {
          Worker.prototype.postMessage = function (data) {
            if (data.question?.includes('\"play\"') && ++plays === 2) resolve();
            else post.call(this, data);
          };
          byId('place').value = '1';
          byId('place-piece').click();
        });
        Worker.prototype.postMessage = post;
        byId('stop').click();
        await new Promise((resolve) => setTimeout(resolve));
        return byId('error-place').textContent;";
    let said = page.browser.run_async(script, json!([]));
    assert!(said.as_str().unwrap().starts_with("stopped; "), "{said}");
    assert_eq!((turn(&page), moves(&page)), ("program".to_owned(), 1));
    page.browser.click("#continue");
    page.rest();
    assert_eq!((turn(&page), moves(&page)), ("you".to_owned(), 2));
    assert_eq!(page.text("#error-place"), "");
    page.assert_console_is_empty();
}

#[test]
fn the_game_has_a_tab_on_the_first_screen_and_the_address_names_it() {
    let Some(page) = Page::open() else { return };
    let open = "return [...document.querySelectorAll('[role=tabpanel]')]
        .filter((panel) => panel.checkVisibility({ visibilityProperty: true })).map(({ id }) => id)";
    let tabs = "return [...document.querySelectorAll('[role=tab]')]
        .map((tab) => [tab.getAttribute('aria-selected'), tab.tabIndex, tab.getBoundingClientRect().bottom < 700])";
    assert_eq!(page.browser.run(open, json!([])), json!(["panel-curves"]));
    assert_eq!(
        page.browser.run(tabs, json!([])),
        json!([["false", -1, true], ["false", -1, true], ["true", 0, true]])
    );
    assert_eq!(page.browser.run("return location.hash.endsWith('&tab=curves')", json!([])), json!(true));
    // by keys, as tabs are
    page.browser.type_into("#tab-curves", super::driver::key::RIGHT);
    assert_eq!(page.browser.run(open, json!([])), json!(["panel-game"]));
    assert_eq!(page.browser.run("return document.activeElement.id", json!([])), json!("tab-game"));
    assert_eq!(page.browser.run("return location.hash.includes('tab')", json!([])), json!(false));
    // a board that was laid out behind another tab has the width of the page
    assert!(page.frame("#board .segment[data-index='1']")[2] > 800.0);
    page.open_at("segments=5,7.5&tab=game");
    assert_eq!(page.browser.run(open, json!([])), json!(["panel-game"]));
    page.browser.type_into("#tab-game", super::driver::key::LEFT);
    assert_eq!(page.browser.run(open, json!([])), json!(["panel-curves"]));
    // a link of before that names a range, and no tab, is about the curves
    page.open_at("from=5&to=9&tab=");
    assert_eq!(page.browser.run(open, json!([])), json!(["panel-curves"]));
    page.assert_console_is_empty();
}

#[test]
fn a_segment_that_no_piece_fits_is_shown_as_such_and_not_numbered() {
    let Some(page) = Page::open() else { return };
    begin(&page, &[surd("1/2"), surd("5"), surd("7.5")], "you");
    let shown = |page: &Page| {
        let script = "const texts = (selector, read) => [...document.querySelectorAll(selector)].map(read);
            return [
              texts('#board .segment', (segment) => segment.classList.contains('closed')),
              texts('#board .segment', (segment) => segment.querySelector('sup')?.textContent ?? segment.title),
              texts('#board .segment', (segment) => segment.getAttribute('aria-label')),
              texts('#piece-segment option', (option) => [option.value, option.textContent]),
              document.getElementById('legend').hidden,
            ]";
        page.browser.run(script, json!([]))
    };
    let none = "no piece fits here";
    let expected = json!([
        [true, false, false],
        [none, "1", "2"],
        [format!("{none}, length 0.5"), "segment 1, length 5", "segment 2, length 7.5"],
        [["2", "1: length 5"], ["3", "2: length 7.5"]],
        false,
    ]);
    assert_eq!(shown(&page), expected);
    place(&page, &Move { segment: 2, length: surd("1"), place: surd("1/2") });
    let first = page.text("#history li");
    assert_eq!(first, "You: a piece of length 1 at x = 0.5 in row 2");
    // what is left of it on the left is too short, and what is right of it keeps the number
    let after = shown(&page);
    let [closed, numbers] = [&after[0], &after[1]].map(|list| list.as_array().unwrap());
    let counted = closed.iter().zip(numbers).filter(|(closed, _)| **closed == json!(false));
    let counted: Vec<&str> = counted.map(|(_, number)| number.as_str().unwrap()).collect();
    assert!(["1", "2"].iter().all(|number| counted.contains(number)), "{after}");
    assert!(counted.iter().enumerate().all(|(index, number)| !counted[..index].contains(number)), "{after}");
    assert!(closed[..2] == [json!(true), json!(true)] && numbers[0] == none, "{after}");
    // a hatch, and no text
    let ground = "return getComputedStyle(document.querySelector('#board .closed')).backgroundImage";
    assert!(page.browser.run(ground, json!([])).as_str().unwrap().contains("repeating"));
    begin(&page, &[surd("5")], "you");
    assert_eq!(shown(&page)[4], json!(true));
    page.assert_console_is_empty();
}

/// The texts of all elements that a selector finds.
#[track_caller]
fn texts(page: &Page, selector: &str) -> Value {
    let script = "return [...document.querySelectorAll(arguments[0])].map(({ textContent }) => textContent)";
    page.browser.run(script, json!([selector]))
}

#[test]
fn segments_keep_their_numbers_and_a_line_of_the_history_shows_its_board() {
    let Some(page) = Page::open() else { return };
    begin(&page, &[surd("5"), surd("4")], "first");
    let numbers = |page: &Page| texts(page, "#board .segment sup");
    place(&page, &Move { segment: 1, length: surd("1"), place: surd("2") });
    assert_eq!(numbers(&page), json!(["1", "3", "2"]));
    // in words, as at a terminal
    page.browser.fill("#place", "mid");
    page.browser.type_into("#piece-segment", "2");
    page.browser.click("#place-piece");
    page.rest();
    // the middle of 4 leaves two of 1.5
    assert_eq!(numbers(&page), json!(["1", "3", "2", "4"]));
    let history = texts(&page, "#history li");
    let moved = board(&page);
    page.browser.click("#why");
    let grundy = grundy();
    let values: Vec<u32> = moved.iter().map(|segment| grundy.value_at(segment).unwrap()).collect();
    let sum = values.iter().fold(0, |sum, value| sum ^ value);
    let why = page.text("#status");
    assert!(why.starts_with("Before move 2: g(2) xor g(2) xor g(4) = "), "{why}");
    let fitting = moved.iter().zip(&values).filter(|(segment, _)| **segment >= surd("1"));
    let fitting: Vec<String> = fitting.map(|(_, value)| value.to_string()).collect();
    assert!(why.contains(&format!(" = {} = {sum}. That is ", fitting.join(" xor "))), "{why}");
    // a line shows the board after its move, where nothing can be placed
    page.browser.click("#history li:first-child button");
    assert_eq!((board(&page), texts(&page, "#history li")), (vec![surd("2"), surd("2"), surd("4")], history));
    assert!(page.text("#turn").starts_with("The board after move 1 of 2 ("), "{}", page.text("#turn"));
    assert_eq!(texts(&page, "#board .looked"), json!(["1"]));
    let has_form = "return document.getElementById('move').checkVisibility()";
    assert_eq!(page.browser.run(has_form, json!([])), json!(false));
    let [left, top, width, height] = page.frame("#board .segment[data-index='2']");
    page.browser.drag([left + width / 2.0, top + height / 2.0], [left + width / 2.0, top + height / 2.0]);
    page.rest();
    assert_eq!(moves(&page), 2);
    page.browser.click("#now");
    assert_eq!(board(&page), moved);
    page.browser.click("#history li:first-child button");
    page.browser.click("#undo");
    page.rest();
    assert_eq!((board(&page), moves(&page)), (vec![surd("2"), surd("2"), surd("4")], 1));
    page.assert_console_is_empty();
}

#[test]
fn after_a_refusal_what_was_said_before_goes() {
    let Some(page) = Page::open() else { return };
    begin(&page, &[surd("5"), surd("7.5")], "you");
    page.browser.click("#hint");
    assert!(page.text("#status").starts_with("A winning move"));
    page.browser.fill("#place", "9");
    page.browser.click("#place-piece");
    page.rest();
    assert!(page.text("#error-place").contains("cannot lie at 9") && page.text("#status").is_empty());
    page.browser.click("#tab-curves");
    let is_seen = |page: &Page| {
        let script =
            "return document.querySelector('#lanes svg').checkVisibility({ visibilityProperty: true })";
        page.browser.run(script, json!([]))
    };
    for (typed, seen) in [("5, x", false), ("5 7.5", true)] {
        page.submit("#segments", typed);
        assert_eq!((page.text("#verdict").is_empty(), is_seen(&page)), (!seen, json!(seen)), "{typed}");
    }
    assert_eq!(page.value("#segments"), "5, 7.5");
    page.assert_console_is_empty();
}

#[test]
fn an_easy_program_plays_legal_moves_and_the_score_is_kept() {
    let Some(page) = Page::open() else { return };
    let (grundy, mut random) = (grundy(), Random::new(3));
    page.browser.click("#tab-game");
    page.browser.click("#easy");
    let (mut won, mut mistakes) = ([0, 0], 0);
    for _ in 0..12 {
        begin(&page, &[surd("4"), surd("3+sqrt2")], "you");
        while turn(&page) == "you" {
            let segments = board(&page);
            let best = winning_moves(&segments).into_iter().next();
            // a good move leaves 0, and an easy reply may win nothing all the same
            place(&page, &best.map_or_else(|| random_move(&mut random, &segments), |(step, _)| step));
            mistakes += usize::from(turn(&page) == "you" && value(&grundy, &board(&page)) != 0);
        }
        won[usize::from(moves(&page).is_multiple_of(2))] += 1;
        let expected = format!("Games won: you {}, the program {}.", won[0], won[1]);
        assert_eq!(page.text("#score"), expected);
    }
    assert!(won[0] == 12 && mistakes > 0, "{won:?}");
    page.assert_console_is_empty();
}

/// The pointer does not tell which places win: it is held by all places where anything changes.
#[test]
fn the_pointer_is_held_by_places_that_win_and_by_others_alike() {
    let Some(page) = Page::open() else { return };
    begin(&page, &[surd("5.5"), surd("6")], "you");
    page.browser.click("#tray button[data-length='1']");
    let winning = winning_moves(&[surd("5.5"), surd("6")]);
    let wins = |place: &str| {
        let place = surd(place);
        winning.iter().any(|(step, width)| step.segment == 2 && *width == surd("0") && step.place == place)
    };
    let mut held = vec![];
    for place in ["1", "2", "4", "3"] {
        let [left, top, width, height] = page.frame("#board .segment[data-index='1']");
        let middle = left + (float(&surd(place)) + 0.5) * width / 6.0;
        let mut count = 0;
        for step in -12..=12 {
            page.browser.point_at(middle + f64::from(step), top + height / 2.0);
            page.rest();
            let shown = page.text("#board .ghost");
            count += usize::from(surd(&super::page::plain(shown.trim_start_matches("x = "))) == surd(place));
        }
        held.push((wins(place), count));
    }
    // mirrored on each other, two win and two do not
    assert_eq!(held.iter().map(|(wins, _)| *wins).collect::<Vec<_>>(), [true, false, true, false]);
    let counts: Vec<usize> = held.iter().map(|(_, count)| *count).collect();
    assert!(counts.iter().all(|count| (7..=16).contains(count)), "{counts:?}");
    page.assert_console_is_empty();
}

#[test]
fn a_long_board_has_an_overview_that_moves_it() {
    let Some(page) = Page::open() else { return };
    begin(&page, &[surd("5"), surd("7.5")], "you");
    let is_hidden = "return document.getElementById('overview').hidden";
    assert_eq!(page.browser.run(is_hidden, json!([])), json!(true));
    begin(&page, &[surd("1000"), surd("7.5")], "you");
    assert_eq!(page.browser.run(is_hidden, json!([])), json!(false));
    let [left, top, width, height] = page.frame("#overview");
    let target = [left + 0.75 * width, top + height / 2.0];
    page.browser.drag(target, target);
    let script = "const scroller = document.querySelector('.scroller');
        const [strip, seen] = [document.getElementById('overview'), document.querySelector('.seen')]
          .map((element) => element.getBoundingClientRect());
        return [(scroller.scrollLeft + scroller.clientWidth / 2) / scroller.scrollWidth,
          ((seen.left + seen.right) / 2 - strip.left) / strip.width]";
    let places = page.browser.run(script, json!([]));
    for place in places.as_array().unwrap() {
        assert!((place.as_f64().unwrap() - 0.75).abs() < 0.01, "{places}");
    }
    page.assert_console_is_empty();
}

/// A game has an end: who has won stands above the board and on it, and another one begins with a
/// click.
#[test]
fn a_game_ends_with_a_sign_and_begins_again() {
    let Some(page) = Page::open() else { return };
    let sign = |page: &Page| {
        page.browser.run(
            "const sign = document.querySelector('#board .sign');
            return [sign?.textContent ?? null, document.getElementById('again').hidden]",
            json!([]),
        )
    };
    // the first piece of a single segment is the last one
    begin(&page, &[surd("3/2")], "you");
    assert_eq!(sign(&page), json!([null, true]));
    place(&page, &Move { segment: 1, length: surd("1"), place: surd("1/4") });
    assert_eq!(page.text("#turn"), "You placed the only piece: you win");
    assert_eq!(sign(&page), json!(["You win", false]));
    page.browser.screenshot("game-over.png");
    page.browser.click("#again");
    page.rest();
    assert_eq!((sign(&page), moves(&page), turn(&page)), (json!([null, true]), 0, "you".to_owned()));
    // the program wins what is lost
    begin(&page, &[surd("1"), surd("1")], "you");
    place(&page, &Move { segment: 1, length: surd("1"), place: surd("0") });
    assert_eq!(page.text("#turn"), "The program placed the last of the 2 pieces: it wins");
    assert_eq!(sign(&page), json!(["The program wins", false]));
    // a move that is taken back takes the sign with it
    page.browser.click("#undo");
    page.rest();
    assert_eq!(sign(&page), json!([null, true]));
    page.assert_console_is_empty();
}

#[test]
fn two_people_play_at_one_screen() {
    let Some(page) = Page::open() else { return };
    let state = |page: &Page| {
        let said = page.text("#turn");
        (said.split(" (").next().unwrap().to_owned(), turn(page), moves(page))
    };
    begin(&page, &[surd("2"), surd("1")], "first");
    assert_eq!(state(&page), ("Player 1’s turn".to_owned(), "first".to_owned(), 0));
    assert!(page.text("#turn").ends_with("(value of the sum 3: player 1 can force a win)"));
    place(&page, &Move { segment: 1, length: surd("1"), place: surd("0") });
    let second = ("Player 2’s turn".to_owned(), "second".to_owned(), 1);
    assert_eq!(state(&page), second);
    // each move is taken back alone
    place(&page, &Move { segment: 3, length: surd("1"), place: surd("0") });
    page.browser.click("#undo");
    page.rest();
    assert_eq!(state(&page), second);
    assert_eq!(page.text("#history li"), "Player 1: a piece of length 1 at x = 0 in row 1");
    page.browser.click("#hint");
    assert_eq!(
        page.text("#status"),
        "No move wins here against perfect play. Undo takes back the last move."
    );
    for segment in [3, 2] {
        place(&page, &Move { segment, length: surd("1"), place: surd("0") });
    }
    assert_eq!(page.text("#turn"), "Player 1 placed the last of the 3 pieces: player 1 wins");
    assert_eq!(page.text("#board .sign"), "Player 1 wins");
    page.assert_console_is_empty();
}
