//! The curves: exact values under the cursor, zoom, and the certified maximum of what is visible.

use nimsweep::number::Surd;
use serde_json::{Value, json};

use super::driver::key;
use super::page::{Page, plain};
use crate::support::{object, surd};

/// Compares what the page says at its cross-hair with the program; returns the length there.
#[track_caller]
fn compare_cursor(page: &Page) -> Surd {
    let at = page.number("#cursor-length");
    let grundy = object(&format!("grundy --at {at}"));
    assert_eq!(page.text("#cursor-grundy"), grundy["value"].to_string(), "at {at}");
    if at >= surd("sqrt2") {
        let gain = object(&format!("gain --at {at}"));
        assert_eq!(page.number("#cursor-gain"), surd(gain["value_exact"].as_str().unwrap()), "at {at}");
    } else {
        assert!(page.text("#cursor-gain").starts_with("not defined below L = √2"), "at {at}");
    }
    at
}

/// Compares the maximum that the page shows with that of the program for the visible ends.
#[track_caller]
fn compare_maximum(page: &Page) {
    let [from, to] = page.range();
    let from = from.max(surd("sqrt2"));
    let expected = object(&format!("--range {from} {to}"));
    let text = page.text("#maximum");
    let (value, places) = text.split_once(" at L ").unwrap_or_else(|| panic!("{from} to {to}: {text}"));
    let same = |shown: &str, exact: &Value, decimal: &Value| {
        let numbers: Vec<Surd> = shown
            .split(['=', '≈'])
            .filter(|part| !part.trim().is_empty())
            .map(|part| surd(&plain(part)))
            .collect();
        // a closed form comes first, and is followed by decimals unless it is whole
        if let Some(exact) = exact.as_str() {
            assert_eq!(numbers[0], surd(exact), "{from} to {to}: {text}");
        }
        let decimals = numbers.last().unwrap() - surd(decimal.as_str().unwrap());
        let reach = surd("1/10^8");
        assert!(-&reach <= decimals && decimals <= reach, "{from} to {to}: {text}");
        // "=" joins what is equal, and "≈" what is rounded
        for (pair, sign) in numbers.windows(2).zip(shown.chars().filter(|sign| "=≈".contains(*sign))) {
            assert_eq!(pair[0] == pair[1], sign == '=', "{from} to {to}: {text}");
        }
    };
    same(value, &expected["value_exact"], &expected["value"]);
    let expected = expected["places"].as_array().unwrap();
    assert_eq!(places.split(" and ").count(), expected.len(), "{from} to {to}: {text}");
    for (shown, place) in places.split(" and L ").zip(expected) {
        same(shown.trim_start_matches("= "), &place["at_exact"], &place["at"]);
    }
}

#[test]
fn the_values_at_the_cursor_are_those_of_the_program() {
    let Some(page) = Page::open() else { return };
    for state in ["upto=100", "upto=100&from=20&to=30", "upto=100&from=57&to=57%2B1/7"] {
        page.open_at(state);
        let [left, top, width, height] = page.frame("#gain-picture");
        let mut before = surd("-1");
        for part in [0.1, 0.25, 0.4, 0.55, 0.7, 0.85, 0.97] {
            page.browser.point_at(left + part * width, top + height / 2.0);
            page.rest();
            let at = compare_cursor(&page);
            assert!(at > before, "{state}: {at} is right of {before}");
            before = at;
        }
    }
    // by keys: the cross-hair moves by a pixel or to the next breakpoint
    for (arrow, moves_right) in [(key::RIGHT, true), (key::LEFT, false)] {
        let before = page.number("#cursor-length");
        page.browser.type_into("#curves", arrow);
        page.rest();
        assert_eq!(compare_cursor(&page) > before, moves_right);
    }
    page.assert_console_is_empty();
}

#[test]
fn zoom_and_pan_keep_the_maximum_certified() {
    let Some(page) = Page::open() else { return };
    page.open_at("upto=100");
    let whole = page.range();
    compare_maximum(&page);
    let width = |[from, to]: &[Surd; 2]| to - from;
    let [left, top, pixels, height] = page.frame("#gain-picture");
    let [middle, line] = [left + pixels / 2.0, top + height / 2.0];
    let mut before = whole.clone();
    // each gesture with whether less, as much or more is visible after it
    type Gesture = (&'static str, fn(&Page, f64, f64), std::cmp::Ordering);
    use std::cmp::Ordering::{Equal, Greater, Less};
    let gestures: [Gesture; 9] = [
        ("the wheel upwards", |page, x, y| page.browser.wheel(x, y, -600), Less),
        ("the key +", |page, _, _| page.browser.type_into("#curves", "+"), Less),
        ("the button +", |page, _, _| page.browser.click("#zoom-in"), Less),
        ("the key -", |page, _, _| page.browser.type_into("#curves", "-"), Greater),
        ("the wheel downwards", |page, x, y| page.browser.wheel(x, y, 200), Greater),
        ("the button to the right", |page, _, _| page.browser.click("#pan-right"), Equal),
        ("the button to the left", |page, _, _| page.browser.click("#pan-left"), Equal),
        ("dragging", |page, x, y| page.browser.drag([x, y], [x - 200.0, y]), Equal),
        ("the button −", |page, _, _| page.browser.click("#zoom-out"), Greater),
    ];
    for (name, gesture, order) in gestures {
        // a click may have scrolled the page
        page.frame("#gain-picture");
        gesture(&page, middle, line);
        page.rest();
        let now = page.range();
        assert_ne!(now, before, "{name}");
        assert!(whole[0] <= now[0] && now[1] <= whole[1], "{name}: {now:?}");
        let pixel = &width(&before) / &Surd::from(pixels as i64);
        let close = Surd::from(2) * &pixel;
        let change = width(&now) - width(&before);
        let found = if change > close {
            Greater
        } else if change < -close {
            Less
        } else {
            Equal
        };
        assert_eq!(found, order, "{name}: {before:?} to {now:?}");
        compare_maximum(&page);
        before = now;
    }
    page.browser.type_into("#curves", key::HOME);
    page.rest();
    assert_eq!(page.range(), whole);
    compare_maximum(&page);
    // down to a single piece of e
    for _ in 0..18 {
        page.browser.click("#zoom-in");
    }
    page.rest();
    compare_maximum(&page);
    let [from, to] = page.range();
    assert!(to - from < surd("1/1000"), "{:?}", page.range());
    let picture = "return document.querySelector('#gain-picture svg').outerHTML.length";
    assert!(page.browser.run(picture, json!([])).as_u64().unwrap() > 100);
    page.assert_console_is_empty();
}
