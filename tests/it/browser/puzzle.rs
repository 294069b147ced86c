//! The puzzle: no answer before the try, the same puzzle for all who have its link, and a try by
//! keys and by a finger.

use nimsweep::ask::ask;
use serde_json::{Value, json};

use super::driver::key;
use super::page::Page;

/// The engine's answer to a try of a puzzle.
fn tried(question: Value) -> Value {
    let answer = ask(&question.to_string()).unwrap().to_json();
    serde_json::from_str::<Value>(&answer).unwrap()["try"].clone()
}

/// What the page says of a try.
#[track_caller]
fn assert_told(page: &Page, tried: &Value) {
    let outcome = if tried["wins"] == true { "wins" } else { "loses" };
    assert_eq!(page.text("#why-tried"), format!("This move {outcome}: {}.", tried["why"].as_str().unwrap()));
    for (id, key) in [("#shared", "shared"), ("#proof", "proof")] {
        assert_eq!(page.text(id), tried[key].as_str().unwrap());
    }
    let [told, answer] = [page.text("#only"), tried["answer"].to_string()];
    assert_eq!(told[1..told.len() - 1], answer[2..answer.len() - 1]);
}

#[test]
fn a_try_with_keys_and_nothing_of_the_answer_before() {
    let Some(page) = Page::blank() else { return };
    // x = 3 or 4 + √3 for the length 1 in segment 2
    let question = json!({ "command": "puzzle", "date": "2026-11-29" });
    page.resize(1400, 900, false);
    page.open_at("puzzle=2026-11-29");
    page.browser.screenshot("puzzle.png");
    let inside = "return document.body.cloneNode(true).querySelector('#panel-puzzle').outerHTML";
    let before = page.browser.run(inside, json!([])).as_str().unwrap().to_owned();
    for word in ["4+√3", "4 + √3", "4+sqrt(3)", "x = 3", "class=\"wins\"", "moves", "◆"] {
        assert!(!before.contains(word), "{word}");
    }
    assert!(page.text("#puzzle-asked").starts_with(
        "Difficulty 7 of 7. Pieces: 1 and √3 anywhere. Only one move and its mirror image win:"
    ));
    // a piece that is aimed at the place that wins does not jump there: no exact number is offered
    let [left, top, width, height] = page.frame("#puzzle-rows .segment[data-index='1']");
    let unit = width / (8.0 + 3f64.sqrt());
    page.browser.drag(
        [left + 2.0, top + height / 2.0],
        [left + unit * (4.5 + 3f64.sqrt()) + 1.0, top + height / 2.0],
    );
    page.rest();
    let aimed: f64 = page.value("#try-place").parse().unwrap();
    assert!((aimed - 4.0 - 3f64.sqrt()).abs() < 3.0 / unit, "{aimed}");
    assert_eq!(page.value("#try-segment"), "2");
    // a move that is not legal is refused, and does not use up the try
    page.submit("#try-place", "30");
    assert!(
        page.text("#error-try").contains("does not fit") || page.text("#error-try").contains("from 0 to")
    );
    page.submit("#try-place", "4+√3");
    let tried = tried(
        json!({ "command": "puzzle", "date": question["date"], "segment": 2, "length": 1, "place": "4+√3" }),
    );
    assert_eq!(tried["wins"], true);
    assert_told(&page, &tried);
    page.browser.screenshot("puzzle-solved.png");
    // there is one try
    assert_eq!(page.browser.run("return document.getElementById('try-it').disabled", json!([])), json!(true));
    let painted = page.browser.run("return document.querySelectorAll('.wins').length", json!([]));
    assert_eq!(painted, 2);
    page.assert_console_is_empty();
}

#[test]
fn a_try_with_a_finger() {
    let Some(page) = Page::blank() else { return };
    page.resize(390, 900, true);
    page.open_at("puzzle=5.5,6");
    let asked = page.text("#puzzle-asked");
    let [left, top, width, height] = page.frame("#puzzle-rows .segment[data-index='1']");
    let point = json!([{ "x": left + width / 3.0, "y": top + height / 2.0 }]);
    page.browser.chromium("Input.dispatchTouchEvent", json!({ "type": "touchStart", "touchPoints": point }));
    page.browser.chromium("Input.dispatchTouchEvent", json!({ "type": "touchEnd", "touchPoints": [] }));
    page.rest();
    let place = page.value("#try-place");
    assert_eq!(page.value("#try-segment"), "2");
    page.browser.click("#try-it");
    page.rest();
    assert_told(
        &page,
        &tried(
            json!({ "command": "puzzle", "segments": ["5.5", "6"], "segment": 2, "length": 1, "place": place }),
        ),
    );
    page.browser.screenshot("puzzle-narrow.png");
    let widths = page.browser.run("return [document.documentElement.scrollWidth, innerWidth]", json!([]));
    assert_eq!(widths, json!([390, 390]));
    // the link that is shared opens the same puzzle, on a wide screen as well
    page.browser.run("navigator.clipboard.writeText = () => Promise.reject()", json!([]));
    page.browser.click("#share-puzzle");
    page.rest();
    let shared = page.text("#shared");
    let (_, link) = shared.split_once('#').unwrap();
    assert_eq!(page.browser.run("return getSelection().toString()", json!([])), json!(shared));
    page.resize(1400, 900, false);
    page.open_at(link);
    assert_eq!(page.text("#puzzle-asked"), asked);
    let hidden = page.browser.run("return document.getElementById('tried').hidden", json!([]));
    assert_eq!(hidden, json!(true));
    page.assert_console_is_empty();
}

#[test]
fn a_puzzle_has_its_link_and_others_are_refused() {
    let Some(page) = Page::blank() else { return };
    for (puzzle, reason) in [
        ("2,2", "this is not a puzzle: no move wins; try other segments"),
        ("7,9,5", "this is not a puzzle: more than one move wins; try other segments"),
        ("2026-02-30", "'2026-02-30' is not a date from 2000 to 2999; write it as in 2026-11-25"),
        ("1999-12-31", "'1999-12-31' is not a date from 2000 to 2999; write it as in 2026-11-25"),
    ] {
        page.open_at(&format!("puzzle={puzzle}"));
        assert_eq!(page.text("#error-day"), reason);
        assert_eq!(page.text("#puzzle-rows"), "");
    }
    // another day, with the keys of the field
    page.browser.type_into("#day", "11262026");
    page.rest();
    assert!(page.text("#puzzle-asked").starts_with("Difficulty 4 of 7."), "{}", page.text("#puzzle-asked"));
    let hash = || page.browser.run("return location.hash", json!([])).as_str().unwrap().to_owned();
    assert!(hash().ends_with("puzzle=2026-11-26"), "{}", hash());
    // a year that has none is refused when it is typed to its end
    page.browser.type_into("#day", "11261999\t\t");
    page.rest();
    assert!(page.text("#error-day").starts_with("'1999-11-26' is not"), "{}", page.text("#error-day"));
    page.browser.type_into("#day", "11262026");
    page.rest();
    // other tabs leave it, and come back to it
    page.browser.type_into("#tab-puzzle", key::RIGHT);
    page.rest();
    assert!(!hash().contains("puzzle"), "{}", hash());
    page.browser.type_into("#tab-curves", key::LEFT);
    page.rest();
    assert!(hash().ends_with("puzzle=2026-11-26"), "{}", hash());
    // lengths in another order, each with its own digit; and a try stays when its tab is left
    page.open_at("puzzle=6,2&lengths=2,1&rule=3,7");
    assert!(page.text("#puzzle-asked").starts_with("Pieces: 1 anywhere, 2 only at an end. Only"));
    page.submit("#try-place", "1.5");
    assert_eq!(page.text("#shared"), "nimsweep 6,2 --lengths 1,2 --rule 7,3 ◆◆◆");
    page.browser.click("#tab-game");
    page.browser.click("#tab-puzzle");
    page.rest();
    assert_eq!(page.text("#shared"), "nimsweep 6,2 --lengths 1,2 --rule 7,3 ◆◆◆");
    assert_eq!(page.browser.run("return document.getElementById('tried').hidden", json!([])), json!(false));
    // of two days that are asked for at once, the last one, also if it is shown already
    page.open_at("puzzle=2026-11-26");
    let days = "for (const day of ['2026-11-25', '2026-11-26']) {
          document.getElementById('day').value = day;
          document.getElementById('day').onchange();
        }";
    page.browser.run(days, json!([]));
    page.rest();
    assert_eq!(page.value("#day"), "2026-11-26");
    assert!(page.text("#puzzle-asked").starts_with("Difficulty 4 of 7."));
    // one segment, where the piece may lie everywhere
    page.open_at("puzzle=1.2");
    page.submit("#try-place", "0.1");
    assert_eq!(page.text("#shared"), "nimsweep 6/5 ◆◆◆");
    assert_eq!(page.text("#why-tried"), "This move wins: it leaves no room for another piece.");
    let painted = page.browser.run("return document.querySelectorAll('.wins').length", json!([]));
    assert_eq!(painted, 1);
    // a position of one's own
    page.open_at("segments=5.5,6&lengths=1,sqrt2");
    page.browser.click("#make-puzzle");
    page.rest();
    assert!(page.text("#puzzle-asked").starts_with("Pieces: 1 and √2 anywhere. Only"));
    assert!(hash().ends_with("puzzle=11/2,6") && !hash().contains("segments"), "{}", hash());
    // which has its segments in the address again
    page.browser.click("#tab-curves");
    page.rest();
    assert!(hash().contains("segments=11/2,6") && hash().ends_with("tab=curves"), "{}", hash());
    // a link with lengths that are refused shows no puzzle of others
    page.browser.run("location.hash = 'puzzle=6,2&lengths=2,2'", json!([]));
    page.rest();
    assert!(page.text("#error-day").contains("2 is given twice"), "{}", page.text("#error-day"));
    let hidden = page.browser.run("return document.getElementById('puzzle-rows').hidden", json!([]));
    assert_eq!(hidden, json!(true));
}
