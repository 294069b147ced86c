// The turns of a game: one move at a time.

import assert from "node:assert/strict";
import test from "node:test";
import { Turns } from "../turns.js";

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
const after = { left: ["2", "2"], move };

async function begun() {
  const engine = new SlowEngine();
  const turns = new Turns(engine, { lengths: "1", rule: "3" });
  const begins = turns.begin(["5"], "you");
  engine.answer({ left: ["5"], move: null });
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
