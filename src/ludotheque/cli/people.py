"""`ludotheque people`: find a person, and export or forget what is kept about them."""

from __future__ import annotations

import asyncio
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludotheque.errors import BadSetup

if TYPE_CHECKING:
    from ludotheque.server.tables.house import House

Data = Annotated[
    str | None,
    typer.Option(
        metavar="FILE|URL",
        envvar=["LUDOTHEQUE_DATABASE", "LUDOTHEQUE_DATA"],
        help="The server's data file, or postgresql://... Default: house.db in your data folder.",
        show_default=False,
    ),
]
Name = Annotated[str, typer.Argument(metavar="NAME", help="The name, or a part of it.", show_default=False)]
Id = Annotated[
    str, typer.Argument(metavar="ID", help="The person's id, as `people find` prints it.", show_default=False)
]
To = Annotated[Path | None, typer.Option(metavar="FILE", help="A new file. Default: print it.", show_default=False)]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask.")]

app = typer.Typer(
    help="Find a person, and export or forget what the house keeps about them. Stop the server first, unless it uses "
    "PostgreSQL.",
    no_args_is_help=True,
)


@app.command("find")
def find(name: Name, data: Data = None) -> None:
    """List the people with that name: id, name, first and last day."""
    asyncio.run(_find(_where(data), name))


@app.command("export")
def export(person: Id, to: To = None, data: Data = None) -> None:
    """Write everything that is kept about a person, as JSON."""
    asyncio.run(_export(_where(data), person, to))


@app.command("forget")
def forget(person: Id, data: Data = None, yes: Yes = False) -> None:
    """Remove a person's name, devices, ratings and words. Their matches and results stay, without the name."""
    if not yes:
        typer.confirm(f"{person} resigns everywhere and is forgotten. This cannot be undone. Go on?", abort=True)
    asyncio.run(_forget(_where(data), person))


def _where(data: str | None) -> str:
    # Imported here so that the other commands start quickly.
    from ludotheque.server.settings import default_data

    return data or str(default_data())


async def _find(where: str, name: str) -> None:
    from sqlalchemy import func, select

    from ludotheque.server.offline_house import open_offline
    from ludotheque.server.store.schema import devices, people

    query = (
        select(people.c.id, people.c.name, people.c.made, func.max(devices.c.seen))
        .join_from(people, devices, isouter=True)
        .where(func.lower(people.c.name).contains(name.lower(), autoescape=True))
        .group_by(people.c.id, people.c.name, people.c.made)
        .order_by(people.c.name, people.c.made)
    )
    async with open_offline(where) as house:
        for person, named, made, seen in await house.store.read(query):
            print(f"{person}  {named}  {_day(made)} to {_day(seen or made)}")


def _day(milliseconds: int) -> str:
    return f"{datetime.fromtimestamp(milliseconds / 1000, UTC):%Y-%m-%d}"


async def _export(where: str, person: str, to: Path | None) -> None:
    from ludotheque.server.offline_house import open_offline
    from ludotheque.server.queries import personal_data

    async with open_offline(where) as house:
        await _must_exist(house, person)
        known = await personal_data.about(house.store, person)
        text = b"".join([part async for part in personal_data.export(house, known)])
    write_export(text, to)


def write_export(text: bytes, to: Path | None) -> None:
    """Print it, or write a new file that only its owner can read. BadSetup."""
    if to is None:
        print(text.decode())
        return
    try:
        with open(os.open(to, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
            file.write(text)
    except OSError as error:
        raise BadSetup(f"{to}: {error.strerror}") from None
    print(f"{to}: {len(text)} bytes")


async def _forget(where: str, person: str) -> None:
    from ludotheque.server.offline_house import open_offline
    from ludotheque.server.tables.forgetting import Forgetting

    async with open_offline(where) as house:
        await _must_exist(house, person)
        forgetting = Forgetting(house)
        await forgetting.forget(person)
        if house.single_process:
            await forgetting.settle(person)
    print(f"{person} is forgotten. Backups that were made before still contain what was kept.")


async def _must_exist(house: House, person: str) -> None:
    from sqlalchemy import select

    from ludotheque.server.store.schema import people

    if not await house.store.read(select(people.c.id).where(people.c.id == person)):
        raise BadSetup(f"there is no person {person[:40]!r}; `ludotheque people find NAME` lists those of a name")
