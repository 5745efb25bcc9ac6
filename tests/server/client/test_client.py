"""A client written from docs/protocol.md alone plays every game over a real network."""

import asyncio
import random
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.client.client import Json, Person, Refused, Seat
from tests.server.client.process import Server
from typer.testing import CliRunner

from ludotheque.cli import app

BOT, ME, OPEN = {"who": "bot", "level": 1}, {"who": "me"}, {"who": "open"}
#: Every game and mode, with options that make it short: game, options, seats.
MATCHES: list[tuple[str, Json, int]] = [
    ("keks", {}, 2),
    ("keks", {"variant": "eleven"}, 2),
    ("nasca", {"rounds": 1}, 2),
    ("nasenspiel", {}, 2),
    ("nox", {"target": 20}, 3),
    ("nox", {"target": 20, "variant": "hard"}, 2),
    ("domino3d", {"mode": "classic"}, 2),
    ("domino3d", {"mode": "race", "goal": "rounds"}, 2),
    ("domino3d", {"mode": "solo", "turns": 2}, 1),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("house"), options=["--no-limits"]) as server:
        yield server


def run(what: Callable[[], Coroutine[Any, Any, None]], seconds: float = 90.0) -> None:
    asyncio.run(asyncio.wait_for(what(), seconds))


def chooser(seed: int) -> Callable[[list[str]], str]:
    """Return a function that chooses random moves; in a race, which may go on forever, it eventually ends the round."""
    dice = random.Random(seed)

    def choose(moves: list[str]) -> str:
        ends = [move for move in moves if move in ("done", "give up", "accept")]
        return dice.choice(ends) if ends and dice.random() < 0.3 else dice.choice(moves)

    return choose


def whole(seat: Seat) -> None:
    assert [entry["number"] for entry in seat.entries] == list(range(len(seat.entries)))


async def verify(person: Person, table: str, folder: Path) -> None:
    """Check that anybody can get the record after the end, and that its shuffle is verified."""
    record = (await person.get(f"/api/tables/{table}/record")).content
    file = folder / f"{table}.json"
    file.write_bytes(record)
    outcome = CliRunner().invoke(app, ["verify", "--fair", str(file)])
    assert outcome.exit_code == 0, outcome.output
    file.write_bytes(record.replace(b'"secret": "', b'"secret": "0', 1).replace(b'"secret":"', b'"secret":"0', 1))
    assert CliRunner().invoke(app, ["verify", "--fair", str(file)]).exit_code != 0


async def against_bots(base: str, folder: Path, game: str, options: Json, seats: int) -> None:
    async with await Person.make(base, "Ada") as ada:
        table = await ada.make_table(game, [ME] + [BOT] * (seats - 1), options=options)
        async with ada.at(table) as seat:
            assert seat.you == [0]
            await seat.ask("start")
            if options.get("mode") == "race":
                await a_race_with_a_bot(seat)
            else:
                await seat.play(chooser(1))
                assert seat.now["result"]["reason"] == "rules"
                assert len(seat.now["result"]["scores"]) == seats
            whole(seat)
            await verify(ada, table, folder)


async def a_race_with_a_bot(seat: Seat) -> None:
    """Wait for a move of the bot, then resign: bots take minutes for a round, as beginners do."""
    await seat.until(lambda: any(entry.get("fields", {}).get("by") == "bot" for entry in seat.entries))
    await seat.ask("resign")
    await seat.until(lambda: seat.over)
    assert seat.now["result"] == {"reason": "resigned", "winners": [1], "scores": None}


def test_every_game_and_mode_against_bots_to_the_end(server: Server, tmp_path: Path) -> None:
    async def all_at_once() -> None:
        await asyncio.gather(*(against_bots(server.base, tmp_path, *match) for match in MATCHES))

    run(all_at_once)


async def between_people(base: str, folder: Path, game: str, options: Json, seats: int) -> None:
    """Play with one connection per person, all disconnected now and then, and a spectator."""
    dice = random.Random(game)
    async with await Person.nobody(base) as watcher:
        people = [await Person.make(base, f"person {number}") for number in range(seats)]
        table = await people[0].make_table(game, [ME] + [OPEN] * (seats - 1), options=options)
        everybody = [person.at(table, patience=0.05) for person in people]
        spectator = watcher.at(table, patience=0.05)
        try:
            for seat in (*everybody, spectator):
                await seat.__aenter__()
            for number, seat in enumerate(everybody[1:], 1):
                await seat.ask("sit", client_seed=f"seed of {number}")
            await everybody[0].ask("start")

            def cutting(seat: Seat) -> Callable[[], Coroutine[Any, Any, None]]:
                async def cut_sometimes() -> None:
                    if dice.random() < 0.1:
                        await dice.choice([seat, spectator]).cut()

                return cut_sometimes

            plays = [seat.play(chooser(number), cutting(seat)) for number, seat in enumerate(everybody)]
            await asyncio.gather(*plays)
            last = max(len(seat.entries) for seat in everybody)
            for seat in (*everybody, spectator):
                await seat.until(lambda seat=seat: seat.over and len(seat.entries) >= last)  # type: ignore[misc]
                whole(seat)
            check_what_they_saw(everybody, spectator)
            await verify(watcher, table, folder)
        finally:
            for seat in (*everybody, spectator):
                if seat.runner:
                    await seat.__aexit__()
            for person in people:
                await person.http.aclose()


def check_what_they_saw(everybody: list[Seat], spectator: Seat) -> None:
    """Check that all players got the same entries, and the spectator the same moves, seats and times."""
    assert not spectator.you
    sent = [[(entry["number"], entry["at"], entry["kind"]) for entry in seat.entries] for seat in everybody]
    seen = [(entry["number"], entry["at"], entry["kind"]) for entry in spectator.entries]
    shortest = min(map(len, [*sent, seen]))
    assert all(each[:shortest] == seen[:shortest] for each in sent)
    assert spectator.now["result"] == everybody[0].now["result"]
    moved = [entry for entry in spectator.entries if entry["kind"] == "moved"]
    assert all(entry["events"] for entry in moved)


def test_every_game_and_mode_between_people_who_lose_connections(server: Server, tmp_path: Path) -> None:
    async def all_at_once() -> None:
        await asyncio.gather(*(between_people(server.base, tmp_path, *match) for match in MATCHES))

    run(all_at_once)


def test_a_move_sent_again_over_a_new_connection_is_played_once(server: Server) -> None:
    async def play() -> None:
        async with await Person.make(server.base, "Ada") as ada:
            table = await ada.make_table("keks", [ME, ME])
            async with ada.at(table, patience=0.01) as seat:
                await seat.ask("start")
                for turn in range(20):
                    (number, moves), *_ = seat.legal().items()
                    message = {
                        "id": f"turn {turn}",
                        "match_version": seat.now["match_version"],
                        "move": moves[0],
                        "seat": number,
                    }
                    answer = await seat.post("move", **message)
                    if turn % 2:
                        await seat.cut()  # whether or not it has arrived, the client sends it again
                    done = await answer
                    assert done["type"] == "done"
                    again = await seat.ask("move", **message)
                    assert again["entry"] == done["entry"]
                    await seat.until(lambda done=done: len(seat.entries) > done["entry"])  # type: ignore[misc]
                moved = [entry for entry in seat.entries if entry["kind"] == "moved"]
                assert len(moved) == 20
                assert seat.connections > 5
                whole(seat)

    run(play)


def test_refusals_say_what_is_allowed(server: Server) -> None:
    async def ask() -> None:
        async with await Person.make(server.base, "Ada") as ada, await Person.nobody(server.base) as watcher:
            table = await ada.make_table("keks", [ME, OPEN])
            async with ada.at(table) as seat, watcher.at(table) as spectator:
                assert await refusal(seat, "start") == "seats_are_free"
                assert await refusal(seat, "sit") == "seated_already"
                assert await refusal(seat, "move", match_version=0, move="a1") == "table_is_open"
                assert await refusal(spectator, "sit") == "no_person"
                assert await refusal(seat, "play_again") == "table_is_open"
                assert await refusal(seat, "sit", seat=99) == "bad_message"

    run(ask)


async def refusal(asker: Seat, kind: str, **fields: Any) -> str:
    with pytest.raises(Refused) as refused:
        await asyncio.wait_for(asker.ask(kind, **fields), 5)
    assert refused.value.refusal["key"]
    return refused.value.code


def test_a_client_that_reconnects_much_later_gets_what_it_missed(server: Server) -> None:
    async def play() -> None:
        async with await Person.make(server.base, "Ada") as ada, await Person.nobody(server.base) as watcher:
            table = await ada.make_table("keks", [ME, ME])
            early = watcher.at(table)
            async with ada.at(table) as seat:
                async with early:
                    await seat.ask("start")
                    await early.until(lambda: early.now["status"] == "running")
                before = len(early.entries)
                for _ in range(10):
                    (number, moves), *_ = seat.legal().items()
                    await seat.one_move(number, moves[-1])
                await seat.ask("say", text="<b>here</b>")
                early.listening = True
                async with early:
                    await early.until(lambda: len(early.entries) >= before + 11)
                first = msgspec.json.decode(early.heard[0])
                assert first["type"] == "news"
                assert first["entries"][0]["number"] == before
                whole(early)

    run(play)
