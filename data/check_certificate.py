"""Checks a certificate of nimsweep: python3 check_certificate.py FILE

Written from docs/certificates.md and the definitions of the game alone, with integers and the
standard library only. Exit code 0 if the claim is proven, else 1, with the first line that fails and the reason.
"""

import re
import sys
from bisect import bisect_left, bisect_right
from collections import Counter
from fractions import Fraction
from functools import total_ordering
from heapq import heappop, heappush
from itertools import count, product, takewhile
from math import gcd, isqrt
from operator import add, le, lt, mul, sub, xor

PLACES, LONGEST_LINE, MOST_STEPS, MOST_LENGTHS, MOST_SEGMENTS, PRECISION = 20, 8000, 1 << 22, 64, 1000, 160
MOST_HERE, MOST_COLLECTED, ROW, MILLION, REGION_DIGITS = 10_000, 1 << 19, 100, 10**6, 200
LARGE_FIELD = "the roots have a field of a degree above 128, or products with more than 18 digits under the root"


def is_square_free(d):
    for p in takewhile(lambda p: p**3 <= d, count(2)):
        if d % p == 0:
            d //= p
            if d % p == 0:
                return False
    return d == 1 or isqrt(d) ** 2 != d


def need(holds, reason, line=None):
    if not holds:
        sys.exit(f"line {line or Reader.line}: {reason}")


@total_ordering
class Number:
    """The sum of a√d over the terms {d: a}, over r > 0, in lowest terms: each d is square-free, and each a not 0.

    The square roots of different square-free numbers are independent over Q, so that it is 0 only without terms.
    """

    def __init__(self, terms, r=1):
        terms = {d: a for d, a in (terms if isinstance(terms, dict) else {1: terms}).items() if a}
        common = gcd(r, *terms.values()) * (1 if r > 0 else -1)
        self.terms, self.r = {d: a // common for d, a in sorted(terms.items())}, r // common

    def __add__(x, y): return x.sum(y, 1)
    def __sub__(x, y): return x.sum(y, -1)
    def __eq__(x, y): return y is not None and (x.terms, x.r) == (y.terms, y.r)
    def __lt__(x, y): return (x - y).sign() < 0

    def sum(x, y, by):
        terms = {d: a * y.r for d, a in x.terms.items()}
        for d, a in y.terms.items():
            terms[d] = terms.get(d, 0) + by * a * x.r
        return Number(terms, x.r * y.r)

    def __mul__(x, y):
        terms = {}
        for (d, a), (e, b) in product(x.terms.items(), y.terms.items()):
            common = gcd(d, e)
            root = d // common * (e // common)
            terms[root] = terms.get(root, 0) + a * b * common
        return Number(terms, x.r * y.r)

    def __truediv__(x, y):
        while (p := max(y.terms)) > 1:
            for d in y.terms:  # then p > 1 divides each number under a root, or is prime to it
                p = gcd(p, d) if gcd(p, d) > 1 else p
            conjugate = Number({d: a if d % p else -a for d, a in y.terms.items()}, y.r)
            x, y = x * conjugate, y * conjugate  # that no number under a root of y is a multiple of p any more
        return Number({d: a * y.r for d, a in x.terms.items()}, x.r * y.terms[1])

    def sign(self):
        value, precision = 0, PRECISION
        while abs(value) <= len(self.terms) and self.terms:
            value, precision = self.scaled(precision), 2 * precision
        return (value > 0) - (value < 0)

    def scaled(self, precision):
        """2^precision times the numerator, with an error below 1 for each term."""
        return sum(isqrt(d * a * a << 2 * precision) * (1 if a > 0 else -1) for d, a in self.terms.items())

    def floor(self, up=0):
        """An integer nearly 2^PRECISION times the number, and not more; or not less, if `up` is 1."""
        return (self.scaled(PRECISION) + (2 * up - 1) * len(self.terms)) // self.r + up


ZERO, HALF = Number(0), Number(1, 2 * 10**PLACES)


class Reader:
    line = 0

    def __init__(self, file):
        self.file, Reader.line = file, 0

    def next(self):
        Reader.line += 1
        text = self.file.readline(LONGEST_LINE)
        need(text.endswith("\n"), "the line is too long" if len(text) == LONGEST_LINE else "the file ends too early")
        self.words = text[:-1].removesuffix("\r").split(" ")
        return self.words[0]

    def read(self, name, count=None, digits=18):
        """The integers of the next line, which must begin with the name."""
        self.next()
        return self.this(name, count, digits)

    def this(self, name, count=None, digits=18):
        """The integers of this line, which must begin with the name."""
        need(self.words[0] == name, f"expected '{name}'")
        return self.integers(count, digits)

    def count(self, name):
        """How many lines or values follow."""
        (count,) = self.read(name, 1)
        need(0 < count <= MOST_STEPS, f"expected 1 to {MOST_STEPS} {name}")
        need(count <= MOST_HERE, f"{count} {name} would take long here; 'nimsweep verify' is for more than {MOST_HERE}")
        return count

    def integers(self, count=None, digits=18):
        words = self.words[1:]
        need(count in (None, len(words)), f"expected {count} integer{'' if count == 1 else 's'}")
        need(all(re.fullmatch(r"0|-?[1-9][0-9]*", word) for word in words), "expected integers")
        need(all(len(word.lstrip("-")) <= digits for word in words), f"an integer has more than {digits} digits")
        return [int(word) for word in words]

    def end(self):
        need(self.words[0] == "end", "expected 'end'")
        need(len(self.words) == 1 and not self.file.read(1), "nothing may follow 'end'")

    def number(self, name, field):
        *integers, r = self.read(name, max(len(field), 2) + 1, digits=2000)
        is_lowest = r > 0 and gcd(r, *integers) == 1 and not any(integers[len(field) :])
        need(is_lowest, "expected a b … r with r > 0, without common divisor, and b = 0 if the radicand is 0")
        return Number(dict(zip(field, integers)), r)

    def decimal(self):
        is_decimal = self.next() and re.fullmatch(r"decimal (0|[1-9][0-9]{0,999})\.[0-9]{20}", " ".join(self.words))
        need(is_decimal, "expected 'decimal' and a number with 20 decimals")
        return Number(int(self.words[1].replace(".", "")), 10**PLACES)


class Table:
    """The game, and the steps of g with keys Σ c·round(2^k√d), for the integers c of a number, that sort like it."""

    def __init__(self, reader):
        radicands = reader.this("radicand")
        need(len(radicands) < 128, LARGE_FIELD)
        self.roots, is_ascending = [1], all(map(lt, radicands, radicands[1:]))
        if radicands != [0]:
            is_fitting = radicands and is_ascending and radicands[0] > 1 and all(map(is_square_free, radicands))
            need(is_fitting, "the radicand is neither 0 nor square-free, or the radicands do not ascend")
            self.roots += radicands
        field = {1}  # under all square roots of the field: 2^m numbers for its degree
        for d in radicands[: len(self.roots) - 1]:
            field |= {d // gcd(d, e) * (e // gcd(d, e)) for e in field}
            need(len(field) <= 128 and max(field) < 10**18, LARGE_FIELD)
        self.field, self.width = sorted(field), max(len(self.roots), 2)
        self.set_keys(10**18)
        (self.denominator,) = reader.read("denominator", 1)
        need(self.denominator > 0, "the denominator is not positive")
        self.lengths = self.points(reader.read("lengths"), f"expected {self.width} integers for each length")
        self.shifts = keys = [self.key(length) for length in self.lengths]
        need(keys[0] > 0 and all(x < y for x, y in zip(keys, keys[1:])), "the lengths are not positive and ascending")
        self.digits = [7] * len(keys)
        if reader.next() == "digits":
            self.digits = reader.integers()
            is_fitting = len(self.digits) == len(keys) and {3} <= set(self.digits) <= {3, 7}
            need(is_fitting, "expected a digit 3 or 7 for each length, not all 7")
            reader.next()

    def points(self, integers, reason=""):
        """The integers of each number: two at least, so that b = 0 follows a if there is no root."""
        width = self.width
        need(integers and len(integers) % width == 0 and len(integers) <= width * MOST_LENGTHS, reason)
        need(len(self.roots) > 1 or not any(integers[1::2]), "the radicand is 0, so b must be 0")
        return [*zip(*[iter(integers)] * width)]

    def read_steps(self, reader):
        (limit,) = self.points(reader.this("limit", self.width))
        self.limit = self.key(limit)
        count = reader.count("steps")
        steps, self.first_line = [], Reader.line + 1
        for i in range(count):
            *point, value = reader.read("g", self.width + 1)
            (point,) = self.points(point)
            key = self.key(point)
            need(i or not any(point) and value == 0, f"the first step is not 'g {' '.join('0' * (self.width + 1))}'")
            need(key <= self.limit and (not i or steps[-1][0] < key), "not after the step before, or beyond the limit")
            need(not i or steps[-1][2] != value >= 0, "the value is negative, or equals that of the step before")
            steps.append((key, point, value))
        self.starts, self.places, self.values = zip(*steps)
        # shorter keys for the proof of g, which needs no other numbers
        table = [*self.places, *self.lengths, limit]
        self.set_keys(max(abs(x) for point in table for x in point))
        starts = [self.key(point) for point in self.places]
        # a number above the limit has a greater key
        self.steps = list(zip(starts, starts[1:] + [self.key(limit) + 1], self.values))
        self.moves = [(self.key(length), digit) for length, digit in zip(self.lengths, self.digits)]
        self.set_keys(10**18)

    def set_keys(self, bound):
        """Keys for sums of four numbers with integers up to a bound, and their differences.

        A difference x that is not 0 has n − 1 more conjugates, n being the degree of the field. Their product with x is an
        integer, and none is above `most`. The key of x differs from 2^k·x by at most half the sum of its integers.
        """
        most = 8 * bound * sum(1 + isqrt(d) for d in self.roots)
        self.shift = (4 * bound * len(self.roots) * most ** (len(self.field) - 1)).bit_length()
        self.keys = [(isqrt(d << 2 * self.shift + 2) + 1) // 2 for d in self.roots]

    def key(self, point): return sum(map(mul, point, self.keys))
    def number(self, point): return Number(dict(zip(self.roots, point)), self.denominator)
    def step(self, key): return bisect_right(self.starts, key) - 1

    def check(self, count):
        """On the first steps, a step of value v has no move to v, and those to each n < v cover it: g is the mex."""
        classes, limit = {}, self.steps[count - 1][1]
        for start, end, value in self.steps[:count]:
            starts, ends = classes.setdefault(value, ([], []))
            starts.append(start)
            ends.append(end)
        for n in range(max(self.values[:count]) + 1):
            alive = self.alive(classes, n, limit - self.moves[0][0]) if 7 in self.digits else None
            parts = [(s, alive if digit == 7 else classes.get(n, ([], []))) for s, digit in self.moves]
            moved = ([s + x for s, part in parts for x in part[side]] for side in (0, 1))
            covered, at = [*zip(*united(*moved)), (limit, limit)], 0
            for line, (first, last, value) in enumerate(self.steps[:count], self.first_line):
                while covered[at][1] <= first:
                    at += 1
                start, end = covered[at]
                need(value <= n or start <= first and last <= end, f"not every L here has a move to {n}", line)
                need(value != n or last <= start, f"some L here has a move to {n}", line)

    def alive(self, classes, n, limit):
        """Where a cell of two steps with value xor value = n is alive, up to a limit at least."""
        alive, most = ([], []), MOST_COLLECTED
        for value in (value for value in classes if value <= value ^ n and value ^ n in classes):
            starts, ends = classes[value ^ n]
            for i, (start, end) in enumerate(zip(*classes[value])):
                cells = slice(i if n == 0 else 0, bisect_left(starts, limit - start))
                alive[0].extend(map(start.__add__, starts[cells]))
                alive[1].extend(map(end.__add__, ends[cells]))
                if len(alive[0]) > most:
                    alive = united(*alive)
                    most = max(MOST_COLLECTED, 2 * len(alive[0]))
        return united(*alive)

    def slope_changes(self, most):
        """By how much the slope of W changes up to the key `most`: each pair of steps is a trapezoid."""
        jumps, changes = {}, {}
        for key, point, value, left in zip(self.starts, self.places, self.values, (None, *self.values)):
            jumps.setdefault(value, []).append((key, point, 1))
            jumps.setdefault(left, []).append((key, point, -1))
        for value in set(self.values):
            for key, p, by in jumps[value]:
                for _, q, times in jumps[value][: bisect_left(jumps[value], (most - key + 1,))]:
                    changes[plus(p, q)] = changes.get(plus(p, q), 0) + by * times
        return changes

    def winning_places(self, segment, length, target):
        """The maximal intervals of x with g(x) xor g(y − x) = target, for y = segment − length."""
        y = minus(segment, length)
        top, found, is_open = self.key(y), [], False
        if self.digits[self.lengths.index(length)] == 3:
            ends = [(0,) * self.width, y] if self.values[self.step(top)] == target else []
            return [[*x, *x, 1, 1] for x in (ends if top else ends[:1])]
        steps = self.places[: self.step(top) + 1]
        points = {self.key(x): x for p in steps for x in (p, minus(y, p))}
        for key in sorted(points):
            wanted, before = self.values[self.step(key)] ^ target, bisect_left(self.starts, top - key) - 1
            here, behind = self.values[self.step(top - key)] == wanted, before >= 0 and self.values[before] == wanted
            if is_open:
                found[-1][self.width :] = [*points[key], found[-1][-2], int(here)]
            if here and not is_open or behind and not here:
                found.append([*points[key], *points[key], int(here), int(here)])
            is_open = behind
        return found


def united(starts, ends):
    """The starts and the ends of half-open intervals in order, those that overlap or touch being one."""
    starts.sort()
    ends.sort()
    gaps = [i for i in range(1, len(starts)) if ends[i - 1] < starts[i]]  # i have begun, and all of them have ended
    return starts[:1] + [starts[i] for i in gaps], [ends[i - 1] for i in gaps] + ends[-1:]


class Gain:
    """e on [low, high] in pieces: e(L) = Σ (m·L + c + c·s/(L − s))/|S| where W(L − s) = m·(L − s) + c."""

    def __init__(self, table, low, high):
        number, shifts, zero = table.number, table.shifts, (0,) * table.width
        first, last = table.key(low), table.key(high)
        need(shifts[-1] <= first <= last, "the range is reversed, or begins below the longest length")
        need(last <= table.limit + shifts[0], "g is not known far enough")
        self.low, self.high, self.count, self.pieces = number(low), number(high), len(shifts), []
        changes = table.slope_changes(last - shifts[0])
        bends = sorted((table.key(bend) + s, i, bend) for bend in changes for i, s in enumerate(shifts))
        forms, start = [(0, zero)] * self.count, low
        for key, i, bend in bends + [(last + 1, 0, zero)]:
            if first < key and first <= last:
                end = high if key > last else plus(bend, table.lengths[i])
                terms = [(number(s), Number(m), number(c)) for s, (m, c) in zip(table.lengths, forms)]
                self.pieces.append((number(start), number(end), terms))
                first, start = key, end
            (m, c), by = forms[i], changes.get(bend, 0)
            forms[i] = m + by, minus(c, [by * x for x in bend])

    def at(self, x):
        need(self.low <= x <= self.high, "the place lies outside of the range")
        return self.value(self.pieces[bisect_right(self.pieces, x, key=lambda piece: piece[0]) - 1][2], x)

    def value(self, terms, x):
        return sum((m * x + c + (c * s / (x - s) if c.sign() else c) for s, m, c in terms), ZERO) / Number(self.count)

    def bound(self, low, high, most, at=None):
        """Proves e ≤ most on [low, high]; inside a piece they may be equal at the place `at` only."""
        for start, end, terms in self.pieces:
            if start <= high and low <= end and not self.is_low(start, end, terms, most.floor()):
                self.search(terms, max(start, low), min(end, high), most, at, 0)

    def is_low(self, l, h, terms, floor):
        """A rough bound: e ≤ h times the mean of the greater W over the smaller L − s."""
        greatest = (max(m * (l - s) + c, m * (h - s) + c).floor(up=1) for s, m, c in terms)
        ratios = sum((w << PRECISION) // max(1, (l - s).floor()) + 1 for w, (s, _, _) in zip(greatest, terms))
        return h.floor(up=1) * ratios <= (floor * self.count) << PRECISION

    def search(self, terms, l, h, most, at, depth):
        ends = [self.value(terms, x) for x in (l, h)]
        need(max(ends) <= most, "the gain is greater somewhere in the range")
        curved, slope = [term for term in terms if term[2].sign()], sum((m for _, m, _ in terms), ZERO)
        falls = [[c * s / ((x - s) * (x - s)) for x in (l, h)] for s, _, c in curved]
        least, greatest = slope - sum(map(max, falls), ZERO), slope - sum(map(min, falls), ZERO)
        steepest = max(greatest, ZERO - least) / Number(self.count)
        is_flat = ends[0] + ends[1] + steepest * (h - l) <= most + most
        if all(c.sign() > 0 for _, _, c in curved) or least.sign() >= 0 or greatest.sign() <= 0 or is_flat:
            return  # e is convex, or monotone, or cannot rise enough
        if at in (l, h):
            bends = [max(pair[i] / (x - s) for i, x in enumerate((l, h))) for pair, (s, _, _) in zip(falls, curved)]
            slope_at = slope - sum((pair[(l, h).index(at)] for pair in falls), ZERO)
            if slope_at.sign() == 0 and sum(bends, ZERO).sign() <= 0:
                return  # e is concave, and its derivative is 0 at this end
        need(depth < 200, "it cannot be shown that the gain is nowhere greater")
        middle = at if at is not None and l < at < h else (l + h) / Number(2)
        for l, h in (l, middle), (middle, h):
            self.search(terms, l, h, most, at, depth + 1)


def check_range(table, reader):
    need(3 not in table.digits, "the gain is defined only if all digits are 7")
    gain = Gain(table, *table.points(reader.integers(2 * table.width)))
    if reader.next() == "closed" and len(reader.words) == 1:
        at, value, decimal = reader.number("at", table.field), reader.number("value", table.field), reader.decimal()
        need(decimal - HALF <= value < decimal + HALF, "the decimal number is not the value, rounded")
        need(gain.at(at) == value, "the gain has a different value there")
        gain.bound(gain.low, gain.high, value, at)
        return "the gain is greatest on the range at this place, and has this value there"
    need(reader.words == ["inside"], "expected 'closed' or 'inside'")
    at, value = reader.decimal(), reader.decimal()
    first, last = max(gain.low, at - HALF), min(gain.high, at + HALF)
    greatest = max(gain.at(x) for x in [first, last, *(x for x, _, _ in gain.pieces if first < x < last)])
    need(value - HALF <= greatest, "the gain is less around the place")
    for low, high, most in (first, last, value + HALF), (gain.low, first, greatest), (last, gain.high, greatest):
        gain.bound(low, high, most)
    return "the greatest gain on the range and its place, rounded, are these"


def check_moves(table, reader):
    (length,), segments, total = reader.integers(1), [], 0
    need(0 < length <= MOST_SEGMENTS, f"expected 1 to {MOST_SEGMENTS} segments")
    for _ in range(length):
        *segment, value = reader.read("segment", table.width + 1)
        (segment,) = table.points(segment)
        need(0 <= table.key(segment) <= table.limit, "g is not known for the segment")
        need(table.values[table.step(table.key(segment))] == value, "g has a different value there")
        segments, total = segments + [(segment, value)], total ^ value
    for segment, value in segments:
        for length in table.lengths:
            if table.key(length) <= table.key(segment):
                places = table.winning_places(segment, length, total ^ value)
                need(reader.read("piece") == [len(places)], f"expected 'piece {len(places)}'")
                for place in places:
                    need(reader.read("places") == place, f"expected 'places {' '.join(map(str, place))}'")
    return f"the sum has the value {total}, and these are its winning moves"


def check_period(table, reader):
    (p, start), most = map(table.key, table.points(reader.integers(2 * table.width))), table.shifts[-1]
    need(p > 0 and start >= 0, "the period is not positive, or begins below 0")
    end = start + most if 7 not in table.digits else 2 * start + p + most
    need(end + p <= table.limit, "g is not known far enough")
    places = {start, *table.starts, *(x - p for x in table.starts)}  # between them nothing changes
    values = ((table.values[table.step(x)], table.values[table.step(x + p)]) for x in places if start <= x < end)
    need(all(here == later for here, later in values), "g does not repeat for as long as the theorem needs")
    return "it has the period that is stated, from there on"


def check_theorem(table, reader):
    """The least period, or that there is none, by a theorem of the page on additive games; h is the ⌊(x + 1)/2⌋ there."""
    name, (a, b, *c) = " ".join(reader.words[1:]), [*map(table.number, table.lengths), None]
    need(name in ("two lengths", "additive"), "expected 'theorem two lengths' or 'theorem additive'")
    need(table.digits == [3] * len(table.lengths), "the theorem holds only if all digits are 3")
    need(b and c == ([None] if name == "two lengths" else [a + b, None]), "the theorem is not about these lengths")
    x = reader.number("x", table.field)
    need(x * a == b, "x is not the second length over the first")
    is_rational = [*x.terms] == [1]
    if name == "two lengths":
        period = Number(2) if x.r == 1 and is_rational and x.terms.get(1, 0) % 2 else x + Number(1)
    else:
        (h,) = reader.read("h", 1, digits=2000)
        need(Number(2 * h - 1) <= x < Number(2 * h + 1), "h is not the whole part of (x + 1)/2")
        period = x + Number(2 * h) if x <= Number(2 * h) else Number(3 * x.terms[1] - 2 * h * x.r) if is_rational else None
    if period:
        need(reader.number("period", table.field) == period * a, "the least period is different")
    else:
        need(reader.next() == "aperiodic", "expected 'aperiodic'")
        need(reader.words == ["aperiodic"], "nothing may follow 'aperiodic'")
    reader.next()
    reader.end()
    print(f"by the theorem, {'the least period is the one that is stated' if period else 'g has no period'}")


def check_octal(reader):
    """A whole-number game: G(n) is the mex of what moves leave; the period by the theorem with n0 >= 1."""
    code = " ".join(reader.words[1:])
    is_code = re.fullmatch(r"[04]\.(0|[0-7]{0,999}[1-7])", code)
    need(is_code, "expected '0.' or '4.' and octal digits, the last not 0")
    digits = [int(digit) for digit in (code[0] + code[2:]).rstrip("0") or "0"]
    count, values = reader.count("values"), []
    first_line = Reader.line + 1
    while len(values) < count:
        row, expected = reader.read("g"), min(ROW, count - len(values))
        need(len(row) == expected, f"expected {expected} values")
        for n, value in enumerate(row, len(values)):
            need(0 <= value <= 2 * n, f"G({n}) is not {value}")  # a heap is taken from n times and split n - 1 times
        values += row
    reach = {}  # what two heaps that have n tokens together can be worth, neither empty: a bit for each value
    for n, value in enumerate(values):
        pairs = map(xor, values[1 : n // 2 + 1], values[n - 1 : (n - 1) // 2 : -1])
        reach[n], left = sum(1 << worth for worth in set(pairs)), 0
        reach.pop(n - len(digits), None)  # no move takes as many
        for rest, digit in ((n - taken, digit) for taken, digit in enumerate(digits[: n + 1])):
            left |= (1 << values[rest] if digit & (2 if rest else 1) else 0) | (reach[rest] if digit & 4 else 0)
        need(left & (2 << value) - 1 == (1 << value) - 1, f"G({n}) is not {value}", first_line + n // ROW)
    proven = "nothing else is claimed"
    if reader.next() == "period":
        p, start = reader.integers(2)
        need(p > 0 and start >= 0, "the period is not positive, or begins below 0")
        end = 2 * max(start, 1) + p + len(digits) - 1
        need(end + p <= count, "g is not known far enough")
        need(values[start:end] == values[start + p : end + p], "g does not repeat for as long as the theorem needs")
        proven = f"G(n + {p}) = G(n) for all n >= {start}"
        reader.next()
    reader.end()
    print(f"G is proven from G(0) to G({count - 1}); {proven}")


NOT_CONVEX = "the corners are not those of a convex polygon, counterclockwise"


class Polygon:
    """The corners (z, z·x, z·y) of a convex polygon, counterclockwise, of an edge or a point."""

    def __init__(self, reader):
        numbers = reader.integers(digits=REGION_DIGITS)
        need(numbers and len(numbers) % 3 == 0 and min(numbers[::3]) > 0, "expected z x y for each corner, with z > 0")
        self.corners = corners = [*zip(*[iter(numbers)] * 3)]
        self.points = [(Fraction(x, z), Fraction(y, z)) for z, x, y in corners]
        self.low, self.high = ([f(axis) for axis in zip(*self.points)] for f in (min, max))
        self.dimension = min(len(corners), 3) - 1
        # a side is the form that is positive to its left; all corners but its own two are there
        self.sides = [cross(a, b) for a, b in zip(corners, corners[1:] + corners[:1])] if self.dimension else []
        inner = [[dot(side, c) for c in corners] for side in self.sides] if self.dimension == 2 else []
        is_convex = all(v > 0 for i, row in enumerate(inner) for v in (row[i:] + row[:i])[2:])
        need(is_convex and (self.dimension != 1 or self.low != self.high), NOT_CONVEX)

    def size(self):
        """The area, the length of an edge along the axes, or 1."""
        if self.dimension < 2:
            return sum(self.high) - sum(self.low) if self.dimension else Fraction(1)
        pairs = zip(self.points, self.points[1:] + self.points[:1])
        return sum(a * d - b * c for (a, b), (c, d) in pairs) / 2

    def has(self, other):
        """Whether another one lies in it."""
        is_between = all(a <= b <= c <= d for a, b, c, d in zip(self.low, other.low, other.high, self.high))
        return is_between and all(dot(side, corner) >= 0 for side in self.sides for corner in other.corners)

    def is_below(self, other):
        """Whether the line of an edge divides it from another one above it, along the second axis."""
        sides = [(side, other) for side in self.sides if side[2] < 0] + [(side, self) for side in other.sides if side[2] > 0]
        return self.dimension == 2 and any(all(dot(side, c) <= 0 for c in beyond.corners) for side, beyond in sides)


def dot(form, corner): return sum(map(mul, form, corner))
def cross(a, b): return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
def plus(a, b): return tuple(map(add, a, b))
def minus(a, b): return tuple(map(sub, a, b))


def at_most(a, b):
    """Whether a place, given by its values at all corners, is nowhere on the cell greater than another one."""
    return all(map(le, a, b))


def check_cell(lengths, corners, period, start):
    """A run with forms: each place is the list of its values at the corners, and all orders have to agree with it."""
    place = lambda form: tuple(dot(form, corner) for corner in corners)
    zero, period, start = (0,) * len(corners), place(period), place(start)
    lengths = [(place(length), digit) for *length, digit in lengths]
    is_positive = all(at_most(zero, x) and x != zero for x, _ in lengths + [(period, 0)])
    need(is_positive, "a length or the period is not positive on the cell")
    longest = [x for x, _ in lengths if all(at_most(y, x) for y, _ in lengths)]
    need(longest, "an order is not the same on the whole cell")
    ends, inner = ([x for x, digit in lengths if digit == wanted] for wanted in (3, 7))
    once_more = plus(start, period)
    shift, begin = None, None  # how many steps before the last one the same begins a period before, and from where on
    # (place, nimber, by): an option more or less; (place, i, j, None): steps i and j begin to be the parts
    waiting, taken, places, values, numbers = [(zero, 0, 0)], 0, [], [], {}
    options, reach, reached = Counter(), Counter(), set()
    while waiting and len(places) <= MOST_HERE and taken <= 100 * MOST_HERE:
        at, parts, before = waiting[0][0], [], values[-1] if values else None
        need(not places or at_most(last, at), "an order is not the same on the whole cell")
        while waiting and waiting[0][0] == at:
            (_, *event), taken = heappop(waiting), taken + 1
            if len(event) == 3:
                parts.append(event[:2])
            else:
                options[event[0]] += event[1]
        last, value = at, next(n for n in count() if options[n] == 0)
        if value != before:
            numbers[at] = len(places)
            places.append(at)
            values.append(value)
            for x in ends:
                heappush(waiting, (plus(at, x), value, 1))
                if before is not None:
                    heappush(waiting, (plus(at, x), before, -1))
            parts += [[len(places) - 1, 0]] if inner else []
        for i, j in parts:
            reach[values[i] ^ values[j]] += 1
            if j:
                reach[values[i - 1] ^ values[j - 1]] -= 1
            if j < i:
                heappush(waiting, (plus(places[i], places[j + 1]), i, j + 1, None))
        now = {nimber for nimber, times in reach.items() if times}
        for x, nimber in product(inner, now ^ reached):
            heappush(waiting, (plus(at, x), nimber, 1 if nimber in now else -1))
        reached = now
        if at != places[-1]:
            continue
        earlier = minus(at, period)
        step = numbers.get(earlier, -1)
        is_same = step >= 0 and values[step] == value
        if not is_same:
            begin = None
        elif begin is None or len(places) - step != shift:
            shift, begin = len(places) - step, least_start(places, values, step, period)
        # the theorem of the page: from there on g has to repeat as long
        end = begin and plus(begin, plus(longest[0], plus(begin, period)) if inner else longest[0])
        is_seen = end is not None and at_most(end, earlier)
        if is_seen or at_most(once_more, at) and once_more != at:
            need(begin == start, "g does not repeat from there on, or does sooner")
            if is_seen:
                return
    need(False, "the run is too long to be checked here")


def least_start(places, values, step, period):
    """From where on g repeats up to the last step, if its order is decided."""
    last = len(places) - 1
    while step and values[step - 1] == values[last - 1]:
        left, other = places[step - 1], minus(places[last - 1], period)
        if left != other:  # the part of the two steps that is still equal
            return other if at_most(left, other) else left if at_most(other, left) else None
        step, last = step - 1, last - 1
    return places[step]


def check_regions(reader):
    """Cells of lengths a + bx + cy: a period at every point of each; that the large ones are disjoint, and their share."""
    need(len(reader.words) == 1, "nothing may follow 'regions'")
    (denominator,) = reader.read("denominator", 1, digits=REGION_DIGITS)
    need(denominator > 0, "the denominator is not positive")
    lengths, cells, number = [], [], 0
    while reader.next() == "length":
        lengths.append(reader.integers(4, digits=REGION_DIGITS))
        need(lengths[-1][3] in (3, 7), "expected the digit 3 or 7")
    need(1 <= len(lengths) <= MOST_LENGTHS, f"expected 1 to {MOST_LENGTHS} lengths")
    need(reader.words[0] == "region", "expected 'region'")
    region = Polygon(reader)
    for length in lengths:
        values = [sum(a * b for a, b in zip(corner, length)) for corner in region.corners]
        need(min(values) >= 0 < max(values), "a length is not positive on the region")
    while reader.next() == "cell":
        number, cell = number + 1, Polygon(reader)
        need(region.has(cell), "the cell is not inside the region")
        period, start = (reader.read(name, 3, digits=REGION_DIGITS) for name in ("period", "from"))
        check_cell(lengths, cell.corners, period, start)
        cells += [cell] if cell.dimension == region.dimension else []
    need(number > 0, "no cell is stated")
    (stated,) = reader.this("share", 1, digits=REGION_DIGITS)
    # those that a sweep meets, one above the other: if two overlap, some two do that are neighbours at some time
    axis, met = 1 if region.low[0] == region.high[0] else 0, []
    ends = [(cell.high[axis], False, cell) for cell in cells] + [(cell.low[axis], True, cell) for cell in cells]
    for _, begins, cell in sorted(ends, key=lambda end: end[:2]):
        i = bisect_left(met, True, key=lambda other: not other.is_below(cell))
        met[i : i + (not begins)] = [cell] * begins
        near = met[max(i - 1, 0) : i + 1 + begins]
        need(all(a.is_below(b) for a, b in zip(near, near[1:])), "two cells overlap")
    share = int(sum(cell.size() for cell in cells) / region.size() * MILLION)
    need(stated == share <= MILLION, f"the cells have {share} millionths")
    reader.next()
    reader.end()
    print(
        f"the periods are proven at every point of {number} cells; those that have an area, or a length if the region has no "
        f"area, do not overlap, and are the share {share / MILLION} of it"
    )


def check(reader):
    need(reader.next() == "nimsweep" and reader.words[1:] == ["certificate", "1"], "not a certificate of version 1")
    if reader.next() == "octal":
        return check_octal(reader)
    if reader.words[0] == "regions":
        return check_regions(reader)
    table = Table(reader)
    if reader.words[0] == "theorem":
        return check_theorem(table, reader)
    table.read_steps(reader)
    for count in [1 << k for k in (10, 12) if 1 << k < len(table.values)] + [len(table.values)]:
        table.check(count)  # an early error is refused early
    claim = {"range": check_range, "moves": check_moves, "period": check_period}.get(reader.next())
    proven = claim(table, reader) if claim else "nothing else is claimed"
    if claim:
        reader.next()
    reader.end()
    print(f"g is proven on all {len(table.values)} steps; {proven}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="ascii", errors="replace", newline="\n") as text:
        check(Reader(text))
