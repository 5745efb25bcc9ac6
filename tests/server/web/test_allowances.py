"""However many names one address takes, it gets the share of one address, from all servers together."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select
from tests.server.fakes import Disk, FakeStore
from tests.server.faults.sockets import Device
from tests.server.in_memory import settle
from tests.server.web.guests import KEKS, Guest, Open, open_house, refused, story

from ludotheque.server.allowances import ALLOWANCES
from ludotheque.server.store import schema
from ludotheque.server.tables import messages
from ludotheque.server.web import limits as limits_module
from ludotheque.server.web.limits import Limits
from ludotheque.server.web.shared_buckets import SharedBuckets

pytestmark = pytest.mark.attack

LISTED = {**KEKS, "listed": True}
TABLES, LISTINGS = ALLOWANCES["tables"].address.most, ALLOWANCES["listed"].address.most


async def number_of(house: Open, table: Any) -> int:
    return int((await house.store.read(select(func.count()).select_from(table)))[0][0])


async def sixty_names(house: Open) -> list[Guest]:
    guests = [house.guest() for _ in range(60)]
    for guest in guests:
        await guest.named("Eve")
    return guests


async def make_as_many_as_possible(guests: list[Guest], setup: Any, each: int) -> list[httpx.Response]:
    found = []
    for guest in guests:
        found += [await guest.post("/api/tables", json=setup) for _ in range(each)]
    return found


async def flood_of_tables() -> None:
    """Sixty names of one address want 600 tables; the address gets its share, and another address is not affected."""
    async with open_house(rates="requests=100000+1") as house:
        answers = await make_as_many_as_possible(await sixty_names(house), KEKS, 10)
        made = [answer for answer in answers if answer.status_code == 201]
        assert len(made) == await number_of(house, schema.tables) == TABLES
        refusal = refused(answers[-1], 429, "too_many_requests")
        assert (refusal["key"], refusal["params"]["whose"]) == ("refused.too_many_here", "address")
        assert answers[-1].headers["retry-after"] == str(refusal["params"]["seconds"])
        refused(await house.guest().post("/api/people", json={"name": "Eve"}), 429, "too_many_requests")
        ada = house.guest(client=("192.0.2.2", 5000))
        await ada.named("Ada")
        await ada.makes(KEKS)
        house.store.time += 1000 * refusal["params"]["seconds"]
        guest = house.guest(client=("192.0.2.1", 5000))
        guest.cookies = answers_cookies(answers[-1])
        assert (await guest.post("/api/tables", json=KEKS)).status_code == 201


def answers_cookies(answer: httpx.Response) -> httpx.Cookies:
    cookies = httpx.Cookies()
    cookies.set("ludotheque", answer.request.headers["cookie"].partition("=")[2])
    return cookies


def test_sixty_names_of_one_address_get_the_tables_of_one_address() -> None:
    asyncio.run(flood_of_tables())


def test_a_server_that_counts_people_only_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    shares = Limits.shares
    of_people = lambda self, kind, address, person: shares(self, kind, "" if person else address, person)  # noqa: E731
    monkeypatch.setattr(Limits, "shares", of_people)
    with pytest.raises(AssertionError):
        asyncio.run(flood_of_tables())


# The lobby


async def flood_of_the_lobby() -> None:
    async with open_house(rates="requests=100000+1,tables=1000+1/100000+1") as house:
        guests = await sixty_names(house)
        answers = await make_as_many_as_possible(guests, LISTED, 2)
        assert sum(answer.status_code == 201 for answer in answers) == LISTINGS
        refusal = refused(answers[-1], 429, "too_many_listed")
        assert refusal["params"] == {"whose": "address", "most": LISTINGS}
        assert (refusal["allowed"], answers[-1].headers["retry-after"]) == ({"listed": False}, "60")
        await guests[-1].makes(KEKS)
        ada = house.guest(client=("192.0.2.2", 5000))
        await ada.named("Ada")
        for _ in range(ALLOWANCES["listed"].person.most):  # type: ignore[union-attr]
            await ada.makes(LISTED)
        refused(await ada.post("/api/tables", json=LISTED), 429, "too_many_listed")


def test_one_address_cannot_fill_the_lobby() -> None:
    asyncio.run(flood_of_the_lobby())


def test_a_lobby_without_a_limit_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    async def check(*_: object) -> None:
        pass

    monkeypatch.setattr("ludotheque.server.tables.listings.Listings._check", check)
    with pytest.raises(AssertionError):
        asyncio.run(flood_of_the_lobby())


@story
async def test_a_table_that_is_over_makes_place_for_another_and_a_rematch_is_always_possible() -> None:
    async with open_house(rates="listed=1/2") as house:
        ada, bob = house.guest(), house.guest()
        ada_is, bob_is = await ada.named("Ada"), await bob.named("Bob")
        key = await house.table_of_two(ada, ada_is, bob_is, listed=True)
        refused(await ada.post("/api/tables", json=LISTED), 429, "too_many_listed")
        await house.does(ada_is, key, messages.Resign("resign"))
        other = await ada.makes(LISTED)
        live = house.house.live_table(key)
        again = await house.house.play_again(house.requester(ada_is), live)
        found = (await ada.get("/api/tables")).json()["tables"]
        assert [row["key"] for row in found] == [other]
        assert (await ada.get(f"/api/tables/{again}")).status_code == 200


# Several servers


async def two_servers(buckets: type[SharedBuckets] = SharedBuckets) -> None:
    """Two servers on one database give one address one share; afterwards neither gives any more."""
    disk = Disk()
    async with open_house(FakeStore(disk, "one")) as one, open_house(FakeStore(disk, "two")) as two:
        for house in (one, two):
            house.app.state.limits = Limits(shared=buckets(house.store))
        most = ALLOWANCES["people"].address.most
        answers = await asyncio.gather(
            *(
                house.guest().post("/api/people", json={"name": f"Eve {number}"})
                for number in range(most // 2 + 10)
                for house in (one, two)
            )
        )
        assert sum(answer.status_code == 201 for answer in answers) == most
        for house in (one, two):
            refused(await house.guest().post("/api/people", json={"name": "Eve"}), 429, "too_many_requests")
        ada = one.guest(client=("192.0.2.2", 5000))
        await ada.named("Ada")


def test_servers_on_one_database_share_the_share_of_an_address() -> None:
    asyncio.run(two_servers())


def test_servers_that_count_for_themselves_are_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits_module, "SHARED", frozenset())
    with pytest.raises(AssertionError):
        asyncio.run(two_servers())


@story
async def test_a_restart_gives_nothing_back() -> None:
    disk = Disk()
    keeping = FakeStore(disk, "keeps the disk")
    await keeping.open()
    most = ALLOWANCES["people"].address.most
    async with open_house(FakeStore(disk)) as house:
        for _ in range(most):
            await house.guest().named("Eve")
    async with open_house(FakeStore(disk)) as house:
        refused(await house.guest().post("/api/people", json={"name": "Eve"}), 429, "too_many_requests")


@story
async def test_full_buckets_are_removed() -> None:
    async with open_house() as house:
        ada = house.guest()
        await ada.named("Ada")
        await ada.makes(KEKS)
        assert await number_of(house, schema.buckets) == 3  # people of the address, tables of both
        house.store.time += 60 * 60 * 1000
        await ada.makes(KEKS)
        assert await number_of(house, schema.buckets) == 2


# Over WebSockets


async def sitting_and_leaving(limits: Limits) -> None:
    """What fills a journal is limited over all connections of an address."""
    async with open_house() as house:
        ada = house.guest()
        await ada.named("Ada")
        key = await ada.makes(KEKS)
        house.app.state.limits = limits
        devices = [Device(house.house, f"eve{number}", key, house.app) for number in range(10)]
        for device in devices:
            device.say(type="join")
        await settle()
        for number in range(600):
            device = devices[number // 60]
            device.say(type=("sit", "leave")[number % 2], id=f"{number}")
            await settle(12)
        codes = [messages_of(device) for device in devices]
        assert sum(code == "done" for found in codes for code in found) == ALLOWANCES["table_requests"].address.most
        assert codes[-1][-1] == "too_many_requests"
        for device in devices:
            await device.leave()


def messages_of(device: Device) -> list[str]:
    found = [json.loads(frame) for frame in device.frames]
    return [each.get("code", "done") for each in found if each["type"] in ("done", "refused")]


def test_what_fills_journals_is_limited_by_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.server.web.websocket.BURST", 1e9)
    asyncio.run(sitting_and_leaving(Limits(clock=lambda: 0.0)))
    with pytest.raises(AssertionError):
        asyncio.run(sitting_and_leaving(Limits(active=False)))


def test_messages_are_limited_over_all_connections_of_a_person() -> None:
    async def talk() -> None:
        async with open_house() as house:
            ada = house.guest()
            await ada.named("Ada")
            key = await ada.makes(KEKS)
            house.app.state.limits = Limits(clock=lambda: 0.0)
            devices = [Device(house.house, "eve", key, house.app) for _ in range(4)]
            for device in devices:
                device.say(type="join")
                for number in range(39):
                    device.say(type="board", id=f"{number}")
                await settle(400)
            assert [device.socket.closed for device in devices] == [None, None, None, 4429]
            for device in devices[:3]:
                await device.leave()

    asyncio.run(talk())


def test_a_rematch_counts_as_a_new_table() -> None:
    async def play() -> None:
        async with open_house(rates="tables=1+1/9+1") as house:
            ada, bob = house.guest(), house.guest()
            ada_is, bob_is = await ada.named("Ada"), await bob.named("Bob")
            key = await house.table_of_two(ada, ada_is, bob_is)
            await house.does(ada_is, key, messages.Resign("resign"))
            for person, code in ((ada_is, "too_many_requests"), (bob_is, "done"), (ada_is, "done")):
                device = Device(house.house, person["id"], key, house.app)
                device.say(type="join")
                device.say(type="play_again", id="again")
                await settle(300)
                assert messages_of(device) == [code]
                await device.leave()

    asyncio.run(play())
