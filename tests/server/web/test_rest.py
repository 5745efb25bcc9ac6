"""REST, as a browser uses it: people, games, tables."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import select
from tests.server.web.guests import ADDRESS, ALONE, KEKS, Guest, open_house, refused, story

import ludotheque
from ludotheque.games.spec import Json
from ludotheque.server.queries.pages import CURSOR
from ludotheque.server.store import schema
from ludotheque.server.tables import messages

# People


@story
async def test_a_person_is_created_and_recognized() -> None:
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
        refusal = refused(await ada.patch("/api/me", json={"language": "xx"}), 422, "unknown_language")
        assert refusal["allowed"] == ["fr", "en", "de", "nl"]


@story
async def test_the_cookie_is_secure_over_https_or_behind_a_proxy() -> None:
    async with open_house() as house:
        made = await house.guest(address="https://house.test").post("/api/people", json={"name": "Ada"})
        assert "Secure" in made.headers["set-cookie"]
    async with open_house(public="https://games.example.org") as house:
        ada = house.guest(address="http://games.example.org")
        ada.headers["origin"] = "https://games.example.org"
        assert "Secure" in (await ada.post("/api/people", json={"name": "Ada"})).headers["set-cookie"]


@story
async def test_signing_in_on_another_device() -> None:
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
async def test_a_link_does_not_silently_replace_a_person() -> None:
    async with open_house() as house:
        ada, bob = house.guest(), house.guest()
        person = await ada.named("Ada")
        await bob.named("Bob")
        token = (await ada.post("/api/me/link")).json()["token"]
        for guest, here, same in ((bob, "Bob", False), (ada, "Ada", True), (house.guest(), "", False)):
            told = (await guest.post("/api/people/link", json={"token": token})).json()
            assert told == {"name": "Ada", "here": here, "same": same}  # and nothing has changed
        refused(await bob.post("/api/people/link", json={"token": "x" * 43}), 409, "link_is_void")
        refusal = refused(await bob.post("/api/people/claim", json={"token": token}), 409, "known_already")
        assert refusal["params"]["name"] == "Bob"
        assert (await bob.post("/api/people/claim", json={"token": token, "replace": True})).json() == person


# Games


@story
async def test_games_list_all_options() -> None:
    async with open_house() as house:
        found = (await house.guest().get("/api/games")).json()
        games = {game["name"]: game for game in found["games"]}
        assert list(games) == ludotheque.games()
        domino = games["domino3d"]
        assert (domino["box"], domino["seats"]) == ([1, 2, 3, 4, 5, 6], [2, 3, 4, 5, 6])
        assert (games["nox"]["box"], games["nox"]["seats"]) == ([3, 4, 5, 6], [2, 3, 4, 5, 6])
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
async def test_a_table_is_created_listed_and_shown() -> None:
    async with open_house() as house:
        ada, bob = house.guest(), house.guest()
        person = await ada.named("Ada")
        made = await ada.post("/api/tables", json={**KEKS, "listed": True})
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
        assert mine["type"] == "snapshot"
        assert mine["now"]["seats"][0]["person"] == person["id"]
        assert len(mine["table"]["commitment"]) == 64
        server_seed = (await house.house.live_table(key).read(lambda table: table)).made.server_seed
        assert server_seed not in json.dumps(mine)


@story
async def test_unlisted_tables_appear_only_in_ones_own_list() -> None:
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
async def test_impossible_tables_are_refused_with_what_is_allowed() -> None:
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
            refusal = refused(await ada.post("/api/tables", json=setup), 422, code)
            assert refusal["allowed"] == allowed
        assert await house.store.read(select(schema.tables)) == []
        refused(await ada.post("/api/tables", json={**KEKS, "colour": 1}), 422, "bad_body")
        refused(await ada.post("/api/tables", json={**KEKS, "seats": "me"}), 422, "bad_body")


@story
async def test_guessed_keys_find_nothing() -> None:
    async with open_house() as house:
        guest = house.guest()
        for key in ("a" * 16, "x", "A" * 16, "%2e%2e", "%00", "a" * 500, "é" * 16):
            for path in ("", "/replay", "/record"):
                refused(await guest.get(f"/api/tables/{key}{path}"), 404, "no_such_table")
        assert house.house.live_tables == {}


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
        assert len(mine) == 2
        assert theirs == mine[1:]  # only the listed match is for everybody
        assert [seat["name"] for seat in mine[0]["seats"]] == ["Ada", "Bob"]
        assert sum(seat["share"] for seat in mine[0]["seats"]) == 1
        assert (await eve.get("/api/results?game=nox")).json()["results"] == []
        assert (await eve.get("/api/results?player=nobody")).json()["results"] == []
        rated = (await eve.get("/api/ratings?game=keks")).json()["ratings"]
        assert [row["place"] for row in rated] == [1, 2]
        assert {row["name"] for row in rated} == {"Ada", "Bob"}
        assert rated[0]["at_least"] >= rated[1]["at_least"]
        assert [row["matches"] for row in rated] == [1, 1]  # the listed match
        refused(await eve.get("/api/ratings"), 422, "bad_request")
        refused(await eve.get("/api/ratings?game=chess"), 422, "unknown_game")


async def alone(house: object, guest: Guest, person: dict[str, str], listed: bool = True, **options: object) -> str:
    chosen = {**ALONE["options"], **options}  # type: ignore[dict-item]
    key = await guest.makes({**ALONE, "options": chosen, "listed": listed})
    await house.does(person, key, messages.Start("start"))  # type: ignore[attr-defined]
    await house.plays(person, key)  # type: ignore[attr-defined]
    return key


@story
async def test_solo_lists_the_best_results_and_ones_own_series() -> None:
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


@story
async def test_results_include_the_option_that_separates_them() -> None:
    async with open_house() as house:
        ada, bob = house.guest(), house.guest()
        ada_is, bob_is = await ada.named("Ada"), await bob.named("Bob")
        for setup in ({"game": "keks", "options": {"variant": "eleven"}}, {"game": "nasca"}):
            key = await house.table_of_two(ada, ada_is, bob_is, **setup)
            await house.does(bob_is, key, messages.Resign("r"))
            house.store.time += 1000
        found = (await ada.get("/api/results")).json()["results"]
        assert [(one["game"], one["category"]) for one in found] == [("nasca", ""), ("keks", "eleven")]


@story
async def test_progress_by_game_and_opponents() -> None:
    async with open_house() as house:
        ada, bob = house.guest(), house.guest()
        refused(await ada.get("/api/me/progress"), 401, "no_person")
        ada_is, bob_is = await ada.named("Ada"), await bob.named("Bob")
        assert (await ada.get("/api/me/progress")).json() == {"games": []}
        for _ in range(2):
            key = await house.table_of_two(ada, ada_is, bob_is)
            await house.plays(ada_is, key)
            house.store.time += 1000
        await alone(house, ada, ada_is)
        found = {one["game"]: one for one in (await ada.get("/api/me/progress")).json()["games"]}
        assert [one["level"] for one in found["keks"]["matches"]] == [0, 0]
        assert [one["level"] for one in found["domino3d"]["matches"]] == [None]
        assert found["keks"]["rating"]["matches"] == 2
        assert found["domino3d"]["rating"] is None
        times = [one["at"] for one in found["keks"]["matches"]]
        assert times == sorted(times)
        theirs = (await bob.get("/api/me/progress")).json()["games"][0]["matches"]
        pairs = zip(found["keks"]["matches"], theirs, strict=True)
        assert all(mine["share"] + other["share"] == 1 for mine, other in pairs)


# The page, and unknown paths


@story
async def test_every_path_serves_the_page_which_allows_no_foreign_scripts() -> None:
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
        refusal = refused(await guest.put("/api/me", json={}), 405, "no_such_method")
        assert sorted(refusal["allowed"]) == ["DELETE", "GET", "PATCH"]
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
        names = [operation["operationId"] for path in document["paths"].values() for operation in path.values()]
        assert len(names) == len(set(names))
        assert "/healthz" not in document["paths"]


@pytest.mark.parametrize(
    ("path", "field", "allowed"),
    [
        ("/api/ratings", "game", {"enum": ludotheque.games()}),
        ("/api/ratings?game=keks&after=x", "after", {"minimum": 0, "maximum": 1_000_000}),
        ("/api/ratings?game=keks&after=-1", "after", {"minimum": 0}),
        ("/api/tables?status=closed", "status", {"enum": ["open", "over", "running"]}),
        ("/api/tables?status=null", "status", {"enum": ["open", "over", "running"]}),
        ("/api/tables?before=yesterday", "before", {"pattern": CURSOR}),
        ("/api/lesson?game=keks&language=xx", "language", {"enum": ["de", "en", "fr", "nl"]}),
        ("/api/tables/none/replay?seat=-1", "seat", {}),
    ],
)
@story
async def test_a_bad_query_is_told_its_field_and_what_is_allowed(path: str, field: str, allowed: Json) -> None:
    async with open_house() as house:
        refusal = refused(await house.guest().get(path), 422, "bad_request")
        assert refusal["params"]["field"] == field
        assert allowed.items() <= refusal["allowed"].items()
