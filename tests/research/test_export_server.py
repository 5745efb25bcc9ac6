"""Export the finished matches of a running server."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pyarrow.parquet as pq
from tests.server.client.client import Person
from tests.server.client.process import Server
from typer.testing import CliRunner

from ludotheque import record
from ludotheque.cli import app

BOT = {"who": "bot", "level": 1}


async def play(base: str) -> tuple[str, bytes]:
    """Play one match to its end and start another; return the key and the record of the first."""
    async with await Person.make(base, "Ada") as ada:
        keys = [await ada.make_table("keks", [{"who": "me"}, BOT]) for _ in range(2)]
        async with ada.at(keys[0]) as first, ada.at(keys[1]) as second:
            await first.ask("start")
            await first.play(random.Random(1).choice, seconds=150)  # the bot may have to be compiled
            await second.ask("start")
        return keys[0], (await ada.get(f"/api/tables/{keys[0]}/record")).content


def test_only_finished_matches_are_exported(tmp_path: Path) -> None:
    out = tmp_path / "data.parquet"
    with Server(tmp_path, options=["--bot-pace", "0"]) as server:
        key, stored = asyncio.run(asyncio.wait_for(play(server.base), 180))
        data = str(tmp_path / f"{server.name}.db")
        done = CliRunner().invoke(app, ["export", "--data", data, "--out", str(out)])
    assert done.exit_code == 0, done.output
    rows = pq.read_table(out).to_pylist()
    match = record.replay(stored)
    assert {row["match"] for row in rows} == {key}
    assert [(row["seat"], row["move"]) for row in rows] == match.history
    assert {tuple(row["scores"]) for row in rows} == {tuple(match.scores)}
