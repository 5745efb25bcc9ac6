"""REST on a SQLite file and on PostgreSQL: lists, results, ratings, series, one-time links."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from urllib.parse import quote

import msgspec
import pytest
from tests.server.faults.sockets import Device
from tests.server.store.making import Make
from tests.server.web.guests import ALONE, KEKS, Open, open_house, refused, story

from ludotheque.commitment_chain import Chain, ChainPage
from ludotheque.server.tables import expiry, messages
from ludotheque.server.tables.people import People
from ludotheque.server.tables.refusals import Refused


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
async def test_commitments_are_chained(make: Make) -> None:
    for count in (5, 11):
        async with open_house(make(), limits=False) as house:
            ada = house.guest()
            await ada.named("Ada")
            await asyncio.gather(*(ada.makes(KEKS) for _ in range(5)))
            shown = (await ada.get("/api/commitments")).json()
            assert Chain.of(msgspec.convert(shown, ChainPage)).count == shown["count"] == count
            table = (await ada.get(f"/api/tables/{await ada.makes(KEKS)}")).json()["table"]
            assert table["chain"] == {"number": count, "previous": shown["head"]}
            later = (await ada.get(f"/api/commitments?first={count}")).json()
            assert (later["previous"], later["commitments"]) == (shown["head"], [table["commitment"]])
            refused(await ada.get(f"/api/commitments?first={count + 2}"), 422, "out_of_range")


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
        assert [result["table"] for result in theirs] == keys[:1]
        rated = (await ada.get("/api/ratings?game=keks")).json()["ratings"]
        assert [row["matches"] for row in rated] == [1, 1]
        assert (await ada.get("/api/ratings?game=keks&after=1")).json()["ratings"][0]["place"] == 2

        params = {"game": "domino3d", "options": json.dumps({"turns": 1, "sand": 0})}
        solo = (await ada.get("/api/solo", params=params)).json()
        assert len(solo["mine"]) == 2
        assert [row["points"] for row in solo["best"]] == [max(point["points"] for point in solo["mine"])]
        assert (await house.guest().get("/api/solo", params=params)).json()["best"] == []
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


@story
async def test_metrics_count_what_is_stored(make: Make) -> None:
    settings = {"data": make.where} if make.kind == "sqlite" else {"database": make.where}
    async with open_house(make(), **settings) as house:
        await play(house)
        await house.app.state.inventory.count()
        text = (await house.guest().get("/metrics")).text
        for status, number in (("open", 1), ("running", 0), ("over", 4)):
            assert f'ludotheque_tables{{status="{status}"}} {number:.1f}' in text
        values = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
        assert float(values["ludotheque_store_bytes"]) > 20_000
        assert ("ludotheque_disk_free_bytes" in values) == (make.kind == "sqlite")
        assert float(values.get("ludotheque_disk_free_bytes", 1)) > 0
        assert float(values["process_open_fds"]) < float(values["process_max_fds"])
        assert float(values["process_resident_memory_bytes"]) > 10**7


@story
async def test_abandoned_tables_are_found_page_by_page(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expiry, "PAGE", 2)
    async with open_house(make()) as house:
        ada = house.guest()
        await ada.named("Ada")
        keys = [await ada.makes({**KEKS, "listed": number % 2 == 0}) for number in range(7)]
        last = house.store.now()
        while house.store.now() <= last:  # nobody comes for a whole millisecond
            await asyncio.sleep(0.001)
        for days, left in (((0, 0), 7), ((1e-9, 0), 3), ((0, 1e-9), 0)):
            await expiry.Expiry(house.house, expiry.Patience(*days)).expire()
            mine = (await ada.get("/api/me/tables")).json()["tables"]
            assert len(mine) == left
            assert {row["key"] for row in mine} <= set(keys)


@pytest.mark.attack
@pytest.mark.parametrize("make", ["postgres"], indirect=True)
@story
async def test_servers_share_what_is_left_to_an_address(make: Make) -> None:
    async with open_house(make(), rates="people=9+1") as one, open_house(make(), rates="people=9+1") as two:
        names = [house.guest().post("/api/people", json={"name": "Eve"}) for _ in range(10) for house in (one, two)]
        answers = await asyncio.gather(*names)
        assert sorted(answer.status_code for answer in answers) == [201] * 9 + [429] * 11
