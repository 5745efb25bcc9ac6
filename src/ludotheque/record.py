"""Records: matches as readable JSON, and their replay, which checks every move."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import msgspec

from ludotheque.catalogue import game
from ludotheque.errors import BadRecord, LudothequeError, OtherFormat
from ludotheque.games.spec import Json
from ludotheque.match import Match
from ludotheque.seeds import LAST_MATCH_NUMBER
from ludotheque.start import RECORD_FORMAT

#: In records of this format, which are still read, `resumes` is called `goes_on`.
FIRST_FORMAT = "ludotheque-record-1"
#: 32 bytes.
Hex = Annotated[str, msgspec.Meta(min_length=64, max_length=64, pattern="^[0-9a-f]*$")]
#: A person's contribution to the shuffle.
ClientSeed = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
#: Which of the seed's matches it is.
MatchNumber = Annotated[int, msgspec.Meta(ge=0, le=LAST_MATCH_NUMBER)]
Level = Annotated[int, msgspec.Meta(ge=0, le=5)]
Milliseconds = Annotated[int, msgspec.Meta(ge=0)]
#: A message key, not a sentence.
Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern="^[a-z_]*$")]


class Result(msgspec.Struct, forbid_unknown_fields=True):
    scores: list[int]
    winners: list[int]


class ChainPlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a commitment stands in the chain of its house, and the hash of the entry before (`commitment_chain.py`)."""

    number: Annotated[int, msgspec.Meta(ge=0)]
    previous: Hex


class Fair(msgspec.Struct, forbid_unknown_fields=True):
    """What the seed was made of (see `fairness.py`). `client_seeds`: by seat, None where nobody gave one.

    `chain`: missing in records of tables that were made before houses kept one.
    Records call the server seed `secret` and the client seeds `numbers`: old files must stay valid.
    """

    table: Annotated[str, msgspec.Meta(min_length=1)]
    commitment: Hex
    server_seed: Hex = msgspec.field(name="secret")
    client_seeds: list[ClientSeed | None] = msgspec.field(name="numbers")
    chain: ChainPlace | None = None


class ResumedMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table whose match is resumed here, and how many of its moves the history begins with."""

    table: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    moves: Annotated[int, msgspec.Meta(ge=0)]


class End(msgspec.Struct, forbid_unknown_fields=True):
    """Why a match ended before its rules ended it: `resigned`, `agreed` or another reason.

    `seat`: who caused it. `winners`: who won by it, if anybody did. `scores`: at that moment.
    """

    reason: Reason
    seat: int | None = None
    winners: list[int] | None = None
    scores: list[int] | None = None


class Record(msgspec.Struct, forbid_unknown_fields=True):
    """The fields of a record.

    `position`: only if the match did not begin with a deal. `number`: which of the seed's matches it is; omitted if 0.

    A table adds `fair`; `times`: milliseconds from the start to each move, by its clock; `names`: of the seats, None
    where there was none; `bots`: the level of each seat's bot, 0 for people; `end`: only if the rules did not end it;
    `resumes`: only if it resumes another match. Then there is no `fair`, because nothing was dealt at that table.
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
    resumes: ResumedMatch | None = None
    number: MatchNumber = 0


def replay(record: Json | str | bytes) -> Match:
    """Return the match of a record (JSON text or decoded). Raises BadRecord, which names the first wrong move."""
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
    """Check the fields of a record, but not its moves."""
    if isinstance(record, (str, bytes)):
        record = _decode(record)
    if not isinstance(record, dict):
        raise BadRecord("a record is a JSON object")
    stated = record.get("format")
    if stated == FIRST_FORMAT:
        record = {"resumes" if name == "goes_on" else name: value for name, value in record.items()}
    elif stated != RECORD_FORMAT:
        why = f"its format is {stated!r}; this version reads {FIRST_FORMAT!r} and {RECORD_FORMAT!r}"
        raise OtherFormat(why, stated) if isinstance(stated, str) else BadRecord(why)
    try:
        checked = msgspec.convert(record, Record)
    except msgspec.ValidationError as error:
        raise BadRecord(f"a field is missing, unknown or of the wrong type: {error}") from None
    _check_lengths(checked)
    return checked


def _check_lengths(record: Record) -> None:
    """Check that lists for seats or moves have one item for each of them."""
    end = record.end or End("none")
    for name, items, count, each in (
        ("times", record.times, len(record.history), "moves"),
        ("names", record.names, record.seats, "seats"),
        ("bots", record.bots, record.seats, "seats"),
        ("fair.numbers", record.fair.client_seeds if record.fair else None, record.seats, "seats"),
        ("end.scores", end.scores, record.seats, "seats"),
    ):
        if items is not None and len(items) != count:
            raise BadRecord(f"{name} has {len(items)} items, but there are {count} {each}")
    for seat in ([] if end.seat is None else [end.seat]) + (end.winners or []):
        if not 0 <= seat < record.seats:
            raise BadRecord(f"end names seat {seat}; the seats are 0 to {record.seats - 1}")
    if record.number and record.position is not None:
        raise BadRecord("it has the number of a deal, but begins with a position")
    if record.number and record.fair is not None:  # whoever chose the number could have tried several
        raise BadRecord(f"a shuffle that can be checked deals match 0 of its seed, not match {record.number}")
    if record.resumes is not None and record.resumes.moves > len(record.history):
        raise BadRecord(f"it resumes a match after move {record.resumes.moves}, but has {len(record.history)} moves")


def begin(record: Record) -> Match:
    """Return the match before its first move, by the rules that it was played by."""
    try:
        played = game(record.game, record.rules_version)
        if record.position is None:
            return played.start(record.seats, record.seed, record.options, record.number)
        match = played.resume(record.position, record.options, record.seed)
    except LudothequeError as error:
        raise BadRecord(f"its match cannot start: {error}") from error
    if match.seats != record.seats:
        raise BadRecord(f"it has {record.seats} seats, but its position has {match.seats}")
    return match


def check_result(record: Record, match: Match) -> None:
    """Check that the moves lead to the result or the end in the record."""
    if record.end is not None:
        _check_end(record, record.end, match)
        return
    if (record.result is not None) != match.over:
        raise BadRecord("it has a result, but its match is not over" if record.result else "its result is missing")
    if record.result is not None:
        stated = (record.result.scores, record.result.winners)
        if stated != (match.scores, match.winners):
            raise BadRecord(
                f"its result has scores {stated[0]} and winners {stated[1]}, "
                f"but its moves lead to {match.scores} and {match.winners}"
            )


def _check_end(record: Record, end: End, match: Match) -> None:
    if match.over:
        raise BadRecord(f"it has an early end ({end.reason}), but its moves finish the match")
    if record.result is not None:
        raise BadRecord("it has a result, but its match is not over")
    if end.scores is not None and end.scores != match.scores:
        raise BadRecord(f"its end has scores {end.scores}, but its moves lead to {match.scores}")


def dump(record: Json) -> str:
    """Return the record as text with one move per line."""
    head = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in record.items() if key != "history"]
    moves = ",\n  ".join(json.dumps(move) for move in record["history"])
    history = f' "history": [\n  {moves}\n ]' if moves else ' "history": []'
    return "{\n" + ",\n".join([*head, history]) + "\n}\n"


def load(path: Path) -> Json:
    """Read the JSON of a record from a file. Raises BadRecord if it cannot be read."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise BadRecord(f"the file cannot be read ({error.strerror})") from None
    return _decode(text)


def _decode(text: str | bytes) -> Json:
    try:
        record = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadRecord(f"it is not valid JSON: {error}") from None
    if not isinstance(record, dict):
        raise BadRecord("a record is a JSON object")
    return record
