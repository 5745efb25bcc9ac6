"""REST: puzzles, and trial moves in them."""

from __future__ import annotations

import asyncio
import datetime
from typing import Annotated

import msgspec

import ludotheque
from ludotheque.bots.factors import MAX_FACTORS, factors_of
from ludotheque.engine.knowledge import Factor
from ludotheque.games.spec import Json
from ludotheque.match import Match
from ludotheque.server.queries import trial_moves
from ludotheque.server.queries.trial_moves import Judged, Position
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.web.rest_common import route
from ludotheque.server.web.rest_games import GameName, checked
from ludotheque.teaching.puzzles import Puzzle, daily, puzzles

Number = Annotated[int, msgspec.Meta(ge=1, le=9999, description="The easier ones come first")]


class PuzzleShown(msgspec.Struct, frozen=True):
    """Seat `you` is to find the best of its `legal` moves. `count`: how many puzzles the game has, from 1.

    `unusual`: the options that differ from their defaults.
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


class Solution(msgspec.Struct, frozen=True):
    """The best move; the winning chance with it, and with the best of the others."""

    best: str
    chance: float
    next: float
    factors: list[Factor]


class Missed(msgspec.Struct, frozen=True):
    """About a move that is not the best: the winning chance is at most `most`, and `best` with the best move."""

    most: float
    best: float
    factors: list[Factor]


class PuzzleJudged(Judged, frozen=True, omit_defaults=True):
    """The solution is included when the puzzle was solved or given up."""

    solution: Solution | None = None
    missed: Missed | None = None


class Daily(msgspec.Struct, frozen=True):
    """The puzzle of the day, the same for everybody."""

    game: str
    number: int


class TryPuzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move in a puzzle; an empty move gives up."""

    game: str
    number: int
    move: Annotated[str, msgspec.Meta(max_length=200)]


@route("GET /api/puzzle", 404)
async def puzzle(game: GameName, number: Number = 1) -> PuzzleShown:
    """Return a puzzle of a game."""
    return await asyncio.to_thread(_shown, checked(game), number)


@route("GET /api/puzzle/daily")
async def puzzle_of_the_day() -> Daily:
    """Return the puzzle of the day."""
    return Daily(*daily(datetime.datetime.now(datetime.UTC).date()))


@route("POST /api/puzzle", 404)
async def try_puzzle(asked: TryPuzzle) -> PuzzleJudged:
    """Try a move in a puzzle, or give up; nothing is stored."""
    return await asyncio.to_thread(_try, asked)


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
    factors = factors_of(match, found.seat, asked.move)[:MAX_FACTORS]
    return PuzzleJudged(*told, missed=Missed(found.next, found.chance, factors))


def _solution(match: Match, found: Puzzle) -> Solution:
    return Solution(found.best, found.chance, found.next, factors_of(match, found.seat, found.best)[:MAX_FACTORS])
