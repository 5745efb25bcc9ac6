"""The first place where two JSON values differ, and how."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Literal

import msgspec

#: How much of a long value is shown.
MOST = 60


@dataclass(frozen=True)
class Difference:
    """`path`: where, such as `hands[1].cards`. `kind`: only the order differs, or the size, or something else."""

    path: str
    kind: Literal["value", "size", "order"]
    one: str
    other: str

    def __str__(self) -> str:
        return f"{self.path or 'all of it'} ({self.kind}): {self.one} or {self.other}"


def first_difference(one: Any, other: Any, path: str = "") -> Difference | None:
    """None if both are the same JSON text: the order of keys counts, too."""
    if _text(one) == _text(other):
        return None
    if isinstance(one, str) and isinstance(other, str):
        return _in_text(one, other, path)
    if isinstance(one, dict) and isinstance(other, dict):
        kind = _kind(list(one), list(other))
        if list(one) != list(other):
            return _difference(path, kind, list(one), list(other))
    elif isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        kind = _kind(list(map(_text, one)), list(map(_text, other)))
        if kind != "value":
            return _difference(path, kind, one, other)
    else:
        return _difference(path, "value", one, other)
    within = (first_difference(mine, theirs, place) for place, mine, theirs in _pairs(one, other, path))
    return next(found for found in within if found)


def _pairs(one: Any, other: Any, path: str) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(one, dict):
        return ((f"{path}.{key}".lstrip("."), one[key], other[key]) for key in one)
    return ((f"{path}[{number}]", *both) for number, both in enumerate(zip_longest(one, other)))


def _kind(one: list[str], other: list[str]) -> Literal["value", "size", "order"]:
    """Of two lists, or of two texts as lists of letters; `value` also if they are equal."""
    if len(one) != len(other):
        return "size"
    return "order" if one != other and sorted(one) == sorted(other) else "value"


def _in_text(one: str, other: str, path: str) -> Difference:
    place = next(number for number, (a, b) in enumerate(zip_longest(one, other)) if a != b)
    around = slice(max(0, place - MOST // 2), place + MOST // 2)
    return _difference(f"{path}[{place}]", "size" if len(one) != len(other) else "value", one[around], other[around])


def _difference(path: str, kind: Literal["value", "size", "order"], one: Any, other: Any) -> Difference:
    return Difference(path, kind, _short(one), _short(other))


def _short(value: Any) -> str:
    text = _text(value)
    return text if len(text) <= MOST else text[: MOST - 3] + "..."


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()
