"""A process that appends as fast as it can and prints what was acknowledged, until it is killed.

As a program it reads lines from its standard input and forks for each, so that a round does not start Python again.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from ludotheque.server.store import open_store, sqlite
from ludotheque.server.store.base import Append, Conflict, Store
from ludotheque.server.store.sqlite_writer import SqliteWriter
from ludotheque.server.store.threaded_store import Group, Settle

TABLES = 12


@contextlib.contextmanager
def appender(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run this program."""
    root = Path(__file__).parents[3]
    command = [sys.executable, "-m", "tests.server.store.appender", *arguments]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=root) as process:
        yield process
        process.stdin.close()  # type: ignore[union-attr]  # it is a pipe


class AnswersFirst(SqliteWriter):
    """A mutant that answers before it writes."""

    pause = 0.002

    def commit(self, groups: list[Group], settle: Settle) -> None:
        settle([(group, None) for group in groups])
        time.sleep(self.pause)
        super().commit(groups, lambda outcomes: None)


async def append(store: Store, table: str) -> None:
    number = len(await store.entries(table))
    while True:
        word = secrets.token_hex(20)
        await store.write(Append(table, number, store.now(), word.encode()))
        os.write(1, f"{table} {number} {word}\n".encode())
        number += 1


async def append_to_all(where: str) -> None:
    store = open_store(where)
    await store.open()
    await asyncio.gather(*(append(store, f"t{i}") for i in range(TABLES)))


def main() -> None:
    if "hasty" in sys.argv:
        AnswersFirst.pause = 0.02
        vars(sqlite)["SqliteWriter"] = AnswersFirst
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            os.write(1, f"pid {os.getpid()}\n".encode())
            with contextlib.suppress(Conflict):
                asyncio.run(append_to_all(line.strip()))
            os._exit(0)
        os.waitpid(child, 0)
        os.write(1, b"dead\n")


if __name__ == "__main__":
    main()
