// The puzzle of the day, or of segments of one's own: one try, which the engine judges. Before it nothing here knows the answer.

import { byId, fillSelect, make, showError } from "./elements.js";
import { approximate, capitalized, splitList, typeset } from "./notation.js";
import { writeAddress } from "./address.js";
import { Aim } from "./aim.js";
import { atEndOf, placesText } from "./rule.js";

/** A day, whether there is such a one or not; all else is segments. */
const DAY = /^\d+-\d+-\d+$/;

export class Puzzle {
  #engine;
  /** The question without a try, as text with the lengths as the engine writes them, and its answer. */
  #question = null;
  #asked = "";
  /** Counts what was asked for, so that only the last one is shown. */
  #run = 0;
  #answer = null;
  #aim;
  #ghost = make("div", { className: "ghost mine", hidden: true, ariaHidden: "true" });
  /** What a link calls it: a day, at first that of today in UTC, or segments with commas between them. */
  name = new Date().toISOString().slice(0, 10);

  constructor(engine) {
    this.#engine = engine;
    const openDay = () => byId("day").value && this.open(byId("day").value, {});
    // the digits of a year come one by one
    byId("day").onchange = () => byId("day").validity.valid && openDay();
    byId("day").onblur = openDay;
    byId("try").onsubmit = (event) => {
      event.preventDefault();
      this.#try();
    };
    byId("try").onchange = () => (this.#ghost.hidden = !byId("try-it").disabled);
    byId("share-puzzle").onclick = () => this.#share();
    for (const kind of ["pointerdown", "pointermove"]) byId("puzzle-rows").addEventListener(kind, (event) => this.#aimAt(event));
  }

  /** Shows a puzzle; of segments, with these pieces. */
  async open(name, pieces) {
    this.name = name;
    writeAddress({ puzzle: name });
    // not later, when more may have been typed
    byId("day").value = DAY.test(name) ? name : "";
    this.#run++;
    const question = { command: "puzzle", ...(DAY.test(name) ? { date: name } : { segments: splitList(name), ...pieces }) };
    if (this.#asked === JSON.stringify(question)) return;
    const run = this.#run;
    let answer = null;
    let reason = "";
    try {
      answer = await this.#engine.latest("puzzle", question);
    } catch (error) {
      reason = error.message;
    }
    // another one was asked for meanwhile, and may be shown already
    if (run !== this.#run || (answer === null && !reason)) return;
    if (question.lengths && answer) {
      // as the engine writes them, in its order
      const { lengths, rule } = answer;
      for (const key of ["lengths", "rule"]) delete question[key];
      Object.assign(question, { lengths: lengths.join(), ...(rule ? { rule } : {}) });
    }
    [this.#question, this.#answer] = [question, answer];
    // what has failed can be asked again
    this.#asked = answer ? JSON.stringify(question) : "";
    showError("error-day", reason, byId("day"));
    for (const id of ["puzzle-asked", "try", "puzzle-rows"]) byId(id).hidden = answer === null;
    byId("tried").hidden = true;
    byId("try-it").disabled = false;
    byId("try-place").value = "";
    showError("error-try", "", byId("try-place"));
    if (answer) this.#show();
  }

  #show() {
    const { date, difficulty, lengths, segments, asked } = this.#answer;
    const pieces = placesText({ all: lengths, atEnd: atEndOf(this.#answer) });
    byId("puzzle-asked").textContent = `${date ? `Difficulty ${difficulty} of 7. ` : ""}Pieces: ${pieces}. ${capitalized(asked)}`;
    const longest = Math.max(...segments.map(approximate));
    const rows = segments.map((length, index) => {
      const name = `segment ${index + 1}, length ${typeset(length)}`;
      const label = [make("sup", { textContent: index + 1 }), make("span", { textContent: typeset(length) })];
      const segment = make("div", { className: "segment", role: "img", ariaLabel: name, data: { index } }, ...label);
      segment.style.width = "100%";
      const row = make("div", { className: "row" }, segment);
      row.style.width = `${(100 * approximate(length)) / longest}%`;
      return row;
    });
    byId("puzzle-rows").replaceChildren(...rows);
    fillSelect(byId("try-segment"), segments.map((length, index) => [`${index + 1}`, `${index + 1}: length ${typeset(length)}`]));
    fillSelect(byId("try-length"), lengths.map((length) => [length, typeset(length)]));
    this.#ghost.hidden = true;
    this.#aim = new Aim(this.#engine, { lengths: lengths.join() });
  }

  /** Fills in the place under the pointer. */
  async #aimAt({ target, type, buttons, clientX }) {
    const element = target.closest(".segment");
    const answer = this.#answer;
    const isAimed = type === "pointerdown" || buttons & 1;
    if (!element || !isAimed || byId("try-it").disabled) return;
    const index = Number(element.dataset.index);
    const length = byId("try-length").value;
    const { left, width } = element.getBoundingClientRect();
    const unit = width / approximate(answer.segments[index]);
    const segment = { length: answer.segments[index], winning: [] };
    const how = { unit, snaps: false, isAtEnd: atEndOf(answer).includes(length) };
    const place = await this.#aim.place(segment, length, (clientX - left) / unit, how).catch(() => null);
    if (answer !== this.#answer || byId("try-it").disabled) return;
    showError("error-try", place ? "" : `a piece of length ${typeset(length)} does not fit there`);
    if (!place) return;
    byId("try-segment").value = index + 1;
    byId("try-place").value = typeset(place.text);
    this.#draw(this.#ghost, { index, start: place.value, length: approximate(length) });
  }

  /** Shows the piece at a place, or a stretch of places. */
  #draw(element, { index, start, length }) {
    const whole = approximate(this.#answer.segments[index]);
    const [left, width] = [start, length].map((part) => `${(100 * part) / whole}%`);
    Object.assign(element.style, { left, width });
    element.hidden = false;
    byId("puzzle-rows").querySelector(`[data-index="${index}"]`).append(element);
  }

  async #try() {
    const question = this.#question;
    const [segment, length, place] = ["try-segment", "try-length", "try-place"].map((id) => byId(id).value);
    if (byId("try-it").disabled) return;
    byId("try-it").disabled = true;
    try {
      const { segments, lengths, rule, try: tried } = await this.#engine.ask({ ...question, segment, length, place });
      const winning = await this.#engine.ask({ command: "moves", segments, lengths: lengths.join(), rule });
      if (question !== this.#question) return;
      showError("error-try", "", byId("try-place"));
      this.#draw(this.#ghost, { index: tried.segment - 1, length: approximate(tried.length), start: approximate(tried.place) });
      this.#paint(winning.segments ?? [winning]);
      this.#tell(tried);
    } catch (error) {
      // only a legal move uses up the try
      if (question !== this.#question) return;
      byId("try-it").disabled = false;
      showError("error-try", error.message, byId("try-place"));
    }
  }

  /** Marks where the left end of a piece wins, on a line of all places that it has. */
  #paint(segments) {
    for (const [index, { at, moves }] of segments.entries()) {
      for (const { length, winning } of moves.filter(({ winning }) => winning.length > 0)) {
        const last = approximate(at) - approximate(length);
        this.#draw(make("div", { className: "loses" }), { index, start: 0, length: last });
        for (const { start_decimal: start, end_decimal: end } of winning) {
          this.#draw(make("div", { className: "wins" }), { index, start: Number(start), length: end - start });
        }
      }
    }
  }

  #tell({ wins, why, answer, proof, shared }) {
    byId("tried").hidden = false;
    byId("why-tried").textContent = `This move ${wins ? "wins" : "loses"}: ${why}.`;
    byId("only").textContent = `${capitalized(answer)}.`;
    byId("proof").textContent = proof;
    byId("shared").textContent = shared;
    byId("share-puzzle").textContent = "Copy with a link";
    byId("tried").focus({ preventScroll: true });
  }

  /** Copies the line with a link to the puzzle, or where that is refused shows both selected. */
  async #share() {
    const { command, date, segments, ...pieces } = this.#question;
    const words = new URLSearchParams({ puzzle: this.name, ...pieces });
    const link = `${location.href.split("#")[0]}#${decodeURIComponent(words)}`;
    const text = `${byId("shared").textContent.split("\n")[0]}\n${link}`;
    try {
      await navigator.clipboard.writeText(text);
      byId("share-puzzle").textContent = "Copied";
    } catch {
      byId("shared").textContent = text;
      getSelection().selectAllChildren(byId("shared"));
    }
  }
}
