"""Helpers to play Domino 3D in the browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, WebSocketRoute, expect
from tests.web.games_play import is_over

BOT = {"who": "bot", "level": 1}
#: States of a ghost that may be placed. In the race marks are not checked.
MAY_PLACE = re.compile("^(legal|allowed|differs)$")


def setup(mode: str, other: dict[str, Any] = BOT, **options: object) -> dict[str, Any]:
    seats = [{"who": "me"}] if mode == "solo" else [{"who": "me"}, other]
    return {"game": "domino3d", "options": {"mode": mode, "sand": 0, **options}, "seats": seats}


def board(page: Page) -> Locator:
    return page.locator(".board")


def felt(page: Page) -> Locator:
    return page.locator(".felt")


def standing(page: Page) -> str:
    return board(page).get_attribute("data-standing") or ""


def ghost(page: Page) -> str:
    return board(page).get_attribute("data-ghost") or ""


def tower(page: Page) -> int:
    """Return how many dominoes are in the tower."""
    found = re.search(r"\d+", felt(page).get_attribute("aria-label") or "")
    assert found
    return int(found[0])


def expect_tower(page: Page, count: int) -> None:
    expect(felt(page)).to_have_attribute("aria-label", re.compile(rf"\b{count}\b"))


def word(page: Page, move: str) -> Locator:
    """Return the button of a move that is a word."""
    return page.locator(f'.words [data-move="{move}"]')


def await_turn(page: Page) -> bool:
    """Wait for our turn; return False when the match is over."""
    return not is_over(page, ".words button:enabled, [data-tool=own]")


def played(page: Page, act: Callable[[], object]) -> None:
    """Do something that plays a move, and wait for the news of it."""
    before = board(page).get_attribute("data-number") or ""
    act()
    expect(board(page)).not_to_have_attribute("data-number", before)
    expect(board(page)).to_have_attribute("data-busy", "false")  # in the race the news may be about another's move


def keep_answers_back(page: Page) -> None:
    """Withhold the answers to the page's moves; the news still arrives."""

    def connect(socket: WebSocketRoute) -> None:
        house = socket.connect_to_server()
        house.on_message(lambda frame: None if json.loads(frame)["type"] == "done" else socket.send(frame))

    page.route_web_socket(re.compile("/live/"), connect)


def show_what_matches(page: Page) -> None:
    """Switch the help of a race on, if it is off."""
    switch = page.locator("[data-tool=help][aria-pressed=false]")
    if switch.count():
        switch.focus()
        page.keyboard.press("Enter")
        expect(page.locator("[data-tool=help]")).to_have_attribute("aria-pressed", "true")
        felt(page).focus()


def pass_turn(page: Page) -> None:
    """Pass, and confirm it where one is asked."""
    word(page, "timeout").click()
    if "Really" in word(page, "timeout").inner_text():
        word(page, "timeout").click()


def give_up(page: Page) -> None:
    """Give a round of the race up, and confirm it."""
    word(page, "give up").click()
    played(page, word(page, "give up").click)


def place_what_fits(page: Page) -> None:
    """Place the domino by the buttons, or pass."""
    show_what_matches(page)
    fit = page.locator("[data-tool=fit]")
    if fit.is_enabled():
        fit.click()
    if MAY_PLACE.match(standing(page)):
        played(page, page.locator(".place").click)
    else:
        played(page, lambda: pass_turn(page))


def tab_to(page: Page, target: Locator) -> None:
    """Move the focus to something with the Tab key alone."""
    for _ in range(60):
        if target.evaluate("target => target === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("the Tab key does not lead there")


def stand_first_upright(page: Page) -> None:
    """Stand the first domino upright by keys, because a race needs at least one."""
    tab_to(page, felt(page))
    page.keyboard.press("ArrowUp")
    for key in "tytyty":
        if MAY_PLACE.match(standing(page)) and re.search(r"0,0,0 U ", ghost(page)):
            break
        page.keyboard.press(key)
    played(page, lambda: page.keyboard.press("Enter"))
    expect_tower(page, 1)


def build_all(page: Page, *, wrong: bool = False) -> None:
    """Place the whole hand of a race by keys, with an error only where nothing matches; `wrong`: and at the end."""
    show_what_matches(page)
    stand_first_upright(page)
    for number in range(2, 11):
        if number < 10 or not wrong or not walk_until(page, "differs"):
            show_a_placement(page)
        played(page, lambda: page.keyboard.press("Enter"))
        expect_tower(page, number)


def show_a_placement(page: Page) -> None:
    """Let the page show where one of the hand's dominoes matches; where none does, find any place for one by keys."""
    for _ in range(10):
        page.keyboard.press("n")
        if standing(page) == "legal":
            return
        page.keyboard.press("d")
    assert walk_until(page, "differs")


def walk_until(page: Page, wanted: str) -> bool:
    """Move and turn the ghost by keys until it has the wanted state."""
    walk = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "PageUp", "ArrowRight", "PageDown"]
    for turn in "xrtrytrxtrryrtrr":
        for key in [*walk, turn]:
            page.keyboard.press(key)
            if standing(page) == wanted:
                return True
    return False


def point_and_turn(page: Page, point: Callable[[float, float], None], press: str = "click") -> None:
    """Point at places of the canvas until the domino fits, or let the board show where it does."""
    box = page.locator("canvas").bounding_box()
    assert box
    for x, y in [(0.5, 0.35), (0.6, 0.5), (0.42, 0.55), (0.38, 0.42), (0.66, 0.4)]:
        point(box["x"] + box["width"] * x, box["y"] + box["height"] * y)
        expect(board(page)).not_to_have_attribute("data-ghost", "")
        if MAY_PLACE.match(standing(page)):
            return
    getattr(page.locator("[data-tool=fit]"), press)()
    expect(board(page)).to_have_attribute("data-standing", MAY_PLACE)
