// The worker hands a question to the engine, and writes nothing if there is no place for it.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";

const source = await readFile(new URL("../worker.js", import.meta.url), "utf8");

/** The function `reply` of a worker whose engine has these exports. */
function replyOf(engine) {
  return new Function("engine", `let onmessage; ${source}; exports = engine; return reply;`)(engine);
}

/** An engine that answers with what it was asked, at `place`; 0 stands for a question that is too long. */
function echo(memory, place) {
  const answer = (address, length) => (BigInt(address) << 32n) | BigInt(address === 0 ? 0 : length);
  return { memory, allocate: () => place, advance: () => 0n, answer, release: () => {} };
}

test("a question arrives as it was sent", () => {
  const memory = new WebAssembly.Memory({ initial: 1 });
  assert.deepEqual(replyOf(echo(memory, 1024))("{√2}"), { answer: "{√2}" });
});

test("a question without a place leaves the memory as it was", () => {
  const memory = new WebAssembly.Memory({ initial: 1 });
  assert.deepEqual(replyOf(echo(memory, 0))("x".repeat(70_000)), { answer: "" });
  assert.ok(new Uint8Array(memory.buffer).every((byte) => byte === 0));
});

test("as long as there is more to compute the reply says how far it is", () => {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const growth = { share: 0.000125, known: "250" };
  const engine = echo(memory, 1024);
  const advance = () => {
    const bytes = new TextEncoder().encode(JSON.stringify(growth));
    new Uint8Array(memory.buffer, 4096, bytes.length).set(bytes);
    return (4096n << 32n) | BigInt(bytes.length);
  };
  assert.deepEqual(replyOf({ ...engine, advance })("{}"), { growth });
});
