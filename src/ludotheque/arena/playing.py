"""One match between bots, to its end or to the failure of one of them."""

from __future__ import annotations

import contextlib
import hashlib
import json
import time
import traceback
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import Protocol

import msgspec

from ludotheque.arena import entrants
from ludotheque.arena.plan import MatchJob
from ludotheque.bots import Bot, Budget
from ludotheque.catalogue import game
from ludotheque.errors import LudothequeError
from ludotheque.games.spec import Json
from ludotheque.match import Match

#: More than twice the longest random race; stops bots that build and take down again for ever.
MAX_MOVES = 5_000

#: Called with a seat and None when its bot is asked, and with the seat and its move when that has been played.
Watch = Callable[[int, str | None], None]


class Failure(msgspec.Struct, frozen=True):
    """Why a match was not finished. `seat`: whose bot failed, None if no bot is to blame.

    `reason`: in words. `record`: the file with the record of the match up to there.
    """

    seat: int | None
    reason: str
    trace: str = ""
    record: str = ""


@dataclass(frozen=True)
class ArenaResult:
    """The result of a match. `seconds`, `slowest`: the time that each seat took in all, and for its slowest move."""

    deal: int
    seating: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    moves: int
    seconds: tuple[float, ...]
    slowest: tuple[float, ...]
    failure: Failure | None = None


@dataclass(frozen=True)
class PlayedMatch:
    """A result, and the record of the match if a bot has failed in it."""

    result: ArenaResult
    record: Json | None = None


PlayedMatches = Generator[PlayedMatch, None, None]


class ArenaBroken(LudothequeError):
    """The arena itself cannot continue, because a process does not start or a cluster does not answer."""


class Runner(Protocol):
    """Plays many matches somewhere: in processes of this machine, or on a cluster."""

    def play(self, jobs: Iterable[MatchJob]) -> PlayedMatches:
        """Yield the match of every job, in any order, as soon as it is known. Jobs are taken only when needed.

        Closing the generator drops the matches under way and leaves nothing running. Raises ArenaBroken.
        """


def play(job: MatchJob, watch: Watch | None = None) -> PlayedMatch:
    """Play the match. Whatever a bot does, there is a result: one that fails loses, and the others share the win."""
    watch = watch or (lambda seat, move: None)
    for seat, text in enumerate(job.seating):
        watch(seat, None)  # a bot may crash even here
        warm_up(job.game, len(job.seating), json.dumps(job.options), text)
    match = job.start()
    clock = _Clock(match.seats)
    try:
        _play_moves(match, job, clock, watch)
    except _Failed as error:
        trace = "".join(traceback.format_exception(error.__cause__)) if error.__cause__ else ""
        return failed(match, job, Failure(error.seat, str(error), trace), clock)
    return PlayedMatch(_result(match, job, clock, tuple(match.winners)))


def failed(match: Match, job: MatchJob, failure: Failure, clock: _Clock | None = None) -> PlayedMatch:
    """Return the result of a match that ends here because of a failure; a draw if no bot is to blame."""
    winners = tuple(seat for seat in range(match.seats) if seat != failure.seat)
    result = _result(match, job, clock or _Clock(match.seats), winners)
    return PlayedMatch(replace(result, failure=failure), match.record())


@cache
def warm_up(name: str, seats: int, options: str, text: str) -> None:
    """Have a bot make one quick move, once per process, so that no time budget is spent on loading compiled code.

    `options` are JSON. An error is ignored: it will occur again where it counts.
    """
    match = game(name).start(seats, 0, json.loads(options))
    seat = match.to_act[0]
    with contextlib.suppress(Exception, SystemExit):
        entrants.bot(text, name).move(match.redeal(seat, 0), seat, Budget(simulations=2), 0)


class _Failed(Exception):
    """A bot has failed; the cause tells how."""

    def __init__(self, seat: int | None, reason: str) -> None:
        super().__init__(reason)
        self.seat = seat


def _play_moves(match: Match, job: MatchJob, clock: _Clock, watch: Watch) -> None:
    """Ask the seats for moves until the match is over."""
    bots = _make_bots(job)
    seat = -1
    while not match.over:
        if len(match.history) >= MAX_MOVES:
            raise _Failed(None, f"no end after {MAX_MOVES} moves")
        seat = _next_seat(match.to_act, seat)
        watch(seat, None)
        move = _ask(bots[seat], match, seat, job, clock)
        try:
            match.play(move, seat)
        except LudothequeError as error:
            raise _Failed(seat, f"answered {move!r}: {type(error).__name__}: {error}") from None
        watch(seat, move)


def _make_bots(job: MatchJob) -> list[Bot]:
    """Make a bot for each seat, new for this match: two seats never share a search."""
    made = []
    for seat, text in enumerate(job.seating):
        try:
            made.append(entrants.bot(text, job.game))
        except Exception as error:
            raise _Failed(seat, f"could not sit down: {type(error).__name__}: {error}") from error
    return made


def _next_seat(to_act: tuple[int, ...], last: int) -> int:
    """Return the seat after the last that moved: where several may move, they take turns."""
    return min(to_act, key=lambda seat: (seat <= last, seat))


def _ask(bot: Bot, match: Match, seat: int, job: MatchJob, clock: _Clock) -> str:
    """Return the bot's move. It gets the match re-dealt for its seat, with nothing that the seat may not know."""
    text = f"{job.seed} deal {job.deal} move {len(match.history)} seat {seat}"
    seen = match.redeal(seat, f"{text} seen")
    began = time.perf_counter()
    try:
        return bot.move(seen, seat, seed=seed_from(text))
    except (Exception, SystemExit) as error:
        raise _Failed(seat, f"{type(error).__name__}: {error}") from error
    finally:
        clock.add(seat, time.perf_counter() - began)


def seed_from(text: str) -> int:
    """Hash a text to a number from 0 to 2^62 - 1, from which nobody can tell the text."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 2


class _Clock:
    """The time that each seat took."""

    def __init__(self, seats: int) -> None:
        self.seconds = [0.0] * seats
        self.slowest = [0.0] * seats

    def add(self, seat: int, seconds: float) -> None:
        self.seconds[seat] += seconds
        self.slowest[seat] = max(self.slowest[seat], seconds)


def _result(match: Match, job: MatchJob, clock: _Clock, winners: tuple[int, ...]) -> ArenaResult:
    return ArenaResult(
        deal=job.deal,
        seating=job.seating,
        scores=tuple(match.scores),
        winners=winners,
        moves=len(match.history),
        seconds=tuple(round(seconds, 4) for seconds in clock.seconds),
        slowest=tuple(round(seconds, 4) for seconds in clock.slowest),
    )
