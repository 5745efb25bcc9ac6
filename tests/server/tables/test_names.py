"""Names that look alike: refused if they are the house's, told apart at one table. Each story has its mutant."""

from __future__ import annotations

import asyncio
import json
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.server.table_driver import TableDriver
from tests.server.web.guests import open_house

from ludotheque.server.queries import results
from ludotheque.server.tables import handlers, journal, messages, names, people
from ludotheque.server.tables.handlers import Requester
from ludotheque.server.tables.names import is_of_the_house, looks_like, told_apart
from ludotheque.server.tables.people import checked_name
from ludotheque.server.tables.refusals import Refused

MESSAGES = Path(__file__).parents[3] / "web" / "src" / "app" / "messages"
#: What the page shows where a name could stand.
INSTEAD_OF_NAMES = ("number", "computer", "lone_computer", "open", "yourself")
CYRILLIC_ANNA = "\N{CYRILLIC CAPITAL LETTER A}nna"
LOOK_ALIKES = [
    "Anna",
    "anna",
    "ANNA",
    "An na",
    "Ann\N{NO-BREAK SPACE}a",
    "An\N{ZERO WIDTH JOINER}na",
    "Änna",
    "\N{FULLWIDTH LATIN CAPITAL LETTER A}nna",
    "\N{MATHEMATICAL BOLD CAPITAL A}nna",
    CYRILLIC_ANNA,
    "\N{GREEK CAPITAL LETTER ALPHA}nn\N{CYRILLIC SMALL LETTER A}",
]


@pytest.mark.parametrize("other", LOOK_ALIKES)
def test_look_alikes(other: str) -> None:
    assert looks_like("Anna", other)
    assert looks_like(other, "Anna")


@pytest.mark.parametrize(
    ("one", "other"), [("Lisa", "1isa"), ("Ida", "lda"), ("Amold", "Arnold"), ("Вася", "вася"), ("Bob0", "BobO")]
)
def test_letters_that_are_easily_confused(one: str, other: str) -> None:
    assert looks_like(one, other)


@pytest.mark.parametrize(
    ("one", "other"), [("Anna", "Ana"), ("Anna", "Hanna"), ("名前", "名字"), ("Anna", "Anna (2)"), ("👩‍🚀", "👨‍🚀")]
)
def test_names_that_differ(one: str, other: str) -> None:
    assert not looks_like(one, other)


# The house


@pytest.mark.parametrize("language", ["en", "fr", "de", "nl"])
def test_what_the_page_shows_instead_of_a_name_is_no_name(language: str) -> None:
    words = json.loads((MESSAGES / f"{language}.json").read_text("utf-8"))["seat"]
    for key in INSTEAD_OF_NAMES:
        assert is_of_the_house(words[key].replace("{number}", "2")), words[key]


@pytest.mark.parametrize(
    "name",
    [
        "Ludothèque",
        "ludotheque",
        "L u d o t h è q u e",
        "Lud\N{ZERO WIDTH JOINER}othèque",
        "Lud0thèque",
        "Lu\N{CYRILLIC SMALL LETTER KOMI DE}othèque",
        "Ludothèque (Support)",
        "Admin",
        "ADMIN 1",
        "Adm1n",
        "\N{GREEK CAPITAL LETTER ALPHA}dmin",
        "Anna, Administratrice",
        "Beheerder",
        "Moderator",
        "\N{CYRILLIC CAPITAL LETTER ES}omputer 2",
        "c0mputer",
        "Ordinateur",
        "Bot",
        "The House",
        "La maison",
        "Das Haus",
        "Het huis",
        "\N{FULLWIDTH LATIN CAPITAL LETTER Y}ou",
    ],
)
def test_names_of_the_house_are_refused_with_a_reason(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Refused) as caught:
        checked_name(name)
    assert (caught.value.code, caught.value.key) == ("bad_name", "refused.house_name")
    monkeypatch.setattr(people, "is_of_the_house", lambda name: name in ("Ludothèque", "Computer"))
    assert name == "Ludothèque" or checked_name(name)  # a mutant that compares letter by letter


@pytest.mark.parametrize(
    "name", ["Ada", "Gregory House", "Abbott", "Robot", "Du Pont", "Hausmann", "Placebo", "名前", "!", "´"]
)
def test_other_names_are_fine(name: str) -> None:
    assert checked_name(name) == unicodedata.normalize("NFC", name)


# At a table


def seated(*given: str) -> TableDriver:
    """Let people with these names sit down in turn, persons "a", "b", ..."""
    driver = TableDriver("nasenspiel", "abcd"[: len(given)])
    for person in "abcd"[: len(given)]:
        driver.ask(person, messages.Leave)
    for person, name in zip("abcd", given, strict=False):
        sit(driver, person, name)
    return driver


def sit(driver: TableDriver, person: str, name: str) -> None:
    command = messages.Sit("sit", None, "seed")
    driver.apply(handlers.handle(driver.table, Requester(person, name), command, driver.moment))


def names_at(driver: TableDriver) -> list[str]:
    return [seat.name for seat in driver.table.seats]


def people_at_one_table_are_told_apart() -> None:
    assert names_at(seated("Anna", "Anna", "Bob", "Anna")) == ["Anna", "Anna (2)", "Bob", "Anna (3)"]
    for other in LOOK_ALIKES:
        assert names_at(seated("Anna", other)) == ["Anna", f"{other} (2)"]
    assert names_at(seated("Anna (2)", "Anna", "Anna")) == ["Anna (2)", "Anna", "Anna (3)"]
    assert names_at(seated(CYRILLIC_ANNA, "Anna")) == [CYRILLIC_ANNA, "Anna (2)"]


def who_leaves_gives_the_name_back() -> None:
    driver = seated("Anna", "Anna", "Bob")
    driver.ask("a", messages.Leave)
    sit(driver, "d", "Anna")
    assert names_at(driver) == ["Anna", "Anna (2)", "Bob"]


def in_chat_nobody_speaks_as_another() -> None:
    """Neither one who sits there, nor a spectator."""
    driver = TableDriver("nasenspiel", "ab", chat="everybody")
    for person in "ab":
        driver.ask(person, messages.Leave)
        sit(driver, person, "Anna")
    for person, name in (("a", "Anna"), ("b", "Anna (2)"), ("stranger", "Anna (3)")):
        command = messages.Say("say", "hello")
        said = handlers.handle(driver.table, Requester(person, "Anna"), command, driver.moment)
        assert said == [journal.Said(person, name, "hello")]


def told_apart_everywhere() -> None:
    """In snapshots, lists of tables, results, records and replays."""

    async def play() -> None:
        async with open_house() as house:
            first, second = house.guest(), house.guest()
            key = await house.table_of_two(first, await first.named("Ada"), await second.named("Ada"), listed=True)
            listed = (await first.get("/api/tables")).json()["tables"][0]["seats"]
            seen = (await first.get(f"/api/tables/{key}")).json()
            await house.plays({}, key)
            result = (await first.get("/api/results")).json()["results"][0]["seats"]
            for seats in (listed, seen["now"]["seats"], result):
                assert [seat["name"] for seat in seats] == ["Ada", "Ada (2)"]
            sat = [entry["fields"]["name"] for entry in seen["entries"] if entry["kind"] == "sat"]
            assert sat == ["Ada", "Ada (2)"]
            for path in ("record", "replay"):
                assert (await first.get(f"/api/tables/{key}/{path}")).json()["names"] == ["Ada", "Ada (2)"]

    asyncio.run(play())


STORIES: list[Callable[[], None]] = [
    people_at_one_table_are_told_apart,
    who_leaves_gives_the_name_back,
    in_chat_nobody_speaks_as_another,
    told_apart_everywhere,
]


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.__name__)
def test_at_a_table(story: Callable[[], None]) -> None:
    story()


MUTANTS: list[tuple[Any, str, Any, Callable[[], None]]] = [
    (handlers, "told_apart", lambda name, others: name, people_at_one_table_are_told_apart),
    (handlers, "told_apart", lambda name, others: name, who_leaves_gives_the_name_back),
    (handlers, "told_apart", lambda name, others: name, told_apart_everywhere),
    (results, "told_apart", lambda name, others: name, told_apart_everywhere),
    (names, "looks_like", lambda name, other: name == other, people_at_one_table_are_told_apart),
    (names, "PROTOTYPES", {}, people_at_one_table_are_told_apart),
    (handlers, "shown_name", lambda table, requester: requester.name, in_chat_nobody_speaks_as_another),
]


@pytest.mark.parametrize(("owner", "name", "mutant", "story"), MUTANTS)
def test_faults_are_detected(
    monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, mutant: Any, story: Callable[[], None]
) -> None:
    monkeypatch.setattr(owner, name, mutant)
    names.keys.cache_clear()
    with pytest.raises(AssertionError):
        story()
    names.keys.cache_clear()


@given(st.text(min_size=1, max_size=30), st.integers(2, 12))
def test_any_number_of_the_same_name_can_be_told_apart(name: str, count: int) -> None:
    shown: list[str] = []
    for _ in range(count):
        shown.append(told_apart(name, shown))
    assert shown[0] == name
    assert len(set(shown)) == count
