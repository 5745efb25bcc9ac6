"""Nasca in the browser: by mouse, by keys, by touch, and after a reload."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.web.conftest import screenshot
from tests.web.games_play import (
    PHONE,
    begin,
    fits,
    play_to_a_resignation,
    speaks_every_language,
    tab_to,
    two_people,
)

NOVICE = [{"who": "me"}, {"who": "bot", "level": 1}]


def sit_down(page: Page, house: str, options: dict[str, Any]) -> None:
    begin(page, house, {"game": "nasca", "options": options, "seats": NOVICE})
    expect(page.locator("[role=gridcell]").first).to_be_attached()


def waits(page: Page) -> bool:
    """Whether it is our turn; False when the match is over."""
    page.wait_for_selector(".line.yours, a[href^='/replay/'], .nasca .tools .primary:has-text('Next round')")
    return page.locator(".line.yours").count() > 0


def planks(page: Page) -> Locator:
    """Return the planks on the board, without the one in hand."""
    return page.locator(".surface > .plank")


def find_place(page: Page) -> tuple[float, float]:
    """Return a dot on which the chosen plank fits; turn it or take another one if there is none."""
    for length in (5, 4, 3, 2):
        button = page.locator(f".pick [data-length='{length}']")
        if not button.is_enabled():
            continue
        button.click()
        for _ in range(2):
            dots = page.locator("circle.place")
            if dots.count():
                box = dots.nth(dots.count() // 2).bounding_box()
                assert box
                return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            page.get_by_role("button", name="Turn", exact=True).click()
    raise AssertionError("our turn, but no plank has a place")


def latest(page: Page) -> str:
    """Return the number of the last move that the board shows."""
    return str(page.locator(".nasca").get_attribute("data-last"))


def await_change(page: Page, before: str) -> None:
    page.wait_for_selector(f".nasca:not([data-last='{before}'])")


def go_on(page: Page) -> None:
    """View the end of a round, then start the next."""
    button = page.get_by_role("button", name="Next round")
    if button.count():
        expect(page.locator(".info")).to_contain_text("Round 1 is over")
        button.click()


def test_a_match_of_two_rounds_by_clicking(page: Page, house: str) -> None:
    sit_down(page, house, {"landscape": "gate"})
    expect(planks(page)).to_have_count(6)
    ended = False
    while waits(page) or page.get_by_role("button", name="Next round").count():
        ended |= page.get_by_role("button", name="Next round").count() > 0
        go_on(page)
        if not waits(page):
            continue
        before = latest(page)
        page.mouse.click(*find_place(page))
        await_change(page, before)
    assert ended, "the end of round 1 was not shown"
    expect(page.locator("p.line")).to_have_text("The match is over")
    expect(page.locator(".score .total")).to_have_count(2)
    screenshot(page, "nasca-over")


def test_a_match_by_keyboard_alone(page: Page, house: str) -> None:
    sit_down(page, house, {"rounds": 1})
    tab_to(page, "[role=gridcell]")
    page.keyboard.press("3")
    page.keyboard.press("r")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".hand .plank")).to_have_count(1)
    expect(page.locator(".info")).to_contain_text("on the ground")
    page.keyboard.press("Escape")
    expect(page.locator(".hand .plank")).to_have_count(0)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(planks(page).first).to_be_attached()
    while waits(page):
        before = latest(page)
        page.keyboard.press("n")
        page.keyboard.press("Enter")
        await_change(page, before)
    expect(page.locator("p.line")).to_have_text("The match is over")


@pytest.mark.browser_context_args(viewport=PHONE["viewport"], has_touch=True, is_mobile=True)
def test_a_match_by_touch_on_a_phone(page: Page, house: str) -> None:
    sit_down(page, house, {"rounds": 1})
    screenshot(page, "nasca-phone")
    taps = 0
    while waits(page):
        before = latest(page)
        x, y = find_place(page)
        page.touchscreen.tap(x, y)
        expect(page.locator(".hand .plank:not(.refused)")).to_have_count(1)
        if taps % 2:
            page.touchscreen.tap(x, y)
        else:
            page.get_by_role("button", name="Place", exact=True).tap()
        await_change(page, before)
        taps += 1
    fits(page)
    screenshot(page, "nasca-phone-over")


def test_the_board_is_restored_after_a_reload(page: Page, house: str) -> None:
    sit_down(page, house, {"rounds": 1, "landscape": "temple"})
    for _ in range(3):
        assert waits(page)
        before = latest(page)
        page.mouse.click(*find_place(page))
        await_change(page, before)
        assert waits(page)
    count = planks(page).count()
    page.reload()
    expect(planks(page)).to_have_count(count)
    before = latest(page)
    page.mouse.click(*find_place(page))
    await_change(page, before)


def test_a_refused_place_says_why(page: Page, house: str) -> None:
    sit_down(page, house, {"landscape": "gate"})
    page.locator("[data-square=c3]").hover()
    expect(page.locator(".hand .refused")).to_have_count(1)
    expect(page.locator(".info")).to_contain_text("there is a plank on")
    before = planks(page).count()
    page.locator("[data-square=c3]").click()
    expect(page.locator(".info").get_by_role("link", name="Rule 5")).to_be_visible()
    expect(planks(page)).to_have_count(before)


def test_a_plank_is_dragged_from_the_stock(page: Page, house: str) -> None:
    sit_down(page, house, {})
    before = latest(page)
    page.locator(".pick [data-length='4']").hover()
    page.mouse.down()
    page.locator("[data-square=f5]").hover()
    page.locator("[data-square=f6]").hover()
    expect(page.locator(".hand .plank")).to_have_count(1)
    page.mouse.up()
    await_change(page, before)
    expect(page.get_by_label("Planks of Ada").locator("[data-length='4']")).to_contain_text("×3")


def act(page: Page) -> None:
    """Play any move, without waiting for its effect."""
    page.mouse.click(*find_place(page))


def test_two_people_play_over_a_lost_connection(page: Page, browser: Browser, house: str) -> None:
    with two_people(page, browser, house, "nasca") as pages:
        play_to_a_resignation(pages, act, re.compile(" places "))


def test_the_log_is_in_every_language(page: Page, house: str) -> None:
    sit_down(page, house, {"landscape": "monkey"})
    before = latest(page)
    act(page)
    await_change(page, before)
    assert waits(page)
    speaks_every_language(page, "nasca")


def test_a_custom_landscape(page: Page) -> None:
    page.goto("/play/nasca")
    page.locator("[data-landscape=custom]").click()
    editor = page.get_by_role("group", name="Landscape editor")
    editor.locator("[data-square=c3]").click()
    expect(editor.locator(".info")).to_have_text("1 plank laid")
    for key in ("2", "ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(editor.locator(".info")).to_have_text("2 planks laid")
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(editor.locator(".info")).to_contain_text("It would rest on the plank b3-d3 with more than one square.")
    page.reload()
    page.locator("[data-landscape=custom]").click()
    expect(editor.locator(".info")).to_have_text("2 planks laid")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(planks(page)).to_have_count(2)
    for square in ("b3", "d3", "c5", "d5"):
        expect(page.locator(f"[data-square={square}]")).to_have_attribute("aria-label", f"{square}, height 1, neutral")


@pytest.mark.browser_context_args(viewport=PHONE["viewport"], has_touch=True, is_mobile=True)
def test_a_landscape_is_built_by_touch(page: Page) -> None:
    page.goto("/play/nasca")
    page.locator("[data-landscape=custom]").tap()
    square = page.locator(".editor [data-square=h7]")
    square.tap()
    expect(page.locator(".editor .hand .plank")).to_have_count(1)
    square.tap()
    expect(page.locator(".editor .info")).to_have_text("1 plank laid")
    fits(page)
