//! The explorer in a real browser, driven as a person would drive it.
//!
//! The tests need Chromium and chromedriver, and are skipped without them, except under
//! NIMSWEEP_BROWSER=required.

mod curves;
mod driver;
mod fields;
mod game;
mod look;
mod page;
mod puzzle;

use nimsweep::ask::Batch;
use serde_json::{Value, json};

use page::Page;

/// How long a page may take to be ready on a slow machine, in milliseconds; a usual machine takes
/// some hundred.
const MOST_TO_READY: f64 = 5000.0;

#[test]
fn the_page_is_soon_ready_without_errors_and_without_a_network() {
    let Some(page) = Page::open() else { return };
    // again, with a clock and without any network; the start of the browser does not count
    page.browser.log("performance");
    page.browser.chromium("Network.enable", json!({}));
    let off = json!({ "offline": true, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0 });
    page.browser.chromium("Network.emulateNetworkConditions", off);
    let clock = "new MutationObserver((_, observer) => {
        if (document.documentElement?.dataset.ready !== 'yes') return;
        window.readyAt = performance.now();
        observer.disconnect();
      }).observe(document, { subtree: true, childList: true, attributes: true });";
    page.browser.chromium("Page.addScriptToEvaluateOnNewDocument", json!({ "source": clock }));
    let times = [0; 5].map(|_| {
        page.open_at("");
        page.browser.run("return window.readyAt", json!([])).as_f64().unwrap()
    });
    let best = times.into_iter().fold(f64::INFINITY, f64::min);
    println!("ready after {times:.0?} ms");
    assert!(best < MOST_TO_READY, "{times:?}");
    page.assert_console_is_empty();
    assert_eq!(
        page.browser.run("return document.querySelectorAll('svg').length > 1", json!([])),
        json!(true)
    );
    let addresses: Vec<String> = page.browser.log("performance").iter().filter_map(requested).collect();
    assert!(addresses.iter().any(|address| address.starts_with("file:")), "{addresses:?}");
    let local = ["file:", "blob:", "data:", "about:"];
    let far = addresses.iter().find(|address| !local.iter().any(|start| address.starts_with(start)));
    assert_eq!(far, None);
}

/// The address of the request that an entry of the log reports.
fn requested(entry: &Value) -> Option<String> {
    let event: Value = serde_json::from_str(entry["message"].as_str()?).ok()?;
    let message = &event["message"];
    let is_request = message["method"] == "Network.requestWillBeSent";
    is_request.then(|| message["params"]["request"]["url"].as_str().map(str::to_owned))?
}

/// Questions of every kind, including some that are refused.
fn questions() -> Vec<String> {
    let mut questions: Vec<String> =
        crate::ask::QUESTIONS.iter().map(|(question, _)| (*question).to_owned()).collect();
    for (lengths, limit) in
        [("1,sqrt2", 300), ("1", 500), ("1,sqrt3", 60), ("2,3", 400), ("1,(1+sqrt5)/2", 80)]
    {
        questions.extend([
            format!(r#"{{"command": "grundy", "upto": {limit}, "lengths": "{lengths}"}}"#),
            format!(r#"{{"command": "range", "range": [5, {limit}], "lengths": "{lengths}", "digits": 40}}"#),
            format!(r#"{{"command": "gain", "range": [9, {limit}], "top": 9, "lengths": "{lengths}"}}"#),
            format!(r#"{{"command": "moves", "segments": ["{limit}/7", 9, "{limit}/11"], "lengths": "{lengths}"}}"#),
            format!(r#"{{"command": "play", "segments": ["{limit}/9", 7], "lengths": "{lengths}"}}"#),
            // lost: the reply resists
            format!(r#"{{"command": "play", "segments": ["{limit}/9", "{limit}/9"], "lengths": "{lengths}"}}"#),
            format!(
                r#"{{"command": "play", "segments": [7, 5, 5, 7], "lengths": "{lengths}", "rule": "{}"}}"#,
                if lengths == "1" { "3" } else { "3,7" }
            ),
        ]);
    }
    // places near the largest number of 32 bits
    for (lengths, rule, at) in [
        ("1,2,900,4294967295", "3", 2701),
        ("1,900,4294967294", "7", 2000),
        ("5,6,4294967295", "7", 3000),
        ("1,2,4294967297", "7,3", 1000),
    ] {
        questions.push(format!(
            r#"{{"command": "grundy", "lengths": "{lengths}", "rule": "{rule}", "at": {at}}}"#
        ));
    }
    let refused = [
        "",
        "no question",
        "[]",
        r#"{"command": "grundy", "at": "-1"}"#,
        r#"{"command": "grundy", "upto": "5001"}"#,
        r#"{"command": "grundy", "at": "10^9", "lengths": "1,2"}"#,
        r#"{"command": "gain", "at": "1/2√", "lengths": "…"}"#,
    ];
    questions.extend(refused.map(str::to_owned));
    questions
}

#[test]
fn the_engine_of_the_page_answers_as_the_library_does() {
    let Some(page) = Page::open() else { return };
    let script = r#"
        const packed = Uint8Array.from(atob(document.getElementById("engine").textContent), (c) => c.charCodeAt(0));
        const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
        const module = await WebAssembly.compile(await new Response(stream).arrayBuffer());
        const imports = WebAssembly.Module.imports(module).length;
        const { memory, allocate, advance, answer, release } = (await WebAssembly.instantiate(module)).exports;
        const reply = (place) => {
          const [address, length] = [place >> 32n, place & 0xffffffffn].map((part) => Number(BigInt.asUintN(32, part)));
          return new TextDecoder().decode(new Uint8Array(memory.buffer, address, length));
        };
        const ask = (question) => {
          const bytes = question instanceof Uint8Array ? question : new TextEncoder().encode(question);
          const address = allocate(bytes.length) >>> 0;
          new Uint8Array(memory.buffer, address, bytes.length).set(bytes);
          return reply(answer(address, bytes.length));
        };
        const replies = args[0].map(ask);
        release();
        const wrong = [
          reply(answer(0, 0)),
          reply(answer(allocate(3), 4)),
          reply(answer(allocate(1_000_001), 1_000_001)),
          ask(Uint8Array.of(255)),
        ];
        const long = new TextEncoder().encode('{"command": "grundy", "at": "2000", "lengths": "1,sqrt7"}');
        const address = allocate(long.length) >>> 0;
        new Uint8Array(memory.buffer, address, long.length).set(long);
        const parts = [];
        do parts.push(reply(advance(address, long.length))); while (parts.at(-1) !== "" && parts.length < 200);
        const whole = reply(answer(address, long.length));
        const none = [reply(advance(0, 0)), reply(advance(allocate(3), 4))];
        return { imports, replies, wrong, parts, whole, none };"#;
    let questions = questions();
    let found = page.browser.run_async(script, json!([questions]));
    assert_eq!(found["imports"], 0, "{found}");
    let mut batch = Batch::within_seconds();
    // what takes long is computed in parts
    let parts = found["parts"].as_array().unwrap();
    let (over, parts) = parts.split_last().unwrap();
    assert!(over == "" && parts.len() > 40, "{} parts", parts.len());
    let parts: Vec<Value> =
        parts.iter().map(|part| serde_json::from_str(part.as_str().unwrap()).unwrap()).collect();
    let shares: Vec<f64> = parts.iter().map(|part| part["share"].as_f64().unwrap()).collect();
    let known: Vec<f64> = parts.iter().map(|part| part["known"].as_str().unwrap().parse().unwrap()).collect();
    let ends = [0.0].iter().chain(&shares).zip(shares.iter().chain(&[1.0]));
    assert!(ends.into_iter().all(|(from, to)| *from <= *to && to - from < 0.1), "{shares:?}");
    assert!(known.is_sorted() && known[0] < 400.0, "{known:?}");
    let long = r#"{"command": "grundy", "at": "2000", "lengths": "1,sqrt7"}"#;
    assert_eq!(found["whole"], json!(batch.reply(long)));
    assert_eq!(found["none"], json!(["", ""]));
    let (mut refused, mut answered) = (0, 0);
    for (index, question) in questions.iter().enumerate() {
        let expected = batch.reply(question);
        if expected.starts_with("{\"error\"") {
            refused += 1
        } else {
            answered += 1
        }
        assert_eq!(found["replies"][index].as_str(), Some(&*expected), "{question}");
    }
    assert!(refused >= 7 && answered >= 60, "{refused} and {answered}");
    for (index, says) in
        ["a buffer of its size", "a buffer of its size", "at most 1000000 bytes", "not UTF-8"]
            .into_iter()
            .enumerate()
    {
        let line = found["wrong"][index].as_str().unwrap();
        assert!(line.starts_with("{\"error\":\"the question is not ") && line.contains(says), "{line}");
    }
}
