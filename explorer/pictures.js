// The engine's pictures in the page: placed so that their axes agree, and moved with the view.

import { byId, make, withVariables } from "./elements.js";
import { approximate } from "./notation.js";

/** Heights of the pictures in pixels, on narrow and on wide screens. */
const HEIGHTS = { "gain-picture": [220, 320], "grundy-picture": [180, 240] };
/** What a picture leaves free beside its axes before the first one has come. */
const FIRST_MARGINS = { left: 48, right: 24 };
/** The narrowest picture that is asked for. */
const NARROWEST = 240;

/** One picture of a curve over the visible range. */
export class Picture {
  #element;
  #svg = null;
  #shown = null;
  #question = "";
  #mark = make("div", { className: "cross-hair", hidden: true });
  margins = { ...FIRST_MARGINS };

  constructor(id) {
    this.#element = byId(id);
    this.#element.append(this.#mark);
  }

  get #height() {
    return HEIGHTS[this.#element.id][this.#element.clientWidth < 600 ? 0 : 1];
  }

  /** The size to ask for if the data area is to have that width, or null if that is too narrow. */
  sizeFor(pixels) {
    const width = Math.round(pixels + this.margins.left + this.margins.right);
    this.#element.style.height = `${this.#height}px`;
    return width < NARROWEST ? null : `${width}x${this.#height}`;
  }

  /** Whether the picture is the answer to a question. */
  shows(question) {
    return this.#question === JSON.stringify(question);
  }

  /** Takes an answer of the engine. */
  show(question, answer) {
    this.#question = JSON.stringify(question);
    const parsed = new DOMParser().parseFromString(answer.svg, "image/svg+xml").documentElement;
    const svg = document.importNode(parsed, true);
    const { left, right } = answer.frame;
    this.margins = { left, right: Number(answer.size.split("x")[0]) - right };
    this.#shown = { left, right, low: approximate(answer.x[0]), high: approximate(answer.x[1]) };
    this.#replace(svg);
  }

  /** Shows a sentence instead. */
  say(sentence) {
    this.#shown = null;
    this.#question = "";
    this.#replace(make("p", { className: "absent" }, make("span", {}, ...withVariables(sentence))));
  }

  /** Moves the picture to where its range lies in the view; `box` is the data area in pixels. */
  place(view, box) {
    if (!this.#shown) return;
    const { left, right, low, high } = this.#shown;
    const x = (length) => box.left + view.part(length) * box.width;
    const scale = (x(high) - x(low)) / (right - left);
    this.#svg.style.transform = `matrix(${scale}, 0, 0, 1, ${x(low) - left * scale}, 0)`;
  }

  /** Puts the cross-hair this many pixels from the left, or hides it. */
  mark(pixels) {
    this.#mark.hidden = pixels === null;
    if (pixels !== null) this.#mark.style.transform = `translateX(${pixels}px)`;
  }

  #replace(content) {
    if (this.#svg) this.#svg.replaceWith(content);
    else this.#element.prepend(content);
    this.#svg = content;
  }
}
