#!/usr/bin/env python3
"""Random numbers of Q(sqrt(d)) as people type them, each with its closed form, sharing nothing with the crate.

Run it in this folder: python3 notations.py makes notations.csv, with the seed 1. `cases(seed)` gives others without an end.
A number is a pair (p, q) of fractions for p + q*sqrt(d), with the arithmetic below.
"""

from fractions import Fraction
from itertools import islice
from math import gcd, isqrt
from random import Random


def multiply(x, y, d):
    return x[0] * y[0] + d * x[1] * y[1], x[0] * y[1] + x[1] * y[0]


def divide(x, y, d):
    norm = y[0] ** 2 - d * y[1] ** 2
    return multiply(x, (y[0] / norm, -y[1] / norm), d)


def raise_to(x, exponent, d):
    power = (Fraction(1), Fraction(0))
    for _ in range(abs(exponent)):
        power = multiply(power, x, d)
    return power if exponent >= 0 else divide((Fraction(1), Fraction(0)), power, d)


def floor(p, q, d):
    """The largest integer that is at most p + q*sqrt(d)."""
    r = p.denominator * q.denominator
    a, b = int(p * r), int(q * r)
    root = isqrt(b * b * d)
    if b < 0:
        root = -root - (root * root != b * b * d)
    return (a + root) // r


def closed_form(p, q, d):
    """(a+b*sqrt(d))/r in lowest terms."""
    r = p.denominator * q.denominator // gcd(p.denominator, q.denominator)
    a, b = int(p * r), int(q * r)
    if not b:
        return str(p)
    root = ("-" if b < 0 else "") + (f"{abs(b)}*" if abs(b) != 1 else "") + f"sqrt({d})"
    whole = f"{a}+{root}".replace("+-", "-") if a else root
    return whole if r == 1 else f"({whole})/{r}" if a else f"{whole}/{r}"


VULGAR = {
    (1, 2): "½", (1, 3): "⅓", (2, 3): "⅔", (1, 4): "¼", (3, 4): "¾", (1, 5): "⅕", (2, 5): "⅖", (3, 5): "⅗", (4, 5): "⅘",
    (1, 6): "⅙", (5, 6): "⅚", (1, 7): "⅐", (1, 8): "⅛", (3, 8): "⅜", (5, 8): "⅝", (7, 8): "⅞", (1, 9): "⅑", (1, 10): "⅒",
}
SUM, PRODUCT, SIGNED, POWER, ATOM = range(5)


class Written:
    """A number, a text for it, and how tightly the text holds together."""

    def __init__(self, value, text, level):
        self.value, self.text, self.level = value, text, level

    def at(self, level):
        return self.text if self.level >= level else f"({self.text})"


def rational(r, top=12):
    """A random fraction of at least 0 in one of its notations."""
    n, m = r.randint(0, top), r.choice([1, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12])
    value = Fraction(n, m)
    n, m = value.numerator, value.denominator
    whole, rest = divmod(n, m)
    forms = [(f"{n}/{m}", PRODUCT), (f"{n}÷{m}", PRODUCT)] if m > 1 else [(str(n), ATOM)] * 3
    if m == 1:
        forms += [(f"{n}.", ATOM), (f"{n}.0", ATOM), (f"{n}e0", ATOM), (f"{n}0e-1", ATOM), (f"{n}00_000E−5", ATOM)]
    if (rest, m) in VULGAR:
        forms += [((str(whole) if whole else r.choice(["", "0"])) + VULGAR[rest, m], ATOM)] * 2
    if m > 1 and 1000 % m == 0:
        thousandths = f"{rest * 1000 // m:03}".rstrip("0")
        forms += [(f"{whole if whole else r.choice(['', '0'])}.{thousandths}", ATOM), (f"{n * 1000 // m}e-3", ATOM)]
    return Written((value, Fraction(0)), *r.choice(forms))


def root(r, d):
    """The root of a square, or of one times d, in one of its notations."""
    size = Fraction(r.randint(1, 5), r.choice([1, 1, 1, 2, 3]))
    inside = size**2 * (d if r.random() < 0.8 else 1)
    value = (Fraction(0), size) if inside != size**2 else (size, Fraction(0))
    n, m = inside.numerator, inside.denominator
    whole, rest = divmod(n, m)
    vulgar = VULGAR.get((rest, m))
    text = str(n) if m == 1 else (str(whole) if whole else "") + vulgar if vulgar and r.random() < 0.5 else f"{n}/{m}"
    atom = text if "/" not in text else f"({text})"
    if r.random() < 0.7:
        form = r.choice(["√{}", "√{}", "sqrt{}", "sqrt {}", "√ {}", "Sqrt {}"]).format(atom)
        if r.random() < 0.3:
            form = r.choice(["Sqrt[{}]", "sqrt({})", r"\sqrt{{{}}}", "√({})", "Sqrt[ {} ]"]).format(text)
        return Written(value, form, ATOM)
    times, half = r.choice([(1, "^(½)"), (1, "^½"), (1, "^0.5"), (1, "^.5"), (1, "^(1/2)"), (1, "**0.5"), (-1, "^-½"), (3, "^1½"), (3, "**(3/2)")])
    return Written(raise_to(value, times, d), atom + half, POWER)


def expression(r, d, depth):
    """A random expression over Q(sqrt d)."""
    if depth == 0:
        if d == 5 and r.random() < 0.2:
            return Written((Fraction(1, 2), Fraction(1, 2)), r.choice(["φ", "ϕ", "phi", "golden"]), ATOM)
        return root(r, d) if r.random() < 0.4 else rational(r)
    x, y = expression(r, d, depth - 1), expression(r, d, r.randrange(depth))
    space = r.choice(["", "", " "])
    kind = r.choice("+++---**//^s")
    if kind == "+":
        text = f"{x.at(SUM)}{space}+{space}{y.at(PRODUCT)}"
        return Written((x.value[0] + y.value[0], x.value[1] + y.value[1]), text, SUM)
    if kind == "-":
        text = f"{x.at(SUM)}{space}{r.choice('-−–—－')}{space}{y.at(PRODUCT)}"
        return Written((x.value[0] - y.value[0], x.value[1] - y.value[1]), text, SUM)
    if kind == "*":
        left, right = x.at(PRODUCT), y.at(SIGNED)
        # without a sign only where nobody reads it in another way
        tight = y.at(POWER)
        is_plain = left[-1] not in ".²³⁴¹φϕin]" and not any(c in left for c in "/÷^*.eE")
        if is_plain and tight[0] in "(√φϕ\\Ssg" and r.random() < 0.6:
            text = left + tight
        else:
            text = left + space + r.choice("*·×") + space + right
        return Written(multiply(x.value, y.value, d), text, PRODUCT)
    if kind == "/" and any(y.value):
        text = f"{x.at(PRODUCT)}{space}{r.choice('//÷')}{space}{y.at(POWER)}"
        return Written(divide(x.value, y.value, d), text, PRODUCT)
    if kind == "^":
        exponent, sign = r.choice([(2, "²"), (3, "³"), (2, "^2"), (3, "**3"), (2, "^(2)"), (-1, "^-1"), (-1, "⁻¹"), (-2, "^(-2)"), (4, "⁴"), (1, "^1"), (0, "^0")])
        if exponent >= 0 or any(x.value):
            return Written(raise_to(x.value, exponent, d), x.at(ATOM) + sign, POWER)
    return Written((-x.value[0], -x.value[1]), r.choice(["-{}", "−{}", "–{}", "- {}"]).format(x.at(SIGNED)), SIGNED)


def cases(seed):
    """Texts and their closed forms, of numbers of at least 0 and below 10^9, without an end."""
    r = Random(seed)
    while True:
        d = r.choice([2, 2, 3, 5, 5, 6, 7])
        written = expression(r, d, r.choice([0, 1, 1, 2, 2, 3]))
        (p, q), text = written.value, written.text
        if floor(p, q, d) < 0:
            p, q, text = -p, -q, r.choice("-−") + written.at(SIGNED)
        # decimals behind it, as answers have them, cut off at some place
        places = r.randint(0, 9)
        size = floor(p * 10**places, q * 10**places, d)
        if r.random() < 0.15:
            whole, rest = divmod(size, 10**places)
            decimal = f"{whole}.{rest:0{places}}" if places else str(whole)
            is_equal = q == 0 and p == Fraction(decimal)
            text += r.choice([" = {}" if is_equal else " ≈ {}", "≈{}", " about {}"]).format(decimal)
        if len(text) <= 60 and size < 10 ** (places + 9):
            yield text, closed_form(p, q, d)


if __name__ == "__main__":
    with open("notations.csv", "w", encoding="utf-8", newline="\n") as file:
        file.write("# Numbers as people type them, and their closed forms. Made by notations.py.\ntext,number\n")
        file.writelines(f"{text},{number}\n" for text, number in islice(cases(1), 5000))
