//! The page as it looks: no width that scrolls, names for everything, and pictures to look at.

use serde_json::{Value, json};

use super::page::Page;

/// Shows the page as on a screen of this size, light or dark, and with a finger or a mouse.
fn show(page: &Page, width: u32, height: u32, scheme: &str, touch: bool) {
    page.resize(width, height, touch);
    let features = json!([
        { "name": "prefers-color-scheme", "value": scheme },
        { "name": "prefers-reduced-motion", "value": "reduce" },
    ]);
    page.browser.chromium("Emulation.setEmulatedMedia", json!({ "features": features }));
    page.open_at("upto=60&segments=5,7.5,3%2Bsqrt2");
    page.browser.run("document.getElementById('settings').open = false", json!([]));
    page.rest();
}

#[test]
fn what_one_came_for_is_on_the_first_screen() {
    let Some(page) = Page::blank() else { return };
    let ends = |selector: &str| {
        let script = "const { top, bottom } = document.querySelector(arguments[0]).getBoundingClientRect(); return [top, bottom]";
        let ends = page.browser.run(script, json!([selector]));
        [0, 1].map(|index| ends[index].as_f64().unwrap())
    };
    // what is read and both curves are seen at once, the values above the curves
    show(&page, 1280, 900, "light", false);
    let [readout, gain, grundy] = [".readout", "#gain-picture", "#grundy-picture"].map(ends);
    assert!(readout[1] <= gain[0] && gain[1] <= grundy[0] && grundy[1] <= 900.0, "{readout:?} {grundy:?}");
    // and a wide screen is used
    show(&page, 1920, 1080, "light", false);
    assert!(page.frame("#grundy-picture")[2] > 1700.0 && ends("#grundy-picture")[1] <= 1080.0);
    show(&page, 390, 844, "light", true);
    assert!(ends("#gain-picture")[0] < 600.0, "{:?}", ends("#gain-picture"));
    // the page opens on the game
    page.open_at("tab=");
    page.browser.run("document.getElementById('settings').open = false", json!([]));
    let open = "return document.getElementById('board').checkVisibility({ visibilityProperty: true })";
    assert_eq!(page.browser.run(open, json!([])), json!(true));
    assert!(ends("#board")[0] < 600.0, "{:?}", ends("#board"));
}

#[test]
fn every_width_is_enough() {
    let Some(page) = Page::blank() else { return };
    for (name, width, height, touch) in
        [("narrow", 390, 844, true), ("middle", 800, 1000, false), ("wide", 1400, 1000, false)]
    {
        for scheme in ["light", "dark"] {
            show(&page, width, height, scheme, touch);
            let widths =
                page.browser.run("return [document.documentElement.scrollWidth, innerWidth]", json!([]));
            assert_eq!(widths, json!([width, width]), "{name} {scheme}");
            page.browser.screenshot(&format!("{name}-{scheme}.png"));
            page.browser.click("#tab-game");
            page.browser.click("#hint");
            page.browser.screenshot(&format!("{name}-{scheme}-game.png"));
            let ground = "return getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number)
                .reduce((sum, part) => sum + part) / 3";
            let ground = page.browser.run(ground, json!([])).as_f64().unwrap();
            assert_eq!(ground < 128.0, scheme == "dark", "{name}: the ground is {ground}");
        }
    }
    page.assert_console_is_empty();
}

/// The picture of the README: a board in the middle of a game, with a hint.
#[test]
fn a_board_in_the_middle_of_a_game() {
    let Some(page) = Page::blank() else { return };
    for (scheme, name) in [("light", "board.png"), ("dark", "board-dark.png")] {
        show(&page, 800, 1000, scheme, false);
        page.browser.click("#tab-game");
        // a move of the hint and the reply, and the next hint
        page.browser.click("#hint");
        page.rest();
        page.browser.click("#place-piece");
        page.rest();
        page.browser.click("#hint");
        page.rest();
        assert_eq!(page.browser.run("return document.querySelectorAll('#history li').length", json!([])), 2);
        // from whose turn it is to what the hint says, with a margin
        let script = "const [first, last] = ['turn', 'status'].map((id) => document.getElementById(id).getBoundingClientRect());
            return [first.left - 16 + scrollX, first.top - 4 + scrollY, first.width + 32, last.bottom - first.top + 20];";
        let part = page.browser.run(script, json!([]));
        page.browser.screenshot_of(name, std::array::from_fn(|index| part[index].as_f64().unwrap()));
        keep(name);
    }
}

/// The picture of the page of pictures: both curves with the cross-hair.
#[test]
fn curves_with_the_exact_values_at_the_cross_hair() {
    let Some(page) = Page::blank() else { return };
    show(&page, 960, 1000, "light", false);
    let [left, top, width, height] = page.frame("#gain-picture");
    page.browser.point_at(left + 0.41 * width, top + 0.5 * height);
    page.rest();
    assert!(page.text(".readout").contains("≈"), "{}", page.text(".readout"));
    let script = "return document.getElementById('grundy-picture').getBoundingClientRect().bottom + scrollY";
    let bottom = page.browser.run(script, json!([])).as_f64().unwrap();
    page.browser.screenshot_of("explorer.png", [0.0, 0.0, 960.0, bottom + 8.0]);
    keep("explorer.png");
}

/// Takes a picture into the documentation, if pictures are made again.
fn keep(name: &str) {
    if std::env::var_os("NIMSWEEP_MAKE_PICTURES").is_some() {
        std::fs::copy(format!("target/browser/{name}"), format!("docs/{name}")).unwrap();
    }
}

/// What was drawn for a window of 1400 pixels is drawn again for a sheet of paper: whole, light,
/// and without what is to be pressed.
#[test]
fn a_sheet_of_paper_has_both_curves_and_the_mark() {
    let Some(page) = Page::blank() else { return };
    show(&page, 1400, 1000, "dark", false);
    // as wide as a sheet of A4 in portrait between its margins
    page.browser.chromium("Emulation.setEmulatedMedia", json!({ "media": "print" }));
    let sheet = json!({ "width": 718, "height": 1045, "deviceScaleFactor": 1, "mobile": false });
    page.browser.chromium("Emulation.setDeviceMetricsOverride", sheet);
    page.rest();
    let script = "const box = (selector) => {
          const { left, top, right, bottom } = document.querySelector(selector).getBoundingClientRect();
          return [left, top, right, bottom];
        };
        const isSeen = (element) => element.checkVisibility({ visibilityProperty: true });
        return [
          ['#gain-sheet svg', '#grundy-sheet svg', '#gain-sheet circle'].map(box),
          [...document.querySelectorAll('button, select, summary, #range-from, #range-to, #curves, #lanes, form')].filter(isSeen)
            .map((element) => element.id || element.textContent),
          document.getElementById('playing').checkVisibility(),
          document.documentElement.scrollWidth,
        ]";
    let found = page.browser.run(script, json!([]));
    for part in found[0].as_array().unwrap() {
        let [left, top, right, bottom] = std::array::from_fn(|index| part[index].as_f64().unwrap());
        assert!(0.0 <= left && left + 1.0 < right && right <= 718.0, "{found}");
        assert!(0.0 <= top && top + 1.0 < bottom && bottom <= 1045.0, "{found}");
    }
    assert_eq!(found[1], json!(["Pieces: 1 and √2 anywhere Change", "range-from", "range-to"]));
    assert_eq!((&found[2], &found[3]), (&json!(true), &json!(718)));
    // and the first sheet of a real print has the mark
    page.browser.chromium("Emulation.clearDeviceMetricsOverride", json!({}));
    page.rest();
    let paper = json!({ "paperWidth": 8.27, "paperHeight": 11.69, "pageRanges": "1" });
    let printed = page.browser.chromium("Page.printToPDF", paper)["data"].clone();
    let script = "const bytes = Uint8Array.from(atob(args[0]), (letter) => letter.charCodeAt(0));
        const text = new TextDecoder('latin1').decode(bytes);
        const texts = [];
        for (const { index, 0: start } of text.matchAll(/stream\\r?\\n/g)) {
          if (text.slice(index - 3, index) === 'end') continue;
          const part = bytes.slice(index + start.length, text.indexOf('endstream', index));
          const stream = new Blob([part]).stream().pipeThrough(new DecompressionStream('deflate'));
          const reader = stream.getReader();
          try {
            for (let next; !(next = await reader.read()).done; ) texts.push(new TextDecoder().decode(next.value));
          } catch {}
        }
        return texts.join('');";
    let drawn = page.browser.run_async(script, json!([printed]));
    // the sentence on the maximum, its label in the picture, and the mark
    let reds = drawn.as_str().unwrap().matches(".7176 .1098 .1098 rg").count();
    assert!(reds >= 3, "{reds}");
    page.browser.chromium("Emulation.setEmulatedMedia", json!({ "media": "" }));
    page.assert_console_is_empty();
}

/// Nothing in the page is a barrier that axe knows of.
#[test]
fn axe_finds_nothing() {
    let Some(page) = Page::blank() else { return };
    let Some(axe) = std::env::var_os("NIMSWEEP_AXE") else {
        return crate::support::skip("barriers are looked for with axe; set NIMSWEEP_AXE to its axe.min.js");
    };
    let axe = std::fs::read_to_string(axe).unwrap();
    let check = "const { violations, passes } = await axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice', 'experimental'] });
        return [passes.length > 10, violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])]";
    for (width, scheme, touch) in [(1400, "light", false), (1400, "dark", false), (390, "light", true)] {
        show(&page, width, 844, scheme, touch);
        page.browser.run(&axe, json!([]));
        page.browser.run("document.getElementById('settings').open = true", json!([]));
        assert_eq!(page.browser.run_async(check, json!([])), json!([true, []]), "curves, {width} {scheme}");
        page.browser.click("#tab-game");
        for step in ["#hint", "#place-piece", "#why"] {
            page.browser.click(step);
            page.rest();
        }
        assert_eq!(page.browser.run_async(check, json!([])), json!([true, []]), "game, {width} {scheme}");
        page.browser.click("#tab-puzzle");
        page.rest();
        assert_eq!(page.browser.run_async(check, json!([])), json!([true, []]), "puzzle, {width} {scheme}");
        page.submit("#try-place", "0");
        assert_eq!(page.text("#error-try"), "");
        assert_eq!(page.browser.run_async(check, json!([])), json!([true, []]), "try, {width} {scheme}");
    }
    page.assert_console_is_empty();
}

#[test]
fn controls_have_names_and_are_large_enough_to_touch() {
    let Some(page) = Page::blank() else { return };
    show(&page, 390, 844, "light", true);
    let script = "return [...document.querySelectorAll('button, input, select, summary')]
        .filter((control) => control.checkVisibility() && control.getClientRects().length > 0)
        .map((control) => {
          const label = control.labels?.[0];
          const name = control.getAttribute('aria-label') ?? label?.textContent ?? control.textContent;
          // a box to check is touched by its label, too
          const target = control.type === 'checkbox' && label ? label : control;
          const { width, height } = target.getBoundingClientRect();
          return [control.id || control.outerHTML.slice(0, 60), name.trim(), Math.min(width, height)];
        });";
    let controls = page.browser.run(script, json!([]));
    let controls = controls.as_array().unwrap();
    assert!(controls.len() > 15, "{controls:?}");
    let without_name: Vec<&Value> = controls.iter().filter(|control| control[1] == "").collect();
    assert!(without_name.is_empty(), "{without_name:?}");
    let small: Vec<&Value> = controls.iter().filter(|control| control[2].as_f64().unwrap() < 39.5).collect();
    assert!(small.is_empty(), "{small:?}");
}

#[test]
fn on_a_phone_nothing_overlaps_and_no_mouse_is_spoken_of() {
    let Some(page) = Page::blank() else { return };
    // texts, fields and pictures that are seen, and do not lie in each other
    let script = "const seen = [...document.querySelectorAll('p, label, .label, h1, h2, h3, input, select, button, dt, dd, summary, #board .row, .picture, #lanes')]
          .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.matches('.unseen'))
          .filter((element) => element.textContent.trim() !== '' || element.matches('input, select, .picture, .row'));
        const found = [];
        for (const [index, one] of seen.entries()) for (const other of seen.slice(index + 1)) {
          if (one.contains(other) || other.contains(one)) continue;
          const [a, b] = [one, other].map((element) => element.getBoundingClientRect());
          const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          if (across > 1.5 && down > 1.5) found.push([one.outerHTML.slice(0, 80), other.outerHTML.slice(0, 80)]);
        }
        return [seen.length, found, document.body.innerText]";
    let look = |page: &Page, touch: bool, name: &str| {
        let found = page.browser.run(script, json!([]));
        assert!(found[0].as_u64().unwrap() > 20, "{name}: {found}");
        assert_eq!(found[1], json!([]), "{name}");
        let text = found[2].as_str().unwrap().to_lowercase();
        let of_a_mouse = ["click", "wheel", "mouse", "point at", "shift"];
        let spoken: Vec<_> = of_a_mouse.into_iter().filter(|word| text.contains(word)).collect();
        assert_eq!(spoken.is_empty(), touch, "{name}: {spoken:?}");
        assert_eq!(text.contains("tap "), touch, "{name}");
    };
    for (width, touch) in [(360, true), (390, true), (800, false)] {
        show(&page, width, 844, "light", touch);
        look(&page, touch, &format!("curves at {width}"));
        page.browser.click("#tab-game");
        page.browser.click("#hint");
        look(&page, touch, &format!("game at {width}"));
    }
    page.assert_console_is_empty();
}

#[test]
fn an_error_does_not_move_a_form() {
    let Some(page) = Page::blank() else { return };
    // where everything is, or what is in the form of a field
    let places = "const [field, isForm] = arguments;
        const form = isForm ? document.querySelector(field).closest('.fields') : document;
        return [...form.querySelectorAll('input, select, button, h2, .picture, #lanes')]
          .filter((element) => element.getClientRects().length > 0)
          .map((element) => [element.id, element.getBoundingClientRect()])
          .map(([id, { x, y, width }]) => [id, x + scrollX, y + scrollY, width].join(' '))";
    for (width, touch) in [(1400, false), (390, true)] {
        show(&page, width, 900, "light", touch);
        page.browser.run("document.getElementById('settings').open = true", json!([]));
        page.rest();
        for (field, error, text) in [
            ("#lengths", "#error-lengths", "1,1"),
            ("#upto", "#error-upto", "x"),
            ("#range-to", "#error-range", "x"),
            ("#segments", "#error-segments", "5,x"),
        ] {
            // the line of an error is there without one: on a wide page nothing moves at all
            let before = page.browser.run(places, json!([field, touch]));
            let good = page.value(field);
            page.submit(field, text);
            assert_ne!(page.text(error), "", "{field}");
            let after = page.browser.run(places, json!([field, touch]));
            let [before, after] = [&before, &after].map(|list| list.as_array().unwrap());
            let moved: Vec<_> = before.iter().zip(after).filter(|(one, other)| one != other).collect();
            assert!(moved.is_empty(), "{field} at {width}, {:?}: {moved:?}", page.text(".errors"));
            page.submit(field, &good);
            assert_eq!(page.text(error), "", "{field}");
        }
    }
    page.assert_console_is_empty();
}
