"""Positions from drawings; empty rows at the top and the bars that join a plank's squares may be omitted."""

from __future__ import annotations

import re
from typing import Any

from tests.games.refusals import refused

import ludotheque
from ludotheque import Match

NASCA = ludotheque.game("nasca")
ROWS = 10
EMPTY_ROW = "  ".join("·" * 11)


def position(drawing: str, **options: Any) -> Match:
    drawn = max((int(row) for row in re.findall(r"^\s*(\d+)  ", drawing, re.MULTILINE)), default=0)
    above = "".join(f"\n{row:2}  {EMPTY_ROW}" for row in range(ROWS, drawn, -1))
    return NASCA.resume(above + "\n" + drawing.strip("\n"), options)


def after(moves: str, **options: Any) -> Match:
    """Return a match after these moves from the start."""
    match = NASCA.start(seed=1, options=options)
    for move in moves.split():
        match.play(move)
    return match


def sentence(match: Match, move: str) -> str:
    return str(refused(match, move))
