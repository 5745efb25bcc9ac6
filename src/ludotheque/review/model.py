"""What a review says: plain values that go to a file, over the wire and into the page as they are."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

#: How a decision is called, from the best to the worst.
Mark = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
MARKS: tuple[Mark, ...] = ("best", "good", "inaccuracy", "mistake", "blunder")
#: What values are: chances to win, from 0 to 1; alone at the table the points to expect.
Unit = Literal["chance", "points"]
#: What changed chances besides decisions: nothing, what was dealt and drawn, or who was quicker.
Rest = Literal["nothing", "luck", "speed"]


class Factor(msgspec.Struct, frozen=True):
    """Something that speaks for a move: a message key (`factors` in the game's messages) and its parameters."""

    key: str
    params: dict[str, Any]


class Worth(msgspec.Struct, frozen=True):
    """The best move that was found, and the values for all seats after it and after the move that was played."""

    better: str
    best: list[float]
    played: list[float]


class Judgement(msgspec.Struct, frozen=True):
    """A decision. `number`: which move of the match, from 1. `known`: by what the seat knew; `hindsight`: all revealed.

    `why`: what speaks for the better move; `instead`: for the one that was played.
    """

    number: int
    seat: int
    move: str
    known: Worth
    hindsight: Worth
    why: list[Factor]
    instead: list[Factor]


class Decision(msgspec.Struct, frozen=True):
    """A judgement with its mark. `loss`: what the move cost its seat, 0 where that is no more than noise."""

    judgement: Judgement
    loss: float
    mark: Mark


class Account(msgspec.Struct, frozen=True):
    """Where a seat's result comes from: `start` + `rest` + `play` + `others` = `result`.

    `play`: by its own decisions, 0 or less; `others`: by those of the others; `rest`: by what the review names.
    `loss`: of its decisions on average; `marks`: how many of each mark, in the order of MARKS.
    """

    start: float
    rest: float
    play: float
    others: float
    result: float
    loss: float
    marks: list[int]


class Review(msgspec.Struct, frozen=True):
    """A match looked back at. `curve`: the values of all seats before the first move and after each one.

    `moments`: the places in `decisions` of the most instructive ones.
    """

    game: str
    unit: Unit
    rest: Rest
    decisions: list[Decision]
    moments: list[int]
    curve: list[list[float]]
    accounts: list[Account]
