// A row of segments: typed or chosen with a slider, with the winning places of each piece.

import { byId, isDark, make, onWidth, showError } from "./elements.js";
import { approximate, intervalText, segmentsText, shortestDecimal, typeset, wordsOf } from "./notation.js";
import { writeAddress } from "./address.js";
import { Options } from "./options.js";
import { drawSheet, imported } from "./pictures.js";

/** With more intervals than this the list is cut. */
const LONGEST_LIST = 400;

/** The height of the engine's picture: in total, of a strip, and of the line above the strips of a segment. */
const HEIGHTS_OF_STRIPS = [104, 34, 24];
/** The narrowest and the lowest picture that the engine draws. */
const LEAST_STRIPS = [240, 160];
/** How far from a strip or from a winning place one may point to read it, in pixels. */
const POINTED = 5;

/** A rational length near a segment. */
function nearby(segment) {
  const value = approximate(segment);
  return shortestDecimal(value * 0.99, value * 1.01);
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
  /** The engine's picture of it. */
  #picture = null;
  #field = byId("segments");
  #changed;
  /** What each move leaves. */
  options;
  /** Whether the segments were chosen; those that the page begins with follow the lengths. */
  #isChosen = false;
  /** The setting that the answer belongs to. */
  #answered = null;
  /** Who asked for the next segments: earlier requests give way. All places of the slider are one request. */
  #owner = null;
  /** Where the slider ends. */
  #longest = 1;
  /** Whose segments made the last step of the address. */
  #stepped = null;
  /** The segments, as the engine writes them. */
  segments = [];

  /**
   * @param {(setting: object, segments: string[], reason: string) => void} changed is called when the segments are others;
   *   with a reason if they are not those that were asked for
   */
  constructor(engine, changed) {
    this.#engine = engine;
    this.#changed = changed;
    this.options = new Options(engine);
    const slider = byId("slider");
    let sliding = {};
    this.#field.onchange = async () => {
      const refusal = await this.take(wordsOf(this.#field.value));
      if (!refusal) return;
      showError("error-segments", refusal, this.#field);
      // what is shown is not about what is typed
      byId("verdict").textContent = "";
      byId("lanes").classList.add("stale");
    };
    slider.oninput = () => {
      const step = this.#longest / Number(slider.max);
      const value = Number(slider.value) * step;
      this.take([shortestDecimal(Math.max(value - step / 2, 0), value + step / 2)], sliding);
    };
    // the places of one move of the slider are one step
    slider.onchange = () => (sliding = {});
    onWidth(byId("lanes"), () => this.redraw());
    for (const kind of ["pointermove", "pointerdown"]) byId("lanes").addEventListener(kind, (event) => this.#read(event));
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
      const refusal = await this.#ask(texts, isChosen, owner, { reason });
      // what was typed in the meantime comes first
      if (refusal === null) return;
      if (refusal === "") return showError("error-segments", reason);
      if (isChosen) reason ||= refusal;
    }
    // the engine broke off: no position is better than one of other lengths
    await this.#accept({ grundy: 0, segments: [] }, false);
    showError("error-segments", "no position could be computed; type one");
  }

  /** Shows other segments of the same lengths, or with none those to begin with. */
  async show(segments) {
    if (segments.length ? segments.join() === this.segments.join() : !this.#isChosen) return;
    this.#isChosen = false;
    await this.open(this.#setting, segments);
  }

  /** Takes segments as texts; returns why they cannot be used, an empty text, or null if others came meanwhile. */
  async take(segments, owner = {}) {
    this.#owner = owner;
    const refusal = segments.length
      ? await this.#ask(segments, true, owner, { isStep: true })
      : "there is no segment; write lengths such as 5, 7.5, 3+sqrt2";
    // the old position may be of other lengths
    if (refusal && this.#answered !== this.#setting) await this.open(this.#setting);
    return refusal;
  }

  /** Asks about segments; returns why they cannot be used, an empty text, or null if others came meanwhile. */
  async #ask(segments, isChosen, owner, { isStep = false, reason = "" }) {
    const setting = this.#setting;
    let answer;
    try {
      answer = await this.#engine.latest("position", { command: "moves", segments, ...setting.pieces });
    } catch (error) {
      return owner === this.#owner ? error.message : null;
    }
    if (answer === null || owner !== this.#owner) return null;
    const stepped = this.#stepped;
    this.#stepped = owner;
    await this.#accept(answer.segments ? answer : { grundy: answer.grundy, segments: [answer] }, isChosen, { isStep: isStep && owner !== stepped, reason });
    return "";
  }

  async #accept(answer, isChosen, { isStep = false, reason = "" } = {}) {
    this.#answer = answer;
    this.#answered = this.#setting;
    this.#isChosen = isChosen;
    this.segments = answer.segments.map(({ at }) => at);
    showError("error-segments", "", this.#field);
    this.#show();
    writeAddress({ segments: isChosen ? this.segments.join(",") : null }, isStep);
    this.#changed(this.#setting, this.segments, reason);
  }

  #show() {
    byId("lanes").classList.remove("stale");
    this.#field.value = segmentsText(this.segments);
    this.fitSlider();
    this.redraw();
    byId("places-list").replaceChildren(...this.#list());
    this.options.about(this.segments, this.#setting.pieces);
    byId("lane-place").textContent = "";
    const { grundy } = this.#answer;
    const verdict = grundy === 0 ? "The player to move loses against perfect play." : "The player to move can win.";
    byId("verdict").textContent = `${verdict} The Grundy value is ${grundy}.`;
  }

  /** Puts the slider where the segment is, in as much as is computed. */
  fitSlider() {
    const slider = byId("slider");
    byId("slider-field").hidden = this.segments.length !== 1;
    if (this.segments.length === 1 && document.activeElement !== slider) {
      const length = approximate(this.segments[0]);
      this.#longest = Math.max(this.#setting.greatest, length);
      slider.value = (Number(slider.max) * length) / this.#longest;
    }
    slider.setAttribute("aria-valuetext", this.segments.map(typeset).join(", "));
  }

  /** Draws the winning places: the picture is the engine's. */
  async redraw() {
    const answer = this.#answer;
    const lanes = byId("lanes");
    this.#picture = null;
    byId("lanes-sheet").replaceChildren();
    if (!answer || answer.segments.length === 0) return lanes.replaceChildren();
    const groups = answer.segments.length;
    const strips = answer.segments.flatMap(({ moves }) => moves).length;
    const [height, strip, title] = HEIGHTS_OF_STRIPS;
    const sides = [lanes.clientWidth, height + strip * strips + (groups > 1 ? title * groups : 0)];
    const size = sides.map((side, index) => Math.max(Math.round(side), LEAST_STRIPS[index])).join("x");
    const question = { command: "plot moves", segments: this.segments, ...this.#setting.pieces, size, title: "" };
    if (isDark()) question.dark = true;
    try {
      const picture = await this.#engine.latest("plot moves", question);
      if (picture === null || answer !== this.#answer) return;
      lanes.replaceChildren(imported(picture.svg));
      this.#picture = picture;
      drawSheet(this.#engine, "lanes-sheet", question);
    } catch (error) {
      if (answer === this.#answer) lanes.replaceChildren(make("p", { className: "fact", textContent: error.message }));
    }
  }

  /** Says which winning place is pointed at. */
  #read({ clientX, clientY }) {
    if (!this.#picture) return;
    const { strips, frame, x } = this.#picture;
    const box = byId("lanes").getBoundingClientRect();
    const row = strips.findIndex(([top, bottom]) => {
      const y = clientY - box.top;
      return top - POINTED <= y && y <= bottom + POINTED;
    });
    const unit = approximate(x[1]) / (frame.right - frame.left);
    const place = (clientX - box.left - frame.left) * unit;
    const moves = this.#answer.segments.flatMap((segment) => segment.moves)[row];
    byId("lane-place").textContent = moves ? pointedAt(moves, place, POINTED * unit) : "";
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

/** What is said of a place on the strip of a piece. */
function pointedAt({ length, winning }, place, reach) {
  let best = null;
  let least = reach;
  for (const interval of winning) {
    const distance = Math.max(Number(interval.start_decimal) - place, place - Number(interval.end_decimal), 0);
    if (distance < least) [best, least] = [interval, distance];
  }
  const piece = `A piece of length ${typeset(length)}`;
  return best ? `${piece} wins with its left end in ${intervalText(best)}.` : `${piece} does not win here.`;
}
