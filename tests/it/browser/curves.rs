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
    // at an end of the view, which is a decimal with many digits, it is not written out
    let edge = [("left", &from), ("right", &to)]
        .into_iter()
        .find(|(side, _)| text.ends_with(&format!(" at the {side} edge")));
    if let Some((_, end)) = edge {
        assert_eq!(surd(expected["places"][0]["at_exact"].as_str().unwrap()), *end, "{text}");
        let shown: f64 = text.split(' ').nth(1).unwrap().parse().unwrap();
        let value: f64 = expected["value"].as_str().unwrap().parse().unwrap();
        assert!(
            text.starts_with("≈ ") && (shown / value - 1.0).abs() < 1e-4 && text.len() < 40,
            "{text}: {value}"
        );
        return;
    }
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
    let Some(page) = Page::blank() else { return };
    for state in ["upto=100", "upto=100&from=20&to=30", "upto=100&from=57&to=57%2B1/7"] {
        page.open_at(state);
        let [left, top, width, height] = page.frame("#gain-picture");
        let mut before = surd("-1");
        for part in [0.1, 0.25, 0.4, 0.55, 0.7, 0.85, 0.97] {
            page.browser.point_at(left + part * width, top + height / 2.0);
            page.rest();
            let at = compare_cursor(&page);
            assert!(at > before, "{state}: {at} is right of {before}");
            before = at.clone();
            // a dot on each curve has its number
            let dots = "return ['gain', 'grundy'].map((name) => {
                const dot = document.querySelector(`#${name}-picture .dot`);
                return dot.checkVisibility() ? dot.dataset.value : null;
              })";
            let dots = page.browser.run(dots, json!([]));
            assert_eq!(dots[1], json!(page.text("#cursor-grundy")), "at {at}");
            if at < surd("sqrt2") {
                assert_eq!(dots[0], Value::Null, "at {at}");
            } else {
                let shown = surd(dots[0].as_str().unwrap().trim_start_matches("≈ "));
                let difference = shown - page.number("#cursor-gain");
                let reach = surd("1/20000");
                assert!(-&reach <= difference && difference <= reach, "at {at}: {}", dots[0]);
            }
        }
    }
    // the dot is on the curve: at the maximum it is on the mark
    let places = "const middle = (selector) => {
        const { left, right, top, bottom } = document.querySelector(selector).getBoundingClientRect();
        return [(left + right) / 2, (top + bottom) / 2];
      };
      return [middle('#gain-picture circle'), middle('#gain-picture .dot')]";
    page.frame("#gain-picture");
    let mark = page.browser.run(places, json!([]))[0].clone();
    page.browser.point_at(mark[0].as_f64().unwrap(), mark[1].as_f64().unwrap() + 20.0);
    page.rest();
    let both = page.browser.run(places, json!([]));
    for axis in [0, 1] {
        let [mark, dot] = [0, 1].map(|of| both[of][axis].as_f64().unwrap());
        assert!((mark - dot).abs() < 1.5, "{both}");
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
    let Some(page) = Page::blank() else { return };
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
        // a gesture ends at decimals with no more digits than pixels have
        for field in ["#range-from", "#range-to"] {
            let end = page.value(field);
            assert!(end.len() <= 7 && end.chars().all(|c| c.is_ascii_digit() || c == '.'), "{name}: {end}");
        }
        assert!(whole[0] <= now[0], "{name}: {now:?}");
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

#[test]
fn pointing_and_clicking_only_read_and_buttons_open_or_add_that_segment() {
    let Some(page) = Page::blank() else { return };
    page.open_at("upto=100&segments=5,7.5,3+sqrt2");
    let before = page.value("#segments");
    for (part, picture, button, count) in
        [(0.3, "#gain-picture", "#open-here", 1), (0.7, "#grundy-picture", "#add-here", 2)]
    {
        let [left, top, width, height] = page.frame(picture);
        let place = [left + part * width, top + height / 2.0];
        let kept = page.value("#segments");
        page.browser.point_at(place[0], place[1]);
        page.browser.drag(place, place);
        page.browser.drag(place, [place[0] - 30.0, place[1]]);
        page.rest();
        assert_eq!(page.value("#segments"), kept);
        let at = page.number("#cursor-length");
        page.browser.click(button);
        page.rest();
        let now = plain(&page.value("#segments"));
        let segments: Vec<_> = now.split(',').map(surd).collect();
        assert_eq!((segments.len(), &segments[count - 1]), (count, &at), "{now}");
        assert!(page.text("#opened").starts_with("The segment of length L = "), "{}", page.text("#opened"));
    }
    assert_ne!(page.value("#segments"), before);
    // and so does a key
    page.browser.type_into("#curves", key::RIGHT);
    page.browser.type_into("#curves", key::ENTER);
    page.rest();
    assert_eq!(surd(&plain(&page.value("#segments"))), page.number("#cursor-length"));
    page.assert_console_is_empty();
}

#[test]
fn a_value_is_explained_by_what_each_move_leaves() {
    let Some(page) = Page::blank() else { return };
    page.open_at("upto=20&segments=5,7.5,3+sqrt2");
    let [left, top, width, height] = page.frame("#grundy-picture");
    page.browser.point_at(left + 0.4 * width, top + height / 2.0);
    page.rest();
    let (at, value) = (plain(&page.text("#cursor-length")), page.text("#cursor-grundy"));
    page.browser.click("#why-here");
    page.rest();
    let count = || {
        page.browser
            .run("return document.querySelectorAll('#options-table tbody tr').length", json!([]))
            .as_u64()
    };
    let options = |words: &[&str]| object(words)["options"].as_array().unwrap().len() as u64;
    assert_eq!(count(), Some(options(&["explain", &at])), "at {at}");
    let text = page.text("#options-table");
    assert!(text.contains(&format!("and none leaves {value}, so the value is {value}.")), "{text}");
    // and so is that of a sum, as long as the table is open
    page.submit("#segments", "2, 3");
    page.rest();
    assert_eq!(count(), Some(options(&["explain", "2", "3"])));
    assert!(page.text("#options-table").contains("segment"));
    page.submit("#segments", "5000");
    page.rest();
    let refusal = page.text("#options-table");
    assert!(refusal.starts_with("there are 125580 rows, and at most 5000 are listed"), "{refusal}");
    page.assert_console_is_empty();
}

#[test]
fn values_views_and_tables_are_taken_away() {
    let Some(page) = Page::blank() else { return };
    page.open_at("upto=60&from=2&to=9");
    let stub = "Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => {
          if (window.refuses) throw new Error();
          window.taken = text;
        } } });
        URL.createObjectURL = (blob) => ((window.blob = blob), '');
        HTMLAnchorElement.prototype.click = function () { window.taken = window.blob.text(); };";
    page.browser.run(stub, json!([]));
    let take = |kind: &str| {
        let script = "document.getElementById('take').value = args[0];
            window.taken = null;
            document.getElementById('copy').click();
            while (!/^(Copied|Saved|Select|Point)/.test(document.getElementById('copy').textContent)) await new Promise((resolve) => setTimeout(resolve, 10));
            const said = document.getElementById('copy').textContent;
            document.getElementById('copy').textContent = '';
            return [said, await window.taken];";
        let answer = page.browser.run_async(script, json!([kind]));
        (answer[0].as_str().unwrap().to_owned(), answer[1].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(take("values"), ("Point at a curve first".to_owned(), String::new()));
    let [left, top, width, height] = page.frame("#gain-picture");
    page.browser.point_at(left + 0.4 * width, top + height / 2.0);
    page.rest();
    let at = compare_cursor(&page);
    let gain = page.number("#cursor-gain");
    let (said, python) = take("python");
    let quoted: Vec<Surd> = python.split('"').skip(1).step_by(2).map(surd).collect();
    assert_eq!((said.as_str(), quoted), ("Copied", vec![at, gain]), "{python}");
    assert!(python.ends_with(&format!(", {}", page.text("#cursor-grundy"))), "{python}");
    assert!(take("link").1.contains("&from=2&to=9"));
    // the calls draw what is seen
    for call in take("calls").1.lines() {
        let arguments = call.strip_prefix("nimsweep ").unwrap().replace('\'', "");
        let arguments: Vec<&str> =
            arguments.split(' ').filter(|word| *word != "-o" && !word.ends_with(".svg")).collect();
        let curve = arguments[1];
        let (said, taken) = take(curve);
        assert_eq!((said.as_str(), taken.starts_with("<svg")), ("Saved", true));
        let size = "return ['width', 'height'].map((side) => new DOMParser().parseFromString(arguments[0], 'image/svg+xml').documentElement.getAttribute(side)).join('x')";
        let size = page.browser.run(size, json!([taken]));
        let drawn = object(&[&arguments[..], &["--size", size.as_str().unwrap(), "--title", ""]].concat());
        assert_eq!(taken, drawn["svg"].as_str().unwrap());
    }
    // each breakpoint in view with its value
    let table = take("csv").1;
    let mut rows = table.lines();
    assert_eq!(rows.next(), Some("curve,at,at_decimal,value"));
    let mut counts = [0, 0];
    for row in rows {
        let [curve, at, _, value] = row.split(',').collect::<Vec<_>>().try_into().unwrap();
        assert!(surd("2") <= surd(at) && surd(at) <= surd("9"), "{row}");
        let (index, expected) = match curve {
            "e" => (0, object(&["gain", "--at", at])["value_exact"].as_str().unwrap().to_owned()),
            _ => (1, object(&["grundy", "--at", at])["value"].to_string()),
        };
        assert_eq!(surd(value), surd(&expected), "{row}");
        counts[index] += 1;
    }
    let steps = object("grundy --upto 9")["intervals"].as_array().unwrap().clone();
    let steps = steps.iter().filter(|step| surd(step["start"].as_str().unwrap()) >= surd("2")).count();
    let pieces = object("gain --range 2 9")["pieces"].as_array().unwrap().len();
    // where the view begins e has no breakpoint
    assert_eq!(counts, [pieces - 1, steps]);
    // where the clipboard is refused the text is there, and selected
    page.browser.run("window.refuses = true", json!([]));
    assert_eq!(take("latex").0, "Select and copy");
    let selected = "const field = document.getElementById('taken');
        return [document.activeElement === field && field.checkVisibility(), field.value.slice(field.selectionStart, field.selectionEnd)]";
    let selected = page.browser.run(selected, json!([]));
    assert!(selected[0] == json!(true) && selected[1].as_str().unwrap().starts_with("$L = "), "{selected}");
    page.assert_console_is_empty();
}

/// Goes one step back in the browser's history.
#[track_caller]
fn back(page: &Page) {
    let script = "await new Promise((resolve) => {
        addEventListener('hashchange', () => setTimeout(resolve), { once: true });
        history.back();
      })";
    page.browser.run_async(script, json!([]));
    page.rest();
}

#[test]
fn a_step_back_takes_back_a_zoom_or_a_position() {
    let Some(page) = Page::blank() else { return };
    page.open_at("upto=60&segments=5,7.5");
    let shown = |page: &Page| (page.range(), page.value("#segments"), page.text("#maximum"));
    let mut before = vec![];
    type Step = fn(&Page);
    let steps: [Step; 5] = [
        |page| page.browser.click("#zoom-in"),
        |page| page.browser.click("#pan-right"),
        |page| page.submit("#segments", "6"),
        // one move of the slider has many places
        |page| {
            let slide = "const slider = document.getElementById('slider');
                for (const value of [300, 310, 320]) {
                  slider.value = value;
                  slider.dispatchEvent(new Event('input'));
                  await new Promise((resolve) => setTimeout(resolve, 50));
                }
                slider.dispatchEvent(new Event('change'));";
            page.browser.run_async(slide, json!([]));
        },
        |page| page.submit("#lengths", "1, sqrt3"),
    ];
    for step in steps {
        before.push(shown(&page));
        step(&page);
        page.rest();
        assert_ne!(before.last(), Some(&shown(&page)));
    }
    for state in before.into_iter().rev() {
        back(&page);
        assert_eq!(shown(&page), state);
    }
    assert_eq!(page.range(), [surd("0"), surd("60")]);
    // while more is computed a zoom is a step of its own, and the limit that was asked for stays
    page.open_at("upto=60");
    let script = "const byId = (id) => document.getElementById(id);
        const until = async (holds) => { while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5)); };
        byId('lengths').value = '1, sqrt29';
        byId('upto').value = '3000';
        byId('setting').requestSubmit();
        await until(() => location.hash.includes('sqrt(29)'));
        const before = history.length;
        byId('zoom-in').click();
        await until(() => history.length > before);
        return location.hash;";
    let zoomed = page.browser.run_async(script, json!([]));
    assert!(zoomed.as_str().unwrap().contains("&upto=3000&from="), "{zoomed}");
    back(&page);
    assert_eq!((page.value("#upto"), page.range()[0].clone()), ("3000".to_owned(), surd("0")));
    assert_eq!(page.value("#lengths"), "1, √29");
    page.assert_console_is_empty();
}

#[test]
fn the_curves_go_on_beyond_what_was_computed() {
    let Some(page) = Page::blank() else { return };
    page.open_at("upto=29");
    let [left, top, width, height] = page.frame("#gain-picture");
    page.browser.wheel(left + width / 2.0, top + height / 2.0, 100);
    page.rest();
    assert!(page.range()[1] >= surd("30"), "{:?}", page.range());
    compare_maximum(&page);
    page.browser.point_at(left + 0.97 * width, top + height / 2.0);
    page.rest();
    assert!(compare_cursor(&page) > surd("30"));
    // and links do, to an end that a sentence names
    page.open_at("upto=29&from=4000&to=4020");
    compare_maximum(&page);
    assert_eq!((page.range(), page.text("#opened")), ([surd("4000"), surd("4020")], String::new()));
    page.submit("#range-to", "5001");
    assert!(
        page.text("#error-range").ends_with("give segments of at most 5000"),
        "{}",
        page.text("#error-range")
    );
    page.submit("#range-to", "5000");
    assert_eq!(
        page.text("#opened"),
        "Here the view ends, at 5000 times the shortest length; the program goes on."
    );
    page.browser.click("#pan-right");
    page.rest();
    assert_eq!(page.range()[1], surd("5000"));
    // a view that cannot be drawn gives way to the last one: it is stopped while it is computed
    let other = "lengths=1,sqrt29&upto=60&from=10&to=20";
    page.open_at(other);
    let before = (page.range(), page.text("#maximum"));
    let script = "document.getElementById('range-to').value = '4900';
        document.getElementById('range-to').onchange();
        await new Promise((resolve) => setTimeout(resolve, 50));
        document.getElementById('stop').click();";
    page.browser.run_async(script, json!([]));
    page.rest();
    assert!(page.text("#error-range").starts_with("stopped; "), "{}", page.text("#error-range"));
    page.submit("#range-to", "20");
    assert_eq!((page.range(), page.text("#maximum")), before);
    page.assert_console_is_empty();
}

/// What the engine draws beyond the end to which views are moved is drawn, and is left by panning.
#[test]
fn a_range_may_be_typed_that_no_gesture_reaches() {
    let Some(page) = Page::blank() else { return };
    page.open_at("lengths=1&upto=60");
    page.submit("#range-to", "6000");
    assert_eq!((page.range()[1].clone(), page.text("#error-range")), (surd("6000"), String::new()));
    let [left, top, width, height] = page.frame("#gain-picture");
    page.browser.point_at(left + 0.95 * width, top + height / 2.0);
    page.rest();
    assert!(page.number("#cursor-length") > surd("5500"));
    page.browser.click("#zoom-in");
    page.browser.click("#pan-right");
    page.rest();
    let [from, to] = page.range();
    assert!(surd("0") < from && from < to && to <= surd("6000"), "{from} to {to}");
    page.assert_console_is_empty();
}

/// Values stand in their line, whatever they are, and move nothing.
#[test]
fn the_readout_breaks_no_number_and_keeps_its_height() {
    let Some(page) = Page::blank() else { return };
    for width in [390, 800, 1024, 1400] {
        page.resize(width, 900, false);
        for state in ["upto=100", "upto=29&from=1000&to=1020"] {
            page.open_at(state);
            let [left, top, pixels, height] = page.frame("#gain-picture");
            for part in [0.2, 0.43, 0.7, 0.95] {
                page.browser.point_at(left + part * pixels, top + height / 2.0);
                page.rest();
                let lines = "const lines = (id) => {
                    const range = document.createRange();
                    range.selectNodeContents(document.getElementById(id));
                    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
                  };
                  return [lines('cursor-length'), lines('cursor-grundy'), document.getElementById('gain-picture').getBoundingClientRect().top]";
                let found = page.browser.run(lines, json!([]));
                assert_eq!([&found[0], &found[1]], [1, 1], "{width} {state} {part}");
                assert!((found[2].as_f64().unwrap() - top).abs() < 0.5, "{width} {state} {part}: {found}");
            }
        }
    }
    page.browser.chromium("Emulation.clearDeviceMetricsOverride", json!({}));
    page.assert_console_is_empty();
}

#[test]
fn fingers_that_pinch_leave_the_cross_hair() {
    let Some(page) = Page::blank() else { return };
    page.browser.chromium("Emulation.setTouchEmulationEnabled", json!({ "enabled": true }));
    page.open_at("upto=60");
    let [left, top, width, height] = page.frame("#gain-picture");
    let touch = |kind: &str, parts: &[f64]| {
        let points = parts.iter().enumerate();
        let points =
            points.map(|(id, part)| json!({ "id": id, "x": left + part * width, "y": top + height / 2.0 }));
        let points: Vec<Value> = points.collect();
        page.browser.chromium("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points }));
    };
    // a tap reads
    touch("touchStart", &[0.4]);
    touch("touchEnd", &[]);
    page.rest();
    let (at, whole) = (compare_cursor(&page), page.range());
    touch("touchStart", &[0.3]);
    touch("touchStart", &[0.3, 0.6]);
    touch("touchMove", &[0.25, 0.65]);
    touch("touchMove", &[0.2, 0.7]);
    touch("touchEnd", &[]);
    page.rest();
    assert_ne!(page.range(), whole);
    assert_eq!(page.number("#cursor-length"), at);
    page.browser.chromium("Emulation.setTouchEmulationEnabled", json!({ "enabled": false }));
    page.assert_console_is_empty();
}

#[test]
fn both_curves_have_their_axes_at_one_side_and_the_greatest_gain_stands_once() {
    let Some(page) = Page::blank() else { return };
    for state in
        ["upto=60", "upto=5", "upto=60&from=20&to=30", "upto=60&from=1&to=7/2", "lengths=1,30&upto=200"]
    {
        page.open_at(state);
        // the end of the name of each axis, among what is not cut off
        let script = "return [['gain', 'e(L)'], ['grundy', 'g(L)']].map(([name, label]) => {
            const texts = [...document.querySelectorAll(`#${name}-picture svg[aria-hidden] text`)];
            return texts.find((text) => text.textContent === label).getBoundingClientRect().right;
          })";
        let sides = page.browser.run(script, json!([]));
        let [gain, grundy] = [0, 1].map(|index| sides[index].as_f64().unwrap());
        assert!((gain - grundy).abs() < 1.5, "{state}: {gain} and {grundy}");
        let texts =
            "return [...document.querySelectorAll('#gain-picture text')].map((text) => text.textContent)
            .filter((text) => text.includes(' at '))";
        assert_eq!(page.browser.run(texts, json!([])), json!([]), "{state}");
        // what was written above the curve is not drawn either
        let cut = "const svg = document.querySelector('#gain-picture svg:not([aria-hidden])');
            return getComputedStyle(svg).clipPath.startsWith('polygon')";
        assert_eq!(page.browser.run(cut, json!([])), json!(true), "{state}");
        assert!(page.text("#maximum").contains(" at L "), "{state}");
    }
    page.assert_console_is_empty();
}

#[test]
fn the_winning_places_are_drawn_by_the_engine_and_read_by_pointing() {
    let Some(page) = Page::blank() else { return };
    page.open_at("upto=60&segments=5,1/2,7.5");
    // for each strip a place on it, as the program draws it at this size
    let size = "const svg = document.querySelector('#lanes svg');
        return `${svg.getAttribute('width')}x${svg.getAttribute('height')}`";
    let size = page.browser.run(size, json!([]));
    let picture =
        object(&["plot", "moves", "5", "1/2", "7.5", "--title", "", "--size", size.as_str().unwrap()]);
    let answer = object(&["moves", "5", "1/2", "7.5"]);
    let drawn = "return new XMLSerializer().serializeToString(document.querySelector('#lanes svg'))";
    let drawn = page.browser.run(drawn, json!([]));
    let paths = |svg: &str| svg.matches("<path").count();
    assert_eq!(paths(drawn.as_str().unwrap()), paths(picture["svg"].as_str().unwrap()));
    let of_segments = answer["segments"].as_array().unwrap().iter();
    let moves: Vec<&Value> = of_segments.flat_map(|segment| segment["moves"].as_array().unwrap()).collect();
    let strips = picture["strips"].as_array().unwrap();
    assert_eq!((strips.len(), moves.len()), (4, 4));
    let [left, top, ..] = page.frame("#lanes");
    let side = |key: &str| picture["frame"][key].as_f64().unwrap();
    for (strip, piece) in strips.iter().zip(moves) {
        let number = |key: &str| piece["winning"][0][key].as_str().unwrap().parse::<f64>().unwrap();
        let place = f64::midpoint(number("start_decimal"), number("end_decimal"));
        let x = left + side("left") + place / 7.5 * (side("right") - side("left"));
        let y = top + f64::midpoint(strip[0].as_f64().unwrap(), strip[1].as_f64().unwrap());
        page.browser.point_at(x, y);
        let said = page.text("#lane-place");
        let length = piece["length"].as_str().unwrap().replace("sqrt(2)", "√2");
        let start = plain(&said).contains(&format!(
            "leftendin{}",
            if number("start_decimal") == number("end_decimal") { "{" } else { "" }
        ));
        assert!(said.starts_with(&format!("A piece of length {length} wins with")) && start, "{said}");
    }
    page.browser.point_at(left + side("right") - 2.0, top + strips[0][0].as_f64().unwrap() + 5.0);
    assert_eq!(page.text("#lane-place"), "A piece of length 1 does not win here.");
    page.assert_console_is_empty();
}
