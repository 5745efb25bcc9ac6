"""The data of a review: plain values that go to a file, over the wire and into the page as they are."""

from __future__ import annotations

from typing import Literal

import msgspec

from ludotheque.engine.knowledge import Factor

#: From the best to the worst.
Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
GRADES: tuple[Grade, ...] = ("best", "good", "inaccuracy", "mistake", "blunder")
#: The unit of values: chances to win, from 0 to 1; in a solo match, expected points.
Unit = Literal["chance", "points"]
#: What changed the values besides decisions: nothing, deals and draws, or who was quicker.
Residual = Literal["nothing", "luck", "speed"]


class Evaluation(msgspec.Struct, frozen=True):
    """The best move, and the values for all seats after it and after the move that was played."""

    best_move: str
    best: list[float]
    played: list[float]


class Judgement(msgspec.Struct, frozen=True):
    """A judged decision. `number`: of the move in the match, from 1.

    `known`: by what the seat knew; `hindsight`: with everything revealed. `best_factors`: the reasons for the best
    move; `played_factors`: for the one that was played.
    """

    number: int
    seat: int
    move: str
    known: Evaluation
    hindsight: Evaluation
    best_factors: list[Factor]
    played_factors: list[Factor]


class Decision(msgspec.Struct, frozen=True):
    """A judgement and its grade. `loss`: what the move cost its seat, 0 if within the noise."""

    judgement: Judgement
    loss: float
    grade: Grade


class Account(msgspec.Struct, frozen=True):
    """Where a seat's result comes from: `start` + `residual` + `play` + `others` = `result`.

    `play`: its own decisions, 0 or less; `others`: those of the other seats; `residual`: what no decision explains but
    `Review.residual` does. `loss`: the mean loss of its decisions; `grades`: how often it got each of GRADES.
    """

    start: float
    residual: float
    play: float
    others: float
    result: float
    loss: float
    grades: list[int]


class Review(msgspec.Struct, frozen=True):
    """The review of a match. `curve`: the values of all seats before the first move and after each one.

    `moments`: the indices in `decisions` of the most instructive ones.
    """

    game: str
    unit: Unit
    residual: Residual
    decisions: list[Decision]
    moments: list[int]
    curve: list[list[float]]
    accounts: list[Account]
