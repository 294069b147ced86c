// The state of the page in its address, so that a link restores it.

const KEYS = ["lengths", "upto", "from", "to", "segments"];

/** What the address says, over what the page begins with. */
export function readAddress(start) {
  const words = new URLSearchParams(location.hash.slice(1));
  const state = { ...start };
  for (const key of KEYS) if (words.has(key)) state[key] = words.get(key);
  return state;
}

/** Writes some of the state into the address without a new entry in the browser's history. */
export function writeAddress(changes) {
  const state = { ...readAddress({}), ...changes };
  const words = new URLSearchParams(KEYS.filter((key) => state[key]).map((key) => [key, state[key]]));
  // these need no escape behind a #, and a link is easier to read with them
  const text = words.toString().replace(/%(2C|2F|28|29)/g, decodeURIComponent);
  history.replaceState(null, "", `#${text}`);
}
