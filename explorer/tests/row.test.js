// The rows of the board after moves.

import assert from "node:assert/strict";
import test from "node:test";
import { freeParts, freshRows, isClosed, rowsAfter, shownNumbers } from "../row.js";

test("a move replaces one free segment by two and a piece", () => {
  const you = { by: "you", move: 1 };
  const first = rowsAfter(freshRows(["5", "3"]), { segment: 2, length: "1" }, ["5", "1/2", "3/2"], you);
  assert.deepEqual(freeParts(first).map(({ length }) => length), ["5", "1/2", "3/2"]);
  assert.deepEqual(first[0], [{ kind: "free", length: "5" }]);
  assert.deepEqual(first[1][1], { kind: "piece", length: "1", by: "you", move: 1 });

  const program = { by: "program", move: 2 };
  const second = rowsAfter(first, { segment: 3, length: "1" }, ["5", "1/2", "0", "1/2"], program);
  assert.deepEqual(freeParts(second).map(({ length }) => length), ["5", "1/2", "0", "1/2"]);
  assert.deepEqual(second[1].map(({ kind }) => kind), ["free", "piece", "free", "piece", "free"]);
});

test("a segment is closed if no piece fits, not if its value is 0", () => {
  const shortest = { text: "sqrt(2)", value: Math.SQRT2 };
  const closed = [["7/5", 0], ["sqrt(2)", 0], ["3", 0], ["3", 2], ["0", 0]];
  assert.deepEqual(closed.map(([length, value]) => isClosed(length, value, shortest)), [true, false, false, false, true]);
});

test("only segments on which a piece fits are numbered", () => {
  const parts = ["1/2", "5", "0", "1"].map((length) => ({ kind: "free", length }));
  assert.deepEqual(shownNumbers(parts, [0, 1, 0, 1], { text: "1", value: 1 }), [null, 1, null, 2]);
});
