"""Checks a certificate of nimsweep: python3 check_certificate.py FILE

Written from docs/certificates.md and the definitions of the game alone, with integers and the
standard library only. Exit code 0 if the claim is proven, 1 if it is refused, 2 for bad usage.
"""

import re
import sys
from bisect import bisect_left, bisect_right
from functools import total_ordering
from heapq import merge
from math import gcd, isqrt

PLACES, LONGEST_LINE, MOST_STEPS, MOST_LENGTHS, PRECISION = 20, 8000, 1 << 22, 64, 160


def need(holds, reason):
    if not holds:
        sys.exit(f"line {Reader.line}: {reason}")


@total_ordering
class Number:
    """(a + b√d)/r with r > 0, in lowest terms; d is the radicand of the certificate."""

    radicand = 0

    def __init__(self, a, b=0, r=1):
        common = gcd(a, b, r) if r > 0 else -gcd(a, b, r)
        self.a, self.b, self.r = a // common, b // common, r // common

    def __add__(x, y): return Number(x.a * y.r + y.a * x.r, x.b * y.r + y.b * x.r, x.r * y.r)
    def __sub__(x, y): return Number(x.a * y.r - y.a * x.r, x.b * y.r - y.b * x.r, x.r * y.r)
    def __mul__(x, y): return Number(x.a * y.a + x.b * y.b * x.radicand, x.a * y.b + x.b * y.a, x.r * y.r)
    def __truediv__(x, y): return x * Number(y.a * y.r, -y.b * y.r, y.a**2 - x.radicand * y.b**2)
    def __eq__(x, y): return y is not None and (x.a, x.b, x.r) == (y.a, y.b, y.r)
    def __lt__(x, y): return (x - y).sign() < 0

    def sign(self):
        squares = self.a * abs(self.a) + self.radicand * self.b * abs(self.b)
        return (squares > 0) - (squares < 0)

    def floor(self):
        """2^PRECISION times the number, rounded down, or less by at most 2."""
        root = isqrt(self.radicand * self.b**2 << 2 * PRECISION)
        return ((self.a << PRECISION) + (root if self.b >= 0 else -root - 1)) // self.r


ZERO, HALF = Number(0), Number(1, 0, 2 * 10**PLACES)


class Reader:
    line = 0

    def __init__(self, file):
        self.file = file

    def next(self):
        Reader.line += 1
        text = self.file.readline(LONGEST_LINE)
        need(text.endswith("\n"), "the line is too long" if len(text) == LONGEST_LINE else "the file ends too early")
        self.words = text[:-1].split(" ")
        return self.words[0]

    def read(self, name, count=None, digits=18):
        """The integers of the next line, which must begin with the name."""
        need(self.next() == name, f"expected '{name}'")
        return self.integers(count, digits)

    def integers(self, count, digits=18):
        words = self.words[1:]
        need(count in (None, len(words)), f"expected {count} integers")
        need(all(re.fullmatch(r"0|-?[1-9][0-9]*", word, re.ASCII) for word in words), "expected integers")
        need(all(len(word.lstrip("-")) <= digits for word in words), f"an integer has more than {digits} digits")
        return [int(word) for word in words]

    def number(self, name):
        a, b, r = self.read(name, 3, digits=2000)
        need(r > 0 and gcd(a, b, r) == 1, "expected a b r with r > 0 and without common divisor")
        need(Number.radicand or b == 0, "the radicand is 0, so b must be 0")
        return Number(a, b, r)

    def decimal(self):
        pattern = rf"(0|[1-9][0-9]{{0,999}})\.[0-9]{{{PLACES}}}"
        need(self.next() == "decimal" and len(self.words) == 2, "expected 'decimal' with one number")
        need(re.fullmatch(pattern, self.words[1], re.ASCII), f"expected a number with {PLACES} decimals")
        return Number(int(self.words[1].replace(".", "")), 0, 10**PLACES)

    def value(self):
        value = self.number("value")
        rest = value - self.decimal()
        need(ZERO - HALF <= rest and rest < HALF, "the decimal number is not the value, rounded")
        return value


class Table:
    """The head of a certificate, and the steps of g with keys x·2^k + y·round(2^k√d).

    They sort like x + y√d for |x|, |y| ≤ N if 2^k > N²(1 + √d), see the page. All that is compared
    are differences of sums of four pairs: N = 8·10^18.
    """

    def __init__(self, reader):
        need(reader.next() == "nimsweep" and reader.words[1:] == ["certificate", "1"], "not a certificate of version 1")
        (d,) = reader.read("radicand", 1)
        square_free = 1 < d < 1 << 32 and all(d % (i * i) for i in range(2, isqrt(d) + 1))
        need(d == 0 or square_free, "the radicand is neither 0 nor square-free, or not below 2^32")
        Number.radicand, self.shift = d, (64 * 10**36 * (2 + isqrt(d))).bit_length()
        self.root = (isqrt(d << 2 * self.shift + 2) + 1) // 2
        (self.denominator,) = reader.read("denominator", 1)
        need(self.denominator > 0, "the denominator is not positive")
        numbers = reader.read("lengths")
        need(2 <= len(numbers) <= 2 * MOST_LENGTHS and len(numbers) % 2 == 0, "expected a pair for each length")
        self.lengths = list(zip(numbers[::2], numbers[1::2]))
        self.shifts = keys = [self.key(length) for length in self.lengths]
        need(keys[0] > 0 and all(x < y for x, y in zip(keys, keys[1:])), "the lengths are not positive and ascending")
        self.limit = self.key(reader.read("limit", 2))
        (count,) = reader.read("steps", 1)
        need(0 < count <= MOST_STEPS, f"expected 1 to {MOST_STEPS} steps")
        self.points, self.values, self.starts, self.classes, self.first_line = [], [], [], {}, Reader.line + 1
        for i in range(count):
            a, b, value = reader.read("g", 3)
            key = self.key((a, b))
            need(i or (a, b, value) == (0, 0, 0), "the first step is not 'g 0 0 0'")
            need(not i or self.starts[-1] < key <= self.limit, "the step is not behind the last, or beyond the limit")
            need(not i or self.values[-1] != value >= 0, "the value is negative, or that of the step before")
            self.points.append((a, b))
            self.values.append(value)
            self.starts.append(key)
            self.classes.setdefault(value, []).append(i)
        # a number above the limit has a key that is greater by at least 1
        self.ends = self.starts[1:] + [self.limit + 1]

    def key(self, pair):
        need(Number.radicand or pair[1] == 0, "the radicand is 0, so b must be 0")
        return (pair[0] << self.shift) + pair[1] * self.root

    def number(self, pair):
        return Number(*pair, self.denominator)

    def check(self):
        """g is the mex: on a step of value v no cell has v, and for n < v the cells cover the step."""
        last_line = Reader.line
        steps = {value: [(self.starts[i], self.ends[i]) for i in of] for value, of in self.classes.items()}
        for nimber in range(max(self.values) + 1):
            cells = []
            for value in steps:
                others = steps.get(value ^ nimber, []) if value <= value ^ nimber else []
                for start, end in steps[value]:
                    others = others[: bisect_left(others, (self.limit - start,))]
                    cells += [(start + other, end + last) for other, last in others]
            alive = united(sorted(cells))
            covered = united(merge(*([(start + s, end + s) for start, end in alive] for s in self.shifts)))
            covered.append((self.ends[-1], self.ends[-1]))
            at = 0
            for i, value in enumerate(self.values):
                while covered[at][1] <= self.starts[i]:
                    at += 1
                (start, end), Reader.line = covered[at], self.first_line + i
                is_covered = start <= self.starts[i] and self.ends[i] <= end
                need(value <= nimber or is_covered, f"not every L of this step has a move to {nimber}")
                need(value != nimber or self.ends[i] <= start, f"some L of this step has a move to {nimber}")
        Reader.line = last_line

    def winning_measure(self, most):
        """W up to the key `most`: for each bend its key and place, and the slope and constant behind."""
        bends, pieces, slope, constant = {}, [], 0, (0, 0)
        for steps in self.classes.values():
            for i in steps:
                for j in steps[: bisect_right(steps, most - self.starts[i], key=self.starts.__getitem__)]:
                    for x, z, by in ((i, j, 1), (i + 1, j, -1), (i, j + 1, -1), (i + 1, j + 1, 1)):
                        if max(x, z) < len(self.points):
                            point = self.points[x][0] + self.points[z][0], self.points[x][1] + self.points[z][1]
                            bends[point] = bends.get(point, 0) + by
        for point in sorted(bends, key=self.key):
            slope += bends[point]
            constant = constant[0] - bends[point] * point[0], constant[1] - bends[point] * point[1]
            pieces.append((self.key(point), point, slope, constant))
        return pieces

    def winning_places(self, segment, length, target):
        """The maximal intervals of x with g(x) xor g(y − x) = target, for y = segment − length."""
        y = segment[0] - length[0], segment[1] - length[1]
        top, found, is_open = self.key(y), [], False
        points = self.points[: bisect_right(self.starts, top)]
        points = {self.key(x): x for p in points for x in (p, (y[0] - p[0], y[1] - p[1]))}
        for key in sorted(points):
            own, opposite = self.values[bisect_right(self.starts, key) - 1], bisect_right(self.starts, top - key) - 1
            behind = bisect_left(self.starts, top - key) - 1  # y − x is smaller right behind the point
            for is_point, other in ((1, opposite), (0, behind)):
                wins = other >= 0 and own ^ self.values[other] == target
                if wins and not is_open:
                    found.append([*points[key], *points[key], is_point, 1])
                elif is_open:
                    found[-1][2:] = [*points[key], found[-1][4], int(wins or not is_point)]
                is_open = wins
        return found


def united(intervals):
    """Sorted half-open intervals, those that overlap or touch being one."""
    result, first, last = [], 0, 0
    for start, end in intervals:
        if start > last:
            result.append((first, last))
            first, last = start, end
        elif end > last:
            last = end
    return [(first, last) for first, last in result + [(first, last)] if first < last]


class Gain:
    """e on [low, high] in pieces: e(L) = Σ (m·L + c + c·s/(L − s))/|S| where W(L − s) = m·(L − s) + c."""

    def __init__(self, table, low, high):
        shifts, number, keys = table.shifts, table.number, [table.key(low), table.key(high)]
        need(shifts[-1] <= keys[0] <= keys[1], "the range is reversed, or begins below the longest length")
        need(keys[1] <= table.limit + shifts[0], "g is not known far enough")
        self.low, self.high, self.count, self.pieces = number(low), number(high), len(shifts), []
        measure = table.winning_measure(keys[1] - shifts[0])
        bends = [piece[0] for piece in measure]
        points = {key + s: (a + c, b + d) for key, (a, b), *_ in measure for s, (c, d) in zip(shifts, table.lengths)}
        inside = sorted(key for key in points if keys[0] < key < keys[1])
        ends = [(keys[0], low), *((key, points[key]) for key in inside), (keys[1], high)]
        for (key, start), (_, end) in zip(ends, ends[1:]):
            of = [measure[bisect_right(bends, key - s) - 1] for s in shifts]
            terms = [(number(s), Number(m), number(c)) for s, (_, _, m, c) in zip(table.lengths, of)]
            self.pieces.append((number(start), number(end), terms))

    def at(self, x):
        need(self.low <= x <= self.high, "the place lies outside of the range")
        return self.value(self.pieces[bisect_right(self.pieces, x, key=lambda piece: piece[0]) - 1][2], x)

    def value(self, terms, x):
        return sum((m * x + c + (c * s / (x - s) if c.sign() else c) for s, m, c in terms), ZERO) / Number(self.count)

    def bound(self, low, high, most, at=None):
        """Proves e ≤ most on [low, high]; inside a piece they may be equal at the place `at` only."""
        floor = most.floor()
        for start, end, terms in self.pieces:
            if start <= high and low <= end and not self.is_low(start, end, terms, floor):
                cuts = [max(start, low), min(end, high)]
                cuts[1:1] = [at] if at is not None and cuts[0] < at < cuts[1] else []
                for l, h in zip(cuts, cuts[1:]):
                    self.search(terms, l, h, most, at, 0)

    def is_low(self, l, h, terms, floor):
        """A rough bound: e ≤ h times the mean of the greater W over the smaller L − s."""
        if (l - terms[-1][0]).sign() == 0:
            return False
        greatest = (max(m * (l - s) + c, m * (h - s) + c).floor() + 3 for s, m, c in terms)
        ratios = sum((w << PRECISION) // (l - s).floor() + 1 for w, (s, _, _) in zip(greatest, terms))
        return (h.floor() + 3) * ratios <= (floor * self.count) << PRECISION

    def search(self, terms, l, h, most, at, depth):
        ends = [self.value(terms, x) for x in (l, h)]
        need(max(ends) <= most, "the gain is greater somewhere in the range")
        curved, slope = [term for term in terms if term[2].sign()], sum((m for _, m, _ in terms), ZERO)
        falls = [[c * s / ((x - s) * (x - s)) for x in (l, h)] for s, _, c in curved]
        least, greatest = slope - sum(map(max, falls), ZERO), slope - sum(map(min, falls), ZERO)
        if all(c.sign() > 0 for _, _, c in curved) or least.sign() >= 0 or greatest.sign() <= 0:
            return  # e is convex or monotone
        if at in (l, h):
            bends = [max(pair[i] / (x - s) for i, x in enumerate((l, h))) for pair, (s, _, _) in zip(falls, curved)]
            slope_at = slope - sum((pair[(l, h).index(at)] for pair in falls), ZERO)
            if slope_at.sign() == 0 and sum(bends, ZERO).sign() <= 0:
                return  # e is concave, and its derivative is 0 at this end
        steepest = max(greatest, ZERO - least) / Number(self.count)
        if ends[0] + ends[1] + steepest * (h - l) <= most + most:
            return
        need(depth < 200, "it cannot be shown that the gain is nowhere greater")
        middle = (l + h) / Number(2)
        self.search(terms, l, middle, most, at, depth + 1)
        self.search(terms, middle, h, most, at, depth + 1)


def check_range(table, reader):
    a, b, c, d = reader.integers(4)
    gain = Gain(table, (a, b), (c, d))
    if reader.next() == "closed":
        at, value = reader.number("at"), reader.value()
        need(gain.at(at) == value, "the gain has another value there")
        gain.bound(gain.low, gain.high, value, at)
        return "the gain is greatest on the range at this place, and has this value there"
    need(reader.words == ["inside"], "expected 'closed' or 'inside'")
    at, value = reader.decimal(), reader.decimal()
    first, last = max(gain.low, at - HALF), min(gain.high, at + HALF)
    greatest = max(gain.at(first), gain.at(last))
    need(value - HALF <= greatest, "the gain is less around the place")
    gain.bound(first, last, value + HALF)
    gain.bound(gain.low, first, greatest)
    gain.bound(last, gain.high, greatest)
    return "the greatest gain on the range and its place, rounded, are these"


def check_moves(table, reader):
    segments, total = [], 0
    for _ in range(*reader.integers(1)):
        a, b, value = reader.read("segment", 3)
        need(0 <= table.key((a, b)) <= table.limit, "g is not known for the segment")
        need(table.values[bisect_right(table.starts, table.key((a, b))) - 1] == value, "g has another value there")
        segments.append(((a, b), value))
        total ^= value
    for segment, value in segments:
        for length in table.lengths:
            if table.key(length) <= table.key(segment):
                places = table.winning_places(segment, length, total ^ value)
                need(reader.read("piece") == [len(places)], f"expected 'piece {len(places)}'")
                for place in places:
                    need(reader.read("places") == place, f"expected 'places' and {place}")
    return f"the sum has the value {total}, and these are its winning moves"


def check(reader):
    table = Table(reader)
    table.check()
    claim = {"range": check_range, "moves": check_moves}.get(reader.next())
    proven = claim(table, reader) if claim else "nothing else is claimed"
    need((reader.next() if claim else reader.words[0]) == "end", "expected 'end'")
    need(len(reader.words) == 1 and not reader.file.read(1), "there is something behind 'end'")
    print(f"g is proven on all {len(table.values)} steps; {proven}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    with open(sys.argv[1], encoding="ascii", errors="replace", newline="\n") as text:
        check(Reader(text))
