"""The Nasenspiel in the browser: by mouse, by keys, by touch, and after a reload."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.web.conftest import screenshot
from tests.web.games_play import (
    MOVING,
    PHONE,
    begin,
    fits,
    play_to_a_resignation,
    settle,
    speaks_every_language,
    tab_to,
    two_people,
)


def sit_down(page: Page, house: str, seats: int = 2) -> None:
    bots = [{"who": "bot", "level": 1}] * (seats - 1)
    begin(page, house, {"game": "nasenspiel", "seats": [{"who": "me"}, *bots]})
    expect(page.locator("[role=gridcell]").first).to_be_attached()


def waits(page: Page) -> bool:
    """Whether it is our turn; False when the match is over."""
    page.wait_for_selector(".line.yours, a[href^='/replay/']")
    return page.locator(".line.yours").count() > 0


def dominoes(page: Page) -> Locator:
    """Return the dominoes on the table, without the one in hand."""
    return page.locator(".world > .domino")


def latest(page: Page) -> str:
    """Return the number of the last move that the table shows."""
    return str(page.locator(".nasenspiel").get_attribute("data-last"))


def await_change(page: Page, before: str) -> None:
    page.wait_for_selector(f".nasenspiel:not([data-last='{before}'])")


def choose_fitting(page: Page) -> None:
    """Choose the first domino that has a place."""
    page.locator(".tray [data-domino]:not(.dim)").first.click()


def find_place(page: Page) -> tuple[float, float]:
    """Return a dot on which the chosen domino fits."""
    dot = page.locator("circle.place").first
    expect(dot).to_be_attached()
    settle(page)  # the table moves for a moment after the other's move
    box = dot.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def point_at_place(page: Page) -> tuple[float, float]:
    """Point at a place until the ghost is there."""
    place = find_place(page)
    page.mouse.move(*place)
    expect(page.locator(".world .hand .domino:not(.refused)")).to_have_count(1)
    return place


@MOVING
def test_a_match_by_clicking(page: Page, house: str) -> None:
    sit_down(page, house, 4)
    put = 0
    while waits(page):
        offers = page.locator("[data-choice]")
        if offers.count():
            before = latest(page)
            put += offers.first.get_attribute("data-choice") != "skip"
            offers.first.click()
        else:
            choose_fitting(page)
            place = point_at_place(page)
            before = latest(page)
            page.mouse.click(*place)
        await_change(page, before)
    assert put, "no pawn was ever put"
    expect(page.locator("p.line")).to_have_text("The match is over")
    screenshot(page, "nasenspiel-over")


def test_a_match_by_keyboard_alone(page: Page, house: str) -> None:
    sit_down(page, house, 5)
    tab_to(page, "[role=gridcell]")
    for nose in "0123456789":
        page.keyboard.press(nose)
    expect(page.locator(".tray [aria-checked=true]")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".world .hand .domino")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".world .hand .domino")).to_have_count(0)
    while waits(page):
        if page.locator("[data-choice]").count():
            before = latest(page)
            page.keyboard.press("1")
        else:
            page.keyboard.press("n")
            page.keyboard.press("r")
            page.keyboard.press("n")
            expect(page.locator(".world .hand .domino:not(.refused)")).to_have_count(1)
            before = latest(page)
            page.keyboard.press("Enter")
        await_change(page, before)
    expect(page.locator("p.line")).to_have_text("The match is over")


@pytest.mark.browser_context_args(viewport=PHONE["viewport"], has_touch=True, is_mobile=True)
def test_a_match_by_touch_on_a_phone(page: Page, house: str) -> None:
    sit_down(page, house, 5)
    screenshot(page, "nasenspiel-phone")
    taps = 0
    while waits(page):
        offers = page.locator("[data-choice]")
        if offers.count():
            before = latest(page)
            offers.first.tap()
            await_change(page, before)
            continue
        page.locator(".tray [data-domino]:not(.dim)").first.tap()
        place = find_place(page)
        page.touchscreen.tap(*place)
        expect(page.locator(".world .hand .domino:not(.refused)")).to_have_count(1)
        before = latest(page)
        if taps % 2:
            page.touchscreen.tap(*place)
        else:
            page.get_by_role("button", name="Place", exact=True).tap()
        await_change(page, before)
        taps += 1
    fits(page)
    screenshot(page, "nasenspiel-phone-over")


@pytest.mark.browser_context_args(viewport=PHONE["viewport"], has_touch=True, is_mobile=True)
def test_on_a_phone_zooming_enlarges_the_table_but_not_the_page(page: Page, house: str) -> None:
    sit_down(page, house)
    page.locator(".tools .zoom").tap()
    pane = page.locator(".pane")
    assert pane.evaluate("pane => pane.scrollWidth > pane.clientWidth * 1.4")
    fits(page)


def test_the_tray_is_sorted_by_nose(page: Page, house: str) -> None:
    sit_down(page, house)
    page.get_by_label("Sort").select_option("7")
    first = page.locator(".tray [data-domino]").first
    assert "7" in str(first.get_attribute("data-domino"))


def test_the_table_is_restored_after_a_reload(page: Page, house: str) -> None:
    sit_down(page, house)
    for _ in range(4):
        assert waits(page)
        before = latest(page)
        if page.locator("[data-choice]").count():
            page.locator("[data-choice]").first.click()
        else:
            choose_fitting(page)
            page.mouse.click(*find_place(page))
        await_change(page, before)
    assert waits(page)
    before, count = latest(page), dominoes(page).count()
    page.reload()
    expect(dominoes(page)).to_have_count(count)
    assert waits(page)
    assert latest(page) == before


def test_the_first_domino_makes_no_group_and_says_so(page: Page, house: str) -> None:
    """An empty line would move the buttons below it away from the finger."""
    sit_down(page, house)
    waits(page)
    page.locator(".tray [data-domino='0-3']").click()
    point_at_place(page)
    expect(page.locator(".info")).to_have_text("Possible here; it makes no group.")


def test_a_refused_place_says_why(page: Page, house: str) -> None:
    sit_down(page, house)
    waits(page)
    choose_fitting(page)
    page.locator("[data-square='3,3']").hover()
    expect(page.locator(".world .hand .refused")).to_have_count(1)
    expect(page.locator(".info")).to_contain_text("The first domino lies on 0,0")
    page.locator("[data-square='3,3']").click()
    expect(page.locator(".info").get_by_role("link", name="Rule")).to_be_visible()
    expect(dominoes(page)).to_have_count(0)


def test_a_domino_is_dragged_from_the_tray(page: Page, house: str) -> None:
    sit_down(page, house)
    waits(page)
    page.locator(".tray [data-domino]").nth(2).hover()
    page.mouse.down()
    page.locator("[data-square='1,1']").hover()
    page.locator("[data-square='0,0']").hover()
    expect(page.locator(".world .hand .domino:not(.refused)")).to_have_count(1)
    page.mouse.up()
    expect(dominoes(page).first).to_be_attached()
    expect(page.locator(".tray [data-domino]")).to_have_count(26)


def act(page: Page) -> None:
    """Play any move, without waiting for its effect."""
    offers = page.locator("[data-choice]")
    if offers.count():
        offers.first.click()
    else:
        choose_fitting(page)
        page.mouse.click(*point_at_place(page))


def test_two_people_play_over_a_lost_connection(page: Page, browser: Browser, house: str) -> None:
    with two_people(page, browser, house, "nasenspiel") as pages:
        play_to_a_resignation(pages, act, re.compile(" places | puts "))


def test_the_log_is_in_every_language(page: Page, house: str) -> None:
    sit_down(page, house)
    assert waits(page)
    before = latest(page)
    act(page)
    await_change(page, before)
    assert waits(page)
    speaks_every_language(page, "nasenspiel")
