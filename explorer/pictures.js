// The engine's pictures in the page: placed so that their axes agree, and moved with the view.

import { byId, make, withVariables } from "./elements.js";
import { approximate } from "./notation.js";

/** Heights of the pictures: in pixels on a narrow screen, and on a wide one as a part of the window's, but no less. */
const HEIGHTS = { "gain-picture": [220, 0.32], "grundy-picture": [180, 0.24] };
/** What a picture leaves free beside its axes before the first one has come. */
const FIRST_MARGINS = { left: 48, right: 24 };
/** The narrowest picture that is asked for. */
const NARROWEST = 240;

/** The width of what is drawn for a sheet of paper, in pixels. */
const SHEET_WIDTH = 700;

/** Draws a picture for a sheet of paper, too: in its width, and light. Nobody can wait for that when it is printed. */
export async function drawSheet(engine, id, { dark, size, ...question }) {
  const [, height] = size.split("x");
  // without an answer the sheet stays empty
  const answer = await engine.latest(`sheet ${id}`, { ...question, size: `${SHEET_WIDTH}x${height}` }).catch(() => null);
  if (answer !== null) byId(id).replaceChildren(imported(answer.svg));
}

/** The engine's picture as an element of the page. */
export function imported(svg) {
  return document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
}

/** One picture of a curve over the visible range. */
export class Picture {
  #element;
  #svg = null;
  /** The axis at the left, for a curve that does not begin at the left of the view. */
  #axis = null;
  #shown = null;
  #question = "";
  /** The question whose answer is to be shown next. */
  asked = null;
  /** The picture as the engine has drawn it, or an empty text. */
  text = "";
  #dot = make("div", { className: "dot" });
  #mark = make("div", { className: "cross-hair", hidden: true }, this.#dot);
  margins = FIRST_MARGINS;

  constructor(id) {
    this.#element = byId(id);
    this.#element.append(this.#mark);
  }

  get #height() {
    const [least, part] = HEIGHTS[this.#element.id];
    return this.#element.clientWidth < 600 ? least : Math.max(least, Math.round(part * innerHeight));
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
    this.text = answer.svg;
    const svg = imported(answer.svg);
    const { left, top, right, bottom } = answer.frame;
    this.margins = { left, right: Number(answer.size.split("x")[0]) - right };
    const [low, high, least, greatest] = [...answer.x, ...answer.y].map(approximate);
    this.#shown = { left, right, low, high, bottom, perUnit: (bottom - top) / (greatest - least || 1), least };
    // the page says above the pictures what is greatest, so it does not stand in the picture, too
    for (const text of svg.querySelectorAll("text")) {
      if (text.getAttribute("x") > left && text.getAttribute("y") < top) text.remove();
    }
    const axis = svg.cloneNode(true);
    axis.setAttribute("aria-hidden", "true");
    const [side, above, below] = [left - 2.5, top - 5, bottom + 7].map((pixels) => `${pixels}px`);
    axis.style.clipPath = `polygon(0 0, ${side} 0, ${side} ${below}, 0 ${below})`;
    svg.style.clipPath =
      `polygon(${side} ${above}, 100% ${above}, 100% 100%, 0 100%, 0 ${below}, ${side} ${below})`;
    this.#replace(svg, axis);
  }

  /** Shows a sentence instead. */
  say(sentence) {
    this.#shown = null;
    this.#question = "";
    this.text = "";
    this.asked = null;
    this.#replace(make("p", { className: "absent" }, make("span", {}, ...withVariables(sentence))));
  }

  /** Draws it for a sheet of paper, too. */
  drawSheet(engine) {
    if (this.text) drawSheet(engine, this.#sheet, JSON.parse(this.#question));
  }

  get #sheet() {
    return this.#element.id.replace("picture", "sheet");
  }

  /** Moves the picture to where its range lies in the view; `box` is the data area in pixels. */
  place(view, box) {
    if (!this.#shown) return;
    const { left, right, low, high } = this.#shown;
    const x = (length) => box.left + view.part(length) * box.width;
    const scale = (x(high) - x(low)) / (right - left);
    this.#svg.style.transform = `matrix(${scale}, 0, 0, 1, ${x(low) - left * scale}, 0)`;
    this.#axis.style.transform = `translateX(${box.left - left}px)`;
  }

  /** Puts the cross-hair this many pixels from the left, or hides it; with a dot and its number if a value is known. */
  mark(pixels, value = null) {
    this.#mark.hidden = pixels === null;
    this.#dot.hidden = value === null || !this.#shown;
    if (pixels === null) return;
    this.#mark.style.transform = `translateX(${pixels}px)`;
    if (this.#dot.hidden) return;
    const { bottom, perUnit, least } = this.#shown;
    this.#dot.style.top = `${bottom - (value - least) * perUnit}px`;
    const rounded = Number(value.toFixed(4));
    this.#dot.dataset.value = `${rounded === value ? "" : "≈ "}${rounded}`;
    this.#dot.classList.toggle("left", pixels > this.#element.clientWidth / 2);
  }

  #replace(content, axis = null) {
    byId(this.#sheet).replaceChildren();
    this.#svg?.remove();
    this.#axis?.remove();
    this.#element.prepend(content, ...(axis ? [axis] : []));
    this.#svg = content;
    this.#axis = axis;
  }
}
