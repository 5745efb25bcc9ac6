"""A person gets everything that is kept about them, and nothing that they may not know."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from sqlalchemy import select
from tests.server.store.making import Make
from tests.server.web.guests import KEKS, Guest, open_house, refused, story
from tests.server.web.test_forgetting import NAME, WORDS, Story

from ludotheque import fairness
from ludotheque.server.queries import personal_data
from ludotheque.server.queries.personal_data import PersonalData
from ludotheque.server.store import schema
from ludotheque.server.tables.refusals import Refused

#: What each table of the database holds of a person, and where the export tells it.
TOLD = {
    "people": "person",
    "devices": "devices",
    "device_links": "links",
    "results": "results",
    "ratings": "ratings",
    "listed_ratings": "ratings",
    "listings": "listings",
    "buckets": "limits",
    "bans": "bans",
    "reports": "reports",
    "tables": "tables",
    "seats": "tables",
    "entries": "tables",
    "appearances": "tables",
}


async def exported(guest: Guest) -> dict[str, Any]:
    answer = await guest.get("/api/me/data")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-disposition"].startswith("attachment")
    msgspec.json.decode(answer.content, type=PersonalData)
    found: dict[str, Any] = answer.json()
    return found


@story
async def test_everything_about_a_person_is_exported(make: Make) -> None:
    async with open_house(make()) as house:
        told = await Story(house).begin()
        data = await exported(told.guest)
        assert data["person"] | {"made": 0} == {"id": told.is_["id"], "name": NAME, "language": "en", "made": 0}
        for part in TOLD.values():
            assert data[part], part
        tables = {table["key"]: table for table in data["tables"]}
        assert set(tables) == {told.over, told.running, told.watched, told.open, told.left, told.alone}
        assert [line["text"] for line in tables[told.watched]["said"]] == [WORDS]
        assert tables[told.open]["made_by_you"]
        assert tables[told.over]["names"] == [NAME, "Bob"]
        fairness.check(tables[told.over]["record"])
        assert (
            tables[told.running]["view"] == (await told.guest.get(f"/api/tables/{told.running}")).json()["now"]["view"]
        )
        assert {row["table"] for row in data["results"]} == {told.over, told.alone}
        assert (data["ratings"][0]["game"], data["ratings"][0]["matches"]) == ("keks", 1)
        assert [row["address"] for row in data["listings"]] == ["192.0.2.1"]


def test_no_table_of_the_database_is_left_out() -> None:
    """A new table has to be exported and forgotten, or holds nothing about people."""
    nothing = {"reviews", "commitments", "processes", "outages", "forgotten"}
    of_the_host = {"admin_links", "admin_sessions", "answers", "audit", "house_settings", "orders", "removed_tables"}
    assert {part.name for part in schema.metadata.sorted_tables} == {*TOLD, *nothing, *of_the_host}


@story
async def test_no_secret_is_exported(make: Make) -> None:
    async with open_house(make()) as house:
        told = await Story(house).begin()
        text = json.dumps(await exported(told.guest))
        for part, column in (("devices", "secret_hash"), ("device_links", "token_hash")):
            table = schema.metadata.tables[part]
            for (secret,) in await house.store.read(select(table.c[column])):
                assert secret not in text
        assert told.guest.cookies["ludotheque"] not in text
        running = await told.table(told.running)
        assert running.made.server_seed not in text
        assert running.seed not in text


@story
async def test_an_export_needs_its_person() -> None:
    async with open_house() as house:
        refused(await house.guest().get("/api/me/data"), 401, "no_person")
        refused(await house.guest().delete("/api/me"), 401, "no_person")


@story
async def test_exports_are_limited() -> None:
    async with open_house() as house:
        guest = house.guest()
        await guest.named(NAME)
        codes = [(await guest.get("/api/me/data")).status_code for _ in range(4)]
        assert codes == [200, 200, 200, 429]


@story
async def test_a_table_that_cannot_be_read_does_not_stop_the_export(monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_house() as house:
        told = await Story(house).begin()
        house.house.live_tables.clear()
        monkeypatch.setattr("ludotheque.server.tables.table.game_under", _unknown_rules)
        data = await exported(told.guest)
        assert {table["key"]: table["status"] for table in data["tables"]}[told.over] == "over"


def _unknown_rules(game: str, version: int) -> Any:
    raise Refused("other_rules")


@story
async def test_privacy_tells_the_settings() -> None:
    settings: dict[str, Any] = {"keep_chat": 12.0, "keep_casual": 0.0, "contact": "ada@example.org"}
    async with open_house(**settings, backup_every=86400.0, backups_kept=7) as house:
        assert (await house.guest().get("/api/privacy")).json() == {
            "casual": 0.0,
            "chat": 12.0,
            "idle": 400.0,
            "cookie": 365.0,
            "backups": 7.0,
            "link": 15,
            "contact": "ada@example.org",
        }
    async with open_house() as house:
        assert (await house.guest().get("/api/privacy")).json()["backups"] is None


@story
async def test_a_large_export_comes_table_by_table() -> None:
    async with open_house(limits=False) as house:
        guest = house.guest()
        is_ = await guest.named(NAME)
        for _ in range(30):
            await guest.makes(KEKS)
        known = await personal_data.about(house.store, is_["id"])
        parts = [part async for part in personal_data.export(house.house, known)]
        assert len(parts) == 32
        assert len(json.loads(b"".join(parts))["tables"]) == 30
