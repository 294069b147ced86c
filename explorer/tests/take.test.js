// What was exported: numbers in other notations, and calls that a shell reads.

import assert from "node:assert/strict";
import test from "node:test";
import { NOTATIONS, calls, latex } from "../take.js";

test("closed forms in LaTeX", () => {
  const forms = {
    "7": "7",
    "-7/2": "-\\frac{7}{2}",
    "13+3*sqrt(2)": "13+3\\sqrt{2}",
    "sqrt(2)/3": "\\frac{\\sqrt{2}}{3}",
    "-5*sqrt(3)/2": "-\\frac{5\\sqrt{3}}{2}",
    "(-3+6*sqrt(2))/14": "\\frac{-3+6\\sqrt{2}}{14}",
  };
  for (const [text, form] of Object.entries(forms)) assert.equal(latex(text), form);
});

test("values in three notations", () => {
  const found = { at: "7/2", grundy: 3, gain: { value_exact: "(2+sqrt(2))/2", value: "1.7071067812" } };
  assert.deepEqual(Object.values(NOTATIONS).map((write) => write(found)), [
    "L = 3.5, e(L) = 1 + √2/2 ≈ 1.7071067812, g(L) = 3",
    "$L = \\frac{7}{2}$, $e(L) = \\frac{2+\\sqrt{2}}{2} \\approx 1.7071067812$, $g(L) = 3$",
    'L, e, g = Surd("7/2"), Surd("(2+sqrt(2))/2"), 3',
  ]);
  assert.deepEqual(Object.values(NOTATIONS).map((write) => write({ ...found, gain: null })), [
    "L = 3.5, g(L) = 3",
    "$L = \\frac{7}{2}$, $g(L) = 3$",
    'L, g = Surd("7/2"), 3',
  ]);
});

test("calls that draw a view", () => {
  const setting = { pieces: { lengths: "1,sqrt(2)", rule: "7,3" } };
  assert.equal(
    calls(setting, { from: "0", to: "20+sqrt(2)" }, null),
    "nimsweep plot grundy --lengths '1,sqrt(2)' --rule 7,3 --range 0 '20+sqrt(2)' -o grundy.svg",
  );
  assert.equal(
    calls({ pieces: { lengths: "2,3" } }, { from: "0", to: "9" }, "3").split("\n")[0],
    "nimsweep plot gain --lengths 2,3 --range 3 9 -o gain.svg",
  );
});
