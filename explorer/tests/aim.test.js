// From the pointer to exact places.

import assert from "node:assert/strict";
import test from "node:test";
import { Aim } from "../aim.js";
import { Refusal } from "../engine.js";
import { approximate } from "../notation.js";

/** Knows the differences that the tests need. */
const engine = {
  async ask({ command, at }) {
    assert.equal(command, "grundy");
    const known = { "((5)-(sqrt(2)))": "5-sqrt(2)", "((5)-(sqrt(2)))/2": "(5-sqrt(2))/2", "((5)-(1))": "4", "((5)-(1))/2": "2" };
    if (known[at] === undefined) throw new Refusal(`${at} is negative`);
    return { at: known[at] };
  },
};
const aim = new Aim(engine, { lengths: "1,sqrt(2)" });
const how = { unit: 100, snaps: true };
const interval = (start, end, start_included, end_included) => ({
  start,
  end,
  start_included,
  end_included,
  start_decimal: approximate(start).toFixed(8),
  end_decimal: approximate(end).toFixed(8),
});
const pointed = async (piece, x, winning = [], options = how) => {
  const middle = x + approximate(piece) / 2;
  return (await aim.place({ length: "5", winning }, piece, middle, options))?.text;
};

test("the ends of the segment are exact", async () => {
  assert.equal(await pointed("sqrt(2)", -3), "0");
  assert.equal(await pointed("sqrt(2)", 0.004), "0");
  assert.equal(await pointed("sqrt(2)", 9), "5-sqrt(2)");
  assert.equal(await pointed("sqrt(2)", 3.584), "5-sqrt(2)");
  assert.equal(await pointed("1", 9), "4");
});

test("the middle attracts, and is exact", async () => {
  assert.equal(await pointed("sqrt(2)", 1.75), "(5-sqrt(2))/2");
  assert.equal(await pointed("sqrt(2)", 1.85), "(5-sqrt(2))/2");
  assert.equal(await pointed("sqrt(2)", 1.87), "1.87");
  assert.equal(await pointed("1", 1.94), "2");
  assert.equal(await pointed("1", 1.92), "1.92");
});

test("elsewhere it is the shortest decimal within half a pixel", async () => {
  assert.equal(await pointed("1", 1.502), "1.5");
  assert.equal(await pointed("sqrt(2)", 0.334), "0.33");
});

test("a piece of the digit 3 lies at the nearer end", async () => {
  const atEnd = { ...how, isAtEnd: true };
  const winning = [interval("0", "0", true, true), interval("4", "4", true, true)];
  for (const [x, place] of [[-1, "0"], [1.9, "0"], [2.1, "4"], [9, "4"]]) {
    assert.equal(await pointed("1", x, [], atEnd), place);
    assert.equal(await pointed("1", x, winning, atEnd), place);
  }
  assert.equal(await aim.place({ length: "1", winning: [] }, "sqrt(2)", 0.5, atEnd), null);
});

test("no piece is placed where it does not fit", async () => {
  assert.equal(await aim.place({ length: "1", winning: [] }, "sqrt(2)", 0.5, how), null);
});

test("winning places nearby attract, if that is wanted", async () => {
  const single = [interval("(6-sqrt(2))/3", "(6-sqrt(2))/3", true, true)];
  const x = 2 - Math.SQRT2 / 3;
  assert.equal(await pointed("1", x + 0.05, single), "(6-sqrt(2))/3");
  assert.notEqual(await pointed("1", x + 0.09, single), "(6-sqrt(2))/3");
  assert.notEqual(await pointed("1", x + 0.05, single, { unit: 100, snaps: false }), "(6-sqrt(2))/3");
});

test("places where anything changes attract, whether they win or not, and leave room between them", async () => {
  const changes = new Aim(
    {
      async ask({ at, upto }) {
        if (upto !== undefined) return { intervals: ["0", "1", "sqrt(2)", "29/10"].map((start) => ({ start })) };
        return { at: at === "((5)-(1))-(sqrt(2))" ? "4-sqrt(2)" : (await engine.ask({ command: "grundy", at })).at };
      },
    },
    { lengths: "1,sqrt(2)" },
  );
  await changes.learn("5");
  const at = async (x) => (await changes.place({ length: "5", winning: [] }, "1", x + 0.5, { unit: 100, snaps: false }))?.text;
  // where g of the left part changes, and where that of the right part does
  assert.equal(await at(0.95), "1");
  assert.equal(await at(4 - Math.SQRT2 + 0.05), "4-sqrt(2)");
  // 3, where the right part is 1 long, and 29/10 are near each other
  assert.equal(await at(2.91), "29/10");
  assert.equal(await at(2.95), "2.95");
  assert.equal(await at(1.2), "1.2");
});

test("well inside a winning interval nothing attracts; at its ends those that win do", async () => {
  const winning = [interval("1", "1+sqrt(2)", true, false)];
  assert.equal(await pointed("1", 1.752, winning), "1.75");
  assert.equal(await pointed("1", 0.95, winning), "1");
  assert.equal(await pointed("1", 2.451, winning), "2.45");
});

test("an engine that was stopped does not say that the piece does not fit, and is asked again", async () => {
  let isStopped = true;
  const stopped = { ask: (question) => (isStopped ? Promise.reject(new Error("stopped")) : engine.ask(question)) };
  const other = new Aim(stopped, { lengths: "1,sqrt(2)" });
  await assert.rejects(other.place({ length: "5", winning: [] }, "1", 2, how), /stopped/);
  isStopped = false;
  assert.equal((await other.place({ length: "5", winning: [] }, "1", 2, how)).text, "1.5");
});
