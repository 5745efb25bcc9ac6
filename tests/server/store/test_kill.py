"""`kill -9` at random moments under load: nothing acknowledged is lost or doubled, and there are no gaps."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import time
from pathlib import Path
from random import Random

from tests.server.store.appender import TABLES, appender
from tests.server.store.making import Make

from ludotheque.server.store import open_store
from ludotheque.server.store.base import Store

ROUNDS = int(os.environ.get("LUDOTHEQUE_KILLS", "25"))
Entries = dict[tuple[str, int], bytes]


def killed_after(process: subprocess.Popen[bytes], where: str, seconds: float) -> Entries:
    """Let the process append for some time after its first entry, kill it, and return what it acknowledged."""
    assert process.stdin
    assert process.stdout
    process.stdin.write(f"{where}\n".encode())
    process.stdin.flush()
    child = int(process.stdout.readline().split()[1])
    lines = [process.stdout.readline()]
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    while lines[-1] != b"dead\n":
        lines.append(process.stdout.readline())
    found: Entries = {}
    for line in lines[:-1]:
        table, number, word = line.decode().split()
        found[table, int(number)] = word.encode()
    return found


async def _everything(store: Store) -> Entries:
    await store.open()
    found: Entries = {}
    for table in (f"t{i}" for i in range(TABLES)):
        rows = await store.entries(table)
        assert [number for number, _, _ in rows] == list(range(len(rows))), "a gap"
        found |= {(table, number): entry for number, _, entry in rows}
    await store.close()
    return found


def rounds(where: str, count: int, *arguments: str) -> tuple[int, int]:
    """Return how many entries were acknowledged, and how many of these are lost (or have a doubled number)."""
    random, acknowledged, twice = Random(count), Entries(), 0
    with appender(*arguments) as process:
        for _ in range(count):
            new = killed_after(process, where, random.random() * 0.1)
            twice += len(new.keys() & acknowledged.keys())
            acknowledged |= new
    found = asyncio.run(_everything(open_store(where)))
    return len(acknowledged), twice + sum(found.get(key) != entry for key, entry in acknowledged.items())


def test_what_was_acknowledged_survives_a_kill(make: Make) -> None:
    """The next test shows that a mutant fails."""
    acknowledged, lost = rounds(str(make.where), ROUNDS if make.kind == "sqlite" else ROUNDS // 2)
    assert acknowledged > 10 * TABLES
    assert lost == 0


def test_an_answer_before_the_commit_is_detected(tmp_path: Path) -> None:
    _, lost = rounds(str(tmp_path / "house.db"), 8, "hasty")
    assert lost > 0
