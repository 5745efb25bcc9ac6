"""The data of a review: plain values that go to a file, over the wire and into the page as they are."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

#: From the best to the worst.
Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
GRADES: tuple[Grade, ...] = ("best", "good", "inaccuracy", "mistake", "blunder")
#: The unit of values: chances to win, from 0 to 1; in a solo match, expected points.
Unit = Literal["chance", "points"]
#: What changed the values besides decisions: nothing, deals and draws, or who was quicker.
Rest = Literal["nothing", "luck", "speed"]


class Factor(msgspec.Struct, frozen=True):
    """Something that speaks for a move: a message key (`factors` in the game's words) and its parameters."""

    key: str
    params: dict[str, Any]


class Worth(msgspec.Struct, frozen=True):
    """The best move, and the values for all seats after it and after the move that was played."""

    better: str
    best: list[float]
    played: list[float]


class Judgement(msgspec.Struct, frozen=True):
    """A judged decision. `number`: of the move in the match, from 1.

    `known`: by what the seat knew; `hindsight`: with everything revealed. `why`: what speaks for the better move;
    `instead`: for the one that was played.
    """

    number: int
    seat: int
    move: str
    known: Worth
    hindsight: Worth
    why: list[Factor]
    instead: list[Factor]


class Decision(msgspec.Struct, frozen=True, rename={"grade": "mark"}):
    """A judgement and its grade, on the wire `mark`. `loss`: what the move cost its seat, 0 if within the noise."""

    judgement: Judgement
    loss: float
    grade: Grade


class Account(msgspec.Struct, frozen=True, rename={"grades": "marks"}):
    """Where a seat's result comes from: `start` + `rest` + `play` + `others` = `result`.

    `play`: its own decisions, 0 or less; `others`: those of the other seats; `rest`: what `Review.rest` names.
    `loss`: the mean loss of its decisions; `grades`: how often it got each of GRADES, on the wire `marks`.
    """

    start: float
    rest: float
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
    rest: Rest
    decisions: list[Decision]
    moments: list[int]
    curve: list[list[float]]
    accounts: list[Account]


def with_others_even(value: float, seat: int, seats: int) -> list[float]:
    """The values of all seats where one is known and the other seats share the rest."""
    return [value if other == seat else (1.0 - value) / max(1, seats - 1) for other in range(seats)]
