"""Random sets of the race with their wrong joints, for the page: `python -m tests.games.domino3d.race_joints`.

The page says while one builds which marks do not match. Its test reads the file that is written here.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from tests.games.domino3d.positions import DOMINO

from ludotheque.games.domino3d.rules.common.board import DIRECTIONS
from ludotheque.games.domino3d.rules.common.model import Difference, at, model_of

FILE = Path(__file__).parents[3] / "web/src/games/domino3d/joints.jsonl"
SETS = 150


def case_of(seed: int) -> dict[str, Any]:
    """Return a set, and the wrong joints that its last domino is part of."""
    pieces = random_set(seed)
    own = model_of(pieces[-1:]).filled.keys()
    return {"pieces": pieces, "wrong": sorted(joint(one) for one in model_of(pieces).errors() if own & {*one.cells})}


def random_set(seed: int) -> list[dict[str, Any]]:
    """Return up to ten dominoes; each time the highest of some random placements, so that marks get covered."""
    chance = random.Random(seed)
    match = DOMINO.start(2, seed, {"mode": "race"})
    for _ in range(chance.randint(2, 10)):
        moves = [move for move in match.legal_moves(0) if move.startswith("place")]
        match.play(max(chance.choices(moves, k=4), key=height), 0)
    pieces: list[dict[str, Any]] = match.state()["sets"][0]
    return pieces


def height(move: str) -> int:
    return int(move.split()[2].split(",")[2])


def joint(found: Difference) -> str:
    """Return a joint as a text that does not depend on which of its cells is named first."""
    halves = sorted(f"{at(cell)} {mark}" for cell, mark in zip(found.cells, found.marks, strict=True))
    return f"{DIRECTIONS[found.side]}: {halves[0]} | {halves[1]}"


def text() -> str:
    return "".join(f"{json.dumps(case_of(seed))}\n" for seed in range(SETS))


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
