//! A small client of the WebDriver protocol: a Chromium without a window, driven by chromedriver.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::ops::Deref;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Mutex;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::support::{Run, Start, process, skip};

/// How a browser is called on different systems.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const DRIVER: &str = "chromedriver";
/// The key that a reference to an element has in the protocol.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";
/// How long a page may take for anything.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long a browser may serve one test after the other.
const SERVICE: Duration = Duration::from_secs(3600);

/// Starts the driver, and ends it with all browsers and files of it when its standard input ends:
/// at the latest with the tests.
const GUARD: &str = r#"folder=$(mktemp -d); trap : TERM; TMPDIR=$folder "$1" --port=0 & cat >/dev/null
kill 0; wait; until rm -rf "$folder"; do sleep 0.1; done"#;

/// A browser with one tab. It ends with the value.
pub struct Browser {
    guard: Run,
    port: u16,
    session: String,
}

/// Browsers that a test has left, for the next ones: to start one takes most of the time of a short
/// test.
static IDLE: Mutex<Vec<Browser>> = Mutex::new(vec![]);

/// A browser with an empty tab, for one test.
pub struct Lease(Option<Browser>);

/// A program of the search path.
fn program(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file())
}

impl Lease {
    /// A browser that cannot reach any network. Without Chromium and its driver there is none, and
    /// a line says so; but NIMSWEEP_BROWSER=required makes that a failure.
    pub fn begin() -> Option<Self> {
        let idle = IDLE.lock().unwrap().pop();
        let browser = match idle {
            Some(browser) => browser,
            None => Browser::start()?,
        };
        browser.renew();
        Some(Self(Some(browser)))
    }
}

impl Deref for Lease {
    type Target = Browser;

    fn deref(&self) -> &Browser {
        self.0.as_ref().unwrap()
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        // whatever a failed test did to its browser, it does to no other test
        if !std::thread::panicking() {
            IDLE.lock().unwrap().extend(self.0.take());
        }
    }
}

impl Browser {
    fn start() -> Option<Self> {
        let browser = BROWSERS.iter().find_map(|name| program(name));
        let (Some(browser), Some(driver)) = (browser, program(DRIVER)) else {
            let line = "there is no Chromium or chromedriver; install chromium and chromium-driver";
            assert_ne!(std::env::var("NIMSWEEP_BROWSER").as_deref(), Ok("required"), "{line}");
            skip(line);
            return None;
        };
        Some(Self::of(&browser, &driver))
    }

    fn of(browser: &Path, driver: &Path) -> Self {
        let mut guard = process("sh");
        guard.args(["-c", GUARD, "sh"]).arg(driver).stdin(Stdio::piped());
        guard.process_group(0); // which the guard ends
        let mut guard = guard.stdout(Stdio::piped()).stderr(Stdio::null()).start_for(SERVICE).unwrap();
        let mut output = BufReader::new(guard.stdout.take().unwrap());
        let port = loop {
            let mut line = String::new();
            assert_ne!(output.read_line(&mut line).unwrap(), 0, "chromedriver names no port");
            if let Some((_, port)) = line.split_once("started successfully on port ") {
                break port.trim().trim_end_matches('.').parse().unwrap();
            }
        };
        // it may write more, and would stop if nobody read
        std::thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
        let mut started = Self { guard, port, session: String::new() };
        let flags = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-extensions",
            "--disable-default-apps",
            "--mute-audio",
            "--hide-scrollbars",
            "--window-size=1280,900",
            // nothing listens there: the network is off
            "--proxy-server=127.0.0.1:9",
        ];
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "timeouts": { "script": 2 * PATIENCE.as_millis() as u64 },
            "goog:chromeOptions": { "args": flags, "binary": browser },
            "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
        } } });
        let session = started.request("POST", "/session", &wanted).unwrap_or_else(|error| panic!("{error}"));
        started.session = session["sessionId"].as_str().unwrap().to_owned();
        started
    }

    /// Goes to an empty tab instead of the present one, and forgets what was logged.
    fn renew(&self) {
        let tab = self.post("window/new", json!({ "type": "tab" }));
        self.request("DELETE", &format!("/session/{}/window", self.session), &Value::Null).unwrap();
        self.post("window", json!({ "handle": tab["handle"] }));
        for kind in ["browser", "performance"] {
            self.log(kind);
        }
    }

    /// One request of the protocol: the value of the response, or its error.
    fn request(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        let body = if method == "POST" { body.to_string() } else { String::new() };
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(2 * PATIENCE)).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json; charset=utf-8\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut stream = BufReader::new(stream);
        let (mut line, mut length) = (String::new(), 0);
        while line != "\r\n" {
            line.clear();
            assert_ne!(stream.read_line(&mut line).unwrap(), 0, "chromedriver ended the connection");
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().unwrap();
            }
        }
        let mut response = vec![0; length];
        stream.read_exact(&mut response).unwrap();
        let value = serde_json::from_slice::<Value>(&response).unwrap()["value"].take();
        match value["error"].as_str() {
            Some(error) => Err(format!("{path}: {error}: {}", value["message"])),
            None => Ok(value),
        }
    }

    #[track_caller]
    fn post(&self, path: &str, body: Value) -> Value {
        let path = format!("/session/{}/{path}", self.session);
        self.request("POST", &path, &body).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Opens an address in a new document.
    #[track_caller]
    pub fn open(&self, address: &str) {
        self.post("url", json!({ "url": address }));
    }

    /// Runs the body of a function in the page, and returns its result.
    #[track_caller]
    pub fn run(&self, body: &str, arguments: Value) -> Value {
        self.post("execute/sync", json!({ "script": body, "args": arguments }))
    }

    /// Runs the body of an asynchronous function in the page.
    #[track_caller]
    pub fn run_async(&self, body: &str, arguments: Value) -> Value {
        let body = format!(
            "const done = arguments[arguments.length - 1]; \
             (async (...args) => {{ {body} }})(...arguments).then(done, (error) => done('failed: ' + error));"
        );
        self.post("execute/async", json!({ "script": body, "args": arguments }))
    }

    /// Waits until an expression of the page holds.
    #[track_caller]
    pub fn wait_for(&self, expression: &str) {
        // a test may have another clock in place of `performance`
        let body = format!(
            "const end = Date.now() + {};
             while (!({expression}) && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 5));
             return Boolean({expression});",
            PATIENCE.as_millis()
        );
        assert_eq!(self.run_async(&body, json!([])), json!(true), "it does not happen: {expression}");
    }

    #[track_caller]
    fn element(&self, selector: &str) -> String {
        let found = self.post("element", json!({ "using": "css selector", "value": selector }));
        found[ELEMENT].as_str().unwrap().to_owned()
    }

    /// Clicks the middle of an element, as a person does: it must be visible and on top.
    #[track_caller]
    pub fn click(&self, selector: &str) {
        let element = self.element(selector);
        self.post(&format!("element/{element}/click"), json!({}));
    }

    /// Replaces the text of a field by typing: over all of it, which is selected first.
    #[track_caller]
    pub fn fill(&self, selector: &str, text: &str) {
        self.type_into(selector, &[key::SELECT_ALL, key::DELETE, text].concat());
    }

    /// Types into an element. Keys without a letter are those of [`key`].
    #[track_caller]
    pub fn type_into(&self, selector: &str, text: &str) {
        let element = self.element(selector);
        self.post(&format!("element/{element}/value"), json!({ "text": text }));
    }

    /// Moves the mouse to a place, in pixels from the left and top of the window.
    #[track_caller]
    pub fn point_at(&self, x: f64, y: f64) {
        self.mouse(json!([{ "type": "pointerMove", "x": x.round() as i64, "y": y.round() as i64 }]));
    }

    /// Presses at one place, moves, and releases at another one.
    #[track_caller]
    pub fn drag(&self, from: [f64; 2], to: [f64; 2]) {
        let [from, to] = [from, to].map(|[x, y]| [x.round() as i64, y.round() as i64]);
        self.mouse(json!([
            { "type": "pointerMove", "x": from[0], "y": from[1] },
            { "type": "pointerDown", "button": 0 },
            { "type": "pointerMove", "x": to[0], "y": to[1], "duration": 100 },
            { "type": "pointerUp", "button": 0 },
        ]));
    }

    #[track_caller]
    fn mouse(&self, actions: Value) {
        let source = json!({ "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" }, "actions": actions });
        self.post("actions", json!({ "actions": [source] }));
    }

    /// Turns the wheel at a place: upwards if the distance is negative.
    #[track_caller]
    pub fn wheel(&self, x: f64, y: f64, distance: i32) {
        let turn = json!([{ "type": "scroll", "x": x.round() as i64, "y": y.round() as i64, "deltaX": 0, "deltaY": distance }]);
        self.post("actions", json!({ "actions": [{ "type": "wheel", "id": "wheel", "actions": turn }] }));
    }

    /// A command of Chromium's own protocol.
    #[track_caller]
    pub fn chromium(&self, command: &str, parameters: Value) -> Value {
        self.post("goog/cdp/execute", json!({ "cmd": command, "params": parameters }))
    }

    /// The entries of a log since the last call: `browser` is the console, `performance` has the
    /// requests.
    #[track_caller]
    pub fn log(&self, kind: &str) -> Vec<Value> {
        self.post("se/log", json!({ "type": kind })).as_array().unwrap().clone()
    }

    /// Writes what the window shows to a file of `target/browser`.
    #[track_caller]
    pub fn screenshot(&self, name: &str) {
        self.picture(name, json!({ "captureBeyondViewport": true }));
    }

    /// The same of a part of the window: its left and upper end, its width and its height.
    #[track_caller]
    pub fn screenshot_of(&self, name: &str, [x, y, width, height]: [f64; 4]) {
        let clip = json!({ "x": x, "y": y, "width": width, "height": height, "scale": 1 });
        self.picture(name, json!({ "captureBeyondViewport": true, "clip": clip }));
    }

    #[track_caller]
    fn picture(&self, name: &str, parameters: Value) {
        let shot = self.chromium("Page.captureScreenshot", parameters);
        let bytes = STANDARD.decode(shot["data"].as_str().unwrap()).unwrap();
        let folder = Path::new("target/browser");
        fs::create_dir_all(folder).unwrap();
        fs::write(folder.join(name), bytes).unwrap();
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        drop(self.guard.stdin.take());
        let _ = self.guard.wait();
    }
}

/// Keys without a letter, as the protocol writes them.
pub mod key {
    pub const ENTER: &str = "\u{e007}";
    pub const LEFT: &str = "\u{e012}";
    pub const RIGHT: &str = "\u{e014}";
    pub const HOME: &str = "\u{e011}";
    pub const DELETE: &str = "\u{e017}";
    /// Control and A, and no more Control.
    pub const SELECT_ALL: &str = "\u{e009}a\u{e000}";
}
