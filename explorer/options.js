// What each move in a position leaves, as a table: why its value is what it is.

import { byId, make } from "./elements.js";
import { partText, typeset } from "./notation.js";

/** With more rows than this the table is cut. */
const LONGEST_TABLE = 400;
const TITLES = ["piece", "part on the left", "part on the right", "their values", "xor"];

export class Options {
  #engine;
  #question = null;
  #box = byId("options-table");

  constructor(engine) {
    this.#engine = engine;
    byId("options").ontoggle = () => this.#show();
  }

  /** They are those of other segments, with these pieces. */
  about(segments, pieces) {
    this.#question = segments.length ? { command: "explain", segments, ...pieces } : null;
    this.#box.replaceChildren();
    return this.#show();
  }

  /** Opens the table. */
  open() {
    byId("options").open = true;
    byId("options").scrollIntoView({ block: "nearest" });
  }

  async #show() {
    const question = this.#question;
    // it is asked for once, and only if somebody looks
    if (!question || !byId("options").open || this.#box.childElementCount) return;
    let content;
    try {
      const answer = await this.#engine.latest("explain", question);
      if (answer === null) return;
      content = [make("p", { textContent: reason(answer) }), ...table(answer)];
    } catch (error) {
      content = [make("p", { className: "fact", textContent: error.message.replace(/^within: |; ask for.*/g, "") })];
    }
    if (question === this.#question) this.#box.replaceChildren(...content);
  }
}

/** Why the value is what it is. */
function reason({ options, value }) {
  if (!options.length) return "No piece fits, so the value is 0.";
  const least = value ? `Some move leaves each value below ${value}, and none leaves ${value}` : "No move leaves 0";
  return `${least}, so the value is ${value}. Moves beyond the middle leave the same parts the other way round, and are not listed.`;
}

function table({ options, segments }) {
  if (!options.length) return [];
  const row = (kind, cells) => make("tr", {}, ...cells.map((textContent) => make(kind, { textContent })));
  const rows = options.slice(0, LONGEST_TABLE).map(({ segment, length, left, values, xor }) => {
    const cells = [typeset(length), ...left.map(partText), values.join(", "), xor];
    return row("td", segments ? [segment, ...cells] : cells);
  });
  const head = make("thead", {}, row("th", segments ? ["segment", ...TITLES.slice(0, -1), "xor of all"] : TITLES));
  const shown = make("table", {}, head, make("tbody", {}, ...rows));
  const more = options.length - rows.length;
  return more > 0 ? [shown, make("p", { textContent: `and ${more} more rows` })] : [shown];
}
