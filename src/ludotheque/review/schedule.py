"""The course of a review: which decisions are judged, in which order, and how long each.

First all decisions, then again those that seem to have cost most: what a review points out has been looked at twice as
closely. Each is a task of its own, so that whoever does them can do something else in between.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.bots import Budget
from ludotheque.bots.mcts_bot import load_knowledge, points_of_all
from ludotheque.match import Match
from ludotheque.review.judging import judge
from ludotheque.review.marks import loss_of
from ludotheque.review.model import Judgement, Rest
from ludotheque.review.plans import is_planned

#: The part of the budget with which all decisions are judged; the rest is for a second look.
FIRST_LOOK = 0.5
#: So many decisions get a second look.
SECOND_LOOKS = 12
#: A match with more decisions is judged at so many of them, evenly spread.
MOST_DECISIONS = 150
#: Where no search is needed (see `Knowledge.planned`), at so many.
MOST_PLANNED = 1500
#: No task is longer: others may be waiting for the processor.
LONGEST_SECONDS = 1.0


@dataclass(frozen=True)
class Task:
    """Judge move `number` of the match, counted from 1."""

    number: int
    budget: Budget


class Course:
    """Gives out tasks and takes in judgements, one after the other."""

    def __init__(self, numbers: list[int], budget: Budget) -> None:
        self._first = list(numbers)
        self._budget = budget
        self._second: list[int] | None = None
        self._found: dict[int, Judgement] = {}
        self._done = 0

    @property
    def progress(self) -> float:
        total = len(self._first) + min(SECOND_LOOKS, len(self._first))
        return self._done / total if total else 1.0

    @property
    def judgements(self) -> list[Judgement]:
        """Those that have come in, in the order of the match."""
        return [self._found[number] for number in sorted(self._found)]

    def next(self) -> Task | None:
        """The task to do now; None when all is done."""
        if self._done < len(self._first):
            return Task(self._first[self._done], share(self._budget, FIRST_LOOK, len(self._first)))
        if self._second is None:
            losses = {number: loss_of(judgement) for number, judgement in self._found.items()}
            self._second = sorted(losses, key=lambda number: -losses[number])[:SECOND_LOOKS]
        place = self._done - len(self._first)
        if place >= len(self._second):
            return None
        return Task(self._second[place], share(self._budget, 1.0 - FIRST_LOOK, len(self._second)))

    def take(self, judgement: Judgement) -> None:
        """The judgement that the last task asked for."""
        self._found[judgement.number] = judgement
        self._done += 1


def share(budget: Budget, part: float, tasks: int) -> Budget:
    """What each of some tasks gets of a part of the budget."""
    if budget.seconds is not None:
        return Budget(seconds=min(LONGEST_SECONDS, budget.seconds * part / tasks))
    assert budget.simulations is not None
    return Budget(simulations=max(1, round(budget.simulations * part / tasks)))


class Positions:
    """A match that can be looked at before each of its moves."""

    def __init__(self, match: Match) -> None:
        """Take a match as it ended; it is left as it is."""
        load_knowledge(match.game)
        self.match = match
        self._before = list[Match]()
        earlier = match.beginning()
        self._moves = list(match.played)
        for seat, move in self._moves:
            self._before.append(earlier.copy())
            earlier.play(move, seat)

    def numbers(self) -> list[int]:
        """The moves that were decisions: there was another one."""
        found = [
            number
            for number, (seat, _) in enumerate(self._moves, 1)
            if len(self._before[number - 1].legal_actions(seat)) > 1
        ]
        count = min(len(found), MOST_PLANNED if is_planned(self.match) else MOST_DECISIONS)
        return [found[k * len(found) // count] for k in range(count)]

    @property
    def whole(self) -> float:
        """What counts as all there is to win: the match, or alone at the table the points of a perfect result."""
        return points_of_all(self.match) if self.match.seats == 1 else 1.0

    @property
    def rest(self) -> Rest:
        """What changes chances besides decisions."""
        if is_planned(self.match):
            return "speed"
        return "luck" if self.match.secret else "nothing"

    def judge(self, task: Task, seed: str) -> Judgement:
        seat, move = self._moves[task.number - 1]
        return judge(self._before[task.number - 1], seat, move, task.budget, seed)


def load_review(fresh: Match) -> None:
    """Have all that a review of such a match needs compiled, or loaded from the cache."""
    load_knowledge(fresh.game)
    seat = fresh.to_act[0]
    judge(fresh, seat, fresh.legal_moves(seat)[0], Budget(simulations=1))
