"""A game's sentences: refusals, events and factors, by message key.

`words/<language>.json` in a game's folder holds them in every language of the page, which takes them from there when it
is built; Python reads the English ones. A message is a text with {places}, or its plural forms. Plural forms are chosen
`by` a parameter: a number, or a list, whose length is then `n`. Refusals and factors are clauses, without a capital
or a full stop; events are sentences.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

Message = str | dict[str, str]
#: How the values of a parameter read in a sentence, by the parameter's name.
Readings = Mapping[str, Callable[[Any], str]]

#: Parameters that hold a seat, or a list of seats, in any game; see `Spec.seat_params` for a game's own.
SEATS = ("seat", "starter", "winners")


class Words:
    """The English messages of one game."""

    def __init__(self, folder: Path, readings: Readings, seat_params: tuple[str, ...] = ()) -> None:
        self.messages: dict[str, dict[str, Message]] = json.loads((folder / "en.json").read_text("utf-8"))
        self._readings = {**dict.fromkeys((*SEATS, *seat_params), "seat {}".format), **readings}

    def sentence(self, kind: str, key: str, params: Mapping[str, Any]) -> str:
        """Return the sentence of a message; raises KeyError if a place cannot be filled."""
        return self._fill(self.messages[kind][key], params, {})

    def event(self, event: Mapping[str, Any]) -> str:
        """Return the sentence of an event, or nothing if it has none; "?" stands for what its viewer may not see."""
        message = self.messages["events"].get(event["event"], "")
        text = self._fill(message, event, _Hidden())
        return text[:1].upper() + text[1:]

    def events(self, events: Iterable[Mapping[str, Any]]) -> list[str]:
        """Return the sentences of the events that have one."""
        return [sentence for event in events if (sentence := self.event(event))]

    def _fill(self, message: Message, params: Mapping[str, Any], places: dict[str, str]) -> str:
        for name, value in params.items():
            places[name] = self._read(name, value)
        if isinstance(message, dict):
            counted = params[message["by"]]
            count = len(counted) if isinstance(counted, list) else int(counted)
            places["n"] = str(count)
            message = message[_form(message, count)]
        return message.format_map(places)

    def _read(self, name: str, value: Any) -> str:
        if isinstance(value, list):
            return ", ".join(self._read(name, each) for each in value)
        return self._readings.get(name, str)(value)


class _Hidden(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return "?"


def _form(message: dict[str, str], count: int) -> str:
    if count == 0 and "zero" in message:
        return "zero"
    return "one" if count == 1 else "other"
