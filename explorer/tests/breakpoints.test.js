// Where the cross-hair snaps to, and where there would be too much of it.

import assert from "node:assert/strict";
import test from "node:test";
import { breakpointsIn } from "../breakpoints.js";

const engine = {
  asked: 0,
  async latest(topic, { lengths }) {
    this.asked++;
    assert.equal(lengths, "1,2");
    return topic === "pieces"
      ? { pieces: [{ start: "10" }, { start: "11" }, { start: "12" }] }
      : { intervals: [{ start: "9" }, { start: "23/2" }] };
  },
};
const setting = (shortest, longest) => ({
  pieces: { lengths: "1,2" },
  shortest: { value: shortest },
  longest: { value: longest },
  hasGain: true,
});
const view = { from: "10", to: "30", low: 10, high: 30, width: 20 };

test("they are those of the gain and of the Grundy value in view", async () => {
  const found = await breakpointsIn(engine, setting(1, 2), view);
  assert.deepEqual(found.map(({ text }) => text), ["11", "23/2", "12"]);
});

test("without a gain they are those of the Grundy value", async () => {
  const found = await breakpointsIn(engine, { ...setting(1, 2), hasGain: false }, view);
  assert.deepEqual(found.map(({ text }) => text), ["23/2"]);
});

test("a range that is wide for the shortest piece has too many to be asked for", async () => {
  engine.asked = 0;
  assert.deepEqual(await breakpointsIn(engine, setting(1 / 10, 10), view), []);
  assert.equal(engine.asked, 0);
});
