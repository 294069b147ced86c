// What lies on the board: rows of pieces and of the free segments between them.

import { approximate } from "./notation.js";

/**
 * @typedef {{kind: "free", length: string, number: ?number}} Free a segment: its number, or null if no piece fits
 * @typedef {Free | {kind: "piece", length: string, number: number, by: string, move: number}} Part a piece has the number
 *   of the segment in which it was placed, so that a number that was given is not given again
 * @typedef {Part[][]} Rows one row for each segment at the beginning of the game
 */

/**
 * Whether no piece fits on a segment: then its value is 0. Others have that value only if pieces lie at an end, and floats
 * tell them apart, except by rounding: what is a legal move, the engine decides.
 */
export const isClosed = (length, value, shortest) => value === 0 && approximate(length) < shortest.value;

/** The rows at the beginning. @returns {Rows} */
export function freshRows({ left, values }, shortest) {
  let count = 0;
  return left.map((length, index) => [
    { kind: "free", length, number: isClosed(length, values[index], shortest) ? null : ++count },
  ]);
}

/** The free segments, in the order of the engine. */
export const freeParts = (rows) => rows.flat().filter((part) => part.kind === "free");

/** In which row, counted from 1, a free segment lies, and what lies left of it there. */
export function rowOf(rows, segment) {
  let count = 0;
  for (const [index, row] of rows.entries()) {
    const place = row.findIndex((part) => part.kind === "free" && ++count === segment);
    if (place >= 0) return { row: index + 1, before: row.slice(0, place) };
  }
  return null;
}

/**
 * The rows after a move. Of the two segments that it leaves, the first one that some piece fits keeps the number.
 * @param {Rows} rows
 * @param {{move: {segment: number, length: string}, left: string[], values: number[]}} answer the engine's: the segment
 *   counted from 1, and all free segments after the move with their values
 * @param {{by: string, move: number}} author
 */
export function rowsAfter(rows, { move, left, values }, shortest, author) {
  const next = Math.max(...rows.flat().map(({ number }) => number)) + 1;
  let count = 0;
  return rows.map((row) =>
    row.flatMap((part) => {
      if (part.kind !== "free" || ++count !== move.segment) return [part];
      const { number } = part;
      const [isLeft, isRight] = [count - 1, count].map((index) => !isClosed(left[index], values[index], shortest));
      return [
        { kind: "free", length: left[count - 1], number: isLeft ? number : null },
        { kind: "piece", length: move.length, number, ...author },
        { kind: "free", length: left[count], number: isRight ? (isLeft ? next : number) : null },
      ];
    }),
  );
}
