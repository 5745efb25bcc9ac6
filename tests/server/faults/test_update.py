"""An update with a migration while people play, and the way back: as `docs/hosting.md` tells it."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from tests.server.client.client import Json, Person, Refused
from tests.server.client.process import Server
from tests.server.faults.test_kill import GAMES, Player, check
from tests.server.store.houses import entries_in

from ludotheque.server.store.schema import HEAD

OPTIONS = ("--no-limits", "--bots", "1")


@dataclass
class House:
    """This version and the next, at one address and with the same data, and whoever plays there."""

    folder: Path
    this: Server
    following: Server
    running: ExitStack
    ada: Person
    players: list[Player] = field(default_factory=list)

    async def play(self, most: int) -> None:
        """Until each of them has made so many moves in all: fewer than any match has."""
        async with asyncio.timeout(300):
            await asyncio.gather(*(player.play(most) for player in self.players))
        assert not any(player.seat.over for player in self.players)

    async def update(self) -> None:
        """Replace the server while moves are made."""
        await self.play(2)
        playing = asyncio.create_task(self.play(6))
        assert await asyncio.to_thread(self.this.stop) == 0
        await asyncio.to_thread(self.running.enter_context, self.following)
        await playing
        await self.play(8)

    async def entries(self, player: Player) -> list[Json]:
        """What somebody gets who comes to the player's table now."""
        async with self.ada.at(player.seat.table) as anew:
            return anew.entries


@asynccontextmanager
async def house(folder: Path) -> AsyncIterator[House]:
    """A table of each game in a house of this version."""
    this = Server(folder, options=OPTIONS)
    following = Server(folder, options=OPTIONS, module="tests.server.faults.next_version")
    with ExitStack() as running:
        await asyncio.to_thread(running.enter_context, this)
        following.port = this.port
        async with await Person.make(this.base, "Ada") as ada:
            made = House(folder, this, following, running, ada)
            try:
                for game, options in GAMES:
                    table = await ada.make_table(game, [{"who": "me"}, {"who": "me"}], options=options)
                    made.players.append(Player(await ada.at(table, patience=0.1).__aenter__()))
                    await made.players[-1].seat.ask("start")
                yield made
            finally:
                await asyncio.gather(*(player.seat.__aexit__() for player in made.players))


async def update(folder: Path) -> None:
    async with house(folder) as updated:
        await updated.update()
        for player in updated.players:
            assert player.seat.connections == 2, "it has not reconnected, or more than once"
            check(player, await updated.entries(player))


def test_an_update_loses_no_move_and_everybody_plays_on(tmp_path: Path) -> None:
    """The next test shows that a mutant fails."""
    asyncio.run(update(tmp_path))


def test_a_migration_that_loses_moves_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUTANT", "forgetful")
    with pytest.raises((AssertionError, Refused)):
        asyncio.run(update(tmp_path))


def restore(backup: Path, data: Path) -> None:
    command = [sys.executable, "-m", "ludotheque", "restore", str(backup), "--data", str(data)]
    subprocess.run(command, check=True, timeout=300)


async def roll_back(folder: Path) -> None:
    async with house(folder) as updated:
        await updated.update()
        assert await asyncio.to_thread(updated.following.stop) == 0
        with pytest.raises(AssertionError, match="was written by a newer version of Ludothèque"):
            await asyncio.to_thread(updated.this.start)
        (backup,) = (folder / "backups").glob(f"server-schema-{HEAD}-*.db")
        await asyncio.to_thread(restore, backup, folder / "server.db")
        await asyncio.to_thread(updated.this.start)
        for player in updated.players:
            await find_and_play_on(player, backup)


async def find_and_play_on(player: Player, backup: Path) -> None:
    """Whoever has stayed connected gets the journal of the backup; what is new is that they came, and the move."""
    seat = player.seat
    await seat.until(lambda: seat.connections == 3)
    stored = {number for table, number, _ in entries_in(backup) if table == seat.table}
    assert {entry["number"] for entry in seat.entries if entry["kind"] != "came"} <= stored
    (number, moves), *_ = seat.legal().items()
    done = await seat.move(moves[0], seat=number)
    assert done["entry"] >= len(stored)


def test_the_way_back_is_the_backup_before_the_migration(tmp_path: Path) -> None:
    """Whoever is connected finds the match as it was then, and plays on."""
    asyncio.run(roll_back(tmp_path))
