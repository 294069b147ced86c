#!/usr/bin/env python3
"""Makes the reference tables of this folder from the definitions of the games, sharing nothing with the crate.

Run it in this folder: python3 oracles.py. It takes a minute and needs no packages. Slow on purpose: sets and mex where
the crate counts events, game search where it has closed forms, fractions where it has scaled integers.
"""

from functools import cmp_to_key
from fractions import Fraction
from itertools import product
from operator import xor


def mex(values):
    return next(n for n in range(len(values) + 1) if n not in values)


def write(name, comment, titles, rows):
    with open(name, "w", encoding="utf-8", newline="\n") as file:
        file.write("# " + comment + " Made by oracles.py.\n" + titles + "\n")
        file.writelines(",".join(map(str, row)) + "\n" for row in rows)


# Squares on the line: lattice points (a, b) stand for a + b*sqrt(2).


def compare(p, q):
    a, b = p[0] - q[0], p[1] - q[1]
    if a * b >= 0:
        return (a + b > 0) - (a + b < 0)
    larger_square = (a * a > 2 * b * b) - (a * a < 2 * b * b)
    return larger_square if a > 0 else -larger_square


def name(point):
    a, b = point
    root = {0: "", 1: "sqrt(2)"}.get(b, f"{b}*sqrt(2)")
    return "+".join(part for part in (str(a) if a or not b else "", root) if part)


def squares(limit):
    key = cmp_to_key(compare)
    points = [(a, b) for a, b in product(range(limit + 1), repeat=2) if compare((a, b), (limit, 0)) <= 0]
    points.sort(key=key)
    values = []

    def nimbers_of_first_moves(y):
        """All g(x) ^ g(y - x): at each x where x or y - x meets a lattice point, and just above each such x."""
        cells = [p for p in points if compare(p, y) <= 0]
        places = sorted(set(cells) | {(y[0] - p[0], y[1] - p[1]) for p in cells}, key=key)
        found, i, j = set(), 0, len(cells) - 1
        for x in places:
            rest = (y[0] - x[0], y[1] - x[1])
            while i + 1 < len(cells) and compare(cells[i + 1], x) <= 0:
                i += 1
            while compare(cells[j], rest) > 0:
                j -= 1
            found.add(values[i] ^ values[j])
            if x != y:
                found.add(values[i] ^ values[j - (cells[j] == rest)])
        return found

    known = {}
    for point in points:
        options = set()
        for piece in [(1, 0), (0, 1)]:
            y = (point[0] - piece[0], point[1] - piece[1])
            if compare(y, (0, 0)) >= 0:
                below = max((p for p in points[: len(values)] if compare(p, y) <= 0), key=key)
                if below not in known:
                    known[below] = nimbers_of_first_moves(below)
                options |= known[below]
        values.append(mex(options))
    changes = [k for k in range(len(points)) if k == 0 or values[k] != values[k - 1]]
    return [(name(points[k]), values[k]) for k in changes]


def kayles(pins):
    values = []
    for n in range(pins + 1):
        moves = [(left, n - taken - left) for taken in (1, 2) for left in range(n - taken + 1)]
        values.append(mex({values[a] ^ values[b] for a, b in moves}))
    return list(enumerate(values))


# Stones: (n, bound) is won if some x up to the bound leaves a lost (n - x, ratio * x).


def stones(ratio, limit):
    least_bound, rows = [float("inf")], []
    for n in range(1, limit + 1):
        winning = [x for x in range(1, n + 1) if ratio * x < least_bound[n - x]]
        least_bound.append(winning[0])
        first = [x for x in winning if x < n]
        rows.append((ratio, n, winning[0], max(first, default=0), " ".join(map(str, first))))
    return rows


def halving(limit):
    values, rows = [], []
    for n in range(limit + 1):
        moves = range(1, max(1, n // 2) + 1) if n else []
        values.append(mex({values[n - x] for x in moves}))
        rows.append((n, values[n], " ".join(str(x) for x in moves if values[n - x] == 0)))
    return rows


# Coins: the value of a stack, bottom to top, is the first-born number between the best options.


def first_born_between(left, right):
    low, high, number = None, None, Fraction(0)
    while not ((left is None or left < number) and (right is None or number < right)):
        if left is not None and number <= left:
            low = number
        else:
            high = number
        number = low + 1 if high is None else high - 1 if low is None else (low + high) / 2
    return number


def value(stack):
    parts = [value(stack[:below]) for below in range(len(stack))]
    left = [part for part, coin in zip(parts, stack) if coin == "G"]
    right = [part for part, coin in zip(parts, stack) if coin == "S"]
    return first_born_between(max(left, default=None), min(right, default=None))


def fair_rows(height, limit):
    values = [value("".join(coins)) for coins in product("GS", repeat=height)]
    rows, counts = [], {Fraction(0): 1}
    for n in range(limit + 1):
        rows.append((height, n, counts.get(Fraction(0), 0)))
        more = {}
        for total, count in counts.items():
            for one in values:
                more[total + one] = more.get(total + one, 0) + count
        counts = more
    return rows


# Squares on the line for lengths that are whole numbers without a common divisor: an octal game on whole numbers.


def octal(lengths, limit):
    values, reach = [], {}
    for n in range(limit):
        options = [reach[n - s - lost] for s in lengths for lost in (0, 1) if n - s - lost >= 0]
        values.append(mex(set().union(*options)))
        reach[n] = set(map(xor, values[: n // 2 + 1], reversed(values)))
        reach.pop(n - max(lengths) - 1, None)
    return values


def period(values, longest):
    """The least period p from the least n0 on, proven if it holds for n0 <= n < 2 * n0 + p + longest; else nothing."""
    for p in range(1, len(values) // 2):
        start = len(values) - p
        while start > 0 and values[start - 1] == values[start - 1 + p]:
            start -= 1
        if 2 * start + 2 * p + longest <= len(values):
            return p, start
    return "", ""


def octal_row(lengths, limit):
    digits = ["7" if {place, place - 1} & set(lengths) else "0" for place in range(1, max(lengths) + 2)]
    values = octal(lengths, limit)
    return (" ".join(map(str, lengths)), "0." + "".join(digits), max(values), *period(values, max(lengths)))


if __name__ == "__main__":
    write("squares.csv", "Steps of g for lengths 1 and sqrt(2) up to 60, by the definition at every lattice point.",
          "start,value", squares(60))
    write("kayles.csv", "Grundy values of Kayles (OEIS A002186) by its recurrence: take 1 or 2 neighbouring pins.",
          "n,grundy", kayles(500))
    write("octal.csv", "Squares of whole lengths as octal games: code, largest value below 8000, and the period that is proven "
          "by then.", "lengths,code,largest,period,from",
          [octal_row(lengths, 8000) for lengths in [
              (1,), (1, 3), (2, 3), (1, 5), (1, 7), (1, 9), (1, 10), (1, 11), (1, 100), (2, 7), (3, 5), (1, 2), (1, 4),
              (1, 2, 4), (1, 3, 5), (1, 4, 7), (1, 3, 7), (2, 3, 4, 5), (1, 6), (1, 8), (2, 5), (3, 4), (3, 7)]])
    write("stones.csv", "At most ratio times the move before: least winning bound, largest winning first move (0: none) and "
          "all of them, by game search.", "ratio,n,threshold,max_move,winning_moves",
          [row for ratio in range(1, 6) for row in stones(ratio, 300)])
    write("halving.csv", "Take at most half: Grundy value and winning moves by the mex over all options.",
          "n,grundy,winning_moves", halving(1000))
    write("fair_rows.csv", "Fair rows of stacks of coins (the first player loses): fractions for values, one stack at a time.",
          "height,stacks,rows", [row for height, limit in enumerate([3, 24, 40, 24, 12, 8]) for row in fair_rows(height, limit)])
