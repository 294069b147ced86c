// Random positions have the outcome that was asked for.

import assert from "node:assert/strict";
import test from "node:test";
import { randomSegments } from "../deal.js";

const setting = { lengths: "1", shortest: { text: "1", value: 1 } };
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

test("what cannot be is refused with a reason", async () => {
  const { ask } = engineWith([]);
  await assert.rejects(randomSegments({ ask }, setting, { ...wish, size: "1/2" }), /no piece fits/);
  await assert.rejects(randomSegments({ ask }, setting, { ...wish, count: 1 }), /take more segments/);
});
