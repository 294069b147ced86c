// The visible range of lengths: zoomed and moved as floats, but its ends are exact numbers.

import { approximate, shortestDecimal } from "./notation.js";

/** An end of the view is a short decimal no farther than this from where it was seen, in pixels. */
const NEAR = 1.25;
/** The smallest part of the greatest length that is shown: floats still place its ink well. */
const SMALLEST_PART = 1e-9;

export class View {
  /**
   * @param {string} upto where a view of the whole ends, exact
   * @param {string} limit the greatest length that is drawn, exact
   */
  constructor(upto, limit) {
    this.extend(upto, limit);
    this.showAll();
  }

  /** The whole ends elsewhere. A view of it shows the whole that there is now. */
  extend(upto, limit = upto) {
    const { isWhole } = this;
    this.upto = upto;
    this.limit = limit;
    this.greatest = approximate(limit);
    if (isWhole) this.showAll();
  }

  get isWhole() {
    return this.low === 0 && this.high === approximate(this.upto);
  }

  showAll() {
    this.set("0", this.upto);
  }

  /** Shows [from, to], given as closed forms. */
  set(from, to) {
    this.from = from;
    this.to = to;
    this.low = approximate(from);
    this.high = approximate(to);
    // what was typed may lie beyond
    this.greatest = Math.max(this.greatest, this.high);
  }

  get width() {
    return this.high - this.low;
  }

  /** The length at a part of the width, 0 at the left and 1 at the right. */
  at(part) {
    return this.low + part * this.width;
  }

  /** At which part of the width a length lies. */
  part(length) {
    return (length - this.low) / this.width;
  }

  /** How many decimals tell two pixels apart. */
  decimals(pixels) {
    return Math.max(Math.ceil(-Math.log10(this.width / pixels)) + 1, 4);
  }

  /** Shows less (factor < 1) or more, and keeps the length at the given part in its place. */
  zoom(factor, part) {
    const fixed = this.at(part);
    // a range that was typed may be smaller still
    const smallest = Math.min(this.greatest * SMALLEST_PART, this.width);
    const width = Math.min(Math.max(this.width * factor, smallest), this.greatest);
    return this.#show(fixed - part * width, width);
  }

  /** Moves by a part of the width, to the right if it is positive. */
  move(part) {
    return this.#show(this.low + part * this.width, this.width);
  }

  /** Shows what lies between two parts of the width. */
  select(first, second) {
    const [left, right] = [this.at(Math.min(first, second)), this.at(Math.max(first, second))];
    return this.#show(left, right - left);
  }

  /** Names the ends: `from` and `to` become the shortest decimals nearby. */
  name(pixels) {
    const near = (this.width / pixels) * NEAR;
    const high = Math.min(this.high, this.greatest);
    this.from = shortestDecimal(Math.max(this.low - near, 0), this.low + near);
    const isNear = (end) => Math.abs(approximate(end) - high) <= near;
    this.to = [this.upto, this.limit].find(isNear) ?? shortestDecimal(high - near, high + near);
  }

  /** Ends exactly at the shortest decimals nearby. */
  settle(pixels) {
    this.name(pixels);
    this.set(this.from, this.to);
  }

  /** Returns whether anything changed. */
  #show(low, width) {
    const left = Math.min(Math.max(low, 0), this.greatest - width);
    if (left === this.low && left + width === this.high) return false;
    this.low = left;
    this.high = left + width;
    return true;
  }
}
