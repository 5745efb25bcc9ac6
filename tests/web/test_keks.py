"""Keks in the browser: by mouse, by keyboard, on a phone."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.conftest import screenshot
from tests.web.games_play import (
    MOVING,
    PHONE,
    begin,
    choose,
    fits,
    guest,
    has_a_winner,
    introduce,
    is_over,
    play_to_a_resignation,
    speaks_every_language,
    tab_to,
    two_people,
)

SETUP: dict[str, Any] = {"game": "keks", "seats": [{"who": "me"}, {"who": "bot", "level": 1}]}
CAN = ".plate button.raised"
#: Our turn, and something can be taken.
MAY = f"{CAN}, .stop:not([disabled])"


def take(page: Page, chance: random.Random, tap: bool = False) -> None:
    """Take a tile that can be taken, or stop."""
    can = page.locator(CAN)
    if not can.count():
        stop = page.locator(".stop")
        stop.tap() if tap else stop.click()
        expect(page.locator(".stop")).to_be_disabled()
        return
    at = can.nth(chance.randrange(can.count())).get_attribute("data-at")
    tile = page.locator(f'[data-at="{at}"]')
    if tap:
        tile.tap()
    else:
        tile.click()
    expect(tile).to_have_count(0)


def act(page: Page) -> None:
    """Play any move, without waiting for its effect."""
    page.locator(MAY).first.click()


def test_two_people_play_over_a_lost_connection(page: Page, browser: Browser, house: str) -> None:
    with two_people(page, browser, house, "keks") as pages:
        play_to_a_resignation(pages, act, re.compile(" takes | stops"))


def test_the_log_is_in_every_language(page: Page, house: str) -> None:
    begin(page, house, SETUP)
    page.locator(MAY).first.wait_for()
    take(page, random.Random(1))
    page.locator(MAY).first.wait_for()
    speaks_every_language(page, "keks")


def tiles(page: Page) -> list[str]:
    return [str(tile.get_attribute("data-at")) for tile in page.locator(".plate button").all()]


@MOVING
@pytest.mark.parametrize("variant", ["classic", "eleven"])
def test_a_match_by_clicking(page: Page, house: str, variant: str) -> None:
    chance = random.Random(7)
    begin(page, house, {**SETUP, "options": {"variant": variant}})
    expect(page.locator(".plate button")).to_have_count(60)
    expect(page.locator(".plate .pips")).to_have_count(60 if variant == "eleven" else 0)
    while not is_over(page, MAY):
        take(page, chance)
    has_a_winner(page)
    expect(page.locator(CAN)).to_have_count(0)
    assert page.locator("li.eliminated").count() == 2, "the eliminated colour must be shown for both"
    assert page.locator(".rosettes svg.got").count() >= 5


def walk(page: Page, chance: random.Random) -> None:
    """Move by arrow keys to a tile that can be taken."""
    for _ in range(200):
        label = page.evaluate("document.activeElement.ariaLabel") or ""
        if "can be taken" in label:
            return
        here = label[:2]
        goals = [str(tile.get_attribute("data-at")) for tile in page.locator(CAN).all()]
        if not goals:
            return
        goal = min(goals, key=lambda at: abs(ord(at[0]) - ord(here[0])) + abs(int(at[1]) - int(here[1])))
        keys = []
        if goal[0] != here[0]:
            keys.append("ArrowRight" if goal[0] > here[0] else "ArrowLeft")
        if goal[1] != here[1]:
            keys.append("ArrowUp" if goal[1] > here[1] else "ArrowDown")
        if chance.random() < 0.1:
            keys = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]
        page.keyboard.press(chance.choice(keys))
    raise AssertionError("arrow keys do not reach a tile that can be taken")


def test_a_match_by_keyboard_only(page: Page, house: str) -> None:
    chance = random.Random(3)
    begin(page, house, SETUP)
    page.locator(CAN).first.wait_for()
    tab_to(page, "[data-at]")
    while not is_over(page, MAY):
        page.wait_for_function("!!document.activeElement.dataset.at")  # the focus stays on the board
        before = len(tiles(page))
        if page.locator(".stop:not([disabled])").count() and chance.random() < 0.5:
            page.keyboard.press("s")
            expect(page.locator(".stop")).to_be_disabled()
            continue
        walk(page, chance)
        page.keyboard.press("Enter")
        expect(page.locator(".plate button")).not_to_have_count(before)
    has_a_winner(page)


def test_a_match_by_touch_on_a_phone(browser: Browser, house: str) -> None:
    chance = random.Random(5)
    with guest(browser, **PHONE) as page:
        begin(page, house, {**SETUP, "options": {"variant": "eleven"}})
        box = page.locator(".plate button").first.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 40
        while not is_over(page, MAY):
            fits(page)
            take(page, chance, tap=True)
        has_a_winner(page)
        fits(page)
        screenshot(page, "keks-phone-over")


def test_a_refused_tap_says_why(page: Page, house: str) -> None:
    begin(page, house, SETUP)
    page.locator(CAN).first.wait_for()
    page.locator('[data-at="d4"]').click()
    told = page.locator(".told")
    expect(told).to_contain_text("at least two free edges")
    expect(told.get_by_role("link", name="Rule 3")).to_be_visible()
    assert len(tiles(page)) == 60


def test_the_effect_of_a_take_is_previewed(page: Page, house: str) -> None:
    begin(page, house, SETUP)
    page.locator(CAN).first.hover()
    expect(page.locator(".told")).to_contain_text("thrown away")
    choose(page, "Show what is legal")
    expect(page.locator(CAN)).to_have_count(0)


def test_a_reload_in_the_middle_is_harmless(page: Page, house: str) -> None:
    chance = random.Random(11)
    begin(page, house, SETUP)
    for _ in range(4):
        assert not is_over(page, MAY)
        take(page, chance)
    assert not is_over(page, MAY)
    before = tiles(page)
    page.reload()
    page.locator(CAN).first.wait_for()
    assert tiles(page) == before
    stopped = "stops" in page.locator("aside ol li").last.inner_text()
    expect(page.locator(".board .last")).to_have_count(0 if stopped else 1)
    take(page, chance)


def test_a_spectator_cannot_take_tiles(page: Page, browser: Browser, house: str) -> None:
    key = begin(page, house, SETUP)
    with guest(browser) as other:
        introduce(other.context, house, "Bob")
        other.goto(f"{house}/table/{key}")
        expect(other.locator(".plate button")).to_have_count(60)
        assert other.locator(CAN).count() == 0
        other.locator(".plate button").first.click()
        expect(other.locator(".plate button")).to_have_count(60)
