"""Records: a match as JSON that a person can read, and the way back, every move checked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from ludotheque.errors import BadRecord, LudothequeError
from ludotheque.game import game
from ludotheque.games.spec import Json
from ludotheque.match import RECORD_FORMAT, Match


class Result(msgspec.Struct, forbid_unknown_fields=True):
    scores: list[int]
    winners: list[int]


class Record(msgspec.Struct, forbid_unknown_fields=True):
    """The fields of a record. `position`: only where the match did not begin with a deal."""

    format: str
    game: str
    rules_version: int
    seats: int
    options: dict[str, Any]
    seed: str | int
    history: list[tuple[int, str]]
    position: dict[str, Any] | None = None
    result: Result | None = None


def replay(record: Json | str | bytes) -> Match:
    """The match that a record (JSON text or decoded) tells; BadRecord names the first move that does not fit."""
    checked = check_shape(record)
    match = begin(checked)
    for number, (seat, move) in enumerate(checked.history):
        try:
            match.play(move, seat)
        except LudothequeError as error:
            raise BadRecord(f"move {number + 1} (seat {seat}: {move!r}) does not fit: {error}", number) from error
    check_result(checked, match)
    return match


def check_shape(record: Json | str | bytes) -> Record:
    """The record with its fields checked, but not yet its moves."""
    if isinstance(record, (str, bytes)):
        record = _decode(record)
    if not isinstance(record, dict):
        raise BadRecord("a record is a JSON object")
    if record.get("format") != RECORD_FORMAT:
        raise BadRecord(f"its format is {record.get('format')!r}; this version reads {RECORD_FORMAT!r}")
    try:
        return msgspec.convert(record, Record)
    except msgspec.ValidationError as error:
        raise BadRecord(f"its fields are not those of a record: {error}") from None


def begin(record: Record) -> Match:
    """The match before its first move."""
    try:
        played = game(record.game)
        if record.rules_version != played.spec.rules_version:
            raise BadRecord(
                f"it was played with version {record.rules_version} of the rules of {record.game}; "
                f"this is version {played.spec.rules_version}"
            )
        if record.position is None:
            return played.start(record.seats, record.seed, record.options)
        match = played.resume(record.position, record.options, record.seed)
    except BadRecord:
        raise
    except LudothequeError as error:
        raise BadRecord(f"its match cannot start: {error}") from error
    if match.seats != record.seats:
        raise BadRecord(f"it says {record.seats} seats, but its position has {match.seats}")
    return match


def check_result(record: Record, match: Match) -> None:
    """The result that the record tells must be the one that its moves lead to."""
    if (record.result is not None) != match.over:
        raise BadRecord("it has a result, but its match is not over" if record.result else "its result is missing")
    if record.result is not None:
        told = (record.result.scores, record.result.winners)
        if told != (match.scores, match.winners):
            raise BadRecord(
                f"it says scores {told[0]} and winners {told[1]}, "
                f"but its moves lead to {match.scores} and {match.winners}"
            )


def dump(record: Json) -> str:
    """The record as text, a move a line."""
    head = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in record.items() if key != "history"]
    moves = ",\n  ".join(json.dumps(move) for move in record["history"])
    history = f' "history": [\n  {moves}\n ]' if moves else ' "history": []'
    return "{\n" + ",\n".join([*head, history]) + "\n}\n"


def load(path: Path) -> Json:
    """The JSON of a record's file; BadRecord if it cannot be read."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise BadRecord(f"{path}: cannot be read ({error.strerror})") from None
    return _decode(text)


def _decode(text: str | bytes) -> Json:
    try:
        record = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadRecord(f"it is not JSON, or cut off: {error}") from None
    if not isinstance(record, dict):
        raise BadRecord("a record is a JSON object")
    return record
