// The breakpoints of e and g in the visible range, for the cross-hair to snap to.

import { approximate } from "./notation.js";

/** Wider ranges, in shortest pieces, have more breakpoints than one can point at. */
const WIDEST = 40;
/** Up to here the table of g is small enough to be asked for as a whole. */
const FARTHEST = 1000;
/** With more of them in view, pointing at one of them is chance. */
const MOST = 160;

/** The breakpoints of both curves in the visible range as CSV: where they are, and the value there. */
export async function breakpointsTable(engine, { pieces, longest }, { to, low, high }, gainFrom) {
  const rows = ["curve,at,at_decimal,value"];
  const add = (curve, text, value) => {
    const at = approximate(text);
    if (low <= at && at <= high) rows.push(`${curve},${text},${at},${value}`);
  };
  if (gainFrom !== null) {
    const answer = await engine.ask({ command: "gain", range: [gainFrom, to], ...pieces, digits: 0 });
    // the first piece begins where the view does, or the gain
    const first = gainFrom === longest.text ? 0 : 1;
    for (const piece of answer.pieces.slice(first)) add("e", piece.start, piece.value);
  }
  const answer = await engine.ask({ command: "grundy", upto: to, ...pieces, digits: 0 });
  for (const step of answer.intervals) add("g", step.start, step.value);
  return `${rows.join("\n")}\n`;
}

/** @returns {Promise<{text: string, value: number}[]>} in ascending order */
export async function breakpointsIn(engine, setting, view) {
  const { pieces, shortest, longest, hasGain } = setting;
  // the shorter the pieces, the denser the breakpoints
  if (view.width > WIDEST * shortest.value) return [];
  const found = new Map();
  const add = (text) => {
    const value = approximate(text);
    if (value >= view.low && value <= view.high) found.set(text, value);
  };
  if (hasGain && view.high > longest.value) {
    const from = view.low > longest.value ? view.from : longest.text;
    const answer = await engine.latest("pieces", { command: "gain", range: [from, view.to], ...pieces, digits: 0 });
    if (answer === null) return [];
    // the first piece begins where the range does
    for (const piece of answer.pieces.slice(1)) add(piece.start);
  }
  if (view.high <= FARTHEST * shortest.value) {
    const answer = await engine.latest("steps", { command: "grundy", upto: view.to, ...pieces, digits: 0 });
    if (answer === null) return [];
    for (const step of answer.intervals) add(step.start);
  }
  if (found.size > MOST) return [];
  return [...found].map(([text, value]) => ({ text, value })).sort((a, b) => a.value - b.value);
}
