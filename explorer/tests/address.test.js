// The state in the address: a link restores what was written, and a plus is a plus.

import assert from "node:assert/strict";
import test from "node:test";
import { readAddress, writeAddress } from "../address.js";

globalThis.location = { search: "", hash: "" };
globalThis.history = { replaceState: (_state, _title, address) => (location.hash = address) };

test("what is written is read again", () => {
  const state = { lengths: "1,sqrt(2)", upto: "50+10*sqrt(2)", from: "20", to: "61/2", segments: "5,3+sqrt(2)" };
  writeAddress(state);
  assert.equal(
    location.hash,
    "#lengths=1,sqrt(2)&upto=50+10*sqrt(2)&from=20&to=61/2&segments=5,3+sqrt(2)",
  );
  assert.deepEqual(readAddress({}), state);
  writeAddress({ from: null, to: null });
  assert.deepEqual(readAddress({ from: "0" }), { lengths: state.lengths, upto: state.upto, segments: state.segments, from: "0" });
});

test("a rule stands beside its lengths, and a link with other lengths has its own", () => {
  const state = { lengths: "1,sqrt(2)", rule: "3,7", upto: "50" };
  writeAddress({ ...state, segments: null });
  assert.equal(location.hash, "#lengths=1,sqrt(2)&rule=3,7&upto=50");
  assert.deepEqual(readAddress({}), state);
  writeAddress({ rule: "" });
  assert.equal(location.hash, "#lengths=1,sqrt(2)&upto=50");
  assert.equal(readAddress({ lengths: "1,2", rule: "3" }).rule, undefined);
  location.hash = "#upto=60";
  assert.equal(readAddress({ lengths: "1,2", rule: "3" }).rule, "3");
});

test("an address that was not written is read over the start, and not written again", () => {
  writeAddress({ lengths: "1", upto: "60", segments: null, from: null, to: null });
  location.hash = "#upto=20+sqrt2&segments=5%2B1%2F7,%3C&other=1";
  assert.deepEqual(readAddress({ lengths: "1" }), { lengths: "1", upto: "20+sqrt2", segments: "5+1/7,<" });
  writeAddress({ segments: "7 & 8" });
  assert.equal(location.hash, "#lengths=1&upto=60&segments=7%20%26%208");
});

test("the address names the tab that is open, unless it is the first", () => {
  writeAddress({ lengths: "1", rule: "", upto: "60", segments: null, tab: "game" });
  assert.equal(location.hash, "#lengths=1&upto=60&tab=game");
  assert.equal(readAddress({}).tab, "game");
  writeAddress({ tab: null });
  assert.equal(location.hash, "#lengths=1&upto=60");
});

test("what a form sends is read, a plus in it is a space, and what stands behind the # is read over it", () => {
  location.search = "?embedded&lengths=1%2C+1%2Bsqrt2&upto=30";
  location.hash = "";
  assert.deepEqual(readAddress({ rule: "3" }), { lengths: "1, 1+sqrt2", upto: "30" });
  location.hash = "#upto=20+sqrt2";
  assert.deepEqual(readAddress({}), { lengths: "1, 1+sqrt2", upto: "20+sqrt2" });
  location.search = "";
});
