// The cross-hair: which exact length it stands at, and the exact values of e and g there.

import { byId, withVariables } from "./elements.js";
import { approximate, shortened, shortestDecimal, typeset } from "./notation.js";

/** How near a breakpoint has to be, in pixels, for the cross-hair to stand on it. */
const SNAP = 5;
const FIELDS = ["cursor-length", "cursor-gain", "cursor-grundy"];
const BUTTONS = ["open-here", "add-here", "why-here"];
/** Decimals of a gain that belongs to lengths of about 1. */
const CURSOR_DIGITS = 10;

export class Cursor {
  #engine;
  #setting;
  /** @type {?{text: string, value: number}} */
  place = null;
  /** Where the cross-hair snaps to. */
  breakpoints = [];
  maxima = [];
  /** How many decimals of the length tell two pixels apart. */
  #decimals = 6;
  #digits = CURSOR_DIGITS;
  #changed;
  /**
   * The engine's answers there, or null as long as they are not known; no gain where it is not defined.
   * @type {?{at: string, grundy: number, gain: ?object}}
   */
  found = null;

  /** @param {() => void} changed is called when the values are known, or no more */
  constructor(engine, changed) {
    this.#engine = engine;
    this.#changed = changed;
  }

  /** Other lengths: nothing is known of them yet. */
  reset(setting) {
    this.#setting = setting;
    this.breakpoints = [];
    this.maxima = [];
    this.clear();
  }

  clear() {
    this.place = null;
    this.found = null;
    for (const id of FIELDS) byId(id).textContent = "–";
    for (const id of ["cursor-length-decimal", "cursor-gain-decimal"]) byId(id).textContent = "";
    for (const id of BUTTONS) byId(id).disabled = true;
  }

  /** Points at a part of the view, which is this many pixels wide. */
  point(view, part, pixels) {
    const pixel = this.#pixel(view, pixels);
    const value = Math.min(Math.max(view.at(part), view.low), view.high);
    const ends = [view.upto, view.limit].map((text) => ({ text, value: approximate(text) }));
    const near = nearest([...this.maxima, ...this.breakpoints, ...ends], value);
    if (near && Math.abs(near.value - value) <= SNAP * pixel) this.#move(near);
    else this.#moveTo(value, pixel, view);
  }

  /** Moves to a short decimal within the pixel around a length. */
  #moveTo(length, pixel, { greatest }) {
    const text = shortestDecimal(Math.max(length - pixel / 2, 0), Math.min(length + pixel / 2, greatest));
    this.#move({ text, value: approximate(text) });
  }

  /** Steps to the next pixel, or from one breakpoint to the next if that is farther. */
  step(view, steps, pixels) {
    const pixel = this.#pixel(view, pixels);
    const from = this.place?.value ?? view.at(0.5);
    const target = from + steps * pixel;
    const isAhead = ({ value }) => Math.abs(value - target) <= SNAP * pixel && (value - from) * steps > 0;
    const ahead = nearest(this.breakpoints.filter(isAhead), from);
    if (ahead) this.#move(ahead);
    else this.#moveTo(Math.min(Math.max(target, 0), view.greatest), pixel, view);
  }

  /** The length of a pixel. */
  #pixel(view, pixels) {
    const decimals = view.decimals(pixels);
    // a float knows fifteen digits or more
    this.#decimals = Math.min(decimals, Math.max(Math.floor(15 - Math.log10(view.greatest)), 4));
    const significant = Math.ceil(CURSOR_DIGITS - Math.log10(this.#setting.longest.value));
    this.#digits = Math.max(CURSOR_DIGITS, significant, decimals + 2);
    return view.width / pixels;
  }

  async #move(place) {
    if (this.place?.text === place.text) return;
    this.place = place;
    this.found = null;
    const { pieces, longest, hasGain } = this.#setting;
    try {
      const grundy = await this.#engine.latest("grundy at", { command: "grundy", at: place.text, ...pieces });
      if (grundy === null || this.place !== place) return;
      const defined = hasGain && place.value >= longest.value;
      const question = { command: "gain", at: place.text, ...pieces, digits: this.#digits };
      const gain = defined && (await this.#engine.latest("gain at", question));
      if (gain === null || this.place !== place) return;
      this.#write(grundy, gain);
    } catch (error) {
      if (this.place !== place) return;
      this.clear();
      this.#changed();
      byId(this.#setting.hasGain ? "cursor-gain" : "cursor-grundy").textContent = error.message;
    }
  }

  #write(grundy, gain) {
    // a decimal stays one
    const length = /^[\d.]+$/.test(this.place.text) ? this.place.text : typeset(grundy.at);
    byId("cursor-length").textContent = length;
    const isDecimal = /^[\d.]+$/.test(length);
    byId("cursor-length-decimal").textContent = isDecimal ? "" : `≈ ${this.place.value.toFixed(this.#decimals)}`;
    byId("cursor-grundy").textContent = grundy.value;
    if (gain) {
      const decimal = shortened(gain.value);
      const exact = gain.value_exact === null ? decimal : typeset(gain.value_exact);
      byId("cursor-gain").textContent = exact;
      byId("cursor-gain-decimal").textContent = exact === decimal ? "" : `≈ ${decimal}`;
    } else if (this.#setting.hasGain) {
      const sentence = `not defined below L = ${typeset(this.#setting.longest.text)}`;
      byId("cursor-gain").replaceChildren(...withVariables(sentence));
      byId("cursor-gain-decimal").textContent = "";
    }
    for (const id of BUTTONS) byId(id).disabled = false;
    this.found = { at: grundy.at, grundy: grundy.value, gain: gain || null };
    this.#changed();
  }
}

/** The first of those that are nearest. */
function nearest(candidates, value) {
  const distance = (candidate) => Math.abs(candidate.value - value);
  return candidates.toSorted((a, b) => distance(a) - distance(b))[0];
}
