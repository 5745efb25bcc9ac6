"""The jobs of the server's worker processes.

A bot's request is made of a match that was re-dealt for its seat, and of nothing else: what the seat cannot know leaves
neither the process nor the table when a bot thinks, is logged or fails.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from ludotheque import precompile
from ludotheque.games.spec import Json
from ludotheque.match import Match


class BotRequest(msgspec.Struct, frozen=True, tag="move"):
    """Which move does a bot of that level make? `fallback`: a legal move, in case the bot fails."""

    game: str
    options: Json
    position: Json
    seat: int
    level: int
    seed: int
    fallback: str = ""
    rules_version: int = 1


#: How many moves a hint names: people are shown fewer, because identically worded moves are merged.
HINT_MOVES = 40
#: How long a bot thinks about a hint.
HINT_SECONDS = 1.0


class HintRequest(msgspec.Struct, frozen=True, tag="hint"):
    """Which moves are best, after thinking for `seconds`, and why? At most HINT_MOVES of them."""

    game: str
    options: Json
    position: Json
    seat: int
    seed: int
    seconds: float = HINT_SECONDS
    rules_version: int = 1


class ReviewRequest(msgspec.Struct, frozen=True, tag="review"):
    """Judge move `number` (from 1) of a finished match; 0: list the moves to be judged."""

    game: str
    record: Json
    number: int = 0
    seconds: float = 1.0


@dataclass(frozen=True)
class QueryRequest:
    """Work for a reader that would keep the serving process busy: `work(*arguments)`, both pickled.

    It may concern a running match, secrets included, so its arguments are never logged.
    """

    lane: Literal["replays", "films", "uploads"]
    game: str
    work: Callable[..., Any]
    arguments: tuple[Any, ...]


#: What somebody waits for.
Request = BotRequest | HintRequest | ReviewRequest | QueryRequest
#: `precompile.CompileJob`: compile a part for such matches, or load it from the cache.
WorkerJob = Request | precompile.CompileJob


@dataclass(frozen=True)
class Begun:
    """Everything that the job needs is loaded: from now on the worker thinks. `compiled`: some was compiled first."""

    compiled: bool


def request_for(match: Match, seat: int, level: int) -> BotRequest:
    """Make a request for a seat that is to act. Nothing in it depends on what the seat cannot know."""
    seen = match.redeal(seat, secrets.token_hex(16))
    fallback = random.Random(secrets.randbits(64)).choice(seen.legal_moves(seat))
    seed, rules_version = secrets.randbits(53), seen.spec.rules_version
    return BotRequest(seen.game, seen.options, seen.state(), seat, level, seed, fallback, rules_version)


def hint_for(match: Match, seat: int) -> HintRequest:
    """Make a request for hints for a seat that is to act. Nothing in it depends on what the seat cannot know."""
    seen = match.redeal(seat, secrets.token_hex(16))
    seed, rules_version = secrets.randbits(53), seen.spec.rules_version
    return HintRequest(seen.game, seen.options, seen.state(), seat, seed, HINT_SECONDS, rules_version)
