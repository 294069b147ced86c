// Numbers as text: how the engine's closed forms are shown, and where on the screen they lie.

/** A fraction with more decimals than this stays a fraction. */
const MOST_DECIMALS = 6;

/** A fraction such as `15/2` as the decimal that it is, `7.5`, or the text itself if there is no short one. */
function asDecimal(text) {
  const [, sign, numerator, denominator] = /^(-?)(\d+)\/(\d+)$/.exec(text) ?? [];
  const scale = 10n ** BigInt(MOST_DECIMALS);
  if (denominator === undefined || scale % BigInt(denominator) !== 0n) return text;
  const digits = `${(BigInt(numerator) * scale) / BigInt(denominator)}`.padStart(MOST_DECIMALS + 1, "0");
  return sign + withoutZeros(`${digits.slice(0, -MOST_DECIMALS)}.${digits.slice(-MOST_DECIMALS)}`);
}

/**
 * A closed form as it is printed, a fraction for each term: `(1+6*sqrt(2))/21` becomes `1/21 + 2√2/7`, and `15/2` becomes
 * `7.5`. The engine reads both.
 */
export function typeset(text) {
  return asDecimal(overEachTerm(text))
    .replace(/\*?sqrt\((\d+)\)/g, "√$1")
    .replace(/-/g, "−")
    .replace(/(?<=\d)([+−])/g, " $1 ");
}

/** A closed form `(a+b*sqrt(d))/r` with a fraction in lowest terms for each term, and any other text as it is. */
function overEachTerm(text) {
  const [, sum, below] = /^\((.+)\)\/(\d+)$/.exec(text) ?? [];
  if (below === undefined) return text;
  const divisor = (a, b) => (b === 0n ? a : divisor(b, a % b));
  const r = BigInt(below);
  const over = ([, sign, factor, root, signOfWhole, whole]) => {
    const above = BigInt(whole ?? factor ?? 1);
    const common = divisor(above, r);
    const multiple = root && above === common ? root : `${above / common}${root ? `*${root}` : ""}`;
    return (sign ?? signOfWhole) + multiple + (r === common ? "" : `/${r / common}`);
  };
  return Array.from(sum.matchAll(/([+-]?)(?:(\d+)\*)?(sqrt\(\d+\))|([+-]?)(\d+)/g), over).join("");
}

/**
 * A closed form of the engine, or a decimal, as a float. It places ink on the screen and decides nothing.
 * @param {string} text a number such as `7/2`, `3.5` or `(1+3*sqrt(5))/2`
 */
export function approximate(text) {
  const [, body, divisor] = /^(.*?)(?:\/(\d+))?$/.exec(text);
  let sum = 0;
  for (const [, sign, factor, radicand, signOfWhole, whole] of body.matchAll(
    /([+-]?)(?:(\d+)\*)?sqrt\((\d+)\)|([+-]?)(\d+(?:\.\d+)?)/g,
  )) {
    const size = radicand === undefined ? Number(whole) : Number(factor ?? 1) * Math.sqrt(Number(radicand));
    sum += (sign || signOfWhole) === "-" ? -size : size;
  }
  return sum / Number(divisor ?? 1);
}

/**
 * The shortest decimal between two floats of at least 0, so that every place on the screen is an exact number. Of
 * several it is the one next to the middle.
 */
export function shortestDecimal(low, high) {
  const middle = (low + high) / 2;
  // with a power of ten that is no smaller than the range, at most one multiple lies inside
  for (let power = high > low ? Math.ceil(Math.log10(high - low)) : 0; ; power--) {
    const text =
      power > 0
        ? `${BigInt(Math.round(middle / 10 ** power)) * 10n ** BigInt(power)}`
        : withoutZeros(middle.toFixed(-power));
    if (low <= Number(text) && Number(text) <= high) return text;
  }
}

/** "[2, 1 + √2)" or "{2}". */
export function intervalText({ start, end, start_included, end_included }) {
  if (start === end) return `{${typeset(start)}}`;
  return `${start_included ? "[" : "("}${typeset(start)}, ${typeset(end)}${end_included ? "]" : ")"}`;
}

/** A length, or lengths such as (1..2) with the brackets of an interval. */
export function partText(text) {
  const range = text.match(/^([[(])(.*)\.\.(.*)([\])])$/);
  if (!range) return typeset(text);
  const [, open, start, end, close] = range;
  return `${open}${typeset(start)}, ${typeset(end)}${close}`;
}

/** Segments as they are typed, without spaces in a number: a plus between spaces stands between two segments. */
export const segmentsText = (segments) => segments.map((segment) => typeset(segment).replaceAll(" ", "")).join(", ");

/** The words of segments as typed: `5, 7.5` or `5 + 7.5`. What they mean says the engine. */
export const wordsOf = (text) => text.replaceAll(";", ", ").split(/\s+/).filter((word) => word !== "");

/** The parts of a list in an address: `5,15/2,3+sqrt(2)`. */
export const splitList = (text) => text.split(/[,;]/).map((part) => part.trim()).filter((part) => part !== "");

/** The lengths of pieces as typed: `1, √2`, or `1 √2` if there is nothing but spaces between numbers. */
export const lengthsOf = (text) => /[,;+*/()−-]/.test(text) ? splitList(text) : wordsOf(text);

/** Whether decimals such as `2.50` are a number such as `5/2` itself, not rounded. */
function areExact(decimal, exact) {
  const [, numerator, denominator = "1"] = /^(-?\d+)(?:\/(\d+))?$/.exec(exact) ?? [];
  if (numerator === undefined) return false;
  const [whole, decimals = ""] = decimal.split(".");
  return BigInt(whole + decimals) * BigInt(denominator) === BigInt(numerator) * 10n ** BigInt(decimals.length);
}

/**
 * What follows the name of a number: "= √2 ≈ 1.41421356", "= 5/2 = 2.5" or "= 5".
 * @param {?string} exact its closed form, or null if there is none
 * @param {string} decimal
 */
export function equation(exact, decimal) {
  if (exact === null) return `≈ ${typeset(decimal)}`;
  const form = typeset(exact);
  if (!areExact(decimal, exact)) return `= ${form} ≈ ${typeset(decimal)}`;
  const short = shortened(decimal);
  return form === short ? `= ${form}` : `= ${form} = ${short}`;
}

/** With a capital letter, as a sentence begins. */
export const capitalized = (text) => text[0].toUpperCase() + text.slice(1);

function withoutZeros(decimal) {
  return decimal.includes(".") ? decimal.replace(/\.?0+$/, "") : decimal;
}

/** Decimals without the zeros at their end. */
export const shortened = (decimal) => typeset(withoutZeros(decimal));
