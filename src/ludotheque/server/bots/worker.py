"""What the server's worker processes do: bots' moves, hints, parts of reviews, queries; and compiling ahead."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

import msgspec
from numba.core.event import install_recorder

import ludotheque
from ludotheque import bots, precompile, record
from ludotheque.bots import Budget
from ludotheque.engine import compiling
from ludotheque.games.spec import Json
from ludotheque.match import Match
from ludotheque.precompile.bots import HINTS
from ludotheque.precompile.bots import think as think_briefly
from ludotheque.review import REVIEW_SEED, Positions, Task, load_review
from ludotheque.server.bots.jobs import (
    HINT_MOVES,
    Begun,
    BotRequest,
    HintRequest,
    QueryRequest,
    ReviewRequest,
    WorkerJob,
)
from ludotheque.worker_process import Say


def do(job: WorkerJob, say: Say) -> Any:
    """Do a job and return the answer; `Begun` is said as soon as everything is loaded."""
    if isinstance(job, precompile.CompileJob):
        with _begun(say):
            return job.run(lambda done, total: None)
    if isinstance(job, QueryRequest):
        say(Begun(compiled=False))
        return job.work(*job.arguments)
    if isinstance(job, ReviewRequest):
        with _begun(say):
            positions = _positions(msgspec.json.encode(job.record))
            load(positions.match, REVIEWS)
        return review(job, positions)
    with _begun(say):
        match = ludotheque.game(job.game, job.rules_version).resume(job.position, job.options, job.seed)
        load(match, job.level if isinstance(job, BotRequest) else HINTS)
    return move(job, match) if isinstance(job, BotRequest) else hints(job, match)


@contextmanager
def _begun(say: Say) -> Iterator[None]:
    """Say `Begun` after what loads, and whether that compiled something that others can now load."""
    with install_recorder("numba:compile") as compilations:
        yield
    say(Begun(compiled=bool(compilations.buffer) and compiling.CACHE_FOLDER is not None))


# The jobs


def move(request: BotRequest, match: Match) -> str:
    """Return a bot's move, checked here already, so that a faulty bot gets a second try."""
    chosen = think(request, match)
    if chosen not in match.legal_moves(request.seat):
        raise ValueError(f"the bot returned {chosen!r}, which is not legal")
    return chosen


def think(request: BotRequest, match: Match) -> str:
    return bots.level(request.game, request.level).move(match, request.seat, seed=request.seed)


def hints(request: HintRequest, match: Match) -> list[Json]:
    """Return the best moves, best first, each with its winning chance and its factors as message keys with parameters.

    `points`: the expected score of a solo match.
    """
    found = bots.find_hints(match, request.seat, request.seconds, HINT_MOVES)
    return [
        {
            "move": each.move,
            "chance": each.chance,
            "points": each.points,
            "factors": msgspec.to_builtins(each.factors),
        }
        for each in found
    ]


def review(request: ReviewRequest, positions: Positions) -> Any:
    """Return a judgement; or the moves to be judged, and what else a summary needs."""
    if not request.number:
        return {"decisions": positions.decisions(), "scale": positions.scale, "residual": positions.residual}
    return positions.judge(Task(request.number, Budget(seconds=request.seconds)), REVIEW_SEED)


@lru_cache(maxsize=1)
def _positions(match: bytes) -> Positions:
    """Return all positions of the match under review."""
    return Positions(record.replay(match))


# Loading

REVIEWS = -1  # besides the levels and HINTS
_loaded: set[tuple[str, str, int]] = set()


def load(match: Match, level: int) -> None:
    """Load or compile everything that a level needs for such a match: that time does not count as thinking."""
    key = (match.game, str(match.rules.dtype), level)
    if key in _loaded:
        return
    if level == REVIEWS:
        load_review(ludotheque.game(match.game).start(match.seats, 0, match.options))
    else:
        think_briefly(match, level)
    _loaded.add(key)
