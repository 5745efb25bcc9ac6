"""A record that somebody brings as a file: shown as far as its moves fit, and nothing of it is kept."""

from __future__ import annotations

import asyncio

import msgspec

import ludotheque
from ludotheque import record
from ludotheque.errors import BadRecord, LudothequeError, OtherFormat
from ludotheque.match import RECORD_FORMAT
from ludotheque.record import Record
from ludotheque.server.queries import replays
from ludotheque.server.queries.replays import BREATH, Replay, Source, Wanted
from ludotheque.server.tables import messages
from ludotheque.server.tables.refusals import Refusal, Refused, move_refused

#: A sentence of the checks is told up to here: it may quote what the file says.
MOST_WORDS = 200


class Trouble(msgspec.Struct, frozen=True):
    """What does not fit: the first bad move, counted from 1, with its seat and text; null if it is only the result."""

    refusal: Refusal
    move: int | None = None
    seat: int | None = None
    text: str | None = None


class RecordReplay(Replay, frozen=True):
    """`trouble`: why the steps end there, if the record goes on; null if all of it is in order."""

    trouble: Trouble | None = None


def read(text: bytes) -> Record:
    """A record that can begin; Refused says what it would have to be."""
    try:
        told = record.check_shape(text)
    except OtherFormat as error:
        raise Refused("other_format", told=error.told[:40], ours=RECORD_FORMAT, allowed=RECORD_FORMAT) from None
    except BadRecord as error:
        raise Refused("not_a_record", why=str(error)[:MOST_WORDS], allowed=RECORD_FORMAT) from None
    if told.game not in ludotheque.games():
        raise Refused("unknown_game", game=told.game[:40], allowed=ludotheque.games())
    version = ludotheque.game(told.game).spec.rules_version
    if told.rules_version != version:
        raise Refused("other_rules", version=told.rules_version, ours=version, allowed=version)
    try:
        record.begin(told)
    except BadRecord as error:
        raise Refused("cannot_begin", why=str(error)[:MOST_WORDS], allowed=RECORD_FORMAT) from None
    return told


async def shown(told: Record, wanted: Wanted, first: int) -> RecordReplay:
    """A page of its steps, as far as the moves fit."""
    seat = replays.checked_viewpoint(wanted, told.seats)
    fitting, trouble = await _check(told)
    match = record.begin(told)
    about = Replay(
        key="",
        game=told.game,
        options=match.options,
        names=[name or "" for name in told.names or [None] * told.seats],
        bots=told.bots or [0] * told.seats,
        you=[],
        seat=seat,
        status="over",
        result=_result(told),
        moves=fitting,
        steps=[],
        after=None,
        goes_on=told.goes_on,
    )
    source = Source(lambda: record.begin(told), told.history[:fitting], told.times, about)
    found = await replays.replay(source, first)
    return RecordReplay(**msgspec.structs.asdict(found), trouble=trouble)


def _result(told: Record) -> messages.ResultShown | None:
    if told.end is not None:
        return messages.ResultShown(told.end.reason, told.end.winners or [], None)
    return messages.ResultShown("rules", told.result.winners, told.result.scores) if told.result else None


async def _check(told: Record) -> tuple[int, Trouble | None]:
    """How many moves fit, and what does not."""
    match = record.begin(told)
    for number, (seat, move) in enumerate(told.history):
        try:
            match.play(move, seat)
        except LudothequeError as error:
            refusal = move_refused(error, match, move, seat).refusal
            return number, Trouble(refusal, number + 1, seat, move[:MOST_WORDS])
        if number % BREATH == 0:
            await asyncio.sleep(0)
    try:
        record.check_result(told, match)
    except BadRecord as error:
        reached = {"winners": match.winners, "scores": match.scores}
        refused = Refused("bad_result", why=str(error)[:MOST_WORDS], allowed=reached)
        return len(told.history), Trouble(refused.refusal)
    return len(told.history), None
