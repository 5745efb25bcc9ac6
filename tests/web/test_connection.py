"""Lost connections, a restarting server, two tabs, and an outdated page."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, Route, expect
from tests.server.client.process import free_port
from tests.web.conftest import another_context, serving
from tests.web.games_play import begin, guest
from tests.web.test_table import alone, log, notice, place, sit_down, yours

LOST = "Connection lost. Reconnecting…"


def line(page: Page) -> Locator:
    return page.locator("p.line")


def placed_by(page: Page, name: str) -> Locator:
    return log(page).get_by_text(f"{name} {'lay' if name == 'You' else 'lays'} a plank")


def test_a_move_made_offline_is_played_once_after_reconnecting(page: Page, browser: Browser, house: str) -> None:
    with guest(browser) as friend:
        sit_down(page, friend, house)
        page.context.set_offline(True)
        expect(line(page)).to_contain_text(LOST)
        page.get_by_label("Say something").fill("one")
        page.get_by_role("button", name="Send").click()
        page.get_by_role("button", name="Next place").click()
        page.get_by_role("button", name="Place", exact=True).click()
        expect(placed_by(page, "You")).to_have_count(0)
        page.context.set_offline(False)
        for each, name in ((page, "You"), (friend, "Ada")):
            expect(placed_by(each, name)).to_have_count(1)
            expect(log(each).get_by_text(f"{name}: one")).to_have_count(1)
            words = log(each).inner_text()
            # In the order in which they were made.
            assert words.index(f"{name}: one") < words.index(placed_by(each, name).inner_text())
        place(friend)
        expect(yours(page)).to_be_visible()


def test_a_reload_before_the_answer_loses_no_move(page: Page, house: str) -> None:
    begin(page, house, alone("nasca"))
    expect(yours(page)).to_be_visible()
    page.context.set_offline(True)
    expect(line(page)).to_contain_text(LOST)
    page.get_by_role("button", name="Next place").click()
    page.get_by_role("button", name="Place", exact=True).click()
    page.wait_for_function("() => Object.keys(sessionStorage).some(key => key.startsWith('pending'))")
    page.context.set_offline(False)
    page.reload()
    expect(placed_by(page, "You")).to_have_count(1)
    expect(yours(page)).to_be_visible()


def test_everybody_reconnects_when_the_server_restarts(browser: Browser, tmp_path: Path) -> None:
    data = tmp_path / "house.db"
    with guest(browser) as page:
        port = free_port()
        with serving(data, port) as address:
            begin(page, address, alone("nasca"))
            place(page)
            expect(placed_by(page, "Computer")).to_have_count(1)
            expect(yours(page)).to_be_visible()
        expect(line(page)).to_contain_text(LOST)
        page.get_by_role("button", name="Next place").click()
        page.get_by_role("button", name="Place", exact=True).click()
        with serving(data, port):
            expect(placed_by(page, "You")).to_have_count(2)
            expect(yours(page)).to_be_visible()


def test_two_tabs_of_one_person_do_not_disturb_each_other(page: Page, house: str) -> None:
    begin(page, house, alone("nasca"))
    other = page.context.new_page()
    other.goto(page.url)
    for tab in (page, other, page):
        place(tab)
        expect(yours(tab)).to_be_visible()
        expect(line(tab)).not_to_contain_text(LOST)
    for tab in (page, other):
        expect(placed_by(tab, "You")).to_have_count(3)
        expect(notice(tab)).not_to_contain_text("⚑")  # nothing was refused


def interrupt(page: Page) -> None:
    """Lose the connection, and wait until it is restored."""
    page.context.set_offline(True)
    expect(line(page)).to_contain_text(LOST)
    page.context.set_offline(False)
    expect(line(page)).not_to_contain_text(LOST)


def test_an_outdated_page_says_so_after_a_server_update(page: Page, house: str) -> None:
    begin(page, house, alone("keks"))
    expect(yours(page)).to_be_visible()
    interrupt(page)
    expect(page.get_by_text("A new version is there.")).to_have_count(0)

    def renewed(route: Route) -> None:
        route.fulfill(body=re.sub(r"/assets/first-[\w-]+\.js", "/assets/first-other.js", route.fetch().text()))

    page.context.route(f"{house}/", renewed)
    interrupt(page)  # and the match can be continued
    expect(page.get_by_text("A new version is there.")).to_be_visible()
    page.get_by_role("button", name="Reload").click()
    expect(yours(page)).to_be_visible()
    expect(page.get_by_text("A new version is there.")).to_have_count(0)


def test_a_part_of_the_page_that_cannot_be_loaded_is_reported(browser: Browser, house: str) -> None:
    context = another_context(browser)  # errors in its console are expected
    context.route(re.compile(r"/assets/Rules-.*\.js"), lambda route: route.abort())
    page = context.new_page()
    page.goto(f"{house}/play/keks")
    page.get_by_role("link", name="Rules").click()
    expect(page.get_by_text("A part of the page could not be loaded.")).to_be_visible()
    context.unroute_all()
    page.get_by_role("button", name="Reload").click()
    expect(page.get_by_role("heading", name="Keks")).to_be_visible()
    context.close()
