// The state of the page in its address, so that a link restores it.

const KEYS = ["lengths", "rule", "upto", "from", "to", "segments", "tab", "puzzle"];
/** What is written: the state that is shown, even if the address asked for another one and was refused. */
let written = {};

/** What the address says, over what the page begins with: what a form has sent, and over that what stands behind the #. */
export function readAddress(start) {
  const state = { ...start };
  // behind the # a plus is a plus, and no space
  for (const words of [location.search, location.hash.slice(1).replaceAll("+", "%2B")].map((text) => new URLSearchParams(text))) {
    // other lengths have a rule of their own: a link without one asks for none
    if (words.has("lengths")) delete state.rule;
    for (const key of KEYS) if (words.has(key)) state[key] = words.get(key);
  }
  return state;
}

/** Writes changes of the state into the address; `isStep` if the browser's Back is to take them back.
 *  A puzzle has segments of its own: those of a view are left out while there is one, and come back after it. */
export function writeAddress(changes, isStep = false) {
  written = { ...written, ...changes };
  // commas, slashes and signs need no escape after a #, and a link is easier to read with them
  const escaped = (text) => encodeURIComponent(text).replace(/%(2B|2C|2F)/g, decodeURIComponent);
  const words = KEYS.filter((key) => written[key] && !(written.puzzle && key === "segments")).map((key) => `${key}=${escaped(written[key])}`);
  const address = `#${words.join("&")}`;
  if (isStep && address !== location.hash) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
}
