"""Events as English sentences."""

from __future__ import annotations

from ludotheque.games import spec
from ludotheque.games.spec import Json


def sentences(game: str, events: list[Json]) -> list[str]:
    """A sentence for each event that has one."""
    known = spec(game).messages["events"]
    return [_filled(known[event["event"]], event) for event in events if event["event"] in known]


def _filled(template: str, event: Json) -> str:
    return template.format_map(_Fields(event))


class _Fields(dict[str, object]):
    """An event's fields; lists read better with commas than with brackets."""

    def __getitem__(self, name: str) -> object:
        value = super().__getitem__(name)
        return ", ".join(map(str, value)) if isinstance(value, list) else value

    def __missing__(self, name: str) -> str:
        # A field that this seat may not see.
        return "?"
