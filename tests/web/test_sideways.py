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
