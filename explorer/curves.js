// The curves of e and g over one visible range, with the cross-hair and the certified maximum.

import { byId, onWidth, showError } from "./elements.js";
import { approximate, shortened, typeset } from "./notation.js";
import { writeAddress } from "./address.js";
import { View } from "./view.js";
import { Picture } from "./pictures.js";
import { listen } from "./gestures.js";
import { Cursor } from "./cursor.js";
import { breakpointsIn } from "./breakpoints.js";

/** The view is settled, and all about it asked for, when it has stood still for so long. */
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
  #asked = 0;
  #isDark;

  /** @param {() => boolean} isDark whether pictures are drawn for a dark page */
  constructor(engine, isDark) {
    this.#engine = engine;
    this.#isDark = isDark;
    this.#cursor = new Cursor(engine);
    for (const field of this.#fields) field.onchange = () => this.#readFields();
  }

  /** Shows other lengths; `range` holds two texts, or nothing for all. */
  async open(setting, range) {
    const isFirst = !this.#setting;
    this.#setting = setting;
    this.#view = new View(setting.upto);
    this.#cursor.reset(setting);
    if (range && !(await this.#setRange(range))) writeAddress({ from: null, to: null });
    if (isFirst) this.#listen();
    await this.#renew();
  }

  /** Draws all anew, for a page that turned dark or light. */
  redraw() {
    if (this.#view) return this.#renew();
  }

  #listen() {
    const box = () => this.#box;
    const left = () => byId("gain-picture").getBoundingClientRect().left;
    listen(this.#area, {
      partAt: (clientX) => (clientX - left() - box().left) / box().width,
      change: (action) => this.#change(action),
      showAll: () => this.#change((view) => (view.showAll(), true)),
      point: (part) => this.#point(part),
      step: (pixels) => this.#step(pixels),
      crossPart: () => this.#crossPart() ?? 0.5,
    });
    onWidth(this.#area, () => this.#renew());
  }

  /** The data area that both pictures share, in pixels. */
  get #box() {
    const left = Math.max(this.#gain.margins.left, this.#grundy.margins.left);
    const right = Math.max(this.#gain.margins.right, this.#grundy.margins.right);
    return { left, width: Math.max(this.#area.clientWidth - left - right, 1) };
  }

  #change(action) {
    if (!action(this.#view)) return false;
    this.#place();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#settle(), REST);
    this.#follow();
    return true;
  }

  /** Draws what a gesture shows meanwhile, as often as the engine can. */
  async #follow() {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    this.#view.name(this.#box.width);
    try {
      await this.#drawBoth();
    } catch {
      // the settled view is asked for again, and says what is wrong
    }
    this.#isFollowing = false;
  }

  #settle() {
    this.#view.settle(this.#box.width);
    showError("error-range", "", ...this.#fields);
    writeAddress({ from: this.#view.from, to: this.#view.to });
    return this.#renew();
  }

  #place() {
    this.#gain.place(this.#view, this.#box);
    this.#grundy.place(this.#view, this.#box);
    const part = this.#crossPart();
    const pixels = part === null ? null : this.#box.left + part * this.#box.width;
    this.#gain.mark(pixels);
    this.#grundy.mark(pixels);
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

  /** Asks for everything that the view shows. */
  async #renew() {
    const run = ++this.#asked;
    this.#fields[0].value = typeset(this.#view.from);
    this.#fields[1].value = typeset(this.#view.to);
    const { low, high, from, to } = this.#view;
    const seen = { low, high, from, to, width: high - low };
    try {
      await Promise.all([this.#drawBoth(), this.#showMaximum()]);
      if (run !== this.#asked) return;
      this.#cursor.breakpoints = await breakpointsIn(this.#engine, this.#setting, seen);
    } catch (error) {
      showError("error-range", error.message);
    }
  }

  /** Where the gain begins in the view, or null if it is defined nowhere there. */
  #gainFrom() {
    const { longest } = this.#setting;
    if (this.#view.high <= longest.value) return null;
    return this.#view.low >= longest.value ? this.#view.from : longest.text;
  }

  /** Either picture may need a wider margin than the other was drawn with. */
  async #drawBoth() {
    await this.#drawGain();
    await this.#drawGrundy();
    await this.#drawGain();
    await this.#drawGrundy();
  }

  async #drawGain() {
    const from = this.#gainFrom();
    const part = from === null ? 1 : Math.max(this.#view.part(approximate(from)), 0);
    const absent = `The gain is defined from L = ${typeset(this.#setting.longest.text)} on.`;
    await this.#draw(this.#gain, "plot gain", from, 1 - part, absent);
  }

  #drawGrundy() {
    return this.#draw(this.#grundy, "plot grundy", this.#view.from, 1, "");
  }

  async #draw(picture, command, from, part, absent) {
    const size = from === null ? null : picture.sizeFor(part * this.#box.width);
    if (size === null) {
      picture.say(absent);
      return;
    }
    const question = { command, range: [from, this.#view.to], lengths: this.#setting.lengths, size, title: "" };
    if (this.#isDark()) question.dark = true;
    if (picture.shows(question)) return;
    const answer = await this.#engine.latest(command, question);
    if (answer === null) return;
    picture.show(question, answer);
    this.#place();
  }

  async #showMaximum() {
    const output = byId("maximum");
    const from = this.#gainFrom();
    if (from === null) {
      output.textContent = "the gain is not defined here";
      return;
    }
    const question = { command: "range", range: [from, this.#view.to], lengths: this.#setting.lengths };
    const answer = await this.#engine.latest("range", question);
    if (answer === null) return;
    output.textContent = maximumText(answer);
    const texts = answer.places.map(({ at_exact: text }) => text).filter((text) => text !== null);
    this.#cursor.maxima = texts.map((text) => ({ text, value: approximate(text) }));
  }

  async #readFields() {
    const texts = this.#fields.map((field) => field.value);
    if (!(await this.#setRange(texts))) return;
    writeAddress({ from: this.#view.from, to: this.#view.to });
    await this.#renew();
  }

  /** Takes two ends as typed; returns whether they are a range within the greatest length. */
  async #setRange(texts) {
    const { lengths } = this.#setting;
    try {
      // the engine reads them, and refuses what is no length
      const answers = await Promise.all(texts.map((at) => this.#engine.ask({ command: "grundy", at, lengths })));
      const [from, to] = answers.map(({ at }) => at);
      if (approximate(from) >= approximate(to)) throw new Error("the range is empty; let it end beyond its start");
      if (approximate(to) > this.#view.greatest) {
        const upto = typeset(this.#view.upto);
        throw new Error(`the range ends beyond ${upto}; give a smaller end, or show more segments above`);
      }
      this.#view.set(from, to);
      showError("error-range", "", ...this.#fields);
      return true;
    } catch (error) {
      showError("error-range", error.message, ...this.#fields);
      return false;
    }
  }
}

/** "23.91980256 = … at L = 170.59797975 = 131 + 28√2" */
function maximumText(answer) {
  const both = (decimal, exact) => {
    const form = exact === null ? "" : typeset(exact);
    const short = shortened(decimal);
    return form === "" || form === short ? short : `${short} = ${form}`;
  };
  const places = answer.places.map((place) => both(place.at, place.at_exact)).join(" and ");
  return `${both(answer.value, answer.value_exact)} at L = ${places}`;
}
