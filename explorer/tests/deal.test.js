// Random positions have the outcome that was asked for.

import assert from "node:assert/strict";
import test from "node:test";
import { randomSegments } from "../deal.js";
import { approximate } from "../notation.js";

const setting = { pieces: { lengths: "1" }, shortest: { text: "1", value: 1 }, hasGain: true };
const wish = { count: 2, size: "8", outcome: "lost" };

/** Calls every single segment won, and gives these values to the sums, one after the other. */
function engineWith(values) {
  const sums = [];
  const ask = async ({ command, at, upto, segments }) => {
    if (command === "grundy" && at !== undefined) return { at, value: at === "1/2" ? 0 : 1 };
    if (upto !== undefined) return { intervals: [{ start: "3", end: "4" }] };
    if (segments.length === 1) return { grundy: 1 };
    sums.push(segments);
    return { grundy: values.shift() };
  };
  return { ask, sums };
}

test("a lost position is one that the engine calls lost", async () => {
  // dealt and won, completed and still won, dealt again and won, completed and lost
  const { ask, sums } = engineWith([1, 2, 1, 0]);
  assert.deepEqual(await randomSegments({ ask }, setting, wish), sums[3]);
  assert.equal(sums.length, 4);
});

test("a won position is one that the engine calls won", async () => {
  const { ask, sums } = engineWith([0, 3]);
  assert.deepEqual(await randomSegments({ ask }, setting, { ...wish, outcome: "won" }), sums[1]);
});

test("with a rule a single segment may be lost, on a step of value 0 on which a piece fits", async () => {
  const ask = async ({ command, at, upto, rule, segments }) => {
    assert.equal(rule, "3");
    if (at !== undefined) return { at, value: 0 };
    if (upto !== undefined) return { intervals: [{ start: "0", end: "1" }, { start: "2", end: "3" }] };
    assert.ok(command === "play" && segments.length === 1);
    const length = approximate(segments[0]);
    return { grundy: length < 1 || (length >= 2 && length < 3) ? 0 : 1 };
  };
  const ruled = { ...setting, pieces: { lengths: "1", rule: "3" }, hasGain: false };
  for (let tries = 0; tries < 50; tries++) {
    const [segment] = await randomSegments({ ask }, ruled, { ...wish, count: 1, size: "9/2" });
    assert.ok(approximate(segment) >= 2 && approximate(segment) < 3, segment);
  }
});

test("what cannot be is refused with a reason", async () => {
  const { ask } = engineWith([]);
  await assert.rejects(randomSegments({ ask }, setting, { ...wish, size: "1/2" }), /no piece fits/);
  await assert.rejects(randomSegments({ ask }, setting, { ...wish, count: 1 }), /choose more segments/);
});
