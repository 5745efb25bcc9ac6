"""Messages of a client are lost, doubled, delayed and reordered, answers are lost, connections are cut.

Every move is played exactly once all the same. The last test shows that a server which forgets the ids of moves is
detected.
"""

import asyncio
import random
from typing import Any

import msgspec
import pytest
from tests.server.faults.sockets import Device
from tests.server.in_memory import open_house, settle, table_of

from ludotheque.server.tables.house import House
from ludotheque.server.tables.live_table import LiveTable
from ludotheque.server.tables.table import Table

MOVES = 40


class Unreliable:
    """A player with a bad connection, who sends a move again until it is answered."""

    def __init__(self, house: House, live: LiveTable, person: str, seed: int) -> None:
        self.house, self.live, self.person = house, live, person
        self.dice = random.Random(seed)
        self.device: Device | None = None
        self.old: list[dict[str, Any]] = []
        self.acknowledged: dict[str, int] = {}

    async def answer_to(self, message: dict[str, Any]) -> dict[str, Any]:
        for _ in range(200):
            device = await self.connected()
            for sent in self.arriving(message):
                device.say(**sent)
            await settle(60)
            answers = [msgspec.json.decode(frame) for frame in device.frames if f'"id":"{message["id"]}"' in frame]
            device.frames.clear()
            if self.dice.random() < 0.2:
                await device.leave()
                self.device = None
            if answers and self.dice.random() < 0.7:  # otherwise the answers are lost
                assert all(answer == answers[0] for answer in answers), answers
                self.old.append(message)
                return dict(answers[0])
        raise AssertionError("no answer")

    def arriving(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        """Return what arrives: the message may be lost or doubled, and old ones arrive late, in any order."""
        arriving = [message] * self.dice.choice([0, 1, 1, 2])
        arriving += self.dice.sample(self.old, min(len(self.old), self.dice.randrange(3)))
        self.dice.shuffle(arriving)
        return arriving

    async def connected(self) -> Device:
        if self.device is None:
            self.device = Device(self.house, self.person, self.live.key)
            self.device.say(type="join")
            await settle(60)
        return self.device

    async def move(self, number: int) -> None:
        version, seat, text = await self.live.read(
            lambda table: (table.match_version, table.to_act()[0], table.playing.legal_moves()[0])
        )
        name = f"move {number}"
        answer = await self.answer_to(
            {"type": "move", "id": name, "match_version": version, "move": text, "seat": seat}
        )
        assert answer["type"] == "done", answer
        self.acknowledged[name] = answer["entry"]


async def play(seed: int) -> None:
    async with open_house() as house:
        live = await table_of(house, "keks", "ab")
        players = {person: Unreliable(house, live, person, seed + place) for place, person in enumerate("ab")}
        for number in range(MOVES):
            person = await live.read(lambda table: table.seats[table.to_act()[0]].person if table.to_act() else None)
            if person is None:
                break
            await players[person].move(number)
        moved = await live.read(
            lambda table: [each.number for each in table.log if type(each.entry).__name__ == "Moved"]
        )
        acknowledged = sorted(number for player in players.values() for number in player.acknowledged.values())
        assert acknowledged == moved
        for player in players.values():
            if player.device:
                await player.device.leave()


@pytest.fixture(autouse=True)
def _without_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.server.web.websocket.BURST", 1e9)


@pytest.mark.parametrize("seed", range(0, 20, 2))
def test_every_move_is_played_once_over_a_bad_connection(seed: int) -> None:
    asyncio.run(play(seed))


def test_a_server_that_forgets_the_ids_of_moves_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "answered", lambda self, person, move_id: [])
    with pytest.raises(AssertionError):
        asyncio.run(play(0))
