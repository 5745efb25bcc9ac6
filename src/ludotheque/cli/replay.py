"""`ludotheque replay` and `ludotheque verify`: stored records."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from ludotheque import fairness, record
from ludotheque.cli.event_text import sentences
from ludotheque.errors import BadRecord, BadSetup
from ludotheque.film import film
from ludotheque.games.spec import Json
from ludotheque.match import Match, Move

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
            print(error if str(error).startswith(f"{path}:") else f"{path}: {error}")  # a file that cannot be read
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


def replay(
    path: FilePath,
    svg: Annotated[
        Path | None, typer.Option(metavar="OUT.svg", help="Write an animated picture instead.", show_default=False)
    ] = None,
    seat: Annotated[str, typer.Option(help="Whose knowledge is shown: all, none (a spectator) or a seat.")] = "all",
) -> None:
    """Step through a record as text: all at once into a pipe, move by move in a terminal.

    A record that is not in order is shown up to its first bad move, and exits with 2.
    """
    stored = record.load(path)
    told = record.check_shape(stored)
    trouble = _trouble(stored)
    moves = told.history if trouble is None else told.history[: trouble.position]
    match = record.begin(told)
    viewpoint = _viewpoint(seat, match)
    if svg is not None:
        _film(match, moves, svg, viewpoint, [name or "" for name in told.names or []])
    elif sys.stdin.isatty() and sys.stdout.isatty():
        _step(match, moves, viewpoint)
    else:
        _show(match, 0, len(moves), viewpoint)
        for number in range(len(moves)):
            _show(match, _go(match, moves, number, number + 1), len(moves), viewpoint)
    if trouble is not None:
        raise trouble


def _trouble(stored: Json) -> BadRecord | None:
    """What is wrong with its moves or its result, if anything is."""
    try:
        record.replay(stored)
    except BadRecord as error:
        return error
    return None


def _viewpoint(text: str, match: Match) -> int | str:
    if text in ("all", "none"):
        return text
    if text.isdecimal() and int(text) < match.seats:
        return int(text)
    raise BadSetup(f"--seat {text}: say all, none or a seat from 0 to {match.seats - 1}")


def _film(match: Match, moves: list[Move], out: Path, seat: int | str, names: list[str]) -> None:
    viewer = seat if isinstance(seat, int) else None
    pictures = []
    for number in range(len(moves) + 1):
        _go(match, moves, max(0, number - 1), number)
        pictures.append(match.svg(viewer, all_revealed=seat == "all", names=names))
    try:
        out.write_text(film(pictures, match.spec.title), "utf-8")
    except OSError as error:
        raise BadSetup(f"{out}: cannot be written ({error.strerror})") from None
    print(f"{out}: {len(pictures)} pictures")


def _step(match: Match, moves: list[Move], viewpoint: int | str) -> None:
    """Enter: on; b: back; a number: that move; q: leave."""
    at = 0
    while True:
        Console().clear()
        _show(match, at, len(moves), viewpoint)
        answer = Console().input("\nEnter: next, b: back, number: go to that move, q: leave > ").strip()
        if answer == "q":
            return
        wanted = at - 1 if answer == "b" else int(answer) if answer.isdecimal() else at + 1
        at = _go(match, moves, at, max(0, min(len(moves), wanted)))


def _go(match: Match, moves: list[Move], at: int, wanted: int) -> int:
    while at > wanted:
        match.undo()
        at -= 1
    while at < wanted:
        seat, move = moves[at]
        match.play(move, seat)
        at += 1
    return at


def _show(match: Match, at: int, total: int, viewpoint: int | str) -> None:
    if at == 0:
        print(f"{match.game}, {match.seats} seats, {match.options}")
    else:
        seat, move = match.history[-1]
        # To others the events tell of a move what they may know.
        print(f"\nMove {at} of {total}. Seat {seat}" + (f": {move}" if viewpoint in ("all", seat) else ""))
    viewer = viewpoint if isinstance(viewpoint, int) else None
    events = match.happened(at)
    for line in sentences(match.game, events if viewpoint == "all" else match.show(events, viewer)):
        print(line)
    print(match.text(viewer, all_revealed=viewpoint == "all"))
