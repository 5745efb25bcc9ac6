"""An attack on a server: `python -m benchmarks.attacks NAME PORT SECONDS`.

Each comes from one address and asks again for whatever the server refuses. The attacker has a lower priority than the
server, because a real one uses a machine of its own.
"""

import asyncio
import contextlib
import itertools
import os
import sys
from collections import Counter
from collections.abc import Awaitable, Callable

import httpx
from tests.server.client.client import Json, Person, Refused, Seat
from tests.server.faults.test_upload_flood import endless, upload

from ludotheque.server.queries.uploaded_records import MAX_MOVES

ADDRESS = "192.0.2.1"
ME, OPEN = {"who": "me"}, {"who": "open"}
#: Seconds between two requests of one connection.
PAUSE = 0.05

Attack = Callable[["Attacker"], Awaitable[None]]


class Attacker:
    """An address with any number of people; `answers` counts what the server said."""

    def __init__(self, port: int) -> None:
        self.base = f"http://127.0.0.1:{port}"
        self.port = port
        self.answers: Counter[str] = Counter()
        self.opened = contextlib.AsyncExitStack()

    async def people(self, number: int) -> list[Person]:
        """Make up to this many people: as many as the server allows."""
        made = []
        for each in range(number):
            with contextlib.suppress(httpx.HTTPStatusError):
                person = await Person.make(self.base, f"Eve {each}", address=ADDRESS)
                made.append(await self.opened.enter_async_context(person))
        return made

    async def table(self, person: Person, game: str, seats: list[Json]) -> str:
        """Make a table, and start the match if nobody else is needed."""
        key = await person.make_table(game, seats)
        if OPEN not in seats:
            async with person.at(key) as seat:
                await self.ask(seat, "start")
        return key

    async def ask(self, seat: Seat, kind: str, **more: object) -> None:
        try:
            self.answers[(await seat.ask(kind, **more))["type"]] += 1
        except Refused as refused:
            self.answers[refused.code] += 1

    async def request(self, person: Person, method: str, path: str, **more: object) -> None:
        try:
            answer = await person.http.request(method, path, **more)  # type: ignore[arg-type]
        except httpx.TransportError:
            self.answers["no answer"] += 1
        else:
            self.answers[str(answer.status_code)] += 1

    async def ask_forever(self, person: Person, key: str, *kinds: str, **more: object) -> None:
        async with person.at(key) as seat:
            for kind in itertools.cycle(kinds):
                await self.ask(seat, kind, **more)
                await asyncio.sleep(PAUSE)


async def hints(attacker: Attacker) -> None:
    """290 sockets ask for hints."""
    people = await attacker.people(12)
    tables = [(person, await attacker.table(person, "keks", [ME, ME])) for person in people]
    await asyncio.gather(
        *(attacker.ask_forever(*table, "hint") for table, _ in zip(itertools.cycle(tables), range(290)))
    )


async def uploads(attacker: Attacker) -> None:
    """24 people upload the longest record that is allowed, again and again."""
    text = endless(MAX_MOVES)

    async def again(person: Person) -> None:
        while True:
            attacker.answers[str((await upload(person, text)).status_code)] += 1

    await asyncio.gather(*map(again, await attacker.people(24)))


async def takebacks(attacker: Attacker) -> None:
    """40 sockets at tables of NOX for six ask for takebacks and for the end of the match."""
    people = await attacker.people(8)
    tables = [(person, await attacker.table(person, "nox", [ME] * 6)) for person in people]
    asking = (
        attacker.ask_forever(*table, "ask_takeback", "ask_end") for table, _ in zip(itertools.cycle(tables), range(40))
    )
    await asyncio.gather(*asking)


async def identities(attacker: Attacker) -> None:
    """New people without end, each of whom makes listed tables."""

    async def again() -> None:
        while True:
            for person in await attacker.people(1):
                for _ in range(20):
                    await attacker.request(person, "POST", "/api/tables", json={"game": "keks", "seats": [ME, OPEN]})
            attacker.answers["person"] += 1
            await asyncio.sleep(PAUSE)

    await asyncio.gather(*(again() for _ in range(8)))


async def chatter(attacker: Attacker) -> None:
    """At their own tables and at others', people ask, decline and chat."""
    people = await attacker.people(10)
    keys = [await attacker.table(person, "keks", [ME, ME]) for person in people]
    talking = [attacker.ask_forever(person, key, "say", text="x" * 500) for person in people for key in keys[:3]]
    asking = [
        attacker.ask_forever(person, key, "ask_takeback", "decline", "ask_end", "decline")
        for person, key in zip(people, keys, strict=True)
    ]
    await asyncio.gather(*talking, *asking)


async def connections(attacker: Attacker) -> None:
    """400 connections begin requests that they never finish; handshakes come from a foreign page."""

    async def half() -> None:
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", attacker.port)
                writer.write(b"POST /api/people HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9999\r\n\r\n")
                while await asyncio.wait_for(reader.read(100), 60):
                    pass
                writer.close()
            attacker.answers["closed"] += 1
            await asyncio.sleep(PAUSE)

    async def foreign(person: Person) -> None:
        upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}
        headers = {**upgrade, "Sec-WebSocket-Key": "bHVkb3RoZXF1ZSBsb2FkIQ==", "Origin": "https://evil.example"}
        while True:
            await attacker.request(person, "GET", "/live/" + "a" * 16, headers=headers)
            await asyncio.sleep(PAUSE)

    nobody = await attacker.opened.enter_async_context(await Person.nobody(attacker.base))
    await asyncio.gather(*(half() for _ in range(400)), *(foreign(nobody) for _ in range(10)))


async def names(attacker: Attacker) -> None:
    """People change their names, guess one-time links, and ask for other hosts."""

    async def again(person: Person) -> None:
        for number in itertools.count():
            await attacker.request(person, "PATCH", "/api/me", json={"name": f"Eve {number}"})
            await attacker.request(person, "POST", "/api/people/claim", json={"token": f"{number:032}"})
            await attacker.request(person, "GET", "/api/tables", headers={"Host": "evil.example"})
            await asyncio.sleep(PAUSE)

    await asyncio.gather(*map(again, await attacker.people(20)))


ATTACKS: dict[str, Attack] = {
    attack.__name__: attack for attack in (hints, uploads, takebacks, identities, chatter, connections, names)
}


async def run(name: str, port: int, seconds: float) -> Counter[str]:
    attacker = Attacker(port)
    async with attacker.opened:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await ATTACKS[name](attacker)
    return attacker.answers


def main() -> None:
    os.nice(10)
    name, port, seconds = sys.argv[1:]
    print(dict(asyncio.run(run(name, int(port), float(seconds))).most_common()))


if __name__ == "__main__":
    main()
