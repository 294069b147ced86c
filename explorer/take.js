// What was exported from the curves: the values at the cross-hair in several notations, and the view as a link, as a call of
// the program, as pictures or as a table of its breakpoints.

import { byId, make } from "./elements.js";
import { equation, typeset } from "./notation.js";
import { breakpointsTable } from "./breakpoints.js";

/** A closed form of the engine in LaTeX: `(1+3*sqrt(5))/2` becomes `\frac{1+3\sqrt{5}}{2}`. */
export function latex(text) {
  const [, sum, sign, term, below] = /^(?:\((.+)\)|(-?)([^/]+))\/(\d+)$/.exec(text) ?? [];
  const roots = (part) => part.replace(/\*?sqrt\((\d+)\)/g, "\\sqrt{$1}");
  return below === undefined ? roots(text) : `${sign ?? ""}\\frac{${roots(sum ?? term)}}{${below}}`;
}

/** The values that the cross-hair has found, in each notation. */
export const NOTATIONS = {
  values: ({ at, gain, grundy }) =>
    `L = ${typeset(at)}, ${gain ? `e(L) ${equation(gain.value_exact, gain.value)}, ` : ""}g(L) = ${grundy}`,
  latex: ({ at, gain, grundy }) => {
    const exact = gain?.value_exact ? `= ${latex(gain.value_exact)}` : "";
    const decimal = gain && equation(gain.value_exact, gain.value).includes("≈") ? ` \\approx ${gain.value}` : "";
    return `$L = ${latex(at)}$, ${gain ? `$e(L) ${exact}${decimal}$, ` : ""}$g(L) = ${grundy}$`;
  },
  python: ({ at, gain, grundy }) => {
    const value = gain?.value_exact ? `Surd("${gain.value_exact}")` : gain?.value;
    return gain ? `L, e, g = Surd("${at}"), ${value}, ${grundy}` : `L, g = Surd("${at}"), ${grundy}`;
  },
};

/** The calls that draw a view; the gain begins at `gainFrom`, or is not drawn if that is null. */
export function calls({ pieces }, { from, to }, gainFrom) {
  const quoted = (text) => (/^[\w.,+-]+$/.test(text) ? text : `'${text}'`);
  const options = Object.entries(pieces).map(([key, text]) => `--${key} ${quoted(text)}`).join(" ");
  const starts = Object.entries({ gain: gainFrom, grundy: from }).filter(([, start]) => start !== null);
  return starts.map(([curve, start]) => `nimsweep plot ${curve} ${options} --range ${quoted(start)} ${quoted(to)} -o ${curve}.svg`).join("\n");
}

/** Copies a text, or where that is refused shows it selected; returns whether it is copied. */
async function copy(text) {
  const field = byId("taken");
  try {
    await navigator.clipboard.writeText(text);
    field.hidden = true;
    return true;
  } catch {
    field.hidden = false;
    field.value = text;
    field.select();
    return false;
  }
}

function save(name, type, text) {
  const href = URL.createObjectURL(new Blob([text], { type }));
  make("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

/**
 * Takes away what is chosen.
 * @param {{engine: object, setting: object, view: object, found: ?object, gainFrom: ?string, pictures: object}} shown
 *   `pictures` are those of the two curves, as text
 * @returns {Promise<string>} what happened, in a word
 */
export async function takeAway(kind, { engine, setting, view, found, gainFrom, pictures }) {
  if (kind in NOTATIONS && !found) return "Point at a curve first";
  if (pictures[kind] === "") return "It is not in view";
  if (kind in pictures) save(`${kind}.svg`, "image/svg+xml", pictures[kind]);
  else if (kind === "csv") save("breakpoints.csv", "text/csv", await breakpointsTable(engine, setting, view, gainFrom));
  else {
    const text = kind === "link" ? location.href : NOTATIONS[kind]?.(found) ?? calls(setting, view, gainFrom);
    return (await copy(text)) ? "Copied" : "Select and copy";
  }
  return "Saved";
}
