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
        const [start, width] = [left, length].map((part) => `${(100 * part) / lengths[number]}%`);
        Object.assign(element.style, { left: start, width });
        return element;
      });
      const drawnRow = make("div", { className: "row" }, ...parts);
      drawnRow.style.width = `${(100 * x) / this.#longest}%`;
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

  #free({ length, number }, index, value) {
    const className = number === null ? "segment closed" : "segment";
    const element = make("div", { className, role: "img", data: { index, length, value, number: number ?? "" } });
    const label = typeset(length);
    if (number === null) {
      element.title = "no piece fits here";
      return element;
    }
    element.title = `length ${label}`;
    const shown = fits(label, approximate(length) * this.unit, BESIDE) ? label : "";
    const middle = make("span", {}, shown, make("b", { className: "value", textContent: value }));
    element.append(make("sup", { textContent: number }), middle);
    return element;
  }

  #piece({ length, by, move }) {
    const label = typeset(length);
    const name = `${by === "you" ? "your" : `${playerName(by)}’s`} piece of length ${label}, move ${move}`;
    const element = make("div", { className: `piece ${by}`, role: "img", ariaLabel: name, title: name, data: { move } });
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
    if (kind !== "mine") this.#reveal(this.#ghost);
  }

  /** Marks the piece of a move, counted from 1. */
  markMove(number) {
    const piece = this.#element.querySelector(`.piece[data-move="${number}"]`);
    piece.classList.add("looked");
    this.#reveal(piece);
  }

  /** Scrolls a long board to an element. */
  #reveal(element) {
    const [seen, place] = [this.#scroller, element].map((one) => one.getBoundingClientRect());
    if (place.left >= seen.left && place.right <= seen.right) return;
    this.#scroller.scrollLeft += (place.left + place.right - seen.left - seen.right) / 2;
  }

  hideGhost() {
    this.#ghost.hidden = true;
  }
}
