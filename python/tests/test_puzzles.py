"""The puzzles of the days: each has one winning move, up to mirror."""

import datetime

import pytest

from nimsweep import DomainError, Game, puzzle


def test_a_puzzle_has_one_winning_move() -> None:
    monday = datetime.date(2026, 11, 23)
    for days in range(14):
        day = monday + datetime.timedelta(days)
        wanted = puzzle(day)
        assert wanted == puzzle(str(day))
        assert (wanted.date, wanted.difficulty) == (day, days % 7 + 1)
        moves = Game(wanted.lengths).moves(*wanted.segments)
        assert 1 <= len(moves) <= 2
        assert len({(segment, length) for segment, length, _ in moves}) == 1
        assert all((places.start == places.end) == (wanted.difficulty >= 4) for _, _, places in moves)


def test_a_day_is_chosen_in_utc() -> None:
    before = datetime.datetime.now(datetime.timezone.utc).date()
    assert puzzle().date in (before, before + datetime.timedelta(1))


@pytest.mark.parametrize("date", ["2026-02-30", "1999-12-31", "3000-01-01", "today", ""])
def test_what_is_no_day_is_refused(date: str) -> None:
    with pytest.raises(DomainError, match="is not a date from 2000 to 2999; write it as in 2026-11-25"):
        puzzle(date)
