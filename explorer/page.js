// The page as a whole: starts the engine, takes lengths and limit, and joins curves, position and game.

import { byId, showError } from "./elements.js";
import { approximate, splitList, typeset } from "./notation.js";
import { readAddress, writeAddress } from "./address.js";
import { Engine } from "./engine.js";
import { Curves } from "./curves.js";
import { Position } from "./position.js";
import { Game } from "./game.js";

const root = document.documentElement;

/** Whether the page is dark: as chosen, or else as the system is. */
function isDark() {
  return (root.dataset.scheme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
}

function joinScheme(curves) {
  const button = byId("scheme");
  const show = () => {
    button.setAttribute("aria-pressed", isDark());
    return curves.redraw();
  };
  button.onclick = () => {
    root.dataset.scheme = isDark() ? "light" : "dark";
    show();
  };
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
  button.setAttribute("aria-pressed", isDark());
}

/**
 * What the engine says about lengths, rule and limit. `pieces` holds the keys of every question about them, `rule` is
 * empty if all digits are 7, `atEnd` are the lengths of the digit 3, and `hasGain` says whether there are none.
 * @typedef {{lengths: string, rule: string, pieces: object, all: string[], atEnd: string[], hasGain: boolean, shortest: {text: string, value: number},
 *   longest: {text: string, value: number}, upto: string, greatest: number, counts: object}} Setting
 * @returns {Promise<Setting>}
 */
async function readSetting(engine, lengths, rule, upto) {
  // the table where no piece fits is short, and comes with the counts of the whole
  const answer = await engine.ask({ command: "grundy", upto, where: "value=0", lengths, ...ruled(rule) });
  const all = answer.lengths;
  const digits = (answer.rule ?? "7").split(",");
  const atEnd = all.filter((_, index) => digits[digits.length > 1 ? index : 0] === "3");
  const known = (text) => ({ text, value: approximate(text) });
  const setting = {
    lengths: all.join(","),
    rule: answer.rule ?? "",
    pieces: { lengths: all.join(","), ...ruled(answer.rule) },
    all,
    atEnd,
    hasGain: atEnd.length === 0,
    shortest: known(all[0]),
    longest: known(all[all.length - 1]),
    upto: answer.upto,
    greatest: approximate(answer.upto),
    counts: { steps: answer.steps, largest: answer.largest_nimber, corners: answer.corner_events },
  };
  if (setting.greatest <= setting.longest.value) {
    const longest = typeset(setting.longest.text);
    const reason = setting.hasGain ? "the gain begins at the longest length" : "the curve goes beyond the longest length";
    throw new Error(`upto: ${reason}, ${longest}; give a limit above it`);
  }
  return setting;
}

/** The key of a rule; a question without one means that all digits are 7. */
function ruled(rule) {
  return rule ? { rule } : {};
}

/** Says how much was computed. */
function showFacts({ upto, counts }) {
  byId("fact-upto").textContent = typeset(upto);
  for (const [name, count] of Object.entries(counts)) byId(`fact-${name}`).textContent = count.toLocaleString("en");
}

/** Which field a refusal is about. */
function refusedKey(message) {
  return /^(lengths|rule)\b/.exec(message)?.[0] ?? "upto";
}

/** Shows a refusal beside the field that it is about, or with an empty text none. */
function showRefusal(message) {
  for (const key of ["lengths", "rule", "upto"]) {
    showError(`error-${key}`, key === refusedKey(message) ? message : "", byId(key));
  }
}

/** Shows why a link was refused, beside the field with the value that is used instead. */
function showRefusedLink(message, link) {
  const key = refusedKey(message);
  showError(`error-${key}`, `the link asks for ${link[key]}: ${message.replace(`${key}: `, "")}`);
}

async function start() {
  if (typeof WebAssembly === "undefined" || typeof DecompressionStream === "undefined") {
    throw new Error("this page needs a browser with WebAssembly and DecompressionStream; a current one has both");
  }
  const engine = new Engine(byId("worker").textContent, byId("engine").textContent, ({ busy, slow }) => {
    root.dataset.busy = busy ? "yes" : "no";
    byId("working").hidden = !slow;
  });
  for (const id of ["scheme", "setting"]) byId(id).hidden = false;
  byId("stop").onclick = () => engine.stop();
  const curves = new Curves(engine, isDark);
  const position = new Position(engine, (current, segments) => game.follow(current, segments));
  const game = new Game(engine, position);
  let setting = null;
  let run = 0;

  /** Shows a state; returns why it cannot be shown, or an empty text. */
  const open = async (state) => {
    const mine = ++run;
    byId("lengths").value = state.lengths;
    byId("rule").value = state.rule ?? "";
    byId("upto").value = state.upto;
    try {
      const found = await readSetting(engine, state.lengths, byId("rule").value.trim(), state.upto);
      if (mine !== run) return "";
      setting = found;
    } catch (error) {
      // a later question has its own answer
      if (mine !== run) return "";
      showRefusal(error.message);
      return error.message;
    }
    // nothing can be done there before there are lengths
    for (const id of ["facts", "main"]) byId(id).hidden = false;
    showRefusal("");
    showFacts(setting);
    byId("lengths").value = setting.all.map(typeset).join(", ");
    byId("rule").value = setting.rule.split(",").join(", ");
    byId("upto").value = typeset(setting.upto);
    const { lengths, rule, upto } = setting;
    writeAddress({ lengths, rule, upto, from: state.from, to: state.to });
    const range = state.from && state.to ? [state.from, state.to] : null;
    // Apply says nothing of segments, and they stay; a link without any begins with the first ones
    const segments = state.segments === undefined ? undefined : splitList(state.segments);
    await Promise.all([curves.open(setting, range), position.open(setting, segments)]);
    return "";
  };

  byId("setting").onsubmit = (event) => {
    event.preventDefault();
    open({ lengths: byId("lengths").value, rule: byId("rule").value, upto: byId("upto").value });
  };
  byId("examples").onclick = ({ target }) => {
    if (!target.dataset.lengths) return;
    byId("lengths").value = target.dataset.lengths;
    byId("rule").value = target.dataset.rule ?? "";
    byId("setting").requestSubmit();
  };
  addEventListener("hashchange", async () => {
    // a refused link changes neither the page nor its address
    if (await open(readAddress(first))) writeAddress({});
  });

  const first = { upto: "100", segments: "", ...JSON.parse(byId("start").textContent) };
  joinScheme(curves);
  const link = readAddress(first);
  const refusal = await open(link);
  if (refusal && !(await open(first))) showRefusedLink(refusal, link);
  root.dataset.ready = "yes";
}

root.dataset.busy = "no";
start().catch((error) => {
  const failure = byId("failure");
  failure.hidden = false;
  failure.textContent = `The page cannot start: ${error.message}.`;
});
