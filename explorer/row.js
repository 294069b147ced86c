// What lies on the board: rows of pieces and of the free segments between them.

import { approximate } from "./notation.js";

/**
 * @typedef {{kind: "free", length: string} | {kind: "piece", length: string, by: string, move: number}} Part
 * @typedef {Part[][]} Rows one row for each segment at the beginning of the game
 */

/** The rows at the beginning. @returns {Rows} */
export function freshRows(segments) {
  return segments.map((length) => [{ kind: "free", length }]);
}

/**
 * Whether no piece fits on a segment: then its value is 0. Others have that value only if pieces lie at an end, and floats
 * tell them apart, except by rounding: what is a legal move, the engine decides.
 */
export function isClosed(length, value, shortest) {
  return value === 0 && approximate(length) < shortest.value;
}

/**
 * The numbers that free segments are shown with: those on which a piece fits are counted from 1, the others have none.
 * @returns {?number[]}
 */
export function shownNumbers(parts, values, shortest) {
  let count = 0;
  return parts.map(({ length }, index) => (isClosed(length, values[index], shortest) ? null : ++count));
}

/** The free segments in the order of their numbers. */
export function freeParts(rows) {
  return rows.flat().filter((part) => part.kind === "free");
}

/**
 * The rows after a move.
 * @param {Rows} rows
 * @param {{segment: number, length: string}} move the segment counted from 1
 * @param {string[]} left all free segments after the move, as the engine gives them
 * @param {{by: string, move: number}} author
 */
export function rowsAfter(rows, move, left, author) {
  let number = 0;
  return rows.map((row) =>
    row.flatMap((part) => {
      if (part.kind !== "free" || ++number !== move.segment) return [part];
      const [before, after] = left.slice(number - 1, number + 1);
      const piece = { kind: "piece", length: move.length, ...author };
      return [{ kind: "free", length: before }, piece, { kind: "free", length: after }];
    }),
  );
}
