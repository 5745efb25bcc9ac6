"""Positions and helpers for the tests of Domino 3D.

Domino 18 is the start of most positions. Its row in the box is DEBEE CABED: half 0 (on 0,0,0) shows W D, N E, S B,
U E; half 1 (on 1,0,0) shows E C, N A, S B, U E. Domino 20 is CABEE ADCAA.
"""

from __future__ import annotations

from typing import Any

import ludotheque
from ludotheque import Match

DOMINO = ludotheque.game("domino3d")


def start(drawn: int, more: str = "", *, turn: int = 0, scores: str = "0 0", idle: int = 0) -> str:
    """Return a drawing with domino 18 as the start, more dominoes, and a drawn one."""
    return f"""
    domino 18 at 0,0,0 E U (start)
    {more}
    mode: classic
    turn: {turn}
    drawn: {drawn}
    scores: {scores}
    idle: {idle}
    """


def position(drawing: str, **options: Any) -> Match:
    return DOMINO.resume(drawing, options, seed=1)


#: The dominoes in nobody's hand or set in the race positions below.
RACE_FACTS = """
    mode: race
    phase: build
    round: 1
    finished: -
    given up: -
    verdicts: - - - - - -
    to act: 0 1 2 3 4 5
"""

#: Six dominoes that match everywhere, one of them (9) upright.
FLAWLESS = """
    domino 18 at 0,0,0 E U
    domino 20 at 2,0,0 E U
    domino 30 at 1,1,0 E U
    domino 9 at 1,0,2 D N
    domino 11 at 4,0,0 E U
    domino 12 at -1,0,0 U W
"""


def race(own: str, hand: str = "-", facts: str = RACE_FACTS, totals: str = "0 0 0 0 0 0") -> str:
    """Return a drawing with six seats: seat 0 has laid down these dominoes, the others have six in hand each."""
    points = totals.split()
    others = ["0, 1, 2, 3, 4, 5", "6, 7, 8, 10, 13, 14", "15, 16, 17, 19, 21, 22", "23, 24, 25, 26, 27, 28"]
    others.append("33, 34, 35, 36, 37, 38")
    seats = [f"seat {seat}: {points[seat]} points\n    hand: {others[seat - 1]}" for seat in range(1, 6)]
    return f"seat 0: {points[0]} points\n    hand: {hand}\n{own}\n" + "\n".join(seats) + facts
