"""Records: a match as JSON that a person can read, and the way back, every move checked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import msgspec

from ludotheque.catalogue import game
from ludotheque.errors import BadRecord, LudothequeError, OtherFormat
from ludotheque.games.spec import Json
from ludotheque.match import RECORD_FORMAT, Match
from ludotheque.seeds import LAST_MATCH_NUMBER

#: 32 bytes.
Hex = Annotated[str, msgspec.Meta(min_length=64, max_length=64, pattern="^[0-9a-f]*$")]
#: What a person's client adds to the shuffle.
Number = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
#: Which match of the seed it is.
MatchNumber = Annotated[int, msgspec.Meta(ge=0, le=LAST_MATCH_NUMBER)]
Level = Annotated[int, msgspec.Meta(ge=0, le=5)]
Milliseconds = Annotated[int, msgspec.Meta(ge=0)]
#: A message key, not a sentence.
Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern="^[a-z_]*$")]


class Result(msgspec.Struct, forbid_unknown_fields=True):
    scores: list[int]
    winners: list[int]


class Fair(msgspec.Struct, forbid_unknown_fields=True):
    """What the seed was made of: `fairness.py`. `numbers`: one for each seat, None where nobody gave one."""

    table: Annotated[str, msgspec.Meta(min_length=1)]
    commitment: Hex
    secret: Hex
    numbers: list[Number | None]


class GoesOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The match of which table goes on here, and how many moves of it stand at the beginning of the history."""

    table: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    moves: Annotated[int, msgspec.Meta(ge=0)]


class End(msgspec.Struct, forbid_unknown_fields=True):
    """How a match ended whose rules would have let it go on: `resigned`, `agreed`, `abandoned` or another reason.

    `seat`: whose doing it was. `winners`: if anybody won by it. `scores`: as they stood.
    """

    reason: Reason
    seat: int | None = None
    winners: list[int] | None = None
    scores: list[int] | None = None


class Record(msgspec.Struct, forbid_unknown_fields=True):
    """The fields of a record. `position`: only where the match did not begin with a deal. `number`: which match of the
    seed was dealt; left out where it is 0.

    A table adds `fair`; `times`: the milliseconds from the start to each move of the history, as its clock had them;
    `names`: those of the seats, None where there was none; `bots`: the level of the bot of each seat, 0 for people;
    `end`: only where it did not end by its rules; `goes_on`: only where it was taken up from another match, and then
    there is no `fair`, because nothing was dealt at that table.
    """

    format: str
    game: str
    rules_version: int
    seats: int
    options: dict[str, Any]
    seed: str | int
    history: list[tuple[int, str]]
    position: dict[str, Any] | None = None
    result: Result | None = None
    fair: Fair | None = None
    times: list[Milliseconds] | None = None
    names: list[str | None] | None = None
    end: End | None = None
    bots: list[Level] | None = None
    goes_on: GoesOn | None = None
    number: MatchNumber = 0


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
    told = record.get("format")
    if told != RECORD_FORMAT:
        why = f"its format is {told!r}; this version reads {RECORD_FORMAT!r}"
        raise OtherFormat(why, told) if isinstance(told, str) else BadRecord(why)
    try:
        checked = msgspec.convert(record, Record)
    except msgspec.ValidationError as error:
        raise BadRecord(f"its fields are not those of a record: {error}") from None
    _check_lengths(checked)
    return checked


def _check_lengths(record: Record) -> None:
    """What is told for each seat or each move must be told for all of them."""
    end = record.end or End("none")
    for name, entries, count, each in (
        ("times", record.times, len(record.history), "moves"),
        ("names", record.names, record.seats, "seats"),
        ("bots", record.bots, record.seats, "seats"),
        ("fair.numbers", record.fair.numbers if record.fair else None, record.seats, "seats"),
        ("end.scores", end.scores, record.seats, "seats"),
    ):
        if entries is not None and len(entries) != count:
            raise BadRecord(f"{name} has {len(entries)} entries, but it tells of {count} {each}")
    for seat in ([] if end.seat is None else [end.seat]) + (end.winners or []):
        if not 0 <= seat < record.seats:
            raise BadRecord(f"end names seat {seat}; the seats are 0 to {record.seats - 1}")
    if record.number and record.position is not None:
        raise BadRecord("it has the number of a deal, but it begins with a position")
    if record.number and record.fair is not None:  # whoever chose the number could have tried several
        raise BadRecord(f"a shuffle that can be checked deals match 0 of its seed, not match {record.number}")
    if record.goes_on is not None and record.goes_on.moves > len(record.history):
        raise BadRecord(f"it goes on after move {record.goes_on.moves}, but it tells of {len(record.history)} moves")


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
            return played.start(record.seats, record.seed, record.options, record.number)
        match = played.resume(record.position, record.options, record.seed)
    except BadRecord:
        raise
    except LudothequeError as error:
        raise BadRecord(f"its match cannot start: {error}") from error
    if match.seats != record.seats:
        raise BadRecord(f"it says {record.seats} seats, but its position has {match.seats}")
    return match


def check_result(record: Record, match: Match) -> None:
    """The result or the end that the record tells must be the one that its moves lead to."""
    if record.end is not None:
        _check_end(record, record.end, match)
        return
    if (record.result is not None) != match.over:
        raise BadRecord("it has a result, but its match is not over" if record.result else "its result is missing")
    if record.result is not None:
        told = (record.result.scores, record.result.winners)
        if told != (match.scores, match.winners):
            raise BadRecord(
                f"it says scores {told[0]} and winners {told[1]}, "
                f"but its moves lead to {match.scores} and {match.winners}"
            )


def _check_end(record: Record, end: End, match: Match) -> None:
    if match.over:
        raise BadRecord(f"it says that it ended otherwise ({end.reason}), but its moves end it by its rules")
    if record.result is not None:
        raise BadRecord("it has a result, but its match is not over")
    if end.scores is not None and end.scores != match.scores:
        raise BadRecord(f"it says that the scores stood at {end.scores}, but its moves lead to {match.scores}")


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
