// The turns of a game and what is said about them; who may do what is decided by the engine.

import { freshRows, rowsAfter } from "./row.js";
import { typeset } from "./notation.js";

/**
 * A position of the game: the engine's answer about it, and the move that led to it from the one before.
 * @typedef {{answer: object, rows: import("./row.js").Rows, player: "you" | "program", move: ?object,
 *   number: number, before: ?Turn}} Turn
 */

function otherPlayer(player) {
  return player === "you" ? "program" : "you";
}

export class Turns {
  #engine;
  #pieces;
  /** @type {Turn[]} */
  #turns = [];
  /** The turn for which a move is being asked. */
  #asked = null;

  /** @param {object} pieces the keys of a question that say what is played with */
  constructor(engine, pieces) {
    this.#engine = engine;
    this.#pieces = pieces;
  }

  /** @returns {Turn} */
  get current() {
    return this.#turns[this.#turns.length - 1];
  }

  /** All moves so far. */
  get moves() {
    return this.#turns.slice(1);
  }

  async begin(segments, player) {
    const answer = await this.#engine.ask({ command: "play", segments, ...this.#pieces });
    this.#turns = [{ answer, rows: freshRows(answer.left), player, move: null, number: 0, before: null }];
  }

  /** The segments at the beginning. */
  get start() {
    return this.#turns[0].answer.left;
  }

  /** Makes a move, unless one is being made; returns whether it did, and rejects if the move is not legal. */
  async make({ segment, length, place }) {
    const before = this.current;
    if (this.#asked === before) return false;
    this.#asked = before;
    const question = { command: "play", segments: before.answer.left, segment, length, place, ...this.#pieces };
    let answer;
    try {
      answer = await this.#engine.ask(question);
    } finally {
      if (this.#asked === before) this.#asked = null;
    }
    if (this.current !== before) return false;
    const number = before.number + 1;
    const rows = rowsAfter(before.rows, answer.move, answer.left, { by: before.player, move: number });
    this.#turns.push({ answer, rows, player: otherPlayer(before.player), move: answer.move, number, before });
    return true;
  }

  /** Whether there is a move of yours to take back. */
  get canUndo() {
    return this.moves.some(({ player }) => player === "program");
  }

  /** Takes back your last move and what followed it. */
  undo() {
    while (this.#turns.length > 1) {
      this.#turns.pop();
      if (this.current.player === "you") return;
    }
  }
}

/** "a piece of length √2 at x = 3/2 on segment 1" */
export function moveText({ segment, length, place }) {
  return `a piece of length ${typeset(length)} at x = ${typeset(place)} on segment ${segment}`;
}

/** What is said when it is somebody's turn, or the game is over. */
export function turnText({ answer, player, move }) {
  if (!answer.over) return player === "you" ? "Your turn" : "The program’s turn";
  if (move === null) return `No piece fits: ${player === "you" ? "you lose" : "the program loses"} at once`;
  return player === "you" ? "The program placed the last piece: it wins" : "You placed the last piece: you win";
}
