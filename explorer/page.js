// The page as a whole: starts the engine, takes lengths and limit, and joins curves, position and game.

import { byId, isDark, showError, withVariables } from "./elements.js";
import { approximate, lengthsOf, shortestDecimal, splitList, typeset } from "./notation.js";
import { readAddress, writeAddress } from "./address.js";
import { Engine } from "./engine.js";
import { Curves, FARTHEST_SEEN } from "./curves.js";
import { Position } from "./position.js";
import { Game } from "./game.js";
import { Puzzle } from "./puzzle.js";
import { atEndOf, chosenRule, noGainText, offerPlaces, placesText } from "./rule.js";

const root = document.documentElement;
// in a page of others: without its own heading and form
if (new URLSearchParams(location.search).has("embedded")) root.dataset.embedded = "";

function joinScheme(...drawn) {
  const button = byId("scheme");
  const show = () => {
    button.setAttribute("aria-pressed", isDark());
    for (const part of drawn) part.redraw();
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
 *   longest: {text: string, value: number}, upto: string, greatest: number, limit: string, counts: object}} Setting what
 *   is shown first ends at `upto`, and `limit` is the greatest length that is drawn
 * @param {(growth: import("./engine.js").Growth) => void} [grows] is called while the engine computes it; such a question
 *   gives way to the next one, and is answered by null then
 * @returns {Promise<?Setting>}
 */
async function readSetting(engine, lengths, rule, upto, grows) {
  // the table where no piece fits is short, and comes with the counts of the whole
  const question = { command: "grundy", upto, where: "value=0", lengths, ...ruled(rule) };
  const answer = grows ? await engine.latest("setting", question, grows) : await engine.ask(question);
  if (answer === null) return null;
  const all = answer.lengths;
  const atEnd = atEndOf(answer);
  const known = (text) => ({ text, value: approximate(text) });
  const farthest = FARTHEST_SEEN * approximate(all[0]);
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
    limit: approximate(answer.upto) < farthest ? shortestDecimal(0.9999 * farthest, farthest) : answer.upto,
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
  // a reason is seen
  if (message) byId("settings").open = true;
  for (const key of ["lengths", "rule", "upto"]) {
    showError(`error-${key}`, key === refusedKey(message) ? message : "", byId(key));
  }
}

/** Shows why a link was refused, beside the field with the value that is used instead. */
function showRefusedLink(message, link) {
  const key = refusedKey(message);
  byId("settings").open = true;
  showError(`error-${key}`, `the link asks for ${link[key]}: ${message.replace(`${key}: `, "")}`);
}

/** The tabs: the arrow keys go from one to the other, as the pattern of tabs has it. */
const TABS = ["game", "puzzle", "curves"];

/** The tab of an address: one that names a puzzle has it, and one that names a range is about the curves. */
const tabOf = ({ tab, from, puzzle }) => puzzle ? "puzzle" : TABS.includes(tab) ? tab : from ? "curves" : TABS[0];

const openedTab = () => TABS.find((tab) => !byId(`panel-${tab}`).hidden);

/** What the address says of the opened tab; a puzzle writes its own name. */
const tabState = () => ({ tab: openedTab() === "curves" ? "curves" : null, ...(openedTab() === "puzzle" ? {} : { puzzle: null }) });

/** Joins the tabs; `opened` is called when that of the puzzle is opened. Returns what opens one, for a link with its state. */
function joinTabs(opened) {
  const openTab = (name, state) => {
    for (const tab of TABS) {
      const [button, isOpen] = [byId(`tab-${tab}`), tab === name];
      button.setAttribute("aria-selected", isOpen);
      button.tabIndex = isOpen ? 0 : -1;
      byId(`panel-${tab}`).hidden = !isOpen;
    }
    // a puzzle has pieces of its own, and its name is its tab
    byId("settings").hidden = name === "puzzle";
    if (!state) writeAddress(tabState());
    if (name === "puzzle") opened(state);
  };
  for (const tab of TABS) byId(`tab-${tab}`).onclick = () => openTab(tab);
  byId("tabs").onkeydown = (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = TABS[(TABS.indexOf(openedTab()) + step + TABS.length) % TABS.length];
    openTab(next);
    byId(`tab-${next}`).focus();
  };
  return openTab;
}

/** The range of a state, or null for the whole. */
const rangeOf = ({ from, to }) => (from && to ? [from, to] : null);
/** Its segments: Apply says nothing of them, and they stay; a link without any begins with the first ones. */
const segmentsOf = ({ segments }) => (segments === undefined ? undefined : splitList(segments));

/** The curves are shown from this multiple of the shortest length on while more of them is computed. */
const FIRST_SHOWN = 500;

async function start() {
  if (typeof WebAssembly === "undefined" || typeof DecompressionStream === "undefined") {
    throw new Error("this page needs a browser with WebAssembly and DecompressionStream; a current one has both");
  }
  const engine = new Engine(byId("worker").textContent, byId("engine").textContent, ({ busy, slow, share }) => {
    root.dataset.busy = busy ? "yes" : "no";
    byId("working").hidden = !slow;
    byId("share").hidden = share === undefined;
    byId("share").value = share ?? 0;
    byId("share-text").textContent = share === undefined ? "" : `${Math.floor(100 * share)} %`;
  });
  for (const id of ["scheme", "settings"]) byId(id).hidden = false;
  byId("full-screen").hidden = !document.fullscreenEnabled;
  byId("full-screen").onclick = () => (document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen());
  byId("stop").onclick = () => engine.stop();
  const position = new Position(engine, (...news) => game.follow(...news));
  const game = new Game(engine, position);
  const curves = new Curves(engine, async (length, isMore) => {
    const refusal = await position.take([...(isMore ? position.segments : []), length]);
    // another segment was opened meanwhile
    if (refusal === null) return false;
    const sentence = `The segment of length L = ${typeset(position.segments.at(-1))} is ${isMore ? "one more of the position" : "open"} below.`;
    byId("opened").replaceChildren(...withVariables(refusal || sentence));
    return !refusal;
  }, () => position.options.open());
  const puzzle = new Puzzle(engine);
  let setting = null;
  let run = 0;
  /** How far the last state is to be shown, as it was asked for. */
  let goal = "";

  const writeLimit = () => {
    byId("upto").value = typeset(setting.upto);
    writeAddress({ upto: setting.upto });
  };

  /** Shows other lengths, or more of those that are shown. */
  const show = async (found, state, isStep) => {
    const isMore = setting?.run === found.run;
    setting = isMore ? Object.assign(setting, found) : found;
    showFacts(setting);
    if (isMore) {
      position.fitSlider();
      return curves.extend();
    }
    // nothing can be done there before there are lengths
    byId("main").hidden = false;
    byId("opened").textContent = "";
    writeAddress({ ...tabState(), lengths: setting.lengths, rule: setting.rule, upto: state.upto, from: state.from, to: state.to }, isStep);
    byId("lengths").value = setting.all.map(typeset).join(", ");
    offerPlaces(setting.lengths, setting.rule.split(","));
    byId("playing").textContent = `Pieces: ${placesText(setting)}`;
    byId("ends").hidden = setting.hasGain;
    byId("no-gain").textContent = setting.hasGain ? "" : noGainText(setting);
    for (const part of document.querySelectorAll(".gain")) part.hidden = !setting.hasGain;
    return Promise.all([curves.open(setting, rangeOf(state)), position.open(setting, segmentsOf(state))]);
  };

  /** Shows a state; returns why it cannot be shown, or an empty text. `isStep` if the browser's Back is to leave it. */
  const open = async (state, isStep = false) => {
    const mine = ++run;
    goal = state.upto;
    byId("lengths").value = state.lengths;
    offerPlaces(state.lengths, (state.rule ?? "").split(","));
    byId("upto").value = state.upto;
    // numbers with nothing but spaces between them are several
    const lengths = /[,;]/.test(state.lengths) ? state.lengths : lengthsOf(state.lengths).join();
    const read = async (upto, grows) => ({ ...(await readSetting(engine, lengths, state.rule, upto, grows)), run: mine });
    /** How far the curves are shown already. */
    let shown = 0;
    let isShowing = false;
    // beyond half of the length, which is an eighth of the work, the whole comes soon
    const showPart = async ({ known, share }) => {
      const length = approximate(known);
      if (isShowing || mine !== run || state.from || length < 2 * shown || share > 1 / 8) return;
      isShowing = true;
      try {
        const found = await read(known);
        if (mine === run && length >= FIRST_SHOWN * found.shortest.value) {
          shown = length;
          showRefusal("");
          await show(found, state, isStep);
        }
      } catch {
        // what is wrong is said of the whole
      }
      isShowing = false;
    };
    try {
      const found = await read(state.upto, showPart);
      if (mine !== run) return "";
      showRefusal("");
      const shows = show(found, state, isStep);
      writeLimit();
      await shows;
    } catch (error) {
      // a later question has its own answer
      if (mine !== run) return "";
      // what was computed before it was stopped stays
      if (shown > 0) writeLimit();
      showRefusal(error.message);
      return shown > 0 ? "" : error.message;
    }
    return "";
  };

  byId("setting").onsubmit = (event) => {
    event.preventDefault();
    open({ lengths: byId("lengths").value, rule: chosenRule(), upto: byId("upto").value }, true);
  };
  byId("lengths").oninput = () => offerPlaces(byId("lengths").value);
  byId("examples").onclick = ({ target }) => {
    if (!target.dataset.lengths) return;
    byId("lengths").value = target.dataset.lengths;
    offerPlaces(target.dataset.lengths, [target.dataset.rule ?? "7"]);
    byId("setting").requestSubmit();
  };
  addEventListener("hashchange", async () => {
    // a refused link changes neither the page nor its address
    const state = readAddress(first);
    openTab(tabOf(state), state);
    const isSame = setting && state.lengths === setting.lengths && (state.rule ?? "") === setting.rule;
    // a step back: another range or position of the same game
    if (isSame && [setting.upto, goal].includes(state.upto)) await Promise.all([curves.show(rangeOf(state)), position.show(segmentsOf(state))]);
    else await open(state);
    writeAddress(tabState());
  });

  const first = { upto: "100", segments: "", ...JSON.parse(byId("start").textContent) };
  joinScheme(curves, position);
  const openPuzzle = ({ puzzle: name = puzzle.name, lengths, rule } = setting) => puzzle.open(name, { lengths, ...ruled(rule) });
  const openTab = joinTabs(openPuzzle);
  byId("make-puzzle").onclick = () => {
    puzzle.name = position.segments.join(",");
    openTab("puzzle");
  };
  byId("play-position").onclick = () => {
    if (byId("error-segments").textContent) return byId("segments").focus();
    openTab("game");
    game.begin(position.segments);
  };
  const link = readAddress(first);
  openTab(tabOf(link), link);
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
