// The turns of a game and what is said about them; who may do what is decided by the engine.

import { freeParts, freshRows, rowOf, rowsAfter } from "./row.js";
import { capitalized, typeset } from "./notation.js";

/**
 * A position of the game: the engine's answer about it, and the move that led to it from the one before.
 * @typedef {{answer: object, rows: import("./row.js").Rows, player: Player, move: ?object, row: ?number, x: ?string,
 *   number: number, before: ?Turn}} Turn the piece of the move lies at `x` in its row, from the row's left
 * @typedef {"you" | "program" | "first" | "second"} Player the last two are players at one screen
 */

/** Who moves after a player, and what is said about them. */
const PLAYERS = {
  you: { next: "program", name: "you", turn: "Your turn", lose: "you lose", win: "you win" },
  program: { next: "you", name: "the program", turn: "The program’s turn", lose: "the program loses", win: "it wins" },
  first: { next: "second", name: "player 1", turn: "Player 1’s turn", lose: "player 1 loses", win: "player 1 wins" },
  second: { next: "first", name: "player 2", turn: "Player 2’s turn", lose: "player 2 loses", win: "player 2 wins" },
};

/** The name of a player, at the beginning of a sentence if that is wished. */
export function playerName(player, isFirstWord = false) {
  const { name } = PLAYERS[player];
  return isFirstWord ? capitalized(name) : name;
}

/** Who moves after a player. */
export const nextPlayer = (player) => PLAYERS[player].next;

export class Turns {
  #engine;
  #setting;
  /** @type {Turn[]} */
  #turns = [];
  /** The turn for which a move is being asked. */
  #asked = null;

  /** @param {object} setting `pieces`, the keys of a question that say what is played with, and `shortest` of them */
  constructor(engine, setting) {
    this.#engine = engine;
    this.#setting = setting;
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
    const answer = await this.#engine.ask({ command: "play", segments, ...this.#setting.pieces });
    this.#turns = [{ answer, rows: freshRows(answer, this.#setting.shortest), player, move: null, row: null, x: null, number: 0, before: null }];
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
    const question = { command: "play", segments: before.answer.left, segment, length, place, ...this.#setting.pieces };
    const { row, before: beside } = rowOf(before.rows, Number(segment)) ?? {};
    let answer;
    let x;
    try {
      answer = await this.#engine.ask(question);
      x = await this.#sum([...beside.map((part) => part.length), answer.move.place]);
    } finally {
      if (this.#asked === before) this.#asked = null;
    }
    if (this.current !== before) return false;
    const number = before.number + 1;
    const rows = rowsAfter(before.rows, answer, this.#setting.shortest, { by: before.player, move: number });
    this.#turns.push({ answer, rows, player: nextPlayer(before.player), move: answer.move, row, x, number, before });
    return true;
  }

  /** The sum of lengths, exactly. */
  async #sum(lengths) {
    if (lengths.length === 1) return lengths[0];
    const at = lengths.map((length) => `(${length})`).join("+");
    return (await this.#engine.ask({ command: "grundy", at, ...this.#setting.pieces })).at;
  }

  /** Whether there is a move of a person to take back. */
  get canUndo() {
    return this.moves.some(({ before }) => before.player !== "program");
  }

  /** Takes back the last move of a person and what followed it. */
  undo() {
    while (this.#turns.length > 1) {
      this.#turns.pop();
      if (this.current.player !== "program") return;
    }
  }

  /** The player who has won, or null. */
  get winner() {
    return this.current.answer.over ? nextPlayer(this.current.player) : null;
  }
}

/** "a piece of length √2 at x = 1.5 on segment 1" */
export function moveText({ segment, length, place }) {
  return `a piece of length ${typeset(length)} at x = ${typeset(place)} on segment ${segment}`;
}

/** "a piece of length √2 at x = 6.5 in row 2": from the left of the row. */
export function placedText({ move, x, row }) {
  return `a piece of length ${typeset(move.length)} at x = ${typeset(x)} in row ${row}`;
}

/** The values of the segments that some piece fits, and their sum. */
function valuesText({ answer, rows }) {
  const parts = freeParts(rows).map((part, index) => ({ ...part, value: answer.values[index] }));
  const fitting = parts.filter(({ number }) => number !== null);
  if (fitting.length === 0) return "no piece fits";
  const names = fitting.map(({ length }) => `g(${typeset(length)})`).join(" xor ");
  const values = fitting.length > 1 ? ` = ${fitting.map(({ value }) => value).join(" xor ")}` : "";
  return `${names}${values} = ${answer.grundy ?? "not 0"}`;
}

/** What the last move did to the values of the segments. */
export function whyText(turn) {
  const now = valuesText(turn);
  const outcome = turn.answer.over
    ? "The player to move has lost."
    : turn.answer.grundy === 0 ? "That is 0: no move wins." : "That is not 0, so some move leaves 0 and wins.";
  const values = turn.before ? `Before move ${turn.number}: ${valuesText(turn.before)}. After it: ${now}` : `The values: ${now}`;
  return `${values}. ${outcome}`;
}

/** What is said when it is somebody's turn, or the game is over. */
export function turnText({ answer, player, move, number }) {
  if (!answer.over) return PLAYERS[player].turn;
  if (move === null) return `No piece fits: ${PLAYERS[player].lose} at once`;
  const winner = nextPlayer(player);
  const placed = number === 1 ? "the only piece" : `the last of the ${number} pieces`;
  return `${playerName(winner, true)} placed ${placed}: ${PLAYERS[winner].win}`;
}

/** The sign on the board when the game is over. */
export const winText = (winner) => winner === "you" ? "You win" : `${playerName(winner, true)} wins`;
