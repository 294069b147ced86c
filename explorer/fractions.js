// The simplest fraction between two numbers, so that every place on the screen is an exact number.

/** Floats become exact fractions over this power of two, those of tiny lengths, too. */
const SCALE_BITS = 120;

function scaled(number) {
  // a product with a power of two is exact
  return BigInt(Math.round(number * 2 ** SCALE_BITS));
}

/** The fraction of least denominator in [a/b, c/d], of those the one of least size: Stern and Brocot. */
function simplest(a, b, c, d) {
  const whole = a / b;
  if (whole * b === a) return [whole, 1n];
  if ((whole + 1n) * d <= c) return [whole + 1n, 1n];
  // both lie between the same whole numbers: the fraction is whole + 1/x, x in [d/(c−w·d), b/(a−w·b)]
  const [numerator, denominator] = simplest(d, c - whole * d, b, a - whole * b);
  return [whole * numerator + denominator, numerator];
}

/**
 * The simplest fraction between two floats of at least 0, as exact text such as `7/2`.
 * @param {number} low
 * @param {number} high
 */
export function simplestBetween(low, high) {
  const one = 1n << BigInt(SCALE_BITS);
  const [numerator, denominator] = simplest(scaled(Math.max(low, 0)), one, scaled(Math.max(high, 0)), one);
  return denominator === 1n ? `${numerator}` : `${numerator}/${denominator}`;
}
