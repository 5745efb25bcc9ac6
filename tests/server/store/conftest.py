"""Both stores, for tests that run on both; one PostgreSQL per session, a schema per test."""

from __future__ import annotations

import itertools
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from tests.server.store.making import Make
from tests.server.store.postgresql import start

_count = itertools.count()


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    """Start PostgreSQL for the tests."""
    # Not in pytest's folder, which other users cannot read: as root, PostgreSQL runs as another user.
    folder = Path(tempfile.mkdtemp(prefix="ludotheque-postgres-"))
    server = start(folder / "data")
    yield server
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def url(postgres: Any) -> str:
    """Return the address of an empty schema."""
    name = f"test{next(_count)}"
    with psycopg.connect(postgres.get_uri(), autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}".encode())
    return f"{postgres.get_uri()}&options=-csearch_path%3D{name}"


@pytest.fixture(params=["sqlite", "postgres"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Make:
    where = request.getfixturevalue("url") if request.param == "postgres" else tmp_path / "house.db"
    return Make(request.param, where)


@pytest.fixture
async def store(make: Make) -> AsyncIterator[Any]:
    made: Any = make()
    await made.open()
    yield made
    await made.close()
