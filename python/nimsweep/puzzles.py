"""Puzzles: positions with one winning move only, up to mirror."""

from __future__ import annotations

import datetime
import json
from dataclasses import dataclass
from typing import final

from nimsweep._engine import Surd, json_answer


@final
@dataclass(frozen=True, slots=True)
class Puzzle:
    """The puzzle of the day.

    Attributes:
        date: the day.
        difficulty: from 1 on Mondays to 7 on Sundays.
        lengths: those of the pieces.
        segments: the position.
        asked: what is to be found, in words.
    """

    date: datetime.date
    difficulty: int
    lengths: tuple[Surd, ...]
    segments: tuple[Surd, ...]
    asked: str


def puzzle(date: datetime.date | str | None = None) -> Puzzle:
    """The puzzle of the day: segments with one winning move only, up to mirror. The program and its page
    have the same ones.

    Args:
        date: a day from 2000 to 2999, such as "2026-11-26"; today in UTC if it is not given.

    Raises:
        DomainError: for a text that is not such a date.

    >>> from nimsweep import Game, puzzle
    >>> wanted = puzzle("2026-11-26")
    >>> wanted.segments
    (Surd('2+2*sqrt(2)'), Surd('4+sqrt(2)'))
    >>> wanted.asked
    'only one move and its mirror image win: which piece, on which segment, where?'
    >>> Game(wanted.lengths).value(*wanted.segments)  # not 0, so that some move wins
    4
    """
    question = {"command": "puzzle"} | ({} if date is None else {"date": str(date)})
    answer = json.loads(json_answer(json.dumps(question)))
    lengths, segments = (tuple(map(Surd, answer[key])) for key in ("lengths", "segments"))
    day = datetime.date.fromisoformat(answer["date"])
    return Puzzle(day, answer["difficulty"], lengths, segments, answer["asked"])
