"""Reference counts: how many sequences of moves lead on from a position.

`python -m tests.perft` counts with each game's slow `tests/games/<game>/reference.py` and writes
`tests/perft.json`; the engine must find the same numbers (`tests/test_perft.py`).
"""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

from ludotheque import Match
from tests.cases import CASES, Case, declared, steps

FILE = Path(__file__).parent / "perft.json"


def places(case: Case) -> list[tuple[int, int]]:
    """After how many random moves the counting starts, and how deep it goes."""
    return list(declared(case.name).COUNTS)


def position(case: Case, moves: int) -> Match:
    match = case.start("counts")
    list(steps(match, random.Random(moves), moves))
    return match


def count(match: Match, depth: int) -> int:
    """By the engine."""
    if depth == 0 or match.over:
        return 1
    total = 0
    for seat in match.to_act:
        for move in match.legal_moves(seat):
            after = match.copy()
            after.play(move, seat)
            total += count(after, depth - 1)
    return total


def count_slowly(slow: Any, match: Match, depth: int) -> int:
    """By the reference; `match` tells it what chance brought, where the game has chance."""
    if depth == 0 or slow.over:
        return 1
    total = 0
    for seat in slow.to_act:
        for move in sorted(slow.legal_moves(seat)):
            after = match.copy()
            after.play(move, seat)
            other = copy.deepcopy(slow)
            other.play(seat, move, after.state())
            total += count_slowly(other, after, depth - 1)
    return total


def main() -> None:
    from tests.test_reference import reference

    found = {}
    for case in CASES:
        for moves, depth in places(case):
            match = position(case, moves)
            found[f"{case} after {moves} moves, {depth} deep"] = count_slowly(reference(case, match), match, depth)
    FILE.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
