// Closed forms as the page shows and places them.

import assert from "node:assert/strict";
import test from "node:test";
import { approximate, equation, intervalText, partText, segmentsText, shortened, shortestDecimal, splitList, typeset, wordsOf } from "../notation.js";

test("closed forms are set as in print", () => {
  assert.equal(typeset("(5-2*sqrt(2))/2"), "5/2 − √2");
  assert.equal(typeset("10+sqrt(2)"), "10 + √2");
  assert.equal(typeset("(-1+sqrt(2)+12*sqrt(3)-2*sqrt(6))/4"), "−1/4 + √2/4 + 3√3 − √6/2");
  assert.equal(typeset("(sqrt(2)+sqrt(6))/2"), "√2/2 + √6/2");
  assert.equal(typeset("-3*sqrt(2)/2"), "−3√2/2");
  assert.equal(typeset("(200+29*sqrt(2))/92"), "50/23 + 29√2/92");
  assert.equal(typeset("(32-6*sqrt(2))/21"), "32/21 − 2√2/7");
  assert.equal(typeset("(-1+sqrt(5))/2"), "−1/2 + √5/2");
  assert.equal(typeset("(-3018393099+3152364354*sqrt(2))/60189599"), "−3018393099/60189599 + 3152364354√2/60189599");
});

test("a fraction that is a short decimal is one", () => {
  const shown = ["15/2", "-1/8", "597/10", "1/1000000", "1/10000000", "1/3", "12", "123456789012345678901/4"];
  const expected = ["7.5", "−0.125", "59.7", "0.000001", "1/10000000", "1/3", "12", "30864197253086419725.25"];
  assert.deepEqual(shown.map(typeset), expected);
});

/** The shortest decimal in [low, high] by a search with whole numbers. */
function searched(low, high) {
  for (let decimals = -4; ; decimals++) {
    const scale = 10 ** decimals;
    const [first, last] = [Math.ceil(low * scale - 1e-9), Math.floor(high * scale + 1e-9)];
    if (first <= last) return [first, last, decimals];
  }
}

test("the shortest decimal of a range is found", () => {
  let state = 1;
  const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
  for (let round = 0; round < 3000; round++) {
    const low = random() * 10 ** (round % 4);
    const high = low + (random() + 1e-3) * 10 ** ((round % 7) - 4);
    const text = shortestDecimal(low, high);
    assert.match(text, /^\d+(\.\d*[1-9])?$/);
    assert.ok(low <= Number(text) && Number(text) <= high, `${low} .. ${high}: ${text}`);
    const [first, last, decimals] = searched(low, high);
    const found = Math.round(Number(text) * 10 ** decimals);
    assert.ok(first <= found && found <= last && Math.abs(found / 10 ** decimals - Number(text)) < 1e-9, `${low} .. ${high}: ${text}`);
  }
  assert.equal(shortestDecimal(0, 0.5), "0");
  assert.equal(shortestDecimal(2.5, 2.5), "2.5");
  assert.equal(shortestDecimal(1238, 1251), "1240");
  assert.equal(shortestDecimal(2.9999e-18, 3.0001e-18), "0.000000000000000003");
});

test("an interval says which of its ends belong to it", () => {
  const interval = { start: "1", end: "5/2", start_included: true, end_included: false };
  assert.equal(intervalText(interval), "[1, 2.5)");
  assert.equal(intervalText({ ...interval, start: "5/2" }), "{2.5}");
});

test("closed forms lie where they should", () => {
  const near = (text, value) => assert.ok(Math.abs(approximate(text) - value) < 1e-12, text);
  near("7/2", 3.5);
  near("3.25", 3.25);
  near("0", 0);
  near("sqrt(2)", Math.SQRT2);
  near("-sqrt(2)/4", -Math.SQRT2 / 4);
  near("(1+sqrt(5))/2", (1 + Math.sqrt(5)) / 2);
  near("577-408*sqrt(2)", 577 - 408 * Math.SQRT2);
  near("(14+6*sqrt(2))/3", (14 + 6 * Math.SQRT2) / 3);
});

test("parts are lengths, or intervals of lengths", () => {
  assert.equal(partText("3-sqrt(2)"), "3 − √2");
  assert.equal(partText("(0..1)"), "(0, 1)");
  assert.equal(partText("[(4-sqrt(2))/2..3-sqrt(2)]"), "[2 − √2/2, 3 − √2]");
});

test("lists and decimals", () => {
  assert.deepEqual(splitList(" 5, 7.5,, 3+sqrt2 "), ["5", "7.5", "3+sqrt2"]);
  assert.deepEqual(splitList(" , "), []);
  assert.equal(segmentsText(["3+sqrt(2)", "15/2", "(5-2*sqrt(2))/2"]), "3+√2, 7.5, 5/2−√2");
  assert.deepEqual(wordsOf(" 5, 7.5 ;3 +  √2 , 1"), ["5,", "7.5", ",", "3", "+", "√2", ",", "1"]);
  assert.equal(shortened("2.50000000"), "2.5");
  assert.equal(shortened("-1.00000000"), "−1");
  assert.equal(shortened("100"), "100");
});

test("what is rounded is not said to be equal", () => {
  assert.equal(equation("sqrt(2)", "1.41421356"), "= √2 ≈ 1.41421356");
  assert.equal(equation("6400000000001/100000000000", "64.00000000"), "= 6400000000001/100000000000 ≈ 64.00000000");
  assert.equal(equation("5/2", "2.50000000"), "= 2.5");
  assert.equal(equation("-1/3", "-0.33333333"), "= −1/3 ≈ −0.33333333");
  assert.equal(equation("64", "64.00000000"), "= 64");
  assert.equal(equation(null, "3.10000000"), "≈ 3.10000000");
});
