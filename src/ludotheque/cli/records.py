"""`ludotheque replay` and `ludotheque verify`: stored records."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from ludotheque import fairness, record
from ludotheque.cli.sentences import sentences
from ludotheque.errors import BadRecord
from ludotheque.games.spec import Json
from ludotheque.match import Match

FilePath = Annotated[Path, typer.Argument(metavar="FILE", help="A record, as JSON.", show_default=False)]


def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Records, as JSON.", show_default=False)],
    fair: Annotated[
        bool, typer.Option("--fair", help="Check the shuffle too: that nobody, not even the house, chose it.")
    ] = False,
) -> None:
    """Replay records and say the first move that does not fit. Exits with 2 if a record is not in order."""
    bad = 0
    for path in files:
        try:
            print(f"{path}: in order ({_checked(record.load(path), fair)})")
        except BadRecord as error:
            bad += 1
            print(f"{path}: {error}")
    if bad:
        raise typer.Exit(2)


def _checked(stored: Json, fair: bool) -> str:
    """What a record tells, in a few words; BadRecord if it is not in order."""
    match = record.replay(stored)
    end = record.check_shape(stored).end
    result = f"over, {match.scores}" if match.over else f"ended: {end.reason}" if end else "not over"
    words = [match.game, f"{len(match.history)} moves", result]
    if fair:
        given = [number for number in fairness.check(stored).numbers if number is not None]
        words.append(f"shuffled with the secret and {len(given)} of {match.seats} numbers")
    return ", ".join(words)


def replay(path: FilePath) -> None:
    """Step through a record as text: all at once into a pipe, move by move in a terminal."""
    stored = record.load(path)
    whole = record.replay(stored)
    moves = record.check_shape(stored).history
    if sys.stdin.isatty() and sys.stdout.isatty():
        _step(whole, moves)
        return
    match = record.begin(record.check_shape(stored))
    _show(match, 0, len(moves))
    for number, (seat, move) in enumerate(moves):
        match.play(move, seat)
        _show(match, number + 1, len(moves))


def _step(match: Match, moves: list[tuple[int, str]]) -> None:
    """Enter: on; b: back; a number: that move; q: leave."""
    at = _go(match, moves, len(moves), 0)
    while True:
        Console().clear()
        _show(match, at, len(moves))
        answer = Console().input("\nEnter: next, b: back, number: go to that move, q: leave > ").strip()
        if answer == "q":
            return
        wanted = at - 1 if answer == "b" else int(answer) if answer.isdecimal() else at + 1
        at = _go(match, moves, at, max(0, min(len(moves), wanted)))


def _go(match: Match, moves: list[tuple[int, str]], at: int, wanted: int) -> int:
    while at > wanted:
        match.undo()
        at -= 1
    while at < wanted:
        seat, move = moves[at]
        match.play(move, seat)
        at += 1
    return at


def _show(match: Match, at: int, total: int) -> None:
    if at == 0:
        print(f"{match.game}, {match.seats} seats, {match.options}")
    else:
        seat, move = match.history[-1]
        print(f"\nMove {at} of {total}. Seat {seat}: {move}")
    for line in sentences(match.game, match.happened(at)):
        print(line)
    print(match.text(all_revealed=True))
