"""The host's page: signing in by a one-time link, every order, and what others see of it at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.conftest import ROOT, screenshot, serving
from tests.web.games_play import LANGUAGES, PHONE, guest, introduce, make

from ludotheque.server.admin import orders
from ludotheque.server.admin.order_sender import send_order
from ludotheque.server.tables.people import hash_of, new_secret

FRIENDS = {"game": "keks", "seats": [{"who": "me"}, {"who": "open"}], "listed": True}
AXE = (ROOT / "web/node_modules/axe-core/axe.min.js").read_text("utf-8")
TABS = ("Overview", "Tables", "People", "Reports", "Settings", "Log")


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """A server of its own, since the orders concern everybody."""
    data = tmp_path_factory.mktemp("hosted") / "house.db"
    with serving(data) as address:
        yield address, data


def link(address: str, data: Path) -> str:
    """What `ludotheque admin sign-in` prints."""
    token = new_secret()
    send_order(data, orders.SignIn(hash_of(token)), "a test", 120)
    return f"{address}/admin#{token}"


def tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name).click()


def sit_together(ada: Page, bob: Page, address: str) -> str:
    """Ada and Bob play, and both look at the table; its key."""
    introduce(ada.context, address, "Ada")
    introduce(bob.context, address, "Bob")
    key = make(ada.context, address, FRIENDS)
    ada.goto(f"{address}/table/{key}")
    bob.goto(f"{address}/table/{key}")
    bob.get_by_role("button", name="Sit").click()
    ada.get_by_role("button", name="Start", exact=True).click()
    expect(bob.get_by_label("Say something")).to_be_visible()
    return key


def test_a_link_works_once_and_its_token_leaves_the_address(browser: Browser, hosted: tuple[str, Path]) -> None:
    address, data = hosted
    url = link(address, data)
    with guest(browser) as page:
        page.goto(url)
        expect(page.get_by_role("tab", name="Overview")).to_be_visible()
        assert page.url == f"{address}/admin"
        page.reload()
        expect(page.get_by_role("tab", name="Overview")).to_be_visible()
        page.get_by_role("button", name="Sign out").click()
        expect(page.get_by_text("ludotheque admin sign-in")).to_be_visible()
        cookie = page.context.cookies()
        assert not any(each["name"] == "ludotheque_admin" for each in cookie)
    context = browser.new_context(base_url=address)
    page = context.new_page()  # its console reports the refused request
    page.goto(url)
    expect(page.get_by_role("alert").filter(has_text="has been used")).to_be_visible()
    context.close()


def test_a_report_is_read_and_the_person_muted_and_banned(browser: Browser, hosted: tuple[str, Path]) -> None:
    address, data = hosted
    with guest(browser) as ada, guest(browser) as bob, guest(browser) as host:
        key = sit_together(ada, bob, address)
        bob.get_by_label("Say something").fill("You play like a cow")
        bob.get_by_role("button", name="Send").click()
        ada.get_by_role("button", name="Report: Bob: You play").click()
        ada.get_by_label("What happened?").fill("He is rude")
        screenshot(ada, "report")
        ada.get_by_role("button", name="Send").first.click()
        expect(ada.get_by_text("The host has it now")).to_be_visible()
        host.goto(link(address, data))
        tab(host, "Reports")
        expect(host.get_by_text("Ada about Bob")).to_be_visible()
        expect(host.get_by_role("list", name="Chat around it")).to_contain_text("You play like a cow")
        screenshot(host, "admin-reports")
        host.get_by_role("button", name="Mute: Bob").click()
        host.get_by_label("Reason").fill("Be kind")
        host.get_by_role("button", name="Mute", exact=True).click()
        tab(host, "People")
        expect(host.get_by_role("listitem").filter(has_text="Bob").first).to_contain_text("muted")
        bob.get_by_label("Say something").fill("What?")
        bob.get_by_role("button", name="Send").click()
        expect(bob.get_by_text("The host has taken the chat from you: Be kind")).to_be_visible()
        tab(host, "Reports")
        host.get_by_label("What you did about it").fill("Muted")
        host.get_by_role("button", name="Dealt with").click()
        expect(host.get_by_text("Nothing here.")).to_be_visible()
        tab(host, "People")
        host.get_by_role("button", name="Ban: Bob").click()
        host.get_by_label("Reason").fill("Rude again")
        host.get_by_role("button", name="Ban", exact=True).click()
        expect(bob.get_by_role("heading", name="The host of this house has banned you: Rude again")).to_be_visible()
        expect(ada.get_by_role("heading", name="You won")).to_be_visible()
        screenshot(host, "admin-people")
        tab(host, "Log")
        expect(host.get_by_role("listitem").first).to_contain_text("Person banned")
        screenshot(host, "admin-log")
        tab(host, "Tables")
        host.get_by_label("Which tables").select_option("over")
        host.get_by_role("button", name=f"Delete: {key}").click()
        host.get_by_role("button", name="Delete", exact=True).click()
        expect(ada.get_by_role("heading", name="There is no such table")).to_be_visible()


def test_every_open_page_is_told_at_once(browser: Browser, hosted: tuple[str, Path]) -> None:
    address, data = hosted
    with guest(browser) as ada, guest(browser) as bob, guest(browser) as shelf, guest(browser, **PHONE) as host:
        key = sit_together(ada, bob, address)
        shelf.goto(address)
        host.goto(link(address, data))
        host.get_by_label("Message on every open page").fill("Tea is ready")
        host.get_by_role("button", name="Announce").click()
        for page in (ada, bob, shelf, host):
            expect(page.get_by_text("From the host: Tea is ready")).to_be_visible()
        screenshot(shelf, "announcement")
        host.get_by_role("button", name="Take back").click()
        for page in (ada, shelf):
            expect(page.get_by_text("Tea is ready")).to_have_count(0)
        host.get_by_label("Reason").fill("A new machine")
        host.get_by_role("button", name="Begin").click()
        for page in (ada, shelf):
            expect(page.get_by_text("Nothing can be played just now: A new machine").first).to_be_visible()
        screenshot(ada, "read-only")
        host.get_by_role("button", name="End it").click()
        expect(ada.get_by_text("Nothing can be played just now")).to_have_count(0)
        tab(host, "Tables")
        host.get_by_role("button", name=f"Close: {key}").click()
        host.get_by_role("button", name="Close", exact=True).click()
        expect(ada.get_by_text("The match was ended by the host").first).to_be_visible()
        tab(host, "Settings")
        host.get_by_label("Who may chat").select_option("nobody")
        host.get_by_role("button", name="Save").and_(host.locator(":enabled")).click()
        host.get_by_role("button", name="Reset to seated").click()
        expect(host.get_by_role("button", name="Reset to seated")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_a_phone_and_a_desk_in_all_languages(browser: Browser, hosted: tuple[str, Path], scheme: Any) -> None:
    address, data = hosted
    with guest(browser, **PHONE, color_scheme=scheme) as page:
        page.goto(link(address, data))
        for width in (360, 1280):
            page.set_viewport_size({"width": width, "height": 740})
            for language in LANGUAGES:
                page.get_by_role("combobox").first.select_option(language)
                for number, name in enumerate(TABS):
                    page.get_by_role("tab").nth(number).click()
                    expect(page.get_by_role("tabpanel")).not_to_be_empty()
                    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                    assert wide <= 0, f"{name} in {language} is {wide} px too wide at {width}"
                    assert "⟨" not in page.inner_text("main")
                    if language in ("en", "fr"):
                        screenshot(page, f"admin-{name.lower()}-{language}-{width}-{scheme}")


def test_it_is_accessible_and_works_by_keyboard(browser: Browser, hosted: tuple[str, Path]) -> None:
    address, data = hosted
    with guest(browser) as page:
        page.goto(link(address, data))
        page.get_by_role("tab", name="Overview").focus()
        for name in (*TABS[1:], TABS[0]):
            page.keyboard.press("ArrowRight")
            expect(page.get_by_role("tab", name=name)).to_be_focused()
            expect(page.get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")
            page.evaluate(AXE)
            found = page.evaluate("axe.run(document, {runOnly: ['wcag2a', 'wcag2aa']})")
            assert [each["id"] for each in found["violations"]] == [], found["violations"]
