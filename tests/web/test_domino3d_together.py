"""Domino 3D with others: two browsers, a lost connection, the check of the neighbour's set, four languages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect
from tests.web.domino3d_play import (
    await_turn,
    build_all,
    expect_tower,
    give_up,
    pass_turn,
    played,
    setup,
    show_what_matches,
    tower,
    word,
)
from tests.web.games_play import LOG, begin, box_of, flat, guest, introduce, make, over, resign

ROOT = Path(__file__).parents[2]
GAME = "games/domino3d"
MESSAGES = (ROOT / "web/src/table/messages", ROOT / f"web/src/{GAME}/messages", ROOT / f"src/ludotheque/{GAME}/words")
OPEN = {"who": "open"}


@pytest.fixture
def friend(browser: Browser, house: str) -> Iterator[Page]:
    with guest(browser) as found:
        introduce(found.context, house, "Bob")
        yield found


def meet(page: Page, friend: Page, house: str, mode: str, **options: object) -> None:
    """Let Ada and Bob sit down and start."""
    introduce(page.context, house, "Ada")
    address = f"{house}/table/{make(page.context, house, setup(mode, OPEN, **options))}"
    page.goto(address)
    friend.goto(address)
    friend.get_by_role("button", name="Sit here").click()
    page.get_by_role("button", name="Start", exact=True).click()


def test_classic_between_two_browsers(page: Page, friend: Page, house: str) -> None:
    meet(page, friend, house, "classic")
    for count, mover in enumerate((page, friend, page), 2):
        mover.locator("[data-tool=fit]").click()
        played(mover, mover.locator(".place").click)
        expect_tower(page, count)
        expect_tower(friend, count)
    resign(friend)
    expect(over(page)).to_be_visible()


def test_what_one_builds_with_stays_in_its_place_while_the_other_is_to_move(
    page: Page, friend: Page, house: str
) -> None:
    meet(page, friend, house, "classic", sand=600)
    controls = ("[data-tool=turn]", "[data-tool=tip]", "[data-tool=roll]", ".place", "[data-move=timeout]")
    await_turn(page)
    boxes = {each: box_of(page.locator(each)) for each in controls}
    played(page, lambda: pass_turn(page))
    await_turn(friend)
    for each in controls:
        expect(page.locator(each)).to_be_disabled()
        assert box_of(page.locator(each)) == boxes[each]
    for looking in (page, friend):  # the time is told once
        expect(looking.locator("[role=timer], time")).to_have_count(1)


@pytest.mark.parametrize("mode", ["classic", "solo", "race"])
def test_a_move_made_offline_arrives(page: Page, house: str, mode: str) -> None:
    line: dict[str, Any] = {"cut": False, "sockets": []}

    def connect(socket: WebSocketRoute) -> None:
        if line["cut"]:
            socket.close(code=1012)
            return
        line["sockets"].append(socket)
        socket.connect_to_server()

    page.route_web_socket(re.compile("/live/"), connect)
    begin(page, house, setup(mode))
    await_turn(page)
    show_what_matches(page)
    page.locator("[data-tool=fit]").click()
    stood = tower(page)
    line["cut"] = True
    line["sockets"][-1].close(code=1012)
    expect(page.get_by_text("Reconnecting")).to_be_visible()
    page.locator(".place").click()
    expect(page.locator(".place")).to_be_disabled()
    assert tower(page) == stood
    line["cut"] = False
    expect(page.get_by_text("Reconnecting")).to_be_hidden()
    expect(page.locator(".felt")).not_to_have_attribute("aria-label", re.compile(rf"\b{stood}\b"))


def test_a_solo_match_can_be_watched(page: Page, friend: Page, house: str) -> None:
    begin(page, house, setup("solo", turns=1))
    friend.goto(page.url)
    for count in (2, 3):
        await_turn(page)
        page.locator("[data-tool=fit]").click()
        played(page, page.locator(".place").click)
        expect_tower(friend, count)
        assert not friend.locator(".place, .words button").count()
        if count == 2:
            played(page, word(page, "draw").click)
    word(page, "stop").click()
    for each in (page, friend):
        expect(over(each)).to_be_visible()


def test_the_neighbour_checks_the_set(page: Page, friend: Page, house: str) -> None:
    """Bob gives up, sees Ada build, and checks her set, which has an error because she ignores the marks."""
    meet(page, friend, house, "race", referee="neighbour")
    await_turn(page)
    give_up(friend)
    build_all(page, wrong=True)
    expect(friend.locator(".tables button", has_text="Ada")).to_contain_text("10 of 10")
    page.keyboard.press("Enter")  # done
    expect(friend.locator(".tables button[aria-pressed=true]")).to_contain_text("to be checked by you")
    expect_tower(friend, 10)
    assert not word(page, "accept").count()
    played(friend, word(friend, "object").click)
    for sentence in ("Bob has checked your set: there is an error.", "Your set: an error, no points."):
        expect(page.locator(LOG, has_text=sentence)).to_have_count(1)
    expect(page.locator(".note").first).to_have_text("Round 2")


def test_a_bots_set_is_checked(page: Page, house: str) -> None:
    begin(page, house, setup("race", referee="neighbour"))
    await_turn(page)
    give_up(page)
    word(page, "accept").click()
    expect(page.locator("aside")).to_contain_text("Computer: no error, 2 points.")


# Languages

#: Sentences of the log, and their parameters.
SENTENCES = ("events", "you", "entries", "your_entries")
NAMES = ("towards", "reasons", "verdicts", "errors", "marks", "levels")


def texts(language: str, sections: tuple[str, ...]) -> set[str]:
    """Return the texts of these sections in a language, without chat."""
    found: set[str] = set()
    for folder in MESSAGES:
        words = json.loads((folder / f"{language}.json").read_text("utf-8"))
        for key, message in ((key, one) for section in sections for key, one in words.get(section, {}).items()):
            if key != "said":
                found |= set(flat(message))
    return found


def matches(template: str, line: str) -> bool:
    return re.fullmatch(re.sub(r"\\\{\w+\\\}", ".+", re.escape(template)), line) is not None


@pytest.mark.parametrize("language", ["fr", "en", "de", "nl"])
def test_a_match_speaks_every_language(page: Page, house: str, language: str) -> None:
    own = texts(language, SENTENCES)
    foreign = texts("en", SENTENCES) - own
    names = texts("en", NAMES) - texts(language, NAMES)
    page.add_init_script(f"localStorage.setItem('language', '{language}')")
    introduce(page.context, house, "Ada")
    for mode, last in (("classic", "timeout"), ("race", "give up"), ("solo", "stop")):
        key = make(page.context, house, setup(mode))
        page.add_init_script(f"sessionStorage.setItem('start {key}', 'yes')")
        page.goto(f"{house}/table/{key}")
        await_turn(page)
        show_what_matches(page)
        page.locator("[data-tool=fit]").click()
        played(page, page.locator(".place").click)
        expect(word(page, last)).to_be_enabled()
        if last == "give up" or (last == "timeout" and page.locator("[data-tool=fit]:enabled").count()):
            word(page, last).click()  # only the second press plays, unless the domino fits nowhere
        played(page, word(page, last).click)
        lines = page.locator(LOG).all_inner_texts()
        assert len(lines) > 5
        assert "⟨" not in page.locator("body").inner_text()
        for line in lines:
            assert any(matches(one, line) for one in own), line
            assert not any(matches(one, line) for one in foreign), line
            assert not any(re.search(rf"\b{name}\b", line) for name in names), line
