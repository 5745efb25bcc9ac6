"""What is old is tidied in the background; what somebody plays, follows or has earned stays."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import select, update
from tests.server.faults.sockets import Device
from tests.server.store.making import Make
from tests.server.web.guests import KEKS, Open, open_house, refused, story
from tests.server.web.test_forgetting import NAME, WORDS, Story, traces

from ludotheque.server.store import schema
from ludotheque.server.tables import journal, messages, retention
from ludotheque.server.tables.live_table import LiveTable
from ludotheque.server.tables.people import is_former
from ludotheque.server.tables.retention import Keeping, Retention

pytestmark = pytest.mark.attack

#: Days: everything that is over is too old.
NO_TIME = 1e-9
DAY = 24 * 60 * 60 * 1000


@pytest.fixture(autouse=True)
def _without_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "PAUSE", 0)


async def tidies(house: Open, **days: float) -> dict[str, int]:
    """Tidy when a moment has passed; return what was removed."""
    await asyncio.sleep(0.01)
    tidying = Retention(house.house, Keeping(**{"casual": 0, "chat": 0, "idle": 0, **days}))
    await tidying.tidy()
    return {what: number for what, number in tidying.tidied.items() if number}


async def ages(house: Open, days: float) -> None:
    """Let everybody have been away for so long."""
    then = house.store.now() - int(days * DAY)
    await house.store.write(update(schema.people).values(made=then), update(schema.devices).values(seen=then))


@story
async def test_finished_casual_matches_are_removed(make: Make) -> None:
    async with open_house(make()) as house:
        told = await Story(house).begin()
        unlisted = await house.table_of_two(told.guest, told.is_, told.bob_is)
        await house.plays(told.is_, unlisted)
        await house.store.write(schema.reviews.insert().values(table_key=unlisted, version=1, at=1, review=b"{}"))
        rated = (await told.bob.get("/api/ratings?game=keks")).json()
        chain = (await told.bob.get("/api/commitments")).json()
        assert await tidies(house, casual=365) == {}
        assert await tidies(house, casual=NO_TIME) == {"matches": 2}  # and the one that she played alone
        assert await traces(house.store, unlisted, told.alone) == []
        refused(await told.bob.get(f"/api/tables/{unlisted}"), 404, "no_such_table")
        refused(await told.bob.get(f"/api/tables/{unlisted}/replay"), 404, "no_such_table")
        for key in (told.over, told.running, told.open):
            assert (await told.bob.get(f"/api/tables/{key}")).status_code == 200
        assert (await told.bob.get("/api/ratings?game=keks")).json() == rated
        assert (await told.bob.get("/api/commitments")).json() == chain
        results = (await told.bob.get("/api/results")).json()["results"]
        assert [row["table"] for row in results] == [told.over]
        assert (await told.guest.get("/api/me/progress")).status_code == 200
        await house.plays(told.is_, told.running)  # whoever plays does not notice


@story
async def test_chat_is_removed_after_the_match(make: Make) -> None:
    async with open_house(make()) as house:
        told = await Story(house).begin()
        before = (await told.bob.get(f"/api/tables/{told.over}/record")).json()
        assert await tidies(house, chat=90) == {}
        assert await tidies(house, chat=NO_TIME) == {"chats": 1}
        assert await tidies(house, chat=NO_TIME) == {}
        said = await chat(told, told.over)
        assert [line.text for line in said] == ["", ""]
        assert {line.person for line in said} == {""}
        assert (await told.bob.get(f"/api/tables/{told.over}/record")).json() == before
        for key in (told.running, told.watched):
            assert [line.text for line in await chat(told, key)] == [WORDS, "I stay"]
        await told.says(told.over)
        assert await tidies(house, chat=NO_TIME) == {"chats": 1}


async def chat(told: Story, key: str) -> list[journal.Said]:
    stored = [journal.decode(entry) for _, _, entry in await told.house.store.entries(key)]
    return [entry for entry in stored if isinstance(entry, journal.Said)]


async def idle_people_are_forgotten(make: Make) -> None:
    async with open_house(make()) as house:
        told = await Story(house).begin()
        eve = house.guest()
        eve_is = await eve.named("Eve")
        key = await eve.makes({**KEKS, "chat": "everybody"})
        await house.does(eve_is, key, messages.Say("say", WORDS))
        await ages(house, 399)
        assert await tidies(house, idle=400) == {}
        await ages(house, 401)
        assert await tidies(house, idle=400) == {"people": 1}, "the others are in the middle of a match"
        assert await traces(house.store, "Eve", eve_is["id"]) == ["forgotten"]
        house.app.state.people.drop_cached(eve_is["id"])
        refused(await eve.get("/api/me"), 401, "no_person")
        assert (await told.guest.get("/api/me")).json()["name"] == NAME


@story
async def test_idle_people_are_forgotten_unless_they_play(make: Make) -> None:
    await idle_people_are_forgotten(make)


@story
async def test_whoever_comes_again_is_not_idle(make: Make) -> None:
    async with open_house(make()) as house:
        guest = house.guest()
        is_ = await guest.named(NAME)
        await ages(house, 1000)
        house.app.state.people.drop_cached(is_["id"])
        assert (await guest.get("/api/me")).status_code == 200
        assert await tidies(house, idle=400) == {}


async def somebody_follows(make: Make) -> None:
    """A finished match that somebody looks at is kept, also if they look at it at another server."""
    async with open_house(make(), single_process=False) as house:
        told = await Story(house).begin()
        device = Device(house.house, None, told.alone)
        device.say(type="join")
        while not device.frames:
            await asyncio.sleep(0.01)
        assert await tidies(house, casual=NO_TIME) == {}
        elsewhere = Retention(house.house, Keeping(NO_TIME, 0, 0))
        live = house.house.live_tables.pop(told.alone)  # as another process sees it
        await elsewhere.tidy()
        assert not elsewhere.tidied["matches"]
        house.house.live_tables[told.alone] = live
        await device.leave()
        await house.store.write(update(schema.tables).values(followed=1))
        assert await tidies(house, casual=NO_TIME) == {"matches": 1}


@story
async def test_what_somebody_follows_is_kept(make: Make) -> None:
    await somebody_follows(make)


async def _no_report(self: LiveTable) -> None:
    pass


async def _removed_all_the_same(self: LiveTable, changes: Any) -> bool:
    self.subscribers.clear()
    await self.house.store.write(*changes)
    return True


async def _all_old(self: Retention, old: Any, age: Any, last: Any) -> list[Any]:
    query = select(schema.tables.c.key, age).where(age < 10**14) if last == (-1, "") else None
    return [] if query is None else list(await self._store.read(query))


@pytest.mark.parametrize("make", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("of", "name", "mutant", "happens"),
    [
        (LiveTable, "report_followed", _no_report, somebody_follows),
        (Retention, "_page", _all_old, somebody_follows),
        (retention, "exists", lambda: _Never(), idle_people_are_forgotten),
    ],
)
def test_a_house_that_tidies_too_much_is_detected(
    make: Make, of: Any, name: str, mutant: Any, happens: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(of, name, mutant)
    with pytest.raises(AssertionError):
        asyncio.run(happens(make))


class _Never:
    """A condition that never holds."""

    def where(self, *_: Any) -> Any:
        from sqlalchemy import false

        return false()


@story
async def test_all_pages_are_tidied(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "PAGE", 2)
    async with open_house(make(), limits=False) as house:
        guests = [house.guest() for _ in range(5)]
        people = [await guest.named(f"N{number}") for number, guest in enumerate(guests)]
        for guest, person in zip(guests, people, strict=True):
            key = await guest.makes({**KEKS, "seats": [{"who": "me"}, {"who": "me"}]})
            await house.does(person, key, messages.Start("start"))
            await house.does(person, key, messages.Say("say", WORDS))
            await house.does(person, key, messages.Resign("resign"))
        assert await tidies(house, chat=NO_TIME) == {"chats": 5}
        await ages(house, 2)
        assert await tidies(house, idle=1) == {"people": 5}
        assert all(is_former(row[0]) for row in await house.store.read(select(schema.seats.c.person)))
        assert await tidies(house, casual=NO_TIME) == {"matches": 5}


@story
async def test_what_was_tidied_is_counted() -> None:
    async with open_house() as house:
        house.app.state.retention.tidied["matches"] += 3
        text = (await house.guest().get("/metrics")).text
        assert 'ludotheque_tidied{what="matches"} 3.0' in text
        assert 'ludotheque_tidied{what="people"} 0.0' in text
