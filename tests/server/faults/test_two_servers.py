"""Two servers on one PostgreSQL: one is killed, or frozen with SIGSTOP and thawed. Never do both write one table.

No mutant shows that entries are unique by table and number; the store's own tests cover that.
"""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.server.client.client import Person, Seat
from tests.server.client.process import Server
from tests.server.store import postgresql

TURNS = 6


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    server = postgresql.start(tmp_path_factory.mktemp("postgresql"))
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


async def turns(seats: list[Seat], count: int) -> None:
    """Play `count` moves of whoever may move, each on their own server."""
    for _ in range(count):
        mover = await who_may_move(seats)
        (number, moves), *_ = mover.legal().items()
        await mover.one_move(number, moves[0])


async def who_may_move(seats: list[Seat]) -> Seat:
    async with asyncio.timeout(300):
        while True:
            newest = max(len(seat.entries) for seat in seats)
            for seat in seats:
                if seat.legal() and len(seat.entries) == newest:
                    return seat
            await asyncio.sleep(0.01)


async def fault(one: Server, two: Server, begin: Callable[[], object], end: Callable[[], object]) -> None:
    """Ada plays on the first server, Bob on the second; the second one fails while the first continues."""
    async with await Person.make(one.base, "Ada") as ada, await Person.make(one.base, "Bob") as bob:
        table = await ada.make_table("keks", [{"who": "me"}, {"who": "open"}])
        alone = await ada.make_table("keks", [{"who": "me"}, {"who": "me"}])
        there = Person(two.base, bob.http, bob.key, bob.cookie)
        async with ada.at(table) as hers, there.at(table, patience=0.2) as his, ada.at(alone) as other:
            await his.ask("sit")
            await other.ask("start")
            await hers.until(lambda: bool(hers.now["seats"][1].get("person")))
            await hers.ask("start")
            await turns([hers, his], TURNS)
            begin()
            await turns([other], TURNS)  # people on the other server continue
            async with bob.at(table) as moved:  # and Bob connects to it
                await turns([hers, moved], TURNS)
                await asyncio.to_thread(end)
                await his.until(lambda: len(his.entries) >= len(moved.entries), 40)
                await turns([hers, his], TURNS)
            for seat in (hers, his):
                await seat.until(lambda: len(hers.entries) == len(his.entries))
                assert [entry["number"] for entry in seat.entries] == list(range(len(seat.entries)))
            assert hers.entries == his.entries
            assert sum(entry["kind"] == "moved" for entry in hers.entries) == 3 * TURNS


@pytest.mark.parametrize("how", ["killed", "frozen"])
def test_one_of_two_servers_fails_and_recovers(database: str, tmp_path: Path, how: str) -> None:
    options = ["--no-limits", "--bots", "1"]
    with (
        Server(tmp_path, name="one", database=database, options=options) as one,
        Server(tmp_path, name="two", database=database, options=options) as two,
    ):
        begin, end = (two.kill, two.start) if how == "killed" else (two.freeze, two.thaw)
        asyncio.run(asyncio.wait_for(fault(one, two, begin, end), 150))
