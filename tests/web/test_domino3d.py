"""Domino 3D in the browser: classic, solo and race; by mouse, by keyboard, by touch, and without WebGL."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.web.games_play import PHONE, begin, fits, guest, has_a_winner, is_over

ROOT = Path(__file__).parents[2]
MESSAGES = ROOT / "web/src/games/domino3d/messages"
BOT = {"who": "bot", "level": 1}


def setup(mode: str, **options: object) -> dict[str, Any]:
    seats = [{"who": "me"}] if mode == "solo" else [{"who": "me"}, BOT]
    return {"game": "domino3d", "options": {"mode": mode, "sand": 0, **options}, "seats": seats}


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Without movement: what moves is drawn in software here."""
    return {**browser_context_args, "reduced_motion": "reduce"}


def standing(page: Page) -> str:
    return page.locator(".board").get_attribute("data-standing") or ""


def ghost(page: Page) -> str:
    return page.locator(".board").get_attribute("data-ghost") or ""


def tower(page: Page) -> int:
    """How many dominoes stand there."""
    found = re.search(r"\d+", page.locator(".felt").get_attribute("aria-label") or "")
    assert found
    return int(found[0])


def word(page: Page, move: str) -> Locator:
    """The button of a move that is a word."""
    return page.locator(f'.words [data-move="{move}"]')


def await_turn(page: Page) -> bool:
    """Wait until something can be done; false when the match is over."""
    return not is_over(page, ".place, .words button")


def settled(page: Page) -> None:
    """The house has said what it thinks of the ghost."""
    page.wait_for_timeout(250)


def place_what_fits(page: Page) -> None:
    """Place the domino with the buttons, or pass."""
    fit = page.locator("[data-tool=fit]")
    if fit.is_enabled():
        fit.click()
        settled(page)
    if standing(page) == "legal":
        page.locator(".place").click()
        expect(page.locator(".board")).to_have_attribute("data-ghost", "")
    else:
        word(page, "timeout").click()
    page.wait_for_timeout(100)


def test_a_classic_match_by_clicking(page: Page, house: str) -> None:
    begin(page, house, setup("classic"))
    while await_turn(page):
        place_what_fits(page)
    assert tower(page) > 10
    has_a_winner(page)


def test_solo_with_two_turns_and_its_results(page: Page, house: str) -> None:
    begin(page, house, setup("solo", turns=2))
    placed = 0
    while await_turn(page):
        if not word(page, "draw").count():
            place_what_fits(page)
            placed += 1
        else:
            word(page, "draw" if placed % 3 else "stop").click()
            page.wait_for_timeout(100)
    assert tower(page) >= 3
    results = page.get_by_role("region", name="Solo results")
    expect(results.locator("li.own")).to_contain_text("Ada (you)")
    expect(results.get_by_role("img")).to_have_attribute("aria-label", re.compile("^1 match. Best result: "))
    page.goto(f"{house}/play/domino3d")
    page.get_by_label("Turns of the hourglass").fill("2")
    page.get_by_label("Hourglass (seconds)").fill("0")
    page.keyboard.press("Tab")
    expect(results.get_by_role("img")).to_be_visible()


def stand_first_upright(page: Page) -> None:
    """In a race one domino at least must stand: the first, by keys."""
    page.locator(".felt").focus()
    page.keyboard.press("ArrowUp")
    for key in "tytyty":
        page.keyboard.press(key)
        settled(page)
        if standing(page) == "legal" and re.search(r"0,0,0 U ", ghost(page)):
            break
    page.keyboard.press("Enter")
    expect(page.locator(".felt")).to_have_attribute("aria-label", re.compile(r"\b1\b"))


def test_race_to_the_end_of_a_round(page: Page, house: str) -> None:
    begin(page, house, setup("race"))
    stand_first_upright(page)
    for number in range(2, 11):
        page.locator("[data-tool=fit]").click()
        page.locator(".place").click()
        expect(page.locator(".felt")).to_have_attribute("aria-label", re.compile(rf"\b{number}\b"))
    # Take one back and lay it again.
    page.locator(".felt").focus()
    page.keyboard.press("ArrowUp")
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "PageUp", "ArrowLeft", "ArrowUp"):
        if standing(page) == "legal":
            break
        page.keyboard.press(key)
        settled(page)
    page.keyboard.press("Enter")
    expect(page.locator(".felt")).to_have_attribute("aria-label", re.compile(r"\b9\b"))
    page.locator("[data-tool=fit]").click()
    page.locator(".place").click()
    word(page, "done").click(timeout=10_000)
    expect(page.locator(".note")).to_have_text(re.compile("2"), timeout=60_000)
    assert tower(page) == 0


def test_by_pointing_at_the_tower(page: Page, house: str) -> None:
    begin(page, house, setup("classic"))
    await_turn(page)
    before = tower(page)
    assert point_until_legal(page, click=True)
    spot = page.locator(".board").get_attribute("data-ghost")
    assert spot
    page.locator(".felt").press("Enter")
    expect(page.locator(".felt")).not_to_have_attribute("aria-label", re.compile(rf"\b{before}\b"))


def point_until_legal(page: Page, click: bool) -> bool:
    """Point at places of the canvas, with the domino turned in all ways about two axes, until it fits."""
    box = page.locator("canvas").bounding_box()
    assert box
    spots = [(0.5, 0.35), (0.6, 0.5), (0.42, 0.55), (0.38, 0.42), (0.66, 0.4)]
    for turn in ("", "turn", "tip", "turn", "roll", "turn", "tip", "turn", "tip", "turn", "roll", "turn"):
        if turn:
            page.locator(f"[data-tool={turn}]").click()
        for x, y in spots:
            at = box["x"] + box["width"] * x, box["y"] + box["height"] * y
            if click:
                page.mouse.click(*at)
            else:
                page.touchscreen.tap(*at)
            if standing(page) == "legal":
                return True
    return False


def test_with_the_keyboard_alone_and_no_help(page: Page, house: str) -> None:
    page.add_init_script("localStorage.setItem('help', 'false')")
    begin(page, house, setup("classic"))
    await_turn(page)
    assert not page.locator("[data-tool=fit]").count()
    assert not page.locator("summary", has_text="possible").count()
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.locator(".felt").evaluate("felt => felt === document.activeElement"):
            break
    before = tower(page)
    assert walk_until_legal(page)
    page.keyboard.press("Escape")
    assert ghost(page) == ""
    page.keyboard.press("o")
    assert walk_until_legal(page)
    page.keyboard.press("Enter")
    expect(page.locator(".felt")).not_to_have_attribute("aria-label", re.compile(rf"\b{before}\b"))


def walk_until_legal(page: Page) -> bool:
    walk = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "PageUp", "ArrowRight", "PageDown"]
    for turn in "xrtrytrxtrryrtrr":
        for key in walk:
            page.keyboard.press(key)
            if standing(page) == "legal":
                return True
        page.keyboard.press(turn)
        if standing(page) == "legal":
            return True
    return False


def test_on_a_phone_by_touch(browser: Browser, house: str) -> None:
    with guest(browser, **PHONE, reduced_motion="reduce") as page:
        begin(page, house, setup("classic"))
        await_turn(page)
        fits(page)
        assert point_until_legal(page, click=False)
        before = tower(page)
        page.locator(".place").tap()
        expect(page.locator(".felt")).not_to_have_attribute("aria-label", re.compile(rf"\b{before}\b"))


def test_reload_in_the_middle(page: Page, house: str) -> None:
    begin(page, house, setup("classic"))
    for _ in range(2):
        assert await_turn(page)
        place_what_fits(page)
    await_turn(page)
    stood = tower(page)
    page.reload()
    await_turn(page)
    assert tower(page) == stood
    place_what_fits(page)


def test_without_webgl_a_list_is_enough(page: Page, house: str) -> None:
    page.add_init_script("HTMLCanvasElement.prototype.getContext = () => null")
    begin(page, house, setup("classic"))
    await_turn(page)
    expect(page.locator(".felt svg[role=img]")).to_be_visible()
    before = tower(page)
    page.locator("details [data-move]").first.click()
    expect(page.locator(".felt")).not_to_have_attribute("aria-label", re.compile(rf"\b{before}\b"))


def test_the_hourglass_runs(page: Page, house: str) -> None:
    begin(page, house, setup("classic", sand=300))
    await_turn(page)
    glass = page.locator("[role=timer]").first
    first = glass.get_attribute("aria-label")
    page.wait_for_timeout(1500)
    assert glass.get_attribute("aria-label") != first
