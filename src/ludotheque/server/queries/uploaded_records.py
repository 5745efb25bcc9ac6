"""The replay of an uploaded record, up to the first move that is not legal. Nothing is stored."""

from __future__ import annotations

import asyncio

import msgspec

import ludotheque
from ludotheque import record
from ludotheque.errors import BadRecord, LudothequeError, OtherFormat
from ludotheque.record import Record
from ludotheque.server.queries import replays
from ludotheque.server.queries.replays import BREATH, Replay, Source, Wanted
from ludotheque.server.tables import messages
from ludotheque.server.tables.refusals import RefusalShown, Refused, move_refused
from ludotheque.start import RECORD_FORMAT

#: The most characters of an error text that are passed on: it may quote the file.
MAX_WORDS = 200


class Trouble(msgspec.Struct, frozen=True):
    """What is wrong: the first bad move, counted from 1, with its seat and text; null if only the result is wrong."""

    refusal: RefusalShown
    move: int | None = None
    seat: int | None = None
    text: str | None = None


class RecordReplay(Replay, frozen=True):
    """`trouble`: why the steps end before the record does; null if all of it is correct."""

    trouble: Trouble | None = None


def read(text: bytes) -> Record:
    """Parse a record whose match can be set up; Refused says what is wrong with it."""
    try:
        parsed = record.check_shape(text)
    except OtherFormat as error:
        raise Refused("other_format", told=error.stated[:40], ours=RECORD_FORMAT, allowed=RECORD_FORMAT) from None
    except BadRecord as error:
        raise Refused("not_a_record", why=str(error)[:MAX_WORDS], allowed=RECORD_FORMAT) from None
    if parsed.game not in ludotheque.games():
        raise Refused("unknown_game", game=parsed.game[:40], allowed=ludotheque.games())
    version = ludotheque.game(parsed.game).spec.rules_version
    if parsed.rules_version != version:
        raise Refused("other_rules", version=parsed.rules_version, ours=version, allowed=version)
    try:
        record.begin(parsed)
    except BadRecord as error:
        raise Refused("cannot_begin", why=str(error)[:MAX_WORDS], allowed=RECORD_FORMAT) from None
    return parsed


async def shown(uploaded: Record, wanted: Wanted, first: int) -> RecordReplay:
    """A page of its steps, up to the first move that is not legal."""
    seat = replays.checked_viewpoint(wanted, uploaded.seats)
    legal, trouble = await _check(uploaded)
    match = record.begin(uploaded)
    about = Replay(
        key="",
        game=uploaded.game,
        options=match.options,
        names=[name or "" for name in uploaded.names or [None] * uploaded.seats],
        bots=uploaded.bots or [0] * uploaded.seats,
        you=[],
        seat=seat,
        status="over",
        result=_result(uploaded),
        moves=legal,
        steps=[],
        after=None,
        resumes=uploaded.resumes,
    )
    source = Source(lambda: record.begin(uploaded), uploaded.history[:legal], uploaded.times, about)
    replay = await replays.replay(source, first)
    return RecordReplay(**msgspec.structs.asdict(replay), trouble=trouble)


def _result(uploaded: Record) -> messages.ResultShown | None:
    if uploaded.end is not None:
        return messages.ResultShown(uploaded.end.reason, uploaded.end.winners or [], None)
    result = uploaded.result
    return messages.ResultShown("rules", result.winners, result.scores) if result else None


async def _check(uploaded: Record) -> tuple[int, Trouble | None]:
    """How many moves are legal, and what is wrong after them."""
    match = record.begin(uploaded)
    for number, (seat, move) in enumerate(uploaded.history):
        try:
            match.play(move, seat)
        except LudothequeError as error:
            refusal = move_refused(error, match, move, seat).refusal
            return number, Trouble(refusal, number + 1, seat, move[:MAX_WORDS])
        if number % BREATH == 0:
            await asyncio.sleep(0)
    try:
        record.check_result(uploaded, match)
    except BadRecord as error:
        reached = {"winners": match.winners, "scores": match.scores}
        refused = Refused("bad_result", why=str(error)[:MAX_WORDS], allowed=reached)
        return len(uploaded.history), Trouble(refused.refusal)
    return len(uploaded.history), None
