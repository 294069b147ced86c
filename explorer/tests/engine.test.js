// The queue of questions, with a worker that answers when the test says so.

import assert from "node:assert/strict";
import test from "node:test";
import { Engine, Refusal } from "../engine.js";

/** Stands for a worker: keeps what it was sent. */
class SilentWorker {
  static all = [];
  sent = [];
  isEnded = false;

  constructor() {
    SilentWorker.all.push(this);
  }

  postMessage(data) {
    if (data.question !== undefined) this.sent.push(JSON.parse(data.question).command);
    else this.engine = data.engine;
  }

  terminate() {
    this.isEnded = true;
  }

  answer(data) {
    const isReply = data.crash === undefined && data.growth === undefined;
    this.onmessage({ data: isReply ? { answer: JSON.stringify(data) } : data });
  }
}

function started() {
  globalThis.Worker = SilentWorker;
  SilentWorker.all = [];
  const states = [];
  const engine = new Engine("", "packed", (state) => states.push(state));
  return { engine, states, worker: () => SilentWorker.all.at(-1) };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

test("questions are asked one by one, in their order", async () => {
  const { engine, worker, states } = started();
  const answers = [engine.ask({ command: "a" }), engine.ask({ command: "b" })];
  assert.deepEqual(worker().sent, ["a"]);
  assert.equal(worker().engine, "packed");
  worker().answer({ value: 1 });
  assert.deepEqual(await answers[0], { value: 1 });
  await settled();
  assert.deepEqual(worker().sent, ["a", "b"]);
  assert.equal(states.at(-1).busy, true);
  worker().answer({ value: 2 });
  assert.deepEqual(await answers[1], { value: 2 });
  await settled();
  assert.deepEqual(states.at(-1), { busy: false, slow: false });
});

test("of questions on one topic that wait, only the latest is asked", async () => {
  const { engine, worker } = started();
  const first = engine.latest("view", { command: "first" });
  const dropped = engine.latest("view", { command: "dropped" });
  const other = engine.latest("other", { command: "other" });
  const last = engine.latest("view", { command: "last" });
  assert.equal(await dropped, null);
  for (const promise of [first, other, last]) {
    worker().answer({});
    assert.deepEqual(await promise, {});
    await settled();
  }
  assert.deepEqual(worker().sent, ["first", "other", "last"]);
});

test("a refusal rejects, and the queue continues", async () => {
  const { engine, worker } = started();
  const [refused, next] = [engine.ask({ command: "x" }), engine.ask({ command: "y" })];
  worker().answer({ error: "at: no number" });
  await assert.rejects(refused, (error) => error instanceof Refusal && error.message === "at: no number");
  await settled();
  worker().answer({ ok: true });
  assert.deepEqual(await next, { ok: true });
});

test("a crash rejects its question only, and another engine takes the next", async () => {
  const { engine, worker } = started();
  const [crashed, next] = [engine.ask({ command: "x" }), engine.ask({ command: "y" })];
  const broken = worker();
  broken.answer({ crash: "unreachable" });
  await assert.rejects(crashed, (error) => !(error instanceof Refusal) && error.message.includes("unreachable"));
  await settled();
  assert.ok(broken.isEnded && worker() !== broken);
  assert.deepEqual(worker().sent, ["y"]);
  worker().answer({ ok: true });
  assert.deepEqual(await next, { ok: true });
});

test("stopping gives up all questions and leaves an engine that answers", async () => {
  const { engine, worker, states } = started();
  const questions = [engine.ask({ command: "x" }), engine.latest("t", { command: "y" })];
  engine.stop();
  for (const question of questions) await assert.rejects(question, /stopped/);
  await settled();
  assert.equal(states.at(-1).busy, false);
  const next = engine.ask({ command: "z" });
  assert.deepEqual(worker().sent, ["z"]);
  worker().answer({ ok: true });
  assert.deepEqual(await next, { ok: true });
});

test("what takes long is computed in parts, with its share, and others come between", async () => {
  const { engine, worker, states } = started();
  const grown = [];
  let between;
  const long = engine.ask({ command: "long" }, (growth) => {
    grown.push(growth.known);
    between ??= engine.ask({ command: "part" });
  });
  worker().answer({ growth: { share: 0.125, known: "500" } });
  assert.deepEqual(worker().sent, ["long", "part"]);
  assert.equal(states.at(-1).share, 1 / 8);
  worker().answer({ value: 1 });
  assert.deepEqual(await between, { value: 1 });
  await settled();
  assert.deepEqual(worker().sent, ["long", "part", "long"]);
  worker().answer({ growth: { share: 0.729, known: "900" } });
  worker().answer({ value: 2 });
  assert.deepEqual(await long, { value: 2 });
  assert.deepEqual(grown, ["500", "900"]);
  await settled();
  assert.deepEqual(states.at(-1), { busy: false, slow: false });
});

test("a question of which a part is done still gives way to one on the same topic", async () => {
  const { engine, worker } = started();
  const first = engine.latest("view", { command: "first" });
  worker().answer({ growth: { share: 0.125, known: "1" } });
  const other = engine.ask({ command: "other" });
  worker().answer({ growth: { share: 0.421875, known: "3/2" } });
  // the first one waits
  const second = engine.latest("view", { command: "second" });
  assert.equal(await first, null);
  worker().answer({});
  await other;
  await settled();
  // the second one is being computed
  const last = engine.latest("view", { command: "last" });
  worker().answer({ growth: { share: 0.125, known: "1" } });
  assert.equal(await second, null);
  await settled();
  worker().answer({});
  assert.deepEqual(await last, {});
  assert.deepEqual(worker().sent, ["first", "first", "other", "second", "last"]);
});
