"""A house is updated to a release with a ruling: each table keeps the rules that it was made with.

The release before has the toy with its first rules: whoever takes the last of twelve pebbles wins. Both releases are
processes that run one after the other on the same data, in both databases.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from tests.server.client.client import Person, Seat
from tests.server.client.process import Server
from tests.server.store.making import Make
from tests.toy_game.copies import copy_package, environment

from ludotheque.server.store import schema
from ludotheque.server.tables import journal

Json = dict[str, Any]
ALONE = [{"who": "me"}, {"who": "me"}]
#: The seat that takes the last pebble when all take three, and the other one.
LAST, OTHER = 1, 0


@pytest.fixture(scope="module")
def releases(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return the release before the ruling, and the one with it."""
    folder = tmp_path_factory.mktemp("releases")
    return copy_package(folder / "old"), copy_package(folder / "new", ruling=True)


@contextmanager
def serving(release: Path, make: Make, folder: Path, port: int = 0) -> Iterator[Server]:
    server = Server(
        folder,
        name="house",
        database=make.where if make.kind == "postgres" else None,
        options=["--no-limits", "--bots", "1", "--bot-pace", "0", "--review-seconds", "2"],
        surroundings={"cwd": release, "env": environment(release)},
    )
    server.port = port
    with server:
        yield server
        assert server.stop() == 0


async def take(seat: Seat, turns: int) -> None:
    """Take three pebbles, so many times in turn."""
    for _ in range(turns):
        (number,) = seat.legal()
        await seat.one_move(number, "take 3")


async def begin(ada: Person, turns: int, seats: list[Json] = ALONE) -> str:
    """Make a table, and begin its match with so many turns."""
    key = await ada.make_table("pebbles", seats)
    async with ada.at(key) as seat:
        await seat.ask("start")
        await take(seat, turns)
    return key


async def finish(ada: Person, key: str) -> list[int]:
    """Take the rest; return who won."""
    async with ada.at(key) as seat:
        if seat.now["status"] == "open":
            await seat.ask("start")
        while not seat.over:
            await take(seat, 1)
        winners: list[int] = seat.now["result"]["winners"]
        return winners


async def best_move(ada: Person, key: str) -> str:
    async with ada.at(key) as seat:
        return str((await seat.ask("hint"))["result"][0]["move"])


async def reviewed(ada: Person, key: str) -> Json:
    (await ada.http.post(f"/api/tables/{key}/review")).raise_for_status()
    async with asyncio.timeout(300):
        while True:
            answer: Json = (await ada.get(f"/api/tables/{key}/review")).json()
            assert answer["status"] != "failed"
            if answer["status"] == "ready":
                review: Json = answer["review"]
                return review
            await asyncio.sleep(0.05)


async def check_kept(ada: Person, key: str, version: int, winner: int) -> None:
    """Check what the house says about a finished match: record, replay, and its own record uploaded again."""
    record = (await ada.get(f"/api/tables/{key}/record")).json()
    assert (record["rules_version"], record["result"]["winners"]) == (version, [winner])
    steps = (await ada.get(f"/api/tables/{key}/replay?seat=all")).json()["steps"]
    assert steps[-1]["events"][-1]["winners"] == [winner]
    uploaded = await ada.http.post("/api/records", json=record)
    assert uploaded.json()["trouble"] is None


async def stored_versions(make: Make) -> dict[str, set[int]]:
    """Return the rules versions in the store by table: of its row and of all entries."""
    store: Any = make()
    await store.open()
    rows = await store.read(select(schema.tables.c.key, schema.tables.c.rules_version))
    found = {
        key: {version, *[journal.decode(entry).rules_version for _, _, entry in await store.entries(key)]}
        for key, version in rows
    }
    await store.close()
    return found


def test_tables_of_both_rules_go_on_side_by_side(releases: tuple[Path, Path], make: Make, tmp_path: Path) -> None:
    old, new = releases
    with serving(old, make, tmp_path) as server:
        port = server.port
        ada, made = asyncio.run(asyncio.wait_for(before_the_update(server.base), 300))
    with serving(new, make, tmp_path, port) as server:
        made |= asyncio.run(asyncio.wait_for(after_the_update(server.base, ada, made), 300))
    where = make if make.kind == "postgres" else Make("sqlite", tmp_path / "house.db")
    second = {made[name] for name in ("new", "resumed new", "rematch")}
    expected = {key: {2} if key in second else {1} for key in made.values()}
    assert asyncio.run(stored_versions(where)) == expected
    with serving(old, make, tmp_path, port) as server:  # the update is rolled back
        asyncio.run(asyncio.wait_for(after_the_rollback(server.base, ada, made), 300))


def test_a_release_that_plays_all_by_its_newest_rules_is_detected(releases: tuple[Path, Path], tmp_path: Path) -> None:
    make, mutant = Make("sqlite", tmp_path / "house.db"), copy_package(tmp_path / "mutant", ruling=True)
    setups = mutant / "ludotheque" / "server" / "tables" / "setups.py"
    before, text = "return ludotheque.game(name, rules_version)", setups.read_text("utf-8")
    assert text.count(before) == 1
    setups.write_text(text.replace(before, "return ludotheque.game(name)"), "utf-8")
    with serving(releases[0], make, tmp_path) as server:
        port = server.port
        ada, made = asyncio.run(asyncio.wait_for(before_the_update(server.base), 300))
    with serving(mutant, make, tmp_path, port) as server, pytest.raises(AssertionError):
        asyncio.run(asyncio.wait_for(after_the_update(server.base, ada, made), 300))


async def before_the_update(base: str) -> tuple[tuple[str, str], dict[str, str]]:
    async with await Person.make(base, "Ada") as ada:
        made = {"over": await begin(ada, 4), "running": await begin(ada, 3), "tested": await begin(ada, 3)}
        made["open"] = await ada.make_table("pebbles", ALONE)
        return (ada.key, ada.cookie), made


async def person(base: str, known: tuple[str, str]) -> Person:
    nobody = await Person.nobody(base)
    nobody.http.cookies.set("ludotheque", known[1])
    return Person(base, nobody.http, *known)


async def after_the_update(base: str, known: tuple[str, str], made: dict[str, str]) -> dict[str, str]:
    async with await person(base, known) as ada:
        more = {"new": await begin(ada, 3)}
        assert await best_move(ada, made["running"]) == "take 3"
        assert await best_move(ada, more["new"]) == "take 2"
        assert await finish(ada, more["new"]) == [OTHER]
        assert await finish(ada, made["running"]) == [LAST]
        assert await finish(ada, made["open"]) == [LAST]
        await check_kept(ada, more["new"], 2, OTHER)
        for name in ("over", "running", "open"):
            await check_kept(ada, made[name], 1, LAST)
        for key, judged in ((made["over"], "best"), (more["new"], "blunder")):
            assert (await reviewed(ada, key))["decisions"][-1]["grade"] == judged
        for name, key, winner in (("resumed", made["over"], LAST), ("resumed new", more["new"], OTHER)):
            point = {"move": 3, "seat": LAST, "level": 1}
            more[name] = str((await ada.http.post(f"/api/tables/{key}/resume", json=point)).json()["key"])
            assert await finish(ada, more[name]) == [winner]
        async with ada.at(made["over"]) as seat:
            more["rematch"] = str((await seat.ask("play_again"))["result"])
        return more


async def after_the_rollback(base: str, known: tuple[str, str], made: dict[str, str]) -> None:
    async with await person(base, known) as ada:
        assert await finish(ada, made["tested"]) == [LAST]
        answer = await ada.http.get(f"/api/tables/{made['new']}")
        assert answer.status_code < 500
        assert answer.json()["code"] == "other_rules"
        assert answer.json()["params"] == {"version": 2, "ours": 1}
