"""People: names, secrets, and links for other devices."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Coroutine
from typing import Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select
from tests.server.fakes import Disk, FakeStore

from ludotheque.server.store import schema
from ludotheque.server.store.base import CannotRead, CannotWrite
from ludotheque.server.tables.people import (
    CACHE_LASTS,
    LINK_LASTS,
    LINK_REMEMBERED,
    MINUTE,
    People,
    Person,
    checked_name,
)
from ludotheque.server.tables.refusals import Refused

T = TypeVar("T")


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(coroutine)


# Names


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Ada", "Ada"),
        ("  Ada  Lovelace ", "Ada Lovelace"),
        ("<b>Ada</b>", "<b>Ada</b>"),  # text, never markup
        ("Zoe\u0301", "Zo\u00e9"),
        ("名前", "名前"),
        ("👩‍🚀", "👩‍🚀"),
        ("x" * 30, "x" * 30),
        (" \u00a0Ada\n", "Ada"),
    ],
)
def test_valid_names(text: str, kept: str) -> None:
    assert checked_name(text) == kept


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "x" * 31,
        "a\u0301" + "\u0301" * 80,
        "Ada\u202egnol",  # reverses the direction of what follows
        "Ada\u2066",
        "Ada\x00",
        "Ada\nLovelace",
        "\u200b",
        "\u200d",
        "\u3164",
        "\ufeffAda",
        "\ud800",
        "\u0301",
        "A\u2028B",
    ],
)
def test_invalid_names(text: str) -> None:
    with pytest.raises(Refused) as refused:
        checked_name(text)
    assert refused.value.code == "bad_name"


@given(st.text(max_size=80))
def test_accepted_names_are_visible_short_and_normalized(text: str) -> None:
    try:
        name = checked_name(text)
    except Refused:
        return
    assert name == checked_name(name) == name.strip()
    assert 1 <= len(name) <= 60
    assert any(unicodedata.category(letter)[0] in "LNPS" for letter in name)
    assert not any(unicodedata.bidirectional(letter) in ("RLO", "LRO", "RLI", "LRI", "FSI", "PDF") for letter in name)
    name.encode()


# Secrets


def test_the_secret_identifies_a_person_and_only_its_hash_is_stored() -> None:
    async def story() -> None:
        store = FakeStore()
        person, secret = await People(store).make("Ada", "en")
        again = People(store)
        assert await again.find(secret) == person == Person(person.id, "Ada", "en")
        assert await again.find(secret[:-1] + ("A" if secret[-1] != "A" else "B")) is None
        for bad in ("", "x", "é" * 43, person.id, secret + "\n"):
            assert await again.find(bad) is None
        for table in (schema.people, schema.devices, schema.device_links):
            assert secret not in str(await store.read(select(table)))

    run(story())


def test_a_new_name_takes_effect_at_once() -> None:
    async def story() -> None:
        people = People(FakeStore())
        person, secret = await people.make("Ada", "en")
        new = await people.rename(person, " Grace ", "fr")
        assert await people.find(secret) == new == Person(person.id, "Grace", "fr")
        with pytest.raises(Refused):
            await people.rename(new, "\u202e")
        with pytest.raises(Refused):
            await people.rename(new, language="xx")
        assert await people.find(secret) == new

    run(story())


def test_changes_by_another_process_are_noticed_after_some_seconds() -> None:
    async def story() -> None:
        disk = Disk()
        one, two = FakeStore(disk), FakeStore(disk, "there")
        here, there = People(one), People(two)
        _, secret = await here.make("Ada", "en")
        assert await there.find(secret)
        await there.remove_device(secret)
        assert await there.find(secret) is None
        one.time += CACHE_LASTS
        assert await here.find(secret) is None

    run(story())


def test_one_device_is_signed_out_and_the_others_stay() -> None:
    async def story() -> None:
        people = People(FakeStore())
        person, first = await people.make("Ada", "en")
        _, second = await people.claim(await people.new_link(person))
        await people.remove_device(first)
        assert await people.find(first) is None
        assert await people.find(second) == person

    run(story())


# Links


def test_a_link_works_once() -> None:
    async def story() -> None:
        people = People(FakeStore())
        person, first = await people.make("Ada", "en")
        token = await people.new_link(person)
        assert await people.of_link(token) == person
        claimed, second = await people.claim(token)
        assert claimed == person
        assert second not in (first, token)
        assert await people.find(first) == await people.find(second) == person
        with pytest.raises(Refused):
            await people.claim(token)

    run(story())


def test_only_one_of_many_simultaneous_uses_of_a_link_succeeds() -> None:
    async def story() -> None:
        disk = Disk()
        processes = [People(FakeStore(disk, str(number))) for number in range(3)]
        person, _ = await processes[0].make("Ada", "en")
        token = await processes[0].new_link(person)
        outcomes = await asyncio.gather(*(each.claim(token) for each in processes * 5), return_exceptions=True)
        assert sum(isinstance(each, tuple) for each in outcomes) == 1
        assert sum(isinstance(each, Refused) for each in outcomes) == 14
        assert len(await FakeStore(disk).read(select(schema.devices))) == 2

    run(story())


@pytest.mark.parametrize("late", [0, 1])
def test_a_link_lasts_fifteen_minutes(late: int) -> None:
    async def story() -> None:
        store = FakeStore()
        people = People(store)
        person, _ = await people.make("Ada", "en")
        token = await people.new_link(person)
        store.time += LINK_LASTS - 1 + late
        if late:
            with pytest.raises(Refused):
                await people.claim(token)
        else:
            await people.claim(token)

    run(story())


def test_expired_links_are_deleted_and_guessed_ones_are_invalid() -> None:
    async def story() -> None:
        store = FakeStore()
        people = People(store)
        person, _ = await people.make("Ada", "en")
        token = await people.new_link(person)
        assert token not in str(await store.read(select(schema.device_links)))
        await people.claim(token)
        store.time += LINK_LASTS + LINK_REMEMBERED + MINUTE
        await people.new_link(person)
        assert len(await store.read(select(schema.device_links))) == 1
        for guess in ("", "x" * 43, "used:" + "x" * 38, "\x00"):
            with pytest.raises(Refused):
                await people.claim(guess)

    run(story())


# Failures


def test_nobody_is_created_when_nothing_can_be_written() -> None:
    async def story() -> None:
        store = FakeStore()
        people = People(store)
        person, secret = await people.make("Ada", "en")
        token = await people.new_link(person)
        store.full = True
        for attempt in (
            people.make("Bob", "en"),
            people.rename(person, "Bob"),
            people.new_link(person),
            people.claim(token),
        ):
            with pytest.raises(CannotWrite):
                await attempt
        store.time += 1000 * CACHE_LASTS * 10
        assert await People(store).find(secret) == person  # reading still works
        store.away = True
        with pytest.raises(CannotRead):
            await People(store).find(secret)

    run(story())
