"""Ctrl-C and progress: long work is stopped at once, and the object can be used after it."""

from __future__ import annotations

import numbers
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from fractions import Fraction

import pytest

from nimsweep import Algebraic, Game, InternalError, OctalGame, Surd, _engine, coins

# it is heard within 100 ms; a machine that is busy with other things may take longer
SOON = 1.0


def seconds_to_hear_ctrl_c(work: Callable[[], object]) -> float:
    """The time from a SIGINT, sent in the middle of the work, to the exception."""
    sent: list[float] = []

    def send() -> None:
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.3, send)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            work()
            time.sleep(10)  # the work has ended too early to be interrupted
        heard = time.monotonic()
    finally:
        timer.join()
    assert sent, "interrupted before the signal was sent"
    return heard - sent[0]


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_stops_the_growth_of_a_table_and_keeps_what_is_known(threads: int) -> None:
    game = Game(threads=threads)
    assert seconds_to_hear_ctrl_c(lambda: game.grundy(100_000)) < SOON
    assert game.known == 0
    # what was computed is kept: a table within it takes next to no time
    started = time.monotonic()
    table = game.grundy(1000)
    assert time.monotonic() - started < SOON
    assert (table.value == Game().grundy(1000).value).all()
    assert game.g("5+2*sqrt2") == 2
    # and again, further
    assert seconds_to_hear_ctrl_c(lambda: game.maximum(2, 100_000)) < SOON
    assert game.maximum(2, 10).decimal() == "2.61969775"


@pytest.mark.parametrize(
    "work",
    [
        lambda: Game().g(100_000),
        lambda: Game().moves(100_000),
        lambda: Game().period(100_000),
        lambda: Game("1,2").g(10_000_000),
        lambda: OctalGame("0.777").period(10**8),
        lambda: OctalGame("0.777").moves(10**8),
        # this has no watch: it ends on its own, later
        lambda: coins.count(6000, height=4),
    ],
)
def test_ctrl_c_is_heard_in_any_work(work: Callable[[], object]) -> None:
    assert seconds_to_hear_ctrl_c(work) < SOON


def test_a_panic_is_an_exception(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(InternalError, match=r"fault of nimsweep, please report it .*: as asked for"):
        _engine._panic()
    assert "panicked" in capfd.readouterr().err
    assert Game().g(5) == 1  # all goes on


@numbers.Rational.register
class LargeFraction:
    """A fraction in lowest terms that is made in no time."""

    def __init__(self, numerator: int, denominator: int) -> None:
        self.numerator, self.denominator = numerator, denominator


# made once, outside of the time that is measured
LARGE_POWER = Surd(7) ** 3_000_000
# a fraction with a class of its own, since Fraction takes long to make
LARGE_FRACTION = LargeFraction(7**4_000_000, 3**4_000_000)
LONG_ROW = ["GSGSG" * 12] * 1_000_000
HIGH_ROOT = Algebraic.roots([-3, 1] + [0] * 58 + [1])[-1]


@pytest.mark.parametrize(
    "work",
    [
        lambda: coins.row_value(LONG_ROW),
        lambda: coins.winning_moves(LONG_ROW, "Gary"),
        lambda: str(LARGE_POWER),
        lambda: repr(LARGE_POWER),
        lambda: LARGE_POWER._repr_latex_(),
        lambda: Surd(LARGE_FRACTION),  # type: ignore[arg-type]
        lambda: f"{HIGH_ROOT:.3000f}",
    ],
)
def test_ctrl_c_is_heard_during_work_on_large_numbers_and_long_rows(work: Callable[[], object]) -> None:
    assert seconds_to_hear_ctrl_c_alone(work) < SOON


def seconds_to_hear_ctrl_c_alone(work: Callable[[], object]) -> float:
    """As seconds_to_hear_ctrl_c, in a process that ends afterwards, and with it the work."""
    receiver, sender = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(sender, str(seconds_to_hear_ctrl_c(work)).encode())
        finally:
            os._exit(0)
    os.close(sender)
    os.waitpid(child, 0)
    with os.fdopen(receiver) as answer:
        text = answer.read()
    assert text, "the work has ended too early to be interrupted"
    return float(text)


def test_fractions_of_any_size_and_class_are_reduced() -> None:
    large = Fraction(7**30_000, 3**30_000)
    assert Surd(large).as_fraction() == large == Surd(
        LargeFraction(14**30_000, 6**30_000)  # type: ignore[arg-type]
    )

    assert str(Surd(LargeFraction(6, -4))) == "-3/2"  # type: ignore[arg-type]
    with pytest.raises(ZeroDivisionError):
        Surd(LargeFraction(1, 0))  # type: ignore[arg-type]


def test_no_more_than_four_interrupted_computations_run_on() -> None:
    program = """
import os, signal, threading
from nimsweep import Game, TooLargeError, stones
for _ in range(4):
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    try:
        stones.sum(10**3000, ratio=30)
    except KeyboardInterrupt:
        pass
try:
    stones.sum(2)
except TooLargeError as error:
    print(error)
print(Game().g(5))  # other work continues
os._exit(0)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    refusal, value = done.stdout.splitlines()
    assert refusal.startswith("4 computations that were interrupted still run") and value == "1"


def test_ctrl_c_is_heard_while_another_thread_lets_the_table_grow() -> None:
    game = Game(threads=1)
    stop = threading.Event()

    class Enough(Exception):
        pass

    def until_stopped(share: float | None) -> None:
        if stop.is_set():
            raise Enough

    def grow() -> None:
        with pytest.raises(Enough):
            game.grundy(100_000, progress=until_stopped)

    grower = threading.Thread(target=grow)
    grower.start()
    try:
        assert seconds_to_hear_ctrl_c(lambda: game.grundy(90_000)) < SOON
    finally:
        stop.set()
        grower.join()
    assert game.g(4) == Game().g(4)


def test_progress_is_reported_in_the_callers_thread() -> None:
    game = Game(threads=1)
    shares: list[float | None] = []
    threads: set[int] = set()

    def note(share: float | None) -> None:
        shares.append(share)
        threads.add(threading.get_ident())

    game.grundy(4000, progress=note)
    known = [share for share in shares if share is not None]
    assert len(known) > 3 and known == sorted(known)
    assert known[-1] == 1.0 and all(0 <= share <= 1 for share in known)
    assert threads == {threading.get_ident()}
    # what takes no time reports its end
    for quick in (game.grundy, game.period, game.gain):
        shares.clear()
        quick(10, progress=note)
        assert shares[-1] == 1.0
    for on_range in (game.maximum, game.maxima, game.gain_pieces, game.certificate):
        shares.clear()
        on_range(2, 10, progress=note)
        assert shares[-1] == 1.0


def test_an_exception_from_progress_ends_the_work_and_comes_out() -> None:
    class Enough(Exception):
        pass

    game = Game(threads=1)
    calls = 0

    def thrice(share: float | None) -> None:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise Enough

    with pytest.raises(Enough):
        game.grundy(100_000, progress=thrice)
    assert calls == 3
    with pytest.raises(TypeError):
        game.grundy(100_000, progress=7)  # type: ignore[arg-type]
    assert (game.grundy(500).value == Game().grundy(500).value).all()


def test_work_that_was_stopped_continues_where_it_was() -> None:
    class Enough(Exception):
        pass

    reached: list[float] = []

    def until(limit: float) -> Callable[[float | None], None]:
        def stop(share: float | None) -> None:
            if share is not None:
                reached.append(share)
                if share >= limit:
                    raise Enough

        return stop

    game = Game(threads=1)
    with pytest.raises(Enough):
        game.grundy(4000, progress=until(0.5))
    stopped, count = reached[-1], len(reached)
    game.grundy(300)  # another table between
    table = game.grundy(4000, progress=until(2.0))
    assert reached[count] >= 0.9 * stopped  # how the time grows is estimated again
    assert (table.value == Game().grundy(4000).value).all()


def test_other_threads_run_while_work_goes_on() -> None:
    counted = 0
    done = threading.Event()

    def count() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    before = counted
    started = time.monotonic()
    Game(threads=1).grundy(3500)
    passed = time.monotonic() - started
    done.set()
    counter.join()
    assert counted - before > 20 * passed
