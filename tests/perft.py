"""Perft: the number of move sequences of a given length from a position.

`python -m tests.perft GAME ...` counts with the slow `tests/games/<game>/reference.py` and writes the numbers into
`tests/perft.json`; the engine must find the same ones (`tests/test_perft.py`).
"""

from __future__ import annotations

import copy
import json
import random
import sys
from pathlib import Path
from typing import Any

from ludotheque import Match
from tests.cases import CASES, Case, declared, steps

FILE = Path(__file__).parent / "perft.json"


def positions(case: Case) -> list[tuple[int, int]]:
    """Return after how many random moves to count, and to which depth."""
    return list(declared(case.name).PERFT)


def position(case: Case, moves: int) -> Match:
    match = case.start("counts")
    list(steps(match, random.Random(moves), moves))
    return match


def perft(match: Match, depth: int) -> int:
    """Count with the engine."""
    if depth == 0 or match.over:
        return 1
    total = 0
    for seat in match.to_act:
        for move in match.legal_moves(seat):
            after = match.copy()
            after.play(move, seat)
            total += perft(after, depth - 1)
    return total


def reference_perft(slow: Any, match: Match, depth: int) -> int:
    """Count with the reference; `match` provides the outcomes of chance."""
    if depth == 0 or slow.over:
        return 1
    total = 0
    for seat in slow.to_act:
        for move in sorted(slow.legal_moves(seat)):
            after = match.copy()
            after.play(move, seat)
            other = copy.deepcopy(slow)
            other.play(seat, move, after.state())
            total += reference_perft(other, after, depth - 1)
    return total


def main(games: list[str]) -> None:
    from tests.test_reference import reference

    found = json.loads(FILE.read_text())
    for case in (case for case in CASES if case.name in games):
        for moves, depth in positions(case):
            match = position(case, moves)
            found[f"{case} after {moves} moves, {depth} deep"] = reference_perft(reference(case, match), match, depth)
    FILE.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
