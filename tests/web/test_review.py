"""The review of a finished match: request it, wait for it, read it, and show a better move on the board."""

from __future__ import annotations

import asyncio
import random
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tests.server.client.client import Person
from tests.web.conftest import screenshot
from tests.web.games_play import LANGUAGES, PHONE, guest
from tests.web.test_replay import finished
from tests.web.test_room import AXE

#: Bots may have to be compiled.
PATIENCE = 280_000


async def play(base: str, game: str, seats: int, moves: int, **options: Any) -> str:
    """Let a person play badly against themselves and resign; return the table."""
    async with await Person.make(base, "Ada") as ada:
        table = await ada.make_table(game, [{"who": "me"}] * seats, options=options)
        dice = random.Random(1)
        async with ada.at(table) as seat:
            await seat.ask("start")
            for _ in range(moves):
                await seat.until(lambda: seat.over or bool(seat.legal()))
                if seat.over:
                    return table
                number, legal = next(iter(seat.legal().items()))
                done = await seat.move("give up" if "give up" in legal else dice.choice(legal), seat=number)
                await seat.until(lambda done=done: len(seat.entries) > done["entry"])  # type: ignore[misc]
            await seat.ask("resign")
    return table


def played(base: str, game: str, seats: int = 2, moves: int = 24, **options: Any) -> str:
    """Run `play` in another thread, because this one belongs to the browser."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(play(base, game, seats, moves, **options))).result()


def reviewed(page: Page, house: str, table: str) -> Any:
    """Return the review on the replay page, once it is ready; another test may have asked for it already."""
    page.goto(f"{house}/replay/{table}")
    panel = page.get_by_role("region", name="Review", exact=True)
    start = panel.get_by_role("button", name="Review this match")
    expect(start.or_(panel.get_by_role("slider"))).to_be_visible()
    if start.count():
        start.click()
    expect(panel.get_by_role("progressbar").or_(panel.get_by_role("slider"))).to_be_visible()
    expect(panel.get_by_role("slider")).to_be_visible(timeout=PATIENCE)
    return panel


@pytest.fixture(scope="session")
def keks(house: str) -> str:
    """Return a table whose match of Keks is over."""
    return played(house, "keks")


def marked_on_their_lines(page: Page, table: str) -> None:
    """Check that the signs of the moments lie on the curves of their seats."""
    review = page.request.get(f"/api/tables/{table}/review").json()["review"]
    made = [review["decisions"][place]["judgement"] for place in review["moments"]]
    signs, drawing = page.locator(".chart .moment"), page.locator(".chart svg").bounding_box()
    expect(signs).to_have_count(len(made))
    assert drawing
    for sign, one in zip(signs.all(), made, strict=True):
        chance, seen = review["curve"][one["number"]][one["seat"]], sign.bounding_box()
        assert seen
        middle = seen["y"] + seen["height"] / 2
        assert middle == pytest.approx(drawing["y"] + (1 - chance) * drawing["height"], abs=2)


def test_a_match_is_reviewed_and_the_better_move_shown(page: Page, house: str, keks: str) -> None:
    panel = reviewed(page, house, keks)
    moments = panel.get_by_role("listitem").filter(has=page.get_by_role("button", name="Show it on the board"))
    expect(moments).not_to_have_count(0)
    marked_on_their_lines(page, keks)
    first = moments.first
    expect(first).to_contain_text("Better:")
    title = first.get_by_role("heading").inner_text()
    number = int((re.search(r"\d+", title) or pytest.fail(title))[0])
    expect(page.locator(".hinted")).to_have_count(0)
    board = page.locator(".keks .board")
    first.get_by_role("button", name="Show it on the board").click()
    expect(board).to_be_in_viewport(ratio=0.9)
    expect(panel.get_by_role("slider")).to_have_value(str(number - 1))
    expect(page.locator(".hinted")).to_have_count(1)
    screenshot(page, "review")
    # Move along the curve by keyboard.
    panel.get_by_role("slider").focus()
    page.keyboard.press("ArrowRight")
    expect(panel.get_by_role("slider")).to_have_value(str(number))
    # List all decisions, and open one of them.
    panel.get_by_text(re.compile("All \\d+ decisions")).first.click()
    panel.get_by_role("button", name="Go to move 3", exact=True).click()
    expect(panel.get_by_role("slider")).to_have_value("3")
    expect(panel).to_contain_text("own play")
    expect(panel).not_to_contain_text("luck")
    # It is stored: later visitors need not request it.
    page.reload()
    expect(panel.get_by_role("slider")).to_be_visible()


def test_the_end_of_a_match_leads_to_its_review_and_the_own_moments_are_first(page: Page, house: str) -> None:
    key = finished(page, house, moves=12)
    page.goto(f"{house}/table/{key}")
    asked: list[Route] = []
    page.route("**/review", lambda route: asked.append(route) if route.request.method == "POST" else route.continue_())
    page.get_by_role("dialog").get_by_role("link", name="Review").click()
    panel = page.get_by_role("region", name="Review", exact=True)
    # While it is waited for, nothing need be pressed, and the board is in sight.
    expect(panel.get_by_role("progressbar")).to_be_in_viewport()
    expect(panel.get_by_role("button", name="Review this match")).to_have_count(0)
    expect(page.locator(".keks .board")).to_be_in_viewport(ratio=0.5)
    expect(panel.get_by_role("heading", name="Review")).to_be_in_viewport()
    asked[0].continue_()
    expect(panel.get_by_role("slider")).to_be_visible(timeout=PATIENCE)
    expect(panel.get_by_role("heading", name="Review")).to_be_in_viewport()
    titles = panel.locator(".moments h4").all_inner_texts()
    own = ["You" in title for title in titles]
    assert own == sorted(own, reverse=True), titles
    assert all("You" in title or "Computer" in title for title in titles)


@pytest.mark.parametrize("part", ["replay", "review"])
def test_what_could_not_be_loaded_is_tried_again(page: Page, house: str, keks: str, part: str) -> None:
    broken = f"**/api/tables/{keks}/{part}*"
    page.route(broken, lambda route: route.abort("internetdisconnected"))
    page.goto(f"{house}/replay/{keks}")
    expect(page.get_by_role("alert")).to_be_visible()
    page.unroute(broken)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".keks .board")).to_be_visible()
    panel = page.get_by_role("region", name="Review", exact=True)
    expect(panel.get_by_role("button", name="Review this match").or_(panel.get_by_role("slider"))).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_the_race_is_reviewed_by_speed_and_errors(page: Page, house: str) -> None:
    """Everybody gives up in each of four rounds."""
    panel = reviewed(page, house, played(house, "domino3d", mode="race", goal="rounds"))
    expect(panel).to_contain_text("if all go on without an error and equally fast")
    expect(panel).to_contain_text("Speed and play")
    expect(panel).not_to_contain_text("luck")
    panel.get_by_role("button", name="Show it on the board").first.click()
    expect(page.locator(".board")).to_have_attribute("data-suggested", re.compile("^(place|lift)"))
    screenshot(page, "review-race")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_a_phone(browser: Browser, house: str, keks: str, scheme: Any) -> None:
    with guest(browser, **PHONE, color_scheme=scheme) as page:
        page.goto(f"{house}/replay/{keks}")
        start = page.get_by_role("button", name="Review this match")
        slider = page.get_by_role("region", name="Review", exact=True).get_by_role("slider")
        expect(start.or_(slider)).to_be_visible()
        if start.is_visible():
            start.click()
        expect(slider).to_be_visible(timeout=PATIENCE)
        page.get_by_text(re.compile("All \\d+ decisions")).first.click()
        screenshot(page, f"review-phone-{scheme}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        page.evaluate(AXE.read_text("utf-8"))
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        serious = [each for each in found["violations"] if each["impact"] in ("serious", "critical")]
        assert not [f"{each['id']} {each['nodes'][0]['html'][:120]}" for each in serious]


def test_a_review_exists_in_four_languages(browser: Browser, house: str, keks: str) -> None:
    for language in LANGUAGES:
        with guest(browser, locale=language) as page:
            page.goto(f"{house}/replay/{keks}")
            page.locator("section.review :is(input[type=range], .primary)").first.wait_for()
            assert "⟨" not in page.locator("section.review").inner_text()
