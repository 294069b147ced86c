//! The page as it looks: no width that scrolls, names for everything, and pictures to look at.

use serde_json::{Value, json};

use super::page::Page;

/// Shows the page as on a screen of this size, light or dark, and with a finger or a mouse.
fn show(page: &Page, width: u32, height: u32, scheme: &str, touch: bool) {
    let screen = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": touch });
    page.browser.chromium("Emulation.setDeviceMetricsOverride", screen);
    page.browser.chromium("Emulation.setTouchEmulationEnabled", json!({ "enabled": touch }));
    let features = json!([
        { "name": "prefers-color-scheme", "value": scheme },
        { "name": "prefers-reduced-motion", "value": "reduce" },
    ]);
    page.browser.chromium("Emulation.setEmulatedMedia", json!({ "features": features }));
    page.open_at("upto=60&segments=5,7.5,3%2Bsqrt2");
}

#[test]
fn every_width_is_enough() {
    let Some(page) = Page::open() else { return };
    for (name, width, height, touch) in
        [("narrow", 390, 844, true), ("middle", 800, 1000, false), ("wide", 1400, 1000, false)]
    {
        for scheme in ["light", "dark"] {
            show(&page, width, height, scheme, touch);
            let widths =
                page.browser.run("return [document.documentElement.scrollWidth, innerWidth]", json!([]));
            assert_eq!(widths, json!([width, width]), "{name} {scheme}");
            page.browser.screenshot(&format!("{name}-{scheme}.png"));
            let ground = "return getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number)
                .reduce((sum, part) => sum + part) / 3";
            let ground = page.browser.run(ground, json!([])).as_f64().unwrap();
            assert_eq!(ground < 128.0, scheme == "dark", "{name}: the ground is {ground}");
        }
    }
    page.assert_console_is_empty();
}

#[test]
fn controls_have_names_and_are_large_enough_to_touch() {
    let Some(page) = Page::open() else { return };
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
