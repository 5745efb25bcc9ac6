"""`ludotheque backup`: a copy of the data while the server runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Target = Annotated[Path, typer.Argument(metavar="TARGET", help="The new file; it must not exist.", show_default=False)]
Data = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        envvar=["LUDOTHEQUE_DATA", "LUDOTHEQUE_DATABASE"],  # a database is refused with what to do instead
        help="The server's data file. Default: house.db in your data folder.",
        show_default=False,
    ),
]


def backup(target: Target, data: Data = None) -> None:
    """Copy the server's data to a new file and check the copy. The server may be running."""
    # Imported here so that the other commands start quickly.
    from ludotheque.server.settings import default_data
    from ludotheque.server.store.backup import back_up

    copied = back_up(data or str(default_data()), target)
    print(f"{target}: {copied.tables} tables, {copied.entries} entries; checked")
