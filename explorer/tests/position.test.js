// The segments that the page begins with.

import assert from "node:assert/strict";
import test from "node:test";
import { approximate } from "../notation.js";
import { firstSegments } from "../position.js";

const known = (text) => ({ text, value: approximate(text) });
const setting = (shortest, longest, greatest) => ({ shortest: known(shortest), longest: known(longest), greatest });

test("they are sums of the lengths, as far as the table goes", () => {
  assert.deepEqual(firstSegments(setting("1", "sqrt(3)", 100)), [
    "5*(1)+0*(sqrt(3))",
    "7.5*(1)+0*(sqrt(3))",
    "3*(1)+1*(sqrt(3))",
  ]);
  assert.equal(firstSegments(setting("1", "sqrt(2)", 5)).length, 2);
  assert.deepEqual(firstSegments(setting("1", "sqrt(2)", 2)), ["sqrt(2)"]);
  assert.deepEqual(firstSegments(setting("1", "1000", 1001)), ["5*(1)+0*(1000)", "7.5*(1)+0*(1000)"]);
});
