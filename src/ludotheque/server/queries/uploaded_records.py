"""The replay of an uploaded record, up to the first move that is not legal. Nothing is stored."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

import ludotheque
from ludotheque import record
from ludotheque.errors import BadRecord, LudothequeError, OtherFormat
from ludotheque.record import Record
from ludotheque.server.queries import replays
from ludotheque.server.queries.offloading import CpuBudget
from ludotheque.server.queries.replays import Replay, ReplaySource, Wanted
from ludotheque.server.tables import messages
from ludotheque.server.tables.refusals import RefusalShown, Refused, move_refused
from ludotheque.server.tables.setups import game_under
from ludotheque.start import RECORD_FORMAT

#: The most moves: half as many again as the longest known match has.
MAX_MOVES = 5000
#: Seconds of processor time for checking all moves.
CHECK_SECONDS = 10.0
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


def read(text: bytes, preparing: Collection[str] = ()) -> Record:
    """Parse a record whose match can be set up; raises Refused, which says what is wrong with it.

    `preparing`: games whose rules would have to be compiled first.
    """
    try:
        parsed = record.check_shape(text)
    except OtherFormat as error:
        raise Refused("other_format", told=error.stated[:40], ours=RECORD_FORMAT, allowed=RECORD_FORMAT) from None
    except BadRecord as error:
        raise Refused("not_a_record", why=str(error)[:MAX_WORDS], allowed=RECORD_FORMAT) from None
    if parsed.game not in ludotheque.games():
        raise Refused("unknown_game", game=parsed.game[:40], allowed=ludotheque.games())
    if parsed.game in preparing:
        raise Refused("not_ready", why="compiling", game=parsed.game)
    if len(parsed.history) > MAX_MOVES:
        raise Refused("too_many_moves", moves=len(parsed.history), most=MAX_MOVES, allowed=MAX_MOVES)
    game_under(parsed.game, parsed.rules_version)
    try:
        record.begin(parsed)
    except BadRecord as error:
        raise Refused("cannot_begin", why=str(error)[:MAX_WORDS], allowed=RECORD_FORMAT) from None
    return parsed


def shown(text: bytes, wanted: Wanted, first: int, preparing: Collection[str] = ()) -> RecordReplay:
    """Return a page of its steps, up to the first move that is not legal. Raises Refused."""
    uploaded = read(text, preparing)
    seat = replays.checked_viewpoint(wanted, uploaded.seats)
    legal, trouble = _check(uploaded)
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
    replay = replays.replay(ReplaySource(uploaded, uploaded.history[:legal], uploaded.times, about), first)
    return RecordReplay(**msgspec.structs.asdict(replay), trouble=trouble)


def _result(uploaded: Record) -> messages.ResultShown | None:
    if uploaded.end is not None:
        return messages.ResultShown(uploaded.end.reason, uploaded.end.winners or [], None)
    result = uploaded.result
    return messages.ResultShown("rules", result.winners, result.scores) if result else None


def _check(uploaded: Record) -> tuple[int, Trouble | None]:
    """Return how many moves are legal, and what is wrong after them."""
    match, allowance = record.begin(uploaded), CpuBudget(CHECK_SECONDS)
    for number, (seat, move) in enumerate(uploaded.history):
        allowance.check()
        try:
            match.play(move, seat)
        except LudothequeError as error:
            refusal = move_refused(error, match, move, seat).refusal
            return number, Trouble(refusal, number + 1, seat, move[:MAX_WORDS])
    try:
        record.check_result(uploaded, match)
    except BadRecord as error:
        reached = {"winners": match.winners, "scores": match.scores}
        refused = Refused("bad_result", why=str(error)[:MAX_WORDS], allowed=reached)
        return len(uploaded.history), Trouble(refused.refusal)
    return len(uploaded.history), None
