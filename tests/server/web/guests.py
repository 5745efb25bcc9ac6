"""A server in this process, and guests who send HTTP requests without a network."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import wraps
from typing import Any, cast

import httpx
from starlette.applications import Starlette
from tests.server.fakes import FakeBots, FakeStore

from ludotheque.games.spec import Json
from ludotheque.server.allowances import changed_allowances
from ludotheque.server.bots import WorkerPool
from ludotheque.server.settings import Settings
from ludotheque.server.tables import messages
from ludotheque.server.tables.handlers import Requester
from ludotheque.server.tables.house import NO_PACE, House
from ludotheque.server.tables.people import People
from ludotheque.server.web.app import create_app

HOST = "house.test"
ADDRESS = f"http://{HOST}"
KEKS = {"game": "keks", "seats": [{"who": "me"}, {"who": "open"}]}
ALONE = {"game": "domino3d", "options": {"mode": "solo", "turns": 1, "sand": 0}, "seats": [{"who": "me"}]}


def story(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run a test that is a coroutine."""

    @wraps(test)
    def run(*args: Any, **kwargs: Any) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


class Guest(httpx.AsyncClient):
    """A browser: it keeps its cookie and sends its origin."""

    def __init__(self, app: Starlette, address: str = ADDRESS, client: tuple[str, int] = ("192.0.2.1", 5000)) -> None:
        transport = httpx.ASGITransport(app, client=client)
        super().__init__(transport=transport, base_url=address, headers={"origin": address})

    async def named(self, name: str) -> Json:
        """Create a person with this name."""
        made = await self.post("/api/people", json={"name": name})
        assert made.status_code == 201, made.text
        return cast(Json, made.json())

    async def makes(self, setup: Json) -> str:
        made = await self.post("/api/tables", json=setup)
        assert made.status_code == 201, made.text
        return str(made.json()["key"])


@dataclass
class Open:
    """A running server."""

    app: Starlette
    house: House
    store: Any

    def guest(self, **kwargs: Any) -> Guest:
        return Guest(self.app, **kwargs)

    def requester(self, person: Json) -> Requester:
        return Requester(person["id"], person["name"], address="192.0.2.1")

    async def does(self, person: Json, key: str, command: messages.Command) -> messages.Done:
        """Perform a command, as live play would; whoever starts without a client seed gives "7"."""
        live, requester = self.house.live_table(key), self.requester(person)
        if isinstance(command, messages.Start):
            own = await live.read(lambda table: [table.seats[seat] for seat in table.seats_of(requester.person)])
            command.client_seed = None if any(seat.client_seed for seat in own) else "7"
        return await live.perform(requester, command)

    async def table_of_two(self, ada: Guest, ada_is: Json, bob_is: Json, **setup: Any) -> str:
        """Start a match between Ada and Bob, by default of Keks; return its key."""
        key = await ada.makes({**KEKS, **setup})
        await self.does(ada_is, key, messages.GiveSeed("give", "7"))
        await self.does(bob_is, key, messages.Sit("sit", None, "8"))
        await self.does(bob_is, key, messages.Start("start"))
        return key

    async def plays(self, person: Json, key: str, moves: int = 1_000_000) -> int:
        """Play first legal moves for whoever is to act, at most `moves`; return how many were played."""
        people: dict[int, Requester] = {}
        done = 0
        live = self.house.live_table(key)
        while done < moves:
            table = await live.read(lambda table: table)
            if not table.to_act():
                break
            seat = table.to_act()[0]
            people = {i: Requester(each.person, each.name) for i, each in enumerate(table.seats)}
            move = table.match.legal_moves(seat)[0]
            await live.perform(
                people[seat], messages.Move(f"m{done}-{table.match_version}", table.match_version, move, seat)
            )
            done += 1
        return done


@asynccontextmanager
async def open_house(store: Any = None, *, single_process: bool = True, **settings: Any) -> AsyncIterator[Open]:
    """Run a server on a store in memory, or on the given one, which must not be open."""
    store = store or FakeStore()
    chosen = Settings(**{"host": HOST, **settings})
    listed = changed_allowances(chosen.rates)["listed"] if chosen.limits else None
    house = House(store, cast(WorkerPool, FakeBots()), single_process=single_process, pace=NO_PACE, listed=listed)
    await house.open()
    try:
        yield Open(create_app(house, People(store), chosen), house, store)
    finally:
        await house.close()


def refused(response: httpx.Response, status: int, code: str) -> Json:
    """Check that the response is this refusal, in the usual form; return its body."""
    assert response.status_code == status, response.text
    refusal = response.json()
    assert set(refusal) == {"code", "key", "params", "allowed"}
    assert refusal["code"] == code
    return cast(Json, refusal)
