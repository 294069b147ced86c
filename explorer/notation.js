// Numbers as text: how the engine's closed forms are shown, and where on the screen they lie.

/** A closed form as it is printed: `(5-2*sqrt(2))/2` becomes `(5 − 2√2)/2`. The engine reads both. */
export function typeset(text) {
  return text
    .replace(/\*?sqrt\((\d+)\)/g, "√$1")
    .replace(/-/g, "−")
    .replace(/(?<=[\d)])([+−])/g, " $1 ");
}

/**
 * A closed form of the engine as a float. It places ink on the screen and decides nothing.
 * @param {string} text a number such as `7/2` or `(1+3*sqrt(5))/2`
 */
export function approximate(text) {
  const [, body, divisor] = /^(.*?)(?:\/(\d+))?$/.exec(text);
  let sum = 0;
  for (const [, sign, factor, radicand, signOfWhole, whole] of body.matchAll(
    /([+-]?)(?:(\d+)\*)?sqrt\((\d+)\)|([+-]?)(\d+)/g,
  )) {
    const size = radicand === undefined ? Number(whole) : Number(factor ?? 1) * Math.sqrt(Number(radicand));
    sum += (sign || signOfWhole) === "-" ? -size : size;
  }
  return sum / Number(divisor ?? 1);
}

/** The parts of a list as typed: `5, 7.5, 3+sqrt2`. */
export function splitList(text) {
  return text.split(/[,;]/).map((part) => part.trim()).filter((part) => part !== "");
}

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

/** Decimals without the zeros at their end. */
export function shortened(decimal) {
  return typeset(decimal.includes(".") ? decimal.replace(/\.?0+$/, "") : decimal);
}
