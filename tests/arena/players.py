"""Bots for the arena's tests: weak, strong, and failing in every way, such as `python:tests.arena.players.first`."""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from ludotheque import Match
from ludotheque.arena.plan import MatchJob
from ludotheque.arena.playing import PlayedMatches, play
from ludotheque.bots import Budget

ROOT = Path(__file__).parents[2]
HERE = "python:tests.arena.players"

Choice = Callable[[Match, int, int], str]


class InThisProcess:
    """A runner that plays one match after another in this process."""

    def play(self, jobs: Iterable[MatchJob]) -> PlayedMatches:
        for job in jobs:
            yield play(job)


class Player:
    """A bot from a function of match, seat and seed."""

    def __init__(self, name: str, choose: Choice) -> None:
        self.name = name
        self.choose = choose

    def move(self, match: Match, seat: int, budget: Budget | None = None, seed: int = 0) -> str:
        return self.choose(match, seat, seed)


def first(game: str) -> Player:
    """Always play the first legal move."""
    return Player("first", lambda match, seat, seed: match.legal_moves(seat)[0])


def grabber(game: str) -> Player:
    """Maximize the score after one move, with ties broken by the seed. Far better than random in Keks."""

    def choose(match: Match, seat: int, seed: int) -> str:
        moves = match.legal_moves(seat)
        random.Random(seed).shuffle(moves)
        return max(moves, key=lambda move: _score_after(match, seat, move))

    return Player("grabber", choose)


def _score_after(match: Match, seat: int, move: str) -> int:
    later = match.copy()
    later.play(move, seat)
    return later.scores[seat]


def failing_after(moves: int, fail: Callable[[], str]) -> Choice:
    """Return a choice that fails once the match has that many moves."""
    return lambda match, seat, seed: fail() if len(match.history) >= moves else match.legal_moves(seat)[0]


def raising(game: str) -> Player:
    def fail() -> str:
        raise ValueError("lost my glasses")

    return Player("raising", failing_after(4, fail))


def leaving(game: str) -> Player:
    return Player("leaving", failing_after(4, lambda: sys.exit(3)))


def illegal(game: str) -> Player:
    return Player("illegal", failing_after(4, lambda: "d4"))


def senseless(game: str) -> Player:
    return Player("senseless", failing_after(4, lambda: None))  # type: ignore[arg-type, return-value]


def _crash() -> str:
    os.kill(os.getpid(), signal.SIGKILL)
    return ""


def dying(game: str) -> Player:
    """Kill its own process, as a crash in compiled code would."""
    return Player("dying", failing_after(4, _crash))


def stillborn(game: str) -> Player:
    """Kill its own process at its first move."""
    return Player("stillborn", failing_after(0, _crash))


def absent(game: str) -> Player:
    raise RuntimeError("missed the tram")


def slow(game: str) -> Player:
    def choose(match: Match, seat: int, seed: int) -> str:
        time.sleep(0.02)
        return match.legal_moves(seat)[0]

    return Player("slow", choose)


def talking(game: str) -> Player:
    def choose(match: Match, seat: int, seed: int) -> str:
        print("this looks good for me")
        return match.legal_moves(seat)[0]

    return Player("talking", choose)


def restless(game: str) -> Player:
    """In a race, lay down a domino and lift it again, forever."""

    def choose(match: Match, seat: int, seed: int) -> str:
        moves = match.legal_moves(seat)
        lifts = [move for move in moves if move.startswith("lift")]
        return lifts[0] if lifts else moves[0]

    return Player("restless", choose)
