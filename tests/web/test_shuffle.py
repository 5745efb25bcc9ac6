"""The shuffle at the table: what is shown before the start, what the device keeps, and what it says at the end."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tests.web.conftest import screenshot
from tests.web.games_play import begin, end_card, guest, introduce, make, over, resign
from tests.web.test_table import alone, notice, yours

FAIR = "the house had fixed its secret before it saw that number: it could not choose how the match was dealt"


def test_the_page_adds_its_own_number_to_every_shuffle(page: Page, house: str) -> None:
    """Also where the same people play again; it is kept together with the commitment, and found at the end."""
    key = begin(page, house, alone("keks"))
    for _ in range(2):
        expect(yours(page)).to_be_visible()
        resign(page)
        expect(over(page)).to_be_visible()
        ended = page.url
        stored = page.request.get(f"{house}/api/tables/{key}/record").json()
        mine = stored["names"].index("Ada")
        kept = page.evaluate("JSON.parse(localStorage.getItem('shuffles')).at(-1)")
        assert kept["number"] == stored["fair"]["numbers"][mine]
        assert {name: kept[name] for name in ("table", "commitment", "chain")}.items() <= stored["fair"].items()
        expect(end_card(page)).to_contain_text(FAIR)
        end_card(page).get_by_role("button", name="Play again").click()
        expect(page).not_to_have_url(ended)
        key = page.url.rpartition("/")[2]


def test_a_match_from_the_shelf_sends_its_number_once(page: Page, house: str) -> None:
    """The match starts by itself; a number sent besides would be refused, because it has begun already."""
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    page.goto(house)
    page.locator("li.box", has=page.get_by_role("heading", name="Keks")).get_by_role("button").first.click()
    expect(yours(page)).to_be_visible()
    expect(notice(page)).not_to_contain_text("⚑")
    assert ["client_seed" in frame for frame in sent].count(True) == 1


def test_the_commitment_is_shown_before_the_start_and_compared_at_the_end(
    page: Page, browser: Browser, house: str
) -> None:
    introduce(page.context, house, "Ada")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    key = make(page.context, house, {"game": "keks", "seats": [{"who": "me"}, {"who": "open"}]})
    page.goto(f"{house}/table/{key}")
    shown = page.request.get(f"{house}/api/tables/{key}").json()["table"]["commitment"]
    shuffle = page.get_by_role("region", name="The shuffle")
    expect(shuffle).to_contain_text(f"{shown[:4]} {shown[4:8]} {shown[8:12]} {shown[12:16]} …")
    shuffle.get_by_role("button", name="Copy").click()
    expect(shuffle.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == shown
    screenshot(page, "table-commitment")
    with guest(browser) as friend:
        friend.goto(page.url)
        expect(friend.get_by_role("region", name="The shuffle")).to_contain_text(shown[:4])
        friend.get_by_label("Your name").fill("Bob")
        friend.get_by_role("button", name="Sit here").click()
        friend.get_by_role("button", name="Start", exact=True).click()
        expect(friend.get_by_role("region", name="The shuffle")).to_have_count(0)
        expect(yours(page)).to_be_visible()
        resign(page)
        for who in (page, friend):
            end_card(who).get_by_text("Shuffle checked: your device took part in it").click()
            expect(end_card(who).get_by_text(FAIR)).to_be_visible()
            expect(end_card(who)).to_contain_text("a player who gave a number after you")
        screenshot(page, "table-shuffle-checked")


def test_a_game_without_chance_tells_of_no_shuffle(page: Page, house: str) -> None:
    introduce(page.context, house, "Ada")
    key = make(page.context, house, {"game": "nasca", "seats": [{"who": "me"}, {"who": "bot", "level": 1}]})
    page.goto(f"{house}/table/{key}")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(yours(page)).to_be_visible()
    resign(page)
    expect(end_card(page).get_by_role("link", name="Replay")).to_be_visible()
    page.wait_for_load_state("networkidle")
    for _ in range(2):
        assert "shuffle" not in page.locator("main").inner_text().lower()
        page.goto(f"{house}/replay/{key}")
        expect(page.get_by_role("list", name="All moves")).to_be_visible()
    expect(page.get_by_label("What is seen")).to_have_count(0)  # everybody sees everything


#: How a house may cheat with a record: what it changes there, and what the page says.
CHEATS = {
    "another commitment": ({"commitment": "0" * 64}, "another fingerprint than the one it showed this device"),
    "another secret": ({"secret": "0" * 64}, "The values do not belong together"),
    "another number": ({"numbers": ["7", None]}, "The number that this device gave is missing"),
    "no place in the list": ({"chain": None}, "another fingerprint than the one it showed this device"),
}


@pytest.mark.parametrize("cheat", CHEATS)
def test_the_page_objects_to_a_house_that_cheats(page: Page, house: str, cheat: str) -> None:
    changes, objection = CHEATS[cheat]

    def lie(route: Route) -> None:
        told = route.fetch().json()
        told["fair"].update(changes)
        route.fulfill(json=told)

    page.route("**/record", lie)
    begin(page, house, alone("keks"))
    expect(yours(page)).to_be_visible()
    resign(page)
    expect(end_card(page).get_by_role("alert")).to_contain_text("This shuffle is not in order.")
    expect(end_card(page).get_by_role("alert")).to_contain_text(objection)


def test_the_page_gives_no_number_to_a_house_that_shows_another_commitment(page: Page, house: str) -> None:
    introduce(page.context, house, "Ada")
    key = make(page.context, house, {"game": "keks", "seats": [{"who": "open"}, {"who": "bot", "level": 1}]})
    page.goto(f"{house}/table/{key}")
    kept = {"table": key, "commitment": "0" * 64, "chain": None}
    page.evaluate("kept => localStorage.setItem('shuffles', JSON.stringify([kept]))", kept)
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("The house shows another fingerprint")
    page.get_by_role("button", name="Sit here").click()
    expect(page.locator(".play > .told")).to_contain_text("The house shows another fingerprint")
    assert page.request.get(f"{house}/api/tables/{key}").json()["now"]["seats"][0]["who"] == "open"
