// The visible range: what stays in place, and where it ends.

import assert from "node:assert/strict";
import test from "node:test";
import { approximate } from "../notation.js";
import { View } from "../view.js";

test("zooming keeps the length under the pointer in its place", () => {
  const view = new View("100");
  const before = view.at(0.3);
  assert.ok(view.zoom(0.5, 0.3));
  assert.ok(Math.abs(view.at(0.3) - before) < 1e-9);
  assert.ok(Math.abs(view.width - 50) < 1e-9);
});

test("the view stays within 0 and the greatest length", () => {
  const view = new View("50+10*sqrt(2)");
  assert.ok(!view.zoom(2, 0.5), "nothing is beyond the whole");
  view.zoom(0.1, 0.5);
  view.move(100);
  assert.ok(view.high <= view.greatest);
  view.settle(1000);
  assert.equal(view.to, "50+10*sqrt(2)");
  view.move(-1000);
  view.settle(1000);
  assert.equal(view.from, "0");
});

test("settled ends are short decimals near those seen", () => {
  const view = new View("500");
  for (let round = 0; round < 24; round++) {
    const [low, high] = [view.low, view.high];
    view.settle(800);
    const pixel = (high - low) / 800;
    assert.ok(Math.abs(approximate(view.from) - low) <= 1.25 * pixel + 1e-9);
    assert.ok(Math.abs(approximate(view.to) - high) <= 1.25 * pixel + 1e-9);
    // a pixel has no more digits than that
    const decimals = Math.max(Math.ceil(-Math.log10(pixel)), 0);
    for (const end of [view.from, view.to]) assert.match(end, new RegExp(`^\\d+(\\.\\d{1,${decimals || 1}})?$`));
    assert.ok(approximate(view.from) < approximate(view.to));
    view.zoom(0.4, 0.37);
  }
});

test("tiny lengths are zoomed into like others", () => {
  const view = new View("20/1000000000");
  for (let round = 0; round < 10; round++) assert.ok(view.zoom(0.2, 0.5), `round ${round}`);
  assert.ok(view.width < 2e-14 && view.width > 1e-17);
  view.settle(800);
  assert.ok(approximate(view.from) < approximate(view.to));
  assert.ok(view.decimals(800) >= 16);
});

test("more of the same is shown if all was, and otherwise the view stays", () => {
  const view = new View("500");
  view.extend("1000");
  assert.deepEqual([view.from, view.to], ["0", "1000"]);
  view.set("10", "20");
  view.extend("2000");
  assert.deepEqual([view.from, view.to, view.greatest], ["10", "20", 2000]);
});
