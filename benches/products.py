"""Products of numbers p + q√2 in Python, beside pairs of `mpq` of gmpy2, which has to be installed.

python benches/products.py prints milliseconds, each the least of seven runs, and compares the results.
"""

from __future__ import annotations

import functools
import operator
import random
import time
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from gmpy2 import mpq

from nimsweep import Surd

Number = TypeVar("Number", Surd, "Pair")


class Pair(NamedTuple):
    """The number p + q√2."""

    p: mpq
    q: mpq

    def __mul__(self, other: Pair) -> Pair:  # type: ignore[override]
        return Pair(self.p * other.p + 2 * self.q * other.q, self.p * other.q + self.q * other.p)


def from_the_left(numbers: list[Number]) -> Number:
    return functools.reduce(operator.mul, numbers)


def by_a_tree(numbers: list[Number]) -> Number:
    while len(numbers) > 1:
        numbers = [from_the_left(numbers[start : start + 2]) for start in range(0, len(numbers), 2)]
    return numbers[0]


def timed(name: str, work: Callable[[], Surd | Pair]) -> tuple[int, ...]:
    least = float("inf")
    for _ in range(7):
        start = time.perf_counter()
        product = work()
        least = min(least, time.perf_counter() - start)
    print(f"{name:30} {1000 * least:8.2f}")
    parts = (product.rational_part, *product.roots.values()) if isinstance(product, Surd) else product
    return tuple(int(number) for part in parts for number in (part.numerator, part.denominator))


def main() -> None:
    randomly = random.Random(1)
    parts = [[randomly.randrange(1, 1 << 30) for _ in range(4)] for _ in range(400)]
    surds = [Surd(f"{n}/{m}+{k}/{l}*sqrt2") for n, m, k, l in parts]
    pairs = [Pair(mpq(n, m), mpq(k, l)) for n, m, k, l in parts]
    results = {
        timed("Surd from the left", lambda: from_the_left(surds)),
        timed("pairs of mpq from the left", lambda: from_the_left(pairs)),
        timed("Surd.product", lambda: Surd.product(surds)),
        timed("pairs of mpq by a tree", lambda: by_a_tree(pairs)),
    }
    if len(results) > 1:
        raise SystemExit("the products differ")


if __name__ == "__main__":
    main()
