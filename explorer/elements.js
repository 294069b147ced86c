// The page's elements: found by id, made, and given an error beside a field.

export const byId = (id) => document.getElementById(id);

/** Makes an element with properties (`className`, `textContent`, …), data attributes and children. */
export function make(tag, { data = {}, ...properties } = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  Object.assign(element.dataset, data);
  element.append(...children);
  return element;
}

/** A sentence as children of an element: variables in front of a sign of equality are italic. */
export function withVariables(sentence) {
  const parts = sentence.split(/\b([Lx])(?= [=≈])/);
  return parts.map((part, index) => (index % 2 === 1 ? make("i", { textContent: part }) : part));
}

/** The engine names the key of a question in front of its reason; beside a field that says nothing. */
const KEY = /^(lengths|rule|upto|at|range|segments|segment|length|place|date): /;

/** Shows why a field's value cannot be used, or with an empty text that it can. */
export function showError(id, message, ...fields) {
  byId(id).textContent = message.replace(KEY, "");
  for (const field of fields) {
    if (message) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
  }
}

/** Fills a select with [value, text] pairs and keeps the choice if it still exists. */
export function fillSelect(select, pairs) {
  const chosen = select.value;
  select.replaceChildren(...pairs.map(([value, textContent]) => make("option", { value, textContent })));
  if (pairs.some(([value]) => value === chosen)) select.value = chosen;
}

/** Calls back once the element has another width. */
export function onWidth(element, callback) {
  let width = element.clientWidth;
  new ResizeObserver(() => {
    // what is not laid out has no width, and comes back with its own
    if (element.clientWidth === width || element.clientWidth === 0) return;
    width = element.clientWidth;
    callback();
  }).observe(element);
}

/** Whether motion should be left out. */
export const prefersStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Whether the page is dark: as chosen, or else as the system is. */
export function isDark() {
  const { scheme } = document.documentElement.dataset;
  return (scheme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
}
