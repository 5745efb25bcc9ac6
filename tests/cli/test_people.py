"""`ludotheque people`: find, export and forget, on a stopped house and on a database."""

from __future__ import annotations

import asyncio
import json
import stat
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from tests.server.fakes import FakeBots
from typer.testing import CliRunner

from ludotheque.cli import app
from ludotheque.errors import LudothequeError
from ludotheque.server.store.schema import forgotten, people
from ludotheque.server.store.sqlite import SqliteStore
from ludotheque.server.tables import messages
from ludotheque.server.tables.handlers import Requester
from ludotheque.server.tables.house import House
from ludotheque.server.tables.journal import SeatPlan, Setup
from ludotheque.server.tables.people import People


async def _visit(data: Path) -> str:
    """Let Ada begin a match against a computer; return her id."""
    bots: Any = FakeBots()
    house = House(SqliteStore(data), bots)
    await house.open()
    ada, _ = await People(house.store).make("Ada Lovelace", "en")
    await People(house.store).make("Bob", "en")
    requester = Requester(ada.id, ada.name)
    key = await house.create_table(requester, Setup("keks", {}, [SeatPlan("me"), SeatPlan("open")]))
    await house.live_table(key).perform(requester, messages.Say("say", "hello"))
    await house.close()
    return ada.id


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "house.db"


@pytest.fixture
def ada(data: Path) -> str:
    return asyncio.run(_visit(data))


def run(data: Path, *words: str) -> str:
    result = CliRunner().invoke(app, ["people", *words, "--data", str(data)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_people_are_found_by_a_part_of_the_name(data: Path, ada: str) -> None:
    (line,) = run(data, "find", "lOve").splitlines()
    assert line.startswith(f"{ada}  Ada Lovelace  20")
    assert run(data, "find", "%") == ""


def test_a_person_is_exported(data: Path, ada: str, tmp_path: Path) -> None:
    printed = json.loads(run(data, "export", ada))
    assert printed["person"]["name"] == "Ada Lovelace"
    assert printed["tables"][0]["said"][0]["text"] == "hello"
    file = tmp_path / "ada.json"
    assert str(file) in run(data, "export", ada, "--to", str(file))
    assert json.loads(file.read_text("utf-8"))["person"]["id"] == ada
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with pytest.raises(LudothequeError, match="exists"):
        run(data, "export", ada, "--to", str(file))


def test_a_person_is_forgotten(data: Path, ada: str) -> None:
    assert "Backups" in run(data, "forget", ada, "--yes")
    assert run(data, "find", "Ada") == ""

    async def look() -> None:
        store = SqliteStore(data)
        await store.open()
        assert [name for (name,) in await store.read(select(people.c.name))] == ["Bob"]
        assert await store.read(select(forgotten)) == []
        await store.close()

    asyncio.run(look())
    assert b"Lovelace" not in b"".join(path.read_bytes() for path in data.parent.glob("house.db*"))


def test_forgetting_asks_first(data: Path, ada: str) -> None:
    result = CliRunner().invoke(app, ["people", "forget", ada, "--data", str(data)], input="n\n")
    assert result.exit_code == 1
    assert ada in run(data, "find", "Ada")


@pytest.mark.parametrize("words", [("export",), ("forget", "--yes")])
def test_an_unknown_person_is_refused(data: Path, ada: str, words: tuple[str, ...]) -> None:
    command, *options = words
    with pytest.raises(LudothequeError, match="there is no person 'nobody'"):
        run(data, command, "nobody", *options)


def test_a_missing_house_is_not_created(data: Path) -> None:
    with pytest.raises(LudothequeError, match="no such file"):
        run(data, "find", "Ada")
    assert not data.exists()


def test_a_running_house_is_refused(data: Path, ada: str) -> None:
    async def serve() -> None:
        store = SqliteStore(data)
        await store.open()
        try:
            with pytest.raises(LudothequeError, match="use `ludotheque admin`, or stop the server first"):
                await asyncio.to_thread(run, data, "forget", ada, "--yes")
        finally:
            await store.close()

    asyncio.run(serve())
    assert ada in run(data, "find", "Ada")
