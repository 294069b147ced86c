//! The page of the explorer in a browser: its fields, its state, and what it says.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use nimsweep::number::Surd;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::driver::{Lease, key};
use crate::support::{printed, surd};

/// The page, opened from a file.
pub struct Page {
    pub browser: Lease,
    file: PathBuf,
    _folder: TempDir,
}

impl Page {
    /// Writes the page and opens it; none without a browser.
    pub fn open() -> Option<Self> {
        Self::open_with(&[])
    }

    /// The same with options that say what the page begins with.
    pub fn open_with(options: &[&str]) -> Option<Self> {
        let page = Self::written(options)?;
        page.open_at("");
        Some(page)
    }

    /// Writes the page, for a test that opens it at a state; none without a browser.
    pub fn blank() -> Option<Self> {
        Self::written(&[])
    }

    fn written(options: &[&str]) -> Option<Self> {
        let browser = Lease::begin()?;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("page.html");
        printed(&[&["explore", "-o", file.to_str().unwrap()], options].concat());
        // nothing is waited for that is only to be looked at
        let still = json!([{ "name": "prefers-reduced-motion", "value": "reduce" }]);
        browser.chromium("Emulation.setEmulatedMedia", json!({ "features": still }));
        Some(Self { browser, file, _folder: folder })
    }

    /// Opens the page again, with this state after the # of its address: the curves, unless it
    /// names a tab, and the fields of the settings.
    #[track_caller]
    pub fn open_at(&self, state: &str) {
        self.begin_at(state);
        self.browser.wait_for("document.documentElement.dataset.ready === 'yes'");
        self.browser.run("document.getElementById('settings').open = true", json!([]));
        self.rest();
    }

    /// The same, without waiting for anything.
    #[track_caller]
    pub fn begin_at(&self, state: &str) {
        // an address that differs in its fragment alone would not be loaded again
        static OPENED: AtomicU32 = AtomicU32::new(0);
        let time = OPENED.fetch_add(1, Relaxed);
        let tab = if state.contains("tab=") { "" } else { "&tab=curves" };
        self.browser.open(&format!("file://{}?{time}#{state}{tab}", self.file.display()));
    }

    /// Shows it as on a screen of this size, with a finger or a mouse.
    #[track_caller]
    pub fn resize(&self, width: u32, height: u32, touch: bool) {
        let screen = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": touch });
        self.browser.chromium("Emulation.setDeviceMetricsOverride", screen);
        self.browser.chromium("Emulation.setTouchEmulationEnabled", json!({ "enabled": touch }));
    }

    /// Waits until the page has answered everything, and asks for nothing more.
    #[track_caller]
    pub fn rest(&self) {
        // a change of size is noticed with the next frame, and asks the engine then
        let quiet = self.browser.run_async(
            "let still = 0;
             for (let turn = 0; turn < 3000 && still < 2; turn++) {
               await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
               still = document.querySelector('[data-busy=yes]') ? 0 : still + 1;
             }
             return still === 2;",
            json!([]),
        );
        assert_eq!(quiet, json!(true), "the page does not come to rest");
    }

    /// Types into a field instead of what it holds, with the key Enter, and waits.
    #[track_caller]
    pub fn submit(&self, selector: &str, text: &str) {
        self.browser.fill(selector, &[text, key::ENTER].concat());
        self.rest();
    }

    /// The text of an element.
    #[track_caller]
    pub fn text(&self, selector: &str) -> String {
        self.string("return document.querySelector(arguments[0]).textContent", selector)
    }

    /// What a field holds.
    #[track_caller]
    pub fn value(&self, selector: &str) -> String {
        self.string("return document.querySelector(arguments[0]).value", selector)
    }

    #[track_caller]
    fn string(&self, body: &str, selector: &str) -> String {
        match self.browser.run(body, json!([selector])) {
            Value::String(text) => text,
            other => panic!("{selector}: {other}"),
        }
    }

    /// The number that an element shows.
    #[track_caller]
    pub fn number(&self, selector: &str) -> Surd {
        surd(&plain(&self.text(selector)))
    }

    /// The visible range, as numbers.
    #[track_caller]
    pub fn range(&self) -> [Surd; 2] {
        ["#range-from", "#range-to"].map(|field| surd(&plain(&self.value(field))))
    }

    /// Left, top, width and height of an element in the window, in pixels.
    #[track_caller]
    pub fn frame(&self, selector: &str) -> [f64; 4] {
        let script = "const element = document.querySelector(arguments[0]);
            element.scrollIntoView({ block: 'center', behavior: 'instant' });
            const { left, top, width, height } = element.getBoundingClientRect();
            return [left, top, width, height];";
        let frame = self.browser.run(script, json!([selector]));
        std::array::from_fn(|index| frame[index].as_f64().unwrap())
    }

    /// Fails if the console has any warning or error since the last call.
    #[track_caller]
    pub fn assert_console_is_empty(&self) {
        let entries = self.browser.log("browser");
        assert!(entries.is_empty(), "{entries:?}");
    }
}

/// A number as it is typed, from a number as it is printed.
pub fn plain(text: &str) -> String {
    text.replace('−', "-").replace(' ', "")
}
