"""`ludotheque verify`: check stored records."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludotheque import fairness, record
from ludotheque.errors import BadRecord
from ludotheque.games.spec import Json


def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Records, as JSON.", show_default=False)],
    fair: Annotated[
        bool, typer.Option("--fair", help="Also check the shuffle: that nobody, not even the server, chose it.")
    ] = False,
) -> None:
    """Replay records and report the first move of each that does not fit. Exits with 2 if a record is bad."""
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
    """Check a record and return what is in it, in a few words."""
    match = record.replay(stored)
    end = record.check_shape(stored).end
    result = f"over, {match.scores}" if match.over else f"ended: {end.reason}" if end else "not over"
    words = [match.game, f"{len(match.history)} moves", result]
    if fair:
        given = [number for number in fairness.check(stored).numbers if number is not None]
        words.append(f"shuffled with the secret and {len(given)} of {match.seats} numbers")
    return ", ".join(words)
