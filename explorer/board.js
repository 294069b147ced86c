// The board: rows drawn to scale, the ghost of a piece, and the values of the free segments.

import { byId, make, withVariables } from "./elements.js";
import { approximate, typeset } from "./notation.js";
import { playerName } from "./turns.js";

/** The narrowest that a shortest piece is drawn, in pixels; longer boards scroll. */
const NARROWEST_PIECE = 16;
/** The width of a character of a label, at most, and of what stands beside a label, in pixels. */
const CHARACTER = 9;
const BESIDE = 24;

/** Whether a label lies within this many pixels. */
function fits(label, width, beside) {
  return label.length * CHARACTER + beside <= width;
}

export class Board {
  #element = byId("board");
  #scroller = this.#element.parentElement;
  #overview = byId("overview");
  /** The part of a long board that is seen. */
  #seen = make("div", { className: "seen" });
  /** The length of the longest row. */
  #longest = 1;
  #ghost = make("div", { className: "ghost", hidden: true, ariaHidden: "true" });
  #ghostText = make("span");

  constructor() {
    this.#ghost.append(this.#ghostText);
    this.#scroller.onscroll = () => this.#showSeen();
    this.#overview.onpointerdown = this.#overview.onpointermove = ({ buttons, clientX }) => {
      if (!(buttons & 1)) return;
      const { left, width } = this.#overview.getBoundingClientRect();
      const { scrollWidth, clientWidth } = this.#scroller;
      this.#scroller.scrollLeft = ((clientX - left) / width) * scrollWidth - clientWidth / 2;
    };
  }

  #showSeen() {
    const { scrollLeft, scrollWidth, clientWidth } = this.#scroller;
    const [left, width] = [scrollLeft, clientWidth].map((pixels) => `${(100 * pixels) / scrollWidth}%`);
    Object.assign(this.#seen.style, { left, width });
  }

  /** Pixels of a length of 1. */
  get unit() {
    return this.#element.clientWidth / this.#longest;
  }

  /**
   * @param {import("./row.js").Rows} rows
   * @param {{shortest: {value: number}, values: number[], sign: ?{by: string, text: string}}} facts the values of the
   *   free segments, and who has won
   */
  show(rows, { shortest, values, sign }) {
    const lengths = rows.map((row) => row.reduce((sum, part) => sum + approximate(part.length), 0));
    this.#longest = Math.max(...lengths, shortest.value);
    this.#element.style.minWidth = `${(NARROWEST_PIECE * this.#longest) / shortest.value}px`;
    let index = 0;
    const drawn = rows.map((row, number) => {
      let x = 0;
      const parts = row.map((part) => {
        const left = x;
        const length = approximate(part.length);
        x += length;
        const element = part.kind === "free" ? this.#free(part, index, values[index++]) : this.#piece(part);
        element.style.left = `${(100 * left) / lengths[number]}%`;
        element.style.width = `${(100 * length) / lengths[number]}%`;
        return element;
      });
      const drawnRow = make("div", { className: "row" }, ...parts);
      drawnRow.style.width = this.#part(x);
      return drawnRow;
    });
    this.#ghost.remove();
    const signs = sign ? [make("p", { className: `sign ${sign.by}`, textContent: sign.text })] : [];
    this.#element.replaceChildren(...drawn, ...signs);
    const isLong = this.#element.clientWidth > this.#scroller.clientWidth;
    this.#overview.hidden = !isLong;
    this.#overview.replaceChildren(...(isLong ? [...drawn.map((row) => row.cloneNode(true)), this.#seen] : []));
    this.#showSeen();
  }

  /** A length as a part of the width of the board. */
  #part(length) {
    return `${(100 * length) / this.#longest}%`;
  }

  #free({ length, number }, index, value) {
    const className = number === null ? "segment closed" : "segment";
    const element = make("div", { className, role: "img", data: { index, length, value, number: number ?? "" } });
    const label = typeset(length);
    if (number === null) {
      element.title = "no piece fits here";
      return element;
    }
    element.title = `length ${label}`;
    element.append(make("sup", { textContent: number }));
    if (fits(label, approximate(length) * this.unit, BESIDE)) element.append(make("span", { textContent: label }));
    element.append(make("b", { className: "value", textContent: value }));
    return element;
  }

  #piece({ length, by, move }) {
    const label = typeset(length);
    const name = `${by === "you" ? "your" : `${playerName(by)}’s`} piece of length ${label}, move ${move}`;
    const element = make("div", { className: `piece ${by}`, role: "img", ariaLabel: name, title: name });
    if (fits(label, approximate(length) * this.unit, 2)) element.textContent = label;
    return element;
  }

  /** Names the free segments for screen readers, with their values if these are shown. */
  name(withValues) {
    for (const element of this.#element.querySelectorAll(".segment")) {
      const { number, length, value } = element.dataset;
      const name = number ? `segment ${number}, length ${typeset(length)}` : `no piece fits here, length ${typeset(length)}`;
      element.ariaLabel = withValues && number ? `${name}, Grundy value ${value}` : name;
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
    this.#ghost.style.left = `${value * this.unit}px`;
    this.#ghost.style.width = `${approximate(length) * this.unit}px`;
    this.#ghostText.replaceChildren(...withVariables(`x = ${typeset(text)}`));
    segment.append(this.#ghost);
    if (kind !== "mine") this.#reveal();
  }

  /** Scrolls a long board to the ghost. */
  #reveal() {
    const scroller = this.#scroller;
    const [seen, ghost] = [scroller, this.#ghost].map((element) => element.getBoundingClientRect());
    if (ghost.left >= seen.left && ghost.right <= seen.right) return;
    scroller.scrollLeft += (ghost.left + ghost.right - seen.left - seen.right) / 2;
  }

  hideGhost() {
    this.#ghost.hidden = true;
  }
}
