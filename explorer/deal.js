// A random position, with the outcome that was asked for.

import { simplestBetween } from "./fractions.js";
import { approximate } from "./notation.js";

const MOST_TRIES = 60;

/** A random number between two floats, with a small denominator. */
function randomBetween(low, high) {
  const value = low + Math.random() * (high - low);
  const reach = Math.min((high - low) / 40, 0.2);
  return simplestBetween(Math.max(value - reach, low), Math.min(value + reach, high));
}

/**
 * Segments on which the first player wins ("won"), loses ("lost"), or either ("any").
 * @param {{count: number, size: string, outcome: "any" | "won" | "lost"}} wish
 */
export async function randomSegments(engine, { lengths, shortest }, { count, size, outcome }) {
  // the engine reads the size and refuses what is not a length
  const { at, value: single } = await engine.ask({ command: "grundy", at: size, lengths });
  const greatest = approximate(at);
  if (single === 0) throw new Error("no piece fits on segments of that size; give a larger size");
  if (outcome === "lost" && count === 1) {
    const reason = "the first player wins every single segment on which a piece fits";
    throw new Error(`${reason}; take more segments, or another outcome`);
  }
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const segments = Array.from({ length: count }, () => randomBetween(shortest.value, greatest));
    const { grundy } = await engine.ask({ command: "play", segments, lengths });
    if (outcome === "any" || (outcome === "won") === (grundy !== 0)) return segments;
    if (outcome === "lost") {
      // the last segment becomes one with the value of all others together
      const others = segments.slice(0, -1);
      const { grundy: value } = await engine.ask({ command: "play", segments: others, lengths });
      const table = await engine.ask({ command: "grundy", upto: at, where: `value=${value}`, lengths });
      const steps = value === 0 ? [] : table.intervals;
      if (steps.length > 0) {
        const step = steps[Math.floor(Math.random() * steps.length)];
        const [start, end] = [approximate(step.start), approximate(step.end)];
        const last = randomBetween(start + (end - start) / 8, end - (end - start) / 8);
        // floats chose the place within the step, and the engine knows whether it lies there
        const dealt = [...others, last];
        const { grundy: left } = await engine.ask({ command: "play", segments: dealt, lengths });
        if (left === 0) return dealt;
      }
    }
  }
  throw new Error("no such position was found; take more segments or a larger size");
}
