"""What an unlisted match has led to is shown only to those who played it.

Each test shows that it fails with a fault: `mutants` are the names that are replaced, and by what.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import true
from tests.server.web.guests import ALONE, Guest, Open, open_house

from ludotheque.games.spec import Json
from ludotheque.server.queries import pages, results
from ludotheque.server.store import schema
from ludotheque.server.tables import messages

SOLO = {"game": "domino3d", "options": json.dumps({"turns": 1, "sand": 0})}
Answers = dict[str, Json]


class Played:
    """Ada and Bob have played a listed and an unlisted match, Ada two alone; Eve, whom nobody knows, has watched."""

    def __init__(self, house: Open) -> None:
        self.house = house
        self.ada, self.bob, self.eve = house.guest(), house.guest(), house.guest()
        self.stranger = house.guest()

    async def play(self) -> Played:
        self.ada_is, self.bob_is = await self.ada.named("Ada"), await self.bob.named("Bob")
        await self.eve.named("Eve")
        self.listed, self.unlisted = [await self._match(listed) for listed in (True, False)]
        self.alone = [await self._solo(listed) for listed in (True, False)]
        return self

    async def _match(self, listed: bool) -> str:
        key = await self.house.table_of_two(self.ada, self.ada_is, self.bob_is, listed=listed)
        assert (await self.eve.get(f"/api/tables/{key}")).json()["you"] == []
        await self.house.plays(self.ada_is, key)
        self.house.store.time += 1000
        return key

    async def _solo(self, listed: bool) -> str:
        key = await self.ada.makes({**ALONE, "listed": listed})
        await self.house.does(self.ada_is, key, messages.Start("start"))
        await self.house.plays(self.ada_is, key)
        self.house.store.time += 1000
        return key

    async def lists(self, guest: Guest) -> Answers:
        """Return the answers of all routes that list matches, results or ratings."""
        asked: dict[str, tuple[str, Any]] = {
            "all": ("/api/results", {}),
            "of the game": ("/api/results", {"game": "keks"}),
            "of Ada": ("/api/results", {"player": self.ada_is["id"]}),
            "of Bob": ("/api/results", {"player": self.bob_is["id"]}),
            "tables": ("/api/tables", {"status": "over"}),
            "solo": ("/api/solo", SOLO),
            "ratings": ("/api/ratings", {"game": "keks"}),
            "progress": ("/api/me/progress", {}),
            "mine": ("/api/me/tables", {}),
        }
        return {name: (await guest.get(path, params=params)).json() for name, (path, params) in asked.items()}


async def strangers_see_only_listed_matches() -> None:
    async with open_house() as house:
        played = await Played(house).play()
        for guest in (played.stranger, played.eve):
            seen = await played.lists(guest)
            text = json.dumps(seen)
            assert played.listed in text
            assert played.unlisted not in text
            assert played.alone[1] not in text
            for name in ("all", "of the game", "of Ada", "of Bob"):
                shown = [one["table"] for one in seen[name]["results"]]
                assert set(shown) <= {played.listed, played.alone[0]}, name
            assert len(seen["solo"]["best"]) == 1
            assert [row["matches"] for row in seen["ratings"]["ratings"]] == [1, 1]


async def unlisted_results_change_nothing_that_others_see() -> None:
    """Not even a number: whoever looks before and after an unlisted match learns nothing of it."""
    async with open_house() as house:
        played = await Played(house).play()
        before = await played.lists(played.stranger)
        for _ in range(3):
            await played._match(False)
            await played._solo(False)
        assert await played.lists(played.stranger) == before


async def players_see_their_own() -> None:
    async with open_house() as house:
        played = await Played(house).play()
        keys = {
            "ada": {played.listed, played.unlisted, *played.alone},
            "bob": {played.listed, played.unlisted, played.alone[0]},
        }
        for guest, name in ((played.ada, "ada"), (played.bob, "bob")):
            seen = await played.lists(guest)
            assert {one["table"] for one in seen["all"]["results"]} == keys[name]
            assert {one["table"] for one in seen["of Ada"]["results"]} == keys[name]
            keks = next(one for one in seen["progress"]["games"] if one["game"] == "keks")
            assert keks["rating"]["matches"] == len(keks["matches"]) == 2
            assert played.unlisted in json.dumps(seen["mine"])
        solo = (await played.lists(played.ada))["solo"]
        assert solo["best"][0]["points"] == max(point["points"] for point in solo["mine"])
        assert {point["table"] for point in solo["mine"]} == set(played.alone)


async def pages_have_no_gaps() -> None:
    """A page is full whatever was left out, and its cursor names nothing that the viewer may not see."""
    async with open_house() as house:
        ada, bob = house.guest(), house.guest()
        ada_is, bob_is = await ada.named("Ada"), await bob.named("Bob")
        keys = []
        for number in range(9):
            key = await house.table_of_two(ada, ada_is, bob_is, listed=number % 2 == 0)
            await house.does(bob_is, key, messages.Resign("r"))
            keys += [key] * (number % 2 == 0)
            house.store.time += 1000
        seen, before, pages = [], None, 0
        while before or not pages:
            page = (await house.guest().get("/api/results", params={"before": before} if before else {})).json()
            seen += [one["table"] for one in page["results"]]
            before, pages = page["before"], pages + 1
            assert before is None or (len(page["results"]) == 2 and before.endswith(page["results"][-1]["table"]))
        assert (seen, pages) == (keys[::-1], 3)


Story = Callable[[], Awaitable[None]]
STORIES: list[Story] = [
    strangers_see_only_listed_matches,
    unlisted_results_change_nothing_that_others_see,
    players_see_their_own,
    pages_have_no_gaps,
]
MUTANTS: list[tuple[str, Any, str, Any, Story]] = [
    ("every result is public", results, "visible_to", lambda viewer: true(), strangers_see_only_listed_matches),
    ("nobody sees unlisted ones", results, "visible_to", lambda viewer: schema.tables.c.listed, players_see_their_own),
    ("ratings by all matches", results, "listed_ratings", schema.ratings, strangers_see_only_listed_matches),
    (
        "ratings change",
        results,
        "listed_ratings",
        schema.ratings,
        unlisted_results_change_nothing_that_others_see,
    ),
    (
        "solo results change",
        results,
        "visible_to",
        lambda viewer: true(),
        unlisted_results_change_nothing_that_others_see,
    ),
]


@pytest.fixture(autouse=True)
def short_pages(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if pages_have_no_gaps in request.node.callspec.params.values():
        monkeypatch.setattr(pages, "PAGE", 2)


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.__name__)
def test_unlisted_matches(story: Story) -> None:
    asyncio.run(story())  # type: ignore[arg-type]


@pytest.mark.parametrize(("fault", "module", "name", "value", "story"), MUTANTS, ids=[each[0] for each in MUTANTS])
def test_a_fault_is_detected(
    monkeypatch: pytest.MonkeyPatch, fault: str, module: Any, name: str, value: Any, story: Story
) -> None:
    monkeypatch.setattr(module, name, value)
    with pytest.raises(AssertionError):
        asyncio.run(story())  # type: ignore[arg-type]
