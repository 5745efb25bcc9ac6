"""The other end of `order_receiver.py`: send an order to the servers of a house, and wait for the answer."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert, select, text
from sqlalchemy.exc import DBAPIError

from ludotheque.errors import LudothequeError
from ludotheque.games.spec import Json
from ludotheque.server.store import migrations
from ludotheque.server.store.base import CannotOpen
from ludotheque.server.store.schema import HEAD, answers, orders
from ludotheque.server.tables.house import new_key

#: Seconds to wait for an answer, and between two looks.
PATIENCE = 20.0
#: For an export, which has many tables; less than an order lasts.
EXPORT_PATIENCE = 50.0
LOOK = 0.1


class OrderRefused(LudothequeError):
    """A server has refused the order."""

    def __init__(self, refusal: Json) -> None:
        super().__init__(refusal["code"])
        self.refusal = refusal


def send_order(where: Path | str, order: msgspec.Struct, by: str, patience: float = PATIENCE) -> Any:
    """Give an order to the running server of that data, and return its answer. CannotOpen, OrderRefused."""
    opened = _file(where) if isinstance(where, Path) else _database(where)
    with opened as connection:
        found = migrations.version(connection)
        if found != HEAD:
            raise CannotOpen(f"the servers of this house have another version: their schema is {found}, ours {HEAD}")
        answer = _wait(connection, _give(connection, order, by), patience)
    if "refused" in answer:
        raise OrderRefused(answer["refused"])
    return answer["done"]


def _give(connection: Connection, order: msgspec.Struct, by: str) -> str:
    row = {"id": new_key(), "at": _now(connection), "by": by, "text": msgspec.json.encode(order).decode()}
    connection.execute(insert(orders).values(row))
    connection.commit()
    return str(row["id"])


def _wait(connection: Connection, order: str, patience: float) -> Json:
    query, until = select(answers.c.text).where(answers.c.order_id == order), time.monotonic() + patience
    try:
        while time.monotonic() < until:
            found = connection.execute(query).scalar()
            connection.rollback()
            if found is not None:
                answer: Json = msgspec.json.decode(found)
                return answer
            time.sleep(LOOK)
        raise CannotOpen(f"no server has answered within {patience:g} seconds")
    finally:
        connection.execute(delete(orders).where(orders.c.id == order))
        connection.execute(delete(answers).where(answers.c.order_id == order))
        connection.commit()


def _now(connection: Connection) -> int:
    """Return the time as the servers know it: the database's, or that of the machine."""
    if connection.dialect.name == "postgresql":
        return int(1000 * connection.execute(text("SELECT extract(epoch FROM clock_timestamp())")).scalar_one())
    return round(1000 * time.time())


@contextmanager
def _file(path: Path) -> Iterator[Connection]:
    """Connect to the data file of a running server: SQLite lets several programs write in turn."""
    from ludotheque.server.store.sqlite import connect, lock_file

    if not path.is_file():
        raise CannotOpen(f"{path}: there is no such file; say with --data which one the server uses")
    try:
        lock_file(path).release()
    except CannotOpen:
        pass  # as it should be
    except OSError as error:
        raise CannotOpen(f"{path}: {error.strerror}; run this as the user of the server") from error
    else:
        raise CannotOpen(f"no server is running on {path}; start it first")
    connection = connect(path)
    try:
        yield connection
    except DBAPIError as error:
        raise CannotOpen(f"{path}: {error.orig}") from error
    finally:
        connection.close()
        connection.engine.dispose()


@contextmanager
def _database(url: str) -> Iterator[Connection]:
    from ludotheque.server.store.postgres_connection import cause_of, engine_of

    engine = engine_of(url)
    try:
        with engine.connect() as connection:
            yield connection.execution_options(isolation_level="READ COMMITTED")
    except DBAPIError as error:
        raise CannotOpen(f"the database cannot be used: {cause_of(error)}") from error
    finally:
        engine.dispose()
