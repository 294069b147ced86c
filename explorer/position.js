// A row of segments: typed or chosen with a slider, with the winning places of each piece.

import { byId, make, onWidth, showError } from "./elements.js";
import { simplestBetween } from "./fractions.js";
import { approximate, splitList, typeset } from "./notation.js";
import { writeAddress } from "./address.js";
import { drawLanes, intervalText } from "./lanes.js";

/** With more intervals than this the list is cut. */
const LONGEST_LIST = 400;

/** A rational length near a segment. */
function nearby(segment) {
  const value = approximate(segment);
  return simplestBetween(value * 0.99, value * 1.01);
}

/** The segments to begin with: small sums of the lengths, as far as the table of g goes. */
export function firstSegments({ shortest, longest, greatest }) {
  const sums = [[5, 0], [7.5, 0], [3, 1]].filter(([s, l]) => s * shortest.value + l * longest.value <= greatest);
  const texts = sums.map(([s, l]) => `${s}*(${shortest.text})+${l}*(${longest.text})`);
  return texts.length ? texts : [longest.text];
}

export class Position {
  #engine;
  #setting;
  #answer = null;
  #field = byId("segments");
  #changed;
  /** Whether the segments were chosen; those that the page begins with follow the lengths. */
  #isChosen = false;
  /** The setting that the answer belongs to. */
  #answered = null;
  /** Who asked for the next segments: earlier requests give way. All places of the slider are one request. */
  #owner = null;
  /** The segments, as the engine writes them. */
  segments = [];

  /** @param {(setting: object, segments: string[]) => void} changed is called when the segments are others */
  constructor(engine, changed) {
    this.#engine = engine;
    this.#changed = changed;
    const slider = byId("slider");
    const sliding = {};
    this.#field.onchange = () => this.take(splitList(this.#field.value));
    slider.oninput = () => {
      const step = this.#setting.greatest / Number(slider.max);
      const value = Number(slider.value) * step;
      this.take([simplestBetween(Math.max(value - step / 2, 0), value + step / 2)], sliding);
    };
    onWidth(byId("lanes"), () => this.#draw());
  }

  /** Other lengths; the segments stay if they were chosen, or are those given. */
  async open(setting, segments = this.#isChosen ? this.segments : []) {
    const owner = {};
    this.#owner = owner;
    this.#setting = setting;
    // segments with another root than the lengths have cannot be used, but perhaps others nearby
    const before = this.#isChosen ? [this.segments, this.segments.map(nearby)] : [];
    const chosen = segments.length ? [segments, ...before] : [];
    const unchosen = [firstSegments(setting), [setting.longest.text]];
    let reason = "";
    for (const texts of [...chosen, ...unchosen]) {
      const isChosen = chosen.includes(texts);
      const refusal = await this.#read(texts, isChosen, owner);
      // what was typed in the meantime comes first
      if (refusal === null) return;
      if (refusal === "") return showError("error-segments", reason);
      if (isChosen) reason ||= refusal;
    }
    // the engine broke off: no position is better than one of other lengths
    await this.#accept({ grundy: 0, segments: [] }, false);
    showError("error-segments", "no position could be computed; type one");
  }

  /** Takes segments as texts; returns whether they are the position now. */
  async take(segments, owner = {}) {
    this.#owner = owner;
    const refusal = segments.length
      ? await this.#read(segments, true, owner)
      : "there is no segment; write lengths such as 5, 7.5, 3+sqrt2";
    if (refusal) {
      // the old position may be of other lengths
      if (this.#answered !== this.#setting) await this.open(this.#setting);
      showError("error-segments", refusal, this.#field);
    }
    return refusal === "";
  }

  /** Asks about segments; returns why they cannot be used, an empty text, or null if others came meanwhile. */
  async #read(segments, isChosen, owner) {
    const setting = this.#setting;
    let answer;
    try {
      answer = await this.#engine.latest("position", { command: "moves", segments, ...setting.pieces });
    } catch (error) {
      return owner === this.#owner ? error.message : null;
    }
    if (answer === null || owner !== this.#owner) return null;
    await this.#accept(answer.segments ? answer : { grundy: answer.grundy, segments: [answer] }, isChosen);
    return "";
  }

  async #accept(answer, isChosen) {
    this.#answer = answer;
    this.#answered = this.#setting;
    this.#isChosen = isChosen;
    this.segments = answer.segments.map(({ at }) => at);
    showError("error-segments", "", this.#field);
    this.#show();
    writeAddress({ segments: isChosen ? this.segments.join(",") : null });
    await this.#changed(this.#setting, this.segments);
  }

  #show() {
    this.#field.value = this.segments.map(typeset).join(", ");
    const slider = byId("slider");
    byId("slider-field").hidden = this.segments.length !== 1;
    if (this.segments.length === 1 && document.activeElement !== slider) {
      slider.value = (Number(slider.max) * approximate(this.segments[0])) / this.#setting.greatest;
    }
    slider.setAttribute("aria-valuetext", this.segments.map(typeset).join(", "));
    this.#draw();
    byId("places-list").replaceChildren(...this.#list());
    byId("lane-place").textContent = "Point at a lane to read a winning place.";
    const { grundy } = this.#answer;
    const verdict = grundy === 0 ? "The player to move loses against perfect play." : "The player to move can win.";
    const value = make("span", { className: "value", textContent: ` The Grundy value is ${grundy}.` });
    byId("verdict").replaceChildren(verdict, value);
  }

  #draw() {
    if (!this.#answer) return;
    const width = byId("lanes").clientWidth;
    const longest = Math.max(...this.segments.map(approximate), this.#setting.shortest.value);
    const say = (text) => (byId("lane-place").textContent = text);
    const drawn = this.#answer.segments.map((segment, index) => {
      const title = this.segments.length === 1 ? "" : `Segment ${index + 1}`;
      const value = make("span", { className: "value", textContent: `${title && ", "}g = ${segment.grundy}` });
      const caption = make("figcaption", {}, title, value);
      return make("figure", {}, caption, drawLanes(segment, { width, longest }, say));
    });
    byId("lanes").replaceChildren(...drawn);
  }

  #list() {
    return this.#answer.segments.map((segment, index) => {
      const items = segment.moves.map(({ length, winning }) => {
        const shown = winning.slice(0, LONGEST_LIST).map(intervalText).join(" ∪ ");
        const rest = winning.length > LONGEST_LIST ? ` and ${winning.length - LONGEST_LIST} more` : "";
        return make("li", { textContent: `piece of length ${typeset(length)}: ${shown || "nowhere"}${rest}` });
      });
      const nothing = make("li", { textContent: "no piece fits" });
      const title = make("p", { textContent: `Segment ${index + 1}, of length ${typeset(segment.at)}` });
      return make("div", {}, title, make("ul", {}, ...(items.length ? items : [nothing])));
    });
  }
}
