"""A person who is forgotten is gone: from every row, every journal, every server; matches and results stay."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import msgspec
import pytest
from sqlalchemy import insert, select
from tests.server.faults.sockets import Device
from tests.server.store.making import Make
from tests.server.web.guests import ALONE, KEKS, Guest, Open, open_house, refused, story

from ludotheque import fairness
from ludotheque.games.spec import Json
from ludotheque.server.store import schema
from ludotheque.server.store.base import Append
from ludotheque.server.tables import forgetting, journal, messages
from ludotheque.server.tables.house import House
from ludotheque.server.tables.people import is_former
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.web import websocket

NAME = "Quirinalia"
WORDS = "my secret garden"
TALK = {"chat": "everybody"}


async def traces(store: Any, *needles: str) -> list[str]:
    """Return the tables of the database that contain one of these texts."""
    found = []
    for part in schema.metadata.sorted_tables:
        text = repr([tuple(row) for row in await store.read(select(part))])
        found += [part.name for needle in needles if needle in text]
    return found


class Story:
    """Quirinalia plays everything and talks a lot; Bob plays with her."""

    def __init__(self, house: Open) -> None:
        self.house = house
        self.guest, self.bob = house.guest(), house.guest()

    async def begin(self) -> Story:
        self.is_, self.bob_is = await self.guest.named(NAME), await self.bob.named("Bob")
        house = self.house
        self.over = await house.table_of_two(self.guest, self.is_, self.bob_is, listed=True, **TALK)
        await self.says(self.over)
        await house.plays(self.is_, self.over)
        self.running = await house.table_of_two(self.guest, self.is_, self.bob_is, **TALK)
        await house.plays(self.is_, self.running, 5)
        await self.says(self.running)
        self.watched = await self.bob.makes({**KEKS, **TALK})  # she only talks there
        await self.says(self.watched)
        self.open = await self.guest.makes({**KEKS, "listed": True})
        self.left = await self.bob.makes(KEKS)
        await house.does(self.is_, self.left, messages.Sit("sit", None, "9"))
        await house.does(self.is_, self.left, messages.Leave("leave"))
        self.alone = await self.guest.makes(ALONE)
        await house.does(self.is_, self.alone, messages.Start("start"))
        await house.plays(self.is_, self.alone)
        await self.guest.post("/api/me/link")
        await self.is_reported()
        return self

    async def is_reported(self) -> None:
        """The host has muted her for a while; she has reported Bob, and Bob her."""
        her, bob = self.is_["id"], self.bob_is["id"]
        report = {"at": 1, "table_key": self.over, "reason": "rude", "note": ""}
        await self.house.store.write(
            insert(schema.bans).values(kind="mute", subject=her, reason="loud", made=1, until=2),
            insert(schema.reports).values(report | {"id": "r1", "reporter": her, "person": bob}),
            insert(schema.reports).values(report | {"id": "r2", "reporter": bob, "person": her}),
        )

    async def says(self, key: str) -> None:
        await self.house.does(self.is_, key, messages.Say("say", WORDS))
        await self.house.does(self.bob_is, key, messages.Say("say", "I stay"))

    @property
    def needles(self) -> tuple[str, ...]:
        return NAME, WORDS, str(self.is_["id"])

    async def table(self, key: str) -> Any:
        return await self.house.house.live_table(key).read(lambda table: table)


async def forgets(make: Make) -> None:
    """Forget somebody over REST; afterwards nothing in the store tells of them, nor after a restart."""
    async with open_house(make()) as house:
        told = await Story(house).begin()
        assert set(await traces(house.store, *told.needles)) >= {"people", "devices", "tables", "entries", "results"}
        assert (await told.guest.delete("/api/me")).status_code == 204
        assert await traces(house.store, *told.needles) == ["forgotten"]
        await settle(house)
        assert await traces(house.store, *told.needles) == []
        assert await traces(house.store, "Bob", "I stay")


async def settle(house: Open) -> None:
    with pytest.MonkeyPatch.context() as later:
        later.setattr(forgetting, "SETTLED", -1)
        await house.app.state.forgetting.settle_all()


@story
async def test_nothing_in_the_store_tells_of_a_forgotten_person(make: Make) -> None:
    await forgets(make)


@story
async def test_what_a_newer_version_wrote_is_left_alone(make: Make) -> None:
    """This one answers so, and goes on with everything that it knows."""
    cheered = b'{"kind":"cheered","seat":0}'
    async with open_house(make()) as house:
        told = await Story(house).begin()
        for key in (told.over, told.running):
            await house.store.write(Append(key, (await told.table(key)).last_entry + 1, house.store.now(), cheered))
            await house.house.live_table(key).unload()
            refusal = refused(await told.bob.get(f"/api/tables/{key}"), 503, "newer_version")
            assert "cheered" in refusal["params"]["why"]
        assert (await told.guest.delete("/api/me")).status_code == 204
        await settle(house)
        assert await traces(house.store, *told.needles) == []
        for key in (told.over, told.running):
            assert (await house.store.entries(key))[-1][2] == cheered


def _keeps(kind: type) -> Callable[..., journal.AnyEntry]:
    """Make a mutant that misses one kind of entries."""
    rewritten = journal.without_person

    def kept(entry: journal.AnyEntry, person: str, instead: str) -> journal.AnyEntry:
        return entry if isinstance(entry, kind) else rewritten(entry, person, instead)

    return kept


async def _none(*_: Any) -> list[Any]:
    return []


@pytest.mark.attack
@pytest.mark.parametrize("make", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("of", "name", "mutant"),
    [
        (journal, "without_person", _keeps(journal.Made)),
        (journal, "without_person", _keeps(journal.Sat)),
        (journal, "without_person", _keeps(journal.Said)),
        (forgetting.Forgetting, "_summary", _none),
        (forgetting, "_rows", lambda *_: []),
        (forgetting, "_identity", lambda person: []),
    ],
)
def test_whatever_is_missed_is_detected(of: Any, name: str, mutant: Any, make: Make) -> None:
    with pytest.MonkeyPatch.context() as planted:
        planted.setattr(of, name, mutant)
        with pytest.raises(AssertionError):
            asyncio.run(forgets(make))


@story
async def test_a_person_who_only_said_something_is_found(make: Make) -> None:
    """Without the index of appearances, tables where she neither sits nor has a result would be missed."""
    async with open_house(make()) as house:
        told = await Story(house).begin()
        rows = await house.store.read(select(schema.appearances.c.table_key, schema.appearances.c.person))
        own = {key for key, person in rows if person == told.is_["id"]}
        assert own == {told.over, told.running, told.watched, told.open, told.left, told.alone}


@story
async def test_matches_and_results_stay(make: Make) -> None:
    async with open_house(make()) as house:
        told = await Story(house).begin()
        before = (await told.bob.get(f"/api/tables/{told.over}/record")).json()
        chain = (await told.bob.get("/api/commitments")).json()
        rated = (await told.bob.get("/api/ratings?game=keks")).json()["ratings"]
        await told.guest.delete("/api/me")
        after = (await told.bob.get(f"/api/tables/{told.over}/record")).json()
        assert (before["names"], after["names"]) == ([NAME, "Bob"], [None, "Bob"])
        assert {**after, "names": before["names"]} == before
        fairness.check(after)
        assert (await told.bob.get("/api/commitments")).json() == chain
        results = {row["table"]: row for row in (await told.bob.get("/api/results")).json()["results"]}
        seats = results[told.over]["seats"]
        assert [seat["name"] for seat in seats] == ["", "Bob"]
        assert is_former(seats[0]["player"])
        again = results[told.running]["seats"][0]["player"]  # she resigned there, too
        assert is_former(again)
        assert again != seats[0]["player"], "nobody can tell that it was the same person"
        left = (await told.bob.get("/api/ratings?game=keks")).json()["ratings"]
        assert [row["name"] for row in rated] != [row["name"] for row in left] == ["Bob"]
        replay = (await told.bob.get(f"/api/tables/{told.over}/replay?seat=all")).json()
        assert (replay["names"], len(replay["steps"])) == (["", "Bob"], len(before["history"]) + 1)
        film = await told.bob.get(f"/api/tables/{told.over}/replay.svg?computer=Computer&former=Former player")
        assert "Former player" in film.text
        assert NAME not in film.text
        listed = (await told.bob.get("/api/tables?status=over")).json()["tables"]
        assert NAME not in json.dumps(listed)


@story
async def test_a_forgotten_person_resigns_and_leaves(make: Make) -> None:
    async with open_house(make()) as house:
        told = await Story(house).begin()
        followed = Device(house.house, told.bob_is["id"], told.running)
        followed.say(type="join")
        await asyncio.sleep(0.1)
        await told.guest.delete("/api/me")
        await asyncio.sleep(0.1)
        frames = [json.loads(frame) for frame in followed.frames]
        await followed.leave()
        assert NAME in json.dumps(frames[0])
        assert frames[-1]["type"] == "snapshot"
        assert NAME not in json.dumps(frames[-1])
        assert frames[-1]["now"]["result"] == {"reason": "resigned", "winners": [1], "scores": None}
        assert frames[-1]["now"]["seats"][0]["who"] == "person"
        said = [entry["fields"] for entry in frames[-1]["entries"] if entry["kind"] == "said"]
        assert [fields["text"] for fields in said] == ["", "I stay"]
        abandoned = await told.table(told.open)
        assert (abandoned.status, abandoned.ended.reason) == ("over", "abandoned")
        assert (await told.table(told.watched)).status == "open"


async def is_gone_everywhere(make: Make) -> None:
    """Two servers: she is forgotten at one, and no longer known at the other, where she is connected."""
    async with AsyncExitStack() as stack:
        one = await stack.enter_async_context(open_house(make(beat=0.2), single_process=False))
        two = await stack.enter_async_context(open_house(make(beat=0.2), single_process=False))
        told = await Story(one).begin()
        there = Guest(two.app)
        there.cookies.update(told.guest.cookies)
        assert (await there.get("/api/me")).json()["name"] == NAME
        device = Device(two.house, told.is_["id"], told.over)
        watching = Device(two.house, None, told.over)
        two.app.state.connections.add(device.connection)
        for each in (device, watching):
            each.say(type="join")
        await until(lambda: bool(device.frames and watching.frames))
        assert NAME in watching.frames[-1]
        await told.guest.delete("/api/me")
        await until(lambda: device.socket.closed == websocket.FORGOTTEN and len(watching.frames) > 1)
        refused(await there.get("/api/me"), 401, "no_person")
        assert NAME not in watching.frames[-1]
        for path in (f"/api/tables/{told.over}", f"/api/tables/{told.over}/record"):
            assert NAME not in (await there.get(path)).text
        for each in (device, watching):
            await each.leave()


async def until(there: Callable[[], bool]) -> None:
    for _ in range(300):
        if there():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not happen")


@pytest.mark.parametrize("make", ["postgres"], indirect=True)
@story
async def test_a_forgotten_person_is_gone_at_all_servers(make: Make) -> None:
    await is_gone_everywhere(make)


@pytest.mark.attack
@pytest.mark.parametrize("make", ["postgres"], indirect=True)
@pytest.mark.parametrize("name", ["_on_news", "tell_forgotten"])
def test_a_server_that_still_knows_them_is_detected(name: str, make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(House, name, lambda self, topic: None)
    with pytest.raises(AssertionError):
        asyncio.run(is_gone_everywhere(make))


@story
async def test_what_a_crash_interrupted_is_finished(make: Make) -> None:
    async with open_house(make()) as house:
        told = await Story(house).begin()
        await house.app.state.forgetting.begin(told.is_["id"])
        refused(await told.guest.get("/api/me"), 401, "no_person")
        assert "entries" in await traces(house.store, NAME)
    async with open_house(make()) as house:
        await settle(house)
        assert await traces(house.store, *told.needles) == []


@story
async def test_what_another_server_wrote_meanwhile_is_found(make: Make) -> None:
    async with open_house(make()) as house:
        told = await Story(house).begin()
        await told.guest.delete("/api/me")
        await told.says(told.watched)  # a request that was on its way
        await house.house.create_table(
            house.requester(told.is_), msgspec.convert(KEKS | {"options": {}}, journal.Setup)
        )
        assert await traces(house.store, NAME)
        await settle(house)
        assert await traces(house.store, *told.needles) == []


@story
async def test_no_acknowledged_move_is_lost(make: Make) -> None:
    """Three people play; one is forgotten in the middle of it, and the others play on."""
    async with open_house(make()) as house:
        guests = [house.guest() for _ in range(3)]
        people = [await guest.named(name) for guest, name in zip(guests, (NAME, "Bob", "Eve"), strict=True)]
        key = await guests[0].makes({"game": "nox", "seats": [{"who": "me"}, {"who": "open"}, {"who": "open"}]})
        await house.does(people[0], key, messages.GiveSeed("give", "7"))
        for person in people[1:]:
            await house.does(person, key, messages.Sit("sit", None, "8"))
        await house.does(people[0], key, messages.Start("start"))
        acknowledged: list[int | None] = []
        forgotten: Awaitable[Any] | None = None
        live = house.house.live_table(key)
        for turn in range(20_000):
            table = await live.read(lambda table: table)
            if table.status == "over":
                break
            if turn == 10:
                forgotten = asyncio.ensure_future(guests[0].delete("/api/me"))
            seat = table.to_act()[0]
            if table.seats[seat].bot:
                await asyncio.sleep(0.001)
                continue
            person = people[seat]
            move = messages.Move(f"m{turn}", table.match_version, table.match.legal_moves(seat)[0], seat)
            with contextlib.suppress(Refused):  # she has just resigned
                acknowledged.append((await live.perform(house.requester(person), move)).entry)
        assert forgotten is not None
        assert ((await forgotten).status_code, len(acknowledged) > 20) == (204, True)
        stored = [journal.decode(entry) for _, _, entry in await house.store.entries(key)]
        assert all(isinstance(stored[number or 0], journal.Moved) for number in acknowledged)
        house.house.live_tables.clear()
        table = await house.house.live_table(key).read(lambda table: table)
        assert (table.status, table.seats[0].resigned, table.seats[0].name) == ("over", True, "")
        ratings = {row[0] for row in await house.store.read(select(schema.ratings.c.player))}
        assert ratings == {people[1]["id"], people[2]["id"]}
        await settle(house)
        assert await traces(house.store, NAME, people[0]["id"]) == []


@story
async def test_whoever_is_forgotten_can_come_back_as_somebody_else() -> None:
    async with open_house() as house:
        guest = house.guest()
        first = await guest.named(NAME)
        assert (await guest.delete("/api/me")).status_code == 204
        refused(await guest.delete("/api/me"), 401, "no_person")
        again: Json = await guest.named(NAME)
        assert again["id"] != first["id"]
