"""A guided first match: `lesson/lesson.toml` in a game's folder is a record with steps, `fr.toml` has their texts.

Each step belongs to a position of the record and asks for a move. Every move that reaches the step's aim is right; the
lesson then continues along the record.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from ludotheque.catalogue import game
from ludotheque.errors import LudothequeError
from ludotheque.games.spec import Json
from ludotheque.match import Match, Move
from ludotheque.teaching.aims import Aim
from ludotheque.teaching.languages import check
from ludotheque.teaching.positions import position


class NoSuchStep(LudothequeError):
    """The lesson has no step of that number."""


class Step(msgspec.Struct, frozen=True):
    """After `at` moves of the record the learner has to reach `aim`. `rules`: the numbers of the rules it teaches."""

    at: int
    aim: Aim
    rules: list[int] = []


class StepText(msgspec.Struct, frozen=True):
    """`ask`: what has happened and what to do. `right`: praise. `wrong`: why a legal move misses the aim."""

    ask: str
    right: str
    wrong: str = ""


class LessonText(msgspec.Struct, frozen=True):
    title: str
    welcome: str
    steps: list[StepText]
    end: str


class Lesson(msgspec.Struct, frozen=True):
    """A record with steps. `seat`: the learner's."""

    game: str
    options: Json
    seats: int
    seed: str | int
    seat: int
    moves: list[Move]
    steps: list[Step]

    def position(self, step: int) -> Match:
        """Return the match in the position of a step."""
        if not 0 <= step < len(self.steps):
            raise NoSuchStep(f"there is no step {step}; the steps are 0 to {len(self.steps) - 1}")
        return self.after(self.steps[step].at)

    def after(self, moves: int) -> Match:
        """Return the match after the given number of moves of the record."""
        match = game(self.game).start(self.seats, self.seed, self.options)
        for seat, move in self.moves[:moves]:
            match.play(move, seat)
        return match


@cache
def lesson(name: str) -> Lesson:
    """Return the lesson of a game. A move in its file may omit the seat if only one seat may move."""
    read = _read(name, "lesson")
    match = position(name, read)
    return Lesson(
        name,
        match.options,
        match.seats,
        read["seed"],
        read.get("seat", 0),
        match.history,
        msgspec.convert(read["steps"], list[Step]),
    )


@cache
def lesson_text(name: str, language: str) -> LessonText:
    """Return the texts of the lesson in a language."""
    return msgspec.convert(_read(name, check(language)), LessonText)


def _read(name: str, file: str) -> dict[str, Any]:
    path: Path = game(name).spec.folder / "lesson" / f"{file}.toml"
    return tomllib.loads(path.read_text("utf-8"))
