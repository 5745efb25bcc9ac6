"""A guided first match: in a game's folder `lesson/lesson.toml` is a record with steps, `lesson/fr.toml` their words.

Each step stands at a position of the record and asks for a move. Every move that reaches the step's aim is right; the
lesson then goes on along the record.
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
from ludotheque.teaching.claims import Aim
from ludotheque.teaching.languages import check
from ludotheque.teaching.positions import position


class NoSuchStep(LudothequeError):
    """A lesson has no step of that number."""


class Step(msgspec.Struct, frozen=True):
    """After `at` moves of the record the learner is to reach `aim`; `rules`: the rules that it is about."""

    at: int
    aim: Aim
    rules: list[int] = []


class StepText(msgspec.Struct, frozen=True):
    """`ask`: what happened and what to do. `right`: after it. `wrong`: to a legal move that misses the aim, and why."""

    ask: str
    right: str
    wrong: str = ""


class LessonText(msgspec.Struct, frozen=True):
    title: str
    welcome: str
    steps: list[StepText]
    end: str


class Lesson(msgspec.Struct, frozen=True):
    """`seat`: the learner's."""

    game: str
    options: Json
    seats: int
    seed: str | int
    seat: int
    moves: list[Move]
    steps: list[Step]

    def position(self, step: int) -> Match:
        """The match as the step of that number finds it."""
        if not 0 <= step < len(self.steps):
            raise NoSuchStep(f"the lesson has the steps 0 to {len(self.steps) - 1}, not {step}")
        return self.after(self.steps[step].at)

    def after(self, moves: int) -> Match:
        """The match after the first moves of the record."""
        match = game(self.game).start(self.seats, self.seed, self.options)
        for seat, move in self.moves[:moves]:
            match.play(move, seat)
        return match


@cache
def lesson(name: str) -> Lesson:
    """The guided match of a game. Its moves in the file may leave out the seat where only one may move."""
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
    """What the lesson says in a language."""
    return msgspec.convert(_read(name, check(language)), LessonText)


def _read(name: str, file: str) -> dict[str, Any]:
    path: Path = game(name).spec.folder / "lesson" / f"{file}.toml"
    return tomllib.loads(path.read_text("utf-8"))
