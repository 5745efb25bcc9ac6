"""Positions described in text files: dealt and played, given as JSON, or drawn."""

from __future__ import annotations

import json
from typing import Any

from ludotheque.catalogue import game
from ludotheque.errors import BadState
from ludotheque.match import Match


def position(name: str, described: dict[str, Any]) -> Match:
    """Return a match in the position described.

    It begins with a deal (`seed`, `seats`), with the JSON of `state()` as text (`state`), or with a drawing as `text()`
    makes it (`text`). Then `moves` are played, by the only seat to act or as `[seat, move]`. `options`: the game's.
    """
    about = game(name)
    options = described.get("options")
    seed = described.get("seed", "diagram")
    if "state" in described:
        match = about.resume(json.loads(described["state"]), options, seed)
    elif "text" in described:
        match = about.resume(described["text"], options, seed)
    elif "seed" in described:
        match = about.start(described.get("seats"), seed, options)
    else:
        raise BadState("a position needs `seed`, `state` or `text`")
    for move in described.get("moves", ()):
        seat, text = (None, move) if isinstance(move, str) else move
        match.play(text, seat)
    return match
