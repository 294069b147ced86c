// The simplest fractions, against a search through all denominators.

import assert from "node:assert/strict";
import test from "node:test";
import { simplestBetween } from "../fractions.js";

/** The first fraction in [low, high] by rising denominators. */
function searched(low, high) {
  for (let denominator = 1; ; denominator++) {
    const numerator = Math.ceil(low * denominator);
    if (numerator <= high * denominator) return denominator === 1 ? `${numerator}` : `${numerator}/${denominator}`;
  }
}

test("the fraction of least denominator is found", () => {
  let state = 1;
  const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
  for (let round = 0; round < 3000; round++) {
    const low = random() * 10 ** (round % 4);
    const high = low + random() / 10 ** (round % 5);
    assert.equal(simplestBetween(low, high), searched(low, high), `${low} .. ${high}`);
  }
});

test("ends and single numbers belong to the range", () => {
  assert.equal(simplestBetween(2, 2), "2");
  assert.equal(simplestBetween(2.5, 2.5), "5/2");
  assert.equal(simplestBetween(0, 0.5), "0");
  assert.equal(simplestBetween(-1, 0.5), "0");
  assert.equal(simplestBetween(0.4, 0.5), "1/2");
});

test("narrow ranges far out are met", () => {
  const text = simplestBetween(4999.12345678, 4999.12345679);
  const [numerator, denominator] = text.split("/").map(Number);
  assert.ok(numerator / denominator >= 4999.12345678 && numerator / denominator <= 4999.12345679, text);
});

test("tiny numbers are told apart", () => {
  const [one, parts] = simplestBetween(2.9999e-18, 3.0001e-18).split("/").map(Number);
  assert.ok(Math.abs(one / parts - 3e-18) <= 1.00000001e-22);
  const [numerator, denominator] = simplestBetween(1.23456789e-9, 1.2345679e-9).split("/").map(Number);
  assert.ok(Math.abs(numerator / denominator - 1.234567895e-9) <= 6e-18);
});
