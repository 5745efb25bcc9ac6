"""A phone in landscape orientation shows the board and the controls together."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.conftest import resize
from tests.web.games_play import PHONE, begin, end_card, fits, guest, resign

BOT = {"who": "bot", "level": 1}
SMALL = {"width": 740, "height": 360}
#: Options, the number of others, then the board and the controls of a move.
TABLES: dict[str, tuple[dict[str, object], int, str]] = {
    "domino3d": ({"sand": 0}, 1, ".felt, .turns, .place"),
    "domino3d race": ({"mode": "race"}, 1, ".felt, .turns, .place, .tables, .hand"),
    "keks": ({}, 1, ".keks .board, .keks .bar, .theirs, .ours"),
    "nasca": ({}, 1, ".pane, .stock.pick, .tools"),
    "nasenspiel": ({}, 1, ".pane, .tools, .tray"),
    "nox": ({}, 1, "[data-display='1'], [data-display='0'], .hand"),
    "nox with three": ({}, 3, "[data-display='1'], [data-display='3'], [data-display='0'], .hand"),
}


def sees(page: Page, needed: str) -> None:
    for each in needed.split(", "):
        expect(page.locator(each)).to_be_in_viewport(ratio=0.99)
    fits(page)


@pytest.mark.parametrize("table", ["keks", "nox with three"])
def test_a_phone_may_be_turned_during_a_match(browser: Browser, house: str, table: str) -> None:
    """Nobody has to scroll then."""
    options, others, needed = TABLES[table]
    with guest(browser, **PHONE) as page:
        begin(page, house, {"game": table.split()[0], "options": options, "seats": [{"who": "me"}, *[BOT] * others]})
        page.locator(".on-table").wait_for()
        resize(page, 844, 390)
        sees(page, needed)


@pytest.mark.parametrize("table", TABLES)
def test_the_board_and_the_controls_are_visible_together(browser: Browser, house: str, table: str) -> None:
    """At once when the match starts, or on another phone after scrolling. The end of the match is visible at once."""
    options, others, needed = TABLES[table]
    seats = [{"who": "me"}, *[BOT] * others]
    with guest(browser, **{**PHONE, "viewport": SMALL}) as page:
        begin(page, house, {"game": table.split()[0], "options": options, "seats": seats})
        sees(page, needed)
        resize(page, 844, 390)
        page.locator(".on-table").evaluate("board => board.scrollIntoView()")
        sees(page, needed)
        resign(page)
        expect(end_card(page)).to_be_in_viewport(ratio=0.99)


#: Finds the buttons that play, and trays, in whose middle or corners something of the hint lies.
COVERED = """() => Array.from(document.querySelectorAll(".tools button, .hand button, .stop, .tray")).filter((one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const rows = [top + 4, (top + bottom) / 2, bottom - 4];
  const points = [left + 4, (left + right) / 2, right - 4].flatMap((x) => rows.map((y) => [x, y]));
  return points.some(([x, y]) => document.elementFromPoint(x, y)?.closest(".hint"));
}).map((one) => one.outerHTML.slice(0, 100))"""


@pytest.mark.parametrize("size", [(844, 390), (360, 740)], ids=str)
@pytest.mark.parametrize("table", TABLES)
def test_a_hint_covers_nothing_that_plays(browser: Browser, house: str, table: str, size: tuple[int, int]) -> None:
    """Nor the sentence of the bar, with which move ever of those that are suggested."""
    options, others, _ = TABLES[table]
    with guest(browser, **{**PHONE, "viewport": {"width": size[0], "height": size[1]}}) as page:
        page.emulate_media(reduced_motion="reduce")
        begin(page, house, {"game": table.split()[0], "options": options, "seats": [{"who": "me"}, *[BOT] * others]})
        expect(page.locator(".bar .line.yours")).to_be_visible()
        page.locator(".actions .short").nth(1).click()
        expect(page.locator(".hint strong")).to_be_visible()
        for choice in [None, *page.locator(".hint .others button").all()]:
            if choice:
                choice.click()
            page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            assert page.evaluate(COVERED) == []
            bar, words = (page.locator(each).bounding_box() for each in (".bar .line", ".hint .said"))
            assert bar
            assert words
            assert words["y"] + words["height"] <= bar["y"] + 1 or bar["y"] + bar["height"] <= words["y"] + 1
            expect(page.locator(".hint .said")).to_be_in_viewport(ratio=0.99)
