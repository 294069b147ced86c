// The rows of the board after moves.

import assert from "node:assert/strict";
import test from "node:test";
import { freeParts, freshRows, isClosed, rowOf, rowsAfter } from "../row.js";

const shortest = { text: "1", value: 1 };
const numbers = (rows) => freeParts(rows).map(({ number }) => number);

test("a move replaces one free segment by two and a piece", () => {
  const you = { by: "you", move: 1 };
  const start = freshRows({ left: ["5", "3"], values: [1, 3] }, shortest);
  const move = { segment: 2, length: "1" };
  const first = rowsAfter(start, { move, left: ["5", "1/2", "3/2"], values: [1, 0, 1] }, shortest, you);
  assert.deepEqual(freeParts(first).map(({ length }) => length), ["5", "1/2", "3/2"]);
  assert.deepEqual(first[0], [{ kind: "free", length: "5", number: 1 }]);
  assert.deepEqual(first[1][1], { kind: "piece", length: "1", number: 2, by: "you", move: 1 });

  const answer = { move: { segment: 3, length: "1" }, left: ["5", "1/2", "0", "1/2"], values: [1, 0, 0, 0] };
  const second = rowsAfter(first, answer, shortest, { by: "program", move: 2 });
  assert.deepEqual(freeParts(second).map(({ length }) => length), ["5", "1/2", "0", "1/2"]);
  assert.deepEqual(second[1].map(({ kind }) => kind), ["free", "piece", "free", "piece", "free"]);
  assert.deepEqual(rowOf(second, 4), { row: 2, before: second[1].slice(0, 4) });
});

test("segments keep their numbers, and a number is not given again", () => {
  const start = freshRows({ left: ["1/2", "3", "9"], values: [0, 3, 1] }, shortest);
  assert.deepEqual(numbers(start), [null, 1, 2]);
  // nothing is left of the second one
  const gone = { move: { segment: 3, length: "17/2" }, left: ["1/2", "3", "1/4", "1/4"], values: [0, 3, 0, 0] };
  const first = rowsAfter(start, gone, shortest, { by: "you", move: 1 });
  assert.deepEqual(numbers(first), [null, 1, null, null]);
  const both = { move: { segment: 2, length: "1" }, left: ["1/2", "1", "1", "1/4", "1/4"], values: [0, 1, 1, 0, 0] };
  const second = rowsAfter(first, both, shortest, { by: "program", move: 2 });
  assert.deepEqual(numbers(second), [null, 1, 3, null, null]);
  // the right one keeps it if nothing fits on the left
  const right = { ...both, left: ["1/2", "1/2", "3/2", "1/4", "1/4"], values: [0, 0, 1, 0, 0] };
  assert.deepEqual(numbers(rowsAfter(first, right, shortest, { by: "you", move: 2 })), [null, null, 1, null, null]);
});

test("a segment is closed if no piece fits, not if its value is 0", () => {
  const root = { text: "sqrt(2)", value: Math.SQRT2 };
  const closed = [["7/5", 0], ["sqrt(2)", 0], ["3", 0], ["3", 2], ["0", 0]];
  assert.deepEqual(closed.map(([length, value]) => isClosed(length, value, root)), [true, false, false, false, true]);
});
