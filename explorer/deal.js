// A random position, with the outcome that was asked for.

import { approximate, shortestDecimal } from "./notation.js";
import { freeParts, isClosed } from "./row.js";

const MOST_TRIES = 60;

/** A random number between two floats, with few decimals. */
function randomBetween(low, high) {
  const value = low + Math.random() * (high - low);
  const reach = Math.min((high - low) / 40, 0.2);
  return shortestDecimal(Math.max(value - reach, low), Math.min(value + reach, high));
}

/** A random place is one of five at equal distances: the first, the last and three between. */
const PARTS = 4;

/** A random move of a turn, as the engine writes it, or null if there is none: on a segment that is longer than the piece. */
export async function randomMove(engine, { rows }, { all, atEnd, pieces }) {
  const choices = freeParts(rows).flatMap(({ length }, index) =>
    all.filter((piece) => approximate(length) > approximate(piece)).map((piece) => ({ segment: index + 1, length: piece, of: length })),
  );
  if (choices.length === 0) return null;
  const { of, ...move } = choices[Math.floor(Math.random() * choices.length)];
  const part = Math.floor(Math.random() * (PARTS + 1));
  const share = atEnd.includes(move.length) ? part % 2 : `${part}/${PARTS}`;
  const { at } = await engine.ask({ command: "grundy", at: `((${of})-(${move.length}))*${share}`, ...pieces });
  return { ...move, place: at, place_decimal: approximate(at) };
}

/**
 * Segments on which the first player wins ("won"), loses ("lost"), or either ("any").
 * @param {{count: number, size: string, outcome: "any" | "won" | "lost"}} wish
 */
export async function randomSegments(engine, { pieces, shortest, hasGain }, { count, size, outcome }) {
  // the engine reads the size and refuses what is not a length
  const { at, value: single } = await engine.ask({ command: "grundy", at: size, ...pieces });
  const greatest = approximate(at);
  if (isClosed(at, single, shortest)) throw new Error("no piece fits on segments of that size; give a larger size");
  // with a piece in the middle, where every piece may lie unless there is a rule
  if (outcome === "lost" && count === 1 && hasGain) {
    const reason = "the first player wins on every single segment on which a piece fits";
    throw new Error(`${reason}; choose more segments or another outcome`);
  }
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const segments = Array.from({ length: count }, () => randomBetween(shortest.value, greatest));
    const { grundy } = await engine.ask({ command: "play", segments, ...pieces });
    if (outcome === "any" || (outcome === "won") === (grundy !== 0)) return segments;
    if (outcome === "lost") {
      // the last segment becomes one with the value of all others together
      const others = segments.slice(0, -1);
      const sum = others.length ? await engine.ask({ command: "play", segments: others, ...pieces }) : { grundy: 0 };
      const where = `value=${sum.grundy}`;
      const table = await engine.ask({ command: "grundy", upto: at, where, ...pieces });
      const steps = table.intervals.filter(({ start }) => approximate(start) >= shortest.value);
      if (steps.length > 0) {
        const step = steps[Math.floor(Math.random() * steps.length)];
        const [start, end] = [approximate(step.start), approximate(step.end)];
        const last = randomBetween(start + (end - start) / 8, end - (end - start) / 8);
        // floats chose the place within the step, and the engine knows whether it lies there
        const dealt = [...others, last];
        const { grundy: left } = await engine.ask({ command: "play", segments: dealt, ...pieces });
        if (left === 0) return dealt;
      }
    }
  }
  throw new Error("no such position was found; choose more segments or a larger size");
}
