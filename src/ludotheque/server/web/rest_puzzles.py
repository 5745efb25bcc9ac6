"""Puzzles, over REST: a position, and what comes of a move there."""

from __future__ import annotations

import asyncio
import datetime
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Query
from starlette.responses import Response

import ludotheque
from ludotheque.engine.knowledge import knowledge_of
from ludotheque.games import load_knowledge
from ludotheque.games.spec import Json
from ludotheque.match import Match
from ludotheque.server.queries import trial_moves
from ludotheque.server.queries.trial_moves import Judged, Position
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.web.rest_common import UNSAFE, answer, body_of, takes, tells
from ludotheque.server.web.rest_games import OneGame, checked
from ludotheque.teaching.puzzles import Puzzle, daily, puzzles

router = APIRouter(prefix="/api", tags=["learning"])

#: So many reasons are enough for a sentence.
MOST_FACTORS = 3


class PuzzleShown(msgspec.Struct, frozen=True):
    """Seat `you` is to find the best of its `legal` moves. `count`: how many puzzles the game has, from 1.

    `unusual`: the options that are not as they are by default.
    """

    game: str
    number: int
    count: int
    options: Json
    unusual: list[str]
    seats: int
    you: int
    position: Position
    legal: list[str]


class Factor(msgspec.Struct, frozen=True):
    """What speaks for a move: a key of the game's words, and its parameters."""

    key: str
    params: dict[str, Any]


class Solution(msgspec.Struct, frozen=True):
    """The best move; the chance to win with it, and with the best of the others."""

    best: str
    chance: float
    next: float
    factors: list[Factor]


class Missed(msgspec.Struct, frozen=True):
    """What a move that is not the best does; the chance to win is at most `most` with it, `best` with the best one."""

    most: float
    best: float
    factors: list[Factor]


class PuzzleJudged(Judged, frozen=True, omit_defaults=True):
    """The solution is told when it was found or given up."""

    solution: Solution | None = None
    missed: Missed | None = None


class Daily(msgspec.Struct, frozen=True):
    """The puzzle of the day: one for the whole house."""

    game: str
    number: int


class TryPuzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move in a puzzle; an empty one gives up."""

    game: str
    number: int
    move: Annotated[str, msgspec.Meta(max_length=200)]


@router.get("/puzzle", responses=tells(PuzzleShown, 404))
async def puzzle(
    game: OneGame, number: Annotated[int, Query(ge=1, le=9999, description="The easier ones come first")] = 1
) -> Response:
    """A puzzle of a game."""
    return answer(await asyncio.to_thread(_shown, game, number))


@router.get("/puzzle/daily", responses=tells(Daily))
async def puzzle_of_the_day() -> Response:
    """Which one is the puzzle of the day."""
    return answer(Daily(*daily(datetime.datetime.now(datetime.UTC).date())))


@router.post("/puzzle", responses=tells(PuzzleJudged, 404, *UNSAFE), openapi_extra=takes(TryPuzzle))
async def try_puzzle(asked: Annotated[TryPuzzle, Depends(body_of(TryPuzzle))]) -> Response:
    """Try a move in a puzzle, or give up; nothing is kept."""
    return answer(await asyncio.to_thread(_try, asked))


def _found(game: str, number: int) -> Puzzle:
    known = puzzles(game)
    if not 1 <= number <= len(known):
        raise Refused("no_such_puzzle", allowed={"from": 1, "to": len(known)})
    return known[number - 1]


def _shown(game: str, number: int) -> PuzzleShown:
    found = _found(game, number)
    match = found.position(game)
    where = trial_moves.position(match, found.seat)
    usual = ludotheque.game(game).start(match.seats).options
    unusual = [name for name, value in match.options.items() if value != usual[name]]
    about = (game, number, len(puzzles(game)), match.options, unusual, match.seats, found.seat)
    return PuzzleShown(*about, where, match.legal_moves(found.seat))


def _try(asked: TryPuzzle) -> PuzzleJudged:
    found = _found(checked(asked.game), asked.number)
    match = found.position(asked.game)
    if not asked.move:
        return PuzzleJudged(False, solution=_solution(match, found))
    judged = trial_moves.judge(match, found.seat, asked.move, lambda _, after: after.history[-1][1] == found.best)
    told = (judged.reached, judged.position, judged.legal, judged.refusal)
    if judged.reached:
        return PuzzleJudged(*told, solution=_solution(match, found))
    if judged.refusal:
        return PuzzleJudged(*told)
    return PuzzleJudged(*told, missed=Missed(found.next, found.chance, _factors(match, found.seat, asked.move)))


def _solution(match: Match, found: Puzzle) -> Solution:
    return Solution(found.best, found.chance, found.next, _factors(match, found.seat, found.best))


def _factors(match: Match, seat: int, move: str) -> list[Factor]:
    load_knowledge(match.game)
    mode = match.mode
    # By what the seat knows: reasons must not tell more than its view.
    seen = match.redeal(seat, "reasons")
    reasons = knowledge_of(mode.rules.dtype).factors(seen.states[0], seat, mode.parse(move))
    return [Factor(key, params) for key, params in reasons[:MOST_FACTORS]]
