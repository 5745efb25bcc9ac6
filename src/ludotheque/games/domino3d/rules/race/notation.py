"""Moves of the race as text: `place 17 2,0,0 E U`, `lift 17`, `done`, `give up`, `accept`, `object`."""

from __future__ import annotations

import re

from ludotheque.games.domino3d.rules.common.board import DOMINOES, PLACEMENTS
from ludotheque.games.domino3d.rules.common.notation import EXAMPLE, parse_move, parse_placement, placement_text
from ludotheque.games.domino3d.rules.race.state import ACCEPT, DONE, GIVE_UP, LIFT, OBJECT

WORDS = {DONE: "done", GIVE_UP: "give up", ACCEPT: "accept", OBJECT: "object"}
_ACTIONS = {word: action for action, word in WORDS.items()}

_PLACE = re.compile("place (0|[1-9][0-9]{0,2}) (.*)", re.DOTALL)
_LIFT = re.compile("lift (0|[1-9][0-9]{0,2})")

MOVES = (
    f"a move is place and a domino with a placement like {EXAMPLE}, lift and a domino, done, give up, accept or object"
)


def text(action: int) -> str:
    if action in WORDS:
        return WORDS[action]
    if action >= LIFT:
        return f"lift {action - LIFT}"
    return f"place {action // PLACEMENTS} {placement_text(action % PLACEMENTS)}"


def parse(move: str) -> int:
    return parse_move(move, _parse_exactly, MOVES)


def _parse_exactly(move: str) -> int | None:
    if move in _ACTIONS:
        return _ACTIONS[move]
    if lift := _LIFT.fullmatch(move):
        return LIFT + _domino(lift[1])
    if place := _PLACE.fullmatch(move):
        placed = parse_placement(place[2])
        return None if placed is None else _domino(place[1]) * PLACEMENTS + placed
    return None


def _domino(number: str) -> int:
    if int(number) >= DOMINOES:
        raise ValueError(f"there is no domino {number}; the dominoes are 0 to {DOMINOES - 1}")
    return int(number)
