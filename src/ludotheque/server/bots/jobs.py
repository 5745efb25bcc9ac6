"""The messages between the server and its bot workers.

A request is made of a match that was re-dealt for its seat, and of nothing else: what the seat cannot know leaves
neither the process nor the table when a bot thinks, is logged or fails.
"""

from __future__ import annotations

import random
import secrets
from typing import Any

import msgspec

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


class PrecompileRequest(msgspec.Struct, frozen=True, tag="precompile"):
    """Compile a part (see `ludotheque.precompile`) for such matches, or load it from the cache."""

    part: str
    game: str
    options: Json


class ReviewRequest(msgspec.Struct, frozen=True, tag="review"):
    """Judge move `number` (from 1) of a finished match; 0: list the moves to be judged."""

    game: str
    record: Json
    number: int = 0
    seconds: float = 1.0


Job = BotRequest | HintRequest | PrecompileRequest | ReviewRequest


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """The worker has started."""


class Begun(msgspec.Struct, frozen=True, tag="begun"):
    """Everything that the job needs is loaded: from now on the worker thinks. `compiled`: some was compiled first."""

    compiled: bool = False


class Answer(msgspec.Struct, frozen=True, tag="answer"):
    value: Any


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """The job raised an error; the worker keeps running."""

    why: str


Said = Ready | Begun | Answer | Failed

encode = msgspec.msgpack.Encoder().encode
decode_job = msgspec.msgpack.Decoder(Job).decode
decode_said = msgspec.msgpack.Decoder(Said).decode

#: In both directions a message is its length, in this number of bytes, and its body.
HEAD = 4


def framed(message: Job | Said) -> bytes:
    body = encode(message)
    return len(body).to_bytes(HEAD, "big") + body


def request_for(match: Match, seat: int, level: int) -> BotRequest:
    """A request for a seat that is to act. Nothing in it depends on what the seat cannot know."""
    seen = match.redeal(seat, secrets.token_hex(16))
    fallback = random.Random(secrets.randbits(64)).choice(seen.legal_moves(seat))
    return BotRequest(seen.game, seen.options, seen.state(), seat, level, secrets.randbits(53), fallback)


def hint_for(match: Match, seat: int, seconds: float = 1.0, most: int = 5) -> HintRequest:
    """A request for hints for a seat that is to act. Nothing in it depends on what the seat cannot know."""
    seen = match.redeal(seat, secrets.token_hex(16))
    return HintRequest(seen.game, seen.options, seen.state(), seat, secrets.randbits(53), seconds, most)
