"""Bots by the names under which they enter an arena."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from ludotheque import bots
from ludotheque.bots import Bot, Budget, RandomBot, UnknownBot
from ludotheque.bots.levels import LEVELS
from ludotheque.match import Match

ALLOWED = (
    "1 to 5 (a level), 5:0.2s or 5:2000 (a level with another budget), random, greedy, "
    "uct:1s, uct:500ms or uct:5000 (tree search without knowledge of the game, with seconds or simulations), "
    "python:module.function (your own: the function gets the name of the game and returns a bot)"
)
_BUDGET = re.compile(r"(?P<amount>[0-9]{1,9}(\.[0-9]{1,9})?)(?P<unit>s|ms|)")


@dataclass(frozen=True)
class Entrant:
    """A bot under the name with which it entered, and with the budget in that name."""

    name: str
    player: Bot
    budget: Budget | None = None

    def move(self, match: Match, seat: int, budget: Budget | None = None, seed: int = 0) -> str:
        return self.player.move(match, seat, budget or self.budget, seed)


def bot(text: str, game: str) -> Bot:
    """Make a new bot of that name. Raises UnknownBot, which lists the names, or BadBudget if the budget is 0."""
    kind, colon, rest = text.partition(":")
    if kind == "python":
        return Entrant(text, _imported(text, rest, game))
    budget = _budget(text, rest) if colon else None
    if kind == "uct" and budget is not None:
        return Entrant(text, bots.uct(game, budget))
    if kind in ("random", "greedy") and not colon:
        return Entrant(text, RandomBot() if kind == "random" else bots.greedy(game))
    if kind in map(str, LEVELS):
        return Entrant(text, bots.level(game, int(kind)), budget)
    raise _unknown(text)


def _budget(text: str, rest: str) -> Budget:
    """`1s`, `500ms`: seconds; `5000`: simulations."""
    parsed = _BUDGET.fullmatch(rest)
    if parsed is None:
        raise _unknown(text)
    if parsed["unit"]:
        return Budget(seconds=float(parsed["amount"]) / (1000 if parsed["unit"] == "ms" else 1))
    if "." in parsed["amount"]:
        raise _unknown(text)
    return Budget(simulations=int(parsed["amount"]))


def _imported(text: str, path: str, game: str) -> Bot:
    module, _, name = path.rpartition(".")
    if not module:
        raise _unknown(text)
    try:
        make = cast(Callable[[str], Bot], getattr(importlib.import_module(module), name))
    except (ImportError, AttributeError) as error:
        raise UnknownBot(f"{text}: {error}; is the folder of {module.split('.')[0]} in PYTHONPATH?") from error
    try:
        return make(game)
    except Exception as error:
        raise UnknownBot(f"{text}: its function failed: {type(error).__name__}: {error}") from error


def _unknown(text: str) -> UnknownBot:
    return UnknownBot(f"there is no bot {text!r}; allowed: {ALLOWED}")
