"""Events as English sentences."""

from __future__ import annotations

from ludotheque.games import spec
from ludotheque.games.spec import Json


def sentences(game: str, events: list[Json]) -> list[str]:
    """Return a sentence for each event that has one."""
    return [sentence for event in events if (sentence := spec(game).words.event(event))]
