// Where pieces may lie: a choice for each of the lengths that are typed.

import { byId, fillSelect, make } from "./elements.js";
import { lengthsOf, typeset } from "./notation.js";

const PLACES = [["7", "anywhere"], ["3", "only at an end"]];

/** The digit that is chosen for each length, and for those that were typed before. */
let chosen = [];

/** Offers a choice for each length as typed; with a rule its digits are chosen: one for each length, or one for all. */
export function offerPlaces(typed, rule = null) {
  const lengths = lengthsOf(typed);
  if (rule !== null) chosen = lengths.map((_, index) => rule[rule.length === 1 ? 0 : index]);
  const choices = lengths.map((length, index) => {
    const select = make("select", { onchange: () => (chosen[index] = select.value) });
    fillSelect(select, PLACES);
    select.value = chosen[index] === "3" ? "3" : "7";
    return make("label", {}, `${typeset(length)} `, select);
  });
  byId("rule").replaceChildren(...choices);
}

/** The rule that is chosen: a digit for each length, or an empty text if all may lie anywhere. */
export function chosenRule() {
  const digits = [...byId("rule").querySelectorAll("select")].map(({ value }) => value);
  return digits.includes("3") ? digits.join() : "";
}

const listed = (lengths, type) => new Intl.ListFormat("en-GB", { type }).format(lengths.map(typeset));

/** "1 anywhere, √2 only at an end" */
export function placesText({ all, atEnd }) {
  const groups = [all.filter((length) => !atEnd.includes(length)), atEnd];
  const texts = groups.map((lengths, index) => lengths.length && `${listed(lengths, "conjunction")} ${PLACES[index][1]}`);
  return texts.filter(Boolean).join(", ");
}

/** The lengths that may lie only at an end, of an answer about squares. */
export function atEndOf({ lengths, rule = "7" }) {
  const digits = rule.split(",");
  return lengths.filter((_, index) => digits[digits.length > 1 ? index : 0] === "3");
}

/** Why there is no gain. */
export function noGainText({ atEnd }) {
  return `A piece of length ${listed(atEnd, "disjunction")} may lie only at an end, so there is no random place, and no gain.`;
}
