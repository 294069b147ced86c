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

export class Position {
  #engine;
  #setting;
  #answer = null;
  #field = byId("segments");
  #changed;
  /** The segments, as the engine writes them. */
  segments = [];

  /** @param {(setting: object, segments: string[]) => void} changed is called when the segments are others */
  constructor(engine, changed) {
    this.#engine = engine;
    this.#changed = changed;
    const slider = byId("slider");
    this.#field.onchange = () => this.take(splitList(this.#field.value));
    slider.oninput = () => {
      const step = this.#setting.greatest / Number(slider.max);
      const value = Number(slider.value) * step;
      this.take([simplestBetween(Math.max(value - step / 2, 0), value + step / 2)]);
    };
    onWidth(byId("lanes"), () => this.#draw());
  }

  /** Other lengths; the segments stay, or are those given. */
  async open(setting, segments = this.segments) {
    this.#setting = setting;
    if (await this.take(segments)) return;
    // segments with another root than the lengths have cannot be used: others nearby can
    const reason = byId("error-segments").textContent;
    await this.take(this.segments.length ? this.segments.map(nearby) : [setting.longest.text]);
    showError("error-segments", reason, this.#field);
  }

  /** Takes segments as texts; returns whether the engine could read them. */
  async take(segments) {
    if (segments.length === 0) {
      showError("error-segments", "no segment is there; write lengths such as 5, 7.5, 3+sqrt2", this.#field);
      return false;
    }
    const question = { command: "moves", segments, lengths: this.#setting.lengths };
    try {
      const answer = await this.#engine.latest("position", question);
      if (answer === null) return false;
      this.#answer = answer.segments ? answer : { grundy: answer.grundy, segments: [answer] };
    } catch (error) {
      showError("error-segments", error.message, this.#field);
      return false;
    }
    showError("error-segments", "", this.#field);
    this.segments = this.#answer.segments.map(({ at }) => at);
    this.#show();
    writeAddress({ segments: this.segments.join(",") });
    await this.#changed(this.#setting, this.segments);
    return true;
  }

  #show() {
    this.#field.value = this.segments.map(typeset).join(", ");
    const slider = byId("slider");
    byId("slider-field").hidden = this.segments.length !== 1;
    if (this.segments.length === 1 && document.activeElement !== slider) {
      slider.value = (Number(slider.max) * approximate(this.segments[0])) / this.#setting.greatest;
    }
    slider.setAttribute("aria-valuetext", typeset(this.segments[0]));
    this.#draw();
    byId("places-list").replaceChildren(...this.#list());
    byId("lane-place").textContent = "Point at a lane to read a winning place.";
    const { grundy } = this.#answer;
    const verdict = grundy === 0 ? "Whoever is to move loses against perfect play." : "Whoever is to move can win.";
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
