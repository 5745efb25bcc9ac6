"""A review from its match to its summary: which decisions are judged, in which order, and for how long.

First all decisions, then once more those that seem to have cost most: what a review points out has been searched twice.
Each is a task of its own, so that whoever carries them out can do something else in between.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludotheque import record
from ludotheque.bots import Budget
from ludotheque.bots.workspace import perfect_score
from ludotheque.engine.knowledge import knowledge_of
from ludotheque.games import load_knowledge
from ludotheque.games.spec import Json
from ludotheque.match import Match
from ludotheque.review.judging import is_planned, judge
from ludotheque.review.model import Judgement, Residual, Review
from ludotheque.review.summary import loss_of, summarize

#: The budget of a match, on one thread.
BUDGET = Budget(seconds=30.0)
#: Reviews of the same match use the same random numbers.
REVIEW_SEED = "review"
#: The share of the budget spent on judging every decision once.
FIRST_PASS = 0.5
#: The number of decisions judged again with the rest of the budget.
SECOND_PASS = 12
#: At most this many decisions of a match are judged, evenly spread.
MAX_DECISIONS = 150
#: The same limit where no search is needed (see `Knowledge.planned`).
MAX_PLANNED = 1500
#: The longest task: others may be waiting for the processor.
MAX_SECONDS = 1.0


def review(
    played: Match | Json,
    budget: Budget = BUDGET,
    progress: Callable[[float], None] | None = None,
) -> Review:
    """Review a match, or a record of one; raises BadRecord. `progress` is called with the part that is done.

    The same number of simulations gives the same review.
    """
    winners = None
    if isinstance(played, Match):
        match = played
    else:
        match, end = record.replay(played), record.check_shape(played).end
        winners = end.winners if end else None
    positions = Positions(match)
    schedule = Schedule(positions.decisions(), budget)
    while (task := schedule.next()) is not None:
        schedule.add(positions.judge(task, REVIEW_SEED))
        if progress is not None:
            progress(schedule.progress)
    return summarize(match, schedule.judgements, positions.scale, positions.residual, winners)


@dataclass(frozen=True)
class Task:
    """Judge move `number` of the match, counted from 1."""

    number: int
    budget: Budget


class Schedule:
    """Gives out tasks and collects their judgements, one after the other."""

    def __init__(self, numbers: list[int], budget: Budget) -> None:
        self._first = list(numbers)
        self._budget = budget
        self._second: list[int] | None = None
        self._judged: dict[int, Judgement] = {}
        self._done = 0

    @property
    def progress(self) -> float:
        total = len(self._first) + min(SECOND_PASS, len(self._first))
        return self._done / total if total else 1.0

    @property
    def judgements(self) -> list[Judgement]:
        """Those that have been added, in the order of the match."""
        return [self._judged[number] for number in sorted(self._judged)]

    def next(self) -> Task | None:
        """Return the task to do now; None when all are done."""
        if self._done < len(self._first):
            return self._task(self._first[self._done], FIRST_PASS, len(self._first))
        if self._second is None:
            losses = {number: loss_of(judgement) for number, judgement in self._judged.items()}
            self._second = sorted(losses, key=lambda number: -losses[number])[:SECOND_PASS]
        place = self._done - len(self._first)
        if place >= len(self._second):
            return None
        return self._task(self._second[place], 1.0 - FIRST_PASS, len(self._second))

    def _task(self, number: int, part: float, tasks: int) -> Task:
        budget = self._budget.part(part, tasks)
        if budget.seconds is not None:
            budget = Budget(seconds=min(MAX_SECONDS, budget.seconds))
        return Task(number, budget)

    def add(self, judgement: Judgement) -> None:
        """Add the judgement of the last task."""
        self._judged[judgement.number] = judgement
        self._done += 1


class Positions:
    """The positions of a match before each of its moves."""

    def __init__(self, match: Match) -> None:
        """Replay a match, which is left as it is."""
        load_knowledge(match.game)
        self.match = match
        self._before = list[Match]()
        earlier = match.beginning()
        self._moves = list(match.played)
        for seat, move in self._moves:
            self._before.append(earlier.copy())
            earlier.play(move, seat)

    def before(self, number: int) -> Match:
        """Return the position before move `number`, counted from 1."""
        return self._before[number - 1]

    def decisions(self) -> list[int]:
        """Return the numbers of the moves with an alternative, or of as many of them as a review judges."""
        decisions = [
            number
            for number, (seat, _) in enumerate(self._moves, 1)
            if len(self.before(number).legal_actions(seat)) > 1
        ]
        count = min(len(decisions), MAX_PLANNED if is_planned(self.match) else MAX_DECISIONS)
        return [decisions[k * len(decisions) // count] for k in range(count)]

    @property
    def scale(self) -> float:
        """The value of winning: 1, or in a solo match the points of a perfect score."""
        return perfect_score(knowledge_of(self.match.rules.dtype)) if self.match.seats == 1 else 1.0

    @property
    def residual(self) -> Residual:
        """What changes values besides decisions."""
        if is_planned(self.match):
            return "speed"
        return "luck" if self.match.uncertain else "nothing"

    def judge(self, task: Task, seed: str) -> Judgement:
        seat, move = self._moves[task.number - 1]
        return judge(self.before(task.number), seat, move, task.budget, seed)


def load_review(fresh: Match) -> None:
    """Compile what a review of such a match needs, or load it from the cache."""
    load_knowledge(fresh.game)
    seat = fresh.to_act[0]
    judge(fresh, seat, fresh.legal_moves(seat)[0], Budget(simulations=1))
