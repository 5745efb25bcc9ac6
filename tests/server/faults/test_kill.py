"""kill -9 at random moments under load: acknowledged moves are stored once, and without gaps.

The last test shows that a mutant is detected: a server that answers before the commit loses acknowledged moves. (Not
shown: one that forgets the ids of moves would answer `stale` to a move sent again, which raises `Refused`.)
"""

import asyncio
import os
import random
from math import inf
from pathlib import Path

import pytest
from tests.server.client.client import Json, Person, Seat
from tests.server.client.process import Server

LONG = bool(os.environ.get("LUDOTHEQUE_LONG"))
#: Rounds per part; parts run in parallel.
PARTS = [100, 100] if LONG else [13, 12]
TABLES = 8
GAMES: list[tuple[str, Json]] = [("keks", {}), ("nasca", {}), ("nasenspiel", {}), ("domino3d", {"sand": 0})]


class Player:
    """Plays against itself without pause, and records what was acknowledged."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.acknowledged: dict[str, int] = {}
        self.sent = 0

    async def play(self, most: float = inf) -> None:
        """Until the end, or until so many moves in all are acknowledged."""
        seat = self.seat
        while not seat.over and len(self.acknowledged) < most:
            await seat.until(lambda: seat.over or bool(seat.legal()))
            for number, moves in list(seat.legal().items())[:1]:
                self.sent += 1
                name = f"move {self.sent}"
                done = await seat.move(moves[len(moves) // 2], id=name, seat=number)
                self.acknowledged[name] = done["entry"]
                await seat.until(lambda done=done: len(seat.entries) > done["entry"])  # type: ignore[misc]


def check(player: Player, entries: list[Json]) -> None:
    """Check `entries`, which a new client got, against what the player knows."""
    assert [entry["number"] for entry in entries] == list(range(len(entries)))
    moved = {entry["number"] for entry in entries if entry["kind"] == "moved"}
    acknowledged = list(player.acknowledged.values())
    assert len(set(acknowledged)) == len(acknowledged), "two moves became the same entry"
    assert set(acknowledged) <= moved, "an acknowledged move is lost"
    assert len(moved) <= player.sent, "a move was played twice"
    assert len(moved - set(acknowledged)) <= 1, "more than one move was not acknowledged"
    seen = player.seat.entries
    assert entries[: len(seen)] == seen, "what was sent earlier has changed"


async def rounds(server: Server, count: int, seed: int) -> int:
    """Kill and restart the server `count` times under load; return how many moves were acknowledged."""
    dice = random.Random(seed)
    async with await Person.make(server.base, "Ada") as ada:
        everybody = []
        for number in range(TABLES):
            game, options = GAMES[number % len(GAMES)]
            table = await ada.make_table(game, [{"who": "me"}, {"who": "me"}], options=options)
            everybody.append(Player(ada.at(table, patience=0.1)))
        seats = [player.seat for player in everybody]
        try:
            await asyncio.gather(*(seat.__aenter__() for seat in seats))
            await asyncio.gather(*(seat.ask("start") for seat in seats))
            playing = [asyncio.create_task(player.play()) for player in everybody]
            for _ in range(count):
                before = sum(len(player.acknowledged) for player in everybody)
                await asyncio.sleep(dice.uniform(0.02, 0.3))
                server.kill()
                await asyncio.to_thread(server.start, wait=False)
                async with asyncio.timeout(30):
                    while sum(len(player.acknowledged) for player in everybody) <= before + 1 and any(
                        not task.done() for task in playing
                    ):
                        await asyncio.sleep(0.01)
            for task in playing:
                task.cancel()
            results = await asyncio.gather(*playing, return_exceptions=True)
            assert all(found is None or isinstance(found, asyncio.CancelledError) for found in results), results
        finally:
            await asyncio.gather(*(seat.__aexit__() for seat in seats if seat.runner))
        for player in everybody:
            async with ada.at(player.seat.table) as anew:
                check(player, anew.entries)
        return sum(len(player.acknowledged) for player in everybody)


@pytest.mark.parametrize("part", range(len(PARTS)))
def test_acknowledged_moves_survive_a_kill(tmp_path: Path, part: int) -> None:
    with Server(tmp_path, options=["--no-limits", "--bots", "1"]) as server:
        acknowledged = asyncio.run(rounds(server, PARTS[part], part))
    assert acknowledged > PARTS[part]


def test_a_server_that_answers_before_the_commit_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUTANT", "answers_before_the_commit")
    module = "tests.server.faults.mutants"
    with (
        Server(tmp_path, options=["--no-limits", "--bots", "1"], module=module) as server,
        pytest.raises((AssertionError, TimeoutError)),
    ):
        asyncio.run(rounds(server, 4, 7))
