"""`ludotheque show`: a position of a stored record, as a text board or as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludotheque import raster, record
from ludotheque.cli import arguments
from ludotheque.errors import BadSetup
from ludotheque.match import Match


def show(
    path: arguments.RecordPath,
    move: Annotated[
        int | None,
        typer.Option(help="The position after this move, 0 for the start. Default: the last one.", show_default=False),
    ] = None,
    seat: Annotated[
        int | None, typer.Option(help="Show what this seat sees. Default: everything.", show_default=False)
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A picture file: .svg, or .png (extra 'image').", show_default=False),
    ] = None,
    width: Annotated[int, typer.Option(help="Width of a .png in pixels.")] = 800,
) -> None:
    """Show a position of a record as text, or write it to a picture file."""
    match = _position(path, move)
    if out is None:
        print(match.text(seat, all_revealed=seat is None))
        return
    if out.suffix not in (".svg", ".png"):
        raise BadSetup(f"--out {out}: must be an .svg or a .png file")
    picture = match.svg(seat, all_revealed=seat is None)
    out.write_bytes(picture.encode() if out.suffix == ".svg" else raster.png(picture, width))


def _position(path: Path, move: int | None) -> Match:
    with arguments.naming(path):
        match = record.replay(record.load(path))
    moves = len(match.history)
    if move is not None and not 0 <= move <= moves:
        raise BadSetup(f"--move {move}: this record has moves 0 to {moves}")
    for _ in range(moves - (moves if move is None else move)):
        match.undo()
    return match
