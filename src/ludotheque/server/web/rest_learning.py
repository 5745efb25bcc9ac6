"""REST: rulebooks and guided matches."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Annotated

import msgspec

import ludotheque
from ludotheque.games.spec import Json
from ludotheque.server.queries import trial_moves
from ludotheque.server.queries.trial_moves import Judged, Position
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.web.rest_common import route
from ludotheque.server.web.rest_games import GameName, checked
from ludotheque.teaching import lesson as lessons
from ludotheque.teaching import rulebook as rulebooks
from ludotheque.teaching.languages import Language
from ludotheque.teaching.rulebook import Annotation, Block, Diagram

TextLanguage = Annotated[Language, msgspec.Meta(description="The language of the texts")]


class DiagramShown(msgspec.Struct, frozen=True):
    """A position as seat `you` (null: a spectator) sees it. `text`: the same as a text board."""

    view: Json
    options: Json
    you: int | None
    annotations: list[Annotation]
    text: str


class RulebookShown(msgspec.Struct, frozen=True):
    """A rulebook as blocks; `diagrams` by the names that blocks of that kind give."""

    game: str
    language: str
    title: str
    blocks: list[Block]
    diagrams: dict[str, DiagramShown]


class StepShown(msgspec.Struct, frozen=True):
    """One step of a guided match.

    `lead`: the positions since the last step's, one for each move of the record, the last one being where the step
    stands. `legal`: the learner's moves there. `move`: what the record plays.
    """

    ask: str
    right: str
    wrong: str
    rules: list[int]
    lead: list[Position]
    legal: list[str]
    move: str


class LessonShown(msgspec.Struct, frozen=True):
    """A guided match; `you` is the learner's seat."""

    game: str
    language: str
    options: Json
    seats: int
    you: int
    title: str
    welcome: str
    steps: list[StepShown]
    end: str


class TryStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move at a step of a game's guided match, counted from 0."""

    game: str
    step: int
    move: Annotated[str, msgspec.Meta(max_length=200)]


@route("GET /api/rulebook", 404)
async def rulebook(game: GameName, language: TextLanguage) -> RulebookShown:
    """Return the rules of a game in plain words, with diagrams."""
    return await asyncio.to_thread(_rulebook, checked(game), language)


@route("GET /api/lesson", 404)
async def lesson(game: GameName, language: TextLanguage) -> LessonShown:
    """Return the guided first match of a game."""
    return await asyncio.to_thread(_lesson, checked(game), language)


@route("POST /api/lesson", 404)
async def try_step(asked: TryStep) -> Judged:
    """Try a move at a step; nothing is kept."""
    return await asyncio.to_thread(_try, asked)


@cache
def _rulebook(game: str, language: str) -> RulebookShown:
    try:
        book = rulebooks.rulebook(game, language)
        shown = {name: _diagram(diagram) for name, diagram in rulebooks.diagrams(game).items()}
    except FileNotFoundError:
        raise Refused("no_such_page") from None
    return RulebookShown(game, language, book.title, book.blocks, shown)


def _diagram(diagram: Diagram) -> DiagramShown:
    match = diagram.match
    return DiagramShown(diagram.view, match.options, diagram.seat, diagram.annotations, diagram.text)


@cache
def _lesson(game: str, language: str) -> LessonShown:
    try:
        told, text = lessons.lesson(game), lessons.lesson_text(game, language)
    except FileNotFoundError:
        raise Refused("no_such_page") from None
    match = ludotheque.game(game).start(told.seats, told.seed, told.options)
    steps = []
    for step, said in zip(told.steps, text.steps, strict=True):
        lead = [] if match.history else [trial_moves.position(match, told.seat)]
        for seat, move in told.moves[len(match.history) : step.at]:
            match.play(move, seat)
            lead.append(trial_moves.position(match, told.seat))
        about = (said.ask, said.right, said.wrong, step.rules)
        steps.append(StepShown(*about, lead, match.legal_moves(told.seat), told.moves[step.at][1]))
    return LessonShown(game, language, told.options, told.seats, told.seat, text.title, text.welcome, steps, text.end)


def _try(asked: TryStep) -> Judged:
    try:
        told = lessons.lesson(checked(asked.game))
    except FileNotFoundError:
        raise Refused("no_such_page") from None
    if not 0 <= asked.step < len(told.steps):
        raise Refused("no_such_step", allowed=list(range(len(told.steps))))
    aim = told.steps[asked.step].aim
    return trial_moves.judge(told.position(asked.step), told.seat, asked.move, aim.reached)
