"""`ludotheque replay`: step through a stored record, or turn it into an animated picture."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from ludotheque import record
from ludotheque.cli import arguments
from ludotheque.errors import BadRecord, BadSetup
from ludotheque.film import film
from ludotheque.games.spec import Json
from ludotheque.match import Match, Move


def replay(
    path: arguments.RecordPath,
    svg: Annotated[
        Path | None,
        typer.Option(metavar="OUT.svg", help="Write an animated picture instead.", show_default=False),
    ] = None,
    seat: Annotated[str, typer.Option(help="Show what this seat knew; none: a spectator; all: everything.")] = "all",
) -> None:
    """Step through a record as text: move by move in a terminal, all at once in a pipe.

    A bad record is shown up to its first bad move; the command then exits with 2.
    """
    with arguments.naming(path):
        stored = record.load(path)
        checked = record.check_shape(stored)
        match = record.begin(checked)
    fault = _fault(stored)
    moves = checked.history if fault is None else checked.history[: fault.position]
    viewpoint = _viewpoint(seat, match)
    if svg is not None:
        _write_film(match, moves, svg, viewpoint, [name or "" for name in checked.names or []])
    elif sys.stdin.isatty() and sys.stdout.isatty():
        _step(match, moves, viewpoint)
    else:
        _show(match, 0, len(moves), viewpoint)
        for number in range(len(moves)):
            _show(match, _go(match, moves, number, number + 1), len(moves), viewpoint)
    if fault is not None:
        with arguments.naming(path):
            raise fault


def _fault(stored: Json) -> BadRecord | None:
    """Return what is wrong with the moves or the result of a record, if anything is."""
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
    raise BadSetup(f"--seat {text}: must be all, none or a seat from 0 to {match.seats - 1}")


def _write_film(match: Match, moves: list[Move], out: Path, seat: int | str, names: list[str]) -> None:
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
    """Let the person step through the moves."""
    at = 0
    while True:
        Console().clear()
        _show(match, at, len(moves), viewpoint)
        answer = Console().input("\nEnter: next, b: back, a number: go to that move, q: quit > ").strip()
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
        # Other seats learn of a move from its events, which leave out what is hidden from them.
        print(f"\nMove {at} of {total}. Seat {seat}" + (f": {move}" if viewpoint in ("all", seat) else ""))
    viewer = viewpoint if isinstance(viewpoint, int) else None
    events = match.happened(at)
    for line in match.spec.words.events(events if viewpoint == "all" else match.show(events, viewer)):
        print(line)
    print(match.text(viewer, all_revealed=viewpoint == "all"))
