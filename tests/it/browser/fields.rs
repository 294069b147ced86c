//! The fields: other lengths, mistakes beside their field, and the state in the address.

use nimsweep::number::Surd;
use serde_json::json;

use super::driver::key;
use super::page::{Page, plain};
use crate::support::{object, surd};

/// What the page shows of its state.
fn state(page: &Page) -> Vec<String> {
    let fields =
        ["#lengths", "#upto", "#range-from", "#range-to", "#segments"].map(|field| page.value(field));
    let texts = ["#maximum", "#verdict"].map(|element| page.text(element));
    fields.into_iter().chain(texts).collect()
}

#[test]
fn other_lengths_are_typed_in() {
    let Some(page) = Page::open() else { return };
    for (lengths, upto) in [("1, sqrt3", "40"), ("2,3", "81/2"), ("1,(1+sqrt5)/2", "12+3*sqrt5"), ("1", "60")]
    {
        page.browser.fill("#lengths", lengths);
        page.submit("#upto", upto);
        assert_eq!(page.text("#error-lengths") + &page.text("#error-upto"), "", "{lengths}");
        let of = ["--lengths", &lengths.replace(' ', "")];
        let longest = object(&["grundy", "--at", "0", of[0], of[1]])["lengths"].as_array().unwrap().clone();
        let longest = longest.last().unwrap().as_str().unwrap();
        let maximum = object(&["range", longest, upto, of[0], of[1], "--digits", "8"]);
        let shown = page.text("#maximum");
        let value = maximum["value_exact"].as_str().unwrap();
        let (gain, _) = shown.split_once(" at L ").unwrap();
        let closed = gain.split(['=', '≈']).next().unwrap();
        assert_eq!(surd(&plain(closed)), surd(value), "{lengths}: {shown}");
        let [from, to] = page.range();
        assert!(from < surd(longest) && to == surd(upto), "{lengths}: {from} to {to}");
    }
    page.assert_console_is_empty();
}

#[test]
fn mistakes_are_shown_beside_their_field_and_change_nothing() {
    let Some(page) = Page::blank() else { return };
    page.open_at("lengths=1,sqrt2&upto=60&from=10&to=50&segments=5,7.5");
    let (before, address) = (state(&page), page.browser.run("return location.hash", json!([])));
    for (field, error, text, says) in [
        ("#lengths", "#error-lengths", "1,10^30", "do not fit the keys"),
        ("#lengths", "#error-lengths", "1,1", "is given twice"),
        ("#lengths", "#error-lengths", "", "empty"),
        ("#lengths", "#error-lengths", "1,</script>", "unexpected '<'"),
        ("#lengths", "#error-lengths", "1,x2", "unexpected 'x'"),
        ("#upto", "#error-upto", "-3", "is negative"),
        ("#upto", "#error-upto", "10^6", "would take more than a few seconds"),
        ("#upto", "#error-upto", "1/2", "the gain begins at the longest length, √2"),
        ("#range-from", "#error-range", "59+", ""),
        ("#range-to", "#error-range", "5", "is reversed; give the smaller end first"),
        ("#range-to", "#error-range", "10+10^-12", "too narrow for a picture"),
        ("#range-to", "#error-range", "10+10^-30", "too narrow for a picture"),
        ("#segments", "#error-segments", "5, 7,5x", "unexpected 'x'"),
        ("#segments", "#error-segments", "-2", "is negative"),
        ("#segments", "#error-segments", "7,5", "7.5 as one number, or 7 and 5 as two"),
        ("#segments", "#error-segments", "2 +3", "2+3 as one number, or 2 and 3 as two"),
        ("#upto", "#error-upto", "1,000", "1000 as one number"),
    ] {
        let good = page.value(field);
        page.submit(field, text);
        let shown = page.text(error);
        assert!(!shown.is_empty() && shown.contains(says), "{field} {text}: {shown:?}");
        page.submit(field, &good);
        assert_eq!(page.text(error), "", "{field} {text}");
        // applying the lengths again shows everything, so the range is set again
        if ["#lengths", "#upto"].contains(&field) {
            for (field, text) in [("#range-from", "10"), ("#range-to", "50")] {
                page.submit(field, text);
            }
        }
        assert_eq!(state(&page), before, "{field} {text}");
        assert_eq!(page.browser.run("return location.hash", json!([])), address, "{field} {text}");
    }
    page.assert_console_is_empty();
}

/// Where the page says that pieces of each length may lie: the digits.
#[track_caller]
fn rule(page: &Page) -> String {
    let script = "return [...document.querySelectorAll('#rule select')].map(({ value }) => value).join()";
    page.browser.run(script, json!([])).as_str().unwrap().to_owned()
}

/// What the page shows of the gain, and of the reason why it is left out.
#[track_caller]
fn shows_gain(page: &Page) -> bool {
    let script = "const isSeen = (part) => part.checkVisibility();
        const named = [...document.querySelectorAll('p, h2, dt')].filter((part) => /\\bgain\\b/i.test(part.innerText));
        return [...named.filter(isSeen).map((part) => part.id), ...['cursor-e', 'gain-picture'].filter((id) => isSeen(document.getElementById(id)))]";
    let shown = page.browser.run(script, json!([]));
    let shown = shown.as_array().unwrap();
    // without it one sentence says why, and nothing else speaks of it
    let is_left_out = shown == &[json!("no-gain")];
    assert!(
        is_left_out || shown.contains(&json!("cursor-e")) && !shown.contains(&json!("no-gain")),
        "{shown:?}"
    );
    assert_eq!(page.text("#no-gain").is_empty(), !is_left_out);
    !is_left_out
}

#[test]
fn a_rule_leaves_the_gain_out_and_answers_the_rest() {
    let Some(page) = Page::blank() else { return };
    page.open_at("lengths=sqrt2,1&rule=3,7&upto=40&segments=2,4");
    let address = |page: &Page| page.browser.run("return location.hash", json!([]));
    assert_eq!([page.value("#lengths"), rule(&page)], ["1, √2", "7,3"]);
    assert_eq!(address(&page), "#lengths=1,sqrt(2)&rule=7,3&upto=40&segments=2,4&tab=curves");
    assert!(!shows_gain(&page));
    assert_eq!(page.text("#playing"), "Pieces: 1 anywhere, √2 only at an end");
    assert!(page.text("#no-gain").starts_with("A piece of length √2 may lie only at an end"));
    assert_eq!(page.text("#error-range") + &page.text("#error-segments") + &page.text("#error-game"), "");
    page.browser.type_into("#curves", key::RIGHT);
    page.rest();
    let at = plain(&page.text("#cursor-length"));
    let grundy = object(&["grundy", "--at", &at, "--rule", "7,3"]);
    assert_eq!(page.text("#cursor-grundy"), grundy["value"].to_string(), "at {at}");
    // the winning places of each piece
    let list = page.text("#places-list");
    let (first, second) = list.split_once("Segment 2").unwrap();
    let answer = object(&["moves", "2", "4", "--rule", "7,3"]);
    for (index, shown) in [first, second].into_iter().enumerate() {
        for moves in answer["segments"][index]["moves"].as_array().unwrap() {
            let set = |interval: &serde_json::Value| {
                let [start, end] = ["start", "end"].map(|end| interval[end].as_str().unwrap());
                let [first, last] =
                    ["start_included", "end_included"].map(|end| interval[end].as_bool().unwrap());
                let [left, right] = [if first { "[" } else { "(" }, if last { "]" } else { ")" }];
                if start == end { format!("{{{start}}}") } else { format!("{left}{start},{end}{right}") }
            };
            let sets: Vec<String> = moves["winning"].as_array().unwrap().iter().map(set).collect();
            let places = if sets.is_empty() { "nowhere".to_owned() } else { sets.join("∪") };
            let expected = format!("pieceoflength{}:{places}", moves["length"].as_str().unwrap());
            let expected = expected.replace("*sqrt(2)", "√2").replace("sqrt(2)", "√2");
            assert!(plain(shown).contains(&expected), "{expected} in {shown}");
        }
    }
    // a piece of the digit 3 wins at both ends or at none
    assert!(plain(second).contains("pieceoflength√2:{0}∪{4-√2}"), "{second}");
    page.browser.screenshot("rule.png");
    // without a rule the gain is there again, and the address says nothing of one
    page.browser.type_into("#rule label:nth-child(2) select", "any");
    page.browser.click("#apply");
    page.rest();
    assert!(shows_gain(&page) && page.text("#maximum").contains(" at L "));
    assert_eq!(address(&page), "#lengths=1,sqrt(2)&upto=40&segments=2,4&tab=curves");
    // an example has its own rule, or none
    for (of, lengths, shown) in
        [("[data-rule]", "1, √2, 1 + √2", "3,3,3"), (":not([data-rule])", "1, √2", "7,7")]
    {
        page.browser.click(&format!("#examples button{of}"));
        page.rest();
        assert_eq!([page.value("#lengths"), rule(&page)], [lengths, shown]);
        assert_eq!(shows_gain(&page), !shown.contains('3'));
    }
    // other lengths have as many choices, while they are typed, and those of before keep theirs
    page.browser.type_into("#rule label:nth-child(2) select", "only");
    page.browser.fill("#lengths", "1 sqrt2 3");
    assert_eq!(rule(&page), "7,3,7");
    page.submit("#lengths", "1 sqrt2 3");
    assert_eq!(page.value("#lengths"), "1, √2, 3");
    assert!(address(&page).as_str().unwrap().starts_with("#lengths=1,sqrt(2),3&rule=7,3,7&"));
    page.assert_console_is_empty();
}

#[test]
fn a_page_that_begins_with_a_rule_takes_links_without_one() {
    let Some(page) = Page::open_with(&["--lengths", "1,sqrt2", "--rule", "3", "--upto", "30"]) else {
        return;
    };
    assert_eq!((rule(&page), shows_gain(&page)), ("3,3".to_owned(), false));
    page.open_at("upto=20");
    assert_eq!([rule(&page), page.value("#upto")], ["3,3", "20"]);
    page.open_at("lengths=1,sqrt(2)&upto=30");
    assert_eq!((rule(&page), shows_gain(&page)), ("7,7".to_owned(), true));
    page.assert_console_is_empty();
}

#[test]
fn the_address_restores_the_view() {
    let Some(page) = Page::open() else { return };
    for (field, text) in [
        ("#lengths", "1, sqrt3"),
        ("#upto", "70"),
        ("#range-from", "20+sqrt3"),
        ("#range-to", "61/2"),
        ("#segments", "5, 3+sqrt3, 7/2"),
    ] {
        page.submit(field, text);
    }
    let before = state(&page);
    let address = page.browser.run("return location.hash.slice(1)", json!([]));
    page.open_at("");
    assert_ne!(state(&page), before);
    let begun = page.browser.run("return location.hash", json!([]));
    page.open_at(address.as_str().unwrap());
    assert_eq!(state(&page), before);
    assert_eq!(page.range(), [surd("20+sqrt3"), surd("61/2")]);
    // an address that cannot be shown leaves a page that works, and says why
    for (address, error, says) in [
        ("lengths=1,,2&upto=%3C&segments=x", "#error-lengths", "the link asks for 1,,2: "),
        ("rule=5", "#error-rule", "'5' is not a digit of a rule; give 3"),
        ("rule=3,7,7", "#error-rule", "3 digits are given for 2 lengths"),
        ("upto=abc", "#error-upto", "the link asks for abc: "),
        ("upto=1", "#error-upto", "the gain begins at the longest length"),
        ("segments=5,x", "#error-segments", "unexpected 'x'"),
        ("from=5&to=5%2B10^-30", "#error-range", "too narrow for a picture"),
    ] {
        // from another page, since a change after the # does not load the page again
        page.browser.open("about:blank");
        page.open_at(address);
        assert!(page.text("#maximum").contains(" at L = "), "{}", page.text("#maximum"));
        assert!(page.text(error).contains(says), "{address}: {}", page.text(error));
        let shown = page.browser.run("return location.hash", json!([]));
        assert_eq!(shown, begun, "{address}");
    }
    // a plus in an address is a plus
    page.open_at("upto=50+10*sqrt2&segments=3+sqrt2");
    assert_eq!([page.value("#upto"), page.value("#segments")], ["50 + 10√2", "3+√2"]);
    page.assert_console_is_empty();
}

#[test]
fn the_position_and_the_game_follow_the_lengths() {
    let Some(page) = Page::open() else { return };
    let board =
        "return [...document.querySelectorAll('#board .segment')].map(({ dataset }) => dataset.length)";
    for (lengths, upto, segments) in [
        ("1,sqrt3", "40", "5, 7.5, 3+√3"),
        ("60000,60001", "600000", "300000, 450000, 240001"),
        ("1/1000,sqrt2/1000", "1/10", "0.005, 0.0075, 3/1000+√2/1000"),
        ("1/10^9", "20/10^9", "1/200000000, 3/400000000, 1/250000000"),
        ("1,sqrt2", "3/2", "√2"),
    ] {
        for chosen in ["", "5, 15/2"] {
            page.open_at(if chosen.is_empty() { "" } else { "segments=5,15/2" });
            page.browser.fill("#lengths", lengths);
            page.submit("#upto", upto);
            let shown = page.value("#segments");
            let numbers: Vec<Surd> = shown.split(", ").map(|text| surd(&plain(text))).collect();
            let lies = page.browser.run(board, json!([]));
            let lies = lies.as_array().unwrap().iter().map(|length| surd(length.as_str().unwrap()));
            assert_eq!(lies.collect::<Vec<_>>(), numbers, "{lengths}: {chosen}");
            if chosen.is_empty() {
                assert_eq!(shown, segments, "{lengths}");
                assert_eq!(page.text("#error-segments"), "", "{lengths}");
            }
            // beside the game stands, too, why it is another one
            assert_eq!(page.text("#error-game"), page.text("#error-segments"), "{lengths}");
            assert_eq!(page.text("#error-range"), "", "{lengths}");
            page.browser.run("document.getElementById('hint').click()", json!([]));
            page.rest();
        }
    }
    page.assert_console_is_empty();
}

#[test]
fn lengths_far_apart_are_refused_by_the_segments_that_they_would_need() {
    let Some(page) = Page::open() else { return };
    page.submit("#lengths", "1,1e-9");
    let said = page.text("#error-upto");
    assert!(said.ends_with("would take more than a few seconds; give segments of at most 1/20000"), "{said}");
    assert_eq!(page.text("#error-lengths"), "");
    page.assert_console_is_empty();
}

/// Writes down what the page shows while it computes: the ends of the view, and the shares. Its
/// clock is fast, so that a fast machine takes long.
const WATCH: &str = "const clock = performance.now.bind(performance);
    performance.now = () => 8 * clock();
    window.ends = [];
    window.shares = [];
    const byId = (id) => document.getElementById(id);
    const add = (list, value) => list.at(-1) === value || list.push(value);
    const look = () => {
      if (byId('gain-picture').querySelector('svg')) add(window.ends, byId('range-to').value);
      if (!byId('working').hidden && !byId('share').hidden) add(window.shares, byId('share').value);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });";

#[test]
fn a_long_computation_shows_its_share_and_the_curves_as_they_come() {
    let Some(page) = Page::open() else { return };
    page.browser.run(WATCH, json!([]));
    page.browser.fill("#lengths", "1,sqrt29");
    page.browser.fill("#upto", "3000");
    page.browser.type_into("#upto", key::ENTER);
    page.browser.wait_for("document.getElementById('range-to').value === '3000'");
    page.rest();
    let list = |name: &str| page.browser.run(&format!("return window.{name}"), json!([]));
    let ends: Vec<f64> =
        list("ends").as_array().unwrap().iter().map(|end| end.as_str().unwrap().parse().unwrap()).collect();
    // from 500 on, and each part is twice the one before
    assert_eq!(ends.last(), Some(&3000.0), "{ends:?}");
    let parts = &ends[ends.len() - 3..];
    assert!(500.0 <= parts[0] && parts[0] <= 700.0 && 2.0 * parts[0] <= parts[1], "{ends:?}");
    let shares: Vec<f64> =
        list("shares").as_array().unwrap().iter().map(|share| share.as_f64().unwrap()).collect();
    assert!(
        shares.len() > 3 && shares.is_sorted() && shares.iter().all(|share| (0.0..1.0).contains(share)),
        "{shares:?}"
    );
    assert_eq!([page.value("#upto"), page.value("#range-from")], ["3000", "0"]);
    assert!(page.text("#facts").contains("Up to 3000,"), "{}", page.text("#facts"));
    assert_eq!(page.browser.run("return location.hash.includes('upto=3000')", json!([])), json!(true));
    page.assert_console_is_empty();
}

#[test]
fn a_long_computation_can_be_stopped() {
    let Some(page) = Page::blank() else { return };
    // of these lengths g has many steps
    page.open_at("lengths=1,sqrt29&upto=60");
    page.browser.fill("#upto", "4950");
    page.browser.type_into("#upto", key::ENTER);
    page.browser.wait_for("!document.getElementById('working').hidden");
    // in one script, as the work may end before a click of the driver arrives
    let click = "const stop = document.getElementById('stop'), box = stop.getBoundingClientRect();
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        if (stop.contains(top)) stop.click();
        return stop.contains(top);";
    assert_eq!(page.browser.run(click, json!([])), json!(true));
    page.rest();
    assert!(page.text("#error-upto").starts_with("stopped; "), "{}", page.text("#error-upto"));
    // what was computed before stays, and the page says how far it goes
    let known = surd(&plain(&page.value("#upto")));
    assert!(known < surd("4950") && page.range()[1] <= known, "{known}: {:?}", page.range());
    let address = page.browser.run("return location.hash", json!([]));
    assert!(address.as_str().unwrap().contains(&format!("upto={known}")), "{address}");
    // and the engine works again
    page.submit("#upto", "70");
    assert_eq!(page.text("#error-upto"), "");
    assert_eq!(page.range()[1], surd("70"));
    page.assert_console_is_empty();
}

#[test]
fn a_browser_that_cannot_run_the_engine_gets_a_sentence() {
    let Some(page) = Page::open() else { return };
    let hide = |name: &str| {
        let source = format!("delete globalThis.{name};");
        let added =
            page.browser.chromium("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source }));
        page.begin_at("");
        page.browser.wait_for("!document.getElementById('failure').hidden");
        let sentence = page.text("#failure");
        assert!(sentence.contains("needs a browser with WebAssembly and DecompressionStream"), "{sentence}");
        page.browser.chromium(
            "Page.removeScriptToEvaluateOnNewDocument",
            json!({ "identifier": added["identifier"] }),
        );
    };
    hide("WebAssembly");
    hide("DecompressionStream");
    page.open_at("");
    assert_eq!(page.text("#failure"), "");
    page.assert_console_is_empty();
}
