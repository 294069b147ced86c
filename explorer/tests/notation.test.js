// Closed forms as the page shows and places them.

import assert from "node:assert/strict";
import test from "node:test";
import { approximate, equation, shortened, splitList, typeset } from "../notation.js";

test("closed forms are set as in print", () => {
  assert.equal(typeset("(5-2*sqrt(2))/2"), "(5 − 2√2)/2");
  assert.equal(typeset("10+sqrt(2)"), "10 + √2");
  assert.equal(typeset("-3*sqrt(2)/2"), "−3√2/2");
  assert.equal(typeset("(-3018393099+3152364354*sqrt(2))/60189599"), "(−3018393099 + 3152364354√2)/60189599");
});

test("closed forms lie where they should", () => {
  const near = (text, value) => assert.ok(Math.abs(approximate(text) - value) < 1e-12, text);
  near("7/2", 3.5);
  near("0", 0);
  near("sqrt(2)", Math.SQRT2);
  near("-sqrt(2)/4", -Math.SQRT2 / 4);
  near("(1+sqrt(5))/2", (1 + Math.sqrt(5)) / 2);
  near("577-408*sqrt(2)", 577 - 408 * Math.SQRT2);
  near("(14+6*sqrt(2))/3", (14 + 6 * Math.SQRT2) / 3);
});

test("lists and decimals", () => {
  assert.deepEqual(splitList(" 5, 7.5,, 3+sqrt2 "), ["5", "7.5", "3+sqrt2"]);
  assert.deepEqual(splitList(" , "), []);
  assert.equal(shortened("2.50000000"), "2.5");
  assert.equal(shortened("-1.00000000"), "−1");
  assert.equal(shortened("100"), "100");
});

test("what is rounded is not said to be equal", () => {
  assert.equal(equation("sqrt(2)", "1.41421356"), "= √2 ≈ 1.41421356");
  assert.equal(equation("6400000000001/100000000000", "64.00000000"), "= 6400000000001/100000000000 ≈ 64.00000000");
  assert.equal(equation("5/2", "2.50000000"), "= 5/2 = 2.5");
  assert.equal(equation("-1/3", "-0.33333333"), "= −1/3 ≈ −0.33333333");
  assert.equal(equation("64", "64.00000000"), "= 64");
  assert.equal(equation(null, "3.10000000"), "≈ 3.10000000");
});
