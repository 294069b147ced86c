// The curves of e and g over one visible range, with the cross-hair and the certified maximum.

import { byId, isDark, onWidth, showError, withVariables } from "./elements.js";
import { approximate, equation, typeset } from "./notation.js";
import { writeAddress } from "./address.js";
import { View } from "./view.js";
import { Picture } from "./pictures.js";
import { listen } from "./gestures.js";
import { Cursor } from "./cursor.js";
import { takeAway } from "./take.js";
import { breakpointsIn } from "./breakpoints.js";

/** Decimals of the greatest gain, for lengths of about 1. */
const MAXIMUM_DIGITS = 8;
/** The view is moved and zoomed up to this multiple of the shortest length. */
export const FARTHEST_SEEN = 5000;
/** The view is settled, and all about it asked for, when it has stood still for this long. */
const REST = 120;

export class Curves {
  #engine;
  #setting;
  #view;
  #cursor;
  #gain = new Picture("gain-picture");
  #grundy = new Picture("grundy-picture");
  #area = byId("curves");
  #fields = [byId("range-from"), byId("range-to")];
  #timer = 0;
  #isFollowing = false;
  /** The ends of the range that was drawn last. */
  #drawn = null;
  /** Whether the next view that is drawn is a step that Back takes back. */
  #isStep = false;
  #asked = 0;
  #open;

  /**
   * @param {(length: string, isMore: boolean) => Promise<boolean>} open takes a length for the position: to replace it, or to
   *   be added; whether that was done
   * @param {() => void} explain shows what each move in the position leaves
   */
  constructor(engine, open, explain) {
    this.#engine = engine;
    this.#open = (isMore) => this.#cursor.place && open(this.#cursor.place.text, isMore);
    byId("open-here").onclick = () => this.#open(false);
    byId("add-here").onclick = () => this.#open(true);
    byId("why-here").onclick = async () => {
      // what is refused leaves another position
      if (await this.#open(false)) explain();
    };
    this.#cursor = new Cursor(engine, () => this.#place());
    byId("copy").onclick = () => this.#takeAway();
    for (const field of this.#fields) field.onchange = () => this.#readFields();
  }

  /** Shows other lengths; `range` holds two texts, or nothing for all. */
  async open(setting, range) {
    const isFirst = !this.#setting;
    this.#setting = setting;
    this.#view = new View(setting.upto, setting.limit);
    this.#drawn = null;
    this.#cursor.reset(setting);
    if (isFirst) this.#listen();
    let refusal = "";
    if (range) {
      refusal = await this.#showRange(range);
      if (!refusal) return;
      writeAddress({ from: null, to: null });
    }
    if (await this.#draws()) {
      // the old pictures may be of other lengths
      for (const picture of [this.#gain, this.#grundy]) picture.say("");
      byId("maximum").textContent = "–";
    } else if (refusal) showError("error-range", refusal);
  }

  /** Shows another range of the same lengths, or with null the whole. */
  async show(range) {
    const { from, to, isWhole } = this.#view;
    if (range ? range[0] === from && range[1] === to : isWhole) return;
    if (!range) {
      this.#view.showAll();
      await this.#draws();
    } else if (await this.#showRange(range)) writeAddress({});
  }

  /** Shows more of the same lengths: the setting has another limit. */
  extend() {
    this.#view.extend(this.#setting.upto, this.#setting.limit);
    return this.#draws();
  }

  /** Draws everything again, after the page turned dark or light. */
  redraw() {
    // on paper there is another drawing
    if (this.#view && this.#area.clientWidth) return this.#draws();
  }

  #listen() {
    listen(this.#area, {
      partAt: (clientX) => (clientX - this.#area.getBoundingClientRect().left - this.#box.left) / this.#box.width,
      change: (action) => this.#change(action),
      showAll: () => this.#change((view) => (view.showAll(), true)),
      point: (part) => this.#point(part),
      step: (pixels) => this.#step(pixels),
      crossPart: () => this.#crossPart() ?? 0.5,
      open: () => this.#open(false),
    });
    onWidth(this.#area, () => this.#draws());
  }

  /** The data area that both pictures share, in pixels. */
  get #box() {
    const [left, right] = ["left", "right"].map((side) => Math.max(this.#gain.margins[side], this.#grundy.margins[side]));
    return { left, width: Math.max(this.#area.clientWidth - left - right, 1) };
  }

  #change(action) {
    if (!action(this.#view)) return false;
    this.#place();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#settle(), REST);
    this.#area.dataset.busy = "yes";
    this.#follow();
    return true;
  }

  /** Draws what a gesture shows meanwhile, as often as the engine can. */
  async #follow() {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    try {
      this.#view.name(this.#box.width);
      await this.#drawBoth();
    } catch {
      // the settled view is asked for again, and says what is wrong
    }
    this.#isFollowing = false;
  }

  #settle() {
    this.#view.settle(this.#box.width);
    const drawn = this.#draws(true);
    this.#area.dataset.busy = "no";
    return drawn;
  }

  /**
   * Draws a view, and writes it into the address. One that cannot be drawn gives way to the last one that was: then the
   * reason is returned, and else an empty text.
   */
  async #draws(isStep = false) {
    const view = this.#view;
    const { from, to, isWhole, limit, upto } = view;
    this.#isStep ||= isStep;
    const refusal = await this.#renew();
    // a later one has its own answer
    if (refusal === null || view !== this.#view) return "";
    if (refusal === "") {
      this.#drawn = [from, to];
      writeAddress(isWhole ? { from: null, to: null } : { from, to }, this.#isStep);
      this.#isStep = false;
      const isAtEnd = to === limit && limit !== upto;
      byId("opened").textContent = isAtEnd ? `Here the view ends, at ${FARTHEST_SEEN} times the shortest length; the program goes on.` : "";
    } else if (this.#drawn) {
      view.set(...this.#drawn);
      if ((await this.#renew()) !== null) showError("error-range", refusal, ...this.#fields);
    }
    return refusal;
  }

  #place() {
    this.#gain.place(this.#view, this.#box);
    this.#grundy.place(this.#view, this.#box);
    const part = this.#crossPart();
    const pixels = part === null ? null : this.#box.left + part * this.#box.width;
    const { gain, grundy } = this.#cursor.found ?? {};
    this.#gain.mark(pixels, gain && Number(gain.value));
    this.#grundy.mark(pixels, grundy);
  }

  /** At which part of the view the cross-hair stands, or null if it is out of sight. */
  #crossPart() {
    if (!this.#cursor.place) return null;
    const part = this.#view.part(this.#cursor.place.value);
    return part >= 0 && part <= 1 ? part : null;
  }

  #point(part) {
    this.#cursor.point(this.#view, part, this.#box.width);
    this.#place();
  }

  #step(pixels) {
    this.#cursor.step(this.#view, pixels, this.#box.width);
    const part = this.#view.part(this.#cursor.place.value);
    if (part < 0 || part > 1) this.#change((view) => view.move(part < 0 ? part - 0.2 : part - 0.8));
    this.#place();
  }

  /** Asks for everything that the view shows; returns why it cannot be shown, an empty text, or null if another one came. */
  async #renew() {
    const run = ++this.#asked;
    showError("error-range", "", ...this.#fields);
    const { low, high, from, to } = this.#view;
    const seen = { low, high, from, to, width: high - low };
    try {
      await Promise.all([this.#drawBoth(), this.#showMaximum()]);
    } catch (error) {
      if (run !== this.#asked) return null;
      showError("error-range", error.message);
      return error.message;
    }
    if (run !== this.#asked) return null;
    // no number runs ahead of the curves
    this.#fields[0].value = typeset(from);
    this.#fields[1].value = typeset(to);
    this.#complete(run, seen);
    return "";
  }

  /** Asks for what is not seen at once: where the cross-hair snaps to, and what is drawn for paper. */
  async #complete(run, seen) {
    try {
      const found = await breakpointsIn(this.#engine, this.#setting, seen);
      if (run === this.#asked) this.#cursor.breakpoints = found;
    } catch (error) {
      if (run === this.#asked) showError("error-range", error.message);
    }
    for (const picture of [this.#gain, this.#grundy]) picture.drawSheet(this.#engine);
  }

  async #takeAway() {
    const shown = { engine: this.#engine, setting: this.#setting, view: this.#view, found: this.#cursor.found, gainFrom: this.#gainFrom() };
    const pictures = { gain: this.#gain.text, grundy: this.#grundy.text };
    const button = byId("copy");
    try {
      button.textContent = await takeAway(byId("take").value, { ...shown, pictures });
    } catch (error) {
      showError("error-range", error.message);
    }
    setTimeout(() => (button.textContent = "Take"), 1500);
  }

  /** Where the gain begins in the view, or null if it is defined nowhere there. */
  #gainFrom() {
    const { longest, hasGain } = this.#setting;
    if (!hasGain || this.#view.high <= longest.value) return null;
    return this.#view.low >= longest.value ? this.#view.from : longest.text;
  }

  /** Either picture may need a wider margin than the other was drawn with. */
  async #drawBoth() {
    for (const _ of ["first", "again"]) {
      const from = this.#gainFrom();
      const part = from === null ? 1 : Math.max(this.#view.part(approximate(from)), 0);
      const absent = `The gain is defined from L = ${typeset(this.#setting.longest.text)} on.`;
      await this.#draw(this.#gain, "plot gain", from, 1 - part, absent);
      await this.#draw(this.#grundy, "plot grundy", this.#view.from, 1, "");
    }
  }

  async #draw(picture, command, from, part, absent) {
    const size = from === null ? null : picture.sizeFor(part * this.#box.width);
    if (size === null) {
      picture.say(absent);
      return;
    }
    const question = { command, range: [from, this.#view.to], ...this.#setting.pieces, size, title: "" };
    if (isDark()) question.dark = true;
    if (picture.shows(question)) return;
    picture.asked = question;
    const answer = await this.#engine.latest(command, question);
    // it may have been given up meanwhile
    if (answer === null || picture.asked !== question) return;
    picture.show(question, answer);
    this.#place();
  }

  async #showMaximum() {
    const output = byId("maximum");
    const from = this.#gainFrom();
    const nothing = (sentence) => {
      output.textContent = sentence;
      this.#cursor.maxima = [];
    };
    if (from === null) {
      nothing("the gain is not defined here");
      return;
    }
    const view = this.#view;
    const { to } = view;
    // another view has its own maximum, and asks for it
    const isSeen = () => view === this.#view && from === this.#gainFrom() && to === view.to;
    const { pieces, longest } = this.#setting;
    const decimals = this.#view.decimals(this.#box.width);
    const digits = Math.max(MAXIMUM_DIGITS, Math.ceil(MAXIMUM_DIGITS - Math.log10(longest.value)), decimals + 2);
    const question = { command: "range", range: [from, to], ...pieces, digits };
    let answer;
    try {
      answer = await this.#engine.latest("range", question);
    } catch (error) {
      if (isSeen()) nothing("–");
      throw error;
    }
    if (answer === null || !isSeen()) return;
    output.replaceChildren(...withVariables(maximumText(answer, view)));
    const texts = answer.places.map(({ at_exact: text }) => text).filter((text) => text !== null);
    this.#cursor.maxima = texts.map((text) => ({ text, value: approximate(text) }));
  }

  async #readFields() {
    const texts = this.#fields.map((field) => field.value);
    const refusal = await this.#showRange(texts, true);
    if (refusal) {
      this.#fields.forEach((field, index) => (field.value = texts[index]));
      showError("error-range", refusal, ...this.#fields);
    }
  }

  /** Shows a range as typed; if it cannot be shown the last one stays, and the reason is returned. */
  async #showRange(texts, isStep) {
    const view = this.#view;
    let ends;
    try {
      ends = await this.#readRange(texts);
    } catch (error) {
      return view === this.#view ? error.message : "";
    }
    if (view !== this.#view) return "";
    view.set(...ends);
    return this.#draws(isStep);
  }

  /** Two ends as typed, exactly; rejects if no picture can be drawn between them. */
  async #readRange(texts) {
    const question = { command: "plot grundy", range: texts, ...this.#setting.pieces, size: "240x180", title: "" };
    const { range } = await this.#engine.ask(question);
    // decimals stay as they are
    return range.map((end, index) => (/^\d+(\.\d+)?$/.test(texts[index]) ? texts[index] : end));
  }
}

/** Longer closed forms of an end of the view, which are decimals with many digits, are not written out. */
const LONGEST_AT_AN_EDGE = 24;

/**
 * "= (…)/… ≈ 23.91980256 at L = 131 + 28√2 ≈ 170.59797975", without the sign in front.
 * @param {{low: number, high: number}} view
 */
export function maximumText(answer, { low, high }) {
  const [{ at_exact: text }] = answer.places;
  const edge = text === null ? -1 : [low, high].indexOf(approximate(text));
  if (answer.places.length === 1 && edge >= 0 && answer.value_exact?.length > LONGEST_AT_AN_EDGE) {
    return `≈ ${Number(answer.value).toPrecision(5)} at the ${["left", "right"][edge]} edge`;
  }
  const places = answer.places.map((place) => `L ${equation(place.at_exact, place.at)}`).join(" and ");
  return `${equation(answer.value_exact, answer.value).replace(/^= /, "")} at ${places}`;
}
