"""A rolling update on PostgreSQL: this version goes on beside the next one, as `docs/hosting.md` tells it.

The last test shows that a mutant is detected: a migration that drops what this version uses.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from tests.server.client.client import COOKIE, Person
from tests.server.client.process import Server
from tests.server.faults.test_two_servers import TURNS, turns

ME, OPEN = {"who": "me"}, {"who": "open"}
OPTIONS = ("--no-limits", "--bots", "1")
Story = Callable[[Server, Server, Person, Person], Awaitable[None]]


@contextmanager
def versions(url: str, folder: Path) -> Iterator[tuple[Server, Server]]:
    """This version, running, and the next one on the same database, not yet started."""
    this = Server(folder, name="this", database=url, options=OPTIONS)
    following = Server(folder, name="next", database=url, options=OPTIONS, module="tests.server.faults.next_version")
    try:
        yield this.start(), following
    finally:
        this.kill()
        if following.port:
            following.kill()


def tell(story: Story, this: Server, following: Server) -> None:
    async def play() -> None:
        async with await Person.make(this.base, "Ada") as ada, await Person.make(this.base, "Bob") as bob:
            await story(this, following, ada, bob)

    asyncio.run(asyncio.wait_for(play(), 150))


async def at(server: Server, person: Person) -> Person:
    """The same person at another server."""
    there = await Person.nobody(server.base)
    there.http.cookies.set(COOKIE, person.cookie)
    return Person(server.base, there.http, person.key, person.cookie)


async def update(this: Server, following: Server, ada: Person, bob: Person) -> None:
    """The next version comes while a match is played; then each plays it at another server."""
    table = await ada.make_table("keks", [ME, OPEN])
    async with ada.at(table) as hers, bob.at(table) as his:
        await his.ask("sit")
        await hers.until(lambda: bool(hers.now["seats"][1].get("person")))
        await hers.ask("start")
        await turns([hers, his], 2)
        await asyncio.to_thread(following.start)
    async with await at(following, bob) as moved, ada.at(table) as hers, moved.at(table) as his:
        await turns([hers, his], TURNS)
        await hers.until(lambda: len(hers.entries) == len(his.entries))
        assert hers.entries == his.entries
        assert [entry["number"] for entry in hers.entries] == list(range(len(hers.entries)))
        assert sum(entry["kind"] == "moved" for entry in hers.entries) == 2 + TURNS
    await use_everything(ada)


async def use_everything(ada: Person) -> None:
    """What writes to the store, besides moves: people, tables, links to other devices, chat, names."""
    table = await ada.make_table("keks", [ME, ME], listed=True)
    async with ada.at(table) as seat:
        await seat.ask("start")
        await seat.ask("say", text="hello")
        await seat.play(lambda moves: moves[0])
    assert (await ada.get(f"/api/tables/{table}/record")).json()["result"]
    (await ada.http.post("/api/me/link")).raise_for_status()
    (await ada.http.patch("/api/me", json={"name": "Ada L."})).raise_for_status()
    async with await Person.make(ada.base, "Eve") as eve:
        assert (await eve.get("/api/me/tables")).json()["tables"] == []
        assert (await eve.get("/api/commitments")).status_code == 200


def test_this_version_goes_on_beside_the_next(url: str, tmp_path: Path) -> None:
    with versions(url, tmp_path) as (this, following):
        tell(update, this, following)
        assert "Traceback" not in this.log + following.log
        assert this.stop() == 0
        with pytest.raises(AssertionError, match="was written by a newer version of Ludothèque"):
            this.start()


async def cheer(this: Server, following: Server, ada: Person, bob: Person) -> None:
    """Somebody at the next version does what this one does not know."""
    table, other = await ada.make_table("keks", [ME, OPEN]), await ada.make_table("keks", [ME, ME])
    await asyncio.to_thread(following.start)
    async with await at(following, bob) as moved, moved.at(table) as his, ada.at(table) as hers:
        await his.ask("sit")
        await hers.until(lambda: bool(hers.now["seats"][1].get("person")))
        await hers.ask("start")
        await turns([hers, his], 2)
        await hers.until(lambda: len(hers.entries) == len(his.entries))
        await his.ask("say", text="hooray")
        await hers.until(lambda: 1012 in hers.closed_with)  # she may reach the other server when she comes back
        answer = await ada.http.get(f"/api/tables/{table}")
        assert (answer.status_code, answer.json()["code"]) == (503, "newer_version")
        assert int(answer.headers["retry-after"]) > 0
        async with await at(following, ada) as there, there.at(table) as again:
            assert again.entries[: len(hers.entries)] == hers.entries
            assert "cheered" in [entry["kind"] for entry in again.entries]
            await turns([again, his], 2)
            await his.until(lambda: len(his.entries) == len(again.entries))
            assert [entry["number"] for entry in his.entries] == list(range(len(his.entries)))
    async with ada.at(other) as alone:  # all other tables go on here
        await alone.ask("start")
        await turns([alone], 2)


def test_what_only_the_next_version_knows_is_refused_and_not_lost(url: str, tmp_path: Path) -> None:
    with versions(url, tmp_path) as (this, following):
        tell(cheer, this, following)
        assert "Traceback" not in this.log + following.log


def test_a_migration_that_takes_away_is_detected(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUTANT", "drops_a_column")
    with versions(url, tmp_path) as (this, following), pytest.raises(httpx.HTTPStatusError, match="/api/me/link"):
        tell(update, this, following)
