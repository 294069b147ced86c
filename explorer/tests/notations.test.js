// The engine reads numbers as the library does: data/notations.csv, made by another program.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { gunzipSync } from "node:zlib";

const source = await readFile(new URL("../worker.js", import.meta.url), "utf8");
const packed = await readFile(new URL("../engine.wasm.gz", import.meta.url));
const { exports } = (await WebAssembly.instantiate(gunzipSync(packed))).instance;
const reply = new Function("engine", `let onmessage; ${source}; exports = engine; return reply;`)(exports);

test("each text is its number", async () => {
  const lines = (await readFile(new URL("../../data/notations.csv", import.meta.url), "utf8")).trim().split("\n");
  assert.equal(lines.length, 5002);
  for (const line of lines.slice(2)) {
    const [text, number] = line.split(",");
    // no piece fits
    const question = { command: "moves", at: text, lengths: "1000000000" };
    assert.equal(JSON.parse(reply(JSON.stringify(question)).answer).at, number, text);
  }
});
