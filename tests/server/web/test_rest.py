"""REST, as a browser uses it: people, games, tables."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import select
from tests.server.web.guests import ADDRESS, ALONE, KEKS, Guest, open_house, refused, story

import ludotheque
from ludotheque import fairness, record
from ludotheque.server import wire
from ludotheque.server.store import schema

# People


@story
async def test_somebody_becomes_known_and_comes_back() -> None:
    async with open_house() as house:
        ada = house.guest()
        refused(await ada.get("/api/me"), 401, "no_person")
        made = await ada.post("/api/people", json={"name": " Ada ", "language": "fr"})
        assert made.status_code == 201
        assert made.json() == {"id": made.json()["id"], "name": "Ada", "language": "fr"}
        cookie = made.headers["set-cookie"]
        assert cookie.startswith("ludotheque=")
        for part in ("HttpOnly", "SameSite=lax", "Path=/", "Max-Age=31536000"):
            assert part in cookie
        assert "Secure" not in cookie
        again = await ada.get("/api/me")
        assert again.json() == made.json()
        assert again.headers["set-cookie"] == cookie  # for another year
        assert (await ada.patch("/api/me", json={"name": "Grace"})).json()["name"] == "Grace"
        refused(await ada.post("/api/people", json={"name": "Other"}), 409, "known_already")
        told = refused(await ada.patch("/api/me", json={"language": "xx"}), 422, "unknown_language")
        assert told["allowed"] == ["de", "en", "fr", "nl"]


@story
async def test_the_cookie_is_secure_over_https_or_behind_a_proxy() -> None:
    async with open_house() as house:
        made = await house.guest(address="https://house.test").post("/api/people", json={"name": "Ada"})
        assert "Secure" in made.headers["set-cookie"]
    async with open_house(public="https://games.example.org") as house:
        ada = house.guest()
        ada.headers["origin"] = "https://games.example.org"
        assert "Secure" in (await ada.post("/api/people", json={"name": "Ada"})).headers["set-cookie"]


@story
async def test_another_device() -> None:
    async with open_house() as house:
        ada, phone, late = house.guest(), house.guest(), house.guest()
        person = await ada.named("Ada")
        link = (await ada.post("/api/me/link")).json()
        assert link["path"] == f"/link#{link['token']}"
        assert link["seconds"] == 900
        assert (await phone.post("/api/people/claim", json={"token": link["token"]})).json() == person
        assert phone.cookies["ludotheque"] != ada.cookies["ludotheque"]
        assert (await phone.get("/api/me")).json() == person
        refused(await late.post("/api/people/claim", json={"token": link["token"]}), 409, "link_is_void")
        assert (await phone.delete("/api/me/device")).status_code == 204
        assert "ludotheque" not in phone.cookies
        refused(await phone.get("/api/me"), 401, "no_person")
        assert (await ada.get("/api/me")).json() == person


@story
async def test_a_link_does_not_silently_replace_somebody() -> None:
    async with open_house() as house:
        ada, bob = house.guest(), house.guest()
        person = await ada.named("Ada")
        await bob.named("Bob")
        token = (await ada.post("/api/me/link")).json()["token"]
        told = refused(await bob.post("/api/people/claim", json={"token": token}), 409, "known_already")
        assert told["params"]["name"] == "Bob"
        assert (await bob.post("/api/people/claim", json={"token": token, "replace": True})).json() == person


# Games


@story
async def test_games_tell_all_that_can_be_chosen() -> None:
    async with open_house() as house:
        found = (await house.guest().get("/api/games")).json()
        games = {game["name"]: game for game in found["games"]}
        assert list(games) == ludotheque.games()
        domino = games["domino3d"]
        assert domino["seats"] == [2, 3, 4, 5, 6]
        assert domino["seats_by"] == [{"option": "mode", "value": "solo", "seats": [1]}]
        options = {option["name"]: option for option in domino["options"]}
        assert options["sand"]["choices"] == {"from": 0, "to": 3600}
        assert options["mode"]["choices"] == ["classic", "race", "solo"]
        assert [level["level"] for level in found["levels"]] == [1, 2, 3, 4, 5]
        assert {clock["kind"] for clock in found["clocks"]} == {"none", "turn", "bank", "hourglass", "days"}
        for game in found["games"]:
            for default in (option for option in game["options"] if isinstance(option["choices"], list)):
                assert default["default"] is None or default["default"] in default["choices"]


# Tables


@story
async def test_a_table_is_made_listed_and_looked_at() -> None:
    async with open_house() as house:
        ada, bob = house.guest(), house.guest()
        person = await ada.named("Ada")
        made = await ada.post("/api/tables", json={**KEKS, "listed": True, "number": "7"})
        key = made.json()["key"]
        assert made.json()["path"] == f"/table/{key}"
        (row,) = (await bob.get("/api/tables")).json()["tables"]
        assert row["key"] == key
        assert row["options"] == {"variant": "classic"}
        assert [seat["name"] for seat in row["seats"]] == ["Ada", ""]
        assert (await bob.get("/api/tables?status=running")).json()["tables"] == []
        assert (await bob.get("/api/tables?game=nox")).json()["tables"] == []
        mine, theirs = (await ada.get(f"/api/tables/{key}")).json(), (await bob.get(f"/api/tables/{key}")).json()
        assert mine["you"] == [0]
        assert theirs["you"] == []
        assert mine["type"] == "picture"
        assert mine["now"]["seats"][0]["person"] == person["id"]
        assert len(mine["table"]["commitment"]) == 64
        secret = (await house.house.room(key).look(lambda table: table)).made.secret
        assert secret not in json.dumps(mine)


@story
async def test_tables_by_link_only_are_in_no_list_but_mine() -> None:
    async with open_house() as house:
        ada, bob = house.guest(), house.guest()
        await ada.named("Ada")
        await bob.named("Bob")
        key = await ada.makes(KEKS)
        assert (await bob.get("/api/tables")).json()["tables"] == []
        assert (await bob.get("/api/me/tables")).json()["tables"] == []
        assert [row["key"] for row in (await ada.get("/api/me/tables?status=open")).json()["tables"]] == [key]
        assert (await ada.get("/api/me/tables?status=over")).json()["tables"] == []
        refused(await house.guest().get("/api/me/tables"), 401, "no_person")


@story
async def test_lists_are_paged_without_gaps() -> None:
    async with open_house(limits=False) as house:
        ada = house.guest()
        await ada.named("Ada")
        keys = set()
        for number in range(120):
            house.store.time += number % 3  # some at the same time
            keys.add(await ada.makes({**KEKS, "listed": True}))
        for path in ("/api/tables", "/api/me/tables"):
            found, before = [], None
            while True:
                page = (await ada.get(path, params={"before": before} if before else {})).json()
                found += page["tables"]
                before = page["before"]
                if before is None:
                    break
            assert len(found) == 120
            assert {row["key"] for row in found} == keys
            assert [row["changed"] for row in found] == sorted((row["changed"] for row in found), reverse=True)


@story
async def test_impossible_tables_are_refused_with_what_is_possible() -> None:
    async with open_house() as house:
        ada = house.guest()
        refused(await ada.post("/api/tables", json=KEKS), 401, "no_person")
        await ada.named("Ada")
        for setup, code, allowed in [
            ({**KEKS, "game": "chess"}, "unknown_game", ludotheque.games()),
            ({**KEKS, "options": {"variant": "other"}}, "bad_option", ["classic", "eleven"]),
            ({**KEKS, "options": {"colour": 1}}, "unknown_option", ["variant"]),
            ({**KEKS, "seats": [{"who": "me"}]}, "bad_seats", [2]),
            ({**KEKS, "seats": [{"who": "me"}, {"who": "bot", "level": 9}]}, "out_of_range", {"from": 1, "to": 5}),
            ({**KEKS, "clock": {"kind": "turn", "seconds": 10**30}}, "out_of_range", {"from": 5, "to": 3600}),
            ({**KEKS, "seats": [{"who": "bot", "level": 1}] * 2}, "nobody_plays", ["me", "open"]),
        ]:
            told = refused(await ada.post("/api/tables", json=setup), 422, code)
            assert told["allowed"] == allowed
        assert await house.store.read(select(schema.tables)) == []
        refused(await ada.post("/api/tables", json={**KEKS, "colour": 1}), 422, "bad_body")
        refused(await ada.post("/api/tables", json={**KEKS, "seats": "me"}), 422, "bad_body")


@story
async def test_guessed_keys_find_nothing_and_cost_nothing() -> None:
    async with open_house() as house:
        guest = house.guest()
        for key in ("a" * 16, "x", "A" * 16, "%2e%2e", "%00", "a" * 500, "é" * 16):
            for path in ("", "/replay", "/record"):
                refused(await guest.get(f"/api/tables/{key}{path}"), 404, "no_such_table")
        assert house.house.rooms == {}


# Replays and records


@story
async def test_a_finished_match_is_replayed_from_every_seat_and_its_record_is_in_order() -> None:
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
        assert fairness.check(found.text).numbers == ["7", "8"]
        assert found.json()["names"] == ["Ada", "Bob"]
        for seat in ("all", "none", "0", "1"):
            replay = (await eve.get(f"/api/tables/{key}/replay?seat={seat}")).json()
            assert replay["moves"] == moves == len(match.history)
            assert [step["number"] for step in replay["steps"]] == list(range(moves + 1))
            assert replay["result"]["winners"] == match.winners
            assert replay["names"] == ["Ada", "Bob"]
        told = refused(await eve.get(f"/api/tables/{key}/replay?seat=2"), 422, "no_such_seat")
        assert told["allowed"] == [0, 1, "all", "none"]


@story
async def test_a_replay_tells_each_seat_what_it_knew() -> None:
    async with open_house() as house:
        ada, bob = house.guest(), house.guest()
        ada_is, bob_is = await ada.named("Ada"), await bob.named("Bob")
        key = await house.table_of_two(ada, ada_is, bob_is, game="nox")
        moves = await house.plays(ada_is, key, 12)
        table = await house.house.room(key).look(lambda table: table)
        again = ludotheque.game("nox").start(2, table.match.record()["seed"], table.setup.options)
        replay = (await ada.get(f"/api/tables/{key}/replay?seat=0")).json()
        public = (await house.guest().get(f"/api/tables/{key}/replay?seat=none")).json()
        for number in range(moves + 1):
            if number:
                again.play(table.match.history[number - 1][1], table.match.history[number - 1][0])
            for told, viewer in ((replay, 0), (public, None)):
                step = told["steps"][number]
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
            refused(await guest.get(f"/api/tables/{key}/record"), 409, "table_is_running")


@story
async def test_long_replays_are_paged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.server.replays.PAGE", 20)
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


# Results


@story
async def test_results_and_ratings() -> None:
    async with open_house() as house:
        ada, bob, eve = house.guest(), house.guest(), house.guest()
        ada_is, bob_is = await ada.named("Ada"), await bob.named("Bob")
        for listed in (True, False):
            key = await house.table_of_two(ada, ada_is, bob_is, listed=listed)
            await house.plays(ada_is, key)
            house.store.time += 1000
        mine = (await ada.get(f"/api/results?player={ada_is['id']}")).json()["results"]
        theirs = (await eve.get("/api/results?game=keks")).json()["results"]
        assert [result["table"] != "" for result in mine] == [True, True]
        assert [result["table"] != "" for result in theirs] == [False, True]  # by link only: not for everybody
        assert [seat["name"] for seat in mine[0]["seats"]] == ["Ada", "Bob"]
        assert sum(seat["share"] for seat in mine[0]["seats"]) == 1
        assert (await eve.get("/api/results?game=nox")).json()["results"] == []
        assert (await eve.get("/api/results?player=nobody")).json()["results"] == []
        rated = (await eve.get("/api/ratings?game=keks")).json()["ratings"]
        assert [row["place"] for row in rated] == [1, 2]
        assert {row["name"] for row in rated} == {"Ada", "Bob"}
        assert rated[0]["at_least"] >= rated[1]["at_least"]
        assert [row["matches"] for row in rated] == [2, 2]
        refused(await eve.get("/api/ratings"), 422, "bad_request")
        refused(await eve.get("/api/ratings?game=chess"), 422, "unknown_game")


async def alone(house: object, guest: Guest, person: dict[str, str], **options: object) -> str:
    key = await guest.makes({**ALONE, "options": {**ALONE["options"], **options}})  # type: ignore[dict-item]
    await house.does(person, key, wire.Start("start"))  # type: ignore[attr-defined]
    await house.plays(person, key)  # type: ignore[attr-defined]
    return key


@story
async def test_solo_keeps_the_best_and_my_series() -> None:
    async with open_house() as house:
        ada, bob = house.guest(), house.guest()
        ada_is, bob_is = await ada.named("Ada"), await bob.named("Bob")
        options = json.dumps({"turns": 1, "sand": 0})
        for _ in range(3):
            await alone(house, ada, ada_is)
            house.store.time += 1000
        await alone(house, bob, bob_is)
        await alone(house, bob, bob_is, turns=2)
        found = (await ada.get("/api/solo", params={"game": "domino3d", "options": options})).json()
        assert found["options"]["mode"] == "solo"
        assert len(found["mine"]) == 3
        assert {row["name"] for row in found["best"]} == {"Ada", "Bob"}
        best = {row["name"]: row["points"] for row in found["best"]}
        assert best["Ada"] == max(point["points"] for point in found["mine"])
        assert [point["at"] for point in found["mine"]] == sorted(point["at"] for point in found["mine"])
        assert (await ada.get("/api/solo?game=domino3d")).json()["mine"] == []
        assert refused(await ada.get("/api/solo?game=keks"), 422, "not_alone")["allowed"] == ["domino3d"]
        for bad in ("[", "[]", '{"turns": 0}', '{"x": 1}'):
            refused(await ada.get("/api/solo", params={"game": "domino3d", "options": bad}), 422, "bad_option")


# The page, and what is not there


@story
async def test_the_page_is_there_whatever_the_path_and_no_script_of_others_runs_in_it() -> None:
    async with open_house() as house:
        guest = house.guest()
        for path in ("/", "/table/abc", "/link"):
            page = await guest.get(path)
            assert page.status_code == 200
            assert "Ludothèque" in page.text
            assert "default-src 'self'" in page.headers["content-security-policy"]
            assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
            assert page.headers["x-content-type-options"] == "nosniff"
            assert page.headers["referrer-policy"] == "same-origin"
        refused(await guest.get("/api/nothing"), 404, "no_such_page")
        told = refused(await guest.put("/api/me", json={}), 405, "no_such_method")
        assert sorted(told["allowed"]) == ["GET", "PATCH"]
        assert (await guest.get("/api/games")).headers["cache-control"] == "no-store"


@story
async def test_the_openapi_document_names_every_route() -> None:
    async with open_house() as house:
        document = (await house.guest().get("/api/openapi.json")).json()
        assert document["openapi"].startswith("3.1")
        assert "/api/tables/{key}/replay" in document["paths"]
        for path in document["paths"].values():
            for operation in path.values():
                assert "HTTPValidationError" not in json.dumps(operation)
        assert ADDRESS not in json.dumps(document)
