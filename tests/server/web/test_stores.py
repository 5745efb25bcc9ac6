"""REST on a SQLite file and on PostgreSQL: lists, results, ratings, series, one-time links."""

from __future__ import annotations

import asyncio
import itertools
import json
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import pytest
from tests.server.faults.sockets import Device
from tests.server.store.making import Make
from tests.server.store.postgresql import start
from tests.server.web.guests import ALONE, KEKS, Open, open_house, story

from ludotheque.server.tables import messages
from ludotheque.server.tables.people import People
from ludotheque.server.tables.refusals import Refused

_count = itertools.count()


@pytest.fixture(scope="module")
def postgres() -> Iterator[Any]:
    folder = Path(tempfile.mkdtemp(prefix="ludotheque-postgres-"))
    server = start(folder / "data")
    yield server
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgres"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Make:
    if request.param == "sqlite":
        return Make("sqlite", tmp_path / "house.db")
    address = request.getfixturevalue("postgres").get_uri()
    name = f"web{next(_count)}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}".encode())
    return Make("postgres", f"{address}&options=-csearch_path%3D{name}")


async def play(house: Open) -> tuple[Any, Any, list[str]]:
    """Let Ada and Bob play twice, and Ada twice alone; leave a table open."""
    ada, bob = house.guest(), house.guest()
    ada_is, bob_is = await ada.named("Ada"), await bob.named("Bob")
    keys = []
    for listed in (True, False):
        keys.append(await house.table_of_two(ada, ada_is, bob_is, listed=listed))
        await house.plays(ada_is, keys[-1])
    for _ in range(2):
        keys.append(await ada.makes(ALONE))
        await house.does(ada_is, keys[-1], messages.Start("start"))
        await house.plays(ada_is, keys[-1])
    keys.append(await ada.makes({**KEKS, "listed": True}))
    return ada, ada_is, keys


@story
async def test_everything_is_stored(make: Make) -> None:
    async with open_house(make()) as house:
        ada, ada_is, keys = await play(house)
        assert [row["key"] for row in (await ada.get("/api/tables")).json()["tables"]] == keys[-1:]
        assert [row["key"] for row in (await ada.get("/api/tables?status=over")).json()["tables"]] == keys[:1]
        mine = (await ada.get("/api/me/tables")).json()["tables"]
        assert {row["key"] for row in mine} == set(keys)
        before = f"{mine[1]['changed']}-{mine[1]['key']}"
        rest = (await ada.get("/api/me/tables", params={"before": before})).json()["tables"]
        assert rest == mine[2:]
        assert len((await ada.get("/api/me/tables?status=over&game=keks")).json()["tables"]) == 2

        results = (await ada.get("/api/results", params={"player": ada_is["id"]})).json()["results"]
        assert {result["table"] for result in results} == set(keys[:-1])
        theirs = (await house.guest().get("/api/results?game=keks")).json()["results"]
        assert sorted(result["table"] for result in theirs) == ["", keys[0]]
        rated = (await ada.get("/api/ratings?game=keks")).json()["ratings"]
        assert [row["matches"] for row in rated] == [2, 2]
        assert (await ada.get("/api/ratings?game=keks&after=1")).json()["ratings"][0]["place"] == 2

        params = {"game": "domino3d", "options": json.dumps({"turns": 1, "sand": 0})}
        solo = (await ada.get("/api/solo", params=params)).json()
        assert len(solo["mine"]) == 2
        assert [row["points"] for row in solo["best"]] == [max(point["points"] for point in solo["mine"])]
        assert (await ada.get(f"/api/tables/{keys[0]}/replay?seat=all")).json()["result"]["winners"]
        assert (await ada.get("/readyz")).status_code == 200
        metrics = (await ada.get("/metrics")).text
        assert "ludotheque_store_batches 0.0" not in metrics
    async with open_house(make()) as house:
        assert (await house.guest().get(f"/api/tables/{keys[0]}/record")).status_code == 200


@story
async def test_a_link_is_claimed_once(make: Make) -> None:
    stores: list[Any] = [make() for _ in range(2 if make.kind == "postgres" else 1)]
    for store in stores:
        await store.open()
    people = [People(store) for store in stores]
    person, _ = await people[0].make("Ada", "en")
    for _ in range(5):
        token = await people[0].new_link(person)
        outcomes = await asyncio.gather(*(each.claim(token) for each in people * 4), return_exceptions=True)
        assert sum(isinstance(each, tuple) for each in outcomes) == 1
        assert all(isinstance(each, tuple | Refused) for each in outcomes)
    for store in stores:
        await store.close()


@story
@pytest.mark.parametrize("key", ["\0" * 16, "nothing", "'; --", "é" * 16])
async def test_impossible_keys_are_not_found(make: Make, key: str) -> None:
    """A database raises its own errors for some texts; live play must not even query it."""
    async with open_house(make()) as house:
        device = Device(house.house, None, key)
        device.say(type="join")
        await device.task
        assert json.loads(device.frames[0])["code"] == "no_such_table"
        assert device.socket.closed == 4401
        assert key not in house.house.live_tables
        assert (await house.guest().get(f"/api/tables/{quote(key)}")).status_code == 404
