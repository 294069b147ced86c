// From the pointer to an exact place of a piece on a free segment.

import { approximate, shortestDecimal } from "./notation.js";
import { Refusal } from "./engine.js";

/** From this many pixels away a place attracts the pointer: one where anything changes, and a winning one if that is wanted. */
const REACH = 7;
/** Places nearer to each other than this part of the reach are one. */
const SAME = 1e-6;

export class Aim {
  #engine;
  #pieces;
  #places = new Map();
  /** Where g changes, as far as that is known. */
  #breakpoints = [];

  /** @param {object} pieces the keys of a question that say what is played with */
  constructor(engine, pieces) {
    this.#engine = engine;
    this.#pieces = pieces;
  }

  /** Learns where g changes on segments of at most this length. */
  async learn(upto) {
    const { intervals } = await this.#engine.ask({ command: "grundy", upto, ...this.#pieces, digits: 0 });
    this.#breakpoints = intervals.map(({ start }) => exactly(start));
  }

  /**
   * The place whose middle is pointed at, or null if the piece does not fit.
   * @param {object} segment `length` exact, `winning`: the intervals of the piece there
   * @param {string} piece its length
   * @param {number} middle the distance of the pointer from the segment's left end
   * @param {{unit: number, snaps: boolean, isAtEnd: boolean}} how pixels of a length of 1, whether winning places
   *   attract, and whether the piece lies at an end only
   * @returns {Promise<?{text: string, value: number}>} rejects if the engine broke off
   */
  async place(segment, piece, middle, { unit, snaps, isAtEnd }) {
    const found = await this.#middleAndLast(segment.length, piece);
    if (found === null) return null;
    const [central, last] = found;
    const half = 0.5 / unit;
    const value = Math.min(Math.max(middle - approximate(piece) / 2, 0), last.value);
    if (isAtEnd) return value < last.value / 2 ? exactly("0") : last;
    if (value <= half) return { text: "0", value: 0 };
    if (value >= last.value - half) return last;
    const winning = snaps ? segment.winning.flatMap(endsThatWin) : [];
    for (const places of [winning, this.#changes(segment, piece, central, last)]) {
      const place = await this.#attracted(places, value, REACH / unit);
      if (place) return place;
    }
    return exactly(shortestDecimal(value - half, value + half));
  }

  /** Where one of the two segments that are left has another g, or they become equal. */
  #changes(segment, piece, central, last) {
    const onRight = ({ text, value }) => ({ text: `((${segment.length})-(${piece}))-(${text})`, value: last.value - value, isOpen: true });
    const places = [central, ...this.#breakpoints, ...this.#breakpoints.map(onRight)];
    return places.filter(({ value }) => value > 0 && value < last.value);
  }

  /** The place that attracts a value, or null. */
  async #attracted(places, value, reach) {
    const distance = (place) => Math.abs(place.value - value);
    const [nearest, ...others] = places.sort((a, b) => distance(a) - distance(b));
    if (nearest === undefined) return null;
    // dense ones leave most of the room between them
    const next = others.find((place) => Math.abs(place.value - nearest.value) > SAME * reach);
    if (distance(nearest) > Math.min(reach, next ? distance(next) / 2 : reach)) return null;
    if (!nearest.isOpen) return nearest;
    return exactly((await this.#engine.ask({ command: "grundy", at: nearest.text, ...this.#pieces })).at);
  }

  /** The places (L − s)/2 and L − s on a segment, which the engine computes, or null if the piece does not fit. */
  async #middleAndLast(length, piece) {
    const key = `${length} ${piece}`;
    if (!this.#places.has(key)) {
      const asked = ["/2", ""].map((part) => this.#engine.ask({ command: "grundy", at: `((${length})-(${piece}))${part}`, ...this.#pieces }));
      const failed = (error) => {
        // refused if and only if the difference is negative
        if (error instanceof Refusal) return null;
        // an engine that broke off can be asked again
        this.#places.delete(key);
        throw error;
      };
      this.#places.set(key, Promise.all(asked).then((answers) => answers.map(({ at }) => exactly(at)), failed));
    }
    return this.#places.get(key);
  }
}

function exactly(text) {
  return { text, value: approximate(text) };
}

/** The ends of a winning interval that win themselves. */
function endsThatWin({ start, end, start_included, end_included }) {
  return [...(start_included ? [start] : []), ...(end_included ? [end] : [])].map(exactly);
}
