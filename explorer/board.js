// The board: rows drawn to scale, the ghost of a piece, and the values of the free segments.

import { byId, make, withVariables } from "./elements.js";
import { approximate, typeset } from "./notation.js";
import { isClosed } from "./row.js";

/** The narrowest that a shortest piece is drawn, in pixels; longer boards scroll. */
const NARROWEST_PIECE = 16;
/** Free segments narrower than this, in pixels, carry no text. */
const NARROWEST_LABEL = 36;

export class Board {
  #element = byId("board");
  #unit = 1;
  #ghost = make("div", { className: "ghost", hidden: true, ariaHidden: "true" });
  #ghostText = make("span");

  constructor() {
    this.#ghost.append(this.#ghostText);
  }

  /** Pixels of a length of 1. */
  get unit() {
    return this.#unit;
  }

  /**
   * @param {import("./row.js").Rows} rows
   * @param {{shortest: {value: number}, values: number[]}} facts the values of the free segments
   */
  show(rows, { shortest, values }) {
    const lengths = rows.map((row) => row.reduce((sum, part) => sum + approximate(part.length), 0));
    const longest = Math.max(...lengths, shortest.value);
    const width = this.#element.parentElement.clientWidth;
    this.#unit = Math.max((width - 2) / longest, NARROWEST_PIECE / shortest.value);
    let index = 0;
    const drawn = rows.map((row) => {
      let x = 0;
      const parts = row.map((part) => {
        const left = x;
        const length = approximate(part.length);
        x += length;
        const element = part.kind === "free" ? this.#free(part, index, values[index++], shortest) : this.#piece(part);
        element.style.left = `${left * this.#unit}px`;
        element.style.width = `${length * this.#unit}px`;
        return element;
      });
      const drawnRow = make("div", { className: "row" }, ...parts);
      drawnRow.style.width = `${x * this.#unit}px`;
      return drawnRow;
    });
    this.#ghost.remove();
    this.#element.replaceChildren(...drawn);
  }

  #free({ length }, index, value, shortest) {
    const label = typeset(length);
    const className = isClosed(length, value, shortest) ? "segment closed" : "segment";
    const element = make("div", { className, role: "img", data: { index, length, value } });
    if (approximate(length) * this.#unit >= NARROWEST_LABEL) {
      element.append(make("sup", { textContent: index + 1 }), make("span", { textContent: label }));
    }
    element.append(make("b", { className: "value", textContent: value }));
    return element;
  }

  #piece({ length, by, move }) {
    const who = by === "you" ? "your" : "the program’s";
    const label = typeset(length);
    const name = `${who} piece of length ${label}, move ${move}`;
    const element = make("div", { className: `piece ${by}`, role: "img", ariaLabel: name, title: name });
    if (approximate(length) * this.#unit >= NARROWEST_LABEL / 2) element.textContent = label;
    return element;
  }

  /** Names the free segments for screen readers, with their values if these are shown. */
  name(withValues) {
    for (const element of this.#element.querySelectorAll(".segment")) {
      const { index, length, value } = element.dataset;
      const name = `segment ${Number(index) + 1}, length ${typeset(length)}`;
      element.ariaLabel = withValues ? `${name}, Grundy value ${value}` : name;
    }
  }

  /** The element of a free segment, counted from 0. */
  segment(index) {
    return this.#element.querySelector(`.segment[data-index="${index}"]`);
  }

  /** Shows a piece that is not placed yet; `kind` is "mine", "hint" or "reply". */
  showGhost({ index, length, value, text }, kind) {
    const segment = this.segment(index);
    this.#ghost.className = `ghost ${kind}`;
    this.#ghost.hidden = false;
    this.#ghost.style.left = `${value * this.#unit}px`;
    this.#ghost.style.width = `${approximate(length) * this.#unit}px`;
    this.#ghostText.replaceChildren(...withVariables(`x = ${typeset(text)}`));
    segment.append(this.#ghost);
    if (kind !== "mine") this.#reveal();
  }

  /** Scrolls a long board to the ghost. */
  #reveal() {
    const scroller = this.#element.parentElement;
    const [seen, ghost] = [scroller, this.#ghost].map((element) => element.getBoundingClientRect());
    if (ghost.left >= seen.left && ghost.right <= seen.right) return;
    scroller.scrollLeft += (ghost.left + ghost.right - seen.left - seen.right) / 2;
  }

  hideGhost() {
    this.#ghost.hidden = true;
  }
}
