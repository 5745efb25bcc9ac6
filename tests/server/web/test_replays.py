"""Replays over REST: a match as every seat saw it, and what nobody may see while it runs."""

from __future__ import annotations

import json
import re

import pytest
from tests.server.web.guests import open_house, refused, story

import ludotheque
from ludotheque import fairness, record
from ludotheque.server.queries.replays import named
from ludotheque.server.tables import messages

#: What everybody may see, but only after the end.
HISTORY = ("record", "replay.svg?seat=all", "replay.svg?seat=none")


@story
async def test_a_finished_match_is_replayed_from_every_seat_and_its_record_is_valid() -> None:
    async with open_house() as house:
        ada, bob, eve = house.guest(), house.guest(), house.guest()
        ada_is, bob_is = await ada.named("Ada"), await bob.named("Bob")
        key = await house.table_of_two(ada, ada_is, bob_is)
        refused(await ada.get(f"/api/tables/{key}/record"), 409, "table_is_running")
        moves = await house.plays(ada_is, key)
        found = await eve.get(f"/api/tables/{key}/record")
        assert found.headers["content-disposition"] == f'attachment; filename="ludotheque-keks-{key}.json"'
        match = record.replay(found.text)
        assert match.over
        assert fairness.check(found.text).client_seeds == ["7", "8"]
        assert (found.json()["names"], found.json()["bots"]) == (["Ada", "Bob"], [0, 0])
        for seat in ("all", "none", "0", "1"):
            replay = (await eve.get(f"/api/tables/{key}/replay?seat={seat}")).json()
            assert replay["moves"] == moves == len(match.history)
            assert [step["number"] for step in replay["steps"]] == list(range(moves + 1))
            assert replay["result"]["winners"] == match.winners
            assert replay["names"] == ["Ada", "Bob"]
        assert (await eve.get(f"/api/tables/{key}/replay?seat=most")).json()["seat"] == "all"
        refusal = refused(await eve.get(f"/api/tables/{key}/replay?seat=2"), 422, "no_such_seat")
        assert refusal["allowed"] == [0, 1, "all", "none"]


@story
async def test_a_replay_shows_each_seat_what_it_knew() -> None:
    async with open_house() as house:
        ada, bob = house.guest(), house.guest()
        ada_is, bob_is = await ada.named("Ada"), await bob.named("Bob")
        key = await house.table_of_two(ada, ada_is, bob_is, game="nox")
        moves = await house.plays(ada_is, key, 12)
        table = await house.house.live_table(key).read(lambda table: table)
        again = ludotheque.game("nox").start(2, table.match.record()["seed"], table.setup.options)
        replay = (await ada.get(f"/api/tables/{key}/replay?seat=0")).json()
        public = (await house.guest().get(f"/api/tables/{key}/replay?seat=none")).json()
        for number in range(moves + 1):
            if number:
                again.play(table.match.history[number - 1][1], table.match.history[number - 1][0])
            for shown, viewer in ((replay, 0), (public, None)):
                step = shown["steps"][number]
                assert step["view"] == json.loads(json.dumps(again.view(viewer)))
                assert step["events"] == json.loads(json.dumps(again.show(again.happened(number), viewer)))
                assert ("move" in step) == (number > 0 and step["seat"] == viewer)


@story
async def test_while_a_match_runs_nobody_sees_more_than_they_may() -> None:
    async with open_house() as house:
        ada, bob, eve = house.guest(), house.guest(), house.guest()
        ada_is, bob_is = await ada.named("Ada"), await bob.named("Bob")
        await eve.named("Eve")
        key = await house.table_of_two(ada, ada_is, bob_is, game="nox")
        await house.plays(ada_is, key, 3)
        for guest, fine in ((ada, ["0", "none"]), (bob, ["1", "none"]), (eve, ["none"]), (house.guest(), ["none"])):
            for seat in ("0", "1", "all", "none"):
                response = await guest.get(f"/api/tables/{key}/replay?seat={seat}")
                if seat in fine:
                    assert response.status_code == 200
                else:
                    refused(response, 409, "table_is_running")
            most = (await guest.get(f"/api/tables/{key}/replay?seat=most")).json()["seat"]
            assert str(most) == fine[0]
            for path in HISTORY:
                refused(await guest.get(f"/api/tables/{key}/{path}"), 409, "table_is_running")
        for guest in (ada, eve):
            point = {"move": 1, "seat": 0}
            refused(await guest.post(f"/api/tables/{key}/resume", json=point), 409, "table_is_running")


@story
async def test_long_replays_are_paged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.server.queries.replays.PAGE", 20)
    async with open_house() as house:
        ada, bob = house.guest(), house.guest()
        ada_is, bob_is = await ada.named("Ada"), await bob.named("Bob")
        key = await house.table_of_two(ada, ada_is, bob_is, game="nox")
        moves = await house.plays(ada_is, key)
        assert moves > 20
        numbers, after = [], 0
        while after is not None:
            page = (await ada.get(f"/api/tables/{key}/replay?seat=all&after={after}")).json()
            numbers += [step["number"] for step in page["steps"]]
            after = page["after"]
        assert numbers == list(range(moves + 1))
        assert (await ada.get(f"/api/tables/{key}/replay?after=999999")).json()["steps"] == []


@story
async def test_a_finished_match_has_a_film_from_every_seat() -> None:
    async with open_house() as house:
        ada, bob = house.guest(), house.guest()
        ada_is, bob_is = await ada.named("Ada"), await bob.named("Bob <b>")
        key = await house.table_of_two(ada, ada_is, bob_is, game="nox")
        await house.plays(ada_is, key, 6)
        await house.does(bob_is, key, messages.Resign("resign"))
        made = {
            seat: await house.guest().get(f"/api/tables/{key}/replay.svg?seat={seat}") for seat in ("all", "0", "1")
        }
        for found in made.values():
            assert found.headers["content-type"] == "image/svg+xml"
            assert found.headers["content-disposition"] == f'attachment; filename="ludotheque-nox-{key}.svg"'
            assert len(re.findall('class="frame', found.text)) == 7
        assert len({found.text for found in made.values()}) == 3
        refused(await ada.get(f"/api/tables/{key}/replay.svg?seat=2"), 422, "no_such_seat")


def test_computers_are_numbered_among_themselves_in_a_film() -> None:
    assert named(["Ada", ""], [0, 3], "Computer", "Former player") == ["Ada", "Computer"]
    assert named(["", "Ada", ""], [2, 0, 5], "Computer", "Former player") == ["Computer 1", "Ada", "Computer 2"]


def test_forgotten_people_are_no_computers_in_a_film() -> None:
    assert named(["", "Ada", ""], [0, 0, 5], "Computer", "Former player") == ["Former player", "Ada", "Computer"]
