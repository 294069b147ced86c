// The turns of a game: one move at a time.

import assert from "node:assert/strict";
import test from "node:test";
import { Turns, placedText, whyText } from "../turns.js";

/** Answers when the test says so; knows a single segment of length 5 and pieces of length 1. */
class SlowEngine {
  questions = [];
  #answers = [];

  ask(question) {
    this.questions.push(question);
    return new Promise((resolve, reject) => this.#answers.push({ resolve, reject }));
  }

  answer(answer) {
    this.#answers.shift().resolve(answer);
  }

  refuse(reason) {
    this.#answers.shift().reject(new Error(reason));
  }
}

const move = { segment: 1, length: "1", place: "2" };
const after = { left: ["2", "2"], values: [2, 2], move };

async function begun() {
  const engine = new SlowEngine();
  const turns = new Turns(engine, { pieces: { lengths: "1", rule: "3" }, shortest: { text: "1", value: 1 } });
  const begins = turns.begin(["5"], "you");
  engine.answer({ left: ["5"], values: [1], move: null });
  await begins;
  return { engine, turns };
}

test("a move that is submitted twice is made once", async () => {
  const { engine, turns } = await begun();
  const [first, second] = [turns.make(move), turns.make(move)];
  assert.equal(await second, false);
  engine.answer(after);
  assert.equal(await first, true);
  assert.equal(engine.questions.length, 2);
  assert.deepEqual(engine.questions.map(({ rule }) => rule), ["3", "3"]);
  assert.equal(turns.moves.length, 1);
  assert.equal(turns.current.player, "program");
  assert.deepEqual(turns.start, ["5"]);
});

test("a piece lies at a place from the left of its row, which the engine adds up", async () => {
  const { engine, turns } = await begun();
  const first = turns.make(move);
  engine.answer(after);
  await first;
  assert.deepEqual([turns.current.row, turns.current.x], [1, "2"]);
  const second = turns.make({ segment: 2, length: "1", place: "1/2" });
  engine.answer({ left: ["2", "1/2", "1/2"], values: [2, 0, 0], move: { segment: 2, length: "1", place: "1/2" }, grundy: 2 });
  await Promise.resolve();
  assert.equal(engine.questions.at(-1).at, "(2)+(1)+(1/2)");
  engine.answer({ at: "7/2" });
  assert.equal(await second, true);
  assert.equal(placedText(turns.current), "a piece of length 1 at x = 3.5 in row 1");
  assert.equal(whyText({ ...turns.current, before: null }), "The values: g(2) = 2. That is not 0, so some move leaves 0 and wins.");
});

test("after a refused move another one can be made", async () => {
  const { engine, turns } = await begun();
  const refused = turns.make({ ...move, place: "9" });
  engine.refuse("place: too far right");
  await assert.rejects(refused, /too far right/);
  const made = turns.make(move);
  engine.answer(after);
  assert.equal(await made, true);
  turns.undo();
  assert.equal(turns.moves.length, 0);
});
