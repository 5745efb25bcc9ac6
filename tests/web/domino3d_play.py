"""Building with dominoes in the browser: what the tests of Domino 3D have in common."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, WebSocketRoute, expect
from tests.web.games_play import is_over

BOT = {"who": "bot", "level": 1}


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
    """How many dominoes stand there."""
    found = re.search(r"\d+", felt(page).get_attribute("aria-label") or "")
    assert found
    return int(found[0])


def expect_tower(page: Page, count: int) -> None:
    expect(felt(page)).to_have_attribute("aria-label", re.compile(rf"\b{count}\b"))


def word(page: Page, move: str) -> Locator:
    """The button of a move that is a word."""
    return page.locator(f'.words [data-move="{move}"]')


def await_turn(page: Page) -> bool:
    """Wait until something can be done; false when the match is over."""
    return not is_over(page, ".place, .words button")


def played(page: Page, act: Callable[[], object]) -> None:
    """Do something that plays a move, and wait until the house tells of it."""
    before = board(page).get_attribute("data-number") or ""
    act()
    expect(board(page)).not_to_have_attribute("data-number", before)
    expect(board(page)).to_have_attribute("data-busy", "false")  # in the race the news may be another's move


def keep_answers_back(page: Page) -> None:
    """The page is told what happens at the table, and never that its own moves were accepted."""

    def connect(socket: WebSocketRoute) -> None:
        house = socket.connect_to_server()
        house.on_message(lambda frame: None if json.loads(frame)["type"] == "done" else socket.send(frame))

    page.route_web_socket(re.compile("/live/"), connect)


def place_what_fits(page: Page) -> None:
    """Place the domino with the buttons, or pass."""
    fit = page.locator("[data-tool=fit]")
    if fit.is_enabled():
        fit.click()
    if standing(page) == "legal":
        played(page, page.locator(".place").click)
    else:
        played(page, word(page, "timeout").click)


def tab_to(page: Page, target: Locator) -> None:
    """Reach something with the Tab key alone."""
    for _ in range(60):
        if target.evaluate("target => target === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("the Tab key does not lead there")


def stand_first_upright(page: Page) -> None:
    """In a race one domino at least must stand: the first, by keys."""
    tab_to(page, felt(page))
    page.keyboard.press("ArrowUp")
    for key in "tytyty":
        if standing(page) == "legal" and re.search(r"0,0,0 U ", ghost(page)):
            break
        page.keyboard.press(key)
    played(page, lambda: page.keyboard.press("Enter"))
    expect_tower(page, 1)


def build_all(page: Page) -> None:
    """Race: place the whole hand, wherever there is room, with keys."""
    stand_first_upright(page)
    for number in range(2, 11):
        page.keyboard.press("n")
        played(page, lambda: page.keyboard.press("Enter"))
        expect_tower(page, number)


def walk_until(page: Page, wanted: str) -> bool:
    """Move the ghost about with keys, and turn it, until it stands as wanted."""
    walk = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "PageUp", "ArrowRight", "PageDown"]
    for turn in "xrtrytrxtrryrtrr":
        for key in [*walk, turn]:
            page.keyboard.press(key)
            if standing(page) == wanted:
                return True
    return False


def point_and_turn(page: Page, point: Callable[[float, float], None], press: str = "click") -> None:
    """Point at places of the canvas; where the domino fits only when turned, a tool turns it."""
    box = page.locator("canvas").bounding_box()
    assert box
    for x, y in [(0.5, 0.35), (0.6, 0.5), (0.42, 0.55), (0.38, 0.42), (0.66, 0.4)]:
        point(box["x"] + box["width"] * x, box["y"] + box["height"] * y)
        expect(board(page)).not_to_have_attribute("data-ghost", "")
        if standing(page) == "legal":
            return
    getattr(page.locator("[data-tool=turn]"), press)()
    getattr(page.locator("[data-tool=fit]"), press)()
    expect(board(page)).to_have_attribute("data-standing", "legal")
