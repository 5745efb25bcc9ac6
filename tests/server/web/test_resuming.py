"""Resuming from a position of a finished match: a new, unrated table that keeps the history."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest
from tests.server.fakes import Disk, FakeStore
from tests.server.web.guests import Guest, Open, open_house, refused, story

from ludotheque import fairness, record
from ludotheque.games.spec import Json
from ludotheque.server.tables import messages
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.tables.table import Table


async def finished(house: Open, game: str = "keks") -> tuple[str, Guest, Json, list[tuple[int, str]]]:
    """Let Ada and Bob play a match to its end; return its key, Ada's guest, her identity, and the moves."""
    ada, bob = house.guest(), house.guest()
    ada_is, bob_is = await ada.named("Ada"), await bob.named("Bob")
    key = await house.table_of_two(ada, ada_is, bob_is, game=game)
    await house.plays(ada_is, key)
    return key, ada, ada_is, (await table_of(house, key)).playing.history


async def table_of(house: Open, key: str) -> Table:
    return cast(Table, await house.house.live_table(key).read(lambda table: table))


async def resume(guest: Guest, key: str, **point: int) -> str:
    made = await guest.post(f"/api/tables/{key}/resume", json=point)
    assert made.status_code == 201, made.text
    assert made.json()["path"] == f"/table/{made.json()['key']}"
    return str(made.json()["key"])


@story
@pytest.mark.parametrize("game", ["keks", "nox"])
async def test_it_starts_at_that_position_with_bots_on_the_other_seats(game: str) -> None:
    async with open_house() as house:
        key, ada, _, history = await finished(house, game)
        # The seat that is to move, so that the bots wait.
        seat = history[6][0]
        other = await resume(ada, key, move=6, seat=seat, level=4)
        old, new = (await ada.get(f"/api/tables/{key}/replay?seat={seat}")).json(), await table_of(house, other)
        snapshot = (await ada.get(f"/api/tables/{other}")).json()
        assert snapshot["now"]["status"] == "running"
        assert snapshot["now"]["view"] == old["steps"][6]["view"]
        assert snapshot["you"] == [seat]
        assert snapshot["table"]["resumes"] == {"table": key, "moves": 6}
        assert snapshot["table"]["commitment"] == ""
        assert new.playing.history == history[:6]
        assert [one.bot for one in new.seats] == [0 if i == seat else 4 for i in range(2)]
        started = snapshot["entries"][2]
        assert started["kind"] == "started"
        assert started["events"] == old["steps"][6]["events"]  # so that the last move is highlighted


@story
async def test_anybody_may_resume_from_any_seat_and_from_the_start() -> None:
    async with open_house() as house:
        key, _, _, history = await finished(house)
        eve = house.guest()
        refused(await eve.post(f"/api/tables/{key}/resume", json={"move": 0, "seat": 0}), 401, "no_person")
        await eve.named("Eve")
        table = await table_of(house, await resume(eve, key, move=0, seat=history[0][0]))
        assert table.playing.history == []
        assert [one.bot for one in table.seats if one.bot] == [3]


@story
async def test_impossible_requests_are_refused() -> None:
    async with open_house() as house:
        key, ada, _, history = await finished(house)
        path = f"/api/tables/{key}/resume"
        refusal = refused(await ada.post(path, json={"move": len(history), "seat": 0}), 422, "out_of_range")
        assert refusal["allowed"] == {"from": 0, "to": len(history) - 1}
        refusal = refused(await ada.post(path, json={"move": 1, "seat": 2}), 422, "no_such_seat")
        assert refusal["allowed"] == [0, 1]
        refusal = refused(await ada.post(path, json={"move": 1, "seat": 0, "level": 6}), 422, "out_of_range")
        assert refusal["allowed"] == {"from": 1, "to": 5}
        for body in ({"move": -1, "seat": 0}, {"move": 1}, {"move": 1, "seat": 0, "seed": 1}, {"move": 0.5, "seat": 0}):
            refused(await ada.post(path, json=body), 422, "bad_body")
        refused(await ada.post(f"/api/tables/{'a' * 16}/resume", json={"move": 1, "seat": 0}), 404, "no_such_table")


@story
async def test_a_resigned_match_can_be_resumed_from_its_last_position() -> None:
    async with open_house() as house:
        ada, bob = house.guest(), house.guest()
        ada_is, bob_is = await ada.named("Ada"), await bob.named("Bob")
        key = await house.table_of_two(ada, ada_is, bob_is)
        await house.plays(ada_is, key, 5)
        await house.does(bob_is, key, messages.Resign("resign"))
        to_act = (await table_of(house, key)).playing.to_act[0]
        assert (await table_of(house, await resume(ada, key, move=5, seat=to_act))).to_act() == (to_act,)


@story
async def test_moves_of_the_original_match_cannot_be_taken_back() -> None:
    async with open_house() as house:
        key, ada, ada_is, history = await finished(house)
        seat = history[6][0]
        other = await resume(ada, key, move=6, seat=seat)
        with pytest.raises(Refused, match="nothing_to_take_back"):
            await house.does(ada_is, other, messages.AskTakeback("back"))
        version = (await table_of(house, other)).match_version
        await house.does(ada_is, other, messages.Move("m", version, history[6][1]))
        await house.does(ada_is, other, messages.AskTakeback("back again"))
        assert (await table_of(house, other)).playing.history == history[:6]


async def play_to_the_end(house: Open, person: Json, key: str) -> None:
    """Let Ada play her first legal moves to the end."""
    while (table := await table_of(house, key)).running:
        seat = table.seats_of(person["id"])[0]
        if seat in table.to_act():
            move = table.playing.legal_moves(seat)[0]
            await house.does(person, key, messages.Move(f"m{table.match_version}", table.match_version, move))
        else:
            await asyncio.sleep(0)


@story
async def test_it_is_unrated_and_its_record_names_its_origin() -> None:
    async with open_house() as house:
        key, ada, ada_is, history = await finished(house)
        before = (await ada.get("/api/ratings?game=keks")).json(), (await ada.get("/api/results")).json()
        other = await resume(ada, key, move=6, seat=0, level=1)
        await play_to_the_end(house, ada_is, other)
        assert before == ((await ada.get("/api/ratings?game=keks")).json(), (await ada.get("/api/results")).json())
        found = await ada.get(f"/api/tables/{other}/record")
        match = record.replay(found.text)
        assert match.over
        assert match.history[:6] == history[:6]
        stored = found.json()
        assert stored["resumes"] == {"table": key, "moves": 6}
        assert "fair" not in stored
        assert stored["bots"] == [0, 1]
        with pytest.raises(fairness.NotFair, match=key):
            fairness.check(found.text)
        replay = (await ada.get(f"/api/tables/{other}/replay?seat=all")).json()
        assert replay["resumes"] == stored["resumes"]
        assert replay["moves"] == len(match.history)
        # And resume from there once more.
        again = await table_of(house, await resume(ada, other, move=4, seat=history[4][0]))
        assert again.playing.history == history[:4]


@story
async def test_it_survives_a_restart() -> None:
    disk = Disk()
    kept = FakeStore(disk)
    await kept.open()  # keeps the disk's contents
    async with open_house(FakeStore(disk)) as house:
        key, ada, ada_is, history = await finished(house)
        seat = history[6][0]
        other = await resume(ada, key, move=6, seat=seat)
        await house.does(ada_is, other, messages.Move("m", (await table_of(house, other)).match_version, history[6][1]))
        before = await table_of(house, other)
    async with open_house(FakeStore(disk, "another")) as house:
        table = await table_of(house, other)
        assert table.playing.history[:7] == before.playing.history[:7] == history[:7]
        await play_to_the_end(house, ada_is, other)
        answer = await house.guest().get(f"/api/tables/{other}/record")
        assert record.replay(answer.text).history[:7] == history[:7]
    await kept.close()
