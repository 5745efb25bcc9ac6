"""Dominoes in the JSON of views and events, in all modes."""

from __future__ import annotations

from ludotheque.games.domino3d.rules.common.notation import placement
from ludotheque.games.spec import Json


def lies(action: int) -> Json:
    """Return where and how a domino lies."""
    cell, to, up = placement(action)
    return {"at": list(cell), "to": to, "up": up}


def numbers(dominoes: int) -> list[int]:
    """Return a set of dominoes, given as bits, in ascending order."""
    return [domino for domino in range(dominoes.bit_length()) if dominoes >> domino & 1]
