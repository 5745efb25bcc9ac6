"""Which entries of a journal a snapshot contains: all that still count, and the latest of those that are settled.

Entries are settled in groups, and forgotten in the same groups, so that what is left tells a story without holes: a
takeback goes with the moves that it undid, a person who left with their sitting down, an answer with its question.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Literal

from ludotheque.server.tables import journal

Settled = Literal["lines", "presences", "sittings", "questions", "takebacks", "absences"]

#: How many settled entries of each kind are kept, except that the latest group is always kept as a whole.
LIMITS: dict[Settled, int] = {
    "lines": 200,
    "presences": 50,
    "sittings": 100,
    "questions": 100,
    "takebacks": 300,
    "absences": 50,
}


class Remembered:
    """The numbers of the entries that a snapshot contains, in order. Only moves that stand make them grow for ever."""

    def __init__(self) -> None:
        self._numbers: dict[int, None] = {}
        self._settled: dict[Settled, deque[list[int]]] = {kind: deque() for kind in LIMITS}
        self._sizes: dict[Settled, int] = dict.fromkeys(LIMITS, 0)
        #: For each move that stands, its number and those of the people who were ready after it.
        self._moves: list[list[int]] = []
        #: The moves of a resumed match that were played at another table.
        self._earlier = 0
        self._sittings: dict[int, list[int]] = {}
        self._absences: dict[int, list[int]] = {}
        self._question: list[int] = []

    def __iter__(self) -> Iterator[int]:
        return iter(self._numbers)

    def add(self, number: int, entry: journal.AnyEntry) -> None:
        """Add the next entry, and forget what has become too old."""
        self._numbers[number] = None
        match entry:
            case journal.Moved():
                self._moves.append([number])
            case journal.WentOn() if self._moves:
                self._moves[-1].append(number)
            case journal.Said():
                self.settle("lines", [number])
            case journal.Came() | journal.Gone():
                self.settle("presences", [number])
            case journal.Sat() | journal.Seeded() | journal.Left():
                self._sit(number, entry)
            case journal.Handed() | journal.Returned():
                self._absent(number, entry)
            case journal.Asked() | journal.Agreed() | journal.Declined():
                self._ask(number, entry)
            case journal.TookBack():
                self._take_back(number, entry)
            case journal.Made() if entry.resumes:
                self._earlier = len(entry.resumes.history)

    def _sit(self, number: int, entry: journal.Sat | journal.Seeded | journal.Left) -> None:
        sitting = self._sittings.setdefault(entry.seat, [])
        sitting.append(number)
        if isinstance(entry, journal.Left):
            self.settle("sittings", self._sittings.pop(entry.seat))

    def _absent(self, number: int, entry: journal.Handed | journal.Returned) -> None:
        absence = self._absences.setdefault(entry.seat, [])
        absence.append(number)
        if isinstance(entry, journal.Returned):
            self.settle("absences", self._absences.pop(entry.seat))

    def _ask(self, number: int, entry: journal.Asked | journal.Agreed | journal.Declined) -> None:
        if isinstance(entry, journal.Asked) and self._question:
            self.settle("questions", self._question)  # a move was its answer
            self._question = []
        self._question.append(number)
        if isinstance(entry, journal.Declined):
            self.settle("questions", self._question)
            self._question = []

    def _take_back(self, number: int, entry: journal.TookBack) -> None:
        first = max(0, entry.to - self._earlier)
        undone = [each for move in self._moves[first:] for each in move]
        del self._moves[first:]
        self.settle("takebacks", [*undone, *self._question, number])
        self._question = []

    def settle(self, kind: Settled, group: list[int]) -> None:
        """These entries are settled; forget the oldest groups of their kind if there are too many."""
        groups = self._settled[kind]
        groups.append(group)
        self._sizes[kind] += len(group)
        while self._sizes[kind] > LIMITS[kind] and len(groups) > 1:
            forgotten = groups.popleft()
            self._sizes[kind] -= len(forgotten)
            for number in forgotten:
                del self._numbers[number]
