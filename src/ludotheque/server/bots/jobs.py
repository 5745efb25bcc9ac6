"""The jobs of the server's bot workers.

A request is made of a match that was re-dealt for its seat, and of nothing else: what the seat cannot know leaves
neither the process nor the table when a bot thinks, is logged or fails.
"""

from __future__ import annotations

import random
import secrets
from dataclasses import dataclass

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


class HintRequest(msgspec.Struct, frozen=True, tag="hint"):
    """Which moves are best, after thinking for `seconds`, and why? `most`: how many at most."""

    game: str
    options: Json
    position: Json
    seat: int
    seed: int
    seconds: float = 1.0
    most: int = 5


class ReviewRequest(msgspec.Struct, frozen=True, tag="review"):
    """Judge move `number` (from 1) of a finished match; 0: list the moves to be judged."""

    game: str
    record: Json
    number: int = 0
    seconds: float = 1.0


#: `precompile.Job`: compile a part for such matches, or load it from the cache.
Job = BotRequest | HintRequest | ReviewRequest | precompile.Job


@dataclass(frozen=True)
class Begun:
    """Everything that the job needs is loaded: from now on the worker thinks. `compiled`: some was compiled first."""

    compiled: bool


def request_for(match: Match, seat: int, level: int) -> BotRequest:
    """A request for a seat that is to act. Nothing in it depends on what the seat cannot know."""
    seen = match.redeal(seat, secrets.token_hex(16))
    fallback = random.Random(secrets.randbits(64)).choice(seen.legal_moves(seat))
    return BotRequest(seen.game, seen.options, seen.state(), seat, level, secrets.randbits(53), fallback)


def hint_for(match: Match, seat: int, seconds: float = 1.0, most: int = 5) -> HintRequest:
    """A request for hints for a seat that is to act. Nothing in it depends on what the seat cannot know."""
    seen = match.redeal(seat, secrets.token_hex(16))
    return HintRequest(seen.game, seen.options, seen.state(), seat, secrets.randbits(53), seconds, most)
